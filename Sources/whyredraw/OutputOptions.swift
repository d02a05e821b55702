internal import ArgumentParser
internal import Foundation
internal import Reporting
internal import Vocabulary

/// The arguments of the commands that report on traces.
struct OutputOptions: ParsableArguments {
  @OptionGroup var rendering: RenderingArguments

  @Option(name: .long, help: ArgumentHelp("Only views whose name matches, such as '*Row'.", valueName: "glob"))
  var view: [String] = []

  @Option(name: .long, help: ArgumentHelp("Only views of modules that match.", valueName: "glob"))
  var module: [String] = []

  @Option(name: .long, help: ArgumentHelp("At most this many views, root causes and findings.", valueName: "n"))
  var top: Int?

  @Flag(name: .long, help: "Also the views of frameworks, and findings of which the trace shows nothing.")
  var all = false

  @Option(
    name: .long, help: ArgumentHelp("Exit with 1 if there are findings of this level or worse.", valueName: "level"))
  var failOn: FailLevel?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make places in the HTML report links that open an editor, such as 'vscode://file{path}:{line}:{column}'.",
      valueName: "template"))
  var editorLink: String?

  typealias Target = OutputTarget<OutputFormat.ReportRendering>

  func validate() throws {
    try rendering.check(\.report)
    if let editorLink, !EditorLink.isSafe(editorLink) {
      throw ValidationError("'--editor-link' takes an address such as 'vscode://file{path}:{line}:{column}'")
    }
    if let top, top < 1 { throw ValidationError("'--top' takes a number from 1 on") }
  }

  /// All renderings that were asked for; their files can be written.
  ///
  /// - Throws: `ExitCode.cannotCreate` for a file that cannot.
  func targets() throws -> [Target] { try rendering.targets(\.report) }

  /// How to render for a target: files get no colours and a fixed width.
  func options(for target: Target, isVerbose: Bool, isQuiet: Bool) -> RenderingOptions {
    var options = rendering.options(for: target.path, isVerbose: isVerbose, isQuiet: isQuiet)
    options.editorLink = editorLink
    options.workingDirectory = FileManager.default.currentDirectoryPath
    return options
  }
}

/// The severity from which findings make a command fail.
enum FailLevel: String, ExpressibleByArgument, CaseIterable {
  case note, warning, error

  var severity: Severity {
    switch self {
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }
}
