import Foundation
import SourceAnalysis
import SwiftUIModel

/// Plans the edits of one finding, or says which precondition failed.
struct PatchMaker {
  enum Plan {
    /// No edit is made for this kind of finding.
    case none
    case refused(String)
    case edits([Edit], checked: [String])
  }

  let finding: Finding
  let source: PatchSource
  let graph: SourceGraph
  let unread: UnreadFiles

  var code: Code { finding.code }

  func plan() -> Plan {
    switch finding.change {
    case .makePrivate: makePrivate()
    case .useLet: useLet()
    case .guardDebugCode: guardDebugCode()
    case .ignoreInObservation:
      .edits(
        [.insert("@ObservationIgnored ", at: code.startOffset)], checked: ["the property has no @ObservationIgnored"])
    case .addMainActor: addMainActor()
    // What a scroll view holds by itself would have to be put into another container.
    case .makeLazy(let container) where Views.stacks[container] == nil: .none
    case .makeLazy:
      .edits(
        [.insert(Views.lazyPrefix, at: nameOffset(code))], checked: ["the stack lies in a scroll view of its axis"])
    case .hoist: hoistObject()
    case .conformToEquatable: addEquatable()
    case .compareView: addEquatableView()
    case .askEquality(let value): value == nil ? askEquality() : .none
    case .completeEquality(let path): completeEquality(with: path.property)
    case .writeOnlyOnChange, .writeOnThreshold: compareBeforeWriting()
    case .useTaskModifier: useTaskModifier()
    case .ownObject: ownWithState()
    case .inlineAutoclosure: inlineAutoclosure()
    case .stopDepending: removeDependency()
    case .extract: extractSubview()
    case .moveState(_, let owner): narrowStateScope(to: owner)
    // What to write instead depends on more than the code around.
    case .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .observePerElement, .observeNested,
      .exposeFields, .cacheDerived, .keepOutOfEnvironment, .useCallableStruct, .stabilizeDefault, .derive,
      .followParent, .takeValue, .wrapInPlainValueView, .passComparable, .projectBinding, .keepIdentity, .breakLoop,
      .moveWriteOutOfBody, .moveWork, .moveEffectOutOfBody, .captureValue, .correctCommand:
      .none
    }
  }

  // MARK: - Shared questions

  /// The type whose declaration or extension holds the code.
  func owner(of code: Code) -> TypeInfo? {
    ([code] + Array(code.ancestors)).lazy.compactMap { graph.index.type(declaredBy: $0) }.first
  }

  func property(_ code: Code) -> Property? {
    owner(of: code)?.properties.first { $0.code == code }
  }

  func nameOffset(_ code: Code) -> Int { Int(code.node.nameStart) }

  /// Whether any file mentions the member on something other than `self`.
  func isAccessedFromOutside(_ name: String) -> Bool {
    unread.access(name)
      || graph.index.files.contains { file in
        guard let id = file.tree.strings.firstIndex(of: name) else { return false }
        return file.root.descendants.contains { code in
          guard code.node.name == UInt32(id), code.kind == .member, let base = code.firstChild else { return false }
          return !(base.kind == .identifier && (base.name == "self" || base.name == "Self"))
        }
      }
  }

  func isMentionedInOtherFiles(_ name: String, of type: TypeInfo) -> Bool {
    let names: Set<String> = [name, "$" + name, "_" + name]
    return type.extensions.contains { part in
      part.file !== type.code.file
        && part.descendants.contains { names.contains($0.name) && [.identifier, .member].contains($0.kind) }
    }
  }

  /// Whether a type certainly compares, judging by the scanned sources alone.
  func isKnownEquatable(_ text: String?, in type: TypeInfo?) -> Bool {
    guard let text, !text.isEmpty else { return false }
    return graph.index.isEquatable(text, near: code.file.path, inside: type?.id) == true
      && TypeName.elements(text).allSatisfy { name in
        guard let id = graph.index.resolve(name, near: code.file.path, inside: type?.id) else {
          return KnownTypes.plain.contains(name)
        }
        // An `==` alone makes no conformance.
        let value = graph.index[id]
        return value.kind == .enum && value.cases.allSatisfy { $0.payload.isEmpty }
          || graph.index.conforms(value, toAnyOf: Protocols.declaredEquatable)
      }
  }

