internal import Foundation
internal import TestSupport
internal import Testing

/// The README and the guides say what is so: links lead somewhere, commands exist, and print what is shown.
@Suite struct DocumentationTests {
  @Test(arguments: MarkdownPage.all) func everyLinkLeadsSomewhere(_ path: String) {
    let folder = Repository.root.appendingPathComponent(path).deletingLastPathComponent()
    for link in MarkdownPage(path).links where !link.contains("://") && !link.hasPrefix("mailto:") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let target =
        parts[0].isEmpty ? Repository.root.appendingPathComponent(path) : folder.appendingPathComponent(parts[0])
      #expect(FileManager.default.fileExists(atPath: target.path), "\(path) links to '\(link)'")
      guard parts.count == 2 else { continue }
      let root = Repository.root.standardizedFileURL.path + "/"
      let page = MarkdownPage(target.standardizedFileURL.path.replacing(root, with: ""))
      #expect(page.anchors.contains(parts[1]), "\(path) links to '\(link)', and there is no such heading")
    }
  }

  @Test func headingsBecomeAnchorsAsCodeHostsSpellThem() {
    let anchors = MarkdownPage("Documentation/Unverified.md").anchors
    #expect(anchors.contains("1-it-builds-and-its-tests-pass"))
    #expect(anchors.contains("8-logs-of-a-device-through-a-cable"))
  }

  static let pagesWithCommands = MarkdownPage.all.filter { !ShownCommand.all(of: MarkdownPage($0)).isEmpty }

  /// Each page is one session, from the root of a checkout that holds nothing but the samples.
  @Test(arguments: pagesWithCommands) func shownCommandsPrintWhatIsShown(_ path: String) throws {
    let commands = ShownCommand.all(of: MarkdownPage(path))
    let tool = try Tool()
    let folder = tool.folder.appendingPathComponent("checkout")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.root.appendingPathComponent("SampleTraces"), to: folder.appendingPathComponent("SampleTraces"))
    // A line with this character alone stands before the output of each command, whose exit code the next one sees.
    let separator = "\u{1e}"
    let script = commands.reduce("exec 2>&1\nstatus=0\n") {
      $0 + "printf '\(separator)\\n'; (exit $status)\n\($1.command)\nstatus=$?\n"
    }
    let result = try run(
      "/bin/bash", ["-c", script], folder: folder,
      environment: [
        "PATH": Tool.executable.deletingLastPathComponent().path + ":"
          + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
        "HOME": tool.folder.path, "XDG_CACHE_HOME": tool.folder.path + "/cache", "LC_ALL": "C.UTF-8",
      ])
    let outputs = result.text.components(separatedBy: separator + "\n").dropFirst()
    #expect(outputs.count == commands.count, "\(path): \(result.errors)")
    for (command, output) in zip(commands, outputs) {
      #expect(
        command.shows(output.components(separatedBy: "\n")),
        "\(path) shows for '\(command.command)':\n\(command.output.joined(separator: "\n"))\nbut it prints:\n\(output)")
    }
  }

  @Test func theFirstPagesShowCommands() {
    for page in ["README.md", "Documentation/GettingStarted.md", "Documentation/ReadingAReport.md"] {
      #expect(Self.pagesWithCommands.contains(page))
    }
  }

  @Test func anEllipsisStandsForLinesOrTheRestOfOne() {
    func shows(_ shown: [String], _ printed: [String]) -> Bool {
      ShownCommand(command: "", output: shown).shows(printed)
    }
    #expect(shows(["a", "…", "d"], ["a", "b", "c", "d", ""]))
    #expect(shows(["a", "…"], ["a"]))
    #expect(shows(["a b…"], ["a b c"]))
    #expect(!shows(["a", "…", "d"], ["a", "b", "c"]))
    #expect(!shows(["a"], ["a", "b"]))
    #expect(!shows(["a b"], ["a b c"]))
    #expect(!shows([], ["a"]))
  }

  /// What cannot be run here, because it needs a Mac or the reader's own app.
  @Test(arguments: MarkdownPage.all.filter { $0 != "Documentation/Rules.md" })
  func otherCommandsAndTheirOptionsExist(_ path: String) throws {
    let page = MarkdownPage(path)
    let blocks = page.blocks.filter { ["", "sh"].contains($0.language) }.map { $0.lines.joined(separator: "\n") }
    let spans = page.codeSpans.filter { $0.hasPrefix("whyredraw ") }
    for words in (blocks + spans).flatMap(ShellWords.commands) {
      guard words[0].split(separator: "/").last == "whyredraw" else { continue }
      let arguments = words.dropFirst().prefix { $0 != "--" }
      let first = arguments.first ?? ""
      let command = try Self.options.keys.contains(first) ? first : "analyze"
      let isPath = first.isEmpty || first.contains { !$0.isLowercase }
      #expect(command == first || isPath, "\(path): there is no command '\(first)'")
      for argument in arguments where argument.hasPrefix("-") && argument != "-" {
        let option = String(argument.prefix { $0 != "=" })
        #expect(
          try Self.options[command]?.contains(option) == true, "\(path): '\(command)' has no option '\(option)'")
      }
    }
  }

  /// The options of each command, as its help lists them.
  private static let knownOptions = Result<[String: Set<String>], any Error> {
    let help = try Tool()("--help").text
    let list = help.components(separatedBy: "SUBCOMMANDS:").last ?? ""
    let names = list.matches(of: #/\n {2}([a-z]+) /#).map { String($0.output.1) }
    var options: [String: Set<String>] = ["help": []]
    for name in names {
      let text = try Tool()("help", name).text.components(separatedBy: "USAGE:").last ?? ""
      options[name] = Set(text.matches(of: /(?:^|[\s,\[(<])(--?[a-z][a-z-]*)/).map { String($0.output.1) })
    }
    return options
  }

  private static var options: [String: Set<String>] { get throws { try knownOptions.get() } }

  @Test func theREADMEIsReadInOneSitting() throws {
    let text = try #require(Repository.text(of: "README.md"))
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
  }

  /// - Source: the specification of agent skills, https://agentskills.io/specification.
  @Test func theSkillHasTheCommonForm() throws {
    let text = try #require(Repository.text(of: "Documentation/Agents/SKILL.md"))
    let parts = text.components(separatedBy: "---\n")
    try #require(parts.count >= 3 && parts[0].isEmpty)
    let name = try #require(parts[1].firstMatch(of: /(?m)^name: ([a-z0-9-]{1,64})$/))
    #expect(name.output.1 == "whyredraw")
    let description = try #require(parts[1].firstMatch(of: /description: >-\n((?: {2}.*\n)+)/)).output.1
    #expect((1...1024).contains(description.count))
    #expect(text.split(separator: "\n").count < 500)
  }
}
