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
    var changes: [RedrawSummary.RootMember: Int] = [:]
    for root in summary.rootCauses { changes[.init(view: root.view, cause: root.cause), default: 0] += root.changes }
    return summary.parts.flatMap { part in loops(part.cycles).map { finding($0, in: part, changes) } }
  }

  private typealias Loop = RedrawSummary.CycleCount

  /// The loops of a part, each once: turns that differ in their order, or in how often a view takes part, are of one loop.
  private static func loops(_ cycles: [Loop]) -> [Loop] {
    var order: [Key] = []
    var known: [Key: Loop] = [:]
    for cycle in cycles {
      guard let first = cycle.members.first else { continue }
      let isSame = cycle.mayBeOneChange
      if cycle.isOneChange { continue }
      // What may be one change is said once, whichever of those that observe it follow each other.
      let key = isSame ? Key.name(first.cause) : .steps(Set(cycle.members))
      guard let other = known[key] else {
        order.append(key)
        known[key] = cycle
        continue
      }
      known[key] = isSame ? (other.evaluations < cycle.evaluations ? cycle : other) : joined(other, cycle)
    }
    return order.compactMap { known[$0] }
  }

  private enum Key: Hashable {
    case steps(Set<RedrawSummary.RootMember>)
    case name(Cause)
  }

  private static func joined(_ first: Loop, _ second: Loop) -> Loop {
    var loop = second.turns * second.members.count > first.turns * first.members.count ? second : first
    loop.evaluations = first.evaluations + second.evaluations
    loop.wholeNanoseconds = [first, second].compactMap(\.wholeNanoseconds).reduce(nil) { ($0 ?? 0) + $1 }
    return loop
  }

  /// A turn that goes through the run loop takes at least this long; rows of one update follow each other faster.
  private static let shortestTurn: Int64 = 1_000_000

  /// - Parameter changes: How often each of the members changed in all.
  private static func finding(
    _ loop: Loop, in part: RedrawSummary.Part, _ changes: [RedrawSummary.RootMember: Int]
  ) -> TraceFinding {
    let members = fromProperty(loop.members, changes)
    let first = members[0]
    let names = members.map { "\($0.view) (\($0.cause.displayName))" }.joined(separator: " → ")
    let pace =
      loop.nanoseconds.map { nanoseconds in
        let perTurn = nanoseconds / Int64(max(1, loop.turns)) / 1_000
        return ", one turn every \(perTurn / 1_000).\(perTurn / 100 % 10) ms"
      } ?? ""
    let all =
      "\(counted(loop.evaluations, "evaluation")) in all"
      + (loop.wholeNanoseconds.map { " within \(seconds($0))" } ?? "")
    let doubts =
      (loop.nanoseconds == nil ? ["the log has no times, so it may also be a repeated action"] : [])
      + (loop.mayBeOneChange ? ["it may also be one change that all of them observe"] : [])
      + (loop.nanoseconds.map { $0 / Int64(max(1, loop.turns)) < shortestTurn } ?? false
        ? ["it may also be one update of many rows"] : [])
      + (members.contains { isModel($0.cause) } ? ["whatever writes the model may also do so as often"] : [])
    let doubt = doubts.isEmpty ? "" : " (\(doubts.joined(separator: "; ")))"
    let views = Set(members.map(\.view)).sorted()
    var finding = TraceFinding(
      rule: Self.self, severity: doubts.isEmpty ? .error : .note,
      grade: doubts.isEmpty ? .likely : .possible, view: first.view, scenario: part.scenario,
      cause: names,
      title: "Break the loop that begins with '\(first.cause.displayName)' of '\(first.view)'",
      message:
        "\(names) repeats \(grouped(loop.turns)) times without anything between\(pace)\(doubt), \(all): look for a write in "
        + "'onChange', 'onAppear' or a body that leads back to itself",
      updates: loop.evaluations, unit: .evaluations,
      steps: [
        "find the write that closes the circle: 'onChange', 'onAppear', 'onPreferenceChange', 'task' or a body of "
          + views.map { "'\($0)'" }.joined(separator: ", "),
        "write only when the value differs, or derive the second value instead of storing it",
      ],
      related: views.filter { $0 != first.view }.map {
        TraceFinding.Related(view: $0, message: "takes part in the circle")
      })
    finding.stepsOfLoop = members
    return finding
  }

  private static func isModel(_ cause: Cause) -> Bool {
    switch cause {
    case .keyPath, .dependencies: true
    default: false
    }
  }

  /// From the property that changes most: that a view is made anew is what follows, and no place to begin.
  private static func fromProperty(
    _ members: [RedrawSummary.RootMember], _ changes: [RedrawSummary.RootMember: Int]
  ) -> [RedrawSummary.RootMember] {
    let properties = members.indices.filter { if case .dynamicProperty = members[$0].cause { true } else { false } }
    let first = properties.max { left, right in
      (changes[members[left]] ?? 0, right) < (changes[members[right]] ?? 0, left)
    }
    return first.map { Array(members[$0...] + members[..<$0]) } ?? members
  }
}
