internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// What the numbers rest on: hitches, processes, complaints, inputs and what was wrong with them, and what is not known.
struct HTMLTrust {
  let context: HTMLContext
  private var report: RedrawReport { context.report }
  private var summary: RedrawSummary { context.report.summary }
  private static let mostRows = 100

  func render() -> HTML { hitches() + parts() + inputs() + sources() }

  private func table(_ label: String, _ titles: [(String, isNumber: Bool)], _ rows: [[HTML]]) -> HTML {
    var html: HTML =
      "<div class=\"scroller\" role=\"region\" aria-label=\"\(label)\" tabindex=\"0\">\n<table>\n<caption class=\"visually-hidden\">\(label)</caption>\n<thead><tr>"
    for title in titles {
      html +=
        title.isNumber ? "<th scope=\"col\" class=\"number\">\(title.0)</th>" : "<th scope=\"col\">\(title.0)</th>"
    }
    html += "</tr></thead>\n<tbody>\n"
    for row in rows.prefix(Self.mostRows) {
      html += "<tr>"
      for (title, cell) in zip(titles, row) {
        html += title.isNumber ? "<td class=\"number\">\(cell)</td>" : "<td>\(cell)</td>"
      }
      html += "</tr>\n"
    }
    return html + "</tbody>\n</table>\n</div>\n"
      + context.rest(rows.count - Self.mostRows, "row", why: "to keep this file small")
  }

  private func hitches() -> HTML {
    let all = summary.interruptions.filter { $0.nanoseconds > 0 }
      .sorted { ($1.nanoseconds, $0.run, $0.start) < ($0.nanoseconds, $1.run, $1.start) }
    if all.isEmpty { return "" }
    var html: HTML =
      "<section id=\"hitches\" aria-labelledby=\"hitches-title\">\n<h2 id=\"hitches-title\">Hitches and hangs</h2>\n"
    html += table(
      "Hitches and hangs, the longest first",
      [
        ("At", true), ("Kind", false), ("Lasted", true), ("In bodies", true), ("Views evaluated meanwhile", false),
        ("Root causes", false),
      ],
      all.map { one in
        return [
          "\(Wording.duration(nanoseconds: one.start))", "\(one.kind.rawValue)",
          "\(Wording.duration(nanoseconds: one.nanoseconds))", "\(Wording.share(one))",
          join(
            one.views.prefix(3).map {
              "\(context.link(name: $0.view)) <span class=\"quiet\">\(Wording.number($0.evaluations))</span>"
            }),
          join(one.rootCauses.prefix(2).map { HTML.name(Wording.origin(view: $0.view, cause: $0.cause)) }),
        ]
      })
    return html + "</section>\n"
  }

  private func join(_ parts: [HTML]) -> HTML {
    parts.enumerated().reduce(into: HTML()) { $0 += $1.offset > 0 ? ", " + $1.element : $1.element }
  }

  private func parts() -> HTML {
    let parts = summary.parts
    var html: HTML = ""
    if parts.count > 1 || parts.contains(where: { $0.nanoseconds != nil }) {
      html += table(
        "Processes and scenarios",
        [
          ("Process", false), ("Scenario", false), ("Updates", true), ("Initial", true), ("Lasted", true),
          ("Peak/s", true), ("Peak/frame", true),
        ],
        parts.map { part in
          let isTimed = part.nanoseconds != nil
          return [
            HTML.name(Wording.process(part.process)), HTML.name(part.scenario ?? "–"), context.number(part.updates),
            context.number(part.initial), "\(part.nanoseconds.map(Wording.duration) ?? "")",
            isTimed ? context.number(part.peakPerSecond) : "", isTimed ? context.number(part.peakPerFrame) : "",
          ]
        })
    }
    let notes = complaints()
    if !notes.isEmpty {
      html += "<h3>Also seen</h3>\n<ul class=\"links\">\n"
      for note in notes.prefix(Self.mostRows) { html += "<li>\(note)</li>\n" }
      html += "</ul>\n" + context.rest(notes.count - Self.mostRows, "line")
    }
    if html.bytes.isEmpty { return "" }
    return
      "<section id=\"parts\" aria-labelledby=\"parts-title\">\n<h2 id=\"parts-title\">Processes, scenarios, rates</h2>\n"
      + html + "</section>\n"
  }

