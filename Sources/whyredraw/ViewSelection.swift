internal import Gate
internal import Platform
internal import Reporting
internal import TraceAnalysis

/// Which views are listed; totals are always of all.
struct ViewSelection {
  private let names: [String]
  private let modules: [String]
  private let includesFrameworks: Bool

  init(_ options: ViewOptions) {
    names = options.names.view
    modules = options.module
    includesFrameworks = options.all
  }

  /// Whether views were asked for by name.
  var isNarrow: Bool { !names.isEmpty || !modules.isEmpty }

  /// Takes out of the lists what was not asked for, and says how much that was.
  ///
  /// - Parameter changes: What resolves the findings: one that saves updates of a view is about that view, whatever it names.
  func apply(
    to summary: inout RedrawSummary, _ findings: inout [ReportedFinding], top: Int?, changes: [ReportedChange] = []
  ) -> RedrawReport.Selection {
    let before = summary.views.count
    var hidden: Set<String> = []
    for view in summary.views where !isListed(view.id) { hidden.insert(view.id.name) }
    summary.views.removeAll { !isListed($0.id) }
    let listed = Set(summary.views.map(\.id.name))
    hidden.subtract(listed)
    var selection = RedrawReport.Selection(top: top, hiddenViews: before - summary.views.count)
    selection.isNarrow = isNarrow && selection.hiddenViews > 0
    if !isNarrow, hidden.isEmpty { return selection }
    summary.rootCauses.removeAll { root in
      hidden.contains(root.view) && !root.affected.contains { listed.contains($0.view) }
    }
    var saved: [String: Set<String>] = [:]
    for change in changes {
      for place in change.places { saved[place.fingerprint, default: []].formUnion(change.savedByView.keys) }
    }
    findings.removeAll { finding in
      if saved[finding.fingerprint]?.isDisjoint(with: listed) == false { return false }
      let concerned = ([finding.view] + (finding.related + finding.chain).map(\.view)).compactMap(\.self)
      if concerned.contains(where: listed.contains) { return false }
      // What is about a model or a function is everybody's, unless somebody asks for some views alone.
      return isNarrow || finding.view.map(hidden.contains) == true
    }
    return selection
  }

  /// Whether nothing is left out of a report on a summary.
  func isWhole(of summary: RedrawSummary) -> Bool { !isNarrow && summary.views.allSatisfy { isListed($0.id) } }

  /// Says which patterns match nothing, with what there is.
  ///
  /// - Returns: What was said of each. A report without a view that was asked for is no answer, so a command that gets any
  ///   of it ends with `ExitCode.unusableInput`, whatever else it has to show.
  func tellUnmatched(among views: [RedrawSummary.ViewID]) -> [String] {
    var problems: [String] = []
    for glob in names where !views.contains(where: { matches($0.name, [glob]) }) {
      problems.append("'--view \(glob)' matches no view" + Offer.suffix(glob, among: Set(views.map(\.name))))
    }
    for glob in modules where !views.contains(where: { matches($0.module ?? "", [glob]) }) {
      problems.append(
        "'--module \(glob)' matches no module" + Offer.suffix(glob, among: Set(views.compactMap(\.module))))
    }
    for problem in problems { tell("error: " + problem) }
    return problems
  }

  func isListed(_ view: RedrawSummary.ViewID) -> Bool {
    if view.isOfFramework, !includesFrameworks, modules.isEmpty { return false }
    return isNamed(view.name, module: view.module)
  }

  /// Whether it is among those that were asked for by name, if any were.
  func isNamed(_ name: String, module: String?) -> Bool {
    if !modules.isEmpty, !matches(module ?? "", modules) { return false }
    return names.isEmpty || matches(name, names)
  }

  private func matches(_ text: String, _ globs: [String]) -> Bool {
    globs.contains { fnmatch($0, text, 0) == 0 }
  }
}

/// Whether a name matches a glob as shells have them.
func matches(_ name: String, glob: String) -> Bool { fnmatch(glob, name, 0) == 0 }

extension ViewSelection {
  /// The budgets that are asked for: where views are, those for them alone.
  func budgets(_ gate: GateConfiguration, for measurements: Measurements) -> [Budget] {
    isNarrow ? gate.budgets.filter { measurements.views.contains(where: $0.matches) } : gate.budgets
  }
}
