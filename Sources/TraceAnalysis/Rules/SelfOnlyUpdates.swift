internal import Vocabulary

/// Views that are updated for no reason of their own: their parent keeps passing new values.
enum SelfOnlyUpdates: TraceRule {
  static let id = "self_only_updates"
  static let fix = Fix.makeArgumentsComparable
  static let asksForViews = true
  static let summary = "a view is updated only because its parent passes it a different value"
  static let rationale =
    "SwiftUI leaves out a view whose value is equal to the one before; closures that capture what changes, new objects and bindings made of closures differ."
  static let leastUpdates = 10
  static let leastForWarning = 50

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    let views = summary.views { view in
      view.selfOnlyUpdates >= leastUpdates && view.selfOnlyUpdates == view.updates ? view.updates : 0
    }
    return views.map { view in
      // What made its first appearances need not have made what came later.
      let parent = view.triggers.first.flatMap { 2 * $0.evaluations >= view.updates ? $0 : nil }
      let source =
        parent.map { "'\($0.view)' passes it" }
        ?? "rows without state print that when they scroll into view, or something not instrumented passes it"
      var steps = [
        "look at what \(parent.map { "'\($0.view)'" } ?? "its parent") passes to '\(view.id.name)': closures "
          + "that capture what changes, 'Binding(get:set:)', new objects, and arrays made anew of what is not Equatable differ",
        "pass the values it shows rather than the model they come from, or make the view Equatable",
      ]
      if parent == nil {
        steps.insert("log the view that builds it too ('let _ = Self._logChanges()'), to see what starts it", at: 0)
      }
      return TraceFinding(
        rule: Self.self, severity: view.selfOnlyUpdates >= leastForWarning ? .warning : .note, grade: .possible,
        view: view.id.name, scenario: view.id.scenario,
        title: "Pass '\(view.id.name)' values that compare equal",
        message:
          "all \(grouped(view.selfOnlyUpdates)) updates of '\(view.id.name)' come from '@self' alone: \(source) a value that "
          + "differs, or that SwiftUI cannot compare",
        updates: view.selfOnlyUpdates, steps: steps,
        related: parent.map {
          [
            TraceFinding.Related(
              view: $0.view, message: "its evaluation came before \(grouped($0.evaluations)) of them")
          ]
        } ?? [])
    }
  }
}
