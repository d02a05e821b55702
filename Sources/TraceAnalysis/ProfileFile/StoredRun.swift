internal import TraceImport

/// A run as a profile stores it; a type of its own, so that the file does not change when the program does.
struct StoredRun: Codable {
  struct Message: Codable {
    /// The view.
    var v: String
    /// The causes.
    var c: [String]
    /// `unchanged`, absent for evaluations.
    var k: String?
    /// Doubtful, absent for certain ones.
    var d: Bool?

    init(_ message: ChangeMessage) {
      v = message.view
      c = message.causes.map(StoredCause.text)
      k = message.kind == .unchanged ? "unchanged" : nil
      d = message.isDoubtful ? true : nil
    }
  }

  struct Process: Codable {
    var name: String?
    var pid: Int?

    init(_ process: ProcessIdentity) {
      name = process.name
      pid = process.pid
    }

    var value: ProcessIdentity { ProcessIdentity(name: name, pid: pid) }
  }

  struct Edge: Codable {
    var from, to: String
    var count: Int
  }

  struct Interruption: Codable {
    var kind, label: String
    var start, nanoseconds, covered: Int64
    var system: Bool
    var process: Process
    /// Message, root, evaluations.
    var evaluations: [[Int]]
  }

  var scenario: String?
  var messages: [Message]
  var parts: [StoredPart]
  var modules: [String: String]?
  var graph: [Edge]?
  var interruptions: [Interruption]?
  /// Reason, and scenario where it is one.
  var tests: [[String]]?
  var digest: Int?
  /// Absent where the zone is known; files of before do not say.
  var zone: Bool?

  /// Numbers beyond this are no counts; sums of a great many stay below what fits.
  static let largestCount = 1 << 40
  static let largestDigest = 1 << 52
  /// As many evaluations no run has, and percentages of them still fit.
  static let mostEvaluations = 1 << 52

  /// Times are less than this far from 1970, which reaches beyond all that is read in logs: differences of two of them fit.
  static let farthestTime: Int64 = 1 << 62

  static func isTime(_ time: Int64) -> Bool { time > -farthestTime && time < farthestTime }

  /// Whether it is how long something took.
  static func isDuration(_ nanoseconds: Int64) -> Bool { (0...ProfilePart.longestDuration).contains(nanoseconds) }

  /// Appends a run as JSON: what there is much of is written without being stored first.
  static func append(_ run: RunProfile, to text: inout JSONText) {
    let stored = StoredRun(withoutLists: run)
    text += "{"
    func append(_ key: String, _ value: (some Encodable)?) {
      if let value { text += "\"\(key)\":\(JSONText.of(value))," }
    }
    append("digest", stored.digest)
    append("graph", stored.graph)
    append("interruptions", stored.interruptions)
    text += "\"messages\":"
    text.append(run.messages, Message.init)
    text += ","
    append("modules", stored.modules)
    text += "\"parts\":["
    for (index, part) in run.parts.enumerated() {
      if index > 0 { text += "," }
      StoredPart.append(part, to: &text)
    }
    text += "]"
    if let scenario = run.scenario { text += ",\"scenario\":\(JSONText.of(scenario))" }
    if let tests = stored.tests { text += ",\"tests\":\(JSONText.of(tests))" }
    if let zone = stored.zone { text += ",\"zone\":\(JSONText.of(zone))" }
    text += "}"
  }

  /// All but the messages and parts.
  private init(withoutLists run: RunProfile) {
    scenario = run.scenario
    digest = run.digest
    zone = run.timesHaveZone ? nil : false
    tests =
      run.brokenTests.isEmpty
      ? nil : run.brokenTests.map { [$0.reason.rawValue] + ($0.scenario.map { [$0] } ?? []) }
    messages = []
    parts = []
    modules = run.modules.isEmpty ? nil : run.modules
    graph = run.graph.isEmpty ? nil : run.graph.edges.map { Edge(from: $0.source, to: $0.destination, count: $0.count) }
    interruptions =
      run.interruptions.isEmpty
      ? nil
      : run.interruptions.map { profile in
        Interruption(
          kind: profile.kind.rawValue, label: profile.label, start: profile.start, nanoseconds: profile.nanoseconds,
          covered: profile.coveredNanoseconds, system: profile.isSystem, process: Process(profile.process),
          evaluations: profile.evaluations.map { [$0.key.message, $0.key.root, $0.value] }.sorted {
            $0.lexicographicallyPrecedes($1)
          })
      }
  }

