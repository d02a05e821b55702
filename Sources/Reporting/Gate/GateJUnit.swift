internal import Gate

/// Renders a verdict as JUnit XML: a test suite per scenario, a test case per series that is gated, passing ones included.
enum GateJUnit {
  static func render(_ report: GateReport) -> String {
    let verdict = report.verdict
    let gated = verdict.entries.filter {
      $0.level > .off || $0.unit.metric == .updates || $0.threshold.hasPrefix("budget")
    }
    let suites = Dictionary(grouping: gated) { $0.unit.view.scenario ?? "" }.sorted { $0.key < $1.key }
    let failures = verdict.failures.count
    let tests = gated.count + verdict.doubts.count
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites name=\"whyredraw gate\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(verdict.doubts.count)\">\n"
    if !verdict.doubts.isEmpty {
      // What cannot be judged must not look like a run without failures.
      text +=
        "  <testsuite name=\"data\" tests=\"\(verdict.doubts.count)\" failures=\"0\" errors=\"\(verdict.doubts.count)\">\n"
      for (index, doubt) in verdict.doubts.enumerated() {
        let message = XMLText.escape(doubt.message)
        text += "    <testcase classname=\"whyredraw.data\" name=\"\(doubt.kind.rawValue) \(index + 1)\">\n"
        text += "      <error type=\"inconclusive\" message=\"\(message)\"/>\n    </testcase>\n"
      }
      text += "  </testsuite>\n"
    }
    for (scenario, entries) in suites {
      let name = XMLText.escape(scenario.isEmpty ? "redraws" : scenario)
      let failed = entries.count { $0.level == .error }
      text += "  <testsuite name=\"\(name)\" tests=\"\(entries.count)\" failures=\"\(failed)\" errors=\"0\">\n"
      for entry in entries { text += testCase(entry, name) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func testCase(_ entry: Verdict.Entry, _ scenario: String) -> String {
    let module = entry.unit.view.module.map { $0 + "." } ?? ""
    let budget = entry.threshold.hasPrefix("budget") ? " (\(entry.threshold))" : ""
    let name = XMLText.escape("\(module)\(entry.unit.view.view) \(entry.unit.metricText)\(budget)")
    let runs = "\(GateWording.runs(entry.baseline)) → \(GateWording.runs(entry.current))"
    let body = XMLText.escape("\(runs); \(entry.reason); \(entry.threshold)")
    var text = "    <testcase classname=\"\(scenario)\" name=\"\(name)\""
    switch entry.level {
    case .error:
      text += ">\n      <failure type=\"\(GateWording.title(entry.kind))\" message=\"\(XMLText.escape(entry.reason))\">"
      text += "\(body)</failure>\n    </testcase>\n"
    case .warn, .note: text += ">\n      <system-out>\(body)</system-out>\n    </testcase>\n"
    case .off: text += "/>\n"
    }
    return text
  }
}
