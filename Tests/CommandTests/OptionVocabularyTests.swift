internal import Foundation
internal import TestSupport
internal import Testing

/// The same words mean and say the same in every command.
@Suite struct OptionVocabularyTests {
  /// A command as `--experimental-dump-help` describes it.
  private struct Command: Decodable {
    var commandName: String
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var names: [Name]?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
  }

  private static func commands() throws -> [String: [String: Argument]] {
    struct Dump: Decodable { var command: Command }
    let dumped = try Tool()("--experimental-dump-help")
    let all = try JSONDecoder().decode(Dump.self, from: Data(dumped.output)).command.subcommands ?? []
    return Dictionary(
      uniqueKeysWithValues: all.map { command in
        let pairs = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { argument in
          (argument.names ?? []).map { (($0.kind == "long" ? "--" : "-") + $0.name, argument) }
        }
        return (command.commandName, Dictionary(pairs) { first, _ in first })
      })
  }

  @Test(arguments: [
    ("-o", "analyze watch lint gate compare calibrate convert merge baseline record rules"),
    ("--output", "analyze watch lint gate compare calibrate convert merge baseline record rules"),
    ("--format", "analyze watch lint gate compare calibrate convert merge baseline rules"),
    ("--sources", "analyze watch gate compare calibrate baseline"),
    ("--cache-path", "analyze watch lint gate compare calibrate baseline doctor"),
    ("--no-cache", "analyze watch lint gate compare calibrate baseline doctor"),
    ("--view", "analyze watch lint gate compare calibrate baseline instrument"),
    ("--module", "analyze watch gate compare calibrate baseline"),
    ("--top", "analyze watch lint gate"),
    ("--all", "analyze watch gate compare calibrate baseline"),
    ("--config", "analyze watch lint gate compare calibrate baseline instrument doctor"),
    ("-v", "analyze watch lint gate compare calibrate baseline convert merge instrument record doctor"),
    ("-q", "analyze watch lint gate compare calibrate baseline convert merge instrument record doctor"),
    ("--jobs", "analyze watch lint gate compare calibrate baseline convert instrument"),
  ]) func anOptionIsInEveryCommandWhereItMakesSense(_ option: String, _ expected: String) throws {
    let commands = try Self.commands()
    for command in expected.split(separator: " ") {
      #expect(commands[String(command)]?[option] != nil, "\(command) \(option)")
    }
  }

  @Test(arguments: [
    "--output", "--sources", "--cache-path", "--no-cache", "--config", "--verbose", "--quiet", "--jobs", "--top",
    "--module", "--color",
  ]) func anOptionIsExplainedInTheSameWords(_ option: String) throws {
    let commands = try Self.commands().filter { $0.key != "record" }
    let explanations = Set(commands.values.compactMap { $0[option]?.abstract })
    #expect(explanations.count == 1, "\(explanations)")
  }

