internal import SourceAnalysis
internal import TraceImport

/// What a view is given: how much of it may have changed.
extension Playback {
  /// Of a class, so that a replay, which asks for the same again and again, copies nothing.
  final class KnownInput {
    let input: InputChange

    fileprivate init(_ input: InputChange) { self.input = input }
  }

  struct InputChange {
    var change = ChangedProperties()
    var isDefeated = false
    var isElementWise = false
    var hasElements = false
    var hasUnread = false
    var appearance = Appearance.unlikely
    /// Of `change.likely` what is left where a difference that others show explains the rest.
    var explained: PropertySet = 0
    /// How likely it is that something differs, and something that the body reads.
    var chance = 1.0
    var chanceOfRead = 1.0
    /// Of `change.likely` the row's element and what is compared with its identity, and what is neither.
    fileprivate(set) var elementWise: PropertySet = 0
    fileprivate(set) var otherwise: PropertySet = 0
    /// Of views that are rows and stand by themselves as well, how many of those by themselves may differ in what is read,
    /// where no row does; `nil` for others.
    var besideRows: Int?
    var constructions: [Construction] = []

    /// - Parameters:
    ///   - explained: Of what likely differs, what a difference that others show explains.
    ///   - reads: What the view's body reads.
    fileprivate mutating func note(
      _ difference: PassedChange.Difference, of argument: Construction.Argument, explained: PropertySet,
      reads: PropertySet
    ) {
      change.possible |= difference.possible
      change.likely |= difference.likely
      self.explained |= difference.likely & explained
      if argument.isElementWise || argument.isElement {
        elementWise |= difference.likely
      } else {
        otherwise |= difference.likely
      }
      if argument.isElement {
        hasElements = true
      } else if difference.possible & ~reads != 0 {
        hasUnread = true
      }
    }
  }

  /// What one construction of a view passes on of what changed around it.
  struct PassedChange {
    /// Of an argument that may differ, the inputs that it is for.
    struct Difference {
      var possible: PropertySet
      /// Of these what somebody is seen to write.
      var likely: PropertySet
    }

    var change = ChangedProperties()
    var certain: PropertySet = 0
    /// How likely it is that something differs, and something that the body reads.
    var chance = 0.0
    var chanceOfRead = 0.0
    private var touched = 0
    private var latest: PropertySet = 0
    private var isWhole = false

    /// The one input that may differ; empty where several may.
    var only: PropertySet { touched == 1 && (isWhole || latest.nonzeroBitCount == 1) ? latest : 0 }

    /// - Returns: `nil` where the input that the argument is for is not known.
    mutating func note(_ argument: Construction.Argument, _ scope: ChangedProperties) -> Difference? {
      touched += 1
      isWhole = argument.passing.isEmpty && argument.likelyTarget == nil
      guard let target = argument.target else {
        change.isOpen = true
        return nil
      }
      let difference = difference(argument, target, scope)
      if argument.isOpen || scope.isOpen && argument.sources & scope.possible == 0 { change.isOpen = true }
      certain |= certainly(argument, difference.possible, scope)
      latest = difference.possible
      return difference
    }

    private func difference(_ argument: Construction.Argument, _ target: PropertySet, _ scope: ChangedProperties)
      -> Difference
    {
      var difference = Difference(possible: target, likely: target)
      if !scope.isOpen, !argument.isOpen {
        if argument.passing.isEmpty {
          if argument.sources & scope.likely == 0 { difference.likely = 0 }
        } else {
          difference.possible = argument.passing.reduce(0) { $1.here & scope.possible != 0 ? $0 | $1.there : $0 }
          // Of members that the maker does not know, those that somebody writes.
          difference.likely = argument.passing.reduce(0) { set, pair in
            guard pair.here & scope.likely != 0 else { return set }
            return set | (argument.isUnknown(pair) ? pair.there & (argument.likelyTarget ?? .max) : pair.there)
          }
        }
      }
      // Of the row's own element only what somebody writes.
      if argument.isElement, let written = argument.likelyTarget { difference.likely &= written }
      return difference
    }

