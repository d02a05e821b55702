internal import SourceAnalysis
import SwiftUIModel
internal import Vocabulary

/// What changes save, in evaluations of an ordinary body: updates that no longer happen, by the size of their bodies, and
/// work that the updates which stay no longer repeat.
extension FindingJudge {
  /// Lines of an ordinary body, of the view and the helpers that it calls.
  static let ordinaryLines = 30.0

  /// What an evaluation of a body costs at least, however small it is, and at most: nobody tells from lines alone that one
  /// view costs more than a whole screen of others.
  private static let costRange = 0.5...4.0

  /// Creating what is known to be costly, such as a formatter, takes longer than evaluating most bodies.
  private static let creation = 2.0

  /// To build a view anew takes longer than to evaluate it.
  static let costOfBuildingAnew = 2.0

  /// Of the rows that appear, those that show what an earlier one did, and whose work could have been kept.
  private static let shareOfReturning = 0.5

  /// Sorting or filtering what a screen shows.
  private static let derivation = 0.25

  private static func cost(of workload: Change.Workload) -> Double {
    switch workload {
    case .pass: derivation
    case .splitting, .ordering: 2 * derivation
    case .reading: creation
    case .query: 4 * creation
    }
  }

  /// What one evaluation of each view of the trace costs.
  static func evaluationCosts(_ recorded: RecordedUpdates, _ graph: SourceGraph) -> [Double] {
    recorded.factsOfView.map { facts in
      guard let facts, let evaluation = graph.evaluation(of: recorded.facts[facts].type.id) else { return 1 }
      return min(max(Double(evaluation.evaluatedLineCount) / ordinaryLines, costRange.lowerBound), costRange.upperBound)
    }
  }

  /// First appearances of views that only those hold which a change keeps from being thrown away: they were there before, and come
  /// anew with these, as far as their numbers tell.
  func rebuiltAlong(_ outcome: Outcome) -> Int {
    var kept: [Int: Int] = [:]
    for claim in outcome.claims {
      let element = recorded.updates[Int(claim.update), Int(claim.place)]
      if element.isInitial { kept[recorded.traits[element.message].view, default: 0] += claim.number }
    }
    var sum = 0.0
    for (view, saved) in kept where totals[view].initial > 0 {
      guard let facts = recorded.factsOfView[view] else { continue }
      let share = min(1, Double(saved) / Double(totals[view].initial))
      for held in held(by: recorded.facts[facts].type.id) {
        guard let facts = recorded.factsIndex[held] else { continue }
        sum += recorded.viewsOfFacts[facts].reduce(0) { $0 + Double(totals[$1].initial) } * share
      }
    }
    return Int(sum)
  }

  /// The views that a view builds in place, and these in turn, and that nobody else builds.
  private func held(by view: TypeID) -> Set<TypeID> {
    var held: Set<TypeID> = []
    var pending = [view]
    while let next = pending.popLast() {
      for child in graph.evaluation(of: next)?.children ?? []
      where child.phase.isEvaluation && !child.code.isInPresentation {
        guard let type = child.type, type != view, !held.contains(type),
          (graph.parents[type] ?? []).allSatisfy({
            $0.parent == view || $0.parent == type || held.contains($0.parent) || $0.child.code.isInPreview
          })
        else { continue }
        held.insert(type)
        pending.append(type)
      }
    }
    return held
  }

  /// What the updates cost that a change saves. Those that follow from an update which was not needed either, and stays, count
  /// less: who mends that one has mended both.
  ///
  /// - Returns: The same as well where what is mended is wrong by itself, whatever evaluates the views around it.
  func costs(ofSaved outcome: Outcome) -> (cost: Double, ofDefect: Double) {
    var sum = 0.0
    var sumOfDefect = 0.0
    var isClaimed = [Bool](repeating: false, count: recorded.longestUpdate)
    // Claims of the same update follow each other.
    var rest = outcome.claims[...]
    while let index = rest.first?.update {
      let claims = rest.prefix { $0.update == index }
      rest = rest.dropFirst(claims.count)
      for claim in claims { isClaimed[Int(claim.place)] = true }
      for claim in claims {
        let element = recorded.updates[Int(index), Int(claim.place)]
        let cost = Double(claim.number) * costs[recorded.traits[element.message].view]
        let isRootClaimed = element.root == Int(claim.place) || isClaimed[element.root]
        sumOfDefect += cost
        sum +=
          isRootClaimed
          ? cost : cost * (1 - Self.shareOfRoot * replay.played[Int(index), element.root].state.verdict.chanceOfWaste)
      }
      for claim in claims { isClaimed[Int(claim.place)] = false }
    }
    return (sum, sumOfDefect)
  }

