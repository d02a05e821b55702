import SwiftUIModel
internal import Vocabulary

/// State that is the same function of other state wherever it is written: handlers of changes, code that changes the other state, and
/// observers of it keep the two in step.
struct StateInStep {
  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation

  /// - Parameter known: State that findings are about already.
  func findings(except known: Set<String>) -> [Draft] {
    if evaluation.isIncomplete { return [] }
    return type.storedProperties.compactMap { property in
      guard property.storage == .state, !known.contains(property.name),
        !evaluation.evaluationReads(of: property.name).isEmpty, !isHandedOut(property)
      else { return nil }
      if let sources = handled(property) {
        return draft(property, sources, "after each change, which costs a second update")
      }
      if let sources = writtenBeside(property) { return draft(property, sources, "wherever that is changed") }
      return observed(property).map { draft(property, $0, "by its observer") }
    }
  }

  private func draft(_ property: Property, _ sources: Set<String>, _ when: String) -> Draft {
    let source = SourceGraph.list(sources.sorted())
    return Draft(
      "'\(property.name)' is assigned what it is made of \(source) \(when); make it a computed property",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .derive(PropertyPath(property.name), along: []), severity: .note,
      steps: [
        "replace '\(property.name)' by a computed property of \(source)", "remove the code that keeps it in step",
      ])
  }

  // MARK: - Handlers

  /// What the property is made of by handlers that each change of it calls.
  private func handled(_ property: Property) -> Set<String>? {
    let writes = Array(evaluation.writes(of: property.name))
    guard
      let made = madeAlike(
        property, by: writes,
        where: { write in
          guard let caller = write.phase.caller else { return false }
          return isHandler(write, caller) && SourceRule.isUnconditional(write)
        })
    else { return nil }
    let watched = writes.reduce(into: Set<String>()) { names, write in
      if let caller = write.phase.caller { names.formUnion(self.watched(by: caller)) }
    }
    // Something has to tell of each change, or the value is one of some moment.
    guard !watched.isDisjoint(with: made), made.allSatisfy({ isInput($0) || watched.contains($0) }) else { return nil }
    return made
  }

  private func isHandler(_ write: Write, _ caller: Code) -> Bool {
    switch write.phase.event {
    case .change, .appear: return true
    case .publisher: return publishesOnce(caller)
    case .task: return caller.argument(Labels.identity) != nil && !caller.descendants.contains { $0.kind == .await }
    default: return false
    }
  }

  /// `onReceive(Just(amount))`.
  private func publishesOnce(_ caller: Code) -> Bool {
    caller.arguments.first?.firstChild?.calledName == Functions.publishesOnce
  }

  /// The properties whose changes a handler is called for.
  private func watched(by caller: Code) -> Set<String> {
    let value =
      caller.argument("of") ?? caller.argument(Labels.identity)
      ?? (publishesOnce(caller) ? caller.arguments.first?.firstChild : nil)
    return value.map(ownNames) ?? []
  }

  // MARK: - Beside the other state

  /// What the property is made of right after each change of that.
  private func writtenBeside(_ property: Property) -> Set<String>? {
    let writes = Array(evaluation.writes(of: property.name))
    guard let made = madeAlike(property, by: writes, where: { !$0.phase.isEvaluation && $0.phase.event != .later })
    else { return nil }
    let sources = made.filter { !isInput($0) }
    guard !sources.isEmpty,
      sources.allSatisfy({ name in
        guard let source = type.property(name), source.storage == .state, !isHandedOut(source), isPlainValue(source)
        else { return false }
        let changes = Array(evaluation.writes(of: name))
        return !changes.isEmpty && knowsAllWrites(of: source, changes)
          && changes.allSatisfy { change in
            change.value.map { !ownNames($0).contains(property.name) } != false
              && writes.contains { follows($0.code, change.code) }
          }
      })
    else { return nil }
    return made
  }

  /// Whether code that changes one value always comes to code that writes the other, at once and in the same animation.
  private func follows(_ write: Code, _ change: Code) -> Bool {
    guard let block = write.parent, block.kind == .block, block.contains(change), change.index < write.index else {
      return false
    }
    for ancestor in change.ancestors {
      if ancestor == block { break }
      // Later, in an animation, or somebody else's.
      if [.closure, .function, .accessor, .call].contains(ancestor.kind) { return false }
    }
    return !block.descendants.contains { code in
      code.index > change.index && code.index < write.index
        && [.returnStatement, .throwStatement, .await, .guardStatement].contains(code.kind)
    }
  }

