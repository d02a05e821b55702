internal import Foundation

/// Renders a report as JSON, schema version 1: keys sorted, two-space indent, a trailing newline.
enum JSONRenderer {
  static func render(_ report: RedrawReport) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(JSONReport(report)) else {
      // Only numbers that are not finite can fail, and there are none.
      preconditionFailure("bug: a report holds a value that JSON has no way to write")
    }
    return Escaping.json(String(decoding: data, as: UTF8.self)) + "\n"
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
