internal import CLines

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Texts of one message each that came lately, found by comparing alone.
///
/// Where the order of lines is too random to expect the next one, this is the way in: each text has two places where it may
/// be, by what its words come to. A text that is at neither is looked up in the `MessageCache`, which knows all, and takes
/// one of the places. So a wrong guess costs time and nothing else.
///
/// Nothing here depends on the length of a text but the mask that is laid over it, and that long ones have a table of their
/// own: lines differ in length in no order that a processor could foresee, and each wrong guess costs as much as reading the
/// line.
///
/// It owns plain memory and cannot be copied.
struct KnownLines: ~Copyable {
  /// Shorter texts are no messages; longer ones are left to the cache.
  static let lengths = 8...120
  /// This many bytes from the start of a text are read, whatever its length.
  static let readSize = 128

  /// Short texts have seven words and one of the message with the length above it, a cache line; long ones twice that.
  fileprivate enum Size {
    static let short = 8
    static let long = 16
    static let mostOfShort = 56
  }

  fileprivate static let setBits = (short: 12, long: 10)

  /// Filled with zeros behind each text; the last word is 0 for none.
  private let short: Table
  private let long: Table
  /// Sixteen words for each length: all ones over the bytes of a text, zeros behind it.
  private let masks: Table
  /// Which of two places is given up next.
  private var turn = 0

  /// Words that are zero, and take memory only where they are written to.
  private struct Table {
    let words: UnsafeMutablePointer<UInt64>
    private let memory: UnsafeMutableRawPointer?

    init(count: Int) {
      memory = calloc(count + 8, 8)
      guard let memory else { preconditionFailure("there is no memory left") }
      words = memory.alignedUp(toMultipleOf: 64).bindMemory(to: UInt64.self, capacity: count)
    }

    func deallocate() { free(memory) }
  }

  init() {
    short = Table(count: 2 * Size.short << Self.setBits.short)
    long = Table(count: 2 * Size.long << Self.setBits.long)
    masks = Table(count: (Self.lengths.upperBound + 1) * Size.long)
    for length in 0...Self.lengths.upperBound {
      let mask = UnsafeMutableRawBufferPointer(start: masks.words + length * Size.long, count: length)
      for index in mask.indices { mask[index] = 0xFF }
    }
  }

  deinit {
    short.deallocate()
    long.deallocate()
    masks.deallocate()
  }

  var finder: Finder { Finder(short: short.words, long: long.words, masks: masks.words) }

  /// The length of the line at a place where `readSize` bytes are readable; `nil` when it is longer than a text may be.
  @inline(__always)
  static func lineLength(at place: UnsafePointer<UInt8>) -> Int? {
    let ends = whyredraw_lineFeeds(place)
    if ends != 0 { return ends.trailingZeroBitCount }
    let later = whyredraw_lineFeeds(place + 64)
    return later != 0 ? 64 &+ later.trailingZeroBitCount : nil
  }

  /// The message of a text that is among them; its length must be one of `lengths`, and `readSize` bytes readable.
  @inline(__always)
  func message(of text: UnsafePointer<UInt8>, length: Int) -> UInt32? { finder.message(of: text, length: length) }

  /// Takes a text in; the same as of `message` holds for it.
  mutating func insert(_ text: UnsafePointer<UInt8>, length: Int, message: UInt32) {
    guard self.message(of: text, length: length) == nil else { return }
    let isShort = length <= Size.mostOfShort
    let size = isShort ? Size.short : Size.long
    let table = isShort ? short : long
    let finder = finder
    var line =
      table.words + finder.place(of: text, length, size, isShort ? Self.setBits.short : Self.setBits.long)
    // The first place while it is free, since a second look is a wrong guess.
    if line[size - 1] != 0 {
      turn ^= 1
      if line[2 * size - 1] == 0 || turn == 1 { line += size }
    }
    for index in 0..<size - 1 { line[index] = finder.word(text, length, index) }
    line[size - 1] = UInt64(length) << 32 | UInt64(message)
  }
}

extension KnownLines {
  /// What looks texts up: addresses alone, which a loop keeps at hand.
  struct Finder {
    fileprivate let short: UnsafePointer<UInt64>
    fileprivate let long: UnsafePointer<UInt64>
    fileprivate let masks: UnsafePointer<UInt64>

