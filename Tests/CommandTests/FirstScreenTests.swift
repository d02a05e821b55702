internal import Foundation
internal import TestSupport
internal import Testing

/// What matters most comes first, everywhere, and what is not known is not said.
@Suite struct FirstScreenTests {
  private static let sources = """
    import SwiftUI
    struct Page: View {
      @State private var query = ""
      var body: some View {
        VStack { TextField("Search", text: $query); Bar(onTap: { print(query) }); Block() }
      }
    }
    struct Bar: View {
      var onTap: () -> Void
      var body: some View { Text("Bar").onTapGesture(perform: onTap) }
    }
    struct Block: View {
      @State private var height = 0.0
      var body: some View { Text("\\(height)") }
    }
    struct Code: View {
      @State private var width = 0.0
      var body: some View { Text("\\(width)") }
    }

    """

  /// A log with some typing, and a loop that turns for seconds, no turn like the one before.
  private static func log(zone: String = "+0200") -> String {
    var time = 0.0
    func line(_ message: String, after milliseconds: Double) -> String {
      time += milliseconds
      let microseconds = Int(time * 1000)
      let fraction = String(String(1_000_000 + microseconds % 1_000_000).dropFirst())
      let second = String(String(100 + microseconds / 1_000_000).dropFirst())
      return "2026-02-03 06:31:\(second).\(fraction)\(zone) App[1:2] [Changed Body Properties] \(message)\n"
    }
    var text = line("Page: @self, @identity, _query changed.", after: 0)
    text += line("Bar: @self changed.", after: 0.1) + line("Block: @self, @identity, _height changed.", after: 0.1)
    text += line("Code: @self, @identity, _width changed.", after: 0.1)
    for _ in 0..<12 { text += line("Page: _query changed.", after: 300) + line("Bar: @self changed.", after: 0.1) }
    for turn in 0..<300 {
      text += line("Block: _height changed.", after: 16)
      if turn > 30, turn * turn % 7 == 2 { text += line("Block: _height changed.", after: 16) }
      text += line("Code: _width changed.", after: 16)
    }
    return text
  }

  private static var loopCount: Int {
    log().components(separatedBy: "\n").count { $0.contains("Block: _height") || $0.contains("Code: _width") }
  }

  private func tool(zone: String = "+0200") throws -> Tool {
    let tool = try Tool()
    try tool.write("App/Views.swift", Self.sources)
    try tool.write("run.log", Self.log(zone: zone))
    return tool
  }