  /// Also `true` where the declaration is in another file, whose text is not at hand.
  func isGeneric(_ type: TypeInfo) -> Bool {
    guard type.code.file === code.file else { return true }
    let head = source.text(
      nameOffset(type.code)..<min(source.bytes.count, nameOffset(type.code) + type.name.utf8.count + 2))
    return head.dropFirst(type.name.count).drop(while: \.isWhitespace).first == "<"
  }

  /// Behind the opening brace of a type in this file.
  func bodyStart(of type: Code) -> Int? {
    let from = type.all(.inherits).last?.endOffset ?? nameOffset(type) + type.name.utf8.count
    return source.bytes[from..<type.endOffset].firstIndex(of: UInt8(ascii: "{")).map { $0 + 1 }
  }

  func lowercasedFirst(_ text: String) -> String {
    // `JSONDecoder` becomes `jsonDecoder`, `DateFormatter` becomes `dateFormatter`.
    let capitals = text.prefix { $0.isUppercase }
    let head = capitals.count > 1 && capitals.count < text.count ? text.prefix(capitals.count - 1) : text.prefix(1)
    return head.lowercased() + text.dropFirst(head.count)
  }
}

// MARK: - Declarations

extension PatchMaker {
  private static let accessWords: Set<String> = ["public", "internal", "package", "open", "private", "fileprivate"]

  func makePrivate() -> Plan {
    guard let property = property(code), let type = owner(of: code) else { return .none }
    guard !code.flags.contains(.isShared) else {
      return .refused("'\(property.name)' shares its declaration with others")
    }
    guard property.modifiers.isEmpty else {
      return .refused("'\(property.name)' is declared \(property.modifiers.joined(separator: " "))")
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
    guard let offset = source.keyword("var", before: nameOffset(code), notBefore: code.startOffset) else {
      return .refused("no var was found before '\(property.name)'")
    }
    return .edits(
      [Edit(offset..<offset + 3, "let")],
      checked: ["nothing in the sources assigns '\(property.name)'", "no onChange watches it"])
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

  func ownWithState() -> Plan {
    guard code.kind == .variable, let property = property(code), let type = owner(of: code) else {
      return .refused("the object is created at a call; where it should live is not known")
    }
    guard !graph.passes(property.name, to: type) else {
      return .refused("a construction of '\(type.name)' passes '\(property.name)'")
    }
    // `_model = ObservedObject(wrappedValue: …)` would have to become another assignment.
    let isAssigned = graph.mentions(of: property.name, in: type).contains { usage in
      usage.isWritten && usage.ancestors.contains { $0.kind == .initializer }
    }
    guard !isAssigned else {
      return .refused(
        "an initialiser assigns '\(property.name)'; it has to assign '_\(property.name) = StateObject(wrappedValue: …)'"
      )
    }
    if property.storage == .observed {
      guard let attribute = property.wrapperCode else { return .none }
      let text = source.text(of: attribute)
      guard text.hasPrefix("@ObservedObject") else { return .refused("the attribute is not written @ObservedObject") }
      return .edits(
        [Edit(attribute.startOffset..<attribute.startOffset + 15, "@StateObject")],
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
    let lines = source.lineStart(at: range.lowerBound)..<source.lineEnd(at: range.upperBound)
    return .edits([Edit(lines, "")], checked: ["nothing reads '\(property.name)'", "no construction passes it"])
  }

  /// An observed object that only actions use becomes a plain value.
  private func replaceByLet(_ property: Property, _ wrapper: Wrapper) -> Plan {
    guard wrapper.storage == .observed, let attribute = property.wrapperCode, property.initialValue == nil else {
      return .refused("actions use '\(property.name)'; move them into a view that reads it there")
    }
    guard let offset = source.keyword("var", before: nameOffset(code), notBefore: code.startOffset) else {
      return .none
    }
    var end = attribute.endOffset
    while end < source.bytes.count,
      [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains(source.bytes[end])
    { end += 1 }
    return .edits(
      [Edit(attribute.startOffset..<end, ""), Edit(offset..<offset + 3, "let")],
      checked: ["the body does not read '\(property.name)'", "nothing projects it with $"])
  }
}
