import SwiftUIModel
internal import Vocabulary

/// Text of a model that grows with each piece of a stream: `reply += token`. Each piece is another value, and evaluates all who show
/// the text, many times per second.
struct GrowingTexts {
  let graph: SourceGraph

  func findings() -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass, graph.mayBeShown(model) else { return [] }
      var seen: Set<String> = []
      let announced = Set(ModelRates.announced(by: model).map(\.name))
      return model.functions.compactMap(\.body).flatMap { $0.descendants(.assign) }.compactMap { assignment in
        guard
          let grown = grownText(by: assignment, of: model) ?? grownCopy(by: assignment, of: model, announced)
            ?? grownElement(by: assignment, of: model, announced),
          announced.contains(grown.root),
          isForEachPiece(assignment, of: model), seen.insert(grown.root).inserted
        else { return nil }
        return draft(assignment, model, grown)
      }
    }
  }

  private func draft(_ assignment: Code, _ model: TypeInfo, _ grown: (root: String, text: String)) -> Draft {
    var draft = Draft(
      "each piece of a stream is added to '\(grown.text)' of '\(model.name)', and each evaluates who shows it; gather the pieces, and add "
        + "them a few times per second",
      at: assignment.start, code: assignment, view: model, subject: .property(grown.root),
      change: .writeOnThreshold(PropertyPath(grown.root)), severity: .note, certainty: .possible,
      steps: [
        "keep the pieces where nobody observes them",
        "add them to '\(grown.text)' a few times per second, and once at the end",
      ])
    // A text is to be seen as it comes; how much of the screen goes along, views show, or a trace.
    draft.isForWhoAsks = true
    return draft
  }

  /// The member that something is added to, and the text in it, where it is one: `messages` and `content` of
  /// `messages[last].content = content + piece`.
  private func grownText(by assignment: Code, of model: TypeInfo) -> (root: String, text: String)? {
    guard let target = assignment.firstChild, let value = Array(assignment.children).last, !value.isConstant,
      let root = target.memberPath?.first(where: { $0 != "self" }) ?? Self.root(of: target), !target.isShadowed(root),
      isText(target, root, of: model)
    else { return nil }
    switch assignment.name {
    case "+=": break
    case "=": guard value.kind == .binary, value.name == "+", begins(value, with: target) else { return nil }
    default: return nil
    }
    return (root, target.name)
  }

  /// `buffer[last].content += piece` of a local that the same lines then assign to a member: `messages = buffer`.
  private func grownCopy(by assignment: Code, of model: TypeInfo, _ announced: Set<String>) -> (
    root: String, text: String
  )? {
    guard assignment.name == "+=", let target = assignment.firstChild, target.kind == .member,
      Conventions.namesOfTexts.contains(target.name), let local = Self.root(of: target), target.isShadowed(local),
      let scope = assignment.ancestors.first(where: { [.caseClause, .closure, .function].contains($0.kind) })
    else { return nil }
    let published = scope.descendants(.assign).lazy.compactMap { other -> String? in
      guard other.name == "=", other.assignedValue?.kind == .identifier, other.assignedValue?.name == local else {
        return nil
      }
      return other.firstChild?.ownMemberPath?.first
    }.first(where: announced.contains)
    return published.map { ($0, target.name) }
  }

  /// `change(id) { $0.text += piece }`, where the method lets the closure change an element of a member: `messages[index] = message`.
  private func grownElement(by assignment: Code, of model: TypeInfo, _ announced: Set<String>) -> (
    root: String, text: String
  )? {
    guard assignment.name == "+=", let target = assignment.firstChild, target.kind == .member,
      Conventions.namesOfTexts.contains(target.name), let element = target.firstChild, element.kind == .identifier,
      let closure = assignment.ancestors.first(where: { $0.kind == .closure }),
      (closure.first(.parameter)?.detail ?? "$0") == element.name, let call = closure.parent?.parent,
      call.kind == .call,
      let path = call.callee?.ownMemberPath, path.count == 1,
      let body = model.functions.first(where: { $0.name == path[0] })?.body
    else { return nil }
    let changed = body.descendants.lazy.filter { $0.kind == .subscriptCall && $0.isWritten }
      .compactMap { $0.callee?.ownMemberPath?.first }.first(where: announced.contains)
    return changed.map { ($0, target.name) }
  }

  /// `messages` of `messages[last].content`, `self.messages[last].content`.
  private static func root(of target: Code) -> String? {
    var current = target
    while let base = current.firstChild, [.member, .subscriptCall].contains(current.kind) {
      if let path = base.memberPath { return path.first { $0 != "self" } }
      current = base
    }
    return nil
  }

  /// Whether a sum begins with what is assigned, or with a local that was made of it.
  private func begins(_ sum: Code, with target: Code) -> Bool {
    guard let first = sum.firstChild else { return false }
    if first.kind == .binary { return begins(first, with: target) }
    if Self.isSame(first, target) { return true }
    return first.kind == .identifier
      && first.localDeclaration(of: first.name)?.initialValue.map { Self.isSame($0, target) } == true
  }

  private static func isSame(_ left: Code, _ right: Code) -> Bool {
    left.kind == right.kind && left.name == right.name
      && left.descendants.elementsEqual(right.descendants) { $0.kind == $1.kind && $0.name == $1.name }
  }

  /// Whether a member is known to be a text, or is called so of elements that the sources do not declare.
  private func isText(_ target: Code, _ root: String, of model: TypeInfo) -> Bool {
    guard let property = model.property(root) else { return false }
    if target.memberPath.map({ $0.filter { $0 != "self" }.count == 1 }) == true {
      return property.typeText.map(KnownTypes.texts.contains) == true || property.code.initialValue?.kind == .string
    }
    guard target.kind == .member else { return false }
    let element = TypeName.elements(property.typeText ?? "").last.flatMap {
      graph.index.resolve($0, near: model.code.file.path, inside: model.id)
    }
    guard let element else { return Conventions.namesOfTexts.contains(target.name) }
    return graph.index[element].property(target.name)?.typeText.map(KnownTypes.texts.contains) == true
  }

  /// Whether an asynchronous sequence, a subscription, or a handler of pieces runs it, itself or through a method, without a limit.
  private func isForEachPiece(_ assignment: Code, of model: TypeInfo) -> Bool {
    let runs = assignment.ancestors.first { ancestor in
      switch ancestor.kind {
      case .forStatement: ancestor.repetition != nil
      case .argument: isHandlerOfPieces(ancestor)
      case .caseClause: isCaseOfPieces(ancestor)
      default: ancestor.kind == .function || ancestor.kind == .type
      }
    }
    guard let runs, !assignment.isRationed(in: runs, by: model) else { return false }
    return runs.kind != .function || graph.mayBeRunByClock(runs) || isHandedPieces(runs, of: model)
  }

  /// `sink(receiveValue:)` or `generate(onToken:)`.
  private func isHandlerOfPieces(_ argument: Code) -> Bool {
    guard let call = argument.parent, call.kind == .call, argument.firstChild?.kind == .closure else { return false }
    if call.calledEvent == .publisher { return true }
    let label = argument.name.lowercased()
    return Conventions.wordsOfPieces.contains { label.contains($0) }
  }

  /// `case .contentDelta(let text):`
  private func isCaseOfPieces(_ clause: Code) -> Bool {
    clause.children.filter { $0.kind != .block }.contains { pattern in
      ([pattern] + Array(pattern.descendants)).contains { code in
        guard code.kind == .patternName || code.kind == .member else { return false }
        let name = code.name.lowercased()
        return Conventions.wordsOfPieces.contains { name.contains($0) }
      }
    }
  }

  /// Whether the type calls a method from where pieces come in.
  private func isHandedPieces(_ function: Code, of model: TypeInfo) -> Bool {
    graph.mentions(of: function.name, in: model).contains { use in
      !function.contains(use)
        && use.ancestors.contains { $0.kind == .argument && isHandlerOfPieces($0) }
    }
  }
}
