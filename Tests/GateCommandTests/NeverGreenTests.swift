import Foundation
import TestSupport
import Testing

/// What nobody was held to, what repeats what is there, and what ends early: none of it passes.
@Suite struct NeverGreenTests {
  /// A log in ndjson whose lines stand some milliseconds apart.
  private static func timed(_ changes: Int, every milliseconds: Int, lines: Int? = nil) -> String {
    let messages = GateTool.log(changes).split(separator: "\n")
    return messages.prefix(lines ?? messages.count).enumerated().map { index, message in
      let time = index * milliseconds
      let seconds = String(format: "%02d.%03d", time / 1000 % 60, time % 1000)
      return "{\"timestamp\":\"2025-11-08 10:\(String(format: "%02d", time / 60000)):\(seconds)000+0100\","
        + "\"processID\":5,\"processImagePath\":\"/x/MyApp\",\"subsystem\":\"com.apple.SwiftUI\","
        + "\"category\":\"Changed Body Properties\",\"eventMessage\":\"\(message)\"}\n"
    }.joined()
  }

  @Test(arguments: [
    ("budgets:\n  - view: Rwo\n    updates: [error, {max: 2}]\n", 2),
    ("budgets:\n  - view: Rwo\n    stable: error\n", 2),
    ("budgets:\n  - view: Row\n    scenario: scrol*\n    updates: [error, {max: 200}]\n", 2),
    ("budgets:\n  - view: Rwo\n    updates: [warn, {max: 2}]\n", 0),
    ("budgets:\n  - view: Rwo\n    updates: off\n", 0),
    ("gate: {preset: advisory}\nbudgets:\n  - view: Rwo\n    updates: [error, {max: 2}]\n", 0),
    ("budgets:\n  - view: R?w\n    updates: [error, {max: 200}]\n", 0),
  ]) func aBudgetForNoViewIsNoPass(_ configuration: String, _ code: Int32) throws {
    let tool = try GateTool.prepared()
    try tool.write(".whyredraw.yml", configuration)
    let result = try tool("gate", "before")
    #expect(result.exitCode == code, "\(result.text)\(result.errors)")
    #expect(result.text.hasPrefix("! inconclusive: 1 budget matches no view\n") == (code == 2), "\(result.text)")
    guard code == 2 else { return }
    #expect(result.errors.contains("warning: the budget for 'R"))
    #expect(result.errors.contains("matches no view"))
    for format in ["junit", "markdown", "json", "github", "html"] {
      #expect(try tool("gate", "before", "--format", format).text.contains("matches no view"), "\(format)")
    }
    // The same predicate writes a baseline: what could not be judged is none.
    #expect(try tool("baseline", "before", "-o", "other.lock").exitCode == 65)
    // A rise that is there fails all the same.
    let failed = try tool("gate", "after")
    #expect(failed.exitCode == 1 && failed.text.contains("What is open besides"), "\(failed.text)")
  }

  @Test func aBudgetIsNotMissedByViewsThatNobodyAskedFor() throws {
    let tool = try GateTool.prepared()
    try tool.write(".whyredraw.yml", "budgets:\n  - view: Header\n    updates: [error, {max: 2}]\n")
    #expect(try tool("gate", "before", "--view", "Row").exitCode == 0)
    #expect(try tool("baseline", "before", "--view", "Row", "-o", "row.lock").exitCode == 0)
  }

  /// One pattern that matches nothing among others that do is no pass either.
  @Test func aViewThatWasAskedForAndIsNotThereIsNoPass() throws {
    let tool = try GateTool.prepared()
    for arguments in [["gate", "before"], ["compare", "before", "after"], ["before"], ["calibrate", "before"]] {
      let result = try run(
        GateTool.executable.path, arguments + ["--view", "Row", "--view", "Nope"], folder: tool.folder)
      #expect(result.exitCode == 65, "\(arguments): \(result.errors)")
      #expect(result.errors.contains("error: '--view Nope' matches no view; there are: Header, List, Row"))
      #expect(result.text.contains("Row"), "the others are shown all the same")
    }
    #expect(try tool("gate", "before", "--view", "Row", "--view", "Nope").text.hasPrefix("! inconclusive: views that"))
    #expect(try tool("gate", "before", "--explain", "Nope").exitCode == 65)
    #expect(try tool("baseline", "before", "--view", "Row", "--view", "Nope", "-o", "row.lock").exitCode == 65)
    #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("row.lock").path))
  }

  /// What most runs show and some do not is no noise of a baseline that has none.
  @Test func aRiseInMostRunsIsNotGreen() throws {
    let tool = try GateTool.prepared()
    for (index, changes) in [8, 16, 16].enumerated() { try tool.write("torn/\(index).log", GateTool.log(changes)) }
    let torn = try tool("gate", "torn")
    #expect(torn.exitCode == 2 && torn.text.contains("more in 2 of 3 runs: "), "\(torn.text)")
    #expect(try tool("gate", "torn", "--bisect").exitCode == 125)
    try tool.write("torn/3.log", GateTool.log(8))
    try tool.write("torn/4.log", GateTool.log(8))
    #expect(try tool("gate", "torn").exitCode == 2, "few, and clearly")
    for (index, changes) in [80, 81, 80].enumerated() { try tool.write("few/\(index).log", GateTool.log(changes)) }
    for index in 0...2 { try tool.write("many/\(index).log", GateTool.log(80)) }
    try tool("baseline", "many", "-o", "many.lock")
    let few = try tool("gate", "few", "--baseline", "many.lock")
    #expect(few.exitCode == 0 && few.text.contains("more in 1 of 3 runs, by little: "), "\(few.text)")
  }

