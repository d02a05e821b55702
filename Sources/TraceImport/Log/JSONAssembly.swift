/// A JSON object that is spread over lines, while it is being collected.
///
/// It follows the grammar byte by byte, so that text which only begins like JSON is noticed where it ceases to be, and not
/// when a bracket is missing a million lines later; and so that no byte is looked at twice.
///
/// More commas than needed are let pass, as the reader of the records does.
struct JSONAssembly {
  /// What became of bytes that were added.
  enum Step {
    /// All of them belong to the object, which goes on.
    case open
    /// The object ends before the offset.
    case closed(end: Int)
    /// No JSON from some byte on.
    case broken
  }

  private enum State {
    /// In front of a key, or the end of an object.
    case key
    case colon
    case value
    /// In front of a value of an array, or its end.
    case element
    /// Behind a value.
    case next
    case scalar
    case string(isKey: Bool)
    case escape(isKey: Bool)
  }

  /// What was added, with a line feed behind each line.
  private(set) var bytes: [UInt8] = []
  private(set) var isOpen = false
  private(set) var firstLine = 0
  private var state = State.key
  /// Of each open bracket whether it is that of an object.
  private var brackets: [Bool] = []

  /// Begins an object.
  ///
  /// - Parameter text: from its bracket on.
  mutating func begin(_ text: ByteSpan, line: Int) -> Step {
    isOpen = true
    firstLine = line
    state = .value
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    brackets.removeAll(keepingCapacity: true)
    return add(text)
  }

  /// Adds bytes that follow those so far.
  mutating func add(_ text: ByteSpan) -> Step {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.start, count: text.count))
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      switch state {
      case .string(let isKey):
        index = Self.endOfPlainText(text, from: index - 1)
        guard index < text.count else { return .open }
        state = text[index] == 0x5C ? .escape(isKey: isKey) : isKey ? .colon : .next
        index += 1
      case .escape(let isKey): state = .string(isKey: isKey)
      case .scalar where JSONRecord.isScalarByte(byte): break
      case .key, .colon, .value, .element, .next, .scalar:
        // NULs are no JSON, but some captures are full of them.
        if byte.isBlank || byte == 0x0D || byte == 0 {
          if case .scalar = state { state = .next }
          continue
        }
        guard accept(byte) else { return .broken }
        if brackets.isEmpty {
          bytes.removeLast(text.count - index)
          return .closed(end: index)
        }
      }
    }
    return .open
  }

  /// The next quote or backslash of a string, or the end of the text; most bytes of a record are in strings.
  @inline(__always)
  private static func endOfPlainText(_ text: ByteSpan, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = start
    while index &+ 8 <= text.count {
      let word = UInt64(littleEndian: text.word(at: index))
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      // The lowest marked byte is a true hit; those above it may be false.
      let hits = ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes) & highs
      if hits != 0 { return index &+ hits.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < text.count, text[index] != 0x22, text[index] != 0x5C { index &+= 1 }
    return index
  }

  /// Takes a byte outside of strings that is no blank; false if none like it may stand here.
  private mutating func accept(_ byte: UInt8) -> Bool {
    switch (state, byte) {
    case (.key, 0x22): state = .string(isKey: true)
    case (.key, UInt8(ascii: ",")), (.element, UInt8(ascii: ",")): break
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.value, 0x22), (.element, 0x22): state = .string(isKey: false)
    case (.value, UInt8(ascii: "{")), (.element, UInt8(ascii: "{")):
      brackets.append(true)
      state = .key
    case (.value, UInt8(ascii: "[")), (.element, UInt8(ascii: "[")):
      brackets.append(false)
      state = .element
    case (.value, _) where JSONRecord.isScalarByte(byte), (.element, _) where JSONRecord.isScalarByte(byte):
      state = .scalar
    case (.next, UInt8(ascii: ",")), (.scalar, UInt8(ascii: ",")):
      state = brackets.last == true ? .key : .element
    case (.key, UInt8(ascii: "}")), (.next, UInt8(ascii: "}")), (.scalar, UInt8(ascii: "}")):
      return close(isObject: true)
    case (.element, UInt8(ascii: "]")), (.next, UInt8(ascii: "]")), (.scalar, UInt8(ascii: "]")):
      return close(isObject: false)
    default: return false
    }
    return true
  }

  private mutating func close(isObject: Bool) -> Bool {
    state = .next
    return brackets.popLast() == isObject
  }

  /// Adds a line end; false if it stands in a string, where none may be: the quotes are not what they seem.
  mutating func endLine() -> Bool {
    bytes.append(0x0A)
    switch state {
    case .string, .escape: return false
    case .scalar: state = .next
    case .key, .colon, .value, .element, .next: break
    }
    return true
  }

  /// Takes out what was collected: the object, or what cannot become one.
  mutating func take() -> [UInt8] {
    isOpen = false
    let object = bytes
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
    return object
  }

  /// Takes out what was collected, without the bytes at its end that are no part of it.
  mutating func take(without count: Int) -> [UInt8] {
    bytes.removeLast(min(count, bytes.count))
    return take()
  }
}