  /// `nil` when something in it cannot be.
  var value: RunProfile? {
    var run = RunProfile(scenario: scenario)
    for message in messages {
      guard let causes = StoredCause.causes(message.c), message.k == nil || message.k == "unchanged" else { return nil }
      run.messages.append(
        ChangeMessage(
          kind: message.k == nil ? .evaluation : .unchanged, view: message.v, causes: causes,
          isDoubtful: message.d ?? false))
    }
    for part in parts {
      guard let part = part.value(messages: messages.count) else { return nil }
      run.parts.append(part)
    }
    for row in tests ?? [] {
      guard (1...2).contains(row.count), let reason = BrokenTest.Reason(rawValue: row[0]) else { return nil }
      run.brokenTests.append(BrokenTest(scenario: row.count == 2 ? row[1] : nil, reason: reason))
    }
    if let digest, !(0...Self.largestDigest).contains(digest) { return nil }
    run.digest = digest
    run.timesHaveZone = zone ?? true
    run.modules = modules ?? [:]
    for edge in graph ?? [] where !(0...Self.largestCount).contains(edge.count) { return nil }
    run.graph = CauseGraph(
      edges: (graph ?? []).map { .init(source: $0.from, destination: $0.to, count: $0.count) })
    for stored in interruptions ?? [] {
      guard let kind = TraceImport.Interruption.Kind(rawValue: stored.kind), Self.isTime(stored.start),
        Self.isDuration(stored.nanoseconds), Self.isDuration(stored.covered),
        stored.evaluations.allSatisfy({ row in
          row.count == 3 && row.prefix(2).allSatisfy(messages.indices.contains)
            && (0...Self.largestCount).contains(row[2])
        })
      else { return nil }
      var profile = InterruptionProfile(
        kind: kind, start: stored.start, nanoseconds: stored.nanoseconds, label: stored.label, isSystem: stored.system,
        process: stored.process.value)
      profile.evaluations = Dictionary(
        stored.evaluations.map { (InterruptionProfile.Key(message: $0[0], root: $0[1]), $0[2]) }
      ) { $1 }
      profile.coveredNanoseconds = stored.covered
      run.interruptions.append(profile)
    }
    return run
  }
}

/// The share of a run that belongs to one process and scenario.
struct StoredPart: Codable {
  struct RepeatedCauses: Codable {
    var members: [Int]
    var turns: Int
    var nanoseconds: Int64?
    /// Of all repetitions; files of before have the longest alone.
    var evaluations: Int?
    var wholeNanoseconds: Int64?
  }

  struct Durations: Codable {
    var message: Int
    /// Bucket, number.
    var buckets: [[Int]]
    var total, maximum: UInt64
    var slow, severe, untimed: Int
    /// Severity, number.
    var severities: [[Int]]
  }

  var scenario: String?
  var process: StoredRun.Process
  /// The count, then message, repetitions, 1 if first, and trigger (-2 unknown, -1 none) of each element.
  var updates: [[Int]]
  /// Message, trigger (-1 for none), root, 1 if initial, count.
  var overflow: [[Int]]?
  /// Message, number.
  var unchanged: [[Int]]?
  /// Fault, number.
  var faults: [[Int]]?
  var first, last: Int64?
  var peakPerSecond, peakPerFrame: Int
  /// Message, peak, seconds, updates.
  var storms: [[Int]]?
  var cycles: [RepeatedCauses]?
  var durations: [Durations]?
  var busyNanoseconds: UInt64?
  var timeline: StoredTimeline?

