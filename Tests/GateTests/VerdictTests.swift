import Gate
import Testing

@Suite struct VerdictTests {
  private func unit(_ view: String, in scenario: String? = nil) -> Unit {
    Unit(ViewUnit(scenario: scenario, view: view), .updates)
  }

  private func verdict(
    _ before: [Int?], _ now: [Int?], _ change: (inout Gate) -> Void = { _ in }
  ) -> (verdict: Verdict, entry: Verdict.Entry?) {
    var gate = Gate(baseline: Baseline(Measurements(series: [unit("A"): before, unit("Other"): [1, 1, 1]])))
    change(&gate)
    let verdict = gate.verdict(on: Measurements(series: [unit("A"): now, unit("Other"): [1, 1, 1]]))
    return (verdict, verdict.entries.first { $0.unit == unit("A") && $0.kind != .unchanged })
  }

  /// The rule table of the contract, row by row.
  @Test(
    arguments: [
      ([8, 8, 8], [9, 9, 9], NoiseClass.deterministic, Level.error),
      ([8, 8, 8], [8, 8, 9], nil, nil),
      ([8, 9, 8, 8, 9], [11, 11, 12, 11, 11], .jittery, .error),
      // Two more, but less than 10 %.
      ([40, 41, 40, 40, 41], [43, 43, 43, 43, 43], nil, nil),
      // Enough by medians, but one run is no larger than the largest of the baseline.
      ([8, 9, 8, 8, 9], [11, 11, 9, 11, 11], nil, nil),
      // Within four deviations (MAD 2, so 11.9 are needed), and clearly above all runs.
      ([20, 18, 22, 24, 20], [30, 30, 30, 30, 30], .jittery, .warn),
      ([20, 18, 22, 24, 20], [26, 26, 26, 26, 26], .jittery, .warn),
      ([20, 18, 22, 24, 20], [25, 25, 25, 21, 25], nil, nil),
      ([20, 18, 22, 24, 20], [33, 33, 33, 33, 33], .jittery, .error),
      // By no more than the baseline's runs differ, and clearly above all of them.
      ([25, 29, 12, 38, 13], [49, 46, 45, 46, 49], .volatile, .warn),
      ([8, nil, 8, 8], [15, 15, 15, 15], .sparse, .warn),
      ([0, 0, 0], [1, 1, 1], .deterministic, .error),
      ([0, 0], [1, 1], .jittery, .error),
    ] as [([Int?], [Int?], NoiseClass?, Level?)])
  func eachClassHasItsRule(_ before: [Int?], _ now: [Int?], _ noise: NoiseClass?, _ level: Level?) {
    let (verdict, entry) = verdict(before, now)
    #expect(entry?.level == level)
    #expect(entry?.noise == noise)
    #expect(verdict.outcome == (level == .error ? .failed : .passed))
    if before == [0, 0, 0] { #expect(entry?.reason == "new: none before, 1 now") }
  }

  /// Where runs that were all equal have become more in some and not in others, no verdict holds for all; what lies far above runs
  /// that differ too much to fail anything is no mere warning.
  @Test(
    arguments: [
      ([67, 67, 67], [68, 68, 67], Verdict.Entry.Opening.someRuns),
      ([67, 67, 67, 67, 67], [73, 73, 73, 73, 73, 73, 73, 73, 73, 67], .someRuns),
      ([67, 67, 67], [157, 157, 72, 72, 72, 72, 67], .someRuns),
      ([67, 67, 67], [3067, 68, 67], .someRuns),
      ([5, 5, 5], [6, 6, 5, 5], .someRuns),
      // Fewer than half, and clearly.
      ([67, 67, 67], [3067, 3067, 67, 67, 67], .someRuns),
      ([67, 67, 67], [67, 67, 80], .someRuns),
      // A single one of many may be an accident, and is a warning.
      ([67, 67, 67], [67, 67, 67, 67, 80], nil),
      // Fewer than half, by little.
      ([67, 67, 67], [68, 73, 67, 67, 67], nil),
      ([3, 4, 5, 4, 3], [9, 9, 9], .noisyBaseline),
      ([3, 4, 5, 4, 3], [1000, 1000, 1000], .noisyBaseline),
      ([5, 9, 2, 8, 3], [90, 90, 90, 90, 90], .noisyBaseline),
      ([8, nil, 8, 8], [20, 20, 20, 20], .noisyBaseline),
      ([3, 4, 5, 4, 3], [7, 7, 7], nil),
      // Twice as much in the middle, half of the runs clearly above all of the baseline's.
      ([5, 9, 2, 8, 3], [16, 16, 25, 16, 16], .noisyBaseline),
      ([5, 9, 2, 8, 3], [10, 16, 25, 16, 16], .noisyBaseline),
      ([5, 9, 2, 8, 3], [3, 16, 25, 4, 16], .noisyBaseline),
      ([5, 9, 2, 8, 3], [3, 16, 25, 2, 16], nil),
      // Runs that differ both ways by little.
      ([8, 8, 8, 8, 8], [9, 9, 7, 8, 9], nil),
      ([8, 8, 8, 8, 8], [12, 9, 7, 8, 9], .someRuns),
      ([5, 9, 2, 8, 3], [3, 10, 10, 10, 10], nil),
      ([5, 6, 4, 9, 3, 5], [14, 14, 14, 14, 14], .noisyBaseline),
      ([8, nil, 8, 8], [16, 16, 16, 16], .noisyBaseline),
    ] as [([Int?], [Int?], Verdict.Entry.Opening?)])
  func whatHoldsForSomeRunsIsOpen(_ before: [Int?], _ now: [Int?], _ opening: Verdict.Entry.Opening?) {
    let (verdict, entry) = verdict(before, now)
    #expect(verdict.outcome == (opening == nil ? .passed : .inconclusive))
    #expect(entry?.openBecause == opening)
    #expect(verdict.doubts.map(\.kind) == (opening == nil ? [] : [.tooFewRuns]))
    #expect(!NoiseRule.fails(baseline: before, current: now, Thresholds()))
    // The limit and the reason do not contradict each other.
    let said = verdict.entries.first { $0.unit == unit("A") }
    #expect(said?.reason.contains("within the noise") == false || said?.threshold.hasPrefix("fails above") == false)
    #expect(self.verdict(before, now) { $0.isAdvisory = true }.verdict.outcome == .passed)
  }

  /// What is clearly worse never passes, however few the runs.
  @Test(
    arguments: [
      ([24, 24, 24, 24, 24], [264], .failed),
      ([24, 24, 24], [27], .failed),
      // By 2, which is not over 10 %; by one.
      ([24, 24, 24], [26], .inconclusive),
      ([24, 24, 24], [25], .inconclusive),
      ([8, 8, 8], [9], .inconclusive),
      ([8, 8, 8], [10], .failed),
      ([0, 0, 0], [1], .inconclusive),
      ([0, 0, 0], [2], .failed),
      ([24, 24, 24], [24], .passed),
      ([24, 24, 24], [3], .passed),
      // Jittery, volatile and sparse before; one run before.
      ([20, 18, 22, 24, 20], [264], .inconclusive),
      ([20, 18, 22, 24, 20], [25], .passed),
      ([5, 9, 2, 8, 3], [264], .inconclusive),
      ([8, nil, 8, 8], [264], .inconclusive),
      ([8], [20, 20, 20], .inconclusive),
      ([8], [264], .inconclusive),
      // Of one run nobody knows the noise.
      ([8], [9], .inconclusive),
      ([8], [8, 9, 9], .passed),
      ([8, 8], [9, 9, 9], .inconclusive),
      ([8, 8], [12, 12, 12], .failed),
      ([0], [1], .inconclusive),
    ] as [([Int?], [Int?], Verdict.Outcome)])
  func aSingleRunNeverHidesARise(_ before: [Int?], _ now: [Int?], _ outcome: Verdict.Outcome) {
    let (verdict, entry) = verdict(before, now)
    #expect(verdict.outcome == outcome)
    #expect(verdict.undecided.map(\.unit) == (outcome == .inconclusive ? [unit("A")] : []))
    #expect(verdict.doubts.map(\.kind) == (outcome == .inconclusive ? [.tooFewRuns] : []))
    if outcome != .passed { #expect(entry?.kind == .regression) }
    #expect(NoiseRule.fails(baseline: before, current: now, Thresholds()) == (outcome == .failed))
    // With a budget that allows it, and with a preset that fails nothing.
    let budgeted = self.verdict(before, now) {
      $0.budgets = [Budget(view: NameGlob("A"), limits: [.updates: .init(level: .error, maximum: 1000)])]
    }
    #expect(budgeted.verdict.outcome == outcome)
    #expect(self.verdict(before, now) { $0.isAdvisory = true }.verdict.outcome == .passed)
    #expect(self.verdict(before, now) { $0.metrics = [.updates: .warn] }.verdict.outcome == .passed)
  }

  /// A failure that is certain is no less certain because another view is open; bad data spoils both.
  @Test func whatFailsFailsBesideWhatIsOpen() {
    let before = Measurements(series: [unit("A"): [24, 24, 24], unit("B"): [8, 9, 8]])
    let now = Measurements(series: [unit("A"): [264], unit("B"): [90]])
    let gate = Gate(baseline: Baseline(before))
    let verdict = gate.verdict(on: now)
    #expect(verdict.outcome == .failed && verdict.undecided.map(\.unit) == [unit("B")])
    let loss = Gate.Loss(input: "a", message: "cut", count: nil)
    #expect(gate.verdict(on: now, losses: [loss]).outcome == .inconclusive)
    #expect(gate.verdict(on: Measurements(series: [unit("A"): [24], unit("B"): [90]])).outcome == .inconclusive)
  }

  @Test(
    arguments: [
      // Of the run and the confirming ones together.
      ([24, 24, 24], [25], [25, 25], Verdict.Outcome.failed),
      // Two of three rose.
      ([24, 24, 24], [25], [24, 25], .inconclusive),
      ([24, 24, 24], [25], [24, 24], .passed),
      ([24, 24, 24], [25, 25, 24], [24], .inconclusive),
      ([24, 24, 24], [25, 25, 24], [24, 24], .passed),
      ([24, 24, 24], [25, 25, 24], [25, 25, 25], .inconclusive),
      ([24, 24, 24], [40, 40, 24], [40, 40, 40], .failed),
      ([20, 18, 22, 24, 20], [264], [260, 270], .failed),
      ([8], [20], [20, 20], .inconclusive),
    ] as [([Int?], [Int?], [Int?], Verdict.Outcome)])
  func furtherRunsDecideWhatOneLeavesOpen(
    _ before: [Int?], _ now: [Int?], _ again: [Int?], _ outcome: Verdict.Outcome
  ) {
    let gate = Gate(baseline: Baseline(Measurements(series: [unit("A"): before])))
    let verdict = gate.verdict(
      on: Measurements(series: [unit("A"): now]), confirmedBy: Measurements(series: [unit("A"): again]))
    #expect(verdict.outcome == outcome)
  }

  @Test func fewRunsAreNamed() {
    let series: [Int?] = [8, 8, 8, 8]
    func shortage(_ before: Int, _ now: Int, _ minimum: Int = 3) -> Verdict.Shortage? {
      var gate = Gate(baseline: Baseline(Measurements(series: [unit("A"): Array(series.prefix(before))])))
      gate.minimumRuns = minimum
      return gate.verdict(on: Measurements(series: [unit("A"): Array(series.prefix(now))])).shortage
    }
    #expect(shortage(3, 3) == nil && shortage(4, 3) == nil && shortage(1, 1, 1) == nil)
    #expect(shortage(4, 2) == Verdict.Shortage(minimum: 3, before: 4, now: 2))
    #expect(shortage(2, 4) == Verdict.Shortage(minimum: 3, before: 2, now: 4))
  }

  @Test(arguments: [[5, 9, 2, 8, 3], [8, nil, 8, 8]] as [[Int?]])
  func whereABudgetAppliesItDecides(_ before: [Int?]) {
    for (maximum, outcome) in [(100, Verdict.Outcome.passed), (50, .failed)] {
      let (verdict, _) = verdict(before, [90, 90, 90, 90, 90]) {
        $0.budgets = [Budget(view: NameGlob("A"), limits: [.updates: .init(level: .error, maximum: maximum)])]
      }
      #expect(verdict.outcome == outcome)
      #expect(verdict.offenders.map(\.kind) == (outcome == .failed ? [.budget] : []))
    }
  }

  @Test func thresholdsAreOptions() {
    #expect(verdict([8, 8, 8], [9, 9, 9]) { $0.thresholds.slack = 1 }.verdict.outcome == .passed)
    #expect(verdict([8, 8, 8], [9, 9, 9]) { $0.isAdvisory = true }.verdict.outcome == .passed)
    #expect(
      verdict([40, 41, 40, 40, 41], [43, 43, 43, 43, 43]) { $0.thresholds.minimumPercent = 5 }.verdict.outcome
        == .failed)
  }

  @Test func ratchetingFailsALooseBaseline() {
    #expect(verdict([8, 8, 8], [3, 3, 3]).verdict.outcome == .passed)
    #expect(verdict([8, 8, 8], [3, 3, 3]).entry?.kind == .improvement)
    let (verdict, entry) = verdict([8, 8, 8], [3, 3, 3]) { $0.isRatcheting = true }
    #expect(verdict.outcome == .failed && entry?.kind == .ratchet)
  }

  @Test func onlyWhatIsConfirmedFails() {
    let gate = Gate(baseline: Baseline(Measurements(series: [unit("A"): [8, 8, 8], unit("B"): [8, 8, 8]])))
    let now = Measurements(series: [unit("A"): [9, 9, 9], unit("B"): [9, 9, 9]])
    let again = Measurements(series: [unit("A"): [8, 8, 8], unit("B"): [9, 9, 9]])
    let verdict = gate.verdict(on: now, confirmedBy: again)
    #expect(verdict.failures.map(\.unit) == [unit("B")])
    #expect(
      gate.verdict(on: now, confirmedBy: Measurements(series: [unit("A"): [8], unit("B"): [8]])).outcome
        == .inconclusive, "one good run does not outweigh three")
    let all = Measurements(series: [unit("A"): [8, 8, 8], unit("B"): [8, 8, 8]])
    let acquitted = gate.verdict(on: now, confirmedBy: all)
    #expect(acquitted.outcome == .passed && acquitted.entries.filter(\.isOverruled).count == 2)
    #expect(gate.verdict(on: now, confirmedBy: Measurements()).outcome == .inconclusive)
  }

