import SourceAnalysis
import SwiftUIModel

// Edits of statements inside of bodies and initialisers.
extension PatchMaker {
  /// The statement of a block that holds the code.
  private func statement(_ code: Code) -> Code? {
    ([code] + Array(code.ancestors)).first { $0.parent?.kind == .block }
  }

  func guardDebugCode() -> Plan {
    guard let statement = statement(code) else { return .refused("the call is no statement of its own") }
    let range = statement.startOffset..<statement.endOffset
    guard source.isAloneOnItsLines(range) else { return .refused("the statement shares its line with other code") }
    let indentation = source.indentation(at: range.lowerBound)
    let newline = source.newline
    return .edits(
      [
        .insert("\(indentation)#if DEBUG\(newline)", at: source.lineStart(at: range.lowerBound)),
        .insert("\(newline)\(indentation)#endif", at: range.upperBound),
      ], checked: ["the statement stands alone on its lines"])
  }

  /// A flag that is computed from each event passes the limit where it changes; of anything else only its author knows which
  /// steps are shown.
  func compareFlag() -> Plan {
    let operators = Operators.conditions
    guard code.kind == .assign, let value = Array(code.children).last, [.binary, .unary].contains(value.kind),
      operators.contains(value.name)
    else { return .refused("which steps or limits of the value are shown is not known") }
    return compareBeforeWriting()
  }

  func compareBeforeWriting() -> Plan {
    guard code.kind == .assign, code.name == "=", code.parent?.kind == .block else {
      return .refused("the write is no assignment of its own")
    }
    let parts = Array(code.children)
    guard parts.count == 2, let target = parts[0].memberPath else { return .refused("the target is no plain member") }
    guard !parts[0].flags.contains(.isOptional) else { return .refused("the target is optional") }
    let names = target.filter { $0 != "self" }
    guard names.count == 1, let type = owner(of: code), let property = type.property(names[0]) else {
      return .refused("the type of '\(target.joined(separator: "."))' is not known")
    }
    guard isKnownEquatable(property.typeText, in: type) else {
      return .refused("'\(property.typeText ?? "the type of " + property.name)' is not known to be Equatable")
    }
    if holdsObjects(property, in: type) {
      return .refused("'\(property.typeText ?? property.name)' is a class, and two equal objects need not be the same")
    }
    // `lists = try await client.lists()`: what stands before the value belongs to it.
    guard source.text(parts[0].endOffset..<parts[1].startOffset).allSatisfy({ $0 == "=" || $0.isWhitespace }) else {
      return .refused("the value is tried or awaited")
    }
    let left = source.text(of: parts[0])
    let right = source.text(of: parts[1])
    let isPlain = [.identifier, .member, .literal].contains(parts[1].kind)
    let checked = ["'\(property.name)' is Equatable", "the value is computed once"]
    let range = code.startOffset..<code.endOffset
    if isPlain { return .edits([Edit(range, "if \(left) != \(right) { \(left) = \(right) }")], checked: checked) }
    let name = "new" + property.name.prefix(1).uppercased() + property.name.dropFirst()
    guard !code.file.tree.strings.contains(name) else { return .refused("'\(name)' is taken") }
    let separator = source.isAloneOnItsLines(range) ? source.newline + source.indentation(at: range.lowerBound) : "; "
    var annotation = ""
    if takesTypeFromContext(parts[1]) {
      guard let text = property.code.typeText else { return .refused("the type of '\(property.name)' is not written") }
      annotation = ": \(text)"
    }
    return .edits(
      [Edit(range, "let \(name)\(annotation) = \(right)\(separator)if \(left) != \(name) { \(left) = \(name) }")],
      checked: checked)
  }

  private func holdsObjects(_ property: Property, in type: TypeInfo) -> Bool {
    TypeName.elements(property.typeText ?? "").contains { name in
      graph.index.resolve(TypeName.base(name), near: property.code.file.path, inside: type.id)
        .map { graph.index[$0].isReference } ?? false
    }
  }

  /// Whether a value means nothing without the type that it is given: `.loading(progress)`, `isOn ? .on : .off`, `[]`.
  private func takesTypeFromContext(_ value: Code) -> Bool {
    switch value.kind {
    case .array, .dictionary, .closure, .ifStatement, .switchStatement, .other: true
    case .literal: value.name == "nil"
    case .member: value.firstChild.map(takesTypeFromContext) ?? true
    case .call: value.callee.map(takesTypeFromContext) ?? true
    case .ternary: value.children.dropFirst().contains(where: takesTypeFromContext)
    case .binary, .tuple, .argument, .await, .unary: value.children.contains(where: takesTypeFromContext)
    default: false
    }
  }

