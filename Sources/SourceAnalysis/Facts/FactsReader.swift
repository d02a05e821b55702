import SwiftParser
import SwiftSyntax
import SwiftUIModel

/// Reads one file's bytes into its code tree.
package enum FactsReader {
  /// Brackets nested deeper than this are no program that anybody wrote; parsing them could exhaust the stack.
  package static let deepestNesting = 1_000

  /// The tree of a file. Any bytes are accepted; what cannot be read becomes an issue of the tree.
  ///
  /// Needs a thread with a large stack (see `ParallelReading`): the parser recurses into nested syntax.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> CodeTree {
    read(bytes, cutting: [])
  }

  /// The tree of a file without what stands in some ranges, the insides of function bodies; positions are those of the
  /// whole file. Comment commands are not looked for: a file that holds one is read whole.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>, cutting cuts: [Range<Int>]) -> CodeTree {
    let lineStarts = lineStarts(of: bytes)
    if let line = lineOfExcessiveNesting(in: bytes) {
      let message =
        "nested deeper than \(deepestNesting) brackets, or \(deepestSquareNesting) square ones, so the file was not read"
      return CodeTree(
        nodes: [.file(length: bytes.count)], strings: [""], lineStarts: lineStarts,
        issues: [.init(line: line, message: message)], commands: [])
    }
    if let line = Repetition.line(in: bytes) {
      return CodeTree(
        nodes: [.file(length: bytes.count)], strings: [""], lineStarts: lineStarts,
        issues: [.init(line: line, message: "repeats itself more than any program does, so the file was not read")],
        commands: [])
    }
    var builder = cuts.isEmpty ? parsed(bytes) : parsed(bytes, without: cuts)
    var issues: [CodeTree.Issue] = []
    if builder.isTooDeep {
      issues.append(.init(line: 1, message: "an expression is too deep, so a part of the file was not read"))
    }
    builder.move(behind: cuts)
    for offset in builder.errors {
      let line = lineStarts.lastIndex { $0 <= offset } ?? 0
      issues.append(
        .init(line: line + 1, message: "does not parse, so nothing is said of the declaration around", isLocal: true))
    }
    return CodeTree(
      nodes: builder.nodes, strings: builder.strings, lineStarts: lineStarts, issues: issues,
      commands: cuts.isEmpty ? CommentCommand.all(in: bytes, lineStarts: lineStarts) : [],
      lowestCheckedSystem: builder.lowestCheckedSystem)
  }

  private static func parsed(_ bytes: UnsafeBufferPointer<UInt8>) -> CodeTreeBuilder {
    let builder = parsedAsIs(bytes)
    guard !builder.errors.isEmpty, let joined = joiningAttributes(in: bytes) else { return builder }
    let again = joined.withUnsafeBufferPointer(parsedAsIs)
    return again.errors.count < builder.errors.count ? again : builder
  }

  private static func parsedAsIs(_ bytes: UnsafeBufferPointer<UInt8>) -> CodeTreeBuilder {
    var parser = Parser(bytes, maximumNestingLevel: deepestNesting + 8)
    let file = SourceFileSyntax.parse(from: &parser)
    var builder = CodeTreeBuilder(bytes: bytes)
    builder.lower(file: file)
    return builder
  }

  /// The same text with `@Environment (\.locale)` written ` @Environment(\.locale)`, so that all other places stay; `nil` where
  /// there is no such attribute. Before language mode 6 the compiler takes both, the parser only the second.
  private static func joiningAttributes(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var joined: [UInt8]?
    var index = 0
    while let at = bytes[index...].firstIndex(of: UInt8(ascii: "@")) {
      var end = at + 1
      while end < bytes.count, Words.isNameByte(bytes[end]) { end += 1 }
      var bracket = end
      while bracket < bytes.count, bytes[bracket] == UInt8(ascii: " ") { bracket += 1 }
      index = end
      guard bracket > end, bracket < bytes.count, bytes[bracket] == UInt8(ascii: "("),
        Wrappers.table.contains(String(decoding: bytes[(at + 1)..<end], as: UTF8.self))
      else { continue }
      var text = joined ?? Array(bytes)
      text.replaceSubrange(
        at..<bracket, with: Array(repeating: UInt8(ascii: " "), count: bracket - end) + bytes[at..<end])
      joined = text
    }
    return joined
  }

  private static func parsed(_ bytes: UnsafeBufferPointer<UInt8>, without cuts: [Range<Int>]) -> CodeTreeBuilder {
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count)
    var start = 0
    for cut in cuts {
      rest.append(contentsOf: bytes[start..<cut.lowerBound])
      start = cut.upperBound
    }
    rest.append(contentsOf: bytes[start...])
    return rest.withUnsafeBufferPointer(parsed)
  }

  /// The parser looks ahead at nested `[` in time that doubles with each level that may be a type: `["key": […]]` is none.
  static let deepestSquareNesting = 16

  /// The line at which brackets nest deeper than the parser should see. Strings and comments do not count.
  package static func lineOfExcessiveNesting(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var depth = 0
    // Square brackets around that may be types, up to one that is none, where the parser stops looking.
    var square = 0
    var outside: [Int] = []
    var squares = SquareRun()
    var index = 0
    let isBracketOrQuote = isBracketOrQuote
    while true {
      while index < bytes.count, !isBracketOrQuote[Int(bytes[index])] { index += 1 }
      guard index < bytes.count else { return nil }
      switch bytes[index] {
      case UInt8(ascii: "["):
        outside.append(square)
        square = isLiteral(behind: index, in: bytes) ? 0 : square + 1
        depth += 1
        squares.add(index, bytes)
      case UInt8(ascii: "("), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"):
        square = outside.popLast() ?? 0
        depth = max(0, depth - 1)
      case UInt8(ascii: ")"), UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "/"): index = endOfComment(at: index, in: bytes)
      default: index = endOfString(at: index, in: bytes, &squares)
      }
      if depth > deepestNesting || square > deepestSquareNesting || squares.longest > deepestSquareNesting {
        return 1 + bytes[..<min(index, bytes.count)].count { $0 == UInt8(ascii: "\n") }
      }
      index += 1
    }
  }

  /// Whether a text or a number follows, with which no type begins.
  private static func isLiteral(behind index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let next = bytes[(index + 1)...].first(where: { $0 > UInt8(ascii: " ") }) else { return false }
    return next == UInt8(ascii: "\"") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }

  /// Opening square brackets in a row, which may also hide in an interpolation.
  private struct SquareRun {
    var last = -1
    var count = 0
    var longest = 0

    mutating func add(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
      var before = index - 1
      while before > last, bytes[before] <= UInt8(ascii: " ") { before -= 1 }
      count = before == last && last >= 0 ? count + 1 : 1
      longest = max(longest, count)
      last = index
    }
  }

  private static let isBracketOrQuote: [Bool] = (0..<256).map { "[](){}/\"".utf8.contains(UInt8($0)) }

  /// The last byte of the comment that begins at the slash, or the slash where none does.
  private static func endOfComment(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var index = start + 1
    switch index < bytes.count ? bytes[index] : 0 {
    case UInt8(ascii: "/"):
      while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      return index
    case UInt8(ascii: "*"):
      index += 1
      while index + 1 < bytes.count, bytes[index] != UInt8(ascii: "*") || bytes[index + 1] != UInt8(ascii: "/") {
        index += 1
      }
      return index + 1
    default: return start
    }
  }

  /// The last byte of the string that begins at the quote. A plain string ends with its line at the latest.
  private static func endOfString(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>, _ squares: inout SquareRun
  ) -> Int {
    let quote = UInt8(ascii: "\"")
    let isMultiline = start + 2 < bytes.count && bytes[start + 1] == quote && bytes[start + 2] == quote
    var index = start + (isMultiline ? 3 : 1)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): squares.add(index, bytes)
      case UInt8(ascii: "\n") where !isMultiline: return index
      case quote where !isMultiline: return index
      case quote where index + 2 < bytes.count && bytes[index + 1] == quote && bytes[index + 2] == quote:
        return index + 2
      default: break
      }
      index += 1
    }
    return index
  }

  /// `\n`, `\r\n` and a lone `\r` end a line, as for the compiler.
  static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt32] {
    var starts: [UInt32] = [0]
    starts.reserveCapacity(bytes.count / 30)
    for index in bytes.indices where bytes[index] <= UInt8(ascii: "\r") {
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
    var next = marker.count - 1
    while true {
      // The colon is rarer than the letters before it.
      while next < bytes.count, bytes[next] != UInt8(ascii: ":") { next += 1 }
      guard next < bytes.count else { break }
      let index = next + 1 - marker.count
      guard bytes[index..<index + marker.count].elementsEqual(marker) else {
        next += 1
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
      next = end + marker.count - 1
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
    // Directly behind the colon, and no prose: somebody means a command.
    case _ where text.first?.isLetter == true && (verb.hasPrefix("dis") || verb.hasPrefix("en")): scope = .unknown
    default: return nil
    }
    return CommentCommand(
      scope: scope, rules: scope == .unknown ? [verb] : Array(words.dropFirst()), reason: reason, line: line,
      column: column)
  }
}
