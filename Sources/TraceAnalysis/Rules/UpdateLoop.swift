internal import TraceImport
internal import Vocabulary

/// Root causes that lead back to themselves: an update that writes what makes the next update.
enum UpdateLoop: TraceRule {
  static let id = "update_loop"
  static let fix = Fix.breakUpdateLoop
  static let asksForViews = true
  static let summary = "changes that cause each other repeat without end"
  static let rationale =
    "A change that leads back to itself keeps the main thread busy even when nothing happens on the screen."

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    summary.parts.flatMap { part in
      part.cycles.compactMap { cycle -> TraceFinding? in
        guard let first = cycle.members.first else { return nil }
        // One change that several views observe evaluates one after the other, and nothing leads from one to the next. A key path
        // names what they observe; properties of the same name may hold the same object.
        let isSame = cycle.members.count > 1 && Set(cycle.members.map(\.cause)).count == 1
        if isSame, case .keyPath = first.cause { return nil }
        let names = cycle.members.map { "\($0.view) (\($0.cause.displayName))" }.joined(separator: " → ")
        let evaluations = cycle.turns * cycle.members.count
        let time =
          cycle.nanoseconds.map { nanoseconds in
            let perTurn = nanoseconds / Int64(max(1, cycle.turns)) / 1_000
            return " within \(seconds(nanoseconds)), one turn every \(perTurn / 1_000).\(perTurn / 100 % 10) ms"
          } ?? ""
        let doubts =
          (cycle.nanoseconds == nil ? ["the log has no times, so it may also be a repeated action"] : [])
          + (isSame ? ["it may also be one change that all of them observe"] : [])
        let doubt = doubts.isEmpty ? "" : " (\(doubts.joined(separator: "; ")))"
        return TraceFinding(
          rule: Self.self, severity: doubts.isEmpty ? .error : .note,
          grade: doubts.isEmpty ? .likely : .possible, view: first.view, scenario: part.scenario,
          cause: names,
          title: "Break the loop that begins with '\(first.cause.displayName)' of '\(first.view)'",
          message:
            "\(names) repeats \(grouped(cycle.turns)) times without anything between\(time)\(doubt): look for a write in "
            + "'onChange', 'onAppear' or a body that leads back to itself",
          updates: evaluations, unit: .evaluations,
          steps: [
            "find the write that closes the circle: 'onChange', 'onAppear', 'onPreferenceChange', 'task' or a body of "
              + Set(cycle.members.map(\.view)).sorted().map { "'\($0)'" }.joined(separator: ", "),
            "write only when the value differs, or derive the second value instead of storing it",
          ],
          related: Set(cycle.members.map(\.view)).subtracting([first.view]).sorted().map {
            TraceFinding.Related(view: $0, message: "takes part in the circle")
          })
      }
    }
  }
}
