/// Where paths of reports lie in their repository: those who read reports elsewhere (code hosts, colleagues) know no working
/// directory.
///
/// Text alone decides; whoever makes one has looked at the disk.
package struct RepositoryPaths: Sendable, Hashable {
  /// What relative paths are relative to; absolute.
  package var workingDirectory: String
  /// The root of the repository, which holds the working directory or is it; absolute.
  package var root: String

  package init(workingDirectory: String, root: String) {
    self.workingDirectory = workingDirectory
    self.root = root
  }

  /// `Sources/Feed.swift`, seen from the root, for `../Sources/Feed.swift` or `/home/me/app/Sources/Feed.swift`; as it was
  /// given for what lies outside of the repository.
  package func relative(_ path: String) -> String {
    let parts = Self.parts(path.hasPrefix("/") ? path : workingDirectory + "/" + path)
    let root = Self.parts(root)
    guard parts.starts(with: root) else { return path }
    return parts.count == root.count ? "." : parts.dropFirst(root.count).joined(separator: "/")
  }

  /// The names of an absolute path, without `.` and `..`.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
      if part == ".." { _ = parts.popLast() } else if part != "." { parts.append(part) }
    }
    return parts
  }
}
