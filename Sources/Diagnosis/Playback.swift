internal import SourceAnalysis
internal import TraceImport

/// Whether an update was needed.
struct Verdict: Hashable {
  /// Something the body reads had changed.
  var justified = 0
  /// Nothing the body reads had changed, as the source proves.
  var avoidable = 0
  /// Nothing the body reads seems to have changed, but what made it happen is not in the sources.
  var likelyAvoidable = 0
  var unknown = 0
  /// Of the unknown ones, how many are avoidable by what the sources write how often.
  var expectedAvoidable = 0.0

  /// How likely it is that one of them was not needed.
  var chanceOfWaste: Double {
    let all = justified + avoidable + likelyAvoidable + unknown
    return all > 0 ? (Double(avoidable + likelyAvoidable) + expectedAvoidable) / Double(all) : 0
  }
}

/// Why an avoidable update happened all the same.
struct Defeat: Hashable {
  /// Indices of views of the trace.
  var child: Int
  var maker: Int
  /// Where the argument stands that is to blame; `nil` when none is known.
  var place: SourcePlace?
  var argument: String?
  /// Whether it compares well and is too wide: it differs in what the child does not read.
  var isWide = false
}

/// Plays recorded updates: as they were, and as they would be under an edited dependency graph.
struct Playback {
  /// What was found for one element of an update, beside what changed in it.
  struct State: Hashable {
    var verdict = Verdict()
    /// Whether the constructions of the view have an argument that never compares equal, or may have.
    var isDefeated = false
    /// Set when what changed further up is assumed and not recorded.
    var isAssumed = false
  }

  /// What the verdict on an element follows from.
  private struct Circumstances {
    var change = ChangedProperties()
    /// As in its state.
    var isDefeated = false
    /// Set when only comparisons with a row's own identity, or rows' own elements, can have changed of what is read.
    var isElementWise = false
    /// Of `change.possible` something that the body does not read, in other arguments than the row's element.
    var hasUnread = false
    /// Whether a branch around it may have come true, or has.
    var appearance = Appearance.unlikely
    /// Set when elements of the data are among these: a change of the data may also change them all.
    var hasElements = false
    /// Of views that are rows and stand by themselves as well, how many of those by themselves may differ, where no row does.
    var besideRows: Int?
    /// How likely it is that something differs that the body reads of what the view is given.
    var chance = 1.0
  }

  /// Whether an evaluation of a view without storage, which prints '@self' in any case, may be its first.
  enum Appearance: Int, Comparable {
    case unlikely
    /// What a branch around it depends on may have changed.
    case possible
    /// The flag that it is shown for has changed.
    case certain

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  let recorded: RecordedUpdates
  let constructions: ConstructionTable
  /// For each message the share of the changes it names that are of what the view reads; 1 where nothing is known.
  let shares: [Double]
  /// How often what a view reads of models is written.
  let weights: Weights
  /// Which views show that a member was written, since they are bound to it.
  let bindings: BoundMembers

  /// What playing all updates as they were recorded has shown.
  struct Played {
    let elements: PlayedElements
    /// What the avoidable updates are due to.
    let defeats: [Defeat: Int]
  }

  /// What is kept from one update to the next while they are played as they were recorded.
  private struct Player {
    var memory: InputMemory
    /// What changed in the elements of the update so far.
    var changes = ChangesSoFar()
    /// Whether these are assumed, or made by such.
    var isAssumed: [Bool] = []
    var found = DistinctFound()
    /// By message, what was found for it last and the number of that: mostly it is found again. -1 for none.
    private var latest: [Int32]
    var defeats: [Defeat: Int] = [:]

    init(_ recorded: RecordedUpdates) {
      memory = InputMemory(recorded)
      latest = .init(repeating: -1, count: recorded.messages.count)
    }

    mutating func beginUpdate() {
      memory.beginUpdate()
      changes.removeAll()
      isAssumed.removeAll(keepingCapacity: true)
    }

    /// Notes what was found for the next element.
    ///
    /// - Returns: Its number in `found`.
    mutating func note(_ state: State, _ change: ChangedProperties, of message: Int) -> Int32 {
      changes.append(change)
      isAssumed.append(state.isAssumed)
      let one = PlayedElements.Found(state: state, change: change)
      let known = latest[message]
      if known >= 0, found.all[Int(known)] == one { return known }
      let number = found.number(of: one)
      latest[message] = number
      return number
    }
  }

