internal import Vocabulary

/// JUnit XML: one test case per finding, failed for warnings and errors; one passing case when there is none.
enum FindingsJUnit {
  static func render(_ findings: [ReportedFinding], _ context: FindingsContext) -> String {
    let failures = findings.count { $0.severity > .note }
    let tests = max(1, findings.count)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"whyredraw \(context.command)\" tests=\"\(tests)\" failures=\"\(failures)\">\n"
    text += "  <testsuite name=\"\(context.command)\" tests=\"\(tests)\" failures=\"\(failures)\">\n"
    if findings.isEmpty { text += "    <testcase classname=\"whyredraw\" name=\"no findings\"/>\n" }
    for finding in findings {
      let place = finding.location.map { "\($0.file):\($0.line):\($0.column)" } ?? context.fallbackFile ?? "no file"
      let name = XMLText.escape("\(finding.view ?? finding.rule) at \(place)")
      text += "    <testcase classname=\"\(XMLText.escape(finding.rule))\" name=\"\(name)\""
      let message = XMLText.escape(finding.message)
      if finding.severity > .note {
        text += ">\n      <failure type=\"\(finding.severity.rawValue)\" message=\"\(message)\">"
        text += "\(XMLText.escape(place)): \(message)</failure>\n    </testcase>\n"
      } else {
        text += ">\n      <system-out>\(XMLText.escape(place)): \(message)</system-out>\n    </testcase>\n"
      }
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }
}

extension OutputFormat {
  static let junit = OutputFormat("junit", "findings as failed tests, JUnit XML", fileExtensions: ["xml"])
    .verdict { report, _ in GateJUnit.render(report) }
    .findings { FindingsJUnit.render($0, $1) }
}
