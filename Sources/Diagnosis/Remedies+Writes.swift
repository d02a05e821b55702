internal import SourceAnalysis
import SwiftUIModel
internal import TraceAnalysis
internal import TraceImport

/// Writes that could be left out, and how often these changed anything.
extension Remedies {
  /// A write that could be left out: what follows from it, as far as it is not the view's own business.
  ///
  /// - Parameter isHot: Whether it is written for every event, while a coarser value is shown.
  func fewerWrites(_ type: TypeInfo, _ path: PropertyPath, isHot: Bool, _ finding: Finding) -> Remedy {
    let name = path.property
    // A clock writes nothing: what it evaluates are the views in it.
    if isHot, type.property(name) == nil, finding.code.kind == .call, Views.ticks.contains(finding.code.calledName) {
      let rows = finding.places(.child).compactMap { $0.place.flatMap { code(at: $0, in: type) } }
      let views = ([finding.code] + rows).reduce(into: Set<Int>()) { $0.formUnion(children(in: $1, of: type)) }
      let remaining = 1 - shareOfTicks(finding.code, evaluating: views)
      return Remedy(effects: [.leavingClock(views: views, remaining: remaining)], views: views)
    }
    if type.isObservableObject || type.isObservableClass {
      return fewerWrites(member: name, of: type, isHot: isHot, finding)
    }
    if let member = path.member, let property = type.property(name),
      let model = graph.index.type(of: property, in: type), Self.isModel(model)
    {
      // A control that is dragged writes a member of a model that others observe.
      if isHot, property.isObservedObject { return draggedMember(member, of: model) }
      // What a view writes of a model is one member among others.
      if !isHot { return fewerWrites(member: member, of: model, isHot: false, finding) }
    }
    // A control that is dragged writes what a view further up keeps.
    if isHot, type.property(name)?.storage == .binding, finding.code.kind == .identifier {
      return draggingBinding(name, of: type)
    }
    let views = views(of: type.id)
    let causes = causes(of: type, PropertyPath(name))
    // What no body shows need not be state at all.
    if isHot, graph.evaluation(of: type.id)?.evaluationReads(of: name).isEmpty == true {
      return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 0)], views: views, causes: causes)
    }
    guard let seen = changesSeen(below: type, property: name, isDirect: !isHot) else {
      let repeated =
        isHot
        ? 1 - Self.hotRemainder
        : graph.evaluation(of: type.id)?.isReadForNothing(name) == true
          ? Self.shareOfForced
          : shares.repetition(of: finding.code, path, in: type) * chanceOfUpdate(byEqual: path, in: type)
      return shared(views, causes, remaining: 1 - repeated, atMost: isHot ? 1 : Self.mostRemaining(repeated))
        .including(bindings(to: name, of: type), remaining: 1 - repeated)
    }
    // What follows nearly every write is shown continuously.
    if isHot, seen.share > Self.shownContinuously {
      return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 1)], views: views, causes: causes)
    }
    return Remedy(
      effects: [.following(views: views, causes: causes, witnesses: seen.witnesses)], views: views, causes: causes
    ).including(bindings(to: name, of: type), remaining: seen.share)
  }

  /// Of the changes that somebody hears of those after which a view shows what it did.
  private static let shareOfForced = 0.8

  /// A value that is written more often than anybody sees: what is left are as many writes as look smooth. How often it was written
  /// the times of the trace say; without them, the sources.
  ///
  /// - Parameters:
  ///   - number: How many there are per second.
  ///   - isWriterKnown: Whether the sources show that what is to write less often is what writes so often.
  func slowerClock(_ type: TypeInfo, _ path: PropertyPath, ticks number: Int, isWriterKnown: Bool) -> Remedy {
    let bySources = 1 - min(1, Change.visibleTicks / Double(max(1, number)))
    func spared(_ member: String?) -> Double? { surges[type.id, member]?.share(beyond: Change.visibleTicks) }
    if type.isObservableObject {
      // Which of its members it is that changes so often, no trace tells.
      let ofMember = shares.share(ofMember: path.property, in: type)
      let expected = spared(nil).map { min($0, ofMember) } ?? ofMember * bySources
      let least = isWriterKnown && spared(nil) != nil ? expected / 2 : 0
      let most = spared(nil) ?? bySources
      return observing(type, saved: { _, _ in expected }, least: { _, _ in least }, most: { _, _ in most })
    }
    let expected = spared(path.property) ?? bySources
    if type.isObservableClass {
      return readers(of: path.property, in: type).reduce(into: Remedy()) { remedy, reader in
        remedy.effects.append(.ignoring(views: reader.views, causes: reader.causes, remaining: 1 - expected))
        remedy.views.formUnion(reader.views)
        remedy.causes.formUnion(reader.causes)
      }
    }
    // Nobody else writes it all the while; where the trace shows the rate, half of it goes at least.
    let left = 1 - expected
    let isMeasured = isWriterKnown && spared(path.property) != nil && Double(number) >= Change.farTooOften
    let most = isMeasured ? left + expected / 2 : min(1, 3 * left)
    return shared(views(of: type.id), causes(of: type, path), remaining: left, atMost: most)
      .including(bindings(to: path.property, of: type), remaining: left)
  }

  /// A model that announces by hand that something changed: of that, nobody knows how much a view shows.
  func announcedMembers(_ model: TypeInfo) -> Remedy {
    let share = shares.share(ofMember: Protocols.changePublisher, in: model)
    let unsure = share * Self.needlessAnnouncements
    // What nobody publishes is shown anew by it; who shows nothing of that is evaluated for nothing.
    func shows(_ type: TypeInfo, _ property: Property) -> Bool { shares.showsUnpublished(property, in: type) }
    return observing(
      model, saved: { shows($0, $1) ? unsure : share }, least: { shows($0, $1) ? 0 : unsure }, most: { _, _ in 1 })
  }

  /// A member that nobody shows is published no longer: of an object's changes, as many go as are of this member.
  func unpublished(_ member: String, of model: TypeInfo) -> Remedy {
    let share = shares.share(ofMember: member, in: model)
    return observing(model, saved: { _, _ in share }, least: { _, _ in share / 2 }, most: { _, _ in 1 })
  }

  /// Fewer announcements of an object, for all of whose changes its observers are evaluated.
  ///
  /// - Parameters:
  ///   - saved: The share of an observer's updates by the object that is expected to be saved.
  ///   - least: What is saved at least.
  ///   - most: What is saved at most.
  private func observing(
    _ model: TypeInfo, saved: (TypeInfo, Property) -> Double, least: (TypeInfo, Property) -> Double,
    most: (TypeInfo, Property) -> Double
  ) -> Remedy {
    var remedy = Remedy(effects: [], pessimistic: [], optimistic: [])
    for (facts, property) in holders[model.id] ?? [] where property.isObservedObject {
      let causes = causes(of: facts.type, PropertyPath(property.name))
      if causes.isEmpty { continue }
      let views = views(of: facts.type.id)
      func ignoring(_ share: (TypeInfo, Property) -> Double) -> Effect {
        .ignoring(views: views, causes: causes, remaining: 1 - share(facts.type, property))
      }
      remedy.effects.append(ignoring(saved))
      remedy.pessimistic?.append(ignoring(least))
      remedy.optimistic?.append(ignoring(most))
      remedy.views.formUnion(views)
      remedy.causes.formUnion(causes)
    }
    return remedy
  }

  /// Of what is announced by hand, the share that changes nothing of what an observer shows.
  private static let needlessAnnouncements = 0.5

  /// Of the updates of views that nobody is seen to make, the share that a clock around them accounts for at most: it ticks no
  /// more often than the sources say. All of them where sources or trace have no times.
  private func shareOfTicks(_ clock: Code, evaluating views: Set<Int>) -> Double {
    guard let interval = clock.period, interval > 0, let recordedNanoseconds else { return 1 }
    let updates = recorded.updates.reduce(0) { sum, update in
      let isOfClock = update.elements.contains {
        $0.trigger == nil && !$0.isInitial && views.contains(recorded.traits[$0.message].view)
      }
      return isOfClock ? sum + update.count : sum
    }
    let ticks = (Double(recordedNanoseconds) / 1e9 / interval).rounded(.up)
    return updates > 0 ? min(1, ticks / Double(updates)) : 1
  }

  /// How likely it is that writing an equal value evaluates anything: SwiftUI leaves out what is equal of the state that it
  /// keeps, as far as it can compare it, while an object publishes whatever is assigned.
  func chanceOfUpdate(byEqual path: PropertyPath, in owner: TypeInfo) -> Double {
    guard let property = owner.property(path.property), property.storage == .state, path.members.isEmpty else {
      return 1
    }
    return switch graph.equalWrite(to: property, of: owner) {
    case .announced: 1
    case .unknown: 0.4
    case .silent: 0.1
    }
  }

  /// What is left at most where a value repeats itself with some chance: the half of what is likely does.
  static func mostRemaining(_ repeated: Double) -> Double { repeated >= 0.6 ? 1 - repeated / 2 : 1 }

  /// What is left of updates by a value that is shown at a threshold only, where nothing shows how often it is passed.
  private static let hotRemainder = 0.02

  /// The share of updates that children follow from which on a value is shown continuously.
  private static let shownContinuously = 0.9

  /// Writes that come back to themselves, within an update or a frame.
  func brokenLoop(_ type: TypeInfo, _ paths: [PropertyPath], _ loop: Change.Loop) -> Remedy {
    let views = views(of: type.id)
    var causes = paths.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, $1)) }
    // What changes with it is written by the same work.
    causes.formUnion(companions(of: causes, in: views))
    // A loop that the trace shows leaves its first turn; one that converges costs one update in two. What a user does by
    // hand, such as to scroll, makes as many updates for a while, and no loop.
    let turnsAtFrameRate = loop != .handlers
    let isSeen =
      isLoopReported
      || views.contains { view in
        isLooping(view)
          || turnsAtFrameRate && causes.contains { isStorming(view, $0) }
      }
    let turns = views.compactMap { turnsOfLoops[recorded.names[$0]] }.max()
    let saved = 1 - (isSeen ? turns.map { 1 / Double(max(2, $0)) } ?? Self.firstTurn : 0.5)
    let remaining = 1 - saved * (paths.map { shareBesideStreams($0, of: type) }.max() ?? 1)
    return paths.reduce(shared(views, causes, remaining: remaining)) {
      $0.including(bindings(to: $1.property, of: type), remaining: remaining)
    }
  }

  /// Of the changes of an observed object those of one member, where something else writes the object many times per second: what turns
  /// at a steady rate is then that, as likely as not. All of them where nothing does.
  private func shareBesideStreams(_ path: PropertyPath, of type: TypeInfo) -> Double {
    guard let member = path.member, let property = type.property(path.property), property.isObservedObject,
      let model = graph.index.type(of: property, in: type), model.isObservableObject
    else { return 1 }
    let isStreamed =
      shares.isStreamed(model)
      || graph.passedOn(by: model).contains { $0.model.map { shares.isStreamed(graph.index[$0]) } ?? false }
    return isStreamed ? shares.share(ofMember: member, in: model) : 1
  }

  /// Of updates that turn in a circle of which nobody counted the turns, those of the first.
  private static let firstTurn = 0.04

  /// Causes of the views that mostly come together with some others.
  private func companions(of causes: Set<Cause>, in views: Set<Int>) -> Set<Cause> {
    var together: [Cause: Int] = [:]
    var all: [Cause: Int] = [:]
    for message in views.flatMap({ recorded.messagesOfView[$0] }) {
      let own = recorded.messages[message].own.map(\.cause)
      let number = recorded.updates(ofMessages: [message]).reduce(0) { $0 + recorded.updates.count(of: $1) }
      let isTogether = own.contains(where: causes.contains)
      for cause in own {
        all[cause, default: 0] += number
        if isTogether { together[cause, default: 0] += number }
      }
    }
    return Set(together.filter { $0.value * 2 > all[$0.key, default: 0] }.keys)
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
        guard let target, graph.index[id].property(target)?.storage == .binding else { continue }
        seen.insert(id)
        pending.append((id, target))
        result.append((views(of: id), causes(of: graph.index[id], PropertyPath(target))))
      }
    }
    return result
  }

  /// A write to a member of a model that could be left out.
  private func fewerWrites(member: String, of model: TypeInfo, isHot: Bool, _ finding: Finding) -> Remedy {
    if isHot { return quantizedReads(readers(of: member, in: model)) }
    let members = members(writtenWith: finding.code, member, of: model)
    return fewerPublications(of: member, members, of: model, by: finding.code)
  }

  /// A member that is written at every step of a drag, for which all observers of its model are evaluated.
  private func draggedMember(_ member: String, of model: TypeInfo) -> Remedy {
    let share = shares.share(ofMember: member, in: model)
    let most = 1 - Self.hotRemainder
    var remedy = observing(model, saved: { _, _ in share * most }, least: { _, _ in 0 }, most: { _, _ in most })
    // What is all of the model's changes leaves nothing open.
    if share >= 1 { (remedy.pessimistic, remedy.optimistic) = (nil, nil) }
    return remedy
  }

  /// A binding that is written at every step of a drag, for which those are evaluated who keep the value, or show it: all but the
  /// view with the control, which follows its own state meanwhile.
  private func draggingBinding(_ name: String, of control: TypeInfo) -> Remedy {
    graph.owners(ofBinding: name, of: control.id).reduce(into: Remedy()) { remedy, origin in
      let owner = graph.index[origin.view]
      var bound: [(views: Set<Int>, causes: Set<Cause>)] = []
      if let member = origin.path.member, let property = owner.property(origin.path.property),
        let model = graph.index.type(of: property, in: owner), Self.isModel(model)
      {
        if model.isObservableObject {
          remedy = remedy.joined(with: draggedMember(member, of: model))
        } else {
          // Others may show it as it moves.
          bound = readers(of: member, in: model).filter { recorded.facts[$0.owner].type.id == owner.id }
            .map { ($0.views, $0.causes) }
        }
      } else {
        bound = [(views(of: owner.id), causes(of: owner, PropertyPath(origin.path.property)))]
      }
      bound += bindings(to: origin.path.property, of: owner)
      let own = views(of: control.id)
      remedy = remedy.including(
        bound.map { ($0.views.subtracting(own), $0.causes) }, remaining: Self.remainderOfDrag)
      for reader in bound { remedy.causes.formUnion(reader.causes) }
      remedy.effects.append(.ignoring(views: own, causes: causes(of: control, PropertyPath(name)), remaining: 1))
    }
  }

  /// What is left of the updates by a value that is written when a drag ends: that one, and what others write.
  private static let remainderOfDrag = 0.1

  private static func isModel(_ type: TypeInfo) -> Bool { type.isObservableObject || type.isObservableClass }

  /// A body that writes a member of a model: what is left is a write for each appearance of the view.
  func movingOutOfBody(_ type: TypeInfo, _ path: PropertyPath) -> Remedy? {
    guard let member = path.member, let property = type.property(path.property),
      let model = graph.index.type(of: property, in: type)
    else { return nil }
    let own = views(of: type.id)
    var first = 0
    var all = 0
    for update in recorded.updates {
      for element in update.elements where own.contains(recorded.traits[element.message].view) {
        all += element.repetitions * update.count
        if element.isInitial { first += element.repetitions * update.count }
      }
    }
    let remaining = all > 0 ? Double(first) / Double(all) : 0
    var remedy = Remedy()
    for reader in readers(of: member, in: model) where !reader.causes.isEmpty {
      remedy.effects.append(.ignoring(views: reader.views, causes: reader.causes, remaining: remaining))
      remedy.views.formUnion(reader.views)
      remedy.causes.formUnion(reader.causes)
    }
    // Others may write it, too.
    remedy.pessimistic = remedy.effects.map { effect in
      guard case .ignoring(let views, let causes, _) = effect else { return effect }
      return .ignoring(views: views, causes: causes, remaining: 1)
    }
    return remedy
  }

  /// The members that the same method or closure assigns: to compare one of them alone leaves the others.
  private func members(writtenWith code: Code, _ member: String, of model: TypeInfo) -> Set<String> {
    guard let around = code.ancestors.first(where: { [.function, .closure].contains($0.kind) }) else { return [member] }
    return assignedMembers.value(for: AssigningCode(code: around, model: model.id)) {
      Set(
        around.descendants(.assign).compactMap { assignment in
          assignment.firstChild?.memberPath?.first { model.property($0)?.storage == .member }
        })
    }.union([member])
  }

  /// A method or a closure that assigns members of a model.
  struct AssigningCode: Hashable {
    var code: Code
    var model: TypeID
  }

  /// A member of a model; none of an `ObservableObject`, which only says that it changed.
  struct ReadMember: Hashable {
    var model: TypeID
    var member: String?

    init(_ member: String, of model: TypeInfo) {
      self.model = model.id
      self.member = model.isObservableObject ? nil : member
    }
  }

  /// A view that a change of a model evaluates.
  struct Reader: Sendable {
    /// Index of its facts.
    var owner: Int
    var views: Set<Int>
    var property: String
    /// What of its properties the change may be of.
    var changed: PropertySet
    var causes: Set<Cause>
  }

  private func readers(of member: String, in model: TypeInfo) -> [Reader] {
    readersOfMembers.value(for: ReadMember(member, of: model)) { findReaders(of: member, in: model) }
  }

  private func findReaders(of member: String, in model: TypeInfo) -> [Reader] {
    (holders[model.id] ?? []).compactMap { facts, property -> Reader? in
      // Of an `@Observable` its changes are told apart; an `ObservableObject` only says that it changed.
      let path = PropertyPath(property.name, model.isObservableObject ? nil : member)
      let causes = self.causes(of: facts.type, path)
      guard !causes.isEmpty, let owner = recorded.factsIndex[facts.type.id] else { return nil }
      let known = recorded.facts[owner]
      return Reader(
        owner: owner, views: Set(recorded.viewsOfFacts[owner]), property: property.name,
        changed: model.isObservableObject ? known.whole(property.name) : known.member(member, of: property.name),
        causes: causes)
    }
  }

  /// What is left of the updates for a value where the coarser one that views show is stored instead.
  private func quantizedReads(_ readers: [Reader]) -> Remedy {
    var remedy = Remedy()
    for reader in readers {
      remedy.views.formUnion(reader.views)
      remedy.causes.formUnion(reader.causes)
      let children = witnesses(of: reader.owner) { $0.sources & reader.changed != 0 }
      let seen = followed(reader.owner, by: Set(children)) { reader.causes.contains($0.cause) }
      guard !children.isEmpty, seen.updates >= Self.leastSeen else {
        remedy.effects.append(.ignoring(views: reader.views, causes: reader.causes, remaining: Self.hotRemainder))
        continue
      }
      let isShown = Double(seen.followed) > Self.shownContinuously * Double(seen.updates)
      remedy.effects.append(
        isShown
          ? .ignoring(views: reader.views, causes: reader.causes, remaining: 1)
          : .following(views: reader.views, causes: reader.causes, witnesses: traced(children)))
    }
    return remedy
  }

  /// Of a member that is published again and again: what is left where only other values are.
  ///
  /// That the children which are given the member were not evaluated shows that it was the same; that nobody's children
  /// were, that nothing else of the object changed either. Observers that show some of it themselves tell nothing.
  ///
  /// - Parameter members: The member, and those that are written with it.
  private func fewerPublications(
    of member: String, _ members: Set<String>, of model: TypeInfo, by assignment: Code
  ) -> Remedy {
    let readers = readers(of: member, in: model)
    if model.isObservableObject, members.contains(where: { shares.changesAnyway(with: $0, of: model) }) {
      return readers.reduce(into: Remedy()) { remedy, reader in
        remedy.views.formUnion(reader.views)
        remedy.causes.formUnion(reader.causes)
        remedy.effects.append(.ignoring(views: reader.views, causes: reader.causes, remaining: 1))
      }
    }
    let children = witnessesOfMembers.value(for: ReadMember(member, of: model)) {
      readers.map { reader in
        witnesses(of: reader.owner) { $0.sources & reader.changed != 0 && Self.isFaithful($0.value) }
      }
    }
    let ordered = members.sorted()
    let repeated = ordered.first.map { shares.repetition(of: assignment, PropertyPath($0), in: model) } ?? 0
    // Of the changes that nobody shows to be one, those that these writes of what was there already made; in order, since sums of
    // fractions depend on it.
    var ofSilent = min(
      1,
      ordered.reduce(0.0) {
        $0 + shares.share(ofEqualWrites: assignment, of: $1, repeated: repeated, in: model)
      })
    // Work that goes round and round writes it whenever anything changes.
    let isTurning =
      shares.isHot(assignment)
      && readers.contains { $0.views.contains(where: isLooping) }
    if isTurning { ofSilent = max(ofSilent, repeated * shares.shareOfStream(assignment, in: model)) }
    // A storm that goes on and on where no clock or stream writes is made by what the layout calls, which lays out anew what it writes.
    let isStorming = readers.contains { reader in
      reader.views.contains { view in reader.causes.contains { self.isStorming(view, $0) } }
    }
    if isStorming, !shares.isStreamed(model), answersLayout(assignment, of: model, readers) {
      ofSilent = max(ofSilent, Self.shareOfStorm)
    }
    let isTold = ofSilent >= Self.mostly
    let unknown = 1 - (shares.shareOfSilent(in: model) ?? 1) * ofSilent
    // What children show is asked last, since most writes come to nothing of it.
    let isSeen = isTold && areSeen(members, by: readers, children)
    let shown = isSeen ? traced(children.flatMap { $0 }) : []
    var remedy = Remedy()
    var isComplete = isSeen
    for (reader, children) in zip(readers, children) {
      remedy.views.formUnion(reader.views)
      remedy.causes.formUnion(reader.causes)
      if isSeen, !children.isEmpty {
        if !isAllGiven(reader, to: children) { isComplete = false }
        remedy.effects.append(.following(views: reader.views, causes: reader.causes, witnesses: shown))
      } else {
        isComplete = false
        remedy.effects.append(.ignoring(views: reader.views, causes: reader.causes, remaining: unknown))
      }
    }
    guard !isComplete else { return remedy }
    remedy.optimistic = readers.map { .ignoring(views: $0.views, causes: $0.causes, remaining: 0) }
    // How often it was written the trace shows; that a flag which is worked out each time was mostly the same, its value does.
    let isCounted = shares.isRepeating(assignment) && repeated >= Self.nearlyAlways
    let most = isCounted ? (1 + unknown) / 2 : Self.mostRemaining(1 - unknown)
    remedy.pessimistic = readers.map { .ignoring(views: $0.views, causes: $0.causes, remaining: most) }
    return remedy
  }

  /// Whether children of the readers are given one of some members, and were there in enough updates to tell.
  private func areSeen(_ members: Set<String>, by readers: [Reader], _ children: [[Int]]) -> Bool {
    let isMemberGiven = zip(readers, children).contains { reader, children in
      let known = recorded.facts[reader.owner]
      let bits = members.reduce(0) { $0 | known.member($1, of: reader.property) }
      return arguments(of: reader.owner, to: children).contains { $0.sources & bits != 0 }
    }
    guard isMemberGiven else { return false }
    let updates = zip(readers, children).reduce(0) { sum, pair in
      let (reader, children) = pair
      if children.isEmpty { return sum }
      return sum + self.updates(of: reader.owner) { reader.causes.contains($0.cause) }
    }
    return updates >= Self.leastSeen
  }

  /// Whether a view that observes a model calls the method around an assignment where the layout calls the view: for a geometry, a
  /// preference or the camera of a map.
  private func answersLayout(_ assignment: Code, of model: TypeInfo, _ readers: [Reader]) -> Bool {
    guard let function = assignment.enclosingFunction, function.kind == .function else { return false }
    return readers.contains { reader in
      let facts = recorded.facts[reader.owner]
      return facts.evaluation.calls(namedAnyOf: [function.name]).contains { call in
        guard call.phase.event.map(Self.ofLayout.contains) == true, let caller = call.phase.caller,
          !call.code.isConditional(in: caller), call.via.isEmpty,
          let name = call.code.callee?.memberPath?.first(where: { $0 != "self" })
        else { return false }
        return name == reader.property
      }
    }
  }

  private static let ofLayout: Set<Event> = [.geometry, .preference, .camera]

  /// Of the changes in a storm those that the write makes which the layout calls, where it writes what is there already.
  private static let shareOfStorm = 0.9

  /// The share of writes of what is there already from which on hardly any other is left.
  private static let nearlyAlways = 0.9

  /// The share from which on what is seen of a model is taken to be of one member.
  static let mostly = 0.75

  /// Whether all that the view reads of the object goes into children.
  private func isAllGiven(_ reader: Reader, to children: [Int]) -> Bool {
    let given = arguments(of: reader.owner, to: children).map(\.value)
    return recorded.facts[reader.owner].evaluation.reads.allSatisfy { read in
      read.property != reader.property || !read.phase.isEvaluation
        || given.contains { $0 == read.code || $0.contains(read.code) }
    }
  }

  private func arguments(of owner: Int, to children: [Int]) -> [Construction.Argument] {
    children.flatMap { constructions[owner, $0].flatMap(\.arguments) }
  }

  /// The views of the trace that these are.
  func traced(_ facts: [Int]) -> Set<Int> {
    facts.reduce(into: []) { $0.formUnion(recorded.viewsOfFacts[$1]) }
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
    constructions.children(of: owner).filter { child in
      let ways = constructions[owner, child]
      return ways.count == 1 && ways[0].arguments.contains { given($0) && $0.target != nil }
        && ways[0].isComparable
    }
  }

  /// How often the view was evaluated by causes that fit, and how often one of the children was evaluated after it.
  func followed(_ owner: Int, by children: Set<Int>, cause: ((cause: Cause, change: ChangedProperties)) -> Bool)
    -> (updates: Int, followed: Int)
  {
    let fitting = messages(of: owner, cause: cause)
    var differing = 0
    for index in recorded.updates(ofMessages: fitting) {
      let update = recorded.updates[index]
      for place in update.elements.indices {
        let element = update.elements[place]
        guard !element.isInitial, fitting.contains(element.message) else { continue }
        let isFollowed = update.elements.indices.contains { next in
          guard update.elements[next].trigger == place,
            let facts = recorded.traits[update.elements[next].message].facts
          else { return false }
          return children.contains(facts)
        }
        if isFollowed { differing += element.repetitions * update.count }
      }
    }
    return (fitting.reduce(0) { $0 + recorded.updatesByMessage[$1] }, differing)
  }

  /// How often the view was evaluated by causes of its own that fit.
  private func updates(of owner: Int, cause: ((cause: Cause, change: ChangedProperties)) -> Bool) -> Int {
    messages(of: owner, cause: cause).reduce(0) { $0 + recorded.updatesByMessage[$1] }
  }

  /// The messages of a view that name causes of its own which fit, and no other value of it.
  private func messages(of owner: Int, cause: ((cause: Cause, change: ChangedProperties)) -> Bool) -> [Int] {
    recorded.viewsOfFacts[owner].flatMap { recorded.messagesOfView[$0] }.filter { message in
      !recorded.traits[message].hasSelf && recorded.messages[message].own.contains(where: cause)
    }
  }

  /// `grams - tare` differs when the grams do; `grams > 0` need not.
  static func isFaithful(_ value: Code) -> Bool {
    !([value] + Array(value.descendants)).contains { code in
      code.kind == .ternary
        || code.kind == .binary && Operators.conditions.contains(code.name)
        || code.kind == .call && Methods.coarsens.contains(code.calledName)
    }
  }
}

extension Remedies.Remedy {
  /// What both do, where they are one change.
  fileprivate func joined(with other: Self) -> Self {
    var result = self
    result.effects += other.effects.filter { !effects.contains($0) }
    result.views.formUnion(other.views)
    result.causes.formUnion(other.causes)
    return result
  }

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
