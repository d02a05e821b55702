internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

/// Counterfactual replay: the recorded updates under an edited dependency graph.
struct Replay {
  let playback: Playback
  private let recorded: RecordedUpdates
  /// What was found for each element of each update as it was recorded.
  let played: PlayedElements
  /// How often a view was thrown away and built anew.
  private let recreated: [ViewInScenario: Int]
  /// Views of the trace whose later insertions are re-creations.
  private let recreatedViews: Set<Int>
  /// Per view how many of it there are at a time, as their first appearances show.
  let instances: [Int]
  /// By view, causes that are objects which come anew with each value of the view.
  var replaced: [Int: Set<Cause>] = [:]
  /// By view, causes that are bindings: they come from who makes the view.
  private let given: [Int: Set<Cause>]
  /// Which way what is not known is taken.
  var bound = Bound.expected

  /// What is taken to be saved where several things may have changed.
  enum Bound: Sendable {
    /// What is likely to be.
    case expected
    /// What is at least, whatever changed.
    case least
    /// What is at most.
    case most
  }

  init(_ playback: Playback, _ played: Playback.Played, recreated: [ViewInScenario: Int], instances: [Int]) {
    self.instances = instances
    self.playback = playback
    recorded = playback.recorded
    self.played = played.elements
    self.recreated = recreated
    recreatedViews = Set(recreated.keys.map(\.view))
    given = Self.givenBindings(recorded)
  }

  /// By view, the causes that are bindings it was given.
  private static func givenBindings(_ recorded: RecordedUpdates) -> [Int: Set<Cause>] {
    var result: [Int: Set<Cause>] = [:]
    for message in recorded.messages where message.hasSelf {
      guard let facts = message.facts else { continue }
      let type = recorded.facts[facts].type
      let bindings = type.storedProperties.filter { $0.storage == .binding }.map(\.name)
      if bindings.isEmpty { continue }
      let stored = Set(type.storedProperties.map(\.name))
      for own in message.own {
        guard case .dynamicProperty(let traced) = own.cause,
          bindings.contains(PropertyName.source(traced, among: stored))
        else { continue }
        result[message.view, default: []].insert(own.cause)
      }
    }
    return result
  }

  /// The outcome of all effects together; what they share counts once.
  func outcome(of effects: [Effect]) -> Outcome {
    Outcome(expectation(of: effects), recorded, played, recreated: recreated)
  }

  /// What the effects leave where what is not known is taken one way.
  func remaining(of effects: [Effect], bound: Bound) -> Int {
    var bounded = self
    bounded.bound = bound
    return bounded.remaining(of: effects)
  }

  /// What the effects leave of the updates and re-creations that they touch: `outcome(of:).remaining`, without the rest of it.
  func remaining(of effects: [Effect]) -> Int { Outcome.remaining(expectation(of: effects), recorded, recreated) }

  /// What is expected of all effects together, before it is made whole.
  func expectation(of effects: [Effect]) -> Expectation {
    played.withUnsafeTable { expectation(of: effects, $0) }
  }

