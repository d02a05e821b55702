internal import Platform
internal import Synchronization
internal import SystemPackage

/// A file beside the one that it is to replace. Until it does, whatever ends the process removes it: an error, or a signal.
///
/// A class, for the sake of its end.
final class TemporaryFile {
  let descriptor: Int32
  private let path: FilePath
  private let mark: RemovedBySignals.Mark

  /// Creates a file of a name that nothing has, so that no link that somebody planted is followed; `nil` where that fails,
  /// with `errno` saying why.
  ///
  /// - Parameter target: What it is to replace; if that exists, its permissions are taken over.
  init?(beside target: FilePath) {
    let folder = SystemPath.folder(of: target)
    guard Reach.includes(target.string) else {
      errno = EACCES
      return nil
    }
    var status = stat()
    let permissions = target.withPlatformString { stat($0, &status) } == 0 ? status.st_mode & 0o7777 : nil
    for number in 0..<100 {
      // A short name: that of the target may be as long as names can be.
      let path = folder.appending(".whyredraw-\(getpid())-\(number).tmp")
      let mark = RemovedBySignals.add(path)
      let descriptor = path.withPlatformString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o644)
      }
      guard descriptor >= 0 else {
        let reason = errno
        RemovedBySignals.forget(mark)
        if reason == EEXIST { continue }
        errno = reason
        return nil
      }
      if let permissions { fchmod(descriptor, permissions) }
      self.path = path
      self.mark = mark
      self.descriptor = descriptor
      return
    }
    return nil
  }

  deinit {
    close(descriptor)
    if !isInPlace { _ = path.withPlatformString { unlink($0) } }
    RemovedBySignals.forget(mark)
  }

  private var isInPlace = false

  /// Takes the place of the other; false where that fails, with `errno` saying why.
  func replace(_ target: FilePath) -> Bool {
    isInPlace = path.withPlatformString { from in target.withPlatformString { rename(from, $0) } } == 0
    return isInPlace
  }
}

/// Paths that SIGHUP, SIGINT and SIGTERM remove before they end the process.
private enum RemovedBySignals {
  /// The number of an entry; `nil` where there was no room left, and only the normal end removes the file.
  typealias Mark = Int?

  private static let room = 1 << 16
  /// Signal handlers may touch only what is global and simple, hence a table of C strings; what was in it is never freed, since
  /// a handler may just be looking at it.
  nonisolated(unsafe) private static let paths = {
    let table = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: room)
    table.initialize(repeating: nil, count: room)
    return table
  }()
  private static let free = Mutex<(unused: Int, given: [Int], isWatching: Bool)>((0, [], false))

  static func add(_ path: FilePath) -> Mark {
    free.withLock { free in
      if !free.isWatching {
        free.isWatching = true
        watch()
      }
      let index = free.given.popLast() ?? free.unused
      guard index < room else { return nil }
      if index == free.unused { free.unused += 1 }
      paths[index] = path.withPlatformString { strdup($0) }
      return index
    }
  }

  static func forget(_ mark: Mark) {
    guard let mark else { return }
    free.withLock { free in
      paths[mark] = nil
      free.given.append(mark)
    }
  }

  /// Leaves signals alone that are ignored, as `nohup` asks for, or that the command listens to itself.
  private static func watch() {
    for code in [SIGHUP, SIGINT, SIGTERM] {
      let previous = signal(code) { code in
        for index in 0..<RemovedBySignals.room {
          if let path = RemovedBySignals.paths[index] { unlink(path) }
        }
        signal(code, SIG_DFL)
        raise(code)
      }
      if let previous { signal(code, previous) }
    }
  }
}
