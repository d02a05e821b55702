extension YAMLReader {
  /// A text on one line, plain or in quotes.
  mutating func scalar(inBrackets: Bool) throws(YAMLProblem) -> YAMLNode {
    let content: YAMLNode.Content =
      switch current {
      case UInt8(ascii: "\""): .scalar(try doubleQuoted(), isQuoted: true)
      case UInt8(ascii: "'"): .scalar(try singleQuoted(), isQuoted: true)
      default: .scalar(try plain(inBrackets: inBrackets), isQuoted: false)
      }
    skipSpaces()
    return YAMLNode(content: content, line: line)
  }

  private mutating func plain(inBrackets: Bool) throws(YAMLProblem) -> String {
    try refuseIndicator(inBrackets: inBrackets)
    let start = index
    var end = index
    while let byte = current, !Self.isNewline(byte) {
      try refuseControls()
      if byte == UInt8(ascii: ":"), endsKey(inBrackets: inBrackets) { break }
      if byte == UInt8(ascii: "#"), index > start, Self.isBlank(bytes[index - 1]) { break }
      if inBrackets, Self.isBracket(byte) { break }
      index += 1
      if byte != 0x20, byte != 0x09 { end = index }
    }
    index = end
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private func endsKey(inBrackets: Bool) -> Bool {
    let next = byte(index + 1)
    return Self.isBlank(next) || inBrackets && next.map(Self.isBracket) ?? true
  }

  /// Characters that a plain text must not begin with, because they mean something.
  private func refuseIndicator(inBrackets: Bool) throws(YAMLProblem) {
    guard let byte = current else { throw problem("a value is missing") }
    let shown = Character(Unicode.Scalar(byte))
    switch byte {
    case UInt8(ascii: "*"):
      throw problem("'*' begins a reference, which is not read; a text that begins with it stands in quotes")
    case UInt8(ascii: "&"), UInt8(ascii: "!"):
      throw problem(
        "'\(shown)' begins an anchor or a tag, which is not read; a text that begins with it stands in quotes")
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      throw problem("a text over several lines is not read; write it on one line, in quotes")
    case UInt8(ascii: "%"), UInt8(ascii: "@"), UInt8(ascii: "`"), UInt8(ascii: "#"), UInt8(ascii: ","),
      UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "{"):
      throw problem("'\(shown)' cannot begin a value; a text that begins with it stands in quotes")
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      let next = self.byte(index + 1)
      if Self.isBlank(next) || inBrackets && next.map(Self.isBracket) ?? true {
        throw problem("'\(shown)' cannot stand here alone; a text that begins with it stands in quotes")
      }
    default: break
    }
  }

  private mutating func singleQuoted() throws(YAMLProblem) -> String {
    var text: [UInt8] = []
    index += 1
    while true {
      let byte = try quotedByte()
      index += 1
      if byte == UInt8(ascii: "'") {
        guard current == UInt8(ascii: "'") else { break }
        index += 1
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func doubleQuoted() throws(YAMLProblem) -> String {
    var text = ""
    var part: [UInt8] = []
    index += 1
    while true {
      let byte = try quotedByte()
      index += 1
      if byte == UInt8(ascii: "\"") { break }
      guard byte == UInt8(ascii: "\\") else {
        part.append(byte)
        continue
      }
      text += String(decoding: part, as: UTF8.self)
      part = []
      text.unicodeScalars.append(try escaped())
    }
    return text + String(decoding: part, as: UTF8.self)
  }

  private func quotedByte() throws(YAMLProblem) -> UInt8 {
    guard let byte = current, !Self.isNewline(byte) else {
      throw problem("the quotes are not closed on this line; a text over several lines is not read")
    }
    try refuseControls()
    return byte
  }

  /// The character behind a backslash.
  private mutating func escaped() throws(YAMLProblem) -> Unicode.Scalar {
    let byte = try quotedByte()
    index += 1
    switch Unicode.Scalar(byte) {
    case "0": return "\0"
    case "a": return "\u{07}"
    case "b": return "\u{08}"
    case "t", "\t": return "\t"
    case "n": return "\n"
    case "v": return "\u{0B}"
    case "f": return "\u{0C}"
    case "r": return "\r"
    case "e": return "\u{1B}"
    case "N": return "\u{85}"
    case "_": return "\u{A0}"
    case "L": return "\u{2028}"
    case "P": return "\u{2029}"
    case " ": return " "
    case "\"": return "\""
    case "/": return "/"
    case "\\": return "\\"
    case "x": return try hexadecimal(2)
    case "u": return try hexadecimal(4)
    case "U": return try hexadecimal(8)
    default: throw problem("there is no '\\\(Character(Unicode.Scalar(byte)))' in a text in double quotes")
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(YAMLProblem) -> Unicode.Scalar {
    let digits = String(decoding: bytes[index..<min(index + count, bytes.count)], as: UTF8.self)
    guard digits.utf8.count == count, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(value)
    else { throw problem("'\\' is not followed by the \(count) digits of a character") }
    index += count
    return scalar
  }
}
