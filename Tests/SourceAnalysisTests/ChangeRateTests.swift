import SourceAnalysis
import Testing
import Vocabulary

/// How often what a finding is about changes decides what lint says of it, where the sources are those of a whole app.
@Suite struct ChangeRateTests {
  /// An app of twenty-four views, and what a test adds to it; `Probe` is shown by the first of them.
  private static func app(_ added: String, isWhole: Bool = true) -> String {
    let leaves = (0..<22).map { "struct Leaf\($0): View {\n  var body: some View { Text(\"\($0)\") }\n}\n" }
    return """
      \(isWhole ? "@main " : "")struct Sample: App {
        var body: some Scene { WindowGroup { Root() } }
      }
      struct Root: View {
        var body: some View {
          VStack {
            Probe()
      \((0..<22).map { "      Leaf\($0)()" }.joined(separator: "\n"))
          }
        }
      }
      \(leaves.joined())
      \(added)
      """
  }

  /// What lint says of the rule.
  private static func severities(_ rule: String, _ added: String, isWhole: Bool = true) -> [Severity] {
    var configuration = LintConfiguration()
    configuration.only = [rule]
    let graph = SourceGraph(files: [("App.swift", app(added, isWhole: isWhole))])
    return Linter(configuration: configuration).run(graph, isSettlingRivals: true).map(\.severity)
  }

  /// - Parameter started: The methods that go on from when the object is made.
  private static func store(_ members: String, started: [String] = []) -> String {
    """
    final class Store: ObservableObject {
      static let shared = Store()
      @Published var count = 0
    \(members)
    \(started.isEmpty ? "" : "  init(isOn: Bool = true) { \(started.map { $0 + "()" }.joined(separator: "; ")) }")
    }
    struct Probe: View {
      @ObservedObject var store = Store.shared
      var body: some View { Text("") }
    }
    """
  }

  /// An observed object that the body never reads.
  @Test(arguments: [
    // A clock writes it.
    (
      "func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 } }",
      [Severity.warning]
    ),
    (
      """
      func start() {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: .milliseconds(500))
        timer.setEventHandler { self.count += 1 }
      }
      """, [.warning]
    ),
    // A file that is watched.
    ("func watch() { files.setEventHandler { self.count += 1 } }", []),
    // How often the elements of a sequence come, nobody says.
    ("func follow() async { for await value in values { count = value } }", [.note]),
    // Who starts the player is not in the sources.
    ("func playerDidUpdate() { count += 1 }", [.note]),
    // One place does when somebody asks for it.
    ("func refresh() { count += 1 }", []),
    // Nothing does but the initialiser.
    ("init() { count = 1 }", []),
  ]) func anUnreadObjectIsWorthAWordWhereItChangesOften(_ method: String, _ expected: [Severity]) {
    let started = ["start", "follow"].filter { method.contains("func \($0)()") }
    #expect(Self.severities("unused_dynamic_property", Self.store("  " + method, started: started)) == expected)
  }

