internal import ArgumentParser
internal import Gate
internal import Reporting
internal import SourceAnalysis

/// Writes the contract file from runs.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Write the redraw contract file from one or more runs.",
    discussion: """
      The file is text, a line per scenario, view and metric with the numbers of all runs: made for review, and for \
      merges. Record five runs or more; with fewer than three nothing counts as constant, and a single run can only \
      advise.

        whyredraw baseline runs/ -o Redraws.lock
        whyredraw baseline --scenario scroll=scroll/ --scenario search=search/ -o Redraws.lock

      Runs that lost data are refused. Exit codes: 0 written; 65 an input is not usable; 66 an input is missing; \
      73 the file cannot be written; 78 the configuration is wrong.
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Environment of the runs") var environment: EnvironmentOptions
  @OptionGroup(title: "Sources, by which 'avoidable' is recorded and renamed views are recognised")
  var sources: SourceOptions
  @OptionGroup(title: "Output, by default to the file of the configuration, else Redraws.lock")
  var output: RenderingArguments<BaselineFormats>
  @OptionGroup(title: "Views") var views: ViewOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only this metric, by default all; may be repeated.",
      valueName: "id"))
  var metric: [Metric] = []

  func run() throws {
    let file = try sources.configuration.load(isVerbose: input.verbose, judges: true)
    let targets = try targets(file)
    let linked = LinkedSources.read(paths: sources.paths(file), file, sources.cache, input)
    if let linked, linked.exitCode == .noInput { throw ExitCode.noInput }
    let selection = ViewSelection(views)
    let measured = try MeasuredInputs(input, environment, selection, sources: linked)
    let unmatched = selection.tellUnmatched(among: measured.views)
    if measured.read.isMissing {
      tell("error: no baseline was written, since an input is missing")
      throw ExitCode.noInput
    }
    if !unmatched.isEmpty {
      tell("error: no baseline was written, since views that were asked for are not there")
      throw ExitCode.unusableInput
    }
    var files = ReadFiles(sources.configuration)
    files.add(measured.read)
    files.add(linked)
    try files.protect(from: targets.map(\.path))
    let measurements = metric.isEmpty ? measured.measurements : measured.measurements.only(Set(metric))
    guard !measurements.isEmpty || measured.measurements.isEmpty else {
      tell("error: no baseline was written, since no view has the metric")
      throw ExitCode.unusableInput
    }
    let baseline = Baseline(measurements, bodies: linked?.graph.bodyFingerprints ?? [:])
    // The same predicate as the gate's: what it would not judge is no baseline either.
    var gate = Gate(baseline: measurements.isEmpty ? nil : baseline)
    gate.budgets = selection.budgets(file.gate, for: measured.measurements)
    gate.metrics = metric.isEmpty ? file.gate.metrics : [:]
    gate.lossLimit = file.gate.lossLimit
    gate.requiredScenarios = file.gate.scenarios
    let doubts = gate.verdict(on: measured.measurements, losses: measured.losses).doubts
    guard doubts.isEmpty else {
      measured.tellUnmatchedBudgets(of: gate)
      for doubt in doubts where doubt.kind != .damagedInput && doubt.kind != .lostData {
        tell("error: \(doubt.message)")
      }
      tell("error: no baseline was written, since the data is not complete")
      throw ExitCode.unusableInput
    }
    for target in targets { try target.write(baseline.text) }
    if !input.quiet {
      let runs = measurements.runs
      tell(
        "\(targets.compactMap(\.path).first ?? "baseline"): \(Wording.count(measurements.views.count, "view")), \(Wording.count(runs, "run"))"
          + (runs < NoiseClass.deterministicRuns
            ? "; with fewer than \(NoiseClass.deterministicRuns) runs nothing counts as constant: record more" : ""))
    }
  }
}

extension BaselineCommand {
  /// The files to write; without any the one that the configuration names.
  private func targets(_ file: ConfigurationFile) throws -> [RenderingArguments<BaselineFormats>.Target] {
    if !output.output.isEmpty || output.format != nil { return try output.targets() }
    let path = file.gate.baseline ?? GateCommand.defaultBaseline
    try OutputFile.check(path)
    return BaselineFormats.formats.map { OutputTarget(path: path, $0) }
  }
}

extension Metric: ExpressibleByArgument {}
