internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// What is thrown away and built anew, and work that one evaluation does several times.
@Suite struct RebuiltViewTests {
  private func found(_ rule: String, _ lines: [String], _ source: String) -> [DiagnosedFinding] {
    DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.filter { $0.finding.rule == rule }
  }

  /// With a view that is thrown away go the rows that only it holds: a token of a list of many rows is worth more than a note.
  @Test(arguments: [(0, Severity.note), (20, .warning)]) func rowsComeAnewWithTheirList(
    _ rows: Int, _ expected: Severity
  ) {
    let source = """
      struct Outline: View {
        @ObservedObject var store: Store
        @State private var token = UUID()
        var body: some View {
          VStack { Scenes(store: store) }.id(token).onReceive(store.changes) { _ in token = UUID() }
        }
      }
      struct Scenes: View {
        let store: Store
        @State private var isOpen = false
        var body: some View { ForEach(store.scenes) { SceneRow(scene: $0) }; Toggle("Open", isOn: $isOpen) }
      }
      struct SceneRow: View {
        let scene: Scene
        @State private var name = ""
        var body: some View { TextField("Name", text: $name); Text(scene.title) }
      }
      final class Store: ObservableObject {
        @Published var scenes: [Scene] = []
        let changes = PassthroughSubject<Void, Never>()
      }
      """
    let appearance =
      ["Scenes: @self, @identity, _isOpen changed."]
      + Array(repeating: "SceneRow: @self, @identity, _name changed.", count: rows)
    let lines =
      ["Outline: @self, @identity, _store, _token changed."] + appearance
      + (0..<15).flatMap { _ in ["Outline: _token changed."] + appearance + ["Other: _count changed."] }
      + Array(repeating: "Other: _count changed.", count: 600)
    let found = found("unstable_identity", lines, source)
    #expect(found.map(\.severity) == [expected])
    #expect(found.first?.finding.message.contains("makes another 'token'") == true)
  }

  /// Branches that build the same view are another view each; one that keeps nothing is none the worse for it.
  @Test(arguments: [
    ("let text: String", Severity.note), ("let text: String\n  @State private var isOpen = false", .warning),
  ])
  func aViewThatKeepsNothingLosesNothing(_ members: String, _ expected: Severity) throws {
    let source = """
      struct Row: View {
        @Binding var model: String?
        let name: String
        let tool: String?
        var body: some View {
          HStack {
            if model != nil {
              Tag(text: name)
              Tag(text: name + "!")
            } else if let tool {
              Tag(text: tool)
            }
          }
        }
      }
      struct Tag: View {
        \(members)
        var body: some View { Text(text) }
      }
      """
    let storage = members.contains("@State") ? "@self, @identity, _isOpen" : "@self"
    let turn = ["Row: _model changed.", "Tag: \(storage) changed.", "Tag: \(storage) changed."]
    let lines = ["Row: @self, @identity, _model changed."] + (0..<60).flatMap { _ in turn }
    let found = found("unstable_identity", lines, source).map(\.severity)
    #expect(found.max() == expected)
  }

  /// A property that filters, and that the body asks for in four places, or in eight: then each evaluation can be spared most of it.
  @Test(arguments: [(4, Severity.note), (8, .warning)]) func workThatIsDoneAgainInOneEvaluation(
    _ uses: Int, _ expected: Severity
  ) {
    let source = """
      struct Item: Identifiable { let id: Int; let name: String }
      struct Sheet: View {
        let items: [Item]
        @State private var note = ""
        private var matching: [Item] { items.filter { $0.name.hasPrefix(note) } }
        var body: some View {
          VStack {
            TextField("Note", text: $note)
      \((0..<uses).map { _ in "      Text(\"\\(matching.count)\")" }.joined(separator: "\n"))
          }
        }
      }
      """
    let lines = ["Sheet: @self, @identity, _note changed."] + Array(repeating: "Sheet: _note changed.", count: 60)
    let found = found("heavy_work_in_body", lines, source).map(\.severity)
    #expect(found.max() == expected)
  }
}
