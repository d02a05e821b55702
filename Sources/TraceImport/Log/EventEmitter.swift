/// Where and when a message was written.
struct Origin {
  var process: ProcessID
  var time: Int64
  var timeStyle: TimeStyle
  var channel: TraceEvent.Channel
  var format: UInt8
}

/// Turns texts of messages into events, and sends them in the order in which they count.
///
/// Each distinct text is parsed once; see `MessageCache`.
///
/// A class, because it is the one owner of the caches and of what waits to be sent.
final class EventEmitter {
  let symbols = TraceSymbols()
  let output: EventOutput
  /// What texts were read as: records that are surely SwiftUI's, other records, and lines of standard output.
  private let caches = (MessageCache.make(), MessageCache.make(), MessageCache.make())
  /// Texts of JSON messages as they stand in the record, escapes and all: those surely SwiftUI's, and others.
  private let rawCaches = (MessageCache.make(), MessageCache.make())
  /// Messages of standard output that wait for Xcode's metadata.
  var group = MetadataGroup()
  private let notes: ReadingNotes
  private let metadataIndex = XcodeMetadata.index
  private var lastProcess: (name: [UInt8], pid: Int?, id: ProcessID) = ([], nil, .unnamed)

  /// Of all lines of standard output.
  let standardOutput = Origin(
    process: .unnamed, time: TraceEvent.noTime, timeStyle: .local, channel: .standardOutput,
    format: StandardOutput.index)

  init(sink: any TraceEventSink, notes: ReadingNotes) {
    self.notes = notes
    output = EventOutput(
      sink: sink, symbols: symbols, printedEvent: Self.event(0, standardOutput))
  }

  deinit {
    for cache in [caches.0, caches.1, caches.2, rawCaches.0, rawCaches.1] { MessageCache.free(cache) }
  }

  // MARK: - Messages

  @inline(__always)
  func cache(for context: ChangeGrammar.Context) -> UnsafeMutablePointer<MessageCache> {
    switch context {
    case .changedBodyProperties: caches.0
    case .logRecord: caches.1
    case .standardOutput: caches.2
    }
  }

  /// The cache of messages as they stand in JSON.
  @inline(__always)
  func rawCache(for context: ChangeGrammar.Context) -> UnsafeMutablePointer<MessageCache> {
    context == .changedBodyProperties ? rawCaches.0 : rawCaches.1
  }

  /// Sends the events of a message's text.
  @inline(__always)
  func emit(_ text: ByteSpan, context: ChangeGrammar.Context, origin: Origin) {
    let cache = cache(for: context)
    let hash = MessageCache.hash(text)
    let entry =
      cache.pointee.entry(for: text, hash: hash)
      ?? cache.pointee.insert(messages(in: text, context: context), for: text, hash: hash)
    send(entry, of: cache, origin)
  }

  @inline(__always)
  func send(_ entry: MessageCache.Entry, of cache: UnsafeMutablePointer<MessageCache>, _ origin: Origin) {
    if entry.count == 1 { send(entry.first, origin) } else { sendSeveral(entry, of: cache, origin) }
  }

  private func sendSeveral(_ entry: MessageCache.Entry, of cache: UnsafeMutablePointer<MessageCache>, _ origin: Origin)
  {
    if entry.count == MessageCache.Entry.unreadable { return notes.noteUnreadable() }
    for message in cache.pointee.messages(of: entry) { send(message, origin) }
  }

  /// Sends a message that was printed.
  @inline(__always)
  func send(printed message: UInt32) {
    if group.isActive {
      group.append(Self.event(message, standardOutput), to: output)
    } else {
      output.append(printed: message)
    }
  }

  @inline(__always)
  func send(_ message: UInt32, _ origin: Origin) {
    let event = Self.event(message, origin)
    if group.isActive, origin.channel == .standardOutput {
      group.append(event, to: output)
    } else {
      output.append(event)
    }
  }

  @inline(__always)
  private static func event(_ message: UInt32, _ origin: Origin) -> TraceEvent {
    TraceEvent(
      kind: .change, value: message, process: origin.process, time: origin.time, timeStyle: origin.timeStyle,
      channel: origin.channel, format: origin.format)
  }

