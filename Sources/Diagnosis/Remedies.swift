internal import SourceAnalysis
internal import TraceImport

/// What the fix of a finding would do to the dependency graph, for the rules whose evidence is in a trace.
struct Remedies {
  /// A fix as effects, and how sure it is that they are what the fix does.
  struct Remedy {
    var effects: [Effect] = []
    /// What the fix leaves at most and at least, as effects, where what it leaves rests on inference.
    var pessimistic: [Effect]?
    var optimistic: [Effect]?
    /// The views whose updates are the evidence even where none is saved.
    var views: Set<Int> = []
    /// The causes that are the evidence; empty for all.
    var causes: Set<Cause> = []
    /// The fix makes updates cheaper, not fewer.
    var savesWork = false
    /// The fix spreads first appearances that come all at once.
    var isBurst = false
  }

  let recorded: RecordedUpdates
  let graph: SourceGraph
  let shares: MemberShares
  let constructions: ConstructionTable
  /// Views that take part in a cycle of the trace.
  let loopingViews: Set<String>
  /// Types by qualified name; several may share one.
  private let typesByName: [String: [TypeInfo]]
  /// The views that hold an object or value of a type, with the property that does.
  private let holders: [TypeID: [(facts: ViewFacts, property: Property)]]

  init(
    recorded: RecordedUpdates, graph: SourceGraph, shares: MemberShares, constructions: ConstructionTable,
    loopingViews: Set<String>
  ) {
    self.recorded = recorded
    self.graph = graph
    self.shares = shares
    self.constructions = constructions
    self.loopingViews = loopingViews
    typesByName = Dictionary(grouping: graph.index.types, by: \.qualifiedName)
    var holders: [TypeID: [(facts: ViewFacts, property: Property)]] = [:]
    for facts in recorded.facts {
      for property in facts.type.storedProperties {
        guard let held = graph.index.type(of: property, in: facts.type) else { continue }
        holders[held.id, default: []].append((facts, property))
      }
    }
    self.holders = holders
  }

  /// `nil` for rules that no trace can prove or disprove.
  func remedy(for finding: Finding) -> Remedy? {
    let type = type(of: finding)
    let views = type.map { self.views(of: $0.id) } ?? []
    switch finding.rule {
    case "unused_dynamic_property", "dismiss_dependency", "derived_state_stored":
      return ignoring(type, property: finding.subject)
    case "state_scoped_too_high": return type.flatMap { narrowing($0, finding) }
    case "monolithic_body": return type.flatMap { extracting($0, finding) }
    case "broad_model_dependency": return type.flatMap { passingOnlyNeeded($0, finding) }
    case "observable_object_fan_out": return type.map { migrating($0) }
    case "legacy_environment_object":
      guard let type, let property = type.property(finding.subject),
        let model = graph.index.type(of: property, in: type)
      else { return Remedy(views: views) }
      return migrating(model)
    case "observed_object_created_inline", "observable_not_in_state":
      // Whoever owns the object keeps it, and a view is compared by its inputs alone.
      if finding.subject.contains(".") {
        let children = children(around: finding.code, in: type)
        return Remedy(effects: [.comparing(views: children)], views: children)
      }
      let causes = causes(of: type, property: finding.subject)
      return Remedy(
        effects: [.ignoring(views: views, causes: causes, remaining: 0), .comparing(views: views)], views: views,
        causes: causes)
    case "collection_dependency_in_row":
      let causes = self.causes(of: type, property: finding.subject)
      return Remedy(
        effects: [.onePerChange(views: views, causes: causes)], views: views, causes: causes)
    case "transitive_computed_dependency", "non_equatable_observable_property":
      return type.map { reading($0, member: finding.subject) }
    case "struct_property_dependency":
      return shared(views, self.causes(of: type, property: finding.subject), remaining: 0.5)
    case "volatile_environment_value": return type.flatMap { environmentWriter($0, key: finding.subject, finding) }
    case "closure_in_environment", "unstable_entry_default": return environmentReaders(key: finding.subject)
    case "missing_equatable_view", "non_pod_expensive_view":
      return Remedy(effects: [.comparing(views: views)], views: views)
    case "incomparable_argument": return incomparable(type, views, finding)
    case "closure_binding":
      let children = children(around: finding.code, in: type)
      return Remedy(effects: [.comparing(views: children)], views: children)
    case "unstable_identity":
      let children = type.map { graph.isView($0) } == false ? rows(of: type) : children(in: finding.code, of: type)
      var remedy = Remedy(effects: [.keepingIdentity(views: children)], views: children, causes: [.identity])
      if finding.subject == "ForEach.position" {
        let shifting = children.filter(isShifting)
        if !shifting.isEmpty { remedy.effects.append(.keepingToElements(views: shifting, without: 0)) }
      }
      return remedy
    case "redundant_state_write", "hot_path_state_write", "layout_feedback", "update_loop":
      return type.flatMap { writing($0, finding) }
    case "heavy_work_in_body", "object_created_in_body": return Remedy(views: views, savesWork: true)
    case "eager_container": return Remedy(views: children(in: finding.code, of: type), isBurst: true)
    default: return nil
    }
  }

