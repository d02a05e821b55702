internal import Foundation
internal import TestSupport
internal import Testing

/// Reports that were narrowed by `--view` or `--top`: their counts, changes and commands are about what was asked for.
@Suite struct NarrowReportTests {
  /// A scenario with views besides that nobody recorded, and whose sources have something to find.
  private static func tool(_ scenario: String = "expanded-row") throws -> Tool {
    let tool = try Tool()
    let samples = Repository.root.appendingPathComponent("SampleTraces/Scenarios/\(scenario)/before").path
    try FileManager.default.copyItem(atPath: samples, toPath: tool.folder.path + "/app")
    try tool.write(
      "app/Sources/Other.swift",
      """
      import SwiftUI
      struct Other: View {
        let items: [String]
        var body: some View {
          let formatter = DateFormatter()
          ForEach(items, id: \\.self) { item in Text(item + formatter.string(from: Date())).id(UUID()) }
        }
      }
      struct Another: View {
        var body: some View { AnyView(Text("a")).id(UUID()) }
      }

      """)
    return tool
  }

  private static func report(_ tool: Tool, _ arguments: [String]) throws -> String {
    try run(
      Tool.executable.path, ["app/run-1.log.gz", "--sources", "app/Sources"] + arguments, folder: tool.folder
    ).text
  }

  /// The changes that the first line counts.
  private static func counted(_ text: String) -> Int {
    let first = text.split(separator: "\n").first ?? ""
    return first.matches(of: /(\d+) (?:error|warning|note)/).compactMap { Int($0.output.1) }.reduce(0, +)
  }

  /// What is said to be left out is what `--all` adds to the same report, whatever it was narrowed to.
  @Test(arguments: [[], ["--view", "RecipeRow"], ["--view", "RecipeListView"], ["--top", "1"], ["--view", "Rec*"]])
  func whatIsLeftOutIsWhatAllAdds(_ narrowing: [String]) throws {
    for scenario in ["expanded-row", "monolithic-body", "closure-argument"] {
      let tool = try Self.tool(scenario)
      let views = narrowing.contains("--view") && scenario != "expanded-row" ? ["--view", "*"] : narrowing
      let text = try Self.report(tool, views)
      let all = try Self.report(tool, views + ["--all"])
      let said = Self.flat(text).firstMatch(of: /(\d+) more findings? (?:of the sources|about these views)/).flatMap {
        Int($0.output.1)
      }
      #expect(Self.counted(all) - Self.counted(text) == said ?? 0, "\(scenario) \(views): \(text)\(all)")
    }
  }

  /// What 'lint' finds is among what '--all' adds, and nobody promises that it lists as many.
  @Test func lintListsNoMoreThanAll() throws {
    struct Report: Decodable {
      struct Finding: Decodable { let fingerprint, rule: String }
      let findings: [Finding]
    }
    func findings(_ text: String) throws -> Set<String> {
      Set(try JSONDecoder().decode(Report.self, from: Data(text.utf8)).findings.map { "\($0.rule) \($0.fingerprint)" })
    }
    for scenario in ["expanded-row", "monolithic-body", "closure-argument"] {
      let tool = try Self.tool(scenario)
      let linted = try findings(try tool("lint", "app/Sources", "--all", "--format", "json").text)
      let log = try #require(
        FileManager.default.contentsOfDirectory(atPath: tool.folder.path + "/app").sorted().first {
          $0.hasPrefix("run-")
        })
      let report = ["app/" + log, "--sources", "app/Sources"]
      let all = try findings(
        try run(Tool.executable.path, report + ["--all", "--format", "json"], folder: tool.folder).text)
      #expect(!linted.isEmpty && linted.isSubset(of: all), "\(scenario): \(linted.subtracting(all))")
      let text = Self.flat(try run(Tool.executable.path, report, folder: tool.folder).text)
      #expect(
        !text.contains("without evidence in this trace")
          || text.contains("without evidence in this trace: --all lists them, whyredraw lint those that need none"),
        "\(text)")
    }
  }

  /// Nothing of views that nobody asked for, and no total of changes that are not listed.
  @Test func whatBelongsToOtherViewsIsLeftOut() throws {
    let tool = try Tool()
    let log =
      "List: @self, @identity, _x changed.\nRow: @self, @identity changed.\nClock: @self, @identity, _now changed.\n"
      + String(repeating: "List: _x changed.\nRow: @self changed.\n", count: 30)
      + String(repeating: "Clock: _now changed.\n", count: 10)
    try tool.write("run.log", log)
    try tool.write(
      "App/Views.swift",
      """
      import SwiftUI
      struct List: View {
        @State private var x = 0
        var body: some View {
          VStack {
            Text("\\(x)").onTapGesture { x += 1 }
            Row(tapped: { print("tapped") })
          }
        }
      }
      struct Row: View {
        var tapped: () -> Void
        var body: some View { Text("row").onTapGesture(perform: tapped) }
      }
      struct Clock: View {
        @State private var now = 0
        var body: some View { Text("\\(now)").onTapGesture { now += 1 } }
      }

      """)
    let whole = try tool("run.log", "--sources", "App").text
    #expect(whole.contains("takes 70 updates down to"), "\(whole)")
    let clock = try tool("run.log", "--sources", "App", "--view", "Clock").text
    #expect(!clock.contains("updates down to") && !clock.contains("'Row'"), "\(clock)")
    let page = try tool("run.log", "--sources", "App", "--view", "Clock", "--format", "html").text
    #expect(!page.contains("would take 70 updates"))
    // What saves updates of the view stays, wherever it is made.
    let row = try tool("run.log", "--sources", "App", "--view", "Row").text
    #expect(row.contains("updates down to") && row.contains("'tapped'"), "\(row)")
  }

  /// The command for the patch gives the patch of the change above it.
  @Test func thePatchCommandKeepsTheViews() throws {
    let tool = try Self.tool("non-equatable-status")
    let text = try Self.report(tool, [])
    let narrowed = try Self.report(tool, ["--view", "*Row*"])
    for (report, words) in [(text, ""), (narrowed, " --view '*Row*'")] {
      let line = report.split(separator: "\n").first { $0.hasPrefix("  patch: ") }
      if let line { #expect(line.contains("\(words) --top 1 --format diff | git apply"), "\(line)") }
    }
    #expect(text.contains("\n  patch: "), "\(text)")
  }

  /// Each card of a warning has a patch or says why it has none.
  @Test func aCardWithoutAPatchSaysWhy() throws {
    struct Report: Decodable {
      struct Finding: Decodable { var patch, patchRefusal: String? }
      var findings: [Finding]
    }
    for scenario in ["expanded-row", "monolithic-body", "non-equatable-status", "hot-scroll-state"] {
      let tool = try Self.tool(scenario)
      let json = try Self.report(tool, ["--all", "--format", "json"])
      let findings = try JSONDecoder().decode(Report.self, from: Data(json.utf8)).findings
      #expect(!findings.isEmpty && findings.allSatisfy { ($0.patch == nil) != ($0.patchRefusal == nil) }, "\(scenario)")
      let text = Self.flat(try Self.report(tool, []))
      for card in text.components(separatedBy: "\n\n").filter({ $0.contains("▲ warning  ") || $0.contains("✗ error  ") }
      )
      where !card.contains("Best changes") {
        #expect(card.contains("no patch: ") || text.contains("patch: whyredraw"), "\(scenario): \(card)")
      }
    }
  }

  private static func flat(_ text: String) -> String { text.replacing(/\n +/, with: " ") }
}
