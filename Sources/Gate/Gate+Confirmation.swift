/// What further runs of the same build say about a verdict.
extension Gate {
  /// An offender stays one only if it offends in the confirming runs, too; what offends in those alone is not passed over.
  func confirmed(_ entry: Verdict.Entry, by confirmation: Measurements) -> Verdict.Entry {
    var entry = entry
    entry.confirmation =
      confirmation.series[entry.unit]
      ?? (entry.unit.metric == .evaluations ? confirmation.evaluations(of: entry.unit.view) : nil) ?? []
    guard entry.isOffender else { return againstFurtherRuns(entry) }
    if entry.isUndecided {
      if entry.allowed == nil { return decided(entry) }
      // More runs make no budget of updates decidable whose view does not tell them.
      return entry.isInferred ? entry : decidedBudget(entry)
    }
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
    let thresholds = thresholds(for: entry.unit)
    var judgement = NoiseRule.judge(
      baseline: entry.baseline, current: entry.current + entry.confirmation, thresholds)
    if judgement.change == .regressed, judgement.weight == .undecided {
      // Most rose before, and all do now: the one that did not was the odd one.
      let again = NoiseRule.judge(baseline: entry.baseline, current: entry.confirmation, thresholds)
      if again.change == .regressed, again.weight == .binding { judgement = again }
    }
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

  /// A budget that two runs disagree about is judged by those and the confirming ones together.
  private func decidedBudget(_ entry: Verdict.Entry) -> Verdict.Entry {
    var entry = entry
    let series = entry.current + entry.confirmation
    let isExceeded = Comparison.exceeds(series, entry.allowed ?? 0)
    entry.isUndecided = false
    entry.level = isExceeded ? budgetLevel(of: entry) : .note
    entry.reason =
      isExceeded ? "most runs, the further ones included, are above it" : "within the budget, with the further runs"
    return entry
  }

  /// What the budget says that an entry is held to.
  private func budgetLevel(of entry: Verdict.Entry) -> Level {
    budgets.limits(for: entry.unit).first { $0.budget.line == entry.line && $0.limit.maximum == entry.allowed }?.limit
      .level
      ?? .off
  }

  /// What passes by the runs and would not by the further ones: nobody can tell which of them are the odd ones.
  private func againstFurtherRuns(_ entry: Verdict.Entry) -> Verdict.Entry {
    var entry = entry
    let further = entry.confirmation
    guard further.contains(where: { $0 != nil }), entry.isGated else { return entry }
    if let allowed = entry.allowed {
      guard entry.kind == .unchanged, Comparison.exceeds(further, allowed) else { return entry }
      let level = budgetLevel(of: entry)
      entry.kind = .budget
      entry.level = min(level, .warn)
      entry.isUndecided = level == .error
      entry.reason = "within the budget, and above it in the further runs"
      return entry
    }
    guard entry.kind == .unchanged || entry.kind == .improvement else { return entry }
    let thresholds = thresholds(for: entry.unit)
    let again = NoiseRule.judge(baseline: entry.baseline, current: further, thresholds)
    guard again.change == .regressed else { return entry }
    let level = gateLevel(entry.unit.metric)
    entry.kind = .regression
    entry.level = min(level, .warn)
    // Where the runs of both together do not stand out, it may be the noise of that many runs.
    entry.isUndecided =
      level == .error && again.weight != .advisory
      && NoiseRule.standsOut(baseline: entry.baseline, runs: entry.current + further, thresholds)
    entry.reason = "only the further runs rose: \(again.reason)"
    return entry
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
}
