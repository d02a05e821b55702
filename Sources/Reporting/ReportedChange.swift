internal import Vocabulary

/// One change with all the places that it is for: what reports for people show as one card.
package struct ReportedChange: Sendable, Hashable {
  /// A finding that the change resolves.
  package struct Place: Sendable, Hashable {
    package var fingerprint: String
    package var rule: String
    package var view: String?
    package var location: ReportedFinding.Location?
    package var hasPatch: Bool

    package init(_ finding: ReportedFinding) {
      fingerprint = finding.fingerprint
      rule = finding.rule
      view = finding.view
      location = finding.location
      hasPatch = finding.patch != nil
    }
  }

  /// Updates that another change would save as well.
  package struct Share: Sendable, Hashable {
    /// The id of the other.
    package var change: String
    package var updates: Int

    package init(change: String, updates: Int) {
      self.change = change
      self.updates = updates
    }
  }

  /// Stable as long as the change is the same.
  package var id: String
  /// The best of its findings, with the numbers and steps of the whole change.
  package var lead: ReportedFinding
  /// Of all its findings, that of the lead first.
  package var places: [Place]
  /// The most first; what two changes both save is saved once.
  package var shares: [Share]
  /// By view of the trace the updates and re-creations that it saves there; empty where nobody knows.
  package var savedByView: [String: Int]

  package init(
    id: String, lead: ReportedFinding, places: [Place], shares: [Share] = [], savedByView: [String: Int] = [:]
  ) {
    self.id = id
    self.lead = lead
    self.places = places
    self.shares = shares
    self.savedByView = savedByView
  }

  /// Where else the change is made, each place of a view once, whatever findings stand there.
  var otherPlaces: [Place] {
    var seen: [ReportedFinding.Location?: Set<String?>] = [lead.location: [lead.view]]
    return places.dropFirst().filter { seen[$0.location, default: []].insert($0.view).inserted }
  }

  /// Findings by their changes, in their order.
  static func grouping(_ findings: [ReportedFinding]) -> [ReportedChange] { uniting(findings.map(ReportedChange.init)) }

  /// What resolves a finding that nobody has joined with others.
  package init(_ finding: ReportedFinding) {
    self.init(id: finding.change ?? finding.fingerprint, lead: finding, places: [Place(finding)])
  }

  /// One for all that are the same change, where the first of them stands, with the numbers of all. The finding that gave the
  /// change its id speaks for it, or else the first.
  package static func uniting(_ changes: [ReportedChange]) -> [ReportedChange] {
    var result: [ReportedChange] = []
    var indices: [String: Int] = [:]
    for change in changes {
      // What has no change of its own is for itself, even beside one with the same fingerprint.
      guard let id = change.lead.change else {
        result.append(change)
        continue
      }
      if let index = indices[id] {
        result[index].join(change)
      } else {
        indices[id] = result.count
        result.append(change)
      }
    }
    return result
  }

  private mutating func join(_ other: ReportedChange) {
    let severity = max(lead.severity, other.lead.severity)
    var measured = lead.measured
    if let more = other.lead.measured, more.unit == measured?.unit { measured?.updates += more.updates }
    if other.lead.fingerprint == id {
      lead = other.lead
      places = other.places + places
    } else {
      places += other.places
    }
    (lead.severity, lead.measured) = (severity, measured)
  }
}
