internal import TraceAnalysis
internal import TraceImport

/// Comma-separated values after RFC 4180, with a header:
///
///     input,index,kind,time,process,pid,scenario,view,causes
///     run.log,0,evaluation,1762593133123456000,MyApp,1234,,ContentView,"'@self; @identity; _count"
///
/// `time` as in NDJSON; several causes are separated by `; `. A cell that a spreadsheet would take for a formula starts
/// with an apostrophe.
package final class CSVEventWriter: EventWriter {
  package static let title = "comma-separated values, one line per event"

  package init() {}

  package func begin(into output: inout EventText) {
    output.append("input,index,kind,time,process,pid,scenario,view,causes\r\n")
  }

  package func write(_ event: WrittenEvent, into output: inout EventText) {
    let causes = event.message?.causes.map(\.text).joined(separator: "; ")
    let cells = [
      cell(event.input), String(event.index), event.kind.rawValue, event.time.map(String.init) ?? "",
      cell(event.process.name ?? ""), event.process.pid.map(String.init) ?? "", cell(event.scenario ?? ""),
      cell(event.message?.view ?? ""), cell(causes ?? event.fault.map { "\($0)" } ?? ""),
    ]
    output.append(cells.joined(separator: ",") + "\r\n")
  }

  package func end(into output: inout EventText) {}

  private func cell(_ text: String) -> String {
    var text = text
    if let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
    return Escaping.csvQuoted(text)
  }
}
