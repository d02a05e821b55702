import SwiftUIModel
internal import Vocabulary

/// What a gesture writes for every event, work for each of its steps and a transfer for each of its packets, to a model that is observed.
enum FrequentModelWrites {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    perEvent(graph) + perStep(graph) + perPacket(graph) { function, _ in function.isFlooded } + perReading(graph)
  }

  /// What may come as often, for all that the types of its parameters tell: a trace shows whether it does.
  ///
  /// How often a function is called that the sources call, that code tells: `paste(_ buffer: AVAudioPCMBuffer)` is no reading.
  static func suspicions(_ graph: SourceGraph) -> [Draft] {
    let rates = ModelRates(graph, isWhole: true)
    return perPacket(graph) { function, owner in
      function.takesReadings && !rates.isCalledHere(function, by: owner)
    }
  }

  /// `node.installTap(…) { buffer, _ in … self.level = rms }`: what a sensor, or the pointer wherever it is, makes a model write for each of
  /// its events, at once or through methods.
  private static func perReading(_ graph: SourceGraph) -> [Draft] {
    let rates = ModelRates(graph, isWhole: true)
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass, graph.mayBeShown(model) else { return [] }
      let announced = Dictionary(
        ModelRates.announced(by: model).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      var seen: Set<String> = []
      return graph.memberWrites.value[model.id].compactMap { write in
        guard let property = announced[write.member], !write.value.isConstant,
          // One of a few values is mostly the one that is there: that is another fault.
          !RepeatedPublishing.isFewValued(property),
          case .callback(let sensor)? = rates.recurrence(of: write, to: model)?.source,
          Calls.deliversReadings.contains(sensor), !write.code.isRationed(in: write.code.reader, by: model),
          seen.insert(write.member).inserted
        else { return nil }
        return draft(sensor, writes: write.member, of: model, at: write.code)
      }
    }
  }

  private static func draft(_ handler: String, writes member: String, of model: TypeInfo, at code: Code) -> Draft {
    let path = PropertyPath(member)
    return Draft(
      "'\(handler)' writes '\(member)' of '\(model.name)' for each packet or reading that comes in, and each write evaluates "
        + "who shows it; gather what comes, and write it a few times per second",
      at: code.start, code: code, view: model, subject: .path(path), change: .writeOnThreshold(path),
      severity: .note,
      grounds: .recurring(Recurrence(.callback(handler), writing: member, at: code)),
      steps: [
        "keep what comes in where nobody observes it",
        "assign '\(member)' a few times per second, or past a threshold",
      ])
  }

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
  ///
  /// - Parameter isHandler: Whether a function is called as often.
  private static func perPacket(_ graph: SourceGraph, isHandler: @escaping (Code, TypeInfo) -> Bool) -> [Draft] {
    graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass else { return [] }
      let handlers = model.functions.filter { isHandler($0.code, model) }
      let others = graph.writesOfOthers(to: model.id).filter { write in
        write.code.ancestors.contains { $0.kind == .function && isHandler($0, graph.index[write.owner]) }
      }
      // Most have none.
      guard !handlers.isEmpty || !others.isEmpty, graph.mayBeShown(model) else { return [] }
      let announced = ModelRates.announced(by: model).map(\.name)
      var writes: [(member: String, code: Code)] = handlers.flatMap { function in
        announced.compactMap { name in
          graph.mentions(of: name, in: model).first { $0.isWritten && function.code.contains($0) }.map { (name, $0) }
        }
      }
      writes += others.filter { announced.contains($0.member) }.map { ($0.member, $0.code) }
      var seen: Set<String> = []
      return writes.compactMap { member, code -> Draft? in
        guard
          let handler = code.ancestors.first(where: {
            $0.kind == .function && isHandler($0, graph.index.type(around: $0) ?? model)
          }),
          !code.isGuarded(for: [member], upTo: handler), !code.isRationed(in: handler, by: model),
          seen.insert(member).inserted
        else { return nil }
        return draft(handler.name, writes: member, of: model, at: code)
      }
    }
  }
}

extension SourceGraph {
  /// Whether a view may show what a model holds: of a whole app it has to be seen, and of a part nobody knows.
  func mayBeShown(_ model: TypeInfo) -> Bool {
    evaluations.isEmpty || !ChangeRates.isWhole(self) || !holders(of: model).isEmpty
  }
}

extension Code {
  /// Whether a function is called for each packet or buffer, by the label of a parameter: or with what a meter shows of a sound.
  fileprivate var isFlooded: Bool {
    let parameters = all(.parameter)
    if parameters.contains(where: { Conventions.floodingHandlers.contains($0.name.lowercased()) }) { return true }
    // `setLevel(_:)` is what a control calls.
    if name.hasPrefix(Conventions.setterPrefix) { return false }
    let name = name.lowercased()
    return Conventions.namesOfMeters.contains(where: name.hasSuffix)
      && parameters.contains { parameter in
        TypeName.elements(parameter.typeText ?? "").last.map(KnownTypes.reals.contains)
          ?? KnownTypes.reals.contains(TypeName.base(parameter.typeText ?? ""))
      }
  }

  /// Whether a function is handed what a sensor or a device measured, by the types of its parameters: `update(_ motion: CMDeviceMotion)`,
  /// `received(from: CBPeripheral, value: Data)`.
  fileprivate var takesReadings: Bool {
    let types = Set(all(.parameter).map { TypeName.base($0.typeText ?? "") })
    return !isFlooded
      && (!types.isDisjoint(with: KnownTypes.readings)
        || types.contains(KnownTypes.peripheral) && types.contains(KnownTypes.bytes))
  }

  /// What runs for each reading around a write: the closure that a sensor is given, or the method that it is in.
  fileprivate var reader: Code {
    let around = ancestors.first { part in
      part.kind == .function || part.kind == .argument && part.parent?.repetition != nil
    }
    return around ?? self
  }
}
