import Gate
import TestSupport
import Testing

/// Rises that leave no doubt to anybody who looks at the numbers: they are confirmed, or worth a warning at least.
@Suite struct ClearRiseTests {
  private static let a = Unit(ViewUnit(view: "A"), .updates)

  private static func verdict(_ before: [Int?], _ now: [Int?], again: [Int?]? = nil) -> Verdict {
    let rest: [Unit: Measurements.Series] = [Unit(ViewUnit(view: "Other"), .updates): [1, 1, 1]]
    func measured(_ series: [Int?]) -> Measurements { Measurements(series: rest.merging([a: series]) { $1 }) }
    return Gate(baseline: Baseline(measured(before))).verdict(on: measured(now), confirmedBy: again.map(measured))
  }

  private static func entry(_ verdict: Verdict) -> Verdict.Entry? { verdict.entries.first { $0.unit == a } }

  /// Baselines that vary, and runs that all lie above all of them by more than two and more than a tenth.
  private static func random(_ seed: UInt64, runs: Int) -> (before: [Int], now: [Int], again: [Int]) {
    var generator = SeededGenerator(seed: seed)
    let base = Int.random(in: 1...80, using: &generator)
    let spread = Int.random(in: 1...max(1, base / 3), using: &generator)
    let before = (0..<5).map { _ in base + Int.random(in: 0...spread, using: &generator) }
    let least = (before.max() ?? 0) + max(2, (before.max() ?? 0) / 10 + 1)
    let now = (0..<runs).map { _ in least + Int.random(in: 0...spread * 3, using: &generator) }
    let again = (0..<5).map { _ in least + Int.random(in: 0...spread * 3, using: &generator) }
    return (before, now, again)
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func fiveFurtherRunsThatAreClearlyAboveConfirm(_ seed: UInt64) {
    let (before, now, again) = Self.random(seed, runs: 5)
    let answer = NoiseRule.confirm(baseline: before, current: now, by: again, Thresholds())
    #expect(answer == .confirmed, "\(before) \(now) \(again)")
    let alone = Self.verdict(before, now)
    let confirmed = Self.verdict(before, now, again: again)
    if alone.outcome == .failed { #expect(confirmed.outcome == .failed, "\(before) \(now) \(again)") }
    // What only warned because the medians differ too little for the noise is no noise after ten runs of ten.
    if NoiseClass(before) == .jittery { #expect(confirmed.outcome == .failed, "\(before) \(now) \(again)") }
  }

  @Test func aBaselineThatVariesByOneIsConfirmedAgainst() {
    for again in [[14, 13, 14, 20, 15], [12, 30, 14, 15, 22]] {
      let verdict = Self.verdict([9, 8, 10, 9, 9], [14, 12, 22, 13, 30], again: again)
      #expect(verdict.outcome == .failed, "\(verdict.doubts)")
      #expect(Self.entry(verdict)?.reason.contains("confirmed: 10 of 10 runs") == true)
    }
  }

  /// All runs rose, by less than would stand out: that is said, and not that some did not.
  @Test func whatLiesWithinTheNoiseOfAllRunsIsCalledSo() {
    let verdict = Self.verdict([8, 8, 8], [9, 10, 9], again: [9, 9, 10])
    #expect(verdict.outcome == .inconclusive)
    #expect(Self.entry(verdict)?.openBecause == .noisyRuns)
    #expect(
      verdict.doubts.map(\.message).allSatisfy { $0.contains("rose in all runs") && !$0.contains("not in others") })
    let torn = Self.verdict([8, 8, 8], [9, 9, 9], again: [9, 8, 9])
    #expect(Self.entry(torn)?.openBecause == .someRuns)
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func whatLiesClearlyAboveAllRunsIsNeverAPlainPass(_ seed: UInt64) {
    for runs in [1, 2, 3, 5] {
      let (before, now, _) = Self.random(seed, runs: runs)
      let verdict = Self.verdict(before, now)
      let entry = Self.entry(verdict)
      #expect(entry?.isOffender == true && entry?.kind == .regression, "\(before) \(now)")
      #expect(entry?.reason.contains("within the noise") == false, "\(before) \(now)")
    }
  }

  @Test func aRiseThatTheDeviationsHideIsAWarningWithItsMedians() {
    let verdict = Self.verdict([8, 9, 8, 10, 9], [14, 14, 15, 14, 14])
    #expect(verdict.outcome == .passed && verdict.warnings.map(\.unit) == [Self.a])
    let entry = Self.entry(verdict)
    #expect(
      entry?.reason
        == "more: 8 to 10 before, 14 to 15 now, by medians 9 and 14 (+56 %); all 5 runs are clearly above all of the baseline's; "
        + "only a warning, because those differ so much that medians have to differ by more than 5.9 to fail")
    #expect(entry?.threshold.hasSuffix(", and warns when all runs are clearly above 10") == true)
    // Further runs decide it, the one way or the other.
    #expect(Self.verdict([8, 9, 8, 10, 9], [14, 14, 15, 14, 14], again: [14, 15, 14, 14, 14]).outcome == .failed)
    let acquitted = Self.verdict([8, 9, 8, 10, 9], [14, 14, 15, 14, 14], again: [8, 9, 9, 8, 10])
    #expect(acquitted.outcome == .passed && acquitted.warnings.isEmpty)
  }

  /// A run that rose a little does bear another one out a little.
  @Test(
    arguments: [
      (
        [17, 17, 17, 17, 20],
        "more in 1 of 5 runs, and clearly: 17 before, 17 to 20 now; only a warning, because no other run bears it out"
      ),
      (
        [17, 17, 17, 18, 20],
        "more in 2 of 5 runs, clearly in one: 17 before, 17 to 20 now; only a warning, because no other run rises as far"
      ),
    ] as [([Int?], String)]) func aSingleClearRunIsToldAsOne(_ now: [Int?], _ words: String)
  {
    let entry = Self.entry(Self.verdict([17, 17, 17], now))
    #expect(entry?.level == .warn && entry?.reason.hasPrefix(words) == true, "\(entry?.reason ?? "")")
  }

  @Test(
    arguments: [
      ([8, 8, 8, 8, 8], [8, nil, nil, nil, nil], true), ([8, 9, 8], [nil, 8, nil], true),
      ([8, 8, 8], [8, 8, nil], false), ([8, nil, 8], [nil, nil, 8], false), ([8, 8, 8, 8], [8, 8, nil, nil], false),
    ] as [([Int?], [Int?], Bool)])
  func aViewThatMostRunsLackIsDoubted(_ before: [Int?], _ now: [Int?], _ isThin: Bool) {
    let verdict = Self.verdict(before, now)
    #expect(verdict.doubts.map(\.kind).contains(.thinViews) == isThin, "\(verdict.doubts)")
    if isThin {
      #expect(verdict.outcome == .inconclusive)
      #expect(verdict.doubts.first { $0.kind == .thinViews }?.message.hasPrefix("'A' is missing from ") == true)
    }
    var gate = Gate(baseline: Baseline(Measurements(series: [Self.a: before])))
    gate.removedLevel = .off
    #expect(!gate.verdict(on: Measurements(series: [Self.a: now])).doubts.contains { $0.kind == .thinViews })
    // Further runs that have it are runs as well.
    let further = Self.verdict(before, now, again: Array(repeating: 8, count: 9))
    #expect(!further.doubts.contains { $0.kind == .thinViews })
  }

  @Test func theBaselinesOwnRunsAreSaidToBeThat() {
    let own = Measurements(series: [Self.a: [8, 8, 8]], milliseconds: [nil: [4001, 4002, 4003]])
    let others = Measurements(series: [Self.a: [8, 8, 8]], milliseconds: [nil: [4101, 4202, 4303]])
    let gate = Gate(baseline: Baseline(own))
    #expect(gate.verdict(on: own).outcome == .passed)
    #expect(gate.verdict(on: own).remarks.contains { $0.hasPrefix("these runs are the baseline's own") })
    #expect(gate.verdict(on: others).remarks.isEmpty)
  }
}
