import Foundation
import TestSupport
import Testing

/// What a strict user needs of a check that has to pass: no way around it, and no word that contradicts another.
@Suite struct RequiredCheckTests {
  @Test func whatIsMadeAnewAndEvaluatedMoreIsNeverGreen() throws {
    let tool = try GateTool.recorded()
    try tool("baseline", "before", "--metric", "updates", "-o", "updates.lock")
    var remade = Recording()
    remade.first = 60
    remade.remade = 20
    try tool.write(remade, "remade")
    let open = try tool("gate", "remade")
    #expect(open.exitCode == 2, "\(open.text)")
    let lines = open.text.split(separator: "\n")
    #expect(lines.first == "! inconclusive: 1 view made anew instead of updated, and evaluated more", "\(open.text)")
    #expect(lines.dropFirst().first?.hasPrefix("  evaluations in a run 192 → 232, first appearances included") == true)
    #expect(flat(open.text).contains("of them updates 160 → 140 (medians of 8 views"), "\(open.text)")
    for metrics in ["evaluations: error", "initial: error"] {
      try tool.write("strict.yml", "gate: {metrics: {\(metrics)}}\n")
      #expect(try tool("gate", "remade", "--config", "strict.yml").exitCode == 1, "\(metrics)")
    }
    #expect(try tool("init", "-").text.contains("evaluations: error"))
    // A baseline that knows no first appearances calls none of it an improvement.
    let updates = try tool("gate", "remade", "--baseline", "updates.lock")
    #expect(updates.exitCode == 2 && !updates.text.contains("1 improvement"), "\(updates.text)")
    #expect(flat(updates.text).contains("no improvement that anybody could tell"), "\(updates.text)")
    var fixed = Recording()
    fixed.first = 10
    try tool.write(fixed, "fixed")
    #expect(try tool("gate", "fixed", "--baseline", "updates.lock").text.hasPrefix("✓ passed: 1 improvement\n"))
    // Further runs that are made anew as well leave it as open as it was.
    try tool.write([remade, remade, remade], "again", from: 11)
    for lock in ["Redraws.lock", "updates.lock"] {
      let again = try tool("gate", "remade", "--baseline", lock, "--confirm", "again")
      #expect(again.exitCode == 2, "\(lock): \(again.text)")
    }
  }

  @Test func theBaselinesOwnRunsAcquitOfNothing() throws {
    let tool = try GateTool.recorded()
    var worse = Recording()
    worse.first = 40
    try tool.write(worse, "worse")
    let own = try tool("gate", "worse", "--confirm", "before")
    #expect(own.exitCode == 2 && flat(own.text).contains("4 of the further runs are the baseline's own"), "\(own.text)")
    #expect(own.text.contains("no run is left to confirm anything"), "\(own.text)")
    try tool.write([Recording(), Recording(), Recording()], "calm", from: 21)
    let calm = try tool("gate", "worse", "--confirm", "calm")
    #expect(calm.exitCode == 0, "\(calm.text)")
    // Where nothing rises there is nothing to confirm.
    #expect(try tool("gate", "calm", "--confirm", "before").exitCode == 0)
  }

