import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// `@ObservedObject var model = Model()`.
  package static let observedObjectCreatedInline: SourceRule = .init(
    id: "observed_object_created_inline",
    summary: "an ObservedObject is created by the view that observes it, or by the parent's body for it",
    rationale: """
      `@ObservedObject` does not keep an object alive: one created inline, or in the body of the parent for its child, \
      is a new one after each evaluation. `@StateObject` (or `@State` with `@Observable`) in the view that owns it keeps it. \
      Where no body of the sources makes the view, the finding is a note: the root of a window is made once.
      """,
    advice: [.ownedObjects], severity: .warning, fix: .ownWithState, isAboutCorrectness: true,
    page: Page(
      inTrace: """
        The same, with cause `_model` and a fresh state each time
        """,
      neverReported: """
        `ObservedObject(wrappedValue:)` around an object that exists, a cache or a shared one; content that \
        is presented
        """,
      limits: """
        a function that only looks an object up is told from one that makes it by its name
        """),
    triggering: [
      "struct Screen: View {\n  @ObservedObject var ↓model = MyViewModel()\n  var body: some View { Text(model.name) }\n}",
      """
      struct Screen: View {
        let events: [Event]
        var body: some View { ForEach(events) { event in Row(event: event, bar: ↓ActionBarModel(event: event)) } }
      }
      struct Row: View {
        let event: Event
        @ObservedObject var bar: ActionBarModel
        var body: some View { Text(bar.title) }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Artifacts: ObservableObject {}
      struct NoteView: View {
        @ObservedObject var artifacts: Artifacts
        init(cache: Cache, id: Int) { _artifacts = ObservedObject(wrappedValue: cache.artifacts(of: id)) }
        var body: some View { Text("") }
      }
      """,
      """
      struct Screen: View {
      // View creates it → @StateObject
      @StateObject private var viewModel = MyViewModel()
      @ObservedObject var store = Store.shared
      var body: some View { Text(viewModel.name + store.name) }
      }
      """,
      "struct Screen: View {\n// View receives it → @ObservedObject\n@ObservedObject var viewModel: MyViewModel\n  var body: some View { Text(viewModel.name) }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        // What only a hosting controller makes has no parent that would be evaluated.
        let severity: Severity? =
          graph.parents[type.id]?.contains { !$0.child.code.isInPreview } == true ? nil : .note
        let inline = type.storedProperties.compactMap { property -> Draft? in
          guard property.storage == .observed, let value = property.initialValue, creates(value) else {
            return nil
          }
          return Draft(
            "'\(type.name)' makes a new '\(value.calledName)' whenever its parent is evaluated, because @ObservedObject does not keep it; "
              + "use @StateObject",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .ownObject(.property(PropertyPath(property.name))), severity: severity,
            steps: ["declare '\(property.name)' as @StateObject private var"])
        }
        let usages = Usages(of: type)
        let inInitialiser = type.storedProperties.compactMap { property -> Draft? in
          guard property.storage == .observed, property.initialValue == nil,
            let made = usages[property.name].lazy.compactMap({ createdInInitialiser($0) }).first
          else { return nil }
          return Draft(
            "the initialiser of '\(type.name)' makes a new '\(made.calledName)' whenever its parent is evaluated, because @ObservedObject "
              + "does not keep it; use @StateObject",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .ownObject(.property(PropertyPath(property.name))), severity: severity,
            steps: [
              "declare '\(property.name)' as @StateObject private var",
              "assign '_\(property.name) = StateObject(wrappedValue: …)' in the initialiser",
            ], related: [.init(.maker, view: type.qualifiedName, place: made.start, message: "made anew here")])
        }
        var seen: Set<Code> = []
        let passed = evaluation.children.flatMap { child -> [Draft] in
          guard let id = child.type, child.phase.isEvaluation, !child.code.isInPreview else { return [] }
          return child.arguments.compactMap { argument in
            guard creates(argument.value), let name = argument.property,
              graph.index[id].property(name)?.storage == .observed,
              seen.insert(argument.value).inserted
            else { return nil }
            return Draft(
              "'\(type.name)' makes a new '\(argument.value.calledName)' for '\(child.name)' in each evaluation; let '\(child.name)' own it "
                + "as @StateObject",
              at: argument.value.start, code: argument.value, view: type, subject: .argument(name, child: child.name),
              change: .ownObject(.argument(name, child: DeclaredType(graph.index[id]))),
              steps: ["create it in '\(child.name)' as @StateObject, from the values it needs"],
              related: [
                .init(.owner, view: child.name, place: graph.index[id].property(name)?.place, message: "observed here")
              ]
            )
          }
        }
        return inline + inInitialiser + passed
      }
    })

  /// What an initialiser assigns, where that is an object it makes itself.
  private static func createdInInitialiser(_ usage: Code) -> Code? {
    guard usage.isWritten, usage.ancestors.contains(where: { $0.kind == .initializer }) else { return nil }
    guard let assignment = usage.accessChain.parent, assignment.kind == .assign,
      var value = Array(assignment.children).last
    else { return nil }
    // `_model = ObservedObject(wrappedValue: model)` wraps an object that exists; what matters is whether that is made here.
    if value.kind == .call, Wrappers.objects.contains(value.calledName) || Wrappers.keepers.contains(value.calledName),
      let wrapped = value.argument("wrappedValue") ?? value.argument("initialValue")
    {
      value = wrapped
    }
    return creates(value) ? value : nil
  }

  private static func creates(_ value: Code) -> Bool {
    guard value.kind == .call, let path = value.callee?.memberPath else { return false }
    if path.count == 1,
      ["make", "create"].contains(where: {
        path[0].hasPrefix($0 + "_") || path[0].hasPrefix($0) && path[0].dropFirst($0.count).startsUppercase
      })
    {
      return true
    }
    return path.last?.startsUppercase == true || path.count == 2 && path.last == "init"
  }
}
