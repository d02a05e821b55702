internal import Vocabulary

/// Slight rises of all of few runs: with fewer than five on a side, where anything of the scenario varies, a view may have been calm
/// before, or have risen now, by luck. Such a rise is left open; one that is clear, or among views that never vary, fails as ever.
struct FewRuns {
  let gate: Gate

  func held(_ entries: [Verdict.Entry]) -> [Verdict.Entry] {
    let slight = entries.indices.filter { isSlight(entries[$0]) }
    if slight.isEmpty { return entries }
    var noisy: Set<String?> = []
    for entry in entries where entry.allowed == nil && entry.isGated && !entry.unit.metric.isTimed {
      let sides = [entry.baseline, entry.current]
      if sides.contains(where: { Set($0).count > 1 }) { noisy.insert(entry.unit.view.scenario) }
    }
    var entries = entries
    for place in slight where noisy.contains(entries[place].unit.view.scenario) {
      entries[place].level = .warn
      entries[place].isUndecided = true
      entries[place].opening = .slightly
      entries[place].reason +=
        "; by little, and other views vary: with fewer than \(grouped(NoiseRule.tellingRuns)) runs of each build that may be chance"
    }
    return entries
  }

  private func isSlight(_ entry: Verdict.Entry) -> Bool {
    // What further runs bear out stands out from what the runs of both builds vary.
    entry.kind == .regression && entry.level == .error && entry.allowed == nil && entry.confirmation.isEmpty
      && !entry.unit.metric.isTimed
      && NoiseRule.isTooSlight(baseline: entry.baseline, current: entry.current, gate.thresholds(for: entry.unit))
  }
}
