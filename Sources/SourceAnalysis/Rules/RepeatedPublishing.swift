import SwiftUIModel
internal import Vocabulary

/// `@Published` members that somebody assigns without comparing, whatever runs the assignment: a trace tells how often the
/// value was the same.
enum RepeatedPublishing {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    let writes = graph.memberWrites.value
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      return writes[model.id].compactMap { write in
        guard let property = model.property(write.member), property.storage == .member, mayRepeat(write, property)
        else { return nil }
        return Draft(
          "\(place(of: write)) assigns '\(([write.member] + write.path).joined(separator: "."))' without comparing, and each "
            + "assignment of a @Published property updates all observers of '\(model.name)'; write only when it differs",
          at: write.code.start, code: write.code, view: model, subject: .property(write.member),
          change: .writeOnlyOnChange(PropertyPath(write.member)), severity: .note,
          steps: ["compare with '\(write.member)' and assign only when different"])
      }
    }
  }

  /// What a method works out and publishes again each time it is called, mostly as it was: each branch of a condition on
  /// quantities assigns the same member, a handler of changes resets a flag, a loop that waits appends one by one.
  static func derivedAnew(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      let published = Set(model.storedProperties.filter { $0.storage == .member }.map(\.name))
      guard !published.isEmpty else { return [] }
      return model.functions.flatMap { function -> [Draft] in
        guard let body = function.body else { return [] }
        var seen: Set<String> = []
        return refreshed(by: function, body, model, published)
          + body.descendants.compactMap { code -> Draft? in
            guard code.kind == .ifStatement, code.parent?.kind != .ifStatement else { return nil }
            let target = classified(by: code, published) ?? reset(by: code, in: function, published)
            guard let target, let place = target.firstChild, seen.insert(place.name).inserted,
              !target.isGuarded(for: [place.name], upTo: body), !place.isShadowed(place.name)
            else { return nil }
            return Draft(
              "'\(function.name)' assigns '\(place.name)' whenever it is called, mostly the value that it has, and each assignment of a "
                + "@Published property updates all observers of '\(model.name)'; write only when it differs",
              at: target.start, code: target, view: model, subject: .property(place.name),
              change: .writeOnlyOnChange(PropertyPath(place.name)), severity: .note,
              steps: ["work the value out in a local", "assign '\(place.name)' only when it differs"])
          }
      }
    }
  }

  /// `func updateStatus() { isLive = stream.isConnected }`: what is asked again and again, and mostly answers the same.
  private static func refreshed(
    by function: Function, _ body: Code, _ model: TypeInfo, _ published: Set<String>
  ) -> [Draft] {
    let name = function.name.lowercased()
    guard Conventions.refreshingWords.contains(where: name.contains),
      !body.descendants.contains(where: { $0.kind == .await })
    else { return [] }
    return assignments(in: body, published).compactMap { assignment in
      guard let target = assignment.firstChild, let value = Array(assignment.children).last, !value.isConstant,
        !value.isFreshValue, !value.mentionsOwnMember(target.name), !target.isShadowed(target.name),
        let property = model.property(target.name), isFewValued(property),
        !assignment.isGuarded(for: [target.name], upTo: body)
      else { return nil }
      return Draft(
        "'\(function.name)' assigns '\(target.name)' whenever it is called, mostly the value that it has, and each assignment of a "
          + "@Published property updates all observers of '\(model.name)'; write only when it differs",
        at: assignment.start, code: assignment, view: model, subject: .property(target.name),
        change: .writeOnlyOnChange(PropertyPath(target.name)), severity: .note,
        steps: ["compare with '\(target.name)' and assign only when different"])
    }
  }

  /// Flags and the cases of enums: few values, of which the next is likely to be the last.
  private static func isFewValued(_ property: Property) -> Bool {
    let text = property.typeText.map { TypeName.base($0) } ?? ""
    if KnownTypes.flags.contains(text) { return true }
    let initial = property.initialValue
    if ["true", "false"].contains(initial?.name ?? "") { return true }
    // `= .disconnected`, `= Status.idle`.
    return initial?.kind == .member && KnownTypes.table[text] == nil && !TypeName.isCollection(property.typeText ?? "")
  }

  /// `if speed < low { color = .red } else if speed < high { color = .orange } else { color = nil }`: the first assignment.
  private static func classified(by condition: Code, _ published: Set<String>) -> Code? {
    let isOfQuantities = condition.first(.conditions).map { conditions in
      conditions.descendants.contains { $0.kind == .binary && ["<", ">", "<=", ">="].contains($0.name) }
    }
    guard isOfQuantities == true else { return nil }
    let branches = branches(of: condition)
    guard branches.count >= 2,
      let first = assignments(in: branches[0], published).first(where: { assignment in
        let name = assignment.firstChild?.name
        return branches.allSatisfy { branch in
          assignments(in: branch, published).contains { $0.firstChild?.name == name }
        }
      })
    else { return nil }
    return first
  }

  /// `func textChanged(…) { if … { … } else { isMentioning = false } }`.
  private static func reset(by condition: Code, in function: Function, _ published: Set<String>) -> Code? {
    let name = function.name.lowercased()
    guard Conventions.changeHandlers.contains(where: name.contains), let last = branches(of: condition).last,
      condition.all(.block).count == 2 || condition.first(.ifStatement) != nil
    else { return nil }
    return assignments(in: last, published).first { $0.children.dropFirst().first(where: \.isConstant) != nil }
  }

  /// The blocks of a chain of conditions.
  private static func branches(of condition: Code) -> [Code] {
    condition.all(.block) + (condition.first(.ifStatement).map(branches) ?? [])
  }

  /// Assignments of published members that are statements of the block itself.
  private static func assignments(in block: Code, _ published: Set<String>) -> [Code] {
    block.all(.assign).filter { assignment in
      guard assignment.name == "=", let target = assignment.firstChild, target.isMemberOfSelf else { return false }
      return published.contains(target.name)
    }
  }

  private static func mayRepeat(_ write: MemberWrite, _ property: Property) -> Bool {
    !write.value.isFreshValue && !write.code.isGuarded(for: [write.path.last ?? write.member], upTo: nil)
      && !write.value.mentionsOwnMember(write.member) && !isBehindRemoveDuplicates(write)
  }

  private static func isBehindRemoveDuplicates(_ write: MemberWrite) -> Bool {
    guard let call = write.context?.parent?.parent, call.kind == .call else { return false }
    return call.callee?.descendants.contains { $0.kind == .member && Functions.dropsRepeats.contains($0.name) } ?? false
  }

  /// Words for what the assignment runs in.
  private static func place(of write: MemberWrite) -> String {
    guard let context = write.context else { return "the model" }
    if context.kind == .function { return "'\(context.name)'" }
    if context.kind == .closure {
      if let call = context.parent?.parent, context.parent?.kind == .argument, call.kind == .call,
        !call.calledName.isEmpty
      {
        return "'\(call.calledName)'"
      }
      if let assigned = context.parent, assigned.kind == .assign, let target = assigned.firstChild {
        return "'\(target.name)'"
      }
    }
    return "the code around"
  }
}

extension Code {
  /// Whether the subtree reads `name` or `self.name`, and not a member of something else that is called the same.
  func mentionsOwnMember(_ name: String) -> Bool {
    ([self] + Array(descendants)).contains { code in
      code.name == name
        && (code.kind == .identifier && !code.isShadowed(name)
          || code.kind == .member && code.firstChild?.kind == .identifier && code.firstChild?.name == "self")
    }
  }
}
