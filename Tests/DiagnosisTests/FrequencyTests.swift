internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// How often something is written follows from what starts the write: a clock, a publisher, a value that the trace shows to change.
@Suite struct FrequencyTests {
  private static func findings(_ log: [String], _ source: String) -> [DiagnosedFinding] {
    DiagnosisTests.diagnose(log, ["App.swift": source]).findings
  }

  // MARK: Clocks

  private static func player(period: String, clock: String? = nil) -> String {
    """
    struct Player: View {
      let timer = \(clock ?? "Timer.publish(every: \(period), on: .main, in: .common).autoconnect()")
      @State private var position = 0.0
      let engine: Engine
      var body: some View {
        ProgressView(value: position).onReceive(timer) { _ in position = engine.position }
      }
    }
    final class Engine { var position = 0.0 }
    """
  }

  private static let ticks =
    ["Player: @self, @identity, _position changed."] + (0..<600).map { _ in "Player: _position changed." }

  @Test func aClockFasterThanAnybodySeesIsFound() throws {
    let found = try #require(Self.findings(Self.ticks, Self.player(period: "0.01")).first)
    #expect(found.finding.rule == "hot_path_state_write")
    #expect(found.severity == .warning)
    #expect(found.message.contains("100 times per second"))
    // Ten ticks per second are left of a hundred.
    #expect(found.saved == 540)
    #expect(found.measured?.predicted == 60)
  }

  @Test(arguments: ["0.1", "1", "pause"])
  func aClockThatPeopleFollowIsNone(_ period: String) {
    let found = Self.findings(Self.ticks, Self.player(period: period))
    #expect(!found.contains { $0.finding.rule == "hot_path_state_write" })
  }

  /// A model that has the clock itself, or the loop, and announces what a method writes at each turn.
  private static func engine(_ clock: String) -> String {
    """
    final class Engine: ObservableObject {
      @Published var position = 0.0
      var isRunning = true
      var time = 0.0
      \(clock)
    }
    struct Player: View {
      @ObservedObject var engine: Engine
      var body: some View { ProgressView(value: engine.position) }
    }
    """
  }

  private static let turns =
    ["Player: @self, @identity, _engine changed."] + (0..<600).map { _ in "Player: _engine changed." }

  private static func isTooFast(_ clock: String) -> Bool {
    findings(turns, engine(clock)).contains { $0.finding.rule == "hot_path_state_write" }
  }

