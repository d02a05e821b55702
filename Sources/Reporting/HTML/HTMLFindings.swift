internal import Vocabulary

/// The findings as cards: what happens, what shows it, what to do, and the patch.
struct HTMLFindings {
  let context: HTMLContext
  /// Of the findings that are shown, by name.
  private let files: [String]

  init(context: HTMLContext) {
    self.context = context
    files = Set(context.shownChanges.flatMap(Self.files)).sorted()
  }

  func render() -> HTML {
    var html: HTML =
      "<section id=\"findings\" aria-labelledby=\"findings-title\">\n<h2 id=\"findings-title\">Findings</h2>\n"
    if context.shownChanges.isEmpty { html += "<p class=\"quiet\">Nothing stands out.</p>\n" }
    html += filters()
    html += "<div class=\"cards-list\">\n"
    for (index, change) in context.shownChanges.enumerated() { html += card(change, index: index) }
    html += "</div>\n"
    html += fileList()
    html += context.rest(context.changes.count - context.shownChanges.count, "finding")
    return html + "</section>\n"
  }

  /// As many findings are shown unfolded; more would hide each other.
  private static let mostUnfolded = 3

  private func filters() -> HTML {
    let changes = context.shownChanges
    if changes.count < 2 { return "" }
    func choice(_ name: String, _ title: String, _ values: [String]) -> HTML {
      if Set(values).count < 2 { return "" }
      var html: HTML = "<label>\(title) <select data-finding-filter=\"\(name)\"><option value=\"\">all</option>"
      for value in values { html += "<option value=\"\(value)\">\(HTML.name(value))</option>" }
      return html + "</select></label>\n"
    }
    let severities = Severity.allCases.reversed().filter { severity in changes.contains { $0.lead.severity == severity }
    }
    var html: HTML =
      "<form class=\"filters needs-script\" id=\"finding-filters\" role=\"search\" aria-label=\"Filter findings\">\n"
    html +=
      "<label>Text <input type=\"search\" id=\"filter-findings\" placeholder=\"any words of it\" autocomplete=\"off\" spellcheck=\"false\"></label>\n"
    html += choice("severity", "Severity", severities.map(\.rawValue))
    html += choice("rule", "Rule", Set(changes.map(\.lead.rule)).sorted())
    html += fileChoice()
    html += "<button type=\"button\" id=\"unfold-findings\">Expand all</button>\n"
    html += "<span id=\"finding-count\" role=\"status\"></span>\n</form>\n"
    return html
      + "<p class=\"quiet on-phone\">Numbers are updates: now → after the change.</p>\n"
  }

  /// By number, since a path may hold what would part two.
  private func fileChoice() -> HTML {
    if files.count < 2 { return "" }
    var html: HTML = "<label>File <select data-finding-filter=\"files\"><option value=\"\">all</option>"
    for (number, file) in files.enumerated() {
      html += "<option value=\"\(number)\">\(HTML.name(context.shown(file)))</option>"
    }
    return html + "</select></label>\n"
  }

  private static func files(_ change: ReportedChange) -> Set<String> {
    Set(change.places.compactMap(\.location?.file))
  }

  /// The files with what is to be changed in each, for who works file by file.
  private func fileList() -> HTML {
    let pages = context.files.paths.filter { Set(files).contains($0) }
    if pages.isEmpty { return "" }
    var html: HTML = "<details><summary>Source files (\(Wording.number(pages.count)))</summary>\n<ul class=\"links\">\n"
    for path in pages {
      let count = context.shownChanges.count { Self.files($0).contains(path) }
      html +=
        "<li><a class=\"name\" href=\"#\(context.files.page(of: path) ?? "")\">\(HTML.wrapping(context.shown(path)))</a>"
      html += " <span class=\"quiet\">\(Wording.count(count, "finding"))</span></li>\n"
    }
    return html + "</ul>\n</details>\n"
  }

