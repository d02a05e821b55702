internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// What stands above the fold: the verdict, the totals, the best changes.
struct HTMLOverview {
  let context: HTMLContext
  /// As many of the best changes are shown on a phone at first; the style sheet says so, too.
  private static let fewChanges = 3
  private var report: RedrawReport { context.report }
  private var summary: RedrawSummary { context.report.summary }

  func render() -> HTML {
    var html: HTML = "<section class=\"hero\" id=\"overview\" aria-labelledby=\"verdict\">\n"
    html += capture() + "<h1 id=\"verdict\">\(verdict)</h1>\n"
    html += "<p class=\"lede\">\(lede)</p>\n" + rest()
    html += tiles() + trust() + "</section>\n" + HTMLChanges(context: context).render() + actions()
    return html
  }

  /// This many files are named at the top; the section on inputs has all.
  private static let mostFiles = 4

  /// What was captured: files, and when, where and from what build, as far as anybody said.
  private func capture() -> HTML {
    var rows: [(title: String, value: HTML)] = []
    var files: HTML = report.inputs.isEmpty ? "no input" : ""
    for (index, input) in report.inputs.prefix(Self.mostFiles).enumerated() {
      files += (index > 0 ? ", " : "") + HTML.wrapping(shown(input.path))
    }
    let more = report.inputs.count - Self.mostFiles
    if more > 0 { files += " and <a href=\"#inputs\">\(Wording.number(more)) more</a>" }
    rows.append((report.inputs.count == 1 ? "File" : "Files", files))
    let provenance = report.provenance
    let first = summary.timelines.first { $0.axis == .time }
    let time =
      provenance.time
      ?? first.flatMap { timeline in
        RunTime.text(nanoseconds: timeline.moments.first?.time ?? timeline.start, hasZone: timeline.timesHaveZone)
      }
    let environment = provenance.environment
    for (title, value) in [
      ("Recorded", time.map { $0.replacing("T", with: " ").replacing("Z", with: " UTC") }),
      ("Device", environment["device"]), ("System", environment["os"]), ("Xcode", environment["xcode"]),
      ("Build", environment["configuration"]), ("Commit", provenance.commit), ("Branch", provenance.branch),
      ("Run", provenance.runID),
    ] {
      if let value, !value.isEmpty { rows.append((title, HTML.name(value))) }
    }
    let paths = report.sources?.paths ?? []
    if !paths.isEmpty { rows.append(("Sources", HTML.sentence(paths.joined(separator: ", "), most: HTML.longestName))) }
    var html: HTML = "<dl class=\"capture\">\n"
    for row in rows { html += "<div><dt>\(row.title)</dt><dd>\(row.value)</dd></div>\n" }
    return html + "</dl>\n"
  }

  /// An input as people read it: its name alone where the path begins at the root of the disk and no other has the name; the section on
  /// inputs has the path.
  private func shown(_ path: String) -> String {
    guard path.hasPrefix("/"), let name = path.split(separator: "/").last else { return path }
    return report.inputs.count { $0.path == name || $0.path.hasSuffix("/" + name) } == 1 ? String(name) : path
  }

  private var verdict: String {
    let totals = summary.totals
    if totals.evaluations == 0 { return "No redraws found" }
    if let baseline = report.baseline, baseline.changes != nil {
      if let run = baseline.updatesInRun {
        return "\(Wording.count(run.before, "update")) in a run before, \(Wording.number(run.now)) now"
      }
      return "\(Wording.count(baseline.total, "update")) before, \(Wording.number(totals.updates)) now"
    }
    // What turns in a circle goes before what could be saved beside it.
    let headline =
      report.worstLoop.map { Wording.loop($0, report) }
      ?? report.sources?.fixSet.flatMap { report.tellsBestSet ? Wording.headline($0, report) : nil }
    if let headline { return headline.prefix(1).uppercased() + headline.dropFirst() }
    if report.findings.isEmpty { return "\(Wording.count(totals.updates, "update")), nothing stands out" }
    let worst = Wording.severities(context.changes.map(\.lead))
    return "\(Wording.count(totals.updates, "update")): \(worst)"
  }

