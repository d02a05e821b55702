internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Renders a report for reading on a terminal: the verdict, the worst views, where it comes from, and what to do.
///
/// Colour repeats what words and signs say and never says more.
struct TerminalRenderer {
  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  /// Rows of a list that is neither verbose nor limited by the user.
  private static let fewViews = 20
  private static let fewRoots = 10
  /// Findings that are spelt out; errors always are.
  private static let fewFindings = 8
  /// Other ways to save the same that are told with a change.
  private static let fewInstead = 3
  /// The widest bar, in columns.
  private static let barWidth = 10
  /// The least that says which cause it is, and how many others there are.
  private static let leastCauses = 18
  /// The longest paragraph.
  private static let mostLines = 12

  private let report: RedrawReport
  private let options: RenderingOptions
  private let width: Int
  private var lines: [String] = []
  /// The number of each listed change by its id.
  private var numbers: [String: Int] = [:]

  static func render(_ report: RedrawReport, _ options: RenderingOptions) -> String {
    var renderer = TerminalRenderer(report, options)
    renderer.addVerdict()
    renderer.addBestChanges()
    renderer.addFindings()
    if !options.isQuiet {
      renderer.addViews()
      renderer.addOpenQuestions()
      renderer.addRootCauses()
      renderer.addTimes()
      renderer.addInterruptions()
      renderer.addParts()
      renderer.addIssues()
    }
    renderer.addNextStep()
    return renderer.lines.joined(separator: "\n") + "\n"
  }

  private init(_ report: RedrawReport, _ options: RenderingOptions) {
    self.report = report
    self.options = options
    // Narrower than this there is no table; wider, lines are hard to follow.
    width = min(max(options.width ?? 100, 24), 160)
  }

  private mutating func addVerdict() {
    let worst = report.changes.map(\.lead.severity).max()
    let mark = worst.map(sign) ?? (report.isIncomplete || report.summary.totals.evaluations == 0 ? "!" : "✓")
    let style = worst.map(color) ?? (mark == "!" ? .yellow : .green)
    let verdict = DisplayWidth.wrap(Escaping.visible(Wording.verdict(report)), to: width - 2)
    for (index, line) in verdict.enumerated() {
      lines.append(index == 0 ? paint(mark + " " + line, .bold, style) : paint("  " + line, .bold, style))
    }
    if options.isQuiet { return }
    addParagraph(Wording.totals(report).joined(separator: " · "), indent: "  ")
    for line in Wording.worth(report) { addParagraph(line, indent: "  ") }
    if let share = LargestShare(report) {
      addParagraph(share.sentence, indent: "  ")
      addParagraph("→ " + share.advice, indent: "  ", hanging: "    ")
      if let location = share.location { addPlace(location) }
    }
    for line in Wording.coverage(report) { addParagraph(line, indent: "  ") }
  }

  /// Of several changes what each saves, and where it is made; few enough for the first screen.
  private mutating func addBestChanges() {
    let best = report.bestChanges
    if best.count < 2 { return }
    addHeading("Best changes")
    for (number, change) in best {
      let finding = change.lead
      let what = Wording.worth(of: change, in: report)
      let view = finding.location == nil ? ", in " + (finding.view ?? "the whole trace") : ""
      addParagraph("\(number). \(finding.title): \(what)\(view)", indent: "", hanging: "   ")
      if let location = finding.location { addPlace(location) }
    }
  }

  /// What to do first: the best change, where, what it saves, and the commands for it.
  private mutating func addNextStep() {
    guard let step = NextStep(report) else { return }
    addHeading("What to do first")
    addParagraph("→ " + step.title, indent: "", hanging: "  ")
    if let location = step.location { addPlace(location) }
    if let saving = step.saving { addParagraph(saving, indent: "  ") }
    // Commands are copied: each is a line of its own, however long.
    for command in step.commands {
      let text = Escaping.visible("\(command.purpose): \(command.line)")
      lines.append("  " + paint(DisplayWidth.cut(text, to: 4096), .cyan))
    }
  }

