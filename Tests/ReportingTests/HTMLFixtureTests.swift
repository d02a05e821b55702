internal import Foundation
internal import Reporting
internal import Testing
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Writes the pages that `Tests/BrowserTests` opens, where `BROWSER_REPORTS` names a folder; otherwise only renders them.
@Suite struct HTMLFixtureTests {
  @Test(arguments: ["small", "sourced", "hostile", "many", "findings"])
  func pagesForTheBrowser(_ name: String) throws {
    let report =
      switch name {
      case "many": SampleReports.many
      case "findings": SampleReports.findings
      default: SampleReports.named(name)
      }
    let text = try #require(allOutputFormats.first { $0.id == "html" }).render(report, RenderingOptions())
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    guard let folder = ProcessInfo.processInfo.environment["BROWSER_REPORTS"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name + ".html"))
  }
}

extension SampleReports {
  /// 50 findings of three rules in five files, as the first look at an app brings them.
  static var findings: RedrawReport {
    var report = sourced
    report.diagnosedChanges = nil
    // With as many views, strips and root causes as such an app has.
    report.summary.views += (0..<60).map {
      view("LibraryCollectionHeader\($0)", updates: 600 - $0, initial: 3, causes: [(.viewValue, 9), (.identity, 3)])
    }
    report.summary.timelines[0].strips += (0..<40).map {
      RedrawSummary.Timeline.Strip(
        view: .init(name: "LibraryCollectionHeader\($0)"), cells: [.init(bucket: $0, reason: .parent, evaluations: 9)])
    }
    report.summary.rootCauses += (0..<30).map {
      RedrawSummary.RootCause(
        view: "LibraryCollectionHeader\($0)", cause: .dynamicProperty("_selection"), changes: 9, blastRadius: 90 - $0,
        affected: [.init(view: "RecipeRow", evaluations: 40)])
    }
    let severities: [Severity] = [.error, .warning, .note]
    report.findings = (0..<50).map { index in
      var finding = report.findings[index % 2]
      finding.rule = ["state_scoped_too_high", "incomparable_argument", "unstable_for_each_id"][index % 3]
      finding.severity = severities[index / 20]
      finding.title = "Pass 'RecipeRow\(index)' a value for 'onToggle' that compares equal, as 'Recipe.ID' does"
      finding.location?.file = "App/File\(index % 5).swift"
      finding.fingerprint = "\(index)"
      return finding
    }
    return report
  }

  /// 2,000 views, as a large app has them.
  static var many: RedrawReport {
    var report = sourced
    report.summary.views = (0..<2000).map { index in
      view("View\(index)", updates: 4000 - index * 2, initial: 3, causes: [(.viewValue, 9), (.identity, 3)])
    }
    return report
  }
}
