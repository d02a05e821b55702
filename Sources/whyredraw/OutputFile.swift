internal import ArgumentParser
internal import Foundation

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
