/// What the app prints, as Xcode's console shows it without metadata, `simctl launch --console`, `devicectl … --console`
/// or a redirection keep it:
///
///     ContentView: @self, @identity, _count changed.
///
/// No time, no process. Everything else the app prints stands between the lines. Continuous integration puts its own
/// time in front of each line; that is when the line arrived, not when it was printed, so it is taken off and not used.
enum StandardOutput: Layout {
  static let format = TraceFormat(id: "stdout", title: "standard output")

  /// A line passes through few tools that each put something in front of it.
  static let mostWrappers = 8

  /// The length of what a build service or a tool put in front of a line: `2025-08-10T01:38:41.7720000Z `,
  /// `[01:38:41]: ▸ `, `2026-09-08T19:54:27.000+09:00<tab>[os] `.
  static func wrapperLength(_ line: ByteSpan, clock: inout TimestampReader) -> Int {
    var index = 0
    if line.count > 20, line[0].isDigit, line[10] == UInt8(ascii: "T"), let time = clock.dateAndTime(line) {
      index = time.length
      guard index < line.count, line[index].isBlank else { return 0 }
      while index < line.count, line[index].isBlank { index += 1 }
      if let tag = tagLength(line, at: index) { index = tag }
      return index
    }
    if line.count > 11, line[0] == UInt8(ascii: "["), line[1].isDigit, line[9] == UInt8(ascii: "]"),
      line[3] == UInt8(ascii: ":"), line[6] == UInt8(ascii: ":")
    {
      index = 10
      if index < line.count, line[index] == UInt8(ascii: ":") { index += 1 }
      while index < line.count, line[index] == 0x20 { index += 1 }
      if line.hasPrefix("▸ ", at: index) { index += 4 }
      return index
    }
    return 0
  }

  /// The length of what people put in front when they paste lines: blanks, `> `, `- `.
  static func indentation(_ line: ByteSpan) -> Int {
    var index = 0
    while index < line.count, line[index].isBlank { index += 1 }
    if index + 1 < line.count, line[index] == UInt8(ascii: ">") || line[index] == UInt8(ascii: "-"),
      line[index + 1] == 0x20
    {
      index += 2
    }
    return index
  }

  private static func tagLength(_ line: ByteSpan, at start: Int) -> Int? {
    guard start < line.count, line[start] == UInt8(ascii: "["),
      let close = line.firstIndex(of: UInt8(ascii: "]"), from: start), close - start <= 16,
      close + 1 < line.count, line[close + 1] == 0x20
    else { return nil }
    return close + 2
  }
}
