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

      Runs that lost data are refused, and so is one that is far shorter, or holds far less, than all others: it was \
      cut off. Runs of tests that failed or crashed are refused, too, unless --leave-out-failed drops them. Exit codes: 0 written; 65 an input is not usable; 66 an input is missing; \
      73 the file cannot be written; 78 the configuration is wrong.
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Environment of the runs") var environment: EnvironmentOptions
  @OptionGroup(title: "Sources, by which 'avoidable' is recorded and renamed views are recognised")
  var sources: SourceOptions
  @OptionGroup(title: "Output, by default to the file of the configuration, else Redraws.lock")
  var output: RenderingArguments<BaselineFormats>
  @OptionGroup(title: "Views") var views: ViewOptions

  @OptionGroup var metrics: MetricOptions

  @Flag(name: .long, help: "Leave out the runs of tests that failed or have no end, instead of refusing them.")
  var leaveOutFailed = false

  func run() throws {
    let file = try sources.configuration.load(isVerbose: input.verbose, judges: true)
    let targets = try targets(file)
    let linked = try LinkedSources.read(paths: sources.paths(file), file, sources.cache, input)
    if let linked, linked.exitCode == .noInput { throw ExitCode.noInput }
    let selection = ViewSelection(views)
    var measured = try MeasuredInputs(input, environment, selection, sources: linked)
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
    measured.measurements = try withoutBrokenTests(measured)
    let metric = metrics.metric
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
    // What is gated by nothing may be recorded.
    let doubts = gate.verdict(on: measured.measurements, losses: measured.losses).doubts.filter {
      $0.kind != .nothingGated
    }
    guard doubts.isEmpty else {
      measured.tellUnmatchedBudgets(of: gate)
      for doubt in doubts where doubt.kind != .damagedInput && doubt.kind != .lostData {
        tell("error: \(doubt.message)")
      }
      tell("error: no baseline was written, since the data is not complete")
      throw ExitCode.unusableInput
    }
    try refuseIncomplete(gate, measured)
    let changes = targets.compactMap(\.path).compactMap { replaced($0, by: measurements, gate) }
    try targets.writeEach { try $0.write(baseline.text) }
    for doubtful in [gate.strays(in: baseline), gate.tooNoisy(in: baseline)].compactMap(\.self) {
      tell("warning: \(doubtful)")
    }
    for change in changes { tell(change) }
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
  /// What a test did before it failed is nothing to hold others against.
  private func withoutBrokenTests(_ measured: MeasuredInputs) throws -> Measurements {
    let broken = measured.brokenRuns
    for run in broken { tell("\(leaveOutFailed ? "warning" : "error"): \(run)") }
    if broken.isEmpty { return measured.measurements }
    let rest = measured.measurements.withoutBrokenRuns(keepsLast: false)
    let lost = measured.measurements.scenarios.subtracting(rest.scenarios)
    if leaveOutFailed, lost.isEmpty, !rest.isEmpty { return rest }
    for scenario in lost.compactMap(\.self).sorted() where leaveOutFailed {
      tell("error: '\(scenario)' passed in no run, so nothing of it is left")
    }
    tell(
      "error: no baseline was written; have the tests pass and record again"
        + (leaveOutFailed ? "" : ", or leave out what did not pass: '--leave-out-failed'"))
    throw ExitCode.unusableInput
  }

  /// Runs are side by side here: one that the others would make the gate doubt is none to hold others against.
  private func refuseIncomplete(_ gate: Gate, _ measured: MeasuredInputs) throws {
    let stray = gate.incompleteRuns(measured.measurements)
    if stray.isEmpty { return }
    for found in stray {
      tell("error: \(measured.name(ofRun: found.run, in: found.scenario)): \(found.message)")
    }
    tell("error: no baseline was written; record anew, or leave out what is not complete")
    throw ExitCode.unusableInput
  }

  /// How the new numbers differ from those of the file that they replace; `nil` where they do not, or there is no such file.
  private func replaced(_ path: String, by measurements: Measurements, _ gate: Gate) -> String? {
    guard let data = try? FileContents.document(at: path, largest: GateCommand.largestBaseline),
      let old = try? Baseline(parsing: String(decoding: data, as: UTF8.self))
    else { return nil }
    var against = gate
    against.baseline = old
    against.hasContract = false
    let verdict = against.verdict(on: measurements)
    let gone = verdict.entries.filter { $0.kind == .removed }.map { "'\($0.unit.view.view)'" }
    let doubts = verdict.doubts.filter(\.kind.spoilsFailures).map(\.message)
    var parts = doubts
    if !gone.isEmpty {
      let more = gone.count > 3 ? " and \(Wording.number(gone.count - 3)) more" : ""
      parts.append("\(gone.prefix(3).joined(separator: ", "))\(more) \(gone.count == 1 ? "is" : "are") gone")
    }
    if parts.isEmpty { return nil }
    return "warning: \(path) held more than what replaces it: \(parts.joined(separator: "; "))"
  }

  /// The files to write; without any the one that the configuration names.
  private func targets(_ file: ConfigurationFile) throws -> [RenderingArguments<BaselineFormats>.Target] {
    if !output.output.isEmpty || output.format != nil { return try output.targets() }
    let path = file.gate.baseline ?? GateCommand.defaultBaseline
    try OutputFile.check(path)
    return BaselineFormats.formats.map { OutputTarget(path: path, $0) }
  }
}

extension Metric: ExpressibleByArgument {}
