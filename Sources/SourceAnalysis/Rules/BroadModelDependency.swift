import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A whole model taken for the sake of little of it.
  package static let broadModelDependency: SourceRule = .init(
    id: "broad_model_dependency",
    summary: "a view takes a whole model, configuration or context and reads little of it",
    rationale: """
      A view that observes an `ObservableObject` is evaluated for every published change, read or not. A plain value that \
      holds more than the view shows differs whenever the rest of it does. Of an `@Observable` only what is read counts, \
      but reading one field of a struct in it depends on the whole struct. Pass the values that the view reads. A plain \
      reference, which is compared by identity, and an object that no parent observes are left alone.
      """,
    advice: [.passWhatIsNeeded, .unnecessaryDependencies], severity: .note, fix: .passOnlyNeededValues,
    options: [Option("maximum_members_read", "members read that still count as little", standard: 2)],
    page: Page(
      inTrace: """
        The child is evaluated by `_model` or `@self` although what it reads did not change
        """,
      neverReported: """
        plain references, objects that no parent observes, models of which all is read, and members that are \
        the whole state of the model
        """,
      limits: """
        how often the other members change is not known without a trace
        """),
    triggering: [
      """
      struct Screen: View {
        @ObservedObject var ↓player: Player
        var body: some View {
          VStack {
            HStack {
              Text(player.title)
              Text(player.artist)
              Text(player.elapsed)
            }
      \((1...70).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
          }
        }
      }
      """,
      """
      struct ItemRow: View {
        @Environment(AppModel.self) private var ↓model
        let item: Item
        var body: some View { Text(item.name).foregroundStyle(model.theme.primaryColor) }
      }
      """,
      """
      struct Config { var theme: Theme; var font: Font; var size: Int; var isDark: Bool }
      struct Settings: View {
        let config: Config
        var body: some View { ThemeSelector(config: config) }
      }
      struct ThemeSelector: View {
        let ↓config: Config
        var body: some View { Text(config.theme.name) }
      }
      """,
      """
      struct PostView: View {
        @ObservedObject var ↓chat: ChatProvider
        let post: Post
        var body: some View { Text(post.text).opacity(chat.isPaused ? 0.5 : 1) }
      }
      """,
      """
      struct Container: View {
        @EnvironmentObject var ↓scene: SceneModel
        var body: some View { ArticleView(scene: scene) }
      }
      """,
      """
      struct MyApp: App {
        @State private var ↓store = Store()
        var body: some Scene { WindowGroup { Content(name: store.name) } }
      }
      """,
      """
      struct Theme { var tint: Color; var label: Color; var back: Color }
      @Observable final class AppModel { var theme = Theme(); var user = ""; var count = 0; var title = "" }
      struct ItemRow: View {
        @Environment(AppModel.self) private var ↓model
        let item: Item
        var body: some View { Text(item.name).foregroundStyle(model.theme.label) }
      }
      """,
    ],
    nonTriggering: [
      """
      @Observable final class Theme { var tint: Color = .red; var label: Color = .black; var back: Color = .white; var font = Font.body }
      struct ItemRow: View {
        @Environment(Theme.self) private var theme
        let item: Item
        var body: some View { Text(item.name).foregroundStyle(theme.label) }
      }
      """,
      """
      struct InviteCell: View {
        let context: ScreenContext
        let room: Room
        var body: some View {
          Avatar(room, context.mediaProvider)
          Button("Accept") { context.send(.accept) }
        }
      }
      """,
      """
      final class Queue: ObservableObject { @Published var next: Item?; @Published var previous: Item?; @Published var all: [Item] = [] }
      struct Player: View {
        let manager: Manager
        var body: some View { if let queue = manager.queue { NextButton(queue: queue) } }
      }
      struct NextButton: View {
        @ObservedObject var queue: Queue
        var body: some View { Text("").disabled(queue.next == nil) }
      }
      """,
      """
      struct MyApp: App {
        @State private var store = Store()
        var body: some Scene {
          WindowGroup { Content().sheet(isPresented: .constant(true)) { Details(name: store.name) } }
        }
      }
      """,
      """
      struct ItemRow: View {
        let item: Item
        let themeColor: Color
        var body: some View { Text(item.name).foregroundStyle(themeColor) }
      }
      """,
      """
      struct Settings: View {
        let config: Config
        var body: some View {
          ThemeSelector(theme: config.theme)
          FontSizeSlider(fontSize: config.fontSize)
          Toggle("", isOn: config.isOn)
        }
      }
      """,
      """
      final class Counter: ObservableObject { @Published var count = 0 }
      struct CounterView: View {
        @ObservedObject var counter: Counter
        var body: some View { Text("\\(counter.count)") }
      }
      """,
      """
      struct Editor: View {
        @EnvironmentObject var store: Store
        var body: some View { TextField("Name", text: $store.name) }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        evaluation.isIncomplete
          ? []
          : type.storedProperties.compactMap { property in
            BroadDependency(graph: graph, type: type, evaluation: evaluation, property: property).finding()
          }
      } + PartlyReadModel.findings(graph)
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Item: Identifiable { let id: Int }
        struct Screen: View {
          let items: [Item]
          var body: some View { List(items) { Row(item: $0, all: items) } }
        }
        struct Row: View {
          let item: Item
          let ↓all: [Item]
          var body: some View { Text("\\(item.id) of \\(all.count)") }
        }
        """
      ],
      suspects: { graph in
        graph.evaluatedViews.flatMap { type, evaluation in
          evaluation.children.compactMap { rowsOfAll($0, type, graph) } + comparedBindings(type, evaluation, graph)
            + partsOfStructs(type, evaluation, graph)
        }
      }))

  /// `expandedID == item.id` in every row: one change of the selection evaluates them all for one flag each.
  private static func comparedBindings(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    guard graph.isBuiltInRow(type) else { return [] }
    return type.storedProperties.compactMap { property in
      guard property.storage == .binding || property.isPlainInput && isShared(property, among: type, graph) else {
        return nil
      }
      let reads = evaluation.evaluationReads(of: property.name).filter { !$0.isDerived }
      let isCompared =
        !reads.isEmpty
        && reads.allSatisfy { read in
          guard let parent = read.code.accessChain.parent else { return false }
          return parent.kind == .binary && ["==", "!="].contains(parent.name) && read.path.isEmpty
        }
      guard isCompared else { return nil }
      return Draft(
        "each '\(type.name)' reads '\(property.name)' to learn one Bool, so every change of it evaluates all rows; compare where "
          + "the rows are made and pass the Bool",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
        steps: [
          "take the result of the comparison as a let of '\(type.name)'", "write through a closure or the binding",
        ])
    }
  }

  /// A struct that is handed in for some of its members: it differs when any of the others does.
  private static func partsOfStructs(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    guard graph.isView(type), !evaluation.isIncomplete else { return [] }
    return type.storedProperties.compactMap { property in
      guard property.isPlainInput, let model = graph.index.type(of: property, in: type), model.kind == .struct,
        !graph.isView(model)
      else { return nil }
      let reads = evaluation.reads.filter { $0.property == property.name && $0.phase.isEvaluation && !$0.isDerived }
      let members = Set(reads.compactMap(\.path.first))
      guard !reads.isEmpty, reads.allSatisfy({ !$0.path.isEmpty }) else { return nil }
      let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
      guard model.storedProperties.contains(where: { !$0.isStatic && !$0.isLet && !read.contains($0.name) }),
        let made = (graph.parents[type.id] ?? []).first(where: { maker, child in
          isHandedOn(property, to: child, by: graph.index[maker])
        })
      else { return nil }
      let argument = made.1.arguments.first { ($0.property ?? $0.label) == property.name }
      return Draft(
        "'\(type.name)' takes all of '\(property.name)' and reads \(SourceGraph.list(members.sorted())) of it, so it is evaluated "
          + "when anything else of it changes; pass what it reads",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
        steps: members.sorted().map { "take '\($0)' as a let of '\(type.name)'" } + ["remove '\(property.name)'"],
        related: argument.map {
          [
            .init(
              .maker, view: graph.index[made.0].qualifiedName, place: $0.value.start, message: "passed as a whole here")
          ]
        } ?? [])
    }
  }

  /// Whether all rows are given the same: what is the row's own changes with it.
  private static func isShared(_ property: Property, among rows: TypeInfo, _ graph: SourceGraph) -> Bool {
    (graph.parents[rows.id] ?? []).contains { maker, child in
      child.row != nil && isHandedOn(property, to: child, by: graph.index[maker])
    }
  }

  /// Whether the maker passes something of its own, and not the element of a row.
  private static func isHandedOn(_ property: Property, to child: Child, by maker: TypeInfo) -> Bool {
    guard let argument = child.arguments.first(where: { ($0.property ?? $0.label) == property.name }),
      let name = argument.value.memberPath?.first(where: { $0 != "self" })
    else { return false }
    return child.row == nil || maker.property(name) != nil
  }

  /// `ForEach(items) { Row(item: $0, all: items) }`: a change of one element makes all rows differ.
  private static func rowsOfAll(_ child: Child, _ maker: TypeInfo, _ graph: SourceGraph) -> Draft? {
    guard let id = child.type, let data = child.row?.arguments.first?.firstChild?.memberPath,
      let argument = child.arguments.first(where: { $0.value.memberPath == data && $0.property != nil }),
      let property = argument.property.flatMap({ graph.index[id].property($0) }), property.isPlainInput
    else { return nil }
    let row = graph.index[id]
    return Draft(
      "each '\(row.name)' gets all of '\(data.joined(separator: "."))', so a change of one element evaluates every row; pass what "
        + "the row needs of it",
      at: property.place, code: property.code, view: row, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), severity: .note, certainty: .possible,
      steps: ["compute what '\(row.name)' needs of '\(property.name)' in '\(maker.name)'", "pass it in its place"],
      related: [
        .init(.maker, view: maker.qualifiedName, place: argument.value.start, message: "passed as a whole here")
      ])
  }
}

