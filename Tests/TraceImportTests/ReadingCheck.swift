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
    var found = whole.violations + pieces.violations
    guard comparesPieces else { return found }
    found += whole.differences(from: pieces, because: "read in pieces")
    let spelling = Spelling.allCases[(bytes.count &+ Int(bytes.last ?? 0)) % Spelling.allCases.count]
    if spelling == .live || !whole.isRefused, let spelled = spelling.spelled(bytes) {
      let other = Reading(spelled, pieceSize: spelling.pieceSize, format: format, isLive: spelling == .live)
      found += other.violations + whole.differences(from: other, because: spelling.reason, isSame: spelling.isSame)
    }
    return found
  }

  private func gzipViolations(_ bytes: [UInt8]) -> [String] {
    guard let first = bytes.first else { return [] }
    let shape = GzipShape(first)
    let payload = Array(bytes.dropFirst())
    let member = shape.data(from: payload)
    let whole = Reading(member)
    let pieces = Reading(member, pieceSize: 1 + Int(first) / 7)
    var found = whole.violations + pieces.violations
    if comparesPieces { found += whole.differences(from: pieces, because: "read in pieces") }
    // Gzip inside gzip is refused, while the same bytes alone are read.
    if shape.isWhole, !payload.starts(with: [0x1F, 0x8B]) {
      let plain = Reading(payload)
      found += plain.differences(from: whole, because: "compressed", isSame: !plain.isRefused)
    }
    return found
  }
}

/// One reading of some bytes: the summary, and what its events add up to.
private struct Reading {
  let summary: InputSummary
  let violations: [String]

  /// What tells the events apart from others: what they say, when, of which process, and in which order.
  private let events: Int

  init(_ bytes: [UInt8], pieceSize: Int = .max, format: TraceFormat? = nil, isLive: Bool = false) {
    let sink = CountingSink()
    var options = ReadingOptions(format: format)
    options.isLive = isLive
    let summary = TraceReader.read(MemorySource(bytes, pieceSize: pieceSize), options: options, into: sink)
    events = sink.digest
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

  /// Whether the input is something that is not read at all, such as a picture.
  var isRefused: Bool { summary.issues.contains { $0.severity == .error && $0.message.hasPrefix("this is ") } }

  /// What two readings of one text must agree on, however the bytes arrived.
  ///
  /// - Parameter isSame: whether the bytes are the same, or only say the same.
  func differences(from other: Reading, because reason: String, isSame: Bool = true) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ path: KeyPath<InputSummary, Value>) {
      let (mine, others) = (summary[keyPath: path], other.summary[keyPath: path])
      if mine != others { found.append("\(what): \(mine), but \(others) when \(reason)") }
    }
    compare("events", \.events)
    compare("unchanged", \.unchanged)
    guard isSame else { return found }
    compare("lines", \.lines)
    compare("format", \.format)
    compare("issues", \.issues)
    compare("broken tests", \.brokenTests)
    compare("digest", \.runDigest)
    compare("zones", \.timesHaveZone)
    if found.isEmpty, events != other.events { found.append("the events are others when \(reason)") }
    return found
  }
}

/// Another way for the same text to arrive.
private enum Spelling: CaseIterable {
  /// While it is being written.
  case live
  /// With CR LF at the end of each line.
  case returns
  /// Behind a byte order mark.
  case mark
  /// With an empty line behind it.
  case emptyLine
  /// In two gzip members.
  case members

  var reason: String {
    switch self {
    case .live: "read live"
    case .returns: "written with CR LF"
    case .mark: "behind a byte order mark"
    case .emptyLine: "in front of an empty line"
    case .members: "compressed"
    }
  }

  var pieceSize: Int { self == .live ? 7 : .max }

  /// Whether all that is said of the input must be the same.
  var isSame: Bool { self == .live || self == .members }

  /// `nil` where it would not be the same text.
  func spelled(_ bytes: [UInt8]) -> [UInt8]? {
    // Compressed data and texts of two bytes a character have other lines, or none.
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return self == .live ? bytes : nil
    }
    switch self {
    case .live: return bytes
    case .returns:
      guard !bytes.contains(0x0D) else { return nil }
      return bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    case .mark: return bytes.isEmpty || bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? nil : [0xEF, 0xBB, 0xBF] + bytes
    case .emptyLine: return bytes.last == 0x0A ? bytes + [0x0A] : nil
    case .members: return GzipShape.twoMembers.data(from: bytes)
    }
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
  private(set) var digest = 0
  /// Of each message and process.
  private var messageDigests: [Int] = []
  private var processDigests: [Int] = []

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    messages = symbols.messages
    while perMessage.count < messages.count {
      messageDigests.append(messages[perMessage.count].hashValue)
      perMessage.append(0)
    }
    while processDigests.count < symbols.processes.count {
      processDigests.append(symbols.processes[processDigests.count].hashValue)
    }
    for event in events {
      add(event, symbols)
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

  private func add(_ event: TraceEvent, _ symbols: TraceSymbols) {
    let (process, value) = (Int(event.process.index), Int(event.value))
    add(Int(event.kind.rawValue) << 16 | Int(event.channel.rawValue) << 8 | Int(event.format))
    add(Int(event.time))
    add(process < processDigests.count ? processDigests[process] : -1)
    switch event.kind {
    case .change: add(value < messageDigests.count ? messageDigests[value] : -1)
    case .scenarioStart: add(value < symbols.scenarios.count ? symbols.scenarios[value].hashValue : -1)
    case .scenarioEnd: break
    case .fault: add(value)
    }
  }

  private func add(_ value: Int) {
    digest = (digest ^ value) &* 0x1E37_79B9_7F4A_7C15
    digest ^= digest >> 29
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
  /// A member whose header has all fields that there are.
  case longHeader
  /// A member for every few bytes.
  case manyMembers
  /// Two members, the second without its end.
  case secondTruncated

  /// The first seven by the lower half of all bytes, the others by the upper one, so that seeds mean what they meant.
  init(_ first: UInt8) {
    let all = Self.allCases
    self = all[first < 0x80 ? Int(first) % 7 : 7 + Int(first & 0x7F) % (all.count - 7)]
  }

  /// Whether it says all that the bytes do.
  var isWhole: Bool { [.intact, .twoMembers, .longHeader, .manyMembers].contains(self) }

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
    case .longHeader: return Self.headerWithFields + Self.member(payload).dropFirst(Self.header.count)
    case .manyMembers:
      let size = 1 + Self.position(payload) % 61
      return stride(from: 0, to: payload.count, by: size).flatMap {
        Self.member(Array(payload[$0..<min(payload.count, $0 + size)]))
      }
    case .secondTruncated:
      let second = Self.member(payload)
      return Self.member(payload) + second.prefix(1 + Self.position(payload) % second.count)
    }
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  /// With two bytes more, a name and a remark.
  private static let headerWithFields: [UInt8] = [0x1F, 0x8B, 8, 0x1C, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0, 0x61, 0, 0x62, 0]

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
