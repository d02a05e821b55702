internal import Gate
internal import Reporting
internal import TraceAnalysis

extension GateReport {
  /// What some views were evaluated for, in a run on average.
  ///
  /// - Parameter views: How many runs there are of the scenario of each.
  static func causes(of views: [ViewUnit: Int], in profile: TraceProfile) -> [ViewUnit: [Cause]] {
    if views.isEmpty { return [:] }
    return RedrawSummary(profile).views.reduce(into: [:]) { result, view in
      let unit = ViewUnit(scenario: view.id.scenario, module: view.id.module, view: view.id.name)
      guard let runs = views[unit].map({ max(1, $0) }) else { return }
      result[unit] = view.causes.compactMap { cause in
        let mean = (cause.evaluations + runs / 2) / runs
        return mean > 0 ? Cause(name: cause.cause.displayName, evaluations: mean) : nil
      }
    }
  }
}
