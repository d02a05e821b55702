/// What views may do at most, whatever they did before.
package struct Budget: Sendable, Hashable {
  /// A limit of one metric.
  package struct Limit: Sendable, Hashable {
    package var level: Level
    /// In the parts that the metric counts in; see `Metric.scale`.
    package var maximum: Int
    /// What to tell who breaks it.
    package var message: String?

    package init(level: Level, maximum: Int, message: String? = nil) {
      self.level = level
      self.maximum = maximum
      self.message = message
    }
  }

  package var view: NameGlob
  /// `nil` for views in and outside of scenarios.
  package var scenario: NameGlob?
  package var module: NameGlob?
  package var limits: [Metric: Limit]
  /// The level at which any update at all is reported; `nil` leaves it to other budgets.
  package var stable: Level?
  /// Where it stands in the configuration, 1-based.
  package var line: Int

  package init(
    view: NameGlob, scenario: NameGlob? = nil, module: NameGlob? = nil, limits: [Metric: Limit] = [:],
    stable: Level? = nil,
    line: Int = 0
  ) {
    self.view = view
    self.scenario = scenario
    self.module = module
    self.limits = limits
    self.stable = stable
    self.line = line
  }

  /// The worst level of its limits.
  var level: Level { (limits.values.map(\.level) + [stable].compactMap(\.self)).max() ?? .off }

  package func matches(_ unit: ViewUnit) -> Bool {
    view.matches(unit.view) && scenario.map { $0.matches(unit.scenario ?? "") } ?? true
      && module.map { $0.matches(unit.module ?? "") } ?? true
  }

  /// Larger for what names fewer views: first the view, then the scenario, then the module.
  fileprivate var specificity: [Int] {
    [view.specificity, scenario?.specificity ?? -1, module?.specificity ?? -1]
  }
}

extension [Budget] {
  /// The limits that hold for a series: the most specific budget's, of equals the last one's; `stable` besides.
  func limits(for unit: Unit) -> [(budget: Budget, limit: Budget.Limit)] {
    var named: Budget?
    var stable: Budget?
    for budget in self where budget.matches(unit.view) {
      if budget.limits[unit.metric] != nil, named.map({ !Self.isMore($0, specificThan: budget) }) ?? true {
        named = budget
      }
      if unit.metric == .updates, budget.stable != nil, stable.map({ !Self.isMore($0, specificThan: budget) }) ?? true {
        stable = budget
      }
    }
    var result: [(budget: Budget, limit: Budget.Limit)] = []
    if let named, let limit = named.limits[unit.metric], limit.level != .off { result.append((named, limit)) }
    if let stable, let level = stable.stable, level != .off {
      result.append((stable, Budget.Limit(level: level, maximum: 0, message: "the view is declared stable")))
    }
    return result
  }

  private static func isMore(_ left: Budget, specificThan right: Budget) -> Bool {
    right.specificity.lexicographicallyPrecedes(left.specificity)
  }
}

/// A pattern of names: `*` stands for any text, `?` for one character.
package struct NameGlob: Sendable, Hashable {
  package var pattern: String

  package init(_ pattern: String) { self.pattern = pattern }

  /// The number of characters that it fixes; exact names before all patterns.
  var specificity: Int {
    let fixed = pattern.count { $0 != "*" && $0 != "?" }
    return fixed == pattern.count ? .max : fixed
  }

  /// Takes time in proportion to the product of both lengths at most.
  package func matches(_ text: String) -> Bool {
    let pattern = Array(pattern)
    let text = Array(text)
    var place = 0
    var at = 0
    var star: Int?
    var afterStar = 0
    while at < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = place
        afterStar = at
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[at] {
        place += 1
        at += 1
      } else if let star {
        afterStar += 1
        at = afterStar
        place = star + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
