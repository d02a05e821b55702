internal import Gate
internal import TraceImport
internal import Vocabulary

/// Renders a verdict as JSON, schema version 1: keys sorted, two-space indent.
///
/// `entries` holds every series that was looked at, the offenders first; `null` in `baseline` and `current` is a run in
/// which the view does not appear. `runs.minimum` is the number of runs wanted on each side, `runs.areFew` whether there are fewer.
enum GateJSON {
  static let schemaVersion = 1

  static func render(_ report: GateReport) -> String {
    let verdict = report.verdict
    return JSONText.object([
      "schemaVersion": .number(schemaVersion), "kind": .string("gate"),
      "tool": .object(["name": .string("whyredraw"), "version": .string(report.toolVersion)]),
      "verdict": .string(verdict.outcome.rawValue),
      "baseline": .optional(report.baselinePath), "configuration": .optional(report.configurationPath),
      "thresholds": thresholds(report.thresholds),
      "doubts": .array(
        verdict.doubts.map { .object(["kind": .string($0.kind.rawValue), "message": .string($0.message)]) }),
      "remarks": .array(verdict.remarks.map(JSONText.string)),
      "waysOut": .array(
        report.waysOut.map { .object(["sentence": .string($0.sentence), "command": .optional($0.command)]) }),
      "runs": .object([
        "baseline": .number(verdict.runsBefore), "current": .number(verdict.runsNow),
        "minimum": .number(verdict.minimumRuns), "areFew": .bool(verdict.shortage != nil),
      ]),
      "title": .optional(report.title),
      "totals": .object([
        "failures": .number(verdict.failures.count), "warnings": .number(verdict.warnings.count),
        "undecided": .number(verdict.undecided.count), "improvements": .number(verdict.improvements.count),
        "entries": .number(verdict.entries.count), "judgedByEvaluations": .number(verdict.openViews),
      ]),
      "inputs": .array(report.inputs.map(input)),
      "entries": .list(count: verdict.entries.count) { entry(verdict.entries[$0], report) },
    ]).jsonDocument
  }

  static func thresholds(_ thresholds: Thresholds) -> JSONText {
    .object([
      "slack": .number(thresholds.slack), "minimumIncrease": .number(thresholds.minimumIncrease),
      "minimumPercent": .decimal(thresholds.minimumPercent), "deviations": .decimal(thresholds.deviations),
    ])
  }

  static func series(_ series: Measurements.Series, _ metric: Metric) -> JSONText {
    .array(series.map { $0.map { number($0, metric) } ?? .null })
  }

  /// A count is whole, whatever its size; a rate has a fraction.
  static func number(_ value: Int, _ metric: Metric) -> JSONText {
    metric.scale == 1 ? .number(value) : .decimal(Double(value) / Double(metric.scale))
  }

  static func unit(_ unit: Unit) -> [String: JSONText] {
    [
      "view": .string(unit.view.view), "module": .optional(unit.view.module), "scenario": .optional(unit.view.scenario),
      "metric": .string(unit.metric.rawValue), "cause": .optional(unit.cause),
    ]
  }

  static func view(_ view: ViewUnit?) -> JSONText {
    guard let view else { return .null }
    return .object([
      "view": .string(view.view), "module": .optional(view.module), "scenario": .optional(view.scenario),
    ])
  }

  private static func input(_ input: RedrawReport.Input) -> JSONText {
    .object([
      "path": .string(input.path), "format": .optional(input.format), "events": .number(input.events),
      "issues": .array(
        input.issues.map { issue in
          .object([
            "severity": .string(issue.severity.rawValue), "message": .string(issue.message),
            "line": issue.line.map(JSONText.number) ?? .null, "count": .number(issue.count),
          ])
        }),
    ])
  }

  private static func entry(_ entry: Verdict.Entry, _ report: GateReport) -> JSONText {
    var members = unit(entry.unit)
    members["kind"] = .string(entry.kind.rawValue)
    members["level"] = .string(entry.level.rawValue)
    members["class"] = .optional(entry.noise?.rawValue)
    members["baseline"] = series(entry.baseline, entry.unit.metric)
    members["current"] = series(entry.current, entry.unit.metric)
    members["confirmation"] = series(entry.confirmation, entry.unit.metric)
    members["renamedFrom"] = view(entry.renamedFrom)
    members["gated"] = .bool(entry.isGated)
    members["inferred"] = .bool(entry.isInferred)
    members["undecided"] = .bool(entry.isUndecided)
    members["threshold"] = .string(entry.threshold)
    members["reason"] = .string(entry.reason)
    members["line"] = entry.line.map(JSONText.number) ?? .null
    members["diagnoses"] = .array((report.diagnoses[entry.unit] ?? []).map(FindingsJSON.finding))
    return .object(members)
  }
}

extension JSONText {
  /// A number with at most three decimals, without an exponent.
  static func decimal(_ value: Double) -> JSONText {
    guard value.isFinite, abs(value) < 1e15 else { return .null }
    let thousandths = Int((value * 1000).rounded())
    if thousandths % 1000 == 0 { return .number(thousandths / 1000) }
    return .raw("\(Double(thousandths) / 1000)")
  }

  /// As a file: invisible characters escaped, a newline at the end.
  var jsonDocument: String { Escaping.json(text) + "\n" }
}
