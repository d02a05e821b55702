/// Names, numbers and lines in memory.
extension XMLScanner {
  /// The decimal digits from an offset on: where they end, and their value as far as it fits.
  @inline(__always)
  static func number(_ bytes: UnsafePointer<UInt8>, from start: Int) -> (end: Int, value: UInt64) {
    var index = start
    var value: UInt64 = 0
    while true {
      let digit = bytes[index] &- 0x30
      if digit > 9 { return (index, value) }
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
  }

  /// The offset of the first blank, `/` or `>`, eight bytes at a time; the padding behind the buffer ends the search.
  ///
  /// - Source: the zero-byte test of "Bit Twiddling Hacks" (S. E. Anderson); the lowest byte it flags is always right.
  @inline(__always)
  static func nameEnd(_ bytes: UnsafePointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes + index).loadUnaligned(as: UInt64.self))
      let blank = (word &- ones &* 0x21) & ~word
      let slash = word ^ (ones &* 0x2F)
      let angle = word ^ (ones &* 0x3E)
      let hits = (blank | ((slash &- ones) & ~slash) | ((angle &- ones) & ~angle)) & high
      if hits != 0 { return index + hits.trailingZeroBitCount >> 3 }
      index += 8
    }
  }

  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  /// Eight bytes of the name, mixed with its length and its last bytes.
  @inline(__always)
  static func key(of name: ByteSpan) -> UInt64 {
    // The buffer is padded, so loading beyond the name is safe.
    let word = name.word(at: 0)
    if name.count >= 8 {
      return word &+ name.word(at: name.count - 8) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: name.count)
    }
    return word & ((1 << (UInt64(truncatingIfNeeded: name.count) * 8)) &- 1)
  }
}
