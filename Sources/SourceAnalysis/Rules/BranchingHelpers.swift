import SwiftUIModel
internal import Vocabulary

/// Functions, modifiers and containers that put the view they are given into the branches of a condition.
///
/// `if isOn { transform(self) } else { self }` gives the view one identity for each side, so it is thrown away and built
/// anew whenever the condition changes, wherever the helper is used.
struct BranchingHelpers {
  /// A function, with the parameters that its condition is made of.
  struct Helper {
    var condition: Code
    var parameters: Set<String>
    var function: Function
    /// Whether a modifier that it applies asks the environment or state of its own.
    var decidesItself = false
  }

  /// A modifier or container, with the properties that its condition is made of.
  struct Container {
    var condition: Code
    var properties: Set<String>
  }

  let graph: SourceGraph
  /// Extensions of `View`, by name of the function.
  private(set) var functions: [String: [Helper]] = [:]
  private(set) var containers: [TypeID: Container] = [:]

  init(_ graph: SourceGraph) {
    self.graph = graph
    for type in graph.index.types where graph.evaluations[type.id] != nil {
      if let container = Self.container(type, graph) { containers[type.id] = container }
    }
    let extended = graph.index.types.filter { Protocols.qualifiedViews.contains($0.qualifiedName) }
      .flatMap(\.functions).filter { !$0.isStatic }
    for function in extended {
      guard let body = function.body else { continue }
      let names = Set(function.parameters.map(\.name))
      for (code, condition) in Self.branches(in: body, around: ["self"], isOfView: true) {
        let used = condition.mentionedNames.intersection(names)
        guard !used.isEmpty else { continue }
        functions[function.name, default: []].append(Helper(condition: code, parameters: used, function: function))
        break
      }
    }
    // `func dimmed(_ isOn: Bool) -> some View { applying(if: isOn) { … } }` hands its condition on.
    for _ in 0..<3 {
      var isComplete = true
      for function in extended where functions[function.name] == nil {
        guard let helper = handingOn(function) else { continue }
        functions[function.name] = [helper]
        isComplete = false
      }
      if isComplete { break }
    }
  }

