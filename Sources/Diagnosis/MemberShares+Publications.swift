internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

extension MemberShares {
  /// The changes of one `ObservableObject` that a trace holds, and what the views around them tell of each.
  ///
  /// `_model changed.` names no member. But it comes from all views that observe the object in one update, and a child which
  /// compares well and is given a member shows by its evaluation that the member differed, or that it did not. What one
  /// observer's children show holds for all observers of the same change.
  struct Publications: Sendable {
    /// What children show of a change.
    struct Evidence: Hashable {
      /// For each child that was evaluated, the members it is given: one of them at least differed.
      var differing: [Set<String>] = []
      /// Members that children are given which were not evaluated.
      var unchanged: Set<String> = []

      var isEmpty: Bool { differing.isEmpty && unchanged.isEmpty }
    }

    /// Changes that showed the same to the same views.
    struct Event {
      /// What children showed: an index into `evidence`.
      var evidence: Int
      var observers: Set<TypeID>
      /// How often it happened.
      var number: Int
    }

    /// What children showed, each once: most changes show what others do.
    fileprivate(set) var evidence: [Evidence] = []
    fileprivate(set) var events: [Event] = []
  }

  /// What a change of a model was of: chances that add up to one.
  struct Reasons: Sendable {
    /// By member, that it differs now.
    var differing: [String: Double] = [:]
    /// By member, that an equal value was assigned to it.
    var equal: [String: Double] = [:]

    /// - Parameters:
    ///   - written: How often each member is written, against the others.
    ///   - repeated: The share of these writes that assign what is there already.
    init(_ evidence: Publications.Evidence, written: [String: Double], repeated: [String: Double]) {
      if let first = evidence.differing.first {
        // What all of them are given explains them all.
        let common = evidence.differing.dropFirst().reduce(first) { $0.intersection($1) }
        let members = common.isEmpty ? evidence.differing.reduce(first) { $0.union($1) } : common
        for member in members { differing[member] = max(written[member] ?? 0, Self.least) }
      } else {
        for (member, weight) in written {
          let isEqual = repeated[member] ?? 0
          equal[member] = weight * isEqual
          if !evidence.unchanged.contains(member) { differing[member] = weight * (1 - isEqual) }
        }
      }
      // In order, since sums of fractions depend on it.
      let all = [differing, equal].reduce(0.0) { sum, part in
        part.sorted { $0.key < $1.key }.reduce(sum) { $0 + $1.value }
      }
      guard all > 0 else {
        (differing, equal) = ([:], [:])
        return
      }
      differing = differing.mapValues { $0 / all }
      equal = equal.mapValues { $0 / all }
    }

    /// What a member is worth that was seen to differ although nobody is seen to write it.
    private static let least = 0.01
  }
}

/// Finds the changes of models in a trace.
struct PublicationFinder {
  private let recorded: RecordedUpdates
  private let bindings: BoundMembers
  private let alwaysDiffering: [TypeID: Set<String>]
  /// By facts, the models that the view observes: property and type.
  private var models: [[(name: String, model: TypeID)]]
  /// By facts, the children that show what changed.
  private var witnesses: [[Witness]]

  /// A child that compares well and is given members of models.
  private struct Witness {
    /// The facts of the child.
    var child: Int
    var members: [TypeID: Set<String>]
    /// Whether it shows that nothing differed as well: it is always there, and made of the members themselves.
    var showsEqual: Bool
  }

  init(
    _ recorded: RecordedUpdates, _ constructions: ConstructionTable, _ bindings: BoundMembers,
    alwaysDiffering: [TypeID: Set<String>], _ graph: SourceGraph
  ) {
    self.recorded = recorded
    self.bindings = bindings
    self.alwaysDiffering = alwaysDiffering
    models = recorded.facts.map { facts in
      facts.type.storedProperties.compactMap { property in
        guard property.isObservedObject, let model = graph.index.type(of: property, in: facts.type),
          model.isObservableObject
        else { return nil }
        return (property.name, model.id)
      }
    }
    witnesses = []
    witnesses = recorded.facts.indices.map { owner in
      if models[owner].isEmpty { return [] }
      return constructions.children(of: owner).compactMap { witness($0, of: owner, constructions) }
    }
  }