  /// Appends a part as JSON.
  static func append(_ part: ProfilePart, to text: inout JSONText) {
    var rest = JSONText.of(StoredPart(withoutLists: part))[...]
    // In the order of the keys. No string holds such a text, since its quotes would be escaped.
    func append<Element>(_ key: String, _ list: [Element], _ stored: (Element) -> [Int]) {
      guard let place = rest.firstRange(of: "\"\(key)\":[]") else { return }
      text += rest[..<place.upperBound].dropLast("[]".utf8.count)
      text.append(list, stored)
      rest = rest[place.upperBound...]
    }
    append("overflow", part.overflow.counts.sorted { order($0.key) < order($1.key) }, row)
    append("cells", part.timeline.cells, StoredTimeline.row)
    append("unchanged", part.unchanged.sorted { $0.key < $1.key }) { [$0.key, $0.value] }
    append("updates", part.updates, row)
    text += rest
  }

  /// As the rows are ordered; only one of them has its message, trigger, root and whether it is initial.
  private static func order(_ key: ResolvedCounts.Key) -> (Int, Int, Int, Int) {
    (key.message, key.trigger ?? -1, key.root, key.isInitial ? 1 : 0)
  }

  private static func row(_ count: (key: ResolvedCounts.Key, value: Int)) -> [Int] {
    [count.key.message, count.key.trigger ?? -1, count.key.root, count.key.isInitial ? 1 : 0, count.value]
  }

  private static func row(_ update: Update) -> [Int] {
    [update.count]
      + update.elements.flatMap { element in
        let trigger =
          switch element.trigger {
          case .unknown: -2
          case .none: -1
          case .element(let place): place
          }
        return [element.message, element.repetitions, element.isFirst ? 1 : 0, trigger]
      }
  }

  /// The lists that may be long stay empty, or absent.
  private init(withoutLists part: ProfilePart) {
    scenario = part.scenario
    process = StoredRun.Process(part.process)
    updates = []
    func table(_ rows: [[Int]]) -> [[Int]]? { rows.isEmpty ? nil : rows.sorted { $0.lexicographicallyPrecedes($1) } }
    overflow = part.overflow.counts.isEmpty ? nil : []
    unchanged = part.unchanged.isEmpty ? nil : []
    faults = table(part.faults.map { [Int($0.key.rawValue), $0.value] })
    first = part.rates.span?.lowerBound
    last = part.rates.span?.upperBound
    peakPerSecond = part.rates.peakPerSecond
    peakPerFrame = part.rates.peakPerFrame
    storms = table(
      part.rates.storms.map { [$0.key, $0.value.peakPerSecond, $0.value.longestSeconds, $0.value.updates] })
    cycles =
      part.cycles.isEmpty
      ? nil
      : part.cycles.map {
        RepeatedCauses(
          members: $0.members, turns: $0.turns, nanoseconds: $0.nanoseconds, evaluations: $0.evaluations,
          wholeNanoseconds: $0.wholeNanoseconds)
      }
    durations =
      part.durations.isEmpty
      ? nil
      : part.durations.sorted { $0.key < $1.key }.map { message, histogram in
        Durations(
          message: message,
          buckets: histogram.buckets.map { [Int($0.number), $0.count] },
          total: histogram.totalNanoseconds, maximum: histogram.maximumNanoseconds, slow: histogram.slowCount,
          severe: histogram.severeCount, untimed: histogram.untimed,
          severities: histogram.severityCounts.all.map { [Int($0.severity.rawValue), $0.count] })
      }
    busyNanoseconds = part.busyNanoseconds == 0 ? nil : part.busyNanoseconds
    timeline = StoredTimeline(withoutCells: part.timeline)
  }