  private mutating func addFindings() {
    for (index, change) in report.listedChanges.enumerated() { numbers[change.id] = index + 1 }
    // What is the same advice stands with that.
    let folded = options.isVerbose ? [:] : report.insteadOf
    let listed = report.listedChanges.filter { folded[$0.id] == nil }[...]
    let first = limited(listed, Self.fewFindings)
    let changes = first + listed.dropFirst(first.count).filter { $0.lead.severity == .error }
    if changes.isEmpty { return }
    addHeading("Findings")
    addNote(Wording.grades(of: changes.map(\.lead)))
    for change in changes {
      lines.append("")
      add(change)
    }
    let shown = Set(changes.map(\.id))
    addRest(report.changes.count { !shown.contains($0.id) && !shown.contains(folded[$0.id] ?? "") }, "finding")
  }

  /// The same advice in other words: a line each, and the place.
  private mutating func addInstead(of change: ReportedChange) {
    if options.isVerbose { return }
    let others = report.instead(of: change)
    for (number, other) in others.prefix(Self.fewInstead) {
      addParagraph(Wording.instead(other, number, of: change), indent: "  ", hanging: "    ")
      if let location = other.lead.location { addPlace(location) }
    }
    let rest = others.count - Self.fewInstead
    if rest > 0 {
      addParagraph(
        "or \(Wording.count(rest, "more", plural: "more")) like these; --verbose shows all", indent: "  ", style: .dim)
    }
  }

  private mutating func add(_ change: ReportedChange) {
    let finding = change.lead
    let label = sign(finding.severity) + " " + finding.severity.rawValue
    let title = Escaping.visible(finding.title)
    let number = report.listedChanges.count > 1 ? numbers[change.id].map { "change \($0), " } ?? "" : ""
    let tail = number + "[\(Escaping.visible(finding.rule))] \(finding.grade.rawValue)"
    let room = width - DisplayWidth.of(label) - DisplayWidth.of(title) - 2
    let head = paint(label, .bold, color(finding.severity))
    // A title is never cut: it has a line of its own, or several, where the width asks for them.
    if DisplayWidth.of(tail) + 2 <= room {
      lines.append(head + "  " + paint(title, .bold) + "  " + paint(tail, .dim))
    } else {
      let indent = DisplayWidth.of(label) + 2
      for (index, line) in DisplayWidth.wrap(title, to: max(width - indent, 12)).enumerated() {
        lines.append((index == 0 ? head + "  " : "  ") + paint(line, .bold))
      }
      addParagraph(tail, indent: "  ", style: .dim)
    }
    addParagraph(finding.message, indent: "  ")
    if let text = finding.measured.flatMap({ Wording.measurement(beyond: finding.message, $0) }) {
      addParagraph(text, indent: "  ")
    }
    if let shares = Wording.shares(change, in: report) { addParagraph(shares, indent: "  ") }
    if let location = finding.location { addPlace(location) }
    add(change.otherPlaces)
    let steps = options.isVerbose ? finding.steps[...] : finding.steps.prefix(1)
    for (index, step) in steps.enumerated() {
      addParagraph((index == 0 ? "→ next: " : "  then: ") + step, indent: "  ", hanging: "          ")
    }
    if finding.patch == nil, let refusal = finding.patchRefusal,
      report.sources != nil && finding.severity > .note || options.isVerbose
    {
      addParagraph("no patch: " + refusal, indent: "  ", style: .dim)
    }
    addInstead(of: change)
    guard options.isVerbose else { return }
    for (index, link) in finding.chain.enumerated() {
      addParagraph((index == 0 ? "because " : "so ") + link.message, indent: "  ", style: .dim)
      if let location = link.location { addPlace(location) }
    }
    for check in finding.checks { addParagraph("check: " + check, indent: "  ", style: .dim) }
    for related in finding.related {
      addParagraph("see " + (related.view.map { $0 + ": " } ?? "") + related.message, indent: "  ", style: .dim)
      if let location = related.location { addPlace(location) }
    }
    if let patch = finding.patch {
      // A patch is copied: it is whole.
      for line in Escaping.visibleLines(patch) { lines.append("    " + DisplayWidth.cut(line, to: 4096)) }
    }
  }

