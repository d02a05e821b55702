/// An assignment to a member of a model, wherever it stands.
package struct MemberWrite: Sendable {
  /// The stored property of the model.
  package var member: String
  /// What is assigned behind it: `["battery"]` of `state.battery = …`.
  package var path: [String]
  /// The assignment.
  package var code: Code
  package var value: Code
  /// The type in whose code it stands.
  package var owner: TypeID
  /// The innermost closure, or the method, that it runs in; `nil` in an initialiser.
  var context: Code?
}

/// Who assigns which members of models: their own methods, views, delegates and whoever else holds them.
///
/// Initial values are left out, and so is what is changed in place: an element that is appended is a change.
struct MemberWrites: Sendable {
  private let index: SourceIndex
  /// The names of all stored properties of models: most assignments are of something else.
  private let members: Set<String>
  private var byModel: [TypeID: [MemberWrite]] = [:]

  init(_ index: SourceIndex) {
    self.index = index
    members = Set(index.types.filter(Self.isModel).flatMap { $0.properties.filter(\.isStored).map(\.name) })
    for type in index.types {
      for part in type.allCode {
        for code in part.descendants where code.kind == .assign && code.name == "=" { note(code, in: type, part) }
      }
    }
  }

  private static func isModel(_ type: TypeInfo) -> Bool { type.isObservableClass || type.isObservableObject }

  /// Of what a model declares itself and what it inherits.
  subscript(model: TypeID) -> [MemberWrite] {
    (byModel[model] ?? []) + (index[model].superclass.map { byModel[$0] ?? [] } ?? [])
  }

  private mutating func note(_ assignment: Code, in owner: TypeInfo, _ part: Code) {
    let sides = Array(assignment.children)
    guard sides.count == 2, assignment.ancestors.first(where: { $0.kind == .type }) == part,
      let (model, member, path) = target(of: sides[0], in: owner)
    else { return }
    guard let context = assignment.enclosingFunction, context.kind != .initializer else { return }
    byModel[model, default: []].append(
      MemberWrite(
        member: member, path: path, code: assignment, value: sides[1], owner: owner.id, context: context))
  }

  /// The innermost model on the way to what is assigned, with its member and what follows it.
  private func target(of code: Code, in owner: TypeInfo) -> (model: TypeID, member: String, path: [String])? {
    let path = pathBeforeSubscripts(code)
    guard path.contains(where: members.contains),
      var (holder, names) = index.beginning(of: path[...], at: code, in: owner)
    else { return nil }
    var found: (model: TypeID, member: String, path: [String])?
    while let name = names.popFirst() {
      guard let property = holder.property(name) else { break }
      let declarer = declarer(of: property, below: holder)
      if Self.isModel(index[declarer]), property.isStored { found = (declarer, name, Array(names)) }
      guard let next = index.type(of: property, in: holder), next.isReference else { break }
      holder = next
    }
    return found
  }

  /// The class that declares a property which another one has.
  private func declarer(of property: Property, below type: TypeInfo) -> TypeID {
    guard let parent = type.superclass, !type.properties.contains(property) else { return type.id }
    return index[parent].properties.contains(property) ? parent : type.id
  }

  /// `["self", "rows"]` of `self.rows[0].title`: an element of it is what changes.
  private func pathBeforeSubscripts(_ code: Code) -> [String] {
    var names: [String] = []
    var current = code
    while true {
      switch current.kind {
      case .identifier: return (current.isOfSelf ? ["self"] : []) + [current.name] + names
      case .member:
        guard let base = current.firstChild else { return [] }
        names.insert(current.name, at: 0)
        current = base
      case .subscriptCall:
        guard let base = current.callee else { return [] }
        names = []
        current = base
      default: return []
      }
    }
  }
}

extension SourceGraph {
  /// Assignments to members of a model that stand in other types: services, delegates and whoever else holds it. Those of views are
  /// left out, which their evaluations hold.
  package func writesOfOthers(to model: TypeID) -> [MemberWrite] {
    memberWrites.value[model].filter { $0.owner != model && evaluation(of: $0.owner) == nil }
  }
}