    /// What differs for certain.
    private func certainly(_ argument: Construction.Argument, _ target: PropertySet, _ scope: ChangedProperties)
      -> PropertySet
    {
      guard argument.isDirect else { return 0 }
      var result: PropertySet = 0
      // That the data changed does not say which elements did.
      if !argument.isElement, argument.sources != 0, argument.sources & ~scope.certain == 0 {
        // That a struct changed does not say which of its members did.
        result |=
          argument.passing.isEmpty
          ? argument.targetAsWhole
          : argument.passing.reduce(0) { set, pair in
            argument.isUnknown(pair) || pair.here & scope.possible == 0 ? set : set | pair.there
          }
      }
      if !argument.passing.isEmpty, target.nonzeroBitCount == 1, scope.certain & scope.possible != 0 {
        result |= target
      }
      return result
    }
  }

  /// What was found out about what views are given, for the elements that follow.
  struct InputMemory {
    /// The values that children of an evaluation are seen to have been given anew, by the place of that evaluation.
    fileprivate var paths: [Int: [ArraySlice<String>]] = [:]
    /// By message, where in `inputs` the last that was found is; -1 for none.
    private var places: [Int32]
    /// Most updates are as others are: the same view makes the same child after the same change.
    private var inputs: [KnownInput] = []
    /// Of each of them the maker and what changed in it.
    private var origins: [(maker: Int, change: ChangedProperties)] = []
    /// Whether what is being worked out depends on the maker and what changed in it alone.
    fileprivate var isLocal = true

    init(_ recorded: RecordedUpdates) { places = .init(repeating: -1, count: recorded.messages.count) }

    /// Forgets what is true of one update only.
    mutating func beginUpdate() {
      if !paths.isEmpty { paths = [:] }
    }

    /// - Parameters:
    ///   - message: Of the element.
    ///   - maker: The message of its trigger, and what changed there.
    func input(of message: Int, madeBy maker: Int, _ change: ChangedProperties) -> KnownInput? {
      let place = Int(places[message])
      guard place >= 0, origins[place].maker == maker, origins[place].change == change else { return nil }
      return inputs[place]
    }

    fileprivate mutating func keep(
      _ input: KnownInput, of message: Int, madeBy maker: Int, _ change: ChangedProperties
    ) {
      if places[message] < 0 {
        places[message] = Int32(inputs.count)
        inputs.append(input)
        origins.append((maker, change))
      } else {
        inputs[Int(places[message])] = input
        origins[Int(places[message])] = (maker, change)
      }
    }
  }

  /// The paths of all values that differed for children which are given nothing else that may have, and which compare
  /// well: `time` of a child that takes `editor.time`.
  private func witnessed(
    _ trigger: Int, _ update: RecordedUpdates.Update, _ changes: some ChangesByPlace, _ known: inout InputMemory
  )
    -> [ArraySlice<String>]
  {
    if let paths = known.paths[trigger] { return paths }
    var paths: [ArraySlice<String>] = []
    var seen: Set<Int> = []
    if let maker = recorded.traits[update.elements[trigger].message].facts {
      for element in update.elements where element.trigger == trigger && !element.isInitial {
        guard let touched = touched(element, maker: maker, changes[trigger], &seen) else { continue }
        if touched.allSatisfy({ $0.path.count > 1 }) { paths += touched.map(\.path) }
      }
    }
    known.paths[trigger] = paths
    return paths
  }

  /// The arguments that may have differed for a child that compares well; `nil` where others may be to blame, or for
  /// children that were looked at before.
  private func touched(
    _ element: RecordedUpdates.Element, maker: Int, _ change: ChangedProperties, _ seen: inout Set<Int>
  ) -> [Construction.Argument]? {
    let message = recorded.traits[element.message]
    guard message.hasSelf, !message.hasOwn, let child = message.facts, seen.insert(child).inserted else {
      return nil
    }
    let ways = constructions[maker, child]
    guard ways.count == 1, !ways[0].isInRow, ways[0].parent == ways[0].maker, ways[0].isComparable else { return nil }
    let touched = ways[0].arguments.filter { $0.sources & change.possible != 0 }
    return touched.isEmpty ? nil : touched
  }

