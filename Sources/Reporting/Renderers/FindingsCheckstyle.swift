internal import Vocabulary

/// Checkstyle XML, which many build servers read.
enum FindingsCheckstyle {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    let files = Dictionary(grouping: findings) { context.file(of: $0) }
    for (file, findings) in files.sorted(by: { $0.key < $1.key }) {
      text += "  <file name=\"\(XMLText.escape(file))\">\n"
      for finding in findings {
        let severity = finding.severity == .note ? "info" : finding.severity.rawValue
        text += "    <error line=\"\(finding.location?.line ?? 0)\" column=\"\(finding.location?.column ?? 0)\""
        text += " severity=\"\(severity)\" message=\"\(XMLText.escape(finding.message))\""
        text += " source=\"whyredraw.\(XMLText.escape(finding.rule))\"/>\n"
      }
      text += "  </file>\n"
    }
    return text + "</checkstyle>\n"
  }
}

enum XMLText {
  /// For text and attribute values; what is invisible becomes visible, and what XML cannot hold becomes `?`.
  static func escape(_ text: String) -> String {
    var result = ""
    for scalar in Escaping.visible(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default:
        let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        if isAllowed { result.unicodeScalars.append(scalar) } else { result += "?" }
      }
    }
    return result
  }
}

extension OutputFormat {
  static let checkstyle = OutputFormat("checkstyle", "findings as Checkstyle XML")
    .findings { FindingsCheckstyle.render($0, $1) }
}
