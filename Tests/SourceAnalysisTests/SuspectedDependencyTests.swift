import SourceAnalysis
import Testing

/// What the rules about dependencies and writes suspect: the same pattern in the forms that it takes, and what only looks
/// like it.
@Suite struct SuspectedDependencyTests {
  typealias Case = SuspectedPatternTests.Case

  @Test(arguments: suspicious) func isSuspectedAtTheMarks(_ example: Case) {
    let source = MarkedSource(example.text)
    #expect(!source.marks.isEmpty)
    #expect(SuspectedPatternTests.places(example.rule, [("Test.swift", source.text)]) == source.marks)
  }

  @Test(arguments: innocent) func isNotSuspected(_ example: Case) {
    #expect(SuspectedPatternTests.places(example.rule, [("Test.swift", example.text)]).isEmpty)
  }

  // MARK: - Publishing again

  private static func monitor(_ members: String, _ elsewhere: String = "") -> String {
    """
    enum Link: Equatable { case good, bad }
    final class Monitor: NSObject, ObservableObject {
      @Published var link = Link.good
      @Published var names: [String] = []
      @Published var report = Report()
      \(members)
    }
    struct Report { var link = Link.good }
    \(elsewhere)
    """
  }

  static let publishing: [(what: String, text: String)] = [
    (
      "a delegate in an extension",
      monitor("", "extension Monitor: Delegate {\n  func linkDidChange(_ to: Link) { ↓link = to }\n}")
    ),
    (
      "a constant for each case",
      monitor("func note(_ rssi: Int) { if rssi > 9 { ↓link = .good } else { ↓link = .bad } }")
    ),
    (
      "a callback that is set in the initialiser",
      monitor("init(sensor: Sensor) { sensor.onPacket = { [weak self] packet in self?.↓link = packet.link } }")
        .replacing("self?.↓link", with: "↓self?.link")
    ),
    (
      "a loop that polls",
      monitor(
        "func poll() { Task { while true { ↓link = await client.link\ntry await Task.sleep(for: .seconds(1)) } } }")
    ),
    ("a collection", monitor("func flush() { ↓names = known.sorted() }")),
    ("a field of a struct", monitor("func send(_ action: Action) { ↓report.link = action.link }")),
    (
      "the stream of a view",
      monitor(
        "",
        "struct Screen: View {\n  @StateObject private var monitor = Monitor()\n  var body: some View { Text(\"\").task { await follow() } }\n  private func follow() async { for await link in links { ↓monitor.link = link } }\n}"
      )
    ),
    (
      "another class that holds it",
      monitor(
        "", "final class Feeder {\n  weak var monitor: Monitor?\n  func feed(_ next: Link) { ↓monitor?.link = next }\n}"
      )
    ),
    (
      "a singleton",
      monitor(
        "static let shared = Monitor()",
        "func note(_ l: Link) {}\nstruct Sink { func take(_ l: Link) { ↓Monitor.shared.link = l } }")
    ),
  ]

  static let comparing: [(what: String, text: String)] = [
    ("a guard", monitor("func note(_ next: Link) { guard next != link else { return }\nlink = next }")),
    ("a comparison", monitor("func note(_ next: Link) { if link != next { link = next } }")),
    ("an initialiser", monitor("init(link: Link) { self.link = link }")),
    ("what is made of itself", monitor("func next() { names = names.sorted() }")),
    ("a local of the same name", monitor("func note() { var link = Link.bad\nlink = .good\nuse(link) }")),
  ]

  // MARK: - Values that are shown coarsely

  private static func screen(_ state: String, _ body: String, _ more: String = "") -> String {
    "struct Screen: View {\n  \(state)\n  var body: some View {\n    \(body)\n  }\n  \(more)\n}"
  }