  /// Options that several commands have are declared once, so that they cannot come to say different things.
  @Test func whatSeveralCommandsHaveIsDeclaredOnce() throws {
    // What these words mean where something else is written, listed or edited.
    let apart: [String: Set<String>] = [
      "record": ["-o", "--output", "--device", "--from", "--duration", "--dry-run"], "lint": ["--all", "--dry-run"],
      "instrument": ["--view", "--from", "--dry-run"],
    ]
    var explanations: [String: Set<String>] = [:]
    for (command, options) in try Self.commands() {
      for (name, option) in options where apart[command]?.contains(name) != true {
        explanations[name, default: []].insert(option.abstract ?? "")
      }
    }
    #expect(explanations.count > 30)
    for (name, texts) in explanations { #expect(texts.count == 1, "\(name): \(texts)") }
  }

  /// Whoever reads the help knows what happens without the option.
  @Test func whatHappensWithoutAnOptionIsSaid() throws {
    let words = [
      "by default", "may be repeated", "needed", "; auto ", "(default", "$WHYREDRAW", "Write", "Print", "Read", "Begin",
      "Only", "What Instruments", "With ", "Names",
    ]
    for (command, options) in try Self.commands() {
      for (name, option) in options where option.kind == "option" && option.isOptional && option.defaultValue == nil {
        let text = option.abstract ?? ""
        #expect(words.contains(where: text.contains) || text.contains(/\(\d+\)/), "\(command) \(name): \(text)")
      }
    }
  }

  @Test(arguments: ["analyze", "lint", "gate", "compare", "calibrate", "convert", "merge", "baseline", "rules"])
  func theValuesOfFormatAreInTheHelpAndNoOtherIsTaken(_ command: String) throws {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    let values = try #require(try Self.commands()[command]?["--format"]?.allValues)
    let help = try tool(command, "--help").text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(!values.isEmpty && help.contains("(values: " + values.joined(separator: ", ")), "\(help)")
    let completion = try tool("--generate-completion-script", "bash").text
    #expect(values.allSatisfy { completion.contains($0) })
    let refused = try tool(command, "run.log", "--format", "nonsense")
    #expect(refused.exitCode == 64)
    let output = try tool(command, "run.log", "--output", "nonsense=x")
    #expect(output.exitCode == 64 && output.errors.contains("unknown format 'nonsense'"), "\(output.errors)")
    #expect(tool.text("x") == nil && tool.text("nonsense=x") == nil)
  }

  @Test func theExtensionOfTheFileChoosesTheFormat() throws {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    #expect(try tool("convert", "run.log", "-o", "events.ndjson").exitCode == 0)
    #expect(tool.text("events.ndjson")?.hasPrefix("{") == true)
    #expect(try tool("convert", "run.log", "-o", "csv=events").exitCode == 0)
    #expect(tool.text("events")?.contains(",") == true)
    #expect(try tool("convert", "run.log").text == tool.text("events.ndjson"))
    #expect(try tool("run.log", "--output", "json=-").text.hasPrefix("{"))
    #expect(try tool("run.log", "--format", "profile", "-o", "a.profile").exitCode == 0)
    #expect(try tool("merge", "a.profile", "-o", "profile=b.profile").exitCode == 0)
    #expect(tool.text("a.profile") == tool.text("b.profile"))
    #expect(try tool("baseline", "run.log", "-o", "baseline=b.lock", "-q").exitCode == 0)
    #expect(try tool("baseline", "run.log", "-o", "-", "-q").text == tool.text("b.lock"))
  }

  /// What is judged is what was asked for, on both sides; the rest of a bad run is nobody's business then.
  @Test func theGateJudgesTheViewsThatWereAskedFor() throws {
    let tool = try Tool()
    func log(_ rows: Int, _ lists: Int) -> String {
      "List: @self, @identity, _x changed.\nRow: @self, @identity, _y changed.\n"
        + String(repeating: "List: _x changed.\n", count: lists) + String(repeating: "Row: _y changed.\n", count: rows)
    }
    for run in 1...3 {
      try tool.write("before/\(run).log", log(20, 4))
      try tool.write("after/\(run).log", log(60, 4))
    }
    _ = try tool("baseline", "before", "-o", "b.lock", "-q")
    #expect(try tool("gate", "after", "--baseline", "b.lock").exitCode == 1)
    #expect(try tool("gate", "after", "--baseline", "b.lock", "--view", "R*").exitCode == 1)
    let list = try tool("gate", "after", "--baseline", "b.lock", "--view", "List")
    #expect(list.exitCode == 0 && !list.text.contains("Row"), "\(list.text)")
    try tool.write("c.yml", "budgets:\n  - view: Row\n    updates: 1\n")
    let other = try tool("gate", "after", "--config", "c.yml", "--baseline", "b.lock", "--view", "List")
    #expect(other.exitCode == 0 && !other.text.contains("matches no view"), "\(other.text)")
  }

  @Test func rulesAreWrittenToFiles() throws {
    let tool = try Tool()
    #expect(try tool("rules", "-o", "rules.md", "-o", "json=r").exitCode == 0)
    #expect(tool.text("rules.md") == (try tool("rules", "--markdown").text))
    #expect(tool.text("r") == (try tool("rules", "--format", "json").text))
  }

  /// Several reports of a build stand side by side on the page of a build server.
  @Test(arguments: [("lint App", "lint"), ("run.log", "analyze"), ("gate run.log --baseline b.lock", "gate")])
  func aSuiteOfTestsIsNamedAfterWhatRan(_ line: String, _ command: String) throws {
    let tool = try Tool()
    try tool.write("run.log", "Row: @self, @identity, _y changed.\nRow: _y changed.\n")
    try tool.write("App/Row.swift", "import SwiftUI\nstruct Row: View { var body: some View { Text(\"a\") } }\n")
    #expect(try tool("baseline", "run.log", "-o", "b.lock", "-q").exitCode == 0)
    let words = line.split(separator: " ").map(String.init) + ["--format", "junit"]
    let text = try run(Tool.executable.path, words, folder: tool.folder).text
    #expect(text.contains("<testsuites name=\"whyredraw \(command)\" "), "\(text)")
  }

  @Test func formatsListsEveryFormatOfEveryCommand() throws {
    let listed = try Tool()("formats").text
    for (command, options) in try Self.commands() {
      for value in options["--format"]?.allValues ?? [] {
        let lines = listed.split(separator: "\n")
        let place = lines.lastIndex { $0.hasPrefix("  \(value) ") }
        let next = place.map { lines[$0 + 1] } ?? ""
        #expect(next.contains(command), "\(command) \(value): \(next)")
      }
    }
  }
}
