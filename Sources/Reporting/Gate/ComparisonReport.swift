package import Gate

/// A before/after comparison, ready to be rendered.
package struct ComparisonReport: Sendable {
  package var toolVersion: String
  package var comparison: RunComparison
  package var before: [RedrawReport.Input]
  package var after: [RedrawReport.Input]
  /// Why a view changed, as far as sources tell; empty without sources.
  package var diagnoses: [Unit: [ReportedFinding]] = [:]
  /// Each finding of the sources before that is gone, with what became of its prediction.
  package var gone: [ReportedFinding] = []
  /// The runs after the change, with those before to show differences to; only the page needs it.
  package var page: RedrawReport?

  package init(
    toolVersion: String, comparison: RunComparison, before: [RedrawReport.Input], after: [RedrawReport.Input]
  ) {
    self.toolVersion = toolVersion
    self.comparison = comparison
    self.before = before
    self.after = after
  }
}

/// The ways to print a comparison. Each is pure: report in, text out.
enum ComparisonText {
  private static let changes: [(change: RunComparison.Change, title: String)] = [
    (.regressed, "More updates"), (.improved, "Fewer updates"), (.new, "New"), (.removed, "Removed"),
  ]

  private static func summary(_ comparison: RunComparison) -> String {
    let parts = changes.compactMap { change, title -> String? in
      let amount = comparison.entries(change).count
      guard amount > 0 else { return nil }
      return change == .new || change == .removed
        ? "\(Wording.number(amount)) \(title.lowercased())"
        : "\(Wording.number(amount)) with \(title.lowercased())"
    }
    let views = parts.isEmpty ? "no view changed" : "views: " + parts.joined(separator: ", ")
    return "\(views); updates \(Wording.number(Int(comparison.updatesBefore.rounded()))) → "
      + "\(Wording.number(Int(comparison.updatesAfter.rounded()))) in a run (medians of the views, added up)"
  }

  private static func name(_ entry: RunComparison.Entry) -> String {
    let metric = entry.unit.metric == .updates ? "" : " \(entry.unit.metricText)"
    return GateWording.name(entry.unit.view) + metric
  }

  static func terminal(_ report: ComparisonReport, _ options: RenderingOptions) -> String {
    let comparison = report.comparison
    var page = TerminalPage(options)
    page.headline(summary(comparison), .cyan)
    for message in comparison.doubts.map(\.message) + comparison.remarks {
      page.paragraph("! " + message, indent: "  ", hanging: "    ", style: .yellow)
    }
    for (change, title) in changes {
      let entries = comparison.entries(change)
      if entries.isEmpty { continue }
      page.heading("\(title) (\(Wording.number(entries.count)))")
      var table = TextTable(columns: [
        .init(title: "View", isWhole: true), .init(title: "Before", least: 8, isList: true),
        .init(title: "After", least: 8, isList: true), .init(title: "Difference", isNumber: true, dispensability: 1),
      ])
      table.rows = entries.map { entry in
        [
          Escaping.visible(name(entry)), GateWording.runs(entry.before, entry.unit.metric),
          GateWording.runs(entry.after, entry.unit.metric),
          difference(entry),
        ]
      }
      page.table(table)
      for entry in entries {
        // Below the table the reason is whole.
        page.paragraph("\(entry.unit.view.view): \(entry.reason)", indent: "  ", hanging: "    ", style: .dim)
        for diagnosis in report.diagnoses[entry.unit] ?? [] {
          if let place = diagnosis.location { page.place("\(place.file):\(place.line):\(place.column)") }
          page.paragraph("→ \(entry.unit.view.view): \(note(diagnosis))", indent: "  ", hanging: "    ")
        }
      }
    }
    let idle = idle(report)
    if !idle.isEmpty { page.heading(idleTitle) }
    for entry in idle {
      for diagnosis in report.diagnoses[entry.unit] ?? [] {
        if let place = diagnosis.location { page.place("\(place.file):\(place.line):\(place.column)") }
        page.paragraph("→ \(entry.unit.view.view): \(note(diagnosis))", indent: "  ", hanging: "    ")
      }
    }
    if !report.gone.isEmpty { page.heading("\(goneTitle) (\(Wording.number(report.gone.count)))") }
    for finding in report.gone {
      if let place = finding.location { page.place("\(place.file):\(place.line):\(place.column)") }
      page.paragraph("→ \(finding.title): \(finding.message)", indent: "  ", hanging: "    ")
    }
    let unchanged = comparison.entries(.unchanged)
    if !options.isQuiet, !unchanged.isEmpty {
      page.heading("\(Wording.count(unchanged.count, "view")) unchanged, or within the noise")
      if options.isVerbose {
        for entry in unchanged {
          page.paragraph(
            "\(name(entry)): \(GateWording.runs(entry.before, entry.unit.metric)) → \(GateWording.runs(entry.after, entry.unit.metric)); \(entry.reason)",
            indent: "  ", hanging: "    ")
        }
      }
    }
    return page.text
  }

