import SwiftUIModel

/// A collection of an `@Observable` that a body asks for nothing but whether it is empty: `if feed.items.isEmpty { … }`. Observation
/// knows the collection alone, so each element that comes or goes evaluates the body; a trace tells how often.
enum EmptinessReads {
  private struct Collection: Hashable {
    var model: TypeID
    var member: String
  }

  static func findings(_ graph: SourceGraph) -> [Draft] {
    var readers: [Collection: [(view: TypeInfo, contents: [Code])]] = [:]
    for (type, evaluation) in graph.evaluatedViews where !evaluation.isIncomplete {
      let contents = closuresOfChildren(evaluation, graph)
      for collection in askedForEmptiness(in: type, evaluation, contents, graph) {
        readers[collection, default: []].append((type, contents))
      }
    }
    return readers.compactMap { collection, readers in
      let views = readers.map(\.view)
      let model = graph.index[collection.model]
      guard let property = model.property(collection.member) else { return nil }
      let names = views.map(\.name).sorted()
      let isOne = names.count == 1
      return Draft(
        "\(SourceGraph.list(names)) \(isOne ? "asks" : "ask") of '\(property.name)' only whether it is empty, yet \(isOne ? "is" : "are") "
          + "evaluated for each change of it; store that as a Bool of '\(model.name)', assigned only when it differs",
        at: property.place, code: property.code, view: model, subject: .property(property.name),
        change: .storeEmptiness(of: property.name, readers: Set(views.map(\.qualifiedName))),
        steps: [
          "declare a private(set) Bool in '\(model.name)', and assign it in didSet of '\(property.name)' where it differs",
          "read it instead of '\(property.name).isEmpty' in \(SourceGraph.list(names))",
        ],
        related: views.sorted { $0.code.nameStart < $1.code.nameStart }.map {
          .init(
            .reader, view: $0.qualifiedName, place: $0.code.nameStart,
            message: "asks whether '\(property.name)' is empty")
        }
          + readers.flatMap { reader in
            reader.contents.map {
              .init(
                .section, view: reader.view.qualifiedName, place: $0.start,
                message: "run by the view that it is given to")
            }
          })
    }
  }

  /// Collections that all of the body's own reads ask for this alone.
  private static func askedForEmptiness(
    in type: TypeInfo, _ evaluation: Evaluation, _ contents: [Code], _ graph: SourceGraph
  ) -> [Collection] {
    var isAlone: [Collection: Bool] = [:]
    let models = type.storedProperties + evaluation.sharedModels
    for read in evaluation.reads where read.phase.isEvaluation && !read.isProjection && !read.isDerived {
      guard !isRun(read, in: contents, evaluation), let property = models.first(where: { $0.name == read.property }),
        let model = graph.index.type(of: property, in: type)
      else { continue }
      if let (collection, rest) = collection(at: read.path, in: model, graph) {
        isAlone[collection] = isAlone[collection] != false && rest == [Methods.asksForAny]
      } else {
        for collection in collections(behind: read.path, in: model, graph) { isAlone[collection] = false }
      }
    }
    return isAlone.filter(\.value).map(\.key)
  }

  /// What members of models work their values out of, wherever on the path they are.
  private static func collections(behind path: [String], in model: TypeInfo, _ graph: SourceGraph) -> [Collection] {
    var found: [Collection] = []
    var owner = model
    for name in path {
      found += graph.storedReads(of: name, in: owner).map { Collection(model: owner.id, member: $0) }
      guard let member = owner.property(name), let next = graph.index.type(of: member, in: owner) else { break }
      owner = next
    }
    return found
  }

  private static let longestPath = 8

  /// The stored collection that a path leads to, through models in models and members that only hand one on, and what it is asked for.
  private static func collection(
    at path: [String], in model: TypeInfo, _ graph: SourceGraph
  ) -> (collection: Collection, rest: [String])? {
    var (owner, rest) = (model, path[...])
    for _ in 0..<longestPath {
      guard let name = rest.first, let member = owner.property(name) else { return nil }
      if !member.isStored {
        guard let handedOn = member.getter.flatMap(onlyValue)?.memberPath else { return nil }
        rest = (handedOn.drop { $0 == "self" } + rest.dropFirst())[...]
      } else if let text = member.typeText, TypeName.isCollection(text) {
        guard owner.isObservableClass, !member.isLet, !member.attributes.contains(.untracked) else { return nil }
        return (Collection(model: owner.id, member: name), Array(rest.dropFirst()))
      } else {
        guard let next = graph.index.type(of: member, in: owner), next.isReference else { return nil }
        (owner, rest) = (next, rest.dropFirst())
      }
    }
    return nil
  }

  private static func onlyValue(of getter: Code) -> Code? {
    let statements = Array(getter.children)
    guard statements.count == 1 else { return nil }
    return statements[0].kind == .returnStatement ? statements[0].firstChild : statements[0]
  }

  /// Closures that views of the app run: what is read in these of an `@Observable` evaluates those views.
  private static func closuresOfChildren(_ evaluation: Evaluation, _ graph: SourceGraph) -> [Code] {
    evaluation.children.flatMap { child -> [Code] in
      guard let id = child.type else { return [] }
      return child.arguments.filter { argument in
        argument.value.kind == .closure
          && argument.property.flatMap { graph.index[id].property($0)?.typeText }.map {
            TypeName.isFunction($0) && !TypeName.returnsVoid($0)
          } == true
      }.map(\.value)
    }
  }

  /// Whether something is read in one of some closures, or in a helper that only these mention.
  private static func isRun(_ read: Read, in closures: [Code], _ evaluation: Evaluation) -> Bool {
    func isInside(_ code: Code) -> Bool { closures.contains { $0.contains(code) } }
    if closures.isEmpty { return false }
    guard let helper = read.via.first else { return isInside(read.code) }
    let mentions = evaluation.entries.flatMap { $0.descendants(.identifier).filter { $0.name == helper } }
    return !mentions.isEmpty && mentions.allSatisfy(isInside)
  }
}
