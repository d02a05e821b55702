/// Resolves the entities of attributes and character data, and leaves out control bytes that XML forbids.
enum XMLText {
  /// Whether the text can be used as it is.
  @inline(__always)
  static func isPlain(_ text: ByteSpan) -> Bool {
    for index in 0..<text.count where text[index] == UInt8(ascii: "&") || text[index] < 0x20 { return false }
    return true
  }

  /// Appends the text, with `&lt;`, `&#233;` and their like resolved; an entity that is none stays as it is.
  static func decode(_ text: ByteSpan, isRaw: Bool = false, into result: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
        index += 1
        continue
      }
      if byte == UInt8(ascii: "&"), !isRaw, let (character, length) = entity(text.from(index)) {
        if character >= 0x20 || character == 0x09 || character == 0x0A || character == 0x0D {
          appendScalar(character, to: &result)
        }
        index += length
        continue
      }
      result.append(byte)
      index += 1
    }
  }

  static func string(_ text: ByteSpan, isRaw: Bool = false) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    decode(text, isRaw: isRaw, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func entity(_ text: ByteSpan) -> (character: UInt32, length: Int)? {
    if text.hasPrefix("&lt;") { return (0x3C, 4) }
    if text.hasPrefix("&gt;") { return (0x3E, 4) }
    if text.hasPrefix("&amp;") { return (0x26, 5) }
    if text.hasPrefix("&quot;") { return (0x22, 6) }
    if text.hasPrefix("&apos;") { return (0x27, 6) }
    guard text.hasPrefix("&#") else { return nil }
    let isHexadecimal = text.count > 2 && text[2] | 0x20 == UInt8(ascii: "x")
    var index = isHexadecimal ? 3 : 2
    let first = index
    var value: UInt32 = 0
    while index < text.count, index - first < 10 {
      let byte = text[index]
      if byte.isDigit {
        value = value &* (isHexadecimal ? 16 : 10) &+ UInt32(byte & 0x0F)
      } else if isHexadecimal, byte.isHexDigit {
        value = value &* 16 &+ UInt32(byte & 0x0F) &+ 9
      } else {
        break
      }
      if value > 0x10FFFF { return nil }
      index += 1
    }
    guard index > first, index < text.count, text[index] == UInt8(ascii: ";"), Unicode.Scalar(value) != nil else {
      return nil
    }
    return (value, index + 1)
  }

  private static func appendScalar(_ value: UInt32, to result: inout [UInt8]) {
    guard let scalar = Unicode.Scalar(value) else { return }
    result.append(contentsOf: String(Character(scalar)).utf8)
  }
}
