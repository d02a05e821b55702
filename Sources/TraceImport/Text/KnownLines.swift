/// Texts of one message each that came lately, found by comparing alone.
///
/// Where the order of lines is too random to expect the next one, this is the way in: each text has two places where it may
/// be, by what its words come to. A text that is at neither is looked up in the `MessageCache`, which knows all, and takes
/// one of the places. So a wrong guess costs time and nothing else.
///
/// Nothing here depends on the length of a text but the mask that is laid over it: lines differ in length in no order that a
/// processor could foresee, and each wrong guess costs as much as reading the line.
///
/// It owns plain memory and cannot be copied.
struct KnownLines: ~Copyable {
  /// Shorter texts are no messages; longer ones are left to the cache.
  static let lengths = 8...56
  /// So many bytes from the start of a text are read, whatever its length.
  static let readSize = 56

  /// Seven words of text, and one of the message with the length above it: a cache line.
  private static let wordCount = 8
  private static let setCount = 1024

  /// Filled with zeros behind each text; the last word is 0 for none.
  private let lines: UnsafeMutablePointer<UInt64>
  /// Eight words for each length: all ones over the bytes of a text, zeros behind it.
  private let masks: UnsafeMutablePointer<UInt64>
  /// Which of two places is given up next.
  private var turn = 0

  init() {
    let wordsOfLines = 2 * Self.setCount * Self.wordCount
    lines = Self.words(wordsOfLines)
    masks = Self.words((Self.readSize + 1) * Self.wordCount)
    for length in 0...Self.readSize {
      let mask = UnsafeMutableRawBufferPointer(start: masks + length * Self.wordCount, count: length)
      for index in mask.indices { mask[index] = 0xFF }
    }
  }

  private static func words(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * 8, alignment: 64)
    return bytes.initializeMemory(as: UInt64.self, repeating: 0, count: count)
  }

  deinit {
    UnsafeMutableRawPointer(lines).deallocate()
    UnsafeMutableRawPointer(masks).deallocate()
  }

  /// The message of a text that is among them; its length must be one of `lengths`, and `readSize` bytes readable.
  @inline(__always)
  func message(of text: UnsafePointer<UInt8>, length: Int) -> UInt32? {
    let line = lines + place(of: text, length)
    if isEqual(line, text, length) { return UInt32(truncatingIfNeeded: line[7]) }
    if isEqual(line + Self.wordCount, text, length) { return UInt32(truncatingIfNeeded: line[Self.wordCount + 7]) }
    return nil
  }

  /// Takes a text in; the same as of `message` holds for it.
  mutating func insert(_ text: UnsafePointer<UInt8>, length: Int, message: UInt32) {
    guard self.message(of: text, length: length) == nil else { return }
    var line = lines + place(of: text, length)
    // The first place while it is free, since a second look is a wrong guess.
    if line[7] != 0 {
      turn ^= 1
      if line[Self.wordCount + 7] == 0 || turn == 1 { line += Self.wordCount }
    }
    for index in 0..<7 { line[index] = word(text, length, index) }
    line[7] = UInt64(length) << 32 | UInt64(message)
  }

  /// A word of the text, without what stands behind it.
  @inline(__always)
  private func word(_ text: UnsafePointer<UInt8>, _ length: Int, _ index: Int) -> UInt64 {
    let word = UnsafeRawPointer(text).loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
    return word & masks[length &* Self.wordCount &+ index]
  }

  /// Where the first of the two places of a text begins.
  @inline(__always)
  private func place(of text: UnsafePointer<UInt8>, _ length: Int) -> Int {
    var sum = word(text, length, 0) &* 0xA076_1D64_78BD_642F
    sum = (sum ^ word(text, length, 1)) &* 0xE703_7ED1_A0B4_28DB
    sum = (sum ^ word(text, length, 2)) &* 0x8EBC_6AF0_9C88_C6E3
    sum = (sum ^ word(text, length, 3)) &* 0x5899_65CC_7537_4CC3
    sum = (sum ^ word(text, length, 4)) &* 0x1D8E_4E27_C47D_124F
    sum = (sum ^ word(text, length, 5)) &* 0xEB44_ACCA_B455_D165
    sum = (sum ^ word(text, length, 6)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: sum >> 54) &* (2 &* Self.wordCount)
  }

  @inline(__always)
  private func isEqual(_ line: UnsafeMutablePointer<UInt64>, _ text: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    var difference = line[7] >> 32 ^ UInt64(truncatingIfNeeded: length)
    difference |= line[0] ^ word(text, length, 0)
    difference |= line[1] ^ word(text, length, 1)
    difference |= line[2] ^ word(text, length, 2)
    difference |= line[3] ^ word(text, length, 3)
    difference |= line[4] ^ word(text, length, 4)
    difference |= line[5] ^ word(text, length, 5)
    difference |= line[6] ^ word(text, length, 6)
    return difference == 0
  }
}
