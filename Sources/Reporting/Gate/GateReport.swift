package import Gate

/// A verdict of the gate, ready to be rendered.
package struct GateReport: Sendable {
  package var toolVersion: String
  package var verdict: Verdict
  package var thresholds: Thresholds
  /// The baseline's file as the user named it; `nil` when only budgets were checked.
  package var baselinePath: String?
  /// The configuration that holds the budgets.
  package var configurationPath: String?
  package var inputs: [RedrawReport.Input]
  /// Tells the gate's comment from those of other gates in the same pull request, such as `iPad`; `nil` for the only one.
  package var title: String?
  /// As many offenders are told in a terminal one by one.
  package var mostOffenders = Self.fewOffenders
  /// The command that writes the baseline anew from these runs; `nil` where there is none.
  package var renewal: String?
  /// What decides where several views are open, a sentence and a command each; empty where few are.
  package var waysOut: [Acceptance] = []
  /// Why an offender regressed, as far as sources tell; empty without sources.
  package var diagnoses: [Unit: [ReportedFinding]] = [:]
  /// What offenders were evaluated for, the most first.
  package var causes: [ViewUnit: [Cause]] = [:]

  /// What views were evaluated for, and how often in a run on average, first appearances included.
  package struct Cause: Sendable, Hashable {
    /// As reports show it.
    package var name: String
    package var evaluations: Int

    package init(name: String, evaluations: Int) {
      self.name = name
      self.evaluations = evaluations
    }
  }

  /// Some screens of a terminal.
  package static let fewOffenders = 10

  /// From as many open views on it is told what would decide about them.
  package static let manyOpenViews = 3

  package init(
    toolVersion: String, verdict: Verdict, thresholds: Thresholds, baselinePath: String?, configurationPath: String?,
    inputs: [RedrawReport.Input]
  ) {
    self.toolVersion = toolVersion
    self.verdict = verdict
    self.thresholds = thresholds
    self.baselinePath = baselinePath
    self.configurationPath = configurationPath
    self.inputs = inputs
  }

  /// Where the limit stands that an entry was held against.
  func place(_ entry: Verdict.Entry) -> ReportedFinding.Location? {
    guard let line = entry.line, line > 0 else { return nil }
    guard let file = entry.allowed == nil ? baselinePath : configurationPath else { return nil }
    return .init(file: file, line: line, column: 1)
  }
}

extension GateReport {
  /// The file that what has no line of its own is about: code hosts drop what has no place.
  func file(_ entry: Verdict.Entry) -> ReportedFinding.Location? {
    (entry.allowed == nil ? baselinePath : configurationPath).map { .init(file: $0, line: 1, column: 1) }
  }

  /// As many causes of an offender are named.
  private static let fewCauses = 3

  /// `evaluated for offset 400, @self 5, +1 in a run`, with each name as `shown` has it; `nil` where updates are not what is counted.
  func causes(of entry: Verdict.Entry, _ shown: (String) -> String) -> String? {
    guard entry.unit.metric.isCount, let all = causes[entry.unit.view], !all.isEmpty else { return nil }
    var parts = all.prefix(Self.fewCauses).map { "\(shown($0.name)) \(Wording.number($0.evaluations))" }
    if all.count > parts.count { parts.append("+\(Wording.number(all.count - parts.count))") }
    return "evaluated for " + parts.joined(separator: ", ") + " in a run, first appearances included"
  }

  /// What to change for some entries, each change once: rows refer to them by their numbers, from 1 on.
  func fixes(for entries: some Sequence<Verdict.Entry>) -> GateFixes {
    GateFixes(entries.flatMap { diagnoses[$0.unit] ?? [] })
  }

  /// What may be done, and the command for it.
  package struct Acceptance: Sendable, Hashable {
    /// Ends with a colon and a space where a command follows.
    var sentence: String
    /// To be copied as it is.
    var command: String?

    package init(sentence: String, command: String? = nil) {
      self.sentence = sentence
      self.command = command
    }
  }