  /// Of a struct that is handed on as a whole the members that differed for others; `nil` where nobody shows any.
  ///
  /// - Parameter facts: The index of the child's.
  private func explainedMembers(
    of argument: Construction.Argument, _ facts: Int, _ trigger: Int, _ update: RecordedUpdates.Update,
    _ changes: some ChangesByPlace, _ known: inout InputMemory
  ) -> PropertySet? {
    guard argument.isDirect, !argument.path.isEmpty, argument.comparison == .comparable, let name = argument.targetName,
      recorded.facts[facts].readsMembersAlone(of: name)
    else { return nil }
    known.isLocal = false
    let parts = witnessed(trigger, update, changes, &known)
      .filter { $0.count > argument.path.count && $0.starts(with: argument.path) }
    guard !parts.isEmpty else { return nil }
    return parts.reduce(0) { $0 | recorded.facts[facts].member($1[$1.startIndex + argument.path.count], of: name) }
  }

  /// Of what an assumed evaluation may come from, what its children show: a child that compares well and was evaluated was
  /// given something that differed. Other changes in the same update would be a coincidence.
  func narrow(_ change: inout ChangedProperties, of place: Int, in update: RecordedUpdates.Update) {
    guard let maker = recorded.traits[update.elements[place].message].facts else { return }
    var seen: Set<Int> = []
    var shown: PropertySet = 0
    for element in update.elements where element.trigger == place && !element.isInitial {
      guard let touched = touched(element, maker: maker, change, &seen) else { continue }
      shown |= touched.reduce(0) { $0 | $1.sources } & change.possible
    }
    if shown != 0 { change.likely &= shown }
  }

  /// What of a view's inputs may have changed, by what changed in the view that made it.
  ///
  /// - Parameter changes: Of the elements before this one, at least.
  func inputChange(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, _ update: RecordedUpdates.Update,
    _ changes: some ChangesByPlace, _ known: inout InputMemory
  ) -> KnownInput {
    guard let trigger = element.trigger else {
      return KnownInput(findInputChange(of: element, message, update, changes, &known))
    }
    let maker = update.elements[trigger].message
    return known.input(of: element.message, madeBy: maker, changes[trigger])
      ?? findInput(of: element, message, madeAt: trigger, update, changes, &known)
  }

  /// The same where it is not known yet.
  func findInput(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, madeAt trigger: Int,
    _ update: RecordedUpdates.Update, _ changes: some ChangesByPlace, _ known: inout InputMemory
  ) -> KnownInput {
    let maker = update.elements[trigger].message
    known.isLocal = true
    let found = KnownInput(findInputChange(of: element, message, update, changes, &known))
    if known.isLocal { known.keep(found, of: element.message, madeBy: maker, changes[trigger]) }
    return found
  }

