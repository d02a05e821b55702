/// What became of each view since the runs before, as the comparison judged it.
struct HTMLChanges {
  let context: HTMLContext

  /// As many are told; the table of views has the numbers of all.
  private static let mostShown = 200

  func render() -> HTML {
    guard let changes = context.report.baseline?.changes else { return "" }
    let gone = gone()
    if changes.isEmpty, gone.bytes.isEmpty { return "" }
    var html: HTML = "<section class=\"changes\" aria-labelledby=\"changes-title\">\n"
    html += "<h2 id=\"changes-title\">What changed</h2>\n"
    return html + (changes.isEmpty ? "<p class=\"quiet\">No view changed.</p>\n" : table(changes)) + gone
      + "</section>\n"
  }

  private func table(_ changes: [RedrawReport.Baseline.Change]) -> HTML {
    var html: HTML = "<div class=\"scroller\" role=\"region\" aria-label=\"What changed\" tabindex=\"0\">\n"
    html += "<table>\n<caption class=\"visually-hidden\">What changed, the worst first</caption>\n<thead><tr>"
    for title in ["View", "Change", "Before", "After", "Why"] { html += "<th scope=\"col\">\(title)</th>" }
    html += "</tr></thead>\n<tbody>\n"
    for change in changes.prefix(Self.mostShown) { html += row(change) }
    return html + "</tbody>\n</table>\n</div>\n" + context.rest(changes.count - Self.mostShown, "change")
  }

  private func gone() -> HTML {
    guard let gone = context.report.baseline?.gone, !gone.isEmpty else { return "" }
    var html: HTML = "<h3>Findings that are gone from the sources</h3>\n<ul class=\"links\">\n"
    for sentence in gone.prefix(Self.mostShown) { html += "<li>\(HTML.sentence(sentence, most: 600))</li>\n" }
    return html + "</ul>\n" + context.rest(gone.count - Self.mostShown, "finding")
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