  /// Plays all updates as they were recorded.
  func playAll() -> Played {
    let indices = recorded.updates.indices
    let ranges = stride(from: 0, to: indices.count, by: Self.playedAtOnce).map {
      $0..<min($0 + Self.playedAtOnce, indices.count)
    }
    let count = recorded.updates.elementCount
    var found = DistinctFound()
    var defeats: [Defeat: Int] = [:]
    let numbers = [Int32](unsafeUninitializedCapacity: count) { numbers, numberCount in
      // A long trace has many, so each thread puts those of its own updates where they stay.
      nonisolated(unsafe) let ofElements = numbers
      let parts = Parallel.map(ranges) { range in
        var player = Player(recorded)
        for index in range { play(index, into: ofElements, &player) }
        return (found: player.found.all, defeats: player.defeats)
      }
      for (range, part) in zip(ranges, parts) {
        defeats.merge(part.defeats, uniquingKeysWith: +)
        // What each thread numbered for itself gets the numbers that hold for all.
        let numberOfFound = part.found.map { found.number(of: $0) }
        for element in recorded.updates.elements(of: range) {
          numbers[element] = numberOfFound[Int(numbers[element])]
        }
      }
      numberCount = count
    }
    return Played(elements: PlayedElements(found.all, numbers: numbers, of: recorded.updates), defeats: defeats)
  }

  /// Enough to pay for handing them to a thread, and for what each finds anew.
  private static let playedAtOnce = 2048

  /// Finds the states of an update's elements as it was recorded, and what changed in them.
  ///
  /// - Parameters:
  ///   - index: Of the update.
  ///   - numbers: Of the elements of all updates what the player found for them, not filled in yet where those of this one stand.
  private func play(_ index: Int, into numbers: UnsafeMutableBufferPointer<Int32>, _ player: inout Player) {
    let update = recorded.updates[index]
    let first = update.elements.range.lowerBound
    player.beginUpdate()
    for (place, element) in update.elements.enumerated() {
      let message = recorded.traits[element.message]
      var state = State()
      var circumstances = Circumstances()
      circumstances.change = ownChange(of: element, message, in: update)
      if message.isAssumed {
        // One of them, and which is not known.
        if recorded.messages[element.message].own.count > 1 { circumstances.change.certain = 0 }
        narrow(&circumstances.change, of: place, in: update)
      }
      if message.hasOwn, message.change.certain == 0, message.change.possible.nonzeroBitCount > 1, !message.isAssumed {
        bindings.narrow(&circumstances.change, message, in: update, recorded)
      }
      state.isAssumed = message.isAssumed || element.trigger.map { player.isAssumed[$0] } ?? false
      var passed: [Construction] = []
      if message.hasSelf {
        let input = inputChange(of: element, message, update, player.changes, &player.memory).input
        circumstances.change.formUnion(input.change)
        circumstances.isDefeated = input.isDefeated
        circumstances.isElementWise = input.isElementWise
        circumstances.hasElements = input.hasElements
        circumstances.hasUnread = input.hasUnread
        circumstances.appearance = input.appearance
        circumstances.chance = input.chanceOfRead
        circumstances.besideRows = input.besideRows.map { $0 * update.elements[element.trigger ?? 0].repetitions }
        passed = input.constructions
      }
      state.isDefeated = circumstances.isDefeated
      if !element.isInitial {
        state.verdict =
          recorded.mayBeFirst(element, in: index)
          ? Verdict(unknown: element.repetitions)
          : verdict(circumstances, element, message, rowShare: rowShare(of: element, passed, in: update))
        if state.isAssumed {
          state.verdict.likelyAvoidable += state.verdict.avoidable
          state.verdict.unknown += state.verdict.justified
          state.verdict.avoidable = 0
          state.verdict.justified = 0
        }
        let avoidable = state.verdict.avoidable + state.verdict.likelyAvoidable
        if avoidable > 0, let trigger = element.trigger {
          let defeating = passed.flatMap(\.defeating).first
          let wide = defeating == nil ? wideArgument(of: passed, message) : nil
          let defeat = Defeat(
            child: message.view, maker: recorded.traits[update.elements[trigger].message].view,
            place: (defeating ?? wide)?.value.start, argument: (defeating ?? wide)?.name, isWide: wide != nil)
          player.defeats[defeat, default: 0] += avoidable * update.count
        }
      }
      numbers.initializeElement(at: first + place, to: player.note(state, circumstances.change, of: element.message))
    }
  }

