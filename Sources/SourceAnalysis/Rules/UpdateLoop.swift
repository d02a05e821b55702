import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A write that leads back to itself.
  package static let updateLoop: SourceRule = .init(
    id: "update_loop",
    summary: "a change handler writes what it watches, directly or around a circle",
    rationale: """
      `onChange(of: a)` that writes `a`, or writes `b` whose handler writes `a`, starts the next update from the last. \
      Unless the values converge it never ends; when they do, it still costs one update for each round. Writing state \
      while a body is evaluated does the same without a handler.
      """,
    advice: [.commonIssues], severity: .warning, fix: .breakUpdateLoop,
    page: Page(
      inTrace: """
        A cycle of the same causes without anything from outside
        """,
      neverReported: """
        loops that come to rest because the write is compared or always the same
        """,
      limits: """
        without a trace a loop through a model is reported only where its end is impossible
        """),
    triggering: [
      """
      final class Shape: ObservableObject {
        @Published var radius = 4.0 { didSet { ↓width = min(width, radius - 1) } }
        @Published var width = 2.0 { didSet { radius = max(width + 1, radius) } }
      }
      """,
      """
      @Observable final class Settings {
        var interval = 3.0 { didSet { ↓interval = max(interval, 1) } }
      }
      struct SettingsForm: View {
        let settings: Settings
        var body: some View { Text("\\(settings.interval)") }
      }
      """,
      """
      struct Wish: Equatable { var title: String; var checked: Date }
      @Observable final class Wishes {
        var all: [Wish] = []
        func restamp() {
          all = all.map { wish in
            var copy = wish
            copy.checked = Date()
            return copy
          }
        }
      }
      struct WishList: View {
        let wishes: Wishes
        var body: some View {
          Text("\\(wishes.all.count)")
            .onChange(of: wishes.all) { ↓wishes.restamp() }
        }
      }
      """,
      """
      struct Loader: View {
        @State private var attempt = 0
        @State private var questions: [String] = []
        var body: some View {
          List(questions, id: \\.self) { Text($0) }
            .task(id: attempt) { await load() }
        }
        private func load() async {
          if let found = try? await source.questions() { questions = found }
          ↓attempt += 1
        }
      }
      """,
      """
      final class Board: ObservableObject { @Published var players: [Int] = [] }
      struct BoardScreen: View {
        @StateObject private var board = Board()
        var body: some View {
          List(board.players, id: \\.self) { Text("\\($0)") }
            .onReceive(board.$players.receive(on: DispatchQueue.main)) { players in
              ↓board.players = players.sorted()
            }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var count = 0
        var body: some View { Text("\\(count)").onChange(of: count) { ↓count += 1 } }
      }
      """,
      """
      struct Screen: View {
        @State private var a = 0
        @State private var b = 0
        var body: some View {
          Text("\\(a) \\(b)")
            .onChange(of: a) { ↓b = a + 1 }
            .onChange(of: b) { ↓a = b + 1 }
        }
      }
      """,
      """
      struct Timetable: View {
        @State private var token = UUID()
        var body: some View {
          Text(token.uuidString).onChange(of: token) { ↓token = UUID() }
        }
      }
      """,
      """
      struct Times: View {
        @State private var start = Date.distantPast
        @State private var end = Date.distantFuture
        var body: some View {
          Text("\\(start) \\(end)")
            .onChange(of: start) { new in ↓end = new.addingTimeInterval(3600) }
            .onChange(of: end) { new in ↓start = new.addingTimeInterval(-1800) }
        }
      }
      """,
      """
      struct Tip: View {
        @State private var round = 0
        var body: some View {
          Text("\\(round)").onAppear { ↓round += 1 }.id(round)
        }
      }
      """,
      """
      struct Counter: View {
        @State private var runs = 0
        var body: some View {
          count()
          return Text("\\(runs)")
        }
        private func count() { DispatchQueue.main.async { ↓self.runs += 1 } }
      }
      """,
      """
      @Observable final class Center {
        var last = Date.distantPast
        func sync() async { last = .now }
      }
      struct Status: View {
        let center: Center
        var body: some View { Text(center.last, style: .time).task(id: center.last) { await ↓center.sync() } }
      }
      """,
      """
      final class Tags: ObservableObject {
        @Published var tags: [String] = []
        private var bag: Set<AnyCancellable> = []
        init() {
          $tags.map { $0.map { $0.lowercased() } }.sink { [weak self] in ↓self?.tags = $0 }.store(in: &bag)
        }
      }
      """,
      """
      final class Portfolio: ObservableObject {
        @Published private(set) var total = 0.0
        func reload() { total = cached() }
        func cached() -> Double { 1 }
      }
      struct Overview: View {
        @ObservedObject var store: Portfolio
        var body: some View {
          Text("\\(store.total)").onReceive(store.objectWillChange) { _ in ↓store.reload() }
        }
      }
      """,
      """
      struct Canvas1: UIViewRepresentable {
        @Binding var rendered: Date
        func makeUIView(context: Context) -> UIView { UIView() }
        func updateUIView(_ view: UIView, context: Context) { DispatchQueue.main.async { ↓rendered = Date() } }
      }
      struct Screen: View {
        @State private var rendered = Date.distantPast
        var body: some View { Canvas1(rendered: $rendered).overlay(Text(rendered, style: .time)) }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Reader: ObservableObject { @Published var size = 3.0 { didSet { size = max(size, 1) } } }
      final class Plain { var size = 3.0 { didSet { size = max(size, 1) } } }
      @Observable final class Settings {
        var interval = 3.0 { didSet { if interval < 1 { interval = 1 } } }
        var grace = 3.0 { didSet { guard grace != oldValue else { return }; grace = max(grace, 1) } }
        @ObservationIgnored var pause = 3.0 { didSet { pause = max(pause, 1) } }
      }
      """,
      """
      final class Display: ObservableObject {
        @Published var exact = 0.5 {
          didSet {
            guard isApplied else { return }
            rounded = Int(exact * 100)
          }
        }
        @Published var rounded = 50 { didSet { exact = Double(rounded) / 100 } }
      }
      """,
      """
      final class Shape: ObservableObject {
        @Published var radius = 4.0 { didSet { if radius - 1 < width { width = radius - 1 } } }
        @Published var width = 2.0 { didSet { if width + 1 > radius { radius = width + 1 } } }
      }
      """,
      """
      struct Cursor: View {
        @State private var isLit = false
        var body: some View {
          Color.black.opacity(isLit ? 1 : 0)
            .onChange(of: isLit) { isLit in
              DispatchQueue.main.asyncAfter(deadline: .now() + (isLit ? 0.7 : 0.3)) { self.isLit.toggle() }
            }
        }
      }
      """,
      """
      final class Board: ObservableObject { @Published var players: [Int] = [] }
      struct BoardScreen: View {
        @StateObject private var board = Board()
        @State private var shown: [Int] = []
        var body: some View {
          List(shown, id: \\.self) { Text("\\($0)") }
            .onReceive(board.$players) { players in shown = players.sorted() }
        }
      }
      """,
      """
      struct Loader: View {
        @State private var attempt = 0
        var body: some View {
          Text("\\(attempt)").task(id: attempt) { await load() }
        }
        private func load() async {
          guard await source.isBroken else { return }
          attempt += 1
        }
      }
      """,
      """
      struct Limits: View {
        @State private var warning = 5.0
        let limits: LimitStore
        var body: some View {
          Stepper("Days", value: $warning)
            .onChange(of: warning) { _, days in
              guard days < limits.critical else {
                warning = limits.days(limits.warning + 0.0)
                return
              }
              limits.warning = days
            }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var count = 0
        @State private var text = ""
        var body: some View {
          TextField("", text: $text)
            .onChange(of: count) { if count > 10 { count = 10 } }
            .onChange(of: text) { text = String(text.prefix(10)) }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var a = 0
        @State private var b = 0
        var body: some View { Text("\\(a) \\(b)").onChange(of: a) { b = a } }
      }
      """,
      """
      struct Times: View {
        @State private var start = Date.distantPast
        @State private var end = Date.distantFuture
        var body: some View {
          Text("\\(start) \\(end)")
            .onChange(of: start) { new in end = new.addingTimeInterval(3600) }
            .onChange(of: end) { new in start = new.addingTimeInterval(-3600) }
        }
      }
      """,
      """
      @Observable final class Center {
        var last = Date.distantPast
        var isNeeded = false
        func sync() async {
          guard isNeeded else { return }
          last = .now
        }
      }
      struct Status: View {
        let center: Center
        var body: some View { Text(center.last, style: .time).task(id: center.last) { await center.sync() } }
      }
      """,
      """
      final class Tags: ObservableObject {
        @Published var tags: [String] = []
        private var bag: Set<AnyCancellable> = []
        init() {
          $tags.removeDuplicates().sink { [weak self] in self?.tags = $0.map { $0.lowercased() } }.store(in: &bag)
        }
      }
      """,
      """
      struct Tip: View {
        @State private var round = 0
        var body: some View {
          Text("\\(round)").id(round).onAppear { round += 1 }
        }
      }
      """,
      // The second time there is nothing left to remove.
      """
      struct Picker: View {
        @State private var picked: [Item] = []
        var body: some View {
          List(picked) { Text($0.name) }
            .onChange(of: picked) { items in
              add(items)
              picked.removeAll()
            }
        }
      }
      """,
    ],
    check: { graph in
      cycles(graph) + SelfStartingWork.findings(graph, areEndless: true)
        + DispatchedWrites.findings(graph, areEndless: true) + RestartedSubscriptions.findings(graph)
        + ReplacedByItself.findings(graph) + ObserversOfEachOther.findings(graph)
    },
    traces: TraceCheck(
      evidence: .cycle,
      triggering: [
        """
        struct Orb: View {
          let power: Double
          @State private var shown = 0.0
          var body: some View {
            TimelineView(.animation) { timeline in
              let level = smoothed(at: timeline.date)
              Canvas { context, size in context.opacity = level }
            }
          }
          private func smoothed(at date: Date) -> Double {
            let next = shown + (power - shown) * 0.1
            DispatchQueue.main.async { ↓shown = next }
            return next
          }
        }
        """
      ],
      suspects: { graph in
        cycles(graph, isSuspecting: true) + copiedQueries(graph) + SelfStartingWork.findings(graph)
          + DispatchedWrites.findings(graph)
      }))

  /// - Parameter isSuspecting: Whether handlers count whose values look as if they settled.
  private static func cycles(_ graph: SourceGraph, isSuspecting: Bool = false) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var edges: [PropertyPath: [(target: PropertyPath, write: Write)]] = [:]
      for write in evaluation.writes
      where write.phase.event == .change || isSuspecting && write.phase.finalEvent == .change {
        guard let caller = write.phase.caller, let watched = watched(caller, type, graph),
          let property = type.property(write.property), isUnconditional(write, caller),
          isSuspecting || !converges(write) && !write.code.isDelayed(in: caller)
        else { continue }
        if write.path.isEmpty, property.storage?.isAssignedValue == true {
          edges[watched, default: []].append((PropertyPath(write.property), write))
        } else if write.path.count == 1, graph.model(of: property, in: type) != nil {
          edges[watched, default: []].append((PropertyPath(write.property, write.path), write))
        }
      }
      var seen: Set<Code> = []
      return edges.sorted { $0.key.text < $1.key.text }.flatMap { source, targets in
        targets.compactMap { target, write -> Draft? in
          guard
            target == source || isReachable(source, from: target, targets: { edges[$0, default: []].map(\.target) }),
            !edges[target, default: []].contains(where: { $0.target == source && areInverse($0.write, write) }),
            seen.insert(write.code).inserted
          else {
            return nil
          }
          let around = target == source ? "itself" : "'\(source.text)' again"
          return Draft(
            "the handler of '\(source.text)' writes '\(target.text)', which leads to \(around) and so to update after update; write only "
              + "when the value must change",
            at: write.code.start, code: write.code, view: type, subject: .cycle([source, target]),
            change: .breakLoop([source, target], .handlers),
            severity: isSuspecting ? .note : nil, certainty: isSuspecting ? .possible : .certain,
            grounds: .wrong("each update leads to the next", write.code.start),
            steps: ["compute one of the two from the other, or compare before writing"])
        }
      }
    }
  }

  /// Handlers of a query that copy its results to state: the body is evaluated for the copies, and may be handed other objects then,
  /// which the handler takes for a change.
  private static func copiedQueries(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.compactMap { type, evaluation in
      let writes = evaluation.writes.filter { write in
        guard write.phase.event == .change, write.operation == "=", write.path.isEmpty, let caller = write.phase.caller,
          let watched = watched(caller, type, graph)
        else { return false }
        return type.property(watched.property)?.storage == .query
          && type.property(write.property)?.storage == .state
          && !evaluation.evaluationReads(of: write.property).isEmpty
      }
      guard let first = writes.min(by: { $0.code.start < $1.code.start }), let caller = first.phase.caller else {
        return nil
      }
      let names = Set(writes.map(\.property)).sorted()
      let list = SourceGraph.list(names)
      return Draft(
        "the handlers of queries copy what they find to \(list) of '\(type.name)': an evaluation for the copies may be handed other "
          + "objects, which the handlers take for a change; show what the query gives, or fetch it outside of the view",
        at: caller.nameStart, code: first.code, view: type, subject: .cycle(names.map { PropertyPath($0) }),
        change: .breakLoop(names.map { PropertyPath($0) }, .handlers), severity: .note, certainty: .possible,
        steps: ["work \(list) out where it is shown", "or fetch once where the data changes, and keep that"])
    }
  }

  /// A stored property, or a member of a model that one holds.
  private static func watched(_ caller: Code, _ type: TypeInfo, _ graph: SourceGraph) -> PropertyPath? {
    // `following(gross) { … }`, which hands both on to `onChange`.
    let watched =
      caller.calledEvent == .change ? caller.argument("of") : caller.arguments.first.flatMap(\.firstChild)
    guard let path = watched?.memberPath else { return nil }
    let names = path.first == "self" ? Array(path.dropFirst()) : path
    guard let name = names.first, let property = type.property(name), property.isStored else { return nil }
    if names.count == 2, graph.model(of: property, in: type) != nil { return PropertyPath(name, names[1]) }
    return names.count == 1 ? PropertyPath(name) : nil
  }

  static func isUnconditional(_ write: Write, _ caller: Code) -> Bool {
    for ancestor in write.code.ancestors {
      if ancestor == caller { return true }
      switch ancestor.kind {
      // In a guard it is what happens where the new value will not do, such as to put the old one back.
      case .ifStatement, .switchStatement, .ternary, .guardStatement: return false
      case .block:
        let earlier = ancestor.children.prefix { $0.index < write.code.index && !$0.contains(write.code) }
        if earlier.contains(where: { [.guardStatement, .ifStatement].contains($0.kind) }) { return false }
      case .function: return write.via.isEmpty
      default: break
      }
    }
    return false
  }

  /// `end = start.addingTimeInterval(3600)` and `start = end.addingTimeInterval(-3600)`, which agree.
  private static func areInverse(_ some: Write, _ other: Write) -> Bool {
    guard let first = some.value, let second = other.value, first.isShift, second.isShift else { return false }
    func amounts(_ value: Code) -> [String] {
      value.arguments.flatMap(\.descendants).filter { $0.kind == .literal }.map(\.name)
    }
    func isBack(_ value: Code) -> Bool {
      value.arguments.contains { $0.descendants.contains { $0.kind == .unary && $0.name == "-" } }
    }
    return amounts(first) == amounts(second) && isBack(first) != isBack(second)
  }

  /// Literals, clamps and normalisations give the same value the second time.
  private static func converges(_ write: Write) -> Bool {
    // What was emptied before is empty already.
    if write.operation == Methods.empties { return true }
    guard write.operation == "=", let value = write.value else { return write.operation == "&" }
    if value.isConstant { return true }
    if WorkOfModels.alwaysDiffers(write.code) { return false }
    let growing = ([value] + Array(value.descendants)).contains { $0.isArithmetic || $0.isShift }
    if value.kind == .identifier || value.kind == .member { return true }
    return !growing
  }
}
