package import Foundation
package import SourceAnalysis
import SwiftParser
import SwiftSyntax

/// Makes patches for findings from the texts of the files they are in.
///
/// An edit is made only where its preconditions were checked in the scanned sources; otherwise the outcome names the one
/// that failed. Each patched text is parsed again before it is offered.
package struct Patches: Sendable {
  /// What a finding's edit came to.
  package struct Outcome: Sendable, Hashable {
    /// A unified diff.
    package var diff: String?
    /// Why there is none; `nil` for fixes that no edit is made for.
    package var refusal: String?
    /// The preconditions that were checked for the diff.
    package var checked: [String] = []
    package var edits: [Edit] = []

    package init(diff: String? = nil, refusal: String? = nil, checked: [String] = [], edits: [Edit] = []) {
      self.diff = diff
      self.refusal = refusal
      self.checked = checked
      self.edits = edits
    }
  }

  package let texts: [String: Data]
  let graph: SourceGraph
  let unread: UnreadFiles

  package init(texts: [String: Data], graph: SourceGraph, unread: UnreadFiles = UnreadFiles()) {
    self.texts = texts
    self.graph = graph
    self.unread = unread
  }

  package func patch(for finding: Finding) -> Outcome {
    let file = finding.code.file
    guard let data = texts[file.path], let source = Self.source(data) else { return Outcome() }
    let maker = PatchMaker(finding: finding, source: source, graph: graph, unread: unread)
    switch maker.plan() {
    case .none: return Outcome()
    case .refused(let reason): return Outcome(refusal: reason)
    case .edits(let edits, let checked):
      guard let bytes = Edit.apply(edits, to: source.bytes) else { return Outcome(refusal: "its edits overlap") }
      guard parses(edits, in: file, bytes) else { return Outcome(refusal: "the patched file does not parse") }
      let diff = UnifiedDiff.between(source.text, String(decoding: bytes, as: UTF8.self), path: file.path)
      return Outcome(diff: diff, checked: checked, edits: edits)
    }
  }

  /// Whether the file still parses with the edits: of a file that was read without errors only what holds them is parsed.
  ///
  /// - Parameter bytes: Of the file with the edits.
  private func parses(_ edits: [Edit], in file: SourceFile, _ bytes: [UInt8]) -> Bool {
    var part = 0..<bytes.count
    if file.tree.issues.isEmpty, let edited = declarations(around: edits, in: file) {
      let growth = edits.reduce(0) { $0 + $1.replacement.utf8.count - $1.range.count }
      part = edited.lowerBound..<edited.upperBound + growth
    }
    return bytes[part].withUnsafeBufferPointer { buffer in
      var parser = Parser(buffer)
      return !SourceFileSyntax.parse(from: &parser).hasError
    }
  }

  /// The bytes of the outermost declarations from the first that is edited to the last; `nil` where edits stand elsewhere.
  private func declarations(around edits: [Edit], in file: SourceFile) -> Range<Int>? {
    guard let first = edits.map(\.range.lowerBound).min(), let last = edits.map(\.range.upperBound).max() else {
      return nil
    }
    var start: Int?
    for declaration in file.root.children {
      if declaration.startOffset <= first { start = declaration.startOffset }
      if let start, declaration.endOffset >= last { return start..<declaration.endOffset }
    }
    return nil
  }

  /// `nil` for bytes that are not UTF-8: an edit would change more than it says.
  private static func source(_ data: Data) -> PatchSource? {
    guard let text = String(data: data, encoding: .utf8) else { return nil }
    return PatchSource(text: text, bytes: Array(data))
  }
}

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
