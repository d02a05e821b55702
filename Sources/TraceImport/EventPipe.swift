internal import Dispatch

/// A sink that passes events to another one on a thread of its own, so that parsing and counting overlap.
///
/// `@unchecked Sendable`: the inner sink is only called on that thread until `drain` has returned, and batches are handed
/// over by `HandOver`.
final class EventPipe: TraceEventSink, @unchecked Sendable {
  /// Events of one hand-over, with the names they use.
  private final class Batch {
    static let capacity = 4096
    let events = UnsafeMutablePointer<TraceEvent>.allocate(capacity: capacity)
    var count = 0
    /// What is new among the names, `nil` for nothing.
    var names: TraceSymbols.Addition?
    var isLast = false

    deinit { events.deallocate() }
  }

  private let sink: any TraceEventSink
  private let batches = HandOver((0..<24).map { _ in Batch() })
  private let isDone = DispatchSemaphore(value: 0)
  /// How many names were passed on.
  private var passedNames = TraceSymbols.Counts()

  init(_ sink: any TraceEventSink) {
    self.sink = sink
    DispatchQueue(label: "whyredraw.events", qos: .userInitiated).async { [self] in
      // All names so far: passing on what is new takes no more memory than the names themselves.
      let symbols = TraceSymbols()
      while true {
        let batch = batches.nextSlot()
        if let names = batch.names { symbols.add(names) }
        batch.names = nil
        if batch.count > 0 {
          self.sink.receive(UnsafeBufferPointer(start: batch.events, count: batch.count), symbols: symbols)
        }
        let isLast = batch.isLast
        batches.giveBack()
        if isLast { break }
      }
      isDone.signal()
    }
  }

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    guard events.count > 0 else { return }
    var names: TraceSymbols.Addition?
    if symbols.counts != passedNames {
      names = symbols.added(since: passedNames)
      passedNames = symbols.counts
    }
    var start = 0
    while start < events.count {
      let count = min(Batch.capacity, events.count - start)
      let batch = batches.slotToFill()
      if let source = events.baseAddress { batch.events.update(from: source + start, count: count) }
      batch.count = count
      batch.names = names
      names = nil
      batches.passOn()
      start += count
    }
  }

  /// Waits until the inner sink has received everything.
  func drain() {
    let batch = batches.slotToFill()
    batch.count = 0
    batch.isLast = true
    batches.passOn()
    isDone.wait()
  }
}
