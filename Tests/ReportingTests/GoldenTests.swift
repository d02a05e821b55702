internal import Foundation
internal import Reporting
internal import Testing

@Suite struct GoldenTests {
  /// Golden files change only with `UPDATE_GOLDENS=1`; a missing one fails.
  @Test(arguments: ["terminal", "markdown", "csv"])
  func smallReportLooksAsBefore(_ id: String) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "Goldens/small-\(id).txt")
    let renderer = try #require(allOutputFormats.first { $0.id == id })
    let text = renderer.render(SampleReports.small, RenderingOptions())
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
    let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == golden, "run the tests with UPDATE_GOLDENS=1 when the change is meant")
    if ProcessInfo.processInfo.environment["DUMP_REPORTS"] == "1" {
      let hostile = renderer.render(SampleReports.hostile, RenderingOptions())
      try Data(hostile.utf8).write(to: URL(fileURLWithPath: "/tmp/hostile-\(id).txt"))
    }
  }
}
