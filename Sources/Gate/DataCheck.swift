internal import Vocabulary

/// Finds out whether runs can carry a verdict at all.
///
/// Less than is there looks like an improvement, so what is lost must never be green.
struct DataCheck {
  /// A run that is shorter than this share of the baseline's shortest was cut off.
  private static let leastDuration = 0.6
  /// The same where the baseline's runs say how much their length varies, in so many robust deviations, too: what a script
  /// drives lasts as long each time.
  private static let leastSteadyDuration = 0.9
  private static let steadyDeviations = 4.0
  /// A view that keeps less than this share of its least evaluations has lost some.
  private static let leastEvaluations = 0.75
  /// From this share of views that have lost evaluations on, it is the capture and not the code.
  ///
  /// A fix takes updates from the views below one root cause; a capture that ends early takes from all.
  private static let suspiciousShare = 0.6
  /// Among fewer views chance or a fix looks the same.
  private static let leastViews = 5
  /// Views with fewer evaluations say nothing about shares.
  private static let leastCount = 4

  let gate: Gate

  /// What is to be held to a limit and was not measured, with the level of what would be overlooked.
  func unmeasured(_ current: Measurements) -> [(level: Level, message: String)] {
    var result: [(level: Level, message: String)] = []
    for budget in gate.budgets {
      for (metric, limit) in budget.limits.sorted(by: { $0.key < $1.key }) where limit.level > .off {
        guard let requirement = metric.requirement else { continue }
        let views = current.views.filter(budget.matches)
        if views.isEmpty || views.contains(where: { current.series[Unit($0, metric)] != nil }) { continue }
        result.append(
          (
            limit.level,
            "the budget for '\(budget.view.pattern)' (line \(budget.line)) limits '\(metric.rawValue)', which needs "
              + requirement
          ))
      }
    }
    guard let baseline = gate.baseline?.measurements else { return result }
    for (metric, level) in gate.metrics.sorted(by: { $0.key < $1.key }) where level > .off {
      // Of these, none is what a good app has.
      if metric == .recreated || metric == .blastRadius || metric == .evaluations { continue }
      let needs = metric.requirement.map { "; it needs \($0)" } ?? ""
      if !current.metrics.contains(metric) {
        result.append((level, "'\(metric.rawValue)' is gated, and these runs have none\(needs)"))
      } else if !baseline.metrics.contains(metric) {
        result.append((level, "'\(metric.rawValue)' is gated, and the baseline has none; write it anew\(needs)"))
      }
    }
    return result
  }

