// The fuzz targets compile this file and the sources of TraceImport as one module.
#if !FUZZING
  import TraceImport
#endif

/// Reads hostile bytes through one door of the reader and holds the result against what must always be true.
struct ReadingCheck {
  /// Which part of the reader the bytes go to.
  enum Target: Hashable {
    /// The format is recognised by content.
    case any
    /// Only this format is tried, as with `--input-format`.
    case format(TraceFormat)
    /// The first byte chooses how the rest is made into gzip data; see `GzipShape`.
    case gzip
  }

  var target: Target
  /// Whether the same bytes must give the same counts however they arrive.
  var comparesPieces = true

  /// The target with the name of a folder of the corpus: a format's identifier, `any` or `gzip`; `nil` for others.
  init?(named name: String) {
    switch name {
    case "any": target = .any
    case "gzip": target = .gzip
    default:
      guard let format = allTraceFormats.first(where: { $0.id == name }) else { return nil }
      target = .format(format)
    }
  }

  /// The names of all targets, for messages and for tests over every one.
  static var names: [String] { ["any", "gzip"] + allTraceFormats.map(\.id) }

  /// Returns what is wrong, a sentence each; nothing when all laws hold.
  func violations(reading bytes: [UInt8]) -> [String] {
    switch target {
    case .any: plainViolations(bytes, format: nil)
    case .format(let format): plainViolations(bytes, format: format)
    case .gzip: gzipViolations(bytes)
    }
  }

  private func plainViolations(_ bytes: [UInt8], format: TraceFormat?) -> [String] {
    let whole = Reading(bytes, format: format)
    // The pieces must hang on the input, or a crash could not be replayed; the first byte is as good as any.
    let pieces = Reading(bytes, pieceSize: 1 + Int(bytes.first ?? 0) % 64, format: format)
    let differences = comparesPieces ? whole.differences(from: pieces, because: "read in pieces") : []
    return whole.violations + pieces.violations + differences
  }

  private func gzipViolations(_ bytes: [UInt8]) -> [String] {
    guard let first = bytes.first else { return [] }
    let shape = GzipShape.allCases[Int(first) % GzipShape.allCases.count]
    let payload = Array(bytes.dropFirst())
    let member = shape.data(from: payload)
    let whole = Reading(member)
    let pieces = Reading(member, pieceSize: 1 + Int(first) / GzipShape.allCases.count)
    var found = whole.violations + pieces.violations
    if comparesPieces { found += whole.differences(from: pieces, because: "read in pieces") }
    // Gzip inside gzip is refused, while the same bytes alone are read.
    if shape == .intact || shape == .twoMembers, !payload.starts(with: [0x1F, 0x8B]) {
      let plain = Reading(payload)
      found += plain.differences(from: whole, because: "compressed")
      let plainIssues = plain.summary.issues.filter { $0.severity == .error }.count
      let issues = whole.summary.issues.filter { $0.severity == .error }.count
      if issues != plainIssues { found.append("errors: \(plainIssues), but \(issues) when compressed") }
    }
    return found
  }
}

/// One reading of some bytes: the summary, and what its events add up to.
private struct Reading {
  let summary: InputSummary
  let violations: [String]

  init(_ bytes: [UInt8], pieceSize: Int = .max, format: TraceFormat? = nil) {
    let sink = CountingSink()
    let summary = TraceReader.read(
      MemorySource(bytes, pieceSize: pieceSize), options: ReadingOptions(format: format), into: sink)
    let counts = sink.counts
    var violations = sink.violations
    func check(_ isTrue: Bool, _ violation: @autoclosure () -> String) {
      if !isTrue { violations.append(violation()) }
    }
    check(summary.events == counts.evaluations, "summary: \(summary.events) events, sink: \(counts.evaluations)")
    check(summary.unchanged == counts.unchanged, "summary: \(summary.unchanged) unchanged, sink: \(counts.unchanged)")
    check(summary.bytes <= bytes.count, "\(summary.bytes) bytes counted, \(bytes.count) given")
    check(summary.lines >= 0 && summary.uncompressedBytes >= 0, "a count is negative")
    check(summary.lines <= summary.uncompressedBytes, "more lines (\(summary.lines)) than bytes")
    check(
      summary.isFaulty || summary.events + summary.unchanged > 0
        || summary.issues.contains(where: Self.saysOnlyExplains),
      "no events, and no issue says so")
    for issue in summary.issues {
      check(!issue.message.isEmpty, "an issue without a message")
      check(issue.count > 0, "'\(issue.message)' happened \(issue.count) times")
      if let line = issue.line { check(line >= 1, "'\(issue.message)' is at line \(line)") }
    }
    for (left, right) in zip(summary.issues, summary.issues.dropFirst()) {
      check(left.severity >= right.severity, "'\(right.message)' is worse than the issue in front of it")
    }
    if let format = summary.format {
      check(format == "mixed" || allTraceFormats.contains { $0.id == format }, "unknown format '\(format)'")
    }
    self.summary = summary
    self.violations = violations
  }

