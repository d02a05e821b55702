import TestSupport
import Testing
import TraceImport

/// Wrong, empty and damaged files: named, never a trap.
@Suite struct DamageTests {
  private static let small: [UInt8] = {
    var builder = ExportBuilder(.xcode27)
    builder.updates([
      .init(start: 1_000_000, id: 1, description: "List.body", roots: ["@State x"]),
      .init(start: 1_100_000, id: 2, description: "Row<A, B>.body", hierarchy: ["Row", "List"], roots: ["List.body"]),
    ])
    builder.causes([("@State x", 900, "List.body", 1), ("List.body", 1, "Row<A, B>.body", 2)])
    builder.hitches([(1_000_000, 1_000_000, "")])
    return builder.bytes
  }()

  @Test func everyTruncationIsReportedAndGivesItsRows() {
    let bytes = Self.small
    let whole = read(bytes).1.events.map(\.event)
    for length in stride(from: 0, to: bytes.count - 1, by: 1) {
      let (summary, collector) = read(Array(bytes[..<length]))
      if length > 40 { #expect(summary.isFaulty, "cut at \(length)") }
      #expect(collector.events.count <= whole.count)
    }
  }

  @Test func everyChangedByteIsSurvived() {
    var bytes = Self.small
    for index in bytes.indices {
      let original = bytes[index]
      for replacement in [
        UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "&"), 0, 0xFF, UInt8(ascii: "9"),
      ] {
        bytes[index] = replacement
        _ = read(bytes)
      }
      bytes[index] = original
    }
  }

  @Test func theRowsBeforeACrashAreUsed() {
    let bytes = Self.small
    let rows = bytes.indices.filter { bytes[$0...].starts(with: Array("<row>".utf8)) }
    let (summary, collector) = read(Array(bytes[..<(rows[1] + 30)]))
    #expect(collector.events.map(\.event).first == "List: _x")
    #expect(summary.issues.first?.severity == .error)
    #expect(
      summary.issues.first?.message
        == "the export ends in the middle of a row, as it does when xctrace crashes; the rows before it are used, export again"
    )
  }

  private func messages(_ document: String) -> [String] { read(Array(document.utf8)).0.issues.map(\.message) }

  private let example =
    "xcrun xctrace export --input App.trace --xpath '/trace-toc/run[@number=\"1\"]/data/table[@schema=\"swiftui-updates\"]' --output updates.xml"

  @Test func aTableOfContentsIsNamed() {
    #expect(
      messages(
        "<?xml version=\"1.0\"?><trace-toc><run number=\"1\"><data/></run><run number=\"2\"><data><table schema=\"swiftui-updates\"/></data></run></trace-toc>"
      )
        == [
          "this is the table of contents of a trace, not a table (runs 1, 2); export the table: "
            + example.replacing("\"1\"", with: "\"2\"")
        ])
  }

  @Test func aQueryWithoutMatchIsNamed() {
    #expect(
      messages("<?xml version=\"1.0\"?>\n<trace-query-result>\n</trace-query-result>\n") == [
        "no table in this export: the query matched nothing; list the tables with "
          + "'xcrun xctrace export --input App.trace --toc', then: \(example)"
      ])
  }

  @Test func anotherTableIsNamed() {
    var builder = ExportBuilder()
    builder.node("time-profile", [("time", "sample-time"), ("weight", "weight")]) {
      $0.row($0.value("sample-time", "5"))
    }
    #expect(
      read(builder.bytes).0.issues.map(\.message) == [
        "'time-profile' says nothing about redraws; export the table of updates: \(example)"
      ])
  }

  @Test func aTrackDetailIsNamed() {
    #expect(
      messages(
        "<?xml version=\"1.0\"?><trace-query-result><node xpath='//trace-toc[1]/run[1]/tracks[1]/track[1]/details[1]/detail[1]'>"
          + "<row a=\"1\" b=\"2\" resident-%=\"3\"/></node></trace-query-result>") == [
          "this is the export of a track's detail, not of a table; export the table: \(example)"
        ])
  }

  @Test func anEmptyTableIsNoProof() {
    var builder = ExportBuilder()
    builder.updates([])
    let (summary, _) = read(builder.bytes)
    #expect(
      summary.issues.map(\.message) == [
        "'swiftui-updates' has no rows: 0 updates were recorded, which is no proof that there were none; the Simulator "
          + "records none, and attaching to a running app may not; record on a device or a Mac, and launch the app"
      ])
    #expect(summary.isFaulty)
  }

  @Test func otherXMLIsNamed() {
    #expect(
      messages("<?xml version=\"1.0\"?><plist><dict/></plist>") == [
        "this is XML, but no export of Instruments: its root is 'plist'; pass a log, or an export: \(example)"
      ])
  }

  @Test func updatesWithoutBodiesAreNamed() {
    var builder = ExportBuilder()
    builder.updates([.init(start: 1, id: 1, type: "Other Updates", description: "Layout: X")])
    #expect(
      read(builder.bytes).0.issues.map(\.message) == [
        "none of 1 updates evaluates a view's body; export swiftui-updates with all update types"
      ])
  }

  @Test func hugeIdentifiersTakeNoMemory() {
    let text = String(decoding: Self.small, as: UTF8.self).replacing("id=\"1\"", with: "id=\"4000000000\"")
      .replacing("ref=\"1\"", with: "ref=\"4000000000\"")
    #expect(read(Array(text.utf8)).0.events == 2)
  }

  @Test func referencesToNothingAreReported() {
    let text = String(decoding: Self.small, as: UTF8.self).replacing("ref=\"", with: "ref=\"9")
    let (summary, _) = read(Array(text.utf8))
    #expect(summary.issues.contains { $0.severity == .dataLoss })
  }
}
