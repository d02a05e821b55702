import SourceAnalysis
import SwiftParser
import SwiftSyntax

/// Takes out of a file what instrumenting put into it.
///
/// The marks are found line by line, since a formatter may have moved the lines. Then both texts are parsed, and what is left
/// has to be, token by token, the file without the marked blocks: marks in strings and comments are somebody's text, and where
/// a comment was added behind a brace, joining two lines again would swallow code.
package struct Removal: Sendable {
  package var bytes: [UInt8]
  /// The lines that hold calls, 1-based.
  package var calls: [Int] = []

  /// Why a file is left as it is.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// 1-based.
    package var line: Int
    package var message: String
    package var description: String { "\(line): \(message)" }
  }

  /// Needs a thread with a large stack: the parser recurses into nested syntax.
  package init(from bytes: [UInt8]) throws(Refusal) {
    let found = Instrumentation.removed(from: bytes)
    self.bytes = found.bytes
    guard !found.lines.isEmpty else { return }
    if let line = bytes.withUnsafeBufferPointer({ FactsReader.lineOfExcessiveNesting(in: $0) }) {
      throw Refusal(line: line, message: "brackets nest too deep to be parsed")
    }
    let before = MarkedCode(bytes, marked: Set(found.lines))
    if let line = found.lines.first(where: { !before.markedLines.contains($0) }) {
      throw Refusal(line: line, message: "holds '\(Instrumentation.mark)' in what is no inserted block")
    }
    var left = before.unmarked[...]
    for token in MarkedCode(found.bytes, marked: []).all {
      let expected = left.popFirst()
      if expected?.text != token.text {
        throw Refusal(line: before.line(at: expected?.offset ?? bytes.count), message: Self.otherCode)
      }
    }
    if let first = left.first { throw Refusal(line: before.line(at: first.offset), message: Self.otherCode) }
    calls = before.calls
  }

  private static let otherCode = "would be other code without the inserted lines"
}

/// The tokens of a file, and which of them instrumenting put there.
private struct MarkedCode {
  struct Token {
    var text: String
    var offset: Int
  }

  private(set) var all: [Token] = []
  /// All but those that were inserted.
  private(set) var unmarked: [Token] = []
  private(set) var markedLines: Set<Int> = []
  private(set) var calls: [Int] = []
  private let lineStarts: [Int]

  /// - Parameter marked: The lines that hold marks, in code or elsewhere.
  init(_ bytes: [UInt8], marked: Set<Int>) {
    lineStarts = Lines.starts(of: bytes)
    let file = bytes.withUnsafeBufferPointer { buffer in
      var parser = Parser(buffer)
      return SourceFileSyntax.parse(from: &parser)
    }
    let finder = MarkedBlocks(viewMode: .sourceAccurate)
    finder.walk(file)
    var inserted: [(start: Int, call: Int, end: Int)] = []
    for block in finder.blocks {
      let lines = [block.start, block.call, block.end].map { line(at: $0) }
      // Somebody may have written the same without marks.
      guard marked.isSuperset(of: lines) else { continue }
      markedLines.formUnion(lines)
      calls.append(lines[1])
      inserted.append(block)
    }
    let returnMark = Array(Instrumentation.returnMark.utf8)
    var blocks = inserted[...]
    for node in file.tokens(viewMode: .sourceAccurate) {
      let token = Token(text: node.text, offset: node.positionAfterSkippingLeadingTrivia.utf8Offset)
      all.append(token)
      while let block = blocks.first, block.end < token.offset { blocks = blocks.dropFirst() }
      if let block = blocks.first, block.start <= token.offset { continue }
      if node.tokenKind == .keyword(.return), bytes[token.offset...].starts(with: returnMark), !marked.isEmpty {
        markedLines.insert(line(at: token.offset))
        continue
      }
      unmarked.append(token)
    }
  }

  /// 1-based.
  func line(at offset: Int) -> Int { Lines.number(at: offset, lineStarts) }
}

/// Finds blocks like those that instrumenting inserts: `#if DEBUG`, one `let _ =` and `#endif`.
private final class MarkedBlocks: SyntaxVisitor {
  /// Offsets of `#if`, of the call and of `#endif`; in order.
  private(set) var blocks: [(start: Int, call: Int, end: Int)] = []

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.clauses.count == 1, let clause = node.clauses.first,
      clause.condition?.trimmedDescription == "DEBUG", case .statements(let statements)? = clause.elements,
      statements.count == 1, let call = statements.first?.item.as(VariableDeclSyntax.self),
      call.trimmedDescription.hasPrefix("let _ = ")
    else { return .visitChildren }
    blocks.append(
      (
        clause.poundKeyword.positionAfterSkippingLeadingTrivia.utf8Offset,
        call.positionAfterSkippingLeadingTrivia.utf8Offset,
        node.poundEndif.positionAfterSkippingLeadingTrivia.utf8Offset
      ))
    return .skipChildren
  }
}

/// Lines as Swift counts them: ended by a line feed, a carriage return, or both.
enum Lines {
  /// The offset at which each line begins.
  static func starts(of bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for index in bytes.indices where endsLine(at: index, of: bytes) { starts.append(index + 1) }
    return starts
  }

  /// Whether the byte is the last of a line.
  static func endsLine(at index: Int, of bytes: [UInt8]) -> Bool {
    if bytes[index] == UInt8(ascii: "\n") { return true }
    return bytes[index] == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
  }

  /// The line of an offset, 1-based.
  static func number(at offset: Int, _ starts: [Int]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// How the text ends its lines.
  static func newline(of bytes: [UInt8]) -> String {
    guard let first = bytes.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else {
      return "\n"
    }
    if bytes[first] == UInt8(ascii: "\n") { return "\n" }
    return first + 1 < bytes.count && bytes[first + 1] == UInt8(ascii: "\n") ? "\r\n" : "\r"
  }
}
