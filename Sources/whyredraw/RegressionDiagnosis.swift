import ArgumentParser
import Diagnosis
import Gate
import Reporting
import SourceAnalysis
import TraceAnalysis
import Vocabulary

/// Why views redraw more or less than before, as far as sources of one version or of both tell.
struct RegressionDiagnosis {
  /// The sources of the runs now.
  var after: LinkedSources?
  /// The sources of the runs before, or of the baseline.
  var before: LinkedSources?

  /// Findings by unit: new dependencies to blame, fixes for those that got worse, and predictions held against what came.
  ///
  /// - Parameters:
  ///   - worse: Units with more updates than before.
  ///   - predicted: Units that something may have been predicted for, whatever became of them: a fix that changed nothing is
  ///     what its user has to hear of first.
  ///   - profileBefore: `nil` where only a baseline is known.
  ///   - runs: How many runs each unit has.
  func findings(
    worse: [Unit], predicted: [Unit], profile: TraceProfile, profileBefore: TraceProfile?,
    runs: [Unit: Diagnosis.Runs]
  ) -> [Unit: [ReportedFinding]] {
    guard let after else { return [:] }
    let diagnosis = after.diagnose(profile)
    let report = DiagnosisReport(diagnosis: diagnosis, sources: after)
    let reported = Dictionary(
      report.findings().map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
    let difference = before.map { DependencyDifference(before: $0.graph, after: after.graph) }
    var result: [Unit: [ReportedFinding]] = [:]
    for unit in worse {
      let blamed = (difference?.blame(for: unit.view.view, in: diagnosis.summary) ?? []).prefix(Diagnosis.mostTold)
        .map(Self.finding)
      let fixes = diagnosis.fixes(for: unit.view.view, in: unit.view.scenario).compactMap { fix in
        reported[fix.fingerprint].map { shown -> ReportedFinding in
          var shown = shown
          shown.reason = fix.finding.message
          shown.share = diagnosis.saved(
            by: fix, of: unit.view.view, in: unit.view.scenario, runs: runs[unit]?.now ?? 1
          ).map { .init(saved: $0.saved, updates: $0.updates) }
          // What is judged and compared are single runs: sums over all of them would stand beside those as if they were alike.
          shown.measured = shown.share.map {
            .init(updates: $0.updates, avoidable: $0.saved, predictedUpdates: $0.updates - $0.saved)
          }
          if let share = shown.share {
            shown.message =
              "\(Wording.number(share.saved)) of \(Wording.number(share.updates)) updates in a run saved: \(fix.finding.message)"
          }
          return shown
        }
      }
      if !blamed.isEmpty || !fixes.isEmpty { result[unit] = blamed + fixes }
    }
    if let before, let profileBefore, !predicted.isEmpty {
      let earlier = before.diagnose(profileBefore)
      let again = after.diagnose(profileBefore)
      for unit in predicted {
        let told = diagnosis.predictions(
          since: earlier, again: again, for: unit.view.view, in: unit.view.scenario, runs: runs[unit] ?? (1, 1))
        var known: Set<String> = []
        let outcomes = told.map { Self.finding($0, of: unit.view.view) }.filter { known.insert($0.message).inserted }
        if !outcomes.isEmpty { result[unit, default: []] += outcomes }
      }
    }
    return result
  }

  /// What became of all findings of the sources before that are gone, whichever views they concern.
  func gone(_ profile: TraceProfile, since profileBefore: TraceProfile) -> [ReportedFinding] {
    guard let before, let after, !before.isSame(as: after) else { return [] }
    return after.diagnose(profile).gone(since: before.diagnose(profileBefore), again: after.diagnose(profileBefore))
      .map { prediction in
        var finding = Self.finding(prediction, of: prediction.finding.finding.view)
        finding.message = Self.told(prediction)
        return finding
      }
  }

  /// A new dependency, as a finding that reports can show.
  private static func finding(_ edge: DependencyEdge) -> ReportedFinding {
    let place = ReportedFinding.Location(file: edge.place.file, line: edge.place.line, column: edge.place.column)
    let how =
      switch edge.kind {
      case .read: "reads it"
      case .observed: "is evaluated for it"
      case .argument: "is made with it"
      case .incomparable: "is given it, which never compares equal,"
      }
    return ReportedFinding(
      rule: "new_dependency", fix: "remove_dependency", title: "Remove the new dependency '\(edge.text)'",
      severity: .warning, view: edge.view, location: place,
      message:
        "new edge '\(edge.text)': '\(edge.view)' \(how) at \(edge.place.file):\(edge.place.line), and did not before",
      grade: .likely,
      fingerprint: Fingerprint.hex(of: ["new_dependency", edge.text, edge.place.file].joined(separator: "\u{1F}")))
  }

  /// Whether a prediction held, and what only moved elsewhere.
  private static func outcome(of prediction: Diagnosis.Prediction) -> String {
    let verdict =
      switch prediction.verdict {
      // A few updates of many are within what a prediction may be wrong by; where none was saved, it did not hold all the same.
      case .held where prediction.measured >= prediction.before && prediction.predicted < prediction.before:
        ": missed, none was saved"
      case .held: ": held"
      case .missed(let by):
        ": missed, \(Wording.number(abs(by))) \(by > 0 ? "more" : "fewer") than predicted"
      case .open:
        ": that proves nothing, since anything from \(Wording.number(prediction.range.lowerBound)) to "
          + "\(Wording.number(prediction.range.upperBound)) was possible"
      }
    let moved = prediction.moved.prefix(3).map { "'\($0.view)' (\(Wording.number($0.updates)))" }.joined(
      separator: ", ")
    return verdict + (moved.isEmpty ? "" : "; moved to \(moved)")
  }

  private static func told(_ prediction: Diagnosis.Prediction) -> String {
    "its fix was predicted to leave \(Wording.number(prediction.predicted)) of \(prediction.unit.counted(prediction.before)) in a run, "
      + "\(Wording.number(prediction.measured)) \(prediction.measured == 1 ? "was" : "were") measured\(outcome(of: prediction))"
  }

  /// A finding of the sources before that is gone: what was predicted for its fix, and what came.
  private static func finding(_ prediction: Diagnosis.Prediction, of view: String?) -> ReportedFinding {
    let finding = prediction.finding.finding
    let place = finding.place
    return ReportedFinding(
      rule: finding.rule, fix: finding.fix.rawValue, title: finding.title, severity: .note, view: view,
      location: .init(file: place.file, line: place.line, column: place.column),
      message:
        "'\(finding.rule)' is gone from the sources: \(told(prediction))",
      grade: .likely,
      measured: .init(
        updates: prediction.before, avoidable: prediction.before - prediction.predicted,
        predictedUpdates: prediction.predicted),
      fingerprint: prediction.finding.fingerprint)
  }
}