  /// Of what follows from an update that was not needed, the share that its own mending is credited with.
  private static let shareOfRoot = 0.75

  /// What a change takes out of the evaluations that stay.
  ///
  /// - Parameter firsts: First appearances that do the same work.
  func sparedWork(_ finding: Finding, updates: Int, firsts: Int = 0) -> Double {
    switch finding.change {
    // A model of the app's own may cost anything; mostly that is little.
    case .hoist(let object):
      return Double(updates + firsts) * (KnownTypes.costly.contains(object) ? Self.creation : Self.derivation)
    // A store is asked again for what it said before, whatever changed.
    case .moveWork(.query):
      return (Double(updates) + Self.shareOfReturning * Double(firsts)) * Self.cost(of: .query)
    // Where its input changed, the work has to be done anyway; what scrolls in again was there before.
    case .moveWork(let workload):
      let once = remedies.updates(besideInputsOf: finding) + Self.shareOfReturning * Double(firsts)
      // What one evaluation does several times need be done once, whatever changed.
      let again = Double(updates) * Double(timesDone(finding) - 1)
      return (once + again) * Self.cost(of: workload)
    // To build a row anew costs its evaluation at least, besides its state.
    case .keepIdentity: return Double(updates)
    case .extract(.part(let value)), .extract(.parts(let value)), .moveState(let value, _), .readWhereUsed(let value):
      return lines(spared: finding, for: value) { lines in lines - partLines(of: finding) }
    case .extract(.rest(let value)):
      return lines(spared: finding, for: value) { _ in sectionLines(of: finding) }
    case .extract(.sections): return workOfGiantBody(finding, updates: updates)
    case .stopDepending, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel, .observePerElement,
      .observeNested, .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment, .useCallableStruct,
      .stabilizeDefault,
      .derive, .followParent, .takeValue, .ownObject, .compareView, .compareElements, .askEquality,
      .wrapInPlainValueView,
      .passComparable, .projectBinding, .conformToEquatable, .completeEquality, .writeOnlyOnChange,
      .writeOnThreshold, .slowDown, .announceMembers, .stopPublishing, .breakLoop, .moveWriteOutOfBody,
      .moveEffectOutOfBody, .makeLazy,
      .makePrivate, .useLet,
      .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation, .guardDebugCode,
      .correctCommand:
      return 0
    }
  }

  /// How often one evaluation does the work of a finding, as far as that tells one from another.
  private func timesDone(_ finding: Finding) -> Int {
    guard let type = remedies.type(of: finding) else { return 1 }
    return min(AskedTimes(graph: graph).count(of: finding, in: type), Self.mostTimes)
  }

  private static let mostTimes = 8

  /// Leaves of the work that bodies repeat what other changes leave of their evaluations: who mends those has mended most of it.
  ///
  /// The other way round where a value is written too often: who reads it in a small view of its own need not see less of it.
  func creditOthers(_ findings: inout [DiagnosedFinding]) {
    let parted = findings.map { viewsParted(from: $0, findings) }
    var spared: [Int: Int] = [:]
    for (index, finding) in findings.enumerated()
    where finding.severity > .note && !finding.finding.change.traits.contains(.sparesWork) {
      for (view, saved) in finding.outcome.saved where !parted[index].contains(view) {
        spared[view] = max(spared[view] ?? 0, saved)
      }
    }
    for index in findings.indices {
      if !parted[index].isEmpty {
        let share = shareOfSaved(findings[index].outcome, causedBy: parted[index])
        findings[index].costOfSaved *= 1 - Self.shareOfRoot * share
      }
      guard findings[index].finding.change.traits.contains(.sparesWork), findings[index].sparedWork > 0 else {
        continue
      }
      let views = ownViews(findings[index].finding)
      let all = views.reduce(0) { $0 + totals[$1].updates + totals[$1].initial }
      guard all > 0 else { continue }
      let gone = Double(views.reduce(0) { $0 + (spared[$1] ?? 0) }) / Double(all)
      findings[index].sparedWork *= 1 - Self.shareOfRoot * min(1, gone)
    }
  }

  /// The share of the updates that a change saves which begin in some views.
  private func shareOfSaved(_ outcome: Outcome, causedBy views: Set<Int>) -> Double {
    var (all, caused) = (0, 0)
    for claim in outcome.claims {
      let root = recorded.updates[Int(claim.update), Int(claim.place)].root
      let view = recorded.traits[recorded.updates[Int(claim.update), root].message].view
      all += claim.number
      if views.contains(view) { caused += claim.number }
    }
    return all > 0 ? Double(caused) / Double(all) : 0
  }

