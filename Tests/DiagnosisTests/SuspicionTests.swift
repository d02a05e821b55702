internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// Patterns that the sources alone are too little for: reported where the trace bears them out, and not elsewhere.
@Suite struct SuspicionTests {
  private func first(_ lines: [String], _ source: String) throws -> DiagnosedFinding {
    try #require(DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first)
  }

  private func rules(_ lines: [String], _ source: String) -> Set<String> {
    let found = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    return Set(found.filter { $0.severity > .note }.map(\.finding.rule))
  }

  private func times(_ count: Int, _ lines: [String]) -> [String] { (0..<count).flatMap { _ in lines } }

  private func feed(id: String) -> String {
    """
    struct Feed: View {
      let stories: [Story]
      @State private var tick = 0
      var body: some View {
        Dot(isOn: tick.isMultiple(of: 2))
        ForEach(stories) { story in Card(story: story).id(\(id)) }
          .onReceive(pulse) { _ in tick += 1 }
      }
    }
    struct Story: Identifiable, Equatable { let id: Int; let title: String }
    struct Dot: View {
      let isOn: Bool
      var body: some View { Circle().opacity(isOn ? 1 : 0) }
    }
    struct Card: View {
      let story: Story
      @Environment(\\.colorScheme) private var colorScheme
      var body: some View { Text(story.title).foregroundStyle(colorScheme == .dark ? .white : .black) }
    }
    """
  }

  private var churn: [String] {
    let cards = [String](repeating: "Card: @self, @identity, _colorScheme changed.", count: 4)
    return ["Feed: @self, @identity, _tick changed.", "Dot: @self changed."] + cards
      + times(12, ["Feed: _tick changed.", "Dot: @self changed."] + cards)
  }

  @Test func anIdThatHoldsAnotherValueIsNamed() throws {
    let found = try first(churn, feed(id: "\"\\(story.id)-\\(tick)\""))
    #expect(found.finding.rule == "unstable_identity")
    #expect(found.finding.subject.identity == "id.tick")
    #expect(found.saved == 48)
  }

  /// How many there are of what is shown below identifies nothing.
  @Test func anIdThatCountsWhatIsShownIsNamed() throws {
    let source = """
      struct Log: View {
        let recorder: Recorder
        var body: some View { LogTable(lines: recorder.lines).id(recorder.lines.count) }
      }
      @Observable final class Recorder { var lines: [String] = [] }
      struct LogTable: View {
        let lines: [String]
        @State private var isWrapped = false
        var body: some View { Toggle("Wrap", isOn: $isWrapped); Text(lines.joined()).lineLimit(isWrapped ? nil : 1) }
      }
      """
    let table = "LogTable: @self, @identity, _isWrapped changed."
    let found = try first(
      ["Log: @self changed.", table] + times(12, ["Log: \\Recorder.lines changed.", table]), source)
    #expect(found.finding.rule == "unstable_identity")
    #expect(found.finding.subject.identity == "id.recorder.lines")
  }

  /// A value that is read for the id alone is there to reset.
  @Test func aTokenThatResetsOnPurposeIsNot() throws {
    let source = """
      struct Host: View {
        @State private var session = 0
        var body: some View {
          Form1().id(session)
          Button("Reset") { session += 1 }
        }
      }
      struct Form1: View {
        @State private var name = ""
        var body: some View { TextField("", text: $name); Text(name) }
      }
      """
    let lines =
      ["Host: @self, @identity, _session changed.", "Form1: @self, @identity, _name changed."]
      + times(9, ["Host: _session changed.", "Form1: @self, @identity, _name changed."])
    let all = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    #expect(!all.contains { $0.finding.rule == "unstable_identity" })
  }

  private func roster(_ writes: String) -> String {
    """
    struct Member: Identifiable, Equatable { let id: Int; var name: String; var lastSeen: Date }
    @Observable final class Roster {
      var members: [Member] = []
      func beat(_ i: Int, _ date: Date) { \(writes) }
    }
    struct RosterView: View {
      let model: Roster
      var body: some View { List(model.members) { member in Avatar(member: member) } }
    }
    struct Avatar: View {
      let member: Member
      private var initials: String { member.name.split(separator: " ").compactMap { $0.first }.map(String.init).joined() }
      var body: some View { Text(initials) }
    }
    """
  }

