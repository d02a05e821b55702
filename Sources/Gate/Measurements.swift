package import TraceAnalysis
package import TraceImport

/// The numbers of all runs: per view, scenario and metric one integer a run.
///
/// A log does not say of every view which of its evaluations are first appearances: one without storage prints '@self' for
/// either, and the views around it have to tell. Such a view is open. It has a series of `evaluations`, which depends on its
/// own lines alone, and is judged by that.
package struct Measurements: Sendable, Hashable {
  /// A number per run; `nil` where the view does not appear in the run.
  package typealias Series = [Int?]

  package var key: ComparisonKey
  package var series: [Unit: Series]
  /// Per scenario how long each run lasted; `nil` where it has no times.
  package var milliseconds: [String?: Series]
  /// Per scenario the longest time of each run in which nothing was evaluated, in milliseconds; `nil` where it has no times.
  package var pauses: [String?: Series] = [:]
  /// Of open views how many updates there are at least and at most; nothing that the contract file keeps.
  package private(set) var bounds: [ViewUnit: Bounds] = [:]

  /// How many evaluations of a view say `@identity`, which only first appearances do; nothing that the contract file keeps.
  package private(set) var identities: [ViewUnit: Series] = [:]
  /// What views were evaluated for in any of the runs, as the trace names it, by their names and without '@self' and '@identity'.
  package var causes: [String: Set<String>] = [:]
  /// Per scenario why its test did not pass in each run; `nil` where it did, or where there is none. Nothing that the contract file keeps.
  package private(set) var brokenTests: [String?: [BrokenTest.Reason?]] = [:]
  /// In how many runs tests did not pass that evaluated no view there.
  package private(set) var brokenWithoutViews: [BrokenTest: Int] = [:]
  /// Per scenario what tells the capture of each run apart from others, in test logs; `nil` where nothing does.
  package var digests: [String?: Series] = [:]
  /// Scenarios within runs that some of them lack, though they have others in common with those that have it: how many do.
  package private(set) var lackingRuns: [String: Int] = [:]

  /// What the updates of an open view lie between, per run.
  package struct Bounds: Sendable, Hashable {
    /// Those that no inference takes for updates.
    package var least: Series
    /// All but those that no inference takes for first appearances.
    package var most: Series

    package init(least: Series, most: Series) {
      self.least = least
      self.most = most
    }
  }

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
    var scenariosOfRuns: [Set<String>] = []
    for run in profile.runs {
      let alone = TraceProfile(runs: [run])
      let summary = RedrawSummary(alone)
      let scenarios = Set(summary.parts.map(\.scenario))
      scenariosOfRuns.append(Set(scenarios.compactMap(\.self)))
      let broken = Dictionary(
        run.brokenTests.compactMap { test in test.scenario.map { (run.name(ofScenario: $0), test.reason) } }
      ) { first, _ in first }
      let whole = run.brokenTests.first { $0.scenario == nil }?.reason
      for (scenario, reason) in broken where !scenarios.contains(scenario) {
        brokenWithoutViews[BrokenTest(scenario: scenario, reason: reason), default: 0] += 1
      }
      let measured = RunMeasurement(
        summary, interactions: Interactions(run), avoidable: avoidable(alone), includes: includes)
      let longestPauses = Pauses.longest(run)
      for scenario in scenarios {
        let index = runsOfScenario[scenario, default: 0]
        runsOfScenario[scenario] = index + 1
        milliseconds[scenario, default: []].append(measured.nanoseconds[scenario].map { Int(clamping: $0 / 1_000_000) })
        pauses[scenario, default: []].append(longestPauses[scenario])
        brokenTests[scenario, default: []].append(broken[scenario] ?? whole)
        digests[scenario, default: []].append(run.digest)
      }
      func add(_ value: Int, to series: inout Series, _ unit: ViewUnit) {
        let count = runsOfScenario[unit.scenario] ?? 1
        series += Series(repeating: nil, count: count - 1 - series.count) + [value]
      }
      for (unit, value) in measured.values { add(value, to: &series[unit, default: []], unit.view) }
      for (view, count) in measured.identities { add(count, to: &identities[view, default: []], view) }
      causes.merge(measured.causes) { $0.union($1) }
      for (view, span) in measured.spans {
        add(span.lowerBound, to: &bounds[view, default: Bounds(least: [], most: [])].least, view)
        add(span.upperBound, to: &bounds[view, default: Bounds(least: [], most: [])].most, view)
      }
    }
    for (unit, values) in series {
      let missing = (runsOfScenario[unit.view.scenario] ?? 0) - values.count
      if missing > 0 { series[unit] = values + Series(repeating: nil, count: missing) }
    }
    for (view, values) in identities {
      identities[view] =
        values + Series(repeating: nil, count: (runsOfScenario[view.scenario] ?? 0) - values.count)
    }
    brokenTests = brokenTests.filter { $0.value.contains { $0 != nil } }
    digests = digests.filter { $0.value.contains { $0 != nil } }
    lackingRuns = Self.lacking(scenariosOfRuns)
    settle(open: Set(bounds.filter { $0.value.least != $0.value.most }.keys))
  }

  /// Runs that each hold one scenario of their own lack nothing; what shares one with another run should have all of it.
  private static func lacking(_ runs: [Set<String>]) -> [String: Int] {
    var result: [String: Int] = [:]
    let counts = Dictionary(grouping: runs, by: { $0 }).mapValues(\.count)
    for (scenarios, count) in counts {
      let others = runs.filter { !$0.isDisjoint(with: scenarios) }.reduce(into: Set<String>()) { $0.formUnion($1) }
      for missing in others.subtracting(scenarios) { result[missing, default: 0] += count }
    }
    return result
  }

  /// Gives open views their evaluations, and what is counted only where it occurs its zeros.
  private mutating func settle(open: Set<ViewUnit>) {
    for view in open { complete(view) }
    for view in views { series[Unit(view, .perSecond)] = rates(of: view) }
    bounds = bounds.filter { open.contains($0.key) }
    for (unit, values) in series where unit.metric == .recreated || unit.metric == .blastRadius {
      let seen = series[Unit(unit.view, .updates)] ?? []
      series[unit] = values.enumerated().map { run, value in value ?? (run < seen.count && seen[run] != nil ? 0 : nil) }
    }
  }

  /// All evaluations of a view, first appearances included; `nil` where they are not known.
  package func evaluations(of view: ViewUnit) -> Series? {
    if let known = series[Unit(view, .evaluations)] { return known }
    guard let updates = series[Unit(view, .updates)], let initial = series[Unit(view, .initial)],
      updates.count == initial.count
    else { return nil }
    return zip(updates, initial).map { updates, initial in updates.flatMap { sum in initial.map { sum + $0 } } }
  }

  /// Rates over less than a second are accidents.
  private static let leastMilliseconds = 1000

  /// Updates per second of a view in thousandths, or evaluations where it is judged by those; `nil` without times.
  func rates(of view: ViewUnit) -> Series? {
    guard let counts = series[Unit(view, .evaluations)] ?? series[Unit(view, .updates)],
      let lengths = milliseconds[view.scenario], lengths.count == counts.count
    else { return nil }
    let rates = zip(counts, lengths).map { count, length -> Int? in
      guard let count, let length, length >= Self.leastMilliseconds else { return nil }
      return Int((Double(count) * 1000 * Double(Metric.perSecond.scale) / Double(length)).rounded())
    }
    return rates.contains { $0 != nil } ? rates : nil
  }

  /// Makes a view open: it gets its evaluations, and its rate is that of those.
  mutating func makeOpen(_ view: ViewUnit) {
    complete(view)
    if series[Unit(view, .perSecond)] != nil, let rates = rates(of: view) { series[Unit(view, .perSecond)] = rates }
  }

  /// Gives a view the series of its evaluations, where they are known.
  mutating func complete(_ view: ViewUnit) { series[Unit(view, .evaluations)] = evaluations(of: view) }

  /// The views whose lines do not tell first appearances from updates, in one of the runs at least.
  package var open: Set<ViewUnit> { Set(series.keys.filter { $0.metric == .evaluations }.map(\.view)) }

  package var isEmpty: Bool { series.isEmpty }

  /// What was measured of any view.
  package var metrics: Set<Metric> { Set(series.keys.map(\.metric)) }

  package var scenarios: Set<String?> { Set(series.keys.map(\.view.scenario)).union(milliseconds.keys) }

  package var views: Set<ViewUnit> { Set(series.keys.map(\.view)) }

  /// The views of each scenario that has any.
  package var viewsByScenario: [String?: Set<ViewUnit>] {
    Dictionary(grouping: views, by: \.scenario).mapValues { Set($0) }
  }

  /// The most runs that any series has; without any, those that were read.
  package var runs: Int { series.values.map(\.count).max() ?? milliseconds.values.map(\.count).max() ?? 0 }

  /// How many runs there are of each scenario.
  ///
  /// For all at once, as everything that is asked of each scenario: there may be thousands, each with its share of the series.
  package var runsByScenario: [String?: Int] {
    var result = milliseconds.mapValues(\.count)
    for (unit, values) in series {
      result[unit.view.scenario] = max(result[unit.view.scenario] ?? 0, values.count)
    }
    return result
  }

  /// What is judged of each scenario, apart.
  var byScenario: [String?: Measurements] {
    var result: [String?: Measurements] = [:]
    for (unit, values) in series { result[unit.view.scenario, default: Self(key: key)].series[unit] = values }
    for (view, values) in identities { result[view.scenario, default: Self(key: key)].identities[view] = values }
    for times in Self.times {
      for (scenario, values) in self[keyPath: times] {
        result[scenario, default: Self(key: key)][keyPath: times][scenario] = values
      }
    }
    return result
  }

  private static var times: [WritableKeyPath<Measurements, [String?: Series]>] {
    [\.pauses, \.milliseconds, \.digests]
  }

  /// One run, from 0 on, and all others, of one scenario alone.
  func apart(_ run: Int) -> (alone: Measurements, others: Measurements) { (only { $0 == run }, only { $0 != run }) }

  /// Some runs, from 0 on, of one scenario alone.
  private func only(_ keeps: (Int) -> Bool) -> Measurements {
    let kept = { (series: Series) in series.enumerated().filter { keeps($0.offset) }.map(\.element) }
    var result = Measurements(
      key: key, series: series.mapValues(kept).filter { $0.value.contains { $0 != nil } },
      milliseconds: milliseconds.mapValues(kept))
    result.identities = identities.mapValues(kept)
    result.pauses = pauses.mapValues(kept)
    result.digests = digests.mapValues(kept)
    return result
  }

  /// Without some runs of scenarios, from 0 on.
  private mutating func remove(_ runs: [String?: [Int]]) {
    guard !runs.isEmpty else { return }
    func kept<Value>(_ values: [Value], in scenario: String?) -> [Value] {
      let gone = runs[scenario] ?? []
      return values.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    }
    for (unit, values) in series where runs[unit.view.scenario] != nil {
      let rest = kept(values, in: unit.view.scenario)
      series[unit] = rest.contains { $0 != nil } ? rest : nil
    }
    for (view, values) in identities where runs[view.scenario] != nil {
      identities[view] = kept(values, in: view.scenario)
    }
    for (view, span) in bounds where runs[view.scenario] != nil {
      bounds[view] = Bounds(least: kept(span.least, in: view.scenario), most: kept(span.most, in: view.scenario))
    }
    for scenario in runs.keys {
      for times in Self.times {
        let rest = kept(self[keyPath: times][scenario] ?? [], in: scenario)
        self[keyPath: times][scenario] = rest.isEmpty ? nil : rest
      }
      let reasons = kept(brokenTests[scenario] ?? [], in: scenario)
      brokenTests[scenario] = reasons.contains { $0 != nil } ? reasons : nil
    }
  }

  /// Without the runs of tests that did not pass, scenario by scenario.
  ///
  /// - Parameter keepsLast: Whether a scenario without a whole run keeps all that it has.
  package func withoutBrokenRuns(keepsLast: Bool) -> Measurements {
    var gone: [String?: [Int]] = [:]
    for (scenario, reasons) in brokenTests {
      let broken = reasons.indices.filter { reasons[$0] != nil }
      if !keepsLast || broken.count < reasons.count { gone[scenario] = broken }
    }
    var rest = self
    rest.remove(gone)
    return rest
  }

  /// Without the runs that are among others, too: of the same capture, or as long to the millisecond and with the same numbers.
  ///
  /// By chance one run may be as long as one of several; most of them are only if they are the same.
  func without(_ others: Measurements) -> (rest: Measurements, repeated: Int) {
    var repeated: [String?: [Int]] = [:]
    let runs = runsByScenario
    let parts = others.byScenario
    for scenario in Set(milliseconds.keys).union(digests.keys) {
      guard let others = parts[scenario] else { continue }
      let count = runs[scenario] ?? 0
      let captured = (0..<count).filter { isCapture($0, in: scenario, among: others) }
      var twins = (0..<count).filter { captured.contains($0) || isRun($0, in: scenario, among: others) }
      if 2 * twins.count < count { twins = captured }
      if !twins.isEmpty { repeated[scenario] = twins }
    }
    var rest = self
    rest.remove(repeated)
    return (rest, repeated.values.map(\.count).max() ?? 0)
  }

  /// Without the runs whose captures are among those of others, too; all of them where nothing else would be left.
  func withoutCaptures(of others: Measurements) -> Measurements {
    var gone: [String?: [Int]] = [:]
    let runs = runsByScenario
    for scenario in digests.keys {
      let count = runs[scenario] ?? 0
      let twins = (0..<count).filter { isCapture($0, in: scenario, among: others) }
      if twins.count < count { gone[scenario] = twins }
    }
    var rest = self
    rest.remove(gone)
    return rest
  }

  /// Whether a run is of the same capture as one of the others.
  private func isCapture(_ run: Int, in scenario: String?, among others: Measurements) -> Bool {
    guard let digest = value(of: digests[scenario], run) else { return false }
    return others.digests[scenario]?.contains(digest) == true
  }

  private func value(of series: Series?, _ run: Int) -> Int? { series.flatMap { run < $0.count ? $0[run] : nil } }

  /// Whether a run is as long as one of the others, which are of its scenario alone, with the same numbers.
  private func isRun(_ run: Int, in scenario: String?, among others: Measurements) -> Bool {
    let digest = value(of: digests[scenario], run)
    guard let length = value(of: milliseconds[scenario], run), length > 0 else { return false }
    return (others.milliseconds[scenario] ?? []).enumerated().contains { other, itsLength in
      guard itsLength == length else { return false }
      // What the runner says of both, where it does, is surer than their length.
      if let digest, let itsDigest = value(of: others.digests[scenario], other), digest != itsDigest { return false }
      return others.series.allSatisfy { unit, values in
        guard other < values.count, let series = series[unit], run < series.count else {
          return true
        }
        return series[run] == values[other]
      }
    }
  }

  /// Only some metrics; where updates are wanted, the evaluations of views that are judged by those stay.
  package func only(_ metrics: Set<Metric>) -> Measurements {
    var result = self
    let kept = metrics.contains(.updates) ? metrics.union([.evaluations]) : metrics
    result.series = series.filter { kept.contains($0.key.metric) }
    if metrics.contains(.evaluations) {
      for (view, series) in views.map({ ($0, evaluations(of: $0)) }) {
        result.series[Unit(view, .evaluations)] = series
      }
    }
    return result
  }
}

/// The numbers of one run.
private struct RunMeasurement {
  var values: [Unit: Int] = [:]
  /// What the updates of each view lie between.
  var spans: [ViewUnit: ClosedRange<Int>] = [:]
  var identities: [ViewUnit: Int] = [:]
  var causes: [String: Set<String>] = [:]
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
      // A view with nothing but 'unchanged' lines was never evaluated.
      guard view.evaluations > 0 else { continue }
      let unit = ViewUnit(scenario: view.id.scenario, module: view.id.module, view: view.id.name)
      values[Unit(unit, .updates)] = view.updates
      values[Unit(unit, .initial)] = view.initial
      spans[unit] = (view.updates - view.inferredUpdates)...(view.updates + view.inferredInitial)
      identities[unit] = view.causes.first { $0.cause == .identity }?.evaluations ?? 0
      let named = view.causes.map(\.cause).filter { $0 != .identity && $0 != .viewValue }
      causes[view.id.name, default: []].formUnion(named.map(\.text))
      if view.recreated > 0 { values[Unit(unit, .recreated)] = view.recreated }
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
}
