import SourceAnalysis
import SwiftParser
import SwiftSyntax
import Testing

/// Skipping files and parts of files changes no finding.
@Suite struct ReadingPlanTests {
  typealias File = (path: String, text: String)

  /// The sources as far as the plan wants them read.
  private func graph(_ files: [File], planned: Bool) -> SourceGraph {
    let plan = planned ? ReadingPlan(files.map { Skim($0.text) }) : nil
    var read: [SourceFile] = []
    for (position, file) in files.enumerated() {
      guard case .read(let cuts) = plan?.steps[position] ?? .read(cutting: []) else { continue }
      let tree = Parallel.onLargeStack {
        Array(file.text.utf8).withUnsafeBufferPointer { FactsReader.read($0, cutting: cuts) }
      }
      read.append(SourceFile(path: file.path, tree: tree))
    }
    return SourceGraph(index: SourceIndex(files: read, mentions: plan?.mentions ?? []))
  }

  /// All findings with everything that is said of them.
  private func findings(_ files: [File], planned: Bool) -> [String] {
    var configuration = LintConfiguration()
    // Whether a module isolates by default is told from attributes of types that nothing else asks for.
    configuration.optIn = Set(allSourceRules.map(\.id)).subtracting(["observable_not_main_actor"])
    return Linter(configuration: configuration).run(graph(files, planned: planned)).map {
      "\($0.finding.place) \($0.finding.rule) \($0.finding.message) \($0.finding.steps) \($0.finding.related) \($0.fingerprint)"
    }
  }

