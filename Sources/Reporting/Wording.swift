package import TraceAnalysis
package import TraceImport
internal import Vocabulary

/// The words and numbers that reports for people share.
package enum Wording {
  /// `12,345`: groups of three digits, whatever the locale.
  package static func number(_ value: Int) -> String { grouped(value) }

  /// `+12`, `−40`, `±0`.
  package static func delta(_ difference: Int) -> String {
    difference == 0 ? "±0" : (difference > 0 ? "+" : "−") + number(abs(difference))
  }

  /// `1 view`, `7 views`.
  package static func count(_ value: Int, _ noun: String, plural: String? = nil) -> String {
    number(value) + " " + (value == 1 ? noun : plural ?? noun + "s")
  }

  /// `640 µs`, `2.4 ms`, `120 ms`, `4 min 5 s`: for times from microseconds on.
  package static func bodyTime(_ nanoseconds: UInt64) -> String {
    if nanoseconds > 0, nanoseconds < 500 { return "< 1 µs" }
    if nanoseconds < 999_500 { return "\((nanoseconds + 500) / 1000) µs" }
    let tenths = (min(nanoseconds, .max - 50_000) + 50_000) / 100_000
    if tenths < 1000 { return "\(tenths / 10).\(tenths % 10) ms" }
    return tenths < 10_000 ? "\((tenths + 5) / 10) ms" : duration(nanoseconds: Int64(clamping: nanoseconds))
  }

  /// `850 ms`, `12.3 s`, `4 min 5 s`; below a millisecond `640 µs`.
  package static func duration(nanoseconds: Int64) -> String {
    if nanoseconds > 0, nanoseconds < 1_000_000 { return bodyTime(UInt64(nanoseconds)) }
    let milliseconds = max(0, nanoseconds) / 1_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let seconds = milliseconds / 1000
    if seconds < 60 { return "\(seconds).\(milliseconds % 1000 / 100) s" }
    return "\(number(Int(seconds / 60))) min \(seconds % 60) s"
  }

  /// `Recipes[412]`, `Recipes`, `[412]`, or `unnamed process`.
  package static func process(_ process: ProcessIdentity) -> String {
    let pid = process.pid.map { "[\($0)]" } ?? ""
    let text = Escaping.visible(process.name ?? "") + pid
    return text.isEmpty ? "unnamed process" : text
  }

  /// `RecipeList.expandedID`, or `RecipeList (@identity)` for causes that are no property of the view.
  package static func origin(view: String, cause: Cause) -> String {
    guard case .dynamicProperty = cause else { return view + " (" + cause.displayName + ")" }
    return view + "." + cause.displayName
  }

  /// `Very High 2, High 14`: the worst severities of a view, empty without any.
  package static func severities(_ counts: [UpdateSeverity: Int], most: Int) -> String {
    counts.sorted { $0.key > $1.key }.prefix(most).map { "\($0.key.name) \(number($0.value))" }.joined(separator: ", ")
  }

  /// `hitch`, `hang`, `hang risk`.
  package static func interruption(_ kind: Interruption.Kind) -> String {
    switch kind {
    case .hitch: "hitch"
    case .hang: "hang"
    case .hangRisk: "hang risk"
    }
  }

  /// `38 %`; `< 1 %` for what is little and not nothing, `> 99 %` for what is not all.
  static func percent(_ part: Int64, of whole: Int64) -> String {
    guard whole > 0, part > 0 else { return "0 %" }
    let rounded = Int((Double(part) / Double(whole) * 100).rounded())
    if rounded == 0 { return "< 1 %" }
    return rounded >= 100 && part < whole ? "> 99 %" : "\(rounded) %"
  }

  /// How much of an interruption bodies took, `38 %`; empty for a moment.
  package static func share(_ one: RedrawSummary.InterruptionCount) -> String {
    guard one.nanoseconds > 0 else { return "" }
    return percent(min(one.coveredNanoseconds, one.nanoseconds), of: one.nanoseconds)
  }

  /// What SwiftUI complained about, in its own words.
  package static func fault(_ fault: UpdateFault) -> String {
    switch fault {
    case .publishingWithinUpdate: "publishing changes from within view updates"
    case .modifyingStateDuringUpdate: "modifying state during a view update"
    case .publishingFromBackground: "publishing changes from background threads"
    case .multipleUpdatesPerFrame: "an onChange action that tried to update several times per frame"
    }
  }

  /// `A.x → B.y → A.x, 20 turns, 2,903 evaluations in 12.4 s`.
  static func loop(_ cycle: RedrawSummary.CycleCount, most: Int) -> String {
    let steps = (cycle.members.prefix(most) + cycle.members.prefix(1)).map {
      DisplayWidth.cut(origin(view: $0.view, cause: $0.cause), to: DisplayWidth.longestWord)
    }
    let time = cycle.wholeNanoseconds.map { " in " + duration(nanoseconds: $0) } ?? ""
    return steps.joined(separator: " → ") + ", \(count(cycle.turns, "turn")) without anything between, "
      + count(cycle.evaluations, "evaluation") + time
      + (cycle.mayBeOneChange ? "; it may also be one change that all of them observe" : "")
  }

  /// `2 errors, 1 warning`; empty without findings.
  package static func severities(_ findings: [ReportedFinding]) -> String {
    Severity.allCases.reversed().compactMap { severity in
      let amount = findings.count { $0.severity == severity }
      return amount == 0 ? nil : count(amount, severity.rawValue)
    }.joined(separator: ", ")
  }

  /// The report in one sentence, not escaped.
  package static func verdict(_ report: RedrawReport) -> String {
    let totals = report.summary.totals
    if totals.evaluations == 0 { return "no redraws found" }
    var text = report.findings.isEmpty ? "no findings" : severities(report.changes.map(\.lead))
    if report.isIncomplete { text += ", input incomplete" }
    if let loop = report.worstLoop {
      text += "; " + Self.loop(loop, report)
    } else if let first = report.summary.rootCauses.first, first.blastRadius > 1 {
      let name = DisplayWidth.cut(origin(view: first.view, cause: first.cause), to: DisplayWidth.longestWord)
      text += "; \(name) leads to \(number(first.blastRadius)) of \(count(totals.evaluations, "evaluation"))"
      text += first.isInferred ? " (inferred)" : " (recorded)"
    }
    return text
  }

  /// `a loop of 'A' and 'B' makes 2,903 of 4,292 evaluations (inferred)`: what nobody has to predict.
  static func loop(_ finding: ReportedFinding, _ report: RedrawReport) -> String {
    let names = Set([finding.view].compactMap(\.self) + finding.related.compactMap(\.view)).sorted()
      .map { "'\(DisplayWidth.cut($0, to: DisplayWidth.longestWord))'" }
    let views =
      names.count == 2 ? names.joined(separator: " and ") : list(Array(names.prefix(2)), more: max(0, names.count - 2))
    return "a loop of \(views) makes \(number(finding.measured?.updates ?? 0)) of "
      + "\(count(report.summary.totals.evaluations, "evaluation")) (inferred)"
  }

  /// `912 evaluations = 40 initial + 872 updates`, and what else there is to count.
  package static func totals(_ report: RedrawReport) -> [String] {
    let totals = report.summary.totals
    let inferred = totals.inferred > 0 ? " (for \(number(totals.inferred)) it is inferred which)" : ""
    var parts = [
      "\(count(totals.evaluations, "evaluation")) = \(number(totals.initial)) initial + \(count(totals.updates, "update"))\(inferred)",
      count(totals.views, "view"),
    ]
    if report.summary.runs > 1 { parts.append("added up over \(count(report.summary.runs, "run"))") }
    if totals.recreated > 0 { parts.append("\(number(totals.recreated)) re-created (inferred)") }
    if totals.unchanged > 0 { parts.append("\(number(totals.unchanged)) unchanged") }
    if report.selection.isNarrow { parts.append("totals are of all views, not of those asked for alone") }
    return parts
  }

  /// What sources add to the totals, a line each: what could be avoided, and by what; empty without sources.
  static func worth(_ report: RedrawReport) -> [String] {
    guard let sources = report.sources else { return [] }
    let lines = [mismatch(sources)].compactMap(\.self) + avoidable(sources.total, report.summary.totals)
    // What turns in a circle goes before what could be saved beside it.
    let beside = report.worstLoop == nil ? "" : "beside the loop, "
    return lines + (sources.fixSet.flatMap { report.tellsBestSet ? [beside + prediction($0, report)] : nil } ?? [])
  }

  /// How well trace and sources fit, a line each.
  static func coverage(_ report: RedrawReport) -> [String] {
    guard let sources = report.sources else { return [] }
    var lines: [String] = []
    if !sources.withoutSource.isEmpty {
      lines.append("\(count(sources.withoutSource.count, "view")) without source: " + listed(sources.withoutSource))
    }
    for one in sources.ambiguous.prefix(3) {
      let places = one.locations.map(place)
      lines.append("'\(one.view)' may be any of \(listed(places)): nothing is concluded from its source")
    }
    if !sources.neverSeen.isEmpty {
      lines.append(
        "\(count(sources.neverSeen.count, "instrumented view")) never seen: " + listed(sources.neverSeen.map(\.view)))
    }
    if sources.unshown > 0 {
      lines.append(
        report.selection.isNarrow
          ? "\(count(sources.unshown, "more finding")) about these views without evidence in this trace: --all"
          : "\(count(sources.unshown, "more finding")) of the sources without evidence in this trace: --all lists them, whyredraw lint those that need none"
      )
    }
    return lines
  }

  /// That sources and trace are of different versions, which makes all that follows doubtful; `nil` where they fit.
  static func mismatch(_ sources: SourceReport) -> String? {
    let missing = sources.missingProperties
    if missing.isEmpty { return nil }
    let views = missing.prefix(3).map { one in
      "'\(one.view)' has no \(list(one.names.prefix(3).map { "'\($0)'" }, more: one.names.count - 3)) that could change"
    }
    let more = missing.count > 3 ? ", and so in \(count(missing.count - 3, "more view"))" : ""
    return "the sources are not those that were recorded: " + views.joined(separator: ", ") + more
      + "; places and savings below may be wrong"
  }

  private static func list(_ names: [String], more: Int) -> String {
    names.joined(separator: ", ") + (more > 0 ? " and \(number(more)) more" : "")
  }

  /// `changes 1, 2 and 4`: by their numbers in the list of changes, where all of them stand there.
  static func changes(of set: SourceReport.FixSet, _ report: RedrawReport) -> String {
    // A single change has no list that numbers it.
    guard report.bestChanges.count > 1, let numbers = report.numbersOfBestSet else {
      return count(set.fingerprints.count, "change")
    }
    return (numbers.count == 1 ? "change " : "changes ") + list(numbers)
  }

  /// `1, 2 and 4`, or `1`.
  static func list(_ numbers: [Int]) -> String {
    guard let last = numbers.last, numbers.count > 1 else { return numbers.first.map(number) ?? "" }
    return numbers.dropLast().map(number).joined(separator: ", ") + " and " + number(last)
  }

  /// `of 840 updates 760 proven avoidable, 40 likely avoidable`.
  private static func avoidable(_ worth: SourceReport.Worth, _ totals: RedrawSummary.Totals) -> [String] {
    var parts: [String] = []
    if worth.avoidable > 0 { parts.append("\(number(worth.avoidable)) proven avoidable") }
    if worth.likelyAvoidable > 0 { parts.append("\(number(worth.likelyAvoidable)) likely avoidable") }
    var lines: [String] = []
    if !parts.isEmpty { lines.append("of \(count(totals.updates, "update")) " + parts.joined(separator: ", ")) }
    if worth.avoidableRecreations > 0 {
      lines.append(
        "of \(count(totals.recreated, "re-creation")) \(number(worth.avoidableRecreations)) likely avoidable")
    }
    return lines.isEmpty ? ["no update is known to be avoidable"] : lines
  }

  /// `changes 1 and 2 together take 840 updates down to 80 (between 60 and 110) – 90 % fewer`: what the best fixes leave.
  private static func prediction(_ set: SourceReport.FixSet, _ report: RedrawReport) -> String {
    let changes = changes(of: set, report)
    let isOne = set.fingerprints.count == 1
    if let saving = roughSaving(set, report) { return "\(changes) \(isOne ? "saves" : "together save") \(saving)" }
    let percent = (set.updatesBefore - set.updatesAfter) * 100 / set.updatesBefore
    return "\(changes) \(isOne ? "takes" : "together take") \(left(set, report)) – \(percent) % fewer"
  }

  /// `changes 1 and 2 would take 840 updates down to 80`: the same as a headline.
  static func headline(_ set: SourceReport.FixSet, _ report: RedrawReport) -> String {
    let changes = changes(of: set, report)
    return roughSaving(set, report).map { "\(changes) would save \($0)" }
      ?? "\(changes) would take \(left(set, report))"
  }

  private static func unit(of report: RedrawReport) -> MeasuredUnit {
    report.summary.totals.recreated > 0 ? .updatesAndRecreations : .updates
  }

  private static func left(_ set: SourceReport.FixSet, _ report: RedrawReport) -> String {
    "\(unit(of: report).counted(set.updatesBefore)) down to \(number(set.updatesAfter))\(range(set.range))"
  }

  /// `about 614 of 840 updates (up to 700)`, where too little is known to say how many are left.
  private static func roughSaving(_ set: SourceReport.FixSet, _ report: RedrawReport) -> String? {
    bound(set.range, of: set.updatesBefore).map {
      "about \(number(set.updatesBefore - set.updatesAfter)) of \(unit(of: report).counted(set.updatesBefore)) (\($0))"
    }
  }

  /// `at least 12`, `up to 700`: what can be said of what is saved where the range of what is left leaves more than half of it open;
  /// `nil` where both ends say something.
  static func bound(_ left: ClosedRange<Int>?, of updates: Int) -> String? {
    guard let left, 2 * (left.upperBound - left.lowerBound) > updates else { return nil }
    return left.upperBound < updates
      ? "at least \(number(updates - left.upperBound))" : "up to \(number(updates - left.lowerBound))"
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(4).joined(separator: ", ") + (names.count > 4 ? " and \(number(names.count - 4)) more" : "")
  }

  /// Updates of a row without state that nothing in the trace made happen.
  static func rowsAlone(_ view: RedrawSummary.View, _ report: RedrawReport) -> Int {
    guard report.sources?.views[view.id]?.isSilentRow == true else { return 0 }
    let made = view.triggers.reduce(0) { $0 + $1.evaluations }
    return max(0, min(view.updates, view.evaluations - made))
  }

  /// What trace and sources leave open, a line for each view, the most updates first.
  package static func openQuestions(_ report: RedrawReport) -> [String] {
    guard let sources = report.sources else { return [] }
    let rows = report.summary.views.compactMap { view -> String? in
      let alone = rowsAlone(view, report)
      // A few come so where an update is cut in two.
      guard alone >= 5 else { return nil }
      return
        "\(view.id.name): \(number(alone)) of \(count(view.updates, "update")) come with nothing that makes it; a row without state "
        + "prints the same when it scrolls into view, so they may be first appearances"
    }
    return rows
      + report.summary.views.compactMap { view in
        guard let declared = sources.views[view.id], let open = sources.worth[view.id]?.unknown else { return nil }
        // What nobody knows is no news by itself.
        let isNamed = declared.candidates.contains(where: \.isNamed)
        guard open > 0, isNamed || declared.instrumentation != nil else { return nil }
        // One name alone is no question.
        if isNamed, declared.candidates.count == 1 { return nil }
        let likely = declared.candidates.filter { $0.percent >= SourceReport.Candidate.leastPercent }
        let candidates = (isNamed ? likely : []).prefix(4).map {
          ($0.isNamed ? "'\($0.name)'" : $0.name) + " \($0.percent) %"
        }
        let most =
          !candidates.isEmpty
          ? " may come from " + candidates.joined(separator: ", ")
          : isNamed ? " may come from any of many values, none of which is likelier than others" : ""
        let next = declared.instrumentation.map { "; to know, \(advice($0))" } ?? ""
        return "\(view.id.name): \(count(open, "update"))\(most)\(next)"
      }
  }

  /// `add 'let _ = Self._logChanges()' to the body of 'Feed', Feed.swift:3`.
  package static func advice(_ instrumentation: SourceReport.Instrumentation) -> String {
    "add 'let _ = Self._logChanges()' to the body of '\(instrumentation.view)', "
      + place(instrumentation.location)
  }

  /// `Feed.swift:3` within a sentence; in quotation marks where spaces would make several words of it.
  private static func place(_ location: ReportedFinding.Location) -> String {
    let place = "\(location.file):\(location.line)"
    return place.contains(" ") ? "'\(place)'" : place
  }

  /// What the column of first appearances holds.
  static func initial(_ report: RedrawReport) -> String {
    "Initial: first appearances, which are no updates and "
      + (report.summary.totals.recreated > 0 ? "can be saved only where a view is re-created" : "cannot be saved")
  }

  /// `700`, or `700 + 40?` with those that are likely but not proven; empty where the sources say nothing of the view.
  package static func avoidable(_ view: RedrawSummary.ViewID, in report: RedrawReport) -> String {
    guard let worth = report.worth(of: view) else { return "" }
    if worth.likelyAvoidable == 0 {
      return worth.avoidable == 0 && report.source(of: view) == nil ? "" : number(worth.avoidable)
    }
    return (worth.avoidable == 0 ? "" : number(worth.avoidable) + " + ") + "\(number(worth.likelyAvoidable))?"
  }

  /// Why some views are not listed.
  static func hidden(_ views: Int) -> String {
    "\(count(views, "view is", plural: "views are")) hidden by '--view' or '--module', or as those of frameworks, which '--all' shows"
  }

  /// The file of a run, `before.ndjson`; `run 2` where runs and files are not the same.
  static func run(_ index: Int, of report: RedrawReport) -> String {
    guard report.inputs.count == report.summary.runs, report.inputs.indices.contains(index) else {
      return "run \(number(index + 1))"
    }
    let path = report.inputs[index].path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let isUnique = report.inputs.count { $0.path == name || $0.path.hasSuffix("/" + name) } == 1
    return Escaping.visible(isUnique ? name : path)
  }

  /// ` (between 20 and 60)`: what follows a prediction that rests on inference.
  package static func range(_ range: ClosedRange<Int>?) -> String {
    guard let range, range.lowerBound != range.upperBound else { return "" }
    return " (between \(number(range.lowerBound)) and \(number(range.upperBound)))"
  }

  /// `expandedID 12, @self 3, +2`: the first few causes of a view, not escaped.
  package static func causes(_ view: RedrawSummary.View, most: Int) -> String {
    var parts = view.causes.prefix(most).map { "\($0.cause.displayName) \(number($0.evaluations))" }
    if view.causes.count > most { parts.append("+\(number(view.causes.count - most))") }
    return parts.joined(separator: ", ")
  }

  /// The first few views that triggered this one, not escaped.
  package static func triggers(_ view: RedrawSummary.View, most: Int) -> String {
    var parts = view.triggers.prefix(most).map { "\($0.view) \(number($0.evaluations))" }
    if view.triggers.count > most { parts.append("+\(number(view.triggers.count - most))") }
    return parts.joined(separator: ", ")
  }

  /// `line 17, 3 times`; empty when neither is known.
  package static func place(_ issue: ImportIssue) -> String {
    var parts: [String] = []
    if let line = issue.line { parts.append(issue.count > 1 ? "first at line \(line)" : "line \(line)") }
    if issue.count > 1 { parts.append("\(number(issue.count)) times") }
    return parts.joined(separator: ", ")
  }

  /// `data loss`: a severity of an issue in words.
  package static func severity(_ severity: ImportIssue.Severity) -> String {
    severity == .dataLoss ? "data loss" : severity.rawValue
  }
}

