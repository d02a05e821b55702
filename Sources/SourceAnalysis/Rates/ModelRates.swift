import SwiftUIModel

/// How often models change that are observed.
package struct ModelRates: Sendable {
  private let graph: SourceGraph
  private let isWhole: Bool

  /// How often a member of a model is written, and from how many places.
  struct Writes: Sendable {
    /// What shows that it is written again and again.
    var recurrences: [Recurrence] = []
    /// Whether somebody may call what writes it again and again, by its name.
    var isHandler = false
    var places = 0

    private var firstSlow: Int { recurrences.firstIndex(where: \.isSlow) ?? recurrences.endIndex }

    mutating func add(_ recurrence: Recurrence?, isHandler: Bool = false) {
      places += 1
      // The first one is named: of what a fast and a slow clock write the fast one counts.
      if let recurrence { recurrences.insert(recurrence, at: recurrence.isSlow ? recurrences.endIndex : firstSlow) }
      if isHandler { self.isHandler = true }
    }
  }

  /// A model that is written from that many places is one that an app keeps its state in.
  private static let manyPlaces = 12

  package init(_ graph: SourceGraph, isWhole: Bool) {
    self.graph = graph
    self.isWhole = isWhole
  }

  /// How often a stored member of a model changes.
  ///
  /// - Parameter views: On screen together with who asks: what is typed and dragged elsewhere changes nothing meanwhile. Without
  ///   them all counts.
  func rate(ofMember name: String, of type: TypeInfo, beside views: (() -> Set<TypeID>)? = nil) -> ChangeRate {
    rate(of: writes(of: type)[name] ?? Writes(), named: name, beside: views)
  }

  /// Whether a clock assigns what a member is made of, again and again: what is fetched anew is mostly what it was.
  package func isPolled(_ member: String, of type: TypeInfo) -> Bool {
    graph.storedReads(of: member, in: type).sorted().contains {
      [.clock, .slowClock].contains(rate(ofMember: $0, of: type).recurrence?.source)
    }
  }

  /// How often anything changes that an object announces.
  func rate(ofAll type: TypeInfo, beside views: (() -> Set<TypeID>)? = nil) -> ChangeRate {
    let all = writes(of: type)
    let announced = Self.announced(by: type).map { (name: $0.name, writes: all[$0.name] ?? Writes()) }
    let rate = announced.map { self.rate(of: $0.writes, named: $0.name, beside: views) }.max() ?? .never
    if announced.reduce(0, { $0 + $1.writes.places }) >= Self.manyPlaces { return max(rate, .unknown) }
    // What it announces by hand, or for what it holds, is not counted.
    return graph.mentions(of: Protocols.changePublisher, in: type).isEmpty ? rate : max(rate, .unknown)
  }

  /// The members whose changes evaluate who observes the object, or may read them.
  static func announced(by type: TypeInfo) -> [Property] {
    type.isObservableObject ? type.publishedMembers : type.allStoredProperties.filter(\.isTracked)
  }

  private func rate(of writes: Writes, named name: String, beside views: (() -> Set<TypeID>)?) -> ChangeRate {
    if let own = writes.recurrences.first(where: \.goesOnByItself) { return .often(own) }
    if let first = writes.recurrences.first {
      guard let views else { return .often(first) }
      let near = views()
      if let found = writes.recurrences.first(where: { $0.view.map(near.contains) ?? true }) { return .often(found) }
    }
    if !isWhole || writes.isHandler { return .unknown }
    if graph.isWrittenInSkimmedCode([name]) { return .unknown }
    return writes.places == 0 ? .never : .seldom
  }

  private func writes(of type: TypeInfo) -> [String: Writes] {
    graph.writesOfModels.value(for: type.id) {
      let repeated = graph.repeatedMethods
      var found = graph.writesOfViews.value { writesOfViews() }[type.id] ?? [:]
      addOwn(of: type, repeated, to: &found)
      for write in graph.writesOfOthers(to: type.id) {
        found[write.member, default: Writes()].add(
          recurrence(of: write.code, writing: write.member, of: type, graph.index[write.owner], repeated),
          isHandler: Self.isNamedAfterEvents(around: write.code))
      }
      // What an object keeps to itself evaluates nobody.
      if isTold(type) {
        let announced = Set(Self.announced(by: type).map(\.name))
        found = found.filter { announced.contains($0.key) }
      }
      return found
    }
  }

  /// Whether observers learn of changes from the members alone, and not by hand as well.
  private func isTold(_ type: TypeInfo) -> Bool {
    (type.isObservableObject || type.isObservableClass)
      && graph.mentions(of: Protocols.changePublisher, in: type).isEmpty
  }

  /// Writes in the model's own methods; those of initialisers make no update.
  private func addOwn(of type: TypeInfo, _ repeated: RepeatedMethods, to found: inout [String: Writes]) {
    let usages = graph.usages(of: type)
    for property in type.storedProperties {
      for code in usages[property.name] where code.isWritten {
        // What an initialiser itself assigns, not what it has a timer do.
        if code.enclosingFunction?.kind == .initializer { continue }
        found[property.name, default: Writes()].add(
          recurrence(of: code, writing: property.name, of: type, type, repeated),
          isHandler: Self.isNamedAfterEvents(around: code))
      }
    }
  }

  /// What shows that a write to a member of a model happens again and again, and not only where the value differs.
  private func recurrence(
    of code: Code, writing name: String, of model: TypeInfo, _ owner: TypeInfo?, _ repeated: RepeatedMethods
  ) -> Recurrence? {
    guard let source = source(around: code.decision(writing: name), owner, repeated),
      // What is taken away at a turn, with what the object showed, was the last.
      !([.clock, .slowClock].contains(source) && code.assignedValue?.isNil == true),
      !code.isGuarded(for: [name], upTo: nil),
      // Observation leaves out what is equal.
      !(model.isObservableClass && code.assignedValue.map { $0.isConstant || $0.mostlyKeeps(name) } == true)
    else { return nil }
    return Recurrence(source, writing: name, at: code)
  }

  private func source(around code: Code, _ owner: TypeInfo?, _ repeated: RepeatedMethods) -> Recurrence.Source? {
    var inner = code
    for ancestor in code.ancestors {
      // What is said of a call is said of its arguments, and of a loop of its body.
      if ancestor.kind == .call ? inner.kind == .argument : inner.kind == .block,
        let source = ancestor.repetition, !code.isConditional(in: inner)
      {
        return ancestor.isInUncalledFunction ? nil : source
      }
      if [.function, .closure].contains(ancestor.kind), let found = repeated.repetition(of: ancestor),
        !code.isConditional(in: ancestor)
      {
        return found.source
      }
      if ancestor.kind == .function, !code.isConditional(in: ancestor) {
        if Self.isCalledForEvents(ancestor), !isCalledHere(ancestor, by: owner),
          owner.map({ !code.isRationed(in: ancestor, by: $0) }) ?? true
        {
          return .callback(ancestor.name)
        }
      }
      inner = ancestor
    }
    return nil
  }

  /// Whether the sources call a function, so that how often it runs is known from there and not from its name: what the system calls
  /// nobody else does.
  func isCalledHere(_ function: Code, by owner: TypeInfo?) -> Bool {
    if let owner, graph.mentions(of: function.name, in: owner).contains(where: { !function.contains($0) }) {
      return true
    }
    return graph.answers.calledFunctions.value(for: function) {
      graph.index.holdsCode(inFilesNaming: [function.name]) { call in
        call.kind == .call && call.calledName == function.name && call.callee?.kind == .member
          && !function.contains(call) && function.takesLabels(of: call)
      }
    }
  }

  /// `locationManager(_:didUpdateLocations:)`, `tick()`: a function that is called for each event of what goes on and on.
  static func isCalledForEvents(_ function: Code) -> Bool {
    isCalledForEvents(label: function.name)
      || function.all(.parameter).contains { isTold($0.name) && isCalledForEvents(label: $0.name) }
  }

  /// `didUpdateLocations`: what a delegate is told; `pollInterval` is a number.
  private static func isTold(_ label: String) -> Bool { label.hasPrefix("did") }

  /// `didUpdateLocations`: the name of such a function, or the label of one of its parameters.
  static func isCalledForEvents(label: String) -> Bool { isNamed(label, after: Conventions.eventHandlers) }

  /// What shows that an assignment to a member of a model happens again and again, and not only where the value differs.
  func recurrence(of write: MemberWrite, to model: TypeInfo) -> Recurrence? {
    recurrence(
      of: write.code, writing: write.member, of: model, graph.index[write.owner], graph.repeatedMethods)
  }

  private func writesOfViews() -> [TypeID: [String: Writes]] {
    var found: [TypeID: [String: Writes]] = [:]
    // Of all views, whichever of them rules look at.
    for type in graph.index.types {
      guard let evaluation = graph.evaluation(of: type.id) else { continue }
      for write in evaluation.writes {
        guard let member = write.path.first, let property = type.property(write.property),
          let model = graph.model(of: property, in: type)
        else { continue }
        let isAgain = !write.code.isGuarded(for: [member], upTo: write.phase.caller)
        let recurrence = isAgain ? SourceGraph.recurrence(of: write, nil, writing: member, by: type.id) : nil
        // What a clock does in some of its turns, it may do once: `if left < 1 { model.isOver = true }`.
        let isNowAndThen =
          recurrence?.goesOnByItself == true
          && write.phase.caller.map { $0.contains(write.code) && write.code.isConditional(in: $0) } == true
        found[model.id, default: [:]][member, default: Writes()].add(isNowAndThen ? nil : recurrence)
      }
      for read in evaluation.reads where read.isProjection {
        guard let member = read.path.first, let property = type.property(read.property),
          let model = graph.model(of: property, in: type)
        else { continue }
        found[model.id, default: [:]][member, default: Writes()].add(
          SourceGraph.editing(read).map { Recurrence($0, writing: member, at: read.code, by: type.id) })
      }
    }
    return found
  }

  // MARK: What runs again and again

  /// Whether code runs for each event of a timer or another stream.
  package static func isInStream(_ code: Code) -> Bool {
    code.isInAsyncSequence || code.callsAround.contains { [.timer, .publisher].contains($0.calledEvent) }
  }

  /// Those of some methods that the streams of a type call.
  package static func methodsCalledInStreams(of type: TypeInfo, among names: Set<String>) -> Set<String> {
    if names.isEmpty { return [] }
    return type.functions.reduce(into: []) { called, function in
      guard let body = function.body else { return }
      for call in body.descendants(.call) {
        let name = call.calledName
        if names.contains(name), !called.contains(name), isInStream(call) { called.insert(name) }
      }
    }
  }

  /// `tick`, `didUpdateLocations`, and not `buyTicket`: somebody calls it again and again, whoever that is.
  package static func isNamedAfterEvents(_ method: String) -> Bool {
    isNamed(method, after: Conventions.changeHandlers)
  }

  private static func isNamed(_ method: String, after words: [String]) -> Bool {
    let lowercased = method.lowercased()
    // Most names have none of the words, and every function around a write is asked.
    guard words.contains(where: { lowercased.contains($0) }) else { return false }
    let bytes = Array(method.utf8)
    let name = Array(lowercased.utf8)
    guard name.count == bytes.count else { return false }
    return words.contains { word in
      guard let found = name.firstRange(of: Array(word.utf8)) else { return false }
      // The word ends where the next one begins.
      guard found.upperBound < bytes.count else { return true }
      // `centralManagerDidUpdateState`: what is told now and then.
      if Conventions.settledThings.contains(where: { name[found.upperBound...].starts(with: Array($0.utf8)) }) {
        return false
      }
      return !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[found.upperBound])
    }
  }

  private static func isNamedAfterEvents(around code: Code) -> Bool {
    methods(around: code).names.contains(where: isNamedAfterEvents)
  }

  /// The functions that code stands in, and whether an initialiser is among them.
  package static func methods(around code: Code) -> (names: [String], isInitializer: Bool) {
    var names: [String] = []
    var isInitializer = false
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .function: names.append(ancestor.name)
      case .initializer: isInitializer = true
      default: break
      }
    }
    return (names, isInitializer)
  }
}

