internal import TraceImport

/// Notes which processes a trace is of while another sink counts one of them, to be able to say which there are.
final class ProcessNames: TraceEventSink {
  private let sink: any TraceEventSink
  private(set) var names: Set<String> = []
  /// Few are ever listed.
  private static let mostNames = 100

  init(_ sink: any TraceEventSink) { self.sink = sink }

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    note(events, symbols)
    sink.receive(events, symbols: symbols)
  }

  func receive(_ run: MessageRun, symbols: TraceSymbols) {
    // All are of one process.
    withUnsafePointer(to: run.common) { note(UnsafeBufferPointer(start: $0, count: 1), symbols) }
    sink.receive(run, symbols: symbols)
  }

  func receive(
    _ events: UnsafeBufferPointer<TraceEvent>, details: UnsafeBufferPointer<EventDetail>, symbols: TraceSymbols
  ) {
    note(events, symbols)
    sink.receive(events, details: details, symbols: symbols)
  }

  func receive(_ facts: RecordingFacts, symbols: TraceSymbols) { sink.receive(facts, symbols: symbols) }

  private func note(_ events: UnsafeBufferPointer<TraceEvent>, _ symbols: TraceSymbols) {
    var last: ProcessID?
    for event in events where event.kind == .change && event.process != last && names.count < Self.mostNames {
      last = event.process
      let process = symbols[event.process]
      if let name = process.name ?? process.pid.map(String.init) { names.insert(name) }
    }
  }
}
