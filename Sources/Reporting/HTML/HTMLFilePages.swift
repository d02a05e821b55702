internal import TraceAnalysis
internal import Vocabulary

/// A page for each source file that a finding or a listed view is in: what to change in it, and its lines with the places marked.
struct HTMLFilePages {
  let context: HTMLContext

  /// Of longer files only the surroundings of what is marked are shown.
  private static let longestFile = 1200
  private static let surroundings = 12

  func render() -> HTML {
    var html = HTML()
    for (index, path) in context.files.paths.enumerated() { html += page(path, index: index) }
    let all = context.report.sources?.files.count ?? 0
    return html + context.rest(all - context.files.paths.count, "page of a file", why: "to keep this file small")
  }

  private func page(_ path: String, index: Int) -> HTML {
    guard let anchor = context.files.page(of: path) else { return "" }
    var html: HTML = "<article class=\"page\" id=\"\(anchor)\" aria-labelledby=\"file-\(index)\" tabindex=\"-1\">\n"
    html += "<p class=\"eyebrow\"><a href=\"#findings\" class=\"back\">All findings</a> · source file</p>\n"
    html += "<h2 id=\"file-\(index)\">\(HTML.wrapping(context.shown(path)))</h2>\n"
    let changes = changes(in: path)
    html += findings(changes) + views(in: path)
    return html + code(path, anchor, changes) + "</article>\n"
  }

  /// Indices of shown changes, each with its places in the file.
  private func changes(in path: String) -> [(index: Int, places: [ReportedFinding.Location])] {
    context.shownChanges.enumerated().compactMap { index, change in
      let places = change.places.compactMap(\.location).filter { $0.file == path }
      return places.isEmpty ? nil : (index, places)
    }
  }

  private func findings(_ changes: [(index: Int, places: [ReportedFinding.Location])]) -> HTML {
    if changes.isEmpty { return "" }
    var html: HTML = "<h3>What to change</h3>\n<ul class=\"links\">\n"
    for (index, places) in changes {
      let finding = finding(index)
      let lines = Set(places.map(\.line)).sorted().prefix(20).map(Wording.number).joined(separator: ", ")
      html +=
        "<li>\(context.severity(finding.severity)) <a href=\"#\(context.findingAnchor(index))\">\(context.title(finding))</a>"
      html += " <span class=\"quiet\">line \(lines)</span></li>\n"
    }
    return html + "</ul>\n"
  }

  private func finding(_ index: Int) -> ReportedFinding {
    context.shownChanges[context.shownChanges.startIndex + index].lead
  }

  private func views(in path: String) -> HTML {
    let views = context.report.listedViews.filter { context.report.source(of: $0.id)?.location.file == path }
    if views.isEmpty { return "" }
    var html: HTML = "<h3>Views of the trace in it</h3>\n<ul class=\"links\">\n"
    for view in views.prefix(100) {
      html +=
        "<li>\(context.link(view.id)) <span class=\"quiet\">\(Wording.count(view.updates, "update"))</span></li>\n"
    }
    return html + "</ul>\n" + context.rest(views.count - 100, "view")
  }

  private func code(
    _ path: String, _ anchor: String, _ changes: [(index: Int, places: [ReportedFinding.Location])]
  ) -> HTML {
    let lines = context.files.lines(of: path)
    let named = context.files.named[path] ?? []
    let near = named.filter { $0 <= lines.count }.flatMap { ($0 - Self.surroundings)...($0 + Self.surroundings) }
    let shown: Set<Int>? = lines.count > Self.longestFile ? Set(near) : nil
    var reads: [Int: Set<SourceReport.Read>] = [:]
    var most = 0
    for view in (context.report.sources?.views ?? [:]).values {
      for read in view.reads where read.location.file == path {
        reads[read.location.line, default: []].insert(read)
        most = max(most, read.updates)
      }
    }
    var html: HTML =
      "<h3>Source</h3>\n<div class=\"scroller\" role=\"region\" aria-label=\"Source file \(HTML.name(context.shown(path)))\" tabindex=\"0\"><pre class=\"source\"><code>"
    var isGap = false
    for (offset, text) in lines.enumerated() {
      let number = offset + 1
      if let shown, !shown.contains(number) {
        if !isGap { html += "<span class=\"line quiet\">…\n</span>" }
        isGap = true
        continue
      }
      isGap = false
      var line = HTMLCodeLine(number: number, text: text)
      line.reads = (reads[number] ?? []).sorted {
        ($0.location, $0.name, $0.updates) < ($1.location, $1.name, $1.updates)
      }
      line.mostUpdates = most
      for (index, places) in changes where places.contains(where: { $0.line == number }) {
        let finding = finding(index)
        if finding.location?.file == path, finding.location?.line == number {
          line.marked += [HTMLCodeLine.mark(finding, in: text)].compactMap(\.self)
        }
        line.note += "<a class=\"line-note\" href=\"#\(context.findingAnchor(index))\"> ← \(context.title(finding))</a>"
      }
      if named.contains(number) { line.anchor = "\(anchor)&line=\(number)" }
      html += line.render()
    }
    return html + "</code></pre></div>\n"
  }
}
