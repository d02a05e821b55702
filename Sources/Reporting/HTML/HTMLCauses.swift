internal import TraceAnalysis
internal import TraceImport

/// The cause graph as a picture, and the root causes as a table that says the same.
struct HTMLCauses {
  let context: HTMLContext
  private var summary: RedrawSummary { context.report.summary }

  private static let boxHeight = 40
  /// Between two columns.
  private static let gap = 80
  /// The text of a box begins so far from its left side, and ends as far from its right.
  private static let indent = (view: 10, cause: 18)
  /// A column of text in the style sheet's font, with room for wide letters and wide fonts.
  private static let letterWidth = 8
  private static let rowHeight = 54
  /// As many rows are shown on a phone at first; the style sheet says so, too.
  private static let fewRoots = 3

  func render() -> HTML {
    let roots = context.report.listedRootCauses
    if roots.isEmpty { return "" }
    let how = summary.isInferred ? "inferred from order and time" : "recorded"
    var html: HTML =
      "<section id=\"causes\" aria-labelledby=\"causes-title\">\n<h2 id=\"causes-title\">Root causes</h2>\n"
    html +=
      "<p class=\"quiet\">From a change, through the view it was first seen in, to every view it led to; \(how).</p>\n"
    html += picture() + table(roots)
    return html + "</section>\n"
  }

  /// Wide enough for the longest name, as far as all columns have room side by side.
  private static func boxWidth(_ diagram: CauseDiagram) -> Int {
    let columns = max(1, diagram.columnCount)
    let longest = diagram.nodes.map { DisplayWidth.of(Escaping.visible($0.title)) }.max() ?? 0
    let room = max(270, (1300 - (columns - 1) * gap) / columns)
    return min(max(210, longest * letterWidth + 2 * indent.cause), room)
  }

  private func picture() -> HTML {
    let diagram = CauseDiagram(summary)
    if diagram.isEmpty { return "" }
    var rows = [Int](repeating: 0, count: diagram.columnCount)
    for node in diagram.nodes { rows[node.column] += 1 }
    let tallest = rows.max() ?? 0
    let boxWidth = Self.boxWidth(diagram)
    let columnWidth = boxWidth + Self.gap
    let width = (diagram.columnCount - 1) * columnWidth + boxWidth + 8
    let height = tallest * Self.rowHeight + 4
    var place: [(x: Int, y: Int)] = []
    var used = [Int](repeating: 0, count: diagram.columnCount)
    for node in diagram.nodes {
      let offset = (tallest - rows[node.column]) * Self.rowHeight / 2
      place.append((node.column * columnWidth + 4, offset + used[node.column] * Self.rowHeight + 6))
      used[node.column] += 1
    }
    var html: HTML = "<div class=\"scroller graph\" role=\"region\" aria-label=\"Cause graph\" tabindex=\"0\">\n"
    html +=
      "<svg id=\"cause-graph\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" height=\"\(height)\" role=\"group\" aria-label=\"Cause graph; the table below says the same\">\n"
    let most = diagram.edges.map(\.evaluations).max() ?? 1
    for edge in diagram.edges {
      html += path(edge, from: place[edge.source], to: place[edge.destination], boxWidth, most: most)
    }
    for (index, node) in diagram.nodes.enumerated() { html += box(node, index: index, at: place[index], boxWidth) }
    html += "</svg>\n</div>\n"
    if diagram.hidden > 0 {
      html +=
        "<p class=\"rest\">The picture shows the largest; \(Wording.number(diagram.hidden)) smaller root causes and views are in the tables only.</p>\n"
    }
    return html
  }

  private func path(_ edge: CauseDiagram.Edge, from: (x: Int, y: Int), to: (x: Int, y: Int), _ boxWidth: Int, most: Int)
    -> HTML
  {
    let startY = from.y + Self.boxHeight / 2
    let endY = to.y + Self.boxHeight / 2
    let thickness = 1 + Int(7 * (Double(edge.evaluations) / Double(max(1, most))).squareRoot())
    var data: HTML
    if to.x > from.x {
      let startX = from.x + boxWidth
      let middle = (startX + to.x) / 2
      data = "M\(startX) \(startY)C\(middle) \(startY) \(middle) \(endY) \(to.x) \(endY)"
    } else {
      // Back to an earlier column, or within one: around the left side.
      let out = min(from.x, to.x) - 30
      data = "M\(from.x) \(startY)C\(out) \(startY) \(out) \(endY) \(to.x) \(endY)"
    }
    return
      "<path class=\"edge\" data-from=\"\(edge.source)\" data-to=\"\(edge.destination)\" stroke-width=\"\(thickness)\" d=\"\(data)\"/>\n"
  }

