import SwiftUIModel
internal import Vocabulary

/// What evaluating a body does to objects that outlive it: their methods that give nothing back, and what it assigns to them.
enum EffectsOfOthers {
  /// - Parameter seen: The code that findings are about already.
  static func findings(
    in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, _ seen: inout Set<Code>
  ) -> [Draft] {
    let calls = evaluation.calls.compactMap { call -> Draft? in
      guard call.phase.isEvaluation, let name = effect(of: call.code, in: type, graph), !call.code.isInPreview,
        !call.code.isInsideDebugCheck, SourceRule.isInViewHelper(call), SourceRule.isBuiltInPlace(call.code),
        seen.insert(call.code).inserted
      else { return nil }
      return draft("calls '\(name)', which gives nothing back and so is called for what it does", call.code, name, type)
    }
    let own = evaluation.calls.compactMap { call -> Draft? in
      guard call.phase.isEvaluation, let name = ownEffect(of: call.code, in: type, besides: seen, graph),
        !call.code.isInPreview, !call.code.isInsideDebugCheck, SourceRule.isInViewHelper(call),
        SourceRule.isBuiltInPlace(call.code), seen.insert(call.code).inserted
      else { return nil }
      return draft("calls '\(name)', which gives nothing back and so is called for what it does", call.code, name, type)
    }
    let assignments = evaluation.evaluatedBlocks.flatMap { block -> [Draft] in
      guard isEntryOrView(block, evaluation) else { return [] }
      return block.descendants(.assign).compactMap { assignment in
        guard let name = sharedTarget(of: assignment), !evaluation.isDeferred(assignment),
          !assignment.isInPreview, !assignment.isInsideDebugCheck, isOwn(assignment, of: block),
          SourceRule.isBuiltInPlace(assignment), seen.insert(assignment).inserted
        else { return nil }
        return draft("assigns '\(name)', which is not the view's", assignment, name, type)
      }
    }
    return calls + own + assignments
  }

  /// `setUpMonitor()` as a statement of a body: a method of the view itself that gives nothing back, and in which nothing is reported yet.
  private static func ownEffect(
    of call: Code, in type: TypeInfo, besides seen: Set<Code>, _ graph: SourceGraph
  ) -> String? {
    guard let path = call.callee?.ownMemberPath, path.count == 1, !call.isShadowed(path[0]),
      !call.arguments.contains(where: { $0.firstChild?.kind == .unary && $0.firstChild?.name == "&" }),
      !type.isRepresentable
    else { return nil }
    let candidates = type.functions.filter { $0.name == path[0] }
    guard !candidates.isEmpty,
      candidates.allSatisfy({ function in
        KnownTypes.nothing.contains(function.returnText ?? "()") && !function.modifiers.contains("mutating")
          && !function.parameters.contains { $0.typeText.hasPrefix("inout ") }
          && function.body.map { body in
            doesSomething(body, named: function.name, graph) && !seen.contains(where: body.contains)
          } == true
      })
    else { return nil }
    return path[0]
  }

  private static func draft(_ text: String, _ code: Code, _ subject: String, _ type: TypeInfo) -> Draft {
    Draft(
      "evaluating '\(type.name)' \(text); do it in an action, onChange or task", at: code.start, code: code,
      view: type, subject: .work(subject), change: .moveEffectOutOfBody, severity: .note,
      grounds: .wrong("each evaluation does it", code.start), steps: ["move it into an action or a task modifier"])
  }

