import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A whole model taken for the sake of little of it.
  package static let broadModelDependency: SourceRule = .init(
    id: "broad_model_dependency",
    summary: "a view takes a whole model, configuration or context and reads little of it",
    rationale: """
      A view that observes an `ObservableObject` is evaluated for every published change, read or not. A plain value that \
      holds more than the view shows differs whenever the rest of it does. Of an `@Observable` only what is read counts, \
      but reading one field of a struct in it depends on the whole struct. Pass the values that the view reads. A plain \
      reference, which is compared by identity, and an object that no parent observes are left alone.
      """,
    advice: [.passWhatIsNeeded, .unnecessaryDependencies], severity: .note, fix: .passOnlyNeededValues,
    isOptInForApps: true,
    options: [Option("maximum_members_read", "members read that still count as little", standard: 2)],
    page: Page(
      inTrace: """
        The child is evaluated by `_model` or `@self` although what it reads did not change
        """,
      neverReported: """
        plain references, objects that no parent observes, models that are read whole or asked by a method, objects that \
        a function is given, and members that are the whole state of the model
        """,
      limits: """
        how often the other members change is not known without a trace
        """),
    triggering: [
      """
      struct Game {
        var score = 0
        var rocks: [Int] = []
        var frame = 0
      }
      struct GameView: View {
        @State private var game = Game()
        var body: some View {
          VStack {
            Text("\\(game.rocks.count)")
            Score(game: game)
          }
          .task {
            while !Task.isCancelled {
              game.frame += 1
              try? await Task.sleep(for: .milliseconds(16))
            }
          }
        }
      }
      struct Score: View {
        let ↓game: Game
        var body: some View { Text("\\(game.score)") }
      }
      """,
      """
      final class Player: NSObject, ObservableObject {
        @Published var title = ""
        @Published var time = 0.0
        private var source: DispatchSourceTimer?
        func start() {
          let timer = DispatchSource.makeTimerSource(queue: .main)
          timer.schedule(deadline: .now(), repeating: .seconds(1))
          timer.setEventHandler { [weak self] in
            guard let self, self.isPlaying else { return }
            self.time = self.engine.time
          }
          timer.resume()
        }
      }
      struct Screen: View {
        @EnvironmentObject var ↓player: Player
        var body: some View {
          VStack {
            Text(player.title)
            HStack { Text("\\(player.time)"); Text("of") }
            Text(player.title.uppercased())
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """,
      """
      final class Recorder: ObservableObject {
        @Published var takes: [String] = []
        @Published var name = ""
        @Published var format = 0
        @Published var level: Float = 0
        func listen() {
          timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.level = self.input.level }
        }
      }
      struct Takes: View {
        @ObservedObject var ↓recorder: Recorder
        var body: some View {
          VStack {
            Text(recorder.name)
            Text("\\(recorder.format)")
            ForEach(recorder.takes, id: \\.self) { Text($0) }
      \((1...30).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """,
      """
      struct Screen: View {
        @ObservedObject var ↓player: Player
        var body: some View {
          VStack {
            HStack {
              Text(player.title)
              Text(player.artist)
              Text(player.elapsed)
            }
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """,
      """
      struct Update: View {
        let ↓store: UpdateStore
        var body: some View {
          VStack {
            Text(store.title)
            text
            Button("Reload") { store.reload() }
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
          }
        }
        @ViewBuilder private var text: some View {
          switch store.texts["de"] {
          case .some(let text): Text(text)
          case nil: ProgressView()
          }
          Text(store.title)
        }
      }
      """,
      """
      struct Entry: View {
        @Binding var ↓author: String?
        var body: some View {
          VStack {
            HStack {
              if author != nil { Button("Remove") { author = nil } }
            }
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """,
      """
      struct ItemRow: View {
        @Environment(AppModel.self) private var ↓model
        let item: Item
        var body: some View { Text(item.name).foregroundStyle(model.theme.primaryColor) }
      }
      """,
      """
      struct Config { var theme: Theme; var font: Font; var size: Int; var isDark: Bool }
      struct Settings: View {
        let config: Config
        var body: some View { ThemeSelector(config: config) }
      }
      struct ThemeSelector: View {
        let ↓config: Config
        var body: some View { Text(config.theme.name) }
      }
      """,
      """
      struct PostView: View {
        @ObservedObject var ↓chat: ChatProvider
        let post: Post
        var body: some View { Text(post.text).opacity(chat.isPaused ? 0.5 : 1) }
      }
      """,
      """
      struct Container: View {
        @EnvironmentObject var ↓scene: SceneModel
        var body: some View { ArticleView(scene: scene) }
      }
      """,
      """
      struct Shell: View {
        @ObservedObject var ↓alerts: Alerts
        var body: some View { Pages().environmentObject(alerts) }
      }
      """,
      """
      struct Widget: View {
        @EnvironmentObject var ↓radio: Radio
        var body: some View { Lamp(flash: $radio.packets) }
      }
      struct Lamp: View {
        @Binding var flash: Int
        var body: some View { Circle().opacity(flash % 2 == 0 ? 0 : 1) }
      }
      """,
      """
      struct MyApp: App {
        @State private var ↓store = Store()
        var body: some Scene { WindowGroup { Content(name: store.name) } }
      }
      """,
      """
      struct Theme { var tint: Color; var label: Color; var back: Color }
      @Observable final class AppModel { var theme = Theme(); var user = ""; var count = 0; var title = "" }
      struct ItemRow: View {
        @Environment(AppModel.self) private var ↓model
        let item: Item
        var body: some View { Text(item.name).foregroundStyle(model.theme.label) }
      }
      """,
      """
      struct ScreenState: Equatable {
        var zoom = 1.0
        var cursor = 0.0
        var names: [String] = []
      }
      struct Chart: View {
        @State private var state = ScreenState()
        var body: some View {
          Slider(value: $state.zoom)
          Legend(state: state)
        }
      }
      struct Legend: View {
        let ↓state: ScreenState
        var body: some View { ForEach(state.names, id: \\.self) { Text($0) } }
      }
      """,
      """
      final class AppState: ObservableObject {
        @Published var unread = 0
        @Published var position = 0.0
        @Published var query = ""
        @Published var tab = 0
      }
      struct Badge: View {
        @EnvironmentObject private var ↓app: AppState
        var body: some View { Text("\\(app.unread)") }
      }
      struct Inbox: View {
        var body: some View { Image("tray").overlay(Badge()) }
      }
      """,
      """
      final class Settings: ObservableObject {
        @Published var scale = 1.0
        @Published var name = ""
        @Published var draft = ""
        @Published var theme = 0
      }
      struct Scaled: ViewModifier {
        @EnvironmentObject private var ↓settings: Settings
        func body(content: Content) -> some View { content.font(.system(size: 15 * settings.scale)) }
      }
      """,
      """
      struct AppState { var route = 0; var user = ""; var badge = 0 }
      struct AppView: View {
        let store: Store<AppState, AppAction>
        var body: some View {
          ↓WithViewStore(store) { viewStore in
            if viewStore.route == 0 { Text("Start") }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct AppState { var route = 0; var user = ""; var badge = 0 }
      struct AppView: View {
        let store: Store<AppState, AppAction>
        var body: some View {
          WithViewStore(store, observe: \\.route) { route in
            if route.state == 0 { Text("Start") }
          }
        }
      }
      """,
      """
      final class Clock: ObservableObject {
        @Published var time = 0.0
        @Published var isOn = false
        func start() { timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in self.time = self.source.now } }
      }
      struct Face: View {
        @ObservedObject var clock: Clock
        var body: some View {
          VStack {
            Text("\\(clock.time)")
            Toggle("On", isOn: $clock.isOn)
            Text("\\(clock.time * 2)")
          }
        }
      }
      """,
      """
      struct Shortcuts: View {
        @ObservedObject var config: Config
        var body: some View {
          let list = _list
          List(list) { Text($0.title) }
          Editor(config: config)
        }
        private var _list: [Shortcut] { config.shortcuts.filter(\\.isShown) }
      }
      """,
      """
      final class Settings: ObservableObject {
        @Published var isSetUp = false
        @Published var theme = ""
      }
      @main struct Notes: App {
        @StateObject private var settings = Settings()
        var body: some Scene {
          WindowGroup { if settings.isSetUp { Home() } else { Welcome() } }
        }
      }
      """,
      """
      struct Entry: View {
        @Binding var author: String?
        var body: some View {
          VStack {
            HStack {
              if author != nil { Button("Remove") { author = nil } }
            }
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Text(author ?? "")
          }
        }
      }
      """,
      """
      final class AppDelegate: NSObject { let context = Context() }
      struct MyApp: App {
        @UIApplicationDelegateAdaptor private var delegate: AppDelegate
        var body: some Scene { WindowGroup { Content(context: delegate.context) } }
      }
      """,
      """
      final class Panels: ObservableObject {
        static let shared = Panels()
        @Published var messages: [String] = []
        @Published var files: [String] = []
        @Published var isOpen = false
      }
      struct Screen: View {
        var body: some View { Messages() }
      }
      struct Messages: View {
        @ObservedObject var panels = Panels.shared
        var body: some View {
          Text(panels.messages.joined())
          Button("Close") { panels.isOpen = false }
        }
      }
      """,
      """
      struct Title: View {
        @EnvironmentObject var theme: Theme
        var body: some View { Text("Title").foregroundStyle(Palette.color(for: .title, theme: theme)) }
      }
      """,
      """
      final class Player: ObservableObject {
        @Published var titles: [Int: String] = [:]
        @Published var elapsed = 0
        @Published var volume = 0
        func title(for id: Int) -> String { titles[id] ?? "" }
      }
      struct Screen: View {
        @EnvironmentObject var player: Player
        var body: some View { Title(id: player.volume + player.elapsed) }
      }
      struct Title: View {
        @EnvironmentObject var player: Player
        let id: Int
        var body: some View { Text(player.title(for: id)) }
      }
      """,
      """
      @Observable final class Theme { var tint: Color = .red; var label: Color = .black; var back: Color = .white; var font = Font.body }
      struct ItemRow: View {
        @Environment(Theme.self) private var theme
        let item: Item
        var body: some View { Text(item.name).foregroundStyle(theme.label) }
      }
      """,
      """
      struct InviteCell: View {
        let context: ScreenContext
        let room: Room
        var body: some View {
          Avatar(room, context.mediaProvider)
          Button("Accept") { context.send(.accept) }
        }
      }
      """,
      """
      final class Cache: ObservableObject {
        private(set) var items: [Item] = []
        private(set) var name = ""
      }
      struct Header: View {
        @EnvironmentObject private var cache: Cache
        var body: some View { Text(cache.name) }
      }
      """,
      """
      final class Queue: ObservableObject { @Published var next: Item?; @Published var previous: Item?; @Published var all: [Item] = [] }
      struct Player: View {
        let manager: Manager
        var body: some View { if let queue = manager.queue { NextButton(queue: queue) } }
      }
      struct NextButton: View {
        @ObservedObject var queue: Queue
        var body: some View { Text("").disabled(queue.next == nil) }
      }
      """,
      """
      struct MyApp: App {
        @State private var store = Store()
        var body: some Scene {
          WindowGroup { Content().sheet(isPresented: .constant(true)) { Details(name: store.name) } }
        }
      }
      """,
      """
      struct ItemRow: View {
        let item: Item
        let themeColor: Color
        var body: some View { Text(item.name).foregroundStyle(themeColor) }
      }
      """,
      """
      struct Settings: View {
        let config: Config
        var body: some View {
          ThemeSelector(theme: config.theme)
          FontSizeSlider(fontSize: config.fontSize)
          Toggle("", isOn: config.isOn)
        }
      }
      """,
      """
      final class Counter: ObservableObject { @Published var count = 0 }
      struct CounterView: View {
        @ObservedObject var counter: Counter
        var body: some View { Text("\\(counter.count)") }
      }
      """,
      """
      struct Widget: View {
        @EnvironmentObject var radio: Radio
        var body: some View { Switch(isOn: $radio.isOn) }
      }
      struct Switch: View {
        @Binding var isOn: Bool
        var body: some View { Button("") { isOn.toggle() } }
      }
      """,
      """
      struct Editor: View {
        @EnvironmentObject var store: Store
        var body: some View { TextField("Name", text: $store.name) }
      }
      """,
      """
      struct ScreenState: Equatable {
        var zoom = 1.0
        var cursor = 0.0
        var names: [String] = []
      }
      struct Chart: View {
        @State private var state = ScreenState()
        var body: some View { Legend(state: state) }
      }
      struct Legend: View {
        let state: ScreenState
        var body: some View { ForEach(state.names, id: \\.self) { Text($0) } }
      }
      """,
    ],
    check: { graph in
      let found =
        graph.evaluatedViews.flatMap { type, evaluation in
          evaluation.isIncomplete
            ? []
            : type.storedProperties.compactMap { property in
              BroadDependency(graph: graph, type: type, evaluation: evaluation, property: property).finding()
            }
        } + PartlyReadModel.findings(graph)
      let places = Set(found.map(\.place))
      return found
        + graph.ofSourcesAlone {
          changingStructs(graph) + TickingMembers(graph).findings().filter { !places.contains($0.place) }
            + WholeStores.findings(graph)
        }
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Item: Identifiable { let id: Int }
        struct Screen: View {
          let items: [Item]
          var body: some View { List(items) { Row(item: $0, all: items) } }
        }
        struct Row: View {
          let item: Item
          let ↓all: [Item]
          var body: some View { Text("\\(item.id) of \\(all.count)") }
        }
        """
      ],
      suspects: { graph in
        graph.evaluatedViews.flatMap { type, evaluation in
          evaluation.children.compactMap { rowsOfAll($0, type, graph) } + comparedBindings(type, evaluation, graph)
            + partsOfStructs(type, evaluation, graph)
        }
      }))

  /// `expandedID == item.id` in every row: one change of the selection evaluates them all for one flag each.
  private static func comparedBindings(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    guard graph.isBuiltInRow(type) else { return [] }
    return type.storedProperties.compactMap { property in
      guard property.storage == .binding || property.isPlainInput && isShared(property, among: type, graph) else {
        return nil
      }
      let reads = evaluation.evaluationReads(of: property.name).filter { !$0.isDerived }
      let isCompared =
        !reads.isEmpty
        && reads.allSatisfy { read in
          guard let parent = read.code.accessChain.parent else { return false }
          return parent.kind == .binary && ["==", "!="].contains(parent.name) && read.path.isEmpty
        }
      guard isCompared else { return nil }
      return Draft(
        "each '\(type.name)' reads '\(property.name)' to learn one Bool, so every change of it evaluates all rows; compare where "
          + "the rows are made and pass the Bool",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
        steps: [
          "take the result of the comparison as a let of '\(type.name)'", "write through a closure or the binding",
        ])
    }
  }

  /// The same where the sources show that other members change again and again while the view is on screen: a slider beside it, a
  /// stream that the whole comes from.
  private static func changingStructs(_ graph: SourceGraph) -> [Draft] {
    let rates = ModelRates(graph, isWhole: true)
    let most = broadModelDependency.option("maximum_members_read", in: graph)
    return graph.evaluatedViews.flatMap { type, evaluation in
      partsOfStructs(type, evaluation, graph) { property, read, maker, child in
        guard read.count <= most,
          let path = child.arguments.first(where: { ($0.property ?? $0.label) == property.name })?.value.ownMemberPath,
          let name = path.first.map({ $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }),
          let owner = maker.property(name), let made = graph.evaluation(of: maker.id)
        else { return false }
        if let model = graph.model(of: owner, in: maker) {
          return path.count == 2 && rates.rate(ofMember: path[1], of: model).isFrequent
        }
        guard path.count == 1 else { return false }
        return made.reads(of: name).contains { use in
          use.isProjection && use.path.first.map { !read.contains($0) } == true && SourceGraph.editing(use) != nil
        } || isDriven(owner, besides: read, in: maker, made, graph)
      }
    }
  }

  /// Whether a clock goes on changing other members of a struct that a view keeps as state: `state.frame += 1` for each frame.
  private static func isDriven(
    _ owner: Property, besides read: Set<String>, in maker: TypeInfo, _ made: Evaluation, _ graph: SourceGraph
  ) -> Bool {
    guard owner.storage == .state, let value = graph.index.type(of: owner, in: maker), value.kind == .struct else {
      return false
    }
    func isOften(_ code: Code, _ phase: Phase) -> Bool {
      code.ancestors.contains { $0.kind == .whileStatement && $0.repetition == .clock }
        || phase.finalCaller?.clockPeriod != nil
    }
    return made.writes(of: owner.name).contains { write in
      isOften(write.code, write.phase) && write.path.first.map { !read.contains($0) } == true
    }
  }

  /// A struct that is handed in for some of its members: it differs when any of the others does.
  ///
  /// - Parameter isChanged: Whether others do, as far as the sources show, given the members that are read, who hands it in, and how.
  private static func partsOfStructs(
    _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph,
    isChanged: (Property, Set<String>, TypeInfo, Child) -> Bool = { property, _, maker, child in
      property.isPlainInput && isHandedOn(property, to: child, by: maker)
    }
  ) -> [Draft] {
    guard graph.isView(type), !evaluation.isIncomplete else { return [] }
    return type.storedProperties.compactMap { property in
      guard property.isPlainInput || property.storage == .binding,
        let model = graph.index.type(of: property, in: type), model.kind == .struct, !graph.isView(model)
      else { return nil }
      let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation && !$0.isDerived }
      let members = Set(reads.compactMap(\.member))
      guard !reads.isEmpty, reads.allSatisfy({ !$0.path.isEmpty }),
        evaluation.writes(of: property.name).allSatisfy({ $0.path.first.map(members.contains) == true })
      else { return nil }
      let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
      guard model.storedProperties.contains(where: { !$0.isStatic && !$0.isLet && !read.contains($0.name) }),
        let made = (graph.parents[type.id] ?? []).first(where: { maker, child in
          isChanged(property, read, graph.index[maker], child)
        })
      else { return nil }
      let argument = made.1.arguments.first { ($0.property ?? $0.label) == property.name }
      return Draft(
        "'\(type.name)' takes all of '\(property.name)' and reads \(SourceGraph.list(members.sorted())) of it, so it is evaluated "
          + "when anything else of it changes; pass what it reads",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
        steps: members.sorted().map { "take '\($0)' as a let of '\(type.name)'" } + ["remove '\(property.name)'"],
        related: argument.map {
          [
            .init(
              .maker, view: graph.index[made.0].qualifiedName, place: $0.value.start, message: "passed as a whole here")
          ]
        } ?? [])
    }
  }

  /// Whether all rows are given the same: what is the row's own changes with it.
  private static func isShared(_ property: Property, among rows: TypeInfo, _ graph: SourceGraph) -> Bool {
    (graph.parents[rows.id] ?? []).contains { maker, child in
      child.row != nil && isHandedOn(property, to: child, by: graph.index[maker])
    }
  }

  /// Whether the maker passes something of its own, and not the element of a row.
  private static func isHandedOn(_ property: Property, to child: Child, by maker: TypeInfo) -> Bool {
    guard let argument = child.arguments.first(where: { ($0.property ?? $0.label) == property.name }),
      let name = argument.value.memberPath?.first(where: { $0 != "self" })
    else { return false }
    return child.row == nil || maker.property(name) != nil
  }

  /// `ForEach(items) { Row(item: $0, all: items) }`: a change of one element makes all rows differ.
  private static func rowsOfAll(_ child: Child, _ maker: TypeInfo, _ graph: SourceGraph) -> Draft? {
    guard let id = child.type, let data = child.row?.arguments.first?.firstChild?.memberPath,
      let argument = child.arguments.first(where: { $0.value.memberPath == data && $0.property != nil }),
      let property = argument.property.flatMap({ graph.index[id].property($0) }), property.isPlainInput
    else { return nil }
    let row = graph.index[id]
    return Draft(
      "each '\(row.name)' gets all of '\(data.joined(separator: "."))', so a change of one element evaluates every row; pass what "
        + "the row needs of it",
      at: property.place, code: property.code, view: row, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
      steps: ["compute what '\(row.name)' needs of '\(property.name)' in '\(maker.name)'", "pass it in its place"],
      related: [
        .init(.maker, view: maker.qualifiedName, place: argument.value.start, message: "passed as a whole here")
      ])
  }
}
