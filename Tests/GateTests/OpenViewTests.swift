import Gate
import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// Views whose lines do not tell first appearances from updates: what the gate says of them rests on their own lines alone.
@Suite struct OpenViewTests {
  /// Captures of one line a message, and the scenarios' first runs.
  private static let samples: [String] =
    Repository.sampleTraces.filter { $0.hasSuffix(".log") || $0.hasSuffix(".ndjson") }
    + Repository.scenarioTraces.filter { $0.hasSuffix("/before/run-1.log.gz") }

  private static func lines(_ sample: String) throws -> [Substring] {
    let path = "SampleTraces/\(sample)"
    let text =
      sample.hasSuffix(".gz")
      ? try run("/usr/bin/env", ["gzip", "-dc"], input: Repository.bytes(of: path)).text
      : Repository.text(of: path) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func isOf(_ view: String, _ line: Substring) -> Bool {
    line.ranges(of: "\(view): ").contains { range in
      range.lowerBound == line.startIndex
        || !(line[line.index(before: range.lowerBound)].isLetter || line[line.index(before: range.lowerBound)].isNumber
          || "._>".contains(line[line.index(before: range.lowerBound)]))
    }
  }

  /// Three runs of the same lines.
  private static func measured(_ lines: [Substring]) -> (measurements: Measurements, views: Set<String>) {
    let once = profile(Array(lines.joined(separator: "\n").utf8))
    let runs = TraceProfile(runs: once.runs + once.runs + once.runs)
    return (Measurements(runs), Set(once.runs.flatMap(\.messages).map(\.view)))
  }

  /// A verdict on a series, as far as it matters to anybody.
  private struct Standing: Hashable {
    let level: Level
    let isUndecided: Bool
  }

  private static func standings(_ gate: Gate, _ now: Measurements, without view: String) -> [Unit: Set<Standing>] {
    Dictionary(grouping: gate.verdict(on: now).entries.filter { $0.unit.view.view != view }, by: \.unit)
      .mapValues { Set($0.map { Standing(level: $0.level, isUndecided: $0.isUndecided) }) }
      .filter { $0.value != [Standing(level: .off, isUndecided: false)] }
  }

  /// Deletes and doubles the lines of each view of each sample: nothing changes for any other view, with or without budgets.
  @Test(arguments: samples) func otherViewsDecideNothing(_ sample: String) throws {
    let lines = try Self.lines(sample)
    let whole = Self.measured(lines)
    #expect(!whole.views.isEmpty)
    var gate = Gate(baseline: Baseline(whole.measurements))
    let budgets = [Budget(view: NameGlob("*"), limits: [.updates: .init(level: .error, maximum: 3)])]
    for view in whole.views.sorted() {
      let without = Self.measured(lines.filter { !Self.isOf(view, $0) }).measurements
      let doubled = Self.measured(lines.flatMap { Self.isOf(view, $0) ? [$0, $0] : [$0] }).measurements
      for (what, now) in [("without", without), ("twice", doubled)] where !now.isEmpty {
        gate.budgets = []
        #expect(Self.standings(gate, now, without: view) == [:], "\(sample) \(what) '\(view)'")
        gate.budgets = budgets
        #expect(
          Self.standings(gate, now, without: view) == Self.standings(gate, whole.measurements, without: view),
          "\(sample) \(what) '\(view)', with a budget")
      }
    }
  }

  private static let rows = Array(repeating: "Row: @self changed.", count: 4)

  private static func log(_ changes: Int, list: Bool = true) -> Measurements {
    let head = list ? ["List: @self, @identity, _x changed."] : []
    let change = (list ? ["List: _x changed."] : []) + Self.rows
    let lines = head + Self.rows + Array(repeating: change, count: changes).flatMap { $0 }
    return measured(lines.map { $0[...] }).measurements
  }

  private static let row = ViewUnit(view: "Row")

  @Test func evaluationsStandInForUpdates() throws {
    let before = Self.log(3)
    #expect(before.open == [Self.row])
    #expect(before.series[Unit(Self.row, .evaluations)] == [16, 16, 16])
    #expect(before.bounds[Self.row] == .init(least: [0, 0, 0], most: [15, 15, 15]))
    let text = Baseline(before).text
    #expect(text.contains("- Row evaluations 16 16 16\n") && !text.contains("List evaluations"))
    for baseline in [Baseline(before), try Baseline(parsing: text)] {
      let gate = Gate(baseline: baseline)
      #expect(gate.verdict(on: before).outcome == .passed)
      let worse = gate.verdict(on: Self.log(4))
      let row = worse.failures.first { $0.unit.view == Self.row }
      #expect(row?.unit.metric == .evaluations && row?.baseline == [16, 16, 16] && row?.current == [20, 20, 20])
      #expect(row?.reason.contains("do not tell first appearances from updates") == true)
      // What is inferred is told and not judged.
      let guess = worse.entries.first { $0.unit == Unit(Self.row, .updates) }
      #expect(guess?.isInferred == true && guess?.isGated == false && guess?.level == .off)
      #expect(worse.updatesBefore == 19 && worse.updatesNow == 24 && worse.openViews == 1)
    }
  }

