internal import ArgumentParser
internal import Gate
internal import Reporting
internal import TraceAnalysis

/// A before/after report.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "A before/after report; never fails because of a difference.",
    discussion: """
        whyredraw compare before.log after.log
        whyredraw compare before/ --to after/
        whyredraw compare main-1.log main-2.log --to fix-1.log fix-2.log --format markdown
        whyredraw compare --scenario scroll=old.log --to scroll=new.log
        whyredraw compare old.log --to new.log --sources-before main/App --sources-after fix/App
      """)

  @OptionGroup(title: "Input") var input: InputOptions

  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp(
      "The runs after the change; NAME=INPUT for a named scenario. Of two inputs without it, the second is the run after.",
      valueName: "after"))
  var to: [String] = []

  @OptionGroup(title: "Output") var output: RenderingArguments
  @OptionGroup(title: "Thresholds") var thresholds: ThresholdOptions
  @OptionGroup(title: "Configuration") var configuration: ConfigurationOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Compare this metric, several times if needed: \(Metric.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "id"))
  var metric: [Metric] = [.updates]

  @Option(
    name: .long,
    help: ArgumentHelp("The sources of the runs before; what they were predicted to save is told.", valueName: "path"))
  var sourcesBefore: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The sources of the runs after: each regression is diagnosed, and with --sources-before blamed on what is new.",
      valueName: "path"))
  var sourcesAfter: [String] = []

  @Flag(name: .long, help: "Also the views of frameworks.")
  var all = false

  /// The runs before and after: what stands before and behind `--to`, or without it the first and the second input.
  private var sides: (before: InputOptions, after: InputOptions) {
    if to.isEmpty { return (input.reading([input.inputs[0]]), input.reading([input.inputs[1]])) }
    return (input, input.reading(to))
  }

  func validate() throws {
    if to.isEmpty, input.inputs.count != 2 || !input.scenario.isEmpty {
      throw ValidationError("compare needs two inputs, or the runs after the change behind '--to'")
    }
    if !sourcesBefore.isEmpty, sourcesAfter.isEmpty {
      throw ValidationError("'--sources-before' needs '--sources-after', too")
    }
  }

  func run() throws {
    let targets = try output.targets(\.comparison)
    let file = try configuration.load(isVerbose: input.verbose)
    let environment = EnvironmentOptions.none
    let options = SourceOptions.configured(by: configuration.config)
    let linkedAfter = try LinkedSources.read(
      paths: sourcesAfter, options: options, jobs: input.jobs, isQuiet: input.quiet)
    let linkedBefore = try LinkedSources.read(
      paths: sourcesBefore, options: options, jobs: input.jobs, isQuiet: input.quiet)
    let (inputsBefore, inputsAfter) = sides
    let before = try MeasuredInputs(inputsBefore, environment, includesFrameworks: all, sources: linkedBefore)
    let after = try MeasuredInputs(inputsAfter, environment, includesFrameworks: all, sources: linkedAfter)
    let comparison = RunComparison(
      from: before.measurements, to: after.measurements, metrics: Set(metric),
      thresholds: thresholds.thresholds(file.gate), losses: before.losses + after.losses)
    var report = ComparisonReport(
      toolVersion: toolVersion, comparison: comparison, before: before.inputs, after: after.inputs)
    report.diagnoses = RegressionDiagnosis(after: linkedAfter, before: linkedBefore).findings(
      worse: comparison.entries(.regressed).map(\.unit), better: comparison.entries(.improved).map(\.unit),
      profile: after.read.profile, profileBefore: before.read.profile)
    if targets.contains(where: { $0.format.id == OutputFormat.html.id }) {
      report.page = try ComparisonPage(
        before: before.read, after: after.read, linkedBefore: linkedBefore,
        linkedAfter: linkedAfter, includesFrameworks: all
      ).report()
    }
    for target in targets {
      let options = output.options(for: target.path, isVerbose: input.verbose, isQuiet: input.quiet)
      try target.write(target.render(report, options))
    }
    for read in [before.read, after.read] where read.exitCode == .noInput { throw ExitCode.noInput }
    for read in [before.read, after.read] where read.exitCode != .success { throw read.exitCode }
    for linked in [linkedBefore, linkedAfter] {
      if let linked, linked.exitCode != .success { throw linked.exitCode }
    }
  }
}

extension EnvironmentOptions {
  /// What the inputs themselves say, and no more.
  static var none: EnvironmentOptions { EnvironmentOptions.parseOrEmpty() }

  private static func parseOrEmpty() -> EnvironmentOptions {
    // Without arguments there is nothing to reject.
    (try? EnvironmentOptions.parse([])) ?? EnvironmentOptions()
  }
}