  /// The other places of a change.
  private mutating func add(_ others: [ReportedChange.Place]) {
    if others.isEmpty { return }
    let shown = others.prefix(options.isVerbose ? .max : 3)
    for place in shown { addPlace(place.location, view: place.view) }
    let rest = others.count - shown.count
    if rest > 0 { addParagraph("… and \(Wording.count(rest, "more place"))", indent: "  ", style: .cyan) }
  }

  /// A place on a line of its own, from the first column on and whole: to be clicked, copied, and found by grep.
  private mutating func addPlace(_ location: ReportedFinding.Location?, view: String? = nil) {
    let place = [location.map(text), view.map { location == nil ? $0 : "(\($0))" }].compactMap { $0 }
    if place.isEmpty { return }
    lines.append(paint(DisplayWidth.cut(Escaping.visible(place.joined(separator: " ")), to: 4096), .cyan))
  }

  private mutating func addViews() {
    let views = limited(report.listedViews, Self.fewViews)
    if views.isEmpty { return }
    addHeading("Views with the most updates")
    let most = views.map(\.updates).max() ?? 0
    var columns: [TextTable.Column] = [
      .init(title: "View", isWhole: true),
      .init(title: "Updates", isNumber: true),
      // A bar that is cut would lie: it is whole or not there.
      .init(title: "", least: Self.barWidth, dispensability: 2),
      .init(title: "Initial", isNumber: true, dispensability: 1),
      .init(title: "Causes", least: Self.leastCauses, dispensability: 1, isList: true, countsRest: true),
      .init(title: "Triggered by *", least: Self.leastCauses, dispensability: 4, isList: true, countsRest: true),
      .init(title: "Module", dispensability: 5, isWhole: true),
      .init(title: "Scenario", dispensability: 3, isWhole: true),
    ]
    if report.sources != nil { columns.insert(.init(title: "Avoidable", isNumber: true, dispensability: 1), at: 3) }
    var table = TextTable(columns: columns)
    table.keepsNames = options.width == nil
    table.rows = views.map { view in
      var row = [
        view.id.name, Wording.number(view.updates), bar(view.updates, of: most), Wording.number(view.initial),
        Wording.causes(view, most: 3), Wording.triggers(view, most: 2), view.id.module ?? "", view.id.scenario ?? "",
      ]
      if report.sources != nil { row.insert(Wording.avoidable(view.id, in: report), at: 3) }
      return row.map(Escaping.visible)
    }
    let shown = table.lines(width: width) { paint($0, .dim) }
    lines += shown
    addRest(report.summary.views.count - views.count, "view")
    if report.selection.hiddenViews > 0 {
      addNote(Wording.hidden(report.selection.hiddenViews))
    }
    addNote(Wording.initial(report))
    if report.sources != nil, views.contains(where: { Wording.avoidable($0.id, in: report).hasSuffix("?") }) {
      addNote("Avoidable: proven, and with a question mark likely")
    }
    if shown.first?.contains("*") == true {
      addNote(report.summary.isInferred ? "* inferred from order and time" : "* recorded")
    }
  }

  /// Updates where neither trace nor sources say whether they were needed.
  private mutating func addOpenQuestions() {
    let all = Wording.openQuestions(report)
    if all.isEmpty { return }
    addHeading("What trace and sources do not tell")
    let shown = limited(all[...], Self.fewFindings)
    for line in shown { addParagraph("• " + line, indent: "", hanging: "  ") }
    addRest(all.count - shown.count, "view")
  }