  private func handingOn(_ function: Function) -> Helper? {
    guard let body = function.body else { return nil }
    let names = Set(function.parameters.map(\.name))
    for call in body.descendants where call.kind == .call {
      guard let (condition, values) = conditions(of: call, inside: nil, near: body.file.path) else { continue }
      let used = values.reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames.intersection(names)) }
      let decidesItself = decidesItself(call, inside: nil)
      if !used.isEmpty || decidesItself {
        return Helper(condition: condition, parameters: used, function: function, decidesItself: decidesItself)
      }
    }
    return nil
  }

  /// What a call of a helper or of `modifier` gives its condition, and where that is.
  private func conditions(of call: Code, inside scope: TypeID?, near path: String) -> (condition: Code, values: [Code])?
  {
    let name = call.calledName
    if Modifiers.appliesModifier.contains(name), let made = call.arguments.first?.firstChild, made.kind == .call,
      let id = graph.index.resolve(made.calledName, near: path, inside: scope), let container = containers[id]
    {
      let type = graph.index[id]
      return (
        container.condition,
        made.arguments.filter { argument in
          ArgumentMapping.property(for: argument, of: made, in: type).map(container.properties.contains) ?? false
        }
      )
    }
    guard let candidates = functions[name] else { return nil }
    let labels = Set(call.arguments.filter { !$0.flags.contains(.isTrailing) }.map { $0.name.isEmpty ? "_" : $0.name })
    for helper in candidates where labels.isSubset(of: helper.function.parameters.map(\.label)) {
      let values = call.arguments.enumerated().filter { position, argument in
        guard argument.firstChild?.kind != .closure else { return false }
        let parameters = helper.function.parameters
        let parameter =
          argument.name.isEmpty
          ? (position < parameters.count ? parameters[position] : nil)
          : parameters.first { $0.label == argument.name }
        return parameter.map { helper.parameters.contains($0.name) } ?? false
      }
      return (helper.condition, values.map(\.element))
    }
    return nil
  }

  // MARK: - Conditions

  /// A modifier whose `content`, or a view whose builder's views, stand in several branches.
  private static func container(_ type: TypeInfo, _ graph: SourceGraph) -> Container? {
    guard let evaluation = graph.evaluations[type.id] else { return nil }
    let isModifier = graph.index.conforms(type, toAnyOf: Protocols.modifiers)
    let held: Set<String> =
      isModifier ? [EntryPoints.modifiedContent] : Set(type.storedProperties.filter(holdsViews).map(\.name))
    guard !held.isEmpty else { return nil }
    for block in evaluation.evaluatedBlocks {
      for (code, condition) in branches(in: block, around: held, isOfView: false) {
        let used = condition.mentionedNames.flatMap { graph.storedReads(of: $0, in: type) }
        let properties = Set(used).intersection(type.storedProperties.map(\.name)).subtracting(held)
        if !properties.isEmpty { return Container(condition: code, properties: properties) }
      }
    }
    return nil
  }

  static func holdsViews(_ property: Property) -> Bool {
    if property.attributes.contains(.viewBuilder) { return true }
    guard let text = property.typeText, property.wrapper == nil,
      text.contains(Conventions.contentType) || Views.erases.contains(where: text.contains)
    else { return false }
    let name =
      TypeName.isFunction(text) ? text.ranges(of: "->").last.map { String(text[$0.upperBound...]) } ?? "" : text
    let plain = name.filter { !$0.isWhitespace && !"()".contains($0) }
    return Views.erases.contains(plain) || plain.hasPrefix(Conventions.contentType) && plain.count < 10
  }

  /// Statements where two sides of a condition, or more, hold the view, each with its condition.
  static func branches(in block: Code, around names: Set<String>, isOfView: Bool) -> [(code: Code, condition: Code)] {
    block.descendants.compactMap { code in
      func holds(_ branch: Code) -> Bool { self.holds(branch, names, isOfView: isOfView) }
      switch code.kind {
      case .ifStatement:
        // `if #available` never changes sides.
        guard let condition = code.first(.conditions), condition.firstChild != nil else { return nil }
        // The rest of a chain is one of its own.
        if code.parent?.kind == .ifStatement { return nil }
        let held = sides(of: code).count(where: holds)
        if held >= 2 || held == 1 && returns(code) && laterSiblings(of: code).contains(where: holds) {
          return (code, condition)
        }
      case .guardStatement:
        guard let condition = code.first(.conditions), let block = code.first(.block), holds(block) else { return nil }
        if laterSiblings(of: code).contains(where: holds) { return (code, condition) }
      case .switchStatement:
        guard let value = code.first(.value) else { return nil }
        if code.all(.caseClause).count(where: holds) >= 2 { return (code, value) }
      case .ternary:
        let parts = Array(code.children)
        guard parts.count == 3 else { return nil }
        let isErased = parts[1...].allSatisfy { $0.kind == .call && Views.erases.contains($0.calledName) }
        if isErased, holds(parts[1]), holds(parts[2]) { return (code, parts[0]) }
      default: break
      }
      return nil
    }
  }

  /// The blocks of an `if` with all that follow after `else`.
  static func sides(of code: Code) -> [Code] {
    code.children.flatMap { child in
      child.kind == .block ? [child] : child.kind == .ifStatement ? sides(of: child) : []
    }
  }

  private static func returns(_ code: Code) -> Bool {
    sides(of: code).allSatisfy { $0.first(.returnStatement) != nil }
  }

  private static func laterSiblings(of code: Code) -> [Code] {
    guard let parent = code.parent, parent.kind == .block else { return [] }
    return parent.children.filter { $0.index > code.index }
  }

  private static func holds(_ branch: Code, _ names: Set<String>, isOfView: Bool) -> Bool {
    ([branch] + Array(branch.descendants)).contains { code in
      guard code.kind == .identifier else { return false }
      if names.contains(code.name) {
        if !isOfView || code.parent?.kind != .member { return true }
        // `self.title` reads something of it, `$0.backport.glass()` is made of it.
        return code.name == "self" ? code.parent?.parent?.callee == code.parent : code.outermostChain.kind == .call
      }
      // `padding()` in an extension of View.
      return isOfView && code.parent?.kind == .call && code.parent?.callee == code && !code.name.startsUppercase
        && Modifiers.table.contains(code.name)
        && [.block, .returnStatement].contains(code.parent?.outermostChain.parent?.kind)
    }
  }

  // MARK: - Uses

  /// Those that no trace is needed for: a helper throws a view away that keeps state, for state of the view around.
  func findingsOfSources() -> [Draft] {
    if functions.isEmpty { return [] }
    let rows = RowsMadeAnew(graph)
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      let changing = Set(
        graph.changingProperties(of: type, evaluation).map(\.property).filter {
          $0.storage == .state || $0.storage == .binding
        }.map(\.name))
      if changing.isEmpty { return [] }
      var seen: Set<Code> = []
      return evaluation.calls.compactMap { site in
        guard site.phase.isEvaluation, functions[site.name] != nil, seen.insert(site.code).inserted,
          let base = site.code.callee?.firstChild, base.kind == .call,
          let (_, values) = conditions(of: site.code, inside: type.id, near: site.code.file.path),
          // An action that may be missing is mostly there or not for good.
          values.allSatisfy({ value in !value.descendants.contains { $0.kind == .closure } }),
          values.contains(where: { !Self.deciding($0, type, evaluation).isDisjoint(with: changing) }),
          evaluation.children.contains(where: { child in
            (child.code == base || base.contains(child.code)) && !child.code.isShownByPresentation
              && child.type.map { rows.keepsState($0) } == true
          })
        else { return nil }
        return use(site.code, type, evaluation)
      }
    }
  }

  /// Places where a condition that can change decides on which side the view is.
  func findings() -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var seen: Set<Code> = []
      var found: [Draft] = []
      for site in evaluation.calls where site.phase.isEvaluation {
        // Few calls are any of these.
        if let finding = finding(at: site, type, evaluation), seen.insert(site.code).inserted { found.append(finding) }
      }
      return found
    }
  }

  private func finding(at site: CallSite, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    let isHelper = functions[site.name] != nil || Modifiers.appliesModifier.contains(site.name)
    if isHelper, let finding = use(site.code, type, evaluation) { return finding }
    if let finding = unseen(site.code, type, evaluation) { return finding }
    return site.name.startsUppercase
      ? construction(site.code, type, evaluation) : transformation(site.code, type, evaluation)
  }

  private func use(_ call: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard let callee = call.callee, callee.kind == .member, let base = callee.firstChild,
      let (condition, values) = conditions(of: call, inside: type.id, near: call.file.path)
    else { return nil }
    let deciding = values.reduce(into: Set<String>()) { $0.formUnion(Self.deciding($1, type, evaluation)) }
    let isOwn = decidesItself(call, inside: type.id)
    guard !deciding.isEmpty || isOwn else { return nil }
    return finding(
      base.chainRoot.calledName, by: call.calledName, deciding, condition, at: call.nameStart, call, type)
  }

  /// `page.if(isActive) { $0.border(.red) }` where the sources do not hold the helper: its name says what it does.
  private func unseen(_ call: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard Conventions.conditionalModifiers.contains(call.calledName),
      graph.index.viewExtensions[call.calledName] == nil,
      let callee = call.callee, callee.kind == .member, let base = callee.firstChild,
      let condition = call.arguments.first?.firstChild, condition.kind != .closure,
      call.arguments.contains(where: { $0.firstChild?.kind == .closure })
    else { return nil }
    let deciding = Self.deciding(condition, type, evaluation)
    guard !deciding.isEmpty else { return nil }
    return finding(
      base.chainRoot.calledName, by: call.calledName, deciding, condition, at: call.nameStart, call, type)
  }

  /// `page.apply { if isActive { $0.border(.red) } else { $0 } }`: a closure that is handed the view, and gives it back from
  /// the sides of a condition.
  private func transformation(_ call: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard let callee = call.callee, callee.kind == .member, let base = callee.firstChild,
      let closure = call.first(.argument)?.firstChild, closure.kind == .closure, call.arguments.count == 1,
      Modifiers.table[call.calledName] == nil, Methods.table[call.calledName] == nil,
      let block = closure.first(.block)
    else { return nil }
    let parameters = closure.all(.parameter).map(\.detail)
    guard parameters.count < 2,
      let (branches, condition) = Self.branches(in: block, around: [parameters.first ?? "$0"], isOfView: true).first
    else { return nil }
    // A condition of the closure's own parameter is about something else than a view.
    guard branches.parent == block || branches.parent?.kind == .returnStatement,
      !condition.mentionedNames.contains(parameters.first ?? "$0")
    else { return nil }
    let deciding = Self.deciding(condition, type, evaluation)
    guard !deciding.isEmpty else { return nil }
    return finding(
      base.chainRoot.calledName, by: call.calledName, deciding, condition, at: call.nameStart, call, type)
  }

  /// `AdaptiveStack(isWide: isWide) { … }`.
  private func construction(_ call: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard !containers.isEmpty, call.arguments.contains(where: { $0.firstChild?.kind == .closure }),
      let id = graph.index.resolve(call.calledName, near: call.file.path, inside: type.id),
      let container = containers[id]
    else { return nil }
    let made = graph.index[id]
    let values = call.arguments.filter { argument in
      ArgumentMapping.property(for: argument, of: call, in: made).map(container.properties.contains) ?? false
    }
    let deciding = values.reduce(into: Set<String>()) { $0.formUnion(Self.deciding($1, type, evaluation)) }
    guard !deciding.isEmpty || isDynamic(container, made) else { return nil }
    return finding(
      "views", by: made.name, deciding, container.condition, at: container.condition.start, call, type)
  }

  private func decidesItself(_ call: Code, inside scope: TypeID?) -> Bool {
    guard Modifiers.appliesModifier.contains(call.calledName) else {
      return functions[call.calledName]?.contains(where: \.decidesItself) ?? false
    }
    guard let made = call.arguments.first?.firstChild,
      let id = graph.index.resolve(made.calledName, near: call.file.path, inside: scope),
      let container = containers[id]
    else { return false }
    return isDynamic(container, graph.index[id])
  }

  private func isDynamic(_ container: Container, _ type: TypeInfo) -> Bool {
    container.properties.contains { name in
      // What the environment says of the device or of the design hardly changes while anybody looks.
      type.property(name).map { property in
        property.isDynamic && property.environmentKey.map { EnvironmentKeys.changing.contains($0) } ?? true
      } ?? false
    }
  }

  /// What a condition in a view is made of that may change: `@Environment(\.accessibilityReduceMotion)` stays what it is.
  private static func deciding(_ condition: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Set<String> {
    evaluation.dependencies(of: condition).filter { name in
      type.property(name)?.environmentKey.map { !EnvironmentKeys.settings.contains($0) } ?? true
    }
  }

  private func finding(
    _ name: String, by helper: String, _ deciding: Set<String>, _ condition: Code, at place: SourcePlace, _ call: Code,
    _ type: TypeInfo
  ) -> Draft {
    let subject = name.isEmpty ? "the view" : name == "views" ? "the views" : "'\(name)'"
    let reason = deciding.isEmpty ? "its condition" : SourceGraph.list(deciding.sorted())
    return Draft(
      "'\(helper)' puts \(subject) into the branches of a condition, so each change of \(reason) throws the view and its state "
        + "away and builds another; keep one branch and put the condition into the arguments of the modifiers",
      at: place, code: call, view: type, subject: .branches(of: helper), change: .keepIdentity(.branches),
      severity: .note,
      steps: ["apply the modifiers always, with values that do nothing where the condition does not hold"],
      related: [.init(.declaration, view: nil, place: condition.start, message: "the branches")])
  }
}
