internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

/// What the rules only suspect, and which of it the trace bears out.
extension Diagnosis {
  /// What is both found and suspected once, by the reading that saves more.
  static func withoutDuplicates(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    struct Key: Hashable {
      var rule: String
      var place: SourcePlace
      var subject: Subject
    }
    var places: [Key: Int] = [:]
    var result: [DiagnosedFinding] = []
    for finding in findings {
      let key = Key(
        rule: finding.finding.rule, place: finding.finding.place, subject: finding.finding.subject.withoutHolder)
      guard finding.isSuspected, let known = places[key] else {
        places[key] = result.count
        result.append(finding)
        continue
      }
      if finding.saved > result[known].saved { result[known] = finding }
    }
    return result
  }

  /// Whether the trace bears out what the sources alone are too little for.
  func isConfirmedByTrace(_ suspected: DiagnosedFinding) -> Bool {
    if suspected.finding.evidence.needsSavedUpdates, suspected.saved < 1 { return false }
    return switch suspected.finding.evidence {
    case .savedUpdates: true
    case .repeatedBody: isRepeatedBody(suspected)
    case .burst: suspected.isBurst
    case .frequentChanges:
      suspected.outcome.saved.contains { view, saved in saved >= Self.volatileChanges * replay.instances[view] }
    case .cycle:
      // Work that writes another value each time starts itself again whatever the trace calls a cycle.
      suspected.finding.certainty == .certain || remedies.isLoopReported
        || suspected.outcome.saved.keys.contains(where: remedies.isLooping)
        || isDispatchedLoop(suspected.finding.change) && isStorm(suspected)
    case .layoutCycle: isLayoutCycle(suspected)
    case .beyondLeaf: (suspected.saved >= 1 || suspected.repeatedWork >= 1) && isBeyondLeaf(suspected)
    }
  }

  private func isRepeatedBody(_ suspected: DiagnosedFinding) -> Bool {
    guard case .extract(let extraction) = suspected.finding.change, let value = extraction.value else {
      return repeatsMuch(suspected) || suspected.saved >= 1
    }
    // Of one value: only where it is what evaluates the view most of the time.
    let (caused, all) = remedies.updates(of: suspected.finding, by: value)
    return caused >= Self.repeatedBodies && caused * 3 >= all * 2
  }

  /// Leaving the leaf that calls an action is the fix, unless what it makes is evaluated along.
  private func isBeyondLeaf(_ suspected: DiagnosedFinding) -> Bool {
    let type = remedies.type(of: suspected.finding)
    let own = type.map { remedies.views(of: $0.id) } ?? []
    return suspected.outcome.saved.keys.contains { !own.contains($0) }
      || type.flatMap { graph.evaluation(of: $0.id) }.map { $0.lineCount >= Self.smallestScreen } ?? false
  }

  private func isLayoutCycle(_ suspected: DiagnosedFinding) -> Bool {
    // Children that come back to their parent with what it told them: more turns than there is cause for.
    if case .breakLoop(let paths, .layout(view: .some)) = suspected.finding.change, let path = paths.first {
      let (caused, all) = remedies.updates(of: suspected.finding, by: path)
      if caused >= FindingJudge.worthwhileUpdates, caused * 3 >= all * 2 { return true }
    }
    return isStorm(suspected)
  }

  /// What each evaluation dispatches runs on its own; a user's drag storms as well, and is behind no other loop.
  private func isDispatchedLoop(_ change: Change) -> Bool {
    if case .breakLoop(_, .dispatched) = change { true } else { false }
  }

  /// Whether what the change would save turns in a circle, or comes as a storm.
  private func isStorm(_ suspected: DiagnosedFinding) -> Bool {
    suspected.effects.contains { effect in
      guard case .ignoring(let views, let causes, _) = effect else { return false }
      return views.contains { view in
        remedies.isLooping(view) || causes.contains { remedies.isStorming(view, $0) }
      }
    }
  }

  /// Whether a body that is no small one was evaluated again and again.
  func repeatsMuch(_ finding: DiagnosedFinding) -> Bool {
    guard finding.repeatedWork >= Self.repeatedBodies, let type = remedies.type(of: finding.finding),
      let evaluation = graph.evaluation(of: type.id)
    else { return false }
    return evaluation.lineCount >= Self.longBody
  }

  /// Lines of a body, and evaluations of it, from which on parts of it are worth views of their own.
  static let longBody = 30

  static let repeatedBodies = 30

  /// Changes of an environment value from which on it counts as volatile.
  static let volatileChanges = 30