  /// Whether an issue says that an export holds nothing to count, which is no error: it explains the updates of another one.
  private static func saysOnlyExplains(_ issue: ImportIssue) -> Bool { issue.message.contains("holds no updates") }

  /// What two readings of one text must agree on, however the bytes arrived.
  func differences(from other: Reading, because reason: String) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ path: KeyPath<InputSummary, Value>) {
      let (mine, others) = (summary[keyPath: path], other.summary[keyPath: path])
      if mine != others { found.append("\(what): \(mine), but \(others) when \(reason)") }
    }
    compare("events", \.events)
    compare("unchanged", \.unchanged)
    compare("lines", \.lines)
    return found
  }
}

private struct Counts {
  var evaluations = 0
  var unchanged = 0
}

/// Walks all events and counts them the way `InputSummary` promises, by code of its own.
private final class CountingSink: TraceEventSink {
  private var perMessage: [Int] = []
  private var messages: [ChangeMessage] = []
  private(set) var violations: [String] = []

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    messages = symbols.messages
    while perMessage.count < messages.count { perMessage.append(0) }
    for event in events {
      check(Int(event.process.index) < symbols.processes.count, "an event of a process that is not in the symbols")
      check(Int(event.format) < allTraceFormats.count, "an event in a format that is not in the list")
      switch event.kind {
      case .change:
        guard Int(event.value) < messages.count else {
          check(false, "an event with a message that is not in the symbols")
          continue
        }
        perMessage[Int(event.value)] += 1
      case .scenarioStart:
        check(Int(event.value) < symbols.scenarios.count, "a scenario that is not in the symbols")
      case .scenarioEnd: break
      case .fault: check(UpdateFault(rawValue: event.value) != nil, "an unknown fault")
      }
    }
  }

  /// A doubtful message counts only beside one of the same view that is beyond doubt, `unchanged` beside one of any.
  var counts: Counts {
    var certainViews: Set<String> = []
    for (message, count) in zip(messages, perMessage) where count > 0 && !message.isDoubtful {
      if message.kind == .evaluation { certainViews.insert(message.view) }
    }
    var result = Counts()
    for (message, count) in zip(messages, perMessage) {
      let isUnchanged = message.kind == .unchanged
      if message.isDoubtful, isUnchanged ? certainViews.isEmpty : !certainViews.contains(message.view) { continue }
      if isUnchanged { result.unchanged += count } else { result.evaluations += count }
    }
    return result
  }

  private func check(_ isTrue: Bool, _ violation: @autoclosure () -> String) {
    // One broken law may break for every event.
    if !isTrue, violations.count < 8 { violations.append(violation()) }
  }
}

/// How bytes are made into gzip data, intact or damaged in a way of its own.
private enum GzipShape: CaseIterable {
  /// The bytes are the data themselves.
  case raw
  /// The bytes stand where the deflate stream should be, behind a valid header.
  case anyDeflate
  /// A member that holds the bytes.
  case intact
  /// Two members, split in the middle of the bytes, with zeros between them.
  case twoMembers
  /// A member without its end; the first two bytes say where it ends.
  case truncated
  /// A member with one byte changed; the first two bytes say which.
  case corrupt
  /// A member with the bytes behind it once more, as garbage.
  case trailing

  func data(from payload: [UInt8]) -> [UInt8] {
    switch self {
    case .raw: return payload
    case .anyDeflate: return Self.header + payload
    case .intact: return Self.member(payload)
    case .twoMembers:
      let half = payload.count / 2
      return Self.member(Array(payload[..<half])) + [0, 0] + Self.member(Array(payload[half...]))
    case .truncated:
      let member = Self.member(payload)
      return Array(member.prefix(Self.position(payload) % member.count))
    case .corrupt:
      var member = Self.member(payload)
      member[Self.position(payload) % member.count] ^= 1 << ((payload.first ?? 0) % 8)
      return member
    case .trailing: return Self.member(payload) + payload
    }
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

  private static func position(_ payload: [UInt8]) -> Int {
    payload.prefix(2).reduce(0) { $0 << 8 | Int($1) }
  }

  /// A gzip member of stored blocks: no compressor is needed to make one.
  ///
  /// - Source: RFC 1951, 3.2.4; RFC 1952.
  private static func member(_ payload: [UInt8]) -> [UInt8] {
    var result = header
    var rest = payload[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
      result += block
    } while !rest.isEmpty
    for word in [checksum(payload), UInt32(truncatingIfNeeded: payload.count)] {
      for shift in stride(from: 0, to: 32, by: 8) { result.append(UInt8(truncatingIfNeeded: word >> UInt32(shift))) }
    }
    return result
  }

  /// The CRC-32 of gzip, bit by bit: the inputs are small, and the reader's own must not check itself.
  private static func checksum(_ payload: [UInt8]) -> UInt32 {
    var value: UInt32 = ~0
    for byte in payload {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
