import ArgumentParser
import Diagnosis
import Platform
import Reporting
import SourceAnalysis
import SourceEditing
import TraceAnalysis
import Vocabulary

/// The arguments of all commands that join a trace with sources.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The app's Swift files or folders, to say which updates could be avoided and what to change; by default those of "
        + "the configuration; may be repeated.",
      valueName: "path"))
  var sources: [String] = []

  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var cache: CacheOptions

  /// What was named, or what the configuration names.
  func paths(_ file: ConfigurationFile) -> [String] { sources.isEmpty ? file.sources : sources }
}

/// Sources, read and linked.
struct LinkedSources: Sendable {
  var graph: SourceGraph
  var linter: Linter
  /// What the linter finds in them beside a trace, if that was asked for: on its way, since much else needs the links alone.
  var findings: Parallel.Pending<[LintFinding]>?
  var texts: [String: Data]
  var unread: UnreadFiles
  /// All files below the paths, read or not.
  var paths: [String]
  /// Whether all of them exist and can be read.
  var exitCode: ExitCode

  /// Whether other sources hold the same texts, wherever they lie.
  func isSame(as other: LinkedSources) -> Bool {
    func sorted(_ texts: [String: Data]) -> [Data] { texts.values.sorted { $0.lexicographicallyPrecedes($1) } }
    return paths.count == other.paths.count && sorted(texts) == sorted(other.texts)
  }

  /// Sources on their way while something else is being read.
  struct Loading {
    fileprivate var pending: Parallel.Pending<(sources: LinkedSources, messages: [String])>

    /// The sources, after saying what there is to say of them.
    func wait() -> LinkedSources {
      let (sources, messages) = pending.wait()
      for message in messages { tell(message) }
      return sources
    }
  }

  /// Begins to read the sources below some paths; `nil` when there are none to read.
  ///
  /// - Parameter isLinting: Whether their findings are wanted and not their links alone.
  /// - Throws: `ValidationError` for a file that holds something else.
  static func load(
    paths: [String], _ file: ConfigurationFile, _ cache: CacheOptions, _ input: InputOptions, isLinting: Bool = true
  ) throws -> Loading? {
    if paths.isEmpty { return nil }
    try SourcePaths.refuseOthers(paths)
    let cores = input.work.width
    let isQuiet = input.quiet
    let isVerbose = input.verbose
    let cache = cache.cache(of: paths)
    let pending = Parallel.begin { () -> (sources: LinkedSources, messages: [String]) in
      var messages: [String] = []
      let found = SourceScan(excluded: file.excluded).files(at: paths)
      let isUsable = found.isUsable(namedBy: paths) { messages.append($0) }
      var reading = SourceReading(jobs: cores)
      reading.cache = cache
      let read = reading.read(found.files)
      if !isQuiet { messages += read.messages }
      if isVerbose {
        messages.append(
          "read \(read.files.count) of \(found.files.count) files of the sources (\(read.skipped.count) without anything of "
            + "interest, \(read.cached) from the cache)")
      }
      var configuration = file.lint
      configuration.analysis.deploymentTargets = found.deploymentTargets
      configuration.analysis.holdsProject = found.holdsProject
      let graph = SourceGraph(index: read.index, options: configuration.analysis)
      let linter = Linter(configuration: configuration)
      let sources = LinkedSources(
        graph: graph, linter: linter,
        findings: isLinting ? Parallel.begin { linter.findings(besideTraceIn: graph) } : nil,
        texts: read.texts,
        unread: UnreadFiles(read.unread), paths: found.files,
        exitCode: !found.missing.isEmpty
          ? .noInput : read.hasErrors || !isUsable ? .unusableInput : .success)
      return (sources, messages)
    }
    return Loading(pending: pending)
  }

  /// Reads the sources below some paths; `nil` when there are none to read.
  ///
  /// - Throws: as `load`.
  static func read(
    paths: [String], _ file: ConfigurationFile, _ cache: CacheOptions, _ input: InputOptions, isLinting: Bool = true
  ) throws -> LinkedSources? {
    try load(paths: paths, file, cache, input, isLinting: isLinting)?.wait()
  }

  /// Joins a profile with the sources.
  func diagnose(_ profile: TraceProfile) -> Diagnosis {
    Parallel.onLargeStack { Diagnosis(profile, sources: graph, linter: linter, findings: findings) }
  }

  var patches: Patches { Patches(texts: texts, graph: graph, unread: unread) }
}

/// Turns a diagnosis into what reports show.
struct DiagnosisReport {
  let diagnosis: Diagnosis
  let sources: LinkedSources
  /// Whether findings count that the trace shows nothing of.
  var showsAll = false

  /// Excerpts of declarations longer than this are left out.
  private static let longestExcerpt = 400

