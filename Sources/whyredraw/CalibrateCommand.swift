internal import ArgumentParser
internal import Gate
internal import Reporting

/// Measures the noise.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Runs of one and the same build: how noisy is each view, what can be detected.",
    discussion: """
      Prints the class of each view, its spread, and the smallest increase that would fail a build. With six runs or \
      more it deals them into halves in all ways and tells how often equal builds would be red; ten tell better. \
      --write-config writes the thresholds with which few are, to be put into .whyredraw.yml.

        whyredraw calibrate run-*.log
        whyredraw calibrate runs/ --write-config thresholds.yml
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: RenderingArguments<CalibrationFormats>
  @OptionGroup(title: "Views") var views: ViewOptions
  @OptionGroup(title: "Thresholds") var thresholds: ThresholdOptions
  @OptionGroup(title: "Sources, for the metric 'avoidable'") var sources: SourceOptions

  @OptionGroup var metrics: MetricOptions

  @Option(
    name: .long, help: ArgumentHelp("Write the thresholds to this file, '-' for standard output.", valueName: "file"))
  var writeConfig: String?

  func run() throws {
    let targets = try output.targets()
    if let writeConfig, writeConfig != "-" { try OutputFile.check(writeConfig) }
    let file = try sources.configuration.load(isVerbose: input.verbose, judges: true)
    let linked = try LinkedSources.read(paths: sources.paths(file), file, sources.cache, input)
    let selection = ViewSelection(views)
    let measured = try MeasuredInputs(input, .none, selection, sources: linked)
    let unmatched = selection.tellUnmatched(among: measured.views)
    if let linked, linked.exitCode == .noInput { throw ExitCode.noInput }
    guard !measured.measurements.isEmpty else { throw measured.read.isMissing ? ExitCode.noInput : .unusableInput }
    if measured.measurements.runs < 2 {
      if measured.read.isMissing { throw ExitCode.noInput }
      throw ValidationError("one run says nothing about noise; pass two or more of the same build")
    }
    var files = ReadFiles(sources.configuration)
    files.add(measured.read)
    files.add(linked)
    try files.protect(from: targets.map(\.path) + [writeConfig == "-" ? nil : writeConfig])
    for broken in measured.brokenRuns { tell("warning: \(broken); it was left out") }
    let whole = measured.measurements.withoutBrokenRuns(keepsLast: false)
    guard whole.runs > 1 else {
      tell("error: fewer than two runs are left of tests that passed, and those say nothing about noise")
      throw ExitCode.unusableInput
    }
    let calibration = Calibration(
      whole, metrics: metrics.compared, thresholds: thresholds.thresholds(file.gate))
    if writeConfig != "-" {
      try targets.writeEach { target in
        let options = output.options(for: target.path, input.verbosity)
        try target.write(target.render(calibration, toolVersion, options))
      }
    }
    if let writeConfig {
      if calibration.deals == nil {
        tell("warning: \(calibration.runs) runs are too few to find thresholds from; those in force were written")
      }
      let text = Self.configuration(calibration.suggestion)
      if writeConfig == "-" { try writeReport(text) } else { try OutputFile.write(text, to: writeConfig) }
    }
    if measured.read.exitCode != .success { throw measured.read.exitCode }
    if !unmatched.isEmpty { throw ExitCode.unusableInput }
  }

  private static func configuration(_ thresholds: Thresholds) -> String {
    """
    # Written by 'whyredraw calibrate'.
    gate:
      slack: \(thresholds.slack)
      min_increase: \(thresholds.minimumIncrease)
      min_percent: \(thresholds.minimumPercent)
      deviations: \(thresholds.deviations)

    """
  }
}
