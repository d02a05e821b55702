package import TraceImport

/// What sources say about which view makes which, for names as the trace has them.
package struct ViewHierarchy: Sendable, Hashable {
  /// For each view the views whose evaluation makes it, those between that the trace never shows passed over.
  ///
  /// A view that is no key is judged by the trace alone; one with an empty set is made by nothing in the trace.
  package var makers: [String: Set<String>]
  /// For each view its dynamic properties whose values others keep: models, the environment, bindings.
  package var borrowed: [String: Set<String>] = [:]

  package init(makers: [String: Set<String>] = [:]) { self.makers = makers }
}

/// Follows the evaluations of each update to what triggered them and where it all began.
package struct UpdateResolver: Sendable {
  /// What was found for one element of an update; places are those of its elements.
  package struct Evaluation: Sendable, Hashable {
    /// The place of the evaluation that made it happen.
    package var trigger: Int?
    /// The place where the chain of triggers began; its own when it has a cause of its own.
    package var root: Int
    package var isInitial: Bool
    /// Whether the views around it decided that it is a first appearance, or none: its own line and place do not say.
    package var isInferred: Bool
  }

  /// The views of all runs, by index.
  package private(set) var names: [String]
  /// One for each run.
  package private(set) var meanings: [RunMeaning] = []
  private var model: TriggerModel
  /// Views that only views outside of the trace make, as sources tell, and that are first seen in an update that ends.
  ///
  /// By view; empty where none is.
  private var appearsTogether: [Bool] = []
  /// By view: whether its first appearances say so, since it has something to list then. '@self' alone is none of them.
  private var announcesItself: [Bool] = []
  // Of the update that is being looked at; here so that memory is taken once.
  private var steps: [TriggerModel.Step] = []
  private var triggers: [Int?] = []

  /// Learns from all updates of a profile.
  package init(_ profile: TraceProfile, hierarchy: ViewHierarchy? = nil) {
    var names: [String] = []
    var indices: [String: Int] = [:]
    for run in profile.runs {
      let viewIndex = run.messages.map { message in
        if let known = indices[message.view] { return known }
        indices[message.view] = names.count
        names.append(message.view)
        return names.count - 1
      }
      meanings.append(RunMeaning(run, viewIndex: viewIndex, borrowed: hierarchy?.borrowed ?? [:]))
    }
    self.names = names
    announcesItself = [Bool](repeating: false, count: names.count)
    for meaning in meanings {
      for (message, view) in meaning.viewIndex.enumerated() where meaning.hasIdentity[message] {
        if meaning.causes[message].count > 2 { announcesItself[view] = true }
      }
    }
    model = TriggerModel(viewCount: names.count)
    for (run, meaning) in zip(profile.runs, meanings) {
      for part in run.parts {
        for update in part.updates where update.elements.count > 1 {
          Self.setSteps(of: update, meaning, &steps)
          model.learn(steps, count: update.count)
        }
      }
    }
    model.conclude(names: names)
    var madeElsewhere: Set<Int> = []
    for (view, makers) in hierarchy?.makers ?? [:] {
      guard let view = indices[view] else { continue }
      let traced = makers.compactMap { indices[$0] }
      model.setMakers(of: view, traced)
      if traced.isEmpty { madeElsewhere.insert(view) }
    }
    if !madeElsewhere.isEmpty {
      let found = Self.appearingTogether(madeElsewhere, of: names.count, profile, meanings)
      appearsTogether = names.indices.map(found.contains)
    }
  }

  /// The evaluations of an update, one per element.
  package mutating func resolve(_ update: Update, _ meaning: RunMeaning) -> [Evaluation] {
    var resolved: [Evaluation] = []
    resolve(update, meaning, into: &resolved)
    return resolved
  }

  /// Puts the evaluations of an update in place of what was there, one per element.
  mutating func resolve(_ update: Update, _ meaning: RunMeaning, into resolved: inout [Evaluation]) {
    // Before the only evaluation of an update comes none that it could be triggered by.
    let isInferred = update.elements.count > 1 && update.elements.contains { $0.trigger == .unknown }
    if isInferred {
      Self.setSteps(of: update, meaning, &steps)
      model.findTriggers(in: steps, &triggers)
    }
    resolved.removeAll(keepingCapacity: true)
    for (place, element) in update.elements.enumerated() {
      // What is recorded needs no inference.
      let trigger: Int? =
        switch element.trigger {
        case .unknown: isInferred ? triggers[place] : nil
        case .none: nil
        case .element(let recorded): recorded < place ? recorded : nil
        }
      let isKnownFirst = element.isFirst || meaning.hasIdentity[element.message]
      let isOpen =
        !isKnownFirst && meaning.hasSelf[element.message] && !announcesItself[meaning.viewIndex[element.message]]
      let isInitial =
        isKnownFirst || isOpen && (trigger.map { resolved[$0].isInitial } ?? appears(place, in: update, meaning))
      let isInferred =
        switch element.trigger {
        case .unknown: isOpen
        case .none: isOpen && !appearsTogether.isEmpty
        // As sure as what made it happen.
        case .element: isOpen && trigger.map { resolved[$0].isInferred } ?? true
        }
      let root = trigger.flatMap { meaning.roots[element.message].isEmpty ? resolved[$0].root : nil } ?? place
      resolved.append(Evaluation(trigger: trigger, root: root, isInitial: isInitial, isInferred: isInferred))
    }
  }

  /// Whether an evaluation that nothing in the trace made happen comes in the update in which its view is first seen: each
  /// body is evaluated once at most in an update, so these are all different ones.
  private func appears(_ place: Int, in update: Update, _ meaning: RunMeaning) -> Bool {
    let view = meaning.viewIndex[update.elements[place].message]
    guard !appearsTogether.isEmpty, appearsTogether[view] else { return false }
    return update.elements[..<place].contains { $0.isFirst && meaning.viewIndex[$0.message] == view }
  }

  /// Of these views the ones whose first update ends where it seems to: without times only another view that comes again
  /// ends one, and where none does, all evaluations seem to be one update.
  private static func appearingTogether(
    _ views: Set<Int>, of count: Int, _ profile: TraceProfile, _ meanings: [RunMeaning]
  ) -> Set<Int> {
    struct Seen {
      /// Of the update that is being looked at.
      var number = 0
      var isFirst = false
      /// The most of an update in which it is first seen, and of another.
      var atFirst = 0
      var later = 0
      var isUntimed = false
    }
    // By view, since all elements are looked at.
    var seen = [Seen](repeating: Seen(), count: count)
    var isSought = [Bool](repeating: false, count: count)
    for view in views { isSought[view] = true }
    var met: [Int] = []
    for (run, meaning) in zip(profile.runs, meanings) {
      for part in run.parts {
        for update in part.updates {
          met.removeAll(keepingCapacity: true)
          for element in update.elements {
            let view = meaning.viewIndex[element.message]
            guard isSought[view] else { continue }
            if seen[view].number == 0 { met.append(view) }
            seen[view].number += element.repetitions
            if element.isFirst { seen[view].isFirst = true }
          }
          for view in met {
            if seen[view].isFirst {
              seen[view].atFirst = max(seen[view].atFirst, seen[view].number)
              if part.rates.span == nil { seen[view].isUntimed = true }
            } else {
              seen[view].later = max(seen[view].later, seen[view].number)
            }
            seen[view].number = 0
            seen[view].isFirst = false
          }
        }
      }
    }
    return views.filter { !seen[$0].isUntimed || seen[$0].atFirst <= 2 * seen[$0].later }
  }

  private static func setSteps(of update: Update, _ meaning: RunMeaning, _ steps: inout [TriggerModel.Step]) {
    steps.removeAll(keepingCapacity: true)
    for element in update.elements {
      steps.append(
        TriggerModel.Step(
          view: meaning.viewIndex[element.message], repetitions: element.repetitions,
          hasSelf: meaning.hasSelf[element.message]))
    }
  }
}

