import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An observable model of views without an actor.
  package static let observableNotMainActor: SourceRule = .init(
    id: "observable_not_main_actor",
    summary: "an @Observable class that views read is not isolated to the main actor",
    rationale: """
      Views read their models on the main thread. Without `@MainActor` nothing keeps a model from being written elsewhere \
      in the middle of an evaluation. Modules that isolate by default are left out: by `defaultIsolation` in a \
      Package.swift among the sources, or where whole types are marked `nonisolated`. Opt-in all the same, because the \
      build settings of a project may say it alone; set the option `default_isolation` to 1 there.
      """,
    advice: [.observableInState], severity: .note, fix: .addMainActor, isOptIn: true,
    options: [Option("default_isolation", "1 where the module's default isolation is MainActor", standard: 0)],
    page: Page(
      inTrace: """
        Nothing, or a data race
        """,
      neverReported: """
        modules that isolate by default, and classes with an isolation of their own
        """,
      limits: """
        opt-in: a model that no other thread touches is fine as it is
        """),
    triggering: [
      "@Observable final class ↓Model { var name = \"\" }\nstruct Screen: View {\n  @State private var model = Model()\n  var body: some View { Text(model.name) }\n}",
      "@Observable class ↓Loader { var items: [Int] = [] }\n@Observable final class PostLoader: Loader { var title = \"\" }\nstruct Screen: View {\n  let loader: PostLoader\n  var body: some View { Text(loader.title) }\n}",
    ],
    nonTriggering: [
      "@Observable\n@MainActor\nfinal class AppState {\nvar isLoggedIn = false\n}\nstruct ChildView: View {\n@Environment(AppState.self) private var appState\n  var body: some View { Text(appState.isLoggedIn ? \"in\" : \"out\") }\n}",
      "@Observable final class Model { var name = \"\" }",
      "nonisolated struct Token {}\n@Observable final class Model { var name = \"\" }\nstruct Screen: View {\n  @State private var model = Model()\n  var body: some View { Text(model.name) }\n}",
      "@Observable final class Model {\n  private(set) var name = \"\"\n  @MainActor func rename(_ new: String) { name = new }\n}\nstruct Screen: View {\n  @State private var model = Model()\n  var body: some View { Text(model.name) }\n}",
      "@MainActor class Base {}\n@Observable final class Model: Base { var name = \"\" }\nstruct Screen: View {\n  let model: Model\n  var body: some View { Text(model.name) }\n}",
    ],
    check: { graph in
      guard SourceRule.observableNotMainActor.option("default_isolation", in: graph) == 0 else { return [] }
      let readers = Set(graph.modelMemberReaders.keys.map { graph.root(of: graph.index[$0]).id })
      let isolation = DefaultIsolation(graph)
      return graph.index.types.compactMap { type in
        guard type.isObservableClass, !type.attributes.contains(.mainActor), readers.contains(type.id),
          !isolation.covers(type.code.file.path), !graph.isWrittenOnMainActorOnly(type),
          !type.attributes.contains(where: { $0.hasSuffix("Actor") }), !type.code.modifierNames.contains("nonisolated"),
          !type.conformances.contains(where: { $0.hasSuffix(Protocols.sendableSuffix) }),
          !graph.inheritsMainActor(type),
          !type.isPersistentModel
        else { return nil }
        return Draft(
          "views read '\(type.name)' on the main thread, but nothing keeps others from writing it elsewhere; mark it, or what views "
            + "read of it, @MainActor",
          at: type.code.nameStart, code: type.code, view: type, subject: .type(type.qualifiedName),
          change: .addMainActor,
          steps: ["add @MainActor to '\(type.name)'"])
      }
    })
}

extension SourceGraph {
  /// The outermost superclass in the sources, which is the one to isolate: a subclass is isolated as its superclass is.
  fileprivate func root(of type: TypeInfo) -> TypeInfo {
    var current = type
    for _ in 0..<16 {
      let parents = current.conformances.sorted().compactMap {
        index.resolve($0, near: current.code.file.path, inside: current.outer)
      }
      guard let parent = parents.first(where: { index[$0].kind == .class && $0 != current.id }) else { break }
      current = index[parent]
    }
    return current
  }

  /// Whether nobody else can write what is observed, and the class does so in members on the main actor only.
  fileprivate func isWrittenOnMainActorOnly(_ type: TypeInfo) -> Bool {
    let observed = type.storedProperties.filter {
      !$0.isLet && !$0.modifiers.contains("private") && !$0.attributes.contains(.untracked)
        && !$0.attributes.contains(.mainActor)
    }
    guard !observed.isEmpty, observed.allSatisfy(\.hasPrivateSetter) else { return false }
    return observed.allSatisfy { property in
      mentions(of: property.name, in: type).allSatisfy { usage in
        guard usage.isWritten else { return true }
        let member = usage.ancestors.first {
          [.function, .initializer, .variable, .deinitializer].contains($0.kind) && $0.parent?.kind == .type
        }
        return member?.kind == .initializer || member?.attributeNames.contains(.mainActor) == true
      }
    }
  }

  func inheritsMainActor(_ type: TypeInfo) -> Bool {
    type.conformances.contains { name in
      guard let id = index.resolve(name, near: type.code.file.path) else { return false }
      return index[id].attributes.contains(.mainActor)
    }
  }
}
