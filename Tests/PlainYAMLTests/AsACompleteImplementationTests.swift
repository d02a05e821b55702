import PlainYAML
import Testing
import Yams

/// What is read is read as Yams reads it; what is not is refused with a line, and never read as something else.
@Suite struct AsACompleteImplementationTests {
  static let documents = [
    "", "# nothing\n", "---\n", "~", "a", "\"a\"", "a: 1", "a: 1\nb: 2\n", "a:\n  b:\n    c: d\n  e: f\n",
    "- a\n- b\n", "-\n- a\n", "- - a\n  - b\n- c\n", "a:\n- b\n- c\nd: e\n", "a:\n  - b\n  - c\nd: e\n",
    "- a: 1\n  b: 2\n- a: 3\n", "-   a: 1\n    b: 2\n", "- a:\n  - b\n  c: d\n", "- a:\n    - b\n", "a: [b, c]\n",
    "a: [ b , c , ]\n", "a: [\n  b, # why\n  c\n]\nd: e\n", "a: {b: 1, c: [2, {d: e}]}\n", "{}", "[]", "a: {}\nb: []\n",
    "a: {b, c: }\n", "{\"a\":1,\"b\":[true,null]}", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", "a: 'it''s'\n",
    "a: \"\\t\\u00e9\\\\\"\n",
    "a: \"x # no comment\" # a comment\n", "a: b#c\n", "a: b # c\n", "a : b\n", "'a': b\n\"c\": d\n",
    "a: http://x/y:z\n",
    "a: -1\nb: 1.5\nc: -.5\nd: 1e3\n", "a: \"1\"\n", "a:\nb:\n", "a: *Row\n", "a: \"*Row\"\n",
    "a: [error, {max: 2, message: \"m, n\"}]\n",
    "---\na: 1\n...\n", "%YAML 1.2\n---\na: 1\n", "--- a\n", "a: 1\n---\nb: 2\n", "a: |\n  text\n", "a: >-\n  text\n",
    "a: b\n  c\n",
    "a: &x b\nc: *x\n", "a: !!str 1\n", "? a\n: b\n", "[a, b]: c\n", "a: b: c\n", "a: - b\n", "a: 1\na: 2\n",
    "{a: 1, a: 2}",
    "\ta: 1\n", "a:\n\tb: 1\n", "a: 1\n b: 2\n", "  a: 1\nb: 2\n", "a: [b\n", "a: {b: c\n", "a: \"b\n", "a: 'b\n",
    "a: \"\\q\"\n",
    "a: @b\n", "a: `b\n", "- a\nb: c\n", "a: 1\n- b\n", "a:\n  - b\n - c\n", "a: [b]c\n", "a: \"b\"c\n", "[a: b]",
    "{a:1}", "{a: b: c}",
    "a:\r\n  b: 1\r\nc: 2\r\n", "\u{FEFF}a: 1\n", "a: ,\n", "a: x, y\n", "a: x] }\n", "a: -\n", "a: ?x\n", "a: :x\n",
    "ä: ö\n", "a: 1 \n\n\n# end",
    "a:   \n  b: 1", "- \n  a: 1\n", "-\n  a: 1\n- b", "a: [[b], [c]]", "{a: {b: {c: d}}}", "a: [\"b\",'c',d]",
    "a: {x: [1,2], y: }",
    "a: [b, , c]", "a: [,]", "{,}", "a: null\nb: Null\nc: ''\n", "a: [b] # c\nd: e", "-a: b", "- -a", "a#b: c",
    "a: [b#c]", "\"a\":b", "{\"a\":b}",
  ]

  @Test(arguments: documents)
  func aDocumentIsReadAlikeOrRefused(_ document: String) throws { try Self.expectAlike(document) }

  /// Thousands of documents that are put together from what has a meaning.
  @Test(arguments: UInt64(1)...8)
  func documentsOfAnyKindAreReadAlikeOrRefused(_ seed: UInt64) throws {
    let pieces = [
      "a", "b", "1", "-1", "1.5", "x y", "true", "~", "\"q\"", "'s'", ":", ": ", ":\n", "- ", "-", "-\n", "[", "]", "{",
      "}", ",", ", ",
      "#", " # c", " ", "  ", "\n", "\n  ", "\n    ", "\n- ", "\n  - ", "\r\n", "\t", "*", "&", "!", "|", "?", "? ",
      "\\", "\"", "'", "---",
      "\n---\n", "...", "%", "@", "ä",
    ]
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var read = 0
    for _ in 0..<4_000 {
      let document = (0..<1 + next(12)).map { _ in pieces[next(pieces.count)] }.joined()
      if try Self.expectAlike(document) { read += 1 }
    }
    #expect(read > 200, "most of what is put together by chance means nothing, but not all of it")
  }

