import SwiftUIModel

/// The methods and closures that a clock or an asynchronous sequence runs, itself or through others: what they write without a
/// condition is written again and again.
struct RepeatedMethods {
  /// What a piece of code runs.
  private enum Step {
    /// A function, or a closure that somebody keeps.
    case code(Code)
    case outlet(HandedOnTurns.Outlet)
  }

  /// What runs a piece of code again and again.
  struct Repetition {
    var source: Recurrence.Source
    /// The seconds between two turns, where the sources say so.
    var period: Double?
  }

  private let index: SourceIndex
  private var repetitions: [Code: Repetition] = [:]
  /// What is run in some of the turns: under a condition that may well not hold.
  private var occasional: [Code: Repetition] = [:]
  /// Whether closures are run again and again that somebody keeps.
  private var runsClosures = false

  /// Calls are followed this far: behind that, something on the way mostly decides whether to go on.
  private static let longestChain = 4

  init(_ index: SourceIndex) {
    self.index = index
    let handedOn = OnDemand { HandedOnTurns(index) }
    var found: [(code: Code, repetition: Repetition)] = []
    for file in index.files {
      for (part, repetition) in Self.repeatedParts(of: file) { found += runs(of: part, each: repetition, handedOn) }
    }
    for _ in 0..<Self.longestChain {
      let new = found.filter { repetitions[$0.code] == nil && !stopsClock($0.code) }
      if new.isEmpty { break }
      for (code, repetition) in new {
        repetitions[code] = repetition
        if code.kind == .closure { runsClosures = true }
      }
      found = new.flatMap { code, repetition in
        Self.body(of: code).map { runs(of: $0, each: repetition, isMethod: true, handedOn) } ?? []
      }
    }
  }

  /// What a piece of code runs in each of its turns; what it may run is noted.
  private mutating func runs(
    of part: Code, each repetition: Repetition, isMethod: Bool = false, _ handedOn: OnDemand<HandedOnTurns>
  ) -> [(code: Code, repetition: Repetition)] {
    var found: [(code: Code, repetition: Repetition)] = []
    for (step, isCertain) in steps(in: part, isMethod: isMethod) {
      for code in code(of: step, handedOn) {
        if isCertain {
          found.append((code, repetition))
        } else if occasional[code] == nil {
          occasional[code] = repetition
        }
      }
    }
    return found
  }

  /// What runs: of an outlet, whoever listens to it.
  private func code(of step: Step, _ handedOn: OnDemand<HandedOnTurns>) -> [Code] {
    switch step {
    case .code(let code): [code]
    case .outlet(let outlet):
      handedOn.value.listeners(of: outlet).flatMap { listener in
        switch listener {
        case .closure(let code): [code]
        case .method(let owner, let name): index[owner].functions.filter { $0.name == name }.map(\.code)
        }
      }
    }
  }

  private static func body(of code: Code) -> Code? { code.kind == .closure ? code : code.first(.block) }

  /// Whether it ends what runs others again and again: it is called at the last turn.
  private func stopsClock(_ code: Code) -> Bool { Self.body(of: code)?.children.contains(where: \.stopsClock) ?? false }

  /// What runs a function, or a closure that somebody keeps, again and again.
  func repetition(of code: Code) -> Repetition? { repetitions[code] }

  /// The same of a function, or of what runs it in some of its turns.
  func anyRepetition(of code: Code) -> Repetition? { repetitions[code] ?? occasional[code] }

