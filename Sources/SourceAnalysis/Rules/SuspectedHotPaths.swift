import SwiftUIModel
internal import Vocabulary

/// What may well be written for every key, step or event, for all that a part of an app shows: a trace tells how often.
enum SuspectedHotPaths {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      typedIntoModels(type, evaluation, graph) + tasksOfEvents(type, evaluation) + endlessLoops(type, evaluation)
        + followedReadings(type, evaluation)
    } + recurringWrites(graph)
  }

  /// What a clock, a stream or a delegate writes to a model again and again, whatever it is.
  private static func recurringWrites(_ graph: SourceGraph) -> [Draft] {
    let rates = ModelRates(graph, isWhole: true)
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject || model.isObservableClass else { return [] }
      return ModelRates.announced(by: model).compactMap { member in
        guard let recurrence = rates.rate(ofMember: member.name, of: model).recurrence, recurrence.goesOnByItself,
          !recurrence.isSlow, !isKnownByName(recurrence),
          // A sequence that says yes or no does so now and then.
          recurrence.source != .sequence || !RepeatedPublishing.isFewValued(member)
        else { return nil }
        return Draft(
          "\(recurrence.text), and each write evaluates who shows it of '\(model.name)'; gather what comes, and write it less often or where "
            + "it differs",
          at: recurrence.place, code: recurrence.code, view: model, subject: .property(member.name),
          change: .writeOnThreshold(PropertyPath(member.name)), severity: .note, certainty: .possible,
          steps: ["compare, throttle or debounce before '\(member.name)' is assigned"])
      }
    }
  }

  /// `func tick()`, `didUpdateLocations`: whether only a name or a label says that a method is called again and again.
  private static func isKnownByName(_ recurrence: Recurrence) -> Bool {
    guard case .callback(let name) = recurrence.source else { return false }
    return !Calls.deliversReadings.contains(name)
  }

  /// `.onChange(of: tracker.location?.timestamp) { follow() }`: what a sensor measures is watched, and state written for each reading.
  private static func followedReadings(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<String> = []
    return evaluation.writes.compactMap { write in
      guard write.phase.event == .change, let caller = write.phase.caller,
        let watched = caller.argument("of")?.memberPath?.last,
        Conventions.namesOfReadings.contains(where: watched.lowercased().hasSuffix),
        let property = type.property(write.property), property.storage == .state, write.operation == "=",
        write.value?.isConstant != true, !evaluation.evaluationReads(of: property.name).isEmpty,
        !write.code.isGuarded(for: [write.property], upTo: caller), seen.insert(property.name).inserted
      else { return nil }
      return Draft(
        "each change of '\(watched)' writes '\(property.name)', so '\(type.name)' is evaluated once more for each reading; write it past a "
          + "threshold, or a few times per second",
        at: caller.nameStart, code: write.code, view: type, subject: .property(property.name),
        change: .writeOnThreshold(PropertyPath(property.name)), severity: .note, certainty: .possible,
        steps: [
          "compare what was measured with what was last shown", "assign '\(property.name)' where it moved far enough",
        ],
        related: [.init(.writer, view: type.qualifiedName, place: write.code.start, message: "written here")])
    }
  }

  /// `TextField("Name", text: nameBinding(of: item))`, where the helper makes a binding that writes an object which others observe.
  private static func typedIntoModels(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    var seen: Set<String> = []
    return evaluation.calls(namedAnyOf: Views.edits).compactMap { call in
      guard call.phase.isEvaluation, let value = call.code.argument("text"),
        let binding = madeBinding(value, in: type), let written = writtenObject(by: binding, in: type),
        seen.insert(written).inserted
      else { return nil }
      return Draft(
        "each key typed into the \(call.name) writes '\(written)', and each write evaluates all who observe it; keep the text in state of a "
          + "small view, and write '\(written)' when it is submitted, loses the focus or rests",
        at: call.code.nameStart, code: call.code, view: type, subject: .property(written),
        change: .writeOnThreshold(PropertyPath(written)), severity: .note, certainty: .possible,
        steps: [
          "bind the \(call.name) to a draft in a view of its own", "assign '\(written)' in onSubmit, or debounced",
        ])
    }
  }

  /// `Binding(get: …, set: …)`, itself or as what a method or a computed property of the view gives.
  private static func madeBinding(_ value: Code, in type: TypeInfo) -> Code? {
    if value.kind == .call, value.calledName == Wrappers.binding { return value }
    let name = value.kind == .call ? value.callee?.ownMemberPath : value.ownMemberPath
    guard let name, name.count == 1 else { return nil }
    let body = type.functions.first { $0.name == name[0] }?.body ?? type.property(name[0])?.getter
    return body?.descendants(.call).first { $0.calledName == Wrappers.binding }
  }

  /// The object of the view that the setter of a binding writes.
  private static func writtenObject(by binding: Code, in type: TypeInfo) -> String? {
    let setter =
      binding.arguments.first { $0.name == Labels.bindingSetter }
      ?? binding.arguments.last { $0.flags.contains(.isTrailing) }
    return setter?.descendants.lazy.compactMap { code -> String? in
      guard code.isWritten, let path = code.ownMemberPath, let first = path.first,
        let property = type.property(first), property.isObservedObject
      else { return nil }
      return first
    }.first
  }

  /// `.onPreferenceChange(OffsetKey.self) { offset in Task { … } }`: a task for each event, each of which writes state.
  private static func tasksOfEvents(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.writes.compactMap { write in
      guard let caller = write.phase.caller, let property = type.property(write.property),
        property.storage?.isAssignedValue == true,
        let task = write.code.ancestors.first(where: { call in
          call.kind == .call && Functions.startsTask.contains(call.calledName)
        }),
        let event = task.ancestors.first(where: {
          Calls.runsPerEvent.contains($0.calledName) || $0.calledEvent == .preference
        }),
        event == caller || caller == task, seen.insert(event).inserted
      else { return nil }
      return Draft(
        "'\(event.calledName)' starts a task for every event, and that writes '\(write.property)'; decide first, and start one only where "
          + "something is to be done",
        at: write.code.start, code: write.code, view: type, subject: .property(write.property),
        change: .writeOnThreshold(PropertyPath(write.property)), severity: .note, certainty: .possible,
        steps: ["compare before the task is started", "start it only where the comparison says so"])
    }
  }

  /// `.onAppear { Task { while !Task.isCancelled { phase += 1; … } } }`: nobody ends the loop when the view is gone.
  private static func endlessLoops(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.writes.compactMap { write in
      guard let property = type.property(write.property), property.storage == .state,
        !evaluation.evaluationReads(of: property.name).isEmpty,
        let loop = write.code.ancestors.first(where: { $0.kind == .whileStatement && $0.repetition != nil }),
        let task = loop.ancestors.first(where: { $0.kind == .call && Functions.startsTask.contains($0.calledName) }),
        isForgotten(task), seen.insert(loop).inserted
      else { return nil }
      return Draft(
        "the loop that writes '\(property.name)' again and again runs in a task of its own, which goes on when '\(type.name)' is gone; run it "
          + "in the task modifier, which ends it",
        at: write.code.start, code: write.code, view: type, subject: .property(property.name),
        change: .useTaskModifier, severity: .note, certainty: .possible,
        steps: ["make what holds the loop async", "call it in .task instead of onAppear"])
    }
  }

  /// Whether nobody keeps a task that could cancel it.
  private static func isForgotten(_ task: Code) -> Bool {
    guard let parent = task.outermostChain.parent else { return false }
    return [.block, .closure].contains(parent.kind)
  }
}
