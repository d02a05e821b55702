import SwiftUIModel

/// What the rows of a `ForEach` are made of: whether its elements come and go, and their type.
enum ShownRows {
  /// Whether elements can come, go or move while the rows are shown, as far as the sources tell.
  ///
  /// - Parameter isByPosition: Whether rows are known by their position, which may be all that they show.
  static func mayMove(
    _ data: Code, _ call: Code, _ type: TypeInfo, _ graph: SourceGraph, isByPosition: Bool = true, depth: Int = 0
  ) -> Bool {
    guard let root = root(of: data) else { return false }
    let name = root.name.hasPrefix("$") ? String(root.name.dropFirst()) : root.name
    guard let property = type.property(name) else {
      // `let shown = roots(of: state)`: what the local is made of.
      guard depth < 3, let value = root.localDeclaration(of: name)?.initialValue else { return false }
      return mayMove(value, call, type, graph, isByPosition: isByPosition, depth: depth + 1)
    }
    if isByPosition, usesPositionAsContent(call, of: root.accessChain, type, graph),
      !(keepsState(call, type, graph) && isReordered(name, in: type, graph))
    {
      return false
    }
    // What a case of an enum lists is always the same.
    if let owner = graph.index.type(of: property, in: type), owner.kind == .enum { return false }
    if showsPlainText(root, call, type, graph) { return false }
    let chain = Set(([data] + Array(data.descendants)).filter { $0.kind == .member }.map(\.name)).union([name])
    if !property.isStored { return computedMayMove(property, type, graph, depth: 0) }
    if property.isLet, property.initialValue != nil { return false }
    if property.isPlainInput {
      // What all callers write down does not change.
      let given = (graph.parents[type.id] ?? []).flatMap { $0.child.arguments.filter { $0.property == name } }
      return given.isEmpty
        || given.contains { argument in
          !argument.value.isConstant && argument.value.kind != .array
            && !(argument.value.memberPath?.first?.first?.isUppercase ?? false)
        }
    }
    switch property.storage {
    case .state, .binding, nil:
      guard graph.index.type(of: property, in: type)?.isReference != true else { return graph.isWrittenAnywhere(chain) }
      let isChanged = graph.mentions(of: name, in: type).contains { usage in
        (usage.isWritten || isMutatedInPlace(usage)) && !usage.ancestors.contains { $0.kind == .initializer }
      }
      return isChanged || property.storage == .binding
    default:
      // An object is observed because it changes, wherever the code that changes it is.
      let isElsewhere = graph.index.type(of: property, in: type) == nil
      // Of members of a value whose type nothing tells, nothing is known either.
      let isUnknown =
        isElsewhere && property.typeText == nil && property.environmentType == nil && root.accessChain != root
      return !isUnknown && (isElsewhere && property.isObservedObject || graph.isWrittenAnywhere(chain))
    }
  }

  /// What rows are made of: `store` of `Array(store.lines.enumerated())`.
  private static func root(of data: Code) -> Code? {
    ([data] + Array(data.descendants)).first { code in
      code.kind == .identifier && !KnownTypes.collections.contains(code.name) && code.name != "self"
        && !Methods.pairs.contains(code.name)
    }
  }

  /// Whether rows are plain texts of a model that moves all of them on with each one it takes in: `lines.insert(line, at: 0)`,
  /// `lines.removeFirst()`.
  static func areMovingTexts(_ data: Code, _ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let root = root(of: data), showsPlainText(root, call, type, graph),
      let property = type.property(root.name), let model = graph.model(of: property, in: type),
      let path = root.accessChain.memberPath?.filter({ $0 != "self" && !Methods.positions.contains($0) }),
      path.count == 2, let member = path.last
    else { return false }
    return graph.usages(of: model)[member].contains { use in
      let chain = use.accessChain
      guard chain.kind == .member, let call = chain.parent, call.kind == .call, call.callee == chain else {
        return false
      }
      return Methods.takesFirst.contains(chain.name)
        || chain.name == Methods.insert && call.argument("at").map { $0.kind == .literal && $0.name == "0" } == true
    }
  }

