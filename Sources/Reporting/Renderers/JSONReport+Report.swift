internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

extension JSONReport {
  init(_ report: RedrawReport) {
    let summary = report.summary
    let worth = report.sources?.total
    tool = Tool(version: report.toolVersion)
    inputs = report.inputs.map(Input.init)
    totals = Totals(
      evaluations: summary.totals.evaluations, initial: summary.totals.initial, recreated: summary.totals.recreated,
      updates: summary.totals.updates, unchanged: summary.totals.unchanged, inferred: summary.totals.inferred,
      avoidable: worth?.avoidable ?? 0,
      likelyAvoidable: worth?.likelyAvoidable ?? 0, avoidableRecreations: worth?.avoidableRecreations ?? 0,
      justified: worth?.needed, unknown: worth?.unknown, views: summary.totals.views,
      durationNanoseconds: summary.busyNanoseconds.map(Int64.init(clamping:)), untimed: summary.untimed,
      severities: JSONReport.severities(summary.severities))
    views = JSONList(report.listedViews) { View($0, report.sources?.views[$0.id], report.sources?.worth[$0.id]) }
    sources = report.sources.map(Sources.init)
    rootCauses = JSONList(report.listedRootCauses) { RootCause($0) }
    findings = JSONList(report.listedFindings) { Finding($0) }
    let changes = report.changes
    let insteadOf = report.insteadOf
    self.changes = JSONList(changes.prefix(report.selection.top ?? .max)) { Change($0, insteadOf: insteadOf[$0.id]) }
    parts = JSONList(summary.parts) { Part($0) }
    runs = summary.runs
    evaluationsWithoutUpdate = summary.withoutUpdate
    interruptions = summary.interruptions.map(Interruption.init)
    causeGraph = summary.graph.isEmpty ? nil : Graph(summary.graph)
    selection = Selection(
      top: report.selection.top, hiddenViews: report.selection.hiddenViews,
      totalRootCauses: summary.rootCauses.count, totalFindings: report.findings.count, totalChanges: changes.count,
      unlistedRootCauseEvaluations: summary.rootCauses.dropFirst(report.listedRootCauses.count)
        .reduce(0) { $0 + $1.blastRadius })
  }
}

extension JSONReport {
  /// The worst first; those that do not occur are left out.
  fileprivate static func severities(_ counts: [UpdateSeverity: Int]) -> [SeverityCount] {
    counts.sorted { $0.key > $1.key }.map { SeverityCount(severity: $0.key.name, evaluations: $0.value) }
  }
}

extension JSONReport.Input {
  fileprivate init(_ input: RedrawReport.Input) {
    path = input.path
    format = input.format
    compression = input.isGzip ? "gzip" : "none"
    bytes = input.bytes
    uncompressedBytes = input.uncompressedBytes
    lines = input.lines
    events = input.events
    issues = input.issues.map {
      JSONReport.Issue(
        severity: $0.severity.rawValue, message: $0.message, line: $0.line, count: $0.count)
    }
  }
}