  private static let idleTitle = "Predicted, and unchanged"
  private static let goneTitle = "Findings that are gone from the sources"

  /// Views that are as before though a fix was predicted to change them.
  private static func idle(_ report: ComparisonReport) -> [RunComparison.Entry] {
    report.comparison.entries(.unchanged).filter { report.diagnoses[$0.unit]?.isEmpty == false }
  }

  static func markdown(_ report: ComparisonReport) -> String {
    var most = max(report.comparison.entries.count, 20)
    while true {
      let text = markdown(report, most: most)
      if text.utf8.count <= MarkdownRenderer.comment || most == 0 { return text }
      most /= 2
    }
  }

  private static func markdown(_ report: ComparisonReport, most: Int) -> String {
    let comparison = report.comparison
    var lines = [
      "<!-- whyredraw-compare -->", "## Redraws before and after", "", Escaping.markdownText(summary(comparison)),
    ]
    lines += (comparison.doubts.map(\.message) + comparison.remarks).prefix(20).map {
      "\n> ⚠️ " + Escaping.markdownText($0)
    }
    for (change, title) in changes {
      let entries = comparison.entries(change)
      if entries.isEmpty { continue }
      lines += ["", "### \(title) (\(Wording.number(entries.count)))", ""]
      lines += ["| View | Before | After | Difference | Why |", "| --- | --- | --- | ---: | --- |"]
      for entry in entries.prefix(most) {
        let cells = [
          Escaping.markdownCode(name(entry)), GateWording.runs(entry.before, entry.unit.metric),
          GateWording.runs(entry.after, entry.unit.metric),
          difference(entry),
          ([entry.reason] + (report.diagnoses[entry.unit] ?? []).map(note)).map { Escaping.markdownText($0) }
            .joined(separator: "<br>"),
        ]
        lines.append("| " + cells.joined(separator: " | ") + " |")
      }
      if entries.count > most { lines += ["", "_… \(entries.count - most) more left out._"] }
    }
    let idle = idle(report)
    if !idle.isEmpty { lines += ["", "### \(idleTitle)", ""] }
    for entry in idle.prefix(most) {
      lines += (report.diagnoses[entry.unit] ?? []).map {
        "- \(Escaping.markdownCode(name(entry))): \(Escaping.markdownText(note($0)))"
      }
    }
    if !report.gone.isEmpty { lines += ["", "### \(goneTitle) (\(Wording.number(report.gone.count)))", ""] }
    lines += report.gone.prefix(most).map { "- " + Escaping.markdownText("\($0.title): \($0.message)") }
    if report.gone.count > most { lines += ["", "_… \(Wording.number(report.gone.count - most)) more left out._"] }
    let unchanged = comparison.entries(.unchanged).count
    if unchanged > 0 { lines += ["", "\(Wording.count(unchanged, "view")) unchanged, or within the noise."] }
    return lines.joined(separator: "\n") + "\n"
  }

