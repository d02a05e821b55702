/// `log stream|show --style compact`:
///
///     Timestamp               Ty Process[PID:TID]
///     2026-10-05 20:31:40.123 I  Shop[4127:8812] (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] \
///     CartView: @self changed.
///
/// Milliseconds and no zone; the thread is hexadecimal without `0x`. Tools wrap such lines with a time and a tag of
/// their own; the reader takes those off first.
enum LogCompact: LineFormat {
  static let format = TraceFormat(id: "log-compact", title: "log, compact style")

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.dateAndTime(line), !time.hasZone, time.length < line.count, line[time.length] == 0x20,
      let type = UnifiedLog.word(line, at: time.length), type.end - type.start <= 2, line[type.start].isASCIILetter,
      let process = UnifiedLog.word(line, at: type.end),
      let bracket = UnifiedLog.processBracket(line, from: process.start, threadIsHexadecimal: true)
    else { return nil }
    var index = bracket.end
    while index < line.count, line[index] == 0x20 { index += 1 }
    let sender = UnifiedLog.skipSender(line, at: index)
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: sender.messageStart,
      process: line.sub(process.start, bracket.open), pid: bracket.pid, context: sender.context)
  }
}
