import SwiftUIModel

/// How often properties change and views are evaluated, by who writes what, where, and in answer to what.
///
/// Of a few files of an app nobody knows who else writes, so that what nothing writes there is not known either. In a whole
/// app it is.
struct ChangeRates {
  private let graph: SourceGraph
  /// Whether the sources are those of a whole app.
  let isWhole: Bool
  private var models: ModelRates
  private var properties: [Property: ChangeRate] = [:]
  private var views: [TypeID: ChangeRate] = [:]

  /// With fewer views it is a part of an app, or an example.
  private static let leastViews = 20

  init(_ graph: SourceGraph) {
    self.graph = graph
    isWhole =
      graph.views.count >= Self.leastViews
      && graph.index.types.contains { $0.attributes.contains(.entry) }
    models = ModelRates(graph, isWhole: isWhole)
  }

  /// How often happens what a change saves; `often` where it is about more than that.
  mutating func rate(of finding: Finding) -> ChangeRate {
    guard let name = finding.view, let file = finding.file,
      let id = graph.index.resolve(name, near: file), graph.index[id].qualifiedName == name
    else { return .unknown }
    let type = graph.index[id]
    switch finding.draft.trigger {
    case .other: return .often
    case .evaluation:
      if isShownBriefly(type) { return .seldom }
      return graph.evaluation(of: id) == nil ? .unknown : evaluationRate(of: type)
    case .input(let path):
      guard let property = type.property(path.property) else { return .unknown }
      // One other value is enough to show an old one.
      let rate = rateOfInput(property, in: type, whileShown: true)
      return rate > .never && rate != .unknown && graph.parents[type.id] != nil ? .often : rate
    case .property(let path):
      guard let property = type.property(path.property) else { return .unknown }
      if isShownBriefly(type) { return .seldom }
      if type.isObservableObject || type.isObservableClass { return models.rate(ofMember: path.property, of: type) }
      return rate(of: property, in: type)
    }
  }

