/// How often something changes while it is on screen, as far as the sources tell.
enum ChangeRate: Sendable {
  /// Nothing writes it.
  case never
  /// A setting, or what a few places write when somebody asks for it.
  case seldom
  /// Some of what writes it is not known.
  case unknown
  /// With each key, drag, tick or event of a stream.
  case often(Recurrence)

  /// What shows that it changes often.
  var recurrence: Recurrence? {
    if case .often(let recurrence) = self { recurrence } else { nil }
  }

  var isOften: Bool { recurrence != nil }

  /// Whether it is known to change many times while somebody looks.
  var isFrequent: Bool { recurrence?.isFrequent == true }

  private var rank: Int {
    switch self {
    case .never: 0
    case .seldom: 1
    case .unknown: 2
    case .often: 3
    }
  }
}

/// By how often; of two that change as often, what comes first in the sources shows it, so that the most of several is the same
/// in whatever order they are asked.
extension ChangeRate: Comparable {
  static func == (left: ChangeRate, right: ChangeRate) -> Bool { !(left < right) && !(right < left) }

  static func < (left: ChangeRate, right: ChangeRate) -> Bool {
    guard case .often(let first) = left, case .often(let second) = right else { return left.rank < right.rank }
    if first.isFrequent != second.isFrequent { return second.isFrequent }
    return first.place > second.place
  }
}

extension Change {
  /// What makes the updates happen that a change saves.
  enum Driver: Sendable, Hashable {
    /// The changes of a property.
    case property(PropertyPath)
    /// Another value from the parent, while the view shows the first.
    case input(PropertyPath)
    /// The changes of a model that evaluate who does not read them.
    case members
    /// Whatever evaluates the view.
    case evaluation
    /// It is about more than updates, or who pays for it is not the view: the rule says what shows that it matters.
    case other
  }

  var driver: Driver {
    switch self {
    case .stopDepending(let path), .readWhereUsed(let path), .handOnUnobserved(let path), .narrowInput(let path),
      .observePerElement(let path, _, _), .exposeFields(let path, _), .moveState(let path, _), .derive(let path, _),
      .takeValue(let path), .writeOnlyOnChange(let path):
      .property(path)
    case .followParent(let path): .input(path)
    case .publishPerMember(_, let observer): observer.map(Driver.property) ?? .members
    case .partModel: .members
    case .extract(let extraction): extraction.value.map(Driver.property) ?? .evaluation
    case .compareView, .compareElements, .askEquality, .wrapInPlainValueView, .passComparable, .projectBinding, .hoist,
      .moveWork:
      .evaluation
    case .observeNested, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment, .useCallableStruct, .stabilizeDefault,
      .ownObject, .conformToEquatable, .completeEquality, .keepIdentity, .writeOnThreshold, .slowDown, .announceMembers,
      .stopPublishing,
      .breakLoop,
      .moveWriteOutOfBody, .moveEffectOutOfBody, .makeLazy, .makePrivate, .useLet, .useTaskModifier, .captureValue,
      .inlineAutoclosure, .addMainActor, .ignoreInObservation, .guardDebugCode, .correctCommand:
      .other
    }
  }
}
