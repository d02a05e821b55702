/// Drops events that are in the input twice because it was captured through two channels.
///
/// An app may call both `_printChanges()` and `_logChanges()`, and a capture may hold the console's copy of a log beside
/// the log itself. Then the messages of a view come in the same order through both, and side by side (or, between two
/// logs, at the same times). That, and nothing weaker, is taken as evidence: equal lines are the rule in a redraw log,
/// and captures of two runs that were put into one file must be counted in full. The decision is made on the first
/// batch with several channels. What is then taken out of standard output is what `MirrorMatching` finds in the log.
///
/// Two records of the unified log in different layouts with the same microsecond, process and message are one, too.
struct DuplicateFilter {
  /// A way into the input: standard output, or the unified log in one layout.
  private struct Sink: Hashable {
    var channel: TraceEvent.Channel
    var format: UInt8
  }

  private struct Stamp: Hashable {
    var time: Int64
    var pid: Int
    var message: UInt32
  }

  /// How many records of the log are remembered to find the same in another layout.
  private static let recentLimit = 1 << 15
  /// In a mixture of three and more channels, fewer equal messages than this are a coincidence.
  private static let leastEvidence = 4

  private var isDecided = false
  /// Layouts of the log that hold what another one holds, too.
  private var mirrors: Set<Sink> = []
  private var mirroredViews: Set<String> = []
  /// Set when standard output mirrors the log.
  private var matching: MirrorMatching?
  /// Events that were taken out.
  private(set) var duplicates = 0
  private var logFormat: UInt8?
  private var recent: [Stamp: UInt8] = [:]
  private var hasSeveralLogFormats = false

  /// Moves the events to keep to the front; returns their number. The first `passed` went on before and are kept.
  mutating func removeDuplicates(
    from events: UnsafeMutableBufferPointer<TraceEvent>, passed: Int, symbols: TraceSymbols
  ) -> Int {
    if !isDecided {
      isDecided = true
      decide(events, symbols: symbols)
    }
    guard !mirrors.isEmpty || matching != nil || hasTwoLogFormats(events) else { return events.count }
    var kept = passed
    for index in passed..<events.count {
      var event = events[index]
      if event.kind == .change {
        if isDuplicate(event, symbols: symbols) {
          duplicates += 1
          continue
        }
        switch matching?.take(event, symbols: symbols) {
        case nil: break
        case .send(let sent): event = sent
        case .hold: continue
        case .drop:
          duplicates += 1
          continue
        }
      }
      events[kept] = event
      kept += 1
    }
    duplicates += matching?.takeMatched() ?? 0
    return kept
  }

  /// Gives what was held back, at the end of the input.
  mutating func takeHeld() -> [TraceEvent] { matching?.takeHeld() ?? [] }

  private mutating func isDuplicate(_ event: TraceEvent, symbols: TraceSymbols) -> Bool {
    if !mirrors.isEmpty, mirrors.contains(Sink(channel: event.channel, format: event.format)),
      mirroredViews.contains(symbols[event.message].view)
    {
      return true
    }
    guard hasSeveralLogFormats, event.channel == .unifiedLog, event.time != TraceEvent.noTime,
      event.time % 1_000_000 != 0, let pid = symbols[event.process].pid
    else { return false }
    if recent.count >= Self.recentLimit { recent.removeAll(keepingCapacity: true) }
    let stamp = Stamp(time: event.time, pid: pid, message: event.value)
    if let format = recent[stamp] { return format != event.format }
    recent[stamp] = event.format
    return false
  }

  private mutating func hasTwoLogFormats(_ events: UnsafeMutableBufferPointer<TraceEvent>) -> Bool {
    if hasSeveralLogFormats { return true }
    for event in events where event.kind == .change && event.channel == .unifiedLog {
      if let logFormat, logFormat != event.format {
        hasSeveralLogFormats = true
        return true
      }
      logFormat = event.format
    }
    return false
  }

