import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An observed object inside of another.
  package static let nestedObservableObject: SourceRule = .init(
    id: "nested_observable_object",
    summary: "an ObservableObject is published by another, so changes inside of it reach no view",
    rationale: """
      `@Published` announces that the property was assigned. Changes inside of a nested `ObservableObject` announce \
      nothing to those who observe the outer one. Hand the inner object to the views that show it, or use `@Observable`, \
      where nesting works.
      """,
    advice: [.noNestedObservableObject], severity: .warning, fix: .observeNestedDirectly,
    isOptInForApps: true, isAboutCorrectness: true,
    page: Page(
      inTrace: """
        Nothing: the updates that should come do not
        """,
      neverReported: """
        objects that a view observes directly and none reads through the outer one; `@Observable` classes
        """,
      limits: """
        an inner object that forwards its announcements by hand is not recognised
        """),
    triggering: [
      """
      final class Child: ObservableObject { @Published var name = "" }
      final class Store: ObservableObject { @Published var ↓child = Child() }
      struct Screen: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.child.name) }
      }
      """,
      "final class Child: ObservableObject { @Published var name = \"\" }\nfinal class Store: ObservableObject {\n  @Published var ↓child: Child\n  init(child: Child) { self.child = child }\n}",
    ],
    nonTriggering: [
      """
      final class Settings: ObservableObject { @Published var isOn = false }
      final class Model: ObservableObject {
        @Published var settings = Settings()
        private var subscriptions: Set<AnyCancellable> = []
        init() {
          settings.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &subscriptions)
        }
      }
      struct Panel: View {
        @ObservedObject var model: Model
        var body: some View { Text(model.settings.isOn ? "on" : "off") }
      }
      """,
      """
      final class Child: ObservableObject { @Published var name = "" }
      final class Store: ObservableObject { @Published var child = Child() }
      struct Screen: View {
        @ObservedObject var store: Store
        var body: some View { Row(child: store.child) }
      }
      struct Row: View {
        @ObservedObject var child: Child
        var body: some View { Text(child.name) }
      }
      """,
      "@Observable final class Child { var name = \"\" }\n@Observable final class Store { var child = Child() }",
      "final class Child: ObservableObject { @Published var name = \"\" }\nfinal class Store: ObservableObject {\n  let child = Child()\n  @Published var count = 0\n}",
    ],
    check: { graph in
      let uses = NestedUses(graph)
      return graph.index.types.flatMap { type in
        type.isObservableObject
          ? type.storedProperties.compactMap { property in
            guard property.storage == .member, let child = graph.index.type(of: property, in: type),
              child.isObservableObject,
              child.kind == .class, !TypeName.isCollection(property.typeText ?? "")
            else { return nil }
            let use = uses.use(of: property, child, in: type)
            if use == .observedItself || isPassedOn(property, in: type, graph) { return nil }
            return Draft(
              "changes inside of '\(property.name)' do not reach views that observe '\(type.name)'; pass the '\(child.name)' to "
                + "them and observe it there",
              at: property.place, code: property.code, view: type, subject: .property(property.name),
              change: .observeNested(PropertyPath(property.name)), severity: use == .readThrough ? nil : .note,
              steps: [
                "pass '\(property.name)' to the views that show it as @ObservedObject, or make both classes @Observable"
              ])
          } : []
      }
    })

  /// `settings.objectWillChange.sink { … }`: the outer object announces what changes inside of the inner one.
  private static func isPassedOn(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    graph.mentions(of: property.name, in: type).contains { use in
      guard let member = use.parent, member.kind == .member else { return false }
      return member.name == Protocols.changePublisher
        || member.name == "self" && member.parent?.name == Protocols.changePublisher
    }
  }
}

/// How views use objects that other objects publish.
private struct NestedUses {
  enum Use {
    /// Some view observes objects of the inner class, and none reads them through the outer one.
    case observedItself
    /// A view that observes the outer object reads a member of the inner one through it.
    case readThrough
    /// No view is seen to use them.
    case unknown
  }

  /// Classes whose objects views observe directly.
  private var observed: Set<TypeID> = []
  /// Members of objects that views read through a member of another, by the outer class and that member.
  private var read: [TypeID: [String: Set<String>]] = [:]

  init(_ graph: SourceGraph) {
    for (type, evaluation) in graph.evaluatedViews {
      for property in type.storedProperties where property.isObservedObject {
        guard let model = graph.index.type(of: property, in: type) else { continue }
        observed.insert(model.id)
        for read in evaluation.evaluationReads(of: property.name) where read.path.count >= 2 {
          self.read[model.id, default: [:]][read.path[0], default: []].insert(read.path[1])
        }
      }
    }
  }

  func use(of property: Property, _ inner: TypeInfo, in outer: TypeInfo) -> Use {
    let members = read[outer.id]?[property.name] ?? []
    let isStale = members.contains { name in
      inner.property(name).map { $0.storage == .member || $0.getter != nil } ?? false
    }
    return isStale ? .readThrough : observed.contains(inner.id) ? .observedItself : .unknown
  }
}
