import SourceAnalysis
import Testing

/// Runs every rule on its own examples, and on variations of them that must not change the verdict.
@Suite struct RuleExampleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var number: Int
    var text: String
    var testDescription: String { "\(rule) #\(number)" }
  }

  static let triggering = allSourceRules.flatMap { rule in
    rule.triggering.enumerated().map { Case(rule: rule.id, number: $0 + 1, text: $1) }
  }
  static let nonTriggering = allSourceRules.flatMap { rule in
    rule.nonTriggering.enumerated().map { Case(rule: rule.id, number: $0 + 1, text: $1) }
  }

  @Test(arguments: triggering) func firesAtTheMarks(_ example: Case) {
    check(example, MarkedSource(example.text))
  }

  @Test(arguments: nonTriggering) func isSilent(_ example: Case) {
    #expect(places(example.rule, example.text).isEmpty)
  }

  @Test(arguments: triggering) func firesBehindAnEmoji(_ example: Case) {
    check(example, MarkedSource("/* 👩‍👩‍👧‍👦 */ let wave = \"👋🏽\"\n" + example.text))
  }

  @Test(arguments: triggering) func firesWithCRLF(_ example: Case) {
    check(
      example,
      MarkedSource(example.text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")))
  }

  @Test(arguments: triggering) func firesInANestedType(_ example: Case) {
    // Extensions cannot be nested.
    guard !example.text.contains("extension ") else { return }
    check(example, MarkedSource("enum Outer {\n" + example.text + "\n}"))
  }

  @Test(arguments: triggering) func firesInAnExtension(_ example: Case) {
    guard !example.text.contains("extension ") else { return }
    check(example, MarkedSource("enum Outer {}\nextension Outer {\n" + example.text + "\n}"))
  }

  @Test(arguments: triggering) func isSilentInAComment(_ example: Case) {
    let text = MarkedSource(example.text).text.split(separator: "\n").map { "// " + $0 }.joined(separator: "\n")
    #expect(places(example.rule, text).isEmpty)
  }

  @Test(arguments: triggering) func isSilentInAString(_ example: Case) {
    let text = "let text = ###\"\"\"\n" + MarkedSource(example.text).text + "\n\"\"\"###"
    #expect(places(example.rule, text).isEmpty)
  }

  @Test(arguments: triggering) func isSilencedByACommand(_ example: Case) {
    let text = "// whyredraw:disable \(example.rule) - a test\n" + MarkedSource(example.text).text
    let graph = SourceGraph(files: [("Test.swift", text)])
    var configuration = LintConfiguration()
    configuration.only = [example.rule]
    #expect(Linter(configuration: configuration).run(graph).isEmpty)
  }

  private func check(_ example: Case, _ source: MarkedSource) {
    #expect(!source.marks.isEmpty)
    let found = places(example.rule, source.text)
    #expect(found == source.marks, "\(example.rule) fired at \(found), expected \(source.marks)")
  }

  private func places(_ id: String, _ text: String) -> [MarkedSource.Mark] {
    guard let rule = allSourceRules.first(where: { $0.id == id }) else { return [] }
    return Linter.findings(of: rule, in: SourceGraph(files: [("Test.swift", text)])).map {
      MarkedSource.Mark(line: $0.place.line, column: $0.place.column)
    }
  }
}
