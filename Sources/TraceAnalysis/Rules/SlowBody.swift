internal import Vocabulary

/// Bodies that take longer than a frame can spare for them.
enum SlowBody: TraceRule {
  static let id = "slow_body"
  static let fix = Fix.moveWorkToModel
  static let asksForViews = true
  static let summary = "a body takes long enough to cost a frame"
  static let rationale =
    "Work in a body is done on the main thread with every evaluation, within the few milliseconds that a frame has."

  static func findings(in summary: RedrawSummary) -> [TraceFinding] {
    summary.views.compactMap { view in
      guard let duration = view.duration, duration.slowCount > 0, let median = duration.quantile(0.5),
        let p95 = duration.quantile(0.95)
      else { return nil }
      let isSevere = duration.severeCount > 0
      let limit = isSevere ? "1 ms" : "500 µs"
      let number = isSevere ? duration.severeCount : duration.slowCount
      return TraceFinding(
        rule: Self.self, severity: isSevere ? .error : .warning, grade: isSevere ? .likely : .possible,
        view: view.id.name, scenario: view.id.scenario,
        title: "Do less in the body of '\(view.id.name)'",
        message:
          "the body of \(view.id.name) took longer than \(limit) \(counted(number, "time")) of \(grouped(duration.count)) "
          + "(median \(time(median)), 95 % within \(time(p95)), longest \(time(duration.maximumNanoseconds)), "
          + "nested updates included); do less in it",
        updates: number, unit: .evaluations,
        steps: [
          "look for sorting, filtering, formatting and new objects in the body and in what it calls",
          "give the sources ('--sources') to have them found, or record with the Time Profiler",
        ])
    }
  }

  /// "640 µs", "2.4 ms".
  private static func time(_ nanoseconds: UInt64) -> String {
    if nanoseconds < 1_000_000 { return "\((nanoseconds + 500) / 1000) µs" }
    let tenths = (nanoseconds + 50_000) / 100_000
    return tenths < 1000 ? "\(tenths / 10).\(tenths % 10) ms" : "\((tenths + 5) / 10) ms"
  }
}
