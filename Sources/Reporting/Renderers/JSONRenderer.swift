/// Renders a report as JSON, schema version 1: keys sorted, two-space indent, a trailing newline.
enum JSONRenderer {
  static func render(_ report: RedrawReport) -> String {
    guard let text = try? JSONTextEncoder.text(of: JSONReport(report)) else {
      // Only numbers that are not finite can fail, and there are none.
      preconditionFailure("bug: a report holds a value that JSON has no way to write")
    }
    return text
  }
}

extension Renderer {
  static let json = Renderer(id: "json", title: "everything, for programs; schema version 1") { report, _ in
    JSONRenderer.render(report)
  }
}

/// The JSON Schema (draft 2020-12) of what the `json` renderer writes.
package enum ReportSchema {
  package static var text: String { String(decoding: PackageResources.report_v1_schema_json, as: UTF8.self) }
}
