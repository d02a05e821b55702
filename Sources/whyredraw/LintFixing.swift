import Foundation
import SourceAnalysis
import SourceEditing

/// `--fix`.
struct LintFixing {
  var findings: [LintFinding]
  var texts: [String: Data]
  var isDryRun: Bool

  func run() throws -> Int32 { 0 }
}