  /// What regresses again is confirmed unless all runs of the build together differ as much as they are above the baseline.
  @Test(
    arguments: [
      ([8, 8, 8], [9, 9, 9], [9, 9, 9], NoiseRule.Confirmation.confirmed),
      ([8, 8, 8], [9, 9, 9], [8, 8, 8], .notAgain),
      ([8, 8, 8], [9, 9, 9], [8, 8], .tooFew),
      ([8, 8, 8], [9, 9, 9], [9, 8, 9], .torn),
      ([8, 8, 8], [9, 9, 9], [8, 8, 8, 8, 8, 9], .torn),
      // The baseline may have been lucky three times.
      ([8, 8, 8], [9, 10, 9], [9, 9, 10], .withinNoise),
      ([8, 8, 8], [10, 11, 10], [10, 10, 11], .confirmed),
      // Twice the updates vary twice as much.
      ([20, 18, 21, 20, 19], [40, 36, 42, 40, 38], [40, 36, 42, 40, 38], .confirmed),
      ([20, 20, 21, 20, 20], [24, 30, 23, 28, 26], [23, 29, 25, 31, 24], .withinNoise),
      ([0, 0, 0], [1, 2, 3], [3, 1, 2], .confirmed),
      ([0, 0, 3], [8, 8, 8], [9, 8, 9], .confirmed),
      ([8, 8, 8], [9, 9, 9], [nil, nil, nil], .tooFew),
    ] as [([Int?], [Int?], [Int?], NoiseRule.Confirmation)])
  func confirmingRunsShowTheNoise(_ before: [Int?], _ now: [Int?], _ again: [Int?], _ answer: NoiseRule.Confirmation) {
    #expect(NoiseRule.confirm(baseline: before, current: now, by: again, Thresholds()) == answer)
  }

