internal import TraceImport

extension RedrawSummary {
  /// Sums up a profile, inferring triggers over all of its runs.
  package init(_ profile: TraceProfile) {
    self.init(profile, resolver: UpdateResolver(profile)) { _ in }
  }

  /// Sums up a profile with triggers as `resolver` finds them.
  ///
  /// - Parameters:
  ///   - resolver: One that learned from the same profile.
  ///   - onUpdate: Gets what was found for each update, in the order of runs, parts and updates, for those who need it too.
  package init(
    _ profile: TraceProfile, resolver: UpdateResolver, onUpdate: (_ evaluations: [UpdateResolver.Evaluation]) -> Void
  ) {
    var builder = SummaryBuilder(profile, resolver)
    self = builder.build(onUpdate)
  }
}

/// Works out a summary.
///
/// Two passes over the distinct updates: the first learns which view triggers which, the second follows each evaluation
/// to its root and counts.
private struct SummaryBuilder {
  private typealias ViewID = RedrawSummary.ViewID

  /// A view of a scenario while it is being counted.
  private struct ViewCount {
    var evaluations = 0
    var initial = 0
    var recreated = 0
    var unchanged = 0
    var selfOnly = 0
    var selfOnlyUpdates = 0
    var updatesPerRun: [Int: Int] = [:]
    var causes: [Cause: Int] = [:]
    var variants: [Cause: Set<Cause>] = [:]
    // By number, since on large inputs there are many: of the view, and of the root in `rootKeys`.
    var triggers: [Int: Int] = [:]
    var roots: [Int: Int] = [:]
    /// Of `roots` those to which every trigger on the way is recorded.
    var recordedRoots: [Int: Int] = [:]
    var processes: Set<ProcessIdentity> = []
    var recorded = 0
    var duration = DurationHistogram()
  }

  private struct RootKey: Hashable {
    var view: String
    var cause: Cause
    var scenario: String?
  }

  private struct RootCount {
    var changes = 0
    var radius = 0
    var recorded = 0
    /// By number of the view.
    var affected: [Int: Int] = [:]
  }

  /// How rows appear together with the evaluation that triggers them, to tell re-creation from growth.
  private struct Batches {
    /// Updates in which the view was inserted below the trigger, per size of the batch.
    var sizes: [Int: Int] = [:]
    /// The size the view had when it first appeared there.
    var hasEarlierAppearance = false
  }

  private struct BatchKey: Hashable {
    var view: String
    var scenario: String?
    /// Run and message of the triggering evaluation.
    var run: Int
    var message: Int
  }

  private let profile: TraceProfile
  private var resolver: UpdateResolver
  private var views: [ViewID: ViewCount] = [:]
  private var roots: [RootKey: RootCount] = [:]
  private var rootKeys: [RootKey] = []
  private var rootNumbers: [RootKey: Int] = [:]
  private var scenarioRuns: [String?: Set<Int>] = [:]
  private var summary = RedrawSummary()
  private var batches: [BatchKey: Batches] = [:]
  private var triggerUpdates: [BatchKey: Int] = [:]
  /// Of the run that is being counted.
  private var timeline: TimelineBuilder?

  init(_ profile: TraceProfile, _ resolver: UpdateResolver) {
    self.profile = profile
    self.resolver = resolver
  }

  mutating func build(_ onUpdate: ([UpdateResolver.Evaluation]) -> Void) -> RedrawSummary {
    let runs = resolver.meanings
    for (index, run) in profile.runs.enumerated() {
      timeline = TimelineBuilder(run, runs[index])
      for part in run.parts { count(part, of: run, meaning: runs[index], runIndex: index, onUpdate) }
      if let timeline { summary.timelines.append(timeline.build(run: index, names: resolver.names)) }
      summary.addRecording(run, index: index, roots: runs[index].roots)
    }
    countRecreations(runs)
    return finish()
  }

  // MARK: - Counting

