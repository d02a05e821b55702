import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// One `ObservableObject` observed by views that read different parts of it.
  package static let observableObjectFanOut: SourceRule = .init(
    id: "observable_object_fan_out",
    summary: "several views observe one ObservableObject but read different members of it",
    rationale: """
      Every write of a `@Published` property evaluates every observer of the object, whatever it reads. `@Observable` \
      tracks each property on its own, so a view is evaluated only for what it read. Where the sources do not show that the \
      views get the same object, or that the app needs iOS 17, the finding is a note. Silent below iOS 17, as \
      `deployment_target`, the project, the package or checks for older systems say.
      """,
    advice: [.preferObservable, .passWhatIsNeeded], severity: .warning, fix: .migrateToObservable,
    isNoteWithoutTrace: true,
    isOptInForApps: true,
    options: [
      Option("minimum_published", "published properties from which splitting pays", standard: 3, isWaivedByTrace: true)
    ],
    page: Page(
      inTrace: """
        One cause, `_store`, in many views in the same transaction
        """,
      neverReported: """
        models with one observer or few published members; projects that support systems before iOS 17; classes whose members \
        are subscribed to (`$member`, `objectWillChange`) or kept by wrappers that observation does not know
        """,
      limits: """
        that the views get the same object is a note unless the sources show it
        """),
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
      """,
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
      struct Page: View {
        @StateObject private var store = Store()
        var body: some View { Header(store: store).opacity(Double(store.theme)) }
      }
      """,
    ],
    nonTriggering: [
      """
      final class History { var samples: [Double] = [] }
      final class Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @Published var theme = 0
        let history = History()
      }
      struct Header: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.user) }
      }
      struct Content: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.items.joined()).opacity(store.history.samples.last ?? 0) }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @Published var theme = 0
        init() { Task { await load() } }
      }
      struct Header: View {
        @ObservedObject var store: Store
        var body: some View { Text(store.user) }
      }
      struct Page: View {
        @StateObject private var store = Store()
        var body: some View { Header(store: store).opacity(Double(store.theme)) }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @Published var theme = 0
        init() { $user.sink { print($0) }.store(in: &bag) }
      }
      struct Header: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.user) }
      }
      struct Content: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.items.joined()).opacity(Double(store.theme)) }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @AppStorage("theme") var theme = 0
        @Published var count = 0
      }
      struct Header: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.user) }
      }
      struct Content: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.items.joined()).opacity(Double(store.count)) }
      }
      """,
      """
      final class Store: ObservableObject {
        @Published var user = ""
        @Published var items: [String] = []
        @Published var theme = 0
      }
      struct Header: View {
        @EnvironmentObject var store: Store
        var body: some View { if #available(iOS 16, *) { Text(store.user) } }
      }
      struct Content: View {
        @EnvironmentObject var store: Store
        var body: some View { Text(store.items.joined()).opacity(Double(store.theme)) }
      }
      """,
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
    check: { graph in findings(graph, isListed: false) },
    traces: TraceCheck(
      listed: .only { findings($0, isListed: true) },
      triggering: [
        """
        final class Palette: ObservableObject { @Published var color = 0 }
        final class Panes: ObservableObject { @Published var selection = 0 }
        final class Updates: ObservableObject { @Published var isOn = false }
        final class ↓AppState: ObservableObject {
          let palette = Palette()
          let panes = Panes()
          let others = [Updates()]
          private var bag: Set<AnyCancellable> = []
          init() {
            palette.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &bag)
            panes.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &bag)
            for other in others { other.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &bag) }
          }
        }
        struct Swatch: View {
          @EnvironmentObject var app: AppState
          var body: some View { Text("\\(app.palette.color)") }
        }
        struct Pane: View {
          @EnvironmentObject var app: AppState
          var body: some View { Text("\\(app.panes.selection)") }
        }
        """,
        """
        final class ↓Store: ObservableObject {
          @Published var user = ""
          @Published var items: [String] = []
        }
        struct Header: View {
          @ObservedObject var store: Store
          var body: some View { Text(store.user) }
        }
        struct Content: View {
          @ObservedObject var store: Store
          var body: some View { Text(store.items.joined()) }
        }
        """,
        """
        final class ↓Store: ObservableObject {
          @Published var user = ""
          @Published var items: [String] = []
          @Published var theme = 0
          init() { $user.sink { print($0) }.store(in: &bag) }
        }
        struct Header: View {
          @ObservedObject var store: Store
          var body: some View { Text(store.user) }
        }
        struct Content: View {
          @ObservedObject var store: Store
          var body: some View { Text(store.items.joined()).opacity(Double(store.theme)) }
        }
        """,
      ]))

  /// - Parameter isListed: Whether models count that can only be parted: where nothing shows what that saves, as many are parted for
  ///   nothing as are not.
  /// What else the owners of a model have to do where to make one takes work: @State makes another one with each new value of its view,
  /// and drops it.
  private static func stepsOfOwners(_ model: TypeInfo, _ properties: [Property]) -> [String] {
    guard properties.contains(where: { $0.storage == .object }) else { return [] }
    let works = model.initializers.contains { initializer in
      initializer.body?.descendants.contains { $0.kind == .call && !$0.calledName.startsUppercase } == true
    }
    return works
      ? [
        "make '\(model.name)' where that happens once, such as in the App or in a task of its owner: its initialiser does work, and @State "
          + "makes one with each new value of its view"
      ] : []
  }

  private static func findings(_ graph: SourceGraph, isListed: Bool) -> [Draft] {
    let advice = ObservationAdvice(graph)
    var observers: [TypeID: [(type: TypeInfo, property: Property, members: Set<String>)]] = [:]
    for (type, evaluation) in graph.evaluatedViews {
      for property in type.storedProperties where property.isObservedObject {
        guard let model = graph.index.type(of: property, in: type), model.isObservableObject, model.kind == .class
        else { continue }
        let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation }
        let members = Set(reads.compactMap(\.member)).flatMap { graph.modelReads.storedReads(of: $0, in: model) }
        observers[model.id, default: []].append((type, property, Set(members)))
      }
    }
    let minimum = SourceRule.observableObjectFanOut.option("minimum_published", in: graph)
    return observers.sorted { $0.key < $1.key }.compactMap { id, views in
      let model = graph.index[id]
      let passedOn = graph.passedOn(by: model)
      let published = Set(
        model.storedProperties.filter { $0.storage == .member }.map(\.name) + passedOn.map(\.property.name))
      let reading = views.map { (view: $0.type, members: $0.members.intersection(published)) }.filter {
        !$0.members.isEmpty
      }
      guard published.count >= minimum, reading.count >= 2, Set(reading.map(\.members)).count >= 2,
        reading.contains(where: { $0.members.count < published.count })
      else { return nil }
      let support = advice.support(at: [model.code.file.path] + views.map(\.property.code.file.path))
      let canTrack =
        support != .missing && advice.fits(model) && !startsWork(model, ownedBy: views.map(\.property))
        && !views.contains { showsUntracked($0.property, of: model, in: $0.type, graph) }
      // Without a trace, a model is parted for nothing as likely as not.
      guard canTrack || graph.options.hasTrace || isListed else { return nil }
      // Beside much of its own, what it sends on is hardly what its observers are evaluated for.
      let held = passedOn.map(\.property.name)
      let isMostlyHeld = !held.isEmpty && published.count <= 3 * held.count
      let remedy =
        canTrack
        ? "make it @Observable"
        : !isMostlyHeld
          ? "part it by what changes together" : "let those who show \(SourceGraph.list(held, by: "or")) observe it"
      let sharing = SharedObject(observers: views.map { ($0.type.id, $0.property) }, graph).largestGroup
      let together = reading.filter { sharing.contains($0.view.id) }
      let isShared = together.count >= 2 && Set(together.map(\.members)).count >= 2
      let names = (isShared ? together : reading).map(\.view.name)
      let readers = SourceGraph.list(names)
      let message =
        if isMostlyHeld {
          "'\(model.name)' sends on what \(SourceGraph.list(held)) announce\(held.count == 1 ? "s" : ""), so each change there "
            + "evaluates every view that observes it: \(readers) read different members; \(remedy)"
        } else if isShared {
          "each write of one of the \(published.count) published properties of '\(model.name)' evaluates \(readers), which read "
            + "different ones; \(remedy)"
        } else {
          "each write of one of the \(published.count) published properties of a '\(model.name)' evaluates every view that "
            + "observes it, whatever that reads: \(readers) read different ones; \(remedy)"
        }
      return Draft(
        message,
        at: model.code.nameStart, code: model.code, view: model, subject: .type(model.qualifiedName),
        change: canTrack
          ? .publishPerMember(model: DeclaredType(model), observer: nil) : .partModel(DeclaredType(model)),
        severity: isShared && (support == .known || !held.isEmpty) ? nil : .note,
        steps: canTrack
          ? [
            "replace ObservableObject and @Published of '\(model.name)' by @Observable",
            "replace @ObservedObject by let or @Bindable, @StateObject by @State, @EnvironmentObject by @Environment(\(model.name).self)",
          ] + stepsOfOwners(model, views.map(\.property))
          : !isMostlyHeld
            ? [
              "move what changes most into an ObservableObject of its own, which '\(model.name)' holds",
              "let the views that show it observe that, and pass values to those that need one",
            ]
            : [
              "pass \(SourceGraph.list(held, by: "or")) to the views that show it as @ObservedObject or @EnvironmentObject",
              "then take out what sends its changes on in '\(model.name)'",
            ],
        related: views.sorted { $0.property.place < $1.property.place }.map {
          // Of what it publishes: other members that are read evaluate nobody.
          let read = $0.members.intersection(published)
          let nothing = graph.handsOn($0.property, $0.type) ? "hands it on" : "reads nothing that it publishes"
          return .init(
            .reader, view: $0.type.qualifiedName, place: $0.property.place,
            message: read.isEmpty ? nothing : "reads \(SourceGraph.list(read.sorted()))")
        })
    }
  }
}