  /// Reads a text anew; `nil` for one that should be a message and is not.
  func messages(in text: ByteSpan, context: ChangeGrammar.Context) -> [UInt32]? {
    let messages = ChangeGrammar.messages(in: text, context: context)
    if context == .changedBodyProperties, messages.isEmpty { return nil }
    return messages.map { message in
      let (id, isExact) = symbols.intern(message)
      output.offsets.learn(message, id.index)
      notes.note(
        id.index, isDoubtful: message.isDoubtful, isExact: isExact, isRepaired: symbols.isRepaired(id))
      return id.index
    }
  }

  func process(_ name: ByteSpan?, pid: Int?) -> ProcessID {
    guard name != nil || pid != nil else { return .unnamed }
    let bytes = name ?? ByteSpan(UnsafeRawBufferPointer(start: nil, count: 0))
    let isLast = lastProcess.name.withUnsafeBytes { ByteSpan($0).equals(bytes) } && lastProcess.pid == pid
    if isLast, lastProcess.id != .unnamed { return lastProcess.id }
    let id = symbols.intern(ProcessIdentity(name: name?.string, pid: pid))
    lastProcess = (Array(UnsafeBufferPointer(start: bytes.start, count: bytes.count)), pid, id)
    return id
  }

  // MARK: - Other events

  func startScenario(_ name: String) {
    appendInOrder(TraceEvent(kind: .scenarioStart, value: symbols.intern(scenario: name)))
  }

  func endScenario() { appendInOrder(TraceEvent(kind: .scenarioEnd, value: 0)) }

  /// Sends a complaint of SwiftUI about its updates.
  func send(_ fault: UpdateFault, _ origin: Origin?) {
    var event = TraceEvent(kind: .fault, value: fault.rawValue)
    if let origin {
      event.process = origin.process
      event.time = origin.time
      event.timeStyle = origin.timeStyle
      event.format = origin.format
    }
    appendInOrder(event)
  }

  /// Sends an event behind those messages of standard output that still wait for their metadata.
  private func appendInOrder(_ event: TraceEvent) {
    if group.isActive, !group.isEmpty { group.append(event, to: output) } else { output.append(event) }
  }

  // MARK: - Xcode's metadata

  /// Sends the messages that a line of metadata stands behind.
  func endGroup(_ metadata: XcodeMetadata.Metadata, timeStyle: TimeStyle) {
    let isComplete = group.isActive || beginGroups()
    let events = group.take()
    if metadata.isChangedBodyProperties, isComplete, !events.contains(where: { $0.kind == .change }) {
      notes.noteUnreadable()
    }
    let process = process(metadata.process, pid: nil)
    for var event in events {
      // Markers and complaints stand between the messages and only keep their place.
      guard event.kind == .change else {
        output.append(event)
        continue
      }
      event.format = metadataIndex
      if !metadata.isStandardOutput {
        event.process = process
        event.time = metadata.time
        event.timeStyle = timeStyle
        event.channel = .unifiedLog
        if metadata.isChangedBodyProperties { event.value = withoutDoubt(event.value) }
      }
      output.append(event)
    }
  }

  /// Puts messages that have not gone on yet into a group: only now it is known that metadata stands behind them.
  ///
  /// - Returns: whether all messages so far are in it.
  private func beginGroups() -> Bool {
    group.isActive = true
    let (events, areAll) = output.takeBack()
    for event in events {
      if event.kind == .change {
        if event.channel == .standardOutput { group.append(event, to: output) } else { output.append(event) }
      } else {
        appendInOrder(event)
      }
    }
    return areAll
  }

  /// The same message as one that SwiftUI surely wrote.
  private func withoutDoubt(_ message: UInt32) -> UInt32 {
    var certain = symbols[MessageID(index: message)]
    guard certain.isDoubtful else { return message }
    certain.isDoubtful = false
    return symbols.intern(certain).id.index
  }

  /// Sends what still waits, at the end of the input.
  func finish() {
    for event in group.take() { output.append(event) }
    output.finish()
  }
}

/// Messages of an Xcode copy that wait for the metadata line behind them, with the markers between them.
struct MetadataGroup {
  /// More than anybody prints between two metadata lines; then the events go on without them.
  private static let limit = 1 << 16

  /// Whether there is metadata in the input.
  var isActive = false
  private var events: [TraceEvent] = []

  var isEmpty: Bool { events.isEmpty }

  mutating func append(_ event: TraceEvent, to output: EventOutput) {
    events.append(event)
    guard events.count >= Self.limit else { return }
    for event in take() { output.append(event) }
  }

  mutating func take() -> [TraceEvent] {
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }
}
