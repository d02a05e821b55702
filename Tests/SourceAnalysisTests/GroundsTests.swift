import SourceAnalysis
import Testing
import Vocabulary

/// A warning names what shows in the sources that it matters; without that it is a note.
@Suite struct GroundsTests {
  /// What lint says of the rule in one file.
  private static func findings(_ rule: String, _ text: String) -> [LintFinding] {
    var configuration = LintConfiguration()
    configuration.only = [rule]
    configuration.analysis.deploymentTarget = 17
    return Linter(configuration: configuration).run(
      SourceGraph(files: [("App.swift", text)], options: configuration.analysis), isSettlingRivals: true)
  }

  private static func store(_ members: String, besides: String = "") -> String {
    """
    final class Store: ObservableObject {
      @Published var count = 0
      @Published var title = ""
    \(members)
    }
    struct Probe: View {
      @EnvironmentObject var store: Store
      var body: some View { Text("") }
    }
    \(besides)
    """
  }

  @Test func aWarningNamesTheWriteAndItsPlace() throws {
    let found = Self.findings("unused_dynamic_property", Self.store("  func tick() { count += 1 }"))
    let finding = try #require(found.first)
    #expect(finding.severity == .warning)
    #expect(finding.finding.message.hasSuffix("remove it ('count' is written by 'tick' for each event at App.swift:4)"))
    #expect(finding.finding.places(.grounds).map(\.place?.line) == [4])
  }

  /// What makes an object change again and again.
  @Test(arguments: [
    ("func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.count += 1 } }", true),
    // Through methods of its own, and by somebody else's loop.
    (
      "func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.load() } }\n  func load() { next() }\n"
        + "  func next() { count += 1 }", true
    ),
    ("func run() async { while true { count += 1; try? await Task.sleep(for: .seconds(1)) } }", true),
    ("func manager(_ manager: Manager, didUpdateLocations places: [Place]) { count += 1 }", true),
    // Once, or where the value differs, or if something unusual happens.
    ("func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in self.count += 1 } }", false),
    (
      "func start() { NotificationCenter.default.publisher(for: .didPlayToEndTime).sink { _ in self.count += 1 }.store(in: &bag) }",
      false
    ),
    ("func tick() { let now = read(); if count != now { count = now } }", false),
    ("func tick() { if isOver { count = 0 } }", false),
    ("func tick() { guard isReady else { count = 0; return }; send() }", false),
    ("func tick() { do { try read() } catch { title = \"error\" } }", false),
    ("func themeChanged() { count += 1 }", false), ("func reload() { count += 1 }", false),
  ]) func onlyWhatIsWrittenAgainAndAgainCounts(_ members: String, _ isLoud: Bool) {
    let found = Self.findings("unused_dynamic_property", Self.store("  " + members))
    #expect(found.map(\.severity) == [isLoud ? .warning : .note])
  }

  @Test func aLoopOfAViewRunsTheMethodsOfItsModel() {
    let loop = """
      struct Other: View {
        let store: Store
        var body: some View {
          Text("").task {
            while !Task.isCancelled {
              await store.refresh()
              try? await Task.sleep(for: .seconds(1))
            }
          }
        }
      }
      """
    let text = Self.store("  func refresh() async { title = await load() }", besides: loop)
    #expect(Self.findings("unused_dynamic_property", text).map(\.severity) == [.warning])
  }

  /// What is typed on another screen changes nothing while this one is up.
  @Test(arguments: [
    ("VStack { Probe(); TextField(\"\", text: $store.title) }", true),
    ("Probe().sheet(isPresented: $isOpen) { Editor() }", false),
  ])
  func whoTypesIsOnTheScreenWhereThatIsDone(_ content: String, _ isTyped: Bool) {
    let views = """
      struct Root: View {
        @EnvironmentObject var store: Store
        @State private var isOpen = false
        var body: some View { \(content) }
      }
      struct Editor: View {
        @EnvironmentObject var store: Store
        var body: some View { TextField("", text: $store.title) }
      }
      """
    let found = Self.findings("unused_dynamic_property", Self.store("", besides: views))
    #expect(found.filter { $0.finding.view == "Probe" }.map { $0.finding.message.contains("each key") } == [isTyped])
  }

