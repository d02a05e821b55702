import SourceAnalysis
import Testing
import Vocabulary

/// What lint of a whole app leaves out, since nothing in the sources shows that anybody would notice.
@Suite struct WorthTests {
  /// An app of some views, of which the first shows `Probe`, and what a test adds to it.
  private static func severities(_ rule: String, _ added: String) -> [Severity] {
    let leaves = (0..<8).map { "struct Leaf\($0): View {\n  var body: some View { Text(\"\($0)\") }\n}" }
    let text = """
      @main struct Sample: App {
        var body: some Scene { WindowGroup { Root() } }
      }
      struct Root: View {
        @State private var name = ""
        var body: some View {
          VStack {
            Probe()
            TextField(name, text: $name)
            Text(name)
      \((0..<8).map { "      Leaf\($0)()" }.joined(separator: "\n"))
          }
        }
      }
      \(leaves.joined(separator: "\n"))
      \(added)
      """
    var configuration = LintConfiguration()
    configuration.only = [rule]
    return Linter(configuration: configuration).review(SourceGraph(files: [("App.swift", text)])).findings.map(
      \.severity)
  }

  /// An object that is made anew takes with it what it has become; where no view shows that, nobody misses it.
  @Test(arguments: [
    ("Text(model.title)", [Severity.warning]), ("Title(model: model)", [.note]),
    ("Button(\"Load\") { model.load() }", []),
    ("Text(model.name)", []), ("Plain(model: model)", []),
  ]) func anObjectThatNobodyShowsIsNotMissed(_ body: String, _ expected: [Severity]) {
    let views = """
      final class Model: ObservableObject {
        @Published var title = ""
        @Published var name = "constant"
        func load() { title = "loaded" }
      }
      struct Probe: View {
        @ObservedObject var model = Model()
        var body: some View { \(body) }
      }
      struct Title: View {
        @ObservedObject var model: Model
        var body: some View { Text(model.title) }
      }
      struct Plain: View {
        @ObservedObject var model: Model
        var body: some View { Text(model.name) }
      }
      """
    #expect(Self.severities("observed_object_created_inline", views) == expected)
  }

  /// `@StateObject` takes no other object: a view that somebody gives one keeps its `@State`. Others may have a member of that name.
  @Test(arguments: [
    ("mapView.model", [Severity]()), ("self.mapView.model", []), ("other.model", [.warning]), ("model", [.warning]),
  ])
  func whatSomebodyReplacesIsNoStateObject(_ target: String, _ expected: [Severity]) {
    let views = """
      final class Model: ObservableObject {
        @Published var title = ""
        func load() { title = "loaded" }
      }
      struct Probe: View {
        @State var model = Model()
        var body: some View { Text(model.title) }
      }
      final class Other { var model = Model() }
      final class Coordinator {
        let mapView: Probe
        let other: Other
        var model = Model()
        func pick() { \(target) = Model() }
      }
      """
    #expect(Self.severities("observed_object_created_inline", views) == expected)
  }

  /// What only previews make, or views that only these make, costs the users of the app nothing.
  @Test(arguments: [("", [Severity.warning, .warning]), ("#Preview { Catalogue() }", [])])
  func whatOnlyPreviewsLeadToIsNotShown(_ preview: String, _ expected: [Severity]) {
    let views = """
      struct Probe: View {
        var body: some View { \(preview.isEmpty ? "Catalogue()" : "Text(\"\")") }
      }
      struct Catalogue: View {
        let dates: [Date] = load()
        var body: some View { ForEach(dates, id: \\.self) { Tag(date: $0) } }
      }
      struct Tag: View {
        let date: Date
        @State private var name = ""
        var body: some View {
          VStack { Text(DateFormatter().string(from: date)); TextField(name, text: $name); Text(ISO8601DateFormatter().string(from: date)) }
        }
      }
      \(preview)
      """
    #expect(Self.severities("object_created_in_body", views).map { _ in Severity.warning } == expected)
  }

