import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A computed property of a model that reads a wider stored one.
  package static let transitiveComputedDependency: SourceRule = .init(
    id: "transitive_computed_dependency",
    summary: "a computed property of an @Observable makes its readers depend on a whole collection",
    rationale: """
      Observation looks through computed properties: whoever reads one depends on every stored property that it reads. \
      A lookup in an array ties its readers to the whole array. Store the derived value and keep it current in `didSet`.
      """,
    advice: [.observableGranularity], severity: .note, fix: .cacheDerivedValue, isOptInForApps: true,
    page: Page(
      inTrace: """
        Evaluations by the key path of the wide property, with the same result
        """,
      neverReported: """
        computed properties of what the view shows anyway
        """,
      limits: """
        follows members of models in the sources, not protocols
        """),
    triggering: [
      """
      struct Expense { var amount: Double; var note: String }
      @Observable final class Budget {
        var expenses: [Expense] = []
        var limit = 500.0
        var ↓isOverdrawn: Bool { spent > limit }
        private var spent: Double { expenses.reduce(0) { $0 + $1.amount } }
      }
      struct Banner: View {
        let budget: Budget
        var body: some View { if budget.isOverdrawn { Text("Too much") } }
      }
      """,
      """
      @Observable final class AppState {
        var users: [User] = []
        var currentID: User.ID?
        var ↓currentUser: User? { users.first { $0.id == currentID } }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.currentUser?.name ?? "") }
      }
      """,
      """
      @Observable final class Downloads {
        static let shared = Downloads()
        var files: [File] = []
        var ↓failed: Int { files.filter { $0.isBroken }.count }
      }
      struct Root: View {
        var body: some View { Text("Files").badge(Downloads.shared.failed) }
      }
      """,
      """
      @Observable final class Playback {
        private(set) var elapsed: Double = 0
        let duration: Double = 100
        private var ticker: AnyCancellable?
        var ↓isNearEnd: Bool { duration - elapsed < 15 }
        func start() {
          ticker = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().sink { [weak self] _ in self?.elapsed += 0.1 }
        }
      }
      struct UpNext: View {
        let playback: Playback
        var body: some View { if playback.isNearEnd { Text("Soon") } }
      }
      """,
    ],
    nonTriggering: [
      """
      protocol Session { var name: String { get } }
      @Observable final class AppState {
        var sessions: [any Session] = []
        var first: (any Session)? { sessions.first }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.first?.name ?? "") }
      }
      """,
      """
      @Observable final class Person {
        var isAdmin = false
      }
      @Observable final class AppState {
        var people: [Person] = []
        var first: Person? { people.first }
        var isAdmin: Bool { first?.isAdmin ?? people.isEmpty }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.isAdmin ? "admin" : "") }
      }
      """,
      """
      @MainActor @Observable
      final class AppState {
      var users: [User] = [] { didSet { recomputeCurrentUser() } }
      var currentID: User.ID? { didSet { recomputeCurrentUser() } }

      private(set) var currentUser: User?
      private func recomputeCurrentUser() { currentUser = users.first { $0.id == currentID } }
      }
      struct Header: View {
        let state: AppState
        var body: some View { Text(state.currentUser?.name ?? "") }
      }
      """,
    ],
    check: { graph in
      let rates = ModelRates(graph, isWhole: true)
      return searching(graph) { $0.properties.compactMap { ComputedMember($0) } }
        + graph.ofSourcesAlone {
          quantized(graph) { wide, model in
            wide.contains { rates.rate(ofMember: $0, of: model).isFrequent }
          }
        }
    },
    traces: TraceCheck(
      triggering: [
        """
        @Observable final class Tuner {
          var frequency = 0.0
          var ↓isSilent: Bool { frequency == 0 }
        }
        struct Screen: View {
          let tuner: Tuner
          var body: some View { Text("\\(tuner.isSilent)") }
        }
        """,
        """
        @Observable final class Pages { var ↓shown: [Message] = [] }
        @Observable final class Chat {
          let pages = Pages()
          var messages: [Message] { pages.shown }
        }
        struct Screen: View {
          let chat: Chat
          private var isWaiting: Bool { chat.messages.isEmpty }
          var body: some View {
            Boundary { content }
              .onChange(of: isWaiting) { wait() }
          }
          private var content: some View { Messages(messages: chat.messages) }
        }
        struct Banner: View {
          let store: Store
          var body: some View { if !store.running.isEmpty { Text(store.title()) } }
        }
        @Observable final class Store {
          var running: [String] = []
          func title() -> String { running.joined() }
        }
        struct Boundary<Content: View>: View {
          private let content: () -> Content
          init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
          var body: some View { content() }
        }
        """,
      ],
      suspects: { graph in
        searching(graph) { $0.functions.compactMap { ComputedMember($0) } } + quantized(graph)
          + EmptinessReads.findings(graph)
      }))

  /// Computed members that search collections.
  private static func searching(_ graph: SourceGraph, _ computed: (TypeInfo) -> [ComputedMember]) -> [Draft] {
    let readers = graph.modelMemberReaders
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableClass, let members = readers[model.id] else { return [] }
      return computed(model).compactMap { computed in
        guard let views = members[computed.name], !TypeName.isCollection(computed.typeText ?? "") else { return nil }
        let wide = graph.modelReads.storedReads(of: computed.name, in: model).filter { name in
          guard let stored = model.property(name) else { return false }
          return TypeName.isCollection(stored.typeText ?? "") && !stored.isLet
            && !stored.attributes.contains(.untracked)
        }.sorted()
        guard !wide.isEmpty, searches(computed.body, of: model), isWorthStoring(computed, in: model, graph),
          !readsOtherModels(computed.body, model, graph)
        else { return nil }
        // The view reads the collection itself: the computed member adds nothing.
        let narrow = views.filter { view in wide.allSatisfy { members[$0]?.contains(view) != true } }
        guard !narrow.isEmpty else { return nil }
        let names = narrow.map { graph.index[$0].name }
        return finding(
          computed, of: model, readers: narrow, graph,
          "'\(computed.name)' is computed from \(SourceGraph.list(wide)), so \(SourceGraph.list(names)) "
            + "\(names.count == 1 ? "depends" : "depend") on all of it; store the value and update it in didSet",
          step: "recompute it in didSet of \(SourceGraph.list(written(computed.name, in: model, graph)))")
      }
    }
  }

  /// Members that quantize a single value which may change often: `var isSilent: Bool { frequency == 0 }`.
  ///
  /// - Parameter changeOften: Whether one of the stored members of a model does, as far as anybody knows.
  private static func quantized(
    _ graph: SourceGraph, changeOften: ([String], TypeInfo) -> Bool = { _, _ in true }
  ) -> [Draft] {
    let readers = graph.modelMemberReaders
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableClass, let members = readers[model.id] else { return [] }
      var quantizing = QuantizedMembers(graph: graph, model: model)
      return ComputedMember.all(of: model).compactMap { computed in
        guard let views = members[computed.name], isWorthStoring(computed, in: model, graph),
          !readsOtherModels(computed.body, model, graph)
        else { return nil }
        let wide = quantizing.wide(of: computed.name)
        guard !wide.isEmpty, quantizing.quantizes(computed.name), changeOften(wide, model) else { return nil }
        // Who follows the value itself gains nothing.
        let following = members.keys.filter { quantizing.follows($0, wide) }
        let narrow = views.filter { view in following.allSatisfy { members[$0]?.contains(view) != true } }
        guard !narrow.isEmpty else { return nil }
        let names = narrow.map { graph.index[$0].name }
        return finding(
          computed, of: model, readers: narrow, graph,
          "'\(computed.name)' takes few values but is computed from \(SourceGraph.list(wide)), so \(SourceGraph.list(names)) "
            + "\(names.count == 1 ? "is" : "are") evaluated for each change of it; store the value and update it in didSet when it differs",
          step:
            "recompute it in didSet of \(SourceGraph.list(written(computed.name, in: model, graph))), and assign it only when it differs"
        )
      }
    }
  }

  private static func finding(
    _ computed: ComputedMember, of model: TypeInfo, readers: [TypeID], _ graph: SourceGraph, _ message: String,
    step: String
  ) -> Draft {
    Draft(
      message, at: computed.code.nameStart, code: computed.code, view: model, subject: .property(computed.name),
      change: .cacheDerived(member: computed.name, readers: Set(readers.map { graph.index[$0].qualifiedName })),
      steps: ["store '\(computed.name)' as private(set) var", step],
      related: readers.map {
        .init(
          .reader, view: graph.index[$0].qualifiedName, place: graph.index[$0].code.nameStart,
          message: "reads '\(computed.name)'")
      })
  }

  /// Everything whose changes the stored value has to follow.
  private static func written(_ name: String, in model: TypeInfo, _ graph: SourceGraph) -> [String] {
    graph.modelReads.storedReads(of: name, in: model).filter { model.property($0)?.isLet == false }.sorted()
  }

  /// Whether a stored value could skip equal writes and so change less often than the collection.
  private static func isWorthStoring(_ computed: ComputedMember, in model: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let text = computed.typeText else { return true }
    if text.contains("any ") || text.contains("some ") || Views.erases.contains(where: text.contains)
      || TypeName.isFunction(text)
    {
      return false
    }
    guard let id = graph.index.resolve(text, near: computed.code.file.path, inside: model.id) else { return true }
    let value = graph.index[id]
    if value.kind == .protocol { return false }
    return value.isReference || EquatableTypes.isEquatable(value, in: graph.index)
      || value.kind == .enum && value.cases.allSatisfy { $0.payload.isEmpty }
  }

  /// Whether the value also follows members of other objects, whose changes no `didSet` of this model notices.
  private static func readsOtherModels(_ getter: Code, _ model: TypeInfo, _ graph: SourceGraph) -> Bool {
    getter.descendants.contains { code in
      guard code.kind == .member, let base = code.firstChild, base.kind == .identifier,
        let property = model.property(base.name), !TypeName.isCollection(property.typeText ?? "")
      else {
        return false
      }
      // What is behind a protocol may be an object as well.
      if let text = property.typeText, text.contains("any ") { return true }
      guard let value = graph.index.type(of: property, in: model) else { return false }
      return value.isReference || value.kind == .protocol
    }
  }

  /// A search or a reduction whose result is smaller than the collection, itself or in a computed member that it asks.
  private static func searches(_ getter: Code, of model: TypeInfo, depth: Int = 0) -> Bool {
    getter.descendants.contains { code in
      if code.kind == .member && Methods.quantizes.contains(code.name) || code.kind == .subscriptCall { return true }
      guard depth < longestChain, code.kind == .identifier, !code.isShadowed(code.name),
        let other = model.property(code.name), !TypeName.isCollection(other.typeText ?? ""), let inner = other.getter,
        inner != getter
      else { return false }
      return searches(inner, of: model, depth: depth + 1)
    }
  }

  /// Computed members that ask each other are followed this far.
  private static let longestChain = 3
}

extension SourceGraph {
  /// For each model, which views read which of its members while they are evaluated.
  var modelMemberReaders: [TypeID: [String: [TypeID]]] {
    answersOfViews.readersOfMembers.value { findModelMemberReaders() }
  }

  private func findModelMemberReaders() -> [TypeID: [String: [TypeID]]] {
    var readers: [TypeID: [String: [TypeID]]] = [:]
    for (type, evaluation) in evaluatedViews {
      var models: [String: TypeID] = [:]
      for property in type.storedProperties + evaluation.sharedModels {
        if let model = index.type(of: property, in: type), model.isReference { models[property.name] = model.id }
      }
      for read in evaluation.reads where read.phase.isEvaluation && !read.isDerived {
        guard var model = models[read.property] else { continue }
        // Through models in models: `app.radio.station`.
        for member in read.path {
          if readers[model]?[member]?.contains(type.id) != true {
            readers[model, default: [:]][member, default: []].append(type.id)
          }
          guard let property = index[model].property(member), property.isStored,
            let next = index.type(of: property, in: index[model]), next.isReference
          else { break }
          model = next.id
        }
      }
    }
    return readers
  }
}