  /// What whoever means it to be like this does, a sentence each.
  var acceptance: [Acceptance] {
    var all: [Acceptance] = []
    // What too few runs leave open is no reason to move the baseline.
    let accepted = verdict.offenders.filter {
      $0.allowed == nil && $0.kind != .ratchet && (!$0.isUndecided || $0.openBecause == .newAndMuch)
    }
    let rises = !accepted.isEmpty
    let meaning =
      accepted.allSatisfy { $0.kind == .removed }
      ? "be gone" : accepted.allSatisfy { $0.kind == .added } ? "be new" : "rise"
    let isLoose = verdict.offenders.contains { $0.kind == .ratchet }
    // Nor what cannot be judged at all, such as the trace of another app.
    let isGoneAlone =
      !verdict.doubts.isEmpty && verdict.doubts.allSatisfy { $0.kind == .goneViews || $0.kind == .newViews }
    if let renewal, verdict.outcome == .failed || isGoneAlone, rises || isLoose {
      let sentence =
        rises
        ? "If it is meant to \(meaning), write the baseline anew and commit it: "
        : "To tighten the baseline, write it anew: "
      all.append(Acceptance(sentence: sentence, command: renewal))
    }
    let budgets = verdict.offenders.filter { $0.kind == .budget && !$0.isUndecided }.compactMap(place).map {
      "\($0.file):\($0.line)"
    }
    if !budgets.isEmpty {
      let places = Set(budgets).sorted()
      let more = places.count > 3 ? " and \(Wording.number(places.count - 3)) more" : ""
      let named = places.prefix(3).joined(separator: ", ")
      all.append(Acceptance(sentence: "If that is what a view may do, raise its budget: \(named)\(more)"))
    }
    return all
  }

  /// Everything known about the views whose names match, for `--explain`; `nil` when none does.
  package func explanation(of view: NameGlob, _ options: RenderingOptions) -> String? {
    let entries = verdict.entries.filter {
      view.matches($0.unit.view.view) || $0.renamedFrom.map { view.matches($0.view) } == true
    }
    .sorted { $0.unit < $1.unit }
    return entries.isEmpty ? nil : GateTerminal.explain(entries, self, options)
  }
}

/// What is said of verdicts wherever people read it.
enum GateWording {
  /// `failed: 2 regressions, 1 over budget`; where runs are few it says so: `passed on few runs (1 now, 5 before; 3 are
  /// wanted): 1 warning`.
  static func summary(_ verdict: Verdict) -> String {
    var text = verdict.outcome.rawValue
    if let shortage = verdict.shortage {
      let before = shortage.before.map { ", \($0) before" } ?? ""
      let place = shortage.scenario.map { " of '\($0)'" } ?? ""
      text += " on few runs\(place) (\(shortage.now) now\(before); \(shortage.minimum) are wanted)"
    }
    var parts: [String] = []
    if verdict.outcome == .inconclusive {
      parts.append(openness(verdict))
    }
    let failures = kinds(verdict.failures)
    if !failures.isEmpty { parts.append(failures) }
    let warnings = verdict.warnings.count { !$0.isUndecided }
    if warnings > 0 { parts.append(Wording.count(warnings, "warning")) }
    let improvements = verdict.entries.count { $0.kind == .improvement && $0.level > .off && $0.unit.metric.isCount }
    let gone = verdict.entries.count { $0.kind == .removed && $0.level < .error }
    let new = verdict.entries.count { $0.kind == .added && $0.level < .error }
    if verdict.idleBudgets > 0 {
      parts.append("\(Wording.count(verdict.idleBudgets, "budget matches", plural: "budgets match")) no view")
    }
    if new > 0, verdict.outcome != .inconclusive { parts.append("\(Wording.count(new, "new view"))") }
    if gone > 0, verdict.outcome != .inconclusive { parts.append("\(Wording.count(gone, "view")) gone") }
    if improvements > 0, verdict.outcome != .inconclusive { parts.append(Wording.count(improvements, "improvement")) }
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    return text
  }

