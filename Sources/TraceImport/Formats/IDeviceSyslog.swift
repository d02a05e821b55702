/// `idevicesyslog`, in both of its modes:
///
///     Oct  7 14:30:01 MyApp(SwiftUICore)[1234] <Notice>: ContentView: @self changed.
///     Dec 27 19:08:34.252035 iPhone MyApp(SwiftUICore)[40007] <Info>: ContentView: @self changed.
///
/// No year, no category; the device's name only on request.
///
/// - Source: `tools/idevicesyslog.c` of libimobiledevice.
enum IDeviceSyslog: LineFormat {
  static let format = TraceFormat(id: "idevicesyslog", title: "idevicesyslog")

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.monthAndDay(line), let process = UnifiedLog.word(line, at: time.length),
      let level = line.firstIndex(of: "] <", from: process.start), level - process.start <= 512,
      let levelEnd = line.firstIndex(of: ">: ", from: level),
      line.sub(level + 3, levelEnd).firstIndex(of: 0x20) == nil
    else { return nil }
    var open = level - 1
    while open > process.start, line[open].isDigit { open -= 1 }
    guard line[open] == UInt8(ascii: "["), let pid = line.sub(open + 1, level).decimal else { return nil }
    var name = line.sub(process.start, open)
    if let library = name.firstIndex(of: UInt8(ascii: "(")) { name = name.sub(0, library) }
    // A device's name stands in front when asked for; the process is the last word.
    var last = name.count
    while last > 0, name[last - 1] != 0x20 { last -= 1 }
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: levelEnd + 3, process: name.from(last), pid: pid,
      context: .logRecord)
  }
}
