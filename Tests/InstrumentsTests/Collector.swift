import TraceImport

/// Keeps all events of an input with their details.
final class Collector: TraceEventSink {
  struct Event: Hashable {
    var event: String
    var time: Int64
    var duration: EventDetail.Duration
    var trigger: EventDetail.Trigger
    var severity: UpdateSeverity?
  }

  var events: [Event] = []
  var facts = RecordingFacts()

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    for event in events { append(event, EventDetail(), symbols) }
  }

  func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    for (event, detail) in zip(events, details) { append(event, detail, symbols) }
  }

  func receive(_ facts: RecordingFacts, symbols: TraceSymbols) { self.facts = facts }

  private func append(_ event: TraceEvent, _ detail: EventDetail, _ symbols: TraceSymbols) {
    let text: String
    switch event.kind {
    case .change:
      let message = symbols[event.message]
      text =
        message.view
        + (message.kind == .unchanged ? ": unchanged" : ": \(message.causes.map(causeText).joined(separator: " | "))")
    case .scenarioStart: text = "+ \(symbols.scenarios[Int(event.value)])"
    case .scenarioEnd: text = "-"
    case .fault: text = "fault"
    }
    events.append(
      Event(
        event: text, time: event.time, duration: detail.duration, trigger: detail.trigger, severity: detail.severity))
  }

  private func causeText(_ cause: Cause) -> String {
    switch cause {
    case .viewValue: "@self"
    case .identity: "@identity"
    case .dependencies: "@dependencies"
    case .dynamicProperty(let name): name
    case .offset(let offset): "@\(offset)"
    case .keyPath(let path, _): path
    case .node(let name): "<\(name)>"
    }
  }
}

/// Reads a document given as text or bytes.
func read(_ bytes: [UInt8], pieceSize: Int = .max, options: ReadingOptions = ReadingOptions()) -> (
  InputSummary, Collector
) {
  let collector = Collector()
  let summary = TraceReader.read(MemorySource(bytes, pieceSize: pieceSize), options: options, into: collector)
  return (summary, collector)
}

/// The members of each run.
func runs(_ roles: [ExportRole?]) -> [[Int]] { ExportRole.runs(roles).map(\.members) }