extension RedrawReport {
  /// Hitches and hangs, the longest first; behind them what has no length: risks, in order of time.
  package var interruptionsByLength: [RedrawSummary.InterruptionCount] {
    summary.interruptions.sorted {
      ($1.nanoseconds, $0.run, $0.start, $0.label) < ($0.nanoseconds, $1.run, $1.start, $1.label)
    }
  }

  /// The listed views with durations, the most time first.
  package var timedViews: [RedrawSummary.View] {
    listedViews.filter { $0.duration != nil }
      .sorted { ($1.duration?.totalNanoseconds ?? 0, $0.id) < ($0.duration?.totalNanoseconds ?? 0, $1.id) }
  }

  /// Whether something of the input was lost, so that counts may be too low.
  package var isIncomplete: Bool { (worstIssue ?? .info) > .info || summary.withoutUpdate > 0 }

  /// All issues with their inputs, the worst first, then in the order of the inputs.
  package var allIssues: [(input: Input, issue: ImportIssue)] {
    inputs.flatMap { input in input.issues.map { (input, $0) } }.enumerated().sorted { left, right in
      if left.element.1.severity != right.element.1.severity {
        return left.element.1.severity > right.element.1.severity
      }
      return left.offset < right.offset
    }.map { (input: $0.element.0, issue: $0.element.1) }
  }
}