  private func witness(_ child: Int, of owner: Int, _ constructions: ConstructionTable) -> Witness? {
    let ways = constructions[owner, child]
    guard ways.allSatisfy({ $0.isComparable && $0.parent == $0.maker }) else { return nil }
    let facts = recorded.facts[owner]
    var members: [TypeID: Set<String>] = [:]
    var isFaithful = true
    for argument in ways.flatMap(\.arguments) {
      for (name, model) in models[owner] where argument.sources & facts.whole(name) != 0 {
        // Whoever is given the object, or what a method of it makes, shows nothing of its members.
        if argument.sources & facts.asWhole(name) != 0 { return nil }
        for member in facts.members[name] ?? [] where argument.sources & facts.member(member, of: name) != 0 {
          members[model, default: []].insert(member)
        }
        if !Remedies.isFaithful(argument.value) { isFaithful = false }
      }
    }
    if members.isEmpty { return nil }
    let isAlwaysThere = ways.allSatisfy { $0.conditions == 0 && !$0.code.isInPresentation }
    return Witness(child: child, members: members, showsEqual: isFaithful && isAlwaysThere)
  }

  /// By model, its changes.
  ///
  /// Of the many updates of a trace most look alike to a model: what they show is worked out once for all of these.
  func find() -> [TypeID: MemberShares.Publications] {
    let observing = Set(models.indices.filter { !models[$0].isEmpty })
    // By message, the models that it says have changed.
    var causes = [[TypeID]](repeating: [], count: recorded.messages.count)
    for index in recorded.messages.indices {
      guard let facts = recorded.messages[index].facts, observing.contains(facts) else { continue }
      for (name, model) in models[facts] where recorded.isChange(of: name, named: index, recorded.facts[facts]) {
        if !causes[index].contains(model) { causes[index].append(model) }
      }
    }
    if causes.allSatisfy(\.isEmpty) { return [:] }
    var found = Found()
    var answers = Answers(places: recorded.longestUpdate)
    var observers: [(model: TypeID, place: Int)] = []
    for update in recorded.updates {
      observers.removeAll(keepingCapacity: true)
      for (place, element) in update.elements.enumerated() where !element.isInitial {
        for model in causes[element.message] { observers.append((model, place)) }
      }
      if observers.isEmpty { continue }
      collect(&answers, of: observers, in: update)
      while let model = observers.first?.model {
        let places = observers.compactMap { $0.model == model ? $0.place : nil }
        observers.removeAll { $0.model == model }
        let view = view(of: model, places, update, answers)
        if found.count(view, of: model, times: update.count) { continue }
        found.add(
          evidence(of: model, places, update, answers),
          observers: Set(
            places.compactMap { recorded.traits[update.elements[$0].message].facts }
              .map { recorded.facts[$0].type.id }),
          as: view, of: model, times: update.count)
      }
    }
    return found.counted()
  }

  /// The changes found so far, by all that tells them apart.
  private struct Found {
    private struct Key: Hashable {
      var model: TypeID
      var view: [Int]
    }

    private struct Event: Hashable {
      var model: TypeID
      var evidence: Int
      var observers: Set<TypeID>
    }

    private struct Shown: Hashable {
      var model: TypeID
      var evidence: MemberShares.Publications.Evidence
    }

    private var publications: [TypeID: MemberShares.Publications] = [:]
    /// Of each event its place among those of its model, and how often it happened.
    private var numbers: [(model: TypeID, place: Int, number: Int)] = []
    /// By what updates look like to a model, where the event is in `numbers`.
    private var known: [Key: Int] = [:]
    private var events: [Event: Int] = [:]
    private var evidence: [Shown: Int] = [:]

    /// - Returns: Whether an update like it was seen before.
    mutating func count(_ view: [Int], of model: TypeID, times number: Int) -> Bool {
      guard let index = known[Key(model: model, view: view)] else { return false }
      numbers[index].number += number
      return true
    }

    func counted() -> [TypeID: MemberShares.Publications] {
      numbers.reduce(into: publications) { $0[$1.model]?.events[$1.place].number = $1.number }
    }

    mutating func add(
      _ shown: MemberShares.Publications.Evidence, observers: Set<TypeID>, as view: [Int], of model: TypeID,
      times number: Int
    ) {
      let ofEvidence = place(of: Shown(model: model, evidence: shown))
      let event = Event(model: model, evidence: ofEvidence, observers: observers)
      let index = events[event] ?? numbers.count
      if index == numbers.count {
        events[event] = index
        numbers.append((model, publications[model]?.events.count ?? 0, 0))
        publications[model]?.events.append(.init(evidence: ofEvidence, observers: observers, number: 0))
      }
      numbers[index].number += number
      known[Key(model: model, view: view)] = index
    }

