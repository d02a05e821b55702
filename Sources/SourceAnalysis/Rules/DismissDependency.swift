import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// `dismiss` in a heavy view.
  package static let dismissDependency: SourceRule = .init(
    id: "dismiss_dependency",
    summary: "a heavy view reads the dismiss action, which changes when presentation does",
    rationale: """
      `\\.dismiss` and `\\.presentationMode` are set anew while views are presented and dismissed, and every view that \
      declares them is evaluated then. Declared in the small view that holds the close button they cost nothing. Opt-in: most \
      screens are presented once and dismissed once, and a trace shows the others.
      """,
    advice: [.unnecessaryDependencies], severity: .note, fix: .removeDependency, isOptIn: true,
    options: [
      Option(
        "minimum_lines", "lines of the body with its helpers from which a view counts as heavy", standard: 80,
        isWaivedByTrace: true)
    ],
    page: Page(
      inTrace: """
        Repeated `_dismiss changed` in a large view
        """,
      neverReported: """
        small views; without a trace also views in which no small view could take the action over
        """,
      limits: """
        how often the action changes depends on where the view is presented: only a trace tells
        """),
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
      """,
      """
      struct Editor: View {
        @Environment(\\.dismiss) private var ↓dismiss
        var body: some View {
          VStack {
      \((1...302).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Button("Send") { Task { await send() } }
          }
        }
        private func send() async {
          await store.send()
          dismiss()
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Screen: View {
        @Environment(\\.dismiss) private var dismiss
        var body: some View {
          Text("Short")
            .onDisappear {
      \((1...82).map { "        log(\($0))" }.joined(separator: "\n"))
            }
            .toolbar { Button("Close") { dismiss() } }
        }
      }
      """,
      "struct CloseButton: View {\n  @Environment(\\.dismiss) private var dismiss\n  var body: some View { Button(\"Close\") { dismiss() } }\n}",
    ],
    check: { graph in
      let minimum = SourceRule.dismissDependency.option("minimum_lines", in: graph)
      return graph.evaluatedViews.flatMap { type, evaluation in
        type.storedProperties.compactMap { property -> Draft? in
          guard let key = property.environmentKey, EnvironmentKeys.actions.contains(key), graph.isView(type),
            evaluation.lineCount >= minimum
          else { return nil }
          let uses = graph.mentions(of: property.name, in: type).filter { !$0.isInPreview }
          guard !uses.isEmpty else { return nil }
          let lines = evaluation.evaluatedLineCount
          guard lines >= min(minimum, smallestHeavyView) else { return nil }
          let buttons = uses.compactMap(button)
          let isOfButtons = buttons.count == uses.count && Set(buttons).count <= mostButtons
          // Where no view can take the action over as it is, only a trace tells whether it is worth the trouble.
          guard isOfButtons || minimum == 0 || lines >= farTooLarge else { return nil }
          let (advice, step) =
            isOfButtons
            ? (
              "read it in the small view that closes the screen",
              "move '\(property.name)' with its button into a view of its own"
            )
            : (
              "it is called in several places or where work ends, so set a flag there, and read '\(key)' in a ViewModifier that waits for it",
              "write a ViewModifier that declares '\(property.name)' and calls it in onChange of a Bool, and set that Bool here"
            )
          return Draft(
            "each change of '\(key)' evaluates the \(lines) lines of body and helpers of '\(type.name)'; \(advice)",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .readWhereUsed(PropertyPath(property.name)), steps: [step])
        }
      }
    },
    traces: TraceCheck(
      evidence: .beyondLeaf,
      triggering: [
        """
        struct Screen: View {
          @Environment(\\.dismiss) private var ↓dismiss
          var body: some View {
            VStack {
              Text("Title")
              Text("Text")
              Button("Close") { dismiss() }
            }
          }
        }
        """
      ]))

  /// Lines that evaluation runs, from which on a view is no leaf whatever stands in its handlers.
  private static let smallestHeavyView = 40

  /// Lines that evaluation runs, from which on any way to be spared them is worth it.
  private static let farTooLarge = 300

  /// Buttons that one small view can hold together.
  private static let mostButtons = 2

  /// The button in whose action the use stands directly, not behind an `await` and not in a helper.
  private static func button(around use: Code) -> Code? {
    var argument: Code?
    for ancestor in use.ancestors {
      switch ancestor.kind {
      case .argument: argument = ancestor
      case .call:
        let name = ancestor.calledName
        if Functions.startsTask.contains(name) { return nil }
        guard Views.buttons.contains(where: name.hasSuffix) else { continue }
        let label = argument?.name ?? ""
        return label == "action" || label.isEmpty ? ancestor : nil
      case .block:
        let waits = ancestor.children.contains { sibling in
          sibling.index < use.index && (sibling.kind == .await || sibling.descendants.contains { $0.kind == .await })
        }
        if waits { return nil }
      case .await, .function, .accessor, .type: return nil
      default: break
      }
    }
    return nil
  }
}
