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
      let bracket = UnifiedLog.pidAndLevel(line, from: process.start)
    else { return nil }
    var name = line.sub(process.start, bracket.open)
    if name.hasSuffix(")") {
      var library = name.count
      while library > 0, name[library - 1] != UInt8(ascii: "(") { library -= 1 }
      if library > 1 { name = name.sub(0, library - 1) }
    }
    // A device's name stands in front when asked for; the process is the last word, unless that is none alone.
    var last = name.count
    while last > 0, name[last - 1] != 0x20 { last -= 1 }
    if last < name.count, !name[last].isASCIILetter, name[last] < 0x80 { last = 0 }
    return LineHeader(
      time: time.time, timeLength: time.length, messageStart: bracket.messageStart, process: name.from(last),
      pid: bracket.pid,
      context: .logRecord)
  }
}
