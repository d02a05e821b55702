/// Collects events into batches for the sink, and sees to it that nothing is counted twice.
///
/// A class, because the reader and its JSON part both append to the one output.
final class EventOutput {
  /// What was taken for an app's own prints, per view.
  struct Doubt {
    var count = 0
    var messages: Set<UInt32> = []
  }

  private static let batchSize = 4096

  private let sink: any TraceEventSink
  private let symbols: TraceSymbols
  private let batch: UnsafeMutablePointer<TraceEvent>
  private var count = 0
  /// The batch while all in it was printed: the messages alone.
  private let printed: UnsafeMutablePointer<UInt32>
  /// Whether the batch is in `printed`.
  private var isPrinted = false
  /// What was printed is all like this.
  private let printedEvent: TraceEvent
  /// How many of the batch the sink has already, while there is one source and nothing can be taken out again.
  private var delivered = 0
  private var isFirstBatch = true
  /// What `@16` means, if that changes on the way.
  var offsets = OffsetMeanings()
  /// How many events of the batch have been looked at for it.
  private var resolved = 0
  private var filter = DuplicateFilter()
  private var perMessage = UnsafeMutableBufferPointer<Int>.allocate(capacity: 0)
  private let perFormat = UnsafeMutableBufferPointer<Int>.allocate(capacity: 256)
  private var firstSource = UInt16.max
  private var hasSeveralSources = false
  /// Set when nothing is looked for any more.
  private var isFinished = false
  /// Events that were in the input twice.
  var duplicates: Int { filter.duplicates }
  /// Records that were not compared with later ones of another layout.
  var uncompared: Int { filter.forgotten }
  private var passedChanges = 0

  // Known after `finish`.
  private(set) var evaluations = 0
  private(set) var unchanged = 0
  /// Changes whose causes, or views, are not told apart from others.
  private(set) var evaluationsOfSeveral = 0
  /// Changes with a name in which bytes were no UTF-8.
  private(set) var repaired = 0
  private(set) var doubts: [String: Doubt] = [:]
  private(set) var formatCounts: [UInt8: Int] = [:]
  /// What the time of the last change says; `nil` where none has a time.
  private(set) var timeStyle: TimeStyle?

  /// - Parameter printedEvent: what lines of standard output become, but for their message.
  init(sink: any TraceEventSink, symbols: TraceSymbols, printedEvent: TraceEvent) {
    self.sink = sink
    self.symbols = symbols
    self.printedEvent = printedEvent
    batch = .allocate(capacity: Self.batchSize)
    printed = .allocate(capacity: Self.batchSize)
    perFormat.initialize(repeating: 0)
  }

  deinit {
    batch.deallocate()
    printed.deallocate()
    perMessage.deallocate()
    perFormat.deallocate()
  }

  @inline(__always)
  func append(_ event: TraceEvent) {
    if isPrinted { spellOut() }
    (batch + count).initialize(to: event)
    count &+= 1
    if count == Self.batchSize { flush() }
  }

  /// Takes a message of a line on standard output.
  @inline(__always)
  func append(printed message: UInt32) {
    if count == 0 { isPrinted = true }
    guard isPrinted else { return append(printedEvent.withMessage(message)) }
    (printed + count).initialize(to: message)
    count &+= 1
    if count == Self.batchSize { flush() }
  }

  /// Makes events of what was printed: something else follows in the same batch.
  private func spellOut() {
    isPrinted = false
    for index in 0..<count { (batch + index).initialize(to: printedEvent.withMessage(printed[index])) }
  }

  /// The changes taken so far, duplicates included.
  ///
  /// - Complexity: O(*n*) in the size of a batch.
  var changeCount: Int {
    if isPrinted { return passedChanges + count }
    return passedChanges + UnsafeBufferPointer(start: batch, count: count).count { $0.kind == .change }
  }

  /// Notes the changes of the batch and where they came from.
  private func noteSources() {
    for index in 0..<count where batch[index].kind == .change {
      passedChanges &+= 1
      if batch[index].source != firstSource {
        if firstSource == .max { firstSource = batch[index].source } else { hasSeveralSources = true }
      }
    }
  }

  /// Counts the batch if all changes in it, and all before, came from one source; most logs are no more than that.
  private func countOfOneSource() -> Bool {
    guard !hasSeveralSources, firstSource != .max else { return false }
    // At one go; where it turns out that there are several, what was counted is taken back.
    var changes = 0
    var others: UInt16 = 0
    let counts = perMessage
    for index in 0..<count where batch[index].kind == .change {
      changes &+= 1
      others |= batch[index].source ^ firstSource
      counts[Int(batch[index].value)] &+= 1
    }
    if others != 0 {
      for index in 0..<count where batch[index].kind == .change { counts[Int(batch[index].value)] &-= 1 }
      return false
    }
    passedChanges &+= changes
    perFormat[Int(firstSource >> 8)] += changes
    remember()
    return true
  }

  /// Whether what came first did through the system's log, which says when; what an app prints has no time.
  private var isFromLog: Bool {
    UInt8(truncatingIfNeeded: firstSource) == TraceEvent.Channel.unifiedLog.rawValue
  }

