/// Which tables an export holds, found by looking for the beginnings of its nodes and passing over all else.
struct ExportOutline {
  /// Longer than the beginning of any node up to the name of its schema.
  private static let longestBeginning = 1 << 10

  private(set) var schemas: Set<String> = []
  private(set) var runs: Set<Int> = []
  /// The end of the last piece, in which a node may begin.
  private var tail: [UInt8] = []

  mutating func consume(_ piece: ByteSpan) {
    let joint = min(piece.count, Self.longestBeginning)
    tail.append(contentsOf: UnsafeBufferPointer(start: piece.start, count: joint))
    tail.withUnsafeBytes { look(ByteSpan($0)) }
    look(piece)
    tail = Array(UnsafeBufferPointer(start: piece.start, count: piece.count).suffix(Self.longestBeginning))
  }

  private mutating func look(_ bytes: ByteSpan) {
    var start = 0
    while let node = bytes.firstIndex(of: "<node", from: start) {
      start = node + 5
      let beginning = bytes.sub(node, min(bytes.count, node + Self.longestBeginning))
      if let end = beginning.firstIndex(of: UInt8(ascii: ">")),
        let run = InstrumentsReader.run(inPath: XMLText.string(beginning.sub(0, end)))
      {
        runs.insert(run)
      }
      if let name = Self.schema(in: beginning) { schemas.insert(name) }
    }
  }

  /// The name in `<schema name="…">`.
  private static func schema(in beginning: ByteSpan) -> String? {
    guard let schema = beginning.firstIndex(of: "<schema"),
      let end = beginning.firstIndex(of: UInt8(ascii: ">"), from: schema),
      let name = beginning.firstIndex(of: "name=", from: schema), name < end
    else { return nil }
    let quote = beginning[name + 5]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let close = beginning.firstIndex(of: quote, from: name + 6), close <= end
    else { return nil }
    return XMLText.string(beginning.sub(name + 6, close))
  }
}
