/// How many columns of a terminal text takes: 2 for CJK and emoji, 0 for what sits on another character.
package enum DisplayWidth {
  package static func of(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  package static func of(_ character: Character) -> Int {
    var width = 0
    var isEmoji = false
    for scalar in character.unicodeScalars {
      // An emoji of several parts is drawn as one.
      if scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation { isEmoji = true }
      width = max(width, of(scalar))
    }
    return isEmoji ? 2 : width
  }

  /// Cuts the middle out of text that is wider than `width`: `RecipeDet…iewModel`.
  ///
  /// Both ends of a type's name tell more than its middle: the outer type and the view's own name.
  package static func cut(_ text: String, to width: Int) -> String {
    if of(text) <= width { return text }
    guard width > 1 else { return width == 1 ? "…" : "" }
    let characters = Array(text)
    let tailWidth = (width - 1) / 2
    var tail = characters.endIndex
    var used = 0
    while tail > 0, used + of(characters[tail - 1]) <= tailWidth {
      tail -= 1
      used += of(characters[tail])
    }
    var head = 0
    while head < tail, used + of(characters[head]) <= width - 1 {
      used += of(characters[head])
      head += 1
    }
    return String(characters[..<head]) + "…" + String(characters[tail...])
  }

  /// The text with spaces up to `width`, after it or before it.
  package static func pad(_ text: String, to width: Int, right: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - of(text)))
    return right ? space + text : text + space
  }

  /// The words in lines of at most `width` columns; words that are wider are broken.
  package static func wrap(_ text: String, to width: Int) -> [String] {
    let width = max(width, 2)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      var rest = String(word)
      if !line.isEmpty, of(line) + 1 + of(rest) <= width {
        line += " " + rest
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while of(rest) > width {
        var piece = ""
        while let first = rest.first, of(piece) + of(first) <= width { piece.append(rest.removeFirst()) }
        // A single character is at most two columns, so every turn takes at least one.
        lines.append(piece)
      }
      line = rest
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // The wide blocks of Unicode's EastAsianWidth.txt, and emoji.
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1B000...0x1B2FF, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
