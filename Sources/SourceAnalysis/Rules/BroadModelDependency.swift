extension SourceRule {
  /// A whole model taken for the sake of little of it.
  package static let broadModelDependency: SourceRule = .init(
    id: "broad_model_dependency",
    summary: "a view takes a whole model, configuration or context and reads little of it",
    rationale: """
      A view that observes an `ObservableObject` is evaluated for every published change, read or not. Also with \
      `@Observable` and with plain values a view that takes the whole thing depends on more than it shows, cannot be \
      compared cheaply, and is harder to reuse. Pass the values that it reads.
      """,
    seeds: ["004 §3", "004 §9"], severity: .note, fix: "pass_only_needed_values",
    options: [Option("maximum_members_read", "members read that still count as little", standard: 2)],
    triggering: [
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
    ],
    nonTriggering: [
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
      }
    })
}

private struct BroadDependency {
  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation
  let property: Property

  func finding() -> Finding? {
    if let finding = readInScene() { return finding }
    guard graph.isView(type), !isScene else { return nil }
    let isObject = property.wrapper == "ObservedObject" || property.wrapper == "EnvironmentObject"
    let isEnvironmentModel = property.environmentType != nil
    let isConfiguration = property.wrapper == nil && isConfigurationLike
    guard isObject || isEnvironmentModel || isConfiguration else { return nil }
    let reads = evaluation.reads.filter { $0.property == property.name && $0.phase.isEvaluation && !$0.isDerived }
    guard !reads.isEmpty, !reads.contains(where: \.isProjection) else { return nil }
    let writes = evaluation.writes.contains { $0.property == property.name }
    let members = Set(reads.compactMap(\.path.first))
    let whole = reads.filter(\.path.isEmpty)
    if members.isEmpty, isObject, !writes { return forwarded(whole) }
    if let member = nestedObject(reads, isObject: isObject) {
      return Finding(
        "'\(type.name)' observes all of '\(property.name)' but uses only '\(member)' of it; pass '\(property.name).\(member)'",
        at: property.place, code: property.code, view: type, subject: property.name,
        steps: [
          "take '\(member)' as an input of '\(type.name)'", "pass '\(property.name).\(member)' where it is built",
        ])
    }
    guard whole.isEmpty, !writes else { return nil }
    let maximum = graph.options.rules["broad_model_dependency"]?["maximum_members_read"] ?? 2
    // Reading the one value that holds the whole state is no narrow read.
    guard members.count <= maximum, !callsActions, members.isDisjoint(with: ["viewState", "state", "elements"]) else {
      return nil
    }
    guard isWider(than: members, isObject: isObject, isEnvironmentModel: isEnvironmentModel) else { return nil }
    let kind = isObject ? "is evaluated for every published change of" : "takes the whole"
    return Finding(
      "'\(type.name)' reads only \(SourceGraph.list(members.sorted())) of '\(property.name)' but \(kind) "
        + "'\(modelName)'; pass the values it needs",
      at: property.place, code: property.code, view: type, subject: property.name,
      steps: members.sorted().map { "take '\($0)' as a let of '\(type.name)'" } + ["remove '\(property.name)'"])
  }

  private var isScene: Bool {
    ["App", "Scene"].contains { graph.index.conforms(type, to: $0) }
  }

  /// An app or scene that reads members of a model: each change of them evaluates all windows.
  private func readInScene() -> Finding? {
    guard isScene, property.isDynamic, !["AppStorage", "SceneStorage", "Environment"].contains(property.wrapper ?? "")
    else { return nil }
    let model = graph.index.type(of: property, in: type)
    let name = TypeName.base(property.typeText ?? "")
    let isModel =
      model?.isReference
      ?? ["Store", "Model", "ViewModel", "Manager", "Controller", "State"].contains { name.hasSuffix($0) }
    guard isModel else { return nil }
    let reads = evaluation.reads.filter {
      $0.property == property.name && $0.phase.isEvaluation && !$0.isDerived && !$0.isProjection && !$0.path.isEmpty
    }
    let members = Set(reads.compactMap(\.path.first)).sorted()
    guard !members.isEmpty else { return nil }
    return Finding(
      "'\(type.name)' reads \(SourceGraph.list(members)) of '\(property.name)' for its scenes, so each change evaluates all of them; "
        + "read it in a view below",
      at: property.place, code: property.code, view: type, subject: property.name,
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
    let methods = [
      "filter", "map", "sorted", "count", "isEmpty", "first", "contains", "indices", "joined", "description",
    ]
    guard Set(all.map { $0[1] }).subtracting(methods).count >= 2 else { return nil }
    return member
  }

  /// An observed object that is read only to hand it on.
  private func forwarded(_ whole: [Read]) -> Finding? {
    let isHandedOn = whole.allSatisfy { read in
      guard let argument = read.code.accessChain.parent, argument.kind == .argument, let call = argument.parent else {
        return false
      }
      return call.kind == .call && call.calledName != "environmentObject"
    }
    guard isHandedOn, !whole.isEmpty, !isActedOn else { return nil }
    let how = property.wrapper == "ObservedObject" ? "a plain let" : "the environment of those that read it"
    return Finding(
      "'\(type.name)' observes '\(property.name)' only to hand it on, so it is evaluated for every published change; "
        + "\(how) is enough",
      at: property.place, code: property.code, view: type, subject: property.name,
      steps: ["stop observing '\(property.name)' in '\(type.name)'"])
  }

  private var isActedOn: Bool {
    evaluation.reads.contains { $0.property == property.name && $0.isProjection }
  }

  /// A view that also calls the model from its actions needs it anyway.
  private var callsActions: Bool {
    property.wrapper != "ObservedObject" && property.environmentType != nil
      && evaluation.reads.contains { $0.property == property.name && !$0.phase.isEvaluation }
  }

  private var modelName: String {
    property.environmentType ?? property.typeText ?? property.name
  }

  private var isConfigurationLike: Bool {
    let words = [
      "Config", "Configuration", "Context", "Settings", "Preferences", "Options", "AppState", "Database", "Environment",
    ]
    guard let text = property.typeText, !TypeName.isCollection(text), !TypeName.isFunction(text) else { return false }
    return words.contains { TypeName.base(text).hasSuffix($0) }
  }

  /// Whether there is more in the model than what is read, as far as the sources show.
  private func isWider(than members: Set<String>, isObject: Bool, isEnvironmentModel: Bool) -> Bool {
    if let model = graph.index.type(of: property, in: type), model.kind != .extension {
      let stored = model.storedProperties.filter { !$0.isLet && !$0.attributes.contains("ObservationIgnored") }
      if isObject, model.isObservableObject {
        let published = stored.filter { $0.wrapper == "Published" }
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
