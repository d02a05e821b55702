import SwiftUIModel

/// How many times one evaluation of a view does the same work: what one place of its sources does is done once for each way that
/// leads there.
package struct AskedTimes {
  let graph: SourceGraph

  package init(graph: SourceGraph) { self.graph = graph }

  /// There are mostly more rows.
  private static let rows = 4
  /// More tells nothing more.
  private static let most = 100

  /// How often an evaluation does what a finding is about; 1 where the sources show one way to it.
  package func count(of finding: Finding, in type: TypeInfo) -> Int {
    if case .path(let path) = finding.subject { return count(of: path, besides: finding.code, in: type) }
    guard let evaluation = graph.evaluation(of: type.id) else { return 1 }
    var ways = Ways(graph: graph, type: type, evaluation: evaluation)
    // Work that stands in rows itself is named as that.
    guard case .work(let name) = finding.subject, !finding.places(.declaration).isEmpty else {
      return ways.count(at: finding.code, isInRows: false)
    }
    return max(ways.count(atAll: ways.members { $0.name == name }), 1)
  }

  /// How often an evaluation asks for a property of the view, or for a member of what the property holds.
  ///
  /// - Parameter own: Where that is declared: what stands in it is no other asking for it.
  func count(of path: PropertyPath, besides own: Code, in type: TypeInfo) -> Int {
    guard let evaluation = graph.evaluation(of: type.id) else { return 1 }
    var ways = Ways(graph: graph, type: type, evaluation: evaluation)
    let asked =
      path.members.isEmpty
      ? ways.uses(of: path.property, besides: own)
      : ways.members { $0.name == path.members.last && $0.ownMemberPath?.first == path.property }
    return max(ways.count(atAll: asked), 1)
  }

  /// From here on the same work is worth being done once.
  static let several = 3

  /// The ways by which an evaluation of one view comes to pieces of its code.
  private struct Ways {
    let graph: SourceGraph
    let type: TypeInfo
    let evaluation: Evaluation
    /// How often it comes to each member, of those that were asked for; one that asks for itself counts once.
    private var known: [Code: Int] = [:]

    init(graph: SourceGraph, type: TypeInfo, evaluation: Evaluation) {
      (self.graph, self.type, self.evaluation) = (graph, type, evaluation)
    }

    func members(where isMeant: (Code) -> Bool) -> [Code] {
      evaluation.evaluatedBlocks.flatMap { $0.descendants(.member).filter(isMeant) }
        .filter { !evaluation.isDeferred($0) }
    }

    func uses(of name: String, besides own: Code) -> [Code] {
      let blocks = evaluation.evaluatedBlocks
      return graph.mentions(of: name, in: type).filter { use in
        !own.contains(use) && !evaluation.isDeferred(use) && !(use.kind == .identifier && use.isShadowed(name))
          && blocks.contains { $0.contains(use) }
      }
    }

    mutating func count(atAll codes: [Code]) -> Int {
      codes.runningTogether.reduce(0) { min($0 + count(at: $1, isInRows: $1.isInRows), AskedTimes.most) }
    }

    /// How often an evaluation comes to a piece of the view's code.
    mutating func count(at code: Code, isInRows: Bool) -> Int {
      let times = isInRows ? AskedTimes.rows : 1
      guard
        let member = code.ancestors.first(where: {
          [.function, .variable].contains($0.kind) && $0.parent?.kind == .type
        }), member.name != EntryPoints.body
      else { return times }
      if known[member] == nil {
        known[member] = 1
        known[member] = max(count(atAll: uses(of: member.name, besides: member)), 1)
      }
      return min(times * (known[member] ?? 1), AskedTimes.most)
    }
  }
}