  private func box(_ node: CauseDiagram.Node, index: Int, at place: (x: Int, y: Int), _ boxWidth: Int) -> HTML {
    let title = HTML.name(node.title)
    let indent = node.cause == nil ? Self.indent.view : Self.indent.cause
    let room = boxWidth - 2 * indent
    let short = DisplayWidth.cut(Escaping.visible(node.title), to: room / Self.letterWidth)
    let what: HTML =
      node.cause == nil
      ? "\(title), \(Wording.count(node.evaluations, "evaluation"))"
      : "\(title), a root cause, leads to \(Wording.count(node.evaluations, "evaluation"))"
    let kind: HTML = node.cause == nil ? "view" : "cause"
    var inner: HTML = "<title>\(what)</title>"
    inner +=
      "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(boxWidth)\" height=\"\(Self.boxHeight)\" rx=\"\(node.cause == nil ? 5 : 20)\"/>"
    // Nobody knows how wide a letter of some other script is drawn.
    let length: HTML =
      short.allSatisfy { $0.isASCII || $0 == "…" }
      ? "" : " textLength=\"\(DisplayWidth.of(short) * 7)\" lengthAdjust=\"spacingAndGlyphs\""
    inner +=
      "<text class=\"node-name\" x=\"\(place.x + indent)\" y=\"\(place.y + 17)\"\(length)>\(short)</text>"
    inner +=
      "<text class=\"node-count\" x=\"\(place.x + indent)\" y=\"\(place.y + 32)\">\(Wording.count(node.evaluations, "evaluation"))</text>"
    let page = context.pageOfName[node.view]
    let attributes: HTML = "class=\"node \(kind)\" data-node=\"\(index)\" aria-label=\"\(what)\""
    if let page { return "<a \(attributes) href=\"#\(page)\">\(inner)</a>\n" }
    return "<g \(attributes) role=\"img\" tabindex=\"0\">\(inner)</g>\n"
  }

  private func table(_ roots: ArraySlice<RedrawSummary.RootCause>) -> HTML {
    let shown = roots.prefix(context.limits.rootCauses)
    let hasScenario = shown.contains { $0.scenario != nil }
    var html: HTML =
      "<div class=\"scroller\" role=\"region\" aria-label=\"Table of root causes\" tabindex=\"0\">\n<table class=\"sortable\" id=\"root-table\">\n<caption class=\"visually-hidden\">Root causes, those that lead to most first</caption>\n<thead><tr>"
    html += head("Change", "text", nil) + head("Changes", "number", nil) + head("Leads to", "number", "descending")
    html += "<td class=\"bar-cell\" aria-hidden=\"true\"></td>" + head("Views affected", "text", nil)
    if hasScenario { html += head("Scenario", "text", nil) }
    html += "</tr></thead>\n<tbody>\n"
    let most = shown.first?.blastRadius ?? 0
    for root in shown {
      html += "<tr><th scope=\"row\">\(HTML.wrapping(Wording.origin(view: root.view, cause: root.cause)))</th>"
      html +=
        "<td class=\"number\">\(context.number(root.changes))</td><td class=\"number\">\(context.number(root.blastRadius))</td>"
      html += "<td class=\"bar-cell\">\(context.bar(root.blastRadius, of: most))</td><td>"
      if root.affected.isEmpty { html += "<span class=\"quiet\">only itself</span>" }
      for (index, count) in root.affected.prefix(5).enumerated() {
        html += index > 0 ? ", " : ""
        html += "\(context.link(name: count.view)) <span class=\"quiet\">\(Wording.number(count.evaluations))</span>"
      }
      if root.affected.count > 5 { html += " <span class=\"quiet\">+\(Wording.number(root.affected.count - 5))</span>" }
      html += "</td>"
      if hasScenario { html += "<td>\(HTML.name(root.scenario ?? "–"))</td>" }
      html += "</tr>\n"
    }
    html += "</tbody>\n</table>\n</div>\n"
    html += context.showAll(shown.count, "root cause", beyond: Self.fewRoots, id: "root-table")
    return html + context.rest(summary.rootCauses.count - shown.count, "root cause")
  }

  private func head(_ title: String, _ kind: String, _ sorted: String?) -> HTML {
    let state: HTML = sorted.map { " aria-sort=\"\($0)\"" } ?? ""
    return
      "<th scope=\"col\" class=\"\(kind)\"\(state)><button type=\"button\" class=\"sort\" disabled>\(title)<span class=\"arrow\" aria-hidden=\"true\"></span></button></th>"
  }
}
