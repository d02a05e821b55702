import ArgumentParser
import Platform
import Reporting
import SourceAnalysis
import SourceEditing
import Vocabulary

/// `--fix`: applies patches that were verified, or prints them.
struct LintFixing {
  var result: Fixer.Result
  /// As they were read, by path.
  var texts: [String: Data]
  var isDryRun: Bool

  /// What the patches make of the files.
  var changes: [FileSwap.Change] {
    result.texts.sorted { $0.key < $1.key }.compactMap { path, new in
      texts[path].map { FileSwap.Change(path: path, old: Array($0), new: Array(new)) }
    }
  }

  /// Writes the files, or prints the patches.
  ///
  /// - Returns: The exit code, and the paths of the files that are fixed now, or would be.
  func run(printing print: (String) throws -> Void) throws -> (code: ExitCode, fixed: [String]) {
    var code = ExitCode.success
    var fixed: [String] = []
    for change in changes {
      do {
        if isDryRun { try print(change.diff) } else { try Self.write(change) }
        fixed.append(change.path)
      } catch let problem as FileSwap.Problem {
        whyredraw.tell("error: \(change.path): \(problem.message)")
        code = .cannotCreate
      }
    }
    return (code, fixed)
  }

  /// Says what became of the findings that 'lint' prints.
  ///
  /// - Parameters:
  ///   - files: Those that are fixed; what could not be written does not count.
  ///   - left: What it finds now; `nil` where nothing was changed.
  func tell(found: [ReportedFinding], in files: [String], left: [ReportedFinding]?) {
    let fixed = files.reduce(0) { $0 + result.fixed[$1, default: 0] }
    let now = left.map { "; \(Wording.number($0.count)) \($0.count == 1 ? "is" : "are") left" } ?? ""
    whyredraw.tell(
      "\(isDryRun ? "would fix" : "fixed") \(fixed) of \(Wording.count(found.count, "finding")) in "
        + "\(Wording.count(files.count, "file"))\(now)"
    )
    if let left { tellFixed(found: found, in: files, left: left) }
    for finding in result.rejected.map(\.finding) {
      whyredraw.tell(
        "\(finding.place.file):\(finding.place.line): the edit for '\(finding.rule)' did not pass its checks, left alone"
      )
    }
    tellWarnings(found: found, left: left)
    if result.suggested > 0 {
      let (subject, object) =
        result.suggested == 1
        ? ("1 more patch is a suggestion", "it") : ("\(result.suggested) more patches are suggestions", "them")
      whyredraw.tell(
        "\(subject), which may change what the app does or shows: '--suggested' applies \(object), with '--dry-run' to read first"
      )
    }
  }

  /// As many are named; 'git diff' has all of them.
  private static let mostNamed = 20

  /// What was changed, and where that stood before, a line each: what a tool does to an app is to be seen.
  private func tellFixed(found: [ReportedFinding], in files: [String], left: [ReportedFinding]) {
    let remaining = Set(left.map(\.fingerprint))
    let fixed = found.filter { finding in
      !remaining.contains(finding.fingerprint) && finding.location.map { files.contains($0.file) } == true
    }
    for finding in fixed.prefix(Self.mostNamed) {
      guard let place = finding.location else { continue }
      whyredraw.tell("\(place.file):\(place.line):\(place.column): fixed: \(finding.title) [\(finding.rule)]")
    }
    let rest = fixed.count - Self.mostNamed
    if rest > 0 { whyredraw.tell("… and \(Wording.number(rest)) more") }
  }

  /// What became of those that are no notes: those are what people look for in the sum.
  private func tellWarnings(found: [ReportedFinding], left: [ReportedFinding]?) {
    let number = { (findings: [ReportedFinding]) in findings.count { $0.severity > .note } }
    let before = number(found)
    let left = left.map(number) ?? max(0, before - (result.warnings.found - result.warnings.left))
    if left == 0 { return }
    let patched = result.suggestedWarnings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let suggested = patched.reduce(0) { $0 + $1.value }
    let rules =
      patched.prefix(3).map { "\($0.key) \($0.value)" }.joined(separator: ", ") + (patched.count > 3 ? ", …" : "")
    let some = suggested == 0 ? "" : "\(suggested) with a suggested patch (\(rules)), "
    whyredraw.tell(
      "of \(Wording.count(before, "warning")) that 'lint' prints \(Wording.number(left)) "
        + "\(left == 1 ? "is" : "are") left: \(some)\(Wording.number(max(0, left - suggested))) without one, and "
        + "'--format json' says why")
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
