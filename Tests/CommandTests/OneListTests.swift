internal import Foundation
internal import TestSupport
internal import Testing

/// What to do is one list: the same changes with the same names and numbers in every rendering.
@Suite struct OneListTests {
  /// Several changes, of which some are the best together.
  private func render(_ format: String, _ name: String) throws -> String {
    let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/\(name)/before").path
    let folder = try FileManager.default.contentsOfDirectory(atPath: scenario)
    let log = try #require(folder.filter { $0.contains(".log") || $0.contains(".ndjson") }.sorted().first)
    return try run(
      Tool.executable.path,
      [scenario + "/" + log, "--sources", scenario + "/Sources", "--format", format, "--no-cache"],
      folder: TemporaryFolder.make()
    ).text
  }

  private static let names = ["expanded-row", "broad-config", "player-time", "environment-timer"]

  @Test(arguments: names) func everyRenderingHasTheSameList(_ name: String) throws {
    struct Report: Decodable {
      struct Change: Decodable {
        let id: String
        let title: String
      }
      struct FixSet: Decodable { let changes: [String] }
      struct Sources: Decodable { let fixSet: FixSet? }
      let changes: [Change]
      let sources: Sources
    }
    let json = try render("json", name)
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    let titles = report.changes.map(\.title)
    #expect(!titles.isEmpty)
    let terminal = try render("terminal", name)
    let markdown = try render("markdown", name)
    let page = try render("html", name)
    func numbered(_ text: String, _ pattern: Regex<(Substring, Substring, Substring)>) -> [Int: String] {
      var found: [Int: String] = [:]
      for match in text.matches(of: pattern) {
        guard let number = Int(match.output.1), found[number] == nil else { continue }
        let title = String(match.output.2).replacing("&#39;", with: "'")
        found[number] = title.replacing("&amp;", with: "&")
      }
      return found
    }
    func plain(_ text: String) -> String { text.replacing("`", with: "").replacing(/<[^>]*>|\u{AD}/, with: "") }
    let best = terminal.components(separatedBy: "\nBest changes\n").last?.components(separatedBy: "\n\n").first ?? ""
    let inTerminal = numbered(best.replacing("\n   ", with: " "), #/(\d+)\. (.*): /#)
    let inMarkdown = numbered(markdown, /### \S+ (\d+)\. (.*) \(\w+\)/)
    let bestOfPage =
      page.components(separatedBy: "id=\"best-changes\"").last?.components(separatedBy: "</ol>").first ?? ""
    let inPage = numbered(bestOfPage, /<li value="(\d+)">.*?<strong>(.*?)<\/strong>/)
    for (number, title) in inMarkdown { #expect(plain(title) == titles[number - 1]) }
    if titles.count > 1 {
      // One change alone is no list in a terminal, which ends with it.
      #expect(inTerminal.keys.sorted() == (inPage.count > 1 ? inPage.keys.sorted() : []), "\(best)")
      #expect(terminal.contains("\nBest changes\n") == !inTerminal.isEmpty)
    }
    for (number, title) in inPage { #expect(plain(title) == titles[number - 1], "\(title)") }
    for (number, title) in inTerminal { #expect(title.hasPrefix(titles[number - 1]), "\(title)") }
    // Those that are the best together are called by these numbers.
    if let set = report.sources.fixSet {
      let numbers = titles.indices.filter { set.changes.contains(report.changes[$0].id) }.map { $0 + 1 }
      let words =
        inTerminal.isEmpty
        ? "1 change takes"
        : numbers.count == 1
          ? "change \(numbers[0]) takes"
          : "changes \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(numbers.last ?? 0) together take"
      #expect(terminal.contains(words) && markdown.contains(words), "\(words)")
    }
    // The closing tip is the first of them.
    let first = terminal.components(separatedBy: "\nWhat to do first\n→ ").last?.components(separatedBy: "\n").first
    #expect(titles[0].hasPrefix(first ?? "?"), "\(first ?? "none")")
  }

  /// The tip of a report with sources compares with the sources that were recorded, or no prediction would be held to anything.
  @Test func theTipChecksThePrediction() throws {
    let tool = try Tool()
    let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/expanded-row/before")
    try FileManager.default.copyItem(at: scenario, to: tool.folder.appendingPathComponent("app"))
    let log = try #require(
      FileManager.default.contentsOfDirectory(atPath: scenario.path).filter { $0.contains(".log") }.sorted().first)
    let text = try tool("app/" + log, "--sources", "app/Sources").text
    #expect(text.contains("before you change it: mkdir -p /tmp/before && cp -R app/Sources /tmp/before\n"), "\(text)")
    let tip = "--to AFTER --sources-before /tmp/before --sources-after app/Sources\n"
    #expect(text.contains("then record again: whyredraw compare app/\(log) " + tip), "\(text)")
  }

  /// Advice for other sources than those that were recorded is worth little, and somebody has to say so.
  @Test func sourcesOfAnotherVersionAreSaid() throws {
    let tool = try Tool()
    let feed =
      "import SwiftUI\nstruct Feed: View {\n  KEPT router: Int\n  var body: some View { Text(\"\\(router)\") }\n}\n"
    try tool.write("now/Feed.swift", feed.replacing("KEPT", with: "let"))
    try tool.write("then/Feed.swift", feed.replacing("KEPT", with: "@Binding var"))
    try tool.write(
      "run.log", "Feed: @self, @identity, _router changed.\n" + String(repeating: "Feed: _router changed.\n", count: 9))
    let warning = "the sources are not those that were recorded: 'Feed' has no 'router' that could change"
    for format in ["terminal", "markdown", "html"] {
      let now = try tool("run.log", "--sources", "now", "--format", format).text
      #expect(now.replacing(#/\n +/#, with: " ").replacing("&#39;", with: "'").contains(warning), "\(now)")
      #expect(
        try !tool("run.log", "--sources", "then", "--format", format).text.contains("not those that were recorded"))
    }
  }

  /// A column of causes says which cause is the main one, however narrow the terminal.
  @Test(arguments: [80, 100, 120, 160]) func theMainCauseIsAlwaysNamed(_ width: Int) throws {
    let tool = try Tool()
    let causes = (0..<6).map { "_propertyNumber\($0)" }
    for view in ["RecipeListContainerView", "SettingsDetailSectionView"] {
      try tool.write(
        "\(view).log",
        "\(view): @self, @identity, \(causes.joined(separator: ", ")) changed.\n"
          + causes.map { String(repeating: "\(view): \($0) changed.\n", count: 20) }.joined()
          + String(repeating: "\(view): _propertyNumber3, _propertyNumber4 changed.\n", count: 9))
    }
    let rows =
      try tool.drawn(".", columns: width).components(separatedBy: "Views with the most updates\n").last?
      .components(separatedBy: "\n\n").first?.split(separator: "\n").filter { $0.contains("View ") } ?? []
    for row in rows.dropFirst() {
      #expect(!row.contains(" …"), "\(row)")
      #expect(row.contains("propertyNumber3") && row.contains("+"), "\(row)")
    }
    #expect(rows.count > 2)
  }

  @Test func whatTopLeavesOutIsCounted() throws {
    let tool = try Tool()
    let rows = (0..<6).map {
      "struct Row\($0): View { let title: String; var body: some View { ForEach(0..<3, id: \\.self) { _ in Text(title).id(UUID()) } } }"
    }
    try tool.write("App/Rows.swift", "import SwiftUI\n" + rows.joined(separator: "\n") + "\n")
    let all = try tool("lint", "App", "--all")
    let count = all.text.split(separator: "\n").count { $0.hasPrefix("App/Rows.swift:") }
    #expect(count >= 6)
    let few = try tool("lint", "App", "--all", "--top", "2")
    #expect(few.text.split(separator: "\n").count { $0.hasPrefix("App/Rows.swift:") } == 2)
    #expect(few.text.contains("; \(count - 2) more beyond '--top'\n"), "\(few.text)")
    #expect(
      try tool("lint", "App", "--all", "--top", "2", "--format", "markdown").text.contains("\(count - 2) more beyond"))
    #expect(!all.text.contains("beyond"))
  }

  @Test(arguments: [
    (
      "record --dry-run -o a.gz", "xcrun simctl spawn booted log stream --style ndjson --level info", " | gzip > a.gz\n"
    ),
    (
      "record --dry-run --from mac -o a.gz --duration 9 -- run tests", " | gzip > a.gz &   # ends after 9 s\n",
      "\nrun tests   # and then the recording ends\n"
    ),
  ]) func aDryRunPrintsAllThatWouldBeRun(_ line: String, _ first: String, _ second: String) throws {
    let tool = try Tool()
    let result = try run(
      Tool.executable.path, line.split(separator: " ").map(String.init), folder: tool.folder)
    #expect(result.exitCode == 0)
    #expect(result.text.contains(first) && result.text.contains(second), "\(result.text)")
  }

  /// What a finding blames on an argument, the view's page does not acquit; and who keeps a value decides its colour.
  @Test func aPageDoesNotContradictItself() throws {
    let tool = try Tool()
    try tool.write(
      "App/Feed.swift",
      """
      import SwiftUI
      final class Store: ObservableObject { @Published var count = 0 }
      struct Feed: View {
        @State private var offset = 0
        @EnvironmentObject var store: Store
        var body: some View {
          VStack { Text("\\(offset) \\(store.count)"); Cell(onTap: { print(offset) }, title: "a") }
        }
      }
      struct Cell: View {
        var onTap: () -> Void
        let title: String
        var body: some View { Text(title).onTapGesture(perform: onTap) }
      }

      """)
    let change = "Feed: _offset changed.\nCell: @self changed.\n"
    let store = "Feed: _store changed.\nCell: @self changed.\n"
    try tool.write(
      "run.log",
      "Feed: @self, @identity, _offset, _store changed.\nCell: @self, @identity changed.\n"
        + String(repeating: change, count: 30) + String(repeating: store, count: 30))
    let page = try tool("run.log", "--sources", "App", "--all", "--format", "html").text.replacing("<wbr>", with: "")
    let reads = page.matches(of: /<mark class="heat-\d">(\w+)<\/mark><\/th><td>([^<]*)</)
      .map { (String($0.output.1), String($0.output.2)) }
    let onTap = reads.filter { $0.0 == "onTap" }.map(\.1)
    #expect(!onTap.isEmpty && onTap.allSatisfy { $0.contains("as a finding tells") }, "\(reads)")
    #expect(reads.filter { $0.0 == "title" }.allSatisfy { !$0.1.contains("never") }, "\(reads)")
    #expect(page.contains("own state, such as @State") && page.contains("environment or binding"))
    let strips = page.components(separatedBy: "<div class=\"strips\"").last ?? ""
    #expect(strips.contains("class=\"dependency\"") && strips.contains("class=\"property\""), "both colours are drawn")
    let without = try tool("run.log", "--format", "html").text
    #expect(without.contains("a property of the view, such as @State or @EnvironmentObject"))
  }
}
