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
      "struct DebugView: View {\n  @State private var count = 0\n  var body: some View {\n    let _ = Self.↓_printChanges()\n    Text(\"Count: \\(count)\")\n  }\n}"
    ],
    nonTriggering: [
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
      """
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        var seen: Set<Code> = []
        return evaluation.calls(namedAnyOf: SwiftUIModel.changeLoggers).compactMap { call in
          guard !call.code.isInsideDebugCheck,
            seen.insert(call.code).inserted
          else { return nil }
          return Draft(
            "'\(call.name)' of '\(type.name)' is compiled into release builds; put it inside of #if DEBUG",
            at: call.code.nameStart,
            code: call.code, view: type, subject: .call(call.name), change: .guardDebugCode,
            steps: ["wrap the statement in #if DEBUG and #endif"])
        }
      }
    })
}
