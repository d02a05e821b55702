/// `pymobiledevice3 syslog live`, with or without `--label`:
///
///     2025-11-08 10:12:13.123456 MyApp{SwiftUICore}[1234] <INFO>: ContentView: @self changed. \
///     [com.apple.SwiftUI][Changed Body Properties]
///
/// The label stands behind the message. The image may carry an offset, `{SwiftUICore[+0x1f]}`.
///
/// - Source: `cli/syslog.py` of doronz88/pymobiledevice3.
enum PyMobileDevice: LineFormat {
  static let format = TraceFormat(id: "pymobiledevice3", title: "pymobiledevice3 syslog")

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.dateAndTime(line), let process = UnifiedLog.word(line, at: time.length),
      let bracket = UnifiedLog.pidAndLevel(line, from: process.start)
    else { return nil }
    let name = line.sub(process.start, bracket.open)
    let brace = name.firstIndex(of: UInt8(ascii: "{")) ?? name.count
    let isOurs = line.hasSuffix("[Changed Body Properties]")
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: bracket.messageStart, process: name.sub(0, brace),
      pid: bracket.pid,
      context: isOurs ? .changedBodyProperties : .logRecord)
  }

  /// A line without the ` [subsystem][category]` behind its message; any other line as it is.
  static func withoutLabel(_ line: ByteSpan, clock: inout TimestampReader) -> ByteSpan {
    guard line.hasSuffix("]"), let header = header(of: line, clock: &clock) else { return line }
    var open = line.count - 1
    while open > header.messageStart, !line.hasPrefix("][", at: open) { open -= 1 }
    while open > header.messageStart, !line.hasPrefix(" [", at: open) { open -= 1 }
    return open > header.messageStart ? line.sub(0, open) : line
  }
}
