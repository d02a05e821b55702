extension Change {
  /// Of changes that save the same, the one that goes to the cause before those that treat what follows from it, and exact
  /// edits before broad ones: the lower comes first.
  ///
  /// - Parameter isLarge: Whether the sources alone call the view large or expensive: then it is the cause of what its sections
  ///   or its arguments cost, and a small one is not.
  package func rank(isLarge: Bool) -> Int {
    switch self {
    case .breakLoop(_, .handlers), .breakLoop(_, .dispatched): 0
    case .breakLoop(_, .layout): 1
    case .moveWriteOutOfBody: 2
    case .keepIdentity: 3
    case .ownObject: 4
    case .stopDepending, .stopPublishing: 5
    case .readWhereUsed, .handOnUnobserved: 6
    case .derive: 7
    case .writeOnlyOnChange, .announceMembers: 8
    case .writeOnThreshold, .slowDown: 9
    case .useCallableStruct: 10
    case .stabilizeDefault: 11
    case .keepOutOfEnvironment: 12
    case .observePerElement: 13
    case .moveState: 14
    case .publishPerMember(_, observer: nil), .partModel: 15
    case .narrowInput: 16
    case .exposeFields: 17
    case .cacheDerived, .storeEmptiness: 18
    case .conformToEquatable: 19
    case .projectBinding: 20
    case .extract: isLarge ? 20 : 25
    case .passComparable: 21
    // The `==` is there already.
    case .askEquality: 21
    // A view that the sources alone call expensive is the place to compare, before one argument of it.
    case .compareView, .compareElements: isLarge ? 20 : 22
    case .wrapInPlainValueView: 23
    // One of many observers says less than what all of them read.
    case .publishPerMember: 24
    // What saves no update.
    case .observeNested, .followParent, .takeValue, .completeEquality, .hoist, .moveWork, .moveEffectOutOfBody,
      .makeLazy,
      .makePrivate, .useLet, .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation,
      .guardDebugCode, .correctCommand:
      26
    }
  }

  /// The share of what another change saves from which on this one is preferred to it; `nil` where what they save decides.
  ///
  /// An edit of a line, or a line that goes, before the migration of a model; keeping what a view loses each time before moving the state that
  /// evaluates its maker, which only makes that rarer; ending a loop before treating what follows from it, since half of it is expected
  /// to go at least.
  package func sufficientShare(of other: Change) -> Double? {
    switch self {
    case .stopDepending, .readWhereUsed, .handOnUnobserved, .correctCommand:
      other.traits.isDisjoint(with: [.migratesModel, .makesEqual]) ? nil : 0.6
    // A line that goes.
    case .passComparable(.initialValue):
      other.traits.contains(.migratesModel) ? 0.6 : nil
    case .ownObject:
      if case .moveState = other { 0.5 } else { nil }
    case .breakLoop: other.traits.contains(.makesEqual) ? 0.5 : nil
    // What makes the maker run, before what its children do about it.
    case .writeOnThreshold, .writeOnlyOnChange, .slowDown:
      other.traits.contains(.makesEqual) || isAboutSameValue(as: other) ? 0.75 : nil
    case .narrowInput, .publishPerMember, .partModel, .observePerElement, .observeNested, .exposeFields, .cacheDerived,
      .storeEmptiness,
      .keepOutOfEnvironment, .useCallableStruct, .stabilizeDefault, .moveState, .derive, .followParent, .takeValue,
      .extract, .compareView, .compareElements, .askEquality, .wrapInPlainValueView, .passComparable, .projectBinding,
      .conformToEquatable,
      .completeEquality, .keepIdentity, .announceMembers, .stopPublishing, .moveWriteOutOfBody, .hoist, .moveWork,
      .moveEffectOutOfBody, .makeLazy, .makePrivate, .useLet, .useTaskModifier, .captureValue, .inlineAutoclosure,
      .addMainActor, .ignoreInObservation, .guardDebugCode:
      nil
    }
  }

  /// Whether the other one takes out of a body what shows the value that this one is to write less often.
  private func isAboutSameValue(as other: Change) -> Bool {
    guard other.traits.contains(.takesApart), let value = movedValue else { return false }
    return other.movedValue?.property == value.property
  }
}
