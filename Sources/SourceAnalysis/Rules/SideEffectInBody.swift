import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A body that does something.
  package static let sideEffectInBody: SourceRule = .init(
    id: "side_effect_in_body",
    summary: "a body dispatches, writes, prints or starts work while it is evaluated",
    rationale: """
      SwiftUI decides when and how often a body runs. Dispatching, writing state or defaults, starting tasks and logging \
      from it happen at times nobody chose, and a write starts the next evaluation. Do it in an action, in `onChange` or \
      in `task`.
      """,
    advice: [.heavyWorkInBody], severity: .warning, fix: .moveWorkToModel, isOptInForApps: true,
    page: Page(
      inTrace: """
        Work that repeats with each evaluation; faults about publishing during updates
        """,
      neverReported: """
        `_printChanges` and `_logChanges`, which another rule is about
        """,
      limits: """
        a method that is called on evaluation is followed within the view only
        """),
    triggering: [
      """
      struct Card: View {
        private let monitor = NWPathMonitor()
        var body: some View {
          ↓startMonitor()
          return Text("")
        }
        private func startMonitor() {
          let queue = DispatchQueue(label: "Monitor")
          monitor.start(queue: queue)
        }
      }
      """,
      """
      final class Tracker: ObservableObject {
        @Published var points: [Point] = []
        func clear() { points.removeAll() }
      }
      struct Map: UIViewRepresentable {
        @ObservedObject var tracker: Tracker
        let isRunning: Bool
        func makeUIView(context: Context) -> MKMapView { MKMapView() }
        func updateUIView(_ view: MKMapView, context: Context) {
          view.showsUserLocation = true
          if !isRunning { ↓tracker.clear() }
        }
      }
      """,
      """
      @Observable final class Cache {
        private var images: [URL: Image] = [:]
        private(set) var lookups = 0
        func image(at url: URL) -> Image? {
          lookups += 1
          return images[url]
        }
      }
      struct Wall: View {
        let urls: [URL]
        let cache: Cache
        var body: some View {
          VStack {
            ForEach(urls, id: \\.self) { url in ↓cache.image(at: url) }
            Text("\\(cache.lookups)")
          }
        }
      }
      """,
      "struct Screen: View {\n  @State private var height = 0.0\n  var body: some View {\n    GeometryReader { proxy in\n      let _ = ↓DispatchQueue.main.async { height = proxy.size.height }\n      Text(\"\\(height)\")\n    }\n  }\n}",
      "struct Screen: View {\n  var body: some View {\n    let _ = ↓print(\"body\")\n    Text(\"\")\n  }\n}",
      "struct Screen: View {\n  @State private var count = 0\n  var body: some View {\n    ↓count += 1\n    return Text(\"\\(count)\")\n  }\n}",
      """
      struct Measured: ViewModifier {
        @Binding var frame: CGRect
        func body(content: Content) -> some View {
          content.background(
            GeometryReader { proxy -> Color in
              ↓DispatchQueue.main.async { self.frame = proxy.frame(in: .global) }
              return Color.clear
            })
        }
      }
      """,
      """
      final class Analytics {
        static let shared = Analytics()
        weak var sink: Sink?
        func track(_ event: String) { sink?.track(event) }
      }
      struct Paywall: View {
        var body: some View { header }
        private var header: some View {
          ↓Analytics.shared.track("paywall")
          return Text("")
        }
      }
      """,
      """
      final class Tracker {
        private var counts: [String: Int] = [:]
        func record(_ key: String) { counts[key, default: 0] += 1 }
      }
      struct Tracks: ViewModifier {
        let tracker: Tracker
        func body(content: Content) -> some View {
          let _ = ↓tracker.record("shown")
          content
        }
      }
      """,
      """
      struct Presenter: View {
        @Bindable var model: Presentation
        var body: some View {
          ↓UIApplication.shared.isIdleTimerDisabled = model.isPresenting
          return Toggle("Presenting", isOn: $model.isPresenting)
        }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Tracker: ObservableObject {
        @Published var points: [Point] = []
        func clear() { points.removeAll() }
        func route() -> Route { Route(points) }
      }
      struct Map: UIViewRepresentable {
        @ObservedObject var tracker: Tracker
        func makeUIView(context: Context) -> MKMapView { MKMapView() }
        func updateUIView(_ view: MKMapView, context: Context) {
          show(tracker.route(), in: view)
          DispatchQueue.main.asyncAfter(deadline: .now() + 1) { context.coordinator.rest() }
        }
        private func show(_ route: Route, in view: MKMapView) { view.addOverlay(route) }
      }
      """,
      """
      final class Tracker {
        private var counts: [String: Int] = [:]
        func record(_ key: String) { counts[key, default: 0] += 1 }
        func count(_ key: String) -> Int { counts[key] ?? 0 }
        func check() { assert(counts.count < 9) }
      }
      struct Screen: View {
        let tracker: Tracker
        var body: some View {
          let _ = tracker.check()
          let fresh = Tracker()
          let _ = fresh.record("own")
          Text("\\(tracker.count("shown"))").onAppear { tracker.record("shown") }
        }
      }
      """,
      """
      enum Dots {
        static func draw(_ context: GraphicsContext, count: Int) { context.fill(path(count), with: .color(.red)) }
      }
      struct Indicator: View {
        let count: Int
        var body: some View { Canvas { context, size in Dots.draw(context, count: count) } }
      }
      """,
      """
      struct Screen: View {
        @State private var date = Date.now
        var body: some View {
          var calendar = Calendar.current
          calendar.firstWeekday = 2
          return Button("Now") { UIApplication.shared.isIdleTimerDisabled = true }.disabled(calendar.isDateInToday(date))
        }
      }
      """,
      """
      struct Playlist: View {
        let title: String
        var body: some View {
          let remove = { Task { await library.remove(title) } }
          Text(title).contextMenu { Button("Remove", action: remove) }
        }
      }
      struct Performer: View {
        let action: () -> Void
        var body: some View {
          DispatchQueue.main.async { self.action() }
          return EmptyView()
        }
      }
      """,
      """
      struct Scrubber: View {
        @Binding var place: Double
        let player: Player
        var body: some View { Slider(value: $place) { isEditing in if !isEditing { Task { await player.seek(place) } } } }
      }
      """,
      """
      struct Link: View {
        let model: LinkModel
        var body: some View {
          PasteButton(payloadType: String.self) { texts in Task { await model.open(texts) } }
        }
      }
      """,
      """
      struct Section: View {
        let isSearching: Bool
        let toggle: (() -> Void)?
        var body: some View { Button("Open") { toggle?() } }
      }
      struct Screen: View {
        @State private var isSearching = false
        var body: some View {
          Section(isSearching: isSearching, toggle: isSearching ? nil : { Task { await load() } })
        }
        func load() async {}
      }
      """,
      """
      struct Period: View {
        @Binding var days: Int
        var body: some View {
          Stepper("Days", value: $days, in: 1...10) { _ in
            Task { await reload() }
          }
        }
        private func reload() async {}
      }
      """,
      "struct Screen: View {\n  var body: some View {\n    #if DEBUG\n    let _ = Self._printChanges()\n    #endif\n    Text(\"\").onAppear { print(\"appeared\") }\n  }\n}",
      "struct Screen: View {\n  let date: Date\n  var body: some View {\n    var text = \"\"\n    text += \"a\"\n    return Text(text)\n  }\n}",
    ],
    check: { graph in
      var work = WorkOfModels(graph)
      return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        // To bring the wrapped view up to date is what it is evaluated for, to change a model is not.
        if type.isRepresentable { return modelWrites(in: type, evaluation, graph, &work) }
        guard graph.isView(type) || graph.index.conforms(type, toAnyOf: Protocols.modifiers) else { return [] }
        var seen: Set<Code> = []
        let calls = evaluation.calls.compactMap { call -> Draft? in
          guard call.phase.isEvaluation, let effect = effect(call.code), !call.code.isInPreview, isInViewHelper(call),
            isBuiltInPlace(call.code), !runsWhatIsGiven(call.code, type), seen.insert(call.code).inserted
          else { return nil }
          return Draft(
            "evaluating '\(type.name)' \(effect.text); do it in an action, onChange or task", at: call.code.start,
            code: call.code,
            view: type, subject: .work(effect.subject), change: .moveEffectOutOfBody,
            severity: effect.isLight || !call.via.isEmpty || call.code.isBehindCheckOfItsWrites ? .note : nil,
            grounds: .wrong("each evaluation does it", call.code.start),
            steps: ["move it into an action or a task modifier"])
        }
        let writes = evaluation.writes.compactMap { write -> Draft? in
          guard write.phase.isEvaluation,
            ["=", "+=", "-="].contains(write.operation) || Methods.toggles.contains(write.operation)
              || Methods.adds.contains(write.operation),
            write.path.isEmpty,
            let property = type.property(write.property),
            property.storage?.isAssignedValue == true, write.via.isEmpty,
            isInBody(write.code, evaluation), seen.insert(write.code).inserted
          else { return nil }
          return Draft(
            "evaluating '\(type.name)' writes '\(write.property)', which starts the next update; write it in an action or onChange",
            at: write.code.start, code: write.code, view: type, subject: .property(write.property),
            change: .moveEffectOutOfBody, grounds: .wrong("each evaluation starts the next update", write.code.start),
            steps: ["move the write into an action, onChange or task"])
        }
        let cycles = modelWrites(in: type, evaluation, graph, &work, areCertain: true)
        return calls + writes + cycles + EffectsOfOthers.findings(in: type, evaluation, graph, &seen)
      }
    },
    traces: TraceCheck(
      triggering: [
        """
        @Observable final class Tracker {
          var counts: [Int: Int] = [:]
          func count(_ id: Int) -> Int {
            counts[id, default: 0] += 1
            return counts.count
          }
        }
        struct Card: View {
          let id: Int
          let tracker: Tracker
          var body: some View {
            let _ = ↓tracker.count(id)
            Text("\\(id)")
          }
        }
        """
      ],
      suspects: { graph in
        var work = WorkOfModels(graph)
        return graph.evaluatedViews.flatMap { $0.isRepresentable ? [] : modelWrites(in: $0, $1, graph, &work) }
      }))

  /// `let _ = tracker.count(ad)`, or a helper that does it, at once or in a moment: each evaluation writes what views show.
  ///
  /// - Parameter areCertain: Whether only what the body shows itself counts, and the method writes whatever it finds.
  private static func modelWrites(
    in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, _ work: inout WorkOfModels,
    areCertain: Bool = false
  ) -> [Draft] {
    guard graph.isView(type) || type.isRepresentable, !evaluation.isIncomplete else { return [] }
    var seen: Set<String> = []
    var findings: [Draft] = []
    for call in evaluation.calls {
      // Few calls are of a model's methods, and these are told apart soonest.
      guard let path = call.code.callee?.memberPath.map({ Array($0.drop { $0 == "self" }) }), path.count == 2,
        let property = type.property(path[0]), let model = graph.index.type(of: property, in: type),
        model.isObservableClass || model.isObservableObject,
        call.code.callee?.memberPath?.first == "self" || !call.code.isShadowed(path[0]), runsWithBody(call, evaluation)
      else { continue }
      let written = work.writes(of: path[1], in: model).filter { name in
        guard let member = model.property(name) else { return false }
        return model.isObservableObject
          ? member.storage == .member : !member.attributes.contains(.untracked)
      }.filter { name in
        !areCertain
          || work.alwaysDiffers(name, in: model) && work.alwaysWrites(name, in: path[1], of: model)
            && evaluation.evaluationReads(of: path[0]).contains { read in
              read.path.first.map { $0 != path[1] && graph.storedReads(of: $0, in: model).contains(name) } ?? false
            }
      }
      guard let first = written.min(), seen.insert(path.joined(separator: ".")).inserted else { continue }
      findings.append(
        Draft(
          "\(type.isRepresentable ? "each update" : "each evaluation") of '\(type.name)' calls '\(path.joined(separator: "."))', which writes "
            + "\(SourceGraph.list(written.sorted())) of '\(model.name)' and so evaluates all who show it; do it "
            + "in onAppear, an action or a task",
          at: call.code.start, code: call.code, view: type, subject: .member(first, of: path[0]),
          change: .moveWriteOutOfBody(PropertyPath(path[0], first)),
          steps: ["call '\(path.joined(separator: "."))' in onAppear, an action or a task"]))
    }
    return findings
  }

  /// Whether evaluating the body makes the call: itself, in a helper that it calls, or in work that it dispatches at once.
  static func runsWithBody(_ call: CallSite, _ evaluation: Evaluation) -> Bool {
    if !call.phase.isEvaluation {
      guard call.phase.event == .later,
        let dispatch = evaluation.calls.first(where: { $0.code == call.phase.caller }), dispatch.phase.isEvaluation
      else { return false }
      return runsWithBody(dispatch, evaluation)
    }
    guard let helper = call.via.first else { return isInBody(call.code, evaluation) }
    return call.via.count == 1 && isInBody(call.code, evaluation)
      && evaluation.entries.contains { entry in
        entry.descendants.contains { $0.kind == .identifier && $0.name == helper && isInBody($0, evaluation) }
      }
  }

  /// In the body itself, or in a helper that makes a view; other helpers may be called from actions we do not know.
  static func isInViewHelper(_ call: CallSite) -> Bool {
    if call.via.isEmpty { return true }
    let helper = call.code.ancestors.first { ancestor in
      [.function, .variable].contains(ancestor.kind)
        && ancestor.parent.map { [.type, .ifConfigClause].contains($0.kind) } == true
    }
    return helper?.givesOpaqueValue == true
  }

  /// `DispatchQueue.main.async { action(value) }` in a view that is given the action: to run it is what the view is there for.
  private static func runsWhatIsGiven(_ effect: Code, _ type: TypeInfo) -> Bool {
    effect.arguments.contains { argument in
      argument.descendants.contains { call in
        guard call.kind == .call, let path = call.callee?.memberPath?.drop(while: { $0 == "self" }),
          let property = path.first.flatMap({ type.property($0) }), property.isPlainInput, let text = property.typeText
        else { return false }
        return path.count == 1
          ? TypeName.isFunction(text)
          : KnownTypes.actions.contains(TypeName.base(text))
            || TypeName.base(text).hasSuffix(Conventions.actionEnding)
      }
    }
  }

  /// Not in a closure for a view or function where nothing says when it runs it: that may well be a button of the app's own.
  static func isBuiltInPlace(_ code: Code) -> Bool {
    for ancestor in code.ancestors {
      if [.function, .accessor].contains(ancestor.kind) { return true }
      guard ancestor.kind == .closure else { continue }
      // `let remove = { Task { … } }`: what is kept is called by somebody else, but `{ … }()` is called at once.
      if ancestor.parent?.kind == .call { continue }
      guard ancestor.parent?.kind == .argument, let call = ancestor.parent?.parent, call.kind == .call else {
        return false
      }
      let name = call.calledName
      guard Views.builtin.contains(name) || Modifiers.buildsContent.contains(name) || Methods.callsAtOnce.contains(name)
      else { return false }
    }
    return true
  }

  /// A write in a closure that nothing identifies might be an action after all.
  private static func isInBody(_ code: Code, _ evaluation: Evaluation) -> Bool {
    for ancestor in code.ancestors {
      if evaluation.entries.contains(ancestor) || evaluation.helpers.contains(where: { $0.block == ancestor }) {
        return true
      }
      if ancestor.kind == .closure {
        guard let call = ancestor.parent?.parent, call.kind == .call else { return false }
        guard Views.evaluatesContent.contains(call.calledName) else { return false }
      }
    }
    return false
  }

  private static func effect(_ call: Code) -> (text: String, subject: String, isLight: Bool)? {
    guard let callee = call.callee else { return nil }
    if callee.kind == .identifier {
      if Functions.prints.contains(callee.name) { return ("prints", callee.name, true) }
      return Functions.startsTask.contains(callee.name) ? ("starts a \(callee.name)", callee.name, false) : nil
    }
    guard let effect = callee.memberPath.flatMap(SystemEffects.effect) else { return nil }
    let text =
      switch effect.kind {
      case .startsTask: "starts a \(effect.name)"
      case .dispatches: "dispatches work"
      case .writesDefaults: "writes user defaults"
      case .posts: "posts a notification"
      case .requests: "starts a network request"
      }
    return (text, effect.name, false)
  }
}

extension Code {
  /// `if proxy.size != size { DispatchQueue.main.async { size = proxy.size } }`: it asks first for what it then writes, and does it as
  /// seldom as `onChange` would.
  fileprivate var isBehindCheckOfItsWrites: Bool {
    let written = Set(
      descendants(.assign).compactMap { $0.firstChild?.ownMemberPath?.first }.filter { !isShadowed($0) })
    return !written.isEmpty
      && ancestors.contains { around in
        around.kind == .ifStatement && around.first(.conditions)?.contains(self) == false
          && around.first(.conditions).map { !$0.mentionedNames.isDisjoint(with: written) } == true
      }
  }
}
