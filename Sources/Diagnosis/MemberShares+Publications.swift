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
    struct Event: Hashable {
      var evidence: Evidence
      var observers: Set<TypeID>
    }

    /// How often each happened.
    fileprivate(set) var events: [Event: Int] = [:]
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
      return recorded.facts.indices.compactMap { witness($0, of: owner, constructions) }
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
  func find() -> [TypeID: MemberShares.Publications] {
    let observing = Set(models.indices.filter { !models[$0].isEmpty })
    var causes: [Int: Set<TypeID>] = [:]
    for index in recorded.messages.indices {
      guard let facts = recorded.messages[index].facts, observing.contains(facts) else { continue }
      let found = models[facts].filter { recorded.isChange(of: $0.name, named: index, recorded.facts[facts]) }
      if !found.isEmpty { causes[index] = Set(found.map(\.model)) }
    }
    if causes.isEmpty { return [:] }
    var result: [TypeID: MemberShares.Publications] = [:]
    for update in recorded.updates {
      var observers: [TypeID: [Int]] = [:]
      for (place, element) in update.elements.enumerated() where !element.isInitial {
        for model in causes[element.message] ?? [] { observers[model, default: []].append(place) }
      }
      for (model, places) in observers {
        let event = MemberShares.Publications.Event(
          evidence: evidence(of: model, places, update),
          observers: Set(
            places.compactMap { recorded.traits[update.elements[$0].message].facts }
              .map { recorded.facts[$0].type.id }))
        result[model, default: .init()].events[event, default: 0] += update.count
      }
    }
    return result
  }

  /// A child that was evaluated after a view, by its facts.
  private struct Evaluated: Hashable {
    /// The place of the view in the update.
    var trigger: Int
    var child: Int
  }

  /// The children of views that were evaluated after them, as far as any children of these views show something.
  private func evaluatedChildren(of places: [Int], _ update: RecordedUpdates.Update) -> Set<Evaluated> {
    let isAsked = places.contains { place in
      recorded.traits[update.elements[place].message].facts.map { !witnesses[$0].isEmpty } ?? false
    }
    if !isAsked { return [] }
    var result: Set<Evaluated> = []
    for element in update.elements where !element.isInitial {
      guard let trigger = element.trigger, let child = recorded.traits[element.message].facts else { continue }
      result.insert(Evaluated(trigger: trigger, child: child))
    }
    return result
  }

  private func evidence(of model: TypeID, _ places: [Int], _ update: RecordedUpdates.Update)
    -> MemberShares.Publications.Evidence
  {
    var evidence = MemberShares.Publications.Evidence()
    let evaluated = evaluatedChildren(of: places, update)
    var differing: Set<Set<String>> = []
    var silent: Set<String> = []
    for place in places {
      let trait = recorded.traits[update.elements[place].message]
      guard let owner = trait.facts else { continue }
      // Of who was given other values as well, the children may show those.
      let isAlone = !trait.hasSelf && recorded.messages[update.elements[place].message].own.count == 1
      for witness in witnesses[owner] {
        guard let members = witness.members[model] else { continue }
        if evaluated.contains(Evaluated(trigger: place, child: witness.child)) {
          if isAlone { differing.insert(members) }
        } else if witness.showsEqual {
          silent.formUnion(members.subtracting(alwaysDiffering[model] ?? []))
        }
      }
      for (name, bound) in models[owner] where bound == model {
        let shown = bindings.shown(of: owner, in: update, recorded)
        let facts = recorded.facts[owner]
        let members = (facts.members[name] ?? []).filter { facts.member($0, of: name) & shown != 0 }
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
