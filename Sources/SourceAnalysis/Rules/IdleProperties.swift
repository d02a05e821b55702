import SwiftUIModel
internal import Vocabulary

/// Properties that no evaluation reads although code of the view names them.
extension SourceRule {
  /// What nothing but code that nobody uses reads: `private var isWide: Bool { typeSize > .large }`, and no other code names `isWide`.
  static func usedByNobody(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    // What nobody reads of these evaluates nothing, or is kept for what it does.
    guard property.storage != .state, property.storage != .object, property.environmentType == nil,
      evaluation.reads(of: property.name).isEmpty, evaluation.writes(of: property.name).isEmpty
    else { return nil }
    let usages = usages(of: property, in: type, graph)
    var members: Set<Code> = []
    for usage in usages {
      guard let member = usage.memberAround, isUsedByNobody(member, of: type) else { return nil }
      members.insert(member)
    }
    guard !members.isEmpty, let wrapper = idleWrapper(of: property, in: type, evaluation, graph) else { return nil }
    let names = SourceGraph.list(members.sorted { $0.index < $1.index }.map(\.name))
    return Draft(
      "'\(type.name)' is evaluated whenever @\(wrapper) '\(property.name)' changes, and reads it only in \(names), which nothing "
        + "uses; remove both",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
      steps: ["remove '\(property.name)' and \(names) from '\(type.name)'"])
  }

  /// Whether only the member itself, or others that nobody uses, name a private member.
  private static func isUsedByNobody(_ member: Code, of type: TypeInfo, depth: Int = 0) -> Bool {
    guard depth < 3, !member.name.isEmpty, [.variable, .function].contains(member.kind),
      !Set(member.modifierNames).isDisjoint(with: ["private", "fileprivate"]),
      member.attributeNames.allSatisfy(Attributes.viewBuilders.contains)
    else { return false }
    let names: Set = [member.name, "$" + member.name]
    var files: Set<String> = []
    for part in type.allCode where files.insert(part.file.path).inserted && !part.file.tree.ids(of: names).isEmpty {
      for code in part.file.root.descendants {
        let isNamed =
          switch code.kind {
          case .identifier, .member, .capture: names.contains(code.name)
          case .keyPath: code.name.split { ".?!".contains($0) }.contains(Substring(member.name))
          default: false
          }
        guard isNamed, !member.contains(code) else { continue }
        guard let other = code.memberAround, other != member, isUsedByNobody(other, of: type, depth: depth + 1) else {
          return false
        }
      }
    }
    return true
  }

  /// `onChanged { last = $0.translation }`, read in `onEnded` alone, which the gesture hands the same.
  static func keptForEnd(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    guard property.storage == .state, property.isPrivate else { return nil }
    let writes = evaluation.writes(of: property.name)
    let reads = evaluation.reads(of: property.name)
    let known = Set(reads.map(\.code)).union(writes.map(\.code))
    guard !reads.isEmpty,
      usages(of: property, in: type, graph).allSatisfy({ usage in
        known.contains(usage) || known.contains { $0.contains(usage) }
      })
    else { return nil }
    var changes: Set<Code> = []
    for write in writes {
      guard write.operation == "=", write.path.isEmpty, let value = write.value, let caller = write.phase.caller,
        caller.contains(write.code)
      else { return nil }
      switch write.phase.event {
      case .gestureChange where value.isPartOfParameter(of: caller): changes.insert(caller)
      // Back to what it was.
      case _ where value.isConstant: continue
      default: return nil
      }
    }
    guard !changes.isEmpty,
      reads.allSatisfy({ read in
        guard !read.isProjection, let caller = read.phase.caller, caller.calledName == Functions.endsGesture,
          caller.contains(read.code)
        else { return false }
        return changes.allSatisfy { caller.callee?.contains($0) == true || $0.callee?.contains(caller) == true }
      })
    else { return nil }
    return Draft(
      "'\(property.name)' keeps for 'onEnded' what the gesture hands that as well, and no evaluation reads it; use what 'onEnded' is "
        + "given",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
      steps: ["read the parameter of 'onEnded' instead", "remove '\(property.name)' from '\(type.name)'"])
  }

  /// Whether a key of the environment changes for other reasons than an action, and the view builds rows whenever it does.
  static func buildsRowsForChanges(of property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let key = property.environmentKey, EnvironmentKeys.changing.contains(key),
      !EnvironmentKeys.actions.contains(key)
    else { return false }
    return buildsRows(type, graph)
  }

  private static func buildsRows(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return false }
    return evaluation.calls(namedAnyOf: Views.makesRows).contains { call in
      call.phase.isEvaluation && !call.isPresented(in: evaluation) && !call.code.isInMenu
    }
  }

  /// Whether methods of an object assign what it publishes, and that evaluates more than the control that acts: the view's own actions
  /// call such a method, or it builds rows.
  static func isEvaluatedByActions(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let model = graph.model(of: property, in: type), model.isObservableObject,
      let evaluation = graph.evaluation(of: type.id)
    else { return false }
    let published = Set(model.publishedMembers.map(\.name))
    let isWritten = published.contains { member in
      graph.mentions(of: member, in: model).contains { use in
        use.isWritten && !use.ancestors.contains { $0.kind == .initializer }
      }
    }
    if isWritten, buildsRows(type, graph) { return true }
    var work = WorkOfModels(graph)
    return evaluation.calls.contains { call in
      guard !call.phase.isEvaluation, let path = call.code.callee?.ownMemberPath, path.count == 2,
        path[0] == property.name
      else { return false }
      return !work.writes(of: path[1], in: model).isDisjoint(with: published)
    } || evaluation.writes(of: property.name).contains { $0.path.first.map(published.contains) == true }
  }

  /// Whether actions ask for a value that they also assign: one that is only set once costs nothing worth a word.
  static func isReadBack(_ property: Property, _ evaluation: Evaluation) -> Bool {
    !evaluation.writes(of: property.name).isEmpty
      && evaluation.reads(of: property.name).contains { !$0.isProjection && !$0.phase.isEvaluation }
  }
}

extension Code {
  /// The method or the property of a type that the code stands in.
  fileprivate var memberAround: Code? {
    ancestors.first { ancestor in
      guard let parent = ancestor.parent else { return false }
      return parent.kind == .type || parent.kind == .ifConfigClause && parent.parent?.parent?.kind == .type
    }
  }

  /// Whether this is a member of what the closure that a call is given has as its only parameter: `value.translation`.
  fileprivate func isPartOfParameter(of call: Code) -> Bool {
    guard let path = memberPath, path.count > 1,
      let closure = call.arguments.compactMap(\.firstChild).first(where: { $0.kind == .closure && $0.contains(self) })
    else { return false }
    let parameters = closure.all(.parameter).map(\.detail)
    return path[0] == (parameters.isEmpty ? "$0" : parameters[0])
  }
}
