internal import Platform

/// JSON on one line, keys sorted, in pieces: a string that grows to megabytes is there twice whenever it is moved.
struct JSONText {
  private(set) var pieces: [String] = []

  /// As many elements of a list go through the encoder at once; it takes a hundred bytes for each number in them.
  private static let pieceSize = 256

  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      // Only numbers that are not finite can fail, and there are none.
      preconditionFailure("bug: a profile holds a value that JSON has no way to write")
    }
    return String(decoding: data, as: UTF8.self)
  }

  static func += (text: inout JSONText, piece: some StringProtocol) { text.pieces.append(String(piece)) }

  /// Appends a list piece by piece.
  mutating func append<Element>(_ list: [Element], _ stored: (Element) -> some Encodable) {
    self += "["
    var start = 0
    while start < list.count {
      let end = min(start + Self.pieceSize, list.count)
      if start > 0 { self += "," }
      self += Self.of(list[start..<end].map(stored)).dropFirst().dropLast()
      start = end
    }
    self += "]"
  }

  /// By its bytes.
  static func precedes(_ left: JSONText, _ right: JSONText) -> Bool {
    left.pieces.lazy.flatMap(\.utf8).lexicographicallyPrecedes(right.pieces.lazy.flatMap(\.utf8))
  }
}
