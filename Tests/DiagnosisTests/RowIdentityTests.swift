internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
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

  @Test func anIdThatStaysRebuildsNone() {
    let diagnosis = Self.diagnose(id: "let id: Int")
    #expect(!diagnosis.findings.contains { $0.finding.rule == "unstable_identity" })
  }
}
