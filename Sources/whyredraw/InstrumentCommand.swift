import ArgumentParser
import Platform
import SourceAnalysis
import SourceEditing

/// `whyredraw instrument PATH…`: puts `_logChanges()` into view bodies, and takes it out again.
struct InstrumentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instrument",
    abstract: "Put _logChanges() into view bodies, and take it out again.",
    discussion: """
      Inserts 'let _ = Self._logChanges()' inside of #if DEBUG first in the body of each view and in body(content:) of \
      each modifier. Previews, tests and bodies that log already are left alone. Inserted lines are marked; --remove \
      takes out just these and gives every file back byte for byte.

      Examples:
        whyredraw instrument Sources                    # then build, run, record
        whyredraw instrument Sources --only '*Row' --only 'Sources/Feed/**'
        whyredraw instrument Sources --from redraws.json
        whyredraw instrument Sources --remove
        whyredraw instrument Sources --check            # in CI: exit 1 while any is left
      """)

  @Argument(help: SourcePaths.help) var paths: [String] = []

  @Option(
    name: [.long, .customLong("view")],
    help: ArgumentHelp(
      "Only views whose name matches, such as '*Row', or files, if it has a slash or ends in .swift; may be repeated.",
      valueName: "glob")) var only: [String] = []
  @Option(
    help: ArgumentHelp(
      "Only the views that a JSON report of 'analyze' leaves open; may be repeated.", valueName: "report"))
  var from: [String] = []
  @Option(
    help: "What to call: log (unified log), print (standard output), auto (log where the deployment target can).")
  var call: CallChoice = .auto
  @Option(
    help: ArgumentHelp(
      "The iOS version that the app runs on and later; by default that of .whyredraw.yml, else 17.1.",
      valueName: "version")) var deploymentTarget: String?
  @Flag(help: "Take the calls out again.") var remove = false
  @Flag(help: "Exit with 1 if any call is left, and say where; change nothing.") var check = false
  @Flag(help: "Print what would change as a unified diff, and change nothing.") var dryRun = false
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var work: JobsOptions
  @OptionGroup var verbosity: VerbosityOptions

  enum CallChoice: String, ExpressibleByArgument, CaseIterable { case auto, log, print }

  func validate() throws {
    if check, remove { throw ValidationError("'--check' and '--remove' exclude each other") }
    if check || remove, !only.isEmpty || !from.isEmpty {
      throw ValidationError(
        "'--\(check ? "check" : "remove")' looks at all calls; name files or folders instead of '--only' and '--from'")
    }
    if let deploymentTarget, Self.version(deploymentTarget) == nil {
      throw ValidationError("'--deployment-target \(deploymentTarget)' is no version of iOS, such as 16.4")
    }
  }

  func run() throws {
    let inputs = try Inputs(self)
    let run = inputs.run
    let code: ExitCode
    if check {
      code = try run.check()
    } else {
      let changes = changes(inputs)
      if dryRun {
        for change in changes.edited { try writeReport(change.diff) }
      } else {
        if paths.isEmpty, !changes.edited.isEmpty { try confirm(changes, run, in: inputs.named) }
        try FileSwap.replaceAll(changes.edited)
      }
      run.sumUp(changes, isDryRun: dryRun, isRemoval: remove)
      code = changes.hasErrors ? .unusableInput : .success
    }
    let sum = inputs.code(code)
    if sum != .success { throw sum }
  }

  /// What is looked at, and how.
  struct Inputs {
    var named: [String]
    var run: InstrumentRun
    fileprivate var configuration: ConfigurationFile
    fileprivate var selection: InstrumentSelection
    private var isMissing: Bool
    private var isUsable: Bool
    private var leadsOut: Bool

    /// - Throws: an exit code for a configuration or a report that cannot be used, having said why.
    ///
    /// - Parameter reported: Views that another report than those of `--from` leaves open; `nil` without one.
    init(_ command: InstrumentCommand, reported: Set<String>? = nil) throws {
      configuration = try command.configuration.load()
      selection = try InstrumentSelection(globs: command.only, reports: command.from, reported: reported)
      named = SourcePaths.named(command.paths, configuration)
      try SourcePaths.refuseOthers(named)
      let found = SourceScan(excluded: configuration.excluded).files(at: named)
      isUsable = found.isUsable(namedBy: named) { tell($0) }
      isMissing = !found.missing.isEmpty
      let editable = command.check ? nil : EditableFiles(found.files, named: named)
      leadsOut = editable?.tellRefused() ?? false
      let threads = command.work.width
      run = InstrumentRun(
        files: SourceTexts.read(editable?.paths ?? found.files, jobs: threads), jobs: threads,
        isQuiet: command.verbosity.quiet, isVerbose: command.verbosity.verbose)
    }

    /// What to exit with, after what the files themselves came to.
    func code(_ code: ExitCode) -> ExitCode {
      if isMissing { return .noInput }
      if code != .success { return code }
      return leadsOut || !isUsable ? .unusableInput : .success
    }
  }

  /// The files as they would be.
  func changes(_ inputs: Inputs) -> InstrumentRun.Changes {
    remove ? inputs.run.removal() : inputs.run.insertion(inputs.selection, call: call(inputs.configuration))
  }

  /// Whole folders are edited when they are named, or when somebody at a terminal says so.
  private func confirm(_ changes: InstrumentRun.Changes, _ run: InstrumentRun, in folders: [String]) throws {
    let folders = folders.joined(separator: " ")
    run.sumUp(changes, isDryRun: true, isRemoval: remove)
    guard isTerminal(0), isTerminal(2) else {
      tell("error: no path was given; to edit these files: whyredraw instrument \(folders)\(remove ? " --remove" : "")")
      throw ExitCode.usage
    }
    try? write("Edit these files in '\(folders)'? [y/N] ", to: 2)
    let answer = readLine()?.lowercased() ?? ""
    guard ["y", "yes"].contains(answer) else {
      tell("nothing was changed")
      throw ExitCode.usage
    }
  }

  private func call(_ configuration: ConfigurationFile) -> Instrumentation.Call {
    switch call {
    case .log: return .logChanges
    case .print: return .printChanges
    case .auto:
      if let version = deploymentTarget.flatMap(Self.version) {
        return .forDeploymentTarget(major: version.major, minor: version.minor)
      }
      // The configuration keeps the major version only, so 17 may be 17.0.
      guard let major = configuration.lint.analysis.deploymentTarget else { return .logChanges }
      return .forDeploymentTarget(major: major, minor: 0)
    }
  }

  private static func version(_ text: String) -> (major: Int, minor: Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard let major = parts.first.flatMap({ $0 }), major > 0, parts.allSatisfy({ $0 != nil }) else { return nil }
    return (major, parts.count > 1 ? parts[1] ?? 0 : 0)
  }
}