  /// What runs the code again and again as a part of a closure that somebody keeps; `nil` too where it may well not come to it.
  func repetition(telling code: Code) -> Repetition? {
    guard runsClosures else { return nil }
    for closure in code.ancestors where closure.kind == .closure {
      if let found = repetitions[closure] { return code.isConditional(in: closure) ? nil : found }
    }
    return nil
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
      guard let source = code.repetition, !code.isInUncalledFunction, !code.isInsideDebugCheck else { return [] }
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
        return owner.functions.filter { $0.name == code.name }.map { (.code($0.code), true) }
      }
      guard code.kind == .call else { return [] }
      let steps = steps(calledBy: code, in: owner)
      if steps.isEmpty { return [] }
      let isCertain =
        !code.isConditional(in: part) && !code.isInCase(of: part) && !(isMethod && code.isDecided(in: part))
      return steps.map { ($0, isCertain) }
    }
  }

  private func steps(calledBy code: Code, in owner: TypeInfo) -> [Step] {
    // `onTick?(time)`, `ticks.send(time)`.
    if var path = code.callee?.ownMemberPath, let name = path.popLast() {
      if path.isEmpty, let property = owner.property(name), HandedOnTurns.isFunction(property) {
        return HandedOnTurns.outlet(name, of: owner).map { [.outlet($0)] } ?? []
      }
      if name == KnownTypes.sending, path.count == 1, let property = owner.property(path[0]),
        HandedOnTurns.isSubject(property)
      {
        return HandedOnTurns.outlet(path[0], of: owner).map { [.outlet($0)] } ?? []
      }
    }
    guard let (type, name) = method(calledBy: code, in: owner) else { return [] }
    let functions = type.functions(calledBy: code, named: name)
    if type.kind != .protocol { return functions.map { .code($0.code) } }
    // A requirement of a protocol stands for what its types have for it: `delegate?.engineDidTick(self)`.
    return index.types.lazy.filter { $0.kind != .protocol && index.conforms($0, toAnyOf: [type.name]) }.flatMap {
      type in
      type.functions.filter { own in
        own.name == name && functions.contains { $0.parameters.map(\.label) == own.parameters.map(\.label) }
      }
    }.map { .code($0.code) }
  }

  /// The type that has the method that a call names.
  private func method(calledBy code: Code, in owner: TypeInfo) -> (type: TypeInfo, name: String)? {
    guard var path = code.callee?.memberPath, let name = path.popLast(), !name.startsUppercase else { return nil }
    return index.type(ofPath: path[...], at: code, in: owner).map { ($0, name) }
  }
}

extension TypeInfo {
  /// The functions of that name that a call may mean, by its labels; where none fits, all of that name.
  fileprivate func functions(calledBy call: Code, named name: String) -> [Function] {
    let named = functions.filter { $0.name == name }
    guard named.count > 1 else { return named }
    let fitting = named.filter { $0.takes(call) }
    return fitting.isEmpty ? named : fitting
  }
}