  /// What a handler of events does only while the object says so, or for some of several commands, is no write for each event.
  @Test(arguments: [
    ("func session(didUpdate value: Int) { count = value }", [Severity.note]),
    ("func session(didUpdate value: Int) { guard isOn else { return }; count = value }", []),
    ("init() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.handle(self.command) } }", []),
    ("init() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.advance() } }", [.warning]),
    (
      "#if DEBUG\ninit() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.advance() } }\n#endif",
      []
    ),
  ]) func whatAnObjectDecidesIsNotDoneForEachEvent(_ member: String, _ expected: [Severity]) {
    let views = """
      enum Command { case go, wait }
      final class Store: ObservableObject {
        @Published var count = 0
        var isOn = false
        var command = Command.wait
        \(member)
        func advance() { count += 1 }
        func handle(_ command: Command) {
          switch command {
          case .go: advance()
          case .wait: break
          }
        }
      }
      struct Probe: View {
        @StateObject private var store = Store()
        var body: some View { Shown(store: store) }
      }
      struct Shown: View {
        @ObservedObject var store: Store
        var body: some View { Text("") }
      }
      """
    #expect(Self.severities("unused_dynamic_property", views).filter { $0 >= (expected.first ?? .note) } == expected)
  }

  /// A collection that rows are made of is worked on once, and not for each of them.
  @Test func theDataOfRowsIsNoWorkOfEachRow() throws {
    let views = """
      struct Item { let name: String }
      struct Probe: View {
        let items: [Item]
        private var sorted: [Item] { items.sorted { $0.name < $1.name } }
        private var recent: [Item] { sorted.filter { $0.name != "" } }
        var body: some View {
          VStack {
            Text("\\(sorted.count) \\(sorted.count) \\(sorted.isEmpty) \\(sorted.first!.name)")
            ForEach(recent, id: \\.name) { Text($0.name) }
          }
        }
      }
      """
    let graph = SourceGraph(files: [("App.swift", views)])
    let found = Linter().run(graph).filter { $0.finding.message.contains("'sorted' runs") }
    #expect(try #require(found.first).finding.message.contains("asks for it 5 times"))
  }

  /// Of two branches one is run, and so is what a guard leaves by or what stands behind it.
  @Test(arguments: [
    ("guard !query.isEmpty else { return matching }\n    return matching.filter { $0.name == query }", 4),
    ("if query.isEmpty { return matching } else { return matching.filter { $0.name == query } }", 4),
    ("let all = matching\n    return all + matching.filter { $0.name == query }", 8),
  ]) func waysThatExcludeEachOtherAreOne(_ body: String, _ times: Int) throws {
    let views = """
      struct Item { let name: String }
      struct Probe: View {
        let items: [Item]
        @State private var query = ""
        private var matching: [Item] { items.sorted { $0.name < $1.name } }
        private func shown() -> [Item] {
          \(body)
        }
        var body: some View {
          TextField("", text: $query)
          Text("\\(shown().count) \\(shown().isEmpty) \\(shown().first!.name) \\(shown().last!.name)")
        }
      }
      """
    let graph = SourceGraph(files: [("App.swift", views)])
    let found = Linter().run(graph).filter { $0.finding.message.contains("'matching' runs") }
    #expect(try #require(found.first).finding.message.contains("asks for it \(times) times"))
  }

  /// Members that ask for each other, each many times, are followed once: the number of ways would have no end.
  @Test func waysThroughManyMembersAreCountedOnce() throws {
    let members = (1..<6).map { number in
      let next = (0..<60).map { _ in "m\(number)" }.joined(separator: " + ")
      return "private var m\(number - 1): Int { \(next) }"
    }
    let views = """
      struct Item { let size: Int }
      struct Probe: View {
        @State private var query = ""
        let items: [Item]
        \(members.joined(separator: "\n  "))
        private var m5: Int { items.filter { $0.size > 0 }.sorted { $0.size < $1.size }.count + m0 }
        var body: some View { VStack { TextField(query, text: $query); Text("\\(m0)") } }
      }
      """
    let severities = Self.severities("heavy_work_in_body", views)
    #expect(!severities.isEmpty)
    #expect(severities.allSatisfy { $0 == .note })
  }