  /// The template that 'init' writes and what guides show is the form that matters, with all of its lines in force.
  @Test func theWholeTemplateIsRead() throws {
    let text = """
      baseline: Redraws.lock
      gate:
        preset: default
        metrics: {updates: error, recreated: warn, initial: off}
        scenarios: [scroll, search]
      budgets:
        - view: "*Row"
          scenario: "scroll*"
          updates: [error, {max: 2, message: "rows must not re-evaluate while scrolling"}]
        - view: "Header"
          stable: error   # no updates at all
      excluded: ["**/Generated/*"]
      deployment_target: 17.0
      rules: {rule_id: error}
      """
    #expect(try Self.expectAlike(text), "it is read")
    let root = try #require(try YAMLReader.read(text)?.mapping)
    #expect(root.map(\.key.string) == ["baseline", "gate", "budgets", "excluded", "deployment_target", "rules"])
    #expect(root[2].value.sequence?.map(\.line) == [7, 10])
  }

  @Test(arguments: [
    ("a: 1\na: 2\n", 2, "'a' is there twice"),
    ("a: |\n  b\n", 1, "a text over several lines is not read; write it on one line, in quotes"),
    (
      "gate:\n  slack: *x\n", 2,
      "'*' begins a reference, which is not read; a text that begins with it stands in quotes"
    ),
    ("a:\n\tb: 1\n", 2, "a tab indents this; YAML indents by spaces"),
    ("a: [b,\n\nc\n", 1, "the bracket that is opened here is never closed"),
    (
      "a: 1\n  b: 2\n", 2,
      "a value over several lines is not read; write it on one line, or look at how far this is indented"
    ),
    ("a: \"b\nc: d\n", 1, "the quotes are not closed on this line; a text over several lines is not read"),
    ("a: 1\n---\nb: 1\n", 2, "a second document begins here; only one is read"),
  ])
  func aRefusalNamesTheLineAndTheWayOut(_ document: String, _ line: Int, _ text: String) {
    let problem = #expect(throws: YAMLProblem.self) { try YAMLReader.read(document) }
    #expect(problem?.line == line)
    #expect(problem?.description == text)
  }

  @Test func whatIsNestedWithoutEndIsRefused() {
    for document in [
      String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000),
      String(repeating: "{a: ", count: 100_000),
      (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined(),
    ] {
      #expect(throws: YAMLProblem.self) { try YAMLReader.read(document) }
    }
  }

  @discardableResult
  static func expectAlike(_ document: String) throws -> Bool {
    let own: YAMLNode?
    do { own = try YAMLReader.read(document) } catch { return false }
    let other: Node?
    do { other = try Yams.compose(yaml: document) } catch {
      Issue.record("\(document.debugDescription) is no YAML, but is read: \(error)")
      return true
    }
    // Without content there is no root in one and a null in the other.
    #expect(Shape(own) == Shape(other), "\(document.debugDescription)")
    return true
  }

  /// A value as both see it, with its lines.
  indirect enum Shape: Equatable {
    case nothing
    case scalar(String, isNull: Bool, int: Int?, float: Double?)
    case sequence([Shape])
    case mapping([[Shape]])

    init(_ node: YAMLNode?) {
      switch node?.content {
      case nil: self = .nothing
      case .scalar(let text, _)?:
        let isNull = node?.isNull ?? true
        self = isNull && text.isEmpty ? .nothing : .scalar(text, isNull: isNull, int: node?.int, float: node?.float)
      case .sequence(let nodes)?: self = .sequence(nodes.map { Shape($0) })
      case .mapping(let entries)?: self = .mapping(entries.map { [Shape($0.key), Shape($0.value)] })
      }
    }

    init(_ node: Node?) {
      switch node {
      case nil: self = .nothing
      case .scalar(let scalar)?:
        let isNull = node?.null != nil
        self =
          isNull && scalar.string.isEmpty
          ? .nothing : .scalar(scalar.string, isNull: isNull, int: node?.int, float: node?.float)
      case .sequence(let sequence)?: self = .sequence(sequence.map { Shape($0) })
      case .mapping(let mapping)?: self = .mapping(mapping.map { [Shape($0.key), Shape($0.value)] })
      case .alias?: self = .nothing
      }
    }
  }
}
