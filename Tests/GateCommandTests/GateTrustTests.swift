import Foundation
import TestSupport
import Testing

/// Green means that nothing got worse: what a capture lost, what a baseline cannot know, and what only moved to another
/// number is said.
@Suite struct GateTrustTests {
  @Test(arguments: [0.88, 0.8, 0.62]) func runsThatAllEndEarlyAreInconclusive(_ share: Double) throws {
    let tool = try GateTool.recorded()
    var recording = Recording()
    recording.share = share
    try tool.write(recording, "cut")
    let cut = try tool("gate", "cut")
    #expect(cut.exitCode == 2 && flat(cut.text).contains("was it cut off?"), "\(cut.text)")
    // A rise does not hide in what is lost, and is no reason to believe the rest.
    recording.first = 30
    try tool.write(recording, "worse")
    #expect(try tool("gate", "worse").exitCode == 2)
  }

  /// All that was done before, in half of the time, is no loss; at twice the rate it fails where rates are gated.
  @Test func whatDoesTheSameInLessTimeWasNotCutOff() throws {
    let tool = try GateTool.recorded()
    var recording = Recording()
    recording.milliseconds = 50
    try tool.write(recording, "fast")
    let fast = try tool("gate", "fast")
    #expect(fast.exitCode == 0 && flat(fast.text).contains("those of the baseline"), "\(fast.text)")
    try tool.write("rate.yml", "gate: {metrics: {perSecond: error}}\n")
    let rate = try tool("gate", "fast", "--config", "rate.yml")
    #expect(rate.exitCode == 1 && rate.text.hasPrefix("✗ failed: 8 regressions"), "\(rate.text)")
    recording = Recording()
    recording.updates = 40
    try tool.write(recording, "twice")
    #expect(flat(try tool("gate", "twice").text).contains("if they do more, they count more"))
  }

