import SourceAnalysis
import Testing

/// Each piece of advice that the rules stand for, with code that goes against it and code that follows it.
///
/// The rules' own examples document the rules; these were written from the advice alone, so that a rule which drifts away
/// from what it is for is noticed.
@Suite struct AdviceTests {
  struct Advice: Sendable, CustomTestStringConvertible {
    var rule: String
    /// In our words.
    var text: String
    /// Fires at each `↓` and nowhere else.
    var against: String
    var following: String
    var testDescription: String { "\(rule): \(text)" }
  }

  @Test(arguments: all) func codeAgainstItIsFound(_ advice: Advice) {
    let source = MarkedSource(advice.against)
    #expect(!source.marks.isEmpty)
    #expect(places(advice.rule, source.text) == source.marks)
  }

  @Test(arguments: all) func codeThatFollowsItIsNot(_ advice: Advice) {
    #expect(places(advice.rule, advice.following).isEmpty)
  }

  @Test func everyRuleStandsForSome() {
    #expect(Set(Self.all.map(\.rule)) == Set(allSourceRules.map(\.id)))
  }

  private func places(_ id: String, _ text: String) -> [MarkedSource.Mark] {
    guard let rule = allSourceRules.first(where: { $0.id == id }) else { return [] }
    return Linter.findings(of: rule, in: SourceGraph(files: [("Test.swift", text)])).map {
      MarkedSource.Mark(line: $0.place.line, column: $0.place.column)
    }
  }

  static let all: [Advice] = ownership + dependencies + comparison + writes + work + models
}
