import Foundation
import SourceAnalysis
import SourceEditing

/// `--fix`: applies the safe patches, or prints them.
struct LintFixing {
  var findings: [LintFinding]
  var patches: Patches
  var isDryRun: Bool

  /// The exit code.
  func run() throws -> Int32 {
    let findings = findings
    let patches = patches
    let outcomes = Parallel.map(findings) { patches.patch(for: $0.finding) }
    var edits: [String: [Edit]] = [:]
    var applied = 0
    var waiting = 0
    for (finding, outcome) in zip(findings, outcomes) where !outcome.edits.isEmpty {
      let path = finding.finding.code.file.path
      // What would touch the same place is left for the next run.
      let existing = edits[path] ?? []
      if outcome.edits.allSatisfy(existing.contains) {
        // Two findings with one remedy, such as a conformance.
        applied += 1
      } else if existing.contains(where: { existing in outcome.edits.contains { $0.conflicts(with: existing) } }) {
        waiting += 1
      } else {
        edits[path, default: []] += outcome.edits
        applied += 1
      }
    }
    var code: Int32 = 0
    for (path, edits) in edits.sorted(by: { $0.key < $1.key }) {
      guard let data = patches.texts[path], let bytes = Edit.apply(edits, to: Array(data)) else { continue }
      if isDryRun {
        try writeReport(
          UnifiedDiff.between(String(decoding: data, as: UTF8.self), String(decoding: bytes, as: UTF8.self), path: path)
        )
      } else if let problem = write(bytes, to: path, readAs: data) {
        tell("\(path): \(problem)")
        code = 73
      }
    }
    let later = waiting == 0 ? "" : "; \(waiting) more touch the same places, run again"
    tell(
      "\(isDryRun ? "would fix" : "fixed") \(applied) of \(findings.count) findings in \(edits.count) files\(later)")
    return code
  }

  /// Never writes over something that changed since it was read, or that a merge left unfinished.
  private func write(_ bytes: [UInt8], to path: String, readAs data: Data) -> String? {
    guard FileManager.default.contents(atPath: path) == data else { return "changed since it was read, left alone" }
    let text = String(decoding: data, as: UTF8.self)
    if text.contains("\n<<<<<<< ") || text.hasPrefix("<<<<<<< ") { return "holds merge conflicts, left alone" }
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
      if let permissions = attributes[.posixPermissions] {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      }
      return nil
    } catch {
      return "cannot be written: \(error.localizedDescription)"
    }
  }
}
