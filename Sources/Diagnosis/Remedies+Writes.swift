internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// Writes that could be left out, and how often these changed anything.
extension Remedies {
  /// A write that could be left out: what follows from it, as far as it is not the view's own business.
  func writing(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let name = property(in: finding.subject)
    if type.isObservableObject || type.isObservableClass { return writing(member: name, of: type, finding) }
    let views = views(of: type.id)
    let causes = causes(of: type, property: name)
    let isHot = finding.rule == "hot_path_state_write"
    guard let seen = changesSeen(below: type, property: name, isDirect: !isHot) else {
      return shared(views, causes, remaining: isHot ? Self.hotRemainder : 0.5)
        .including(bindings(to: name, of: type), remaining: isHot ? Self.hotRemainder : 0.5)
    }
    // What follows nearly every write is shown continuously.
    if isHot, seen.share > Self.shownContinuously {
      return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 1)], views: views, causes: causes)
    }
    return Remedy(
      effects: [.following(views: views, causes: causes, witnesses: seen.witnesses)], views: views, causes: causes
    ).including(bindings(to: name, of: type), remaining: seen.share)
  }

  /// What is left of updates by a value that is shown at a threshold only, where nothing shows how often it is passed.
  private static let hotRemainder = 0.05

  /// The share of updates that children follow from which on a value is shown continuously.
  private static let shownContinuously = 0.9

  /// Writes that come back to themselves, within an update or a frame.
  func looping(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    let names = finding.subject.split(separator: ">").map(String.init)
    var causes = names.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, property: $1)) }
    // What changes with it is written by the same work.
    for message in recorded.messages where views.contains(message.view) {
      let own = message.own.map(\.cause)
      if own.contains(where: causes.contains) { causes.formUnion(own) }
    }
    // A loop that the trace shows leaves its first turn; one that converges costs one update in two.
    let isSeen = views.contains { view in
      loopingViews.contains(recorded.names[view])
        || finding.rule == "layout_feedback" && causes.contains { isStorming(view, $0) }
    }
    let remaining = isSeen ? 0.04 : 0.5
    return names.reduce(shared(views, causes, remaining: remaining)) {
      $0.including(bindings(to: property(in: $1), of: type), remaining: remaining)
    }
  }

  func isStorming(_ view: Int, _ cause: Cause) -> Bool { storms[recorded.names[view]]?.contains(cause) ?? false }

  /// Views that are handed a binding to a value and read it: they are evaluated by its changes as well.
  func bindings(to name: String, of type: TypeInfo) -> [(views: Set<Int>, causes: Set<Cause>)] {
    var result: [(views: Set<Int>, causes: Set<Cause>)] = []
    var pending = [(type: type.id, property: name)]
    var seen: Set<TypeID> = [type.id]
    while let next = pending.popLast() {
      for child in graph.evaluation(of: next.type)?.children ?? [] {
        guard let id = child.type, !seen.contains(id) else { continue }
        let target = child.arguments.first { argument in
          ([argument.value] + Array(argument.value.descendants)).contains {
            $0.kind == .identifier && $0.name == "$" + next.property
          }
        }?.property
        guard let target, graph.index[id].property(target)?.wrapper == "Binding" else { continue }
        seen.insert(id)
        pending.append((id, target))
        result.append((views(of: id), causes(of: graph.index[id], property: target)))
      }
    }
    return result
  }

  /// A write to a member of a model that could be left out.
  private func writing(member: String, of model: TypeInfo, _ finding: Finding) -> Remedy {
    let isHot = finding.rule == "hot_path_state_write"
    let readers = (holders[model.id] ?? []).compactMap { facts, property -> Reader? in
      // Of an `@Observable` its changes are told apart; an `ObservableObject` only says that it changed.
      let subject = model.isObservableObject ? property.name : property.name + "." + member
      let causes = self.causes(of: facts.type, property: subject)
      guard !causes.isEmpty, let owner = recorded.factsIndex[facts.type.id] else { return nil }
      let known = recorded.facts[owner]
      let mask = model.isObservableObject ? known.whole(property.name) : known.member(member, of: property.name)
      return Reader(owner: owner, property: property.name, mask: mask, causes: causes)
    }
    var remedy = Remedy()
    var isComplete = true
    let witnessed = readers.map { changesSeen(by: $0, isHot: isHot) }
    let shares = witnessed.compactMap { $0?.share }
    // Without evidence half of the changes of an object that are of the member.
    let unseen =
      isHot ? Self.hotRemainder : 1 - 0.5 * (model.isObservableObject ? self.shares.share(ofMember: member, in: model) : 1)
    let remaining = shares.isEmpty ? unseen : shares.reduce(0, +) / Double(shares.count)
    for (reader, seen) in zip(readers, witnessed) {
      let views = Set(recorded.viewsOfFacts[reader.owner])
      remedy.views.formUnion(views)
      remedy.causes.formUnion(reader.causes)
      if let seen, !(isHot && seen.share > Self.shownContinuously) {
        remedy.effects.append(.following(views: views, causes: reader.causes, witnesses: seen.witnesses))
        if !seen.isComplete { isComplete = false }
      } else {
        let share = seen == nil ? remaining : 1
        remedy.effects.append(.ignoring(views: views, causes: reader.causes, remaining: share))
        if shares.isEmpty { isComplete = false }
      }
    }
    if !isComplete {
      remedy.pessimistic = readers.map {
        .ignoring(views: Set(recorded.viewsOfFacts[$0.owner]), causes: $0.causes, remaining: 1)
      }
      if shares.isEmpty {
        remedy.optimistic = readers.map {
          .ignoring(views: Set(recorded.viewsOfFacts[$0.owner]), causes: $0.causes, remaining: 0)
        }
      }
    }
    return remedy
  }

  /// A view that a change of a model evaluates.
  private struct Reader {
    /// Index of its facts.
    var owner: Int
    var property: String
    /// What of its properties the change is of.
    var mask: PropertySet
    var causes: Set<Cause>
  }

  /// - Parameter isHot: Whether what is made of the value will do, since that is what should be stored.
  private func changesSeen(by reader: Reader, isHot: Bool) -> ChangesSeen? {
    let found = witnesses(of: reader.owner) { $0.sources & reader.mask != 0 && (isHot || Self.isFaithful($0.value)) }
    guard !found.isEmpty else { return nil }
    let given = found.flatMap { constructions[reader.owner, $0].flatMap(\.arguments) }.map(\.value)
    let facts = recorded.facts[reader.owner]
    let isAllGiven = facts.evaluation.reads.allSatisfy { read in
      read.property != reader.property || !read.phase.isEvaluation || facts.mask(of: read) & reader.mask == 0
        || given.contains { $0 == read.code || $0.contains(read.code) }
    }
    let seen = followed(reader.owner, by: Set(found)) { reader.causes.contains($0.cause) }
    guard seen.updates >= Self.leastSeen else { return nil }
    return ChangesSeen(
      share: Double(seen.followed) / Double(seen.updates),
      witnesses: found.reduce(into: []) { $0.formUnion(recorded.viewsOfFacts[$1]) }, isComplete: isAllGiven)
  }

  /// Views that a computed member of a model evaluates more often than it takes another value: children that are given the
  /// member, and were not evaluated, show that it was the same.
  func reading(_ model: TypeInfo, member: String, _ finding: Finding) -> Remedy {
    let stored = graph.storedReads(of: member, in: model).union([member])
    let readers = Set(finding.related.compactMap(\.view))
    var remedy = Remedy()
    var none: [Effect] = []
    var all: [Effect] = []
    for (facts, property) in holders[model.id] ?? [] {
      guard readers.isEmpty || readers.contains(facts.type.qualifiedName),
        let owner = recorded.factsIndex[facts.type.id]
      else { continue }
      let views = views(of: facts.type.id)
      let causes = stored.reduce(into: Set<Cause>()) {
        $0.formUnion(self.causes(of: facts.type, property: property.name + "." + $1))
      }
      guard !causes.isEmpty else { continue }
      remedy.views.formUnion(views)
      remedy.causes.formUnion(causes)
      let children = witnesses(of: owner) { $0.value.mentionedNames.contains(member) }
      let seen = followed(owner, by: Set(children)) { causes.contains($0.cause) }
      if !children.isEmpty, seen.updates >= Self.leastSeen {
        let witnesses = children.reduce(into: Set<Int>()) { $0.formUnion(recorded.viewsOfFacts[$1]) }
        let effect = Effect.following(views: views, causes: causes, witnesses: witnesses)
        remedy.effects.append(effect)
        none.append(effect)
        all.append(effect)
      } else {
        remedy.effects.append(.ignoring(views: views, causes: causes, remaining: 0.5))
        none.append(.ignoring(views: views, causes: causes, remaining: 0))
        all.append(.ignoring(views: views, causes: causes, remaining: 1))
      }
    }
    if remedy.effects.contains(where: { if case .ignoring = $0 { true } else { false } }) {
      remedy.optimistic = none
      remedy.pessimistic = all
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

extension Remedies.Remedy {
  /// The same for views that are handed a binding to what is written.
  func including(_ bound: [(views: Set<Int>, causes: Set<Cause>)], remaining: Double) -> Self {
    var result = self
    for (views, causes) in bound where !views.isEmpty && !causes.isEmpty {
      result.effects.append(.ignoring(views: views, causes: causes, remaining: remaining))
      result.pessimistic?.append(.ignoring(views: views, causes: causes, remaining: 1))
      result.optimistic?.append(.ignoring(views: views, causes: causes, remaining: 0))
      result.views.formUnion(views)
    }
    return result
  }
}