/// Which views are instrumented.
struct InstrumentSelection: Sendable {
  private let viewGlobs: [String]
  private let pathGlobs: [Glob]
  private let pathTexts: [String]
  /// Names as traces have them; `nil` without a report.
  private let reported: Set<String>?

  /// - Throws: an exit code for a report that cannot be used, having said why.
  init(globs: [String], reports: [String], reported: Set<String>? = nil) throws {
    let isPath = { (glob: String) in glob.contains("/") || glob.hasSuffix(".swift") }
    viewGlobs = globs.filter { !isPath($0) }
    pathTexts = globs.filter(isPath)
    pathGlobs = pathTexts.map(Glob.init)
    var names = reported ?? []
    for report in reports { names.formUnion(try ReportedViews.names(in: report)) }
    self.reported = reports.isEmpty && reported == nil ? nil : names
  }

  func contains(_ view: String, in path: String) -> Bool {
    if let reported, !reported.contains(where: { $0 == view || view.hasSuffix("." + $0) }) { return false }
    if viewGlobs.isEmpty, pathGlobs.isEmpty { return true }
    let last = view.split(separator: ".").last.map(String.init) ?? view
    return viewGlobs.contains { matches(view, glob: $0) || matches(last, glob: $0) }
      || pathGlobs.contains { $0.matches(path) }
  }

  /// The globs that select no view and no file, with what they were to select.
  func unmatched(views: Set<String>, paths: [String]) -> [(glob: String, known: Set<String>)] {
    let names = views.union(views.compactMap { $0.split(separator: ".").last.map(String.init) })
    let files = zip(pathTexts, pathGlobs).filter { glob in !paths.contains { glob.1.matches($0) } }
    return viewGlobs.filter { glob in !names.contains { matches($0, glob: glob) } }.map { (glob: $0, known: views) }
      + files.map { (glob: $0.0, known: Set(paths)) }
  }

  /// The views of the report that no scanned file declares, by name.
  func missing(from views: Set<String>) -> [String] {
    (reported ?? []).filter { name in !views.contains { $0 == name || $0.hasSuffix("." + name) } }.sorted()
  }
}
