import SwiftUIModel
internal import Vocabulary

/// Views whose size is written to state that decides about that size: what is measured holds the use, nothing between fixes the size,
/// and both are along the same axis.
struct SelfMeasurement {
  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation

  /// - Parameter known: State that findings are about already.
  func findings(except known: Set<String>) -> [Draft] {
    var seen = known
    return evaluation.writes.compactMap { write in
      guard type.property(write.property)?.storage == .state, write.operation == "=", write.path.isEmpty,
        let value = write.value, !value.isConstant, let caller = write.phase.caller,
        !write.code.isGuarded(for: [write.property], upTo: caller),
        !([value] + Array(value.descendants)).contains(where: {
          $0.kind == .call && Methods.rounds.contains($0.calledName)
        }),
        let use = use(of: write, caller), seen.insert(write.property).inserted
      else { return nil }
      return Draft(
        "'\(write.property)' is made of the size of a view that is laid out with it, so each change takes two passes or more; measure "
          + "without state, or round and compare first",
        at: write.code.start, code: write.code, view: type, subject: .property(write.property),
        change: .breakLoop([PropertyPath(write.property)], .layout(view: nil)), severity: .note,
        steps: [
          "use a Layout, an alignment guide or containerRelativeFrame, or write only when the value moved visibly"
        ],
        related: [
          .init(.reader, view: type.qualifiedName, place: use.code.start, message: "laid out with it here")
        ])
    }
  }

  private typealias Axes = Set<KnownView.Axis>
  private static let both: Axes = [.horizontal, .vertical]

  /// Where the measured view is laid out with what is written.
  private func use(of write: Write, _ caller: Code) -> Read? {
    let views = measured(by: caller, write)
    guard !views.isEmpty else { return nil }
    let axes = Self.axes(named: watched(by: caller)) ?? write.value.flatMap { Self.axes(named: $0) }
    for read in evaluation.evaluationReads(of: write.property) {
      let own = axes ?? read.path.first.flatMap(Layout.axis(ofMember:)).map { [$0] } ?? Self.both
      for view in views where view.contains(read.code) {
        let common = Self.axes(decidedBy: read.code, in: view).intersection(own)
        if common.contains(where: { hugs(view, along: $0) }) { return read }
      }
    }
    return nil
  }

  // MARK: - What is measured

  /// The views whose size the caller of an action hands it.
  private func measured(by caller: Code, _ write: Write) -> [Code] {
    if write.phase.finalEvent == .geometry { return caller.callee?.firstChild.map { [$0] } ?? [] }
    guard write.phase.event == .change, let reader = caller.ancestors.first(where: isReader), isOfReader(caller, reader)
    else { return [] }
    for argument in reader.ancestors where argument.kind == .argument {
      guard let call = argument.parent, call.kind == .call, let base = call.callee?.firstChild else { return [] }
      if Modifiers.resolvesPreferences.contains(call.calledName) {
        return base.descendants(.call).filter { Modifiers.setsAnchor.contains($0.calledName) }.compactMap {
          $0.callee?.firstChild
        }
      }
      return Modifiers.isLaidOutApart.contains(call.calledName) ? [base] : []
    }
    return []
  }

  private func isReader(_ code: Code) -> Bool { code.kind == .call && Views.givesGeometry.contains(code.calledName) }

  /// Whether what is watched comes from the reader around: `proxy.size`, or a local made of `proxy`.
  private func isOfReader(_ caller: Code, _ reader: Code) -> Bool {
    if SourceGraph.isOfGeometry(caller) { return true }
    guard let watched = caller.argument("of"), let name = watched.memberPath?.first,
      let made = watched.localDeclaration(of: name)?.initialValue, reader.contains(made)
    else { return false }
    let given = reader.arguments.compactMap(\.firstChild).flatMap { $0.all(.parameter).map(\.detail) }
    return !made.mentionedNames.isDisjoint(with: given)
  }

  /// What of the geometry an action is told: the transform of `onGeometryChange`, the value of `onChange(of:)`.
  private func watched(by caller: Code) -> Code {
    caller.argument("of") ?? caller.arguments.first { $0.flags.contains(.isTrailing) && $0.name.isEmpty } ?? caller
  }

  /// The axes that code names; `nil` where it names none, or both.
  private static func axes(named code: Code) -> Axes? {
    var found: Axes = []
    for part in [code] + Array(code.descendants) {
      switch part.kind {
      case .member: if let axis = Layout.axis(ofMember: part.name) { found.insert(axis) }
      case .keyPath:
        for name in part.name.split(separator: ".") {
          if let axis = Layout.axis(ofMember: String(name)) { found.insert(axis) }
        }
      default: continue
      }
    }
    return found.count == 1 ? found : nil
  }

  // MARK: - What is laid out with it

