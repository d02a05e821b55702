internal import Foundation
internal import Reporting
internal import Testing
internal import TraceAnalysis
internal import TraceImport

/// Writes the pages that `Tests/BrowserTests` opens, where `BROWSER_REPORTS` names a folder; otherwise only renders them.
@Suite struct HTMLFixtureTests {
  @Test(arguments: ["small", "sourced", "hostile", "many"])
  func pagesForTheBrowser(_ name: String) throws {
    let report = name == "many" ? SampleReports.many : SampleReports.named(name)
    let text = try #require(allOutputFormats.first { $0.id == "html" }).render(report, RenderingOptions())
    #expect(text.hasPrefix("<!DOCTYPE html>"))
    guard let folder = ProcessInfo.processInfo.environment["BROWSER_REPORTS"] else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder).appendingPathComponent(name + ".html"))
  }
}

extension SampleReports {
  /// 2,000 views, as a large app has them.
  static var many: RedrawReport {
    var report = sourced
    report.summary.views = (0..<2000).map { index in
      view("View\(index)", updates: 4000 - index * 2, initial: 3, causes: [(.viewValue, 9), (.identity, 3)])
    }
    return report
  }
}
