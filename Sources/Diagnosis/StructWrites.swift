internal import SourceAnalysis
import SwiftUIModel

/// Which members of the structs of the sources are seen to be written, wherever a value of theirs is held.
///
/// `_config changed.` of an environment value, a binding or a plain input does not say which member changed. Where the
/// sources write single members of such values and never replace a whole one, the others are unlikely to have changed:
/// unlikely, and not more, since values also come from outside of the sources.
struct StructWrites: Sendable {
  /// How many places write a member.
  private var members: [TypeID: [String: Int]] = [:]
  private var replaced: Set<TypeID> = []

  init(_ graph: SourceGraph) {
    for (type, evaluation) in graph.evaluatedViews {
      for write in evaluation.writes {
        for path in Self.paths(of: write.path, as: write.property, given: write.value, at: write.code) {
          note(path, of: type.property(write.property), in: type, graph)
        }
      }
      for read in evaluation.reads where read.isProjection {
        if read.path.isEmpty, evaluation.children.contains(where: { Self.hands(read.code, to: $0) }) { continue }
        if read.path.isEmpty, let argument = read.code.parent, argument.kind == .argument, let call = argument.parent,
          call.kind == .call, graph.index.resolve(call.calledName, near: type.code.file.path, inside: type.id) != nil
        {
          continue
        }
        note(read.path, of: type.property(read.property), in: type, graph)
      }
    }
    let evaluated = Set(graph.views)
    for type in graph.index.types where type.isReference || !evaluated.contains(type.id) && Self.binds(type) {
      let usages = graph.usages(of: type)
      for property in type.storedProperties {
        for code in usages[property.name] where code.isWritten {
          if code.ancestors.contains(where: { $0.kind == .initializer }) { continue }
          if TypeName.isCollection(property.typeText ?? "") {
            noteElement(code, of: property, in: type, graph)
            continue
          }
          let path = (code.accessChain.memberPath ?? [property.name]).drop { $0 == "self" }
          let assignment = code.accessChain.parent.flatMap { $0.kind == .assign ? $0 : nil }
          let paths = Self.paths(
            of: Array(path.dropFirst()), as: property.name,
            given: assignment.flatMap { Array($0.children).dropFirst().first }, at: code)
          for path in paths { note(path, of: property, in: type, graph) }
        }
      }
    }
  }

  /// What an assignment changes: where a value replaces the one it is a copy of, what was changed in the copy.
  ///
  ///     var next = flight
  ///     next.altitude = altitude
  ///     flight = next
  static func paths(of path: [String], as name: String, given value: Code?, at code: Code) -> [[String]] {
    guard let value, value.kind == .identifier,
      let scope = code.ancestors.first(where: { [.function, .closure, .accessor, .initializer].contains($0.kind) }),
      let copy = scope.descendants.first(where: { $0.kind == .variable && $0.name == value.name })?.initialValue,
      copy.memberPath.map({ Array($0.drop { $0 == "self" }) }) == [name] + path
    else { return [path] }
    let changed = scope.descendants.filter { $0.kind == .identifier && $0.name == value.name && $0.isWritten }
      .map { Array(($0.accessChain.memberPath ?? []).dropFirst()) }
    return changed.isEmpty || changed.contains([]) ? [path] : changed.map { path + $0 }
  }

  /// A value that is handed bindings, such as an action that a view puts into the environment.
  private static func binds(_ type: TypeInfo) -> Bool {
    type.kind == .struct && type.storedProperties.contains { $0.storage == .binding }
  }

  /// A binding that a view of the sources takes: what that one writes counts, not the handing on.
  private static func hands(_ code: Code, to child: Child) -> Bool {
    child.type != nil && child.arguments.contains { $0.value == code || $0.value.contains(code) }
  }

  private mutating func note(_ path: [String], of property: Property?, in owner: TypeInfo, _ graph: SourceGraph) {
    guard let property, var model = graph.valueType(of: property, in: owner) else { return }
    // Through an object to the struct it holds.
    var path = path[...]
    while model.isReference {
      guard let first = path.popFirst(), let next = model.property(first),
        let held = graph.valueType(of: next, in: model)
      else { return }
      model = held
    }
    guard let first = path.first else {
      replaced.insert(model.id)
      return
    }
    members[model.id, default: [:]][first, default: 0] += 1
  }

  /// `items[i].title = …`: the elements of a collection are written member by member; others come and go with it.
  private mutating func noteElement(_ code: Code, of property: Property, in owner: TypeInfo, _ graph: SourceGraph) {
    guard let name = TypeName.elements(property.typeText ?? "").last,
      let id = graph.index.resolve(name, near: property.code.file.path, inside: owner.id)
    else { return }
    var access = code
    guard let element = access.parent, element.firstChild == access else {
      // Assigned as a whole: elements of the same identity may be new in every part.
      if access.accessChain.parent?.kind == .assign { replaced.insert(id) }
      return
    }
    guard element.kind == .subscriptCall else { return }
    access = element
    guard let member = access.parent, member.kind == .member, member.firstChild == access,
      member.parent?.kind != .call || member.parent?.callee != member
    else {
      replaced.insert(id)
      return
    }
    members[id, default: [:]][member.name, default: 0] += 1
  }

  /// The members that are written; `nil` where nothing is known or whole values are.
  func members(of type: TypeInfo) -> [String: Int]? {
    replaced.contains(type.id) ? nil : members[type.id]
  }

  /// The share of a struct's changes that are of members that a view reads; `nil` where nothing is known.
  func share(of property: Property, in view: TypeInfo, _ graph: SourceGraph) -> Double? {
    guard let model = graph.valueType(of: property, in: view), !model.isReference, let written = members(of: model),
      let evaluation = graph.evaluation(of: view.id)
    else { return nil }
    var read: Set<String> = []
    for found in evaluation.evaluationReads(of: property.name) {
      guard let first = found.path.first else { return 1 }
      read.formUnion(graph.storedReads(of: first, in: model))
    }
    // What a view edits through its binding it needs as well.
    for found in evaluation.reads(of: property.name) where found.isProjection && !found.path.isEmpty {
      read.formUnion(graph.storedReads(of: found.path[0], in: model))
    }
    let all = written.values.reduce(0, +)
    return Double(written.filter { read.contains($0.key) }.values.reduce(0, +)) / Double(max(1, all))
  }
}

extension SourceGraph {
  /// The type of the elements that the rows of a `ForEach` or `List` show.
  func elementType(ofRows row: Code, in view: TypeInfo) -> TypeID? {
    guard var path = row.arguments.first?.firstChild?.memberPath?.drop(while: { $0 == "self" }),
      let first = path.popFirst(), var property = view.property(String(first.drop { $0 == "$" }))
    else { return nil }
    var owner = view
    for name in path {
      guard let next = index.type(of: property, in: owner), let member = next.property(name) else { return nil }
      owner = next
      property = member
    }
    return TypeName.elements(property.typeText ?? "").last.flatMap {
      index.resolve($0, near: property.code.file.path, inside: owner.id)
    }
  }

  /// The type of a property, that of an environment value by the declaration of its key.
  func valueType(of property: Property, in owner: TypeInfo) -> TypeInfo? {
    if let type = index.type(of: property, in: owner) { return type }
    guard property.typeText == nil, let key = property.environmentKey else { return nil }
    for type in index.environmentTypes.map({ index[$0] }) {
      if let declared = type.property(key) { return index.type(of: declared, in: type) }
    }
    return nil
  }
}