  @Test func aProvenLoopComesFirstInEveryRendering() throws {
    let tool = try tool()
    let title = "Break the loop that begins with 'height' of 'Block'"
    let headline = "a loop of 'Block' and 'Code' makes \(Self.loopCount) of "
    let terminal = try tool("run.log", "--sources", "App").text
    #expect(terminal.prefix(300).replacing(#/\n +/#, with: " ").contains(headline), "\(terminal)")
    let findings = terminal.components(separatedBy: "\nFindings\n").last ?? ""
    #expect(
      findings.firstMatch(of: /[✗▲•] \w+  .*/).map { String($0.0) }?.hasPrefix("✗ error  \(title)") == true,
      "\(findings)")
    #expect(terminal.contains("\n  ends a loop of \(Self.loopCount) of all "), "\(terminal)")
    #expect(terminal.contains("\nWhat to do first\n→ \(title)\nApp/Views.swift:13:"), "with the place of its state")
    let markdown = try tool("run.log", "--sources", "App", "--format", "markdown").text
    #expect(
      markdown.contains(headline.replacing("'", with: "`")) || markdown.contains(headline), "\(markdown.prefix(600))")
    #expect(markdown.contains(/### \S+ 1\. Break the loop/))
    let page = try tool("run.log", "--sources", "App", "--format", "html").text.replacing("&#39;", with: "'")
      .replacing("<wbr>", with: "")
    #expect(page.contains(try Regex("<h1 id=\"verdict\">A loop of 'Block' and 'Code' makes \(Self.loopCount) of ")))
    #expect(page.contains(/<li value="1">.*?<strong>Break the loop/))
  }

  /// The findings and the changes of a report stand in one order.
  @Test func thereIsOneOrder() throws {
    struct Report: Decodable {
      struct Change: Decodable {
        let id: String
        let findings: [String]
      }
      struct Finding: Decodable { let fingerprint: String }
      let changes: [Change]
      let findings: [Finding]
    }
    let tool = try tool()
    let json = try tool("run.log", "--sources", "App", "--format", "json").text
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    let order = report.findings.compactMap { finding in
      report.changes.firstIndex { $0.findings.first == finding.fingerprint }
    }
    #expect(order == order.sorted() && order.first == 0 && order.count > 1, "\(order)")
  }

  /// A row without state prints the same line when it scrolls into view as when it is updated, and nobody can tell which it was.
  @Test func rowsThatScrollIntoViewAreSaidToBeThat() throws {
    let tool = try Tool()
    try tool.write(
      "App/Feed.swift",
      """
      import SwiftUI
      struct Feed: View {
        @State private var count = 0
        let names: [String]
        var body: some View { List(names, id: \\.self) { name in Cell(name: name) }.navigationTitle("\\(count)") }
      }
      struct Cell: View {
        let name: String
        var body: some View { Text(name) }
      }

      """)
    func line(_ millisecond: Int, _ message: String) -> String {
      "2026-02-03 06:31:0\(millisecond / 1000).\(String(String(1000 + millisecond % 1000).dropFirst()))000+0200 App[1:2] "
        + "[Changed Body Properties] \(message)\n"
    }
    let first =
      line(0, "Feed: @self, @identity, _count changed.") + (1...4).map { line($0, "Cell: @self changed.") }.joined()
    let scrolled = (1...20).map { line($0 * 200, "Cell: @self changed.") }.joined()
    try tool.write("run.log", first + scrolled)
    let said = "Cell: 20 of 20 updates come with nothing that makes it"
    for format in ["terminal", "markdown", "html"] {
      let text = try tool("run.log", "--sources", "App", "--format", format).text.replacing(#/\n +/#, with: " ")
      #expect(text.replacing("<wbr>", with: "").contains(said), "\(format): \(text.prefix(2000))")
    }
    // Those that come with their list are updates.
    let updated = (1...20).map { line($0 * 200, "Feed: _count changed.") + line($0 * 200 + 1, "Cell: @self changed.") }
    try tool.write("run.log", first + updated.joined())
    #expect(try !tool("run.log", "--sources", "App").text.contains("come with nothing that makes it"))
  }

  /// First appearances cannot be saved, but for those of views that are thrown away and made anew.
  @Test(arguments: [
    ("expanded-row", "cannot be saved"), ("unstable-id", "can be saved only where a view is re-created"),
  ])
  func whatBecomesOfFirstAppearancesIsSaid(_ scenario: String, _ said: String) throws {
    let tool = try Tool()
    let app = Repository.root.appendingPathComponent("SampleTraces/Scenarios/\(scenario)/before")
    try FileManager.default.copyItem(at: app, to: tool.folder.appendingPathComponent("app"))
    let log = try #require(
      FileManager.default.contentsOfDirectory(atPath: app.path).sorted().first { $0.contains("run-1") })
    for arguments in [["--sources", "app/Sources"], []] {
      let text = try run(Tool.executable.path, ["app/" + log] + arguments, folder: tool.folder).text
      #expect(text.contains("\nInitial: first appearances, which are no updates and \(said)\n"), "\(text)")
    }
  }

  /// Views that observe one object are evaluated one after the other, again and again: that alone is no loop.
  @Test func observersOfOneObjectAreNoLoop() throws {
    let tool = try Tool()
    let views = ["Header", "Footer", "Page"]
    func line(_ millisecond: Int, _ message: String) -> String {
      "2026-02-03 06:31:0\(millisecond / 1000).\(String(String(1000 + millisecond % 1000).dropFirst()))000+0200 App[1:2] "
        + "[Changed Body Properties] \(message)\n"
    }
    let first = views.map { "\($0): @self, @identity, _model changed.\n" }.joined()
    let turns = (0..<80).map { _ in views.map { "\($0): _model changed.\n" }.joined() }.joined()
    try tool.write("printed.log", first + turns)
    let timed = (0..<80).flatMap { turn in
      views.enumerated().map { line(1 + turn * 100 + $0.offset * 30, "\($0.element): _model changed.") }
    }
    try tool.write(
      "timed.log", views.map { line(0, "\($0): @self, @identity, _model changed.") }.joined() + timed.joined())
    for format in ["terminal", "html"] {
      let printed = try tool("printed.log", "--format", format).text.lowercased()
      #expect(!printed.contains("loop (inferred)"), "\(format): \(printed)")
      // With times something speaks for it, and what speaks against it is said.
      let words = flat(try tool("timed.log", "--format", format).text.lowercased())
      #expect(
        !words.contains("loop (inferred)") || words.contains("may also be one change that all of them observe"),
        "\(format): \(words)")
    }
  }

  private func flat(_ text: String) -> String {
    text.replacing(#/\n +/#, with: " ").replacing("<wbr>", with: "")
  }

  /// Where a path begins at the root of the disk, the page shows it from the sources on, and names these once.
  @Test func pathsOfThePageBeginAtTheSources() throws {
    let tool = try tool()
    let other = try self.tool()
    let sources = other.folder.appendingPathComponent("App").path
    let page = try tool("run.log", "--sources", sources, "--format", "html").text.replacing("<wbr>", with: "")
    #expect(page.contains(">Views.swift:13</span>") || page.contains(">Views.swift:13:"), "\(sources)")
    #expect(page.contains("data-file=\"\(sources)/Views.swift\""), "links lead to the whole path")
    let shown = page.replacing(#/<template>[\s\S]*?<\/template>/#, with: "")
    #expect(!shown.contains(try Regex(">[^<]*\(sources)/Views.swift:\\d")), "no text has it")
  }

  @Test func aTimeHasTheZoneThatTheLogHas() throws {
    for (zone, shown) in [("+0200", "2026-02-03 04:31:00 UTC"), ("", "2026-02-03 06:31:00<")] {
      let tool = try tool(zone: zone)
      let page = try tool("run.log", "--format", "html").text
      #expect(page.contains("<dt>Recorded</dt><dd>\(shown)"), "\(zone)")
      #expect(page.contains(" UTC") == !zone.isEmpty)
      let row = try tool("run.log", "--format", "rows").text
      #expect(row.contains(zone.isEmpty ? "\"2026-02-03T06:31:00\"" : "\"2026-02-03T04:31:00Z\""), "\(row.prefix(300))")
      // A profile keeps it.
      #expect(try tool("run.log", "-o", "profile=run.profile").exitCode == 0)
      let kept = try tool("run.profile", "--format", "rows").text
      #expect(
        kept.contains(zone.isEmpty ? "\"2026-02-03T06:31:00\"" : "\"2026-02-03T04:31:00Z\""), "\(kept.prefix(300))")
    }
  }
}