  func value(messages: Int) -> ProfilePart? {
    func isMessage(_ index: Int) -> Bool { index >= 0 && index < messages }
    func isCount(_ number: Int) -> Bool { (0...StoredRun.largestCount).contains(number) }
    var part = ProfilePart(scenario: scenario, process: process.value)
    var evaluations = 0
    for row in updates {
      guard row.count % 4 == 1, let count = row.first, isCount(count) else { return nil }
      var elements: [Update.Element] = []
      for start in stride(from: 1, to: row.count, by: 4) {
        // Places before this one only: what comes later has triggered nothing.
        guard isMessage(row[start]), UInt32(exactly: row[start + 1]) != nil, row[start + 3] >= -2,
          row[start + 3] < elements.count,
          isCount(row[start + 1]), let number = Self.product(row[start + 1], count)
        else { return nil }
        evaluations += number
        guard evaluations <= StoredRun.mostEvaluations else { return nil }
        let trigger: Update.Trigger =
          row[start + 3] == -2 ? .unknown : row[start + 3] == -1 ? .none : .element(row[start + 3])
        elements.append(
          .init(message: row[start], repetitions: row[start + 1], isFirst: row[start + 2] == 1, trigger: trigger))
      }
      part.updates.append(Update(elements: elements, count: count))
    }
    for row in overflow ?? [] {
      guard row.count == 5, isMessage(row[0]), row[1] == -1 || isMessage(row[1]), isMessage(row[2]), isCount(row[4])
      else {
        return nil
      }
      part.overflow.counts[
        .init(message: row[0], trigger: row[1] == -1 ? nil : row[1], root: row[2], isInitial: row[3] == 1)] = row[4]
    }
    for row in unchanged ?? [] {
      guard row.count == 2, isMessage(row[0]), isCount(row[1]) else { return nil }
      part.unchanged[row[0]] = row[1]
    }
    for row in faults ?? [] {
      guard row.count == 2, let fault = UInt32(exactly: row[0]).flatMap(UpdateFault.init(rawValue:)), isCount(row[1])
      else {
        return nil
      }
      part.faults[fault] = row[1]
    }
    guard readRates(&part, isMessage, isCount), readDurations(&part, isMessage, isCount) else { return nil }
    if let timeline {
      guard let value = timeline.value(updates: part.updates, messages: messages) else { return nil }
      part.timeline = value
    }
    return part
  }

  /// Of two counts, `nil` where it is none.
  static func product(_ left: Int, _ right: Int) -> Int? {
    let (number, overflow) = left.multipliedReportingOverflow(by: right)
    return overflow || !(0...StoredRun.largestCount).contains(number) ? nil : number
  }

  private func readRates(
    _ part: inout ProfilePart, _ isMessage: (Int) -> Bool, _ isCount: (Int) -> Bool
  ) -> Bool {
    if let first, let last {
      // Differences of times are taken, so both have to be times.
      guard first <= last, StoredRun.isTime(first), StoredRun.isTime(last) else { return false }
      part.rates.span = first...last
    }
    guard isCount(peakPerSecond), isCount(peakPerFrame) else { return false }
    part.rates.peakPerSecond = peakPerSecond
    part.rates.peakPerFrame = peakPerFrame
    for row in storms ?? [] {
      guard row.count == 4, isMessage(row[0]), row[1...].allSatisfy(isCount) else { return false }
      part.rates.storms[row[0]] = Storm(peakPerSecond: row[1], longestSeconds: row[2], updates: row[3])
    }
    for cycle in cycles ?? [] {
      guard cycle.members.allSatisfy(isMessage), cycle.members.count <= CycleDetector.longestPeriod,
        isCount(cycle.turns), cycle.evaluations.map(isCount) ?? true,
        [cycle.nanoseconds, cycle.wholeNanoseconds].allSatisfy({ $0.map(StoredRun.isDuration) ?? true })
      else { return false }
      part.cycles.append(
        Cycle(
          members: cycle.members, turns: cycle.turns, nanoseconds: cycle.nanoseconds,
          evaluations: cycle.evaluations ?? cycle.turns * cycle.members.count,
          wholeNanoseconds: cycle.wholeNanoseconds ?? cycle.nanoseconds))
    }
    return true
  }

  private func readDurations(
    _ part: inout ProfilePart, _ isMessage: (Int) -> Bool, _ isCount: (Int) -> Bool
  ) -> Bool {
    for stored in durations ?? [] {
      var buckets: [DurationHistogram.Bucket] = []
      var severities = SeverityCounts()
      for row in stored.buckets {
        guard row.count == 2, let bucket = UInt16(exactly: row[0]), isCount(row[1]) else { return false }
        buckets.append(DurationHistogram.Bucket(number: bucket, count: row[1]))
      }
      for row in stored.severities {
        guard row.count == 2, let severity = UInt8(exactly: row[0]).flatMap(UpdateSeverity.init(rawValue:)),
          isCount(row[1])
        else { return false }
        severities[severity] = row[1]
      }
      guard isMessage(stored.message), isCount(stored.slow), isCount(stored.severe), isCount(stored.untimed),
        let histogram = DurationHistogram(
          buckets: buckets, totalNanoseconds: stored.total, maximumNanoseconds: stored.maximum, slowCount: stored.slow,
          severeCount: stored.severe, untimed: stored.untimed, severities: severities)
      else { return false }
      part.durations[stored.message] = histogram
    }
    guard let busy = busyNanoseconds else { return true }
    // Those of all parts are added up.
    guard busy < UInt64.max / 1024 else { return false }
    part.busyNanoseconds = busy
    return true
  }
}

