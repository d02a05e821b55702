/// Signposts as `log show --signpost` writes them: intervals of the app that cut a log into scenarios.
///
///     … Signpost    0x0   1234   0    [spid 0x29, process, begin] MyApp: [com.example.app:Scrolling] Fling: fast
///     … localhost MyApp[1234]: [spid 0x29, process, begin] [com.example.app:Scrolling] Fling: fast
///     … Sp MyApp[1234:9875] [com.example.app:Scrolling] [spid 0x29, process, end] Fling
///
/// The layout differs between the styles, and between versions of `log`; the brackets are what they have in common.
///
/// - Source: `log show --signpost` of macOS 12 and 26, in published logs and in tools that read them.
enum Signpost {
  /// Whether an interval is the app's own: none of Apple's frameworks, or a point of interest.
  static func isAppsOwn(subsystem: String?, category: String?) -> Bool {
    if let category, ["PointsOfInterest", "Points of Interest"].contains(category) { return true }
    guard let subsystem, !subsystem.isEmpty else { return false }
    return !subsystem.hasPrefix("com.apple.")
  }

  /// Reads a line that begins or ends an interval of the app; `nil` for every other.
  static func marker(in line: ByteSpan) -> XcodeBuild.Marker? {
    guard let open = line.firstIndex(of: "[spid 0x"),
      let close = line.firstIndex(of: UInt8(ascii: "]"), from: open), close - open <= 96
    else { return nil }
    let inside = line.sub(open, close)
    let isBegin = inside.hasSuffix(" begin")
    guard isBegin || inside.hasSuffix(" end") else { return nil }
    var rest = line.from(close + 1).trimmed
    var sender: ByteSpan?
    let isBehind = rest.count > 0 && rest[0] == UInt8(ascii: "[")
    if !isBehind, open >= 2, line[open - 1] == 0x20, line[open - 2] == UInt8(ascii: "]") {
      sender = bracket(endingAt: open - 2, in: line)
    } else {
      // The process may stand between, and the library.
      if let colon = rest.firstIndex(of: ": "), let first = rest.firstIndex(of: UInt8(ascii: "[")), colon < first {
        rest = rest.from(colon + 2)
      }
      if rest.count > 0, rest[0] == UInt8(ascii: "("), let end = rest.firstIndex(of: ") ") { rest = rest.from(end + 2) }
      if rest.count > 0, rest[0] == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
        sender = rest.sub(1, end)
        rest = rest.from(end + 1).trimmed
      }
    }
    guard let sender, let colon = sender.firstIndex(of: UInt8(ascii: ":")),
      isAppsOwn(subsystem: sender.sub(0, colon).string, category: sender.from(colon + 1).string)
    else { return nil }
    // Without a message, the colon is the last of it.
    if rest.hasSuffix(":") { rest = rest.sub(0, rest.count - 1) }
    let name = rest.sub(0, rest.firstIndex(of: ": ") ?? rest.count).trimmed
    guard name.count > 0 else { return nil }
    return isBegin ? .started(name.string) : .ended(name.string)
  }

  private static func bracket(endingAt end: Int, in line: ByteSpan) -> ByteSpan? {
    var start = end
    while start > 0, line[start - 1] != UInt8(ascii: "[") { start -= 1 }
    return start > 0 ? line.sub(start, end) : nil
  }
}