extension JSONReport.View {
  fileprivate init(_ view: RedrawSummary.View, _ declaration: SourceReport.View?, _ worth: SourceReport.Worth?) {
    source = declaration.map { JSONReport.Location($0.location) }
    avoidable = worth?.avoidable ?? 0
    likelyAvoidable = worth?.likelyAvoidable ?? 0
    avoidableRecreations = worth?.avoidableRecreations ?? 0
    justified = declaration == nil ? nil : worth?.needed
    unknown = worth?.unknown
    floor = declaration?.floor
    reads = declaration.map { declaration in
      declaration.reads.map {
        JSONReport.Read(name: $0.name, location: JSONReport.Location($0.location), updates: $0.updates)
      }
    }
    candidates = declaration.map { declaration in
      declaration.candidates.map { JSONReport.Candidate(name: $0.name, percent: $0.percent) }
    }
    instrumentation = declaration?.instrumentation.map(Wording.advice)
    instrumentedView = declaration?.instrumentation.map {
      .init(view: $0.view, location: JSONReport.Location($0.location))
    }
    name = view.id.name
    module = view.id.module
    scenario = view.id.scenario
    evaluations = view.evaluations
    initial = view.initial
    recreated = view.recreated
    inferred = view.inferred
    updates = view.updates
    unchanged = view.unchanged
    selfOnlyUpdates = view.selfOnlyUpdates
    runs = view.runs
    medianUpdates = view.medianUpdates
    causes = view.causes.map {
      JSONReport.CauseCount(
        kind: $0.cause.kind, name: $0.cause.text, evaluations: $0.evaluations, variants: $0.variants)
    }
    triggeredBy = view.triggers.map {
      JSONReport.ViewCount(view: $0.view, evaluations: $0.evaluations, inferred: $0.isInferred)
    }
    rootCauses = view.rootCauses.map {
      JSONReport.RootCount(
        view: $0.view, cause: $0.cause.text, evaluations: $0.evaluations, inferred: $0.isInferred)
    }
    processes = view.processes.map(JSONReport.Process.init)
    duration = view.duration.flatMap(JSONReport.Duration.init)
    untimed = view.duration?.untimed ?? 0
    severities = JSONReport.severities(view.duration?.severities ?? [:])
  }
}

extension JSONReport.Duration {
  /// `nil` when no evaluation was timed.
  fileprivate init?(_ duration: DurationHistogram) {
    guard let median = duration.quantile(0.5), let p95 = duration.quantile(0.95) else { return nil }
    totalNanoseconds = Int64(clamping: duration.totalNanoseconds)
    medianNanoseconds = Int64(clamping: median)
    p95Nanoseconds = Int64(clamping: p95)
    maximumNanoseconds = Int64(clamping: duration.maximumNanoseconds)
    slow = duration.slowCount
    severe = duration.severeCount
  }
}

extension JSONReport.Interruption {
  fileprivate init(_ one: RedrawSummary.InterruptionCount) {
    kind = one.kind.rawValue
    run = one.run
    startNanoseconds = one.start
    durationNanoseconds = one.nanoseconds
    bodyNanoseconds = one.coveredNanoseconds
    label = one.label
    isSystem = one.isSystem
    process = JSONReport.Process(one.process)
    views = one.views.prefix(RedrawSummary.longestList).map { .init(view: $0.view, evaluations: $0.evaluations) }
    rootCauses = one.rootCauses.prefix(RedrawSummary.longestList).map {
      .init(view: $0.view, cause: $0.cause.text, evaluations: $0.evaluations)
    }
  }
}

extension JSONReport.Graph {
  fileprivate init(_ graph: CauseGraph) {
    totalEdges = graph.edges.reduce(0) { $0 + $1.count }
    distinctEdges = graph.edges.count
    edges = graph.commonestEdges(Self.mostEdges).map {
      .init(source: $0.source, destination: $0.destination, count: $0.count)
    }
  }
}

extension JSONReport.Process {
  fileprivate init(_ process: ProcessIdentity) {
    name = process.name
    pid = process.pid
  }
}

extension JSONReport.RootCause {
  fileprivate init(_ root: RedrawSummary.RootCause) {
    view = root.view
    cause = root.cause.text
    scenario = root.scenario
    changes = root.changes
    blastRadius = root.blastRadius
    affected = root.affected.map {
      JSONReport.ViewCount(view: $0.view, evaluations: $0.evaluations, inferred: root.isInferred)
    }
    inferred = root.isInferred
  }
}

extension JSONReport.Location {
  fileprivate init(_ location: ReportedFinding.Location) {
    file = location.file
    line = location.line
    column = location.column
  }
}

