internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// `_player changed.` does not say what of the player did; who was on screen, and what is named how, says a little.
@Suite struct PresenceTests {
  private func source(_ method: String) -> String {
    """
    final class Player: ObservableObject {
      @Published var position = 0.0
      @Published var volume = 0.5
      @Published var title = ""
      func \(method)() { position += 1 }
      func rename(_ name: String) { title = name }
    }
    struct Screen: View {
      var body: some View { Bar(); Title(); Settings() }
    }
    struct Bar: View {
      @EnvironmentObject private var player: Player
      var body: some View { ProgressView(value: player.position) }
    }
    struct Title: View {
      @EnvironmentObject private var player: Player
      var body: some View { Text(player.title) }
    }
    struct Settings: View {
      @EnvironmentObject private var player: Player
      var body: some View { Slider(value: $player.volume) }
    }
    """
  }

  /// What is left of 40 changes of the player when its members are tracked one by one.
  private func left(_ method: String, withSettings number: Int) throws -> Int {
    let views = ["Bar", "Title", "Settings"]
    let lines =
      ["Screen: @self changed."] + views.map { "\($0): @self, @identity, _player changed." }
      + (0..<40).flatMap { change in views.prefix(change < number ? 3 : 2).map { "\($0): _player changed." } }
    let diagnosis = DiagnosisTests.diagnose(lines, ["App.swift": source(method)])
    let found = try #require(diagnosis.findings.first { $0.finding.fix == .migrateToObservable })
    return try #require(found.measured?.predicted)
  }

  @Test func whoWasNotOnScreenWroteNothing() throws {
    // The slider would make as many changes as the clock, and was there for four of forty.
    #expect((30...44).contains(try left("tick", withSettings: 4)))
  }

  @Test func methodsNamedAfterEventsRunAgainAndAgain() throws {
    let clock = try left("tick", withSettings: 4)
    for name in ["bump", "buyTicket"] { #expect(try left(name, withSettings: 4) < clock - 5, "\(name)") }
    for name in ["didUpdatePosition", "timerTick"] { #expect(try left(name, withSettings: 4) == clock, "\(name)") }
  }
}
