import TestSupport
import Testing
import TraceImport

/// Every shape in which exports are known to come: what each gives, and what is said of it.
@Suite struct ShapeTests {
  struct Shape: CustomTestStringConvertible, Sendable {
    var name: String
    var bytes: [UInt8]
    /// Evaluations by view.
    var evaluations: [String: Int] = [:]
    var edges = 0
    var interruptions = 0
    /// The beginning of the worst issue; `nil` when there is none worse than a remark.
    var complaint: String?
    /// Words in any of the remarks.
    var remark: String?
    var testDescription: String { name }
  }

  private static let session: [ExportBuilder.UpdateRow] = [
    .init(start: 1_000_000_000, duration: 900_000, id: 1, description: "TaskList.body", roots: ["@State filter"]),
    .init(start: 1_000_100_000, id: 2, description: "TaskRow.body", roots: ["TaskList.body"]),
    .init(start: 1_000_200_000, duration: .max, id: 3, description: "TaskRow.body", roots: ["TaskList.body"]),
    .init(start: 1_000_300_000, id: 4, type: "Other Updates", description: "Text Content", module: "SwiftUICore"),
    .init(start: 1_000_400_000, id: 5, type: "Representable Updates", description: "MapAdaptor.update"),
    .init(
      start: 1_000_500_000, id: 6, description: "StaticBody<ViewBodyAccessor<Badge>, MainThreadFlags>", severity: nil),
    .init(start: 1_000_600_000, id: 7, description: "TaskRow.body [skipped]"),
  ]
  private static let counted = ["TaskList": 1, "TaskRow": 2, "Badge": 1]

  private static func made(_ version: ExportBuilder.Version = .xcode27, _ make: (inout ExportBuilder) -> Void)
    -> [UInt8]
  {
    var builder = ExportBuilder(version)
    make(&builder)
    return builder.bytes
  }

  private static func query(_ body: String) -> [UInt8] {
    Array("<?xml version=\"1.0\"?>\n<trace-query-result>\n\(body)</trace-query-result>\n".utf8)
  }

  /// A table of a schema that says nothing of redraws, or nothing countable.
  private static func table(_ schema: String, _ columns: [ExportBuilder.Column], rows: Int = 2) -> [UInt8] {
    made { builder in
      builder.node(schema, columns) { builder in
        for row in 0..<rows {
          let cells = columns.map { builder.value($0.type, String(1_000_000 * (row + 1))) }
          builder.raw("<row>" + cells.joined() + "</row>\n")
        }
      }
    }
  }

  private static let updates = made { $0.updates(session) }

