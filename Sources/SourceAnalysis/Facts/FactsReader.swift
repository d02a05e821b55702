import SwiftParser
import SwiftSyntax

/// Reads one file's bytes into its code tree.
package enum FactsReader {
  /// Brackets nested deeper than this are no program that anybody wrote; parsing them could exhaust the stack.
  package static let deepestNesting = 1_000

  /// The tree of a file. Any bytes are accepted; what cannot be read becomes an issue of the tree.
  ///
  /// Needs a thread with a large stack (see `ParallelReading`): the parser recurses into nested syntax.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> CodeTree {
    let lineStarts = lineStarts(of: bytes)
    if let line = lineOfExcessiveNesting(in: bytes) {
      let message =
        "nested deeper than \(deepestNesting) brackets, or \(deepestSquareNesting) square ones, so the file was not read"
      return CodeTree(
        nodes: [.file(length: bytes.count)], strings: [""], lineStarts: lineStarts,
        issues: [.init(line: line, message: message)], commands: [])
    }
    var parser = Parser(bytes, maximumNestingLevel: deepestNesting + 8)
    let file = SourceFileSyntax.parse(from: &parser)
    var builder = CodeTreeBuilder(bytes: bytes)
    builder.lower(file: file)
    var issues: [CodeTree.Issue] = []
    if builder.isTooDeep {
      issues.append(.init(line: 1, message: "an expression is too deep, so a part of the file was not read"))
    }
    return CodeTree(
      nodes: builder.nodes, strings: builder.strings, lineStarts: lineStarts, issues: issues,
      commands: CommentCommand.all(in: bytes, lineStarts: lineStarts))
  }

  /// The parser looks ahead at nested `[` in time that doubles with each level.
  static let deepestSquareNesting = 16

  /// The line at which brackets nest deeper than the parser should see. Strings and comments do not count.
  package static func lineOfExcessiveNesting(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var depth = 0
    var square = 0
    // Opening square brackets in a row, which may also hide in an interpolation.
    var run = 0
    var line = 1
    var index = 0
    var skipping: Skipping?
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") { line += 1 }
      if byte == UInt8(ascii: "[") {
        run += 1
        if run > deepestSquareNesting { return line }
      } else if byte > UInt8(ascii: " ") {
        run = 0
      }
      if let current = skipping {
        let length = current.endLength(at: index, in: bytes)
        if length > 0 { skipping = nil }
        index += byte == UInt8(ascii: "\\") && current != .lineComment && current != .blockComment ? 2 : max(1, length)
        continue
      }
      if let started = Skipping.starting(at: index, in: bytes) {
        skipping = started.kind
        index += started.length
        continue
      }
      switch byte {
      case UInt8(ascii: "["):
        square += 1
        depth += 1
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"):
        square = max(0, square - 1)
        depth = max(0, depth - 1)
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      default: break
      }
      if depth > deepestNesting || square > deepestSquareNesting { return line }
      index += 1
    }
    return nil
  }

  /// Text in which brackets mean nothing.
  private enum Skipping {
    case lineComment, blockComment, string, multilineString

    static func starting(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (kind: Skipping, length: Int)? {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch (bytes[index], next) {
      case (UInt8(ascii: "/"), UInt8(ascii: "/")): return (.lineComment, 2)
      case (UInt8(ascii: "/"), UInt8(ascii: "*")): return (.blockComment, 2)
      case (UInt8(ascii: "\""), UInt8(ascii: "\"")):
        let isMultiline = index + 2 < bytes.count && bytes[index + 2] == UInt8(ascii: "\"")
        return isMultiline ? (.multilineString, 3) : (.string, 1)
      case (UInt8(ascii: "\""), _): return (.string, 1)
      default: return nil
      }
    }

    /// How many bytes end it here; 0 when it goes on. A plain string ends with its line at the latest.
    func endLength(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch self {
      case .lineComment: return byte == UInt8(ascii: "\n") ? 1 : 0
      case .blockComment: return byte == UInt8(ascii: "*") && next == UInt8(ascii: "/") ? 2 : 0
      case .string: return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") ? 1 : 0
      case .multilineString:
        let isEnd = byte == UInt8(ascii: "\"") && next == byte && index + 2 < bytes.count && bytes[index + 2] == byte
        return isEnd ? 3 : 0
      }
    }
  }

  /// `\n`, `\r\n` and a lone `\r` end a line, as for the compiler.
  static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var starts: [UInt32] = [0]
    starts.reserveCapacity(bytes.count / 30)
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n")
        || (byte == UInt8(ascii: "\r") && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n")))
      {
        starts.append(UInt32(clamping: index + 1))
      }
    }
    return starts
  }
}

extension CodeTree.Node {
  static func file(length: Int) -> Self {
    .init(
      kind: .file, flags: [], name: 0, detail: 0, start: 0, end: UInt32(clamping: length), nameStart: 0, parent: 0,
      limit: 1)
  }
}

extension CommentCommand {
  /// Finds `whyredraw:` commands in line comments without parsing: they are rare, and their lines are plain.
  static func all(in bytes: UnsafeBufferPointer<UInt8>, lineStarts: [UInt32]) -> [CommentCommand] {
    let marker = Array("whyredraw:".utf8)
    var commands: [CommentCommand] = []
    var index = 0
    while index + marker.count <= bytes.count {
      guard bytes[index] == marker[0], bytes[index..<index + marker.count].elementsEqual(marker) else {
        index += 1
        continue
      }
      var lineIndex = 0
      var high = lineStarts.count
      while high - lineIndex > 1 {
        let middle = (lineIndex + high) / 2
        if Int(lineStarts[middle]) <= index { lineIndex = middle } else { high = middle }
      }
      let start = Int(lineStarts[lineIndex])
      var end = index
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
      let before = String(decoding: bytes[start..<index], as: UTF8.self)
      let after = String(decoding: bytes[(index + marker.count)..<end], as: UTF8.self)
      if before.contains("//"), let command = parse(after, line: lineIndex + 1, column: index - start + 1) {
        commands.append(command)
      }
      index = end
    }
    return commands
  }

  private static func parse(_ text: String, line: Int, column: Int) -> CommentCommand? {
    var head = text[...]
    var reason: String?
    if let range = text.ranges(of: " - ").first {
      head = text[..<range.lowerBound]
      reason = String(text[range.upperBound...].drop(while: \.isWhitespace))
    }
    let words = head.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    guard let verb = words.first else { return nil }
    let scope: Scope
    switch verb {
    case "disable": scope = .region
    case "disable:next": scope = .next
    case "disable:this": scope = .this
    case "enable": scope = .enable
    default: return nil
    }
    return CommentCommand(scope: scope, rules: Array(words.dropFirst()), reason: reason, line: line, column: column)
  }
}
