internal import Diagnosis
internal import Gate
internal import Reporting
internal import TraceAnalysis

/// What the HTML page of a comparison shows: the report on the runs after the change, with differences to those before.
struct ComparisonPage {
  let comparison: ComparisonReport
  let before: ReadInputs
  let after: ReadInputs
  let linkedBefore: LinkedSources?
  let linkedAfter: LinkedSources?
  let includesFrameworks: Bool

  func report() throws -> RedrawReport {
    let diagnosed = linkedAfter.map { DiagnosisReport(diagnosis: $0.diagnose(after.profile), sources: $0) }
    var summary = diagnosed?.diagnosis.summary ?? RedrawSummary(after.profile)
    var findings = findings(diagnosed?.findings() ?? summary.traceFindings.map(ReportedFinding.init))
    let baseline = try baseline(of: summary)
    let selection = try ViewSelection(includesFrameworks: includesFrameworks).apply(
      to: &summary, &findings, top: nil)
    var report = RedrawReport(
      toolVersion: toolVersion, inputs: comparison.after, summary: summary, findings: findings, selection: selection,
      sources: diagnosed?.sourceReport())
    report.profile = after.profile
    report.rules = LintReport.ruleDescriptions + LintReport.traceRuleDescriptions
    report.baseline = baseline
    return report
  }

  /// What the comparison found first, then what the runs after the change show by themselves.
  private func findings(_ others: [ReportedFinding]) -> [ReportedFinding] {
    var known: Set<String> = []
    let own = comparison.comparison.entries.flatMap { comparison.diagnoses[$0.unit] ?? [] }
    return (own + others).filter { known.insert($0.fingerprint).inserted }
  }

  private func baseline(of summary: RedrawSummary) throws -> RedrawReport.Baseline {
    // Sources change what counts as a first appearance: both sides are read with them, or neither.
    var earlier =
      (linkedBefore ?? linkedAfter)?.diagnose(before.profile).summary ?? RedrawSummary(before.profile)
    var baseline = RedrawReport.Baseline(title: "before", of: earlier, against: summary)
    var findings: [ReportedFinding] = []
    _ = try ViewSelection(includesFrameworks: includesFrameworks).apply(to: &earlier, &findings, top: nil)
    let listed = Set(earlier.views.map { RedrawSummary.ViewID(name: $0.id.name, scenario: $0.id.scenario) })
    baseline.updates = baseline.updates.filter { listed.contains($0.key) }
    baseline.doubts = comparison.comparison.doubts.map(\.message)
    return baseline
  }
}
