internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// Writes that could be left out, and how often these changed anything.
extension Remedies {
  /// A write that could be left out: what follows from it, as far as it is not the view's own business.
  func writing(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    var views = views(of: type.id)
    if finding.rule == "update_loop" {
      let names = finding.subject.split(separator: ">").map(String.init)
      var causes = names.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, property: $1)) }
      // What changes with it is written by the same work.
      for message in recorded.messages where views.contains(message.view) {
        let own = message.own.map(\.cause)
        if own.contains(where: causes.contains) { causes.formUnion(own) }
      }
      // A loop that the trace shows leaves its first turn; one that converges costs one update in two.
      let isSeen = views.contains { loopingViews.contains(recorded.names[$0]) }
      return shared(views, causes, remaining: isSeen ? 0.04 : 0.5)
    }
    let name = property(in: finding.subject)
    var causes = causes(of: type, property: name)
    if type.isObservableObject || type.isObservableClass {
      views = []
      for (facts, property) in holders[type.id] ?? [] {
        let found = self.causes(of: facts.type, property: property.name)
        if !found.isEmpty { views.formUnion(self.views(of: facts.type.id)) }
        causes.formUnion(found)
      }
    }
    let isHot = finding.rule == "hot_path_state_write"
    let seen =
      type.isObservableObject
      ? changesSeen(below: views, observing: type) : changesSeen(below: type, property: name, isDirect: !isHot)
    guard let seen else {
      if isHot { return shared(views, causes, remaining: 0.05) }
      // Of the changes of an object those of the member, and of these half for want of evidence.
      let share = type.isObservableObject ? shares.share(ofMember: name, in: type) : 1
      return shared(views, causes, remaining: 1 - 0.5 * share)
    }
    // What follows nearly every write is shown continuously.
    if isHot, seen.share > 0.9 {
      return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 1)], views: views, causes: causes)
    }
    var remedy = Remedy(
      effects: [.following(views: views, causes: causes, witnesses: seen.witnesses)], views: views, causes: causes)
    if !seen.isComplete {
      remedy.pessimistic = [.ignoring(views: views, causes: causes, remaining: 1)]
    }
    return remedy
  }

  /// How often a value differed where it was written, as children show that are given it and compare well: they are
  /// evaluated, or not.
  struct ChangesSeen {
    /// Of the updates by the value's cause.
    var share: Double
    var witnesses: Set<Int>
    /// Whether nothing else can have been what changed.
    var isComplete = true
  }

  /// - Parameter isDirect: Whether the child has to be given the value itself; otherwise what is made of it will do.
  func changesSeen(below type: TypeInfo, property: String, isDirect: Bool) -> ChangesSeen? {
    guard let owner = recorded.factsIndex[type.id] else { return nil }
    let whole = recorded.facts[owner].whole(property)
    var found = witnesses(of: owner) { argument in argument.sources & whole != 0 && (!isDirect || argument.isDirect) }
    if isDirect { found = Array(found.prefix(1)) }
    guard !found.isEmpty else { return nil }
    let seen = followed(owner, by: Set(found)) { $0.change.possible & whole != 0 }
    guard seen.updates >= Self.leastSeen else { return nil }
    return ChangesSeen(
      share: Double(seen.followed) / Double(seen.updates),
      witnesses: found.reduce(into: []) { $0.formUnion(recorded.viewsOfFacts[$1]) })
  }

  /// Of a model, by the children of the views that observe it.
  func changesSeen(below views: Set<Int>, observing model: TypeInfo) -> ChangesSeen? {
    var result = ChangesSeen(share: 0, witnesses: [])
    var updates = 0
    var differing = 0
    for owner in Set(views.compactMap { recorded.factsOfView[$0] }).sorted() {
      let facts = recorded.facts[owner]
      let names = (holders[model.id] ?? []).filter { $0.facts.type.id == facts.type.id }.map(\.property.name)
      let whole = names.reduce(0) { $0 | facts.whole($1) }
      let found = witnesses(of: owner) { $0.sources & whole != 0 && Self.isFaithful($0.value) }
      guard !found.isEmpty else { return nil }
      let given = found.flatMap { constructions[owner, $0].flatMap(\.arguments) }.map(\.value)
      let isAllGiven = facts.evaluation.reads.allSatisfy { read in
        !names.contains(read.property) || !read.phase.isEvaluation
          || given.contains { $0 == read.code || $0.contains(read.code) }
      }
      if !isAllGiven { result.isComplete = false }
      let seen = followed(owner, by: Set(found)) { $0.change.possible & whole != 0 }
      updates += seen.updates
      differing += seen.followed
      result.witnesses.formUnion(found.flatMap { recorded.viewsOfFacts[$0] })
    }
    guard updates >= Self.leastSeen else { return nil }
    result.share = Double(differing) / Double(updates)
    return result
  }

  /// Updates from which on children say something about a value.
  static let leastSeen = 5

  /// Children that are made in one way, compare well, and are given a value that fits.
  func witnesses(of owner: Int, given: (Construction.Argument) -> Bool) -> [Int] {
    recorded.facts.indices.filter { child in
      let ways = constructions[owner, child]
      return ways.count == 1 && ways[0].arguments.contains { given($0) && $0.target != nil }
        && ways[0].isComparable
    }
  }

  /// How often the view was evaluated by causes that fit, and how often one of the children was evaluated after it.
  func followed(_ owner: Int, by children: Set<Int>, cause: ((cause: Cause, change: Change)) -> Bool)
    -> (updates: Int, followed: Int)
  {
    var updates = 0
    var differing = 0
    for index in Set(recorded.viewsOfFacts[owner].flatMap(recorded.updates(of:))).sorted() {
      let update = recorded.updates[index]
      for (place, element) in update.elements.enumerated() {
        let message = recorded.messages[element.message]
        guard message.facts == owner, !element.isInitial, !message.hasSelf, message.own.contains(where: cause) else {
          continue
        }
        updates += element.repetitions * update.count
        let isFollowed = update.elements.contains {
          $0.trigger == place && recorded.messages[$0.message].facts.map(children.contains) == true
        }
        if isFollowed { differing += element.repetitions * update.count }
      }
    }
    return (updates, differing)
  }

  /// `grams - tare` differs when the grams do; `grams > 0` need not.
  static func isFaithful(_ value: Code) -> Bool {
    !([value] + Array(value.descendants)).contains { code in
      code.kind == .ternary
        || code.kind == .binary && ["<", ">", "<=", ">=", "==", "!=", "&&", "||"].contains(code.name)
        || code.kind == .call && ["min", "max", "rounded", "contains", "isEmpty"].contains(code.calledName)
    }
  }
}
