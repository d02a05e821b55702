import SourceAnalysis
import SwiftUIModel
import Testing

/// The sources of a small app.
func graph(_ text: String) -> SourceGraph {
  let tree = Array(text.utf8).withUnsafeBufferPointer { FactsReader.read($0) }
  return SourceGraph(index: SourceIndex(files: [SourceFile(path: "App.swift", tree: tree)]))
}

/// Every line of a table takes effect: the walk through bodies, and a rule that asks, treat each entry as its line says.
@Suite struct EffectTests {
  private static func evaluation(of name: String = "Screen", in graph: SourceGraph) throws -> Evaluation {
    let type = try #require(graph.index.types.first { $0.qualifiedName == name })
    return try #require(graph.evaluation(of: type.id))
  }

  private static func findings(_ rule: String, _ text: String) throws -> [Finding] {
    let rule = try #require(allSourceRules.first { $0.id == rule })
    return Linter.findings(of: rule, in: graph(text))
  }

  /// What the rule looks for where a trace tells what costs something.
  private static func suspicions(_ rule: String, _ text: String) throws -> [Draft] {
    let rule = try #require(allSourceRules.first { $0.id == rule })
    let sources = graph(text)
    return rule.suspicions(
      in: SourceGraph(index: sources.index, options: rule.waivingThresholds(sources.options)))
  }

  // MARK: - Wrappers

  private static let onViews = Wrappers.table.entries.filter { $0.storage != .member }.map(\.name)

  @Test(arguments: onViews) func aWrapperIsRead(_ name: String) throws {
    let sources = graph(
      "struct Screen: View {\n  @\(name) private var value: Int\n  var body: some View { Text(\"\\(value)\") }\n}")
    let evaluation = try Self.evaluation(in: sources)
    let property = try #require(sources.index[evaluation.view].property("value"))
    #expect(property.wrapper == Wrapper.named(name))
    #expect(property.storage == Wrappers.table[name]?.storage)
    #expect(evaluation.evaluationReads(of: "value").count == 1)
    #expect(property.isObservedObject == (Wrappers.table[name]?.invalidates == .object))
  }

  @Test(arguments: onViews) func anUnreadWrapperIsReportedIfItSubscribes(_ name: String) throws {
    let found = try Self.findings(
      "unused_dynamic_property",
      "struct Screen: View {\n  @\(name) private var value: Int\n  var body: some View { Text(\"\") }\n}")
    #expect(found.isEmpty == (Wrappers.table[name]?.subscribesUnread == false))
  }

  @Test(arguments: onViews) func aClosureBindingIsReplacedByTheProjection(_ name: String) throws {
    let found = try Self.findings(
      "closure_binding",
      """
      struct Screen: View {
        @\(name) private var value: Int
        var body: some View { Stepper("", value: Binding(get: { value }, set: { value = $0 })) }
      }
      """)
    #expect(found.isEmpty == (Wrappers.table[name]?.projects != .binding))
  }

  @Test(arguments: Wrappers.table.entries.map(\.name)) func aWrapperInAnObservableClassIsReported(_ name: String) throws
  {
    let found = try Self.findings(
      "wrapper_not_observation_ignored", "@Observable final class Settings {\n  @\(name) var value: Int\n}")
    #expect(found.isEmpty == (Wrappers.table[name]?.conflictsWithTracking == false))
  }

  @Test(arguments: onViews) func stateOfTheViewIsPrivate(_ name: String) throws {
    let found = try Self.findings(
      "non_private_state",
      "struct Screen: View {\n  @\(name) var value: Int = 0\n  var body: some View { Text(\"\\(value)\") }\n}")
    #expect(found.isEmpty == (Wrappers.table[name]?.storage.isOwnedByView == false))
  }

  // MARK: - Actions

  private static let calls = Modifiers.table.entries + Functions.table.entries

