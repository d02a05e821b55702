import TestSupport
import Testing
import TraceImport

@Suite struct ImportTests {
  private typealias Row = ExportBuilder.UpdateRow

  private func updates(_ version: ExportBuilder.Version, _ rows: [ExportBuilder.UpdateRow]) -> [UInt8] {
    var builder = ExportBuilder(version)
    builder.updates(rows)
    return builder.bytes
  }

  private let session: [ExportBuilder.UpdateRow] = [
    .init(start: 1_000_000_000, duration: 900_000, id: 1, description: "RecipeList.body", roots: ["@State expandedID"]),
    .init(start: 1_000_100_000, id: 2, description: "RecipeRow.body", roots: ["@State expandedID", "RecipeList.body"]),
    .init(start: 1_000_200_000, id: 3, description: "RecipeRow.body", roots: ["@State expandedID", "RecipeList.body"]),
    .init(start: 1_000_300_000, id: 4, type: "Other Updates", description: "Layout: Frame", module: "SwiftUICore"),
    .init(
      start: 1_000_400_000, id: 5, description: "DynamicBody<ViewBodyAccessor<Badge<Box<Int, Text>>>, MainThreadFlags>",
      category: "Creation"),
    .init(start: 1_000_500_000, id: 6, description: "RecipeRow.body [skipped]"),
    .init(start: 2_000_000_000, id: 7, description: "", hierarchy: ["Header", "VStack"], viewName: ""),
    .init(start: 2_000_100_000, id: 8, description: "", hierarchy: ["Header", "VStack"], viewName: "Named"),
    .init(
      start: 2_100_000_000, id: 9, description: "Recipes.Detail.body",
      roots: ["@AppStorage TextStyleModifier.fontOption"]),
    .init(start: 2_200_000_000, id: 10, description: "Detail.body", roots: ["@Observable Store.(Array<Recipe>)"]),
  ]

  private let expected = [
    "RecipeList: _expandedID", "RecipeRow: @self", "RecipeRow: @self", "Badge<Box<Int, Text>>: @identity",
    "Header: <cause not recorded>", "Named: <cause not recorded>", "Detail: _fontOption",
    "Detail: \\Store.<computed (Array<Recipe>)>",
  ]

  @Test(arguments: [ExportBuilder.Version.xcode26, .xcode27])
  func updatesBecomeEvaluations(version: ExportBuilder.Version) {
    let (summary, collector) = read(updates(version, session))
    #expect(summary.format == "instruments")
    #expect(collector.events.map(\.event) == expected)
    #expect(collector.events.first?.duration == .nanoseconds(900_000))
    #expect(collector.events.map(\.trigger)[1...2] == [.event(back: 1), .event(back: 2)])
    #expect(collector.events.first?.severity == .low)
    #expect(summary.events == 8)
    #expect(summary.issues.map(\.message) == ["bodies that SwiftUI skipped are not counted"])
    #expect(collector.facts.modules["Detail"] == "Recipes")
  }

  @Test func rowsAreSentInOrderOfTime() {
    let (_, collector) = read(updates(.xcode26, session.reversed()))
    #expect(collector.events.map(\.event) == expected)
    #expect(collector.events.map(\.time) == collector.events.map(\.time).sorted())
  }

  @Test func splittingAnywhereGivesTheSame() {
    let bytes = updates(.xcode27, session)
    let whole = read(bytes)
    for pieceSize in [1, 2, 3, 5, 17, 100, 1000] {
      let pieces = read(bytes, pieceSize: pieceSize)
      #expect(pieces.0 == whole.0)
      #expect(pieces.1.events == whole.1.events)
    }
  }

  @Test func idsRestartWithEachNode() {
    var builder = ExportBuilder()
    builder.updates([.init(start: 1_000_000, id: 1, description: "First.body")])
    builder.raw("\n")
    builder.updates([.init(start: 2_000_000, id: 2, description: "Second.body", process: "Other (7)")])
    let (summary, collector) = read(builder.bytes)
    #expect(collector.events.map(\.event) == ["First: <cause not recorded>", "Second: <cause not recorded>"])
    #expect(summary.issues.isEmpty)
  }

