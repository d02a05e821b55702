import SwiftUIModel

/// Who runs when an object calls a closure that it keeps, or sends a value through a subject.
///
/// An engine has the clock, and its model the value that views show: `private func tick() { onTick?(time) }` in the one, and
/// `engine.onTick = { [weak self] time in self?.time = time }` in the other.
struct HandedOnTurns {
  /// A closure or a subject that an object keeps, by which it tells others.
  struct Outlet: Hashable, Sendable {
    var owner: TypeID
    var name: String
  }

  /// What runs when it is told.
  enum Listener {
    case closure(Code)
    case method(owner: TypeID, name: String)
  }

  private let index: SourceIndex
  /// By the name of the outlet; with the type that is asked for it, `nil` where the sources do not say which that is.
  private var listeners: [String: [(holder: TypeID?, listener: Listener)]] = [:]
  /// How many types have an outlet of that name.
  private var owners: [String: Int] = [:]

  init(_ index: SourceIndex) {
    self.index = index
    for type in index.types {
      for property in type.properties where Self.outlet(property.name, of: type) != nil {
        owners[property.name, default: 0] += 1
      }
    }
    let names = Set(owners.keys)
    // Most files have none of the names.
    for file in index.files where !file.tree.ids(of: names).isEmpty {
      for place in file.tree.nodes.indices {
        switch file.tree.nodes[place].kind {
        case .assign: noteAssigned(Code(file: file, index: place))
        case .call: noteGiven(Code(file: file, index: place))
        default: break
        }
      }
    }
  }

  /// The outlet of that name; `nil` where the type has none.
  static func outlet(_ name: String, of type: TypeInfo) -> Outlet? {
    guard let property = type.property(name), property.isStored || type.kind == .protocol, !property.isStatic else {
      return nil
    }
    return isFunction(property) || isSubject(property) ? Outlet(owner: type.id, name: name) : nil
  }

  static func isFunction(_ property: Property) -> Bool { property.typeText.map(TypeName.isFunction) ?? false }

  static func isSubject(_ property: Property) -> Bool {
    property.typeText.map { KnownTypes.subjects.contains(TypeName.base($0)) } ?? false
  }

  /// What runs when an outlet is used.
  func listeners(of outlet: Outlet) -> [Listener] {
    let type = index[outlet.owner]
    return (listeners[outlet.name] ?? []).compactMap { holder, listener in
      guard let holder else { return owners[outlet.name] == 1 ? listener : nil }
      return holder == type.id || index.conforms(type, toAnyOf: [index[holder].name]) ? listener : nil
    }
  }

  // MARK: Who listens

  /// `engine.onTick = { … }`, `engine.onTick = update`.
  private mutating func noteAssigned(_ assignment: Code) {
    let sides = Array(assignment.children)
    guard assignment.name == "=", sides.count == 2, var path = sides[0].memberPath, let name = path.popLast(),
      owners[name] != nil, let owner = index.type(around: assignment)
    else { return }
    if path.isEmpty, sides[0].isShadowed(name) { return }
    note(sides[1], at: name, of: index.type(ofPath: path[...], at: assignment, in: owner), in: owner)
  }

  /// `Engine(onTick: { … })`, `engine.ticks.sink { … }`.
  private mutating func noteGiven(_ call: Code) {
    guard let last = call.arguments.last, let owner = index.type(around: call) else { return }
    if Calls.events[call.calledName] == .publisher {
      // `.onReceive(engine.ticks) { … }`, `engine.ticks.sink { … }`.
      let given = call.arguments.first?.firstChild
      let publisher = given?.kind == .closure ? call.callee : given
      guard let closure = last.firstChild, closure.kind == .closure, let subject = publisher.flatMap(subject) else {
        return
      }
      return note(closure, at: subject.name, of: index.type(ofPath: subject.path, at: call, in: owner), in: owner)
    }
    guard let path = call.callee?.memberPath, path.last?.startsUppercase == true,
      let made = index.resolve(path.joined(separator: "."), near: call.file.path, inside: owner.id)
    else { return }
    for argument in call.arguments {
      guard let value = argument.firstChild, [.closure, .identifier, .member].contains(value.kind),
        let name = ArgumentMapping.property(for: argument, of: call, in: index[made]), owners[name] != nil
      else { continue }
      note(value, at: name, of: index[made], in: owner)
    }
  }

  private mutating func note(_ value: Code, at name: String, of holder: TypeInfo?, in owner: TypeInfo) {
    let listener: Listener
    if value.kind == .closure {
      listener = .closure(value)
    } else if let path = value.ownMemberPath, path.count == 1, owner.functions.contains(where: { $0.name == path[0] }) {
      listener = .method(owner: owner.id, name: path[0])
    } else {
      return
    }
    listeners[name, default: []].append((holder?.id, listener))
  }

  /// The subject behind the operators of what is subscribed to: `engine.ticks` of `engine.ticks.receive(on: main).sink`.
  private func subject(behind publisher: Code) -> (name: String, path: ArraySlice<String>)? {
    var code = publisher
    while true {
      if code.kind == .call, let inner = code.callee {
        code = inner
        continue
      }
      if let path = code.memberPath, let last = path.last, owners[last] != nil { return (last, path.dropLast()) }
      guard code.kind == .member, let inner = code.firstChild else { return nil }
      code = inner
    }
  }
}