  static let shapes: [Shape] = [
    Shape(
      name: "updates, 16 columns", bytes: made(.xcode26) { $0.updates(session) }, evaluations: counted,
      remark: "counted, not timed"),
    Shape(name: "updates, 18 columns", bytes: updates, evaluations: counted, remark: "SwiftUI skipped"),
    Shape(
      name: "causes, 26", bytes: made(.xcode26) { $0.causes([("A", 1, "B.body", 2), ("A", 1, "B.body", 3)]) }, edges: 2,
      remark: "fan-in"),
    Shape(name: "causes, 27", bytes: made { $0.causes([("A", 1, "B.body", 2)]) }, edges: 1, remark: "fan-in"),
    Shape(
      name: "full causes", bytes: made { $0.causes([("A", 1, "B.body", 2)], schema: "swiftui-full-causes") }, edges: 1),
    Shape(
      name: "filtered updates", bytes: made { $0.updates(session, schema: "SwiftUIFilteredUpdates") },
      evaluations: counted),
    Shape(
      name: "schema in the first node only",
      bytes: made {
        $0.updates([])
        $0.updates([], hasSchema: false)
        $0.updates(session, hasSchema: false)
      }, evaluations: counted),
    Shape(
      name: "two nodes, ids restart",
      bytes: made {
        $0.updates(session)
        $0.updates([.init(start: 9_000_000_000, id: 90, description: "Other.body")])
      }, evaluations: counted.merging(["Other": 1]) { $1 }),
    Shape(
      name: "union of three tables",
      bytes: made {
        $0.updates(session)
        $0.causes([("@State filter", 900, "TaskList.body", 1)])
        $0.hitches([(1_000_000_000, 33_000_000, "")])
      }, evaluations: counted, edges: 1, interruptions: 1),
    Shape(
      name: "no rows, as from the Simulator", bytes: made { $0.updates([]) },
      complaint: "'swiftui-updates' has no rows: 0 updates"),
    Shape(
      name: "no match", bytes: Array("<?xml version=\"1.0\"?>\n<trace-query-result>\n</trace-query-result>".utf8),
      complaint: "no table in this export"),
    Shape(
      name: "log with changes",
      bytes: made {
        $0.log([
          (1, "Changed Body Properties", "Recipes.TaskRow: @self changed."),
          (2, "Changed Body Properties", " Recipes.TaskRow :  _isOn  changed."),
          (3, "Changed Body Properties", "Recipes.TaskRow: unchanged."), (4, "store", "saved"),
        ])
      }, evaluations: ["TaskRow": 2]),
    Shape(
      name: "log without changes", bytes: made { $0.log([(4, "store", "saved")]) },
      complaint: "the log in this export has no line"),
    Shape(
      name: "crashed in a row", bytes: Array(updates.dropLast(60)), evaluations: counted,
      complaint: "the export ends in the middle"),
    Shape(
      name: "control byte",
      bytes: Array(
        String(decoding: updates, as: UTF8.self).replacing("TaskRow.body<", with: "Task\u{1}Row.body<").utf8),
      evaluations: counted),
    Shape(name: "gzip", bytes: packed(updates), evaluations: counted),
    Shape(
      name: "gzip in two members", bytes: packed(Array(updates.prefix(1999))) + packed(Array(updates.dropFirst(1999))),
      evaluations: counted),
    Shape(
      name: "gzip, padded with zeros", bytes: packed(updates) + [UInt8](repeating: 0, count: 64), evaluations: counted),
    Shape(
      name: "gzip with garbage behind", bytes: packed(updates) + Array("junk".utf8), evaluations: counted,
      complaint: "4 bytes behind the gzip data"),
    Shape(
      name: "gzip, cut", bytes: packed(updates).dropLast(12).map(\.self), complaint: "the gzip data ends too early"),
    Shape(
      name: "gzip with a wrong checksum", bytes: damaged(packed(updates), fromEnd: 8), evaluations: counted,
      complaint: "the gzip data is damaged"),
    Shape(
      name: "gzip with a wrong length", bytes: damaged(packed(updates), fromEnd: 4), evaluations: counted,
      complaint: "the gzip data is damaged"),
    Shape(
      name: "zlib header", bytes: [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01], complaint: "this is zlib data"),
    Shape(
      name: "hitches",
      bytes: made { $0.hitches([(1, 2_000_000, ""), (9_000_000, 3_000_000, "Potentially expensive app update(s)")]) },
      interruptions: 2, remark: "no updates"),
    Shape(
      name: "hangs", bytes: made { $0.hangs([(1, 260_000_000, "Microhang")]) }, interruptions: 1, remark: "no updates"),
    Shape(
      name: "hang risks, none",
      bytes: table("hang-risks", [("time", "event-time"), ("process", "process"), ("message", "narrative")], rows: 0),
      complaint: "'hang-risks' has no rows"),
    Shape(
      name: "hang risks",
      bytes: table("hang-risks", [("time", "event-time"), ("process", "process"), ("message", "narrative")]),
      interruptions: 2),
    Shape(
      name: "changes", bytes: table("swiftui-changes", [("timestamp", "event-time"), ("id", "uint32")]),
      remark: "no updates"),
    Shape(
      name: "update groups",
      bytes: table("swiftui-update-groups", [("start", "start-time"), ("duration", "duration"), ("label", "string")]),
      remark: "no updates"),
    Shape(
      name: "layout updates",
      bytes: table("swiftui-layout-updates", [("start", "start-time"), ("description", "string")]), remark: "no updates"
    ),
    Shape(
      name: "layout updates of Xcode 27",
      bytes: table("SwiftUILayoutUpdates2", [("start", "start-time"), ("depth", "uint32")]), remark: "no updates"),
    Shape(
      name: "signpost intervals", bytes: made { $0.intervals([(1, 2, "scroll", "com.example")]) }, remark: "no updates"),
    Shape(
      name: "points of interest", bytes: table("PointsOfInterestEvents", [("time", "event-time"), ("name", "string")]),
      remark: "no updates"),
    Shape(
      name: "time profile", bytes: table("time-profile", [("time", "sample-time"), ("weight", "weight")]),
      complaint: "'time-profile' says nothing about redraws"),
    Shape(
      name: "processor profile", bytes: table("cpu-profile", [("time", "sample-time"), ("weight", "weight")]),
      complaint: "'cpu-profile' says nothing about redraws"),
    Shape(
      name: "renders", bytes: table("hitches-renders", [("start", "start-time"), ("duration", "duration")]),
      complaint: "'hitches-renders' says nothing"),
    Shape(
      name: "table of contents",
      bytes: Array(
        "<?xml version=\"1.0\"?>\n<trace-toc><run number=\"1\"><data><table schema=\"hitches\"/></data></run></trace-toc>\n"
          .utf8),
      complaint: "this is the table of contents of a trace"),
    Shape(
      name: "schema without a name, indented",
      bytes: query(
        "  <node>\n    <schema>\n      <col><mnemonic>duration</mnemonic></col>\n"
          + "      <col><mnemonic>narrative-description</mnemonic></col>\n    </schema>\n    <row>\n"
          + "      <duration id=\"1\" fmt=\"100 ms\">100000000</duration>\n"
          + "      <narrative-description id=\"2\" fmt=\"Hitch\">Hitch</narrative-description>\n    </row>\n"
          + "    <row>\n      <duration id=\"3\" fmt=\"50 ms\">50000000</duration>\n      <narrative-description ref=\"2\"/>\n"
          + "    </row>\n  </node>\n"), interruptions: 2),
    Shape(
      name: "schema without a name, of nothing known",
      bytes: query(
        "<node><schema><col><mnemonic>label</mnemonic></col></schema><row><label id=\"1\">x</label></row></node>"),
      complaint: "a table without a named schema"),
    // A time and a process are in the log as well as among the risks of hangs.
    Shape(
      name: "schema without a name, of several tables",
      bytes: query(
        "<node><schema><col><mnemonic>time</mnemonic></col><col><mnemonic>process</mnemonic></col></schema>"
          + "<row><event-time id=\"1\">1</event-time><process id=\"2\" fmt=\"A (1)\"/></row></node>"),
      complaint: "a table without a named schema"),
    Shape(
      name: "detail of a track",
      bytes: query(
        "<node xpath='//trace-toc[1]/run[1]/tracks[1]/track[1]'><row a=\"1\" b=\"2\" resident-%=\"3\"/></node>"),
      complaint: "this is the export of a track's detail"),
    Shape(
      name: "two runs",
      bytes: made {
        $0.updates(session)
        $0.updates(session, run: 2)
      }, complaint: "this export holds the runs 1, 2"),
  ]

