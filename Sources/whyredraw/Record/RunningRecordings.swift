internal import Platform
internal import SystemPackage

/// The recordings that are running, each with a file that marks are appended to.
enum RunningRecordings {
  static var folder: String { SystemPath.cacheFolder + "/recordings" }

  /// Where marks for this process go.
  static func open() throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/\(ProcessInfo.processInfo.processIdentifier).marks"
    try Data().write(to: URL(fileURLWithPath: path))
    return path
  }

  static func close(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Appends a line to all of them; how many there are.
  static func mark(_ name: String) throws -> Int {
    var count = 0
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where file.hasSuffix(".marks") {
      let path = folder + "/" + file
      // One that was killed leaves its file behind.
      guard let pid = Int32(file.dropLast(6)), kill(pid, 0) == 0 || errno == EPERM else {
        close(path)
        continue
      }
      guard let descriptor = try? FileDescriptor.open(FilePath(path), .writeOnly, options: [.append, .closeOnExec])
      else { continue }
      _ = try descriptor.closeAfter { try descriptor.writeAll((name + "\n").utf8) }
      count += 1
    }
    return count
  }
}
