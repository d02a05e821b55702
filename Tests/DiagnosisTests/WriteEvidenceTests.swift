internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// What children that are given a value tell about its writes: who was not evaluated was given the same again.
@Suite struct WriteEvidenceTests {
  private func findings(_ lines: [String], _ source: String) -> [DiagnosedFinding] {
    DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
  }

  private func times(_ count: Int, _ lines: [String]) -> [String] { (0..<count).flatMap { _ in lines } }

  // MARK: - Published again

  private static let link = """
    enum Quality: Equatable { case good, bad }
    final class Link: ObservableObject {
      @Published var quality = Quality.good
      @Published var title = ""
      func attach(_ radio: Radio) { radio.onSample = { [weak self] sample in self?.quality = sample.quality } }
    }
    struct Bars: View {
      let quality: Quality
      var body: some View { Text(quality == .good ? "good" : "bad") }
    }
    struct Title: View {
      let title: String
      var body: some View { Text(title) }
    }
    """

  private static let oneObserver = """
    struct Screen: View {
      @StateObject private var link = Link()
      var body: some View {
        Bars(quality: link.quality)
        Title(title: link.title)
      }
    }
    """

  @Test func whatNoChildFollowsWasPublishedAgain() throws {
    let lines =
      ["Screen: @self, @identity, _link changed.", "Bars: @self changed.", "Title: @self changed."]
      + times(10, times(4, ["Screen: _link changed."]) + ["Screen: _link changed.", "Bars: @self changed."])
    let first = try #require(findings(lines, Self.link + Self.oneObserver).first)
    #expect(first.finding.rule == "redundant_state_write")
    #expect(first.saved == 40)
    #expect(first.measured?.range == nil)
  }

