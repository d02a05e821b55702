import ArgumentParser
import Foundation
import SourceEditing

/// Replaces the texts of several files so that, whatever happens, each file is either old or new, and whole.
enum FileSwap {
  struct Change {
    var path: String
    var old: [UInt8]
    var new: [UInt8]

    var diff: String {
      UnifiedDiff.between(String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self), path: path)
    }
  }

  private struct Staged {
    var change: Change
    /// The file itself, where the path leads through links.
    var target: String
    var temporary: String
  }

  /// Writes all texts beside their files first, and only then puts them in place, one rename each.
  ///
  /// - Throws: `ExitCode.cannotCreate`, having said why; before the first rename nothing was changed.
  static func replaceAll(_ changes: [Change]) throws {
    var staged: [Staged] = []
    defer { for file in staged { unlink(file.temporary) } }
    for change in changes { staged.append(try stage(change)) }
    for (index, file) in staged.enumerated() {
      guard rename(file.temporary, file.target) == 0 else {
        let reason = lastSystemError()
        let rest =
          index == 0 ? "nothing was changed" : "\(index) of \(staged.count) files were changed before it; run it again"
        throw failure(file.change.path, "cannot be replaced: \(reason); \(rest)")
      }
    }
  }

  private static func stage(_ change: Change) throws -> Staged {
    let target = URL(fileURLWithPath: change.path).resolvingSymlinksInPath().path
    // An editor may have saved in the meantime.
    guard FileManager.default.contents(atPath: target).map([UInt8].init) == change.old else {
      throw failure(change.path, "changed while it was read; nothing was changed, run it again")
    }
    let temporary = target + ".\(ProcessInfo.processInfo.processIdentifier).tmp"
    var status = stat()
    guard stat(target, &status) == 0, access(target, W_OK) == 0 else {
      throw failure(change.path, "cannot be written: \(lastSystemError()); nothing was changed")
    }
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 0o7777)
    guard descriptor >= 0 else {
      throw failure(change.path, "cannot be written: \(lastSystemError()); nothing was changed")
    }
    defer { close(descriptor) }
    do {
      fchmod(descriptor, status.st_mode & 0o7777)
      try change.new.withUnsafeBytes { try write($0, to: descriptor) }
    } catch {
      let reason = lastSystemError()
      unlink(temporary)
      throw failure(change.path, "cannot be written: \(reason); nothing was changed")
    }
    return Staged(change: change, target: target, temporary: temporary)
  }

  private static func failure(_ path: String, _ message: String) -> ExitCode {
    tell("error: \(path): \(message)")
    return .cannotCreate
  }
}
