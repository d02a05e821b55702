/// The console of Xcode up to 14, and standard error of any process launched with `OS_ACTIVITY_DT_MODE`:
///
///     SIMCTL_CHILD_OS_ACTIVITY_DT_MODE=YES xcrun simctl launch --console booted com.example.MyApp
///
///     2019-11-18 17:56:25.209407+0530 MyApp[66666:442180] [Changed Body Properties] ContentView: @self changed.
///
/// The category stands without its subsystem; the thread is decimal.
enum XcodeConsole: LineFormat {
  static let format = TraceFormat(id: "xcode-console", title: "Xcode console with prefix (OS_ACTIVITY_DT_MODE)")

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.dateAndTime(line), time.hasZone || time.fractionDigits == 6,
      let process = UnifiedLog.word(line, at: time.length),
      let bracket = UnifiedLog.processBracket(line, from: process.start, threadIsHexadecimal: false),
      bracket.end < line.count, line[bracket.end] == 0x20
    else { return nil }
    let sender = UnifiedLog.skipSender(line, at: bracket.end + 1)
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: sender.messageStart,
      process: line.sub(process.start, bracket.open), pid: bracket.pid, context: sender.context)
  }
}