  static let coarse: [(what: String, text: String)] = [
    (
      "a helper of a gesture",
      screen(
        "@State private var zoom: CGFloat = 1",
        "Text(zoom > 2 ? \"big\" : \"small\").gesture(MagnifyGesture().onChanged { track($0.magnification) })",
        "private func track(_ value: CGFloat) { ↓zoom = value }")
    ),
    (
      "the frame of a geometry reader",
      screen(
        "@State private var top: CGFloat = 0",
        "Text(top < -9 ? \"up\" : \"\").background(GeometryReader { proxy in Color.clear.onChange(of: proxy.frame(in: .global).minY) { _, y in ↓top = y } })"
      )
    ),
    (
      "a modifier of the app",
      screen(
        "@State private var top: CGFloat = 0", "Text(top < -9 ? \"up\" : \"\").tracksTop { ↓top = $0 }")
        + "\nextension View {\n  func tracksTop(_ action: @escaping (CGFloat) -> Void) -> some View { onPreferenceChange(TopKey.self, perform: action) }\n}"
    ),
    (
      "a publisher of samples",
      screen("@State private var power: Float = 0", "Text(power > -3 ? \"!\" : \"\").onReceive(meter) { ↓power = $0 }")
    ),
    (
      "the coordinator of a representable",
      screen("@State private var ↓offset: CGFloat = 0", "Pager(offset: $offset)\nText(\"\\(Int(offset / 390))\")")
        + "\nstruct Pager: UIViewRepresentable {\n  @Binding var offset: CGFloat\n  func updateUIView(_ view: UIScrollView, context: Context) {}\n  final class Coordinator: NSObject {\n    let parent: Pager\n    func scrollViewDidScroll(_ view: UIScrollView) { parent.offset = view.contentOffset.x }\n  }\n}"
    ),
    (
      "a sensor of a model",
      "@Observable final class Motion {\n  var roll = 0.0\n  func start() { manager.startUpdates { [weak self] data in ↓self?.roll = data.roll } }\n}\n"
        + screen("let motion: Motion", "Text(motion.roll > 1 ? \"tilted\" : \"level\")")
    ),
  ]

  static let fine: [(what: String, text: String)] = [
    (
      "a value that is shown",
      screen("@State private var power: Float = 0", "Text(\"\\(power)\").onReceive(meter) { power = $0 }")
    ),
    (
      "what somebody chose",
      screen(
        "let rows: [Row]\n  @State private var target: Row.ID?",
        "ForEach(rows) { row in Text(row.id == target ? \"x\" : \"\").onDrop { target = row.id } }")
    ),
    (
      "a model whose value another view shows",
      "@Observable final class Motion {\n  var roll = 0.0\n  func start() { manager.startUpdates { data in self.roll = data.roll } }\n}\n"
        + screen("let motion: Motion", "Text(motion.roll > 1 ? \"tilted\" : \"\\(motion.roll)\")")
    ),
    (
      "a tap",
      screen("@State private var count = 0", "Button(\"\") { count = next() }\nText(count > 3 ? \"many\" : \"few\")")
    ),
  ]

  // MARK: - Layout

  static let layouts: [(what: String, text: String)] = [
    (
      "a helper of a geometry reader",
      screen(
        "@State private var height: CGFloat = 0",
        "Text(\"\").frame(height: height).background(GeometryReader { proxy in Color.clear.onAppear { adopt(proxy.size) } })",
        "private func adopt(_ size: CGSize) { ↓height = size.height + 1 }")
    ),
    (
      "a modifier of the app",
      screen(
        "@State private var width: CGFloat = 0",
        "Text(\"\").readSize { ↓width = $0.width / 2 }.padding(.leading, width)")
        + "\nextension View {\n  func readSize(onChange: @escaping (CGSize) -> Void) -> some View { onPreferenceChange(SizeKey.self, perform: onChange) }\n}"
    ),
  ]

  // MARK: - Models

  private static func model(_ members: String, _ read: String) -> String {
    "struct Item: Equatable { var isDone = false }\n@Observable final class Plan {\n  var items: [Item] = []\n  var reading = 0.0\n  \(members)\n}\n"
      + screen("let plan: Plan", "Text(\(read))")
  }

