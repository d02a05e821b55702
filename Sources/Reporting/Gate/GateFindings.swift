internal import Gate
internal import Vocabulary

/// Turns a verdict into findings, for the formats that know nothing else.
enum GateFindings {
  static let rules: [FindingsContext.Rule] = [
    rule("redraw_regression", "A view is evaluated more often than in the baseline.", .error),
    rule("redraw_budget", "A view is evaluated more often than its budget allows.", .error),
    rule("redraw_added_view", "A view is not in the baseline.", .warning),
    rule("redraw_removed_view", "A view of the baseline is in none of the runs.", .warning),
    rule("redraw_loose_baseline", "The baseline allows more than is measured.", .error),
    rule("redraw_inconclusive", "The data cannot carry a verdict.", .error),
  ]

  private static func rule(
    _ id: String, _ summary: String, _ severity: Severity
  ) -> FindingsContext.Rule {
    FindingsContext.Rule(id: id, summary: summary, rationale: "", severity: severity)
  }

  static func findings(_ report: GateReport) -> [ReportedFinding] {
    let doubts = report.verdict.doubts.map { doubt in
      ReportedFinding(
        rule: "redraw_inconclusive", fix: "record_again", title: "Record again", severity: .error, view: nil,
        location: report.baselinePath.map { .init(file: $0, line: 1, column: 1) },
        message: "inconclusive: \(doubt.message)", grade: .proven,
        fingerprint: ReportedFinding.fingerprint(["redraw_inconclusive", doubt.kind.rawValue, doubt.message]))
    }
    // What further runs took back is said where it would have failed, too.
    return doubts + report.verdict.entries.filter { $0.isOffender || $0.isOverruled }.map { finding($0, report) }
  }

  private static func finding(_ entry: Verdict.Entry, _ report: GateReport) -> ReportedFinding {
    let unit = entry.unit
    let before = entry.baseline.isEmpty ? "" : "\(GateWording.runs(entry.baseline, entry.unit.metric)) → "
    let held = [entry.noise?.rawValue, entry.hasLimit ? entry.threshold : nil].compactMap(\.self)
    let limit = held.isEmpty ? "" : " (\(held.joined(separator: ", ")))"
    let diagnoses = report.diagnoses[unit] ?? []
    return ReportedFinding(
      rule: rule(entry.kind), fix: diagnoses.first?.fix ?? "find_cause",
      title: diagnoses.first?.title ?? "Find what updates '\(unit.view.view)'",
      severity: entry.level == .error ? .error : entry.level == .warn ? .warning : .note, view: unit.view.view,
      location: diagnoses.first?.location ?? report.place(entry) ?? report.file(entry),
      message: "\(GateWording.name(unit.view)): \(unit.metricText) \(before)\(GateWording.nowAndAgain(entry)); "
        + "\(entry.reason)\(limit)",
      grade: .proven, steps: diagnoses.map(\.message),
      fingerprint: ReportedFinding.fingerprint([
        rule(entry.kind), unit.view.scenario ?? "", unit.view.module ?? "", unit.view.view, unit.metricText,
      ]))
  }

  private static func rule(_ kind: Verdict.Entry.Kind) -> String {
    switch kind {
    case .budget: "redraw_budget"
    case .added: "redraw_added_view"
    case .ratchet: "redraw_loose_baseline"
    case .removed: "redraw_removed_view"
    case .regression, .improvement, .unchanged: "redraw_regression"
    }
  }
}
