internal import Vocabulary

/// Views that the baseline does not know and that do much: more than its busiest view, or so much that the scenario as a whole clearly
/// does more. Nobody knows whether that is meant, so it is neither red nor green until somebody says so.
struct NewViews {
  let gate: Gate
  let sides: Sides

  func doubted(_ entries: [Verdict.Entry]) -> [Verdict.Entry] {
    guard let before = sides.before else { return entries }
    var entries = entries
    let added = entries.indices.filter {
      entries[$0].kind == .added && entries[$0].level == .warn && !entries[$0].isUndecided
    }
    if added.isEmpty { return entries }
    let (viewsBefore, viewsNow) = (before.viewsByScenario, sides.now.viewsByScenario)
    let (runsBefore, runsNow) = (before.runsByScenario, sides.now.runsByScenario)
    for (scenario, places) in Dictionary(grouping: added, by: { entries[$0].unit.view.scenario }) {
      // A scenario that is new has nothing to be held against, which is said of it.
      let views = viewsBefore[scenario] ?? []
      if views.isEmpty { continue }
      let runs = runsNow[scenario] ?? 0
      let busiest = views.compactMap { most(evaluations($0, in: before)) }.max() ?? 0
      let news = Set(places.map { entries[$0].unit.view })
      let thresholds = gate.thresholds
      let old = totals(before, of: views, runs: runsBefore[scenario] ?? 0)
      let known = (viewsNow[scenario] ?? []).subtracting(news)
      let without = totals(sides.now, of: known, runs: runs)
      let all = totals(sides.now, of: known.union(news), runs: runs)
      let isLifted =
        NoiseRule.isClear(again: all, above: old, thresholds)
        && !NoiseRule.isClear(again: without, above: old, thresholds)
      for place in places {
        let evaluations = filled(evaluations(entries[place].unit.view, in: sides.now), to: runs)
        let middle = Int(Spread(evaluations).median)
        let isBusiest = NoiseRule.isClear(again: [middle], above: [busiest], thresholds)
        let updates = filled(sides.now.series[entries[place].unit] ?? [], to: runs)
        let isPart = isLifted && 2 * Spread(updates).median * Double(news.count) >= share(all, without)
        guard isBusiest || isPart else { continue }
        entries[place].isUndecided = true
        entries[place].opening = .newAndMuch
        entries[place].reason =
          isBusiest
          ? "new, and evaluated \(grouped(middle)) times in a run, where the busiest view of the baseline was \(grouped(busiest)) times"
          : "new, and with it the updates of the scenario rose from \(middleText(old)) to \(middleText(all)) in a run"
        entries[place].reason += "; write the baseline anew, give it a budget, or say 'added: warn' under 'gate:'"
      }
    }
    return entries
  }

  /// First appearances included: what is made anew is no less work.
  private func evaluations(_ view: ViewUnit, in measurements: Measurements) -> [Int?] {
    measurements.evaluations(of: view) ?? measurements.series[Unit(view, .updates)] ?? []
  }

  private func most(_ series: [Int?]) -> Int? { series.compactMap(\.self).max() }

  /// With zeros for the runs that lack the view.
  private func filled(_ series: [Int?], to runs: Int) -> [Int] {
    series.map { $0 ?? 0 } + Array(repeating: 0, count: max(0, runs - series.count))
  }

  /// Per run what the views are judged by, added up.
  private func totals(_ measurements: Measurements, of views: Set<ViewUnit>, runs: Int) -> [Int?] {
    var sums = [Int](repeating: 0, count: runs)
    for view in views {
      let metric = sides.open.contains(view) || sides.openBefore.contains(view) ? Metric.evaluations : .updates
      for (run, value) in (measurements.series[Unit(view, metric)] ?? []).enumerated() where run < runs {
        let (sum, isTooLarge) = sums[run].addingReportingOverflow(value ?? 0)
        sums[run] = isTooLarge ? .max : sum
      }
    }
    return sums
  }

  /// By how much the scenario is lifted in the middle.
  private func share(_ all: [Int?], _ without: [Int?]) -> Double {
    Spread(all.compactMap(\.self)).median - Spread(without.compactMap(\.self)).median
  }

  private func middleText(_ totals: [Int?]) -> String {
    NoiseRule.text(Spread(totals.compactMap(\.self)).median)
  }
}
