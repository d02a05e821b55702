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

  /// At most so many of each kind are told of a view.
  private static let mostTold = 3

  /// Findings by unit: new dependencies to blame, fixes for those that got worse, and predictions held against what came.
  ///
  /// - Parameters:
  ///   - worse: Units with more updates than before.
  ///   - better: Units with fewer.
  ///   - profileBefore: `nil` where only a baseline is known.
  func findings(
    worse: [Unit], better: [Unit], profile: TraceProfile, profileBefore: TraceProfile?
  ) -> [Unit: [ReportedFinding]] {
    guard let after else { return [:] }
    let diagnosis = after.diagnose(profile)
    let report = DiagnosisReport(diagnosis: diagnosis, sources: after)
    let reported = Dictionary(
      report.findings().map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
    let difference = before.map { DependencyDifference(before: $0.graph, after: after.graph) }
    var result: [Unit: [ReportedFinding]] = [:]
    for unit in worse {
      let view = unit.view.view
      let blamed = (difference?.blame(for: view, in: diagnosis.summary) ?? []).prefix(Self.mostTold).map(Self.finding)
      let fixes = diagnosis.findings.filter { $0.saved > 0 && ($0.finding.view == view || $0.savedByView[view] != nil) }
        .prefix(Self.mostTold).compactMap { reported[$0.fingerprint] }
      let all = blamed + fixes
      if !all.isEmpty { result[unit] = Array(all) }
    }
    if let before, let profileBefore, !better.isEmpty {
      let left = Set(diagnosis.findings.map(\.fingerprint))
      let earlier = before.diagnose(profileBefore)
      for unit in better {
        let kept = earlier.findings.filter { !left.contains($0.fingerprint) && $0.savedByView[unit.view.view] != nil }
        let told = kept.prefix(Self.mostTold).map { Self.kept($0, unit: unit, diagnosis.summary, earlier.summary) }
        if !told.isEmpty { result[unit] = told }
      }
    }
    return result
  }

  /// A new dependency, as a finding that reports can show.
  private static func finding(_ edge: DependencyEdge) -> ReportedFinding {
    let place = ReportedFinding.Location(file: edge.place.file, line: edge.place.line, column: edge.place.column)
    return ReportedFinding(
      rule: "new_dependency", fix: "remove_dependency", severity: .warning, view: edge.view, location: place,
      message: "new edge '\(edge.text)', \(edge.place.file):\(edge.place.line)", grade: .likely,
      fingerprint: Fingerprint.hex(of: ["new_dependency", edge.text, edge.place.file].joined(separator: "\u{1F}")))
  }

  /// A finding of the sources before that is gone: what was predicted for its fix, and what came.
  private static func kept(
    _ finding: DiagnosedFinding, unit: Unit, _ after: RedrawSummary, _ before: RedrawSummary
  ) -> ReportedFinding {
    func updates(_ summary: RedrawSummary) -> Int {
      summary.views.filter { $0.id.name == unit.view.view && $0.id.scenario == unit.view.scenario }
        .reduce(0) { $0 + $1.updates }
    }
    let was = updates(before)
    let predicted = max(0, was - (finding.savedByView[unit.view.view] ?? 0))
    let place = finding.finding.place
    return ReportedFinding(
      rule: finding.finding.rule, fix: finding.finding.fix.rawValue, severity: .note, view: unit.view.view,
      location: .init(file: place.file, line: place.line, column: place.column),
      message:
        "'\(finding.finding.rule)' is gone from the sources: its fix was predicted to leave \(predicted) of \(was) updates, "
        + "\(updates(after)) were measured",
      grade: .likely,
      measured: .init(updates: was, avoidable: was - predicted, predictedUpdates: predicted),
      fingerprint: finding.fingerprint)
  }
}