  /// Whether the value is changed by nothing but assignments and what is known to change values.
  private func isPlainValue(_ source: Property) -> Bool {
    let made = source.initialValue.flatMap { $0.kind == .call && $0.calledName.startsUppercase ? $0.calledName : nil }
    guard let text = source.typeText ?? made ?? (source.initialValue?.kind == .array ? "[]" : nil) else { return false }
    if let declared = graph.index.type(of: source, in: type) {
      return declared.kind == .enum
        || declared.kind == .struct && !declared.functions.contains { $0.modifiers.contains("mutating") }
    }
    return KnownTypes.values.contains(TypeName.base(text)) || TypeName.isCollection(text)
  }

  // MARK: - Observers

  /// What the property is made of in the observers of that.
  private func observed(_ property: Property) -> Set<String>? {
    guard evaluation.writes(of: property.name).isEmpty else { return nil }
    let usages = graph.mentions(of: property.name, in: type).filter(\.isWritten)
    var observers: Set<String> = []
    var made: Set<String> = []
    var text: [String]?
    for usage in usages {
      guard let assignment = usage.accessChain.parent, assignment.kind == .assign, assignment.name == "=",
        let value = Array(assignment.children).last, isPlain(value),
        let block = assignment.parent, let accessor = block.parent, accessor.kind == .accessor,
        accessor.name == "didSet", let source = accessor.parent,
        !block.children.contains(where: { $0.index < assignment.index && $0.kind != .assign }),
        text == nil || text == shape(value, nil)
      else { return nil }
      text = shape(value, nil)
      observers.insert(source.name)
      guard let found = sources(of: value, nil, except: property.name) else { return nil }
      made.formUnion(found)
    }
    guard !made.isEmpty, observers.isSubset(of: made), made.allSatisfy({ isInput($0) || observers.contains($0) }),
      observers.allSatisfy({ type.property($0)?.storage == .state })
    else { return nil }
    return made
  }

  // MARK: - Values

  /// What costs too little to be kept: plain expressions, an enum of the sources made of one, and a short function of the view that
  /// reads nothing but what it is handed.
  private func isPlain(_ value: Code) -> Bool {
    if DerivedValue.isPlain(value, in: type) { return true }
    guard value.kind == .call,
      value.arguments.allSatisfy({ $0.firstChild.map { DerivedValue.isPlain($0, in: type) } ?? false }),
      let path = value.callee?.memberPath
    else { return false }
    if path.count == 1, path[0].startsUppercase {
      return graph.index.resolve(path[0], near: value.file.path, inside: type.id).map { graph.index[$0].kind == .enum }
        ?? false
    }
    guard path.count == 1 || path.count == 2 && ["self", "Self"].contains(path[0]), let name = path.last else {
      return false
    }
    let functions = type.functions.filter { $0.name == name }
    guard functions.count == 1, let body = functions[0].body, functions[0].returnText != nil,
      body.lineCount <= Self.shortFunction
    else { return false }
    return !body.descendants.contains { code in
      switch code.kind {
      case .await: return true
      case .identifier:
        return !code.isShadowed(code.name)
          && (type.property(code.name)?.isStored == true || type.functions.contains { $0.name == code.name })
      case .call: return KnownTypes.costly.contains(code.calledName) || Methods.sorts.contains(code.calledName)
      default: return false
      }
    }
  }

  private static let shortFunction = 8

  /// What the property is made of, where all of its writes assign the same function of that.
  private func madeAlike(_ property: Property, by writes: [Write], where isRight: (Write) -> Bool) -> Set<String>? {
    guard !writes.isEmpty, knowsAllWrites(of: property, writes) else { return nil }
    var made: Set<String> = []
    var text: [String]?
    for write in writes {
      guard write.operation == "=", write.path.isEmpty, let value = write.value, !value.isConstant, isRight(write),
        isPlain(value), let found = sources(of: value, write, except: property.name)
      else { return nil }
      let shape = shape(value, write)
      guard text == nil || text == shape else { return nil }
      text = shape
      made.formUnion(found)
    }
    return made.isEmpty ? nil : made
  }

