internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis

/// Rows that are given what a value of their parent says about their own element: one change of it is about few of them.
@Suite struct RowSelectionTests {
  private static let rows = 6

  private func source(_ flag: String, _ helpers: String = "") -> String {
    """
    struct Survey: View {
      let questions: [Question]
      @State private var marks: [Int: Bool] = [:]
      var body: some View {
        Text("\\(marks.count)")
        Slider(value: .constant(Double(marks.count)))
        ForEach(questions) { question in
          QuestionRow(question: question, isMarked: \(flag), mark: { marks[question.id] = true })
        }
      }
      \(helpers)
    }
    struct Question: Identifiable, Equatable { let id: Int; let text: String }
    struct QuestionRow: View {
      let question: Question
      let isMarked: Bool
      let mark: () -> Void
      var body: some View { Button(question.text, action: mark).bold(isMarked) }
    }
    """
  }

  private var marking: [String] {
    let rows = [String](repeating: "QuestionRow: @self changed.", count: Self.rows)
    return ["Survey: @self, @identity, _marks changed."] + rows
      + (0..<10).flatMap { _ in ["Survey: _marks changed."] + rows }
  }

  private func saved(_ flag: String, _ helpers: String = "") -> Int {
    DiagnosisTests.diagnose(marking, ["Survey.swift": source(flag, helpers)]).findings
      .first { $0.finding.rule == "incomparable_argument" }?.saved ?? 0
  }

  @Test(arguments: [
    ("marks[question.id] == true", ""),
    ("marks[question.id] ?? false", ""),
    ("isMarked(question)", "private func isMarked(_ one: Question) -> Bool { marks[one.id] ?? false }"),
    ("isMarked(id: question.id)", "func isMarked(id: Int) -> Bool { marks.keys.contains(id) && marks[id] == true }"),
    ("!marks.contains { $0.key == question.id }", ""),
  ])
  func whatIsPickedByTheElementConcernsOneRow(_ flag: String, _ helpers: String) {
    #expect(saved(flag, helpers) == 10 * (Self.rows - 2))
  }

  /// What all rows show changes in all of them.
  @Test(arguments: [
    ("marks.isEmpty", ""), ("marks.count > question.id", ""),
    ("isMarked(question)", "private func isMarked(_ one: Question) -> Bool { marks.count > one.id }"),
  ])
  func whatIsNotPickedConcernsAll(_ flag: String, _ helpers: String) {
    #expect(saved(flag, helpers) == 0)
  }

  /// A binding that is only handed on compares by where its value is stored; a control that is given it reads the value, so
  /// the rows of which it changed stay.
  @Test func bindingsThatAreHandedOnDoNotDiffer() throws {
    let source = """
      struct Filters: View {
        let tags: [String]
        @State private var enabled: [String: Bool] = [:]
        var body: some View {
          Text("\\(enabled.count)")
          ForEach(tags, id: \\.self) { tag in
            TagToggle(tag: tag, isOn: Binding(get: { enabled[tag] ?? false }, set: { enabled[tag] = $0 }))
          }
        }
      }
      struct TagToggle: View {
        let tag: String
        @Binding var isOn: Bool
        var body: some View { Toggle(tag, isOn: $isOn) }
      }
      """
    let rows = [String](repeating: "TagToggle: @self changed.", count: Self.rows)
    let lines =
      ["Filters: @self, @identity, _enabled changed."]
      + [String](repeating: "TagToggle: @self, @identity, _isOn changed.", count: Self.rows)
      + (0..<10).flatMap { _ in ["Filters: _enabled changed."] + rows }
    let first = try #require(DiagnosisTests.diagnose(lines, ["Filters.swift": source]).findings.first)
    #expect(["closure_binding", "incomparable_argument"].contains(first.finding.rule))
    #expect(first.saved > 5 * Self.rows && first.saved < 10 * Self.rows)
  }
}