  @Test func everyKindOfOffenderHasToBeConfirmed() {
    var gate = Gate(baseline: Baseline(Measurements(series: [unit("A"): [8, 8, 8], unit("B"): [8, 8, 8]])))
    gate.addedLevel = .error
    gate.isRatcheting = true
    gate.budgets = [Budget(view: NameGlob("B"), limits: [.updates: .init(level: .error, maximum: 4)], stable: .warn)]
    let now = Measurements(series: [unit("A"): [3, 3, 3], unit("B"): [8, 8, 8], unit("C"): [1, 1, 1]])
    let again = Measurements(series: [unit("A"): [8, 8, 8], unit("B"): [3, 3, 3]])
    #expect(Set(gate.verdict(on: now).failures.map(\.kind)) == [.ratchet, .budget, .added])
    #expect(gate.verdict(on: now, confirmedBy: again).failures.isEmpty)
    #expect(gate.verdict(on: now, confirmedBy: again).warnings.map(\.allowed) == [0])
    #expect(Set(gate.verdict(on: now, confirmedBy: now).failures.map(\.kind)) == [.ratchet, .budget, .added])
  }

  @Test func theMostSpecificBudgetWins() {
    var gate = Gate()
    gate.budgets = [
      Budget(view: NameGlob("*"), limits: [.updates: .init(level: .error, maximum: 1)], line: 1),
      Budget(view: NameGlob("*Row"), limits: [.updates: .init(level: .warn, maximum: 2)], line: 2),
      Budget(view: NameGlob("FeedRow"), limits: [.updates: .init(level: .error, maximum: 9, message: "why")], line: 3),
      Budget(
        view: NameGlob("FeedRow"), scenario: NameGlob("scroll*"), limits: [.updates: .init(level: .error, maximum: 20)],
        line: 4),
      Budget(view: NameGlob("Header"), stable: .error, line: 5),
    ]
    let verdict = gate.verdict(
      on: Measurements(series: [
        unit("Cell"): [2], unit("BigRow"): [3], unit("FeedRow"): [10], unit("FeedRow", in: "scrolling"): [10],
        unit("Header"): [1],
      ]))
    let lines = Dictionary(uniqueKeysWithValues: verdict.offenders.map { ($0.line ?? 0, $0) })
    #expect(lines.keys.sorted() == [1, 2, 3, 5])
    #expect(lines[1]?.unit == unit("Cell") && lines[2]?.level == .warn && lines[3]?.reason.hasSuffix(": why") == true)
    #expect(verdict.outcome == .failed)
  }