  /// Whether it is only built in menus: it is on screen while somebody chooses.
  private func isShownBriefly(_ type: TypeInfo, seen: Set<TypeID> = []) -> Bool {
    let built = (graph.parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    guard !built.isEmpty, !seen.contains(type.id) else { return false }
    return built.allSatisfy { parent, child in
      child.code.isInMenu || isShownBriefly(graph.index[parent], seen: seen.union([type.id]))
    }
  }

  // MARK: Properties

  /// How often a property changes that a view stores.
  mutating func rate(of property: Property, in type: TypeInfo) -> ChangeRate {
    if let known = properties[property] { return known }
    // Who asks while it is being worked out adds nothing to it.
    properties[property] = .never
    let rate = judged(property, in: type)
    properties[property] = rate
    return rate
  }

  private mutating func judged(_ property: Property, in type: TypeInfo) -> ChangeRate {
    guard let evaluation = graph.evaluation(of: type.id) else { return .unknown }
    guard let storage = property.storage else { return rateOfInput(property, in: type) }
    if SourceGraph.changesOften(property, in: evaluation) || isStreamed(property, evaluation) { return .often }
    switch storage {
    case .gesture: return .often
    case .constant: return .never
    case .defaults, .scene, .focus, .focusedView: return .seldom
    case .environment: return rateOfEnvironment(property, in: type)
    case .state:
      if let model = graph.model(of: property, in: type) { return models.rate(ofAll: model) }
      return rateOfState(property, in: type, evaluation)
    case .object, .observed, .bindable, .environmentObject:
      // What an object of another module announces, and how often, is its own business.
      return graph.model(of: property, in: type).map { models.rate(ofAll: $0) } ?? .unknown
    case .binding: return max(.seldom, rateOfInput(property, in: type))
    case .query, .foreign, .member: return .unknown
    }
  }

  /// `for await value in stream { latest = value }`.
  private func isStreamed(_ property: Property, _ evaluation: Evaluation) -> Bool {
    evaluation.writes.contains { $0.property == property.name && $0.path.isEmpty && $0.code.isInAsyncSequence }
  }

  private func rateOfEnvironment(_ property: Property, in type: TypeInfo) -> ChangeRate {
    if property.environmentType != nil {
      // Its members are followed one by one.
      return .unknown
    }
    guard let key = property.environmentKey else { return .unknown }
    let isOfApp = graph.index.environmentTypes.contains { graph.index[$0].property(key) != nil }
    if EnvironmentKeys.table[key] != nil, !isOfApp { return .seldom }
    return isOfApp || !isWhole ? .unknown : .seldom
  }

  /// State is written by its view, and by those that get a binding.
  private mutating func rateOfState(_ property: Property, in type: TypeInfo, _ evaluation: Evaluation) -> ChangeRate {
    var rate: ChangeRate = evaluation.writes.contains { $0.property == property.name } ? .seldom : .never
    // It starts as what the parent gives.
    if property.initialValue == nil, !property.isPrivate { rate = max(rate, rateOfInput(property, in: type)) }
    for read in evaluation.reads where read.property == property.name && read.isProjection {
      rate = max(rate, .seldom)
      for child in evaluation.children {
        guard let id = child.type else { continue }
        for argument in child.arguments where argument.value.contains(read.code) || argument.value == read.code {
          guard let name = argument.property, let binding = graph.index[id].property(name),
            let below = graph.evaluation(of: id)
          else { continue }
          if SourceGraph.changesOften(binding, in: below) || isStreamed(binding, below) { rate = .often }
        }
      }
    }
    return rate
  }

  /// As often as what the parents make it of.
  ///
  /// - Parameter whileShown: Whether what is made for a presentation counts as given once, when it appears.
  private mutating func rateOfInput(
    _ property: Property, in type: TypeInfo, whileShown: Bool = false
  ) -> ChangeRate {
    guard let parents = graph.parents[type.id] else { return isWhole ? .seldom : .unknown }
    var rate = ChangeRate.never
    for (id, child) in parents where !(whileShown && (child.code.isInPresentation || child.code.isInPreview)) {
      guard let argument = child.arguments.first(where: { $0.property == property.name }),
        let evaluation = graph.evaluation(of: id)
      else { continue }
      rate = max(rate, self.rate(ofValue: argument.value, in: graph.index[id], evaluation))
      // What the rows are made of may be of any type; their elements differ.
      if child.row != nil, !argument.value.isConstant { rate = max(rate, .seldom) }
      if rate == .often { break }
    }
    return rate
  }

  /// How often a value differs that a body makes.
  private mutating func rate(ofValue value: Code, in type: TypeInfo, _ evaluation: Evaluation) -> ChangeRate {
    var rate = ChangeRate.never
    for read in evaluation.reads(in: value) where read.phase.isEvaluation {
      guard let property = type.property(read.property) else { continue }
      rate = max(rate, self.rate(of: property, in: type, reading: read.path.first))
      if rate == .often { break }
    }
    return rate
  }

  private mutating func rate(of property: Property, in type: TypeInfo, reading member: String?) -> ChangeRate {
    guard let member, let model = graph.model(of: property, in: type) else { return rate(of: property, in: type) }
    return graph.storedReads(of: member, in: model).map { models.rate(ofMember: $0, of: model) }.max() ?? .unknown
  }

  // MARK: Views

  /// How often a view is evaluated after it has appeared.
  mutating func evaluationRate(of type: TypeInfo) -> ChangeRate {
    if let known = views[type.id] { return known }
    views[type.id] = .never
    let rate = judged(type)
    views[type.id] = rate
    return rate
  }

  private mutating func judged(_ type: TypeInfo) -> ChangeRate {
    guard let evaluation = graph.evaluation(of: type.id) else { return .unknown }
    if !evaluation.calls(namedAnyOf: Views.ticks).isEmpty { return .often }
    var rate = ChangeRate.never
    for property in type.storedProperties where property.wrapper != nil && rate < .often {
      let reads = evaluation.reads.filter { $0.property == property.name && $0.phase.isEvaluation }
      if property.isObservedObject {
        rate = max(rate, self.rate(of: property, in: type))
      } else if graph.model(of: property, in: type) != nil {
        for read in reads where !read.isProjection {
          rate = max(rate, read.path.first.map { self.rate(of: property, in: type, reading: $0) } ?? .unknown)
        }
      } else if !reads.isEmpty || property.wrapper?.subscribesUnread == true {
        rate = max(rate, self.rate(of: property, in: type))
      }
    }
    return rate == .often ? rate : max(rate, rateByParents(of: type))
  }

  /// A view is evaluated with its parent where an input differs: closures always may.
  private mutating func rateByParents(of type: TypeInfo) -> ChangeRate {
    guard let parents = graph.parents[type.id] else { return isWhole ? .never : .unknown }
    var rate = ChangeRate.never
    for (id, child) in parents where rate < .often {
      guard let evaluation = graph.evaluation(of: id) else { continue }
      let parent = graph.index[id]
      if child.arguments.contains(where: { $0.value.kind == .closure }) {
        rate = max(rate, evaluationRate(of: parent))
      } else {
        for argument in child.arguments { rate = max(rate, self.rate(ofValue: argument.value, in: parent, evaluation)) }
      }
    }
    return rate
  }
}