  /// A publisher is a clock by what it is called as a whole, and not for some letters in its name.
  @Test(arguments: [
    ("player.currentTimePublisher", true), ("refreshTimer", true), ("feed.ticks", true),
    ("feed.downloadProgress", true),
    ("download.publisher(for: \\.fractionCompleted.progress)", true),
    ("feed.currentTimeZoneName", false), ("Stickers.fetch()", false), ("feed.startTimeText.removeDuplicates()", false),
    ("progress.publisher(for: \\.isFinished)", false), ("feed.timetable", false),
    ("feed.isLoadInProgressPublisher", false),
  ]) func aClockIsKnownByItsWholeName(_ publisher: String, _ isClock: Bool) {
    let follow = "  func follow() { \(publisher).receive(on: RunLoop.main).sink { self.count = $0 }.store(in: &bag) }"
    #expect(
      Self.severities("unused_dynamic_property", Self.store(follow, started: ["follow"])) == (isClock ? [.warning] : [])
    )
  }

  /// What an object of the app sends is not known by how the object is called: one timer is a clock, another one waits once.
  @Test(arguments: [
    ("Timer.publish(every: 1, on: .main, in: .common).autoconnect()", [Severity.warning]), ("PokeTimer()", []),
  ])
  func aTimerOfTheAppMayBeNoClock(_ value: String, _ expected: [Severity]) {
    let members = """
        private let pokeTimer = \(value)
        func follow() { pokeTimer.sink { _ in self.count += 1 }.store(in: &bag) }
      """
    #expect(Self.severities("unused_dynamic_property", Self.store(members, started: ["follow"])) == expected)
  }

  /// What a clock takes away was there for the last time.
  @Test(arguments: [("count + 1", [Severity.warning]), ("nil", [])])
  func whatAClockTakesAwayIsNotWrittenAgain(_ value: String, _ expected: [Severity]) {
    let start = "func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.leave() } }"
    let store = Self.store("  \(start)\n  func leave() { count = \(value) }", started: ["start"])
    #expect(Self.severities("unused_dynamic_property", store) == expected)
  }

  /// Of what comes at each turn only some is what is asked for.
  @Test(arguments: [("read()", [Severity.warning]), ("read() as? Int", [])])
  func whatIsCastIsNotWrittenAtEachTurn(_ value: String, _ expected: [Severity]) {
    let start = """
        func start() {
          Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in if let new = \(value) { self.count = new } }
        }
      """
    #expect(Self.severities("unused_dynamic_property", Self.store(start, started: ["start"])) == expected)
  }

  /// What is written in an object that a binding holds leaves the binding as it is.
  @Test(arguments: [("struct", 1), ("final class", 0)])
  func aWriteInAnObjectIsNoChangeOfItsBinding(_ kind: String, _ count: Int) {
    let text = """
      \(kind) Page {
        var offset = 0.0
        var date = Date()
      }
      struct Probe: View {
        @Binding var page: Page
        var body: some View {
          ScrollView { Text(DateFormatter().string(from: page.date)) }
            .onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, new in page.offset = new }
        }
      }
      """
    #expect(Self.severities("object_created_in_body", text).count { $0 > .note } == count)
  }

  /// A member that an object does not announce changes nothing for who observes it.
  @Test(arguments: [("@Published var", 1), ("var", 0)])
  func whatIsNotAnnouncedEvaluatesNobody(_ declared: String, _ count: Int) {
    let text = """
      final class Columns: ObservableObject {
        \(declared) offset = 0.0
        @Published var date = Date()
      }
      struct Probe: View {
        @StateObject private var columns = Columns()
        var body: some View {
          ScrollView { Text(DateFormatter().string(from: columns.date)) }
            .onScrollGeometryChange(for: Double.self, of: { $0.contentOffset.y }) { _, new in columns.offset = new }
        }
      }
      """
    #expect(Self.severities("object_created_in_body", text).count { $0 > .note } == count)
  }

  /// How often a method runs that is named after events is known where the sources call it.
  @Test(arguments: [
    ("", [Severity.note]), ("struct Loader { let store: Store; func load() { store.didUpdateCountries() } }", []),
  ])
  func aNameTellsNothingOfWhatTheSourcesCall(_ caller: String, _ expected: [Severity]) {
    let store = Self.store("  func didUpdateCountries() { count += 1 }")
    #expect(Self.severities("unused_dynamic_property", store + "\n" + caller) == expected)
  }

  /// Who searches chooses which rows there are: those that stay are given what they were given before.
  @Test(arguments: [("Row(name: name)", [Severity]()), ("Row(name: query)", [.warning])])
  func rowsAreNotEvaluatedForASearch(_ row: String, _ expected: [Severity]) {
    let text = """
      struct Probe: View {
        @State private var query = ""
        let names: [String]
        var body: some View {
          VStack {
            TextField("Search", text: $query)
            ForEach(names.filter { $0.contains(query) }, id: \\.self) { name in \(row) }
          }
        }
      }
      struct Row: View {
        let name: String
        @Environment(\\.managedObjectContext) private var context
        var body: some View { Text(try! context.fetch(Item.named(name)).first!.title) }
      }
      """
    #expect(Self.severities("heavy_work_in_body", text).filter { $0 > .note } == expected)
  }

  /// Keys do not come fast: one look into a store for each of them is no warning, in rows or several times it is.
  @Test(arguments: [
    ("Text(\"\\(stored)\")", [Severity]()), ("Text(\"\\(stored)\"); Text(\"\\(stored)\")", [.warning]),
    ("ForEach(rows) { _ in Text(\"\\(stored)\") }", [.warning]),
  ]) func aLookIntoAStoreIsLittleForAKey(_ content: String, _ expected: [Severity]) {
    let text = """
      struct Probe: View {
        @State private var query = ""
        @Environment(\\.managedObjectContext) private var context
        let rows: [Item]
        private var stored: Int { (try? context.fetch(Item.all()).count) ?? 0 }
        var body: some View {
          VStack {
            TextField("Search", text: $query)
            Text(query)
            \(content)
          }
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", text).filter { $0 > .note } == expected)
  }

  /// Where the project lies among the sources they are all there, however many of the views that they make are of packages.
  @Test(arguments: [(false, [Severity.note]), (true, [])])
  func aProjectTellsThatNothingIsMissing(_ holdsProject: Bool, _ expected: [Severity]) {
    let text = """
      @main struct Sample: App { var body: some Scene { WindowGroup { Probe() } } }
      \(Self.store("  func reset() { count = 0 }"))
      \((0..<6).map { "struct Page\($0): View { var body: some View { Packaged\($0)View() } }" }.joined(separator: "\n"))
      """
    var options = AnalysisOptions()
    options.holdsProject = holdsProject
    var configuration = LintConfiguration()
    configuration.only = ["unused_dynamic_property"]
    configuration.analysis = options
    let graph = SourceGraph(files: [("App.swift", text)], options: options)
    #expect(Linter(configuration: configuration).run(graph, isSettlingRivals: true).map(\.severity) == expected)
  }

  /// Who hosts the views of an app may give a key its value for all of them.
  @Test(arguments: [
    ("", [Severity.note]),
    (
      """
      final class Host {
        func show() { present(UIHostingController(rootView: Root().environment(\\.loader, Loader()))) }
      }
      """, []
    ),
  ]) func aDefaultThatNobodyReadsIsNone(_ host: String, _ expected: [Severity]) {
    let key = """
      final class Loader {}
      extension EnvironmentValues { @Entry var loader = Loader() }
      struct Probe: View {
        @Environment(\\.loader) private var loader
        var body: some View { Text(loader.name) }
      }
      """
    #expect(Self.severities("unstable_entry_default", key + "\n" + host) == expected)
  }

  /// Who else writes is not known of a part of an app, and what nobody knows is no warning.
  @Test func ofAPartOfAnAppNothingIsKnown() {
    let idle = Self.store("  init() { count = 1 }")
    #expect(Self.severities("unused_dynamic_property", idle, isWhole: false) == [.note])
    let clock = Self.store("  func tick() { count += 1 }")
    #expect(Self.severities("unused_dynamic_property", clock, isWhole: false) == [.warning])
  }

  @Test(arguments: [
    "@AppStorage(\"sorted\") private var sorted = false", "@Environment(\\.colorScheme) private var sorted",
  ]) func aSettingIsNoWarning(_ property: String) {
    let view = "struct Probe: View {\n  \(property)\n  var body: some View { Text(\"\") }\n}\n"
    #expect(Self.severities("unused_dynamic_property", view, isWhole: false) == [.note])
  }

  /// What each evaluation makes is worth a warning where the view is evaluated often: with each step of a drag, not with a tap.
  /// Strict readers hold one more with each key to be true, and nothing to stop for, or to be told of.
  @Test(arguments: [
    ("Slider(value: $speed)", [Severity.warning]),
    ("TextField(\"\", text: $name)", []),
    ("Button(\"Clear\") { name = \"\" }", []),
    // What runs for a stream stands in its closure, not before it.
    ("Button(\"Clear\") { name = \"\" }.onReceive(clock.autoconnect()) { _ in print(1) }", []),
    ("Text(\"\").onReceive(clock.autoconnect()) { name = \"\\($0)\" }", [.warning]),
  ]) func workOfAViewIsWeighedByHowOftenItIsEvaluated(_ content: String, _ expected: [Severity]) {
    let view = """
      struct Probe: View {
        @State private var name = ""
        @State private var speed = 0.0
        var body: some View {
          VStack {
            Text("\\(name) \\(speed)" + DateFormatter().string(from: .now))
            \(content)
          }
        }
      }
      """
    #expect(Self.severities("object_created_in_body", view) == expected)
  }

  /// A child that is given what is dragged is evaluated with each step, and one that is given nothing is not.
  @Test(arguments: [("Child(speed: speed)", [Severity.warning]), ("Child(speed: 0)", [])])
  func childrenAreEvaluatedForWhatTheyAreGiven(_ child: String, _ expected: [Severity]) {
    let views = """
      struct Probe: View {
        @State private var speed = 0.0
        var body: some View {
          VStack {
            Slider(value: $speed)
            \(child)
          }
        }
      }
      struct Child: View {
        let speed: Double
        var body: some View { Text("\\(speed)" + DateFormatter().string(from: .now)) }
      }
      """
    #expect(Self.severities("object_created_in_body", views) == expected)
  }

  /// With a trace, that tells: findings are as they are without one who weighs them.
  @Test func nothingIsWeighedWhereATraceTells() {
    let graph = SourceGraph(files: [("App.swift", Self.app(Self.store("  init() { count = 1 }")))])
    var configuration = LintConfiguration()
    configuration.only = ["unused_dynamic_property"]
    #expect(Linter(configuration: configuration).run(graph).map(\.severity) == [.warning])
  }

  /// What sources cannot weigh is a note in a whole app as in a few files of it: nothing is left out by the size of what is read.
  @Test func notesOfAnAppAreNotes() {
    let view = """
      struct Probe: View {
        @State private var query = ""
        @State private var items: [Item] = []
        var body: some View {
          TextField(query, text: $query)
          List(items.sorted { $0.name < $1.name }) { Text($0.name) }.task { items = await load() }
        }
      }
      """
    let rule = "heavy_work_in_body"
    func notes(in text: String, _ configuration: LintConfiguration) -> [Severity] {
      Linter(configuration: configuration).run(SourceGraph(files: [("App.swift", text)]), isSettlingRivals: true)
        .filter { $0.finding.rule == rule }.map(\.severity)
    }
    var asking = LintConfiguration()
    asking.optIn = [rule]
    #expect(notes(in: Self.app(view), asking) == [.note])
    #expect(notes(in: view, LintConfiguration()) == [.note])
  }

  /// A menu is on screen while somebody chooses from it.
  @Test(arguments: [("VStack", [Severity.warning]), ("Menu(\"More\")", [])])
  func aMenuIsShownBriefly(_ container: String, _ expected: [Severity]) {
    let clock = "  func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 } }"
    let views = """
      struct Probe: View {
        var body: some View { \(container) { Choices() } }
      }
      \(Self.store(clock, started: ["start"]).replacing("struct Probe", with: "struct Choices"))
      """
    #expect(Self.severities("unused_dynamic_property", views) == expected)
  }

  /// State that starts as what a parent passes is old where that changes while the view is shown.
  @Test(arguments: [
    ("ForEach(items) { Child(item: $0) }", 1), ("Child(item: .standard)", 0), ("form(.standard)", 0),
    ("Text(\"\").sheet(isPresented: $isOpen) { Child(item: items[0]) }", 0),
  ]) func aFirstValueIsOldWhereTheParentMayPassAnother(_ content: String, _ count: Int) {
    let views = """
      struct Probe: View {
        @State private var isOpen = false
        @State private var items: [Item] = []
        var body: some View { VStack { \(content); Button("Load") { items = load() } } }
        func form(_ item: Item) -> some View { Child(item: item) }
      }
      struct Child: View {
        @State var item: Item
        var body: some View { Text(item.name) }
      }
      """
    #expect(Self.severities("state_from_parameter", views).count == count)
  }

  /// Without a trace some rules say nothing louder than a note.
  @Test func whatOnlyATraceCanWeighIsANote() {
    let text = """
      struct Probe: View {
        let items: [Item]
        var body: some View { List(items.sorted { $0.name < $1.name }) { Text($0.name) } }
      }
      """
    let graph = SourceGraph(files: [("A.swift", text)])
    var configuration = LintConfiguration()
    configuration.only = ["heavy_work_in_body"]
    let linter = Linter(configuration: configuration)
    #expect(linter.run(graph, isSettlingRivals: true).allSatisfy { $0.severity == .note })
    // Who makes the rule stricter does not make its notes stricter.
    configuration.settings["heavy_work_in_body"] = .severity(.error)
    #expect(
      Linter(configuration: configuration).run(graph, isSettlingRivals: true).allSatisfy { $0.severity == .note })
  }

  // MARK: Notes about a whole app

  /// Work whose input is what changes cannot be spared by keeping its result.
  @Test(arguments: [("$0.rank(of: query) < $1.rank(of: query)", []), ("$0.name < $1.name", [Severity.note])])
  func workIsWorthANoteWhereItsInputStays(_ condition: String, _ expected: [Severity]) {
    let view = """
      struct Probe: View {
        @State private var query = ""
        @State private var items: [Item] = []
        var body: some View {
          TextField("", text: $query)
          Text(query)
          List(items.sorted { \(condition) }) { Text($0.name) }.task { items = await load() }
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", view) == expected)
  }

  /// How much there is of what somebody waited for, or of what was handed in, nobody knows; what taps put together is short.
  @Test(arguments: [
    (".task { items = await load() }", [Severity.note]), (".task { items = [Item(), Item()] }", []),
    (".onReceive(loader.results) { items = $0 }", [.note]), (".onAppear { items = Item.samples.map { $0.copy } }", []),
    (".task { let page = try? decoder.decode(Page.self, from: data); items = page.items }", [.note]),
    (".onTapGesture { items.append(Item()) }", []),
  ]) func workIsWorthANoteWhereThereMayBeMuchOfIt(_ source: String, _ expected: [Severity]) {
    let view = """
      struct Probe: View {
        @State private var speed = 0.0
        @State private var items: [Item] = []
        var body: some View {
          Slider(value: $speed)
          List(items.sorted { $0.name < $1.name }) { Text($0.name).font(.system(size: speed)) }\(source)
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", view) == expected)
    #expect(Self.severities("heavy_work_in_body", view, isWhole: false) == [.note])
  }

  /// What is typed into one step of a form evaluates nothing that another step shows, nor what a sheet does that covers it.
  @Test(arguments: [
    ("VStack { form; review }", 1), ("if step == 0 { form } else { review }", 0),
    ("if step == 0 { form } else if step == 1 { review } else { Text(\"\") }", 0),
    ("switch step { case 0: form; default: review }", 0), ("if step == 0 { form; review }", 1),
    ("VStack { form; if step == 1 { review } }", 1), ("form.sheet(isPresented: $isOpen) { review }", 0),
    ("review.sheet(isPresented: $isOpen) { form }", 1), ("form.inspector(isPresented: $isOpen) { review }", 1),
    // The same of what stands in the views that hold them.
    ("if step == 0 { form } else { Review(items: items, text: text) }", 0),
    ("VStack { form; Review(items: items, text: text) }", 1),
  ]) func whatIsTypedEvaluatesWhatIsShownBeside(_ content: String, _ count: Int) {
    let views = """
      struct Probe: View {
        @State private var text = ""
        @State private var step = 0
        @State private var isOpen = false
        @State private var items: [Item] = []
        var body: some View {
          VStack {
            \(content)
          }
          .task { items = await load() }
        }
        private var form: some View { TextField(text, text: $text) }
        private var review: some View { List(items.sorted { $0.name < $1.name }) { Text($0.name) } }
      }
      struct Review: View {
        let items: [Item]
        let text: String
        var body: some View {
          Text(text)
          List(items.sorted { $0.name < $1.name }) { Text($0.name) }
        }
      }
      """
    let expected = content.contains("Review") || count == 0 ? count : 1
    let found = Self.severities("heavy_work_in_body", views)
    // The view that nobody makes says nothing.
    #expect(found.count == expected)
  }

  /// What a clock evaluates anyway is evaluated as often whatever becomes of another dependency.
  @Test(arguments: [("", 1), ("@ObservedObject var recorder: Recorder", 0)])
  func whatAClockEvaluatesAnywayIsNoMatter(_ property: String, _ count: Int) {
    let rows = (0..<70).map { "      Text(\"\($0)\")" }.joined(separator: "\n")
    let views = """
      final class Session: ObservableObject {
        @Published var volume = 0.0
        @Published var name = ""
      }
      final class Recorder: ObservableObject {
        @Published var elapsed = 0.0
        func start() { Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.elapsed += 0.1 } }
      }
      struct Probe: View {
        @ObservedObject var session: Session
        \(property)
        var body: some View {
          VStack {
            Slider(value: $session.volume)
            Details(session: session\(property.isEmpty ? "" : ", recorder: recorder"))
          }
        }
      }
      struct Details: View {
        @ObservedObject var session: Session
        \(property)
        var body: some View {
          VStack {
            Text(session.name\(property.isEmpty ? "" : " + \"\\(recorder.elapsed)\""))
      \(rows)
          }
        }
      }
      """
    var configuration = LintConfiguration()
    configuration.only = ["broad_model_dependency"]
    let found = Linter(configuration: configuration).run(
      SourceGraph(files: [("App.swift", Self.app(views))]), isSettlingRivals: true)
    #expect(
      found.count { $0.finding.view == "Details" && $0.finding.message.contains("'session'") } == count,
      "\(found.map(\.finding.message))")
  }

  /// A view that compares itself is evaluated when what it works on differs.
  @Test(arguments: [("View", 1), ("View, Equatable", 0)])
  func aViewThatComparesItselfHasToWork(_ conformances: String, _ count: Int) {
    let views = """
      struct Probe: View {
        @State private var speed = 0.0
        @State private var items: [Item] = []
        var body: some View {
          Slider(value: $speed)
          Listing(items: items, speed: speed).task { items = await load() }
        }
      }
      struct Listing: \(conformances) {
        let items: [Item]
        let speed: Double
        var body: some View {
          Text("\\(speed)")
          List(items.sorted { $0.name < $1.name }) { Text($0.name) }
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", views).count == count)
  }

  /// Rows that are loaded once are mostly a handful; those that grow while they are shown are not.
  @Test(arguments: [
    ("items = await load()", []), ("items += await load(items.count)", [Severity.note]),
    ("items[0].text += await load(items.count)", []),
  ])
  func rowsAreWorthAWordWhereTheyGrow(_ write: String, _ expected: [Severity]) {
    let views = """
      struct Row: View {
        let item: Item
        var body: some View { VStack { Text("a"); Text("b"); Image("c") } }
      }
      struct Probe: View {
        @State private var items: [Item] = []
        var body: some View {
          ScrollView { VStack { ForEach(items) { Row(item: $0) } } }
          Button("More") { Task { \(write) } }
        }
      }
      """
    #expect(Self.severities("eager_container", views) == expected)
  }

  /// What a view hands to a child, that runs it.
  @Test(arguments: [("notice: notice", 0), ("notice: notice(\"\")", 1)])
  func aMethodThatIsHandedOnIsNoWorkOfTheView(_ argument: String, _ count: Int) {
    let views = """
      struct Probe: View {
        @State private var name = ""
        var body: some View {
          TextField(name, text: $name)
          Popover(\(argument))
        }
        private func notice(_ name: String) -> String? {
          let image = UIImage(data: stored)
          return image == nil ? name : nil
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", views).count == count)
  }

  /// An app of AppKit or UIKit may have a delegate and no attribute; the file of the delegate is mostly not parsed.
  @Test(arguments: [("NSApplicationDelegate", []), ("NSWindowDelegate", [Severity.note])])
  func anAppMayHaveADelegateInsteadOfAnEntry(_ conformance: String, _ expected: [Severity]) {
    let delegate = "final class Delegate: NSObject, \(conformance) { func start() {} }"
    let idle = Self.store("  init() { count = 1 }")
    #expect(Self.severities("unused_dynamic_property", idle + delegate, isWhole: false) == expected)
    let tree = Parallel.onLargeStack {
      Array(Self.app(idle, isWhole: false).utf8).withUnsafeBufferPointer { FactsReader.read($0) }
    }
    let skimmed = ReadingPlan([Array(delegate.utf8).withUnsafeBufferPointer { Skim($0) }])
    let index = SourceIndex(files: [SourceFile(path: "App.swift", tree: tree)], mentions: skimmed.mentions)
    var configuration = LintConfiguration()
    configuration.only = ["unused_dynamic_property"]
    let findings = Linter(configuration: configuration).run(SourceGraph(index: index), isSettlingRivals: true)
    #expect(findings.map(\.severity) == expected)
  }

  /// That a view depends on more than it reads is worth a note where that is known to change often, or where what it reads is
  /// nothing that the object announces.
  @Test(arguments: [
    ("func playerDidUpdate() { elapsed += 1 }", "store.title", 1),
    ("func refresh() { elapsed += 1 }", "store.title", 0),
    ("func show(_ time: Int) { elapsed = time }", "store.title", 0),
    ("func timeDidChange() { elapsed += 1 }", "store.title", 0),
    ("func timeDidChange() { elapsed += 1 }", "store.downloads.title", 1),
    // By another name it reads more of it.
    ("func playerDidUpdate() { elapsed += 1 }", "store.title + shared.artist", 0),
  ]) func aBroadDependencyIsWorthANoteWhereItChangesOften(_ method: String, _ read: String, _ count: Int) {
    let views = """
      final class Downloads { var title = "" }
      let shared = Store()
      final class Store: ObservableObject {
        let downloads = Downloads()
        @Published var title = ""
        @Published var artist = ""
        @Published var elapsed = 0
        \(method)
      }
      struct Probe: View {
        @EnvironmentObject var store: Store
        let items: [Item]
        var body: some View {
          Text(store.artist + store.title)
          ForEach(items) { _ in Line() }
        }
      }
      struct Line: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(\(read)) }
      }
      """
    let rule = "broad_model_dependency"
    #expect(Self.severities(rule, views).count == count)
    #expect(Self.severities(rule, views, isWhole: false).count == (read.contains("shared") ? 0 : 1))
  }

  /// Where nobody knows how often an object changes that only actions use, it is worth a note when the view is large.
  @Test(arguments: [(10, []), (110, [Severity.note])])
  func anObjectOfActionsIsWorthANoteWhereTheViewIsLarge(_ lines: Int, _ expected: [Severity]) {
    let views = """
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var count = 0
        func timeDidChange() { count += 1 }
      }
      struct Probe: View {
        @ObservedObject var store = Store.shared
        var body: some View {
          VStack {
            Button("Start") { store.timeDidChange() }
      \((0..<lines).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """
    #expect(Self.severities("unused_dynamic_property", views) == expected)
  }

  /// State that nothing mentions never changes, and so evaluates nobody.
  @Test(arguments: [(true, []), (false, [Severity.note])])
  func unusedStateIsDeadCodeAndNoMore(_ isWhole: Bool, _ expected: [Severity]) {
    let view = "struct Probe: View {\n  @State private var isOpen = false\n  var body: some View { Text(\"\") }\n}\n"
    #expect(Self.severities("unused_dynamic_property", view, isWhole: isWhole) == expected)
  }

  /// What a clock does at its last turn, or what stops it, happens once.
  @Test(arguments: [
    ("self.count += 1", [Severity.warning]),
    ("guard self.isDone else { return }; timer.invalidate(); self.count += 1", []),
    ("guard let self else { timer.invalidate(); return }; self.count += 1", [.warning]),
    ("self.advance()", [.warning]), ("self.advance(); if self.isDone { self.stop() }", [.warning]),
    ("self.stop()", []),
    ("self.check()", []),
  ]) func theLastTurnOfAClockIsNoTick(_ turn: String, _ expected: [Severity]) {
    let methods = """
        var isDone = false
        var timer: Timer?
        func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { timer in \(turn) } }
        func advance() { count += 1 }
        func stop() {
          count = 0
          timer?.invalidate()
        }
        func check() { DispatchQueue.main.async { self.stop() } }
      """
    #expect(Self.severities("unused_dynamic_property", Self.store(methods, started: ["start"])) == expected)
  }

  /// What each branch of a condition assigns is assigned whatever holds.
  @Test(arguments: [
    ("if rate > 9 { count = 1 } else if rate > 5 { count = 2 } else { count = 3 }", [Severity.warning]),
    ("if rate > 9 { count = 1 } else if rate > 5 { count = 2 }", []),
    ("if rate > 9 { count = 1 } else { other = 2 }", []),
  ]) func whatEachBranchWritesIsWrittenAtEachTurn(_ turn: String, _ expected: [Severity]) {
    let methods = """
        var other = 0
        var rate = 0
        func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.update() } }
        func update() { \(turn) }
      """
    #expect(Self.severities("unused_dynamic_property", Self.store(methods, started: ["start"])) == expected)
  }

  /// A member of an `@Observable` that changes often, and that one small part of a large view reads.
  @Test(arguments: [
    ("func playerDidUpdate() { elapsed += 1 }", "", 1), ("func seek(_ time: Int) { elapsed = time }", "", 0),
    ("func playerDidUpdate() { elapsed += 1 }", "Text(\"\\(player.remaining)\")", 0),
  ]) func aPartlyReadMemberIsWorthANoteWhereItChangesOften(_ method: String, _ other: String, _ count: Int) {
    let views = """
      @Observable final class Player {
        var title = ""
        var elapsed = 0
        var remaining: Int { 100 - elapsed }
        \(method)
      }
      struct Probe: View {
        @Environment(Player.self) private var player
        var body: some View {
          VStack {
            Text(player.title)
            \(other)
            HStack {
              Text("\\(player.elapsed)")
              Divider()
            }
      \((0..<70).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """
    #expect(Self.severities("broad_model_dependency", views).count == count)
  }

  /// A binding that a large view writes in its actions, and shows in one small part; a child that takes it is that part already.
  @Test(arguments: [
    ("Text(filter)", "filter = \"\"", 1), ("TextField(\"\", text: $filter)", "filter = \"\"", 0),
    ("Text(filter)", "print(1)", 0), ("Text(\"all\")", "filter = \"\"", 0),
  ])
  func aPartlyReadBindingIsForThePartThatReadsIt(_ shown: String, _ action: String, _ count: Int) {
    func views(_ lines: Int) -> String {
      """
      struct Probe: View {
        @Binding var filter: String
        var body: some View {
          VStack {
            Button("Clear") { \(action) }
            HStack {
              \(shown)
              Divider()
            }
      \((0..<lines).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """
    }
    #expect(Self.severities("broad_model_dependency", views(70), isWhole: false).count == count)
    // Of a small view the rest is not worth a view of its own.
    #expect(Self.severities("broad_model_dependency", views(10), isWhole: false).isEmpty)
  }

  /// Fifty views are no part of an app: what starts it may be written in another language, and a library has nothing that does.
  @Test(arguments: [(10, [Severity.note]), (30, [])])
  func manyViewsAreAllOfThem(_ more: Int, _ expected: [Severity]) {
    let probe = "struct Probe: View {\n  @State private var isOpen = false\n  var body: some View { Text(\"\") }\n}\n"
    let others = (0..<more).map { "struct Other\($0): View {\n  var body: some View { Text(\"\($0)\") }\n}\n" }.joined()
    #expect(Self.severities("unused_dynamic_property", probe + others, isWhole: false) == expected)
  }

  /// Who asks for a key of the environment is evaluated where somebody gives it another value.
  @Test(arguments: [("width", 1), ("12", 0), ("width", 0)])
  func aKeyIsWorthANoteWhereItIsGivenAnotherValue(_ value: String, _ count: Int) {
    let views = """
      extension EnvironmentValues {
        @Entry var pane = 0.0
        @Entry var other = 0.0
      }
      struct Probe: View {
        @Environment(\\.pane) private var pane
        var body: some View { Text("") }
      }
      struct Host: View {
        @State private var width = 0.0
        var body: some View {
          Slider(value: $width)
          Probe().environment(\\.\(value == "width" && count == 0 ? "other" : "pane"), \(value))
        }
      }
      """
    #expect(Self.severities("unused_dynamic_property", views).count == count)
  }

  /// A closure is another one when what it captures changes, and not whenever its view is evaluated.
  @Test(arguments: [("false", "Toggle(\"\", isOn: $flag)", 0), ("0.0", "Slider(value: $flag)", 1)])
  func aClosureDiffersWithWhatItCaptures(_ start: String, _ control: String, _ count: Int) {
    let views = """
      @Observable final class Player {
        var elapsed = 0
        func playerDidUpdate() { elapsed += 1 }
      }
      struct Probe: View {
        let items: [Item]
        @Environment(Player.self) private var player
        @State private var flag = \(start)
        var body: some View {
          VStack {
            \(control)
            Text("\\(player.elapsed) \\(flag)")
            ForEach(items) { item in ItemRow(item: item) { print(item, flag) } }
          }
        }
      }
      struct ItemRow: View {
        let item: Item
        let open: () -> Void
        var body: some View {
          VStack {
      \((0..<24).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
            Button(item.name, action: open)
          }
        }
      }
      """
    #expect(Self.severities("incomparable_argument", views).count == count)
  }

  /// A slider of a few steps is a stepper.
  @Test(arguments: [
    ("in: 0...1", [Severity.warning]), ("in: 5...60, step: 5", []), ("in: 0...100, step: 1", [.warning]),
  ])
  func aSliderOfFewStepsIsNotDragged(_ range: String, _ expected: [Severity]) {
    let view = """
      struct Probe: View {
        @State private var speed = 0.0
        var body: some View {
          Slider(value: $speed, \(range))
          Text("\\(speed)" + DateFormatter().string(from: .now))
        }
      }
      """
    #expect(Self.severities("object_created_in_body", view) == expected)
  }

  /// A trailing closure is for a function, also where parameters before that are left out.
  @Test(arguments: [("", 0), ("Text(", 1)])
  func whatAButtonOfAHelperDoesIsNotEvaluated(_ shown: String, _ count: Int) {
    let view = """
      struct Probe: View {
        @State private var speed = 0.0
        var body: some View {
          Slider(value: $speed)
          Text("\\(speed)")
          button("Save") { store.save(DateFormatter().string(from: .now)) }
          \(shown.isEmpty ? "" : shown + "DateFormatter().string(from: .now))")
        }
        private func button(_ title: String, tint: Color? = nil, action: @escaping () -> Void) -> some View {
          Button(title, action: action).tint(tint)
        }
      }
      """
    #expect(Self.severities("object_created_in_body", view).count == count)
  }

  /// To compare before one write spares nothing where the next line announces a change anyway.
  @Test(arguments: [("", 1), ("self.total = places.count + 1", 0), ("self.name = places.name", 1)])
  func oneOfSeveralWritesIsNotWorthComparing(_ other: String, _ count: Int) {
    let views = """
      final class Store: ObservableObject {
        static let shared = Store()
        var name = ""
        @Published var count = 0
        @Published var total = 0
        func follow() {
          Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            self.count = places.count
            \(other)
          }
        }
      }
      struct Probe: View {
        @ObservedObject var store = Store.shared
        var body: some View { Text("\\(store.count) \\(store.total)") }
      }
      """
    #expect(Self.severities("redundant_state_write", views).count == count)
  }

  /// Settings are on screen now and then, and for a short time.
  @Test(arguments: [("Editor", [Severity.note]), ("EditorSettings", []), ("SettingsButton", [.note])])
  func settingsAreShownRarely(_ name: String, _ expected: [Severity]) {
    let views = """
      final class Store: ObservableObject {
        @Published var titles: [String] = []
        func titlesDidChange() { titles.append("a") }
      }
      struct Probe: View {
        let store: Store
        var body: some View { \(name)(store: store) }
      }
      struct \(name): View {
        @ObservedObject var store: Store
        var body: some View { List(store.titles) { Text($0 + NumberFormatter().string(from: 1)) } }
      }
      """
    #expect(Self.severities("object_created_in_body", views) == expected)
    #expect(Self.severities("object_created_in_body", views, isWhole: false) == [.note])
  }

  /// Rows that keep nothing have nothing to lose when they are known by their place.
  @Test(arguments: [("@State private var isOpen = false", [Severity.note]), ("let isOpen = false", [])])
  func rowsByPlaceAreWorthANoteWhereTheyKeepState(_ state: String, _ expected: [Severity]) {
    let views = """
      struct Probe: View {
        @State private var items: [Item] = []
        var body: some View {
          Button("Remove") { items.removeFirst() }
          ForEach(items.indices, id: \\.self) { Row(item: items[$0]) }
        }
      }
      struct Row: View {
        let item: Item
        \(state)
        var body: some View { Text(item.name).opacity(isOpen ? 1 : 0) }
      }
      """
    #expect(Self.severities("unstable_identity", views) == expected)
    #expect(Self.severities("unstable_identity", views, isWhole: false) == [.note])
  }

  /// A child is evaluated once for all of its arguments, and one that observes the same object as its parent with that.
  @Test func oneEvaluationIsOneFinding() {
    let rows = """
      struct Probe: View {
        @State private var offset = 0.0
        let items: [Item]
        var body: some View {
          Slider(value: $offset)
          ForEach(items) { item in
            Row(item: item, onOpen: { offset = item.start }, onClose: { offset = item.end })
          }
          Text("\\(offset)")
        }
      }
      struct Row: View {
        let item: Item
        let onOpen: () -> Void
        let onClose: () -> Void
        var body: some View {
          Button(item.name, action: onOpen)
      \((0..<6).map { "    Text(item.line\($0))" }.joined(separator: "\n"))
        }
      }
      """
    // Two functions of rows are one finding, which a comparison of the row mends.
    #expect(Self.severities("missing_equatable_view", rows) == [.note])
    #expect(Self.severities("incomparable_argument", rows) == [])
    // Nor is a button in each row.
    let buttons = rows.split(separator: "\n").filter { !$0.contains("Text(item.line") }.joined(separator: "\n")
    #expect(Self.severities("incomparable_argument", buttons) == [])
    #expect(Self.severities("missing_equatable_view", buttons) == [])
    // A tap now and then is no reason.
    let taps = rows.replacing("Slider(value: $offset)", with: "Button(\"\") { offset = 1 }")
    #expect(Self.severities("incomparable_argument", taps) == [])
    #expect(Self.severities("missing_equatable_view", taps) == [])
  }

  /// What a row is known by is the same as long as the row is there; the rest of an element may be another value by then.
  @Test(arguments: [
    ("names, id: \\.self", "$0", 0), ("items, id: \\.name", "$0.name", 0), ("items", "$0.id", 0),
    ("items, id: \\.name", "$0.title", 1), ("items", "names.first ?? $0.name", 1),
  ]) func whatARowIsKnownByIsNeverOld(_ rows: String, _ value: String, _ count: Int) {
    let views = """
      struct Item: Identifiable { var id = ""; var name = ""; var title = "" }
      struct Probe: View {
        @State private var names: [String] = []
        @State private var items: [Item] = []
        var body: some View {
          List { ForEach(\(rows)) { Line(text: \(value)) } }
          Button("Load") { (names, items) = load() }
        }
      }
      struct Line: View {
        @State var text: String
        var body: some View { Text(text) }
      }
      """
    #expect(Self.severities("state_from_parameter", views).count == count)
  }

  /// A query that nothing reads is run all the same, and its view evaluated for each of its results.
  @Test func anUnreadQueryIsWorthANote() {
    let view = "struct Probe: View {\n  @Query private var items: [Item]\n  var body: some View { Text(\"\") }\n}\n"
    #expect(Self.severities("unused_dynamic_property", view) == [.note])
  }

  /// The same view on both sides loses its state where the condition has another outcome some time.
  @Test(arguments: [
    ("@State private var isOn = false", [Severity.note]), ("@Binding var isOn: Bool", [.note]), ("let isOn: Bool", []),
  ]) func sidesAreWorthANoteWhereTheyMayChange(_ property: String, _ expected: [Severity]) {
    let views = """
      struct Probe: View {
        var body: some View { Panel(isOn: .constant(true)) }
      }
      struct Panel: View {
        \(property)
        var body: some View {
          VStack {
            if isOn { Field().padding() } else { Field() }
            Button("Turn") { turn() }
          }
        }
      }
      struct Field: View {
        @State private var text = ""
        var body: some View { TextField("", text: $text) }
      }
      """
    #expect(Self.severities("unstable_identity", views) == expected)
    #expect(Self.severities("unstable_identity", views, isWhole: false) == [.note])
  }

  /// Only who writes the app sees what shows how it works inside.
  @Test(arguments: [("Player", [Severity.note]), ("PlayerDebug", [])])
  func viewsForDevelopersAreNotWorthANote(_ name: String, _ expected: [Severity]) {
    let views = """
      struct Probe: View { var body: some View { \(name)View() } }
      struct \(name)View: View {
        @State private var name = ""
        var body: some View {
          TextField(name, text: $name)
          Popover(notice: notice(""))
        }
        private func notice(_ name: String) -> String? {
          let image = UIImage(data: stored)
          return image == nil ? name : nil
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", views) == expected)
  }

  /// A gesture that writes the same at each step moves nothing.
  @Test(arguments: [("dragged = item", 0), ("dragged = near($0.location)", 1)])
  func whatIsTheSameAtEachStepUpdatesNothing(_ write: String, _ count: Int) {
    let view = """
      struct Probe: View {
        @State private var dragged: Item?
        let items: [Item]
        var body: some View {
          VStack {
      \((0..<70).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
            ForEach(items) { item in
              Text(item.name).opacity(dragged == item ? 0.5 : 1)
                .gesture(DragGesture().onChanged { \(write.contains("$0") ? "" : "_ in ")\(write) })
            }
          }
        }
      }
      """
    #expect(Self.severities("hot_path_state_write", view, isWhole: false).count == count)
    // How many of the events are another value, only a trace shows.
    #expect(Self.severities("hot_path_state_write", view) == [])
  }

  /// State that is written along with other state which the rest of the body shows spares nothing.
  @Test(arguments: [
    ("offset = $0.translation.width", 1), ("offset = $0.translation.width; angle = $0.translation.height", 0),
  ]) func partsAreWorthANoteWhereTheRestStays(_ write: String, _ count: Int) {
    let view = """
      struct Probe: View {
        @State private var offset = 0.0
        @State private var angle = 0.0
        var body: some View {
          VStack {
      \((0..<90).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
            Image("a").rotationEffect(.degrees(angle))
            HStack {
              Text("offset")
              Text("\\(offset)")
            }
          }
          .gesture(DragGesture().onChanged { \(write) })
        }
      }
      """
    #expect(Self.severities("monolithic_body", view).count == count)
  }

  /// What keys repeat, what a picker shows and what is made of the only input of a view is done for a good reason.
  @Test(arguments: [
    ("ForEach(sorted) { Text($0.name) }", 1),
    ("Picker(\"\", selection: $text) { ForEach(sorted) { Text($0.name) } }", 0),
  ]) func workForAFewChoicesIsNone(_ shown: String, _ count: Int) {
    let view = """
      struct Probe: View {
        @State private var text = ""
        @State private var items: [Item] = []
        private var sorted: [Item] { items.sorted { $0.name < $1.name } }
        var body: some View {
          VStack {
            TextField("", text: $text)
            \(shown)
            Text(text)
          }
          .task { items = await load() }
        }
      }
      """
    #expect(Self.severities("heavy_work_in_body", view).count == count)
  }

  /// A member that is made of several changes as often as the one that changes most, in whatever order they are looked at.
  @Test(arguments: [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"), ("e", "f"), ("f", "e"), ("g", "h"), ("h", "g")])
  func theMostFrequentDecides(_ ticking: String, _ loaded: String) {
    let view = """
      @Observable final class Player {
        var \(ticking) = 0
        var \(loaded) = 0
        var shown: String { "\\(\(ticking)) \\(\(loaded))" }
        func start() { Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.\(ticking) += 1 } }
        func load() async { for await value in values { \(loaded) = value } }
      }
      struct Probe: View {
        @State private var player = Player()
        var body: some View {
          VStack {
      \((0..<90).map { "      Text(\"\($0)\")" }.joined(separator: "\n"))
            HStack { Text("now"); Text(player.shown) }
          }
        }
      }
      """
    #expect(Self.severities("broad_model_dependency", view).count == 1)
  }

  /// That a member changes often says nothing of who else writes it.
  @Test(arguments: [("start", 1), ("rotate", 0)])
  func itIsTheWriteThatHasToComeOften(_ writer: String, _ count: Int) {
    let views = """
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var count = 0
        func start() {
          Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
            \(writer == "start" ? "self.count = places.count" : "if self.count != places.count { self.count = places.count }")
          }
        }
        func rotate() {
          NotificationCenter.default.addObserver(forName: turned, object: nil, queue: nil) { _ in
            \(writer == "rotate" ? "self.count = places.count" : "")
          }
        }
      }
      struct Probe: View {
        @ObservedObject var store = Store.shared
        var body: some View { Text("\\(store.count)") }
      }
      """
    #expect(Self.severities("redundant_state_write", views).count == count)
  }

  // MARK: What a strict reader of six apps found

  /// State that is only handed on as a binding evaluates who reads it, and not who keeps it.
  @Test(arguments: [("\"\"", []), ("\"\\(size)\"", [Severity.warning])])
  func whoHandsOnABindingIsNotEvaluatedForIt(_ shown: String, _ expected: [Severity]) {
    let text = """
      struct Probe: View {
        @State private var size = 0.0
        var body: some View {
          VStack {
            Slider(value: $size)
            Text(\(shown))
            Text(title())
          }
        }
        func title() -> String {
          let formatter = DateFormatter()
          formatter.dateFormat = "d"
          return formatter.string(from: .now)
        }
      }
      """
    #expect(Self.severities("object_created_in_body", text) == expected)
  }

  /// A clock in a function that nobody calls never starts.
  @Test(arguments: [
    ("init(isOn: Bool) { start() }", [Severity.warning]), ("func begin() { start() }", [.note]), ("", []),
  ])
  func aClockThatNobodyStartsDoesNotTick(_ caller: String, _ expected: [Severity]) {
    let timer = """
        \(caller)
        private func start() {
          Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 }
        }
      """
    #expect(Self.severities("unused_dynamic_property", Self.store(timer)) == expected)
  }

  /// What a clock of a view does to a model in its last turn alone is no write at each tick.
  @Test(arguments: [("if left < 1 { store.count += 1 }", 0), ("store.count += 1", 1)])
  func whatAClockDoesInSomeTurnsIsNotDoneInEach(_ action: String, _ count: Int) {
    let views =
      Self.store("").replacing("Text(\"\")", with: "Ticking()") + """

        struct Ticking: View {
          @ObservedObject var store = Store.shared
          @State private var left = 10
          let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
          var body: some View { Text("\\(store.count)").onReceive(clock) { _ in \(action) } }
        }
        """
    #expect(Self.severities("unused_dynamic_property", views).count { $0 == .warning } == count)
  }

  /// Objects that only actions use are told to who asks for the rule.
  @Test func whatOnlyActionsUseIsForWhoAsks() {
    let text = """
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var count = 0
        func begin() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 } }
      }
      struct Probe: View {
        @EnvironmentObject var store: Store
        var body: some View { Button("Reset") { store.count = 0 } }
      }
      struct Page: View {
        let store = Store.shared
        var body: some View { Leaf1().onAppear { store.begin() } }
      }
      """
    let graph = SourceGraph(files: [("App.swift", Self.app(text))])
    func severities(_ configuration: LintConfiguration) -> [Severity] {
      Linter(configuration: configuration).run(graph, isSettlingRivals: true)
        .filter { $0.finding.rule == "unused_dynamic_property" }.map(\.severity)
    }
    #expect(severities(LintConfiguration()) == [])
    var asking = LintConfiguration()
    asking.only = ["unused_dynamic_property"]
    #expect(severities(asking) == [.note])
  }

  /// Pages are chosen by their position, and numbers have no id of their own.
  @Test(arguments: [
    ("[Row]", "VStack { %@ }", 1), ("[Int]", "VStack { %@ }", 0), ("[Row]", "TabView(selection: $page) { %@ }", 0),
  ])
  func rowsByPositionAreNamedWhereTheyCanBeKnownOtherwise(_ rows: String, _ container: String, _ count: Int) {
    let each = "ForEach(rows.indices, id: \\.self) { index in Editor(title: \"\\(rows[index])\") }"
    let text = """
      struct Row { var title = "" }
      struct Probe: View {
        @State private var rows: \(rows) = []
        @State private var page = 0
        var body: some View {
          VStack { \(container.replacing("%@", with: each)); Button("Remove") { rows.removeFirst() } }
        }
      }
      struct Editor: View {
        let title: String
        @State private var isOpen = false
        var body: some View { Button(title) { isOpen.toggle() }.opacity(isOpen ? 1 : 0.5) }
      }
      """
    #expect(Self.severities("unstable_identity", text).count == count)
  }

  /// A clock that only the page of the player starts may end with it: whether another page is shown meanwhile, nobody knows.
  @Test(arguments: [
    ("Leaf1()", [Severity.note]), ("Probe()", [Severity.warning]), ("", [Severity.warning]),
    ("Leaf1().sheet(isPresented: .constant(true)) { Probe() }", [Severity.warning]),
  ])
  func aClockOfAnotherPageIsNoReasonForAWarning(_ shown: String, _ expected: [Severity]) {
    let text = """
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var count = 0
        func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 } }
        \(shown.isEmpty ? "init() { start() }" : "")
      }
      struct Probe: View {
        @ObservedObject var store = Store.shared
        var body: some View { Text("") }
      }
      struct Page: View {
        let store = Store.shared
        var body: some View { VStack { \(shown) }.onAppear { store.start() } }
      }
      """
    #expect(Self.severities("unused_dynamic_property", text) == expected)
  }

  /// An object that is given a copy of the view writes what is not on screen, so what it reaches must not become state.
  @Test(arguments: [("presenter.view = view", [Severity.note]), ("presenter.start()", [Severity.warning])])
  func whatCopiesOfAViewReachStaysAsItIs(_ step: String, _ expected: [Severity]) {
    let text = """
      struct Around: View {
        @State private var number = 0
        var body: some View { VStack { Text("\\(number)"); Button("Next") { number += 1 }; Probe() } }
      }
      final class Draft: ObservableObject { @Published var title = "" }
      final class Presenter { var view: Probe?; func start() {} }
      struct Probe: View {
        @ObservedObject var draft = Draft()
        @State private var number = 0
        var body: some View { VStack { Text(draft.title); Leaf0() } }
      }
      extension Probe {
        func configured() -> some View {
          var view = self
          let presenter = Presenter()
          \(step)
          return view
        }
      }
      """
    #expect(Self.severities("observed_object_created_inline", text, isWhole: false) == expected)
  }

  /// A clock of a model makes a warning where the sources show that it runs while the view is there.
  @Test(arguments: [
    // What the view shows, or what shows it, starts it.
    ("store.start()", "", "", [Severity.warning]), ("", "store.start()", "", [.warning]),
    ("", "Ticker().start()", "func start() { Store.shared.start() }", [.warning]),
    // Another object does: as soon as it is there, or nobody knows when.
    ("", "", "init() { Store.shared.start() }", [.warning]), ("", "", "func later() { Store.shared.start() }", [.note]),
    ("", "", "func applicationDidFinishLaunching() { let store = Store.shared; store.start() }", [.warning]),
    ("", "", "func applicationDidFinishLaunching(_ store: Store) { store.start() }", [.warning]),
    ("", "", "func start() { }", [.note]),
  ]) func aClockIsSeenToRun(_ part: String, _ parent: String, _ ticker: String, _ expected: [Severity]) {
    let views = """
      final class Store: ObservableObject {
        static let shared = Store()
        @Published var count = 0
        func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 } }
      }
      final class Ticker {
        \(ticker)
      }
      struct Probe: View {
        @ObservedObject var other = Other.shared
        let store = Store.shared
        var body: some View { VStack { Shown() }.onAppear { \(parent) } }
      }
      struct Shown: View {
        @ObservedObject var store = Store.shared
        var body: some View { Part() }
      }
      struct Part: View {
        let store = Store.shared
        var body: some View { Leaf1().onAppear { \(part) } }
      }
      """
    #expect(Self.severities("unused_dynamic_property", views).filter { $0 > .note || expected == [.note] } == expected)
  }

  /// What each key makes a body do once is for who asks; what it makes it do again and again is said, once.
  @Test(arguments: [
    ("Text(\"\\(shown.count)\")", [], 1),
    ("Text(\"\\(shown.count) \\(shown.count) \\(shown.count) \\(shown.isEmpty)\")", [Severity.note], 0),
  ]) func workForEachKeyIsSaidWhereItIsDoneSeveralTimes(_ body: String, _ expected: [Severity], _ unasked: Int) {
    let view = """
      struct Item { let name: String }
      struct Probe: View {
        @State private var query = ""
        @State private var items: [Item] = []
        private var shown: [Item] { items.sorted { $0.name < $1.name } }
        var body: some View {
          VStack {
            TextField(query, text: $query)
            Text(query)
            \(body)
          }
          .task { items = await load() }
        }
      }
      """
    let review = Linter().review(SourceGraph(files: [("App.swift", Self.app(view))]))
    #expect(review.findings.filter { $0.finding.rule == "heavy_work_in_body" }.map(\.severity) == expected)
    #expect(review.unaskedNotes == unasked)
  }

  /// A view that is shown for one of a few cases is a page, and no row.
  @Test(arguments: [
    ("ZStack { ForEach(pages) { page in if page.isOpen { Probe2() } } }", []),
    ("VStack { ForEach(Page.allCases) { page in if page == .first { Probe2() } } }", []),
    ("VStack { ForEach(pages) { page in if page.isOpen { Probe2() } } }", [Severity.note]),
    ("VStack { ForEach(Page.allCases) { page in Probe2() } }", [.note]),
  ]) func aPageIsNoRow(_ rows: String, _ expected: [Severity]) {
    let views = """
      struct Probe: View {
        let pages: [Page]
        var body: some View { \(rows) }
      }
      struct Probe2: View {
        @State private var date = Date.now
        @State private var name = ""
        var body: some View {
          VStack { Text(DateFormatter().string(from: date)); TextField(name, text: $name) }
        }
      }
      """
    #expect(Self.severities("object_created_in_body", views).map { _ in Severity.note } == expected)
  }
}
