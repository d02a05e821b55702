/// What became of each view since the runs before, as the comparison judged it.
struct HTMLChanges {
  let context: HTMLContext

  /// As many are told; the table of views has the numbers of all.
  private static let mostShown = 200

  func render() -> HTML {
    guard let changes = context.report.baseline?.changes, !changes.isEmpty else { return "" }
    var html: HTML = "<section class=\"changes\" aria-labelledby=\"changes-title\">\n"
    html += "<h2 id=\"changes-title\">What changed</h2>\n"
    html += "<div class=\"scroller\" role=\"region\" aria-label=\"What changed\" tabindex=\"0\">\n"
    html += "<table>\n<caption class=\"visually-hidden\">What changed, the worst first</caption>\n<thead><tr>"
    for title in ["View", "Change", "Before", "After", "Why"] { html += "<th scope=\"col\">\(title)</th>" }
    html += "</tr></thead>\n<tbody>\n"
    for change in changes.prefix(Self.mostShown) { html += row(change) }
    return html + "</tbody>\n</table>\n</div>\n" + context.rest(changes.count - Self.mostShown, "change")
      + "</section>\n"
  }

  private func row(_ change: RedrawReport.Baseline.Change) -> HTML {
    let kind: HTML = change.isWorse ? "worse" : "better"
    var html: HTML = "<tr><th scope=\"row\">\(HTML.wrapping(change.name))</th>"
    html += "<td><span class=\"delta \(kind)\">\(change.title)</span></td>"
    html += "<td>\(change.before)</td><td>\(change.after)</td><td class=\"why\">\(Escaping.visible(change.reason))"
    for note in change.notes { html += "<span class=\"note-line\">\(Escaping.visible(note))</span>" }
    return html + "</td></tr>\n"
  }
}
