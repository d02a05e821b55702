internal import ArgumentParser
internal import Platform
internal import Reporting
internal import Vocabulary

/// The arguments of the commands that report on traces.
struct OutputOptions: ParsableArguments {
  @OptionGroup var rendering: RenderingArguments<ReportFormats>
  @OptionGroup var views: ViewOptions

  @OptionGroup var limits: FindingOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make places in the HTML report links that open an editor, such as 'vscode://file{path}:{line}:{column}'; by default "
        + "the reader of the page chooses one.",
      valueName: "template"))
  var editorLink: String?

  typealias Target = OutputTarget<OutputFormat.ReportRendering>

  var top: Int? { limits.top }
  var failOn: FailLevel? { limits.failOn }

  func validate() throws {
    if let editorLink, !EditorLink.isSafe(editorLink) {
      throw ValidationError("'--editor-link' takes an address such as 'vscode://file{path}:{line}:{column}'")
    }
  }

  /// All renderings that were asked for; their files can be written.
  ///
  /// - Throws: `ExitCode.cannotCreate` for a file that cannot.
  func targets() throws -> [Target] { try rendering.targets() }

  /// How to render for a target: files get no colours and a fixed width.
  func options(for target: Target, _ verbosity: VerbosityOptions) -> RenderingOptions {
    var options = rendering.options(for: target.path, verbosity)
    options.editorLink = editorLink
    options.workingDirectory = FileManager.default.currentDirectoryPath
    return options
  }
}

/// How many findings are shown, and which of them make a command fail.
struct FindingOptions: ParsableArguments {
  @OptionGroup var list: ListOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Exit with 1 if there are findings of this level or worse; by default none does.", valueName: "level"))
  var failOn: FailLevel?

  var top: Int? { list.top }
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
