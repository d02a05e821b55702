/// A test of a log that did not pass: what it did is not all that it does, so nobody can tell how much it redraws.
package struct BrokenTest: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case failed
    /// It began and has no end: it crashed, or the log was cut off.
    case unfinished
    /// The run failed as a whole, and none of its tests says that it did.
    case runFailed
  }

  /// How the issue begins that names such tests.
  package static let remark = "tests that did not pass"

  /// The scenario that it is, or that the app began in it; `nil` where the run as a whole failed and no test says that it did.
  package var scenario: String?
  package var reason: Reason

  package init(scenario: String?, reason: Reason) {
    self.scenario = scenario
    self.reason = reason
  }
}
