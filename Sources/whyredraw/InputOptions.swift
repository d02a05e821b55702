internal import ArgumentParser
internal import TraceAnalysis
internal import TraceImport

/// The arguments of all commands that read traces.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Files, folders, or '-' for standard input.",
      discussion: "Plain or gzip, in any mix of formats. Several inputs are several runs of one scenario."))
  var inputs: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp("Read INPUT as the scenario NAME.", valueName: "NAME=INPUT"))
  var scenario: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Begin a scenario at each line that matches; its name is the first group, else the match.", valueName: "regex"))
  var splitAt: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Read as this format, one of 'whyredraw formats'; by default it is recognised.", valueName: "id"),
    completion: .list(allTraceFormats.map(\.id)))
  var inputFormat: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The run of an Instruments recording that holds several; by default all.", valueName: "n"))
  var run: Int?

  @Option(name: .long, help: ArgumentHelp("Only this process; by default all.", valueName: "name|pid"))
  var process: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Only this time, in milliseconds from the first event.", valueName: "start:end"))
  var window: String?

  @Option(name: .long, help: "Progress on standard error; auto is only on a terminal.")
  var progress: Progress = .auto

  @OptionGroup var work: JobsOptions
  @OptionGroup var verbosity: VerbosityOptions

  var jobs: Int? { work.jobs }
  var quiet: Bool { verbosity.quiet }
  var verbose: Bool { verbosity.verbose }

  enum Progress: String, ExpressibleByArgument, CaseIterable { case auto, never }

  func validate() throws {
    guard !inputs.isEmpty || !scenario.isEmpty else {
      throw ValidationError("no input; pass a file, a folder, or '-' for standard input")
    }
    for argument in scenario {
      guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex,
        argument.index(after: sign) < argument.endIndex
      else { throw ValidationError("'--scenario \(argument)' is not of the form NAME=INPUT") }
    }
    guard inputs.count(where: { $0 == "-" }) + scenario.count(where: { $0.hasSuffix("=-") }) <= 1 else {
      throw ValidationError("standard input can be read only once")
    }
    if let inputFormat, format == nil {
      throw ValidationError(
        "unknown input format '\(inputFormat)'" + Offer.known(allTraceFormats.map(\.id), nearest: inputFormat))
    }
    if let run, run < 1 { throw ValidationError("'--run' takes a number from 1 on") }
    if window != nil { _ = try parsedWindow() }
    if splitAt != nil { _ = try scenarioMarker() }
  }

  var format: TraceFormat? { inputFormat.flatMap { id in allTraceFormats.first { $0.id == id } } }

  func profileOptions() throws -> ProfileOptions {
    ProfileOptions(window: try parsedWindow(), process: process)
  }

  private func parsedWindow() throws -> ClosedRange<Double>? {
    guard let window else { return nil }
    let parts = window.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    func bound(_ text: Substring, _ open: Double) -> Double? { text.isEmpty ? open : Double(text) }
    guard parts.count == 2, let start = bound(parts[0], 0), let end = bound(parts[1], .infinity), start <= end,
      !start.isNaN, !end.isNaN
    else { throw ValidationError("'--window \(window)' is not of the form START:END in milliseconds, as in 0:5000") }
    return start...end
  }

  /// The names of the phases that lines begin, per line; `nil` without `--split-at`.
  func scenarioMarker() throws -> ((String) -> String?)? {
    guard let splitAt else { return nil }
    let regex: Regex<AnyRegexOutput>
    do {
      regex = try Regex(splitAt)
    } catch {
      throw ValidationError("'--split-at' is no regular expression: \(error)")
    }
    guard !RegexShape.repeatsRepetition(splitAt) else {
      throw ValidationError(
        "'--split-at' repeats a group that itself repeats or chooses, which can take for ever on one line; repeat what "
          + "is in the group instead")
    }
    return { line in
      // What names a phase stands in a line that people can read; a repetition looks at it as often as it is long.
      guard line.utf8.count <= RegexShape.longestLine else { return nil }
      guard let match = try? regex.firstMatch(in: line) else { return nil }
      let group = match.output.count > 1 ? match.output[1].substring : nil
      return String(group ?? match.output[0].substring ?? "")
    }
  }

  /// The inputs in the order of the command line, and what could not be found.
  ///
  /// - Parameter earlier: Files that were given in another role, and are not given again.
  func files(besides earlier: [InputFile] = []) -> (files: [InputFile], failures: [InputFailure]) {
    var files: [InputFile] = []
    var failures: [InputFailure] = []
    let named = scenario.compactMap { argument -> (String?, String)? in
      guard let sign = argument.firstIndex(of: "=") else { return nil }
      return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
    for (scenario, argument) in inputs.map({ (nil as String?, $0) }) + named {
      if InputFiles.isInstrumentsTrace(argument) {
        exportBundle(argument, scenario: scenario, &files, &failures)
        continue
      }
      switch InputFiles.resolve(argument, scenario: scenario) {
      case .success(let found): files += found
      case .failure(let failure): failures.append(failure)
      }
    }
    var known = KnownFiles(isQuiet: quiet, earlier: earlier)
    return (files.filter { known.insert($0) }, failures)
  }

  /// Has the tables of an Instruments trace written to files, which are read like any others.
  private func exportBundle(
    _ bundle: String, scenario: String?, _ files: inout [InputFile], _ failures: inout [InputFailure]
  ) {
    // Exports are written to a folder for temporary files, which no agent may use.
    guard !Reach.isLimited else {
      let message = "has to be exported first; ask for: whyredraw convert \(bundle) -o redraws.ndjson"
      failures.append(InputFailure(name: bundle, message: message, isMissing: false))
      return
    }
    do {
      let export = try TraceBundleExport(bundle: bundle)
      BundleExports.register(export)
      let (runs, remarks) = try export.export(run: run)
      for remark in remarks { tell("warning: \(bundle): \(remark)") }
      for (number, exported) in runs.enumerated() {
        files += exported.tables.map {
          InputFile(
            name: "\(bundle) (\($0.schema))", path: $0.file, scenario: scenario,
            recording: "\(bundle) \(number)", place: exported.place)
        }
      }
    } catch {
      failures.append(InputFailure(name: bundle, message: "\(error)", isMissing: false))
    }
  }
}
