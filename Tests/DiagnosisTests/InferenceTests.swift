internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What the diagnosis takes for likely where neither the trace nor the sources prove it, and that it says no more.
@Suite struct InferenceTests {
  private static let editor = """
    struct Profile: Equatable { var handle: String; var bio: String }
    struct Editor: View {
      @Binding var profile: Profile
      var body: some View {
        Header(profile: profile)
        TextEditor(text: $profile.bio)
        Preview(text: profile.bio)
      }
    }
    struct Header: View {
      let profile: Profile
      var body: some View { Text(profile.handle) }
    }
    struct Preview: View {
      let text: String
      var body: some View { Text(text) }
    }
    """

  private static let typing =
    [
      "Editor: @self, @identity, _profile changed.", "Header: @self changed.", "Preview: @self changed.",
    ]
    + [[String]](
      repeating: ["Editor: _profile changed.", "Header: @self changed.", "Preview: @self changed."], count: 20
    ).flatMap { $0 }

  private func view(_ name: String, in diagnosis: Diagnosis) throws -> Diagnosis.View {
    try #require(diagnosis.views.first { $0.key.name == name }).value
  }

  @Test func membersThatNobodyWritesAreUnlikelyToChange() throws {
    let diagnosis = DiagnosisTests.diagnose(Self.typing, ["Editor.swift": Self.editor])
    let header = try view("Header", in: diagnosis)
    #expect(header.avoidable == 0)
    #expect(header.likelyAvoidable == 20)
    #expect(try view("Preview", in: diagnosis).likelyAvoidable == 0)
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "broad_model_dependency")
    #expect(first.finding.fix == .passOnlyNeededValues)
    #expect(first.finding.view == "Header")
    #expect(first.grade == .likely)
    #expect(first.measured?.predicted == 0)
  }

  /// Where a whole value is replaced somewhere, all of its members may have changed.
  @Test func aStructThatIsReplacedStaysOpen() throws {
    let replacing = """
      struct Reset: View {
        @Binding var profile: Profile
        var body: some View { Button("") { profile = Profile(handle: "", bio: "") } }
      }
      """
    let diagnosis = DiagnosisTests.diagnose(
      Self.typing, ["Editor.swift": Self.editor, "Reset.swift": replacing])
    #expect(diagnosis.findings.allSatisfy { $0.severity == .note })
    // That a fix is expected to save them makes them likely avoidable, and no more.
    let header = try view("Header", in: diagnosis)
    #expect(header.avoidable == 0)
    #expect(header.likelyAvoidable == diagnosis.findings.map(\.saved).max())
  }

  private static let workout = """
    struct Workout: View {
      let sets: [ExerciseSet]
      let store: Store
      @State private var remaining = 90
      var body: some View {
        ForEach(sets) { set in SetRow(set: set, onDone: { store.complete(set.id) }) }
        Text("\\(remaining)").onReceive(clock) { _ in remaining -= 1 }
      }
    }
    struct ExerciseSet: Identifiable, Equatable { let id: Int; var reps: Int }
    struct SetRow: View {
      let set: ExerciseSet
      let onDone: () -> Void
      var body: some View { Button("\\(set.reps)", action: onDone) }
    }
    """

  /// The maker is not in the trace: what its state evaluates is inferred, and the maker is no view of the trace.
  @Test func aMakerThatNobodyLogsIsAssumed() throws {
    let rows = [String](repeating: "SetRow: @self changed.", count: 6)
    let first = [String](repeating: "SetRow: @self, @identity changed.", count: 6)
    let diagnosis = DiagnosisTests.diagnose(
      first + (0..<45).flatMap { _ in rows }, ["Workout.swift": Self.workout])
    let row = try view("SetRow", in: diagnosis)
    #expect(row.avoidable == 0)
    #expect(row.likelyAvoidable == 270)
    let best = try #require(diagnosis.findings.first)
    #expect(best.saved > 0)
    #expect(best.grade == .likely)
    #expect(["incomparable_argument", "state_scoped_too_high"].contains(best.finding.rule))
    #expect(diagnosis.summary.views.map(\.id.name) == ["SetRow"])
  }

  /// Who records a trace has put the statements there.
  @Test func theInstrumentationRanksLast() throws {
    let source = """
      struct Feed: View {
        @State private var items: [Int] = []
        var body: some View {
          let _ = Self._logChanges()
          List(items.sorted(), id: \\.self) { Text("\\($0)") }.onAppear { items = [1] }
        }
      }
      """
    let diagnosis = DiagnosisTests.diagnose(
      ["Feed: @self, @identity, _items changed."] + .init(repeating: "Feed: _items changed.", count: 30),
      ["Feed.swift": source])
    let rules = diagnosis.findings.map(\.finding.rule)
    #expect(rules.contains("debug_logging_unguarded"))
    #expect(rules.last == "debug_logging_unguarded")
  }

  /// A line taken out comes before a model rewritten, though that saves somewhat more.
  @Test func theEasierFixComesFirst() throws {
    let source = """
      final class Session: ObservableObject { @Published var name = ""; @Published var progress = 0.0 }
      struct Card: View {
        @EnvironmentObject private var session: Session
        let title: String
        var body: some View { Text(title).onTapGesture { session.name = title } }
      }
      struct Greeting: View {
        @EnvironmentObject private var session: Session
        var body: some View { Text(session.name) }
      }
      struct Badge: View {
        @EnvironmentObject private var session: Session
        var body: some View { ProgressView(value: session.progress) }
      }
      """
    let update =
      [String](repeating: "Card: _session changed.", count: 8) + [
        "Greeting: _session changed.", "Badge: _session changed.",
      ]
    let first =
      [String](repeating: "Card: @self, @identity, _session changed.", count: 8)
      + ["Greeting: @self, @identity, _session changed.", "Badge: @self, @identity, _session changed."]
    let diagnosis = DiagnosisTests.diagnose(
      first + (0..<20).flatMap { _ in update }, ["Session.swift": source])
    let best = try #require(diagnosis.findings.first)
    #expect(best.finding.rule == "unused_dynamic_property")
    #expect(best.finding.view == "Card")
    #expect(best.saved == 160)
  }
}
