internal import Diagnosis
internal import Reporting
internal import TraceAnalysis

/// What the HTML page of a comparison shows: the report on the runs after the change, with differences to those before.
struct ComparisonPage {
  let before: ReadInputs
  let after: ReadInputs
  let linkedBefore: LinkedSources?
  let linkedAfter: LinkedSources?
  let selection: ViewSelection

  func report() throws -> RedrawReport {
    let diagnosed = linkedAfter.map { DiagnosisReport(diagnosis: $0.diagnose(after.profile), sources: $0) }
    var summary = diagnosed?.diagnosis.summary ?? RedrawSummary(after.profile)
    var findings = diagnosed?.findings() ?? summary.traceFindings.map(ReportedFinding.init)
    let baseline = try baseline(of: summary)
    let selection = selection.apply(
      to: &summary, &findings, top: nil, changes: diagnosed?.changes(resolving: findings) ?? [])
    var report = RedrawReport(
      toolVersion: toolVersion, inputs: after.inputs, summary: summary, findings: findings, selection: selection,
      sources: diagnosed?.sourceReport(hasExcerpts: true, findings: findings))
    report.diagnosedChanges = diagnosed?.changes(resolving: findings)
    let unshown = diagnosed?.unshown(besides: report.changes.count, of: self.selection) ?? 0
    report.sources?.unshown = unshown
    report.profile = after.profile
    report.rules = LintReport.ruleDescriptions + LintReport.traceRuleDescriptions
    report.baseline = baseline
    return report
  }

  private func baseline(of summary: RedrawSummary) throws -> RedrawReport.Baseline {
    // Sources change what counts as a first appearance: both sides are read with them, or neither.
    var earlier =
      (linkedBefore ?? linkedAfter)?.diagnose(before.profile).summary ?? RedrawSummary(before.profile)
    var baseline = RedrawReport.Baseline(title: "before", of: earlier, against: summary)
    var findings: [ReportedFinding] = []
    _ = selection.apply(to: &earlier, &findings, top: nil)
    let listed = Set(earlier.views.map { RedrawSummary.ViewID(name: $0.id.name, scenario: $0.id.scenario) })
    baseline.updates = baseline.updates.filter { listed.contains($0.key) }
    return baseline
  }
}
