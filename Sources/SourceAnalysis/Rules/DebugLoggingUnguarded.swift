import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// `_printChanges()` that ships.
  package static let debugLoggingUnguarded: SourceRule = .init(
    id: "debug_logging_unguarded",
    summary: "_printChanges or _logChanges is not inside of #if DEBUG",
    rationale: """
      Both are debugging aids without a promise, and print at every evaluation. Inside of `#if DEBUG` they cannot reach \
      users.
      """,
    advice: [.debugViewUpdates], severity: .warning, fix: .guardDebugCode,
    page: Page(
      inTrace: """
        The lines themselves
        """,
      neverReported: """
        calls behind `#if DEBUG`
        """,
      limits: """
        a flag of another name is taken for none
        """),
    triggering: [
      "struct DebugView: View {\n  @State private var count = 0\n  var body: some View {\n    let _ = Self.↓_printChanges()\n    Text(\"Count: \\(count)\")\n  }\n}",
      """
      extension View {
        func debugChanges(condition: Bool) -> some View {
          if condition { Self.↓_printChanges() }
          return self
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct PreviewApp: App {
        var body: some Scene {
          WindowGroup { Screen(store: Store(initialState: .init()) { Feature()._printChanges() }) }
        }
      }
      """,
      """
      struct DebugView: View {
      @State private var count = 0
      @State private var name = ""

      var body: some View {
      #if DEBUG
      let _ = Self._logChanges() // Xcode 15.1+: logs to com.apple.SwiftUI subsystem
      #endif

      VStack {
      Text("Count: \\(count)")
      Text("Name: \\(name)")
      }
      }
      }
      """,
    ],
    check: { graph in
      // Wherever it stands: a helper in an extension of `View` calls it for all who use that.
      graph.index.files.flatMap { file -> [Draft] in
        let ids = file.tree.ids(of: SwiftUIModel.changeLoggers)
        guard !ids.isEmpty else { return [] }
        return file.root.descendants.compactMap { call in
          guard call.kind == .call, let callee = call.callee, ids.contains(callee.node.name), isOfAType(callee),
            !call.isInsideDebugCheck
          else { return nil }
          let owner = call.ancestors.first { $0.kind == .type }
          let type = owner.flatMap { graph.index.type(declaredBy: $0) }
          let name = type?.name ?? owner?.name
          return Draft(
            "'\(call.calledName)'\(name.map { " of '\($0)'" } ?? "") is compiled into release builds; put it inside of #if DEBUG",
            at: call.nameStart, code: call, view: type, subject: .call(call.calledName), change: .guardDebugCode,
            grounds: type.map(graph.isShownByApp) == true
              ? .wrong("each evaluation writes to the log", call.nameStart) : nil,
            steps: ["wrap the statement in #if DEBUG and #endif"])
        }
      }
    })

  /// `Self._printChanges()`, also without `Self`: a method of a value, such as that of a reducer, is another one.
  private static func isOfAType(_ callee: Code) -> Bool {
    guard let path = callee.memberPath else { return false }
    return path.dropLast().allSatisfy(\.startsUppercase)
  }
}
