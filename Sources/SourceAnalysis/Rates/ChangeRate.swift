/// How often something changes while it is on screen, as far as the sources tell.
enum ChangeRate: Int, Sendable, Comparable {
  /// Nothing writes it.
  case never
  /// A setting, or what a few places write when somebody asks for it.
  case seldom
  /// Some of what writes it is not known.
  case unknown
  /// With each key, drag, tick or event of a stream, or from many places.
  case often

  static func < (left: ChangeRate, right: ChangeRate) -> Bool { left.rawValue < right.rawValue }
}

extension Change {
  /// What makes the updates happen that a change saves.
  enum Trigger: Sendable, Hashable {
    /// The changes of a property.
    case property(PropertyPath)
    /// Another value from the parent, of which the view shows the first.
    case input(PropertyPath)
    /// Whatever evaluates the view.
    case evaluation
    /// It is about more than updates, or who pays for it is not the view.
    case other
  }

  var trigger: Trigger {
    switch self {
    case .stopDepending(let path), .readWhereUsed(let path), .handOnUnobserved(let path), .narrowInput(let path),
      .observePerElement(let path, _), .exposeFields(let path), .moveState(let path, _), .derive(let path, _),
      .takeValue(let path), .writeOnlyOnChange(let path):
      .property(path)
    case .followParent(let path): .input(path)
    case .publishPerMember(_, let observer): observer.map(Trigger.property) ?? .other
    case .extract(let extraction): extraction.value.map(Trigger.property) ?? .evaluation
    case .compareView, .askEquality, .wrapInPlainValueView, .passComparable, .projectBinding, .hoist, .moveWork:
      .evaluation
    case .partModel, .observeNested, .cacheDerived, .keepOutOfEnvironment, .useCallableStruct, .stabilizeDefault,
      .ownObject, .conformToEquatable, .completeEquality, .keepIdentity, .writeOnThreshold, .breakLoop,
      .moveWriteOutOfBody, .moveEffectOutOfBody, .makeLazy, .makePrivate, .useLet, .useTaskModifier, .captureValue,
      .inlineAutoclosure, .addMainActor, .ignoreInObservation, .guardDebugCode, .correctCommand:
      .other
    }
  }
}
