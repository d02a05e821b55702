import SwiftUIModel
internal import Vocabulary

/// What the methods of models write: their own stored properties, through other methods and property observers.
struct WorkOfModels {
  let graph: SourceGraph
  private var known: [TypeID: [String: Set<String>]] = [:]
  /// Stored properties, by type, that get another value at each write: the time, a new id, one more.
  private var restless: [TypeID: Set<String>] = [:]
  /// By type and method, the fields of stored structs that are written: `identity.name = …`.
  private var fields: [TypeID: [String: [String: Fields]]] = [:]

  /// Which fields of a struct code reads or writes.
  enum Fields: Equatable {
    case all
    case some(Set<String>)

    /// Whether nothing is in both.
    func isDisjoint(with other: Fields) -> Bool {
      guard case .some(let own) = self, case .some(let others) = other else { return false }
      return own.isDisjoint(with: others)
    }

    mutating func formUnion(_ other: Fields) {
      if case .some(let own) = self, case .some(let others) = other {
        self = .some(own.union(others))
      } else {
        self = .all
      }
    }
  }

  init(_ graph: SourceGraph) { self.graph = graph }

  /// The stored properties that a method writes without comparing first.
  mutating func writes(of method: String, in type: TypeInfo) -> Set<String> {
    if let found = known[type.id]?[method] { return found }
    // A method that calls itself adds nothing.
    known[type.id, default: [:]][method] = []
    var found: Set<String> = []
    for function in type.functions where function.name == method {
      if let body = function.body { collect(body, of: method, type, into: &found) }
    }
    known[type.id]?[method] = found
    return found
  }

  /// The fields of a stored property that a method writes. Known after `writes`.
  func fields(of name: String, writtenBy method: String, in type: TypeInfo) -> Fields {
    fields[type.id]?[method]?[name] ?? .all
  }

  /// The fields of a stored property that a member of the model shows: itself, or a computed property.
  func fields(of name: String, readBy member: [String], in type: TypeInfo) -> Fields {
    guard let first = member.first, first != name else {
      return member.count > 1 ? .some([member[1]]) : .all
    }
    guard let getter = type.property(first)?.getter else { return .all }
    var found = Fields.some([])
    for code in getter.descendants where code.kind == .identifier && !code.isShadowed(code.name) {
      if code.name == name {
        found.formUnion(Self.field(at: code))
      } else if code.name == "self", let member = code.parent, member.kind == .member, member.name == name {
        found.formUnion(Self.field(at: member))
      }
    }
    // Through another computed property.
    return found == .some([]) ? .all : found
  }

  /// The field that is asked of a value: `identity.name`.
  private static func field(at place: Code) -> Fields {
    guard let member = place.parent, member.kind == .member, member.firstChild == place else { return .all }
    // A method may do anything with it.
    return member.parent?.kind == .call && member.parent?.callee == member ? .all : .some([member.name])
  }

  /// Whether each write gives the stored property another value than it had. Known after `writes`.
  func isRestless(_ name: String, in type: TypeInfo) -> Bool { restless[type.id]?.contains(name) ?? false }

  /// `= .now`, `= UUID()`, `+= 1`: never the value it was.
  static func isRestless(_ write: Code) -> Bool {
    if write.kind == .call { return Methods.toggles.contains(write.calledName) }
    guard write.kind == .assign else { return false }
    guard write.name == "=" else { return true }
    guard let value = Array(write.children).last else { return false }
    return value.isFreshValue || value.kind == .member && value.name == KnownTypes.currentInstant
  }

  /// What follows a write of a stored property: its observers' writes.
  mutating func observed(_ name: String, in type: TypeInfo) -> Set<String> {
    let key = "didSet " + name
    if let found = known[type.id]?[key] { return found }
    known[type.id, default: [:]][key] = []
    var found: Set<String> = []
    if let property = type.property(name), property.isStored {
      for accessor in property.code.all(.accessor) where ["didSet", "willSet"].contains(accessor.name) {
        collect(accessor, of: key, type, into: &found)
      }
    }
    found.remove(name)
    known[type.id]?[key] = found
    return found
  }

