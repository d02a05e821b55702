/// Renders a report as JSON, schema version 1: keys sorted, two-space indent, a trailing newline.
enum JSONRenderer {
  static func write(_ report: RedrawReport, to sink: TextSink) throws {
    try JSONWriter.write(to: sink, JSONReport(report).write)
  }
}

extension OutputFormat {
  package static let json = OutputFormat("json", "everything, for programs; schema version 1")
    .report { report, _, sink in try JSONRenderer.write(report, to: sink) }
    .verdict { report, _ in GateJSON.render(report) }
    .findings { FindingsJSON.render($0, $1) }
    .comparison { report, _ in ComparisonText.json(report) }
    .calibration { calibration, version, _ in CalibrationText.json(calibration, version) }
}

/// The JSON Schema (draft 2020-12) of what the `json` renderer writes.
package enum ReportSchema {
  package static var text: String { String(decoding: PackageResources.report_v1_schema_json, as: UTF8.self) }
}
