import SwiftUIModel
internal import Vocabulary

/// What the methods of models write: their own stored properties, through other methods and property observers.
struct WorkOfModels {
  let graph: SourceGraph
  private var known: [TypeID: [String: Set<String>]] = [:]
  /// By type and name: a model may have a thousand of them, which ask each other.
  private var methods: [TypeID: [String: [Function]]] = [:]
  /// Stored properties, by type, that get another value at each write: the time, a new id, one more.
  private var alwaysDiffering: [TypeID: Set<String>] = [:]
  /// By type and method, the fields of stored structs that are written: `identity.name = …`.
  private var fields: [TypeID: [String: [String: Fields]]] = [:]

  /// Which fields of a struct code reads or writes.
  enum Fields: Equatable {
    case all
    case some(Set<String>)

    /// Whether nothing is in both.
    func isDisjoint(with other: Fields) -> Bool {
      guard case .some(let own) = self, case .some(let others) = other else { return false }
      return own.isDisjoint(with: others)
    }

    mutating func formUnion(_ other: Fields) {
      if case .some(let own) = self, case .some(let others) = other {
        self = .some(own.union(others))
      } else {
        self = .all
      }
    }
  }

  init(_ graph: SourceGraph) { self.graph = graph }

  /// The stored properties that a method writes without comparing first.
  mutating func writes(of method: String, in type: TypeInfo) -> Set<String> {
    if let found = known[type.id]?[method] { return found }
    // A method that calls itself adds nothing.
    known[type.id, default: [:]][method] = []
    var found: Set<String> = []
    for function in methods(named: method, of: type) {
      if let body = function.body { collect(body, of: method, type, into: &found) }
    }
    known[type.id]?[method] = found
    return found
  }

  private mutating func methods(named name: String, of type: TypeInfo) -> [Function] {
    if methods[type.id] == nil { methods[type.id] = Dictionary(grouping: type.functions, by: \.name) }
    return methods[type.id]?[name] ?? []
  }

  /// The fields of a stored property that a method writes. Known after `writes`.
  func fields(of name: String, writtenBy method: String, in type: TypeInfo) -> Fields {
    fields[type.id]?[method]?[name] ?? .all
  }

  /// The fields of a stored property that a member of the model shows: itself, or a computed property.
  func fields(of name: String, readBy member: [String], in type: TypeInfo) -> Fields {
    guard let first = member.first, first != name else {
      return member.count > 1 ? .some([member[1]]) : .all
    }
    guard let getter = type.property(first)?.getter else { return .all }
    var found = Fields.some([])
    for code in getter.descendants where code.kind == .identifier && !code.isShadowed(code.name) {
      if code.name == name { found.formUnion(Self.field(at: code)) }
    }
    // Through another computed property.
    return found == .some([]) ? .all : found
  }

  /// The field that is asked of a value: `identity.name`.
  private static func field(at place: Code) -> Fields {
    guard let member = place.parent, member.kind == .member, member.firstChild == place else { return .all }
    // A method may do anything with it.
    return member.parent?.kind == .call && member.parent?.callee == member ? .all : .some([member.name])
  }

  /// Whether each write gives the stored property another value than it had. Known after `writes`.
  func alwaysDiffers(_ name: String, in type: TypeInfo) -> Bool { alwaysDiffering[type.id]?.contains(name) ?? false }

  /// Whether a method writes a stored property each time it is called, whatever it finds: the last statement that it comes to may do
  /// so in a loop over all elements.
  func alwaysWrites(_ name: String, in method: String, of type: TypeInfo) -> Bool {
    let functions = type.functions.filter { $0.name == method }
    guard functions.count == 1, let body = functions[0].body else { return false }
    return body.allThatRuns.contains { statement in
      statement.descendants.contains { code in
        code.kind == .identifier && (code.name == name || code.name == "self" && code.parent?.name == name)
          && code.accessChain.parent?.kind == .assign && !code.isShadowed(name) && code.isWritten
      }
    }
  }

  /// `= .now`, `= UUID()`, `+= 1`: never the value it was.
  static func alwaysDiffers(_ write: Code) -> Bool {
    if write.kind == .call { return Methods.toggles.contains(write.calledName) }
    guard write.kind == .assign else { return false }
    guard write.name == "=" else { return true }
    guard let value = Array(write.children).last else { return false }
    return value.isFreshValue || value.holdsFreshValue
      || value.kind == .member && value.name == KnownTypes.currentInstant
  }

