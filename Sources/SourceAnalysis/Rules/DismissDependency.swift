extension SourceRule {
  /// `dismiss` in a heavy view.
  package static let dismissDependency: SourceRule = .init(
    id: "dismiss_dependency",
    summary: "a heavy view reads the dismiss action, which changes when presentation does",
    rationale: """
      `\\.dismiss` and `\\.presentationMode` are set anew while views are presented and dismissed, and every view that \
      declares them is evaluated then. Declared in the small view that holds the close button they cost nothing.
      """,
    seeds: ["004 §9"], severity: .note, fix: "remove_dependency",
    options: [
      Option("minimum_lines", "lines of the body with its helpers from which a view counts as heavy", standard: 80)
    ],
    triggering: [
      """
      struct Screen: View {
        @Environment(\\.dismiss) private var ↓dismiss
        var body: some View {
          VStack {
      \((1...82).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Button("Close") { dismiss() }
          }
        }
      }
      """
    ],
    nonTriggering: [
      "struct CloseButton: View {\n  @Environment(\\.dismiss) private var dismiss\n  var body: some View { Button(\"Close\") { dismiss() } }\n}"
    ],
    check: { graph in
      let minimum = SourceRule.dismissDependency.option("minimum_lines", in: graph)
      return graph.evaluatedViews.flatMap { type, evaluation in
        type.storedProperties.compactMap { property in
          guard let key = property.environmentKey, ["dismiss", "presentationMode"].contains(key), graph.isView(type),
            evaluation.lineCount >= minimum, !graph.mentions(of: property.name, in: type).isEmpty
          else { return nil }
          return Finding(
            "each change of '\(key)' evaluates all \(evaluation.lineCount) lines of '\(type.name)'; read it in the small view that "
              + "closes the screen",
            at: property.place, code: property.code, view: type, subject: property.name,
            steps: ["move '\(property.name)' with its button into a view of its own"])
        }
      }
    })
}
