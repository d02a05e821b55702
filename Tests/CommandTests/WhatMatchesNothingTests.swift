internal import Foundation
internal import TestSupport
internal import Testing

/// What matches nothing is said, with what there is; and errors look alike everywhere.
@Suite struct WhatMatchesNothingTests {
  private static let view =
    "import SwiftUI\nstruct Row: View {\n  @State var x = 0\n  var body: some View { Text(\"a\") }\n}\n"

  private func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    try tool.write("App/Row.swift", Self.view)
    try tool.write("b.lock", "# whyredraw redraws 1\n- Row updates 1\n")
    try FileManager.default.createDirectory(
      at: tool.folder.appendingPathComponent("empty"), withIntermediateDirectories: true)
    try tool.write(
      "named.log",
      "2025-11-08 10:12:13.123456+0100 0x1 Info 0x0 7 0 MyApp: [com.apple.SwiftUI:Changed Body Properties] Row: _x changed.\n"
    )
    return tool
  }

  @Test(arguments: [
    ("run.log --view Nope*", 65, "error: '--view Nope*' matches no view; there are: List, Row"),
    ("run.log --view Rox", 65, "matches no view; did you mean 'Row'? There are: List, Row"),
    ("gate run.log --baseline b.lock --view Nope", 65, "'--view Nope' matches no view; there are: List, Row"),
    ("calibrate run.log named.log --view Nope", 65, "'--view Nope' matches no view; there are: List, Row"),
    ("baseline run.log --view Nope -o c.lock", 65, "'--view Nope' matches no view; there are: List, Row"),
    ("watch run.log --view Nope --until-idle 0.1 --interval 0.05", 65, "'--view Nope' matches no view"),
    ("run.log --module Nope", 65, "error: '--module Nope' matches no module; there are none"),
    ("compare run.log run.log --view Nope*", 65, "'--view Nope*' matches no view; there are: List, Row"),
    ("named.log --process Nope", 65, "error: '--process Nope' leaves out all that the inputs hold; there are: MyApp"),
    ("convert named.log --format ndjson --process Nope", 65, "'--process Nope' leaves out all that the inputs hold"),
    ("gate named.log --baseline b.lock --process Nope", 65, "error: '--process Nope' leaves out all that the inputs"),
    ("compare named.log run.log --process Nope", 65, "'--process Nope' leaves out all that the inputs hold; there are"),
    ("baseline named.log --process Nope -o c.lock", 65, "'--process Nope' leaves out all that the inputs hold"),
    ("watch named.log --process Nope --duration 0.3", 65, "leaves out all that the inputs hold; there are: MyApp"),
    ("run.log --split-at Nope", 0, "warning: '--split-at Nope' matches no line of the inputs, so nothing is split"),
    (
      "run.log --sources named.log", 64,
      "error: 'named.log' is no Swift source; name the app's Swift files, or the folder"
    ),
    ("compare run.log run.log --sources-before named.log --sources App", 64, "error: 'named.log' is no Swift source"),
    ("gate run.log --baseline b.lock --sources run.log", 64, "error: 'run.log' is no Swift source"),
    ("lint run.log", 64, "error: 'run.log' is no Swift source; name the app's Swift files, or the folder"),
    ("instrument run.log --dry-run", 64, "error: 'run.log' is no Swift source"),
    ("run.log --sources empty", 65, "error: empty: no Swift file in it; name the folder of the app's code"),
    ("lint empty", 65, "error: empty: no Swift file in it; name the folder of the app's code"),
    ("instrument empty", 65, "error: empty: no Swift file in it; name the folder of the app's code"),
    (
      "baseline run.log --metric nope -o c.lock", 64,
      "Please provide one of the following: updates, evaluations, initial"
    ),
    ("convert run.log --format ndjsn", 64, "unknown format 'ndjsn'; did you mean 'ndjson'? Known are ndjson, csv,"),
    ("run.log --input-format stdou", 64, "unknown input format 'stdou'; did you mean 'stdout'? Known are "),
    ("rules scoped_too_high", 64, "'scoped_too_high' is no rule; did you mean 'state_scoped_too_high'?"),
    ("merge nope", 66, "error: nope: no such file or folder; here there are: App"),
    ("instrument App --only Nope --dry-run", 0, "warning: '--only Nope' matches nothing; there are: Row"),
    ("instrument App --only x/y.swift --dry-run", 0, "'--only x/y.swift' matches nothing; there are: App/Row.swift"),
    ("lint App --rule nonsense", 64, "error: 'nonsense' is no rule"),
    ("lint App --view Nope", 0, "warning: '--view Nope' matches no view with a finding"),
    ("run.log --sources Ap", 66, "error: Ap: no such file or folder; did you mean 'App'?"),
    ("lint nope", 66, "error: nope: no such file or folder; here there are: App, b.lock, empty, named.log, run.log"),
    ("instrument nope", 66, "error: nope: no such file or folder; here there are: App"),
    ("rum.log", 66, "error: rum.log: no such file or folder; did you mean 'run.log'?"),
    ("analize run.log", 64, "error: there is no command 'analize'; did you mean 'analyze'?"),
    ("explain mutable_input", 64, "error: there is no command 'explain'; 'whyredraw rules ID' explains a rule"),
    ("mutable_input", 66, "no such file or folder; 'whyredraw rules mutable_input' explains the rule"),
    ("help analize", 64, "error: there is no command 'analize'; did you mean 'analyze'? Known are analyze, lint, "),
    ("lnt App", 64, "error: there is no command 'lnt'; did you mean 'lint'?"),
  ]) func whatThereIsIsSaid(_ line: String, _ code: Int32, _ message: String) throws {
    let tool = try tool()
    let result = try run(
      Tool.executable.path, line.split(separator: " ").map(String.init), folder: tool.folder)
    #expect(result.exitCode == code, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  /// Where nothing was read, nobody says that nothing was found.
  @Test(arguments: ["lint nope", "lint empty"]) func nothingReadIsNotNothingFound(_ line: String) throws {
    let tool = try tool()
    let arguments = line.split(separator: " ").map(String.init)
    #expect(try run(Tool.executable.path, arguments, folder: tool.folder).text.isEmpty)
    #expect(try run(Tool.executable.path, arguments + ["--format", "json"], folder: tool.folder).text.hasPrefix("{"))
  }

  /// Two names for one capture are no two runs, and whoever gave both is told.
  @Test func whatIsGivenTwiceIsSaid() throws {
    let tool = try tool()
    let log = try #require(tool.text("named.log"))
    try tool.write("copy.log", log)
    #expect(try tool("named.log", "./named.log").errors.contains("./named.log: is the file 'named.log' once more"))
    let copy = try tool("calibrate", "named.log", "copy.log")
    #expect(copy.exitCode == 64 && copy.errors.contains("named.log: holds the same records as 'copy.log'"))
  }

  /// A file that is called like a command is a file.
  @Test func aFileIsNoMistypedCommand() throws {
    let tool = try tool()
    try tool.write("lnt", CommandTests.log)
    #expect(try tool("lnt").exitCode == 0)
    #expect(try tool("nothingLikeIt").exitCode == 66)
  }

  @Test(arguments: [
    "missing.log", "run.log --nonsense", "run.log --format nonsense", "lint nowhere", "lint App --config missing.yml",
    "run.log --config missing.yml", "gate run.log --baseline missing.lock", "compare run.log", "calibrate run.log",
    "convert run.log --format nonsense", "merge run.log", "instrument nowhere", "rules nonsense", "watch missing.log",
    "baseline missing.log -o b.lock", "record", "lint App --finding-baseline missing.txt", "instrument",
    "lint App --rule nonsense", "nonsense nonsense", "gate", "run.log --fail-on nonsense",
  ]) func everyErrorHasOneForm(_ line: String) throws {
    let tool = try tool()
    let result = try run(
      Tool.executable.path, line.split(separator: " ").map(String.init), folder: tool.folder)
    #expect(result.exitCode >= 64)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("whyredraw: error: ") }, "\(result.errors)")
    #expect(lines.allSatisfy { $0.hasPrefix("whyredraw: ") || $0.hasPrefix("Usage:") || $0.hasPrefix("  ") })
  }

  @Test func theSourcesOfTheConfigurationAreRead() throws {
    let tool = try tool()
    try tool.write(".whyredraw.yml", "sources: [App]\n")
    let named = try tool("run.log", "--sources", "App", "--format", "json")
    #expect(try tool("run.log", "--format", "json").text == named.text)
    #expect(named.text.contains("App/Row.swift"))
    #expect(try tool("lint", "-v").errors.contains("of 1 files"))
    try tool.write(".whyredraw.yml", "sources: [Missing]\n")
    #expect(try tool("run.log").exitCode == 66)
  }

  /// Without a path nothing is edited unless somebody says so.
  @Test func instrumentWithoutAPathSaysWhatItWouldEdit() throws {
    let tool = try tool()
    let result = try tool("instrument")
    #expect(result.exitCode == 64)
    #expect(result.errors.contains("would instrument 1 body in 1 of 1 files"))
    #expect(result.errors.contains("to edit these files: whyredraw instrument ."))
    #expect(tool.text("App/Row.swift") == Self.view)
    #expect(try tool("instrument", "--dry-run").exitCode == 0)
    #expect(try tool("instrument", ".").exitCode == 0)
    #expect(tool.text("App/Row.swift") != Self.view)
    #expect(try tool("instrument", "--remove").exitCode == 64)
  }

  /// At a terminal it asks.
  @Test(arguments: [("y", true), ("n", false)]) func instrumentAsksAtATerminal(_ answer: String, _ isEdited: Bool)
    throws
  {
    let tool = try tool()
    let script = """
      import os, pty, sys, time
      pid, terminal = pty.fork()
      if pid == 0:
          os.execv(sys.argv[1], [sys.argv[1], "instrument"])
      said = b""
      while b"[y/N]" not in said:
          said += os.read(terminal, 4096)
      os.write(terminal, (sys.argv[2] + "\\n").encode())
      try:
          while os.read(terminal, 4096):
              pass
      except OSError:
          pass
      os.waitpid(pid, 0)
      """
    let result = try run(
      "/usr/bin/env", ["python3", "-c", script, Tool.executable.path, answer], folder: tool.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
    #expect((tool.text("App/Row.swift") != Self.view) == isEdited)
  }

  @Test func theReadmeListsEveryExitCode() throws {
    let readme = try #require(Repository.text(of: "README.md"))
    let table = try #require(readme.firstRange(of: "## Exit codes").map { readme[$0.upperBound...] })
    let listed = table.prefix { $0 != "#" }.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    let codes = try Tool()("--help").text.matches(of: /\n +(\d+) +\w/).compactMap { Int($0.output.1) }
    #expect(codes.count >= 10)
    for code in codes { #expect(listed.contains(code), "\(code)") }
  }
}
