import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An argument that never compares equal.
  package static let incomparableArgument: SourceRule = .init(
    id: "incomparable_argument",
    summary: "an argument of a child is made anew in each evaluation and never compares equal",
    rationale: """
      A child is skipped when all its inputs compare equal. A hand-written `Binding(get:set:)`, a new object, and a container \
      made anew of values that are not `Equatable` never do, so the child is evaluated with its parent whatever else \
      happened. A closure is as equal as what it captures: one that captures nothing, an object or what stays the same is \
      equal; one that captures a value made from state, or `self` of a view with state, is another one after each change of \
      that state. What is known of closures comes from executed programs and not from Apple, so findings about them are \
      likely at most, and a trace outranks them. Pass values, key-path bindings and objects that somebody owns; let closures \
      capture what stays the same, or make the child `Equatable` with the closure left out.
      """,
    advice: [.keyPathBindings, .equatableViews], severity: .note, fix: .makeArgumentsComparable, isOptInForApps: true,
    options: [
      Option(
        "minimum_elements", "elements of a child's body that count as expensive", standard: 8, isWaivedByTrace: true)
    ],
    page: Page(
      inTrace: "Evaluations with cause `@self` while nothing that the child shows changed",
      neverReported:
        "closures whose captures stay the same, bindings that are projected, values that compare, and without a trace closures of what is no row",
      limits: "whether two functions compare equal depends on what they capture: without a trace it is said with care"),
    triggering: [
      """
      struct Mail: Identifiable, Equatable { let id: Int; let subject: String; let text: String }
      struct Mailbox: View {
        let mails: [Mail]
        @State private var draft = ""
        @State private var archived: Set<Int> = []
        var body: some View {
          VStack {
            MailPane(mails: mails, archive: ↓{ archived.insert($0); draft = "" })
            TextField("Reply", text: $draft)
            Text("\\(draft.count) of 280")
          }
        }
      }
      struct MailPane: View {
        let mails: [Mail]
        let archive: (Int) -> Void
        var body: some View {
          List(mails) { mail in
            VStack { Text(mail.subject); Text(mail.text); Image(systemName: "envelope"); Button("Archive") { archive(mail.id) } }
          }
        }
      }
      """,
      """
      struct Screen: View {
        @State private var selected: String?
        let items: [Item]
        var body: some View {
          Text(selected ?? "")
          ForEach(items) { item in
            ItemRow(item: item, onSelect: ↓{ selected = item.name })
          }
        }
      }
      """,
      """
      struct Screen: View {
        let model: Model
        @State private var count = 0
        var body: some View {
          Text("\\(count)")
          Row(score: ↓Binding(get: { model.score }, set: { model.score = $0 }))
        }
      }
      struct Row: View {
        @Binding var score: Int
        var body: some View { Stepper("", value: $score) }
      }
      """,
      """
      final class Handler {}
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Text("\\(count)")
          Row(handler: ↓Handler())
        }
      }
      struct Row: View {
        let handler: Handler
        var body: some View { Text("") }
      }
      """,
      """
      struct Screen: View {
        @State private var filter = ""
        let items: [Item]
        var body: some View {
          TextField("Filter", text: $filter)
          List(items) { item in
            Row(item: item, onOpen: ↓{ open(item, filter) })
          }
          .navigationTitle(filter)
        }
      }
      struct Row: View {
        let item: Item
        let onOpen: () -> Void
        var body: some View { Button(item.name, action: onOpen) }
      }
      """,
      """
      struct Track { var title: String }
      struct Screen: View {
        @State private var query = ""
        let titles: [String]
        var body: some View {
          TextField("Search", text: $query)
          Text(query)
          ForEach(titles, id: \\.self) { title in
            Row(tracks: ↓[Track(title: title)])
          }
        }
      }
      struct Row: View {
        let tracks: [Track]
        var body: some View { Text("\\(tracks.count)") }
      }
      """,
      """
      struct Card<Content: View>: View {
        @ViewBuilder let ↓content: () -> Content
        var body: some View { VStack { content() } }
      }
      """,
      """
      struct Action { let run: () -> Void }
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Stepper("\\(count)", value: $count)
          Content().environment(\\.open, ↓Action { print(count) })
        }
      }
      """,
      """
      struct Card<Content: View>: View {
        private let ↓content: () -> Content
        init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
        var body: some View { content().padding() }
      }
      """,
      """
      struct Root: View {
        @State private var query = ""
        var body: some View {
          TextField("Search", text: $query)
          Summary(token: ↓UUID())
        }
      }
      struct Summary: View {
        let token: UUID
        var body: some View { Text(token.uuidString) }
      }
      """,
      """
      struct Player: View {
        let tracks: [Track]
        @State private var elapsed = 0
        @State private var current = 0
        private let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          VStack {
            Text("\\(elapsed) \\(current)")
            Tracks(tracks: tracks, onSelect: ↓{ current = $0 })
          }
          .onReceive(clock) { _ in elapsed += 1 }
        }
      }
      struct Tracks: View {
        let tracks: [Track]
        let onSelect: (Int) -> Void
        var body: some View {
          List(tracks) { track in
            Button { onSelect(track.id) } label: { VStack { Text(track.title); Text(track.artist) } }
          }
        }
      }
      """,
      """
      final class Prefetcher { func start() {} }
      struct Albums: View {
        let title: String
        private let ↓prefetcher = Prefetcher()
        var body: some View { Text(title).onAppear { prefetcher.start() } }
      }
      struct Library: View {
        @State private var width = 0.0
        var body: some View {
          VStack { Text("\\(width)"); Albums(title: "a"); Slider(value: $width) }
        }
      }
      """,
      """
      final class BarModel: ObservableObject {
        var name: String
        var onDelete: () -> Void
        init(name: String, onDelete: @escaping () -> Void) { self.name = name; self.onDelete = onDelete }
      }
      struct Bar: View {
        @ObservedObject var model: BarModel
        var body: some View { Button(model.name) { model.onDelete() } }
      }
      struct Viewer: View {
        let item: Item
        @State private var isOn = false
        var body: some View {
          Toggle("On", isOn: $isOn)
          Bar(model: ↓BarModel(name: item.name, onDelete: { print("gone") }))
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Screen: View {
        @State private var selected: String?
        let items: [Item]
        let router: Router
        var body: some View {
          Text(selected ?? "")
          ForEach(items) { item in
            ItemRow(item: item, onSelect: { [router] in router.open(item) })
          }
          ItemRow(item: items[0], onSelect: { selected = nil })
        }
      }
      """,
      """
      struct Screen: View {
        @State private var filter = ""
        let items: [Item]
        var body: some View {
          TextField("", text: $filter)
          ForEach(items) { item in
            Row(item: item, onGrant: grant(for: item), onOpen: filter.isEmpty ? open : nil)
          }
          Text(filter)
        }
        private func grant(for item: Item) -> (() -> Void)? { item.isGranted ? nil : { filter = item.name } }
        private func open() { filter = "" }
      }
      struct Row: View {
        let item: Item
        let onGrant: (() -> Void)?
        let onOpen: (() -> Void)?
        var body: some View { Text(item.name) }
      }
      """,
      // What shows something cannot be left out of a comparison.
      """
      struct Panel: View {
        @State private var theme = Theme()
        let ids: [Int]
        var body: some View {
          Slider(value: $theme.spacing)
          ForEach(ids, id: \\.self) { id in Card(footer: { Text("\\(theme.spacing)") }, isShown: { theme.shows(id) }) }
        }
      }
      struct Card<Footer: View>: View {
        let footer: () -> Footer
        let isShown: () -> Bool
        var body: some View { VStack { if isShown() { footer() } } }
      }
      """,
      """
      struct Screen: View {
        @Bindable var model: Model
        let player: Player
        var body: some View { Row(player: player, score: $model[scoreFor: player]) }
      }
      """,
      """
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Row(title: "a") { Text("\\(count)") }
          Button("Add") { count += 1 }
        }
      }
      struct Row<Content: View>: View {
        let title: String
        @ViewBuilder let content: Content
        var body: some View { content }
      }
      """,
      """
      struct Screen: View {
        @State private var filter = ""
        let store: Store
        var body: some View {
          TextField("Filter", text: $filter)
          List(store.items) { item in
            Row(item: item, onOpen: { [store] in store.open(item) }, onHelp: { print("help") }, onPlay: store.play)
          }
          .navigationTitle(filter)
        }
      }
      struct Row: View {
        let item: Item
        let onOpen: () -> Void
        let onHelp: () -> Void
        let onPlay: () -> Void
        var body: some View { Button(item.name, action: onOpen) }
      }
      """,
      """
      struct Screen: View {
        @Bindable var model: Model
        var body: some View {
          List(model.items) { item in
            Row(item: item, onOpen: { model.open(item) })
          }
        }
      }
      struct Row: View {
        let item: Item
        let onOpen: () -> Void
        var body: some View { Button(item.name, action: onOpen) }
      }
      """,
      """
      struct Track { var title: String }
      struct Screen: View {
        @State private var query = ""
        let titles: [String]
        var body: some View {
          TextField("Search", text: $query)
          Text(query)
          ForEach(titles, id: \\.self) { title in
            Row(track: Track(title: title))
          }
        }
      }
      struct Row: View {
        let track: Track
        var body: some View { Text(track.title) }
      }
      """,
      """
      struct Pane: View {
        @State private var elapsed = 0
        let store: SurfaceStore
        private let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          Surface(context: store.context(1)).onReceive(clock) { _ in elapsed += 1 }
          Text("\\(elapsed)")
        }
      }
      final class SurfaceContext {}
      final class SurfaceStore: ObservableObject {
        private var contexts: [Int: SurfaceContext] = [:]
        func context(_ id: Int) -> SurfaceContext {
          if let known = contexts[id] { return known }
          return SurfaceContext()
        }
      }
      struct Surface: View {
        let context: SurfaceContext
        var body: some View { Text("") }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        var seen: Set<Code> = []
        let children = evaluation.children.filter { $0.phase.isEvaluation && seen.insert($0.code).inserted }
        return joined(
          children.flatMap { child in
            // Rows that are given several functions are better told to compare themselves: `missing_equatable_view` says so.
            differentFunctions(of: child, in: type, evaluation, graph) == nil
              ? arguments(of: child, in: type, evaluation, graph) : []
          })
          + environmentActions(type, evaluation, graph) + storedClosures(type, evaluation, graph)
      } + (graph.options.hasTrace ? [] : graph.ofSourcesAlone { objectsOfValues(graph) })
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Actions {
          let open: () -> Void
          let close: () -> Void
        }
        struct Panel: View {
          let ↓actions: Actions
          var body: some View { Button("Open", action: actions.open) }
        }
        """,
        """
        final class RowModel: ObservableObject {
          let id: Int
          @Published var progress = 0.0
          init(_ item: Item) { id = item.id }
        }
        final class Library: ObservableObject {
          @Published var rows: [RowModel] = []
          func refresh(_ items: [Item]) { rows = items.map { ↓RowModel($0) }.sorted { $0.id < $1.id } }
        }
        struct Screen: View {
          @StateObject private var library = Library()
          var body: some View { ForEach(library.rows, id: \\.id) { row in BookRow(model: row) } }
        }
        struct BookRow: View {
          @ObservedObject var model: RowModel
          var body: some View { ProgressView(value: model.progress) }
        }
        """,
        """
        struct Screen: View {
          @State private var query = ""
          let titles: [String]
          var body: some View {
            TextField("Search", text: $query)
            ForEach(titles, id: \\.self) { title in Row(title: title) }
          }
        }
        struct Row: View, Identifiable {
          let ↓id = UUID()
          let title: String
          var body: some View { Text(title) }
        }
        """,
      ], suspects: { graph in ElementsMadeAnew(graph, .objects).findings() + initialValues(graph) }))

  /// One finding for all children of a type that are given the same argument in the same way.
  private static func joined(_ findings: [Draft]) -> [Draft] {
    var places: [String: Int] = [:]
    var result: [Draft] = []
    for finding in findings {
      if let first = places[finding.message] {
        result[first].related.append(
          .init(.repetition, view: finding.view, place: finding.place, message: "here as well"))
      } else {
        places[finding.message] = result.count
        result.append(finding)
      }
    }
    return result
  }

  /// Several functions that a row is given and that differ after changes of nothing it shows; `nil` for other children, and where a
  /// trace tells what each of them costs.
  static func differentFunctions(of child: Child, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph)
    -> [Child.Argument]?
  {
    guard !graph.options.hasTrace, child.row != nil, child.arguments.count > 1, !child.code.isInPreview,
      let childType = child.type.map({ graph.index[$0] }), graph.isView(childType), childType.kind == .struct,
      !childType.isGeneric
    else { return nil }
    let found = child.arguments.filter { argument in
      guard case .function(let function) = graph.comparison(of: argument, to: childType, in: type) else { return false }
      return isDifferent(argument, function, of: child, childType, in: type, evaluation, graph)
        && isOfRowAlone(function, child, type)
    }
    return found.count > 1 ? found : nil
  }

  /// Whether a function does the same for as long as its row shows the same: it keeps the row's own element, and beside it only what is
  /// looked at when it runs. One that keeps a list would go on with an old one, were it left out of a comparison.
  private static func isOfRowAlone(_ function: FunctionComparison, _ child: Child, _ type: TypeInfo) -> Bool {
    let elements = child.code.ancestors.reduce(into: Set<String>()) { names, ancestor in
      if ancestor.kind == .closure { names.formUnion(ancestor.all(.parameter).map(\.detail)) }
    }
    return function.captures.values.isSubset(of: elements)
      && function.captures.members.allSatisfy { type.property($0)?.isPlainInput != true }
  }

  private static func arguments(of child: Child, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph)
    -> [Draft]
  {
    guard !Views.builtin.contains(child.name), !child.code.isInPreview else { return [] }
    let childType = child.type.map { graph.index[$0] }
    guard childType.map(graph.isView) ?? UnknownViews.looksLikeView(child.name) else { return [] }
    return child.arguments.compactMap { argument in
      guard let reason = reason(argument, of: child, childType, type, evaluation, graph) else { return nil }
      let name = argument.property ?? (argument.label.isEmpty ? "the trailing closure" : argument.label)
      return Draft(
        "argument '\(name)' of '\(child.name)' \(reason.text)",
        at: argument.value.start, code: argument.value, view: type, subject: .argument(name, child: child.name),
        change: .passComparable(.argument(name, child: child.name)), certainty: reason.certainty, steps: reason.steps,
        related: childType.map {
          [.init(.child, view: $0.qualifiedName, place: $0.code.nameStart, message: "the child")]
        } ?? []
      )
    }
  }

  /// Why an argument differs, and what helps.
  private struct Reason {
    var text: String
    var steps: [String]
    var certainty = Draft.Certainty.certain
  }

  private static func reason(
    _ argument: Child.Argument, of child: Child, _ childType: TypeInfo?, _ type: TypeInfo, _ evaluation: Evaluation,
    _ graph: SourceGraph
  ) -> Reason? {
    // Most arguments compare well.
    var result: String { "so '\(child.name)' is evaluated with every evaluation of '\(type.name)'" }
    switch graph.comparison(of: argument, to: childType, in: type) {
    case .never(.closureBinding):
      let hasProjection = binding(of: argument.value, in: type).map { projection(of: $0) != nil } ?? false
      // Without a trace, what converts on the way is worth its evaluations.
      guard hasProjection || graph.options.hasTrace else { return nil }
      return Reason(
        text: "never compares equal, because it is a Binding made of closures, \(result)",
        steps: [
          hasProjection
            ? "pass a $-projection instead of Binding(get:set:)"
            : "give the model a property that gets and sets it this way, and pass the projection of that"
        ])
    case .never(.object(let name)):
      return Reason(
        text: "never compares equal, because it is a new '\(name)' each time, \(result)",
        steps: ["keep one '\(name)' where it outlives the body, and pass that"])
    case .never(.container(let element)):
      guard let childType, !EquatableTypes.isEquatable(childType, in: graph.index),
        // A view that is expensive by itself is asked to compare.
        child.row != nil, ExpensiveViews.isBusy(type, evaluation, graph)
      else { return nil }
      return Reason(
        text:
          "never compares equal, because it is a container made anew of '\(element)', which is not Equatable, \(result)",
        steps: ["make '\(element)' Equatable, or pass a container that is kept"])
    case .function(let function):
      guard let childType, let difference = function.difference,
        isDifferent(argument, function, of: child, childType, in: type, evaluation, graph)
      else { return nil }
      return reason(function, difference, child, argument.value, type, graph)
    case .equal, .unknown: return childType == nil ? reasonOfUnknown(argument, of: child, type, evaluation, graph) : nil
    }
  }

  /// The `Binding(get:set:)` that a value is, or that the property or the method gives which it names.
  private static func binding(of value: Code, in type: TypeInfo) -> Code? {
    func isBinding(_ code: Code) -> Bool { code.kind == .call && Wrappers.bindings.contains(code.calledName) }
    if isBinding(value) { return value }
    let name = value.kind == .call ? value.calledName : value.memberPath?.last ?? ""
    let body = type.property(name)?.getter ?? type.functions.first { $0.name == name }?.body
    let found = (body ?? value.localDeclaration(of: name))?.descendants.filter(isBinding) ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// An action that rows are given whose view is declared elsewhere: by its label it is kept.
  private static func reasonOfUnknown(
    _ argument: Child.Argument, of child: Child, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Reason? {
    guard !graph.options.hasTrace, child.row != nil, argument.value.kind == .closure, !child.code.isInPresentation,
      Labels.actions.contains(argument.label) || argument.label.hasPrefix("on"),
      evaluation.actionClosures.contains(argument.value)
    else { return nil }
    let function = graph.comparison(ofFunction: argument.value, in: type)
    let changing = Set(graph.changingProperties(of: type, evaluation).map { $0.property.name })
    switch function.difference {
    case .view(let names) where !changing.isDisjoint(with: names),
      .values(let names) where !changing.isDisjoint(with: names):
      return function.difference.flatMap { reason(function, $0, child, argument.value, type, graph) }
    default: return nil
    }
  }

  /// Whether a function is worth a finding: the child is a row or expensive, compares it, and is not evaluated for the same
  /// state anyway.
  private static func isDifferent(
    _ argument: Child.Argument, _ function: FunctionComparison, of child: Child, _ childType: TypeInfo,
    in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Bool {
    let property = argument.property.flatMap { childType.property($0) }
    func others() -> Set<String> {
      child.arguments.filter { $0.value != argument.value }
        .reduce(into: Set<String>()) { $0.formUnion(evaluation.dependencies(of: $1.value)) }
    }
    guard isStoredFunction(argument, property, childType) || isStructOfFunctions(property, childType, graph),
      !child.code.isInPresentation, !EquatableTypes.isEquatable(childType, in: graph.index),
      // Without a trace, one more evaluation of one child is too little to speak of, unless it is a list and a clock runs.
      child.row != nil
        || isExpensive(childType, graph)
          && (graph.options.hasTrace
            || graph.evaluatesListsByState(type, evaluation, child: childType, given: others()))
    else { return false }
    let changing = Set(graph.changingProperties(of: type, evaluation).map { $0.property.name })
    switch function.difference {
    case .view(let state):
      let found = state.filter(changing.contains)
      return !found.isEmpty && (child.row != nil || !others().isSuperset(of: found))
    case .values(let names): return !changing.isDisjoint(with: names)
    case .generic: return !changing.isEmpty
    case nil: return false
    }
  }

  private static func reason(
    _ function: FunctionComparison, _ difference: FunctionComparison.Difference, _ child: Child, _ made: Code,
    _ type: TypeInfo, _ graph: SourceGraph
  ) -> Reason {
    let captured = SourceGraph.list(function.capturedNames)
    let leaveOut = "or make '\(child.name)' Equatable with the closure left out of =="
    switch difference {
    case .view(let state):
      let changed = SourceGraph.list(state)
      let uses = function.captures.members.intersection(state)
      let plain = function.captures.members.subtracting(state).filter { type.property($0)?.isStored == true }.sorted()
      // A captured value cannot be assigned.
      let isWritten = made.descendants.contains { $0.isWritten && plain.contains($0.name) }
      let isFreeOfState =
        uses.isEmpty && plain.count == function.captures.members.count && !plain.isEmpty && !isWritten
      let others = remedies(uses, function.captures.members, type, graph)
      let step =
        isFreeOfState
        ? "capture what it uses instead of the view: { [\(plain.joined(separator: ", "))] in … }, \(leaveOut)"
        : others.isEmpty ? String(leaveOut.dropFirst("or ".count)) : others.joined(separator: ", or ") + ", " + leaveOut
      return Reason(
        text:
          "is likely another one after each change of \(changed): its closure captures \(captured) and with that all of "
          + "'\(type.name)', whose value holds the state, so '\(child.name)' is evaluated with it",
        steps: [step], certainty: .possible)
    case .values(let names):
      return Reason(
        text:
          "is another one after each change of \(SourceGraph.list(names)): its closure captures \(captured), made from that, "
          + "so '\(child.name)' is evaluated with it",
        steps: ["read the value where the closure runs, or pass it as an argument of its own, \(leaveOut)"],
        certainty: .possible)
    case .generic:
      return Reason(
        text: "likely never compares equal: its closure captures \(captured) in the generic type '\(type.name)', so "
          + "'\(child.name)' is evaluated with every evaluation of it",
        steps: ["make the closure outside of the generic type, \(leaveOut)"], certainty: .possible)
    }
  }

  /// What else can be passed than a closure that captures a view: an action where it calls an object, and a binding to state that the
  /// view does not read itself.
  private static func remedies(_ state: Set<String>, _ captured: Set<String>, _ type: TypeInfo, _ graph: SourceGraph)
    -> [String]
  {
    var result: [String] = []
    if captured.contains(where: { type.property($0).flatMap { graph.model(of: $0, in: type) } != nil }) {
      result.append("pass an action struct that holds the object it calls")
    }
    let evaluation = graph.evaluation(of: type.id)
    if !state.isEmpty, state.allSatisfy({ evaluation?.evaluationReads(of: $0).isEmpty == true }) {
      result.append("pass a binding to \(SourceGraph.list(state.sorted()))")
    }
    return result
  }

  private static func isStoredFunction(_ argument: Child.Argument, _ property: Property?, _ child: TypeInfo) -> Bool {
    // Stored builders are reported where they are declared.
    if let property { return isAction(property) }
    return child.storedProperties.contains { $0.name == argument.label && isAction($0) }
  }

  /// A stored function that gives nothing back: what makes views or answers something cannot be left out of a comparison.
  private static func isAction(_ property: Property) -> Bool {
    guard let text = property.typeText else { return false }
    return TypeName.isFunction(text) && TypeName.returnsVoid(text)
  }

  /// An input that holds functions in a struct.
  private static func isStructOfFunctions(_ property: Property?, _ child: TypeInfo, _ graph: SourceGraph) -> Bool {
    property.map { property in
      !TypeName.isFunction(property.typeText ?? "") && graph.index.comparison(of: property, in: child) == .function
    } ?? false
  }

  private static func isExpensive(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.evaluation(of: type.id).map { ExpensiveViews.isExpensive(type, $0, least: least(graph)) } ?? false
  }

  /// `.environment(\.key, Action { … })` with a struct of closures built in the body.
  private static func environmentActions(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    evaluation.calls(namedAnyOf: Modifiers.setsEnvironment).compactMap { call in
      guard call.phase.isEvaluation, call.code.arguments.count == 2,
        let key = call.code.arguments[0].firstChild, key.kind == .keyPath, let value = call.code.arguments[1].firstChild
      else { return nil }
      var made: TypeInfo?
      if value.kind == .call, let path = value.callee?.memberPath {
        if path.last?.startsUppercase == true, KnownTypes.values.contains(path.last ?? "") { return nil }
        made = graph.index.resolve(path.joined(separator: "."), near: value.file.path, inside: type.id).map {
          graph.index[$0]
        }
      }
      let closures =
        value.kind == .closure ? [value] : value.arguments.compactMap(\.firstChild).filter { $0.kind == .closure }
      guard value.kind == .closure || value.calledName.startsUppercase,
        made.map({ !EquatableTypes.isEquatable($0, in: graph.index) }) ?? true,
        !KnownTypes.actions.contains(value.calledName), !Wrappers.bindings.contains(value.calledName),
        let function = closures.map({ graph.comparison(ofFunction: $0, in: type) }).first(where: {
          $0.difference != nil
        })
      else { return nil }
      return Draft(
        "the value of environment key '\(key.name)' holds a closure that captures \(SourceGraph.list(function.capturedNames)), so it is "
          + "likely another one when '\(type.name)' is evaluated for its state, and every reader below is evaluated with it; keep "
          + "one Equatable value",
        at: value.start, code: value, view: type, subject: .environmentValue(key: key.name),
        change: .passComparable(.environmentValue(key: key.name)), certainty: .possible,
        steps: ["give the action a type that is Equatable by what it captures, or keep it in an @Observable"])
    }
  }

  /// What views store, nobody passes, and each of their values makes anew: an id, a time, an object.
  private static func initialValues(
    _ graph: SourceGraph, isWorthIt: (ArgumentComparison.Reason, [TypeInfo]) -> Bool = { _, _ in true }
  ) -> [Draft] {
    graph.evaluatedViews.flatMap { type, _ -> [Draft] in
      guard graph.isView(type), type.kind == .struct, !EquatableTypes.isEquatable(type, in: graph.index),
        let places = graph.parents[type.id], !places.isEmpty
      else { return [] }
      return type.storedProperties.compactMap { property in
        guard property.wrapper == nil, !property.isStatic, !property.isLazy,
          let value = graph.ownValue(of: property, in: type),
          case .never(let reason) = graph.comparison(ofInitialValue: value, of: property, in: type),
          !places.contains(where: { $0.child.arguments.contains { $0.property == property.name } }),
          isWorthIt(reason, places.filter { !$0.child.code.isInPreview }.map { graph.index[$0.parent] })
        else { return nil }
        let made =
          switch reason {
          case .object(let name): "a new '\(name)'"
          case .container(let element): "a new container of '\(element)', which is not Equatable"
          case .closureBinding: "a new Binding"
          }
        return Draft(
          "'\(property.name)' of '\(type.name)' is \(made) each time that the view is made, so its values never compare equal, and it is "
            + "evaluated whenever the view around it is",
          at: property.code.nameStart, code: property.code, view: type, subject: .property(property.name),
          change: .passComparable(.initialValue(PropertyPath(property.name))),
          certainty: isOfOtherModule(reason, near: value, graph) ? .possible : .certain,
          steps: [
            "remove it where nothing reads it, take the element's own as an argument, or keep it with @State or in a static let"
          ])
      }
    }
  }

  /// Objects that views make with each of their values, where a view around them is evaluated for state of its own.
  private static func objectsOfValues(_ graph: SourceGraph) -> [Draft] {
    initialValues(graph) { reason, makers in
      guard case .object = reason else { return false }
      return makers.contains { maker in
        graph.evaluation(of: maker.id).map { !graph.changingProperties(of: maker, $0).isEmpty } ?? false
      }
    }.map { draft in
      var draft = draft
      draft.severity = .note
      return draft
    }
  }

  /// Inputs that hold closures by declaration: a stored builder, or a struct of closures.
  private static func storedClosures(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    guard graph.isView(type), !EquatableTypes.isEquatable(type, in: graph.index) else { return [] }
    return type.storedProperties.compactMap { property in
      guard property.isPlainInput, let text = property.typeText else { return nil }
      let builder = isBuilder(property, of: type) ? text.filter { !$0.isWhitespace } : ""
      if builder.hasPrefix("()->"), !builder.hasSuffix("?") {
        return Draft(
          "'\(type.name)' stores its content as a closure, which is only as equal as what it captures, as far as is known; call the "
            + "builder in init and store the view",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .passComparable(.input(PropertyPath(property.name))), severity: .note, certainty: .possible,
          steps: [
            "store '\(property.name)' as Content",
            "take @ViewBuilder \(property.name): () -> Content in init and assign \(property.name)()",
          ])
      }
      guard let id = graph.index.resolve(TypeName.base(text), near: property.code.file.path, inside: type.id) else {
        return nil
      }
      let value = graph.index[id]
      guard value.kind == .struct else { return nil }
      let closures = value.storedProperties.filter { TypeName.isFunction($0.typeText ?? "") }
      guard closures.count >= 2, !EquatableTypes.isEquatable(value, in: graph.index),
        graph.isBuiltInRow(type) || ExpensiveViews.isExpensive(type, evaluation, least: least(graph))
      else { return nil }
      return Draft(
        "input '\(property.name)' of '\(type.name)' holds \(closures.count) closures, which are only as equal as what they capture, as "
          + "far as is known, so the view may be evaluated with every evaluation of its parent; read the actions where they are called",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .passComparable(.input(PropertyPath(property.name))), severity: .note, certainty: .possible,
        steps: ["move the actions into the leaf views that call them, or make '\(value.name)' Equatable by its data"],
        related: [.init(.declaration, place: value.code.nameStart, message: "the struct of closures")])
    }
  }

  /// Whether what a view makes is of a type that only its name tells to be a class.
  private static func isOfOtherModule(_ reason: ArgumentComparison.Reason, near value: Code, _ graph: SourceGraph)
    -> Bool
  {
    guard case .object(let name) = reason else { return false }
    return !value.isFreshValue && KnownTypes.table[name] == nil
      && graph.index.resolve(name, near: value.file.path) == nil
  }

  /// Whether a view stores what a builder gives: by its own attribute, or by that of a parameter of its initialisers.
  private static func isBuilder(_ property: Property, of type: TypeInfo) -> Bool {
    property.attributes.contains(.viewBuilder)
      || type.initializers.contains { initializer in
        initializer.parameters.contains { $0.name == property.name && $0.attributes.contains(.viewBuilder) }
      }
  }

  private static func least(_ graph: SourceGraph) -> Int {
    SourceRule.incomparableArgument.option("minimum_elements", in: graph)
  }
}
