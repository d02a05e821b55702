internal import ArgumentParser
internal import Foundation
internal import Reporting

/// The arguments of every command that renders something: in which formats, and where to.
struct RenderingArguments: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("How to render it on standard output.", valueName: "id"))
  var format: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write a rendering to a file, several times if needed.",
      discussion:
        "Without ID= the file's extension says which. Standard output then stays empty unless --format is given.",
      valueName: "[id=]file"))
  var output: [String] = []

  @Option(name: .long, help: "Colours on standard output.")
  var color: ColorMode = .auto

  enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

  /// Refuses what `targets` would refuse, without looking at any file.
  func check<Rendering>(_ rendering: KeyPath<OutputFormat, Rendering?>) throws {
    if let format { _ = try Formats(rendering).named(format) }
    for argument in output { _ = try parse(argument, among: Formats(rendering)) }
  }

  /// All renderings that were asked for; their files can be written.
  ///
  /// - Parameter rendering: What of a format the command uses, such as `\.verdict`.
  /// - Throws: `ValidationError` for what is unknown, `ExitCode.cannotCreate` for a file that cannot be written.
  func targets<Rendering>(_ rendering: KeyPath<OutputFormat, Rendering?>) throws -> [OutputTarget<Rendering>] {
    let formats = Formats(rendering)
    var targets = try output.map { try parse($0, among: formats) }
    if format != nil || output.isEmpty {
      let (format, render) = try formats.named(format ?? OutputFormat.terminal.id)
      targets.insert(OutputTarget(path: nil, format: format, render: render), at: 0)
    }
    for target in targets { if let path = target.path { try OutputFile.check(path) } }
    return targets
  }

  /// How to render for a file, or for standard output: files get no colours and a fixed width.
  func options(for path: String?, isVerbose: Bool, isQuiet: Bool) -> RenderingOptions {
    RenderingOptions(
      width: path == nil ? terminalWidth() : nil, usesColor: usesColor(for: path), isVerbose: isVerbose,
      isQuiet: isQuiet)
  }

  /// Whether colours were asked for, or are of use.
  func usesColor(for path: String?) -> Bool {
    switch color {
    case .always: true
    case .never: false
    // https://no-color.org: any value that is not empty.
    case .auto:
      path == nil && isTerminal(1) && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }

  /// `[ID=]FILE`: the identifier decides, then the extension, then `--format`.
  private func parse<Rendering>(_ argument: String, among formats: Formats<Rendering>) throws -> OutputTarget<Rendering>
  {
    func target(_ path: String, _ known: (OutputFormat, Rendering)) -> OutputTarget<Rendering> {
      OutputTarget(path: path, format: known.0, render: known.1)
    }
    if let sign = argument.firstIndex(of: "="), Self.isIdentifier(argument[..<sign]) {
      let id = String(argument[..<sign])
      let path = String(argument[argument.index(after: sign)...])
      guard let known = formats.find(id) else {
        throw ValidationError(
          "unknown format '\(id)' in '--output \(argument)'\(nearest(id.lowercased(), in: formats.ids)); known are \(formats.list); "
            + "a file of that name is './\(argument)'")
      }
      guard !path.isEmpty else { throw ValidationError("'--output \(argument)' names no file") }
      return target(path, known)
    }
    if let name = SystemPath.fileExtension(argument), let known = formats.withExtension(name) {
      return target(argument, known)
    }
    if let format { return target(argument, try formats.named(format)) }
    throw ValidationError(
      "'--output \(argument)' does not say which rendering; write ID=FILE with one of \(formats.list)")
  }

  /// Whether somebody who writes it before a `=` means a format, known or not.
  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "-") }
  }
}

/// The formats that have one kind of rendering.
private struct Formats<Rendering> {
  private let known: [(OutputFormat, Rendering)]

  init(_ rendering: KeyPath<OutputFormat, Rendering?>) {
    known = allOutputFormats.compactMap { format in format[keyPath: rendering].map { (format, $0) } }
  }

  var ids: [String] { known.map(\.0.id) }
  var list: String { ids.joined(separator: ", ") }

  func find(_ id: String) -> (OutputFormat, Rendering)? { known.first { $0.0.id == id } }

  func named(_ id: String) throws -> (OutputFormat, Rendering) {
    guard let format = find(id) else { throw ValidationError("unknown format '\(id)'; known are \(list)") }
    return format
  }

  func withExtension(_ name: String) -> (OutputFormat, Rendering)? {
    known.first { $0.0.id == name || $0.0.fileExtensions.contains(name) }
  }
}
