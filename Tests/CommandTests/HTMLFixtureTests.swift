internal import Foundation
internal import TestSupport
internal import Testing

/// Writes pages of whole traces for `Tests/BrowserTests`, where `BROWSER_REPORTS` names a folder.
@Suite struct HTMLFixtureTests {
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