  private func check(_ files: [File], sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    #expect(
      findings(files, planned: true) == findings(files, planned: false), "\(files)", sourceLocation: sourceLocation)
  }

  static let examples =
    allSourceRules.flatMap { ($0.triggering + $0.nonTriggering).map { $0.replacing("↓", with: "") } }
    + AdviceTests.all.flatMap { [$0.against.replacing("↓", with: ""), $0.following] }

  /// Each declaration in a file of its own, among files that have nothing to do with them.
  @Test(arguments: examples) func declarationsCanLieAnywhere(_ text: String) {
    check(Self.split(text) + Self.strangers)
  }

  /// What a rule suspects with the help of functions around views and of other types is suspected all the same.
  @Test(arguments: SuspectedPatternTests.suspicious) func suspicionsCanLieAnywhere(
    _ example: SuspectedPatternTests.Case
  ) {
    let files = Self.split(example.text.replacing("↓", with: "")) + Self.strangers
    func suspected(planned: Bool) -> [SourcePlace] {
      let rule = allSourceRules.first { $0.id == example.rule }
      return rule?.traces?.suspects?(graph(files, planned: planned)).map(\.place) ?? []
    }
    #expect(!suspected(planned: false).isEmpty)
    #expect(suspected(planned: true) == suspected(planned: false))
  }

  /// Text in which braces, quotes and slashes mean something else than they seem to.
  @Test(arguments: 0..<40) func oddTextMisleadsNobody(_ seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    let files = (0..<3).flatMap { number -> [File] in
      let text = Self.examples.randomElement(using: &random) ?? ""
      return Self.split(text).map { ("\(number)" + $0.path, Self.disturbed($0.text, &random)) }
    }
    check(files.shuffled(using: &random))
  }

  private static func split(_ text: String) -> [File] {
    Parser.parse(source: text).statements.enumerated().map { ("File\($0).swift", $1.description) }
  }

  private static let strangers: [File] = [
    (
      "Stranger.swift",
      "struct Stranger { var title = \"\"; func go() { var other = Stranger(); other.title = \"a\" } }\n"
    ),
    ("Maker.swift", "func make() { let made = Unknown(title: 1, body: { }); print(made.count) }\n"),
    ("Nothing.swift", ""),
  ]

  private static func disturbed(_ text: String, _ random: inout SplitMix) -> String {
    var lines = ["// } \" ' /*", text]
    for _ in 0..<3 {
      lines.insert(oddities.randomElement(using: &random) ?? "", at: Int.random(in: 0...lines.count, using: &random))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let oddities = [
    "let brace = \"}\"", "let raw = #\"\"} \\(\"#", "let deep = \"\\(\"\\([1, 2].map { \"\\($0)}\" })\")\"",
    "/* { /* nested { */ */", "let half = 6 / 2 / 1", "let pattern = /[{}]\\//", "let extended = #/ { /#",
    "let text = \"\"\"\n  } \\(1 + 2) \"quoted\" {\n  \"\"\"", "#if DEBUG\nlet debug = true\n#endif",
    "func `class`(`func`: Int = { 1 }()) -> Int { `func` }", "protocol Marker: AnyObject { var mark: Int { get set } }",
    "let actor = 1", "class Base { class func make() -> Base { Base() } ; static var shared: Base { Base() } }",
    "enum Kind { case first(name: String), second; var id: Int { 0 } }", "#Preview { VStack { Text(\"}\") } }",
    "infix operator <-: AssignmentPrecedence", "let check = 1 < 2 && 3 > (2)",
  ]

  // MARK: - What other files say

  private static let view: File = (
    "View.swift",
    """
    struct Card: View {
      var title: String
      @State var isOpen = false
      var body: some View { Text(title).opacity(isOpen ? 1 : 0) }
    }

    """
  )

  @Test(arguments: [
    "func f() { Card(title: \"\", isOpen: true) }", "let card = Card(title: \"\", isOpen: true)",
    "let card = [1].map { _ in Card(title: \"\", /* now */ isOpen: $0) }",
    "let text = \"\\(Card(title: \"\", isOpen: a))\"",
    "let card = App.Card(\n  title: f(x, isOpen: b),\n  isOpen: c)",
    "class Maker { lazy var card: Card = { Card(title: \"\", isOpen: d) }() }",
  ]) func aConstructionElsewhereCounts(_ text: String) {
    check([Self.view, ("Other.swift", text + "\n")])
    #expect(!findings([Self.view, ("Other.swift", text)], planned: true).contains { $0.contains("non_private_state") })
  }

  @Test(arguments: [
    "func f() { var card = Card(title: \"\"); card.title = \"a\" }",
    "class Maker { func f(_ card: inout Card) { card.title += \"a\" } }",
    "func f(_ cards: inout [Card]) { cards[0].title = \"a\" }", "func f(_ m: M<Card>) { m.card?.title = \"a\" }",
    "func f(_ card: inout Card) { change(&card.title) }", "func f(_ card: inout Card) { card.title.append(\"a\") }",
    "func f(_ card: inout Card) { card.title[i(0)].first = \"a\" }",
    "let f = { (card: inout Card) in card.title = \"a\" }",
  ]) func anAssignmentElsewhereCounts(_ text: String) {
    check([Self.view, ("Other.swift", text + "\n")])
    #expect(!findings([Self.view, ("Other.swift", text)], planned: true).contains { $0.contains("mutable_input") })
  }

  @Test(arguments: [
    "func f(_ card: Card) { print(card.title == \"a\", card.title) }", "struct Card2 { func f() { self.title = 1 } }",
    "func f(_ a: Other) { Other(isOpen: true) }", "func f() { Card(title: f(isOpen: true)) }",
  ]) func othersDoNot(_ text: String) {
    check([Self.view, ("Other.swift", text + "\n")])
    let found = findings([Self.view, ("Other.swift", text)], planned: true)
    #expect(found.contains { $0.contains("non_private_state") } && found.contains { $0.contains("mutable_input") })
  }

  // MARK: - What is read

  private func steps(_ files: [File]) -> [String: [String]] {
    let plan = ReadingPlan(files.map { Skim($0.text) })
    var steps: [String: [String]] = [:]
    for (file, step) in zip(files, plan.steps) {
      if case .read(let cuts) = step {
        steps[file.path] = cuts.map { String(decoding: Array(file.text.utf8)[$0], as: UTF8.self) }
      }
    }
    return steps
  }

  @Test func onlyWhatIsNamedIsRead() {
    let steps = steps([
      ("View.swift", "struct Screen: View {\n  let item: Item\n  var body: some View { Text(item.name) }\n}\n"),
      (
        "Item.swift",
        "struct Item { var name: String { title }; let part: Part; static var all: Item { Item() }; func go() { run() } }\n"
          + "class Loader { var url = 1; func load() { Item() } }\n"
      ), ("Part.swift", "struct Part {}\n"), ("Unused.swift", "struct Unused { let part: Part }\n"),
    ])
    #expect(
      steps == [
        "View.swift": [], "Part.swift": [],
        // The getter of an instance may be read by the view.
        "Item.swift": [" Item() ", " run() ", " var url = 1; func load() { Item() } "],
      ])
  }

  @Test func previewsAreNotRead() {
    let steps = steps([
      (
        "View.swift",
        "struct Screen: View {\n  var body: some View { Text(\"\") }\n}\n#Preview(\"a\") { Screen() }\n"
          + "struct Screen_Previews: PreviewProvider { static var previews: some View { Mock() } }\n"
      ), ("Mock.swift", "struct Mock {}\n"),
    ])
    #expect(
      steps == ["View.swift": [" Screen() ", " static var previews: some View { Mock() } "]])
  }

  @Test func filesThatSilenceRulesAreReadWhole() {
    let text = "// whyredraw:disable:next mutable_input - why\nstruct Unused { func f() { g() } }\n"
    #expect(steps([("A.swift", text)]) == ["A.swift": []])
  }
}

extension Skim {
  fileprivate init(_ text: String) { self = Array(text.utf8).withUnsafeBufferPointer { Skim($0) } }
}
