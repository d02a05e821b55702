internal import SourceAnalysis
internal import TraceAnalysis

/// What sources add to a comparison of runs.
extension Diagnosis {
  /// As many of each kind are told of a view.
  package static let mostTold = 3

  /// What was predicted for a fix that has been made, and what came.
  package struct Prediction {
    package var finding: DiagnosedFinding
    /// Updates of the view before.
    package var before: Int
    package var predicted: Int
    package var measured: Int
  }

  /// The best fixes for a view in a scenario: its own, and those that save updates of it.
  package func fixes(for view: String, in scenario: String?) -> [DiagnosedFinding] {
    let found = findings.filter { finding in
      guard let claimant = finding.claimant else { return false }
      return finding.finding.view == view || saved(by: claimant, of: view, in: scenario) > 0
    }
    return Array(found.prefix(Self.mostTold))
  }

  /// Findings of earlier runs that are gone from the sources, with what their fixes were predicted to leave of a view.
  package func predictions(since earlier: Diagnosis, for view: String, in scenario: String?) -> [Prediction] {
    let left = Set(findings.map(\.fingerprint))
    let before = earlier.updates(of: view, in: scenario)
    let predictions = earlier.findings.compactMap { finding -> Prediction? in
      guard !left.contains(finding.fingerprint), let claimant = finding.claimant else { return nil }
      let saved = earlier.saved(by: claimant, of: view, in: scenario)
      guard saved > 0 else { return nil }
      return Prediction(
        finding: finding, before: before, predicted: before - saved, measured: updates(of: view, in: scenario))
    }
    return Array(predictions.prefix(Self.mostTold))
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
