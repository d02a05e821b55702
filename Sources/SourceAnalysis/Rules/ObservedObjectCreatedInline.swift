import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// `@ObservedObject var model = Model()`.
  package static let observedObjectCreatedInline: SourceRule = .init(
    id: "observed_object_created_inline",
    summary: "an ObservedObject is created by the view that observes it, or by the parent's body for it",
    rationale: """
      `@ObservedObject` does not keep an object alive: one created inline, or in the body of the parent for its child, \
      is a new one after each evaluation. `@State` keeps an `ObservableObject` and does not observe it. `@StateObject` (or `@State` with `@Observable`) in the view that owns it keeps it. \
      Where no body of the sources makes the view, the finding is a note: the root of a window is made once.
      """,
    advice: [.ownedObjects], severity: .warning, fix: .ownWithState, isAboutCorrectness: true,
    page: Page(
      inTrace: """
        The same, with cause `_model` and a fresh state each time
        """,
      neverReported: """
        `ObservedObject(wrappedValue:)` around an object that exists, a cache or a shared one; content that \
        is presented
        """,
      limits: """
        a function that only looks an object up is told from one that makes it by its name
        """),
    triggering: [
      """
      final class Booking: ObservableObject { @Published var rooms: [String] = [] }
      struct Screen: View {
        @State private var ↓booking = Booking()
        var body: some View { Text(booking.rooms.joined()) }
      }
      """,
      """
      final class Excluded: ObservableObject {
        @Published var names: [String]
        init(names: [String]) { self.names = names }
      }
      final class Editor: ObservableObject {
        @Published var names: [String] = []
        func excluded() -> Excluded { Excluded(names: names) }
      }
      struct Screen: View {
        @ObservedObject var editor: Editor
        var body: some View { Remotes(list: ↓editor.excluded()) }
      }
      struct Remotes: View {
        @ObservedObject var list: Excluded
        var body: some View { Text(list.names.joined()) }
      }
      """,
      "struct Screen: View {\n  @ObservedObject var ↓model = MyViewModel()\n  var body: some View { Text(model.name) }\n}",
      """
      struct Screen: View {
        let events: [Event]
        var body: some View { ForEach(events) { event in Row(event: event, bar: ↓ActionBarModel(event: event)) } }
      }
      struct Row: View {
        let event: Event
        @ObservedObject var bar: ActionBarModel
        var body: some View { Text(bar.title) }
      }
      """,
      """
      final class Feed: ObservableObject {}
      struct Screen: View {
        @ObservedObject var ↓feed: Feed = .init()
        var body: some View { Text("") }
      }
      """,
      """
      final class Recorder: ObservableObject { var quality = 0 }
      struct Screen: View {
        @ObservedObject var ↓recorder: Recorder = {
          let recorder = Recorder()
          recorder.quality = 1
          return recorder
        }()
        var body: some View { Text("") }
      }
      """,
      """
      final class Preferences: ObservableObject {}
      struct Panel: View {
        @ObservedObject var ↓preferences: Preferences
        init(preferences: Preferences = Preferences()) { self.preferences = preferences }
        var body: some View { Text("") }
      }
      struct Tabs: View {
        @State private var tab = 0
        var body: some View { TabView(selection: $tab) { Panel() } }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Stickers: View {
        @ObservedObject var model = StickersModel()
        var body: some View { Text(model.title) }
      }
      struct Screen: View {
        @StateObject private var model = StickersModel()
        var body: some View { Stickers(model: model) }
      }
      """,
      """
      struct Field: View {
        private let store: StoreOf<Sign>
        @ObservedObject private var viewStore: ViewStoreOf<Sign>
        init(store: StoreOf<Sign>) {
          self.store = store
          viewStore = ViewStore(store)
        }
        var body: some View { Text(viewStore.name) }
      }
      """,
      """
      struct Markers: View {
        @ObservedObject private var loader = MarkerLoader()
        init(sort: Binding<Sorting>) { loader.load(sort: sort.wrappedValue) }
        var body: some View { List(loader.markers) { Text($0.name) } }
      }
      struct Home: View {
        @State private var sort = Sorting.name
        var body: some View { Markers(sort: $sort) }
      }
      """,
      """
      final class Booking: ObservableObject {
        @Published var rooms: [String] = []
        func load() {}
      }
      struct Screen: View {
        @State private var booking = Booking()
        var body: some View { Button("Load") { booking.load() } }
      }
      """,
      """
      @main struct Notes: App {
        @ObservedObject private var delegate = NotificationDelegate()
        var body: some Scene { WindowGroup { Screen(delegate: delegate) } }
      }
      """,
      """
      struct Editor: View {
        @ObservedObject var draft: Draft
        init(note: Note) { draft = Draft(note: note) }
        init(draft: Draft) { self.draft = draft }
        var body: some View { Text(draft.text) }
      }
      """,
      """
      struct Remotes: View {
        @ObservedObject var list: Excluded
        var body: some View { Text(list.name) }
      }
      struct Screen: View {
        let editor: Editor
        var body: some View { Remotes(list: editor.excluded) }
      }
      struct Sample: View {
        var body: some View { Remotes(list: Excluded(name: "a")) }
      }
      """,
      """
      final class Artifacts: ObservableObject {}
      struct NoteView: View {
        @ObservedObject var artifacts: Artifacts
        init(cache: Cache, id: Int) { _artifacts = ObservedObject(wrappedValue: cache.artifacts(of: id)) }
        var body: some View { Text("") }
      }
      """,
      """
      struct Screen: View {
      // View creates it → @StateObject
      @StateObject private var viewModel = MyViewModel()
      @ObservedObject var store = Store.shared
      var body: some View { Text(viewModel.name + store.name) }
      }
      """,
      "struct Screen: View {\n// View receives it → @ObservedObject\n@ObservedObject var viewModel: MyViewModel\n  var body: some View { Text(viewModel.name) }\n}",
      """
      final class Preferences: ObservableObject {}
      struct Panel: View {
        @ObservedObject var preferences: Preferences
        init(preferences: Preferences = Preferences()) { self.preferences = preferences }
        var body: some View { Text("") }
      }
      struct Tabs: View {
        @StateObject private var preferences = Preferences()
        var body: some View { Panel(preferences: preferences) }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        // An app or scene has no parent that would make it again.
        let isMadeOnce = graph.index.conforms(type, toAnyOf: Protocols.scenes)
        let required = graph.conformanceRequirements(of: type)
        // What only a hosting controller makes has no parent that would be evaluated.
        let severity: Severity? =
          graph.parents[type.id]?.contains { !$0.child.code.isInPreview } == true ? nil : .note
        let usages = graph.usages(of: type)
        let inline = type.storedProperties.compactMap { property -> Draft? in
          guard !isMadeOnce, property.storage == .observed, let value = property.initialValue, creates(value, graph),
            !isSetUp(property, in: type, usages), !isAlwaysPassed(property, to: type, graph),
            !isReplaced(property, in: type, graph)
          else { return nil }
          return Draft(
            "'\(type.name)' makes a new '\(property.typeText ?? value.calledName)' whenever its parent is evaluated, because @ObservedObject "
              + "does not keep it; use @StateObject",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .ownObject(.property(PropertyPath(property.name))),
            // What announces nothing keeps nothing that a view would lose.
            severity: isOnlyHandedOn(property, evaluation) || type.givesItselfAway
              || graph.neverPublishes(property, in: type)
              ? .note : severity,
            grounds: graph.grounds(forRemakingOf: type),
            steps: [
              "declare '\(property.name)' as @StateObject \(required.contains(property.name) ? "" : "private ")var"
            ])
        }
        let inInitialiser = type.storedProperties.compactMap { property -> Draft? in
          let isPassed = isAlsoPassed(property, to: type, usages)
          guard !isMadeOnce, property.storage == .observed, property.initialValue == nil,
            !isSetUp(property, in: type, usages), !isReplaced(property, in: type, graph),
            let made = usages[property.name].lazy.compactMap({
              isPassed ? defaulted($0, in: type, graph) : createdInInitialiser($0)
            }).first,
            // It keeps nothing of its own: what it shows is in the store that it is given.
            made.calledName != KnownTypes.viewOfStore
          else { return nil }
          let given = parameters(of: made)
          let keeping = given.isEmpty ? "" : ", and an id of \(SourceGraph.list(given)), or the first object stays"
          return Draft(
            "the initialiser of '\(type.name)' makes a new '\(made.calledName)' whenever its parent is evaluated, because @ObservedObject "
              + "does not keep it; use @StateObject\(keeping)",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .ownObject(.property(PropertyPath(property.name))),
            severity: given.isEmpty && !type.givesItselfAway ? severity : .note,
            grounds: graph.grounds(forRemakingOf: type),
            steps: [
              "declare '\(property.name)' as @StateObject \(required.contains(property.name) ? "" : "private ")var",
              "assign '_\(property.name) = StateObject(wrappedValue: …)' in the initialiser",
            ]
              + (given.isEmpty
                ? [] : ["where the parent may pass another value in the same place, give the view an id of it"]),
            related: [.init(.maker, view: type.qualifiedName, place: made.start, message: "made anew here")])
        }
        var seen: Set<Code> = []
        let passed = evaluation.children.flatMap { child -> [Draft] in
          // What is presented is made when it appears.
          guard let id = child.type, child.phase.isEvaluation, !child.code.isInPreview, !child.code.isInPresentation
          else { return [] }
          return child.arguments.compactMap { argument in
            guard let made = made(by: argument.value, graph), let name = argument.property,
              let observed = graph.index[id].property(name), observed.storage == .observed,
              !graph.neverPublishes(observed, in: graph.index[id]),
              isMadeByAll(name, of: id, graph),
              seen.insert(argument.value).inserted
            else { return nil }
            // What is made of something follows it; kept, it would go on with what it was made of first.
            let follows = argument.value.arguments.contains { $0.firstChild?.isConstant != true }
            var draft = Draft(
              "'\(type.name)' makes a new '\(made)' for '\(child.name)' in each evaluation; let '\(child.name)' own it "
                + "as @StateObject",
              at: argument.value.start, code: argument.value, view: type, subject: .argument(name, child: child.name),
              change: .ownObject(.argument(name, child: DeclaredType(graph.index[id]))),
              severity: follows || keepsNothing(made, near: argument.value, graph) || graph.index[id].givesItselfAway
                ? .note : nil,
              grounds: graph.grounds(forEvaluating: type),
              steps: ["create it in '\(child.name)' as @StateObject, from the values it needs"]
                + (follows
                  ? ["give '\(child.name)' an .id of these values, or it keeps what the first of them made"] : []),
              related: [
                .init(.owner, view: child.name, place: graph.index[id].property(name)?.place, message: "observed here")
              ]
            )
            draft.isForWhoAsks = follows
            return draft
          }
        }
        let unseen = type.storedProperties.compactMap { unobserved($0, in: type, evaluation, required, graph) }
        return inline + inInitialiser + passed + unseen
      }
    })

  /// Whether nothing of the object is shown here that would be lost with it.
  private static func isOnlyHandedOn(_ property: Property, _ evaluation: Evaluation) -> Bool {
    let reads = evaluation.evaluationReads(of: property.name)
    return !reads.isEmpty && reads.allSatisfy(\.path.isEmpty)
  }

  /// `loader.load(sort: sort)` in the initialiser: the object is made for what the view is given, and an object that is kept would not
  /// be the one that this is said to.
  private static func isSetUp(_ property: Property, in type: TypeInfo, _ usages: Usages) -> Bool {
    usages[property.name].contains { usage in
      let end = EvaluationWalker.suffix(of: usage.accessChain == usage ? usage : usage.accessChain).end
      return usage.ancestors.contains { $0.kind == .initializer } && end.kind == .member && end.parent?.kind == .call
        && end.parent?.callee == end
    }
  }

  /// `parent.model = other`: somebody assigns another object, which `@StateObject` does not take.
  private static func isReplaced(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    type.code.file.root.descendants(.assign).contains { assignment in
      guard let target = assignment.firstChild, let path = target.memberPath, path.last == property.name,
        !assignment.ancestors.contains(where: { $0.kind == .initializer }),
        path.count > 1 || !target.isShadowed(property.name), let user = graph.index.type(around: assignment)
      else { return false }
      return graph.index.type(ofPath: path.dropLast(), at: assignment, in: user)?.id == type.id
    }
  }

  /// Whether all who make the view hand over an object, so that its own is never made.
  private static func isAlwaysPassed(_ property: Property, to type: TypeInfo, _ graph: SourceGraph) -> Bool {
    let makers = (graph.parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    return !makers.isEmpty
      && makers.allSatisfy { maker in maker.child.arguments.contains { $0.property == property.name } }
  }

  /// Whether another initialiser takes the object from the parent: as @StateObject the view would go on with the first of those.
  private static func isAlsoPassed(_ property: Property, to type: TypeInfo, _ usages: Usages) -> Bool {
    type.initializers.contains { initializer in
      usages[property.name].contains { usage in
        guard usage.isWritten, initializer.code.contains(usage), let assignment = usage.accessChain.parent,
          assignment.kind == .assign, let value = Array(assignment.children).last
        else { return false }
        return initializer.parameters.contains { parameter in
          value.memberPath == [parameter.name]
            || value.kind == .call && Wrappers.objects.contains(value.calledName)
              && value.argument("wrappedValue")?.memberPath == [parameter.name]
        }
      }
    }
  }

  /// Whether all who build the view make the object for it. Where one hands over an object of its own, the view cannot own it.
  private static func isMadeByAll(_ name: String, of view: TypeID, _ graph: SourceGraph) -> Bool {
    (graph.parents[view] ?? []).allSatisfy { _, child in
      child.arguments.first { $0.property == name }.map { made(by: $0.value, graph) != nil } ?? true
    }
  }

  /// `@State private var model = Model()` of an `ObservableObject` whose published values the body shows: it is kept, and
  /// nobody observes it.
  private static func unobserved(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ required: Set<String>, _ graph: SourceGraph
  ) -> Draft? {
    guard property.storage == .state, let value = property.initialValue, creates(value),
      let model = graph.index.type(of: property, in: type), model.kind == .class, model.isObservableObject,
      !model.isObservable, !isReplaced(property, in: type, graph)
    else { return nil }
    let read = evaluation.reads(of: property.name).compactMap(\.member)
    // Who subscribes to it learns of its changes.
    if read.contains(where: { $0.hasPrefix("$") || $0 == Protocols.changePublisher }) { return nil }
    let published = Set(model.publishedMembers.map(\.name))
    let shown = evaluation.evaluationReads(of: property.name).compactMap(\.member).first { name in
      !graph.storedReads(of: name, in: model).isDisjoint(with: published)
    }
    guard let shown else { return nil }
    let written = graph.storedReads(of: shown, in: model).intersection(published).sorted().lazy.compactMap {
      graph.assignment(to: $0, of: model)
    }.first
    return Draft(
      "@State keeps '\(property.name)' and does not observe it, so a change of '\(shown)' does not evaluate '\(type.name)'; use "
        + "@StateObject",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .ownObject(.property(PropertyPath(property.name))),
      grounds: written.map { .wrong("'\(shown)' is written", $0) },
      steps: ["declare '\(property.name)' as @StateObject \(required.contains(property.name) ? "" : "private ")var"])
  }

  /// What a call makes: an object, or what the one function of its name returns, where that is a new one.
  private static func made(by value: Code, _ graph: SourceGraph) -> String? {
    if creates(value) { return value.calledName }
    guard value.kind == .call, !value.calledName.startsUppercase else { return nil }
    guard let (type, function) = graph.soleMethods.value[value.calledName], let body = function.body,
      Array(body.children).count == 1, let result = UnstableValues.result(of: body), creates(result),
      let name = result.callee?.memberPath?.last,
      let id = graph.index.resolve(name, near: result.file.path, inside: type.id), graph.index[id].isObservableObject
    else { return nil }
    return name
  }

  /// The parameters of the initialiser around that an object is made of.
  private static func parameters(of made: Code) -> [String] {
    guard let initializer = made.ancestors.first(where: { $0.kind == .initializer }) else { return [] }
    let used = made.arguments.reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames) }
    return initializer.all(.parameter).map(\.detail).filter(used.contains)
  }

  /// Whether an object has nothing that changes: with a new one nothing is lost.
  private static func keepsNothing(_ name: String, near code: Code, _ graph: SourceGraph) -> Bool {
    guard let id = graph.index.resolve(name, near: code.file.path) else { return false }
    let model = graph.index[id]
    return model.kind == .class
      && model.conformances.allSatisfy {
        Protocols.table.contains($0)
          || graph.index.resolve($0, near: model.code.file.path).map { graph.index[$0].kind == .protocol } == true
      }
      && model.storedProperties.allSatisfy { $0.isLet || $0.isLazy }
  }

  /// What an initialiser assigns, where that is an object it makes itself.
  private static func createdInInitialiser(_ usage: Code) -> Code? {
    guard usage.isWritten, usage.ancestors.contains(where: { $0.kind == .initializer }) else { return nil }
    guard let assignment = usage.accessChain.parent, assignment.kind == .assign,
      var value = Array(assignment.children).last
    else { return nil }
    // `_model = ObservedObject(wrappedValue: model)` wraps an object that exists; what matters is whether that is made here.
    if value.kind == .call, Wrappers.objects.contains(value.calledName) || Wrappers.keepers.contains(value.calledName),
      let wrapped = value.argument("wrappedValue") ?? value.argument("initialValue")
    {
      value = wrapped
    }
    return creates(value) ? value : nil
  }

  /// `init(model: Model = Model()) { self.model = model }`: what an initialiser assigns where some parent passes nothing.
  private static func defaulted(_ usage: Code, in type: TypeInfo, _ graph: SourceGraph) -> Code? {
    guard usage.isWritten, let initializer = usage.ancestors.first(where: { $0.kind == .initializer }),
      let value = usage.assignedValue, value.kind == .identifier,
      let parameter = initializer.all(.parameter).first(where: { $0.detail == value.name }),
      let made = parameter.initialValue, creates(made)
    else { return nil }
    let isLeftOut = (graph.parents[type.id] ?? []).contains { _, child in
      child.phase.isEvaluation && !child.code.isInPreview && !child.code.isInPresentation
        && !child.arguments.contains { $0.label == parameter.name }
    }
    return isLeftOut ? made : nil
  }

  /// `Model()`, `makeModel()`.
  private static func creates(_ value: Code) -> Bool {
    guard value.kind == .call, let path = value.callee?.memberPath else { return false }
    if path.count == 1,
      ["make", "create"].contains(where: {
        path[0].hasPrefix($0 + "_") || path[0].hasPrefix($0) && path[0].dropFirst($0.count).startsUppercase
      })
    {
      return true
    }
    return path.last?.startsUppercase == true
  }

  /// The same, also of what a closure or a static method makes.
  private static func creates(_ value: Code, _ graph: SourceGraph) -> Bool {
    guard value.kind == .call else { return false }
    // `{ let recorder = Recorder(); …; return recorder }()`
    if let closure = value.callee, closure.kind == .closure {
      return closure.first(.block).map { makesItsResult($0) } ?? false
    }
    guard let path = value.callee?.memberPath else { return false }
    // `Container.makeStore()`, where the sources show that it makes one.
    if path.count == 2, path[0].startsUppercase, !path[1].startsUppercase,
      let id = graph.index.resolve(path[0], near: value.file.path)
    {
      let factories = graph.index[id].functions.filter { $0.isStatic && $0.name == path[1] }
      return factories.count == 1 && factories[0].body.map { makesItsResult($0) } == true
    }
    return creates(value)
  }

  /// Whether all that a block gives back is made in it: a construction, or a local that begins as one.
  private static func makesItsResult(_ block: Code) -> Bool {
    let returned = block.descendants(.returnStatement).compactMap(\.firstChild)
    let results = returned.isEmpty ? Array(block.children.suffix(1)) : returned
    return !results.isEmpty
      && results.allSatisfy { result in
        let made = result.kind == .identifier ? result.localDeclaration(of: result.name)?.initialValue : result
        guard let made, made.kind == .call else { return false }
        return made.callee?.memberPath?.last?.startsUppercase == true
      }
  }
}

extension TypeInfo {
  /// Whether an object is given the value of the view, `presenter.view = self`, or a copy of it: what that writes to state of the copy
  /// is lost, since no copy is on screen, so that objects it reaches must not become state.
  package var givesItselfAway: Bool {
    allCode.contains { part in
      guard !part.file.tree.ids(of: ["self"]).isEmpty else { return false }
      return part.descendants.contains { code in
        guard code.kind == .assign, code.name == "=", let value = code.assignedValue,
          let target = code.firstChild?.memberPath, target.count > 1, target.first != "self"
        else { return false }
        return value.isSelf
          || value.kind == .identifier && code.localDeclaration(of: value.name)?.initialValue?.isSelf == true
      }
    }
  }
}
