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
      let message = "nested deeper than \(deepestNesting) brackets, so the file was not read"
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

  /// Counts brackets without looking at strings or comments: enough for a bound that real code stays far below.
  static func lineOfExcessiveNesting(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var depth = 0
    var line = 1
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > deepestNesting { return line }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "\n"): line += 1
      default: break
      }
    }
    return nil
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