  /// - Parameter played: What was found for each element of each update as it was recorded.
  private func expectation(of effects: [Effect], _ played: PlayedElements.Table) -> Expectation {
    let table = EffectTable(effects, recorded)
    var expected = Expectation()
    let spans = recorded.spans(ofMessages: table.messages)
    let longest = spans.reduce(0) { max($0, recorded.updates.range(of: $1.update).count) }
    expected.shares.reserveCapacity(spans.count)
    withUnsafeTemporaryAllocation(of: Step.self, capacity: longest) { steps in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: longest) { places in
        var player = Player(recorded, played, table, Steps(RecordedChanges(played), steps, places))
        for span in spans {
          let update = recorded.updates[span.update]
          play(update, span.places, table, &player)
          if !player.moves.isEmpty { settle(update, player.moves, &expected) }
          sum(update, at: span.update, player.steps, &expected)
        }
        expected.isWeighed = player.isWeighed
      }
    }
    return expected
  }

  /// One element while its update is played again.
  private struct Step {
    /// The share of the element's evaluations that still happen.
    var share = 1.0
    /// The element, or one further up its chain of triggers, is changed by an effect.
    var isTouched = false
    /// Whether a part of the body lives on as a view of its own although the view itself is not evaluated.
    var hasSection = false
    /// What changed in it.
    var change = ChangedProperties()
    /// Whether it was looked at.
    fileprivate(set) var isPlayed = false
  }

  /// What becomes of the causes of an element that is no longer evaluated for them.
  private struct Move {
    var place: Int
    /// Views one of which takes the change over.
    var owners: Set<Int> = []
    /// The parts of the body that live on, where they are known.
    var part: [Code] = []
    /// Whether one of the owners was evaluated, and took it over.
    var isTakenOver = false
    /// Whether it evaluates a view that is there for it alone, where none of the owners takes it over.
    var addsView = true
  }

  /// The elements of an update while they are played again, with what changed in them: what was recorded, but for those that were
  /// played.
  ///
  /// Points to memory that somebody else owns, as long as the longest update that is played has elements: it is looked at for each of
  /// millions of elements, and an array would be counted and asked whether it is shared each time.
  private struct Steps: ChangesByPlace {
    private var recorded: RecordedChanges
    /// Untouched but for those in `played`.
    private let steps: UnsafeMutableBufferPointer<Step>
    /// The first of them are the places of the elements that do not simply happen as they were recorded.
    private let places: UnsafeMutableBufferPointer<Int32>
    private var playedCount = 0

    /// - Parameters:
    ///   - steps: Memory for one of each element, not filled in yet.
    ///   - places: The same for their places.
    init(
      _ recorded: RecordedChanges, _ steps: UnsafeMutableBufferPointer<Step>,
      _ places: UnsafeMutableBufferPointer<Int32>
    ) {
      self.recorded = recorded
      self.steps = steps
      self.places = places
      // What is only numbers needs no end.
      steps.initialize(repeating: Step())
      places.initialize(repeating: 0)
    }

    /// The places of the elements that do not simply happen as they were recorded.
    var played: UnsafeBufferPointer<Int32> { UnsafeBufferPointer(rebasing: places[..<playedCount]) }

    mutating func begin(_ recorded: RecordedChanges) {
      self.recorded = recorded
      for place in played { steps[Int(place)] = Step() }
      playedCount = 0
    }

    /// Sets an element that was not played yet.
    mutating func set(_ step: Step, at place: Int) {
      steps[place] = step
      steps[place].isPlayed = true
      places[playedCount] = Int32(place)
      playedCount += 1
    }

    /// What became of an element.
    @inline(__always) func step(_ place: Int) -> Step { steps[place] }

    /// What changed in it.
    @inline(__always) subscript(place: Int) -> ChangedProperties {
      steps[place].isPlayed ? steps[place].change : recorded[place]
    }
  }

  /// What is known of the update that is being played; kept from one to the next, so that nothing is allocated for each.
  private struct Player {
    /// Its elements, with the fix.
    private(set) var steps: Steps
    /// Whether the chance of something was what decided.
    var isWeighed = false
    var moves: [Move] = []
    /// What changed in its elements as it was recorded.
    private(set) var recordedChanges: RecordedChanges
    /// What was found for the elements of all updates as they were recorded.
    private let allPlayed: PlayedElements.Table
    /// What views are given, with the fix and as it was recorded.
    var inputs: Playback.InputMemory
    var inputsAsRecorded: Playback.InputMemory
    /// For each message of whose own causes something becomes, what is left where that is the same in all updates.
    var ownCauses: [OwnCauses?]

    init(_ recorded: RecordedUpdates, _ played: PlayedElements.Table, _ effects: EffectTable, _ steps: Steps) {
      allPlayed = played
      recordedChanges = RecordedChanges(played)
      self.steps = steps
      inputs = .init(recorded)
      inputsAsRecorded = inputs
      ownCauses = .init(repeating: nil, count: effects.own.count)
    }

    mutating func begin(_ update: RecordedUpdates.Update) {
      recordedChanges = RecordedChanges(allPlayed, of: update)
      steps.begin(recordedChanges)
      if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
      inputs.beginUpdate()
      inputsAsRecorded.beginUpdate()
    }

    mutating func set(_ step: Step, at place: Int) { steps.set(step, at: place) }
  }

  /// - Parameter places: Where something may turn out otherwise; all else is as recorded.
  private func play(
    _ update: RecordedUpdates.Update, _ places: ClosedRange<Int>, _ effects: EffectTable, _ player: inout Player
  ) {
    player.begin(update)
    for place in places {
      let element = update.elements[place]
      if effects.concern(of: element.message).isEmpty {
        // Most elements are neither changed nor below one that is: they are as recorded.
        guard let trigger = element.trigger,
          player.steps.step(trigger).isTouched
            || effects.concern(of: update.elements[trigger].message).contains(.sections)
        else { continue }
      }
      play(element, at: place, of: update, effects, &player)
    }
  }

  private func play(
    _ element: RecordedUpdates.Element, at place: Int, of update: RecordedUpdates.Update, _ effects: EffectTable,
    _ player: inout Player
  ) {
    let message = recorded.traits[element.message]
    let keepsIdentity = isKept(element, message, effects, update)
    let (own, move) = ownCauses(of: element, message, at: place, effects, update, &player)
    var step = own.step
    var selfShare = 0.0
    if message.hasSelf || message.hasIdentity || !message.hasOwn {
      selfShare = share(of: element, message, at: place, effects, update, &player, step: &step)
    }
    if element.isInitial {
      let trigger = element.trigger.map { player.steps.step($0).hasSection ? 1 : player.steps.step($0).share } ?? 1
      step.share = message.hasIdentity && keepsIdentity && isRecreation(element, message, update) ? 0 : trigger
      if message.hasIdentity, keepsIdentity { step.isTouched = true }
      if let trigger = element.trigger, player.steps.step(trigger).isTouched { step.isTouched = true }
    } else {
      step.share = max(own.share, selfShare)
      if keepsIdentity, let trigger = element.trigger, isInserted(element, message, at: place, madeAt: trigger, update)
      {
        step.isTouched = true
        step.share = 0
      }
    }
    if message.hasSelf, !element.isInitial, selfShare < step.share {
      // The object is another because the view is; nobody published anything.
      if comesAnew(replaced[message.view], with: element) { step.share = selfShare }
      // A binding is another only when its maker is evaluated, or the view owns what it was bound to, or the change says that it goes
      // on as before.
      let goesOn = own.step.isTouched && own.share == 1
      if let trigger = element.trigger, comesAnew(given[message.view], with: element), !goesOn,
        !player.moves.contains(where: { $0.owners.contains(message.view) })
      {
        step.share = min(step.share, max(selfShare, player.steps.step(trigger).share))
      }
    }
    if own.isWeighed { player.isWeighed = true }
    // A part that reads what changed runs for it, whether the rest of the body does or not.
    if let move, step.share == 0 || own.isWeighed || !move.part.isEmpty { player.moves.append(move) }
    takeOver(&step, of: element, message, at: place, in: update, &player)
    player.set(step, at: place)
  }

  /// Gives each change that moved to the first evaluation below of its new owner, so that what this one makes is evaluated with it.
  private func takeOver(
    _ step: inout Step, of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, at place: Int,
    in update: RecordedUpdates.Update, _ player: inout Player
  ) {
    for index in player.moves.indices where !player.moves[index].isTakenOver {
      let origin = player.moves[index].place
      guard player.moves[index].owners.contains(message.view), isBelow(place, origin, update) else { continue }
      player.moves[index].isTakenOver = true
      let number = update.elements[origin].repetitions
      step.share = max(step.share, min(1, Double(number) / Double(element.repetitions)))
      step.isTouched = true
    }
  }

  /// Whether a view was inserted: those without storage are with '@self' alone; nothing they were given had changed, yet they ran.
  private func isInserted(
    _ element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, at place: Int, madeAt trigger: Int,
    _ update: RecordedUpdates.Update
  ) -> Bool {
    guard !message.hasOwn, message.facts.map({ recorded.isStateless[$0] }) ?? true else { return false }
    let found = played[update.elements, place]
    guard found.change == ChangedProperties(), !found.state.isDefeated else { return false }
    // What a maker read of elsewhere may be in what it passes.
    return played[update.elements, trigger].change.possible & ViewFacts.elsewhere == 0
  }

  /// Whether all of an element's own causes are among some that come with the value of its view.
  private func comesAnew(_ causes: Set<Cause>?, with element: RecordedUpdates.Element) -> Bool {
    guard let causes else { return false }
    return recorded.messages[element.message].own.allSatisfy { causes.contains($0.cause) }
  }

  /// Whether an effect keeps the view where its maker threw it away.
  private func isKept(
    _ element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, _ effects: EffectTable,
    _ update: RecordedUpdates.Update
  ) -> Bool {
    let makers = effects.entry(of: message.view).keepsIdentity
    switch makers {
    case .none: return false
    case .all: return true
    case .some:
      guard let child = message.facts, let trigger = element.trigger,
        let maker = recorded.traits[update.elements[trigger].message].facts
      else { return false }
      return effects.include(playback.constructions[maker, child], in: makers)
    }
  }

  /// What is left of an element's own causes.
  private struct OwnCauses {
    /// The share of the evaluations that still happen for them.
    var share = 0.0
    /// What is left of the element by them, and of what changed in it.
    var step = Step()
    /// Set when the share rests on how likely causes are.
    var isWeighed = false
  }

  private func ownCauses(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, at place: Int,
    _ effects: EffectTable, _ update: RecordedUpdates.Update, _ player: inout Player
  ) -> (OwnCauses, Move?) {
    var result = OwnCauses()
    var move: Move?
    if !element.isInitial, let own = effects.placeOfOwn(of: element.message) {
      if let known = player.ownCauses[own] {
        result = known
      } else {
        (result, move) = changedCauses(of: element, message, at: place, effects.own[own], update)
        // What moves depends on where in the update it is.
        if effects.concern(of: element.message).contains(.sameInAllUpdates) { player.ownCauses[own] = result }
      }
    } else {
      result.step.change = message.change
      if message.hasOwn { result.share = 1 }
    }
    // Others may show what was written.
    result.step.change.likely &= player.recordedChanges[place].likely
    return (result, move)
  }

  /// What is left of causes that an effect is about.
  ///
  /// - Parameter own: For each of them what becomes of it.
  private func changedCauses(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, at place: Int,
    _ own: [[EffectTable.Own]], _ update: RecordedUpdates.Update
  ) -> (OwnCauses, Move?) {
    var result = OwnCauses()
    var move: Move?
    func noteMove() { move = move ?? Move(place: place) }
    let chances = recorded.messages[element.message].chances
    var (least, most, expected, spared) = (1.0, 0.0, 0.0, 0.0)
    for (number, (kinds, recordedCause)) in zip(own, recorded.messages[element.message].own).enumerated() {
      var share = 1.0
      for kind in kinds {
        result.step.isTouched = true
        switch kind {
        case .remaining(let remaining): share = min(share, remaining)
        case .replaced: if message.hasSelf { share = 0 }
        case .followed(let witnesses):
          let isFollowed = update.elements.contains {
            $0.trigger != nil && witnesses.contains(recorded.traits[$0.message].view)
          }
          if !isFollowed { share = 0 }
        // Rows that nobody triggers come one by one: a change evaluates as many as there are.
        case .few(let few):
          let rows = element.rows > 1 ? element.rows : instances[message.view]
          share = min(share, Double(few) / Double(rows))
        case .moved(let owners):
          share = 0
          noteMove()
          move?.owners.formUnion(owners)
          if owners.isEmpty { result.step.hasSection = true }
        case .left(let children):
          share = 0
          noteMove()
          move?.owners.formUnion(children)
          move?.addsView = false
        case .extracted(let part):
          share = 0
          noteMove()
          move?.part = part
          result.step.hasSection = true
        }
      }
      if share > 0 { result.step.change.formUnion(recordedCause.change) }
      result.share = max(result.share, share)
      if message.isAssumed {
        (least, most) = (min(least, share), max(most, share))
        expected += share * chances[number]
        if share < 1 { spared += chances[number] }
      }
    }
    // It was one of its causes, and which is not known. Unless one stands out, nothing is said to be saved.
    if message.isAssumed, least < most, spared > 0.5 {
      result.isWeighed = true
      result.share =
        switch bound {
        case .expected: expected
        case .least: most
        case .most: least
        }
    }
    return (result, move)
  }

  /// What becomes of the evaluations that a maker makes happen.
  private enum Fate {
    /// They happen whenever the maker is evaluated.
    case withMaker
    /// They don't happen any more.
    case spared
    /// A part of them happens.
    case share(Double)
  }

  /// The share of an element's evaluations that its maker still makes happen.
  private func share(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, at place: Int,
    _ effects: EffectTable, _ update: RecordedUpdates.Update, _ player: inout Player, step: inout Step
  ) -> Double {
    let asRecorded = player.recordedChanges[place]
    guard let trigger = element.trigger else {
      if let remaining = effects.entry(of: message.view).besidesClock, message.hasSelf, !element.isInitial {
        step.isTouched = true
        return remaining
      }
      if message.hasSelf { step.change.formUnion(asRecorded) }
      return 1
    }
    let above = player.steps.step(trigger)
    if above.isTouched { step.isTouched = true }
    // What is shown anew is evaluated whatever it is given.
    if element.mayAppear { return above.share }
    // First appearances compare nothing.
    let entry = element.isInitial ? EffectTable.Entry() : effects.entry(of: message.view)
    let maker = update.elements[trigger].message
    let hasSections = effects.concern(of: maker).contains(.sections)
    let sections = hasSections ? effects.sections[recorded.traits[maker].view] ?? [] : []
    if entry.concernsInputs { step.isTouched = true }
    // Who owns the state now makes of it what its own maker made before.
    if player.moves.contains(where: { $0.owners.contains(recorded.traits[maker].view) }) {
      step.change.formUnion(asRecorded)
      return above.share
    }
    guard above.isTouched || entry.concernsInputs || !sections.isEmpty else {
      step.change.formUnion(asRecorded)
      return above.share
    }
    // Mostly it is known, and then the steps need not be handed on.
    var known =
      player.inputs.input(of: element.message, madeBy: maker, player.steps[trigger])
      ?? playback.findInput(of: element, message, madeAt: trigger, update, player.steps, &player.inputs)
    var share = above.share
    if above.hasSection {
      // The part of the body that lives on makes the children in it of what it always read, and only those.
      let own = playback.inputChange(
        of: element, message, update, player.recordedChanges, &player.inputsAsRecorded)
      // Of a view that no declaration answers to, or several, nobody knows where it is made.
      let isInside = (player.moves.last { $0.place == trigger }?.part ?? []).contains { part in
        message.facts == nil || own.input.constructions.contains { part == $0.code || part.contains($0.code) }
      }
      if isInside || share == 0 { known = own }
      if isInside { share = 1 }
    }
    step.change.formUnion(known.input.change)
    guard share > 0 else { return 0 }
    if !sections.isEmpty, known.input.appearance != .certain,
      isSpared(known, by: sections, player.steps[trigger])
    {
      step.isTouched = true
      return 0
    }
    switch fate(of: element, message, known, entry, effects, update, asRecorded, &player.isWeighed) {
    case .withMaker: return share
    case .spared: return 0
    case .share(let part): return share * part
    }
  }

  /// Whether all constructions of a child are in parts of the body that read nothing of what changed.
  private func isSpared(_ known: Playback.KnownInput, by sections: [Effect.Section], _ maker: ChangedProperties)
    -> Bool
  {
    if known.input.constructions.isEmpty { return false }
    return known.input.constructions.allSatisfy { construction in
      sections.contains {
        $0.code.contains(construction.code) && $0.reads & maker.possible == 0 && !maker.isOpen
      }
    }
  }

  /// - Parameters:
  ///   - entry: What becomes of the view's inputs.
  ///   - asRecorded: What changed in the element as it was recorded.
  private func fate(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, _ known: Playback.KnownInput,
    _ entry: EffectTable.Entry, _ effects: EffectTable, _ update: RecordedUpdates.Update,
    _ asRecorded: ChangedProperties,
    _ isWeighed: inout Bool
  ) -> Fate {
    if known.input.appearance == .certain || known.input.constructions.isEmpty { return .withMaker }
    let compares = effects.include(known.input.constructions, in: entry.compares) || entry.narrows != nil
    if asRecorded.possible == 0, !compares { return .withMaker }
    let reads = message.facts.map { recorded.facts[$0].reads }
    let relevant = known.input.change.possible & ~(message.facts.map { recorded.facts[$0].unreadBindings } ?? 0)
    let rowShare = playback.rowShare(of: element, known.input.constructions, in: update)
    if let following = entry.following, let reads, !known.input.isDefeated, !known.input.change.isOpen,
      known.input.hasElements || following != 0, known.input.otherwise & ~following & reads == 0, let rowShare
    {
      return .share(rowShare)
    }
    guard compares else {
      return known.input.isDefeated || known.input.change.isOpen || relevant != 0 ? .withMaker : .spared
    }
    if relevant == 0, !known.input.change.isOpen {
      let mayAppear = known.input.appearance == .possible && !known.input.isDefeated && known.input.change.possible == 0
      return mayAppear ? .withMaker : .spared
    }
    if let beside = known.input.besideRows, let trigger = element.trigger {
      let differing = beside * update.elements[trigger].repetitions
      if differing < element.rows { return .share(Double(differing) / Double(element.rows)) }
    }
    if let trust = entry.narrows, !known.input.change.isOpen, let reads {
      return fate(ofNarrowed: known, trust, reads: reads, rowShare, &isWeighed)
    }
    // Rows that compare well already were evaluated because their elements differ.
    let isSpared = !known.input.hasElements || known.input.isDefeated || known.input.hasUnread
    let chance = chance(known, relevant)
    if chance < 1 { isWeighed = true }
    if known.input.isElementWise, isSpared, let rowShare { return .share(rowShare * chance) }
    return chance < 1 ? .share(chance) : .withMaker
  }

  /// How likely it is that something differs of what the view compares.
  private func chance(_ known: Playback.KnownInput, _ relevant: PropertySet) -> Double {
    if known.input.change.isOpen { return 1 }
    switch bound {
    case .expected: return known.input.change.likely & relevant == 0 ? 0 : known.input.chance
    case .least: return 1
    case .most: return known.input.change.certain & relevant == 0 && known.input.chance < 1 ? 0 : 1
    }
  }

  /// Of views that get the values they read. Which of the members that may have changed did is not known; each is as likely
  /// as the others.
  private func fate(
    ofNarrowed known: Playback.KnownInput, _ trust: Effect.Trust, reads: PropertySet, _ rowShare: Double?,
    _ isWeighed: inout Bool
  ) -> Fate {
    let likely = trust == .nobody ? known.input.change.likely : known.input.explained
    let read = likely & reads
    if read == 0 { return .spared }
    if known.input.isElementWise, let rowShare { return .share(rowShare) }
    if trust == .nobody || read == likely { return .withMaker }
    isWeighed = true
    switch (bound, trust) {
    case (.expected, .share(let share)) where likely == known.input.change.likely: return .share(share)
    case (.expected, .others), (.expected, .nobody), (.least, _): return .withMaker
    case (.expected, .likelihood), (.expected, .share):
      return .share(Double(read.nonzeroBitCount) / Double(likely.nonzeroBitCount))
    case (.most, _): return .spared
    }
  }

  /// What appears with its maker appears for the first time, unless that is itself made anew.
  private func isRecreation(
    _ element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, _ update: RecordedUpdates.Update
  ) -> Bool {
    guard var trigger = element.trigger, recreatedViews.contains(message.view) else { return false }
    while update.elements[trigger].isInitial {
      let above = recorded.traits[update.elements[trigger].message]
      guard recreatedViews.contains(above.view), let next = update.elements[trigger].trigger else { return false }
      trigger = next
    }
    return true
  }

  /// Counts the evaluations of views that a change introduces: of those whose new owner was not evaluated.
  private func settle(_ update: RecordedUpdates.Update, _ moves: [Move], _ expected: inout Expectation) {
    for move in moves where !move.isTakenOver && move.addsView {
      // A part of what nobody logs is logged no more than the whole.
      guard !recorded.traits[update.elements[move.place].message].isAssumed else { continue }
      expected.added[update.scenario, default: 0] += update.elements[move.place].repetitions * update.count
    }
  }

  private func isBelow(_ place: Int, _ ancestor: Int, _ update: RecordedUpdates.Update) -> Bool {
    var current = update.elements[place].trigger
    while let next = current {
      if next == ancestor { return true }
      current = update.elements[next].trigger
    }
    return false
  }

  private func sum(
    _ update: RecordedUpdates.Update, at index: Int, _ steps: Steps, _ expected: inout Expectation
  ) {
    for place in steps.played.lazy.map({ Int($0) }) where steps.step(place).isTouched {
      let element = update.elements[place]
      let message = recorded.traits[element.message]
      // What the trace does not show is not counted.
      if message.isAssumed { continue }
      let before = element.repetitions * update.count
      if element.isInitial {
        guard isRecreation(element, message, update) else { continue }
        expected.recreated += before
      } else {
        expected.updates += before
        if message.hasOwn { expected.changes += before }
      }
      let saved = Double(before) - steps.step(place).share * Double(before)
      guard saved > 0 else { continue }
      expected.shares.append(.init(update: Int32(index), place: Int32(place), saved: saved))
      expected.gross += saved
    }
  }
}
