internal import TraceAnalysis
internal import Vocabulary

/// The table of all views: one row for each, in the order of the report, that a script can sort and filter.
struct HTMLViewTable {
  let context: HTMLContext
  private var report: RedrawReport { context.report }

  private struct Columns {
    var hasModule = false
    var hasScenario = false
    var hasSources = false
    var hasBaseline = false
    var hasRecreated = false
    var hasDuration = false
    var hasGrade = false
  }

  func render() -> HTML {
    let views = report.listedViews.prefix(context.limits.rows)
    var html: HTML = "<section id=\"views\" aria-labelledby=\"views-title\">\n<h2 id=\"views-title\">Views</h2>\n"
    if views.isEmpty { return html + "<p class=\"quiet\">No view to list.</p>\n</section>\n" }
    var columns = Columns()
    columns.hasModule = views.contains { $0.id.module != nil }
    columns.hasScenario = views.contains { $0.id.scenario != nil }
    columns.hasSources = report.sources != nil
    columns.hasBaseline = report.baseline != nil
    columns.hasRecreated = views.contains { $0.recreated > 0 }
    columns.hasDuration = views.contains { ($0.duration?.count ?? 0) > 0 }
    columns.hasGrade = !report.findings.isEmpty
    html +=
      "<p class=\"quiet wide-only\">Numbers behind causes and triggers are evaluations, first appearances included; updates are those without.\(columns.hasSources ? " Of what is avoidable, what ends with “?” is likely, the rest proven." : "")</p>\n"
    html += filters(views, columns)
    html += "<div class=\"scroller\" role=\"region\" aria-label=\"Table of views\" tabindex=\"0\">\n"
    html += "<table class=\"views sortable\" id=\"view-table\">\n"
    html += "<caption class=\"visually-hidden\">Views, sorted by updates, most first</caption>\n<thead><tr>"
    html +=
      head("View", "text") + head("Updates", "number", sorted: true)
      + "<td class=\"bar-cell\" aria-hidden=\"true\"></td>"
    if columns.hasBaseline { html += head("Before", "number") + head("Change", "number") }
    if columns.hasSources { html += head("Avoidable", "number") }
    html += head("Initial", "number")
    if columns.hasRecreated { html += head("Re-created", "number") }
    if columns.hasDuration { html += head("Time", "number") }
    if columns.hasGrade { html += head("Finding", "rank") }
    html += head("Main cause", "text") + head("Triggered by", "text")
    if columns.hasModule { html += head("Module", "text") }
    if columns.hasScenario { html += head("Scenario", "text") }
    html += "</tr></thead>\n<tbody>\n"
    let most = views.map(\.updates).max() ?? 0
    for view in views { html += row(view, most: most, columns) }
    html += "</tbody>\n</table>\n</div>\n"
    html +=
      "<p class=\"quiet needs-script\"><span id=\"view-count\" role=\"status\"></span> <button type=\"button\" id=\"more-views\" hidden>Show more</button></p>\n"
    html += context.rest(report.summary.views.count - views.count, "view")
    if report.selection.hiddenViews > 0 {
      html +=
        "<p class=\"quiet\">\(Wording.hidden(report.selection.hiddenViews)).</p>\n"
    }
    html += gone()
    return html + "</section>\n"
  }

  private func head(_ title: String, _ kind: String, sorted: Bool = false) -> HTML {
    let state: HTML = sorted ? " aria-sort=\"descending\"" : ""
    return
      "<th scope=\"col\" class=\"\(kind)\"\(state)><button type=\"button\" class=\"sort\" disabled>\(title)<span class=\"arrow\" aria-hidden=\"true\"></span></button></th>"
  }

  private func row(_ view: RedrawSummary.View, most: Int, _ columns: Columns) -> HTML {
    let avoidable = report.avoidable(view.id)
    let cause = view.causes.first
    let isFramework = view.id.isOfFramework
    var html: HTML = "<tr data-c=\"\(cause?.cause.kind ?? "")\""
    if let module = view.id.module { html += " data-m=\"\(module)\"" }
    if let scenario = view.id.scenario { html += " data-s=\"\(scenario)\"" }
    if isFramework { html += " data-framework" }
    let grade = columns.hasGrade ? worst(view) : nil
    if let grade { html += " data-g=\"\(grade.grade.rawValue)\"" }
    html += "><th scope=\"row\">\(context.link(view.id))</th>"
    html += "<td class=\"number\">\(context.number(view.updates))</td><td class=\"bar-cell\">"
    html +=
      context.bar(view.updates, of: most, also: avoidable ?? 0) + "</td>"
    if columns.hasBaseline, let before = report.updatesBefore(view.id) {
      html += "<td class=\"number\">\(context.number(before))</td>"
      html +=
        "<td class=\"number\" data-v=\"\(view.updates - before)\">\(context.delta(view.updates, before: before))</td>"
    }
    if columns.hasSources {
      let shown: HTML =
        avoidable == nil ? "<span class=\"quiet\">unknown</span>" : "\(Wording.avoidable(view.id, in: report))"
      html += "<td class=\"number\">\(shown)</td>"
    }
    html += "<td class=\"number\">\(context.number(view.initial))</td>"
    if columns.hasRecreated { html += "<td class=\"number\">\(context.number(view.recreated))</td>" }
    if columns.hasDuration {
      let total = view.duration?.totalNanoseconds ?? 0
      html += "<td class=\"number\" data-v=\"\(Int(clamping: total))\">"
      html += total > 0 ? "\(Wording.bodyTime(total))</td>" : "</td>"
    }
    if columns.hasGrade {
      // Sorts by how sure it is.
      if let grade {
        let rank = (Grade.allCases.reversed().firstIndex(of: grade.grade) ?? 0) + 1
        html +=
          "<td data-v=\"\(rank)\"><a href=\"#\(context.findingAnchor(grade.index))\">\(grade.grade.rawValue)</a>\(owner(of: grade.index, seenFrom: view))</td>"
      } else {
        html += "<td data-v=\"0\"></td>"
      }
    }
    html += "<td>\(counted(cause?.cause.displayName, cause?.evaluations))</td>"
    html += "<td>\(counted(view.triggers.first?.view, view.triggers.first?.evaluations))</td>"
    if columns.hasModule { html += "<td>\(HTML.name(view.id.module ?? "–"))</td>" }
    if columns.hasScenario { html += "<td>\(HTML.name(view.id.scenario ?? "–"))</td>" }
    return html + "</tr>\n"
  }

