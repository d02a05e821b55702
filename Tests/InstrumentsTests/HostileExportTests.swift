import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// Exports that are written as the format allows and hardly anybody expects.
@Suite struct HostileExportTests {
  private typealias Row = ExportBuilder.UpdateRow

  private func summary(_ bytes: [UInt8], _ options: ProfileOptions = ProfileOptions()) -> RedrawSummary {
    let builder = ProfileBuilder(options: options)
    _ = TraceReader.read(MemorySource(bytes), into: builder)
    return RedrawSummary(TraceProfile(runs: [builder.finish()]))
  }

  private func export(
    _ rows: [ExportBuilder.UpdateRow], _ edges: [(String, UInt64, String, UInt64)] = []
  ) -> [UInt8] {
    var builder = ExportBuilder(.xcode27)
    builder.updates(rows)
    if !edges.isEmpty { builder.causes(edges) }
    return builder.bytes
  }

  private func replacing(_ bytes: [UInt8], _ old: String, _ new: String) -> [UInt8] {
    Array(String(decoding: bytes, as: UTF8.self).replacing(old, with: new).utf8)
  }

  // MARK: - Causes

  private let pageAndRow: [ExportBuilder.UpdateRow] = [
    .init(start: 1_000_000, duration: 900_000, id: 1, description: "Page.body"),
    .init(start: 1_100_000, id: 3, description: "Row.body"),
  ]

  @Test(arguments: [1, 63, 64, 65, 111, 1000])
  func triggersAreFoundBehindAnyNumberOfSteps(steps: Int) {
    var edges: [(String, UInt64, String, UInt64)] = [("@State x", 900, "Page.body", 1)]
    var last: (String, UInt64) = ("Page.body", 1)
    for step in 0..<steps {
      edges.append((last.0, last.1, "ForEach List", UInt64(10_000 + step)))
      last = ("ForEach List", UInt64(10_000 + step))
    }
    edges.append((last.0, last.1, "Row.body", 3))
    let collector = read(export(pageAndRow, edges)).1
    #expect(collector.events.map(\.event) == ["Page: _x", "Row: @self"])
    #expect(collector.events.map(\.trigger) == [.none, .event(back: 1)])
  }

  @Test func graphsOfManyEqualStepsAreReadInTime() {
    // Each row is below all the others' steps; following every one for every row would take for ever.
    var edges: [(String, UInt64, String, UInt64)] = []
    for step in 0..<3000 {
      edges.append(("Preference List", UInt64(10_000 + step), "Preference List", 10_001 + UInt64(step)))
    }
    let rows = (0..<3000).map { Row(start: UInt64($0) * 1000, id: UInt64($0 + 1), description: "Row.body") }
    for row in rows { edges.append(("Preference List", 13_000, "Row.body", row.id ?? 0)) }
    #expect(read(export(rows, edges)).1.events.count == 3000)
  }

  @Test(arguments: [false, true])
  func parentsComeBeforeChildrenThatBeganWithThem(isChildFirst: Bool) {
    var rows = pageAndRow
    rows[1].start = rows[0].start
    if isChildFirst { rows.swapAt(0, 1) }
    let edges: [(String, UInt64, String, UInt64)] = [
      ("@State x", 900, "Page.body", 1), ("Page.body", 1, "Row.body", 3),
    ]
    let summary = summary(export(rows, edges))
    #expect(summary.rootCauses.map(\.view) == ["Page"])
    #expect(summary.rootCauses.first?.blastRadius == 2)
    #expect(summary.rootCauses.first?.isInferred == false)
  }

  @Test func edgesToSkippedBodiesCauseNothing() {
    let edges: [(String, UInt64, String, UInt64)] = [
      ("@State x", 900, "Page.body", 1), ("Page.body", 1, "Row.body", 3), ("@State y", 901, "Row.body [skipped]", 3),
    ]
    #expect(read(export(pageAndRow, edges)).1.events.map(\.event) == ["Page: _x", "Row: @self"])
  }

  @Test func anEvaluationThatIsNotInTheTableIsNotReplacedByAnother() {
    let edges: [(String, UInt64, String, UInt64)] = [
      ("@State x", 900, "Page.body", 1), ("@State c", 901, "Page.body", 999), ("Page.body", 999, "Row.body", 3),
    ]
    let collector = read(export(pageAndRow, edges)).1
    #expect(collector.events.map(\.event) == ["Page: _x", "Row: @self"])
    #expect(collector.events.map(\.trigger) == [.none, .unknown])
    #expect(summary(export(pageAndRow, edges)).views.first { $0.id.name == "Row" }?.triggers.first?.isInferred != false)
  }

