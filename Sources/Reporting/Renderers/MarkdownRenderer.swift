internal import TraceAnalysis
internal import TraceImport

/// Renders a report as GitHub flavoured Markdown that fits a comment: at most 65,536 bytes.
///
/// Lists are cut until it fits, and a notice says how much was left out.
struct MarkdownRenderer {
  /// What GitHub takes for a comment.
  static let mostBytes = 65_536

  private let report: RedrawReport
  private let options: RenderingOptions
  /// Rows of each list.
  private let most: Int
  private var lines: [String] = []

  static func render(_ report: RedrawReport, _ options: RenderingOptions) -> String {
    var most = max(report.summary.views.count, report.findings.count, report.summary.rootCauses.count, 20)
    // A comment of this many rows never fits, so there is no use in rendering more.
    most = min(most, 1000)
    while true {
      var renderer = MarkdownRenderer(report: report, options: options, most: most)
      renderer.addAll()
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
    lines += ["# Redraw report", ""]
    let worst = report.findings.map(\.severity).max()
    let mark = worst == .error ? "❌ " : worst == .warning || report.isIncomplete ? "⚠️ " : ""
    lines += ["**\(mark)\(Escaping.markdownText(Wording.verdict(report)))**"]
    if !options.isQuiet {
      lines += ["", Wording.totals(report).joined(separator: " · ")]
    }
    addFindings()
    if options.isQuiet { return }
    addViews()
    addRootCauses()
    addParts()
    addIssues()
  }

  private mutating func addFindings() {
    if report.findings.isEmpty { return }
    lines += ["", "## Findings"]
    let shown = report.listedFindings.prefix(most)
    for finding in shown {
      let subject = finding.view.map { Escaping.markdownCode($0) } ?? "the whole trace"
      lines += ["", "### \(sign(finding.severity)) \(finding.severity.rawValue): \(subject)", ""]
      lines += [Escaping.markdownText(finding.message)]
      if let measured = finding.measured { lines += ["", Wording.measurement(measured) + "."] }
      // Inside of a tag Markdown starts only after an empty line.
      lines += ["", "<details><summary>Details and next steps</summary>", ""]
      lines += ["- Rule: \(Escaping.markdownCode(finding.rule)), \(finding.grade.rawValue)"]
      if let location = finding.location { lines += ["- Place: \(code(location))"] }
      for step in finding.steps.prefix(20) { lines += ["- Next: \(Escaping.markdownText(step, width: 400))"] }
      for related in finding.related.prefix(20) {
        let place = [related.view.map { Escaping.markdownCode($0) }, related.location.map(code)].compactMap { $0 }
        let prefix = place.isEmpty ? "" : place.joined(separator: " at ") + ": "
        lines += ["- See: \(prefix)\(Escaping.markdownText(related.message, width: 400))"]
      }
      if let patch = finding.patch {
        lines += [""] + Escaping.markdownBlock(patch, language: "diff")
      } else if let refusal = finding.patchRefusal {
        lines += ["- No patch: \(Escaping.markdownText(refusal, width: 400))"]
      }
      lines += ["", "</details>"]
    }
    addRest(report.findings.count - shown.count, "finding")
  }

  private mutating func addViews() {
    let shown = report.listedViews.prefix(most)
    if shown.isEmpty && report.summary.views.isEmpty { return }
    lines += ["", "## Views", ""]
    let hasModule = shown.contains { $0.id.module != nil }
    let hasScenario = shown.contains { $0.id.scenario != nil }
    addTable(
      ["View"] + (hasModule ? ["Module"] : []) + (hasScenario ? ["Scenario"] : []) + [
        "Causes", report.summary.isInferred ? "Triggered by (inferred)" : "Triggered by (recorded)",
      ],
      numbers: ["Updates", "Initial"], at: 1,
      rows: shown.map { view in
        var names = [Escaping.markdownCode(view.id.name)]
        if hasModule { names.append(view.id.module.map { Escaping.markdownCode($0, width: 60) } ?? "") }
        if hasScenario { names.append(view.id.scenario.map { Escaping.markdownCode($0, width: 60) } ?? "") }
        names.append(list(view.causes.map { ($0.cause.displayName, $0.evaluations) }))
        names.append(list(view.triggers.map { ($0.view, $0.evaluations) }))
        return (names, [view.updates, view.initial])
      })
    addRest(report.summary.views.count - shown.count, "view")
    if report.selection.hiddenViews > 0 {
      lines += ["", "_\(Wording.count(report.selection.hiddenViews, "view")) hidden by filters._"]
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
        return (names, [root.changes, root.blastRadius])
      })
    addRest(report.summary.rootCauses.count - shown.count, "root cause")
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
    _ titles: [String], numbers: [String], at index: Int, rows: [(names: [String], counts: [Int])]
  ) {
    func line(_ names: [String], _ counts: [String]) -> String {
      let cells = Array(names.prefix(index)) + counts + names.dropFirst(index)
      return "| " + cells.joined(separator: " | ") + " |"
    }
    lines += [line(titles, numbers), line(titles.map { _ in "---" }, numbers.map { _ in "---:" })]
    lines += rows.map { line($0.names, $0.counts.map(Wording.number)) }
  }

  private func list(_ counts: [(name: String, evaluations: Int)]) -> String {
    var parts = counts.prefix(3).map {
      Escaping.markdownCode($0.name, width: 60) + " \(Wording.number($0.evaluations))"
    }
    if counts.count > 3 { parts.append("+\(counts.count - 3)") }
    return parts.joined(separator: ", ")
  }

  private mutating func addRest(_ count: Int, _ noun: String) {
    if count > 0 { lines += ["", "_… \(Wording.count(count, "more " + noun)) left out._"] }
  }

  private func code(_ location: ReportedFinding.Location) -> String {
    Escaping.markdownCode("\(location.file):\(location.line):\(location.column)")
  }

  private func sign(_ severity: ReportedFinding.Severity) -> String {
    switch severity {
    case .error: "❌"
    case .warning: "⚠️"
    case .note: "ℹ️"
    }
  }
}

extension Renderer {
  static let markdown = Renderer(id: "markdown", title: "for pull requests; fits a GitHub comment") { report, options in
    MarkdownRenderer.render(report, options)
  }
}
