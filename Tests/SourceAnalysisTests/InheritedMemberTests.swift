import SourceAnalysis
import Testing
import Vocabulary

/// A class below a model is a model, with the members of its superclass, and who writes these writes those of the superclass.
@Suite struct InheritedMemberTests {
  private static func found(_ rule: String, _ text: String) -> [String] {
    guard let rule = allSourceRules.first(where: { $0.id == rule }) else { return [] }
    return Linter.findings(of: rule, in: SourceGraph(files: [("A.swift", text)])).map(\.message)
  }

  private static func classes(_ base: String, _ added: String = "") -> String {
    """
    class Account\(base) {
      @Published var name = ""
      @Published var balance = 0
      @Published var rate = 0.0
    }
    final class Savings: Account {
      @Published var goal = 0
      @Published var note = ""
    }
    \(added)
    struct Screen: View {
      @ObservedObject var account: Savings
      var body: some View {
        Text(account.name)
        GoalRow(account: account)
      }
    }
    struct GoalRow: View {
      @ObservedObject var account: Savings
      var body: some View { Text("\\(account.name)") }
    }
    """
  }

  /// What a view reads of the superclass is one of all members that the object announces, its own and the inherited ones.
  @Test func inheritedMembersAreAnnounced() throws {
    let graph = SourceGraph(files: [("A.swift", Self.classes(": ObservableObject"))])
    let savings = try #require(graph.index.types.first { $0.name == "Savings" })
    #expect(savings.isObservableObject)
    #expect(Set(graph.announcedMembers(of: savings).map(\.name)) == ["name", "balance", "rate", "goal", "note"])
    let account = try #require(graph.index.types.first { $0.name == "Account" })
    #expect(Set(graph.announcedMembers(of: account).map(\.name)) == ["name", "balance", "rate"])
  }

  /// A class that is below no model is none, whatever its properties are wrapped in; a member that it declares again is its own.
  @Test func classesBelowOthersAreNoModels() throws {
    let graph = SourceGraph(files: [("A.swift", Self.classes(": NSObject"))])
    let savings = try #require(graph.index.types.first { $0.name == "Savings" })
    #expect(!savings.isObservableObject)
    let text = """
      class Base: ObservableObject { @Published var name = "" }
      final class Leaf: Base { override var name: String { didSet { print(name) } } }
      """
    let leaf = try #require(
      SourceGraph(files: [("A.swift", text)]).index.types.first { $0.name == "Leaf" })
    #expect(leaf.allStoredProperties.filter { $0.name == "name" }.count <= 1)
  }

  /// A hierarchy that goes in a circle, as code does while somebody types, ends.
  @Test func circlesEnd() {
    let text = "class A: C { var a = 0 }\nclass B: A { var b = 0 }\nclass C: B { var c = 0 }\n"
    let graph = SourceGraph(files: [("A.swift", text)])
    #expect(graph.index.types.count == 3)
  }

  /// The coordinator of a wrapped view writes a member by way of the subclass: that belongs to the class which declares it.
  @Test(arguments: [
    ("account.balance = count", "Account", 1), ("account.goal = count", "Savings", 1),
    // What the class of the property does not have is somebody else's.
    ("account.limit = count", "", 0),
    ("let account = copy(); account.balance = count", "", 0),
  ])
  func writesBelongToWhoeverDeclaresTheMember(_ write: String, _ owner: String, _ count: Int) {
    let coordinator = """
      struct Chart: UIViewRepresentable {
        let account: Savings
        func makeUIView(context: Context) -> ChartView { ChartView() }
        func updateUIView(_ view: ChartView, context: Context) {}
        func makeCoordinator() -> Coordinator { Coordinator(account) }
        final class Coordinator: NSObject {
          let account: Savings
          init(_ account: Savings) { self.account = account }
          func scrollViewDidScroll(_ view: ChartView) { \(write) }
        }
      }
      """
    let graph = SourceGraph(files: [("A.swift", Self.classes(": ObservableObject", coordinator))])
    for type in graph.index.types where ["Account", "Savings"].contains(type.name) {
      let written = graph.writesOfOthers(to: type.id).map(\.member)
      // Who is below has what is above.
      #expect(written.count == (type.name == "Savings" || owner == "Account" ? count : 0), "\(type.name): \(written)")
    }
  }

  /// What the delegate of a wrapped view assigns at each event is mostly what the model has.
  @Test(arguments: [
    ("func scrollViewDidScroll(_ view: UIScrollView) { account.isAtTop = view.offset < 1 }", 1),
    (
      "func scrollViewDidScroll(_ view: UIScrollView) { update(view) }\n    func update(_ view: UIScrollView) { account.isAtTop = false }",
      0
    ),
    (
      "func scrollViewDidScroll(_ view: UIScrollView) { if account.isAtTop != (view.offset < 1) { account.isAtTop = view.offset < 1 } }",
      0
    ),
    ("func show(_ view: UIScrollView) { account.isAtTop = view.offset < 1 }", 0),
  ])
  func delegatesOfWrappedViewsCompareFirst(_ method: String, _ count: Int) {
    let text = """
      final class Feed: ObservableObject { @Published var isAtTop = true }
      struct Table: UIViewRepresentable {
        let account: Feed
        func makeUIView(context: Context) -> UIScrollView { UIScrollView() }
        func updateUIView(_ view: UIScrollView, context: Context) {}
        final class Coordinator: NSObject, UIScrollViewDelegate {
          let account: Feed
          init(_ account: Feed) { self.account = account }
          \(method)
        }
      }
      """
    #expect(Self.found("redundant_state_write", text).filter { $0.contains("isAtTop") }.count == count)
  }

  /// A class beside the views is nobody's delegate that the sources show, unless it says so.
  @Test func otherDelegatesAreNotLookedAt() {
    let text = """
      final class Feed: ObservableObject { @Published var isAtTop = true }
      final class Watcher: NSObject {
        let account: Feed
        init(_ account: Feed) { self.account = account }
        func scrollViewDidScroll(_ view: UIScrollView) { account.isAtTop = view.offset < 1 }
      }
      """
    #expect(Self.found("redundant_state_write", text).isEmpty)
  }
}
