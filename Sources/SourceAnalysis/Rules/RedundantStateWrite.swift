import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// State assigned in a callback without a comparison.
  package static let redundantStateWrite: SourceRule = .init(
    id: "redundant_state_write",
    summary: "state is assigned in a callback without checking that the value changed",
    rationale: """
      A `@Published` property notifies on every assignment, equal or not, and so does a change in place of an `@Observable` \
      property (`user.name = name`, `rows[0] = row`), even one that changes nothing. Publishers, timers, observers and \
      delegates deliver the same value again and again; comparing first stops the update where it starts. `@Observable` \
      properties of `Equatable` types that are assigned as a whole compare by themselves. So does `@State` of any type that \
      compares, as executed programs show, though it is often said not to: there the finding is a note. State that the body \
      does not read updates nothing, and objects inside of an observed object notify their own observers only.
      """,
    advice: [.redundantUpdates], severity: .warning, fix: .compareBeforeWriting, isOptInForApps: true,
    page: Page(
      inTrace: """
        Evaluations of one cause at a steady rate with the same result
        """,
      neverReported: """
        `@Observable` members and state whose type is seen to compare, except what a publisher delivers as \
        it is; values that differ each time; writes behind a comparison
        """,
      limits: """
        how often a method is called is judged by what calls it and by its name
        """),
    triggering: [
      """
      final class Hover: ObservableObject {
        @Published var isInside = false
        private var frame = CGRect.zero
        func start() {
          monitor = NSEvent.addLocalMonitorForEvents(matching: [.mouseMoved, .leftMouseDragged]) { [weak self] event in
            self?.schedule()
            return event
          }
        }
        private func schedule() { DispatchQueue.main.async { [weak self] in self?.update() } }
        private func update() {
          let mouse = NSEvent.mouseLocation
          ↓isInside = frame.contains(mouse)
        }
      }
      """,
      """
      final class ServerModel: ObservableObject { @Published var lines: [String] = [] }
      final class AppModel: ObservableObject {
        private var bag: Set<AnyCancellable> = []
        func follow(_ server: ServerModel) {
          ↓server.objectWillChange.receive(on: DispatchQueue.main).sink { [weak self] _ in self?.objectWillChange.send() }
            .store(in: &bag)
        }
      }
      """,
      """
      final class Context: ObservableObject {
        @Published var hasKey = false
        @Published var text = ""
        func sync(with controller: Controller) {
          if Self.isPreview { return }
          DispatchQueue.main.async {
            ↓self.hasKey = controller.hasKey
            self.text = controller.text
          }
        }
      }
      """,
      """
      final class Doses: ObservableObject {
        @Published var recommended: Double?
        private func refresh() {
          guard let dose = calculate() else {
            ↓self.recommended = nil
            return
          }
          guard self.recommended != dose else { return }
          self.recommended = dose
        }
      }
      """,
      """
      final class Coordinator: ObservableObject {
        private var sessions: [Int: Session] = [:]
        private func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            MainActor.assumeIsolated {
              guard let self else { return }
              let hasRunning = self.sessions.values.contains { $0.isAlive }
              if hasRunning { ↓self.objectWillChange.send() }
            }
          }
        }
      }
      """,
      """
      enum Cardinal { case north, east, south, west }
      final class Compass: NSObject, ObservableObject, CLLocationManagerDelegate {
        @Published private(set) var cardinal: Cardinal = .north
        func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
          guard heading.headingAccuracy >= 0 else { return }
          ↓cardinal = Cardinal(degrees: heading.trueHeading)
        }
      }
      """,
      """
      struct Sidebar: View {
        @State private var refresh = false
        private var plugins: [Plugin] {
          _ = refresh
          return Plugin.allCases.filter(\\.isOn)
        }
        var body: some View {
          List(plugins) { Text($0.name) }
            .onReceive(NotificationCenter.default.publisher(for: UserDefaults.didChangeNotification)) { _ in ↓refresh.toggle() }
        }
      }
      """,
      """
      final class Counter: ObservableObject { @Published var count = 0 }
      final class Feed { let counter = Counter() }
      struct Table: UIViewRepresentable {
        func updateUIView(_ view: UITableView, context: Context) {}
        final class Coordinator: NSObject {
          let feed: Feed
          func scrollViewDidScroll(_ view: UIScrollView) {
            if view.contentOffset.y < 1 { ↓feed.counter.count = 0 }
          }
        }
      }
      """,
      """
      final class Cockpit: ObservableObject {
        @Published private(set) var rows: [Row] = []
        private var sessions: [Session] = []
        init(index: SessionIndex) {
          index.$sessions
            .sink { [weak self] sessions in
              guard let self else { return }
              ↓self.sessions = sessions
              rebuild()
            }
            .store(in: &bag)
        }
        private func rebuild() { rows = sessions.map(Row.init) }
      }
      """,
      """
      struct Nodes: View {
        let store: Store
        @State private var shown: [Node] = []
        var body: some View {
          List(shown) { Text($0.name) }
            .task {
              while !Task.isCancelled {
                ↓shown = store.snapshot()
                try? await Task.sleep(for: .seconds(1))
              }
            }
        }
      }
      """,
      """
      struct Feed: View {
        @ObservedObject var events: Events
        var body: some View {
          ScrollView {
            Rows().background(
              GeometryReader { proxy -> Color in
                DispatchQueue.main.async { follow(proxy) }
                return Color.clear
              })
          }
        }
        func follow(_ proxy: GeometryProxy) {
          let offset = -proxy.frame(in: .named("scroll")).origin.y
          ↓events.isQueueing = offset > 0
        }
      }
      """,
      """
      enum Link: Equatable { case good, bad, lost }
      final class Monitor: ObservableObject {
        @Published var link = Link.good
        @Published var isLive = false
        @Published var names: [String] = []
        func note(_ rssi: Int) {
          if rssi > -60 { ↓link = .good } else if rssi > -90 { link = .bad } else { link = .lost }
        }
        func textChanged(_ text: String) {
          if text.hasPrefix("@") { isLive = true } else { ↓isLive = false }
        }
        func updateStatus(of stream: Stream) { ↓isLive = stream.isConnected }
        func load(_ ids: [Int]) async {
          for id in ids { ↓names.append(await name(of: id)) }
        }
      }
      """,
      """
      struct Screen: View {
      @State private var currentValue = 0
      var body: some View {
      Text("\\(currentValue)")
      .onReceive(publisher) { value in
      ↓self.currentValue = value // Always triggers body re-evaluation
      }
      }
      }
      """,
      """
      final class NetworkMonitor: ObservableObject {
        @Published var isConnected = true
        func start() {
          monitor.pathUpdateHandler = { path in
            DispatchQueue.main.async { ↓self.isConnected = path.status == .satisfied }
          }
        }
      }
      """,
      """
      struct Link: Equatable { var isUp = false }
      @Observable final class NetworkMonitor {
        var link = Link()
        func start() { monitor.pathUpdateHandler = { path in ↓self.link.isUp = path.status == .satisfied } }
      }
      """,
      """
      struct Link: Equatable { var isUp = false }
      @Observable final class Monitor { var link = Link() }
      struct Screen: View {
        let monitor: Monitor
        var body: some View {
          Text("\\(monitor.link.isUp)").onReceive(publisher) { value in ↓monitor.link.isUp = value }
        }
      }
      """,
      """
      final class Board: ObservableObject {
        static let shared = Board()
        @Published private(set) var states: [Int: String] = [:]
        func update(_ id: Int, _ state: String) { ↓states[id] = state }
      }
      final class Watcher: ObservableObject {
        private var timer: Timer?
        func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            guard let self else { return }
            Board.shared.update(1, self.look())
          }
        }
        func look() -> String { "" }
      }
      """,
      """
      enum Level { case quiet, loud }
      final class Monitor: ObservableObject {
        @Published private(set) var level: Level = .quiet
        init(samples: AnyPublisher<Double, Never>) {
          samples.map(Level.init(decibel:)).receive(on: DispatchQueue.main).↓assign(to: &$level)
        }
      }
      """,
      """
      final class Link: ObservableObject {
        @Published private(set) var bars = 0
        private var strength = -100 {
          didSet { ↓bars = min(4, max(0, (strength + 100) / 12)) }
        }
      }
      """,
      """
      final class Compass: NSObject, ObservableObject {
        @Published var direction = "N"
        private static let names = ["N", "E", "S", "W"]
        func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
          let sector = Int(heading.magneticHeading / 90) % 4
          ↓direction = Self.names[sector]
        }
      }
      """,
      """
      final class Sources: ObservableObject {
        @Published var pages: [String: Page] = [:]
        func fetch(_ ids: [String]) async {
          await withTaskGroup(of: (String, Page).self) { group in
            for id in ids { group.addTask { (id, await load(id)) } }
            for await (id, page) in group { await MainActor.run { ↓self.pages[id] = page } }
          }
        }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published private(set) var state: AppState
        func send(_ action: Action) {
          let change = update(state, action)
          ↓state = change.state
        }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Feed: ObservableObject {
        @Published var pages: [String: Page] = [:]
        func load(_ batches: [[String]]) async {
          for batch in batches {
            let found = await fetch(batch)
            for (id, page) in found { pages[id] = page }
          }
        }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published private(set) var state: AppState
        func send(_ action: Action) {
          let next = update(state, action)
          if next != state { state = next }
        }
      }
      """,
      """
      final class Coordinator: ObservableObject {
        private var shown: [Int: Bool] = [:]
        private func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            guard let self else { return }
            let current = self.states()
            if current != self.shown { self.objectWillChange.send() }
            publishIfChanged(current, self.shown) { self.objectWillChange.send() }
          }
        }
      }
      """,
      """
      final class Compass: NSObject, ObservableObject, CLLocationManagerDelegate {
        @Published private(set) var heading = 0.0
        func locationManager(_ manager: CLLocationManager, didUpdateHeading heading: CLHeading) {
          self.heading = heading.trueHeading
        }
      }
      """,
      """
      struct Sidebar: View {
        @State private var isOpen = false
        var body: some View {
          Text(isOpen ? "open" : "closed").onReceive(NotificationCenter.default.publisher(for: .toggled)) { _ in isOpen.toggle() }
        }
      }
      """,
      """
      final class Counter: ObservableObject { @Published var count = 0 }
      final class Feed { let counter = Counter() }
      struct Table: UIViewRepresentable {
        func updateUIView(_ view: UITableView, context: Context) {}
        final class Coordinator: NSObject {
          let feed: Feed
          func scrollViewDidScroll(_ view: UIScrollView) {
            if view.contentOffset.y < 1, feed.counter.count != 0 { feed.counter.count = 0 }
          }
          func clear() { feed.counter.count = 0 }
        }
      }
      """,
      """
      final class Cockpit: ObservableObject {
        @Published private(set) var rows: [Row] = []
        private var sessions: [Session] = []
        init(index: SessionIndex) {
          index.$sessions.removeDuplicates()
            .sink { [weak self] sessions in
              guard let self else { return }
              self.sessions = sessions
              rebuild()
            }
            .store(in: &bag)
          index.loaded
            .sink { [weak self] sessions in
              guard let self else { return }
              self.sessions = sessions
              rebuild()
            }
            .store(in: &bag)
        }
        private func rebuild() { rows = sessions.map(Row.init) }
      }
      """,
      """
      final class Player: ObservableObject {
        @Published var error: Failure?
        func start() {
          publisher.sink { _ in if let error = self.error { self.error = nil; log(error) } }.store(in: &bag)
        }
      }
      """,
      """
      struct Screen: View {
        @State private var report = ""
        var body: some View {
          Button("Copy") { copy(report) }
            .onReceive(publisher) { value in report = value.text }
        }
      }
      """,
      """
      final class Box: ObservableObject { @Published var value = 0 }
      final class Player: ObservableObject {
        let box = Box()
        @Published var rate = 1.0
      }
      struct Screen: View {
        @ObservedObject var player: Player
        var body: some View {
          Text("\\(player.rate)").onReceive(publisher) { seconds in player.box.value = seconds }
        }
      }
      """,
      """
      struct Screen: View {
        let tags: [String]
        @State private var shown: [String] = []
        var body: some View {
          Text(shown.joined()).onChange(of: tags) { shown = tags.filter { $0 != "" } }
        }
      }
      """,
      """
      struct Entry {
        var id: Int
        var text: String
        static func == (left: Entry, right: Entry) -> Bool { left.id == right.id }
      }
      struct Screen: View {
        @State private var entry: Entry?
        var body: some View {
          Text(entry?.text ?? "").onReceive(publisher) { value in entry = value }
        }
      }
      """,
      """
      struct Screen: View {
      @State private var currentValue = 0
      var body: some View {
      Text("\\(currentValue)")
      .onReceive(publisher) { value in
      if self.currentValue != value {
      self.currentValue = value
      }
      }
      }
      }
      """,
      """
      struct Screen: View {
        @State private var count = 0
        var body: some View { Text("\\(count)").onReceive(timer) { _ in count += 1 } }
      }
      """,
      """
      @Observable final class NetworkMonitor {
        var isConnected = true
        func start() { monitor.pathUpdateHandler = { path in self.isConnected = path.status == .satisfied } }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published var value = 0
        func start() {
          publisher.removeDuplicates().sink { self.value = $0 }.store(in: &bag)
        }
      }
      """,
      """
      final class Board: ObservableObject {
        @Published private(set) var shown = 0
        private var timer: Timer?
        func start() {
          timer = Timer.scheduledTimer(withTimeInterval: 4, repeats: true) { [weak self] _ in
            guard let self else { return }
            withAnimation { self.shown = self.following() }
          }
        }
        func following() -> Int { 1 }
      }
      """,
      """
      final class Chat: ObservableObject {
        @Published var lines: [String] = []
        func follow(_ stream: AsyncStream<String>) async {
          for await line in stream { lines.append(line) }
        }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        viewWrites(type, evaluation, graph) + scatteredWrites(type, evaluation, graph)
          + periodicWrites(type, evaluation, graph)
      }
        + graph.index.types.flatMap { type in
          ModelWrites.findings(type, graph)
        }
        + RepeatedPublishing.derivedAnew(graph) + RepeatedPublishing.byOthers(graph)
        + graph.ofSourcesAlone {
          RepeatedPublishing.classifiedEvents(graph) + RepeatedPublishing.atEachTurn(graph)
            + RepeatedPublishing.reduced(graph)
        }
        + RepeatedPublishing.rebuilt(graph) + ForcedRefreshes.findings(graph)
        + graph.ofSourcesAlone { BlanketAnnouncements.atEachTick(graph) + BlanketAnnouncements.sentOn(graph) }
    },
    traces: TraceCheck(
      listed: .nothing,
      triggering: [
        """
        enum Link: Equatable { case good, bad }
        final class Monitor: ObservableObject {
          @Published var link = Link.good
          func note(_ isNear: Bool) { if isNear { ↓link = .good } else { ↓link = .bad } }
        }
        """
      ],
      suspects: { graph in
        RepeatedPublishing.findings(graph) + graph.index.types.flatMap(ModelWrites.pipelines)
          + BlanketAnnouncements.findings(graph)
      }))

  /// `while !Task.isCancelled { shown = snapshot(); try? await Task.sleep(for: .seconds(1)) }`: worked out at each turn,
  /// whether or not anything changed.
  private static func periodicWrites(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.writes.compactMap { write in
      guard write.phase.finalEvent == .task, write.operation == "=", let value = write.value, !value.isConstant,
        !value.isFreshValue, let property = type.property(write.property), property.storage == .state,
        !evaluation.evaluationReads(of: property.name).isEmpty, SourceGraph.isFrequent(write, of: property),
        seen.insert(write.code).inserted, !write.code.isGuarded(for: [write.property], upTo: write.phase.caller),
        !value.mentionsOwnMember(write.property), !SourceGraph.alwaysDiffers(write.property),
        // What compares by itself and is equal evaluates nobody.
        graph.equalWrite(to: property, of: type) != .silent
      else { return nil }
      return Draft(
        "'\(write.phase.callerName)' works out '\(target(write).text)' again at each turn of a loop and assigns it without comparing, "
          + "so '\(type.name)' is evaluated when nothing changed; write only when it differs",
        at: write.code.start, code: write.code, view: type, subject: .path(target(write)),
        change: .writeOnlyOnChange(target(write)), severity: .note,
        steps: ["keep what was worked out in a local", "assign it to '\(target(write).text)' only when it differs"])
    }
  }

  private static func viewWrites(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.writes.compactMap { write in
      guard let property = type.property(write.property),
        property.storage.map({ $0.isAssignedValue || $0 == .object || $0 == .observed }) == true
          || isInPlace(write.path, of: property, in: type, graph),
        write.phase.event?.repeatsValues == true || write.phase.event == .preference
          || isFrequentChange(write) || SourceGraph.dispatchingReader(of: write) != nil, write.operation == "=",
        let value = write.value,
        !value.isConstant, seen.insert(write.code).inserted,
        !write.code.isGuarded(for: [write.path.last ?? write.property], upTo: write.phase.caller),
        !comparesBefore(write.phase.caller), !value.mentionsOwnMember(write.property), !isThreshold(write),
        !value.isFreshValue, !SourceGraph.alwaysDiffers(write.path.last ?? write.property), !isInstant(property, write),
        !(write.phase.event == .publisher && write.code.isInEventCase),
        updates(write, of: property, in: type, evaluation, graph), !differsAnyway(write, value, evaluation),
        !isPartOfRefresh(write, evaluation)
      else { return nil }
      // State compares what is written by itself; what a publisher delivers over and over is worth a word all the same.
      let equalWrite = graph.equalWrite(to: property, of: type)
      let isOwn = property.storage?.isAssignedValue == true && property.storage != .binding
      // What is loaded anew when something happened is mostly new.
      if isOwn, write.phase.event == .publisher, !mentionsDelivered(value, of: write.phase.caller) { return nil }
      if equalWrite == .silent, write.phase.event != .publisher || !isDelivered(value, by: write.phase.caller) {
        return nil
      }
      let isCompared = property.storage == .state && equalWrite != .announced
      let what =
        isCompared
        ? "SwiftUI seems to compare what is written to @State and to leave out what is equal, so this may cost nothing; to be sure, "
          + "write only when it differs"
        : "so the same value updates '\(type.name)' again; write only when it differs"
      return Draft(
        "'\(write.phase.callerName)' assigns '\(target(write).text)' without comparing\(isCompared ? ": " : ", ")\(what)",
        at: write.code.start, code: write.code, view: type, subject: .path(target(write)),
        change: .writeOnlyOnChange(target(write)),
        severity: isOwn || property.storage == .binding || write.phase.event == .change || isCompared ? .note : nil,
        steps: ["compare with '\(target(write).text)' and assign only when different"])
    }
  }

  /// Whether the value is made of what the closure is handed.
  private static func mentionsDelivered(_ value: Code, of caller: Code?) -> Bool {
    guard let closure = caller?.arguments.last?.firstChild, closure.kind == .closure else { return true }
    let parameters = closure.all(.parameter).map(\.detail)
    return !value.mentionedNames.isDisjoint(with: parameters.isEmpty ? ["$0"] : parameters)
  }

  /// What the closure is handed, as it is.
  private static func isDelivered(_ value: Code, by caller: Code?) -> Bool {
    guard let closure = caller?.arguments.last?.firstChild, closure.kind == .closure, value.kind == .identifier else {
      return false
    }
    let parameters = closure.all(.parameter).map(\.detail)
    return parameters.contains(value.name) || parameters.isEmpty && value.name == "$0"
  }

  /// Whether the write reaches something that the view is evaluated for.
  private static func updates(
    _ write: Write, of property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Bool {
    let model = graph.index.type(of: property, in: type)
    if isInPlace(write.path, of: property, in: type, graph) { return true }
    switch property.storage {
    case .state, .defaults, .scene:
      // Actions that read it later are no dependency of the body.
      guard !evaluation.evaluationReads(of: property.name).isEmpty else { return false }
      return (write.path.isEmpty || model?.isReference != true) && !hasOwnEquality(write, property, type, graph)
    case .object, .observed:
      guard write.path.count == 1, let model else { return write.path.count == 1 }
      guard let member = model.property(write.path[0]) else { return true }
      return member.storage == .member && !hasOwnEquality(write, property, type, graph)
    default: return !hasOwnEquality(write, property, type, graph)
    }
  }

  /// A change of a part of what an `@Observable` stores: of a struct the field, of a container the element. The setter of the
  /// property is not asked, so it notifies whatever is written.
  private static func isInPlace(_ path: [String], of property: Property, in type: TypeInfo, _ graph: SourceGraph)
    -> Bool
  {
    guard path.count > 1, let model = graph.index.type(of: property, in: type), model.isObservableClass,
      let member = model.property(path[0]), member.isTracked
    else { return false }
    return graph.index.type(of: member, in: model).map { !$0.isReference && $0.kind != .extension } ?? false
  }

  /// A handwritten `==` may call values equal that differ in what is shown.
  private static func hasOwnEquality(_ write: Write, _ property: Property, _ type: TypeInfo, _ graph: SourceGraph)
    -> Bool
  {
    var owner = type
    var property = property
    for name in write.path {
      guard let next = graph.index.type(of: property, in: owner), let member = next.property(name) else { return false }
      owner = next
      property = member
    }
    return TypeName.elements(property.typeText ?? "").contains { name in
      graph.index.resolve(name, near: property.code.file.path, inside: owner.id).map { id in
        graph.index[id].functions.contains { $0.name == "==" }
      } ?? false
    }
  }

  /// Computed from what the handler is called for, from what it has just changed, or beside another field of the same state.
  private static func differsAnyway(_ write: Write, _ value: Code, _ evaluation: Evaluation) -> Bool {
    guard let caller = write.phase.caller else { return false }
    let names = value.mentionedNames
    if write.phase.event == .change {
      let watched = caller.argument("of")?.mentionedNames ?? []
      let last = caller.argument("of")?.memberPath?.last
      if let last, names.contains(last) { return true }
      if last == nil, !names.isDisjoint(with: watched) { return true }
      if let closure = caller.arguments.last?.firstChild, closure.kind == .closure,
        closure.all(.parameter).contains(where: { names.contains($0.detail) })
      {
        return true
      }
    }
    return evaluation.writes.contains { other in
      guard other.phase.caller == caller, other.code != write.code else { return false }
      if other.property == write.property, other.path != write.path, !write.path.isEmpty { return true }
      return Methods.mutates.contains(other.operation) && names.contains(other.property)
    }
  }

  /// One of several that a helper writes whenever something was loaded anew: all of them changed, or none of them.
  private static func isPartOfRefresh(_ write: Write, _ evaluation: Evaluation) -> Bool {
    guard let helper = write.via.last else { return false }
    return evaluation.writes.contains { other in
      other.phase.caller == write.phase.caller && other.via.last == helper && other.property != write.property
        && other.operation == "=" && other.value?.isConstant == false
    }
  }

  /// `onChange` that fills state from a computation which often gives the same result.
  private static func isFrequentChange(_ write: Write) -> Bool {
    guard write.phase.event == .change, let value = write.value else { return false }
    return value.kind == .call
      && value.descendants.contains { $0.kind == .call && Methods.drops.contains($0.calledName) }
  }

  /// Several `onChange` handlers that each write a field of one state: one change of the model makes several updates.
  private static func scatteredWrites(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    var byProperty: [String: [Write]] = [:]
    for write in evaluation.writes where write.phase.event == .change && !write.path.isEmpty {
      guard let property = type.property(write.property), property.storage == .state, write.operation == "=",
        // Objects compare each property of theirs; a helper that several handlers call writes in one place.
        graph.index.type(of: property, in: type)?.isReference != true,
        write.phase.caller?.contains(write.code) == true,
        !write.code.isGuarded(for: Set(write.path.suffix(1)), upTo: write.phase.caller)
      else { continue }
      byProperty[write.property, default: []].append(write)
    }
    return byProperty.sorted { $0.key < $1.key }.compactMap { property, writes in
      let callers = Set(writes.compactMap(\.phase.caller))
      guard callers.count >= 3, Set(writes.map(\.path)).count >= 3,
        let first = writes.min(by: { $0.code.start < $1.code.start })
      else {
        return nil
      }
      return Draft(
        "\(callers.count) onChange handlers each write a field of '\(property)', so one change updates '\(type.name)' several times; "
          + "watch one Equatable value and assign '\(property)' once, when it differs",
        at: first.code.start, code: first.code, view: type, subject: .fields(of: property),
        change: .writeOnlyOnChange(PropertyPath(property, ["fields"])), severity: .note,
        steps: [
          "gather the watched values into one Equatable value",
          "write '\(property)' in a single onChange, after comparing",
        ])
    }
  }

  /// The date that a timer publishes.
  private static func isInstant(_ property: Property, _ write: Write) -> Bool {
    property.typeText.map(KnownTypes.instants.contains) == true && write.path.isEmpty && write.phase.event == .publisher
  }

  private static func target(_ write: Write) -> PropertyPath { PropertyPath(write.property, write.path) }

  private static func comparesBefore(_ caller: Code?) -> Bool {
    guard let caller else { return false }
    return caller.descendants.contains { $0.kind == .member && Functions.dropsRepeats.contains($0.name) }
  }

  /// `hot_path_state_write` reports flags computed by a comparison.
  private static func isThreshold(_ write: Write) -> Bool {
    write.phase.event == .preference
  }
}
