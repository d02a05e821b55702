/// Changes text where it has structure: numbers, words, lines, what stands in brackets, elements of XML.
///
/// Flipped bits of a profile or a contract file are no profile any more; a number near the largest, a list without its third
/// element and a name out of another place are. What reads logs has to know more than one layout: headers change their
/// messages, messages stand in each other, and texts come in encodings that nobody meant.
struct TextMutation {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private static func bytes(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  private static let numbers = bytes([
    "0", "-1", "1", "2", "255", "65536", "4294967295", "9007199254740992", "9223372036854775807",
    "-9223372036854775808", "18446744073709551615", "1e400", "0.5", "-0", "1048576", "null", "00", "1099511627776",
    "9223372036854775", "60", "31", "29", "2262", "9999", "0000",
  ])

  private static let fragments = bytes([
    "\"", "\\", "\\u0000", "\u{0}", "\u{202E}", "\u{301}", "\r", "\n", "- ", "@body A b\n", "@os \\s\n", "::", "()",
    "\\e", ",", "[]", "{}", "\u{FEFF}", "é", "🏳️‍🌈", "<<<<<<<\n", "V: @self, @identity changed.\n", ": unchanged.",
    "changed.", " changed.", "\t", "\u{1B}[1;32m", "\u{1B}]8;;x\u{7}", "\u{85}", "\u{2028}", "\u{B}", "'", "`", "…",
    "\\ud83d", "\\/", "Row: _x changed.", "Row: \\A<B>.c changed.", ">", "<", "(", "@", "$", "@16", "__x", "Type: ",
    "Type: Info | Timestamp: 2025-11-08 10:12:13.123456+01:00 | Process: A | Library: SwiftUICore | Subsystem: com.apple.SwiftUI | Category: Changed Body Properties | TID: 0x1\n",
    "Test Case '-[A.B c]' started.\n", "Test Case '-[A.B c]' passed (0.1 seconds).\n",
    "✔ Test x() passed after 0.1 seconds.\n",
    "◇ Test x() started.\n", "Modifying state during view update", "`", "== ", "\u{1F}\u{8B}", "PK\u{3}\u{4}",
  ])

  /// What stands before messages in the layouts.
  private static let headers = bytes([
    "",
    "2025-11-08 10:12:13.123456+0100 0x1a2b     Info        0x0                  1234   0    App: (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] ",
    "2026-10-05 20:31:40.120 I  Shop[4127:8812] (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] ",
    "2026-10-05 20:31:40.120 Df Shop[4127:8812] [a:b] ",
    "2023-09-27 22:55:39.622360+0200  localhost MyApp[41737]: (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] ",
    "info\t10:22:00.585460-0500\tMy App\t", "Dec 27 19:08:34.252030 iPhone MyApp(SwiftUICore)[40007] <Info>: ",
    "Oct  7 14:30:00 MyApp(SwiftUICore)[1234] <Notice>: ",
    "2025-11-08 10:12:13.123450 MyApp{SwiftUICore[+0x1f]}[1234] <INFO>: ",
    "2019-11-18 17:56:25.209400+0530 MyApp[66666:442180] [Changed Body Properties] ",
    "{\"eventMessage\":\"",
    "{\"category\":\"Changed Body Properties\",\"timestamp\":\"2025-11-08 10:12:13.123456+0100\",\"processID\":1,\"processImagePath\":\"/A\",\"eventMessage\":\"",
    "{\"pid\": 1, \"timestamp\": \"2025-11-08T10:12:13.123450\", \"filename\": \"/A/App\", \"message\": \"",
    "2025-08-10T01:38:41.7720000Z ", "[01:38:41]: ▸ ", "    ", "flutter: ", "2026-09-08T19:54:27.000+09:00\t[os] ",
    "[{\n  \"eventMessage\" : \"",
  ])

  /// What opens something, and what closes it.
  private static let brackets: [(open: [UInt8], close: [UInt8])] = [
    ("[", "]"), ("{\"a\":", "}"), ("<", ">"), ("(", ")"), ("A<", ">"), ("<row>", "</row>"), ("{", "}"), ("\"", "\""),
    ("- ", ""), ("[{", "}]"), ("<a b='", "'/>"), ("<!--", "-->"), ("<![CDATA[", "]]>"),
    ("(unknown context at $1).", ""),
    ("\\A.", ""), ("<computed 0x1 (", ")>"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

  /// What may stand in XML besides elements, and how else a character is written.
  private static let markup = bytes([
    "<!-- x -->", "<![CDATA[x]]>", "<?x y?>", "<!DOCTYPE a [<!ENTITY b \"c\">]>", "&b;", "&amp;", "&#x41;", "&#65;",
    "&#x110000;", "&#0;", "&lt;", " fmt=\"x\"", " id=\"1\"", " ref=\"1\"", "<sentinel/>", "<row></row>", "<row/>",
    "</row>", "</node>",
    "<node xpath='//trace-toc[1]/run[1]/data[1]/table[2]'>", "<schema name=\"os-log\">", "<sentinel></sentinel>",
    "\r\n", " ", "/",
  ])

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state >> 33) % max(1, bound)
  }

  private mutating func one(of choices: [[UInt8]]) -> [UInt8] { choices[below(choices.count)] }

  /// At most `most` bytes, so that what is repeated has an end.
  mutating func mutated(_ bytes: [UInt8], most: Int) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(3) {
      mutate(&bytes, most: most)
      if bytes.count > most { bytes.removeSubrange(most...) }
    }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8], most: Int) {
    let isXML = bytes.first == 0x3C && below(2) == 0
    if isXML { return mutateMarkup(&bytes) }
    switch below(17) {
    case 0, 1: replaceNumber(&bytes)
    case 2, 3: changeLine(&bytes)
    case 4: changeElement(&bytes)
    case 5, 6: swapWords(&bytes)
    case 7: bytes.insert(contentsOf: one(of: Self.fragments), at: below(bytes.count + 1))
    case 8: if !bytes.isEmpty { bytes.removeSubrange(line(at: below(bytes.count), in: bytes)) }
    case 9, 10: replaceHeader(&bytes)
    case 11: nest(&bytes)
    case 12: encode(&bytes)
    case 13: deepen(&bytes, most: most)
    case 14: repeatLines(&bytes, most: most)
    case 15: if !bytes.isEmpty { bytes.removeSubrange(below(bytes.count)...) }
    default: swapBytes(&bytes)
    }
  }

  /// Lines of both, in turns, behind each other, or the header of one before the message of the other.
  mutating func crossed(_ left: [UInt8], _ right: [UInt8], most: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    switch below(4) {
    case 0:
      bytes = Array(left[..<lineStart(in: left)] + right[lineStart(in: right)...])
    case 1:
      let start = lineStart(in: left)
      bytes = Array(left[..<start] + right[line(at: below(right.count), in: right)] + [0x0A] + left[start...])
    case 2:
      // A header is what stands in front of the last blank before a message's colon.
      let (mine, other) = (line(at: below(left.count), in: left), line(at: below(right.count), in: right))
      let head = right[other].lastIndex(of: 0x5D) ?? right[other].lastIndex(of: 0x09) ?? other.lowerBound
      bytes = Array(left[..<mine.lowerBound] + right[other.lowerBound..<head] + left[mine.lowerBound...])
    default:
      var (one, two) = (left[...], right[...])
      while bytes.count < most, !one.isEmpty || !two.isEmpty {
        for _ in 0...below(3) { Self.takeLine(from: &one, to: &bytes) }
        for _ in 0...below(3) { Self.takeLine(from: &two, to: &bytes) }
      }
    }
    return Array(bytes.prefix(most))
  }

  private static func takeLine(from rest: inout ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
    bytes += rest[..<end]
    rest = rest[end...]
  }

  // MARK: - Places

  /// What belongs together around a place.
  private func range(from place: Int, in bytes: [UInt8], _ belongs: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, belongs(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, belongs(bytes[end]) { end += 1 }
    return start..<end
  }

  private func line(at place: Int, in bytes: [UInt8]) -> Range<Int> { range(from: place, in: bytes) { $0 != 0x0A } }

  private mutating func lineStart(in bytes: [UInt8]) -> Int { line(at: below(bytes.count), in: bytes).lowerBound }

  /// A place whose byte is wanted, looked for from anywhere on; `nil` where there is none.
  private mutating func place(in bytes: [UInt8], _ isWanted: (UInt8) -> Bool) -> Int? {
    guard !bytes.isEmpty else { return nil }
    let start = below(bytes.count)
    return bytes[start...].firstIndex(where: isWanted) ?? bytes[..<start].firstIndex(where: isWanted)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  // MARK: - Text

  private mutating func replaceNumber(_ bytes: inout [UInt8]) {
    let isDigit = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 }
    guard let place = place(in: bytes, isDigit) else { return }
    let number = range(from: place, in: bytes, isDigit)
    switch below(3) {
    case 0: bytes[place] = 0x30 + UInt8(below(10))
    case 1:
      guard let other = self.place(in: bytes, isDigit) else { return }
      bytes.replaceSubrange(number, with: Array(bytes[range(from: other, in: bytes, isDigit)]))
    default: bytes.replaceSubrange(number, with: one(of: Self.numbers))
    }
  }

  private mutating func changeLine(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let line = line(at: below(bytes.count), in: bytes)
    let text = Array(bytes[line]) + [0x0A]
    switch below(3) {
    case 0: bytes.insert(contentsOf: text, at: lineStart(in: bytes))
    case 1: bytes.removeSubrange(line.lowerBound..<min(bytes.count, line.upperBound + 1))
    default:
      bytes.removeSubrange(line.lowerBound..<min(bytes.count, line.upperBound + 1))
      bytes.insert(contentsOf: text, at: bytes.isEmpty ? 0 : lineStart(in: bytes))
    }
  }

  /// Doubles, removes or moves what stands between brackets and commas.
  private mutating func changeElement(_ bytes: inout [UInt8]) {
    guard let opening = place(in: bytes, { $0 == 0x5B || $0 == 0x7B || $0 == 0x2C }) else { return }
    let start = opening + 1
    var depth = 0
    var end = start
    while end < bytes.count {
      if bytes[end] == 0x5B || bytes[end] == 0x7B { depth += 1 }
      if bytes[end] == 0x5D || bytes[end] == 0x7D { depth -= 1 }
      if depth < 0 || depth == 0 && bytes[end] == 0x2C { break }
      end += 1
    }
    let element = Array(bytes[start..<end])
    switch below(3) {
    case 0: bytes.removeSubrange(start..<min(bytes.count, end + 1))
    case 1: bytes.insert(contentsOf: element + [0x2C], at: start)
    default:
      guard let other = place(in: bytes, { $0 == 0x5B || $0 == 0x7B || $0 == 0x2C }) else { return }
      bytes.insert(contentsOf: element + [0x2C], at: other + 1)
    }
  }

  private mutating func swapWords(_ bytes: inout [UInt8]) {
    guard let from = place(in: bytes, Self.isWord), let to = place(in: bytes, Self.isWord) else { return }
    let source = Array(bytes[range(from: from, in: bytes, Self.isWord)])
    bytes.replaceSubrange(range(from: to, in: bytes, Self.isWord), with: source)
  }

  private mutating func swapBytes(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = below(bytes.count)
    switch below(3) {
    case 0: bytes[place] = UInt8(below(256))
    case 1: bytes.remove(at: place)
    default: bytes.insert(bytes[below(bytes.count)], at: place)
    }
  }

  /// Gives a line the header of another layout, in place of its own or in front of it.
  private mutating func replaceHeader(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let line = line(at: below(bytes.count), in: bytes)
    let header = one(of: Self.headers)
    let isRecord = header.first == 0x7B || header.first == 0x5B && header.last == 0x22
    if isRecord { bytes.insert(contentsOf: Array((below(4) == 0 ? "\"" : "\"}").utf8), at: line.upperBound) }
    let end = bytes[line].lastIndex(of: 0x5D) ?? line.lowerBound
    let replaced = below(2) == 0 ? line.lowerBound..<min(end + 2, line.upperBound) : line.lowerBound..<line.lowerBound
    bytes.replaceSubrange(end == line.lowerBound ? end..<end : replaced, with: header)
  }

  /// Puts one line into the middle of another.
  private mutating func nest(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let line = Array(bytes[line(at: below(bytes.count), in: bytes)])
    bytes.insert(contentsOf: line, at: below(bytes.count))
  }

  /// Writes a part in another encoding.
  private mutating func encode(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let whole = below(4) == 0
    let place = below(bytes.count)
    let part = whole ? 0..<bytes.count : place..<min(bytes.count, place + 1 + below(12))
    let text = bytes[part]
    let hex = Array("0123456789abcdef".utf8)
    let encoded: [UInt8] =
      switch below(8) {
      case 0: text.flatMap { [$0, 0] }
      case 1: text.flatMap { [0, $0] }
      case 2: text.flatMap { $0 == 0x5C || $0 == 0x22 ? [0x5C, $0] : [$0] }
      case 3: text.flatMap { Array("\\u00".utf8) + [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
      case 4: text.flatMap { [0x1B, 0x5B, 0x6D, $0] }
      case 5: text.flatMap { Array("&#x".utf8) + [hex[Int($0 >> 4)], hex[Int($0 & 15)], 0x3B] }
      case 6: text.map { $0 | 0x80 }
      default: text.map { $0 == 0x0A ? 0x0D : $0 }
      }
    let mark: [UInt8] = whole && below(2) == 0 ? [0xFF, 0xFE] : []
    bytes.replaceSubrange(part, with: mark + encoded)
  }

  /// Opens something many times.
  private mutating func deepen(_ bytes: inout [UInt8], most: Int) {
    let bracket = Self.brackets[below(Self.brackets.count)]
    let count = 1 + below(below(4) == 0 ? most / bracket.open.count : 40)
    let place = below(bytes.count + 1)
    if below(3) > 0 {
      let end = min(bytes.count, place + below(40))
      bytes.insert(contentsOf: (0..<count).flatMap { _ in bracket.close }, at: end)
    }
    bytes.insert(contentsOf: (0..<count).flatMap { _ in bracket.open }, at: place)
  }

  /// Repeats some lines: what is known, or expected, is read in another way.
  private mutating func repeatLines(_ bytes: inout [UInt8], most: Int) {
    guard !bytes.isEmpty else { return }
    let start = lineStart(in: bytes)
    var end = start
    for _ in 0...below(4) { end = min(bytes.count, line(at: end, in: bytes).upperBound + 1) }
    let part = Array(bytes[start..<end])
    let count = min(1 + below(below(4) == 0 ? 256 : 6), most / max(1, part.count))
    bytes.insert(contentsOf: (0..<max(0, count)).flatMap { _ in part }, at: end)
  }

  // MARK: - XML

  private mutating func mutateMarkup(_ bytes: inout [UInt8]) {
    switch below(7) {
    case 0: bytes.insert(contentsOf: one(of: Self.markup), at: below(bytes.count + 1))
    case 1:
      // Between or inside of tags.
      guard let place = place(in: bytes, { $0 == 0x3E }) else { return }
      bytes.insert(contentsOf: one(of: Self.markup), at: place + below(2))
    case 2:
      guard let element = element(in: bytes), let place = place(in: bytes, { $0 == 0x3E }) else { return }
      bytes.insert(contentsOf: Array(bytes[element]), at: place + 1)
    case 3:
      guard let element = element(in: bytes) else { return }
      bytes.removeSubrange(element)
    case 4:
      guard let element = element(in: bytes), let other = self.element(in: bytes) else { return }
      bytes.replaceSubrange(other, with: Array(bytes[element]))
    case 5:
      // A value of its own becomes one from elsewhere, and the other way round.
      guard let place = place(in: bytes, { $0 == 0x3D }), place > 3 else { return }
      let name = Array((below(2) == 0 ? "ref" : " id").utf8)
      bytes.replaceSubrange(place - 3..<place, with: name)
    default: replaceNumber(&bytes)
    }
  }

  /// A tag with what stands in it up to its end, where it has one.
  private mutating func element(in bytes: [UInt8]) -> Range<Int>? {
    guard let start = place(in: bytes, { $0 == 0x3C }), start + 1 < bytes.count, bytes[start + 1] != 0x2F else {
      return nil
    }
    var depth = 0
    var index = start
    while index < bytes.count {
      if bytes[index] == 0x3C { depth += index + 1 < bytes.count && bytes[index + 1] == 0x2F ? -1 : 1 }
      if bytes[index] == 0x3E {
        if bytes[index - 1] == 0x2F { depth -= 1 }
        if depth <= 0 { return start..<index + 1 }
      }
      index += 1
    }
    return nil
  }
}