  private var lede: HTML {
    var parts: [HTML] = []
    if let first = summary.rootCauses.first, first.blastRadius > 1 {
      let how = summary.isInferred ? "inferred" : "recorded"
      parts.append(
        "<strong>\(HTML.name(Wording.origin(view: first.view, cause: first.cause)))</strong> leads to \(Wording.number(first.blastRadius)) of \(Wording.count(summary.totals.evaluations, "evaluation")) (\(how))."
      )
    }
    if report.worstLoop != nil, let fixSet = report.sources?.fixSet, report.tellsBestSet {
      let saved = Wording.headline(fixSet, report)
      parts.append("Beside the loop, \(saved).")
    }
    if let mismatch = report.sources.flatMap(Wording.mismatch) {
      parts.append("<strong>Beware:</strong> \(mismatch).")
    }
    if report.isIncomplete { parts.append("The input is <a href=\"#inputs\">incomplete</a>: counts may be too low.") }
    if let baseline = report.baseline { parts.append("Compared with <strong>\(HTML.name(baseline.title))</strong>.") }
    if parts.isEmpty { parts.append("\(Wording.totals(report).joined(separator: ", ")).") }
    return parts.dropFirst().reduce(parts[0]) { $0 + " " + $1 }
  }

  /// What is known of what no change saves, where that is most.
  private func rest() -> HTML {
    guard let share = LargestShare(report) else { return "" }
    let text = share.sentence.prefix(1).uppercased() + share.sentence.dropFirst()
    let place: HTML = share.location.map { " \(context.place($0))" } ?? ""
    return "<p class=\"rest\">\(HTML.sentence(text, most: 600)). "
      + "\(HTML.sentence(share.advice.prefix(1).uppercased() + share.advice.dropFirst(), most: 600)).\(place)</p>\n"
  }

  private func tiles() -> HTML {
    let totals = summary.totals
    var html: HTML = "<dl class=\"tiles\">\n"
    func add(_ title: String, _ value: HTML, _ note: HTML = "") {
      html += "<div><dt>\(title)</dt><dd>\(value)</dd>"
      html += "<dd class=\"quiet\">\(note)</dd></div>\n"
    }
    var note: HTML = "of \(Wording.count(totals.evaluations, "evaluation"))"
    if let baseline = report.baseline {
      note = context.delta(totals.updates, before: baseline.total)
    }
    add("Updates", context.number(totals.updates), note)
    if let sources = report.sources {
      let worth = sources.total
      var notes: [String] = []
      // What is most of it stands in the large type.
      let isLikely = worth.avoidable == 0 && worth.likelyAvoidable > 0
      if isLikely {
        notes.append("none is proven, \(share(worth.likelyAvoidable, totals.updates)) of the updates")
      } else if worth.likelyAvoidable > 0 {
        notes.append("and \(Wording.number(worth.likelyAvoidable)) likely")
      }
      if worth.avoidableRecreations > 0 {
        notes.append("and \(Wording.count(worth.avoidableRecreations, "re-creation")) likely")
      }
      if notes.isEmpty { notes.append("\(share(worth.avoidable, totals.updates)) of the updates") }
      let value: HTML =
        isLikely ? "\(Wording.number(worth.likelyAvoidable)) likely" : context.number(worth.avoidable)
      add("Avoidable", value, "\(notes.joined(separator: ", "))")
    }
    add(
      "First appearances", context.number(totals.initial),
      totals.recreated > 0 ? "\(Wording.number(totals.recreated)) re-created" : "not counted as updates")
    add(
      "Views", context.number(totals.views),
      summary.runs > 1 ? "all numbers are added up over \(Wording.count(summary.runs, "run"))" : "")
    add("Findings", context.number(context.changes.count), "\(Wording.severities(context.changes.map(\.lead)))")
    if let busy = summary.busyNanoseconds {
      add("Time in bodies", "\(Wording.duration(nanoseconds: Int64(clamping: busy)))", "nested ones counted once")
    }
    let hitches = summary.interruptions.count { $0.nanoseconds > 0 }
    if hitches > 0 { add("Hitches and hangs", context.number(hitches), "<a href=\"#hitches\">what ran meanwhile</a>") }
    return html + "</dl>\n"
  }

