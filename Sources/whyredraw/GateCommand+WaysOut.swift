internal import Gate
internal import Reporting

/// What would decide where several views are open.
extension GateCommand {
  /// As much slack is tried; more of it would hide what is worth a word.
  private static let mostSlack = 3

  /// Each way with the command for it, and how many views it decides about; empty where few views are open.
  ///
  /// - Parameter judge: The verdict of another gate on the same runs.
  func waysOut(
    of verdict: Verdict, _ gate: Gate, _ file: GateConfiguration, judge: (Gate) -> Verdict
  ) -> [GateReport.Acceptance] {
    let isOpen = { (entry: Verdict.Entry) in entry.allowed == nil && entry.openBecause != .newAndMuch }
    let open = verdict.undecided.count(where: isOpen)
    guard open >= GateReport.manyOpenViews, !verdict.doubts.contains(where: \.kind.spoilsFailures) else { return [] }
    var ways: [GateReport.Acceptance] = []
    let again = confirm.isEmpty ? ["--confirm", "again/"] : ["--confirm"] + confirm + ["more/"]
    ways.append(
      .init(
        sentence:
          "Further runs of this build may decide: what rises clearly in five or more fails, what rises in none of as many passes: ",
        command: command(confirming: again)))
    if let before = gate.baseline?.measurements.runs, before < 2 * NoiseRule.decidingRuns {
      ways.append(
        .init(
          sentence:
            "A baseline of \(2 * NoiseRule.decidingRuns) runs or more (this one has \(before)) knows more of what is noise: record "
            + "the earlier build again and add the runs to those that it was written from"))
    }
    // What fails is no noise to be looked away from.
    guard verdict.outcome == .inconclusive else { return ways }
    let slack = (1...Self.mostSlack).map { more -> (slack: Int, left: Int) in
      var other = gate
      other.thresholds.slack += more
      return (other.thresholds.slack, judge(other).undecided.count(where: isOpen))
    }.min { ($0.left, $0.slack) < ($1.left, $1.slack) }
    if let slack, slack.left < open {
      ways.append(
        .init(
          sentence:
            "If \(Wording.count(slack.slack, "update")) more of a view that never varied \(slack.slack == 1 ? "is" : "are") nothing "
            + "to you, \(decided(open - slack.left, of: open)): ",
          command: command(["--slack", "\(slack.slack)"])))
    }
    var relaxed = gate
    relaxed.thresholds = Preset.relaxed.thresholds
    let left = judge(relaxed).undecided.count(where: isOpen)
    if thresholds.preset == nil, left < open {
      ways.append(
        .init(
          sentence: "With wider thresholds throughout \(decided(open - left, of: open)): ",
          command: command(["--preset", Preset.relaxed.rawValue])))
    }
    return ways
  }

  private func decided(_ count: Int, of open: Int) -> String {
    "\(count == open ? "all \(Wording.number(open))" : "\(Wording.number(count)) of the \(Wording.number(open))") open views are decided"
  }

  /// This command with other words.
  ///
  /// - Parameters:
  ///   - changed: Options that take the place of their like.
  ///   - confirming: What to confirm by; `nil` for what was given.
  private func command(_ changed: [String] = [], confirming: [String]? = nil) -> String {
    func one(_ name: String, _ value: (some CustomStringConvertible)?) -> [String] {
      value.map { [name, $0.description] } ?? []
    }
    func each(_ name: String, _ values: [String]) -> [String] { values.flatMap { [name, $0] } }
    let kept: [[String]] = [
      each("--scenario", input.scenario), one("--split-at", input.splitAt), one("--input-format", input.inputFormat),
      one("--run", input.run), one("--process", input.process), one("--window", input.window),
      one("--baseline", baseline), one("--config", sources.configuration.config), each("--sources", sources.sources),
      each("--sources-base", sourcesBase), each("--view", views.names.view), each("--module", views.module),
      views.all ? ["--all"] : [], one("--os", environment.os), one("--device", environment.device),
      one("--xcode", environment.xcode), one("--build-configuration", environment.buildConfiguration),
      one("--preset", thresholds.preset?.rawValue), one("--slack", thresholds.slack),
      one("--min-increase", thresholds.minIncrease), one("--min-percent", thresholds.minPercent),
      one("--deviations", thresholds.deviations), one("--loss-limit", lossLimit), ratchet ? ["--ratchet"] : [],
    ]
    let words =
      input.inputs + kept.filter { $0.first != changed.first }.flatMap(\.self) + changed
      + (confirming ?? (confirm.isEmpty ? [] : ["--confirm"] + confirm))
    return (["whyredraw gate"] + words.map(ShellWord.quoted)).joined(separator: " ")
  }
}
