internal import Vocabulary

/// Makes the entries of a verdict.
struct Comparison {
  /// Why a view is judged by all of its evaluations.
  static let openReason = "its lines do not tell first appearances from updates"

  let gate: Gate
  let renames: [ViewUnit: ViewUnit]
  let sides: Sides

  /// Whether the median of the runs, the lower of two, is above a limit: one odd run breaks no budget.
  static func exceeds(_ series: [Int?], _ maximum: Int) -> Bool {
    middle(series).map { $0 > maximum } ?? false
  }

  private static func middle(_ series: [Int?]) -> Int? {
    let values = series.compactMap(\.self).sorted()
    return values.isEmpty ? nil : values[(values.count - 1) / 2]
  }

  func budgetEntries() -> [Verdict.Entry] {
    sides.now.series.flatMap { unit, series in
      gate.budgets.limits(for: unit).map { budget, limit in
        if unit.metric == .updates, let bounds = sides.now.bounds[unit.view] {
          return budgetEntry(unit, series, budget, limit, between: bounds)
        }
        return budgetEntry(unit, series, budget, limit)
      }
    }
  }

  private func budgetEntry(
    _ unit: Unit, _ series: Measurements.Series, _ budget: Budget, _ limit: Budget.Limit
  ) -> Verdict.Entry {
    let isExceeded = Self.exceeds(series, limit.maximum)
    let middle = Self.middle(series) ?? 0
    var reason =
      isExceeded
      ? "the median is \(unit.metric.text(middle)), and at most \(unit.metric.text(limit.maximum)) are allowed"
      : "within the budget"
    if isExceeded, let message = limit.message { reason += ": \(message)" }
    var entry = Verdict.Entry(
      unit: unit, kind: isExceeded ? .budget : .unchanged, level: isExceeded ? limit.level : .off,
      baseline: [], current: series, noise: nil, threshold: "budget: at most \(unit.metric.text(limit.maximum))",
      reason: reason, allowed: limit.maximum, line: budget.line)
    let known = series.compactMap(\.self)
    let above = known.count { $0 > limit.maximum }
    if isExceeded || above == 0 { return entry }
    // Not a word about runs that break it would be too little, however many keep it.
    entry.level = .note
    entry.reason =
      "within the budget by the median of the runs; \(grouped(above)) of \(grouped(known.count)) runs are above it"
    if known.count < NoiseClass.deterministicRuns {
      entry.kind = .budget
      entry.level = min(limit.level, .warn)
      entry.isUndecided = limit.level == .error
      entry.reason = "one of two runs is above the budget; record \(NoiseClass.deterministicRuns) or more"
    }
    return entry
  }

  /// Of a view whose updates are only known to lie between two numbers: broken if the least is too many, kept if the most is
  /// not, else nobody knows.
  private func budgetEntry(
    _ unit: Unit, _ series: Measurements.Series, _ budget: Budget, _ limit: Budget.Limit,
    between bounds: Measurements.Bounds
  ) -> Verdict.Entry {
    if Self.exceeds(bounds.least, limit.maximum) { return budgetEntry(unit, bounds.least, budget, limit) }
    var entry = budgetEntry(unit, series, budget, limit)
    let least = grouped(Self.middle(bounds.least) ?? 0)
    let most = grouped(Self.middle(bounds.most) ?? 0)
    entry.kind = .unchanged
    entry.level = .off
    entry.isUndecided = false
    entry.reason = "within the budget"
    if Self.exceeds(bounds.most, limit.maximum) {
      entry.kind = .budget
      entry.level = limit.level == .error ? .warn : .note
      entry.isUndecided = limit.level == .error
      entry.isInferred = true
      entry.reason =
        "between \(least) and \(most) updates, since \(Self.openReason); give it a budget of '\(Metric.evaluations.rawValue)'"
    }
    return entry
  }