  private func share(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "0 %" : "\((part * 100 + whole / 2) / whole) %"
  }

  private func trust() -> HTML {
    let issues = report.allIssues.count { $0.issue.severity > .info }
    var items: [HTML] = []
    items.append(
      summary.isInferred
        ? "Evaluations are exact; what triggered what is <strong>inferred</strong> from order and time."
        : "Counts, triggers and root causes are <strong>recorded</strong>.")
    if report.sources == nil { items.append("No sources were given, so nothing is said about what is avoidable.") }
    for doubt in report.baseline?.doubts ?? [] { items.append("<strong>\(HTML.name(doubt))</strong>.") }
    items.append("<a href=\"#words\">What the words mean</a>.")
    if issues > 0 { items.append("<a href=\"#inputs\">\(Wording.count(issues, "issue")) of the input</a>.") }
    return "<p class=\"trust\">\(items.dropFirst().reduce(items[0]) { $0 + " " + $1 })</p>\n"
  }

  private func actions() -> HTML {
    let best = report.bestChanges.filter { $0.number <= context.shownChanges.count }
    if best.isEmpty { return "" }
    var html: HTML = "<section class=\"actions\" aria-labelledby=\"actions-title\">\n<h2 id=\"actions-title\">"
    html += best.count == 1 ? "The best change" : "The best changes"
    html += "</h2>\n<ol class=\"cards\" id=\"best-changes\">\n"
    for (number, change) in best {
      let finding = change.lead
      html += "<li value=\"\(number)\"><a class=\"action\" href=\"#\(context.findingAnchor(number - 1))\">"
      html += "<span class=\"action-top\"><span class=\"action-number\">\(Wording.number(number)).</span> "
      html += "\(context.severity(finding.severity)) <span class=\"name\">"
      html += finding.view.map(HTML.wrapping) ?? "the whole trace"
      html += "</span></span><strong>\(context.title(finding))</strong>"
      if let location = finding.location {
        html +=
          "<span class=\"action-place\">\(HTML.wrapping("\(context.shown(location.file)):\(location.line)"))</span>"
      }
      // Whole, whatever room it takes: without its middle a sentence says nothing. Bounded for hostile names only.
      html += "<span class=\"action-text\">\(HTML.sentence(finding.message, most: 600))</span>"
      let saving = Wording.worth(of: change, in: report)
      html += "<span class=\"action-numbers\">\(saving)</span>"
      html += "</a></li>\n"
    }
    html += "</ol>\n" + context.showAll(best.count, "change", beyond: Self.fewChanges, id: "best-changes")
    return html + next() + "</section>\n"
  }

  /// The commands that go on from the report, as the terminal ends with them.
  private func next() -> HTML {
    guard let step = NextStep(report), !step.commands.isEmpty else { return "" }
    var html: HTML = "<details class=\"next\"><summary>How to apply and check it</summary>\n<dl>\n"
    for command in step.commands {
      html += "<dt>\(command.purpose)</dt><dd><code>\(HTML.command(command.line))</code></dd>\n"
    }
    return html + "</dl></details>\n"
  }

  /// `840 → 40 updates`, or `840 updates`.
  static func prediction(_ measured: ReportedFinding.Measurement) -> String {
    guard let predicted = measured.predictedUpdates, !measured.sparesNone, !measured.isOpen else {
      return Wording.measurement(measured)
    }
    return "\(Wording.number(measured.updates)) → \(measured.unit.counted(predicted))"
      + Wording.range(measured.predictedRange)
  }
}
