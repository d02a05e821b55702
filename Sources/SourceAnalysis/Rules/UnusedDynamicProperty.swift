import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A dependency that the body never reads.
  package static let unusedDynamicProperty: SourceRule = .init(
    id: "unused_dynamic_property",
    summary: "a dynamic property invalidates the view although its body never reads it",
    rationale: """
      Declaring `@Environment(\\.key)`, `@EnvironmentObject`, `@ObservedObject` or a query subscribes the view, whether \
      its body uses the value or not: every update from it is avoidable. Remove the declaration; an object that only \
      actions use can be a plain `let`. Assumed: a closure that no known action takes runs on evaluation.
      """,
    advice: [.unusedEnvironmentReads], severity: .warning, fix: .removeDependency,
    page: Page(
      inTrace: """
        Evaluations with cause `_name`, each of which is avoidable
        """,
      neverReported: """
        `@Environment(Model.self)` is a note, since observation makes it free; a property that an unknown \
        closure may read on evaluation; a value of the defaults that the body asks for by its key; an owned object that \
        nothing mentions, which may be kept for what it does; without a trace what of the environment only actions use, \
        except in rows
        """,
      limits: """
        a closure that no table names is taken to run on evaluation
        """),
    triggering: [
      "struct Row: View {\n  @Environment(\\.colorScheme) private var ↓colorScheme\n  let title: String\n  var body: some View { Text(title) }\n}",
      "struct Row: View {\n  @EnvironmentObject var ↓router: Router\n  let title: String\n  var body: some View { Text(title) }\n}",
      """
      final class Draft: ObservableObject { @Published var text = ""; @Published var images: [Image] = [] }
      struct Editor: View {
        @ObservedObject var ↓observed: Draft
        let draft: Draft
        var body: some View { Text(draft.text) }
      }
      """,
      """
      struct Row: View {
        @ObservedObject var ↓model: Model
        let title: String
        var body: some View { Button(title) { model.refresh() } }
      }
      """,
      """
      struct Row: View {
        @ObservedObject var ↓model: Model
        let title: String
        var body: some View { Button(title, action: model.refresh) }
      }
      """,
      """
      struct Row: View {
        @StateObject private var ↓player = Player(named: "main")
        let title: String
        var body: some View { Button(title) { player.play() } }
      }
      """,
      """
      final class Toasts: ObservableObject {
        @Published var current: String?
        func post(_ text: String) { current = text }
      }
      struct CopyButton: View {
        @EnvironmentObject private var ↓toasts: Toasts
        var body: some View { Button("Copy") { toasts.post("Copied") } }
      }
      """,
      """
      struct Prices: View {
        let prices: [Price]
        let reload: () async -> Void
        @Environment(\\.scenePhase) private var ↓scenePhase
        var body: some View { List(prices) { Text($0.text) }.refreshable { await refresh() } }
        private func refresh() async {
          guard scenePhase == .active else { return }
          await reload()
        }
      }
      """,
      """
      struct Prompt: View {
        let ask: () -> Void
        @AppStorage("launches") private var ↓launches = 0
        var body: some View { Button("Rate") { accept() } }
        private func accept() {
          if launches > 3 { ask() }
          launches = 0
        }
      }
      """,
      """
      struct Card: View {
        @Environment(\\.horizontalSizeClass) private var ↓sizeClass
        let name: String
        var body: some View { title(sizeClass: .regular) }
        private func title(sizeClass: UserInterfaceSizeClass) -> some View { Text(name).bold(sizeClass == .regular) }
      }
      """,
      """
      struct Grid: View {
        @Environment(\\.dynamicTypeSize) private var ↓typeSize
        let names: [String]
        private var isWide: Bool { typeSize >= .accessibility1 }
        private var columns: Int { isWide ? 1 : 2 }
        var body: some View { ForEach(names, id: \\.self) { Text($0) } }
      }
      """,
      """
      struct Flash: View {
        let swiped: (Bool) -> Void
        @State private var ↓last = CGSize.zero
        var body: some View { Text("").gesture(swipe) }
        private var swipe: some Gesture {
          DragGesture()
            .onChanged { value in last = value.translation }
            .onEnded { _ in
              swiped(last.width > 0)
              last = .zero
            }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      final class Toasts: ObservableObject {
        @Published var current: String?
        func post(_ text: String) { current = text }
      }
      struct CopyButton: View {
        @EnvironmentObject private var toasts: Toasts
        var body: some View { Button(toasts.current ?? "Copy") { toasts.post("Copied") } }
      }
      """,
      """
      struct Prompt: View {
        @AppStorage("launches") private var launches = 0
        var body: some View {
          Button("Rate") { if launches > 3 { launches = 0 } }.disabled(launches == 0)
        }
      }
      """,
      """
      struct Card: View {
        @Environment(\\.horizontalSizeClass) private var sizeClass
        let name: String
        var body: some View { title(sizeClass: sizeClass) }
        private func title(sizeClass: UserInterfaceSizeClass?) -> some View { Text(name).bold(sizeClass == .regular) }
      }
      """,
      """
      struct Grid: View {
        @Environment(\\.dynamicTypeSize) private var typeSize
        private var isWide: Bool { typeSize >= .accessibility1 }
        var body: some View { Helper(isWide: { self.isWide }) }
      }
      """,
      """
      struct Flash: View {
        @State private var last = CGSize.zero
        @State private var offset = CGSize.zero
        var body: some View { Text("").offset(offset).gesture(drag) }
        private var drag: some Gesture {
          DragGesture()
            .onChanged { value in
              offset.width += value.translation.width - last.width
              last = value.translation
            }
            .onEnded { _ in last = .zero }
        }
      }
      """,
      """
      struct Pages: View {
        @Environment(\\.scrolling) private var scrolling
        var body: some View { Pager(coordinator: Coordinator(parent: self)) }
        struct Coordinator {
          let parent: Pages
          func didScroll(to offset: CGFloat) { parent.scrolling.report(offset) }
        }
      }
      """,
      """
      final class Settings: ObservableObject { static let shared = Settings(); @Published var size = 1.0 }
      struct Screen: View {
        @ObservedObject private var settings = Settings.shared
        var body: some View { Text("").scaleEffect(Settings.shared.size) }
      }
      """,
      """
      final class Location: ObservableObject { static let shared = Location(); @Published var place = 0.0 }
      @Observable final class Trip {
        var start = 0.0
        private let tracker = Location.shared
        var distance: String { length.formatted() }
        private var length: Double { Location.shared.place - start }
        func reached() -> Bool { tracker.place > 1 }
      }
      struct Card: View {
        @State var trip: Trip
        @ObservedObject var location = Location.shared
        var body: some View { Text(trip.distance) }
      }
      struct Badge: View {
        let trip: Trip
        @ObservedObject var location: Location = .shared
        var body: some View { Text(trip.reached() ? "there" : "") }
      }
      """,
      """
      final class Languages: ObservableObject { static let shared = Languages(); @Published var name = "en" }
      extension String { var localized: String { Languages.shared.name + self } }
      struct More: View {
        @ObservedObject private var languages = Languages.shared
        var body: some View { Text("title".localized) }
      }
      """,
      """
      final class Item { var title = "" }
      struct Row: View {
        @ObservedObject var store: Store
        let item: Item
        var body: some View { Text(item.title) }
      }
      """,
      """
      struct Row: View {
        @ObservedObject private var item: Item
        private let title: String
        init(item: Item) {
          self.item = item
          title = item.title
        }
        var body: some View { Text(title) }
      }
      """,
      """
      struct Tabs: View {
        @Default(.showsTimer) var showsTimer
        var tabs: [String] { Defaults[.showsTimer] ? ["Home", "Timer"] : ["Home"] }
        var body: some View { ForEach(tabs, id: \\.self) { Text($0) } }
      }
      """,
      """
      struct Screen: View {
        @Environment(\\.scenePhase) private var scenePhase
        var body: some View { Button("Open") { open(scenePhase) } }
      }
      """,
      "struct Row: View {\n  @Environment(\\.openURL) private var openURL\n  var body: some View { Button(\"Open\") { openURL(url) } }\n}",
      "struct Row: View {\n  @EnvironmentObject var theme: Theme\n  var body: some View { header }\n  var header: some View { Text(\"\").tint(theme.color) }\n}",
      "struct Row: View {\n  @State private var isOn = false\n  var body: some View { Toggle(\"On\", isOn: $isOn) }\n}",
      "struct Row: View {\n  @ObservedObject var model: Model\n  var body: some View { Field(text: $model.text) }\n}",
      // Evaluated when new code was loaded.
      """
      struct Screen: View {
        @ObservedObject private var reloading = Inject.observer
        var body: some View { Text("Title").enableInjection() }
      }
      """,
      """
      final class Sidebar: ObservableObject { @Published var isLoaded = false }
      final class Library: ObservableObject { let sidebar = Sidebar() }
      struct Pane: View {
        @ObservedObject var library: Library
        @ObservedObject var sidebar: Sidebar
        var body: some View { Text(library.sidebar.isLoaded ? "loaded" : "") }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        evaluation.isIncomplete
          ? []
          : type.storedProperties.compactMap { property in
            unmentioned(property, in: type, evaluation, graph) ?? standIn(property, in: type, evaluation, graph)
              // Few are used in actions alone; whether that is worth a word takes longer to tell.
              ?? usedInActions(property, in: type, evaluation, graph).flatMap { found in
                isWorthWithoutTrace(property, in: type, graph) ? found : nil
              }
              ?? usedByNobody(property, in: type, evaluation, graph)
              ?? keptForEnd(property, in: type, evaluation, graph)
          }
      }
    },
    traces: TraceCheck(
      listed: .nothing,
      triggering: [
        """
        final class Sync: ObservableObject { @Published var isOn = false }
        struct Screen: View {
          @EnvironmentObject var ↓sync: Sync
          var body: some View { Status(sync: sync) }
        }
        struct Status: View {
          @ObservedObject var sync: Sync
          var body: some View { Text(sync.isOn ? "on" : "") }
        }
        """,
        """
        struct Screen: View {
          @EnvironmentObject var ↓router: Router
          var body: some View { Button("Open") { router.open() } }
        }
        """,
        """
        final class Refresher: ObservableObject {
          @Published private var ↓seconds = 0
          @Published private(set) var isPaused = false
          func tick() -> Bool {
            guard !isPaused else { return false }
            seconds = seconds > 30 ? 0 : seconds + 1
            if seconds == 0 { return true }
            return false
          }
          func pause() { isPaused = true }
        }
        struct Feed: View {
          @StateObject private var refresher = Refresher()
          var body: some View { Button("Tick") { _ = refresher.tick() }.disabled(refresher.isPaused) }
        }
        """,
      ],
      suspects: { graph in
        graph.evaluatedViews.flatMap { type, evaluation in
          evaluation.isIncomplete
            ? []
            : type.storedProperties.compactMap {
              // Of what a trace shows to have stayed as it was nothing is saved.
              guard graph.mayHaveChanged(PropertyPath($0.name), of: type.id) else { return nil }
              return handedOn($0, in: type, evaluation, graph)
                ?? (isWorthWithoutTrace($0, in: type, graph) ? nil : usedInActions($0, in: type, evaluation, graph))
            }
        } + PublishedForNobody.findings(graph)
      }))

  /// What only actions use of the environment has to be read by a view of its own to save anything: in a row that may be worth
  /// it, elsewhere a trace has to show so.
  private static func isWorthWithoutTrace(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    switch property.storage {
    case .environment: !graph.options.hasTrace && buildsRowsForChanges(of: property, in: type, graph)
    case .environmentObject:
      graph.isBuiltInRow(type) || graph.looksLikeRow(type) && graph.parents[type.id] == nil
        || !graph.options.hasTrace && isEvaluatedByActions(property, in: type, graph)
    default: true
    }
  }

  /// An object that is observed and only handed on: its members are not read.
  private static func handedOn(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    guard let wrapper = property.wrapper, wrapper.observesObject, !wrapper.storage.isOwnedByView else { return nil }
    let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation }
    let isHandedOn =
      !reads.isEmpty
      && reads.allSatisfy { read in
        !read.isProjection && read.path.isEmpty && read.code.accessChain.parent?.kind == .argument
          && evaluation.children.contains { $0.arguments.contains { $0.value == read.code.accessChain } }
      }
    guard isHandedOn, !graph.neverPublishes(property, in: type) else { return nil }
    return Draft(
      "'\(type.name)' observes '\(property.name)' only to hand it on, so it is evaluated for every published change and "
        + "shows nothing of it; stop observing it",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
      steps: [
        wrapper.storage == .observed
          ? "declare '\(property.name)' as let"
          : "let those who read '\(property.name)' take it from the environment themselves"
      ])
  }

  /// The wrapper of a property that evaluates the view although its body does not read it.
  static func idleWrapper(
    of property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Wrapper? {
    guard let wrapper = property.wrapper, wrapper.subscribesUnread || publishes(property, in: type, graph),
      !evaluation.reads(of: property.name).contains(where: { $0.phase.isEvaluation }),
      !isReadByKey(property, evaluation), !isForReloading(property),
      !wrapper.observesObject
        || !Subscription(property: property, type: type, evaluation: evaluation, graph: graph).isNeeded
          && !isCopied(property, in: type, graph),
      !graph.neverPublishes(property, in: type)
    else { return nil }
    return wrapper
  }

  /// `@ObservedObject private var iO = Inject.observer`: to be evaluated when new code was loaded is what it is there for.
  private static func isForReloading(_ property: Property) -> Bool {
    property.initialValue?.memberPath?.first.map(KnownTypes.reloadsCode.contains) ?? false
  }

  /// `Defaults[.isShown]` beside `@Default(.isShown) var isShown`: the property is what evaluates the view when that changes.
  private static func isReadByKey(_ property: Property, _ evaluation: Evaluation) -> Bool {
    guard let key = property.wrapperCode?.first(.argument)?.firstChild,
      [.member, .identifier, .string].contains(key.kind),
      !key.name.isEmpty, property.environmentType == nil
    else { return false }
    return evaluation.evaluatedBlocks.contains { block in
      block.descendants.contains { code in
        guard code.kind == key.kind, code.name == key.name, let argument = code.parent, argument.kind == .argument,
          let call = argument.parent
        else { return false }
        return call.kind == .subscriptCall || argument.name.hasPrefix("for")
      }
    }
  }

  /// Whether an initialiser takes more from the object than the object itself: what it copies is shown, and old.
  private static func isCopied(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.mentions(of: property.name, in: type).contains { usage in
      guard usage.isWritten, let assignment = usage.accessChain.parent, assignment.kind == .assign,
        let initializer = usage.ancestors.first(where: { $0.kind == .initializer })
      else { return false }
      let parameters = Set(initializer.all(.parameter).map(\.detail))
      let names = Set(
        assignment.descendants.filter { $0.kind == .identifier && parameters.contains($0.name) }.map(\.name))
      return initializer.descendants.contains {
        $0.kind == .identifier && names.contains($0.name) && !assignment.contains($0) && $0.parent?.kind == .member
          && !isOfObject($0, in: type)
      }
    }
  }

  /// `self.draft = model.draft`, where the view observes the one as well as the other.
  private static func isOfObject(_ use: Code, in type: TypeInfo) -> Bool {
    guard let assignment = use.accessChain.parent, assignment.kind == .assign,
      let target = assignment.firstChild?.memberPath?.last
    else { return false }
    return type.property(target)?.isObservedObject == true
  }

  /// Where code of the view mentions the property; storing the input is no use of it.
  static func usages(of property: Property, in type: TypeInfo, _ graph: SourceGraph) -> [Code] {
    graph.mentions(of: property.name, in: type).filter { usage in
      !(usage.isWritten && usage.ancestors.contains { $0.kind == .initializer })
        && (graph.options.hasTrace || !isOfAnother(usage, than: property))
    }
  }

  /// Whether a parameter or a local of that name is meant: `title(sizeClass: .regular)` beside `@Environment(…) var sizeClass`.
  private static func isOfAnother(_ usage: Code, than property: Property) -> Bool {
    usage.kind == .identifier && usage.name == property.name && usage.isShadowed(property.name)
  }

  private static func unmentioned(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    guard usages(of: property, in: type, graph).isEmpty,
      let wrapper = idleWrapper(of: property, in: type, evaluation, graph)
    else { return nil }
    // A coordinator reaches its representable by a name of its own.
    if type.isRepresentable,
      type.code.descendants.contains(where: { $0.kind == .member && $0.name == property.name })
    {
      return nil
    }
    // So does another helper beside a view, whatever that is: `parent.isLoading`.
    if !type.code.file.tree.ids(of: [property.name]).isEmpty,
      type.code.file.root.descendants.contains(where: { code in
        code.kind == .member && code.name == property.name && code.firstChild?.kind == .identifier
          && Conventions.namesOfOwners.contains(code.firstChild?.name ?? "")
      })
    {
      return nil
    }
    // The view may keep it for what it does, not for what it tells.
    if wrapper.storage == .object { return nil }
    if wrapper.storage == .state, !evaluation.writes(of: property.name).isEmpty { return nil }
    if !property.isPrivate, isReadElsewhere(property, of: type, graph) { return nil }
    let typeForm = property.environmentType != nil
    let message =
      typeForm
      ? "@Environment '\(property.name)' of '\(type.name)' is never used; observation makes that free, but it can go"
      : wrapper.storage == .state
        ? "'\(type.name)' never uses @State '\(property.name)'; remove it"
        : "'\(type.name)' never reads @\(wrapper) '\(property.name)', yet is evaluated whenever it changes; remove it"
    let isTaken = isTakenByTwin(property, of: type, graph)
    return Draft(
      isTaken
        ? "'\(type.name)' never reads @\(wrapper) '\(property.name)', yet is evaluated whenever it changes; callers pass it to its "
          + "variant of another platform as well, so make it a plain let"
        : message,
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .stopDepending(on: PropertyPath(property.name)),
      severity: typeForm || wrapper.storage == .state || isSteady(property) ? .note : nil,
      steps: [
        isTaken
          ? "declare '\(property.name)' as let" : "remove '\(property.name)' from '\(type.name)'"
      ])
  }

  /// `@ObservedObject var observed: Model` beside `let model: Model`: it is there so that what is read of the other is current.
  private static func standIn(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    guard let wrapper = property.wrapper, wrapper.storage == .observed, let name = property.typeText,
      usages(of: property, in: type, graph).isEmpty, !isCopied(property, in: type, graph),
      let read = evaluation.reads.first(where: { read in
        read.phase.isEvaluation && !read.path.isEmpty
          && type.property(read.property).map { $0.wrapper == nil && $0.typeText == name } == true
      })
    else { return nil }
    return Draft(
      "'\(type.name)' is evaluated for every change of @\(wrapper) '\(property.name)' for the sake of what it reads of "
        + "'\(read.property)'; observe an object that holds no more than that",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
      steps: ["move what the body reads of '\(read.property)' into an object of its own", "observe that instead"])
  }

  private static func usedInActions(
    _ property: Property, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> Draft? {
    let usages = usages(of: property, in: type, graph)
    // Mentioned in code that the walk did not reach: nothing can be said.
    let reads = evaluation.reads(of: property.name)
    let known = Set(reads.map(\.code)).union(evaluation.writes.flatMap { [$0.code] })
    let explained = usages.allSatisfy { usage in known.contains(usage) || known.contains { $0.contains(usage) } }
    guard explained, !usages.isEmpty, !isPassedOnInInit(usages),
      let wrapper = idleWrapper(of: property, in: type, evaluation, graph)
    else { return nil }
    switch wrapper.storage {
    case .object:
      return Draft(
        "'\(type.name)' uses @\(wrapper) '\(property.name)' only in actions, yet is evaluated for every change of it; @State keeps an "
          + "object without observing it",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
        steps: ["declare '\(property.name)' as @State private var"])
    case .observed, .environmentObject:
      let keyword = wrapper.storage == .observed ? "; a plain let is enough" : "; read it where the action runs"
      // Where all who make it are evaluated at the same time, a trace shows whether the one more matters.
      let isOneOfMany = !graph.options.hasTrace && graph.makersObserving(property, of: type) != nil
      let savesLittle =
        wrapper.storage == .environmentObject || isOneOfMany || isEvaluatedAnyway(property, in: type, graph)
      var draft = Draft(
        "'\(type.name)' uses @\(wrapper) '\(property.name)' only in actions, yet is evaluated for every change of it\(keyword)",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .stopDepending(on: PropertyPath(property.name)),
        severity: savesLittle ? .note : nil,
        steps: [
          wrapper.storage == .observed
            ? "declare '\(property.name)' as let" : "move '\(property.name)' into the view that holds the action"
        ])
      // The view that holds the action is this one most of the time.
      draft.isForWhoAsks = wrapper.storage == .environmentObject
      return draft
    case .environment where property.environmentKey.map(EnvironmentKeys.changing.contains) == true:
      return Draft(
        "'\(type.name)' uses '\(property.name)' only in actions, yet is evaluated whenever the key changes; read it in the leaf that acts",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
        steps: ["move '\(property.name)' into the view that holds the action"])
    case .defaults, .scene:
      guard !graph.options.hasTrace, isReadBack(property, evaluation) else { return nil }
      let isOfScene = wrapper.storage == .scene
      return Draft(
        "'\(type.name)' uses @\(wrapper) '\(property.name)' only in actions, yet is evaluated whenever it changes; "
          + (isOfScene ? "keep it in the view that shows it" : "ask the defaults where the action runs"),
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .stopDepending(on: PropertyPath(property.name)), severity: .note,
        steps: [
          isOfScene
            ? "move '\(property.name)' into the view that shows it"
            : "read and write the key of '\(property.name)' with UserDefaults in the action"
        ])
    default: return nil
    }
  }

  /// Whether all who build the view in place observe the object as well and hand the view something more: then it is mostly evaluated
  /// with them.
  private static func isEvaluatedAnyway(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.makersObserving(property, of: type)?.allSatisfy { maker in
      !maker.child.code.isInPresentation
        && maker.child.arguments.contains { $0.property != property.name && !$0.value.isConstant }
    } ?? false
  }

  /// Whether the view owns an object whose changes evaluate it, read or not.
  private static func publishes(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard property.storage == .object else { return false }
    guard let model = graph.index.type(of: property, in: type) else { return true }
    return model.storedProperties.contains { $0.storage == .member }
  }

  /// Actions and what the app sets once: hardly anything evaluates the view for them.
  private static func isSteady(_ property: Property) -> Bool {
    property.environmentKey.map { EnvironmentKeys.table.contains($0) && !EnvironmentKeys.changing.contains($0) }
      ?? false
  }

  /// Whether the type is declared once more, for another platform, and both are given the property by the same code.
  private static func isTakenByTwin(_ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard property.initialValue == nil, graph.passes(property.name, to: type) else { return false }
    return graph.index.types.contains {
      $0.id != type.id && $0.qualifiedName == type.qualifiedName && $0.property(property.name) != nil
    }
  }

  private static func isPassedOnInInit(_ usages: [Code]) -> Bool {
    usages.contains { usage in usage.ancestors.contains { $0.kind == .initializer } }
  }

  /// Whether another type reads the member of a value of this type.
  private static func isReadElsewhere(_ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.conformanceRequirements(of: type).contains(property.name)
  }
}

extension SourceGraph {
  /// Names of the requirements of protocols in the sources that the type conforms to.
  func conformanceRequirements(of type: TypeInfo) -> Set<String> {
    var names: Set<String> = []
    var pending = type.conformances.sorted()
    var seen: Set<TypeID> = []
    while let name = pending.popLast() {
      guard let id = index.resolve(name, near: type.code.file.path), seen.insert(id).inserted else { continue }
      names.formUnion(index[id].properties.map(\.name))
      pending += index[id].conformances.sorted()
    }
    return names
  }
}
