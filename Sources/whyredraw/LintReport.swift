import Foundation
import Reporting
import SourceAnalysis
import SourceEditing
import TraceAnalysis

/// Turns findings of the source analysis into what reports show.
enum LintReport {
  static func reported(_ result: LintFinding, patches: Patches?) -> ReportedFinding {
    let finding = result.finding
    let patch = patches?.patch(for: finding) ?? Patches.Outcome()
    return ReportedFinding(
      rule: finding.rule, fix: finding.fix, severity: severity(result.severity), view: finding.view,
      location: location(finding.place), endLocation: finding.end.flatMap { $0 > finding.place ? location($0) : nil },
      message: finding.message, grade: .static,
      steps: finding.steps + patch.checked.map { "checked: \($0)" },
      related: finding.related.map { .init(view: $0.view, location: $0.place.map(location), message: $0.message) },
      patch: patch.diff, patchRefusal: patch.refusal, fingerprint: result.fingerprint)
  }

  static var ruleDescriptions: [FindingsContext.Rule] {
    allSourceRules.map {
      .init(id: $0.id, summary: $0.summary, rationale: $0.rationale, severity: severity($0.severity))
    }
  }

  static var traceRuleDescriptions: [FindingsContext.Rule] {
    TraceAnalysis.traceRuleDescriptions.map {
      .init(id: $0.id, summary: $0.summary, rationale: $0.rationale, severity: .warning)
    }
  }

  private static func severity(_ severity: SourceRule.Severity) -> ReportedFinding.Severity {
    switch severity {
    case .note: .note
    case .warning: .warning
    case .error: .error
    }
  }

  private static func location(_ place: SourcePlace) -> ReportedFinding.Location {
    .init(file: place.file, line: place.line, column: place.column)
  }
}
