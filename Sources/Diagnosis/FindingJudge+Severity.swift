internal import SourceAnalysis
internal import Vocabulary

/// How bad a finding is that saves something: the thresholds, and what is no waste to stop for whatever it saves.
extension FindingJudge {
  /// Below this share of all updates, and this number, a fix is worth a note: a dozen or two is what one visit of a screen makes.
  static let worthwhileShare = 0.04
  static let worthwhileUpdates = 20
  static let severeShare = 0.25
  static let severeUpdates = 100

  /// By what is saved of the scenarios in which anything is. Those in which it is the largest share decide, however many
  /// other scenarios there are.
  func severity(_ outcome: Outcome, grade: Grade) -> Severity {
    let scenarios = outcome.savedByScenario.filter { $0.value > 0 }.map { scenario, saved in
      (saved: saved, total: max(1, totalOfScenario[scenario]), scenario: scenario)
    }.sorted { ($0.saved * $1.total, $0.scenario) > ($1.saved * $0.total, $1.scenario) }
    var worst = Severity.note
    var (saved, total) = (0, 0)
    for scenario in scenarios {
      saved += scenario.saved
      total += scenario.total
      worst = max(worst, Self.severity(saved: saved, of: total, grade: grade))
    }
    return worst
  }

  private static func severity(saved: Int, of total: Int, grade: Grade) -> Severity {
    let share = Double(saved) / Double(total)
    if saved < worthwhileUpdates || share < worthwhileShare { return .note }
    return grade == .proven && saved >= severeUpdates && share >= severeShare ? .error : .warning
  }

  /// How bad it is that a fix was not made.
  func severity(_ finding: DiagnosedFinding) -> Severity {
    let isNoWaste =
      isOwnersAlone(finding.finding, finding.outcome) || isSingular(finding.effects, finding.outcome)
      || isUnwitnessed(finding) || isSmallChance(finding) || isSlightComparison(finding) || isOfLeaves(finding)
      || isOfStatelessBranches(finding)
    return isNoWaste ? .note : severity(finding.outcome, grade: finding.grade)
  }

  /// Whether inference alone says that it saves anything, and it would be little.
  private func isSmallChance(_ finding: DiagnosedFinding) -> Bool {
    finding.maySaveNothing
      && Double(finding.saved) < Self.worthwhileChance * Double(max(1, totalOfScenario.reduce(0, +)))
  }

  /// A clock whose ticks evaluate small views alone, which are there to show it: what is left to spare is little.
  private func isOfLeaves(_ diagnosed: DiagnosedFinding) -> Bool {
    // Beyond what a display shows it is too much for a leaf as well.
    guard case .slowDown(_, let perSecond) = diagnosed.finding.change, perSecond <= Self.framesPerSecond,
      !diagnosed.outcome.saved.isEmpty
    else { return false }
    return diagnosed.outcome.saved.keys.allSatisfy { view in
      guard let facts = recorded.factsOfView[view],
        let evaluation = graph.evaluation(of: recorded.facts[facts].type.id)
      else { return false }
      return evaluation.evaluatedLineCount <= Self.smallBody && evaluation.children.allSatisfy { $0.type == nil }
    }
  }

  private static let framesPerSecond = 60

  /// Branches that build the same view, which keeps nothing: whether it is that view or another makes no difference, and which of its
  /// evaluations came with a change of the condition no trace tells.
  private func isOfStatelessBranches(_ diagnosed: DiagnosedFinding) -> Bool {
    guard case .keepIdentity(.branches) = diagnosed.finding.change else { return false }
    return !graph.losesState(diagnosed.finding)
  }

  /// A closure that is likely another one: a session makes some dozens of such evaluations, which nobody notices.
  private func isSlightComparison(_ diagnosed: DiagnosedFinding) -> Bool {
    guard case .passComparable = diagnosed.finding.change else { return false }
    return diagnosed.finding.certainty == .possible && diagnosed.saved < Self.slightUpdates
  }

  /// Updates that closures of one place have to cost.
  private static let slightUpdates = 60

  /// Below this share of all updates, a fix that may save nothing is worth a note.
  private static let worthwhileChance = 0.05

  /// Whether a large part of all updates repeats work that the fix takes out of them.
  func isCostly(_ diagnosed: DiagnosedFinding, repeated updates: Int) -> Bool {
    let all = Double(max(1, totalOfScenario.reduce(0, +)))
    // Work that is done only where no value is given: whether it ever is, no trace tells.
    if diagnosed.finding.change.traits.contains(.sparesWork), diagnosed.finding.certainty == .possible { return false }
    if case .moveWork(let workload) = diagnosed.finding.change {
      if workload == .query, updates >= Self.costlyUpdates { return true }
      let spared = diagnosed.sparedWork
      if updates >= Self.costlyUpdates, spared >= Double(Self.costlyUpdates), spared >= Self.worthwhileWork * all {
        return true
      }
      // What is done for its own input alone is too much where the rule is sure of that, or where it is done all the time.
      return (workload != .pass || diagnosed.finding.severity > .note) && updates >= Self.severeUpdates
        && Double(updates) >= Self.costlyShare * all
    }
    return updates >= Self.costlyUpdates && diagnosed.sparedWork >= Self.costlyShare * all
      && diagnosed.sparedWork >= Double(Self.severeUpdates)
  }

  static let costlyShare = 0.2

  /// The share of all updates that work has to cost which they repeat although its input stayed the same.
  private static let worthwhileWork = 0.05

  /// Updates from which on work that each repeats is a pattern.
  static let costlyUpdates = 50

  /// State that costs no evaluation but those of the small view that owns it: better placed elsewhere, and no waste to stop for.
  func isOwnersAlone(_ finding: Finding, _ outcome: Outcome) -> Bool {
    guard case .moveState = finding.change, let type = remedies.type(of: finding) else { return false }
    let own = remedies.views(of: type.id)
    let isSmall = graph.evaluation(of: type.id).map { $0.lineCount <= Self.smallBody } ?? false
    return isSmall && outcome.saved.allSatisfy { own.contains($0.key) }
  }

  /// Rows that were all evaluated once or twice, or a body to take apart that was evaluated a few times: no pattern yet,
  /// however many rows there are, or children below.
  func isSingular(_ effects: [Effect], _ outcome: Outcome) -> Bool {
    let isTakenApart = effects.contains { effect in
      if case .sectioning(let views, _) = effect { updates(of: views) < Self.worthwhileUpdates } else { false }
    }
    return isTakenApart
      || effects.contains { effect in
        switch effect {
        case .fewPerChange, .comparing, .narrowing: true
        default: false
        }
      } && outcome.saved.allSatisfy { view, saved in saved <= 2 * replay.instances[view] }
  }

  /// A value that is worked out anew whenever what it is made of changes, while nothing shows that it ever comes out
  /// the same: a count follows every insertion. Nor does anything show that a write of state was of an equal value, which
  /// SwiftUI would have left out as far as it could compare it.
  func isUnwitnessed(_ diagnosed: DiagnosedFinding) -> Bool {
    guard diagnosed.maySaveNothing, let owner = remedies.type(of: diagnosed.finding) else { return false }
    if case .cacheDerived(let member, _) = diagnosed.finding.change {
      return !rates.isPolled(member, of: owner)
    }
    if case .writeOnlyOnChange(let path) = diagnosed.finding.change {
      return remedies.chanceOfUpdate(byEqual: path, in: owner) < 1
    }
    return false
  }

  /// Lines of a body whose evaluation is cheap.
  static let smallBody = 40
}
