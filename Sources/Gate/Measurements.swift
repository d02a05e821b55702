package import TraceAnalysis
internal import TraceImport

/// The numbers of all runs: per view, scenario and metric one integer a run.
package struct Measurements: Sendable, Hashable {
  /// A number per run; `nil` where the view does not appear in the run.
  package typealias Series = [Int?]

  package var key: ComparisonKey
  package var series: [Unit: Series]
  /// Per scenario how long each run lasted; `nil` where it has no times.
  package var milliseconds: [String?: Series]

  package init(
    key: ComparisonKey = ComparisonKey(), series: [Unit: Series] = [:], milliseconds: [String?: Series] = [:]
  ) {
    self.key = key
    self.series = series
    self.milliseconds = milliseconds
  }

  /// Measures each run for itself.
  ///
  /// What is inferred (first appearances of views without storage) is learnt from the run alone, so that its numbers do
  /// not depend on which other runs it is gated with.
  /// - Parameters:
  ///   - avoidable: The avoidable updates of the views of one run that sources declare; none without sources.
  ///   - includes: which views are measured at all.
  package init(
    _ profile: TraceProfile, key: ComparisonKey = ComparisonKey(),
    avoidable: (TraceProfile) -> [RedrawSummary.ViewID: Int] = { _ in [:] },
    includes: (RedrawSummary.ViewID) -> Bool = { _ in true }
  ) {
    self.init(key: key)
    var runsOfScenario: [String?: Int] = [:]
    for run in profile.runs {
      let alone = TraceProfile(runs: [run])
      let summary = RedrawSummary(alone)
      let scenarios = Set(summary.parts.map(\.scenario))
      let measured = RunMeasurement(
        summary, interactions: Interactions(run), avoidable: avoidable(alone), includes: includes)
      for scenario in scenarios {
        let index = runsOfScenario[scenario, default: 0]
        runsOfScenario[scenario] = index + 1
        milliseconds[scenario, default: []].append(measured.nanoseconds[scenario].map { Int(clamping: $0 / 1_000_000) })
      }
      for (unit, value) in measured.values {
        let count = runsOfScenario[unit.view.scenario] ?? 1
        let known = series[unit]?.count ?? 0
        series[unit, default: []] += [Int?](repeating: nil, count: count - 1 - known) + [value]
      }
    }
    for (unit, values) in series {
      let missing = (runsOfScenario[unit.view.scenario] ?? 0) - values.count
      if missing > 0 { series[unit] = values + [Int?](repeating: nil, count: missing) }
    }
  }

  package var isEmpty: Bool { series.isEmpty }

  /// What was measured of any view.
  package var metrics: Set<Metric> { Set(series.keys.map(\.metric)) }

  package var scenarios: Set<String?> { Set(series.keys.map(\.view.scenario)).union(milliseconds.keys) }

  package var views: Set<ViewUnit> { Set(series.keys.map(\.view)) }

  /// The views of each scenario that has any.
  package var viewsByScenario: [String?: Set<ViewUnit>] {
    Dictionary(grouping: views, by: \.scenario).mapValues { Set($0) }
  }

  /// The most runs that any series has.
  package var runs: Int { series.values.map(\.count).max() ?? 0 }

  /// Only some metrics.
  package func only(_ metrics: Set<Metric>) -> Measurements {
    var result = self
    result.series = series.filter { metrics.contains($0.key.metric) }
    return result
  }
}

/// The numbers of one run.
private struct RunMeasurement {
  var values: [Unit: Int] = [:]
  var nanoseconds: [String?: Int64] = [:]

  init(
    _ summary: RedrawSummary, interactions: Interactions, avoidable: [RedrawSummary.ViewID: Int],
    includes: (RedrawSummary.ViewID) -> Bool
  ) {
    for part in summary.parts {
      // Several processes of a scenario run side by side.
      if let span = part.nanoseconds { nanoseconds[part.scenario] = max(nanoseconds[part.scenario] ?? 0, span) }
    }
    var modules: [String: String] = [:]
    var measured: Set<String> = []
    for view in summary.views where includes(view.id) {
      modules[view.id.name] = view.id.module
      measured.insert(view.id.name)
      // A view of which only 'unchanged' lines exist was never evaluated.
      guard view.evaluations > 0 else { continue }
      let unit = ViewUnit(scenario: view.id.scenario, module: view.id.module, view: view.id.name)
      values[Unit(unit, .updates)] = view.updates
      values[Unit(unit, .initial)] = view.initial
      if view.recreated > 0 { values[Unit(unit, .recreated)] = view.recreated }
      if let span = nanoseconds[view.id.scenario], span >= Self.leastSpan {
        values[Unit(unit, .perSecond)] = Self.rate(view.updates, span)
      }
      values[Unit(unit, .perInteraction)] = interactions.updates(of: view.id.name, in: view.id.scenario)
      let plain = RedrawSummary.ViewID(name: view.id.name, scenario: view.id.scenario)
      if let number = avoidable[view.id] ?? avoidable[plain] { values[Unit(unit, .avoidable)] = number }
      if let median = view.duration?.quantile(0.5) { values[Unit(unit, .durationNanoseconds)] = Int(clamping: median) }
    }
    for root in summary.rootCauses where root.cause != .viewValue && !root.affected.isEmpty {
      // Roots in views that are not measured, such as those of frameworks, are theirs.
      guard measured.contains(root.view) else { continue }
      let unit = ViewUnit(scenario: root.scenario, module: modules[root.view], view: root.view)
      values[Unit(unit, .blastRadius, cause: root.cause.text), default: 0] += root.blastRadius
    }
  }

  /// Rates over less than a second are accidents.
  private static let leastSpan: Int64 = 1_000_000_000

  private static func rate(_ updates: Int, _ nanoseconds: Int64) -> Int {
    Int((Double(updates) * 1_000_000_000 / Double(nanoseconds)).rounded())
  }
}
