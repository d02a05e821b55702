import SwiftUIModel

/// The methods and closures that a clock or an asynchronous sequence runs, itself or through others: what they write without a
/// condition is written again and again.
struct RepeatedMethods {
  private struct Method: Hashable {
    var owner: TypeID
    var name: String
  }

  /// What a piece of code runs.
  private enum Step: Hashable {
    case method(Method)
    case outlet(HandedOnTurns.Outlet)
    case closure(Code)
  }

  /// What runs a piece of code again and again.
  struct Repetition {
    var source: Recurrence.Source
    /// The seconds between two turns, where the sources say so.
    var period: Double?
  }

  private let index: SourceIndex
  private var repetitions: [Step: Repetition] = [:]
  /// Whether any closure is among them.
  private var runsClosures = false
  /// What is run in some of the turns: under a condition that may well not hold.
  private var occasional: [Step: Repetition] = [:]

  /// Calls are followed this far: behind that, something on the way mostly decides whether to go on.
  private static let longestChain = 4

  init(_ index: SourceIndex) {
    self.index = index
    let handedOn = OnDemand { HandedOnTurns(index) }
    var found: [(step: Step, repetition: Repetition)] = []
    for file in index.files {
      for (part, repetition) in Self.repeatedParts(of: file) { found += steps(in: part, each: repetition) }
    }
    for _ in 0..<Self.longestChain {
      // Who listens to an outlet runs in the same turn.
      found = found.flatMap { step, repetition in
        guard case .outlet(let outlet) = step else { return [(step, repetition)] }
        return handedOn.value.listeners(of: outlet).map { listener in
          switch listener {
          case .closure(let code): (Step.closure(code), repetition)
          case .method(let owner, let name): (Step.method(Method(owner: owner, name: name)), repetition)
          }
        }
      }
      let new = found.filter { repetitions[$0.step] == nil && !stopsClock($0.step) }
      if new.isEmpty { break }
      for (step, repetition) in new {
        repetitions[step] = repetition
        if case .closure = step { runsClosures = true }
      }
      found = new.flatMap { step, repetition in
        bodies(of: step).flatMap { steps(in: $0, each: repetition, isMethod: true) }
      }
    }
  }

  /// What a piece of code runs in each of its turns; what it may run is noted.
  private mutating func steps(in part: Code, each repetition: Repetition, isMethod: Bool = false)
    -> [(step: Step, repetition: Repetition)]
  {
    steps(in: part, isMethod: isMethod).compactMap { step, isCertain in
      if isCertain { return (step, repetition) }
      if occasional[step] == nil { occasional[step] = repetition }
      return nil
    }
  }

  private func bodies(of step: Step) -> [Code] {
    switch step {
    case .method(let method):
      index[method.owner].functions.filter { $0.name == method.name }.compactMap(\.body)
    case .closure(let code): [code]
    case .outlet: []
    }
  }

  /// Whether it ends what runs others again and again: it is called at the last turn.
  private func stopsClock(_ step: Step) -> Bool {
    bodies(of: step).contains { body in body.children.contains(where: \.stopsClock) }
  }

  /// What runs a method of a type again and again.
  func repetition(of name: String, in type: TypeInfo) -> Repetition? {
    repetitions[.method(Method(owner: type.id, name: name))]
  }

  /// What runs a closure again and again that somebody keeps.
  func repetition(ofClosure code: Code) -> Repetition? { repetitions[.closure(code)] }

  /// What runs the code again and again as a part of such a closure; `nil` too where it may well not come to it.
  func repetition(telling code: Code) -> Repetition? {
    guard runsClosures else { return nil }
    for closure in code.ancestors where closure.kind == .closure {
      if let found = repetition(ofClosure: closure) { return code.isConditional(in: closure) ? nil : found }
    }
    return nil
  }

  /// What runs a method in some of its turns.
  func occasionalRepetition(of name: String, in type: TypeInfo) -> Repetition? {
    occasional[.method(Method(owner: type.id, name: name))]
  }