  private mutating func count(
    _ part: ProfilePart, of run: RunProfile, meaning: RunMeaning, runIndex: Int,
    _ onUpdate: ([UpdateResolver.Evaluation]) -> Void
  ) {
    let scenario = joined(run.scenario, part.scenario)
    scenarioRuns[scenario, default: []].insert(runIndex)
    var evaluations = 0
    var initial = 0
    func id(_ message: Int) -> ViewID { ViewID(name: run.messages[message].view, scenario: scenario) }

    // Evaluations that agree in all that is counted are counted together.
    var counts = part.overflow.counts
    summary.withoutUpdate += counts.values.reduce(0, +)
    var recorded: [Int: Int] = [:]
    // By view and root, as `EvaluationSums.roots`; nothing is in it for logs.
    var recordedRoots: [EvaluationSums.Pair: Int] = [:]
    var opportunities = [Int](repeating: 0, count: run.messages.count)
    var initialElements: [Bool] = []
    for update in part.updates {
      let resolved = resolver.resolve(update, meaning)
      onUpdate(resolved)
      var inserted: [BatchKey: Int] = [:]
      // Elements at the end of a chain in which every trigger is recorded.
      var recordedChains: Set<Int> = []
      for (place, (element, evaluation)) in zip(update.elements, resolved).enumerated() {
        let trigger = evaluation.trigger
        if element.trigger != .unknown, trigger.map(recordedChains.contains) ?? true {
          recordedChains.insert(place)
          let pair = EvaluationSums.Pair(
            view: meaning.viewIndex[element.message], other: update.elements[evaluation.root].message)
          recordedRoots[pair, default: 0] += element.repetitions * update.count
        }
        if element.trigger != .unknown { recorded[element.message, default: 0] += element.repetitions * update.count }
        let key = ResolvedCounts.Key(
          message: element.message, trigger: trigger.map { update.elements[$0].message },
          root: update.elements[evaluation.root].message, isInitial: evaluation.isInitial)
        counts[key, default: 0] += element.repetitions * update.count
        if meaning.hasIdentity[element.message], let trigger, !resolved[trigger].isInitial {
          let key = BatchKey(
            view: run.messages[element.message].view, scenario: scenario, run: runIndex,
            message: update.elements[trigger].message)
          inserted[key, default: 0] += element.repetitions
        }
        if !evaluation.isInitial { opportunities[element.message] += update.count }
      }
      for evaluation in resolved { initialElements.append(evaluation.isInitial) }
      for (key, size) in inserted { batches[key, default: Batches()].sizes[size, default: 0] += update.count }
    }

    timeline?.add(part, scenario: scenario, isInitial: initialElements)

    for (message, number) in opportunities.enumerated() where number > 0 {
      triggerUpdates[BatchKey(view: "", scenario: scenario, run: runIndex, message: message), default: 0] += number
    }
    // By number first, by name only what is left: names are long, and there are few of them.
    var sums = EvaluationSums(messageCount: run.messages.count)
    for (key, number) in counts {
      evaluations += number
      if key.isInitial { initial += number }
      sums.add(key, number, viewIndex: meaning.viewIndex)
    }
    sums.recordedRoots = recordedRoots
    note(sums, part: part, run: run, meaning: meaning, runIndex: runIndex, scenario: scenario)
    for (message, number) in recorded {
      views[id(message), default: ViewCount()].recorded += number
      summary.recordedTriggers += number
    }
    for (message, histogram) in part.durations {
      views[id(message), default: ViewCount()].duration.merge(histogram)
      summary.untimed += histogram.untimed
      summary.severities.merge(histogram.severities, uniquingKeysWith: +)
    }
    if !part.durations.isEmpty { summary.busyNanoseconds = (summary.busyNanoseconds ?? 0) + part.busyNanoseconds }
    for (message, number) in part.unchanged {
      views[id(message), default: ViewCount()].unchanged += number
      summary.totals.unchanged += number
    }
    summary.totals.evaluations += evaluations
    summary.totals.initial += initial
    summary.parts.append(
      RedrawSummary.Part(
        scenario: scenario, process: part.process, evaluations: evaluations, initial: initial, faults: part.faults,
        nanoseconds: part.rates.span.map { $0.upperBound - $0.lowerBound }, peakPerSecond: part.rates.peakPerSecond,
        peakPerFrame: part.rates.peakPerFrame, stormCounts: storms(part, run: run, meaning: meaning),
        cycles: cycles(part, run: run, meaning: meaning)))
  }

