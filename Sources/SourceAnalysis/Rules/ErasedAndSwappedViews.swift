import SwiftUIModel
internal import Vocabulary

/// Views behind `AnyView`, whose kind SwiftUI cannot see.
enum ErasedView {
  /// What methods are called that hide which kind of view something is.
  static func erasers(_ graph: SourceGraph) -> Set<String> {
    Conventions.erasers.union(graph.index.viewExtensions.keys.filter { erases($0, graph) })
  }

  private static func erases(_ name: String, _ graph: SourceGraph) -> Bool {
    (graph.index.viewExtensions[name] ?? []).contains { function in
      function.parameters.isEmpty && function.returnText.map { Views.erases.contains(TypeName.base($0)) } == true
    }
  }

  /// The view that a call erases: the argument of `AnyView(row)`, what `row.eraseToAnyView()` is called on.
  private static func erased(by call: Code, _ graph: SourceGraph) -> Code? {
    if Views.erases.contains(call.calledName) { return call.arguments.first?.firstChild }
    guard call.arguments.isEmpty, call.callee?.kind == .member, let base = call.callee?.firstChild,
      Conventions.erasers.contains(call.calledName) || erases(call.calledName, graph)
    else { return nil }
    return base
  }

  static func finding(_ call: CallSite, _ type: TypeInfo, _ graph: SourceGraph) -> Draft? {
    guard erased(by: call.code, graph) != nil, !call.code.isInPreview else { return nil }
    let isInRow = call.row?.contains(call.code) == true
    // Handed to a function, or to a view, that asks for it.
    if let argument = call.code.parent, argument.kind == .argument, !argument.flags.contains(.isTrailing),
      call.row == nil && argument.parent?.calledName.first?.isLowercase == true
        || argument.parent?.calledName.startsUppercase == true
    {
      return nil
    }
    if call.row == nil, let reader = geometryReader(around: call.code) {
      return Draft(
        "AnyView hides what the \(reader) of '\(type.name)' builds, anew with each change of the geometry; its closure is a "
          + "ViewBuilder and needs none",
        at: call.code.start, code: call.code, view: type, subject: .erasedView, change: .keepIdentity(.erased),
        severity: .note,
        steps: ["drop AnyView and return, and move statements that are no views out of the closure"])
    }
    if let (label, child) = asking(for: call.code, type, graph) {
      return Draft(
        "AnyView hides which view '\(label)' of '\(child)' shows, so '\(child)' cannot tell what of it stays; let '\(child)' be "
          + "generic over what '\(label)' returns",
        at: call.code.start, code: call.code, view: type, subject: .erasedView, change: .keepIdentity(.erased),
        severity: .note,
        steps: ["let the closure of '\(child)' return a type parameter that is a View", "drop AnyView"],
        related: [.init(.child, view: child, message: "asks for AnyView")])
    }
    // One kind of view only: nothing changes sides.
    if !isInRow, !erasesSeveral(call.code, graph) { return nil }
    let inBranch = call.code.ancestors.prefix { ![.accessor, .function, .closure].contains($0.kind) }.contains {
      [.ifStatement, .switchStatement, .guardStatement, .returnStatement].contains($0.kind)
    }
    let inClosure =
      call.code.parent?.kind == .block && call.code.parent?.parent?.kind == .closure
      || call.code.parent?.kind == .returnStatement
    guard call.row != nil || inBranch || inClosure || !call.via.isEmpty && call.code.parent?.kind == .block else {
      return nil
    }
    return Draft(
      "AnyView hides which view '\(type.name)' shows, so a change of branch or row rebuilds it; return some View from a @ViewBuilder",
      at: call.code.start, code: call.code, view: type, subject: .erasedView, change: .keepIdentity(.erased),
      severity: .note,
      steps: ["mark the helper @ViewBuilder, return some View and drop AnyView"])
  }

