internal import Vocabulary

/// A table for pull requests and chats.
enum FindingsMarkdown {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    var text = "# WhyRedraw\n\n\(FindingsTerminal.summary(findings))\n"
    guard !findings.isEmpty else { return text }
    text += "\n| | Where | View | Finding |\n| --- | --- | --- | --- |\n"
    for finding in findings {
      let place = finding.location.map { "\($0.file):\($0.line)" } ?? ""
      let view = finding.view.map(code) ?? ""
      text +=
        "| \(finding.severity.rawValue) | \(code(place)) | \(view) | \(escape(finding.message)) (`\(finding.rule)`) |\n"
    }
    return text
  }

  /// Code spans hold anything but backticks and, in tables, bars.
  static func code(_ text: String) -> String {
    if text.isEmpty { return "" }
    let plain = FindingsTerminal.printable(text).replacing("`", with: "'").replacing("|", with: "\\|")
    return "`\(plain)`"
  }

  static func escape(_ text: String) -> String {
    var result = ""
    for character in FindingsTerminal.printable(text) {
      switch character {
      case "|", "*", "_", "`", "[", "]", "\\", "#", "~": result += "\\\(character)"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      default: result.append(character)
      }
    }
    return result
  }
}
