package import TraceAnalysis
internal import Vocabulary

extension ReportedFinding {
  /// A finding of a trace, which has no place in a source file.
  package init(_ finding: TraceFinding) {
    self.init(
      rule: finding.rule, fix: finding.fix.rawValue, title: finding.title, severity: finding.severity,
      view: finding.view, message: finding.message, grade: finding.grade,
      measured: Measurement(updates: finding.updates, unit: finding.unit), steps: finding.steps,
      related: finding.related.map { Related(view: $0.view, message: $0.message) },
      patchRefusal: "what the trace shows names no line to change",
      fingerprint: Self.fingerprint(of: finding, in: finding.view))
    change = finding.leader.map { Self.fingerprint(of: finding, in: $0) }
  }

  private static func fingerprint(of finding: TraceFinding, in view: String?) -> String {
    fingerprint([finding.rule, finding.scenario ?? "", view ?? "", finding.cause ?? ""])
  }

  /// 16 hexadecimal digits that depend on what a finding is about, not on its numbers or lines.
  package static func fingerprint(_ parts: [String]) -> String { Fingerprint.hex(of: parts) }
}
