internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// Rows whose elements are made anew with each change of any of them.
@Suite struct ElementTests {
  private static func source(turn: String) -> String {
    """
    struct Turn: \(turn) { let id: Int; var parts: [Part] }
    struct Part { var text: String }
    @Observable final class Talk {
      var turns: [Turn] = []
      private var parts: [Part] = []
      func receive(_ part: Part) {
        parts.append(part)
        var made: [Turn] = []
        for (number, part) in parts.enumerated() { made.append(Turn(id: number, parts: [part])) }
        turns = made
      }
    }
    struct Pane: View {
      let talk: Talk
      var body: some View { VStack { Transcript(turns: talk.turns); Text("Talk") } }
    }
    struct Transcript: View {
      let turns: [Turn]
      var body: some View { VStack { ForEach(turns) { turn in TurnView(turn: turn).id("turn-\\(turn.id)") } } }
    }
    struct TurnView: View {
      let turn: Turn
      var body: some View { Bubble(text: turn.parts.map(\\.text).joined(), number: turn.id) }
    }
    struct Bubble: View {
      let text: String
      let number: Int
      @Environment(\\.colorScheme) private var scheme
      var body: some View { Text(text) }
    }
    """
  }

  private static func log(rows: Int, changes: Int) -> [String] {
    let first = [String](
      repeating: "TurnView: @self changed.\nBubble: @self, @identity, _scheme changed.", count: rows)
    let again = [String](repeating: "TurnView: @self changed.\nBubble: @self changed.", count: rows)
    let all =
      ["Pane: @self, @identity changed.", "Transcript: @self changed."] + first
      + (0..<changes).flatMap { _ in [#"Pane: \Talk.turns changed."#, "Transcript: @self changed."] + again }
    return all.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// Their views' children are logged between them, so that they are counted as rows wherever they stand: two of them are another
  /// than before at most.
  @Test func rowsOfValuesThatNeverCompareEqualAreMadeEquatable() throws {
    let diagnosis = DiagnosisTests.diagnose(
      Self.log(rows: 10, changes: 50), ["App.swift": Self.source(turn: "Identifiable")])
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "missing_equatable_view")
    #expect(first.finding.fix == .addEquatableConformance)
    #expect(first.finding.view == "TurnView")
    // 50 times 8 of 10 rows, and the bubble in each.
    #expect((790...810).contains(first.saved))
  }

  /// With an `==`, what was evaluated was another one.
  @Test func valuesThatCompareAreLeftAlone() {
    let diagnosis = DiagnosisTests.diagnose(
      Self.log(rows: 10, changes: 50), ["App.swift": Self.source(turn: "Identifiable, Equatable")])
    #expect(!diagnosis.findings.contains { $0.finding.rule == "missing_equatable_view" && $0.severity > .note })
  }
}
