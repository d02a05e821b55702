internal import SourceAnalysis
internal import TraceImport

/// A finding with what its fix would do.
struct FixedFinding: Sendable {
  let found: LintFinding
  /// `nil` where no trace can prove or disprove it.
  let remedy: Remedies.Remedy?
  let effects: [Effect]

  init(_ found: LintFinding, _ remedies: Remedies) {
    self.found = found
    remedy = remedies.remedy(for: found.finding)
    effects = (remedy?.effects ?? []).filter { !$0.views.isEmpty }
  }
}

/// Outcomes of effects, each replayed once: many findings come down to the same.
struct OutcomeTable: Sendable {
  private let replay: Replay
  private let known: [[Effect]: Outcome]
  /// What is left at least and at most, where that rests on what is likely to have changed.
  private let ranges: [[Effect]: ClosedRange<Int>]

  init(_ replay: Replay, of effects: [[Effect]] = []) {
    self.replay = replay
    let distinct = Array(Set(effects))
    known = Dictionary(uniqueKeysWithValues: zip(distinct, Parallel.map(distinct) { replay.outcome(of: $0) }))
    let weighed = known.filter { $0.value.isWeighed && $0.value.savedTotal >= 1 }.map(\.key)
    ranges = Dictionary(
      uniqueKeysWithValues: zip(weighed, Parallel.map(weighed) { Self.range(of: $0, replay) }))
  }

  subscript(effects: [Effect]) -> Outcome { known[effects] ?? replay.outcome(of: effects) }

  /// What the effects leave at least and at most, whatever changed where several things may have.
  func range(of effects: [Effect], _ outcome: Outcome) -> ClosedRange<Int> {
    if !outcome.isWeighed { return outcome.remaining...outcome.remaining }
    return ranges[effects] ?? Self.range(of: effects, replay)
  }

  private static func range(of effects: [Effect], _ replay: Replay) -> ClosedRange<Int> {
    let left = [Replay.Bound.least, .most].map { replay.outcome(of: effects, bound: $0).remaining }
    return min(left[0], left[1])...max(left[0], left[1])
  }
}
