internal import TraceImport

extension RedrawSummary {
  /// Sums up a profile, inferring triggers over all of its runs.
  ///
  /// A profile that nobody else holds goes as soon as it is counted, before the lists are made.
  package init(_ profile: consuming TraceProfile) {
    let resolver = UpdateResolver(copy profile)
    self.init(profile, resolver: resolver) { _ in }
  }

  /// Sums up a profile with triggers as `resolver` finds them.
  ///
  /// - Parameters:
  ///   - resolver: One that learned from the same profile.
  ///   - onUpdate: Gets what was found for each update, in the order of runs, parts and updates, for those who need it too.
  package init(
    _ profile: consuming TraceProfile, resolver: consuming UpdateResolver,
    onUpdate: (_ evaluations: [UpdateResolver.Evaluation]) -> Void
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
private struct SummaryBuilder: ~Copyable {
  private typealias ViewID = RedrawSummary.ViewID

  /// A view of a scenario while it is being counted.
  private struct Row {
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

  private struct RootKey: Hashable {
    var view: UInt32
    var cause: UInt32
    var scenario: UInt32
  }

  private struct Root {
    var key: RootKey
    var changes = 0
    var radius = 0
    var recorded = 0
  }

  /// A cause of a view, and how it was written.
  private struct Variant: Hashable {
    var row: UInt32
    var cause: UInt32
    var raw: UInt32
  }

  /// Views that were inserted below an evaluation.
  private struct BatchKey: Hashable {
    /// The run and scenario.
    var group: UInt32
    var view: UInt32
    /// The message of the triggering evaluation.
    var message: UInt32
  }

  private var profile: TraceProfile
  private var resolver: UpdateResolver
  private let names: [String]
  private var summary = RedrawSummary()

  private var rows: [Row] = []
  private var rowNumbers: [UInt64: Int] = [:]
  private var scenarios = Numbering<String?>()
  private var processes = Numbering<ProcessIdentity>()
  private var causes = Numbering<Cause>()
  private var scenarioRuns: [Set<Int>] = []
  /// By row; their buckets are apart, because there are many histograms to a row.
  private var durations: [Int: DurationHistogram] = [:]
  private var durationBuckets = PairCounts()
  private var severities = SeverityCounts()
  /// Of the part that is being counted, the roots of each message.
  private var messageRoots: MessageRoots
  // By row, and what it is counted by: run, process, cause, triggering view, root.
  private var updatesPerRun = PairCounts()
  private var rowProcesses = PairCounts()
  private var rowCauses = PairCounts()
  private var rowTriggers = PairCounts()
  /// Of `rowTriggers` those that are recorded.
  private var recordedRowTriggers = PairCounts()
  private var rowRoots = PairCounts()
  /// Of `rowRoots` those to which every trigger on the way is recorded.
  private var recordedRowRoots = PairCounts()
  /// Causes that are written in more than one way: `@16` and key paths with addresses.
  private var variants: Set<Variant> = []
  private let writtenDifferently: Set<Cause>

  private var roots: [Root] = []
  private var rootNumbers: [RootKey: Int] = [:]
  /// By root and view.
  private var affected = PairCounts()

  // How rows appear together with the evaluation that triggers them, to tell re-creation from growth.
  private var groups = Numbering<[Int]>()
  private var batches = Numbering<BatchKey>()
  /// By batch and its size, the updates in which the view was inserted below the trigger.
  private var batchSizes = PairCounts()
  /// By group and message.
  private var triggerUpdates = PairCounts()

  init(_ profile: consuming TraceProfile, _ resolver: consuming UpdateResolver) {
    messageRoots = MessageRoots(count: profile.runs.map(\.messages.count).max() ?? 0)
    writtenDifferently = resolver.meanings.reduce(into: []) { $0.formUnion($1.writtenDifferently) }
    names = resolver.names
    self.profile = profile
    self.resolver = resolver
  }

  mutating func build(_ onUpdate: ([UpdateResolver.Evaluation]) -> Void) -> RedrawSummary {
    for (index, run) in profile.runs.enumerated() {
      let meaning = resolver.meanings[index]
      var timeline = TimelineBuilder(run, meaning)
      var sums = EvaluationSums(messageCount: run.messages.count)
      for part in run.parts {
        count(part, of: run, meaning: meaning, runIndex: index, to: &sums, timeline: &timeline, onUpdate)
        sums.reset()
        messageRoots.reset()
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
    sums.recorded.visitAll { message, number in rows[row(message)].recorded += number }
    summary.recordedTriggers += sums.recorded.total
    for (message, histogram) in part.durations {
      let row = row(message)
      durations[row, default: DurationHistogram()].addTotals(of: histogram)
      for bucket in histogram.buckets { durationBuckets.add(row, Int(bucket.number), bucket.count) }
      summary.untimed += histogram.untimed
      severities.merge(histogram.severityCounts)
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
    var resolved: [UpdateResolver.Evaluation] = []
    // Whether each element is at the end of a chain in which every trigger is recorded.
    var recordedChains: [Bool] = []
    // By view and message of the trigger.
    var inserted: [UInt64: Int] = [:]
    for update in updates {
      resolver.resolve(update, meaning, into: &resolved)
      onUpdate(resolved)
      recordedChains.removeAll(keepingCapacity: true)
      if !inserted.isEmpty { inserted.removeAll(keepingCapacity: true) }
      for (place, element) in update.elements.enumerated() {
        let evaluation = resolved[place]
        let number = element.repetitions * update.count
        let view = meaning.viewIndex[element.message]
        let root = update.elements[evaluation.root].message
        let isRecorded = element.trigger != .unknown && (evaluation.trigger.map { recordedChains[$0] } ?? true)
        recordedChains.append(isRecorded)
        if isRecorded { sums.recordedRoots.add(view, root, number) }
        let trigger = evaluation.trigger.map { update.elements[$0].message }
        if element.trigger != .unknown {
          sums.recorded.add(number, to: element.message)
          if let trigger { sums.recordedTriggers.add(view, meaning.viewIndex[trigger], number) }
        }
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
      let row = rowNumber(view: pair.first, scenario: scenario)
      rowTriggers.add(row, pair.second, pair.count)
      let recorded = sums.recordedTriggers.count(pair.first, pair.second)
      if recorded > 0 { recordedRowTriggers.add(row, pair.second, recorded) }
    }
    sums.roots.visitAll { pair in
      let row = rowNumber(view: pair.first, scenario: scenario)
      let recorded = sums.recordedRoots.count(pair.first, pair.second)
      for root in rootNumbers(of: pair.second, meaning, scenario) {
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
      for root in rootNumbers(of: message, meaning, scenario) { roots[root].changes += number }
    }
  }

  /// The roots that a message counts for, in the part that is being counted.
  private mutating func rootNumbers(of message: Int, _ meaning: RunMeaning, _ scenario: Int) -> [Int] {
    if let known = messageRoots[message] { return known }
    let numbers = meaning.rootCauses(of: message).map { rootNumber(of: message, $0, meaning, scenario) }
    messageRoots[message] = numbers
    return numbers
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

  // MARK: - Result

  private mutating func finish() -> RedrawSummary {
    summary.runs = profile.runs.count
    summary.totals.views = Set(rows.map(\.view)).count
    summary.severities = severities.byName
    let modules = profile.modules
    // What is needed no more goes before the lists are made.
    (rowNumbers, rootNumbers) = ([:], [:])
    profile = TraceProfile()
    resolver = UpdateResolver(profile)
    messageRoots = MessageRoots(count: 0)
    let ranks = Ranks(views: names, causes: causes.values)
    listViews(ranks, modules)
    rows = []
    listRootCauses(ranks)
    return summary
  }

  private mutating func listViews(_ ranks: Ranks, _ modules: [String: String]) {
    let runs = scenarioRuns.map { $0.sorted() }
    let updatesPerRun = updatesPerRun.takeGroups()
    let processesOfRow = rowProcesses.takeGroups()
    let causesOfRow = rowCauses.takeGroups()
    let triggersOfRow = rowTriggers.takeGroups()
    let rootsOfRow = rowRoots.takeGroups()
    let bucketsOfRow = durationBuckets.takeGroups()
    var variantNumbers = PairCounts()
    for variant in variants { variantNumbers.add(Int(variant.row), Int(variant.cause), 1) }
    variants = []
    // Most views have the same.
    var processLists: [[Int]: [ProcessIdentity]] = [:]

    let ranked = rows.indices.map { number -> (row: Int, id: ViewID) in
      let name = names[rows[number].view]
      return (number, ViewID(name: name, module: modules[name], scenario: scenarios.values[rows[number].scenario]))
    }.sorted { left, right in
      let (first, second) = (rows[left.row].updates, rows[right.row].updates)
      return first != second ? first > second : left.id < right.id
    }
    summary.views.reserveCapacity(ranked.count)
    for (rank, (number, id)) in ranked.enumerated() {
      let row = rows[number]
      let longest = RedrawSummary.longestList(atRank: rank)
      var view = RedrawSummary.View(id: id)
      view.evaluations = row.evaluations
      view.initial = row.initial
      view.recordedTriggers = row.recorded
      if var duration = durations.removeValue(forKey: number), !duration.isEmpty {
        duration.setBuckets(
          bucketsOfRow[number].map { DurationHistogram.Bucket(number: UInt16($0.second), count: $0.count) })
        view.duration = duration
      }
      view.recreated = row.recreated
      view.unchanged = row.unchanged
      view.selfOnly = row.selfOnly
      view.selfOnlyUpdates = row.selfOnlyUpdates
      let updates = updatesPerRun[number]
      view.runs = runs[row.scenario].map { run in updates.first { $0.second == run }?.count ?? 0 }
      view.causes = causesOfRow[number].sorted {
        ($1.count, ranks.causes[$0.second]) < ($0.count, ranks.causes[$1.second])
      }.map { entry in
        RedrawSummary.CauseCount(
          cause: causes.values[entry.second], evaluations: entry.count,
          variants: max(1, variantNumbers.count(number, entry.second)))
      }
      view.triggers = viewCounts(triggersOfRow[number], longest, ranks) {
        recordedRowTriggers.count(number, $0.second) < $0.count
      }
      let rootEntries = rootsOfRow[number].sorted { left, right in
        if left.count != right.count { return left.count > right.count }
        return ranks.isBefore(roots[left.second].key, roots[right.second].key)
      }
      view.rootCauses = rootEntries.prefix(longest).map { entry in
        let key = roots[entry.second].key
        return RedrawSummary.RootCount(
          view: names[Int(key.view)], cause: causes.values[Int(key.cause)], evaluations: entry.count,
          isInferred: recordedRowRoots.count(number, entry.second) < entry.count)
      }
      let numbers = processesOfRow[number].prefix(longest).map(\.second)
      let list =
        processLists[numbers]
        ?? numbers.map { processes.values[$0] }.sorted { ($0.name ?? "", $0.pid ?? 0) < ($1.name ?? "", $1.pid ?? 0) }
      processLists[numbers] = list
      view.processes = list
      summary.views.append(view)
    }
  }

  private mutating func listRootCauses(_ ranks: Ranks) {
    let affected = affected.takeGroups()
    let ranked = roots.indices.sorted { left, right in
      let (first, second) = (roots[left], roots[right])
      if first.radius != second.radius { return first.radius > second.radius }
      if ranks.isBefore(first.key, second.key) { return true }
      if ranks.isBefore(second.key, first.key) { return false }
      return (scenarios.values[Int(first.key.scenario)] ?? "") < (scenarios.values[Int(second.key.scenario)] ?? "")
    }
    summary.rootCauses.reserveCapacity(ranked.count)
    for (rank, number) in ranked.enumerated() {
      let root = roots[number]
      summary.rootCauses.append(
        RedrawSummary.RootCause(
          view: names[Int(root.key.view)], cause: causes.values[Int(root.key.cause)],
          scenario: scenarios.values[Int(root.key.scenario)], changes: root.changes, blastRadius: root.radius,
          affected: rank < RedrawSummary.mostRootCauses
            ? viewCounts(affected[number], RedrawSummary.longestList, ranks) { _ in root.recorded < root.radius } : [],
          isInferred: root.recorded < root.radius))
    }
  }

  private func viewCounts(
    _ counts: ArraySlice<PairCounts.Entry>, _ longest: Int, _ ranks: Ranks, isInferred: (PairCounts.Entry) -> Bool
  ) -> [RedrawSummary.TriggerCount] {
    counts.sorted { ($1.count, ranks.views[$0.second]) < ($0.count, ranks.views[$1.second]) }.prefix(longest)
      .map {
        RedrawSummary.TriggerCount(view: names[$0.second], evaluations: $0.count, isInferred: isInferred($0))
      }
  }

  /// The places of names in alphabetical order, so that long lists are sorted without comparing names.
  private struct Ranks {
    let views: [Int]
    let causes: [Int]

    init(views: [String], causes: [Cause]) {
      self.views = Self.ranks(of: views)
      self.causes = Self.ranks(of: causes.map(\.text))
    }

    /// By the names of the view and of the cause.
    func isBefore(_ left: RootKey, _ right: RootKey) -> Bool {
      (views[Int(left.view)], causes[Int(left.cause)]) < (views[Int(right.view)], causes[Int(right.cause)])
    }

    /// Equal names have equal ranks.
    private static func ranks(of names: [String]) -> [Int] {
      var ranks = [Int](repeating: 0, count: names.count)
      var last: Int?
      for (place, index) in names.indices.sorted(by: { names[$0] < names[$1] }).enumerated() {
        ranks[index] = last.flatMap { names[$0] == names[index] ? ranks[$0] : nil } ?? place
        last = index
      }
      return ranks
    }
  }
}

/// The numbers of the roots of each message, for one part after the other.
private struct MessageRoots {
  private var roots: [[Int]?]
  private var touched: [Int] = []

  init(count: Int) { roots = [[Int]?](repeating: nil, count: count) }

  subscript(message: Int) -> [Int]? {
    get { roots[message] }
    set {
      if roots[message] == nil { touched.append(message) }
      roots[message] = newValue
    }
  }

  mutating func reset() {
    for message in touched { roots[message] = nil }
    touched.removeAll(keepingCapacity: true)
  }
}

/// Numbers for values, in the order in which they were asked for.
private struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let known = numbers[value] { return known }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}

/// A count per message, used for one part after the other: of many parts each has few of the messages.
private struct MessageCounts {
  private var counts: [Int]
  private var touched: [Int] = []
  private(set) var total = 0

  init(count: Int) { counts = [Int](repeating: 0, count: count) }

  subscript(message: Int) -> Int { counts[message] }

  mutating func add(_ number: Int, to message: Int) {
    if counts[message] == 0, number > 0 { touched.append(message) }
    counts[message] += number
    total += number
  }

  mutating func reset() {
    for message in touched { counts[message] = 0 }
    touched.removeAll(keepingCapacity: true)
    total = 0
  }

  /// Calls the body with all messages that have a count.
  func visitAll(_ body: (_ message: Int, _ number: Int) -> Void) {
    for message in touched { body(message, counts[message]) }
  }
}

/// The evaluations of a part, summed up in the ways that are reported.
private struct EvaluationSums: ~Copyable {
  var evaluations: MessageCounts
  var initial: MessageCounts
  /// The evaluations that are their own root.
  var changes: MessageCounts
  /// By view and triggering view.
  var triggers = PairCounts()
  /// Of `triggers` those that are recorded.
  var recordedTriggers = PairCounts()
  /// By view and the message that is the root.
  var roots = PairCounts()
  /// Of `roots` those to which every trigger on the way is recorded; nothing is in it for logs.
  var recordedRoots = PairCounts()
  /// The evaluations whose trigger, or lack of one, is recorded.
  var recorded: MessageCounts

  init(messageCount: Int) {
    evaluations = MessageCounts(count: messageCount)
    initial = evaluations
    changes = evaluations
    recorded = evaluations
  }

  mutating func reset() {
    evaluations.reset()
    initial.reset()
    changes.reset()
    triggers = PairCounts()
    recordedTriggers = PairCounts()
    roots = PairCounts()
    recordedRoots = PairCounts()
    recorded.reset()
  }

  mutating func add(_ key: ResolvedCounts.Key, _ number: Int, _ meaning: RunMeaning) {
    evaluations.add(number, to: key.message)
    if key.isInitial { initial.add(number, to: key.message) }
    if key.root == key.message { changes.add(number, to: key.message) }
    let view = meaning.viewIndex[key.message]
    if let trigger = key.trigger { triggers.add(view, meaning.viewIndex[trigger], number) }
    roots.add(view, key.root, number)
  }
}
