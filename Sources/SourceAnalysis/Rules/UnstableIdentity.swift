import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// Identity that changes although the thing shown does not.
  package static let unstableIdentity: SourceRule = .init(
    id: "unstable_identity",
    summary: "the identity of a view changes between evaluations, so it is thrown away and built anew",
    rationale: """
      SwiftUI matches views by place in the hierarchy and by id. A new id each time (`.id(UUID())`), ids that are \
      positions or the values themselves, `AnyView` in place of branches, or two copies of one view in `if` and `else` \
      make it drop the old view with its state, animations and storage, and build another.
      """,
    advice: [.commonIssues], severity: .warning, fix: .stabiliseIdentity, isOptInForApps: true,
    page: Page(
      inTrace: """
        `@identity`, or bursts of `@self`, of views that were there before
        """,
      neverReported: """
        positions that are shown or that place the row, fixed data, dialogs, and plain texts; resets by a \
        value that is read for nothing else; a new id of a spinner, or in a view that is given nothing and so is evaluated once
        """,
      limits: """
        whether elements are inserted or moved is judged by the code that writes the collection
        """),
    triggering: [
      """
      struct Detail: View {
        let commit: Commit
        let folder: Folder
        @State private var tab = 0
        @State private var files: [File] = []
        @State private var merged: [File] = []
        var body: some View {
          VStack {
            Tabs(selection: $tab)
            ↓if tab == 0 {
              BottomBar(commit: commit, folder: folder, files: .constant([]))
            } else if tab == 1 {
              BottomBar(commit: commit, folder: folder, files: $merged)
            } else {
              BottomBar(commit: commit, folder: folder, files: $files)
            }
          }
        }
      }
      """,
      """
      struct Step { var text: String; var minutes: Int }
      struct Steps: View {
        @State private var steps: [Step] = []
        var body: some View {
          List {
            Button("Add") { steps.insert(Step(text: "", minutes: 5), at: 0) }
            ForEach(steps.indices, id: ↓\\.self) { index in StepRow(number: index + 1, step: $steps[index]) }
          }
        }
      }
      struct StepRow: View {
        let number: Int
        @Binding var step: Step
        @State private var isOpen = false
        var body: some View { Toggle("\\(number) \\(step.text)", isOn: $isOpen) }
      }
      """,
      """
      struct Transcript: View {
        @State private var query = ""
        @State private var matches: [Int] = []
        @State private var revision = 0
        var body: some View {
          VStack {
            TextField("Find", text: $query).onSubmit { find() }
            TextArea(ranges: matches).id(↓revision)
          }
        }
        private func find() {
          matches = search(query)
          revision += 1
        }
      }
      struct TextArea: View {
        let ranges: [Int]
        var body: some View { Text("\\(ranges.count)") }
      }
      """,
      """
      struct Session: Identifiable {
        let plate: String
        var minutesLeft: Int
        var ↓id: String { "\\(plate)/\\(minutesLeft)" }
      }
      @Observable final class Garage {
        var sessions: [Session] = []
        func tick() { for index in sessions.indices { sessions[index].minutesLeft -= 1 } }
      }
      """,
      """
      struct Relation { let from: String; let to: String }
      struct Edge: Identifiable {
        let id = UUID()
        let label: String
      }
      struct Diagram: View {
        let relations: [Relation]
        @State private var scale = 1.0
        var edges: [Edge] {
          let made = relations.map { Edge(label: $0.from) }
          return made.reversed()
        }
        var body: some View {
          ZStack { ↓ForEach(Array(edges.enumerated()), id: \\.element.id) { number, edge in Text(edge.label) } }
            .scaleEffect(scale)
            .gesture(MagnifyGesture().onChanged { scale = $0.magnification })
        }
      }
      """,
      """
      struct Board: View {
        @ObservedObject var store: Store
        var body: some View { List(store.cards) { Text($0.title) }.id(↓store.revision) }
      }
      """,
      """
      struct Gallery: View {
        @Binding var items: [Photo]
        var body: some View {
          ForEach(items.indices, id: ↓\\.self) { index in
            Cell(items: items, current: index).onTapGesture { open(index) }
          }
        }
        private func open(_ index: Int) {}
      }
      """,
      """
      struct Tabs: View {
        let pages: [Page]
        var body: some View { ForEach(pages) { page in ↓content(of: page).eraseToAnyView() } }
        private func content(of page: Page) -> some View { Text(page.title) }
      }
      """,
      "struct Poll: View {\n  @State private var options: [Option] = []\n  var body: some View {\n    ForEach(↓options.indices) { index in Text(options[index].title) }\n    Button(\"Add\") { options.append(Option()) }\n  }\n}",
      "struct Screen: View {\n  let item: Item\n  var body: some View { Details(item: item).id(↓UUID()) }\n}",
      """
      enum Node: Identifiable {
        case leaf, branch
        var id: UUID { ↓UUID() }
      }
      """,
      "struct Screen: View {\n  @State private var tags: [Tag]\n  var body: some View {\n    ForEach(tags, id: ↓\\.self) { tag in Text(tag.name) }\n  }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(Array(items.enumerated()), id: ↓\\.offset) { _, item in Text(item.name) }\n  }\n}",
      "struct Item: Identifiable {\n  var id: UUID { ↓UUID() }\n  var name: String\n}",
      """
      struct Sender: Hashable {
        let senderID: String
        let time: Double
      }
      struct Reaction: Hashable {
        let id: String
        let senders: [Sender]
      }
      struct Reactions: View {
        let reactions: [Reaction]
        var body: some View {
          ForEach(reactions) { reaction in
            ForEach(reaction.senders, id: ↓\\.self) { sender in Text(sender.senderID) }
          }
        }
      }
      """,
      """
      struct Grid: View {
        let items: [Item]
        var body: some View {
          ForEach(Array(items.enumerated()), id: ↓\\.offset) { offset, item in
            Text(item.name).offset(x: shift(for: offset))
          }
        }
        func shift(for offset: Int) -> CGFloat { offset < items.count - 1 ? 0 : 8 }
      }
      """,
      """
      struct Banner: View {
        var body: some View {
          GeometryReader { proxy -> AnyView in
            let y = proxy.frame(in: .global).minY
            return ↓AnyView(Text("").offset(y: -y))
          }
        }
      }
      """,
      "struct Screen: View {\n  let kind: Int\n  var body: some View { section }\n  var section: some View {\n    switch kind {\n    case 0: return ↓AnyView(Text(\"a\"))\n    default: return AnyView(Image(\"b\"))\n    }\n  }\n}",
      """
      struct Post: View {
        var body: some View { Muted(cover: { ↓AnyView(Text("").padding()) }) }
      }
      struct Muted: View {
        let cover: () -> AnyView
        var body: some View { cover() }
      }
      """,
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(items) { item in ↓AnyView(Text(item.name)) }\n  }\n}",
      """
      enum Route {
        case home, profile
        var view: AnyView {
          switch self {
          case .home: return ↓AnyView(HomeView())
          case .profile: return AnyView(ProfileView())
          }
        }
      }
      """,
      """
      struct Card: Identifiable {
        let id = UUID()
        let title: String
      }
      struct Saves: View {
        @State private var filter = ""
        let titles: [String]
        private var cards: [Card] { titles.map { Card(title: $0) } }
        var body: some View {
          VStack {
            TextField("Filter", text: $filter)
            Carousel(cards: cards)
          }
        }
      }
      struct Carousel: View {
        let cards: [Card]
        var body: some View { ↓ForEach(cards) { Text($0.title) } }
      }
      """,
      """
      extension View {
        @ViewBuilder
        func `if`<Shown: View>(_ condition: Bool, change: (Self) -> Shown) -> some View {
          if condition { change(self) } else { self }
        }
      }
      struct Gallery: View {
        @State private var isMarked = false
        var body: some View {
          Player()
            .↓if(isMarked) { $0.border(.red) }
            .onLongPressGesture { isMarked.toggle() }
        }
      }
      struct Player: View {
        @State private var progress = 0.0
        var body: some View { Slider(value: $progress) }
      }
      """,
      """
      struct Search: View {
        @State private var query = ""
        let stations: [Station]
        var body: some View {
          List(stations) { station in Text(station.name) }
            .id(↓query)
            .searchable(text: $query)
        }
      }
      """,
      """
      @Observable final class Log {
        var lines: [String] = []
        func add(_ line: String) { lines.insert(line, at: 0) }
      }
      struct LogView: View {
        let log: Log
        var body: some View {
          ForEach(Array(log.lines.enumerated()), id: ↓\\.offset) { _, line in Text(line) }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Quiz: View {
        @State private var attempt = 0
        var body: some View {
          VStack {
            Question().id(attempt)
            Button("Again") { attempt += 1 }
          }
        }
      }
      struct Question: View {
        @State private var answer = ""
        var body: some View { TextField("Answer", text: $answer) }
      }
      """,
      """
      struct Edge: Identifiable {
        let id = UUID()
        let label: String
      }
      struct Diagram: View {
        @State private var edges: [Edge] = []
        @State private var scale = 1.0
        let labels: [String]
        var body: some View {
          ForEach(edges) { edge in Text(edge.label) }
            .scaleEffect(scale)
            .onAppear { edges = labels.map { Edge(label: $0) } }
            .gesture(MagnifyGesture().onChanged { scale = $0.magnification })
        }
      }
      """,
      "struct Steps: View {\n  let texts: [String]\n  var body: some View {\n    ForEach(Array(texts.enumerated()), id: \\.offset) { number, text in Text(\"\\(number + 1). \\(text)\") }\n  }\n}",
      "struct Steps: View {\n  let texts: [String]\n  var body: some View {\n    ForEach(Array(texts.enumerated()), id: \\.offset) { _, text in Text(text) }\n  }\n}\nstruct Screen: View {\n  var body: some View { Steps(texts: [\"first\", \"second\"]) }\n}",
      "struct Pages: View {\n  @State private var pages: [Page] = Page.standard\n  var body: some View {\n    ForEach(pages.indices, id: \\.self) { index in Text(pages[index].title) }\n  }\n}",
      """
      struct Post: View {
        var body: some View { Popup(cover: { AnyView(Text("").padding()) }) }
      }
      """,
      "struct Screen: View {\n  let image: Image?\n  var content: AnyView? {\n    guard let image else { return nil }\n    return AnyView(image)\n  }\n  var body: some View { content }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(items) { item in Text(item.name) }\n    ForEach(items, id: \\.name) { item in Text(item.name) }\n  }\n}",
      "struct Screen: View {\n  var body: some View { ForEach([\"a\", \"b\"], id: \\.self) { Text($0) } }\n}",
      "struct Screen: View {\n  let names: [String]\n  var body: some View { ForEach(names, id: \\.self) { Text($0) } }\n}",
      // Evaluated once, and with nothing to lose.
      "struct Screen: View {\n  var body: some View { Details().id(UUID()) }\n}",
      "struct Screen: View {\n  let isLoading: Bool\n  var body: some View { if isLoading { ProgressView().id(UUID()) } }\n}",
      "struct Screen: View {\n  @State private var resetID = UUID()\n  var body: some View { Text(\"\").id(resetID) }\n}",
      "struct Item: Identifiable {\n  let id = UUID()\n  var name: String\n}",
      "struct Feed: Identifiable, Codable {\n  var url: URL?\n  var key: String?\n  var id: String { key ?? url?.path ?? UUID().uuidString }\n}",
      """
      struct Size: Hashable {
        let width: Int
        let height: Int
      }
      struct Sizes: View {
        let sizes: [Size]
        var body: some View { ForEach(sizes, id: \\.self) { Text("\\($0.width)") } }
      }
      """,
      """
      enum Tab {
        case home
        var view: AnyView { AnyView(HomeView()) }
      }
      """,
      """
      extension View {
        @ViewBuilder
        func `if`<Shown: View>(_ condition: Bool, change: (Self) -> Shown) -> some View {
          if condition { change(self) } else { self }
        }
      }
      struct Gallery: View {
        let isMarked: Bool
        var body: some View { Player().if(isMarked) { $0.border(.red) } }
      }
      struct Player: View {
        @State private var progress = 0.0
        var body: some View { Slider(value: $progress) }
      }
      """,
    ],
    check: { graph in
      let names = identifying.union(ErasedView.erasers(graph))
      let found =
        graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
          var seen: Set<Code> = []
          var findings: [Draft] = []
          var erased = false
          for call in evaluation.calls(namedAnyOf: names)
          where call.phase.isEvaluation && seen.insert(call.code).inserted {
            if Modifiers.setsIdentity.contains(call.name) {
              if IdentityModifiers.isEvaluatedAgain(type) {
                findings += IdentityModifiers.freshID(call.code, type, evaluation, graph)
              }
              if let changing = IdentityModifiers.changingID(call, type, evaluation, isCertain: true) {
                findings.append(changing)
              }
            } else if Views.makesRows.contains(call.name) {
              findings += rows(call.code, type, graph)
            } else if !erased, let finding = ErasedView.finding(call, type, graph) {
              erased = true
              findings.append(finding)
            }
          }
          return findings + SwappedBranches.findings(type, evaluation, graph)
        } + ErasedView.helpers(graph) + graph.ofSourcesAlone { BranchingHelpers(graph).findingsOfSources() }
        + computedIDs(graph)
        + RowsMadeAnew(graph).findings()
      let places = Set(found.map(\.place))
      return found
        + ChangingIdentity.findings(graph, countsAssigned: false).filter { !places.contains($0.place) }
    },
    traces: TraceCheck(
      listed: .only { graph in
        graph.evaluatedViews.flatMap { changingIDs($0, $1, graph) } + ChangingIdentity.findings(graph)
          + mintedIDs(graph, areMadeByViews: true) + BranchingHelpers(graph).findings()
      },
      triggering: [
        """
        struct Share: Identifiable {
          let ↓id: UUID
          let name: String
          init(id: UUID = UUID(), name: String) {
            self.id = id
            self.name = name
          }
        }
        struct Summary: View {
          @State private var shares: [Share] = []
          var body: some View { ForEach(shares) { Text($0.name) } }
          private func load(_ names: [String]) { shares = names.map { Share(name: $0) } }
        }
        """,
        """
        struct Welcome: View {
          @State private var page = 0
          var body: some View {
            VStack { Gallery(page: page) }.id(↓Network.shared.status)
          }
        }
        """,
        """
        struct Key: Identifiable {
          let ↓id = UUID()
          let emoji: String
        }
        struct Keyboard: View {
          private let keys: [Key]
          init(emojis: [String]) { keys = emojis.map { Key(emoji: $0) } }
          var body: some View { ForEach(keys) { Text($0.emoji) } }
        }
        """,
        """
        struct Shell: View {
          @ObservedObject var settings: Settings
          var body: some View {
            TabView { Home(); Search() }.id(↓"shell-\\(settings.showsAll)")
          }
        }
        """,
        """
        struct Outline: View {
          let store: Store
          @State private var token = UUID()
          var body: some View {
            List(store.scenes) { SceneRow(scene: $0) }
              .id(↓token)
              .onReceive(store.changes) { _ in token = UUID() }
          }
        }
        """,
        """
        struct Screen: View {
          @State private var isOn = false
          var body: some View {
            VStack {
              ↓if isOn { HStack { Card() } } else { VStack { Card() } }
              Toggle("On", isOn: $isOn)
            }
          }
        }
        struct Card: View {
          @State private var text = ""
          var body: some View { TextField("", text: $text) }
        }
        """,
      ],
      suspects: { graph in
        graph.evaluatedViews.flatMap { type, evaluation in
          changingIDs(type, evaluation, graph) + SwappedBranches.findings(type, evaluation, graph, isSuspecting: true)
        } + mintedIDs(graph) + ChangingIdentity.findings(graph) + BranchingHelpers(graph).findings()
      }))

  /// Values of `.id(…)` that become others while the view is shown.
  private static func changingIDs(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    evaluation.calls.filter {
      $0.phase.isEvaluation && (Modifiers.setsIdentity.contains($0.name) || setsID($0, graph))
    }.compactMap {
      IdentityModifiers.changingID($0, type, evaluation) ?? IdentityModifiers.tokenID($0, type, evaluation)
        ?? IdentityModifiers.sharedID($0, type)
    }
  }

  /// Calls that say what their views are known by, or hide it.
  private static let identifying = Modifiers.setsIdentity.union(Views.makesRows).union(Views.erases)

  /// `let id = UUID()` of values that are made from others: made anew, they are others.
  ///
  /// - Parameter areMadeByViews: Whether only those count that a view makes from others, in its initialiser or in a method.
  private static func mintedIDs(_ graph: SourceGraph, areMadeByViews: Bool = false) -> [Draft] {
    let minted = RowsMadeAnew.minted(graph)
    let mappings = graph.answersOfViews.mappingsToMinted.value {
      Self.mappings(to: minted, graph)
    }
    return minted.compactMap { minted in
      let (type, id) = (minted.type, minted.id)
      let mapping = mappings[type.name]
      if areMadeByViews, mapping.map({ isMadeByView($0, graph) }) != true { return nil }
      // Who may hand the id does so somewhere, unless it is seen that one does not.
      if mapping == nil, minted.labels != nil { return nil }
      return Draft(
        "each '\(type.name)' that is made gets an id of its own, so rows of values that are made anew are thrown away and built "
          + "anew; take the id from what they are made of",
        at: id.place, code: id.code, view: type, subject: .id(.minted), change: .keepIdentity(.rowsOfType),
        severity: mapping == nil ? .note : nil,
        steps: ["pass the id of the source to '\(type.name)' and keep it"],
        related: mapping.map { [.init(.maker, place: $0.nameStart, message: "'\(type.name)' is made anew here")] } ?? []
      )
    }
  }

  /// Whether a view makes values in its initialiser, or in a method that an action runs: what its body makes is found for itself.
  private static func isMadeByView(_ mapping: Code, _ graph: SourceGraph) -> Bool {
    guard let view = graph.index.type(around: mapping), graph.isView(view),
      let function = mapping.ancestors.first(where: { [.function, .initializer, .accessor].contains($0.kind) })
    else { return false }
    return function.kind == .initializer
      || graph.evaluation(of: view.id)?.evaluatedBlocks.contains { $0.contains(mapping) } != true
  }

  /// `items = payloads.map(Item.init)`, `payloads.map { Item($0) }`, a loop that appends: values made from others again and
  /// again, outside of initialisers other than those of views, which run for each value of the view; the first of each type, by its name.
  private static func mappings(to minted: [RowsMadeAnew.Minted], _ graph: SourceGraph) -> [String: Code] {
    var result: [String: Code] = [:]
    let types = Dictionary(minted.map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Set(types.keys)
    let views = OnDemand { Set(graph.evaluatedViews.filter { graph.isView($0.type) }.flatMap(\.type.allCode)) }
    for file in graph.index.files {
      let ids = file.tree.ids(of: names)
      guard !ids.isEmpty else { continue }
      for code in file.root.descendants
      where code.kind == .identifier && ids.contains(code.node.name) && result[code.name] == nil {
        let repeated = code.ancestors.prefix { ![.function, .initializer, .accessor, .type].contains($0.kind) }.first {
          $0.kind == .forStatement || $0.kind == .call && Methods.maps.contains($0.calledName)
        }
        guard let repeated, repeated.callee?.contains(code) != true, !code.isInPreview,
          let type = types[code.name],
          type.labels == nil || code.parent.map({ $0.callee == code && type.isMadeUp(by: $0) }) == true,
          let function = code.ancestors.first(where: { [.function, .initializer, .accessor].contains($0.kind) }),
          function.kind != .initializer || function.parent.map(views.value.contains) == true
        else { continue }
        result[code.name] = repeated
      }
    }
    return result
  }

  /// `.refreshed(by: revision)` of `extension View { func refreshed(by token: some Hashable) -> some View { id(token) } }`.
  private static func setsID(_ site: CallSite, _ graph: SourceGraph) -> Bool {
    (graph.index.viewExtensions[site.name] ?? []).contains { function in
      guard function.parameters.count == 1, let body = function.body, let call = UnstableValues.result(of: body),
        call.kind == .call, Modifiers.setsIdentity.contains(call.calledName), call.arguments.count == 1
      else { return false }
      return call.arguments[0].firstChild?.memberPath == [function.parameters[0].name]
    }
  }

  private static func rows(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> [Draft] {
    guard let data = call.arguments.first?.firstChild, data.kind != .closure, !isInDialog(call) else { return [] }
    guard let id = call.argument(Labels.identity), id.kind == .keyPath else {
      return ShownRows.mayMove(data, call, type, graph) ? countedRange(call, data, type) : []
    }
    if id.name == "self" {
      if isIndices(data) {
        return ShownRows.mayMove(data, call, type, graph) ? [positions(call, at: id.start, type)] : []
      }
      guard let element = ShownRows.elementType(of: data, type, graph), element.kind == .struct,
        isCoarseID(element)
      else { return unknownElement(call, data, id, type, graph) }
      return [valueAsID(call, id, element.name, type)]
    }
    guard id.name == Methods.position || id.name == "0" && ShownRows.isEnumerated(data), !ShownRows.isFixed(data) else {
      return []
    }
    if ShownRows.mayMove(data, call, type, graph) { return [positions(call, at: id.start, type)] }
    return ShownRows.areMovingTexts(data, call, type, graph) ? [movingTexts(call, at: id.start, type)] : []
  }

  private static func movingTexts(_ call: Code, at place: SourcePlace, _ type: TypeInfo) -> Draft {
    Draft(
      "rows of '\(type.name)' are identified by position, and each element that comes or goes at the front moves all others on, so that "
        + "every row shows another one; give each element an id of its own",
      at: place, code: call, view: type, subject: .rows(.position), change: .keepIdentity(.rowsByPosition),
      severity: .note,
      steps: ["make the elements Identifiable, with an id that they get where they are added"])
  }

  /// The buttons of a dialog do not change while it is shown.
  private static func isInDialog(_ call: Code) -> Bool {
    call.ancestors.contains { ancestor in
      ancestor.kind == .argument
        && Modifiers.makesMenus.contains(ancestor.parent?.calledName ?? "")
    }
  }

  /// Whether the value is more than what identifies it: then two versions of one thing are different rows.
  private static func isCoarseID(_ element: TypeInfo) -> Bool {
    let stored = element.storedProperties.filter { !$0.isStatic }
    // `struct Pubkey { let id: Data }` is its id.
    if stored.count == 1, stored[0].isLet { return false }
    if stored.contains(where: { !$0.isLet }) || !stored.isEmpty && element.property(Protocols.identity) != nil {
      return true
    }
    // What is written is no name of it.
    if stored.count >= 2, stored.contains(where: { KnownTypes.documents.contains(TypeName.base($0.typeText ?? "")) }) {
      return true
    }
    return stored.count >= 2 && stored.contains { identifies($0.name) }
  }

  /// `key`, `senderID`, `uuid`: names of what stays the same while the rest of a value changes.
  private static func identifies(_ name: String) -> Bool {
    Conventions.identifiers.contains(name)
      || Conventions.identifierEndings.contains(where: name.hasSuffix)
  }

  private static func valueAsID(_ call: Code, _ id: Code, _ name: String, _ type: TypeInfo) -> Draft {
    Draft(
      "with \\.self the id of a row is the whole '\(name)', so a row whose value changes is thrown away and built anew; use a "
        + "stable id",
      at: id.start, code: call, view: type, subject: .rows(.element), change: .keepIdentity(.rows), severity: .note,
      steps: ["make '\(name)' Identifiable, or name a key path that stays the same"])
  }

  /// Rows of state whose element type is not in the sources, but whose rows read members: a struct as its own id.
  private static func unknownElement(_ call: Code, _ data: Code, _ id: Code, _ type: TypeInfo, _ graph: SourceGraph)
    -> [Draft]
  {
    guard ShownRows.elementType(of: data, type, graph) == nil, !isOfGenericElement(data, type),
      let closure = call.arguments.last?.firstChild,
      closure.kind == .closure,
      let path = data.ownMemberPath, path.first?.first?.isLowercase == true, path.last != "allCases",
      // Of locals and of what a pattern binds nothing is known.
      let first = path.first(where: { $0 != "self" }).flatMap({ type.property($0) }),
      first.typeText.map({ !KnownTypes.identifying.contains(TypeName.elements($0).last ?? "") }) ?? true
    else { return [] }
    let element = closure.first(.parameter)?.detail ?? "$0"
    let members = Set(
      closure.descendants.compactMap { code -> String? in
        guard code.kind == .member, let base = code.firstChild, base.kind == .identifier, base.name == element else {
          return nil
        }
        return code.name
      })
    if members.subtracting(Conventions.membersOfTexts).isEmpty
      && !(members.contains("name") && first.storage == .state)
    {
      return []
    }
    return [valueAsID(call, id, "element", type)]
  }

  /// `[Element]`: who uses the view says what it shows, a text most of the time.
  private static func isOfGenericElement(_ data: Code, _ type: TypeInfo) -> Bool {
    guard let name = data.memberPath?.first(where: { $0 != "self" }), let text = type.property(name)?.typeText else {
      return false
    }
    return Conventions.genericElements.contains(TypeName.base(TypeName.elements(text).last ?? ""))
  }

  private static func positions(_ call: Code, at place: SourcePlace, _ type: TypeInfo) -> Draft {
    // A value that its row edits is no id of its own: it would change with each key.
    let isEdited = call.descendants.contains { code in
      code.kind == .subscriptCall
        && code.callee.map { ([$0] + Array($0.descendants)).contains { $0.name.hasPrefix("$") } } == true
    }
    let advice = isEdited ? "give each element an id of its own" : "identify them by the element"
    return Draft(
      "rows of '\(type.name)' are identified by position, so after inserting or removing one each row behind it shows another "
        + "element with the state of the old one; \(advice)",
      at: place, code: call, view: type, subject: .rows(.position), change: .keepIdentity(.rowsByPosition),
      severity: .note,
      steps: [isEdited ? "make the elements Identifiable" : "iterate over the elements and use an id of theirs"])
  }

  private static func countedRange(_ call: Code, _ data: Code, _ type: TypeInfo) -> [Draft] {
    guard Views.leavesRowsToContainer.contains(call.calledName), data.kind == .binary, data.name == "..<",
      let end = Array(data.children).last,
      end.kind == .member, end.name == Methods.count
    else {
      return isIndices(data) && call.argument(Labels.identity) == nil ? [positions(call, at: data.start, type)] : []
    }
    return [positions(call, at: data.start, type)]
  }

  private static func isIndices(_ data: Code) -> Bool {
    data.kind == .member && Methods.givesIndices.contains(data.name)
      || data.kind == .binary && data.name == "..<" && Array(data.children).last?.name == Methods.count
  }

  /// `var id: UUID { UUID() }`.
  private static func computedIDs(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.compactMap { type in
      guard let id = type.property(Protocols.identity), !id.isStored, let getter = id.getter else { return nil }
      let value = getter.children.map { $0.kind == .returnStatement ? $0.firstChild ?? $0 : $0 }.last
      guard let value,
        let fresh = ([value] + Array(value.descendants)).first(where: {
          $0.kind == .call && KnownTypes.identifiers.contains($0.calledName) && $0.arguments.isEmpty
        }), !fresh.ancestors.prefix(while: { $0 != id.code }).contains(where: { $0.kind == .binary && $0.name == "??" })
      else { return nil }
      let comparesAll =
        graph.index.conforms(type, toAnyOf: Protocols.equatable) && !type.functions.contains { $0.name == "==" }
      // Nothing can be stored beside the case of an enum, nor in an extension of somebody else's type, which mostly is shown in
      // sheets.
      let (advice, step) =
        switch type.kind {
        case .enum: ("make the id of its case and values", "return an id that is made of the case and its values")
        case .extension: ("make the id of the value", "return an id that is made of the value, or the value itself")
        // A stored id would take part in the comparison.
        case _ where comparesAll:
          ("make the id of the value", "return an id that is made of what tells the values apart")
        default: ("store the id", "store the id: let id = UUID()")
        }
      // A divider of a menu: how many of the rows it is, nobody knows.
      let isOfSome = fresh.ancestors.prefix { $0 != id.code }.contains {
        [.caseClause, .ifStatement].contains($0.kind)
      }
      let which = isOfSome ? "some of '\(type.name)' have" : "'\(type.name)' has"
      return Draft(
        "\(which) a new id at each read, so every evaluation rebuilds \(isOfSome ? "these" : "its") rows; \(advice)",
        at: fresh.start, code: id.code, view: type, subject: .id(.fresh), change: .keepIdentity(.rowsOfType),
        severity: type.kind == .extension || comparesAll || isOfSome ? .note : nil,
        certainty: isOfSome ? .possible : .certain,
        grounds: isOfSome ? nil : rows(of: type, graph).map { .wrong("rows are made of it", $0) }, steps: [step])
    }
  }

  /// A `ForEach` or `List` of values of the type that takes their own ids.
  private static func rows(of element: TypeInfo, _ graph: SourceGraph) -> SourcePlace? {
    for (type, evaluation) in graph.evaluatedViews {
      for call in evaluation.calls(namedAnyOf: Views.makesRows)
      where call.phase.isEvaluation && !call.code.isInPreview && call.code.argument(Labels.identity) == nil {
        guard let data = call.code.arguments.first?.firstChild, data.kind != .closure,
          ShownRows.elementType(of: data, type, graph)?.id == element.id
        else { continue }
        return call.code.start
      }
    }
    return nil
  }
}
