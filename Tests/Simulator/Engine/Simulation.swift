internal import TestSupport

/// SwiftUI, as far as the rules go: a tree of views that is updated transaction by transaction.
///
/// A class, since views, closures and cells refer to each other.
final class Simulation {
  /// With the properties of composed wrappers in their place.
  let app: SimulatedApp
  private let declared: SimulatedApp
  let options: Options
  var random: SeededGenerator

  var cells: [Cell] = []
  var defaultsCells: [String: Int] = [:]
  var globalCells: [String: Int] = [:]
  var objects: [LiveModel] = []
  var closures: [Int: Closure] = [:]
  var root: Instance?
  /// Values that the system writes, and defaults of the custom keys.
  var outerEnvironment = EnvironmentValues()
  var recorder: Recorder?
  var needsUpdate = false

  // What is recorded.
  var evaluations: [Evaluation] = []
  private var moments: [Moment] = []
  private var now = 0
  private var update = -1
  private var event: Int?
  private var serial = 0
  var instanceCount = 0
  private var seenViews: Set<String> = []
  private var loggedCount = 0
  let typeIndex: [String: Int]
  let comparison: TypeFacts

  init(_ app: SimulatedApp, _ options: Options) {
    declared = app
    self.app = app.withComposedPropertiesInPlace
    comparison = TypeFacts(app)
    self.options = options
    random = SeededGenerator(seed: options.seed)
    typeIndex = Dictionary(app.views.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  var session: Session {
    Session(app: declared, options: options, all: evaluations, updates: update + 1, moments: moments)
  }

  func note(_ kind: Moment.Kind) { moments.append(Moment(event: event, kind: kind)) }

  func nextSerial() -> Int {
    serial += 1
    return serial
  }

  // MARK: - The script

  func play() {
    for global in app.globals {
      cells.append(
        Cell(value: value(global.initial, Scope()), owner: .silent, type: global.type, origin: global.name))
      globalCells[global.name] = cells.count - 1
    }
    for key in app.environmentKeys where !key.isDerived {
      outerEnvironment.entries[key.name] = .init(value: value(key.initial, Scope()), write: 0)
    }
    guard let type = typeIndex[app.root] else { return }
    var inputs: [String: Value] = [:]
    for argument in app.rootArguments { inputs[argument.label] = value(argument.value, Scope()) }
    let root = Instance(number: 0, type: type, parent: nil, inputs: completed(inputs, of: type))
    instanceCount = 1
    root.pending = Pending(isInserted: true)
    self.root = root
    needsUpdate = true
    settle()
    for (index, event) in app.script.enumerated() {
      self.event = index
      now += event.pause * 1000 + Int.random(in: 0..<400, using: &random)
      perform(event.kind)
      settle()
    }
  }

  private func perform(_ kind: Event.Kind) {
    switch kind {
    case .fire(let name, let at, let payload):
      let bound = boundHandlers(name)
      if !bound.isEmpty { run(bound[at % bound.count], payload) }
    case .fireAll(let name, let payload):
      for handler in boundHandlers(name) { run(handler, payload) }
    case .send(let model, let method, let payload):
      guard let number = objects.firstIndex(where: { app.models[$0.type].name == model }) else { return }
      send(method, to: number, [payload])
    case .environment(let key, let value):
      outerEnvironment.entries[key] = .init(value: value, write: nextSerial())
      needsUpdate = true
    case .scroll(let count):
      forEachInstance { instance in
        for container in instance.rowsOnScreen.keys { instance.rowsOnScreen[container]? += count }
      }
      needsUpdate = true
    case .together(let kinds): for kind in kinds { perform(kind) }
    case .idle: forEachInstance { $0.leaving = [] }
    }
  }

  private func boundHandlers(_ name: String) -> [BoundHandler] {
    var found: [BoundHandler] = []
    forEachInstance { found += $0.handlers[name] ?? [] }
    return found
  }

  private func run(_ bound: BoundHandler, _ payload: Value) {
    var scope = bound.scope
    if let parameter = bound.handler.parameters.first { scope.locals[parameter.name] = payload }
    run(bound.handler.statements, scope)
  }

  /// Updates, and follow-up updates for what `onChange` wrote.
  func settle() {
    var turns = 0
    while needsUpdate, turns <= options.longestLoop {
      needsUpdate = false
      if let followUp = runUpdate(), !followUp.isEmpty {
        // In the same frame or the next one.
        now += Bool.random(using: &random) ? Int.random(in: 300..<900, using: &random) : 16_600
        for (handler, value) in followUp {
          note(.callback(handler.handler.name))
          run(handler, value)
        }
      }
      turns += 1
    }
    needsUpdate = false
    forEachInstance { $0.pending = nil }
  }

  // MARK: - An update

  private var changesSeen: [(BoundHandler, Value)] = []

  /// Evaluates what waits for it, parents before children; returns the `onChange` handlers to run.
  private func runUpdate() -> [(BoundHandler, Value)]? {
    guard let root else { return nil }
    let before = evaluations.count
    update += 1
    changesSeen = []
    var queue = [(root, outerEnvironment)]
    switch options.order {
    case .depthFirst:
      while let (instance, environment) = queue.popLast() {
        queue.append(contentsOf: visit(instance, environment).reversed())
      }
    case .breadthFirst:
      var next = 0
      while next < queue.count {
        let (instance, environment) = queue[next]
        next += 1
        if instance.isAlive { queue.append(contentsOf: visit(instance, environment)) }
      }
    }
    if evaluations.count == before { update -= 1 }
    return changesSeen
  }

  /// Evaluates a view if it waits; returns its children with their environments.
  private func visit(_ instance: Instance, _ environment: EnvironmentValues) -> [(Instance, EnvironmentValues)] {
    takeEnvironment(environment, into: instance)
    if instance.pending != nil {
      evaluate(instance)
    } else if instance.rowsArePending {
      makeRowsAnew(of: instance)
    } else {
      insertRowsComingOnScreen(of: instance)
    }
    return instance.children.map { child in
      var inner = environment
      for override in child.instance.slot?.overrides ?? [] {
        inner.entries[override.key] = .init(value: override.value, write: override.write)
      }
      for model in child.instance.slot?.models ?? [] { inner.models[model.type] = model.value }
      return (child.instance, inner)
    }
  }

  /// Runs the closures of containers again without evaluating the body they are written in.
  private func makeRowsAnew(of instance: Instance) {
    instance.rowsArePending = false
    let recorder = Recorder(instance)
    self.recorder = recorder
    build(app.views[instance.type].body, Scope(instance: instance), BuildContext(), instance, recorder)
    self.recorder = nil
    instance.containerReads = recorder.containerReads
    instance.handlers = recorder.handlers
    carryOverrides(from: instance.slots, into: &recorder.slots)
    instance.slots = recorder.slots
    matchChildren(of: instance, triggeredBy: nil, origins: [])
  }

  private func insertRowsComingOnScreen(of instance: Instance) {
    guard instance.slots.contains(where: \.isOffScreen), !instance.rowsOnScreen.isEmpty else { return }
    let scope = Scope(instance: instance)
    let recorder = Recorder(instance)
    self.recorder = recorder
    build(app.views[instance.type].body, scope, BuildContext(), instance, recorder)
    self.recorder = nil
    instance.handlers = recorder.handlers
    let slots = recorder.slots
    guard slots.filter(\.isOffScreen).count != instance.slots.filter(\.isOffScreen).count else { return }
    // The values of rows that are on screen already stay as they are.
    let known = Dictionary(instance.slots.map { ($0.key, $0) }) { first, _ in first }
    instance.slots = slots.map { slot in
      guard var old = known[slot.key] else { return slot }
      old.isOffScreen = slot.isOffScreen
      return old
    }
    matchChildren(of: instance, triggeredBy: nil, origins: [])
  }

  // MARK: - One evaluation

  private func evaluate(_ instance: Instance) {
    guard let pending = instance.pending else { return }
    instance.pending = nil
    let type = app.views[instance.type]
    if pending.isInserted { makeStorage(of: instance) }
    if changesTheValue(pending, type) { instance.valueNumber += 1 }
    let unlisted = pending.isInserted ? bindingsToUnreadState(of: instance, type) : []
    let before = (paths: instance.paths, output: instance.output)
    let recorder = Recorder(instance)
    self.recorder = recorder
    build(type.body, Scope(instance: instance), BuildContext(), instance, recorder)
    self.recorder = nil
    keepDroppedReads(of: instance, pending, recorder.reads)
    instance.reads = recorder.reads
    instance.readsForOwners = recorder.readsForOwners
    instance.containerReads = recorder.containerReads
    instance.rowsArePending = false
    instance.paths = recorder.paths
    instance.output = recorder.output
    instance.handlers = recorder.handlers
    noticeChanges(of: instance, recorder.observed, isInserted: pending.isInserted)
    noticeAppearances(of: instance, recorder.appearing)
    record(instance, type, pending, before, causes: causeTexts(type, pending, unlisted: unlisted), recorder.texts)
    carryOverrides(from: instance.slots, into: &recorder.slots)
    instance.slots = recorder.slots
    instance.isBeingRecreated = pending.isInserted && pending.isRecreated
    matchChildren(of: instance, triggeredBy: evaluations.count - 1, origins: evaluations.last?.origins ?? [])
    instance.isBeingRecreated = false
  }

  private func noticeChanges(
    of instance: Instance, _ observed: [(value: Value, key: String, handler: BoundHandler)], isInserted: Bool
  ) {
    if !isInserted {
      let old = Dictionary(instance.observed.map { ($0.key, $0.value) }) { first, _ in first }
      for entry in observed {
        guard let before = old[entry.key], !before.means(entry.value) else { continue }
        changesSeen.append((entry.handler, entry.value))
        needsUpdate = true
      }
    }
    instance.observed = observed
  }

  private func noticeAppearances(of instance: Instance, _ appearing: [(key: String, handler: BoundHandler)]) {
    for (key, handler) in appearing where instance.appeared.insert(key).inserted {
      changesSeen.append((handler, .none))
      needsUpdate = true
    }
    instance.appeared.formIntersection(appearing.map(\.key))
  }

  private func record(
    _ instance: Instance, _ type: ViewType, _ pending: Pending, _ before: (paths: [String: Value], output: [Value]),
    causes: [String], _ texts: [Value]
  ) {
    now += Int.random(in: 40..<220, using: &random)
    let hasSelf = causes.first == "@self"
    let parent = hasSelf ? pending.trigger : nil
    let own = causes.first { $0 != "@self" }
    var trigger: Int?
    var walk = parent
    while let index = walk, trigger == nil {
      if evaluations[index].isLogged { trigger = evaluations[index].index }
      walk = evaluations[index].parent
    }
    let name = type.printedName
    let root: Evaluation.Root =
      if own == nil, let parent { evaluations[parent].root } else {
        Evaluation.Root(view: name, cause: own ?? "@self", isLogged: type.isInstrumented)
      }
    var origins = pending.origins
    if let parent {
      for origin in evaluations[parent].origins where !origins.contains(origin) { origins.append(origin) }
    }
    let isFirst = !seenViews.contains(name)
    seenViews.insert(name)
    let isInitial =
      causes.contains("@identity") || isFirst || (hasSelf && parent.map { evaluations[$0].isInitial } ?? false)
    let verdict: Evaluation.Verdict =
      if pending.isInserted { pending.isRecreated ? .recreated : .initial } else {
        if Self.means(before.paths, instance.paths) {
          .avoidable(reasons(pending, instance, type))
        } else if Self.means(before.output, instance.output) {
          .withoutEffect
        } else {
          .justified
        }
      }
    evaluations.append(
      Evaluation(
        index: type.isInstrumented ? loggedCount : -1, time: now, update: update, event: event, view: name,
        instance: instance.number, causes: causes, isLogged: type.isInstrumented, trigger: trigger, parent: parent,
        root: root,
        origins: origins, isInserted: pending.isInserted, isInitial: isInitial, verdict: verdict, texts: texts))
    note(.evaluation(evaluations.count - 1))
    if type.isInstrumented { loggedCount += 1 }
    instance.lastEvaluation = evaluations.count - 1
  }

  private static func means(_ old: [String: Value], _ new: [String: Value]) -> Bool {
    old.count == new.count && old.allSatisfy { path, value in new[path]?.means(value) ?? false }
  }

  private static func means(_ old: [Value], _ new: [Value]) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy { $0.means($1) }
  }

  private func reasons(_ pending: Pending, _ instance: Instance, _ type: ViewType) -> [Evaluation.Reason] {
    var reasons = pending.changedInputs.map { changed -> Evaluation.Reason in
      let name = String(changed.dropFirst())
      return switch changed.first {
      case "c": .closureArgument(name)
      case "=": .incomparableArgument(name)
      default: .unreadArgument(name)
      }
    }
    func isRead(_ name: String) -> Bool {
      instance.paths.keys.contains { $0 == name || $0.hasPrefix(name + ".") }
    }
    for property in type.properties where pending.properties.contains(property.name) {
      let isObject = property.wrapper == .observedObject || property.wrapper == .environmentObject
      if case .stateObject = property.wrapper {
        reasons.append(.unreadProperty(property.name))
        continue
      }
      reasons.append(
        isObject || !isRead(property.name) ? .unreadProperty(property.name) : .equalWrite(property.name))
    }
    for case .keyPath(_, let property) in pending.keyPaths { reasons.append(.equalWrite(property)) }
    return reasons
  }

  private func causeTexts(_ type: ViewType, _ pending: Pending, unlisted: Set<String>) -> [String] {
    var causes: [String] = []
    if pending.isInserted || pending.hasNewValue { causes.append("@self") }
    if pending.isInserted, !type.properties.isEmpty { causes.append("@identity") }
    for property in type.properties {
      if case .composed = property.wrapper { continue }
      let isListed =
        pending.isInserted && options.insertionListsProperties && !unlisted.contains(property.name)
      guard isListed || pending.properties.contains(property.name) else { continue }
      var text = property.logName ?? "_" + property.name
      if options.stateIsMacro, property.logName == nil, case .state = property.wrapper { text = "_" + text }
      causes.append(text)
    }
    for case .keyPath(let model, let property) in pending.keyPaths {
      let text = keyPathText(model, property)
      if !causes.contains(text) { causes.append(text) }
    }
    return causes
  }

  private func keyPathText(_ model: String, _ property: String) -> String {
    let root = model.split(separator: ".").last.map(String.init) ?? model
    switch options.observation {
    case .keyPath: return "\\\(root).\(property)"
    case .dependencies: return "@dependencies"
    case .computedKeyPath:
      let type = app.model(model)?.properties.first { $0.name == property }?.type ?? "Int"
      let place = app.models.firstIndex { $0.name == model } ?? 0
      let offset = app.models[place].properties.firstIndex { $0.name == property } ?? 0
      let address = 0x0000_0003_4006_f8b0 + place * 0x1000 + offset * 0x2c
      return "\\\(root).<computed 0x\(String(address, radix: 16).leftPadded) (\(Self.runtimeName(of: type)))>"
    }
  }

  /// A type as the runtime describes it: `Array<Recipe>` for `[Recipe]`.
  static func runtimeName(of type: String) -> String {
    if type.hasSuffix("?") { return "Optional<\(Self.runtimeName(of: String(type.dropLast())))>" }
    if type.hasPrefix("["), type.hasSuffix("]") {
      return "Array<\(Self.runtimeName(of: String(type.dropFirst().dropLast())))>"
    }
    return type
  }
}

extension StringProtocol {
  /// Sixteen digits, as addresses are written.
  fileprivate var leftPadded: String { String(repeating: "0", count: Swift.max(0, 16 - count)) + self }
}
