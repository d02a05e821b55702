internal import SourceAnalysis
internal import TraceImport

/// Effects by the views they change.
struct EffectTable {
  /// What becomes of a cause of a view's own.
  enum Own {
    case remaining(Double)
    case replaced
    case followed(Set<Int>)
    case few(Int)
    case moved(Set<Int>)
    case extracted([Code])
  }

  /// By whom a view has to be made for an effect to change it.
  enum Makers: Equatable {
    case none
    case some(Set<TypeID>)
    case all

    mutating func insert(_ maker: TypeID?) {
      switch (self, maker) {
      case (.all, _), (_, nil): self = .all
      case (.none, let maker?): self = .some([maker])
      case (.some(let known), let maker?): self = .some(known.union([maker]))
      }
    }

    /// Whether one of the ways in which a view is made is one of theirs.
    func include(_ constructions: [Construction]) -> Bool {
      switch self {
      case .none: false
      case .some(let makers):
        constructions.contains { made in
          makers.contains(made.parent) || makers.contains(made.maker) || made.via.contains(where: makers.contains)
        }
      case .all: true
      }
    }
  }

  /// What becomes of the updates of a view, apart from its causes.
  struct Entry {
    var compares = Makers.none
    var narrows: Effect.Trust?
    var keepsIdentity = Makers.none
    /// Inputs that rows which follow their element no longer have.
    var following: PropertySet?
    /// The share that is left of evaluations by nobody who makes the view, once no clock does.
    var besidesClock: Double?

    /// Whether what the view is given, or how that is compared, becomes another.
    var concernsInputs: Bool { compares != .none || narrows != nil || following != nil }

    /// Whether updates may turn out otherwise whatever the view's own causes are.
    var concernsAll: Bool { concernsInputs || keepsIdentity != .none || besidesClock != nil }
  }

  /// By view.
  private(set) var entries: [Entry]
  /// The parts of bodies that become views of their own, by view.
  private(set) var sections: [Int: [Effect.Section]] = [:]
  /// The messages whose updates may turn out otherwise; the others need no replay.
  private(set) var messages: [Int] = []
  /// By message, for each of its own causes what becomes of it; empty where nothing does.
  private(set) var own: [[[Own]]]
  /// By message, whether an effect is about its view, and one that makes sections of it.
  private(set) var isConcerned: [Bool]
  private(set) var hasSections: [Bool]

  init(_ effects: [Effect], _ recorded: RecordedUpdates) {
    entries = .init(repeating: Entry(), count: recorded.names.count)
    own = .init(repeating: [], count: recorded.messages.count)
    isConcerned = .init(repeating: false, count: recorded.messages.count)
    hasSections = isConcerned
    var causes: [Int: [(causes: Set<Cause>, effect: Own)]] = [:]
    for effect in effects {
      for view in effect.views {
        entries[view].add(effect)
        if let found = effect.own { causes[view, default: []].append(found) }
        if case .sectioning(_, let found) = effect { sections[view, default: []] += found }
      }
    }
    for view in effects.reduce(into: Set<Int>(), { $0.formUnion($1.views) }) {
      let changed = causes[view] ?? []
      let concernsAll = entries[view].concernsAll || sections[view]?.isEmpty == false
      for message in recorded.messagesOfView[view] {
        isConcerned[message] = true
        hasSections[message] = sections[view]?.isEmpty == false
        let found = recorded.messages[message].own.map { own in
          changed.filter { $0.causes.contains(own.cause) }.map(\.effect)
        }
        let isChanged = found.contains { !$0.isEmpty }
        if isChanged { own[message] = found }
        if isChanged || concernsAll { messages.append(message) }
      }
    }
  }
}

extension EffectTable.Entry {
  fileprivate mutating func add(_ effect: Effect) {
    switch effect {
    case .comparing(_, let maker): compares.insert(maker)
    case .narrowing(_, let trust): narrows = trust
    case .keepingIdentity(_, let maker): keepsIdentity.insert(maker)
    case .leavingClock(_, let remaining): besidesClock = min(besidesClock ?? 1, remaining)
    case .keepingToElements(_, let without): following = (following ?? 0) | without
    case .ignoring, .keepingObjects, .following, .owning, .extracting, .fewPerChange, .sectioning: break
    }
  }
}

extension Effect {
  /// What becomes of which causes of the views' own; `nil` where none of them is concerned.
  fileprivate var own: (causes: Set<Cause>, effect: EffectTable.Own)? {
    switch self {
    case .ignoring(_, let causes, let remaining): (causes, .remaining(remaining))
    case .keepingObjects(_, let causes): (causes, .replaced)
    case .following(_, let causes, let witnesses): (causes, .followed(witnesses))
    case .owning(_, let causes, let owners): (causes, .moved(owners))
    case .extracting(_, let causes, let part): (causes, .extracted(part))
    case .fewPerChange(_, let causes, let rows): (causes, .few(rows))
    case .comparing, .narrowing, .keepingIdentity, .keepingToElements, .sectioning, .leavingClock: nil
    }
  }
}
