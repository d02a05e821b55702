internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

/// What the fix of a finding would do to the dependency graph, for the changes whose evidence is in a trace.
///
/// A class only so that all threads share one; it never changes.
final class Remedies: Sendable {
  /// A fix as effects, and how sure it is that they are what the fix does.
  struct Remedy {
    var effects: [Effect] = []
    /// What the fix leaves at most, as effects, where what it leaves rests on inference.
    var pessimistic: [Effect]?
    /// What it then leaves at least, where that is not what is expected.
    var optimistic: [Effect]?
    /// The views whose updates are the evidence even where none is saved.
    var views: Set<Int> = []
    /// The causes that are the evidence; empty for all.
    var causes: Set<Cause> = []
    /// The fix makes updates cheaper, not fewer.
    var savesWork = false
    /// The fix spreads first appearances that come all at once.
    var isBurst = false
    /// How many places of the same body are mended together, this one among them.
    var alike = 1
  }

  let recorded: RecordedUpdates
  let graph: SourceGraph
  let shares: MemberShares
  let constructions: ConstructionTable
  /// By view that takes part in a cycle of the trace, the turns of the longest.
  let turnsOfLoops: [String: Int]
  /// Whether SwiftUI itself complained that an action came again within a frame.
  let isLoopReported: Bool
  /// The causes that update a view at the rate of the display.
  let storms: [String: Set<Cause>]
  /// How long the trace is, its parts added up; `nil` without times.
  let recordedNanoseconds: Int64?
  let surges: Surges
  /// Types by qualified name; several may share one.
  let typesByName: [String: [TypeInfo]]
  let environment: EnvironmentReaders
  /// By facts and property, the causes in the trace that mean it or a member of it; many findings are about the same.
  let causesOfProperties: [[String: Set<Cause>]]
  /// The views that hold an object or value of a type, with the property that does.
  let holders: [TypeID: [(facts: ViewFacts, property: Property)]]
  /// By the type of an element, the facts of the views that rows of such are made of.
  private let rowsOfElements: [TypeID: Set<Int>]
  /// What it does to make a model `@Observable`; each of many observers asks for it.
  private let migrations = OnDemandTable<TypeID, Remedy>()
  /// By model, and by member where changes of these are told apart, who is evaluated by a change: many findings are about the same.
  let readersOfMembers = OnDemandTable<ReadMember, [Reader]>()
  /// The children of these that show whether a value differed.
  let witnessesOfMembers = OnDemandTable<ReadMember, [[Int]]>()
  /// The members of a model that a method or a closure assigns.
  let assignedMembers = OnDemandTable<AssigningCode, Set<String>>()
  /// By key and by whether its value changes, what becomes of its readers: each writer of a key asks.
  let readersOfKeys = OnDemandTable<ReadKey, Remedy>()
  /// By type, the views that are made in rows and given a value of it: many findings are about the ids of the same elements.
  let rowsOfTypes = OnDemandTable<TypeID, Set<Int>>()
  /// By part of a body and by helper: many findings are about parts that call the same helpers.
  private let namesMentioned = OnDemandTable<Code, Set<String>>()

  init(
    recorded: RecordedUpdates, graph: SourceGraph, shares: MemberShares, constructions: ConstructionTable,
    turnsOfLoops: [String: Int], isLoopReported: Bool, storms: [String: Set<Cause>], recordedNanoseconds: Int64?,
    surges: Surges
  ) {
    self.recorded = recorded
    self.graph = graph
    self.shares = shares
    self.constructions = constructions
    self.turnsOfLoops = turnsOfLoops
    self.isLoopReported = isLoopReported
    self.storms = storms
    self.recordedNanoseconds = recordedNanoseconds
    self.surges = surges
    environment = EnvironmentReaders(recorded, graph.index)
    causesOfProperties = recorded.facts.indices.map { Self.causes(of: $0, recorded) }
    typesByName = Dictionary(grouping: graph.index.types, by: \.qualifiedName)
    var holders: [TypeID: [(facts: ViewFacts, property: Property)]] = [:]
    for facts in recorded.facts {
      for property in facts.held {
        guard let held = graph.index.type(of: property, in: facts.type) else { continue }
        holders[held.id, default: []].append((facts, property))
      }
    }
    self.holders = holders
    rowsOfElements = recorded.facts.indices.reduce(into: [:]) { rows, index in
      for (parent, child) in graph.parents[recorded.facts[index].type.id] ?? [] {
        guard let row = child.row, let element = graph.elementType(ofRows: row, in: graph.index[parent])
        else { continue }
        rows[element, default: []].insert(index)
      }
    }
  }

