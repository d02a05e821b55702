internal import TraceAnalysis
internal import TraceImport

/// Strips of evaluations over time, one for each view, with hitches on them.
///
/// The strips are pictures that need no script; the same numbers follow as JSON, so that a script can zoom and count.
struct HTMLTimeline {
  let context: HTMLContext
  private var summary: RedrawSummary { context.report.summary }
  private static let height = 24
  /// As many strips are shown on a phone at first; the style sheet says so, too.
  private static let fewStrips = 4

  func render() -> HTML {
    // A single moment has no course.
    let timelines = summary.timelines.filter { $0.bucketCount > 1 && !$0.strips.isEmpty }
    if timelines.isEmpty { return "" }
    var html: HTML =
      "<section id=\"timeline\" aria-labelledby=\"timeline-title\">\n<h2 id=\"timeline-title\">Timeline</h2>\n"
    html += legend()
    var data: HTML = "["
    for (index, timeline) in timelines.prefix(context.limits.runs).enumerated() {
      let shown = reduced(timeline)
      html += figure(shown, number: index, isOnly: timelines.count == 1)
      data += index > 0 ? "," : ""
      data += json(shown)
    }
    html += context.rest(timelines.count - context.limits.runs, "run", why: "to keep this file small")
    html += "<script type=\"application/json\" id=\"timeline-data\">\(data)]</script>\n</section>\n"
    return html
  }

  private func legend() -> HTML {
    // The log names properties alike, whoever keeps their values; sources tell them apart.
    let own: HTML =
      context.report.sources == nil
      ? "a property of the view, such as @State or @EnvironmentObject" : "own state, such as @State"
    let others: HTML =
      context.report.sources == nil
      ? "model or environment" : "model, environment or binding, such as @EnvironmentObject"
    return """
      <ul class="legend" aria-label="Why a body was evaluated">
      <li><span class="swatch parent"></span>parent made it anew (@self alone)</li>
      <li><span class="swatch property"></span>\(own)</li>
      <li><span class="swatch dependency"></span>\(others)</li>
      <li><span class="swatch appearance"></span>first appearance or new identity</li>
      </ul>

      """
  }

  /// With no more slices and strips than are shown, of listed views only.
  private func reduced(_ timeline: RedrawSummary.Timeline) -> RedrawSummary.Timeline {
    var result = timeline
    var listed: Set<RedrawSummary.ViewID> = []
    for view in context.report.listedViews { listed.insert(.init(name: view.id.name, scenario: view.id.scenario)) }
    result.strips = timeline.strips.filter { listed.contains($0.view) }
    var factor = 1
    while (result.bucketCount + factor - 1) / factor > context.limits.buckets { factor *= 2 }
    result.width *= Int64(factor)
    result.bucketCount = (result.bucketCount + factor - 1) / factor
    for index in result.strips.indices {
      var cells: [RedrawSummary.Timeline.Cell] = []
      for cell in result.strips[index].cells {
        let bucket = cell.bucket / factor
        if let place = cells.lastIndex(where: { $0.bucket == bucket && $0.reason == cell.reason }),
          place >= cells.count - 4
        {
          cells[place].evaluations += cell.evaluations
        } else {
          cells.append(cell)
          cells[cells.count - 1].bucket = bucket
        }
      }
      result.strips[index].cells = cells
    }
    return result
  }

  private func figure(_ timeline: RedrawSummary.Timeline, number: Int, isOnly: Bool) -> HTML {
    let strips = timeline.strips.prefix(context.limits.strips)
    let unit = timeline.axis == .time ? "time" : "order"
    var html: HTML = "<div class=\"figure\" role=\"group\" data-run=\"\(number)\" data-axis=\"\(unit)\""
    html += " aria-label=\"Timeline of \(Wording.run(timeline.run, of: context.report))\">\n"
    if !isOnly { html += "<h3>\(HTML.wrapping(Wording.run(timeline.run, of: context.report)))</h3>\n" }
    html += caption(timeline)
    html += controls(timeline, number: number)
    html += "<div class=\"strips\" id=\"strips-\(number)\">\n"
    html += overviewStrip(timeline)
    for strip in strips { html += row(strip, in: timeline) }
    html += "</div>\n" + context.showAll(strips.count, "view", beyond: Self.fewStrips, id: "strips-\(number)")
    html += context.rest(timeline.strips.count - strips.count, "strip", why: "below those with the most evaluations")
    return html + HTMLMoments(context: context, timeline: timeline).list(number: number) + "</div>\n"
  }

