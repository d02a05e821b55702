extension SourceRule {
  /// A computed property of a model that reads a wider stored one.
  package static let transitiveComputedDependency: SourceRule = .init(
    id: "transitive_computed_dependency",
    summary: "a computed property of an @Observable makes its readers depend on a whole collection",
    rationale: """
      Observation looks through computed properties: whoever reads one depends on every stored property that it reads. \
      A lookup in an array ties its readers to the whole array. Store the derived value and keep it current in `didSet`.
      """,
    seeds: ["003"], severity: .note, fix: "cache_derived_value",
    triggering: [
      """
      @Observable final class AppState {
        var users: [User] = []
        var currentID: User.ID?
        var ↓currentUser: User? { users.first { $0.id == currentID } }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.currentUser?.name ?? "") }
      }
      """
    ],
    nonTriggering: [
      """
      protocol Session { var name: String { get } }
      @Observable final class AppState {
        var sessions: [any Session] = []
        var first: (any Session)? { sessions.first }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.first?.name ?? "") }
      }
      """,
      """
      @Observable final class Person {
        var isAdmin = false
      }
      @Observable final class AppState {
        var people: [Person] = []
        var first: Person? { people.first }
        var isAdmin: Bool { first?.isAdmin ?? people.isEmpty }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.isAdmin ? "admin" : "") }
      }
      """,
      """
      @MainActor @Observable
      final class AppState {
      var users: [User] = [] { didSet { recomputeCurrentUser() } }
      var currentID: User.ID? { didSet { recomputeCurrentUser() } }

      private(set) var currentUser: User?
      private func recomputeCurrentUser() { currentUser = users.first { $0.id == currentID } }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.currentUser?.name ?? "") }
      }
      """,
    ],
    check: { graph in
      let readers = graph.modelMemberReaders
      return graph.index.types.flatMap { model -> [Finding] in
        guard model.isObservableClass, let members = readers[model.id] else { return [] }
        return model.properties.compactMap { property in
          guard !property.isStored, !property.isStatic, let getter = property.getter,
            let views = members[property.name],
            !TypeName.isCollection(property.typeText ?? "")
          else { return nil }
          let wide = graph.modelReads.storedReads(of: property.name, in: model).filter { name in
            guard let stored = model.property(name) else { return false }
            return TypeName.isCollection(stored.typeText ?? "") && !stored.isLet
              && !stored.attributes.contains("ObservationIgnored")
          }.sorted()
          guard !wide.isEmpty, searches(getter, wide), isWorthStoring(property, in: model, graph),
            !readsOtherModels(getter, model, graph)
          else { return nil }
          // The view reads the collection itself: the computed property adds nothing.
          let narrow = views.filter { view in wide.allSatisfy { members[$0]?.contains(view) != true } }
          guard !narrow.isEmpty else { return nil }
          let names = narrow.map { graph.index[$0].name }
          return Finding(
            "'\(property.name)' is computed from \(SourceGraph.list(wide)), so \(SourceGraph.list(names)) "
              + "\(names.count == 1 ? "depends" : "depend") on all of it; store the value and update it in didSet",
            at: property.place, code: property.code, view: model, subject: property.name,
            steps: [
              "store '\(property.name)' as private(set) var",
              "recompute it in didSet of \(SourceGraph.list(written(property.name, in: model, graph)))",
            ],
            related: narrow.map {
              .init(
                view: graph.index[$0].qualifiedName, place: graph.index[$0].code.nameStart,
                message: "reads '\(property.name)'")
            })
        }
      }
    },
    suspect: { graph in condensed(graph) })

  /// Computed properties that condense a single value which may change often: `var isSilent: Bool { frequency == 0 }`.
  private static func condensed(_ graph: SourceGraph) -> [Finding] {
    let readers = graph.modelMemberReaders
    return graph.index.types.flatMap { model -> [Finding] in
      guard model.isObservableClass, let members = readers[model.id] else { return [] }
      var condensing = CondensingMembers(graph: graph, model: model)
      return model.properties.compactMap { property in
        guard !property.isStored, !property.isStatic, let views = members[property.name],
          let getter = property.getter, isWorthStoring(property, in: model, graph),
          !readsOtherModels(getter, model, graph)
        else { return nil }
        let wide = condensing.wide(of: property.name)
        guard !wide.isEmpty, condensing.condenses(property.name) else { return nil }
        // Who follows the value itself gains nothing.
        let following = members.keys.filter { condensing.follows($0, wide) }
        let narrow = views.filter { view in following.allSatisfy { members[$0]?.contains(view) != true } }
        guard !narrow.isEmpty else { return nil }
        let names = narrow.map { graph.index[$0].name }
        return Finding(
          "'\(property.name)' takes few values but is computed from \(SourceGraph.list(wide)), so \(SourceGraph.list(names)) "
            + "\(names.count == 1 ? "is" : "are") evaluated for each change of it; store the value and update it in didSet when it differs",
          at: property.place, code: property.code, view: model, subject: property.name,
          steps: [
            "store '\(property.name)' as private(set) var",
            "recompute it in didSet of \(SourceGraph.list(written(property.name, in: model, graph))), and assign it only when it differs",
          ],
          related: narrow.map {
            .init(
              view: graph.index[$0].qualifiedName, place: graph.index[$0].code.nameStart,
              message: "reads '\(property.name)'")
          })
      }
    }
  }

  /// Everything whose changes the stored value has to follow.
  private static func written(_ name: String, in model: TypeInfo, _ graph: SourceGraph) -> [String] {
    graph.modelReads.storedReads(of: name, in: model).filter { model.property($0)?.isLet == false }.sorted()
  }

  /// Whether a stored value could skip equal writes and so change less often than the collection.
  private static func isWorthStoring(_ property: Property, in model: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let text = property.code.typeText else { return true }
    if text.contains("any ") || text.contains("AnyView") || TypeName.isFunction(text) { return false }
    guard let value = graph.index.type(of: property, in: model) else { return true }
    if value.kind == .protocol { return false }
    return value.isReference || EquatableTypes.isEquatable(value, in: graph.index)
      || value.kind == .enum && value.cases.allSatisfy { $0.payload.isEmpty }
  }

  /// Whether the value also follows members of other objects, of which no `didSet` of this model hears.
  private static func readsOtherModels(_ getter: Code, _ model: TypeInfo, _ graph: SourceGraph) -> Bool {
    getter.descendants.contains { code in
      guard code.kind == .member, let base = code.firstChild else { return false }
      let isOwn = base.kind == .identifier || base.kind == .member && base.firstChild?.name == "self"
      guard isOwn, let property = model.property(base.name), !TypeName.isCollection(property.typeText ?? "") else {
        return false
      }
      // What is behind a protocol may be an object as well.
      if let text = property.typeText, text.contains("any ") { return true }
      guard let value = graph.index.type(of: property, in: model) else { return false }
      return value.isReference || value.kind == .protocol
    }
  }

  /// A search or a reduction whose result is smaller than the collection.
  private static func searches(_ getter: Code, _ collections: [String]) -> Bool {
    let searching: Set<String> = [
      "first", "last", "filter", "contains", "reduce", "min", "max", "firstIndex", "allSatisfy", "sorted", "compactMap",
      "map", "isEmpty", "count", "lazy",
    ]
    return getter.descendants.contains { code in
      code.kind == .member && searching.contains(code.name) || code.kind == .subscriptCall
    }
  }
}

