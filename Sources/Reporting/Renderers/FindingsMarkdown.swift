internal import Vocabulary

/// A table for pull requests and chats.
enum FindingsMarkdown {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    var text = "# WhyRedraw\n\n\(FindingsTerminal.summary(findings, context))\n"
    guard !findings.isEmpty else { return text }
    text += "\n| | Where | View | Finding |\n| --- | --- | --- | --- |\n"
    for finding in findings {
      let place = finding.location.map { "\($0.file):\($0.line)" } ?? ""
      let view = finding.view.map(Escaping.tableCode) ?? ""
      text +=
        "| \(finding.severity.rawValue) | \(Escaping.tableCode(place)) | \(view) | \(Escaping.tableText(finding.message)) (`\(finding.rule)`) |\n"
    }
    return text
  }
}
