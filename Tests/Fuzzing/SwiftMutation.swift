/// Changes Swift files where they have structure: lines, blocks between braces, words, and pieces of what rules look for.
struct SwiftMutation {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Everything that the rules have as examples, by line and by block.
  private static let pieces: [[UInt8]] = {
    let texts = allSourceRules.flatMap { $0.triggering + $0.nonTriggering }.map { $0.replacing("↓", with: "") }
    var pieces: [[UInt8]] = []
    for text in texts {
      let bytes = Array(text.utf8)
      pieces.append(bytes)
      for line in bytes.split(separator: 0x0A) { pieces.append(line + [0x0A]) }
      for block in blocks(in: bytes) { pieces.append(Array(bytes[block])) }
    }
    return pieces
  }()

  private static let fragments = [
    "\"\"\"\n", "\"", "\\(", "#\"", "\"#", "/*", "*/", "//", "#if DEBUG\n", "#endif\n", "#else\n", "{", "}", "(", ")",
    "<",
    ">", "@State ", "@Observable ", "private ", "static ", "some View", "-> ", " in ", "?", "!", "if let x {", "guard ",
    "else", "return ", "await ", "/regex/", "`self`", "\u{FEFF}", "\r\n", "\r", "\t", "é", "🏳️‍🌈", "\u{301}", "\0",
    "// whyredraw:instrument\n", "// whyredraw:disable:next unstable_identity - why\n", "// ---- next file\n",
    "extension V: View {}\n", "#Preview { V() }\n", ".onAppear { x = 1 }", "ForEach(a, id: \\.self) { Row($0) }\n", ";",
  ].map { Array($0.utf8) }

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 1) % max(1, bound)
  }

  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(2) {
      switch below(6) {
      case 0: insert(Self.fragments[below(Self.fragments.count)], into: &bytes)
      case 1: insert(Self.pieces[below(Self.pieces.count)], into: &bytes, atLine: true)
      case 2: changeBlock(&bytes)
      case 3: changeLine(&bytes)
      case 4: replaceWord(&bytes)
      default: replaceBlock(&bytes)
      }
    }
    return bytes
  }

  private mutating func insert(_ piece: [UInt8], into bytes: inout [UInt8], atLine: Bool = false) {
    var place = below(bytes.count + 1)
    if atLine { while place < bytes.count, place > 0, bytes[place - 1] != 0x0A { place += 1 } }
    bytes.insert(contentsOf: piece, at: place)
  }

  /// What stands between braces that belong together, without them.
  private static func blocks(in bytes: [UInt8]) -> [Range<Int>] {
    var open: [Int] = []
    var result: [Range<Int>] = []
    for (index, byte) in bytes.enumerated() {
      if byte == 0x7B { open.append(index + 1) }
      if byte == 0x7D, let start = open.popLast() { result.append(start..<index) }
    }
    return result
  }

  private mutating func changeBlock(_ bytes: inout [UInt8]) {
    let blocks = Self.blocks(in: bytes)
    guard !blocks.isEmpty else { return }
    let block = blocks[below(blocks.count)]
    let content = Array(bytes[block])
    switch below(4) {
    case 0: bytes.removeSubrange(block)
    case 1: bytes.insert(contentsOf: content, at: block.upperBound)
    case 2: bytes.replaceSubrange(block, with: Array(" Group {".utf8) + content + Array("} ".utf8))
    default: bytes.replaceSubrange(block, with: content.map { $0 == 0x0A ? 0x20 : $0 })
    }
  }

  private mutating func replaceBlock(_ bytes: inout [UInt8]) {
    let blocks = Self.blocks(in: bytes)
    guard !blocks.isEmpty else { return }
    let source = Array(bytes[blocks[below(blocks.count)]])
    bytes.replaceSubrange(blocks[below(blocks.count)], with: source)
  }

  private mutating func changeLine(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let (first, second) = (below(lines.count), below(lines.count))
    switch below(3) {
    case 0: lines.swapAt(first, second)
    case 1: lines.insert(lines[first], at: second)
    default: lines.remove(at: first)
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == 0x5F || byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  private mutating func replaceWord(_ bytes: inout [UInt8]) {
    let places = bytes.indices.filter { Self.isWord(bytes[$0]) }
    guard !places.isEmpty else { return }
    func word(_ place: Int) -> Range<Int> {
      var (start, end) = (place, place)
      while start > 0, Self.isWord(bytes[start - 1]) { start -= 1 }
      while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
      return start..<end
    }
    let source = Array(bytes[word(places[below(places.count)])])
    bytes.replaceSubrange(word(places[below(places.count)]), with: source)
  }
}