  /// The facts of the views that rows of elements of a type are made of, or that are made in rows and given one.
  func factsOfRows(of type: TypeID) -> Set<Int> {
    let holding = (holders[type] ?? []).filter { holder in
      graph.parents[holder.facts.type.id]?.contains { $0.child.row != nil } ?? false
    }
    return (rowsOfElements[type] ?? []).union(holding.compactMap { recorded.factsIndex[$0.facts.type.id] })
  }

  /// Whether a view takes part in a cycle of the trace.
  func isLooping(_ view: Int) -> Bool { turnsOfLoops[recorded.names[view]] != nil }

  /// `nil` for changes that no trace can prove or disprove.
  func remedy(for finding: Finding) -> Remedy? {
    let type = type(of: finding)
    let views = type.map { self.views(of: $0.id) } ?? []
    switch finding.change {
    case .stopDepending(let path): return ignoring(type, properties: [path])
    case .readWhereUsed(let path): return readsWhereUsed(type, path)
    case .derive(let path, let along):
      return ignoring(type, properties: [path] + along.map { PropertyPath($0) })
    case .moveState(let path, let owner): return type.map { narrowedScope($0, path, to: owner) }
    case .extract(let extraction): return type.map { extractedParts($0, extraction, finding) }
    case .narrowInput(let path), .handOnUnobserved(let path):
      return type.map { passingOnlyNeeded($0, path.property, finding.certainty) }
    case .publishPerMember(_, observer: nil), .partModel: return type.map(migrated)
    case .publishPerMember(_, let observer?):
      guard let type, let property = type.property(observer.property),
        let model = graph.index.type(of: property, in: type)
      else { return Remedy(views: views) }
      return migrated(model)
    case .ownObject(.argument(let name, let child)):
      // Whoever owns the object keeps it, and a view is compared by its inputs alone.
      let children = children(around: finding.code, in: type)
      let causes = causesOfReplacing(name, child: child.name, finding)
      return Remedy(
        effects: [.keepingObjects(views: children, causes: causes), .comparing(views: children, within: type?.id)],
        views: children)
    case .ownObject(.property(let path)):
      // What the object itself publishes evaluates the view all the same.
      let causes = causes(of: type, path)
      return Remedy(
        effects: [.keepingObjects(views: views, causes: causes), .comparing(views: views)], views: views, causes: causes
      )
    case .observePerElement(let path, _, let rows): return fewPerChange(type, views, path, rows: rows)
    case .cacheDerived(let member, let readers): return type.map { cachedMember($0, member: member, by: readers) }
    case .storeEmptiness(let member, let readers):
      return type.map { storedEmptiness($0, of: member, by: readers, finding) }
    case .conformToEquatable(_, let member): return type.map { equalRewrites($0, member: member) }
    case .exposeFields(let path, _): return exposedFields(type, path)
    case .keepOutOfEnvironment(.read(let path)):
      // Who shows the value follows it as an argument, too.
      if let type, let property = type.property(path.property), let index = recorded.factsIndex[type.id],
        isRendered(property, by: recorded.facts[index])
      {
        return Remedy(views: views)
      }
      return type.map { ignoring($0, properties: [path]) }
    case .keepOutOfEnvironment(.written(let key)): return type.map { environmentWriter($0, key: key, finding) }
    case .useCallableStruct(let key), .stabilizeDefault(let key), .passComparable(.environmentValue(let key)):
      return environmentReaders(key: key)
    case .wrapInPlainValueView:
      // What the one who makes it costs, which the trace has to show.
      let makers = finding.related.filter { $0.role == .maker }.compactMap(\.view).flatMap { typesByName[$0] ?? [] }
      if !makers.isEmpty, makers.allSatisfy({ self.views(of: $0.id).isEmpty }) { return Remedy(views: views) }
      return Remedy(effects: [.comparing(views: views)], views: views)
    case .compareView, .passComparable(.input), .passComparable(.initialValue):
      return Remedy(effects: [.comparing(views: views)], views: views)
    case .compareElements: return Remedy(effects: [.keepingToElements(views: views, without: 0)], views: views)
    case .askEquality:
      // What `==` leaves out, the body does not show.
      return Remedy(effects: [.narrowing(views: views, trust: .nobody)], views: views)
    case .passComparable(.element(let path, _)):
      let causes = causes(of: type, path)
      return Remedy(
        effects: [.keepingObjects(views: views, causes: causes), .keepingToElements(views: views, without: 0)],
        views: views, causes: causes)
    case .passComparable(.argument), .projectBinding: return passingComparable(finding, in: type)
    case .keepIdentity(let identity): return keepingIdentity(identity, type, finding)
    case .writeOnlyOnChange(let path): return type.map { fewerWrites($0, path, isHot: false, finding) }
    case .writeOnThreshold(let path): return type.map { fewerWrites($0, path, isHot: true, finding) }
    case .slowDown(let path, let number):
      return type.map { slowerClock($0, path, ticks: number, isWriterKnown: finding.certainty == .certain) }
    case .announceMembers: return type.map(announcedMembers)
    case .stopPublishing(let member, _): return type.map { unpublished(member, of: $0) }
    case .breakLoop(let paths, let loop): return type.map { brokenLoop($0, paths, loop) }
    case .moveWriteOutOfBody(let path): return type.flatMap { movingOutOfBody($0, path) }
    case .moveWork, .hoist: return Remedy(views: views, savesWork: true)
    case .makeLazy:
      let rows = type.map { withHelpers(finding.code, $0) } ?? [finding.code]
      return Remedy(views: rows.reduce(into: []) { $0.formUnion(children(in: $1, of: type)) }, isBurst: true)
    case .observeNested, .followParent, .takeValue, .completeEquality, .moveEffectOutOfBody, .makePrivate, .useLet,
      .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation, .guardDebugCode,
      .correctCommand:
      return nil
    }
  }

