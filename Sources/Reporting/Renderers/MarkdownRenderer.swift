internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Renders a report as GitHub flavoured Markdown that fits where it is shown.
///
/// Lists are cut until it fits, and notices say how much was left out.
struct MarkdownRenderer {
  /// What GitHub takes for a comment.
  static let comment = 65_536
  /// What GitHub takes for the summary of a step: 1 MiB.
  static let stepSummary = 1_048_576
  /// The first line, by which a script finds the comment that it made the last time, to write over it.
  static let marker = "<!-- whyredraw-report -->"

  private let report: RedrawReport
  private let options: RenderingOptions
  /// Rows of each list.
  private let most: Int
  private var lines: [String] = []
  /// Where a notice about the whole report goes: below the verdict.
  private var noticePlace = 0

  static func render(_ report: RedrawReport, _ options: RenderingOptions, mostBytes: Int = comment) -> String {
    var most = max(report.summary.views.count, report.findings.count, report.summary.rootCauses.count, 20)
    let all = most
    // This many rows never fit, so there is no use in rendering more.
    most = min(most, mostBytes / 64)
    while true {
      var renderer = MarkdownRenderer(report: report, options: options, most: most)
      renderer.addAll()
      if most < all {
        let limit = mostBytes == comment ? "a comment" : "a step summary"
        renderer.lines.insert(
          contentsOf: ["", "_Shortened to fit \(limit); `--format html` and `--format json` have everything._"],
          at: renderer.noticePlace)
      }
      let text = renderer.lines.joined(separator: "\n") + "\n"
      if text.utf8.count <= mostBytes || most == 0 { return text }
      most /= 2
    }
  }

  private init(report: RedrawReport, options: RenderingOptions, most: Int) {
    self.report = report
    self.options = options
    self.most = most
  }

  private mutating func addAll() {
    lines += [Self.marker, "# Redraw report", ""]
    let worst = report.changes.map(\.lead.severity).max()
    let mark = worst == .error ? "❌ " : worst == .warning || report.isIncomplete ? "⚠️ " : ""
    lines += ["**\(mark)\(Escaping.markdownText(Wording.verdict(report)))**"]
    if !options.isQuiet {
      lines += ["", (Wording.totals(report) + [difference].compactMap { $0 }).joined(separator: " · ")]
      if report.sources != nil { lines.append("") }
      for line in Wording.worth(report) { lines += ["- " + Escaping.markdownText(line)] }
      if let share = LargestShare(report) {
        let place = share.location.map { ": \(FixText.code($0))" } ?? ""
        lines += ["- " + Escaping.markdownText(share.sentence + "; " + share.advice) + place]
      }
      for line in Wording.coverage(report) { lines += ["- " + Escaping.markdownText(line)] }
    }
    noticePlace = lines.count
    addFindings()
    if options.isQuiet { return }
    addViews()
    let open = Wording.openQuestions(report)
    if !open.isEmpty {
      lines +=
        ["", "## What trace and sources do not tell", ""] + open.prefix(most).map { "- " + Escaping.markdownText($0) }
    }
    addRootCauses()
    addTimes()
    addInterruptions()
    addParts()
    addIssues()
  }

  /// `12 fewer updates than before`; `nil` without something to compare with.
  private var difference: String? {
    guard let baseline = report.baseline else { return nil }
    let difference = report.summary.totals.updates - baseline.total
    let title = Escaping.markdownCode(baseline.title, width: 60)
    return difference == 0 ? "as many updates as \(title)" : "\(Wording.delta(difference)) updates to \(title)"
  }

