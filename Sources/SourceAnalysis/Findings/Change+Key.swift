internal import SwiftUIModel
internal import Vocabulary

/// What a change is made to: findings with equal keys are resolved by one and the same change.
package struct ChangeKey: Sendable, Hashable, Comparable {
  /// The word of the change's fix, the file and the type that it is made in, and what of it.
  package var parts: [String]

  /// Stable as long as the change is the same, wherever its lines move.
  package var text: String { parts.joined(separator: "\u{1F}") }

  package static func < (left: ChangeKey, right: ChangeKey) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

extension Draft {
  /// Which change resolves it.
  ///
  /// All observers of a model gain by one migration of the model, and by what it makes properties of its own; all makers of a child by the child that keeps its object; all
  /// rows by one object per element; all members of a type by its conformance; all that a body gives its children by what that
  /// body gives; all work that a body repeats by keeping its results. What is done at each place for itself, such as comparing before each write, has the place's own subject in
  /// its key.
  package var changeKey: ChangeKey {
    func key(_ parts: String...) -> ChangeKey { ChangeKey(parts: [change.fix.rawValue] + parts) }
    func typeKey(_ type: DeclaredType, _ parts: String...) -> ChangeKey {
      ChangeKey(parts: [change.fix.rawValue, type.file ?? "", type.name] + parts)
    }
    // Two targets may each have a view of the name.
    func viewKey(_ parts: String...) -> ChangeKey {
      ChangeKey(parts: [change.fix.rawValue, file ?? place.file, view ?? ""] + parts)
    }
    let own = [view ?? place.file, subject.identity]
    let here = ChangeKey(parts: [change.fix.rawValue, place.file] + own)
    switch change {
    case .publishPerMember(let model, _), .partModel(let model), .announceMembers(let model): return typeKey(model)
    case .stopPublishing(let member, let model): return typeKey(model, member)
    case .observePerElement(let path, let model?, _), .exposeFields(let path, let model):
      return typeKey(model, path.innermost)
    case .conformToEquatable(let type, _), .compareElements(let type, _), .askEquality(let type?): return typeKey(type)
    case .compareView, .wrapInPlainValueView, .askEquality(nil), .projectBinding, .passComparable(.argument):
      return viewKey()
    case .ownObject(.argument(let name, let child)): return typeKey(child, name)
    case .ownObject(.property(let path)): return viewKey(path.property)
    case .moveState(let path, _), .narrowInput(let path), .stopDepending(let path), .readWhereUsed(let path),
      .handOnUnobserved(let path):
      return viewKey(path.property)
    case .keepOutOfEnvironment(.written(let name)), .useCallableStruct(let name), .stabilizeDefault(let name),
      .passComparable(.environmentValue(let name)):
      return key("environment", name)
    case .completeEquality, .moveWork: return viewKey()
    case .hoist(let object): return key(place.file, view ?? "", object)
    case .cacheDerived(let member, _): return viewKey(member)
    case .storeEmptiness(let member, _): return viewKey(member, Methods.asksForAny)
    case .derive(let path, let along):
      return viewKey((along + [path.property]).sorted().joined(separator: ","))
    case .observePerElement, .observeNested, .keepOutOfEnvironment, .followParent, .takeValue, .extract,
      .passComparable(.input), .passComparable(.initialValue), .passComparable(.element), .keepIdentity,
      .writeOnlyOnChange, .writeOnThreshold,
      .slowDown,
      .breakLoop, .moveWriteOutOfBody, .moveEffectOutOfBody, .makeLazy, .makePrivate, .useLet,
      .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation, .guardDebugCode,
      .correctCommand:
      return here
    }
  }
}