  /// State that keeps the first value is wrong where the parent changes what it passes and the view stays.
  @Test(arguments: [
    ("VStack { Toggle(\"\", isOn: $isBold); Child(isBold: isBold) }", Severity.warning),
    ("VStack { Button(\"\") { isBold.toggle() }; Child(isBold: isBold) }", .warning),
    // Loaded once, before anybody looks; chosen by it; made for a sheet.
    ("Child(isBold: isBold).task { isBold = await load() }", .note),
    ("VStack { Toggle(\"\", isOn: $isBold); if isBold { Child(isBold: isBold) } }", .note),
    ("Toggle(\"\", isOn: $isBold).sheet(isPresented: $isOpen) { Child(isBold: isBold) }", .note),
  ]) func aFirstValueIsWrongWhereAnotherComes(_ content: String, _ severity: Severity) {
    let text = """
      struct Parent: View {
        @State private var isBold = false
        @State private var isOpen = false
        var body: some View { \(content) }
      }
      struct Child: View {
        @State var isBold: Bool
        var body: some View { Text("").bold(isBold) }
      }
      """
    #expect(Self.findings("state_from_parameter", text).map(\.severity) == [severity])
  }

  /// A formatter for each row, or for each key, is nothing that anybody notices; one for each step of a drag is.
  @Test(arguments: [
    ("List(days, id: \\.self) { day in Text(text(of: day)) }", Severity.note),
    ("VStack { TextField(\"\", text: $name); Text(text(of: 1)) }", .note),
    ("VStack { Slider(value: $speed); Text(text(of: 1)); Text(\"\\(speed)\") }", .warning),
  ]) func whatIsMadeCostsWhereItIsMadeAllTheTime(_ content: String, _ severity: Severity) {
    let text = """
      struct Screen: View {
        let days: [Int]
        @State private var name = ""
        @State private var speed = 0.0
        var body: some View { \(content) }
        private func text(of day: Int) -> String {
          let formatter = NumberFormatter()
          formatter.numberStyle = .spellOut
          return formatter.string(from: day as NSNumber) ?? name
        }
      }
      """
    #expect(Self.findings("object_created_in_body", text).map(\.severity) == [severity])
  }

  /// Of rows built at once it is said where more and more of them come.
  @Test(arguments: [
    ("items += await load(items.count)", true), ("items.append(contentsOf: load())", true),
    ("items = load()", false), ("items.append(Item())", false),
    ("items = load(); items.append(contentsOf: more())", false),
    ("if isNew { items = [] }; items.append(contentsOf: more())", true),
  ]) func rowsAreTooManyWhereTheyGrow(_ write: String, _ areGrowing: Bool) {
    let text = """
      struct Item: Identifiable { let id = 0 }
      struct Row: View {
        let item: Item
        var body: some View { VStack { Text("a"); Text("b"); Image("c") } }
      }
      struct Screen: View {
        @State private var items: [Item] = []
        var body: some View {
          ScrollView { VStack { ForEach(items) { Row(item: $0) } } }
          Button("More") { Task { \(write) } }
        }
      }
      """
    let found = Self.findings("eager_container", text)
    #expect(found.map { $0.finding.message.contains("elements are added") } == [areGrowing])
  }

  /// An object that a view makes anew is lost where the parent is evaluated again.
  @Test(arguments: [("isOn", Severity.warning), ("true", .note)])
  func anObjectIsLostWhereTheParentIsEvaluatedAgain(_ value: String, _ severity: Severity) {
    let text = """
      final class Model: ObservableObject { @Published var text = "" }
      struct Child: View {
        @ObservedObject var model = Model()
        var body: some View { TextField("", text: $model.text) }
      }
      struct Parent: View {
        @State private var isOn = false
        var body: some View { VStack { Toggle("", isOn: $isOn); Text("").opacity(\(value) ? 1 : 0); Child() } }
      }
      """
    #expect(Self.findings("observed_object_created_inline", text).map(\.severity) == [severity])
  }

  /// A new id at each read is wrong where rows are made of it.
  @Test(arguments: [("ForEach(items) { _ in Text(\"\") }", Severity.warning), ("Text(items[0].name)", .note)])
  func anIDIsWrongWhereRowsAreMadeOfIt(_ content: String, _ severity: Severity) {
    let text = """
      struct Item: Identifiable {
        var id: UUID { UUID() }
        let name: String
      }
      struct Screen: View {
        let items: [Item]
        var body: some View { \(content) }
      }
      """
    #expect(Self.findings("unstable_identity", text).map(\.severity) == [severity])
  }

