import ArgumentParser
import Platform
import SourceEditing
import SystemPackage

/// Replaces the texts of several files so that, whatever happens, each file is either old or new, and whole.
enum FileSwap {
  struct Change {
    /// Of the file as the user knows it; it may lead through links.
    var path: String
    var old: [UInt8]
    var new: [UInt8]

    /// For `git apply` in the working directory, or for a file that lies elsewhere in the root of its repository, whatever way
    /// the path was written.
    var diff: String {
      UnifiedDiff.between(
        String(decoding: old, as: UTF8.self), String(decoding: new, as: UTF8.self), path: Self.applicable(path))
    }

    private static func applicable(_ path: String) -> String {
      guard path.hasPrefix("/") else { return path }
      let working = FileManager.default.currentDirectoryPath
      if path.hasPrefix(working + "/") { return String(path.dropFirst(working.count + 1)) }
      var folder = FilePath(path).removingLastComponent()
      while !folder.isEmpty, folder.string != "/" {
        if FileManager.default.fileExists(atPath: folder.appending(".git").string) {
          return String(path.dropFirst(folder.string.count + 1))
        }
        folder.removeLastComponent()
      }
      return String(path.drop { $0 == "/" })
    }
  }

  /// Why a file was not replaced.
  struct Problem: Error {
    var message: String
  }

  private struct Staged {
    var change: Change
    /// The file itself, behind all links.
    var target: FilePath
    var temporary: TemporaryFile
  }

  /// Writes all texts beside their files first, and only then puts them in place, one rename each.
  ///
  /// - Throws: `ExitCode.cannotCreate`, having said why; before the first rename nothing was changed.
  static func replaceAll(_ changes: [Change]) throws {
    var staged: [Staged] = []
    for change in changes {
      do {
        staged.append(try stage(change))
      } catch {
        throw failure(change.path, error.message + "; nothing was changed" + (error.isRace ? ", run it again" : ""))
      }
    }
    for (index, file) in staged.enumerated() {
      guard file.temporary.replace(file.target) else {
        let reason = lastSystemError()
        let rest =
          index == 0 ? "nothing was changed" : "\(index) of \(staged.count) files were changed before it; run it again"
        throw failure(file.change.path, "cannot be replaced: \(reason); \(rest)")
      }
    }
  }

  /// Replaces one file.
  static func replace(_ change: Change) throws(Problem) {
    let staged: Staged
    do {
      staged = try stage(change)
    } catch {
      throw Problem(message: error.message + ", left alone")
    }
    guard staged.temporary.replace(staged.target) else {
      throw Problem(message: "cannot be replaced: \(lastSystemError())")
    }
  }

  private struct StagingFailure: Error {
    var message: String
    /// Whether it may work the next time.
    var isRace = false
  }

  private static func stage(_ change: Change) throws(StagingFailure) -> Staged {
    guard let real = SystemPath.real(change.path), access(real, W_OK) == 0 else {
      throw StagingFailure(message: "cannot be written: \(lastSystemError())")
    }
    // An editor may have saved in the meantime.
    guard FileContents.data(at: real).map([UInt8].init) == change.old else {
      throw StagingFailure(message: "changed while it was read", isRace: true)
    }
    let target = FilePath(real)
    guard let temporary = TemporaryFile(beside: target) else {
      throw StagingFailure(message: "cannot be written: \(lastSystemError())")
    }
    do {
      try change.new.withUnsafeBytes { try write($0, to: temporary.descriptor) }
    } catch {
      throw StagingFailure(message: "cannot be written: \(lastSystemError())")
    }
    return Staged(change: change, target: target, temporary: temporary)
  }

  private static func failure(_ path: String, _ message: String) -> ExitCode {
    tell("error: \(path): \(message)")
    return .cannotCreate
  }
}

/// The files that may be edited: each real file once, and none that a link leads to outside of what was named.
struct EditableFiles {
  private(set) var paths: [String] = []
  /// Links that lead out.
  private(set) var refused: [String] = []

  /// - Parameters:
  ///   - found: The files below what was named, links to files among them.
  ///   - named: Files and folders as the user named them.
  init(_ found: [String], named: [String]) {
    let roots = named.compactMap(SystemPath.real)
    let files = found.map { (path: $0, isLink: SystemPath.kind(of: FilePath($0)) == .link) }
    var seen: Set<String> = []
    // Files before the links to them, so that messages name the files.
    for file in files.filter({ !$0.isLink }) + files.filter(\.isLink) {
      guard let real = SystemPath.real(file.path) else {
        paths.append(file.path)
        continue
      }
      if !roots.contains(where: { real == $0 || $0 == "/" || real.hasPrefix($0 + "/") }) {
        refused.append(file.path)
      } else if seen.insert(real).inserted {
        paths.append(file.path)
      }
    }
    paths.sort()
    refused.sort()
  }

  /// Says which links lead out; whether there is any.
  func tellRefused() -> Bool {
    for path in refused { tell("error: \(path): is a link that leads out of what was named; left alone") }
    return !refused.isEmpty
  }
}
