internal import TraceAnalysis

/// The lines of a view's declaration, with what its body reads marked by how often that caused an update.
struct HTMLSource {
  let context: HTMLContext

  func render(_ source: SourceReport.View, of view: RedrawSummary.ViewID) -> HTML {
    var html: HTML = "<h3>What its body reads</h3>\n"
    let most = source.reads.map(\.updates).max() ?? 0
    if let excerpt = source.excerpt {
      html +=
        "<div class=\"scroller\" role=\"region\" aria-label=\"Source of \(HTML.name(view.name))\" tabindex=\"0\"><pre class=\"source\"><code>"
      for (offset, line) in excerpt.lines.enumerated() {
        let number = excerpt.firstLine + offset
        let reads = source.reads.filter { $0.location.line == number && $0.location.file == source.location.file }
        html += HTMLCodeLine(number: number, text: line, reads: reads, mostUpdates: most).render()
      }
      html += "</code></pre></div>\n"
    }
    if source.reads.isEmpty { return html + "<p class=\"quiet\">Nothing that the analysis knows of.</p>\n" }
    html += "<table class=\"plain reads\">\n<tbody>\n"
    // What is read in many places is one row: which of them it was, nobody knows.
    struct Row: Hashable {
      var name: String
      var role: String
    }
    let sorted = source.reads.sorted { ($1.updates, $0.location, $0.name) < ($0.updates, $1.location, $1.name) }
    var places: [Row: [SourceReport.Read]] = [:]
    var rows: [Row] = []
    for read in sorted {
      let row = Row(name: read.name, role: Self.role(of: read))
      if places[row] == nil { rows.append(row) }
      places[row, default: []].append(read)
    }
    for row in rows.prefix(40) {
      guard let reads = places[row], let read = reads.first else { continue }
      html +=
        "<tr><th scope=\"row\"><mark class=\"heat-\(HTMLCodeLine.heat(read.updates, most))\">\(HTML.wrapping(read.name))</mark></th>"
      html +=
        "<td>\(row.role)</td>"
      html += "<td>\(context.place(read.location))"
      html += reads.count > 1 ? " <span class=\"quiet\">and \(Wording.count(reads.count - 1, "more place"))</span>" : ""
      html += "</td></tr>\n"
    }
    return html + "</tbody>\n</table>\n"
  }

  /// What it did, as far as anybody knows.
  private static func role(of read: SourceReport.Read) -> String {
    switch (read.isArgument, read.updates) {
    case (false, 0): "never caused an update"
    case (true, 0): "an argument: the recording says @self for all of them, and no finding blames this one"
    case (false, let updates): Wording.count(updates, "update")
    case (true, let updates): "\(Wording.count(updates, "update")), as a finding tells (the recording says @self)"
    }
  }
}
