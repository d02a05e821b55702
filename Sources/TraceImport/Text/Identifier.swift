/// What may stand in a Swift identifier, and in the name of a nominal type.
///
/// - Source: "Lexical Structure", The Swift Programming Language.
enum Identifier {
  /// Whether the byte may be part of an identifier; all of UTF-8's longer sequences may, until looked at closely.
  @inline(__always)
  static func mayBelong(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isDigit || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }

  /// Whether an identifier can start at the offset.
  static func startsIdentifier(_ text: ByteSpan, at offset: Int) -> Bool {
    guard offset < text.count else { return false }
    let byte = text[offset]
    if byte < 0x80 { return byte.isASCIILetter || byte == 0x5F || byte == 0x24 }
    guard let scalar = scalar(text, at: offset) else { return false }
    return isHead(scalar)
  }

  static func isIdentifier(_ text: ByteSpan) -> Bool {
    guard startsIdentifier(text, at: 0) else { return false }
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        guard mayBelong(byte) else { return false }
        index += 1
      } else {
        // Bytes that are no UTF-8 were letters once; the name is written with U+FFFD in their place.
        let scalar = scalar(text, at: index)
        guard scalar.map({ isHead($0) || isMark($0) }) ?? true else { return false }
        index += scalar.map { UTF8.width($0) } ?? 1
      }
    }
    return true
  }

  /// The length of the scalar at the offset in bytes; 1 where the bytes are no UTF-8.
  static func scalarLength(_ text: ByteSpan, at offset: Int) -> Int {
    scalar(text, at: offset).map { UTF8.width($0) } ?? 1
  }

  /// Checks `Outer<A, B>.Inner`; returns whether the last component starts like a type, `nil` if it is no type name.
  static func checkNominal(_ name: String) -> Bool? {
    var name = name
    return name.withUTF8 { buffer in
      let text = ByteSpan(UnsafeRawBufferPointer(buffer))
      var index = 0
      while true {
        guard startsIdentifier(text, at: index) else { return nil }
        let head = index
        while index < text.count, mayBelong(text[index]) { index += 1 }
        guard isIdentifier(text.sub(head, index)) else { return nil }
        if index < text.count, text[index] == UInt8(ascii: "<") {
          guard let close = matchingBracket(in: text, at: index) else { return nil }
          index = close + 1
        }
        if index == text.count { return startsLikeType(text, at: head) }
        guard text[index] == UInt8(ascii: ".") else { return nil }
        index += 1
      }
    }
  }

  private static func matchingBracket(in text: ByteSpan, at open: Int) -> Int? {
    var depth = 0
    for index in open..<text.count {
      switch text[index] {
      case UInt8(ascii: "<"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ">") where text[index - 1] == UInt8(ascii: "-"): break
      case UInt8(ascii: ">"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }

  private static func startsLikeType(_ text: ByteSpan, at offset: Int) -> Bool {
    var index = offset
    while index < text.count, text[index] == 0x5F { index += 1 }
    guard index < text.count else { return false }
    let byte = text[index]
    if byte < 0x80 { return byte >= 0x41 && byte <= 0x5A }
    return scalar(text, at: index).map { !$0.properties.isLowercase } ?? false
  }

  private static func scalar(_ text: ByteSpan, at offset: Int) -> Unicode.Scalar? {
    let end = min(text.count, offset + 4)
    var iterator = UnsafeBufferPointer(start: text.start + offset, count: end - offset).makeIterator()
    var decoder = UTF8()
    if case .scalarValue(let scalar) = decoder.decode(&iterator) { return scalar }
    return nil
  }

  /// The ranges in which the language allows an identifier to start, without emoji, joiners and byte order marks: in a
  /// log those are decoration.
  private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x24: true
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x167F, 0x1681...0x180D, 0x180F...0x1DBF, 0x1E00...0x1FFF, 0x203F...0x2040, 0x2054, 0x2070...0x20CF,
      0x2100...0x218F, 0x2460...0x24FF, 0x2C00...0x2DFF,
      0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF,
      0xFDF0...0xFDFF, 0xFE10...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFEFE, 0xFF00...0xFFFC, 0x10000...0x1EFFF,
      0x20000...0x2FFFD, 0x30000...0x3FFFD:
      true
    default: false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    // What decoding puts in the place of bytes that are no UTF-8.
    case 0xFFFD: true
    default: false
    }
  }
}
