import SwiftUIModel

/// An object that a view observes without reading it: it may be what tells the view that something else has changed.
struct Subscription {
  let property: Property
  let type: TypeInfo
  let evaluation: Evaluation
  let graph: SourceGraph

  /// Whether evaluation reads in another way what the object may announce: `Settings.shared.size` beside
  /// `@ObservedObject var settings = Settings.shared`, or a member of an object that the view is given and does not observe.
  var isNeeded: Bool {
    graph.answers.neededSubscriptions.value(for: .init(type: type.id, name: property.name)) { findIsNeeded() }
  }

  private func findIsNeeded() -> Bool {
    let names = Set(
      [TypeName.base(property.typeText ?? ""), property.initialValue?.memberPath?.first ?? ""].filter(\.startsUppercase)
    )
    let isNamed = evaluation.evaluatedBlocks.contains { block in
      block.descendants.contains { $0.kind == .identifier && names.contains($0.name) }
    }
    return isNamed || isNamedByModels(names)
      || evaluation.reads.contains { read in
        guard read.phase.isEvaluation, !read.path.isEmpty, let input = type.property(read.property),
          input.wrapper == nil, let model = graph.index.type(of: input, in: type)
        else { return false }
        return model.kind == .class && !model.isObservableClass
      }
      || isReachedElsewhere || isNamedByExtensions(names)
  }

  /// `trip.distance` beside `@ObservedObject var location = Location.shared`, where `distance` is worked out from `Location.shared`:
  /// nothing else tells the view that it is another one.
  private func isNamedByModels(_ names: Set<String>) -> Bool {
    let object = graph.index.type(of: property, in: type)
    return evaluation.reads.contains { read in
      guard read.phase.isEvaluation, let member = read.path.first, let input = type.property(read.property),
        let model = graph.index.type(of: input, in: type), model.id != object?.id
      else { return false }
      let reached = graph.membersReached(from: member, in: model)
      let blocks =
        model.functions.filter { reached.contains($0.name) }.compactMap(\.body)
        + model.properties.filter { reached.contains($0.name) }.compactMap { $0.getter ?? $0.initialValue }
      return blocks.contains { block in
        block.descendants.contains { $0.kind == .identifier && names.contains($0.name) }
      }
    }
  }

  /// `"title".localized` beside `@ObservedObject var languages = Languages.shared`, where an extension of `String` looks the text up
  /// in `Languages.shared`.
  private func isNamedByExtensions(_ names: Set<String>) -> Bool {
    guard !names.isEmpty else { return false }
    let used = Set(evaluation.evaluatedBlocks.flatMap { $0.descendants(.member).map(\.name) })
    let isParsed = graph.index.types.contains { type in
      guard type.kind == .extension else { return false }
      let blocks =
        type.functions.filter { used.contains($0.name) }.compactMap(\.body)
        + type.properties.filter { used.contains($0.name) }.compactMap(\.getter)
      return blocks.contains { block in
        block.descendants(.identifier).contains { names.contains($0.name) }
      }
    }
    return isParsed || graph.skimmedBodies(named: used, mention: names)
  }

  /// `vm.sidebar.isLoaded` beside `@ObservedObject var sidebar: Sidebar`: it may well be the same object, and nothing else
  /// tells the view of its changes.
  private var isReachedElsewhere: Bool {
    guard let object = graph.index.type(of: property, in: type), object.isObservableObject else { return false }
    return evaluation.reads.contains { read in
      guard read.phase.isEvaluation, let input = type.property(read.property),
        var owner = graph.index.type(of: input, in: type)
      else { return false }
      for name in read.path {
        guard let member = owner.property(name), let next = graph.index.type(of: member, in: owner) else {
          return false
        }
        if next.id == object.id { return true }
        owner = next
      }
      return false
    }
  }
}
