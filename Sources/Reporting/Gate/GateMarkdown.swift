internal import Gate
internal import Vocabulary

/// Renders a verdict as GitHub flavoured Markdown, at most as long as a comment may be.
///
/// The first line is a marker that no reader sees: by it an action finds its own comment and replaces it. A row is all there
/// is to an offender: runs, reason, and the finding with its place. What does not fit a screen is folded.
enum GateMarkdown {
  /// Rows of offenders above the fold, so that with all else at most thirty lines stand there.
  private static let openRows = 10
  /// Changes above the fold.
  private static let openFixes = 3
  /// Doubts and remarks above the fold.
  private static let openItems = 3

  /// Without a title `<!-- whyredraw-gate -->`, with one `<!-- whyredraw-gate: iPad -->`.
  static func marker(_ title: String?) -> String {
    guard let title else { return "<!-- whyredraw-gate -->" }
    // A comment of HTML ends at two hyphens with a bracket; letters, digits and single hyphens cannot end it.
    let words = title.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "<!-- whyredraw-gate: \(words.prefix(16).joined(separator: "-")) -->"
  }

  static func render(_ report: GateReport, _ options: RenderingOptions, mostBytes: Int) -> String {
    var most = max(report.verdict.entries.count, 20)
    while true {
      let text = lines(report, options, most: most).joined(separator: "\n") + "\n"
      if text.utf8.count <= mostBytes || most == 0 { return text }
      most /= 2
    }
  }

  /// The changes that rows refer to, folded beyond the first ones.
  private static func fixes(_ fixes: GateFixes, _ options: RenderingOptions, most: Int) -> [String] {
    if fixes.list.isEmpty { return [] }
    let items = fixes.list.prefix(max(most, 1)).enumerated().map { index, fix in
      "\(index + 1). **\(Escaping.markdownText(fix.title, width: 200))**: "
        + Escaping.markdownText(fix.reason ?? fix.message, width: 400)
    }
    var lines = ["", "**What to change**", ""] + items.prefix(openFixes)
    let rest = items.dropFirst(openFixes)
    if !rest.isEmpty {
      let title = Wording.count(rest.count, "more change")
      lines += ["", "<details><summary>\(title)</summary>", ""] + rest + ["", "</details>"]
    }
    return lines
  }

  private static func paragraph(_ acceptance: GateReport.Acceptance) -> String {
    Escaping.markdownText(acceptance.sentence)
      + (acceptance.command.map { Escaping.markdownCode($0, width: 4096) } ?? "")
  }

  private static func lines(_ report: GateReport, _ options: RenderingOptions, most: Int) -> [String] {
    let verdict = report.verdict
    let sign =
      switch verdict.outcome {
      case .passed: "✅"
      case .failed: "❌"
      case .inconclusive: "⚠️"
      }
    let title = report.title.map { " (\(Escaping.markdownText($0, width: 80)))" } ?? ""
    var lines = [
      marker(report.title), "## \(sign) Redraws\(title) \(GateWording.summary(verdict))", "",
      GateWording.totals(verdict),
    ]
    if !verdict.doubts.isEmpty { lines += ["", "**\(GateWording.doubtsTitle(verdict))**"] }
    lines += items(verdict.doubts.map(\.message), most: most)
    if !report.waysOut.isEmpty {
      lines += ["", "**\(GateWording.waysOutTitle)**", ""] + report.waysOut.map { "- " + paragraph($0) }
    }
    let offenders = verdict.offenders
    let fixes = report.fixes(for: offenders)
    let page = GatePage(report: report, options: options, fixes: fixes)
    lines += table(offenders.prefix(min(most, openRows)), page)
    lines += self.fixes(fixes, options, most: most)
    lines += report.acceptance.flatMap { ["", paragraph($0)] }
    lines += folded(
      Array(offenders.dropFirst(openRows)), noun: "more offender", plural: "more offenders", page, most: most)
    let others = verdict.entries.filter { $0.level == .note }
    lines += folded(others, noun: "improvement or note", plural: "improvements and notes", page, most: most)
    lines += items(verdict.remarks, most: most)
    return lines
  }

