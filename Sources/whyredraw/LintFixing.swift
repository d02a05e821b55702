import ArgumentParser
import Foundation
import SourceAnalysis
import SourceEditing

/// `--fix`: applies the safe patches, or prints them.
struct LintFixing {
  var findings: [LintFinding]
  var patches: Patches
  var isDryRun: Bool

  /// What was done with the findings of one file.
  private struct FileEdits {
    var edits: [Edit] = []
    var findings = 0
  }

  /// What the patches make of the files.
  struct Changes {
    var files: [FileSwap.Change] = []
    /// Findings by file that its change resolves.
    var fixed: [String: Int] = [:]
    /// Findings that wait for the next run, because they touch the same places.
    var waiting = 0
  }

  /// The exit code.
  func run() throws -> ExitCode {
    let changes = changes()
    var code = ExitCode.success
    var fixed = (findings: 0, files: 0)
    for change in changes.files {
      do {
        if isDryRun { try writeReport(change.diff) } else { try Self.write(change) }
        fixed.findings += changes.fixed[change.path] ?? 0
        fixed.files += 1
      } catch let problem as FileSwap.Problem {
        tell("error: \(change.path): \(problem.message)")
        code = .cannotCreate
      }
    }
    let later = changes.waiting == 0 ? "" : "; \(changes.waiting) more touch the same places, run again"
    tell(
      "\(isDryRun ? "would fix" : "fixed") \(fixed.findings) of \(findings.count) findings in \(fixed.files) files\(later)"
    )
    return code
  }

  func changes() -> Changes {
    let (files, waiting) = collected()
    var changes = Changes(waiting: waiting)
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      guard let data = patches.texts[path], let bytes = Edit.apply(file.edits, to: Array(data)) else { continue }
      changes.files.append(FileSwap.Change(path: path, old: Array(data), new: bytes))
      changes.fixed[path] = file.findings
    }
    return changes
  }

  /// The edits of each file, and how many findings wait for the next run because they touch the same places.
  private func collected() -> (files: [String: FileEdits], waiting: Int) {
    let patches = patches
    let outcomes = Parallel.map(findings) { patches.patch(for: $0.finding) }
    var files: [String: FileEdits] = [:]
    var waiting = 0
    for (finding, outcome) in zip(findings, outcomes) where !outcome.edits.isEmpty {
      var file = files[finding.finding.code.file.path] ?? FileEdits()
      if !outcome.edits.allSatisfy(file.edits.contains) {
        if file.edits.contains(where: { known in outcome.edits.contains { $0.conflicts(with: known) } }) {
          waiting += 1
          continue
        }
        file.edits += outcome.edits
      }
      // Two findings with one remedy, such as a conformance, are both fixed by it.
      file.findings += 1
      files[finding.finding.code.file.path] = file
    }
    return (files, waiting)
  }

  /// Never writes over something that changed since it was read, or that a merge left unfinished.
  static func write(_ change: FileSwap.Change) throws {
    let text = String(decoding: change.old, as: UTF8.self)
    if text.contains("\n<<<<<<< ") || text.hasPrefix("<<<<<<< ") {
      throw FileSwap.Problem(message: "holds merge conflicts, left alone")
    }
    try FileSwap.replace(change)
  }
}
