internal import Dispatch

/// A sink that passes events to another one on a thread of its own, so that parsing and counting overlap.
///
/// `@unchecked Sendable`: the inner sink is only called on that thread until `drain` has returned, and batches are handed
/// over by `HandOver`.
final class EventPipe: TraceEventSink, @unchecked Sendable {
  /// Events of one hand-over, with the names they use.
  private final class Batch {
    static let capacity = 4096
    /// None before the first are put in: most inputs end before all batches have been in use.
    private(set) var events: UnsafeMutablePointer<TraceEvent>?
    /// The messages of a run, which have no events.
    private(set) var messages: UnsafeMutablePointer<UInt32>?
    /// What the events of a run are but for their messages; `nil` where there are events.
    var common: TraceEvent?
    /// What a recording knows of each event; none for logs.
    private(set) var details: UnsafeMutablePointer<EventDetail>?
    var count = 0
    /// What concerns the whole recording, on its way before the first event.
    var facts: RecordingFacts?
    /// What is new among the names, `nil` for nothing.
    var names: TraceSymbols.Addition?
    var isLast = false

    deinit {
      events?.deallocate()
      messages?.deallocate()
      details?.deallocate()
    }

    /// The run that is on its way; `nil` where there are events.
    var run: MessageRun? {
      common.map { MessageRun(UnsafeBufferPointer(start: messages, count: count), like: $0) }
    }

    /// Where events go.
    func room() -> UnsafeMutablePointer<TraceEvent> {
      if let events { return events }
      let room = UnsafeMutablePointer<TraceEvent>.allocate(capacity: Self.capacity)
      events = room
      return room
    }

    /// Where the messages of a run go.
    func roomForMessages() -> UnsafeMutablePointer<UInt32> {
      if let messages { return messages }
      let room = UnsafeMutablePointer<UInt32>.allocate(capacity: Self.capacity)
      messages = room
      return room
    }

    /// Where details go; logs have none, and take no memory for them.
    func roomForDetails() -> UnsafeMutablePointer<EventDetail> {
      if let details { return details }
      let room = UnsafeMutablePointer<EventDetail>.allocate(capacity: Self.capacity)
      details = room
      return room
    }
  }

  /// Most inputs are over before a thread pays for itself.
  private static let batchesWithoutThread = 2

  private let sink: any TraceEventSink
  private let batches: HandOver<Batch>
  private let isDone = DispatchSemaphore(value: 0)
  /// How many names were passed on.
  private var passedNames = TraceSymbols.Counts()
  private var passedBatches = 0
  private var hasThread = false

  /// - Parameters:
  ///   - batchCount: how many batches may wait.
  ///   - isLive: the sink is to receive each batch at once.
  init(_ sink: any TraceEventSink, batchCount: Int = 24, isLive: Bool = false) {
    self.sink = sink
    batches = HandOver((0..<batchCount).map { _ in Batch() })
    if isLive { startThread() }
  }

  private func startThread() {
    hasThread = true
    DispatchQueue(label: "whyredraw.events", qos: .userInitiated).async { [self] in
      deliver()
      isDone.signal()
    }
  }

  /// Sends what was passed on to the sink, to the last batch.
  private func deliver() {
    // All names so far: passing on what is new takes no more memory than the names themselves.
    let symbols = TraceSymbols()
    while true {
      let batch = batches.nextSlot()
      if let names = batch.names { symbols.add(names) }
      batch.names = nil
      if let facts = batch.facts { sink.receive(facts, symbols: symbols) }
      batch.facts = nil
      if batch.count > 0 { deliver(batch, symbols) }
      let isLast = batch.isLast
      batches.giveBack()
      if isLast { break }
    }
  }

  private func deliver(_ batch: Batch, _ symbols: TraceSymbols) {
    if let run = batch.run { return sink.receive(run, symbols: symbols) }
    let events = UnsafeBufferPointer(start: batch.events, count: batch.count)
    if let details = batch.details {
      sink.receive(events, details: UnsafeBufferPointer(start: details, count: batch.count), symbols: symbols)
    } else {
      sink.receive(events, symbols: symbols)
    }
  }

  private func passOn() {
    batches.passOn()
    passedBatches += 1
    if passedBatches > Self.batchesWithoutThread, !hasThread { startThread() }
  }

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    pass(events, nil, symbols)
  }

  func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    pass(events, details, symbols)
  }

  func receive(_ run: MessageRun, symbols: TraceSymbols) {
    var rest = run.messages[...]
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest.prefix(Batch.capacity))
      rest = rest.dropFirst(part.count)
      let batch = batches.slotToFill()
      _ = UnsafeMutableBufferPointer(start: batch.roomForMessages(), count: part.count).update(fromContentsOf: part)
      batch.count = part.count
      batch.common = run.common
      batch.names = newNames(symbols)
      passOn()
    }
  }

  func receive(_ facts: RecordingFacts, symbols: TraceSymbols) {
    let batch = batches.slotToFill()
    batch.count = 0
    batch.names = newNames(symbols)
    batch.facts = facts
    passOn()
  }

  private func newNames(_ symbols: TraceSymbols) -> TraceSymbols.Addition? {
    guard symbols.counts != passedNames else { return nil }
    defer { passedNames = symbols.counts }
    return symbols.added(since: passedNames)
  }

  private func pass(
    _ events: UnsafeBufferPointer<TraceEvent>, _ details: UnsafeBufferPointer<EventDetail>?, _ symbols: TraceSymbols
  ) {
    guard events.count > 0 else { return }
    var names = newNames(symbols)
    var start = 0
    while start < events.count {
      let count = min(Batch.capacity, events.count - start)
      let batch = batches.slotToFill()
      if let source = events.baseAddress { batch.room().update(from: source + start, count: count) }
      if let source = details?.baseAddress {
        batch.roomForDetails().update(from: source + start, count: count)
      }
      batch.count = count
      batch.common = nil
      batch.names = names
      names = nil
      passOn()
      start += count
    }
  }

  /// Waits until the inner sink has received everything.
  func drain() {
    let batch = batches.slotToFill()
    batch.count = 0
    batch.isLast = true
    batches.passOn()
    if hasThread { isDone.wait() } else { deliver() }
  }
}
