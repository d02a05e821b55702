import Platform
import Reporting
import SourceAnalysis
import SourceEditing
import TraceAnalysis
import Vocabulary

/// Turns findings of the source analysis into what reports show.
enum LintReport {
  static func reported(_ result: LintFinding, patches: Patches?) -> ReportedFinding {
    let finding = result.finding
    let patch = patches?.patch(for: finding) ?? Patches.Outcome()
    var reported = ReportedFinding(
      rule: finding.rule, fix: finding.fix.rawValue, title: finding.title, severity: result.severity,
      view: finding.view,
      location: location(finding.place), endLocation: finding.end.flatMap { $0 > finding.place ? location($0) : nil },
      message: finding.message, grade: .static,
      steps: finding.steps + patch.checked.map { "checked: \($0)" },
      related: finding.related.map { .init(view: $0.view, location: $0.place.map(location), message: $0.message) },
      patch: patch.diff, patchRefusal: patch.refusal, fingerprint: result.fingerprint)
    if patches != nil, patch.diff == nil, patch.refusal == nil {
      reported.patchRefusal = "what to write instead depends on more than the code around it"
    }
    if patch.diff != nil { reported.patchTier = patch.tier.rawValue }
    return reported
  }

  static var ruleDescriptions: [FindingsContext.Rule] {
    allSourceRules.map {
      .init(id: $0.id, summary: $0.summary, rationale: $0.rationale, severity: $0.severity)
    }
  }

  static var traceRuleDescriptions: [FindingsContext.Rule] {
    TraceAnalysis.traceRuleDescriptions.map {
      .init(id: $0.id, summary: $0.summary, rationale: $0.rationale, severity: .warning)
    }
  }

  /// The columns of all places in UTF-16 units.
  static func utf16Columns(
    of findings: [ReportedFinding], in loaded: [SourceReading.Loaded]
  ) -> [ReportedFinding.Location: Int] {
    let places = Set(
      findings.flatMap { [$0.location, $0.endLocation].compactMap { $0 } + $0.related.compactMap(\.location) })
    let byFile = Dictionary(grouping: places, by: \.file)
    var columns: [ReportedFinding.Location: Int] = [:]
    for file in loaded {
      guard let places = byFile[file.path], let data = file.data else { continue }
      let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for place in places where place.line >= 1 && place.line <= lines.count && place.column >= 1 {
        columns[place] = String(decoding: lines[place.line - 1].prefix(place.column - 1), as: UTF8.self).utf16.count + 1
      }
    }
    return columns
  }

  private static func location(_ place: SourcePlace) -> ReportedFinding.Location {
    .init(file: place.file, line: place.line, column: place.column)
  }
}
