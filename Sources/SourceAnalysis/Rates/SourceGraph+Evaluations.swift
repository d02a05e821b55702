import SwiftUIModel

/// What shows that something happens at all after a view has appeared.
extension SourceGraph {
  /// That a parent of a view is evaluated again, which makes the value of the view anew.
  func grounds(forRemakingOf view: TypeInfo) -> Grounds? {
    for (parent, child) in parents[view.id] ?? [] {
      // What an action makes, or a presentation, is made when that is shown.
      guard child.phase.isEvaluation, !child.code.isInPresentation, !child.code.isInPreview,
        !isNeverMade(index[parent])
      else { continue }
      let found = grounds(forEvaluating: index[parent]) { property, evaluation in
        property.decides(whether: child.code, isShownBy: evaluation)
      }
      if let found { return found }
    }
    return nil
  }

  /// That a view is evaluated again: by what it depends on and what changes.
  ///
  /// - Parameter leaving: Properties that do not count.
  func grounds(forEvaluating view: TypeInfo, leaving: (Property, Evaluation) -> Bool = { _, _ in false }) -> Grounds? {
    guard let evaluation = evaluation(of: view.id),
      let first = changingProperties(of: view, evaluation).first(where: {
        mayChange($0.property, in: view) && !changesOnce($0.property, evaluation) && !leaving($0.property, evaluation)
      })?.property
    else { return nil }
    return .madeAgain(view: view.name, when: first.name, first.place)
  }

  /// Whether a view keeps state that its body shows, and that a clock, a stream, keys or a drag write again and again, while a child is a
  /// list that is built anew with it.
  ///
  /// - Parameter given: What reaches an argument of the child, so that it is evaluated for that anyway.
  func evaluatesListsByState(
    _ view: TypeInfo, _ evaluation: Evaluation, child: TypeInfo, given: Set<String>
  ) -> Bool {
    guard let below = self.evaluation(of: child.id),
      below.calls.contains(where: { $0.phase.isEvaluation && Views.makesRows.contains($0.name) })
    else { return false }
    return changingProperties(of: view, evaluation).contains { changing in
      guard changing.property.storage == .state,
        let recurrence = Self.recurrence(of: changing.property, in: evaluation, countsSequences: true)
      else { return false }
      if recurrence.goesOnByItself { return !recurrence.isSlow }
      return !recurrence.isOfSize && !given.contains(changing.property.name)
    }
  }

  /// Whether an app or a scene shows a view, itself or through others: not only previews, or nobody.
  func isShownByApp(_ view: TypeInfo) -> Bool {
    var seen: Set<TypeID> = []
    var pending = [view.id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      if index.conforms(index[next], toAnyOf: Protocols.scenes) { return true }
      pending += (parents[next] ?? []).filter { !$0.child.code.isInPreview }.map(\.parent)
    }
    return false
  }

  /// Whether nothing makes a view but previews, and views that only these make, in the sources of an app: nothing else names any of
  /// them.
  func isNeverMade(_ view: TypeInfo) -> Bool {
    guard isView(view) else { return false }
    func isStarted(_ type: TypeInfo) -> Bool {
      type.attributes.contains(.entry) || index.conforms(type, toAnyOf: Protocols.scenes)
    }
    if isStarted(view) { return false }
    // Most views lead to a scene: that is known at once, and what follows reads all files.
    var makers: Set<TypeID> = [view.id]
    var pending = [view.id]
    while let next = pending.popLast() {
      for (maker, child) in parents[next] ?? [] where !child.code.isInPreview && makers.insert(maker).inserted {
        if isStarted(index[maker]) { return false }
        pending.append(maker)
      }
    }
    let names = Set(makers.map { index[$0].name })
    guard holdsWholeApp, !names.contains(where: isUsedInSkimmedCode) else { return false }
    let declarations = index.types.filter { names.contains($0.name) }.flatMap(\.allCode)
    let files = Set(declarations.map(\.file.path))
    return !index.files.contains { file in
      guard !file.tree.ids(of: names).isEmpty else { return false }
      guard files.contains(file.path) else { return true }
      return file.root.descendants.contains { code in
        [.identifier, .member].contains(code.kind) && names.contains(code.name) && !code.isInPreview
          && !declarations.contains { $0.contains(code) }
      }
    }
  }

  /// Whether an object announces anything; of other properties it is known already.
  private func mayChange(_ property: Property, in view: TypeInfo) -> Bool {
    property.isObservedObject ? !neverPublishes(property, in: view) : true
  }

  /// Whether state is only assigned one constant, by the view and by the children that it gives a binding: `isDone = true`.
  private func changesOnce(_ property: Property, _ evaluation: Evaluation) -> Bool {
    guard property.storage == .state else { return false }
    var values: Set<String> = []
    func note(_ name: String, _ writes: [Write]) -> Bool {
      for write in writes where write.property == name {
        guard write.operation == "=", write.path.isEmpty, let value = write.value, value.kind == .literal else {
          return false
        }
        values.insert(value.name)
      }
      return true
    }
    guard note(property.name, evaluation.writes) else { return false }
    for read in evaluation.reads where read.property == property.name && read.isProjection {
      let taken = evaluation.children.lazy.compactMap { child in
        child.arguments.first { $0.value == read.code || $0.value.contains(read.code) }.flatMap { argument in
          child.type.flatMap { id in argument.property.map { (id, $0) } }
        }
      }.first
      guard let (id, name) = taken, let below = self.evaluation(of: id),
        !below.reads.contains(where: { $0.property == name && $0.isProjection }), note(name, below.writes)
      else { return false }
    }
    return values.count == 1
  }

  /// Where a stored member of a model is assigned after its initialiser.
  func assignment(to member: String, of model: TypeInfo) -> SourcePlace? {
    memberWrites.value[model.id].first { $0.member == member }?.code.start
  }
}

extension Property {
  /// Whether the body of a view asks for the value only to decide whether a child is there, so that each change of it puts the child in or
  /// takes it out, and makes none anew that stays: `if isSearching { Results() }`, `switch tab { case .camera: Camera() … }`.
  fileprivate func decides(whether child: Code, isShownBy evaluation: Evaluation) -> Bool {
    let reads = evaluation.evaluationReads(of: name)
    return !reads.isEmpty
      && reads.allSatisfy { read in
        read.path.isEmpty && child.ancestors.contains { isDecided($0, by: read.code, for: child) }
      }
  }

  private func isDecided(_ decision: Code, by read: Code, for child: Code) -> Bool {
    switch decision.kind {
    case .ifStatement:
      guard let conditions = decision.first(.conditions), conditions.contains(read) else { return false }
      if isFlag { return true }
      // Of values that are compared, another leaves the branch; who stands in the other branch may stay.
      return read.parent?.kind == .binary && read.parent?.name == "=="
        && decision.first(.block)?.contains(child) == true
    case .switchStatement:
      guard decision.first(.value)?.firstChild == read else { return false }
      return child.ancestors.contains { clause in
        clause.kind == .caseClause && clause.parent == decision && clause.firstChild?.kind != .block
      }
    case .ternary: return isFlag && decision.firstChild.map { $0 == read || $0.contains(read) } == true
    default: return false
    }
  }
}