  /// Best first, with those of the trace alone.
  ///
  /// - Parameter hasPatches: Whether they are shown, and not only counted.
  func findings(hasPatches: Bool = true) -> [ReportedFinding] {
    let patches = sources.patches
    let patched = hasPatches ? patched : []
    return Parallel.map(diagnosis.advice(showsAll: showsAll)) { advice in
      switch advice {
      case .sources(let found): Self.reported(found, patched.contains(found.fingerprint) ? patches : nil)
      case .trace(let found, let isNote): reported(found, isNote: isNote)
      }
    }
  }

  /// How many changes more a report has with `--all`, of what is listed.
  ///
  /// - Parameters:
  ///   - shown: How many it has without.
  ///   - views: Which views are listed.
  func unshown(besides shown: Int, of views: ViewSelection) -> Int {
    if showsAll { return 0 }
    var whole = self
    whole.showsAll = true
    var summary = diagnosis.summary
    // Mostly all views are: then all changes are, and what they say need not be known.
    if views.isWhole(of: summary) { return max(0, whole.numberOfChanges() - shown) }
    var findings = whole.findings(hasPatches: false)
    _ = views.apply(to: &summary, &findings, top: nil, changes: whole.changes(resolving: findings))
    return max(0, whole.numberOfChanges(resolving: Set(findings.map(\.fingerprint))) - shown)
  }

  /// How many `changes(resolving:)` are, without what they say.
  ///
  /// - Parameter fingerprints: Of the findings that are listed; `nil` for all.
  private func numberOfChanges(resolving fingerprints: Set<String>? = nil) -> Int {
    var joined: Set<String> = []
    return diagnosis.advisedChanges(showsAll: showsAll).count { advice in
      switch advice {
      case .sources(let change): return fingerprints.map { change.fingerprints.contains(where: $0.contains) } ?? true
      case .trace(let found, let isNote):
        let finding = reported(found, isNote: isNote)
        return fingerprints?.contains(finding.fingerprint) != false
          && finding.change.map { joined.insert($0).inserted } != false
      }
    }
  }

  /// Places of a change for which patches are made.
  private static let mostPatches = 20

  /// Findings that get a patch: those that lead a change, and others of what is more than a note. Patches cost a parse each,
  /// and nobody applies those of mere notes from a report on a trace.
  private var patched: Set<String> {
    diagnosis.advisedChanges(showsAll: showsAll).reduce(into: []) { prints, advice in
      guard case .sources(let change) = advice, change.lead.saved > 0 || change.lead.severity > .note else { return }
      let all = change.lead.severity > .note ? change.fingerprints.prefix(Self.mostPatches) : []
      prints.formUnion([change.lead.fingerprint] + all)
    }
  }

