package import Foundation
import SourceAnalysis

/// The files that linting did not read, or not whole: what they do with members is found out when a patch depends on it.
///
/// Their words are enough for that: a mention in a comment or a string counts too, and refuses a patch that could be made.
///
/// A class with a lock, because patches are made on all cores and each file is to be looked at once.
package final class UnreadFiles: @unchecked Sendable {
  private let contents: [Data]
  private let lock = NSLock()
  /// Members of all files that stand behind something other than `self`; made at first use.
  private var members: WordSet?

  package init(_ contents: [Data] = []) { self.contents = contents }

  /// Whether some file mentions the member on something other than `self`.
  func access(_ member: String) -> Bool {
    let hash = Fingerprint.hash(member.utf8)
    return lock.withLock {
      if members == nil {
        var found = WordSet()
        for data in contents { Self.insertMembers(of: data, into: &found) }
        members = found
      }
      return members?.contains(hash) ?? false
    }
  }

  /// Whether some file holds the text.
  func contain(_ text: String) -> Bool {
    let text = Data(text.utf8)
    return contents.contains { $0.range(of: text) != nil }
  }

  private static func insertMembers(of data: Data, into names: inout WordSet) {
    data.withUnsafeBytes { bytes in
      for index in bytes.indices where bytes[index] == UInt8(ascii: ".") && hasBase(bytes, at: index) {
        var end = index + 1
        while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
        if end > index + 1 { names.insert(Fingerprint.hash(bytes[(index + 1)..<end])) }
      }
    }
  }

  /// Whether the dot belongs to a value that is not `self`; `.case` has none.
  private static func hasBase(_ bytes: UnsafeRawBufferPointer, at dot: Int) -> Bool {
    var end = dot
    while end > 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    guard end > 0 else { return false }
    if !isNameByte(bytes[end - 1]) { return ")]}?!>\"`".utf8.contains(bytes[end - 1]) }
    var start = end
    while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
    let word = bytes[start..<end]
    return !word.elementsEqual("self".utf8) && !word.elementsEqual("Self".utf8)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }
}