  func useTaskModifier() -> Plan {
    guard let closure = code.arguments.last?.firstChild, code.arguments.count == 1,
      code.arguments[0].flags.contains(.isTrailing),
      let block = closure.first(.block)
    else { return .refused("onAppear does not take a plain trailing closure") }
    let statements = Array(block.children)
    guard statements.count == 1, let task = statements.first, task.kind == .call else {
      return .refused("onAppear does more than start the task")
    }
    guard task.arguments.count == 1, let inner = task.arguments[0].firstChild, inner.kind == .closure,
      inner.all(.capture).isEmpty,
      inner.all(.parameter).isEmpty, let body = inner.first(.block)
    else { return .refused("the Task has arguments, captures or parameters") }
    guard !source.text(closure.startOffset..<closure.endOffset).contains("//") else {
      return .refused("there are comments around the task")
    }
    // The body of the task moves out by the difference of the two indentations.
    let outer = source.indentation(at: task.startOffset)
    let content = source.text(body.startOffset..<body.endOffset)
    let innerIndentation = source.indentation(at: body.startOffset)
    var text = content
    if innerIndentation.hasPrefix(outer), innerIndentation.count > outer.count {
      text = content.replacing("\n" + innerIndentation, with: "\n" + outer)
    }
    return .edits(
      [
        Edit(nameOffset(code)..<nameOffset(code) + code.calledName.utf8.count, Modifiers.startsWork),
        Edit(task.startOffset..<task.endOffset, text),
      ], checked: ["onAppear only starts the task", "the task takes no arguments"])
  }

  func inlineAutoclosure() -> Plan {
    guard let value = code.argument("wrappedValue"), value.kind == .identifier, !value.isOfSelf,
      let body = code.ancestors.first(where: { $0.kind == .initializer })?.first(.block),
      let local = body.children.first(where: { $0.kind == .variable && $0.name == value.name }),
      let initial = local.initialValue
    else { return .refused("the local is not declared in the same block") }
    let uses = body.descendants.filter { $0.kind == .identifier && $0.name == value.name && !$0.isOfSelf }
    guard uses.count == 1 else { return .refused("'\(value.name)' is used \(uses.count) times") }
    let range = local.startOffset..<local.endOffset
    guard source.isAloneOnItsLines(range) else { return .refused("the local shares its line with other code") }
    let text = source.text(of: initial)
    guard !text.contains("\n") else { return .refused("the construction spans several lines") }
    return .edits(
      [
        Edit(source.lineStart(at: range.lowerBound)..<source.lineEnd(at: range.upperBound), ""),
        Edit(value.startOffset..<value.endOffset, text),
      ], checked: ["'\(value.name)' is used once"])
  }

  func hoistObject() -> Plan {
    guard code.kind == .call, let path = code.callee?.memberPath, path.count == 1, let type = owner(of: code) else {
      return .refused("the object is not created by a plain construction")
    }
    let made = path[0]
    guard !KnownTypes.systemViews.contains(made) else {
      return .refused("a '\(made)' is in one place at a time, so all that show it cannot share one")
    }
    guard code.arguments.isEmpty else { return .refused("the construction of '\(made)' takes arguments") }
    guard !graph.index.types.contains(where: { $0.name == made && $0.kind != .extension }) else {
      return .refused("'\(made)' is a model; who owns it is not known")
    }
    // A static stored property fits no generic type, and what a type of another module is cannot be seen.
    guard type.kind != .extension || KnownTypes.nonGeneric.contains(type.name) else {
      return .refused("'\(type.name)' is declared elsewhere and may be generic, where a static property does not fit")
    }
    guard !isInGeneric(type) else { return .refused("'\(type.name)' lies in a generic type") }
    guard !isGeneric(type), let container = code.ancestors.first(where: { $0.kind == .type }),
      container.detail != "protocol",
      graph.index[type.id].kind != .protocol, container.detail != "extension" || !isGeneric(type)
    else {
      return .refused("'\(type.name)' is generic or declared in another file, where a static property may not fit")
    }
    if let reason = isolationProblem(of: made, in: type) { return .refused(reason) }
    guard let start = bodyStart(of: container) else { return .none }
    let names = names(for: made, in: container)
    guard let name = names.first(where: { isFree($0, in: type, container) }) else {
      return .refused("'\(names[0])' is taken")
    }
    let indentation = source.indentation(at: container.startOffset) + source.unit
    let newline = source.newline
    if let local = code.parent?.parent, local.kind == .variable, local.parent?.kind == .block {
      return hoistLocal(local, made, name, start, indentation)
    }
    let declaration = "\(newline)\(indentation)\(isolation)private static let \(name) = \(made)()\(newline)"
    return .edits(
      [.insert(declaration, at: start), Edit(code.startOffset..<code.endOffset, "Self.\(name)")],
      checked: ["the construction takes no arguments", "'\(type.name)' is not generic", "'\(name)' is free"])
  }

