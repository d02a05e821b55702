import SourceAnalysis
import Testing
import Vocabulary

/// What lint of a whole app says of changes by what comes along with them, and by how often they really come.
@Suite struct TogetherTests {
  /// An app with enough views to be a whole one, around a screen.
  private static func findings(_ rule: String, _ screen: String, shows: String = "Screen()") -> [LintFinding] {
    let text = """
      @main struct Sample: App {
        var body: some Scene { WindowGroup { Root() } }
      }
      struct Root: View {
        var body: some View {
          VStack {
            \(shows)
            \((0..<6).map { "Leaf\($0)()" }.joined(separator: "\n      "))
          }
        }
      }
      \((0..<6).map { "struct Leaf\($0): View {\n  var body: some View { Text(\"\($0)\") }\n}" }.joined(separator: "\n"))
      \(screen)
      """
    var configuration = LintConfiguration()
    configuration.only = [rule]
    configuration.analysis.deploymentTarget = 17
    return Linter(configuration: configuration).run(
      SourceGraph(files: [("App.swift", text)], options: configuration.analysis), isSettlingRivals: true)
  }

  private static let lines = (0..<70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n")

  private static func tellsOfTicks(_ found: LintFinding) -> Bool {
    found.finding.message.contains("at each tick of a clock")
  }

  /// A screen of seventy lines that shows a member of a model in one of them, and other code.
  private static func screen(_ members: String, shown: String, besides: String = "") -> String {
    """
    @Observable final class Jobs {
      var jobs: [String] = []
      var done = 0
      var countdown = 0
      \(members)
    }
    struct Screen: View {
      @State private var model = Jobs()
      var body: some View {
        VStack {
    \(lines)
          Text("\\(model.\(shown))")
          \(besides)
        }
        .task {
          model.start()
          await model.run()
        }
      }
    }
    """
  }

  /// What a clock writes by itself is worth a view of its own.
  @Test func whatAClockWritesIsReadInAPart() throws {
    let members = """
      func run() async {
        while true {
          countdown -= 1
          try? await Task.sleep(for: .seconds(1))
        }
      }
      """
    let found = Self.findings("broad_model_dependency", Self.screen(members, shown: "countdown"))
    #expect(found.map(\.severity) == [.note])
    #expect(try #require(found.first).finding.message.contains("'countdown' is written at each tick of a clock"))
  }

  /// A count of what the rest of the body shows changes when that does.
  @Test func whatChangesAlongIsNoReason() {
    let members = """
      func run() async {
        while true {
          jobs = await load()
          count()
          try? await Task.sleep(for: .seconds(1))
        }
      }
      private func count() { done = jobs.filter { $0.isEmpty }.count }
      """
    let alone = Self.findings("broad_model_dependency", Self.screen(members, shown: "done"))
    #expect(alone.count == 1)
    let along = Self.findings(
      "broad_model_dependency",
      Self.screen(members, shown: "done", besides: "ForEach(model.jobs, id: \\.self) { Text($0) }"))
    #expect(along.isEmpty)
  }

  /// A loop that waits in a loop within comes as often as that ends.
  @Test func whatWaitsInALoopWithinIsSlow() {
    let members = """
      func run() async {
        while true {
          countdown = 15
          for _ in 0..<15 {
            try? await Task.sleep(for: .seconds(1))
            countdown -= 1
          }
          await reload()
        }
      }
      private func reload() async { done = await load() }
      """
    let found = Self.findings("broad_model_dependency", Self.screen(members, shown: "countdown"))
    #expect(found.count(where: Self.tellsOfTicks) == 1)
    #expect(Self.findings("broad_model_dependency", Self.screen(members, shown: "done")).isEmpty)
  }

  /// How often a method runs that its own type calls is known from there, whatever it is called.
  @Test(arguments: [("", 1), ("func refresh() async { await pollJobs() }", 0)])
  func theNameCountsWhereNobodyIsSeenToCall(_ caller: String, _ number: Int) {
    let members = "func pollJobs() async { done = await load() }\n  \(caller)"
    #expect(Self.findings("broad_model_dependency", Self.screen(members, shown: "done")).count == number)
  }

  /// A flag that follows an offset has two values, however many events there are.
  @Test(arguments: [("Bool", "drag.translation.width > 40", 0), ("CGFloat", "drag.translation.width", 1)])
  func aFlagChangesNowAndThen(_ type: String, _ value: String, _ number: Int) {
    let screen = """
      struct Screen: View {
        @State private var state: \(type)
        let items: [Item]
        var body: some View {
          VStack {
            Text("\\(state)")
            ForEach(items) { item in Row(item: item, onSelect: { print(state) }) }
          }
          .gesture(DragGesture().onChanged { drag in state = \(value) })
        }
      }
      struct Row: View {
        let item: Item
        let onSelect: () -> Void
        var body: some View {
          VStack {
      \(Self.lines)
            Button(item.name, action: onSelect)
          }
        }
      }
      """
    #expect(Self.findings("incomparable_argument", screen, shows: "Screen(items: [])").count == number)
  }

  /// What only a preview makes costs nobody anything.
  @Test(arguments: [("Screen()", 1), ("", 0)]) func whatNobodyMakesIsNotReported(_ shows: String, _ number: Int) {
    let screen = """
      @Observable final class Model {
        var name = ""
        func load() async { name = await fetch() }
      }
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Stepper("\\(count)", value: $count)
          Card()
        }
      }
      struct Card: View {
        let model = Model()
        var body: some View { Text(model.name) }
      }
      #Preview { Screen() }
      """
    #expect(Self.findings("observable_not_in_state", screen, shows: shows).count == number)
  }

  /// A binding whose setter does more than to assign has no projection, wherever it is made.
  @Test(arguments: [("model.name = $0", 1), ("model.rename($0)", 0)])
  func onlyAnAssignmentIsProjected(_ setter: String, _ number: Int) {
    let screen = """
      @Observable final class Model { var name = ""; func rename(_ name: String) {} }
      struct Screen: View {
        @Bindable var model: Model
        @GestureState private var offset = CGSize.zero
        private var name: Binding<String> { Binding(get: { model.name }, set: { \(setter) }) }
        var body: some View {
          VStack {
            Card(name: name)
          }
          .offset(offset)
          .gesture(DragGesture().updating($offset) { value, state, _ in state = value.translation })
        }
      }
      struct Card: View {
        @Binding var name: String
        var body: some View {
          VStack {
      \(Self.lines)
            TextField("", text: $name)
          }
        }
      }
      """
    #expect(Self.findings("incomparable_argument", screen, shows: "Screen(model: model)").count == number)
  }

  /// A captured value cannot be assigned.
  @Test(arguments: [("print(target)", true), ("target = \"\"", false)])
  func whatIsAssignedIsNotCaptured(_ action: String, _ isCaptured: Bool) throws {
    let screen = """
      struct Screen: View {
        @State private var filter = ""
        let target: String
        let items: [Item]
        var body: some View {
          TextField("Filter", text: $filter)
          Text(filter)
          ForEach(items) { item in Row(item: item, onSelect: { \(action) }) }
        }
      }
      struct Row: View {
        let item: Item
        let onSelect: () -> Void
        var body: some View {
          VStack {
      \(Self.lines)
            Button(item.name, action: onSelect)
          }
        }
      }
      """
    let found = Self.findings("incomparable_argument", screen, shows: "Screen(target: \"\", items: [])")
    let steps = try #require(found.first).finding.steps
    #expect(steps.contains { $0.contains("{ [target] in") } == isCaptured)
  }

  /// What a sheet shows is made when it appears, and is no part of the body that a member evaluates.
  @Test(arguments: [("Text(label)", 1), ("Text(\"\").sheet(isPresented: $isOpen) { Text(label) }", 0)])
  func whatIsPresentedIsNoPart(_ use: String, _ number: Int) {
    let screen = """
      @Observable final class Model {
        var name = ""
        func run() async {
          while true {
            name = await load()
            try? await Task.sleep(for: .seconds(1))
          }
        }
      }
      struct Screen: View {
        @State private var model = Model()
        @State private var isOpen = false
        private var label: String { model.name + "!" }
        var body: some View {
          VStack {
      \(Self.lines)
            \(use)
          }
        }
      }
      """
    #expect(Self.findings("broad_model_dependency", screen).count == number)
  }

  /// A method that asks something before it does anything is not done at each tick, unless it asks whether the clock runs.
  @Test(arguments: [
    ("guard isOn, jobs.count > 1 else { return }", 0), ("guard isPaused == false else { return }", 0),
    ("guard isRunning else { return }", 1), ("", 1),
    ("guard let first, let last else { return }", 1),
  ])
  func whatAMethodDecidesIsNoTick(_ decision: String, _ number: Int) {
    let members = """
      func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.refreshIfNeeded() } }
      private func refreshIfNeeded() {
        \(decision)
        next()
      }
      private func next() { done = Int.random(in: 0...9) }
      """
    let found = Self.findings("broad_model_dependency", Self.screen(members, shown: "done"))
    #expect(found.count(where: Self.tellsOfTicks) == number)
  }

  /// What mostly stays as it is announces nothing where writes are compared.
  @Test(arguments: [("done || isDone()", 0), ("isDone() ?? done", 0), ("isDone()", 1), ("done + 1", 1)])
  func whatMostlyKeepsIsNoChange(_ value: String, _ number: Int) {
    let members = """
      func start() { Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.done = \(value) } }
      """
    let found = Self.findings("broad_model_dependency", Self.screen(members, shown: "done"))
    #expect(found.count(where: Self.tellsOfTicks) == number)
  }

  /// A modifier at the use of a helper reads there, and not in the helper.
  @Test func theCallIsThePartThatReadsInItsModifiers() throws {
    let screen = """
      struct Screen: View {
        @State private var height = 100.0
        var list: some View {
          VStack {
            Text("First of the list")
            Text("Second of the list")
          }
        }
        var body: some View {
          VStack {
            list
              .frame(height: height)
              .frame(minHeight: height)
            Divider()
              .gesture(DragGesture().onChanged { drag in height = max(height + drag.translation.height, 50) })
            ScrollView {
              VStack {
      \(Self.lines)
              }
            }
          }
        }
      }
      """
    let finding = try #require(Self.findings("monolithic_body", screen).first).finding
    // The helper stands before the body, its use in it.
    let part = try #require(finding.places(.owner).first?.place)
    #expect(part > finding.place)
  }

  /// A spinner in a view of the app is made anew for the bug of lists with spinners, and loses nothing.
  @Test(arguments: [("ProgressView()", 0), ("ProgressView(); TextField(\"\", text: .constant(\"\"))", 1)])
  func aSpinnerMayHaveAFreshID(_ content: String, _ number: Int) {
    let screen = """
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          List { Stepper("\\(count)", value: $count); LoadingRow().id(UUID()) }
        }
      }
      struct LoadingRow: View {
        var body: some View { VStack { \(content) }.frame(maxWidth: .infinity) }
      }
      """
    #expect(Self.findings("unstable_identity", screen).count == number)
  }
}
