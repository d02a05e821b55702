internal import SourceAnalysis
internal import TraceImport

/// What a fix changes in the dependency graph. Views are indices into the names of the trace.
enum Effect: Sendable {
  /// These causes no longer evaluate the views, or only in a share of the cases.
  case ignoring(views: Set<Int>, causes: Set<Cause>, remaining: Double)
  /// The views keep the objects that they hold: these causes no longer come with a new value of the view.
  case keepingObjects(views: Set<Int>, causes: Set<Cause>)
  /// These causes evaluate the views only in updates in which one of the witnesses was evaluated, which shows that the value
  /// differed.
  case following(views: Set<Int>, causes: Set<Cause>, witnesses: Set<Int>)
  /// The views are evaluated with their maker only when a value they are given changed.
  case comparing(views: Set<Int>)
  /// The views get the values they read instead of what holds them, and are evaluated when one of these changed.
  case narrowing(views: Set<Int>, trust: Trust)
  /// The state moves into the child: its owner is no longer evaluated for it, and one child is.
  case owning(views: Set<Int>, causes: Set<Cause>, owners: Set<Int>)
  /// The part of the body that reads the value becomes a view of its own, with the helpers that it calls.
  case extracting(views: Set<Int>, causes: Set<Cause>, part: [Code])
  /// Parts of the body become views of their own, evaluated only for what they read.
  case sectioning(views: Set<Int>, sections: [Section])
  /// A change evaluates the one row it is about, not all.
  case onePerChange(views: Set<Int>, causes: Set<Cause>)
  /// Views that were thrown away and built anew stay.
  case keepingIdentity(views: Set<Int>)
  /// Rows are evaluated for their own element alone, and no longer for these of their inputs.
  case keepingToElements(views: Set<Int>, without: PropertySet)

  /// What of a struct is taken to have changed where nothing says which of its members did.
  enum Trust: Sendable {
    /// What differed for others; where no other shows any, one member is as likely as the next.
    case likelihood
    /// What differed for others, and otherwise all of it.
    case others
    /// All of it.
    case nobody
  }

  struct Section: Sendable {
    var code: Code
    /// What the section reads of its view's properties.
    var reads: PropertySet
  }

  /// The views whose updates it changes first of all.
  var views: Set<Int> {
    switch self {
    case .ignoring(let views, _, _), .following(let views, _, _), .comparing(let views), .narrowing(let views, _),
      .owning(let views, _, _),
      .extracting(let views, _, _),
      .sectioning(let views, _), .onePerChange(let views, _), .keepingIdentity(let views),
      .keepingToElements(let views, _), .keepingObjects(let views, _):
      views
    }
  }
}

/// What a fix, or several, would have changed in the recorded updates.
struct Outcome {
  /// Updates that the fix touches, as recorded.
  var updates = 0
  /// The same updates with the fix, what it adds included.
  var remaining = 0.0
  /// Evaluations of views that were thrown away and built anew, as recorded and with the fix.
  var recreated = 0
  var remainingRecreated = 0.0
  /// Per view of the trace the updates that are saved.
  var saved: [Int: Double] = [:]
  /// Updates of views that the fix introduces.
  var added = 0.0
  /// Changes that set these updates off, one for each view that follows by itself.
  var changes = 0

  var savedTotal: Double { Double(updates) - remaining + Double(recreated) - remainingRecreated }
  var savedUpdates: Double { Double(updates) - remaining }
}

/// Counterfactual replay: the recorded updates under an edited dependency graph.
struct Replay {
  let playback: Playback
  /// The states of all updates as they were recorded.
  let states: [[Playback.State]]
  /// Views of the trace whose later insertions are re-creations.
  let recreatedViews: Set<Int>

  private var recorded: RecordedUpdates { playback.recorded }

  /// Per view how many of it there are at a time, as their first appearances show.
  let instances: [Int]

  init(_ playback: Playback, states: [[Playback.State]], recreatedViews: Set<Int>, instances: [Int]) {
    self.instances = instances
    self.playback = playback
    self.states = states
    self.recreatedViews = recreatedViews
  }

