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
      "The runs after the change, by default the second of two inputs; NAME=INPUT for a named scenario.",
      valueName: "after"))
  var to: [String] = []

  @OptionGroup(title: "Output") var output: RenderingArguments<ComparisonFormats>
  @OptionGroup(title: "Views") var views: ViewOptions
  @OptionGroup(title: "Thresholds") var thresholds: ThresholdOptions
  @OptionGroup(title: "Sources, of the runs after") var sources: SourceOptions

  @OptionGroup var metrics: MetricOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The sources of the runs before, by default none; with them, what they were predicted to save is told.",
      valueName: "path"))
  var sourcesBefore: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The same as --sources, and so by default those of the configuration; with --sources-before, regressions are blamed on what is new.",
      valueName: "path"))
  var sourcesAfter: [String] = []

  /// The runs before and after: what stands before and behind `--to`, or without it the first and the second input.
  private var sides: (before: InputOptions, after: InputOptions) {
    if to.isEmpty { return (input.withInputs([input.inputs[0]]), input.withInputs([input.inputs[1]])) }
    return (input, input.withInputs(to))
  }

  func validate() throws {
    if to.isEmpty, input.inputs.count != 2 || !input.scenario.isEmpty {
      throw ValidationError("compare needs two inputs, or the runs after the change behind '--to'")
    }
    if !sourcesAfter.isEmpty, !sources.sources.isEmpty {
      throw ValidationError("'--sources' and '--sources-after' are the same; give one of them")
    }
  }

  func run() throws {
    let targets = try output.targets()
    let compared = try compared(
      hasPage: targets.contains { $0.format.id == OutputFormat.html.id }, writing: targets.map(\.path))
    try targets.writeEach { target in
      let options = output.options(for: target.path, input.verbosity)
      try target.write(target.render(compared.report, options))
    }
    if compared.code != .success { throw compared.code }
  }

  /// The comparison, and the code that inputs and sources ask for.
  ///
  /// - Parameters:
  ///   - hasPage: Whether it is shown as a page, for which the runs after are reported on as well.
  ///   - outputs: The files that will be written, none of which may be one that is read.
  func compared(hasPage: Bool = false, writing outputs: [String?] = []) throws -> (
    report: ComparisonReport, code: ExitCode
  ) {
    let file = try sources.configuration.load(isVerbose: input.verbose, judges: true)
    let pathsAfter = sourcesAfter.isEmpty ? sources.paths(file) : sourcesAfter
    if !sourcesBefore.isEmpty, pathsAfter.isEmpty {
      throw ValidationError("'--sources-before' needs '--sources' of the runs after, too")
    }
    let environment = EnvironmentOptions.none
    let selection = ViewSelection(views)
    let linkedAfter = try LinkedSources.read(paths: pathsAfter, file, sources.cache, input)
    let linkedBefore = try LinkedSources.read(paths: sourcesBefore, file, sources.cache, input)
    let (inputsBefore, inputsAfter) = sides
    let before = try MeasuredInputs(inputsBefore, environment, selection, sources: linkedBefore)
    let after = try MeasuredInputs(inputsAfter, environment, selection, sources: linkedAfter)
    for (side, name) in [(before, "before"), (after, "after")] where side.views.isEmpty {
      if side.read.exitCode == .success, !side.leavesAllOut {
        tell("error: the runs \(name) hold no evaluations of views")
      }
      tell("error: nothing was compared, since there is no run \(name) the change")
      throw side.read.exitCode == .success ? .unusableInput : side.read.exitCode
    }
    let unmatched = selection.tellUnmatched(among: before.views + after.views)
    var files = ReadFiles(sources.configuration)
    for side in [before, after] { files.add(side.read) }
    for linked in [linkedBefore, linkedAfter] { files.add(linked) }
    try files.protect(from: outputs)
    let comparison = RunComparison(
      from: before.measurements, to: after.measurements, metrics: metrics.compared,
      thresholds: thresholds.thresholds(file.gate), losses: before.losses + after.losses)
    var report = ComparisonReport(
      toolVersion: toolVersion, comparison: comparison, before: before.inputs, after: after.inputs)
    let regressions = RegressionDiagnosis(after: linkedAfter, before: linkedBefore)
    report.gone = regressions.gone(after.read.profile, since: before.read.profile)
    report.diagnoses = regressions.findings(
      worse: comparison.entries(.regressed).map(\.unit),
      predicted: comparison.entries.filter { $0.change != .new }.map(\.unit),
      profile: after.read.profile, profileBefore: before.read.profile,
      runs: Dictionary(comparison.entries.map { ($0.unit, (before: $0.before.count, now: $0.after.count)) }) { $1 })
    if hasPage {
      report.page = try ComparisonPage(
        before: before.read, after: after.read, linkedBefore: linkedBefore,
        linkedAfter: linkedAfter, selection: selection
      ).report()
    }
    if sourcesBefore.isEmpty, linkedAfter != nil, !comparison.entries(.improved).isEmpty, !input.quiet {
      tell(
        "note: no prediction is checked without the sources of the runs before; give a copy of them with "
          + "'--sources-before'")
    }
    if let linkedBefore, let linkedAfter, linkedBefore.isSame(as: linkedAfter), !input.quiet {
      tell("note: the sources before and after are the same, so no prediction is checked and nothing in them is new")
    }
    let codes =
      [before.read, after.read].map(\.exitCode).sorted { $0 == .noInput && $1 != .noInput }
      + [!unmatched.isEmpty ? .unusableInput : .success]
      + [linkedBefore, linkedAfter].compactMap { $0?.exitCode }
    return (report, codes.first { $0 != .success } ?? .success)
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
