/// What a rendering of findings needs to know besides the findings.
package struct FindingsContext: Sendable {
  /// A rule as SARIF and documentation describe it.
  package struct Rule: Sendable, Hashable {
    package var id: String
    package var summary: String
    package var rationale: String
    package var severity: ReportedFinding.Severity

    package init(id: String, summary: String, rationale: String, severity: ReportedFinding.Severity) {
      self.id = id
      self.summary = summary
      self.rationale = rationale
      self.severity = severity
    }
  }

  package var version: String
  /// Absolute; `xcode` prints absolute paths.
  package var workingDirectory: String
  package var usesColor: Bool
  package var rules: [Rule]
  /// Columns in UTF-16 units, 1-based, of the places whose text is at hand.
  package var utf16Columns: [ReportedFinding.Location: Int] = [:]

  package init(version: String, workingDirectory: String, usesColor: Bool = false, rules: [Rule] = []) {
    self.version = version
    self.workingDirectory = workingDirectory
    self.usesColor = usesColor
    self.rules = rules
  }
}

/// The ways to print findings that come without a trace. Each is pure: findings in, text out.
package enum FindingsRenderer: String, Sendable, CaseIterable {
  case terminal, xcode, json, markdown, sarif, github, gitlab, checkstyle, junit

  package func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    switch self {
    case .terminal: FindingsTerminal.render(findings, context)
    case .xcode: FindingsXcode.render(findings, context)
    case .json: FindingsJSON.render(findings, context)
    case .markdown: FindingsMarkdown.render(findings, context)
    case .sarif: FindingsSARIF.render(findings, context)
    case .github: FindingsGitHub.render(findings, context)
    case .gitlab: FindingsGitLab.render(findings, context)
    case .checkstyle: FindingsCheckstyle.render(findings, context)
    case .junit: FindingsJUnit.render(findings, context)
    }
  }
}
