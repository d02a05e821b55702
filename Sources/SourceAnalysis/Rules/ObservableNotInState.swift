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
    advice: [.observableInState], severity: .warning, fix: .ownWithState, isNoteWithoutTrace: true,
    isOptInForApps: true,
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
      """
      struct Sidebar: View {
        private var ↓inbox = NotesViewModel(folder: .inbox)
        var body: some View { NotesList(viewModel: inbox) }
      }
      """,
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
      """
      @Observable final class Settings { var name = "" }
      struct Sheet: View {
        @Bindable private var ↓settings = Settings()
        var body: some View { TextField("Name", text: $settings.name) }
      }
      """,
      """
      @Observable final class Queue { var message = "" }
      struct Toasts: ViewModifier {
        private let ↓queue = Queue()
        func body(content: Content) -> some View { content.overlay { Text(queue.message) } }
      }
      """,
      """
      @Observable final class Draft {
        var text = ""
        static func empty() -> Draft { Draft() }
        static var blank: Draft { empty() }
      }
      struct Editor: View {
        private let ↓draft = Draft.empty()
        private let ↓other = Draft.blank
        private let ↓filled: Draft = {
          let draft = Draft()
          draft.text = "new"
          return draft
        }()
        var body: some View { Text(draft.text + other.text + filled.text) }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Row: View {
        private let style = RowStyleViewModel()
        var body: some View { Text(style.title) }
      }
      """,
      """
      @Observable final class Settings { var name = "" }
      struct Sheet: View {
        @Bindable var settings = Settings()
        var body: some View { TextField("Name", text: $settings.name) }
      }
      struct Screen: View {
        @State private var settings = Settings()
        var body: some View { Sheet(settings: settings) }
      }
      """,
      """
      @Observable final class Draft {
        var text = ""
        private static let last = Draft()
        static func kept() -> Draft { last }
        static var all: [Draft] = []
      }
      struct Editor: View {
        private let draft = Draft.kept()
        private let listed: Draft = {
          let draft = Draft()
          Draft.all.append(draft)
          return draft
        }()
        var body: some View { Text(draft.text + listed.text) }
      }
      """,
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
          guard property.wrapper == nil || isMadeByBindable(property, of: type, graph), type.kind == .struct,
            let value = property.initialValue ?? madeInInitialiser(property, of: type, graph),
            let model = made(by: value, for: property, of: type, graph), isMadeAnew(type, graph),
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
      } + viewModelsOfOthers(graph)
    })

  /// `private var chat = ChatViewModel(room: room)` of a class that is declared elsewhere, which the view hands on to one that shows it,
  /// or has do something.
  private static func viewModelsOfOthers(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard type.kind == .struct, isMadeAnew(type, graph) else { return [] }
      return type.storedProperties.compactMap { property in
        guard property.wrapper == nil, !property.isStatic, let value = property.initialValue, value.kind == .call,
          let name = value.callee?.memberPath?.last(where: \.startsUppercase),
          name.hasSuffix(Conventions.viewModelEnding),
          graph.index.resolve(name, near: value.file.path, inside: type.id) == nil,
          !graph.passes(property.name, to: type), isUsedAsObject(property, evaluation)
        else { return nil }
        return Draft(
          "'\(type.name)' makes a new '\(name)' whenever its parent is evaluated, and where that is a class, as its name says, loses what "
            + "the old one held; declare '\(property.name)' as @State, or as @StateObject of an ObservableObject",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .ownObject(.property(PropertyPath(property.name))), severity: .note, certainty: .possible,
          steps: ["declare '\(property.name)' as @State private var, or @StateObject where it is an ObservableObject"])
      }
    }
  }

  /// Whether a view is given it as a whole, or an action calls it.
  private static func isUsedAsObject(_ property: Property, _ evaluation: Evaluation) -> Bool {
    evaluation.reads(of: property.name).contains { read in
      let end = EvaluationWalker.suffix(of: read.code).end
      if read.path.isEmpty {
        return end.parent?.kind == .argument && end.parent?.parent?.calledName.startsUppercase == true
      }
      return !read.phase.isEvaluation && end.parent?.kind == .call && end.parent?.callee == end
    }
  }

  /// Whether the value is a view, whose values come and go; or a modifier, whose values do so with the views that it is applied to.
  private static func isMadeAnew(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.isView(type) || graph.index.conforms(type, toAnyOf: Protocols.modifiers)
  }

  /// `@Bindable var settings = Settings()`, and nobody passes another one: it makes bindings to the members of an object, and keeps
  /// none.
  private static func isMadeByBindable(_ property: Property, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    property.storage == .bindable && !graph.passes(property.name, to: type)
  }

  /// The model that the value of a property is a new one of, each time it is asked for.
  private static func made(
    by value: Code, for property: Property, of type: TypeInfo, _ graph: SourceGraph
  ) -> TypeInfo? {
    if value.kind == .call, let model = graph.model(of: property, in: type), makes(value, model) { return model }
    guard let made = maker(of: value, inside: type, graph),
      let path = made.call.callee?.memberPath
    else { return nil }
    let name = path.last == "init" ? path.dropLast() : path[...]
    let isOwn = name == ["Self"] || name.isEmpty
    guard
      let model = isOwn
        ? made.owner
        : graph.index.resolve(name.joined(separator: "."), near: made.call.file.path, inside: made.owner.id).map({
          graph.index[$0]
        }), model.kind == .class, model.isObservableClass || model.isObservableObject
    else { return nil }
    return model
  }

  /// The construction that a value comes to: of a static function or property of the sources, `Model.draft()`, or of a closure that
  /// is called at once, `{ let model = Model(); model.limit = 5; return model }()`.
  private static func maker(of value: Code, inside owner: TypeInfo, _ graph: SourceGraph, depth: Int = 0)
    -> (call: Code, owner: TypeInfo)?
  {
    guard depth < 6 else { return nil }
    if value.kind == .call, let closure = value.callee, closure.kind == .closure {
      return closure.first(.block).flatMap { maker(of: $0, inside: owner, graph, depth: depth) }
    }
    if value.kind == .block {
      guard let result = soleResult(of: value) else { return nil }
      guard result.kind == .identifier, let local = result.localDeclaration(of: result.name) else {
        return maker(of: result, inside: owner, graph, depth: depth + 1)
      }
      // What is stored somewhere else as well is kept there.
      guard let made = local.initialValue, !isKept(local.name, in: value) else { return nil }
      return maker(of: made, inside: owner, graph, depth: depth + 1)
    }
    guard let path = (value.kind == .call ? value.callee : value)?.memberPath, let last = path.last else { return nil }
    if last.startsUppercase || last == "init" { return value.kind == .call ? (value, owner) : nil }
    // A static member may name others of its type alone.
    let name = path.dropLast().joined(separator: ".")
    guard
      let type = name.isEmpty || name == "Self"
        ? (depth > 0 ? owner : nil)
        : graph.index.resolve(name, near: value.file.path, inside: owner.id).map({ graph.index[$0] })
    else { return nil }
    if value.kind == .call {
      let functions = type.functions.filter { $0.name == last && $0.isStatic }
      guard functions.count == 1, value.arguments.isEmpty, let body = functions[0].body else { return nil }
      return maker(of: body, inside: type, graph, depth: depth + 1)
    }
    guard let getter = type.properties.first(where: { $0.name == last && $0.isStatic })?.getter else { return nil }
    return maker(of: getter, inside: type, graph, depth: depth + 1)
  }

  /// What a block gives back, where it leaves in one place only.
  private static func soleResult(of block: Code) -> Code? {
    let statements = Array(block.children)
    guard let last = statements.last else { return nil }
    let leaves = block.descendants.count { code in
      code.kind == .returnStatement && code.enclosingFunction == block.firstChild?.enclosingFunction
    }
    if last.kind == .returnStatement { return leaves == 1 ? last.firstChild : nil }
    return leaves == 0 && statements.count == 1 ? last : nil
  }

  /// Whether a block hands a local to somebody, or assigns it to something.
  private static func isKept(_ name: String, in block: Code) -> Bool {
    block.descendants.contains { code in
      guard code.kind == .identifier, code.name == name, let parent = code.parent else { return false }
      return parent.kind == .argument || parent.kind == .assign && parent.firstChild != code || parent.kind == .capture
    }
  }

  /// Whether the body shows state of the object that is its own: not made of what its initialiser is given, and changed later.
  private static func losesShownState(
    _ property: Property, of type: TypeInfo, _ model: TypeInfo, _ graph: SourceGraph
  ) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return false }
    let shown = evaluation.evaluationReads(of: property.name).compactMap(\.member)
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
      || !Conventions.namesOfSharedObjects.contains(name)
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
