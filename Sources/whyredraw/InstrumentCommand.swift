import ArgumentParser
import Foundation
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

  @Argument(help: "Swift files, or folders that hold them.") var paths: [String] = []

  @Option(
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
  @Option(help: "The configuration file; by default .whyredraw.yml, searched upwards.") var config: String?
  @Option(help: "How many threads to use.") var jobs: Int?
  @Flag(name: .shortAndLong, help: "Say less.") var quiet = false
  @Flag(name: .shortAndLong, help: "Say what was left alone, and why.") var verbose = false

  enum CallChoice: String, ExpressibleByArgument, CaseIterable { case auto, log, print }

  func validate() throws {
    if check, remove { throw ValidationError("'--check' and '--remove' exclude each other") }
    if check || remove, !only.isEmpty || !from.isEmpty {
      throw ValidationError(
        "'--\(check ? "check" : "remove")' looks at all calls; name files or folders instead of '--only' and '--from'")
    }
    if let jobs, jobs < 1 { throw ValidationError("'--jobs' takes a number from 1 on") }
    if let deploymentTarget, Self.version(deploymentTarget) == nil {
      throw ValidationError("'--deployment-target \(deploymentTarget)' is no version of iOS, such as 16.4")
    }
  }

  func run() throws {
    let configuration: ConfigurationFile
    do {
      configuration = try ConfigurationFile.load(explicit: config)
    } catch {
      tell("error: \(error)")
      throw ExitCode.wrongConfiguration
    }
    let selection = try InstrumentSelection(globs: only, reports: from)
    let named = paths.isEmpty ? ["."] : paths
    let found = SourceScan(excluded: configuration.excluded).files(at: named)
    for path in found.missing { tell("error: \(path): no such file or folder") }
    let threads = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    let editable = check ? nil : EditableFiles(found.files, named: named)
    let leadsOut = editable?.tellRefused() ?? false
    let run = InstrumentRun(
      files: SourceTexts.read(editable?.paths ?? found.files, jobs: threads), jobs: threads, isQuiet: quiet,
      isVerbose: verbose)
    let code: ExitCode
    if check {
      code = try run.check()
    } else {
      let changes = remove ? run.removal() : run.insertion(selection, call: call(configuration))
      if dryRun {
        for change in changes.edited { try writeReport(change.diff) }
      } else {
        try FileSwap.replaceAll(changes.edited)
      }
      run.sumUp(changes, isDryRun: dryRun, isRemoval: remove)
      code = changes.hasErrors || leadsOut ? .unusableInput : .success
    }
    if !found.missing.isEmpty { throw ExitCode.noInput }
    if code != .success { throw code }
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
  /// Names as traces have them; `nil` without a report.
  private let reported: Set<String>?

  /// - Throws: an exit code for a report that cannot be used, having said why.
  init(globs: [String], reports: [String]) throws {
    let isPath = { (glob: String) in glob.contains("/") || glob.hasSuffix(".swift") }
    viewGlobs = globs.filter { !isPath($0) }
    pathGlobs = globs.filter(isPath).map(Glob.init)
    var names: Set<String> = []
    for report in reports { names.formUnion(try ReportedViews.names(in: report)) }
    reported = reports.isEmpty ? nil : names
  }

  func contains(_ view: String, in path: String) -> Bool {
    if let reported, !reported.contains(where: { $0 == view || view.hasSuffix("." + $0) }) { return false }
    if viewGlobs.isEmpty, pathGlobs.isEmpty { return true }
    let last = view.split(separator: ".").last.map(String.init) ?? view
    return viewGlobs.contains { matches(view, glob: $0) || matches(last, glob: $0) }
      || pathGlobs.contains { $0.matches(path) }
  }

  /// The views of the report that no scanned file declares, by name.
  func missing(from views: Set<String>) -> [String] {
    (reported ?? []).filter { name in !views.contains { $0 == name || $0.hasSuffix("." + name) } }.sorted()
  }
}