  private func card(_ change: ReportedChange, index: Int) -> HTML {
    let finding = change.lead
    let anchor = context.findingAnchor(index)
    var html: HTML =
      "<article class=\"card finding\" id=\"\(anchor)\" data-print=\"\(finding.fingerprint)\" aria-labelledby=\"\(anchor)-title\" tabindex=\"-1\""
    let numbers = files.indices.filter { Self.files(change).contains(files[$0]) }
    html +=
      " data-severity=\"\(finding.severity.rawValue)\" data-rule=\"\(finding.rule)\" data-files=\"\(numbers.map(String.init).joined(separator: "\n"))\">\n"
    let isOpen: HTML = context.shownChanges.count <= Self.mostUnfolded ? " open" : ""
    html +=
      "<details\(isOpen)><summary class=\"summary\">\(heading(change, anchor, number: index + 1))</summary>\n<div class=\"finding-body\">\n"
    let meaning = Wording.meaning(of: finding.grade)
    html += "<p class=\"card-top\"><span class=\"chip grade\" title=\"\(meaning)\">\(finding.grade.rawValue)</span>"
    html += " <code class=\"rule\">\(HTML.wrapping(finding.rule))</code>"
    html += " \(finding.view.map(context.link(name:)) ?? "the whole trace")</p>\n"
    html += "<p class=\"message\">\(HTML.sentence(finding.message, most: 1200))</p>\n"
    if let location = finding.location {
      html += "<p>\(context.place(location))</p>\n" + source(finding, location, index: index)
    }
    html += places(change)
    if let measured = finding.measured { html += measurement(measured) }
    if let shares = Wording.shares(change, in: context.report) {
      html += "<p class=\"quiet\">\(HTML.sentence(shares, most: 600))</p>\n"
    }
    html += instead(of: change)
    html += chain(finding)
    if !finding.steps.isEmpty {
      html += "<h4>What to do</h4>\n<ol class=\"steps\">\n"
      for step in finding.steps.prefix(20) { html += "<li>\(HTML.sentence(step, most: 600))</li>\n" }
      html += "</ol>\n"
    }
    if !finding.checks.isEmpty {
      html += "<h4>How to know that it worked</h4>\n<ul class=\"checks\">\n"
      for check in finding.checks.prefix(10) {
        html += "<li>\(HTML.sentence(check, most: 600))</li>\n"
      }
      html += "</ul>\n"
    }
    html += related(finding) + patch(finding) + copyButtons(change)
    return html + "</div></details></article>\n"
  }

  /// All that is seen of a folded finding: how bad, what to do, and what that saves.
  private func heading(_ change: ReportedChange, _ anchor: String, number: Int) -> HTML {
    let finding = change.lead
    var html: HTML = "<span class=\"finding-number\">\(Wording.number(number)).</span>"
    html += context.severity(finding.severity)
    html += "<h3 id=\"\(anchor)-title\">\(context.title(finding))</h3>"
    if let other = context.insteadOf[change.id] {
      html += "<span class=\"chip instead\">instead of \(Wording.number(other + 1))</span>"
    }
    guard let measured = finding.measured else { return html }
    // Where there is no room, a note above says that numbers are updates; what they are else is said at each.
    let isPlain = measured.unit == .updates
    func unit(_ number: Int) -> HTML {
      isPlain ? "<span class=\"unit\"> \(measured.unit.word(number))</span>" : " \(measured.unit.word(number))"
    }
    html += "<span class=\"saving\">\(Wording.number(measured.updates))"
    guard let predicted = measured.predictedUpdates, !measured.sparesNone, !measured.isOpen else {
      return html + unit(measured.updates) + "</span>"
    }
    // The card has the range; here it is said only where it tells something.
    let isOpen = Wording.bound(measured.predictedRange, of: measured.updates) != nil
    html += " → \(isOpen ? "about " : "")\(Wording.number(predicted))" + unit(predicted)
    return html + "<span class=\"unit\">\(isOpen ? "" : Wording.range(measured.predictedRange))</span></span>"
  }

  /// Other ways to save the same, and what this is another way of.
  private func instead(of change: ReportedChange) -> HTML {
    var items: [HTML] = []
    if let first = context.insteadOf[change.id] {
      items.append(
        "whoever makes <a href=\"#\(context.findingAnchor(first))\">change \(first + 1)</a> need not make this one")
    }
    for (number, other) in context.report.instead(of: change).prefix(20) where number <= context.shownChanges.count {
      items.append(
        "<a href=\"#\(context.findingAnchor(number - 1))\">\(HTML.sentence(Wording.instead(other, number, of: change), most: 300))</a>"
      )
    }
    if items.isEmpty { return "" }
    return items.reduce("<ul class=\"links\">\n") { $0 + "<li>" + $1 + "</li>\n" } + "</ul>\n"
  }

  /// The lines of the place, with what the finding is about marked.
  private func source(_ finding: ReportedFinding, _ location: ReportedFinding.Location, index: Int) -> HTML {
    let last = min(finding.endLocation?.line ?? location.line, location.line + 5)
    guard let excerpt = context.files.excerpt(around: location, through: last) else { return "" }
    var html: HTML =
      "<div class=\"scroller\" role=\"region\" aria-label=\"Source of finding \(index + 1)\" tabindex=\"0\"><pre class=\"source\"><code>"
    for (offset, text) in excerpt.lines.enumerated() {
      var line = HTMLCodeLine(number: excerpt.firstLine + offset, text: text)
      if line.number == location.line { line.marked = [HTMLCodeLine.mark(finding, in: text)].compactMap(\.self) }
      html += line.render()
    }
    return html + "</code></pre></div>\n"
  }

