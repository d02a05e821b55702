import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// Layout that writes the state it is laid out with.
  package static let layoutFeedback: SourceRule = .init(
    id: "layout_feedback",
    summary: "a measured size or position is written to state that the same layout uses",
    rationale: """
      Reading geometry, writing it to state and laying out with that state takes at least two passes for each change, \
      and does not settle when the value that is measured depends on the value that was written. Stacks of geometry \
      readers multiply it. Use `containerRelativeFrame`, alignment guides or a `Layout` instead, or round and compare.
      """,
    advice: [.commonIssues], severity: .note, fix: .breakUpdateLoop, isOptInForApps: true,
    page: Page(
      inTrace: """
        Several evaluations of one view within a frame
        """,
      neverReported: """
        sizes of a reader around the content, constants, rounded or compared values, and what is laid out \
        apart: bars, backgrounds, presentations
        """,
      limits: """
        whether the layout settles is not known
        """),
    triggering: [
      """
      struct Screen: View {
        @State private var height: CGFloat = 0
        var body: some View {
          Text("")
            .background(GeometryReader { proxy in Color.clear.preference(key: HeightKey.self, value: proxy.size.height) })
            .onPreferenceChange(HeightKey.self) { ↓height = $0 }
            .frame(height: height)
        }
      }
      """,
      """
      struct Screen: View {
        var body: some View {
          GeometryReader { outer in
            VStack { GeometryReader { middle in HStack { ↓GeometryReader { inner in Text("") } } } }
          }
        }
      }
      """,
      """
      struct Title: View {
        let names: [String]
        @State private var scale: CGFloat = 1
        var body: some View {
          HStack { ForEach(names, id: \\.self) { Text($0) } }
            .font(.system(size: 32 * scale))
            .onGeometryChange(for: CGFloat.self) { $0.size.width } action: { ↓scale = min(1, 300 / $0) }
        }
      }
      """,
      """
      struct Swatches: View {
        let colors: [Color]
        @State private var count = 3
        private var columns: [GridItem] { Array(repeating: GridItem(.flexible()), count: count) }
        var body: some View {
          LazyVGrid(columns: columns) { ForEach(colors, id: \\.self) { $0 } }
            .background {
              GeometryReader { proxy in
                Color.clear.onChange(of: proxy.size.height) { _, height in adapt(to: height) }
              }
            }
        }
        private func adapt(to height: CGFloat) { ↓count = height > 600 ? 5 : 3 }
      }
      """,
      """
      struct Inset: ViewModifier {
        let ratio: CGFloat
        @State private var inset: CGFloat = 0
        func body(content: Content) -> some View {
          content
            .padding(.horizontal, inset)
            .onGeometryChange(for: CGSize.self, of: \\.size) { ↓inset = $0.width * ratio }
        }
      }
      struct Card: View {
        var body: some View { VStack { Text("Plan") }.modifier(Inset(ratio: 0.1)) }
      }
      """,
      """
      struct Pills: View {
        let titles: [String]
        @State private var pill = CGRect.zero
        var body: some View {
          HStack {
            ForEach(titles, id: \\.self) { title in
              Text(title).padding(.horizontal, pill.width > 90 ? 8 : 16).anchorPreference(key: Bounds.self, value: .bounds) { $0 }
            }
          }
          .overlayPreferenceValue(Bounds.self) { anchor in
            GeometryReader { proxy in
              if let anchor {
                let bounds = proxy[anchor]
                Capsule().frame(width: bounds.width).onChange(of: bounds) { _, rect in ↓pill = rect }
              }
            }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Gallery: View {
        let names: [String]
        @State private var width: CGFloat = 0
        @State private var height: CGFloat = 0
        var body: some View {
          VStack {
            ScrollView { ForEach(names, id: \\.self) { Text($0).frame(width: width / 2) } }
            Text("\\(height)").padding(.horizontal, height / 10)
          }
          .onGeometryChange(for: CGFloat.self) { $0.size.width } action: { width = $0 }
          .onGeometryChange(for: CGFloat.self) { $0.size.height } action: { height = $0 }
        }
      }
      """,
      """
      struct Inset: ViewModifier {
        let ratio: CGFloat
        @State private var inset: CGFloat = 0
        func body(content: Content) -> some View {
          content
            .padding(.horizontal, inset)
            .onGeometryChange(for: CGSize.self, of: \\.size) { inset = $0.width * ratio }
        }
      }
      struct Page: View {
        var body: some View { ScrollView { Text("Plan") }.modifier(Inset(ratio: 0.1)) }
      }
      """,
      """
      struct Pills: View {
        let titles: [String]
        @State private var pill = CGRect.zero
        var body: some View {
          HStack {
            ForEach(titles, id: \\.self) { Text($0).anchorPreference(key: Bounds.self, value: .bounds) { $0 } }
          }
          .overlayPreferenceValue(Bounds.self) { anchor in
            GeometryReader { proxy in
              let bounds = proxy[anchor]
              Capsule().frame(width: pill.width).onChange(of: bounds) { _, rect in pill = rect }
            }
          }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var width: CGFloat = 0
        var body: some View {
          Text("")
            .background(GeometryReader { proxy in Color.clear.preference(key: WidthKey.self, value: proxy.size.width) })
            .onPreferenceChange(WidthKey.self) { width = $0 }
            .toolbar { ToolbarItem(placement: .bottomBar) { SearchBar().frame(width: width) } }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var height: CGFloat = 0
        var body: some View {
          Text("\\(height)")
            .onPreferenceChange(HeightKey.self) { if abs($0 - height) > 1 { height = $0 } }
            .frame(height: height)
        }
      }
      """,
      "struct Screen: View {\n  var body: some View { GeometryReader { proxy in Text(\"\").frame(width: proxy.size.width) } }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        let measured = measured(type, evaluation)
        let known = Set(
          measured.compactMap { draft in
            if case .path(let path) = draft.subject { path.property } else { nil }
          })
        return measured + SelfMeasurement(graph: graph, type: type, evaluation: evaluation).findings(except: known)
          + nested(type, evaluation)
      }
    },
    traces: TraceCheck(
      evidence: .layoutCycle,
      triggering: [
        """
        struct Screen: View {
          @State private var width: CGFloat = 0
          var body: some View { Text("").readSize { ↓width = $0.width / 2 }.padding(.leading, width) }
        }
        extension View {
          func readSize(onChange: @escaping (CGSize) -> Void) -> some View { onPreferenceChange(SizeKey.self, perform: onChange) }
        }
        """
      ],
      suspects: { graph in graph.evaluatedViews.flatMap { measured($0, $1, suspectedIn: graph) } }))

  /// - Parameter graph: Given, measurements count that compare what they deliver, that a helper stores, or that children
  ///   are laid out with.
  private static func measured(_ type: TypeInfo, _ evaluation: Evaluation, suspectedIn graph: SourceGraph? = nil)
    -> [Draft]
  {
    let isSuspecting = graph != nil
    var seen: Set<String> = []
    return evaluation.writes.compactMap { write in
      let isStep = isSuspecting && steps.contains(write.operation)
      guard type.property(write.property)?.storage == .state, write.operation == "=" || isStep,
        isSuspecting || write.value?.isConstant != true && !isOfContainer(write),
        isMeasurement(write) || isSuspecting && isMeasuredSomewhere(write),
        SourceGraph.isGeometric(write, type.property(write.property)),
        // A limit ends the steps, and does not spare them.
        isStep || !write.code.isGuarded(for: [write.property], upTo: write.phase.caller), !isRounded(write.value)
      else { return nil }
      let reads = evaluation.evaluationReads(of: write.property).filter { !isLaidOutApart($0.code, from: write.code) }
      let own = reads.first { isLayout($0, write) || isStep && isMeasured($0.code, by: write) }
      let child =
        own == nil
        ? graph.flatMap { graph in reads.lazy.compactMap { layout(of: $0, write, evaluation, graph) }.first } : nil
      guard let use = child?.use ?? own, seen.insert(write.property).inserted else { return nil }
      let user = child.flatMap { $0.view.qualifiedName == type.qualifiedName ? nil : $0.view.qualifiedName }
      return Draft(
        "'\(write.property)' is measured and written by the layout that uses it, so each change takes two passes or more; measure "
          + "without state, or round and compare first",
        at: write.code.start, code: write.code, view: type, subject: .property(write.property),
        change: .breakLoop([PropertyPath(write.property)], .layout(view: user)),
        steps: [
          "use a Layout, an alignment guide or containerRelativeFrame, or write only when the value moved visibly"
        ],
        related: [
          .init(
            .reader, view: (child?.view ?? type).qualifiedName, place: use.code.start, message: "laid out with it here")
        ])
    }
  }

  /// `fontSize -= 2` until it fits: a pass for each step.
  private static let steps: Set<String> = ["+=", "-=", "*=", "/="]

  /// Whether what is measured is given the value.
  private static func isMeasured(_ use: Code, by write: Write) -> Bool {
    guard let caller = write.phase.caller, caller.contains(use) else { return false }
    return !caller.arguments.contains { $0.contains(use) }
  }

  /// Whether a modifier lays something out with what is read; what it is applied to may show it in any way.
  private static func isLayout(_ read: Read, _ write: Write) -> Bool {
    let modifiers = read.code.ancestors.filter { $0.kind == .call && Modifiers.laysOut.contains($0.calledName) }
    return modifiers.enumerated().contains { place, call in
      (place == 0 || !call.contains(write.code)) && call.arguments.contains { $0.contains(read.code) }
    }
  }

  /// Where a child that is given what is read lays itself out with it, and is part of what is measured.
  private static func layout(of read: Read, _ write: Write, _ evaluation: Evaluation, _ graph: SourceGraph)
    -> (view: TypeInfo, use: Read)?
  {
    guard write.phase.finalEvent == .preference || write.phase.finalEvent == .geometry,
      let measured = write.phase.caller?.callee?.firstChild
    else { return nil }
    for child in evaluation.children {
      guard measured.contains(child.code), let id = child.type, let inner = graph.evaluation(of: id),
        inner.calls.contains(where: { Modifiers.setsPreference.contains($0.name) }),
        let argument = child.arguments.first(where: { $0.value == read.code.accessChain }),
        let name = argument.property
      else { continue }
      let use = inner.evaluationReads(of: name).first { read in
        read.code.ancestors.contains { call in
          call.kind == .call && Modifiers.laysOut.contains(call.calledName)
            && call.arguments.contains { $0.contains(read.code) }
        }
      }
      if let use { return (graph.index[id], use) }
    }
    return nil
  }

  /// Bars and presentations are layouts of their own, and what stands behind or before a view does not change its size:
  /// a value used there does not come back to what was measured, unless that is there as well.
  private static func isLaidOutApart(_ use: Code, from measured: Code) -> Bool {
    use.ancestors.contains { argument in
      guard argument.kind == .argument, let call = argument.parent, call.kind == .call,
        Modifiers.isLaidOutApart.contains(call.calledName)
      else { return false }
      return !argument.contains(measured)
    }
  }

  private static func isMeasurement(_ write: Write) -> Bool {
    if write.phase.event == .preference { return true }
    return write.code.ancestors.contains { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
      && (write.phase.callerName.isEmpty || write.phase.event == .later || write.phase.event == .change)
  }

  /// The size that is proposed to a reader around the content does not depend on the content.
  private static func isOfContainer(_ write: Write) -> Bool {
    guard let caller = write.phase.caller else { return false }
    let readers = caller.ancestors.filter { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
    guard let reader = readers.first else { return false }
    let isBeside = reader.ancestors.contains { argument in
      argument.kind == .argument && argument.parent.map { Modifiers.isLaidOutApart.contains($0.calledName) } == true
    }
    return !isBeside
  }

  /// Behind a helper, a modifier of the sources, or a callback of the geometry.
  private static func isMeasuredSomewhere(_ write: Write) -> Bool {
    guard let caller = write.phase.caller else { return false }
    switch write.phase.finalEvent {
    case .preference, .geometry: return true
    case .change, .appear, .task:
      // What a loop writes that waits in each turn is no measurement.
      if write.code.ancestors.contains(where: { $0.kind == .whileStatement && $0.repetition != nil }) { return false }
      return caller.ancestors.contains { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
    default: return false
    }
  }

  private static func isRounded(_ value: Code?) -> Bool {
    value.map {
      ([$0] + Array($0.descendants)).contains {
        $0.kind == .call && Methods.rounds.contains($0.calledName)
      }
    } ?? false
  }

  private static func nested(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.calls(namedAnyOf: Views.givesGeometry).compactMap { call in
      guard seen.insert(call.code).inserted else { return nil }
      let depth = call.code.ancestors.count { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
      guard depth == 2 else { return nil }
      return Draft(
        "three geometry readers are nested here, and each lays out everything below it again; measure once",
        at: call.code.start,
        code: call.code, view: type, subject: .call(call.name), change: .breakLoop([], .layout(view: nil)),
        steps: ["pass the outer size down, or use a Layout"])
    }
  }
}