/// Which members of a model condense the single values that they are computed from.
private struct CondensingMembers {
  let graph: SourceGraph
  let model: TypeInfo
  private let condensing: Condensing
  private var known: [String: Bool] = [:]
  private var wideByMember: [String: [String]] = [:]

  init(graph: SourceGraph, model: TypeInfo) {
    self.graph = graph
    self.model = model
    condensing = Condensing(graph: graph, type: model)
  }

  /// The stored properties behind a member that hold one value of many: numbers, dates, texts, structs of them.
  mutating func wide(of member: String) -> [String] {
    if let known = wideByMember[member] { return known }
    let found = findWide(of: member)
    wideByMember[member] = found
    return found
  }

  private func findWide(of member: String) -> [String] {
    graph.modelReads.storedReads(of: member, in: model).filter { name in
      guard let stored = model.property(name), !stored.isLet, !stored.attributes.contains("ObservationIgnored") else {
        return false
      }
      let text = stored.typeText ?? ""
      if text.isEmpty || TypeName.isCollection(text) || TypeName.isFunction(text) || text.contains("any ") {
        return false
      }
      guard !isComparedBefore(name) else { return false }
      guard let type = graph.index.type(of: stored, in: model) else { return TypeName.base(text) != "Bool" }
      // What has an id is one of several things that somebody chose; a sample holds what is measured.
      return type.kind == .struct && type.property("id") == nil
        && type.storedProperties.contains { Self.measured.contains(TypeName.base($0.typeText ?? "")) }
    }.sorted()
  }

