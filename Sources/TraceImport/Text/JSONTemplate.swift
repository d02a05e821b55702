#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The shape of a JSON record: the bytes that all records like it share, and between them the values that differ.
///
/// Of the thousand bytes of a record some fifty differ from those of the record before: the message, the time, a counter.
/// A line that has the shared bytes at their places, and values of the same kind between them, is a record with the same
/// keys; scanning it would find nothing else.
final class JSONTemplate {
  /// What a line that fits has in it.
  struct Match {
    /// As it stands, with its escapes.
    var message: ByteSpan
    /// The message, if it was expected.
    var hit: MessageCache.Hit
    /// As it stands, with its escapes; `nil` for records without one.
    var timestamp: ByteSpan?
    /// The offset behind the closing brace.
    var end: Int
  }

  /// A value of the record, or what lies between two.
  private enum Kind {
    /// Keys and punctuation, and values that never differed.
    case shared
    /// Never in a gap: other values mean another process or category, and another template.
    case identity
    case string, number, nested
  }

  private struct Piece {
    var offset: Int
    var count: Int
    var kind: Kind
    var isMessage = false
    var isTimestamp = false
    var isGap = false
  }

  /// A gap and the shared bytes behind it.
  private struct Step {
    var kind: Kind
    var isMessage: Bool
    var isTimestamp: Bool
    var offset: Int
    var count: Int
  }

  /// Where records of this shape belong.
  let process: ProcessID
  let context: ChangeGrammar.Context
  let format: UInt8
  /// Whether what the records say is of no interest but for what it says of SwiftUI.
  var isOfApp: Bool { context == .logRecord }

  private var bytes: [UInt8]
  private var pieces: [Piece]
  // The pieces again, joined, in plain memory: this is what lines are held against.
  private var text: UnsafeMutablePointer<UInt8>
  private var steps: UnsafeMutablePointer<Step>
  private var stepCount = 0
  private var firstCount = 0

  private static let longestRecord = 1 << 14

  /// Makes a template of a record that fills the line; `nil` for one that is no whole record, has no message, or may begin or
  /// end a scenario.
  init?(_ line: ByteSpan, process: ProcessID, context: ChangeGrammar.Context, format: UInt8) {
    guard line.count <= Self.longestRecord, let pieces = Self.pieces(of: line),
      pieces.filter(\.isMessage).count == 1, pieces.filter(\.isTimestamp).count <= 1,
      line.firstIndex(of: "\"signpostType\"") == nil
    else { return nil }
    self.process = process
    self.context = context
    self.format = format
    self.pieces = pieces
    bytes = Array(UnsafeBufferPointer(start: line.start, count: line.count))
    text = .allocate(capacity: line.count)
    text.update(from: line.start, count: line.count)
    steps = .allocate(capacity: pieces.count)
    join()
  }

  deinit {
    text.deallocate()
    steps.deallocate()
  }

  /// How a record is like those that a template is of.
  enum Likeness {
    /// It is one of them.
    case same
    /// It has the same keys, and from now on is one of them.
    case widened
    case other
  }

  /// Lets go of what differs in a record of the same keys.
  func widen(to line: ByteSpan) -> Likeness {
    guard let others = Self.pieces(of: line), others.count == pieces.count else { return .other }
    var changed: [Int] = []
    for (index, other) in others.enumerated() where !pieces[index].isGap {
      let isEqual = bytes.withUnsafeBytes {
        ByteSpan($0).sub(pieces[index].offset, pieces[index].offset + pieces[index].count)
          .equals(line.sub(other.offset, other.offset + other.count))
      }
      if isEqual { continue }
      guard pieces[index].kind == other.kind, other.kind != .shared, other.kind != .identity else { return .other }
      changed.append(index)
    }
    guard zip(pieces, others).allSatisfy({ $0.kind == $1.kind }) else { return .other }
    if changed.isEmpty { return .same }
    for index in changed { pieces[index].isGap = true }
    join()
    return .widened
  }

  private func join() {
    stepCount = 0
    firstCount = 0
    for piece in pieces {
      if piece.isGap {
        steps[stepCount] = Step(
          kind: piece.kind, isMessage: piece.isMessage, isTimestamp: piece.isTimestamp,
          offset: piece.offset + piece.count, count: 0)
        stepCount += 1
      } else if stepCount == 0 {
        firstCount = piece.offset + piece.count
      } else {
        steps[stepCount - 1].count += piece.count
      }
    }
  }

  // MARK: - Matching

  /// Holds what begins a line against the template.
  @inline(__always)
  func match(_ rest: ByteSpan, expecting cache: UnsafeMutablePointer<MessageCache>) -> Match? {
    guard rest.count >= firstCount, memcmp(rest.start, text, firstCount) == 0 else { return nil }
    var index = firstCount
    var match = Match(message: rest.sub(0, 0), hit: MessageCache.Hit.none, timestamp: nil, end: 0)
    var number = 0
    while number < stepCount {
      let step = steps[number]
      number &+= 1
      guard let end = endOfValue(rest, at: index, step, &match, cache) else { return nil }
      guard rest.count &- end >= step.count, memcmp(rest.start + end, text + step.offset, step.count) == 0 else {
        return nil
      }
      index = end &+ step.count
    }
    match.end = index
    return match
  }