  private static func packed(_ bytes: [UInt8]) -> [UInt8] {
    do { return try gzipped(bytes) } catch { fatalError("the system has no gzip: \(error)") }
  }

  private static func damaged(_ bytes: [UInt8], fromEnd place: Int) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count - place] ^= 0x55
    return bytes
  }

  @Test(arguments: shapes)
  func givesWhatItHolds(shape: Shape) {
    let (summary, collector) = read(shape.bytes)
    if shape.name != "gzip, cut" {
      var evaluations: [String: Int] = [:]
      for event in collector.events where !event.event.hasSuffix(": unchanged") && event.event.contains(": ") {
        evaluations[String(event.event.prefix { $0 != ":" }), default: 0] += 1
      }
      #expect(evaluations == shape.evaluations)
    }
    #expect(collector.facts.graph.edges.reduce(0) { $0 + $1.count } == shape.edges)
    #expect(collector.facts.interruptions.count == shape.interruptions)
    let worst = summary.issues.first { $0.severity > .info }
    if let complaint = shape.complaint {
      #expect(worst?.message.hasPrefix(complaint) == true, "\(summary.issues.map(\.message))")
    } else {
      #expect(worst == nil)
    }
    if let remark = shape.remark { #expect(summary.issues.contains { $0.message.contains(remark) }) }
  }

  /// Values are read by templates of their columns where they are whole, else by the scanner: both must agree.
  @Test(arguments: shapes)
  func splittingAnywhereGivesTheSame(shape: Shape) {
    let whole = read(shape.bytes)
    for pieceSize in [1, 7, 61, 997] {
      let pieces = read(shape.bytes, pieceSize: pieceSize)
      #expect(pieces.0 == whole.0, "pieces of \(pieceSize)")
      #expect(pieces.1.events == whole.1.events, "pieces of \(pieceSize)")
      #expect(pieces.1.facts.graph == whole.1.facts.graph, "pieces of \(pieceSize)")
    }
  }

  /// What stands in a document besides rows as Instruments writes them.
  @Test(arguments: [
    ("<row>", "<row ><!-- a comment -->"), ("<sentinel/>", "<sentinel />"), ("</string>", "</string >"),
    ("TaskRow.body</", "Task<![CDATA[Row]]>.body</"), ("TaskRow.body</", "TaskRo&#x77;.body</"), ("</row>\n", "</row>"),
    ("</row>\n", "</row>\r\n  "), ("<start-time id=", "<start-time  fmt='x' id="),
    (" fmt=\"", " data-%=\"<&amp;\" fmt=\""),
    ("<process ref=", "<?skip this?><process ref="),
  ])
  func spellingDoesNotMatter(original: String, other: String) {
    let text = String(decoding: Self.updates, as: UTF8.self)
    #expect(text.contains(original))
    for pieceSize in [Int.max, 1, 13] {
      let (summary, collector) = read(Array(text.replacing(original, with: other).utf8), pieceSize: pieceSize)
      let (_, expected) = read(Self.updates)
      #expect(collector.events == expected.events, "pieces of \(pieceSize)")
      #expect(!summary.isFaulty)
    }
  }

  /// Numbers at the edge of what is a number, an identifier, or known.
  @Test(arguments: [
    ("99999999999999999999999", "1"), ("18446744073709551615", "4294967295"), ("18446744073709551615", "123456789"),
    ("", "1"),
    ("12a", "0"), ("-5", "007"),
  ])
  func strangeNumbersAreSurvivedAlike(duration: String, id: String) {
    let text = String(decoding: Self.updates, as: UTF8.self)
      .replacing(">900000<", with: ">\(duration)<").replacing("id=\"2\"", with: "id=\"\(id)\"")
    let whole = read(Array(text.utf8))
    #expect(whole.0.events == 4)
    for pieceSize in [1, 11] {
      let pieces = read(Array(text.utf8), pieceSize: pieceSize)
      #expect(pieces.0 == whole.0)
      #expect(pieces.1.events == whole.1.events)
    }
  }

  @Test func depthAndAttributesWithoutEndAreBounded() {
    let text = String(decoding: Self.updates, as: UTF8.self)
    let deep = text.replacing("<row>", with: "<row>" + String(repeating: "<a>", count: 100_000), maxReplacements: 1)
    #expect(read(Array(deep.utf8)).0.issues.first?.message.hasPrefix("elements are nested deeper than") == true)
    let flood = (0..<20_000).map { " a\($0)=\"\($0)\"" }.joined()
    #expect(read(Array(text.replacing("<process ", with: "<process\(flood) ").utf8)).0.events > 0)
  }
}
