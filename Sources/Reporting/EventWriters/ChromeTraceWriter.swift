internal import TraceAnalysis
internal import TraceImport

/// The Trace Event Format, which Perfetto and chrome://tracing open: a process per process, a track per view, an instant
/// per evaluation, spans for scenarios.
///
/// `ts` is in microseconds from the first event. Events without a time get their index as microseconds; `otherData` says
/// so, since then only the order means something.
///
/// - Source: "Trace Event Format", Google.
package final class ChromeTraceWriter: EventWriter {
  package static let title = "Trace Event Format, for Perfetto and chrome://tracing"

  private struct Track: Hashable {
    var process: Int
    var view: String
  }

  private var start: Int64?
  private var isTimed = false
  private var lacksTimes = false
  private var processes: [String: Int] = [:]
  private var tracks: [Track: Int] = [:]
  private var isFirst = true
  private var openScenario: (name: String, process: Int)?

  package init() {}

  package func begin(into output: inout EventText) { output.append("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[") }

  package func write(_ event: WrittenEvent, into output: inout EventText) {
    let time = timestamp(event)
    let process = process(of: event, into: &output)
    switch event.kind {
    case .scenarioStart:
      closeScenario(at: time, into: &output)
      let name = event.scenario ?? ""
      openScenario = (name, process)
      row("\"ph\":\"B\",\"cat\":\"scenario\",\"name\":\(EventText.json(name))", time, process, 0, into: &output)
    case .scenarioEnd: closeScenario(at: time, into: &output)
    case .fault:
      row(
        "\"ph\":\"i\",\"s\":\"p\",\"cat\":\"fault\",\"name\":\"\(event.fault.map { "\($0)" } ?? "fault")\"", time,
        process, 0, into: &output)
    case .evaluation, .unchanged:
      guard let message = event.message else { return }
      let track = track(of: message.view, process, into: &output)
      let causes = message.causes.map(\.text)
      let name = message.kind == .unchanged ? "unchanged" : causes.joined(separator: ", ")
      row(
        "\"ph\":\"i\",\"s\":\"t\",\"cat\":\"\(event.kind.rawValue)\",\"name\":\(EventText.json(name)),\"args\":{\"view\":"
          + "\(EventText.json(message.view)),\"causes\":[\(causes.map(EventText.json).joined(separator: ","))]}", time,
        process, track, into: &output)
    }
  }

  package func end(into output: inout EventText) {
    let times =
      lacksTimes
      ? "\"the index of the event, since the capture has no times\"" : "\"microseconds from the first event\""
    output.append("\n],\"otherData\":{\"ts\":\(times)}}\n")
  }

  private func timestamp(_ event: WrittenEvent) -> String {
    guard let time = event.time else {
      lacksTimes = true
      return String(event.index)
    }
    if start == nil { start = time }
    // The first event may not be the earliest of several inputs; the format allows negative times.
    let nanoseconds = time - (start ?? time)
    let thousandths = abs(nanoseconds % 1000)
    let sign = nanoseconds < 0 && nanoseconds > -1000 ? "-" : ""
    return sign + String(nanoseconds / 1000) + "."
      + String(repeating: "0", count: thousandths < 10 ? 2 : thousandths < 100 ? 1 : 0)
      + String(thousandths)
  }

  private func process(of event: WrittenEvent, into output: inout EventText) -> Int {
    let name = [event.process.name ?? event.input, event.process.pid.map { "\($0)" }].compactMap { $0 }.joined(
      separator: " ")
    if let known = processes[name] { return known }
    let id = processes.count + 1
    processes[name] = id
    row(
      "\"ph\":\"M\",\"name\":\"process_name\",\"args\":{\"name\":\(EventText.json(name))}", "0", id, 0, into: &output)
    return id
  }

  private func track(of view: String, _ process: Int, into output: inout EventText) -> Int {
    let track = Track(process: process, view: view)
    if let known = tracks[track] { return known }
    let id = tracks.count + 1
    tracks[track] = id
    row(
      "\"ph\":\"M\",\"name\":\"thread_name\",\"args\":{\"name\":\(EventText.json(view))}", "0", process, id,
      into: &output)
    return id
  }

  private func closeScenario(at time: String, into output: inout EventText) {
    guard let open = openScenario else { return }
    openScenario = nil
    row("\"ph\":\"E\",\"cat\":\"scenario\",\"name\":\(EventText.json(open.name))", time, open.process, 0, into: &output)
  }

  private func row(_ text: String, _ time: String, _ process: Int, _ thread: Int, into output: inout EventText) {
    output.append("\(isFirst ? "\n" : ",\n"){\(text),\"ts\":\(time),\"pid\":\(process),\"tid\":\(thread)}")
    isFirst = false
  }
}

extension OutputFormat {
  static let chromeTrace = OutputFormat("chrome-trace", ChromeTraceWriter.title).events(ChromeTraceWriter.self)
}
