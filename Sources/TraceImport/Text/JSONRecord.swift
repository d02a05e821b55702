/// The few fields of a JSON log record that matter, found by one pass over its bytes without building a tree.
struct JSONRecord {
  /// The text of a string or number as it stands, without quotes and with its escapes.
  struct Value {
    var text: ByteSpan
    var isString: Bool

    /// Looked for when asked, since most values are not.
    var hasEscapes: Bool { text.firstIndex(of: 0x5C) != nil }
  }

  /// What an attempt to read a record found.
  enum Outcome {
    /// A complete object that ends before the offset.
    case record(JSONRecord, end: Int)
    /// The bytes end inside the object.
    case incomplete
    /// No JSON from this offset on.
    case malformed(at: Int)
  }

  // `log --style json` and `ndjson`
  var eventMessage: Value?
  var processImagePath: Value?
  var processID: Value?
  // pymobiledevice3
  var message: Value?
  var filename: Value?
  var imageName: Value?
  var pid: Value?
  // Signposts in `log show --signpost`
  var subsystem: Value?
  var signpostName: Value?
  var signpostType: Value?
  // both
  var timestamp: Value?
  var category: Value?
  /// Whether a key was seen that only records of a log have.
  var isLogRecord = false

  /// Reads the object that starts at the offset; `hasLineEnds` says that the text is more than one line.
  static func scan(_ text: ByteSpan, at start: Int, hasLineEnds: Bool) -> Outcome {
    let outcome = scan(text, at: start, hasLineEnds, isLabel: false, decodesKeys: false)
    // Nobody needs escapes in a key, and anybody may write them.
    guard case .record(let record, let end) = outcome, !record.isComplete,
      text.sub(start, end).firstIndex(of: "\\u00") != nil
    else { return outcome }
    return scan(text, at: start, hasLineEnds, isLabel: false, decodesKeys: true)
  }