  @Test(arguments: [
    "func start() { Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { _ in self.position = self.time } }",
    // Through a method, and through a loop that waits.
    "func start() { Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { _ in self.tick() } }\n  func tick() { position = time }",
    "func run() async { while isRunning { position = time; try? await Task.sleep(for: .milliseconds(10)) } }",
    "func run() async { while isRunning { tick(); try? await Task.sleep(nanoseconds: 10_000_000) } }\n  func tick() { position = time }",
  ])
  func theClockOfAModelIsSeenThroughMethodsAndLoops(_ clock: String) { #expect(Self.isTooFast(clock)) }

  @Test(arguments: [
    "func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.tick() } }\n  func tick() { position = time }",
    "func run() async { while isRunning { tick(); try? await Task.sleep(for: .seconds(1)) } }\n  func tick() { position = time }",
    // It fires once, or writes only what differs.
    "func start() { Timer.scheduledTimer(withTimeInterval: 0.01, repeats: false) { _ in self.position = self.time } }",
    "func start() { Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { _ in self.tick() } }\n  func tick() { if position != time { position = time } }",
    "func start() { Timer.scheduledTimer(withTimeInterval: 0.01, repeats: true) { _ in if self.time > 9 { self.tick() } } }\n  func tick() { position = time }",
  ])
  func slowAndRareWritesOfAModelAreNot(_ clock: String) { #expect(!Self.isTooFast(clock)) }

  // MARK: Clocks in other types

  private static func board(_ clock: String) -> String {
    """
    final class Store: ObservableObject {
      static let shared = Store()
      @Published var states: [Int: Bool] = [:]
      @Published var name = ""
      @Published var count = 0
      func update(_ id: Int, _ state: Bool) { states[id] = state }
      func rename(_ text: String) { name = text }
      func add() { count += 1 }
    }
    final class Coordinator {
      var timer: Timer?
      var isRunning = false
      func start() { \(clock) }
    }
    struct Board: View {
      @ObservedObject var store: Store
      var body: some View {
        Text(store.name)
        Text("\\(store.count)")
        ForEach(store.states.keys.sorted(), id: \\.self) { id in Text("\\(id)") }
        Button("Add") { store.add() }
        Button("Rename") { store.rename("a") }
      }
    }
    """
  }

  private static let announcements =
    ["Board: @self, @identity, _store changed."] + (0..<300).map { _ in "Board: _store changed." }

  private static func repeatedWrites(_ clock: String) -> Int {
    findings(announcements, board(clock)).filter {
      $0.finding.rule == "redundant_state_write" && $0.message.contains("'states'")
    }.map(\.saved).max() ?? 0
  }

  @Test(arguments: [
    "if self.isRunning { Store.shared.update(1, true) }", "if self.timer == nil { Store.shared.update(1, true) }",
  ])
  func whatAClockOfAnotherTypeMayRunWeighsMoreThanWhatAUserDoes(_ turn: String) {
    let ticked = Self.repeatedWrites(
      "timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in \(turn) }")
    #expect(ticked > Self.repeatedWrites("print(1)"))
  }

  // MARK: Loops beside clocks

  private static func controller(_ clock: String) -> String {
    """
    final class Controller: ObservableObject {
      @Published var text = ""
      @Published var time = 0.0
      var timer: Timer?
      func start() { \(clock) }
    }
    struct Screen: View {
      @ObservedObject var controller: Controller
      var body: some View {
        TextField("", text: $controller.text).onChange(of: controller.text) { clean() }
        Text("\\(controller.time)")
      }
      private func clean() {
        while let space = controller.text.firstIndex(of: " ") { controller.text = String(controller.text[..<space]) }
      }
    }
    """
  }

  private static func loops(_ clock: String) -> Int {
    let log = ["Screen: @self, @identity, _controller changed."] + (0..<600).map { _ in "Screen: _controller changed." }
    return findings(log, controller(clock)).filter { $0.finding.rule == "update_loop" }.map(\.saved).max() ?? 0
  }

  @Test func aLoopIsNotCreditedWithWhatAClockWrites() {
    let alone = Self.loops("print(1)")
    let beside = Self.loops(
      "timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.time = self.now() }")
    #expect(alone > 300)
    #expect(beside * 2 < alone)
  }

  // MARK: Publishers

  /// A model that mirrors what a service publishes, and a choice that the user makes.
  private static func meter(_ service: String) -> String {
    """
    final class Service: ObservableObject {
      @Published var level = 0.0
      @Published var gain = 0.0
      \(service)
    }
    final class Meter: ObservableObject {
      let service = Service()
      @Published var level = 0.0
      @Published var gain = 0.0
      private var bag: Set<AnyCancellable> = []
      init() {
        service.$level.receive(on: RunLoop.main).sink { [weak self] in self?.level = $0 }.store(in: &bag)
        service.$gain.receive(on: RunLoop.main).sink { [weak self] in self?.gain = $0 }.store(in: &bag)
      }
    }
    struct Bars: View {
      @ObservedObject var meter: Meter
      var body: some View { Text("\\(meter.level)") }
    }
    struct Title: View {
      @ObservedObject var meter: Meter
      var body: some View { Text("\\(meter.gain)") }
    }
    """
  }

  private static let changes =
    ["Bars: @self, @identity, _meter changed.", "Title: @self, @identity, _meter changed."]
    + (0..<100).flatMap { _ in ["Bars: _meter changed.", "Title: _meter changed."] }

  /// What parting the model saves of the views.
  private static func parted(_ service: String) throws -> [String: Int] {
    try #require(findings(changes, meter(service)).first { $0.finding.rule == "observable_object_fan_out" }).savedByView
  }

  @Test(arguments: [
    "func start() { Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.level += 1 } }",
    "func start() { let timer = Timer(timeInterval: 0.1, repeats: true) { _ in DispatchQueue.main.async { self.level += 1 } } }",
    "func start() { Task { while true { level += 1; try? await Task.sleep(for: .milliseconds(100)) } } }",
    "func start(_ node: AVAudioNode) { node.installTap(onBus: 0, bufferSize: 1, format: nil) { _, _ in self.update() } }\n  func update() { level += 1 }",
  ])
  func whatAPublisherHandsOnIsWrittenAsOftenAsWhatItPublishes(_ service: String) throws {
    let saved = try Self.parted(service)
    #expect(saved["Title", default: 0] >= 80)
    #expect(saved["Bars", default: 0] <= 20)
  }

  @Test func theOtherMemberWithTheClockIsTheOtherWayRound() throws {
    let saved = try Self.parted(
      "func start() { Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.gain += 1 } }"
    )
    #expect(saved["Bars", default: 0] >= 80)
    #expect(saved["Title", default: 0] <= 20)
  }

  /// A view runs a method of the model at each turn of a clock that the file holds, under whatever name.
  @Test func aClockOfAFileIsOneHoweverItIsCalled() throws {
    let source = """
      private let positions = Timer.publish(every: 0.5, on: .main, in: .common).autoconnect()
      final class Session: ObservableObject {
        @Published var position = 0
        @Published var name = ""
        func advance() { position += 1 }
      }
      struct Home: View {
        @StateObject var session = Session()
        var body: some View {
          VStack { Label(session: session); Name(session: session) }.onReceive(positions) { _ in session.advance() }
        }
      }
      struct Label: View {
        @ObservedObject var session: Session
        var body: some View { Text("\\(session.position)") }
      }
      struct Name: View {
        @ObservedObject var session: Session
        var body: some View { TextField("", text: $session.name) }
      }
      """
    let log =
      ["Home: @self, @identity, _session changed."]
      + ["Label", "Name"].map { "\($0): @self, @identity, _session changed." }
      + (0..<100).flatMap { _ in ["Home", "Label", "Name"].map { "\($0): _session changed." } }
    let found = try #require(Self.findings(log, source).first { $0.finding.rule == "observable_object_fan_out" })
    #expect(found.savedByView["Label", default: 0] <= 60)
  }

  @Test func publishersThatFollowEachOtherEnd() throws {
    let saved = try Self.parted(
      "private var bag: Set<AnyCancellable> = []\n  func start(_ meter: Meter) { meter.$level.sink { self.level = $0 }.store(in: &bag) }"
    )
    #expect(saved.values.allSatisfy { $0 <= 100 })
  }

  // MARK: Values that the trace shows to change

  private static func editor(_ write: String) -> String {
    """
    final class Session: ObservableObject {
      @Published var isEditing = false
      @Published var name = ""
      @Published var size = 0
    }
    struct Editor: View {
      @ObservedObject var session: Session
      @State private var draft = ""
      let saved: String
      var body: some View {
        TextField("", text: $draft).disabled(session.name.isEmpty).onChange(of: draft) { _ in \(write) }
        Button("Rename") { session.name = draft }
        Stepper("Size", onIncrement: { session.size += 1 }, onDecrement: nil)
      }
    }
    struct Sidebar: View {
      @ObservedObject var session: Session
      var body: some View { Text(session.isEditing ? "*" : "") }
    }
    """
  }

  private static let typed =
    ["Sidebar: @self, @identity, _session changed.", "Editor: @self, @identity, _session, _draft changed."]
    + (0..<60).flatMap { _ in ["Editor: _draft changed.", "Sidebar: _session changed.", "Editor: _session changed."] }

  @Test func aWriteThatFollowsEachKeyMakesTheChangesOfTheModel() throws {
    let found = try #require(
      Self.findings(Self.typed, Self.editor("session.isEditing = draft != saved")).first {
        $0.finding.rule == "redundant_state_write"
      })
    #expect(found.severity == .warning)
    #expect(found.saved >= 80)
  }

  /// Which member of an object changed, no trace tells: so nothing tells how often what follows one of them is written.
  @Test func aWriteThatFollowsAMemberIsNotWrittenWithEachChangeOfTheObject() {
    let source = """
      final class Session: ObservableObject {
        @Published var isOpen = false
        @Published var query = ""
        @Published var index = 0
        func open() { isOpen = true }
        func select() { index += 1 }
      }
      struct Grid: View {
        @ObservedObject var session: Session
        var body: some View {
          Text("\\(session.index)").opacity(session.query.isEmpty ? 1 : 0)
            .onChange(of: session.isOpen) { _ in session.query = "" }
          Button("Next") { session.select() }
          Button("Open") { session.open() }
        }
      }
      """
    let log = ["Grid: @self, @identity, _session changed."] + .init(repeating: "Grid: _session changed.", count: 60)
    let found = Self.findings(log, source).first { $0.finding.rule == "redundant_state_write" }
    #expect((found?.saved ?? 0) < 30)
  }

  @Test func aWriteThatFollowsSomethingElseDoesNot() {
    let found = Self.findings(Self.typed, Self.editor("print(draft)")).first {
      $0.finding.rule == "redundant_state_write"
    }
    #expect((found?.saved ?? 0) < 40)
  }

  // MARK: What is announced by hand

  private static func store(_ members: String) -> String {
    """
    final class Store: NSObject, ObservableObject {
      @Published var title = ""
      var rows: [Int] = []
      \(members)
    }
    struct Header: View {
      @ObservedObject var store: Store
      var body: some View { Text(store.title) }
    }
    struct Footer: View {
      @ObservedObject var store: Store
      var body: some View { Text(store.title + "!") }
    }
    """
  }

  private static func announcement(_ members: String) -> DiagnosedFinding? {
    let log =
      ["Header: @self, @identity, _store changed.", "Footer: @self, @identity, _store changed."]
      + (0..<60).flatMap { _ in ["Header: _store changed.", "Footer: _store changed."] }
    return findings(log, store(members)).first {
      if case .announceMembers = $0.finding.change { true } else { false }
    }
  }

  @Test func whoAnnouncesEverythingIsFound() throws {
    let found = try #require(
      Self.announcement("func controllerWillChangeContent(_ controller: AnyObject) { objectWillChange.send() }"))
    #expect(found.severity == .warning)
    #expect(found.saved >= 60)
    #expect(found.message.contains("'controllerWillChangeContent' announces"))
  }

  @Test(arguments: [
    "var count: Int = 0 { willSet { objectWillChange.send() } }",
    "private var bag: Set<AnyCancellable> = []\n  func follow(_ other: Store) { other.objectWillChange.sink { self.objectWillChange.send() }.store(in: &bag) }",
    "func refresh() { rows = [] }",
  ])
  func whatAPropertyAnnouncesOfItselfIsNone(_ members: String) {
    #expect(Self.announcement(members) == nil)
  }
}
