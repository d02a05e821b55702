internal import Foundation
internal import TestSupport
internal import Testing

/// `--format` and `--output` mean the same in every command that renders.
@Suite struct OutputTests {
  /// The commands that render, over inputs that `tool()` has made.
  static let commands: [[String]] = [
    ["analyze", "run.log"], ["lint", "App", "--no-cache"], ["gate", "run.log"],
    ["compare", "run.log", "--to", "run.log"],
    ["calibrate", "run.log", "again.log"],
  ]

  private func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    try tool.write("again.log", CommandTests.log)
    try tool.write(
      "App/Row.swift", "struct Row: View {\n  var title: String\n  var body: some View { Text(title) }\n}\n")
    _ = try tool("baseline", "run.log", "-o", "Redraws.lock")
    return tool
  }

  private func run(_ tool: Tool, _ arguments: [String]) throws -> CommandResult {
    try TestSupport.run(Tool.executable.path, arguments, folder: tool.folder)
  }

  @Test(arguments: commands) func anUnknownFormatIsRefused(_ command: [String]) throws {
    let tool = try tool()
    for argument in ["jsom=x", "jsom=x.json", "JSON=x"] {
      let result = try run(tool, command + ["--output", argument])
      #expect(result.exitCode == 64 && result.errors.contains("unknown format"), "\(argument): \(result.errors)")
      #expect(result.errors.contains("did you mean 'json'?"), "\(result.errors)")
      #expect(tool.text(argument) == nil && tool.text("x") == nil)
    }
    #expect(try run(tool, command + ["--format", "jsom"]).exitCode == 64)
    // A file may be named like that all the same.
    #expect(try run(tool, command + ["--output", "./jsom=x.json"]).exitCode < 3)
    #expect(tool.text("jsom=x.json")?.hasPrefix("{") == true)
  }

  @Test(arguments: commands) func theExtensionDecidesAndStandardOutputStaysEmpty(_ command: [String]) throws {
    let tool = try tool()
    let short = try run(tool, command + ["-o", "r.json"])
    #expect(short.exitCode < 3 && short.output.isEmpty, "\(short.errors)")
    #expect(tool.text("r.json")?.hasPrefix("{") == true)
    let both = try run(tool, command + ["--format", "terminal", "--output", "again.json"])
    #expect(!both.output.isEmpty && tool.text("again.json") == tool.text("r.json"))
    let unknown = try run(tool, command + ["--output", "report"])
    #expect(unknown.exitCode == 64 && unknown.errors.contains("does not say which rendering"), "\(unknown.errors)")
  }

  @Test func placesInThePageOpenTheEditorThatWasNamed() throws {
    let tool = try tool()
    let command = ["run.log", "--sources", "App", "--no-cache", "--format", "html"]
    let page = try run(tool, command + ["--editor-link", "zed://file{path}:{line}:{column}"])
    #expect(page.text.contains("href=\"zed://file/") && page.text.contains("/App/Row.swift:1:8\""))
    #expect(try !run(tool, command).text.contains("zed:"))
    for hostile in ["javascript:alert('{path}')", "{path}", "/{path}"] {
      #expect(try run(tool, command + ["--editor-link", hostile]).exitCode == 64)
    }
  }

  @Test func lintThatFixesNothingOfAMissingFolderSaysSo() throws {
    let tool = try tool()
    #expect(try run(tool, ["lint", "nowhere", "--fix", "--no-cache"]).exitCode == 66)
  }
}
