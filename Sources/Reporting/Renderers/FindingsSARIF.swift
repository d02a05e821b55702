/// SARIF 2.1.0, for code scanning.
enum FindingsSARIF {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    let used = Set(findings.map(\.rule))
    var rules = context.rules.filter { used.contains($0.id) }.sorted { $0.id < $1.id }
    for id in used.sorted() where !rules.contains(where: { $0.id == id }) {
      rules.append(.init(id: id, summary: id, rationale: "", severity: .warning))
    }
    let driver: [String: JSONText] = [
      "name": .string("WhyRedraw"), "version": .string(context.version),
      "rules": .array(rules.map(rule)),
    ]
    let run: [String: JSONText] = [
      "tool": .object(["driver": .object(driver)]), "columnKind": .string("utf16CodeUnits"),
      "results": .array(findings.map { result($0, rules: rules.map(\.id), context) }),
    ]
    return JSONText.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
      "runs": .array([.object(run)]),
    ]).text + "\n"
  }

  private static func rule(_ rule: FindingsContext.Rule) -> JSONText {
    var members: [String: JSONText] = [
      "id": .string(rule.id), "shortDescription": .object(["text": .string(rule.summary)]),
      "defaultConfiguration": .object(["level": .string(rule.severity.rawValue)]),
    ]
    if !rule.rationale.isEmpty { members["fullDescription"] = .object(["text": .string(rule.rationale)]) }
    return .object(members)
  }

  private static func result(_ finding: ReportedFinding, rules: [String], _ context: FindingsContext) -> JSONText {
    var members: [String: JSONText] = [
      "ruleId": .string(finding.rule), "level": .string(finding.severity.rawValue),
      "message": .object(["text": .string(finding.message)]),
      "partialFingerprints": .object(["whyredraw/v1": .string(finding.fingerprint)]),
    ]
    if let index = rules.firstIndex(of: finding.rule) { members["ruleIndex"] = .number(index) }
    if let location = finding.location {
      members["locations"] = .array([physical(location, end: finding.endLocation, message: nil, context)])
    }
    let related = finding.related.compactMap { related in
      related.location.map { physical($0, end: nil, message: related.message, context) }
    }
    if !related.isEmpty { members["relatedLocations"] = .array(related) }
    return .object(members)
  }

  /// SARIF counts UTF-16 units and a finding knows bytes, so a column is given only where the text was at hand.
  private static func physical(
    _ location: ReportedFinding.Location, end: ReportedFinding.Location?, message: String?,
    _ context: FindingsContext
  ) -> JSONText {
    var region: [String: JSONText] = ["startLine": .number(max(1, location.line))]
    let column = context.utf16Columns[location]
    if let column { region["startColumn"] = .number(column) }
    if let end, end.line >= location.line {
      region["endLine"] = .number(end.line)
      if column != nil, let last = context.utf16Columns[end] { region["endColumn"] = .number(last) }
    }
    var artifact: [String: JSONText] = ["uri": .string(uri(location.file))]
    if !location.file.hasPrefix("/") { artifact["uriBaseId"] = .string("%SRCROOT%") }
    var members: [String: JSONText] = [
      "physicalLocation": .object(["artifactLocation": .object(artifact), "region": .object(region)])
    ]
    if let message { members["message"] = .object(["text": .string(message)]) }
    return .object(members)
  }

  /// Percent-encodes what a URI reference may not hold.
  static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"),
        UInt8(ascii: "+"),
        UInt8(ascii: "@"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return result
  }
}
