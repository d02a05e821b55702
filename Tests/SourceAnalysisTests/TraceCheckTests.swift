import SourceAnalysis
import Testing

/// What rules look for where there is a trace: their examples fire for that and for nothing less.
@Suite struct TraceCheckTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var number: Int
    var text: String
    var testDescription: String { "\(rule) #\(number)" }
  }

  static let examples = allSourceRules.flatMap { rule in
    (rule.traces?.triggering ?? []).enumerated().map { Case(rule: rule.id, number: $0 + 1, text: $1) }
  }

  @Test(arguments: examples) func firesAtTheMarksWithATraceAlone(_ example: Case) throws {
    let rule = try #require(allSourceRules.first { $0.id == example.rule })
    let source = MarkedSource(example.text)
    #expect(!source.marks.isEmpty)
    let files = [("Test.swift", source.text)]
    let found = rule.suspicions(in: SourceGraph(files: files, options: rule.waivingThresholds(AnalysisOptions())))
    #expect(Self.marks(found) == source.marks)
    // What is off unless somebody turns it on may say the same.
    if rule.isOptIn { return }
    let alone = Self.marks(rule.check(SourceGraph(files: files)))
    #expect(source.marks.allSatisfy { !alone.contains($0) }, "found without a trace, too")
  }

  @Test(arguments: allSourceRules.filter { $0.traces != nil }.map(\.id))
  func aCheckForTracesHasAnExample(_ id: String) throws {
    let rule = try #require(allSourceRules.first { $0.id == id })
    #expect(rule.traces?.triggering.isEmpty == false)
    #expect(rule.traces?.suspects != nil || rule.options.contains(where: \.isWaivedByTrace))
  }

  /// Only such a rule is asked again, so a threshold to waive alone would do nothing.
  @Test(arguments: allSourceRules.filter { $0.options.contains(where: \.isWaivedByTrace) }.map(\.id))
  func aThresholdThatATraceWaivesIsWaived(_ id: String) throws {
    #expect(allSourceRules.first { $0.id == id }?.traces != nil)
  }

  private static func marks(_ drafts: [Draft]) -> [MarkedSource.Mark] {
    Set(drafts.map(\.place)).sorted().map { MarkedSource.Mark(line: $0.line, column: $0.column) }
  }
}
