internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// Rows that all appear at once: whose they are, and in which container.
@Suite struct BurstTests {
  private let row = """
    struct NoteRow: View {
      let note: Note
      var body: some View { VStack { Text(note.title); Text(note.text); Image("pin"); NoteTag(note: note) } }
    }
    struct NoteTag: View {
      let note: Note
      var body: some View { Text(note.tag) }
    }
    struct Note: Identifiable { let id: Int; let title: String; let text: String; let tag: String }

    """

  private func eager(_ lines: [String], _ source: String) throws -> [DiagnosedFinding] {
    DiagnosisTests.diagnose(lines, ["App.swift": row + source]).findings.filter {
      $0.finding.rule == "eager_container" && $0.severity > .note
    }
  }

  private func appearance(of view: String) -> [String] {
    ["\(view): @self, @identity, _model changed."]
      + Array(repeating: ["NoteRow: @self changed.", "NoteTag: @self changed."], count: 60).flatMap { $0 }
  }

  private func screen(_ name: String, rows: String, helper: String = "") -> String {
    """
    struct \(name): View {
      @ObservedObject var model: NotesModel
      var body: some View { ScrollView { VStack { ForEach(model.notes) { note in \(rows) } } } }
      \(helper)
    }

    """
  }

  private let model = "final class NotesModel: ObservableObject { @Published var notes: [Note] = [] }\n"

  @Test func rowsThatAHelperMakesAreTheContainers() throws {
    let source =
      model
      + screen(
        "Notes", rows: "row(note)", helper: "func row(_ note: Note) -> some View { Group { NoteRow(note: note) } }")
    let found = try eager(appearance(of: "Notes"), source)
    #expect(found.map(\.finding.view) == ["Notes"])
  }

  /// Two screens make the same rows; only one of them is in the log.
  @Test func theRowsAreThoseOfTheScreenThatTheLogShows() throws {
    let source =
      model + screen("Archive", rows: "NoteRow(note: note)") + screen("Notes", rows: "NoteRow(note: note)")
    #expect(try eager(appearance(of: "Notes"), source).map(\.finding.view) == ["Notes"])
    #expect(try eager(appearance(of: "Archive"), source).map(\.finding.view) == ["Archive"])
  }

  /// Rows that hold others of their kind are told apart from them by nothing in the log.
  @Test func rowsThatQuoteOthersCountWithThem() throws {
    let quoting = row.replacing("NoteTag(note: note) }", with: "NoteTag(note: note); NoteRow(note: note) }")
    let lines = appearance(of: "Notes")
    let found = DiagnosisTests.diagnose(
      lines, ["App.swift": quoting + model + screen("Notes", rows: "NoteRow(note: note)")]
    ).findings
    #expect(found.contains { $0.finding.rule == "eager_container" && $0.severity > .note })
  }

  /// Rows beyond a screen that are evaluated again and again need not be there, in whatever order the stacks hold them.
  @Test(arguments: [
    ("ScrollView { VStack { ForEach(notes) { note in NoteRow(note: note) } } }", 200, true),
    (
      "ScrollView(.horizontal) { VStack { ForEach(lines, id: \\.self) { line in HStack { ForEach(line) { note in NoteRow(note: note) } } } } }",
      200, true
    ),
    (
      "ScrollView(.horizontal) { VStack { ForEach(lines, id: \\.self) { line in LazyHStack { ForEach(line) { note in NoteRow(note: note) } } } } }",
      200, false
    ),
    ("ScrollView { LazyVStack { ForEach(notes) { note in NoteRow(note: note) } } }", 200, false),
    ("ScrollView { VStack { ForEach(shown) { note in NoteRow(note: note) } } }", 200, true),
    ("ScrollView { VStack { ForEach(notes) { note in NoteRow(note: note) } } }", 20, false),
  ]) func rowsThatNobodySeesAreEvaluatedAsWell(_ content: String, _ rows: Int, _ isLoud: Bool) throws {
    let source = """
      struct Notes: View {
        @State private var query = ""
        let notes: [Note]
        let lines: [[Note]]
        var body: some View {
          TextField("", text: $query)
          \(content)
        }
        private var shown: [Note] { notes.filter { $0.title.prefix(2) == "a " } }
      }
      """
    let lines =
      ["Notes: @self, @identity, _query changed."]
      + (0..<20).flatMap { _ in
        ["Notes: _query changed."] + Array(repeating: "NoteRow: @self changed.", count: rows)
      }
    #expect(try eager(lines, source).isEmpty == !isLoud)
  }

  /// Rows that are no views of their own leave no line: the body that holds them does.
  @Test(arguments: [
    ("VStack", "let texts: [String]", 200, true), ("LazyVStack", "let texts: [String]", 200, false),
    ("VStack", "let texts: [String]", 20, false), ("VStack", "private let texts = [\"a\", \"b\"]", 200, false),
  ])
  func rowsOfTextAreBuiltByEachEvaluation(_ stack: String, _ texts: String, _ updates: Int, _ isLoud: Bool) throws {
    let source = """
      struct Transcript: View {
        \(texts)
        @Binding var time: Double
        var body: some View {
          ScrollView { \(stack) { ForEach(texts, id: \\.self) { text in Button(text) {}.opacity(time) } } }
        }
      }
      """
    let lines =
      ["Transcript: @self, @identity, _time changed."] + .init(repeating: "Transcript: _time changed.", count: updates)
    #expect(try eager(lines, source).isEmpty == !isLoud)
  }

  // MARK: - Large bodies

  private func settings(lines: Int) -> String {
    let others = (0..<lines).map { "        Text(\"Line \($0)\")" }.joined(separator: "\n")
    return """
      @Observable final class Theme { var tint = "red"; var name = "Dusk" }
      struct SettingsView: View {
        @Environment(Theme.self) private var theme
        var body: some View {
          VStack {
            Group {
      \(others)
            }
            VStack {
              Text(theme.tint)
              Text("Tint " + theme.tint)
              Text("Chosen tint: " + theme.tint)
            }
          }
        }
      }
      """
  }

  /// Nothing is saved but lines of a body: worth it where the body is among those that cost the most.
  @Test(arguments: [(lines: 400, isLoud: true), (lines: 45, isLoud: false)])
  func aLargeBodyThatRunsForOneValueIsTakenApart(lines: Int, isLoud: Bool) {
    let log =
      ["SettingsView: @self, @identity, _theme changed."]
      + Array(repeating: #"SettingsView: \Theme.tint changed."#, count: 120)
    let found = DiagnosisTests.diagnose(log, ["App.swift": settings(lines: lines)]).findings.filter {
      $0.finding.rule == "monolithic_body"
    }
    #expect(found.contains { $0.severity > .note } == isLoud)
  }
}