  func baselineEntries(_ baseline: Baseline) -> [Verdict.Entry] {
    guard let before = sides.before else { return [] }
    var entries: [Verdict.Entry] = []
    var seen: Set<Unit> = []
    for (unit, old) in before.series where isCompared(unit) {
      var now = unit
      now.view = renames[unit.view] ?? unit.view
      seen.insert(now)
      guard let new = sides.now.series[now] else {
        if unit.metric == primary(of: now.view) { entries.append(removed(unit, old, baseline)) }
        continue
      }
      // What stands for evaluations in the file are the lines that they are the sum of.
      let line = baseline.lines[unit] ?? baseline.lines[Unit(unit.view, .updates)]
      var entry = compared(now, old, new, from: unit.view, line: line)
      if now.view != unit.view {
        entry.renamedFrom = unit.view
        entry.reason += "; renamed from '\(unit.view.view)'"
      }
      entries.append(entry)
    }
    let known = before.views.union(renames.values)
    let recorded = before.metrics
    let oldNames = Dictionary(renames.map { ($0.value, $0.key) }) { first, _ in first }
    for (unit, new) in sides.now.series where !seen.contains(unit) {
      if known.contains(unit.view) {
        // The view is known, and this of it was zero throughout, unless the baseline has nothing of the kind at all.
        if unit.metric == .recreated || unit.metric == .blastRadius && recorded.contains(.blastRadius) {
          let old = oldNames[unit.view] ?? unit.view
          let runs = before.series[Unit(old, .updates)] ?? new
          let line = baseline.lines[Unit(old, primary(of: unit.view))] ?? baseline.lines[Unit(old, .updates)]
          entries.append(compared(unit, runs.map { $0.map { _ in 0 } }, new, from: old, line: line))
        }
      } else if unit.metric == primary(of: unit.view) {
        entries.append(added(unit, new))
      }
    }
    return entries
  }

  /// Evaluations that are only there for a budget are held against nothing else.
  private func isCompared(_ unit: Unit) -> Bool {
    unit.metric != .evaluations || gate.metrics[.evaluations] != nil
      || sides.open.contains(renames[unit.view] ?? unit.view)
  }

  /// What a view is judged by.
  private func primary(of view: ViewUnit) -> Metric { sides.primary(of: view) }

  private func hasBudget(_ unit: Unit) -> Bool {
    let metrics: [Metric] = unit.metric == .evaluations ? [.evaluations, .updates] : [unit.metric]
    return metrics.contains { !gate.budgets.limits(for: Unit(unit.view, $0, cause: unit.cause)).isEmpty }
  }

  func newScenarios(_ current: Measurements) -> [String] {
    guard let baseline = gate.baseline else { return [] }
    return current.scenarios.subtracting(baseline.measurements.scenarios).map { $0 ?? "outside of any" }.sorted()
  }