  /// Storms, loops and SwiftUI's own faults.
  private func complaints() -> [HTML] {
    var notes: [HTML] = []
    for part in summary.parts {
      for storm in part.storms.prefix(Self.mostRows) {
        let origin = HTML.name(Wording.origin(view: storm.view, cause: storm.cause))
        notes.append(
          "Storm: \(origin), up to \(Wording.number(storm.storm.peakPerSecond)) updates/s, \(Wording.number(storm.storm.longestSeconds)) s in a row"
        )
      }
      for cycle in part.cycles.filter({ !$0.isOneChange }).prefix(Self.mostRows) {
        notes.append("Loop (inferred): \(HTML.sentence(Wording.loop(cycle, most: 12), most: 2000))")
      }
      for fault in UpdateFault.allCases {
        guard let count = part.faults[fault] else { continue }
        notes.append("SwiftUI warned of \(Wording.fault(fault)), \(Wording.count(count, "time"))")
      }
    }
    return notes
  }

  private func inputs() -> HTML {
    var html: HTML =
      "<section id=\"inputs\" aria-labelledby=\"inputs-title\">\n<h2 id=\"inputs-title\">Inputs, and how far to trust this</h2>\n<ul class=\"links\">\n"
    html +=
      "<li>Counts of evaluations, causes and first appearances are exact: each is a line or an entry of the input.</li>\n"
    html +=
      summary.isInferred
      ? "<li>What triggered what, root causes and re-creations are <strong>inferred</strong> from order and time, where the input does not record them.</li>\n"
      : "<li>What triggered what and root causes are <strong>recorded</strong> in the input.</li>\n"
    if summary.withoutUpdate > 0 {
      html +=
        "<li><strong>\(Wording.count(summary.withoutUpdate, "evaluation"))</strong> in more distinct updates than are kept apart: what began the update is taken for their trigger.</li>\n"
    }
    html += "</ul>\n"
    html += table(
      "Inputs",
      [
        ("Input", false), ("Format", false), ("Lines", true), ("Evaluations", true), ("Other lines", true),
        ("Issues", true),
      ],
      report.inputs.map { input in
        [
          HTML.wrapping(input.path), "\(input.format ?? "not recognised")\(input.isGzip ? ", gzip" : "")",
          context.number(input.lines), context.number(input.events), others(input), context.number(input.issues.count),
        ]
      })
    html +=
      "<p class=\"quiet wide-only\">Other lines are no evaluations: headers, messages of the app, or views that did not change. They are read and not shown.</p>\n"
    let issues = report.allIssues
    if !issues.isEmpty {
      html += "<h3>Issues of the input</h3>\n<ul class=\"issues\">\n"
      for (input, issue) in issues.prefix(Self.mostRows) {
        let place = Wording.place(issue)
        let kind: HTML = issue.severity == .error ? "error" : issue.severity == .dataLoss ? "warning" : "note"
        html +=
          "<li><span class=\"chip \(kind)\">\(Wording.severity(issue.severity))</span> \(HTML.wrapping(input.path)): \(HTML.sentence(issue.message, most: 400))"
        html += place.isEmpty ? "</li>\n" : " <span class=\"quiet\">(\(place))</span></li>\n"
      }
      html += "</ul>\n" + context.rest(issues.count - Self.mostRows, "issue")
    }
    return html + "</section>\n"
  }

  /// Recordings have no lines, and there an evaluation may be less or more than one.
  private func others(_ input: RedrawReport.Input) -> HTML {
    input.lines >= input.events ? context.number(input.lines - input.events) : "–"
  }

  private func sources() -> HTML {
    guard let sources = report.sources else { return "" }
    var html: HTML = ""
    func list(_ title: String, _ rows: [HTML]) {
      if rows.isEmpty { return }
      html += "<details><summary>\(title) (\(Wording.number(rows.count)))</summary>\n<ul>\n"
      for row in rows.prefix(Self.mostRows) { html += "<li>\(row)</li>\n" }
      html += "</ul>\n" + context.rest(rows.count - Self.mostRows, "entry") + "</details>\n"
    }
    list("What trace and sources do not tell", Wording.openQuestions(report).map { "\($0)" })
    list("Views of the trace that no source declares", sources.withoutSource.map(context.link(name:)))
    list(
      "Names that several declarations answer to",
      sources.ambiguous.map { "\(context.link(name: $0.view)): \(join($0.locations.prefix(10).map(context.place)))" })
    list(
      "Views that log their changes and were never seen",
      sources.neverSeen.map { "\(HTML.name($0.view)) \(context.place($0.location))" })
    if html.bytes.isEmpty { return "" }
    return
      "<section id=\"sources\" aria-labelledby=\"sources-title\">\n<h2 id=\"sources-title\">Sources and trace</h2>\n"
      + html + "</section>\n"
  }
}