  /// What the object may be called, the best name first: after its type, or after the member that makes it as well where others make
  /// such an object. Each patch stands for itself, and two of them must not insert the same name.
  private func names(for made: String, in container: Code) -> [String] {
    let name = lowercasedFirst(made)
    guard let member = code.ancestors.first(where: { $0.parent == container }), let first = member.name.first,
      first.isLetter || first == "_"
    else { return [name] }
    let alike = container.descendants(.call).filter { $0.calledName == made && $0.arguments.isEmpty }
    let number = alike.count { member.contains($0) && $0.index < code.index }
    let own = lowercasedFirst(member.name) + made + (number > 0 ? "\(number + 1)" : "")
    return alike.count > 1 ? [own] : [name, own]
  }

  private func isFree(_ name: String, in type: TypeInfo, _ container: Code) -> Bool {
    (!code.file.tree.strings.contains(name) || isLocal(name)) && type.property(name) == nil
      && !container.all(.variable).contains { $0.name == name }
  }

  /// Why the Swift 6 mode may refuse a static property of this type here: the main actor isolates those of views, and what
  /// is not isolated has to be Sendable.
  private func isolationProblem(of made: String, in type: TypeInfo) -> String? {
    let isSendable = KnownTypes.sendableObjects.contains(made)
    let isLeft = code.ancestors.contains { $0.modifierNames.contains("nonisolated") }
    let isOfMainActor = graph.evaluation(of: type.id) != nil || type.attributes.contains(.mainActor)
    if isLeft, isOfMainActor || !isSendable {
      return "the code is nonisolated, where a static property may not be used"
    }
    if !isOfMainActor, !isSendable {
      return "'\(made)' is not Sendable, so the Swift 6 mode refuses a static property outside of the main actor"
    }
    return nil
  }

  /// What a static property needs to be used where the code stands: a module may isolate all of its code to the main actor.
  private var isolation: String {
    code.ancestors.contains { $0.modifierNames.contains("nonisolated") } ? "nonisolated " : ""
  }

  private func isInGeneric(_ type: TypeInfo) -> Bool {
    var outer = type.outer
    while let id = outer {
      if graph.index[id].kind != .extension, isGeneric(graph.index[id]) { return true }
      outer = graph.index[id].outer
    }
    return false
  }

  private func isLocal(_ name: String) -> Bool {
    code.parent?.parent?.kind == .variable && code.parent?.parent?.name == name
  }

  /// `let formatter = DateFormatter()` with the statements that set it up.
  private func hoistLocal(_ local: Code, _ made: String, _ name: String, _ start: Int, _ indentation: String) -> Plan {
    guard let block = local.parent else { return .none }
    var setup: [Code] = []
    for sibling in block.children where sibling.index > local.index {
      guard sibling.kind == .assign, let target = sibling.firstChild, target.memberPath?.first == local.name else {
        break
      }
      guard let value = Array(sibling.children).last, isFixed(value) else {
        return .refused("'\(local.name)' is set up with values that change")
      }
      setup.append(sibling)
    }
    let later = block.descendants.filter { use in
      use.kind == .identifier && use.name == local.name && !use.isOfSelf
        && use.index > (setup.last.map { Int($0.node.limit) } ?? local.index) - 1
    }
    let isChanged = later.contains { use in
      guard let member = use.parent, member.kind == .member else { return false }
      return member.parent?.kind == .assign && member.parent?.firstChild == member
    }
    guard !isChanged else { return .refused("'\(local.name)' is changed after it was set up") }
    let isHandedOn = later.contains { $0.parent?.kind == .argument && $0.parent?.firstChild == $0 }
    guard !isHandedOn else { return .refused("'\(local.name)' is handed to a function, which may set it up") }
    let last = setup.last ?? local
    guard source.isAloneOnItsLines(local.startOffset..<local.endOffset),
      source.isAloneOnItsLines(last.startOffset..<last.endOffset)
    else {
      return .refused("the set-up shares its lines with other code")
    }
    let newline = source.newline
    var declaration = "\(newline)\(indentation)\(isolation)private static let \(name)"
    if setup.isEmpty {
      declaration += " = \(made)()"
    } else {
      let inner = indentation + source.unit
      declaration += ": \(made) = {\(newline)\(inner)let \(local.name) = \(made)()\(newline)"
      for statement in setup { declaration += inner + source.text(of: statement) + newline }
      declaration += "\(inner)return \(local.name)\(newline)\(indentation)}()"
    }
    let lines = source.lines(removing: local.startOffset..<last.endOffset)
    var edits = [Edit.insert(declaration + newline, at: start), Edit(lines, "")]
    edits += later.map { Edit($0.startOffset..<$0.endOffset, "Self.\(name)") }
    return .edits(
      edits,
      checked: ["the set-up uses constants only", "nothing changes '\(local.name)' afterwards", "'\(name)' is free"])
  }

  /// A value without names that could mean something else in a static property.
  private func isFixed(_ value: Code) -> Bool {
    ([value] + Array(value.descendants)).allSatisfy { part in
      switch part.kind {
      case .identifier: part.name.first?.isUppercase == true
      case .literal, .string, .member, .argument, .call, .array, .tuple, .unary, .binary: true
      default: false
      }
    }
  }
}
