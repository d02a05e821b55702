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
    return html + HTMLFilePages(context: context).render() + "</div>\n"
  }

  private func page(_ view: RedrawSummary.View, index: Int) -> HTML {
    let source = report.source(of: view.id)
    guard let anchor = context.pages[view.id] else { return "" }
    var html: HTML = "<article class=\"page\" id=\"\(anchor)\" aria-labelledby=\"page-\(index)\" tabindex=\"-1\">\n"
    html += "<p class=\"eyebrow\"><a href=\"#views\" class=\"back\">All views</a>"
    if let module = view.id.module { html += " · \(HTML.name(module))" }
    if let scenario = view.id.scenario { html += " · scenario \(HTML.name(scenario))" }
    html += "</p>\n<h2 id=\"page-\(index)\">\(HTML.wrapping(view.id.name))</h2>\n"
    if let source { html += "<p>\(context.place(source.location))</p>\n" }
    html += numbers(view, source) + findings(view)
    if let source { html += floor(view, source) }
    html += "<div class=\"columns\">\n" + causes(view) + triggers(view) + roots(view) + "</div>\n"
    html += duration(view)
    if let source { html += HTMLSource(context: context).render(source, of: view.id) }
    return html + "</article>\n"
  }

  private func numbers(_ view: RedrawSummary.View, _ source: SourceReport.View?) -> HTML {
    var html: HTML = "<dl class=\"tiles small\">\n"
    func add(_ title: String, _ value: HTML) { html += "<div><dt>\(title)</dt><dd>\(value)</dd></div>\n" }
    add("Updates", context.number(view.updates))
    if let before = report.updatesBefore(view.id) { add("Change", context.delta(view.updates, before: before)) }
    add("First appearances", context.number(view.initial))
    if view.inferred > 0 { add("Told first or update by inference", context.number(view.inferred)) }
    if view.recreated > 0 { add("Re-created (inferred)", context.number(view.recreated)) }
    if view.unchanged > 0 { add("Unchanged", context.number(view.unchanged)) }
    if view.selfOnlyUpdates > 0 { add("Because of the parent alone", context.number(view.selfOnlyUpdates)) }
    if view.runs.count > 1 {
      add(
        "Runs", "\(view.runs.prefix(8).map(Wording.number).joined(separator: ", "))\(view.runs.count > 8 ? ", …" : "")")
    }
    return html + "</dl>\n"
  }

  /// What was observed beside what cannot be avoided.
  private func floor(_ view: RedrawSummary.View, _ source: SourceReport.View) -> HTML {
    let worth = report.worth(of: view.id) ?? SourceReport.Worth()
    let most = max(view.updates, 1)
    var html: HTML = "<h3>How many updates are needed</h3>\n<table class=\"floor\">\n<tbody>\n"
    func row(_ title: String, _ value: Int, _ kind: HTML) {
      html +=
        "<tr class=\"\(kind)\"><th scope=\"row\">\(title)</th><td class=\"number\">\(context.number(value))</td><td class=\"bar-cell\">\(context.bar(value, of: most))</td></tr>\n"
    }
    row("Updates", view.updates, "observed")
    row("Avoidable: what it shows could not change", worth.avoidable, "avoidable")
    if worth.likelyAvoidable > 0 {
      row("Likely avoidable: by the evidence, or a fix saves them", worth.likelyAvoidable, "avoidable")
    }
    row("Needed: something it reads had changed", worth.needed, "justified")
    if worth.unknown > 0 { row("Not known: neither trace nor sources tell", worth.unknown, "unknown") }
    html += "</tbody>\n</table>\n"
    if let instrumentation = source.instrumentation {
      let advice = Wording.advice(instrumentation)
      html += "<p class=\"quiet\">To know those, log again with this line: <code>\(advice)</code></p>\n"
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
      "Causes", shown.map { (HTML.wrapping($0.cause.displayName), $0.evaluations) }, of: shown.first?.evaluations ?? 0,
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
      shown.map { (HTML.wrapping(Wording.origin(view: $0.view, cause: $0.cause)), $0.evaluations) },
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
    let own = context.changesOfView[view.id.name] ?? []
    let indices = (own + (context.curesOfView[view.id.name] ?? [])).sorted()
    if indices.isEmpty { return "" }
    let all = context.shownChanges
    var html: HTML = "<h3>What to change</h3>\n<ol class=\"links\">\n"
    for index in indices {
      let change = all[all.startIndex + index]
      let finding = change.lead
      html +=
        "<li value=\"\(index + 1)\">\(context.severity(finding.severity)) <a href=\"#\(context.findingAnchor(index))\">\(context.title(finding))</a>"
      if let saved = change.savedByView[view.id.name], saved > 0 {
        html += " <strong>saves \(Wording.number(saved)) here</strong>"
      }
      // What is said of another view would need that view's card to be understood.
      if own.contains(index) {
        html += " <span class=\"quiet\">\(HTML.sentence(finding.message, most: 600))</span></li>\n"
      } else {
        html += finding.view.map { " <span class=\"quiet\">in</span> " + context.link(name: $0) } ?? ""
        html += "</li>\n"
      }
    }
    return html + "</ol>\n"
  }
}
