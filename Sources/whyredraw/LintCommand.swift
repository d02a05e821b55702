import ArgumentParser
import Foundation
import Reporting
import SourceAnalysis
import SourceEditing

/// `whyredraw lint PATH…`: source analysis alone.
struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Find in the sources why views are evaluated too often; no trace is needed.",
    discussion: """
      Every rule is explained by 'whyredraw rules ID'. Findings can be silenced in the source, with a reason: \
      '// whyredraw:disable:next rule_id - why'.
      """)

  @Argument(help: "Swift files, or folders that hold them.") var paths: [String] = []

  @Option(
    help: "How to print: \(FindingsRenderer.allCases.map(\.rawValue).joined(separator: ", ")).") var format:
    FindingsRenderer = .terminal
  @Option(help: ArgumentHelp("Write to a file instead, as '[FORMAT=]FILE'; may be repeated.", valueName: "[id=]file"))
  var output: [String] = []
  @Option(help: "The configuration file; by default .whyredraw.yml, searched upwards.") var config: String?
  @Option(help: "Only these rules; may be repeated.") var rule: [String] = []
  @Option(help: "Exit with 1 when a finding is at least this severe: note, warning, error.") var failOn: FailLevel?
  @Option(help: "A file of known findings, which are not reported.") var findingBaseline: String?
  @Option(help: "Write the findings to this file as known ones.") var writeFindingBaseline: String?
  @Flag(help: "Apply the patches that are safe.") var fix = false
  @Flag(help: "With --fix: print the patches and change nothing.") var dryRun = false
  @Flag(help: "Read and write no facts cache.") var noCache = false
  @Flag(help: .hidden) var readEverything = false
  @Option(help: "Where the facts cache lies.") var cachePath: String?
  @Option(help: "How many threads to use.") var jobs: Int?
  @Option(help: "Colours: auto, always, never.") var color: ColorMode = .auto
  @Flag(name: .shortAndLong, help: "Print findings only.") var quiet = false
  @Flag(name: .shortAndLong, help: "Print what was read and how.") var verbose = false

  enum ColorMode: String, ExpressibleByArgument, CaseIterable { case auto, always, never }
  enum FailLevel: String, ExpressibleByArgument, CaseIterable {
    case note, warning, error
    var severity: ReportedFinding.Severity { ReportedFinding.Severity(rawValue: rawValue) ?? .error }
  }

  func validate() throws {
    if dryRun && !fix { throw ValidationError("--dry-run belongs to --fix") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs needs a number from 1") }
    let known = Set(allSourceRules.map(\.id))
    for id in rule where !known.contains(id) {
      throw ValidationError("'\(id)' is no rule\(nearest(id, in: known)); 'whyredraw rules' lists them")
    }
  }

  func run() throws {
    let targets = try output.map(FindingsTarget.init(parsing:))
    for file in targets.map(\.path) + [writeFindingBaseline].compactMap({ $0 }) { try OutputFile.check(file) }
    let paths = paths.isEmpty ? ["."] : paths
    let configurationFile: ConfigurationFile
    do {
      configurationFile = try ConfigurationFile.load(explicit: config)
    } catch {
      tell("\(error)")
      throw ExitCode(78)
    }
    var configuration = configurationFile.lint
    configuration.only = Set(rule)
    let scan = SourceScan(excluded: configurationFile.excluded)
    let found = scan.files(at: paths)
    for path in found.missing { tell("\(path): no such file or folder") }
    var reading = SourceReading(jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
    reading.readsEverything = readEverything
    let scope = FileManager.default.currentDirectoryPath + "\u{1F}" + paths.joined(separator: "\u{1F}")
    reading.cache = noCache ? nil : FactsCache(path: cachePath, scope: scope)
    let loaded = reading.load(found.files)
    if fix {
      let run = run(reading, loaded, configuration)
      report(run.read.messages, found.files.count, run.read.files.count, run.read.skipped, run.read.cached, run.views)
      let code = try LintFixing(findings: run.results, patches: run.patches, isDryRun: dryRun).run()
      if code != 0 { throw ExitCode(code) }
      return
    }
    // Only JSON shows patches, and making them parses each patched file again.
    let showsPatches = targets.isEmpty ? format == .json : targets.contains { ($0.format ?? format) == .json }
    let known = reading.cache.map {
      ResultCache($0, files: loaded, settings: "\(configuration.identity)\u{1F}\(showsPatches)\u{1F}\(readEverything)")
    }
    var findings: [ReportedFinding]
    let hasErrors: Bool
    if let entry = known?.load() {
      findings = entry.findings
      hasErrors = entry.hasErrors
      report(entry.messages, found.files.count, entry.read, entry.skipped, entry.read, entry.views)
    } else {
      let run = run(reading, loaded, configuration)
      let patches = showsPatches ? run.patches : nil
      findings = Parallel.map(run.results) { LintReport.reported($0, patches: patches) }
      hasErrors = run.read.hasErrors
      known?.store(
        .init(
          findings: findings, messages: run.read.messages, hasErrors: hasErrors, read: run.read.files.count,
          skipped: run.read.skipped, views: run.views))
      report(run.read.messages, found.files.count, run.read.files.count, run.read.skipped, run.read.cached, run.views)
    }
    if let file = writeFindingBaseline {
      try OutputFile.write(FindingBaseline(findings).text, to: file)
    }
    if let file = findingBaseline {
      do {
        findings = try FindingBaseline(contentsOf: file).new(in: findings)
      } catch {
        tell("\(error)")
        throw ExitCode(error.isMissing ? 66 : 65)
      }
    }
    try render(findings, to: targets, loaded)
    try exit(findings, missing: !found.missing.isEmpty, unreadable: hasErrors)
  }

  private struct Run {
    var read: SourceReading.Result
    var results: [LintFinding]
    var patches: Patches
    var views: Int
  }

  private func run(
    _ reading: SourceReading, _ loaded: [SourceReading.Loaded], _ configuration: LintConfiguration
  ) -> Run {
    let read = reading.read(loaded)
    let options = configuration.analysis
    let linked = Parallel.onLargeStack { SourceGraph(index: read.index, options: options) }
    return Run(
      read: read, results: Linter(configuration: configuration).run(linked),
      patches: Patches(texts: read.texts, graph: linked, unread: UnreadFiles(read.unread)), views: linked.views.count)
  }

  private func report(_ messages: [String], _ files: Int, _ read: Int, _ skipped: Int, _ cached: Int, _ views: Int) {
    if !quiet { for message in messages { tell(message) } }
    if verbose {
      tell("read \(read) of \(files) files (\(skipped) skipped, \(cached) from the cache); \(views) views")
    }
  }

  private func render(_ findings: [ReportedFinding], to targets: [FindingsTarget], _ loaded: [SourceReading.Loaded])
    throws
  {
    var context = FindingsContext(
      version: toolVersion, workingDirectory: FileManager.default.currentDirectoryPath,
      usesColor: color == .always
        || color == .auto && targets.isEmpty && isTerminal(1) && (environment("NO_COLOR") ?? "").isEmpty,
      rules: LintReport.ruleDescriptions)
    if format == .sarif || targets.contains(where: { $0.format == .sarif }) {
      context.utf16Columns = LintReport.utf16Columns(of: findings, in: loaded)
    }
    if targets.isEmpty { try writeReport(format.render(findings, context)) }
    for target in targets {
      try OutputFile.write((target.format ?? format).render(findings, context), to: target.path)
    }
  }

  private func exit(_ findings: [ReportedFinding], missing: Bool, unreadable: Bool) throws {
    if missing { throw ExitCode(66) }
    if unreadable { throw ExitCode(65) }
    if let level = failOn, findings.contains(where: { $0.severity >= level.severity }) { throw ExitCode(1) }
  }
}

/// One `--output [FORMAT=]FILE`.
struct FindingsTarget {
  var format: FindingsRenderer?
  var path: String

  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2, let format = FindingsRenderer(rawValue: parts[0]) {
      self.format = format
      path = parts[1]
    } else {
      path = text
    }
  }
}

extension FindingsRenderer: ExpressibleByArgument {}

/// `; did you mean 'x'?` for the closest of some words, or nothing.
func nearest(_ word: String, in words: some Collection<String>) -> String {
  let best = words.map { ($0, EditDistance.between(word, $0)) }.min { ($0.1, $0.0) < ($1.1, $1.0) }
  guard let best, best.1 <= max(3, word.count / 2) else { return "" }
  return "; did you mean '\(best.0)'?"
}

enum EditDistance {
  static func between(_ left: String, _ right: String) -> Int {
    let right = Array(right)
    var row = Array(0...right.count)
    for (index, character) in left.enumerated() {
      var previous = row[0]
      row[0] = index + 1
      for column in 0..<right.count {
        let cost = previous + (character == right[column] ? 0 : 1)
        previous = row[column + 1]
        row[column + 1] = min(cost, row[column] + 1, previous + 1)
      }
    }
    return row[right.count]
  }
}
