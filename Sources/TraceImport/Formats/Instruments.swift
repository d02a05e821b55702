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
enum Instruments {
  static let format = TraceFormat(id: "instruments", title: "Instruments export (xctrace export)")

  /// Bytes that settle whether an input is XML.
  static let prefixSize = 64

  /// Whether an input begins like XML.
  static func recognises(_ prefix: ByteSpan) -> Bool {
    var text = prefix
    if text.hasPrefix("\u{FEFF}") { text = text.from(3) }
    var index = 0
    while index < text.count, text[index] <= 0x20, text[index] != 0 { index += 1 }
    text = text.from(index)
    return text.hasPrefix("<?xml") || text.hasPrefix("<trace-query-result") || text.hasPrefix("<trace-toc")
  }
}
