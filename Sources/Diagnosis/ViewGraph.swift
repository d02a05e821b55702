package import SourceAnalysis
internal import SwiftUIModel
package import TraceAnalysis

extension ViewHierarchy {
  /// Which view of the trace makes which, as the sources say; views that the trace never shows are passed over.
  package init(_ graph: SourceGraph, _ matching: ViewMatching) {
    self.init()
    var namesOf: [TypeID: Set<String>] = [:]
    for (name, match) in matching.matches {
      switch match {
      case .declaration(let id): namesOf[id, default: []].insert(name)
      case .ambiguous(let ids): for id in ids { namesOf[id, default: []].insert(name) }
      case .unknown: break
      }
    }
    for (id, names) in namesOf {
      // Built by nothing in the sources: a root, or made in a way that syntax does not show.
      guard let parents = graph.parents[id], !parents.isEmpty else { continue }
      var found: Set<String> = []
      var seen: Set<TypeID> = []
      var pending = [id]
      while let next = pending.popLast() {
        for maker in graph.makers(of: next) where seen.insert(maker).inserted {
          if let names = namesOf[maker] { found.formUnion(names) } else { pending.append(maker) }
        }
      }
      for name in names { makers[name, default: []].formUnion(found) }
    }
    for (name, match) in matching.matches {
      guard case .declaration(let id) = match else { continue }
      let properties = graph.index[id].storedProperties.filter {
        $0.storage.map { !$0.isOwnedValue && $0 != .foreign } ?? false
      }
      if !properties.isEmpty { borrowed[name] = Set(properties.map(\.name)) }
    }
  }
}

/// Every way in which one view of the trace makes another, with what it passes.
struct ConstructionTable {
  /// By the facts of the child, for the few that make it.
  private let table: [[(maker: Int, ways: [Construction])]]
  /// By the facts of a maker, those of the children that it makes, in order.
  private let children: [[Int]]

  init(_ recorded: RecordedUpdates, _ graph: SourceGraph) {
    let finder = ConstructionFinder(recorded: recorded, graph: graph)
    let table = Parallel.inChunks(recorded.facts) { child in
      var makers: [(maker: Int, ways: [Construction])] = []
      for construction in finder.constructions(of: child) {
        guard let maker = recorded.factsIndex[construction.maker] else { continue }
        if let known = makers.firstIndex(where: { $0.maker == maker }) {
          makers[known].ways.append(construction)
        } else {
          makers.append((maker, [construction]))
        }
      }
      return makers
    }
    self.table = table
    children = table.indices.reduce(into: .init(repeating: [], count: table.count)) { children, child in
      for made in table[child] { children[made.maker].append(child) }
    }
  }

  /// The facts of the views that a view makes, in order.
  func children(of maker: Int) -> [Int] { children[maker] }

  subscript(maker: Int, child: Int) -> [Construction] {
    for made in table[child] where made.maker == maker { return made.ways }
    return []
  }
}

/// Looks for the ways in which views of the trace make each other. What lies between two of them is read once, however many
/// views it leads to.
private struct ConstructionFinder: Sendable {
  let recorded: RecordedUpdates
  let graph: SourceGraph
  /// Of views that the trace never shows.
  private let factsBetween = OnDemandTable<TypeID, ViewFacts>()
  /// Who makes these.
  private let directBetween = OnDemandTable<TypeID, [Construction]>()

  init(recorded: RecordedUpdates, graph: SourceGraph) {
    self.recorded = recorded
    self.graph = graph
  }

  /// Chains of untraced views longer than this, and more ways than this, are left out.
  private static let longestChain = 6
  private static let mostWays = 32

  func constructions(of child: ViewFacts) -> [Construction] {
    var result: [Construction] = []
    var pending = direct(child)
    var seen: Set<Code> = []
    while let next = pending.popLast(), result.count < Self.mostWays {
      if recorded.factsIndex[next.parent] != nil {
        result.append(next)
        continue
      }
      guard next.via.count < Self.longestChain, seen.insert(next.code).inserted,
        let evaluation = graph.evaluation(of: next.parent)
      else { continue }
      let between = facts(of: next.parent, evaluation)
      for outer in directBetween.value(for: next.parent, { direct(between) }) {
        pending.append(outer.passingOn(next, through: between))
      }
    }
    return result
  }

  private func facts(of view: TypeID, _ evaluation: Evaluation) -> ViewFacts {
    if let traced = recorded.factsIndex[view] { return recorded.facts[traced] }
    return factsBetween.value(for: view) {
      ViewFacts(type: graph.index[view], evaluation: evaluation, among: recorded.declared)
    }
  }

  private func direct(_ child: ViewFacts) -> [Construction] {
    var seen: Set<Code> = []
    return (graph.parents[child.type.id] ?? []).flatMap { parent, made -> [Construction] in
      guard seen.insert(made.code).inserted, let evaluation = graph.evaluation(of: parent) else { return [] }
      var construction = ConstructionReader(graph: graph).read(made, of: facts(of: parent, evaluation), as: child)
      var ways = [construction]
      for container in graph.containers(around: made, in: parent) where recorded.factsIndex[container] != nil {
        construction.maker = container
        ways.append(construction)
      }
      return ways
    }
  }
}

extension Construction {
  /// This construction of a view in between, joined with what that view passes on.
  func passingOn(_ inner: Construction, through between: ViewFacts) -> Construction {
    var result = inner
    result.parent = parent
    result.maker = maker
    result.via = [between.type.id] + inner.via
    result.isInRow = isInRow || inner.isInRow
    result.switches = switches
    result.conditions = arguments.reduce(conditions) { conditions, own in
      (own.target ?? 0) & inner.conditions != 0 ? conditions | own.sources : conditions
    }
    result.arguments = inner.arguments.map { argument in
      var joined = argument
      joined.sources = 0
      joined.passing = []
      joined.isDirect = false
      for own in arguments {
        guard let target = own.target, target & argument.sources != 0 else { continue }
        joined.sources |= own.sources
        joined.isDirect = argument.isDirect && own.isDirect
        joined.isOpen = joined.isOpen || own.isOpen
        guard case .comparable = joined.comparison else { continue }
        switch own.comparison {
        case .incomparable: joined.comparison = own.comparison
        // It differs with properties of the view in between.
        case .function(let properties) where properties != 0: joined.comparison = .unknown
        case .comparable, .function, .unknown: break
        }
      }
      // State of its own that nobody logs, and inputs whose argument the syntax does not show.
      let explained = arguments.reduce(0) { $0 | ($1.target ?? 0) }
      if argument.sources & ~explained & (between.dynamic | between.inputs) != 0 { joined.isOpen = true }
      return joined
    }
    return result
  }
}
