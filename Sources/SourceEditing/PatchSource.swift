import SourceAnalysis
import Vocabulary

/// The text of the file that a patch is for.
struct PatchSource {
  let text: String
  let bytes: [UInt8]

  func text(_ range: Range<Int>) -> String {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return "" }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  func text(of code: Code) -> String { text(code.startOffset..<code.endOffset) }

  var newline: String { Lines.newline(of: bytes) }

  func lineStart(at offset: Int) -> Int {
    var start = offset
    while start > 0, !Lines.endsLine(at: start - 1, of: bytes) { start -= 1 }
    return start
  }

  /// Behind the line's end, its newline included.
  func lineEnd(at offset: Int) -> Int {
    var end = offset
    while end < bytes.count, !Lines.endsLine(at: end, of: bytes) { end += 1 }
    return min(bytes.count, end + 1)
  }

  /// The lines of a declaration that is taken out, with its documentation, and with the empty lines on one side where there are
  /// some on both: nothing is left of it.
  func lines(removing range: Range<Int>) -> Range<Int> {
    var start = lineStart(at: range.lowerBound)
    while start > 0, case let above = lineStart(at: start - 1), isDocumentation(above..<start) { start = above }
    var end = lineEnd(at: range.upperBound)
    let isFirst = start == 0 || isBlank(lineStart(at: start - 1)..<start) || endsWithBrace(before: start)
    if isFirst { while end < bytes.count, isBlank(end..<lineEnd(at: end)) { end = lineEnd(at: end) } }
    // The last of a type leaves no empty line before the brace.
    if end < bytes.count, text(end..<lineEnd(at: end)).drop(while: \.isWhitespace).first == "}" {
      while start > 0, case let above = lineStart(at: start - 1), isBlank(above..<start) { start = above }
    }
    return start..<end
  }

  /// The lines of documentation right above, without what they are indented by.
  func documentation(above offset: Int) -> [String] {
    var lines: [String] = []
    var start = lineStart(at: offset)
    while start > 0, case let above = lineStart(at: start - 1), isDocumentation(above..<start) {
      lines.insert(text(above..<start).trimmed, at: 0)
      start = above
    }
    return lines
  }

  /// The edits with one removal for each run of lines that are removed, so that nothing is left of them together either.
  func joiningRemovals(_ edits: [Edit]) -> [Edit] {
    var joined: [Edit] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = joined.last, last.replacement.isEmpty, edit.replacement.isEmpty, !edit.range.isEmpty,
        last.range.upperBound == edit.range.lowerBound, isWholeLines(last.range), isWholeLines(edit.range)
      {
        let range = last.range.lowerBound..<edit.range.upperBound
        joined[joined.count - 1] = Edit(lines(removing: range.lowerBound..<range.upperBound - 1), "")
      } else {
        joined.append(edit)
      }
    }
    return joined
  }

  private func isWholeLines(_ range: Range<Int>) -> Bool {
    lineStart(at: range.lowerBound) == range.lowerBound && range.upperBound > range.lowerBound
      && (range.upperBound == bytes.count || lineStart(at: range.upperBound) == range.upperBound)
  }

  /// Whether a comment that is no documentation stands in the line above: it may be about the declaration, or about more.
  func hasLooseComment(above offset: Int) -> Bool {
    let start = lineStart(at: offset)
    guard start > 0 else { return false }
    let above = text(lineStart(at: start - 1)..<start).drop(while: \.isWhitespace)
    let isLine = above.hasPrefix("//") && !above.hasPrefix("///") && !above.hasPrefix("// MARK:")
    return isLine || above.contains("*/")
  }

  private func isDocumentation(_ line: Range<Int>) -> Bool {
    text(line).drop(while: \.isWhitespace).hasPrefix("///")
  }

  private func isBlank(_ line: Range<Int>) -> Bool { text(line).allSatisfy(\.isWhitespace) }

  private func endsWithBrace(before offset: Int) -> Bool {
    var index = offset - 1
    while index >= 0, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index -= 1 }
    return index >= 0 && bytes[index] == UInt8(ascii: "{")
  }

  /// The white space a line starts with.
  func indentation(at offset: Int) -> String {
    var end = lineStart(at: offset)
    let start = end
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return text(start..<end)
  }

  /// Whether nothing but white space stands before and after the range on its lines.
  func isAloneOnItsLines(_ range: Range<Int>) -> Bool {
    let before = text(lineStart(at: range.lowerBound)..<range.lowerBound)
    let after = text(range.upperBound..<lineEnd(at: range.upperBound))
    return before.allSatisfy(\.isWhitespace) && after.allSatisfy(\.isWhitespace)
  }

  /// The offset of the last occurrence of a keyword before an offset, as a word of its own.
  func keyword(_ word: String, before offset: Int, notBefore start: Int) -> Int? {
    let bytesOfWord = Array(word.utf8)
    var index = offset - bytesOfWord.count
    while index >= start {
      if bytes[index..<index + bytesOfWord.count].elementsEqual(bytesOfWord), isBoundary(index - 1),
        isBoundary(index + bytesOfWord.count)
      {
        return index
      }
      index -= 1
    }
    return nil
  }

  private func isBoundary(_ index: Int) -> Bool {
    guard index >= 0, index < bytes.count else { return true }
    let byte = bytes[index]
    return
      !(byte >= 0x80 || byte == UInt8(ascii: "_")
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"))
  }

  /// The indentation of one level, as far as the file shows it.
  var unit: String {
    // Line by line, since one of the first will tell.
    var rest = text[...]
    while !rest.isEmpty {
      let line = rest.prefix { !$0.isNewline }
      if line.hasPrefix("\t") { return "\t" }
      let spaces = line.prefix { $0 == " " }.count
      if spaces == 2 || spaces == 4 { return String(repeating: " ", count: spaces) }
      rest = rest[line.endIndex...].dropFirst()
    }
    return "  "
  }
}
