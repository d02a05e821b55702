/// `log stream` and `log show` in their default style, here and through `xcrun simctl spawn`:
///
///     xcrun simctl spawn booted log stream --level info --predicate 'category == "Changed Body Properties"'
///
///     Timestamp                       Thread     Type        Activity             PID    TTL
///     2025-11-08 10:12:13.123456+0100 0x1a2b     Info        0x0                  1234   0    MyApp: (SwiftUICore) \
///     [com.apple.SwiftUI:Changed Body Properties] ContentView: @self changed.
///
/// Read: the time, the process and its identifier, the category, the message. Ignored: thread, type, activity, TTL.
/// Fields are split at blanks, not at columns, because copies collapse them. A message may go on in lines without a
/// header; some wrap even the first.
enum LogDefault: LineFormat {
  static let format = TraceFormat(id: "log-default", title: "log, default style")

  static func header(of line: ByteSpan, clock: inout TimestampReader) -> LineHeader? {
    guard let time = clock.dateAndTime(line), time.hasZone,
      let thread = UnifiedLog.word(line, at: time.length), line.hasPrefix("0x", at: thread.start),
      let type = UnifiedLog.word(line, at: thread.end), line[type.start].isASCIILetter,
      let activity = UnifiedLog.word(line, at: type.end),
      line.hasPrefix("0x", at: activity.start) || line.sub(activity.start, activity.end).decimal != nil,
      let pid = UnifiedLog.word(line, at: activity.end), let pidValue = line.sub(pid.start, pid.end).decimal
    else { return nil }
    // One exporter leaves the TTL out.
    var index = pid.end
    if let ttl = UnifiedLog.word(line, at: pid.end), line.sub(ttl.start, ttl.end).decimal != nil { index = ttl.end }
    while index < line.count, line[index] == 0x20 { index += 1 }
    var header = LineHeader(
      time: time.time, timeLength: time.length, messageStart: line.count, process: nil, pid: pidValue,
      context: .logRecord)
    // Wrapped: the process and the message stand in the next line.
    guard let colon = line.firstIndex(of: ": ", from: index), colon - index <= 256 else { return header }
    header.process = line.sub(index, colon)
    (header.messageStart, header.context) = UnifiedLog.skipSender(line, at: colon + 2)
    return header
  }
}
