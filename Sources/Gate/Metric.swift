internal import Vocabulary

/// What is counted of a view in a scenario.
package enum Metric: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Evaluations without first appearances: the value that gates are about.
  case updates
  /// All evaluations: what views are judged by whose lines do not tell first appearances from updates.
  case evaluations
  /// First appearances.
  case initial
  /// First appearances that no new element or screen explains.
  case recreated
  /// Updates per second of the scenario, in thousandths; only where the trace has times.
  case perSecond
  /// Updates in a typical interaction among those that reach the view; see `Interactions`.
  case perInteraction
  /// Evaluations that a root cause of the view leads to, its own included; one series per cause.
  case blastRadius
  /// Updates that the source proves to be avoidable; only of views that the given sources declare.
  case avoidable
  /// The median time of an evaluation; only where the trace has durations.
  case durationNanoseconds

  package static func < (left: Metric, right: Metric) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether it is what views are judged by first: updates, or evaluations where those cannot be told.
  package var isCount: Bool { self == .updates || self == .evaluations }

  /// Whether its numbers are times, or rates over times: equal work takes no equal times.
  package var isTimed: Bool { self == .perSecond || self == .durationNanoseconds }

  /// Into how many parts the numbers of a series divide one: counts are whole, rates are kept in thousandths.
  package var scale: Int { self == .perSecond ? 1000 : 1 }

  /// A number of a series as people read it: `1,204`, or of a rate `0.729`.
  package func text(_ value: Int) -> String {
    scale == 1 ? grouped(value) : Self.decimal(value, of: scale, places: 0)
  }

  /// `0.729`, of thousandths, with as many places at least as are asked for.
  static func decimal(_ value: Int, of scale: Int, places: Int) -> String {
    var digits = String(abs(value) % scale + scale).dropFirst()
    while digits.count > places, digits.last == "0" { digits.removeLast() }
    return (value < 0 ? "−" : "") + grouped(abs(value) / scale) + (digits.isEmpty ? "" : "." + digits)
  }

  /// What an input has to have for the metric to be measured at all; `nil` for what every input has.
  package var requirement: String? {
    switch self {
    case .updates, .evaluations, .initial, .recreated, .perInteraction, .blastRadius: nil
    case .perSecond: "times over a second or more"
    case .avoidable: "the app's sources ('--sources')"
    case .durationNanoseconds: "durations, as recordings of Instruments have them"
    }
  }
}

/// How bad it is when something is beyond its limit.
package enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
  case off, note, warn, error

  package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A view in a scenario.
package struct ViewUnit: Sendable, Hashable, Comparable {
  /// `nil` outside of any.
  package var scenario: String?
  /// `nil` when the trace names none.
  package var module: String?
  /// As the trace writes it.
  package var view: String

  package init(scenario: String? = nil, module: String? = nil, view: String) {
    self.scenario = scenario
    self.module = module
    self.view = view
  }

  package static func < (left: ViewUnit, right: ViewUnit) -> Bool {
    (left.scenario ?? "", left.view, left.module ?? "") < (right.scenario ?? "", right.view, right.module ?? "")
  }
}

/// What has a series of numbers, one per run: view × scenario × metric.
package struct Unit: Sendable, Hashable, Comparable {
  package var view: ViewUnit
  package var metric: Metric
  /// The root cause, for `blastRadius` only.
  package var cause: String?

  package init(_ view: ViewUnit, _ metric: Metric, cause: String? = nil) {
    self.view = view
    self.metric = metric
    self.cause = cause
  }

  package static func < (left: Unit, right: Unit) -> Bool {
    if left.view != right.view { return left.view < right.view }
    return (left.metric, left.cause ?? "") < (right.metric, right.cause ?? "")
  }

  /// `updates`, or `blastRadius(_expandedID)`; not escaped.
  package var metricText: String { metric.rawValue + (cause.map { "(\($0))" } ?? "") }
}
