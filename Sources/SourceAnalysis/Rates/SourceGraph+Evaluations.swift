import SwiftUIModel

/// What shows that something happens at all after a view has appeared.
extension SourceGraph {
  /// That a parent of a view is evaluated again, which makes the value of the view anew.
  func grounds(forRemakingOf view: TypeInfo) -> Grounds? {
    for (parent, child) in parents[view.id] ?? [] where !child.code.isInPreview {
      if let found = grounds(forEvaluating: index[parent]) { return found }
    }
    return nil
  }

  /// That a view is evaluated again: by what it depends on and what changes.
  func grounds(forEvaluating view: TypeInfo) -> Grounds? {
    guard let evaluation = evaluation(of: view.id),
      let first = changingProperties(of: view, evaluation).first(where: { mayChange($0.property, in: view) })?.property
    else { return nil }
    return .madeAgain(view: view.name, when: first.name, first.place)
  }

  /// Whether an app or a scene shows a view, itself or through others: not only previews, or nobody.
  func isShownByApp(_ view: TypeInfo) -> Bool {
    var seen: Set<TypeID> = []
    var pending = [view.id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      if index.conforms(index[next], toAnyOf: Protocols.scenes) { return true }
      pending += (parents[next] ?? []).filter { !$0.child.code.isInPreview }.map(\.parent)
    }
    return false
  }

  /// Whether an object announces anything; of other properties it is known already.
  private func mayChange(_ property: Property, in view: TypeInfo) -> Bool {
    property.isObservedObject ? !neverPublishes(property, in: view) : true
  }

  /// Where a stored member of a model is assigned after its initialiser.
  func assignment(to member: String, of model: TypeInfo) -> SourcePlace? {
    memberWrites.value[model.id].first { $0.member == member }?.code.start
  }
}
