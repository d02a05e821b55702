internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import Vocabulary

/// What views store and nobody passes: it is compared like all they store, and may be another one each time.
@Suite struct InitialValueTests {
  private static let lines =
    ["Screen: @self, @identity, _query changed."] + Array(repeating: "Row: @self changed.", count: 12)
    + (0..<30).flatMap { _ in
      ["Screen: _query changed."] + Array(repeating: "Row: @self changed.", count: 12)
    }

  private func finding(_ stored: String, passing: String = "", conforming: String = "View") -> DiagnosedFinding? {
    let source = """
      struct Screen: View {
        @State private var query = ""
        let titles: [String]
        var body: some View {
          TextField("Search", text: $query)
          ForEach(titles, id: \\.self) { title in Row(\(passing)title: title) }
        }
      }
      struct Row: \(conforming) {
        \(stored)
        let title: String
        var body: some View { Text(title) }
      }
      final class Cache {}
      """
    return DiagnosisTests.diagnose(Self.lines, ["App.swift": source]).findings.first { finding in
      if case .passComparable(.initialValue) = finding.finding.change { true } else { false }
    }
  }

  @Test(arguments: ["var id = UUID()", "let made = Date()", "let cache = Cache()", "let id: UUID = UUID()"])
  func aNewOneForEachValueIsTheFirstAdvice(_ stored: String) throws {
    let found = try #require(finding(stored))
    #expect(found.saved == 30 * 12)
    #expect(found.grade == .proven)
    #expect(found.severity == .error)
  }

  /// Of a class of another module the name tells.
  @Test func anObjectOfAnotherModuleIsLikelyNew() throws {
    let found = try #require(finding("let prefetcher = ImagePrefetcher()"))
    #expect(found.saved == 30 * 12)
    #expect(finding("let insets = EdgeSpacing()") == nil)
  }

  @Test(arguments: [
    "let columns = 3", "var name = \"\"", "static let id = UUID()", "@State private var id = UUID()",
    "lazy var id = UUID()",
  ]) func whatIsKeptOrConstantIsNone(_ stored: String) {
    #expect(finding(stored) == nil)
  }

  /// The same of what an initialiser assigns, unless another one takes it or it is made of what the initialiser takes.
  @Test(arguments: [
    ("init(title: String) { self.title = title; cache = Cache() }", true),
    ("init(title: String) { self.title = title; self.cache = Cache() }", true),
    ("init(title: String) { self.title = title; cache = Cache(title) }", false),
    (
      "init(title: String) { self.title = title; cache = Cache() }; "
        + "init(title: String, cache: Cache) { self.title = title; self.cache = cache }", false
    ),
    (
      "init(title: String) { self.title = title; cache = Cache() }; "
        + "init(name: String) { self.init(title: name) }", true
    ),
  ]) func whatAnInitialiserMakesIsNew(_ initializers: String, _ isNew: Bool) {
    #expect((finding("let cache: Cache; \(initializers)") != nil) == isNew)
  }

  @Test func whoIsPassedOneOrComparesItselfHasNone() {
    #expect(finding("var id = UUID()", passing: "id: title.id, ") == nil)
    #expect(finding("var id = UUID()", conforming: "View, Equatable") == nil)
  }
}
