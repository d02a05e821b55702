/// How bad a finding is; ordered, so `max()` of several is the worst.
package enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
  case note, warning, error

  package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// How well a finding is backed by what was measured, the best first.
package enum Grade: String, Sendable, Hashable, CaseIterable, Comparable {
  /// The sources prove the updates avoidable, and a trace shows them.
  case proven
  /// The pattern is in the sources and the trace shows its signature.
  case likely
  /// The trace shows the view and not the signature, or something that may have a good reason.
  case possible
  /// No trace, or none that shows the view.
  case `static`

  package static func < (left: Grade, right: Grade) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .proven: 0
    case .likely: 1
    case .possible: 2
    case .static: 3
    }
  }
}
