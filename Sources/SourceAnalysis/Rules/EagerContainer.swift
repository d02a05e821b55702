import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A scroll view that builds all its rows at once.
  package static let eagerContainer: SourceRule = .init(
    id: "eager_container",
    summary: "a scroll view builds all rows of its data at once in a VStack or HStack",
    rationale: """
      `VStack` and `HStack` build every child when they appear, and compare every one when they update. Inside of a \
      `ScrollView` the lazy stacks build only what is on screen. Small constant ranges and the cases of an enum are fine \
      either way, and so are contents whose size is measured. Items beside each other are usually few, so an `HStack` is a \
      note, and only where its rows build views of their own.
      """,
    advice: [.lazyLoading], severity: .warning, fix: .useLazyContainer, isNoteWithoutTrace: true,
    isOptInForApps: true,
    page: Page(
      inTrace: """
        As many first evaluations at once as there are elements
        """,
      neverReported: """
        constant ranges, cases of enums, short prefixes, contents that are measured, rows of rows
        """,
      limits: """
        how many elements there are is not known, so rows of plain texts are a note, and so are those of settings, of forms \
        that edit them in place, and of parts of one value
        """),
    triggering: [
      """
      struct Movie: Identifiable { let id: Int; let title: String; let poster: URL }
      struct Poster: View {
        let movie: Movie
        var body: some View { VStack { AsyncImage(url: movie.poster); Text(movie.title); Text("Play") } }
      }
      struct Shelf: View {
        let movies: [Movie]
        var body: some View { ScrollView(.horizontal) { ↓HStack { ForEach(movies, content: Poster.init) } } }
      }
      """,
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
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ScrollView { ↓VStack { ForEach(items) { Row(item: $0) } }.background(.red).overlay { Frame() } }\n  }\n}",
      """
      struct Results: View {
        @Binding var results: [Hit]
        var body: some View {
          ScrollView {
            if !results.isEmpty {
              Text("Top hits")
              ↓ForEach(results) { HitView(hit: $0) }
            }
          }
        }
      }
      """,
      """
      struct Screen: View {
        let posts: [Post]
        var body: some View { ScrollView { ↓VStack { Text("Posts"); Posts(posts: posts) } } }
      }
      struct Posts: View {
        let posts: [Post]
        var body: some View { ForEach(posts) { PostCard(post: $0) } }
      }
      """,
      // Rows in one place, and all of a page in another.
      """
      struct Thread: View {
        let post: Post
        var body: some View { ScrollView { VStack { Header(); Replies(post: post) } } }
      }
      struct Page: View {
        let roots: [Post]
        var body: some View { Group { ForEach(roots) { Replies(post: $0) } } }
      }
      struct Replies: View {
        let post: Post
        var body: some View { ↓VStack { ForEach(post.replies) { ReplyRow(reply: $0) } } }
      }
      """,
      """
      final class Journal: ObservableObject {
        static let shared = Journal()
        @Published var lines: [Line] = []
        func add(_ line: Line) { lines.append(line) }
      }
      struct Lines: View {
        @ObservedObject var journal = Journal.shared
        var body: some View { ScrollView { ↓ForEach(journal.lines) { Text($0.text) } } }
      }
      """,
      """
      struct Shelf: View {
        @ObservedObject var store: ShelfStore
        var body: some View {
          ScrollView { ↓VStack { ForEach(store.shelf?.books ?? []) { BookRow(book: $0) } } }
        }
      }
      """,
      """
      struct Results: View {
        let rows: [Row]
        var body: some View {
          ScrollView([.horizontal, .vertical]) {
            ↓Grid {
              GridRow { Text("Name"); Text("Size") }
              ForEach(rows) { row in GridRow { Cell(row.name); Cell(row.size) } }
            }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Results: View {
        let rows: [Row]
        var body: some View { Grid { ForEach(rows) { row in GridRow { Cell(row.name); Cell(row.size) } } } }
      }
      """,
      """
      struct Chat: View {
        private static let mostMessages = 75
        let messages: [Message]
        private var shown: [Message] { Array(messages.suffix(Self.mostMessages)) }
        var body: some View { ScrollView { VStack { ForEach(shown) { MessageRow(message: $0) } } } }
      }
      """,
      """
      struct Shelves: View {
        @ObservedObject var store: ShelfStore
        var body: some View {
          ScrollView {
            VStack { ForEach(store.shelves) { shelf in section(shelf) } }
          }
        }
        private func section(_ shelf: Shelf) -> some View {
          VStack {
            Text(shelf.title)
            LazyVGrid(columns: columns) { ForEach(shelf.books) { BookCard(book: $0) } }
          }
        }
      }
      """,
      """
      enum Reaction { case like, laugh, cry }
      struct Screen: View {
        let reactions: [Reaction]
        let tags: [Tag]
        @State private var best: [Post] = []
        @State private var height: CGFloat = 0
        let actions: [Action]
        var body: some View {
          ScrollView { VStack { ForEach(reactions, id: \\.self) { ReactionRow(reaction: $0) } } }
          ScrollView(.horizontal) { HStack { ForEach(tags) { tag in Button(tag.name) { open(tag) } } } }
          ScrollView { VStack { ForEach(best) { PostRow(post: $0) } } }
          ScrollView {
            VStack { ForEach(actions) { ActionRow(action: $0) } }
              .onGeometryChange(for: CGFloat.self, of: \\.size.height) { height = $0 }
          }
          ScrollView { VStack { section { ForEach(tags) { TagRow(tag: $0) } } } }
        }
        func load(_ posts: [Post]) { best = posts.prefix(3).map(\\.self) }
      }
      """,
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
      let containers = ScrollingContainers(graph)
      return findings(graph, isSuspecting: false) { call, type, evaluation in
        if let found = stack(around: call, evaluation, graph) { return (found.stack, found.stack, found.certain) }
        // In another view or file: how much is in it there is less sure.
        guard buildsViews(call, evaluation, graph), mayGrow(call, type, graph),
          let found = containers.stack(around: call, in: type)
        else {
          return nil
        }
        // Of a stack around them in the same place it is known already what to say.
        guard !found.stack.contains(call.code) else { return nil }
        return (found.stack, found.isOfContainer ? call.code : found.stack, false)
      }
    },
    traces: TraceCheck(
      evidence: .burst,
      triggering: [
        """
        struct Diff: View {
          let hunks: [Hunk]
          var body: some View {
            ForEach(hunks) { hunk in
              VStack {
                Text(hunk.header)
                ↓VStack { ForEach(hunk.lines) { LineView(line: $0) } }
              }
            }
          }
        }
        """,
        """
        struct Night: Identifiable { let id: Int }
        struct Column: View {
          let night: Night
          var body: some View { VStack { Text("a"); Text("b"); Image("c") } }
        }
        struct Screen: View {
          let nights: [Night]
          var body: some View { Rail { ↓HStack { ForEach(nights) { Column(night: $0) } } } }
        }
        struct Rail<Content: View>: View {
          @ViewBuilder let content: Content
          var body: some View { ScrollView(.horizontal) { content.padding() } }
        }
        """,
      ],
      suspects: { graph in
        let containers = ScrollingContainers(graph)
        return findings(graph, isSuspecting: true) { call, type, evaluation in
          if let found = stack(around: call, evaluation, graph) { return (found.stack, found.stack, false) }
          if let found = containers.stack(around: call, in: type) {
            return (found.stack, found.isOfContainer ? call.code : found.stack, false)
          }
          return partOfUnknown(call, type, evaluation, graph).map { ($0, $0, false) }
        }
      }))

  /// - Parameters:
  ///   - isSuspecting: Whether a trace shows what the rows cost, whatever they build.
  ///   - stack: The stack that is not lazy, the code that holds what it builds, and whether that is sure.
  private static func findings(
    _ graph: SourceGraph, isSuspecting: Bool,
    stack: (CallSite, TypeInfo, Evaluation) -> (stack: Code, code: Code, certain: Bool)?
  ) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var seen: Set<Code> = []
      return evaluation.calls(namedAnyOf: Views.leavesRowsToContainer).compactMap { call in
        guard call.phase.isEvaluation, !call.code.isInPreview,
          isOpenEnded(call.code, type, graph), let (stack, code, certain) = stack(call, type, evaluation),
          // How many there are a trace shows.
          isSuspecting || !RowData(code: call.code, type: type, graph: graph).isSmall, !holdsLazyRows(call, evaluation),
          !needsAllRows(stack, call, type, evaluation, graph),
          isSuspecting || Views.stacks[stack.calledName] != .horizontal || buildsViews(call, evaluation, graph),
          seen.insert(stack).inserted
        else { return nil }
        let name = stack.calledName
        if Views.scrolls.contains(name) {
          return isSuspecting || mayGrow(call, type, graph) ? implicit(stack, call, type) : nil
        }
        let lazy =
          name == Views.grid ? "\(Views.lazyCounterpart(of: name)) or a Table" : Views.lazyCounterpart(of: name)
        let isLong = RowData(code: call.code, type: type, graph: graph).mayBeLong
        let isScrolled = !graph.parents[type.id, default: []].isEmpty || isScrolledHere(stack, call, evaluation)
        let reason =
          isScrolled
          ? "the \(name) in its ScrollView is not lazy; use \(lazy)"
          : "the \(name) around them is not lazy; use \(lazy) where a ScrollView holds it"
        return Draft(
          "'\(type.name)' builds all rows at once, because \(reason)",
          at: stack.start, code: code, view: type, subject: .call(name), change: .makeLazy(container: name),
          severity: certain && Views.stacks[name] == .vertical && buildsViews(call, evaluation, graph)
            && isLong ? nil : .note,
          certainty: isLong ? .certain : .possible,
          grounds: RowGrowth(graph: graph).grounds(of: call.code, in: type),
          steps: ["replace \(name) by \(lazy)"])
      }
    }
  }

  /// Whether a scroll view stands around a stack, or in the body that asks for the helper with it.
  private static func isScrolledHere(_ stack: Code, _ call: CallSite, _ evaluation: Evaluation) -> Bool {
    stack.ancestors.contains { $0.kind == .call && Views.scrolls.contains($0.calledName) }
      || !call.via.isEmpty && evaluation.calls(namedAnyOf: Views.scrolls).contains { $0.phase.isEvaluation }
  }

  /// Whether the sources show that elements come and go.
  private static func mayGrow(_ call: CallSite, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    call.code.arguments.first?.firstChild.map { ShownRows.mayMove($0, call.code, type, graph, isByPosition: false) }
      ?? false
  }

  /// A scroll view that holds the rows itself puts them into a stack of its own, which is not lazy.
  private static func implicit(_ scroll: Code, _ call: CallSite, _ type: TypeInfo) -> Draft {
    let lazy = Views.stacks(along: .vertical).sorted().first.map(Views.lazyCounterpart) ?? ""
    return Draft(
      "'\(type.name)' builds all rows at once, because a \(scroll.calledName) lays out what it holds in a stack that is not lazy; "
        + "put the \(call.name) into a \(lazy)",
      at: call.code.start, code: call.code, view: type, subject: .call(scroll.calledName),
      change: .makeLazy(container: scroll.calledName), severity: .note,
      steps: ["put the rows into a \(lazy)"])
  }

  /// Data whose size is not fixed in the code.
  private static func isOpenEnded(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard var data = call.arguments.first?.firstChild, data.kind != .closure else { return false }
    while true {
      // `feed?.items ?? []`
      if data.kind == .binary, data.name == "??", let first = data.firstChild {
        data = first
        continue
      }
      guard data.kind == .call, let callee = data.callee else { break }
      if callee.kind == .member, let base = callee.firstChild {
        data = base
      } else if let inner = data.arguments.first?.firstChild {
        data = inner
      } else {
        break
      }
      if data.kind == .call, data.calledName.startsUppercase, data.arguments.isEmpty { return false }
    }
    switch data.kind {
    case .array: return false
    case .binary:
      // `0..<items.count` counts data, `0..<5` does not.
      return data.name == "..<"
        && Array(data.children).last.map { $0.kind == .member && $0.name == Methods.count } == true
    case .member, .identifier:
      guard let path = data.memberPath else { return data.kind == .member && data.name != "allCases" }
      if path.last == "allCases" || path.first?.startsUppercase == true && path.count <= 2 { return false }
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
    /// Whether the stack stands in a row of others.
    var isOfRows = false
    var inner = call.code
    for ancestor in call.code.ancestors {
      if [.accessor, .function].contains(ancestor.kind) { break }
      defer { inner = ancestor }
      // Of a chain of modifiers only their arguments hold something.
      guard ancestor.kind == .call, inner.kind == .argument else { continue }
      let name = ancestor.calledName
      if Views.stacks[name] != nil || name == Views.grid {
        // Stacks around it along the other axis hold several of them; of rows in rows the outer ones are to be lazy first.
        if stack == nil { stack = ancestor } else if isOfRows, name == stack?.calledName { return nil }
      } else if Views.scrolls.contains(name) {
        guard let stack else {
          return isAlong(Views.stacks(along: .vertical), ancestor) ? (ancestor, true) : nil
        }
        return matches(ancestor, stack) ? (stack, true) : nil
      } else if stack != nil, Views.leavesRowsToContainer.contains(name) {
        isOfRows = true
      } else if ScrollingContainers.closes(name) {
        return nil
      } else if stack == nil, !Views.isTransparent.contains(name) {
        // What takes the rows as content, such as a helper with a builder, may have a stack of its own.
        return nil
      }
    }
    guard let stack else { return nil }
    if call.via.isEmpty { return rootStack(stack, evaluation, graph) }
    // The rows are in a helper: look where the helper is used.
    return scrollView(around: call.via, stack, evaluation)
  }

  /// Whether something needs the size or the place of every row: a lazy stack builds and measures only those on screen.
  private static func needsAllRows(
    _ stack: Code, _ call: CallSite, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Bool {
    if call.code.descendants.contains(where: { $0.kind == .call && Modifiers.sharesGeometry.contains($0.calledName) }) {
      return true
    }
    let blocks = evaluation.evaluatedBlocks
    var places = [stack]
    // The content may be measured where the helper that holds the stack is used.
    for name in call.via.reversed() {
      for block in blocks {
        places += block.descendants.filter { $0.kind == .identifier && $0.name == name }
      }
    }
    // Of a scroll view that holds the rows itself, what is around the rows counts.
    if Views.scrolls.contains(stack.calledName) { places[0] = call.code }
    return places.contains { place in
      let chain = place.ancestors.prefix {
        ![.accessor, .function].contains($0.kind) && !Views.scrolls.contains($0.calledName)
      }
      return chain.contains { isMeasured($0) }
    }
  }

  private static func isMeasured(_ code: Code) -> Bool {
    guard code.kind == .call else { return false }
    if Modifiers.measures.contains(code.calledName) { return true }
    guard Modifiers.buildsContent.contains(code.calledName) else { return false }
    return code.arguments.contains { argument in
      argument.descendants.contains { $0.kind == .call && Views.givesGeometry.contains($0.calledName) }
    }
  }

  /// Views that a row has to build to be worth leaving out.
  private static let leastElements = 3

  private static func isElement(_ call: CallSite) -> Bool {
    call.phase.isEvaluation && call.name.startsUppercase && !KnownTypes.values.contains(call.name)
  }

  /// Whether each row is a lazy stack or grid of rows: sections, which build what is on screen.
  private static func holdsLazyRows(_ section: CallSite, _ evaluation: Evaluation) -> Bool {
    evaluation.calls(namedAnyOf: Views.lazyContainers).contains { $0.row == section.code }
  }

  /// Whether the rows build views of the sources, or of other modules: text and buttons cost little.
  private static func buildsViews(_ call: CallSite, _ evaluation: Evaluation, _ graph: SourceGraph) -> Bool {
    evaluation.children.contains { child in
      guard child.row == call.code, child.phase.isEvaluation, !child.code.isInPresentation else { return false }
      if let id = child.type {
        return graph.evaluation(of: id).map { $0.calls.count(where: isElement) >= leastElements } ?? false
      }
      return !Views.builtin.contains(child.name)
        && (UnknownViews.looksLikeView(child.name) || UnknownViews.isShown(child.code))
        || Views.loads.contains(child.name)
    }
  }

  /// A view that is nothing but a stack of rows, built by its parents inside of a scroll view.
  private static func rootStack(_ stack: Code, _ evaluation: Evaluation, _ graph: SourceGraph) -> (
    stack: Code, certain: Bool
  )? {
    guard Views.stacks[stack.calledName] == .vertical,
      evaluation.entries.contains(where: { $0 == stack.outermostChain.parent }),
      let rows = stack.descendants.first(where: {
        $0.kind == .call && Views.leavesRowsToContainer.contains($0.calledName)
      }),
      rows.descendants.contains(where: {
        $0.kind == .call && $0.calledName.startsUppercase && !Views.builtin.contains($0.calledName)
          && !KnownTypes.values.contains($0.calledName)
      })
    else { return nil }
    let name = graph.index[evaluation.view].name
    guard !graph.isRowWhereverBuilt(graph.index[evaluation.view]) else { return nil }
    let parents = graph.parents[evaluation.view] ?? []
    // Where nobody builds it in the sources, the plural of its name is all there is to go by.
    if parents.isEmpty {
      return name.hasSuffix("s") || Conventions.listEndings.contains(where: name.hasSuffix) ? (stack, false) : nil
    }
    let isScrolled = parents.contains { _, child in
      guard child.row == nil else { return false }
      let containers = child.code.ancestors.prefix { ![.accessor, .function].contains($0.kind) }.filter {
        $0.kind == .call
      }.map(\.calledName)
      return containers.contains(where: Views.scrolls.contains)
        && !containers.contains(where: Views.makesCells.contains)
    }
    return isScrolled ? (stack, true) : nil
  }

  /// The stack of rows in a view that nobody in the sources builds, in rows of its own: whoever shows it mostly scrolls it.
  private static func partOfUnknown(
    _ call: CallSite, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Code? {
    guard graph.parents[type.id, default: []].isEmpty, buildsViews(call, evaluation, graph),
      let around = call.code.ancestors.first(where: { $0.kind == .call }), Views.stacks[around.calledName] == .vertical,
      around.ancestors.contains(where: { $0.kind == .call && Views.makesRows.contains($0.calledName) })
    else { return nil }
    return around
  }

  private static func scrollView(around via: [String], _ stack: Code, _ evaluation: Evaluation) -> (
    stack: Code, certain: Bool
  )? {
    let blocks = evaluation.entries + evaluation.helpers.map(\.block)
    for name in via.reversed() {
      for block in blocks {
        // `shelf(products)`, `Self.shelf(products)`.
        for code in block.descendants where [.identifier, .member].contains(code.kind) && code.name == name {
          for ancestor in code.ancestors where ancestor.kind == .call {
            let name = ancestor.calledName
            if Views.scrolls.contains(name) { return matches(ancestor, stack) ? (stack, true) : nil }
            let isOtherStack = Views.stacks[name] != nil && name != stack.calledName
            if isOtherStack || ScrollingContainers.closes(name) && !Views.leavesRowsToContainer.contains(name) { break }
          }
        }
      }
    }
    return nil
  }

  private static func matches(_ scroll: Code, _ stack: Code) -> Bool { isAlong([stack.calledName], scroll) }

  /// Whether the view scrolls along the axis of one of the stacks.
  private static func isAlong(_ stacks: Set<String>, _ scroll: Code) -> Bool {
    let axes =
      scroll.arguments.first { $0.name.isEmpty && !$0.flags.contains(.isTrailing) }?.firstChild
      ?? scroll.argument("axes")
    if axes?.kind == .array { return true }
    let axis: KnownView.Axis = axes?.name == ScrollingContainers.horizontal ? .horizontal : .vertical
    return stacks.contains { Views.axisOfRows(in: $0) == axis }
  }
}
