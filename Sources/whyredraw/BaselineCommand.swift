internal import ArgumentParser
internal import Gate
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
  @OptionGroup(title: "Configuration") var configuration: ConfigurationOptions

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write, '-' for standard output; by default that of the configuration, else Redraws.lock.",
      valueName: "file"))
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only this metric, several times if needed: \(Metric.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "id"))
  var metric: [Metric] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The app's sources: 'avoidable' is recorded, and by what renamed views are recognised.", valueName: "path"))
  var sources: [String] = []

  @Flag(name: .long, help: "Also the views of frameworks.")
  var all = false

  func run() throws {
    let file = try configuration.load(isVerbose: input.verbose)
    let path = output ?? file.gate.baseline ?? GateCommand.defaultBaseline
    if path != "-" { try OutputFile.check(path) }
    let linked = try LinkedSources.read(
      paths: sources.isEmpty ? file.sources : sources, options: .configured(by: configuration.config),
      jobs: input.jobs, isQuiet: input.quiet)
    if let linked, linked.exitCode == .noInput { throw ExitCode.noInput }
    let measured = try MeasuredInputs(input, environment, includesFrameworks: all, sources: linked)
    if measured.read.isMissing {
      tell("error: no baseline was written, since an input is missing")
      throw ExitCode.noInput
    }
    let measurements = metric.isEmpty ? measured.measurements : measured.measurements.only(Set(metric))
    guard !measurements.isEmpty || measured.measurements.isEmpty else {
      tell("error: no baseline was written, since no view has the metric")
      throw ExitCode.unusableInput
    }
    let baseline = Baseline(measurements, bodies: linked?.graph.bodyFingerprints ?? [:])
    // The same predicate as the gate's: what it would not judge is no baseline either.
    var gate = Gate(baseline: measurements.isEmpty ? nil : baseline)
    gate.budgets = file.gate.budgets
    gate.metrics = metric.isEmpty ? file.gate.metrics : [:]
    gate.lossLimit = file.gate.lossLimit
    gate.requiredScenarios = file.gate.scenarios
    let doubts = gate.verdict(on: measured.measurements, losses: measured.losses).doubts
    guard doubts.isEmpty else {
      for doubt in doubts where doubt.kind != .damagedInput && doubt.kind != .lostData {
        tell("error: \(doubt.message)")
      }
      tell("error: no baseline was written, since the data is not complete")
      throw ExitCode.unusableInput
    }
    let text = baseline.text
    if path == "-" { try writeReport(text) } else { try OutputFile.write(text, to: path) }
    if !input.quiet {
      let runs = measurements.runs
      tell(
        "\(path == "-" ? "baseline" : path): \(measurements.views.count) views, \(runs) run\(runs == 1 ? "" : "s")"
          + (runs < NoiseClass.deterministicRuns
            ? "; with fewer than \(NoiseClass.deterministicRuns) runs nothing counts as constant: record more" : ""))
    }
  }
}

extension Metric: ExpressibleByArgument {}