  private func caption(_ timeline: RedrawSummary.Timeline) -> HTML {
    let slice =
      timeline.axis == .time ? Wording.bodyTime(UInt64(timeline.width)) : Wording.count(Int(timeline.width), "moment")
    var text: HTML =
      "<p class=\"quiet\">A slice<span class=\"wide-only\"> of the whole run</span> is \(slice). Height is the square root of the evaluations in it<span class=\"wide-only\">, in each strip by its own most</span>."
    if timeline.axis == .order {
      text +=
        " <strong>The log has no times</strong>: slices count moments, in order; views that are evaluated together are one."
    }
    if timeline.unplaced > 0 { text += " \(Wording.count(timeline.unplaced, "update")) could not be placed." }
    return text + "</p>\n"
  }

  private func controls(_ timeline: RedrawSummary.Timeline, number: Int) -> HTML {
    let last = timeline.bucketCount
    return """
      <div class="brush-controls needs-script">
      <label>From <input type="range" class="from" min="0" max="\(last - 1)" value="0"></label>
      <label>To <input type="range" class="to" min="1" max="\(last)" value="\(last)"></label>
      <span class="zoom"><button type="button" class="zoom-in">Zoom in</button>
      <button type="button" class="zoom-out" disabled>Zoom out</button>
      <button type="button" class="reset" disabled>Whole run</button></span>
      <output class="window" aria-live="polite"></output>
      </div>

      """
  }

  /// All strips together: the one to brush on, with the hitches.
  private func overviewStrip(_ timeline: RedrawSummary.Timeline) -> HTML {
    var totals = [Int](repeating: 0, count: timeline.bucketCount)
    for strip in timeline.strips { for cell in strip.cells { totals[cell.bucket] += cell.evaluations } }
    let most = totals.max() ?? 0
    var path: HTML = ""
    for (bucket, total) in totals.enumerated() where total > 0 {
      path += "M\(bucket) \(Self.height)v-\(height(total, most))"
    }
    var html: HTML = "<div class=\"strip all\"><span class=\"strip-name\">All views</span>"
    html +=
      "<svg class=\"plot\" viewBox=\"-0.5 0 \(timeline.bucketCount) \(Self.height)\" preserveAspectRatio=\"none\" role=\"img\""
    html +=
      " aria-label=\"\(Wording.count(totals.reduce(0, +), "evaluation")) of all views; the most in one slice \(Wording.number(most))\">"
    html += hitches(timeline)
    html += "<path class=\"every\" d=\"\(path)\"/></svg>"
    html += "<span class=\"strip-count\">\(Wording.number(totals.reduce(0, +)))</span></div>\n"
    // The axis of the whole run, and that of a part of it: a script shows it, and keeps it up to date, while a part is zoomed to.
    return html + axis(timeline, "axis", "") + axis(timeline, "axis part", "Zoomed to")
  }

  private func axis(_ timeline: RedrawSummary.Timeline, _ kind: HTML, _ title: HTML) -> HTML {
    var html: HTML =
      "<div class=\"strip \(kind)\" aria-hidden=\"true\"><span class=\"strip-name quiet\">\(title)</span><span class=\"ticks\">"
    for quarter in 0...4 {
      html += "<span>\(label(timeline, Int64(timeline.bucketCount * quarter / 4)))</span>"
    }
    return html + "</span><span></span></div>\n"
  }

  private func label(_ timeline: RedrawSummary.Timeline, _ bucket: Int64) -> String {
    timeline.axis == .time
      ? Wording.duration(nanoseconds: bucket * timeline.width)
      : Wording.number(Int(timeline.start + bucket * timeline.width))
  }

  private func hitches(_ timeline: RedrawSummary.Timeline) -> HTML {
    guard timeline.axis == .time else { return "" }
    var html: HTML = ""
    for one in summary.interruptions.prefix(200) where one.run == timeline.run && one.nanoseconds > 0 {
      // In hundredths of a slice, from the middle of the first.
      let from = hundredths(one.start - timeline.start, of: timeline) - 50
      let length = max(40, hundredths(one.nanoseconds, of: timeline))
      guard from + length >= -50, from < timeline.bucketCount * 100 else { continue }
      html +=
        "<rect class=\"hitch\" x=\"\(decimal(from))\" y=\"0\" width=\"\(decimal(length))\" height=\"\(Self.height)\">"
      html += "<title>\(one.kind.rawValue), \(Wording.duration(nanoseconds: one.nanoseconds))</title></rect>"
    }
    return html
  }