  /// - Parameter view: The name that the view has in the baseline.
  private func compared(
    _ unit: Unit, _ old: [Int?], _ new: [Int?], from view: ViewUnit, line: Int?
  ) -> Verdict.Entry {
    let judgement = NoiseRule.judge(
      baseline: old, current: new, gate.thresholds(for: unit), mayFail: gate.gateLevel(unit.metric) != .warn)
    var entry = Verdict.Entry(
      unit: unit, kind: .unchanged, level: .off, baseline: old, current: new, noise: judgement.noise,
      threshold: judgement.threshold, reason: judgement.reason, line: line)
    let isOpen = sides.open.contains(unit.view)
    if isOpen, unit.metric == .updates || unit.metric == .initial {
      return inferred(entry, "\(Self.openReason): its evaluations are judged instead")
    }
    if unit.metric == .updates, judgement.change == .improved, isMadeAnew(unit.view, from: view) {
      entry.reason =
        "\(judgement.reason), and as many more first appearances: made anew instead of updated is no improvement"
      return entry
    }
    if unit.metric == .updates, judgement.change == .improved, let now = sides.now.evaluations(of: unit.view),
      sides.before?.evaluations(of: view) == nil
    {
      entry = withoutInitial(entry, old, now)
      if entry.kind == .regression || entry.level == .note { return entry }
    }
    let restsOnOthers = unit.metric == .recreated || isOpen && unit.metric == .perInteraction
    if restsOnOthers, !isBorneOut(judgement.change, of: unit.view, from: view) {
      return inferred(
        entry, "\(judgement.reason); inferred from the views around it, and it does itself what it did before")
    }
    if isOpen, unit.metric == .evaluations { entry.reason += "; first appearances included, since \(Self.openReason)" }
    var level = gate.gateLevel(unit.metric)
    if unit.metric == .evaluations, !isOpen { level = gate.metrics[.evaluations] ?? .off }
    if unit.metric == .initial, judgement.change == .regressed, isMadeAnew(unit.view, from: view) {
      level = max(level, gate.gateLevel(.recreated))
      entry.reason += "; as many updates fewer: the view is made anew instead of updated, and loses its state"
    }
    let isMoreWork =
      unit.metric == .initial && gate.gateLevel(.updates) == .error && isMadeAnew(unit.view, from: view)
      && evaluations(unit.view, from: view) == .regressed
    if unit.metric == .updates, sides.guessed.contains(unit.view) { level = min(level, .warn) }
    entry.mayFail = level == .error
    switch judgement.change {
    case .regressed:
      entry.kind = .regression
      switch judgement.weight {
      case .binding:
        entry.level = level
        if level == .warn, isMoreWork {
          entry.isUndecided = true
          entry.opening = .madeAnew
        }
      case .undecided:
        entry.level = min(level, .warn)
        entry.isUndecided = level == .error
        if judgement.isFarAbove { entry.opening = .noisyBaseline }
        // Where the runs say too little, a budget has the verdict.
        if judgement.isFarAbove, hasBudget(unit) {
          entry.isUndecided = false
          entry.level = .note
          entry.reason += "; its budget applies"
        }
      case .advisory:
        entry.level = min(level, .warn)
        // What says too little to fail has a verdict all the same where there is a budget.
        if entry.level == .warn, hasBudget(unit) {
          entry.level = .note
          entry.reason += "; its budget applies"
        }
      }
    case .improved:
      entry.kind = .improvement
      if gate.isRatcheting, judgement.weight == .binding, level == .error {
        entry.kind = .ratchet
        entry.level = .error
        entry.reason += "; the baseline allows more than is measured: write it anew"
      } else if level != .off {
        entry.level = .note
      }
    case .unchanged: if judgement.hasStrayRun, level > .off { entry.level = .note }
    }
    if level == .off {
      entry.isGated = false
      entry.threshold = "none, it is only recorded"
    }
    return entry
  }

  /// What rests on the neighbours is told, and nothing is made of it.
  private func inferred(_ entry: Verdict.Entry, _ reason: String) -> Verdict.Entry {
    var entry = entry
    entry.reason = reason
    entry.threshold = "none, it is only recorded"
    entry.isGated = false
    entry.isInferred = true
    return entry
  }

  /// Whether updates of a view became first appearances: there are fewer of those, more of these, and no fewer of both together.
  private func isMadeAnew(_ view: ViewUnit, from old: ViewUnit) -> Bool {
    guard !sides.open.contains(view), let before = sides.before, before.evaluations(of: old) != nil else {
      return false
    }
    let change = { (metric: Metric) -> Judgement.Change? in
      guard let series = before.series[Unit(old, metric)], let current = sides.now.series[Unit(view, metric)] else {
        return nil
      }
      return NoiseRule.judge(baseline: series, current: current, gate.thresholds(for: Unit(view, metric))).change
    }
    return change(.updates) == .improved && change(.initial) == .regressed
      && evaluations(view, from: old) != .improved
  }

  /// What became of all evaluations of a view; `nil` where the baseline does not know them.
  private func evaluations(_ view: ViewUnit, from old: ViewUnit) -> Judgement.Change? {
    guard let before = sides.before?.evaluations(of: old), let now = sides.now.evaluations(of: view) else { return nil }
    return NoiseRule.judge(baseline: before, current: now, gate.thresholds(for: Unit(view, .evaluations))).change
  }