  private mutating func collect(_ block: Code, of method: String, _ type: TypeInfo, into found: inout Set<String>) {
    for code in block.descendants where code.kind == .identifier {
      var name = code.name
      var place = code
      if name == "self" {
        guard let member = code.parent, member.kind == .member, member.firstChild == code else { continue }
        name = member.name
        place = member
      } else if code.isShadowed(name) {
        continue
      }
      if let property = type.property(name), property.isStored {
        let isChanged = place.isWritten || changesInPlace(place)
        guard isChanged, !place.isGuarded(for: [name], upTo: block) else { continue }
        if let parent = place.accessChain.parent, parent.kind == .assign, Self.isRestless(parent) {
          restless[type.id, default: []].insert(name)
        }
        note([name: Self.field(at: place)], for: method, in: type)
        if found.insert(name).inserted { found.formUnion(observed(name, in: type)) }
      } else if place.parent?.kind == .call, place.parent?.callee == place {
        found.formUnion(writes(of: name, in: type))
        note(fields[type.id]?[name] ?? [:], for: method, in: type)
      }
    }
  }

  private mutating func note(_ written: [String: Fields], for method: String, in type: TypeInfo) {
    fields[type.id, default: [:]][method, default: [:]].merge(written) { known, new in
      var known = known
      known.formUnion(new)
      return known
    }
  }

  /// `items[0].title = …`, `items.append(…)`.
  private func changesInPlace(_ place: Code) -> Bool {
    let chain = place.accessChain
    return chain.parent?.kind == .call && chain.parent?.callee == chain && chain.kind == .member
      && Methods.mutates.contains(chain.name)
  }
}

/// Work that a view starts whenever a value changes, and that changes the value.
enum SelfStartingWork {
  private struct Edge {
    var target: PropertyPath
    var code: Code
    var trigger: Code
    /// Nothing but the end of the view ends it.
    var isEndless: Bool
    /// What is written of the target.
    var fields: WorkOfModels.Fields
    /// What is watched of the source.
    var watched: WorkOfModels.Fields

    /// Whether it changes what it watches, where both are of one property.
    var feedsItself: Bool { !fields.isDisjoint(with: watched) }
  }

