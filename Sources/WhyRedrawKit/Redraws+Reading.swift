internal import TraceAnalysis
internal import TraceImport

/// Why a capture cannot be relied on.
public enum CaptureError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be opened; `reason` is in the system's words.
  case unreadable(path: String, reason: String)
  /// The capture is damaged, of no known layout, or without a single line of SwiftUI; the issues say which, the worst first.
  case damaged([Redraws.Issue])

  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path): cannot be opened: \(reason)"
    case .damaged(let issues): issues.map(\.description).joined(separator: "\n")
    }
  }
}

extension Redraws {
  /// Reads a file: a log in any layout that `whyredraw formats` lists, an export of Instruments, or a profile that
  /// `whyredraw` wrote; plain or gzip, recognised by content.
  ///
  /// - Parameters:
  ///   - path: From the working directory, if it does not begin with `/`. A `.trace` is a folder: export it first.
  ///   - allowsDamage: Whether to make do with what could be read; `issues` then says what is missing.
  /// - Throws: `CaptureError`: a number that is too low would let a test pass that has to fail.
  public init(contentsOf path: String, allowsDamage: Bool = false) throws(CaptureError) {
    let source: FileSource
    do {
      source = try FileSource(path: path)
    } catch {
      throw .unreadable(path: path, reason: error.description)
    }
    try self.init(reading: source, allowsDamage: allowsDamage)
  }

  /// Reads a capture that is in memory; what else holds for `init(contentsOf:allowsDamage:)` holds here.
  ///
  /// - Throws: `CaptureError.damaged`, unless damage is allowed.
  public init(bytes: some Sequence<UInt8>, allowsDamage: Bool = false) throws(CaptureError) {
    try self.init(reading: MemorySource(Array(bytes)), allowsDamage: allowsDamage)
  }

  /// Reads the text of a capture, such as lines that `_printChanges()` printed.
  ///
  /// - Throws: `CaptureError.damaged`, unless damage is allowed.
  public init(text: String, allowsDamage: Bool = false) throws(CaptureError) {
    try self.init(bytes: text.utf8, allowsDamage: allowsDamage)
  }

  private init(reading source: any ByteSource, allowsDamage: Bool) throws(CaptureError) {
    let profile: TraceProfile
    let found: [ImportIssue]
    switch WholeInput.read(source, beginningWith: ProfileFile.magic) {
    case .document(let bytes, _, _, let problem): (profile, found) = Self.read(profile: bytes, problem)
    case .other(let source):
      let builder = ProfileBuilder()
      found = TraceReader.read(source, into: builder).issues
      profile = TraceProfile(runs: [builder.finish()])
    }
    let issues = found.map(Issue.init)
    if !allowsDamage, issues.contains(where: { $0.severity == .error }) { throw .damaged(issues) }
    self.init(RedrawSummary(profile), issues: issues, log: "", includesFirstAppearances: true)
  }

  private static func read(profile bytes: [UInt8], _ problem: ImportIssue?) -> (TraceProfile, [ImportIssue]) {
    if let problem, problem.severity == .error { return (TraceProfile(), [problem]) }
    do {
      let file = try ProfileFile(parsing: bytes)
      let issues = file.inputs.flatMap(\.summary.issues).sorted { $0.severity > $1.severity }
      return (TraceProfile(runs: file.runs), (problem.map { [$0] } ?? []) + issues)
    } catch {
      return (TraceProfile(), [ImportIssue(severity: .error, message: error.description)])
    }
  }

  /// Reads what was printed while `RedrawRecorder` ran.
  ///
  /// That nothing was evaluated is a result here, and no damage.
  init(_ output: RecordedOutput, from start: RedrawRecorder.Start) {
    let viewsHaveAppeared =
      switch start {
      case .viewsOnScreen: true
      case .firstAppearance: false
      }
    let builder = ProfileBuilder(options: ProfileOptions(viewsHaveAppeared: viewsHaveAppeared))
    let summary = TraceReader.read(
      MemorySource(output.everything), options: ReadingOptions(format: .standardOutput), into: builder)
    let isEmpty = summary.events == 0 && summary.unchanged == 0
    self.init(
      RedrawSummary(TraceProfile(runs: [builder.finish()])), issues: isEmpty ? [] : summary.issues.map(Issue.init),
      log: output.log, includesFirstAppearances: !viewsHaveAppeared)
  }

  private init(_ summary: RedrawSummary, issues: [Issue], log: String, includesFirstAppearances: Bool) {
    self.init(
      views: summary.views.map(View.init), rootCauses: summary.rootCauses.map(RootCause.init), issues: issues, log: log,
      includesFirstAppearances: includesFirstAppearances)
  }
}

extension Redraws.View {
  init(_ view: RedrawSummary.View) {
    self.init(name: view.id.name, scenario: view.id.scenario)
    evaluations = view.evaluations
    initial = view.initial
    recreated = view.recreated
    unchanged = view.unchanged
    causes = view.causes.map {
      Redraws.Cause(kind: Redraws.Cause.Kind($0.cause), name: $0.cause.text, evaluations: $0.evaluations)
    }
    triggers = view.triggers.map {
      Redraws.Trigger(view: $0.view, evaluations: $0.evaluations, isInferred: $0.isInferred)
    }
    origins = view.rootCauses.map {
      Redraws.Origin(
        view: $0.view, cause: $0.cause.text, kind: Redraws.Cause.Kind($0.cause), evaluations: $0.evaluations,
        isInferred: $0.isInferred)
    }
  }
}

extension Redraws.RootCause {
  init(_ root: RedrawSummary.RootCause) {
    self.init(
      view: root.view, cause: root.cause.text, kind: Redraws.Cause.Kind(root.cause), scenario: root.scenario,
      changes: root.changes, evaluations: root.blastRadius, isInferred: root.isInferred)
  }
}

extension Redraws.Cause.Kind {
  init(_ cause: TraceImport.Cause) {
    switch cause {
    case .viewValue: self = .viewValue
    case .identity: self = .identity
    case .dependencies: self = .dependencies
    case .dynamicProperty: self = .property
    case .offset: self = .offset
    case .keyPath: self = .keyPath
    case .node: self = .node
    }
  }
}

extension Redraws.Issue {
  init(_ issue: ImportIssue) {
    let severity: Severity =
      switch issue.severity {
      case .info: .info
      case .dataLoss: .dataLoss
      case .error: .error
      }
    self.init(severity: severity, message: issue.message, line: issue.line, count: issue.count)
  }
}