extension Function {
  /// Whether a call gives what the function needs, in that order; closures may stand behind.
  fileprivate func takes(_ call: Code) -> Bool {
    func isOptional(_ parameter: Parameter) -> Bool {
      parameter.code.first(.value) != nil || TypeName.isFunction(parameter.typeText)
    }
    var rest = parameters[...]
    for argument in call.arguments where !argument.flags.contains(.isTrailing) {
      let label = argument.name.isEmpty ? "_" : argument.name
      guard let place = rest.firstIndex(where: { $0.label == label }), rest[..<place].allSatisfy(isOptional) else {
        return false
      }
      rest = rest[(place + 1)...]
    }
    return rest.allSatisfy(isOptional)
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
        guard
          isStarted
            || value?.isMadeByApp != true
              && SourceGraph.namesClock(publisher.observedMember.map { [$0] } ?? publisher.allNames)
        else { return nil }
        let parts = [publisher, value].compactMap(\.self)
        if parts.contains(where: \.isUnconnectedTimer) { return nil }
        return parts.contains { part in part.isSlowClock || part.descendants.contains(where: \.isSlowClock) }
          ? .slowClock : .clock
      // `node.installTap(onBus: 0, bufferSize: 1024, format: nil) { buffer, _ in … }`
      case .subscription: return Calls.rates[calledName] == .stream || watchesMoves ? .callback(calledName) : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// `NSEvent.addLocalMonitorForEvents(matching: [.mouseMoved]) { … }`, and not one of keys.
  private var watchesMoves: Bool {
    Functions.watchesInput.contains(calledName)
      && arguments.first { $0.firstChild?.kind != .closure }.map { events in
        events.descendants.contains { $0.kind == .member && Functions.inputOfMoves.contains($0.name) }
      } == true
  }

  /// The seconds between two turns of the clock that runs the closures of a call; `nil` where it is none, or the sources do not say.
  var clockPeriod: Double? {
    guard repetition == .clock || repetition == .slowClock else { return nil }
    if let period { return period }
    let parts = [publisher, publisher?.namedValue].compactMap(\.self)
    return parts.lazy.flatMap { [$0] + Array($0.descendants) }.compactMap(\.period).first
  }

  /// `private func startCountdown() { Timer.scheduledTimer(…) }` that nothing in its file names: the clock never starts.
  var isInUncalledFunction: Bool {
    guard let function = ancestors.first(where: { $0.kind == .function && $0.parent?.kind == .type }),
      function.modifierNames.contains(where: { ["private", "fileprivate"].contains($0) }),
      function.attributeNames.isEmpty
    else { return false }
    return !file.root.descendants.contains { code in
      [.identifier, .member].contains(code.kind) && code.name == function.name && !function.contains(code)
    }
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

  /// `PokeTimer(interval: 2)`: what an object of another type than the system's clocks publishes, its own code says and not its name.
  private var isMadeByApp: Bool {
    kind == .call && calledName.startsUppercase && callee?.kind == .identifier && Calls.events[calledName] == nil
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
    if isPutOff(in: part) { return true }
    return ancestors.prefix { $0 != part }.contains { ancestor in
      switch ancestor.kind {
      case .ifStatement:
        // `if let self { … }` holds for as long as anybody cares.
        ancestor.first(.conditions)?.children.contains { condition in
          // `if let color = result as? String`: only some of what comes is one.
          condition.kind == .optionalBinding
            ? condition.descendants.contains { $0.kind == .cast } : !condition.saysThatItGoesOn
        } ?? true
      // What stands in a guard is what it does where the condition fails.
      case .ternary, .catchClause, .guardStatement: true
      default: false
      }
    }
  }

  /// `switch command { case .reload: reload() }`: what one of several cases calls.
  fileprivate func isInCase(of part: Code) -> Bool {
    ancestors.prefix { $0 != part }.contains { $0.kind == .caseClause }
  }

  /// Whether a condition lets only some of the events come to it: one that asks what an object keeps, such as when it wrote last, or
  /// whether it is recording at all.
  func isRationed(in handler: Code, by object: TypeInfo) -> Bool {
    let around = ancestors.prefix { $0 != handler }.filter { $0.kind == .ifStatement || $0.kind == .ternary }
    let before = handler.descendants(.guardStatement).filter { $0.index < index }
    return (around + before).compactMap { $0.first(.conditions) }.flatMap(\.children).contains { condition in
      condition.kind != .optionalBinding
        && condition.mentionedNames.contains { name in
          if object.property(name) != nil { return true }
          // `let elapsed = now.timeIntervalSince(lastWrite)`.
          return condition.localDeclaration(of: name)?.mentionedNames.contains { object.property($0) != nil } == true
        }
    }
  }

  /// `pending?.cancel()`, and then `pending = DispatchWorkItem { close() }`, or a task that waits first: what each turn puts off again
  /// comes when there are no more of them.
  private func isPutOff(in part: Code) -> Bool {
    let isLater = ancestors.prefix { $0 != part }.contains { call in
      guard call.kind == .call, call.callee?.contains(self) != true else { return false }
      return call.calledName == Intervals.workItem
        || Functions.startsTask.contains(call.calledName)
          && call.descendants(.call).contains { Functions.waits.contains($0.calledName) && $0.index < index }
    }
    return isLater && part.descendants(.call).contains { $0.calledName == Intervals.cancel && $0.index < index }
  }

  /// `if isPlaying { … }`: as long as the clock is of use, it holds.
  private var saysThatItGoesOn: Bool {
    guard let path = memberPath, let name = path.last else { return false }
    if isShadowed(path[0]), localDeclaration(of: path[0])?.flags.contains(.isLet) == false { return false }
    return Conventions.ongoingWords.contains(where: name.hasSuffix)
  }

  /// Whether a body asks something first and leaves where it does not hold: `guard count > 1 else { return }`. That the clock is running
  /// is nothing that it has to ask.
  fileprivate func isDecided(in body: Code) -> Bool {
    let blocks = [body] + ancestors.prefix { $0 != body }.filter { $0.kind == .block }
    let conditions = blocks.flatMap { block in
      block.all(.guardStatement).filter { $0.index < index && !$0.contains(self) }
        .flatMap { $0.first(.conditions).map { Array($0.children) } ?? [] }
    }
    return conditions.contains { $0.kind != .optionalBinding && !$0.saysThatItGoesOn }
  }

  /// `selector: #selector(tick)`.
  fileprivate var isSelector: Bool { ancestors.prefix(4).contains { $0.kind == .argument && $0.name == "selector" } }
}