extension Code {
  /// What is assigned to a mention of a name, or by an assignment.
  package var assignedValue: Code? {
    guard let assignment = kind == .assign ? self : accessChain.parent, assignment.kind == .assign,
      assignment.name == "="
    else { return nil }
    return Array(assignment.children).last
  }

  /// Whether a call of something with the name of this function gives what it takes: each label that the call has.
  fileprivate func takesLabels(of call: Code) -> Bool {
    let labels = all(.parameter).map(\.name)
    return call.arguments.allSatisfy { $0.name.isEmpty || labels.contains($0.name) }
  }

  /// `isLoaded || wasLoaded`, `error ?? lastError` assigned to `isLoaded` and `lastError`: mostly the value that is there.
  fileprivate func mostlyKeeps(_ name: String) -> Bool {
    kind == .binary && ["||", "&&", "??"].contains(self.name) && mentionsOwnMember(name)
  }

  /// The condition around an assignment where each branch assigns the same, so that one of them does whatever holds.
  func decision(writing name: String) -> Code {
    var found = self
    for ancestor in ancestors {
      if [.function, .closure, .accessor].contains(ancestor.kind) { break }
      guard ancestor.kind == .ifStatement, ancestor.parent?.kind != .ifStatement else { continue }
      guard ancestor.decides(name) else { break }
      found = ancestor
    }
    return found
  }

  /// Whether each branch of a chain of conditions assigns a member, the last `else` too.
  private func decides(_ name: String) -> Bool {
    let blocks = all(.block)
    let others = first(.ifStatement)
    return blocks.count + (others == nil ? 0 : 1) == 2
      && blocks.allSatisfy { block in
        block.children.contains { $0.kind == .assign && $0.firstChild?.memberPath?.last == name }
      } && (others.map { $0.decides(name) } ?? true)
  }

  /// `for await value in stream { … }`.
  var isInAsyncSequence: Bool { ancestors.contains { $0.kind == .forStatement && $0.flags.contains(.isSpecial) } }

  /// The calls that have this among their arguments; not those of whose value it is a part.
  fileprivate var callsAround: [Code] {
    var calls: [Code] = []
    var inner = self
    for ancestor in ancestors {
      if ancestor.kind == .call, ancestor.callee != inner { calls.append(ancestor) }
      inner = ancestor
    }
    return calls
  }
}
