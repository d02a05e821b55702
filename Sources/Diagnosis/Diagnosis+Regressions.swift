internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport
package import Vocabulary

/// What sources add to a comparison of runs.
extension Diagnosis {
  /// As many of each kind are told of a view.
  package static let mostTold = 3

  /// How many runs there were, and are now: what they sum up to is compared by its mean.
  package typealias Runs = (before: Int, now: Int)

  /// What was predicted for a fix that has been made, and what came; numbers are those of a run on average.
  package struct Prediction {
    package var finding: DiagnosedFinding
    /// Updates of the view, or of all views that the fix saves any of.
    package var before: Int
    package var predicted: Int
    package var measured: Int
    /// The least and the most that was predicted to be left.
    package var range: ClosedRange<Int>
    /// Views that are evaluated more often for what the fix took from this one, with how much more.
    package var moved: [(view: String, updates: Int)] = []
    package var unit = MeasuredUnit.updates

    package enum Verdict: Sendable, Hashable {
      case held
      /// The difference in updates, fewer where it is negative.
      case missed(by: Int)
      /// So much was left open that what came is no merit of the prediction.
      case open
    }

    package var verdict: Verdict {
      Self.verdict(before: before, predicted: predicted, measured: measured, range: range)
    }

    /// Within the range, or a tenth from it, where the range says anything: at most half of what there was.
    package static func verdict(before: Int, predicted: Int, measured: Int, range: ClosedRange<Int>) -> Verdict {
      let slack = max(1, measured / 10)
      if measured > range.upperBound + slack { return .missed(by: measured - range.upperBound) }
      if measured < range.lowerBound - slack { return .missed(by: measured - range.lowerBound) }
      let isNear = abs(measured - predicted) <= max(slack, (before - predicted) / 5)
      return isNear || 2 * (range.upperBound - range.lowerBound) <= before ? .held : .open
    }
  }

  /// The best fixes for a view in a scenario, the one that saves most of its updates first. What saves less than a tenth of them
  /// is no answer to why there are more.
  package func fixes(for view: String, in scenario: String?) -> [DiagnosedFinding] {
    let updates = updates(of: view, in: scenario)
    let found = findings.enumerated().compactMap {
      index, finding -> (index: Int, saved: Int, finding: DiagnosedFinding)? in
      guard let claimant = finding.claimant else { return nil }
      let saved = saved(by: claimant, of: view, in: scenario)
      return saved > 0 && saved * 10 >= updates ? (index, saved, finding) : nil
    }
    return found.sorted { ($1.saved, $0.index) < ($0.saved, $1.index) }.prefix(Self.mostTold).map(\.finding)
  }

  /// Of the updates of a view, those that a fix saves; both in a run on average.
  package func saved(
    by finding: DiagnosedFinding, of view: String, in scenario: String?, runs: Int
  ) -> (saved: Int, updates: Int)? {
    guard let claimant = finding.claimant else { return nil }
    let sum = saved(by: claimant, of: view, in: scenario)
    guard sum > 0 else { return nil }
    return (Self.mean(sum, runs), Self.mean(updates(of: view, in: scenario), runs))
  }

  private static func identityOfAnyFolder(_ finding: DiagnosedFinding) -> String {
    let path = finding.finding.place.file
    return finding.finding.identity(in: path.split(separator: "/").last.map(String.init) ?? path)
  }

  /// Of a sum over runs, what one of them has; never nothing of something.
  private static func mean(_ sum: Int, _ runs: Int) -> Int {
    guard sum > 0, runs > 1 else { return sum }
    return max(1, (sum + runs / 2) / runs)
  }

  /// Findings of earlier runs that are gone from the sources, with what their fixes were predicted to leave of a view.
  ///
  /// - Parameter again: What the sources of now say of the earlier runs: a finding that lost its evidence in the log is not
  ///   gone from the sources, and those have it there still.
  package func predictions(
    since earlier: Diagnosis, again: Diagnosis, for view: String, in scenario: String?, runs: Runs = (1, 1)
  ) -> [Prediction] {
    // The two versions lie in different folders.
    let left = Set((findings + again.findings).map(Self.identityOfAnyFolder))
    let before = earlier.updates(of: view, in: scenario)
    let predictions = earlier.findings.compactMap { finding -> Prediction? in
      guard !left.contains(Self.identityOfAnyFolder(finding)), let claimant = finding.claimant else { return nil }
      let saved = earlier.saved(by: claimant, of: view, in: scenario)
      guard saved > 0 else { return nil }
      let left = range(of: finding, before: before, saved: saved)
      var prediction = Prediction(
        finding: finding, before: Self.mean(before, runs.before), predicted: Self.mean(before - saved, runs.before),
        measured: Self.mean(updates(of: view, in: scenario), runs.now),
        range: Self.mean(left.lowerBound, runs.before)...Self.mean(left.upperBound, runs.before))
      prediction.moved = moved(finding, from: [view], in: scenario, since: earlier, runs)
      return prediction
    }
    return Array(predictions.prefix(Self.mostTold))
  }