  @Test func aBaselineTakesNoRunThatIsNotWhole() throws {
    let tool = try GateTool.recorded()
    var recording = Recording()
    recording.share = 0.7
    try tool.write([Recording(), Recording(), recording], "mixed")
    let refused = try tool("baseline", "mixed", "-o", "mixed.lock")
    #expect(refused.exitCode == 65 && refused.errors.contains("mixed/3.ndjson: "), "\(refused.errors)")
    #expect(refused.errors.contains("was it cut off?"))
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("mixed.lock").path))
    // Runs that are all alike are a baseline; what they replace had more, which is said.
    recording.without = [7]
    try tool.write(recording, "short")
    let replaced = try tool("baseline", "short", "-o", "Redraws.lock")
    #expect(replaced.exitCode == 0 && replaced.errors.contains("held more than what replaces it"), "\(replaced.errors)")
    #expect(replaced.errors.contains("'View7' is gone"), "\(replaced.errors)")
    #expect(try tool("gate", "short").exitCode == 0)
  }

  /// Whatever a baseline is written from passes against it, however few, noisy or odd the runs.
  @Test(arguments: [[20], [20, 23], [20, 20, 20], [20, 20, 20, 20, 40], [5, 30, 11], [0, 20]])
  func whatABaselineIsMadeOfPasses(_ updates: [Int]) throws {
    let tool = try GateTool()
    let recordings = updates.map { number in
      var recording = Recording()
      recording.first = number
      return recording
    }
    try tool.write(recordings, "runs")
    #expect(try tool("baseline", "runs", "-o", "Redraws.lock").exitCode == 0)
    let gate = try tool("gate", "runs")
    #expect(gate.exitCode == 0, "\(gate.text)")
    #expect(try tool("gate", "runs", "--ratchet").exitCode == 0)
  }

  @Test(arguments: [1, 2]) func nothingThatRisesOverFewRunsIsGreen(_ runs: Int) throws {
    let tool = try GateTool()
    try tool.write(Array(repeating: Recording(), count: runs), "few")
    #expect(try tool("baseline", "few", "-o", "Redraws.lock").exitCode == 0)
    var recording = Recording()
    recording.first = 21
    try tool.write(recording, "after")
    let result = try tool("gate", "after")
    #expect(result.exitCode == 2 && result.text.contains("1 view rose in too few runs to tell"), "\(result.text)")
    #expect(result.text.contains("is inconclusive above 20"), "\(result.text)")
  }

  @Test func whatIsMadeAnewInsteadOfUpdatedIsNoImprovement() throws {
    let tool = try GateTool.recorded()
    var recording = Recording()
    recording.remade = 20
    try tool.write(recording, "remade")
    let remade = try tool("gate", "remade")
    #expect(remade.exitCode == 0 && remade.text.hasPrefix("✓ passed: 1 warning\n"), "\(remade.text)")
    #expect(flat(remade.text).contains("made anew instead of updated"), "\(remade.text)")
    for metric in ["initial", "recreated"] {
      try tool.write("strict.yml", "gate: {metrics: {\(metric): error}}\n")
      #expect(try tool("gate", "remade", "--config", "strict.yml").exitCode == 1, "\(metric)")
    }
    recording = Recording()
    recording.appearances = 6
    try tool.write(recording, "appearing")
    let appearing = try tool("gate", "appearing")
    #expect(appearing.exitCode == 0 && appearing.text.hasPrefix("✓ passed: 8 warnings\n"), "\(appearing.text)")
    #expect(appearing.text.contains("the limit: warns above 4"), "\(appearing.text)")
  }

  @Test func furtherRunsThatRiseAreNeverSilent() throws {
    let tool = try GateTool.recorded()
    var worse = Recording()
    worse.first = 40
    let calm = Recording()
    for (index, (now, further, code))
      in ([
        ([calm, calm, calm], [worse, worse, worse], 2), ([calm, calm, worse], [worse, worse, worse], 2),
        ([calm, worse, worse], [worse, worse, worse], 1), ([calm, worse, worse], [calm, calm, calm], 0),
        ([worse, worse, worse], [worse, worse, worse], 1), ([worse, worse, worse], [calm, calm, calm], 0),
        ([calm, calm, calm], [calm, calm, worse], 2), ([worse, worse, worse], [calm], 2),
        ([worse, worse, worse], [worse, worse, calm], 2),
      ] as [([Recording], [Recording], Int32)]).enumerated()
    {
      let again = "again-\(index)"
      try tool.write(now, "now", from: 1)
      try tool.write(further, again, from: 5)
      let result = try tool("gate", "now", "--confirm", again)
      #expect(
        result.exitCode == code, "\(now.map { $0.first ?? 20 }) \(further.map { $0.first ?? 20 }): \(result.text)")
      let runs = now.count + further.count
      let risen = (now + further).count { $0.first == 40 }
      if now.contains(where: { $0.first == 40 }) || code == 2 {
        let said = "\(risen) of \(runs) runs of this build are above the limit"
        for format in ["terminal", "markdown", "github", "junit", "json", "html"] {
          let text = try tool("gate", "now", "--confirm", again, "--format", format).text
          #expect(flat(text).contains(said), "\(format): \(text)")
          #expect(text.contains(/again:? [24]0|"confirmation"/), "\(format): \(text)")
        }
      }
      if code == 2 {
        #expect(result.text.hasPrefix("! inconclusive: 1 view rose in some runs and not in others"), "\(result.text)")
        #expect(!result.text.contains("record 3 runs"), "there are six")
      }
      let explained = try tool("gate", "now", "--confirm", again, "--explain", "View0")
      #expect(explained.text.contains("again: "), "\(explained.text)")
    }
    try tool.write([calm, calm, worse], "now")
    let noted = try tool("gate", "now")
    #expect(
      noted.exitCode == 2 && flat(noted.text).contains("more in 1 of 3 runs, and clearly: "), "\(noted.text)")
  }

  @Test func aViewThatIsGoneWithMuchOfTheUpdatesIsNoPass() throws {
    let tool = try GateTool.recorded()
    var few = Recording()
    few.without = [7]
    try tool.write(few, "few")
    var many = Recording()
    many.without = [5, 6, 7]
    try tool.write(many, "many")
    let passed = try tool("gate", "few")
    #expect(passed.exitCode == 0 && passed.text.hasPrefix("✓ passed: 1 warning, 1 view gone"), "\(passed.text)")
    let open = try tool("gate", "many")
    #expect(open.exitCode == 2 && open.text.hasPrefix("! inconclusive: 3 views gone"), "\(open.text)")
    #expect(open.text.contains("whyredraw baseline many -o Redraws.lock"), "\(open.text)")
    // Of a view that was asked for there is nothing to judge; a commit without it is neither good nor bad.
    for (arguments, code) in [
      (["few", "--view", "View7"], 2), (["few", "--view", "View7", "--explain", "View7"], 2),
      (["few", "--bisect"], 125),
      (["few", "--view", "View7", "--bisect"], 125), (["few", "--view", "View1", "--bisect"], 0),
      (["few", "--view", "Nope"], 65),
    ] as [([String], Int32)] {
      let result = try run(GateTool.executable.path, ["gate"] + arguments, folder: tool.folder)
      #expect(result.exitCode == code, "\(arguments): \(result.text)\(result.errors)")
      #expect(!result.text.contains("hold no evaluations") || code == 65)
    }
    try tool.write("off.yml", "gate: {removed: off}\n")
    #expect(try tool("gate", "many", "--config", "off.yml").exitCode == 0)
    try tool.write("error.yml", "gate: {removed: error}\n")
    #expect(try tool("gate", "few", "--config", "error.yml").exitCode == 1)
  }

  @Test func oneOddRunOfTheBaselineIsNamed() throws {
    let tool = try GateTool()
    var odd = Recording()
    odd.first = 45
    try tool.write([Recording(), Recording(), odd, Recording(), Recording()], "odd")
    let written = try tool("baseline", "odd", "-o", "Redraws.lock")
    #expect(written.exitCode == 0 && written.errors.contains("far above its others for 'View0' (20, 20, 45, 20, 20)"))
    odd.first = 30
    try tool.write(odd, "after")
    let result = try tool("gate", "after")
    #expect(result.exitCode == 0 && result.text.hasPrefix("✓ passed: 1 warning\n"), "\(result.text)")
    #expect(flat(result.text).contains("more than in all runs of the baseline but one: 20 and once 45 before, 30 now"))
    #expect(flat(try tool("gate", "odd").text).contains("one run of the baseline lies far above its others"))
  }

  @Test func causesAreThoseOfARunWhateverScenariosThereAre() throws {
    let tool = try GateTool.recorded()
    try tool("baseline", "--scenario", "a=before", "--scenario", "b=before", "-o", "two.lock")
    var worse = Recording()
    worse.first = 40
    try tool.write(worse, "after")
    let two = try tool("gate", "--scenario", "a=before", "--scenario", "b=after", "--baseline", "two.lock")
    #expect(
      two.exitCode == 1 && flat(two.text).contains("evaluated for x 44, @identity 4, @self 4 in a run"), "\(two.text)")
  }

  @Test func whatIsHeldToNothingIsNotGreen() throws {
    let tool = try GateTool.recorded()
    try tool.write("off.yml", "gate: {metrics: {updates: off}}\n")
    let off = try tool("gate", "before", "--config", "off.yml")
    #expect(off.exitCode == 2 && off.text.hasPrefix("! inconclusive: nothing is gated"), "\(off.text)")
    #expect(try tool("baseline", "before", "--config", "off.yml", "-o", "off.lock").exitCode == 0)
    try tool.write("idle.yml", "budgets:\n  - view: Viwe0\n    updates: [warn, {max: 2}]\n")
    let idle = try tool("gate", "before", "--config", "idle.yml")
    #expect(idle.exitCode == 0 && idle.text.hasPrefix("✓ passed: 1 budget matches no view"), "\(idle.text)")
  }

  @Test(arguments: [([20, 20, 40], 0), ([20, 40], 2), ([40, 40, 20], 1), ([20], 0), ([40], 1)] as [([Int], Int32)])
  func runsAboveABudgetAreSaidWhereTheMedianKeepsIt(_ updates: [Int], _ code: Int32) throws {
    let tool = try GateTool()
    try tool.write(".whyredraw.yml", "budgets:\n  - view: View0\n    updates: 30\n")
    for (index, number) in updates.enumerated() {
      var recording = Recording()
      recording.first = number
      try tool.write("runs/\(index).ndjson", recording.text(index))
    }
    let result = try tool("gate", "runs")
    #expect(result.exitCode == code, "\(result.text)")
    if updates == [20, 20, 40] { #expect(flat(result.text).contains("1 of 3 runs are above it"), "\(result.text)") }
    if updates == [20, 40] { #expect(flat(result.text).contains("one of two runs is above the budget")) }
  }

  @Test func calibrationIsMarkdownAndJSONAsWell() throws {
    let tool = try GateTool.recorded()
    let markdown = try tool("calibrate", "before", "--format", "markdown").text
    #expect(markdown.contains("| `View0` | deterministic | 20 in all 4 runs |"), "\(markdown)")
    let text = try tool("calibrate", "before", "--format", "json").text
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(json?["kind"] as? String == "calibration" && (json?["entries"] as? [Any])?.count == 8)
  }

  @Test func whatIsAskedForIsRepeatedAndSaid() throws {
    let tool = try GateTool.recorded()
    try tool("baseline", "before", "--metric", "updates", "-o", "updates.lock")
    var worse = Recording()
    worse.first = 40
    try tool.write(worse, "after")
    let text = try tool("gate", "after", "--baseline", "updates.lock").text
    #expect(text.contains("whyredraw baseline after --metric updates -o updates.lock"), "\(text)")
    let slack = try tool("gate", "after", "--slack", "-1")
    #expect(slack.exitCode == 64 && slack.errors.contains("'--slack' takes a whole number from 0"), "\(slack.errors)")
    #expect(try tool("gate", "after", "--top", "-1").errors.contains("'--top'"))
    let explained = try tool("gate", "after", "--explain", "View0", "--format", "json")
    #expect(explained.exitCode == 64 && explained.errors.contains("'--explain' prints text"), "\(explained.errors)")
    var two = Recording().text(1)
    two += Recording().text(1).replacing("\"processID\":5", with: "\"processID\":6")
    try tool.write("two.ndjson", two)
    #expect(flat(try tool("gate", "two.ndjson").text).contains("holds 2 processes, whose numbers are added up"))
  }
}