  /// Views of the trace that a value which is written too often evaluates no longer once a part of them alone reads it.
  private func viewsParted(from written: DiagnosedFinding, _ findings: [DiagnosedFinding]) -> Set<Int> {
    guard case .slowDown(let path, _) = written.finding.change, let owner = remedies.type(of: written.finding) else {
      return []
    }
    return findings.reduce(into: []) { views, finding in
      guard finding.severity > .note, let value = finding.finding.change.valueReadInPart,
        let type = remedies.type(of: finding.finding)
      else { return }
      let isMeant =
        if type.id == owner.id {
          value.property == path.property
        } else if let property = type.property(value.property), let model = graph.index.type(of: property, in: type),
          model.id == owner.id
        {
          value.member.map { graph.storedReads(of: $0, in: model).union([$0]).contains(path.property) } ?? true
        } else {
          false
        }
      if isMeant { views.formUnion(ownViews(finding.finding)) }
    }
  }

  /// Which parts of a body need not have run, nobody can tell without its members; that of one as long as fifteen screens most
  /// need not, everybody can.
  private func workOfGiantBody(_ finding: Finding, updates: Int) -> Double {
    guard let type = remedies.type(of: finding), let evaluation = graph.evaluation(of: type.id) else { return 0 }
    let size = Double(evaluation.lineCount) / Self.giantLines
    return size < 1 ? 0 : Double(updates) * min(size, Self.largestGiant)
  }

  /// Lines of a body, with its helpers, from which on nobody keeps all of it in mind.
  private static let giantLines = 600.0
  /// Beyond that a longer body counts no more.
  private static let largestGiant = 2.0

  /// As many ordinary bodies are a large one.
  private static let largeBodies = 3.0

  /// Updates by one value from which on it drives a view: five seconds of frames.
  private static let drivenUpdates = 300

  /// Whether one value evaluates a body all the time, which a part of it alone shows: however small it is.
  func isDriven(_ finding: Finding) -> Bool {
    guard let value = finding.change.valueReadInPart,
      // Whatever else an object that publishes as a whole announces is named like the value.
      value.member != nil || remedies.type(of: finding)?.property(value.property)?.storage?.isAssignedValue == true
    else { return false }
    let (caused, all) = remedies.updates(of: finding, by: value)
    return caused >= Self.drivenUpdates && caused * 10 >= all * 9
      && Double(caused) >= Self.severeShare * Double(max(1, totalOfScenario.reduce(0, +)))
  }

  /// Whether a body is among those that cost the most, however few parts a rule finds in it.
  func isLargeBody(_ finding: Finding) -> Bool {
    guard let type = remedies.type(of: finding), let evaluation = graph.evaluation(of: type.id) else { return false }
    return Double(evaluation.evaluatedLineCount) >= Self.ordinaryLines * Self.largeBodies
  }

  /// Lines that no update by a value evaluates any more, over those of an ordinary body.
  private func lines(spared finding: Finding, for value: PropertyPath, _ spared: (Int) -> Int) -> Double {
    // To take a small body apart saves nothing but what its children cost.
    guard let type = remedies.type(of: finding), let evaluation = graph.evaluation(of: type.id),
      Double(evaluation.evaluatedLineCount) > Self.ordinaryLines || isDriven(finding)
    else { return 0 }
    let lines = max(0, spared(evaluation.evaluatedLineCount))
    let each = min(Double(lines) / Self.ordinaryLines, Self.costRange.upperBound)
    return Double(remedies.updates(of: finding, by: value).caused) * each
  }

  /// Lines of the part of a body that becomes a view of its own; a few where the finding names none.
  private func partLines(of finding: Finding) -> Int {
    if finding.change.traits.contains(.takesApart), let type = remedies.type(of: finding) {
      return remedies.parts(of: finding, in: type).reduce(0) { $0 + $1.lineCount }
    }
    var place: SourcePlace?
    if case .moveState(_, to: .part(let part)) = finding.change { place = part }
    // A part that is one word may stand for a helper with most of the body in it.
    guard let place, let type = remedies.type(of: finding), let part = remedies.code(at: place, in: type)
    else { return Self.leafLines }
    return max(Self.leafLines, remedies.withHelpers(part, type).reduce(0) { $0 + $1.lineCount })
  }

  private func sectionLines(of finding: Finding) -> Int {
    guard let type = remedies.type(of: finding) else { return 0 }
    return finding.places(.section).reduce(0) { sum, related in
      sum + (related.place.flatMap { remedies.code(at: $0, in: type) }?.lineCount ?? 0)
    }
  }

  /// A view that shows one value.
  private static let leafLines = 8
}

extension Change {
  /// The value that one part of a view is to read alone; `nil` for other changes.
  fileprivate var valueReadInPart: PropertyPath? {
    if case .extract(let extraction) = self { return extraction.valueReadInParts }
    return nil
  }
}