  /// Rows that compare what is played with themselves: what that costs, only a trace tells.
  private static let songs = """
    struct Song: Identifiable { let id: Int; var title: String }
    struct Songs: View {
      let songs: [Song]
      @State private var playing: Int?
      var body: some View { ForEach(songs) { song in SongRow(song: song, playing: playing) } }
    }
    struct SongRow: View {
      let song: Song
      let playing: Int?
      var body: some View { Text(song.title).bold(song.id == playing) }
    }
    """

  /// What only a trace could tell is said of a few files, as a note, and not of a whole app.
  @Test func whatATraceWouldTellIsListedOfAPart() throws {
    let files = { (others: Int) in
      [
        (
          "List.swift",
          """
          \(Self.songs)
          \((0..<others).map { "struct Other\($0): View { var body: some View { Text(\"\") } }" }.joined(separator: "\n"))
          """
        )
      ]
    }
    var configuration = LintConfiguration()
    configuration.only = ["broad_model_dependency"]
    let linter = Linter(configuration: configuration)
    let part = linter.review(SourceGraph(files: files(0))).findings
    let found = try #require(part.first)
    #expect(part.count == 1)
    #expect(found.severity == .note && found.finding.view == "SongRow" && found.finding.subject == .property("playing"))
    #expect(found.finding.message.hasSuffix("how much that costs, a trace shows"))
    #expect(linter.review(SourceGraph(files: files(60))).findings.isEmpty)
    // Who makes the rule an error means what it is sure of.
    configuration.settings["broad_model_dependency"] = .severity(.error)
    let stricter = Linter(configuration: configuration).review(SourceGraph(files: files(0))).findings
    #expect(stricter.map(\.severity) == [.note])
  }

  /// Some files of an app are no whole because its entry is among them: what they show is declared in the others.
  @Test func anEntryBesideViewsOfOtherFilesMakesNoWhole() {
    func listed(declaring declared: Int, besides undeclared: Int) -> [String?] {
      let screens = (0..<declared).map { "Declared\($0)Screen" } + (0..<undeclared).map { "Other\($0)View" }
      let source = """
        @main struct Music: App {
          var body: some Scene {
            WindowGroup { Songs(songs: []); \(screens.map { $0 + "()" }.joined(separator: "; ")) }
          }
        }
        \(Self.songs)
        \(screens.prefix(declared).map { "struct \($0): View { var body: some View { Text(\"\") } }" }.joined(separator: "\n"))
        """
      var configuration = LintConfiguration()
      configuration.only = ["broad_model_dependency"]
      return Linter(configuration: configuration).review(SourceGraph(files: [("Music.swift", source)])).findings.map(
        \.finding.view)
    }
    #expect(listed(declaring: 6, besides: 0) == [])
    // A screen or two may come from a package.
    #expect(listed(declaring: 6, besides: 2) == [])
    #expect(listed(declaring: 6, besides: 6) == ["SongRow"])
  }

  /// Of an object that can only be parted, sources do not tell whether that pays: a part of an app is told, and nothing more.
  @Test func objectsThatCanOnlyBePartedAreListedOfAPart() throws {
    let source = """
      final class Library: ObservableObject {
        @Published var books: [String] = []
        @Published var loans: [String] = []
        @Published var notices: [String] = []
        init() { Task { books = await load() } }
      }
      struct Books: View {
        @StateObject private var library = Library()
        var body: some View { Text(library.books.joined()) }
      }
      struct Loans: View {
        @StateObject private var library = Library()
        var body: some View { Text(library.loans.joined()) }
      }
      """
    var configuration = LintConfiguration()
    configuration.only = ["observable_object_fan_out"]
    let graph = SourceGraph(files: [("Library.swift", source)])
    let found = Linter(configuration: configuration).review(graph).findings
    #expect(found.map(\.severity) == [.note])
    #expect(try #require(found.first).finding.message.hasSuffix("how much that costs, a trace shows"))
    #expect(Linter.findings(of: .observableObjectFanOut, in: graph).isEmpty)
  }

