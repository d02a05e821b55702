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
  /// The file that findings without a place are shown at, where a consumer takes none without: the trace.
  package var fallbackFile: String?

  package init(
    version: String, workingDirectory: String, usesColor: Bool = false, rules: [Rule] = [], fallbackFile: String? = nil
  ) {
    self.version = version
    self.workingDirectory = workingDirectory
    self.usesColor = usesColor
    self.rules = rules
    self.fallbackFile = fallbackFile
  }

  /// Where a consumer that wants a file shows the finding.
  func file(of finding: ReportedFinding) -> String { finding.location?.file ?? fallbackFile ?? "." }
}

/// The ways to print findings alone, from `lint`, of traces, or of a gate. Each is pure: findings in, text out.
package enum FindingsRenderer: String, Sendable, CaseIterable {
  case terminal, xcode, json, markdown, sarif, github, gitlab, checkstyle, junit, csv

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
    case .csv: FindingsCSV.render(findings)
    }
  }
}

extension Renderer {
  /// The findings of a report alone.
  private static func findings(_ kind: FindingsRenderer, _ title: String) -> Renderer {
    Renderer(id: kind.rawValue, title: title) { report, options in
      let file = report.inputs.first.map { $0.path == "-" ? "standard-input" : $0.path }
      return kind.render(
        Array(report.listedFindings),
        FindingsContext(
          version: report.toolVersion, workingDirectory: options.workingDirectory ?? "", rules: report.rules,
          fallbackFile: file))
    }
  }

  static let sarif = findings(.sarif, "findings for code scanning, SARIF 2.1.0")
  static let xcode = findings(.xcode, "findings as Xcode and compilers print them")
  static let github = findings(.github, "findings as annotations of GitHub Actions")
  static let gitlab = findings(.gitlab, "findings for GitLab's Code Quality")
  static let junit = findings(.junit, "findings as failed tests, JUnit XML")
  static let checkstyle = findings(.checkstyle, "findings as Checkstyle XML")
}
