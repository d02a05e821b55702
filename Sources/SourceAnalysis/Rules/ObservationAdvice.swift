import SwiftUIModel

/// Whether `@Observable` can be advised for a model: its app has to run on systems that know it, and the class may do nothing
/// that the macro does not support.
struct ObservationAdvice {
  enum Support: Sendable {
    /// A project says so, or the app uses what came with it.
    case known
    /// Nothing tells.
    case unknown
    /// The app runs on older systems.
    case missing
  }

  /// Two parameters of a handler of changes came out with observation; a few of them may stand behind a check.
  private static let leastNewHandlers = 3
  private static let handlers = Set(Calls.events.lazy.filter { $0.value == .change }.map(\.key))

  private let graph: SourceGraph
  private let manifests: [PackageManifest]
  /// What the sources show where no project says it.
  private let shown: Support

  init(_ graph: SourceGraph) {
    self.graph = graph
    manifests = graph.manifests
    shown = Self.shown(by: graph)
  }

  /// What is known of the systems that the code at all of the paths runs on.
  func support(at paths: [String]) -> Support {
    if graph.isBelowObservation(paths, manifests) { return .missing }
    return paths.allSatisfy { graph.deploymentTarget(at: $0, manifests) != nil } ? .known : shown
  }

  /// Whether the class can be `@Observable` as it is, and tells its observers nothing by other ways than its members.
  func fits(_ model: TypeInfo) -> Bool {
    graph.observableAsTheyAre.value(for: model.id) { Self.fits(model, graph.projectedMembers.value) }
  }

  private static func fits(_ model: TypeInfo, _ projected: ProjectedMembers) -> Bool {
    guard model.kind == .class, model.isObservableObject,
      !model.storedProperties.contains(where: {
        $0.storage != .member && $0.wrapper?.conflictsWithTracking == true
      })
    else { return false }
    let published = Set(model.storedProperties.filter { $0.storage == .member }.map(\.name))
    for code in model.allCode.lazy.flatMap(\.descendants) where code.kind == .identifier || code.kind == .member {
      if code.name == Protocols.changePublisher { return false }
      // In a class `$member` is a publisher.
      if code.name.utf8.first == UInt8(ascii: "$"), published.contains(String(code.name.dropFirst())) { return false }
    }
    return !projected.includes(published, of: model)
  }

  private static func shown(by graph: SourceGraph) -> Support {
    let observable = graph.index.types.contains { type in
      type.isObservableClass && !type.code.attributeNames.contains("available")
    }
    if observable { return .known }
    var handlers = 0
    for evaluation in graph.evaluations.values {
      handlers += evaluation.calls(namedAnyOf: Self.handlers).count { call in
        call.code.arguments.last?.firstChild.map { $0.kind == .closure && $0.all(.parameter).count == 2 } ?? false
      }
    }
    if handlers >= leastNewHandlers { return .known }
    let checked = graph.index.files.compactMap(\.tree.lowestCheckedSystem).min()
    return checked.map { $0 <= SourceGraph.firstWithObservation } == true ? .missing : .unknown
  }
}

/// Members that some code takes as publishers: `model.$member`.
struct ProjectedMembers: Sendable {
  /// By what they are mentioned of.
  private let mentions: [String: Set<String>]
  /// Names of properties with the types that they have somewhere.
  private let heldTypes: [String: Set<String>]

  init(_ index: SourceIndex) {
    var mentions: [String: Set<String>] = [:]
    for file in index.files {
      for code in file.root.descendants where code.kind == .member && code.name.utf8.first == UInt8(ascii: "$") {
        guard let base = code.firstChild?.memberPath?.last, base != "self" else { continue }
        mentions[base, default: []].insert(String(code.name.dropFirst()))
      }
    }
    self.mentions = mentions
    var heldTypes: [String: Set<String>] = [:]
    for property in index.types.flatMap(\.properties) where mentions[property.name] != nil {
      heldTypes[property.name, default: []].insert(TypeName.base(property.typeText ?? ""))
    }
    self.heldTypes = heldTypes
  }

  /// Whether one of the members is taken of something that may be the model.
  func includes(_ members: Set<String>, of model: TypeInfo) -> Bool {
    mentions.contains { base, mentioned in
      !mentioned.isDisjoint(with: members) && heldTypes[base].map { $0.contains(model.name) } ?? true
    }
  }
}
