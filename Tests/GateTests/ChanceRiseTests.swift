import Gate
import TestSupport
import Testing

/// Apps of many views that vary a little: equal builds pass, and what rose together or alone is as open as ever.
@Suite struct ChanceRiseTests {
  /// Views that do one thing more in a share of their runs, or never.
  private struct App {
    let views: [(count: Int, share: Double)]

    init(_ number: Int, shares: [Double], _ generator: inout SeededGenerator) {
      views = (0..<number).map { _ in
        (Int.random(in: 3...60, using: &generator), shares.randomElement(using: &generator) ?? 0)
      }
    }

    func measured(
      _ runs: Int, _ generator: inout SeededGenerator, rising: [Int: [Int]] = [:]
    ) -> Measurements {
      var series: [Unit: Measurements.Series] = [:]
      for (index, view) in views.enumerated() {
        let more = rising[index]
        series[Unit(ViewUnit(view: "View\(index)"), .updates)] = (0..<runs).map { run in
          view.count + (Double.random(in: 0..<1, using: &generator) < view.share ? 1 : 0) + (more?[run] ?? 0)
        }
      }
      return Measurements(series: series)
    }
  }

  private static let shares = [0.05, 0.1, 0.2, 0.3, 0.4]

  /// At most a tenth of equal builds may be left open by slight rises, however many views there are.
  @Test(arguments: [60, 100, 150], [1, 2] as [UInt64]) func equalBuildsOfManyViewsPass(_ views: Int, _ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let builds = 60
    var outcomes: [Verdict.Outcome: Int] = [:]
    var excused = 0
    for _ in 0..<builds {
      let app = App(views, shares: Self.shares, &generator)
      let before = app.measured(5, &generator)
      let verdict = Gate(baseline: Baseline(before)).verdict(on: app.measured(5, &generator))
      outcomes[verdict.outcome, default: 0] += 1
      excused += verdict.warnings.contains { $0.reason.contains("chance explains it") } ? 1 : 0
    }
    print(
      "simulation: of \(builds) equal builds of \(views) views, \(outcomes.map { "\($1) \($0)" }.sorted()), \(excused) by chance"
    )
    #expect(outcomes[.inconclusive] ?? 0 <= builds / 5, "seed \(seed)")
    #expect(outcomes[.failed] ?? 0 <= builds / 12, "seed \(seed)")
    #expect(excused > builds / 3, "without that, most of them would be open")
  }

  /// A cause that many views have in common and that most runs show is one event, and no chance.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func whatRisesTogetherIsOpen(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let noisy = App(60, shares: [0.1, 0.2], &generator)
    let app = App(20, shares: [0], &generator)
    var before = noisy.measured(5, &generator).series
    var now = noisy.measured(5, &generator).series
    func name(_ unit: Unit) -> Unit { Unit(ViewUnit(view: "Calm" + unit.view.view), .updates) }
    for (unit, series) in app.measured(5, &generator).series { before[name(unit)] = series }
    let rising = Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, [1, 1, 0, 1, 1]) })
    for (unit, series) in app.measured(5, &generator, rising: rising).series { now[name(unit)] = series }
    let verdict = Gate(baseline: Baseline(Measurements(series: before))).verdict(on: Measurements(series: now))
    #expect(verdict.outcome != .passed, "seed \(seed)")
    #expect(verdict.undecided.count { $0.unit.view.view.hasPrefix("Calm") } == 20, "seed \(seed)")
  }

  /// What all runs show fails among whatever noise, and what is clear is not excused by it.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func realRisesDoNotPass(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let app = App(100, shares: [0.2, 0.3], &generator)
    let calm = Unit(ViewUnit(view: "Calm"), .updates)
    func outcome(_ runs: [Int?]) -> (outcome: Verdict.Outcome, entry: Verdict.Entry?) {
      var before = app.measured(5, &generator)
      var now = app.measured(5, &generator)
      before.series[calm] = [20, 20, 20, 20, 20]
      now.series[calm] = runs
      let verdict = Gate(baseline: Baseline(before)).verdict(on: now)
      return (verdict.outcome, verdict.entries.first { $0.unit == calm })
    }
    #expect(outcome([21, 21, 21, 21, 21]).outcome == .failed)
    for runs in [[40, 40, 20, 40, 20], [40, 40, 20, 20, 20]] as [[Int?]] {
      let (verdict, entry) = outcome(runs)
      #expect(verdict != .passed && entry?.isUndecided == true, "\(runs)")
    }
    // Among all the views that do the same by chance it is a warning, and never nothing.
    #expect(outcome([21, 21, 20, 21, 21]).entry?.isOffender == true)
  }

  /// Where no other view varies nothing is chance.
  @Test func aViewAloneIsOpenAsEver() {
    func verdict(_ before: [Int?], _ now: [Int?]) -> Verdict {
      var series: [Unit: Measurements.Series] = [:]
      for index in 0..<100 { series[Unit(ViewUnit(view: "View\(index)"), .updates)] = before.map { _ in 8 } }
      var current: [Unit: Measurements.Series] = [:]
      for index in 0..<100 { current[Unit(ViewUnit(view: "View\(index)"), .updates)] = now.map { _ in 8 } }
      let unit = Unit(ViewUnit(view: "A"), .updates)
      series[unit] = before
      current[unit] = now
      return Gate(baseline: Baseline(Measurements(series: series))).verdict(on: Measurements(series: current))
    }
    for runs in 5...8 {
      for risen in (runs + 1) / 2..<runs {
        let now = (0..<runs).map { $0 < risen ? 68 : 67 }
        #expect(verdict([67, 67, 67, 67, 67], now).outcome == .inconclusive, "\(risen) of \(runs)")
      }
    }
  }

  /// More ways to exchange runs than can be tried are drawn, and always the same ones.
  @Test func manyRunsGiveTheSameVerdictTwice() {
    var generator = SeededGenerator(seed: 9)
    let app = App(80, shares: [0.02, 0.05], &generator)
    let gate = Gate(baseline: Baseline(app.measured(20, &generator)))
    let now = app.measured(20, &generator)
    #expect(gate.verdict(on: now) == gate.verdict(on: now))
  }
}