  @Test func recordedTriggersStayRecordedBesideOthers() throws {
    let rows =
      pageAndRow + [
        .init(start: 900_000_000, id: 5, description: "Page.body"),
        .init(start: 900_000_100, id: 6, description: "Row.body"),
      ]
    let edges: [(String, UInt64, String, UInt64)] = [
      ("@State x", 900, "Page.body", 5), ("Page.body", 5, "Row.body", 6),
    ]
    let row = try #require(summary(export(rows, edges)).views.first { $0.id.name == "Row" })
    #expect(row.triggers.map(\.isInferred) == [false])
    #expect(row.recordedTriggers < row.evaluations)
  }

  // MARK: - Values

  @Test(arguments: [
    ("<duration id=\"9000\" fmt=\"520.00 µs\"></duration>", 520_000 as UInt64),
    ("<duration id=\"9000\" fmt=\"520.00 µs\"/>", 520_000),
    ("<duration id=\"9000\" fmt=\"16.67 ms\">\n</duration>", 16_670_000),
    ("<duration id=\"9000\" fmt=\"1,5 s\"></duration>", 1_500_000_000), ("<duration id=\"9000\" fmt=\"250 ns\"/>", 250),
  ])
  func durationsWithoutTextAreReadFromTheirDisplay(cell: String, expected: UInt64) {
    let bytes = replacing(
      export([Row(start: 1_000_000, duration: 424_242, id: 1, description: "Row.body")]),
      "<duration id=\"2\" fmt=\"424242\">424242</duration>", cell)
    #expect(read(bytes).1.events.map(\.duration) == [.nanoseconds(expected)])
  }

  @Test(arguments: ["-5", "abc", "12a", "-9223372036854775808", "18446744073709551615", "99999999999999999999999"])
  func durationsThatAreNoneAreCountedAndReported(text: String) {
    let bytes = replacing(
      export([Row(start: 1_000_000, duration: 424_242, id: 1, description: "Row.body")]),
      "fmt=\"424242\">424242</duration>", "fmt=\"\(text)\">\(text)</duration>")
    let (summary, collector) = read(bytes)
    #expect(collector.events.map(\.duration) == [.corrupt])
    #expect(summary.issues.contains { $0.message.contains("counted, not timed") })
  }

  @Test(arguments: [
    ("00:04.961.155", 4_961_155_000 as Int64), ("1:02:03.004.005", 3_723_004_005_000), ("00:00.000", 0),
  ])
  func timesWithoutTextAreReadFromTheirDisplay(display: String, expected: Int64) {
    let bytes = replacing(
      export([Row(start: 424_242, id: 1, description: "Row.body")]),
      "<start-time id=\"1\" fmt=\"424242\">424242</start-time>", "<start-time id=\"1\" fmt=\"\(display)\"></start-time>"
    )
    #expect(read(bytes).1.events.map(\.time) == [expected])
  }

  @Test(arguments: ["></swiftui-update>", "/>", ">\n</swiftui-update>"])
  func typesWithoutTextAreReadFromTheirDisplay(end: String) {
    let bytes = replacing(export(pageAndRow), ">View Body Updates</swiftui-update>", end)
    #expect(read(bytes).1.events.count == (end.contains("\n") ? 0 : 2))
  }

  @Test(arguments: [
    "<typed-array id=\"900\" fmt=\"@State a, blue, x, n/a, n/a\"></typed-array>",
    "<typed-array id=\"900\" fmt=\"@State a, blue, x, n/a, n/a\"/>",
    "<metadata id=\"900\" fmt=\"@State a teal x n/a n/a\"></metadata>",
  ])
  func nodesWithoutTextAreReadFromTheirDisplay(node: String) {
    var builder = ExportBuilder(.xcode27)
    builder.updates([.init(start: 1_000_000, id: 2, description: "Row.body")])
    builder.node("swiftui-causes", builder.causeColumns) { builder in
      builder.row(
        "<event-time id=\"1\" fmt=\"0\">5</event-time>", builder.number("uint32", 90), node,
        builder.number("uint32", 2),
        builder.graphNode("Row.body"), "<sentinel/>", "<sentinel/>", "<sentinel/>", "<sentinel/>", "<sentinel/>")
    }
    #expect(read(builder.bytes).1.events.map(\.event) == ["Row: _a"])
  }

