package import Vocabulary

/// What a rendering of findings needs to know besides the findings.
package struct FindingsContext: Sendable {
  /// A rule as SARIF and documentation describe it.
  package struct Rule: Sendable, Hashable {
    package var id: String
    package var summary: String
    package var rationale: String
    package var severity: Severity

    package init(id: String, summary: String, rationale: String, severity: Severity) {
      self.id = id
      self.summary = summary
      self.rationale = rationale
      self.severity = severity
    }
  }

  /// What ran, as the command is called: reports of tests name their suite after it.
  package var command = "lint"
  package var version: String
  /// Absolute; `xcode` prints absolute paths.
  package var workingDirectory: String
  package var usesColor: Bool
  package var rules: [Rule]
  /// Columns in UTF-16 units, 1-based, of the places whose text is at hand.
  package var utf16Columns: [ReportedFinding.Location: Int] = [:]
  /// Where places lie in the repository; `nil` where they are as they are.
  package var repository: RepositoryPaths?
  /// How many notes are left out of what is shown.
  package var withheldNotes = 0
  /// How many more are listed only for who asks for their rule.
  package var unaskedNotes = 0
  /// How many findings are left out because only the worst were asked for.
  package var leftOut = 0
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

  /// A path as those know it who have the repository and not the working directory.
  func repositoryPath(_ path: String) -> String { repository?.relative(path) ?? path }

  /// Where a consumer that wants a file shows the finding.
  func file(of finding: ReportedFinding) -> String { finding.location?.file ?? fallbackFile ?? "." }
}
