import SourceAnalysis
import SwiftUIModel

// Edits of declarations: what is private, what is a constant, what keeps an object, and what goes.
extension PatchMaker {
  func makePrivate() -> Plan {
    guard let property = property(code), let type = owner(of: code) else { return .none }
    guard !code.flags.contains(.isShared) else {
      return .refused("'\(property.name)' shares its declaration with others")
    }
    guard property.modifiers.isEmpty else {
      return .refused("'\(property.name)' is declared \(property.modifiers.joined(separator: " "))")
    }
    guard hasOwnValue(property) || type.initializers.contains(where: { $0.code.parent == type.code }) else {
      return .refused("the memberwise initialiser takes '\(property.name)', and would become private with it")
    }
    guard !isMentionedInOtherFiles(property.name, of: type) else {
      return .refused("an extension in another file uses '\(property.name)'")
    }
    guard !isAccessedFromOutside(property.name) else {
      return .refused("'.\(property.name)' is read of some value, which may be a '\(type.name)'")
    }
    guard type.code.file === code.file,
      let offset = source.keyword("var", before: nameOffset(code), notBefore: code.startOffset)
    else {
      return .refused("no var was found before '\(property.name)'")
    }
    return .edits(
      [.insert("private ", at: offset)],
      checked: ["no construction passes '\(property.name)'", "no other file and no other type uses it"])
  }

  func useLet() -> Plan {
    guard let property = property(code) else { return .none }
    guard !code.flags.contains(.isShared) else {
      return .refused("'\(property.name)' shares its declaration with others")
    }
    guard let type = owner(of: code), isAssignedOnce(property, in: type) else {
      return .refused("an initialiser may assign '\(property.name)' twice")
    }
    guard !isWrittenByKeyPath(property.name, of: type) else {
      return .refused("a key path leads to '\(property.name)', and may write it")
    }
    guard let offset = source.keyword("var", before: nameOffset(code), notBefore: code.startOffset) else {
      return .refused("no var was found before '\(property.name)'")
    }
    return .edits(
      [Edit(offset..<offset + 3, "let")],
      checked: ["nothing in the sources assigns '\(property.name)'", "no onChange watches it"])
  }

  /// Whether a view can be made without a value for the property.
  private func hasOwnValue(_ property: Property) -> Bool {
    property.initialValue != nil || property.typeText?.hasSuffix("?") == true
      || property.wrapperCode?.arguments.isEmpty == false || property.wrapper?.storage.keepsFirst == false
  }

  /// What an initialiser assigns in a branch, in a loop or a second time cannot be a `let` without a look.
  private func isAssignedOnce(_ property: Property, in type: TypeInfo) -> Bool {
    var initializers: Set<Code> = []
    for write in graph.mentions(of: property.name, in: type) where write.isWritten {
      guard let initializer = write.ancestors.first(where: { $0.kind == .initializer }),
        write.accessChain.parent?.parent == initializer.first(.block), initializers.insert(initializer).inserted
      else { return false }
    }
    return true
  }

  /// Whether a file that names the type has a key path that begins with the name, or with the type and the name.
  private func isWrittenByKeyPath(_ name: String, of type: TypeInfo) -> Bool {
    graph.index.files.contains { file in
      guard file.tree.strings.contains(where: { $0.contains(type.name) }) else { return false }
      return file.root.descendants.contains { code in
        guard code.kind == .keyPath else { return false }
        return code.name.split(separator: ".").prefix(2).contains { $0 == name }
      }
    }
  }

  func addMainActor() -> Plan {
    guard let type = owner(of: code), type.code == code else { return .none }
    guard type.conformances.isEmpty else {
      return .refused(
        "'\(type.name)' conforms to \(type.conformances.sorted().joined(separator: ", ")), whose requirements may not be isolated"
      )
    }
    guard !type.functions.contains(where: { $0.modifiers.contains("nonisolated") }), code.first(.deinitializer) == nil
    else {
      return .refused("'\(type.name)' has members outside of the main actor, or a deinit")
    }
    guard isUsedByViewsOnly(type) else {
      return .refused("'\(type.name)' is also used outside of views and main-actor types")
    }
    return .edits(
      [.insert("@MainActor ", at: code.startOffset)],
      checked: [
        "only views and main-actor types use '\(type.name)'", "it has no conformances, deinit or nonisolated members",
      ])
  }

