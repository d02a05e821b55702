internal import Vocabulary

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
    return failed(entry) ?? weighed(entry, self.confirmation(of: entry))
  }

  /// What only warns because the baseline's runs differ fails where all runs, the first and five further ones or more, lie clearly
  /// above all of them; else `nil`.
  private func failed(_ entry: Verdict.Entry) -> Verdict.Entry? {
    let thresholds = thresholds(for: entry.unit)
    guard entry.kind == .regression, entry.level == .warn, entry.noise == .jittery,
      entry.mayFail, entry.baseline.count >= NoiseClass.deterministicRuns,
      NoiseRule.isDecided(by: entry.confirmation, above: entry.baseline, thresholds),
      NoiseRule.isClear(again: entry.current, above: entry.baseline, thresholds)
    else { return nil }
    var entry = entry
    let runs = entry.current + entry.confirmation
    entry.level = .error
    entry.reason =
      NoiseRule.difference(from: entry.baseline, to: runs, thresholds).text
      + "; confirmed: all \(count(runs)) runs of this build are clearly above all of the baseline's"
    return entry
  }

  /// What all runs of the build come to, the first and the further ones together.
  private func weighed(_ entry: Verdict.Entry, _ confirmation: NoiseRule.Confirmation) -> Verdict.Entry {
    var entry = entry
    let all = risen(entry)
    func open(_ text: String) {
      entry.reason += "; \(text)"
      // What warns goes on warning; what fails is neither failed nor passed.
      entry.isUndecided = entry.isUndecided || entry.level == .error
      entry.level = min(entry.level, .warn)
    }
    switch confirmation {
    case .confirmed: entry.reason += "; confirmed: \(all)"
    case .notAgain:
      entry.level = .note
      entry.isUndecided = false
      entry.reason += "; not confirmed: \(all), and none of the \(count(entry.confirmation)) further ones"
    case .tooFew:
      open("\(all), and the further ones are fewer than those that did: pass as many to take it back")
    case .torn: open("\(all), some of the further ones among them")
    case .withinNoise:
      open(
        "\(all), and the runs of both builds vary too much for that to stand out: \(NoiseRule.decidingRuns) further runs or more "
          + "that are all clearly above the baseline's would confirm it")
      if entry.isUndecided, entry.opening == nil { entry.opening = .noisyRuns }
    }
    return entry
  }

  private func count(_ series: Measurements.Series) -> String { grouped(series.count { $0 != nil }) }

  /// `8 of 9 runs of this build are above the limit`.
  private func risen(_ entry: Verdict.Entry) -> String {
    let runs = (entry.current + entry.confirmation).compactMap(\.self)
    let old = entry.baseline.compactMap(\.self)
    let thresholds = thresholds(for: entry.unit)
    let noise = thresholds.noise(entry.baseline)
    let above = runs.count { run in
      switch entry.kind {
      case .ratchet: old.min().map { run < $0 } ?? false
      case .added, .removed: true
      case .budget, .regression, .improvement, .unchanged:
        entry.allowed.map { run > $0 } ?? NoiseRule.rises(run, above: old, noise, thresholds)
      }
    }
    let what =
      entry.kind == .ratchet ? "are below the baseline" : entry.kind == .added ? "have it" : "are above the limit"
    return "\(grouped(above)) of \(grouped(runs.count)) runs of this build \(what)"
  }

  /// What was open is judged by the runs and the confirming ones together.
  private func decided(_ entry: Verdict.Entry) -> Verdict.Entry {
    // Fewer updates confirm nothing where it is the first appearances that count.
    if entry.opening == .madeAnew, entry.unit.metric == .updates { return entry }
    var entry = entry
    let thresholds = thresholds(for: entry.unit)
    let old = entry.baseline.compactMap(\.self)
    let first = entry.current.compactMap(\.self)
    let together = NoiseRule.judge(
      baseline: entry.baseline, current: entry.current + entry.confirmation, thresholds)
    let again = NoiseRule.judge(baseline: entry.baseline, current: entry.confirmation, thresholds)
    let rose = first.count { NoiseRule.rises($0, above: old, thresholds.noise(entry.baseline), thresholds) }
    // Where most rose before and all do now, and clearly, the one that did not was the odd one.
    let isClear = NoiseRule.isClear(again: entry.confirmation, above: entry.baseline, thresholds)
    let judged = [together] + (2 * rose >= first.count && isClear ? [again] : [])
    if entry.opening != .madeAnew,
      let red = judged.first(where: { $0.change == .regressed && $0.weight == .binding })
    {
      entry.isUndecided = false
      entry.level = gateLevel(entry.unit.metric)
      entry.threshold = red.threshold
      entry.reason = "\(red.reason); confirmed: \(risen(entry))"
      return entry
    }
    if together.change == .regressed, together.weight == .advisory {
      entry.isUndecided = false
      entry.reason = together.reason
      return entry
    }
    // Far above with the further runs as well, it is acquitted of nothing, however much the baseline's runs differ.
    if together.isFarAbove {
      entry.reason = "\(together.reason); the further runs included"
      return entry
    }
    switch confirmation(of: entry) {
    case .notAgain: return weighed(entry, .notAgain)
    case .tooFew: return weighed(entry, .tooFew)
    case .torn: return weighed(entry, .torn)
    case .confirmed, .withinNoise:
      entry.reason += "; \(risen(entry))"
      let all = (first + entry.confirmation.compactMap(\.self))
      if entry.opening == nil, !entry.restsOnFewRuns,
        all.allSatisfy({ NoiseRule.rises($0, above: old, thresholds.noise(entry.baseline), thresholds) })
      {
        entry.opening = .noisyRuns
      }
      return entry
    }
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
    let together = NoiseRule.judge(baseline: entry.baseline, current: entry.current + further, thresholds)
    entry.isUndecided =
      level == .error && again.weight != .advisory
      && (together.change == .regressed
        || NoiseRule.standsOut(baseline: entry.baseline, runs: entry.current + further, thresholds))
    entry.reason = "only the further runs rose: \(again.reason); \(risen(entry))"
    return entry
  }

  private func confirmation(of entry: Verdict.Entry) -> NoiseRule.Confirmation {
    let series = entry.confirmation
    let first = entry.current.compactMap(\.self)
    let further = series.compactMap(\.self)
    switch entry.kind {
    case .budget:
      let allowed = entry.allowed ?? 0
      if Comparison.exceeds(series, allowed) { return .confirmed }
      if further.contains(where: { $0 > allowed }) { return .torn }
      return further.count >= first.count { $0 > allowed } ? .notAgain : .tooFew
    case .added: return further.isEmpty ? .notAgain : .confirmed
    case .ratchet:
      let again = NoiseRule.judge(baseline: entry.baseline, current: series, thresholds(for: entry.unit))
      return again.change == .improved ? .confirmed : .notAgain
    case .removed: return further.isEmpty ? .confirmed : .notAgain
    case .regression, .improvement, .unchanged:
      let thresholds = thresholds(for: entry.unit)
      let again = NoiseRule.judge(baseline: entry.baseline, current: series, thresholds)
      // A warning is confirmed by what warns.
      if entry.level == .warn, !entry.isUndecided, again.change == .regressed { return .confirmed }
      return NoiseRule.confirm(
        baseline: entry.baseline, current: entry.current, by: series, thresholds)
    }
  }
}