  /// The code of a file that a clock or a sequence runs at each turn.
  private static func repeatedParts(of file: SourceFile) -> [(code: Code, repetition: Repetition)] {
    let hasEvents = !file.tree.ids(of: eventful).isEmpty
    // The kinds stand in the nodes, which are looked at where they lie: of a large file few are loops or calls of a clock.
    return file.tree.nodes.indices.flatMap { index -> [(code: Code, repetition: Repetition)] in
      let parts: CodeTree.Kind
      switch file.tree.nodes[index].kind {
      case .forStatement, .whileStatement: parts = .block
      case .call where hasEvents: parts = .argument
      default: return []
      }
      let code = Code(file: file, index: index)
      guard let source = code.repetition else { return [] }
      let repetition = Repetition(source: source, period: code.clockPeriod)
      return code.all(parts).map { ($0, repetition) }
    }
  }

  private static let eventful = Set(
    Calls.events.lazy.filter { [.timer, .publisher, .subscription].contains($0.value) }.map(\.key))

  /// What a piece of code runs, by whoever holds it, and whether it does so without a condition.
  ///
  /// - Parameter isMethod: Whether it is the body of a method, which may decide whether there is anything to do.
  private func steps(in part: Code, isMethod: Bool) -> [(step: Step, isCertain: Bool)] {
    guard let declaration = part.ancestors.first(where: { $0.kind == .type }),
      let owner = index.type(declaredBy: declaration)
    else { return [] }
    return part.descendants.flatMap { code -> [(step: Step, isCertain: Bool)] in
      if code.kind == .identifier, code.parent?.kind == .argument, code.isSelector {
        return [(.method(Method(owner: owner.id, name: code.name)), true)]
      }
      guard code.kind == .call, let called = step(calledBy: code, in: owner) else { return [] }
      let isCertain = !code.isConditional(in: part) && !(isMethod && code.isDecided(in: part))
      return implementations(of: called).map { ($0, isCertain) }
    }
  }

  /// What a requirement of a protocol stands for: `delegate?.didTick()` runs the method of each delegate.
  private func implementations(of step: Step) -> [Step] {
    guard case .method(let method) = step, index[method.owner].kind == .protocol else { return [step] }
    let name = index[method.owner].name
    return index.types.filter { type in
      type.kind != .protocol && type.functions.contains { $0.name == method.name }
        && index.conforms(type, toAnyOf: [name])
    }.map { .method(Method(owner: $0.id, name: method.name)) }
  }

  private func step(calledBy code: Code, in owner: TypeInfo) -> Step? {
    // `onTick?(time)`, `ticks.send(time)`.
    if var path = code.callee?.ownMemberPath, let name = path.popLast() {
      if path.isEmpty, let property = owner.property(name), HandedOnTurns.isFunction(property) {
        return HandedOnTurns.outlet(name, of: owner).map(Step.outlet)
      }
      if name == KnownTypes.sending, path.count == 1, let property = owner.property(path[0]),
        HandedOnTurns.isSubject(property)
      {
        return HandedOnTurns.outlet(path[0], of: owner).map(Step.outlet)
      }
    }
    return method(calledBy: code, in: owner).map(Step.method)
  }

  private func method(calledBy code: Code, in owner: TypeInfo) -> Method? {
    guard var path = code.callee?.memberPath else { return nil }
    if path.first == "self" { path.removeFirst() }
    switch path.count {
    case 1: return path[0].startsUppercase ? nil : Method(owner: owner.id, name: path[0])
    case 2:
      guard !code.isShadowed(path[0]), let property = owner.property(path[0]),
        let model = index.type(of: property, in: owner)
      else { return nil }
      return Method(owner: model.id, name: path[1])
    case 3:
      // `Store.shared.refresh()`.
      guard path[0].startsUppercase, let id = index.resolve(path[0], near: code.file.path, inside: owner.id) else {
        return nil
      }
      return Method(owner: id, name: path[2])
    default: return nil
    }
  }
}