  private mutating func addRootCauses() {
    let roots = limited(report.listedRootCauses, Self.fewRoots)
    if roots.isEmpty { return }
    addHeading(report.summary.isInferred ? "Root causes (inferred)" : "Root causes (recorded)")
    var table = TextTable(columns: [
      .init(title: "Change", isWhole: true),
      .init(title: "Changes", isNumber: true, dispensability: 1),
      .init(title: "Leads to", isNumber: true),
      .init(title: "Views affected", least: Self.leastCauses, dispensability: 1, isList: true, countsRest: true),
      .init(title: "Scenario", dispensability: 2, isWhole: true),
    ])
    table.keepsNames = options.width == nil
    table.rows = roots.map { root in
      var affected = root.affected.prefix(3).map { "\($0.view) \(Wording.number($0.evaluations))" }
      if root.affected.count > 3 { affected.append("+\(root.affected.count - 3)") }
      return [
        Wording.origin(view: root.view, cause: root.cause), Wording.number(root.changes),
        Wording.number(root.blastRadius), affected.isEmpty ? "only itself" : affected.joined(separator: ", "),
        root.scenario ?? "",
      ].map(Escaping.visible)
    }
    lines += table.lines(width: width) { paint($0, .dim) }
    addRest(report.summary.rootCauses.count - roots.count, "root cause")
  }

  /// How long bodies took, where the trace is a recording of Instruments.
  private mutating func addTimes() {
    let timed = report.timedViews
    if timed.isEmpty { return }
    let busy = report.summary.busyNanoseconds.map { ": " + Wording.duration(nanoseconds: Int64(clamping: $0)) } ?? ""
    addHeading("Time in bodies\(busy) (each view's includes nested updates)")
    var table = TextTable(columns: [
      .init(title: "View", isWhole: true), .init(title: "Total", isNumber: true),
      .init(title: "Median", isNumber: true, dispensability: 1),
      .init(title: "95 %", isNumber: true, dispensability: 2),
      .init(title: "Longest", isNumber: true), .init(title: "> 500 µs", isNumber: true, dispensability: 1),
      .init(title: "> 1 ms", isNumber: true, dispensability: 2),
      .init(title: "Untimed", isNumber: true, dispensability: 3),
      .init(title: "Severity", least: 8, dispensability: 4, isList: true),
    ])
    let shown = limited(timed[...], Self.fewRoots)
    table.rows = shown.map { view in
      guard let duration = view.duration else { return [] }
      func time(_ value: UInt64?) -> String { duration.count > 0 ? value.map(Wording.bodyTime) ?? "" : "" }
      return [
        Escaping.visible(view.id.name), time(duration.totalNanoseconds), time(duration.quantile(0.5)),
        time(duration.quantile(0.95)), time(duration.maximumNanoseconds), Wording.number(duration.slowCount),
        Wording.number(duration.severeCount), duration.untimed > 0 ? Wording.number(duration.untimed) : "",
        Wording.severities(duration.severities, most: 2),
      ]
    }
    lines += table.lines(width: width) { paint($0, .dim) }
    addRest(timed.count - shown.count, "view")
  }

  /// Hitches and hangs with what was evaluated meanwhile.
  private mutating func addInterruptions() {
    let all = report.interruptionsByLength
    if all.isEmpty { return }
    addHeading("Hitches and hangs")
    var table = TextTable(columns: [
      .init(title: "At", isNumber: true), .init(title: "", least: 5), .init(title: "Lasted", isNumber: true),
      .init(title: "In bodies", isNumber: true), .init(title: "Views", least: 10, isList: true),
      .init(title: "Root causes", least: 10, dispensability: 1, isList: true),
      .init(title: "Instruments says", least: 10, dispensability: 3),
    ])
    let shown = limited(all[...], Self.fewRoots)
    table.rows = shown.map { one in
      let views = one.views.prefix(2).map { "\($0.view) \(Wording.number($0.evaluations))" }
      let roots = one.rootCauses.prefix(2).map { Wording.origin(view: $0.view, cause: $0.cause) }
      return [
        Wording.duration(nanoseconds: one.start), Wording.interruption(one.kind),
        one.nanoseconds > 0 ? Wording.duration(nanoseconds: one.nanoseconds) : "", Wording.share(one),
        views.isEmpty ? "none" : views.joined(separator: ", "), roots.joined(separator: ", "), one.label,
      ].map(Escaping.visible)
    }
    lines += table.lines(width: width) { paint($0, .dim) }
    addRest(all.count - shown.count, "interruption")
  }

