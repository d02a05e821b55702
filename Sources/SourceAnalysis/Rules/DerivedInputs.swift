import SwiftUIModel

/// What the initialisers of a view make of their parameters.
enum DerivedInputs {
  /// Whether each initialiser makes a stored property of what ends in certain others as well: then it differs only where one
  /// of these does.
  ///
  /// - Parameter others: Names of stored properties.
  static func isMade(_ name: String, of others: Set<String>, in type: TypeInfo) -> Bool {
    var isAssigned = false
    for initializer in type.initializers {
      guard let body = initializer.body else { continue }
      let assignments = Assignments(in: body, of: Set(type.storedProperties.map(\.name)))
      guard let values = assignments.values[name] else { continue }
      isAssigned = true
      // Parameters that are kept in what is compared are compared with it.
      let kept = Set(
        initializer.parameters.map(\.name).filter { parameter in
          others.contains { other in
            assignments.values[other]?.contains { $0.kind == .identifier && $0.name == parameter } == true
          }
        })
      let parameters = Set(initializer.parameters.map(\.name))
      let used = assignments.names(behind: values)
      let stored = Set(assignments.values.keys)
      guard used.isDisjoint(with: parameters.subtracting(kept)),
        used.isDisjoint(with: stored.subtracting(others).subtracting(assignments.locals.keys).subtracting([name]))
      else { return false }
    }
    return isAssigned
  }

  /// Whether each construction makes an input of nothing but what it gives to compared inputs as well: `user.name` beside a `user` that
  /// is compared.
  ///
  /// - Parameter compared: What is compared of the stored properties, as paths: `["user"]`, `["user", "name"]`.
  static func isPassed(_ name: String, beside compared: Set<[String]>, to type: TypeInfo, _ graph: SourceGraph) -> Bool
  {
    let made = (graph.parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    guard !made.isEmpty else { return false }
    return made.allSatisfy { _, child in
      guard let value = child.arguments.first(where: { $0.property == name })?.value else { return false }
      let given = compared.compactMap { path -> [String]? in
        child.arguments.first { $0.property == path[0] }?.value.ownMemberPath.map { $0 + path.dropFirst() }
      }
      let names = ([value] + Array(value.descendants)).filter { $0.kind == .identifier && !$0.name.startsUppercase }
      return !names.isEmpty
        && names.allSatisfy { name in
          guard let path = name.accessChain.ownMemberPath else { return false }
          return given.contains { path.starts(with: $0) }
        }
    }
  }

  /// The assignments in the body of an initialiser.
  private struct Assignments {
    /// What stored properties are assigned.
    var values: [String: [Code]] = [:]
    /// What locals begin with.
    var locals: [String: Code] = [:]

    init(in body: Code, of stored: Set<String>) {
      for code in body.descendants {
        if code.kind == .variable, let value = code.initialValue { locals[code.name] = value }
        guard code.kind == .assign, code.name == "=" else { continue }
        let parts = Array(code.children)
        guard parts.count == 2, let name = parts[0].memberPath?.drop(while: { $0 == "self" }).first,
          stored.contains(name)
        else { continue }
        values[name, default: []].append(parts[1])
      }
    }

    /// The names that values mention, and those that the locals among them begin with.
    func names(behind values: [Code]) -> Set<String> {
      var result: Set<String> = []
      var pending = values
      while let value = pending.popLast() {
        for name in value.mentionedNames where result.insert(name).inserted {
          if let local = locals[name] { pending.append(local) }
        }
      }
      // What a local is named like is hidden by it.
      return result.subtracting(locals.keys)
    }
  }
}