  private func findInputChange(
    of element: RecordedUpdates.Element, _ message: RecordedUpdates.Traits, _ update: RecordedUpdates.Update,
    _ changes: some ChangesByPlace, _ known: inout InputMemory
  ) -> InputChange {
    var result = InputChange()
    guard let index = message.facts else {
      result.change.isOpen = true
      return result
    }
    let reads = recorded.facts[index].reads
    if let trigger = element.trigger, let maker = recorded.traits[update.elements[trigger].message].facts {
      result.constructions = constructions[maker, index]
    }
    guard let trigger = element.trigger, !result.constructions.isEmpty else {
      result.change = ChangedProperties(certain: 0, possible: recorded.facts[index].inputs, isOpen: true)
      return result
    }
    var certain = PropertySet.max
    var (chance, chanceOfRead) = (0.0, 0.0)
    var (differingRows, differingOthers) = (0, 0)
    for construction in result.constructions {
      if construction.parent != construction.maker { known.isLocal = false }
      let scope = scopeChange(of: construction, trigger: trigger, update, changes)
      if construction.conditions & scope.possible != 0, !message.hasOwn, recorded.isStateless[index] {
        let isShown = construction.switches & scope.certain != 0 && result.constructions.count == 1
        result.appearance = max(result.appearance, isShown ? .certain : .possible)
      }
      if construction.arguments.contains(where: { $0.isDefeating(after: scope) }) { result.isDefeated = true }
      var passed = PassedChange()
      var differing: PropertySet = 0
      for argument in construction.arguments where argument.mayDiffer(by: scope) {
        let difference = passed.note(argument, scope)
        guard let difference else { continue }
        differing |= difference.possible
        // Of a struct that others are given parts of, what differed for these explains that it did.
        let explained = explainedMembers(of: argument, index, trigger, update, changes, &known) ?? difference.likely
        result.note(difference, of: argument, explained: explained, reads: reads)
        if difference.likely != 0 {
          let own = self.chance(of: argument, construction, scope, trigger, update)
          passed.chance = max(passed.chance, own)
          if difference.likely & reads != 0 { passed.chanceOfRead = max(passed.chanceOfRead, own) }
        }
      }
      if passed.change.isOpen || differing & reads != 0 {
        if construction.isInRow { differingRows += 1 } else { differingOthers += 1 }
      }
      chance = max(chance, passed.change.isOpen ? 1 : passed.chance)
      chanceOfRead = max(chanceOfRead, passed.change.isOpen ? 1 : passed.chanceOfRead)
      result.change.formUnion(passed.change)
      // One argument alone may differ, and the comparison found a difference.
      if !result.isDefeated, result.constructions.count == 1 { passed.certain |= passed.only }
      certain &= passed.certain
    }
    if differingRows == 0, differingOthers > 0, result.constructions.contains(where: \.isInRow) {
      result.besideRows = differingOthers
    }
    result.change.certain = certain & result.change.possible
    result.chance = result.change.certain != 0 ? 1 : chance
    result.chanceOfRead = result.change.certain & reads != 0 ? 1 : chanceOfRead
    result.isElementWise = result.elementWise & reads != 0 && result.otherwise & reads == 0
    return result
  }

  /// How likely it is that an argument differs, by what the change around it may have been of and how often each of that is
  /// written.
  private func chance(
    of argument: Construction.Argument, _ construction: Construction, _ scope: ChangedProperties, _ trigger: Int,
    _ update: RecordedUpdates.Update
  ) -> Double {
    let maker = recorded.traits[update.elements[trigger].message]
    guard construction.parent == construction.maker, let facts = maker.facts, !maker.hasSelf, !scope.isOpen,
      argument.sources & scope.certain == 0, !argument.isOpen
    else { return 1 }
    return weights.share(of: argument.sources, in: scope.likely, facts) ?? 1
  }

  /// What changed in the view whose properties the arguments are made from.
  private func scopeChange(
    of construction: Construction, trigger: Int, _ update: RecordedUpdates.Update, _ changes: some ChangesByPlace
  ) -> ChangedProperties {
    guard construction.parent != construction.maker else { return changes[trigger] }
    // The builder belongs to a view further up; if it was not evaluated, the builder is the old one.
    var place: Int? = trigger
    while let current = place {
      let element = update.elements[current]
      if let facts = recorded.traits[element.message].facts,
        recorded.facts[facts].type.id == construction.parent
      {
        return changes[current]
      }
      place = element.trigger
    }
    return ChangedProperties()
  }
}

extension Construction.Argument {
  /// Whether it never compares equal, or may not after a change around the construction.
  fileprivate func isDefeating(after scope: ChangedProperties) -> Bool {
    switch comparison {
    case .comparable: false
    case .incomparable, .unknown: true
    case .function(let properties): properties & scope.possible != 0 || properties != 0 && scope.isOpen
    }
  }

  /// Whether it may differ after a change around the construction.
  fileprivate func mayDiffer(by scope: ChangedProperties) -> Bool {
    isOpen || sources & scope.possible != 0 || scope.isOpen && sources != 0
  }
}
