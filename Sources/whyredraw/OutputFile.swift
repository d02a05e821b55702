internal import ArgumentParser
internal import Platform
internal import SystemPackage

/// A file that a command writes. A regular one appears only when it is complete; devices and pipes are written to as they are.
///
/// A class, so that what is not complete is removed when the command ends early.
final class OutputFile {
  let descriptor: Int32
  private let name: String
  private let place: OutputPlace
  /// What takes the place of a regular file.
  private let temporary: TemporaryFile?

  /// - Parameter path: As the user wrote it.
  /// - Throws: `ExitCode.cannotCreate`, having said why.
  init(_ path: String) throws {
    name = path
    place = try Self.place(path)
    switch place {
    case .file(let target):
      guard let file = TemporaryFile(beside: target) else { throw Self.failure(path, lastSystemError()) }
      temporary = file
      descriptor = file.descriptor
    case .stream(let target):
      temporary = nil
      descriptor = target.withPlatformString { open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY) }
      guard descriptor >= 0 else { throw Self.failure(path, lastSystemError()) }
    case .descriptor(let number):
      temporary = nil
      descriptor = number
    }
  }

  deinit {
    if case .stream = place { close(descriptor) }
  }

  /// Puts a regular file in its place.
  func commit() throws {
    guard case .file(let target) = place, let temporary else { return }
    guard temporary.replace(target) else { throw Self.failure(name, lastSystemError()) }
  }

  /// Writes a text as a whole.
  static func write(_ text: String, to path: String) throws {
    let file = try OutputFile(path)
    do {
      try whyredraw.write(text, to: file.descriptor)
    } catch {
      throw failure(path, lastSystemError())
    }
    try file.commit()
  }

  /// Checks that a file can be written at the path, before any work is done for it.
  ///
  /// - Returns: The file that is meant, the same however the path was spelled; `nil` for devices and pipes.
  /// - Throws: `ExitCode.cannotCreate`, having said why.
  @discardableResult
  static func check(_ path: String) throws -> String? {
    guard case .file(let target) = try place(path) else { return nil }
    let folder = SystemPath.folder(of: target).string
    return (SystemPath.real(folder) ?? folder) + "/" + (target.lastComponent?.string ?? "")
  }

  private static func place(_ path: String) throws -> OutputPlace {
    do {
      return try OutputPlace(path)
    } catch {
      tell("error: \(error.message)")
      throw ExitCode.cannotCreate
    }
  }

  /// Says why a file cannot be written.
  static func failure(_ path: String, _ reason: String) -> ExitCode {
    tell("error: \(path): cannot be written: \(reason)")
    return .cannotCreate
  }
}

/// Where the bytes for a path end up.
enum OutputPlace {
  /// A regular file, which may exist or not, behind all symbolic links; it is replaced.
  case file(FilePath)
  /// A device or a pipe, which is written to.
  case stream(FilePath)
  /// What is open already, such as `/dev/stdout` or the `/dev/fd/63` of a shell's `>(command)`.
  case descriptor(Int32)

  /// Why nothing can be written at a path.
  struct Problem: Error {
    var message: String
  }

  private static let mostLinks = 40

  init(_ path: String) throws(Problem) {
    guard !path.isEmpty else { throw Problem(message: "the name of a file to write is empty") }
    // `FilePath` leaves a slash at the end out.
    if path.hasSuffix("/") { throw Problem(message: "\(path): is a folder; name a file in it") }
    var target = SystemPath.argument(path)
    for _ in 0..<Self.mostLinks {
      if let number = Self.openDescriptor(target) {
        self = .descriptor(number)
        return
      }
      switch SystemPath.kind(of: target) {
      case .link: target = SystemPath.destination(ofLink: target)
      case .folder: throw Problem(message: "\(path): is a folder; name a file in it")
      case .other:
        self = .stream(target)
        return
      case .regular, nil:
        try Self.checkFolder(of: target, path)
        self = .file(target)
        return
      }
    }
    throw Problem(message: "\(path): too many symbolic links")
  }

  private static func checkFolder(of target: FilePath, _ path: String) throws(Problem) {
    let parent = SystemPath.folder(of: target)
    guard SystemPath.isFolder(parent) else {
      throw Problem(message: "\(path): the folder '\(parent.string)' does not exist; create it first")
    }
    guard parent.withPlatformString({ access($0, W_OK) }) == 0 else {
      throw Problem(message: "\(path): the folder '\(parent.string)' is not writable")
    }
  }

  /// The number of a descriptor that a path stands for.
  private static func openDescriptor(_ path: FilePath) -> Int32? {
    let text = path.lexicallyNormalized().string
    switch text {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where text.hasPrefix(folder) {
      return Int32(text.dropFirst(folder.count))
    }
    return nil
  }
}
