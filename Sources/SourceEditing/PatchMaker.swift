import Platform
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
    if finding.draft.isSuspected { return .refused("only a trace shows whether it costs anything") }
    return plannedEdits()
  }

  private func plannedEdits() -> Plan {
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
    // The stack stands elsewhere, around content that it is handed: what else it is around nobody knows here.
    case .makeLazy(let container) where code.calledName != container: .none
    case .makeLazy:
      .edits(
        [.insert(Views.lazyPrefix, at: nameOffset(code))], checked: ["the stack lies in a scroll view of its axis"])
    case .hoist: hoistObject()
    case .conformToEquatable: addEquatable()
    case .compareView: addEquatableView()
    case .askEquality(let value): value == nil ? askEquality() : .none
    case .completeEquality(let path): completeEquality(with: path.property)
    case .writeOnlyOnChange: compareBeforeWriting()
    case .writeOnThreshold: compareFlag()
    case .useTaskModifier: useTaskModifier()
    case .ownObject: ownWithState()
    case .inlineAutoclosure: inlineAutoclosure()
    case .stopDepending: removeDependency()
    case .extract: extractSubview()
    case .moveState(_, let owner): narrowStateScope(to: owner)
    case .followParent: takeAsLet()
    // What to write instead depends on more than the code around.
    case .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel, .observePerElement,
      .observeNested, .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment, .useCallableStruct,
      .stabilizeDefault,
      .derive, .takeValue, .compareElements, .wrapInPlainValueView, .passComparable, .projectBinding, .keepIdentity,
      .slowDown, .announceMembers, .stopPublishing, .breakLoop, .moveWriteOutOfBody, .moveWork, .moveEffectOutOfBody,
      .captureValue,
      .correctCommand:
      .none
    }
  }

  /// Whether the edit changes neither what the app does nor how it looks.
  var tier: Patches.Tier {
    switch finding.change {
    case .makePrivate, .useLet, .guardDebugCode, .ignoreInObservation: .mechanical
    case .stopDepending: tellsNothing ? .mechanical : .suggested
    // An order of evaluation, a layout, a lifetime or what is compared changes, as it is meant to.
    case .addMainActor, .makeLazy, .hoist, .conformToEquatable, .compareView, .askEquality, .completeEquality,
      .writeOnlyOnChange, .writeOnThreshold, .useTaskModifier, .ownObject, .inlineAutoclosure, .extract, .moveState:
      .suggested
    case .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel, .observePerElement,
      .observeNested, .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment, .useCallableStruct,
      .stabilizeDefault,
      .derive, .followParent, .takeValue, .compareElements, .wrapInPlainValueView, .passComparable, .projectBinding,
      .keepIdentity,
      .slowDown, .announceMembers, .stopPublishing, .breakLoop, .moveWriteOutOfBody, .moveWork, .moveEffectOutOfBody,
      .captureValue,
      .correctCommand:
      .suggested
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
    unread.access(name) || graph.isAccessedOfOthers(name)
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
        let value = graph.index[id]
        // `extension String`, which most apps have, is no declaration of it.
        if value.kind == .extension, KnownTypes.plain.contains(name) { return true }
        // An `==` alone makes no conformance.
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
    // `JSONDecoder` becomes `jsonDecoder`, `DateFormatter` becomes `dateFormatter`, `ISO8601Format` becomes `iso8601Format`.
    let capitals = text.prefix { $0.isUppercase }
    let isWord = text.dropFirst(capitals.count).first?.isLowercase == true
    let head = capitals.count > 1 ? text.prefix(capitals.count - (isWord ? 1 : 0)) : text.prefix(1)
    return head.lowercased() + text.dropFirst(head.count)
  }
}
