internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// A page for each view. Without script they follow each other; with it, one at a time is shown.
struct HTMLViewPages {
  let context: HTMLContext
  private var report: RedrawReport { context.report }

  func render() -> HTML {
    var html: HTML = "<div id=\"pages\">\n"
    let views = report.listedViews.prefix(context.limits.pages)
    for (index, view) in views.enumerated() { html += page(view, index: index) }
    html += context.rest(report.listedViews.count - views.count, "view page", why: "to keep this file small")
    return html + "</div>\n"
  }

  private func page(_ view: RedrawSummary.View, index: Int) -> HTML {
    let source = report.source(of: view.id)
    guard let anchor = context.pages[view.id] else { return "" }
    var html: HTML = "<article class=\"page\" id=\"\(anchor)\" aria-labelledby=\"page-\(index)\" tabindex=\"-1\">\n"
    html += "<p class=\"eyebrow\"><a href=\"#views\" class=\"back\">All views</a>"
    if let module = view.id.module { html += " · \(HTML.name(module))" }
    if let scenario = view.id.scenario { html += " · scenario \(HTML.name(scenario))" }
    html += "</p>\n<h2 id=\"page-\(index)\">\(HTML.name(view.id.name))</h2>\n"
    if let source { html += "<p>\(context.place(source.location))</p>\n" }
    html += numbers(view, source)
    if let source { html += floor(view, source) }
    html += "<div class=\"columns\">\n" + causes(view) + triggers(view) + roots(view) + "</div>\n"
    html += duration(view)
    if let source { html += HTMLSource(context: context).render(source, updates: view.updates) }
    html += findings(view)
    return html + "</article>\n"
  }

  private func numbers(_ view: RedrawSummary.View, _ source: SourceReport.View?) -> HTML {
    var html: HTML = "<dl class=\"tiles small\">\n"
    func add(_ title: String, _ value: HTML) { html += "<div><dt>\(title)</dt><dd>\(value)</dd></div>\n" }
    add("Updates", context.number(view.updates))
    if let before = report.updatesBefore(view.id) { add("Change", context.delta(view.updates, before: before)) }
    add("First appearances", context.number(view.initial))
    if view.recreated > 0 { add("Re-created (inferred)", context.number(view.recreated)) }
    if view.unchanged > 0 { add("Unchanged", context.number(view.unchanged)) }
    if view.selfOnlyUpdates > 0 { add("By parent alone", context.number(view.selfOnlyUpdates)) }
    if view.runs.count > 1 {
      add(
        "Runs", "\(view.runs.prefix(8).map(Wording.number).joined(separator: ", "))\(view.runs.count > 8 ? ", …" : "")")
    }
    return html + "</dl>\n"
  }

  /// What was observed beside what cannot be avoided.
  private func floor(_ view: RedrawSummary.View, _ source: SourceReport.View) -> HTML {
    let worth = report.worth(of: view.id) ?? SourceReport.Worth()
    let most = max(view.evaluations, source.floor, 1)
    var html: HTML = "<h3>Observed and unavoidable</h3>\n<table class=\"floor\">\n<tbody>\n"
    func row(_ title: String, _ value: Int, _ kind: HTML) {
      html +=
        "<tr class=\"\(kind)\"><th scope=\"row\">\(title)</th><td class=\"number\">\(context.number(value))</td><td class=\"bar-cell\">\(context.bar(value, of: most))</td></tr>\n"
    }
    row("Observed evaluations", view.evaluations, "observed")
    row("Floor: evaluations that nothing is known to save", source.floor, "minimum")
    row("Avoidable: nothing it reads had changed", worth.avoidable, "avoidable")
    if worth.likelyAvoidable > 0 {
      row("Likely avoidable: by the evidence, or a fix saves them", worth.likelyAvoidable, "avoidable")
    }
    row("Justified: something it reads had changed", worth.needed, "justified")
    if worth.unknown > 0 { row("Unknown", worth.unknown, "unknown") }
    html += "</tbody>\n</table>\n"
    if let instrumentation = source.instrumentation {
      let advice = Wording.advice(instrumentation)
      html += "<p class=\"quiet\">This line in the body would settle what is open: <code>\(advice)</code></p>\n"
    }
    return html
  }

  private func list(_ title: String, _ rows: [(HTML, Int)], of most: Int, rest: Int, note: String? = nil) -> HTML {
    if rows.isEmpty { return "" }
    var html: HTML = "<section><h3>\(title)</h3>\n<table class=\"plain\">\n<tbody>\n"
    for (name, number) in rows {
      html +=
        "<tr><th scope=\"row\">\(name)</th><td class=\"number\">\(Wording.number(number))</td><td class=\"bar-cell\">\(context.bar(number, of: most))</td></tr>\n"
    }
    html += "</tbody>\n</table>\n"
    if rest > 0 { html += "<p class=\"rest\">… and \(Wording.number(rest)) more.</p>\n" }
    if let note { html += "<p class=\"quiet\">\(note)</p>\n" }
    return html + "</section>\n"
  }

  private func causes(_ view: RedrawSummary.View) -> HTML {
    let shown = view.causes.prefix(10)
    return list(
      "Causes", shown.map { (HTML.name($0.cause.displayName), $0.evaluations) }, of: shown.first?.evaluations ?? 0,
      rest: view.causes.count - shown.count)
  }

