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
  // Names are long, and there are few of them: everything is counted by number.

  /// A view of a scenario: the indices of their names.
  private struct ViewKey: Hashable {
    var view: Int
    var scenario: Int
  }

  /// A view of a scenario while it is being counted.
  private struct ViewCount {
    var evaluations = 0
    var initial = 0
    var recreated = 0
    var unchanged = 0
    var selfOnly = 0
    var selfOnlyUpdates = 0
    var updatesPerRun: [Int: Int] = [:]
    var causes: [Int: Int] = [:]
    /// Per cause the causes as the trace had them.
    var variants: [Int: Set<Int>] = [:]
    var triggers: [Int: Int] = [:]
    /// By index in `rootKeys`.
    var roots: [Int: Int] = [:]
    /// Of `roots` those to which every trigger on the way is recorded.
    var recordedRoots: [Int: Int] = [:]
    var processes: Set<ProcessIdentity> = []
    var recorded = 0
    var duration = DurationHistogram()
  }

  private struct RootKey: Hashable {
    var view: Int
    var cause: Int
    var scenario: Int
  }

  private struct RootCount {
    var changes = 0
    var radius = 0
    var recorded = 0
    /// By view.
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
    /// `nil` for all views.
    var view: Int?
    var scenario: Int
    /// Run and message of the triggering evaluation.
    var run: Int
    var message: Int
  }

  private let profile: TraceProfile
  private var resolver: UpdateResolver
  private var views: [ViewKey: ViewCount] = [:]
  private var roots: [RootCount] = []
  private var rootKeys: [RootKey] = []
  private var rootNumbers: [RootKey: Int] = [:]
  private var causes = NumberedCauses()
  private var scenarios: [String?] = []
  /// Per scenario the runs that have it.
  private var scenarioRuns: [Set<Int>] = []
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
      let numbers = CauseNumbers(runs[index], &causes)
      for part in run.parts { count(part, of: run, meaning: runs[index], numbers, runIndex: index, onUpdate) }
      if let timeline { summary.timelines.append(timeline.build(run: index, names: resolver.names)) }
      summary.addRecording(run, index: index, roots: runs[index].roots)
    }
    countRecreations(runs)
    return finish()
  }

  // MARK: - Counting

  private mutating func count(
    _ part: ProfilePart, of run: RunProfile, meaning: RunMeaning, _ numbers: CauseNumbers, runIndex: Int,
    _ onUpdate: ([UpdateResolver.Evaluation]) -> Void
  ) {
    let scenarioName = joined(run.scenario, part.scenario)
    let scenario = scenarioNumber(of: scenarioName)
    scenarioRuns[scenario].insert(runIndex)
    var evaluations = 0
    var initial = 0
    func key(_ message: Int) -> ViewKey { ViewKey(view: meaning.viewIndex[message], scenario: scenario) }

    // Evaluations that agree in all that is counted are counted together.
    var counts = part.overflow.counts
    summary.withoutUpdate += counts.values.reduce(0, +)
    var recorded = [Int](repeating: 0, count: run.messages.count)
    // By view and root, as `EvaluationSums.roots`; nothing is in it for logs.
    var recordedRoots: [EvaluationSums.Pair: Int] = [:]
    var opportunities = [Int](repeating: 0, count: run.messages.count)
    var initialElements: [Bool] = []
    // Which elements stand at the end of a chain in which every trigger is recorded.
    var recordedChains: [Bool] = []
    for update in part.updates {
      let resolved = resolver.resolve(update, meaning)
      onUpdate(resolved)
      var inserted: [BatchKey: Int] = [:]
      recordedChains.removeAll(keepingCapacity: true)
      for (element, evaluation) in zip(update.elements, resolved) {
        let trigger = evaluation.trigger
        let isRecorded = element.trigger != .unknown
        recordedChains.append(isRecorded && trigger.map { recordedChains[$0] } ?? true)
        if recordedChains[recordedChains.count - 1] {
          let pair = EvaluationSums.Pair(
            view: meaning.viewIndex[element.message], other: update.elements[evaluation.root].message)
          recordedRoots[pair, default: 0] += element.repetitions * update.count
        }
        if isRecorded { recorded[element.message] += element.repetitions * update.count }
        let key = ResolvedCounts.Key(
          message: element.message, trigger: trigger.map { update.elements[$0].message },
          root: update.elements[evaluation.root].message, isInitial: evaluation.isInitial)
        counts[key, default: 0] += element.repetitions * update.count
        if meaning.hasIdentity[element.message], let trigger, !resolved[trigger].isInitial {
          let key = BatchKey(
            view: meaning.viewIndex[element.message], scenario: scenario, run: runIndex,
            message: update.elements[trigger].message)
          inserted[key, default: 0] += element.repetitions
        }
        if !evaluation.isInitial { opportunities[element.message] += update.count }
      }
      for evaluation in resolved { initialElements.append(evaluation.isInitial) }
      for (key, size) in inserted { batches[key, default: Batches()].sizes[size, default: 0] += update.count }
    }

    timeline?.add(part, scenario: scenarioName, isInitial: initialElements)

    for (message, number) in opportunities.enumerated() where number > 0 {
      triggerUpdates[BatchKey(scenario: scenario, run: runIndex, message: message), default: 0] += number
    }
    var sums = EvaluationSums(messageCount: run.messages.count)
    for (key, number) in counts {
      evaluations += number
      if key.isInitial { initial += number }
      sums.add(key, number, viewIndex: meaning.viewIndex)
    }
    sums.recordedRoots = recordedRoots
    note(sums, part: part, meaning: meaning, numbers, runIndex: runIndex, scenario: scenario)
    for (message, number) in recorded.enumerated() where number > 0 {
      views[key(message), default: ViewCount()].recorded += number
      summary.recordedTriggers += number
    }
    for (message, histogram) in part.durations {
      views[key(message), default: ViewCount()].duration.merge(histogram)
      summary.untimed += histogram.untimed
      summary.severities.merge(histogram.severities, uniquingKeysWith: +)
    }
    if !part.durations.isEmpty { summary.busyNanoseconds = (summary.busyNanoseconds ?? 0) + part.busyNanoseconds }
    for (message, number) in part.unchanged {
      views[key(message), default: ViewCount()].unchanged += number
      summary.totals.unchanged += number
    }
    summary.totals.evaluations += evaluations
    summary.totals.initial += initial
    summary.parts.append(
      RedrawSummary.Part(
        scenario: scenarioName, process: part.process, evaluations: evaluations, initial: initial, faults: part.faults,
        nanoseconds: part.rates.span.map { $0.upperBound - $0.lowerBound }, peakPerSecond: part.rates.peakPerSecond,
        peakPerFrame: part.rates.peakPerFrame, stormCounts: storms(part, run: run, meaning: meaning),
        cycles: cycles(part, run: run, meaning: meaning)))
  }

  private mutating func note(
    _ sums: EvaluationSums, part: ProfilePart, meaning: RunMeaning, _ numbers: CauseNumbers, runIndex: Int,
    scenario: Int
  ) {
    for message in sums.evaluations.indices where sums.evaluations[message] > 0 {
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
        for (cause, raw) in zip(numbers.causes[message], numbers.rawCauses[message]) {
          view.causes[cause, default: 0] += number
          view.variants[cause, default: []].insert(raw)
        }
      }
      count(&views[ViewKey(view: meaning.viewIndex[message], scenario: scenario), default: ViewCount()])
    }
    for (pair, number) in sums.triggers {
      views[ViewKey(view: pair.view, scenario: scenario), default: ViewCount()].triggers[pair.other, default: 0] += number
    }
    for (pair, number) in sums.roots {
      let rootView = meaning.viewIndex[pair.other]
      let recorded = sums.recordedRoots[pair]
      for cause in numbers.roots[pair.other] {
        let root = rootNumber(of: RootKey(view: rootView, cause: cause, scenario: scenario))
        func count(_ view: inout ViewCount) {
          view.roots[root, default: 0] += number
          if let recorded { view.recordedRoots[root, default: 0] += recorded }
        }
        count(&views[ViewKey(view: pair.view, scenario: scenario), default: ViewCount()])
        roots[root].radius += number
        roots[root].recorded += recorded ?? 0
        if rootView != pair.view { roots[root].affected[pair.view, default: 0] += number }
      }
    }
    for (message, number) in sums.changes.enumerated() where number > 0 {
      for cause in numbers.roots[message] {
        let root = rootNumber(of: RootKey(view: meaning.viewIndex[message], cause: cause, scenario: scenario))
        roots[root].changes += number
      }
    }
  }

  private mutating func rootNumber(of key: RootKey) -> Int {
    if let known = rootNumbers[key] { return known }
    rootNumbers[key] = rootKeys.count
    rootKeys.append(key)
    roots.append(RootCount())
    return rootKeys.count - 1
  }

  private mutating func scenarioNumber(of name: String?) -> Int {
    if let known = scenarios.firstIndex(of: name) { return known }
    scenarios.append(name)
    scenarioRuns.append([])
    return scenarios.count - 1
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
          BatchKey(scenario: key.scenario, run: key.run, message: key.message)] ?? updates
      guard updates * 10 >= opportunities * 9,
        let (size, times) = batch.sizes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })
      else { continue }
      guard let number = key.view else { continue }
      let id = ViewKey(view: number, scenario: key.scenario)
      guard let view = views[id] else { continue }
      // What was inserted before: the first batch cannot have replaced anything.
      let inserted = causes.number(ifKnown: .identity).flatMap { view.causes[$0] } ?? 0
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
    let keys = Array(views.keys)
    summary.views.reserveCapacity(keys.count)
    summary.views = keys.compactMap { key in
      views.removeValue(forKey: key).map { view(key, $0, module: modules[resolver.names[key.view]]) }
    }.sorted { left, right in
      left.updates != right.updates ? left.updates > right.updates : left.id < right.id
    }
    summary.rootCauses = rootCauses()
    return summary
  }

  // Not mutating, as what follows: a closure in a mutating method copies all tables whenever it is called.

  private func rootCauses() -> [RedrawSummary.RootCause] {
    let ranked = roots.indices.sorted { left, right in
      if roots[left].radius != roots[right].radius { return roots[left].radius > roots[right].radius }
      return rootName(rootKeys[left]) < rootName(rootKeys[right])
    }
    return ranked.enumerated().map { place, root in
      let key = rootKeys[root]
      let count = roots[root]
      return RedrawSummary.RootCause(
        view: resolver.names[key.view], cause: causes[key.cause], scenario: scenarios[key.scenario],
        changes: count.changes, blastRadius: count.radius,
        affected: place < RedrawSummary.mostRootCauses ? sortedCounts(count.affected) : [],
        isInferred: count.recorded < count.radius)
    }
  }

  private func view(_ key: ViewKey, _ count: ViewCount, module: String?) -> RedrawSummary.View {
    let id = RedrawSummary.ViewID(
      name: resolver.names[key.view], module: module, scenario: scenarios[key.scenario])
    var view = RedrawSummary.View(id: id)
    view.evaluations = count.evaluations
    view.initial = count.initial
    view.recordedTriggers = count.recorded
    view.duration = count.duration.isEmpty ? nil : count.duration
    view.recreated = count.recreated
    view.unchanged = count.unchanged
    view.selfOnly = count.selfOnly
    view.selfOnlyUpdates = count.selfOnlyUpdates
    view.runs = scenarioRuns[key.scenario].sorted().map { count.updatesPerRun[$0] ?? 0 }
    view.causes = count.causes.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : causes[left.key].text < causes[right.key].text
    }.map { cause, number in
      RedrawSummary.CauseCount(
        cause: causes[cause], evaluations: number, variants: count.variants[cause]?.count ?? 1)
    }
    view.triggers = sortedCounts(count.triggers)
    view.rootCauses = count.roots.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : rootName(rootKeys[left.key]) < rootName(rootKeys[right.key])
    }.prefix(RedrawSummary.longestList).map { root, number in
      RedrawSummary.RootCount(
        view: resolver.names[rootKeys[root].view], cause: causes[rootKeys[root].cause], evaluations: number,
        isInferred: count.recordedRoots[root] ?? 0 < number)
    }
    view.processes = count.processes.sorted { ($0.name ?? "", $0.pid ?? 0) < ($1.name ?? "", $1.pid ?? 0) }
    return view
  }

  /// For ties.
  private func rootName(_ key: RootKey) -> (String, String, String) {
    (resolver.names[key.view], causes[key.cause].text, scenarios[key.scenario] ?? "")
  }

  private func sortedCounts(_ counts: [Int: Int]) -> [RedrawSummary.TriggerCount] {
    counts.sorted { left, right in
      left.value != right.value ? left.value > right.value : resolver.names[left.key] < resolver.names[right.key]
    }.prefix(RedrawSummary.longestList).map {
      RedrawSummary.TriggerCount(view: resolver.names[$0.key], evaluations: $0.value)
    }
  }
}