  /// Takes note of the log's records in a batch of one source, in case that another layout repeats them.
  @inline(__always)
  private func remember() {
    guard isFromLog else { return }
    filter.remember(
      UnsafeMutableBufferPointer(start: batch, count: count), format: UInt8(truncatingIfNeeded: firstSource >> 8))
  }

  /// Gives back the events that the sink has not received, to be appended again; `areAll` tells whether it received none.
  func takeBack() -> (events: [TraceEvent], areAll: Bool) {
    if isPrinted { spellOut() }
    let events = Array(UnsafeBufferPointer(start: batch + delivered, count: count - delivered))
    let areAll = isFirstBatch
    count = delivered
    resolved = min(resolved, delivered)
    return (events, areAll)
  }

  /// Sends on the events of a batch that is not full yet. The batches stay the same, and so does what is counted.
  func deliver() {
    guard !isFirstBatch, !hasSeveralSources, firstSource != .max else { return }
    if isPrinted { spellOut() }
    // What comes from another source may be a repetition, and waits for the whole batch.
    var end = delivered
    while end < count, batch[end].kind != .change || batch[end].source == firstSource { end += 1 }
    guard end > delivered else { return }
    resolveOffsets()
    sink.receive(UnsafeBufferPointer(start: batch + delivered, count: end - delivered), symbols: symbols)
    delivered = end
  }

  private func resolveOffsets() {
    if offsets.isNeeded {
      offsets.resolve(
        UnsafeMutableBufferPointer(rebasing: UnsafeMutableBufferPointer(start: batch, count: count)[resolved...]),
        symbols)
    }
    resolved = count
  }

  private func flush() {
    if isPrinted, !flushPrinted() { spellOut() }
    if count > 0 { flushEvents() }
    count = 0
    isPrinted = false
    delivered = 0
    resolved = 0
    isFirstBatch = false
  }

  /// Sends on a batch of which all was printed; false where it has to be looked at event by event.
  private func flushPrinted() -> Bool {
    guard !hasSeveralSources, firstSource == .max || firstSource == printedEvent.source, !offsets.isNeeded else {
      return false
    }
    firstSource = printedEvent.source
    growCounts()
    let messages = UnsafeBufferPointer(start: printed, count: count)
    let counts = perMessage
    for message in messages { counts[Int(message)] &+= 1 }
    passedChanges &+= count
    perFormat[Int(printedEvent.format)] += count
    sink.receive(MessageRun(messages, like: printedEvent), symbols: symbols)
    count = 0
    return true
  }

  private func flushEvents() {
    resolveOffsets()
    growCounts()
    let events = UnsafeMutableBufferPointer(start: batch, count: count)
    var kept = count
    if !countOfOneSource() {
      noteSources()
      // Through one channel in one layout nothing comes twice.
      if hasSeveralSources, !isFinished {
        kept = filter.removeDuplicates(from: events, passed: delivered, symbols: symbols)
      } else if firstSource != .max {
        remember()
      }
      for index in 0..<kept where events[index].kind == .change {
        perMessage[Int(events[index].value)] += 1
        perFormat[Int(events[index].format)] += 1
      }
    }
    if isFromLog || hasSeveralSources,
      let timed = events[..<kept].last(where: { $0.kind == .change && $0.time != TraceEvent.noTime })
    {
      timeStyle = timed.timeStyle
    }
    // Those that went ahead came through one source, the first of the batch, so none of them was taken out.
    if kept > delivered {
      sink.receive(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(events)[delivered..<kept]), symbols: symbols)
    }
  }

  private func growCounts() {
    let count = symbols.messages.count
    guard perMessage.count < count else { return }
    let larger = UnsafeMutableBufferPointer<Int>.allocate(capacity: max(count, perMessage.count * 2))
    larger.initialize(repeating: 0)
    for (index, value) in perMessage.enumerated() { larger[index] = value }
    perMessage.deallocate()
    perMessage = larger
  }

  func finish() {
    flush()
    isFinished = true
    for event in filter.takeHeld() { append(event) }
    flush()
    var certainViews: Set<String> = []
    for (message, count) in zip(symbols.messages, perMessage)
    where count > 0 && !message.isDoubtful && message.kind == .evaluation {
      certainViews.insert(message.view)
    }
    for (index, message) in symbols.messages.enumerated() where index < perMessage.count && perMessage[index] > 0 {
      let isUnchanged = message.kind == .unchanged
      if symbols.standsForSeveral(MessageID(index: UInt32(index))) { evaluationsOfSeveral += perMessage[index] }
      if symbols.isRepaired(MessageID(index: UInt32(index))) { repaired += perMessage[index] }
      if message.isDoubtful, isUnchanged ? certainViews.isEmpty : !certainViews.contains(message.view) {
        doubts[message.view, default: Doubt()].count += perMessage[index]
        doubts[message.view, default: Doubt()].messages.insert(UInt32(index))
      } else if isUnchanged {
        unchanged += perMessage[index]
      } else {
        evaluations += perMessage[index]
      }
    }
    for (format, count) in perFormat.enumerated() where count > 0 { formatCounts[UInt8(format)] = count }
  }
}

extension TraceEvent {
  /// Layout and channel in one word.
  @inline(__always)
  fileprivate var source: UInt16 { UInt16(format) << 8 | UInt16(channel.rawValue) }
}
