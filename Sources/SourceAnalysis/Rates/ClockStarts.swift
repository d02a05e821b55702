import SwiftUIModel

/// Who starts what goes on by itself, as far as the sources tell.
struct ClockStarts {
  let graph: SourceGraph

  /// Calls are followed up this far.
  private static let longestChain = 6

  /// Whether what runs a piece of code is started by one of some views, with the object that has it, or with the app.
  func starts(_ code: Code, in views: Set<TypeID>) -> Bool {
    var pending = [(code: code, steps: 0)]
    var seen: Set<Code> = []
    while let (next, steps) = pending.popLast() {
      guard let owner = graph.index.type(around: next) else { continue }
      if graph.evaluation(of: owner.id) != nil {
        if views.contains(owner.id) { return true }
        continue
      }
      let around = next.ancestors.first { [.function, .initializer, .accessor].contains($0.kind) }
      // A stored property starts with the object.
      guard let around else { return true }
      guard seen.insert(around).inserted else { continue }
      switch around.kind {
      case .initializer: return true
      case .function where EntryPoints.launches.contains(around.name): return true
      case .function where steps < Self.longestChain:
        pending += uses(of: around, in: owner).map { ($0, steps + 1) }
      // Who writes the property that is observed would have to be followed too.
      default: break
      }
    }
    return false
  }

  /// Where a method is called or handed to somebody who calls it, through what the sources say is of its type.
  private func uses(of method: Code, in owner: TypeInfo) -> [Code] {
    graph.index.files.flatMap { file -> [Code] in
      if file.tree.ids(of: [method.name]).isEmpty { return [] }
      return file.root.descendants.filter { code in
        guard [.identifier, .member].contains(code.kind), code.name == method.name, !method.contains(code),
          let user = graph.index.type(around: code), let holder = holder(of: code, in: user)
        else { return false }
        return holder.id == owner.id || owner.superclass == holder.id || holder.superclass == owner.id
          || holder.kind == .protocol && graph.index.conforms(owner, toAnyOf: [holder.name])
      }
    }
  }

  /// The type whose member the code names: `player.start`, `Player(url: url).start`.
  private func holder(of code: Code, in user: TypeInfo) -> TypeInfo? {
    if let path = code.memberPath { return graph.index.type(ofPath: path.dropLast(), at: code, in: user) }
    return code.firstChild.flatMap(TypeName.constructed)
      .flatMap { graph.index.resolve($0, near: code.file.path, inside: user.id) }.map { graph.index[$0] }
  }
}
