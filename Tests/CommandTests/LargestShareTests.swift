internal import Foundation
internal import TestSupport
internal import Testing

/// A report says what is known of what happens most, also where no change saves it, and what every entry of its list is worth.
@Suite struct LargestShareTests {
  private static func log(_ lines: [(millisecond: Int, message: String)]) -> String {
    lines.map { millisecond, message in
      let fraction = String(String(1000 + millisecond % 1000).dropFirst())
      let second = String(String(100 + millisecond / 1000).dropFirst())
      return "2026-02-03 06:31:\(second).\(fraction)000+0200 App[1:2] [Changed Body Properties] \(message)\n"
    }.joined()
  }

  private func flat(_ text: String) -> String {
    text.replacing(#/\n +/#, with: " ").replacing("<wbr>", with: "").replacing("&#39;", with: "'")
      .replacing(#/<\/?code[^>]*>/#, with: "").replacing("`", with: "")
  }

  private static let clock = """
    import SwiftUI
    @Observable final class Ticker {
      var now = 0
    }
    struct Clock: View {
      let ticker: Ticker
      var body: some View { Text("\\(ticker.now)") }
    }
    struct Page: View {
      @State private var ticker = Ticker()
      var body: some View { Clock(ticker: ticker) }
    }

    """

  /// All of it is needed, so there is nothing to change: the first screen says so, and the end says where to look.
  @Test func whatIsNeededIsSaidToBe() throws {
    let tool = try Tool()
    try tool.write("App/Clock.swift", Self.clock)
    let first = [(0, "Page: @self, @identity, _ticker changed."), (1, "Clock: @self changed.")]
    try tool.write("run.log", Self.log(first + (1...60).map { ($0 * 500, "Clock: \\Ticker.now changed.") }))
    let said = "the 60 updates: all are of 'Clock' and begin with Clock (\\Ticker.now); each shows something new"
    let terminal = try tool("run.log", "--sources", "App").text
    #expect(flat(terminal).contains(said), "\(terminal)")
    #expect(terminal.contains("\nApp/Clock.swift:7:"), "where it is read, at the start of a line: \(terminal)")
    let markdown = try tool("run.log", "--sources", "App", "--format", "markdown").text
    #expect(markdown.contains("the 60 updates: all are of"), "\(markdown)")
    let page = try tool("run.log", "--sources", "App", "--format", "html").text
    #expect(flat(page).contains("The 60 updates: all are of 'Clock'"), "\(page.prefix(3000))")
    // Without a change the report ends with what to do all the same.
    let end = try #require(terminal.components(separatedBy: "\nWhat to do first\n→ ").last)
    #expect(end.hasPrefix("To have fewer, look at what writes"), "\(terminal)")
    #expect(end.contains("whyredraw run.log --sources App --view Clock --verbose"), "\(end)")
    // The command works.
    #expect(try tool("run.log", "--sources", "App", "--view", "Clock", "--verbose").exitCode == 0)
  }

  /// Nobody logged who makes it: what to log is said, with the place.
  @Test func whatIsOpenNamesWhatToLog() throws {
    let tool = try Tool()
    try tool.write(
      "App/Label.swift",
      """
      import SwiftUI
      struct Label: View {
        let icon: String
        let text: String
        var body: some View { Text(icon + text) }
      }
      struct Shelf: View {
        @State private var icon = ""
        @State private var text = ""
        var body: some View { VStack { TextField("", text: $text); TextField("", text: $icon); Label(icon: icon, text: text) } }
      }

      """)
    try tool.write("run.log", Self.log((0...60).map { ($0 * 500, "Label: @self changed.") }))
    let terminal = try tool("run.log", "--sources", "App").text
    #expect(
      flat(terminal).contains("are of 'Label'; neither trace nor sources tell what changed for it"), "\(terminal)")
    let head = try #require(terminal.components(separatedBy: "\nFindings\n").first)
    #expect(flat(head).contains("→ to find out, "), "\(terminal)")
    #expect(head.contains("\nApp/Label.swift:"), "\(terminal)")
  }

  /// Where changes save most of it, nothing more is said.
  @Test func whatChangesSaveNeedsNoWords() throws {
    let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/expanded-row/before").path
    let text = try run(
      Tool.executable.path, [scenario + "/run-1.log.gz", "--sources", scenario + "/Sources", "--no-cache"],
      folder: TemporaryFolder.make()
    ).text
    #expect(text.contains("1 change takes 264 updates down to 24") && !text.contains("the other"), "\(text)")
  }

  private static let scenarios = [
    "filter-in-body", "formatter-in-body", "monolithic-body", "broad-config", "player-time",
  ]

  /// No entry of the list says only how sure it is, and numbers that overlap are said to.
  @Test(arguments: scenarios) func everyEntrySaysWhatItIsWorth(_ name: String) throws {
    let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/\(name)/before").path
    let folder = try FileManager.default.contentsOfDirectory(atPath: scenario)
    let log = try #require(folder.filter { $0.contains(".log") || $0.contains(".ndjson") }.sorted().first)
    func render(_ format: String) throws -> String {
      try run(
        Tool.executable.path,
        [scenario + "/" + log, "--sources", scenario + "/Sources", "--format", format, "--no-cache"],
        folder: TemporaryFolder.make()
      ).text
    }
    struct Report: Decodable {
      struct Change: Decodable {
        struct Share: Decodable {
          let change: String
          let updates: Int
        }
        struct Measured: Decodable {
          let updates: Int
          let avoidable: Int?
          let predictedUpdates: Int?
        }
        let id: String
        let shares: [Share]
        let measured: Measured?
      }
      let changes: [Change]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(render("json").utf8))
    let terminal = try render("terminal")
    let list = terminal.components(separatedBy: "\nBest changes\n").dropFirst().first?.components(separatedBy: "\n\n")
      .first
    let entries = (list ?? "").replacing("\n   ", with: " ").components(separatedBy: "\n").compactMap {
      $0.firstMatch(of: /^(\d+)\. (.*): (.*)$/).map { (Int($0.1) ?? 0, String($0.3)) }
    }
    for (number, worth) in entries {
      #expect(worth.contains(/\d|no number/), "\(worth)")
      let change = report.changes[number - 1]
      let earlier = entries.map(\.0).prefix { $0 < number }.map { report.changes[$0 - 1].id }
      let shared = change.shares.filter { earlier.contains($0.change) }.map(\.updates).max() ?? 0
      if change.measured?.avoidable != nil, worth.hasPrefix("saves") {
        #expect(worth.contains("of them, too") == (shared > 0), "\(worth)")
      }
    }
    if ["filter-in-body", "formatter-in-body"].contains(name) {
      #expect(
        flat(terminal).contains(/the fix makes each of [\d,]+ updates cheaper, and saves none of them/), "\(terminal)")
      #expect(!terminal.contains("leave all of them"))
    }
  }
}
