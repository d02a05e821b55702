import SwiftUIModel

/// Whether what goes on by itself goes on while a view is shown.
extension ChangeRates {
  /// Whether all who start a clock of a model are views of other screens, as far as the sources show: it may well end with them.
  ///
  /// `Player.start()` has the timer, and the page of the player calls it when it appears: a view of another page that holds the same
  /// object may never be there while it ticks.
  func mayRunElsewhere(_ grounds: Grounds, than finding: Finding) -> Bool {
    guard isWhole, case .recurring(let recurrence) = grounds, recurrence.goesOnByItself, let name = finding.view,
      let file = finding.file,
      let id = graph.index.resolve(name, near: file),
      let model = recurrence.code.ancestors.first(where: { $0.kind == .type }).flatMap(graph.index.type(declaredBy:)),
      graph.evaluation(of: model.id) == nil,
      // Who asks to be told starts nothing.
      graph.repeatedMethods.repetition(telling: recurrence.code) == nil,
      let starting = starting(recurrence.code, in: model)
    else { return false }
    var starters: Set<TypeID> = []
    for file in graph.index.files where !file.tree.ids(of: starting).isEmpty {
      for call in file.root.descendants(.call) where starting.contains(call.calledName) && call.callee?.kind == .member
      {
        guard let around = call.ancestors.first(where: { $0.kind == .type }).flatMap(graph.index.type(declaredBy:)),
          around.id != model.id
        else { continue }
        // What another object starts goes on for as long as that wishes.
        if graph.evaluation(of: around.id) == nil { return false }
        starters.insert(around.id)
      }
    }
    return !starters.isEmpty && starters.isDisjoint(with: beside(graph.index[id])())
      && starters.isDisjoint(with: presenters(of: id))
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

  /// The names of the methods of a model that come to a piece of its code; `nil` where its initialiser or an observer of a property
  /// does, or nobody knows.
  private func starting(_ code: Code, in model: TypeInfo) -> Set<String>? {
    var names: Set<String> = []
    var pending = [code]
    while let next = pending.popLast() {
      guard
        let function = next.ancestors.first(where: { [.function, .initializer, .accessor].contains($0.kind) }),
        function.kind == .function
      else { return nil }
      if !names.insert(function.name).inserted { continue }
      pending += graph.mentions(of: function.name, in: model).filter { !function.contains($0) }
    }
    return names
  }
}