private struct BroadDependency {
  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation
  let property: Property

  func finding() -> Draft? {
    if let finding = readInScene() { return finding }
    guard graph.isView(type), !isScene else { return nil }
    let isObject = property.storage == .observed || property.storage == .environmentObject
    let isEnvironmentModel = property.environmentType != nil
    let isConfiguration = property.wrapper == nil && isConfigurationLike
    guard isObject || isEnvironmentModel || isConfiguration else { return nil }
    let reads = evaluation.reads.filter { $0.property == property.name && $0.phase.isEvaluation && !$0.isDerived }
    guard !reads.isEmpty, !reads.contains(where: \.isProjection) else { return nil }
    if isConfiguration, isPlainReference { return nil }
    let writes = evaluation.writes.contains { $0.property == property.name }
    let members = Set(reads.compactMap(\.path.first))
    let whole = reads.filter(\.path.isEmpty)
    if members.isEmpty, isObject, !writes { return forwarded(whole) }
    // A publisher is subscribed to, not read.
    if members.contains(where: { $0.hasPrefix("$") }) { return nil }
    if isObject, readsAllPublished(members) || isObservedHereOnly { return nil }
    if let member = nestedObject(reads, isObject: isObject) {
      return Draft(
        "'\(type.name)' observes all of '\(property.name)' but uses only '\(member)' of it; pass '\(property.name).\(member)'",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
        steps: [
          "take '\(member)' as an input of '\(type.name)'", "pass '\(property.name).\(member)' where it is built",
        ])
    }
    guard whole.isEmpty, !writes else { return nil }
    let maximum = SourceRule.broadModelDependency.option("maximum_members_read", in: graph)
    // Reading the one value that holds the whole state is no narrow read.
    guard members.count <= maximum, !callsActions, members.isDisjoint(with: ["viewState", "state", "elements"]) else {
      return nil
    }
    guard isWider(than: members, isObject: isObject, isEnvironmentModel: isEnvironmentModel) else { return nil }
    if isEnvironmentModel { return structField(reads) }
    let kind = isObject ? "is evaluated for every published change of" : "takes the whole"
    return Draft(
      "'\(type.name)' reads only \(SourceGraph.list(members.sorted())) of '\(property.name)' but \(kind) "
        + "'\(modelName)'; pass the values it needs",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: members.sorted().map { "take '\($0)' as a let of '\(type.name)'" } + ["remove '\(property.name)'"])
  }