  /// Members of types that are no views, and helpers of all views, that hide one of several views: `var view: AnyView` of an enum of
  /// routes, `func shown(_ condition: Bool) -> some View { guard condition else { return AnyView(EmptyView()) } … }`.
  static func helpers(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { type -> [Draft] in
      guard graph.evaluation(of: type.id) == nil, !type.code.isInPreview else { return [] }
      let getters = type.properties.compactMap { property in
        property.getter.map { (name: property.name, result: property.typeText, block: $0) }
      }
      let functions = type.functions.compactMap { function in
        function.body.map { (name: function.name, result: function.returnText, block: $0) }
      }
      return (getters + functions).compactMap { member in
        guard let result = member.result,
          Views.erases.contains(TypeName.base(result)) || TypeName.isOpaque(result),
          let erasure = member.block.descendants.first(where: { erased(by: $0, graph) != nil }),
          erasesSeveral(erasure, graph)
        else { return nil }
        return Draft(
          "'\(member.name)' hides in AnyView which of several views it gives, so who shows it cannot tell what stays when that changes; "
            + "return some View from a @ViewBuilder",
          at: erasure.start, code: erasure, view: type, subject: .erasedView, change: .keepIdentity(.erased),
          severity: .note, steps: ["mark '\(member.name)' @ViewBuilder, return some View and drop AnyView"])
      }
    }
  }

  /// The parameter of a view of the sources whose closure gives back nothing but the erased view, so that the parameter asks for
  /// `AnyView`.
  private static func asking(for code: Code, _ type: TypeInfo, _ graph: SourceGraph) -> (label: String, child: String)?
  {
    guard let block = code.parent, block.kind == .block, Array(block.children).count == 1, let closure = block.parent,
      closure.kind == .closure, let argument = closure.parent, argument.kind == .argument, !argument.name.isEmpty,
      let call = argument.parent, call.kind == .call, let path = call.callee?.memberPath,
      path.last?.startsUppercase == true,
      let id = graph.index.resolve(path.joined(separator: "."), near: call.file.path, inside: type.id),
      graph.isView(graph.index[id])
    else { return nil }
    return (argument.name, graph.index[id].name)
  }

  /// The reader whose closure gives back the erased view.
  private static func geometryReader(around code: Code) -> String? {
    var statement = code
    if let parent = statement.parent, parent.kind == .returnStatement { statement = parent }
    guard statement.parent?.kind == .block, let closure = statement.parent?.parent, closure.kind == .closure,
      let call = closure.parent?.parent, call.kind == .call, Views.givesGeometry.contains(call.calledName)
    else { return nil }
    return call.calledName
  }

  /// Whether the member or closure around the erasure erases views of different kinds.
  private static func erasesSeveral(_ code: Code, _ graph: SourceGraph) -> Bool {
    guard
      let member = code.ancestors.first(where: {
        [.accessor, .function].contains($0.kind) || $0.kind == .closure && $0.parent?.kind == .argument
      })
    else { return false }
    let roots = member.descendants.compactMap { code -> String? in
      guard code.kind == .call, let root = erased(by: code, graph)?.chainRoot else { return nil }
      return root.kind == .call ? root.calledName : root.name
    }
    return Set(roots).count > 1
  }
}

