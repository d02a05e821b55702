internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// Rows whose id is another at each look are built anew with each evaluation of who shows them.
@Suite struct RowIdentityTests {
  private static func feed(id: String) -> String {
    """
    struct Article: Identifiable {
      \(id)
      let title: String
    }
    final class Feed: ObservableObject {
      @Published var query = ""
      @Published var articles: [Article] = []
      @Published var opened: Article?
    }
    struct Row: View {
      let article: Article
      let open: () -> Void
      var body: some View { Button(article.title, action: open) }
    }
    struct Screen: View {
      @StateObject private var feed = Feed()
      var body: some View {
        List {
          ForEach(feed.articles) { article in
            Row(article: article) { feed.opened = article }
          }
        }
        .searchable(text: $feed.query)
      }
    }
    """
  }

  private static func diagnose(id: String) -> Diagnosis {
    DiagnosisTests.diagnose(
      ["Screen: @self, @identity, _feed changed."] + .init(repeating: "Row: @self changed.", count: 12)
        + (0..<20).flatMap { _ in ["Screen: _feed changed."] + .init(repeating: "Row: @self changed.", count: 12) },
      ["Feed.swift": feed(id: id)])
  }

  @Test func anIdThatIsNewAtEachLookRebuildsAllRows() throws {
    let diagnosis = Self.diagnose(id: "var id: UUID { UUID() }")
    let found = try #require(diagnosis.findings.first { $0.finding.rule == "unstable_identity" })
    #expect(found.severity == .warning)
    #expect(found.measured?.updates == 240)
  }

  @Test func anIdThatIsNewInOneCaseSavesNothingThatIsKnown() throws {
    let id = "var isLine = false; var id: String { if isLine { return UUID().uuidString }; return title }"
    let diagnosis = Self.diagnose(id: id)
    let found = try #require(diagnosis.findings.first { $0.finding.rule == "unstable_identity" })
    #expect(found.severity == .note)
    #expect(found.measured?.avoidable == nil)
  }

  /// Rows by position, all of which are evaluated while an answer is written, in a conversation that grows.
  private static func chat(_ turns: [(rows: Int, updates: Int)]) -> Diagnosis {
    DiagnosisTests.diagnose(
      ["ChatList: @self changed."]
        + turns.flatMap { turn in
          (0..<turn.updates).flatMap { _ in
            ["Chat: _messages changed.", "ChatList: @self changed."]
              + .init(repeating: "Bubble: @self changed.", count: turn.rows)
          }
        },
      [
        "Chat.swift": """
        struct Message { var role: String; var content: String }
        struct Bubble: View {
          let name: String
          let text: String
          var body: some View { Text(name + text) }
        }
        struct ChatList: View {
          var messages: [Message]
          var body: some View {
            List(messages.indices, id: \\.self) { index in
              let name = messages[index].role == "user" ? "Me" : "It"
              Bubble(name: name, text: messages[index].content)
            }
          }
        }
        struct Chat: View {
          @State private var messages: [Message] = []
          var body: some View {
            ChatList(messages: messages)
              .task { for await token in tokens { messages[messages.count - 1].content += token } }
          }
        }
        """
      ])
  }

  @Test func rowsThatAreAllEvaluatedHaveNotMoved() {
    let diagnosis = Self.chat([(4, 20), (6, 20), (8, 20)])
    #expect(
      !diagnosis.findings.contains { $0.finding.rule == "unstable_identity" && ($0.measured?.avoidable ?? 0) > 0 })
  }

  @Test func rowsBehindOneThatWentHaveMoved() {
    let diagnosis = Self.chat((3..<40).map { ($0, 1) })
    #expect(diagnosis.findings.contains { $0.finding.rule == "unstable_identity" && ($0.measured?.avoidable ?? 0) > 0 })
  }

  @Test func anIdThatStaysRebuildsNone() {
    let diagnosis = Self.diagnose(id: "let id: Int")
    #expect(!diagnosis.findings.contains { $0.finding.rule == "unstable_identity" })
  }

  /// A bubble that is made anew with each chunk of a text.
  private static func chat(_ id: String, bubbleID: String = "") -> Diagnosis {
    let source = """
      struct Message { let key: String; var content: String }
      enum Entry {
        case message(Message)
        var id: String { switch self { case .message(let message): return \(id) } }
      }
      struct Bubble: View {
        let entry: Entry
        @State private var height = 0.0
        var body: some View { Text("\\(height)") }
      }
      struct Chat: View {
        let revision: Int
        @State private var entries: [Entry] = []
        var body: some View {
          VStack { ForEach(entries, id: \\.id) { entry in Bubble(entry: entry)\(bubbleID) } }
            .onReceive(NotificationCenter.default.publisher(for: .chunk)) { _ in entries = load() }
        }
      }
      """
    let log =
      ["Chat: @self, @identity, _entries changed.", "Bubble: @self, @identity, _height changed."]
      + (0..<60).flatMap { _ in ["Chat: _entries changed.", "Bubble: @self, @identity, _height changed."] }
    return DiagnosisTests.diagnose(log, ["Chat.swift": source])
  }

  private static func identities(_ diagnosis: Diagnosis) -> [DiagnosedFinding] {
    diagnosis.findings.filter { $0.finding.rule == "unstable_identity" }
  }

  @Test func anIdThatHoldsHowMuchThereIsIsFound() throws {
    let found = try #require(Self.identities(Self.chat("\"\\(message.key)-\\(message.content.count)\"")).first)
    #expect(found.severity == .warning)
    #expect(found.message.contains("'message.content.count'"))
    #expect(Self.identities(Self.chat("message.key")).isEmpty)
  }

  @Test func anInputThatIsARevisionIsNoId() throws {
    let found = try #require(Self.identities(Self.chat("message.key", bubbleID: ".id(revision)")).first)
    #expect(found.message.contains("'revision'"))
  }

  /// A view that is thrown away with each evaluation of another one, whoever does it, is said to be as long as no finding keeps it.
  @Test func whatIsThrownAwayIsToldUntilSomethingKeepsIt() {
    func isTold(_ diagnosis: Diagnosis) -> Bool {
      diagnosis.advice().contains { advice in
        if case .trace(let found, isNote: false) = advice { found.isChurn && found.view == "Bubble" } else { false }
      }
    }
    #expect(isTold(Self.chat("message.key")))
    #expect(!isTold(Self.chat("\"\\(message.key)-\\(message.content.count)\"")))
  }
}
