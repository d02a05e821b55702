extension SourceRule {
  /// An observable model of views without an actor.
  package static let observableNotMainActor: SourceRule = .init(
    id: "observable_not_main_actor",
    summary: "an @Observable class that views read is not isolated to the main actor",
    rationale: """
      Views read their models on the main thread. Without `@MainActor` nothing keeps a model from being written elsewhere \
      in the middle of an evaluation. Opt-in, because build settings may isolate a whole module by default, which no source \
      says; set the option `default_isolation` to 1 for such a module.
      """,
    seeds: ["003"], severity: .note, fix: "add_main_actor", isOptIn: true,
    options: [Option("default_isolation", "1 where the module's default isolation is MainActor", standard: 0)],
    triggering: [
      "@Observable final class ↓Model { var name = \"\" }\nstruct Screen: View {\n  @State private var model = Model()\n  var body: some View { Text(model.name) }\n}"
    ],
    nonTriggering: [
      "@Observable\n@MainActor\nfinal class AppState {\nvar isLoggedIn = false\n}\nstruct ChildView: View {\n@Environment(AppState.self) private var appState\n  var body: some View { Text(appState.isLoggedIn ? \"in\" : \"out\") }\n}",
      "@Observable final class Model { var name = \"\" }",
    ],
    check: { graph in
      guard SourceRule.observableNotMainActor.option("default_isolation", in: graph) == 0 else { return [] }
      let readers = graph.modelMemberReaders
      return graph.index.types.compactMap { type in
        guard type.isObservableClass, !type.attributes.contains("MainActor"), readers[type.id] != nil,
          !type.attributes.contains(where: { $0.hasSuffix("Actor") }), !type.code.modifierNames.contains("nonisolated"),
          !type.conformances.contains("Sendable"), !graph.inheritsMainActor(type), !type.isBoundToContext
        else { return nil }
        return Finding(
          "views read '\(type.name)' on the main thread, but nothing keeps others from writing it elsewhere; mark it @MainActor",
          at: type.code.nameStart, code: type.code, view: type, subject: type.qualifiedName,
          steps: ["add @MainActor to '\(type.name)'"])
      }
    })
}

extension TypeInfo {
  /// Objects of a database live on the queue of their context, which need not be the main one.
  fileprivate var isBoundToContext: Bool {
    conformances.contains { $0.hasSuffix("ManagedObject") || $0.hasSuffix("PersistentModel") }
  }
}

extension SourceGraph {
  func inheritsMainActor(_ type: TypeInfo) -> Bool {
    type.conformances.contains { name in
      guard let id = index.resolve(name, near: type.code.file.path) else { return false }
      return index[id].attributes.contains("MainActor")
    }
  }
}