  /// Those whose unlabelled trailing closure says what it is; the names of apps' own begin with `on` as well.
  private static let actions = calls.filter { $0.closures == .actions }.map(\.name)
  private static let evaluated = calls.filter { $0.closures == .evaluated && !$0.name.hasPrefix("on") }.map(\.name)

  private static func writing(_ call: String) -> SourceGraph {
    graph(
      "struct Screen: View {\n  @State private var height: CGFloat = 0\n  var body: some View {\n    Text(\"\\(height)\").\(call)\n  }\n}"
    )
  }

  @Test(arguments: actions) func anActionRunsLater(_ name: String) throws {
    let evaluation = try Self.evaluation(in: Self.writing("\(name) { height = 1 }"))
    #expect(evaluation.writes.map(\.phase.isEvaluation) == [false])
  }

  @Test(arguments: evaluated) func whatIsNoActionRunsWithTheBody(_ name: String) throws {
    let evaluation = try Self.evaluation(in: Self.writing("\(name) { height = 1 }"))
    #expect(evaluation.writes.map(\.phase.isEvaluation) == [true])
  }

  @Test(arguments: calls.filter { $0.closures == .transformThenAction }.map(\.name))
  func aTransformRunsWithTheBody(_ name: String) throws {
    let evaluation = try Self.evaluation(
      in: Self.writing("\(name)(for: CGFloat.self) { $0.size.width + height } action: { height = $0 }"))
    #expect(evaluation.writes.map(\.phase.isEvaluation) == [false])
    #expect(evaluation.evaluationReads(of: "height").count == 2)
  }

  @Test(arguments: calls.filter { $0.closures == .actions || $0.closures == .transformThenAction }.map(\.name))
  func howOftenAnActionRuns(_ name: String) throws {
    let call = try #require(Modifiers.table[name] ?? Functions.table[name])
    let isTransform = call.closures == .transformThenAction
    let closures =
      isTransform ? "(for: CGFloat.self) { $0.size.width } action: { height = $0 }" : "(timer) { height = 1 }"
    let evaluation = try Self.evaluation(in: Self.writing(name + closures))
    let write = try #require(evaluation.writes.first)
    #expect(SourceGraph.isHot(write) == (call.rate == .perEvent || call.rate == .stream))
  }

  @Test(
    arguments: Views.table.entries.filter { $0.closures != .evaluated && $0.closures != .labelledAction }.map(\.name))
  func aControlRunsItsActionLater(_ name: String) throws {
    let more = Views.table[name]?.closures == .steps ? " onDecrement: { height = 2 }" : ""
    let told = Views.table[name]?.closures == .tells ? "_ in " : ""
    let sources = graph(
      "struct Screen: View {\n  @State private var height = 0\n  var body: some View {\n    \(name)(\"\") { \(told)height = 1 }\(more)\n  }\n}"
    )
    let writes = try Self.evaluation(in: sources).writes
    #expect(!writes.isEmpty)
    #expect(writes.allSatisfy { !$0.phase.isEvaluation })
  }

  // MARK: - Content

  private static func listening(_ body: String) -> String {
    """
    struct Screen: View {
      @State private var tick = 0
      let orders: [Order]
      var body: some View {
        VStack {
          Text("\\(tick)").onTapGesture { tick += 1 }
          \(body)
        }
      }
    }
    struct Order: Identifiable { let id: Int; let title: String }
    struct Details: View {
      let title: String
      let save: () -> Void
      var body: some View {
        VStack {
          Text(title); Text(title); Text(title); Text(title); Text(title); Text(title); Text(title)
          Button("Save", action: save)
        }
      }
    }
    """
  }

  private static let details = "Details(title: \"\", save: { print(tick) })"

  @Test(arguments: Modifiers.table.entries.filter { $0.closures == .evaluated && !$0.name.hasPrefix("on") }.map(\.name))
  func contentThatIsPresentedIsNotEvaluatedWithTheView(_ name: String) throws {
    let found = try Self.suspicions("incomparable_argument", Self.listening("Text(\"\").\(name) { \(Self.details) }"))
    #expect(found.isEmpty == (Modifiers.table[name]?.content == .presented))
  }

