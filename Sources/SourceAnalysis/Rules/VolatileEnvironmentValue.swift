import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A value that changes all the time, in the environment.
  package static let volatileEnvironmentValue: SourceRule = .init(
    id: "volatile_environment_value",
    summary: "a value that changes many times per second is put into the environment, or read from it",
    rationale: """
      Each write of an environment value makes SwiftUI check every reader of the environment below, and evaluates those \
      that read the key. Timer dates, geometry, scroll offsets and drag positions belong into the few views that show \
      them, or into an `@Observable` that only those read.
      """,
    advice: [.unnecessaryDependencies], severity: .warning, fix: .keepOutOfEnvironment, isNoteWithoutTrace: true,
    page: Page(
      inTrace: """
        Evaluations by an environment cause in many views in step
        """,
      neverReported: """
        sizes, which change when a window does; flags; values that a key of the system holds
        """,
      limits: """
        a key is judged by its name only where nothing shows who writes it, and then as a note
        """),
    triggering: [
      """
      struct Screen: View {
        @State private var offset = 0.0
        var body: some View {
          Content()
            .environment(\\.↓containerOffset, offset)
            .onScrollGeometryChange(for: Double.self) { $0.contentOffset.y } action: { _, new in offset = new }
        }
      }
      """,
      """
      struct Screen: View {
        var body: some View {
          TimelineView(.animation) { context in
            Content().environment(\\.↓currentDate, context.date)
          }
        }
      }
      """,
      """
      struct Card: View {
        @Environment(\\.boardScrollPhase) private var ↓phase
        var body: some View { Text("Card").opacity(phase == .idle ? 1 : 0.5) }
      }
      """,
      """
      final class Transport: ObservableObject {
        @Published private(set) var beat = 0.0
        private var bag: AnyCancellable?
        func play() {
          bag = Timer.publish(every: 0.05, on: .main, in: .common).autoconnect().sink { [weak self] _ in self?.beat += 1 }
        }
      }
      extension EnvironmentValues { @Entry var playhead = 0.0 }
      struct Score: View {
        @StateObject private var transport = Transport()
        var body: some View { Bars().environment(\\.↓playhead, transport.beat) }
      }
      """,
    ],
    nonTriggering: [
      """
      enum Density { case compact, roomy }
      extension EnvironmentValues { @Entry var density = Density.roomy }
      struct Screen: View {
        @State private var offset = 0.0
        var body: some View {
          Rows().environment(\\.density, Density(for: offset))
            .onScrollGeometryChange(for: Double.self) { $0.contentOffset.y } action: { _, new in offset = new }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var frame: CGRect?
        var body: some View {
          Rows().onPreferenceChange(FrameKey.self) { frame = $0 }.environment(\\.isSettled, frame != nil)
        }
      }
      """,
      """
      final class Panel: ObservableObject {
        @Published var width = 0.0
        @Published var isLeading = true
      }
      struct Screen: View {
        @ObservedObject var panel: Panel
        var direction: LayoutDirection { panel.isLeading ? .leftToRight : .rightToLeft }
        var body: some View {
          Child().frame(width: panel.width)
            .gesture(DragGesture().onChanged { panel.width = $0.translation.width })
            .environment(\\.layoutDirection, direction)
        }
      }
      """,
      """
      struct Sheet: View {
        @Environment(\\.appServices) private var services
        var body: some View {
          GeometryReader { proxy in
            Child().onChange(of: proxy.frame(in: .global).minY) { services.settings.isWide = $1 > 3 }
              .environment(\\.appServices, services)
          }
        }
      }
      """,
      "struct Screen: View {\n  @State private var theme = Theme.light\n  var body: some View { Content().environment(\\.theme, theme) }\n}",
      "struct Screen: View {\n  @Environment(\\.scenePhase) private var phase\n  var body: some View { Text(phase == .active ? \"a\" : \"b\") }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        written(type, evaluation, graph) + read(type, evaluation)
      }
    },
    traces: TraceCheck(
      evidence: .frequentChanges,
      triggering: [
        """
        struct Screen: View {
          @State private var height = 0.0
          var body: some View { Child().keyboard(height).onReceive(notes) { height = $0 } }
        }
        extension View {
          func keyboard(_ height: Double) -> some View { transformEnvironment(\\.↓keyboardHeight) { $0 = height } }
        }
        """
      ],
      suspects: { graph in
        graph.evaluatedViews.flatMap { type, evaluation in written(type, evaluation, graph, isSuspecting: true) }
      }))

  /// - Parameter isSuspecting: Whether values count that are not seen to change often.
  private static func written(
    _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, isSuspecting: Bool = false
  ) -> [Draft] {
    EnvironmentWrites(graph: graph).writes(of: evaluation).compactMap { write in
      guard isSuspecting || !isSize(write.value) && !isComparison(write.value) && !hasFewValues(write.key, graph),
        let source = volatileSource(of: write.value, type, evaluation, graph)
          ?? (isSuspecting && write.value.kind != .closure
            ? evaluation.dependencies(of: write.value).min().map { ("'\($0)'", nil) } : nil)
      else { return nil }
      let start = write.keyCode.start
      return Draft(
        "'\(write.key)' changes with \(source.text), and each change makes SwiftUI check every reader of the environment below "
          + "'\(type.name)'; pass it only to the views that show it",
        at: SourcePlace(file: start.file, line: start.line, column: start.column + 2), code: write.call, view: type,
        subject: .environmentKey(write.key), change: .keepOutOfEnvironment(.written(key: write.key)),
        severity: isSuspecting ? .note : nil, certainty: isSuspecting ? .possible : .certain,
        grounds: source.recurrence.flatMap { $0.isSlow ? nil : .recurring($0) },
        steps: ["pass the value as an argument, or keep it in an @Observable that only its readers hold"])
    }
  }

  /// `frame != nil`: it changes when a threshold is crossed, not with each event.
  private static func isComparison(_ value: Code) -> Bool {
    [.binary, .unary].contains(value.kind) && Operators.conditions.contains(value.name)
  }

  /// Whether a key of the app's own has a flag, or one of a few cases: it changes when a threshold is crossed.
  private static func hasFewValues(_ key: String, _ graph: SourceGraph) -> Bool {
    graph.index.environmentTypes.contains { id in
      guard let property = graph.index[id].property(key) else { return false }
      if property.isFlag { return true }
      guard let text = property.typeText,
        let type = graph.index.resolve(TypeName.base(text), near: property.code.file.path).map({ graph.index[$0] })
      else { return false }
      return type.kind == .enum && type.cases.allSatisfy(\.payload.isEmpty)
    }
  }

  /// A size changes when a window or the device turns, not while something scrolls.
  private static func isSize(_ value: Code) -> Bool {
    let names = value.memberPath ?? value.mentionedNames.sorted()
    return names.contains { name in Conventions.sizeWords.contains { name.lowercased().contains($0) } }
  }

  /// What makes a value volatile: a property written in a hot callback, or a parameter of a timeline or geometry closure.
  private static func volatileSource(
    of value: Code, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> (text: String, recurrence: Recurrence?)? {
    // A flag changes only when a threshold is crossed.
    for property in evaluation.dependencies(of: value).sorted() where type.property(property)?.isFlag != true {
      let hot = evaluation.writes(of: property).first { write in
        (SourceGraph.isFrequent(write, of: type.property(property)) || !graph.options.hasTrace && write.code.isStreamed)
          && !write.code.isGuarded(for: [property], upTo: write.phase.caller)
          && graph.reaches(write, value, in: type, evaluation)
      }
      if let hot {
        return (
          "'\(property)', which '\(hot.phase.callerName)' writes",
          SourceGraph.recurrence(of: hot, type.property(property), by: type.id)
        )
      }
    }
    if let found = memberOfModel(value, type, graph) { return found }
    guard let first = value.memberPath?.first else { return nil }
    for ancestor in value.ancestors where ancestor.kind == .closure {
      guard ancestor.all(.parameter).contains(where: { $0.detail == first }), let call = ancestor.parent?.parent else {
        continue
      }
      if Views.ticks.contains(call.calledName) {
        return ("the timeline", Recurrence(call.isSlowClock ? .slowClock : .clock, at: call))
      }
      if Views.givesGeometry.contains(call.calledName) {
        return ("the geometry", Recurrence(.events(call.calledName), at: call))
      }
    }
    return nil
  }

  /// `transport.beat` of a model that a clock or a sensor keeps writing.
  private static func memberOfModel(
    _ value: Code, _ type: TypeInfo, _ graph: SourceGraph
  ) -> (text: String, recurrence: Recurrence?)? {
    guard !graph.options.hasTrace, let path = value.ownMemberPath, path.count == 2,
      let property = type.property(path[0]), let model = graph.model(of: property, in: type)
    else { return nil }
    let rate = ModelRates(graph, isWhole: true).rate(ofMember: path[1], of: model)
    guard let recurrence = rate.recurrence, recurrence.isFrequent else { return nil }
    return ("'\(path.joined(separator: "."))'", recurrence)
  }

  private static let volatileWords = [
    "Offset", "scrollPhase", "ScrollPhase", "scrolling", "Scrolling", "currentDate", "currentTime", "tick", "Progress",
    "Translation",
  ]

  private static func read(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    type.storedProperties.compactMap { property in
      guard let key = property.environmentKey, !EnvironmentKeys.table.contains(key),
        !evaluation.evaluationReads(of: property.name).isEmpty,
        volatileWords.contains(where: { key.contains($0) }),
        !EnvironmentKeys.table.entries.contains(where: { key.hasPrefix($0.name) })
      else { return nil }
      return Draft(
        "'\(type.name)' reads '\(key)' from the environment, which by its name changes often and then evaluates every reader; take it "
          + "as an argument where it is needed",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .keepOutOfEnvironment(.read(PropertyPath(property.name))), severity: .note, certainty: .possible,
        steps: ["pass the value as an argument from the view that measures it"])
    }
  }
}

extension Property {
  /// `Bool`, as declared or by its initial value.
  var isFlag: Bool {
    typeText.map(KnownTypes.flags.contains) == true
      || typeText == nil && ["true", "false"].contains(initialValue?.name ?? "")
  }
}
