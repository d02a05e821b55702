extension Change {
  /// What kinds of changes have in common. Whoever asks for one of these asks here, so that a new kind of change is classified
  /// once, where the compiler asks for it.
  package struct Traits: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Views or values compare equal with it, and what evaluates the one who makes them stays.
    package static let makesEqual = Traits(rawValue: 1 << 0)
    /// It makes the view compare, whatever of its arguments differs.
    package static let comparesView = Traits(rawValue: 1 << 1)
    /// It takes work out of a body that each evaluation does, the first as well.
    package static let sparesWork = Traits(rawValue: 1 << 2)
    /// A model is changed, and with it all who observe it.
    package static let migratesModel = Traits(rawValue: 1 << 3)
    /// Observers of a model are evaluated for the members that they read alone.
    package static let separatesMembers = Traits(rawValue: 1 << 4)
    /// Parts of a body become views of their own.
    package static let takesApart = Traits(rawValue: 1 << 5)
    /// What it ends stands in the sources or in the trace, so that only how often it would happen otherwise is inferred.
    package static let endsWhatIsSeen = Traits(rawValue: 1 << 6)
    /// It ends or slows down what turns in a loop.
    package static let endsLoop = Traits(rawValue: 1 << 7)
    /// A value that changes takes another way to who shows it, who is evaluated for it afterwards as well: how often it changes
    /// is for its owner to say.
    package static let movesValue = Traits(rawValue: 1 << 8)
    /// What it saves depends on how functions compare, or bindings that are only written, which nobody has settled.
    package static let restsOnComparison = Traits(rawValue: 1 << 9)
    /// What it spares are appearances of views, as often as they come.
    package static let sparesAppearances = Traits(rawValue: 1 << 10)
    /// What it spares grows with a collection or a text whose length the sources do not say.
    package static let isOfUnknownSize = Traits(rawValue: 1 << 11)
  }

  package var traits: Traits {
    switch self {
    case .passComparable: [.makesEqual, .restsOnComparison]
    case .askEquality, .conformToEquatable, .compareElements: .makesEqual
    case .stopDepending: .restsOnComparison
    case .compareView: [.makesEqual, .comparesView]
    case .wrapInPlainValueView: .comparesView
    case .moveWork(.pass), .moveWork(.splitting), .moveWork(.ordering): [.sparesWork, .isOfUnknownSize]
    case .hoist, .moveWork: .sparesWork
    case .publishPerMember(_, observer: nil), .partModel: [.migratesModel, .separatesMembers]
    case .publishPerMember: .migratesModel
    case .extract: .takesApart
    case .breakLoop, .moveWriteOutOfBody: [.endsWhatIsSeen, .endsLoop]
    case .writeOnThreshold, .slowDown, .moveEffectOutOfBody: .endsLoop
    case .keepOutOfEnvironment: .movesValue
    case .makeLazy, .keepIdentity: .sparesAppearances
    case .readWhereUsed, .handOnUnobserved, .narrowInput, .observePerElement, .observeNested, .exposeFields,
      .cacheDerived, .storeEmptiness, .useCallableStruct, .stabilizeDefault, .moveState, .derive, .followParent,
      .takeValue, .ownObject,
      .projectBinding, .completeEquality, .writeOnlyOnChange, .announceMembers, .stopPublishing, .makePrivate,
      .useLet, .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation,
      .guardDebugCode,
      .correctCommand:
      []
    }
  }

  /// The value of the view whose changes are not to evaluate all of its body any more.
  package var movedValue: PropertyPath? {
    if case .extract(let extraction) = self { return extraction.valueReadInParts }
    if case .moveState(let path, _) = self { return path }
    if case .writeOnThreshold(let path) = self { return path }
    if case .slowDown(let path, _) = self { return path }
    return nil
  }

  /// The property that the view is to depend on no longer.
  package var droppedDependency: PropertyPath? {
    if case .stopDepending(let path) = self { return path }
    if case .handOnUnobserved(let path) = self { return path }
    if case .readWhereUsed(let path) = self { return path }
    return nil
  }
}