extension JSONReport.Finding {
  fileprivate init(_ finding: ReportedFinding) {
    rule = finding.rule
    fix = finding.fix
    severity = finding.severity.rawValue
    view = finding.view
    location = finding.location.map(JSONReport.Location.init)
    endLocation = finding.endLocation.map(JSONReport.Location.init)
    message = finding.message
    grade = finding.grade.rawValue
    measured = finding.measured.map(JSONReport.Measurement.init)
    steps = finding.steps
    related = finding.related.map(JSONReport.Related.init)
    chain = finding.chain.map(JSONReport.Related.init)
    checks = finding.checks
    patch = finding.patch
    patchRefusal = finding.patchRefusal
    patchTier = finding.patchTier
    fingerprint = finding.fingerprint
    change = finding.change ?? finding.fingerprint
  }
}

extension JSONReport.Measurement {
  fileprivate init(_ measured: ReportedFinding.Measurement) {
    updates = measured.updates
    unit = measured.unit.rawValue
    avoidable = measured.avoidable
    predictedUpdates = measured.predictedUpdates
    predictedRange = measured.predictedRange.map { [$0.lowerBound, $0.upperBound] }
    views = measured.views
  }
}

extension JSONReport.Change {
  fileprivate init(_ change: ReportedChange, insteadOf: String?) {
    id = change.id
    fix = change.lead.fix
    severity = change.lead.severity.rawValue
    grade = change.lead.grade.rawValue
    title = change.lead.title
    view = change.lead.view
    places = change.places.map {
      .init(
        fingerprint: $0.fingerprint, rule: $0.rule, view: $0.view,
        location: $0.location.map(JSONReport.Location.init))
    }
    findings = change.places.map(\.fingerprint)
    measured = change.lead.measured.map(JSONReport.Measurement.init)
    shares = change.shares.map { .init(change: $0.change, updates: $0.updates) }
    self.insteadOf = insteadOf
    steps = change.lead.steps
    patches = change.places.count(where: \.hasPatch)
  }
}

extension JSONReport.Related {
  fileprivate init(_ related: ReportedFinding.Related) {
    view = related.view
    location = related.location.map(JSONReport.Location.init)
    message = related.message
  }
}

extension JSONReport.Sources {
  fileprivate init(_ sources: SourceReport) {
    withoutSource = sources.withoutSource
    missingProperties = sources.missingProperties.map { .init(view: $0.view, names: $0.names) }
    neverSeen = sources.neverSeen.map { .init(view: $0.view, location: JSONReport.Location($0.location)) }
    ambiguous = sources.ambiguous.map { .init(view: $0.view, locations: $0.locations.map(JSONReport.Location.init)) }
    unshownFindings = sources.unshown
    fixSet = sources.fixSet.map {
      .init(
        fingerprints: $0.fingerprints, changes: $0.changes, updatesBefore: $0.updatesBefore,
        updatesAfter: $0.updatesAfter,
        updatesAfterRange: $0.range.map { [$0.lowerBound, $0.upperBound] })
    }
  }
}

extension JSONReport.Part {
  fileprivate init(_ part: RedrawSummary.Part) {
    scenario = part.scenario
    process = JSONReport.Process(part.process)
    evaluations = part.evaluations
    initial = part.initial
    updates = part.updates
    durationNanoseconds = part.nanoseconds
    rates = part.nanoseconds.map { _ in
      JSONReport.Rates(peakUpdatesPerSecond: part.peakPerSecond, peakUpdatesPerFrame: part.peakPerFrame)
    }
    // In the order of the enumeration: a dictionary has none.
    faults = UpdateFault.allCases.compactMap { fault in
      part.faults[fault].map { JSONReport.Fault(fault: "\(fault)", count: $0) }
    }
    storms = part.storms.map {
      JSONReport.Storm(
        view: $0.view, cause: $0.cause.text, peakUpdatesPerSecond: $0.storm.peakPerSecond,
        longestSeconds: $0.storm.longestSeconds, updates: $0.storm.updates)
    }
    cycles = part.cycles.map { cycle in
      JSONReport.Cycle(
        members: cycle.members.map { JSONReport.Member(view: $0.view, cause: $0.cause.text) }, turns: cycle.turns,
        durationNanoseconds: cycle.nanoseconds, evaluations: cycle.evaluations,
        wholeNanoseconds: cycle.wholeNanoseconds)
    }
  }
}
