/// What changed from some runs to others; a report and no verdict.
package struct RunComparison: Sendable, Hashable {
  package enum Change: String, Sendable, Hashable, CaseIterable {
    case regressed, improved, new, removed, unchanged
  }

  package struct Entry: Sendable, Hashable {
    package var unit: Unit
    package var change: Change
    package var renamedFrom: ViewUnit?
    package var before: Measurements.Series
    package var after: Measurements.Series
    package var noise: NoiseClass?
    /// Why it is taken for a change, or not.
    package var reason: String

    /// From median to median; absent sides count as 0.
    package var difference: Double {
      Spread(after.compactMap(\.self)).median - Spread(before.compactMap(\.self)).median
    }
  }

  /// By change, then the largest difference first.
  package var entries: [Entry]
  /// Why the two may not be comparable.
  package var doubts: [Verdict.Doubt]
  package var updatesBefore: Double
  package var updatesAfter: Double
  package var runsBefore: Int
  package var runsAfter: Int
  /// What concerns all of it, such as that there is a single run.
  package var remarks: [String] = []

  package init(
    from before: Measurements, to after: Measurements, metrics: Set<Metric> = [.updates],
    thresholds: Thresholds = Thresholds(), losses: [Gate.Loss] = []
  ) {
    var gate = Gate(baseline: Baseline(before.only(metrics.union([.updates, .initial]))))
    gate.thresholds = thresholds
    gate.metrics = Dictionary(uniqueKeysWithValues: metrics.map { ($0, .error) })
    gate.hasContract = false
    let verdict = gate.verdict(on: after.only(metrics.union([.updates, .initial])), losses: losses)
    let compared = metrics.contains(.updates) ? metrics.union([.evaluations]) : metrics
    let inferred = Dictionary(
      verdict.entries.filter { $0.isInferred && $0.unit.metric == .updates }.map { ($0.unit.view, $0) }
    ) { first, _ in first }
    let isSingle = before.runs == 1 || after.runs == 1
    entries = verdict.entries.filter { compared.contains($0.unit.metric) && !$0.isInferred }.map { entry in
      var made = Entry(entry, isSingle: isSingle, gate)
      if entry.unit.metric == .evaluations, metrics.contains(.updates) {
        made.tellUpdates(inferred[entry.unit.view], before: before, after: after, isSingle: isSingle, gate)
      }
      return made
    }.sorted { left, right in
      let (leftOrder, rightOrder) = (Self.order(left.change), Self.order(right.change))
      if leftOrder != rightOrder { return leftOrder < rightOrder }
      if abs(left.difference) != abs(right.difference) { return abs(left.difference) > abs(right.difference) }
      return left.unit < right.unit
    }
    // That one run is one run is said once for all.
    doubts = verdict.doubts.filter { $0.kind != .tooFewRuns }
    if isSingle {
      let place = before.runs == after.runs ? "on each side" : before.runs == 1 ? "before" : "after"
      remarks.append("a single run \(place), so what differs may be noise")
    }
    // What does the same as before has as many updates as before, whatever its neighbours suggest.
    let same = Dictionary(
      verdict.entries.filter { $0.unit.metric == .evaluations && $0.kind == .unchanged }
        .map { ($0.unit.view, $0.renamedFrom ?? $0.unit.view) }
    ) { first, _ in first }
    updatesBefore = before.views.reduce(0) { $0 + before.medianUpdates(of: $1) }
    updatesAfter = after.views.reduce(0) { sum, view in
      sum + (same[view].map(before.medianUpdates) ?? after.medianUpdates(of: view))
    }
    runsBefore = before.runs
    runsAfter = after.runs
  }

  package func entries(_ change: Change) -> [Entry] { entries.filter { $0.change == change } }

  private static func order(_ change: Change) -> Int { Change.allCases.firstIndex(of: change) ?? 0 }
}

extension RunComparison.Change {
  fileprivate init(_ change: Judgement.Change) {
    self =
      switch change {
      case .regressed: .regressed
      case .improved: .improved
      case .unchanged: .unchanged
      }
  }
}

extension RunComparison.Entry {
  fileprivate init(_ entry: Verdict.Entry, isSingle: Bool, _ gate: Gate) {
    unit = entry.unit
    renamedFrom = entry.renamedFrom
    before = entry.baseline
    after = entry.current
    noise = entry.noise
    change =
      switch entry.kind {
      case .regression: .regressed
      case .improvement, .ratchet: .improved
      case .added: .new
      case .removed: .removed
      case .budget, .unchanged: .unchanged
      }
    reason = entry.reason
    switch change {
    case .new: reason = "not in the runs before"
    case .removed: reason = "not in the runs after"
    case .regressed, .improved, .unchanged:
      // A single run has no spread to compare with: whatever differs is shown.
      if isSingle { tellDifference(gate.thresholds(for: unit)) }
    }
  }

  /// Takes whatever differs for a change, without what the runs allow to conclude from it.
  private mutating func tellDifference(_ thresholds: Thresholds) {
    let told = NoiseRule.difference(from: before, to: after, thresholds)
    change = .init(told.change)
    reason = told.text + (renamedFrom.map { "; renamed from '\($0.view)'" } ?? "")
  }

  /// Tells of a view that is judged by its evaluations what its updates did, as far as the views around it suggest; where it
  /// does the same as before, nothing is told that could come from those.
  fileprivate mutating func tellUpdates(
    _ guess: Verdict.Entry?, before: Measurements, after: Measurements, isSingle: Bool, _ gate: Gate
  ) {
    let updates = Unit(unit.view, .updates)
    switch change {
    case .unchanged: return
    case .new, .removed:
      unit = updates
      self.before = change == .new ? [] : before.series[updates] ?? self.before
      self.after = change == .removed ? [] : after.series[updates] ?? self.after
    case .regressed, .improved:
      guard let guess else { return }
      let told = NoiseRule.difference(from: guess.baseline, to: guess.current, gate.thresholds(for: updates))
      guard RunComparison.Change(told.change) == change else { return }
      unit = updates
      self.before = guess.baseline
      self.after = guess.current
      reason = "\(told.text); inferred, as \(Comparison.openReason)"
    }
  }
}

extension Measurements {
  fileprivate func medianUpdates(of view: ViewUnit) -> Double {
    Spread((series[Unit(view, .updates)] ?? []).compactMap(\.self)).median
  }
}
