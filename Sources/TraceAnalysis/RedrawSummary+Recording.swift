package import TraceImport

extension RedrawSummary {
  /// Takes what only an Instruments recording has: the cause graph, hitches and hangs.
  ///
  /// - Parameter roots: per message of the run the causes at which a chain of triggers ends.
  mutating func addRecording(_ run: RunProfile, index: Int, roots: [[Cause]]) {
    graph = graph.merged(with: run.graph)
    for profile in run.interruptions {
      var views: [String: Int] = [:]
      var causes: [RootMember: Int] = [:]
      for (key, number) in profile.evaluations {
        views[run.messages[key.message].view, default: 0] += number
        let causesOfRoot = roots[key.root].isEmpty ? [Cause.viewValue] : roots[key.root]
        for cause in causesOfRoot {
          causes[RootMember(view: run.messages[key.root].view, cause: cause), default: 0] += number
        }
      }
      interruptions.append(
        InterruptionCount(
          kind: profile.kind, run: index, start: profile.start, nanoseconds: profile.nanoseconds, label: profile.label,
          isSystem: profile.isSystem, process: profile.process,
          views: views.map { TriggerCount(view: $0.key, evaluations: $0.value) }
            .sorted { ($1.evaluations, $0.view) < ($0.evaluations, $1.view) },
          rootCauses: causes.map { RootCount(view: $0.key.view, cause: $0.key.cause, evaluations: $0.value) }
            .sorted { ($1.evaluations, $0.view, $0.cause.text) < ($0.evaluations, $1.view, $1.cause.text) },
          coveredNanoseconds: profile.coveredNanoseconds))
    }
  }
}

extension TraceProfile {
  /// The module of each view; without those that several runs know from different modules.
  var modules: [String: String] {
    var result: [String: String] = [:]
    var ambiguous: Set<String> = []
    for run in runs {
      for (view, module) in run.modules {
        if let known = result[view], known != module { ambiguous.insert(view) }
        result[view] = module
      }
    }
    for view in ambiguous { result[view] = nil }
    return result
  }
}

extension CauseGraph {
  /// An end of edges with their number.
  package struct Neighbour: Hashable, Sendable {
    package var name: String
    package var count: Int
  }

  /// Both graphs added up.
  package func merged(with other: CauseGraph) -> CauseGraph {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var counts: [[String]: Int] = [:]
    for edge in edges + other.edges { counts[[edge.source, edge.destination], default: 0] += edge.count }
    return CauseGraph(
      edges: counts.map { Edge(source: $0.key[0], destination: $0.key[1], count: $0.value) }
        .sorted { ($0.source, $0.destination) < ($1.source, $1.destination) })
  }

  /// Whether edges begin or end at a node of this name.
  package func contains(_ name: String) -> Bool {
    edges.contains { matches($0.source, name) || matches($0.destination, name) }
  }

  /// What led to a node, the most first: `RowView` stands for `RowView.body`, and skipped evaluations count apart.
  package func fanIn(_ name: String) -> [Neighbour] {
    neighbours(of: name, end: \.destination, other: \.source)
  }

  /// What a node led to, the most first.
  package func fanOut(_ name: String) -> [Neighbour] {
    neighbours(of: name, end: \.source, other: \.destination)
  }

  /// The edges with the highest counts, ties by name.
  package func commonestEdges(_ top: Int) -> [Edge] {
    let sorted = edges.sorted { ($1.count, $0.source, $0.destination) < ($0.count, $1.source, $1.destination) }
    return Array(sorted.prefix(top))
  }

  /// The nodes with the most edges going out, the most first.
  package func busiestSources(_ top: Int) -> [Neighbour] {
    var counts: [String: Int] = [:]
    for edge in edges { counts[edge.source, default: 0] += edge.count }
    return Array(Self.sorted(counts).prefix(top))
  }

  private func neighbours(
    of name: String, end: KeyPath<Edge, String>, other: KeyPath<Edge, String>
  ) -> [Neighbour] {
    var counts: [String: Int] = [:]
    for edge in edges where matches(edge[keyPath: end], name) { counts[edge[keyPath: other], default: 0] += edge.count }
    return Self.sorted(counts)
  }

  private func matches(_ node: String, _ name: String) -> Bool {
    node == name || node == name + ".body" || node.hasPrefix("DynamicBody<ViewBodyAccessor<\(name)>")
      || node.hasPrefix("StaticBody<ViewBodyAccessor<\(name)>")
  }

  private static func sorted(_ counts: [String: Int]) -> [Neighbour] {
    counts.map { Neighbour(name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
