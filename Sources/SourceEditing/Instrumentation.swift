import Vocabulary

/// The logging call in view bodies: how it is written into a file, and how it is taken out again.
///
/// What is inserted is marked so that it can be told from code that somebody wrote: lines of its own that end in a
/// comment, and a `return` with a comment behind it. Taking the marked text out gives the file back byte for byte.
///
/// ```
/// var body: some View {
///   #if DEBUG  // whyredraw:instrument
///   let _ = Self._logChanges()  // whyredraw:instrument
///   #endif  // whyredraw:instrument
///   Text(title)
/// }
/// ```
package enum Instrumentation {
  /// What is called on evaluation.
  package enum Call: Hashable, Sendable {
    /// Logs to the unified log; iOS 17.1, macOS 14.1.
    case logChanges
    /// Prints to standard output; iOS 15, macOS 12.
    case printChanges
    /// Logs where the system can, and prints where it cannot; for deployment targets before iOS 17.1.
    case logOrPrintChanges
    /// As before, and nothing before iOS 15.
    case whatIsAvailable

    /// What suits apps that run on an iOS version and later.
    package static func forDeploymentTarget(major: Int, minor: Int) -> Call {
      if (major, minor) >= (17, 1) { return .logChanges }
      return major >= 15 ? .logOrPrintChanges : .whatIsAvailable
    }

    /// - Source: the availability of both in SwiftUI's interface.
    var statement: String {
      let log = "if #available(iOS 17.1, macOS 14.1, tvOS 17.1, watchOS 10.1, *) { Self._logChanges() }"
      let print = "if #available(iOS 15, macOS 12, tvOS 15, watchOS 8, *) { Self._printChanges() }"
      // A statement in a result builder would be a part of the result; a closure is none.
      return switch self {
      case .logChanges: "let _ = Self._logChanges()"
      case .printChanges: "let _ = Self._printChanges()"
      case .logOrPrintChanges: "let _ = { \(log) else { Self._printChanges() } }()"
      case .whatIsAvailable: "let _ = { \(log) else \(print) }()"
      }
    }
  }

  /// Ends each inserted line.
  package static let mark = "// whyredraw:instrument"
  /// Ends the first inserted line where the line before it was broken to make room.
  static let breakingMark = mark + " inline"
  /// Inserted where an implicit `return` has to become an explicit one.
  static let returnMark = "return /* whyredraw:instrument */ "

  /// What is inserted at a body.
  static func edits(for site: BodySite, call: Call) -> [Edit] {
    let first = site.breaksLine ? breakingMark : mark
    let lines = ["#if DEBUG  \(first)", "\(call.statement)  \(mark)", "#endif  \(mark)"]
    let block = lines.map { site.indentation + $0 + site.newline }.joined()
    var edits = [Edit.insert((site.breaksLine ? site.newline : "") + block, at: site.offset)]
    if case .needed(let offset) = site.explicitReturn { edits.append(.insert(returnMark, at: offset)) }
    return edits
  }

  /// The text without its marked lines, and the lines (1-based) that were taken out; `Removal` says whether that is right.
  package static func removed(from bytes: [UInt8]) -> (bytes: [UInt8], lines: [Int]) {
    guard bytes.contains(Array("whyredraw:instrument".utf8)) else { return (bytes, []) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var removed: [Int] = []
    var start = 0
    var line = 1
    while start < bytes.count {
      let end = lineEnd(of: bytes, from: start)
      switch kind(of: bytes[start..<end.content]) {
      case .inserted(let brokeLine):
        if brokeLine { dropNewline(&result) }
        removed.append(line)
      case .other:
        let kept = withoutReturns(bytes[start..<end.line])
        if kept.count != end.line - start { removed.append(line) }
        result.append(contentsOf: kept)
      }
      start = end.line
      line += 1
    }
    return (result, removed)
  }

  // MARK: - Lines

  private enum LineKind {
    case inserted(brokeLine: Bool)
    case other
  }

  /// A formatter may have changed the white space; the rest has to be as it was written.
  private static func kind(of line: ArraySlice<UInt8>) -> LineKind {
    let text = String(decoding: line, as: UTF8.self).trimmed
    guard text.hasPrefix("#if DEBUG") || text.hasPrefix("let _ = ") || text.hasPrefix("#endif") else { return .other }
    if text.hasSuffix(breakingMark) { return .inserted(brokeLine: true) }
    return text.hasSuffix(mark) ? .inserted(brokeLine: false) : .other
  }

  private static func withoutReturns(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let mark = Array(returnMark.utf8)
    var result: [UInt8] = []
    var rest = line
    while let hit = rest.firstRange(of: mark) {
      result.append(contentsOf: rest[rest.startIndex..<hit.lowerBound])
      rest = rest[hit.upperBound...]
    }
    result.append(contentsOf: rest)
    return result
  }

  private static func dropNewline(_ bytes: inout [UInt8]) {
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
  }

  /// Where a line's text ends, and where the next line begins.
  private static func lineEnd(of bytes: [UInt8], from start: Int) -> (content: Int, line: Int) {
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
    guard end < bytes.count else { return (end, end) }
    let isPair = bytes[end] == UInt8(ascii: "\r") && end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "\n")
    return (end, end + (isPair ? 2 : 1))
  }
}

extension Collection where Element == UInt8 {
  package func firstRange(of bytes: [UInt8]) -> Range<Index>? {
    guard let first = bytes.first else { return nil }
    var start = startIndex
    while let hit = self[start...].firstIndex(of: first) {
      if self[hit...].starts(with: bytes) { return hit..<index(hit, offsetBy: bytes.count) }
      start = index(after: hit)
    }
    return nil
  }

  func contains(_ bytes: [UInt8]) -> Bool { firstRange(of: bytes) != nil }
}
