package import Foundation
internal import Synchronization

/// Folders for the files of tests, removed when the tests have run.
///
/// Not with the value that uses one: a path that was handed on may outlive it.
package enum TemporaryFolder {
  private static let made = Mutex<[URL]>([])

  package static func make(_ prefix: String = "whyredraw") throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(prefix)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let isFirst = made.withLock { folders in
      folders.append(folder)
      return folders.count == 1
    }
    if isFirst {
      atexit { TemporaryFolder.made.withLock { for folder in $0 { try? FileManager.default.removeItem(at: folder) } } }
    }
    return folder
  }
}
