internal import SourceAnalysis
internal import TraceAnalysis
internal import TraceImport

/// What a finding of the sources is in the trace.
extension Remedies {
  func type(of finding: Finding) -> TypeInfo? {
    guard let name = finding.view else { return nil }
    let types = typesByName[name] ?? []
    return types.first { type in
      type.allCode.contains { $0 == finding.code || $0.contains(finding.code) }
    } ?? types.first
  }

  /// The trace's names of a declaration, as indices.
  func views(of id: TypeID) -> Set<Int> {
    recorded.factsIndex[id].map { Set(recorded.viewsOfFacts[$0]) } ?? []
  }

  /// The causes in the trace that mean a property of the view, or members of the model it holds.
  ///
  /// - Parameter path: The property, or property and member: then of an observed model that member alone.
  func causes(of type: TypeInfo?, _ path: PropertyPath) -> Set<Cause> {
    guard let type, let index = recorded.factsIndex[type.id] else { return [] }
    let name = path.property
    guard let member = path.member, let model = type.property(name).flatMap({ graph.index.type(of: $0, in: type) })
    else { return causesOfProperties[index][name] ?? [] }
    let members = graph.storedReads(of: member, in: model).union([member])
    return Self.causes(of: index, recorded) { $0 == name && members.contains($1) }[name] ?? []
  }

  /// By property of a view, the causes in the trace that mean it.
  ///
  /// - Parameters:
  ///   - index: Of the view's facts.
  ///   - isMeant: Of a cause that names a member of a model, whether property and member are asked about.
  static func causes(of index: Int, _ recorded: RecordedUpdates, isMeant: (String, String) -> Bool = { _, _ in true })
    -> [String: Set<Cause>]
  {
    let facts = recorded.facts[index]
    let stored = Set(facts.type.storedProperties.map(\.name))
    var result: [String: Set<Cause>] = [:]
    for message in recorded.viewsOfFacts[index].flatMap({ recorded.messagesOfView[$0] }) {
      for own in recorded.messages[message].own {
        switch own.cause {
        case .dynamicProperty(let traced):
          result[PropertyName.source(traced, among: stored), default: []].insert(own.cause)
        case .keyPath(let traced, _):
          guard let (owner, member) = PropertyName.keyPath(traced) else { continue }
          if let property = facts.modelProperty(owner) {
            if isMeant(property, member) { result[property, default: []].insert(own.cause) }
          } else {
            // `\Levels.values`, which the model hands on of the object that it holds.
            for part in facts.parts(ofType: owner) where isMeant(part.property, part.member ?? "") {
              result[part.property, default: []].insert(own.cause)
            }
          }
        case .dependencies:
          // Not named; one of the models whose members the body reads.
          for property in facts.held where facts.isObserved(property.name) {
            result[property.name, default: []].insert(own.cause)
          }
        default: break
        }
      }
    }
    return result
  }

  /// The outermost piece of the view's code that starts at a place.
  func code(at place: SourcePlace, in type: TypeInfo) -> Code? {
    for part in type.allCode where part.file.path == place.file {
      guard let offset = part.file.tree.offset(ofLine: place.line, column: place.column) else { continue }
      for code in part.descendants where code.startOffset == Int(offset) { return code }
    }
    return nil
  }

  /// Views of the trace that the innermost construction around a piece of code makes.
  func children(around code: Code, in type: TypeInfo?) -> Set<Int> {
    guard let type, let evaluation = graph.evaluation(of: type.id) else { return [] }
    // An object that is made in an argument is no view.
    let inner = evaluation.children.filter { child in
      child.code.contains(code) && child.type.map { graph.isView(graph.index[$0]) } == true
    }.max { $0.code.index < $1.code.index }
    return inner?.type.map(views) ?? []
  }

  /// Views of the trace that are constructed inside of a piece of code, or at the start of its modifier chain.
  func children(in code: Code, of type: TypeInfo?) -> Set<Int> {
    guard let type, let evaluation = graph.evaluation(of: type.id) else { return [] }
    var found = evaluation.children.filter { code == $0.code || code.contains($0.code) }.compactMap(\.type)
    // `row(item)`: what those who make the container have it build there.
    let builders = Set(
      type.storedProperties.filter {
        TypeName.isFunction($0.typeText ?? "") && !TypeName.returnsVoid($0.typeText ?? "")
      }
      .map(\.name))
    let called = code.descendants.filter { $0.kind == .call && builders.contains($0.calledName) }.map(\.calledName)
    found += built(by: Set(called), of: type, depth: 0)
    return found.reduce(into: []) { $0.formUnion(below($1)) }
  }

  /// What those who make a container have its builders build, also where they were handed the builder themselves.
  private func built(by builders: Set<String>, of type: TypeInfo, depth: Int) -> [TypeID] {
    guard !builders.isEmpty, depth < 4 else { return [] }
    var found: [TypeID] = []
    for (parent, container) in graph.parents[type.id] ?? [] {
      let content = container.arguments.filter { $0.property.map(builders.contains) ?? $0.isTrailing }
      found += (graph.evaluation(of: parent)?.children ?? []).filter { child in
        content.contains { $0.value.kind == .closure && $0.value.contains(child.code) }
      }.compactMap(\.type)
      let handedOn = content.compactMap { $0.value.memberPath?.filter { $0 != "self" } }.filter { $0.count == 1 }
      found += built(by: Set(handedOn.map { $0[0] }), of: graph.index[parent], depth: depth + 1)
    }
    return found
  }

