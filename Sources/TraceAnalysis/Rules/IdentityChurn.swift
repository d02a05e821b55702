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
    let recreated = summary.views { $0.recreated }
    let leaders = LostIdentities(recreated).leaders
    let shared = Dictionary(grouping: zip(recreated, leaders).filter { $0.id != $1 }, by: \.1)
    return zip(recreated, leaders).map { view, leader in
      let along = shared[view.id, default: []].map(\.0)
      return finding(of: view, leader: leader == view.id && along.isEmpty ? nil : leader, along: along)
    }
  }

  /// - Parameters:
  ///   - leader: The view whose identity changes; `nil` where this one is thrown away alone.
  ///   - along: Those that are thrown away with it.
  private static func finding(
    of view: RedrawSummary.View, leader: RedrawSummary.ViewID?, along: [RedrawSummary.View]
  ) -> TraceFinding {
    let name = view.id.name
    let changed = leader?.name ?? name
    let parent = view.triggers.first?.view
    let after = parent.map { " in evaluations of '\($0)'" } ?? ""
    let reason =
      changed == name
      ? "\(after): its identity changes, so its state is lost and its whole subtree is rebuilt; give it an identity that stays"
      : " along with '\(changed)': where that keeps its identity, so does this, as far as the trace tells"
    var related =
      parent.map { [TraceFinding.Related(view: $0, message: "its evaluation comes before each rebuild")] } ?? []
    related += along.prefix(mostTold).map {
      TraceFinding.Related(
        view: $0.id.name, message: "is thrown away and built anew along with it, \(counted($0.recreated, "time"))")
    }
    var finding = TraceFinding(
      rule: Self.self, severity: view.recreated >= leastForWarning ? .warning : .note, grade: .likely,
      view: name, scenario: view.id.scenario,
      title: "Keep the identity of '\(changed)'",
      message: "'\(name)' was thrown away and built anew \(counted(view.recreated, "time"))\(reason)",
      updates: view.recreated, unit: .recreations,
      steps: [
        "look for '.id(…)' with a value that changes, ids made in 'var id: UUID { UUID() }', 'ForEach(…, id: \\.self)' "
          + "over values that are edited, and 'if'/'else' branches that build the same view twice",
        "use an identifier that belongs to the element and is stored with it",
        "record again: '\(changed)' should show '@identity' only when it first appears",
      ],
      related: related)
    finding.leader = leader?.name
    return finding
  }

  /// Views thrown away along with another that are named.
  private static let mostTold = 10
}

/// Which of the views that are thrown away lose their identity themselves, and which only along with another.
private struct LostIdentities {
  private typealias ViewID = RedrawSummary.ViewID

  /// Of each view the one whose identity changes; itself, where nothing says otherwise.
  let leaders: [RedrawSummary.ViewID]

  init(_ recreated: [RedrawSummary.View]) {
    // Names as triggers have them. Of two modules' views with one name nobody knows which is meant.
    let byName = Dictionary(recreated.map { (Place($0.id), [$0]) }, uniquingKeysWith: +).compactMapValues {
      $0.count == 1 ? $0[0] : nil
    }
    func maker(of view: RedrawSummary.View) -> RedrawSummary.View? {
      guard let trigger = view.triggers.first, trigger.view != view.id.name,
        let maker = byName[Place(name: trigger.view, scenario: view.id.scenario)], maker.initial > 0
      else { return nil }
      // As many as the maker's own rebuilds account for, and one that the screen made.
      let along = Double(trigger.evaluations) * Double(maker.recreated) / Double(maker.initial)
      return Double(view.recreated) <= along + 1 ? maker : nil
    }
    /// Views that the same evaluations of one view throw away as often as each other: one branch or one id.
    struct Sibling: Hashable {
      var maker: Place
      var recreated: Int
    }
    var siblings: [Sibling: ViewID] = [:]
    leaders = recreated.map { view in
      var top = view
      var seen: Set<ViewID> = [view.id]
      while let next = maker(of: top), seen.insert(next.id).inserted { top = next }
      guard let trigger = top.triggers.first else { return top.id }
      let sibling = Sibling(
        maker: Place(name: trigger.view, scenario: top.id.scenario), recreated: top.recreated)
      if let first = siblings[sibling] { return first }
      siblings[sibling] = top.id
      return top.id
    }
  }

  private struct Place: Hashable {
    var name: String
    var scenario: String?

    init(name: String, scenario: String?) {
      (self.name, self.scenario) = (name, scenario)
    }

    init(_ view: ViewID) { self.init(name: view.name, scenario: view.scenario) }
  }
}
