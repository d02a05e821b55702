import Gate
import TestSupport
import Testing

/// The simulation of the contract: how often is a build falsely red, and what is caught.
@Suite struct SimulationTests {
  /// A synthetic view: draws the updates of one run.
  private enum View {
    case constant(Int)
    /// One more or one less, each a quarter of the time.
    case jitter(Int)
    case binomial(trials: Int, share: Double)
    case poisson(Double)
    /// Constant but for a rare outlier.
    case outliers(Int)

    var isConstant: Bool { if case .constant = self { true } else { false } }

    func draw(_ generator: inout SeededGenerator) -> Int {
      switch self {
      case .constant(let value): return value
      case .jitter(let value): return value + ([-1, 0, 0, 1].randomElement(using: &generator) ?? 0)
      case .binomial(let trials, let share):
        return (0..<trials).count { _ in Double.random(in: 0..<1, using: &generator) < share }
      case .poisson(let mean):
        // Knuth's way, fine for small means.
        var count = 0
        var product = Double.random(in: 0..<1, using: &generator)
        let limit = 1 / exponential(mean)
        while product > limit {
          count += 1
          product *= Double.random(in: 0..<1, using: &generator)
        }
        return count
      case .outliers(let value):
        return Double.random(in: 0..<1, using: &generator) < 0.1 ? value * 3 : value
      }
    }

    /// e^x for small x, so that no library is needed.
    private func exponential(_ x: Double) -> Double {
      var term = 1.0
      var sum = 1.0
      for index in 1..<200 {
        term *= x / Double(index)
        sum += term
      }
      return sum
    }
  }

  /// 60 % constant, 20 % ±1, 10 % binomial, 8 % Poisson, 2 % with outliers.
  private static func app(_ generator: inout SeededGenerator) -> [View] {
    (0..<200).map { index in
      let size = Int.random(in: 3...60, using: &generator)
      return switch index % 50 {
      case 0..<30: .constant(Int.random(in: 0...60, using: &generator))
      case 30..<40: .jitter(size)
      case 40..<45: .binomial(trials: size, share: 0.8)
      case 45..<49: .poisson(Double(size))
      default: .outliers(size)
      }
    }
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

  private static func falselyRed(seed: UInt64, builds: Int, before: Int, now: Int, isConfirmed: Bool) -> Double {
    var generator = SeededGenerator(seed: seed)
    let red = (0..<builds).count { _ in
      let views = app(&generator)
      let gate = Gate(baseline: Baseline(measure(views, runs: before, &generator)))
      let current = measure(views, runs: now, &generator)
      let confirmation = isConfirmed ? measure(views, runs: now, &generator) : nil
      return gate.verdict(on: current, confirmedBy: confirmation).outcome == .failed
    }
    return Double(red) / Double(builds)
  }

  /// Rates of one in 200 need many builds: those of all seeds are taken together.
  @Test func equalBuildsAreSeldomRed() {
    func rate(builds: Int, before: Int, isConfirmed: Bool) -> Double {
      let seeds: [UInt64] = [1, 2, 3, 4]
      let rates = seeds.map {
        Self.falselyRed(seed: $0, builds: builds, before: before, now: 5, isConfirmed: isConfirmed)
      }
      return rates.reduce(0, +) / Double(seeds.count)
    }
    #expect(rate(builds: 300, before: 5, isConfirmed: false) <= 0.06)
    #expect(rate(builds: 200, before: 10, isConfirmed: false) <= 0.02)
    #expect(rate(builds: 300, before: 5, isConfirmed: true) <= 0.005)
  }

  @Test(arguments: [5, 6, 7] as [UInt64])
  func increasesAreCaught(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var constant = (caught: 0, of: 0)
    var doubled = (caught: 0, of: 0)
    for _ in 0..<30 {
      let views = Self.app(&generator)
      let gate = Gate(baseline: Baseline(Self.measure(views, runs: 5, &generator)))
      let current = Self.measure(views, runs: 5, &generator) { index, value in
        views[index].isConstant ? value + 1 : value * 2
      }
      for entry in gate.verdict(on: current).entries {
        guard let index = entry.unit.view.view.split(separator: "t").last.flatMap({ Int($0) }) else { continue }
        let isCaught = entry.kind == .regression && entry.level == .error
        if views[index].isConstant {
          constant.of += 1
          constant.caught += isCaught ? 1 : 0
        } else if entry.noise == .jittery {
          doubled.of += 1
          doubled.caught += isCaught ? 1 : 0
        }
      }
    }
    #expect(constant.of > 0 && constant.caught == constant.of, "seed \(seed)")
    let share = Double(doubled.caught) / Double(doubled.of)
    #expect(share >= 0.9, "seed \(seed)")
    print("simulation, seed \(seed): +1 caught \(constant.caught) of \(constant.of), ×2 caught \(share)")
  }
}
