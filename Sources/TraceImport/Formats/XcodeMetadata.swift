/// Text copied from Xcode's console, 15 and later, with metadata shown: the message first, its metadata behind it.
///
///     ContentView: @self changed.
///     Type: Info | Timestamp: 2025-08-22 10:41:13.994158+09:00 | Process: MyApp | Library: SwiftUICore | \
///     Subsystem: com.apple.SwiftUI | Category: Changed Body Properties | TID: 0xf700
///
/// Every column can be switched off. A run of lines of standard output has one line `Type: stdio` behind it, without a
/// time. So messages wait for the next metadata line to learn where they belong.
enum XcodeMetadata {
  static let format = TraceFormat(id: "xcode-metadata", title: "Xcode console copy with metadata")

  /// The line behind a message.
  struct Metadata {
    var isStandardOutput: Bool
    var time: Int64
    var process: ByteSpan?
    var isChangedBodyProperties: Bool
  }

  static func metadata(of line: ByteSpan, clock: inout TimestampReader) -> Metadata? {
    guard line.hasPrefix("Type: ") else { return nil }
    var result = Metadata(
      isStandardOutput: false, time: TraceEvent.noTime, process: nil, isChangedBodyProperties: false)
    var start = 0
    var isFirst = true
    while start <= line.count {
      let end = line.firstIndex(of: " | ", from: start) ?? line.count
      let field = line.sub(start, end)
      guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let key = field.sub(0, colon)
      let value = field.from(colon + 1).trimmed
      if isFirst {
        guard isType(value) else { return nil }
        result.isStandardOutput = value.hasPrefix("stdio")
        isFirst = false
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

  private static func isType(_ value: ByteSpan) -> Bool {
    ["stdio", "Default", "Info", "Debug", "Notice", "Error", "Fault"].contains(value.string)
  }
}