  /// Whether the rows keep something of their own, which stays with the place where the element moves on: a field that is typed into,
  /// or state of a view.
  private static func keepsState(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return false }
    return evaluation.children.contains { child in
      child.row == call
        && child.type.map { id in
          graph.index[id].storedProperties.contains { $0.storage == .state || $0.storage == .object }
        }
          ?? false
    } || evaluation.calls(namedAnyOf: Views.edits).contains { $0.row == call }
  }

  /// Whether the view itself puts elements in between or takes some out: `steps.insert(step, at: 0)`, `steps.remove(at: index)`.
  private static func isReordered(_ name: String, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.mentions(of: name, in: type).contains { usage in
      guard isMutatedInPlace(usage), let call = usage.accessChain.parent else { return false }
      return call.arguments.contains { ["at", "fromOffsets"].contains($0.name) }
    }
  }

  /// Strings that nothing edits: they have no better id than their place, and a text has no state to lose.
  private static func showsPlainText(_ root: Code, _ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard var path = root.accessChain.memberPath else { return false }
    path.removeAll { $0 == "self" || Methods.positions.contains($0) }
    guard let first = path.first, var property = type.property(first) else { return false }
    var owner = type
    for name in path.dropFirst() {
      guard let next = graph.index.type(of: property, in: owner), let member = next.property(name) else { return false }
      owner = next
      property = member
    }
    return TypeName.elements(property.typeText ?? "") == [KnownTypes.ofStringLiterals]
      && !call.descendants.contains { $0.name.hasPrefix("$") && $0.name.count > 2 }
  }

  private static func computedMayMove(_ property: Property, _ type: TypeInfo, _ graph: SourceGraph, depth: Int) -> Bool
  {
    guard depth < 4, let getter = property.getter else { return false }
    return getter.mentionedNames.contains { name in
      guard let part = type.property(name), part.name != property.name else { return false }
      if !part.isStored { return computedMayMove(part, type, graph, depth: depth + 1) }
      return part.wrapper != nil && part.storage != .environment
    }
  }

  /// `items.append(…)`, `items[0].remove()`: a method that changes a collection, at the end of the access.
  private static func isMutatedInPlace(_ usage: Code) -> Bool {
    let chain = usage.accessChain
    return chain.parent?.kind == .call && chain.parent?.callee == chain && chain.kind == .member
      && Methods.mutates.contains(chain.name)
  }

  /// `ForEach(items.enumerated()) { index, item in Text("\(index + 1)") }`: the number is what the row shows, or where it is put.
  private static func usesPositionAsContent(_ call: Code, of data: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool
  {
    guard let closure = call.arguments.last?.firstChild, closure.kind == .closure, let block = closure.first(.block)
    else {
      return false
    }
    let name = closure.first(.parameter)?.detail ?? "$0"
    return block.descendants.contains { code in
      guard code.kind == .identifier, code.name == name else { return false }
      var use = code
      if let member = code.parent, member.kind == .member {
        guard [Methods.position, "0"].contains(member.name) else { return false }
        use = member
      }
      return !isSubscript(use) && !isInModifier(use, of: block) && !isLookup(use, in: data, type)
        && !isInAction(use, upTo: block, graph)
    }
  }

  /// Handed to whoever finds the element by it: a child that is given the collection as well, or a helper of the view that
  /// does nothing else with it.
  private static func isLookup(_ position: Code, in data: Code, _ type: TypeInfo) -> Bool {
    guard let argument = position.parent, argument.kind == .argument, let call = argument.parent, call.kind == .call
    else {
      return false
    }
    let collection = data.memberPath.map { path in path.filter { $0 != "self" && !Methods.positions.contains($0) } }
    if collection != nil,
      call.arguments.contains(where: { $0.firstChild?.memberPath?.filter({ $0 != "self" }) == collection })
    {
      return true
    }
    guard call.callee?.kind == .identifier,
      let function = type.functions.first(where: { $0.name == call.calledName }), let body = function.body,
      let parameter = function.parameters.first(where: {
        $0.label == argument.name || $0.label == "_" && argument.name.isEmpty
      })
    else { return false }
    let uses = body.descendants.filter { $0.kind == .identifier && $0.name == parameter.name }
    return !uses.isEmpty && uses.allSatisfy { isSubscript($0) || isInModifier($0, of: body) }
  }

  /// What a tap does with the number is not shown.
  private static func isInAction(_ code: Code, upTo block: Code, _ graph: SourceGraph) -> Bool {
    code.ancestors.prefix { $0 != block }.contains { closure in
      guard closure.kind == .closure, let argument = closure.parent, argument.kind == .argument,
        let call = argument.parent
      else { return false }
      return graph.options.actions.isAction(
        function: call.calledName, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
    }
  }

  /// `.offset(x: shift(for: index))`: placed by its position, which the row does not show.
  private static func isInModifier(_ code: Code, of block: Code) -> Bool {
    for ancestor in code.ancestors.prefix(while: { $0 != block }) {
      switch ancestor.kind {
      case .closure, .string: return false
      case .argument:
        guard let call = ancestor.parent, call.kind == .call, Modifiers.placesRows.contains(call.calledName),
          let callee = call.callee, callee.kind == .member, let base = callee.firstChild, base.name != "self"
        else { continue }
        return true
      default: break
      }
    }
    return false
  }

  private static func isSubscript(_ code: Code) -> Bool {
    code.ancestors.prefix { ![.block, .closure].contains($0.kind) }.contains { ancestor in
      ancestor.kind == .subscriptCall && ancestor.arguments.contains { $0.contains(code) }
    }
      || code.ancestors.prefix { ![.block, .closure].contains($0.kind) }.contains { ancestor in
        // `index == items.count - 1`: whether it is the last one.
        ancestor.kind == .binary && Operators.comparisons.contains(ancestor.name)
          || ancestor.kind == .call
            && (Methods.takesPosition.contains(ancestor.calledName)
              || Modifiers.setsIdentity.contains(ancestor.calledName)
                && ancestor.arguments.contains { $0.contains(code) })
      }
  }

  /// Data that belongs to a type, such as `Kind.sections`, does not change.
  static func isFixed(_ data: Code) -> Bool {
    let root = ([data] + Array(data.descendants)).first {
      $0.kind == .identifier && !KnownTypes.collections.contains($0.name)
    }
    return root?.name.startsUppercase == true
  }

  static func isEnumerated(_ data: Code) -> Bool {
    data.kind == .call && Methods.numbers.contains(data.calledName)
      || data.descendants.contains { $0.kind == .call && Methods.numbers.contains($0.calledName) }
  }

  /// The type of one element, through properties, locals and the elements of the rows around.
  static func elementType(of data: Code, _ type: TypeInfo, _ graph: SourceGraph, depth: Int = 0) -> TypeInfo? {
    guard depth < 6 else { return nil }
    if data.kind == .call, let callee = data.callee {
      // `Array(items)`, `items.sorted()`: the same elements.
      if callee.kind == .identifier, KnownTypes.collections.contains(callee.name),
        let inner = data.arguments.first?.firstChild
      {
        return elementType(of: inner, type, graph, depth: depth + 1)
      }
      guard callee.kind == .member, let base = callee.firstChild,
        Methods.keepsElements.contains(callee.name)
      else { return nil }
      return elementType(of: base, type, graph, depth: depth + 1)
    }
    guard var path = data.memberPath else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard let first = path.first else { return nil }
    var owner = type
    var property: Property
    if path.count > 1, first.startsUppercase,
      let named = graph.index.resolve(first, near: data.file.path, inside: type.id).map({ graph.index[$0] }),
      let member = named.properties.first(where: { $0.isStatic && $0.name == path[1] })
    {
      owner = named
      property = member
      path.removeFirst()
    } else if path.count > 1, let element = rowElement(first, at: data, type, graph, depth: depth) {
      guard let member = element.property(path[1]) else { return nil }
      owner = element
      property = member
      path.removeFirst()
    } else if let value = local(first, at: data) {
      return path.count == 1 ? elementType(of: value, type, graph, depth: depth + 1) : nil
    } else {
      // `ForEach($items)` hands out bindings to the elements.
      guard let found = type.property(String(first.drop { $0 == "$" })) else { return nil }
      property = found
    }
    for name in path.dropFirst() {
      guard let next = graph.index.type(of: property, in: owner), let member = next.property(name) else { return nil }
      owner = next
      property = member
    }
    guard let text = property.typeText, let name = TypeName.elements(text).last else { return nil }
    return graph.index.resolve(name, near: property.code.file.path, inside: owner.id).map { graph.index[$0] }
  }

  /// What the rows around `code` are made of, where `name` is the parameter of their closure.
  static func rowElement(
    _ name: String, at code: Code, _ type: TypeInfo, _ graph: SourceGraph, depth: Int = 0
  ) -> TypeInfo? {
    for closure in code.ancestors where closure.kind == .closure {
      guard closure.all(.parameter).contains(where: { $0.detail == name }) else { continue }
      guard let call = closure.parent?.parent, Views.makesRows.contains(call.calledName),
        let data = call.arguments.first?.firstChild, data.kind != .closure
      else { return nil }
      return elementType(of: data, type, graph, depth: depth + 1)
    }
    return nil
  }

  /// The value of a local that is declared before `code`.
  static func local(_ name: String, at code: Code) -> Code? {
    for block in code.ancestors where block.kind == .block {
      let declaration = block.children.first {
        $0.kind == .variable && $0.name == name && $0.index < code.index
      }
      if let declaration { return declaration.initialValue }
    }
    return nil
  }
}
