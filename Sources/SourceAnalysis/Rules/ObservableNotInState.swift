import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A view that makes its model without keeping it.
  package static let observableNotInState: SourceRule = .init(
    id: "observable_not_in_state",
    summary: "a view creates an observable object in a plain property, so it is made anew with the view",
    rationale: """
      View values are made again whenever their parent is evaluated. A model created in a `let` or `var` is then a new \
      one and what it held is lost. `@State` keeps the first.
      """,
    advice: [.observableInState], severity: .warning, fix: .ownWithState,
    page: Page(
      inTrace: """
        The view's children are evaluated by `@self`, and the model loses what it held
        """,
      neverReported: """
        objects that are handed in, shared instances, and views that are made once
        """,
      limits: """
        who makes the view, and how often, is known for the sources alone
        """),
    triggering: [
      "@Observable final class DataModel { var name = \"\" }\nstruct MyView: View {\n  let ↓model = DataModel()\n  var body: some View { Text(model.name) }\n}",
      """
      @Observable final class DataModel { var name = "" }
      struct MyView: View {
        let ↓model: DataModel
        init(model: DataModel = DataModel()) { self.model = model }
        var body: some View { Text(model.name) }
      }
      struct Screen: View {
        var body: some View { MyView() }
      }
      """,
    ],
    nonTriggering: [
      """
      @Observable final class RowModel {
        let item: Item
        var isJoined: Bool
        init(_ item: Item) {
          self.item = item
          isJoined = item.isJoined
        }
        func join() { isJoined = true }
      }
      struct Row: View {
        private let model: RowModel
        init(_ item: Item) { model = RowModel(item) }
        var body: some View { Text(model.item.title).bold(model.isJoined) }
      }
      """,
      """
      @Observable final class Overlays { private let shown: Set<Overlay>; init(_ shown: Set<Overlay>) { self.shown = shown } }
      struct Poster: View {
        private let overlays: Overlays
        init(_ shown: Set<Overlay>) { overlays = Overlays(shown) }
        var body: some View { Text(overlays.title) }
      }
      """,
      """
      @Observable
      @MainActor // Always mark @Observable classes with @MainActor
      final class DataModel {
      var name = "Some Name"
      var count = 0
      }

      struct MyView: View {
      @State private var model = DataModel() // Use @State, not @StateObject

      var body: some View {
      VStack {
      TextField("Name", text: $model.name)
      Stepper("Count: \\(model.count)", value: $model.count)
      }
      }
      }
      """,
      "@Observable final class DataModel { var name = \"\" }\nstruct MyView: View {\n  static let model = DataModel()\n  let shared = DataModel.shared\n  var body: some View { Text(shared.name) }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, _ in
        type.storedProperties.compactMap { property in
          guard property.wrapper == nil, type.kind == .struct,
            let value = property.initialValue ?? madeInInitialiser(property, of: type, graph), value.kind == .call,
            let model = graph.model(of: property, in: type), graph.isView(type), makes(value, model),
            // What holds nothing that changes loses nothing, and a binding is to what others keep.
            model.storedProperties.contains(where: { !$0.isLet && $0.storage != .binding })
          else { return nil }
          // `Row(item)` makes `RowModel(item)`: kept, it would show the first item for good.
          let followsInputs = value.arguments.contains { $0.firstChild?.isConstant != true }
          if followsInputs, !losesShownState(property, of: type, model, graph) { return nil }
          let wrapper = model.isObservableClass ? "@State" : "@StateObject"
          // What an initialiser does to the property of such a wrapper is done to an object that nobody keeps.
          let isFilled = type.initializers.contains { isUsed(property, in: $0) }
          return Draft(
            "'\(type.name)' makes a new '\(model.name)' whenever its parent is evaluated, and loses what the old one held; declare "
              + "'\(property.name)' as \(wrapper) private var",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .ownObject(.property(PropertyPath(property.name))),
            // What an initialiser fills anew is lost to nobody.
            severity: isFilled || followsInputs ? .note : nil, grounds: graph.grounds(forRemakingOf: type),
            steps: isFilled
              ? [
                "make and fill the object in a local of the initialiser",
                "declare '\(property.name)' as \(wrapper) private var, and keep the local: "
                  + "_\(property.name) = \(wrapper.dropFirst())(wrappedValue: local)",
              ]
              : ["declare '\(property.name)' as \(wrapper) private var"]
                + (followsInputs
                  ? [
                    "it then keeps what it was first made of: hand it other inputs in onChange, or give the view .id(…)"
                  ] : []))
        }
      }
    })

  /// Whether the body shows state of the object that is its own: not made of what its initialiser is given, and changed later.
  private static func losesShownState(
    _ property: Property, of type: TypeInfo, _ model: TypeInfo, _ graph: SourceGraph
  ) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return false }
    let shown = evaluation.evaluationReads(of: property.name).compactMap(\.path.first)
      .reduce(into: Set<String>()) { $0.formUnion(graph.storedReads(of: $1, in: model)) }
    return model.storedProperties.contains { member in
      guard shown.contains(member.name), !member.isLet, member.storage != .binding else { return false }
      let writes = graph.mentions(of: member.name, in: model).filter(\.isWritten)
      return !writes.isEmpty && !writes.contains { $0.enclosingFunction?.kind == .initializer }
    }
  }

  /// Whether an initialiser calls the object, or sets something of it.
  private static func isUsed(_ property: Property, in initializer: Function) -> Bool {
    initializer.body?.descendants.contains { code in
      code.kind == .member && code.firstChild?.memberPath?.last == property.name
    } ?? false
  }

  /// `Model()`, `Model.init()`, `.begin()` of a static function of the model that gives a model.
  private static func makes(_ value: Code, _ model: TypeInfo) -> Bool {
    guard let callee = value.callee else { return false }
    let path =
      callee.memberPath ?? (callee.kind == .member && callee.firstChild == nil ? [model.name, callee.name] : [])
    if path.last?.startsUppercase == true { return path.last == model.name }
    // `.client(for: host)` may well look one up that exists.
    guard path.count > 1, value.arguments.isEmpty || path.last == "init", path[path.count - 2] == model.name,
      let name = path.last
    else { return false }
    return name == "init"
      || !UnstableValues.sharing.contains(name)
        && model.functions.contains { $0.name == name && $0.isStatic && ["Self", model.name].contains($0.returnText) }
  }

  /// What an initialiser makes and stores: `model = Model(id)`, or `Model()` of `init(model: Model = Model())` where nobody
  /// passes another.
  private static func madeInInitialiser(_ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Code? {
    for initializer in type.initializers {
      for assignment in initializer.body?.descendants.filter({ $0.kind == .assign }) ?? [] {
        let sides = Array(assignment.children)
        guard sides.count == 2, sides[0].memberPath?.last == property.name else { continue }
        if sides[1].kind == .call { return sides[1] }
        guard let parameter = initializer.parameters.first(where: { [$0.name] == sides[1].memberPath }),
          !graph.passes(parameter.label, to: type), let value = parameter.code.initialValue
        else { continue }
        return value
      }
    }
    return nil
  }
}
