package import SourceAnalysis
import SwiftUIModel
package import TraceAnalysis
internal import TraceImport

/// A trace and its sources, joined: which updates were needed, what made the others happen, and what each fix saves.
///
/// Nothing in it claims more than its inputs show: names that several declarations answer to stay open, and what the
/// sources do not prove is not called proven.
package struct Diagnosis: Sendable {
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
    /// What to log to settle what is unknown.
    package var instrumentation: Instrumentation?
    /// Whether it is a row that prints the same line when it scrolls into view as when it is updated: it has nothing to list then.
    package var isSilentRow = false
  }

  /// A view whose body is to log its changes.
  package struct Instrumentation: Sendable, Hashable {
    /// As the source names it, with the types around it.
    package var view: String
    /// Where its body begins.
    package var place: SourcePlace
  }

  /// A value that a body reads on evaluation.
  package struct Read: Sendable, Hashable {
    package var name: String
    package var place: SourcePlace
    /// Updates of the view that name it as their cause; of an argument, which no trace names, those that the best finding about
    /// it would save.
    package var updates: Int
    package var isArgument = false
  }

  /// A value that may have changed, by what the body reads, what is written where, and what else changed at the time.
  package struct Candidate: Sendable, Hashable {
    package var name: String
    /// Of the open updates, from 0 to 1.
    package var share: Double
    /// The same for reports: those of all candidates add up to 100.
    package var percent: Int
  }

  /// The best few fixes together.
  package struct FixSet: Sendable {
    /// Ids, in the order to make them.
    package var changes: [String]
    /// Of the finding that leads each.
    package var fingerprints: [String]
    package var updatesBefore: Int
    package var updatesAfter: Int
    /// The least and the most that is left, where that rests on inference.
    package var range: ClosedRange<Int>?
    /// All of them in the ledger.
    package internal(set) var claimant = Ledger.Claimant(index: 0)
  }

  /// The trace's counts, with triggers by the sources.
  package let summary: RedrawSummary
  package private(set) var matching: ViewMatching
  /// What every update was worth, and what would save it.
  package internal(set) var ledger = Ledger()
  /// By id as in the summary.
  package internal(set) var views: [RedrawSummary.ViewID: View] = [:]
  /// Best first.
  package internal(set) var findings: [DiagnosedFinding] = []
  /// The same by the change that resolves them, best first.
  package internal(set) var changes: [DiagnosedChange] = []
  /// Views of the trace that look like the app's and that no scanned file declares.
  package private(set) var withoutSource: [String] = []
  /// Properties that changed in the recording and that the declaration of their view does not have, or not with a wrapper, as
  /// only those are told: the sources are of another version than the recording.
  package private(set) var missingProperties: [(view: String, names: [String])] = []
  /// Views that print their changes and that the trace does not show.
  package private(set) var neverSeen: [TypeID] = []
  package internal(set) var fixSet: FixSet?
  /// What no finding explains; lists of findings and of changes have it, with and without what the trace shows nothing of.
  private(set) var adviceOfTrace = AdviceOfTrace()

  let graph: SourceGraph
  let recorded: RecordedUpdates
  let playback: Playback
  /// What was found for the elements of the updates as they were recorded.
  let played: Playback.Played
  var replay: Replay
  let remedies: Remedies

  /// Joins a profile with sources.
  ///
  /// - Parameters:
  ///   - linter: With the configuration that the findings follow.
  ///   - findings: What it finds in the sources beside a trace, if that is asked for already.
  package init(
    _ profile: TraceProfile, sources graph: SourceGraph, linter: Linter,
    findings: Parallel.Pending<[LintFinding]>? = nil
  ) {
    self.graph = graph
    let matching = ViewMatching(profile, graph)
    self.matching = matching
    // The rules need the messages of the trace alone, so they run beside what follows.
    let named = Self.namedChanges(profile, matching, graph)
    let suspected = Parallel.begin { Self.suspected(linter, graph, named) }
    let preparing = Parallel.begin { PreparedFacts(of: Set(matching.traceNames.keys), in: graph) }
    let resolver = UpdateResolver(profile, hierarchy: ViewHierarchy(graph, matching))
    var evaluations: [UpdateResolver.Evaluation] = []
    evaluations.reserveCapacity(
      profile.runs.lazy.flatMap(\.parts).flatMap(\.updates).reduce(0) { $0 + $1.elements.count })
    summary = RedrawSummary(profile, resolver: resolver) { evaluations += $0 }
    let prepared = preparing.wait()
    recorded = RecordedUpdates(
      profile, resolver: resolver, evaluations: evaluations, matching: matching, graph: graph, prepared: prepared)
    let constructions = ConstructionTable(recorded, graph)
    let bindings = BoundMembers(recorded)
    let publications = PublicationFinder(
      recorded, constructions, bindings, alwaysDiffering: prepared.memberShares.alwaysDiffering, graph
    ).find()
    let surges = Surges(profile, recorded, graph)
    let memberShares = prepared.memberShares.seen(in: recorded, publications, surges)
    playback = Playback(
      recorded: recorded, constructions: constructions, shares: Self.shares(recorded, memberShares, graph),
      weights: Weights(recorded, memberShares), bindings: bindings)
    played = playback.playAll()
    replay = Replay(
      playback, played, recreated: Self.recreated(summary, recorded),
      instances: Self.instances(summary, recorded))
    remedies = Remedies(
      recorded: recorded, graph: graph, shares: memberShares, constructions: playback.constructions,
      turnsOfLoops: Self.turnsOfLoops(in: summary),
      isLoopReported: summary.parts.contains { $0.faults[.multipleUpdatesPerFrame] != nil },
      storms: summary.parts.flatMap(\.storms).filter { $0.storm.longestSeconds >= Self.endlessSeconds }
        .reduce(into: [:]) { $0[$1.view, default: []].insert($1.cause) },
      recordedNanoseconds: Self.length(of: summary), surges: surges)
    noteCoverage()
    let surging = SurgeFindings(surges: surges, graph: graph, shares: memberShares, linter: linter)
    let found = (findings?.wait() ?? linter.findings(besideTraceIn: graph)).filter { isBorneOut($0.finding, by: named) }
    let set = diagnose(found, suspected: suspected.wait() + surging.findings())
    keepLedger(set, memberShares)
    adviceOfTrace = findAdviceOfTrace()
  }

  /// The parts of a trace are recorded one after the other, or beside each other.
  ///
  /// - Returns: `nil` where a part has no times.
  private static func length(of summary: RedrawSummary) -> Int64? {
    summary.parts.reduce(0) { sum, part in
      guard let sum, let nanoseconds = part.nanoseconds else { return nil }
      return sum.addingReportingOverflow(nanoseconds).partialValue
    }
  }

  /// By view that takes part in a cycle of the trace, the turns of the longest.
  private static func turnsOfLoops(in summary: RedrawSummary) -> [String: Int] {
    summary.parts.flatMap(\.cycles).reduce(into: [:]) { turns, cycle in
      for member in cycle.members { turns[member.view] = max(turns[member.view] ?? 0, cycle.turns) }
    }
  }

  /// Nobody keeps scrolling or dragging longer at the rate of the display.
  private static let endlessSeconds = 4

  /// How often views were thrown away and built anew.
  private static func recreated(_ summary: RedrawSummary, _ recorded: RecordedUpdates) -> [ViewInScenario: Int] {
    let recreated = summary.views.filter { $0.recreated > 0 }
    if recreated.isEmpty { return [:] }
    let indices = Dictionary(zip(recorded.names, recorded.names.indices), uniquingKeysWith: { first, _ in first })
    return recreated.reduce(into: [:]) { result, view in
      guard let index = indices[view.id.name], let scenario = recorded.scenarioIndex[view.id.scenario] else { return }
      result[ViewInScenario(view: index, scenario: scenario)] = view.recreated
    }
  }

  /// For each view of the trace how many of it there are at a time, at least one.
  private static func instances(_ summary: RedrawSummary, _ recorded: RecordedUpdates) -> [Int] {
    var byName: [String: Int] = [:]
    for view in summary.views where !view.runs.isEmpty {
      byName[view.id.name] = max(byName[view.id.name] ?? 1, (view.initial - view.recreated) / view.runs.count)
    }
    // Rows without storage that appear below a view that is not logged are not seen to be first appearances.
    var repeated = [Int](repeating: 1, count: recorded.names.count)
    for update in recorded.updates {
      for element in update.elements where element.rows > 1 {
        let view = recorded.traits[element.message].view
        repeated[view] = max(repeated[view], element.rows)
      }
    }
    for (name, number) in zip(recorded.names, repeated) { byName[name] = max(byName[name] ?? 1, number) }
    return recorded.names.map { byName[$0] ?? 1 }
  }

  /// For each message the share of the changes it names that are of what the view reads; 1 where nothing is known.
  private static func shares(_ recorded: RecordedUpdates, _ members: MemberShares, _ graph: SourceGraph) -> [Double] {
    recorded.messages.map { message in
      guard let index = message.facts, !message.hasSelf else { return 1 }
      let type = recorded.facts[index].type
      let stored = Set(type.storedProperties.map(\.name))
      let shares = message.own.map { own -> Double in
        if case .keyPath(let path, _) = own.cause, let (owner, member) = PropertyName.keyPath(path),
          let name = recorded.facts[index].modelProperty(owner), let property = type.property(name)
        {
          return members.share(ofFieldsOf: member, of: property, readBy: type) ?? 1
        }
        guard case .dynamicProperty(let traced) = own.cause,
          let property = type.property(PropertyName.source(traced, among: stored))
        else { return 1 }
        if property.isObservedObject { return members.share(of: property, in: type) }
        return property.storage == .state ? 1 : recorded.structWrites.share(of: property, in: type, graph) ?? 1
      }
      return shares.max() ?? 1
    }
  }

  /// Whether a view that is declared like that can be evaluated for the cause: of its properties a recording tells only those that
  /// SwiftUI watches, which nearly always have a wrapper.
  private static func mayChange(_ cause: Cause, in type: TypeInfo) -> Bool {
    guard case .dynamicProperty(let traced) = cause else { return true }
    let stored = Set(type.storedProperties.map(\.name))
    if stored.contains(traced) { return true }
    guard let property = type.property(PropertyName.source(traced, among: stored)) else { return false }
    return property.wrapper != nil
  }

  mutating func noteCoverage() {
    withoutSource = summary.views.compactMap { view in
      if case .unknown = matching[view.id.name] { view.id.name } else { nil }
    }
    withoutSource = Array(Set(withoutSource)).sorted()
    missingProperties = Dictionary(grouping: summary.views) { $0.id.name }.sorted { $0.key < $1.key }
      .compactMap { name, views in
        guard case .declaration(let id) = matching[name] else { return nil }
        let missing = Set(views.flatMap { $0.causes.map(\.cause) }).filter { !Self.mayChange($0, in: graph.index[id]) }
        return missing.isEmpty ? nil : (name, missing.map(\.displayName).sorted())
      }
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
      return evaluation.calls(namedAnyOf: SwiftUIModel.changeLoggers).contains { $0.phase.isEvaluation }
    }
  }

}