  /// A field of a struct that an `@Observable` holds: a change of any other field evaluates the row as well.
  ///
  /// What the model publishes as a whole costs the row nothing, since observation is per property.
  private func structField(_ reads: [Read]) -> Draft? {
    let model = graph.index.type(of: property, in: type)
    let fields = Set(reads.compactMap { field(of: $0, in: model) }).sorted()
    guard fields.count == 1, let field = fields.first, reads.allSatisfy({ self.field(of: $0, in: model) != nil }) else {
      return nil
    }
    return Draft(
      "each '\(type.name)' reads only '\(field)' of '\(property.name)' but depends on all of '\(field.prefix { $0 != "." })' in "
        + "'\(modelName)'; pass it the value",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: ["take '\(field)' as a let of '\(type.name)'", "remove '\(property.name)'"])
  }

  /// `theme.primaryColor` of `model.theme.primaryColor`, if the first may be a struct.
  private func field(of read: Read, in model: TypeInfo?) -> String? {
    var path = read.path
    let end = EvaluationWalker.suffix(of: read.code).end
    if end.parent?.kind == .call, end.parent?.callee == end { path = Array(path.dropLast()) }
    guard path.count >= 2 else { return nil }
    if let model, model.kind != .extension {
      guard let member = model.property(path[0]), member.isStored, let held = graph.index.type(of: member, in: model),
        held.kind == .struct, held.property(path[1])?.isStored == true, held.storedProperties.count >= 3
      else { return nil }
    }
    return path.prefix(2).joined(separator: ".")
  }

