/// Named sets of thresholds.
package enum Preset: String, Sendable, Hashable, CaseIterable {
  case strict, `default`, required, relaxed, advisory

  package var thresholds: Thresholds {
    switch self {
    case .strict: Thresholds(slack: 0, minimumIncrease: 1, minimumPercent: 5, deviations: 3)
    case .default, .required, .advisory: Thresholds()
    case .relaxed: Thresholds(slack: 1, minimumIncrease: 3, minimumPercent: 20, deviations: 6)
    }
  }

  /// Whether nothing fails a build.
  package var isAdvisory: Bool { self == .advisory }

  /// Whether it is for a check that has to pass before anything is merged: enough runs of each build, or no verdict.
  package var isRequired: Bool { self == .required }

  package var minimumRuns: Int { isRequired ? NoiseRule.tellingRuns : Gate.defaultMinimumRuns }

  /// What is made of views that only one side has; `nil` leaves it to the gate.
  package var viewLevel: Level? { isRequired ? .error : nil }

  /// What is made anew instead of updated has no updates, and is no less work.
  package var metrics: [Metric: Level] {
    Gate.defaultMetrics.merging(isRequired ? [.evaluations: .error] : [:]) { $1 }
  }
}
