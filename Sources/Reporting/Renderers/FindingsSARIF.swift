internal import Vocabulary

/// SARIF 2.1.0, for code scanning: rules with help, places, what is related, the way from root cause to view, and fixes.
enum FindingsSARIF {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    let used = Set(findings.map(\.rule))
    var rules = context.rules.filter { used.contains($0.id) }.sorted { $0.id < $1.id }
    let known = Set(rules.map(\.id))
    for id in used.subtracting(known).sorted() {
      rules.append(.init(id: id, summary: id, rationale: "", severity: .warning))
    }
    var index: [String: Int] = [:]
    for (number, rule) in rules.enumerated() where index[rule.id] == nil { index[rule.id] = number }
    let driver: [String: JSONText] = [
      "name": .string("WhyRedraw"), "version": .string(context.version),
      "rules": .array(rules.map(rule)),
    ]
    let run: [String: JSONText] = [
      "tool": .object(["driver": .object(driver)]), "columnKind": .string("utf16CodeUnits"),
      "results": .array(findings.map { result($0, ruleIndex: index[$0.rule], context) }),
    ]
    let document = JSONText.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"), "version": .string("2.1.0"),
      "runs": .array([.object(run)]),
    ])
    return Escaping.json(document.text) + "\n"
  }

  private static func rule(_ rule: FindingsContext.Rule) -> JSONText {
    var members: [String: JSONText] = [
      "id": .string(rule.id), "shortDescription": message(rule.summary),
      "defaultConfiguration": .object(["level": .string(rule.severity.rawValue)]),
    ]
    if !rule.rationale.isEmpty {
      members["fullDescription"] = message(rule.rationale)
      members["help"] = .object([
        "text": .string("\(rule.summary). \(rule.rationale) 'whyredraw rules \(rule.id)' shows examples."),
        "markdown": .string(
          "\(rule.rationale)\n\nExamples: `whyredraw rules \(rule.id.replacing("`", with: "'"))`"),
      ])
    }
    return .object(members)
  }

  private static func result(_ finding: ReportedFinding, ruleIndex: Int?, _ context: FindingsContext) -> JSONText {
    var members: [String: JSONText] = [
      "ruleId": .string(finding.rule), "level": .string(finding.severity.rawValue),
      "message": message(text(of: finding)),
      "partialFingerprints": .object(["whyredraw/v1": .string(finding.fingerprint)]),
      "properties": properties(finding),
    ]
    if let ruleIndex { members["ruleIndex"] = .number(ruleIndex) }
    members["locations"] = .array([place(finding, context)])
    let related = finding.related.compactMap { related in
      related.location.map { physical($0, end: nil, message: said(related), context) }
    }
    if !related.isEmpty { members["relatedLocations"] = .array(related) }
    if !finding.chain.isEmpty { members["codeFlows"] = .array([flow(finding.chain, context)]) }
    if let fix = SARIFFix(patch: finding.patch, steps: finding.steps) {
      members["fixes"] = .array([fix.json { context.repositoryPath($0) }])
    }
    return .object(members)
  }

  /// The message, with the steps that a reader of the alert would miss otherwise.
  private static func text(of finding: ReportedFinding) -> String { finding.message }

  private static func said(_ related: ReportedFinding.Related) -> String {
    [related.view, related.message].compactMap { $0 }.joined(separator: ": ")
  }

  private static func properties(_ finding: ReportedFinding) -> JSONText {
    var bag: [String: JSONText] = ["grade": .string(finding.grade.rawValue), "fix": .string(finding.fix)]
    if !finding.steps.isEmpty { bag["steps"] = .array(finding.steps.map(JSONText.string)) }
    if let measured = finding.measured {
      bag["updates"] = .number(measured.updates)
      if let avoidable = measured.avoidable { bag["avoidable"] = .number(avoidable) }
      if let predicted = measured.predictedUpdates { bag["predictedUpdates"] = .number(predicted) }
    }
    return .object(bag)
  }

  /// Where it is shown. Code scanning takes no result without a file: what only a trace shows is shown at the trace.
  private static func place(_ finding: ReportedFinding, _ context: FindingsContext) -> JSONText {
    let logical = finding.view.map { view in
      JSONText.array([.object(["fullyQualifiedName": .string(view), "kind": .string("type")])])
    }
    let location = finding.location ?? .init(file: context.file(of: finding), line: 1, column: 1)
    var members = physicalMembers(location, end: finding.endLocation, context)
    if let logical { members["logicalLocations"] = logical }
    return .object(members)
  }

  /// One flow from the root cause to the view; steps without a place name their view.
  private static func flow(_ chain: [ReportedFinding.Related], _ context: FindingsContext) -> JSONText {
    let steps = chain.map { step -> JSONText in
      var location: [String: JSONText] = ["message": message(said(step))]
      if let place = step.location { location.merge(physicalMembers(place, end: nil, context)) { own, _ in own } }
      if let view = step.view {
        location["logicalLocations"] = .array([
          .object(["fullyQualifiedName": .string(view), "kind": .string("type")])
        ])
      }
      return .object(["location": .object(location)])
    }
    return .object(["threadFlows": .array([.object(["locations": .array(steps)])])])
  }

  static func message(_ text: String) -> JSONText { .object(["text": .string(text)]) }

  private static func physical(
    _ location: ReportedFinding.Location, end: ReportedFinding.Location?, message: String,
    _ context: FindingsContext
  ) -> JSONText {
    var members = physicalMembers(location, end: end, context)
    members["message"] = Self.message(message)
    return .object(members)
  }

  /// SARIF counts UTF-16 units and a finding knows bytes, so a column is given only where the text was at hand.
  private static func physicalMembers(
    _ location: ReportedFinding.Location, end: ReportedFinding.Location?, _ context: FindingsContext
  ) -> [String: JSONText] {
    var region: [String: JSONText] = ["startLine": .number(max(1, location.line))]
    let column = context.utf16Columns[location]
    if let column { region["startColumn"] = .number(column) }
    if let end, end.line >= location.line {
      region["endLine"] = .number(end.line)
      if column != nil, let last = context.utf16Columns[end] { region["endColumn"] = .number(last) }
    }
    return [
      "physicalLocation": .object([
        "artifactLocation": artifact(context.repositoryPath(location.file)), "region": .object(region),
      ])
    ]
  }

  static func artifact(_ file: String) -> JSONText {
    var artifact: [String: JSONText] = ["uri": .string(uri(file))]
    if !file.hasPrefix("/") { artifact["uriBaseId"] = .string("%SRCROOT%") }
    return .object(artifact)
  }

  /// Percent-encodes what a URI reference may not hold.
  static func uri(_ path: String) -> String { (path.hasPrefix("/") ? "file://" : "") + encoded(path) }

  static func encoded(_ path: String) -> String {
    var result = ""
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

extension OutputFormat {
  package static let sarif = OutputFormat("sarif", "findings for code scanning, SARIF 2.1.0")
    .findings { FindingsSARIF.render($0, $1) }
}