  @Test(arguments: Views.presentsDestination.sorted())
  func theDestinationOfALinkIsPresentedAndItsLabelIsNot(_ name: String) throws {
    let destination = Self.listening("\(name) { \(Self.details) } label: { Text(\"\") }")
    let label = Self.listening("\(name) { Text(\"\") } label: { \(Self.details) }")
    let value = Self.listening("\(name)(value: 1) { \(Self.details) }")
    #expect(try Self.suspicions("incomparable_argument", destination).isEmpty)
    #expect(try Self.suspicions("incomparable_argument", label).count == 1)
    #expect(try Self.suspicions("incomparable_argument", value).count == 1)
  }

  @Test(arguments: Modifiers.presents.sorted())
  func theViewThatPresentsIsEvaluatedItself(_ name: String) throws {
    let found = try Self.suspicions(
      "incomparable_argument", Self.listening("\(Self.details).\(name)(isPresented: $isOn) { Text(\"\") }"))
    #expect(found.count == 1)
  }

  @Test(arguments: Modifiers.presents.sorted())
  func rowsThatArePresentedAreNoRowsOfTheView(_ name: String) throws {
    let text = Self.listening("ForEach(orders) { order in Text(\"\").\(name) { \(Self.details) } }")
    let sources = graph(text)
    #expect(!sources.isBuiltInRow(try #require(sources.index.types.first { $0.name == "Details" })))
  }

  // MARK: - Containers

  private static func rows(_ open: String, _ close: String) -> String {
    """
    @Observable final class Store { var orders: [Order] = [] }
    struct Order: Identifiable { let id: Int; let title: String }
    struct Screen: View {
      let store: Store
      var body: some View {
        ScrollView { VStack { \(open) ForEach(store.orders) { order in OrderRow(order: order) } \(close) } }
      }
    }
    struct OrderRow: View {
      let order: Order
      var body: some View { HStack { Text(order.title); Text(order.title); Image(order.title); Text(order.title) } }
    }
    """
  }

  @Test func rowsOfAStackAreBuiltAtOnce() throws {
    #expect(try Self.findings("eager_container", Self.rows("", "")).count == 1)
  }

  @Test(arguments: Views.ownsContent.subtracting(Views.makesRows).subtracting([Views.grid]).sorted())
  func aContainerWithALayoutOfItsOwnIsNotTheStack(_ name: String) throws {
    #expect(try Self.findings("eager_container", Self.rows("\(name) {", "}")).isEmpty)
  }

  @Test(arguments: Views.isTransparent.sorted())
  func aTransparentContainerLeavesTheRowsToTheStack(_ name: String) throws {
    #expect(try Self.findings("eager_container", Self.rows("\(name) {", "}")).count == 1)
  }

  @Test(arguments: Modifiers.ownsContent.sorted())
  func contentBesideTheViewIsNotInTheStack(_ name: String) throws {
    #expect(try Self.findings("eager_container", Self.rows("Text(\"\").\(name) {", "}")).isEmpty)
  }

  @Test(arguments: Views.stacks.keys.sorted()) func aStackOfTheSameAxisIsMadeLazy(_ name: String) throws {
    let text = Self.rows("", "").replacing("VStack", with: name)
      .replacing("ScrollView {", with: Views.stacks[name] == .horizontal ? "ScrollView(.horizontal) {" : "ScrollView {")
    let found = try Self.findings("eager_container", text)
    #expect(found.count == 1)
    #expect(found.first?.message.contains(Views.lazyCounterpart(of: name)) == true)
    #expect(Views.table.contains(Views.lazyCounterpart(of: name)))
  }