  /// The outcome of all effects together; what they share counts once.
  func outcome(of effects: [Effect]) -> Outcome {
    let table = EffectTable(effects, viewCount: recorded.names.count)
    var outcome = Outcome()
    var touched: Set<Int> = []
    for view in effects.reduce(into: Set<Int>(), { $0.formUnion($1.views) }) {
      guard let entry = table.entries[view] else { continue }
      for message in recorded.messagesOfView[view] where entry.concerns(recorded.messages[message]) {
        touched.formUnion(recorded.updatesOfMessage[message])
      }
    }
    for index in touched.sorted() { add(recorded.updates[index], states[index], table, to: &outcome) }
    return outcome
  }

  /// One element while its update is played again.
  private struct Step {
    /// The share of the element's evaluations that still happen.
    var share = 1.0
    var change = Change()
    /// The element, or one further up its chain of triggers, is changed by an effect.
    var isTouched = false
    /// A part of the body that lives on as a view of its own although the view itself is not evaluated.
    var part: [Code] = []
    var hasSection = false
    /// Views one of which takes the change over.
    var owners: Set<Int> = []
  }

  /// What children show of an update, with the fix and as it was recorded.
  private struct Witnessed {
    var played = Playback.WitnessedPaths()
    var recorded = Playback.WitnessedPaths()
  }

  private func add(
    _ update: RecordedUpdates.Update, _ asRecorded: [Playback.State], _ effects: EffectTable,
    to outcome: inout Outcome
  ) {
    var states = asRecorded
    var steps: [Step] = []
    steps.reserveCapacity(update.elements.count)
    var witnessed = Witnessed()
    var added: [(place: Int, owners: Set<Int>, number: Double)] = []
    for (place, element) in update.elements.enumerated() {
      let entry = effects.entries[recorded.viewOfMessage[element.message]]
      if entry == nil, isSpared(element, update, steps, effects) {
        // As it was recorded: most elements are neither changed nor below one that is.
        steps.append(Step(change: asRecorded[place].change))
        continue
      }
      let message = recorded.messages[element.message]
      var step = Step()
      // What is left of its own causes.
      var ownShare = 0.0
      var moved = 0.0
      for own in message.own {
        var share = 1.0
        for effect in entry?.own ?? [] where effect.causes.contains(own.cause) && !element.isInitial {
          step.isTouched = true
          switch effect.kind {
          case .remaining(let remaining): share = min(share, remaining)
          case .replaced: if message.hasSelf { share = 0 }
          case .followed(let witnesses):
            let isFollowed = update.elements.contains {
              $0.trigger != nil && witnesses.contains(recorded.viewOfMessage[$0.message])
            }
            if !isFollowed { share = 0 }
          // Rows that nobody triggers come one by one: a change evaluates as many as there are.
          case .one:
            let rows = element.repetitions > 1 ? element.repetitions : instances[message.view]
            share = min(share, 1 / Double(rows))
          case .moved(let owners):
            share = 0
            moved = 1
            step.owners.formUnion(owners)
            if owners.isEmpty { step.hasSection = true }
          case .extracted(let part):
            share = 0
            moved = 1
            step.part = part
            step.hasSection = true
          }
        }
        if share > 0 { step.change.formUnion(own.change) }
        ownShare = max(ownShare, share)
      }
      var selfShare = 0.0
      if message.hasSelf || message.hasIdentity || message.own.isEmpty {
        selfShare = share(
          of: element, message, place: place, effects, update, steps: steps, states: states, asRecorded: asRecorded,
          witnessed: &witnessed, step: &step)
      }
      if element.isInitial {
        let trigger = element.trigger.map { steps[$0].hasSection ? 1 : steps[$0].share } ?? 1
        step.share =
          message.hasIdentity && entry?.keepsIdentity == true && isRecreation(element, message, update) ? 0 : trigger
        if message.hasIdentity, entry?.keepsIdentity == true { step.isTouched = true }
        if let trigger = element.trigger, steps[trigger].isTouched { step.isTouched = true }
      } else {
        step.share = max(ownShare, selfShare)
        // Views without storage are inserted with '@self' alone: nothing they were given had changed, yet they ran.
        let isInserted = message.own.isEmpty && asRecorded[place].change == Change() && !asRecorded[place].isDefeated
        if entry?.keepsIdentity == true, isInserted, element.trigger != nil {
          step.isTouched = true
          step.share = 0
        }
      }
      states[place].weight = step.share * Double(element.repetitions)
      states[place].change = step.change
      if moved > 0, step.share == 0 { added.append((place, step.owners, Double(element.repetitions))) }
      steps.append(step)
    }
    settle(added, update, &steps, &outcome)
    sum(update, steps, &outcome)
  }

