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

  /// A verdict with offenders, changes and what is only recorded.
  @Test func aVerdictForTheBrowser() throws {
    let tool = try Tool()
    let folder =
      ProcessInfo.processInfo.environment["BROWSER_REPORTS"].map { URL(fileURLWithPath: $0) } ?? tool.folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let page = folder.appendingPathComponent("gate.html")
    let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/expanded-row").path
    let lock = tool.folder.appendingPathComponent("Redraws.lock").path
    func call(_ arguments: [String]) throws -> CommandResult {
      try run(Tool.executable.path, arguments, folder: Repository.root)
    }
    #expect(try call(["baseline", "\(scenario)/after", "-o", lock, "-q"]).exitCode == 0)
    let sources = ["--sources", "SampleTraces/Scenarios/expanded-row/before/Sources"]
    let result = try call(["gate", "\(scenario)/before", "--baseline", lock, "--output", page.path] + sources)
    #expect(result.exitCode == 1, "\(result.errors)")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("fix 1 saves 216 of 240 updates in a run"))
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

  /// An update of many views lists the first of them only; what is counted when somebody zooms in is all of them.
  @Test func singleUpdatesAddUpToWhatThePageCounts() throws {
    let tool = try Tool()
    let log = tool.folder.appendingPathComponent("session.log")
    let lines = (0..<5).flatMap { step in
      ["Board: _step\(step) changed."] + (0..<30).map { "Card\($0): @self changed." }
    }
    let stamped = lines.enumerated().map { place, line in
      let microseconds = place / 31 * 200_000 + place % 31
      return "2026-03-01 12:00:00.\(String(1_000_000 + microseconds).dropFirst())  Df Board[412:1a2b] "
        + "[com.apple.SwiftUI:Changed Body Properties] \(line)"
    }
    try (stamped.joined(separator: "\n") + "\n").write(to: log, atomically: true, encoding: .utf8)
    let result = try run(
      Tool.executable.path, ["analyze", "session.log", "--format", "html", "--top", "100"], folder: tool.folder)
    let marker = "id=\"timeline-data\">"
    let start = try #require(result.text.range(of: marker)?.upperBound)
    let end = try #require(result.text[start...].range(of: "</script>")?.lowerBound)
    let runs = try #require(
      JSONSerialization.jsonObject(with: Data(result.text[start..<end].utf8)) as? [[String: Any]])
    let updates = try #require(runs.first?["updates"] as? [[Int]])
    let moments = try #require(runs.first?["moments"] as? [Int])
    let sums = updates.map { update in stride(from: 4, to: update.count, by: 5).reduce(0) { $0 + update[$1] } }
    #expect(stride(from: 1, to: moments.count, by: 2).reduce(0) { $0 + sums[moments[$1]] } == 5 * 31)
    #expect(updates.allSatisfy { $0.first == 15 }, "what is not listed is said")
  }
}
