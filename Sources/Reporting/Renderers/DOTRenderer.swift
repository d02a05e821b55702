/// The cause graph in the language of Graphviz: `whyredraw app.log --format dot | dot -Tsvg`.
enum DOTRenderer {
  /// More are never told apart.
  private static let mostCauses = 1 << 20

  static func render(_ report: RedrawReport) -> String {
    let most = min(report.selection.top ?? 60, mostCauses)
    let diagram = CauseDiagram(report.summary, mostCauses: most, mostViews: 2 * most)
    var lines = ["digraph causes {", "  rankdir=LR;", "  node [fontname=\"Helvetica\", shape=box, style=rounded];"]
    if diagram.hidden > 0 { lines.append("  // \(diagram.hidden) root causes and views are left out") }
    for (index, node) in diagram.nodes.enumerated() {
      let number = Wording.number(node.evaluations)
      let shape = node.cause == nil ? "" : ", shape=ellipse"
      lines.append(
        "  n\(index) [label=\"\(Escaping.dotString(DisplayWidth.cut(node.title, to: 120)))\\n\(number)\"\(shape)];")
    }
    let most2 = diagram.edges.map(\.evaluations).max() ?? 1
    for edge in diagram.edges {
      // Between one and six points, by the square root, so that the small ones stay visible.
      let width = 10 + Int(50 * (Double(edge.evaluations) / Double(most2)).squareRoot())
      lines.append(
        "  n\(edge.source) -> n\(edge.destination) "
          + "[label=\"\(Wording.number(edge.evaluations))\", penwidth=\(width / 10).\(width % 10)];")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }
}

extension OutputFormat {
  static let dot = OutputFormat("dot", "the cause graph, for Graphviz", fileExtensions: ["gv"])
    .report { report, _ in DOTRenderer.render(report) }
}