  /// Whether rows move as a whole: most evaluations of several at once come with new ones beside them, or are of another
  /// number each time, as those behind one that went.
  ///
  /// As many as ever, at each change of what they show, have not moved, however many come to be there over time.
  func isShifting(_ view: Int) -> Bool {
    var moved = 0
    var counts: [Int: Int] = [:]
    for index in recorded.updates(of: view) {
      let update = recorded.updates[index]
      var evaluated = 0
      var inserted = 0
      for element in update.elements where recorded.traits[element.message].view == view {
        if element.isInitial { inserted += element.repetitions } else { evaluated += element.repetitions }
      }
      guard evaluated > Playback.rowsPerChange else { continue }
      if inserted > 0 { moved += evaluated * update.count } else { counts[evaluated, default: 0] += update.count }
    }
    var stayed = 0
    for (rows, updates) in counts {
      if counts.count > 1, updates < Self.recurring { moved += rows * updates } else { stayed += rows * updates }
    }
    return moved > stayed
  }

  /// Updates with the same number of rows from which on these are taken for all that there are.
  private static let recurring = 5

  /// The views of the trace, themselves among them, in whose evaluation some views were evaluated or made.
  func makers(of views: Set<Int>) -> Set<Int> {
    var result = views
    for view in views {
      for index in recorded.updates(of: view) {
        let elements = recorded.updates[index].elements
        for element in elements where recorded.traits[element.message].view == view {
          var trigger = element.trigger
          while let maker = trigger {
            result.insert(recorded.traits[elements[maker].message].view)
            trigger = elements[maker].trigger
          }
        }
      }
    }
    return result
  }

  /// Views of the trace that are made in rows and given a value of the type.
  func rows(of type: TypeInfo?) -> Set<Int> {
    guard let type else { return [] }
    return rowsOfTypes.value(for: type.id) { findRows(of: type) }
  }

  private func findRows(of type: TypeInfo) -> Set<Int> {
    if type.kind == .protocol {
      // A default of the protocol is that of all who conform.
      return graph.index.types.reduce(into: []) { found, conforming in
        guard conforming.kind != .protocol, graph.index.conforms(conforming, toAnyOf: [type.name]) else { return }
        found.formUnion(rows(of: conforming))
      }
    }
    return factsOfRows(of: type.id).reduce(into: []) { $0.formUnion(views(of: recorded.facts[$1].type.id)) }
  }

  /// The views of the trace that a declaration is, or that it makes where the trace does not show it.
  func below(_ id: TypeID) -> Set<Int> {
    var result: Set<Int> = []
    var seen: Set<TypeID> = []
    var pending = [id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let views = views(of: next)
      if views.isEmpty {
        // What is presented appears by itself.
        pending += (graph.evaluation(of: next)?.children ?? []).filter { !$0.code.isInPresentation }.compactMap(\.type)
      } else {
        result.formUnion(views)
      }
    }
    return result
  }

  /// Updates of the finding's view in which nothing changed that its code is made from; those where the trace does not
  /// tell count half.
  func updates(besideInputsOf finding: Finding) -> Double {
    guard let type = type(of: finding), let evaluation = graph.evaluation(of: type.id) else { return 0 }
    let inputs = graph.inputs(of: finding.code, evaluation)
    let causes = inputs.reduce(into: Set<Cause>()) { $0.formUnion(self.causes(of: type, PropertyPath($1))) }
    let given = type.storedProperties.filter(\.isPlainInput).map(\.name)
    let used = given.filter(inputs.contains).count
    // Which of the values changed that a parent hands in, no trace tells.
    let doubtOfSelf = used == 0 ? 1 : used == given.count ? 0 : 0.5
    return updates(of: type) { message in
      if message.own.contains(where: { causes.contains($0.cause) && $0.cause != .dependencies }) { return 0 }
      let named = message.own.contains { causes.contains($0.cause) } ? 0.5 : 1
      return message.hasSelf ? min(named, doubtOfSelf) : named
    }
  }

  /// How many updates of the finding's view name a path or one of its members, and how many it has.
  func updates(of finding: Finding, by path: PropertyPath) -> (caused: Int, all: Int) {
    guard let type = type(of: finding) else { return (0, 0) }
    let causes = causes(of: type, path)
    let caused = updates(of: type) { $0.own.contains { causes.contains($0.cause) } ? 1 : 0 }
    return (Int(caused), Int(updates(of: type) { _ in 1 }))
  }

  /// The updates of a view, each weighed by what it printed.
  private func updates(of type: TypeInfo, weighed weight: (RecordedUpdates.Message) -> Double) -> Double {
    guard let index = recorded.factsIndex[type.id] else { return 0 }
    let messages = recorded.viewsOfFacts[index].flatMap { recorded.messagesOfView[$0] }
    return messages.reduce(0) { $0 + weight(recorded.messages[$1]) * Double(recorded.updatesByMessage[$1]) }
  }
}
