internal import SourceAnalysis
import SwiftUIModel
internal import TraceImport

/// What the fix of a finding would do to the dependency graph, for the rules whose evidence is in a trace.
struct Remedies {
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
  }

  let recorded: RecordedUpdates
  let graph: SourceGraph
  let shares: MemberShares
  let constructions: ConstructionTable
  /// Views that take part in a cycle of the trace.
  let loopingViews: Set<String>
  /// Whether SwiftUI itself complained that an action came again within a frame.
  let isLoopReported: Bool
  /// The causes that update a view at the rate of the display.
  let storms: [String: Set<Cause>]
  /// Types by qualified name; several may share one.
  let typesByName: [String: [TypeInfo]]
  /// The views that hold an object or value of a type, with the property that does.
  let holders: [TypeID: [(facts: ViewFacts, property: Property)]]

  init(
    recorded: RecordedUpdates, graph: SourceGraph, shares: MemberShares, constructions: ConstructionTable,
    loopingViews: Set<String>, isLoopReported: Bool, storms: [String: Set<Cause>]
  ) {
    self.recorded = recorded
    self.graph = graph
    self.shares = shares
    self.constructions = constructions
    self.loopingViews = loopingViews
    self.isLoopReported = isLoopReported
    self.storms = storms
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
    case "unused_dynamic_property", "dismiss_dependency":
      return ignoring(type, properties: [finding.subject])
    case "derived_state_stored":
      let places = Set(finding.related.compactMap(\.place))
      let others = type?.storedProperties.filter { places.contains($0.place) }.map(\.name) ?? []
      return ignoring(type, properties: [finding.subject] + others)
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
        let causes = causesOfReplacing(finding)
        return Remedy(
          effects: [.keepingObjects(views: children, causes: causes), .comparing(views: children)], views: children)
      }
      let causes = causes(of: type, property: finding.subject)
      return Remedy(
        effects: [.ignoring(views: views, causes: causes, remaining: 0), .comparing(views: views)], views: views,
        causes: causes)
    case "collection_dependency_in_row":
      return onePerChange(type, views, finding)
    case "transitive_computed_dependency": return type.map { reading($0, member: finding.subject, finding) }
    case "non_equatable_observable_property": return type.map { rewriting($0, member: finding.subject) }
    case "struct_property_dependency":
      return showingFields(type, finding)
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
    case "redundant_state_write", "hot_path_state_write": return type.map { writing($0, finding) }
    case "layout_feedback", "update_loop": return type.map { looping($0, finding) }
    case "heavy_work_in_body", "object_created_in_body": return Remedy(views: views, savesWork: true)
    case "side_effect_in_body" where finding.subject.contains("."):
      return type.flatMap { movingOutOfBody($0, finding) }
    case "eager_container": return Remedy(views: children(in: finding.code, of: type), isBurst: true)
    default: return nil
    }
  }

  // MARK: - Remedies

  /// The causes by which a child learns of the object that its parent made for it: `ClientRow.viewModel`.
  private func causesOfReplacing(_ finding: Finding) -> Set<Cause> {
    let parts = finding.subject.split(separator: ".").map(String.init)
    guard let file = finding.view.flatMap({ typesByName[$0]?.first }), let property = parts.last,
      let id = graph.index.resolve(
        parts.dropLast().joined(separator: "."), near: finding.place.file, inside: file.id)
    else { return [] }
    return causes(of: graph.index[id], property: property)
  }

  /// Rows that look themselves up: a change of the collection is about one of them.
  func onePerChange(_ type: TypeInfo?, _ views: Set<Int>, _ finding: Finding) -> Remedy {
    let causes = self.causes(of: type, property: finding.subject)
    let parts = finding.subject.split(separator: ".").map(String.init)
    // Of an object that publishes more than the collection, only the changes of the collection are.
    if parts.count == 2, let type, let property = type.property(parts[0]), property.isObservedObject,
      let model = graph.index.type(of: property, in: type)
    {
      let members = graph.storedReads(of: parts[1], in: model).union([parts[1]])
      let share = members.reduce(0.0) { $0 + shares.share(ofMember: $1, in: model) }
      if share < 0.9 { return shared(views, causes, remaining: 1 - share) }
    }
    return Remedy(effects: [.onePerChange(views: views, causes: causes)], views: views, causes: causes)
  }

  func ignoring(_ type: TypeInfo?, properties: [String]) -> Remedy {
    let views = type.map { self.views(of: $0.id) } ?? []
    let causes = properties.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, property: $1)) }
    return Remedy(effects: [.ignoring(views: views, causes: causes, remaining: 0)], views: views, causes: causes)
  }

  func narrowing(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    let causes = causes(of: type, property: finding.subject)
    var remedy = Remedy(views: views, causes: causes)
    let owner = finding.related.first
    // What the owner does not read evaluates those who are handed it.
    if graph.evaluation(of: type.id)?.evaluationReads(of: finding.subject).isEmpty == true {
      for bound in bindings(to: finding.subject, of: type) where !bound.views.isEmpty && !bound.causes.isEmpty {
        remedy.effects.append(.onePerChange(views: bound.views, causes: bound.causes))
        remedy.views.formUnion(bound.views)
      }
      return remedy
    }
    if let name = owner?.view, name != type.qualifiedName,
      let id = graph.index.resolve(name, near: type.code.file.path, inside: type.id)
    {
      remedy.effects = [.owning(views: views, causes: causes, owners: self.views(of: id))]
    } else {
      let section = owner?.place.flatMap { place in code(at: place, in: type) }
      remedy.effects = [.extracting(views: views, causes: causes, part: section.map { withHelpers($0, type) } ?? [])]
    }
    return remedy
  }

  func extracting(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    var remedy = Remedy(views: views, savesWork: true)
    if case .part(let value) = finding.extraction {
      let causes = causes(of: type, property: value)
      remedy.effects = [.extracting(views: views, causes: causes, part: withHelpers(finding.code, type))]
      return remedy
    }
    guard let index = recorded.factsIndex[type.id] else { return remedy }
    let facts = recorded.facts[index]
    let sections = finding.related.compactMap { related -> Effect.Section? in
      guard let place = related.place, let code = code(at: place, in: type) else { return nil }
      let reads = facts.evaluation.reads(in: code).filter { $0.phase.isEvaluation && !$0.isProjection }
      return Effect.Section(code: code, reads: reads.reduce(0) { $0 | facts.mask(of: $1) })
    }
    if !sections.isEmpty { remedy.effects = [.sectioning(views: views, sections: sections)] }
    return remedy
  }

  /// A part of a body and the helpers of the view that it calls.
  private func withHelpers(_ part: Code, _ type: TypeInfo) -> [Code] {
    guard let evaluation = graph.evaluation(of: type.id) else { return [part] }
    var result = [part]
    var pending = evaluation.helpers.filter(\.phase.isEvaluation)
    var number = 0
    while number < result.count {
      let names = result[number].mentionedNames
      result += pending.filter { names.contains($0.name) }.map(\.block)
      pending.removeAll { names.contains($0.name) }
      number += 1
    }
    return result
  }

  func passingOnlyNeeded(_ type: TypeInfo, _ finding: Finding) -> Remedy {
    let views = views(of: type.id)
    guard let property = type.property(finding.subject) else { return Remedy(views: views) }
    let causes = causes(of: type, property: property.name)
    if property.storage == .binding {
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
    return Remedy(effects: effects, pessimistic: [.narrowing(views: views, trust: .nobody)], views: views)
  }

  /// From `ObservableObject` to `@Observable`: every observer is evaluated for what it reads alone.
  func migrating(_ model: TypeInfo) -> Remedy {
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

  func shared(_ views: Set<Int>, _ causes: Set<Cause>, remaining: Double) -> Remedy {
    func effects(_ share: Double) -> [Effect] { [.ignoring(views: views, causes: causes, remaining: share)] }
    var remedy = Remedy(effects: effects(remaining), views: views, causes: causes)
    if remaining > 0, remaining < 1 {
      remedy.optimistic = effects(0)
      remedy.pessimistic = effects(1)
    }
    return remedy
  }

  func incomparable(_ type: TypeInfo?, _ views: Set<Int>, _ finding: Finding) -> Remedy {
    if finding.subject.hasPrefix("environment.") {
      return environmentReaders(key: String(finding.subject.dropFirst("environment.".count)))
    }
    guard finding.subject.contains(".") else { return Remedy(effects: [.comparing(views: views)], views: views) }
    let children = children(around: finding.code, in: type)
    return Remedy(effects: [.comparing(views: children)], views: children)
  }
}