  private var beats: [String] {
    ["RosterView: @self changed."] + times(6, ["Avatar: @self changed."])
      + times(40, ["RosterView: \\Roster.members changed.", "Avatar: @self changed."])
  }

  @Test func elementsOfWhichOthersAreWrittenAreTooWide() throws {
    let found = try first(beats, roster("members[i].lastSeen = date"))
    #expect(found.finding.rule == "broad_model_dependency")
    #expect(found.finding.view == "Avatar")
    #expect(found.grade == .likely)
    #expect(found.saved == 40)
  }

  /// New elements may differ in everything.
  @Test func elementsThatAreReplacedAreNot() {
    #expect(rules(beats, roster("members = Server.load()")).isEmpty)
    #expect(rules(beats, roster("members[i].name = \"\"")).isEmpty)
  }

  @Test func rowsThatGetTheWholeListAreNamed() throws {
    let source = """
      struct Stock: Identifiable, Equatable { let id: String; var price: Double }
      @Observable final class Watchlist { var stocks: [Stock] = [] }
      struct Screen: View {
        let watchlist: Watchlist
        var body: some View { List(watchlist.stocks) { stock in Row(stock: stock, all: watchlist.stocks) } }
      }
      struct Row: View {
        let stock: Stock
        let all: [Stock]
        var body: some View { Text(all.first?.id == stock.id ? "1" : stock.id) }
      }
      """
    let rows = [String](repeating: "Row: @self changed.", count: 10)
    let found = try first(
      ["Screen: @self changed."] + rows + times(30, ["Screen: \\Watchlist.stocks changed."] + rows), source)
    #expect(found.finding.rule == "broad_model_dependency")
    #expect(found.finding.subject.identity == "all")
    #expect(found.saved == 240)
  }

  private let scale = """
    final class Scale: ObservableObject {
      @Published var grams = 0
      func peripheral(_ data: Reading) { grams = data.grams }
    }
    struct ScaleView: View {
      @StateObject private var scale = Scale()
      var body: some View { Readout(grams: scale.grams) }
    }
    struct Readout: View {
      let grams: Int
      var body: some View { Text("\\(grams)") }
    }
    """

  /// The child that compares says how often the value differed.
  @Test func childrenTellHowOftenAPublishedValueDiffers() throws {
    let update = ["ScaleView: _scale changed."]
    let lines =
      ["ScaleView: @self, @identity, _scale changed.", "Readout: @self changed."]
      + times(8, times(9, update) + update + ["Readout: @self changed."])
    let found = try first(lines, scale)
    #expect(found.finding.rule == "redundant_state_write")
    #expect(found.measured?.predicted == 16)
    let always = ["ScaleView: @self, @identity, _scale changed.", "Readout: @self changed."]
    #expect(rules(always + times(40, update + ["Readout: @self changed."]), scale).isEmpty)
  }

  @Test func rowsThatCompareASharedBindingAreNamed() throws {
    let source = """
      struct Help: View {
        let questions: [Question]
        @State private var openID: Int?
        var body: some View { ForEach(questions) { question in Answer(question: question, openID: $openID) } }
      }
      struct Question: Identifiable, Equatable { let id: Int; let text: String }
      struct Answer: View {
        let question: Question
        @Binding var openID: Int?
        var body: some View {
          Button(question.text) { openID = question.id }
          if openID == question.id { Text(question.text) }
        }
      }
      """
    let lines =
      ["Help: @self, @identity, _openID changed."] + times(8, ["Answer: @self, @identity, _openID changed."])
      + times(15, times(8, ["Answer: _openID changed."]))
    let found = try first(lines, source)
    #expect(found.finding.rule == "broad_model_dependency")
    #expect(found.finding.subject.identity == "openID")
  }

  /// Views without storage say '@self' when they appear and when they are evaluated again.
  @Test func firstAppearancesProveNothing() {
    let source = """
      struct Board: View {
        @State private var isOn = false
        var body: some View { Toggle("", isOn: $isOn); Text("\\(isOn)"); Row(title: "a"); Row(title: "b") }
      }
      struct Row: View {
        let title: String
        var body: some View { Label2(text: title) }
      }
      struct Label2: View {
        let text: String
        var body: some View { Text(text) }
      }
      """
    let prefix =
      "2026-03-06 10:14:13.013 I  App[4229:1a2f] (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] "
    #expect(rules(times(18, [prefix + "Row: @self changed.", prefix + "Label2: @self changed."]), source).isEmpty)
  }

