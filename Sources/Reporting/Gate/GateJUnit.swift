internal import Gate

/// Renders a verdict as JUnit XML: a test suite per scenario, a test case per series that is gated, passing ones included.
enum GateJUnit {
  static func render(_ report: GateReport) -> String {
    let verdict = report.verdict
    let gated = verdict.entries.filter {
      $0.level > .off || $0.unit.metric.isCount && !$0.isInferred || $0.threshold.hasPrefix("budget")
    }
    let suites = Dictionary(grouping: gated) { $0.unit.view.scenario ?? "" }.sorted { $0.key < $1.key }
    let failures = verdict.failures.count
    let data = dataCases(verdict)
    let undecided = gated.count(where: \.isUndecided)
    let errors = data.errors + undecided
    let title = XMLText.escape("whyredraw gate" + (report.title.map { ": \($0)" } ?? ""))
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites name=\"\(title)\" tests=\"\(gated.count + data.cases)\" failures=\"\(failures)\" errors=\"\(errors)\">\n"
    text += data.text
    for (scenario, entries) in suites {
      let name = XMLText.escape(scenario.isEmpty ? "redraws" : scenario)
      let failed = entries.count { $0.level == .error }
      let open = entries.count(where: \.isUndecided)
      text += "  <testsuite name=\"\(name)\" tests=\"\(entries.count)\" failures=\"\(failed)\" errors=\"\(open)\">\n"
      for entry in entries { text += testCase(entry, name) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// What is wrong with the data as test cases, since what cannot be judged must not look like a run without failures.
  ///
  /// Views that rose in too few runs stand among the others, each with its error.
  private static func dataCases(_ verdict: Verdict) -> (text: String, cases: Int, errors: Int) {
    let doubts = verdict.doubts.filter { ![.tooFewRuns, .openBudget, .newViews].contains($0.kind) }
    let shortage = verdict.shortage
    let cases = doubts.count + (shortage == nil ? 0 : 1)
    guard cases > 0 else { return ("", 0, 0) }
    var text =
      "  <testsuite name=\"data\" tests=\"\(cases)\" failures=\"0\" errors=\"\(doubts.count)\" skipped=\"\(cases - doubts.count)\">\n"
    var seen: [Verdict.Doubt.Kind: Int] = [:]
    for doubt in doubts {
      let message = XMLText.escape(doubt.message)
      let number = seen[doubt.kind, default: 0] + 1
      seen[doubt.kind] = number
      let name = demand(doubt.kind) + (number > 1 ? " \(number)" : "")
      text += "    <testcase classname=\"whyredraw.data\" name=\"\(name)\">\n"
      text += "      <error type=\"inconclusive\" message=\"\(message)\"/>\n    </testcase>\n"
    }
    if let shortage {
      let before = shortage.before.map { ", \($0) before" } ?? ""
      text += "    <testcase classname=\"whyredraw.data\" name=\"runs enough\">\n"
      let place = shortage.scenario.map { "of '\($0)' " } ?? ""
      let message = XMLText.escape("\(place)\(shortage.now) now\(before); \(shortage.minimum) are wanted")
      text += "      <skipped message=\"\(message)\"/>\n"
      text += "    </testcase>\n"
    }
    return (text + "  </testsuite>\n", cases, doubts.count)
  }

  /// What the data has to be like, as the name of the test that it does not pass.
  private static func demand(_ kind: Verdict.Doubt.Kind) -> String {
    switch kind {
    case .damagedInput: "inputs are whole"
    case .lostData: "no records are lost"
    case .differentEnvironment: "recorded in the same environment"
    case .missingScenario: "all scenarios are recorded"
    case .noCommonViews: "views of the baseline are evaluated"
    case .noData: "inputs hold evaluations"
    case .lostEvaluations: "runs are complete"
    case .unmeasured: "what is gated is measured"
    case .tooFewRuns: "runs tell rises from noise"
    case .openBudget: "budgets can be told"
    case .unmatchedBudget: "budgets match views"
    case .unmatchedPattern: "views that were asked for are there"
    case .goneViews: "views of the baseline are still there"
    case .thinViews: "views of the baseline are in most runs"
    case .nothingGated: "something is gated"
    case .brokenTest: "tests passed"
    case .newViews: "new views do little"
    }
  }

  private static func testCase(_ entry: Verdict.Entry, _ scenario: String) -> String {
    let module = entry.unit.view.module.map { $0 + "." } ?? ""
    let budget = entry.threshold.hasPrefix("budget") ? " (\(entry.threshold))" : ""
    let name = XMLText.escape("\(module)\(entry.unit.view.view) \(entry.unit.metricText)\(budget)")
    let runs = "\(GateWording.runs(entry.baseline, entry.unit.metric)) → \(GateWording.nowAndAgain(entry))"
    let body = XMLText.escape("\(runs); \(entry.reason)" + (entry.hasLimit ? "; \(entry.threshold)" : ""))
    var text = "    <testcase classname=\"\(scenario)\" name=\"\(name)\""
    if entry.isUndecided {
      text += ">\n      <error type=\"inconclusive\" message=\"\(XMLText.escape(entry.reason))\">\(body)</error>\n"
      return text + "    </testcase>\n"
    }
    switch entry.level {
    case .error:
      text += ">\n      <failure type=\"\(GateWording.title(entry.kind))\" message=\"\(XMLText.escape(entry.reason))\">"
      text += "\(body)</failure>\n    </testcase>\n"
    case .warn, .note:
      // JUnit knows no warnings: a property for programs, and a word for whoever reads what the test said.
      text +=
        ">\n      <properties><property name=\"redraws.level\" value=\"\(GateWording.standing(entry))\"/></properties>\n"
      text += "      <system-out>\(GateWording.standing(entry)): \(body)</system-out>\n    </testcase>\n"
    case .off: text += "/>\n"
    }
    return text
  }
}