  private func isUsedByViewsOnly(_ type: TypeInfo) -> Bool {
    !unread.contain(type.name)
      && graph.index.files.allSatisfy { file in
        guard file.tree.strings.contains(where: { $0.contains(type.name) }) else { return true }
        return file.root.descendants.allSatisfy { code in
          guard code.kind == .identifier || code.kind == .typeAnnotation || code.kind == .returnType,
            TypeName.elements(code.name).contains(type.name) || code.name == type.name
          else { return true }
          guard let user = owner(of: code) else { return code.ancestors.contains { $0.kind == .macro } }
          return user.id == type.id || graph.evaluation(of: user.id) != nil || user.attributes.contains(.mainActor)
        }
      }
  }

  /// `.shared` and `Store.shared`: asking for it for the first time makes it.
  private func mayMakeObject(_ value: Code, for property: Property, in type: TypeInfo) -> Bool {
    guard ([value] + Array(value.descendants)).contains(where: { $0.kind == .member }) else { return false }
    let names = TypeName.elements(property.typeText ?? "")
    if !names.isEmpty, names.allSatisfy(KnownTypes.table.contains) { return false }
    return graph.index.type(of: property, in: type).map { ![.struct, .enum].contains($0.kind) } ?? true
  }

  func ownWithState() -> Plan {
    guard code.kind == .variable, let property = property(code), let type = owner(of: code) else {
      return .refused("the object is created at a call; where it should live is not known")
    }
    guard !type.givesItselfAway else {
      return .refused("an object is given a copy of '\(type.name)', whose state is not that on screen")
    }
    guard !graph.passes(property.name, to: type) else {
      return .refused("a construction of '\(type.name)' passes '\(property.name)'")
    }
    // `_model = ObservedObject(wrappedValue: …)` would have to become another assignment, and what is called on the property
    // before the view is installed is called on an object that nobody keeps.
    let inInitializers = graph.mentions(of: property.name, in: type).filter { usage in
      usage.ancestors.contains { $0.kind == .initializer }
    }
    guard inInitializers.isEmpty else {
      return .refused(
        "an initialiser \(inInitializers.contains(where: \.isWritten) ? "assigns" : "uses") '\(property.name)'; it has to assign "
          + "'_\(property.name) = StateObject(wrappedValue: …)'")
    }
    if property.storage == .observed {
      guard let attribute = property.wrapperCode else { return .none }
      let text = source.text(of: attribute)
      guard text.hasPrefix("@ObservedObject") else { return .refused("the attribute is not written @ObservedObject") }
      return .edits(
        [Edit(attribute.startOffset..<attribute.startOffset + 15, "@StateObject")],
        checked: ["no construction passes '\(property.name)'"])
    }
    if property.storage == .bindable {
      guard let attribute = property.wrapperCode, source.text(of: attribute) == "@Bindable" else {
        return .refused("the attribute is not written @Bindable")
      }
      return .edits(
        [Edit(attribute.startOffset..<attribute.endOffset, "@State")],
        checked: ["no construction passes '\(property.name)'"])
    }
    if property.storage == .state {
      guard let attribute = property.wrapperCode, source.text(of: attribute) == "@State" else {
        return .refused("the attribute is not written @State")
      }
      return .edits(
        [Edit(attribute.startOffset..<attribute.endOffset, "@StateObject")],
        checked: ["no construction passes '\(property.name)'"])
    }
    guard let model = graph.index.type(of: property, in: type) else { return .none }
    let wrapper = model.isObservableClass ? "@State " : "@StateObject "
    var edits = [Edit.insert(wrapper, at: code.startOffset)]
    if property.isLet, let offset = source.keyword("let", before: nameOffset(code), notBefore: code.startOffset) {
      edits.append(Edit(offset..<offset + 3, property.isPrivate ? "var" : "private var"))
    } else if !property.isPrivate,
      let offset = source.keyword("var", before: nameOffset(code), notBefore: code.startOffset)
    {
      edits.append(.insert("private ", at: offset))
    }
    guard property.isPrivate || property.modifiers.isEmpty && !isAccessedFromOutside(property.name) else {
      return .refused("'\(property.name)' is used from outside of '\(type.name)'")
    }
    return .edits(
      edits, checked: ["no construction passes '\(property.name)'", "nothing outside of '\(type.name)' uses it"])
  }

