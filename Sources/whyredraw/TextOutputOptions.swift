internal import ArgumentParser
internal import Foundation
internal import Reporting

/// Where the renderings of a command with renderers of its own go.
struct TextOutputOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("How to render it on standard output.", valueName: "id"))
  var format: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a rendering to a file, several times if needed.",
      discussion: "Standard output then stays empty unless --format is given.", valueName: "id=file"))
  var output: [String] = []

  @Option(name: .long, help: "Colours on standard output.")
  var color: OutputOptions.ColorMode = .auto

  struct Target {
    var id: String
    /// `nil` for standard output.
    var path: String?
  }

  /// Everything that was asked for; the first of `known` is the default.
  ///
  /// - Throws: `ValidationError` for what is unknown, `ExitCode.cannotCreate` for a file that cannot be written.
  func targets(_ known: [String]) throws -> [Target] {
    var targets = try output.map { argument in
      if let sign = argument.firstIndex(of: "="), known.contains(String(argument[..<sign])) {
        let path = String(argument[argument.index(after: sign)...])
        guard !path.isEmpty else { throw ValidationError("'--output \(argument)' names no file") }
        return Target(id: String(argument[..<sign]), path: path)
      }
      let name = (argument as NSString).pathExtension.lowercased()
      let id = ["md": "markdown", "txt": "terminal", "xml": "junit"][name] ?? name
      if known.contains(id) { return Target(id: id, path: argument) }
      if let format { return Target(id: format, path: argument) }
      throw ValidationError(
        "'--output \(argument)' does not say which rendering; write ID=FILE with one of \(known.joined(separator: ", "))"
      )
    }
    if let format, !known.contains(format) {
      throw ValidationError("unknown format '\(format)'; known are \(known.joined(separator: ", "))")
    }
    for target in targets { if let path = target.path { try OutputFile.check(path) } }
    if format != nil || output.isEmpty { targets.insert(Target(id: format ?? known[0], path: nil), at: 0) }
    return targets
  }

  /// Files get no colours and a fixed width.
  func options(for target: Target, isVerbose: Bool, isQuiet: Bool) -> RenderingOptions {
    let isScreen = target.path == nil
    let usesColor =
      switch color {
      case .always: true
      case .never: false
      case .auto: isScreen && isTerminal(1) && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
      }
    return RenderingOptions(
      width: isScreen ? terminalWidth() : nil, usesColor: usesColor, isVerbose: isVerbose, isQuiet: isQuiet)
  }

  func write(_ text: String, to target: Target) throws {
    if let path = target.path { try OutputFile.write(text, to: path) } else { try writeReport(text) }
  }
}