  static func findings(_ graph: SourceGraph) -> [Draft] {
    var work = WorkOfModels(graph)
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      let edges = edges(type, evaluation, graph, &work)
      var seen: Set<Code> = []
      return edges.sorted { $0.key.text < $1.key.text }.flatMap { source, targets in
        targets.compactMap { edge -> Draft? in
          guard
            edge.target == source && edge.feedsItself
              || edge.target != source
                && leads(from: edge.target, to: source, targets: { edges[$0, default: []].map(\.target) }),
            seen.insert(edge.code).inserted
          else {
            return nil
          }
          let around = edge.target == source ? "" : ", which leads to it again"
          // What comes to rest is for a trace to tell.
          let isCertain = edge.isEndless && edge.target == source
          return Draft(
            "what '\(edge.trigger.calledName)' of '\(source.text)' starts writes '\(edge.target.text)'\(around), so each update starts the "
              + "next; start it from what should cause it, or compare before writing",
            at: edge.code.start, code: edge.code, view: type, subject: .cycle([source, edge.target]),
            change: .breakLoop([source, edge.target], .handlers),
            severity: isCertain ? nil : .note, certainty: isCertain ? .certain : .possible,
            steps: [
              "watch what asks for the work, not what the work changes",
              "or leave '\(edge.target.text)' alone where it has the value already",
            ],
            related: [
              .init(
                .trigger, view: type.qualifiedName, place: edge.trigger.nameStart,
                message: "starts whenever '\(source.text)' changes")
            ])
        }
      }
    }
  }

  private static func edges(
    _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, _ work: inout WorkOfModels
  ) -> [PropertyPath: [Edge]] {
    var watched: [Code: [PropertyPath: WorkOfModels.Fields]] = [:]
    for call in evaluation.calls(namedAnyOf: Calls.followsValue) where call.phase.isEvaluation {
      let names = self.watched(by: call.code, type, evaluation, graph, work)
      if !names.isEmpty { watched[call.code] = names }
    }
    if watched.isEmpty { return [:] }
    var edges: [PropertyPath: [Edge]] = [:]
    func add(
      _ target: PropertyPath, _ fields: WorkOfModels.Fields = .all, at code: Code, _ trigger: Code,
      isEndless: Bool = false
    ) {
      for (source, seen) in watched[trigger] ?? [:] {
        edges[source, default: []].append(
          Edge(target: target, code: code, trigger: trigger, isEndless: isEndless, fields: fields, watched: seen))
      }
    }
    for write in evaluation.writes {
      guard let trigger = write.phase.trigger, watched[trigger] != nil, let property = type.property(write.property),
        !write.code.isGuarded(for: Set([write.property] + write.path.suffix(1)), upTo: trigger)
      else { continue }
      if let model = graph.model(of: property, in: type), let member = write.path.first {
        let fields = write.path.count > 1 ? WorkOfModels.Fields.some([write.path[1]]) : .all
        add(
          PropertyPath(write.property, member), fields, at: write.code, trigger,
          isEndless: WorkOfModels.isRestless(write.code))
        for other in work.observed(member, in: model).sorted() {
          add(PropertyPath(write.property, other), at: write.code, trigger)
        }
      } else if property.wrapper != nil {
        add(PropertyPath(write.property), at: write.code, trigger, isEndless: WorkOfModels.isRestless(write.code))
      }
    }
    for call in evaluation.calls {
      guard let trigger = call.phase.trigger, watched[trigger] != nil, let path = call.code.callee?.memberPath,
        let (name, method) = member(path), let property = type.property(name),
        let model = graph.model(of: property, in: type)
      else { continue }
      for target in work.writes(of: method, in: model).sorted() {
        add(
          PropertyPath(name, target), work.fields(of: target, writtenBy: method, in: model), at: call.code, trigger,
          isEndless: work.isRestless(target, in: model))
      }
    }
    // `.task(id: room.refreshed, room.refresh)` names the method alone.
    for trigger in watched.keys.sorted(by: { $0.start < $1.start }) {
      for argument in trigger.arguments where argument.name.isEmpty || Labels.actions.contains(argument.name) {
        guard let path = argument.firstChild?.memberPath, let (name, method) = member(path),
          let property = type.property(name), let model = graph.model(of: property, in: type)
        else { continue }
        for target in work.writes(of: method, in: model).sorted() {
          add(
            PropertyPath(name, target), work.fields(of: target, writtenBy: method, in: model), at: argument, trigger,
            isEndless: work.isRestless(target, in: model))
        }
      }
    }
    return edges
  }

  private static func member(_ path: [String]) -> (property: String, member: String)? {
    let names = path.first == "self" ? Array(path.dropFirst()) : path
    return names.count == 2 ? (names[0], names[1]) : nil
  }

  /// State, and stored members of models, whose changes start the work.
  private static func watched(
    by call: Code, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, _ work: WorkOfModels
  ) -> [PropertyPath: WorkOfModels.Fields] {
    if call.calledEvent == .publisher {
      // `model.$items.debounce(…)`.
      guard var publisher = call.arguments.first?.firstChild else { return [:] }
      while publisher.kind == .call, let base = publisher.callee?.firstChild { publisher = base }
      guard let path = publisher.memberPath, let (name, member) = member(path), member.hasPrefix("$") else {
        return [:]
      }
      return [PropertyPath(name, String(member.dropFirst())): .all]
    }
    guard let value = call.argument(call.calledEvent == .task ? Labels.identity : "of") else { return [:] }
    // A value that a computed property of the view works out is read in its getter.
    let names = value.mentionedNames
    let places = [value] + evaluation.helpers.filter { $0.phase.isEvaluation && names.contains($0.name) }.map(\.block)
    var found: [PropertyPath: WorkOfModels.Fields] = [:]
    func add(_ path: PropertyPath, _ fields: WorkOfModels.Fields) {
      found[path, default: fields].formUnion(fields)
    }
    for read in evaluation.reads where read.phase.isEvaluation && !read.isProjection && !read.isDerived {
      guard places.contains(where: { $0 == read.code || $0.contains(read.code) }),
        let property = type.property(read.property)
      else { continue }
      if let model = graph.model(of: property, in: type) {
        guard let member = read.path.first else { continue }
        for stored in graph.storedReads(of: member, in: model) {
          add(PropertyPath(read.property, stored), work.fields(of: stored, readBy: read.path, in: model))
        }
      } else if property.wrapper != nil {
        add(PropertyPath(read.property), .all)
      }
    }
    return found
  }
}
