import SourceAnalysis
import Testing

/// `self.name` means what `name` does: many apps write it everywhere.
@Suite struct ExplicitSelfTests {
  @Test(arguments: RuleExampleTests.triggering) func rulesFireAlike(_ example: RuleExampleTests.Case) {
    let source = MarkedSource(example.text)
    let text = Self.withExplicitSelf(source.text)
    let found = Self.lines(example.rule, text)
    #expect(found == source.marks.map(\.line), "\(example.rule) fired at lines \(found) of\n\(text)")
  }

  @Test(arguments: RuleExampleTests.nonTriggering) func rulesAreSilentAlike(_ example: RuleExampleTests.Case) {
    let text = Self.withExplicitSelf(example.text)
    #expect(Self.lines(example.rule, text).isEmpty, "\(example.rule) fires in\n\(text)")
  }

  @Test func mostExamplesAreWrittenAnew() {
    let examples = RuleExampleTests.triggering.map { MarkedSource($0.text).text }
    let explicit = examples.map(Self.withExplicitSelf)
    #expect(zip(explicit, examples).count { $0 != $1 } * 10 >= examples.count * 7)
    #expect(explicit.count { Self.withLocals($0) != $0 } >= 10)
  }

  /// What has the name of a local is that local without `self.`, and the member with it.
  @Test func aMemberIsNoLocalOfItsName() throws {
    let graph = SourceGraph(files: [
      (
        "Test.swift",
        """
        struct Label: View {
          let title: String
          let subtitle: String
          var body: some View {
            let title = "fixed"
            Text(title)
            let subtitle = "a"
            Text(self.subtitle)
          }
        }
        """
      )
    ])
    let type = try #require(graph.index.types.first { $0.name == "Label" })
    let evaluation = try #require(graph.evaluation(of: type.id))
    #expect(evaluation.evaluationReads(of: "title").isEmpty)
    #expect(evaluation.evaluationReads(of: "subtitle").count == 1)
  }

  /// A local hides the name without `self.`, and only that.
  @Test(arguments: RuleExampleTests.triggering) func aLocalOfTheSameNameHidesNothing(_ example: RuleExampleTests.Case) {
    let source = MarkedSource(example.text)
    let text = Self.withLocals(Self.withExplicitSelf(source.text))
    let found = Self.lines(example.rule, text)
    #expect(found == source.marks.map(\.line), "\(example.rule) fired at lines \(found) of\n\(text)")
  }

  /// What a closure that holds `self` weakly writes is written, also where a local has the name.
  @Test func whatIsReachedWeaklyIsOwn() throws {
    let graph = SourceGraph(files: [
      (
        "Test.swift",
        """
        final class Meter: ObservableObject {
          @Published var level = 0.0
          @Published var peak = 0.0
          func start(_ tap: Tap) {
            tap.listen { [weak self] power in
              let level = power / 2
              self?.level = level
              self?.peak.round()
              let peak = power
              print(peak)
            }
          }
        }
        """
      )
    ])
    let type = try #require(graph.index.types.first)
    let usages = Usages(of: type)
    #expect(usages["level"].filter(\.isWritten).map(\.line) == [7])
    #expect(usages["peak"].filter(\.isOfSelf).map(\.memberPath) == [["self", "peak"]])
  }

  // MARK: - Writing it

  private static func lines(_ id: String, _ text: String) -> [Int] {
    guard let rule = allSourceRules.first(where: { $0.id == id }) else { return [] }
    return Linter.findings(of: rule, in: SourceGraph(files: [("Test.swift", text)])).map(\.place.line)
  }

  /// The text with `self.` before each name that means a member of the type around.
  static func withExplicitSelf(_ text: String) -> String {
    let graph = SourceGraph(files: [("Test.swift", text)])
    guard let file = graph.index.files.first else { return text }
    let all = Array(file.root.descendants)
    // A name that is a local anywhere is left as it is.
    let locals = Set(
      all.compactMap { code -> String? in
        switch code.kind {
        case .parameter: code.detail
        case .patternName, .optionalBinding, .capture: code.name
        case .variable where code.parent?.kind != .type: code.name
        default: nil
        }
      })
    let members = graph.index.types.reduce(into: [String: Set<String>]()) { members, type in
      let names =
        type.properties.filter { !$0.isStatic }.map(\.name) + type.functions.filter { !$0.isStatic }.map(\.name)
      members[type.name, default: []].formUnion(names)
    }
    let places = all.filter { code in
      guard code.kind == .identifier, !code.isOfSelf, isInMember(code),
        let type = code.ancestors.first(where: { $0.kind == .type }),
        !code.ancestors.contains(where: { [.keyPath, .attribute, .macro].contains($0.kind) }),
        // What an extension calls may be a modifier of a view.
        type.detail != "extension"
      else { return false }
      let name = code.name.first.map { "$_".contains($0) } == true ? String(code.name.dropFirst()) : code.name
      return members[type.name]?.contains(name) == true && !locals.contains(name) && !locals.contains(code.name)
    }
    var bytes = Array(text.utf8)
    for offset in places.map(\.startOffset).sorted(by: >) { bytes.insert(contentsOf: Array("self.".utf8), at: offset) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with a local at the start of each method that does not build views, for each member that it names with `self.`.
  private static func withLocals(_ text: String) -> String {
    let graph = SourceGraph(files: [("Test.swift", text)])
    var bytes = Array(text.utf8)
    let bodies = graph.index.types.flatMap { type in
      type.functions.filter { !($0.returnText ?? "").hasPrefix("some ") }.compactMap { $0.body }
    }
    for body in Set(bodies).sorted(by: { $0.startOffset > $1.startOffset }) {
      let stored =
        graph.index.types.first { $0.allCode.contains { $0.contains(body) } }?.storedProperties.map(\.name) ?? []
      let names = Set(body.descendants.filter(\.isOfSelf).map(\.name)).intersection(stored).sorted()
      guard !names.isEmpty, let brace = bytes[body.startOffset...].firstIndex(of: UInt8(ascii: "{")) else { continue }
      bytes.insert(contentsOf: Array(names.map { " let \($0) = 0; _ = \($0);" }.joined().utf8), at: brace + 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether code runs with an instance: in a getter, a method or a closure of one, not in a default value.
  private static func isInMember(_ code: Code) -> Bool {
    let around = code.ancestors.prefix { $0.kind != .type }
    guard let outermost = around.last, around.contains(where: { $0.kind == .block }) else { return false }
    // `var text = { title }()` has no instance yet.
    if outermost.kind == .variable, outermost.first(.value)?.contains(code) == true { return false }
    return !outermost.modifierNames.contains { $0 == "static" || $0 == "class" }
  }
}
