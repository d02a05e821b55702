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
/// to its root and counts. Whatever there may be many of is counted by number in flat tables, and gets its name only when
/// the lists are made.
struct SummaryBuilder: ~Copyable {
  typealias ViewID = RedrawSummary.ViewID

  /// A view of a scenario while it is being counted.
  struct Row {
    var view: Int
    var scenario: Int
    var evaluations = 0
    var initial = 0
    var recreated = 0
    var unchanged = 0
    var selfOnly = 0
    var selfOnlyUpdates = 0
    var recorded = 0

    var updates: Int { evaluations - initial }
  }

  struct RootKey: Hashable {
    var view: UInt32
    var cause: UInt32
    var scenario: UInt32
  }

  struct Root {
    var key: RootKey
    var changes = 0
    var radius = 0
    var recorded = 0
  }

  /// A cause of a view, and how it was written.
  struct Variant: Hashable {
    var row: UInt32
    var cause: UInt32
    var raw: UInt32
  }

  /// Views that were inserted below an evaluation.
  struct BatchKey: Hashable {
    /// The run and scenario.
    var group: UInt32
    var view: UInt32
    /// The message of the triggering evaluation.
    var message: UInt32
  }

  let profile: TraceProfile
  var resolver: UpdateResolver
  var summary = RedrawSummary()

  var rows: [Row] = []
  var rowNumbers: [UInt64: Int] = [:]
  var scenarios = Numbering<String?>()
  var processes = Numbering<ProcessIdentity>()
  var causes = Numbering<Cause>()
  var scenarioRuns: [Set<Int>] = []
  var durations: [Int: DurationHistogram] = [:]
  // By row, and what it is counted by: run, process, cause, triggering view, root.
  var updatesPerRun = PairCounts()
  var rowProcesses = PairCounts()
  var rowCauses = PairCounts()
  var rowTriggers = PairCounts()
  var rowRoots = PairCounts()
  /// Of `rowRoots` those to which every trigger on the way is recorded.
  var recordedRowRoots = PairCounts()
  /// Causes that are written in more than one way: `@16` and key paths with addresses.
  var variants: Set<Variant> = []
  let writtenDifferently: Set<Cause>

  var roots: [Root] = []
  var rootNumbers: [RootKey: Int] = [:]
  /// By root and view.
  var affected = PairCounts()

  // How rows appear together with the evaluation that triggers them, to tell re-creation from growth.
  var groups = Numbering<[Int]>()
  var batches = Numbering<BatchKey>()
  /// By batch and its size, the updates in which the view was inserted below the trigger.
  var batchSizes = PairCounts()
  /// By group and message.
  var triggerUpdates = PairCounts()

  init(_ profile: TraceProfile, _ resolver: UpdateResolver) {
    self.profile = profile
    self.resolver = resolver
    writtenDifferently = resolver.meanings.reduce(into: []) { $0.formUnion($1.writtenDifferently) }
  }

  mutating func build(_ onUpdate: ([UpdateResolver.Evaluation]) -> Void) -> RedrawSummary {
    for (index, run) in profile.runs.enumerated() {
      let meaning = resolver.meanings[index]
      var timeline = TimelineBuilder(run, meaning)
      var sums = EvaluationSums(messageCount: run.messages.count)
      for part in run.parts {
        count(part, of: run, meaning: meaning, runIndex: index, to: &sums, timeline: &timeline, onUpdate)
        sums.reset()
      }
      if let timeline { summary.timelines.append(timeline.build(run: index, names: resolver.names)) }
      summary.addRecording(run, index: index, roots: meaning.roots)
    }
    countRecreations()
    return finish()
  }

  // MARK: - Counting