  /// A model is worth parting where some view is evaluated again and again for what it does not read.
  @Test(arguments: [("count += 1", true), ("title = \"\"", false)])
  func aModelFansOutWhereSomebodyDoesNotReadWhatChanges(_ write: String, _ isNamed: Bool) {
    let text = """
      final class Store: ObservableObject {
        @Published var count = 0
        @Published var title = ""
        @Published var theme = 0
        func tick() { \(write) }
      }
      struct Header: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.title) }
      }
      struct Page: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.title).opacity(Double(store.theme + store.count)) }
      }
      """
    let found = Self.findings("observable_object_fan_out", text)
    #expect(found.map { $0.finding.message.contains("'count' is written by 'tick'") } == [isNamed])
  }

  /// What is loaded anew now and then costs nothing that anybody would notice.
  @Test(arguments: [
    ("Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in self.count += 1 }", Severity.warning),
    ("Timer.scheduledTimer(withTimeInterval: 15, repeats: true) { _ in self.count += 1 }", .note),
    ("Timer.scheduledTimer(withTimeInterval: Self.interval, repeats: true) { _ in self.count += 1 }", .note),
    ("Task { while true { count += 1; try? await Task.sleep(for: .milliseconds(350)) } }", .warning),
    ("Task { while true { count += 1; try? await Task.sleep(nanoseconds: 500_000_000) } }", .warning),
    ("Task { while true { count += 1; try? await Task.sleep(nanoseconds: UInt64(30 * 1_000_000_000)) } }", .note),
    ("Task { while true { count += 1; try? await Task.sleep(for: .seconds(pause)) } }", .note),
  ]) func aSlowClockIsNoGrounds(_ start: String, _ severity: Severity) {
    let text = """
      final class Store: ObservableObject {
        static let interval = 5.0 * 60
        var pause: Double { settings.pause }
        @Published var count = 0
        func start() { \(start) }
        func reset() { count = 0 }
      }
      struct Probe: View {
        @ObservedObject var store: Store
        var body: some View { Button("Reset") { store.reset() } }
      }
      """
    #expect(Self.findings("unused_dynamic_property", text).map(\.severity) == [severity])
  }

  /// A view that is given something by who observes the same object is evaluated with that, whatever it does itself; and of a screen
  /// that is evaluated for the object anyway, one view less is little.
  @Test(arguments: [
    ("Row(store: store, title: store.title)", "@ObservedObject var store: Store", Severity.note),
    ("Row(store: store)", "@ObservedObject var store: Store", .note),
    ("Row(store: store)", "let store: Store", .warning),
  ])
  func whoIsEvaluatedAnywayGainsNothing(_ row: String, _ store: String, _ severity: Severity) {
    let text = """
      final class Store: ObservableObject {
        @Published var title = ""
        func tick() { title = read() }
        func reset() { title = "" }
      }
      struct Row: View {
        @ObservedObject var store: Store
        var title = ""
        var body: some View { Button(title) { store.reset() } }
      }
      struct Screen: View {
        \(store)
        var body: some View { \(row); Text(store.title) }
      }
      """
    #expect(Self.findings("unused_dynamic_property", text).map(\.severity) == [severity])
  }

  /// With @StateObject an object stays the one that the first parameters made.
  @Test(arguments: [("Model()", Severity.warning), ("Model(id: id)", .note)])
  func anObjectOfParametersIsKeptWithAnIDOnly(_ made: String, _ severity: Severity) throws {
    let text = """
      final class Model: ObservableObject { @Published var text = "" }
      struct Child: View {
        @ObservedObject private var model: Model
        init(id: Int) { model = \(made) }
        var body: some View { TextField("", text: $model.text) }
      }
      struct Parent: View {
        @State private var isOn = false
        var body: some View { Toggle("", isOn: $isOn); Text("").opacity(isOn ? 1 : 0); Child(id: 1) }
      }
      """
    let found = Self.findings("observed_object_created_inline", text)
    #expect(found.map(\.severity) == [severity])
    #expect(try #require(found.first).finding.message.contains("an id of 'id'") == (severity == .note))
  }

  /// Rows that keep nothing look the same when they are made anew.
  @Test(arguments: [("@State private var isOpen = false", Severity.warning), ("let isOpen = false", .note)])
  func rowsMadeAnewLoseTheirState(_ state: String, _ severity: Severity) {
    let text = """
      struct Item: Identifiable {
        let id = UUID()
        let name: String
      }
      struct Row: View {
        let item: Item
        \(state)
        var body: some View { Text(item.name).opacity(isOpen ? 1 : 0.5) }
      }
      struct Screen: View {
        let names: [String]
        @State private var isOn = false
        var items: [Item] { names.map { Item(name: $0) } }
        var body: some View {
          Toggle("", isOn: $isOn)
          Text("").opacity(isOn ? 1 : 0)
          ForEach(items) { Row(item: $0) }
        }
      }
      """
    #expect(Self.findings("unstable_identity", text).map(\.severity) == [severity])
  }

