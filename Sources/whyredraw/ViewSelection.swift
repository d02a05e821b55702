internal import Reporting
internal import TraceAnalysis

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Which views are listed; totals are always of all.
struct ViewSelection {
  private let names: [String]
  private let modules: [String]
  private let includesFrameworks: Bool

  init(_ options: OutputOptions) throws {
    names = options.view
    modules = options.module
    includesFrameworks = options.all
  }

  /// All views but those of frameworks, or with them.
  init(includesFrameworks: Bool) {
    names = []
    modules = []
    self.includesFrameworks = includesFrameworks
  }

  /// Takes out of the lists what was not asked for, and says how much that was.
  func apply(
    to summary: inout RedrawSummary, _ findings: inout [ReportedFinding], top: Int?
  ) throws -> RedrawReport.Selection {
    let before = summary.views.count
    var hidden: Set<String> = []
    for view in summary.views where !isListed(view.id) { hidden.insert(view.id.name) }
    summary.views.removeAll { !isListed($0.id) }
    let listed = Set(summary.views.map(\.id.name))
    hidden.subtract(listed)
    summary.rootCauses.removeAll { root in
      hidden.contains(root.view) && !root.affected.contains { listed.contains($0.view) }
    }
    findings.removeAll { finding in
      guard let view = finding.view else { return false }
      return hidden.contains(view) && !finding.related.contains { $0.view.map(listed.contains) == true }
    }
    return RedrawReport.Selection(top: top, hiddenViews: before - summary.views.count)
  }

  private func isListed(_ view: RedrawSummary.ViewID) -> Bool {
    if view.isOfFramework, !includesFrameworks, modules.isEmpty { return false }
    if !modules.isEmpty, !matches(view.module ?? "", modules) { return false }
    return names.isEmpty || matches(view.name, names)
  }

  private func matches(_ text: String, _ globs: [String]) -> Bool {
    globs.contains { fnmatch($0, text, 0) == 0 }
  }
}

/// Whether a name matches a glob as shells have them.
func matches(_ name: String, glob: String) -> Bool { fnmatch(glob, name, 0) == 0 }