  @Test(arguments: Views.table.names.sorted()) func whoMakesRows(_ name: String) throws {
    let sources = graph(
      """
      struct Screen: View {
        let orders: [String]
        var body: some View { \(name)(orders) { order in OrderRow(order: order) } }
      }
      struct OrderRow: View { let order: String; var body: some View { Text(order) } }
      """)
    let child = try Self.evaluation(in: sources).children.first { $0.name == "OrderRow" }
    #expect((child?.row != nil) == Views.makesRows.contains(name))
  }

  // MARK: - Keys, types, methods, protocols

  @Test(arguments: EnvironmentKeys.table.names.sorted()) func aKeyThatHoldsAnActionIsReadInALeaf(_ key: String) throws {
    let lines = (0..<90).map { "      Text(\"\($0)\")" }.joined(separator: "\n")
    let found = try Self.findings(
      "dismiss_dependency",
      "struct Screen: View {\n  @Environment(\\.\(key)) private var action\n  var body: some View {\n    VStack {\n\(lines)\n      Button(\"Close\") { action() }\n    }\n  }\n}"
    )
    #expect(found.isEmpty != EnvironmentKeys.actions.contains(key))
  }

  @Test(arguments: EnvironmentKeys.table.names.sorted()) func aKeyThatChangesIsReportedIfOnlyActionsUseIt(_ key: String)
    throws
  {
    let found = try Self.suspicions(
      "unused_dynamic_property",
      "struct Screen: View {\n  @Environment(\\.\(key)) private var key\n  var body: some View { Button(\"\") { print(key) } }\n}"
    )
    #expect(found.isEmpty != EnvironmentKeys.changing.contains(key))
  }

  @Test(arguments: KnownTypes.table.names.sorted()) func aCostlyObjectIsReported(_ name: String) throws {
    let found = try Self.findings(
      "object_created_in_body",
      "struct Screen: View {\n  let day: Date\n  var body: some View {\n    let made = \(name)()\n    Text(\"\\(made) \\(day)\")\n  }\n}"
    )
    #expect(found.isEmpty != KnownTypes.costly.contains(name))
  }

  @Test(arguments: KnownTypes.table.names.sorted()) func whatIsNotCalledAsAViewIsNoElement(_ name: String) throws {
    let text = "struct Screen: View {\n  var body: some View {\n    \(name)()\n  }\n}"
    let count = try Self.evaluation(in: graph(text)).calls.count
    #expect(count == 1)
    #expect(KnownTypes.values.contains(name) == (KnownTypes.table[name]?.meaning != .view))
  }

  @Test(arguments: Methods.table.names.sorted()) func aMethodThatMutatesWrites(_ name: String) throws {
    let sources = graph(
      "struct Screen: View {\n  @State private var list: [Int] = []\n  var body: some View { Button(\"\") { list.\(name)(1) } }\n}"
    )
    #expect(try Self.evaluation(in: sources).writes.map(\.operation) == (Methods.mutates.contains(name) ? [name] : []))
  }

  @Test(arguments: Methods.onlyReads.sorted()) func aMethodThatOnlyReadsDoesNotWriteABinding(_ name: String) throws {
    let found = try Self.findings(
      "read_only_binding",
      "struct Screen: View {\n  @Binding var list: [Int]\n  var body: some View { Text(\"\\(list.\(name)())\") }\n}")
    #expect(found.isEmpty == Methods.mutates.contains(name))
  }

  @Test(arguments: Protocols.evaluated.sorted()) func whatSwiftUIEvaluatesIsWalked(_ name: String) throws {
    let sources = graph("struct Screen: \(name) {\n  var body: Never { Text(\"\") }\n}")
    #expect(try Self.evaluation(in: sources).calls.count == 1)
  }

  @Test(arguments: Attributes.table.entries.filter(\.isOnProperties).map(\.name))
  func anAttributeMakesNoStorage(_ name: String) throws {
    let sources = graph("struct Screen: View {\n  @\(name) var value: Int\n  var body: some View { Text(\"\") }\n}")
    #expect(sources.index.types.first?.property("value")?.wrapper == nil)
  }
}