  @Test func aViewWhoseRunsDifferTooMuchIsNamedAndNotWavedThrough() throws {
    let tool = try GateTool()
    func recording(_ first: Int) -> Recording {
      var recording = Recording()
      recording.first = first
      return recording
    }
    try tool.write([10, 20, 14, 25, 12].map(recording), "noisy")
    let written = try tool("baseline", "noisy", "-o", "Redraws.lock")
    #expect(written.exitCode == 0)
    #expect(
      written.errors.contains("warning: the runs of 'View0' differ too much to ever fail it (10, 20, 14, 25, 12)"),
      "\(written.errors)")
    try tool.write(recording(80), "far")
    let far = try tool("gate", "far")
    #expect(far.exitCode == 2, "\(far.text)")
    #expect(far.text.hasPrefix("! inconclusive: 1 view rose far above a baseline that varies too much"), "\(far.text)")
    let explained = flat(try tool("gate", "far", "--explain", "View0").text)
    #expect(explained.contains("is inconclusive when all are above 40"), "\(explained)")
    try tool.write(".whyredraw.yml", "budgets:\n  - view: View0\n    updates: [error, {max: 30}]\n")
    #expect(try tool("gate", "far").exitCode == 1)
    #expect(!(try tool("baseline", "noisy", "-o", "other.lock").errors.contains("differ too much")))
  }

  /// Views that each print a property of their own.
  private static func log(_ views: [(name: String, cause: String, updates: Int)]) -> String {
    views.map { view in
      "\(view.name): @self, @identity, \(view.cause) changed.\n"
        + String(repeating: "\(view.name): \(view.cause) changed.\n", count: view.updates)
    }.joined()
  }

  @Test func whatViewsAreEvaluatedForTellsWhichWereRenamed() throws {
    let tool = try GateTool()
    let rest = [(name: "Stays", cause: "_s", updates: 90), (name: "Too", cause: "_t", updates: 90)]
    func write(_ folder: String, _ views: [(name: String, cause: String, updates: Int)]) throws {
      for index in 1...3 { try tool.write("\(folder)/\(index).log", Self.log(views + rest)) }
    }
    try write("before", [("Alpha", "_a", 8), ("Beta", "_b", 8)])
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    #expect(try tool.text("Redraws.lock").contains("@causes Alpha _a\n"))
    try write("two", [("Gamma", "_b", 8), ("Delta", "_a", 30)])
    let two = try tool("gate", "two")
    #expect(two.exitCode == 1 && two.text.hasPrefix("✗ failed: 1 regression\n"), "\(two.text)")
    #expect(two.text.contains("renamed from 'Alpha'"), "\(two.text)")
    try write("other", [("Banner", "_z", 300), ("Beta", "_b", 8)])
    let other = try tool("gate", "other")
    #expect(
      other.exitCode == 2 && other.text.contains("1 view new and evaluated much") && !other.text.contains("renamed"),
      "\(other.text)")
    try write("one", [("Gamma", "_a", 8), ("Beta", "_b", 8)])
    #expect(try tool("gate", "one").text.hasPrefix("✓ passed\n"))
  }

  @Test func whatIsNotJudgedIsCounted() throws {
    let tool = try GateTool.prepared()
    let narrow = try tool("gate", "after", "--view", "Head*")
    #expect(narrow.exitCode == 0 && narrow.text.contains("2 views of the runs were not asked for and not judged"))
    #expect(try tool("gate", "after", "--format", "json").text.contains("\"areFew\": false,\n    \"baseline\": 5"))
    #expect(try tool("gate", "after", "--format", "json").text.contains("\"minimum\": 3"))
  }

  /// Code hosts drop what has no place.
  @Test func whatHasNoLineOfItsOwnStandsInTheBaseline() throws {
    let tool = try GateTool.recorded()
    var remade = Recording()
    remade.remade = 20
    try tool.write(remade, "remade")
    let lines = try tool("gate", "remade", "--format", "gitlab").text
    #expect(lines.contains("\"path\": \"Redraws.lock\"") && !lines.contains("\"path\": \".\""), "\(lines)")
    let checkstyle = try tool("gate", "remade", "--format", "checkstyle").text
    #expect(checkstyle.contains("<file name=\"Redraws.lock\">") && !checkstyle.contains("line=\"0\""), "\(checkstyle)")
  }

  @Test func runsThatAllLastLongerAreSaid() throws {
    let tool = try GateTool.recorded()
    var longer = Recording()
    longer.updates = 22
    try tool.write(longer, "longer")
    let result = try tool("gate", "longer")
    #expect(result.exitCode == 1 && flat(result.text).contains("if they do more, they count more"), "\(result.text)")
  }
}
