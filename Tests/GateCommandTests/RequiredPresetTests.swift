import Foundation
import TestSupport
import Testing

/// What a strict owner of a pipeline needs of a check that has to pass.
@Suite struct RequiredPresetTests {
  private func flat(_ text: String) -> String { text.replacing(/\n +/, with: " ") }

  /// Views that each update a number of times, each for a property of its own.
  private static func log(_ updates: [String: Int], appearances: [String: Int] = [:]) -> String {
    updates.sorted { $0.key < $1.key }.map { name, count in
      let first = String(repeating: "\(name): @self, @identity, _\(name) changed.\n", count: appearances[name] ?? 1)
      return first + String(repeating: "\(name): _\(name) changed.\n", count: count)
    }.joined()
  }

  private static let calm = ["A": 20, "B": 24, "C": 40, "D": 16, "E": 30]

  /// Five runs of each, of which those of the baseline are `calm`.
  private func tool(_ now: [[String: Int]], before: [[String: Int]]? = nil, appearances: [String: Int] = [:]) throws
    -> GateTool
  {
    let tool = try GateTool()
    for (index, views) in (before ?? Array(repeating: Self.calm, count: 5)).enumerated() {
      try tool.write("before/\(index).log", Self.log(views))
    }
    for (index, views) in now.enumerated() {
      try tool.write("now/\(index).log", Self.log(views, appearances: appearances))
    }
    let written = try tool("baseline", "before", "-o", "Redraws.lock")
    #expect(written.exitCode == 0, "\(written.errors)")
    return tool
  }

  private func with(_ more: [String: Int]) -> [String: Int] { Self.calm.merging(more) { $1 } }

  // MARK: - New views

