internal import SourceAnalysis
import SwiftUIModel
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

extension Diagnosis {
  /// Finds what to change.
  ///
  /// - Returns: The outcome of the best fixes together; `nil` where none saves anything.
  mutating func diagnose(_ found: [LintFinding], suspected: [LintFinding]) -> Outcome? {
    let results = found.map { (finding: $0, isSuspected: false) } + suspected.map { (finding: $0, isSuspected: true) }
    let fixed = Parallel.inChunks(results) { [remedies] in
      FixedFinding($0.finding, remedies, isSuspected: $0.isSuspected)
    }
    noteReplacedObjects(fixed)
    let outcomes = OutcomeTable(replay, of: fixed)
    let judge = FindingJudge(
      recorded: recorded, graph: graph, replay: replay, outcomes: outcomes, remedies: remedies, summary: summary,
      matching: matching)
    let left = fixed.filter { !$0.isRefuted(by: outcomes[$0.effects]) }
    var candidates: [DiagnosedFinding] = []
    for (fixed, judged) in zip(left, Parallel.inChunks(left, { judge.judge($0) })) {
      var diagnosed = judged
      diagnosed.isSuspected = fixed.isSuspected
      diagnosed.isDriven = judge.isDriven(diagnosed.finding)
      // A body that no threshold calls large is worth taking apart for its children alone.
      if diagnosed.isSuspected, diagnosed.finding.change.traits.contains(.takesApart),
        !diagnosed.isDriven, !judge.isLargeBody(diagnosed.finding)
      {
        diagnosed.sparedWork = 0
        if diagnosed.saved < 1 { diagnosed.severity = .note }
      }
      // How often a value may change that somebody shows is for its owner to say; and what neither the sources nor the
      // trace are sure of is no reason to stop.
      if diagnosed.isSuspected, diagnosed.finding.change.traits.contains(.movesValue) || diagnosed.isUnsure {
        diagnosed.severity = .note
      }
      // What only a lowered threshold found has to show for itself in the trace.
      if !fixed.isSuspected || isConfirmedByTrace(diagnosed) { candidates.append(diagnosed) }
    }
    candidates = Self.withoutDuplicates(candidates)
    candidates += unexplained(candidates, judge)
    judge.creditOthers(&candidates)
    let ranked = Self.withLikelyWrite(
      judge.resolved(DiagnosedFinding.ranked(Self.withoutSymptoms(candidates))), judge)
    changes = Self.quietened(judge.changes(resolving: ranked))
    findings = Self.inOrder(ranked, of: changes)
    return chooseSet()
  }

  /// Where nothing is above a note, the write of an object that most likely repeats what is there and saves the most is worth a look:
  /// that it does nobody can witness where the object's observers show all of it themselves.
  private static func withLikelyWrite(_ ranked: [DiagnosedFinding], _ judge: FindingJudge) -> [DiagnosedFinding] {
    guard ranked.allSatisfy({ $0.severity == .note }), let most = ranked.map(\.saved).max(),
      let index = ranked.firstIndex(where: { found in
        guard case .writeOnlyOnChange = found.finding.change else { return false }
        return found.saved == most && !judge.isUnwitnessed(found)
          && judge.severity(found.outcome, grade: found.grade) > .note
      })
    else { return ranked }
    var result = ranked
    result[index].severity = .warning
    return result
  }

  /// Lines of a body from which on it is no leaf.
  static let smallestScreen = 12

  /// Avoidable updates that no finding explains: named after what defeats the comparison.
  func unexplained(_ found: [DiagnosedFinding], _ judge: FindingJudge) -> [DiagnosedFinding] {
    // Equatable views treat what an argument does; where the argument is known it is the better place.
    var covered: [Int: Int] = [:]
    var coveredByArgument: [Int: Int] = [:]
    // However often a value is written: views that don't read it shouldn't be evaluated.
    var coveredForReaders: [Int: Int] = [:]
    // A small body that is taken apart explains nothing: what its children are given does.
    for finding in found where !finding.outcome.saved.isEmpty && !isSmallBody(finding) {
      let traits = finding.finding.change.traits
      let (movesValue, comparesView) = (traits.contains(.movesValue), traits.contains(.comparesView))
      for (view, saved) in finding.outcome.saved {
        if !movesValue { coveredForReaders[view] = max(coveredForReaders[view] ?? 0, saved) }
        covered[view] = max(covered[view] ?? 0, saved)
        if !comparesView { coveredByArgument[view] = max(coveredByArgument[view] ?? 0, saved) }
      }
    }
    var open: [Int: [Defeat]] = [:]
    for (defeat, number) in played.defeats where number >= Self.leastUnexplained {
      let known = defeat.argument == nil ? covered : coveredByArgument
      if Double(number) > 1.2 * Double(known[defeat.child] ?? 0) { open[defeat.child, default: []].append(defeat) }
    }
    // One replay tells all makers of a child what it would save to compare.
    return Parallel.inChunks(open.sorted { $0.key < $1.key }) { child, defeats -> [DiagnosedFinding] in
      guard let index = judge.recorded.factsOfView[child] else { return [] }
      let type = judge.recorded.facts[index].type
      return [false, true].flatMap { isWide -> [DiagnosedFinding] in
        let alike = defeats.filter { $0.isWide == isWide }
        if alike.isEmpty { return [] }
        let comparing = judge.comparing(type, isNarrowing: isWide)
        return alike.sorted(by: Self.isBefore).compactMap {
          judge.unexplained($0, child: type, comparing: comparing)
        }
      }
    }.flatMap { $0 } + unexplainedCauses(read: covered, unread: coveredForReaders, judge)
  }