  /// A size is measured anew and stays as it is, and only developers see what is for debugging.
  @Test func aSizeIsNoStreamAndDebuggingIsForDevelopers() {
    func severities(_ key: String, _ view: String) -> [Severity] {
      Self.findings(
        "object_created_in_body",
        """
        struct \(view): View {
          let date: Date
          @State private var frame: CGRect = .zero
          var body: some View {
            Text(DateFormatter().string(from: date)).offset(x: frame.minX)
              .onPreferenceChange(\(key).self) { frame = $0 }
          }
        }
        """
      ).map(\.severity)
    }
    #expect(severities("ScrollFrameKey", "Screen") == [.warning])
    #expect(severities("LabelWidthKey", "Screen") == [.note])
    #expect(severities("ScrollFrameKey", "DebugScreen") == [.note])
  }

  /// A view that is handed an action calls it once, or again and again: the timer is asked, wherever it stands.
  @Test(arguments: [
    ("Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in onTick() }", Severity.warning),
    ("Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in onTick() }", .note),
    ("DispatchQueue.main.asyncAfter(deadline: .now() + 1) { onTick() }", .note),
    ("Task { try? await Task.sleep(for: .seconds(1)); onTick() }", .note),
  ])
  func aTimerThatFiresOnceIsNoClock(_ statement: String, _ severity: Severity) {
    let text = """
      final class Store: ObservableObject { @Published var count = 0 }
      struct Popup: View {
        let onTick: () -> Void
        var body: some View { Text("").onAppear { start() } }
        func start() { \(statement) }
      }
      struct Screen: View {
        @EnvironmentObject var store: Store
        var body: some View { Text("\\(store.count)"); Popup(onTick: { store.count += 1 }); Leaf() }
      }
      struct Leaf: View {
        @EnvironmentObject var store: Store
        var body: some View { Text("") }
      }
      """
    #expect(Self.findings("unused_dynamic_property", text).map(\.severity) == [severity])
  }

  /// A publisher of times that nobody connects sends nothing.
  @Test(arguments: [(".autoconnect()", Severity.warning), ("", .note)])
  func aTimerThatNobodyConnectsIsNoClock(_ ending: String, _ severity: Severity) {
    let text = """
      final class Store: ObservableObject { @Published var count = 0 }
      struct Screen: View {
        @EnvironmentObject var store: Store
        let timer = Timer.publish(every: 1, on: .main, in: .common)\(ending)
        var body: some View { Text("\\(store.count)").onReceive(timer) { _ in store.count += 1 } }
      }
      struct Leaf: View {
        @EnvironmentObject var store: Store
        var body: some View { Text("") }
      }
      """
    #expect(Self.findings("unused_dynamic_property", text).map(\.severity) == [severity])
  }

  /// State that serves the modifiers of a helper alone: the use of the helper is no read of its own.
  @Test func aHelperMayHoldTheModifiersOfState() {
    let lines = (0..<45).map { "      Text(\"\($0)\")" }.joined(separator: "\n")
    let text = """
      struct Page: View {
        @State private var isAtTop = true
        let name: String
        var body: some View { NavigationStack { content(for: name) } }
        func content(for name: String) -> some View {
          VStack {
      \(lines)
          }
          .navigationTitle(isAtTop ? "" : name)
          .follows(isAtTop: $isAtTop)
        }
      }
      """
    #expect(Self.findings("state_scoped_too_high", text).map(\.severity) == [.note])
  }

  /// A loop that waits for something and ends when it is there writes it once.
  @Test(arguments: [("return", []), ("print(found)", [Severity.note])])
  func aLoopThatEndsWithAWriteIsNoClock(_ last: String, _ expected: [Severity]) {
    let text = """
      struct Screen: View {
        @State private var types: [Kind] = []
        let client: Client
        var body: some View {
          ForEach(types, id: \\.self) { Text($0) }
            .task {
              while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(3))
                if let found = await client.load() {
                  types = found
                  \(last)
                }
              }
            }
        }
      }
      """
    #expect(Self.findings("redundant_state_write", text).map(\.severity) == expected)
  }
}