  private static let measured: Set<String> = [
    "Double", "Float", "CGFloat", "Int", "TimeInterval", "Duration", "Date", "Decimal", "CGPoint", "CGSize", "CGRect",
    "Angle", "CLLocationCoordinate2D", "CLLocation",
  ]

  /// Whether the model writes it only where it differs: then it is condensed already.
  private func isComparedBefore(_ name: String) -> Bool {
    let writes = model.allCode.flatMap { part in
      part.descendants.filter { code in
        guard [.identifier, .member].contains(code.kind), code.name == name, code.isWritten else { return false }
        return code.kind == .identifier || code.firstChild?.name == "self"
      }
    }
    return !writes.isEmpty && writes.allSatisfy { $0.isGuarded(for: [name], upTo: nil) }
  }

  /// Whether each mention of what changes is used up by a comparison, a range, a step or a choice.
  mutating func condenses(_ member: String) -> Bool {
    if let known = known[member] { return known }
    known[member] = false
    guard let property = model.property(member), let getter = property.getter else { return false }
    if condensing.isFew(property.typeText, near: property.code.file.path) {
      known[member] = true
      return true
    }
    let names = Set(wide(of: member))
    var result = false
    for code in getter.descendants where code.kind == .identifier {
      var mention = code
      if code.name == "self" {
        guard let next = code.parent, next.kind == .member else { continue }
        mention = next
      } else if code.isShadowed(code.name) {
        continue
      }
      let isWide =
        names.contains(mention.name)
        || model.property(mention.name)?.isStored == false && !names.isDisjoint(with: wide(of: mention.name))
          && !condenses(mention.name)
      guard isWide else { continue }
      guard condensing.isCondensed(mention) else { return false }
      result = true
    }
    // A text made of what is condensed already.
    if !result { result = !names.isEmpty }
    known[member] = result
    return result
  }

  /// Whether a member takes a new value with each of one of the wide ones.
  mutating func follows(_ member: String, _ wide: [String]) -> Bool {
    if wide.contains(member) { return true }
    guard let property = model.property(member), !property.isStored else { return false }
    return !Set(self.wide(of: member)).isDisjoint(with: wide) && !condenses(member)
  }
}

extension SourceGraph {
  /// For each model, which views read which of its members while they are evaluated.
  var modelMemberReaders: [TypeID: [String: [TypeID]]] {
    var readers: [TypeID: [String: [TypeID]]] = [:]
    for (type, evaluation) in evaluatedViews {
      var models: [String: TypeID] = [:]
      for property in type.storedProperties {
        if let model = index.type(of: property, in: type), model.isReference { models[property.name] = model.id }
      }
      for read in evaluation.reads where read.phase.isEvaluation && !read.isDerived {
        guard let model = models[read.property], let member = read.path.first else { continue }
        if readers[model]?[member]?.contains(type.id) != true {
          readers[model, default: [:]][member, default: []].append(type.id)
        }
      }
    }
    return readers
  }
}