/// Two copies of one view in the branches of a condition.
enum SwappedBranches {
  /// `if flag { Row(a).bold() } else { Row(a) }`: two identities for one view.
  ///
  /// - Parameter isSuspecting: Whether the two may be given different values.
  static func findings(
    _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, isSuspecting: Bool = false
  ) -> [Draft] {
    let blocks = evaluation.entries + evaluation.helpers.filter(\.phase.isEvaluation).map(\.block)
    let helpers = Set(evaluation.helpers.lazy.filter(\.phase.isEvaluation).map(\.name))
    var seen: Set<Code> = []
    return blocks.flatMap { block in
      let branching = block.descendants.filter { $0.kind == .ifStatement || $0.kind == .switchStatement }
      return branching.compactMap { code -> Draft? in
        if isSuspecting, let finding = sameContent(code, type, evaluation, helpers, graph) { return finding }
        // `if #available` never changes sides.
        guard code.kind == .ifStatement, code.first(.conditions)?.firstChild != nil, seen.insert(code).inserted else {
          return nil
        }
        if let finding = sameOfMany(code, type, evaluation, graph) { return finding }
        let branches = code.children.filter { $0.kind == .block }
        guard branches.count == 2, let first = only(branches[0]), let second = only(branches[1]),
          first.calledName == second.calledName, first.calledName.startsUppercase,
          let name = isSuspecting ? first.calledName : sameView(first, second, type, graph)
        else { return nil }
        return Draft(
          "both branches build the same '\(name)', which loses its state whenever the condition changes; build it once and "
            + "put the condition into its modifiers",
          at: code.start, code: code, view: type, subject: .branches(of: name), change: .keepIdentity(.branches),
          severity: .note,
          steps: ["build '\(name)' once", "turn the condition into an argument of the modifiers"])
      }
    }
  }

  /// `if a { Bar(item, .first) } else if b { Bar(item, .second) } else { Bar(item, .third) }`: one view that differs in what little it
  /// is given.
  private static func sameOfMany(_ code: Code, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph)
    -> Draft?
  {
    guard code.parent?.kind != .ifStatement, let condition = code.first(.conditions),
      !evaluation.dependencies(of: condition).isEmpty, !code.isInPresentation, !evaluation.isDeferred(code)
    else { return nil }
    let sides = BranchingHelpers.sides(of: code)
    let built = sides.compactMap(only)
    guard sides.count >= leastSides, built.count == sides.count, let first = built.first,
      first.calledName.startsUppercase, !Views.builtin.contains(first.calledName),
      built.allSatisfy({ $0.calledName == first.calledName }), keepsState(first.calledName, in: type, graph)
    else { return nil }
    let given = built.map { call in Set(call.arguments.map { "\($0.name) \(Construction.canonical($0))" }) }
    let common = given.dropFirst().reduce(given[0]) { $0.intersection($1) }
    guard common.count >= 2, given.allSatisfy({ $0.count - common.count <= 1 }) else { return nil }
    return Draft(
      "all \(sides.count) branches build a '\(first.calledName)' of the same parts but one, which loses its state whenever the condition "
        + "changes; build it once, and decide about that part",
      at: code.start, code: code, view: type, subject: .branches(of: first.calledName),
      change: .keepIdentity(.branches),
      severity: .note, certainty: .possible,
      steps: ["build '\(first.calledName)' once", "choose the argument that differs by the condition"])
  }

  private static let leastSides = 3

  /// Whether a view has storage of its own, or is declared elsewhere and is one by its name.
  private static func keepsState(_ name: String, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let id = graph.index.resolve(name, near: type.code.file.path, inside: type.id) else {
      return !KnownTypes.values.contains(name)
    }
    return graph.index[id].storedProperties.contains(where: \.isDynamic)
  }

