internal import Foundation

/// Values as JSON on one line, keys sorted.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
      // Only numbers that are not finite can fail, and there are none.
      preconditionFailure("bug: a profile holds a value that JSON has no way to write")
    }
    return String(decoding: data, as: UTF8.self)
  }

  /// How many elements of a list go through the encoder at once.
  private static let pieceSize = 256

  /// Appends a list piece by piece: the encoder takes a hundred bytes for each number, and a run has half a million.
  static func append<Element>(_ list: [Element], to text: inout String, _ stored: (Element) -> some Encodable) {
    text += "["
    var start = 0
    while start < list.count {
      let end = min(start + pieceSize, list.count)
      if start > 0 { text += "," }
      text += of(list[start..<end].map(stored)).dropFirst().dropLast()
      start = end
    }
    text += "]"
  }
}
