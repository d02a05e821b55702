import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// `@EnvironmentObject` where `@Environment(Type.self)` is available.
  package static let legacyEnvironmentObject: SourceRule = .init(
    id: "legacy_environment_object",
    summary: "an EnvironmentObject evaluates its readers for every published change",
    rationale: """
      `@EnvironmentObject` subscribes a view to the whole object. With `@Observable` and `@Environment(Model.self)` \
      (from iOS 17) the view depends only on the properties it reads. Silent when `deployment_target`, or the package that \
      declares the view or the model, is below 17, and where the view reads all that the model publishes. Opt-in: in most \
      apps it asks for a migration of models that seldom change, and a trace tells which of them are worth it.
      """,
    advice: [.environmentWithObservable], severity: .note, fix: .migrateToObservable, isOptIn: true,
    page: Page(
      inTrace: """
        Evaluations with cause `_object` for members that the view does not read
        """,
      neverReported: """
        projects that support systems before iOS 17, as the package, the Xcode project, its settings, \
        XcodeGen, Tuist or `deployment_target` say; views that read all that is published
        """,
      limits: """
        a project whose files are not below the path or above it is not known
        """),
    triggering: [
      "struct Row: View {\n  @EnvironmentObject var ↓state: AppState\n  var body: some View { Text(state.name) }\n}",
      """
      final class AppState: ObservableObject {
        @Published var name = ""
        @Published var isOnline = false
      }
      struct Row: View {
        @EnvironmentObject var ↓state: AppState
        var body: some View { Text(state.name) }
      }
      """,
    ],
    nonTriggering: [
      "struct ChildView: View {\n  @Environment(AppState.self) private var appState\n  var body: some View { Text(appState.name) }\n}",
      """
      final class Box: ObservableObject { @Published var value = 0 }
      struct Row: View {
        @EnvironmentObject var box: Box
        var body: some View { Text("\\(box.value)") }
      }
      """,
      """
      class Base<State> { final class Context: ObservableObject { @Published var state: State } }
      typealias TimelineBase = Base<TimelineState>
      final class Timeline: TimelineBase {}
      struct Row: View {
        @EnvironmentObject var context: Timeline.Context
        var body: some View { Text(context.state.title) }
      }
      """,
    ],
    check: dependencies,
    traces: TraceCheck(
      triggering: [
        """
        final class AppState: ObservableObject {
          @Published var name = ""
          @Published var isOnline = false
        }
        struct Badge: View {
          @EnvironmentObject var ↓state: AppState
          var body: some View { Text(state.name) }
        }
        """
      ], suspects: dependencies))

  private static func dependencies(_ graph: SourceGraph) -> [Draft] {
    let advice = ObservationAdvice(graph)
    return graph.evaluatedViews.flatMap { type, evaluation in
      type.storedProperties.compactMap { property in
        guard property.storage == .environmentObject else { return nil }
        let model = model(of: property, in: type, graph)
        let paths = [property.code.file.path] + (model.map { [$0.code.file.path] } ?? [])
        guard advice.support(at: paths) != .missing else { return nil }
        if let model, !advice.fits(model) || readsEverything(property, of: model, evaluation, graph) { return nil }
        return Draft(
          "'\(type.name)' is evaluated for every published change of '\(property.typeText ?? property.name)'; with "
            + "@Observable and @Environment it depends only on what it reads",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .publishPerMember(
            model: model.map { DeclaredType($0) } ?? DeclaredType(undeclared: property.typeText ?? property.name),
            observer: PropertyPath(property.name)),
          steps: [
            "make '\(property.typeText ?? "the object")' @Observable",
            "read it with @Environment(\(property.typeText ?? "Model").self)",
          ])
      }
    }
  }

  /// The class of the object, also where its name is nested in a superclass: `Timeline.Context`.
  private static func model(of property: Property, in type: TypeInfo, _ graph: SourceGraph) -> TypeInfo? {
    if let found = graph.index.type(of: property, in: type) { return found }
    let parts = (property.typeText ?? "").split(separator: ".").map(String.init)
    guard parts.count > 1, let nested = parts.last,
      let outer = graph.index.resolve(parts.dropLast().joined(separator: "."), near: property.code.file.path)
    else { return nil }
    var pending = [outer]
    var seen: Set<TypeID> = []
    while let id = pending.popLast(), seen.insert(id).inserted {
      let path = graph.index[id].code.file.path
      for name in graph.index[id].conformances.sorted() {
        guard let parent = graph.index.resolve(name, near: path) else { continue }
        let qualified = graph.index[parent].qualifiedName + "." + nested
        if let found = graph.index.resolve(qualified, near: path), graph.index[found].qualifiedName == qualified {
          return graph.index[found]
        }
        pending.append(parent)
      }
    }
    return nil
  }

  /// Whether tracking each property would spare the view nothing: it reads all that is published, or there is one thing only.
  private static func readsEverything(
    _ property: Property, of model: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Bool {
    let published = Set(model.storedProperties.filter { $0.storage == .member }.map(\.name))
    // What it sends by hand is not known.
    guard model.isObservableObject, !published.isEmpty else { return false }
    let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation }
    guard !reads.isEmpty else { return false }
    let members = Set(reads.compactMap(\.member).map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 })
    return published.isSubset(of: members.flatMap { graph.modelReads.storedReads(of: $0, in: model) })
  }
}
