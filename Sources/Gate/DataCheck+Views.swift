internal import Vocabulary

/// Views that are gone, or have less left than is needed to judge the rest.
extension DataCheck {
  /// From this share of the updates of a scenario on, views that are gone leave too little to judge.
  private static let largeShare = 0.25

  /// Views of the baseline that none of the runs has, where so much of the scenario went with them that what is left says little.
  ///
  /// A view that was deleted, one that was renamed and one whose logging is gone look the same.
  func goneViews(_ entries: [Verdict.Entry], _ sides: Sides) -> [Verdict.Doubt] {
    guard let before = sides.before, gate.hasContract, !gate.isAdvisory else { return [] }
    let gone = Dictionary(
      grouping: entries.filter { $0.kind == .removed && $0.level == .warn }, by: \.unit.view.scenario)
    if gone.isEmpty { return [] }
    let views = before.viewsByScenario
    return gone.sorted { ($0.key ?? "") < ($1.key ?? "") }.compactMap { scenario, entries in
      let goneViews = Set(entries.map(\.unit.view))
      let counts = (views[scenario] ?? []).map { view -> (isGone: Bool, median: Double) in
        let series = before.series[Unit(view, sides.openBefore.contains(view) ? .evaluations : .updates)] ?? []
        return (goneViews.contains(view), Spread(series.compactMap(\.self)).median)
      }
      let all = counts.reduce(0) { $0 + $1.median }
      let lost = counts.reduce(0) { $0 + ($1.isGone ? $1.median : 0) }
      guard gate.isBisecting || counts.allSatisfy(\.isGone) || lost > 0 && lost >= Self.largeShare * all else {
        return nil
      }
      let share = all > 0 ? Int((lost / all * 100).rounded()) : 100
      let place = scenario.map { " in '\($0)'" } ?? ""
      let rest =
        "\(entries.count == 1 ? "is" : "are") gone\(place), with \(share) % of the updates of the baseline; a view that was "
        + "deleted looks like one that is no longer logged: if it is gone for good, write the baseline anew"
      return Self.sentence(entries, rest).map { Verdict.Doubt(kind: .goneViews, message: $0) }
    }
  }

  /// Views that all runs of the baseline have and most of these lack: what the others say of them is no verdict on the build.
  ///
  /// `removed: off` says that views may be missing.
  func thinViews(_ entries: [Verdict.Entry], _ sides: Sides) -> [Verdict.Doubt] {
    guard gate.hasContract, !gate.isAdvisory, gate.removedLevel > .off else { return [] }
    let thin = entries.filter { $0.allowed == nil && $0.isGated && $0.isThin && sides.isPrimary($0.unit) }
      .sorted { $0.unit < $1.unit }
    return Dictionary(grouping: thin, by: \.unit.view.scenario).sorted { ($0.key ?? "") < ($1.key ?? "") }
      .compactMap { scenario, entries in
        guard let first = entries.first else { return nil }
        let runs = first.current + first.confirmation
        let names = entries.prefix(Self.namedViews).map { "'\($0.unit.view.view)'" }.joined(separator: ", ")
        let more = entries.count > Self.namedViews ? " and \(grouped(entries.count - Self.namedViews)) more" : ""
        let place = scenario.map { " of '\($0)'" } ?? ""
        let count =
          entries.count == 1
          ? "\(grouped(runs.count { $0 == nil })) of \(grouped(runs.count)) runs\(place)" : "most of the runs\(place)"
        return Verdict.Doubt(
          kind: .thinViews,
          message:
            "\(names)\(more) \(entries.count == 1 ? "is" : "are") missing from \(count), and all runs of the baseline have "
            + "\(entries.count == 1 ? "it" : "them"); was the same done in each run? If a change did it, write the baseline anew"
        )
      }
  }
}
