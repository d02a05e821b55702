/// Keeps the beginning of a line until its end has come.
///
/// A line longer than any real one is read in pieces, so that memory does not grow with it. Where a piece ends depends on
/// the line alone and not on the blocks in which it comes.
struct LineFramer {
  /// A line longer than this is read in pieces; real ones end far below.
  static let longestLine = 1 << 20
  /// So much of a piece may be the beginning of a message, and is read with the next one.
  private static let longestMessage = 64 * 1024

  /// The bytes of the open line that have not been read.
  private var bytes: [UInt8] = []

  /// Whether nothing has been kept.
  var isEmpty: Bool { bytes.isEmpty }
  /// Whether it is time to read a piece.
  var isFull: Bool { bytes.count >= Self.longestLine }

  /// Adds bytes until a piece is full; returns those that found no room.
  mutating func add(_ text: ByteSpan) -> ByteSpan {
    let count = min(text.count, Self.longestLine - bytes.count)
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.start, count: count))
    return text.from(count)
  }

  /// Takes out all that was kept.
  mutating func take() -> [UInt8] {
    let line = bytes
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    return line
  }

  /// Keeps what lies behind the offset in a piece, and no more than may be the beginning of a message.
  mutating func keep(_ piece: ByteSpan, behind end: Int) {
    let start = max(end, piece.count - Self.longestMessage)
    bytes.append(contentsOf: UnsafeBufferPointer(start: piece.start + start, count: piece.count - start))
  }
}