  /// What follows a write of a stored property: its observers' writes.
  mutating func observed(_ name: String, in type: TypeInfo) -> Set<String> {
    let key = "didSet " + name
    if let found = known[type.id]?[key] { return found }
    known[type.id, default: [:]][key] = []
    var found: Set<String> = []
    if let property = type.property(name), property.isStored {
      for accessor in property.code.all(.accessor) where ["didSet", "willSet"].contains(accessor.name) {
        collect(accessor, of: key, type, into: &found)
      }
    }
    found.remove(name)
    known[type.id]?[key] = found
    return found
  }

  private mutating func collect(_ block: Code, of method: String, _ type: TypeInfo, into found: inout Set<String>) {
    // `if let kept = panes[id] { return kept }`: what follows is done for the first time only.
    let kept = block.children.first { $0.returnsWhatIsKept }
    for code in block.descendants where code.kind == .identifier && !code.isInHandler(of: block) {
      if let kept, code.index > kept.index, !kept.contains(code) { continue }
      var name = code.name
      var place = code
      if name == "self" {
        guard let member = code.parent, member.kind == .member, member.firstChild == code else { continue }
        name = member.name
        place = member
      } else if code.isShadowed(name) {
        continue
      }
      if let property = type.property(name), property.isStored {
        let isChanged = place.isWritten || changesInPlace(place)
        guard isChanged, !place.isGuarded(for: [name], upTo: block) else { continue }
        if let parent = place.accessChain.parent, parent.kind == .assign, Self.alwaysDiffers(parent) {
          alwaysDiffering[type.id, default: []].insert(name)
        }
        note([name: Self.field(at: place)], for: method, in: type)
        if found.insert(name).inserted { found.formUnion(observed(name, in: type)) }
      } else if place.parent?.kind == .call, place.parent?.callee == place {
        found.formUnion(writes(of: name, in: type))
        note(fields[type.id]?[name] ?? [:], for: method, in: type)
      }
    }
  }

  private mutating func note(_ written: [String: Fields], for method: String, in type: TypeInfo) {
    fields[type.id, default: [:]][method, default: [:]].merge(written) { known, new in
      var known = known
      known.formUnion(new)
      return known
    }
  }

  /// `items[0].title = …`, `items.append(…)`.
  private func changesInPlace(_ place: Code) -> Bool {
    let chain = place.accessChain
    return chain.parent?.kind == .call && chain.parent?.callee == chain && chain.kind == .member
      && Methods.mutates.contains(chain.name)
  }
}

extension Code {
  /// The statements of a block that run whenever it does: those before anything may leave it, the bodies of loops over all elements
  /// instead of the loops, and nothing that stands in a condition or a closure.
  var allThatRuns: [Code] {
    var found: [Code] = []
    for statement in children {
      switch statement.kind {
      case .guardStatement, .ifStatement, .switchStatement:
        if statement.kind == .guardStatement || statement.descendants.contains(where: { Self.leaves.contains($0.kind) })
        {
          return found
        }
      case .forStatement: found += statement.first(.block)?.allThatRuns ?? []
      case .returnStatement, .throwStatement, .whileStatement: return found
      default: found.append(statement)
      }
    }
    return found
  }

  private static let leaves: Set<CodeTree.Kind> = [.returnStatement, .throwStatement]

  /// Whether the code runs whenever a handler that is given to a call does, at once or in a task.
  func isFirstThing(in caller: Code) -> Bool {
    caller.arguments.contains { argument in
      guard let block = argument.firstChild?.first(.block) else { return false }
      return block.allThatRuns.contains { $0 == self || $0.contains(self) } && !isConditional(in: argument)
    }
  }

  /// `if let kept = panes[id] { return kept }`, `guard panes[id] == nil else { return … }`: a look into what was made before.
  fileprivate var returnsWhatIsKept: Bool {
    guard kind == .ifStatement || kind == .guardStatement, let conditions = first(.conditions),
      conditions.descendants.contains(where: { $0.kind == .subscriptCall })
    else { return false }
    return first(.block)?.children.contains { $0.kind == .returnStatement } == true
  }

  /// Whether the code stands in a closure that runs when something happens later: one that is stored, or that a control, a timer or
  /// a publisher is given.
  fileprivate func isInHandler(of block: Code) -> Bool {
    ancestors.prefix { $0 != block }.contains { closure in
      guard closure.kind == .closure, let parent = closure.parent else { return false }
      if parent.kind == .assign { return true }
      guard parent.kind == .argument, let call = parent.parent else { return false }
      if let event = call.calledEvent { return event != .later && event != .task }
      // Whoever is made with a closure keeps it.
      return call.calledName.startsUppercase
    }
  }
}
