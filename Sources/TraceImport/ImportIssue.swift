/// Something in an input that was lost, not understood, or doubtful.
package struct ImportIssue: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable, Comparable {
    /// Worth knowing; nothing was lost.
    case info
    /// Part of the input could not be used; the counts may be too low.
    case dataLoss
    /// The input is damaged or unusable.
    case error

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .info: 0
      case .dataLoss: 1
      case .error: 2
      }
    }
  }

  package var severity: Severity
  /// A lowercase phrase that says what happened and the way out.
  package var message: String
  /// The first line it happened at, 1-based; `nil` when it concerns no single line.
  package var line: Int?
  /// How often it happened.
  package var count: Int

  package init(severity: Severity, message: String, line: Int? = nil, count: Int = 1) {
    self.severity = severity
    self.message = message
    self.line = line
    self.count = count
  }
}

/// Collects issues; equal messages become one with a count and the first line.
struct IssueCollector {
  private var issues: [ImportIssue] = []
  private var index: [String: Int] = [:]

  mutating func add(_ severity: ImportIssue.Severity, _ message: String, line: Int? = nil, count: Int = 1) {
    if let known = index[message] {
      issues[known].count += count
    } else {
      index[message] = issues.count
      issues.append(ImportIssue(severity: severity, message: message, line: line, count: count))
    }
  }

  /// The worst first, then in the order of the input.
  var sorted: [ImportIssue] {
    issues.enumerated().sorted { left, right in
      if left.element.severity != right.element.severity { return left.element.severity > right.element.severity }
      return left.offset < right.offset
    }.map(\.element)
  }
}
