internal import ArgumentParser
internal import Platform
internal import Reporting
internal import Vocabulary

/// The arguments of every command that renders something: in which formats, and where to.
struct RenderingArguments<Kind: RenderingKind>: ParsableArguments {
  typealias Target = OutputTarget<Kind.Rendering>

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How to render it on standard output; by default the first of these, unless --output is given.", valueName: "id"))
  var format: FormatName<Kind>?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write a rendering to a file, several times if needed; '-' is standard output.",
      discussion:
        "Without ID= the file's extension says which. Standard output then stays empty unless --format is given.",
      valueName: "[id=]file"))
  var output: [String] = []

  @Option(name: .long, help: "Colours on standard output; auto is only on a terminal.")
  var color: ColorMode = .auto

  /// Refuses what `targets` would refuse, without looking at any file.
  func validate() throws {
    if let format { _ = try Self.named(format.id) }
    for argument in output { _ = try parse(argument) }
  }

  /// All renderings that were asked for; their files can be written.
  ///
  /// - Throws: `ValidationError` for what is unknown, `ExitCode.cannotCreate` for a file that cannot be written.
  func targets() throws -> [Target] {
    var targets = try output.map(parse)
    if format != nil || output.isEmpty {
      guard let id = format?.id ?? Kind.formats.first?.format.id else { return targets }
      targets.insert(Target(path: nil, try Self.named(id)), at: 0)
    }
    var known: [String: String] = [:]
    for path in targets.compactMap(\.path) {
      guard let file = try OutputFile.check(path) else { continue }
      if let other = known.updateValue(path, forKey: file) {
        throw ValidationError("'--output' names one file twice: '\(other)' and '\(path)'")
      }
    }
    return targets
  }

  /// How to render for a file, or for standard output: files get no colours and a fixed width.
  func options(for path: String?, _ verbosity: VerbosityOptions) -> RenderingOptions {
    var options = RenderingOptions(
      width: path == nil ? terminalWidth() : nil, usesColor: usesColor(for: path), isVerbose: verbosity.verbose,
      isQuiet: verbosity.quiet)
    options.repository = .current
    return options
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
  private func parse(_ argument: String) throws -> Target {
    let named = try OutputName(argument, among: Kind.formats.map(\.format.id))
    if let id = named.id { return Target(path: named.path, try Self.named(id)) }
    if let name = SystemPath.fileExtension(argument), let known = Self.withExtension(name) {
      return Target(path: argument, known)
    }
    if let format { return Target(path: named.path, try Self.named(format.id)) }
    if Kind.formats.count == 1 || named.path == nil, let first = Kind.formats.first {
      return Target(path: named.path, first)
    }
    throw ValidationError(
      "'--output \(argument)' does not say which rendering; write ID=FILE with one of \(Self.list)")
  }

  private static var list: String { Kind.formats.map(\.format.id).joined(separator: ", ") }

  private static func named(_ id: String) throws -> FormatRendering<Kind.Rendering> {
    guard let known = Kind.formats.first(where: { $0.format.id == id }) else {
      throw ValidationError(
        "unknown format '\(id)'" + Offer.known(Kind.formats.map(\.format.id), nearest: id))
    }
    return known
  }

  private static func withExtension(_ name: String) -> FormatRendering<Kind.Rendering>? {
    Kind.formats.first { $0.format.id == name || $0.format.fileExtensions.contains(name) }
  }
}

/// When colours are used.
enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

/// `[ID=]FILE`, taken apart.
struct OutputName {
  var id: String?
  /// `nil` for standard output.
  var path: String?

  /// - Throws: `ValidationError` for an identifier that is none of the known ones.
  init(_ argument: String, among known: [String]) throws {
    var name = argument
    if let sign = argument.firstIndex(of: "="), Self.isIdentifier(argument[..<sign]) {
      let id = String(argument[..<sign])
      name = String(argument[argument.index(after: sign)...])
      guard known.contains(id) else {
        throw ValidationError(
          "unknown format '\(id)' in '--output \(argument)'"
            + (known.isEmpty ? "" : Offer.known(known, nearest: id)) + "; a file of that name is './\(argument)'")
      }
      self.id = id
    }
    guard !name.isEmpty else { throw ValidationError("'--output \(argument)' names no file") }
    path = name == "-" ? nil : name
  }

  /// Whether somebody who writes it before a `=` means a format, known or not.
  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "-") }
  }
}
