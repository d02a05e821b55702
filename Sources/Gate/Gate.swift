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
  /// Whether somebody said so: else a new view that does as much as nothing that the baseline knows is no mere warning.
  package var isAddedLevelChosen = false
  /// How views that only the baseline knows are reported: a view whose logging is gone must not look like one that is calm.
  package var removedLevel = Level.warn
  /// Scenarios that have to be there.
  package var requiredScenarios: [String] = []
  /// As many lost records are tolerated.
  package var lossLimit = 0
  /// With fewer runs on a side the verdict says so.
  package var minimumRuns = Self.defaultMinimumRuns
  /// Whether fewer leave the verdict open.
  package var requiresRuns = false
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
  /// Whether only some views were asked for, so that there may be runs without any of them.
  package var isNarrowed = false
  /// Whether commits are told good from bad: one whose views are gone is neither, however few they are.
  package var isBisecting = false
  /// Whether errors are only warnings.
  package var isAdvisory = false

  /// Identity that is lost shows only in what is re-created, so that is looked at, too; it is inferred, so it warns. So do
  /// first appearances, since longer lists have more of them.
  package static let defaultMetrics: [Metric: Level] = [.updates: .error, .initial: .warn, .recreated: .warn]

  /// As many equal runs make a view deterministic, the only class whose every increase is caught.
  package static let defaultMinimumRuns = NoiseClass.deterministicRuns

  package init(baseline: Baseline? = nil) { self.baseline = baseline }

  /// The verdict on runs, and on further runs of the same build that have to confirm it.
  package func verdict(
    on measured: Measurements, confirmedBy further: Measurements? = nil, losses: [Loss] = []
  ) -> Verdict {
    // What a test did before it failed is not all that it does; of a test that never passed there is nothing else to look at.
    let passed = measured.withoutBrokenRuns(keepsLast: true)
    // Runs of the baseline say nothing about another build, and must not outvote those that do.
    let current = hasContract ? baseline.map { passed.withoutCaptures(of: $0.measurements) } ?? passed : passed
    let renames =
      baseline.map {
        Renames(
          bodiesBefore: bodiesBefore ?? $0.bodies, bodies: bodies, causesBefore: $0.measurements.causes,
          causes: current.causes
        ).pairs($0.measurements, current)
      } ?? [:]
    let (confirmation, ownRuns) = withoutOwnRuns(further)
    var entries: [Verdict.Entry] = []
    let sides = Sides(baseline: baseline?.measurements, current: current, renames: renames, gate: self)
    let comparison = Comparison(gate: self, renames: renames, sides: sides)
    entries += comparison.budgetEntries()
    if let baseline, !current.isEmpty || looksFor(current) { entries += comparison.baselineEntries(baseline) }
    if let confirmation, !confirmation.isEmpty { entries = entries.map { confirmed($0, by: confirmation) } }
    entries = ChanceRises(gate: self).excused(entries)
    entries = entries.map { withoutPraise($0, of: measured) }
    entries = FewRuns(gate: self).held(entries)
    if hasContract, !isAddedLevelChosen { entries = NewViews(gate: self, sides: sides).doubted(entries) }
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
    let broken = check.brokenTests(measured)
    doubts += broken.doubts
    let isMissed = ownRuns == 0 || entries.contains { $0.level == .error || $0.isUndecided }
    if let confirmation, isMissed || !confirmation.isEmpty {
      for doubt in check.doubts(confirmation, [], isConfirming: true) where !doubts.contains(doubt) {
        doubts.append(doubt)
      }
    }
    doubts += check.openRises(entries) + [check.openBudgets(entries)].compactMap(\.self)
    if !doubts.contains(where: \.kind.spoilsFailures) {
      doubts += check.goneViews(entries, sides) + check.thinViews(entries, sides)
    }
    let shortage = shortage(current, confirmation)
    if requiresRuns, let shortage {
      let before = shortage.before.map { " and \($0) before" } ?? ""
      let place = shortage.scenario.map { " of '\($0)'" } ?? ""
      doubts.append(
        .init(
          kind: .tooFewRuns,
          message:
            "there are \(shortage.now) runs\(place) now\(before), and \(shortage.minimum) of each build are required"))
    }
    doubts += unmatchedPatterns.map { .init(kind: .unmatchedPattern, message: $0) }
    var remarks = broken.remarks
    if let further {
      remarks += check.brokenTests(further).doubts.map {
        "of the further runs \($0.message); those runs were not taken"
      }
    }
    if ownRuns > 0 {
      remarks.append(
        "\(grouped(ownRuns)) of the further runs are the baseline's own, the same captures or as long to the millisecond and with the "
          + "same numbers: they say nothing about this build and were not taken")
    }
    // 'baseline' followed by 'gate' on the same runs passes; nobody should take that for a verdict on another build.
    if hasContract, let own = baseline.map({ passed.without($0.measurements).repeated }), own > 0 {
      let runs = own >= passed.runs ? "these runs" : "\(grouped(own)) of \(grouped(passed.runs)) runs"
      remarks.append(
        "\(runs) are the baseline's own, the same captures or as long to the millisecond and with the same numbers: they say nothing "
          + "about another build\(current.runs < passed.runs ? ", and were not judged" : "")")
    }
    var idleBudgets = 0
    for budget in unmatchedBudgets(current) {
      if budget.level == .error, !current.isEmpty {
        doubts.append(.init(kind: .unmatchedBudget, message: budget.message))
      } else {
        remarks.append(budget.message)
        idleBudgets += 1
      }
    }
    if let message = check.nothingGated {
      if isAdvisory { remarks.append(message) } else { doubts.append(.init(kind: .nothingGated, message: message)) }
    }
    remarks += check.lengths(current) + check.holes(current)
    if let baseline, !current.isEmpty, let message = strays(in: baseline) { remarks.append(message) }
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
    var verdict = Verdict(
      outcome: Self.outcome(doubts, entries), doubts: doubts, entries: entries, remarks: remarks,
      updatesBefore: sides.before.map { Self.updates($0, open: sides.openBefore) },
      updatesNow: Self.updates(sides.now, open: sides.open), openViews: sides.open.count,
      runsBefore: baseline?.measurements.runs ?? 0, runsNow: current.runs, shortage: shortage)
    verdict.idleBudgets = idleBudgets
    verdict.minimumRuns = minimumRuns
    verdict.evaluationsBefore = sides.before.flatMap(Self.evaluations)
    verdict.evaluationsNow = Self.evaluations(sides.now)
    return verdict
  }

  /// Runs of the baseline confirm nothing about another build, and acquit it of nothing; neither do those of tests that did not pass.
  private func withoutOwnRuns(_ further: Measurements?) -> (rest: Measurements?, repeated: Int) {
    // Half of a test confirms nothing either.
    let whole = further?.withoutBrokenRuns(keepsLast: false)
    guard let whole, let baseline else { return (whole, 0) }
    return whole.without(baseline.measurements)
  }

  /// Of a test that passed in no run, fewer evaluations are no improvement.
  private func withoutPraise(_ entry: Verdict.Entry, of measured: Measurements) -> Verdict.Entry {
    guard entry.kind == .improvement || entry.kind == .ratchet,
      let reasons = measured.brokenTests[entry.unit.view.scenario],
      !reasons.contains(nil)
    else { return entry }
    var entry = entry
    entry.kind = .unchanged
    entry.level = .note
    entry.reason += "; no improvement, because the test passed in no run"
    return entry
  }

  /// Views whose runs differ so much that no rise can fail, and that have no budget; as told to people.
  package func tooNoisy(in baseline: Baseline) -> String? {
    let measurements = baseline.measurements
    let open = measurements.open
    let noisy = measurements.series.filter { unit, series in
      unit.metric == (open.contains(unit.view) ? .evaluations : .updates) && gateLevel(unit.metric) == .error
        && series.count >= NoiseClass.deterministicRuns && thresholds(for: unit).noise(series).isNoisy
        && budgets.limits(for: unit).isEmpty
    }.sorted { $0.key < $1.key }
    guard let first = noisy.first else { return nil }
    let runs = first.value.map { $0.map(grouped) ?? "–" }.joined(separator: ", ")
    let others = noisy.count == 1 ? "" : ", and so do \(grouped(noisy.count - 1)) more"
    return
      "the runs of '\(first.key.view.view)' differ too much to ever fail it (\(runs))\(others): a rise is a warning, and far "
      + "above all of them inconclusive; 'budgets:' in the configuration limits what such a view may do"
  }

  /// Views with one run in the baseline that lies far above its others: whatever stays below it passes.
  package func strays(in baseline: Baseline) -> String? {
    let strays = baseline.measurements.series.compactMap { unit, series -> (unit: Unit, runs: [Int])? in
      let runs = series.compactMap(\.self)
      guard unit.metric.isCount, gateLevel(unit.metric) > .off,
        NoiseRule.withoutStray(runs, thresholds(for: unit)) != nil
      else { return nil }
      return (unit, runs)
    }.sorted { $0.unit < $1.unit }
    guard let first = strays.first else { return nil }
    let runs = first.runs.map(grouped).joined(separator: ", ")
    let others = strays.count == 1 ? "" : ", and of \(grouped(strays.count - 1)) more"
    return
      "one run of the baseline lies far above its others for '\(first.unit.view.view)' (\(runs))\(others), and what stays "
      + "below it does not fail; if it was an accident, write the baseline anew without that run"
  }

  /// Whether views were looked for in runs that are there and have none of them.
  func looksFor(_ current: Measurements) -> Bool { isNarrowed && !current.milliseconds.isEmpty }

  /// Runs that would be doubted if the others were the baseline, such as one that was cut off; runs from 1 on.
  package func incompleteRuns(_ measurements: Measurements) -> [(scenario: String?, run: Int, message: String)] {
    var gate = self
    gate.hasContract = false
    return DataCheck(gate: gate).straysAmong(measurements)
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
    if now < minimumRuns || (before ?? minimumRuns) < minimumRuns {
      return Verdict.Shortage(minimum: minimumRuns, before: before, now: now)
    }
    let runsBefore = baseline?.measurements.runsByScenario
    let (runsNow, runsAfter) = (current.runsByScenario, confirmation?.runsByScenario ?? [:])
    return current.scenarios.compactMap(\.self).sorted().map { scenario in
      Verdict.Shortage(
        minimum: minimumRuns, before: runsBefore.map { $0[scenario] ?? 0 },
        now: (runsNow[scenario] ?? 0) + (runsAfter[scenario] ?? 0), scenario: scenario)
    }.filter { $0.now < minimumRuns || $0.before.map { (1..<minimumRuns).contains($0) } ?? false }
      .min { min($0.now, $0.before ?? .max) < min($1.now, $1.before ?? .max) }
  }

  /// What decides about a series.
  func thresholds(for unit: Unit) -> Thresholds {
    thresholds.scaled(for: unit.metric, over: baseline?.measurements.milliseconds[unit.view.scenario] ?? [])
  }

  /// Evaluations stand in for the updates of the views that are judged by them.
  func gateLevel(_ metric: Metric) -> Level {
    metrics[metric] ?? (metric == .evaluations ? metrics[.updates] : nil) ?? .off
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

  /// The medians of all evaluations added up; `nil` where those of a view are not known.
  private static func evaluations(_ measurements: Measurements) -> Double? {
    measurements.views.reduce(0 as Double?) { sum, view in
      guard let sum, let series = measurements.evaluations(of: view) else { return nil }
      return sum + Spread(series.compactMap(\.self)).median
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