  /// Updates by causes of the views' own that nothing they read seems to follow from, and that no finding explains.
  ///
  /// - Parameters:
  ///   - read: What others save of each view, for properties that its body reads.
  ///   - unread: The same for the others.
  func unexplainedCauses(read: [Int: Int], unread: [Int: Int], _ judge: FindingJudge) -> [DiagnosedFinding] {
    // By message, so that properties are looked up once for each.
    var wastedByMessage = [Double](repeating: 0, count: recorded.messages.count)
    for update in recorded.updates {
      for (place, element) in update.elements.enumerated() where !element.isInitial {
        let verdict = played.elements[update.elements, place].state.verdict
        let number = Double(verdict.avoidable + verdict.likelyAvoidable) + verdict.expectedAvoidable
        wastedByMessage[element.message] += number * Double(update.count)
      }
    }
    struct Key: Hashable {
      var facts: Int
      var property: String
    }
    var wasted: [Key: (number: Double, all: Int, causes: Set<Cause>)] = [:]
    for (number, message) in recorded.messages.enumerated() where recorded.updatesByMessage[number] > 0 {
      guard let index = message.facts else { continue }
      let type = recorded.facts[index].type
      let stored = Set(type.storedProperties.map(\.name))
      for own in message.own {
        guard case .dynamicProperty(let traced) = own.cause else { continue }
        let key = Key(facts: index, property: PropertyName.source(traced, among: stored))
        // What a view is given has findings of its own, but for a binding that is another one because its value is.
        if message.hasSelf, type.property(key.property)?.storage != .binding { continue }
        wasted[key, default: (0, 0, [])].number += wastedByMessage[number]
        wasted[key]?.all += recorded.updatesByMessage[number]
        wasted[key]?.causes.insert(own.cause)
      }
    }
    var groups: [String: [FindingJudge.Reader]] = [:]
    for (key, waste) in wasted where waste.number >= Double(Self.leastUnexplained) {
      let type = recorded.facts[key.facts].type
      guard let property = type.property(key.property) else { continue }
      let isRead = !(graph.evaluation(of: type.id)?.evaluationReads(of: property.name).isEmpty ?? true)
      let covered = isRead ? read : unread
      let known = recorded.viewsOfFacts[key.facts].reduce(0) { $0 + (covered[$1] ?? 0) }
      guard waste.number > 1.2 * Double(known) else { continue }
      // State that its owner hands out in parts has no better place.
      if isRead, property.storage == .state { continue }
      // A control or a container of the framework is given the binding: somebody reads the value, though not the body.
      if !isRead, property.storage == .state || property.storage == .binding, isProjected(property, in: type) {
        continue
      }
      // Where the action runs is the place for it, as small as the view is.
      if !isRead, property.environmentKey.map(EnvironmentKeys.actions.contains) == true,
        graph.evaluation(of: type.id).map({ $0.lineCount < Self.smallestScreen }) ?? true
      {
        continue
      }
      // One value of the environment is one finding, whoever reads it.
      let model = property.isObservedObject ? graph.index.type(of: property, in: type)?.qualifiedName : nil
      if property.isObservedObject, model == nil { continue }
      let group = isRead ? property.environmentKey ?? model : nil
      groups[group ?? "\(type.qualifiedName) \(type.code.file.path) \(property.name)", default: []].append(
        .init(
          type: type, property: property, causes: waste.causes, remaining: 1 - waste.number / Double(max(1, waste.all)),
          wasted: waste.number)
      )
    }
    return groups.sorted { $0.key < $1.key }.compactMap { _, members in
      judge.unexplained(readers: members.sorted { ($1.wasted, $0.property.place) < ($0.wasted, $1.property.place) })
    }
  }

