internal import Vocabulary

/// Compares runs with a baseline and with budgets.
package struct Gate: Sendable {
  /// What is known to be wrong with an input.
  package struct Loss: Sendable, Hashable {
    package var input: String
    package var message: String
    /// How many records are lost; `nil` when the input is damaged and nobody knows.
    package var count: Int?

    package init(input: String, message: String, count: Int?) {
      self.input = input
      self.message = message
      self.count = count
    }
  }

  package var baseline: Baseline?
  package var budgets: [Budget] = []
  package var thresholds = Thresholds()
  /// How a regression of a metric is reported; metrics that are not named are recorded and not gated.
  package var metrics: [Metric: Level] = Self.defaultMetrics
  /// How views that the baseline does not know are reported.
  package var addedLevel = Level.warn
  /// How views that only the baseline knows are reported: a view whose logging is gone must not look like one that is calm.
  package var removedLevel = Level.warn
  /// Scenarios that have to be there.
  package var requiredScenarios: [String] = []
  /// As many lost records are tolerated.
  package var lossLimit = 0
  /// With fewer runs on a side the verdict says so.
  package var minimumRuns = Self.defaultMinimumRuns
  /// Whether a baseline that allows more than is measured fails, too.
  package var isRatcheting = false
  /// The fingerprint of each view's body, by its name, where sources are given: they tell which views were renamed.
  package var bodies: [String: String] = [:]
  /// The same of the baseline's sources; `nil` leaves it to what the baseline itself recorded.
  package var bodiesBefore: [String: String]?
  /// What the user asked for by name and is not there, as told to people.
  package var unmatchedPatterns: [String] = []
  /// Whether the baseline is a file that can be written anew, and not just other runs.
  package var hasContract = true
  /// Whether errors are only warnings.
  package var isAdvisory = false

  /// Identity that is lost shows only in what is re-created, so that is looked at, too; it is inferred, so it warns.
  package static let defaultMetrics: [Metric: Level] = [.updates: .error, .recreated: .warn]

  /// As many equal runs make a view deterministic, the only class of which every increase is caught.
  package static let defaultMinimumRuns = NoiseClass.deterministicRuns

  package init(baseline: Baseline? = nil) { self.baseline = baseline }

  /// The verdict on runs, and on further runs of the same build that have to confirm it.
  package func verdict(
    on current: Measurements, confirmedBy confirmation: Measurements? = nil, losses: [Loss] = []
  ) -> Verdict {
    let renames =
      baseline.map { Renames(bodiesBefore: bodiesBefore ?? $0.bodies, bodies: bodies).pairs($0.measurements, current) }
      ?? [:]
    var entries: [Verdict.Entry] = []
    let sides = Sides(baseline: baseline?.measurements, current: current, renames: renames, gate: self)
    let comparison = Comparison(gate: self, renames: renames, sides: sides)
    entries += comparison.budgetEntries()
    if let baseline, !current.isEmpty { entries += comparison.baselineEntries(baseline) }
    if let confirmation, !confirmation.isEmpty { entries = entries.map { confirmed($0, by: confirmation) } }
    if isAdvisory {
      for index in entries.indices {
        entries[index].level = min(entries[index].level, .warn)
        entries[index].isUndecided = false
      }
    }
    // The medians once, not for each comparison.
    entries = entries.map { (entry: $0, size: Self.difference($0)) }.sorted(by: Self.precedes).map { $0.entry }
    let check = DataCheck(gate: self)
    var doubts = check.doubts(current, losses)
    if let confirmation {
      for doubt in check.doubts(confirmation, [], isConfirming: true) where !doubts.contains(doubt) {
        doubts.append(doubt)
      }
    }
    doubts += [check.tooFewRuns(entries), check.openBudgets(entries)].compactMap(\.self)
    doubts += unmatchedPatterns.map { .init(kind: .unmatchedPattern, message: $0) }
    var remarks: [String] = []
    for budget in unmatchedBudgets(current) {
      if budget.level == .error, !current.isEmpty {
        doubts.append(.init(kind: .unmatchedBudget, message: budget.message))
      } else {
        remarks.append(budget.message)
      }
    }
    if !current.isEmpty { remarks += check.unmeasured(current).filter { $0.level < .error }.map(\.message) }
    if let place = check.uncompared(current) { remarks.append(place) }
    for (old, new) in renames.sorted(by: { $0.key < $1.key }) {
      remarks.append(
        "'\(new.view)' is held to be '\(old.view)' of the baseline, renamed"
          + (bodies.isEmpty ? ": nothing else fits; with '--sources' their bodies are compared" : ""))
    }
    for scenario in comparison.newScenarios(current) {
      remarks.append("the scenario '\(scenario)' is not in the baseline; write the baseline anew to gate it")
    }
    return Verdict(
      outcome: Self.outcome(doubts, entries), doubts: doubts, entries: entries, remarks: remarks,
      updatesBefore: sides.before.map { Self.updates($0, open: sides.openBefore) },
      updatesNow: Self.updates(sides.now, open: sides.open), openViews: sides.open.count,
      runsBefore: baseline?.measurements.runs ?? 0, runsNow: current.runs, shortage: shortage(current, confirmation))
  }

  /// What the doubts and the worst entry come to.
  private static func outcome(_ doubts: [Verdict.Doubt], _ entries: [Verdict.Entry]) -> Verdict.Outcome {
    if doubts.contains(where: \.kind.spoilsFailures) { return .inconclusive }
    if entries.contains(where: { $0.level == .error }) { return .failed }
    return doubts.isEmpty ? .passed : .inconclusive
  }

  private func shortage(_ current: Measurements, _ confirmation: Measurements?) -> Verdict.Shortage? {
    let now = current.runs + (confirmation?.runs ?? 0)
    let before = baseline?.measurements.runs
    guard now < minimumRuns || (before ?? minimumRuns) < minimumRuns else { return nil }
    return Verdict.Shortage(minimum: minimumRuns, before: before, now: now)
  }

  /// An offender stays one only if it offends in the confirming runs, too.
  private func confirmed(_ entry: Verdict.Entry, by confirmation: Measurements) -> Verdict.Entry {
    guard entry.isOffender else { return entry }
    var entry = entry
    entry.confirmation = confirmation.series[entry.unit] ?? []
    // More runs make no budget of updates decidable whose view does not tell them.
    if entry.isUndecided { return entry.allowed == nil ? decided(entry) : entry }
    switch self.confirmation(of: entry) {
    case .confirmed:
      entry.reason += "; confirmed"
    case .notAgain:
      entry.level = .note
      entry.reason += "; not confirmed by the further runs"
    case .withinNoise:
      entry.level = .note
      entry.reason += "; not confirmed: the runs of this build differ as much among themselves"
    }
    return entry
  }

  /// What was open because of a single run is judged by that and the confirming ones together.
  private func decided(_ entry: Verdict.Entry) -> Verdict.Entry {
    var entry = entry
    let judgement = NoiseRule.judge(
      baseline: entry.baseline, current: entry.current + entry.confirmation, thresholds(for: entry.unit))
    entry.isUndecided = judgement.change == .regressed && judgement.weight == .undecided
    entry.threshold = judgement.threshold
    if judgement.change != .regressed {
      entry.level = .note
      entry.reason = "\(judgement.reason), with the further runs"
    } else if judgement.weight == .binding {
      entry.level = gateLevel(entry.unit.metric)
      entry.reason = "\(judgement.reason); confirmed"
    }
    return entry
  }

  /// What decides about a series.
  func thresholds(for unit: Unit) -> Thresholds {
    thresholds.scaled(for: unit.metric, over: baseline?.measurements.milliseconds[unit.view.scenario] ?? [])
  }

  /// Evaluations stand in for the updates of the views that are judged by them.
  func gateLevel(_ metric: Metric) -> Level {
    metrics[metric] ?? (metric == .evaluations ? metrics[.updates] : nil) ?? .off
  }

  private func confirmation(of entry: Verdict.Entry) -> NoiseRule.Confirmation {
    let series = entry.confirmation
    switch entry.kind {
    case .budget: return Comparison.exceeds(series, entry.allowed ?? 0) ? .confirmed : .notAgain
    case .added: return series.contains { $0 != nil } ? .confirmed : .notAgain
    case .ratchet:
      let again = NoiseRule.judge(baseline: entry.baseline, current: series, thresholds(for: entry.unit))
      return again.change == .improved ? .confirmed : .notAgain
    case .removed: return series.contains { $0 != nil } ? .notAgain : .confirmed
    case .regression, .improvement, .unchanged:
      return NoiseRule.confirm(
        baseline: entry.baseline, current: entry.current, by: series, thresholds(for: entry.unit))
    }
  }

  /// A budget that is for no view at all: a slip of the pen, or a view that is gone.
  package struct UnmatchedBudget: Sendable, Hashable {
    /// The pattern of views.
    package var view: String
    /// How bad it would be to break it; what would fail must not pass because nobody is held to it.
    package var level: Level
    package var message: String
  }

  package func unmatchedBudgets(_ current: Measurements) -> [UnmatchedBudget] {
    let views = current.views
    return budgets.filter { budget in budget.level > .off && !views.contains(where: budget.matches) }.map { budget in
      let place = budget.scenario.map { " in scenarios '\($0.pattern)'" } ?? ""
      let module = budget.module.map { " of modules '\($0.pattern)'" } ?? ""
      return UnmatchedBudget(
        view: budget.view.pattern, level: isAdvisory ? min(budget.level, .warn) : budget.level,
        message: "the budget for '\(budget.view.pattern)'\(place)\(module) (line \(budget.line)) matches no view")
    }
  }

  /// The medians added up, of each view of what it is judged by.
  private static func updates(_ measurements: Measurements, open: Set<ViewUnit>) -> Double {
    measurements.series.reduce(0) { sum, element in
      element.key.metric == (open.contains(element.key.view) ? .evaluations : .updates)
        ? sum + Spread(element.value.compactMap(\.self)).median : sum
    }
  }

  /// Offenders first, then the worst level, then the largest difference, then by name.
  private static func precedes(
    _ first: (entry: Verdict.Entry, size: Double), _ second: (entry: Verdict.Entry, size: Double)
  ) -> Bool {
    let (left, right) = (first.entry, second.entry)
    if left.level != right.level { return left.level > right.level }
    if left.kind != right.kind { return order(left.kind) < order(right.kind) }
    if first.size != second.size { return first.size > second.size }
    if left.unit != right.unit { return left.unit < right.unit }
    return (left.line ?? 0) < (right.line ?? 0)
  }

  private static func order(_ kind: Verdict.Entry.Kind) -> Int {
    Verdict.Entry.Kind.allCases.firstIndex(of: kind) ?? 0
  }

  private static func difference(_ entry: Verdict.Entry) -> Double {
    abs(Spread(entry.current.compactMap(\.self)).median - Spread(entry.baseline.compactMap(\.self)).median)
  }
}
