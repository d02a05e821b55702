internal import TraceImport
internal import Vocabulary

/// Tests that did not pass: what they did is not all that they do, so their scenarios are neither red nor green by it.
extension DataCheck {
  /// As many are told one by one.
  private static let toldTests = 5

  /// What is to be said of tests that did not pass: doubts where somebody is held to what they do, else remarks.
  func brokenTests(_ measured: Measurements) -> (doubts: [Verdict.Doubt], remarks: [String]) {
    var told: [String] = []
    for (scenario, reasons) in measured.brokenTests.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) {
      for reason in BrokenTest.Reason.allCases {
        let count = reasons.count { $0 == reason }
        let text = Self.sentence(scenario, reason, count, of: reasons.count)
        // What is said of the run as a whole is said once.
        if count > 0, !told.contains(text) { told.append(text) }
      }
    }
    var remarks: [String] = []
    for (test, count) in measured.brokenWithoutViews.sorted(by: { Self.name($0.key) < Self.name($1.key) }) {
      let isHeld = gate.baseline.map { $0.measurements.scenarios.contains(test.scenario) } ?? true
      let text = Self.sentence(test.scenario, test.reason, count, of: measured.runs)
      if isHeld { told.append(text) } else { remarks.append("\(text), before it evaluated any view") }
    }
    return (Self.few(told).map { Verdict.Doubt(kind: .brokenTest, message: $0) }, Self.few(remarks))
  }

  private static func name(_ test: BrokenTest) -> String { (test.scenario ?? "") + test.reason.rawValue }

  private static func few(_ told: [String]) -> [String] {
    let more = told.count - toldTests
    return told.prefix(toldTests) + (more > 0 ? ["\(grouped(more)) more tests did not pass"] : [])
  }

  private static func sentence(_ scenario: String?, _ reason: BrokenTest.Reason, _ count: Int, of runs: Int) -> String {
    let place = " in \(grouped(count)) of \(grouped(max(runs, count))) runs"
    let wayOut =
      switch reason {
      case .failed: "; have it pass, and record again"
      case .runFailed: "; have them pass, and record again"
      case .unfinished: "; what it did is not all that it does, record again"
      }
    return BrokenTest(scenario: scenario, reason: reason).told(in: place) + wayOut
  }
}
