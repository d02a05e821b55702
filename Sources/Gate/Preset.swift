/// Named sets of thresholds.
package enum Preset: String, Sendable, Hashable, CaseIterable {
  case strict, `default`, relaxed, advisory

  package var thresholds: Thresholds {
    switch self {
    case .strict: Thresholds(slack: 0, minimumIncrease: 1, minimumPercent: 5, deviations: 3)
    case .default, .advisory: Thresholds()
    case .relaxed: Thresholds(slack: 1, minimumIncrease: 3, minimumPercent: 20, deviations: 6)
    }
  }

  /// Whether nothing fails a build.
  package var isAdvisory: Bool { self == .advisory }
}
