internal import SourceAnalysis
internal import TraceImport

/// A finding with what its fix would do.
struct FixedFinding: Sendable {
  let found: LintFinding
  /// `nil` where no trace can prove or disprove it.
  let remedy: Remedies.Remedy?
  let effects: [Effect]
  /// Whether the trace has to bear it out.
  let isSuspected: Bool

  init(_ found: LintFinding, _ remedies: Remedies, isSuspected: Bool) {
    self.found = found
    self.isSuspected = isSuspected
    remedy = remedies.remedy(for: found.finding)
    effects = (remedy?.effects ?? []).filter { !$0.views.isEmpty }
  }

  /// Whether it is only suspected, and the trace shows that it is nothing: of many that are, no more is asked.
  func isRefuted(by outcome: Outcome) -> Bool {
    isSuspected && found.finding.evidence.needsSavedUpdates && outcome.savedTotal < 1
  }
}

/// Outcomes of effects, each replayed once: many findings come down to the same.
///
/// A class only so that all threads share one; it never changes.
final class OutcomeTable: Sendable {
  private let replay: Replay
  private let known: [EffectList: Outcome]
  /// What is left at least and at most, where that rests on what is likely to have changed.
  private let ranges: [EffectList: ClosedRange<Int>]
  /// What is left at best or at worst; a model with many writes has many findings that come down to the same.
  private let remainders: [EffectList: Int]

  /// - Parameter findings: All that are looked at: of those that come to nothing only the outcome is worked out.
  init(_ replay: Replay, of findings: [FixedFinding] = []) {
    let distinct = Array(Set(findings.map { EffectList($0.effects) }))
    let known = Dictionary(
      uniqueKeysWithValues: zip(distinct, Parallel.map(distinct) { replay.outcome(of: $0.effects) }))
    var weighed: Set<EffectList> = []
    var remainders: [EffectList: Int] = [:]
    let extremes = findings.reduce(into: Set<EffectList>()) { extremes, finding in
      let effects = EffectList(finding.effects)
      guard let outcome = known[effects], !finding.isRefuted(by: outcome) else { return }
      if outcome.isWeighed { weighed.insert(effects) }
      guard let worst = finding.remedy?.pessimistic, outcome.savedTotal >= 1 else { return }
      for effects in [worst, finding.remedy?.optimistic ?? worst].map(EffectList.init) where known[effects] == nil {
        // Where each cause goes on as before, all that is touched is left.
        if effects.leavesAll, effects.concernsTheSame(as: finding.effects) {
          remainders[effects] = outcome.touched
        } else {
          extremes.insert(effects)
        }
      }
    }
    let ranged = Array(weighed)
    let asked = Array(extremes)
    self.replay = replay
    self.known = known
    ranges = Dictionary(
      uniqueKeysWithValues: zip(ranged, Parallel.map(ranged) { Self.range(of: $0.effects, replay) }))
    for (effects, remaining) in zip(asked, Parallel.map(asked) { replay.remaining(of: $0.effects) }) {
      remainders[effects] = remaining
    }
    self.remainders = remainders
  }

  subscript(effects: [Effect]) -> Outcome { known[EffectList(effects)] ?? replay.outcome(of: effects) }

  /// `remaining` of the outcome, which is less to work out than all of it.
  func remaining(of effects: [Effect]) -> Int {
    let list = EffectList(effects)
    return known[list]?.remaining ?? remainders[list] ?? replay.remaining(of: effects)
  }

  /// What the effects leave at least and at most, whatever changed where several things may have.
  func range(of effects: [Effect], _ outcome: Outcome) -> ClosedRange<Int> {
    if !outcome.isWeighed { return outcome.remaining...outcome.remaining }
    return ranges[EffectList(effects)] ?? Self.range(of: effects, replay)
  }

  private static func range(of effects: [Effect], _ replay: Replay) -> ClosedRange<Int> {
    let left = [Replay.Bound.least, .most].map { replay.remaining(of: effects, bound: $0) }
    return min(left[0], left[1])...max(left[0], left[1])
  }
}
