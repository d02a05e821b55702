internal import CLines

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A run of bytes inside a block: a line or a part of one. Valid only while the block is.
///
/// An own type beside `UnsafeRawBufferPointer`, because slicing must not re-check or rebase on the hot path.
struct ByteSpan {
  let start: UnsafePointer<UInt8>
  let count: Int

  @inline(__always)
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  @inline(__always)
  init(_ buffer: UnsafeRawBufferPointer) {
    self.init(
      start: buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? ByteSpan.nowhere, count: buffer.count)
  }

  /// The address of empty spans, so that `start` is never nil; nothing is ever read from or written to it.
  private nonisolated(unsafe) static let nowhere = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  @inline(__always)
  subscript(index: Int) -> UInt8 { start[index] }

  @inline(__always)
  func from(_ offset: Int) -> ByteSpan { ByteSpan(start: start + offset, count: count - offset) }

  @inline(__always)
  func sub(_ lower: Int, _ upper: Int) -> ByteSpan { ByteSpan(start: start + lower, count: upper - lower) }

  /// Decodes as UTF-8; invalid bytes become U+FFFD.
  var string: String { String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self) }

  @inline(__always)
  func firstIndex(of byte: UInt8, from offset: Int = 0) -> Int? {
    guard offset < count, let hit = memchr(start + offset, Int32(byte), count - offset) else { return nil }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(start)
  }

  /// The offset of the first occurrence of the needle at or after `offset`.
  ///
  /// Compares sixteen positions at a time by the needle's first and last byte; a word of those that may match is nearly
  /// always zero. `memmem` is not portable.
  ///
  /// - Source: Wojciech Muła, "SIMD-friendly algorithms for substring searching".
  func firstIndex(of needle: StaticString, from offset: Int = 0) -> Int? {
    let length = needle.utf8CodeUnitCount
    let needleStart = needle.utf8Start
    guard count &- offset >= length, length >= 2 else { return nil }
    let lastOffset = count &- length
    var index = offset
    while index &+ 15 <= lastOffset {
      var hits = whyredraw_frames(start + index, length &- 1, needleStart[0], needleStart[length &- 1])
      while hits != 0 {
        let candidate = index &+ hits.trailingZeroBitCount
        if memcmp(start + candidate, needleStart, length) == 0 { return candidate }
        hits &= hits &- 1
      }
      index &+= 16
    }
    while index <= lastOffset {
      if start[index] == needleStart[0], memcmp(start + index, needleStart, length) == 0 { return index }
      index &+= 1
    }
    return nil
  }

  @inline(__always)
  func hasPrefix(_ prefix: StaticString, at offset: Int = 0) -> Bool {
    let length = prefix.utf8CodeUnitCount
    return count - offset >= length && memcmp(start + offset, prefix.utf8Start, length) == 0
  }

  @inline(__always)
  func hasSuffix(_ suffix: StaticString) -> Bool {
    let length = suffix.utf8CodeUnitCount
    return count >= length && memcmp(start + (count - length), suffix.utf8Start, length) == 0
  }

  @inline(__always)
  func equals(_ other: ByteSpan) -> Bool {
    count == other.count && memcmp(start, other.start, count) == 0
  }

  /// Eight bytes at an offset, unaligned, in memory order.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
  }

  /// How many line feeds there are.
  var lineEnds: Int {
    let parts = count / 64
    var total = Int(whyredraw_countLineFeeds(start, Int64(parts)))
    var index = parts * 64
    while index < count {
      if start[index] == 0x0A { total += 1 }
      index += 1
    }
    return total
  }

  /// Without spaces and tabs at either end.
  var trimmed: ByteSpan {
    var lower = 0
    var upper = count
    while lower < upper, start[lower] == 0x20 || start[lower] == 0x09 { lower += 1 }
    while upper > lower, start[upper - 1] == 0x20 || start[upper - 1] == 0x09 { upper -= 1 }
    return sub(lower, upper)
  }

  /// The unsigned decimal number that fills the span, `nil` when it is anything else or too large.
  var decimal: Int? {
    guard count > 0, count <= 18 else { return nil }
    var value = 0
    for index in 0..<count {
      let digit = start[index] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- 0x30 <= 9 }
  @inline(__always) var isBlank: Bool { self == 0x20 || self == 0x09 }
  @inline(__always) var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 <= 5 }
  @inline(__always) var isASCIILetter: Bool { (self | 0x20) &- 0x61 <= 25 }
}