  /// Why there is no verdict, in a few words.
  private static func openness(_ verdict: Verdict) -> String {
    if verdict.doubts.contains(where: \.kind.spoilsFailures) { return "the data cannot carry a verdict" }
    var parts: [String] = []
    for opening in Verdict.Entry.Opening.allCases {
      let amount = verdict.undecided.count { $0.openBecause == opening }
      if amount > 0 { parts.append("\(Wording.count(amount, "view")) \(became(opening))") }
    }
    let open = verdict.undecided.count { $0.allowed != nil }
    if open > 0 { parts.append("\(Wording.count(open, "budget")) cannot be told") }
    let budgets = verdict.doubts.count { $0.kind == .unmatchedBudget }
    if budgets > 0 {
      parts.append("\(Wording.count(budgets, "budget matches", plural: "budgets match")) no view")
    }
    if verdict.doubts.contains(where: { $0.kind == .unmatchedPattern }) {
      parts.append("views that were asked for are not there")
    }
    let gone = verdict.entries.count { $0.kind == .removed && $0.isOffender }
    if verdict.doubts.contains(where: { $0.kind == .goneViews }) {
      parts.append("\(Wording.count(gone, "view")) gone")
    }
    if verdict.doubts.contains(where: { $0.kind == .thinViews }) {
      let thin = Set(verdict.entries.filter { $0.allowed == nil && $0.isGated && $0.isThin }.map(\.unit.view)).count
      parts.append("\(Wording.count(thin, "view")) missing from most runs")
    }
    if verdict.doubts.contains(where: { $0.kind == .brokenTest }) { parts.append("tests did not pass") }
    if verdict.doubts.contains(where: { $0.kind == .nothingGated }) { parts.append("nothing is gated") }
    return parts.joined(separator: ", ")
  }

  private static func became(_ opening: Verdict.Entry.Opening) -> String {
    switch opening {
    case .fewRuns: "rose in too few runs to tell"
    case .someRuns: "rose in some runs and not in others"
    case .noisyRuns: "rose in all runs, within what the runs of both builds vary"
    case .noisyBaseline: "rose far above a baseline that varies too much to fail"
    case .madeAnew: "made anew instead of updated, and evaluated more"
    case .slightly: "rose by little in few runs, where others vary"
    case .newAndMuch: "new and evaluated much"
    }
  }

  /// What stands above the ways out of many open views.
  static let waysOutTitle = "What would decide"

  /// What stands above the doubts: with a clear failure they are no reason for anything.
  static func doubtsTitle(_ verdict: Verdict) -> String {
    verdict.outcome == .inconclusive ? "Why it is inconclusive" : "What is open besides"
  }

  private static func kinds(_ failures: [Verdict.Entry]) -> String {
    Verdict.Entry.Kind.allCases.compactMap { kind in
      let amount = failures.count { $0.kind == kind }
      guard amount > 0 else { return nil }
      return switch kind {
      case .budget: "\(amount) over budget"
      case .regression: Wording.count(amount, "regression")
      case .added: Wording.count(amount, "added view")
      case .ratchet: "\(amount) where the baseline is loose"
      case .removed: Wording.count(amount, "removed view")
      case .improvement, .unchanged: nil
      }
    }.joined(separator: ", ")
  }

  /// `updates in a run 812 → 1,204 (medians of 37 views, added up) · 5 runs against 5`.
  ///
  /// Where fewer updates come with more evaluations, those go first: what is made anew has no updates, and is no less work.
  static func totals(_ verdict: Verdict) -> String {
    let views = Wording.count(Set(verdict.entries.map(\.unit.view)).count, "view")
    let open = openNote(verdict.openViews)
    let now = Wording.number(Int(verdict.updatesNow.rounded()))
    let runs = Wording.count(verdict.runsNow, "run")
    guard let before = verdict.updatesBefore else {
      return "updates in a run \(now) (medians of \(views), added up\(open)) · \(runs)"
    }
    let change = "\(Wording.number(Int(before.rounded()))) → \(now)"
    let against = "\(runs) against \(verdict.runsBefore)"
    if let allBefore = verdict.evaluationsBefore, let allNow = verdict.evaluationsNow, verdict.updatesNow < before,
      allNow > allBefore
    {
      let all = "\(Wording.number(Int(allBefore.rounded()))) → \(Wording.number(Int(allNow.rounded())))"
      return
        "evaluations in a run \(all), first appearances included; of them updates \(change) (medians of \(views), added "
        + "up\(open)) · \(against)"
    }
    return "updates in a run \(change) (medians of \(views), added up\(open)) · \(against)"
  }

