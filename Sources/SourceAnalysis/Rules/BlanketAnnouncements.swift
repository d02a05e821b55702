import SwiftUIModel
internal import Vocabulary

/// `objectWillChange.send()` in a method: all observers are evaluated, whatever of it they show.
enum BlanketAnnouncements {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.compactMap { type in
      let places = graph.announcedByHand(type)
      guard let first = places.first, graph.isObserved(type) else { return nil }
      let method = first.ancestors.first { $0.kind == .function }.map { "'\($0.name)'" } ?? "the code around"
      return Draft(
        "\(method) announces that '\(type.name)' may have changed, and not what, so all are evaluated who observe it, whatever they "
          + "show; publish the members that views show, and leave the announcement out",
        at: first.start, code: first, view: type, subject: .type(type.qualifiedName),
        change: .announceMembers(DeclaredType(type)), certainty: .possible,
        steps: [
          "make what views show of '\(type.name)' @Published, and assign it where it changes",
          "then take out objectWillChange.send(), or send it only where something else changed that is shown",
        ],
        related: places.dropFirst().map {
          .init(.repetition, view: type.qualifiedName, place: $0.start, message: "announced here as well")
        })
    }
  }
}

/// `objectWillChange.send()` beside an assignment of what is published: the observers are told twice of one change.
enum RepeatedAnnouncements {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    if graph.options.hasTrace { return [] }
    var work = WorkOfModels(graph)
    return ofModels(graph) + graph.evaluatedViews.flatMap { ofView($0.0, graph, &work) }
  }

  private static func ofModels(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      let published = Set(model.storedProperties.filter { $0.storage == .member }.map(\.name))
      return graph.announcedByHand(model).compactMap { send in
        guard let block = send.ancestors.first(where: { $0.kind == .block }),
          let written = block.children.lazy.compactMap({ assigned($0, published) }).first
        else { return nil }
        return draft(send, of: model, "'\(written)' is published when it is assigned")
      }
    }
  }

  /// In what a view does: `store.objectWillChange.send(); store.reload()`, where `reload` assigns what is published.
  private static func ofView(_ view: TypeInfo, _ graph: SourceGraph, _ work: inout WorkOfModels) -> [Draft] {
    var found: [Draft] = []
    for code in view.allCode.lazy.flatMap({ $0.descendants(.call) }) {
      guard let path = code.callee?.ownMemberPath, path.count == 3, path[1] == Protocols.changePublisher,
        let property = view.property(path[0]), let model = graph.model(of: property, in: view),
        model.isObservableObject,
        let block = code.ancestors.first(where: { $0.kind == .block })
      else { continue }
      let published = Set(model.publishedMembers.map(\.name))
      for other in block.children where other != code && other.kind == .call {
        guard let called = other.callee?.ownMemberPath, called.count == 2, called[0] == path[0],
          let written = work.writes(of: called[1], in: model).intersection(published).min()
        else { continue }
        found.append(draft(code, of: model, "'\(called[1])' assigns '\(written)', which is published"))
        break
      }
    }
    return found
  }

  /// The published member that a statement assigns.
  private static func assigned(_ statement: Code, _ published: Set<String>) -> String? {
    guard statement.kind == .assign, var target = statement.firstChild else { return nil }
    // `rows[0].message.text` is a part of `rows`.
    while target.ownMemberPath == nil {
      guard let base = target.kind == .subscriptCall ? target.callee : target.firstChild else { return nil }
      target = base
    }
    return target.ownMemberPath?.first.flatMap { published.contains($0) ? $0 : nil }
  }

  private static func draft(_ send: Code, of model: TypeInfo, _ why: String) -> Draft {
    Draft(
      "the observers of '\(model.name)' are told twice of one change: \(why); leave the announcement out",
      at: send.start, code: send, view: model, subject: .type(model.qualifiedName),
      change: .announceMembers(DeclaredType(model)), severity: .note, certainty: .possible,
      steps: ["take out objectWillChange.send() where nothing else changed that is shown"])
  }
}

extension SourceGraph {
  /// Whether some view observes an object of the model.
  func isObserved(_ model: TypeInfo) -> Bool {
    evaluatedViews.contains { view, _ in
      view.storedProperties.contains { $0.isObservedObject && self.model(of: $0, in: view)?.id == model.id }
    }
  }
}
