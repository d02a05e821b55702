internal import Vocabulary

/// A Code Quality report of GitLab.
enum FindingsGitLab {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    let items = findings.map { finding -> JSONText in
      let severity =
        switch finding.severity {
        case .note: "info"
        case .warning: "minor"
        case .error: "major"
        }
      return .object([
        "description": .string(finding.message), "check_name": .string(finding.rule),
        "fingerprint": .string(finding.fingerprint), "severity": .string(severity),
        "location": .object([
          "path": .string(context.repositoryPath(context.file(of: finding))),
          "lines": .object(["begin": .number(finding.location?.line ?? 1)]),
        ]),
      ])
    }
    return Escaping.json(JSONText.array(items).text) + "\n"
  }
}

extension OutputFormat {
  static let gitlab = OutputFormat("gitlab", "findings for GitLab's Code Quality")
    .findings { FindingsGitLab.render($0, $1) }
}
