/// FNV-1a, 64 bits: short, stable across runs and machines; it identifies things and guards nothing.
package enum Fingerprint {
  /// The hash of nothing.
  @inlinable package static var seed: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// The hash with one more byte.
  @inlinable package static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  @inlinable package static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed
    for byte in bytes { hash = step(hash, byte) }
    return hash
  }

  @inlinable package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash = seed
    for byte in bytes { hash = step(hash, byte) }
    return hash
  }

  package static func hex(of text: String) -> String { hex(hash(text.utf8)) }

  /// Of several texts, each ended by a byte that no UTF-8 holds: moving a boundary between two makes another.
  package static func hex(of parts: [String]) -> String {
    hex(parts.reduce(seed) { hash, part in step(part.utf8.reduce(hash, step), 0xFF) })
  }

  package static func hex(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
