import SourceAnalysis
import Testing

/// Calls are followed from bodies to where the work is done, as long as a name can mean one declaration only.
@Suite struct CalledWorkTests {
  private func found(_ rule: String, _ text: String) throws -> [String] {
    let rule = try #require(allSourceRules.first { $0.id == rule })
    return Linter.findings(of: rule, in: SourceGraph(files: [("A.swift", text)])).map(\.message)
  }

  private func heavy(_ call: String, _ declarations: String) throws -> [String] {
    try found(
      "heavy_work_in_body",
      """
      struct Item { let id: Int; let name: String }
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var items: [Item] = []
        @Published var query = ""
        \(declarations)
      }
      struct Screen: View {
        @ObservedObject var store: Store
        @State private var isOpen = false
        var body: some View {
          Toggle("", isOn: $isOpen)
          Text("\\(\(call))").opacity(isOpen ? 1 : 0)
        }
      }
      """)
  }

  @Test(arguments: [
    ("store.sortedItems.count", "var sortedItems: [Item] { items.sorted { $0.name < $1.name } }"),
    // What is called after memory keeps no results.
    ("store.byMemory.count", "var byMemory: [Item] { items.sorted { $0.memory < $1.memory } }"),
    ("store.ordered(by: 1).count", "func ordered(by key: Int) -> [Item] { items.sorted { $0.name < $1.name } }"),
    (
      "Store.shared.ordered().count",
      "func ordered() -> [Item] { inner }\n  private var inner: [Item] { items.sorted() }"
    ),
    ("Store.ordered([]).count", "static func ordered(_ items: [Item]) -> [Item] { items.sorted { $0.id < $1.id } }"),
    ("store.matching.count", "var matching: [Item] { items.filter { $0.name.contains(query) } }"),
  ]) func workOfAModelIsFound(_ call: String, _ declaration: String) throws {
    #expect(try heavy(call, declaration).count == 1)
  }

  @Test(arguments: [
    ("store.first.count", "var first: String { items.first?.name ?? query }"),
    (
      "store.ordered.count",
      "private var orderCache: [Item] = []\n  var ordered: [Item] { orderCache.isEmpty ? items.sorted() : orderCache }"
    ),
    ("store.items.count", "func unused() -> [Item] { items.sorted { $0.id < $1.id } }"),
  ]) func whatKeepsItsResultsOrIsNotCalledIsNot(_ call: String, _ declaration: String) throws {
    #expect(try heavy(call, declaration).isEmpty)
  }

  /// What a body asks a type for, and the elements of its rows, is followed like what it asks a model for; and of a store of the
  /// system the label tells.
  @Test(arguments: [
    ("ForEach(Target.installed) { target in Text(target.id) }", ["Target.installed"]),
    ("ForEach(Target.catalog) { target in Row(icon: target.icon) }", ["Target.icon"]),
    ("ForEach(Target.catalog) { target in Row(icon: target.id) }", []),
    ("ForEach(Target.catalog) { target in Button(target.id) { show(target.icon) } }", []),
    ("Row(icon: Target.first)", []),
  ]) func whatTypesAndElementsWorkOutIsFollowed(_ content: String, _ expected: [String]) throws {
    let found = try found(
      "heavy_work_in_body",
      """
      struct Target: Identifiable {
        let id: String
        var url: URL? { NSWorkspace.shared.urlForApplication(withBundleIdentifier: id) }
        var icon: NSImage? { NSWorkspace.shared.icon(forFile: id) }
        static let catalog: [Target] = load()
        static let first = Target(id: "a")
        static var installed: [Target] { catalog.filter { $0.url != nil } }
      }
      struct Screen: View {
        @State private var isOpen = false
        var body: some View {
          Toggle("", isOn: $isOpen)
          \(content)
        }
      }
      """)
    #expect(found.count == expected.count)
    for (message, name) in zip(found, expected) {
      #expect(message.hasPrefix("each evaluation of 'Screen' asks for '\(name)', which asks a store with"))
    }
  }

  @Test func whatIsAskedForOnlyWithoutAValueIsSaidSo() throws {
    let items = "var ordered: [Item] { items.sorted { $0.id < $1.id } }"
    let message = try #require(try heavy("(given ?? store.ordered).count", items).first)
    #expect(message.contains("given no value"))
    #expect(try heavy("(store.ordered ?? given).count", items).first?.contains("given no value") == false)
  }

  @Test func aFreeFunctionIsFollowedUnlessItsNameMeansTwo() throws {
    let view =
      "struct Screen: View {\n  let names: [String]\n  var body: some View { Text(ordered(names).joined()) }\n}\n"
    let function = "func ordered(_ names: [String]) -> [String] { names.sorted() }\n"
    #expect(try found("heavy_work_in_body", view + function).count == 1)
    #expect(try found("heavy_work_in_body", view + function + function.replacing("String", with: "Int")).isEmpty)
  }

  @Test func aLoopThatGathersRowsIsAFilter() throws {
    func view(_ body: String) -> String {
      """
      struct Screen: View {
        @Query private var nodes: [Node]
        let wanted: Int
        var body: some View { List(shown()) { Text($0.name) } }
        private func shown() -> [Node] {
          var found: [Node] = []
          \(body)
          return found
        }
      }
      """
    }
    #expect(
      try found("heavy_work_in_body", view("for node in nodes where node.kind == wanted { found.append(node) }")).count
        == 1)
    #expect(
      try found("heavy_work_in_body", view("for node in nodes where node.id == wanted { return [node] }")).isEmpty)
    #expect(try found("heavy_work_in_body", view("for number in 0..<3 { found.append(Node(number)) }")).isEmpty)
  }

  @Test func aMethodThatGivesNothingBackIsNoPartOfABody() throws {
    let text = """
      struct Screen: View {
        @State private var names: [String] = []
        var body: some View { Loader(text: names.first ?? "") { reload() } }
        private func reload() { names = names.sorted() }
      }
      """
    #expect(try found("heavy_work_in_body", text).isEmpty)
  }

  @Test func aDecoderOfAnotherMemberOfTheNameIsNotBlamed() throws {
    let view = "struct Screen: View {\n  let item: Item\n  var body: some View { Text(item.read(from: 1)) }\n}\n"
    let decoding =
      "struct Profile { static func read(from data: Data) -> Int? { try? JSONDecoder().decode(Int.self, from: data) } }\n"
    let item = "struct Item { func read(from number: Int) -> String { \"\\(number)\" } }\n"
    #expect(try found("object_created_in_body", view + decoding + item).isEmpty)
    #expect(
      try found("object_created_in_body", view.replacing("item.read", with: "Profile.read") + decoding + item).count
        == 1)
  }
}