  /// The axes along which a value decides about the size of a view that it stands in.
  private static func axes(decidedBy use: Code, in view: Code) -> Axes {
    var isSize = false
    for argument in use.ancestors where argument.kind == .argument {
      guard let call = argument.parent, call.kind == .call, view.contains(call) else { return [] }
      let name = call.calledName
      if Modifiers.isLaidOutApart.contains(name) || Modifiers.resolvesPreferences.contains(name) { return [] }
      switch name {
      case Layout.frame: return Layout.axis(ofLabel: argument.name).map { [$0] } ?? []
      case Layout.padding: return paddedAxes(call)
      case Layout.font: return isSize ? both : []
      case _ where Layout.fontsOfSize.contains(name): isSize = argument.name == Views.sizeOfGeometry
      default:
        if let axis = Views.stacks[name] ?? lazyAxis(of: name) {
          return Layout.arrangingLabels.contains(argument.name) ? [axis] : []
        }
        // A sum, a function of numbers; not another view.
        if name.startsUppercase, !KnownTypes.values.contains(name), name != Layout.track { return [] }
      }
    }
    return []
  }

  private static func paddedAxes(_ padding: Code) -> Axes {
    guard let edges = padding.arguments.first?.firstChild, padding.arguments.count > 1 else { return both }
    return Layout.axis(ofEdges: edges.name).map { [$0] } ?? both
  }

  /// The axis along which a lazy container is as long as its content.
  private static func lazyAxis(of name: String) -> KnownView.Axis? {
    guard Views.lazyContainers.contains(name) else { return nil }
    switch name.dropFirst(Views.lazyPrefix.count).first {
    case "V": return .vertical
    case "H": return .horizontal
    default: return nil
    }
  }

  // MARK: - Whether the size is the content's

  /// Whether a view is as long as what it holds, whatever it is offered.
  private func hugs(_ view: Code, along axis: KnownView.Axis) -> Bool {
    var current = view
    while current.kind == .call, let callee = current.callee, callee.kind == .member, let base = callee.firstChild {
      // `Foo.bar()` is a value of its own.
      if base.kind == .identifier, base.name.startsUppercase { return false }
      if fixes(current, axis) { return false }
      current = base
    }
    switch current.kind {
    case .ifStatement, .switchStatement, .caseClause, .block, .conditions:
      let parts = current.children.filter { [.ifStatement, .caseClause, .block, .switchStatement].contains($0.kind) }
      return current.kind == .block
        ? current.children.allSatisfy { hugs($0, along: axis) } : parts.allSatisfy { hugs($0, along: axis) }
    case .identifier: return isContent(current) && isAppliedToHugging(axis)
    case .call:
      let name = current.calledName
      if Views.isSizedByItself.contains(name) || Self.lazyAxis(of: name) == axis { return true }
      guard Views.stacks[name] != nil || Views.isSizedByContent.contains(name) else { return false }
      let contents = current.arguments.compactMap(\.firstChild).filter { $0.kind == .closure }.compactMap {
        $0.first(.block)
      }
      return !contents.isEmpty && contents.allSatisfy { hugs($0, along: axis) }
    default: return false
    }
  }

  /// Whether a modifier makes a view as long as it is told to, or as there is room.
  private func fixes(_ modifier: Code, _ axis: KnownView.Axis) -> Bool {
    if Layout.fills.contains(modifier.calledName) { return true }
    return modifier.calledName == Layout.frame
      && (modifier.argument(Layout.longest(along: axis)) != nil
        || modifier.argument(Layout.length(along: axis))?.isConstant == true)
  }

  /// Whether a name means what a view modifier is applied to.
  private func isContent(_ code: Code) -> Bool {
    code.name == EntryPoints.modifiedContent && graph.index.conforms(type, toAnyOf: Protocols.modifiers)
      && code.binder(of: code.name)?.kind == .function
  }

  /// Whether some view that the modifier is applied to, by `modifier(…)` or a method of `View`, is as long as what it holds.
  private func isAppliedToHugging(_ axis: KnownView.Axis) -> Bool {
    let methods = Set(
      graph.index.viewExtensions.filter { _, functions in
        functions.contains { function in
          function.body?.descendants(.call).contains { $0.calledName == type.name } == true
        }
      }.keys)
    return graph.evaluatedViews.contains { view, evaluation in
      view.id != type.id
        && evaluation.calls(namedAnyOf: methods.union(Modifiers.appliesModifier)).contains { call in
          guard call.phase.isEvaluation, let base = call.code.callee?.firstChild,
            methods.contains(call.name)
              || call.code.arguments.contains(where: { $0.firstChild?.calledName == type.name })
          else { return false }
          return SelfMeasurement(graph: graph, type: view, evaluation: evaluation).hugs(base, along: axis)
        }
    }
  }
}
