import Foundation
import Gate
import TestSupport
import Testing

/// The simulation of the contract: how often is a build falsely red, and what is caught.
@Suite struct SimulationTests {
  /// How a view of the kind "±1" varies; the contract does not say which is meant, so its figures have to hold for both.
  enum Jitter: CaseIterable {
    /// One more or one less, each a quarter of the time.
    case seldom
    /// One more, one less and neither are equally likely.
    case evenly

    fileprivate var steps: [Int] { self == .seldom ? [-1, 0, 0, 1] : [-1, 0, 1] }
  }

  /// A synthetic view: draws the updates of one run.
  private enum View {
    case constant(Int)
    /// A number and what is added to it, each of the same probability.
    case jitter(Int, [Int])
    /// Cumulated probabilities of 0, 1, 2, and so on.
    case distributed([Double])
    /// Constant but for a rare outlier.
    case outliers(Int)

    static func binomial(trials: Int, share: Double) -> View {
      var probability = 1.0
      for _ in 0..<trials { probability *= 1 - share }
      var sum = 0.0
      return .distributed(
        (0...trials).map { count in
          sum += probability
          probability *= Double(trials - count) / Double(count + 1) * share / (1 - share)
          return sum
        })
    }

    static func poisson(_ mean: Int) -> View {
      var probability = exp(-Double(mean))
      var sum = 0.0
      return .distributed(
        (0...(4 * mean + 20)).map { count in
          sum += probability
          probability *= Double(mean) / Double(count + 1)
          return sum
        })
    }

    var isConstant: Bool { if case .constant = self { true } else { false } }

    func draw(_ generator: inout SeededGenerator) -> Int {
      switch self {
      case .constant(let value): return value
      case .jitter(let value, let steps): return value + (steps.randomElement(using: &generator) ?? 0)
      case .distributed(let cumulated):
        let place = Double.random(in: 0..<1, using: &generator)
        var (low, high) = (0, cumulated.count - 1)
        while low < high {
          let middle = (low + high) / 2
          if cumulated[middle] > place { high = middle } else { low = middle + 1 }
        }
        return low
      case .outliers(let value):
        return Double.random(in: 0..<1, using: &generator) < 0.1 ? value * 3 : value
      }
    }

    func draw(_ runs: Int, _ generator: inout SeededGenerator) -> [Int?] {
      (0..<runs).map { _ in draw(&generator) }
    }
  }

  private static let sizes = 3...60
  private static let binomials = sizes.map { View.binomial(trials: $0, share: 0.8) }
  private static let poissons = sizes.map { View.poisson($0) }

  /// 60 % constant, 20 % ±1, 10 % binomial, 8 % Poisson, 2 % with outliers.
  private static func app(_ jitter: Jitter, _ generator: inout SeededGenerator) -> [View] {
    (0..<200).map { index in
      let size = Int.random(in: sizes, using: &generator)
      return switch index % 50 {
      case 0..<30: .constant(Int.random(in: 0...60, using: &generator))
      case 30..<40: .jitter(size, jitter.steps)
      case 40..<45: binomials[size - sizes.lowerBound]
      case 45..<49: poissons[size - sizes.lowerBound]
      default: .outliers(size)
      }
    }
  }

  /// How many equal builds are red, without and with confirming runs.
  ///
  /// Constant views need no drawing: they are never red.
  private static func falselyRed(
    _ jitter: Jitter, seed: UInt64, builds: Int, before: Int = 5
  ) -> (alone: Int, confirmed: Int) {
    var generator = SeededGenerator(seed: seed)
    let thresholds = Thresholds()
    var red = (alone: 0, confirmed: 0)
    for _ in 0..<builds {
      var (isRed, isConfirmed) = (false, false)
      for view in app(jitter, &generator) where !view.isConstant {
        let baseline = view.draw(before, &generator)
        let current = view.draw(5, &generator)
        guard NoiseRule.fails(baseline: baseline, current: current, thresholds) else { continue }
        isRed = true
        let further = view.draw(5, &generator)
        let answer = NoiseRule.confirm(baseline: baseline, current: current, by: further, thresholds)
        isConfirmed = isConfirmed || answer == .confirmed
      }
      red.alone += isRed ? 1 : 0
      red.confirmed += isConfirmed ? 1 : 0
    }
    return red
  }

  /// Whether a rate is at most the limit, with 99 % confidence: a rate at the limit would show so few in 1 of 100 tries.
  ///
  /// This is the upper bound of Clopper and Pearson, asked the other way round.
  private static func isBelow(_ limit: Double, _ count: Int, of builds: Int) -> Bool {
    var logarithm = Double(builds) * log(1 - limit)
    var probability = 0.0
    for index in 0...count {
      probability += exp(logarithm)
      logarithm += log(Double(builds - index) / Double(index + 1) * limit / (1 - limit))
    }
    return probability <= 0.01
  }