  @Test(arguments: [("Z", 400, 2), ("Z", 41, 2), ("Z", 15, 2), ("Z", 8, 0), ("Z", 1, 0)])
  func aNewViewThatDoesMuchIsOpen(_ name: String, _ updates: Int, _ code: Int32) throws {
    let tool = try tool(Array(repeating: with([name: updates]), count: 5))
    let result = try tool("gate", "now")
    #expect(result.exitCode == code, "\(updates): \(result.text)")
    if code == 0 { return #expect(result.text.contains("1 new view"), "\(result.text)") }
    #expect(result.text.hasPrefix("! inconclusive: 1 view new and evaluated much"), "\(result.text)")
    let text = flat(result.text)
    #expect(text.contains("'Z' new and much"), "\(text)")
    #expect(text.contains("whyredraw baseline now -o Redraws.lock"), "the way out: \(text)")
    #expect(try tool("gate", "now", "--format", "junit").text.contains("errors=\"1\""))
    // Whoever says what is to be made of new views gets just that; a budget decides as well.
    for (configuration, code) in [
      ("gate: {added: warn}", 0), ("gate: {added: off}", 0), ("gate: {added: error}", 1),
      ("gate: {preset: advisory}", 0),
      ("gate: {preset: required}", 1), ("budgets: [{view: Z, updates: [error, {max: 1000}]}]", 0),
      ("budgets: [{view: Z, updates: [error, {max: 2}]}]", 1),
    ] as [(String, Int32)] {
      try tool.write(".whyredraw.yml", configuration + "\n")
      let result = try tool("gate", "now")
      #expect(result.exitCode == code, "\(configuration): \(result.text)")
    }
  }

  @Test func aNewViewThatIsOnlyMadeAnewIsOpenAsWell() throws {
    let tool = try tool(Array(repeating: with(["Z": 0]), count: 5), appearances: ["Z": 300])
    #expect(try tool("gate", "now").exitCode == 2)
  }

  /// A view that took the place of others adds nothing.
  @Test func whatTakesThePlaceOfOthersIsNoStorm() throws {
    var now = Self.calm
    now["D"] = nil
    now["Z"] = 16
    let tool = try tool(Array(repeating: now, count: 5))
    let result = try tool("gate", "now")
    #expect(!result.text.contains("new and much"), "\(result.text)")
  }

  // MARK: - Views that swing

  @Test(arguments: [
    ([1, 7, 3, 2, 3], [15, 6, 18, 18, 6]), ([3, 5, 2, 3, 4], [18, 12, 3]),
    ([20, 18, 30, 12, 25], [44, 60, 52, 48, 31]),
    ([5, 9, 2, 8, 3], [16, 16, 25, 16, 16]),
  ]) func twiceAsMuchIsNeverSilent(_ before: [Int], _ now: [Int]) throws {
    let tool = try tool(now.map { with(["A": $0]) }, before: before.map { with(["A": $0]) })
    let result = try tool("gate", "now")
    #expect(result.exitCode == 2, "\(result.text)")
    #expect(flat(result.text).contains("'A' rose far above a baseline whose runs differ too much"), "\(result.text)")
    #expect(!result.text.contains("within the noise"), "\(result.text)")
    // Runs that are calm again take it back.
    for (index, value) in before.enumerated() {
      try tool.write("again/\(index).log", Self.log(with(["A": value, "B": 24])))
    }
    #expect(try tool("gate", "now", "--confirm", "again").exitCode == 0)
    // Runs that do the same once more do not.
    for (index, value) in now.enumerated() {
      try tool.write("same/\(index).log", Self.log(with(["A": value])))
    }
    #expect(try tool("gate", "now", "--confirm", "same").exitCode == 2)
  }

  @Test(arguments: [([7, 7, 8, 8, 9], [12, 10, 12]), ([7, 7, 8, 8, 9], [10, 11, 13, 10, 10])])
  func whatLiesOutsideOfTheBaselinesRunsIsNotWithinTheNoise(_ before: [Int], _ now: [Int]) throws {
    let tool = try tool(now.map { with(["A": $0]) }, before: before.map { with(["A": $0]) })
    let result = try tool("gate", "now")
    #expect(
      result.text.contains("A  ") || result.text.contains(" A:") || result.text.contains(" A\n"), "\(result.text)")
    for text in [
      result.text, try tool("gate", "now", "--explain", "A").text, try tool("gate", "now", "--format", "junit").text,
    ] {
      #expect(!text.contains("within the noise: \(before.min() ?? 0)"), "\(text)")
    }
    // What is within is said to be.
    let same = try tool("gate", "before", "--explain", "A")
    #expect(same.text.contains("the same: "), "\(same.text)")
  }

  // MARK: - Few runs