  private func triggers(_ view: RedrawSummary.View) -> HTML {
    let shown = view.triggers.prefix(10)
    let inferred = shown.contains(where: \.isInferred)
    return list(
      inferred ? "Triggered by (inferred)" : "Triggered by (recorded)",
      shown.map { (context.link(name: $0.view), $0.evaluations) }, of: shown.first?.evaluations ?? 0,
      rest: view.triggers.count - shown.count)
  }

  private func roots(_ view: RedrawSummary.View) -> HTML {
    let shown = view.rootCauses.prefix(10)
    let inferred = shown.contains(where: \.isInferred)
    return list(
      inferred ? "Root causes (inferred)" : "Root causes (recorded)",
      shown.map { (HTML.name(Wording.origin(view: $0.view, cause: $0.cause)), $0.evaluations) },
      of: shown.first?.evaluations ?? 0, rest: view.rootCauses.count - shown.count)
  }

  private func duration(_ view: RedrawSummary.View) -> HTML {
    guard let duration = view.duration, duration.count > 0 else { return "" }
    func time(_ value: UInt64?) -> String { value.map(Wording.bodyTime) ?? "–" }
    var html: HTML = "<h3>Time in its body</h3>\n<dl class=\"tiles small\">\n"
    for (title, value) in [
      ("Total", time(duration.totalNanoseconds)), ("Median", time(duration.quantile(0.5))),
      ("95 %", time(duration.quantile(0.95))), ("Longest", time(duration.maximumNanoseconds)),
      ("Over 500 µs", Wording.number(duration.slowCount)),
    ] {
      html += "<div><dt>\(title)</dt><dd>\(value)</dd></div>\n"
    }
    return html + "</dl>\n"
  }

  private func findings(_ view: RedrawSummary.View) -> HTML {
    guard let indices = context.changesOfView[view.id.name], !indices.isEmpty else { return "" }
    let all = context.shownChanges
    var html: HTML = "<h3>What to change</h3>\n<ul class=\"links\">\n"
    for index in indices {
      let finding = all[all.startIndex + index].lead
      html +=
        "<li>\(context.severity(finding.severity)) <a href=\"#\(context.findingAnchor(index))\">\(context.title(finding))</a> <span class=\"quiet\">\(DisplayWidth.cut(Escaping.visible(finding.message), to: 160))</span></li>\n"
    }
    return html + "</ul>\n"
  }
}

/// The lines of a view's declaration, with what its body reads marked by how often that caused an update.
struct HTMLSource {
  let context: HTMLContext

  func render(_ source: SourceReport.View, updates: Int) -> HTML {
    var html: HTML = "<h3>What its body reads</h3>\n"
    let most = source.reads.map(\.updates).max() ?? 0
    if let excerpt = source.excerpt {
      html +=
        "<div class=\"scroller\" role=\"region\" aria-label=\"Source\" tabindex=\"0\"><pre class=\"source\"><code>"
      for (offset, line) in excerpt.lines.enumerated() {
        let number = excerpt.firstLine + offset
        let reads = source.reads.filter { $0.location.line == number && $0.location.file == source.location.file }
        html += self.line(line, number: number, reads: reads, most: most)
      }
      html += "</code></pre></div>\n"
    }
    if source.reads.isEmpty { return html + "<p class=\"quiet\">Nothing that the analysis knows of.</p>\n" }
    html += "<table class=\"plain reads\">\n<tbody>\n"
    for read in source.reads.sorted(by: { ($1.updates, $0.location, $0.name) < ($0.updates, $1.location, $1.name) })
      .prefix(40)
    {
      html +=
        "<tr><th scope=\"row\"><mark class=\"heat-\(heat(read.updates, most))\">\(HTML.name(read.name))</mark></th>"
      html +=
        "<td class=\"number\">\(read.updates == 0 ? "never caused an update" : Wording.count(read.updates, "update"))</td>"
      html += "<td>\(context.place(read.location))</td></tr>\n"
    }
    return html + "</tbody>\n</table>\n"
  }

  private func line(_ line: String, number: Int, reads: [SourceReport.Read], most: Int) -> HTML {
    let plain = line.replacing("\t", with: " ")
    let shown = DisplayWidth.cut(Escaping.visible(plain), to: 200)
    var html: HTML = "<span class=\"line\"><span class=\"line-number\">\(number)</span>"
    // Columns count bytes of the line as it is; in a line that had to be changed to be shown they mean nothing.
    if shown == plain {
      let bytes = Array(line.utf8)
      var from = 0
      for read in reads.sorted(by: { ($0.location.column, $0.name) < ($1.location.column, $1.name) }) {
        let start = read.location.column - 1
        let end = start + read.name.utf8.count
        guard start >= from, end <= bytes.count, bytes[start..<end].elementsEqual(read.name.utf8) else { continue }
        html += HTML.code(String(decoding: bytes[from..<start], as: UTF8.self))
        html +=
          "<mark class=\"heat-\(heat(read.updates, most))\" title=\"\(Wording.count(read.updates, "update"))\">\(read.name)</mark>"
        from = end
      }
      html += HTML.code(String(decoding: bytes[from...], as: UTF8.self))
    } else {
      html += "\(shown)"
    }
    let updates = reads.reduce(0) { $0 + $1.updates }
    if updates > 0 { html += "<span class=\"line-note\"> ← \(Wording.count(updates, "update"))</span>" }
    return html + "\n</span>"
  }

  /// From 0, never, to 4, most often; the number stands beside it.
  private func heat(_ updates: Int, _ most: Int) -> Int {
    guard updates > 0, most > 0 else { return 0 }
    return 1 + min(3, updates * 4 / (most + 1))
  }
}
