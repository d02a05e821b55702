package import Foundation
import SourceAnalysis

/// The files that linting did not read, or not whole: what they do with members is found out when a patch depends on it.
///
/// A class with a lock, because patches are made on all cores and each file is to be looked at once.
package final class UnreadFiles: @unchecked Sendable {
  private let contents: [Data]
  private let lock = NSLock()
  /// Words behind a dot, for each file; made at first use.
  private var members: [WordSet]?
  private var trees: [Int: SourceFile] = [:]

  package init(_ contents: [Data] = []) { self.contents = contents }

  /// The files that may mention the member, read whole.
  ///
  /// Needs a thread with a large stack (see `Parallel`).
  func files(mentioning member: String) -> [SourceFile] {
    let hash = Fingerprint.hash(member.utf8)
    return lock.withLock {
      let members = self.members ?? contents.map(Self.members)
      self.members = members
      return members.indices.filter { members[$0].contains(hash) }.map(file)
    }
  }

  /// Whether some file holds the text.
  func contain(_ text: String) -> Bool {
    let text = Data(text.utf8)
    return contents.contains { $0.range(of: text) != nil }
  }

  private func file(_ index: Int) -> SourceFile {
    if let known = trees[index] { return known }
    let tree = contents[index].withUnsafeBytes { FactsReader.read($0.bindMemory(to: UInt8.self)) }
    let file = SourceFile(path: "", tree: tree)
    trees[index] = file
    return file
  }

  private static func members(of data: Data) -> WordSet {
    var names = WordSet()
    data.withUnsafeBytes { bytes in
      var index = 0
      while index < bytes.count {
        defer { index += 1 }
        guard bytes[index] == UInt8(ascii: ".") else { continue }
        var end = index + 1
        while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
        names.insert(Fingerprint.hash(bytes[(index + 1)..<end]))
      }
    }
    return names
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }
}