  /// By the file itself, by another path to it, or by a copy with the same times: a run does not confirm itself.
  @Test func aRunDoesNotConfirmItself() throws {
    let tool = try GateTool()
    for index in 1...5 { try tool.write("before/\(index).ndjson", Self.timed(8, every: 100 + index)) }
    try tool.write("z.ndjson", Self.timed(40, every: 100))
    try tool.write("a copy.ndjson", Self.timed(40, every: 100))
    try tool.write("again.ndjson", Self.timed(40, every: 101))
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.appendingPathComponent("link.ndjson").path, withDestinationPath: "z.ndjson")
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    #expect(try tool("gate", "z.ndjson").exitCode == 1)
    for repeated in ["z.ndjson", "./z.ndjson", "link.ndjson", "a copy.ndjson"] {
      let result = try tool("gate", "z.ndjson", "--confirm", repeated)
      #expect(result.exitCode == 2, "\(repeated): \(result.text)")
      #expect(result.text.contains("no run is left to confirm anything"), "\(result.text)")
    }
    #expect(try tool("gate", "z.ndjson", "--confirm", "again.ndjson").exitCode == 1)
    let both = try tool("gate", "z.ndjson", "--confirm", "z.ndjson", "again.ndjson", "--format", "json").text
    let confirmations = both.matches(of: /"confirmation": \[([^\]]*)\]/)
    #expect(!confirmations.isEmpty && confirmations.allSatisfy { !$0.output.1.contains(",") }, "\(both)")
  }

  /// Cut within a line the reader says so; cut at the end of a line the length does, where the baseline says how long runs are.
  @Test func aRunThatIsCutNearItsEndIsInconclusive() throws {
    let tool = try GateTool()
    for index in 1...5 { try tool.write("before/\(index).ndjson", Self.timed(40, every: 100 + index)) }
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    let whole = Self.timed(40, every: 100)
    try tool.write("whole.ndjson", whole)
    #expect(try tool("gate", "whole.ndjson").exitCode == 0)
    try tool.write("inside.ndjson", String(whole.dropLast(40)))
    try tool.write("shorter.ndjson", Self.timed(40, every: 100, lines: 140))
    try tool.write("tail.log", GateTool.log(8) + "Row: @self, chan")
    for (name, said) in [("inside.ndjson", "ends in the middle"), ("shorter.ndjson", "was it cut off?")] {
      let result = try tool("gate", name)
      #expect(
        result.exitCode == 2 && result.text.replacing("\n    ", with: " ").contains(said), "\(name): \(result.text)")
    }
    let others = try tool("gate", "before/1.ndjson", "before/2.ndjson", "shorter.ndjson")
    #expect(others.exitCode == 2, "one of several is cut: \(others.text)")
    for index in 1...4 { try tool.write("anew/\(index).ndjson", Self.timed(40, every: 80 + index)) }
    #expect(try tool("gate", "anew").exitCode == 0, "runs that all take less time are not cut off")
    #expect(try tool("gate", "tail.log").exitCode == 2)
  }

  @Test func nothingIsComparedWithNothing() throws {
    let tool = try GateTool.prepared()
    try tool.write("noise.log", "nothing of ours\n")
    for (before, after, code) in [
      ("before", "nowhere", 66), ("nowhere", "after", 66), ("before", "noise.log", 65), ("noise.log", "after", 65),
    ] as [(String, String, Int32)] {
      for format in ["terminal", "json"] {
        let result = try tool("compare", before, "--to", after, "--format", format)
        #expect(result.exitCode == code && result.text.isEmpty, "\(before) \(after): \(result.text)")
        #expect(result.errors.contains("error: nothing was compared, since there is no run"), "\(result.errors)")
      }
    }
    let part = try tool("compare", "before", "--to", "after", "nowhere.log")
    #expect(part.exitCode == 66 && part.text.contains("nowhere.log: no such file"), "\(part.text)")
  }

  @Test func theTerminalTellsOfTheWorstAndCountsTheRest() throws {
    let tool = try GateTool()
    for index in 1...3 {
      try tool.write("before/\(index).log", logOfManyViews(updates: 4))
      try tool.write("after/\(index).log", logOfManyViews(updates: 9))
    }
    try tool("baseline", "before", "-o", "Redraws.lock")
    func offenders(_ arguments: String...) throws -> (told: Int, text: String) {
      let result = try run(GateTool.executable.path, ["gate", "after"] + arguments, folder: tool.folder)
      #expect(result.exitCode == 1)
      return (result.text.split(separator: "\n").count { $0.hasPrefix("✗ error") }, result.text)
    }
    let few = try offenders()
    #expect(few.told == 10 && few.text.contains("… and 30 more offenders: '--top 40' prints all"), "\(few.text)")
    #expect(try offenders("--top", "3").told == 3)
    for arguments in [["--top", "40"], ["-v"]] {
      let result = try run(GateTool.executable.path, ["gate", "after"] + arguments, folder: tool.folder)
      #expect(result.text.split(separator: "\n").count { $0.hasPrefix("✗ error") } == 40)
      #expect(!result.text.contains("more offender"))
    }
    #expect(try tool("gate", "after", "--top", "0").exitCode == 64)
    let all = try tool("gate", "after", "--format", "json").text
    #expect((0..<40).allSatisfy { all.contains("\"View\($0)\"") })
  }
}
