import SwiftUIModel

/// Whether what goes on by itself goes on while a view is shown.
extension ChangeRates {
  /// Whether the sources show that what makes a finding matter happens while its view is on screen. Of what somebody types, drags or
  /// does they do: that is done there.
  ///
  /// `Player.start()` has the timer, and the page of the player calls it when it appears: a view of another page that holds the same
  /// object may never be there while it ticks.
  func isSeenToRun(_ grounds: Grounds, beside finding: Finding) -> Bool {
    guard isWhole, case .recurring(let recurrence) = grounds, recurrence.goesOnByItself else { return true }
    guard let name = finding.view, let file = finding.file, let id = graph.index.resolve(name, near: file) else {
      return false
    }
    // Who listens to another object starts nothing.
    if graph.repeatedMethods.repetition(telling: recurrence.code) != nil { return false }
    return ClockStarts(graph: graph).starts(recurrence.code, in: shown(with: graph.index[id]))
  }

  /// The views that are there while a view is on screen, or while one that holds a model is.
  private func shown(with type: TypeInfo) -> Set<TypeID> {
    let views = graph.evaluation(of: type.id) != nil ? [type] : graph.holders(of: type).map(\.view)
    return views.reduce(into: []) {
      $0.formUnion(beside($1)())
      $0.formUnion(presenters(of: $1.id))
    }
  }

  /// All that a view is built or presented by: they stay while it is shown.
  private func presenters(of view: TypeID) -> Set<TypeID> {
    var found: Set<TypeID> = []
    var pending = [view]
    while let next = pending.popLast() {
      for (parent, child) in graph.parents[next] ?? [] where !child.code.isInPreview && found.insert(parent).inserted {
        pending.append(parent)
      }
    }
    return found
  }
}