  @Test func nodesWithoutSchemaTakeTheLastOne() {
    var builder = ExportBuilder(.xcode27)
    builder.updates([])
    builder.updates([], hasSchema: false)
    builder.updates(session, hasSchema: false)
    let (summary, collector) = read(builder.bytes)
    #expect(collector.events.map(\.event) == expected)
    #expect(summary.events == 8)
  }

  @Test(arguments: [ExportBuilder.Version.xcode26, .xcode27])
  func nodesWithoutAnySchemaAreRecognisedByTheirRows(version: ExportBuilder.Version) {
    var builder = ExportBuilder(version)
    builder.updates(session, hasSchema: false)
    #expect(read(builder.bytes).1.events.map(\.event) == expected)
  }

  @Test func unionExportsAreDispatchedPerNode() {
    var builder = ExportBuilder()
    builder.updates(session)
    builder.causes([("@State expandedID", 900, "RecipeList.body", 1)])
    builder.hitches([(1_000_000_000, 33_333_333, "Potentially expensive app update(s)")])
    let (summary, collector) = read(builder.bytes)
    #expect(summary.events == 8)
    #expect(
      collector.facts.graph.edges == [.init(source: "@State expandedID", destination: "RecipeList.body", count: 1)])
    #expect(collector.facts.interruptions.map(\.label) == ["Potentially expensive app update(s)"])
  }

  @Test func filteredCopiesGroupsAndLayoutAreNeverCountedOnTop() {
    var builder = ExportBuilder(.xcode27)
    builder.updates(session)
    builder.updates(session, schema: "SwiftUIFilteredUpdates")
    builder.node("swiftui-update-groups", [("start", "start-time"), ("duration", "duration"), ("label", "string")]) {
      let start = $0.number("start-time", 5)
      let duration = $0.number("duration", UInt64.max)
      $0.row(start, duration, $0.string("Transaction"))
    }
    #expect(read(builder.bytes).0.events == 8)
    var alone = ExportBuilder(.xcode27)
    alone.updates(session, schema: "SwiftUIFilteredUpdates")
    #expect(read(alone.bytes).0.events == 8)
  }

  @Test func corruptDurationsAreCountedAndNotTimed() {
    let rows: [ExportBuilder.UpdateRow] = [
      .init(start: 1_000, duration: 6_148_782_250_705_247_539, id: 1, description: "A.body"),
      .init(start: 2_000, duration: .max, id: 2, description: "A.body"),
      .init(start: 3_000, duration: 3_599_000_000_000, id: 3, description: "A.body"),
      .init(start: 4_000, duration: nil, id: 4, description: "A.body"),
      .init(start: 0, duration: 5, id: nil, description: "A.body", severity: nil),
    ]
    let (summary, collector) = read(updates(.xcode26, rows))
    #expect(summary.events == 5)
    #expect(collector.events.map(\.duration) == [.nanoseconds(5), .corrupt, .corrupt, .corrupt, .unknown])
    #expect(summary.issues.map(\.count) == [3])
  }

  @Test func controlBytesInNamesAreLeftOut() {
    let text = String(decoding: updates(.xcode26, session), as: UTF8.self).replacing(
      "RecipeRow.body", with: "Recipe\u{1}Row.body")
    #expect(read(Array(text.utf8)).1.events.map(\.event) == expected)
  }

  @Test func longAttributesDoNotMatter() {
    var rows = session
    rows[1].hierarchy = (0..<20_000).map { "ModifiedContent<View\($0)>" }
    let (summary, collector) = read(updates(.xcode26, rows), pieceSize: 4096)
    #expect(collector.events.map(\.event) == expected)
    #expect(summary.events == 8)
  }

  @Test func linesOfLogChangesAreEvaluations() {
    var builder = ExportBuilder()
    builder.log([
      (1_000, "Changed Body Properties", "Recipes.RecipeList: @self, @identity, _store changed."),
      (2_000, "Changed Body Properties", " Recipes.RecipeRow :  _isOn  changed."),
      (3_000, "store", "Recipes.RecipeRow: @self changed."),
      (4_000, "Changed Body Properties", "Recipes.RecipeRow: unchanged."),
    ])
    let (summary, collector) = read(builder.bytes)
    #expect(
      collector.events.map(\.event) == [
        "RecipeList: @self | @identity | _store", "RecipeRow: _isOn", "RecipeRow: unchanged",
      ])
    #expect(summary.events == 2)
    #expect(summary.unchanged == 1)
  }

  @Test func logLinesOfViewsWithUpdatesAreNotCountedAgain() {
    var builder = ExportBuilder()
    builder.updates(session)
    builder.log([
      (1_000_000_000, "Changed Body Properties", "Recipes.RecipeList: _expandedID changed."),
      (1_500_000_000, "Changed Body Properties", "Recipes.Logged: _x changed."),
    ])
    let (summary, collector) = read(builder.bytes)
    #expect(summary.events == 9)
    #expect(collector.events.map(\.event).contains("Logged: _x"))
  }

  @Test func signpostsCutTheRecording() {
    var builder = ExportBuilder()
    builder.updates(session)
    builder.intervals([
      (1_000_050_000, 1_000_000, "scroll", "com.example.Recipes"),
      (900_000, 9_000_000_000, "inner", "com.apple.SwiftUI"),
    ])
    let (_, collector) = read(builder.bytes)
    #expect(collector.events.map(\.event).filter { $0.hasPrefix("+") || $0 == "-" } == ["+ scroll", "-"])
    #expect(collector.events[1].event == "+ scroll")
  }

  // MARK: - Runs

  @Test func severalRunsMustBeChosenFrom() {
    var builder = ExportBuilder()
    builder.updates([.init(start: 1, id: 1, description: "A.body")], run: 1)
    builder.updates([.init(start: 2, id: 1, description: "B.body")], run: 3)
    let (summary, collector) = read(builder.bytes)
    #expect(summary.issues.map(\.message) == ["this export holds the runs 1, 3; choose one with '--run N'"])
    #expect(collector.events.isEmpty)
    let (_, third) = read(builder.bytes, options: ReadingOptions(run: 3))
    #expect(third.events.map(\.event) == ["B: <cause not recorded>"])
    let (missing, _) = read(builder.bytes, options: ReadingOptions(run: 2))
    #expect(missing.issues.map(\.message) == ["there is no run 2 in this export; it holds 1, 3"])
  }

  // MARK: - Causes

  @Test func edgesGiveExactTriggersAndCauses() {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, id: 1, description: "List.body"), .init(start: 1_100_000, id: 2, description: "Row.body"),
      .init(start: 1_200_000, id: 3, description: "Row.body"),
      .init(start: 1_300_000, id: 4, description: "Themed.body"),
      .init(start: 1_400_000, id: 5, description: "New.body", category: "Creation"),
    ])
    builder.causes([
      ("@State expandedID", 900, "List.body", 1), ("List.body", 1, "Row.body", 2),
      // Through a step of SwiftUI's own.
      ("List.body", 1, "View List ForEach", 50), ("View List ForEach", 50, "Row.body", 3),
      ("EnvironmentWriter: Font?", 60, "Themed.body", 4), ("List.body", 1, "EnvironmentWriter: Font?", 60),
      ("View Creation / Reuse", 70, "New.body", 5), ("List.body", 1, "New.body", 5),
      ("External Environment", 61, "Row.body [skipped]", 99),
    ])
    let (summary, collector) = read(builder.bytes)
    #expect(
      collector.events.map(\.event) == [
        "List: _expandedID", "Row: @self", "Row: @self", "Themed: <EnvironmentWriter: Font?>", "New: @self | @identity",
      ])
    #expect(
      collector.events.map(\.trigger) == [.none, .event(back: 1), .event(back: 2), .event(back: 3), .event(back: 4)])
    #expect(summary.issues.isEmpty)
  }

  @Test func updatesAndCausesMayBeSeparateFiles() {
    var updates = ExportBuilder()
    updates.updates([
      .init(start: 1_000_000, id: 1, description: "List.body"), .init(start: 1_100_000, id: 2, description: "Row.body"),
    ])
    var causes = ExportBuilder()
    causes.causes([("@State x", 900, "List.body", 1), ("List.body", 1, "Row.body", 2)])
    for order in [[updates.bytes, causes.bytes], [causes.bytes, updates.bytes]] {
      let collector = Collector()
      let summaries = TraceReader.read(exports: order.map { MemorySource($0) }, into: collector)
      #expect(collector.events.map(\.event) == ["List: _x", "Row: @self"])
      #expect(summaries.map(\.events).sorted() == [0, 2])
    }
    let other = read(causes.bytes)
    #expect(other.0.issues.map(\.severity) == [.info])
    #expect(other.1.facts.graph.edges.count == 2)
  }

  @Test func causesOfAnotherRecordingAreNoticed() {
    var builder = ExportBuilder()
    builder.updates([.init(start: 1_000_000, id: 1, description: "List.body")])
    builder.causes([("@State x", 900, "List.body", 777)])
    let (summary, _) = read(builder.bytes)
    #expect(
      summary.issues.map(\.message) == ["no cause leads to any of these updates; are both exports of one recording?"])
  }

  @Test func inputsOfOneRunAreFound() {
    let updates = ExportRole(tables: ["swiftui-updates"], holdsEvaluations: true)
    let causes = ExportRole(tables: ["swiftui-causes"], holdsEvaluations: false)
    let hitches = ExportRole(tables: ["hitches"], holdsEvaluations: false)
    #expect(runs([updates, causes, updates, causes]) == [[0, 1], [2, 3]])
    #expect(runs([causes, hitches, updates]) == [[0, 1, 2]])
    #expect(runs([updates, updates]) == [[0], [1]])
    #expect(runs([nil, updates, hitches, nil]) == [[0], [1, 2], [3]])
    #expect(runs([causes]) == [[0]])
    var builder = ExportBuilder()
    builder.updates(session)
    var found = updates
    found.runs = [1]
    #expect(ExportRole.probe(MemorySource(builder.bytes, pieceSize: 9)) == found)
    #expect(ExportRole.probe(MemorySource(Array("ContentView: @self changed.\n".utf8))) == nil)
  }

  @Test func namesOfNodesBecomeCauses() {
    var builder = ExportBuilder(.xcode27)
    let names = [
      "@State: counter", "@Binding Editor.text", "@Environment(\\.font) x",
      "closure #1 in UserDefaultObserver.Target.GraphAttribute.send()",
      "AttributeInvalidatingSubscriber.invalidateAttribute()", "External: Time", "Creation of App",
      "@Observable Model.(Box<A, B>)",
    ]
    builder.updates(
      names.enumerated().map {
        .init(
          start: UInt64($0.offset + 1) * 1_000_000_000, id: UInt64($0.offset), description: "V\($0.offset).body",
          roots: [$0.element])
      })
    #expect(
      read(builder.bytes).1.events.map(\.event) == [
        "V0: _counter", "V1: _text", "V2: _x", "V3: <closure #1 in UserDefaultObserver.Target.GraphAttribute.send()>",
        "V4: <AttributeInvalidatingSubscriber.invalidateAttribute()>", "V5: <External: Time>", "V6: @identity",
        "V7: \\Model.<computed (Box<A, B>)>",
      ])
  }
}
