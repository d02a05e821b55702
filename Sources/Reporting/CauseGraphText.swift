internal import TraceAnalysis
package import TraceImport

/// The neighbours of a node in the recorded cause graph, as text.
///
///     fan-in of TaskRow: 8 edges from 3 nodes
///       6  @Observable TaskStore.(Array<TaskItem>)
///       1  EnvironmentWriter: KeyPressModifier
package enum CauseGraphText {
  /// What leads to a view.
  package static func fanIn(of name: String, in graph: CauseGraph, top: Int? = nil) -> String {
    text("fan-in", "from", of: name, graph.fanIn(name), in: graph, top)
  }

  /// What a node leads to.
  package static func fanOut(of name: String, in graph: CauseGraph, top: Int? = nil) -> String {
    text("fan-out", "to", of: name, graph.fanOut(name), in: graph, top)
  }

  /// Why a node cannot be asked for; `nil` when it can.
  package static func refusal(of name: String, in graph: CauseGraph) -> String? {
    if graph.contains(name) { return nil }
    let known = graph.busiestSources(5).map { "'\(Escaping.visible($0.name))'" }.joined(separator: ", ")
    return "the cause graph has no node '\(Escaping.visible(name))'; the nodes with the most edges are \(known)"
  }

  private static func text(
    _ what: String, _ direction: String, of name: String, _ neighbours: [CauseGraph.Neighbour], in graph: CauseGraph,
    _ top: Int?
  ) -> String {
    let shownName = Escaping.visible(name)
    if neighbours.isEmpty { return "\(what) of \(shownName): no edges\n" }
    let edges = neighbours.reduce(0) { $0 + $1.count }
    var lines = [
      "\(what) of \(shownName): \(Wording.count(edges, "edge")) \(direction) \(Wording.count(neighbours.count, "node"))"
    ]
    let shown = neighbours.prefix(top ?? .max)
    let width = shown.map { Wording.number($0.count).count }.max() ?? 1
    for neighbour in shown {
      let number = Wording.number(neighbour.count)
      lines.append(
        "  " + String(repeating: " ", count: width - number.count) + number + "  " + Escaping.visible(neighbour.name))
    }
    if neighbours.count > shown.count { lines.append("  … and \(neighbours.count - shown.count) more") }
    return lines.joined(separator: "\n") + "\n"
  }
}
