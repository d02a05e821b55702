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
    case left(Set<Int>)
    case extracted([Code])

    /// Whether neither what else is in the update nor how many rows there are decides.
    var isSameInAllUpdates: Bool {
      switch self {
      case .remaining, .replaced: true
      case .followed, .few, .moved, .left, .extracted: false
      }
    }
  }

  /// By whom a view has to be made for an effect to change it.
  enum Makers: Equatable {
    case none
    /// Index into `makers`, so that entries are plain numbers: they are looked up for each element of each update.
    case some(Int)
    case all
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

  /// What effects do to the updates that a message stands in.
  struct Concern: OptionSet {
    let rawValue: UInt8

    /// They may turn out otherwise.
    static let any = Concern(rawValue: 1 << 0)
    /// One that makes sections of it.
    static let sections = Concern(rawValue: 1 << 1)
    /// What becomes of its own causes is the same wherever it is.
    static let sameInAllUpdates = Concern(rawValue: 1 << 2)
  }

  /// Those of the views that effects are about, after that of all others.
  private var entries = [Entry()]
  /// By view, where its entry is: the tables that all views and messages have are small numbers, since one is made for each fix.
  private var entryOfView: [Int32]
  /// The sets of makers that entries name.
  private var makers: [Set<TypeID>] = []
  /// The parts of bodies that become views of their own, by view.
  private(set) var sections: [Int: [Effect.Section]] = [:]
  /// The messages whose updates may turn out otherwise; the others need no replay.
  private(set) var messages: [Int] = []
  /// Of each message of whose own causes something becomes, for each of these what does.
  private(set) var own: [[[Own]]] = []
  /// By message, where in `own` it is; -1 for others.
  private var ownOfMessage: [Int32]
  private var concerns: [Concern]

  init(_ effects: [Effect], _ recorded: RecordedUpdates) {
    entryOfView = .init(repeating: 0, count: recorded.names.count)
    ownOfMessage = .init(repeating: -1, count: recorded.messages.count)
    concerns = .init(repeating: [], count: recorded.messages.count)
    var causes: [Int: [(causes: Set<Cause>, effect: Own)]] = [:]
    for effect in effects {
      for view in effect.views {
        add(effect, of: view)
        if let found = effect.own { causes[view, default: []].append(found) }
        if case .sectioning(_, let found) = effect { sections[view, default: []] += found }
      }
    }
    for view in effects.reduce(into: Set<Int>(), { $0.formUnion($1.views) }) {
      let changed = causes[view] ?? []
      let hasSections = sections[view]?.isEmpty == false
      let concernsAll = entry(of: view).concernsAll || hasSections
      for message in recorded.messagesOfView[view] {
        let found = recorded.messages[message].own.map { own in
          changed.filter { $0.causes.contains(own.cause) }.map(\.effect)
        }
        let isChanged = found.contains { !$0.isEmpty }
        if !isChanged, !concernsAll { continue }
        messages.append(message)
        concerns[message] = hasSections ? [.any, .sections] : .any
        if isChanged {
          ownOfMessage[message] = Int32(own.count)
          own.append(found)
          if found.joined().allSatisfy(\.isSameInAllUpdates) { concerns[message].insert(.sameInAllUpdates) }
        }
      }
    }
  }

  /// What becomes of the updates of a view.
  func entry(of view: Int) -> Entry { entries[Int(entryOfView[view])] }

  func concern(of message: Int) -> Concern { concerns[message] }

  /// Where in `own` is what becomes of a message's own causes; `nil` where nothing does.
  func placeOfOwn(of message: Int) -> Int? { ownOfMessage[message] < 0 ? nil : Int(ownOfMessage[message]) }

  private mutating func add(_ effect: Effect, of view: Int) {
    var entry = entry(of: view)
    switch effect {
    case .comparing(_, let maker): entry.compares = with(maker, entry.compares)
    case .narrowing(_, let trust): entry.narrows = trust
    case .keepingIdentity(_, let maker): entry.keepsIdentity = with(maker, entry.keepsIdentity)
    case .leavingClock(_, let remaining): entry.besidesClock = min(entry.besidesClock ?? 1, remaining)
    case .keepingToElements(_, let without): entry.following = (entry.following ?? 0) | without
    case .ignoring, .keepingObjects, .following, .owning, .leaving, .extracting, .fewPerChange, .sectioning: break
    }
    if entryOfView[view] == 0 {
      entryOfView[view] = Int32(entries.count)
      entries.append(entry)
    } else {
      entries[Int(entryOfView[view])] = entry
    }
  }

  /// Some makers and one more; `nil` for all.
  private mutating func with(_ maker: TypeID?, _ known: Makers) -> Makers {
    guard let maker, known != .all else { return .all }
    if case .some(let index) = known {
      makers[index].insert(maker)
      return known
    }
    makers.append([maker])
    return .some(makers.count - 1)
  }

  /// Whether one of the ways in which a view is made is one of some makers.
  func include(_ constructions: [Construction], in makers: Makers) -> Bool {
    switch makers {
    case .none: false
    case .some(let index):
      constructions.contains { made in
        self.makers[index].contains(made.parent) || self.makers[index].contains(made.maker)
          || made.via.contains(where: self.makers[index].contains)
      }
    case .all: true
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
    case .leaving(_, let causes, let children): (causes, .left(children))
    case .extracting(_, let causes, let part): (causes, .extracted(part))
    case .fewPerChange(_, let causes, let rows): (causes, .few(rows))
    case .comparing, .narrowing, .keepingIdentity, .keepingToElements, .sectioning, .leavingClock: nil
    }
  }
}
