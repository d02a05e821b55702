internal import Foundation
internal import TestSupport
internal import Testing

/// `--sources` through the executable: analyze, compare and gate.
@Suite struct DiagnosisCommandTests {
  private static let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/expanded-row").path

  private static let rows = """
    import SwiftUI
    @Observable final class Settings { var theme = "a"; var size = 1 }
    struct ProfileRow: View {
      let settings: Settings
      var body: some View { Text("\\(settings.size)") }
    }

    """

  private func json(_ result: CommandResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  @Test func analyzeNamesTheFixAndWhatItSaves() throws {
    let tool = try Tool()
    let result = try tool(
      "\(Self.scenario)/before", "--sources", "\(Self.scenario)/before/Sources", "--format", "json", "--no-cache")
    #expect(result.exitCode == 0)
    let report = try json(result)
    let finding = try #require((report["findings"] as? [[String: Any]])?.first)
    #expect(finding["rule"] as? String == "state_scoped_too_high")
    #expect(finding["grade"] as? String == "proven")
    let measured = try #require(finding["measured"] as? [String: Any])
    let (updates, predicted) = (measured["updates"] as? Int ?? 0, measured["predictedUpdates"] as? Int ?? 0)
    #expect(updates > predicted && predicted > 0)
    #expect(measured["avoidable"] as? Int == updates - predicted)
    let totals = try #require(report["totals"] as? [String: Any])
    #expect((totals["avoidable"] as? Int ?? 0) > 0)
    let views = try #require(report["views"] as? [[String: Any]])
    #expect(views.contains { ($0["source"] as? [String: Any])?["line"] is Int })
    for format in ["terminal", "markdown", "html", "sarif"] {
      let text = try tool(
        "\(Self.scenario)/before", "--sources", "\(Self.scenario)/before/Sources", "--format", format, "--no-cache")
      #expect(text.exitCode == 0 && text.text.contains("state_scoped_too_high"), "\(format)")
    }
  }

  /// What the times of a trace show does not depend on what is printed.
  @Test func findingsAreTheSameInEveryFormat() throws {
    let tool = try Tool()
    try tool.write(
      "App/Row.swift",
      """
      import SwiftUI
      struct UploadRow: View {
        @State private var progress = 0.0
        var body: some View {
          ProgressView(value: progress).onReceive(uploads) { note in
            guard let progress = note.userInfo?["progress"] as? Double else { return }
            self.progress = progress
          }
        }
      }

      """)
    let lines = (0..<400).map { number in
      let microseconds = String("000000\(number % 40 * 25_000)".suffix(6))
      let second = String("0\(number / 40)".suffix(2))
      let time = "2025-11-08 10:12:\(second).\(microseconds)+0100"
      return time + " App[1:2] [Changed Body Properties] UploadRow: _progress changed."
    }
    try tool.write("run.log", lines.joined(separator: "\n") + "\n")
    for format in ["terminal", "markdown", "html", "json", "sarif"] {
      let result = try tool("run.log", "--sources", "App", "--format", format, "--no-cache")
      #expect(result.exitCode == 0 && result.text.contains("hot_path_state_write"), "\(format): \(result.text)")
    }
  }

  @Test func missingAndEmptySourcesAreErrors() throws {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    let missing = try tool("run.log", "--sources", "nowhere", "--no-cache")
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("nowhere: no such file or folder"))
    try tool.write("empty/notes.txt", "nothing")
    let empty = try tool("run.log", "--sources", "empty", "--no-cache")
    #expect(empty.exitCode == 65)
    #expect(empty.errors.contains("no Swift file in it"))
  }