  @Test(arguments: ["<sentinel/>", "<start-time id=\"9000\" fmt=\"\">1125899906842623</start-time>"])
  func rowsWithoutATimeAreNotAtTheBeginning(cell: String) {
    let rows =
      (0..<4).map {
        Row(start: 10_000_000_000 + UInt64($0) * 10_000_000, id: UInt64($0), description: "Row.body")
      } + [Row(start: 424_242, id: 9, description: "Row.body")]
    let bytes = replacing(export(rows), "424242\">424242</start-time>", "@@").replacingCell(cell)
    let all = summary(bytes)
    #expect(all.totals.evaluations == 5)
    #expect(all.parts.first?.nanoseconds == 30_000_000)
    #expect(summary(bytes, ProfileOptions(window: 0...25)).totals.evaluations == 3)
  }

  @Test func numbersAreNoTexts() {
    // The type of the second row refers to the first row's duration.
    var text = String(decoding: export(pageAndRow), as: UTF8.self).replacing("900000", with: "4294967295")
    if let reference = text.ranges(of: "<swiftui-update ref=").last,
      let end = text[reference.upperBound...].firstIndex(of: "/")
    {
      text.replaceSubrange(reference.upperBound..<end, with: "\"2\"")
    }
    #expect(read(Array(text.utf8)).1.events.map(\.event) == ["Page: <cause not recorded>"])
  }

  // MARK: - Other tables

  @Test func momentsContainNothing() {
    var builder = ExportBuilder()
    builder.updates(pageAndRow)
    let columns: [ExportBuilder.Column] = [
      ("start", "start-time"), ("duration", "duration"), ("name", "signpost-name"), ("category", "category"),
      ("subsystem", "subsystem"),
    ]
    builder.node("os-signpost-interval", columns) { builder in
      builder.row(
        builder.number("start-time", 1_050_000), builder.number("duration", 0), builder.value("signpost-name", "zero"),
        builder.value("category", "PointsOfInterest"), builder.value("subsystem", "org.example"))
    }
    #expect(summary(builder.bytes).views.allSatisfy { $0.id.scenario == nil })
  }

  @Test func interruptionsAreFilteredAsEvaluationsAre() {
    var builder = ExportBuilder()
    builder.updates(pageAndRow)
    builder.hitches([(1_000_000, 5_000_000, "a"), (900_000_000, 5_000_000, "b")])
    #expect(summary(builder.bytes).interruptions.count == 2)
    #expect(summary(builder.bytes, ProfileOptions(window: 0...30)).interruptions.map(\.label) == ["a"])
    #expect(summary(builder.bytes, ProfileOptions(process: "Recipes")).interruptions.count == 2)
    #expect(summary(builder.bytes, ProfileOptions(process: "Other")).interruptions.isEmpty)
  }

  @Test func viewsOfSeveralScenariosAreCountedOnce() {
    var profile = TraceProfile()
    for scenario in ["one", "two"] {
      let builder = ProfileBuilder(scenario: scenario)
      _ = TraceReader.read(MemorySource(export(pageAndRow)), into: builder)
      profile = profile.merged(with: TraceProfile(runs: [builder.finish()]))
    }
    let summary = RedrawSummary(profile)
    #expect(summary.views.count == 4)
    #expect(summary.totals.views == 2)
  }

  @Test func updatesWithoutRowsAreExplainedWhateverElseThereIs() {
    var builder = ExportBuilder()
    builder.updates([])
    builder.hitches([(1_000_000, 5_000_000, "a")])
    #expect(read(builder.bytes).0.issues.contains { $0.severity == .error && $0.message.contains("Simulator") })
  }