  private mutating func addFindings() {
    if report.findings.isEmpty { return }
    let shown = report.listedChanges.prefix(most)
    lines += ["", "## Findings", "", "_\(Wording.grades(of: shown.map(\.lead)))._"]
    // What is the same advice stands with that.
    let folded = report.insteadOf
    for (index, change) in shown.enumerated() where folded[change.id] == nil {
      let finding = change.lead
      let title = Escaping.markdownText(finding.title)
      lines += ["", "### \(sign(finding.severity)) \(index + 1). \(title) (\(finding.severity.rawValue))", ""]
      lines += [Escaping.markdownText(finding.message)]
      if let measured = finding.measured { lines += ["", Wording.measurement(measured) + "."] }
      if let shares = Wording.shares(change, in: report) { lines += ["", Escaping.markdownText(shares) + "."] }
      for (number, other) in report.instead(of: change) where number <= shown.count {
        let place = other.lead.location.map { ", \(FixText.code($0))" } ?? ""
        lines += ["", Escaping.markdownText(Wording.instead(other, number, of: change)) + place + "."]
      }
      // Inside of a tag Markdown starts only after an empty line.
      lines += ["", "<details><summary>Details and next steps</summary>", ""]
      lines += FixText.details(change)
      lines += ["", "</details>"]
    }
    addRest(report.changes.count - shown.count, "finding")
  }

  private mutating func addViews() {
    let shown = report.listedViews.prefix(most)
    if shown.isEmpty && report.summary.views.isEmpty { return }
    lines += ["", "## Views", ""]
    let hasModule = shown.contains { $0.id.module != nil }
    let hasScenario = shown.contains { $0.id.scenario != nil }
    let report = report
    var numbers: [(title: String, value: (RedrawSummary.View) -> String)] = [
      ("Updates", { Wording.number($0.updates) })
    ]
    if report.baseline != nil {
      numbers.append(
        ("Change", { view in report.updatesBefore(view.id).map { Wording.delta(view.updates - $0) } ?? "" }))
    }
    if report.sources != nil {
      numbers.append(
        ("Avoidable", { report.avoidable($0.id).map(Wording.number) ?? "?" }))
    }
    numbers.append(("Initial", { Wording.number($0.initial) }))
    addTable(
      ["View"] + (hasModule ? ["Module"] : []) + (hasScenario ? ["Scenario"] : []) + [
        "Causes", report.summary.isInferred ? "Triggered by (inferred)" : "Triggered by (recorded)",
      ],
      numbers: numbers.map(\.title), at: 1,
      rows: shown.map { view in
        var names = [Escaping.markdownCode(view.id.name)]
        if hasModule { names.append(view.id.module.map { Escaping.markdownCode($0, width: 60) } ?? "") }
        if hasScenario { names.append(view.id.scenario.map { Escaping.markdownCode($0, width: 60) } ?? "") }
        names.append(list(view.causes.map { ($0.cause.displayName, $0.evaluations) }))
        names.append(list(view.triggers.map { ($0.view, $0.evaluations) }))
        return (names, numbers.map { $0.value(view) })
      })
    addRest(report.summary.views.count - shown.count, "view")
    if report.selection.hiddenViews > 0 {
      lines += ["", "_\(Wording.hidden(report.selection.hiddenViews))._"]
    }
  }

  private mutating func addRootCauses() {
    let shown = report.listedRootCauses.prefix(most)
    if shown.isEmpty && report.summary.rootCauses.isEmpty { return }
    lines += ["", report.summary.isInferred ? "## Root causes (inferred)" : "## Root causes (recorded)", ""]
    let hasScenario = shown.contains { $0.scenario != nil }
    addTable(
      ["Change"] + (hasScenario ? ["Scenario"] : []) + ["Views affected"], numbers: ["Changes", "Leads to"], at: 1,
      rows: shown.map { root in
        var names = [Escaping.markdownCode(Wording.origin(view: root.view, cause: root.cause))]
        if hasScenario { names.append(root.scenario.map { Escaping.markdownCode($0, width: 60) } ?? "") }
        names.append(root.affected.isEmpty ? "only itself" : list(root.affected.map { ($0.view, $0.evaluations) }))
        return (names, [root.changes, root.blastRadius].map(Wording.number))
      })
    addRest(report.summary.rootCauses.count - shown.count, "root cause")
    addGraph()
  }

