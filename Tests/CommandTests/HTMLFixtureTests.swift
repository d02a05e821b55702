internal import Foundation
internal import TestSupport
internal import Testing

/// Writes pages of whole traces for `Tests/BrowserTests`, where `BROWSER_REPORTS` names a folder.
@Suite struct HTMLFixtureTests {
  /// A comparison, with what its page says of both sides.
  @Test func aComparisonForTheBrowser() throws {
    let tool = try Tool()
    let folder =
      ProcessInfo.processInfo.environment["BROWSER_REPORTS"].map { URL(fileURLWithPath: $0) } ?? tool.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let page = folder.appendingPathComponent("comparison.html")
    let scenario = "SampleTraces/Scenarios/expanded-row"
    let runs = ["\(scenario)/before/run-1.log.gz", "\(scenario)/before/run-2.log.gz"]
    let result = try run(
      Tool.executable.path,
      ["compare"] + runs + [
        "--to", "\(scenario)/after", "--sources-before", "\(scenario)/before/Sources", "--sources-after",
        "\(scenario)/after/Sources", "--output", page.path,
      ], folder: Repository.root)
    #expect(result.exitCode == 0 && result.output.isEmpty, "\(result.errors)")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("Compared with <strong>before</strong>."))
    #expect(text.contains("<span class=\"delta better\">−"))
    #expect(text.contains("264 updates in a run before, 24 now") && text.contains("is gone from the sources"))
    #expect(!text.contains("id=\"actions-title\""), "what was done is no action any more")
    // Twice as many runs before are no improvement.
    let same = try run(
      Tool.executable.path, ["compare"] + runs + ["--to", runs[0], "--format", "html"], folder: Repository.root)
    #expect(same.text.contains("Compared with <strong>before, 2 runs, scaled to 1</strong>."))
    #expect(same.text.contains("<span class=\"delta same\">±0</span>") && !same.text.contains("delta better"))
  }

  @Test(arguments: [
    ("session", "SampleTraces/log-ndjson/macos-26/recipes-session.ndjson.gz"),
    ("recording", "SampleTraces/instruments/xcode-26/library-all-tables.xml"),
  ])
  func pagesForTheBrowser(_ name: String, _ sample: String) throws {
    let tool = try Tool()
    let folder =
      ProcessInfo.processInfo.environment["BROWSER_REPORTS"].map { URL(fileURLWithPath: $0) } ?? tool.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let page = folder.appendingPathComponent(name + ".html")
    let result = try run(
      Tool.executable.path, ["analyze", sample, "--output", page.path], folder: Repository.root)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect(try String(contentsOf: page, encoding: .utf8).hasSuffix("</html>\n"))
  }
}
