internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// Models that hand on what other models have: the trace names the model that changed, the sources the one that was asked.
@Suite struct NestedModelTests {
  private static let chat = """
    @Observable final class Stream {
      var text = ""
      var tools: [String] = []
    }
    @Observable final class Chat {
      var messages: [Message] = []
      private var streams: [String: Stream] = [:]
      private var stream: Stream? { streams["now"] }
      var text: String { stream?.text ?? "" }
      var tools: [String] { stream?.tools ?? [] }
      func resend(_ id: Int) {}
    }
    struct Message: Identifiable {
      let id: Int
      let text: String
    }
    struct Bubble: View {
      let message: Message
      let tools: [String]
      var retry: () -> Void = {}
      var body: some View { Text(message.text + tools.joined()).onTapGesture { retry() } }
    }
    struct Transcript: View {
      let chat: Chat
      @State private var model = "small"
      private var pending: Message? { chat.text.isEmpty ? nil : Message(id: 0, text: chat.text) }
      var body: some View {
        VStack {
          Text(model)
          VStack {
            ForEach(chat.messages) { message in
              Bubble(message: message, tools: chat.tools, retry: { chat.resend(message.id) })
            }
            if let pending {
              Bubble(message: pending, tools: chat.tools)
            }
          }
          .frame(maxWidth: .infinity)
          .padding()
        }
      }
    }
    """

  private static let appearance =
    ["Transcript: @self, @identity, _model changed."]
    + .init(repeating: "Bubble: @self changed.", count: 6)

  private static func diagnose(_ step: [String], count: Int = 30) -> Diagnosis {
    DiagnosisTests.diagnose(
      appearance + (0..<count).flatMap { _ in step }, ["Transcript.swift": chat])
  }

  private static let delta =
    [#"Transcript: \Stream.text changed."#] + .init(repeating: "Bubble: @self changed.", count: 6)

  @Test func whatAModelHandsOnIsReadWhereItIsShown() {
    // The part with the bubbles shows the text, so to take it out of the body saves none of them.
    let diagnosis = Self.diagnose(Self.delta)
    #expect(
      !diagnosis.findings.contains { $0.finding.rule == "monolithic_body" && $0.saved >= 1 },
      "\(diagnosis.findings.map(\.message))")
  }

  @Test func aMessageThatIsWrittenLeavesThoseAboveIt() throws {
    let diagnosis = Self.diagnose(Self.delta)
    let bubble = try #require(diagnosis.views.first { $0.key.name == "Bubble" }?.value)
    // One of the six shows the text that changed, whichever it is.
    #expect(bubble.avoidable + bubble.likelyAvoidable == 30 * 5)
    let first = try #require(diagnosis.findings.first)
    #expect(first.savedByView == ["Bubble": 150], "\(first.message)")
  }

  /// A model that is reached through two others: what the child is given changed, as the trace says by the name of the innermost.
  @Test(arguments: [("notes", 0), ("tempo", 40)])
  func modelsAreFollowedThroughOthers(_ changed: String, _ avoidable: Int) {
    let source = """
      @Observable final class Practice { var notes: Set<Int> = []; var tempo = 0 }
      @Observable final class AppModel { let practice: Practice }
      @Observable final class Guide {
        private let app: AppModel
        var practice: Practice { app.practice }
      }
      struct Step: View {
        @Bindable var guide: Guide
        private var lit: Set<Int> { guide.practice.notes }
        var body: some View {
          Keyboard(lit: lit)
          Text("\\(guide.practice.tempo)")
        }
      }
      struct Keyboard: View {
        let lit: Set<Int>
        var body: some View { Text("\\(lit.count)") }
      }
      """
    let lines =
      ["Step: @self, @identity, _guide changed.", "Keyboard: @self changed."]
      + (0..<40).flatMap { _ in [#"Step: \Practice.\#(changed) changed."#, "Keyboard: @self changed."] }
    let findings = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    let saved = findings.filter { $0.finding.rule == "missing_equatable_view" }.map(\.saved).max()
    #expect(saved ?? 0 == avoidable, "\(findings.map(\.message))")
  }

  @Test func aMemberThatAllRowsShowEvaluatesThemAll() throws {
    let diagnosis = Self.diagnose(
      [#"Transcript: \Stream.tools changed."#] + .init(repeating: "Bubble: @self changed.", count: 6))
    let bubble = try #require(diagnosis.views.first { $0.key.name == "Bubble" }?.value)
    #expect(bubble.avoidable + bubble.likelyAvoidable == 0)
  }
}

/// What nobody who is logged makes: by a clock, or by who read something that the sources do not name.
@Suite struct UnseenMakerTests {
  private static func board(interval: String) -> String {
    """
    struct Row: View {
      let name: String
      let now: Date
      let tap: () -> Void
      var body: some View { Button(name) { tap() } }
    }
    struct Board: View {
      let names: [String]
      let pick: (String) -> Void
      var body: some View {
        TimelineView(.periodic(from: .now, by: \(interval))) { context in
          List {
            ForEach(names, id: \\.self) { name in
              Row(name: name, now: context.date, tap: { pick(name) })
            }
          }
        }
      }
    }
    """
  }

  /// For 10 seconds, ten times a second.
  private static let log = (0..<100).flatMap { step in
    (0..<3).map { row in
      let time = "2026-03-01 12:00:0\(step / 10).\(step % 10)\(row)0000"
      return "\(time) Df  Board[412:1a2b] [com.apple.SwiftUI:Changed Body Properties] Row: @self changed."
    }
  }

  private static func saved(interval: String) -> Int? {
    let diagnosis = DiagnosisTests.diagnose(log, ["Board.swift": board(interval: interval)])
    return diagnosis.findings.first { $0.finding.rule == "hot_path_state_write" }?.saved
  }

  @Test func aClockEvaluatesNothingBetweenItsTicks() throws {
    let often = try #require(Self.saved(interval: "0.1"))
    let seldom = try #require(Self.saved(interval: "5"))
    #expect(often == 100)
    // Two ticks in ten seconds.
    #expect(seldom == 2)
  }

  @Test func whatAMakerReadsElsewhereIsNoNewIdentity() {
    let source = """
      enum Debug { static let isPlain = false }
      extension View {
        @ViewBuilder func framed() -> some View {
          if Debug.isPlain { self } else { padding() }
        }
      }
      struct Snapshot { init(_ store: Store) { value = store.metrics.value } ; let value: Int }
      struct Metrics: View {
        let value: Int
        var body: some View { Text("\\(value)") }
      }
      struct Settings: View {
        let store: Store
        var body: some View {
          let snapshot = Snapshot(store)
          Group { Metrics(value: snapshot.value) }.framed()
        }
      }
      """
    let diagnosis = DiagnosisTests.diagnose(
      ["Settings: @self changed.", "Metrics: @self changed."]
        + .init(repeating: #"Settings: \Slice.value changed."#, count: 1)
        + (0..<30).flatMap { _ in [#"Settings: \Slice.value changed."#, "Metrics: @self changed."] },
      ["Settings.swift": source])
    #expect(
      !diagnosis.findings.contains { $0.finding.rule == "unstable_identity" && $0.saved >= 1 },
      "\(diagnosis.findings.map(\.message))")
  }
}