  // MARK: - Remedies

  /// The causes by which a child learns of the object that its parent made for it: `ClientRow.viewModel`.
  private func causesOfReplacing(_ argument: String, child: String, _ finding: Finding) -> Set<Cause> {
    guard let maker = finding.view.flatMap({ typesByName[$0]?.first }),
      let id = graph.index.resolve(child, near: finding.place.file, inside: maker.id)
    else { return [] }
    return causes(of: graph.index[id], PropertyPath(argument))
  }

  /// Views that are thrown away no longer, and rows that are not all evaluated because others moved.
  private func keepingIdentity(_ identity: Change.Identity, _ type: TypeInfo?, _ finding: Finding)
    -> Remedy
  {
    var children: Set<Int>
    switch identity {
    case .rowsOfType where type.map(graph.isView) != true: children = rows(of: type)
    case .rowsOfType, .rowsByPosition, .rows, .view, .branches, .erased:
      // The rows may be made in a helper that what has the id calls.
      let parts = identity == .view ? type.map { withHelpers(finding.code, $0) } : nil
      children =
        copies(finding, of: type)
        ?? (parts ?? [finding.code]).reduce(into: []) { $0.formUnion(self.children(in: $1, of: type)) }
      // Views that hold others of their own kind make neither themselves nor who holds them.
      if let type, !children.isEmpty { children.subtract(makers(of: self.views(of: type.id))) }
    }
    // How often an object of another module changes what the id is of, neither sources nor trace tell.
    if case .id(.holding(let path)) = finding.subject, let type, path.member != nil,
      let property = type.property(path.property), property.isObservedObject,
      graph.index.type(of: property, in: type) == nil, !isThrownAway(children)
    {
      return Remedy(views: children)
    }
    // Where some of the rows are thrown away, nothing tells which.
    if identity == .rowsOfType, finding.certainty == .possible { return Remedy(views: children) }
    // Rows of a type are thrown away wherever they are shown.
    let isOfMaker = if case .rowsOfType = identity { false } else { true }
    var remedy = Remedy(
      effects: [.keepingIdentity(views: children, within: isOfMaker ? type?.id : nil)], views: children,
      causes: [.identity])
    // What is not shown any more is gone whatever the id, and what was not there comes anew.
    if identity == .view, finding.certainty == .possible { remedy.pessimistic = [] }
    // With an id that is another at each look, each evaluation of who shows the rows builds all of them anew, whatever they
    // are given.
    remedy.savesWork = finding.subject == .id(.fresh) && (identity == .rowsOfType || identity == .rows)
    if identity == .rowsByPosition {
      let shifting = children.filter(isShifting)
      if !shifting.isEmpty { remedy.effects.append(.keepingToElements(views: shifting, without: 0)) }
    }
    return remedy
  }

  /// Whether the trace shows that views lost what they stored; of views that store nothing it cannot.
  private func isThrownAway(_ views: Set<Int>) -> Bool {
    views.flatMap { recorded.messagesOfView[$0] }.contains {
      recorded.traits[$0].hasIdentity && recorded.updatesByMessage[$0] > 0
    }
  }

