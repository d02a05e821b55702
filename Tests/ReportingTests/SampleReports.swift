internal import Reporting
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// Reports made by hand for tests; no recording stands behind them.
enum SampleReports {
  typealias Summary = RedrawSummary

  /// What an attacker, or an unlucky test, may put into a name.
  static let hostileNames = [
    "View<\"a|b\">", "</script></details>", "`code` @octocat #12", "\u{1B}[31mred\u{7}", "a\nb\r\n| x |",
    "\u{202E}gnp.exe", "=HYPERLINK(\"http://x\")", "@SUM(1)", "\t+1", "列表视图👩‍👩‍👧é",
    "z\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}", Self.accented, "C1\u{9B}31m\u{85}", "\u{2066}\u{2069}\u{61C}",
    "", " ", "\u{2028}\u{85}\u{200B}", String(repeating: "Long<", count: 400),
  ]

  /// Marks on what is syntax somewhere: to a `Character` these are other letters, to a reader they are not.
  static let accented = "\"\u{301},\u{301}`\u{301}|\u{301}\\\u{301}<\u{301}b>:\u{301}\n\u{301}%\u{301}"

  static func named(_ name: String) -> RedrawReport {
    switch name {
    case "sourced": sourced
    case "hostile": hostile
    default: small
    }
  }

  static func view(_ name: String, scenario: String? = nil, updates: Int, initial: Int, causes: [(Cause, Int)])
    -> Summary.View
  {
    var view = Summary.View(id: Summary.ViewID(name: name, scenario: scenario))
    view.evaluations = updates + initial
    view.initial = initial
    view.runs = [updates]
    view.causes = causes.map { Summary.CauseCount(cause: $0.0, evaluations: $0.1, variants: 1) }
    view.processes = [ProcessIdentity(name: "Recipes", pid: 412)]
    return view
  }

  static var small: RedrawReport {
    var summary = Summary()
    var row = view("RecipeRow", updates: 800, initial: 20, causes: [(.viewValue, 800), (.identity, 20)])
    row.triggers = [Summary.TriggerCount(view: "RecipeList", evaluations: 800)]
    row.rootCauses = [Summary.RootCount(view: "RecipeList", cause: .dynamicProperty("_expandedID"), evaluations: 800)]
    row.selfOnlyUpdates = 800
    let list = view(
      "RecipeList", updates: 40, initial: 1, causes: [(.dynamicProperty("_expandedID"), 40), (.identity, 1)])
    let path = Cause.keyPath("\\Store.items", address: nil)
    let header = view("Home.Header", updates: 9, initial: 1, causes: [(path, 9), (.offset(16), 2)])
    summary.views = [row, list, header]
    summary.totals.evaluations = 871
    summary.totals.initial = 22
    summary.totals.views = 3
    summary.runs = 1
    summary.rootCauses = [
      Summary.RootCause(
        view: "RecipeList", cause: .dynamicProperty("_expandedID"), changes: 40, blastRadius: 840,
        affected: [Summary.TriggerCount(view: "RecipeRow", evaluations: 800)])
    ]
    summary.parts = [
      Summary.Part(
        process: ProcessIdentity(name: "Recipes", pid: 412), evaluations: 871, initial: 22,
        faults: [.modifyingStateDuringUpdate: 2], nanoseconds: 12_340_000_000, peakPerSecond: 120, peakPerFrame: 21,
        stormCounts: [], cycles: [])
    ]
    var input = InputSummary()
    input.format = "log-ndjson"
    input.bytes = 1234
    input.uncompressedBytes = 1234
    input.lines = 900
    input.events = 871
    input.issues = [ImportIssue(severity: .dataLoss, message: "line cut off", line: 17, count: 3)]
    let finding = ReportedFinding(
      rule: "state_scoped_too_high", fix: "narrow_state_scope",
      title: "Move 'expandedID' from 'RecipeList' to 'RecipeRow'", severity: .error, view: "RecipeList",
      location: .init(file: "App/RecipeList.swift", line: 3, column: 5),
      message: "'expandedID' changes 40 times and updates all rows; move it into the row", grade: .proven,
      measured: .init(updates: 840, avoidable: 800, predictedUpdates: 40),
      steps: ["move 'expandedID' into RecipeRow as @State private", "remove the parameter"],
      related: [.init(view: "RecipeRow", message: "reads only its own id")], patch: "-a\n+b", fingerprint: "0badcafe")
    return RedrawReport(
      toolVersion: "1.0.0", inputs: [.init(path: "run.ndjson", summary: input)], summary: summary, findings: [finding])
  }