  /// A class that is neither observed nor changes identity: taking it costs nothing, and actions need it.
  private var isPlainReference: Bool {
    if let model = graph.index.type(of: property, in: type), model.kind != .extension { return model.isReference }
    return evaluation.reads.contains { $0.property == property.name && !$0.phase.isEvaluation }
      || evaluation.calls.contains { $0.code.callee?.memberPath?.first == property.name }
  }

  /// Whether nothing is published besides what the view reads.
  private func readsAllPublished(_ members: Set<String>) -> Bool {
    guard let model = graph.index.type(of: property, in: type), model.isObservableObject
    else { return false }
    let published = Set(model.publishedMembers.map(\.name))
    let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.modelReads.storedReads(of: $1, in: model)) }
    return !published.isEmpty && published.isSubset(of: read)
  }

  /// Whether some parent hands over an object that it does not observe itself, such as `queue` of `manager.queue`: then
  /// a value in its place would not be updated any more.
  private var isObservedHereOnly: Bool {
    guard property.storage == .observed else { return false }
    return (graph.parents[type.id] ?? []).contains { id, child in
      guard !child.code.isInPreview,
        let argument = child.arguments.first(where: { ($0.property ?? $0.label) == property.name })
      else { return false }
      var path = argument.value.memberPath ?? []
      if path.first == "self" { path.removeFirst() }
      guard path.count == 1, let name = path.first else { return true }
      return graph.index[id].property(name)?.isObservedObject != true || argument.value.isShadowed(name)
    }
  }

  private var isScene: Bool {
    graph.index.conforms(type, toAnyOf: Protocols.scenes)
  }

  /// An app or scene that reads members of a model: each change of them evaluates all windows.
  private func readInScene() -> Draft? {
    guard isScene, property.isDynamic, property.storage?.isSharedValue != true
    else { return nil }
    let model = graph.index.type(of: property, in: type)
    let name = TypeName.base(property.typeText ?? "")
    let isModel =
      model?.isReference
      ?? Conventions.modelEndings.contains(where: name.hasSuffix)
    guard isModel else { return nil }
    let reads = evaluation.reads.filter {
      $0.property == property.name && $0.phase.isEvaluation && !$0.isDerived && !$0.isProjection && !$0.path.isEmpty
        && !$0.code.isInPresentation
    }
    let members = Set(reads.compactMap(\.path.first)).sorted()
    guard !members.isEmpty else { return nil }
    return Draft(
      "'\(type.name)' reads \(SourceGraph.list(members)) of '\(property.name)' for its scenes, so each change evaluates all of them; "
        + "read it in a view below",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: ["move what reads '\(property.name)' into a view and pass it '\(property.name)'"])
  }

  /// The one member through which everything goes, when it is an object or struct of its own.
  private func nestedObject(_ reads: [Read], isObject: Bool) -> String? {
    guard isObject, reads.count >= 3, reads.allSatisfy({ $0.path.count >= 2 }) else { return nil }
    let all =
      evaluation.reads.filter { $0.property == property.name && !$0.isDerived }.map(\.path)
      + evaluation.writes.filter { $0.property == property.name }.map(\.path)
    guard let member = reads.first?.path.first, all.allSatisfy({ $0.first == member && $0.count >= 2 }) else {
      return nil
    }
    guard Set(all.map { $0[1] }).subtracting(Methods.isOfCollections).count >= 2 else { return nil }
    return member
  }

  /// An observed object that is read only to hand it on: there is no value to pass in its place.
  private func forwarded(_ whole: [Read]) -> Draft? {
    let isHandedOn = whole.allSatisfy { read in
      guard let argument = read.code.accessChain.parent, argument.kind == .argument, let call = argument.parent else {
        return false
      }
      return call.kind == .call && !Modifiers.handsOutObject.contains(call.calledName)
    }
    guard isHandedOn, !whole.isEmpty, !isActedOn else { return nil }
    let how = property.storage == .observed ? "a plain let" : "the environment of those that read it"
    return Draft(
      "'\(type.name)' observes '\(property.name)' only to hand it on, so it is evaluated for every published change; "
        + "\(how) is enough",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .handOnUnobserved(PropertyPath(property.name)), certainty: .possible,
      steps: ["stop observing '\(property.name)' in '\(type.name)'"])
  }

  private var isActedOn: Bool {
    evaluation.reads.contains { $0.property == property.name && $0.isProjection }
  }

  /// A view that also calls the model from its actions needs it anyway.
  private var callsActions: Bool {
    property.storage != .observed && property.environmentType != nil
      && evaluation.reads.contains { $0.property == property.name && !$0.phase.isEvaluation }
  }

  private var modelName: String {
    property.environmentType ?? property.typeText ?? property.name
  }

  private var isConfigurationLike: Bool {
    guard let text = property.typeText, !TypeName.isCollection(text), !TypeName.isFunction(text) else { return false }
    return Conventions.configurationEndings.contains { TypeName.base(text).hasSuffix($0) }
  }

  /// Whether there is more in the model than what is read, as far as the sources show.
  private func isWider(than members: Set<String>, isObject: Bool, isEnvironmentModel: Bool) -> Bool {
    if let model = graph.index.type(of: property, in: type), model.kind != .extension {
      let stored = model.storedProperties.filter { !$0.isLet && !$0.attributes.contains(.untracked) }
      if isObject, model.isObservableObject {
        let published = stored.filter(\.isPublished)
        return published.count > members.count + 1
      }
      let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.modelReads.storedReads(of: $1, in: model)) }
      return model.storedProperties.count >= read.count + 3 && (isObject || isLeaf || !isEnvironmentModel)
    }
    if isEnvironmentModel { return isLeaf && members.count == 1 }
    return isObject || isLeaf
  }

  /// A small view that shows values: a row by name or place, or one with plain inputs and little else.
  private var isLeaf: Bool {
    graph.looksLikeRow(type)
  }
}
