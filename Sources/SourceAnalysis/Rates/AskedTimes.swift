import SwiftUIModel

/// How many times one evaluation of a view does the same work: what one place of its sources does is done once for each way that
/// leads there.
package struct AskedTimes {
  let graph: SourceGraph

  package init(graph: SourceGraph) { self.graph = graph }

  /// Ways are followed back this far.
  private static let longestWay = 4
  /// There are mostly more rows.
  private static let rows = 4

  /// How often an evaluation does what a finding is about; 1 where the sources show one way to it.
  package func count(of finding: Finding, in type: TypeInfo) -> Int {
    guard let evaluation = graph.evaluation(of: type.id) else { return 1 }
    let asked: [Code]
    switch finding.subject {
    case .path(let path) where path.members.isEmpty:
      asked = uses(of: path.property, in: type, evaluation, besides: finding.code)
    case .path(let path):
      asked = members(evaluation) { $0.name == path.members.last && $0.ownMemberPath?.first == path.property }
    case .work(let name) where !finding.places(.declaration).isEmpty: asked = members(evaluation) { $0.name == name }
    default: return count(at: finding.code, in: type, evaluation, depth: 0)
    }
    return max(asked.reduce(0) { $0 + count(at: $1, in: type, evaluation, depth: 1) }, 1)
  }

  private func members(_ evaluation: Evaluation, where isMeant: (Code) -> Bool) -> [Code] {
    evaluation.evaluatedBlocks.flatMap { $0.descendants(.member).filter(isMeant) }.filter { !evaluation.isDeferred($0) }
  }

  private func uses(of name: String, in type: TypeInfo, _ evaluation: Evaluation, besides own: Code) -> [Code] {
    let blocks = evaluation.evaluatedBlocks
    return graph.mentions(of: name, in: type).filter { use in
      !own.contains(use) && !evaluation.isDeferred(use) && !(use.kind == .identifier && use.isShadowed(name))
        && blocks.contains { $0.contains(use) }
    }
  }

  /// How often an evaluation comes to a piece of the view's code.
  ///
  /// - Parameter depth: The members that ask for each other on the way so far. Work that stands in rows itself is named as that.
  private func count(at code: Code, in type: TypeInfo, _ evaluation: Evaluation, depth: Int) -> Int {
    let isInRows = depth > 0 && code.isInRows
    let times = isInRows ? Self.rows : 1
    guard depth < Self.longestWay,
      let member = code.ancestors.first(where: { [.function, .variable].contains($0.kind) && $0.parent?.kind == .type }
      ),
      member.name != EntryPoints.body
    else { return times }
    let asked = uses(of: member.name, in: type, evaluation, besides: member)
    return times * max(asked.reduce(0) { $0 + count(at: $1, in: type, evaluation, depth: depth + 1) }, 1)
  }
}
