internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// What is known of the updates that no change saves, where they are most of a trace: whose most are, what they begin with, and how to
/// find out more. Without it a report that explains little would say nothing of what happens most.
struct LargestShare {
  /// `the other 485 updates: 302 are of 'Label'; neither trace nor sources tell what changed for it`.
  var sentence: String
  /// What to do to learn more, or to have fewer: `to find out, add 'let _ = Self._logChanges()' to the body of 'App'`.
  var advice: String
  /// Where.
  var location: ReportedFinding.Location?
  /// The view that it is about.
  var view: RedrawSummary.ViewID

  /// Fewer updates are soon looked through.
  private static let leastUpdates = 20
  /// Fewer first appearances are a screen or two.
  private static let leastAppearances = 100

  /// - Returns: `nil` where changes save half of the updates or more, where a loop is what happens most, and without sources.
  init?(_ report: RedrawReport) {
    guard let sources = report.sources, report.worstLoop == nil, !report.selection.isNarrow else { return nil }
    if let appearances = Self(appearancesOf: report) {
      self = appearances
      return
    }
    let updates = report.summary.totals.updates
    let kept = sources.total.needed + sources.total.unknown
    guard updates >= Self.leastUpdates, kept * 2 > updates else { return nil }
    let views = report.summary.views.map { view in (view: view, worth: report.worth(of: view.id)) }
    func rest(_ worth: SourceReport.Worth?) -> Int { worth.map { $0.needed + $0.unknown } ?? 0 }
    guard
      let most = views.max(by: { (rest($0.worth), $1.view.id) < (rest($1.worth), $0.view.id) }), let worth = most.worth,
      rest(most.worth) > 0
    else { return nil }
    let view = most.view
    let name = view.id.name
    self.view = view.id
    let declared = report.source(of: view.id)
    let isNeeded = worth.needed >= worth.unknown
    // What begins more than half of what the view did.
    let root = view.rootCauses.first.flatMap { 2 * $0.evaluations > view.evaluations ? $0 : nil }
    // A chain that ends at a view's value, or at a new view, says nothing of what began it.
    let change = root.flatMap { $0.cause == .viewValue || $0.cause == .identity ? nil : $0 }
    let number = Wording.number(rest(most.worth))
    sentence =
      "the \(kept == updates ? "" : "other ")\(Wording.count(kept, "update")): "
      + "\(kept == rest(most.worth) ? "all" : number) are of '\(name)'"
      + (change.map { " and begin with \(Wording.origin(view: $0.view, cause: $0.cause))" } ?? "") + "; "
      + (isNeeded
        ? "each shows something new, as far as anybody can tell"
        : "neither trace nor sources tell what changed for it")
    let candidates = (declared?.candidates ?? []).filter {
      $0.isNamed && $0.percent >= SourceReport.Candidate.leastPercent
    }.prefix(4)
    if !isNeeded, let instrumentation = declared?.instrumentation {
      advice = "to find out, add 'let _ = Self._logChanges()' to the body of '\(instrumentation.view)'"
      location = instrumentation.location
    } else if !isNeeded, !candidates.isEmpty {
      let names = candidates.map { "'\($0.name)' (\($0.percent) %)" }.joined(separator: ", ")
      advice = "to find out, look at what writes or passes what it likely was: \(names)"
      location = declared?.location
    } else if let change {
      let property = change.cause.displayName
      let owner = report.summary.views.first { $0.id.name == change.view && $0.id.scenario == view.id.scenario }
      let origin = owner.flatMap { report.source(of: $0.id) }
      advice =
        "to have fewer, look at what writes '\(property)' and how often, and at how much of '\(change.view)' shows it"
      let member = property.split(separator: ".").last.map(String.init) ?? property
      location =
        origin?.reads.first { $0.name == property || $0.name.hasSuffix("." + member) }?.location ?? origin?.location
    } else if let trigger = view.triggers.first, 2 * trigger.evaluations > view.evaluations {
      advice = "to have fewer, look at what '\(trigger.view)' passes to '\(name)', and why it is evaluated itself"
      location = declared?.location
    } else {
      advice =
        "to find out, log the views around '\(name)', too ('whyredraw instrument' does that), and record again"
      location = declared?.location
    }
  }
  /// Where views appear far more often than they are updated.
  private init?(appearancesOf report: RedrawReport) {
    let totals = report.summary.totals
    let isTold = report.bestChanges.contains {
      [Fix.stabiliseIdentity.rawValue, Fix.useLazyContainer.rawValue].contains($0.change.lead.fix)
    }
    guard !isTold, totals.initial >= Self.leastAppearances, totals.initial > 2 * totals.updates,
      let most = report.summary.views.max(by: { ($0.initial, $1.id) < ($1.initial, $0.id) })
    else { return nil }
    view = most.id
    sentence =
      "\(Wording.number(totals.initial)) of \(Wording.count(totals.evaluations, "evaluation")) are first appearances, "
      + "\(Wording.number(most.initial)) of them of '\(most.id.name)': a list that scrolls has many, and they are no updates"
    advice =
      "if these were on the screen before, look for what throws them away, as '.id(…)' and branches that build the same "
      + "view twice do; if all come at once, for a container that is not lazy"
    location = report.source(of: most.id)?.location
  }
}
