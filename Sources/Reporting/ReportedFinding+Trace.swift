package import TraceAnalysis
internal import Vocabulary

extension ReportedFinding {
  /// A finding of a trace, which has no place in a source file.
  package init(_ finding: TraceFinding) {
    self.init(
      rule: finding.rule, fix: finding.fix.rawValue, severity: Severity(rawValue: finding.severity.rawValue) ?? .note,
      view: finding.view, message: finding.message, grade: Grade(rawValue: finding.grade.rawValue) ?? .possible,
      measured: Measurement(updates: finding.updates), steps: finding.steps,
      related: finding.related.map { Related(view: $0.view, message: $0.message) },
      fingerprint: Self.fingerprint(
        [finding.rule, finding.scenario ?? "", finding.view ?? "", finding.cause ?? ""]))
  }

  /// 16 hexadecimal digits that depend on what a finding is about, not on its numbers or lines.
  ///
  /// - Source: FNV-1a, 64 bits.
  package static func fingerprint(_ parts: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      // A separator, so that moving a boundary between parts changes the fingerprint.
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