  private mutating func addParts() {
    let parts = report.summary.parts
    let hasRates = parts.contains { $0.nanoseconds != nil }
    if parts.count > 1 || hasRates {
      addHeading(parts.count > 1 ? "Processes and scenarios" : "Rates")
      var table = TextTable(columns: [
        .init(title: "Process", isWhole: true),
        .init(title: "Scenario", dispensability: 1, isWhole: true),
        .init(title: "Updates", isNumber: true),
        .init(title: "Initial", isNumber: true, dispensability: 4),
        .init(title: "Lasted", isNumber: true, dispensability: 3),
        .init(title: "Peak/s", isNumber: true, dispensability: 1),
        .init(title: "Peak/frame", isNumber: true, dispensability: 2),
      ])
      let shown = limited(parts[...], Self.fewRoots)
      table.rows = shown.map { part in
        let isTimed = part.nanoseconds != nil
        return [
          Wording.process(part.process), Escaping.visible(part.scenario ?? ""), Wording.number(part.updates),
          Wording.number(part.initial), part.nanoseconds.map(Wording.duration) ?? "",
          isTimed ? Wording.number(part.peakPerSecond) : "", isTimed ? Wording.number(part.peakPerFrame) : "",
        ]
      }
      lines += table.lines(width: width) { paint($0, .dim) }
      addRest(parts.count - shown.count, "part")
    }
    addComplaints()
  }

  /// Storms, loops and SwiftUI's own faults.
  private mutating func addComplaints() {
    var notes: [String] = []
    for part in report.summary.parts {
      for storm in part.storms {
        notes.append(
          "storm: \(cutOrigin(storm.view, storm.cause)), up to \(Wording.number(storm.storm.peakPerSecond)) updates/s, "
            + "\(Wording.number(storm.storm.longestSeconds)) s in a row")
      }
      for cycle in part.cycles where !cycle.isOneChange {
        notes.append("loop (inferred): " + Wording.loop(cycle, most: .max))
      }
      for fault in UpdateFault.allCases {
        guard let count = part.faults[fault] else { continue }
        notes.append("SwiftUI warned of \(Wording.fault(fault)), \(Wording.count(count, "time"))")
      }
    }
    if notes.isEmpty { return }
    addHeading("Also seen")
    let shown = limited(notes[...], Self.fewRoots)
    for note in shown { addParagraph("• " + note, indent: "", hanging: "  ") }
    addRest(notes.count - shown.count, "line")
  }

