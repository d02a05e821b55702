internal import TraceAnalysis
internal import TraceImport

/// Renders each run as flat, typed rows, for databases that hold the runs of many builds.
///
/// Columns, in this order; new ones are only added at the end. `Documentation/Fleet/README.md` describes them, and its
/// SQL reads them. Three kinds of rows tell the same evaluations in three ways, so sums take one kind:
///
/// - `view`: what a view did in a scenario.
/// - `cause`: the evaluations of the view that name a cause; several causes of one evaluation count it several times.
/// - `root`: what a cause in the view led to: `changes`, and `blast_radius` in evaluations.
enum RowsRenderer {
  private enum Value {
    case text(String?)
    case number(Int?)
  }

  static let columns = [
    "kind", "run_id", "run_time", "commit", "branch", "os", "device", "xcode", "configuration", "capture", "run",
    "scenario", "module", "view", "cause_kind", "cause", "evaluations", "initial", "updates", "recreated", "unchanged",
    "changes", "blast_radius", "duration_total_ns", "duration_median_ns", "duration_p95_ns", "duration_max_ns",
    "scenario_ns",
  ]

  static func writeNDJSON(_ report: RedrawReport, to sink: TextSink) throws {
    var isEmpty = true
    try forEachRow(report) { row in
      isEmpty = false
      let members = zip(columns, row).map { name, value in
        switch value {
        case .text(let text?): "\"\(name)\":\(JSONText.string(text).text)"
        case .number(let number?): "\"\(name)\":\(number)"
        case .text(nil), .number(nil): "\"\(name)\":null"
        }
      }
      try sink.write(Escaping.json("{" + members.joined(separator: ",") + "}\n"))
    }
    if isEmpty { try sink.write("\n") }
  }

  /// RFC 4180 with a header. An empty cell is an unknown value.
  ///
  /// Unlike the `csv` rendering, a cell that looks like a formula stays as it is: databases take it for text.
  static func writeCSV(_ report: RedrawReport, to sink: TextSink) throws {
    try sink.write(columns.joined(separator: ",") + "\n")
    try forEachRow(report) { row in
      let cells = row.map { value in
        switch value {
        case .text(let text): text.map(cell) ?? ""
        case .number(let number): number.map(String.init) ?? ""
        }
      }
      try sink.write(cells.joined(separator: ",") + "\n")
    }
  }

  private static func cell(_ text: String) -> String {
    let shown = Escaping.visible(text)
    // An empty name is not an unknown one.
    return shown.isEmpty ? "\"\"" : Escaping.csvQuoted(shown)
  }

  private static func forEachRow(_ report: RedrawReport, _ body: ([Value]) throws -> Void) throws {
    for (index, run) in report.profile.runs.enumerated() {
      let summary = RedrawSummary(TraceProfile(runs: [run]))
      let provenance = report.provenance
      let environment = provenance.environment
      let time = provenance.time ?? RunTime.text(run)
      var spans: [String?: Int64] = [:]
      for part in summary.parts {
        if let span = part.nanoseconds { spans[part.scenario] = max(spans[part.scenario] ?? 0, span) }
      }
      func row(
        _ kind: String, _ scenario: String?, _ module: String?, _ view: String, _ cause: Cause?, _ numbers: [Int?]
      ) -> [Value] {
        [
          .text(kind), .text(provenance.runID), .text(time), .text(provenance.commit), .text(provenance.branch),
          .text(environment["os"]), .text(environment["device"]), .text(environment["xcode"]),
          .text(environment["configuration"]), .text(environment["capture"]), .number(index), .text(scenario),
          .text(module), .text(view), .text(cause?.kind), .text(cause?.text),
        ] + numbers.map(Value.number) + [.number(spans[scenario].map { Int(clamping: $0) })]
      }
      var modules: [String: String] = [:]
      for view in summary.views.sorted(by: { $0.id < $1.id }) {
        modules[view.id.name] = view.id.module
        let duration = view.duration.map { duration -> [Int?] in
          [
            Int(clamping: duration.totalNanoseconds), duration.quantile(0.5).map { Int(clamping: $0) },
            duration.quantile(0.95).map { Int(clamping: $0) }, Int(clamping: duration.maximumNanoseconds),
          ]
        }
        let counts: [Int?] = [
          view.evaluations, view.initial, view.updates, view.recreated, view.unchanged, nil, nil,
        ]
        try body(
          row("view", view.id.scenario, view.id.module, view.id.name, nil, counts + (duration ?? [nil, nil, nil, nil])))
        for cause in view.causes {
          try body(
            row(
              "cause", view.id.scenario, view.id.module, view.id.name, cause.cause,
              [cause.evaluations] + [Int?](repeating: nil, count: 10)))
        }
      }
      for root in summary.rootCauses {
        let none = [Int?](repeating: nil, count: 5)
        try body(
          row(
            "root", root.scenario, modules[root.view], root.view, root.cause,
            none + [root.changes, root.blastRadius] + [nil, nil, nil, nil]))
      }
    }
  }
}

/// When a run began, by its own times.
enum RunTime {
  /// As `2026-01-31T12:00:00Z`, without the `Z` where the trace says no zone; `nil` where it has no date.
  static func text(_ run: RunProfile) -> String? {
    run.parts.compactMap { $0.rates.span?.lowerBound }.min()
      .flatMap { text(nanoseconds: $0, hasZone: run.timesHaveZone) }
  }

  /// The same for the time of an event.
  static func text(nanoseconds first: Int64, hasZone: Bool) -> String? {
    // Times without a date count from midnight or from the recording's start: less than this, in any case.
    let leastDate: Int64 = 1_000_000_000 * 86_400 * 365
    guard first >= leastDate else { return nil }
    let seconds = first / 1_000_000_000
    let (year, month, day) = date(seconds / 86_400)
    let rest = seconds % 86_400
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60))"
      + (hasZone ? "Z" : "")
  }

  /// Days since 1970 as a date of the Gregorian calendar.
  ///
  /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  private static func date(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}

extension OutputFormat {
  package static let rows = OutputFormat(
    "rows", "a JSON object per run, scenario, view and cause, for databases", needsRuns: true
  )
  .report { report, _, sink in try RowsRenderer.writeNDJSON(report, to: sink) }

  package static let rowsCSV = OutputFormat("rows-csv", "the same as CSV", needsRuns: true)
    .report { report, _, sink in try RowsRenderer.writeCSV(report, to: sink) }
}
