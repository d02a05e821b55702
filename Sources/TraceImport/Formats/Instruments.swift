/// Tables of an Instruments recording, as `xcrun xctrace export` writes them.
///
///     xcrun xctrace export --input App.trace \
///       --xpath '/trace-toc/run[@number="1"]/data/table[@schema="swiftui-updates" or @schema="swiftui-causes"]' \
///       --output App.xml
///
///     <?xml version="1.0"?>
///     <trace-query-result>
///     <node xpath='//trace-toc[1]/run[1]/data[1]/table[9]'><schema name="swiftui-updates">…</schema><row>…</row>
///     </node></trace-query-result>
///
/// Which tables are read, and what of them, stands in `Instruments/Tables/`. Recognised by its beginning: XML is nothing
/// else that is read. Known variants: Xcode 26 (16 columns of updates) and 27 (18).
enum Instruments: Layout {
  static let format = TraceFormat(id: "instruments", title: "Instruments export (xctrace export)")

  /// Bytes from the first that is not blank, which settle whether an input is XML.
  private static let prefixSize = 64
  /// Blank bytes that may stand in front.
  private static let mostBlanks = 16 * 1024

  /// Whether more bytes of an input would change nothing, so that it does not matter in which pieces they come.
  ///
  /// A live log must not wait for more, so whatever cannot become XML any more is settled at once.
  static func isSettled(_ beginning: ByteSpan) -> Bool {
    // Two bytes of a byte order mark say nothing yet.
    if beginning.count < 3, beginning.count > 0, beginning[0] == 0xEF { return false }
    let start = startOfText(beginning)
    guard start < beginning.count else { return start >= mostBlanks }
    return beginning[start] != UInt8(ascii: "<") || beginning.count - start >= prefixSize
  }

  /// Whether an input begins like XML.
  static func recognises(_ beginning: ByteSpan) -> Bool {
    let text = beginning.from(startOfText(beginning))
    return text.hasPrefix("<?xml") || text.hasPrefix("<trace-query-result") || text.hasPrefix("<trace-toc")
  }

  /// Where something begins that is neither blank nor a byte order mark, if it is near enough.
  private static func startOfText(_ beginning: ByteSpan) -> Int {
    var index = beginning.hasPrefix("\u{FEFF}") ? 3 : 0
    while index < min(beginning.count, mostBlanks), beginning[index] <= 0x20, beginning[index] != 0 { index += 1 }
    return index
  }
}