  /// The other places that the change is for.
  private func places(_ change: ReportedChange) -> HTML {
    let others = change.otherPlaces
    if others.isEmpty { return "" }
    var html: HTML = "<h4>Also at</h4>\n<ul class=\"links\">\n"
    for place in others.prefix(20) {
      html += "<li>"
      if let view = place.view { html += "\(context.link(name: view)) " }
      if let location = place.location { html += context.place(location) }
      html += "</li>\n"
    }
    return html + "</ul>\n" + context.rest(others.count - 20, "place")
  }

  private func measurement(_ measured: ReportedFinding.Measurement) -> HTML {
    var notes: [String] = []
    if measured.predictedUpdates != nil, !measured.sparesNone, !measured.isOpen {
      notes.append("now → after the change, as predicted")
    }
    if let avoidable = measured.avoidable { notes.append("\(Wording.number(avoidable)) avoidable") }
    let html: HTML = "<p class=\"measured\"><strong>\(HTMLOverview.prediction(measured))</strong>"
    return html + (notes.isEmpty ? "" : " <span class=\"quiet\">\(notes.joined(separator: "; "))</span>") + "</p>\n"
  }

  private func chain(_ finding: ReportedFinding) -> HTML {
    if finding.chain.isEmpty { return "" }
    var html: HTML = "<h4>From the root cause to the view</h4>\n<ol class=\"chain\">\n"
    for link in finding.chain.prefix(20) {
      html += "<li>"
      if let view = link.view { html += "\(context.link(name: view)) " }
      html += "<span class=\"quiet\">\(HTML.sentence(link.message, most: 300))</span>"
      if let location = link.location { html += " \(context.place(location))" }
      html += "</li>\n"
    }
    return html + "</ol>\n"
  }

  private func related(_ finding: ReportedFinding) -> HTML {
    if finding.related.isEmpty { return "" }
    var html: HTML = "<h4>See also</h4>\n<ul class=\"links\">\n"
    for related in finding.related.prefix(20) {
      html += "<li>"
      if let view = related.view { html += "\(context.link(name: view)) " }
      html += "\(HTML.sentence(related.message, most: 400))"
      if let location = related.location { html += " \(context.place(location))" }
      html += "</li>\n"
    }
    return html + "</ul>\n"
  }

  private func patch(_ finding: ReportedFinding) -> HTML {
    guard let patch = finding.patch else {
      return finding.patchRefusal.map {
        "<p class=\"quiet\">No patch: \(HTML.sentence($0, most: 600)).</p>\n"
      } ?? ""
    }
    var html: HTML =
      "<h4>Patch</h4>\n<div class=\"scroller\" role=\"region\" aria-label=\"Patch\" tabindex=\"0\"><pre class=\"diff\"><code>"
    let lines = patch.split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    for line in lines.prefix(300) {
      let shown = HTML.code(String(line.prefix(240)))
      if line.hasPrefix("+++") || line.hasPrefix("---") || line.hasPrefix("@@") {
        html += "<span class=\"hunk\">\(shown)\n</span>"
      } else if line.hasPrefix("+") {
        html += "<ins>\(shown)\n</ins>"
      } else if line.hasPrefix("-") {
        html += "<del>\(shown)\n</del>"
      } else {
        html += "<span>\(shown)\n</span>"
      }
    }
    if lines.count > 300 { html += "<span>… \(Wording.number(lines.count - 300)) more lines</span>" }
    return html + "</code></pre></div>\n"
  }

  /// The buttons, and the texts they copy; templates are not shown and hold nothing that runs.
  private func copyButtons(_ change: ReportedChange) -> HTML {
    let finding = change.lead
    var html: HTML = "<p class=\"copy needs-script\">"
    func add(_ title: String, _ text: String) {
      html += "<button type=\"button\" class=\"copy-button\">\(title)</button><template>\(HTML.code(text))</template>"
    }
    if let patch = finding.patch {
      add("Copy patch", patch.utf8.count > 100_000 ? "the patch is too long for this report" : patch)
    }
    add("Copy as Markdown", FixText.markdown(change))
    add("Copy as prompt for a coding agent", FixText.prompt(change))
    return html + "</p>\n"
  }
}