  /// A file from before evaluations were kept holds them all the same: they are the sum of two of its lines.
  @Test func earlierBaselinesAreRead() throws {
    let text = Baseline(Self.log(3)).text.split(separator: "\n").filter {
      !$0.contains("evaluations") && !$0.hasPrefix("# Lines:")
    }
    let gate = Gate(baseline: try Baseline(parsing: text.joined(separator: "\n")))
    #expect(gate.verdict(on: Self.log(3)).offenders.isEmpty)
    #expect(gate.verdict(on: Self.log(3, list: false)).offenders.map(\.kind) == [.removed])
    #expect(gate.verdict(on: Self.log(4)).failures.map(\.unit.view.view).sorted() == ["List", "Row"])
    // With updates alone there is only the guess, which fails nothing.
    let alone = text.filter { $0.hasPrefix("#") || $0.contains(" updates ") }.joined(separator: "\n")
    let guessed = Gate(baseline: try Baseline(parsing: alone)).verdict(on: Self.log(4))
    #expect(guessed.failures.map(\.unit.view.view) == ["List"] && guessed.warnings.map(\.unit.view) == [Self.row])
  }

  /// Nor do further runs make more of a guess.
  @Test func aGuessIsConfirmedByNothing() throws {
    func more(_ runs: Int) -> Measurements {
      var result = Self.log(20)
      result.series = result.series.mapValues { series in (0..<runs).map { _ in series[0] } }
      return result
    }
    let now = more(5)
    let updates = Unit(Self.row, .updates)
    let known = now.series[updates]?.first.flatMap(\.self) ?? 0
    try #require(known > 12)
    for before in [[9, 8, 10, 9, 9], [8, 10, 6, 10, 7]] as [[Int?]] {
      let gate = Gate(
        baseline: Baseline(
          Measurements(series: [updates: before, Unit(ViewUnit(view: "List"), .updates): [20, 20, 20]])))
      let verdict = gate.verdict(on: now, confirmedBy: now)
      #expect(verdict.failures.isEmpty && verdict.warnings.contains { $0.unit == updates }, "\(verdict.entries)")
    }
  }

  /// Rates are exact: a view that updates 70 times in 96 s and then 140 times has doubled, and a file with whole numbers says so.
  @Test func ratesAreNotRounded() throws {
    func measured(_ updates: Int, _ milliseconds: Int = 96_000) -> Measurements {
      let view = ViewUnit(view: "LED")
      var result = Measurements(series: [Unit(view, .updates): [updates, updates, updates]])
      result.milliseconds[nil] = [milliseconds, milliseconds + 40, milliseconds]
      result.series[Unit(view, .perSecond)] = [0, 40, 0].map { updates * 1_000_000 / (milliseconds + $0) }
      return result
    }
    let text = Baseline(measured(70)).text
    #expect(text.contains("- LED perSecond 0.729 0.728 0.729\n"))
    for text in [text, text.replacing("0.729 0.728 0.729", with: "1 1 1")] {
      var gate = Gate(baseline: try Baseline(parsing: text))
      gate.metrics = [.perSecond: .error]
      #expect(gate.verdict(on: measured(140)).failures.map(\.unit.metric) == [.perSecond])
      #expect(gate.verdict(on: measured(70)).offenders.isEmpty)
      // One more in as long, and as many in a little less time, are noise of a rate.
      #expect(gate.verdict(on: measured(71)).outcome == .passed)
      #expect(gate.verdict(on: measured(70, 95_000)).outcome == .passed)
    }
    var gate = Gate()
    gate.budgets = [Budget(view: NameGlob("LED"), limits: [.perSecond: .init(level: .error, maximum: 1_000)])]
    #expect(gate.verdict(on: measured(70)).outcome == .passed)
    #expect(gate.verdict(on: measured(140)).failures.first?.reason == "the median is 1.458, and at most 1 are allowed")
  }

  @Test(
    arguments: [
      (Metric.updates, 15, Verdict.Outcome.passed), (.updates, 14, .inconclusive), (.updates, 0, .inconclusive),
      (.evaluations, 16, .passed), (.evaluations, 15, .failed),
    ] as [(Metric, Int, Verdict.Outcome)])
  func aBudgetIsBrokenByWhatIsCertain(_ metric: Metric, _ maximum: Int, _ outcome: Verdict.Outcome) {
    var gate = Gate()
    gate.budgets = [Budget(view: NameGlob("Row"), limits: [metric: .init(level: .error, maximum: maximum)])]
    let verdict = gate.verdict(on: Self.log(3))
    #expect(verdict.outcome == outcome)
    #expect(verdict.doubts.map(\.kind) == (outcome == .inconclusive ? [.openBudget] : []))
    // Further runs make it no clearer.
    #expect(gate.verdict(on: Self.log(3), confirmedBy: Self.log(3)).outcome == outcome)
    gate.isAdvisory = true
    #expect(gate.verdict(on: Self.log(3)).outcome == .passed)
  }

  /// What says '@identity' of its first appearances tells its updates itself.
  @Test func evaluationsOfOtherViewsCanHaveABudget() {
    var gate = Gate(baseline: Baseline(Self.log(3)))
    gate.budgets = [Budget(view: NameGlob("List"), limits: [.evaluations: .init(level: .error, maximum: 3)])]
    let verdict = gate.verdict(on: Self.log(3))
    #expect(verdict.failures.map(\.unit) == [Unit(ViewUnit(view: "List"), .evaluations)])
  }
}
