import ArgumentParser
import Platform
import SourceAnalysis
import SourceEditing
import Vocabulary

/// `whyredraw doctor`: what is missing to record and to analyze, and how to get it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is missing to record and to analyze, with the remedy.",
    discussion: """
      Exits with 1 if anything is missing. Recording is checked where there are Apple's tools, or with --for record.
      """)

  enum Purpose: String, ExpressibleByArgument, CaseIterable { case all, record, analyze }

  @Argument(help: SourcePaths.help) var paths: [String] = []
  @Option(name: .customLong("for"), help: "What is to be done.") var purpose: Purpose = .all
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var cache: CacheOptions
  @OptionGroup var verbosity: VerbosityOptions

  func run() throws {
    let checks = checks()
    let width = checks.map(\.subject.count).max() ?? 0
    for check in checks where !verbosity.quiet || check.state == .missing {
      let subject = check.subject + String(repeating: " ", count: width - check.subject.count)
      try writeReport("\(check.state.word)  \(subject)  \(check.message)\n")
    }
    let missing = checks.count { $0.state == .missing }
    tell(
      missing == 0
        ? "nothing is missing" : "\(missing) of \(checks.count) things \(missing == 1 ? "is" : "are") missing")
    if missing > 0 { throw ExitCode.findings }
  }

  func checks() -> [Check] {
    var checks: [Check] = []
    if purpose != .analyze { checks += recordingChecks() }
    if purpose != .record { checks += analysisChecks() }
    return checks
  }

  struct Check {
    enum State: String {
      case ok, missing, note

      var word: String {
        switch self {
        case .ok: "ok     "
        case .missing: "missing"
        case .note: "note   "
        }
      }
    }

    var state: State
    var subject: String
    var message: String
  }

  // MARK: - Recording

  private func recordingChecks() -> [Check] {
    guard let xcrun = TraceBundleExport.find("xcrun") else {
      let log = RecordingPlan(place: .simulator).commandLine(output: "")
      return [
        Check(
          state: purpose == .record ? .missing : .note, subject: "recording",
          message: "needs a Mac with Xcode; run there: \(log) | gzip > scroll.ndjson.gz")
      ]
    }
    var checks: [Check] = []
    let xctrace = ChildProcess.output(of: xcrun, ["xctrace", "version"])
    checks.append(
      xctrace.map { Check(state: .ok, subject: "Instruments", message: $0.trimmed) }
        ?? Check(
          state: .missing, subject: "Instruments",
          message:
            "'xcrun xctrace version' fails; install Xcode and run: sudo xcode-select --switch /Applications/Xcode.app"))
    let booted = ChildProcess.output(of: xcrun, ["simctl", "list", "devices", "booted"]) ?? ""
    let name = booted.split(separator: "\n").first { $0.contains("(Booted)") }
    checks.append(
      name.map {
        Check(state: .ok, subject: "simulator", message: $0.trimmed)
      }
        ?? Check(
          state: .missing, subject: "simulator",
          message: "none is booted; open one in Xcode, or: xcrun simctl boot 'iPhone 17'"))
    checks.append(
      TraceBundleExport.find("log") == nil
        ? Check(
          state: .missing, subject: "log", message: "not on the PATH; it is /usr/bin/log: export PATH=/usr/bin:$PATH")
        : Check(state: .ok, subject: "log", message: "records macOS apps: whyredraw record --from mac -o app.ndjson.gz")
    )
    return checks
  }

  // MARK: - Analysis

  private func analysisChecks() -> [Check] {
    var checks: [Check] = []
    var found = ConfigurationFile()
    do {
      let file = try ConfigurationFile.load(explicit: configuration.config)
      found = file
      checks.append(
        Check(
          state: .ok, subject: "configuration",
          message: file.path ?? "none; the defaults hold (.whyredraw.yml changes them)"))
    } catch {
      checks.append(Check(state: .missing, subject: "configuration", message: "\(error)"))
    }
    if self.cache.noCache { return checks + sourceChecks(found) }
    let cache = FactsCache(path: self.cache.cachePath, scope: "")
    checks.append(
      cache == nil
        ? Check(
          state: .note, subject: "cache",
          message: "its folder cannot be made; lint reads every file anew, or give '--cache-path FOLDER'")
        : Check(state: .ok, subject: "cache", message: cache?.folder ?? ""))
    return checks + sourceChecks(found)
  }

  private func sourceChecks(_ file: ConfigurationFile) -> [Check] {
    let paths = SourcePaths.named(self.paths, file)
    let found = SourceScan(excluded: file.excluded).files(at: paths)
    var checks = found.missing.map {
      Check(state: .missing, subject: "sources", message: MissingPath.message($0))
    }
    let jobs = ProcessInfo.processInfo.activeProcessorCount
    let read = Parallel.map(SourceTexts.read(found.files, jobs: jobs).texts.map(\.bytes), jobs: jobs) { FileBodies($0) }
    let plan = InstrumentationPlan(read)
    let bodies = read.flatMap(\.sites).filter { plan.decision(for: $0) != nil }
    guard !bodies.isEmpty else {
      let message = found.files.isEmpty ? "no Swift files here" : "no SwiftUI views in \(found.files.count) Swift files"
      return checks + [
        Check(state: .note, subject: "sources", message: "\(message); name the app's folder: whyredraw doctor Sources")
      ]
    }
    checks.append(
      Check(state: .ok, subject: "sources", message: "\(bodies.count) bodies in \(found.files.count) Swift files"))
    let broken = read.count { $0.problem != nil }
    if broken > 0 {
      checks.append(
        Check(
          state: .note, subject: "sources",
          message: "\(broken) files do not parse; 'whyredraw instrument --dry-run' names them"))
    }
    let logging = bodies.count(where: \.logs)
    checks.append(
      logging == 0
        ? Check(
          // Who cannot record here has recordings from elsewhere.
          state: TraceBundleExport.find("xcrun") == nil ? .note : .missing, subject: "logging",
          message:
            "no view logs its changes, so further recordings need Instruments; or run: whyredraw instrument "
            + paths.joined(separator: " "))
        : Check(state: .ok, subject: "logging", message: "\(logging) of \(bodies.count) bodies log their changes"))
    return checks
  }
}
