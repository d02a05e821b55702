internal import Vocabulary

/// A test of a log that did not pass: what it did is not all that it does, so nobody can tell how much it redraws.
package struct BrokenTest: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case failed
    /// It began and has no end: it crashed, or the log was cut off.
    case unfinished
    /// The run failed as a whole, and none of its tests says that it did.
    case runFailed
  }

  /// As many are named where some did not pass.
  private static let named = 3

  /// The scenario that it is, or that the app began in it; `nil` where the run as a whole failed and no test says that it did.
  package var scenario: String?
  package var reason: Reason

  package init(scenario: String?, reason: Reason) {
    self.scenario = scenario
    self.reason = reason
  }

  /// What became of it, as a clause: `the test 'A/b' failed, and so may have done less than it does`.
  ///
  /// - Parameter place: Where it did, such as ` in 2 of 5 runs`.
  package func told(in place: String = "") -> String {
    let name = scenario.map { "the test '\($0)'" } ?? "a test"
    return switch reason {
    case .failed: "\(name) failed\(place), and so may have done less than it does"
    case .unfinished: "\(name) has no end\(place): it crashed, or the log was cut off"
    case .runFailed: "the run of the tests failed\(place), and none of them says that it did"
    }
  }

  /// What is said of the tests of one input that did not pass; `nil` where all did.
  package static func remark(on tests: [BrokenTest]) -> String? {
    if tests.isEmpty { return nil }
    let names = tests.prefix(named).map { test in
      let name = test.scenario.map { "'\($0)'" } ?? "the run as a whole"
      return "\(name) \(test.reason == .unfinished ? "has no end" : "failed")"
    }.joined(separator: ", ")
    let more = tests.count - named
    return "tests that did not pass, and so may have done less than they do: \(names)"
      + (more > 0 ? " and \(grouped(more)) more" : "")
  }
}