  private mutating func note(
    _ sums: EvaluationSums, part: ProfilePart, run: RunProfile, meaning: RunMeaning, runIndex: Int, scenario: String?
  ) {
    func id(_ view: String) -> ViewID { ViewID(name: view, scenario: scenario) }
    for message in run.messages.indices where sums.evaluations[message] > 0 {
      let number = sums.evaluations[message]
      let updates = number - sums.initial[message]
      // In place: a copy of the view would copy all of its tables.
      func count(_ view: inout ViewCount) {
        view.evaluations += number
        view.initial += sums.initial[message]
        if updates > 0 { view.updatesPerRun[runIndex, default: 0] += updates }
        view.processes.insert(part.process)
        if meaning.isSelfOnly[message] {
          view.selfOnly += number
          view.selfOnlyUpdates += updates
        }
        for (cause, raw) in zip(meaning.causes[message], meaning.rawCauses[message]) {
          view.causes[cause, default: 0] += number
          view.variants[cause, default: []].insert(raw)
        }
      }
      count(&views[id(run.messages[message].view), default: ViewCount()])
    }
    for (pair, number) in sums.triggers {
      views[id(resolver.names[pair.view]), default: ViewCount()].triggers[pair.other, default: 0] += number
    }
    for (pair, number) in sums.roots {
      let name = resolver.names[pair.view]
      let rootView = run.messages[pair.other].view
      for cause in meaning.roots[pair.other].isEmpty ? [.viewValue] : meaning.roots[pair.other] {
        let key = RootKey(view: rootView, cause: cause, scenario: scenario)
        let root = rootNumber(of: key)
        views[id(name), default: ViewCount()].roots[root, default: 0] += number
        roots[key, default: RootCount()].radius += number
        if let recorded = sums.recordedRoots[pair] {
          views[id(name), default: ViewCount()].recordedRoots[root, default: 0] += recorded
          roots[key, default: RootCount()].recorded += recorded
        }
        if rootView != name { roots[key, default: RootCount()].affected[pair.view, default: 0] += number }
      }
    }
    for (message, number) in sums.changes.enumerated() where number > 0 {
      for cause in meaning.roots[message].isEmpty ? [.viewValue] : meaning.roots[message] {
        roots[RootKey(view: run.messages[message].view, cause: cause, scenario: scenario), default: RootCount()]
          .changes += number
      }
    }
  }

  private mutating func rootNumber(of key: RootKey) -> Int {
    if let known = rootNumbers[key] { return known }
    rootNumbers[key] = rootKeys.count
    rootKeys.append(key)
    return rootKeys.count - 1
  }

  private func joined(_ outer: String?, _ inner: String?) -> String? {
    switch (outer, inner) {
    case (nil, nil): nil
    case (let name?, nil), (nil, let name?): name
    case (let outer?, let inner?): "\(outer): \(inner)"
    }
  }

  private func storms(_ part: ProfilePart, run: RunProfile, meaning: RunMeaning) -> [RedrawSummary.StormCount] {
    part.rates.storms.map { message, storm in
      RedrawSummary.StormCount(
        view: run.messages[message].view, cause: meaning.roots[message].first ?? .viewValue, storm: storm)
    }.sorted { ($1.storm.updates, $0.view, $0.cause.text) < ($0.storm.updates, $1.view, $1.cause.text) }
  }

  private func cycles(_ part: ProfilePart, run: RunProfile, meaning: RunMeaning) -> [RedrawSummary.CycleCount] {
    part.cycles.map { cycle in
      RedrawSummary.CycleCount(
        members: cycle.members.map {
          RedrawSummary.RootMember(view: run.messages[$0].view, cause: meaning.roots[$0].first ?? .viewValue)
        }, turns: cycle.turns, nanoseconds: cycle.nanoseconds)
    }
  }

  // MARK: - Re-creation

  /// Insertions that neither a new screen nor a new element explains.
  ///
  /// A view is re-created when the evaluation that triggers it inserts as many of it as before, (nearly) every time it
  /// happens, although they were there already. A sheet comes with every second change of its flag, and a list that grows
  /// inserts what is new; a changed identity rebuilds everything, always.
  private mutating func countRecreations(_ runs: [RunMeaning]) {
    for (key, batch) in batches {
      let updates = batch.sizes.values.reduce(0, +)
      let opportunities =
        triggerUpdates[
          BatchKey(view: "", scenario: key.scenario, run: key.run, message: key.message)] ?? updates
      guard updates * 10 >= opportunities * 9,
        let (size, times) = batch.sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
      else { continue }
      let id = ViewID(name: key.view, scenario: key.scenario)
      guard let view = views[id] else { continue }
      // What was inserted before: the first batch cannot have replaced anything.
      let inserted = view.causes[.identity] ?? 0
      let inBatches = batch.sizes.reduce(0) { $0 + $1.key * $1.value }
      let hadEarlier = inserted > inBatches
      let recreations = hadEarlier ? times : times - 1
      // One view that comes and goes is a screen until it has done so repeatedly.
      guard recreations >= (size == 1 ? 3 : 1) else { continue }
      views[id]?.recreated += recreations * size
    }
    for id in views.keys {
      guard let view = views[id] else { continue }
      let bounded = min(view.recreated, view.initial)
      views[id]?.recreated = bounded
      summary.totals.recreated += bounded
    }
  }

  // MARK: - Result

