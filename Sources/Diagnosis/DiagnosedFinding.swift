package import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// A finding with what the trace says about it.
package struct DiagnosedFinding {
  package enum Grade: String, Sendable, CaseIterable { case proven, likely, possible, `static` }

  /// One link from the root cause to the view.
  package struct Step: Sendable {
    package var view: String?
    package var place: SourcePlace?
    package var message: String
  }

  package struct Measurement: Sendable {
    package var updates: Int
    package var avoidable: Int?
    package var predicted: Int?
    package var range: ClosedRange<Int>?
  }

  package var finding: Finding
  package var fingerprint: String
  package var severity: SourceRule.Severity
  package var grade: Grade
  package var message: String
  package var measured: Measurement?
  package var chain: [Step]
  package var checks: [String]
  /// Updates and re-creations that the fix saves.
  package var saved: Int
  /// Updates in which work is repeated that the fix takes out of them.
  package var repeatedWork: Int
  /// Time of the updates concerned in nanoseconds; 0 without durations.
  package var nanoseconds: UInt64
  /// Per view of the trace the updates and re-creations that the fix saves.
  package var savedByView: [String: Int] = [:]
  /// In the ledger; `nil` where nothing is saved.
  package internal(set) var claimant: Ledger.Claimant?
  /// Found only because the trace lowered the rule's threshold.
  var isSuspected = false
  var effects: [Effect]
  /// The effects if inference is wrong one way or the other; `nil` where they are as expected.
  var atBest: [Effect]?
  var atWorst: [Effect]?
  var outcome: Outcome

  /// Best first: by what is saved; of those that save about the same, the one that goes to the cause.
  static func ranked(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    var left = findings.sorted(by: isBefore)[...]
    var result: [DiagnosedFinding] = []
    while let best = left.first {
      // With inference in the numbers, a tenth is no difference; a line taken out is worth more than a model rewritten.
      let group = left.prefix { best.saved > 0 && $0.saved * 10 >= best.saved * 9 || $0.isPreferred(to: best) }
      if group.isEmpty { break }
      // What may save nothing comes after what saves something in any case.
      result += group.enumerated().sorted {
        ($0.element.isGuess ? 1 : 0, $0.element.rank, $0.offset) < (
          $1.element.isGuess ? 1 : 0, $1.element.rank, $1.offset
        )
      }.map(\.element)
      left = left.dropFirst(group.count)
    }
    return result + left
  }

  /// Half of what is not known, as opposed to what children of the view show.
  private var isGuess: Bool {
    maySaveNothing && finding.rule == "redundant_state_write" && measured?.predicted != measured?.range?.lowerBound
  }

  /// Whether inference alone says that the fix saves anything.
  var maySaveNothing: Bool {
    // That a loop turns is not inferred, only how often it would without the write.
    guard let measured, let range = measured.range, finding.fix != "break_update_loop" else { return false }
    return range.upperBound >= measured.updates
  }

  /// Saves nearly as much by an edit of a line; keeps what the view loses each time, where moving the state that evaluates
  /// its maker only makes that rarer; or ends a loop, of which half is what is expected at least, rather than what follows.
  private func isPreferred(to other: DiagnosedFinding) -> Bool {
    switch (finding.fix, other.finding.fix) {
    case ("remove_dependency", "migrate_to_observable"): saved * 4 >= other.saved * 3
    case ("own_with_state", "narrow_state_scope"): saved * 2 >= other.saved
    case ("break_update_loop", "make_arguments_comparable"), ("break_update_loop", "add_equatable_conformance"):
      saved * 2 >= other.saved
    default: false
    }
  }

  /// Measured waste first, the most saved first; then repeated work, severity, place.
  static func isBefore(_ left: DiagnosedFinding, _ right: DiagnosedFinding) -> Bool {
    if left.saved != right.saved { return left.saved > right.saved }
    // Who records a trace has instrumented the views.
    if left.isInstrumentation != right.isInstrumentation { return right.isInstrumentation }
    if left.rank != right.rank { return left.rank < right.rank }
    if left.measuredWork != right.measuredWork { return left.measuredWork > right.measuredWork }
    if left.nanoseconds != right.nanoseconds { return left.nanoseconds > right.nanoseconds }
    if left.original != right.original { return left.original > right.original }
    if left.grade != right.grade { return left.gradeRank < right.gradeRank }
    return (left.finding.place, left.finding.rule) < (right.finding.place, right.finding.rule)
  }

  /// Of fixes that save the same, the one that goes to the cause before those that treat what follows from it.
  private var rank: Int {
    guard saved > 0 else { return 0 }
    // A body that is large by any measure is the cause of what its sections lose; a small one is not.
    let rule = finding.rule == "monolithic_body" && !isSuspected ? "closure_binding" : finding.rule
    return FindingJudge.order.firstIndex(of: rule) ?? FindingJudge.order.count
  }

  /// Work that was repeated a few times is no measure.
  private var measuredWork: Int { repeatedWork >= FindingJudge.repeatedOften ? repeatedWork : 0 }

  private var isInstrumentation: Bool { finding.rule == "debug_logging_unguarded" }

  private var original: SourceRule.Severity { finding.severity ?? .note }

  private var gradeRank: Int { Grade.allCases.firstIndex(of: grade) ?? 0 }
}
