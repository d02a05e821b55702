/// Comments and strings, with the code in interpolations.
extension SkimScanner {
  /// Passes over a comment; anything else that could open a regular expression makes the rest uncertain.
  mutating func slash() -> Bool {
    let next = byte(index + 1)
    if next == UInt8(ascii: "/") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") {
        if bytes[index] == UInt8(ascii: ":"), ends(index, with: "whyredraw") { isWhole = true }
        index += 1
      }
      return true
    }
    if next == UInt8(ascii: "*") {
      blockComment()
      return true
    }
    // A division follows a value.
    let isDivision =
      Words.isNameByte(previous) || previous == UInt8(ascii: ")") || previous == UInt8(ascii: "]")
      || previous == UInt8(ascii: "\"") || previous == UInt8(ascii: "`") || previous == UInt8(ascii: "}")
    let isSpaced = next <= UInt8(ascii: " ")
    if !isDivision && !isSpaced { isCertain = false }
    // `return /x/` and `case /x/` follow a word, too; a division has the same space on both sides.
    if isDivision, !isSpaced, index > 0, bytes[index - 1] <= UInt8(ascii: " ") { isCertain = false }
    return false
  }

  mutating func blockComment() {
    var nesting = 0
    repeat {
      if byte(index) == UInt8(ascii: "/"), byte(index + 1) == UInt8(ascii: "*") {
        nesting += 1
        index += 2
      } else if byte(index) == UInt8(ascii: "*"), byte(index + 1) == UInt8(ascii: "/") {
        nesting -= 1
        index += 2
      } else {
        index += 1
      }
    } while nesting > 0 && index < bytes.count
    if nesting > 0 { isCertain = false }
  }

  /// Whether the bytes before the index are this word.
  func ends(_ index: Int, with word: String) -> Bool {
    index >= word.utf8.count && bytes[(index - word.utf8.count)..<index].elementsEqual(word.utf8)
  }

  /// `#"…"#`, and `#Preview`; `#/…/#` makes the rest uncertain.
  mutating func hash() -> Bool {
    var end = index
    while byte(end) == UInt8(ascii: "#") { end += 1 }
    if byte(end) == UInt8(ascii: "/") { isCertain = false }
    guard byte(end) == UInt8(ascii: "\"") else {
      // `#if` and its relatives stand between declarations.
      if brackets.isEmpty, bytes[end...].starts(with: "Preview".utf8), !Words.isNameByte(byte(end + 7)) {
        begin(.preview)
      }
      return false
    }
    let hashes = end - index
    index = end
    string(hashes: hashes)
    previous = UInt8(ascii: "\"")
    return true
  }

  /// Passes over a string that starts at the index, with the code in its interpolations.
  mutating func string(hashes: Int) {
    let quote = UInt8(ascii: "\"")
    let isMultiline =
      byte(index + 1) == quote && byte(index + 2) == quote && hashes == 0
      || hashes > 0 && byte(index + 1) == quote && byte(index + 2) == quote && byte(index + 3) != UInt8(ascii: "#")
    index += isMultiline ? 3 : 1
    while index < bytes.count {
      let current = bytes[index]
      if current == UInt8(ascii: "\\") {
        var end = index + 1
        while end - index - 1 < hashes, byte(end) == UInt8(ascii: "#") { end += 1 }
        guard end - index - 1 == hashes else {
          index += 1
          continue
        }
        if byte(end) == UInt8(ascii: "(") {
          index = end + 1
          interpolation()
        } else {
          index = end + 1
        }
        continue
      }
      if current == quote {
        let isEnd = !isMultiline || byte(index + 1) == quote && byte(index + 2) == quote
        let length = isMultiline ? 3 : 1
        if isEnd, (0..<hashes).allSatisfy({ byte(index + length + $0) == UInt8(ascii: "#") }) {
          index += length + hashes
          return
        }
      }
      if !isMultiline, current == UInt8(ascii: "\n") || current == UInt8(ascii: "\r") {
        isCertain = false
        return
      }
      index += 1
    }
    isCertain = false
  }

  /// Up to the parenthesis that closes the interpolation; strings and words in it count.
  mutating func interpolation() {
    let outer = isInterpolating
    isInterpolating = true
    defer { isInterpolating = outer }
    let start = brackets.count
    previous = UInt8(ascii: "(")
    brackets.append(Bracket(byte: previous, pending: pending))
    pending = .nothing
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "/") || byte(index + 1) == UInt8(ascii: "*"),
        UInt8(ascii: "#") where byte(index + 1) == UInt8(ascii: "\""), UInt8(ascii: "`"):
        isCertain = false
      default: break
      }
      step()
      if brackets.count <= start { return }
      // Interpolations in interpolations recurse; the stack holds far more than anybody writes.
      if brackets.count > FactsReader.deepestNesting {
        isCertain = false
        isWhole = true
        index = bytes.count
      }
    }
    isCertain = false
  }
}
