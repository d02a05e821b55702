internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// Structs that models hold: which of their fields are written, and whether in place or as a whole.
@Suite struct FieldWriteTests {
  private func source(writing: String) -> String {
    """
    struct Settings { var theme = ""; var volume = 0.0 }
    struct Shelf { var settings = Settings(); var episodes: [String] = []; var position = 0.0 }
    @Observable final class Store {
      var state = Shelf()
      func begin() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [self] _ in \(writing) } }
    }
    struct Theme: View {
      let store: Store
      var body: some View { Text(store.state.settings.theme) }
    }
    struct Volume: View {
      let store: Store
      var body: some View { Text("\\(store.state.settings.volume)") }
    }
    struct Position: View {
      let store: Store
      var body: some View { Text("\\(store.state.position)") }
    }
    """
  }

  private static let lines =
    ["Theme: @self changed.", "Volume: @self changed.", "Position: @self changed."]
    + (0..<60).flatMap { _ in
      ["Theme: \\Store.state changed.", "Volume: \\Store.state changed.", "Position: \\Store.state changed."]
    }

  private func resolving(_ fix: Fix, writing: String) -> DiagnosedChange? {
    DiagnosisTests.diagnose(Self.lines, ["App.swift": source(writing: writing)]).changes
      .first { $0.lead.finding.fix == fix }
  }

  /// Whoever shows other fields gains all of it, and who shows the field that is written nothing; it is one change for all of them.
  @Test func toExposeFieldsIsOneChangeOfTheModel() throws {
    let change = try #require(resolving(.exposeFields, writing: "state.position += 1"))
    #expect(change.fingerprints.count == 3)
    #expect(change.lead.savedByView == ["Theme": 60, "Volume": 60])
  }

  @Test func whatReplacesTheStructChangesAllFields() throws {
    let change = try #require(resolving(.exposeFields, writing: "state = Shelf()"))
    #expect(change.lead.saved == 0)
  }

  /// A setter can compare, a change in place cannot.
  @Test func equalityHelpsWhereTheWholeIsAssigned() throws {
    let replaced = try #require(resolving(.addEquatableConformance, writing: "state = load()"))
    #expect(replaced.lead.saved > 0)
    let mixed = try #require(
      resolving(.addEquatableConformance, writing: "state = load(); state.position += 1; state.episodes = []"))
    #expect(mixed.lead.saved < replaced.lead.saved)
    #expect(resolving(.addEquatableConformance, writing: "state.position += 1").map(\.lead.saved) ?? 0 == 0)
  }
}
