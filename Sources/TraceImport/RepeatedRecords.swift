/// The layouts that records of one input came in, numbered as they appear.
///
/// However many layouts there are to be read, a capture holds few of them; so what is remembered of a record has room for
/// `limit` and no more. Records of a further layout are not compared, and are counted.
struct LayoutNumbers {
  /// As many as `RecordRun` and the table of recent records have room for.
  static let limit = UInt16.bitWidth

  private var numbers = [UInt8](repeating: .max, count: 1 << UInt8.bitWidth)
  private var count = 0

  /// The number of a layout; `nil` when it is one too many.
  @inline(__always)
  mutating func number(of format: UInt8) -> Int? {
    let known = numbers[Int(format)]
    return known == .max ? add(format) : Int(known)
  }

  private mutating func add(_ format: UInt8) -> Int? {
    guard count < Self.limit else { return nil }
    numbers[Int(format)] = UInt8(count)
    count += 1
    return count - 1
  }
}

/// Finds records of the log that came before in another layout: the same message of the same process at the same moment.
///
/// While there is one layout, its records are only written down, eight bytes each. When a second one begins they are sorted,
/// and from then on each record of one layout stands for one of another, so that neither is left out when both repeat a
/// message, and it makes no difference whether the layouts take turns, stand behind each other, begin later or end earlier.
/// One layout may write milliseconds, no zone and no date, where another has them; what both have must agree.
struct RepeatedRecords {
  /// This many records are remembered, rounded down to whole runs.
  static let mostRecords = 1 << 20
  /// This many of the last ones are kept in a table, into which new ones go.
  private static let mostRecent = 1 << 15

  /// What came at one moment, how often in each layout.
  private struct Moment {
    var counts = SIMD16<UInt16>(repeating: 0)
    /// How often it came in one layout at most, which is how often it happened.
    var most: UInt16 = 0
  }

  private let mostRuns: Int
  /// By format, whether records of a whole second may be of any moment in it.
  private let isCoarse = allLayouts.map { $0.precision == .wholeSeconds }
  private var layouts = LayoutNumbers()
  private var moments = RecordMoments()
  private var runs: [RecordRun] = []
  /// The one that is written to while there is one layout.
  private var open = RecordRun()
  /// The one layout so far.
  var format: UInt8?
  private var recent: [RecordKey: Moment] = [:]
  private var recentCount = 0
  /// Whether there are several layouts.
  private(set) var isComparing = false
  /// Of processes that records have, and those that may be the same.
  private var processes: Set<UInt32> = []
  private var sameProcesses: [UInt32: [UInt32]] = [:]
  private var lastProcess = UInt32.max
  /// Records that were remembered and had to be forgotten.
  private(set) var forgotten = 0
  private var hits = 0

  /// - Parameter mostRecords: of whole runs; another number is for tests.
  init(mostRecords: Int = Self.mostRecords) { mostRuns = max(2, mostRecords / RecordRun.capacity) }

  // MARK: - One layout

  /// Writes the records of a batch down.
  ///
  /// - Parameter areAlike: whether all changes in it came in this layout of the log.
  mutating func remember(_ events: UnsafeBufferPointer<TraceEvent>, format: UInt8, areAlike: Bool) {
    self.format = format
    let mayBeQuick = areAlike && !hasCoarseClock(format)
    var index = 0
    while index < events.count {
      if mayBeQuick { index &+= rememberAlike(UnsafeBufferPointer(rebasing: events[index...])) }
      guard index < events.count else { return }
      remember(events[index])
      index &+= 1
    }
  }

  /// Writes records down as long as they are of one process and their times of one style, which is nearly always; returns
  /// how many these were.
  private mutating func rememberAlike(_ events: UnsafeBufferPointer<TraceEvent>) -> Int {
    guard let first = events.first, first.kind == .change, first.time != TraceEvent.noTime,
      first.process.index == lastProcess,
      let shortcut = moments.shortcut(for: first.timeStyle, startingWith: first.time)
    else { return 0 }
    return open.append(events, shortcut)
  }

  private mutating func remember(_ event: TraceEvent) {
    guard event.format == format, isEvidence(event) else { return }
    let value: UInt32
    switch event.kind {
    case .change where event.channel == .unifiedLog: value = event.value
    case .fault: value = RecordKey.message(ofFault: event.value)
    default: return
    }
    guard let moment = moments.moment(of: event.time, event.timeStyle) else { return }
    if event.process.index != lastProcess { note(event.process.index) }
    if open.isFull { closeRun() }
    open.append(RecordKey(moment: moment, message: value, process: event.process.index))
  }

  /// Whether the time of an event tells it from others. Whole seconds don't, where a layout may write no more than these.
  @inline(__always)
  private func isEvidence(_ event: TraceEvent) -> Bool {
    guard event.time != TraceEvent.noTime else { return false }
    return event.time % 1_000_000_000 != 0 || !hasCoarseClock(event.format)
  }

