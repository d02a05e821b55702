/// Changes text where it has structure: numbers, words, quoted strings, lines, what stands in brackets.
///
/// Flipped bits of a profile or a contract file are no profile any more; a number near the largest, a list without its third
/// element and a name out of another place are.
struct TextMutation {
  private var state: UInt64

  init(seed: UInt32) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private static let numbers = [
    "0", "-1", "1", "2", "255", "65536", "4294967295", "9007199254740992", "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615", "1e400", "0.5", "-0", "1048576", "null",
  ]
  private static let fragments = [
    "\"", "\\", "\\u0000", "\u{0}", "\u{202E}", "\u{301}", "\r", "\n", "- ", "@body A b\n", "@os \\s\n", "::", "()",
    "\\e", ",", "[]",
    "{}", "\u{FEFF}", "é", "🏳️‍🌈", "<<<<<<<\n", "V: @self, @identity changed.\n", ": unchanged.",
  ].map { Array($0.utf8) }

  private mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 1) % max(1, bound)
  }

  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...below(3) {
      switch below(7) {
      case 0: replaceNumber(&bytes)
      case 1: changeLine(&bytes)
      case 2: changeElement(&bytes)
      case 3: swapWords(&bytes)
      case 4:
        let fragment = Self.fragments[below(Self.fragments.count)]
        bytes.insert(contentsOf: fragment, at: below(bytes.count + 1))
      case 5: if !bytes.isEmpty { bytes.removeSubrange(range(from: below(bytes.count), in: bytes) { $0 != 0x0A }) }
      default: replaceNumber(&bytes)
      }
    }
    return bytes
  }

  /// What belongs together around a place.
  private func range(from place: Int, in bytes: [UInt8], _ belongs: (UInt8) -> Bool) -> Range<Int> {
    var (start, end) = (place, place)
    while start > 0, belongs(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, belongs(bytes[end]) { end += 1 }
    return start..<end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == 0x5F || byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  private mutating func replaceNumber(_ bytes: inout [UInt8]) {
    let digits = bytes.indices.filter { bytes[$0] >= 0x30 && bytes[$0] <= 0x39 }
    guard !digits.isEmpty else { return }
    let number = range(from: digits[below(digits.count)], in: bytes) { $0 >= 0x30 && $0 <= 0x39 }
    bytes.replaceSubrange(number, with: Array(Self.numbers[below(Self.numbers.count)].utf8))
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

  /// Doubles, removes or moves what stands between brackets and commas.
  private mutating func changeElement(_ bytes: inout [UInt8]) {
    let starts = bytes.indices.filter { [0x5B, 0x7B, 0x2C].contains(bytes[$0]) }
    guard !starts.isEmpty else { return }
    let start = starts[below(starts.count)] + 1
    var depth = 0
    var end = start
    while end < bytes.count {
      if [0x5B, 0x7B].contains(bytes[end]) { depth += 1 }
      if [0x5D, 0x7D].contains(bytes[end]) { depth -= 1 }
      if depth < 0 || depth == 0 && bytes[end] == 0x2C { break }
      end += 1
    }
    let element = Array(bytes[start..<end])
    switch below(3) {
    case 0: bytes.removeSubrange(start..<min(bytes.count, end + 1))
    case 1: bytes.insert(contentsOf: element + [0x2C], at: start)
    default: bytes.insert(contentsOf: element + [0x2C], at: starts[below(starts.count)] + 1)
    }
  }

  private mutating func swapWords(_ bytes: inout [UInt8]) {
    let places = bytes.indices.filter { Self.isWord(bytes[$0]) }
    guard !places.isEmpty else { return }
    let source = Array(bytes[range(from: places[below(places.count)], in: bytes, Self.isWord)])
    bytes.replaceSubrange(range(from: places[below(places.count)], in: bytes, Self.isWord), with: source)
  }
}