  /// Among views that vary, a slight rise of three runs is open, and five decide it.
  @Test func aSlightRiseOfFewRunsIsOpenWhereOthersVary() throws {
    let noisy = [20, 21, 20, 22, 20]
    let before = noisy.map { with(["A": $0]) }
    let slight = [20, 22, 21].map { with(["A": $0, "C": 41]) }
    let few = try tool(slight, before: before)
    let open = try few("gate", "now")
    #expect(open.exitCode == 2, "\(open.text)")
    #expect(
      flat(open.text).contains("'C' rose by little in all runs, which so few do by chance where other views vary"),
      "\(open.text)")
    for (index, value) in [21, 20, 20].enumerated() {
      try few.write("again/\(index).log", Self.log(with(["A": value, "C": 41, "B": 24])))
    }
    #expect(try few("gate", "now", "--confirm", "again").exitCode == 1)
    // Clear, or where nothing varies, it fails as ever; so it does in five runs.
    #expect(try tool([20, 22, 21].map { with(["A": $0, "C": 50]) }, before: before)("gate", "now").exitCode == 1)
    #expect(try tool(Array(repeating: with(["C": 41]), count: 3))("gate", "now").exitCode == 1)
    #expect(
      try tool([20, 22, 21, 20, 20].map { with(["A": $0, "C": 41]) }, before: before)("gate", "now").exitCode == 1)
  }

  // MARK: - The preset

  @Test func requiredWantsFiveRunsAndLooksAtAllThatViewsDo() throws {
    let tool = try tool(Array(repeating: Self.calm, count: 5))
    #expect(try tool("gate", "now", "--preset", "required").exitCode == 0)
    let few = try tool("gate", "now/0.log", "now/1.log", "now/2.log", "--preset", "required")
    #expect(few.exitCode == 2 && flat(few.text).contains("5 of each build are required"), "\(few.text)")
    #expect(try tool("gate", "now/0.log", "now/1.log", "now/2.log").exitCode == 0)
    try tool.write(".whyredraw.yml", "gate: {preset: required, minimum_runs: 3, removed: warn}\n")
    #expect(try tool("gate", "now/0.log", "now/1.log", "now/2.log").exitCode == 0)
    var gone = Self.calm
    gone["D"] = nil
    let removed = try self.tool(Array(repeating: gone, count: 5))
    #expect(try removed("gate", "now").exitCode == 0)
    #expect(try removed("gate", "now", "--preset", "required").exitCode == 1)
    // A view that is made anew once more with every update.
    let remade = try self.tool(Array(repeating: Self.calm, count: 5), appearances: ["A": 12])
    #expect(try remade("gate", "now").exitCode == 0)
    #expect(try remade("gate", "now", "--preset", "required").exitCode == 1)
    #expect(try tool("init", "-").text.contains("required"))
    #expect(flat(try tool("gate", "--help").text).contains("required"))
  }

  // MARK: - Ways out

  @Test func whatFailsIsNotOfferedAway() throws {
    var worse = Self.calm
    for name in ["A", "B", "C"] { worse[name] = (worse[name] ?? 0) + 1 }
    let open = try tool([worse, worse, worse, Self.calm])
    let inconclusive = try open("gate", "now")
    #expect(inconclusive.exitCode == 2 && inconclusive.text.contains("--slack 1"), "\(inconclusive.text)")
    func failing(_ views: [String: Int]) -> [String: Int] { views.merging(["E": 90]) { $1 } }
    let failed = try tool([worse, worse, worse, Self.calm].map(failing))("gate", "now")
    #expect(failed.exitCode == 1, "\(failed.text)")
    #expect(!failed.text.contains("--slack") && !failed.text.contains("relaxed"), "\(failed.text)")
  }

  @Test func aMissingScenarioNamesItsWayOut() throws {
    let tool = try GateTool()
    for index in 0..<3 {
      for name in ["scroll", "search"] { try tool.write("\(name)/\(index).log", Self.log(Self.calm)) }
    }
    try tool("baseline", "--scenario", "scroll=scroll", "--scenario", "search=search", "-o", "Redraws.lock")
    let result = try tool("gate", "--scenario", "scroll=scroll")
    #expect(result.exitCode == 2)
    #expect(
      flat(result.text).contains("If it is gone for good, write the baseline anew, or take its lines out"),
      "\(result.text)")
  }

  // MARK: - Calibrating

  @Test func aShareOfTooFewWaysIsNotTold() throws {
    let tool = try GateTool()
    for (index, value) in [7, 8, 9, 8, 7, 8, 9, 7, 8, 8].enumerated() {
      try tool.write("runs/\(index).log", Self.log(with(["A": value])))
    }
    func calibrate(_ runs: Int) throws -> String {
      flat(
        try run(GateTool.executable.path, ["calibrate"] + (0..<runs).map { "runs/\($0).log" }, folder: tool.folder).text
      )
    }
    for runs in 2...5 {
      let text = try calibrate(runs)
      #expect(text.contains("With \(runs) runs nobody can tell") && !text.contains("falsely red."), "\(text)")
    }
    let six = try calibrate(6)
    #expect(six.contains("3 runs against 3 of these, in 20 ways") && six.contains("that is rough"), "\(six)")
    let ten = try calibrate(10)
    #expect(ten.contains("5 runs against 5 of these, in 252 ways") && !ten.contains("rough"), "\(ten)")
  }
}
