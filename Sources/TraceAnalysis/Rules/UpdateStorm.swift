internal import TraceImport
internal import Vocabulary

/// One cause that updates a view at the rate of the display, or near it.
enum UpdateStorm: TraceRule {
  static let id = "update_storm"
  static let fix = Fix.writeOnThreshold
  static let summary = "one cause updates a view at the rate of the display"
  static let rationale =
    "A value that changes with every frame, such as a scroll offset, makes everything that reads it do so, too."

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    summary.parts.flatMap { part in
      part.storms.map { view, cause, storm in
        let who = cause == .viewValue ? "new values from its parent ('@self')" : "'\(cause.displayName)'"
        return TraceFinding(
          rule: Self.self, severity: .warning, grade: .likely, view: view, scenario: part.scenario, cause: cause.text,
          title: cause == .viewValue
            ? "Pass '\(view)' new values only when it shows them"
            : "Change '\(cause.displayName)' of '\(view)' only when what is shown changes",
          message:
            "'\(view)' was updated up to \(grouped(storm.peakPerSecond)) times a second, for "
            + "\(counted(storm.longestSeconds, "second")) on end, because of \(who): write the state only when what is "
            + "shown changes",
          updates: storm.updates,
          steps: [
            "find what writes \(who): a scroll offset, a geometry or preference change, a timer, a drag",
            "keep the raw value out of view state, and write only when a threshold is crossed or a derived value changes",
            "if it really must be shown all the time, read it in the smallest view that shows it",
          ])
      }
    }
  }
}