extension SourceRule {
  /// Whether a view shows something of the model that no tracking sees: members of an object that the model keeps in a `let`
  /// and that tells nobody of its changes, or whom the view does not observe. Today any published change shows it anew.
  fileprivate static func showsUntracked(
    _ property: Property, of model: TypeInfo, in view: TypeInfo, _ graph: SourceGraph
  ) -> Bool {
    guard let evaluation = graph.evaluation(of: view.id) else { return false }
    let members = Set(
      evaluation.reads(of: property.name).filter { $0.phase.isEvaluation }.compactMap(\.member))
    return members.contains { name in
      graph.modelReads.storedReads(of: name, in: model).contains { member in
        guard let kept = model.property(member), !kept.isPublished,
          let held = graph.index.type(of: kept, in: model)
        else { return false }
        // Who observes that object itself goes on to do so.
        let isObserved = view.storedProperties.contains {
          $0.isObservedObject && graph.model(of: $0, in: view)?.id == held.id
        }
        return held.isReference && !held.isObservable && !isObserved && held.storedProperties.contains { !$0.isLet }
      }
    }
  }

  /// Whether each object starts something that goes on by itself, and a view makes the object. `@StateObject` makes one when the
  /// view appears; `@State` makes another for each value of the view, and throws it away.
  fileprivate static func startsWork(_ model: TypeInfo, ownedBy properties: [Property]) -> Bool {
    guard properties.contains(where: { $0.storage == .object }) else { return false }
    return model.initializers.contains { initializer in
      initializer.body?.descendants.contains { code in
        code.kind == .call && Functions.startsTask.contains(code.calledName)
      } ?? false
    }
  }
}