  // MARK: - Names

  func type(of finding: Finding) -> TypeInfo? {
    guard let name = finding.view else { return nil }
    let types = typesByName[name] ?? []
    return types.first { type in
      type.allCode.contains { $0 == finding.code || $0.contains(finding.code) }
    } ?? types.first
  }

  /// The trace's names of a declaration, as indices.
  func views(of id: TypeID) -> Set<Int> {
    recorded.factsIndex[id].map { Set(recorded.viewsOfFacts[$0]) } ?? []
  }

  private func property(in subject: String) -> String {
    subject.split(separator: ".").first.map(String.init) ?? subject
  }

  /// The causes in the trace that mean a property of the view, or members of the model it holds.
  ///
  /// - Parameter subject: The property, or property and member: then of an observed model that member alone.
  func causes(of type: TypeInfo?, property subject: String) -> Set<Cause> {
    guard let type, let index = recorded.factsIndex[type.id] else { return [] }
    let parts = subject.split(separator: ".").map(String.init)
    let name = parts.first ?? subject
    let model = type.property(name).flatMap { graph.index.type(of: $0, in: type) }
    let members = parts.count > 1 ? model.map { graph.storedReads(of: parts[1], in: $0).union([parts[1]]) } : nil
    let stored = Set(type.storedProperties.map(\.name))
    var result: Set<Cause> = []
    for message in recorded.messages where message.facts == index {
      for own in message.own {
        switch own.cause {
        case .dynamicProperty(let traced) where PropertyName.source(traced, among: stored) == name:
          result.insert(own.cause)
        case .keyPath(let path, _):
          if let (owner, member) = PropertyName.keyPath(path), recorded.facts[index].modelProperty(owner) == name,
            members?.contains(member) ?? true
          {
            result.insert(own.cause)
          }
        case .dependencies:
          // Not named; one of the models whose members the body reads.
          if recorded.facts[index].isObserved(name) { result.insert(own.cause) }
        default: break
        }
      }
    }
    return result
  }

  // MARK: - Remedies