  static func json(_ report: ComparisonReport) -> String {
    let comparison = report.comparison
    return JSONText.object([
      "schemaVersion": .number(GateJSON.schemaVersion), "kind": .string("comparison"),
      "tool": .object(["name": .string("whyredraw"), "version": .string(report.toolVersion)]),
      "doubts": .array(
        comparison.doubts.map { .object(["kind": .string($0.kind.rawValue), "message": .string($0.message)]) }),
      "remarks": .array(comparison.remarks.map(JSONText.string)),
      "runs": .object(["before": .number(comparison.runsBefore), "after": .number(comparison.runsAfter)]),
      "updates": .object([
        "before": .decimal(comparison.updatesBefore), "after": .decimal(comparison.updatesAfter),
      ]),
      "gone": .array(report.gone.map(FindingsJSON.finding)),
      "entries": .array(
        comparison.entries.map { entry in
          var members = GateJSON.unit(entry.unit)
          members["change"] = .string(entry.change.rawValue)
          members["class"] = .optional(entry.noise?.rawValue)
          members["before"] = GateJSON.series(entry.before, entry.unit.metric)
          members["after"] = GateJSON.series(entry.after, entry.unit.metric)
          members["difference"] = .decimal(entry.difference / Double(entry.unit.metric.scale))
          members["renamedFrom"] = GateJSON.view(entry.renamedFrom)
          members["reason"] = .string(entry.reason)
          members["diagnoses"] = .array((report.diagnoses[entry.unit] ?? []).map(FindingsJSON.finding))
          return .object(members)
        }),
    ]).jsonDocument
  }

  static func html(_ report: ComparisonReport, _ options: RenderingOptions) -> String {
    guard var page = report.page else { return "" }
    page.baseline?.updatesInRun = .init(
      before: Int(report.comparison.updatesBefore.rounded()), now: Int(report.comparison.updatesAfter.rounded()))
    page.baseline?.doubts = report.comparison.doubts.map(\.message) + report.comparison.remarks
    page.baseline?.gone = report.gone.map { "\($0.title): \($0.message)" }
    let shown =
      changes.map { (title: $0.title, entries: report.comparison.entries($0.change)) } + [(idleTitle, idle(report))]
    page.baseline?.changes = shown.flatMap { title, entries in
      entries.map { entry in
        RedrawReport.Baseline.Change(
          name: name(entry), title: title.lowercased(), isWorse: entry.change == .regressed || entry.change == .new,
          before: GateWording.runs(entry.before, entry.unit.metric),
          after: GateWording.runs(entry.after, entry.unit.metric), reason: entry.reason,
          notes: (report.diagnoses[entry.unit] ?? []).map(note))
      }
    }
    return HTMLRenderer.render(page, options)
  }

  /// What a fix would save of the view in a run, and why; or what became of a prediction.
  private static func note(_ diagnosis: ReportedFinding) -> String {
    guard let reason = diagnosis.reason else { return diagnosis.message }
    let saving = diagnosis.share.map {
      "\(diagnosis.title) saves \(Wording.number($0.saved)) of \(Wording.number($0.updates)) updates in a run: "
    }
    return (saving ?? diagnosis.title + ": ") + reason
  }

  /// `+4`, `−12.5`.
  private static func difference(_ entry: RunComparison.Entry) -> String {
    if entry.unit.metric.scale > 1 {
      let parts = Int(entry.difference.rounded())
      return (parts > 0 ? "+" : "") + entry.unit.metric.text(parts)
    }
    let tenths = Int((entry.difference * 10).rounded())
    let digits = Wording.number(abs(tenths) / 10) + (tenths % 10 == 0 ? "" : ".\(abs(tenths % 10))")
    return tenths == 0 ? "0" : (tenths < 0 ? "−" : "+") + digits
  }
}
