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
  /// Of how many views all evaluations are compared, because nobody can tell which are updates.
  package var openViews: Int

  package init(
    from before: Measurements, to after: Measurements, metrics: Set<Metric> = [.updates],
    thresholds: Thresholds = Thresholds(), losses: [Gate.Loss] = []
  ) {
    var gate = Gate(baseline: Baseline(before.only(metrics.union([.updates, .initial]))))
    gate.thresholds = thresholds
    gate.metrics = Dictionary(uniqueKeysWithValues: metrics.map { ($0, .error) })
    let verdict = gate.verdict(on: after.only(metrics.union([.updates, .initial])), losses: losses)
    let compared = metrics.contains(.updates) ? metrics.union([.evaluations]) : metrics
    entries = verdict.entries.filter { compared.contains($0.unit.metric) && !$0.isInferred }.map { entry in
      var change: Change =
        switch entry.kind {
        case .regression: .regressed
        case .improvement, .ratchet: .improved
        case .added: .new
        case .removed: .removed
        case .budget, .unchanged: .unchanged
        }
      var reason = entry.reason
      let (old, new) = (entry.baseline.compactMap(\.self), entry.current.compactMap(\.self))
      // A single run has no spread to compare with: whatever differs is shown.
      if change == .unchanged, old.count == 1, new.count == 1, old != new {
        change = old[0] < new[0] ? .regressed : .improved
        reason =
          "\(entry.unit.metric.text(old[0])) before, \(entry.unit.metric.text(new[0])) now; a single run on each side, so it may be noise"
      }
      if change == .new { reason = "not in the runs before" }
      if change == .removed { reason = "not in the runs after" }
      return Entry(
        unit: entry.unit, change: change, renamedFrom: entry.renamedFrom, before: entry.baseline,
        after: entry.current, noise: entry.noise, reason: reason)
    }.sorted { left, right in
      let (leftOrder, rightOrder) = (Self.order(left.change), Self.order(right.change))
      if leftOrder != rightOrder { return leftOrder < rightOrder }
      if abs(left.difference) != abs(right.difference) { return abs(left.difference) > abs(right.difference) }
      return left.unit < right.unit
    }
    // That one run is one run is said where it matters: at each view.
    doubts = verdict.doubts.filter { $0.kind != .tooFewRuns }
    updatesBefore = verdict.updatesBefore ?? 0
    updatesAfter = verdict.updatesNow
    runsBefore = before.runs
    runsAfter = after.runs
    openViews = verdict.openViews
  }

  package func entries(_ change: Change) -> [Entry] { entries.filter { $0.change == change } }

  private static func order(_ change: Change) -> Int { Change.allCases.firstIndex(of: change) ?? 0 }
}
