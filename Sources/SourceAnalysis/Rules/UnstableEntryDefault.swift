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
    seeds: ["003"], severity: .warning, fix: "stabilise_default",
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
          value = key.property.getter?.children.compactMap(unwrapReturn).last
        }
        guard let value, let reason = instability(of: value, graph) else { return nil }
        return Finding(
          "the default of '\(key.name)' is \(reason) at each read, so its readers are evaluated on unrelated environment writes; "
            + "back it with a static let",
          at: value.start, code: value, view: nil, subject: key.name,
          steps: ["store the default in a private static let", "use that as the default of '\(key.name)'"])
      }
    })

  private static func unwrapReturn(_ code: Code) -> Code? {
    code.kind == .returnStatement ? code.firstChild : code
  }

  private static func instability(of value: Code, _ graph: SourceGraph) -> String? {
    guard value.kind == .call, let path = value.callee?.memberPath else {
      return value.memberPath == ["Date", "now"] || value.memberPath == [".", "now"] ? "a new date" : nil
    }
    let name = path.last == "init" ? path.dropLast().last ?? "" : path.last ?? ""
    if ["Date", "UUID"].contains(name), value.arguments.isEmpty { return "a new '\(name)'" }
    if name == "random" { return "a new random value" }
    guard name.startsUppercase else { return nil }
    if let id = graph.index.resolve(name, near: value.file.path) {
      return graph.index[id].isReference ? "a new '\(name)'" : nil
    }
    let suffixes = [
      "Model", "Store", "Manager", "Controller", "Service", "Client", "Coordinator", "Router", "Cache", "Provider",
      "Repository",
    ]
    return suffixes.contains { name.hasSuffix($0) } ? "a new '\(name)'" : nil
  }
}