  @Test func theLogNamesModules() {
    var builder = ExportBuilder()
    builder.log([
      (1_000_000, "Changed Body Properties", "FeatureKit.Row: @self, @identity changed."),
      (2_000_000, "Changed Body Properties", "My_App.Outer.Inner: _x changed."),
      (3_000_000, "Changed Body Properties", "Plain: _x changed."),
    ])
    #expect(
      read(builder.bytes).1.events.map(\.event) == ["Row: @self | @identity", "Outer.Inner: _x", "Plain: _x"])
  }

  // MARK: - Too many

  @Test func causesWithoutNumberAreCountedTogether() throws {
    let rows = (0..<3100).map { row in
      Row(
        start: UInt64(row) * 1000, id: UInt64(row + 1), description: "Row.body",
        roots: (0..<22).map { "@State p\(row * 22 + $0)" })
    }
    let (summary, collector) = read(export(rows))
    #expect(collector.events.count == 3100)
    let causes = collector.events.map { $0.event.dropFirst("Row: ".count).split(separator: " | ") }
    #expect(Set(causes.prefix(2900).joined()).count == 2900 * 22)
    #expect(causes.last == ["<further causes>"])
    #expect(summary.events == 3100)
    #expect(
      summary.issues.map(\.message) == ["there are too many distinct causes; further ones are counted as one"])
    #expect(summary.issues.first?.severity == .dataLoss)
  }

  @Test func manyCausesOfOneEvaluationAreReadInTime() {
    // Adding them one by one would make twenty thousand sets of up to as many.
    let edges = (0..<20_000).map { ("@State p\($0)", UInt64($0 + 900), "Page.body", UInt64(1)) }
    let (_, collector) = read(export(pageAndRow, edges + [("@State p7", 907, "Page.body", 1)]))
    #expect(
      collector.events.first?.event.dropFirst("Page: ".count).split(separator: " | ").sorted()
        == (0..<20_000).map { "_p\($0)" }.sorted())
  }

  // MARK: - Several files

  @Test func tablesAreFoundWhereverTheyStandInAFile() {
    var builder = ExportBuilder()
    builder.causes((0..<2000).map { ("@State \($0)", UInt64($0), "Row.body", UInt64($0 + 5000)) })
    builder.updates(pageAndRow, run: 3)
    #expect(builder.bytes.count > 200_000)
    for pieceSize in [1 << 10, 4093, 1 << 16, .max] {
      let role = ExportRole.probe(MemorySource(builder.bytes, pieceSize: pieceSize))
      #expect(role?.holdsEvaluations == true)
      #expect(role?.tables == ["swiftui-causes", "swiftui-updates"])
      #expect(role?.runs == [1, 3])
    }
  }

  @Test func filesOfOneRunAreFoundInAnyOrder() {
    func updates(_ run: Int) -> ExportRole {
      ExportRole(tables: ["swiftui-updates"], holdsEvaluations: true, runs: [run])
    }
    func causes(_ run: Int) -> ExportRole {
      ExportRole(tables: ["swiftui-causes"], holdsEvaluations: false, runs: [run])
    }
    let copy = ExportRole(tables: ["SwiftUIFilteredUpdates"], holdsEvaluations: true, runs: [1])
    #expect(runs([updates(1), updates(2), causes(1), causes(2)]) == [[0, 2], [1, 3]])
    #expect(runs([updates(1), updates(2), causes(2), causes(1)]) == [[0, 3], [1, 2]])
    #expect(runs([updates(1), updates(2), causes(1)]) == [[0, 2], [1]])
    // Two recordings, both of run 1: in order.
    #expect(runs([updates(1), updates(1), causes(1), causes(1)]) == [[0, 2], [1, 3]])
    #expect(runs([causes(1), causes(1), updates(1), updates(1)]) == [[0, 2], [1, 3]])
    #expect(runs([updates(1), updates(1), causes(1)]) == [[0], [1, 2]])
    // A copy belongs to its original, and counts where that is missing.
    #expect(runs([updates(1), copy]) == [[0, 1]])
    #expect(runs([copy, updates(1), causes(1)]) == [[0, 1, 2]])
    #expect(runs([copy, causes(1)]) == [[0, 1]])
    #expect(runs([copy, updates(2)]) == [[0], [1]])
    // A log is counted for itself; causes are those of updates.
    let log = ExportRole(tables: ["os-log"], holdsEvaluations: true, runs: [1])
    #expect(runs([updates(1), log, causes(1)]) == [[0, 2], [1]])
  }

  @Test func pairingByNothingButOrderIsAGuess() {
    func role(_ table: String, _ run: Int) -> ExportRole {
      ExportRole(tables: [table], holdsEvaluations: table == "swiftui-updates", runs: [run])
    }
    func guesses(_ roles: [ExportRole]) -> [Set<Int>] { ExportRole.runs(roles).map(\.guesses) }
    let (updates, causes, hitches) = (role("swiftui-updates", 1), role("swiftui-causes", 1), role("hitches", 1))
    #expect(guesses([updates, causes, hitches]) == [[]])
    #expect(guesses([updates, causes, updates, causes]) == [[1], [3]])
    #expect(guesses([updates, updates, hitches]) == [[], [2]])
    #expect(guesses([updates, causes, role("swiftui-updates", 2), role("swiftui-causes", 2)]) == [[], []])
  }
}

extension [UInt8] {
  /// Puts a cell in place of the start of the row that is marked.
  fileprivate func replacingCell(_ cell: String) -> [UInt8] {
    var text = String(decoding: self, as: UTF8.self)
    guard let mark = text.firstRange(of: "@@"),
      let start = text[..<mark.lowerBound].ranges(of: "<start-time").last
    else { return self }
    text.replaceSubrange(start.lowerBound..<mark.upperBound, with: cell)
    return Array(text.utf8)
  }
}
