internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// What the updates of each view were worth.
extension Diagnosis {
  mutating func judgeViews(_ members: MemberShares) {
    let totals = ViewTotals(recorded, states)
    let makers = openMakers()
    let indices = Dictionary(zip(recorded.names, recorded.names.indices), uniquingKeysWith: { first, _ in first })
    let judged = Parallel.inChunks(summary.views) { [self] summed -> View? in
      guard case .declaration(let id) = matching[summed.id.name], let evaluation = graph.evaluation(of: id) else {
        return nil
      }
      let type = graph.index[id]
      var view = View(type: id, place: type.code.nameStart, end: type.code.end)
      let total = totals[indices[summed.id.name], recorded.scenarioIndex[summed.id.scenario]]
      let verdict = total.verdict
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
        for (set, number) in total.open.sorted(by: { $0.set < $1.set }) {
          guard let index = recorded.factsIndex[id] else { continue }
          for (name, share) in Self.candidates(set, recorded.facts[index], members) {
            weights[name, default: 0] += share * Double(number)
          }
        }
        // In order here, too.
        let ranked = weights.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let all = ranked.reduce(0) { $0 + $1.value }
        view.candidates = ranked.map { Candidate(name: $0.key, share: $0.value / all) }
      }
      return view
    }
    for (summed, view) in zip(summary.views, judged) { views[summed.id] = view }
  }

  /// What may have changed, by name, with shares that add up to 1.
  static func candidates(_ set: PropertySet, _ facts: ViewFacts, _ members: MemberShares) -> [(String, Double)] {
    let names = facts.names(in: set)
    let weights = names.map { members.weight(of: $0, in: facts.type) }
    let all = weights.reduce(0, +)
    // Where nothing is known to be written, one is as likely as the other.
    return zip(names, weights).map { ($0, all > 0 ? $1 / all : 1 / Double(names.count)) }
  }

  func reads(of type: TypeInfo, _ evaluation: Evaluation, _ summed: RedrawSummary.View) -> [Read] {
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
  func openMakers() -> [String: Instrumentation] {
    var isOpen = [Bool](repeating: false, count: recorded.names.count)
    for update in recorded.updates {
      for element in update.elements where !element.isInitial && recorded.traits[element.message].hasSelf {
        if let trigger = element.trigger, !recorded.traits[update.elements[trigger].message].isAssumed { continue }
        isOpen[recorded.traits[element.message].view] = true
      }
    }
    var result: [String: Instrumentation] = [:]
    for view in isOpen.indices where isOpen[view] {
      guard let index = recorded.factsOfView[view] else { continue }
      let makers = graph.makers(of: recorded.facts[index].type.id).filter { matching.traceNames[$0] == nil }
      guard let maker = makers.first else { continue }
      let type = graph.index[maker]
      let place = (graph.evaluation(of: maker)?.entries.first?.start) ?? type.code.nameStart
      result[recorded.names[view]] = Instrumentation(view: type.qualifiedName, place: place)
    }
    return result
  }
}

/// The verdicts of all updates, by view and scenario.
private struct ViewTotals: Sendable {
  struct Total {
    var verdict = Verdict()
    /// By what may have changed of what is unknown, so that names are looked up once for each; few of a view differ.
    var open: [(set: PropertySet, number: Int)] = []

    mutating func note(_ set: PropertySet, _ number: Int) {
      if let known = open.firstIndex(where: { $0.set == set }) {
        open[known].number += number
      } else {
        open.append((set, number))
      }
    }
  }

  private struct Key: Hashable {
    var view: Int
    var scenario: Int
  }

  private var totals: [Key: Total] = [:]

  init(_ recorded: RecordedUpdates, _ states: [[Playback.State]]) {
    // One scenario after the other, with room for all views of one: there are many elements to count.
    let byScenario = Dictionary(grouping: recorded.updates.indices) { recorded.updates[$0].scenario }
    var counted = [Total](repeating: Total(), count: recorded.names.count)
    for (scenario, updates) in byScenario {
      var seen: Set<Int> = []
      for index in updates {
        let update = recorded.updates[index]
        for (element, state) in zip(update.elements, states[index]) where !element.isInitial {
          let message = recorded.traits[element.message]
          let view = message.view
          if counted[view].verdict.isEmpty { seen.insert(view) }
          counted[view].verdict.add(state.verdict, times: update.count)
          guard state.verdict.unknown > 0, let facts = message.facts else { continue }
          let read = state.change.possible & recorded.facts[facts].reads & ~ViewFacts.elsewhere
          counted[view].note(read != 0 ? read : state.change.possible, state.verdict.unknown * update.count)
        }
      }
      for view in seen {
        totals[Key(view: view, scenario: scenario)] = counted[view]
        counted[view] = Total()
      }
    }
  }

  subscript(view: Int?, scenario: Int?) -> Total {
    guard let view, let scenario else { return Total() }
    return totals[Key(view: view, scenario: scenario)] ?? Total()
  }
}

extension Verdict {
  /// Whether nothing was added yet.
  fileprivate var isEmpty: Bool { self == Verdict() }

  fileprivate mutating func add(_ other: Verdict, times: Int) {
    justified += other.justified * times
    avoidable += other.avoidable * times
    likelyAvoidable += other.likelyAvoidable * times
    expectedAvoidable += other.expectedAvoidable * Double(times)
    unknown += other.unknown * times
  }
}
