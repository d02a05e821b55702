internal import SourceAnalysis
internal import TraceImport

/// Counterfactual replay: the recorded updates under an edited dependency graph.
struct Replay {
  let playback: Playback
  private let recorded: RecordedUpdates
  /// The states of all updates as they were recorded.
  let states: [[Playback.State]]
  /// What changed in each element of each update as it was recorded.
  private let changes: [[Change]]
  /// How often a view was thrown away and built anew.
  private let recreated: [ViewInScenario: Int]
  /// Views of the trace whose later insertions are re-creations.
  private let recreatedViews: Set<Int>
  /// Per view how many of it there are at a time, as their first appearances show.
  let instances: [Int]

  init(_ playback: Playback, states: [[Playback.State]], recreated: [ViewInScenario: Int], instances: [Int]) {
    self.instances = instances
    self.playback = playback
    recorded = playback.recorded
    self.states = states
    changes = states.map { $0.map(\.change) }
    self.recreated = recreated
    recreatedViews = Set(recreated.keys.map(\.view))
  }

  /// The outcome of all effects together; what they share counts once.
  func outcome(of effects: [Effect]) -> Outcome {
    Outcome(expectation(of: effects), recorded, states, recreated: recreated)
  }

  /// The same before it is made whole.
  func expectation(of effects: [Effect]) -> Expectation {
    let table = EffectTable(effects, recorded)
    var expected = Expectation()
    var player = Player(longest: recorded.longestUpdate)
    for index in recorded.updates(ofMessages: table.messages) {
      play(index, table, &player)
      settle(recorded.updates[index], &player, &expected)
      sum(index, player, &expected)
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
    /// Whether it was looked at.
    var isPlayed = false
  }

  /// What becomes of the causes of an element that is no longer evaluated for them.
  private struct Move {
    var place: Int
    /// Views one of which takes the change over.
    var owners: Set<Int> = []
    /// The parts of the body that live on, where they are known.
    var part: [Code] = []
  }

  /// What is known of the update that is being played; kept from one to the next, so that nothing is allocated for each.
  private struct Player {
    /// As many as the longest update has elements; untouched but for those in `played`.
    private(set) var steps: [Step]
    /// The places of the elements that do not simply happen as they were recorded.
    private(set) var played: [Int] = []
    var moves: [Move] = []
    /// What changed in each element of the update, with the fix.
    private(set) var changes: [Change]
    /// What children show of the update, with the fix and as it was recorded.
    var witnessed = Playback.WitnessedPaths()
    var witnessedAsRecorded = Playback.WitnessedPaths()

    init(longest: Int) {
      steps = .init(repeating: Step(), count: longest)
      changes = .init(repeating: Change(), count: longest)
    }

    /// - Parameter recorded: What changed in each element as it was recorded.
    mutating func begin(_ recorded: [Change]) {
      for place in played { steps[place] = Step() }
      played.removeAll(keepingCapacity: true)
      if !moves.isEmpty { moves.removeAll(keepingCapacity: true) }
      for place in recorded.indices { changes[place] = recorded[place] }
      witnessed.forget()
      witnessedAsRecorded.forget()
    }

    mutating func set(_ step: Step, at place: Int) {
      if !steps[place].isPlayed { played.append(place) }
      steps[place] = step
      steps[place].isPlayed = true
    }

    mutating func set(_ change: Change, at place: Int) { changes[place] = change }
  }

  private func play(_ index: Int, _ effects: EffectTable, _ player: inout Player) {
    let update = recorded.updates[index]
    let asRecorded = states[index]
    player.begin(changes[index])
    for (place, element) in update.elements.enumerated() {
      if !effects.isConcerned[element.message] {
        // Most elements are neither changed nor below one that is: they are as recorded.
        guard let trigger = element.trigger,
          player.steps[trigger].isTouched || effects.hasSections[update.elements[trigger].message]
        else { continue }
      }
      let message = recorded.traits[element.message]
      let entry = effects.entries[message.view]
      var step = Step()
      var change = Change()
      // What is left of its own causes.
      var ownShare = 0.0
      var move: Move?
      if element.isInitial || effects.own[element.message].isEmpty {
        change = message.change
        if message.hasOwn { ownShare = 1 }
      } else {
        for (kinds, recordedCause) in zip(effects.own[element.message], recorded.messages[element.message].own) {
          var share = 1.0
          for kind in kinds {
            step.isTouched = true
            switch kind {
            case .remaining(let remaining): share = min(share, remaining)
            case .replaced: if message.hasSelf { share = 0 }
            case .followed(let witnesses):
              let isFollowed = update.elements.contains {
                $0.trigger != nil && witnesses.contains(recorded.traits[$0.message].view)
              }
              if !isFollowed { share = 0 }
            // Rows that nobody triggers come one by one: a change evaluates as many as there are.
            case .one:
              let rows = element.repetitions > 1 ? element.repetitions : instances[message.view]
              share = min(share, 1 / Double(rows))
            case .moved(let owners):
              share = 0
              move = move ?? Move(place: place)
              move?.owners.formUnion(owners)
              if owners.isEmpty { step.hasSection = true }
            case .extracted(let part):
              share = 0
              move = move ?? Move(place: place)
              move?.part = part
              step.hasSection = true
            }
          }
          if share > 0 { change.formUnion(recordedCause.change) }
          ownShare = max(ownShare, share)
        }
      }
      var selfShare = 0.0
      if message.hasSelf || message.hasIdentity || !message.hasOwn {
        selfShare = share(
          of: element, message, at: (index, place), effects, update, &player, step: &step, change: &change)
      }
      if element.isInitial {
        let trigger = element.trigger.map { player.steps[$0].hasSection ? 1 : player.steps[$0].share } ?? 1
        step.share =
          message.hasIdentity && entry.keepsIdentity && isRecreation(element, message, update) ? 0 : trigger
        if message.hasIdentity, entry.keepsIdentity { step.isTouched = true }
        if let trigger = element.trigger, player.steps[trigger].isTouched { step.isTouched = true }
      } else {
        step.share = max(ownShare, selfShare)
        // Views without storage are inserted with '@self' alone: nothing they were given had changed, yet they ran.
        let isInserted = !message.hasOwn && asRecorded[place].change == Change() && !asRecorded[place].isDefeated
        if entry.keepsIdentity, isInserted, element.trigger != nil {
          step.isTouched = true
          step.share = 0
        }
      }
      if let move, step.share == 0 { player.moves.append(move) }
      player.set(step, at: place)
      player.set(change, at: place)
    }
  }

  /// The share of an element's evaluations that its maker still makes happen.
  private func share(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, at position: (update: Int, place: Int),
    _ effects: EffectTable, _ update: RecordedUpdates.Update, _ player: inout Player, step: inout Step,
    change: inout Change
  ) -> Double {
    let asRecorded = changes[position.update]
    guard let trigger = element.trigger else {
      if message.hasSelf { change.formUnion(asRecorded[position.place]) }
      return 1
    }
    let above = player.steps[trigger]
    if above.isTouched { step.isTouched = true }
    // What is shown anew is evaluated whatever it is given.
    if recorded.mayAppear(element, in: update) { return above.share }
    let entry = effects.entries[message.view]
    let narrows = entry.narrows != nil && !element.isInitial
    let compares = narrows || entry.compares && !element.isInitial
    let maker = update.elements[trigger].message
    let sections = effects.hasSections[maker] ? effects.sections[recorded.traits[maker].view] ?? [] : []
    let following = element.isInitial ? nil : entry.following
    if compares || following != nil { step.isTouched = true }
    guard above.isTouched || compares || following != nil || !sections.isEmpty else {
      change.formUnion(asRecorded[position.place])
      return above.share
    }
    var input = playback.inputChange(of: element, message, update, player.changes, &player.witnessed)
    var share = above.share
    if share == 0, above.hasSection {
      // The part of the body that lives on makes the children in it, and only those.
      input = playback.inputChange(
        of: element, message, update, asRecorded, &player.witnessedAsRecorded)
      let isInside = (player.moves.last { $0.place == trigger }?.part ?? []).contains { part in
        input.constructions.contains { part == $0.code || part.contains($0.code) }
      }
      share = isInside ? 1 : 0
    }
    change.formUnion(input.change)
    guard share > 0 else { return 0 }
    if input.appearance == .certain { return share }
    let relevant = input.change.possible & ~(message.facts.map { recorded.facts[$0].unreadBindings } ?? 0)
    if !sections.isEmpty, !input.constructions.isEmpty {
      let isSpared = input.constructions.allSatisfy { construction in
        sections.contains {
          $0.code.contains(construction.code) && $0.reads & player.changes[trigger].possible == 0
            && !player.changes[trigger].isOpen
        }
      }
      if isSpared {
        step.isTouched = true
        return 0
      }
    }
    if input.constructions.isEmpty || asRecorded[position.place].possible == 0 && !compares { return share }
    let rowShare = playback.rowShare(of: element, input.constructions, in: update)
    if let following, let facts = message.facts, !input.isDefeated, !input.change.isOpen,
      input.hasElements || following != 0,
      input.otherwise & ~following & recorded.facts[facts].reads == 0, let rowShare
    {
      return share * rowShare
    }
    if compares {
      if relevant == 0, !input.change.isOpen {
        return input.appearance == .possible && !input.isDefeated && input.change.possible == 0 ? share : 0
      }
      if narrows, !input.change.isOpen, let facts = message.facts {
        // Which of the members that may have changed did is not known; each is as likely as the others.
        let trust = entry.narrows ?? .nobody
        let likely = trust == .nobody ? input.change.likely : input.explained
        let read = likely & recorded.facts[facts].reads
        if read == 0 { return 0 }
        if input.isElementWise, let rowShare { return share * rowShare }
        if trust != .likelihood { return share }
        return share * Double(read.nonzeroBitCount) / Double(likely.nonzeroBitCount)
      }
      // Rows that compare well already were evaluated because their elements differ.
      let isSpared = !input.hasElements || input.isDefeated || input.hasUnread
      if input.isElementWise, isSpared, let rowShare { return share * rowShare }
      return share
    }
    if input.isDefeated || input.change.isOpen { return share }
    return relevant == 0 ? 0 : share
  }

  /// What appears with its maker appears for the first time.
  private func isRecreation(
    _ element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, _ update: RecordedUpdates.Update
  ) -> Bool {
    guard let trigger = element.trigger, recreatedViews.contains(message.view) else { return false }
    return !update.elements[trigger].isInitial
  }

  /// Gives each moved change to one evaluation of its new owner.
  private func settle(_ update: RecordedUpdates.Update, _ player: inout Player, _ expected: inout Expectation) {
    for move in player.moves {
      let number = update.elements[move.place].repetitions
      let owner = update.elements.indices.first { index in
        move.owners.contains(recorded.traits[update.elements[index].message].view)
          && isBelow(index, move.place, update)
      }
      if let owner {
        let repetitions = Double(update.elements[owner].repetitions)
        var step = player.steps[owner]
        step.share = max(step.share, min(1, Double(number) / repetitions))
        step.isTouched = true
        player.set(step, at: owner)
      } else {
        expected.added[update.scenario, default: 0] += number * update.count
      }
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

  private func sum(_ index: Int, _ player: Player, _ expected: inout Expectation) {
    let update = recorded.updates[index]
    for place in player.played where player.steps[place].isTouched {
      let element = update.elements[place]
      let message = recorded.traits[element.message]
      // What the trace does not show is not counted.
      if message.isAssumed { continue }
      let before = element.repetitions * update.count
      if element.isInitial {
        guard message.hasIdentity, isRecreation(element, message, update) else { continue }
        expected.recreated += before
      } else {
        expected.updates += before
        if message.hasOwn { expected.changes += before }
      }
      let saved = Double(before) - player.steps[place].share * Double(before)
      guard saved > 0 else { continue }
      expected.shares.append(.init(update: Int32(index), place: Int32(place), saved: saved))
      expected.gross += saved
    }
  }
}
