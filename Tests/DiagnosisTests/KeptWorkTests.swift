internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// Evaluating a body writes what runs with it, and not what it hands to others for later, nor what is made for the first time only.
@Suite struct KeptWorkTests {
  private static func writes(_ method: String) -> Bool {
    let source = """
      final class Store: ObservableObject {
        @Published var panes: [Int: Pane] = [:]
        @Published var shown = 0
        \(method)
      }
      final class Pane { var onShow: (() -> Void)? }
      struct Screen: View {
        @ObservedObject var store: Store
        var body: some View {
          let pane = store.pane(1)
          Text("\\(store.shown)")
        }
      }
      """
    let log = ["Screen: @self, @identity, _store changed."] + (0..<60).map { _ in "Screen: _store changed." }
    return DiagnosisTests.diagnose(log, ["App.swift": source]).findings.contains {
      $0.finding.rule == "side_effect_in_body"
    }
  }

  @Test func whatEachEvaluationWritesIsFound() {
    #expect(Self.writes("func pane(_ id: Int) -> Pane { shown = id; return Pane() }"))
    #expect(Self.writes("func pane(_ id: Int) -> Pane { Task { shown = id }; return Pane() }"))
  }

  @Test(arguments: [
    "func pane(_ id: Int) -> Pane { let pane = Pane(); pane.onShow = { self.shown = id }; return pane }",
    "func pane(_ id: Int) -> Pane { if let kept = panes[id] { return kept }; let pane = Pane(); panes[id] = pane; return pane }",
    "func pane(_ id: Int) -> Pane { guard panes[id] == nil else { return Pane() }; shown = id; return Pane() }",
    "func pane(_ id: Int) -> Pane { Pane(handler: { self.shown = id }) }",
  ])
  func whatRunsLaterOrOnceIsNone(_ method: String) {
    #expect(!Self.writes(method))
  }
}
