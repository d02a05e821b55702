extension SourceRule {
  /// A row that depends on a whole collection.
  package static let collectionDependencyInRow: SourceRule = .init(
    id: "collection_dependency_in_row",
    summary: "each row of a list reads a whole collection of a shared model",
    rationale: """
      Observation tracks the stored property, not the element: a row that looks itself up in a collection of a shared \
      model is evaluated whenever any element changes, and with it all other rows. Give each row a model of its own \
      element, or pass it the value.
      """,
    seeds: ["003", "004 §10"], severity: .warning, fix: "per_item_observable",
    triggering: [
      """
      @Observable
      class ModelData {
      var favorites: [Landmark] = []

      func isFavorite(_ landmark: Landmark) -> Bool {
      favorites.contains(landmark)
      }
      }

      struct LandmarkRow: View {
      let landmark: Landmark
      @Environment(ModelData.self) private var model

      var body: some View {
      HStack {
      Text(landmark.name)
      if model.↓isFavorite(landmark) {
      Image(systemName: "heart.fill")
      }
      }
      }
      }
      """,
      """
      struct Sidebar: View {
        @ObservedObject var model: SessionsModel
        var body: some View {
          List(model.sessions) { session in
            Text(session.name).bold(model.↓states[session.id]?.isActive == true)
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      @Observable
      class LandmarkViewModel {
      var isFavorite: Bool = false
      }

      struct LandmarkRow: View {
      let landmark: Landmark
      let viewModel: LandmarkViewModel

      var body: some View {
      HStack {
      Text(landmark.name)
      if viewModel.isFavorite {
      Image(systemName: "heart.fill")
      }
      }
      }
      }
      """
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Finding] in
        guard graph.isView(type) else { return [] }
        let isRow = graph.looksLikeRow(type)
        var seen: Set<String> = []
        return evaluation.reads.compactMap { read -> Finding? in
          guard read.phase.isEvaluation, !read.isProjection, !read.isDerived, let member = read.path.first,
            isRow || read.isInRow, let property = type.property(read.property), !iterates(read, member)
          else { return nil }
          guard let collections = collections(member, of: property, read, type, graph, isRow: isRow),
            !collections.isEmpty,
            seen.insert(read.property + "." + member).inserted, let place = memberPlace(read)
          else { return nil }
          let what =
            collections == [member] ? "'\(member)'" : "'\(member)', which reads \(SourceGraph.list(collections))"
          return Finding(
            "each row of '\(type.name)' depends on the whole of \(what) of '\(property.name)', so a change of one element "
              + "evaluates all rows; give each row its own value or model",
            at: place, code: read.code, view: type, subject: read.property + "." + member,
            severity: graph.isBuiltInRow(type) ? nil : .note,
            steps: [
              "keep one @Observable object per element and pass it to the row, or pass the row the value it shows"
            ])
        }
      }
    })

  /// Whether the rows around are those of the collection: then the body depends on it anyway, and no row view does.
  private static func iterates(_ read: Read, _ member: String) -> Bool {
    guard read.isInRow, let rows = read.code.ancestors.first(where: \.isRowContainer) else { return false }
    guard let data = rows.arguments.first?.firstChild, data.kind != .closure else { return false }
    return data.mentionedNames.contains(member)
  }

  private static func memberPlace(_ read: Read) -> SourcePlace? {
    read.code.kind == .member && read.code.firstChild?.name == "self"
      ? read.code.parent?.nameStart
      : read.code.parent?.kind == .member ? read.code.parent?.nameStart : read.code.nameStart
  }

  /// The stored collections behind a member; `nil` when the row is handed only its own element.
  private static func collections(
    _ member: String, of property: Property, _ read: Read, _ type: TypeInfo, _ graph: SourceGraph, isRow: Bool
  ) -> [String]? {
    if let model = graph.model(of: property, in: type) {
      // A row's own element may well have collections of its own.
      if isRow, !read.isInRow,
        property.isPlainInput || property.wrapper == "ObservedObject" || property.wrapper == "Bindable",
        model.storedProperties.count < 12, !usesOtherInputs(read, type, except: property.name)
      {
        return nil
      }
      let stored = graph.modelReads.storedReads(of: member, in: model)
      let found = stored.filter { name in
        model.property(name).map {
          TypeName.isCollection($0.typeText ?? "") && !$0.isLet && !$0.attributes.contains("ObservationIgnored")
        } ?? false
      }.sorted()
      return found.isEmpty
        ? nil : isLookup(read, member, stored: model.property(member)?.isStored == true, model) ? found : nil
    }
    // An unknown model: a subscript or lookup by the row's own id shows a shared collection all the same.
    guard property.isObservedObject || property.environmentType != nil, read.path.count >= 1, isSubscripted(read) else {
      return nil
    }
    return [member]
  }

  /// Whether the read searches a collection, or calls a method that does.
  private static func isLookup(_ read: Read, _ member: String, stored: Bool, _ model: TypeInfo) -> Bool {
    if !stored {
      // A method asked about this row; a computed property says the same to every row.
      guard let function = model.functions.first(where: { $0.name == member }), let result = function.returnText,
        result != "Void"
      else {
        return false
      }
      return EvaluationWalker.suffix(of: read.code).end.parent?.arguments.contains {
        !($0.firstChild?.isConstant ?? true)
      } ?? false
    }
    if isSubscripted(read) { return true }
    let chain = EvaluationWalker.suffix(of: read.code)
    guard let method = chain.path.dropFirst().first else { return false }
    return ["contains", "first", "firstIndex", "last", "index"].contains(method)
      && EvaluationWalker.suffix(of: read.code).end.parent?.kind == .call
  }

  private static func isSubscripted(_ read: Read) -> Bool {
    let member = EvaluationWalker.suffix(of: read.code).end
    return member.parent?.kind == .subscriptCall && member.parent?.callee == member
  }

  private static func usesOtherInputs(_ read: Read, _ type: TypeInfo, except name: String) -> Bool {
    guard let call = EvaluationWalker.suffix(of: read.code).end.parent,
      call.kind == .call || call.kind == .subscriptCall
    else { return false }
    let names = Set(type.storedProperties.map(\.name)).subtracting([name])
    return call.arguments.contains { !$0.mentionedNames.isDisjoint(with: names) }
  }
}

extension Code {
  fileprivate var isRowContainer: Bool {
    kind == .call && ["ForEach", "List", "Table", "OutlineGroup"].contains(calledName)
  }
}
