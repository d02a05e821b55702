import Foundation
import TestSupport
import Testing

/// A capture that holds less than was done looks like an improvement: whatever was lost, it is never green.
@Suite struct LostDataTests {
  private static let head = "Timestamp                       Thread     Type        Activity             PID    TTL\n"

  /// A log in the default style.
  private static func styled(_ changes: Int, second: Int = 13) -> String {
    head
      + GateTool.log(changes).split(separator: "\n").enumerated().map { index, message in
        let time = String(format: "10:%02d:%02d.%06d", 12 + index / 600, second, index)
        return "2025-11-08 \(time)+0100 0x1a2b     Info        0x0                  1234   0    MyApp: (SwiftUICore) "
          + "[com.apple.SwiftUI:Changed Body Properties] \(message)\n"
      }.joined()
  }

  @Test func aTextLogThatEndsWithinALineWasCutOff() throws {
    let tool = try GateTool()
    for index in 1...3 { try tool.write("before/\(index).log", Self.styled(8, second: index)) }
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    let lines = Self.styled(9, second: 9).split(separator: "\n")
    let whole = lines.dropLast().map { $0 + "\n" }.joined()
    let last = try #require(lines.last)
    // Within the time, the header, the name of the sender, its category and the message.
    for length in [6, 12, 22, 35, 60, 88, 93, 104, 120, 150, 158] {
      for run in 1...3 {
        try tool.write("cut/\(run).log", whole.replacing(":09.", with: ":1\(run).") + last.prefix(length))
      }
      let cut = try tool("gate", "cut")
      #expect(
        cut.exitCode == 2 && cut.text.contains("ends in the middle of a message"),
        "'\(last.prefix(length))': \(cut.text)")
    }
    #expect(try tool("baseline", "cut", "-o", "cut.lock").exitCode == 65)
    // A last line that is whole needs no end.
    for run in 1...3 {
      let text = Self.styled(8, second: 20 + run)
      try tool.write("whole/\(run).log", String(text.dropLast()))
    }
    let same = try tool("gate", "whole")
    #expect(same.exitCode == 0, "\(same.text)")
  }

  @Test func aScenarioThatSomeRunsLackIsMissing() throws {
    let tool = try GateTool()
    let (one, two) = ("SCENARIO one\n" + GateTool.log(8), "SCENARIO two\n" + GateTool.log(12))
    let split = ["--split-at", #"SCENARIO (\w+)"#]
    func call(_ arguments: String...) throws -> CommandResult {
      try run(GateTool.executable.path, arguments + split, folder: tool.folder)
    }
    for index in 1...3 {
      try tool.write("before/\(index).log", one + two)
      try tool.write("some/\(index).log", index == 1 ? one + two : one)
      try tool.write("apart/one-\(index).log", one)
      try tool.write("apart/two-\(index).log", two)
    }
    #expect(try call("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    #expect(try call("gate", "before").exitCode == 0)
    let some = try call("gate", "some")
    #expect(some.exitCode == 2 && some.text.contains("the scenario 'two' is missing from 2 runs"), "\(some.text)")
    #expect(try call("baseline", "some", "-o", "some.lock").exitCode == 65)
    // A capture for each scenario lacks none.
    let apart = try call("gate", "apart")
    #expect(apart.exitCode == 0, "\(apart.text)")
    #expect(try call("gate", "before", "--confirm", "some").exitCode == 2, "nor do further runs")
  }

  @Test func fewRunsAreSaidOfAScenario() throws {
    let tool = try GateTool.prepared()
    try tool("baseline", "--scenario", "a=before", "--scenario", "b=before", "-o", "two.lock")
    let arguments = ["gate", "--baseline", "two.lock", "--scenario", "a=before", "--scenario", "b=before/1.log"]
    let few = try run(GateTool.executable.path, arguments, folder: tool.folder)
    #expect(few.exitCode == 0, "\(few.text)")
    #expect(few.text.hasPrefix("✓ passed on few runs of 'b' (1 now, 5 before; 3 are wanted)\n"), "\(few.text)")
    let junit = try run(GateTool.executable.path, arguments + ["--format", "junit"], folder: tool.folder).text
    #expect(junit.contains("of &apos;b&apos; 1 now, 5 before; 3 are wanted"), "\(junit)")
  }

  @Test func aCaptureOfNothingAmongOthersHasFailed() throws {
    let tool = try GateTool()
    for index in 1...3 {
      for folder in ["before", "empty", "head", "notes"] {
        try tool.write("\(folder)/\(index).log", Self.styled(8, second: index))
      }
    }
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    try tool.write("empty/4.log", "")
    try tool.write("head/4.log", "Filtering the log data using \"category == \\\"Changed\\\"\"\n" + Self.head)
    try tool.write("notes/README.md", "What lies here.\n")
    try tool.write("notes/marker", "")
    for (folder, said) in [
      ("empty", "the input is empty"), ("head", "the input holds the head of a capture and no record"),
    ] {
      let result = try tool("gate", folder)
      #expect(result.exitCode == 2, "\(folder): \(result.text)")
      for format in ["terminal", "markdown", "junit", "github", "json"] {
        let text = try tool("gate", folder, "--format", format).text
        #expect(flat(text).contains("\(folder)/4.log: \(said)"), "\(format): \(text)")
      }
      #expect(try tool("baseline", folder, "-o", "other.lock").exitCode == 65)
      #expect(try tool(folder).exitCode == 65)
    }
    #expect(try tool("gate", "notes").exitCode == 0, "what is no capture is passed over")
  }

  /// One appearance of each view, and twenty updates.
  private static let steady: Recording = {
    var recording = Recording()
    recording.appearances = 1
    return recording
  }()

  /// Without its first lines.
  private static func late(_ recording: Recording, _ run: Int, lines: Int = 8) -> String {
    recording.text(run).split(separator: "\n").dropFirst(lines).map { $0 + "\n" }.joined()
  }

  @Test func aCaptureThatBeganTooLateIsNoImprovement() throws {
    let tool = try GateTool()
    try tool.write(Array(repeating: Self.steady, count: 4), "before")
    #expect(try tool("baseline", "before", "-o", "Redraws.lock").exitCode == 0)
    var worse = Self.steady
    worse.first = 21
    for run in 1...3 {
      try tool.write("all/\(run).ndjson", Self.late(Self.steady, 4 + run))
      try tool.write("one/\(run).ndjson", run == 2 ? Self.late(Self.steady, 4 + run) : Self.steady.text(4 + run))
      // The appearance that is lost pays for the update that is new.
      try tool.write("worse/\(run).ndjson", Self.late(worse, 4 + run))
    }
    for folder in ["all", "one", "worse"] {
      let result = try tool("gate", folder)
      #expect(result.exitCode == 2 && flat(result.text).contains("begins late: "), "\(folder): \(result.text)")
    }
    try tool.write("one/4.ndjson", Self.steady.text(8))
    let refused = try tool("baseline", "one", "-o", "one.lock")
    #expect(refused.exitCode == 65 && refused.errors.contains("one/2.ndjson: "), "\(refused.errors)")
    // One update less of each view is a fix, as long as each still appears.
    var fixed = Self.steady
    fixed.updates = 19
    try tool.write(fixed, "fixed")
    let passed = try tool("gate", "fixed")
    #expect(passed.exitCode == 0 && passed.text.hasPrefix("✓ passed: 8 improvements\n"), "\(passed.text)")
  }

  @Test func recordsThatAreLostHereAndThereAreNoImprovement() throws {
    let tool = try GateTool.recorded()
    var generator = SeededGenerator(seed: 11)
    func thinned(_ run: Int) -> String {
      Recording().text(run).split(separator: "\n").filter { _ in Double.random(in: 0..<1, using: &generator) > 0.12 }
        .map { $0 + "\n" }.joined()
    }
    for run in 5...7 { try tool.write("thin/\(run).ndjson", thinned(run)) }
    let thin = try tool("gate", "thin")
    #expect(thin.exitCode == 2 && flat(thin.text).contains("as where records are lost"), "\(thin.text)")
    // Such runs acquit of nothing.
    var worse = Recording()
    worse.first = 21
    try tool.write(worse, "worse")
    for run in 11...13 { try tool.write("again/\(run).ndjson", thinned(run)) }
    #expect(try tool("gate", "worse", "--confirm", "again").exitCode == 2)
  }

  /// Five seconds of twenty that nobody recorded, in all runs alike: no count tells that from a fix, and a remark does.
  @Test func aHoleInAllRunsIsSaid() throws {
    let tool = try GateTool.recorded()
    #expect(try tool.text("Redraws.lock").contains("@pauses - "))
    for run in 5...7 {
      let lines = Recording().text(run).split(separator: "\n")
      let rest = lines.enumerated().filter { !(80..<130).contains($0.offset) }.map { $0.element + "\n" }
      try tool.write("hole/\(run).ndjson", rest.joined())
    }
    let hole = flat(try tool("gate", "hole", "--format", "markdown").text)
    #expect(hole.contains(/nothing was evaluated for [45],\d\d\d ms in a run, and for \d+ ms at most/), "\(hole)")
    #expect(!(try tool("gate", "before").text.contains("nothing was evaluated")))
  }

  @Test func aLineThatAMergeLostIsNoPass() throws {
    let tool = try GateTool.recorded()
    let lines = try tool.text("Redraws.lock").split(separator: "\n", omittingEmptySubsequences: false)
    // As in a file of an earlier version, which does not count its lines.
    let lost = lines.filter { !$0.hasPrefix("- View3 updates") && !$0.hasPrefix("# Lines:") }
    #expect(lost.count == lines.count - 2)
    try tool.write("merged.lock", lost.joined(separator: "\n"))
    let result = try tool("gate", "before", "--baseline", "merged.lock")
    let line = try #require(lost.firstIndex { $0.hasPrefix("- View3 ") }) + 1
    #expect(result.exitCode == 2, "\(result.text)")
    #expect(
      flat(result.text).contains("no line of 'updates' for 'View3', and has others of it, those from line \(line) on"),
      "\(result.text)")
  }

  @Test func whereNothingWasReadThereIsNoVerdictToPost() throws {
    let tool = try GateTool.prepared()
    try tool.write("noise.log", "nothing of ours\n")
    for (input, code) in [("nowhere", 66), ("noise.log", 65)] as [(String, Int32)] {
      for format in ["terminal", "markdown", "json"] {
        let result = try tool("gate", input, "--format", format)
        #expect(result.exitCode == code && result.text.isEmpty, "\(input): \(result.text)")
        #expect(result.errors.contains("error: nothing was judged, since there is no run"), "\(result.errors)")
      }
    }
  }
}