  /// The offset behind the value of a gap; `nil` when there is none of its kind on the line.
  @inline(__always)
  private func endOfValue(
    _ rest: ByteSpan, at start: Int, _ step: Step, _ match: inout Match, _ cache: UnsafeMutablePointer<MessageCache>
  ) -> Int? {
    guard start < rest.count else { return nil }
    switch step.kind {
    case .string:
      guard rest[start] == 0x22 else { return nil }
      if step.isMessage {
        let hit = cache.pointee.expected(at: rest.start + (start &+ 1), remaining: rest.count &- start &- 1)
        let end = start &+ 1 &+ hit.length
        if hit.length > 0, rest[end] == 0x22 {
          match.hit = hit
          match.message = rest.sub(start &+ 1, end)
          return end &+ 1
        }
      }
      guard let end = JSONRecord.endOfString(rest, at: start, true) else { return nil }
      if step.isMessage { match.message = rest.sub(start &+ 1, end) }
      if step.isTimestamp { match.timestamp = rest.sub(start &+ 1, end) }
      return end &+ 1
    case .number:
      var end = start
      while end < rest.count, JSONRecord.isScalarByte(rest[end]) { end &+= 1 }
      return end > start ? end : nil
    default:
      // Within the line, which is looked for first: of brackets that are never closed, there may be many.
      guard rest[start] == UInt8(ascii: "{") || rest[start] == UInt8(ascii: "["),
        let lineEnd = rest.firstIndex(of: 0x0A, from: start)
      else { return nil }
      return JSONRecord.endOfNested(rest.sub(0, lineEnd), at: start)
    }
  }

  // MARK: - Taking records apart

  /// The values of a record on one line, and what lies between; `nil` when it is none.
  private static func pieces(of line: ByteSpan) -> [Piece]? {
    var pieces: [Piece] = []
    var start = 0
    var index = 1
    guard line.count > 2, line[0] == UInt8(ascii: "{") else { return nil }
    while true {
      JSONRecord.skipBlanks(line, &index)
      guard index < line.count else { return nil }
      if line[index] == UInt8(ascii: "}") { break }
      if line[index] == UInt8(ascii: ",") {
        index += 1
        continue
      }
      guard line[index] == 0x22, let keyEnd = JSONRecord.endOfString(line, at: index, false) else { return nil }
      // With escapes it is another spelling of a key that matters, perhaps.
      guard line.sub(index + 1, keyEnd).firstIndex(of: 0x5C) == nil else { return nil }
      let key = line.sub(index + 1, keyEnd).string
      index = keyEnd + 1
      JSONRecord.skipBlanks(line, &index)
      guard index < line.count, line[index] == UInt8(ascii: ":") else { return nil }
      index += 1
      JSONRecord.skipBlanks(line, &index)
      guard index < line.count else { return nil }
      pieces.append(Piece(offset: start, count: index - start, kind: .shared))
      start = index
      var piece = Piece(offset: start, count: 0, kind: .number)
      switch line[index] {
      case 0x22:
        guard let end = JSONRecord.endOfString(line, at: index, false) else { return nil }
        piece.kind = .string
        index = end + 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard let end = JSONRecord.endOfNested(line, at: index) else { return nil }
        piece.kind = .nested
        index = end
      default:
        while index < line.count, JSONRecord.isScalarByte(line[index]) { index += 1 }
        guard index > start else { return nil }
      }
      piece.count = index - start
      piece.isMessage = (key == "eventMessage" || key == "message") && piece.kind == .string
      piece.isTimestamp = key == "timestamp" && piece.kind == .string
      piece.isGap = piece.isMessage || piece.isTimestamp
      if Self.identityKeys.contains(key) { piece.kind = .identity }
      pieces.append(piece)
      start = index
    }
    // Nothing but the brace may follow.
    guard index == line.count - 1 else { return nil }
    pieces.append(Piece(offset: start, count: line.count - start, kind: .shared))
    return pieces
  }

  /// The keys whose values decide whose record it is, and its layout.
  private static let identityKeys: Set<String> = [
    "processImagePath", "processID", "category", "label", "pid", "filename", "image_name",
  ]
}

/// The templates of the last few shapes of records.
///
/// Several, because the records of two processes, or of two threads' activities, take turns.
/// A class, because it is written with every record and never copied.
final class JSONTemplates {
  private static let capacity = 4
  /// After this many records in a row that fitted none, learning is left alone for a while.
  private static let mostFailures = 64
  private static let pause = 4096

  private var templates: [JSONTemplate] = []
  private var oldest = 0
  private var failures = 0
  private var pausedRecords = 0

  var isEmpty: Bool { templates.isEmpty }
  var count: Int { templates.count }

  @inline(__always)
  subscript(index: Int) -> JSONTemplate { templates[index] }

  /// The template at the index fitted.
  @inline(__always)
  func noteSuccess(of index: Int) {
    failures = 0
    if index > 0 { templates.swapAt(0, index) }
  }

  /// Learns from a record that fitted none.
  func learn(_ line: ByteSpan, process: ProcessID, context: ChangeGrammar.Context, format: UInt8) {
    if pausedRecords > 0 {
      pausedRecords -= 1
      return
    }
    failures += 1
    if failures > Self.mostFailures {
      failures = 0
      pausedRecords = Self.pause
      return
    }
    for template in templates
    where template.process == process && template.context == context && template.format == format {
      switch template.widen(to: line) {
      // It was not held against the template, or there was more to see in it: no failure.
      case .same: failures -= 1
      case .widened: break
      case .other: continue
      }
      return
    }
    guard let template = JSONTemplate(line, process: process, context: context, format: format) else { return }
    if templates.count < Self.capacity {
      templates.append(template)
    } else {
      templates[Self.capacity - 1] = template
    }
  }
}