  /// Of branches that build the same view the views of the trace that this is: what else stands in them loses nothing by it. `nil` where
  /// no view of that name is built there.
  private func copies(_ finding: Finding, of type: TypeInfo?) -> Set<Int>? {
    guard case .branches(let name) = finding.subject, let type, let evaluation = graph.evaluation(of: type.id) else {
      return nil
    }
    let copies = evaluation.children.filter { $0.name == name && finding.code.contains($0.code) }
    return copies.isEmpty ? nil : copies.compactMap(\.type).reduce(into: []) { $0.formUnion(below($1)) }
  }

  /// Rows that look themselves up: a change of the collection is about a few of them.
  ///
  /// - Parameter rows: How many it is about.
  func fewPerChange(_ type: TypeInfo?, _ views: Set<Int>, _ path: PropertyPath, rows: Int) -> Remedy {
    let causes = self.causes(of: type, path)
    // Without times nothing shows which evaluations belong to one change.
    if recordedNanoseconds != nil, mostTogether(views, by: causes) <= rows {
      return Remedy(views: views, causes: causes)
    }
    // Of an object that publishes more than the collection, only the changes of the collection are.
    if let member = path.member, let type, let property = type.property(path.property), property.isObservedObject,
      let model = graph.index.type(of: property, in: type)
    {
      // In order, since sums of fractions depend on it.
      let members = graph.storedReads(of: member, in: model).union([member]).sorted()
      let share = members.reduce(0.0) { $0 + shares.share(ofMember: $1, in: model) }
      if share < 0.9 { return shared(views, causes, remaining: 1 - share) }
    }
    return Remedy(effects: [.fewPerChange(views: views, causes: causes, rows: rows)], views: views, causes: causes)
  }

  /// The most evaluations of some views in one update by causes of their own: how many of the rows there are.
  private func mostTogether(_ views: Set<Int>, by causes: Set<Cause>) -> Int {
    let named = Set(
      views.flatMap { recorded.messagesOfView[$0] }.filter { message in
        recorded.messages[message].own.contains { causes.contains($0.cause) }
      })
    return recorded.updates(ofMessages: named.sorted()).reduce(0) { most, index in
      max(
        most,
        recorded.updates[index].elements.reduce(0) { sum, element in
          named.contains(element.message) && !element.isInitial ? sum + element.repetitions : sum
        })
    }
  }