/// A cause as one word: a letter for its kind, then its name.
enum StoredCause {
  static func text(_ cause: Cause) -> String {
    switch cause {
    case .viewValue: "@self"
    case .identity: "@identity"
    case .dependencies: "@dependencies"
    case .dynamicProperty(let name): "p:\(name)"
    case .offset(let offset): "o:\(offset)"
    case .keyPath(let path, let address): "k:\(address.map { String($0, radix: 16) } ?? ""):\(path)"
    case .node(let name): "n:\(name)"
    }
  }

  /// `nil` when one of them is none.
  static func causes(_ texts: [String]) -> [Cause]? {
    var causes: [Cause] = []
    for text in texts {
      guard let cause = cause(text) else { return nil }
      causes.append(cause)
    }
    return causes
  }

  private static func cause(_ text: String) -> Cause? {
    switch text {
    case "@self": return .viewValue
    case "@identity": return .identity
    case "@dependencies": return .dependencies
    default: break
    }
    // By scalars: a name may begin with a mark that would make one character with the colon.
    let rest = String(text.unicodeScalars.dropFirst(2))
    switch String(text.unicodeScalars.prefix(2)) {
    case "p:": return .dynamicProperty(rest)
    case "o:": return Int(rest).map(Cause.offset)
    case "n:": return .node(rest)
    case "k:":
      guard let colon = rest.unicodeScalars.firstIndex(of: ":") else { return nil }
      let address = rest[..<colon]
      if !address.isEmpty, UInt64(address, radix: 16) == nil { return nil }
      return .keyPath(String(rest[rest.unicodeScalars.index(after: colon)...]), address: UInt64(address, radix: 16))
    default: return nil
    }
  }
}

/// An input as a profile stores it.
struct StoredInput: Codable {
  struct Issue: Codable {
    var severity, message: String
    var line: Int?
    var count: Int
  }

  var path: String
  var format: String?
  var gzip: Bool
  var bytes, uncompressedBytes, lines, events, unchanged: Int
  var issues: [Issue]
  /// `false` where the times of the input have no zone.
  var zone: Bool?

  init(_ input: ProfileFile.Input) {
    path = input.path
    format = input.summary.format
    gzip = input.summary.isGzip
    bytes = input.summary.bytes
    uncompressedBytes = input.summary.uncompressedBytes
    lines = input.summary.lines
    events = input.summary.events
    unchanged = input.summary.unchanged
    zone = input.summary.timesHaveZone ? nil : false
    issues = input.summary.issues.map {
      Issue(severity: $0.severity.rawValue, message: $0.message, line: $0.line, count: $0.count)
    }
  }

  var value: ProfileFile.Input? {
    var summary = InputSummary()
    summary.format = format
    summary.isGzip = gzip
    guard [bytes, uncompressedBytes, lines, events, unchanged].allSatisfy({ (0...1 << 60).contains($0) }) else {
      return nil
    }
    summary.bytes = bytes
    summary.uncompressedBytes = uncompressedBytes
    summary.lines = lines
    summary.events = events
    summary.unchanged = unchanged
    summary.timesHaveZone = zone ?? true
    for issue in issues {
      guard let severity = ImportIssue.Severity(rawValue: issue.severity),
        (0...StoredRun.largestCount).contains(issue.count)
      else { return nil }
      summary.issues.append(
        ImportIssue(severity: severity, message: issue.message, line: issue.line, count: issue.count))
    }
    return ProfileFile.Input(path: path, summary: summary)
  }
}
