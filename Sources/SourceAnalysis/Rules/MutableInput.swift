import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An input declared `var` that never changes.
  package static let mutableInput: SourceRule = .init(
    id: "mutable_input",
    summary: "an input of a view is a var although nothing changes it",
    rationale: """
      `let` says that a value only comes from the parent. A `var` is for inputs that the view watches with \
      `onChange(of:)`, or that have a default in the memberwise initialiser.
      """,
    advice: [.letForPassedValues], severity: .note, fix: .useLet, isOptIn: true,
    page: Page(
      inTrace: """
        Nothing
        """,
      neverReported: """
        inputs with a default that callers override, and inputs that something assigns
        """,
      limits: """
        opt-in: it costs no update by itself
        """),
    triggering: [
      "struct Header: View {\n  var ↓title: String\n  var body: some View { Text(title) }\n}"
    ],
    nonTriggering: [
      "struct Header: View {\n  let username: String\n  let avatarURL: URL\n  var body: some View { Text(username) }\n}",
      "struct Header: View {\n  var externalValue: Int\n  @State private var shown = \"\"\n  var body: some View {\n    Text(shown).onChange(of: externalValue) { shown = \"\" }\n  }\n}",
      "struct Header: View {\n  var title: String = \"\"\n  var body: some View { Text(title) }\n}",
      "struct Header: View {\n  var title: String\n  var body: some View { Text(title) }\n  func titled(_ text: String) -> Self {\n    var copy = self\n    copy.title = text\n    return copy\n  }\n}",
      "struct Header: View {\n  var title: String\n  var body: some View { Text(title) }\n}\nlet shortened = { (header: inout Header) in header.title = \"\" }",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        type.storedProperties.compactMap { property in
          guard property.isPlainInput, !property.isLet, property.initialValue == nil,
            property.code.all(.accessor).isEmpty,
            property.typeText?.hasSuffix("?") != true, !property.isLazy, type.kind == .struct,
            !property.modifiers.contains(where: {
              $0.hasPrefix("private(") || $0.hasPrefix("weak") || $0.hasPrefix("unowned")
            }),
            !property.attributes.contains(.viewBuilder),
            // Only a file that names the view can change it, apart from files of the view itself.
            !graph.assigns(property.name, of: type),
            !graph.conformanceRequirements(of: type).contains(property.name)
          else { return nil }
          let usages = graph.mentions(of: property.name, in: type)
          let changes = usages.contains { usage in
            usage.isWritten && !usage.ancestors.contains { $0.kind == .initializer }
          }
          let watched = usages.contains { usage in
            guard let argument = usage.accessChain.parent, argument.kind == .argument, argument.name == "of" else {
              return false
            }
            return argument.parent?.calledEvent == .change
          }
          // `copy(modifying: \.title, with: …)` writes through the key path.
          let isKeyPath = type.allCode.contains { part in
            part.descendants.contains {
              $0.kind == .keyPath && $0.name.split(separator: ".").first.map(String.init) == property.name
            }
          }
          if changes || watched || isKeyPath { return nil }
          return Draft(
            "nothing changes '\(property.name)' of '\(type.name)'; declare it as let", at: property.place,
            code: property.code,
            view: type, subject: .property(property.name), change: .useLet(PropertyPath(property.name)),
            steps: ["declare '\(property.name)' as let"])
        }
      }
    })
}