  func removeDependency() -> Plan {
    guard let property = property(code), let type = owner(of: code), let wrapper = property.wrapper else {
      return .none
    }
    guard !code.flags.contains(.isShared) else {
      return .refused("'\(property.name)' shares its declaration with others")
    }
    guard property.modifiers.contains("private") || !isAccessedFromOutside(property.name) else {
      return .refused("'.\(property.name)' is read of some value, which may be a '\(type.name)'")
    }
    if !graph.mentions(of: property.name, in: type).isEmpty { return replaceByLet(property, wrapper) }
    let isInput =
      (wrapper.storage == .observed || wrapper.storage == .binding) && property.initialValue == nil
      || wrapper.storage == .state && !property.isPrivate
    guard !isInput, !graph.passes(property.name, to: type) else {
      return .refused("callers pass '\(property.name)'; remove it there as well")
    }
    let range = code.startOffset..<code.endOffset
    guard source.isAloneOnItsLines(range) else { return .refused("'\(property.name)' shares its line with other code") }
    guard !source.hasLooseComment(above: range.lowerBound) else {
      return .refused("the comment above '\(property.name)' may be about more than that")
    }
    return .edits(
      [Edit(source.lines(removing: range), "")],
      checked: ["nothing reads '\(property.name)'", "no construction passes it"])
  }

  /// Whether removing the property takes nothing away but itself: no subscription that something else may rely on, and no
  /// object that does something when it is made.
  var tellsNothing: Bool {
    guard let property = property(code), let type = owner(of: code), let wrapper = property.wrapper,
      graph.mentions(of: property.name, in: type).isEmpty
    else { return false }
    switch wrapper.storage {
    case .state:
      guard let value = property.initialValue else { return property.typeText?.hasSuffix("?") == true }
      return value.isConstant && !mayMakeObject(value, for: property, in: type)
    case .environment:
      return property.environmentType == nil
        && property.environmentKey.map {
          EnvironmentKeys.table.contains($0) && !EnvironmentKeys.changing.contains($0)
        } ?? false
    default: return false
    }
  }

  /// State that starts as what the parent passes, and that nothing changes, becomes what the parent passes.
  func takeAsLet() -> Plan {
    guard code.kind == .variable, let property = property(code), let type = owner(of: code), property.storage == .state
    else { return .refused("an initialiser keeps the value; where it has to be taken from is not known") }
    guard !code.flags.contains(.isShared) else {
      return .refused("'\(property.name)' shares its declaration with others")
    }
    let usages = graph.mentions(of: property.name, in: type)
    guard !usages.contains(where: { $0.isWritten || $0.name.hasPrefix("$") || $0.name.hasPrefix("_") }) else {
      return .refused("'\(type.name)' changes '\(property.name)'; whether the parent needs that nobody can tell")
    }
    if let model = graph.index.type(of: property, in: type), model.isObservableObject, !model.isObservableClass {
      return .refused("'\(property.name)' holds an object that has to be observed")
    }
    guard let attribute = property.wrapperCode, attribute.arguments.isEmpty, property.initialValue == nil else {
      return .refused("'\(property.name)' has a value of its own")
    }
    return replaceByLet(
      property, attribute,
      checked: ["nothing in '\(type.name)' changes '\(property.name)'", "nothing projects it with $"])
  }

  /// An observed object that only actions use becomes a plain value.
  private func replaceByLet(_ property: Property, _ wrapper: Wrapper) -> Plan {
    guard wrapper.storage == .observed, let attribute = property.wrapperCode, property.initialValue == nil else {
      return .refused("actions use '\(property.name)'; move them into a view that reads it there")
    }
    return replaceByLet(
      property, attribute,
      checked: ["the body does not read '\(property.name)'", "nothing projects it with $"])
  }

  private func replaceByLet(_ property: Property, _ attribute: Code, checked: [String]) -> Plan {
    guard let offset = source.keyword("var", before: nameOffset(code), notBefore: code.startOffset) else {
      return .none
    }
    var end = attribute.endOffset
    while end < source.bytes.count,
      [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains(source.bytes[end])
    { end += 1 }
    return .edits(
      [Edit(attribute.startOffset..<end, ""), Edit(offset..<offset + 3, "let")], checked: checked)
  }
}