  /// What resolves the findings, best first.
  ///
  /// - Parameter findings: Those to report, with their patches; changes that resolve none of them are left out.
  func changes(resolving findings: [ReportedFinding]) -> [ReportedChange] {
    let places = Dictionary(
      findings.map { ($0.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
    let changes = diagnosis.advisedChanges(showsAll: showsAll).compactMap { advice -> ReportedChange? in
      switch advice {
      case .sources(let change):
        let resolved = change.fingerprints.compactMap { places[$0] }
        // With the patch that was made for the finding.
        guard let first = resolved.first(where: { $0.fingerprint == change.lead.fingerprint }) ?? resolved.first else {
          return nil
        }
        var lead = Self.reported(change.lead, nil)
        (lead.patch, lead.patchRefusal, lead.patchTier) = (first.patch, first.patchRefusal, first.patchTier)
        lead.steps = first.steps + lead.steps.filter { !first.steps.contains($0) }
        return ReportedChange(
          id: change.id, lead: lead, places: resolved.map(ReportedChange.Place.init),
          shares: change.shares.map { .init(change: $0.change, updates: $0.number) },
          savedByView: change.lead.savedByView.filter { $0.value > 0 })
      case .trace(let found, let isNote):
        let finding = reported(found, isNote: isNote)
        guard places[finding.fingerprint] != nil else { return nil }
        return ReportedChange(finding)
      }
    }
    return ReportedChange.uniting(changes)
  }

  private func reported(_ found: TraceFinding, isNote: Bool) -> ReportedFinding {
    var finding = ReportedFinding(found)
    if isNote { finding.severity = .note }
    if let driver = diagnosis.driver(ofLoop: found) {
      finding.grade = .possible
      finding.message += "; what writes '\(driver)' may also do so as often by itself, which is no loop"
    }
    let properties = diagnosis.properties(ofLoop: found)
    finding.location = properties.first.map { Self.location($0.place) }
    if finding.location != nil { finding.patchRefusal = "which write closes the loop the trace does not say" }
    for property in properties {
      let written = property.writes.prefix(Self.mostWrites).map { ($0, "'\(property.name)' is written here") }
      finding.related += ([(property.place, "'\(property.name)' changes in each turn")] + written).map {
        .init(view: property.view, location: Self.location($0), message: $1)
      }
    }
    return finding
  }

  /// Places of a loop that are told of each of its properties.
  private static let mostWrites = 5

  /// Why there is no patch where none was tried.
  private static let unmade =
    "a report on a trace makes patches for what saves updates there, up to \(mostPatches) places of each change; "
    + "'whyredraw lint --format json' has the others"

  private static func reported(_ diagnosed: DiagnosedFinding, _ patches: Patches?) -> ReportedFinding {
    var finding = LintReport.reported(
      LintFinding(finding: diagnosed.finding, severity: diagnosed.severity, fingerprint: diagnosed.fingerprint),
      patches: patches)
    finding.message = diagnosed.message
    finding.grade = diagnosed.grade
    finding.measured = diagnosed.measured.map {
      ReportedFinding.Measurement(
        updates: $0.updates, unit: $0.unit, avoidable: $0.avoidable, predictedUpdates: $0.predicted,
        predictedRange: $0.range, savedByView: diagnosed.savedByView,
        named: Set(diagnosed.finding.related.compactMap(\.view)))
    }
    finding.chain = diagnosed.chain.map { .init(view: $0.view, location: $0.place.map(location), message: $0.message) }
    finding.checks = diagnosed.checks
    finding.change = diagnosed.change
    if patches == nil { finding.patchRefusal = Self.unmade }
    return finding
  }

  /// - Parameter hasExcerpts: Whether pages will show the code of the views, and the files with findings.
  func sourceReport(hasExcerpts: Bool, findings: [ReportedFinding]) -> SourceReport {
    var report = SourceReport()
    for (id, view) in diagnosis.views {
      var shown = SourceReport.View(location: Self.location(view.place), endLocation: Self.location(view.end))
      shown.floor = view.floor
      shown.reads = view.reads.map { read in
        var shown = SourceReport.Read(name: read.name, location: Self.location(read.place), updates: read.updates)
        shown.isArgument = read.isArgument
        return shown
      }
      if hasExcerpts { shown.excerpt = excerpt(from: view.place, to: view.end) }
      shown.candidates = view.candidates.map { .init(name: $0.name, percent: $0.percent) }
        .filter { $0.percent > 0 }
      shown.isSilentRow = view.isSilentRow
      shown.instrumentation = view.instrumentation.map {
        .init(view: $0.view, location: Self.location($0.place))
      }
      report.views[id] = shown
    }
    if hasExcerpts {
      let views = report.views.values.map(\.location.file)
      for file in Set(findings.flatMap(\.files) + views) { report.files[file] = lines(of: file) }
    }
    for view in diagnosis.summary.views { report.worth[view.id] = .init(diagnosis.ledger[view.id]) }
    report.total = .init(diagnosis.ledger.total)
    report.withoutSource = diagnosis.withoutSource
    report.missingProperties = diagnosis.missingProperties.map { .init(view: $0.view, names: $0.names) }
    report.neverSeen = diagnosis.neverSeen.map { declaration($0) }.sorted {
      ($0.view, $0.location) < ($1.view, $1.location)
    }
    report.ambiguous = diagnosis.matching.matches.compactMap { name, match in
      guard case .ambiguous(let types) = match else { return nil }
      return .init(view: name, locations: types.map { declaration($0).location }.sorted())
    }.sorted { $0.view < $1.view }
    report.fixSet = diagnosis.fixSet.map { set in
      var fixSet = SourceReport.FixSet(
        fingerprints: set.fingerprints, updatesBefore: set.updatesBefore, updatesAfter: set.updatesAfter,
        range: set.range)
      fixSet.changes = set.changes
      return fixSet
    }
    return report
  }

  private func declaration(_ id: TypeID) -> SourceReport.Declaration {
    let type = sources.graph.index[id]
    return .init(view: type.qualifiedName, location: Self.location(type.code.nameStart))
  }

  private func excerpt(from start: SourcePlace, to end: SourcePlace) -> SourceReport.Excerpt? {
    guard end.line - start.line < Self.longestExcerpt, let text = sources.texts[start.file] else { return nil }
    let lines = text.split(separator: UInt8(ascii: "\n"), maxSplits: end.line, omittingEmptySubsequences: false)
    guard lines.count >= end.line, start.line >= 1, end.line >= start.line else { return nil }
    return .init(
      firstLine: start.line,
      lines: lines[(start.line - 1)..<end.line].map(Self.text))
  }

  /// `nil` for a file that was not read.
  private func lines(of file: String) -> [String]? {
    sources.texts[file]?.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Self.text)
  }

  /// A line without what ends it.
  private static func text(_ line: Data) -> String {
    String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  private static func location(_ place: SourcePlace) -> ReportedFinding.Location {
    .init(file: place.file, line: place.line, column: place.column)
  }
}

extension SourceReport.Worth {
  fileprivate init(_ sums: Ledger.Sums) {
    self.init(
      needed: sums.needed, avoidable: sums.avoidable, likelyAvoidable: sums.likelyAvoidable, unknown: sums.unknown,
      avoidableRecreations: sums.avoidableRecreations)
  }
}
