import SourceAnalysis
import Testing

/// What rules suspect, beyond what they report by themselves: it is found in the usual forms and not where it is right.
@Suite struct SuspectedPatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: String
    var what: String
    var text: String
    var testDescription: String { "\(rule): \(what)" }
  }

  @Test(arguments: suspicious) func isSuspectedAtTheMarks(_ example: Case) {
    let source = MarkedSource(example.text)
    #expect(!source.marks.isEmpty)
    #expect(Self.places(example.rule, [("Test.swift", source.text)]) == source.marks)
  }

  @Test(arguments: innocent) func isNotSuspected(_ example: Case) {
    #expect(Self.places(example.rule, [("Test.swift", example.text)]).isEmpty)
  }

  static func places(_ id: String, _ files: [(String, String)]) -> [MarkedSource.Mark] {
    guard let rule = allSourceRules.first(where: { $0.id == id }), let suspects = rule.traces?.suspects else {
      return []
    }
    let found = Set(suspects(SourceGraph(files: files)).map(\.place))
    return found.sorted().map { MarkedSource.Mark(line: $0.line, column: $0.column) }
  }

  // MARK: - Identity

  private static func session(_ id: String, _ more: String = "") -> String {
    """
    struct Session: Identifiable {
      let plate: String
      var minutes: Int
      \(id)
      \(more)
    }
    @Observable final class Garage {
      var sessions: [Session] = []
      func tick() { for index in sessions.indices { sessions[index].minutes -= 1 } }
    }
    """
  }

  private static func swapping(_ use: String, _ helper: String) -> String {
    """
    struct Screen: View {
      @State private var isOn = false
      var body: some View {
        VStack {
          \(use)
          Toggle("On", isOn: $isOn)
        }
      }
    }
    struct Card: View {
      @State private var text = ""
      var body: some View { TextField("", text: $text) }
    }
    \(helper)
    """
  }

  private static let conditional = """
    extension View {
      @ViewBuilder func applying<T: View>(if condition: Bool, @ViewBuilder _ transform: (Self) -> T) -> some View {
        if condition { transform(self) } else { self }
      }
    }
    """

  static let identities: [(what: String, text: String)] = [
    (
      "an id of what chooses the rows",
      "struct Shop: View {\n  @State private var page = 0\n  var body: some View {\n    Picker(\"\", selection: $page) {}\n    ScrollView { LazyVStack { ForEach(items(of: page)) { Text($0.name) } } }.id(↓page)\n  }\n}"
    ),
    ("a closure that is handed the view", swapping("Card().↓apply { if isOn { $0.bold() } else { $0 } }", "")),
    (
      "a closure that names the view",
      swapping("Card().↓apply { card in if isOn { card.backport.glass() } else { card } }", "")
    ),
    ("an id with a counted value", session("var ↓id: String { \"\\(plate)/\\(minutes)\" }")),
    ("through another property", session("var ↓id: String { key }", "var key: String { plate + \"\\(minutes)\" }")),
    (
      "the value itself",
      session("var ↓id: Self { self }").replacing("Identifiable {", with: "Identifiable, Hashable {")
    ),
    (
      "declared in an extension",
      session("") + "\nextension Session {\n  var ↓id: Int { minutes }\n}"
    ),
    (
      "a measured let",
      "struct Quote: Identifiable {\n  let name: String\n  let price: Double\n  var ↓id: String { \"\\(name) \\(price)\" }\n}\nstruct Row: View {\n  let quote: Quote\n  var body: some View { Text(quote.name) }\n}"
    ),
    (
      "what a field edits",
      "struct Step { var title: String; var note: String }\nstruct Editor: View {\n  @Binding var step: Step\n  var body: some View { TextField(\"\", text: $step.title) }\n}\nstruct Screen: View {\n  @State private var steps: [Step] = []\n  var body: some View { ForEach($steps, id: ↓\\.title) { $step in Editor(step: $step) } }\n}"
    ),
    (
      "a key path of rows",
      session("let id: Int")
        + "\nstruct List1: View {\n  let garage: Garage\n  var body: some View { ForEach(garage.sessions, id: ↓\\.minutes) { Text($0.plate) } }\n}"
    ),
    (
      "an id modifier in a row",
      session("let id: Int")
        + "\nstruct List1: View {\n  let garage: Garage\n  var body: some View { ForEach(garage.sessions) { one in Text(one.plate).id(↓\"\\(one.plate) \\(one.minutes)\") } }\n}"
    ),
    ("a conditional helper", swapping("Card().↓applying(if: isOn) { $0.bold() }", conditional)),
    (
      "a helper that hands its condition on",
      swapping(
        "Card().↓dimmed(isOn)",
        conditional
          + "\nextension View { func dimmed(_ isOn: Bool) -> some View { applying(if: isOn) { $0.opacity(0.5) } } }")
    ),
    (
      "a helper that switches",
      swapping(
        "Card().↓styled(isOn ? .big : .small)",
        "enum Style { case big, small }\nextension View {\n  @ViewBuilder func styled(_ style: Style) -> some View {\n    switch style {\n    case .big: font(.title)\n    case .small: self.font(.body)\n    }\n  }\n}"
      )
    ),
    (
      "a helper that returns early",
      swapping(
        "Card().↓faded(isOn)",
        "extension View {\n  func faded(_ isOn: Bool) -> AnyView {\n    guard isOn else { return AnyView(self) }\n    return AnyView(self.opacity(0.5))\n  }\n}"
      )
    ),
    (
      "a modifier",
      swapping(
        "Card().↓modifier(Dim(isOn: isOn))",
        "struct Dim: ViewModifier {\n  let isOn: Bool\n  func body(content: Content) -> some View {\n    if isOn { content.opacity(0.5) } else { content }\n  }\n}"
      )
    ),
    (
      "a modifier that decides itself, behind a function",
      swapping(
        "Card().↓dimmed()",
        "extension View { func dimmed() -> some View { modifier(Dim()) } }\nstruct Dim: ViewModifier {\n  @Environment(\\.isEnabled) private var isEnabled\n  func body(content: Content) -> some View {\n    if isEnabled { content } else { content.opacity(0.5) }\n  }\n}"
      )
    ),
    (
      "a container",
      swapping(
        "Adaptive(isWide: isOn) { Card() }",
        "struct Adaptive<Content: View>: View {\n  let isWide: Bool\n  @ViewBuilder let content: () -> Content\n  var body: some View {\n    ↓if isWide { HStack { content() } } else { VStack { content() } }\n  }\n}"
      )
    ),
    ("two containers around one view", swapping("↓if isOn { HStack { Card() } } else { VStack { Card() } }", "")),
    (
      "a switch over one view",
      swapping("↓switch isOn {\n      case true: Card().bold()\n      case false: Card()\n      }", "")
    ),
    (
      "a helper of the view in both branches",
      swapping(
        "↓if isOn { card.disabled(true) } else { card }", "extension Screen { private var card: some View { Card() } }")
    ),
  ]

  static let stableIdentities: [(what: String, text: String)] = [
    ("an id of what stays", session("var id: String { plate }")),
    (
      "a setting of the device",
      swapping(
        "Card().calm()",
        "extension View { func calm() -> some View { modifier(Calm()) } }\nstruct Calm: ViewModifier {\n  @Environment(\\.accessibilityReduceMotion) private var isCalm\n  func body(content: Content) -> some View {\n    if isCalm { content } else { content.opacity(0.5) }\n  }\n}"
      )
    ),
    ("an id of an id", "struct Item: Identifiable {\n  let itemID: Int\n  var id: Int { itemID }\n}"),
    (
      "a constant condition",
      swapping(
        "Card().applying(if: Flags.isNew) { $0.bold() }", conditional + "\nenum Flags { static let isNew = true }")
    ),
    (
      "a modifier with one branch",
      swapping(
        "Card().modifier(Dim(isOn: isOn))",
        "struct Dim: ViewModifier {\n  let isOn: Bool\n  func body(content: Content) -> some View { content.opacity(isOn ? 0.5 : 1) }\n}"
      )
    ),
    (
      "a closure for a newer system",
      swapping("Card().apply { if #available(iOS 26, *) { $0.bold() } else { $0 } }", "")
    ),
    (
      "a closure that is handed a value",
      swapping("Card().onTapGesture { if isOn { $0.begin() } else { $0.end() } }", "")
    ),
    (
      "an id of a detail without rows",
      "struct Detail: View {\n  @State private var page = 0\n  var body: some View {\n    Picker(\"\", selection: $page) {}\n    Text(\"\\(page)\").id(page)\n  }\n}"
    ),
    ("other views on each side", swapping("if isOn { Card() } else { Text(\"\") }", "")),
    ("what the system offers", swapping("if #available(iOS 26, *) { Card().bold() } else { Card() }", "")),
    (
      "a container that shows its content or a hint",
      swapping(
        "Loading(isDone: isOn) { Card() }",
        "struct Loading<Content: View>: View {\n  let isDone: Bool\n  @ViewBuilder let content: () -> Content\n  var body: some View {\n    if isDone { content() } else { ProgressView() }\n  }\n}"
      )
    ),
  ]

  // MARK: - Loops

  private static func room(_ modifier: String, _ refresh: String = "patients = await load()\n    refreshed = .now")
    -> String
  {
    """
    @Observable final class Room {
      var patients: [String] = []
      var refreshed = Date.distantPast
      var query = ""
      func refresh() async {
        \(refresh)
      }
      func reload() async { await refresh() }
    }
    struct Screen: View {
      @State private var room = Room()
      @State private var count = 0
      private var stamp: Date { room.refreshed }
      var body: some View {
        Text("\\(room.patients.count) \\(count)")
          \(modifier)
      }
      private func update() async { await room.reload() }
    }
    """
  }

  static let loops: [(what: String, text: String)] = [
    ("a task by what it sets", room(".task(id: room.refreshed) { await ↓room.refresh() }")),
    (
      "through methods of model and view",
      room(".task(id: stamp) { await update() }").replacing("await room.reload", with: "await ↓room.reload")
    ),
    ("in a task of a handler", room(".onChange(of: room.refreshed) { Task { await ↓room.refresh() } }")),
    (
      "a published value",
      """
      final class Feed: ObservableObject {
        @Published var items: [Int] = []
        func add() { items.append(1) }
      }
      struct Screen: View {
        @ObservedObject var feed: Feed
        var body: some View {
          Text("\\(feed.items.count)").onReceive(feed.$items.dropFirst()) { _ in ↓feed.add() }
        }
      }
      """
    ),
    (
      "by an observer of the property",
      """
      @Observable final class Form1 {
        var net = 0.0 { didSet { gross = net * 1.2 } }
        var gross = 0.0
      }
      struct Screen: View {
        @State private var form = Form1()
        var body: some View { Text("\\(form.gross)").onChange(of: form.gross) { ↓form.net = form.gross / 1.2 } }
      }
      """
    ),
  ]

  static let noLoops: [(what: String, text: String)] = [
    ("what the work does not set", room(".task(id: room.query) { await room.refresh() }")),
    (
      "what is compared first",
      room(
        ".task(id: room.refreshed) { await room.refresh() }",
        "let date = await stamp()\n    if date != refreshed { refreshed = date }")
    ),
    ("a task of the view", room(".task { await room.refresh() }")),
  ]

  // MARK: - Derived state

  private static func scaled(_ modifier: String, _ helper: String = "") -> String {
    """
    struct Screen: View {
      let recipe: Recipe
      @State private var servings: Int
      @State private var isMetric = true
      @State private var ↓scaled: [Ingredient]
      init(recipe: Recipe) {
        self.recipe = recipe
        _servings = State(initialValue: recipe.servings)
        _scaled = State(initialValue: recipe.ingredients)
      }
      var body: some View {
        List(scaled) { Text($0.name) }
          \(modifier)
        Stepper("\\(servings)", value: $servings)
        Toggle("", isOn: $isMetric)
      }
      \(helper)
    }
    """
  }

  static let copies: [(what: String, text: String)] = [
    (
      "a helper that maps",
      scaled(
        ".onChange(of: [servings, isMetric ? 1 : 0]) { rescale() }",
        "private func rescale() {\n    let factor = Double(servings) / 4\n    scaled = recipe.ingredients.map { $0.scaled(by: factor) }\n  }"
      )
    ),
    (
      "a handler that maps",
      scaled(".onChange(of: servings) { scaled = recipe.ingredients.map { $0.scaled(by: servings) } }")
    ),
    (
      "two handlers",
      scaled(
        ".onChange(of: servings) { rescale() }\n      .onChange(of: isMetric) { rescale() }",
        "func rescale() { scaled = recipe.ingredients.map { Ingredient($0, servings, isMetric) } }")
    ),
    ("a task by value", scaled(".task(id: servings) { scaled = recipe.ingredients.map { $0.scaled(by: servings) } }")),
  ]

  static let caches: [(what: String, text: String)] = [
    ("sorting", scaled(".onChange(of: servings) { scaled = recipe.ingredients.sorted() }")),
    ("a search", scaled(".onChange(of: servings) { scaled = recipe.ingredients.filter { $0.amount > servings } }")),
    ("texts", scaled(".onChange(of: servings) { scaled = recipe.ingredients.map { $0.formatted(servings) } }")),
    ("work of another type", scaled(".onChange(of: servings) { scaled = Kitchen.make(from: recipe, servings) }")),
    (
      "a condition",
      scaled(".onChange(of: servings) { if isMetric { scaled = recipe.ingredients.map { $0.scaled(by: servings) } } }")
    ),
  ].map { ($0.0, $0.1.replacing("↓", with: "")) }

  // MARK: - Events

  private static func pinch(_ members: String, _ shown: String, write: String = "↓scale = $0.magnification") -> String {
    """
    enum Level { case small, large }
    struct Screen: View {
      @State private var scale: CGFloat = 1
      \(members)
      var body: some View {
        Grid1(\(shown))
          .gesture(MagnifyGesture().onChanged { \(write) })
      }
    }
    """
  }

  static let events: [(what: String, text: String)] = [
    (
      "ranges of a switch",
      pinch("var size: CGFloat {\n    switch scale {\n    case ..<1: 8\n    default: 16\n    }\n  }", "size: size")
    ),
    (
      "a case of an enum",
      pinch("var level: Level { if Double(scale) .isLess(than: 2) { .small } else { .large } }", "level: level")
    ),
    ("steps", pinch("var step: CGFloat { (scale * 4).rounded() / 4 }", "step: step")),
    ("the nearest of a few", pinch("let steps: [CGFloat] = [1, 2]", "step: steps.last { $0 <= scale } ?? 1")),
    (
      "a function that chooses", pinch("func level(for scale: CGFloat) -> Level { .small }", "level: level(for: scale)")
    ),
    (
      "a local that is compared",
      pinch("var isBig: String { let now = scale; return now > 2 ? \"a\" : \"b\" }", "text: isBig")
    ),
    (
      "gesture state",
      """
      struct Screen: View {
        @GestureState private var drag = CGSize.zero
        var body: some View {
          Image(drag.width > 80 ? "trash" : "circle")
            .gesture(DragGesture().↓updating($drag) { value, state, _ in state = value.translation })
        }
      }
      """
    ),
  ]

  static let eventsOfOthers: [(what: String, text: String)] = [
    (
      "a binding that a child writes",
      """
      struct Screen: View {
        @State private var ↓offset: CGFloat = 0
        var body: some View {
          Bar(isCompact: offset > 40)
          Tracker(offset: $offset)
        }
      }
      struct Tracker: View {
        @Binding var offset: CGFloat
        var body: some View {
          ScrollView { Text("") }.onScrollGeometryChange(for: CGFloat.self, of: \\.contentOffset.y) { offset = $1 }
        }
      }
      """
    )
  ]

  static let shownEvents: [(what: String, text: String)] = [
    ("the value itself", pinch("", "scale: scale")),
    ("also the value itself", pinch("", "scale: scale > 2 ? scale : 1")),
    ("clamped", pinch("", "scale: min(max(scale, 1), 4)")),
    (
      "a pattern that binds it",
      pinch(
        "var size: CGFloat {\n    switch scale {\n    case let value where value < 3: value\n    default: 16\n    }\n  }",
        "size: size")
    ),
    (
      "compared before",
      pinch("", "isBig: scale > 2", write: "let new = $0.magnification; if (new > 2) != (scale > 2) { scale = new }")
    ),
  ].map { ($0.0, $0.1.replacing("↓", with: "")) }

  // MARK: - Computed properties of models

  private static func tuner(_ members: String, _ shown: String) -> String {
    """
    struct Reading { var hertz: Double }
    struct Choice: Identifiable { let id: Int; let hertz: Double }
    enum Zone { case low, high }
    @Observable final class Tuner {
      var frequency = 0.0
      var reading = Reading(hertz: 0)
      var choice: Choice?
      var isMuted = false
      let strings = [1.0, 2.0]
      \(members)
    }
    struct Screen: View {
      let tuner: Tuner
      var body: some View { Text("\\(\(shown))") }
    }
    """
  }

  static let quantized: [(what: String, text: String)] = [
    ("a comparison", tuner("var ↓isSilent: Bool { frequency == 0 }", "tuner.isSilent")),
    (
      "the nearest",
      tuner("var ↓nearest: Double? { strings.min { abs($0 - frequency) < abs($1 - frequency) } }", "tuner.nearest")
    ),
    (
      "a range",
      tuner(
        "var ↓note: String {\n    switch frequency {\n    case ..<100: \"E\"\n    default: \"A\"\n    }\n  }",
        "tuner.note")
    ),
    ("an enum", tuner("var ↓zone: Zone { frequency.isLess(than: 3) ? .low : .high }", "tuner.zone")),
    ("steps", tuner("var ↓step: Int { Int(frequency / 10) }", "tuner.step")),
    ("a member of a sample", tuner("var ↓isLoud: Bool { reading.hertz > 9 }", "tuner.isLoud")),
    (
      "by way of another",
      tuner(
        "var ↓label: String { isSilent ? \"-\" : \"+\" }\n  private var isSilent: Bool { frequency == 0 }",
        "tuner.label")
    ),
  ]

  static let followed: [(what: String, text: String)] = [
    ("the value in another form", tuner("var cents: Double { frequency * 100 }", "tuner.cents")),
    (
      "the view follows the value too",
      tuner("var isSilent: Bool { frequency == 0 }", "tuner.isSilent) \\(tuner.frequency")
    ),
    ("a flag", tuner("var isLive: Bool { !isMuted }", "tuner.isLive")),
    ("a choice", tuner("var hasChoice: Bool { choice != nil }", "tuner.hasChoice")),
  ]

  // MARK: - Containers

  private static func rail(_ use: String, _ more: String) -> String {
    """
    struct Screen: View {
      let nights: [Night]
      var body: some View {
        \(use)
      }
      \(more.hasPrefix("@ViewBuilder") ? more : "")
    }
    struct Night: Identifiable { let id: Int }
    struct Column: View {
      let night: Night
      var body: some View { VStack { Text("a"); Text("b"); Image("c") } }
    }
    \(more.hasPrefix("@ViewBuilder") ? "" : more)
    """
  }

  private static let scroller = """
    struct Rail<Content: View>: View {
      @ViewBuilder let content: Content
      var body: some View { ScrollView(.horizontal) { content.padding() } }
    }
    """

  static let eager: [(what: String, text: String)] = [
    ("a container of the app", rail("Rail { ↓HStack { ForEach(nights) { Column(night: $0) } } }", scroller)),
    (
      "by a helper",
      rail("Rail { columns }", scroller)
        + "\nextension Screen { var columns: some View { ↓HStack { ForEach(nights) { Column(night: $0) } } } }"
    ),
    (
      "a function around the view",
      rail(
        "↓VStack { ForEach(nights) { Column(night: $0) } }.scrolling()",
        "extension View { func scrolling() -> some View { ScrollView { self } } }")
    ),
    (
      "a modifier",
      rail(
        "↓VStack { ForEach(nights) { Column(night: $0) } }.modifier(Scrolling())",
        "struct Scrolling: ViewModifier { func body(content: Content) -> some View { ScrollView { content } } }")
    ),
    (
      "a stack of the container",
      rail(
        "Page { ForEach(nights) { Column(night: $0) } }",
        "struct Page<Content: View>: View {\n  @ViewBuilder var content: () -> Content\n  var body: some View { ScrollView { ↓VStack { content() } } }\n}"
      )
    ),
    (
      "where the view is built",
      rail(
        "↓HStack { ForEach(nights) { Column(night: $0) } }",
        "struct Host: View {\n  let nights: [Night]\n  var body: some View { ScrollView(.horizontal) { Screen(nights: nights) } }\n}"
      )
    ),
  ]

  static let lazy: [(what: String, text: String)] = [
    ("a lazy stack", rail("Rail { LazyHStack { ForEach(nights) { Column(night: $0) } } }", scroller)),
    ("across the axis", rail("Rail { VStack { ForEach(nights) { Column(night: $0) } } }", scroller)),
    (
      "a container that does not scroll",
      rail(
        "Panel { VStack { ForEach(nights) { Column(night: $0) } } }",
        "struct Panel<Content: View>: View {\n  @ViewBuilder let content: Content\n  var body: some View { GroupBox { content } }\n}"
      )
    ),
    (
      "a list in the container",
      rail(
        "Page { ForEach(nights) { Column(night: $0) } }",
        "struct Page<Content: View>: View {\n  @ViewBuilder var content: () -> Content\n  var body: some View { List { content() } }\n}"
      )
    ),
  ]

  // MARK: - Long bodies

  private static func panel(_ fast: String, _ rest: String) -> String {
    let lines = (1...12).map { number in
      "        HStack {\n          Text(\"\(number)\")\n          Text(\(rest))\n        }"
    }.joined(separator: "\n")
    return """
      @Observable final class Kiln {
        var temperature = 20.0
        var name = ""
        var isHot: Bool { temperature > 900 }
      }
      struct Panel: View {
        let kiln: Kiln
        var ↓body: some View {
          VStack {
            HStack {
              \(fast)
            }
            VStack {
      \(lines)
            }
          }
        }
        var reading: some View { Text("\\(kiln.temperature)") }
      }
      """
  }

  static let long: [(what: String, text: String)] = [
    ("one value in one corner", panel("Text(\"\\(kiln.temperature)\")", "kiln.name")),
    ("through a computed property", panel("Text(kiln.isHot ? \"hot\" : \"\")", "kiln.name")),
    ("in a helper", panel("reading", "kiln.name")),
  ]

  static let entangled: [(what: String, text: String)] = [
    ("a value read everywhere", panel("Text(\"\")", "\"\\(kiln.temperature)\"").replacing("↓", with: ""))
  ]

  private static func cases(_ rule: String, _ list: [(what: String, text: String)]) -> [Case] {
    list.map { Case(rule: rule, what: $0.what, text: $0.text) }
  }

  static let suspicious: [Case] =
    cases("redundant_state_write", repeated) + cases("unstable_identity", identities) + cases("update_loop", loops)
    + cases("derived_state_stored", copies)
    + cases("hot_path_state_write", events + eventsOfOthers) + cases("transitive_computed_dependency", quantized)
    + cases("eager_container", eager) + cases("monolithic_body", long)

  private static func tracking(_ handler: String) -> (what: String, text: String) {
    let text = """
      final class Tracker: ObservableObject { @Published var y = 0.0 }
      struct Header: View {
        @ObservedObject var tracker: Tracker
        let y: Double
        var body: some View { Text("\\(tracker.y)")\(handler) }
      }
      """
    return (what: handler, text: text)
  }

  /// What a handler of changes is handed is another value each time.
  private static let changed: [(what: String, text: String)] = [
    ".onChange(of: y) { y in tracker.y = y }", ".onChange(of: y) { old, new in tracker.y = -new }",
    ".onPreferenceChange(Offset.self) { tracker.y = $0 }",
    ".onGeometryChange(for: CGFloat.self, of: top) { tracker.y = $0 }",
  ].map(tracking)

  private static let repeated: [(what: String, text: String)] = [
    ".onChange(of: y) { old, new in ↓tracker.y = old }", ".onChange(of: y) { y in ↓tracker.y = min(y, 10) }",
    ".onReceive(offsets) { ↓tracker.y = $0 }",
  ].map(tracking)

  static let innocent: [Case] =
    cases("redundant_state_write", changed) + cases("unstable_identity", stableIdentities)
    + cases("update_loop", noLoops) + cases("derived_state_stored", caches)
    + cases("hot_path_state_write", shownEvents) + cases("transitive_computed_dependency", followed)
    + cases("eager_container", lazy) + cases("monolithic_body", entangled)
}
