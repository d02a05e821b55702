import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An observed object inside of another.
  package static let nestedObservableObject: SourceRule = .init(
    id: "nested_observable_object",
    summary: "an ObservableObject is published by another, so changes inside of it reach no view",
    rationale: """
      `@Published` announces that the property was assigned. Changes inside of a nested `ObservableObject` announce \
      nothing to those who observe the outer one. Hand the inner object to the views that show it, or use `@Observable`, \
      where nesting works.
      """,
    advice: [.noNestedObservableObject], severity: .warning, fix: .observeNestedDirectly, isAboutCorrectness: true,
    triggering: [
      "final class Child: ObservableObject { @Published var name = \"\" }\nfinal class Store: ObservableObject {\n  @Published var ↓child: Child\n  init(child: Child) { self.child = child }\n}"
    ],
    nonTriggering: [
      "@Observable final class Child { var name = \"\" }\n@Observable final class Store { var child = Child() }",
      "final class Child: ObservableObject { @Published var name = \"\" }\nfinal class Store: ObservableObject {\n  let child = Child()\n  @Published var count = 0\n}",
    ],
    check: { graph in
      graph.index.types.flatMap { type in
        type.isObservableObject
          ? type.storedProperties.compactMap { property in
            guard property.storage == .member, let child = graph.index.type(of: property, in: type),
              child.isObservableObject,
              child.kind == .class, !TypeName.isCollection(property.typeText ?? "")
            else { return nil }
            return Draft(
              "changes inside of '\(property.name)' do not reach views that observe '\(type.name)'; pass the '\(child.name)' to "
                + "them and observe it there",
              at: property.place, code: property.code, view: type, subject: .property(property.name),
              change: .observeNested(PropertyPath(property.name)),
              steps: [
                "pass '\(property.name)' to the views that show it as @ObservedObject, or make both classes @Observable"
              ])
          } : []
      }
    })
}