    /// The message of a text that is among them; its length must be one of `lengths`, and `readSize` bytes readable.
    @inline(__always)
    func message(of text: UnsafePointer<UInt8>, length: Int) -> UInt32? {
      length <= Size.mostOfShort
        ? message(of: text, length, in: short, Size.short, setBits.short)
        : message(of: text, length, in: long, Size.long, setBits.long)
    }

    /// A line at the place whose message is among them, and the length of its message; `readSize` bytes must be readable.
    @inline(__always)
    func line(at place: UnsafePointer<UInt8>) -> (message: UInt32, length: Int, lineEnd: Int)? {
      guard let end = KnownLines.lineLength(at: place), end > lengths.lowerBound, end <= lengths.upperBound else {
        return nil
      }
      let carriageReturn = place[end &- 1] == 0x0D ? 1 : 0
      let length = end &- carriageReturn
      // All that are known end so, and of an app's own lines next to none.
      guard ByteSpan(start: place, count: length).endsInChanged,
        let message = message(of: place, length: length)
      else { return nil }
      return (message, length, 1 &+ carriageReturn)
    }

    @inline(__always)
    fileprivate func message(
      of text: UnsafePointer<UInt8>, _ length: Int, in table: UnsafePointer<UInt64>, _ size: Int, _ setBits: Int
    ) -> UInt32? {
      let line = table + place(of: text, length, size, setBits)
      if isEqual(line, text, length, size) { return UInt32(truncatingIfNeeded: line[size &- 1]) }
      if isEqual(line + size, text, length, size) { return UInt32(truncatingIfNeeded: line[2 &* size &- 1]) }
      return nil
    }

    /// A word of the text, without what stands behind it.
    @inline(__always)
    fileprivate func word(_ text: UnsafePointer<UInt8>, _ length: Int, _ index: Int) -> UInt64 {
      let word = UnsafeRawPointer(text).loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
      return word & masks[length &* Size.long &+ index]
    }

    /// Where the first of the two places of a text begins.
    @inline(__always)
    fileprivate func place(of text: UnsafePointer<UInt8>, _ length: Int, _ size: Int, _ setBits: Int) -> Int {
      // Sums of products that do not wait for each other, of two words each.
      var sum = pair(text, length, 0) &* 0xA076_1D64_78BD_642F
      sum &+= pair(text, length, 2) &* 0xE703_7ED1_A0B4_28DB
      sum &+= pair(text, length, 4) &* 0x8EBC_6AF0_9C88_C6E3
      sum &+= pair(text, length, 6) &* 0x5899_65CC_7537_4CC3
      if size == Size.long {
        sum &+= pair(text, length, 8) &* 0x1D8E_4E27_C47D_124F
        sum &+= pair(text, length, 10) &* 0xEB44_ACCA_B455_D165
        sum &+= pair(text, length, 12) &* 0x9E37_79B9_7F4A_7C15
        sum &+= pair(text, length, 14) &* 0x1656_67B1_9E37_79F9
      }
      sum ^= sum >> 29
      return Int(truncatingIfNeeded: (sum &* 0xA076_1D64_78BD_642F) >> UInt64(64 &- setBits)) &* (2 &* size)
    }

    @inline(__always)
    fileprivate func pair(_ text: UnsafePointer<UInt8>, _ length: Int, _ index: Int) -> UInt64 {
      let second = word(text, length, index &+ 1)
      return word(text, length, index) ^ (second << 29 | second >> 35)
    }

    @inline(__always)
    fileprivate func isEqual(
      _ line: UnsafePointer<UInt64>, _ text: UnsafePointer<UInt8>, _ length: Int, _ size: Int
    ) -> Bool {
      let isKnown = whyredraw_isKnown(
        UnsafeRawPointer(line).assumingMemoryBound(to: UInt8.self), text,
        UnsafeRawPointer(masks + length &* Size.long).assumingMemoryBound(to: UInt8.self), Int32(size / 2))
      return isKnown != 0 && line[size &- 1] >> 32 == UInt64(truncatingIfNeeded: length)
    }
  }
}