  /// Whether nothing that the effects change leads to an element without effects of its own.
  private func isSpared(
    _ element: RecordedUpdates.Element, _ update: RecordedUpdates.Update, _ steps: [Step], _ effects: EffectTable
  ) -> Bool {
    guard let trigger = element.trigger else { return true }
    if steps[trigger].isTouched { return false }
    return effects.entries[recorded.viewOfMessage[update.elements[trigger].message]]?.sections.isEmpty ?? true
  }

  /// The share of an element's evaluations that its maker still makes happen.
  private func share(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Message, place: Int, _ effects: EffectTable,
    _ update: RecordedUpdates.Update, steps: [Step], states: [Playback.State], asRecorded: [Playback.State],
    witnessed: inout Witnessed, step: inout Step
  ) -> Double {
    guard let trigger = element.trigger else {
      if message.hasSelf { step.change.formUnion(asRecorded[place].change) }
      return 1
    }
    let above = steps[trigger]
    if above.isTouched { step.isTouched = true }
    let narrows = effects.entries[message.view]?.narrows != nil && !element.isInitial
    let compares = narrows || effects.entries[message.view]?.compares == true && !element.isInitial
    let sections = effects.entries[recorded.messages[update.elements[trigger].message].view]?.sections ?? []
    let following = element.isInitial ? nil : effects.entries[message.view]?.following
    if compares || following != nil { step.isTouched = true }
    guard above.isTouched || compares || following != nil || !sections.isEmpty else {
      step.change.formUnion(asRecorded[place].change)
      return above.share
    }
    var input = playback.inputChange(of: element, message, update, states, &witnessed.played)
    var share = above.share
    if share == 0, above.hasSection {
      // The part of the body that lives on makes the children in it, and only those.
      input = playback.inputChange(of: element, message, update, asRecorded, &witnessed.recorded)
      let isInside = above.part.contains { part in
        input.constructions.contains { part == $0.code || part.contains($0.code) }
      }
      share = isInside ? 1 : 0
    }
    step.change.formUnion(input.change)
    guard share > 0 else { return 0 }
    let relevant = input.change.possible & ~(message.facts.map { recorded.facts[$0].unreadBindings } ?? 0)
    if !sections.isEmpty, !input.constructions.isEmpty {
      let isSpared = input.constructions.allSatisfy { construction in
        sections.contains {
          $0.code.contains(construction.code) && $0.reads & above.change.possible == 0 && !above.change.isOpen
        }
      }
      if isSpared {
        step.isTouched = true
        return 0
      }
    }
    if input.constructions.isEmpty || asRecorded[place].change.possible == 0 && !compares { return share }
    let rowShare = playback.rowShare(of: element, input.constructions, in: update)
    if let following, let facts = message.facts, !input.isDefeated, !input.change.isOpen,
      input.hasElements || following != 0,
      input.otherwise & ~following & playback.recorded.facts[facts].reads == 0, let rowShare
    {
      return share * rowShare
    }
    if compares {
      if relevant == 0, !input.change.isOpen { return 0 }
      if narrows, !input.change.isOpen, let facts = message.facts {
        // Which of the members that may have changed did is not known; each is as likely as the others.
        let trust = effects.entries[message.view]?.narrows ?? .nobody
        let likely = trust == .nobody ? input.change.likely : input.explained
        let read = likely & playback.recorded.facts[facts].reads
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
    _ element: RecordedUpdates.Element, _ message: RecordedUpdates.Message, _ update: RecordedUpdates.Update
  ) -> Bool {
    guard let trigger = element.trigger, recreatedViews.contains(message.view) else { return false }
    return !update.elements[trigger].isInitial
  }

  /// Gives each moved change to one evaluation of its new owner.
  private func settle(
    _ added: [(place: Int, owners: Set<Int>, number: Double)], _ update: RecordedUpdates.Update, _ steps: inout [Step],
    _ outcome: inout Outcome
  ) {
    for (place, owners, number) in added {
      let owner = update.elements.indices.first { index in
        owners.contains(recorded.messages[update.elements[index].message].view) && isBelow(index, place, update)
      }
      if let owner {
        let repetitions = Double(update.elements[owner].repetitions)
        steps[owner].share = max(steps[owner].share, min(1, number / repetitions))
        steps[owner].isTouched = true
      } else {
        outcome.added += number * Double(update.count)
        outcome.remaining += number * Double(update.count)
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

  private func sum(_ update: RecordedUpdates.Update, _ steps: [Step], _ outcome: inout Outcome) {
    for (element, step) in zip(update.elements, steps) where step.isTouched {
      let message = recorded.messages[element.message]
      // What the trace does not show is not counted.
      if message.isAssumed { continue }
      let before = element.repetitions * update.count
      let after = step.share * Double(before)
      if element.isInitial {
        guard message.hasIdentity, isRecreation(element, message, update) else { continue }
        outcome.recreated += before
        outcome.remainingRecreated += after
      } else {
        outcome.updates += before
        outcome.remaining += after
        if after < Double(before) { outcome.saved[message.view, default: 0] += Double(before) - after }
        if !message.own.isEmpty { outcome.changes += before }
      }
    }
  }
}

/// Effects by the views they change.
struct EffectTable {
  struct OwnEffect {
    enum Kind {
      case remaining(Double)
      case replaced
      case followed(Set<Int>)
      case one
      case moved(Set<Int>)
      case extracted([Code])
    }

    var causes: Set<Cause>
    var kind: Kind
  }

  struct Entry {
    var own: [OwnEffect] = []
    var compares = false
    var narrows: Effect.Trust?
    var keepsIdentity = false
    /// Inputs that rows which follow their element no longer have.
    var following: PropertySet?
    var sections: [Effect.Section] = []

    /// Whether updates with the message may turn out otherwise; the others need no replay.
    func concerns(_ message: RecordedUpdates.Message) -> Bool {
      compares || narrows != nil || keepsIdentity || following != nil || !sections.isEmpty
        || own.contains { effect in message.own.contains { effect.causes.contains($0.cause) } }
    }
  }

  private(set) var entries: [Entry?]

  init(_ effects: [Effect], viewCount: Int) {
    entries = .init(repeating: nil, count: viewCount)
    for effect in effects {
      for view in effect.views {
        var entry = entries[view] ?? Entry()
        switch effect {
        case .ignoring(_, let causes, let remaining):
          entry.own.append(OwnEffect(causes: causes, kind: .remaining(remaining)))
        case .keepingObjects(_, let causes): entry.own.append(OwnEffect(causes: causes, kind: .replaced))
        case .comparing: entry.compares = true
        case .narrowing(_, let trust): entry.narrows = trust
        case .owning(_, let causes, let owners): entry.own.append(OwnEffect(causes: causes, kind: .moved(owners)))
        case .extracting(_, let causes, let part):
          entry.own.append(OwnEffect(causes: causes, kind: .extracted(part)))
        case .sectioning(_, let sections): entry.sections += sections
        case .onePerChange(_, let causes): entry.own.append(OwnEffect(causes: causes, kind: .one))
        case .keepingIdentity: entry.keepsIdentity = true
        case .keepingToElements(_, let without): entry.following = (entry.following ?? 0) | without
        case .following(_, let causes, let witnesses):
          entry.own.append(OwnEffect(causes: causes, kind: .followed(witnesses)))
        }
        entries[view] = entry
      }
    }
  }
}
