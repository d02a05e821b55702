import SwiftUIModel
internal import Vocabulary

/// What a gesture writes for every event, work for each of its steps and a transfer for each of its packets, to a model that is observed.
enum FrequentModelWrites {
  static func findings(_ graph: SourceGraph) -> [Draft] { perEvent(graph) + perStep(graph) + perPacket(graph) }

  /// What a gesture or a scroll writes to an object that others observe as well: each event evaluates them all.
  private static func perEvent(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var seen: Set<PropertyPath> = []
      return evaluation.writes.compactMap { write -> Draft? in
        guard let caller = write.phase.caller, Calls.runsPerEvent.contains(write.phase.finalCallerName),
          let member = write.path.first, let property = type.property(write.property),
          [.environmentObject, .observed, .state, .object].contains(property.storage), write.value?.isConstant != true,
          graph.model(of: property, in: type).map({ $0.property(member)?.storage == .member }) ?? true,
          ContinuousUpdates.isShared(property, in: type, graph) || isKeptForOthers(property, in: type, graph),
          !write.code.isGuarded(for: [member], upTo: caller), !SourceGraph.deliversSize(caller),
          !SourceGraph.isSameForEachEvent(write, property),
          seen.insert(PropertyPath(write.property, member)).inserted
        else { return nil }
        let path = PropertyPath(write.property, member)
        return Draft(
          "'\(write.phase.callerName)' writes '\(path.text)' for every event, and each write evaluates all who observe "
            + "'\(write.property)'; keep it in state of '\(type.name)' meanwhile, and write the object when it ends",
          at: write.code.start, code: write.code, view: type, subject: .path(path), change: .writeOnThreshold(path),
          severity: .note,
          steps: [
            "keep what moves in state of the view that shows it",
            "assign '\(path.text)' at the end, or past a threshold",
          ])
      }
    }
  }

  /// Whether a view keeps the object, and another one observes it.
  private static func isKeptForOthers(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard property.storage?.isOwnedByView == true, let model = graph.model(of: property, in: type),
      model.isObservableObject
    else { return false }
    return graph.holders(of: model).contains { $0.view.id != type.id && $0.property.isObservedObject }
  }

  /// `for token in tokens { …; await MainActor.run { output = text } }`: what is observed is written at each step of the work.
  private static func perStep(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass else { return [] }
      var seen: Set<String> = []
      let observed = Dictionary(
        ModelRates.announced(by: model).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      return model.functions.compactMap(\.body).flatMap { $0.descendants(.forStatement) }.compactMap { loop -> Draft? in
        guard !loop.flags.contains(.isSpecial), let block = loop.first(.block) else { return nil }
        for call in block.descendants(.call)
        where Functions.hopsToMain(call.callee?.memberPath) && !call.isConditional(in: block) {
          guard let inner = call.arguments.last?.firstChild?.first(.block) else { continue }
          for assignment in inner.all(.assign) {
            guard let target = assignment.firstChild, target.kind == .identifier, observed[target.name] != nil,
              !target.isShadowed(target.name), !assignment.isGuarded(for: [target.name], upTo: block),
              assignment.assignedValue?.isConstant != true, seen.insert(target.name).inserted
            else { continue }
            return Draft(
              "each step of the loop writes '\(target.name)' of '\(model.name)' on the main actor, and evaluates all who show it; write it "
                + "for several steps at once, or a few times per second",
              at: assignment.start, code: assignment, view: model, subject: .property(target.name),
              change: .writeOnThreshold(PropertyPath(target.name)), severity: .note, certainty: .possible,
              steps: [
                "gather what the steps give in a local", "assign '\(target.name)' now and then, and once at the end",
              ])
          }
        }
        return nil
      }
    }
  }

  /// `urlSession(_:downloadTask:didWriteData:…)`: what is observed is written for each packet that comes in, many times per second.
  private static func perPacket(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass else { return [] }
      let flooded = model.functions.filter(\.code.isFlooded)
      let others = graph.writesOfOthers(to: model.id).filter { write in
        write.code.ancestors.contains { $0.kind == .function && $0.isFlooded }
      }
      // Most have none; without views among the sources nobody knows who shows it.
      guard !flooded.isEmpty || !others.isEmpty, graph.evaluations.isEmpty || !graph.holders(of: model).isEmpty else {
        return []
      }
      let announced = ModelRates.announced(by: model).map(\.name)
      var writes: [(member: String, code: Code)] = flooded.flatMap { function in
        announced.compactMap { name in
          graph.mentions(of: name, in: model).first { $0.isWritten && function.code.contains($0) }.map { (name, $0) }
        }
      }
      writes += others.filter { announced.contains($0.member) }.map { ($0.member, $0.code) }
      var seen: Set<String> = []
      return writes.compactMap { member, code -> Draft? in
        guard let handler = code.ancestors.first(where: { $0.kind == .function && $0.isFlooded }),
          !code.isGuarded(for: [member], upTo: handler), !code.isRationed(in: handler, by: model),
          seen.insert(member).inserted
        else { return nil }
        let path = PropertyPath(member)
        return Draft(
          "'\(handler.name)' writes '\(member)' of '\(model.name)' for each packet or buffer that comes in, and each write evaluates "
            + "who shows it; gather what comes, and write it a few times per second",
          at: code.start, code: code, view: model, subject: .path(path), change: .writeOnThreshold(path),
          severity: .note,
          grounds: .recurring(Recurrence(.callback(handler.name), writing: member, at: code)),
          steps: [
            "keep what comes in where nobody observes it",
            "assign '\(member)' a few times per second, or past a threshold",
          ])
      }
    }
  }
}

extension Code {
  /// Whether a function is called for each packet or buffer, by the label of a parameter: or with what a meter shows of a sound.
  fileprivate var isFlooded: Bool {
    let parameters = all(.parameter)
    if parameters.contains(where: { Conventions.floodingHandlers.contains($0.name.lowercased()) }) { return true }
    let name = name.lowercased()
    return Conventions.namesOfMeters.contains(where: name.hasSuffix)
      && parameters.contains { parameter in
        TypeName.elements(parameter.typeText ?? "").last.map(KnownTypes.reals.contains)
          ?? KnownTypes.reals.contains(TypeName.base(parameter.typeText ?? ""))
      }
  }
}
