internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Gives findings their evidence.
///
/// A class only so that all threads share one; it never changes.
final class FindingJudge: Sendable {
  let recorded: RecordedUpdates
  let graph: SourceGraph
  let replay: Replay
  let outcomes: OutcomeTable
  let remedies: Remedies
  let summary: RedrawSummary
  let matching: ViewMatching
  /// Per view of the trace.
  let totals: [(updates: Int, initial: Int, nanoseconds: UInt64)]
  /// Updates and re-creations of each scenario.
  let totalOfScenario: [Int]
  /// What an evaluation of each view costs, in evaluations of an ordinary body.
  let costs: [Double]
  /// How often members of models are written; worked out when a finding asks.
  let rates: ModelRates
  /// What outcomes say, by the effects that they are of: many findings come down to the same.
  private let told = OnDemandTable<EffectList, Told>()

  /// What an outcome says, whatever finding it is of.
  private struct Told: Sendable {
    var chain: [DiagnosedFinding.Step]
    var checks: [String]
    var savedByView: [String: Int]
    /// What the updates cost that are saved, and what they do where what is mended is wrong by itself.
    var cost: Double
    var costOfDefect: Double
  }

  init(
    recorded: RecordedUpdates, graph: SourceGraph, replay: Replay,
    outcomes: OutcomeTable, remedies: Remedies, summary: RedrawSummary, matching: ViewMatching
  ) {
    self.recorded = recorded
    self.graph = graph
    self.replay = replay
    self.outcomes = outcomes
    self.remedies = remedies
    self.summary = summary
    self.matching = matching
    var totals: [String: (updates: Int, initial: Int, nanoseconds: UInt64)] = [:]
    for view in summary.views {
      totals[view.id.name, default: (0, 0, 0)].updates += view.updates
      totals[view.id.name]?.initial += view.initial
      totals[view.id.name]?.nanoseconds += view.duration?.totalNanoseconds ?? 0
    }
    self.totals = recorded.names.map { totals[$0] ?? (0, 0, 0) }
    var totalOfScenario = [Int](repeating: 0, count: recorded.scenarioIndex.count)
    for view in summary.views {
      guard let scenario = recorded.scenarioIndex[view.id.scenario] else { continue }
      totalOfScenario[scenario] += view.updates + view.recreated
    }
    self.totalOfScenario = totalOfScenario
    costs = Self.evaluationCosts(recorded, graph)
    rates = ModelRates(graph, isWhole: true)
  }

  func judge(_ fixed: FixedFinding) -> DiagnosedFinding {
    let result = fixed.found
    let finding = result.finding
    let (remedy, effects) = (fixed.remedy, fixed.effects)
    let outcome = outcomes[effects]
    var diagnosed = measured(finding, result.fingerprint, effects, outcome, remedy)
    let views = (remedy?.views ?? []).union(ownViews(finding))
    if diagnosed.saved < 1 { diagnosed.grade = views.isEmpty ? .static : .possible }
    diagnosed.nanoseconds = nanoseconds(of: outcome.saved.isEmpty ? views : Set(outcome.saved.keys))
    let repeats = remedy?.savesWork == true ? updates(of: views) : 0
    // Rows that scroll in do the same work as rows that are updated.
    let firsts =
      remedy?.savesWork == true && finding.change.traits.contains(.sparesWork) ? firstAppearances(of: views) : 0
    if repeats + firsts > 0 {
      diagnosed.sparedWork = sparedWork(finding, updates: repeats, firsts: firsts)
      // What no longer happens is not built either.
      if case .keepIdentity = finding.change {
        diagnosed.sparedWork = max(0, diagnosed.sparedWork - Double(diagnosed.saved))
      }
    }
    if diagnosed.saved >= 1 {
      if case .stopDepending = finding.change { diagnosed.grade = .proven }
      diagnosed.severity = severity(diagnosed)
      var repeated = repeats + firsts
      if case .keepIdentity = finding.change {
        let along = rebuiltAlong(outcome)
        diagnosed.sparedWork += Double(along)
        repeated += along
      }
      if diagnosed.severity == .note, isCostly(diagnosed, repeated: repeated) { diagnosed.severity = .warning }
    } else if remedy?.savesWork == true {
      diagnosed.repeatedWork = repeats + firsts
      if diagnosed.repeatedWork >= Self.repeatedOften { diagnosed.grade = .likely }
      if isCostly(diagnosed, repeated: diagnosed.repeatedWork) { diagnosed.severity = .warning }
      if repeats > 0 { diagnosed.measured = .init(updates: repeats, avoidable: nil, predicted: repeats, range: nil) }
    } else if remedy?.isBurst == true, remedy?.views.isEmpty == true, finding.certainty == .certain {
      // Rows that are no views of their own are built by each evaluation of the body, and no line of the trace is about them.
      diagnosed.repeatedWork = updates(of: ownViews(finding))
      let all = Double(max(1, totalOfScenario.reduce(0, +)))
      if diagnosed.repeatedWork >= Self.costlyUpdates, Double(diagnosed.repeatedWork) >= Self.costlyShare * all {
        diagnosed.grade = .likely
        diagnosed.severity = .warning
        diagnosed.sparedWork = Double(diagnosed.repeatedWork) * Self.costOfInlineRows
      }
    } else if remedy?.isBurst == true {
      let (burst, severeCost) = bursts(of: remedy?.views ?? [], madeBy: remedies.type(of: finding))
      diagnosed.repeatedWork = burst.views
      diagnosed.isBurst = burst.isBurst
      if burst.isBurst { diagnosed.grade = .likely }
      if burst.isSevere {
        diagnosed.severity = .warning
        // Each time that the rows come they come at once.
        diagnosed.sparedWork = severeCost
      }
    } else if let remedy, !remedy.views.isEmpty {
      let updates = remedy.causes.isEmpty ? updates(of: remedy.views) : outcome.updates
      if updates > 0 {
        // None is expected to be saved; where what changed is not known, some may be.
        let saved = outcome.updates + outcome.recreated - outcomes.range(of: effects, outcome).lowerBound
        let range = saved >= 1 ? max(0, updates - saved)...updates : nil
        diagnosed.measured = .init(updates: updates, avoidable: 0, predicted: updates, range: range)
      }
    }
    // What shows the wrong thing is worth a stop however little it costs, where the trace shows that it costs anything.
    if diagnosed.severity == .note, finding.isAboutCorrectness, diagnosed.saved >= 1 || losesObjects(finding) {
      diagnosed.severity = result.severity
    }
    return diagnosed
  }

