import SwiftUIModel
internal import Vocabulary

/// What a view has a model do whenever a value changes that a control writes at each step of a drag:
/// `.onChange(of: draft) { _, new in Theme.shared.apply(new) }` beside `ColorPicker("Accent", selection: $draft.accent)`.
enum WatchedDrags {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      evaluation.calls(namedAnyOf: Calls.followsValue).compactMap { call -> Draft? in
        guard call.phase.isEvaluation, call.code.calledEvent == .change, !call.code.isInPreview,
          let watched = call.code.argument("of")?.ownMemberPath?.first, let property = type.property(watched),
          property.storage == .state || property.storage == .binding,
          let control = control(writing: property, evaluation),
          let handler = call.code.arguments.compactMap(\.firstChild).last(where: { $0.kind == .closure }),
          !handler.descendants.contains(where: { $0.kind == .call && Functions.waits.contains($0.calledName) }),
          let work = handler.descendants(.call).first(where: { isWork($0, type, graph) })
        else { return nil }
        return Draft(
          "each step of dragging the \(control) of '\(type.name)' changes '\(property.name)', and so calls '\(work.calledName)'; call it "
            + "when the drag ends, or debounced",
          at: work.nameStart, code: work, view: type, subject: .property(property.name),
          change: .writeOnThreshold(PropertyPath(property.name)), severity: .note, certainty: .possible,
          steps: [
            "wait in a task that the next change cancels, before '\(work.calledName)' is called",
            "or call it in onEditingChanged when editing ends",
          ])
      }
    }
  }

  /// The control that writes a value of the view, or a part of it, as long as it is dragged.
  private static func control(writing property: Property, _ evaluation: Evaluation) -> String? {
    evaluation.reads(of: property.name).lazy.compactMap { read -> String? in
      guard read.isProjection, case .dragging(let control)? = SourceGraph.editing(read) else { return nil }
      return control
    }.first
  }

  /// `Theme.shared.apply(new)`, `model.regenerate()`: something is done besides keeping the value.
  private static func isWork(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let path = call.callee?.memberPath?.drop(while: { $0 == "self" }), let first = path.first else {
      return false
    }
    if first.startsUppercase { return path.count > 2 }
    return path.count == 2 && type.property(first).map { graph.model(of: $0, in: type) != nil } ?? false
  }
}
