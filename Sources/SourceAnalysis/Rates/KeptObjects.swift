import SwiftUIModel

/// What is lost with an object that is made anew: nothing, where no view shows anything of it that changes.
struct KeptObjects {
  let graph: SourceGraph

  /// Whether a view shows, itself or through those that it hands the object to, what the object may have become since it was made.
  ///
  /// Where the sources do not say what the object is, or who takes it, it may.
  func isShown(_ property: Property, in view: TypeInfo) -> Bool {
    var pending = [(property: property, view: view)]
    var seen: Set<Property> = []
    while let (property, view) = pending.popLast() {
      guard seen.insert(property).inserted else { continue }
      guard let evaluation = graph.evaluation(of: view.id), let model = graph.index.type(of: property, in: view) else {
        return true
      }
      for read in evaluation.reads(of: property.name) where read.phase.isEvaluation {
        if let member = read.path.first {
          if read.isProjection || graph.storedReads(of: member, in: model).contains(where: { changes($0, of: model) }) {
            return true
          }
          continue
        }
        for child in evaluation.children {
          guard let argument = child.arguments.first(where: { $0.value == read.code || $0.value.contains(read.code) })
          else { continue }
          guard let id = child.type, let name = argument.property, let taken = graph.index[id].property(name) else {
            return true
          }
          pending.append((taken, graph.index[id]))
        }
      }
    }
    return false
  }

  /// Whether a stored member is written after the object was made.
  private func changes(_ name: String, of model: TypeInfo) -> Bool {
    guard let member = model.property(name), !member.isLet else { return false }
    return graph.mentions(of: name, in: model).contains { $0.isWritten && $0.enclosingFunction?.kind != .initializer }
      || graph.writesOfOthers(to: model.id).contains { $0.member == name }
      || graph.holders(of: model).contains { holder in
        holder.evaluation.writes(of: holder.property.name).contains { $0.path.first == name }
          || holder.evaluation.reads(of: holder.property.name).contains { $0.isProjection && $0.path.first == name }
      }
  }
}

extension ChangeRates {
  /// Whether an object is lost that nobody would miss: no view shows what it becomes.
  func losesNothing(_ finding: Finding) -> Bool {
    guard isWhole, case .ownObject(let holder) = finding.change, let name = finding.view, let file = finding.file,
      let id = graph.index.resolve(name, near: file)
    else { return false }
    let owner: TypeInfo?
    let property: String
    switch holder {
    case .property(let path): (owner, property) = (graph.index[id], path.property)
    case .argument(let argument, let child):
      owner = graph.index.resolve(child.name, near: child.file ?? file).map { graph.index[$0] }
      property = argument
    }
    guard let owner, let held = owner.property(property) else { return false }
    return !KeptObjects(graph: graph).isShown(held, in: owner)
  }
}
