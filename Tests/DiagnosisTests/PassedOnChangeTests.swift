internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// A model that sends on what its parts announce evaluates whoever observes it for each change of any of them.
@Suite struct PassedOnChangeTests {
  private static func app(_ forwarding: String) -> String {
    """
    final class Palette: ObservableObject {
      @Published var hue = 0.0
      @Published var shade = 0.0
      @Published var alpha = 0.0
    }
    final class Panes: ObservableObject { @Published var selection = 0 }
    final class Clock: ObservableObject { @Published var isOn = false }
    final class AppState: ObservableObject {
      let palette = Palette()
      let panes = Panes()
      let clock = Clock()
      private var bag: Set<AnyCancellable> = []
      init() {
        \(forwarding)
      }
    }
    struct Swatch: View {
      @EnvironmentObject var app: AppState
      var body: some View {
        Slider(value: $app.palette.hue)
        Text("\\(app.palette.hue)")
      }
    }
    struct Pane: View {
      @EnvironmentObject var app: AppState
      var body: some View { Text("\\(app.panes.selection)") }
    }
    """
  }

  private static func finding(_ forwarding: String) -> DiagnosedFinding? {
    let log =
      ["Swatch: @self, @identity, _app changed.", "Pane: @self, @identity, _app changed."]
      + (0..<80).flatMap { _ in ["Swatch: _app changed.", "Pane: _app changed."] }
    return DiagnosisTests.diagnose(log, ["App.swift": app(forwarding)]).findings.first {
      $0.finding.rule == "observable_object_fan_out"
    }
  }

  private static func sent(_ name: String) -> String {
    "\(name).objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &bag)"
  }

  @Test func whoShowsAnotherPartIsEvaluatedForNothing() throws {
    let found = try #require(Self.finding(["palette", "panes", "clock"].map(Self.sent).joined(separator: "\n")))
    #expect(found.severity == .warning)
    #expect(found.message.contains("sends on what 'palette', 'panes' and 'clock' announce"))
    // What is dragged is written more often than what is chosen.
    let saved = found.savedByView
    #expect(saved["Pane", default: 0] > saved["Swatch", default: 0])
  }

  @Test func partsInACollectionAreSentOnAsWell() throws {
    let loop = "for part in [palette] { part.objectWillChange.sink { print($0) }.store(in: &bag) }"
    #expect(Self.finding(loop) == nil)
    let each = "panes.objectWillChange.sink { _ in print(0) }.store(in: &bag)"
    #expect(Self.finding(each) == nil)
  }
}