  /// Compares the order of messages, view by view, between the channels of the first batch.
  private mutating func decide(_ events: UnsafeMutableBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    var sequences: [Sink: [String: [UInt32]]] = [:]
    var numbering = MirrorMatching()
    var order: [Sink] = []
    for event in events where event.kind == .change {
      let sink = Sink(channel: event.channel, format: event.format)
      if sequences[sink] == nil { order.append(sink) }
      sequences[sink, default: [:]][symbols[event.message].view, default: []].append(
        numbering.number(of: event, symbols))
    }
    guard order.count > 1 else { return }
    // The log has times, so it is the original; standard output is the mirror. Between two logs, the first is.
    order.sort { $0.channel.rawValue > $1.channel.rawValue }
    guard let original = order.first, let truth = sequences[original] else { return }
    for sink in order.dropFirst() {
      guard let copy = sequences[sink] else { continue }
      if sink.channel == original.channel, !timesAgree(events, original, sink, symbols) { continue }
      let shared = copy.keys.filter { truth[$0] != nil }
      guard !shared.isEmpty, shared.allSatisfy({ isSameOrder(truth[$0] ?? [], copy[$0] ?? []) }) else { continue }
      let evidence = shared.reduce(0) { $0 + (copy[$1]?.count ?? 0) }
      guard order.count == 2 || evidence >= Self.leastEvidence else { continue }
      if sink.channel != original.channel {
        if isSideBySide(events, original, sink, pairs: evidence) { matching = MirrorMatching() }
        continue
      }
      mirrors.insert(sink)
      mirroredViews.formUnion(shared)
    }
  }

  /// One is the beginning of the other, but for the tail that a buffer may hold back; or nearly so, since a log drops
  /// messages in bursts.
  private func isSameOrder(_ left: [UInt32], _ right: [UInt32]) -> Bool {
    let (shorter, longer) = left.count < right.count ? (left, right) : (right, left)
    // One of a few may have been lost at the end.
    let mostMissing = max(longer.count / 5, shorter.count >= 3 ? 1 : 0)
    guard longer.count - shorter.count <= mostMissing else { return false }
    var place = 0
    for message in shorter {
      while place < longer.count, longer[place] != message { place += 1 }
      if place == longer.count { return false }
      place += 1
    }
    return true
  }

  /// Whether the channels take turns, about once per pair; two captures put behind each other do not.
  private func isSideBySide(
    _ events: UnsafeMutableBufferPointer<TraceEvent>, _ left: Sink, _ right: Sink, pairs: Int
  ) -> Bool {
    var turns = 0
    var last: Sink?
    for event in events where event.kind == .change {
      let sink = Sink(channel: event.channel, format: event.format)
      guard sink == left || sink == right else { continue }
      if let last, last != sink { turns += 1 }
      last = sink
    }
    return turns >= pairs - pairs / 5
  }

  /// Whether two captures of the log, one perhaps in milliseconds and without a zone, hold the same moments.
  private func timesAgree(
    _ events: UnsafeMutableBufferPointer<TraceEvent>, _ left: Sink, _ right: Sink, _ symbols: TraceSymbols
  ) -> Bool {
    // Of two processes that do the same at the same moments, each has done it.
    func processes(_ sink: Sink) -> [ProcessIdentity] {
      events.filter { $0.kind == .change && $0.channel == sink.channel && $0.format == sink.format }
        .map { symbols[$0.process] }
    }
    let areSame = zip(processes(left), processes(right)).allSatisfy { left, right in
      (left.pid == nil || right.pid == nil || left.pid == right.pid)
        && (left.name == nil || right.name == nil || left.name == right.name)
    }
    guard areSame else { return false }
    func moments(_ sink: Sink) -> [Int64] {
      events.filter { $0.kind == .change && $0.channel == sink.channel && $0.format == sink.format }
        // Zones differ by quarters of an hour.
        .map { $0.time == TraceEvent.noTime ? -1 : ($0.time / 1_000_000) % 900_000 }
    }
    let first = moments(left)
    let second = moments(right)
    let shorter = min(first.count, second.count)
    return !first.contains(-1) && first.prefix(shorter) == second.prefix(shorter)
  }
}
