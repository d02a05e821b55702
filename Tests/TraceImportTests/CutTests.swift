internal import TestSupport
internal import Testing
internal import TraceImport

/// What is read hangs on the bytes of an input, and not on the pieces in which they come or on what stands in front.
@Suite struct CutTests {
  /// Lines of an app's own that say nothing, a number of bytes in all.
  private static func preamble(_ size: Int, seed: UInt64) -> [String] {
    var random = SeededGenerator(seed: seed)
    var lines: [String] = []
    var count = 0
    while count < size {
      let line = String(
        repeating: "fetched item \(Int.random(in: 0...999, using: &random)) ",
        count: Int.random(in: 0...9, using: &random))
      lines.append(line)
      count += line.utf8.count + 1
    }
    return lines
  }

  private static let bodies: [[String]] =
    Layout.all.map { layout in
      ["A: @self, @identity, _x changed.", "A: _x changed.", "B: \\Model.value changed.", "A: unchanged."].enumerated()
        .flatMap { layout.lines($0.element, $0.offset * 1000) }
    } + [
      [
        "A: @self changed.", "B: _x changed.", "Type: stdio", "C: @self changed.",
        "Type: Info | Timestamp: 2025-08-22 10:41:13.994158+09:00 | Process: MyApp | Subsystem: com.apple.SwiftUI | "
          + "Category: Changed Body Properties",
      ],
      ["Unit One MyApp", "Unit One Widget Ext", "Unit One MyApp"].map {
        "Nov  8 10:12:13.123456 \($0)(SwiftUICore)[99] <Info>: Root: _x changed."
      },
      [
        "[", "  {", "    \"eventMessage\": \"A: \\\\M.v changed.\",", "    \"processImagePath\": \"/x/App\"", "  }",
        "]",
      ],
    ]

  @Test(arguments: bodies.indices, [0, 70 << 10, 300 << 10])
  func neitherPiecesNorAPreambleMatter(index: Int, size: Int) {
    let body = Self.bodies[index]
    let expected = Reading(body)
    let lines = Self.preamble(size, seed: UInt64(index)) + body
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    for pieceSize in [Int.max, 65_536, 10_007, 4_096] {
      let reading = Reading(bytes, pieceSize: pieceSize)
      #expect(reading.events == expected.events, "\(size) bytes before, pieces of \(pieceSize): \(body[0])")
      #expect(reading.summary.format == expected.summary.format)
      #expect(reading.summary.issues.map(\.message) == expected.summary.issues.map(\.message))
    }
  }

  /// Behind the first line, too, every layout is read alike wherever the input is cut.
  @Test(arguments: 1...12 as ClosedRange<UInt64>) func mixturesAreReadAlikeInAnyPieces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<60 {
      let body = Self.bodies[Int.random(in: 0..<Self.bodies.count, using: &random)]
      let lines = Bool.random(using: &random) ? body : Array(body.shuffled(using: &random).prefix(2))
      text += lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n") + "\n"
      if Int.random(in: 0..<5, using: &random) == 0 { text += "{\n" }
      if Int.random(in: 0..<9, using: &random) == 0 { text += "  continuation _x changed.\n" }
    }
    let bytes = Array(text.utf8)
    let whole = Reading(bytes).meaning
    for _ in 0..<6 {
      let pieceSize = Int.random(in: 1...2000, using: &random)
      #expect(Reading(bytes, pieceSize: pieceSize).meaning == whole, "seed \(seed), pieces of \(pieceSize)")
    }
  }

  /// A line that is longer than what is kept of one is cut where the line says, and not where a block ends.
  @Test(arguments: [
    "Row: @self changed.Header: _title changed.", "word ",
    "{\"eventMessage\":\"Row: @self changed.\",\"processImagePath\":\"/x/App\"},",
  ])
  func longLinesAreCutAtTheSamePlaces(unit: String) {
    let front = unit.hasPrefix("{") ? "[" : "2025-11-08 10:12:13.123456+0100 App[1:2] [Changed Body Properties] "
    let text = front + String(repeating: unit, count: (5 << 19) / unit.utf8.count) + "\nA: @self changed.\n"
    let bytes = Array(text.utf8)
    let whole = Reading(bytes).meaning
    #expect(whole.events.count > 1 || unit == "word ")
    for pieceSize in [100_003, 65_536, 524_288] {
      #expect(Reading(bytes, pieceSize: pieceSize).meaning == whole, "pieces of \(pieceSize)")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 1000, 15_000]) func blanksInFrontOfAnExportDoNotMatter(count: Int) {
    let export = Array(
      (String(repeating: " \n", count: count / 2)
        + "<?xml version=\"1.0\"?>\n<trace-query-result></trace-query-result>\n")
        .utf8)
    for pieceSize in [Int.max, 1, 64, 1000] where count < 2000 || pieceSize > 1 {
      #expect(Reading(export, pieceSize: pieceSize).summary.format == "instruments", "pieces of \(pieceSize)")
    }
  }
}
