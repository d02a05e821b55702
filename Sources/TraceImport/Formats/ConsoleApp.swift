/// Lines copied from Console.app:
///
///     info	10:22:00.585464-0500	MyApp	ContentView: @self changed.
///
/// Separated by tabs: type, time, process, message. No date, so midnight is noticed by the time falling back. People
/// choose other columns too: any field may hold the time; the process is the one behind it, the message the last.
enum ConsoleApp: LineFormat {
  static let format = TraceFormat(id: "console-app", title: "Console.app copy")

  /// The first column is a word, a time, or what people chose; the tabs give it away.
  static func mayBegin(_ line: ByteSpan) -> Bool {
    line.sub(0, min(line.count, 64)).firstIndex(of: 0x09) != nil
  }

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    // A record behind a message without line end: the first column holds what was printed before it.
    if let tab = line.firstIndex(of: 0x09), line.sub(0, tab).firstIndex(of: "changed.") != nil { return nil }
    var fieldStart = 0
    var fields = 0
    while fields < 8, let tab = line.firstIndex(of: 0x09, from: fieldStart) {
      let field = line.sub(fieldStart, tab)
      if field.count >= 8, field.count <= 40, field[0].isDigit, let reading = time(field, clock: &clock),
        reading.length == field.count
      {
        guard let processEnd = line.firstIndex(of: 0x09, from: tab + 1) else { return nil }
        let context: ChangeGrammar.Context =
          line.firstIndex(of: "\tChanged Body Properties\t") != nil ? .changedBodyProperties : .logRecord
        // Further columns stand between process and message; a message with tabs does not look like ours.
        var messageStart = processEnd + 1
        if context == .changedBodyProperties {
          while let next = line.firstIndex(of: 0x09, from: messageStart) { messageStart = next + 1 }
        }
        return LineHeader(
          time: reading.time, timeLength: 0, messageStart: messageStart, process: line.sub(tab + 1, processEnd),
          pid: nil, context: context)
      }
      fieldStart = tab + 1
      fields += 1
    }
    return nil
  }

  private static func time(_ field: ByteSpan, clock: inout TimestampReader) -> TimestampReader.Reading? {
    field[2] == UInt8(ascii: ":") ? clock.timeOfDay(field) : clock.dateAndTime(field)
  }
}
