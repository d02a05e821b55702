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
        guard let property = model.property(write.member), property.storage == .member,
          mayRepeat(write, property, graph)
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
      guard let members = Members(of: model) else { return [] }
      return model.functions.flatMap { function -> [Draft] in
        guard let body = function.body else { return [] }
        var seen: Set<String> = []
        let decided = body.descendants.compactMap { code -> Draft? in
          guard code.kind == .ifStatement, code.parent?.kind != .ifStatement else { return nil }
          let target = classified(by: code, members) ?? reset(by: code, in: function, members)
          guard let target, let place = target.firstChild, seen.insert(place.name).inserted,
            !target.isGuarded(for: [place.name], upTo: body), !place.isShadowed(place.name)
          else { return nil }
          return draft(
            "'\(function.name)' assigns '\(place.name)' whenever it is called, mostly the value that it has", target,
            place.name, model,
            ["work the value out in a local", "assign '\(place.name)' only when it differs"])
        }
        return refreshed(by: function, body, model, members) + decided
          + gathered(in: body, of: function, model, members)
      }
    }
  }

  /// What the delegate of a wrapped view assigns to a model at each event of a callback: mostly what that has.
  static func byOthers(_ graph: SourceGraph) -> [Draft] {
    let writes = graph.memberWrites.value
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      var seen: Set<String> = []
      return writes[model.id].compactMap { write in
        guard write.owner != model.id, isOfView(graph.index[write.owner], graph),
          let property = model.property(write.member), property.storage == .member,
          isForEvents(write), mayRepeat(write, property, graph),
          !SourceGraph.alwaysDiffers(write.path.last ?? write.member),
          seen.insert(write.member + place(of: write)).inserted
        else { return nil }
        return draft(
          "\(place(of: write)) assigns '\(write.member)' for each event, mostly the value that it has", write.code,
          write.member,
          model, ["compare with '\(write.member)' and assign only when different"])
      }
    }
  }

  /// What a model's own method assigns that is called for each event of a sensor: one of a few values, which is mostly the one it has.
  static func classifiedEvents(_ graph: SourceGraph) -> [Draft] {
    let writes = graph.memberWrites.value
    let rates = ModelRates(graph, isWhole: true)
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      var seen: Set<String> = []
      return writes[model.id].compactMap { write in
        guard write.owner == model.id, write.path.isEmpty, let property = model.property(write.member),
          property.storage == .member, isFewValued(property), !write.value.isConstant, !write.value.isFreshValue,
          mayRepeat(write, property, graph), let handler = handler(of: write, model, rates),
          seen.insert(write.member).inserted
        else { return nil }
        return draft(
          "'\(handler)' assigns '\(write.member)' for each event, mostly the value that it has", write.code,
          write.member,
          model, ["compare with '\(write.member)' and assign only when different"])
      }
    }
  }

  /// The method that is called for each event of a sensor, or what hands on where the pointer is, and so makes a write.
  private static func handler(of write: MemberWrite, _ model: TypeInfo, _ rates: ModelRates) -> String? {
    if let method = write.code.ancestors.first(where: { $0.kind == .function }), ModelRates.isCalledForEvents(method) {
      return write.code.isConditional(in: method) ? nil : method.name
    }
    guard case .callback(let sensor)? = rates.recurrence(of: write, to: model)?.source,
      Calls.deliversReadings.contains(sensor)
    else { return nil }
    return sensor
  }

  /// `state = reduce(state, action)`, `let change = update(state, action); state = change.state`: the store publishes after each action,
  /// also after those that change nothing of what it holds.
  static func reduced(_ graph: SourceGraph) -> [Draft] {
    let writes = graph.memberWrites.value
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      var seen: Set<String> = []
      return writes[model.id].compactMap { write in
        guard write.owner == model.id, write.path.isEmpty, model.property(write.member)?.storage == .member,
          let method = write.code.ancestors.first(where: { $0.kind == .function }),
          !method.all(.parameter).isEmpty, !graph.isGuarded(write.code, for: write.member),
          isMadeOf(write.member, write.value), seen.insert(write.member).inserted
        else { return nil }
        return draft(
          "'\(method.name)' assigns '\(write.member)' after each action, also after those that leave it as it was",
          write.code,
          write.member, model,
          ["make what '\(write.member)' holds Equatable", "assign '\(write.member)' only when the new value differs"])
      }
    }
  }

  /// Whether a value is what a function makes of the member itself, at once or by a local.
  private static func isMadeOf(_ member: String, _ value: Code) -> Bool {
    let local = value.memberPath?.first.flatMap { value.localDeclaration(of: $0)?.initialValue }
    let call = local ?? value
    return call.kind == .call && !call.calledName.startsUppercase
      && call.arguments.contains { $0.firstChild?.ownMemberPath == [member] }
  }

  /// `Coordinator` of a representable: other classes need not be read.
  private static func isOfView(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    type.outer.map { graph.evaluation(of: $0) != nil || isOfView(graph.index[$0], graph) } ?? false
  }

  /// What a clock assigns to a model at each turn, from wherever that is called: `Store.shared.update(id, state)` of a timer in
  /// another class.
  static func atEachTurn(_ graph: SourceGraph) -> [Draft] {
    let writes = graph.memberWrites.value
    let rates = ModelRates(graph, isWhole: true)
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      var seen: Set<String> = []
      return writes[model.id].compactMap { write in
        guard let property = model.property(write.member), property.storage == .member,
          mayRepeat(write, property, graph),
          // The next reading of a sensor is mostly another number.
          !isOfMeasuredKind(property), !SourceGraph.alwaysDiffers(write.path.last ?? write.member),
          !write.value.isConstant, !write.code.isAnimated, let source = rates.recurrence(of: write, to: model)?.source,
          [.clock, .slowClock].contains(source), seen.insert(write.member).inserted
        else { return nil }
        return draft(
          "\(place(of: write)) assigns '\(write.member)' at each tick of a clock without comparing", write.code,
          write.member, model, ["compare with '\(write.member)' and assign only when different"])
      }
    }
  }

  /// Levels, offsets, dates and places: the next one is mostly another.
  static func isOfMeasuredKind(_ property: Property) -> Bool {
    if property.initialValue?.kind == .literal, property.initialValue?.name.contains(".") == true { return true }
    let text = TypeName.base(property.typeText ?? "")
    return KnownTypes.measured.contains(text) && !KnownTypes.integers.contains(text)
  }

  /// Whether an assignment stands in a method that is called for each event, or says the same for each value of a publisher.
  private static func isForEvents(_ write: MemberWrite) -> Bool {
    guard let context = write.context else { return false }
    if context.kind == .closure, let call = context.parent?.parent, call.kind == .call,
      [.publisher, .timer].contains(call.calledEvent)
    {
      return write.value.isConstant
    }
    return write.code.ancestors.first { $0.kind == .function }.map(ModelRates.isCalledForEvents) ?? false
  }

  /// `source.$items.sink { self.items = $0; rebuild() }`: a publisher of a property sends each assignment, of what was there too.
  static func rebuilt(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass else { return [] }
      var seen: Set<String> = []
      return model.allCode.flatMap { $0.descendants(.call) }.compactMap { call -> Draft? in
        guard call.calledEvent == .publisher, let closure = call.arguments.last?.firstChild,
          closure.kind == .closure, let block = closure.first(.block), let publisher = call.callee?.firstChild,
          // One that sends when it is asked to has no value to compare with.
          publisher.memberPath?.last?.hasPrefix("$") == true, publisher.memberPath?.count ?? 0 > 1
        else { return nil }
        let delivered = closure.all(.parameter).map(\.detail)
        for (position, statement) in block.children.enumerated()
        where statement.kind == .assign && statement.name == "=" {
          let sides = Array(statement.children)
          guard sides.count == 2, sides[0].kind == .identifier, let property = model.property(sides[0].name),
            property.isStored, property.storage == nil, sides[1].kind == .identifier,
            delivered.isEmpty ? sides[1].name == "$0" : delivered.contains(sides[1].name),
            !statement.isGuarded(for: [property.name], upTo: call), !isBehindComparison(statement, in: block),
            block.children.dropFirst(position + 1).contains(where: { isOwnMethod($0, of: model) }),
            seen.insert(property.name).inserted
          else { continue }
          return Draft(
            "'\(call.calledName)' keeps '\(property.name)' and works it out again for each assignment of "
              + "'\(publisher.memberPath?.last?.dropFirst() ?? "")', also of what was there; compare first, or add removeDuplicates()",
            at: statement.start, code: statement, view: model, subject: .property(property.name),
            change: .writeOnlyOnChange(PropertyPath(property.name)), severity: .note,
            steps: ["leave where what arrives says the same as '\(property.name)'"])
        }
        return nil
      }
    }
  }

  /// `guard fingerprint != shownFingerprint else { return }`.
  private static func isBehindComparison(_ statement: Code, in block: Code) -> Bool {
    block.children.contains { earlier in
      earlier.index < statement.index && [.guardStatement, .ifStatement].contains(earlier.kind)
        && earlier.first(.conditions)?.descendants.contains { ["!=", "=="].contains($0.name) && $0.kind == .binary }
          == true
    }
  }

  /// `rebuild()`, `self.rebuild()`.
  private static func isOwnMethod(_ statement: Code, of model: TypeInfo) -> Bool {
    guard statement.kind == .call, var path = statement.callee?.memberPath else { return false }
    if path.first == "self" { path.removeFirst() }
    return path.count == 1 && model.functions.contains { $0.name == path[0] }
  }

  private static func draft(
    _ message: String, _ code: Code, _ member: String, _ model: TypeInfo, _ steps: [String]
  ) -> Draft {
    Draft(
      message
        + ", and each assignment of a @Published property updates all observers of '\(model.name)'; write only when it differs",
      at: code.start, code: code, view: model, subject: .property(member),
      change: .writeOnlyOnChange(PropertyPath(member)), severity: .note, steps: steps)
  }

  /// The members of a model that announce each assignment, as far as the sources show its class.
  private struct Members {
    /// `nil` where the class is declared elsewhere: then any member may.
    private let published: Set<String>?
    private let own: Set<String>

    init?(of model: TypeInfo) {
      own = Set(model.properties.map(\.name))
      if model.isObservableObject {
        let published = Set(model.storedProperties.filter { $0.storage == .member }.map(\.name))
        if published.isEmpty { return nil }
        self.published = published
      } else if model.kind == .extension, Conventions.modelEndings.contains(where: model.name.hasSuffix) {
        published = nil
      } else {
        return nil
      }
    }

    var areKnown: Bool { published != nil }

    func contains(_ name: String) -> Bool { published?.contains(name) ?? !own.contains(name) }
  }

  /// `for id in ids { results.append(try await load(id)) }`, `for await (id, page) in group { await MainActor.run { pages[id] = page } }`:
  /// an update for each element.
  private static func gathered(in body: Code, of function: Function, _ model: TypeInfo, _ members: Members) -> [Draft] {
    guard members.areKnown else { return [] }
    return body.descendants.compactMap { loop -> Draft? in
      guard loop.kind == .forStatement || loop.kind == .whileStatement, let block = loop.first(.block),
        isOverResults(loop) || block.descendants.contains(where: { $0.kind == .await }),
        // Who spaces them out wants to see each.
        !block.descendants(.call).contains(where: { Functions.waits.contains($0.calledName) }),
        let (addition, name) = block.descendants.lazy.compactMap({ addition($0, to: members) }).first,
        // What a turn has gathered is added at once.
        addition.ancestors.first(where: { [.forStatement, .whileStatement].contains($0.kind) }) == loop
      else { return nil }
      return draft(
        "'\(function.name)' adds to '\(name)' one by one while it waits for each element", addition, name, model,
        ["gather the elements in a local", "assign '\(name)' once"])
    }
  }

  /// `for await page in group` inside of `withTaskGroup`.
  private static func isOverResults(_ loop: Code) -> Bool {
    loop.flags.contains(.isSpecial)
      && loop.ancestors.contains { $0.kind == .call && Functions.groupsTasks.contains($0.calledName) }
  }

  /// `results.append(page)`, `pages[id] = page` of a published collection.
  private static func addition(_ code: Code, to members: Members) -> (code: Code, name: String)? {
    let target: Code?
    switch code.kind {
    case .call where Methods.adds.contains(code.calledName): target = code.callee?.firstChild
    case .assign where code.name == "=" && code.firstChild?.kind == .subscriptCall: target = code.firstChild?.callee
    default: return nil
    }
    guard let target, target.kind == .identifier, members.contains(target.name), !target.isShadowed(target.name) else {
      return nil
    }
    return (code, target.name)
  }

  /// `func updateStatus() { isLive = stream.isConnected }`: what is asked again and again, and mostly answers the same.
  private static func refreshed(
    by function: Function, _ body: Code, _ model: TypeInfo, _ members: Members
  ) -> [Draft] {
    let name = function.name.lowercased()
    guard members.areKnown, Conventions.refreshingWords.contains(where: name.contains),
      !body.descendants.contains(where: { $0.kind == .await })
    else { return [] }
    let resets = body.all(.guardStatement).compactMap { guarded -> Draft? in
      // `guard let dose = dose() else { recommended = nil; return }`: mostly there was none before.
      guard let block = guarded.first(.block),
        let reset = assignments(in: block, members).first(where: {
          $0.assignedValue?.isNil == true
        }),
        let target = reset.firstChild, !target.isShadowed(target.name),
        !reset.isGuarded(for: [target.name], upTo: body)
      else { return nil }
      return draft(
        "'\(function.name)' assigns nil to '\(target.name)' whenever it finds nothing, mostly the value that it has",
        reset,
        target.name, model, ["compare with '\(target.name)' and assign only when different"])
    }
    return resets
      + runBlocks(of: body).flatMap { assignments(in: $0, members) }.compactMap { assignment in
        guard let target = assignment.firstChild, let value = Array(assignment.children).last, !value.isConstant,
          !value.isFreshValue, !value.mentionsOwnMember(target.name), !target.isShadowed(target.name),
          let property = model.property(target.name), isFewValued(property),
          !assignment.isGuarded(for: [target.name], upTo: body)
        else { return nil }
        return draft(
          "'\(function.name)' assigns '\(target.name)' whenever it is called, mostly the value that it has", assignment,
          target.name, model, ["compare with '\(target.name)' and assign only when different"])
      }
  }

  /// A body, and the closures in it that run with it, at once or a moment later: `DispatchQueue.main.async { … }`.
  private static func runBlocks(of body: Code) -> [Code] {
    [body]
      + body.all(.call).flatMap { call -> [Code] in
        guard Functions.runsWhatItIsGiven.contains(call.calledName), call.callee?.kind == .member else { return [] }
        return call.arguments.compactMap { $0.firstChild?.first(.block) }.flatMap(runBlocks)
      }
  }

  /// Flags and the cases of enums: few values, so that the next is likely to be the last.
  static func isFewValued(_ property: Property) -> Bool {
    let text = property.typeText.map { TypeName.base($0) } ?? ""
    if KnownTypes.flags.contains(text) { return true }
    let initial = property.initialValue
    if ["true", "false"].contains(initial?.name ?? "") { return true }
    // `= .disconnected`, `= Status.idle`.
    return initial?.kind == .member && KnownTypes.table[text] == nil && !TypeName.isCollection(property.typeText ?? "")
  }

  /// `if speed < low { color = .red } else if speed < high { color = .orange } else { color = nil }`: the first assignment.
  private static func classified(by condition: Code, _ members: Members) -> Code? {
    let isOfQuantities = condition.first(.conditions).map { conditions in
      conditions.descendants.contains { $0.kind == .binary && ["<", ">", "<=", ">="].contains($0.name) }
    }
    guard isOfQuantities == true else { return nil }
    let branches = branches(of: condition)
    guard branches.count >= 2,
      let first = assignments(in: branches[0], members).first(where: { assignment in
        let name = assignment.firstChild?.name
        return branches.allSatisfy { branch in
          assignments(in: branch, members).contains { $0.firstChild?.name == name }
        }
      })
    else { return nil }
    return first
  }

  /// `func textChanged(…) { if … { … } else { isMentioning = false } }`.
  private static func reset(by condition: Code, in function: Function, _ members: Members) -> Code? {
    let name = function.name.lowercased()
    guard members.areKnown, Conventions.changeHandlers.contains(where: name.contains),
      let last = branches(of: condition).last,
      condition.all(.block).count == 2 || condition.first(.ifStatement) != nil
    else { return nil }
    return assignments(in: last, members).first { $0.children.dropFirst().first(where: \.isConstant) != nil }
  }

  /// The blocks of a chain of conditions.
  private static func branches(of condition: Code) -> [Code] {
    condition.all(.block) + (condition.first(.ifStatement).map(branches) ?? [])
  }

  /// Assignments of published members that are statements of the block itself.
  private static func assignments(in block: Code, _ members: Members) -> [Code] {
    block.all(.assign).filter { assignment in
      guard assignment.name == "=", let target = assignment.firstChild, target.kind == .identifier else { return false }
      return members.contains(target.name)
    }
  }

  private static func mayRepeat(_ write: MemberWrite, _ property: Property, _ graph: SourceGraph) -> Bool {
    !write.value.isFreshValue && !graph.isGuarded(write.code, for: write.path.last ?? write.member)
      && !write.value.mentionsOwnMember(write.member) && !isBehindRemoveDuplicates(write) && !isWhatChanged(write)
  }

  /// `onChange(of: minY) { y in tracker.offset = -y }`: what is told only when it is another.
  private static func isWhatChanged(_ write: MemberWrite) -> Bool {
    var value = write.value
    while value.kind == .unary, let inner = value.firstChild { value = inner }
    guard value.kind == .identifier, let closure = write.context, closure.kind == .closure,
      closure.parent?.kind == .argument, let event = closure.parent?.parent?.calledEvent,
      [.change, .preference, .geometry, .scrollGeometry].contains(event)
    else { return false }
    let parameters = closure.all(.parameter).map(\.detail)
    // The old value is handed first where there are two.
    return parameters.isEmpty ? value.name == "$0" && event != .change : parameters.last == value.name
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
  /// Whether it stands in an animation: nobody animates to the value that is there.
  var isAnimated: Bool {
    ancestors.contains { $0.kind == .call && Functions.animatesClosure.contains($0.calledName) }
  }

  /// Whether the subtree reads `name` or `self.name`, and not a member of something else that is called the same.
  func mentionsOwnMember(_ name: String) -> Bool {
    ([self] + Array(descendants)).contains { code in
      code.name == name
        && code.kind == .identifier && !code.isShadowed(name)
    }
  }
}