  private func counted(_ name: String?, _ number: Int?) -> HTML {
    guard let name, let number else { return "<span class=\"quiet\">–</span>" }
    return "\(HTML.wrapping(name)) <span class=\"quiet\">\(Wording.number(number))</span>"
  }

  /// Where the change is to be made, if not in the view itself.
  private func owner(of index: Int, seenFrom view: RedrawSummary.View) -> HTML {
    let all = context.shownChanges
    guard context.changesOfView[view.id.name]?.contains(index) != true,
      let owner = all[all.startIndex + index].lead.view
    else {
      return ""
    }
    return " <span class=\"quiet\">in \(HTML.wrapping(owner))</span>"
  }

  /// The change that saves the view most, its own or another view's; of those that save nothing of it the surest of its own.
  private func worst(_ view: RedrawSummary.View) -> (grade: Grade, index: Int)? {
    let all = context.shownChanges
    let own = context.changesOfView[view.id.name] ?? []
    func rank(_ index: Int) -> (Int, Int, Int, Int) {
      let change = all[all.startIndex + index]
      let saved = change.savedByView[view.id.name] ?? 0
      return (-saved, own.contains(index) ? 0 : 1, Grade.allCases.firstIndex(of: change.lead.grade) ?? 0, index)
    }
    return (own + (context.curesOfView[view.id.name] ?? [])).min { rank($0) < rank($1) }
      .map { (all[all.startIndex + $0].lead.grade, $0) }
  }

  private func filters(_ views: ArraySlice<RedrawSummary.View>, _ columns: Columns) -> HTML {
    func choice(_ name: String, _ title: String, _ values: Set<String>) -> HTML {
      if values.count < 2 { return "" }
      var html: HTML = "<label>\(title) <select data-filter=\"\(name)\"><option value=\"\">all</option>"
      for value in values.sorted().prefix(200) { html += "<option value=\"\(value)\">\(HTML.name(value))</option>" }
      return html + "</select></label>\n"
    }
    // Those that rows show: of several changes a row has one.
    let grades = columns.hasGrade ? Set(views.compactMap { worst($0)?.grade.rawValue }) : []
    var html: HTML = "<form class=\"filters needs-script\" role=\"search\" aria-label=\"Filter views\">\n"
    html +=
      "<label>Name <input type=\"search\" id=\"filter-name\" placeholder=\"part of a name\" autocomplete=\"off\" spellcheck=\"false\"></label>\n"
    html += choice("c", "Cause", Set(views.compactMap { $0.causes.first?.cause.kind }))
    html += choice(
      "g", "Finding", grades.count < 2 ? grades.union(grades.isEmpty ? [] : [""]).subtracting([""]) : grades)
    html += choice("m", "Module", Set(views.compactMap(\.id.module)))
    html += choice("s", "Scenario", Set(views.compactMap(\.id.scenario)))
    let framework = views.count { $0.id.isOfFramework }
    if framework > 0 {
      html +=
        "<label class=\"check\"><input type=\"checkbox\" id=\"filter-framework\"> framework views (\(Wording.number(framework)))</label>\n"
    }
    return html + "</form>\n"
  }

  /// Views of the baseline that are not there any more.
  private func gone() -> HTML {
    guard let baseline = report.baseline else { return "" }
    let now = Set(report.summary.views.map { RedrawSummary.ViewID(name: $0.id.name, scenario: $0.id.scenario) })
    let gone = baseline.updates.filter { !now.contains($0.key) }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if gone.isEmpty { return "" }
    var html: HTML =
      "<details><summary>\(Wording.count(gone.count, "view")) of “\(HTML.name(baseline.title))” that did not show up</summary>\n<ul>\n"
    for (view, updates) in gone.prefix(100) {
      html +=
        "<li>\(HTML.name(view.name))\(view.scenario.map { " in \(HTML.name($0))" } ?? ""): \(Wording.count(updates, "update")) before</li>\n"
    }
    return html + "</ul>\n" + context.rest(gone.count - 100, "view") + "</details>\n"
  }
}
