internal import TraceImport
internal import Vocabulary

/// One change that makes many views evaluate their bodies.
enum Cascade: TraceRule {
  static let id = "cascade"
  static let fix = Fix.narrowStateScope
  static let asksForViews = true
  static let summary = "one change makes many views evaluate their bodies"
  static let rationale =
    "State that is owned high up, or passed down as a whole, makes everything below it pay for each of its changes."
  /// Evaluations per change from which on it is large.
  static let leastPerChange = 8
  /// A single large update is what opening a screen looks like.
  static let leastChanges = 2

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    let findings = summary.rootCauses.lazy.compactMap { root -> TraceFinding? in
      guard root.cause != .viewValue, root.cause != .identity, root.changes >= leastChanges,
        root.blastRadius >= root.changes * leastPerChange
      else { return nil }
      let most = root.affected.prefix(3).map { "\($0.view) \(grouped($0.evaluations))" }.joined(separator: ", ")
      return TraceFinding(
        rule: Self.self, severity: .warning, grade: .possible, view: root.view, scenario: root.scenario,
        cause: root.cause.text,
        title: "Move '\(root.cause.displayName)' out of '\(root.view)' into the views that need it",
        message:
          "'\(root.cause.displayName)' of '\(root.view)' changed \(counted(root.changes, "time")) and led to "
          + "\(grouped(root.blastRadius)) evaluations, about \(grouped(root.blastRadius / root.changes)) each time (\(most)): move the state "
          + "to the views that need it",
        updates: root.blastRadius, unit: .evaluations,
        steps: [
          "check which of these views read '\(root.cause.displayName)' at all",
          "let the smallest view that needs it own it, or pass only the derived value that each child shows",
          "make the arguments of the others comparable, so that SwiftUI can see that nothing changed for them",
        ],
        related: root.affected.prefix(5).map {
          TraceFinding.Related(view: $0.view, message: "evaluated \(counted($0.evaluations, "time")) because of it")
        })
    }
    return Array(findings.prefix(RedrawSummary.mostFindings))
  }
}
