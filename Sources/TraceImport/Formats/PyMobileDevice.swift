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
      let level = line.firstIndex(of: "] <", from: process.start), level - process.start <= 512,
      let levelEnd = line.firstIndex(of: ">: ", from: level),
      line.sub(level + 3, levelEnd).firstIndex(of: 0x20) == nil
    else { return nil }
    var open = level - 1
    while open > process.start, line[open].isDigit { open -= 1 }
    guard line[open] == UInt8(ascii: "["), let pid = line.sub(open + 1, level).decimal else { return nil }
    let name = line.sub(process.start, open)
    let brace = name.firstIndex(of: UInt8(ascii: "{")) ?? name.count
    let isOurs = line.hasSuffix("[Changed Body Properties]")
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: levelEnd + 3, process: name.sub(0, brace), pid: pid,
      context: isOurs ? .changedBodyProperties : .logRecord)
  }
}
