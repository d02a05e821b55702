internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// Models that no view holds: bodies reach them by the names of their classes.
@Suite struct SharedModelTests {
  private static func source(_ reach: String) -> String {
    """
    @Observable final class Downloads {
      static let shared = Downloads()
      var active: [String: Double] = [:]
      var title = ""
      func session(_ id: String, didReceive share: Double) { active[id] = share }
    }
    struct Season: View {
      let episodes: [Episode]
      var body: some View { ForEach(episodes) { EpisodeCard(episode: $0) } }
    }
    struct EpisodeCard: View {
      let episode: Episode
      var body: some View { \(reach) }
    }
    """
  }

  private static func log(of cause: String) -> [String] {
    let first = ["Season: @self, @identity changed."] + [String](repeating: "EpisodeCard: @self changed.", count: 6)
    return first + (0..<40).flatMap { _ in [String](repeating: "EpisodeCard: \(cause) changed.", count: 6) }
  }

  @Test(arguments: [
    #"Text("\(Downloads.shared.active[episode.id] ?? 0)")"#,
    #"let downloads = Downloads.shared; Text("\(downloads.active[episode.id] ?? 0)")"#,
  ])
  func aRowThatLooksItselfUpIsNamed(reach: String) throws {
    let diagnosis = DiagnosisTests.diagnose(
      Self.log(of: "\\Downloads.active"), ["App.swift": Self.source(reach)])
    let found = try #require(diagnosis.findings.first { $0.finding.rule == "collection_dependency_in_row" })
    #expect(found.finding.severity == .warning)
    #expect(found.finding.message.contains("'active' of 'Downloads.shared'"))
    #expect(found.measured?.updates == 240)
    #expect(try #require(found.measured?.predicted) <= 60)
  }

  /// Handing a model on reads nothing of it, and a class of the same name elsewhere makes the name unclear.
  @Test func whatIsNotReadIsNoDependency() {
    let handedOn = DiagnosisTests.diagnose(
      Self.log(of: "\\Downloads.title"), ["App.swift": Self.source("Status(of: Downloads.shared)")])
    #expect(handedOn.findings.allSatisfy { $0.finding.rule != "collection_dependency_in_row" })
    let other = "@Observable final class Downloads { static let shared = Downloads() }"
    let unclear = DiagnosisTests.diagnose(
      Self.log(of: "\\Downloads.active"),
      [
        "App.swift": Self.source(#"Text("\(Downloads.shared.active[episode.id] ?? 0)")"#),
        "Other/Other.swift": "enum Other { \(other) }",
      ])
    #expect(unclear.findings.allSatisfy { $0.finding.rule != "collection_dependency_in_row" })
  }

  /// Which member changed a trace tells of an object that tracks who reads it, so the part that reads another one saves nothing.
  @Test(arguments: [("isBusy", 0), ("progress", 40)])
  func onlyTheMemberThatChangedIsCredited(_ member: String, _ work: Int) throws {
    let source = """
      @Observable final class Store { var isBusy = false; var progress = 0.0 }
      struct Screen: View {
        @Environment(Store.self) private var store
        var body: some View {
          VStack {
            Bar(isBusy: store.isBusy)
      \((0..<60).map { "      Text(\"line \($0)\")" }.joined(separator: "\n"))
            Footer(progress: store.progress)
          }
        }
      }
      struct Bar: View { let isBusy: Bool; var body: some View { Text("\\(isBusy)") } }
      struct Footer: View { let progress: Double; var body: some View { Text("\\(progress)") } }
      """
    let lines =
      ["Screen: @self, @identity changed.", "Bar: @self, @identity changed.", "Footer: @self, @identity changed."]
      + (0..<40).flatMap { _ in ["Screen: \\Store.progress changed.", "Footer: @self changed."] }
    let diagnosis = DiagnosisTests.diagnose(lines, ["App.swift": source])
    for finding in diagnosis.findings where finding.finding.change == .narrowInput(PropertyPath("store", member)) {
      #expect(finding.saved == 0, "\(finding.message)")
    }
    let part = diagnosis.findings.first {
      $0.finding.change == .extract(.part(reading: PropertyPath("store", member)))
    }
    #expect((part?.repeatedWork ?? 0 >= work) && (part == nil) == (work == 0))
  }

  /// Of an object that a large view observes for one part, also through a getter, that part is named.
  @Test func thePartThatShowsAnObservedObjectIsNamed() throws {
    let source = """
      final class Clock: ObservableObject { @Published var seconds = 0.0 }
      struct Screen: View {
        @EnvironmentObject var clock: Clock
        private var share: Double { clock.seconds / 60 }
        var body: some View {
          VStack {
            bar
      \((0..<60).map { "      Text(\"line \($0)\")" }.joined(separator: "\n"))
          }
        }
        private var bar: some View {
          HStack {
            Text("Time")
            ProgressView(value: share)
          }
        }
      }
      """
    let lines =
      ["Screen: @self, @identity, _clock changed."] + [String](repeating: "Screen: _clock changed.", count: 40)
    let diagnosis = DiagnosisTests.diagnose(lines, ["App.swift": source])
    let found = try #require(
      diagnosis.findings.first { $0.finding.change == .extract(.part(reading: PropertyPath("clock"))) })
    #expect(found.repeatedWork == 40)
    #expect(found.finding.steps.contains { $0.contains("into a view that observes 'clock'") })
  }

  /// A value that a body only watches evaluates nobody once the body does not read it.
  @Test func whatIsOnlyWatchedIsSavedWhole() throws {
    let source = """
      struct Player: View {
        @State private var time = 0.0
        var body: some View {
          VStack { Engine(time: $time); Backdrop() }
            .onChange(of: time) { save() }
        }
        private func save() {}
      }
      struct Engine: View { @Binding var time: Double; var body: some View { Surface().onTick { time = $0 } } }
      struct Backdrop: View { var body: some View { Color.black } }
      """
    let lines =
      ["Player: @self, @identity, _time changed.", "Engine: @self, @identity, _time changed."]
      + [String](repeating: "Player: _time changed.", count: 100)
    let diagnosis = DiagnosisTests.diagnose(lines, ["App.swift": source])
    let found = try #require(diagnosis.findings.first)
    #expect(found.finding.change == .moveState(PropertyPath("time"), to: .object))
    #expect(found.saved == 100)
    #expect(found.finding.message.contains("only watches 'time' and hands it to 'Engine'"))
  }
}
