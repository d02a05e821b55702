/// What runs of one and the same build say about the noise, and what could be detected in spite of it.
package struct Calibration: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package var unit: Unit
    package var runs: Measurements.Series
    package var noise: NoiseClass
    package var spread: Spread
    /// The smallest increase of every run that would fail a build; `nil` where none would.
    package var smallestCaught: Int?
  }

  /// The share of comparisons of equal builds that may be red.
  package static let tolerableShare = 0.05
  /// With fewer runs halves are so small, and ways to deal them so few, that a share of these says nothing.
  package static let leastRuns = 2 * NoiseClass.deterministicRuns
  /// From this many runs on the halves are what a gate compares.
  package static let tellingRuns = 2 * NoiseRule.tellingRuns
  /// The most ways in which the runs are dealt into two halves.
  private static let mostDeals = 1000

  /// Of how many runs the halves are that were compared, and in how many ways.
  package struct Deals: Sendable, Hashable {
    package var before: Int
    package var now: Int
    package var ways: Int
  }

  /// The least certain first.
  package var entries: [Entry]
  package var thresholds: Thresholds
  /// The share of comparisons of half of the runs with the other half that would be red with the thresholds; `nil` for
  /// fewer than `leastRuns`.
  package var falselyRed: Double?
  /// What that is a share of.
  package var deals: Deals?
  /// The most runs of any scenario.
  package var runs: Int
  /// The tightest thresholds, not tighter than those given, with which no more than `tolerableShare` would be red.
  package var suggestion: Thresholds

  package init(_ measurements: Measurements, metrics: Set<Metric> = [.updates], thresholds: Thresholds = Thresholds()) {
    // Of what is judged by its evaluations, updates are a guess.
    let open = measurements.open
    let series = measurements.only(metrics).series.filter { $0.key.metric != .updates || !open.contains($0.key.view) }
    self.thresholds = thresholds
    entries = series.map { unit, runs in
      let scaled = thresholds.scaled(for: unit.metric, over: measurements.milliseconds[unit.view.scenario] ?? [])
      return Entry(
        unit: unit, runs: runs, noise: scaled.noise(runs), spread: Spread(runs.compactMap(\.self)),
        smallestCaught: NoiseRule.smallestCaught(runs, scaled))
    }.sorted { left, right in
      let (leftRank, rightRank) = (Self.rank(left), Self.rank(right))
      return leftRank != rightRank ? leftRank > rightRank : left.unit < right.unit
    }
    let deals = Self.halves(of: measurements.runs)
    suggestion = thresholds
    runs = measurements.runs
    guard let first = deals.first else { return }
    self.deals = Deals(before: first.before.count, now: first.now.count, ways: deals.count)
    let noisy = Set(series.filter { !$0.key.metric.isTimed && Set($0.value).count > 1 }.map(\.key.view.scenario))
    let all = series.sorted { $0.key < $1.key }.map { unit, runs in
      Dealt(
        runs: runs, metric: unit.metric, milliseconds: measurements.milliseconds[unit.view.scenario] ?? [],
        isAmongNoise: noisy.contains(unit.view.scenario))
    }
    falselyRed = Self.share(all, deals, thresholds)
    // What is constant in one half and not in the other needs slack; what drifts needs a larger difference.
    let largest = entries.filter { $0.unit.metric.scale == 1 }.map { $0.spread.maximum - $0.spread.minimum }.max() ?? 0
    while Self.share(all, deals, suggestion) > Self.tolerableShare,
      max(suggestion.slack, suggestion.minimumIncrease) <= largest
    {
      // In steps that grow, since counts may be in the billions.
      suggestion.slack += max(1, suggestion.slack / 4)
      if Self.share(all, deals, suggestion) > Self.tolerableShare {
        suggestion.minimumIncrease += max(1, suggestion.minimumIncrease / 4)
      }
    }
  }

  /// A series whose runs are dealt into two halves.
  private struct Dealt {
    let runs: Measurements.Series
    let metric: Metric
    let milliseconds: Measurements.Series
    /// Whether anything of the scenario varies.
    let isAmongNoise: Bool
  }

  private static func rank(_ entry: Entry) -> Double {
    switch entry.noise {
    case .sparse: .infinity
    case .volatile, .jittery, .single: entry.spread.variation + Double(entry.spread.maximum - entry.spread.minimum)
    case .deterministic: -1
    }
  }

  private static func share(
    _ series: [Dealt], _ deals: [(before: [Int], now: [Int])], _ thresholds: Thresholds
  ) -> Double {
    let red = deals.count { deal in
      series.contains { dealt in
        let (before, now) = (
          deal.before.map { dealt.runs[$0, default: nil] }, deal.now.map { dealt.runs[$0, default: nil] }
        )
        let scaled = thresholds.scaled(for: dealt.metric, over: dealt.milliseconds)
        guard NoiseRule.fails(baseline: before, current: now, scaled) else { return false }
        return !dealt.isAmongNoise || dealt.metric.isTimed
          || !NoiseRule.isTooSlight(baseline: before, current: now, scaled)
      }
    }
    return Double(red) / Double(deals.count)
  }

  /// Ways to deal runs into two halves, all of them or as many of those, always the same ones; none for too few runs.
  private static func halves(of runs: Int) -> [(before: [Int], now: [Int])] {
    guard runs >= leastRuns else { return [] }
    return Selections((runs + 1) / 2, of: runs, most: mostDeals).map { before in
      let chosen = Set(before)
      return (before, (0..<runs).filter { !chosen.contains($0) })
    }
  }
}

extension Array {
  /// The element, or the default beyond the end.
  fileprivate subscript(index: Int, default value: Element) -> Element { index < count ? self[index] : value }
}
