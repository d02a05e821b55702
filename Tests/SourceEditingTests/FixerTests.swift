import Foundation
import SourceAnalysis
import SourceEditing
import Testing

/// `lint --fix`: what is applied parses, compiles where it did, leaves nothing to do, and brings nothing.
@Suite struct FixerTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var rule: String
    var number: Int
    var text: String
    var testDescription: String { "\(rule) #\(number)" }
  }

  static let examples = allSourceRules.flatMap { rule in
    (rule.triggering + rule.nonTriggering).enumerated().map {
      Example(rule: rule.id, number: $0 + 1, text: $1.replacing("↓", with: ""))
    }
  }

  // MARK: - Laws

  /// Whatever is applied, one run applies all of it: a second finds the same texts, and findings are only fewer.
  @Test(arguments: examples) func oneRunIsEnough(_ example: Example) {
    for suggested in [false, true] {
      let first = Self.fix(["A.swift": example.text], suggested: suggested)
      let second = Self.fix(first.texts, suggested: suggested)
      #expect(second.texts == first.texts)
      #expect(second.result.fixed.isEmpty)
      #expect(Self.issues(first.texts) == Self.issues(["A.swift": example.text]))
      let before = Self.identities(["A.swift": example.text])
      #expect(Self.identities(first.texts).allSatisfy { $1 <= before[$0, default: 0] })
    }
  }

  /// Of files that hold everything at once, with either end of line.
  @Test(arguments: 1...40) func randomFilesConverge(_ seed: Int) {
    var random = RandomEdits(seed: UInt64(seed))
    let plain = random.files()
    for files in [plain, plain.mapValues { $0.replacing("\n", with: "\r\n") }] {
      let fixed = Self.fix(files, suggested: seed % 2 == 0)
      #expect(Self.issues(fixed.texts) == 0)
      #expect(Self.fix(fixed.texts, suggested: seed % 2 == 0).result.fixed.isEmpty)
      #expect(fixed.texts.values.allSatisfy { !$0.contains("\n\n\n") && !$0.contains("{\n\n") }, "\(fixed.texts)")
    }
  }

  /// The compiler takes what mechanical edits leave wherever it took what was there.
  @Test func mechanicalEditsTypeCheck() throws {
    let compiler = try StubCompiler()
    var fixed = 0
    for seed in 1...10 {
      var random = RandomEdits(seed: UInt64(seed))
      let files = random.files()
      try #require(try compiler.errors(in: files, []) == "", "seed \(seed)")
      let result = Self.fix(files, suggested: false)
      #expect(try compiler.errors(in: result.texts, []) == "", "seed \(seed): \(result.texts)")
      fixed += result.result.fixed.values.reduce(0, +)
    }
    #expect(fixed > 40)
  }

  // MARK: - Tiers

  @Test func layoutIsNotChangedUnasked() {
    let text = """
      struct Place: Identifiable { let id: Int; let name: String }
      struct Places: View {
        let places: [Place]
        var body: some View {
          ScrollView { VStack { ForEach(places) { place in PlaceRow(place: place) } } }
        }
      }
      struct PlaceRow: View {
        let place: Place
        var body: some View { HStack { Image(place.name); Text(place.name); Text(place.name); Text(place.name) } }
      }

      """
    let unasked = Self.fix(["A.swift": text], suggested: false)
    #expect(unasked.texts == ["A.swift": text])
    #expect(unasked.result.suggested == 1)
    let asked = Self.fix(["A.swift": text], suggested: true)
    #expect(asked.texts["A.swift"]?.contains("LazyVStack {") == true)
    #expect(asked.result.suggested == 0)
  }

  /// The stack of a card that any content is handed to is not the stack of these rows alone, and the rows are no stack.
  @Test func aStackAroundTheContentOfOthersStays() {
    let text = """
      struct Place: Identifiable { let id: Int; let name: String }
      struct Places: View {
        let places: [Place]
        var body: some View {
          ScrollView { Card { ForEach(places) { place in PlaceRow(place: place) } } }
        }
      }
      struct Card<Content: View>: View {
        private let content: Content
        init(@ViewBuilder content: () -> Content) { self.content = content() }
        var body: some View { VStack { Text("Card"); content } }
      }
      struct PlaceRow: View {
        let place: Place
        var body: some View { HStack { Image(place.name); Text(place.name); Text(place.name); Text(place.name) } }
      }

      """
    let asked = Self.fix(["A.swift": text], suggested: true)
    #expect(asked.texts["A.swift"]?.contains("Lazy") == false)
  }

  @Test(arguments: [
    ("@Environment(\\.openURL) private var open", true), ("@Environment(\\.colorScheme) private var scheme", false),
    ("@State private var count = 0", true), ("@State private var count = started()", false),
    ("@State private var store: Store = .shared", false), ("@State private var side: CGFloat = .zero", true),
    ("@ObservedObject private var store = Store.shared", false), ("@AppStorage(\"size\") private var size = 1", false),
  ])
  func onlyWhatTellsNothingIsRemovedUnasked(_ property: String, isRemoved: Bool) {
    let text = "struct Row: View {\n  let title: String\n  \(property)\n\n  var body: some View { Text(title) }\n}\n"
    let fixed = Self.fix(["A.swift": text], suggested: false).texts["A.swift"]
    #expect(fixed == (isRemoved ? text.replacing("  \(property)\n", with: "") : text))
  }

  @Test func nothingIsLeftOfWhatIsRemoved() {
    let text = """
      struct Row: View {
        /// Opens links.
        @Environment(\\.openURL) private var open

        let title: String

        @State private var count = 0

        var body: some View { Text(title) }
      }

      """
    #expect(
      Self.fix(["A.swift": text], suggested: false).texts["A.swift"] == """
        struct Row: View {
          let title: String

          var body: some View { Text(title) }
        }

        """)
  }

  // MARK: - What is verified

  @Test func whatTheMemberwiseInitialiserNeedsStays() {
    let files = [
      "A.swift": "struct Row: View {\n  @State var count: Int\n  var body: some View { Text(\"\\(count)\") }\n}\n"
    ]
    #expect(Self.fix(files, suggested: false).texts == files)
  }

  @Test func whatAnInitialiserAssignsTwiceStaysAVariable() {
    let text =
      "struct Row: View {\n  var title: String\n  init(a: Bool) {\n    title = \"\"\n    if a { title = \"a\" }\n  }\n  var body: some View { Text(title) }\n}\n"
    #expect(Self.fix(["A.swift": text], suggested: false).texts == ["A.swift": text])
  }

  @Test func aFileThatDoesNotParseIsLeftAlone() {
    let files = [
      "A.swift": "struct Row: View {\n  @State private var count = 0\n  var body: some View { Text(\"\" }\n}\n",
      "B.swift": "struct Other: View {\n  @State private var count = 0\n  var body: some View { Text(\"\") }\n}\n",
    ]
    let fixed = Self.fix(files, suggested: true)
    #expect(fixed.texts["A.swift"] == files["A.swift"])
    #expect(fixed.texts["B.swift"] != files["B.swift"])
  }

  @Test func namesThatAnEditTakesAwayAreMissed() throws {
    let old = Self.read(
      "A.swift", "struct Row {\n  let a = 1\n  var b: Int { a + later }\n  func f() { let c = 1; print(c) }\n}\n")
    func lost(_ text: String) -> String? {
      let new = Self.read("A.swift", text)
      return NameCheck(SourceGraph(index: SourceIndex(files: [new]))).lostName(from: old, to: new)
    }
    #expect(
      lost("struct Row {\n  let a = 1\n  var b: Int { a + later }\n  func f() { let c = 1; print(c) }\n}\n") == nil)
    #expect(lost("struct Row {\n  var b: Int { a + later }\n  func f() { let c = 1; print(c) }\n}\n") == "a")
    #expect(lost("struct Row {\n  let a = 1\n  var b: Int { a + later }\n  func f() { print(c) }\n}\n") == "c")
    #expect(
      lost("struct Row {\n  let a = 1\n  var b: Int { a + new }\n  func f() { let c = 1; print(c) }\n}\n") == "new")
  }

  // MARK: - Running

  /// The hygiene rules are those with mechanical edits.
  private static var configuration: LintConfiguration {
    var configuration = LintConfiguration()
    configuration.optIn = Set(allSourceRules.filter(\.isOptIn).map(\.id))
    return configuration
  }

  private static func fix(_ texts: [String: String], suggested: Bool) -> (texts: [String: String], result: Fixer.Result)
  {
    let sources = Fixer.Sources(
      files: texts.map { read($0, $1) }, texts: texts.mapValues { Data($0.utf8) })
    let result = Fixer(configuration, appliesSuggested: suggested).run(sources)
    return (texts.merging(result.texts.mapValues { String(decoding: $0, as: UTF8.self) }) { $1 }, result)
  }

  private static func read(_ path: String, _ text: String) -> SourceFile {
    SourceFile(
      path: path, tree: Parallel.onLargeStack { Array(text.utf8).withUnsafeBufferPointer { FactsReader.read($0) } })
  }

  private static func issues(_ texts: [String: String]) -> Int {
    texts.reduce(0) { $0 + read($1.key, $1.value).tree.issues.count }
  }

  private static func identities(_ texts: [String: String]) -> [String: Int] {
    let graph = SourceGraph(index: SourceIndex(files: texts.map { read($0, $1) }))
    return Linter(configuration: configuration).run(graph).reduce(into: [:]) {
      $0[$1.finding.identity, default: 0] += 1
    }
  }
}

