import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// Main-actor state read from a closure that may run elsewhere.
  package static let offMainClosureCapturesState: SourceRule = .init(
    id: "off_main_closure_captures_state",
    summary: "a closure that SwiftUI may call off the main thread reads state of the view",
    rationale: """
      SwiftUI may run `visualEffect`, the transform of `onGeometryChange`, `Shape.path(in:)` and the methods of `Layout` \
      on another thread. They must not touch state of the main actor; capture the value when the closure is made.
      """,
    advice: [.offMainClosures], severity: .warning, fix: .captureValues,
    page: Page(
      inTrace: """
        Nothing, or a crash
        """,
      neverReported: """
        captured copies of values, and closures that touch nothing of the view
        """,
      limits: """
        only closures that the system is known to call elsewhere are looked at
        """),
    triggering: [
      """
      struct Screen: View {
      @State private var pulse = false
      var body: some View {
      Text("")
      .visualEffect { content, geometry in
      content.blur(radius: self.↓pulse ? 5 : 0) // Compiler error: @MainActor isolated
      }
      }
      }
      """
    ],
    nonTriggering: [
      """
      struct Screen: View {
      @State private var pulse = false
      var body: some View {
      Text("")
      .visualEffect { [pulse] content, geometry in
      content.blur(radius: pulse ? 5 : 0)
      }
      }
      }
      """,
      "struct Screen: View {\n  @State private var size = CGSize.zero\n  var body: some View {\n    Text(\"\").onGeometryChange(for: CGSize.self) { $0.size } action: { size = $0 }\n  }\n}",
      """
      struct Drawer: View {
        @State private var dragOffset: CGFloat = 0
        var body: some View {
          ZStack {
            let dragOffset = dragOffset
            Text("").visualEffect { view, proxy in view.offset(x: dragOffset + proxy.size.width + dragOffset) }
          }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var metrics = Metrics()
        var body: some View {
          Text("").onGeometryChange(for: Metrics.self, of: Metrics.init(geometry:)) { old, new in
            if metrics.height != new.height { metrics = new }
          }
        }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        return evaluation.calls(namedAnyOf: Modifiers.runsOffMain).flatMap { call -> [Draft] in
          guard let closure = offMainClosure(of: call.code) else { return [] }
          // To capture it once mends each read of it.
          var seen: Set<String> = []
          let captured = Set(closure.all(.capture).map(\.name))
          return evaluation.reads.compactMap { read in
            guard closure.contains(read.code), read.code.kind != .capture, !captured.contains(read.property),
              !read.isDerived,
              // A local that the value was copied into is captured as it is, also one of the same name.
              read.code.name == read.property,
              !(read.code.kind == .identifier && read.code.isShadowed(read.property)),
              let property = type.property(read.property), property.isDynamic || !property.isLet,
              seen.insert(read.property).inserted,
              property.wrapper != nil
            else { return nil }
            return Draft(
              "'\(call.name)' may run off the main thread but reads '\(read.property)' of '\(type.name)'; capture it: [\(read.property)]",
              at: read.code.nameStart, code: closure, view: type, subject: .capture(read.property, modifier: call.name),
              change: .captureValue(PropertyPath(read.property)),
              grounds: .wrong("it may be read off the main thread", read.code.nameStart),
              steps: ["add '\(read.property)' to the capture list"])
          }
        }
      } + shapes(graph)
    })

  private static func offMainClosure(of call: Code) -> Code? {
    let closures = call.arguments.filter { $0.firstChild?.kind == .closure }
    if Calls.closures[call.calledName] != .transformThenAction { return closures.first?.firstChild }
    // With `of:` the trailing closure is the action, which runs on the main thread.
    if let transform = call.argument("of") { return transform.kind == .closure ? transform : nil }
    return closures.first { $0.name.isEmpty }?.firstChild
  }

  /// Shapes and layouts with state of the main actor.
  private static func shapes(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { type -> [Draft] in
      guard type.kind == .struct, !type.conformances.isDisjoint(with: Protocols.runsOffMain) else {
        return []
      }
      return type.storedProperties.compactMap { property in
        guard property.isObservedObject || [.state, .environment, .binding].contains(property.storage),
          !graph.mentions(of: property.name, in: type).isEmpty
        else { return nil }
        return Draft(
          "'\(type.name)' may be drawn off the main thread but reads @\(property.wrapper?.name ?? "") '\(property.name)'; pass the value in",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .captureValue(PropertyPath(property.name)), severity: .note,
          steps: ["declare '\(property.name)' as let"])
      }
    }
  }
}