  /// The bars of another observer follow each time: what the title's observer is evaluated for is another member.
  @Test func whatOthersFollowIsNotPublishedAgain() {
    let source =
      Self.link + """
        struct Screen: View {
          @StateObject private var link = Link()
          var body: some View { Title(title: link.title); Signal(link: link) }
        }
        struct Signal: View {
          @ObservedObject var link: Link
          var body: some View { Bars(quality: link.quality) }
        }
        """
    let lines =
      [
        "Screen: @self, @identity, _link changed.", "Title: @self changed.", "Signal: @self, @identity, _link changed.",
        "Bars: @self changed.",
      ] + times(40, ["Screen: _link changed.", "Signal: _link changed.", "Bars: @self changed."])
    let found = findings(lines, source)
    #expect(
      found.first?.finding.fix == .migrateToObservable
        || found.first?.finding.fix == .passOnlyNeededValues)
    #expect(!found.contains { $0.finding.rule == "redundant_state_write" && $0.severity > .note })
  }

  // MARK: - Computed members

  private static let inbox = """
    struct Mail: Identifiable, Equatable { let id: Int; var isRead = false }
    @Observable final class Inbox {
      var mails: [Mail] = []
      var unread: Int { mails.filter { !$0.isRead }.count }
    }
    struct Bar: View {
      let inbox: Inbox
      var body: some View { Badge(count: inbox.unread) }
    }
    struct Badge: View {
      let count: Int
      var body: some View { Text("\\(count)") }
    }
    """

  private func arrivals(_ following: [String]) -> [String] {
    ["Bar: @self changed.", "Badge: @self changed."] + times(40, ["Bar: \\Inbox.mails changed."] + following)
  }

  @Test func aComputedMemberThatStaysTheSameIsWorthStoring() throws {
    let first = try #require(findings(arrivals([]), Self.inbox).first)
    #expect(first.finding.rule == "transitive_computed_dependency")
    #expect(first.saved == 40)
    #expect(first.measured?.range == nil)
  }

  @Test func oneThatChangesEachTimeIsNot() {
    let found = findings(arrivals(["Badge: @self changed."]), Self.inbox)
    #expect(!found.contains { $0.finding.rule == "transitive_computed_dependency" && $0.saved > 0 })
  }

  // MARK: - Bindings

  /// The child that is handed a binding is evaluated by each turn of the loop as well.
  @Test func aLoopTakesTheReadersOfItsBindingsAlong() throws {
    let source = """
      struct Editor: View {
        @State private var total = 0
        var body: some View {
          Field(value: $total)
            .onChange(of: total) { total += 1 }
          Text("\\(total)")
        }
      }
      struct Field: View {
        @Binding var value: Int
        var body: some View { Text("\\(value)") }
      }
      """
    let lines =
      ["Editor: @self, @identity, _total changed.", "Field: @self, @identity, _value changed."]
      + times(40, ["Editor: _total changed.", "Field: _value changed."])
    let first = try #require(findings(lines, source).first)
    #expect(first.finding.rule == "update_loop")
    #expect(first.savedByView.keys.sorted() == ["Editor", "Field"])
  }

  /// That a child was given the same says nothing of updates that another member made, which its reader shows itself.
  @Test func whatOthersWriteIsNotSavedByComparingOne() throws {
    func source(_ others: String) -> String {
      """
      final class Player: ObservableObject {
        @Published var isShuffled = false
        \(others.isEmpty ? "" : "@Published var position = 0.0")
        func follow(_ queue: Queue) async {
          for await mode in queue.modes { isShuffled = mode.isShuffled }
        }
        \(others)
      }
      struct Controls: View {
        @ObservedObject var player: Player
        var body: some View {
          ShuffleButton(isOn: player.isShuffled)
          \(others.isEmpty ? "Text(\"\")" : "Text(\"\\(player.position)\")")
        }
      }
      struct ShuffleButton: View {
        let isOn: Bool
        var body: some View { Text(isOn ? "on" : "off") }
      }
      """
    }
    let lines =
      ["Controls: @self, @identity, _player changed.", "ShuffleButton: @self, @identity changed."]
      + times(90, ["Controls: _player changed."]) + ["Controls: _player changed.", "ShuffleButton: @self changed."]
    func saved(_ others: String) -> Int {
      findings(lines, source(others)).first { $0.finding.rule == "redundant_state_write" }?.saved ?? 0
    }
    #expect(saved("") >= 80)
    #expect(
      saved("func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.position += 1 } }")
        <= 60)
  }

  // MARK: - State

  /// SwiftUI leaves out what is equal of the state that it keeps: that it was evaluated shows that the value differed.
  @Test func equalWritesOfStateAreNoReasonToStop() {
    let source = """
      struct Label: View {
        @State private var positions: [Position] = []
        var body: some View {
          Text("\\(positions.count)").onReceive(document.$positions) { positions = $0 }
        }
      }
      """
    let lines = ["Label: @self, @identity, _positions changed."] + times(200, ["Label: _positions changed."])
    #expect(!findings(lines, source).contains { $0.finding.rule == "redundant_state_write" && $0.severity > .note })
  }

  private func counter(_ value: String) -> String {
    """
    final class Unread: ObservableObject {
      @Published var count = 0
      func follow(_ feed: Feed) { feed.onPost = { [weak self] in self?.count = \(value) } }
    }
    struct Badge: View {
      @ObservedObject var unread: Unread
      var body: some View { Text("\\(unread.count)") }
    }
    """
  }

  /// What a value is worked out from itself by arithmetic is another one.
  @Test func aCountThatGrowsIsNotWrittenAgain() throws {
    let lines = ["Badge: @self, @identity, _unread changed."] + times(60, ["Badge: _unread changed."])
    func saved(_ value: String) -> Int {
      findings(lines, counter(value)).first { $0.finding.rule == "redundant_state_write" }?.saved ?? 0
    }
    #expect(saved("isAtTop ? 0 : (self?.count ?? 0) + 1") < 10)
    #expect(saved("isAtTop ? 0 : 1") > 20)
  }

  /// What a view writes of a model is one member among others: it is not credited with whatever the model publishes.
  @Test func aMemberThatAViewWritesIsNotAllOfTheModel() throws {
    let source = """
      final class Setup: ObservableObject {
        @Published var progress = 0.0
        @Published var isBlocked = false
        func load(_ download: Download) {
          Timer.scheduledTimer(withTimeInterval: 0.2, repeats: true) { [weak self] _ in self?.progress = download.fraction }
        }
      }
      struct Wizard: View {
        @StateObject private var setup = Setup()
        let reports: AnyPublisher<Int, Never>
        var body: some View {
          VStack { Text("\\(setup.progress)"); Button("Next") {}.disabled(setup.isBlocked) }
            .onReceive(reports) { number in setup.isBlocked = number < 1 }
        }
      }
      """
    let lines =
      ["Wizard: @self, @identity, _setup changed."] + [String](repeating: "Wizard: _setup changed.", count: 100)
    let findings = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    let written = findings.filter {
      if case .writeOnlyOnChange(let path) = $0.finding.change { path.member == "isBlocked" } else { false }
    }
    #expect(!written.isEmpty)
    #expect(written.allSatisfy { $0.saved < 60 }, "\(written.map(\.saved))")
  }

  // MARK: - At frame rate

  /// For five seconds, sixty times a second.
  private func storm(_ line: String) -> [String] {
    (0..<300).map { step in
      let time = "2026-03-01 12:00:0\(step / 60).\(String(10_000 + step % 60 * 166).dropFirst())00"
      return "\(time) Df  Map[412:1a2b] [com.apple.SwiftUI:Changed Body Properties] \(line)"
    }
  }

  /// What the layout calls writes what is there already, and is laid out anew for it; what a button calls does not.
  @Test(arguments: [("onMapCameraChange(frequency: .onEnd) { _ in", true), ("onTapGesture {", false)])
  func aStormIsMadeByWhatTheLayoutCalls(_ modifier: String, _ isIt: Bool) throws {
    let source = """
      final class MapModel: ObservableObject {
        @Published var isFar = false
        @Published var weather = ""
        func note(_ far: Bool) { isFar = far }
        func load() async { weather = await service.weather() }
      }
      struct MapView: View {
        @StateObject private var model = MapModel()
        var body: some View {
          Map().\(modifier) model.note(height > 2) }
          Pill(isFar: model.isFar)
          Weather(text: model.weather).task { await model.load() }
        }
      }
      struct Pill: View {
        let isFar: Bool
        var body: some View { Text(isFar ? "far" : "near") }
      }
      struct Weather: View {
        let text: String
        var body: some View { Text(text) }
      }
      """
    let found = findings(storm("MapView: _model changed."), source).filter {
      $0.finding.rule == "redundant_state_write"
    }
    let saved = found.filter { $0.finding.message.contains("'note'") }.map(\.saved).max() ?? 0
    #expect((saved >= 250) == isIt, "\(found.map(\.message))")
  }

  /// The update of a wrapped view writes what the view around shows, and is updated for it.
  @Test(arguments: [
    ("DispatchQueue.main.async { isLoaded = false }; load { DispatchQueue.main.async { isLoaded = true } }", true),
    ("DispatchQueue.main.async { isLoaded = size > 3 }", true),
    ("DispatchQueue.main.async { isLoaded = true }", false),
    ("if !isLoaded { DispatchQueue.main.async { isLoaded = size > 3 } }", false),
    ("load()", false),
  ]) func theUpdateOfAWrappedViewStartsTheNext(_ update: String, _ isLoop: Bool) {
    let source = """
      struct Picture: UIViewRepresentable {
        @Binding var isLoaded: Bool
        func makeUIView(context: Context) -> UIImageView { UIImageView() }
        func updateUIView(_ view: UIImageView, context: Context) { \(update) }
      }
      struct Channel: View {
        @State private var isLoaded = false
        var body: some View {
          if !isLoaded { Text("loading") }
          Picture(isLoaded: $isLoaded)
        }
      }
      """
    let found = findings(storm("Channel: _isLoaded changed."), source).first { $0.finding.rule == "update_loop" }
    #expect((found.map { $0.saved > 200 } ?? false) == isLoop)
  }

  /// State that is toggled to have the body evaluated.
  @Test func aForcedRefreshIsMostlyForNothing() throws {
    let source = """
      struct Sidebar: View {
        @State private var refresh = false
        var body: some View {
          let _ = refresh
          Text(Preferences.shared.name)
            .onReceive(NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)) { _ in refresh.toggle() }
        }
      }
      """
    let found = findings(times(100, ["Sidebar: _refresh changed."]), source)
    let first = try #require(found.first)
    #expect(first.finding.rule == "redundant_state_write")
    #expect((75...80).contains(first.saved))
  }
}
