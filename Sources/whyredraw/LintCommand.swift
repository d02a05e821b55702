import ArgumentParser
import Platform
import Reporting
import SourceAnalysis
import SourceEditing
import Vocabulary

/// `whyredraw lint PATH…`: source analysis alone.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Find in the sources why views are evaluated too often; no trace is needed.",
    discussion: """
      Prints warnings and errors, and how many notes there are besides; '--all' prints those too. Formats that programs \
      read hold everything. Every rule is explained by 'whyredraw rules ID'. Findings can be silenced in the source, with a reason: \
      '// whyredraw:disable:next rule_id - why'.
      """)

  @Argument(help: SourcePaths.help) var paths: [String] = []

  @OptionGroup(title: "Output") var output: RenderingArguments<FindingFormats>
  @OptionGroup var limits: FindingOptions
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var work: JobsOptions
  @OptionGroup var verbosity: VerbosityOptions

  @OptionGroup var views: ViewNameOptions
  @Option(
    help: ArgumentHelp("Only these rules, with their notes; may be repeated.", valueName: "id"),
    completion: .list(allSourceRules.map(\.id)))
  var rule: [String] = []
  @Flag(help: "Print notes as well.") var all = false
  @Option(help: "A file of known findings, which are not reported; by default all are.") var findingBaseline: String?
  @Option(help: "Write the findings to this file as known ones.") var writeFindingBaseline: String?
  @Flag(
    help:
      "Apply the patches that change neither what the app does nor how it looks, each verified; others are suggestions."
  )
  var fix = false
  @Flag(help: "With --fix: apply suggested patches, too; '--rule' does so for its rules.") var suggested = false
  @Flag(help: "With --fix: print the patches and change nothing.") var dryRun = false
  @Flag(help: .hidden) var readEverything = false

  func validate() throws {
    if dryRun && !fix { throw ValidationError("'--dry-run' belongs to '--fix'") }
    if dryRun, output.format != nil {
      throw ValidationError("'--dry-run' prints the patches; leave out '--format', or name files with '--output'")
    }
    if suggested && !fix { throw ValidationError("'--suggested' belongs to '--fix'") }
    let known = Set(allSourceRules.map(\.id))
    for id in rule where !known.contains(id) {
      throw ValidationError(RulesCommand.refusal(of: id))
    }
  }

  func run() throws {
    let targets = try output.targets()
    if let writeFindingBaseline { try OutputFile.check(writeFindingBaseline) }
    let inputs = try Inputs(self)
    var read = ReadFiles(configuration)
    read.add(findingBaseline, as: .knownFindings)
    for path in inputs.files { read.add(path, as: .source) }
    try read.protect(from: targets.map(\.path) + [writeFindingBaseline])
    let showsPatches = targets.contains {
      $0.format.id == OutputFormat.json.id || $0.format.id == OutputFormat.sarif.id
    }
    if fix { return try applyFixes(inputs, reportingTo: hasReport ? targets : [], showsPatches: showsPatches) }
    let result = try found(inputs, showsPatches: showsPatches)
    try render(result, to: targets, inputs.loaded)
    try exit(result.findings, inputs, unreadable: result.hasErrors)
  }

  /// Whether a report was asked for, as it has to be beside '--fix'.
  private var hasReport: Bool { output.format != nil || !output.output.isEmpty }

  /// What there is to report with the options of the command.
  ///
  /// - Parameters:
  ///   - showsPatches: Making them parses each patched file again.
  ///   - isBeforeFixes: Whether it is only looked up what there is to fix: what is known is written down after that.
  func found(_ inputs: Inputs, showsPatches: Bool, isBeforeFixes: Bool = false) throws -> StoredFindings {
    var result = lint(inputs, showsPatches: showsPatches)
    if let file = writeFindingBaseline, !isBeforeFixes {
      if !rule.isEmpty, !verbosity.quiet {
        tell("warning: \(file): holds the findings of '--rule' alone; all others come back without it")
      }
      if let old = try? FindingBaseline(contentsOf: file), !verbosity.quiet {
        let lost = old.unread(inputs.repositoryFiles, exists: Inputs.exists)
        if lost > 0 {
          tell(
            "warning: \(file): held \(Wording.count(lost, "finding")) of files that were not read now, which come back without it"
          )
        }
      }
      try OutputFile.write(FindingBaseline(result.findings, of: rule, .current).text, to: file)
      if !verbosity.quiet { tell("\(file): \(Wording.count(result.findings.count, "known finding"))") }
    }
    if let file = findingBaseline {
      do {
        let known = try FindingBaseline(contentsOf: file)
        let new = known.new(in: result.findings)
        let gone =
          known.rules == Set(rule)
          ? known.gone(from: result.findings, read: inputs.repositoryFiles, exists: Inputs.exists) : 0
        if !verbosity.quiet, !fix || isBeforeFixes {
          let hint = gone > 0 ? "; \(gone) of the file are gone: '--write-finding-baseline \(file)' drops them" : ""
          tell("\(file): \(Wording.count(result.findings.count - new.count, "known finding")) left out\(hint)")
        }
        result.findings = new
      } catch {
        tell("error: \(error)")
        throw error.isMissing ? ExitCode.noInput : .unusableInput
      }
    }
    select(&result.findings)
    // How many of these are about the views that were asked for nobody knows.
    if !views.view.isEmpty { result.unaskedNotes = 0 }
    return result
  }

  /// What is looked at, and how.
  struct Inputs {
    var configuration: LintConfiguration
    /// What was named, or what the configuration names.
    var paths: [String]
    /// All files below the paths, read or not.
    var files: [String]
    var isMissing: Bool
    /// Whether all of the paths exist and hold any source.
    var isUsable: Bool
    /// Whether links to files elsewhere were left alone.
    var leadsOut: Bool
    var reading: SourceReading
    var loaded: [SourceReading.Loaded]

    /// - Parameter isEditing: Whether files are edited, for which more has to be known of them.
    /// - Throws: `ExitCode.wrongConfiguration`, having said why.
    init(_ command: LintCommand, isEditing: Bool = false) throws {
      let file = try command.configuration.load(isVerbose: command.verbosity.verbose)
      paths = SourcePaths.named(command.paths, file)
      try SourcePaths.refuseOthers(paths)
      configuration = file.lint
      configuration.only = Set(command.rule)
      let found = SourceScan(excluded: file.excluded).files(at: paths)
      configuration.analysis.deploymentTargets = found.deploymentTargets
      configuration.analysis.holdsProject = found.holdsProject
      isUsable = found.isUsable(namedBy: paths) { tell($0) }
      let editable = isEditing ? EditableFiles(found.files, named: paths) : nil
      files = editable?.paths ?? found.files
      isMissing = !found.missing.isEmpty
      leadsOut = editable?.tellRefused() ?? false
      reading = SourceReading(jobs: command.work.width)
      // Edits are checked by what all files say.
      reading.readsEverything = command.readEverything || isEditing
      reading.cache = command.cache.cache(of: paths)
      loaded = reading.load(files)
    }

    /// The files as the repository names them.
    var repositoryFiles: Set<String> {
      let repository = RepositoryPaths.current
      return Set(files.map(repository.relative))
    }

    /// Whether there is a file that the repository names.
    static func exists(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: path.hasPrefix("/") ? path : RepositoryPaths.current.root + "/" + path)
    }

    /// Which version of iOS the advice is for, and who says so.
    var deploymentTarget: String {
      let analysis = configuration.analysis
      let versions = Set(files.compactMap(analysis.deploymentTargets.version)).sorted().map(String.init)
      if !versions.isEmpty {
        return "deployment target: iOS \(versions.joined(separator: " and ")), as the project files say"
      }
      return analysis.deploymentTarget.map { "deployment target: iOS \($0), as the configuration says" }
        ?? "deployment target: not known from project files or the configuration; a package says its own"
    }

    /// What they ask to exit with; an error of theirs comes before findings.
    func code(unreadable: Bool) -> ExitCode {
      isMissing ? .noInput : unreadable || !isUsable ? .unusableInput : .success
    }
  }

  /// What makes edits of the findings that are asked for by their fingerprints, from the sources as they are now.
  ///
  /// A finding of a report on a trace is one of the sources, whichever of two rivals the linter alone would settle on.
  func fixing(only fingerprints: Set<String>) throws -> (fixing: LintFixing, inputs: Inputs, hasErrors: Bool) {
    let inputs = try Inputs(self, isEditing: true)
    let (fixing, read) = fixing(inputs, appliesSuggested: true, only: fingerprints)
    return (fixing, inputs, read.hasErrors || inputs.leadsOut)
  }

  private func fixing(
    _ inputs: Inputs, appliesSuggested: Bool, only fingerprints: Set<String>? = nil
  ) -> (fixing: LintFixing, read: SourceReading.Result) {
    let read = inputs.reading.read(inputs.loaded)
    let sources = Fixer.Sources(files: read.files, texts: read.texts, options: inputs.configuration.analysis)
    let result = Fixer(inputs.configuration, appliesSuggested: appliesSuggested).run(sources, only: fingerprints)
    report(Run.stored(read, views: result.views), inputs, cached: read.cached)
    return (LintFixing(result: result, texts: read.texts, isDryRun: dryRun), read)
  }

  /// Fixes what the same command without '--fix' finds, and counts what it finds then.
  ///
  /// - Parameter targets: Where to report what is left; none unless somebody asks for a report.
  private func applyFixes(
    _ inputs: Inputs, reportingTo targets: [OutputTarget<OutputFormat.FindingsRendering>], showsPatches: Bool
  ) throws {
    let before = try self.found(inputs, showsPatches: false, isBeforeFixes: true)
    let found = worst(of: before.findings)
    // Without anything left out, rounds go on until nothing is left to fix.
    let isChosen = !views.view.isEmpty || findingBaseline != nil || limits.top != nil
    let editing = try Inputs(self, isEditing: true)
    // Who names a rule has read what it is about.
    let (fixing, read) = fixing(
      editing, appliesSuggested: suggested || !rule.isEmpty, only: isChosen ? Set(found.map(\.fingerprint)) : nil)
    let (code, fixed) = try fixing.run { try writeReport($0) }
    var left = (result: before, loaded: inputs.loaded)
    left.result.findings = found
    if !dryRun, !fixed.isEmpty {
      var silent = self
      silent.verbosity.quiet = true
      let after = try Inputs(silent)
      left = (try silent.found(after, showsPatches: showsPatches), after.loaded)
    } else if showsPatches || writeFindingBaseline != nil {
      left.result = try self.found(inputs, showsPatches: showsPatches)
    }
    fixing.tell(found: found, in: fixed, left: dryRun ? nil : left.result.findings)
    try render(left.result, to: targets, left.loaded)
    if code != .success { throw code }
    try exit(left.result.findings, inputs, unreadable: read.hasErrors || editing.leadsOut)
  }

  /// What the sources show, from the cache if nothing changed.
  ///
  /// - Parameter showsPatches: Making them parses each patched file again.
  private func lint(_ inputs: Inputs, showsPatches: Bool) -> StoredFindings {
    let known = inputs.reading.cache.map {
      ResultCache(
        $0, files: inputs.loaded,
        settings: "\(inputs.configuration.identity)\u{1F}\(showsPatches)\u{1F}\(readEverything)")
    }
    if let stored = known?.load() {
      report(stored, inputs, cached: stored.read)
      return stored
    }
    let run = Run(inputs)
    let patches = showsPatches ? run.patches : nil
    var result = run.stored
    result.unaskedNotes = run.unaskedNotes
    result.findings = Parallel.map(run.results) { LintReport.reported($0, patches: patches) }
    known?.store(result)
    report(result, inputs, cached: run.read.cached)
    return result
  }

  private struct Run {
    var read: SourceReading.Result
    var results: [LintFinding]
    var unaskedNotes: Int
    var patches: Patches
    var views: Int

    init(_ inputs: Inputs, isSettlingRivals: Bool = true) {
      let read = inputs.reading.read(inputs.loaded)
      let options = inputs.configuration.analysis
      let linked = Parallel.onLargeStack { SourceGraph(index: read.index, options: options) }
      self.read = read
      let review = Linter(configuration: inputs.configuration).review(linked, isSettlingRivals: isSettlingRivals)
      results = review.findings
      unaskedNotes = review.unaskedNotes
      patches = Patches(texts: read.texts, graph: linked, unread: UnreadFiles(read.unread))
      views = linked.views.count
    }

    /// Without the findings, which are made where it is known whether patches are wanted.
    var stored: StoredFindings { Self.stored(read, views: views) }

    static func stored(_ read: SourceReading.Result, views: Int) -> StoredFindings {
      var stored = StoredFindings()
      stored.messages = read.messages
      stored.hasErrors = read.hasErrors
      stored.read = read.files.count
      stored.skipped = read.skipped
      stored.views = views
      return stored
    }
  }

  private func report(_ result: StoredFindings, _ inputs: Inputs, cached: Int) {
    if !verbosity.quiet { for message in result.messages { tell(message) } }
    if verbosity.verbose {
      tell(
        "read \(result.read) of \(inputs.files.count) files (\(result.skipped.count) skipped, \(cached) from the cache); "
          + "\(result.views) views")
      for path in result.skipped { tell("skipped \(path): it holds nothing that views or their findings depend on") }
      tell(inputs.deploymentTarget)
    }
  }

  private func render(
    _ result: StoredFindings, to targets: [OutputTarget<OutputFormat.FindingsRendering>],
    _ loaded: [SourceReading.Loaded]
  ) throws {
    var context = FindingsContext(
      version: toolVersion, workingDirectory: FileManager.default.currentDirectoryPath,
      rules: LintReport.ruleDescriptions)
    context.repository = .current
    context.unaskedNotes = result.unaskedNotes
    let findings = result.findings
    if targets.contains(where: { $0.format.id == OutputFormat.sarif.id }) {
      context.utf16Columns = LintReport.utf16Columns(of: findings, in: loaded)
    }
    try targets.writeEach { target in
      // Where nothing was read there is no finding, and no lack of one either; programs get their document all the same.
      if loaded.isEmpty, target.path == nil, target.format.id == OutputFormat.terminal.id { return }
      context.usesColor = output.usesColor(for: target.path)
      let listed = listed(findings, isForReading: target.format.isForReading)
      let shown = worst(of: listed)
      context.withheldNotes = findings.count - listed.count
      context.leftOut = listed.count - shown.count
      try target.write(target.render(shown, context))
    }
  }

  /// The findings to list: people get notes on request only.
  func listed(_ findings: [ReportedFinding], isForReading: Bool) -> [ReportedFinding] {
    all || !rule.isEmpty || !isForReading ? findings : findings.filter { $0.severity > .note }
  }

  /// As many as `--top` asks for, in their order.
  func worst(of findings: [ReportedFinding]) -> [ReportedFinding] {
    guard let top = limits.top, top < findings.count else { return findings }
    let worst = findings.indices.sorted { (findings[$1].severity, $0) < (findings[$0].severity, $1) }.prefix(top)
    return worst.sorted().map { findings[$0] }
  }

  /// Keeps the findings of the views that were asked for.
  private func select(_ findings: inout [ReportedFinding]) {
    for glob in views.view where !findings.contains(where: { matches($0.view ?? "", glob: glob) }) {
      tell(
        "warning: '--view \(glob)' matches no view with a finding"
          + Offer.suffix(glob, among: Set(findings.compactMap(\.view))))
    }
    if !views.view.isEmpty {
      findings.removeAll { finding in !views.view.contains { matches(finding.view ?? "", glob: $0) } }
    }
  }

  private func exit(_ findings: [ReportedFinding], _ inputs: Inputs, unreadable: Bool) throws {
    let code = inputs.code(unreadable: unreadable)
    if code != .success { throw code }
    if let level = limits.failOn, findings.contains(where: { $0.severity >= level.severity }) {
      throw ExitCode.findings
    }
  }
}
