import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// `onAppear { Task { … } }`.
  package static let unstructuredTask: SourceRule = .init(
    id: "unstructured_task",
    summary: "a Task started in onAppear outlives the view",
    rationale: """
      A `Task` from `onAppear` runs on after the view is gone and writes state that nobody shows; when the view appears \
      again a second one joins it. The `task` modifier starts with the view and is cancelled with it. Work that is meant \
      to go on can say so with a stored or detached task. Opt-in: whether the work should end with the view is for its author to \
      say.
      """,
    advice: [.taskCancellation], severity: .note, fix: .useTaskModifier, isOptIn: true,
    page: Page(
      inTrace: """
        Nothing
        """,
      neverReported: """
        marks that load more, work behind a condition, menus, and tasks of low priority: to end them with \
        the view would be a mistake
        """,
      limits: """
        opt-in: what the task does after the view has gone is not known
        """),
    triggering: [
      "struct Screen: View {\n  @State private var data: [Item] = []\n  var body: some View {\n    List(data) { Text($0.name) }\n      .↓onAppear { Task { data = await fetchData() } }\n  }\n}"
    ],
    nonTriggering: [
      """
      struct DataView: View {
      @State private var data: [Item] = []

      var body: some View {
      List(data) { item in
      Text(item.name)
      }
      .task {
      // Automatically cancelled when view disappears
      data = await fetchData()
      }
      }
      }
      """,
      "struct Screen: View {\n  @State private var task: Task<Void, Never>?\n  var body: some View { Text(\"\").onAppear { task = Task { await load() } } }\n}",
      "struct Screen: View {\n  var body: some View { Text(\"\").onAppear { Task.detached { await log() } } }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        var seen: Set<Code> = []
        return evaluation.calls(namedAnyOf: Calls.appearing).compactMap { call in
          guard call.phase.isEvaluation, seen.insert(call.code).inserted,
            let closure = call.code.arguments.last?.firstChild, closure.kind == .closure,
            let block = closure.first(.block),
            block.children.contains(where: {
              $0.kind == .call && $0.callee?.kind == .identifier && Functions.startsTask.contains($0.calledName)
                && !isDetached($0)
            }), !isForLater(call.code, block)
          else { return nil }
          return Draft(
            "the Task that '\(type.name)' starts in onAppear is not cancelled with the view; use the task modifier",
            at: call.code.nameStart, code: call.code, view: type, subject: .call(call.name), change: .useTaskModifier,
            steps: ["replace onAppear and Task by .task"])
        }
      }
    })

  /// A mark that loads more when it is scrolled to, work that is begun once, and what a menu begins: to end them with the view
  /// would be a mistake.
  private static func isForLater(_ appearance: Code, _ block: Code) -> Bool {
    if block.children.contains(where: { $0.kind == .guardStatement || $0.kind == .ifStatement }) { return true }
    let root = appearance.chainRoot
    let name = root.kind == .call ? root.calledName : root.chainRoot.name
    if Views.marksPlace.contains(name) || root.memberPath?.first.map(Views.marksPlace.contains) == true { return true }
    return appearance.ancestors.contains { ancestor in
      if ancestor.kind == .ifStatement { return true }
      return ancestor.kind == .call
        && (Modifiers.makesMenus.contains(ancestor.calledName) || Views.makesRows.contains(ancestor.calledName))
    }
  }

  private static func isDetached(_ task: Code) -> Bool {
    task.argument("priority")?.name == "background"
  }
}
