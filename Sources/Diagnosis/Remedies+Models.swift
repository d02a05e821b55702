internal import SourceAnalysis
internal import TraceImport

/// Members of models that change more often than what views make of them.
extension Remedies {
  /// Views that a computed member of a model evaluates more often than it takes another value: children that are given the
  /// member, and were not evaluated, show that it was the same.
  func cachedMember(_ model: TypeInfo, member: String, by names: Set<String>) -> Remedy {
    let stored = graph.storedReads(of: member, in: model).union([member])
    return following(model, stored) { facts in
      guard names.isEmpty || names.contains(facts.type.qualifiedName) else { return nil }
      return { argument in
        ([argument.value] + Array(argument.value.descendants)).contains {
          [.member, .identifier].contains($0.kind) && $0.name == member
        }
      }
    }
  }

  /// Of the changes of a collection, the share that makes it empty, or ends that.
  private static let shareOfEmptiness = 0.02

  /// Views that follow a collection and only ask whether it is empty, and are to follow that alone. What is in closures that other
  /// views run is evaluated for the collection as before.
  func storedEmptiness(_ model: TypeInfo, of member: String, by names: Set<String>, _ finding: Finding) -> Remedy {
    var remedy = Remedy()
    for facts in recorded.facts where names.contains(facts.type.qualifiedName) {
      let causes = causes(of: [member], in: model, facts)
      if causes.isEmpty { continue }
      let views = views(of: facts.type.id)
      remedy.views.formUnion(views)
      remedy.causes.formUnion(causes)
      let contents = finding.places(.section).filter { $0.view == facts.type.qualifiedName }
        .compactMap { $0.place.flatMap { code(at: $0, in: facts.type) } }
      let below = contents.flatMap { withHelpers($0, facts.type) }.reduce(into: Set<Int>()) {
        $0.formUnion(children(in: $1, of: facts.type))
      }
      remedy.effects.append(
        below.isEmpty
          ? .ignoring(views: views, causes: causes, remaining: Self.shareOfEmptiness)
          : .leaving(views: views, causes: causes, children: below))
    }
    return remedy
  }

  /// Views that a member of a model evaluates, also when an equal value was written: children that are given parts of it,
  /// and were not evaluated, show that it was one.
  func equalRewrites(_ model: TypeInfo, member: String) -> Remedy {
    let replaced = shares.shareOfReplacements(of: member, in: model)
    if replaced == 0 { return Remedy() }
    return following(model, [member], mostly: replaced) { facts in
      let property = holders[model.id]?.first { $0.facts.type.id == facts.type.id }?.property.name
      let bit = property.map { facts.member(member, of: $0) } ?? 0
      return { bit != 0 && $0.sources & bit != 0 && Self.isFaithful($0.value) }
    }
  }

  /// What is left of the updates by members of a model.
  ///
  /// - Parameters:
  ///   - share: Of their changes those that are concerned. What children show is of all, so it counts where that is most of them.
  ///   - shows: Which arguments of a view's children show whether the value was another; `nil` for views that stay as they are.
  private func following(
    _ model: TypeInfo, _ members: Set<String>, mostly share: Double = 1,
    shows: (ViewFacts) -> ((Construction.Argument) -> Bool)?
  ) -> Remedy {
    var remedy = Remedy()
    var none: [Effect] = []
    var all: [Effect] = []
    for (owner, facts) in recorded.facts.enumerated() {
      let causes = causes(of: members, in: model, facts)
      guard !causes.isEmpty, let isShown = shows(facts) else { continue }
      let views = views(of: facts.type.id)
      remedy.views.formUnion(views)
      remedy.causes.formUnion(causes)
      let children = witnesses(of: owner, given: isShown)
      let seen = followed(owner, by: Set(children)) { causes.contains($0.cause) }
      if !children.isEmpty, seen.updates >= Self.leastSeen, share >= Self.mostly {
        let effect = Effect.following(views: views, causes: causes, witnesses: traced(children))
        remedy.effects.append(effect)
        none.append(effect)
        all.append(effect)
      } else {
        remedy.effects.append(.ignoring(views: views, causes: causes, remaining: 1 - share / 2))
        none.append(.ignoring(views: views, causes: causes, remaining: 1 - share))
        all.append(.ignoring(views: views, causes: causes, remaining: 1))
      }
    }
    if remedy.effects.contains(where: { if case .ignoring = $0 { true } else { false } }) {
      remedy.optimistic = none
      remedy.pessimistic = all
    }
    return remedy
  }

  /// The causes of a view that mean members of a model, whether the view holds it or something that does.
  private func causes(of members: Set<String>, in model: TypeInfo, _ facts: ViewFacts) -> Set<Cause> {
    let own = (holders[model.id] ?? []).filter { $0.facts.type.id == facts.type.id }
    var result = members.reduce(into: Set<Cause>()) { found, member in
      for (_, property) in own { found.formUnion(causes(of: facts.type, PropertyPath(property.name, member))) }
    }
    let traced = recorded.factsIndex[facts.type.id]
    for message in recorded.messages where message.facts == traced {
      for own in message.own {
        guard case .keyPath(let path, _) = own.cause, let (owner, first) = PropertyName.keyPath(path),
          owner == model.name || owner == model.qualifiedName, members.contains(first)
        else { continue }
        result.insert(own.cause)
      }
    }
    return result
  }

  /// A view that shows some fields of a struct in a model: what is left are the changes of these, by how often the sources
  /// write which field.
  func exposedFields(_ type: TypeInfo?, _ path: PropertyPath) -> Remedy? {
    guard let type else { return nil }
    let causes = causes(of: type, path)
    let share = type.property(path.property).flatMap { property in
      shares.share(ofFieldsOf: path.member ?? "", of: property, readBy: type)
    }
    return shared(views(of: type.id), causes, remaining: share ?? 0.5)
  }
}
