extension SourceRule {
  /// State that starts from a value its parent passes.
  package static let stateFromParameter: SourceRule = .init(
    id: "state_from_parameter",
    summary: "a value passed by the parent is kept in @State, which ignores later changes of it",
    rationale: """
      `@State` and `@StateObject` take their initial value once. When the parent passes a new value the view goes on \
      showing the first one. Take the value as `let`, or as `@Binding` when the view changes it; keep `@State private` \
      only for an explicit initial value.
      """,
    seeds: ["003"], severity: .warning, fix: "pass_as_let_or_binding",
    triggering: [
      """
      struct ChildView: View {
        @State var ↓item: Item // Shows initial value forever!
        var body: some View { Text(item.name) }
      }
      """,
      """
      struct ChildView: View {
        @State private var item: Item
        init(item: Item) {
          ↓_item = State(initialValue: item)
        }
        var body: some View { Text(item.name) }
      }
      """,
    ],
    nonTriggering: [
      """
      struct ChildView: View {
        let item: Item // Or @Binding if child needs to modify
        var body: some View { Text(item.name) }
      }
      """,
      """
      struct Editor: View {
        @State private var text: String
        init(initialText: String) { _text = State(initialValue: initialText) }
        var body: some View { TextField("Text", text: $text) }
      }
      """,
      """
      struct Editor: View {
        @State private var model: Model
        init(item: Item) { _model = State(initialValue: Model(item: item)) }
        var body: some View { Text(model.title) }
      }
      """,
    ],
    check: { graph in
      graph.index.types.flatMap { type -> [Finding] in
        guard graph.evaluations[type.id] != nil else { return [] }
        let wrappers: Set<String> = ["State", "StateObject"]
        return type.storedProperties.compactMap { property -> Finding? in
          guard let wrapper = property.wrapper, wrappers.contains(wrapper) else { return nil }
          if property.initialValue == nil, !property.isPrivate, type.initializers.isEmpty {
            // An optional starts as nil and is no required input.
            if property.typeText?.hasSuffix("?") == true { return nil }
            if property.wrapperCode?.arguments.isEmpty == false { return nil }
            return Finding(
              "@\(wrapper) '\(property.name)' takes the first value the parent passes and ignores every later one; use "
                + "let, or @Binding if '\(type.name)' changes it",
              at: property.place, code: property.code, view: type, subject: property.name,
              steps: ["declare '\(property.name)' as let, or as @Binding where it is written"])
          }
          guard !isReset(property, in: type, graph) else { return nil }
          return fromInitializer(property, wrapper, in: type)
        }
      }
    })

  private static func fromInitializer(_ property: Property, _ wrapper: String, in type: TypeInfo) -> Finding? {
    for initializer in type.initializers {
      guard let body = initializer.body else { continue }
      for assignment in body.descendants where assignment.kind == .assign && assignment.name == "=" {
        let parts = Array(assignment.children)
        guard parts.count == 2, let path = parts[0].memberPath, let value = wrapped(parts[1]) else { continue }
        let target = path.last ?? ""
        guard target == "_" + property.name || target == property.name && path.first == "self" else { continue }
        guard value.kind == .identifier,
          let parameter = initializer.parameters.first(where: { $0.name == value.name }),
          !parameter.typeText.contains("Binding<"),
          ![parameter.name, parameter.label, property.name].contains(where: {
            $0.lowercased().contains("initial") || $0.lowercased().contains("default")
          })
        else { continue }
        return Finding(
          "@\(wrapper) '\(property.name)' keeps the first '\(value.name)' passed to init and ignores every later one; use let or "
            + "@Binding, or say in its name that the value is only the initial one",
          at: assignment.start, code: assignment, view: type, subject: property.name,
          severity: .note, steps: ["store '\(value.name)' as let, or as @Binding where it is written"])
      }
    }
    return nil
  }

  /// The value inside of `State(initialValue:)`, `.init(wrappedValue:)` or a plain assignment.
  private static func wrapped(_ value: Code) -> Code? {
    guard value.kind == .call else { return value }
    let name = value.calledName
    guard ["State", "StateObject", "init"].contains(name) else { return nil }
    return value.argument("initialValue") ?? value.argument("wrappedValue")
  }

  /// Whether the view takes over later values itself, in `onChange` or `task(id:)`.
  private static func isReset(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.mentions(of: property.name, in: type).contains { usage in
      usage.isWritten
        && usage.ancestors.contains { $0.kind == .call && ["onChange", "task", "onReceive"].contains($0.calledName) }
    }
  }
}