  /// Whether the walk met all code that writes the property.
  private func knowsAllWrites(of property: Property, _ writes: [Write]) -> Bool {
    let known = writes.map(\.code)
    return graph.mentions(of: property.name, in: type).filter(\.isWritten).allSatisfy { use in
      known.contains { $0.contains(use) } || use.ancestors.contains { $0.kind == .initializer }
    }
  }

  /// Whether others are given a binding to it.
  private func isHandedOut(_ property: Property) -> Bool {
    graph.mentions(of: "$" + property.name, in: type).isEmpty == false
  }

  /// The properties of the view that a value is made of; `nil` where it is made of something else that may change.
  private func sources(of value: Code, _ write: Write?, except name: String) -> Set<String>? {
    var found: Set<String> = []
    for code in [value] + Array(value.descendants) where code.kind == .identifier && !code.name.startsUppercase {
      let isCallee = code.parent?.kind == .call && code.parent?.callee == code
      if isCallee { continue }
      if !code.isOfSelf, let local = code.localDeclaration(of: code.name) {
        guard let made = local.initialValue, isPlain(made), write?.code.contains(local) != true,
          let more = sources(of: made, write, except: name)
        else { return nil }
        found.formUnion(more)
      } else if let subject = watchedName(code, write) {
        found.insert(subject)
      } else if let several = watchedNames(code, write) {
        found.formUnion(several)
      } else if code.isOfSelf || !code.isShadowed(code.name), code.name != name,
        let property = type.property(code.name), property.isStored, isKnown(property)
      {
        found.insert(code.name)
      } else if code.name != "self" {
        return nil
      }
    }
    return found
  }

  /// The property that a parameter of a handler stands for: `newValue` of `onChange(of: text) { _, newValue in … }`.
  private func watchedName(_ code: Code, _ write: Write?) -> String? {
    guard let caller = write?.phase.caller, let closure = code.ancestors.first(where: { $0.kind == .closure }),
      caller.arguments.contains(where: { $0.firstChild == closure }),
      let subject = caller.argument("of") ?? (publishesOnce(caller) ? once(caller) : nil),
      let path = subject.ownMemberPath, path.count == 1
    else { return nil }
    let parameters = closure.all(.parameter).map(\.detail)
    let isNew = parameters.isEmpty ? code.name == "$0" || code.name == "$1" : code.name == parameters.last
    return isNew ? path[0] : nil
  }

  /// The same of `onChange(of: [first, second]) { _, values in … }`, which watches several.
  private func watchedNames(_ code: Code, _ write: Write?) -> Set<String>? {
    guard let caller = write?.phase.caller, let closure = code.ancestors.first(where: { $0.kind == .closure }),
      caller.arguments.contains(where: { $0.firstChild == closure }), let subject = caller.argument("of"),
      [.array, .tuple, .binary].contains(subject.kind), closure.all(.parameter).last?.detail == code.name
    else { return nil }
    let names = ownNames(subject).filter { $0 != "self" }
    return names.allSatisfy { type.property($0).map { $0.isStored && isKnown($0) } ?? false } ? names : nil
  }

  private func once(_ caller: Code) -> Code? { caller.arguments.first?.firstChild?.arguments.first?.firstChild }

  /// Whether the view is evaluated when the property changes, or is made with it.
  private func isKnown(_ property: Property) -> Bool {
    switch property.storage {
    case nil: graph.index.type(of: property, in: type)?.isReference != true
    case .state, .binding, .defaults, .scene, .focus: graph.index.type(of: property, in: type)?.isReference != true
    default: false
    }
  }

  /// Whether it is what the view was made with: a computed property follows it, as the copy should.
  private func isInput(_ name: String) -> Bool { type.property(name)?.wrapper == nil }

  /// An expression as names and kinds, in which what a handler is given is what it watches.
  private func shape(_ value: Code, _ write: Write?) -> [String] {
    ([value] + Array(value.descendants)).compactMap { code in
      if code.isSelf { return nil }
      let name = code.kind == .identifier ? watchedName(code, write) ?? code.name : code.name
      return "\(code.kind) \(name)"
    }
  }

  private func ownNames(_ value: Code) -> Set<String> {
    ([value] + Array(value.descendants)).reduce(into: []) { names, part in
      if part.kind == .identifier { names.insert(part.name) }
    }
  }
}