  func ignoring(_ type: TypeInfo?, properties: [PropertyPath]) -> Remedy {
    let views = type.map { self.views(of: $0.id) } ?? []
    let causes = properties.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, $1)) }
    return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 0)], views: views, causes: causes)
  }

  /// The leaf that the value is read in is evaluated in the view's place: what is saved are the others, and the work of the
  /// view's body.
  private func readsWhereUsed(_ type: TypeInfo?, _ path: PropertyPath) -> Remedy {
    let views = type.map { self.views(of: $0.id) } ?? []
    let causes = causes(of: type, path)
    return Remedy(
      effects: [.extracting(views: views, causes: causes, part: [])], views: views, causes: causes, savesWork: true)
  }

  func narrowedScope(_ type: TypeInfo, _ path: PropertyPath, to owner: Change.Owner) -> Remedy {
    let views = views(of: type.id)
    let causes = causes(of: type, path)
    var remedy = Remedy(views: views, causes: causes)
    // What the owner does not read evaluates those who are handed it.
    if graph.evaluation(of: type.id)?.evaluationReads(of: path.property).isEmpty == true {
      for bound in bindings(to: path.property, of: type) where !bound.views.isEmpty && !bound.causes.isEmpty {
        remedy.effects.append(.fewPerChange(views: bound.views, causes: bound.causes, rows: 1))
        remedy.views.formUnion(bound.views)
      }
      return remedy
    }
    var section: Code?
    switch owner {
    case .view(let name, let place):
      if let id = graph.index.resolve(name, near: type.code.file.path, inside: type.id) {
        remedy.effects = [.owning(views: views, causes: causes, owners: self.views(of: id))]
        return remedy
      }
      section = code(at: place, in: type)
    case .part(let place): section = code(at: place, in: type)
    case .modifier: section = nil
    case .object:
      // Once nothing of the value is read here, a change of it evaluates those alone who are handed it.
      remedy.effects = [.ignoring(views: views, causes: causes, remaining: 0)]
      return remedy
    }
    remedy.effects = [.extracting(views: views, causes: causes, part: section.map { withHelpers($0, type) } ?? [])]
    remedy.savesWork = true
    return remedy
  }

  func extractedParts(_ type: TypeInfo, _ extraction: Change.Extraction, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    var remedy = Remedy(views: views, savesWork: true)
    if let value = extraction.valueReadInParts {
      let causes = causes(of: type, value)
      let parts = parts(of: finding, in: type).flatMap { withHelpers($0, type) }
      remedy.effects = [.extracting(views: views, causes: causes, part: parts)]
      return remedy
    }
    guard let index = recorded.factsIndex[type.id] else { return remedy }
    let facts = recorded.facts[index]
    let sections = finding.places(.section).compactMap { related -> Effect.Section? in
      guard let place = related.place, let code = code(at: place, in: type) else { return nil }
      let reads = facts.evaluation.reads(in: code).filter { $0.phase.isEvaluation && !$0.isProjection }
      return Effect.Section(code: code, reads: reads.reduce(0) { $0 | facts.mask(of: $1) })
    }
    if !sections.isEmpty { remedy.effects = [.sectioning(views: views, sections: sections)] }
    return remedy
  }

  /// The parts of a body that are to be views of their own.
  func parts(of finding: Finding, in type: TypeInfo) -> [Code] {
    guard case .extract(.parts) = finding.change else { return [finding.code] }
    return finding.places(.owner).compactMap { related in related.place.flatMap { code(at: $0, in: type) } }
  }

  /// A part of a body and the helpers of the view that it calls.
  func withHelpers(_ part: Code, _ type: TypeInfo) -> [Code] {
    guard let evaluation = graph.evaluation(of: type.id) else { return [part] }
    var result = [part]
    var pending = evaluation.helpers.filter(\.phase.isEvaluation)
    var number = 0
    while number < result.count, !pending.isEmpty {
      let names = namesMentioned.value(for: result[number]) { result[number].mentionedNames }
      result += pending.filter { names.contains($0.name) }.map(\.block)
      pending.removeAll { names.contains($0.name) }
      number += 1
    }
    return result
  }

  func passingOnlyNeeded(_ type: TypeInfo, _ name: String, _ certainty: Draft.Certainty) -> Remedy {
    let views = views(of: type.id)
    guard let property = type.property(name) else { return Remedy(views: views) }
    let causes = causes(of: type, PropertyPath(name))
    if property.storage == .binding {
      return Remedy(effects: [.fewPerChange(views: views, causes: causes, rows: 1)], views: views, causes: causes)
    }
    let isShared = TypeName.isCollection(property.typeText ?? "") || certainty == .possible
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
    // What the sources alone do not call wide has to be shown to be, unless its members are written one by one.
    let trust: Effect.Trust =
      shareOfMembersWritten(property, in: type).map { .share($0) }
      ?? (certainty == .possible ? .others : .likelihood)
    let effects: [Effect] = [.narrowing(views: views, trust: trust)]
    return Remedy(effects: effects, pessimistic: [.narrowing(views: views, trust: .nobody)], views: views)
  }

  /// Where the sources write single members of a struct, more than one of them, and never replace a whole value: the share of
  /// these writes that are of what a view reads.
  private func shareOfMembersWritten(_ property: Property, in type: TypeInfo) -> Double? {
    guard let model = graph.valueType(of: property, in: type), !model.isReference,
      let members = recorded.structWrites.members(of: model), members.count > 1
    else { return nil }
    return recorded.structWrites.share(of: property, in: type, graph)
  }

  /// From `ObservableObject` to `@Observable`: every observer is evaluated for what it reads alone.
  private func migrated(_ model: TypeInfo) -> Remedy { migrations.value(for: model.id) { migration(model) } }

  private func migration(_ model: TypeInfo) -> Remedy {
    var remedy = Remedy()
    var none: [Effect] = []
    var all: [Effect] = []
    var isCertain = true
    for (facts, property) in holders[model.id] ?? [] where property.isObservedObject {
      let views = views(of: facts.type.id)
      let causes = causes(of: facts.type, PropertyPath(property.name))
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

  /// - Parameter most: What is left at most, of what is left in part.
  func shared(_ views: Set<Int>, _ causes: Set<Cause>, remaining: Double, atMost most: Double = 1) -> Remedy {
    func effects(_ share: Double) -> [Effect] { [.ignoring(views: views, causes: causes, remaining: share)] }
    var remedy = Remedy(effects: effects(remaining), views: views, causes: causes)
    if remaining > 0, remaining < 1 {
      remedy.optimistic = effects(0)
      remedy.pessimistic = effects(most)
    }
    return remedy
  }
}