  /// A list, folded beyond the first ones.
  private static func items(_ texts: [String], most: Int) -> [String] {
    let items = texts.prefix(max(most, 1)).map { "- " + Escaping.markdownText($0) }
    if items.isEmpty { return [] }
    var lines = [""] + items.prefix(openItems)
    let rest = Array(items.dropFirst(openItems))
    if !rest.isEmpty {
      lines += ["", "<details><summary>\(Wording.number(rest.count)) more</summary>", ""] + rest + ["", "</details>"]
    }
    if texts.count > items.count { lines += ["", "_… \(texts.count - items.count) more left out._"] }
    return lines
  }

  private static func folded(
    _ entries: [Verdict.Entry], noun: String, plural: String, _ page: GatePage, most: Int
  ) -> [String] {
    if entries.isEmpty { return [] }
    var lines = ["", "<details><summary>\(Wording.count(entries.count, noun, plural: plural))</summary>"]
    lines += table(entries.prefix(most), page)
    if entries.count > most { lines += ["", "_… \(entries.count - most) more left out._"] }
    return lines + ["", "</details>"]
  }

  private static func table(_ entries: ArraySlice<Verdict.Entry>, _ page: GatePage) -> [String] {
    if entries.isEmpty { return [] }
    return [
      "", "| | View | Updates in each run before | Now | Why, and where to change it |",
      "| --- | --- | --- | --- | --- |",
    ] + entries.map { row($0, page) }
  }

  private static func row(_ entry: Verdict.Entry, _ page: GatePage) -> String {
    let unit = entry.unit
    var view = Escaping.markdownCode((unit.view.module.map { $0 + "." } ?? "") + unit.view.view, width: 80)
    if unit.metric != .updates { view += " " + Escaping.markdownCode(unit.metricText, width: 60) }
    if let scenario = unit.view.scenario { view += " in " + Escaping.markdownCode(scenario, width: 60) }
    let why =
      [
        Escaping.markdownText(
          "\(GateWording.title(entry.kind)): \(entry.reason)" + (entry.hasLimit ? "; \(entry.threshold)" : ""),
          width: 400)
      ]
      + [page.report.causes(of: entry) { Escaping.markdownCode($0, width: 60) }].compactMap(\.self)
      + page.fixes.places(page.report.diagnoses[unit] ?? []).map { place in
        "→ " + (place.location.map { SourceLink.markdown($0, page.options) + ": " } ?? "") + place.text
      }
    let cells = [
      sign(entry), view, entry.baseline.isEmpty ? "" : GateWording.runs(entry.baseline, entry.unit.metric),
      GateWording.nowAndAgain(entry), why.joined(separator: "<br>"),
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func sign(_ entry: Verdict.Entry) -> String {
    if entry.isUndecided { return "❓" }
    return switch entry.level {
    case .error: "❌"
    case .warn: "⚠️"
    case .note: "ℹ️"
    case .off: "✅"
    }
  }
}

/// Addresses of lines in the web view of a repository.
package enum SourceLink {
  /// The template with `{path}`, as reported and percent-encoded, and `{line}` filled in; `nil` without one, and for places
  /// outside of the repository.
  static func address(_ location: ReportedFinding.Location, _ options: RenderingOptions) -> String? {
    guard let template = options.sourceLink else { return nil }
    let file = options.repository?.relative(location.file) ?? location.file
    if file.hasPrefix("/") || file.hasPrefix("..") { return nil }
    return template.replacing("{path}", with: FindingsSARIF.encoded(file))
      .replacing("{line}", with: String(location.line))
  }

  /// The place as a link, or as code where nothing is known to link to.
  static func markdown(_ location: ReportedFinding.Location, _ options: RenderingOptions) -> String {
    let code = Escaping.markdownCode("\(location.file):\(location.line)")
    // What could end the link or the table cell stays out of it.
    guard let address = address(location, options),
      address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"()<>|\\\"".utf8.contains($0) })
    else { return code }
    return "[\(code)](\(address))"
  }

  /// Whether a template is the address of a web page.
  package static func isSafe(_ template: String) -> Bool {
    template.hasPrefix("https://") || template.hasPrefix("http://")
  }
}
