/// A replacement of a range of UTF-8 bytes.
package struct Edit: Sendable, Hashable {
  package var range: Range<Int>
  package var replacement: String

  package init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  package static func insert(_ text: String, at offset: Int) -> Edit { Edit(offset..<offset, text) }

  /// The bytes with all edits applied, or `nil` where two of them overlap or one lies outside.
  package static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8]? {
    // Insertions at one place keep the order they were made in.
    let sorted = edits.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.offset) < (right.element.range.lowerBound, right.offset)
    }.map(\.element)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 256)
    var position = 0
    for edit in sorted {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= bytes.count else { return nil }
      result.append(contentsOf: bytes[position..<edit.range.lowerBound])
      result.append(contentsOf: edit.replacement.utf8)
      position = edit.range.upperBound
    }
    result.append(contentsOf: bytes[position...])
    return result
  }

  /// Whether both insert something at one place: what they declare may have one name.
  func isBeside(_ other: Edit) -> Bool { range.isEmpty && range == other.range }

  /// Whether the two cannot be applied together.
  package func conflicts(with other: Edit) -> Bool {
    if range.isEmpty || other.range.isEmpty {
      return range.lowerBound > other.range.lowerBound && range.lowerBound < other.range.upperBound
        || other.range.lowerBound > range.lowerBound && other.range.lowerBound < range.upperBound
    }
    return range.overlaps(other.range)
  }
}