  /// Two or more sides of a condition that build the same views of the sources: in another container, with other modifiers,
  /// or by a helper of the view.
  ///
  /// - Parameter helpers: The names of the helpers that evaluation reaches.
  private static func sameContent(
    _ code: Code, _ type: TypeInfo, _ evaluation: Evaluation, _ helpers: Set<String>, _ graph: SourceGraph
  ) -> Draft? {
    let sides: [Code]
    switch code.kind {
    case .ifStatement:
      guard code.parent?.kind != .ifStatement, let condition = code.first(.conditions),
        !evaluation.dependencies(of: condition).isEmpty
      else { return nil }
      sides = BranchingHelpers.sides(of: code)
    case .switchStatement:
      guard let value = code.first(.value), !evaluation.dependencies(of: value).isEmpty else { return nil }
      sides = code.all(.caseClause)
    default: return nil
    }
    guard sides.count >= 2, !code.isInPresentation, !evaluation.isDeferred(code) else { return nil }
    var known: [Set<String>] = []
    for side in sides {
      let built = views(in: side, type, helpers, graph)
      guard !built.isEmpty else { continue }
      guard known.contains(built), let name = built.min() else {
        known.append(built)
        continue
      }
      // The views of a helper are built where it is declared.
      let helper = evaluation.helpers.first { built.contains($0.name) }
      return Draft(
        "several branches build the same \(SourceGraph.list(built.sorted())), which loses its state whenever the condition "
          + "changes; build it once and put the condition into its modifiers or its layout",
        at: code.start, code: helper?.block ?? code, view: type, subject: .branches(of: name),
        change: .keepIdentity(.branches), severity: .note,
        steps: ["build '\(name)' once", "turn the condition into an argument of the modifiers, or use AnyLayout"])
    }
    return nil
  }

  /// Views of the sources and helpers of the view that a branch builds.
  private static func views(in side: Code, _ type: TypeInfo, _ helpers: Set<String>, _ graph: SourceGraph) -> Set<
    String
  > {
    var names: Set<String> = []
    for code in side.descendants where code.kind == .call || code.kind == .identifier {
      if code.kind == .identifier {
        guard helpers.contains(code.name), code.parent?.kind != .argument else { continue }
        let text = type.property(code.name)?.typeText ?? type.functions.first { $0.name == code.name }?.returnText
        if Protocols.isView(text) { names.insert(code.name) }
      } else if code.calledName.startsUppercase, !Views.builtin.contains(code.calledName),
        let id = graph.index.resolve(code.calledName, near: type.code.file.path, inside: type.id),
        graph.isView(graph.index[id]), !code.isInPresentation
      {
        names.insert(code.calledName)
      }
    }
    return names
  }

  /// The view with something to lose that both of two constructions build in the same way; of containers, that they hold.
  private static func sameView(_ first: Code, _ second: Code, _ type: TypeInfo, _ graph: SourceGraph) -> String? {
    func views(in code: Code) -> [Code] {
      if !Views.builtin.contains(code.calledName) { return [code] }
      return code.descendants.filter { call in
        call.kind == .call && call.calledName.startsUppercase && !Views.builtin.contains(call.calledName)
          && graph.index.resolve(call.calledName, near: type.code.file.path, inside: type.id).map {
            graph.isView(graph.index[$0])
          } == true
      }
    }
    let (mine, theirs) = (views(in: first), views(in: second))
    let isSame =
      mine.count == theirs.count
      && zip(mine, theirs).allSatisfy {
        $0.calledName == $1.calledName && Construction.canonical($0) == Construction.canonical($1)
      }
    guard isSame else { return nil }
    return mine.first { mayHoldState($0.calledName, in: type, graph) }?.calledName
  }

  /// A view of the sources without storage of its own loses nothing; of others nothing is known.
  private static func mayHoldState(_ name: String, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let id = graph.index.resolve(name, near: type.code.file.path, inside: type.id) else { return true }
    let child = graph.index[id]
    return child.storedProperties.contains(where: \.isDynamic) || graph.evaluation(of: id)?.children.isEmpty != true
  }

  private static func only(_ block: Code) -> Code? {
    let children = Array(block.children)
    guard children.count == 1, children[0].kind == .call else { return nil }
    return children[0].chainRoot
  }
}

/// A canonical text of a construction, to tell whether two are the same.
private enum Construction {
  static func canonical(_ code: Code) -> String {
    let parts = code.arguments.map { argument -> String in
      guard let value = argument.firstChild else { return "" }
      return argument.name + ":" + value.kind.rawValue.description + value.name
        + value.descendants.map { "\($0.kind.rawValue).\($0.name)" }.joined(separator: ",")
    }
    return parts.joined(separator: ";")
  }
}