  /// The cause graph, which GitHub draws.
  private mutating func addGraph() {
    let diagram = CauseDiagram(report.summary, mostCauses: min(most, 6), mostViews: min(most, 14))
    if diagram.isEmpty { return }
    lines += ["", "<details><summary>Cause graph</summary>", "", "```mermaid"]
    lines += MermaidText.lines(diagram)
    lines += ["```", "", "</details>"]
  }

  private mutating func addTimes() {
    let timed = report.timedViews
    if timed.isEmpty { return }
    let shown = timed.prefix(min(most, 50))
    let busy =
      report.summary.busyNanoseconds.map { ", \(Wording.duration(nanoseconds: Int64(clamping: $0))) in all" } ?? ""
    lines += ["", "## Time in bodies", "", "Each view's includes nested updates\(busy).", ""]
    let hasUntimed = shown.contains { ($0.duration?.untimed ?? 0) > 0 }
    let hasSeverity = shown.contains { $0.duration?.severities.isEmpty == false }
    var titles = ["Total", "Median", "95 %", "Longest", "> 500 µs", "> 1 ms"]
    if hasUntimed { titles.append("Untimed") }
    lines += [
      "| View | " + (titles + (hasSeverity ? ["Severity"] : [])).joined(separator: " | ") + " |",
      "| --- | " + (titles.map { _ in "---:" } + (hasSeverity ? ["---"] : [])).joined(separator: " | ") + " |",
    ]
    for view in shown {
      guard let duration = view.duration else { continue }
      func time(_ value: UInt64?) -> String { duration.count > 0 ? value.map(Wording.bodyTime) ?? "" : "" }
      var cells = [
        Escaping.markdownCode(view.id.name), time(duration.totalNanoseconds), time(duration.quantile(0.5)),
        time(duration.quantile(0.95)), time(duration.maximumNanoseconds), Wording.number(duration.slowCount),
        Wording.number(duration.severeCount),
      ]
      if hasUntimed { cells.append(Wording.number(duration.untimed)) }
      if hasSeverity { cells.append(Wording.severities(duration.severities, most: 2)) }
      lines += ["| " + cells.joined(separator: " | ") + " |"]
    }
    addRest(timed.count - shown.count, "view")
  }

  private mutating func addInterruptions() {
    let all = report.interruptionsByLength
    if all.isEmpty { return }
    let shown = all.prefix(min(most, 20))
    lines += ["", "## Hitches and hangs", ""]
    lines += ["| At | | Lasted | In bodies | Views | Root causes | Instruments says |"]
    lines += ["| ---: | --- | ---: | ---: | --- | --- | --- |"]
    for one in shown {
      let cells = [
        Wording.duration(nanoseconds: one.start), Wording.interruption(one.kind),
        one.nanoseconds > 0 ? Wording.duration(nanoseconds: one.nanoseconds) : "", Wording.share(one),
        one.views.isEmpty ? "none" : list(one.views.map { ($0.view, $0.evaluations) }),
        list(one.rootCauses.map { (Wording.origin(view: $0.view, cause: $0.cause), $0.evaluations) }),
        one.label.isEmpty ? "" : Escaping.markdownCode(one.label, width: 80),
      ]
      lines += ["| " + cells.joined(separator: " | ") + " |"]
    }
    addRest(all.count - shown.count, "interruption")
  }