/// Makes files of views that have something to fix, in all the places where a fix could do harm.
private struct RandomEdits {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D &+ 1 }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private mutating func chance(_ one: Int) -> Bool { next(one) == 0 }

  /// Views in one file, and in another who makes and extends them.
  mutating func files() -> [String: String] {
    var views = "import StubUI\n"
    var others = "import StubUI\n"
    for number in 0..<6 {
      let (view, arguments, uses) = view("V\(number)")
      views += "\n" + view
      others += "\nstruct M\(number): View {\n  var body: some View { V\(number)(\(arguments)) }\n}\n" + uses
    }
    return ["Views.swift": views, "Makers.swift": others]
  }

  private mutating func view(_ name: String) -> (text: String, arguments: String, uses: String) {
    var members: [String] = []
    var arguments: [String] = []
    var shown = ["\"\""]
    var uses = ""
    for number in 0...next(3) {
      let input = "input\(number)"
      let keyword = chance(2) ? "var" : "let"
      members.append("\(chance(4) ? "/// An input.\n  " : "")\(keyword) \(input): String")
      arguments.append("\(input): \"a\"")
      shown.append(input)
      if keyword == "var", chance(4) {
        uses +=
          "func change\(name)\(number)(_ view: \(name)) -> \(name) {\n  var copy = view\n  copy.\(input) = \"b\"\n  return copy\n}\n"
      }
    }
    if chance(2) {
      members.append("@State \(chance(2) ? "private " : "")var count = 0")
      if chance(2) { shown.append("\"\\(count)\"") }
      if chance(3) {
        uses +=
          "extension \(name) {\n  var twice: Int { \(members.last?.contains("private") == true ? "2" : "count * 2") }\n}\n"
      }
    }
    if chance(2) {
      members.append("@Environment(\\.openURL) private var open")
      if chance(3) { shown.append("\"\\(open)\"") }
    }
    if chance(3) { members.append("@State var optional: Int?") }
    let separator = chance(2) ? "\n\n  " : "\n  "
    let logging = chance(3) ? "let _ = Self._printChanges()\n    " : ""
    let body =
      "var body: some View {\n    \(logging)VStack {\n      \(shown.map { "Text(\($0))" }.joined(separator: "\n      "))\n    }\n  }"
    let text = "struct \(name): View {\n  \((members + [body]).joined(separator: separator))\n}\n"
    return (text, arguments.joined(separator: ", "), uses)
  }
}
