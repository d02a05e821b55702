import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A state object built before `StateObject` asks for it.
  package static let eagerStateObject: SourceRule = .init(
    id: "eager_state_object",
    summary: "an object is created in init before it is handed to StateObject, and so in every init",
    rationale: """
      `StateObject(wrappedValue:)` takes an autoclosure and calls it once. An object assigned to a local first is \
      created each time the view value is, and thrown away all times but the first.
      """,
    advice: [.stateObjectInInitializer], severity: .warning, fix: .inlineAutoclosure, isNoteWithoutTrace: true,
    page: Page(
      inTrace: """
        Nothing in the log: the object is made and thrown away
        """,
      neverReported: """
        autoclosures, and objects that were handed in
        """,
      limits: """
        what the initialiser of the object costs is not known
        """),
    triggering: [
      """
      struct Message: View {
        @StateObject private var model: WebModel
        init(theme: Theme) {
          let model = WebModel()
          model.theme = theme
          model.prepare()
          _model = StateObject(wrappedValue: ↓model)
        }
        var body: some View { Text(model.title) }
      }
      """,
      "struct Screen: View {\n  @StateObject private var vm: MovieDetailsViewModel\n  init(movie: Movie) {\n    let vm = MovieDetailsViewModel(movie: movie)\n    _vm = StateObject(wrappedValue: ↓vm)\n  }\n  var body: some View { Text(vm.title) }\n}",
    ],
    nonTriggering: [
      """
      struct Harness: View {
        @StateObject private var store: Store
        @StateObject private var sync: Sync
        init() {
          let store = Store()
          _store = StateObject(wrappedValue: store)
          _sync = StateObject(wrappedValue: Sync(store))
        }
        var body: some View { Text(store.title) }
      }
      """,
      "struct Screen: View {\n  @StateObject private var vm: MovieDetailsViewModel\n  init(movie: Movie) {\n    _vm = StateObject(wrappedValue: MovieDetailsViewModel(movie: movie))\n  }\n  var body: some View { Text(vm.title) }\n}",
      "struct Screen: View {\n  @StateObject private var vm: Model\n  init(vm: @autoclosure @escaping () -> Model) { _vm = StateObject(wrappedValue: vm()) }\n  var body: some View { Text(vm.title) }\n}",
    ],
    check: { graph in
      // An app is made once.
      graph.index.types.filter { !graph.index.conforms($0, toAnyOf: Protocols.scenes) }.flatMap { type -> [Draft] in
        type.initializers.flatMap { initializer -> [Draft] in
          guard let body = initializer.body else { return [] }
          let locals = body.descendants.filter { $0.kind == .variable && $0.initialValue?.kind == .call }
          guard !locals.isEmpty else { return [] }
          return body.descendants.compactMap { call in
            guard call.kind == .call,
              Wrappers.objectKeepers.contains(call.calledName)
                || call.calledName == "init" && call.argument("wrappedValue") != nil,
              let value = call.argument("wrappedValue"), value.kind == .identifier,
              let local = locals.first(where: { $0.name == value.name }),
              local.initialValue?.calledName.startsUppercase == true,
              Wrappers.objectKeepers.contains(call.calledName) || isStateObject(call, type),
              isForStateAlone(local, in: body), !isForPreviews(type, graph)
            else { return nil }
            return Draft(
              "'\(value.name)' is created in every init of '\(type.name)', although StateObject keeps only the first; write the "
                + "construction inside of StateObject(wrappedValue:)",
              at: value.start, code: call, view: type, subject: .property(value.name), change: .inlineAutoclosure,
              steps: ["move the construction of '\(value.name)' into StateObject(wrappedValue:)"],
              related: [.init(.maker, view: type.qualifiedName, place: local.nameStart, message: "created here")])
          }
        }
      }
    })

  /// Whether nothing else of the initialiser is given the object: others would have another one. It may be set up before.
  private static func isForStateAlone(_ local: Code, in body: Code) -> Bool {
    let uses = body.descendants.filter { $0.kind == .identifier && $0.name == local.name && !local.contains($0) }
    return uses.count { !isSetUp($0) } == 1
  }

  /// `viewModel.theme = theme`, `viewModel.start()`.
  private static func isSetUp(_ use: Code) -> Bool {
    guard use.parent?.kind == .member else { return false }
    let chain = use.accessChain
    if chain.isWritten { return true }
    return chain.parent?.kind == .call && chain.parent?.callee == chain && chain.parent?.parent?.kind == .block
  }

  /// A view that nothing but previews builds.
  private static func isForPreviews(_ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    let made = graph.parents[type.id] ?? []
    return made.isEmpty ? type.name.contains("Preview") : made.allSatisfy(\.child.code.isInPreview)
  }

  /// `_model = .init(wrappedValue:)` of a state object; `State` takes no autoclosure.
  private static func isStateObject(_ call: Code, _ type: TypeInfo) -> Bool {
    guard let name = call.parent?.firstChild?.name, name.hasPrefix("_") else { return false }
    return type.property(String(name.dropFirst()))?.storage == .object
  }
}