  /// The same with hostile text wherever text can be.
  static var hostile: RedrawReport {
    var report = small
    report.summary.views = hostileNames.map { name in
      var view = view(
        name, scenario: name, updates: 5, initial: 1,
        causes: [(.dynamicProperty(name), 5), (.keyPath(name, address: 1), 1)])
      view.id.module = name
      view.triggers = [Summary.TriggerCount(view: name, evaluations: 5)]
      view.rootCauses = [Summary.RootCount(view: name, cause: .dynamicProperty(name), evaluations: 5)]
      view.processes = [ProcessIdentity(name: name, pid: nil)]
      return view
    }
    report.summary.rootCauses = hostileNames.map { name in
      Summary.RootCause(
        view: name, cause: .dynamicProperty(name), scenario: name, changes: 1, blastRadius: 5,
        affected: [Summary.TriggerCount(view: name, evaluations: 4)])
    }
    report.summary.parts = hostileNames.map { name in
      let member = Summary.RootMember(view: name, cause: .viewValue)
      return Summary.Part(
        scenario: name, process: ProcessIdentity(name: name), evaluations: 6, initial: 1, faults: [:], nanoseconds: 1,
        peakPerSecond: 5, peakPerFrame: 2,
        stormCounts: [
          .init(view: name, cause: .viewValue, storm: Storm(peakPerSecond: 60, longestSeconds: 3, updates: 180))
        ],
        cycles: [
          Summary.CycleCount(
            members: [member, member], turns: 9, nanoseconds: 2_000_000, evaluations: 40, wholeNanoseconds: 6_000_000)
        ])
    }
    report.findings = hostileNames.map { name in
      ReportedFinding(
        rule: name, fix: name, title: name, severity: .warning, view: name,
        location: .init(file: name, line: 1, column: 1),
        message: name, grade: .likely, steps: [name], related: [.init(view: name, message: name)],
        patch: "```\n" + name, fingerprint: "00")
    }
    for index in report.findings.indices {
      let name = hostileNames[index]
      let place = ReportedFinding.Location(file: name, line: 1, column: 1)
      report.findings[index].chain = [.init(view: name, location: place, message: name)]
      report.findings[index].checks = [name]
      report.findings[index].patchRefusal = name
    }
    var sources = SourceReport()
    for view in report.summary.views {
      let place = ReportedFinding.Location(file: view.id.name, line: 1, column: 1)
      var source = SourceReport.View(location: place)
      source.floor = 3
      source.reads = [.init(name: view.id.name, location: place, updates: 2)]
      source.excerpt = .init(firstLine: 1, lines: [view.id.name, "</code></pre><script>alert(1)</script>"])
      source.instrumentation = .init(view: view.id.name, location: place)
      sources.views[view.id] = source
      sources.worth[view.id] = .init(avoidable: 1, unknown: 4)
    }
    sources.withoutSource = hostileNames
    for name in hostileNames { sources.files[name] = [name, "</code></pre><script>alert(1)</script>"] }
    report.sources = sources
    report.baseline = .init(title: hostileNames[1], updates: [.init(name: hostileNames[1] + "!"): 3])
    report.summary.timelines = [
      Summary.Timeline(
        run: 0, axis: .order, start: 0, width: 1, bucketCount: 8,
        strips: report.summary.views.map {
          .init(
            view: .init(name: $0.id.name, scenario: $0.id.scenario),
            cells: [.init(bucket: 1, reason: .parent, evaluations: 5)])
        }, unplaced: 0)
    ]
    report.summary.timelines[0].updates = hostileNames.map { name in
      Summary.Timeline.SingleUpdate(
        scenario: name,
        evaluations: [
          .init(view: name, causes: [.dynamicProperty(name)], reason: .property, repetitions: 1),
          .init(view: name, causes: [.keyPath(name, address: nil)], reason: .parent, repetitions: 4, trigger: 0),
        ])
    }
    report.summary.timelines[0].moments = hostileNames.indices.map { .init(time: Int64($0), update: $0) }
    report.inputs[0].path = hostileNames[3]
    report.inputs[0].issues = hostileNames.map { ImportIssue(severity: .error, message: $0) }
    return report
  }
}
