internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// What a trace names as having changed, in the words of the sources.
extension Diagnosis {
  /// What a trace names as having changed, by the view that it shows.
  static func namedChanges(_ profile: TraceProfile, _ matching: ViewMatching, _ graph: SourceGraph)
    -> [TypeID: NamedChanges]
  {
    let views = matching.traceNames.reduce(into: [String: TypeID]()) { views, declared in
      for name in declared.value { views[name] = declared.key }
    }
    var names = TracedNames(graph)
    var changes = matching.traceNames.mapValues { _ in NamedChanges() }
    for run in profile.runs {
      for (message, number) in zip(run.messages, updates(byMessageOf: run)) where number > 0 {
        // What appears names all that it stores.
        guard let view = views[message.view], !message.causes.contains(.identity) else { continue }
        for cause in message.causes {
          switch cause {
          case .viewValue, .identity: break
          case .dynamicProperty(let name): changes[view]?.add(PropertyPath(names.property(name, of: view)), number)
          case .keyPath(let path, _):
            let meant = names.members(path, of: view)
            for path in meant { changes[view]?.add(path, number) }
            if meant.isEmpty { changes[view]?.addUnknown() }
          case .dependencies, .offset, .node: changes[view]?.addUnknown()
          }
        }
      }
    }
    return changes
  }

  /// Whether a finding says of a body what evaluates it, and the trace names other things only.
  func isBorneOut(_ finding: Finding, by named: [TypeID: NamedChanges]) -> Bool {
    guard case .extract(let extraction) = finding.change, let path = extraction.value ?? finding.drivingProperty,
      let changes = remedies.type(of: finding).flatMap({ named[$0.id] })
    else { return true }
    return !changes.namesOthersOnly(than: path)
  }

  /// How many evaluations each message of a run stands for.
  private static func updates(byMessageOf run: RunProfile) -> [Int] {
    var numbers = [Int](repeating: 0, count: run.messages.count)
    for part in run.parts {
      for update in part.updates {
        for element in update.elements {
          numbers[element.message] += element.repetitions * update.count
        }
      }
      for (key, number) in part.overflow.counts { numbers[key.message] += number }
    }
    return numbers
  }
}

/// The objects that models hold: looked up once, however many views hold such a model.
private struct PartsOfModels {
  let graph: SourceGraph
  private var known: [TypeID: [(type: String, member: String)]] = [:]

  init(_ graph: SourceGraph) { self.graph = graph }

  /// The members of a model that hold objects of other types, with the names of these.
  mutating func parts(of model: TypeInfo) -> [(type: String, member: String)] {
    if let parts = known[model.id] { return parts }
    let parts = model.properties.compactMap { member -> (type: String, member: String)? in
      guard let part = graph.index.type(of: member, in: model), part.isReference, part.id != model.id else {
        return nil
      }
      return (part.name, member.name)
    }
    known[model.id] = parts
    return parts
  }
}

/// How the sources call what a trace names of views; looked up when a trace first names something of a view.
private struct TracedNames {
  private let graph: SourceGraph
  private var parts: PartsOfModels
  private var stored: [TypeID: Set<String>] = [:]
  private var models: [TypeID: [String: [PropertyPath]]] = [:]

  init(_ graph: SourceGraph) {
    self.graph = graph
    parts = PartsOfModels(graph)
  }

  mutating func property(_ traced: String, of view: TypeID) -> String {
    PropertyName.source(traced, among: stored(of: view))
  }

  private mutating func stored(of view: TypeID) -> Set<String> {
    if let known = stored[view] { return known }
    let names = Set(graph.index[view].storedProperties.map(\.name))
    stored[view] = names
    return names
  }

  /// `\Player.progress`: `player.progress`; of a model that others hold, the members that do: `session.player`; where neither does, the
  /// bindings to it.
  mutating func members(_ traced: String, of view: TypeID) -> [PropertyPath] {
    guard let (owner, member) = PropertyName.keyPath(traced) else { return [] }
    let holders = models(of: view)[ModelMember.ownName(of: owner)] ?? []
    if holders.isEmpty {
      // The bindings by which the body reads members of its maker's models.
      let bound = graph.bindings(toMembersIn: graph.index[view])
      return (bound[ModelMember(member, of: owner)] ?? []).sorted().map { PropertyPath($0) }
    }
    let direct = holders.filter { $0.member == nil }
    // A getter without a symbol: `\Player.<computed 0x1 (Double)>`.
    let isNamed = !member.hasPrefix("<")
    return direct.isEmpty ? holders : direct.map { PropertyPath($0.property, isNamed ? member : nil) }
  }

  /// By the type of a model, the properties of a view that hold one, and members of models that do.
  private mutating func models(of view: TypeID) -> [String: [PropertyPath]] {
    if let known = models[view] { return known }
    let type = graph.index[view]
    var found: [String: [PropertyPath]] = [:]
    for property in type.storedProperties {
      guard let model = graph.index.type(of: property, in: type), model.isReference else { continue }
      found[model.name, default: []].append(PropertyPath(property.name))
      for part in parts.parts(of: model) {
        found[part.type, default: []].append(PropertyPath(property.name, part.member))
      }
    }
    models[view] = found
    return found
  }
}
