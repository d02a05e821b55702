internal import Vocabulary

/// For people at a terminal: a line for each finding that begins with its place, then a line of totals.
enum FindingsTerminal {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    var text = ""
    for finding in findings {
      let place = finding.location.map { Escaping.printable("\($0.file):\($0.line):\($0.column)") } ?? "(no file)"
      let color = finding.severity == .error ? "31" : finding.severity == .warning ? "33" : "36"
      text +=
        "\(paint(place, "1", context)): \(paint(finding.severity.rawValue, color, context)): \(Escaping.printable(finding.message)) "
      text += paint("[\(finding.rule)]", "2", context) + "\n"
    }
    if !text.isEmpty { text += "\n" }
    return text + summary(findings, context) + "\n"
  }

  /// `3 warnings in 2 files; 5 more beyond '--top'; 12 notes more with '--all'; 9 notes of rules that …`.
  static func summary(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    let withheld = context.withheldNotes
    var parts = [findings.isEmpty && withheld > 0 ? "no warnings" : summary(of: findings)]
    if context.leftOut > 0 { parts.append("\(Wording.number(context.leftOut)) more beyond '--top'") }
    if withheld > 0 { parts.append("\(Wording.count(withheld, "note")) more with '--all'") }
    let unasked = context.unaskedNotes
    if unasked > 0 {
      parts.append("\(Wording.count(unasked, "note")) of rules that are asked for by name with '--rule'")
    }
    return parts.joined(separator: "; ")
  }

  private static func summary(of findings: [ReportedFinding]) -> String {
    if findings.isEmpty { return "no findings" }
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let files = Set(findings.compactMap(\.location?.file)).count
    return "\(counts.joined(separator: ", ")) in \(files) file\(files == 1 ? "" : "s")"
  }

  private static func paint(_ text: String, _ code: String, _ context: FindingsContext) -> String {
    context.usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
