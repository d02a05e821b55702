internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// What the updates of each view were worth.
extension Diagnosis {
  /// Counts all updates, with what the findings and the best fixes together claim of them.
  ///
  /// - Parameter set: The outcome of the best fixes together.
  mutating func keepLedger(_ set: Outcome?, _ members: MemberShares) {
    var claimants: [Outcome] = []
    var known: [EffectList: Ledger.Claimant] = [:]
    func claimant(of finding: DiagnosedFinding) -> Ledger.Claimant? {
      if finding.saved < 1 { return nil }
      let effects = EffectList(finding.effects)
      if let claimant = known[effects] { return claimant }
      let claimant = Ledger.Claimant(index: claimants.count)
      known[effects] = claimant
      claimants.append(finding.outcome)
      return claimant
    }
    for index in findings.indices { findings[index].claimant = claimant(of: findings[index]) }
    for index in changes.indices { changes[index].claimant = claimant(of: changes[index].lead) }
    if let set {
      fixSet?.claimant = Ledger.Claimant(index: claimants.count)
      claimants.append(set)
    }
    let entered = LedgerBuilder(recorded, played.elements, claimants: claimants)
    let indices = Dictionary(zip(recorded.names, recorded.names.indices), uniquingKeysWith: { first, _ in first })
    func number(of view: RedrawSummary.ViewID) -> ViewInScenario? {
      guard let index = indices[view.name], let scenario = recorded.scenarioIndex[view.scenario] else { return nil }
      return ViewInScenario(view: index, scenario: scenario)
    }
    ledger = entered.ledger(of: summary, number: number)
    noteShares()
    let remainders = summary.views.map { number(of: $0.id).map(entered.remainder) ?? .init() }
    let described = describeViews(remainders, members)
    for (summed, view) in zip(summary.views, described) { views[summed.id] = view }
  }

  /// Says of each change with which others it shares what it saves.
  private mutating func noteShares() {
    let shared = ledger.shared
    // Two changes with the same effects are one claimant.
    var changesOfClaimant: [Ledger.Claimant: [String]] = [:]
    for change in changes {
      if let claimant = change.claimant { changesOfClaimant[claimant, default: []].append(change.id) }
    }
    for index in changes.indices {
      guard let own = changes[index].claimant else { continue }
      let id = changes[index].id
      var claims = shared[own, default: []]
      if let alike = changesOfClaimant[own], alike.count > 1 { claims.append((own, ledger.claimed(by: own))) }
      changes[index].shares = claims.filter { $0.number > 0 }.flatMap { claim in
        changesOfClaimant[claim.claimant, default: []].filter { $0 != id }
          .map { .init(change: $0, number: claim.number) }
      }.sorted { ($1.number, $0.change) < ($0.number, $1.change) }
    }
  }

  /// For each view of the summary what is known of it; `nil` for those without one declaration.
  private func describeViews(_ remainders: [LedgerBuilder.Remainder], _ members: MemberShares) -> [View?] {
    let makers = openMakers()
    let blame = ArgumentBlame(findings)
    return Parallel.inChunks(Array(zip(summary.views, remainders))) { [self] summed, remainder -> View? in
      guard case .declaration(let id) = matching[summed.id.name], let evaluation = graph.evaluation(of: id) else {
        return nil
      }
      let type = graph.index[id]
      var view = View(type: id, place: type.code.nameStart, end: type.code.end)
      let sums = ledger[summed.id]
      view.justified = sums.needed
      view.avoidable = sums.avoidable
      view.likelyAvoidable = sums.likelyAvoidable
      view.unknown = sums.unknown
      view.floor = max(0, summed.evaluations - view.avoidable - view.likelyAvoidable - summed.recreated)
      view.reads = reads(of: type, summed.id, evaluation, remainder, blame)
      view.isSilentRow =
        type.storedProperties.allSatisfy { $0.isStatic || $0.wrapper == nil }
        && graph.parents[id]?.contains { $0.child.row != nil } == true
      if view.unknown > 0 {
        view.instrumentation = makers[summed.id.name]
        view.candidates = candidates(for: remainder, of: id, members)
      }
      return view
    }
  }

  /// What the open updates of a view may come from, the likeliest first.
  private func candidates(for remainder: LedgerBuilder.Remainder, of id: TypeID, _ members: MemberShares)
    -> [Candidate]
  {
    guard let index = recorded.factsIndex[id] else { return [] }
    var weights: [String: Double] = [:]
    // In order, since sums of fractions depend on it.
    for (set, number) in remainder.open.sorted(by: { $0.set < $1.set }) {
      if recorded.facts[index].names(in: set).isEmpty { weights[Self.unseen, default: 0] += Double(number) }
      for (name, share) in Self.candidates(set, recorded.facts[index], members) {
        weights[name, default: 0] += share * Double(number)
      }
    }
    // In order here, too.
    if weights.isEmpty { return [Candidate(name: Self.unseen, share: 1, percent: 100)] }
    let ranked = weights.filter { $0.value > 0 }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let all = ranked.reduce(0) { $0 + $1.value }
    let percents = Self.wholePercents(ranked.map { $0.value / all })
    return zip(ranked, percents).map { Candidate(name: $0.key, share: $0.value / all, percent: $1) }
  }

