import SwiftUIModel

/// Whether what is made of a value takes fewer values than it does: a comparison, a range of a `switch`, whole steps, a case
/// of an enum, the nearest of a few. Such a thing changes more rarely than what it is made of.
struct Quantization {
  let graph: SourceGraph
  /// The view or the model whose code it is.
  let type: TypeInfo

  /// Whether evaluation shows of the property nothing but quantized values.
  ///
  /// - Parameter isHandedOut: Whether it may be handed out as a binding besides.
  func isShownCoarsely(_ property: Property, _ evaluation: Evaluation, isHandedOut: Bool = false) -> Bool {
    let reads = evaluation.reads(of: property.name).filter { read in
      read.phase.isEvaluation && !read.isDerived
        && !(isHandedOut && read.isProjection)
    }
    return !reads.isEmpty && reads.allSatisfy { !$0.isProjection && isQuantized($0.code) }
  }

  /// Whether the mention of a value is used up by something that quantizes it, within the member that holds it.
  func isQuantized(_ mention: Code, depth: Int = 0) -> Bool {
    var inner = mention
    for ancestor in mention.ancestors {
      defer { inner = ancestor }
      switch ancestor.kind {
      case .binary where Self.comparisons.contains(ancestor.name):
        // `rows.filter { $0.y > offset }` differs with every offset.
        return !isInsideOfSelection(ancestor, of: mention) && !comparesWithElements(ancestor, mention)
      case .value where ancestor.parent?.kind == .switchStatement:
        // A pattern that binds the value may show it.
        let cases = ancestor.parent?.all(.caseClause) ?? []
        return !cases.contains { $0.all(.patternName).contains { !$0.name.isEmpty } }
      case .call where quantizes(ancestor, of: inner, depth: depth) || countsSeconds(ancestor, of: inner, mention):
        return true
      case .accessor, .function:
        return makesFewValues(ancestor)
      case .variable where inner.kind == .value && ancestor.parent?.kind == .block:
        // A local: what is done with it decides.
        return depth < 3 && isLocalQuantized(ancestor, depth: depth)
      case .closure:
        guard let argument = ancestor.parent, argument.kind == .argument, let call = argument.parent else {
          return false
        }
        // `steps.last { $0 <= width }` is one of the steps; a builder's closure shows what is in it.
        guard call.kind == .call, Methods.selects.contains(call.calledName) else { return false }
      case .type, .initializer: return false
      default: break
      }
    }
    return false
  }

  private static let comparisons = Operators.comparisons.union(["~="])

  /// Whether the comparison decides about elements that are shown one by one.
  private func isInsideOfSelection(_ comparison: Code, of mention: Code) -> Bool {
    for closure in comparison.ancestors where closure.kind == .closure {
      guard let call = closure.parent?.parent, call.kind == .call, closure.parent?.kind == .argument else {
        return false
      }
      if Methods.givesElements.contains(call.calledName) { return true }
    }
    return false
  }

