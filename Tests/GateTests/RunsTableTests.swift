import Gate
import TestSupport
import Testing

/// How many runs it takes: the table of the CI guide.
///
/// An app of 80 views in three scenarios: half of the views never vary, a fifth does one update more in a seventh of its runs, a fifth
/// one more or less in half of them, a tenth up to three more or less.
@Suite struct RunsTableTests {
  private enum View {
    case constant(Int)
    case seldom(Int)
    case around(Int)
    case swinging(Int)

    init(_ generator: inout SeededGenerator) {
      let base = [0, 2, 4, 6, 8, 12, 20, 24, 40, 60].randomElement(using: &generator) ?? 0
      self =
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: .constant(base)
        case 5..<7: .seldom(base)
        case 7..<9: .around(base)
        default: .swinging(base)
        }
    }

    var isConstant: Bool { if case .constant(let base) = self { base >= 4 } else { false } }

    func draw(_ generator: inout SeededGenerator) -> Int {
      switch self {
      case .constant(0), .seldom(0), .around(0), .swinging(0): 0
      case .constant(let base): base
      case .seldom(let base): base + (Int.random(in: 0..<7, using: &generator) == 0 ? 1 : 0)
      case .around(let base): base + ([-1, 0, 0, 1].randomElement(using: &generator) ?? 0)
      case .swinging(let base): max(0, base + Int.random(in: -3...3, using: &generator))
      }
    }
  }

  private static let scenarios = ["feed", "detail", "checkout"]

  private static func unit(_ index: Int) -> Unit {
    Unit(ViewUnit(scenario: scenarios[index % scenarios.count], view: "View\(index)"), .updates)
  }

  private static func measure(
    _ views: [View], runs: Int, _ generator: inout SeededGenerator, change: (Int, Int) -> Int = { $1 }
  ) -> Measurements {
    var result = Measurements()
    for (index, view) in views.enumerated() {
      result.series[unit(index)] = (0..<runs).map { _ in change(index, view.draw(&generator)) }
    }
    return result
  }

  /// Outcomes of builds, the confirmed ones as the guide has it: what does not pass is recorded again and judged with that.
  private struct Counts {
    var builds = 0
    var alone: [Verdict.Outcome: Int] = [:]
    var confirmed: [Verdict.Outcome: Int] = [:]

    func share(_ outcome: Verdict.Outcome, isConfirmed: Bool) -> Double {
      Double((isConfirmed ? confirmed : alone)[outcome] ?? 0) / Double(builds)
    }
  }

  private static func judge(
    before: Int, now: Int, builds: Int, seed: UInt64, change: @escaping (Int) -> Int = { $0 }
  ) -> Counts {
    var generator = SeededGenerator(seed: seed)
    var counts = Counts()
    for _ in 0..<builds {
      let views = (0..<80).map { _ in View(&generator) }
      // One view that never varies has changed.
      let changed = views.firstIndex(where: \.isConstant) ?? 0
      let gate = Gate(baseline: Baseline(measure(views, runs: before, &generator)))
      let current = measure(views, runs: now, &generator) { $0 == changed ? change($1) : $1 }
      let further = measure(views, runs: 5, &generator) { $0 == changed ? change($1) : $1 }
      let alone = gate.verdict(on: current).outcome
      counts.builds += 1
      counts.alone[alone, default: 0] += 1
      let final = alone == .passed ? alone : gate.verdict(on: current, confirmedBy: further).outcome
      counts.confirmed[final, default: 0] += 1
    }
    return counts
  }

  @Test(arguments: [(3, 3), (5, 3), (5, 5), (10, 5)]) func theGuidesTableHolds(_ before: Int, _ now: Int) {
    let builds = 300
    let seed = UInt64(7000 + 10 * before + now)
    let equal = Self.judge(before: before, now: now, builds: builds, seed: seed)
    let one = Self.judge(before: before, now: now, builds: builds, seed: seed + 1) { $0 + 1 }
    let half = Self.judge(before: before, now: now, builds: builds, seed: seed + 2) { $0 + ($0 + 1) / 2 }
    for (name, counts) in [("equal", equal), ("+1", one), ("+50 %", half)] {
      let shares = [Verdict.Outcome.passed, .inconclusive, .failed].map { outcome in
        "\(outcome) \(counts.share(outcome, isConfirmed: false)) then \(counts.share(outcome, isConfirmed: true))"
      }
      print("runs \(before)/\(now), \(name): \(shares.joined(separator: ", "))")
    }
    #expect(equal.share(.failed, isConfirmed: false) <= 0.02, "falsely red")
    // Of three runs nobody knows the noise, whatever confirms them.
    #expect(equal.share(.failed, isConfirmed: true) <= (before < 5 ? 0.02 : 0.005), "falsely red, confirmed")
    #expect(one.share(.passed, isConfirmed: false) == 0 && half.share(.passed, isConfirmed: false) == 0, "missed")
    #expect(half.share(.failed, isConfirmed: true) >= 0.99, "caught")
    if before >= 10 { #expect(equal.share(.passed, isConfirmed: true) >= 0.95) }
  }
}
