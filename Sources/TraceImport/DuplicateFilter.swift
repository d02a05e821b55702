/// Drops events that are in the input twice because it was captured through two channels.
///
/// An app may call both `_printChanges()` and `_logChanges()`, and a capture may hold the console's copy of a log beside
/// the log itself. Then the messages of a view come in the same order through both, and side by side. That, and nothing
/// weaker, is taken as evidence: equal lines are the rule in a redraw log, and captures of two runs that were put into one
/// file must be counted in full. The decision is made on the first batch with several channels. What is then taken out of
/// standard output is what `MirrorMatching` finds in the log.
///
/// Records of the unified log have times; the same one in two layouts is what `RepeatedRecords` finds.
package struct DuplicateFilter {
  /// A way into the input: standard output, or the unified log in one layout.
  private struct Sink: Hashable {
    var channel: TraceEvent.Channel
    var format: UInt8
  }

  /// In a mixture of three and more channels, fewer equal messages than this are a coincidence.
  private static let leastEvidence = 4

  private var isDecided = false
  private var numbers = MessageNumbers()
  /// Set when standard output mirrors the log.
  private var matching: MirrorMatching?
  /// Events that were taken out.
  package private(set) var duplicates = 0
  private var records = RepeatedRecords()
  /// Records of the log that were not compared with later ones of another layout, because there were too many.
  package var forgotten: Int { records.isComparing ? records.forgotten : 0 }

  package init() {}

  /// Takes note of a batch of one layout of the log.
  @inline(__always)
  mutating func remember(_ events: UnsafeMutableBufferPointer<TraceEvent>, format: UInt8) {
    records.remember(UnsafeBufferPointer(events), format: format, areAlike: true)
  }

  /// Moves the events to keep to the front; returns their number. The first `passed` went on before and are kept.
  package mutating func removeDuplicates(
    from events: UnsafeMutableBufferPointer<TraceEvent>, passed: Int, symbols: TraceSymbols
  ) -> Int {
    if !isDecided {
      isDecided = true
      decide(events, symbols: symbols)
    }
    compareRecords(events, passed: passed, symbols)
    guard records.isComparing || matching != nil else { return events.count }
    var kept = passed
    for index in passed..<events.count {
      var event = events[index]
      if records.isComparing, isRepeated(event, symbols) {
        duplicates += 1
        continue
      }
      if event.kind == .change {
        let number = numbers.number(of: event.value, symbols)
        switch matching?.take(event, number) {
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
  package mutating func takeHeld() -> [TraceEvent] { matching?.takeHeld() ?? [] }

  /// Takes note of a batch's records of the log as long as all are of one layout, and then begins to compare.
  private mutating func compareRecords(
    _ events: UnsafeMutableBufferPointer<TraceEvent>, passed: Int, _ symbols: TraceSymbols
  ) {
    if !records.isComparing {
      let log = events.first { $0.time != TraceEvent.noTime && ($0.kind == .fault || $0.channel == .unifiedLog) }
      guard let format = records.format ?? log?.format else { return }
      records.format = format
      guard events.contains(where: records.isOfAnotherLayout) else {
        return records.remember(UnsafeBufferPointer(events), format: format, areAlike: false)
      }
      records.beginComparing(&numbers, symbols)
    }
    // These went on before, and all are of one layout.
    for event in events[..<passed] { _ = isRepeated(event, symbols) }
  }

  /// Whether a record of the log came before in another layout.
  private mutating func isRepeated(_ event: TraceEvent, _ symbols: TraceSymbols) -> Bool {
    switch event.kind {
    case .change where event.channel == .unifiedLog:
      records.contains(event, numbers.number(of: event.value, symbols), symbols)
    case .fault: records.contains(event, RecordKey.message(ofFault: event.value), symbols)
    default: false
    }
  }

  /// Compares the order of messages, view by view, between standard output and the log in the first batch.
  private mutating func decide(_ events: UnsafeMutableBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    var sequences: [Sink: [String: [UInt32]]] = [:]
    for event in events where event.kind == .change {
      sequences[Sink(channel: event.channel, format: event.format), default: [:]][
        symbols[event.message].view, default: []
      ].append(numbers.number(of: event.value, symbols))
    }
    let outputs = sequences.filter { $0.key.channel == .standardOutput }
    let logs = sequences.filter { $0.key.channel == .unifiedLog }
    // The log has times, so it is the original; standard output is the mirror.
    for (output, copy) in outputs {
      for (log, truth) in logs {
        let shared = copy.keys.filter { truth[$0] != nil }
        guard !shared.isEmpty, shared.allSatisfy({ isSameOrder(truth[$0] ?? [], copy[$0] ?? []) }) else { continue }
        let evidence = shared.reduce(0) { $0 + (copy[$1]?.count ?? 0) }
        guard sequences.count == 2 || evidence >= Self.leastEvidence else { continue }
        if isSideBySide(events, log, output, pairs: evidence) || comesInBlocks(events, log, output) {
          matching = MirrorMatching()
        }
      }
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

  /// Whether standard output repeats the log in blocks, each behind what it repeats: so it comes through a pipe, which
  /// buffers it. Of two captures put behind each other there is one block each.
  private func comesInBlocks(_ events: UnsafeMutableBufferPointer<TraceEvent>, _ log: Sink, _ output: Sink) -> Bool {
    var blocks = 0
    var last: Sink?
    // What the log has had and standard output has not.
    var ahead = 0
    for event in events where event.kind == .change {
      let sink = Sink(channel: event.channel, format: event.format)
      guard sink == log || sink == output else { continue }
      if last != sink { blocks += 1 }
      last = sink
      ahead += sink == log ? 1 : -1
      guard ahead >= 0, ahead <= MirrorMatching.mostWaiting else { return false }
    }
    return blocks >= 4
  }
}