  /// `position < progress.level` for each of five stars: together they tell the value.
  private func comparesWithElements(_ comparison: Code, _ mention: Code) -> Bool {
    let others = comparison.children.filter { $0 != mention && !$0.contains(mention) }
    let names = others.reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames) }
    return comparison.ancestors.contains { closure in
      guard closure.kind == .closure, let call = closure.parent?.parent, call.kind == .call,
        Views.makesRows.contains(call.calledName)
      else { return false }
      return names.contains("$0") || closure.all(.parameter).contains { names.contains($0.detail) }
    }
  }

  private func isLocalQuantized(_ variable: Code, depth: Int) -> Bool {
    guard let block = variable.parent, variable.all(.patternName).isEmpty else { return false }
    let uses = block.descendants.filter {
      $0.kind == .identifier && $0.name == variable.name && $0.index > variable.index && !variable.contains($0)
    }
    return !uses.isEmpty && uses.allSatisfy { isQuantized($0, depth: depth + 1) }
  }

  private func quantizes(_ call: Code, of inner: Code, depth: Int) -> Bool {
    switch call.calledName {
    case let name where Methods.rounds.contains(name) && Methods.onlyReads.contains(name):
      // Of the value as a part of something: `(width / 180).rounded()`, `(scale * 4).rounded(.down)`.
      guard let base = call.callee?.firstChild, call.callee == inner else { return false }
      return base.kind == .binary && ["/", "*"].contains(base.name)
    case let name where Methods.rounds.contains(name) || KnownTypes.integers.contains(name):
      guard let value = call.arguments.first?.firstChild, inner.kind == .argument else { return false }
      return ([value] + Array(value.descendants)).contains { $0.kind == .binary && ["/", "*"].contains($0.name) }
    case let name where Methods.answers.contains(name): return inner.kind == .argument || call.callee == inner
    case let name:
      guard inner.kind == .argument, inner.firstChild?.kind != .closure else { return false }
      // `CellSize(scale: scale)`: there are only a few different ones.
      if name.startsUppercase {
        return graph.index.resolve(name, near: call.file.path, inside: type.id).map { isFew(graph.index[$0]) } ?? false
      }
      return type.functions.contains { $0.name == name && isFew($0.returnText, near: $0.code.file.path) }
        || call.callee?.memberPath.map { isStaticOfFew($0, near: call.file.path) } == true
    }
  }

  /// `Int(player.elapsed)`, `Int(total - elapsed)`: whole seconds of something that goes on like a clock.
  private func countsSeconds(_ call: Code, of inner: Code, _ mention: Code) -> Bool {
    guard KnownTypes.integers.contains(call.calledName), inner.kind == .argument,
      let name = mention.accessChain.memberPath?.last
    else { return false }
    return Conventions.namesOfClocks.contains(name.lowercased())
  }

  /// `Detail.level(for: zoom)`.
  private func isStaticOfFew(_ path: [String], near file: String) -> Bool {
    guard path.count == 2, let id = graph.index.resolve(path[0], near: file, inside: type.id) else { return false }
    let owner = graph.index[id]
    return owner.functions.contains { function in
      function.name == path[1]
        && (function.returnText == "Self" ? isFew(owner) : isFew(function.returnText, near: file))
    }
  }

  /// Whether the member around is one of a few values, by its type.
  private func makesFewValues(_ member: Code) -> Bool {
    let declaration = member.kind == .accessor ? member.parent : member
    guard let declaration else { return false }
    let text = declaration.kind == .variable ? declaration.typeText : declaration.first(.returnType)?.name
    return isFew(text, near: member.file.path)
  }

  /// Whether the property holds a quantity, a time or a place, or a struct of such: what has an id is one of several things
  /// that somebody chose.
  func isMeasured(_ property: Property) -> Bool {
    guard let text = property.typeText else { return property.initialValue?.kind == .literal }
    if KnownTypes.measured.contains(TypeName.base(text)) { return true }
    guard let value = graph.index.type(of: property, in: type) else {
      return property.initialValue?.memberPath?.first.map(KnownTypes.measured.contains) ?? false
    }
    return value.kind == .struct && value.property(Protocols.identity) == nil
      && value.storedProperties.contains { KnownTypes.measured.contains(TypeName.base($0.typeText ?? "")) }
  }

  /// `Bool`, and enums of the sources without payloads.
  func isFew(_ text: String?, near file: String) -> Bool {
    guard let text else { return false }
    let name = TypeName.base(text, keepsNesting: true)
    if KnownTypes.flags.contains(name) { return true }
    return graph.index.resolve(name, near: file, inside: type.id).map { isFew(graph.index[$0]) } ?? false
  }

  private func isFew(_ type: TypeInfo) -> Bool {
    type.kind == .enum && !type.cases.isEmpty && type.cases.allSatisfy { $0.payload.isEmpty }
  }
}

extension SourceGraph {
  /// Whether what is made of a mention, in a member of the type, takes fewer values than what it mentions.
  package func isQuantized(_ mention: Code, in type: TypeInfo) -> Bool {
    Quantization(graph: self, type: type).isQuantized(mention)
  }
}