  static let computed: [(what: String, text: String)] = [
    (
      "a method that searches",
      model("func ↓hasOpen() -> Bool { items.contains { !$0.isDone } }", "plan.hasOpen() ? \"a\" : \"b\"")
    ),
    ("a method that quantizes", model("func ↓isHigh() -> Bool { reading > 9 }", "plan.isHigh() ? \"a\" : \"b\"")),
    (
      "a model in a model",
      model("var ↓isHigh: Bool { reading > 9 }", "\"\"") + "\n@Observable final class App1 { var plan = Plan() }\n"
        + "struct Badge: View {\n  let app: App1\n  var body: some View { Text(app.plan.isHigh ? \"a\" : \"b\") }\n}"
    ),
  ]

  static let following: [(what: String, text: String)] = [
    (
      "a method that asks about something",
      model("func isHigh(_ limit: Double) -> Bool { reading > limit }", "plan.isHigh(9) ? \"a\" : \"b\"")
    ),
    ("a method that shows the value", model("func label() -> String { \"\\(reading)\" }", "plan.label()")),
  ]

  private static let rows = """
    struct Message: Identifiable { let id: Int }
    @Observable final class Chat {
      var messages: [Message] = []
      var reactions: [Int: [String]] = [:]
    }
    struct ChatList: View {
      let chat: Chat
      var body: some View { ForEach(chat.messages) { message in Bubble(message: message, chat: chat) } }
    }
    struct Bubble: View {
      let message: Message
      let chat: Chat
      var body: some View { Reactions(id: message.id, chat: chat) }
    }
    """

  static let lookups: [(what: String, text: String)] = [
    (
      "a part of a row",
      rows
        + "\nstruct Reactions: View {\n  let id: Int\n  let chat: Chat\n  var body: some View { Text(chat.↓reactions[id]?.first ?? \"\") }\n}"
    ),
    (
      "through a closure",
      rows
        + "\nstruct Reactions: View {\n  let id: Int?\n  let chat: Chat\n  var body: some View { Text(id.flatMap { chat.↓reactions[$0]?.first } ?? \"\") }\n}"
    ),
  ]

  // MARK: - All

  private static func cases(_ rule: String, _ texts: [(what: String, text: String)]) -> [Case] {
    texts.map { Case(rule: rule, what: $0.what, text: $0.text) }
  }

  static let suspicious: [Case] =
    cases("redundant_state_write", publishing) + cases("hot_path_state_write", coarse)
    + cases("layout_feedback", layouts) + cases("transitive_computed_dependency", computed)
    + cases("collection_dependency_in_row", lookups)
    + cases(
      "struct_property_dependency",
      [
        (
          "several fields",
          "struct Fix { var speed = 0.0; var heading = 0.0; var signal = 0 }\n@Observable final class Drone { var fix = Fix() }\n"
            + screen("let drone: Drone", "Text(\"\\(drone.↓fix.speed) \\(drone.fix.heading)\")")
        )
      ])
    + cases(
      "unused_dynamic_property",
      [
        (
          "an object that is handed on",
          "final class Sync: ObservableObject { @Published var isOn = false }\n"
            + screen("@ObservedObject var ↓sync: Sync", "Label1(sync: sync)")
            + "\nstruct Label1: View {\n  @ObservedObject var sync: Sync\n  var body: some View { Text(sync.isOn ? \"on\" : \"\") }\n}"
        )
      ])
    + cases(
      "volatile_environment_value",
      [
        (
          "a modifier of the app",
          screen("@State private var height = 0.0", "Child().keyboard(height).onReceive(notes) { height = $0 }")
            + "\nextension View {\n  func keyboard(_ height: Double) -> some View { transformEnvironment(\\.↓keyboardHeight) { $0 = height } }\n}"
        )
      ])

  static let innocent: [Case] =
    cases("redundant_state_write", comparing) + cases("hot_path_state_write", fine)
    + cases("transitive_computed_dependency", following)
    + cases(
      "struct_property_dependency",
      [
        (
          "all fields",
          "struct Fix { var speed = 0.0; var heading = 0.0; var signal = 0 }\n@Observable final class Drone { var fix = Fix() }\n"
            + screen("let drone: Drone", "Text(\"\\(drone.fix.speed) \\(drone.fix.heading) \\(drone.fix.signal)\")")
        )
      ])
}
