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
    var parts = PartsOfModels(graph)
    let names = matching.traceNames.keys.reduce(into: [TypeID: TracedNames]()) { names, id in
      names[id] = TracedNames(graph.index[id], graph, &parts)
    }
    var changes = matching.traceNames.mapValues { _ in NamedChanges() }
    for run in profile.runs {
      for (message, number) in zip(run.messages, updates(byMessageOf: run)) where number > 0 {
        // What appears names all that it stores.
        guard let view = views[message.view], let names = names[view], !message.causes.contains(.identity) else {
          continue
        }
        for cause in message.causes {
          switch cause {
          case .viewValue, .identity: break
          case .dynamicProperty(let name): changes[view]?.add(PropertyPath(names.property(name)), number)
          case .keyPath(let path, _):
            let meant = names.members(path)
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

/// How the sources call what a trace names of a view.
private struct TracedNames {
  private let stored: Set<String>
  /// By the type of a model, the properties that hold one, and members of models that do.
  private var models: [String: [PropertyPath]] = [:]
  /// The bindings by which the body reads members of its maker's models.
  private let boundMembers: [ModelMember: Set<String>]

  init(_ type: TypeInfo, _ graph: SourceGraph, _ parts: inout PartsOfModels) {
    stored = Set(type.storedProperties.map(\.name))
    boundMembers = graph.bindings(toMembersIn: type)
    for property in type.storedProperties {
      guard let model = graph.index.type(of: property, in: type), model.isReference else { continue }
      models[model.name, default: []].append(PropertyPath(property.name))
      for part in parts.parts(of: model) {
        models[part.type, default: []].append(PropertyPath(property.name, part.member))
      }
    }
  }

  func property(_ traced: String) -> String { PropertyName.source(traced, among: stored) }

  /// `\Player.progress`: `player.progress`; of a model that others hold, the members that do: `session.player`; where neither does, the
  /// bindings to it.
  func members(_ traced: String) -> [PropertyPath] {
    guard let (owner, member) = PropertyName.keyPath(traced) else { return [] }
    let holders = models[ModelMember.ownName(of: owner)] ?? []
    if holders.isEmpty {
      return (boundMembers[ModelMember(member, of: owner)] ?? []).sorted().map { PropertyPath($0) }
    }
    let direct = holders.filter { $0.member == nil }
    // A getter without a symbol: `\Player.<computed 0x1 (Double)>`.
    let isNamed = !member.hasPrefix("<")
    return direct.isEmpty ? holders : direct.map { PropertyPath($0.property, isNamed ? member : nil) }
  }
}
