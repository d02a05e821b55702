internal import Gate

/// Renders a verdict as one HTML page without scripts: the outcome, its doubts, and a table of what was compared.
enum GateHTML {
  /// Rows that pass; all others are shown whatever their number.
  private static let mostPassing = 2000

  static func render(_ report: GateReport, _ options: RenderingOptions) -> String {
    let verdict = report.verdict
    let title = "Redraws \(GateWording.summary(verdict))"
    var body: HTML = "<main>\n<section class=\"hero\" id=\"overview\">\n"
    let origin = [report.title, report.baselinePath.map { "against \($0)" }].compactMap(\.self).joined(separator: ", ")
    if !origin.isEmpty { body += "<p class=\"eyebrow\">\(HTML.wrapping(origin))</p>\n" }
    body += "<h1>\(title)</h1>\n<p class=\"lede\">\(GateWording.totals(verdict))</p>\n"
    body += list(verdict.doubts.map(\.message)) + "</section>\n"
    if !report.waysOut.isEmpty {
      body += "<section><h2>\(GateWording.waysOutTitle)</h2>\n"
      for way in report.waysOut { body += paragraph(way) }
      body += "</section>\n"
    }
    let fixes = report.fixes(for: verdict.offenders)
    let page = GatePage(report: report, options: options, fixes: fixes)
    body += section("Offenders", verdict.offenders, page)
    body += self.fixes(fixes, options)
    if !report.acceptance.isEmpty {
      body += "<section><h2>If it is meant to be like this</h2>\n"
      for acceptance in report.acceptance { body += paragraph(acceptance) }
      body += "</section>\n"
    }
    body += section("Improvements and notes", verdict.entries.filter { $0.level == .note }, page)
    let passing = verdict.entries.filter { $0.level == .off }
    let shown = passing.prefix(mostPassing)
    body += section("As it should be", shown.filter(\.isGated), page)
    body += section("Recorded, not gated", shown.filter { !$0.isGated }, page)
    if passing.count > mostPassing {
      body += "<p class=\"rest\">… \(Wording.number(passing.count - mostPassing)) more; the JSON report has them.</p>\n"
    }
    if !verdict.remarks.isEmpty { body += "<section><h2>Remarks</h2>\n" + list(verdict.remarks) + "</section>\n" }
    return HTMLRenderer.document(title: title, version: report.toolVersion, body: body + "</main>\n").text
  }

  private static func list(_ texts: [String]) -> HTML {
    if texts.isEmpty { return "" }
    var html: HTML = "<ul class=\"issues\">\n"
    for text in texts { html += "<li>\(text)</li>\n" }
    return html + "</ul>\n"
  }

  private static func place(_ place: ReportedFinding.Location, _ options: RenderingOptions) -> HTML {
    let text: HTML = "<code>\(HTML.wrapping("\(place.file):\(place.line):\(place.column)"))</code>"
    return SourceLink.address(place, options).map { "<a class=\"place\" href=\"\($0)\">\(text)</a>" }
      ?? "<span class=\"place\">\(text)</span>"
  }

  /// The changes that rows refer to by their numbers.
  private static func fixes(_ fixes: GateFixes, _ options: RenderingOptions) -> HTML {
    if fixes.list.isEmpty { return "" }
    var html: HTML = "<section><h2>What to change</h2>\n<ol>\n"
    for fix in fixes.list {
      html += "<li><strong>\(fix.title)</strong> "
      if let location = fix.location { html += place(location, options) }
      html += "<span class=\"note-line\">\(fix.reason ?? fix.message)</span></li>\n"
    }
    return html + "</ol></section>\n"
  }

  private static func paragraph(_ acceptance: GateReport.Acceptance) -> HTML {
    let command: HTML = acceptance.command.map { "<code>\(HTML.command($0))</code>" } ?? ""
    return "<p>\(acceptance.sentence)\(command)</p>\n"
  }

  private static func section(_ title: String, _ entries: [Verdict.Entry], _ page: GatePage) -> HTML {
    if entries.isEmpty { return "" }
    var html: HTML = "<section><h2>\(title)</h2>\n"
    html +=
      "<div class=\"scroller\" tabindex=\"0\"><table class=\"changes verdicts\" role=\"table\">\n<thead><tr role=\"row\">"
    for name in ["Verdict", "View", "Metric", "Runs before", "Runs now", "Why"] {
      html += "<th scope=\"col\" role=\"columnheader\">\(name)</th>"
    }
    html += "</tr></thead>\n<tbody>\n"
    for entry in entries { html += row(entry, page) }
    return html + "</tbody>\n</table></div></section>\n"
  }

  private static func row(_ entry: Verdict.Entry, _ page: GatePage) -> HTML {
    let before = entry.baseline.isEmpty ? "" : GateWording.runs(entry.baseline, entry.unit.metric)
    let now = GateWording.nowAndAgain(entry)
    var html: HTML =
      "<tr role=\"row\"><td role=\"cell\">\(chip(entry))</td><th scope=\"row\" role=\"rowheader\">\(HTML.name(GateWording.name(entry.unit.view)))</th>"
    html += "<td role=\"cell\" class=\"metric\">\(HTML.name(entry.unit.metricText))</td>"
    html += "<td role=\"cell\" class=\"runs before\">\(before)</td><td role=\"cell\" class=\"runs\">\(now)</td>"
    html += "<td role=\"cell\" class=\"why\">\(GateWording.title(entry.kind)): \(entry.reason)"
    let limit = page.report.place(entry).map { " (\($0.file):\($0.line))" } ?? ""
    html += "<span class=\"note-line\">\(entry.threshold)\(limit)</span>"
    if let causes = page.report.causes(of: entry, { $0 }) { html += "<span class=\"note-line\">\(causes)</span>" }
    // What is as it should be, or only recorded, needs no fix.
    let fixes = entry.level == .off ? [] : page.report.diagnoses[entry.unit] ?? []
    for found in page.fixes.places(fixes) {
      html += "<span class=\"note-line\">"
      if let location = found.location { html += place(location, page.options) + " " }
      html += "\(found.text)</span>"
    }
    return html + "</td></tr>\n"
  }

  private static func chip(_ entry: Verdict.Entry) -> HTML {
    let standing = GateWording.standing(entry)
    let (style, sign) =
      switch entry.level {
      case _ where entry.isUndecided: ("warning", "?")
      case .error: ("error", "✕")
      case .warn: ("warning", "▲")
      case .note, .off: ("note", "●")
      }
    return "<span class=\"chip \(style)\"><span aria-hidden=\"true\">\(sign)</span> \(standing)</span>"
  }
}
