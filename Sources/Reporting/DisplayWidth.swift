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

  /// Names and paths are whole up to here; nobody has longer ones but to do harm.
  package static let longestWord = 512

  /// The words in lines of at most `width` columns. A wider word has a line of its own and stays whole, since it is a name or a
  /// path: half of it is found by nothing and opens nothing. What stands in quotation marks, and the arguments of a generic type,
  /// are a word with all their spaces, and so are a number and its percent sign.
  package static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(of: text) {
      let whole = cut(word, to: longestWord)
      if !line.isEmpty, of(line) + 1 + of(whole) <= width {
        line += " " + whole
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = whole
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }

  /// What stands between spaces, where the spaces are not within a name.
  private static func words(of text: String) -> [String] {
    let parts = text.split(separator: " ")
    var words: [String] = []
    var next = parts.startIndex
    while next < parts.endIndex {
      let end = parts.endIndex(ofNameFrom: next)
      words.append(parts[next..<end].joined(separator: " "))
      next = end
    }
    return words
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

extension [Substring] {
  /// Quoted text of more words than this is a sentence.
  private static var mostParts: Int { 12 }

  /// Behind the last part of the name that begins in a part: of `'Row<Int,` and `String>'` behind the second one.
  ///
  /// A quotation mark or angle bracket that nothing closes nearby belongs to the prose.
  fileprivate func endIndex(ofNameFrom start: Int) -> Int {
    let first = self[start].drop { $0 == "(" }
    var isQuoted = first.first == "'"
    var depth = 0
    // `79 %,`: a number and its sign.
    if start + 1 < endIndex, self[start].last?.isWholeNumber == true, self[start + 1].first == "%" {
      return start + 2
    }
    for index in start..<Swift.min(start + Self.mostParts, endIndex) {
      let part = index == start ? first : self[index]
      if isQuoted, (index == start ? part.dropFirst() : part).contains("'") { isQuoted = false }
      var previous: Character = " "
      for character in part {
        if character == "<", part.last != "<" { depth += 1 }
        // That of an arrow closes nothing.
        if character == ">", previous != "-", depth > 0 { depth -= 1 }
        previous = character
      }
      if !isQuoted, depth == 0 { return index + 1 }
    }
    return start + 1
  }
}