  /// Of the findings by which the same value of a view is to be read in a part of its own, the loudest one, and of these the one
  /// that is about bodies.
  private static func withoutOtherWords(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    func isBefore(_ left: DiagnosedFinding, _ right: DiagnosedFinding) -> Bool {
      if left.severity != right.severity { return left.severity > right.severity }
      return left.finding.rule == SourceRule.monolithicBody.id && right.finding.rule != left.finding.rule
    }
    var loudest: [ReadPart: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let part = ReadPart(finding.finding) else { continue }
      if let known = loudest[part], !isBefore(finding, findings[known]) { continue }
      loudest[part] = index
    }
    return findings.enumerated().filter { index, finding in
      ReadPart(finding.finding).map { loudest[$0] == index } ?? true
    }.map(\.element)
  }

  /// The part of a view that reads a value.
  private struct ReadPart: Hashable {
    var view: String?
    var path: PropertyPath

    init?(_ finding: Finding) {
      guard case .extract(let extraction) = finding.change, let path = extraction.valueReadInParts else { return nil }
      view = finding.view
      self.path = path
    }
  }

  /// Leaves out small bodies that a lowered threshold calls monolithic where others say what defeats their children, and the
  /// sections of a view where another finding says which value evaluates it, and surges of what turns in a loop.
  static func withoutSymptoms(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    let findings = withoutOtherWords(findings)
    var explained: [Int: Int] = [:]
    for finding in findings where !finding.finding.change.traits.contains(.takesApart) {
      for (view, saved) in finding.outcome.saved { explained[view] = max(explained[view] ?? 0, saved) }
    }
    var ofAValue: [String: Severity] = [:]
    for finding in findings {
      guard case .extract(let extraction) = finding.finding.change, extraction.value != nil,
        let view = finding.finding.view
      else { continue }
      ofAValue[view] = max(ofAValue[view] ?? finding.severity, finding.severity)
    }
    let turning = Set(findings.filter { $0.saved > 0 }.flatMap(\.turningValues))
    return findings.filter { finding in
      // What turns in a loop is fast because of that, and ends with it.
      if case .slowDown(let path, _) = finding.finding.change,
        turning.contains(DiagnosedFinding.TurningValue(view: finding.finding.view, path: path))
      {
        return false
      }
      if finding.finding.change == .extract(.sections), finding.outcome.saved.isEmpty,
        let other = finding.finding.view.flatMap({ ofAValue[$0] }), other >= finding.severity
      {
        return false
      }
      guard finding.isSuspected, finding.finding.change.traits.contains(.takesApart) else { return true }
      // Work that is repeated is explained by nothing that saves updates.
      let saved = finding.outcome.saved
      return saved.isEmpty || !saved.allSatisfy { explained[$0.key, default: 0] * 10 >= $0.value * 9 }
    }
  }

  /// What the rules look for in the views of the trace, which tells what costs something in place of their thresholds.
  ///
  /// - Parameter changes: By view of the trace, as `namedChanges` has it.
  static func suspected(_ linter: Linter, _ graph: SourceGraph, _ changes: [TypeID: NamedChanges]) -> [LintFinding] {
    let traced = Set(changes.keys)
    let rules = linter.rules.filter { $0.traces != nil }
    var configuration = linter.configuration
    configuration.analysis = rules.reduce(configuration.analysis) { $1.waivingThresholds($0) }
    let ids = Set(rules.map(\.id))
    configuration.optIn.formUnion(ids.filter { configuration.settings[$0] == nil })
    configuration.only = configuration.only.isEmpty ? ids : configuration.only.intersection(ids)
    if configuration.only.isEmpty { return [] }
    // Who makes what the trace shows may not be logged itself.
    let makers = traced.reduce(into: traced) { all, id in all.formUnion((graph.parents[id] ?? []).map(\.0)) }
    let suspecting = rules.map { rule in
      var suspecting = rule
      suspecting.check = { rule.suspicions(in: $0) }
      return suspecting
    }
    return Linter(configuration: configuration, rules: suspecting)
      .run(
        graph.restricted(to: makers, options: configuration.analysis, namedChanges: changes))
  }
}

extension SourceRule.Evidence {
  /// Whether a fix that saves no update is none, whatever else the trace shows.
  var needsSavedUpdates: Bool {
    switch self {
    case .savedUpdates, .frequentChanges, .cycle, .layoutCycle: true
    case .repeatedBody, .burst, .beyondLeaf: false
    }
  }
}

extension DiagnosedFinding {
  /// What a loop writes in each turn.
  fileprivate struct TurningValue: Hashable {
    var view: String?
    var path: PropertyPath
  }

  fileprivate var turningValues: [TurningValue] {
    guard case .breakLoop(let paths, _) = finding.change else { return [] }
    return paths.map { TurningValue(view: finding.view, path: $0) }
  }
}