  private func isSmallBody(_ found: DiagnosedFinding) -> Bool {
    guard found.isSuspected, found.finding.change.traits.contains(.takesApart),
      let type = remedies.type(of: found.finding)
    else {
      return false
    }
    return graph.evaluation(of: type.id).map { $0.lineCount < Self.longBody } ?? false
  }

  private func isProjected(_ property: Property, in type: TypeInfo) -> Bool {
    graph.evaluation(of: type.id)?.reads(of: property.name).contains {
      $0.isProjection && $0.phase.isEvaluation
    } ?? false
  }

  static let leastUnexplained = 3

  static func isBefore(_ left: Defeat, _ right: Defeat) -> Bool {
    if left.child != right.child { return left.child < right.child }
    if left.maker != right.maker { return left.maker < right.maker }
    return (left.argument ?? "") < (right.argument ?? "")
  }

  /// Objects that views make anew with themselves are no causes of their own.
  private mutating func noteReplacedObjects(_ fixed: [FixedFinding]) {
    for one in fixed {
      guard case .ownObject = one.found.finding.change else { continue }
      for effect in one.effects where !effect.causes.isEmpty {
        for view in effect.views { replay.replaced[view, default: []].formUnion(effect.causes) }
      }
    }
  }

  /// What is above a note before what is not, and no more of it than anybody heeds.
  private static func quietened(_ changes: [DiagnosedChange]) -> [DiagnosedChange] {
    let loud = changes.filter { $0.lead.severity > .note }
    let demoted = loud.dropFirst(mostLoudChanges).map { change in
      var quiet = change
      quiet.lead.severity = .note
      return quiet
    }
    return Array(loud.prefix(mostLoudChanges)) + demoted + changes.filter { $0.lead.severity == .note }
  }

  /// The findings that lead changes first, in the order of the changes and with their numbers: the others say the same once
  /// more.
  private static func inOrder(_ findings: [DiagnosedFinding], of changes: [DiagnosedChange]) -> [DiagnosedFinding] {
    let ranks = Dictionary(
      changes.enumerated().map { ($1.lead.fingerprint, $0) }, uniquingKeysWith: { first, _ in first })
    var leads: [(rank: Int, finding: DiagnosedFinding)] = []
    var others: [DiagnosedFinding] = []
    for var finding in findings {
      if let rank = ranks[finding.fingerprint], changes[rank].id == finding.change {
        leads.append((rank, changes[rank].lead))
      } else {
        finding.severity = .note
        others.append(finding)
      }
    }
    return leads.sorted { $0.rank < $1.rank }.map(\.finding) + others
  }

  /// Changes one after the other, each the best of what is left, until little is.
  ///
  /// - Returns: Their outcome together.
  mutating func chooseSet() -> Outcome? {
    let before = summary.totals.updates + summary.totals.recreated
    var chosen: [DiagnosedChange] = []
    var effects: [Effect] = []
    var saved = 0.0
    let candidates = changes.filter { $0.lead.saved >= 1 && !$0.lead.effects.isEmpty }.prefix(Self.mostCandidates)
    var left = Array(candidates)
    while chosen.count < Self.mostFixes, !left.isEmpty {
      var best: (index: Int, saved: Double)?
      for (index, candidate) in left.enumerated() {
        // What a fix saves on its own bounds what it adds to others.
        if let best, Double(candidate.lead.saved) <= best.saved - saved { continue }
        let together = replay.expectation(of: effects + candidate.lead.effects).net
        if together > (best?.saved ?? saved) { best = (index, together) }
      }
      guard let best, best.saved - saved >= max(1, 0.02 * Double(before)) else { break }
      saved = best.saved
      effects += left[best.index].lead.effects
      chosen.append(left.remove(at: best.index))
    }
    guard !chosen.isEmpty else { return nil }
    let outcome = replay.outcome(of: effects)
    func leftover(_ effects: (DiagnosedFinding) -> [Effect]?) -> Int {
      guard chosen.contains(where: { effects($0.lead) != nil }) else { return before - outcome.savedTotal }
      return before - replay.outcome(of: chosen.flatMap { effects($0.lead) ?? $0.lead.effects }).savedTotal
    }
    let best = leftover { $0.atBest }
    let worst = leftover { $0.atWorst }
    fixSet = FixSet(
      changes: chosen.map(\.id), fingerprints: chosen.map(\.lead.fingerprint), updatesBefore: before,
      updatesAfter: before - outcome.savedTotal,
      range: best == worst ? nil : min(best, worst)...max(best, worst))
    return outcome
  }

  /// More fixes than this at once are no advice.
  static let mostFixes = 5

  static let mostCandidates = 24
}