  @Test func oneOddRunBreaksNoBudget() {
    var gate = Gate()
    gate.budgets = [Budget(view: NameGlob("A"), limits: [.updates: .init(level: .error, maximum: 2)])]
    #expect(gate.verdict(on: Measurements(series: [unit("A"): [2, 2, 9]])).outcome == .passed)
    #expect(gate.verdict(on: Measurements(series: [unit("A"): [2, 3, 9]])).outcome == .failed)
  }

  @Test func viewsOnOneSideAreNamedAndRenamedOnesPaired() {
    let before = Measurements(series: [
      unit("Feed.Row"): [4, 4, 4], unit("Gone"): [1, 1, 1], unit("Stays"): [1, 1, 1], unit("Box<Int>"): [2, 2, 2],
    ])
    let now = Measurements(series: [
      unit("Feed.Cell"): [6, 6, 6], unit("Come.Here"): [1, 1, 1], unit("Stays"): [1, 1, 1],
      unit("Box<String>"): [2, 2, 2],
    ])
    let verdict = Gate(baseline: Baseline(before)).verdict(on: now)
    #expect(verdict.failures.map(\.unit) == [unit("Feed.Cell")])
    #expect(verdict.failures.first?.renamedFrom?.view == "Feed.Row")
    #expect(verdict.warnings.map(\.kind) == [.added, .removed])
    #expect(verdict.entries.filter { $0.kind == .removed }.map(\.unit) == [unit("Gone")])
  }

