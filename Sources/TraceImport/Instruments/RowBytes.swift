internal import CLines

/// The pieces rows are made of, as words in memory, and the arithmetic to find them.
///
/// Computed constants, because stored ones are looked up behind a lock.
enum RowBytes {
  @inline(__always) static var sentinel: UInt64 { UInt64(littleEndian: 0x6C65_6E69_746E_6573) }
  /// `string r`: a reference to one.
  @inline(__always) static var string: UInt64 { UInt64(littleEndian: 0x7220_676E_6972_7473) }
  /// `/row>`, `<row>`, `/>`, `"/>`, `" fmt="`, `</`.
  @inline(__always) static var rowEnd: UInt64 { UInt64(littleEndian: 0x3E_776F_722F) }
  @inline(__always) static var rowStart: UInt64 { UInt64(littleEndian: 0x3E_776F_723C) }
  @inline(__always) static var emptyEnd: UInt64 { UInt64(littleEndian: 0x3E2F) }
  @inline(__always) static var referenceEnd: UInt64 { UInt64(littleEndian: 0x3E_2F22) }
  @inline(__always) static var displayAttribute: UInt64 { UInt64(littleEndian: 0x22_3D74_6D66_2022) }
  @inline(__always) static var closingStart: UInt64 { UInt64(littleEndian: 0x2F3C) }

  @inline(__always)
  static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
  }

  /// The decimal digits there, at most eight of them, and their value; more are none.
  ///
  /// - Source: Daniel Lemire, "Quickly parsing eight digits"; eight digits are added up in three multiplications.
  @inline(__always)
  static func number(_ bytes: UnsafePointer<UInt8>) -> (digits: Int, value: UInt64) {
    let digits = UInt64(littleEndian: word(bytes)) ^ 0x3030_3030_3030_3030
    let others = ((digits &+ 0x0606_0606_0606_0606) | digits) & 0xF0F0_F0F0_F0F0_F0F0
    if others == 0 { return bytes[8].isDigit ? (0, 0) : (8, eightDigits(digits)) }
    let bits = others.trailingZeroBitCount & ~7
    if bits == 0 { return (0, 0) }
    return (bits &>> 3, eightDigits(digits &<< UInt64(truncatingIfNeeded: 64 &- bits)))
  }

  /// How many decimal digits are there, at most eight; more are none.
  @inline(__always)
  static func digits(_ bytes: UnsafePointer<UInt8>) -> Int {
    let digits = UInt64(littleEndian: word(bytes)) ^ 0x3030_3030_3030_3030
    let others = ((digits &+ 0x0606_0606_0606_0606) | digits) & 0xF0F0_F0F0_F0F0_F0F0
    if others == 0 { return bytes[8].isDigit ? 0 : 8 }
    return others.trailingZeroBitCount &>> 3
  }

  /// The value of one to eight decimal digits.
  @inline(__always)
  static func value(_ bytes: UnsafePointer<UInt8>, digits: Int) -> UInt64 {
    let word = UInt64(littleEndian: word(bytes)) ^ 0x3030_3030_3030_3030
    return eightDigits(word &<< UInt64(truncatingIfNeeded: 64 &- 8 &* digits))
  }

  /// The decimal digits there, at most nineteen, and their value; more are none.
  @inline(__always)
  static func longNumber(_ bytes: UnsafePointer<UInt8>) -> (digits: Int, value: UInt64) {
    let digits = UInt64(littleEndian: word(bytes)) ^ 0x3030_3030_3030_3030
    let others = ((digits &+ 0x0606_0606_0606_0606) | digits) & 0xF0F0_F0F0_F0F0_F0F0
    if others != 0 {
      let bits = others.trailingZeroBitCount & ~7
      return bits == 0 ? (0, 0) : (bits &>> 3, eightDigits(digits &<< UInt64(truncatingIfNeeded: 64 &- bits)))
    }
    var value = eightDigits(digits)
    var index = 8
    while bytes[index].isDigit {
      if index == 19 { return (0, 0) }
      value = value &* 10 &+ UInt64(bytes[index] & 0x0F)
      index += 1
    }
    return (index, value)
  }

  @inline(__always)
  private static func eightDigits(_ digits: UInt64) -> UInt64 {
    let pairs = ((digits & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) >> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) >> 16
    return ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) >> 32
  }

  /// The offset of a byte; most are near, so the first are looked at by vectors. 32 bytes behind `count` are readable.
  @inline(__always)
  static func find(_ byte: UInt8, _ bytes: UnsafePointer<UInt8>, from start: Int, to count: Int) -> Int? {
    guard start < count else { return nil }
    var index = start
    var places = whyredraw_places(bytes + index, byte)
    if places == 0 {
      index &+= 32
      guard index < count else { return nil }
      places = whyredraw_places(bytes + index, byte)
      guard places != 0 else { return ByteSpan(start: bytes, count: count).firstIndex(of: byte, from: index) }
    }
    let found = index &+ places.trailingZeroBitCount
    return found < count ? found : nil
  }
}