  /// The numbers of builds and the seeds were chosen before the first look at what they give.
  @Test(arguments: Jitter.allCases, [9001, 9002, 9003] as [UInt64])
  func equalBuildsAreSeldomRed(_ jitter: Jitter, _ seed: UInt64) {
    let builds = 12_000
    let red = Self.falselyRed(jitter, seed: seed, builds: builds)
    #expect(Self.isBelow(0.06, red.alone, of: builds), "\(red.alone) of \(builds), ±1 \(jitter), seed \(seed)")
    #expect(
      Self.isBelow(0.005, red.confirmed, of: builds),
      "\(red.confirmed) of \(builds) confirmed, ±1 \(jitter), seed \(seed)")
    print("simulation, ±1 \(jitter), seed \(seed), \(builds) builds: \(red.alone) red, \(red.confirmed) confirmed")
  }

  @Test func tenRunsInTheBaselineMakeFalseAlarmsRare() {
    let red = Self.falselyRed(.seldom, seed: 9004, builds: 6000, before: 10)
    #expect(Self.isBelow(0.005, red.alone, of: 6000), "\(red.alone) of 6000")
  }

  private static func measure(
    _ views: [View], runs: Int, _ generator: inout SeededGenerator, change: (Int, Int) -> Int = { $1 }
  ) -> Measurements {
    var result = Measurements()
    for (index, view) in views.enumerated() {
      let name = "View\(index / 10).Part\(index)"
      let values = (0..<runs).map { _ in change(index, view.draw(&generator)) }
      result.series[Unit(ViewUnit(view: name), .updates)] = values
    }
    return result
  }

  /// The gate as a whole and the rule alone say the same.
  @Test func theVerdictFollowsTheRule() {
    var generator = SeededGenerator(seed: 9005)
    var outcomes: Set<Verdict.Outcome> = []
    var equal: [Verdict.Outcome: Int] = [:]
    for _ in 0..<60 {
      let views = Self.app(.evenly, &generator)
      let change = Int.random(in: 0...1, using: &generator)
      let before = Self.measure(views, runs: 5, &generator)
      // A few views only: where all change, the gate doubts the data.
      let now = Self.measure(views, runs: 5, &generator) { $1 + ($0 % 50 == 31 ? 3 * change : 0) }
      let again = Self.measure(views, runs: 5, &generator) { $1 + ($0 % 50 == 31 ? 3 * change : 0) }
      let thresholds = Thresholds()
      let isRed = before.series.contains { unit, series in
        let current = now.series[unit] ?? []
        return NoiseRule.fails(baseline: series, current: current, thresholds)
          && NoiseRule.confirm(baseline: series, current: current, by: again.series[unit] ?? [], thresholds)
            == .confirmed
      }
      let outcome = Gate(baseline: Baseline(before)).verdict(on: now, confirmedBy: again).outcome
      // What rose in some of the runs is open, or fails where all further ones rose clearly; where nothing changed, nothing is red.
      if isRed { #expect(outcome == .failed) }
      if !isRed, change == 0 { #expect(outcome != .failed) }
      if change == 0 { equal[outcome, default: 0] += 1 }
      outcomes.insert(outcome)
    }
    #expect(outcomes.isSuperset(of: [.passed, .failed]))
    print("simulation: of builds that are equal, \(equal.map { "\($0.value) \($0.key)" }.sorted())")
  }

  @Test(arguments: Jitter.allCases, [5, 6, 7] as [UInt64])
  func increasesAreCaught(_ jitter: Jitter, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var constant = (caught: 0, of: 0)
    var doubled = (caught: 0, confirmed: 0, of: 0)
    for _ in 0..<30 {
      let views = Self.app(jitter, &generator)
      let gate = Gate(baseline: Baseline(Self.measure(views, runs: 5, &generator)))
      func change(_ index: Int, _ value: Int) -> Int { views[index].isConstant ? value + 1 : value * 2 }
      let current = Self.measure(views, runs: 5, &generator, change: change)
      let further = Self.measure(views, runs: 5, &generator, change: change)
      let alone = gate.verdict(on: current)
      let confirmed = Set(gate.verdict(on: current, confirmedBy: further).failures.map(\.unit))
      for entry in alone.entries {
        guard let index = entry.unit.view.view.split(separator: "t").last.flatMap({ Int($0) }) else { continue }
        let isCaught = entry.kind == .regression && entry.level == .error
        if views[index].isConstant {
          constant.of += 1
          constant.caught += isCaught && confirmed.contains(entry.unit) ? 1 : 0
        } else if entry.noise == .jittery {
          doubled.of += 1
          doubled.caught += isCaught ? 1 : 0
          doubled.confirmed += confirmed.contains(entry.unit) ? 1 : 0
        }
      }
    }
    #expect(constant.of > 0 && constant.caught == constant.of, "seed \(seed)")
    let share = Double(doubled.caught) / Double(doubled.of)
    #expect(share >= 0.9, "±1 \(jitter), seed \(seed)")
    let confirmed = Double(doubled.confirmed) / Double(doubled.of)
    print("simulation, ±1 \(jitter), seed \(seed): ×2 caught \(share), confirmed \(confirmed)")
  }
}
