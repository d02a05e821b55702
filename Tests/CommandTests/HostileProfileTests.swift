internal import Foundation
internal import TestSupport
internal import Testing

/// Profiles whose numbers no run can have, and options at the ends of what fits: refused or shown, never a crash.
@Suite struct HostileProfileTests {
  private static let largest = "9223372036854775807"
  private static let numbers = [
    largest, "-9223372036854775808", "4611686018427387904", "1099511627776", "4294967295", "-1",
  ]

  private func profile() throws -> (tool: Tool, text: String) {
    let tool = try Tool()
    let capture = Repository.root.appendingPathComponent("SampleTraces/instruments/xcode-26/library-all-tables.xml")
      .path
    let whole = try run(Tool.executable.path, [capture, "--format", "profile"], folder: tool.folder)
    #expect(whole.exitCode == 0)
    return (tool, whole.text)
  }

  /// Each number of the profile in turn becomes one that is too large; every command that reads profiles lives.
  @Test(arguments: numbers) func noNumberOfAProfileTraps(_ number: String) throws {
    let (tool, text) = try profile()
    let places = text.ranges(of: #/-?\d+/#)
    // Seeded by the number, so that together the six look at different places.
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(number.hashValueOfText)))
    for place in places.shuffled(using: &generator).prefix(40) {
      try tool.write("hostile.profile", text.replacingCharacters(in: place, with: number))
      let formats = ["html", "markdown", "json", "dot", "rows"].flatMap { ["-o", "\($0)=out.\($0)"] }
      let result = try run(Tool.executable.path, ["hostile.profile"] + formats, folder: tool.folder)
      #expect([0, 65].contains(result.exitCode), "\(text[place]) at \(place): \(result.errors)")
    }
  }

  @Test func theWorstOfEachKindIsRefused() throws {
    let (tool, text) = try profile()
    func check(_ pattern: Regex<Substring>, _ replacement: String) throws {
      let changed = text.replacing(pattern, with: replacement, maxReplacements: 1)
      #expect(changed != text, "the profile has no such place")
      try tool.write("worst.profile", changed)
      for command in [["worst.profile", "--format", "html"], ["merge", "worst.profile"], ["gate", "worst.profile"]] {
        let result = try run(Tool.executable.path, command, folder: tool.folder)
        #expect([0, 2, 64, 65].contains(result.exitCode), "\(command): \(result.errors)")
      }
    }
    // A count and repetitions whose product is beyond what fits.
    try check(#/"updates":\[\[\d+,/#, "\"updates\":[[1099511627775,0,4294967295,0,-1],[1099511627775,")
    try check(#/"start":-?\d+/#, "\"start\":-9223372036854775808")
  }

  @Test func optionsAtTheEndsOfWhatFits() throws {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    try tool.write("App/Row.swift", "struct Row: View { var body: some View { Text(\"\") } }\n")
    _ = try tool("baseline", "run.log", "-o", "Redraws.lock")
    let options: [([String], String)] = [
      (["run.log", "--format", "dot"], "--top"), (["run.log", "--format", "html"], "--top"), (["run.log"], "--top"),
      (["run.log"], "--run"), (["run.log"], "--jobs"), (["lint", "App", "--no-cache"], "--jobs"),
      (["gate", "run.log"], "--slack"),
      (["gate", "run.log"], "--min-increase"), (["gate", "run.log"], "--min-percent"),
      (["gate", "run.log"], "--deviations"),
      (["gate", "run.log"], "--loss-limit"), (["instrument", "App", "--dry-run"], "--jobs"),
      (["watch", "run.log", "--lines"], "--duration"),
      (["instrument", "App", "--dry-run"], "--deployment-target"), (["record", "--dry-run", "-o", "x"], "--duration"),
    ]
    for (command, option) in options {
      for number in Self.numbers
      where !(option == "--duration" && command[0] == "watch" && !number.hasPrefix("-") && number.count < 15) {
        let result = try run(Tool.executable.path, command + ["\(option)=\(number)"], folder: tool.folder)
        #expect([0, 1, 2, 64, 65].contains(result.exitCode), "\(command) \(option)=\(number): \(result.errors)")
      }
    }
    for window in ["-\(Self.largest):\(Self.largest)", "1e308:1e309", "-1e300:1e300", "0:\(Self.largest)"] {
      let result = try tool("run.log", "--window=\(window)")
      #expect([0, 64, 65].contains(result.exitCode), "\(window): \(result.errors)")
    }
  }

  /// What SwiftUI may name is written by the program itself, so it has to read it again.
  @Test func aCauseThatBeginsWithAMarkSurvives() throws {
    let tool = try Tool()
    try tool.write(
      "run.log", "Row: @self, @identity, _\u{301}a changed.\nRow: \\Store.\u{301}b changed.\nRow: \u{301}c changed.\n")
    #expect(try tool("run.log", "-o", "profile=a.profile").exitCode == 0)
    let direct = try tool("run.log", "--format", "csv")
    let again = try tool("a.profile", "--format", "csv")
    #expect(again.exitCode == 0 && again.output == direct.output, "\(again.errors)")
  }
}

extension String {
  /// The same in every process, unlike `hashValue`.
  fileprivate var hashValueOfText: Int { utf8.reduce(7) { $0 &* 31 &+ Int($1) } }
}