  @Test func equalBodiesPairWhatNamesDoNot() {
    let before = Measurements(series: [
      unit("Row"): [4, 4, 4], unit("Badge<Int>"): [2, 2, 2], unit("Stays"): [1, 1, 1], unit("Twin"): [5, 5, 5],
    ])
    let now = Measurements(series: [
      unit("Cell"): [6, 6, 6], unit("Feed.Mark<Int>"): [2, 2, 2], unit("Stays"): [1, 1, 1], unit("TwinA"): [5, 5, 5],
      unit("TwinB"): [5, 5, 5],
    ])
    var gate = Gate(
      baseline: Baseline(before, bodies: ["Row": "1", "Badge": "2", "Stays": "3", "Twin": "4", "No": "5"]))
    #expect(gate.verdict(on: now).warnings.count == 7, "nothing is paired without sources")
    gate.bodies = ["Cell": "1", "Feed.Mark": "2", "Stays": "3", "TwinA": "4", "TwinB": "4"]
    let verdict = gate.verdict(on: now)
    #expect(verdict.failures.map(\.unit) == [unit("Cell")] && verdict.failures.first?.renamedFrom?.view == "Row")
    #expect(Set(verdict.warnings.map(\.unit)) == [unit("Twin"), unit("TwinA"), unit("TwinB")])
    #expect(verdict.entries.filter { $0.kind == .removed }.map(\.unit) == [unit("Twin")])
    // The sources of the baseline, where they are given, go before what it recorded.
    gate.bodiesBefore = [:]
    #expect(gate.verdict(on: now).failures.isEmpty)
  }

