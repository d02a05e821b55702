internal import TraceAnalysis
internal import TraceImport

/// One JSON object a line:
///
///     {"input":"run.log","index":0,"kind":"evaluation","time":1762593133123456000,"process":"MyApp","pid":1234,
///      "scenario":null,"view":"ContentView","causes":["@self","@identity","_count"],"fault":null}
///
/// `time` is in nanoseconds since 1970 (since midnight where the capture has no date), `null` where it has none.
package final class NDJSONEventWriter: EventWriter {
  package static let title = "one JSON object per event and line"

  /// Per message the end of its lines, which is most of the text.
  private var tails: [Int: [UInt8]] = [:]
  private var tailsOfInput = ""
  private static let mostTails = 1 << 16

  package init() {}

  package func begin(into output: inout EventText) {}

  package func write(_ event: WrittenEvent, into output: inout EventText) {
    if event.input != tailsOfInput || tails.count > Self.mostTails {
      tails.removeAll(keepingCapacity: true)
      tailsOfInput = event.input
    }
    output.append(
      "{\"input\":\(EventText.json(event.input)),\"index\":\(event.index),\"kind\":\"\(event.kind.rawValue)\",\"time\":"
        + (event.time.map(String.init) ?? "null") + ",\"process\":"
        + (event.process.name.map(EventText.json) ?? "null") + ",\"pid\":"
        + (event.process.pid.map(String.init) ?? "null") + ",\"scenario\":"
        + (event.scenario.map(EventText.json) ?? "null"))
    guard let message = event.message else {
      let fault = event.fault.map { "\"\($0)\"" } ?? "null"
      return output.append(",\"view\":null,\"causes\":[],\"fault\":\(fault)}\n")
    }
    if let tail = tails[event.messageIndex] { return output.append(utf8: tail) }
    let causes = message.causes.map { EventText.json($0.text) }.joined(separator: ",")
    let tail = Array(",\"view\":\(EventText.json(message.view)),\"causes\":[\(causes)],\"fault\":null}\n".utf8)
    tails[event.messageIndex] = tail
    output.append(utf8: tail)
  }

  package func end(into output: inout EventText) {}
}

extension OutputFormat {
  package static let ndjson = OutputFormat("ndjson", NDJSONEventWriter.title).events(NDJSONEventWriter.self)
}