  /// Shares that add up to 1 as percents that add up to 100: what rounding down leaves goes to the largest fractions.
  package static func wholePercents(_ shares: [Double]) -> [Int] {
    var percents = shares.map { Int($0 * 100) }
    let left = 100 - percents.reduce(0, +)
    let fractions = shares.indices.map { shares[$0] * 100 - Double(percents[$0]) }
    for index in shares.indices.sorted(by: { (fractions[$1], $0) < (fractions[$0], $1) }).prefix(max(0, left)) {
      percents[index] += 1
    }
    return percents
  }

  /// What open updates come from where nothing that the view holds explains them.
  static let unseen = "something that neither trace nor sources show"

  /// What may have changed, by name, with shares that add up to 1.
  static func candidates(_ set: PropertySet, _ facts: ViewFacts, _ members: MemberShares) -> [(String, Double)] {
    let names = facts.names(in: set)
    let weights = names.map { name in
      // The object itself stays the same.
      facts.members[name]?.isEmpty == false && facts.type.property(name)?.isObservedObject == true
        ? 0 : members.weight(of: name, in: facts.type)
    }
    let all = weights.reduce(0, +)
    // Where nothing is known to be written, one is as likely as the other.
    return zip(names, weights).map { ($0, all > 0 ? $1 / all : 1 / Double(names.count)) }
  }

  /// By argument the updates of the view that findings blame on it, counted as those count them: what the fix would save.
  private func blamedUpdates(by blame: ArgumentBlame, _ type: TypeInfo, _ view: RedrawSummary.ViewID) -> [String: Int] {
    blame.claimants(of: type).reduce(into: [:]) { updates, blamed in
      updates[blamed.argument] = max(
        updates[blamed.argument] ?? 0, ledger.updatesSaved(by: blamed.claimant, of: view))
    }
  }

  /// - Parameter remainder: Of the view in a scenario.
  private func reads(
    of type: TypeInfo, _ view: RedrawSummary.ViewID, _ evaluation: Evaluation, _ remainder: LedgerBuilder.Remainder,
    _ blame: ArgumentBlame
  ) -> [Read] {
    let stored = Set(type.storedProperties.map(\.name))
    var updates: [String: Int] = [:]
    for (message, number) in remainder.updatesOfMessage {
      var names: Set<String> = []
      for own in recorded.messages[message].own {
        switch own.cause {
        case .dynamicProperty(let name): names.insert(PropertyName.source(name, among: stored))
        case .keyPath(let path, _):
          if let (owner, member) = PropertyName.keyPath(path), let index = recorded.factsIndex[type.id],
            let property = recorded.facts[index].modelProperty(owner)
          {
            names.insert(property + "." + member)
          }
        default: break
        }
      }
      // An update that names two members of a model is one update by each.
      for name in names { updates[name, default: 0] += number }
    }
    let blamed = blamedUpdates(by: blame, type, view)
    struct Place: Hashable {
      var file: ObjectIdentifier
      var offset: Int
    }
    var found: [Read] = []
    var seen: Set<Place> = []
    for read in evaluation.reads where read.phase.isEvaluation && !read.isProjection && !read.isDerived {
      let place = Place(file: ObjectIdentifier(read.code.file), offset: read.code.startOffset)
      guard seen.insert(place).inserted else { continue }
      let name = read.member.map { read.property + "." + $0 } ?? read.property
      var shown = Read(name: name, place: read.code.start, updates: updates[name] ?? updates[read.property] ?? 0)
      if let property = type.property(read.property), property.isStored, !property.isStatic, property.storage == nil {
        shown.isArgument = true
        shown.updates = blamed[read.property] ?? 0
      }
      found.append(shown)
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

/// Who blames what views are given, by the names of the views: reports show it of each view in each scenario.
private struct ArgumentBlame {
  private typealias Blamed = (argument: String, claimant: Ledger.Claimant)

  /// By the name of a child, as findings about those who make it have it.
  private var byChild: [String: [Blamed]] = [:]
  /// By the qualified name of the view that a finding is about.
  private var byView: [String: [Blamed]] = [:]

  init(_ findings: [DiagnosedFinding]) {
    for finding in findings {
      guard let claimant = finding.claimant else { continue }
      switch finding.finding.subject {
      case .argument(let argument, let child): byChild[child, default: []].append((argument, claimant))
      case .path(let path):
        if let view = finding.finding.view { byView[view, default: []].append((path.property, claimant)) }
      default: break
      }
    }
  }

  /// What is blamed of what a view is given, by whom.
  func claimants(of type: TypeInfo) -> [(argument: String, claimant: Ledger.Claimant)] {
    let names: Set = [type.qualifiedName, type.name]
    return names.flatMap { byChild[$0] ?? [] } + (byView[type.qualifiedName] ?? [])
  }
}