  private func ignoring(_ type: TypeInfo?, property: String) -> Remedy {
    let views = type.map { self.views(of: $0.id) } ?? []
    let causes = causes(of: type, property: property)
    return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 0)], views: views, causes: causes)
  }

  private func narrowing(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    let causes = causes(of: type, property: finding.subject)
    var remedy = Remedy(views: views, causes: causes)
    let owner = finding.related.first
    if let name = owner?.view, name != type.qualifiedName,
      let id = graph.index.resolve(name, near: type.code.file.path, inside: type.id)
    {
      remedy.effects = [.owning(views: views, causes: causes, owners: self.views(of: id))]
    } else {
      let section = owner?.place.flatMap { place in code(at: place, in: type) }
      remedy.effects = [.extracting(views: views, causes: causes, section: section)]
    }
    return remedy
  }

  /// The outermost piece of the view's code that starts at a place.
  private func code(at place: SourcePlace, in type: TypeInfo) -> Code? {
    for part in type.allCode where part.file.path == place.file {
      for code in part.descendants where code.start == place { return code }
    }
    return nil
  }

  private func extracting(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    var remedy = Remedy(views: views, savesWork: true)
    guard let index = recorded.factsIndex[type.id] else { return remedy }
    let facts = recorded.facts[index]
    let sections = finding.related.compactMap { related -> Effect.Section? in
      guard let place = related.place, let code = code(at: place, in: type) else { return nil }
      let reads = facts.evaluation.reads.filter { code.contains($0.code) && $0.phase.isEvaluation && !$0.isProjection }
      return Effect.Section(code: code, reads: reads.reduce(0) { $0 | facts.mask(of: $1) })
    }
    if !sections.isEmpty { remedy.effects = [.sectioning(views: views, sections: sections)] }
    return remedy
  }

  private func passingOnlyNeeded(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    guard let property = type.property(finding.subject) else { return Remedy(views: views) }
    let causes = causes(of: type, property: property.name)
    if property.wrapper == "Binding" {
      return Remedy(effects: [.onePerChange(views: views, causes: causes)], views: views, causes: causes)
    }
    let isShared = TypeName.isCollection(property.typeText ?? "") || finding.severity == .note
    if property.wrapper == nil, isShared, graph.isBuiltInRow(type), let index = recorded.factsIndex[type.id] {
      return Remedy(
        effects: [.keepingToElements(views: views, without: recorded.facts[index].whole(property.name))], views: views)
    }
    if property.isObservedObject || property.environmentType != nil {
      let share = shares.share(of: property, in: type)
      return shared(views, causes, remaining: share)
    }
    // Who reads all of it needs all of it.
    if let index = recorded.factsIndex[type.id], recorded.facts[index].readsEverything(of: property) {
      return Remedy(views: views)
    }
    // What the sources alone do not call wide has to be shown to be.
    let effects: [Effect] = [.narrowing(views: views, trust: finding.severity == .note ? .others : .likelihood)]
    return Remedy(
      effects: effects, pessimistic: [.narrowing(views: views, trust: .nobody)], optimistic: effects, views: views)
  }

  /// From `ObservableObject` to `@Observable`: every observer is evaluated for what it reads alone.
  private func migrating(_ model: TypeInfo) -> Remedy {
    var remedy = Remedy()
    var none: [Effect] = []
    var all: [Effect] = []
    var isCertain = true
    for (facts, property) in holders[model.id] ?? [] where property.isObservedObject {
      let views = views(of: facts.type.id)
      let causes = causes(of: facts.type, property: property.name)
      guard !causes.isEmpty else { continue }
      let share = shares.share(of: property, in: facts.type)
      if share > 0, share < 1 { isCertain = false }
      remedy.effects.append(.ignoring(views: views, causes: causes, remaining: share))
      none.append(.ignoring(views: views, causes: causes, remaining: share < 1 ? 0 : 1))
      all.append(.ignoring(views: views, causes: causes, remaining: share > 0 ? 1 : 0))
      remedy.views.formUnion(views)
      remedy.causes.formUnion(causes)
    }
    if !isCertain {
      remedy.optimistic = none
      remedy.pessimistic = all
    }
    return remedy
  }

  private func shared(_ views: Set<Int>, _ causes: Set<Cause>, remaining: Double) -> Remedy {
    func effects(_ share: Double) -> [Effect] { [.ignoring(views: views, causes: causes, remaining: share)] }
    var remedy = Remedy(effects: effects(remaining), views: views, causes: causes)
    if remaining > 0, remaining < 1 {
      remedy.optimistic = effects(0)
      remedy.pessimistic = effects(1)
    }
    return remedy
  }

  /// Views that a key path of the model's member evaluates.
  private func reading(_ model: TypeInfo, member: String) -> Remedy {
    let stored = graph.storedReads(of: member, in: model).union([member])
    var views: Set<Int> = []
    var causes: Set<Cause> = []
    for message in recorded.messages {
      for own in message.own {
        guard case .keyPath(let path, _) = own.cause, let (owner, first) = PropertyName.keyPath(path),
          owner == model.name || owner == model.qualifiedName, stored.contains(first)
        else { continue }
        views.insert(message.view)
        causes.insert(own.cause)
      }
    }
    return shared(views, causes, remaining: 0.5)
  }

  private func environmentReaders(key named: String) -> Remedy {
    var remedy = Remedy()
    // `LogEventKey` of an `EnvironmentKey` goes by the name of the property that reads it.
    let entry = graph.index.types.filter { $0.name == "EnvironmentValues" }.flatMap(\.properties).first { property in
      property.getter?.mentionedNames.contains(named) == true
    }
    let key = entry?.name ?? named
    for facts in recorded.facts {
      for property in facts.type.storedProperties where property.environmentKey == key {
        let views = views(of: facts.type.id)
        let causes = causes(of: facts.type, property: property.name)
        guard !causes.isEmpty, !isShown(property, by: facts) else { continue }
        remedy.effects.append(.ignoring(views: views, causes: causes, remaining: 0))
        remedy.views.formUnion(views)
        remedy.causes.formUnion(causes)
      }
    }
    return remedy
  }

  /// A leaf that shows a value always has to follow it, however it comes by it.
  private func isShown(_ property: Property, by facts: ViewFacts) -> Bool {
    guard !facts.evaluation.children.contains(where: { $0.type != nil }) else { return false }
    return facts.evaluation.evaluationReads(of: property.name).contains { read in
      // A flag made of it shows it only where it passes a limit.
      !read.code.ancestors.contains { code in
        [.ifStatement, .switchStatement, .ternary].contains(code.kind)
          || code.kind == .binary && ["<", ">", "<=", ">=", "==", "!="].contains(code.name)
          || code.kind == .call && code.calledName == "contains"
      }
    }
  }

  /// The view that writes a volatile value into the environment, and the readers that do not show it.
  private func environmentWriter(_ type: TypeInfo, key: String, _ finding: Finding) -> Remedy {
    if type.property(key)?.environmentKey != nil { return ignoring(type, property: key) }
    var remedy = environmentReaders(key: key)
    guard finding.severity != .note, let index = recorded.factsIndex[type.id] else { return remedy }
    let facts = recorded.facts[index]
    let names = Set(
      facts.evaluation.reads.filter { finding.code.contains($0.code) && $0.phase.isEvaluation }.map(\.property))
    for name in names.sorted() {
      // Only where the view does not use it itself.
      let elsewhere = facts.evaluation.evaluationReads(of: name).contains { read in
        !finding.code.arguments.contains { $0.contains(read.code) }
      }
      guard !elsewhere else { continue }
      let causes = causes(of: type, property: name)
      guard !causes.isEmpty else { continue }
      remedy.effects.append(.ignoring(views: views(of: type.id), causes: causes, remaining: 0))
      remedy.views.formUnion(views(of: type.id))
      remedy.causes.formUnion(causes)
    }
    return remedy
  }

  private func incomparable(_ type: TypeInfo?, _ views: Set<Int>, _ finding: Finding) -> Remedy {
    if finding.subject.hasPrefix("environment.") {
      return environmentReaders(key: String(finding.subject.dropFirst("environment.".count)))
    }
    guard finding.subject.contains(".") else { return Remedy(effects: [.comparing(views: views)], views: views) }
    let children = children(around: finding.code, in: type)
    return Remedy(effects: [.comparing(views: children)], views: children)
  }

  /// Views of the trace that the innermost construction around a piece of code makes.
  private func children(around code: Code, in type: TypeInfo?) -> Set<Int> {
    guard let type, let evaluation = graph.evaluation(of: type.id) else { return [] }
    // An object that is made in an argument is no view.
    let inner = evaluation.children.filter { child in
      child.code.contains(code) && child.type.map { graph.isView(graph.index[$0]) } == true
    }.max { $0.code.index < $1.code.index }
    return inner?.type.map(views) ?? []
  }

  /// Views of the trace that are constructed inside of a piece of code, or at the start of its modifier chain.
  private func children(in code: Code, of type: TypeInfo?) -> Set<Int> {
    guard let type, let evaluation = graph.evaluation(of: type.id) else { return [] }
    let found = evaluation.children.filter { code == $0.code || code.contains($0.code) }.compactMap(\.type)
    return found.reduce(into: []) { $0.formUnion(below($1)) }
  }

  /// Whether rows move as a whole: several are evaluated at once, not always as many, or with new ones beside them.
  private func isShifting(_ view: Int) -> Bool {
    var counts: Set<Int> = []
    for index in recorded.updates(of: view) {
      var evaluated = 0
      var inserted = 0
      for element in recorded.updates[index].elements where recorded.messages[element.message].view == view {
        if element.isInitial { inserted += element.repetitions } else { evaluated += element.repetitions }
      }
      guard evaluated > Playback.rowsPerChange else { continue }
      counts.insert(evaluated)
      if inserted > 0 || counts.count > 1 { return true }
    }
    return false
  }

  /// Views of the trace that are made in rows and given a value of the type.
  private func rows(of type: TypeInfo?) -> Set<Int> {
    guard let type else { return [] }
    return recorded.facts.reduce(into: []) { found, facts in
      let takes = holders[type.id]?.contains { $0.facts.type.id == facts.type.id } ?? false
      let isRow =
        graph.parents[facts.type.id]?.contains { parent, child in
          guard let row = child.row else { return false }
          return takes || graph.elementType(ofRows: row, in: graph.index[parent]) == type.id
        } ?? false
      if isRow { found.formUnion(views(of: facts.type.id)) }
    }
  }

  /// The views of the trace that a declaration is, or that it makes where the trace does not show it.
  private func below(_ id: TypeID) -> Set<Int> {
    var result: Set<Int> = []
    var seen: Set<TypeID> = []
    var pending = [id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let views = views(of: next)
      if views.isEmpty {
        pending += (graph.evaluation(of: next)?.children ?? []).compactMap(\.type)
      } else {
        result.formUnion(views)
      }
    }
    return result
  }

  /// A write that could be left out: what follows from it, as far as it is not the view's own business.
  private func writing(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    var views = views(of: type.id)
    if finding.rule == "update_loop" {
      let names = finding.subject.split(separator: ">").map(String.init)
      let causes = names.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, property: $1)) }
      // A loop that the trace shows leaves its first turn; one that converges costs one update in two.
      let isSeen = views.contains { loopingViews.contains(recorded.names[$0]) }
      return shared(views, causes, remaining: isSeen ? 0.04 : 0.5)
    }
    let name = property(in: finding.subject)
    var causes = causes(of: type, property: name)
    if type.isObservableObject || type.isObservableClass {
      views = []
      for (facts, property) in holders[type.id] ?? [] {
        let found = self.causes(of: facts.type, property: property.name)
        if !found.isEmpty { views.formUnion(self.views(of: facts.type.id)) }
        causes.formUnion(found)
      }
    }
    let isHot = finding.rule == "hot_path_state_write"
    let seen =
      type.isObservableObject
      ? changesSeen(below: views, observing: type) : changesSeen(below: type, property: name, isDirect: !isHot)
    guard let seen else {
      if isHot { return shared(views, causes, remaining: 0.05) }
      // Of the changes of an object those of the member, and of these half for want of evidence.
      let share = type.isObservableObject ? shares.share(ofMember: name, in: type) : 1
      return shared(views, causes, remaining: 1 - 0.5 * share)
    }
    // What follows nearly every write is shown continuously.
    if isHot, seen.share > 0.9 {
      return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 1)], views: views, causes: causes)
    }
    var remedy = Remedy(
      effects: [.following(views: views, causes: causes, witnesses: seen.witnesses)], views: views, causes: causes)
    if !seen.isComplete {
      remedy.optimistic = remedy.effects
      remedy.pessimistic = [.ignoring(views: views, causes: causes, remaining: 1)]
    }
    return remedy
  }

  /// How often a value differed where it was written, as children show that are given it and compare well: they are
  /// evaluated, or not.
  private struct ChangesSeen {
    /// Of the updates by the value's cause.
    var share: Double
    var witnesses: Set<Int>
    /// Whether nothing else can have been what changed.
    var isComplete = true
  }

  /// - Parameter isDirect: Whether the child has to be given the value itself; otherwise what is made of it will do.
  private func changesSeen(below type: TypeInfo, property: String, isDirect: Bool) -> ChangesSeen? {
    guard let owner = recorded.factsIndex[type.id] else { return nil }
    let whole = recorded.facts[owner].whole(property)
    var found = witnesses(of: owner) { argument in argument.sources & whole != 0 && (!isDirect || argument.isDirect) }
    if isDirect { found = Array(found.prefix(1)) }
    guard !found.isEmpty else { return nil }
    let seen = followed(owner, by: Set(found)) { $0.change.possible & whole != 0 }
    guard seen.updates >= Self.leastSeen else { return nil }
    return ChangesSeen(
      share: Double(seen.followed) / Double(seen.updates),
      witnesses: found.reduce(into: []) { $0.formUnion(recorded.viewsOfFacts[$1]) })
  }

  /// Of a model, by the children of the views that observe it.
  private func changesSeen(below views: Set<Int>, observing model: TypeInfo) -> ChangesSeen? {
    var result = ChangesSeen(share: 0, witnesses: [])
    var updates = 0
    var differing = 0
    for owner in Set(views.compactMap { recorded.factsOfView[$0] }).sorted() {
      let facts = recorded.facts[owner]
      let names = (holders[model.id] ?? []).filter { $0.facts.type.id == facts.type.id }.map(\.property.name)
      let whole = names.reduce(0) { $0 | facts.whole($1) }
      let found = witnesses(of: owner) { $0.sources & whole != 0 && Self.isFaithful($0.value) }
      guard !found.isEmpty else { return nil }
      let given = found.flatMap { constructions[owner, $0].flatMap(\.arguments) }.map(\.value)
      let isAllGiven = facts.evaluation.reads.allSatisfy { read in
        !names.contains(read.property) || !read.phase.isEvaluation
          || given.contains { $0 == read.code || $0.contains(read.code) }
      }
      if !isAllGiven { result.isComplete = false }
      let seen = followed(owner, by: Set(found)) { $0.change.possible & whole != 0 }
      updates += seen.updates
      differing += seen.followed
      result.witnesses.formUnion(found.flatMap { recorded.viewsOfFacts[$0] })
    }
    guard updates >= Self.leastSeen else { return nil }
    result.share = Double(differing) / Double(updates)
    return result
  }

  /// Updates from which on children say something about a value.
  private static let leastSeen = 5

  /// Children that are made in one way, compare well, and are given a value that fits.
  private func witnesses(of owner: Int, given: (Construction.Argument) -> Bool) -> [Int] {
    recorded.facts.indices.filter { child in
      let ways = constructions[owner, child]
      return ways.count == 1 && ways[0].arguments.contains { given($0) && $0.target != nil }
        && ways[0].isComparable
    }
  }

  /// How often the view was evaluated by causes that fit, and how often one of the children was evaluated after it.
  private func followed(_ owner: Int, by children: Set<Int>, cause: ((cause: Cause, change: Change)) -> Bool)
    -> (updates: Int, followed: Int)
  {
    var updates = 0
    var differing = 0
    for index in Set(recorded.viewsOfFacts[owner].flatMap(recorded.updates(of:))).sorted() {
      let update = recorded.updates[index]
      for (place, element) in update.elements.enumerated() {
        let message = recorded.messages[element.message]
        guard message.facts == owner, !element.isInitial, !message.hasSelf, message.own.contains(where: cause) else {
          continue
        }
        updates += element.repetitions * update.count
        let isFollowed = update.elements.contains {
          $0.trigger == place && recorded.messages[$0.message].facts.map(children.contains) == true
        }
        if isFollowed { differing += element.repetitions * update.count }
      }
    }
    return (updates, differing)
  }

  /// `grams - tare` differs when the grams do; `grams > 0` need not.
  private static func isFaithful(_ value: Code) -> Bool {
    !([value] + Array(value.descendants)).contains { code in
      code.kind == .ternary
        || code.kind == .binary && ["<", ">", "<=", ">=", "==", "!=", "&&", "||"].contains(code.name)
        || code.kind == .call && ["min", "max", "rounded", "contains", "isEmpty"].contains(code.calledName)
    }
  }
}
