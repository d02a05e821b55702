internal import ArgumentParser
internal import Gate
internal import Reporting
internal import TraceAnalysis

/// Where runs come from, on the command line or from what CI systems set.
struct ProvenanceOptions: ParsableArguments {
  @OptionGroup var environmentOptions: EnvironmentOptions

  @Option(name: .long, help: ArgumentHelp("The commit that was measured; by default what CI says.", valueName: "id"))
  var commit: String?

  @Option(name: .long, help: ArgumentHelp("The branch; by default what CI says.", valueName: "name"))
  var branch: String?

  @Option(
    name: .long, help: ArgumentHelp("What tells this CI run from others; by default what CI says.", valueName: "id"))
  var runId: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "When it ran, as 2026-01-31T12:00:00Z; by default the first event's time, if it has a date (without Z where the log has no zone).",
      valueName: "time"))
  var runTime: String?

  /// The variables of GitHub Actions, GitLab, Xcode Cloud, Bitrise, CircleCI and Buildkite, in this order.
  static let commitVariables = [
    "GITHUB_SHA", "CI_COMMIT_SHA", "CI_COMMIT", "BITRISE_GIT_COMMIT", "CIRCLE_SHA1", "BUILDKITE_COMMIT",
  ]
  static let branchVariables = [
    "GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "CI_BRANCH", "BITRISE_GIT_BRANCH", "CIRCLE_BRANCH", "BUILDKITE_BRANCH",
  ]
  static let runVariables = [
    "GITHUB_RUN_ID", "CI_PIPELINE_ID", "CI_BUILD_ID", "BITRISE_BUILD_SLUG", "CIRCLE_BUILD_NUM", "BUILDKITE_BUILD_ID",
  ]

  func validate() throws {
    if let runTime, runTime.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) == nil {
      throw ValidationError("'--run-time \(runTime)' is not of the form 2026-01-31T12:00:00Z")
    }
  }

  func provenance(_ read: ReadInputs) throws -> RunProvenance {
    var provenance = RunProvenance()
    let key = try environmentOptions.key(read)
    provenance.environment = Dictionary(uniqueKeysWithValues: key.fields.map { ($0.key.rawValue, $0.value) })
    provenance.commit = commit ?? first(Self.commitVariables)
    provenance.branch = branch ?? first(Self.branchVariables)
    provenance.runID = runId ?? first(Self.runVariables)
    provenance.time = runTime
    provenance.inputs = read.storedInputs
    return provenance
  }

  private func first(_ names: [String]) -> String? {
    names.lazy.compactMap(environment).first { !$0.isEmpty }
  }
}

/// Where the sources of a CI run can be looked at.
enum SourceHost {
  /// The web page of a line at the commit that is built, for GitHub Actions and GitLab; `nil` elsewhere.
  static var linkTemplate: String? {
    if let server = value("GITHUB_SERVER_URL"), let repository = value("GITHUB_REPOSITORY"),
      let commit = value("GITHUB_SHA")
    {
      return checked("\(server)/\(repository)/blob/\(commit)/{path}#L{line}")
    }
    if let project = value("CI_PROJECT_URL"), let commit = value("CI_COMMIT_SHA") {
      return checked("\(project)/-/blob/\(commit)/{path}#L{line}")
    }
    return nil
  }

  private static func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }

  private static func checked(_ template: String) -> String? { SourceLink.isSafe(template) ? template : nil }
}

extension ComparisonKey {
  /// From what a profile holds; fields that this version does not know are left out.
  init(stored: [String: String]) {
    self.init(
      Dictionary(stored.compactMap { key, value in ComparisonKey.Field(rawValue: key).map { ($0, value) } }) { $1 })
  }
}