  private mutating func addIssues() {
    let issues = report.allIssues
    let shown = issues.filter { options.isVerbose || $0.issue.severity > .info }
    if options.isVerbose {
      addHeading("Inputs")
      for input in report.inputs {
        let format = (input.format ?? "format not recognised") + (input.isGzip ? ", gzip" : "")
        addParagraph(
          "\(input.path): \(format), \(Wording.count(input.lines, "line")), \(Wording.count(input.events, "evaluation"))",
          indent: "", hanging: "  ")
      }
    }
    if !shown.isEmpty || report.summary.withoutUpdate > 0 { addHeading("Issues of the input") }
    for (input, issue) in limited(shown[...], Self.fewRoots) {
      let mark = issue.severity == .error ? "✗" : issue.severity == .dataLoss ? "!" : "i"
      let place = Wording.place(issue)
      addParagraph(
        "\(mark) \(Wording.severity(issue.severity)) in \(input.path): \(issue.message)"
          + (place.isEmpty ? "" : " (\(place))"),
        indent: "", hanging: "  ", style: issue.severity == .error ? .red : .yellow)
    }
    addRest(shown.count - limited(shown[...], Self.fewRoots).count, "issue")
    if report.summary.withoutUpdate > 0 {
      let count = Wording.count(report.summary.withoutUpdate, "evaluation")
      addParagraph(
        "! \(count) in more distinct updates than are kept apart: what began the update is taken for their trigger",
        indent: "", hanging: "  ")
    }
    let hidden = issues.count - shown.count
    if hidden > 0 { addNote("\(Wording.count(hidden, "remark")) on the input; --verbose shows them") }
  }

  // MARK: - Pieces

  private func limited<Element>(_ list: ArraySlice<Element>, _ few: Int) -> ArraySlice<Element> {
    options.isVerbose || report.selection.top != nil ? list : list.prefix(few)
  }

  private mutating func addHeading(_ text: String) {
    lines += ["", paint(text, .bold)]
  }

  private mutating func addRest(_ count: Int, _ noun: String) {
    // What the user left out with --top stays out, even of a verbose report.
    let hint = report.selection.top == nil ? "; --verbose shows all" : " beyond --top"
    if count > 0 { addNote("… \(Wording.count(count, "more " + noun))" + hint) }
  }

  private mutating func addNote(_ text: String) { addParagraph(text, indent: "", style: .dim) }

  private mutating func addParagraph(_ text: String, indent: String, hanging: String? = nil, style: Style? = nil) {
    let hanging = hanging ?? indent
    let room = width - max(DisplayWidth.of(indent), DisplayWidth.of(hanging))
    var wrapped = DisplayWidth.wrap(Escaping.visible(text), to: room)
    // Someone may put a megabyte into a message; a paragraph is never longer than a screen.
    if wrapped.count > Self.mostLines {
      wrapped = Array(wrapped.prefix(Self.mostLines / 2)) + ["…"] + Array(wrapped.suffix(Self.mostLines / 2))
    }
    for (index, line) in wrapped.enumerated() {
      let whole = (index == 0 ? indent : hanging) + line
      lines.append(style.map { paint(whole, $0) } ?? whole)
    }
  }

  private func bar(_ value: Int, of most: Int) -> String {
    guard most > 0, value > 0 else { return "" }
    // Eighths of a column; never empty for something that happened.
    let eighths = max(1, Int(Double(value) / Double(most) * Double(Self.barWidth * 8)))
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + part
  }

  private func cutOrigin(_ view: String, _ cause: Cause) -> String {
    DisplayWidth.cut(Wording.origin(view: view, cause: cause), to: DisplayWidth.longestWord)
  }

  private func text(_ location: ReportedFinding.Location) -> String {
    "\(location.file):\(location.line):\(location.column)"
  }

  private func sign(_ severity: Severity) -> String {
    switch severity {
    case .error: "✗"
    case .warning: "▲"
    case .note: "•"
    }
  }

  private func color(_ severity: Severity) -> Style {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .note: .cyan
    }
  }

  private func paint(_ text: String, _ styles: Style...) -> String {
    guard options.usesColor else { return text }
    return "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + text + "\u{1B}[0m"
  }
}

extension OutputFormat {
  package static let terminal = OutputFormat("terminal", "for reading on a terminal", fileExtensions: ["txt"])
    .report { TerminalRenderer.render($0, $1) }
    .verdict { GateTerminal.render($0, $1) }
    .findings { FindingsTerminal.render($0, $1) }.reading()
    .comparison { ComparisonText.terminal($0, $1) }
    .calibration { calibration, _, options in CalibrationText.terminal(calibration, options) }
}