  private mutating func count(
    _ part: ProfilePart, of run: RunProfile, meaning: RunMeaning, runIndex: Int, to sums: inout EvaluationSums,
    timeline: inout TimelineBuilder?, _ onUpdate: ([UpdateResolver.Evaluation]) -> Void
  ) {
    let name = joined(run.scenario, part.scenario)
    let scenario = scenarios.number(of: name)
    if scenario == scenarioRuns.count { scenarioRuns.append([]) }
    scenarioRuns[scenario].insert(runIndex)

    for (key, number) in part.overflow.counts {
      summary.withoutUpdate += number
      sums.add(key, number, meaning)
    }
    let isInitial = count(part.updates, to: &sums, meaning, group: groups.number(of: [runIndex, scenario]), onUpdate)
    timeline?.add(part, scenario: name, isInitial: isInitial)
    note(sums, part: part, run: run, meaning: meaning, runIndex: runIndex, scenario: scenario)

    func row(_ message: Int) -> Int { rowNumber(view: meaning.viewIndex[message], scenario: scenario) }
    for (message, number) in sums.recorded {
      rows[row(message)].recorded += number
      summary.recordedTriggers += number
    }
    for (message, histogram) in part.durations {
      durations[row(message), default: DurationHistogram()].merge(histogram)
      summary.untimed += histogram.untimed
      summary.severities.merge(histogram.severities, uniquingKeysWith: +)
    }
    if !part.durations.isEmpty { summary.busyNanoseconds = (summary.busyNanoseconds ?? 0) + part.busyNanoseconds }
    for (message, number) in part.unchanged {
      rows[row(message)].unchanged += number
      summary.totals.unchanged += number
    }
    summary.totals.evaluations += sums.evaluations.total
    summary.totals.initial += sums.initial.total
    summary.parts.append(
      RedrawSummary.Part(
        scenario: name, process: part.process, evaluations: sums.evaluations.total, initial: sums.initial.total,
        faults: part.faults, nanoseconds: part.rates.span.map { $0.upperBound - $0.lowerBound },
        peakPerSecond: part.rates.peakPerSecond, peakPerFrame: part.rates.peakPerFrame,
        stormCounts: storms(part, run: run, meaning: meaning), cycles: cycles(part, run: run, meaning: meaning)))
  }

  /// Counts the updates of a part; returns of all elements, one after the other, whether they are initial.
  private mutating func count(
    _ updates: [Update], to sums: inout EvaluationSums, _ meaning: RunMeaning, group: Int,
    _ onUpdate: ([UpdateResolver.Evaluation]) -> Void
  ) -> [Bool] {
    var initialElements: [Bool] = []
    // Elements at the end of a chain in which every trigger is recorded.
    var recordedChains: Set<Int> = []
    // By view and message of the trigger.
    var inserted: [UInt64: Int] = [:]
    for update in updates {
      let resolved = resolver.resolve(update, meaning)
      onUpdate(resolved)
      recordedChains.removeAll(keepingCapacity: true)
      inserted.removeAll(keepingCapacity: true)
      for (place, (element, evaluation)) in zip(update.elements, resolved).enumerated() {
        let number = element.repetitions * update.count
        let view = meaning.viewIndex[element.message]
        let root = update.elements[evaluation.root].message
        if element.trigger != .unknown {
          if evaluation.trigger.map(recordedChains.contains) ?? true {
            recordedChains.insert(place)
            sums.recordedRoots.add(view, root, number)
          }
          sums.recorded[element.message, default: 0] += number
        }
        let trigger = evaluation.trigger.map { update.elements[$0].message }
        sums.add(
          .init(message: element.message, trigger: trigger, root: root, isInitial: evaluation.isInitial), number,
          meaning)
        if meaning.hasIdentity[element.message], let place = evaluation.trigger, let trigger,
          !resolved[place].isInitial
        {
          inserted[UInt64(view) << 32 | UInt64(trigger), default: 0] += element.repetitions
        }
        if !evaluation.isInitial { triggerUpdates.add(group, element.message, update.count) }
        initialElements.append(evaluation.isInitial)
      }
      for (key, size) in inserted {
        let batch = BatchKey(
          group: UInt32(group), view: UInt32(key >> 32), message: UInt32(truncatingIfNeeded: key))
        batchSizes.add(batches.number(of: batch), size, update.count)
      }
    }
    return initialElements
  }

