/// The lines of `_logChanges()` in a recording, read by the grammar of redraw logs.
struct LogLines {
  private let recording: Recording
  private var read: [UInt32: [MessageID]] = [:]
  /// Indices of log rows in order of time.
  private(set) var order: [UInt32] = []
  /// Lines of SwiftUI's category that say nothing known.
  private(set) var unreadable = 0

  init(recording: Recording, symbols: TraceSymbols) {
    self.recording = recording
    let rows = recording.logRows
    order = RadixSort.order(count: rows.count) { UInt64(rows[$0].time) }
    for index in 0..<rows.count {
      let row = rows[index]
      if read[row.message] == nil {
        var text = LogTable.withoutModule(LogTable.withoutPadding(recording.strings[row.message]))
        let messages = text.withUTF8 {
          ChangeGrammar.messages(in: ByteSpan(UnsafeRawBufferPointer($0)), context: .changedBodyProperties)
        }
        read[row.message] = messages.map { symbols.intern($0).id }
      }
      if read[row.message]?.isEmpty != false { unreadable += 1 }
    }
  }

  func time(_ place: Int) -> Int64 { recording.logRows[Int(order[place])].time }
  func process(_ place: Int) -> Int { Int(recording.logRows[Int(order[place])].process) }
  func messages(_ place: Int) -> [MessageID] { read[recording.logRows[Int(order[place])].message] ?? [] }
}