  /// Sending clears the draft and appends a message: the draft can go down to the composer all the same.
  @Test func stateThatAMethodWritesWithOtherStateIsSuspected() throws {
    let source = """
      struct Thread: View {
        @State private var messages: [Message] = []
        @State private var draft = ""
        var body: some View {
          ForEach(messages) { MessageRow(message: $0, onRetry: { retry() }) }
          Composer(text: $draft, canSend: !draft.isEmpty, onSend: send)
        }
        private func send() {
          messages.append(Message(id: messages.count, text: draft))
          draft = ""
        }
        private func retry() {}
      }
      struct Message: Identifiable, Equatable { let id: Int; let text: String }
      struct MessageRow: View {
        let message: Message
        let onRetry: () -> Void
        var body: some View { Button(message.text, action: onRetry) }
      }
      struct Composer: View {
        @Binding var text: String
        let canSend: Bool
        let onSend: () -> Void
        var body: some View { TextField("Reply", text: $text).disabled(!canSend) }
      }
      """
    let rows = [String](repeating: "MessageRow: @self changed.", count: 8)
    let found = try first(
      ["Thread: @self, @identity, _messages, _draft changed."] + rows
        + ["Composer: @self, @identity, _text changed."]
        + times(30, ["Thread: _draft changed."] + rows + ["Composer: @self, _text changed."]), source)
    #expect(found.finding.rule == "state_scoped_too_high")
    #expect(found.finding.subject.identity == "draft")
    // The screen and its rows are left alone, the composer follows the typing.
    #expect(found.saved == 30 * 9)
  }

  private func splitter(share: String) -> String {
    """
    struct Bill: View {
      let guests: [String]
      @State private var amount = 80.0
      @State private var share = 0.0
      var body: some View {
        Slider(value: $amount)
        Share(value: share)
          .onChange(of: amount) { update() }
      }
      private func update() { share = \(share) }
    }
    struct Share: View { let value: Double; var body: some View { Text("\\(value)") } }
    """
  }

  @Test func sumsKeptInStateAreSuspectedAndCachesAreNot() throws {
    let lines =
      ["Bill: @self, @identity, _amount, _share changed.", "Share: @self changed."]
      + times(20, ["Bill: _amount changed.", "Bill: _share changed.", "Share: @self changed."])
    let found = try first(lines, splitter(share: "amount / Double(max(guests.count, 1))"))
    #expect(found.finding.rule == "derived_state_stored")
    #expect(found.finding.subject.identity == "share")
    let cached = rules(
      lines, splitter(share: "guests.filter { $0.count > Int(amount) }.sorted().first.map { _ in 1 } ?? 0"))
    #expect(!cached.contains("derived_state_stored"))
  }

  /// What a tap writes is a small share of the changes of an object whose timer writes ten times a second.
  @Test func aWriteWeighsAsMuchAsItHappens() throws {
    let source = """
      final class Clock: ObservableObject {
        @Published var tenths = 0
        @Published var side = 0
        private var ticker: AnyCancellable?
        func press(_ next: Int) {
          side = next
          ticker = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().sink { [weak self] _ in self?.tick() }
        }
        private func tick() { tenths -= 1 }
      }
      struct Screen: View {
        @StateObject private var clock = Clock()
        var body: some View {
          Face(clock: clock)
          Side(clock: clock)
          Footer(clock: clock)
        }
      }
      struct Face: View { @ObservedObject var clock: Clock; var body: some View { Text("\\(clock.tenths)") } }
      struct Side: View { @ObservedObject var clock: Clock; var body: some View { Text("\\(clock.side)") } }
      struct Footer: View { @ObservedObject var clock: Clock; var body: some View { Text("\\(clock.side)") } }
      """
    let update = [
      "Screen: _clock changed.", "Face: _clock changed.", "Side: _clock changed.", "Footer: _clock changed.",
    ]
    let found = try first(
      ["Screen: @self, @identity, _clock changed."]
        + ["Face", "Side", "Footer"].map { "\($0): @self, @identity, _clock changed." } + times(50, update), source)
    #expect([.migrateToObservable, .removeDependency].contains(found.finding.fix))
    let redundant = DiagnosisTests.diagnose(
      ["Screen: @self, @identity, _clock changed."] + times(50, update), ["App.swift": source]
    ).findings.filter { $0.finding.rule == "redundant_state_write" }
    #expect(redundant.map(\.finding.subject.identity) == ["side"])
    #expect(redundant.allSatisfy { $0.saved <= 10 })
  }

