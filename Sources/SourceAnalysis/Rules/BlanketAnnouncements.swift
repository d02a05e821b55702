import SwiftUIModel

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

extension SourceGraph {
  /// Whether some view observes an object of the model.
  func isObserved(_ model: TypeInfo) -> Bool {
    evaluatedViews.contains { view, _ in
      view.storedProperties.contains { $0.isObservedObject && self.model(of: $0, in: view)?.id == model.id }
    }
  }
}
