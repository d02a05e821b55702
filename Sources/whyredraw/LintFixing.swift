import ArgumentParser
import Platform
import Reporting
import SourceAnalysis
import SourceEditing

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

  /// The exit code.
  func run() throws -> ExitCode {
    var code = ExitCode.success
    var fixed = (findings: 0, files: 0)
    for change in changes {
      do {
        if isDryRun { try writeReport(change.diff) } else { try Self.write(change) }
        fixed.findings += result.fixed[change.path, default: 0]
        fixed.files += 1
      } catch let problem as FileSwap.Problem {
        tell("error: \(change.path): \(problem.message)")
        code = .cannotCreate
      }
    }
    tell(
      "\(isDryRun ? "would fix" : "fixed") \(fixed.findings) of \(result.found.count) findings in \(fixed.files) files"
    )
    for finding in result.rejected.map(\.finding) {
      tell(
        "\(finding.place.file):\(finding.place.line): the edit for '\(finding.rule)' did not pass its checks, left alone"
      )
    }
    tellWarnings()
    if result.suggested > 0 {
      let (subject, object) =
        result.suggested == 1
        ? ("1 more patch is a suggestion", "it") : ("\(result.suggested) more patches are suggestions", "them")
      tell(
        "\(subject), which may change what the app does or shows: '--suggested' applies \(object), with '--dry-run' to read first"
      )
    }
    return code
  }

  /// What became of the findings that `lint` prints, which are no notes: those are what people look for in the sum.
  private func tellWarnings() {
    let left = result.warnings.left
    if left == 0 { return }
    let patched = result.suggestedWarnings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let number = patched.reduce(0) { $0 + $1.value }
    let rules =
      patched.prefix(3).map { "\($0.key) \($0.value)" }.joined(separator: ", ") + (patched.count > 3 ? ", …" : "")
    let some = number == 0 ? "" : "\(number) with a suggested patch (\(rules)), "
    tell(
      "of \(Wording.count(result.warnings.found, "warning")) that 'lint' prints \(Wording.number(left)) "
        + "\(left == 1 ? "is" : "are") left: \(some)\(Wording.number(max(0, left - number))) without one, and "
        + "'--format json' says why as far as it is known")
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
