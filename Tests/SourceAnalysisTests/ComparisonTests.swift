import SourceAnalysis
import Testing

/// How SwiftUI tells values apart, by their types. Each row is what an executed program showed.
@Suite struct ComparisonTests {
  private static let declarations = """
    struct Point { var x: Int; var y: Double }
    struct Loose: Equatable {
      var id: Int
      var junk: Int
      static func == (left: Loose, right: Loose) -> Bool { left.id == right.id }
    }
    struct Named { var name: String; var count: Int }
    struct EquatableNamed: Equatable { var name: String }
    struct Holder { var items: [Named] }
    struct HolderOfEquatable { var items: [EquatableNamed] }
    final class Store {}
    final class Badge: Equatable { static func == (left: Badge, right: Badge) -> Bool { true } }
    struct WithStore { let store: Store; let name: String }
    struct Actions { let open: () -> Void; let name: String }
    enum Tab { case first, second }
    enum Message: Equatable { case text(String), none }
    enum Payload { case text(String) }
    indirect enum Tree { case leaf(Int), node(Tree, Tree) }
    protocol Shape {}
    struct Box<T> { var value: T }
    struct Wrapped { @Clamped var value: Int }
    extension URL { var isLocal: Bool { isFileURL } }
    struct Link { var target: URL }
    """

  private static let index = SourceGraph(files: [("A.swift", declarations)]).index

  @Test(arguments: [
    ("Int", ValueComparison.bitwise), ("Double?", .bitwise), ("CGRect", .bitwise), ("Date", .bitwise),
    ("Point", .bitwise), ("Tab", .bitwise), ("Tab?", .bitwise), ("(Int, y: Double)", .bitwise),
    // Plain memory is compared as memory, whatever its `==` says.
    ("Loose", .bitwise),
    ("String", .equality), ("EquatableNamed", .equality), ("Message", .equality), ("Badge", .equality),
    ("[Int]", .equality), ("[String: Int]", .equality), ("Set<String>", .equality),
    ("Array<EquatableNamed>?", .equality),
    ("[[Tab]]", .equality), ("URL", .equality), ("[URL]", .equality),
    ("Dictionary<String, [EquatableNamed]>", .equality),
    ("Named", .fieldByField), ("Named?", .fieldByField), ("HolderOfEquatable", .fieldByField),
    ("Payload", .fieldByField), ("Link", .fieldByField), ("(String, Int)", .fieldByField), ("WithStore", .fieldByField),
    ("Tree", .fieldByField),
    ("Store", .identity), ("Store?", .identity),
    ("() -> Void", .function), ("((Int) -> String)?", .function), ("@escaping (Int) -> Void", .function),
    ("Actions", .function),
    ("[Named]", .never("Named")), ("[Named]?", .never("Named")), ("[String: Named]", .never("Named")),
    ("Holder", .never("Named")), ("[Store]", .never("Store")), ("[() -> Void]", .never("() -> Void")),
    ("[(Int, Int)]", .never("(Int, Int)")), ("[any Shape]", .never("any Shape")),
    ("any Shape", .unknown), ("some View", .unknown), ("T", .unknown), ("Box<Int>", .unknown), ("[T]", .unknown),
    ("Wrapped", .unknown), ("", .unknown),
  ])
  func typesCompare(_ text: String, _ comparison: ValueComparison) {
    #expect(Self.index.comparison(of: text, near: "A.swift") == comparison)
  }

  @Test(arguments: [
    ("Int", true), ("String?", true), ("EquatableNamed", true), ("[EquatableNamed]", true), ("Tab", true),
    ("Set<Named>", true), ("URL?", true), ("Named", false), ("Named?", false), ("[Named]", false),
    ("any Equatable", false),
    ("() -> Void", false), ("Store", false), ("(Int, Int)", false), ("Payload", false), ("T", nil), ("some View", nil),
  ])
  func observableSettersAskWhatIsEquatable(_ text: String, _ isEquatable: Bool?) {
    #expect(Self.index.isEquatable(text, near: "A.swift") == isEquatable)
  }

  @Test func hostileTypesAreRead() {
    let deep = String(repeating: "[", count: 50_000) + "Int" + String(repeating: "]", count: 50_000)
    #expect(Self.index.comparison(of: deep, near: "A.swift") == .unknown)
    let parenthesized = String(repeating: "(", count: 5_000) + "Int" + String(repeating: ")", count: 5_000)
    #expect(Self.index.comparison(of: parenthesized, near: "A.swift") == .unknown)
    for text in ["[", "]", "(", ")", "<", ">", "?", "[:]", "()", "[Int", "Array<", "->", "((", "?!", "Dictionary<>"] {
      _ = Self.index.comparison(of: text, near: "A.swift")
      _ = Self.index.isEquatable(text, near: "A.swift")
    }
    // Each type holds the next one twice: looked at once each, not twice as often with every step.
    let chain = (0..<60).map { "struct S\($0) { var a: S\($0 + 1); var b: S\($0 + 1) }" }.joined(separator: "\n")
    let index = SourceGraph(files: [("B.swift", chain + "\nstruct S60 { var a: Int }")]).index
    #expect(index.comparison(of: "S0", near: "B.swift") == .bitwise)
  }
}