    /// Where what was shown is among what was shown of its model.
    private mutating func place(of shown: Shown) -> Int {
      if let known = evidence[shown] { return known }
      let place = publications[shown.model]?.evidence.count ?? 0
      evidence[shown] = place
      publications[shown.model, default: .init()].evidence.append(shown.evidence)
      return place
    }
  }

  /// What the children of the observers in an update show; kept from one update to the next, so that nothing is allocated for each.
  private struct Answers {
    /// By the place of an observer, which of the witnesses of its view were evaluated after it, in order.
    private(set) var evaluated: [[Int]]
    /// By the place of an observer, what of its view those show that are bound to it.
    private(set) var bound: [PropertySet]
    private var touched: [Int] = []

    init(places: Int) {
      evaluated = .init(repeating: [], count: places)
      bound = .init(repeating: 0, count: places)
    }

    mutating func begin() {
      for place in touched {
        evaluated[place].removeAll(keepingCapacity: true)
        bound[place] = 0
      }
      touched.removeAll(keepingCapacity: true)
    }

    mutating func set(bound: PropertySet, at place: Int) {
      self.bound[place] = bound
      touched.append(place)
    }

    mutating func note(evaluated witness: Int, after place: Int) {
      if evaluated[place].isEmpty { touched.append(place) }
      guard let index = evaluated[place].firstIndex(where: { $0 >= witness }) else {
        evaluated[place].append(witness)
        return
      }
      if evaluated[place][index] != witness { evaluated[place].insert(witness, at: index) }
    }
  }

  private func collect(
    _ answers: inout Answers, of observers: [(model: TypeID, place: Int)], in update: RecordedUpdates.Update
  ) {
    answers.begin()
    var isAsked = false
    var latest: Int?
    for (_, place) in observers where place != latest {
      latest = place
      guard let owner = recorded.traits[update.elements[place].message].facts else { continue }
      answers.set(bound: bindings.shown(of: owner, in: update, recorded), at: place)
      if !witnesses[owner].isEmpty { isAsked = true }
    }
    if !isAsked { return }
    for element in update.elements where !element.isInitial {
      guard let trigger = element.trigger, let child = recorded.traits[element.message].facts,
        let owner = recorded.traits[update.elements[trigger].message].facts,
        let witness = witnesses[owner].firstIndex(where: { $0.child == child })
      else { continue }
      answers.note(evaluated: witness, after: trigger)
    }
  }

  /// All that decides what an update shows of a model, as numbers: updates with equal ones show the same.
  private func view(of model: TypeID, _ places: [Int], _ update: RecordedUpdates.Update, _ answers: Answers) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(3 * places.count)
    for place in places {
      result.append(update.elements[place].message)
      // Beside each other, none of these can be taken for another.
      result.append(Int(bitPattern: UInt(answers.bound[place])))
      result.append(answers.evaluated[place].count)
      result += answers.evaluated[place]
    }
    return result
  }

  private func evidence(of model: TypeID, _ places: [Int], _ update: RecordedUpdates.Update, _ answers: Answers)
    -> MemberShares.Publications.Evidence
  {
    var evidence = MemberShares.Publications.Evidence()
    var differing: Set<Set<String>> = []
    var silent: Set<String> = []
    for place in places {
      let trait = recorded.traits[update.elements[place].message]
      guard let owner = trait.facts else { continue }
      // Of who was given other values as well, the children may show those.
      let isAlone = !trait.hasSelf && recorded.messages[update.elements[place].message].own.count == 1
      for (index, witness) in witnesses[owner].enumerated() {
        guard let members = witness.members[model] else { continue }
        if answers.evaluated[place].contains(index) {
          if isAlone { differing.insert(members) }
        } else if witness.showsEqual {
          silent.formUnion(members.subtracting(alwaysDiffering[model] ?? []))
        }
      }
      for (name, bound) in models[owner] where bound == model {
        let facts = recorded.facts[owner]
        let members = (facts.members[name] ?? []).filter { facts.member($0, of: name) & answers.bound[place] != 0 }
        if !members.isEmpty { differing.insert(Set(members)) }
      }
    }
    // Where all that a child is given seems to be unchanged, others of its kind were not evaluated: that one was is enough.
    let explained = Set(differing.map { $0.isSubset(of: silent) ? $0 : $0.subtracting(silent) })
    evidence.differing = explained.sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
    evidence.unchanged = explained.reduce(silent) { $0.subtracting($1) }
    return evidence
  }
}
