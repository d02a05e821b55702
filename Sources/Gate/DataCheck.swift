internal import Vocabulary

/// Finds out whether runs can carry a verdict at all.
///
/// Less than is there looks like an improvement, so what is lost must never be green.
struct DataCheck {
  /// A run that is shorter than this share of the baseline's shortest, and holds less of some view, was cut off.
  private static let leastDuration = 0.75
  /// The same where the baseline's runs say how much their length varies, in robust deviations, too: what a script
  /// drives lasts as long each time.
  private static let leastSteadyDuration = 0.9
  private static let steadyDeviations = 4.0
  /// Lengths that differ by more than this share are told.
  private static let toldDifference = 0.1
  /// How views lose evaluations when it is the capture and not the code: the share of their least number, and of how many views.
  ///
  /// A fix takes updates from the views below one root cause; a capture that ends early takes from all, and so does one that
  /// drops records here and there.
  private static let losses: [(kept: Double, share: Double, text: String)] = [
    (0.75, 0.6, "a quarter"), (0.9, 0.8, "a tenth"),
  ]
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
    guard let baseline = gate.baseline?.measurements, !current.isEmpty else { return result }
    result += lostLines(baseline, current)
    for (metric, level) in gate.metrics.sorted(by: { $0.key < $1.key }) where level > .off {
      // Of these, none is what a good app has; and nobody misses what was not asked for.
      if metric == .recreated || metric == .blastRadius || metric == .evaluations { continue }
      if level < .error, Gate.defaultMetrics[metric] == level { continue }
      let needs = metric.requirement.map { "; it needs \($0)" } ?? ""
      if !current.metrics.contains(metric) {
        result.append((level, "'\(metric.rawValue)' is gated, and these runs have none\(needs)"))
      } else if !baseline.metrics.contains(metric) {
        result.append((level, "'\(metric.rawValue)' is gated, and the baseline has none; write it anew\(needs)"))
      }
    }
    return result
  }

  /// Views that have lines in the baseline, and not the one that is gated, as after a merge that went wrong.
  private func lostLines(_ baseline: Measurements, _ current: Measurements) -> [(level: Level, message: String)] {
    [Metric.updates, .initial].flatMap { metric -> [(level: Level, message: String)] in
      guard let level = gate.metrics[metric], level > .off, baseline.metrics.contains(metric) else { return [] }
      return baseline.views.sorted().compactMap { view in
        guard baseline.series[Unit(view, metric)] == nil, current.series[Unit(view, metric)] != nil else { return nil }
        let known = baseline.series.keys.filter { $0.view == view }.sorted()
        let line = known.compactMap { gate.baseline?.lines[$0] }.min()
        let place = line.map { ", those from line \($0) on" } ?? ""
        return (
          level,
          "the baseline has no line of '\(metric.rawValue)' for '\(view.view)', and has others of it\(place): "
            + "a line was lost, as in a merge; restore it, or write the baseline anew"
        )
      }
    }
  }

  /// - Parameter isConfirming: Whether these are the runs that are to confirm others.
  func doubts(_ current: Measurements, _ losses: [Gate.Loss], isConfirming: Bool = false) -> [Verdict.Doubt] {
    var doubts = lossDoubts(losses)
    if current.isEmpty, !gate.looksFor(current) {
      doubts.append(
        .init(
          kind: .noData,
          message: isConfirming
            ? "no run is left to confirm anything: those of '--confirm' hold no evaluations, are judged already, or are of "
              + "tests that did not pass"
            : "the inputs hold no evaluations of views"))
      return doubts
    }
    for scenario in gate.requiredScenarios.sorted() where !current.scenarios.contains(scenario) {
      doubts.append(.init(kind: .missingScenario, message: "the scenario '\(scenario)' is required and missing"))
    }
    for (scenario, count) in current.lackingRuns.sorted(by: { $0.key < $1.key }) {
      doubts.append(
        .init(
          kind: .missingScenario,
          message:
            "the scenario '\(scenario)' is missing from \(count == 1 ? "a run" : "\(grouped(count)) runs"), and other runs "
            + "have it beside the same scenarios; was it cut off?"))
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
    let partsNow = current.byScenario
    for scenario in baseline.scenarios.sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
      let name =
        scenario.map { "the scenario '\($0)'" }
        ?? (baseline.scenarios.count == 1 ? "the recording" : "what lies outside of any scenario")
      let old = viewsBefore[scenario] ?? []
      let new = viewsNow[scenario] ?? []
      if new.isEmpty {
        // The scenario was recorded; the views that were asked for are gone, which is said of each.
        if gate.isNarrowed, current.scenarios.contains(scenario) { continue }
        if !old.isEmpty, !gate.requiredScenarios.contains(scenario ?? "") {
          doubts.append(
            .init(
              kind: .missingScenario,
              message:
                "\(name) is in the baseline and not in these runs; was its test left out? If it is gone for good, write the baseline "
                + "anew, or take its lines out of the file"))
        }
        continue
      }
      if !old.isEmpty, old.isDisjoint(with: new), !gate.isNarrowed {
        doubts.append(
          .init(kind: .noCommonViews, message: "\(name) has no view in common with the baseline; is it the same app?"))
        continue
      }
      // Of a test that passed in no run it is said why it did less.
      if current.brokenTests[scenario] != nil { continue }
      if let doubt = lostEvaluations(old, scenario, name, baseline, partsNow[scenario] ?? current) {
        doubts.append(doubt)
      }
    }
    return doubts
  }

  /// What rose in too few runs to be told from noise, or in some and not in others: a sentence each.
  func openRises(_ entries: [Verdict.Entry]) -> [Verdict.Doubt] {
    Verdict.Entry.Opening.allCases.compactMap { opening in
      let open = entries.filter { $0.openBecause == opening }
      let again = open.first?.confirmation.isEmpty == false
      let text =
        switch opening {
        case .fewRuns:
          "rose, and so few runs tell nobody what is noise; record \(NoiseClass.deterministicRuns) runs or more of each build"
        case .someRuns where again:
          "rose in some of the runs, those of '--confirm' included, and not in others; find out what differs between them"
        case .someRuns: "rose in some runs and not in others; record again, or pass further runs with '--confirm'"
        case .noisyRuns:
          "rose in all runs, and those of both builds vary too much for that to stand out; pass \(NoiseRule.decidingRuns) further "
            + "runs or more with '--confirm': where all are clearly above the baseline's, it fails"
        case .noisyBaseline:
          "rose far above a baseline whose runs differ too much to fail it; give each a budget, or write a calmer baseline"
        case .madeAnew:
          "updated less and was evaluated more: made anew instead of updated; 'metrics: {evaluations: error}' under 'gate:' "
            + "fails that"
        case .slightly:
          "rose by little in all runs, which so few do by chance where other views vary; record \(NoiseRule.tellingRuns) runs of each "
            + "build, or pass further runs with '--confirm'"
        case .newAndMuch:
          "new and much: evaluated more than any view of the baseline, or a clear part of the scenario's updates; write the baseline "
            + "anew, give a budget, or say 'added: warn' under 'gate:'"
        }
      return Self.sentence(open, text).map {
        Verdict.Doubt(kind: opening == .newAndMuch ? .newViews : .tooFewRuns, message: $0)
      }
    }
  }

  static func sentence(_ entries: [Verdict.Entry], _ rest: String) -> String? {
    guard let first = entries.first else { return nil }
    let others = entries.count == 1 ? "" : " and \(grouped(entries.count - 1)) more"
    return "'\(first.unit.view.view)'\(others) \(rest)"
  }

  /// As many views are named where the names matter.
  static let namedViews = 5

  /// Nothing that the runs hold could fail or warn, so that passing would say nothing; `nil` where something could.
  var nothingGated: String? {
    let isAsked = gate.metrics.contains { metric, level in
      level > .off && (Gate.defaultMetrics[metric] != level || level == .error)
    }
    if isAsked || gate.isRatcheting || gate.budgets.contains(where: { $0.level > .off }) { return nil }
    return "nothing is gated: 'gate: metrics:' sets to 'off' what counts, and there is no budget"
  }

  /// Runs that last longer or shorter than those of the baseline, a sentence for each scenario: what is done twice counts twice.
  func lengths(_ current: Measurements) -> [String] {
    guard let baseline = gate.baseline?.measurements else { return [] }
    return baseline.milliseconds.keys.sorted { ($0 ?? "") < ($1 ?? "") }.compactMap { scenario in
      let before = Spread((baseline.milliseconds[scenario] ?? []).compactMap(\.self)).median
      let now = Spread((current.milliseconds[scenario] ?? []).compactMap(\.self)).median
      let known = (baseline.milliseconds[scenario] ?? []).compactMap(\.self)
      // Runs that all last longer than any before may do what none of those did.
      let isLonger = (current.milliseconds[scenario] ?? []).compactMap(\.self).min().map { shortest in
        known.max().map { Double(shortest) >= Double($0) + 1000 } ?? false
      }
      guard min(before, now) >= 1000, isLonger == true || abs(now - before) > Self.toldDifference * before else {
        return nil
      }
      let place = scenario.map { " of '\($0)'" } ?? ""
      return "the runs\(place) last \(grouped(Int(now))) ms (median), those of the baseline \(grouped(Int(before))) ms"
        + (now > before ? "; if they do more, they count more" : "")
    }
  }

  /// Shorter pauses are told of no capture.
  private static let leastPause = 2000

  /// Runs in which nothing was evaluated for much longer than in any of the baseline, a sentence for each scenario: a capture with a
  /// hole looks like that, and so does an app that was cured of a clock. Nobody can tell the two apart, so it is no doubt.
  func holes(_ current: Measurements) -> [String] {
    guard let baseline = gate.baseline?.measurements else { return [] }
    return baseline.pauses.keys.sorted { ($0 ?? "") < ($1 ?? "") }.compactMap { scenario in
      guard let before = (baseline.pauses[scenario] ?? []).compactMap(\.self).max(),
        let now = (current.pauses[scenario] ?? []).compactMap(\.self).max(), now >= Self.leastPause, now >= 2 * before
      else { return nil }
      let place = scenario.map { " of '\($0)'" } ?? ""
      return
        "nothing was evaluated for \(grouped(now)) ms in a run\(place), and for \(grouped(before)) ms at most in those of the "
        + "baseline: that is a hole in the capture, unless a change did it"
    }
  }

  /// A run that evaluates nothing for much longer than any of the baseline and holds less of what lies around that: no cure of a clock
  /// alone looks like this.
  ///
  /// A change shows in all runs alike, so in some of them it tells when a tenth of the views that never varied hold less; in all of them it
  /// has to be most views.
  private func hole(
    _ scenario: String?, _ name: String, _ pairs: [Counts], _ baseline: Measurements, _ current: Measurements,
    toldAs others: String
  ) -> Verdict.Doubt? {
    guard let before = (baseline.pauses[scenario] ?? []).compactMap(\.self).max() else { return nil }
    let pauses = current.pauses[scenario] ?? []
    let holes = pauses.enumerated().compactMap { run, pause -> (run: Int, pause: Int)? in
      guard let pause, pause >= Self.leastPause, pause >= 2 * before else { return nil }
      return (run, pause)
    }
    let known = pairs.filter { $0.least.map { $0 > 0 } ?? false }
    let steady = known.filter(\.isConstant)
    for hole in holes {
      let less = known.count { $0.isLess(in: hole.run) }
      let lost = steady.count { $0.isLess(in: hole.run) }
      let isOfSome = holes.count < pauses.count && lost > 0 && 10 * lost >= steady.count
      guard isOfSome || known.count > 1 && 2 * less > known.count else { continue }
      return Verdict.Doubt(
        kind: .lostEvaluations,
        message:
          "nothing was evaluated for \(grouped(hole.pause)) ms in a run of \(name), and for \(grouped(before)) ms at most in "
          + "\(others), and \(grouped(less)) of \(grouped(known.count)) views hold less there: that is a hole in the capture; record "
          + "again\(gate.hasContract ? ", or write the baseline anew if a change did it" : "")")
    }
    return nil
  }

  /// What a run alone makes the gate doubt among others of the same build, such as one that was cut off; runs from 1 on.
  func straysAmong(_ measurements: Measurements) -> [(scenario: String?, run: Int, message: String)] {
    measurements.byScenario.sorted { ($0.key ?? "") < ($1.key ?? "") }.flatMap { scenario, part in
      let runs = part.milliseconds[scenario]?.count ?? 0
      return (0..<(runs > 1 ? runs : 0)).compactMap { run -> (scenario: String?, run: Int, message: String)? in
        let (alone, others) = part.apart(run)
        let views = others.views
        guard !views.isEmpty,
          let doubt = lostEvaluations(views, scenario, "the recording", others, alone, toldAs: "the others")
        else { return nil }
        return (scenario, run + 1, doubt.message)
      }
    }
  }

  /// Budgets of updates that views may break or keep, depending on what nobody can tell; one sentence for all.
  func openBudgets(_ entries: [Verdict.Entry]) -> Verdict.Doubt? {
    let open = entries.filter { $0.isUndecided && $0.allowed != nil }
    guard let first = open.first else { return nil }
    let others = open.count == 1 ? "" : " and \(grouped(open.count - 1)) more"
    return Verdict.Doubt(
      kind: .openBudget,
      message:
        "whether '\(first.unit.view.view)'\(others) keeps to its budget cannot be told: \(first.reason)")
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

  private static let baselineName = "the baseline"

  /// - Parameters:
  ///   - views: Those of the baseline.
  ///   - current: Of this scenario alone.
  private func lostEvaluations(
    _ views: Set<ViewUnit>, _ scenario: String?, _ name: String, _ baseline: Measurements, _ current: Measurements,
    toldAs others: String = baselineName
  ) -> Verdict.Doubt? {
    let pairs = views.sorted().map { Counts($0, baseline, current) }
    if let (short, least) = cutOff(
      current.milliseconds[scenario] ?? [], of: baseline.milliseconds[scenario] ?? [], pairs)
    {
      return Verdict.Doubt(
        kind: .lostEvaluations,
        message:
          "a run of \(name) lasted \(grouped(short)) ms and holds less, and \(grouped(least)) ms at least in \(others); was it "
          + "cut off?\(gate.hasContract ? " If the scenario is shorter now, write the baseline anew" : "")")
    }
    if let lost = lostStart(pairs, runs: current.runsByScenario[scenario] ?? 0) {
      return Verdict.Doubt(
        kind: .lostEvaluations,
        message:
          "a run of \(name) begins late: \(grouped(lost.views)) of \(grouped(lost.of)) views lack the first appearances that "
          + "they have in \(others), and say no '@identity'; start the capture before the app"
          + (gate.hasContract ? ", or write the baseline anew if a change did it" : ""))
    }
    if gate.hasContract || others != Self.baselineName,
      let hole = hole(scenario, name, pairs, baseline, current, toldAs: others)
    {
      return hole
    }
    if let thinned = thinned(pairs) {
      return Verdict.Doubt(
        kind: .lostEvaluations,
        message:
          "\(grouped(thinned.views)) of \(grouped(thinned.of)) views of \(name) that never varied in \(others) hold less in "
          + "some runs and not the same in all, as where records are lost"
          + (gate.hasContract ? "; if a change did it, write the baseline anew" : ""))
    }
    let compared = pairs.filter { $0.least.map { $0 >= Self.leastCount } ?? false }
    guard compared.count >= Self.leastViews else { return nil }
    for loss in Self.losses {
      let fallen = compared.count { $0.keepsLess(than: loss.kept) }
      guard Double(fallen) >= loss.share * Double(compared.count) else { continue }
      return Verdict.Doubt(
        kind: .lostEvaluations,
        message:
          "\(grouped(fallen)) of \(grouped(compared.count)) views of \(name) have lost \(loss.text) of their evaluations or more at "
          + "once, as in a capture that is incomplete\(gate.hasContract ? "; if a change did it, write the baseline anew" : "")"
      )
    }
    return nil
  }

  /// From this share of the views on that lose their first appearances it is the start of the capture that is missing.
  private static let startShare = 0.5

  /// Of the run that begins latest, the views that lost nothing but first appearances and show none now.
  private func lostStart(_ pairs: [Counts], runs: Int) -> (views: Int, of: Int)? {
    let compared = pairs.filter { $0.leastInitial.map { $0 > 0 } ?? false }
    guard compared.count > 1 else { return nil }
    let share = compared.count < Self.leastViews ? 1 : Self.startShare
    let most = (0..<runs).map { run in compared.count { $0.lacksStart(in: run) } }.max() ?? 0
    return Double(most) >= share * Double(compared.count) ? (most, compared.count) : nil
  }

  /// From this share on it is the capture that varies, and not the views.
  private static let thinnedShare = 0.6

  /// Views that were equal in all runs, and now hold less in some than in others: no code does that to most of them.
  private func thinned(_ pairs: [Counts]) -> (views: Int, of: Int)? {
    let constant = pairs.filter { $0.isConstant && $0.least.map { $0 > 1 } ?? false }
    guard constant.count >= Self.leastViews else { return nil }
    let varying = constant.count(where: \.variesBelow)
    return Double(varying) >= Self.thinnedShare * Double(constant.count) ? (varying, constant.count) : nil
  }

  /// The shortest run that was cut off, and the shortest of the baseline; lengths in milliseconds.
  ///
  /// A run that does in less time all that the baseline's did was not cut off: it was faster.
  private func cutOff(
    _ now: Measurements.Series, of before: Measurements.Series, _ pairs: [Counts]
  ) -> (short: Int, least: Int)? {
    let known = before.compactMap(\.self)
    // Below a second, durations are accidents.
    guard let least = known.min(), least >= 1000 else { return nil }
    let spread = Spread(known)
    let limit =
      known.count < NoiseClass.deterministicRuns
      ? Self.leastDuration * Double(least)
      : max(
        Self.leastDuration * Double(least),
        min(Self.leastSteadyDuration * Double(least), spread.median - Self.steadyDeviations * spread.deviation))
    let short = now.enumerated().compactMap { run, length -> Int? in
      guard let length, Double(length) < limit, pairs.contains(where: { $0.isLess(in: run) }) else { return nil }
      return length
    }
    return short.min().map { ($0, least) }
  }

  /// What there is of a view on both sides, counted in the same way.
  private struct Counts {
    /// The least of the baseline; `nil` where it is missing from runs there.
    let least: Int?
    /// The least first appearances of the baseline; `nil` where those are not known on both sides.
    let leastInitial: Int?
    let isConstant: Bool
    private let now: Measurements.Series
    private let identities: Measurements.Series

    init(_ view: ViewUnit, _ baseline: Measurements, _ current: Measurements) {
      let old: Measurements.Series
      if let before = baseline.evaluations(of: view) {
        old = before
        now = current.evaluations(of: view) ?? []
      } else {
        old = baseline.series[Unit(view, .updates)] ?? []
        now = current.series[Unit(view, .updates)] ?? []
      }
      least = old.contains(nil) ? nil : old.compactMap(\.self).min()
      isConstant = NoiseClass(old) == .deterministic
      identities = current.identities[view] ?? []
      let initial = baseline.series[Unit(view, .initial)] ?? []
      let isKnown = baseline.evaluations(of: view) != nil && !current.identities.isEmpty && least != nil
      leastInitial = isKnown ? initial.compactMap(\.self).min() : nil
    }

    /// Whether a run lacks first appearances of the view, and nothing else.
    func lacksStart(in run: Int) -> Bool {
      guard let least, let leastInitial, leastInitial > 0 else { return false }
      let lost = least - (run < now.count ? now[run] ?? 0 : 0)
      return (1...leastInitial).contains(lost) && (run < identities.count ? identities[run] ?? 0 : 0) == 0
    }

    var variesBelow: Bool {
      let known = now.compactMap(\.self)
      guard let least, let most = known.max(), let fewest = known.min() else { return false }
      return most <= least && fewest < most
    }

    func isLess(in run: Int) -> Bool {
      guard let least else { return false }
      return (run < now.count ? now[run] ?? 0 : 0) < least
    }

    func keepsLess(than share: Double) -> Bool {
      guard let least else { return false }
      return Double(now.compactMap(\.self).max() ?? 0) < share * Double(least)
    }
  }
}