/// Which views observe one and the same object, as far as the sources show.
private struct SharedObject {
  /// The views of the largest group that shares an object.
  private(set) var largestGroup: Set<TypeID> = []

  init(observers: [(view: TypeID, property: Property)], _ graph: SourceGraph) {
    var groups: [Set<TypeID>] = []
    func join(_ views: Set<TypeID>) {
      guard !views.isEmpty else { return }
      let touching = groups.filter { !$0.isDisjoint(with: views) }
      groups.removeAll { !$0.isDisjoint(with: views) }
      groups.append(touching.reduce(into: views) { $0.formUnion($1) })
    }
    join(Set(observers.filter { Self.isSingleton($0.property) }.map(\.view)))
    // One object of a type is in the environment as a rule, but not where a view that is built here and there owns it.
    let isOwnedPerUse = observers.contains { observer in
      observer.property.storage == .object && (graph.parents[observer.view] ?? []).count > 1
        // `State<Value>` is made for each kind of value.
        || observer.property.typeText?.contains("<") == true
    }
    if !isOwnedPerUse { join(Set(observers.filter { $0.property.storage == .environmentObject }.map(\.view))) }
    let names = Dictionary(observers.map { ($0.view, $0.property.name) }, uniquingKeysWith: { first, _ in first })
    struct Source: Hashable {
      var parent: TypeID
      var path: String
    }
    // By the property of the parent that each observer is given.
    var given: [Source: Set<TypeID>] = [:]
    for (id, name) in names {
      for (parent, child) in graph.parents[id] ?? [] where graph.looks(at: parent) {
        for argument in child.arguments where argument.property == name {
          var path = argument.value.memberPath ?? []
          if path.first == "self" { path.removeFirst() }
          guard let source = path.first, graph.index[parent].property(source) != nil else { continue }
          let key = Source(parent: parent, path: path.joined(separator: "."))
          given[key, default: names[parent] == source ? [parent] : []].insert(id)
        }
      }
    }
    // In whatever order: the groups that come of it are the same.
    for views in given.values { join(views) }
    largestGroup = groups.max { ($0.count, $1.min()?.index ?? 0) < ($1.count, $0.min()?.index ?? 0) } ?? []
  }

  private static func isSingleton(_ property: Property) -> Bool {
    guard let path = property.initialValue?.memberPath else { return false }
    return path.count == 2 && path[0].startsUppercase
  }
}

extension SourceGraph {
  /// Whether evaluation gives an object as a whole to something, which may read any of it.
  fileprivate func handsOn(_ property: Property, _ type: TypeInfo) -> Bool {
    evaluation(of: type.id)?.evaluationReads(of: property.name).contains {
      $0.path.isEmpty && !$0.isProjection && !$0.isDerived
    } ?? false
  }
}
