extension SourceRule {
  /// `@EnvironmentObject` where `@Environment(Type.self)` is available.
  package static let legacyEnvironmentObject: SourceRule = .init(
    id: "legacy_environment_object",
    summary: "an EnvironmentObject evaluates its readers for every published change",
    rationale: """
      `@EnvironmentObject` subscribes a view to the whole object. With `@Observable` and `@Environment(Model.self)` \
      (from iOS 17) the view depends only on the properties it reads. Silent when `deployment_target` is below 17.
      """,
    seeds: ["003"], severity: .note, fix: "migrate_to_observable",
    triggering: [
      "struct Row: View {\n  @EnvironmentObject var ↓state: AppState\n  var body: some View { Text(state.name) }\n}"
    ],
    nonTriggering: [
      "struct ChildView: View {\n  @Environment(AppState.self) private var appState\n  var body: some View { Text(appState.name) }\n}"
    ],
    check: { graph in
      if let target = graph.options.deploymentTarget, target < 17 { return [] }
      return graph.evaluatedViews.flatMap { type, _ in
        type.storedProperties.compactMap { property in
          guard property.wrapper == "EnvironmentObject" else { return nil }
          return Finding(
            "'\(type.name)' is evaluated for every published change of '\(property.typeText ?? property.name)'; with "
              + "@Observable and @Environment it depends only on what it reads",
            at: property.place, code: property.code, view: type, subject: property.name,
            steps: [
              "make '\(property.typeText ?? "the object")' @Observable",
              "read it with @Environment(\(property.typeText ?? "Model").self)",
            ])
        }
      }
    })
}
