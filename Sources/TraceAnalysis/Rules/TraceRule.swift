package import Vocabulary

/// What the trace alone shows to be wrong with a view.
package struct TraceFinding: Hashable, Sendable {
  package var rule: String
  package var fix: Fix
  package var severity: Severity
  /// `likely`: the trace shows the signature; `possible`: it shows something that may have a good reason.
  package var grade: Grade
  /// `nil` when it concerns no single view.
  package var view: String?
  package var scenario: String?
  /// The cause it is about, which tells findings of one rule in one view apart.
  package var cause: String?
  /// What is to be done with what, in a few words.
  package var title: String
  package var message: String
  /// The evaluations it is about.
  package var updates: Int
  /// What of them is counted.
  package var unit: MeasuredUnit
  package var steps: [String]
  /// Other views that take part, with what they do.
  package var related: [Related]
  /// The view of the finding of this rule that speaks for all that one change resolves, itself included; `nil` for one by itself.
  package var leader: String?
  /// The steps of a loop; empty for what is none.
  package var stepsOfLoop: [RedrawSummary.RootMember] = []

  package struct Related: Hashable, Sendable {
    package var view: String
    package var message: String
  }

  init(
    rule: any TraceRule.Type, severity: Severity, grade: Grade, view: String?, scenario: String?, cause: String? = nil,
    title: String, message: String, updates: Int, unit: MeasuredUnit = .updates, steps: [String],
    related: [Related] = [], fix: Fix? = nil
  ) {
    self.rule = rule.id
    self.fix = fix ?? rule.fix
    self.severity = severity
    self.grade = grade
    self.view = view
    self.scenario = scenario
    self.cause = cause
    self.title = title
    self.message = message + (scenario.map { " (in '\($0)')" } ?? "")
    self.updates = updates
    self.unit = unit
    self.steps = steps
    self.related = related
  }
}

/// A check of what a trace shows, without sources; its numbers are counts, its explanation is inferred.
protocol TraceRule: Sendable {
  static var id: String { get }
  static var fix: Fix { get }
  /// What it finds, as a phrase.
  static var summary: String { get }
  /// Why that matters, in a sentence.
  static var rationale: String { get }
  /// Whether logging the views it names, and those that make them, would tell what causes the updates.
  static var asksForViews: Bool { get }
  static func findings(in summary: RedrawSummary) -> [TraceFinding]
}

extension TraceRule {
  static var asksForViews: Bool { false }
}

/// All of them; a new one is one new file and one line here. The order does not matter, findings are ranked.
private let allTraceRules: [any TraceRule.Type] = [
  IdentityChurn.self,
  UpdateStorm.self,
  UpdateLoop.self,
  Cascade.self,
  SelfOnlyUpdates.self,
  EnvironmentStorm.self,
  PublishDuringUpdate.self,
  SlowBody.self,
]

/// What a rule is about, for formats that describe the rules they mention.
package struct TraceRuleDescription: Hashable, Sendable {
  package var id: String
  package var summary: String
  package var rationale: String
  /// Whether logging the views it names would tell more.
  package var asksForViews: Bool
}

/// Of every rule of traces.
package let traceRuleDescriptions: [TraceRuleDescription] = allTraceRules.map {
  TraceRuleDescription(
    id: $0.id, summary: $0.summary, rationale: $0.rationale, asksForViews: $0.asksForViews)
}

extension TraceFinding {
  /// Whether it is about views that are thrown away and built anew.
  package var isChurn: Bool { rule == IdentityChurn.id }

  /// Whether it says that updates lead back to themselves.
  package var isLoop: Bool { rule == UpdateLoop.id }
}

extension RedrawSummary {
  /// A rule finds no more than about this many: input with no end of views would need a report larger than itself.
  static let mostFindings = 1000

  /// The views with the highest positive measure, `mostFindings` of them, in the order of `views`.
  func views(_ measure: (View) -> Int) -> [View] {
    let found = views.filter { measure($0) > 0 }
    guard found.count > Self.mostFindings else { return found }
    let least = found.map(measure).sorted(by: >)[Self.mostFindings - 1]
    return found.filter { measure($0) >= least }
  }

  /// What the trace alone shows, the most evaluations first; ties by rule and view.
  package var traceFindings: [TraceFinding] {
    allTraceRules.flatMap { $0.findings(in: self) }.sorted { left, right in
      (right.updates, left.rule, left.view ?? "", left.cause ?? "", left.scenario ?? "")
        < (left.updates, right.rule, right.view ?? "", right.cause ?? "", right.scenario ?? "")
    }
  }
}

/// "1 time", "3 times".
func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
  number == 1 ? "1 \(singular)" : "\(grouped(number)) \(plural ?? singular + "s")"
}

/// "0.4 s", "12 s" of a duration in nanoseconds.
func seconds(_ nanoseconds: Int64) -> String {
  let tenths = (nanoseconds + 50_000_000) / 100_000_000
  return tenths < 100 ? "\(tenths / 10).\(tenths % 10) s" : "\((tenths + 5) / 10) s"
}
