internal import Vocabulary

/// Workflow commands of GitHub Actions, worst first, within the limits of a step.
enum FindingsGitHub {
  /// GitHub shows this many annotations of each level per step and drops the others silently.
  private static let limit = 10
  /// GitHub cuts a message at 64 KB; nobody reads this much in a margin.
  private static let longestMessage = 2000

  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    var text = ""
    for severity in Severity.allCases.reversed() {
      let level = severity == .note ? "notice" : severity.rawValue
      let matching = findings.filter { $0.severity == severity }
      for finding in matching.prefix(limit) {
        var properties: [String] = []
        if let location = finding.location {
          properties.append("file=\(Escaping.workflowProperty(context.repositoryPath(location.file)))")
          properties.append("line=\(location.line)")
          properties.append("col=\(location.column)")
        }
        properties.append("title=\(Escaping.workflowProperty(finding.rule))")
        text += "::\(level) \(properties.joined(separator: ","))::\(Escaping.workflowMessage(message(finding)))\n"
      }
      if matching.count > limit {
        text += "\(matching.count - limit) more findings of level \(severity.rawValue) are in the full report\n"
      }
    }
    return text
  }

  /// An annotation without a file still says what it is about.
  private static func message(_ finding: ReportedFinding) -> String {
    let text = DisplayWidth.cut(finding.message, to: longestMessage)
    guard finding.location == nil, let view = finding.view, !finding.message.contains(view) else { return text }
    return DisplayWidth.cut(view, to: 120) + ": " + text
  }
}

extension OutputFormat {
  static let github = OutputFormat("github", "findings as annotations of GitHub Actions")
    .findings { FindingsGitHub.render($0, $1) }.reading()
}
