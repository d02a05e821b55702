import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A default that is made anew at each read.
  package static let unstableEntryDefault: SourceRule = .init(
    id: "unstable_entry_default",
    summary: "the default of an environment key is created anew at each read",
    rationale: """
      `@Entry` wraps its default in a getter, so a fresh reference, `Date()` or `UUID()` differs at every read that falls \
      back to it, and readers are evaluated on unrelated environment writes. Back the default with a `static let`, or \
      make the value optional.
      """,
    advice: [.stableEntryDefaults], severity: .warning, fix: .stabiliseDefault,
    page: Page(
      inTrace: """
        Evaluations of all who read the key with every write of the environment above
        """,
      neverReported: """
        literals, cases, `nil`, static members
        """,
      limits: """
        a default that a function gives is taken as it is
        """),
    triggering: [
      "extension EnvironmentValues {\n@Entry var model = ↓Model()\n}",
      "extension EnvironmentValues {\n@Entry var now: Date = ↓Date()\n}",
      "struct StoreKey: EnvironmentKey {\n  static var defaultValue: Store { ↓Store() }\n}",
    ],
    nonTriggering: [
      "extension EnvironmentValues {\n@Entry var model = _defaultModel\nprivate static let _defaultModel = Model()\n}",
      "extension EnvironmentValues {\n@Entry var model: Model?\n@Entry var size = 12\n@Entry var theme: Theme = .default\n}",
      "struct StoreKey: EnvironmentKey {\n  static let defaultValue = Store()\n}",
      "struct Theme { var color = 0 }\nextension EnvironmentValues { @Entry var theme = Theme() }",
    ],
    check: { graph in
      graph.environmentKeys.compactMap { key in
        let value: Code?
        if key.isEntry {
          value = key.property.initialValue
        } else {
          value = key.property.getter.flatMap(UnstableValues.result)
        }
        guard let value, let reason = UnstableValues(graph: graph).reason(value, declared: key.typeText) else {
          return nil
        }
        return Draft(
          "the default of '\(key.name)' is \(reason) at each read, so its readers are evaluated on unrelated environment writes; "
            + "back it with a static let",
          at: value.start, code: value, view: nil, subject: .environmentKey(key.name),
          change: .stabilizeDefault(key: key.name), severity: isGiven(key.name, graph) ? .note : nil,
          steps: ["store the default in a private static let", "use that as the default of '\(key.name)'"])
      }
    })

  /// Whether the app gives the key a value somewhere: readers below that never ask for the default. Who does may be no view, but what
  /// hosts one.
  private static func isGiven(_ key: String, _ graph: SourceGraph) -> Bool {
    graph.index.holdsCode(inFilesNaming: [key]) { path in
      guard path.kind == .keyPath, path.name == key, let call = path.parent?.parent, call.kind == .call else {
        return false
      }
      return Modifiers.setsEnvironment.contains(call.calledName) && call.arguments.first?.firstChild == path
        && !call.isInPreview
    } || graph.skimmedBodies(with: [key], andAnyOf: Modifiers.setsEnvironment)
  }
}

/// Values that are another at each evaluation of the code that makes them.
struct UnstableValues {
  let graph: SourceGraph

  private static let longestChain = 4

  /// What the value is, for a sentence; `nil` where it is the same each time, as far as the sources tell.
  ///
  /// - Parameter declared: The type that the value is declared to have, for `.init()`.
  func reason(_ value: Code, declared: String? = nil) -> String? { reason(value, declared: declared, depth: 0) }

  private func reason(_ value: Code, declared: String?, depth: Int) -> String? {
    guard depth < Self.longestChain else { return nil }
    switch value.kind {
    case .call: return reason(call: value, declared: declared, depth: depth)
    case .identifier:
      // A local of the getter.
      let local = value.ancestors.lazy.filter { $0.kind == .block }.flatMap { $0.all(.variable) }
        .first { $0.name == value.name }
      return local?.initialValue.flatMap { reason($0, declared: declared, depth: depth + 1) }
    case .member:
      if value.isCurrentInstant { return "a new date" }
      if value.firstChild == nil, value.name == KnownTypes.currentInstant,
        declared.map(KnownTypes.instants.contains) == true
      {
        return "a new date"
      }
      // A static property that is computed makes its value anew.
      guard let type = value.firstChild?.name ?? declared, let id = resolve(type, value) else { return nil }
      let property = graph.index[id].properties.first { $0.isStatic && $0.name == value.name && !$0.isStored }
      return property?.getter.flatMap(Self.result).flatMap { reason($0, declared: type, depth: depth + 1) }
    default: return nil
    }
  }

  private func reason(call: Code, declared: String?, depth: Int) -> String? {
    let callee = call.callee
    let path = callee?.memberPath ?? callee.map { [declared ?? "", $0.name] } ?? []
    guard let last = path.last else { return nil }
    let name = last == "init" ? path.dropLast().last ?? "" : last
    if KnownTypes.fresh.contains(name), call.arguments.isEmpty { return "a new '\(name)'" }
    if Methods.isRandom.contains(name) { return "a new random value" }
    if !name.startsUppercase {
      // `ImagePipeline.makeDefault()`.
      guard path.count > 1, let id = resolve(path[path.count - 2], call) else { return nil }
      let made = graph.index[id].functions.first { $0.isStatic && $0.name == name }
      // Bodies of functions of plain types may not have been parsed; by its name a factory makes what it gives.
      if let made, made.body?.firstChild == nil, let result = made.returnText.flatMap({ resolve($0, call) }) {
        let isFactory = name.hasPrefix("make") || result == id && !Conventions.namesOfSharedObjects.contains(name)
        return isFactory && graph.index[result].isReference ? "a new '\(graph.index[result].name)'" : nil
      }
      return made?.body.flatMap(Self.result).flatMap { reason($0, declared: made?.returnText, depth: depth + 1) }
    }
    guard let id = resolve(name, call) else {
      return Conventions.objectEndings.contains(where: name.hasSuffix) ? "a new '\(name)'" : nil
    }
    let type = graph.index[id]
    if type.isReference { return "a new '\(name)'" }
    guard type.kind == .struct, !type.functions.contains(where: { $0.name == "==" }) else { return nil }
    return part(of: type, call, depth: depth)
  }

  /// What of a struct is made anew with it: an argument, or the initial value of a property that is not given.
  private func part(of type: TypeInfo, _ call: Code, depth: Int) -> String? {
    for argument in call.arguments {
      if let found = argument.firstChild.flatMap({ reason($0, declared: nil, depth: depth + 1) }) { return found }
    }
    guard type.initializers.isEmpty else { return nil }
    let given = Set(call.arguments.map(\.name))
    for property in type.storedProperties where !given.contains(property.name) {
      let found = property.initialValue.flatMap { reason($0, declared: property.typeText, depth: depth + 1) }
      if let found { return "a '\(type.name)' with \(found)" }
    }
    return nil
  }

  private func resolve(_ name: String, _ code: Code) -> TypeID? { graph.index.resolve(name, near: code.file.path) }

  /// What a getter or a function gives back.
  static func result(of block: Code) -> Code? {
    let body = block.kind == .accessor ? block.first(.block) ?? block : block
    let last = Array(body.children).last
    return last?.kind == .returnStatement ? last?.firstChild : last
  }
}
