internal import ArgumentParser
internal import Gate
internal import Platform
internal import Reporting
internal import SourceAnalysis
internal import TraceAnalysis

/// Compares runs with the baseline and the budgets; the exit code is the verdict.
struct GateCommand: ParsableCommand {
  static let defaultBaseline = "Redraws.lock"

  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Compare with the baseline and the budgets; the exit code is the verdict.",
    discussion: """
      A view fails when it is above its budget, or above its baseline by more than the runs of the baseline vary:
        deterministic  all runs equal, three or more: when every run is above them by more than --slack
        jittery        when every run is above them, and the median by --min-increase, --min-percent, --deviations
        volatile, sparse  a warning, unless a budget applies; far above all of them inconclusive
        any            a warning at least when every run is clearly above all of them, by two and 10 %; inconclusive when \
      the median is twice as large and half of the runs are
      Where some runs rise above equal ones and others do not, it is inconclusive; with five runs or more on each side \
      slight rises of that kind are a warning where as many views do it by chance. A view that most runs lack and the \
      baseline never did is inconclusive.
      A new view that does more than any of the baseline, or lifts its scenario clearly, is inconclusive unless the \
      configuration says what to make of added views; so is a test that failed, crashed or has no end in a test log.
      With a single run on one side a rise is inconclusive, never green; a single run that is clearly above a \
      deterministic baseline fails.

        whyredraw gate runs/ --baseline Redraws.lock
        whyredraw gate runs/ --confirm again/ --format markdown --output sarif=redraws.sarif
        whyredraw gate runs/ --explain 'Recipe*'
        git bisect run sh -c './record.sh runs && whyredraw gate runs --baseline Redraws.lock --bisect'

      Exit codes: 0 passed; 1 failed; 2 inconclusive: the data cannot carry a verdict, or a budget matches no \
      view (125 with --bisect); 65 no input is usable, the baseline is none, or --view matches nothing; 66 an input or the baseline is missing; 78 the configuration is wrong.
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Output") var output: RenderingArguments<VerdictFormats>
  @OptionGroup(title: "Views") var views: ViewOptions
  @OptionGroup var list: ListOptions
  @OptionGroup(title: "Thresholds") var thresholds: ThresholdOptions
  @OptionGroup(title: "Environment of the runs") var environment: EnvironmentOptions
  @OptionGroup(title: "Sources, by which each regression is diagnosed and renamed views are recognised")
  var sources: SourceOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The contract file; by default that of the configuration, else Redraws.lock if it is there.", valueName: "file"))
  var baseline: String?

  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp(
      "Further runs of the same build, judged with the first ones: what regresses in all of them, beyond their noise or in five clearly, "
        + "fails; what rises in none of as many passes; between, it is inconclusive. NAME=INPUT for a named scenario; by default there are none.",
      valueName: "input"))
  var confirm: [String] = []

  @Flag(name: .long, help: "Fail also when the baseline allows more than is measured.")
  var ratchet = false

  @Flag(name: .long, help: "Exit with 0 whatever the verdict; errors of input and usage still count.")
  var exitZero = false

  @Flag(
    name: .long,
    help: "For 'git bisect run': exit with 125, which skips the commit, where there is no verdict.")
  var bisect = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Names the gate in reports; gates with different titles keep a comment each.", valueName: "text"))
  var title: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The web page of a source line, for links; by default that of GitHub's and GitLab's pipelines, elsewhere none.",
      valueName: "template"))
  var sourceLink: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Print what decided about the views that match, instead of a report.", valueName: "view"))
  var explain: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Lost records that are tolerated; by default what the configuration says, else 0.", valueName: "n"))
  var lossLimit: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The sources of the baseline, by default none: with them, each regression is blamed on dependencies that are new.",
      valueName: "path"))
  var sourcesBase: [String] = []

  func validate() throws {
    if let lossLimit, !(0...ThresholdOptions.largestCount).contains(lossLimit) {
      throw ValidationError("'--loss-limit' takes a whole number from 0 on")
    }
    if explain != nil, output.format != nil {
      throw ValidationError("'--explain' prints text; for a report besides, name a file with '--output'")
    }
    if bisect, exitZero { throw ValidationError("'--bisect' and '--exit-zero' exclude each other") }
    if let sourceLink, !SourceLink.isSafe(sourceLink) {
      throw ValidationError(
        "'--source-link' takes an address such as 'https://example.com/app/blob/main/{path}#L{line}'")
    }
    if confirm.contains("-"), input.inputs.contains("-") {
      throw ValidationError("standard input can be read only once")
    }
  }

  func run() throws {
    do {
      try judge()
    } catch let code as ExitCode where bisect && code != .findings && code != .success {
      throw ExitCode.skippedCommit
    } catch  where bisect && !(error is ExitCode) {
      // What is said of the usage is said; 'git bisect' would take its exit code for a worse commit.
      tell("error: \(Self.message(for: error))")
      throw ExitCode.skippedCommit
    }
  }

  private func judge() throws {
    let targets = try output.targets()
    let judged = try judged(writing: targets.map(\.path))
    if judged.code != .success, !judged.hasRuns {
      // Half of a report would look like a verdict on the build.
      tell("error: nothing was judged, since there is no run")
      throw judged.code
    }
    let isExplained = try render(judged.report, targets)
    if judged.code != .success { throw judged.code }
    if !isExplained { throw ExitCode.unusableInput }
    if exitZero { return }
    switch judged.report.verdict.outcome {
    case .passed: return
    case .failed: throw ExitCode.findings
    case .inconclusive: throw ExitCode.inconclusive
    }
  }

  /// The verdict, and the code that inputs and sources ask for.
  ///
  /// - Parameter outputs: The files that will be written, none of which may be one that is read.
  func judged(writing outputs: [String?] = []) throws -> (report: GateReport, code: ExitCode, hasRuns: Bool) {
    let file = try sources.configuration.load(isVerbose: input.verbose, judges: true)
    if !sourcesBase.isEmpty, sources.paths(file).isEmpty {
      throw ValidationError("'--sources-base' needs '--sources', too")
    }
    let (baselinePath, baseline) = try readBaseline(file)
    if baseline == nil, file.gate.budgets.isEmpty {
      throw ValidationError(
        "nothing to hold the runs against; write a baseline with 'whyredraw baseline RUN… -o \(Self.defaultBaseline)', "
          + "or budgets into .whyredraw.yml")
    }
    let linked = try LinkedSources.read(paths: sources.paths(file), file, sources.cache, input)
    let linkedBase = try LinkedSources.read(paths: sourcesBase, file, sources.cache, input, isLinting: false)
    let selection = ViewSelection(views)
    let measured = try MeasuredInputs(
      input, environment, selection, sources: linked, besides: confirm.isEmpty ? .none : .later)
    var gate = Gate(baseline: baseline?.only { selection.isNamed($0.view, module: $0.module) })
    let known = gate.baseline?.measurements.views ?? []
    // A view that only the baseline has is gone, which is the gate's to say.
    let unmatched = selection.tellUnmatched(
      among: measured.views + known.map { .init(name: $0.view, module: $0.module, scenario: $0.scenario) })
    gate.isNarrowed = selection.isNarrow && !measured.views.isEmpty && !known.isEmpty
    gate.isBisecting = bisect
    gate.bodies = linked?.graph.bodyFingerprints ?? [:]
    gate.bodiesBefore = linkedBase?.graph.bodyFingerprints
    gate.budgets = selection.budgets(file.gate, for: measured.measurements)
    gate.unmatchedPatterns = unmatched
    gate.thresholds = thresholds.thresholds(file.gate)
    let preset = thresholds.preset ?? file.gate.preset
    gate.metrics = file.gate.metrics(with: preset)
    let added = file.gate.added ?? preset.viewLevel
    gate.addedLevel = added ?? .warn
    gate.isAddedLevelChosen = added != nil
    gate.removedLevel = file.gate.removed ?? preset.viewLevel ?? .warn
    gate.requiredScenarios = file.gate.scenarios
    gate.lossLimit = lossLimit ?? file.gate.lossLimit
    gate.minimumRuns = file.gate.minimumRuns ?? preset.minimumRuns
    gate.requiresRuns = preset.isRequired
    gate.isRatcheting = ratchet
    gate.isAdvisory = preset.isAdvisory
    var files = ReadFiles(sources.configuration)
    files.add(baselinePath, as: .baseline)
    files.add(measured.read)
    files.add(linked)
    files.add(linkedBase)
    var losses = measured.losses
    var inputs = measured.inputs
    var isMissing = measured.read.isMissing
    var confirmation: Measurements?
    if !confirm.isEmpty {
      let further = try MeasuredInputs(
        input.withInputs(confirm), environment, selection, sources: linked, besides: .earlier(measured.read.captures))
      confirmation = further.measurements
      losses += further.losses
      inputs += further.inputs
      isMissing = isMissing || further.read.isMissing
      files.add(further.read)
    }
    try files.protect(from: outputs)
    measured.tellUnmatchedBudgets(of: gate)
    var verdict = gate.verdict(on: measured.measurements, confirmedBy: confirmation, losses: losses)
    if let remark = measured.severalProcesses { verdict.remarks.append(remark) }
    if let remark = measured.leftOut { verdict.remarks.append(remark) }
    var report = GateReport(
      toolVersion: toolVersion, verdict: verdict, thresholds: gate.thresholds, baselinePath: baselinePath,
      configurationPath: file.path.map(Self.relative), inputs: inputs)
    report.title = title
    let worse = verdict.entries.filter { [.regression, .budget, .added].contains($0.kind) }.map(\.unit)
    report.diagnoses = RegressionDiagnosis(after: linked, before: linkedBase).findings(
      worse: worse, predicted: [], profile: measured.read.profile, profileBefore: nil,
      runs: Dictionary(verdict.entries.map { ($0.unit, (before: $0.baseline.count, now: $0.current.count)) }) { $1 })
    report.causes = GateReport.causes(
      of: Dictionary(verdict.entries.filter { worse.contains($0.unit) }.map { ($0.unit.view, $0.current.count) }) {
        $1
      },
      in: measured.read.profile)
    report.mostOffenders = list.top ?? GateReport.fewOffenders
    report.waysOut = waysOut(of: verdict, gate, file.gate) { changed in
      changed.verdict(on: measured.measurements, confirmedBy: confirmation, losses: losses)
    }
    report.renewal = renewal(
      baselinePath, recorded: baseline?.measurements.metrics, measured: measured.measurements.metrics)
    // Without its sources a regression lacks its diagnosis; the verdict does not depend on it.
    let lacksSources = [linked, linkedBase].contains { $0?.exitCode == .noInput }
    let code: ExitCode =
      lacksSources || isMissing
      ? .noInput : measured.measurements.isEmpty && !gate.isNarrowed || !unmatched.isEmpty ? .unusableInput : .success
    return (report, code, !measured.views.isEmpty)
  }

  /// - Returns: Whether there was something to explain, if that was asked for.
  private func render(
    _ report: GateReport, _ targets: [OutputTarget<OutputFormat.VerdictRendering>]
  ) throws -> Bool {
    var isExplained = true
    if let explain {
      let options = output.options(for: nil, input.verbosity)
      if let text = report.explanation(of: NameGlob(explain), options) {
        try writeReport(text)
      } else {
        let names = Set(report.verdict.entries.map(\.unit.view.view))
        tell("error: '--explain \(explain)' matches no view" + Offer.suffix(explain, among: names))
        isExplained = false
      }
    }
    try targets.writeEach { target in
      if explain != nil, target.path == nil { return }
      var options = output.options(for: target.path, input.verbosity)
      options.sourceLink = sourceLink ?? SourceHost.linkTemplate
      try target.write(target.render(report, options))
    }
    return isExplained
  }

  /// The command that writes the baseline anew from the runs that are judged, for whoever accepts what rose; `nil` without a
  /// baseline, and where standard input is gone.
  ///
  /// - Parameters:
  ///   - recorded: What the baseline has; the new one is made of that alone.
  ///   - measured: What these runs have.
  private func renewal(_ baseline: String?, recorded: Set<Metric>?, measured: Set<Metric>) -> String? {
    let inputs = input.inputs + confirm.filter { !input.inputs.contains($0) }
    guard let baseline, !inputs.contains("-"), !input.scenario.contains(where: { $0.hasSuffix("=-") }) else {
      return nil
    }
    let options: [(String, [String])] = [
      ("--scenario", input.scenario), ("--split-at", input.splitAt.map { [$0] } ?? []),
      ("--process", input.process.map { [$0] } ?? []), ("--window", input.window.map { [$0] } ?? []),
      ("--config", sources.configuration.config.map { [$0] } ?? []), ("--sources", sources.sources),
      ("--os", environment.os.map { [$0] } ?? []), ("--device", environment.device.map { [$0] } ?? []),
      ("--xcode", environment.xcode.map { [$0] } ?? []),
      ("--build-configuration", environment.buildConfiguration.map { [$0] } ?? []),
    ]
    // What is only there where something occurs says nothing about what was asked for.
    let always: Set<Metric> = [.updates, .initial, .perInteraction, .perSecond]
    let isWhole = recorded.map { always.intersection(measured).isSubset(of: $0) } ?? true
    let metrics =
      isWhole ? [] : (recorded ?? []).subtracting([.evaluations]).sorted().flatMap { ["--metric", $0.rawValue] }
    let words =
      inputs + options.flatMap { name, values in values.flatMap { [name, $0] } } + metrics + ["-o", baseline]
    return (["whyredraw baseline"] + words.map(ShellWord.quoted)).joined(separator: " ")
  }

  /// A line takes some 60 bytes, and an app with a thousand views and a hundred scenarios has 400,000 of them.
  static let largestBaseline = 64 << 20

  private func readBaseline(_ file: ConfigurationFile) throws -> (String?, Baseline?) {
    var path = baseline ?? file.gate.baseline
    if path == nil, FileManager.default.fileExists(atPath: Self.defaultBaseline) { path = Self.defaultBaseline }
    guard let path else { return (nil, nil) }
    let data: [UInt8]
    do {
      data = try FileContents.document(at: path, largest: Self.largestBaseline)
    } catch .cannotBeOpened {
      tell("error: \(path): no such baseline; write one with 'whyredraw baseline RUN… -o \(path)'")
      throw ExitCode.noInput
    } catch .tooLarge {
      tell("error: \(path): is larger than \(Self.largestBaseline >> 20) MB, more than any baseline")
      throw ExitCode.unusableInput
    }
    do {
      return (Self.relative(path), try Baseline(parsing: String(decoding: data, as: UTF8.self)))
    } catch {
      tell("error: \(path):\(error)")
      throw ExitCode.unusableInput
    }
  }

  /// A path below the working directory without it, as annotations want it.
  private static func relative(_ path: String) -> String {
    let working = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(working) ? String(path.dropFirst(working.count)) : path
  }
}