  @Test func whatIsGatedAndNotMeasuredIsNoSuccess() {
    let some = Measurements(series: [unit("A"): [1, 1, 1]])
    let avoidable = Unit(ViewUnit(view: "A"), .avoidable)
    let whole = Measurements(series: some.series.merging([avoidable: [1, 1, 1]]) { $1 })
    var gate = Gate(baseline: Baseline(some))
    gate.metrics[.avoidable] = .error
    #expect(gate.verdict(on: some).doubts.map(\.kind) == [.unmeasured])
    #expect(gate.verdict(on: whole).doubts.first?.message.contains("the baseline has none") == true)
    gate.baseline = Baseline(whole)
    #expect(gate.verdict(on: whole).outcome == .passed)
    #expect(gate.verdict(on: some).outcome == .inconclusive)
    gate.metrics[.avoidable] = .warn
    #expect(gate.verdict(on: some).outcome == .passed && gate.verdict(on: some).remarks.count == 1)
    gate = Gate()
    gate.budgets = [Budget(view: NameGlob("A"), limits: [.avoidable: .init(level: .error, maximum: 0)], line: 3)]
    #expect(gate.verdict(on: some).doubts.first?.message.hasPrefix("the budget for 'A' (line 3) limits") == true)
    #expect(gate.verdict(on: whole).failures.map(\.unit) == [avoidable])
  }

  @Test func aNewRootCauseIsComparedWithNothing() {
    func cause(_ name: String) -> Unit { Unit(ViewUnit(view: "A"), .blastRadius, cause: name) }
    var gate = Gate(baseline: Baseline(Measurements(series: [unit("A"): [8, 8, 8], cause("_x"): [8, 8, 8]])))
    gate.metrics[.blastRadius] = .error
    let now = Measurements(series: [unit("A"): [8, 8, 8], cause("_x"): [4, 4, 4], cause("_y"): [4, 4, 4]])
    #expect(gate.verdict(on: now).failures.map(\.unit) == [cause("_y")])
    #expect(gate.verdict(on: now).failures.first?.reason == "new: none before, 4 now")
    gate.baseline = Baseline(Measurements(series: [unit("A"): [8, 8, 8]]))
    #expect(gate.verdict(on: now).outcome == .passed, "a baseline that recorded no causes")
  }

