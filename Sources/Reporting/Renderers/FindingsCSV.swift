internal import Vocabulary

/// One row per finding, quoted as RFC 4180 has it; cells that a spreadsheet would take for a formula start with an apostrophe.
enum FindingsCSV {
  private static let columns = [
    "rule", "fix", "severity", "grade", "view", "file", "line", "column", "updates", "avoidable", "predicted_updates",
    "message", "fingerprint",
  ]

  static func render(_ findings: [ReportedFinding]) -> String {
    ([columns] + findings.map(row)).map { row in
      row.map(Escaping.csvCell).joined(separator: ",") + "\r\n"
    }.joined()
  }

  private static func row(_ finding: ReportedFinding) -> [String] {
    func text(_ number: Int?) -> String { number.map(String.init) ?? "" }
    let place = [finding.location?.file ?? "", text(finding.location?.line), text(finding.location?.column)]
    let measured = finding.measured
    return [
      finding.rule, finding.fix, finding.severity.rawValue, finding.grade.rawValue, finding.view ?? "",
    ] + place + [text(measured?.updates), text(measured?.avoidable), text(measured?.predictedUpdates)]
      + [finding.message, finding.fingerprint]
  }
}