  /// A time in hundredths of a slice; none further away than just beyond the end, since a stored time may be any.
  private func hundredths(_ nanoseconds: Int64, of timeline: RedrawSummary.Timeline) -> Int {
    let farthest = Double(timeline.bucketCount + 2)
    return Int(max(-farthest, min(farthest, Double(nanoseconds) / Double(timeline.width))) * 100)
  }

  private func decimal(_ hundredths: Int) -> String {
    let sign = hundredths < 0 ? "-" : ""
    let digits = String(abs(hundredths) % 100)
    return "\(sign)\(abs(hundredths) / 100).\(digits.count == 1 ? "0" : "")\(digits)"
  }

  private func row(_ strip: RedrawSummary.Timeline.Strip, in timeline: RedrawSummary.Timeline) -> HTML {
    var totals: [Int: Int] = [:]
    for cell in strip.cells { totals[cell.bucket, default: 0] += cell.evaluations }
    let own = totals.values.max() ?? 0
    var paths: [RedrawSummary.Reason: HTML] = [:]
    var used: [Int: (height: Int, count: Int)] = [:]
    for cell in strip.cells {
      let whole = height(totals[cell.bucket] ?? 0, own)
      let before = used[cell.bucket] ?? (0, 0)
      let count = before.count + cell.evaluations
      let top = (totals[cell.bucket] ?? 0) == count ? whole : whole * count / max(1, totals[cell.bucket] ?? 1)
      if top > before.height {
        paths[cell.reason, default: ""] += "M\(cell.bucket) \(Self.height - before.height)v-\(top - before.height)"
      }
      used[cell.bucket] = (top, count)
    }
    let total = strip.evaluations
    let id = context.report.listedViews.first {
      $0.id.name == strip.view.name && $0.id.scenario == strip.view.scenario
    }?.id
    var html: HTML =
      "<div class=\"strip\"><span class=\"strip-name\">\(id.map(context.link) ?? HTML.name(strip.view.name))"
    if let scenario = strip.view.scenario { html += " <small>\(HTML.name(scenario))</small>" }
    html +=
      "</span><svg class=\"plot\" viewBox=\"-0.5 0 \(timeline.bucketCount) \(Self.height)\" preserveAspectRatio=\"none\" role=\"img\""
    html +=
      " aria-label=\"\(HTML.name(strip.view.name)): \(Wording.count(total, "evaluation")), the most in one slice \(Wording.number(own))\">"
    for reason in RedrawSummary.Reason.allCases {
      if let path = paths[reason] { html += "<path class=\"\(Self.name(reason))\" d=\"\(path)\"/>" }
    }
    return html + "</svg><span class=\"strip-count\">\(Wording.number(total))</span></div>\n"
  }

  static func name(_ reason: RedrawSummary.Reason) -> String {
    switch reason {
    case .parent: "parent"
    case .property: "property"
    case .dependency: "dependency"
    case .appearance: "appearance"
    }
  }

  private func height(_ value: Int, _ most: Int) -> Int {
    most == 0 ? 0 : max(1, Int((Double(Self.height) * (Double(value) / Double(most)).squareRoot()).rounded()))
  }

  /// `{"start":…,"width":…,"axis":"time","strips":[[bucket, reason, evaluations, …], …]}`: numbers only, nothing to escape.
  private func json(_ timeline: RedrawSummary.Timeline) -> HTML {
    let origin = timeline.axis == .time ? 0 : timeline.start
    var html: HTML =
      "{\"start\":\(Int(origin)),\"width\":\(Int(timeline.width)),\"buckets\":\(timeline.bucketCount),\"axis\":\""
    html += timeline.axis == .time ? "time" : "order"
    html += "\",\"strips\":["
    for (index, strip) in timeline.strips.prefix(context.limits.strips).enumerated() {
      html += index > 0 ? ",[" : "["
      for (place, cell) in strip.cells.enumerated() {
        html += place > 0 ? "," : ""
        html += "\(cell.bucket),\(cell.reason.rawValue),\(cell.evaluations)"
      }
      html += "]"
    }
    return html + "]" + HTMLMoments(context: context, timeline: timeline).json() + "}"
  }
}