/// The messages of a run with what they mean: `@16` resolved, addresses gone, roots picked.
package struct RunMeaning: Sendable {
  /// Per message the causes, each once.
  package private(set) var causes: [[Cause]] = []
  /// Per message the same causes as the line had them.
  package private(set) var rawCauses: [[Cause]] = []
  /// Per message the causes at which a chain of triggers ends; empty for `@self` alone.
  package private(set) var roots: [[Cause]] = []
  package private(set) var hasSelf: [Bool] = []
  package private(set) var hasIdentity: [Bool] = []
  package private(set) var isSelfOnly: [Bool] = []
  /// Causes that lines may write in another way: `@16`, key paths with addresses.
  private(set) var writtenDifferently: Set<Cause> = []

  /// Per message why it happened, when it is no first appearance.
  package private(set) var reasons: [RedrawSummary.Reason] = []

  /// Per message the view, as an index that all runs share.
  package private(set) var viewIndex: [Int] = []

  /// - Parameter borrowed: For views the properties whose values others keep, as sources name them.
  init(_ run: RunProfile, viewIndex: [Int], borrowed: [String: Set<String>]) {
    self.viewIndex = viewIndex
    let offsets = Self.offsets(run.messages)
    // Messages with the same causes share the lists of them.
    var rootLists: [[Cause]: [Cause]] = [:]
    let identity = [Cause.identity]
    for message in run.messages {
      if message.causes.allSatisfy(Self.isPlain), Self.areDistinct(message.causes) {
        causes.append(message.causes)
        rawCauses.append(message.causes)
      } else {
        appendDistinct(
          message.causes.map { Self.meaning(of: $0, in: message.view, offsets: offsets) }, raw: message.causes)
      }
      let causes = causes[causes.count - 1]
      reasons.append(TimelineBuilder.reason(causes, borrowed: borrowed[message.view]))
      let isSelf = causes.contains(.viewValue)
      let isIdentity = causes.contains(.identity)
      hasSelf.append(isSelf)
      hasIdentity.append(isIdentity)
      isSelfOnly.append(isSelf && causes.count == 1)
      // On insertion every property is listed; the insertion is what happened.
      if isIdentity {
        roots.append(identity)
      } else if !isSelf {
        roots.append(causes)
      } else if causes.count == 1 {
        roots.append([])
      } else {
        let list = rootLists[causes] ?? causes.filter { $0 != .viewValue }
        rootLists[causes] = list
        roots.append(list)
      }
    }
  }

  /// Whether a cause means what is written.
  private static func isPlain(_ cause: Cause) -> Bool {
    switch cause {
    case .offset, .keyPath(_, .some): false
    default: true
    }
  }

  private static func areDistinct(_ causes: [Cause]) -> Bool {
    switch causes.count {
    case 0, 1: true
    case 2: causes[0] != causes[1]
    default: Set(causes).count == causes.count
    }
  }

  /// Appends the causes of a message, each once.
  private mutating func appendDistinct(_ meanings: [Cause], raw: [Cause]) {
    var distinct: [Cause] = []
    var distinctRaw: [Cause] = []
    for (meaning, cause) in zip(meanings, raw) {
      if meaning != cause { writtenDifferently.insert(meaning) }
      if distinct.contains(meaning) { continue }
      distinct.append(meaning)
      distinctRaw.append(cause)
    }
    causes.append(distinct)
    rawCauses.append(distinctRaw)
  }

  /// The causes that a message counts for when chains of triggers end there.
  func rootCauses(of message: Int) -> [Cause] { roots[message].isEmpty ? [.viewValue] : roots[message] }

  private static func meaning(of cause: Cause, in view: String, offsets: [String: [Int: String]]) -> Cause {
    switch cause {
    case .offset(let offset): offsets[view]?[offset].map(Cause.dynamicProperty) ?? cause
    case .keyPath(let path, _): .keyPath(path, address: nil)
    default: cause
    }
  }

  /// Which property each `@N` of a view lies in: the one named before it in the line of an insertion, where all are.
  private static func offsets(_ messages: [ChangeMessage]) -> [String: [Int: String]] {
    var result: [String: [Int: String]] = [:]
    // Lines of insertions know best; where there is none, any line with a property before the offset will do.
    for wantsInsertion in [true, false] {
      for message in messages where message.causes.contains(.identity) == wantsInsertion {
        var property: String?
        for cause in message.causes {
          if case .dynamicProperty(let name) = cause { property = name }
          if case .offset(let offset) = cause, let property, result[message.view]?[offset] == nil {
            result[message.view, default: [:]][offset] = property
          }
        }
      }
    }
    return result
  }
}