  /// All findings of earlier runs that are gone from the sources and whose fixes were predicted to save anything, with what is left of
  /// all views that they concern.
  ///
  /// - Parameter again: as of `predictions`.
  package func gone(since earlier: Diagnosis, again: Diagnosis) -> [Prediction] {
    let left = Set((findings + again.findings).map(Self.identityOfAnyFolder))
    let runs = (before: max(1, earlier.summary.runs), now: max(1, summary.runs))
    return earlier.findings.compactMap { finding in
      guard finding.saved >= 1, let measured = finding.measured, !left.contains(Self.identityOfAnyFolder(finding))
      else {
        return nil
      }
      let recreated = measured.unit == .updates ? [] : earlier.viewsKept(by: finding)
      let views = recreated.union(finding.savedByView.keys)
      func all(_ summary: RedrawSummary) -> Int {
        summary.views.filter { views.contains($0.id.name) }.reduce(0) {
          $0 + $1.updates + (recreated.isEmpty ? 0 : $1.recreated)
        }
      }
      let before = all(earlier.summary)
      func rest(_ touched: Int) -> Int { Self.mean(max(0, before - max(0, measured.updates - touched)), runs.before) }
      let predicted = rest(measured.updates - finding.saved)
      let range = measured.range.map { min(rest($0.lowerBound), predicted)...max(rest($0.upperBound), predicted) }
      var prediction = Prediction(
        finding: finding, before: Self.mean(before, runs.before), predicted: predicted,
        measured: Self.mean(all(summary), runs.now), range: range ?? predicted...predicted)
      prediction.unit = recreated.isEmpty ? .updates : .updatesAndRecreations
      prediction.moved = Set(summary.views.map(\.id.scenario)).sorted { ($0 ?? "") < ($1 ?? "") }.flatMap {
        moved(finding, from: views, in: $0, since: earlier, runs)
      }
      return prediction
    }
  }

  /// The views that a fix keeps from being built anew.
  func viewsKept(by finding: DiagnosedFinding) -> Set<String> {
    finding.outcome.claims.reduce(into: []) { names, claim in
      let element = recorded.updates[Int(claim.update), Int(claim.place)]
      if element.isInitial { names.insert(recorded.names[recorded.traits[element.message].view]) }
    }
  }

  /// What is left of a view's updates at least and at most: its part of what is left of all.
  private func range(of finding: DiagnosedFinding, before: Int, saved: Int) -> ClosedRange<Int> {
    let predicted = before - saved
    guard let measured = finding.measured, let all = measured.predicted, let range = measured.range, finding.saved > 0
    else { return predicted...predicted }
    let part = Double(saved) / Double(finding.saved)
    let least = max(0, predicted - Int((Double(all - range.lowerBound) * part).rounded()))
    let most = min(before, predicted + Int((Double(range.upperBound - all) * part).rounded()))
    return min(least, most)...max(least, most)
  }

  /// Where updates by the causes went that the fix took from some views: into views that have them now and did not before.
  private func moved(
    _ finding: DiagnosedFinding, from views: Set<String>, in scenario: String?, since earlier: Diagnosis, _ runs: Runs
  ) -> [(view: String, updates: Int)] {
    let causes = finding.effects.reduce(into: Set<String>()) { names, effect in
      for case .dynamicProperty(let name) in effect.causes { names.insert(name) }
    }
    guard !causes.isEmpty else { return [] }
    return summary.views.compactMap { other -> (view: String, updates: Int)? in
      guard !views.contains(other.id.name), other.id.scenario == scenario,
        other.causes.contains(where: { cause in
          if case .dynamicProperty(let name) = cause.cause { causes.contains(name) } else { false }
        })
      else { return nil }
      let before = earlier.updates(of: other.id.name, in: scenario)
      let more = Self.mean(other.updates, runs.now) - Self.mean(before, runs.before)
      return more > 0 ? (other.id.name, more) : nil
    }.sorted { ($1.updates, $0.view) < ($0.updates, $1.view) }
  }

  private func updates(of view: String, in scenario: String?) -> Int {
    ids(of: view, in: scenario).reduce(0) { $0 + ledger[$1].updates }
  }

  private func saved(by claimant: Ledger.Claimant, of view: String, in scenario: String?) -> Int {
    ids(of: view, in: scenario).reduce(0) { $0 + ledger.updatesSaved(by: claimant, of: $1) }
  }

  private func ids(of view: String, in scenario: String?) -> [RedrawSummary.ViewID] {
    summary.views.map(\.id).filter { $0.name == view && $0.scenario == scenario }
  }
}