  /// A text that moves on with each line in front of it is another at each position.
  @Test(arguments: [
    ("insert(line, at: 0)", true), ("removeFirst()", true), ("append(line)", false), ("insert(line, at: place)", false),
  ])
  func textsByPositionCountWhereAllMoveOn(_ change: String, isFound: Bool) {
    let source = """
      @Observable final class Log {
        var lines: [String] = []
        var place = 0
        func add(_ line: String) { lines.\(change) }
      }
      struct LogView: View {
        let log: Log
        var body: some View { ForEach(Array(log.lines.enumerated()), id: \\.offset) { _, line in Text(line) } }
      }
      """
    let found = Linter.findings(of: .unstableIdentity, in: SourceGraph(files: [("Log.swift", source)]))
    #expect(found.isEmpty != isFound)
  }

  /// An object that a child makes is lost only where its parent is evaluated while the child stays: not by the value that puts it in.
  @Test(arguments: [
    ("if isOpen { Camera() } else { Text(\"\") }", Severity.note),
    ("switch tab { case 1: Camera(); default: Text(\"\") }", .note),
    ("if tab == 1 { Camera() }", .note), ("if tab == 1 { Text(\"\") } else { Camera() }", .warning),
    ("Text(\"\\(tab)\"); Camera()", .warning), ("switch tab { case 0: Text(\"\"); default: Camera() }", .warning),
  ])
  func whatPutsAChildInMakesNoneAnewThatStays(_ content: String, severity: Severity) {
    let source = """
      final class CameraModel: ObservableObject { @Published var count = 0 }
      struct Tabs: View {
        @State private var tab = 0
        @State private var isOpen = false
        var body: some View {
          VStack { \(content) }.onTapGesture { tab += 1; isOpen.toggle() }
        }
      }
      struct Camera: View {
        @ObservedObject var model = CameraModel()
        var body: some View { Text("\\(model.count)") }
      }
      """
    var configuration = LintConfiguration()
    configuration.only = ["observed_object_created_inline"]
    let graph = SourceGraph(files: [("Tabs.swift", source)])
    #expect(Linter(configuration: configuration).review(graph).findings.map(\.severity) == [severity])
  }

  /// What is called at each step of a drag, since the value is watched that the control writes; not what waits until it settles.
  @Test(arguments: [
    ("Theme.shared.apply(new)", "ColorPicker(\"\", selection: $draft.color)", true),
    ("model.regenerate(new)", "Slider(value: $draft.size)", true),
    (
      "task = Task { try? await Task.sleep(for: .seconds(1)); Theme.shared.apply(new) }", "Slider(value: $draft.size)",
      false
    ),
    ("Theme.shared.apply(new)", "Toggle(\"\", isOn: $draft.isOn)", false),
    ("kept = new", "Slider(value: $draft.size)", false),
  ])
  func workOfAWatchedDragIsListedOfAPart(_ handler: String, _ control: String, isFound: Bool) {
    let source = """
      final class Model: ObservableObject {
        @Published var size = 0.0
        func regenerate(_ draft: Draft) {}
      }
      struct Configurator: View {
        @State private var draft = Draft()
        @State private var kept = Draft()
        @ObservedObject var model: Model
        var body: some View {
          Form { \(control) }.onChange(of: draft) { _, new in \(handler) }
        }
      }
      """
    var configuration = LintConfiguration()
    configuration.only = ["hot_path_state_write"]
    let graph = SourceGraph(files: [("Configurator.swift", source)])
    let found = Linter(configuration: configuration).review(graph).findings.filter {
      $0.finding.message.hasPrefix("each step of dragging")
    }
    #expect(found.isEmpty != isFound)
    #expect(found.allSatisfy { $0.severity == .note })
  }
}