  /// Whether a view that loses the object which it holds is evaluated in the trace: what it lost is no number of updates.
  private func losesObjects(_ finding: Finding) -> Bool {
    guard case .ownObject = finding.change else { return false }
    return updates(of: ownViews(finding)) > 0
  }

  /// What rows cost that a body builds itself: lines that run again, of which SwiftUI compares what they give.
  private static let costOfInlineRows = 0.25

  /// The rows that appear at once from which on a container should be lazy, and what appears with them.
  struct Burst {
    var rows = 0
    /// The rows, and all that they hold.
    var views = 0
    /// What all of them cost, in evaluations of an ordinary body.
    var cost = 0.0

    /// More rows than any screen shows, or a screen of rows that hold much.
    var isBurst: Bool { rows >= Self.many || rows >= 12 && views >= 60 }
    /// Some screens of rows, or more views than that in fewer of them: it costs a hitch.
    var isSevere: Bool { rows >= Self.severelyMany || isBurst && views >= 90 }

    /// Rows that fill a screen.
    static let many = 30
    /// Rows that fill some.
    static let severelyMany = 60
    /// More than a screen holds whatever one row is made of.
    static let farTooMany = 150
  }

  /// The most first appearances of some views in one update, and what the views cost that appear in all updates with severely many,
  /// with those of later updates that no screen shows.
  ///
  /// - Parameter type: The view that holds the container. Where the trace shows it, it shows which rows are its own.
  func bursts(of rows: Set<Int>, madeBy type: TypeInfo?) -> (largest: Burst, severeCost: Double) {
    let makers = type.map { remedies.views(of: $0.id) } ?? []
    let others = type.map { rivals(of: $0, making: rows) } ?? []
    var most = Burst()
    var severeCost = 0.0
    for index in Set(rows.flatMap { Array(recorded.updates(of: $0)) }) {
      let update = recorded.updates[index]
      let views = update.elements.map { recorded.traits[$0.message].view }
      let showsMaker = makers.isEmpty || views.contains(where: makers.contains)
      var burst = Burst()
      var updatedRows = 0
      var costOfUpdated = 0.0
      var above: [Maker] = []
      above.reserveCapacity(views.count)
      var isWithin = [Bool](repeating: false, count: views.count)
      for (place, element) in update.elements.enumerated() {
        var maker = Maker.unknown
        if let trigger = element.trigger, trigger < place {
          maker =
            makers.contains(views[trigger])
            ? .own : max(above[trigger], others.contains(views[trigger]) ? .other : .unknown)
        }
        above.append(maker)
        let appears = element.isInitial || element.mayAppear
        let isMade =
          switch maker {
          case .own: true
          case .other: false
          case .unknown: showsMaker || appears && !element.isInitial
          }
        let isRow = isMade && rows.contains(views[place])
        if !appears {
          if isRow {
            updatedRows += element.repetitions
            costOfUpdated += Double(element.repetitions) * costs[views[place]]
          }
          continue
        }
        guard isRow || element.trigger.map({ isWithin[$0] }) == true else { continue }
        isWithin[place] = true
        burst.views += element.repetitions
        burst.cost += Double(element.repetitions) * costs[views[place]]
        if isRow { burst.rows += element.repetitions }
      }
      if burst.isSevere { severeCost += burst.cost * Double(update.count) }
      // Rows that nobody sees are evaluated as well for as long as they are there.
      if updatedRows >= Burst.farTooMany {
        severeCost += costOfUpdated * (1 - Double(Burst.severelyMany) / Double(updatedRows)) * Double(update.count)
        burst.rows = max(burst.rows, updatedRows)
        burst.views = max(burst.views, updatedRows)
      }
      if (burst.views, burst.rows) > (most.views, most.rows) { most = burst }
    }
    return (most, severeCost)
  }