  private mutating func finish() -> RedrawSummary {
    summary.runs = profile.runs.count
    summary.totals.views = views.count
    let modules = profile.modules
    // Taken out one by one, so that the tables of a view go when its lists are made.
    let ids = Array(views.keys)
    summary.views.reserveCapacity(ids.count)
    summary.views = ids.compactMap { id in
      guard let count = views.removeValue(forKey: id) else { return nil }
      let runs = (scenarioRuns[id.scenario] ?? []).sorted()
      var named = id
      named.module = modules[id.name]
      var view = RedrawSummary.View(id: named)
      view.evaluations = count.evaluations
      view.initial = count.initial
      view.recordedTriggers = count.recorded
      view.duration = count.duration.isEmpty ? nil : count.duration
      view.recreated = count.recreated
      view.unchanged = count.unchanged
      view.selfOnly = count.selfOnly
      view.selfOnlyUpdates = count.selfOnlyUpdates
      view.runs = runs.map { count.updatesPerRun[$0] ?? 0 }
      view.causes = count.causes.map { cause, number in
        RedrawSummary.CauseCount(cause: cause, evaluations: number, variants: count.variants[cause]?.count ?? 1)
      }.sorted {
        $0.evaluations != $1.evaluations ? $0.evaluations > $1.evaluations : $0.cause.text < $1.cause.text
      }
      view.triggers = sortedCounts(count.triggers)
      view.rootCauses = count.roots.map {
        RedrawSummary.RootCount(
          view: rootKeys[$0.key].view, cause: rootKeys[$0.key].cause, evaluations: $0.value,
          isInferred: count.recordedRoots[$0.key] ?? 0 < $0.value)
      }.sorted {
        // The words of a cause are made anew each time: only where numbers do not tell.
        $0.evaluations != $1.evaluations
          ? $0.evaluations > $1.evaluations : ($0.view, $0.cause.text) < ($1.view, $1.cause.text)
      }
      view.rootCauses = Array(view.rootCauses.prefix(RedrawSummary.longestList))
      view.processes = count.processes.sorted { ($0.name ?? "", $0.pid ?? 0) < ($1.name ?? "", $1.pid ?? 0) }
      return view
    }.sorted { left, right in
      left.updates != right.updates ? left.updates > right.updates : left.id < right.id
    }
    let ranked = roots.map { ($0.key, $0.value.radius) }.sorted { left, right in
      left.1 != right.1
        ? left.1 > right.1
        : (left.0.view, left.0.cause.text, left.0.scenario ?? "")
          < (right.0.view, right.0.cause.text, right.0.scenario ?? "")
    }
    summary.rootCauses = ranked.enumerated().map { place, root in
      let count = roots[root.0] ?? RootCount()
      return RedrawSummary.RootCause(
        view: root.0.view, cause: root.0.cause, scenario: root.0.scenario, changes: count.changes,
        blastRadius: count.radius,
        affected: place < RedrawSummary.mostRootCauses ? sortedCounts(count.affected) : [],
        isInferred: count.recorded < count.radius)
    }
    return summary
  }

  private func sortedCounts(_ counts: [Int: Int]) -> [RedrawSummary.TriggerCount] {
    let sorted = counts.map { RedrawSummary.TriggerCount(view: resolver.names[$0.key], evaluations: $0.value) }
      .sorted { ($1.evaluations, $0.view) < ($0.evaluations, $1.view) }
    return Array(sorted.prefix(RedrawSummary.longestList))
  }
}

/// The evaluations of a part, summed up in the ways that are reported.
private struct EvaluationSums {
  struct Pair: Hashable {
    var view: Int
    /// The triggering view, or the message that is the root.
    var other: Int
  }

  var evaluations: [Int]
  var initial: [Int]
  /// Per message the evaluations that are their own root.
  var changes: [Int]
  var triggers: [Pair: Int] = [:]
  var roots: [Pair: Int] = [:]
  /// Of `roots` those to which every trigger on the way is recorded.
  var recordedRoots: [Pair: Int] = [:]

  init(messageCount: Int) {
    evaluations = [Int](repeating: 0, count: messageCount)
    initial = evaluations
    changes = evaluations
  }

  mutating func add(_ key: ResolvedCounts.Key, _ number: Int, viewIndex: [Int]) {
    evaluations[key.message] += number
    if key.isInitial { initial[key.message] += number }
    if key.root == key.message { changes[key.message] += number }
    let view = viewIndex[key.message]
    if let trigger = key.trigger { triggers[Pair(view: view, other: viewIndex[trigger]), default: 0] += number }
    roots[Pair(view: view, other: key.root), default: 0] += number
  }
}
