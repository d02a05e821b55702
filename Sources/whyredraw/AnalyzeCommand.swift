internal import ArgumentParser
internal import Diagnosis
internal import Platform
internal import Reporting
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Reads traces and prints a report.
struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Read traces and print a report.",
    discussion: """
      Examples:
        whyredraw run.log
        xcrun simctl spawn booted log stream --style ndjson --level info \\
          --predicate 'category == "Changed Body Properties"' | whyredraw -
        whyredraw run.log --sources App/
        whyredraw captures/ --format markdown --output json=redraws.json
        whyredraw --scenario scroll=scroll.log.gz --scenario search=search.log.gz
      """)

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Sources") var sources: SourceOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Print what leads to a view, by the recorded cause graph, instead of a report.", valueName: "view"))
  var fanIn: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Print what a node of the cause graph leads to, instead of a report.", valueName: "node"))
  var fanOut: String?

  @OptionGroup(title: "Provenance, for --format profile and rows") var provenance: ProvenanceOptions

  func run() throws {
    let targets = try output.targets()
    let loading = try loadSources()
    if loading == nil { keepMemorySmall() }
    let showsTimeline = targets.contains(where: \.format.needsTimeline)
    let read = try input.read(
      mostMoments: targets.map(\.format.mostMoments).max() ?? 0,
      // With sources, how often per second something changed says what is worth a change, whatever is printed.
      needsTimeline: loading != nil || showsTimeline, needsOrder: showsTimeline)
    if !input.quiet { read.tellBrokenTests() }
    if loading == nil { giveFreeMemoryBack() }
    let printed = try report(read, loading?.wait(), to: targets)
    // The process ends: to take apart what the reports were made of takes longer than to print some of them.
    withExtendedLifetime(printed) { Platform.exit(EXIT_SUCCESS) }
  }

  /// Begins to read the sources that were given, or that the configuration names; `nil` without any.
  ///
  /// - Throws: `ExitCode` 78 for a configuration that is wrong, having said why.
  func loadSources() throws -> LinkedSources.Loading? {
    let file = try sources.configuration.load(isVerbose: input.verbose)
    return try LinkedSources.load(paths: sources.paths(file), file, sources.cache, input)
  }

  /// A report that was printed, and what it was made of.
  struct Printed {
    var report: RedrawReport
    var diagnosed: DiagnosisReport?
  }

  /// Prints what was read, and exits with what it means.
  ///
  /// - Parameter isInterim: Whether more is to come.
  @discardableResult
  func report(
    _ read: consuming ReadInputs, _ linked: LinkedSources?, to targets: [OutputOptions.Target], isInterim: Bool = false
  ) throws -> Printed? {
    let diagnosed = linked.map {
      DiagnosisReport(diagnosis: $0.diagnose(read.profile), sources: $0, showsAll: output.views.all)
    }
    let hasAny = read.hasAny
    let needsRuns = targets.contains(where: \.format.needsRuns)
    let profile = read.profile
    // The summary says it all; what it is made from may be large.
    if !needsRuns { read.profile = TraceProfile() }
    let summary = diagnosed?.diagnosis.summary ?? RedrawSummary(profile)
    if fanIn != nil || fanOut != nil {
      try writeNeighbours(in: summary, of: read)
      return nil
    }
    var files = ReadFiles(sources.configuration)
    files.add(read)
    files.add(linked)
    try files.protect(from: targets.map(\.path))
    let report = try assembled(
      summary, diagnosed, read, hasAny: hasAny, keepsRuns: needsRuns,
      hasExcerpts: targets.contains { $0.format.id == OutputFormat.html.id }, isInterim: isInterim)
    try targets.writeEach { target in
      // Without anything read, people get the errors on standard error; programs get their document all the same.
      if target.path == nil, target.format.id == OutputFormat.terminal.id, !hasAny || isEmpty(report) { return }
      let options = output.options(for: target, input.verbosity)
      try target.write { try target.render(report, options, $0) }
    }
    if read.exitCode != .success { throw read.exitCode }
    if let linked, linked.exitCode != .success { throw linked.exitCode }
    try refuseNothing(report, read.processes)
    if !report.selection.unmatched.isEmpty { throw ExitCode.unusableInput }
    if let level = output.failOn, report.findings.contains(where: { $0.severity >= level.severity }) {
      throw ExitCode.findings
    }
    return Printed(report: report, diagnosed: diagnosed)
  }

  /// What was read, joined and chosen, as reports show it.
  ///
  /// - Parameters:
  ///   - hasAny: Whether there was anything to read.
  ///   - keepsRuns: Whether the runs themselves are wanted and not only what they sum up to.
  ///   - hasExcerpts: Whether code is shown.
  func assembled(
    _ summary: RedrawSummary, _ diagnosed: DiagnosisReport?, _ read: ReadInputs, hasAny: Bool, keepsRuns: Bool = false,
    hasExcerpts: Bool = false, isInterim: Bool = false
  ) throws -> RedrawReport {
    var summary = summary
    var findings = diagnosed?.findings() ?? summary.traceFindings.map(ReportedFinding.init)
    let views = ViewSelection(output.views)
    // Whoever looks at the live table is told at the end.
    let unmatched = isInterim || !hasAny ? [] : views.tellUnmatched(among: summary.views.map(\.id))
    var selection = views.apply(
      to: &summary, &findings, top: output.top, changes: diagnosed?.changes(resolving: findings) ?? [])
    selection.unmatched = unmatched
    var report = RedrawReport(
      toolVersion: toolVersion, inputs: read.inputs, summary: summary, findings: findings, selection: selection,
      sources: diagnosed?.sourceReport(hasExcerpts: hasExcerpts, findings: findings))
    report.givenInputs = input.inputs + input.scenario.flatMap { ["--scenario", $0] }
    report.givenViews =
      output.views.names.view.flatMap { ["--view", $0] } + output.views.module.flatMap { ["--module", $0] }
    report.sources?.paths = sources.sources
    report.diagnosedChanges = diagnosed?.changes(resolving: findings)
    let unshown = unshown(diagnosed, besides: report.changes.count)
    report.sources?.unshown = unshown
    if keepsRuns { report.profile = read.profile }
    report.provenance = try provenance.provenance(read)
    report.rules = LintReport.ruleDescriptions + LintReport.traceRuleDescriptions
    return report
  }

  /// How many changes `--all` would show besides, about the views that were asked for.
  private func unshown(_ diagnosed: DiagnosisReport?, besides shown: Int) -> Int {
    diagnosed?.unshown(besides: shown, of: ViewSelection(output.views)) ?? 0
  }

  /// Whether what was asked for by name leaves nothing to show: a report of it would look like a result.
  private func isEmpty(_ report: RedrawReport) -> Bool {
    let isLeftOut = input.process != nil || input.window != nil
    return !report.selection.unmatched.isEmpty && report.listedViews.isEmpty
      || isLeftOut && report.summary.totals.evaluations == 0 && report.summary.totals.unchanged == 0
  }

  /// Hitches or causes alone are read without complaint, since they belong to the updates of another file.
  ///
  /// - Throws: `ExitCode.unusableInput` where there is nothing to report on, having said why.
  func refuseNothing(_ report: RedrawReport, _ processes: Set<String>) throws {
    guard report.summary.totals.evaluations == 0, report.summary.totals.unchanged == 0 else { return }
    let left = input.process.map { "'--process \($0)'" } ?? input.window.map { "'--window \($0)'" }
    let offer = input.process.map { processes.isEmpty ? "" : Offer.suffix($0, among: processes) } ?? ""
    tell(
      left.map { "error: \($0) leaves out all that the inputs hold\(offer)" }
        ?? (report.summary.graph.isEmpty
          ? "error: the inputs hold no body evaluations; give the export of swiftui-updates too"
          : "error: the inputs hold causes and no body evaluations; give the export of swiftui-updates too, "
            + "or ask for '--fan-in VIEW' or '--fan-out NODE'"))
    throw ExitCode.unusableInput
  }

  /// Prints what leads to a view and what a node leads to. Causes alone are enough for that.
  private func writeNeighbours(in summary: RedrawSummary, of read: ReadInputs) throws {
    let graph = summary.graph
    if graph.isEmpty {
      if read.exitCode == .success {
        tell("error: the inputs hold no cause graph; give the export of swiftui-causes, too or alone")
      }
      throw read.exitCode == .success ? ExitCode.unusableInput : read.exitCode
    }
    // A view without edges is an answer; a name that nothing has is a slip of the pen.
    let views = Set(summary.views.map(\.id.name))
    let refusals = [fanIn, fanOut].compactMap { $0 }.filter { !views.contains($0) }
      .compactMap { CauseGraphText.refusal(of: $0, in: graph) }
    for refusal in refusals { tell("error: " + refusal) }
    if !refusals.isEmpty { throw ExitCode.usage }
    if let fanIn { try writeReport(CauseGraphText.fanIn(of: fanIn, in: graph, top: output.top)) }
    if let fanOut { try writeReport(CauseGraphText.fanOut(of: fanOut, in: graph, top: output.top)) }
    if read.exitCode != .success { throw read.exitCode }
  }
}
