package import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport
package import Vocabulary

/// A finding with what the trace says about it.
package struct DiagnosedFinding {
  /// One link from the root cause to the view.
  package struct Step: Sendable {
    package var view: String?
    package var place: SourcePlace?
    package var message: String
  }

  package struct Measurement: Sendable {
    package var updates: Int
    package var unit = MeasuredUnit.updates
    package var avoidable: Int?
    package var predicted: Int?
    package var range: ClosedRange<Int>?
  }

  package var finding: Finding
  package var fingerprint: String
  /// The id of the change that resolves it.
  package internal(set) var change: String
  package var severity: Severity
  package var grade: Grade
  package var message: String
  package var measured: Measurement?
  package var chain: [Step]
  package var checks: [String]
  /// Updates and re-creations that the fix saves.
  package var saved: Int
  /// Updates in which work is repeated that the fix takes out of them.
  package var repeatedWork: Int
  /// What the updates cost that the fix saves, in evaluations of an ordinary body.
  var costOfSaved = 0.0
  /// What the fix takes out of updates that stay, in evaluations of an ordinary body.
  var sparedWork = 0.0
  /// How many places of the body are mended together.
  var places = 1
  /// Time of the updates concerned in nanoseconds; 0 without durations.
  package var nanoseconds: UInt64
  /// Per view of the trace the updates and re-creations that the fix saves.
  package var savedByView: [String: Int] = [:]
  /// In the ledger; `nil` where nothing is saved.
  package internal(set) var claimant: Ledger.Claimant?
  /// Found only because the trace lowered the rule's threshold.
  var isSuspected = false
  /// The trace names one value as what evaluates the body, again and again.
  var isDriven = false
  /// The trace shows that many views appear at once, which the fix spreads.
  var isBurst = false
  var effects: [Effect]
  /// The effects if inference is wrong one way or the other; `nil` where they are as expected.
  var atBest: [Effect]?
  var atWorst: [Effect]?
  var outcome: Outcome

  /// Whether the trace shows any of it: updates that the change saves, work that is repeated, many views that appear at once,
  /// or a view that does not work.
  package var hasEvidence: Bool {
    saved >= 1 || measuredWork > 0 || isBurst || finding.isAboutCorrectness && grade != .static
  }

  /// Best first: by what is saved; of those that save about the same, the one that goes to the cause.
  static func ranked(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    // Worked out once: each is compared with many others.
    let worths = findings.map(\.worth)
    var left = findings.indices.sorted { first, second in
      worths[first] != worths[second]
        ? worths[first] > worths[second] : isBefore(findings[first], findings[second])
    }[...]
    var result: [Int] = []
    while let best = left.first {
      // With inference in the numbers, a tenth is no difference; a line taken out is worth more than a model rewritten.
      let group = left.prefix {
        worths[best] > 0 && worths[$0] * 10 >= worths[best] * 9 || findings[$0].isPreferred(to: findings[best])
      }
      if group.isEmpty { break }
      // What may save nothing comes after what saves something in any case.
      result += group.enumerated().map { offset, index in
        (isGuess: findings[index].isGuess ? 1 : 0, rank: findings[index].rank, offset: offset, index: index)
      }.sorted { ($0.isGuess, $0.rank, $0.offset) < ($1.isGuess, $1.rank, $1.offset) }.map(\.index)
      left = left.dropFirst(group.count)
    }
    return (result + left).map { findings[$0] }
  }

  /// In evaluations of an ordinary body, what it saves, and half of that where it may be nothing: by how sure it is, and by how many
  /// places have to be edited for it.
  var worth: Double {
    (saved < 1 ? 0 : costOfSaved * shareToCountOn * likelihood * ease)
      + sparedWork * costOfSparedWork
  }

  private var costOfSparedWork: Double {
    let traits = finding.change.traits
    if traits.contains(.takesApart) { return isDriven ? Self.costOfDrivenLines : Self.costOfLines }
    return traits.contains(.sparesWork) ? Self.costOfWork : 1
  }

  /// Of two changes that save the same, who has to edit dozens of places looks for another way first.
  private var ease: Double { 1 / (1 + Double(places - 1) / Self.manyPlaces) }

  /// This many more places make a change half as attractive.
  private static let manyPlaces = 20.0

  /// What is likely is so four times of five, as is a body worth taking apart that no threshold calls large; that a value is
  /// written again which nobody saw, one time of two.
  private var likelihood: Double {
    if grade == .proven { return isSuspected && finding.change.traits.contains(.takesApart) ? Self.likely : 1 }
    if isSeen { return 1 }
    if case .writeOnlyOnChange = finding.change, maySaveNothing { return 0.5 }
    return Self.likely
  }

  /// Lines that run again and give the same cost less than an update: SwiftUI compares what they give, and goes no further.
  private static let costOfLines = 0.25
  /// Where one value alone evaluates them, all of the update goes, and another one in a small view comes in its place.
  private static let costOfDrivenLines = 0.5

  /// What a body does besides making views is worth a change where it is the most of what is wrong: an evaluation that never
  /// happens does none of it, and how much it is, the sources do not say.
  private static let costOfWork = 0.25

  /// How often what is likely is so.
  static let likely = 0.8

  /// Of what it saves, half of what rests on inference.
  private var shareToCountOn: Double {
    guard let measured, let range = measured.range else { return 1 }
    // That a body writes is seen; only whether others do as well is not.
    if case .moveWriteOutOfBody = finding.change { return 1 }
    let least = max(0, min(saved, measured.updates - range.upperBound))
    let share = Double(saved + least) / Double(2 * saved)
    // That views read different members of a model the sources say; only how often each changes is inferred.
    return finding.change.traits.contains(.separatesMembers) ? max(share, 0.75) : share
  }

  /// Half of what is not known, as opposed to what children of the view show.
  private var isGuess: Bool {
    guard case .writeOnlyOnChange = finding.change, maySaveNothing else { return false }
    return measured?.predicted != measured?.range?.lowerBound
  }

  /// Whether inference alone says that the fix saves anything.
  var maySaveNothing: Bool {
    guard !isSeen, let measured, let range = measured.range else { return false }
    return range.upperBound >= measured.updates
  }

  /// Whether neither the sources nor the trace say that it saves anything. That views read different members of a model the
  /// sources do say, only not how often each changes.
  var isUnsure: Bool {
    maySaveNothing && !finding.change.traits.contains(.separatesMembers)
  }

  /// That a body writes and that a loop turns is not inferred, only how often it would without the write.
  private var isSeen: Bool { finding.change.traits.contains(.endsWhatIsSeen) }

  private func isPreferred(to other: DiagnosedFinding) -> Bool {
    finding.change.sufficientShare(of: other.finding.change).map { worth >= $0 * other.worth } ?? false
  }

  /// Of findings that are worth the same: measured waste first, the most saved first; then repeated work, severity, place.
  private static func isBefore(_ left: DiagnosedFinding, _ right: DiagnosedFinding) -> Bool {
    // Who records a trace has instrumented the views.
    if left.isInstrumentation != right.isInstrumentation { return right.isInstrumentation }
    if left.rank != right.rank { return left.rank < right.rank }
    if left.measuredWork != right.measuredWork { return left.measuredWork > right.measuredWork }
    if left.nanoseconds != right.nanoseconds { return left.nanoseconds > right.nanoseconds }
    if left.finding.severity != right.finding.severity { return left.finding.severity > right.finding.severity }
    if left.grade != right.grade { return left.grade < right.grade }
    return (left.finding.place, left.finding.rule) < (right.finding.place, right.finding.rule)
  }

  /// Of fixes that save the same, the one that goes to the cause before those that treat what follows from it.
  private var rank: Int {
    guard saved > 0 || finding.change.traits.contains(.takesApart) else { return 0 }
    return finding.change.rank(isLarge: !isSuspected)
  }

  /// Work that was repeated a few times is no measure.
  var measuredWork: Int { repeatedWork >= FindingJudge.repeatedOften ? repeatedWork : 0 }

  private var isInstrumentation: Bool { finding.change == .guardDebugCode }
}
