internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// Controls that are dragged and write, through bindings, what views further up keep.
@Suite struct DraggedBindingTests {
  private func source(_ control: String, kept: String, bound: String) -> String {
    """
    @Observable final class Settings { var volume = 0.5; var isMuted = false }
    struct Screen: View {
      \(kept)
      var body: some View {
        VolumeRow(value: \(bound))
        Status()
      }
    }
    struct VolumeRow: View {
      @Binding var value: Double
      var body: some View { HStack { \(control); Text("\\(value)") } }
    }
    struct Status: View { var body: some View { Text("Ready") } }
    """
  }

  private func finding(_ cause: String, _ control: String, kept: String, bound: String) -> DiagnosedFinding? {
    let lines =
      ["Screen: @self, @identity changed.", "VolumeRow: @self, @identity, _value changed.", "Status: @self changed."]
      + (0..<60).flatMap { _ in ["Screen: \(cause) changed.", "VolumeRow: @self, _value changed."] }
    return DiagnosisTests.diagnose(lines, ["App.swift": source(control, kept: kept, bound: bound)]).findings.first {
      $0.finding.rule == "hot_path_state_write" && $0.finding.view == "VolumeRow"
    }
  }

  /// The one with the control goes on; who keeps the value is left alone until the drag ends.
  @Test(arguments: [
    ("_volume", "@State private var volume = 0.5", "$volume"),
    ("\\Settings.volume", "@Bindable var settings: Settings", "$settings.volume"),
    (
      "\\Settings.volume", "let settings: Settings",
      "Binding(get: { settings.volume }, set: { settings.volume = $0 })"
    ),
  ]) func whoKeepsTheValueGains(cause: String, kept: String, bound: String) throws {
    let found = try #require(finding(cause, "Slider(value: $value)", kept: kept, bound: bound))
    #expect(found.savedByView == ["Screen": 54])
  }

  @Test(arguments: [
    "Toggle(\"Loud\", isOn: $value)", "Stepper(\"Volume\", value: $value)", "TextField(\"\", text: $value)",
  ])
  func whatIsNotDraggedIsNone(_ control: String) {
    #expect(finding("_volume", control, kept: "@State private var volume = 0.5", bound: "$volume") == nil)
  }
}