/// What becomes of an equal value that is written to state: it compares every type that can be equal.
@Suite struct EqualWriteTests {
  private func written(_ declaration: String, makers: String = "") throws -> EqualWrite {
    let text = """
      struct Named { var name: String }
      final class Store {}
      struct Screen<T>: View {
        \(declaration)
        var body: some View { Text("") }
      }
      \(makers)
      """
    let graph = SourceGraph(files: [("A.swift", text)])
    let type = try #require(graph.index.types.first { $0.name == "Screen" })
    return graph.equalWrite(to: try #require(type.property("value")), of: type)
  }

  @Test(arguments: [
    ("@State private var value = false", EqualWrite.silent), ("@State private var value: Named", .silent),
    ("@State private var value: [String: Int] = [:]", .silent), ("@State private var value: Store", .silent),
    ("@AppStorage(\"value\") private var value = 1", .silent),
    ("@State private var value: [Named]", .announced), ("@State private var value: () -> Void", .announced),
    ("@State private var value: T", .unknown), ("@StateObject private var value = Store()", .unknown),
    ("let value: Int", .unknown),
  ])
  func stateTellsEqualValues(_ declaration: String, _ expected: EqualWrite) throws {
    #expect(try written(declaration) == expected)
  }

  @Test func aBindingDoesAsWhatItIsBoundTo() throws {
    let bound = "@Binding var value: Int"
    let maker = { (value: String) in
      """
      struct Parent: View {
        @State private var count = 0
        @ObservedObject var model: Model
        var body: some View { Screen(value: \(value)) }
      }
      final class Model: ObservableObject { @Published var count = 0 }
      """
    }
    #expect(try written(bound) == .unknown)
    #expect(try written(bound, makers: maker("$count")) == .silent)
    #expect(try written(bound, makers: maker("$model.count")) == .unknown)
  }
}

/// What closures keep, which decides whether two of them are equal.
@Suite struct ClosureCapturesTests {
  private func captures(_ body: String, members: String = "") throws -> ClosureCaptures {
    let text = """
      struct Screen: View {
        @State private var count = 0
        let title: String
      \(members)
        func open() {}
        var body: some View {
      \(body)
        }
      }
      """
    let graph = SourceGraph(files: [("A.swift", text)])
    let type = try #require(graph.index.types.first { $0.name == "Screen" })
    let call = try #require(type.code.descendants.first { $0.kind == .call && $0.calledName == "Row" })
    let value = try #require(call.arguments.last?.firstChild)
    return ClosureCaptures(of: value, in: type)
  }

  @Test func nothingIsKeptWithoutNamesFromAround() throws {
    #expect(try captures("Row { print(1) }").isEmpty)
    #expect(try captures("Row { value in let next = value + 1; print(next) }").isEmpty)
    #expect(try captures("Row { global() }").isEmpty)
    #expect(try captures("Row { Store.shared.save() }").isEmpty)
  }

  @Test func localsAndElementsAreKeptAsValues() throws {
    let row = try captures("ForEach(items) { item in Row { print(item.name) } }")
    #expect(row.values == ["item"])
    #expect(!row.keepsSelf)
    let local = try captures("let next = 3\nreturn Row { print(next) }")
    #expect(local.values == ["next"])
    #expect(!local.keepsSelf)
  }

  @Test func membersKeepTheWholeView() throws {
    for body in [
      "Row { count += 1 }", "Row { print(title) }", "Row { open() }", "Row { self.open() }", "Row { print($count) }",
    ] {
      let captures = try captures(body)
      #expect(captures.keepsSelf, "\(body)")
      #expect(captures.values.isEmpty, "\(body)")
    }
    #expect(try captures("Row { print(title, count) }").members == ["title", "count"])
    #expect(try captures("Row(action: open)").keepsSelf)
  }

  @Test func captureListsKeepValues() throws {
    let listed = try captures("Row { [count, name = title] in print(count, name) }")
    #expect(listed.values == ["count", "name"])
    #expect(!listed.keepsSelf)
    #expect(try captures("Row { [self] in print(1) }").keepsSelf)
  }

  @Test func shadowedMembersAreNoMembers() throws {
    let shadowed = try captures("Row { count in print(count) }")
    #expect(shadowed.isEmpty)
    let outer = try captures("if let title = other { Row { print(title) } }")
    #expect(outer.values == ["title"])
    #expect(!outer.keepsSelf)
  }
}
