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
  /// How often the runs are dealt into two halves.
  private static let deals = 200

  /// The least certain first.
  package var entries: [Entry]
  package var thresholds: Thresholds
  /// The share of comparisons of half of the runs with the other half that would be red with the thresholds; `nil` for
  /// fewer than four runs.
  package var falselyRed: Double?
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
    guard !deals.isEmpty else { return }
    let all = series.sorted { $0.key < $1.key }.map { unit, runs in
      Dealt(runs: runs, metric: unit.metric, milliseconds: measurements.milliseconds[unit.view.scenario] ?? [])
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
        NoiseRule.fails(
          baseline: deal.before.map { dealt.runs[$0, default: nil] },
          current: deal.now.map { dealt.runs[$0, default: nil] },
          thresholds.scaled(for: dealt.metric, over: dealt.milliseconds))
      }
    }
    return Double(red) / Double(deals.count)
  }

  /// Ways to deal runs into two halves, always the same ones; none for fewer than four.
  private static func halves(of runs: Int) -> [(before: [Int], now: [Int])] {
    guard runs >= 4 else { return [] }
    // SplitMix64, seeded with the number of runs: the same runs get the same answer.
    var state = UInt64(runs)
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    return (0..<deals).map { _ in
      var order = Array(0..<runs)
      for place in stride(from: runs - 1, to: 0, by: -1) { order.swapAt(place, Int(next() % UInt64(place + 1))) }
      return (Array(order.prefix((runs + 1) / 2)), Array(order.dropFirst((runs + 1) / 2)))
    }
  }
}

extension Array {
  /// The element, or the default beyond the end.
  fileprivate subscript(index: Int, default value: Element) -> Element { index < count ? self[index] : value }
}
