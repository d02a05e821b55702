internal import Vocabulary

/// Schema version 1 of the JSON output; findings without a trace fill only a part of it.
enum FindingsJSON {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    let zero = JSONText.number(0)
    let totals: [String: JSONText] = [
      "evaluations": zero, "initial": zero, "recreated": zero, "updates": zero, "unchanged": zero, "avoidable": zero,
      "likelyAvoidable": zero, "views": zero, "durationNanoseconds": .null,
    ]
    let document = JSONText.object([
      "schemaVersion": .number(1),
      "tool": .object(["name": .string("whyredraw"), "version": .string(context.version)]),
      "inputs": .array([]), "totals": .object(totals), "views": .array([]), "rootCauses": .array([]),
      "findings": .array(findings.map(finding)),
    ])
    return document.text + "\n"
  }

  static func finding(_ finding: ReportedFinding) -> JSONText {
    .object([
      "rule": .string(finding.rule), "fix": .string(finding.fix), "severity": .string(finding.severity.rawValue),
      "view": .optional(finding.view), "location": location(finding.location),
      "endLocation": location(finding.endLocation),
      "message": .string(finding.message), "grade": .string(finding.grade.rawValue),
      "measured": measurement(finding.measured),
      "steps": .array(finding.steps.map(JSONText.string)),
      "related": .array(
        finding.related.map { related in
          .object([
            "view": .optional(related.view), "location": location(related.location),
            "message": .string(related.message),
          ])
        }),
      "patch": .optional(finding.patch), "patchRefusal": .optional(finding.patchRefusal),
      "patchTier": .optional(finding.patchTier),
      "fingerprint": .string(finding.fingerprint),
    ])
  }

  private static func location(_ location: ReportedFinding.Location?) -> JSONText {
    guard let location else { return .null }
    return .object(["file": .string(location.file), "line": .number(location.line), "column": .number(location.column)])
  }

  private static func measurement(_ measured: ReportedFinding.Measurement?) -> JSONText {
    guard let measured else { return .null }
    return .object([
      "updates": .number(measured.updates), "unit": .string(measured.unit.rawValue),
      "avoidable": measured.avoidable.map(JSONText.number) ?? .null,
      "predictedUpdates": measured.predictedUpdates.map(JSONText.number) ?? .null,
      "views": .object(measured.views.mapValues(JSONText.number)),
    ])
  }
}

/// JSON as the contract wants it: keys sorted, two-space indent, explicit nulls.
package indirect enum JSONText: Sendable {
  case null
  case number(Int)
  /// Digits that are JSON already.
  case raw(String)
  case bool(Bool)
  case string(String)
  case array([JSONText])
  /// A list whose elements are made one by one, as they are written.
  case list(count: Int, @Sendable (Int) -> JSONText)
  case object([String: JSONText])

  package static func optional(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

  /// Without a trailing newline.
  package var text: String {
    var result = ""
    write(to: &result, indent: "")
    return result
  }

  private static func write(
    _ count: Int, to result: inout String, _ indent: String, _ element: (Int) -> JSONText
  ) {
    guard count > 0 else {
      result += "[]"
      return
    }
    result += "[\n"
    for index in 0..<count {
      result += indent + "  "
      element(index).write(to: &result, indent: indent + "  ")
      result += index == count - 1 ? "\n" : ",\n"
    }
    result += indent + "]"
  }

  private func write(to result: inout String, indent: String) {
    switch self {
    case .null: result += "null"
    case .number(let value): result += String(value)
    case .raw(let digits): result += digits
    case .bool(let value): result += value ? "true" : "false"
    case .string(let value): Self.write(value, to: &result)
    case .array(let values): Self.write(values.count, to: &result, indent) { values[$0] }
    case .list(let count, let element): Self.write(count, to: &result, indent, element)
    case .object(let members):
      guard !members.isEmpty else {
        result += "{}"
        return
      }
      result += "{\n"
      let sorted = members.sorted { $0.key < $1.key }
      for (position, member) in sorted.enumerated() {
        result += indent + "  "
        Self.write(member.key, to: &result)
        result += ": "
        member.value.write(to: &result, indent: indent + "  ")
        result += position == sorted.count - 1 ? "\n" : ",\n"
      }
      result += indent + "}"
    }
  }

  private static func write(_ value: String, to result: inout String) {
    // Appending scalars one by one is ten times as slow, and few texts have anything to escape.
    if value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
      result += "\"\(value)\""
      return
    }
    result += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    result += "\""
  }
}
