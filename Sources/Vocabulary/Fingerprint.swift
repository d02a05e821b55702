/// FNV-1a, 64 bits: short, stable across runs and machines; it identifies things and guards nothing.
package enum Fingerprint {
  /// The hash of nothing.
  @inlinable package static var seed: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// The hash with one more byte.
  @inlinable @inline(__always) package static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// - Parameter start: The hash of what comes before.
  @inlinable package static func hash(_ bytes: UnsafeBufferPointer<UInt8>, after start: UInt64 = seed) -> UInt64 {
    var hash = start
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return hash
  }

  /// Of the text's UTF-8.
  package static func hash(_ text: String, after start: UInt64 = seed) -> UInt64 {
    var text = text
    return text.withUTF8 { hash($0, after: start) }
  }

  package static func hex(of text: String) -> String { hex(hash(text)) }

  /// Of several texts, each ended by a byte that no UTF-8 holds: moving a boundary between two makes another.
  package static func hex(of parts: [String]) -> String {
    var hash = seed
    for part in parts { hash = step(self.hash(part, after: hash), 0xFF) }
    return hex(hash)
  }

  package static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
