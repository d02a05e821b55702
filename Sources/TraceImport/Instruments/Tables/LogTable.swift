/// `os-log`: the unified log as Instruments records it. Rows that `_logChanges()` wrote are body evaluations.
///
///     <row><event-time …/>…<subsystem id="9" fmt="com.apple.SwiftUI">…</subsystem>
///     <category id="10" fmt="Changed Body Properties">…</category>
///     <os-log-metadata id="11" fmt="TestApp.ContentView: @self, @identity, _store changed.">…</os-log-metadata>…</row>
///
/// Arguments may stand between spaces: ` TestApp.TaskRow :  _isOn  changed.` They name the module, unlike the console.
enum LogTable {
  static let table = ExportTable(
    .log, schemas: ["os-log"],
    columns: [
      ("time", .start, .number), ("process", .process, .display), ("subsystem", .subsystem, .text),
      ("category", .category, .text), ("message", .message, .display), ("format-string", .format, .text),
    ],
    layouts: [
      "time:event-time thread process:process event-type format-string:format-string text-backtrace "
        + "subsystem:subsystem category:category message:os-log-metadata return-location"
    ])

  /// Takes off the module, which the unified log writes before every view, whatever the process is called.
  static func withoutModule(_ message: String) -> String {
    for index in message.indices {
      switch message[index] {
      case ".": return String(message[message.index(after: index)...])
      case ":", "<", "(", " ": return message
      default: break
      }
    }
    return message
  }

  /// Takes out the spaces that arguments are padded with, so that the grammar of a redraw log fits.
  static func withoutPadding(_ message: String) -> String {
    var words = message.split(separator: " ").map(String.init)
    // ` T :  _x  changed.` leaves the colon on its own.
    while let index = words.firstIndex(where: { $0 == ":" || $0 == "," }), index > 0 {
      words[index - 1] += words[index]
      words.remove(at: index)
    }
    return words.joined(separator: " ")
  }
}

extension RowRecorder {
  func recordLog(_ row: RowCells) {
    guard let message = row.text(.message) ?? row.text(.format), let category = row.text(.category) else { return }
    let isOwn = strings[category] == "Changed Body Properties"
    let time = row.number(.start).map { $0 < Recording.noTime ? Int64($0) : 0 } ?? 0
    let process = recording.process(row.text(.process) ?? StringTable.empty)
    guard isOwn else {
      recording.otherLogRows += 1
      return
    }
    guard recording.logRows.count < Recording.mostLogRows else {
      recording.droppedLogRows += 1
      return
    }
    recording.logRows.append(LogRow(time: time, message: message, process: process))
  }
}
