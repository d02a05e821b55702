internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// Rows that each read of a shared model no more than what is their own: one change evaluates all for one or two.
@Suite struct PickedRowTests {
  private static let models = """
    @Observable final class Status { var song: Song?; var volume = 1.0 }
    @Observable final class Player {
      let status = Status()
      var library: Library?
      @ObservationIgnored let queue = Queue()
      func position(of song: Song) -> Int? { queue.position(of: song.id) }
      func play(_ song: Song) { status.song = song }
      func load() async { while true { library = await fetch() } }
    }
    @Observable final class Queue {
      var positions: [Int: Int] = [:]
      func position(of id: Int) -> Int? { positions[id] }
    }
    struct Library { func plays(of song: Song) -> Int { 0 } }
    struct Song: Identifiable, Equatable { let id: Int; let title: String }
    struct Album: View {
      let songs: [Song]
      var body: some View { ForEach(songs) { SongRow(song: $0) } }
    }
    """

  private static func row(_ body: String) -> String {
    """
    struct SongRow: View {
      let song: Song
      @Environment(Player.self) private var player
      var body: some View { \(body) }
      private var isPlaying: Bool {
        guard let current = player.status.song else { return false }
        return current.id == self.song.id
      }
    }
    """
  }

  /// Twenty rows, and thirty changes that evaluate all of them.
  private static func found(_ body: String, keyPath: String) -> DiagnosedFinding? {
    let diagnosis = DiagnosisTests.diagnose(
      .init(repeating: "SongRow: @self, @identity, _player changed.", count: 20)
        + (0..<30).flatMap { _ in
          ["Header: \(keyPath) changed."] + .init(repeating: "SongRow: \(keyPath) changed.", count: 20)
        }, ["Player.swift": models + row(body)])
    return diagnosis.findings.first { $0.finding.rule == "collection_dependency_in_row" }
  }

  @Test(arguments: [
    ("Text(song.title).bold(player.status.song == song)", "\\Status.song", 2),
    ("Text(song.title).bold(isPlaying)", "\\Status.song", 2),
    ("Text(\"\\(player.library?.plays(of: song) ?? 0)\")", "\\Player.library", 1),
    ("Text(\"\\(player.position(of: song) ?? 0)\")", "\\Queue.positions", 1),
  ]) func allButAFewOfEachChangeAreSaved(body: String, keyPath: String, few: Int) throws {
    let finding = try #require(Self.found(body, keyPath: keyPath))
    #expect(finding.severity == .warning)
    #expect(finding.measured?.updates == 600)
    #expect(finding.measured?.avoidable == 600 - 30 * few)
  }

  @Test(arguments: [
    // Each row shows it.
    ("Text(player.status.song?.title ?? song.title)", "\\Status.song"),
    // All rows look different at once.
    ("Text(song.title).opacity(player.status.volume)", "\\Status.volume"),
    ("Text(song.title).bold(player.status.volume == 1)", "\\Status.volume"),
  ]) func whatAllRowsShowIsTheirs(body: String, keyPath: String) {
    #expect(Self.found(body, keyPath: keyPath) == nil)
  }

  /// Where one of them is evaluated at a time there are no rows to tell apart.
  @Test func aViewOfWhichThereIsOneIsNoRow() throws {
    let lines = (0..<30).map {
      "2025-11-08 10:12:\(10 + $0).000000+0100 App[1:2] [Changed Body Properties] SongRow: "
        + ($0 == 0 ? "@self, @identity, _player changed." : "\\Status.song changed.")
    }
    let diagnosis = DiagnosisTests.diagnose(
      lines, ["Player.swift": Self.models + Self.row("Text(song.title).bold(player.status.song == song)")])
    let saving = diagnosis.findings.filter { finding in
      guard case .observePerElement = finding.finding.change else { return false }
      return finding.saved > 0
    }
    #expect(saving.isEmpty)
  }
}
