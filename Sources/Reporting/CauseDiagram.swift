package import TraceAnalysis
package import TraceImport

/// The part of the cause graph that a picture can show: root causes at the left, the views they lead to in columns.
///
/// Names without scenarios: a picture of every scenario would be as many pictures.
package struct CauseDiagram: Sendable, Hashable {
  package struct Node: Sendable, Hashable {
    /// `nil` for a view, else the cause; `view` is the one it was first seen in.
    package var cause: Cause?
    package var view: String
    /// What it leads to, or the evaluations of the view.
    package var evaluations: Int
    package var column: Int

    package var title: String { cause.map { Wording.origin(view: view, cause: $0) } ?? view }
  }

  package struct Edge: Sendable, Hashable {
    /// Indices of nodes.
    package var source: Int
    package var destination: Int
    package var evaluations: Int
  }

  /// Column by column, each from top to bottom.
  package private(set) var nodes: [Node] = []
  /// In the order of their nodes.
  package private(set) var edges: [Edge] = []
  /// Root causes and views that are left out.
  package private(set) var hidden = 0

  package var isEmpty: Bool { edges.isEmpty }
  package var columnCount: Int { (nodes.map(\.column).max() ?? -1) + 1 }

  private struct Pair: Hashable {
    var source: Int
    var destination: Int
  }

  private struct Origin: Hashable {
    var view: String
    var cause: Cause
  }

  private struct RootSum {
    var changes = 0
    var radius = 0
    var affected: [String: Int] = [:]
  }

  package init(_ summary: RedrawSummary, mostCauses: Int = 8, mostViews: Int = 18) {
    let listed = Set(summary.views.map(\.id.name))
    var roots: [Origin: RootSum] = [:]
    for root in summary.rootCauses where listed.contains(root.view) {
      var sum = roots[Origin(view: root.view, cause: root.cause)] ?? RootSum()
      sum.changes += root.changes
      sum.radius += root.blastRadius
      for count in root.affected where listed.contains(count.view) {
        sum.affected[count.view, default: 0] += count.evaluations
      }
      roots[Origin(view: root.view, cause: root.cause)] = sum
    }
    let ranked = roots.sorted {
      ($1.value.radius, $0.key.view, $0.key.cause.text) < ($0.value.radius, $1.key.view, $1.key.cause.text)
    }
    let chosen = Array(ranked.prefix(mostCauses))

    var evaluations: [String: Int] = [:]
    var triggers: [String: [String: Int]] = [:]
    for view in summary.views {
      evaluations[view.id.name, default: 0] += view.evaluations
      for trigger in view.triggers where trigger.view != view.id.name {
        triggers[view.id.name, default: [:]][trigger.view, default: 0] += trigger.evaluations
      }
    }
    let origins = Set(chosen.map(\.key.view))
    var reached = origins
    for root in chosen { reached.formUnion(root.value.affected.keys) }
    // The views where causes begin stay in any case, or the causes would lead nowhere.
    let views = reached.sorted { left, right in
      (origins.contains(left) ? 0 : 1, -(evaluations[left] ?? 0), left)
        < (origins.contains(right) ? 0 : 1, -(evaluations[right] ?? 0), right)
    }
    let shown = Array(views.prefix(mostViews))
    hidden = ranked.count - chosen.count + views.count - shown.count

    for root in chosen {
      nodes.append(Node(cause: root.key.cause, view: root.key.view, evaluations: root.value.radius, column: 0))
    }
    var index: [String: Int] = [:]
    for view in shown {
      index[view] = nodes.count
      nodes.append(Node(cause: nil, view: view, evaluations: evaluations[view] ?? 0, column: 1))
    }
    var weights: [Pair: Int] = [:]
    for view in shown {
      for (trigger, number) in triggers[view] ?? [:] {
        guard let source = index[trigger], let destination = index[view] else { continue }
        weights[Pair(source: source, destination: destination), default: 0] += number
      }
    }
    for (place, root) in chosen.enumerated() {
      if let own = index[root.key.view] {
        weights[Pair(source: place, destination: own), default: 0] += max(1, root.value.changes)
      }
      for (view, number) in root.value.affected {
        guard let destination = index[view], destination != index[root.key.view],
          !weights.keys.contains(where: { $0.destination == destination })
        else { continue }
        weights[Pair(source: place, destination: destination)] = number
      }
    }
    edges = weights.map { Edge(source: $0.key.source, destination: $0.key.destination, evaluations: $0.value) }
      .sorted { ($0.source, $0.destination) < ($1.source, $1.destination) }
    placeInColumns(causes: chosen.count)
    orderWithinColumns()
  }

  /// A view stands one column after the nearest that leads to it.
  private mutating func placeInColumns(causes: Int) {
    var column = [Int](repeating: 0, count: nodes.count)
    var queue = Array(0..<min(causes, nodes.count))
    var isPlaced = Set(queue)
    var next = 0
    while next < queue.count {
      let node = queue[next]
      next += 1
      for edge in edges where edge.source == node && isPlaced.insert(edge.destination).inserted {
        column[edge.destination] = column[node] + 1
        queue.append(edge.destination)
      }
    }
    for index in nodes.indices { nodes[index].column = isPlaced.contains(index) ? column[index] : 1 }
  }

  /// Moves each node beside its neighbours, some times over, so that few edges cross.
  private mutating func orderWithinColumns() {
    var position = [Double](repeating: 0, count: nodes.count)
    var columns = (0..<columnCount).map { column in nodes.indices.filter { nodes[$0].column == column } }
    for column in columns { for (place, node) in column.enumerated() { position[node] = Double(place) } }
    for round in 0..<6 {
      for column in round % 2 == 0 ? Array(columns.indices) : columns.indices.reversed() {
        func weight(_ node: Int) -> Double {
          let near = edges.compactMap { edge -> Double? in
            if edge.destination == node, nodes[edge.source].column < column { return position[edge.source] }
            if edge.source == node, nodes[edge.destination].column > column, round % 2 == 1 {
              return position[edge.destination]
            }
            return nil
          }
          return near.isEmpty ? position[node] : near.reduce(0, +) / Double(near.count)
        }
        let weights = Dictionary(uniqueKeysWithValues: columns[column].map { ($0, weight($0)) })
        columns[column].sort { (weights[$0] ?? 0, $0) < (weights[$1] ?? 0, $1) }
        for (place, node) in columns[column].enumerated() { position[node] = Double(place) }
      }
    }
    let order = columns.flatMap { $0 }
    var number = [Int](repeating: 0, count: nodes.count)
    for (new, old) in order.enumerated() { number[old] = new }
    nodes = order.map { nodes[$0] }
    edges = edges.map {
      Edge(source: number[$0.source], destination: number[$0.destination], evaluations: $0.evaluations)
    }
    .sorted { ($0.source, $0.destination) < ($1.source, $1.destination) }
  }
}