  /// Who is above a view in an update. Rows that may hold others of their kind are those of the view above all of them.
  private enum Maker: Comparable {
    case unknown
    /// Somebody else who makes such rows.
    case other
    /// The view that holds the container.
    case own
  }

  /// Views of the trace that make some of the rows as well.
  private func rivals(of type: TypeInfo, making rows: Set<Int>) -> Set<Int> {
    let types = Set(rows.compactMap { recorded.factsOfView[$0] }).map { recorded.facts[$0].type.id }
    return types.reduce(into: []) { result, row in
      for (parent, _) in graph.parents[row] ?? [] where parent != type.id {
        result.formUnion(remedies.views(of: parent))
      }
    }
  }

  /// Updates from which on work that each of them repeats is worth taking out.
  static let repeatedOften = 10

  /// A finding as a note, with what its outcome says where it saves anything.
  func measured(
    _ finding: Finding, _ fingerprint: String, _ effects: [Effect], _ outcome: Outcome, _ remedy: Remedies.Remedy?
  ) -> DiagnosedFinding {
    let saved = max(0, outcome.savedTotal)
    var diagnosed = DiagnosedFinding(
      finding: finding, fingerprint: fingerprint, change: Fingerprint.hex(of: finding.changeKey.text), severity: .note,
      grade: .static, message: finding.message, chain: [],
      checks: [], saved: saved, repeatedWork: 0, nanoseconds: 0, effects: effects,
      atBest: remedy?.optimistic, atWorst: remedy?.pessimistic, outcome: outcome)
    guard saved >= 1 else { return diagnosed }
    diagnosed.grade = provenShare(outcome) >= 0.5 && !finding.restsOnOpenRule ? .proven : .likely
    diagnosed.measured = measurement(outcome, effects, remedy)
    // That updates could have been spared is no proof that this change spares them.
    if diagnosed.grade == .proven, diagnosed.maySaveNothing { diagnosed.grade = .likely }
    diagnosed.places = remedy?.alike ?? 1
    diagnosed.message = sentence(finding, outcome, alike: diagnosed.places)
    let told = told.value(for: EffectList(effects)) {
      let (cost, costOfDefect) = costs(ofSaved: outcome)
      return Told(
        chain: chain(outcome), checks: checks(outcome), savedByView: savedByView(outcome), cost: cost,
        costOfDefect: costOfDefect)
    }
    diagnosed.chain = told.chain
    diagnosed.checks = told.checks
    diagnosed.savedByView = told.savedByView
    let isDefect = if case .passComparable(.initialValue) = finding.change { true } else { false }
    diagnosed.costOfSaved = isDefect ? told.costOfDefect : told.cost
    // What is thrown away is torn down and laid out anew, besides being evaluated.
    if case .keepIdentity = finding.change { diagnosed.costOfSaved *= Self.costOfBuildingAnew }
    return diagnosed
  }

  // MARK: - Numbers

  func measurement(_ outcome: Outcome, _ effects: [Effect], _ remedy: Remedies.Remedy?)
    -> DiagnosedFinding.Measurement
  {
    // What the fix may turn out to do, and what may have changed where several things may have.
    let weighed = outcomes.range(of: effects, outcome)
    var possible = [outcome.remaining, weighed.lowerBound, weighed.upperBound]
    if let remedy, let high = remedy.pessimistic {
      possible += [remedy.optimistic.map(outcomes.remaining) ?? outcome.remaining, outcomes.remaining(of: high)]
    }
    var range: ClosedRange<Int>?
    if let least = possible.min(), let most = possible.max(), least < most { range = least...most }
    return .init(
      updates: outcome.updates + outcome.recreated, unit: outcome.unit, avoidable: outcome.savedTotal,
      predicted: outcome.remaining, range: range)
  }

  /// The share of the updates saved that the sources prove to have been avoidable.
  func provenShare(_ outcome: Outcome) -> Double {
    let saved = outcome.saved.values.reduce(0, +)
    return saved > 0 ? Double(outcome.proven) / Double(saved) : 0
  }

  func ownViews(_ finding: Finding) -> Set<Int> {
    remedies.type(of: finding).map { remedies.views(of: $0.id) } ?? []
  }

  func updates(of views: Set<Int>) -> Int {
    views.reduce(0) { $0 + totals[$1].updates }
  }

  /// How often views appeared after the first of each.
  private func firstAppearances(of views: Set<Int>) -> Int {
    views.reduce(0) { $0 + max(0, totals[$1].initial - 1) }
  }

  func nanoseconds(of views: Set<Int>) -> UInt64 {
    views.reduce(0) { $0 + totals[$1].nanoseconds }
  }

  func savedByView(_ outcome: Outcome) -> [String: Int] {
    Dictionary(outcome.saved.map { (recorded.names[$0.key], $0.value) }, uniquingKeysWith: +)
  }
}
