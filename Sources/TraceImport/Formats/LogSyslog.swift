/// `log stream|show --style syslog`:
///
///     Timestamp                       (process)[PID]
///     2023-09-27 22:55:39.622369+0200  localhost MyApp[41737]: (SwiftUICore) \
///     [com.apple.SwiftUI:Changed Body Properties] ContentView: @self changed.
///
/// No type, no thread.
enum LogSyslog: LineFormat {
  static let format = TraceFormat(id: "log-syslog", title: "log, syslog style")

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.dateAndTime(line), time.hasZone,
      let host = UnifiedLog.word(line, at: time.length), !line.hasPrefix("0x", at: host.start),
      let process = UnifiedLog.word(line, at: host.end),
      let bracket = UnifiedLog.processBracket(line, from: process.start, threadIsHexadecimal: nil),
      line.hasPrefix(": ", at: bracket.end)
    else { return nil }
    let sender = UnifiedLog.skipSender(line, at: bracket.end + 2)
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: sender.messageStart,
      process: line.sub(process.start, bracket.open), pid: bracket.pid, context: sender.context)
  }
}