  /// The struct that is passed as a whole to a child that reads some of its members.
  private func wideArgument(of constructions: [Construction], _ message: RecordedUpdates.Traits)
    -> Construction.Argument?
  {
    guard let index = message.facts else { return nil }
    let reads = recorded.facts[index].reads
    return constructions.flatMap(\.arguments).first { argument in
      !argument.passing.isEmpty && argument.passing.contains { $0.there & reads == 0 }
        || argument.isElement && argument.likelyTarget.map { $0 & reads == 0 } == true
    }
  }

  /// - Parameter rowShare: As `rowShare(of:_:in:)` says.
  private func verdict(
    _ circumstances: Circumstances, _ element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits,
    rowShare: Double?
  ) -> Verdict {
    let number = element.repetitions
    guard let index = message.facts, circumstances.appearance != .certain else { return Verdict(unknown: number) }
    let reads = recorded.facts[index].reads
    if circumstances.change.certain & reads != 0 { return Verdict(justified: number) }
    if circumstances.change.isOpen || !recorded.facts[index].isComplete { return Verdict(unknown: number) }
    let relevant = circumstances.change.possible & reads
    if relevant == 0 {
      // Without an argument that defeats the comparison, or one that differs and is not read, something happened that the
      // sources do not show.
      let isExplained = !message.hasSelf || circumstances.isDefeated || circumstances.change.possible != 0
      if !isExplained, circumstances.appearance == .possible { return Verdict(unknown: number) }
      return isExplained ? Verdict(avoidable: number) : Verdict(likelyAvoidable: number)
    }
    // It may have changed, but nobody is seen to write what is read, or others show what was written instead.
    if circumstances.change.likely & reads == 0 {
      // A view that compares well was given something that differs; where that can only be what it reads, it was this after all.
      let isFound =
        message.hasSelf && !message.hasOwn && !circumstances.isDefeated && circumstances.change.possible & ~reads == 0
      return isFound ? Verdict(unknown: number) : Verdict(likelyAvoidable: number)
    }
    if message.change.possible & reads != 0 {
      // What others show is no guess.
      let isShown = circumstances.change.likely & message.change.likely != message.change.likely
      if isShown { return Verdict(unknown: number) }
      return Verdict(unknown: number, expectedAvoidable: (1 - shares[element.message]) * Double(number))
    }
    // The message that is being written stands below those that are sent: nothing of these may have changed.
    if let beside = circumstances.besideRows, element.rows > beside {
      // Which of the rows it is that differs, nothing says.
      if element.rows > number {
        return Verdict(unknown: number, expectedAvoidable: (1 - Double(beside) / Double(element.rows)) * Double(number))
      }
      return circumstances.isDefeated
        ? Verdict(avoidable: number - beside, unknown: beside)
        : Verdict(likelyAvoidable: number - beside, unknown: beside)
    }
    if circumstances.isElementWise, number > Self.rowsPerChange, circumstances.isDefeated || circumstances.hasUnread {
      let spared = number - Self.rowsPerChange
      return circumstances.isDefeated && !circumstances.hasElements
        ? Verdict(avoidable: spared, unknown: Self.rowsPerChange)
        : Verdict(likelyAvoidable: spared, unknown: Self.rowsPerChange)
    }
    if circumstances.isElementWise, circumstances.isDefeated, let rowShare {
      return Verdict(unknown: number, expectedAvoidable: (1 - rowShare * circumstances.chance) * Double(number))
    }
    if !circumstances.isDefeated {
      // It was evaluated, so the comparison found a difference, and all that may differ is read.
      return circumstances.change.possible & ~reads == 0 ? Verdict(justified: number) : Verdict(unknown: number)
    }
    // It is evaluated whatever it is given.
    return Verdict(unknown: number, expectedAvoidable: (1 - circumstances.chance) * Double(number))
  }

  /// A value that rows compare with their own identity leaves one row and enters another.
  static let rowsPerChange = 2

  /// The share of an element's evaluations that a change of few rows accounts for; `nil` where that is all of them.
  func rowShare(
    of element: RecordedUpdates.Element, _ constructions: [Construction], in update: RecordedUpdates.Update
  ) -> Double? {
    if element.rows > Self.rowsPerChange { return Double(Self.rowsPerChange) / Double(element.rows) }
    // Without times nothing parts the updates of a view that is not logged, so its rows come one by one; how many there
    // are is not known.
    guard let trigger = element.trigger, recorded.traits[update.elements[trigger].message].isAssumed,
      !constructions.isEmpty, constructions.allSatisfy(\.isInRow)
    else { return nil }
    return 0.5
  }
}
