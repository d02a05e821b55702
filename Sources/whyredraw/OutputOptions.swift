internal import ArgumentParser
internal import Foundation
internal import Reporting

/// Where renderings go.
struct OutputTarget {
  /// `nil` for standard output.
  var path: String?
  var renderer: Renderer

  /// Renders piece by piece; a file appears only when it is complete.
  ///
  /// - Throws: `ExitCode`, having said why.
  func write(_ report: RedrawReport, _ options: RenderingOptions) throws {
    guard let path else { return try write(report, options, to: 1) }
    let file = try AtomicFile(path)
    do {
      try write(report, options, to: file.descriptor)
    } catch {
      tell("error: \(path): cannot be written: \(lastSystemError())")
      throw ExitCode.cannotCreate
    }
    try file.commit()
  }

  private func write(_ report: RedrawReport, _ options: RenderingOptions, to descriptor: Int32) throws {
    let sink = TextSink { try whyredraw.write($0, to: descriptor) }
    try renderer.write(report, options, sink)
    try sink.flush()
  }
}

/// A file that is written bit by bit and appears only when it is complete.
///
/// A class, so that it is removed when the command ends early.
final class AtomicFile {
  let descriptor: Int32
  private let path: String
  private let temporaryPath: String
  private var isCommitted = false

  /// Opens a temporary file beside the path.
  ///
  /// - Throws: `ExitCode.cannotCreate`, having said why.
  init(_ path: String) throws {
    try OutputFile.check(path)
    self.path = path
    temporaryPath = path + ".\(ProcessInfo.processInfo.processIdentifier).tmp"
    descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      tell("error: \(path): cannot be written: \(lastSystemError())")
      throw ExitCode.cannotCreate
    }
  }

  deinit {
    close(descriptor)
    if !isCommitted { unlink(temporaryPath) }
  }

  /// Puts the file in its place.
  func commit() throws {
    guard rename(temporaryPath, path) == 0 else {
      tell("error: \(path): cannot be written: \(lastSystemError())")
      throw ExitCode.cannotCreate
    }
    isCommitted = true
  }
}

/// A file written whole or not at all.
enum OutputFile {
  /// Why nothing can be written at a path.
  struct Problem: Error {
    var message: String
  }

  /// Checks that a file can be written at the path, before any work is done for it.
  ///
  /// - Throws: `ExitCode.cannotCreate`, having said why.
  static func check(_ path: String) throws {
    do {
      try checkQuietly(path)
    } catch let problem as Problem {
      tell("error: \(problem.message)")
      throw ExitCode.cannotCreate
    }
  }

  /// - Throws: `Problem`.
  static func checkQuietly(_ path: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw Problem(message: "\(path): is a folder; name a file in it")
    }
    let parent = folder.isEmpty ? "." : folder
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
      throw Problem(message: "\(path): the folder '\(parent)' does not exist; create it first")
    }
    guard FileManager.default.isWritableFile(atPath: parent) else {
      throw Problem(message: "\(path): the folder '\(parent)' is not writable")
    }
  }

  /// Writes to a temporary file beside it, then renames.
  static func write(_ text: String, to path: String) throws {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      tell("error: \(path): cannot be written: \(error.localizedDescription)")
      throw ExitCode.cannotCreate
    }
  }
}

/// The arguments of all commands that render a report.
struct OutputOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("How to render it on standard output.", valueName: "id"))
  var format: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a rendering to a file, several times if needed.",
      discussion:
        "Without ID= the file's extension says which. Standard output then stays empty unless --format is given.",
      valueName: "[id=]file"))
  var output: [String] = []

  @Option(name: .long, help: ArgumentHelp("Only views whose name matches, such as '*Row'.", valueName: "glob"))
  var view: [String] = []

  @Option(name: .long, help: ArgumentHelp("Only views of modules that match.", valueName: "glob"))
  var module: [String] = []

  @Option(name: .long, help: ArgumentHelp("At most this many views, root causes and findings.", valueName: "n"))
  var top: Int?

  @Flag(name: .long, help: "Also the views of frameworks.")
  var all = false

  @Option(name: .long, help: "Colours on standard output.")
  var color: ColorMode = .auto

  @Option(
    name: .long, help: ArgumentHelp("Exit with 1 if there are findings of this level or worse.", valueName: "level"))
  var failOn: FailLevel?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make places in the HTML report links that open an editor, such as 'vscode://file{path}:{line}:{column}'.",
      valueName: "template"))
  var editorLink: String?

  enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
  enum FailLevel: String, ExpressibleByArgument, CaseIterable { case note, warning, error }

  func validate() throws {
    if let format { _ = try renderer(format) }
    for argument in output { _ = try target(argument) }
    if let editorLink, !EditorLink.isSafe(editorLink) {
      throw ValidationError("'--editor-link' takes an address such as 'vscode://file{path}:{line}:{column}'")
    }
    if let top, top < 1 { throw ValidationError("'--top' takes a number from 1 on") }
  }

  /// All renderings that were asked for; their files can be written.
  ///
  /// - Throws: `ExitCode.cannotCreate` for a file that cannot.
  func targets() throws -> [OutputTarget] {
    var targets = try output.map(target)
    for target in targets { if let path = target.path { try OutputFile.check(path) } }
    if format != nil || output.isEmpty {
      targets.insert(OutputTarget(path: nil, renderer: try renderer(format ?? "terminal")), at: 0)
    }
    return targets
  }

  private func target(_ argument: String) throws -> OutputTarget {
    if let sign = argument.firstIndex(of: "="), allRenderers.contains(where: { $0.id == argument[..<sign] }) {
      let path = String(argument[argument.index(after: sign)...])
      guard !path.isEmpty else { throw ValidationError("'--output \(argument)' names no file") }
      return OutputTarget(path: path, renderer: try renderer(String(argument[..<sign])))
    }
    let name = (argument as NSString).pathExtension.lowercased()
    let id = ["md": "markdown", "txt": "terminal", "htm": "html", "gv": "dot"][name] ?? name
    if allRenderers.contains(where: { $0.id == id }) {
      return OutputTarget(path: argument, renderer: try renderer(id))
    }
    if let format { return OutputTarget(path: argument, renderer: try renderer(format)) }
    throw ValidationError(
      "'--output \(argument)' does not say which rendering; write ID=FILE with one of \(Self.knownRenderers)")
  }

  private func renderer(_ id: String) throws -> Renderer {
    guard let renderer = allRenderers.first(where: { $0.id == id }) else {
      throw ValidationError("unknown format '\(id)'; known are \(Self.knownRenderers)")
    }
    return renderer
  }

  private static var knownRenderers: String { allRenderers.map(\.id).joined(separator: ", ") }

  /// How to render for a target: files get no colours and a fixed width.
  func options(for target: OutputTarget, isVerbose: Bool, isQuiet: Bool) -> RenderingOptions {
    let isScreen = target.path == nil
    let usesColor =
      switch color {
      case .always: true
      case .never: false
      // https://no-color.org: any value that is not empty.
      case .auto: isScreen && isTerminal(1) && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
      }
    var options = RenderingOptions(
      width: isScreen ? terminalWidth() : nil, usesColor: usesColor, isVerbose: isVerbose, isQuiet: isQuiet)
    options.editorLink = editorLink
    options.workingDirectory = FileManager.default.currentDirectoryPath
    return options
  }
}
