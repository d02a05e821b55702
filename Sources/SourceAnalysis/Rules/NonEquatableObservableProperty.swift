import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A tracked property whose setter cannot compare.
  package static let nonEquatableObservableProperty: SourceRule = .init(
    id: "non_equatable_observable_property",
    summary: "a property of an @Observable has a type that is not Equatable, so equal writes notify too",
    rationale: """
      The setter that `@Observable` generates skips the notification when old and new value are equal, which it can only \
      tell for `Equatable` types (setters made by older toolchains never compare). Arrays, dictionaries and optionals are \
      as comparable as the values they hold. Changes in place (`items.append(item)`, `user.name = name`) \
      notify in any case, so the rule asks for an assignment of the whole value outside of initialisers, and for a view \
      that reads it. Enums without payloads are `Equatable` by themselves: \
      writing the conformance down only keeps it so, which is worth a note where the rule knows of no views at all.
      """,
    advice: [.equatableModelProperties], severity: .note, fix: .addEquatableConformance,
    page: Page(
      inTrace: "Repeated evaluations by one key path with the same result",
      neverReported: "closures and existentials, which cannot conform, and properties that are hardly written",
      limits: "types of other modules are taken to conform"),
    triggering: [
      """
      enum DeliveryStatus { case placed, preparing, shipped, delivered }
      @Observable final class Order { var ↓status: DeliveryStatus = .placed }
      """,
      """
      struct Item { var name: String }
      @Observable final class Store { var ↓items: [Item] = [] }
      """,
      """
      struct Item { var name: String }
      @Observable final class Store {
        var ↓items: [Item] = []
        func load() async { items = await fetch() }
      }
      struct Screen: View {
        let store: Store
        var body: some View { Text(store.items.first?.name ?? "") }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Item { var name: String }
      @Observable final class Fetcher {
        var next: Item?
        func load() async { next = await fetch(after: next) }
      }
      struct Screen: View {
        @State private var fetcher = Fetcher()
        var body: some View { Button("More") { Task { await fetcher.load() } } }
      }
      """,
      """
      struct Draft { var text: String }
      @Observable final class Store {
        var draft = Draft(text: "")
        func type(_ text: String) { draft.text += text }
      }
      struct Screen: View {
        let store: Store
        var body: some View { Text(store.draft.text) }
      }
      """,
      """
      enum Kind { case first, second }
      @Observable final class Store {
        var kinds: Set<Kind> = []
        var kind = Kind.first
        func reset() {
          kinds = []
          kind = .first
        }
      }
      struct Screen: View {
        let store: Store
        var body: some View { Text("\\(store.kinds.count) \\(store.kind)") }
      }
      """,
      """
      enum DeliveryStatus: Equatable { case placed, preparing, shipped, delivered }
      @Observable final class Order { var status: DeliveryStatus = .placed }
      """,
      "struct Item { let action: () -> Void }\n@Observable final class Store { var items: [Item] = [] }",
      "struct Item { var name: String }\nextension Item: Hashable {}\n@Observable final class Store { var items: [Item] = [] }",
      "enum Tab: String { case first, second }\n@Observable final class Store { var tab: Tab = .first }",
    ],
    check: { graph in
      let uses = ObservedUses(graph)
      return graph.index.types.flatMap { type -> [Draft] in
        guard type.isObservableClass, !type.isPersistentModel else { return [] }
        return type.storedProperties.compactMap { property in
          guard !property.isLet, !property.attributes.contains(.untracked), property.wrapper == nil,
            let text = property.typeText, !property.isLazy
          else { return nil }
          guard uses.isNotified(property, of: type) else { return nil }
          let isCompared = graph.index.isEquatable(text, near: property.code.file.path, inside: type.id)
          for name in TypeName.elements(text) {
            guard let id = graph.index.resolve(name, near: property.code.file.path, inside: type.id) else { continue }
            let value = graph.index[id]
            guard [.struct, .enum].contains(value.kind), !EquatableTypes.isEquatable(value, in: graph.index),
              EquatableTypes.canConform(value, in: graph.index)
            else { continue }
            // An enum without payloads is Equatable without saying so.
            let isPlainEnum = isCompared == true && value.kind == .enum && value.cases.allSatisfy { $0.payload.isEmpty }

            guard isCompared == false || isPlainEnum && !uses.hasViews else { continue }
            let message =
              isPlainEnum
              ? "'\(property.name)' can skip equal writes only while '\(value.name)' has no payloads; declare the enum Equatable to keep it so"
              : "every write of '\(property.name)' notifies its readers, even with an equal value, because '\(value.name)' is not Equatable"
            return Draft(
              message, at: property.place, code: value.code, view: type, subject: .property(property.name),
              change: .conformToEquatable(type: DeclaredType(value), member: property.name),
              severity: isPlainEnum ? .note : nil, steps: ["declare '\(value.name)' Equatable"],
              related: [.init(.declaration, place: value.code.nameStart, message: "'\(value.name)' is declared here")])
          }
          return nil
        }
      }
    })
}

/// Which properties of models views read on evaluation and somebody assigns as a whole.
private struct ObservedUses {
  /// Without any view among the sources nothing is known about readers and writers.
  let hasViews: Bool
  private var read: [TypeID: Set<String>] = [:]
  /// Members assigned through something else than `self`, anywhere: `store.items = …`, `$store.items`.
  private var assigned: Set<String> = []
  private let graph: SourceGraph

  init(_ graph: SourceGraph) {
    self.graph = graph
    hasViews = !graph.evaluations.isEmpty
    for (type, evaluation) in graph.evaluatedViews {
      for read in evaluation.reads {
        guard let property = type.property(read.property) else { continue }
        // A projection hands on a binding to the member, which its reader reads and writes.
        if read.isProjection, let last = read.path.last { assigned.insert(last) }
        guard read.phase.isEvaluation || read.isProjection else { continue }
        follow(read.path, from: property, in: type)
      }
    }
    for file in graph.index.files {
      for code in file.root.descendants where code.kind == .assign && code.name == "=" {
        guard let target = code.firstChild, target.kind == .member, target.firstChild?.isSelf != true else { continue }
        assigned.insert(target.name)
      }
    }
  }

  private mutating func follow(_ path: [String], from property: Property, in owner: TypeInfo) {
    var owner = owner
    var property = property
    for member in path {
      guard let model = graph.index.type(of: property, in: owner) else { return }
      if model.isObservableClass {
        read[model.id, default: []].formUnion(graph.modelReads.storedReads(of: member, in: model))
      }
      guard let next = model.property(member) else { return }
      owner = model
      property = next
    }
  }

  /// Whether a write of an equal value could notify a view.
  func isNotified(_ property: Property, of type: TypeInfo) -> Bool {
    guard hasViews else { return true }
    guard read[type.id]?.contains(property.name) == true else { return false }
    if !property.hasPrivateSetter, assigned.contains(property.name) || graph.isReplacedInSkimmedCode(property.name) {
      return true
    }
    return graph.mentions(of: property.name, in: type).contains { usage in
      let target = usage.accessChain
      return target == usage && target.parent?.kind == .assign && target.parent?.name == "="
        && target.parent?.firstChild == target && !usage.ancestors.contains { $0.kind == .initializer }
    }
  }
}