  @inline(__always)
  private func hasCoarseClock(_ format: UInt8) -> Bool { Int(format) < isCoarse.count && isCoarse[Int(format)] }

  private mutating func closeRun() {
    runs.append(open)
    if runs.count >= mostRuns {
      open = runs.removeFirst()
      forgotten += open.count
      open.reset()
    } else {
      open = RecordRun()
    }
  }

  private mutating func note(_ process: UInt32) {
    lastProcess = process
    if processes.insert(process).inserted { sameProcesses.removeAll(keepingCapacity: true) }
  }

  // MARK: - Several layouts

  /// Whether an event is a record of another layout than those so far.
  func isOfAnotherLayout(_ event: TraceEvent) -> Bool {
    guard let format, format != event.format, event.time != TraceEvent.noTime else { return false }
    return event.kind == .fault || event.kind == .change && event.channel == .unifiedLog
  }

  /// Gets ready to compare: a second layout begins.
  mutating func beginComparing(_ numbers: inout MessageNumbers, _ symbols: TraceSymbols) {
    isComparing = true
    runs.append(open)
    open = RecordRun()
    // The first layout has the first number.
    let bit = Self.bit(layouts.number(of: format ?? 0) ?? 0)
    for run in runs {
      for record in run.records { moments.note(record) }
      run.compare(bit) { value in
        RecordKey.isFault(value) ? value : numbers.number(of: value, symbols)
      }
    }
  }

  /// Whether the record came before in another layout; if not, it is remembered.
  mutating func contains(_ event: TraceEvent, _ message: UInt32, _ symbols: TraceSymbols) -> Bool {
    guard isEvidence(event) else { return false }
    guard let layout = layouts.number(of: event.format) else {
      forgotten += 1
      return false
    }
    let process = event.process.index
    if process != lastProcess { note(process) }
    let same = sameProcesses(as: process, symbols)
    let bit = Self.bit(layout)
    let moments = moments
    let isKnown = moments.contain(event.time, event.timeStyle) { moment in
      same.contains { take(RecordKey(moment: moment, message: message, process: $0), layout, bit) }
    }
    if isKnown { return true }
    guard let moment = self.moments.moment(of: event.time, event.timeStyle) else { return false }
    insert(RecordKey(moment: moment, message: message, process: process), layout)
    return false
  }

  private static func bit(_ layout: Int) -> UInt16 { 1 << UInt16(layout) }

  private mutating func take(_ key: RecordKey, _ layout: Int, _ bit: UInt16) -> Bool {
    if let known = recent[key], known.counts[layout] < known.most {
      recent[key]?.counts[layout] += 1
      return true
    }
    if hits < runs.count, runs[hits].take(key, bit) { return true }
    for index in runs.indices.reversed() where index != hits && runs[index].take(key, bit) {
      hits = index
      return true
    }
    return false
  }

  private mutating func insert(_ key: RecordKey, _ layout: Int) {
    var moment = recent[key] ?? Moment()
    moment.counts[layout] &+= 1
    moment.most = max(moment.most, moment.counts[layout])
    recent[key] = moment
    recentCount += 1
    if recentCount >= Self.mostRecent { closeRecent() }
  }

  /// Moves what is in the table to runs, dated and undated records apart, since they are far from each other.
  private mutating func closeRecent() {
    var records: [(key: RecordKey, formats: UInt16)] = []
    records.reserveCapacity(recentCount)
    for (key, moment) in recent {
      for number in 0..<moment.most {
        var formats: UInt16 = 0
        for layout in 0..<LayoutNumbers.limit where moment.counts[layout] > number { formats |= 1 << UInt16(layout) }
        records.append((key, formats))
      }
    }
    records.sort { $0.key < $1.key }
    let undated = records.firstIndex { !$0.key.isDated } ?? records.count
    for part in [records[..<undated], records[undated...]] where !part.isEmpty {
      let run = RecordRun()
      run.fill(part)
      runs.append(run)
    }
    // Runs of a table are half as long; what counts is the memory.
    while runs.count > mostRuns { forgotten += runs.removeFirst().count }
    recent.removeAll(keepingCapacity: true)
    recentCount = 0
  }

  /// The processes among those of records that may be this one: of two that do the same at the same moments, each has done
  /// it, but not every layout writes both name and number.
  private mutating func sameProcesses(as process: UInt32, _ symbols: TraceSymbols) -> [UInt32] {
    if let known = sameProcesses[process] { return known }
    let identity = symbols[ProcessID(index: process)]
    let others = processes.filter { $0 != process && Self.mayBeSame(identity, symbols[ProcessID(index: $0)]) }
    let all = [process] + others.sorted()
    sameProcesses[process] = all
    return all
  }

  private static func mayBeSame(_ left: ProcessIdentity, _ right: ProcessIdentity) -> Bool {
    (left.pid == nil || right.pid == nil || left.pid == right.pid)
      && (left.name == nil || right.name == nil || left.name == right.name)
  }
}