  private mutating func addParts() {
    let parts = report.summary.parts
    if parts.count > 1 || parts.contains(where: { $0.nanoseconds != nil }) {
      lines += ["", parts.count > 1 ? "## Processes and scenarios" : "## Rates", ""]
      lines += ["| Process | Scenario | Updates | Initial | Lasted | Peak updates/s | Peak updates/frame |"]
      lines += ["| --- | --- | ---: | ---: | ---: | ---: | ---: |"]
      let shown = parts.prefix(min(most, 20))
      for part in shown {
        let isTimed = part.nanoseconds != nil
        let cells = [
          Escaping.markdownCode(Wording.process(part.process), width: 60),
          part.scenario.map { Escaping.markdownCode($0, width: 60) } ?? "", Wording.number(part.updates),
          Wording.number(part.initial), part.nanoseconds.map(Wording.duration) ?? "",
          isTimed ? Wording.number(part.peakPerSecond) : "", isTimed ? Wording.number(part.peakPerFrame) : "",
        ]
        lines += ["| " + cells.joined(separator: " | ") + " |"]
      }
      addRest(parts.count - shown.count, "part")
    }
    let faults = UpdateFault.allCases.compactMap { fault -> String? in
      let count = parts.reduce(0) { $0 + ($1.faults[fault] ?? 0) }
      return count == 0 ? nil : "- SwiftUI warned of \(Wording.fault(fault)), \(Wording.count(count, "time"))"
    }
    if !faults.isEmpty { lines += ["", "## Faults", ""] + faults }
  }

  private mutating func addIssues() {
    let issues = report.allIssues.filter { options.isVerbose || $0.issue.severity > .info }
    if issues.isEmpty { return }
    lines += ["", "## Issues of the input", ""]
    let shown = issues.prefix(min(most, 20))
    for (input, issue) in shown {
      let place = Wording.place(issue)
      lines += [
        "- \(Wording.severity(issue.severity)) in \(Escaping.markdownCode(input.path)): "
          + Escaping.markdownText(issue.message, width: 400) + (place.isEmpty ? "" : " (\(place))")
      ]
    }
    addRest(issues.count - shown.count, "issue")
  }

  // MARK: - Pieces

  /// A table with the numbers together, after `index` columns of text.
  private mutating func addTable(
    _ titles: [String], numbers: [String], at index: Int, rows: [(names: [String], counts: [String])]
  ) {
    func line(_ names: [String], _ counts: [String]) -> String {
      let cells = Array(names.prefix(index)) + counts + names.dropFirst(index)
      return "| " + cells.joined(separator: " | ") + " |"
    }
    lines += [line(titles, numbers), line(titles.map { _ in "---" }, numbers.map { _ in "---:" })]
    lines += rows.map { line($0.names, $0.counts) }
  }

  private func list(_ counts: [(name: String, evaluations: Int)]) -> String {
    var parts = counts.prefix(3).map {
      Escaping.markdownCode($0.name, width: 60) + " \(Wording.number($0.evaluations))"
    }
    if counts.count > 3 { parts.append("+\(Wording.number(counts.count - 3))") }
    return parts.joined(separator: ", ")
  }

  private mutating func addRest(_ count: Int, _ noun: String) {
    if count > 0 { lines += ["", "_… \(Wording.count(count, "more " + noun)) left out._"] }
  }

  private func sign(_ severity: Severity) -> String {
    switch severity {
    case .error: "❌"
    case .warning: "⚠️"
    case .note: "ℹ️"
    }
  }
}

extension OutputFormat {
  package static let markdown = OutputFormat(
    "markdown", "for pull requests; fits a GitHub comment", fileExtensions: ["md"]
  )
  .report { MarkdownRenderer.render($0, $1) }
  .verdict { GateMarkdown.render($0, $1, mostBytes: MarkdownRenderer.comment) }
  .findings { FindingsMarkdown.render($0, $1) }.reading()
  .comparison { report, _ in ComparisonText.markdown(report) }
  .calibration { calibration, _, _ in CalibrationText.markdown(calibration) }

  static let stepSummary = OutputFormat("step-summary", "Markdown for $GITHUB_STEP_SUMMARY, up to 1 MiB")
    .report { MarkdownRenderer.render($0, $1, mostBytes: MarkdownRenderer.stepSummary) }
    .verdict { GateMarkdown.render($0, $1, mostBytes: MarkdownRenderer.stepSummary) }
}