  /// What a sum of updates holds besides, from the semicolon on.
  static func openNote(_ views: Int) -> String {
    views == 0
      ? ""
      : "; of \(Wording.number(views)) all evaluations, as their lines do not tell first appearances from updates"
  }

  /// What became of it: the runs now, or that there are none.
  static func now(_ entry: Verdict.Entry) -> String {
    entry.current.isEmpty ? "gone" : runs(entry.current, entry.unit.metric)
  }

  /// The runs now, and the further ones: `9 in all 3 runs; again 8, 9, 9`.
  static func nowAndAgain(_ entry: Verdict.Entry) -> String {
    now(entry) + (entry.confirmation.isEmpty ? "" : "; again \(runs(entry.confirmation, entry.unit.metric))")
  }

  /// `8, 8, 9`, `8 in all 5 runs`, or `none`.
  static func runs(_ series: Measurements.Series, _ metric: Metric) -> String {
    guard let first = series.first else { return "none" }
    if series.count > 2, Set(series).count == 1, let first {
      return "\(metric.text(first)) in all \(Wording.number(series.count)) runs"
    }
    let shown = series.prefix(12).map { $0.map(metric.text) ?? "–" }.joined(separator: ", ")
    return shown + (series.count > 12 ? ", … (\(Wording.number(series.count)) runs)" : "")
  }

  /// `Row in scroll`, not escaped.
  static func name(_ unit: ViewUnit) -> String {
    let module = unit.module.map { "\($0)." } ?? ""
    return module + unit.view + (unit.scenario.map { " in \($0)" } ?? "")
  }

  static func title(_ kind: Verdict.Entry.Kind) -> String {
    switch kind {
    case .budget: "over budget"
    case .regression: "regression"
    case .added: "added view"
    case .ratchet: "loose baseline"
    case .improvement: "improvement"
    case .removed: "removed view"
    case .unchanged: "unchanged"
    }
  }

  /// What became of a series, in a word.
  static func standing(_ entry: Verdict.Entry) -> String {
    if entry.isUndecided { return "undecided" }
    return switch entry.level {
    case .error: "fails"
    case .warn: "warning"
    case .note: "note"
    case .off: entry.isGated ? "passes" : "not gated"
    }
  }

  /// Why it passes or fails, in a sentence: `fails: more: 8 before, 9 now (+13 %); the limit: fails above 8`.
  static func verdict(on entry: Verdict.Entry) -> String {
    entry.isGated && entry.hasLimit
      ? "\(standing(entry)): \(entry.reason); the limit: \(entry.threshold)" : "\(standing(entry)): \(entry.reason)"
  }
}

/// Changes that several offenders have in common, numbered.
struct GateFixes {
  private(set) var list: [ReportedFinding] = []
  private var numbers: [String: Int] = [:]

  init(_ findings: [ReportedFinding]) {
    for finding in findings where numbers[finding.fingerprint] == nil {
      list.append(finding)
      numbers[finding.fingerprint] = list.count
    }
  }

  /// The places of some of them, each place once, with what is to be done there: `fix 1 saves 39 of 40 updates in a run, fix 2`.
  func places(_ findings: [ReportedFinding]) -> [(location: ReportedFinding.Location?, text: String)] {
    var order: [ReportedFinding.Location?] = []
    var texts: [ReportedFinding.Location?: [String]] = [:]
    for finding in findings {
      guard let number = numbers[finding.fingerprint] else { continue }
      if texts[finding.location] == nil { order.append(finding.location) }
      let saving =
        finding.share.map { " saves \(Wording.number($0.saved)) of \(Wording.count($0.updates, "update")) in a run" }
        ?? ""
      texts[finding.location, default: []].append("fix \(number)\(saving)")
    }
    return order.map { ($0, (texts[$0] ?? []).joined(separator: ", ")) }
  }
}

/// What rows of offenders are made of besides their entries.
struct GatePage {
  let report: GateReport
  let options: RenderingOptions
  let fixes: GateFixes
}