  /// - Parameter isConfirming: Whether these are the runs that are to confirm others.
  func doubts(_ current: Measurements, _ losses: [Gate.Loss], isConfirming: Bool = false) -> [Verdict.Doubt] {
    var doubts = lossDoubts(losses)
    if current.isEmpty {
      doubts.append(
        .init(
          kind: .noData,
          message: isConfirming
            ? "no run is left to confirm anything: those of '--confirm' hold no evaluations, or are judged already"
            : "the inputs hold no evaluations of views"))
      return doubts
    }
    for scenario in gate.requiredScenarios.sorted() where !current.scenarios.contains(scenario) {
      doubts.append(.init(kind: .missingScenario, message: "the scenario '\(scenario)' is required and missing"))
    }
    for missing in unmeasured(current) where missing.level == .error {
      doubts.append(.init(kind: .unmeasured, message: missing.message))
    }
    guard let baseline = gate.baseline?.measurements else { return doubts }
    for difference in baseline.key.differences(from: current.key) {
      doubts.append(
        .init(
          kind: .differentEnvironment,
          message: "the baseline was recorded with \(difference.field.rawValue) '\(difference.own)', "
            + "these runs with '\(difference.other)'; compare like with like"))
    }
    let viewsBefore = baseline.viewsByScenario
    let viewsNow = current.viewsByScenario
    for scenario in baseline.scenarios.sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
      let name =
        scenario.map { "the scenario '\($0)'" }
        ?? (baseline.scenarios.count == 1 ? "the recording" : "what lies outside of any scenario")
      let old = viewsBefore[scenario] ?? []
      let new = viewsNow[scenario] ?? []
      if new.isEmpty {
        if !old.isEmpty, !gate.requiredScenarios.contains(scenario ?? "") {
          doubts.append(.init(kind: .missingScenario, message: "\(name) is in the baseline and not in these runs"))
        }
        continue
      }
      if !old.isEmpty, old.isDisjoint(with: new) {
        doubts.append(
          .init(kind: .noCommonViews, message: "\(name) has no view in common with the baseline; is it the same app?"))
        continue
      }
      if let doubt = lostEvaluations(old, scenario, name, baseline, current) { doubts.append(doubt) }
    }
    return doubts
  }

  /// What rose in too few runs to be told from noise, in one sentence; `nil` where nothing did.
  func tooFewRuns(_ entries: [Verdict.Entry]) -> Verdict.Doubt? {
    let open = entries.filter { $0.isUndecided && $0.allowed == nil }
    guard let first = open.first else { return nil }
    let others = open.count == 1 ? "" : " and \(grouped(open.count - 1)) more"
    return Verdict.Doubt(
      kind: .tooFewRuns,
      message:
        "'\(first.unit.view.view)'\(others) rose, and with a single run on one side, or runs that disagree, nobody "
        + "can tell that from noise; record \(NoiseClass.deterministicRuns) runs or more of each build")
  }

  /// Budgets of updates that views may break or keep, depending on what nobody can tell; one sentence for all.
  func openBudgets(_ entries: [Verdict.Entry]) -> Verdict.Doubt? {
    let open = entries.filter { $0.isUndecided && $0.allowed != nil }
    guard let first = open.first else { return nil }
    let others = open.count == 1 ? "" : " and \(grouped(open.count - 1)) more"
    return Verdict.Doubt(
      kind: .openBudget,
      message:
        "whether '\(first.unit.view.view)'\(others) keeps to its budget cannot be told: \(Comparison.openReason); "
        + "give it a budget of '\(Metric.evaluations.rawValue)'")
  }

  /// What the baseline says of its place and these runs do not: it is not compared.
  func uncompared(_ current: Measurements) -> String? {
    guard let before = gate.baseline?.measurements.key, !current.isEmpty else { return nil }
    let missing = ComparisonKey.Field.allCases.sorted().filter {
      $0 != .capture && before.fields[$0] != nil && current.key.fields[$0] == nil
    }
    if missing.isEmpty { return nil }
    let known = missing.map { "\($0.rawValue) '\(before.fields[$0] ?? "")'" }.joined(separator: ", ")
    let options = missing.map { $0 == .configuration ? "--build-configuration" : "--" + $0.rawValue }
    return "the baseline was recorded with \(known), and these runs do not say theirs, so that is not compared; "
      + "say it with '\(options.joined(separator: "', '"))'"
  }

  private func lossDoubts(_ losses: [Gate.Loss]) -> [Verdict.Doubt] {
    var doubts: [Verdict.Doubt] = []
    var lost = 0
    for loss in losses {
      guard let count = loss.count else {
        doubts.append(.init(kind: .damagedInput, message: "\(loss.input): \(loss.message)"))
        continue
      }
      let (sum, isTooLarge) = lost.addingReportingOverflow(count)
      lost = isTooLarge ? .max : sum
    }
    if lost > gate.lossLimit {
      for loss in losses where loss.count != nil {
        doubts.append(.init(kind: .lostData, message: "\(loss.input): \(loss.message)"))
      }
    }
    return doubts
  }

  /// - Parameter views: Those of the baseline.
  private func lostEvaluations(
    _ views: Set<ViewUnit>, _ scenario: String?, _ name: String, _ baseline: Measurements, _ current: Measurements
  ) -> Verdict.Doubt? {
    let lengths = (baseline.milliseconds[scenario] ?? []).compactMap(\.self)
    if let (short, least) = Self.cutOff((current.milliseconds[scenario] ?? []).compactMap(\.self), of: lengths) {
      return Verdict.Doubt(
        kind: .lostEvaluations,
        message:
          "a run of \(name) lasted \(grouped(short)) ms, and \(grouped(least)) ms at least in the baseline; was it cut off?"
          + (gate.hasContract ? " If the scenario is shorter now, write the baseline anew" : ""))
    }
    var compared = 0
    var fallen = 0
    for view in views {
      let old = Self.evaluations(view, baseline)
      guard let least = old.min(), least >= Self.leastCount else { continue }
      compared += 1
      let most = Self.evaluations(view, current).max() ?? 0
      if Double(most) < Self.leastEvaluations * Double(least) { fallen += 1 }
    }
    guard compared >= Self.leastViews, Double(fallen) >= Self.suspiciousShare * Double(compared) else { return nil }
    return Verdict.Doubt(
      kind: .lostEvaluations,
      message:
        "\(grouped(fallen)) of \(grouped(compared)) views of \(name) have lost a quarter of their evaluations or more at once, as in a "
        + "capture that is incomplete\(gate.hasContract ? "; if a change did it, write the baseline anew" : "")")
  }

  /// The shortest run, if it was cut off, and the shortest of the baseline; lengths in milliseconds.
  private static func cutOff(_ now: [Int], of before: [Int]) -> (short: Int, least: Int)? {
    // Below a second, durations are accidents.
    guard let least = before.min(), let short = now.min(), least >= 1000 else { return nil }
    if Double(short) < leastDuration * Double(least) { return (short, least) }
    let spread = Spread(before)
    guard before.count >= NoiseClass.deterministicRuns else { return nil }
    let limit = min(
      leastSteadyDuration * Double(least), spread.median - steadyDeviations * spread.deviation)
    // Several runs that all end earlier were not cut off: the scenario is another one.
    let areAllShort = now.count >= NoiseClass.deterministicRuns && now.allSatisfy { Double($0) < limit }
    return Double(short) < limit && !areAllShort ? (short, least) : nil
  }

  private static func evaluations(_ view: ViewUnit, _ measurements: Measurements) -> [Int] {
    (measurements.evaluations(of: view) ?? measurements.series[Unit(view, .updates)] ?? []).compactMap(\.self)
  }
}