  private mutating func note(
    _ sums: borrowing EvaluationSums, part: ProfilePart, run: RunProfile, meaning: RunMeaning, runIndex: Int,
    scenario: Int
  ) {
    let process = processes.number(of: part.process)
    sums.evaluations.visitAll { message, evaluations in
      let row = rowNumber(view: meaning.viewIndex[message], scenario: scenario)
      let initial = sums.initial[message]
      let updates = evaluations - initial
      rows[row].evaluations += evaluations
      rows[row].initial += initial
      if updates > 0 { updatesPerRun.add(row, runIndex, updates) }
      rowProcesses.add(row, process, 1)
      if meaning.isSelfOnly[message] {
        rows[row].selfOnly += evaluations
        rows[row].selfOnlyUpdates += updates
      }
      for (cause, raw) in zip(meaning.causes[message], meaning.rawCauses[message]) {
        let number = causes.number(of: cause)
        rowCauses.add(row, number, evaluations)
        if writtenDifferently.contains(cause) {
          variants.insert(Variant(row: UInt32(row), cause: UInt32(number), raw: UInt32(causes.number(of: raw))))
        }
      }
    }
    sums.triggers.visitAll { pair in
      rowTriggers.add(rowNumber(view: pair.first, scenario: scenario), pair.second, pair.count)
    }
    sums.roots.visitAll { pair in
      let row = rowNumber(view: pair.first, scenario: scenario)
      let recorded = sums.recordedRoots.count(pair.first, pair.second)
      for cause in meaning.rootCauses(of: pair.second) {
        let root = rootNumber(of: pair.second, cause, meaning, scenario)
        rowRoots.add(row, root, pair.count)
        roots[root].radius += pair.count
        if recorded > 0 {
          recordedRowRoots.add(row, root, recorded)
          roots[root].recorded += recorded
        }
        if meaning.viewIndex[pair.second] != pair.first { affected.add(root, pair.first, pair.count) }
      }
    }
    sums.changes.visitAll { message, number in
      for cause in meaning.rootCauses(of: message) {
        roots[rootNumber(of: message, cause, meaning, scenario)].changes += number
      }
    }
  }

  private mutating func rowNumber(view: Int, scenario: Int) -> Int {
    let key = UInt64(scenario) << 32 | UInt64(view)
    if let known = rowNumbers[key] { return known }
    rowNumbers[key] = rows.count
    rows.append(Row(view: view, scenario: scenario))
    return rows.count - 1
  }

  private mutating func rootNumber(of message: Int, _ cause: Cause, _ meaning: RunMeaning, _ scenario: Int) -> Int {
    let key = RootKey(
      view: UInt32(meaning.viewIndex[message]), cause: UInt32(causes.number(of: cause)), scenario: UInt32(scenario))
    if let known = rootNumbers[key] { return known }
    rootNumbers[key] = roots.count
    roots.append(Root(key: key))
    return roots.count - 1
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
  private mutating func countRecreations() {
    let sizes = batchSizes.takeGroups()
    let identity = causes.number(of: .identity)
    for (batch, key) in batches.values.enumerated() {
      let updates = sizes[batch].reduce(0) { $0 + $1.count }
      let opportunities = triggerUpdates.count(Int(key.group), Int(key.message))
      guard updates * 10 >= (opportunities > 0 ? opportunities : updates) * 9,
        let commonest = sizes[batch].max(by: { ($0.count, $0.second) < ($1.count, $1.second) }),
        let row = rowNumbers[UInt64(groups.values[Int(key.group)][1]) << 32 | UInt64(key.view)]
      else { continue }
      let (size, times) = (commonest.second, commonest.count)
      // What was inserted before: the first batch cannot have replaced anything.
      let inBatches = sizes[batch].reduce(0) { $0 + $1.second * $1.count }
      let recreations = rowCauses.count(row, identity) > inBatches ? times : times - 1
      // One view that comes and goes is a screen until it has done so repeatedly.
      guard recreations >= (size == 1 ? 3 : 1) else { continue }
      rows[row].recreated += recreations * size
    }
    for row in rows.indices {
      rows[row].recreated = min(rows[row].recreated, rows[row].initial)
      summary.totals.recreated += rows[row].recreated
    }
  }
}
