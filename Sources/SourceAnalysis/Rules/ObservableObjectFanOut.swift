extension SourceRule {
  /// One `ObservableObject` observed by views that read different parts of it.
  package static let observableObjectFanOut: SourceRule = .init(
    id: "observable_object_fan_out",
    summary: "several views observe one ObservableObject but read different members of it",
    rationale: """
      Every write of a `@Published` property evaluates every observer of the object, whatever it reads. `@Observable` \
      tracks each property on its own, so a view is evaluated only for what it read.
      """,
    seeds: ["003", "004 §3"], severity: .warning, fix: "migrate_to_observable",
    options: [Option("minimum_published", "published properties from which splitting pays", standard: 3)],
    triggering: [
      """
      final class ↓Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @Published var theme = 0
      }
      struct Header: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.user) }
      }
      struct Content: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.items.joined()).opacity(Double(store.theme)) }
      }
      """
    ],
    nonTriggering: [
      """
      final class Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @Published var theme = 0
      }
      struct Header: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.user) }
      }
      """,
      """
      @Observable final class Store {
        var user = ""
        var items: [String] = []
        var theme = 0
      }
      struct Header: View {
        @Environment(Store.self) var store
        var body: some View { Text(store.user) }
      }
      struct Content: View {
        let store: Store
        var body: some View { Text(store.items.joined()) }
      }
      """,
    ],
    check: { graph in
      var observers: [TypeID: [(type: TypeInfo, property: Property, members: Set<String>)]] = [:]
      for (type, evaluation) in graph.evaluatedViews {
        for property in type.storedProperties where property.isObservedObject {
          guard let model = graph.index.type(of: property, in: type), model.isObservableObject, model.kind == .class
          else { continue }
          let reads = evaluation.reads.filter { $0.property == property.name && $0.phase.isEvaluation }
          let members = Set(reads.compactMap(\.path.first)).flatMap { graph.modelReads.storedReads(of: $0, in: model) }
          observers[model.id, default: []].append((type, property, Set(members)))
        }
      }
      let minimum = SourceRule.observableObjectFanOut.option("minimum_published", in: graph)
      return observers.sorted { $0.key < $1.key }.compactMap { id, views in
        let model = graph.index[id]
        let published = Set(model.storedProperties.filter { $0.wrapper == "Published" }.map(\.name))
        let reading = views.map { (view: $0.type, members: $0.members.intersection(published)) }.filter {
          !$0.members.isEmpty
        }
        guard published.count >= minimum, reading.count >= 2, Set(reading.map(\.members)).count >= 2,
          reading.contains(where: { $0.members.count < published.count })
        else { return nil }
        let names = reading.map(\.view.name)
        return Finding(
          "each write of one of the \(published.count) published properties of '\(model.name)' evaluates "
            + "\(SourceGraph.list(names)), which read different ones; make it @Observable",
          at: model.code.nameStart, code: model.code, view: model, subject: model.qualifiedName,
          steps: [
            "replace ObservableObject and @Published of '\(model.name)' by @Observable",
            "replace @ObservedObject by let or @Bindable, @StateObject by @State, @EnvironmentObject by @Environment(\(model.name).self)",
          ],
          related: views.sorted { $0.property.place < $1.property.place }.map {
            .init(
              view: $0.type.qualifiedName, place: $0.property.place,
              message: "reads \(SourceGraph.list($0.members.sorted()))")
          })
      }
    })
}