  @Test func compareBlamesTheNewDependency() throws {
    let tool = try Tool()
    try tool.write("old/Row.swift", Self.rows)
    try tool.write("new/Row.swift", Self.rows.replacing("settings.size)", with: "settings.size) \\(settings.theme)"))
    let start = "ProfileRow: @self, @identity changed.\n"
    try tool.write("before.log", start + String(repeating: "ProfileRow: \\Settings.size changed.\n", count: 4))
    try tool.write("after.log", start + String(repeating: "ProfileRow: \\Settings.theme changed.\n", count: 40))
    let result = try tool(
      "compare", "before.log", "--to", "after.log", "--sources-before", "old", "--sources-after", "new")
    #expect(result.exitCode == 0)
    #expect(result.text.contains("new edge 'Settings.theme → ProfileRow'"))
    #expect(result.text.contains("new/Row.swift:5"))
    let words = result.text.replacing(#/\n +/#, with: " ")
    #expect(words.contains("'ProfileRow' reads it at new/Row.swift:5, and did not before"), "\(words)")
    #expect(try tool("compare", "before.log", "--to", "after.log", "--sources-before", "old").exitCode == 64)
  }

  @Test func compareHoldsThePredictionAgainstWhatCame() throws {
    let tool = try Tool()
    let result = try tool(
      "compare", "\(Self.scenario)/before", "--to", "\(Self.scenario)/after", "--sources-before",
      "\(Self.scenario)/before/Sources", "--sources-after", "\(Self.scenario)/after/Sources")
    #expect(result.exitCode == 0)
    #expect(result.text.contains("'state_scoped_too_high' is gone from the sources: its fix was predicted to leave"))
  }

  @Test func avoidableUpdatesAreGatedWhereThereAreSources() throws {
    let tool = try Tool()
    let (before, after) = ("\(Self.scenario)/before", "\(Self.scenario)/after")
    try tool.write(
      ".whyredraw.yml",
      "gate: {metrics: {avoidable: error}}\nbudgets:\n  - {view: RecipeList*, avoidable: [error, {max: 0}]}\n")
    let without = try tool("baseline", before, "-o", "Redraws.lock")
    #expect(without.exitCode == 65 && without.errors.contains("'avoidable' is gated, and these runs have none"))
    #expect(try tool("baseline", before, "-o", "Redraws.lock", "--sources", "\(before)/Sources").exitCode == 0)
    #expect(tool.text("Redraws.lock")?.contains("\n- RecipeRow avoidable 192 192\n") == true)
    #expect(try tool("gate", before, "--sources", "\(before)/Sources").exitCode == 0)
    #expect(try tool("gate", before).exitCode == 2, "without sources nobody knows")
    #expect(try tool("baseline", after, "-o", "fixed.lock", "--sources", "\(after)/Sources").exitCode == 0)
    let worse = try tool("gate", before, "--sources", "\(before)/Sources", "--baseline", "fixed.lock")
    #expect(worse.exitCode == 1 && worse.text.contains("✗ error  RecipeRow  avoidable, regression"))
    #expect(worse.text.contains("new: none before, 192 now"))
  }

  @Test func renamedViewsArePairedByTheirBodies() throws {
    let tool = try Tool()
    let old = "import SwiftUI\nstruct Row: View { let a: Int; var body: some View { Text(\"\\(a)\").bold() } }\n"
    try tool.write("old/Row.swift", old)
    try tool.write("new/Cell.swift", old.replacing("struct Row", with: "// Was a row.\nstruct Cell"))
    let rest = "List: @self, @identity changed.\n"
    for run in 1...3 {
      try tool.write("base/\(run).log", rest + String(repeating: "Row: _a changed.\n", count: 4))
      try tool.write(
        "now/\(run).log",
        rest + "Head: @self, @identity changed.\n" + String(repeating: "Cell: _b changed.\n", count: 7))
    }
    // What they are evaluated for would tell, were it the same.
    #expect(try tool("baseline", "base", "-o", "plain.lock").exitCode == 0)
    #expect(try tool("baseline", "base", "-o", "Redraws.lock", "--sources", "old").exitCode == 0)
    let unpaired = try tool("gate", "now", "--baseline", "plain.lock")
    #expect(unpaired.exitCode == 2 && unpaired.text.contains("1 view gone"), "with all updates: \(unpaired.text)")
    let paired = try tool("gate", "now", "--sources", "new")
    #expect(paired.exitCode == 1 && paired.text.contains("renamed from 'Row'"))
    #expect(
      try tool("gate", "now", "--baseline", "plain.lock", "--sources", "new", "--sources-base", "old").exitCode == 1)
  }

  @Test func gateDiagnosesTheRegression() throws {
    let tool = try Tool()
    try tool.write("old/Row.swift", Self.rows)
    try tool.write("new/Row.swift", Self.rows.replacing("settings.size)", with: "settings.size) \\(settings.theme)"))
    let start = "ProfileRow: @self, @identity changed.\n"
    for run in 1...3 {
      try tool.write(
        "base/\(run).log", start + String(repeating: "ProfileRow: \\Settings.size changed.\n", count: 4))
      try tool.write(
        "now/\(run).log", start + String(repeating: "ProfileRow: \\Settings.theme changed.\n", count: 40))
    }
    #expect(try tool("baseline", "base", "-o", "Redraws.lock").exitCode == 0)
    let result = try tool("gate", "now", "--sources", "new", "--sources-base", "old")
    #expect(result.exitCode == 1)
    #expect(result.text.contains("new edge 'Settings.theme → ProfileRow'"))
  }
}
