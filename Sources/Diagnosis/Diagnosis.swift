package import SourceAnalysis
package import TraceAnalysis
internal import TraceImport

/// A trace and its sources, joined: which updates were needed, what made the others happen, and what each fix saves.
///
/// Nothing in it claims more than its inputs show: names that several declarations answer to stay open, and what the
/// sources do not prove is not called proven.
package struct Diagnosis {
  /// What is known of a view of the trace that has one declaration in the sources.
  package struct View: Sendable {
    package var type: TypeID
    package var place: SourcePlace
    package var end: SourcePlace
    package var justified = 0
    package var avoidable = 0
    package var likelyAvoidable = 0
    package var unknown = 0
    /// The evaluations it cannot avoid: first appearances and updates that are neither avoidable nor likely so.
    package var floor = 0
    package var reads: [Read] = []
    /// What the updates that are neither justified nor avoidable may come from, the likeliest first.
    package var candidates: [Candidate] = []
    /// The line of instrumentation that would settle what is unknown, and where it belongs.
    package var instrumentation: String?
  }

  /// A value that a body reads on evaluation.
  package struct Read: Sendable, Hashable {
    package var name: String
    package var place: SourcePlace
    /// Updates of the view that name it as their cause.
    package var updates: Int
  }

  /// A value that may have changed, by what the body reads, what is written where, and what else changed at the time.
  package struct Candidate: Sendable, Hashable {
    package var name: String
    /// Of the open updates, from 0 to 1.
    package var share: Double
  }

  /// The best few fixes together.
  package struct FixSet: Sendable {
    package var fingerprints: [String]
    package var updatesBefore: Int
    package var updatesAfter: Int
  }

  /// The trace's counts, with triggers by the sources.
  package let summary: RedrawSummary
  package private(set) var matching: ViewMatching
  /// By id as in the summary.
  package private(set) var views: [RedrawSummary.ViewID: View] = [:]
  /// Best first.
  package private(set) var findings: [DiagnosedFinding] = []
  /// Views of the trace that look like the app's and that no scanned file declares.
  package private(set) var withoutSource: [String] = []
  /// Views that print their changes and that the trace does not show.
  package private(set) var neverSeen: [TypeID] = []
  package private(set) var fixSet: FixSet?

  private let graph: SourceGraph
  private let recorded: RecordedUpdates
  private let playback: Playback
  private let states: [[Playback.State]]
  private var defeats: [Defeat: Int] = [:]
  private let replay: Replay
  private let remedies: Remedies

  /// Joins a profile with sources.
  ///
  /// - Parameters:
  ///   - linter: With the configuration that the findings follow.
  ///   - findings: What it finds in the sources, if that is known already.
  package init(_ profile: TraceProfile, sources graph: SourceGraph, linter: Linter, findings: [LintFinding]? = nil) {
    self.graph = graph
    let matching = ViewMatching(profile, graph)
    self.matching = matching
    // The rules need the names of the trace alone, so they run beside what follows.
    let suspected = Parallel.begin { Self.suspected(linter, graph, traced: Set(matching.traceNames.keys)) }
    let preparing = Parallel.begin { PreparedFacts(of: Set(matching.traceNames.keys), in: graph) }
    let resolver = UpdateResolver(profile, hierarchy: ViewHierarchy(graph, matching))
    var evaluations: [UpdateResolver.Evaluation] = []
    summary = RedrawSummary(profile, resolver: resolver) { evaluations += $0 }
    let prepared = preparing.wait()
    recorded = RecordedUpdates(
      profile, resolver: resolver, evaluations: evaluations, matching: matching, graph: graph, prepared: prepared)
    let memberShares = prepared.memberShares
    playback = Playback(
      recorded: recorded, constructions: ConstructionTable(recorded, graph),
      shares: Self.shares(recorded, memberShares, graph))
    var states: [[Playback.State]] = []
    var defeats: [Defeat: Int] = [:]
    for update in recorded.updates.indices {
      states.append(playback.play(update) { defeat, number in defeats[defeat, default: 0] += number })
    }
    self.states = states
    self.defeats = defeats
    let recreated = Set(summary.views.filter { $0.recreated > 0 }.map(\.id.name))
    let names = recorded.names
    var instances: [String: Int] = [:]
    for view in summary.views where !view.runs.isEmpty {
      instances[view.id.name] = max(instances[view.id.name] ?? 1, (view.initial - view.recreated) / view.runs.count)
    }
    // Rows without storage that appear below a view that is not logged are not seen to be first appearances.
    for update in recorded.updates {
      for element in update.elements where element.repetitions > 1 {
        let name = names[recorded.messages[element.message].view]
        instances[name] = max(instances[name] ?? 1, element.repetitions)
      }
    }
    replay = Replay(
      playback, states: states, recreatedViews: Set(names.indices.filter { recreated.contains(names[$0]) }),
      instances: names.map { max(1, instances[$0] ?? 1) })
    remedies = Remedies(
      recorded: recorded, graph: graph, shares: memberShares, constructions: playback.constructions,
      loopingViews: Set(summary.parts.flatMap { $0.cycles.flatMap(\.members) }.map(\.view)))
    judgeViews(memberShares)
    noteCoverage()
    diagnose(findings ?? linter.run(graph), suspected: suspected.wait())
  }

  private static func shares(_ recorded: RecordedUpdates, _ members: MemberShares, _ graph: SourceGraph)
    -> [Playback.ShareKey: Double]
  {
    var result: [Playback.ShareKey: Double] = [:]
    for message in recorded.messages {
      guard let index = message.facts else { continue }
      let type = recorded.facts[index].type
      let stored = Set(type.storedProperties.map(\.name))
      for own in message.own {
        guard case .dynamicProperty(let traced) = own.cause,
          let property = type.property(PropertyName.source(traced, among: stored))
        else { continue }
        let key = Playback.ShareKey(facts: index, cause: own.cause)
        if property.isObservedObject {
          result[key] = members.share(of: property, in: type)
        } else if property.wrapper != "State" {
          result[key] = recorded.structWrites.share(of: property, in: type, graph)
        }
      }
    }
    return result
  }

  // MARK: - Views

  private mutating func judgeViews(_ members: MemberShares) {
    /// A view of a scenario; names are long, and there are many evaluations.
    struct Key: Hashable {
      var view: Int
      var scenario: String?
    }
    var verdicts: [Key: Verdict] = [:]
    // By what may have changed, so that names are looked up once for each.
    var open: [Key: [PropertySet: Int]] = [:]
    for (update, states) in zip(recorded.updates, states) {
      for (element, state) in zip(update.elements, states) where !element.isInitial {
        let id = Key(view: recorded.messages[element.message].view, scenario: update.scenario)
        verdicts[id, default: Verdict()].add(state.verdict, times: update.count)
        guard state.verdict.unknown > 0, let index = recorded.messages[element.message].facts else { continue }
        let read = state.change.possible & recorded.facts[index].reads & ~ViewFacts.elsewhere
        open[id, default: [:]][read != 0 ? read : state.change.possible, default: 0] +=
          state.verdict.unknown * update.count
      }
    }
    let makers = openMakers()
    let indices = Dictionary(zip(recorded.names, recorded.names.indices), uniquingKeysWith: { first, _ in first })
    for summed in summary.views {
      guard case .declaration(let id) = matching[summed.id.name], let evaluation = graph.evaluation(of: id) else {
        continue
      }
      let type = graph.index[id]
      var view = View(type: id, place: type.code.nameStart, end: type.code.end)
      let key = Key(view: indices[summed.id.name] ?? -1, scenario: summed.id.scenario)
      let verdict = verdicts[key] ?? Verdict()
      view.justified = verdict.justified
      view.avoidable = verdict.avoidable
      view.likelyAvoidable = verdict.likelyAvoidable + Int(verdict.expectedAvoidable.rounded(.down))
      view.unknown = max(0, summed.updates - view.justified - view.avoidable - view.likelyAvoidable)
      view.floor = max(0, summed.evaluations - view.avoidable - view.likelyAvoidable - summed.recreated)
      view.reads = reads(of: type, evaluation, summed)
      if view.unknown > 0 {
        view.instrumentation = makers[summed.id.name]
        var weights: [String: Double] = [:]
        // In order, since sums of fractions depend on it.
        for (set, number) in (open[key] ?? [:]).sorted(by: { $0.key < $1.key }) {
          guard let index = recorded.factsIndex[id] else { continue }
          for (name, share) in Self.candidates(set, recorded.facts[index], members) {
            weights[name, default: 0] += share * Double(number)
          }
        }
        let all = weights.values.reduce(0, +)
        view.candidates = weights.filter { $0.value > 0 }.map { Candidate(name: $0.key, share: $0.value / all) }
          .sorted { ($1.share, $0.name) < ($0.share, $1.name) }
      }
      views[summed.id] = view
    }
  }

  /// What may have changed, by name, with shares that add up to 1.
  private static func candidates(_ set: PropertySet, _ facts: ViewFacts, _ members: MemberShares) -> [(String, Double)]
  {
    let names = facts.names(in: set)
    let weights = names.map { members.weight(of: $0, in: facts.type) }
    let all = weights.reduce(0, +)
    // Where nothing is known to be written, one is as likely as the other.
    return zip(names, weights).map { ($0, all > 0 ? $1 / all : 1 / Double(names.count)) }
  }

  private func reads(of type: TypeInfo, _ evaluation: Evaluation, _ summed: RedrawSummary.View) -> [Read] {
    let stored = Set(type.storedProperties.map(\.name))
    var updates: [String: Int] = [:]
    for cause in summed.causes {
      switch cause.cause {
      case .dynamicProperty(let name):
        updates[PropertyName.source(name, among: stored), default: 0] += cause.evaluations
      case .keyPath(let path, _):
        if let (owner, member) = PropertyName.keyPath(path), let index = recorded.factsIndex[type.id],
          let property = recorded.facts[index].modelProperty(owner)
        {
          updates[property + "." + member, default: 0] += cause.evaluations
        }
      default: break
      }
    }
    var found: [Read] = []
    var seen: Set<SourcePlace> = []
    for read in evaluation.reads where read.phase.isEvaluation && !read.isProjection && !read.isDerived {
      guard seen.insert(read.code.start).inserted else { continue }
      let name = ([read.property] + read.path.prefix(1)).joined(separator: ".")
      found.append(Read(name: name, place: read.code.start, updates: updates[name] ?? updates[read.property] ?? 0))
    }
    return found.sorted { ($0.place, $0.name) < ($1.place, $1.name) }
  }

  /// For views that were evaluated without a visible reason, what to instrument to see it.
  private func openMakers() -> [String: String] {
    var open: Set<Int> = []
    for update in recorded.updates {
      for element in update.elements where !element.isInitial {
        if let trigger = element.trigger, !recorded.messages[update.elements[trigger].message].isAssumed { continue }
        let message = recorded.messages[element.message]
        if message.hasSelf { open.insert(message.view) }
      }
    }
    var result: [String: String] = [:]
    for view in open {
      guard let index = recorded.factsOfView[view] else { continue }
      let makers = graph.makers(of: recorded.facts[index].type.id).filter { matching.traceNames[$0] == nil }
      guard let maker = makers.first else { continue }
      let type = graph.index[maker]
      let place = (graph.evaluation(of: maker)?.entries.first?.start) ?? type.code.nameStart
      result[recorded.names[view]] =
        "add 'let _ = Self._logChanges()' to the body of '\(type.qualifiedName)', \(place.file):\(place.line)"
    }
    return result
  }

  private mutating func noteCoverage() {
    withoutSource = summary.views.compactMap { view in
      if case .unknown = matching[view.id.name] { view.id.name } else { nil }
    }
    withoutSource = Array(Set(withoutSource)).sorted()
    let seen = Set(
      matching.matches.values.flatMap { match -> [TypeID] in
        switch match {
        case .declaration(let id): [id]
        case .ambiguous(let ids): ids
        case .unknown: []
        }
      })
    neverSeen = graph.views.filter { id in
      guard !seen.contains(id), let evaluation = graph.evaluation(of: id) else { return false }
      return evaluation.calls.contains { ["_printChanges", "_logChanges"].contains($0.name) && $0.phase.isEvaluation }
    }
  }

  // MARK: - Findings

  private mutating func diagnose(_ found: [LintFinding], suspected: [LintFinding]) {
    let standard = found.count
    let results = found + suspected
    let judge = FindingJudge(
      recorded: recorded, evidence: ViewEvidence.gather(recorded, states), graph: graph, replay: replay,
      remedies: remedies, summary: summary, matching: matching)
    var candidates: [DiagnosedFinding] = []
    for (index, judged) in Parallel.inChunks(results, { judge.judge($0) }).enumerated() {
      var diagnosed = judged
      diagnosed.isSuspected = index >= standard
      // How often a value may change that somebody shows is for its owner to say.
      if diagnosed.isSuspected, diagnosed.finding.rule == "volatile_environment_value" { diagnosed.severity = .note }
      // What only a lowered threshold found has to show for itself in the trace.
      if index < standard || isShown(diagnosed) { candidates.append(diagnosed) }
    }
    candidates = Self.withoutDuplicates(candidates)
    candidates += unexplained(candidates, judge)
    findings = DiagnosedFinding.ranked(Self.withoutSymptoms(candidates))
    chooseSet()
  }

  /// What is both found and suspected once, by the reading that saves more.
  private static func withoutDuplicates(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    struct Key: Hashable {
      var rule: String
      var place: SourcePlace
      var subject: String
    }
    var places: [Key: Int] = [:]
    var result: [DiagnosedFinding] = []
    for finding in findings {
      let key = Key(rule: finding.finding.rule, place: finding.finding.place, subject: finding.finding.subject)
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
  private func isShown(_ suspected: DiagnosedFinding) -> Bool {
    if suspected.finding.rule == "monolithic_body", repeatsMuch(suspected) { return true }
    guard suspected.saved >= 1 else { return false }
    switch suspected.finding.rule {
    case "volatile_environment_value":
      return suspected.outcome.saved.contains { view, saved in
        saved >= Double(Self.volatileChanges * replay.instances[view])
      }
    case "update_loop":
      return suspected.outcome.saved.keys.contains { remedies.loopingViews.contains(recorded.names[$0]) }
    default: return true
    }
  }

  /// Whether a body that is no small one was evaluated again and again.
  private func repeatsMuch(_ finding: DiagnosedFinding) -> Bool {
    guard finding.repeatedWork >= Self.repeatedBodies, let type = remedies.type(of: finding.finding),
      let evaluation = graph.evaluation(of: type.id)
    else { return false }
    return evaluation.lineCount >= Self.longBody
  }

  /// Lines of a body, and evaluations of it, from which on parts of it are worth views of their own.
  private static let longBody = 30
  private static let repeatedBodies = 30

  /// Changes of an environment value from which on it counts as volatile.
  private static let volatileChanges = 30

  /// Leaves out small bodies that a lowered threshold calls monolithic where others say what defeats their children.
  private static func withoutSymptoms(_ findings: [DiagnosedFinding]) -> [DiagnosedFinding] {
    var explained: [Int: Double] = [:]
    for finding in findings where finding.finding.rule != "monolithic_body" {
      for (view, saved) in finding.outcome.saved { explained[view] = max(explained[view] ?? 0, saved) }
    }
    return findings.filter { finding in
      guard finding.isSuspected, finding.finding.rule == "monolithic_body" else { return true }
      return !finding.outcome.saved.allSatisfy { explained[$0.key, default: 0] >= 0.9 * $0.value }
    }
  }

  /// What the rules find in the views of the trace once size does not matter: the trace decides instead.
  private static func suspected(_ linter: Linter, _ graph: SourceGraph, traced: Set<TypeID>) -> [LintFinding] {
    var options = linter.configuration.analysis
    for rule in linter.rules {
      for option in rule.options where option.key.hasPrefix("minimum_") && options.rules[rule.id]?[option.key] == nil {
        // Leaving the leaf that calls it is the fix of this one: leaves stay below the threshold.
        options.rules[rule.id, default: [:]][option.key] = rule.id == "dismiss_dependency" ? smallestScreen : 0
      }
    }
    var configuration = linter.configuration
    configuration.analysis = options
    for id in FindingJudge.rulesToSuspect where configuration.settings[id] == nil { configuration.optIn.insert(id) }
    if configuration.only.isEmpty {
      configuration.only = FindingJudge.rulesToSuspect
    } else {
      configuration.only.formIntersection(FindingJudge.rulesToSuspect)
      if configuration.only.isEmpty { return [] }
    }
    // Who makes what the trace shows may not be logged itself.
    let makers = traced.reduce(into: traced) { all, id in all.formUnion((graph.parents[id] ?? []).map(\.0)) }
    return Linter(configuration: configuration, rules: linter.rules.map(suspecting))
      .run(graph.restricted(to: makers, options: options))
  }

  /// The rule with what it only suspects; without thresholds to lower, that alone.
  private static func suspecting(_ rule: SourceRule) -> SourceRule {
    guard let suspect = rule.suspect else { return rule }
    var result = rule
    if rule.options.contains(where: { $0.key.hasPrefix("minimum_") }) {
      result.check = { graph in rule.check(graph) + suspect(graph) }
    } else {
      result.check = suspect
    }
    return result
  }

  /// Keys of the environment that hold actions and change with what they act on.
  private static let actionKeys: Set<String> = ["dismiss", "dismissSearch", "dismissWindow", "presentationMode"]

  /// Lines of a body from which on it is no leaf.
  private static let smallestScreen = 12

  /// Avoidable updates that no finding explains: named after what defeats the comparison.
  private func unexplained(_ found: [DiagnosedFinding], _ judge: FindingJudge) -> [DiagnosedFinding] {
    // Equatable views treat what an argument does; where the argument is known it is the better place.
    var covered: [Int: Double] = [:]
    var coveredByArgument: [Int: Double] = [:]
    for finding in found {
      for (view, saved) in finding.outcome.saved {
        covered[view] = max(covered[view] ?? 0, saved)
        if finding.finding.rule == "missing_equatable_view" || finding.finding.rule == "non_pod_expensive_view" {
          continue
        }
        coveredByArgument[view] = max(coveredByArgument[view] ?? 0, saved)
      }
    }
    var open: [Int: [Defeat]] = [:]
    for (defeat, number) in defeats where number >= Self.leastUnexplained {
      let known = defeat.argument == nil ? covered : coveredByArgument
      if Double(number) > 1.2 * (known[defeat.child] ?? 0) { open[defeat.child, default: []].append(defeat) }
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
    }.flatMap { $0 } + unexplainedCauses(covered, judge)
  }

  /// Updates by causes of the views' own that nothing they read seems to follow from, and that no finding explains.
  private func unexplainedCauses(_ covered: [Int: Double], _ judge: FindingJudge) -> [DiagnosedFinding] {
    // By message, so that properties are looked up once for each.
    var wastedByMessage = [Double](repeating: 0, count: recorded.messages.count)
    var updatesByMessage = [Int](repeating: 0, count: recorded.messages.count)
    for (update, states) in zip(recorded.updates, states) {
      for (element, state) in zip(update.elements, states) where !element.isInitial {
        let verdict = state.verdict
        let number = Double(verdict.avoidable + verdict.likelyAvoidable) + verdict.expectedAvoidable
        wastedByMessage[element.message] += number * Double(update.count)
        updatesByMessage[element.message] += element.repetitions * update.count
      }
    }
    struct Key: Hashable {
      var facts: Int
      var property: String
    }
    var wasted: [Key: (number: Double, all: Int, causes: Set<Cause>)] = [:]
    for (number, message) in recorded.messages.enumerated() where updatesByMessage[number] > 0 {
      guard !message.hasSelf, let index = message.facts else { continue }
      let stored = Set(recorded.facts[index].type.storedProperties.map(\.name))
      for own in message.own {
        guard case .dynamicProperty(let traced) = own.cause else { continue }
        let key = Key(facts: index, property: PropertyName.source(traced, among: stored))
        wasted[key, default: (0, 0, [])].number += wastedByMessage[number]
        wasted[key]?.all += updatesByMessage[number]
        wasted[key]?.causes.insert(own.cause)
      }
    }
    var groups: [String: [FindingJudge.Reader]] = [:]
    for (key, waste) in wasted where waste.number >= Double(Self.leastUnexplained) {
      let type = recorded.facts[key.facts].type
      let known = recorded.viewsOfFacts[key.facts].reduce(0.0) { $0 + (covered[$1] ?? 0) }
      guard waste.number > 1.2 * known, let property = type.property(key.property), !property.isObservedObject
      else { continue }
      let isRead = !(graph.evaluation(of: type.id)?.evaluationReads(of: property.name).isEmpty ?? true)
      // State that its owner hands out in parts has no better place.
      if isRead, property.wrapper == "State" { continue }
      // Where the action runs is the place for it, as small as the view is.
      if !isRead, property.environmentKey.map(Self.actionKeys.contains) == true,
        graph.evaluation(of: type.id).map({ $0.lineCount < Self.smallestScreen }) ?? true
      {
        continue
      }
      // One value of the environment is one finding, whoever reads it.
      let group = isRead ? property.environmentKey : nil
      groups[group ?? "\(type.qualifiedName) \(type.code.file.path) \(property.name)", default: []].append(
        .init(
          type: type, property: property, causes: waste.causes, remaining: 1 - waste.number / Double(max(1, waste.all)))
      )
    }
    return groups.sorted { $0.key < $1.key }.compactMap { _, members in
      judge.unexplained(readers: members.sorted { $0.property.place < $1.property.place })
    }
  }

  private static let leastUnexplained = 3

  private static func isBefore(_ left: Defeat, _ right: Defeat) -> Bool {
    if left.child != right.child { return left.child < right.child }
    if left.maker != right.maker { return left.maker < right.maker }
    return (left.argument ?? "") < (right.argument ?? "")
  }

  /// Fixes one after the other, each the best of what is left, until little is.
  private mutating func chooseSet() {
    let before = summary.totals.updates + summary.totals.recreated
    var chosen: [Effect] = []
    var fingerprints: [String] = []
    var saved = 0.0
    let candidates = findings.filter { $0.saved >= 1 && !$0.effects.isEmpty }.prefix(Self.mostCandidates)
    var left = Array(candidates)
    while fingerprints.count < Self.mostFixes, !left.isEmpty {
      var best: (index: Int, saved: Double)?
      for (index, candidate) in left.enumerated() {
        // What a fix saves on its own bounds what it adds to others.
        if let best, Double(candidate.saved) <= best.saved - saved { continue }
        let together = replay.outcome(of: chosen + candidate.effects).savedTotal
        if together > (best?.saved ?? saved) { best = (index, together) }
      }
      guard let best, best.saved - saved >= max(1, 0.02 * Double(before)) else { break }
      saved = best.saved
      chosen += left[best.index].effects
      fingerprints.append(left[best.index].fingerprint)
      left.remove(at: best.index)
    }
    guard !fingerprints.isEmpty else { return }
    fixSet = FixSet(
      fingerprints: fingerprints, updatesBefore: before, updatesAfter: max(0, before - Int(saved.rounded())))
  }

  /// More fixes than this at once are no advice.
  private static let mostFixes = 5
  private static let mostCandidates = 24
}

extension Verdict {
  mutating func add(_ other: Verdict, times: Int) {
    justified += other.justified * times
    avoidable += other.avoidable * times
    likelyAvoidable += other.likelyAvoidable * times
    expectedAvoidable += other.expectedAvoidable * Double(times)
    unknown += other.unknown * times
  }
}
