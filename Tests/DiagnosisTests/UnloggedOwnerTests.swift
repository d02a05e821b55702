internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// An app prints nothing when it is evaluated. What its windows show of it has to do.
@Suite struct UnloggedOwnerTests {
  private static func recorder(onTick write: String) -> String {
    """
    @main struct Recorder: App {
      @State private var frame = 0
      @State private var isOpen = false
      let timer = Timer.publish(every: 0.4, on: .main, in: .common).autoconnect()
      var body: some Scene {
        MenuBarExtra {
          Menu(open: { isOpen = true })
        } label: {
          Image("icon\\(frame)")
            \(write)
        }
        Window("Settings", id: "settings") {
          VStack {
            Settings(close: { isOpen = false })
            Text("1")
            Text("2")
            Text("3")
          }
        }
      }
    }
    struct Menu: View {
      let open: () -> Void
      var body: some View { Button("Open", action: open) }
    }
    struct Settings: View {
      let close: () -> Void
      @State private var name = ""
      var body: some View { Button(name, action: close) }
    }
    """
  }

  private static func finding(onTick write: String) -> DiagnosedFinding? {
    let log =
      ["Menu: @self changed.", "Settings: @self, @identity, _name changed."]
      + (0..<60).flatMap { _ in ["Menu: @self changed.", "Settings: @self changed."] }
    return DiagnosisTests.diagnose(log, ["Recorder.swift": recorder(onTick: write)]).findings.first {
      $0.finding.rule == "state_scoped_too_high"
    }
  }

  @Test func aClockInAnAppMakesItsWindowsAnew() throws {
    let found = try #require(Self.finding(onTick: ".onReceive(timer) { _ in frame += 1 }"))
    #expect(found.severity == .warning)
    let measured = try #require(found.measured)
    let avoidable = try #require(measured.avoidable)
    // Nearly all of it is the clock's; nothing shows that none of it is the flag's.
    #expect(avoidable > measured.updates / 2)
    #expect(measured.range?.upperBound == measured.updates)
  }

  @Test func aTapInAnAppIsNotTakenForWhatEvaluatesItAllTheTime() {
    let found = Self.finding(onTick: ".onTapGesture { frame += 1 }")
    #expect(found.map { $0.severity == .note && $0.saved == 0 } ?? true)
  }
}
