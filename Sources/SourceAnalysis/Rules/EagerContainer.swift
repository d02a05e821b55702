extension SourceRule {
  /// A scroll view that builds all its rows at once.
  package static let eagerContainer: SourceRule = .init(
    id: "eager_container",
    summary: "a scroll view builds all rows of its data at once in a VStack or HStack",
    rationale: """
      `VStack` and `HStack` build every child when they appear, and compare every one when they update. Inside of a \
      `ScrollView` the lazy stacks build only what is on screen. Small constant ranges are fine either way. Rows beside each \
      other are usually few, so an `HStack` is a note.
      """,
    seeds: ["004 §6"], severity: .warning, fix: "use_lazy_container",
    triggering: [
      """
      struct Screen: View {
      let items: [Item]
      var body: some View {
      ScrollView {
      ↓VStack {
      ForEach(items) { item in
      ExpensiveRow(item: item)
      }
      }
      }
      }
      }
      """,
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ScrollView(.horizontal) { ↓HStack { ForEach(items) { Row(item: $0) } } }\n  }\n}",
    ],
    nonTriggering: [
      """
      struct Screen: View {
      let items: [Item]
      var body: some View {
      ScrollView {
      LazyVStack {
      ForEach(items) { item in
      ExpensiveRow(item: item)
      }
      }
      }
      }
      }
      """,
      "struct Screen: View {\n  var body: some View { ScrollView { VStack { ForEach(0..<5) { Text(\"\\($0)\") } } } }\n}",
      "struct Screen: View {\n  var body: some View { ScrollView { VStack { ForEach(Kind.allCases) { Text($0.name) } } } }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View { ScrollView(.horizontal) { VStack { ForEach(items) { Row(item: $0) } } } }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Finding] in
        var seen: Set<Code> = []
        return evaluation.calls.compactMap { call in
          guard call.name == "ForEach", call.phase.isEvaluation, !call.code.isInPreview,
            isOpenEnded(call.code, type, graph),
            let (stack, certain) = stack(around: call, evaluation, graph), seen.insert(stack).inserted
          else { return nil }
          let name = stack.calledName
          return Finding(
            "'\(type.name)' builds all rows at once, because the \(name) in its ScrollView is not lazy; use Lazy\(name)",
            at: stack.start, code: stack, view: type, subject: name,
            severity: certain && name == "VStack" ? nil : .note,
            steps: ["replace \(name) by Lazy\(name)"])
        }
      }
    })

  /// Data whose size is not fixed in the code.
  private static func isOpenEnded(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard var data = call.arguments.first?.firstChild, data.kind != .closure else { return false }
    while data.kind == .call, let callee = data.callee {
      if callee.kind == .member, let base = callee.firstChild {
        data = base
      } else if let inner = data.arguments.first?.firstChild {
        data = inner
      } else {
        break
      }
      if data.kind == .call, data.calledName.first?.isUppercase == true, data.arguments.isEmpty { return false }
    }
    switch data.kind {
    case .array: return false
    case .binary:
      // `0..<items.count` counts data, `0..<5` does not.
      return data.name == "..<" && Array(data.children).last.map { $0.kind == .member && $0.name == "count" } == true
    case .member, .identifier:
      guard let path = data.memberPath else { return data.kind == .member && data.name != "allCases" }
      if path.last == "allCases" || path.first?.first?.isUppercase == true && path.count <= 2 { return false }
      if path.count == 1, let property = type.property(path[0].hasPrefix("$") ? String(path[0].dropFirst()) : path[0]) {
        if property.isLet, property.initialValue?.kind == .array { return false }
      }
      return true
    default: return true
    }
  }

  /// The stack right around the rows, if a scroll view of the same axis holds it.
  private static func stack(
    around call: CallSite, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> (stack: Code, certain: Bool)? {
    var stack: Code?
    for ancestor in call.code.ancestors {
      if [.accessor, .function].contains(ancestor.kind) { break }
      guard ancestor.kind == .call else { continue }
      let name = ancestor.calledName
      switch name {
      case "VStack", "HStack":
        // Rows of a lazy container may be stacks themselves.
        if stack == nil { stack = ancestor } else if name != stack?.calledName { return nil }
      case "ScrollView":
        guard let stack else { return nil }
        return matches(ancestor, stack) ? (stack, true) : nil
      case "LazyVStack", "LazyHStack", "LazyVGrid", "LazyHGrid", "List", "Form", "Grid", "Menu", "Picker", "ForEach",
        "Chart", "ZStack",
        "ViewThatFits", "TabView", "Table", "sheet", "popover", "contextMenu", "confirmationDialog", "GridRow",
        "overlay", "background", "safeAreaInset", "toolbar":
        return nil
      default: break
      }
    }
    guard let stack else { return nil }
    if call.via.isEmpty { return rootStack(stack, evaluation, graph) }
    // The rows are in a helper: look where the helper is used.
    return scrollView(around: call.via, stack, evaluation)
  }

  /// A view that is nothing but a stack of rows, built by its parents inside of a scroll view.
  private static func rootStack(_ stack: Code, _ evaluation: Evaluation, _ graph: SourceGraph) -> (
    stack: Code, certain: Bool
  )? {
    guard stack.calledName == "VStack", evaluation.entries.contains(where: { $0 == stack.outermostChain.parent }),
      let rows = stack.descendants.first(where: { $0.kind == .call && $0.calledName == "ForEach" }),
      rows.descendants.contains(where: {
        $0.kind == .call && $0.calledName.first?.isUppercase == true && !BuiltinViews.contains($0.calledName)
          && !Code.valueTypes.contains($0.calledName) && $0.calledName != "Array"
      })
    else { return nil }
    let name = graph.index[evaluation.view].name
    guard !graph.looksLikeRow(graph.index[evaluation.view]) else { return nil }
    let parents = graph.parents[evaluation.view] ?? []
    // Where nobody builds it in the sources, the plural of its name is all there is to go by.
    if parents.isEmpty {
      return name.hasSuffix("s") || name.hasSuffix("List") || name.hasSuffix("ListView") ? (stack, false) : nil
    }
    let isScrolled = parents.contains { _, child in
      guard child.row == nil else { return false }
      let containers = child.code.ancestors.prefix { ![.accessor, .function].contains($0.kind) }.filter {
        $0.kind == .call
      }.map(\.calledName)
      return containers.contains("ScrollView") && !containers.contains("LazyVGrid") && !containers.contains("List")
    }
    return isScrolled ? (stack, true) : nil
  }

  private static func scrollView(around via: [String], _ stack: Code, _ evaluation: Evaluation) -> (
    stack: Code, certain: Bool
  )? {
    let blocks = evaluation.entries + evaluation.helpers.map(\.block)
    for name in via.reversed() {
      for block in blocks {
        for code in block.descendants where code.kind == .identifier && code.name == name {
          for ancestor in code.ancestors where ancestor.kind == .call {
            if ancestor.calledName == "ScrollView" { return matches(ancestor, stack) ? (stack, true) : nil }
            if [
              "List", "LazyVStack", "LazyHStack", "Form", "Menu", "ZStack", "HStack", "LazyVGrid", "sheet", "overlay",
            ].contains(ancestor.calledName) {
              break
            }
          }
        }
      }
    }
    return nil
  }

  private static func matches(_ scroll: Code, _ stack: Code) -> Bool {
    let axes =
      scroll.arguments.first { $0.name.isEmpty && !$0.flags.contains(.isTrailing) }?.firstChild
      ?? scroll.argument("axes")
    let isHorizontal = axes.map { $0.name == "horizontal" } ?? false
    if axes?.kind == .array { return true }
    return isHorizontal == (stack.calledName == "HStack")
  }
}
