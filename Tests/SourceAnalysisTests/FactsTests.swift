import SourceAnalysis
import Testing

@Suite struct FactsTests {
  private func tree(_ bytes: [UInt8]) -> CodeTree {
    Parallel.onLargeStack { bytes.withUnsafeBufferPointer(FactsReader.read) }
  }

  private func lint(_ bytes: [UInt8]) -> Int {
    let file = SourceFile(path: "Test.swift", tree: tree(bytes))
    return Parallel.onLargeStack { Linter().run(SourceGraph(index: SourceIndex(files: [file]))).count }
  }

  static let examples = allSourceRules.flatMap(\.triggering).map { $0.replacing("↓", with: "") }

  @Test func deepNestingIsRefusedWithItsLine() {
    let text =
      "let a = 1\nlet b = " + String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000)
    let tree = tree(Array(text.utf8))
    #expect(tree.issues.map(\.line) == [2])
    #expect(tree.issues.first?.message.contains("nested deeper") == true)
  }

  /// What a server answers, as tests write it down: no look-ahead of the parser mistakes it for types.
  @Test func deepDictionariesAreRead() {
    let text =
      "let a: Any = " + String(repeating: "[\"k\": [", count: 100) + "1" + String(repeating: "]]", count: 100)
      + "\nstruct A {}\n"
    let tree = tree(Array(text.utf8))
    #expect(tree.issues.isEmpty)
  }

  /// Before language mode 6 the compiler takes a space before the arguments of an attribute, the parser of swift-syntax does not.
  @Test func spacesInAttributesAreRead() {
    let text =
      "struct Row: View {\n  @Environment  (\\.locale) var locale\n  @State (initial) var a = 1\n  let b = 2\n}\n"
    let spaced = tree(Array(text.utf8))
    let joined = tree(Array(text.replacing("  (\\", with: "(\\").replacing("@State (", with: "@State(").utf8))
    #expect(spaced.issues.isEmpty)
    #expect(spaced.nodes.map(\.kind) == joined.nodes.map(\.kind))
    #expect(spaced.strings == joined.strings)
    #expect(spaced.lineStarts.count == text.split(separator: "\n", omittingEmptySubsequences: false).count)
  }

  /// What is wrong otherwise stays so, in its place.
  @Test func otherErrorsKeepTheirLines() {
    let text = "struct A {\n  @Environment (\\.a) var a\n}\nstruct B {\n  let b = = 1\n}\n"
    #expect(tree(Array(text.utf8)).issues.map(\.line) == [5])
  }

  /// However a construction is written, it is one of the type.
  @Test(arguments: ["Model()", "Model.init()", ".init()"]) func constructionsAreAlike(_ value: String) {
    let file = SourceFile(path: "Test.swift", tree: tree(Array("let model: Model = \(value)\n".utf8)))
    let calls = file.root.descendants.filter { $0.kind == .call }.map(\.calledName)
    #expect(calls == ["Model"])
  }

  /// What an optional starts with may be the optional itself.
  @Test func implicitOptionalsAreNoConstructions() {
    let file = SourceFile(path: "Test.swift", tree: tree(Array("let model: Model? = .init()\n".utf8)))
    #expect(file.root.descendants.filter { $0.kind == .call }.map(\.calledName) == ["init"])
  }

  /// Long without brackets: chains, operators, prefixes and branches nest as well.
  @Test(arguments: [
    "let a = b" + String(repeating: ".c", count: 20_000), "let a = 1" + String(repeating: " + 1", count: 20_000),
    "let a = " + String(repeating: "try ", count: 5_000) + "b",
    "let a = " + String(repeating: "- ", count: 5_000) + "1",
    "func f() { " + String(repeating: "if a { } else ", count: 3_000) + "{ } }",
    "let a = " + String(repeating: "[", count: 900) + String(repeating: "]", count: 900),
    "let a = b" + String(repeating: " ? c : d", count: 2_000),
  ]) func longSourcesEnd(_ text: String) {
    #expect(lint(Array(text.utf8)) >= 0)
  }

  /// Every cut of every example ends in findings or nothing, never in a trap.
  @Test(arguments: examples) func truncationNeverTraps(_ text: String) {
    let bytes = Array(text.utf8)
    for end in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 12)) {
      #expect(lint(Array(bytes[..<end])) >= 0)
    }
  }

  @Test(arguments: 0..<12) func changedBytesNeverTrap(_ seed: UInt64) {
    var generator = SplitMix(state: seed)
    for text in Self.examples.prefix(40) {
      var bytes = Array(text.utf8)
      for _ in 0..<4 where !bytes.isEmpty {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      #expect(lint(bytes) >= 0, "seed \(seed)")
    }
  }

  @Test(arguments: examples) func encodedTreesComeBack(_ text: String) throws {
    let tree = tree(Array(text.utf8))
    let bytes = tree.encoded(sourceLength: text.utf8.count)
    #expect(bytes.withUnsafeBytes { CodeTree(encoded: $0, sourceLength: text.utf8.count) } == tree)
    #expect(bytes.withUnsafeBytes { CodeTree(encoded: $0, sourceLength: text.utf8.count + 1) } == nil)
  }

  @Test func damagedCacheEntriesAreNotUsed() {
    let text = Self.examples[0]
    let bytes = tree(Array(text.utf8)).encoded(sourceLength: text.utf8.count)
    for end in stride(from: 0, to: bytes.count, by: 37) {
      #expect(
        bytes[..<end].withUnsafeBytes {
          CodeTree(encoded: UnsafeRawBufferPointer(rebasing: $0[...]), sourceLength: text.utf8.count)
        } == nil)
    }
    var generator = SplitMix(state: 7)
    for _ in 0..<400 {
      var damaged = bytes
      damaged[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      // An entry that still hangs together must be safe to lint.
      if let tree = damaged.withUnsafeBytes({ CodeTree(encoded: $0, sourceLength: text.utf8.count) }) {
        #expect(tree.nodes.allSatisfy { Int($0.limit) <= tree.nodes.count })
      }
    }
  }

  /// A file of which nothing is marked as relevant has no finding of its own.
  @Test(arguments: examples) func examplesAreRelevant(_ text: String) {
    let isRelevant = Array(text.utf8).withUnsafeBufferPointer { Skim($0).isRelevant }
    #expect(isRelevant)
  }

  @Test func bracketsInStringsAndCommentsDoNotCount() {
    let line = "let a = \"[(((\" // [[[ (((\n"
    #expect(tree(Array(String(repeating: line, count: 2_000).utf8)).issues.isEmpty)
    #expect(
      tree(Array(("let b = \"\"\"\n" + String(repeating: "[ (\n", count: 2_000) + "\"\"\"\n").utf8)).issues.isEmpty)
  }

  /// The parser needs twice the time for each further level.
  @Test(arguments: ["[", "[(", "([", "{["]) func nestedSquareBracketsAreRefused(_ open: String) {
    #expect(tree(Array(("let a = " + String(repeating: open, count: 40)).utf8)).issues.count == 1)
    #expect(tree(Array("let a: [[[Int]]] = [[[1]]]".utf8)).issues.isEmpty)
  }

  @Test func operatorsGroupAsInSwift() {
    let tree = tree(Array("let a = b == c ? d + e * f : g ?? h\nx = y || z && w".utf8))
    let file = SourceFile(path: "Test.swift", tree: tree)
    let ternary = file.root.descendants.first { $0.kind == .ternary }
    #expect(ternary?.children.map(\.name) == ["==", "+", "??"])
    let assignment = file.root.descendants.first { $0.kind == .assign }
    #expect(assignment?.children.map(\.name) == ["x", "||"])
  }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}
