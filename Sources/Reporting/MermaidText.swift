/// A cause graph in the language of Mermaid, which GitHub and GitLab draw inside of Markdown.
enum MermaidText {
  static func lines(_ diagram: CauseDiagram) -> [String] {
    var lines = ["flowchart LR"]
    for (index, node) in diagram.nodes.enumerated() {
      let text = "\(label(node.title))<br>\(Wording.number(node.evaluations))"
      lines.append(node.cause == nil ? "  n\(index)[\"\(text)\"]" : "  n\(index)([\"\(text)\"])")
    }
    for edge in diagram.edges {
      lines.append("  n\(edge.source) -->|\(Wording.number(edge.evaluations))| n\(edge.destination)")
    }
    return lines
  }

  /// Text inside of quotation marks. Whatever might be syntax, of Mermaid or of the Markdown and HTML that it takes in
  /// labels, is written by its number.
  private static func label(_ text: String) -> String {
    var result = ""
    for scalar in DisplayWidth.cut(Escaping.visible(text), to: 60).unicodeScalars {
      let isPlain =
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || " .,()-".unicodeScalars.contains(scalar)
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "#\(scalar.value);" }
    }
    return result.isEmpty ? " " : result
  }
}