  /// The name of a called method that does something and gives nothing back: `tracker.record(key)`, `Analytics.shared.track(event)`.
  private static func effect(of call: Code, in type: TypeInfo, _ graph: SourceGraph) -> String? {
    // What is drawn into a canvas is what the evaluation is for.
    guard !call.ancestors(.call).contains(where: { Views.draws.contains($0.calledName) }),
      !call.arguments.contains(where: { $0.firstChild?.kind == .unary && $0.firstChild?.name == "&" }),
      let callee = call.callee, callee.kind == .member, let path = callee.ownMemberPath, path.count > 1,
      callee.memberPath?.first == "self" || !call.isShadowed(path[0]),
      let owner = owner(of: Array(path.dropLast()), in: type, graph), let name = path.last
    else { return nil }
    let isOfType = path.count == 2 && type.property(path[0]) == nil
    let candidates = owner.functions.filter { $0.name == name }
    guard !candidates.isEmpty,
      candidates.allSatisfy({ function in
        function.isStatic == isOfType && KnownTypes.nothing.contains(function.returnText ?? "()")
          && !function.modifiers.contains("mutating")
          && !function.parameters.contains { $0.typeText.hasPrefix("inout ") }
          && function.body.map { doesSomething($0, named: name, graph) } != false
      })
    else { return nil }
    return path.joined(separator: ".")
  }

  /// The type of what a path names: a property of the view, or what all share, and members of these.
  private static func owner(of path: [String], in type: TypeInfo, _ graph: SourceGraph) -> TypeInfo? {
    var owner: TypeInfo
    var rest = path[...]
    if let property = type.property(path[0]) {
      guard let first = graph.index.type(of: property, in: type) else { return nil }
      owner = first
      rest = rest.dropFirst()
    } else {
      guard path[0].startsUppercase,
        let id = graph.index.resolve(path[0], near: type.code.file.path, inside: type.id)
      else { return nil }
      owner = graph.index[id]
      rest = rest.dropFirst()
      if let name = rest.first {
        guard let shared = owner.properties.first(where: { $0.name == name && $0.isStatic }),
          let next = graph.index.type(of: shared, in: owner)
        else { return nil }
        owner = next
        rest = rest.dropFirst()
      }
    }
    for name in rest {
      guard let member = owner.property(name), let next = graph.index.type(of: member, in: owner) else { return nil }
      owner = next
    }
    return owner
  }

  /// Whether a method assigns something or calls something besides assertions and what is printed, in what an app is made of.
  ///
  /// Of one that was not parsed it is known that it gives nothing back, and which words are in it.
  private static func doesSomething(_ body: Code, named name: String, _ graph: SourceGraph) -> Bool {
    if body.firstChild == nil {
      let asserting = assertions.map { Fingerprint.hash($0) }
      let bodies = graph.skimmedBodies[Fingerprint.hash(name)] ?? []
      return !bodies.contains { words in asserting.contains(where: words.contains) }
    }
    return body.descendants.contains { code in
      guard !code.isInsideDebugCheck else { return false }
      switch code.kind {
      case .assign: return true
      case .call:
        return
          !(code.callee?.kind == .identifier
          && (Functions.prints.contains(code.calledName) || assertions.contains(code.calledName)))
      default: return false
      }
    }
  }

  /// Functions that end a program that is wrong, and do nothing else.
  private static let assertions: Set<String> = ["assert", "assertionFailure", "precondition", "dispatchPrecondition"]

  /// What is assigned, where that belongs to a type: `UIApplication.shared.isIdleTimerDisabled`.
  private static func sharedTarget(of assignment: Code) -> String? {
    guard let target = assignment.firstChild, target.kind == .member, let path = target.memberPath, path.count > 1,
      path[0].startsUppercase, path[0] != "Self", !assignment.isShadowed(path[0])
    else { return nil }
    return path.joined(separator: ".")
  }

  /// Whether a block is a body, or a helper that makes a view: others may be called by actions as well.
  private static func isEntryOrView(_ block: Code, _ evaluation: Evaluation) -> Bool {
    if evaluation.entries.contains(block) { return true }
    let helper = block.parent?.kind == .accessor ? block.parent?.parent : block.parent
    return helper?.givesOpaqueValue == true
  }

  /// Whether no closure or function between that nobody here runs holds the code.
  private static func isOwn(_ code: Code, of block: Code) -> Bool {
    code.ancestors.prefix { $0 != block }.allSatisfy { ![.function, .accessor, .type].contains($0.kind) }
  }
}
