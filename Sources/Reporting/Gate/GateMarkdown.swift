internal import Gate

/// Renders a verdict as GitHub flavoured Markdown, at most as long as a comment may be.
///
/// The first line is a marker that no reader sees: by it an action finds its own comment and replaces it.
enum GateMarkdown {
  static let marker = "<!-- whyredraw-gate -->"

  static func render(_ report: GateReport, _ options: RenderingOptions) -> String {
    var most = max(report.verdict.entries.count, 20)
    while true {
      let text = lines(report, most: most).joined(separator: "\n") + "\n"
      if text.utf8.count <= MarkdownRenderer.comment || most == 0 { return text }
      most /= 2
    }
  }

  private static func lines(_ report: GateReport, most: Int) -> [String] {
    let verdict = report.verdict
    let sign =
      switch verdict.outcome {
      case .passed: "✅"
      case .failed: "❌"
      case .inconclusive: "⚠️"
      }
    var lines = [marker, "## \(sign) Redraws \(GateWording.summary(verdict))", "", GateWording.totals(verdict)]
    if !verdict.doubts.isEmpty {
      lines += ["", "### Why it is inconclusive", ""]
      lines += verdict.doubts.prefix(max(most, 1)).map { "- " + Escaping.markdownText($0.message) }
      if verdict.doubts.count > max(most, 1) { lines += ["- … and \(verdict.doubts.count - max(most, 1)) more"] }
    }
    lines += table("Offenders", verdict.offenders, report, most: most)
    for entry in verdict.offenders.prefix(most) {
      for diagnosis in report.diagnoses[entry.unit] ?? [] {
        let place = diagnosis.location.map { " at " + Escaping.markdownCode("\($0.file):\($0.line)") } ?? ""
        lines += [
          "", "- \(Escaping.markdownCode(entry.unit.view.view))\(place): \(Escaping.markdownText(diagnosis.message))",
        ]
      }
    }
    let others = verdict.entries.filter { $0.level == .note }
    if !others.isEmpty {
      lines += [
        "",
        "<details><summary>\(Wording.count(others.count, "improvement or note", plural: "improvements and notes"))</summary>",
      ]
      lines += table(nil, others, report, most: most)
      lines += ["", "</details>"]
    }
    if !verdict.remarks.isEmpty { lines += [""] + verdict.remarks.prefix(20).map { "- " + Escaping.markdownText($0) } }
    return lines
  }

  private static func table(_ title: String?, _ entries: [Verdict.Entry], _ report: GateReport, most: Int) -> [String] {
    if entries.isEmpty { return [] }
    var lines = [""]
    if let title { lines += ["### " + title, ""] }
    lines += [
      "| | View | Scenario | Metric | Before | Now | Class | Why |",
      "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for entry in entries.prefix(most) {
      let unit = entry.unit
      let now =
        GateWording.runs(entry.current)
        + (entry.confirmation.isEmpty ? "" : "; again " + GateWording.runs(entry.confirmation))
      let cells = [
        sign(entry.level), Escaping.markdownCode((unit.view.module.map { $0 + "." } ?? "") + unit.view.view, width: 80),
        unit.view.scenario.map { Escaping.markdownCode($0, width: 60) } ?? "",
        Escaping.markdownCode(unit.metricText, width: 60),
        entry.baseline.isEmpty ? "" : GateWording.runs(entry.baseline),
        entry.current.isEmpty ? "gone" : now, entry.noise?.rawValue ?? "",
        Escaping.markdownText("\(GateWording.title(entry.kind)): \(entry.reason); \(entry.threshold)", width: 400),
      ]
      lines.append("| " + cells.joined(separator: " | ") + " |")
    }
    if entries.count > most { lines += ["", "_… \(entries.count - most) more left out._"] }
    return lines
  }

  private static func sign(_ level: Level) -> String {
    switch level {
    case .error: "❌"
    case .warn: "⚠️"
    case .note: "ℹ️"
    case .off: "✅"
    }
  }
}