  /// Fewer updates than a baseline that knows no first appearances: with those, there may be as many evaluations, or more.
  private func withoutInitial(
    _ entry: Verdict.Entry, _ old: [Int?], _ now: Measurements.Series
  ) -> Verdict.Entry {
    var entry = entry
    let all = NoiseRule.judge(baseline: old, current: now, gate.thresholds(for: entry.unit)).change
    let level = gate.gateLevel(.updates)
    let median = { (series: [Int?]) in Spread(series.compactMap(\.self)).median }
    guard level > .off, median(now) >= median(old) else { return entry }
    entry.level = .note
    entry.reason +=
      "; with first appearances \(NoiseRule.text(median(now))) evaluations, and the baseline does not hold those: "
      + "no improvement that anybody could tell"
    if all == .regressed {
      entry.kind = .regression
      entry.level = .warn
      entry.isUndecided = level == .error
      entry.opening = .madeAnew
    }
    return entry
  }

  /// Whether what a view does itself changed as well: an inference alone may change because of other views.
  private func isBorneOut(_ change: Judgement.Change, of view: ViewUnit, from old: ViewUnit) -> Bool {
    if change == .unchanged { return true }
    let metrics: [Metric] = sides.open.contains(view) ? [.evaluations] : [.updates, .initial]
    let known = metrics.compactMap { metric -> (Measurements.Series, Measurements.Series)? in
      guard let before = sides.before?.series[Unit(old, metric)], let now = sides.now.series[Unit(view, metric)]
      else { return nil }
      return (before, now)
    }
    return known.isEmpty || known.contains { Set($0) != Set($1) }
  }

  private func added(_ unit: Unit, _ new: [Int?]) -> Verdict.Entry {
    let hasBudget = hasBudget(unit)
    return Verdict.Entry(
      unit: unit, kind: .added, level: hasBudget ? .note : gate.addedLevel, baseline: [], current: new, noise: nil,
      threshold: hasBudget ? "its budget" : Verdict.Entry.noLimit,
      reason: hasBudget
        ? "not in the baseline; its budget applies"
        : "not in the baseline; write the baseline anew, or give it a budget")
  }

  private func removed(_ unit: Unit, _ old: [Int?], _ baseline: Baseline) -> Verdict.Entry {
    Verdict.Entry(
      unit: unit, kind: .removed, level: gate.removedLevel, baseline: old, current: [], noise: NoiseClass(old),
      threshold: Verdict.Entry.noLimit,
      reason: "in the baseline, and in none of these runs; if it is gone for good, write the baseline anew",
      line: baseline.lines[unit] ?? baseline.lines[Unit(unit.view, .updates)])
  }
}

/// What is compared: both sides with the evaluations of all views that are judged by them.
///
/// A view that is open on one side is on the other, too: like is held against like.
struct Sides {
  /// `nil` without a baseline.
  private(set) var before: Measurements?
  private(set) var now: Measurements
  /// The views that are judged by all of their evaluations, as these runs and as the baseline call them.
  private(set) var open: Set<ViewUnit> = []
  private(set) var openBefore: Set<ViewUnit> = []
  /// Open views that the baseline has nothing but updates of: those are all there is to compare, and say too little to fail.
  private(set) var guessed: Set<ViewUnit> = []

  /// What a view is judged by.
  func primary(of view: ViewUnit) -> Metric { open.contains(view) ? .evaluations : .updates }

  func isPrimary(_ unit: Unit) -> Bool { unit.metric == primary(of: unit.view) }

  init(baseline: Measurements?, current: Measurements, renames: [ViewUnit: ViewUnit], gate: Gate) {
    before = baseline
    now = current
    let oldNames = Dictionary(renames.map { ($0.value, $0.key) }) { first, _ in first }
    let candidates = current.open.union((baseline?.open ?? []).map { renames[$0] ?? $0 })
    for view in candidates {
      let old = oldNames[view] ?? view
      if baseline?.series[Unit(old, .updates)] != nil, baseline?.evaluations(of: old) == nil {
        guessed.insert(view)
        continue
      }
      open.insert(view)
      openBefore.insert(old)
    }
    let isForAll =
      gate.metrics[.evaluations] ?? .off > .off || gate.budgets.contains { $0.limits[.evaluations] != nil }
    if isForAll {
      for view in now.views { now.complete(view) }
      for view in before?.views ?? [] { before?.complete(view) }
    }
    for view in open { now.makeOpen(view) }
    for view in openBefore { before?.makeOpen(view) }
  }
}
