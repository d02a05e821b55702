import SwiftUIModel
internal import Vocabulary

/// Work that a view starts whenever a value changes, and that changes the value.
enum SelfStartingWork {
  struct Edge {
    var target: PropertyPath
    var code: Code
    var caller: Code
    /// Nothing but the end of the view ends it.
    var isEndless: Bool
    /// Nothing decides whether it happens. Looked at of what is endless.
    var isUnconditional: Bool
    /// What is written of the target.
    var fields: WorkOfModels.Fields
    /// What is watched of the source.
    var watched: WorkOfModels.Fields

    /// Whether it changes what it watches, where both are of one property.
    var feedsItself: Bool { !fields.isDisjoint(with: watched) }
  }

  /// - Parameter areEndless: Whether only what can never come to rest counts, which no trace is needed for: another value at each
  ///   turn, whatever happens.
  static func findings(_ graph: SourceGraph, areEndless: Bool = false) -> [Draft] {
    var work = WorkOfModels(graph)
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      let edges = graph.answers.selfStartingWork.value(for: type.id) { Self.edges(type, evaluation, graph, &work) }
      var seen: Set<Code> = []
      return edges.sorted { $0.key.text < $1.key.text }.flatMap { source, targets in
        targets.compactMap { edge -> Draft? in
          guard
            edge.target == source && edge.feedsItself
              || edge.target != source
                && isReachable(source, from: edge.target, targets: { edges[$0, default: []].map(\.target) }),
            seen.insert(edge.code).inserted
          else {
            return nil
          }
          let around = edge.target == source ? "" : ", which leads to it again"
          // What comes to rest is for a trace to tell.
          let isCertain = edge.isEndless && edge.target == source
          if areEndless, !isCertain || !edge.isUnconditional || edge.code.isDelayed(in: edge.caller) { return nil }
          return Draft(
            "what '\(edge.caller.calledName)' of '\(source.text)' starts writes '\(edge.target.text)'\(around), so each update starts the "
              + "next; start it from what should cause it, or compare before writing",
            at: edge.code.start, code: edge.code, view: type, subject: .cycle([source, edge.target]),
            change: .breakLoop([source, edge.target], .handlers),
            severity: isCertain ? nil : .note, certainty: isCertain ? .certain : .possible,
            grounds: areEndless ? .wrong("each update leads to the next", edge.code.start) : nil,
            steps: [
              "watch what asks for the work, not what the work changes",
              "or leave '\(edge.target.text)' alone where it has the value already",
            ],
            related: [
              .init(
                .starter, view: type.qualifiedName, place: edge.caller.nameStart,
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
      _ target: PropertyPath, _ fields: WorkOfModels.Fields = .all, at code: Code, _ caller: Code,
      isEndless: Bool = false, isUnconditional: Bool = false
    ) {
      for (source, seen) in watched[caller] ?? [:] {
        edges[source, default: []].append(
          Edge(
            target: target, code: code, caller: caller, isEndless: isEndless, isUnconditional: isUnconditional,
            fields: fields, watched: seen))
      }
    }
    for write in evaluation.writes {
      guard let caller = write.phase.caller, watched[caller] != nil, let property = type.property(write.property),
        !write.code.isGuarded(for: Set([write.property] + write.path.suffix(1)), upTo: caller)
      else { continue }
      if let model = graph.model(of: property, in: type), let member = write.path.first {
        let fields = write.path.count > 1 ? WorkOfModels.Fields.some([write.path[1]]) : .all
        add(
          PropertyPath(write.property, member), fields, at: write.code, caller,
          isEndless: WorkOfModels.alwaysDiffers(write.code) || sendsEachAssignment(caller, of: member, in: model),
          isUnconditional: isUnconditional(write, caller))
        for other in work.observed(member, in: model).sorted() {
          add(PropertyPath(write.property, other), at: write.code, caller)
        }
      } else if property.wrapper != nil {
        add(
          PropertyPath(write.property), at: write.code, caller, isEndless: WorkOfModels.alwaysDiffers(write.code),
          isUnconditional: isUnconditional(write, caller))
      }
    }
    for call in evaluation.calls {
      guard let caller = call.phase.caller, watched[caller] != nil, let path = call.code.callee?.memberPath,
        let (name, method) = member(path), let property = type.property(name),
        let model = graph.model(of: property, in: type)
      else { continue }
      for target in work.writes(of: method, in: model).sorted() {
        let isEndless = work.alwaysDiffers(target, in: model)
        add(
          PropertyPath(name, target), work.fields(of: target, writtenBy: method, in: model), at: call.code, caller,
          isEndless: isEndless,
          isUnconditional: isEndless && call.code.isFirstThing(in: caller)
            && work.alwaysWrites(target, in: method, of: model))
      }
    }
    // `.task(id: room.refreshed, room.refresh)` names the method alone.
    for caller in watched.keys.sorted(by: { $0.start < $1.start }) {
      for argument in caller.arguments where argument.name.isEmpty || Labels.actions.contains(argument.name) {
        guard let path = argument.firstChild?.memberPath, let (name, method) = member(path),
          let property = type.property(name), let model = graph.model(of: property, in: type)
        else { continue }
        for target in work.writes(of: method, in: model).sorted() {
          add(
            PropertyPath(name, target), work.fields(of: target, writtenBy: method, in: model), at: argument, caller,
            isEndless: work.alwaysDiffers(target, in: model))
        }
      }
    }
    return edges
  }

  /// `onReceive(model.$items)`: a published property sends whatever is assigned, also what was there.
  private static func sendsEachAssignment(_ caller: Code, of member: String, in model: TypeInfo) -> Bool {
    guard caller.calledEvent == .publisher, model.isObservableObject, let publisher = caller.arguments.first?.firstChild
    else { return false }
    let parts = [publisher] + Array(publisher.descendants)
    return parts.contains { $0.kind == .member && $0.name == "$" + member }
      && !parts.contains {
        $0.kind == .call && ($0.callee?.name).map { !Functions.handsOnEachValue.contains($0) } ?? true
      }
  }

  /// Whether a handler comes to the write whenever it runs, itself or in a helper that it calls first thing.
  private static func isUnconditional(_ write: Write, _ caller: Code) -> Bool {
    if write.via.isEmpty { return SourceRule.isUnconditional(write, caller) }
    guard write.via.count == 1, let helper = write.code.ancestors.first(where: { $0.kind == .function }),
      let block = helper.first(.block),
      block.allThatRuns.contains(where: { $0 == write.code || $0.contains(write.code) }),
      !write.code.isConditional(in: block),
      !write.code.ancestors.prefix(while: { $0 != block }).contains(where: { $0.kind == .closure })
    else { return false }
    return caller.descendants(.call).contains { $0.calledName == helper.name && $0.isFirstThing(in: caller) }
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