extension Code {
  /// What runs the body of a loop, or the closures of a call, again and again.
  var repetition: Recurrence.Source? {
    switch kind {
    case .forStatement:
      guard flags.contains(.isSpecial) else {
        // `for _ in 0..<15 { try? await Task.sleep(for: .seconds(1)); left -= 1 }` in a loop that goes on and on.
        guard !waits.isEmpty, ancestors.contains(where: { $0.kind == .whileStatement }) else { return nil }
        return isSlowClock ? .slowClock : .clock
      }
      let isSlow = children.contains { part in
        part.kind != .block
          && ([part] + Array(part.descendants)).contains {
            $0.kind == .member && Conventions.slowSequences.contains($0.name)
          }
      }
      return isSlow ? nil : .sequence
    case .whileStatement:
      // `while !Task.isCancelled { refresh(); try? await Task.sleep(for: .seconds(1)) }`; not what is tried again after a failure.
      let waits = first(.block)?.descendants.contains { call in
        call.kind == .call && Functions.waits.contains(call.calledName)
          && !call.ancestors.prefix { $0 != self }.contains { $0.kind == .catchClause }
      }
      return waits == true ? isSlowClock ? .slowClock : .clock : nil
    case .call:
      switch calledEvent {
      case .timer: return isSlowClock ? .slowClock : .clock
      case .publisher:
        guard let publisher else { return nil }
        let value = publisher.namedValue
        // `private let positions = Timer.publish(…).autoconnect()` is a clock, however it is called.
        let isStarted = value.map { !$0.allNames.isDisjoint(with: Functions.connects) } ?? false
        guard isStarted || SourceGraph.namesClock(publisher.observedMember.map { [$0] } ?? publisher.allNames) else {
          return nil
        }
        let parts = [publisher, value].compactMap(\.self)
        if parts.contains(where: \.isUnconnectedTimer) { return nil }
        return parts.contains { part in part.isSlowClock || part.descendants.contains(where: \.isSlowClock) }
          ? .slowClock : .clock
      // `node.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, _ in … }`
      case .subscription: return Calls.rates[calledName] == .stream ? .callback(calledName) : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// The seconds between two turns of the clock that runs the closures of a call; `nil` where it is none, or the sources do not say.
  var clockPeriod: Double? {
    guard repetition == .clock || repetition == .slowClock else { return nil }
    if let period { return period }
    let parts = [publisher, publisher?.namedValue].compactMap(\.self)
    return parts.lazy.flatMap { [$0] + Array($0.descendants) }.compactMap(\.period).first
  }

  /// Whether it runs for each element of an asynchronous sequence that goes on and on.
  var isStreamed: Bool { ancestors.contains { $0.kind == .forStatement && $0.repetition != nil } }

  /// What a call subscribes to: its first argument, or what it is called on.
  private var publisher: Code? {
    let argument = arguments.first?.firstChild
    return argument?.kind == .closure && callee?.kind == .member ? callee?.firstChild : argument
  }

  /// `isFinished` of `progress.publisher(for: \.isFinished)`: what is published is that, whatever has it.
  private var observedMember: String? {
    ([self] + Array(descendants)).lazy.compactMap { call -> String? in
      guard call.kind == .call, let path = call.argument(Labels.observedKeyPath), path.kind == .keyPath else {
        return nil
      }
      return path.name.split(separator: ".").last.map(String.init)
    }.first
  }

  private var allNames: Set<String> {
    mentionedNames.union(descendants.filter { $0.kind == .member }.map(\.name))
  }

  /// `@State private var clock = Timer.publish(every: 60, …)`: what publishes may be named by a property, or by a variable of the file.
  private var namedValue: Code? {
    guard let path = memberPath?.drop(while: { $0 == "self" }), let name = path.last,
      let type = ancestors.first(where: { $0.kind == .type })
    else { return nil }
    let declared =
      type.all(.variable).first { $0.name == name }
      ?? (path.count == 1 ? file.root.children.first { $0.kind == .variable && $0.name == name } : nil)
    return declared?.initialValue
  }

  /// `Timer.publish(every: 1, on: .main, in: .common)` starts when somebody connects it, and here nobody does.
  private var isUnconnectedTimer: Bool {
    let makes = ([self] + Array(descendants)).contains { code in
      code.kind == .call && code.calledName == Intervals.publisher
        && code.callee?.memberPath?.first.map { $0.startsUppercase && Calls.events[$0] == .subscription } == true
    }
    guard makes, let type = ancestors.first(where: { $0.kind == .type }) else { return false }
    return type.descendants.allSatisfy {
      $0.kind != .call || !Functions.connects.contains($0.calledName)
    }
  }

  /// Whether the loop around ends with the turn in which the code runs: `if let found = load() { shown = found; return }`.
  func endsLoop(_ loop: Code) -> Bool {
    var inner = self
    for ancestor in ancestors {
      if ancestor == loop { return false }
      if ancestor.kind == .closure || ancestor.kind == .function { return false }
      if ancestor.kind == .block,
        ancestor.children.contains(where: {
          [.returnStatement, .throwStatement].contains($0.kind) && $0.index > inner.index
        })
      {
        return true
      }
      inner = ancestor
    }
    return false
  }

  /// `timer.invalidate()`, `timer?.invalidate()`.
  fileprivate var stopsClock: Bool {
    switch kind {
    case .call: calledName == Intervals.stop && arguments.isEmpty
    // What stands around the call, but no block: in that it is called on a condition.
    case .closure, .block, .ifStatement, .guardStatement, .switchStatement, .function, .type: false
    default: children.contains(where: \.stopsClock)
    }
  }

  /// Whether the statements around the code, as far as a part around it, stop the clock that runs them.
  private func isLastTurn(in part: Code) -> Bool {
    for ancestor in ancestors {
      if ancestor.kind == .block, ancestor.children.contains(where: \.stopsClock) { return true }
      if ancestor == part { return false }
    }
    return false
  }

  /// Whether the code only runs under a condition that may well not hold, within a part around it.
  package func isConditional(in part: Code) -> Bool {
    if let loop = part.parent, [.forStatement, .whileStatement].contains(loop.kind), endsLoop(loop) { return true }
    if part.kind == .argument, isLastTurn(in: part) { return true }
    return ancestors.prefix { $0 != part }.contains { ancestor in
      switch ancestor.kind {
      case .ifStatement:
        // `if let self { … }` holds for as long as anybody cares.
        ancestor.first(.conditions)?.children.contains { $0.kind != .optionalBinding && !$0.saysThatItGoesOn } ?? true
      // What stands in a guard is what it does where the condition fails.
      case .ternary, .catchClause, .guardStatement: true
      default: false
      }
    }
  }

  /// `if isPlaying { … }`: as long as the clock is of use, it holds.
  private var saysThatItGoesOn: Bool {
    guard let path = memberPath, let name = path.last else { return false }
    if isShadowed(path[0]), localDeclaration(of: path[0])?.flags.contains(.isLet) == false { return false }
    return Conventions.ongoingWords.contains(where: name.hasSuffix)
  }

  /// Whether a body asks several things first and leaves where one of them does not hold: `guard isOn, count > 1, usage >= 100 else
  /// { return }`. One flag tells whether the clock is running.
  fileprivate func isDecided(in body: Code) -> Bool {
    let blocks = [body] + ancestors.prefix { $0 != body }.filter { $0.kind == .block }
    let conditions = blocks.flatMap { block in
      block.all(.guardStatement).filter { $0.index < index && !$0.contains(self) }
        .flatMap { $0.first(.conditions).map { Array($0.children) } ?? [] }
    }
    return conditions.count { $0.kind != .optionalBinding } >= 2
  }

  /// `selector: #selector(tick)`.
  fileprivate var isSelector: Bool { ancestors.prefix(4).contains { $0.kind == .argument && $0.name == "selector" } }
}
