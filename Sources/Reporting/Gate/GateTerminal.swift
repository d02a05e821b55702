internal import Gate

/// Renders a verdict for the terminal: the outcome first, then every offender with what it was held against.
enum GateTerminal {
  /// Improvements and notes beyond this many are counted, unless everything is asked for.
  private static let fewOthers = 15

  static func render(_ report: GateReport, _ options: RenderingOptions) -> String {
    var page = TerminalPage(options)
    let verdict = report.verdict
    switch verdict.outcome {
    case .passed: page.headline("✓ " + GateWording.summary(verdict), .green)
    case .failed: page.headline("✗ " + GateWording.summary(verdict), .red)
    case .inconclusive: page.headline("! " + GateWording.summary(verdict), .yellow)
    }
    if !options.isQuiet { page.paragraph(GateWording.totals(verdict), indent: "  ") }
    if !verdict.doubts.isEmpty {
      page.heading(GateWording.doubtsTitle(verdict))
      for doubt in verdict.doubts { page.paragraph("! " + doubt.message, indent: "  ", hanging: "    ") }
    }
    if !report.waysOut.isEmpty { page.heading(GateWording.waysOutTitle) }
    for way in report.waysOut { add(way, &page) }
    if !verdict.offenders.isEmpty { page.heading("Offenders") }
    let offenders = verdict.offenders
    let shown = options.isVerbose ? offenders[...] : offenders.prefix(report.mostOffenders)
    let fixes = report.fixes(for: shown)
    for (index, entry) in shown.enumerated() {
      if index > 0 { page.blank() }
      add(entry, report, fixes, &page)
    }
    if offenders.count > shown.count {
      page.blank()
      page.paragraph(
        "… and \(Wording.count(offenders.count - shown.count, "more offender", plural: "more offenders")): "
          + "'--top \(offenders.count)' prints all, and files that '--output' names hold them", indent: "  ")
    }
    add(fixes, &page)
    if options.isQuiet { return page.text }
    addOthers(report, options, &page)
    if !report.acceptance.isEmpty { page.heading("If it is meant to be like this") }
    for acceptance in report.acceptance { add(acceptance, &page) }
    return page.text
  }

  /// What to change, each change once, with its place from the first column on.
  private static func add(_ fixes: GateFixes, _ page: inout TerminalPage) {
    if fixes.list.isEmpty { return }
    page.heading("What to change")
    for (index, fix) in fixes.list.enumerated() {
      page.paragraph("\(index + 1). \(fix.title)", indent: "  ", hanging: "     ")
      if let place = fix.location { page.place("\(place.file):\(place.line):\(place.column)") }
      page.paragraph(fix.reason ?? fix.message, indent: "     ", style: .dim)
    }
  }

  /// A sentence, and its command on a line of its own, whole, to be copied.
  private static func add(_ acceptance: GateReport.Acceptance, _ page: inout TerminalPage) {
    page.paragraph(acceptance.sentence, indent: "  ")
    if let command = acceptance.command { page.command(command) }
  }

  /// Everything known about the views whose names match.
  static func explain(_ entries: [Verdict.Entry], _ report: GateReport, _ options: RenderingOptions) -> String {
    var page = TerminalPage(options)
    let fixes = report.fixes(for: entries)
    for (index, entry) in entries.enumerated() {
      if index > 0 { page.blank() }
      add(entry, report, fixes, &page)
    }
    add(fixes, &page)
    return page.text
  }

  private static func add(
    _ entry: Verdict.Entry, _ report: GateReport, _ fixes: GateFixes, _ page: inout TerminalPage
  ) {
    let label: (String, TerminalPage.Style) =
      switch entry.level {
      case _ where entry.isUndecided: ("? undecided", .yellow)
      case .error: ("✗ error", .red)
      case .warn: ("⚠ warning", .yellow)
      case .note: ("· note", .cyan)
      case .off: entry.isGated ? ("✓ passes", .green) : ("– not gated", .dim)
      }
    page.title(
      label.0, label.1, GateWording.name(entry.unit.view),
      tail: "\(entry.unit.metricText), \(GateWording.title(entry.kind))")
    if !entry.baseline.isEmpty {
      page.paragraph("before: " + GateWording.runs(entry.baseline, entry.unit.metric), indent: "  ")
    }
    page.paragraph("now: " + GateWording.now(entry), indent: "  ")
    if !entry.confirmation.isEmpty {
      page.paragraph("again: " + GateWording.runs(entry.confirmation, entry.unit.metric), indent: "  ")
    }
    if let causes = report.causes(of: entry, { $0 }) { page.paragraph(causes, indent: "  ") }
    page.paragraph(GateWording.verdict(on: entry), indent: "  ")
    let noise = entry.noise.map { "the baseline is \($0.rawValue)" }
    if let noise { page.paragraph(noise, indent: "  ", style: .dim) }
    if let place = report.place(entry) { page.place("\(place.file):\(place.line)") }
    for place in fixes.places(report.diagnoses[entry.unit] ?? []) {
      page.paragraph(place.text, indent: "  ")
    }
  }

