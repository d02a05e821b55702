internal import TraceAnalysis
internal import TraceImport

/// Renders the views of a report as CSV (RFC 4180): a header, then one row per view and scenario, the most updates first.
///
/// Columns, in this order; new ones are only added at the end:
///
/// - `view`, `module`, `scenario`: names as the trace writes them; empty where unknown.
/// - `evaluations`, `initial`, `recreated`, `updates`, `unchanged`: counts, sums over the runs.
/// - `median_updates`: the middle one of the runs' updates.
/// - `self_only_updates`: updates whose only cause is `@self`.
/// - `runs`: the updates of each run, as `8; 8; 9`.
/// - `causes`: `_status 12; @self 3`, the most first; a cause is written as SwiftUI writes it.
/// - `triggered_by`: `RecipeList 12; Home 3`, the most first; inferred.
/// - `root_causes`: `RecipeList/_expandedID 12`, the most first; inferred.
/// - `processes`: `Recipes[412]`, separated by `; `.
/// - `total_ns`, `median_ns`, `p95_ns`, `maximum_ns`: how long evaluations took, in nanoseconds; empty where unknown.
/// - `untimed`: evaluations whose recorded duration is none.
/// - `severities`: `High 2; Low 14`, the worst first, as Instruments names them.
/// - `in_hitches`: evaluations during hitches and hangs, of a view of this name in all scenarios.
///
/// Lines end with CR LF. A cell that a spreadsheet would take for a formula starts with an apostrophe that is not part
/// of the text. That includes lists: `'@self 12; _x 3`. Whoever reads the file by program strips one leading
/// apostrophe from cells where `=`, `+`, `-`, `@` or a picture of a control character follows it. Control and other
/// invisible characters are written visibly (`␉`, `\u{202E}`), so no cell ever spans lines.
enum CSVRenderer {
  static let columns = [
    "view", "module", "scenario", "evaluations", "initial", "recreated", "updates", "unchanged", "median_updates",
    "self_only_updates", "runs", "causes", "triggered_by", "root_causes", "processes",
    "total_ns", "median_ns", "p95_ns", "maximum_ns", "untimed", "severities", "in_hitches",
  ]

  static func write(_ report: RedrawReport, to sink: TextSink) throws {
    var interrupted: [String: Int] = [:]
    for one in report.summary.interruptions where one.kind != .hangRisk {
      for view in one.views { interrupted[view.view, default: 0] += view.evaluations }
    }
    func write(_ row: [String]) throws { try sink.write(row.map(Escaping.csvCell).joined(separator: ",") + "\r\n") }
    try write(columns)
    for view in report.listedViews { try write(row(view, interrupted[view.id.name] ?? 0)) }
  }

  private static func row(_ view: RedrawSummary.View, _ interrupted: Int) -> [String] {
    let names = [view.id.name, view.id.module ?? "", view.id.scenario ?? ""]
    let counts = [
      view.evaluations, view.initial, view.recreated, view.updates, view.unchanged, view.medianUpdates,
      view.selfOnlyUpdates,
    ]
    let lists: [[String]] = [
      view.runs.map(String.init),
      view.causes.map { "\($0.cause.text) \($0.evaluations)" },
      view.triggers.map { "\($0.view) \($0.evaluations)" },
      view.rootCauses.map { "\($0.view)/\($0.cause.text) \($0.evaluations)" },
      view.processes.map(Wording.process),
    ]
    let duration = view.duration
    let times = duration.flatMap { duration in
      duration.count == 0
        ? nil
        : [
          duration.totalNanoseconds, duration.quantile(0.5) ?? 0, duration.quantile(0.95) ?? 0,
          duration.maximumNanoseconds,
        ].map(String.init)
    }
    let severities = (duration?.severities ?? [:]).sorted { $0.key > $1.key }.map { "\($0.key.name) \($0.value)" }
    let recorded = [String(duration?.untimed ?? 0), severities.joined(separator: "; "), String(interrupted)]
    return names + counts.map(String.init) + lists.map { $0.joined(separator: "; ") }
      + (times ?? ["", "", "", ""]) + recorded
  }
}

extension OutputFormat {
  static let csv = OutputFormat(
    "csv", "one row per view and scenario; an apostrophe before what a spreadsheet would execute"
  )
  .report { report, _, sink in try CSVRenderer.write(report, to: sink) }
  .findings { findings, _ in FindingsCSV.render(findings) }
  .events(CSVEventWriter.self)
}