  /// Sources alone advise @Observable or nothing; a trace shows what parting the model saves.
  @Test func aModelThatCannotTrackItsMembersIsParted() throws {
    let source = """
      final class Player: ObservableObject {
        @Published var time = 0.0
        @Published var title = ""
        @Published var isLive = false
        private var observer: AnyCancellable?
        func start() {
          observer = $title.sink { print($0) }
          timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.time += 0.1 }
        }
      }
      struct TitleBar: View {
        @EnvironmentObject var player: Player
        var body: some View { VStack { Text(player.title); Text(player.isLive ? "Live" : "") } }
      }
      struct Scrubber: View {
        @EnvironmentObject var player: Player
        var body: some View { Text("\\(player.time)") }
      }
      """
    let lines =
      ["TitleBar: @self, @identity, _player changed.", "Scrubber: @self, @identity, _player changed."]
      + Array(repeating: ["TitleBar: _player changed.", "Scrubber: _player changed."], count: 80).flatMap { $0 }
    let found = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    let parted = try #require(found.first { $0.finding.rule == "observable_object_fan_out" })
    #expect(parted.severity > .note)
    #expect(parted.finding.steps.contains { $0.contains("of its own") })
    #expect(parted.finding.title == "Part 'Player' by what changes together")
    #expect(!parted.finding.steps.contains { $0.contains("@Observable") })
  }

  /// Work counts where it is done again though nothing changed that it is made from, and the more the longer it takes.
  @Test func decodingAgainIsNamedWhereItsInputStayedTheSame() throws {
    let source = """
      struct Feed: View {
        @AppStorage("preferences") private var stored = ""
        @State private var step = 0
        var body: some View {
          Text(preferences.title).opacity(Double(step)).task { for await next in steps { step = next } }
        }
        private var preferences: Preferences {
          (try? JSONDecoder().decode(Preferences.self, from: Data(stored.utf8))) ?? Preferences()
        }
      }
      """
    func severity(_ cause: String) throws -> Severity? {
      let lines = ["Feed: @self, @identity, _stored, _step changed."] + times(60, ["Feed: \(cause) changed."])
      return DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first {
        $0.finding.rule == "heavy_work_in_body"
      }?.severity
    }
    #expect(try severity("_step") == .warning)
    #expect(try severity("_stored") == .note)
  }

  /// Where nothing else is known, what most likely costs the most is worth a look, although nobody can witness it.
  @Test(arguments: [true, false]) func aLikelyWriteIsAWarningWhereNothingElseIs(isAlone: Bool) throws {
    let source = """
      final class Hub: ObservableObject {
        @Published var spaces: [String] = []
        @Published var title = ""
        func follow() async { for await next in stream { spaces = next } }
        func rename(_ text: String) { title = text }
      }
      struct HubView: View {
        @StateObject var hub = Hub()
        var body: some View { List { Text(hub.title); Text(hub.spaces.joined()) }.task { await hub.follow() } }
      }
      struct Other: View {
        @Environment(\\.scenePhase) private var phase
        var body: some View { Text("") }
      }
      """
    let lines =
      ["HubView: @self, @identity, _hub changed.", "Other: @self, @identity, _phase changed."]
      + times(200, ["HubView: _hub changed."]) + (isAlone ? [] : times(200, ["Other: _phase changed."]))
    let findings = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    let write = try #require(findings.first { $0.finding.change == .writeOnlyOnChange(PropertyPath("spaces")) })
    #expect(write.saved > 15)
    #expect((write.severity == .warning) == isAlone)
  }
}
