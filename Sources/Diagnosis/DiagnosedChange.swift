internal import SourceAnalysis
internal import TraceAnalysis
internal import Vocabulary

/// One change to the sources with all findings that it resolves: what a report shows as one card.
package struct DiagnosedChange: Sendable {
  /// Stable as long as the change is the same.
  package var id: String
  /// The best of its findings speaks for it, with the numbers of the whole change.
  package var lead: DiagnosedFinding
  /// Fingerprints of all its findings, best first.
  package var fingerprints: [String]
  /// In the ledger; `nil` where nothing is saved.
  package internal(set) var claimant: Ledger.Claimant?
  /// Other changes that would save some of the same updates, the most first.
  package internal(set) var shares: [Share] = []

  /// What two changes would both save.
  package struct Share: Sendable, Hashable {
    /// The other change.
    package var change: String
    package var number: Int
  }
}

extension FindingJudge {
  /// The findings with the change that resolves each: that of its key, and one for all that come to the same.
  ///
  /// Views that observe a model without need are often evaluated by it and by each other, so that to leave it out of one of
  /// them saves nothing: it is left out of all.
  func resolved(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    struct Same: Hashable {
      var fix: Fix
      var effects: EffectList
    }
    var known: [Same: String] = [:]
    return findings.map { finding in
      var result = finding
      if let model = unneededModel(of: finding.finding) {
        result.change = Fingerprint.hex(of: "\(finding.finding.fix.rawValue)\u{1F}\(model)")
      } else if !finding.effects.isEmpty {
        let same = Same(fix: finding.finding.fix, effects: EffectList(finding.effects))
        if let change = known[same] { result.change = change } else { known[same] = result.change }
      }
      return result
    }
  }

  /// The model that a view is to observe no longer.
  private func unneededModel(of finding: Finding) -> String? {
    guard let path = finding.change.droppedDependency, let type = remedies.type(of: finding),
      let property = type.property(path.property), property.isObservedObject
    else { return nil }
    return graph.index.type(of: property, in: type)?.qualifiedName
  }

  /// The findings by the change that resolves them, best first.
  ///
  /// - Parameter findings: Best first.
  func changes(resolving findings: [DiagnosedFinding]) -> [DiagnosedChange] {
    var order: [String] = []
    var members: [String: [DiagnosedFinding]] = [:]
    for finding in findings {
      let change = finding.change
      if members[change] == nil { order.append(change) }
      members[change, default: []].append(finding)
    }
    let changes = order.compactMap { id in members[id].flatMap { change(id, $0) } }
    let ids = DiagnosedFinding.ranked(changes.map(\.lead)).map(\.change)
    let byID = Dictionary(changes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { byID[$0] }
  }

  /// - Parameter findings: Those that it resolves, best first.
  private func change(_ id: String, _ findings: [DiagnosedFinding]) -> DiagnosedChange? {
    guard var lead = findings.first else { return nil }
    lead.severity = findings.map(\.severity).max() ?? lead.severity
    let effects = united(findings.map(\.effects))
    // One change has the effects of all of its findings; mostly they are the same for each.
    if effects != lead.effects, outcomes[effects].savedTotal >= 1 {
      let remedy = Remedies.Remedy(
        effects: effects, pessimistic: united(findings.map { $0.atWorst ?? $0.effects }),
        optimistic: united(findings.map { $0.atBest ?? $0.effects }))
      let isRanged = findings.contains { $0.atWorst != nil }
      let whole = measured(
        lead.finding, lead.fingerprint, effects, outcomes[effects], isRanged ? remedy : nil)
      lead.effects = effects
      (lead.atBest, lead.atWorst, lead.outcome) = (whole.atBest, whole.atWorst, whole.outcome)
      (lead.measured, lead.saved, lead.savedByView) = (whole.measured, whole.saved, whole.savedByView)
      lead.costOfSaved = whole.costOfSaved
      (lead.message, lead.chain, lead.checks) = (whole.message, whole.chain, whole.checks)
      lead.grade = whole.grade
      if case .stopDepending = lead.finding.change { lead.grade = .proven }
      lead.nanoseconds = nanoseconds(of: Set(lead.outcome.saved.keys))
      lead.severity = max(lead.severity, severity(lead))
    }
    var steps = lead.finding.steps
    for step in findings.dropFirst().flatMap(\.finding.steps) where !steps.contains(step) { steps.append(step) }
    lead.finding.steps = steps
    return DiagnosedChange(id: id, lead: lead, fingerprints: findings.map(\.fingerprint))
  }

  private func united(_ effects: [[Effect]]) -> [Effect] {
    // Mostly they are the same lists, each of which may be long.
    let distinct = effects.reduce(into: [[Effect]]()) { lists, list in
      if !lists.contains(list) { lists.append(list) }
    }
    guard distinct.count > 1 else { return distinct.first ?? [] }
    var known: Set<Effect> = []
    var all: [Effect] = []
    for some in distinct {
      let new = some.filter { !known.contains($0) }
      known.formUnion(new)
      all += new
    }
    return all
  }
}
