internal import TraceAnalysis
internal import Vocabulary

/// What changes save, how sure that is, and which of them are the same advice.
extension Wording {
  /// `840 updates, 800 of them avoidable; the fix should leave 40`.
  package static func measurement(_ measured: ReportedFinding.Measurement) -> String {
    var parts = [measured.unit.counted(measured.updates)]
    if let avoidable = measured.avoidable { parts.append("\(number(avoidable)) of them avoidable") }
    let text = parts.joined(separator: ", ")
    guard let predicted = measured.predictedUpdates else { return text }
    if measured.sparesNone {
      let unit = measured.unit.counted(measured.updates)
      return measured.isWork
        ? "the fix makes each of \(unit) cheaper, and saves none of them" : "\(unit); the fix saves none of them"
    }
    if measured.isOpen {
      return "\(measured.unit.counted(measured.updates)); how many of them the fix saves is not known"
    }
    return text + "; the fix should leave \(number(predicted))\(range(measured.predictedRange))"
  }

  /// What a measurement adds to a message that begins with what is saved of what: what is left, where that is not certain.
  static func measurement(beyond message: String, _ measured: ReportedFinding.Measurement) -> String? {
    guard let saved = measured.avoidable, saved > 0, message.hasPrefix("\(number(saved)) of ") else {
      return measurement(measured)
    }
    let range = range(measured.predictedRange)
    return measured.predictedUpdates.flatMap { range.isEmpty ? nil : "the fix should leave \(number($0))\(range)" }
  }

  /// `proven: …; likely: …`: what the grades of some findings mean.
  static func grades(of findings: [ReportedFinding]) -> String {
    Set(findings.map(\.grade)).sorted().map { "\($0.rawValue): \(meaning(of: $0))" }.joined(separator: "; ")
  }

  /// How sure a finding of the grade is.
  static func meaning(of grade: Grade) -> String {
    switch grade {
    case .proven: "nothing else explains what was recorded"
    case .likely: "it explains what was recorded best, and something else may"
    case .possible: "the recording shows the view, and not that this is why"
    case .static: "no recording shows it"
    }
  }

  /// What a change is expected to save of all that the trace holds, which is the same for all changes: `saves 760 of all 840
  /// updates`, or `saves about 600 of all 840 updates (up to 760)` where most is open.
  static func saving(_ finding: ReportedFinding, in report: RedrawReport) -> String? {
    if finding.isProvenLoop, let measured = finding.measured {
      return
        "ends a loop of \(number(measured.updates)) of all \(count(report.summary.totals.evaluations, "evaluation"))"
    }
    guard let measured = finding.measured, let saved = measured.avoidable, saved > 0 else { return nil }
    let most = measured.predictedRange.map { measured.updates - $0.lowerBound }
    let least = measured.predictedRange.map { measured.updates - $0.upperBound }
    let range =
      least == most ? "" : least.flatMap { least in most.map { " (between \(number(least)) and \(number($0)))" } } ?? ""
    // Views that are made anew count as well, and are no updates.
    let totals = report.summary.totals
    let all =
      switch measured.unit {
      case .recreations: totals.recreated
      case .updatesAndRecreations: totals.updates + totals.recreated
      case .updates, .evaluations, .warnings: totals.updates
      }
    let whole = measured.unit.counted(all)
    if let bound = bound(measured.predictedRange, of: measured.updates) {
      return "saves about \(number(saved)) of all \(whole) (\(bound))"
    }
    return "saves \(number(saved))\(range) of all \(whole)"
  }

  /// What a change is good for, in the list of what to do: what it saves, what of that one before it in the list saves as well, and
  /// where it saves nothing what it is about.
  static func worth(of change: ReportedChange, in report: RedrawReport) -> String {
    let finding = change.lead
    if let saving = saving(finding, in: report) { return saving + shared(change, in: report) }
    guard let measured = finding.measured, !finding.isProvenLoop else {
      return "no number says what it saves (\(finding.grade.rawValue))"
    }
    if measured.sparesNone { return measurement(measured) + " (\(finding.grade.rawValue))" }
    return
      "concerns \(measured.unit.counted(measured.updates)); how many it saves is not known (\(finding.grade.rawValue))"
  }

  /// `; change 1 saves 209 of them, too`: numbers of one list that have updates in common cannot be added up.
  private static func shared(_ change: ReportedChange, in report: RedrawReport) -> String {
    guard let saved = change.lead.measured?.avoidable else { return "" }
    let earlier = report.bestChanges.prefix { $0.change.id != change.id }
    let shares = earlier.compactMap { other in
      // What moves an update elsewhere saves fewer than it spares the view.
      change.shares.first { $0.change == other.change.id }.map {
        (number: other.number, updates: min($0.updates, other.change.lead.measured?.avoidable ?? 0))
      }
    }
    guard let most = shares.max(by: { ($0.updates, $1.number) < ($1.updates, $0.number) }), most.updates > 0 else {
      return ""
    }
    let part = most.updates >= saved ? "all" : number(most.updates)
    return "; change \(number(most.number)) saves \(part) of them, too"
  }

  /// `shares 640 of them with “Make 'Row' Equatable”`: what other changes would save as well; `nil` for nothing.
  package static func shares(_ change: ReportedChange, in report: RedrawReport) -> String? {
    // What is told as another way of it needs no second line.
    let instead = report.insteadOf
    let shares = change.shares.filter { instead[$0.change] != change.id }
    let others = shares.prefix(2).compactMap { share -> String? in
      guard let other = report.changes.first(where: { $0.id == share.change }) else { return nil }
      return "\(number(share.updates)) of them with “\(other.lead.title)”"
    }
    guard !others.isEmpty else { return nil }
    let more = shares.count - others.count
    return "shares " + others.joined(separator: ", ") + (more > 0 ? " and some with \(count(more, "more change"))" : "")
  }

  /// `or, instead, change 7: Make 'Row' Equatable, which saves 640 of the same`.
  static func instead(_ other: ReportedChange, _ number: Int, of change: ReportedChange) -> String {
    let shared = other.shares.first { $0.change == change.id }?.updates ?? 0
    return
      "or, instead, change \(self.number(number)): \(other.lead.title), which saves \(self.number(shared)) of the same"
  }
}
