package import Platform
import SourceAnalysis
import Synchronization
import Vocabulary

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The files that linting did not read, or not whole: what they do with members is found out when a patch depends on it.
///
/// Their words are enough for that: a mention in a comment or a string counts too, and refuses a patch that could be made.
///
/// A class with a lock, because patches are made on all cores and each file is to be looked at once.
package final class UnreadFiles: Sendable {
  private let contents: [Data]
  /// Members of all files that stand behind something other than `self`; made at first use.
  private let members = Mutex<WordSet?>(nil)

  package init(_ contents: [Data] = []) { self.contents = contents }

  /// Whether some file mentions the member on something other than `self`.
  func access(_ member: String) -> Bool {
    let hash = Fingerprint.hash(member)
    return members.withLock { members in
      if members == nil {
        var found = WordSet()
        for part in Parallel.inChunks(contents, Self.members(of:)) { found.formUnion(part) }
        members = found
      }
      return members?.contains(hash) ?? false
    }
  }

  /// Whether some file holds the text.
  func contain(_ text: String) -> Bool { contents.contains { $0.holds(text) } }

  private static func members(of data: Data) -> WordSet {
    data.withUnsafeBytes { raw in
      raw.withMemoryRebound(to: UInt8.self) { bytes in
        var names = WordSet()
        guard let base = bytes.baseAddress else { return names }
        var start = 0
        // The library finds a byte sixteen at a time.
        while start < bytes.count, let found = memchr(base + start, CInt(UInt8(ascii: ".")), bytes.count - start) {
          let dot = UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
          var end = dot + 1
          while end < bytes.count, isNameByte(bytes[end]) { end += 1 }
          if end > dot + 1, hasBase(bytes, at: dot) {
            names.insert(Fingerprint.hash(UnsafeBufferPointer(rebasing: bytes[(dot + 1)..<end])))
          }
          start = end
        }
        return names
      }
    }
  }

  /// Whether the dot belongs to a value that is not `self`; `.case` has none.
  private static func hasBase(_ bytes: UnsafeBufferPointer<UInt8>, at dot: Int) -> Bool {
    var end = dot
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] >= 0x09 && bytes[end - 1] <= 0x0D { end -= 1 }
    guard end > 0 else { return false }
    if !isNameByte(bytes[end - 1]) { return endsValue(bytes[end - 1]) }
    var start = end
    while start > 0, isNameByte(bytes[start - 1]) { start -= 1 }
    guard end - start == 4, bytes[start + 1] == UInt8(ascii: "e"), bytes[start + 2] == UInt8(ascii: "l"),
      bytes[start + 3] == UInt8(ascii: "f")
    else { return true }
    return bytes[start] | 0x20 != UInt8(ascii: "s")
  }

  /// What may stand before the dot of a member besides a name.
  private static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "?"), UInt8(ascii: "!"),
      UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"):
      true
    default: false
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
  }
}