  /// - Parameters:
  ///   - isLabel: whether the object stands in a record; what is nested in it then is passed over, however deep.
  ///   - decodesKeys: whether there may be keys with escapes.
  private static func scan(
    _ text: ByteSpan, at start: Int, _ hasLineEnds: Bool, isLabel: Bool, decodesKeys: Bool
  ) -> Outcome {
    var record = JSONRecord()
    var index = start + 1
    while true {
      skipBlanks(text, &index)
      guard index < text.count else { return .incomplete }
      if text[index] == UInt8(ascii: "}") { return .record(record, end: index + 1) }
      if text[index] == UInt8(ascii: ",") {
        index += 1
        continue
      }
      guard text[index] == 0x22 else { return .malformed(at: index) }
      guard let keyEnd = endOfString(text, at: index, hasLineEnds) else { return stringFailure(text, at: index) }
      let key = text.sub(index + 1, keyEnd)
      index = keyEnd + 1
      skipBlanks(text, &index)
      guard index < text.count else { return .incomplete }
      guard text[index] == UInt8(ascii: ":") else { return .malformed(at: index) }
      index += 1
      skipBlanks(text, &index)
      guard index < text.count else { return .incomplete }
      switch text[index] {
      case 0x22:
        guard let end = endOfString(text, at: index, hasLineEnds) else { return stringFailure(text, at: index) }
        let value = text.sub(index + 1, end)
        record.note(key, Value(text: value, isString: true), decodesKeys)
        index = end + 1
      case UInt8(ascii: "{") where !isLabel && key.count == 5 && key.hasPrefix("label"):
        switch scan(text, at: index, hasLineEnds, isLabel: true, decodesKeys: decodesKeys) {
        case .record(let label, let end):
          record.category = label.category ?? record.category
          index = end
        case .incomplete: return .incomplete
        case .malformed(let place): return .malformed(at: place)
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        switch skipNested(text, at: index, hasLineEnds) {
        case .end(let end): index = end
        case .incomplete: return .incomplete
        case .malformed(let place): return .malformed(at: place)
        }
      default:
        let begin = index
        while index < text.count, isScalarByte(text[index]) { index += 1 }
        guard index > begin else { return .malformed(at: index) }
        guard index < text.count else { return .incomplete }
        record.note(key, Value(text: text.sub(begin, index), isString: false), decodesKeys)
      }
      skipBlanks(text, &index)
      guard index < text.count else { return .incomplete }
      guard text[index] == UInt8(ascii: ",") || text[index] == UInt8(ascii: "}") else { return .malformed(at: index) }
    }
  }

  @inline(__always)
  private mutating func note(_ key: ByteSpan, _ value: Value, _ decodesKeys: Bool) {
    if decodesKeys, key.firstIndex(of: 0x5C) != nil { noteDecoded(key, value) } else { note(key, value) }
  }

  private mutating func note(_ key: ByteSpan, _ value: Value) {
    switch key.count {
    case 3 where key.hasPrefix("pid"): pid = value
    case 7 where key.hasPrefix("message"): message = value
    case 7 where key.hasPrefix("traceID"): isLogRecord = true
    case 8 where key.hasPrefix("category"): category = value
    case 8 where key.hasPrefix("filename"): filename = value
    case 9 where key.hasPrefix("subsystem"): subsystem = value
    case 9 where key.hasPrefix("timestamp"): timestamp = value
    case 9 where key.hasPrefix("processID"): processID = value
    case 10 where key.hasPrefix("image_name"): imageName = value
    case 11 where key.hasPrefix("messageType"): isLogRecord = true
    case 12 where key.hasPrefix("eventMessage"):
      eventMessage = value
      isLogRecord = true
    case 12 where key.hasPrefix("signpostName"): signpostName = value
    case 12 where key.hasPrefix("signpostType"): signpostType = value
    case 16 where key.hasPrefix("processImagePath"):
      processImagePath = value
      isLogRecord = true
    default: break
    }
  }

  /// Whether every key was seen that matters for the message, so that none was spelled in another way.
  private var isComplete: Bool {
    (eventMessage ?? message) != nil && timestamp != nil && category != nil && (processID ?? pid) != nil
      && (processImagePath ?? filename ?? imageName) != nil
  }

  private mutating func noteDecoded(_ key: ByteSpan, _ value: Value) {
    var decoded: [UInt8] = []
    JSONRecord.unescape(key, into: &decoded)
    decoded.withUnsafeBytes { note(ByteSpan($0), value) }
  }

  // MARK: - Scanning

  /// Behind the bracket that closes the object or array at the offset; `nil` when it is not closed.
  static func endOfNested(_ text: ByteSpan, at start: Int) -> Int? {
    if case .end(let end) = skipNested(text, at: start, true) { end } else { nil }
  }

  private enum Skip {
    case end(Int)
    case incomplete
    case malformed(at: Int)
  }

  private static func skipNested(_ text: ByteSpan, at start: Int, _ hasLineEnds: Bool) -> Skip {
    var depth = 0
    var index = start
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return .end(index + 1) }
      case 0x22:
        guard let end = endOfString(text, at: index, hasLineEnds) else {
          return hasRawNewline(text, at: index) ? .malformed(at: index) : .incomplete
        }
        index = end
      default: break
      }
      index += 1
    }
    return .incomplete
  }

  /// The offset of the closing quote; `nil` when the text ends or breaks first.
  ///
  /// It looks at eight bytes at a time: the strings of a record are too short for a call each.
  @inline(__always)
  static func endOfString(_ text: ByteSpan, at open: Int, _ hasLineEnds: Bool) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var index = open &+ 1
    while true {
      while index &+ 8 <= text.count {
        let quotes = UInt64(littleEndian: text.word(at: index)) ^ (ones &* 0x22)
        // The lowest marked byte is a true hit; those above it may be false.
        let hits = (quotes &- ones) & ~quotes & highs
        if hits != 0 {
          index &+= hits.trailingZeroBitCount >> 3
          break
        }
        index &+= 8
      }
      while index < text.count, text[index] != 0x22 { index &+= 1 }
      guard index < text.count else { return nil }
      var slashes = 0
      while text[index &- 1 &- slashes] == 0x5C { slashes &+= 1 }
      if slashes & 1 == 0 {
        // A raw line end inside a string means that its quotes are not what they seem.
        return !hasLineEnds || text.sub(open, index).firstIndex(of: 0x0A) == nil ? index : nil
      }
      // An escaped quote is no end.
      index &+= 1
    }
  }

  private static func hasRawNewline(_ text: ByteSpan, at open: Int) -> Bool {
    text.firstIndex(of: 0x0A, from: open) != nil
  }

  private static func stringFailure(_ text: ByteSpan, at open: Int) -> Outcome {
    hasRawNewline(text, at: open) ? .malformed(at: open) : .incomplete
  }

  @inline(__always)
  static func skipBlanks(_ text: ByteSpan, _ index: inout Int) {
    while index < text.count, text[index] == 0x20 || text[index] == 0x0A || text[index] == 0x0D || text[index] == 0x09 {
      index += 1
    }
  }

  @inline(__always)
  static func isScalarByte(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isASCIILetter || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".")
  }

  // MARK: - Strings

  /// Decodes the escapes of a JSON string; a broken escape stays as it is written.
  static func unescape(_ text: ByteSpan, into output: inout [UInt8]) {
    output.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let byte = text[index]
      guard byte == 0x5C, index + 1 < text.count else {
        output.append(byte)
        index += 1
        continue
      }
      index += 2
      switch text[index - 1] {
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "u"):
        var unit = hexadecimal(text, at: index)
        index += unit == nil ? 0 : 4
        if let high = unit, (0xD800...0xDBFF).contains(high), text.hasPrefix("\\u", at: index),
          let low = hexadecimal(text, at: index + 2), (0xDC00...0xDFFF).contains(low)
        {
          unit = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
        let scalar = unit.flatMap { Unicode.Scalar($0) } ?? "\u{FFFD}"
        output.append(contentsOf: String(Character(scalar)).utf8)
      default: output.append(text[index - 1])
      }
    }
  }

  private static func hexadecimal(_ text: ByteSpan, at start: Int) -> UInt32? {
    guard start + 4 <= text.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      let byte = text[index]
      guard byte.isHexDigit else { return nil }
      value = value << 4 | UInt32(byte.isDigit ? byte & 0x0F : (byte & 0x0F) + 9)
    }
    return value
  }
}
