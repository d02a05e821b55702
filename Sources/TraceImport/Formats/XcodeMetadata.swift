/// Text copied from Xcode's console, 15 and later, with metadata shown: the message first, its metadata behind it.
///
///     ContentView: @self changed.
///     Type: Info | Timestamp: 2025-08-22 10:41:13.994158+09:00 | Process: MyApp | Library: SwiftUICore | \
///     Subsystem: com.apple.SwiftUI | Category: Changed Body Properties | TID: 0xf700
///
/// Every column can be switched off, the type too. A run of lines of standard output has one line `Type: stdio` behind it, without a
/// time. So messages wait for the next metadata line to learn where they belong.
enum XcodeMetadata: Layout {
  static let format = TraceFormat(id: "xcode-metadata", title: "Xcode console copy with metadata")

  /// The line behind a message.
  struct Metadata {
    var isStandardOutput: Bool
    var time: Int64
    var process: ByteSpan?
    var isChangedBodyProperties: Bool
  }

  /// The columns in their order.
  private static let columns: [StaticString] = [
    "Type:", "Timestamp:", "Process:", "Library:", "Subsystem:", "Category:", "TID:", "PID:",
  ]

  /// Whether a line begins with one of the columns.
  static func mayBegin(_ line: ByteSpan) -> Bool {
    guard line.count > 4 else { return false }
    switch line[0] {
    case UInt8(ascii: "T"), UInt8(ascii: "P"), UInt8(ascii: "L"), UInt8(ascii: "S"), UInt8(ascii: "C"):
      return columns.contains { line.hasPrefix($0) }
    default: return false
    }
  }

  static func metadata(of line: ByteSpan, clock: inout TimestampReader) -> Metadata? {
    // A single column other than the type and a time in Xcode's own form is anybody's text.
    guard mayBegin(line), line.hasPrefix("Type: ") || line.firstIndex(of: " | ") != nil || isTimestamp(line) else {
      return nil
    }
    var result = Metadata(
      isStandardOutput: false, time: TraceEvent.noTime, process: nil, isChangedBodyProperties: false)
    var start = 0
    while start <= line.count {
      let end = line.firstIndex(of: " | ", from: start) ?? line.count
      let field = line.sub(start, end)
      guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let key = field.sub(0, colon)
      let value = field.from(colon + 1).trimmed
      if start == 0, key.hasPrefix("Type") {
        guard isType(value) else { return nil }
        result.isStandardOutput = value.hasPrefix("stdio")
      } else if key.hasPrefix("Timestamp") {
        guard let reading = clock.dateAndTime(value) else { return nil }
        result.time = reading.time
      } else if key.hasPrefix("Process") {
        result.process = value
      } else if key.hasPrefix("Category") {
        result.isChangedBodyProperties = value.count == 23 && value.hasPrefix(UnifiedLog.category)
      } else if !["Library", "Subsystem", "TID", "PID"].contains(key.string) {
        return nil
      }
      if end == line.count { break }
      start = end + 3
    }
    return result
  }

  /// `Timestamp: 2025-08-22 10:41:13.994158+09:00` and nothing else.
  private static func isTimestamp(_ line: ByteSpan) -> Bool {
    line.hasPrefix("Timestamp: 2") && line.count == 43 && line[21] == 0x20 && line[30] == UInt8(ascii: ".")
      && line[40] == UInt8(ascii: ":")
  }

  private static func isType(_ value: ByteSpan) -> Bool {
    ["stdio", "Default", "Info", "Debug", "Notice", "Error", "Fault"].contains(value.string)
  }
}