  @Test func whatCannotCarryAVerdictIsInconclusive() {
    let many = Dictionary(uniqueKeysWithValues: (0..<8).map { (unit("V\($0)"), [20, 20, 20] as [Int?]) })
    let half = many.mapValues { $0.map { $0.map { $0 / 2 } } }
    var gate = Gate(
      baseline: Baseline(
        Measurements(key: ComparisonKey([.os: "26.1"]), series: many, milliseconds: [nil: [9000, 9000, 9000]])))
    func kinds(_ current: Measurements, _ losses: [Gate.Loss] = []) -> [Verdict.Doubt.Kind] {
      let verdict = gate.verdict(on: current, losses: losses)
      #expect((verdict.outcome == .inconclusive) == !verdict.doubts.isEmpty)
      return verdict.doubts.map(\.kind)
    }
    #expect(kinds(Measurements(series: many)).isEmpty)
    #expect(kinds(Measurements(series: half)) == [.lostEvaluations])
    // All of it in less time is no loss; less of it is.
    #expect(kinds(Measurements(series: many, milliseconds: [nil: [9000, 4000, 9000]])).isEmpty)
    let cut = many.merging([unit("V0"): [20, 19, 20]]) { $1 }
    #expect(kinds(Measurements(series: cut, milliseconds: [nil: [9000, 9000, 9000]])).isEmpty)
    #expect(kinds(Measurements(series: cut, milliseconds: [nil: [9000, 4000, 9000]])) == [.lostEvaluations])
    #expect(kinds(Measurements(series: cut, milliseconds: [nil: [4000, 9000, 9000]])).isEmpty)
    #expect(kinds(Measurements(key: ComparisonKey([.os: "26.2"]), series: many)) == [.differentEnvironment])
    #expect(kinds(Measurements()) == [.noData])
    #expect(kinds(Measurements(series: [unit("Else"): [1]])) == [.noCommonViews])
    #expect(kinds(Measurements(series: [unit("V1", in: "scroll"): [1]])) == [.missingScenario])
    #expect(kinds(Measurements(series: many), [.init(input: "a", message: "cut", count: nil)]) == [.damagedInput])
    #expect(kinds(Measurements(series: many), [.init(input: "a", message: "dropped", count: 3)]) == [.lostData])
    gate.lossLimit = 3
    #expect(kinds(Measurements(series: many), [.init(input: "a", message: "dropped", count: 3)]).isEmpty)
    #expect(
      kinds(
        Measurements(series: many),
        [.init(input: "a", message: "dropped", count: .max), .init(input: "b", message: "dropped", count: .max)]
      ).count == 2)
    gate.requiredScenarios = ["search"]
    #expect(kinds(Measurements(series: many)) == [.missingScenario])
  }

  @Test func aFixOfOneCauseIsNoLossOfData() {
    let before = Dictionary(uniqueKeysWithValues: (0..<8).map { (unit("V\($0)"), [20, 20, 20] as [Int?]) })
    var now = before
    for index in 0..<4 { now[unit("V\(index)")] = [0, 0, 0] }
    let verdict = Gate(baseline: Baseline(Measurements(series: before))).verdict(on: Measurements(series: now))
    #expect(verdict.outcome == .passed && verdict.improvements.count == 4)
  }

  @Test func calibrationFindsTheSmallestChange() {
    let calibration = Calibration(
      Measurements(series: [
        unit("A"): [8, 8, 8, 8], unit("B"): [20, 18, 22, 24], unit("C"): [2, 9, 5, 1], unit("D"): [3, nil, 3, 3],
      ]))
    let caught = Dictionary(uniqueKeysWithValues: calibration.entries.map { ($0.unit.view.view, $0.smallestCaught) })
    #expect(caught["A"] == 1 && caught["C"] == .some(nil) && caught["D"] == .some(nil))
    let least = (caught["B"] ?? nil) ?? 0
    let runs: [Int?] = [20, 18, 22, 24]
    func isCaught(_ more: Int) -> Bool {
      NoiseRule.fails(baseline: runs, current: runs.map { $0.map { $0 + more } }, Thresholds())
    }
    #expect(isCaught(least) && !isCaught(least - 1))
  }

  @Test func comparingNamesEveryChange() {
    let before = Measurements(series: [
      unit("Up"): [1, 1, 1], unit("Down"): [9, 9, 9], unit("Same"): [4, 4, 4], unit("Gone.X"): [1, 1, 1],
    ])
    let after = Measurements(series: [
      unit("Up"): [2, 2, 2], unit("Down"): [1, 1, 1], unit("Same"): [4, 4, 4], unit("New"): [1, 1, 1],
    ])
    let comparison = RunComparison(from: before, to: after)
    #expect(comparison.entries.map(\.unit.view.view) == ["Up", "Down", "New", "Gone.X", "Same"])
    #expect(comparison.entries.map(\.change) == [.regressed, .improved, .new, .removed, .unchanged])
    let single = RunComparison(from: Measurements(series: [unit("A"): [8]]), to: Measurements(series: [unit("A"): [9]]))
    #expect(single.entries.first?.change == .regressed)
  }

  @Test(arguments: [
    ("*", "", true), ("*Row", "FeedRow", true), ("*Row", "RowFeed", false), ("a?c", "abc", true), ("a?c", "ac", false),
    ("*a*b*", "xxaxxbxx", true), ("", "", true), ("", "a", false), ("View<*>", "View<Int>", true), ("[a]", "a", false),
  ])
  func globsMatchNames(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(NameGlob(pattern).matches(name) == matches)
  }
}