  private static func addOthers(_ report: GateReport, _ options: RenderingOptions, _ page: inout TerminalPage) {
    let verdict = report.verdict
    let others = verdict.entries.filter { $0.level == .note }
    if !others.isEmpty {
      page.heading("Improvements and notes")
      let shown = options.isVerbose ? others[...] : others.prefix(Self.fewOthers)
      for entry in shown {
        let before = entry.baseline.isEmpty ? "" : GateWording.runs(entry.baseline, entry.unit.metric)
        let now = GateWording.nowAndAgain(entry)
        page.paragraph(
          "\(GateWording.name(entry.unit.view)): \(entry.unit.metricText) \(before) → \(now) "
            + "(\(GateWording.title(entry.kind)): \(entry.reason))", indent: "  ", hanging: "    ")
      }
      if others.count > shown.count { page.paragraph("… and \(others.count - shown.count) more", indent: "  ") }
    }
    if !verdict.remarks.isEmpty {
      page.heading("Remarks")
      for remark in verdict.remarks { page.paragraph(remark, indent: "  ", hanging: "    ") }
    }
    if options.isVerbose {
      let rest = verdict.entries.filter { $0.level == .off }
      for (title, entries) in [
        ("As it should be", rest.filter(\.isGated)), ("Recorded, not gated", rest.filter { !$0.isGated }),
      ] where !entries.isEmpty {
        page.heading(title)
        for entry in entries {
          page.paragraph(
            "\(GateWording.name(entry.unit.view)): \(entry.unit.metricText) \(GateWording.runs(entry.current, entry.unit.metric)) "
              + "(\(entry.noise.map { $0.rawValue + ", " } ?? "")\(entry.isGated ? entry.threshold : entry.reason))",
            indent: "  ", hanging: "    ")
        }
      }
    }
  }
}

/// Lines for a terminal that fit its width, with colours that only repeat what the words say.
struct TerminalPage {
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  private let usesColor: Bool
  let width: Int
  private(set) var lines: [String] = []

  init(_ options: RenderingOptions) {
    usesColor = options.usesColor
    // Narrower than this nothing fits; wider, lines are hard to follow.
    width = min(max(options.width ?? 100, 24), 160)
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func blank() { lines.append("") }

  mutating func headline(_ text: String, _ style: Style) {
    for (index, line) in DisplayWidth.wrap(Escaping.visible(text), to: width - 2).enumerated() {
      lines.append(paint(index == 0 ? line : "  " + line, .bold, style))
    }
  }

  /// A place from the first column on and whole: to be clicked, copied, and found by grep.
  mutating func place(_ text: String) {
    lines.append(paint(DisplayWidth.cut(Escaping.visible(text), to: 4096), .cyan))
  }

  /// A line for a shell, whole.
  mutating func command(_ text: String) { lines.append("    " + paint(Escaping.visible(text), .cyan)) }

  mutating func heading(_ text: String) { lines += ["", paint(text, .bold)] }

  /// A label, a name that stays whole, and what stands behind it where there is room.
  mutating func title(_ label: String, _ style: Style, _ name: String, tail: String) {
    let name = Escaping.visible(name)
    let tail = Escaping.visible(tail)
    let whole = DisplayWidth.cut(name, to: DisplayWidth.longestWord)
    let head = paint(label, .bold, style) + "  " + paint(whole, .bold)
    if DisplayWidth.of(label) + DisplayWidth.of(whole) + DisplayWidth.of(tail) + 4 <= width {
      lines.append(head + "  " + paint(tail, .dim))
    } else {
      lines.append(head)
      paragraph(tail, indent: "  ", style: .dim)
    }
  }

  /// Lines that are broken at words; `hanging` stands before all but the first.
  mutating func paragraph(_ text: String, indent: String = "", hanging: String? = nil, style: Style? = nil) {
    let hanging = hanging ?? indent
    let wrapped = DisplayWidth.wrap(Escaping.visible(text), to: width - max(indent.count, hanging.count))
    for (index, line) in wrapped.enumerated() {
      lines.append((index == 0 ? indent : hanging) + (style.map { paint(line, $0) } ?? line))
    }
  }

  mutating func table(_ table: TextTable) {
    lines += table.lines(width: width - 2) { $0 }.enumerated().map { "  " + ($0 == 0 ? paint($1, .dim) : $1) }
  }

  private func paint(_ text: String, _ styles: Style...) -> String {
    usesColor ? "\u{1B}[\(styles.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m" : text
  }
}
