internal import Vocabulary

/// Views that are thrown away and built anew although nothing new appeared.
enum IdentityChurn: TraceRule {
  static let id = "identity_churn"
  static let fix = Fix.stabiliseIdentity
  static let summary = "views are thrown away and made anew"
  static let rationale =
    "A view whose identity changes loses its state and everything below it is built again: the dearest kind of update."
  /// From here on it is worth a warning; below, it may be a screen that comes and goes.
  static let leastForWarning = 10

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    summary.views { $0.recreated }.map { view in
      let parent = view.triggers.first?.view
      let after = parent.map { " in evaluations of '\($0)'" } ?? ""
      return TraceFinding(
        rule: Self.self, severity: view.recreated >= leastForWarning ? .warning : .note, grade: .likely,
        view: view.id.name, scenario: view.id.scenario,
        title: "Keep the identity of '\(view.id.name)'",
        message:
          "'\(view.id.name)' was thrown away and built anew \(counted(view.recreated, "time"))\(after): its identity "
          + "changes, so its state is lost and its whole subtree is rebuilt; give it an identity that stays",
        updates: view.recreated, unit: .recreations,
        steps: [
          "look for '.id(…)' with a value that changes, ids made in 'var id: UUID { UUID() }', 'ForEach(…, id: \\.self)' "
            + "over values that are edited, and 'if'/'else' branches that build the same view twice",
          "use an identifier that belongs to the element and is stored with it",
          "record again: '\(view.id.name)' should show '@identity' only when it first appears",
        ],
        related: parent.map { [TraceFinding.Related(view: $0, message: "its evaluation comes before each rebuild")] }
          ?? [])
    }
  }
}
