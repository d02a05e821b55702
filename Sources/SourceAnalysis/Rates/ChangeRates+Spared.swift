import SwiftUIModel
internal import Vocabulary

/// How much a change spares, and whether that is evaluated for another reason anyway.
extension ChangeRates {
  // MARK: Evaluations

  /// Whether sparing work or evaluations pays that happen with each evaluation of the view.
  mutating func sparesEvaluations(_ finding: Finding, in type: TypeInfo, _ rate: ChangeRate) -> Bool {
    switch finding.change {
    case .moveWork where isEvaluatedForItsInput(finding.code, in: type): return false
    // A few things to choose from.
    case .moveWork where isForChoices(finding.code, in: type): return false
    // To decode and to read a file is too much whenever it happens; a short text with marks in it is not.
    case .moveWork(.reading), .moveWork(.query):
      // For what is presented it is done once.
      if finding.code.isInPresentation, finding.code.rows == nil { return false }
      return !isHandedOn(finding.code, by: type) && (!isSearch(finding) || rate.isFrequent || finding.code.rows != nil)
        && (finding.draft.severity != .note || rate.isFrequent || finding.code.rows != nil
          || graph.isBuiltBelowRow(type))
    case .hoist where isCheap(finding): return false
    case .hoist:
      let isFrequent = rate.recurrence.map { $0.isFrequent && !$0.isTyping } ?? false
      return isFrequent || graph.runsInRows(finding.code, of: type) || graph.isView(type) && graph.isBuiltBelowRow(type)
    // Whoever has one value to work on is evaluated when that is another one.
    case .moveWork:
      guard let recurrence = rate.recurrence, recurrence.isFrequent, !isHandedOn(finding.code, by: type) else {
        return false
      }
      // Once is enough, also of what has to be done for each change, where the advice is to do it once.
      if isDoneSeveralTimes(finding, in: type),
        finding.draft.isToBeDoneOnce || !isMadeOf(recurrence, finding.code, in: type)
      {
        return true
      }
      guard RowGrowth(graph: graph).isLoaded(finding.code, in: type) else { return false }
      // Keys do not come fast, and what somebody searches has to be looked through for each.
      if recurrence.isTyping, finding.change != .moveWork(.ordering) { return false }
      guard case .work(let work) = finding.draft.subject else { return true }
      // One pass is short beside what the view does with the elements.
      return finding.change == .moveWork(.ordering) && !Methods.isPass.contains(work)
        && !isMadeOf(recurrence, finding.code, in: type)
    case .extract where isTyped(rate) && !buildsRows(type): return false
    // Sections of a few texts and buttons cost nobody anything with each key.
    case .extract(.rest) where isTyped(rate): return false
    case .extract:
      let lines = graph.evaluation(of: type.id)?.evaluatedLineCount ?? 0
      return isOftenEnough(rate, for: lines) && partsLines(of: finding, in: type) * Self.leastPart >= lines
    // Whether what closures capture compares equal nobody knows before it runs.
    case .passComparable(.input), .passComparable(.initialValue), .passComparable(.element): return false
    // A control of SwiftUI is all that it would spare, or a view whose size nobody knows.
    case .projectBinding where child(of: finding) == nil: return false
    case .passComparable(.argument) where child(of: finding) == nil: return false
    case .stopDepending, .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel,
      .observePerElement, .observeNested, .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment,
      .useCallableStruct,
      .stabilizeDefault, .moveState, .derive, .followParent, .takeValue, .ownObject, .compareView, .compareElements,
      .askEquality,
      .wrapInPlainValueView, .passComparable, .projectBinding, .conformToEquatable, .completeEquality, .keepIdentity,
      .writeOnlyOnChange, .writeOnThreshold, .slowDown, .announceMembers, .stopPublishing, .breakLoop,
      .moveWriteOutOfBody,
      .moveEffectOutOfBody, .makeLazy, .makePrivate, .useLet, .useTaskModifier, .captureValue, .inlineAutoclosure,
      .addMainActor, .ignoreInObservation, .guardDebugCode, .correctCommand:
      guard let recurrence = rate.recurrence, recurrence.isFrequent else { return false }
      let spared = child(of: finding) ?? type
      if spared.id != type.id, observes(spared, recurrence, with: type) { return false }
      let lines = graph.evaluation(of: spared.id)?.evaluatedLineCount ?? 0
      // As many times as there are rows.
      return isOftenEnough(rate, for: graph.isBuiltBelowRow(spared) && !recurrence.isTyping ? lines * Self.rows : lines)
    }
  }

  /// Whether one evaluation does the same work again and again: a computed property sorts, and the body asks for it in four places.
  func isDoneSeveralTimes(_ finding: Finding, in type: TypeInfo) -> Bool {
    AskedTimes(graph: graph).count(of: finding, in: type) >= AskedTimes.several
  }

  /// Whether what happens again and again comes to enough for a warning.
  func isWorthAWarning(_ finding: Finding, _ grounds: Grounds) -> Bool {
    guard case .recurring(let recurrence) = grounds, let type = type(of: finding) else { return true }
    // Of a clock and a sensor it is known; whether somebody types, or a sequence goes on, while this view is there mostly is not.
    if case .stopDepending = finding.change { return recurrence.isClockOrSensor }
    // Keys do not come fast: one look into a store for each of them is nothing that anybody notices, in rows or several times it is.
    guard case .moveWork = finding.change, recurrence.isTyping else { return true }
    return finding.code.rows != nil || graph.runsInRows(finding.code, of: type) || graph.isBuiltBelowRow(type)
      || AskedTimes(graph: graph).count(of: finding, in: type) > 1
  }

  /// Whether a view without state works on its only input, or says itself which of its inputs count: it is evaluated when these
  /// differ, and then the work has to be done.
  private func isEvaluatedForItsInput(_ code: Code, in type: TypeInfo) -> Bool {
    let stored = type.storedProperties.filter { !($0.isLet && $0.initialValue != nil) }
    if graph.isView(type), EquatableTypes.isEquatable(type, in: graph.index),
      stored.allSatisfy({ !$0.isDynamic || $0.storage == .environment })
    {
      return true
    }
    guard stored.count == 1, let input = stored.first, input.isPlainInput,
      !TypeName.isFunction(input.typeText ?? ""), graph.isView(type)
    else { return false }
    return graph.model(of: input, in: type) == nil
  }

  /// Whether the result is only shown in a picker or a menu.
  private func isForChoices(_ code: Code, in type: TypeInfo) -> Bool {
    func isChosenFrom(_ use: Code) -> Bool {
      use.isInMenu || use.ancestors.contains { $0.kind == .call && Views.offersChoices.contains($0.calledName) }
    }
    if isChosenFrom(code) { return true }
    guard
      let member = code.ancestors.first(where: {
        [.function, .variable].contains($0.kind) && $0.parent?.kind == .type
      })
    else { return false }
    let uses = graph.mentions(of: member.name, in: type)
    return !uses.isEmpty && uses.allSatisfy(isChosenFrom)
  }

  /// Whether what writes a state often writes other state along that the rest of the body reads: for that the body is evaluated all
  /// the same.
  func isEvaluatedAlong(_ finding: Finding, in type: TypeInfo) -> Bool {
    guard let path = finding.change.movedValue, let evaluation = graph.evaluation(of: type.id),
      let property = type.property(path.property)
    else { return false }
    let part: Code? = if case .extract = finding.change { finding.code } else { nil }
    let writes = evaluation.writes(of: path.property).filter { SourceGraph.isFrequent($0, of: property) }
    return !writes.isEmpty
      && writes.allSatisfy { write in
        guard let handler = write.code.ancestors.first(where: { [.closure, .function, .accessor].contains($0.kind) })
        else { return false }
        if updatesModel(handler, in: type, evaluation, besides: part) { return true }
        return evaluation.writes.contains { other in
          other.property != path.property && handler.contains(other.code)
            && (!other.code.isConditional(in: handler) || write.code.isConditional(in: handler))
            && !other.code.isGuarded(for: [other.property], upTo: handler) && other.value?.isConstant != true
            && type.property(other.property).map { [.state, .binding].contains($0.storage) } == true
            && evaluation.reads(of: other.property).contains { read in
              part?.contains(read.code) != true
                && (read.phase.isEvaluation && !read.isProjection || Wrappers.bindings.contains(read.phase.callerName))
            }
        }
      }
  }

  /// Whether a handler calls a method of a model that writes what the body reads outside of a part.
  private func updatesModel(_ handler: Code, in type: TypeInfo, _ evaluation: Evaluation, besides part: Code?) -> Bool {
    handler.descendants.contains { call in
      guard call.kind == .call, let path = call.callee?.memberPath?.filter({ $0 != "self" }), path.count == 2,
        !call.isConditional(in: handler), let property = type.property(path[0]),
        let model = graph.model(of: property, in: type), model.isObservableClass || property.isObservedObject
      else { return false }
      let written = graph.membersWritten(by: path[1], of: model)
      return !written.isEmpty
        && evaluation.evaluationReads(of: property.name).contains { read in
          guard part?.contains(read.code) != true, let member = read.path.first else { return false }
          return !graph.storedReads(of: member, in: model).isDisjoint(with: written)
        }
    }
  }

  /// Whether what is made costs little beside what is done with it.
  func isCheap(_ finding: Finding) -> Bool {
    guard case .object(let name, _) = finding.draft.subject else { return false }
    return KnownTypes.cheaplyMade.contains(name) || KnownTypes.costlyByIdentifier.contains(name)
  }

  /// Whether it looks for a pattern in a text, which mostly is a short one.
  private func isSearch(_ finding: Finding) -> Bool {
    guard case .work(let work) = finding.draft.subject else { return false }
    return Methods.searchesTexts.contains(work)
  }

  /// The child that is given an argument.
  private func child(of finding: Finding) -> TypeInfo? {
    guard let name = finding.draft.related.first(where: { $0.role == .child })?.view, let file = finding.file else {
      return nil
    }
    return graph.index.resolve(name, near: file).map { graph.index[$0] }
  }

  /// Whether this many lines are worth sparing: for each key that is typed it takes more of them than for what goes on and on.
  private func isOftenEnough(_ rate: ChangeRate, for lines: Int) -> Bool {
    guard let recurrence = rate.recurrence, recurrence.isFrequent else { return false }
    return lines >= (recurrence.isTyping ? Self.largeView : Self.leastSpared)
  }

  /// The lines of the parts that become views of their own and need not be evaluated any more; where one part reads what changes, all
  /// of the others.
  private func partsLines(of finding: Finding, in type: TypeInfo) -> Int {
    let lines = graph.evaluation(of: type.id)?.evaluatedLineCount ?? 0
    if case .extract(.part) = finding.change { return max(0, lines - finding.code.lineCount) }
    let starts = Set(finding.draft.related.filter { $0.role == .section }.compactMap(\.place))
    guard !starts.isEmpty else { return lines }
    return type.allCode.flatMap(\.descendants).filter { $0.elementCount > 0 && starts.contains($0.start) }
      .reduce(into: [:]) { $0[$1.start] = max($0[$1.start] ?? 0, $1.lineCount) }.values.reduce(0, +)
  }

  /// A part that is less than one in so many lines of what is evaluated is not worth a view.
  private static let leastPart = 5

  private func isTyped(_ rate: ChangeRate) -> Bool { rate.recurrence?.isTyping == true }

  /// Whether a body builds rows. Keys do not come fast: without rows, of which there may be many, nobody sees what each key costs.
  private func buildsRows(_ type: TypeInfo) -> Bool {
    graph.evaluation(of: type.id)?.children.contains { $0.row != nil && $0.phase.isEvaluation } == true
  }

  /// Lines that evaluation runs.
  private static let largeView = 60
  /// Lines that are too many to run for nothing, however often that is.
  private static let largestView = 100
  /// Lines that need not be evaluated for each event.
  private static let leastSpared = 20
  /// There are mostly more.
  private static let rows = 4

  /// Whether a child observes the object itself whose changes evaluate its parent.
  private func observes(_ child: TypeInfo, _ recurrence: Recurrence, with parent: TypeInfo) -> Bool {
    guard let subject = recurrence.subject else { return false }
    let changing = parent.storedProperties.compactMap { property in
      property.isObservedObject ? graph.model(of: property, in: parent) : nil
    }
    .filter { $0.isObservableObject && $0.property(subject) != nil }.map(\.id)
    return child.storedProperties.contains { property in
      property.isObservedObject && graph.model(of: property, in: child).map { changing.contains($0.id) } == true
    }
  }

  /// Whether the code stands in a method that the view only hands to others, which run it in their own evaluations.
  private func isHandedOn(_ code: Code, by type: TypeInfo) -> Bool {
    guard
      let method = code.ancestors.first(where: { $0.kind == .function && $0.parent?.kind == .type }),
      !method.name.isEmpty
    else { return false }
    let uses = graph.mentions(of: method.name, in: type)
    return !uses.isEmpty
      && uses.allSatisfy { use in
        let argument = use.accessChain.parent
        return argument?.kind == .argument && argument?.parent?.calledName.startsUppercase == true
      }
  }

  /// Whether the result differs with each change that evaluates the view, so that to keep it would save nothing.
  private func isMadeOf(_ recurrence: Recurrence, _ code: Code, in type: TypeInfo) -> Bool {
    guard let subject = recurrence.subject, let evaluation = graph.evaluation(of: type.id) else { return false }
    // What the member of a model is made of that the view asks for.
    if let member = code.ancestors.first(where: {
      [.function, .variable].contains($0.kind) && $0.parent?.kind == .type
    }), let owner = member.parent.flatMap({ graph.index.type(declaredBy: $0) }), owner.id != type.id,
      graph.storedReads(of: member.name, in: owner).contains(subject)
    {
      return true
    }
    return evaluation.reads(in: code).contains { read in
      if read.property == subject || read.path.contains(subject) { return true }
      guard let member = read.path.first, let property = type.property(read.property),
        let model = graph.model(of: property, in: type)
      else { return false }
      return graph.storedReads(of: member, in: model).contains(subject)
    }
      || code.mentionedNames.contains(subject)
  }

  // MARK: Updates

  /// Whether the updates are worth sparing that the changes of a property of a view, or of a member of a model, make.
  mutating func sparesUpdates(
    _ finding: Finding, by path: PropertyPath, in type: TypeInfo, _ rate: ChangeRate
  ) -> Bool {
    if isTicking(type, besides: path), !removesForNothing(finding) { return false }
    let property = type.property(path.property)
    let isAnyway = property.map { isEvaluatedAnyway(type, with: $0) } == true
    let lines = graph.evaluation(of: type.id)?.evaluatedLineCount ?? 0
    switch finding.change {
    // A line less, which nobody misses; where something else uses the object, nobody knows how often it changes, it takes a large view.
    case .stopDepending, .handOnUnobserved:
      if rate.isOften { return true }
      // A key that nobody gives another value evaluates nobody.
      if let key = property?.environmentKey, property?.environmentType == nil {
        return !isAnyway && removesForNothing(finding) && isGivenChangingValue(key)
      }
      if property?.storage == .query { return removesForNothing(finding) }
      let isOfSize = lines >= Self.largestView || removesForNothing(finding) && graph.isBuiltBelowRow(type)
      return !isAnyway && property?.isObservedObject == true && isOfSize
    case .extract:
      return isOftenEnough(rate, for: lines) && (!isTyped(rate) || buildsRows(type))
        && partsLines(of: finding, in: type) * Self.leastPart >= lines
    case .narrowInput where property.map { readsNothingAnnounced(of: $0, in: type) } == true:
      return !isAnyway && (graph.isBuiltBelowRow(type) || lines >= Self.largeView)
    case .writeOnlyOnChange where graph.evaluation(of: type.id) == nil:
      return rate.isFrequent && recurs(rate, at: finding.code)
        && !isWrittenWithOthers(path.property, finding.code, of: type)
    case .observePerElement where property.flatMap({ graph.model(of: $0, in: type) })?.isObservableObject == true:
      // Rows that observe the whole object are evaluated for each of its changes, whichever part of it they read.
      return false
    case .readWhereUsed, .narrowInput, .publishPerMember, .partModel, .observePerElement, .observeNested,
      .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment, .useCallableStruct, .stabilizeDefault,
      .moveState, .derive,
      .followParent, .takeValue, .ownObject, .compareView, .compareElements, .askEquality, .wrapInPlainValueView,
      .passComparable,
      .projectBinding, .conformToEquatable, .completeEquality, .keepIdentity, .writeOnlyOnChange, .writeOnThreshold,
      .slowDown, .announceMembers, .stopPublishing, .breakLoop, .moveWriteOutOfBody, .hoist, .moveWork,
      .moveEffectOutOfBody, .makeLazy,
      .makePrivate, .useLet, .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation,
      .guardDebugCode, .correctCommand:
      return rate.isFrequent && !isAnyway
        && (graph.isBuiltBelowRow(type) || isOftenEnough(rate, for: lines))
    }
  }

  /// Whether it is this write that comes often, and not another one of the same member.
  private func recurs(_ rate: ChangeRate, at code: Code) -> Bool {
    guard let place = rate.recurrence?.place,
      let member = code.ancestors.first(where: { [.function, .accessor, .initializer].contains($0.kind) })
    else { return true }
    return place.file == member.file.path && member.start <= place && place <= member.end
  }

  /// Whether some view puts a value into the environment under the key that is made of what changes.
  private func isGivenChangingValue(_ key: String) -> Bool {
    let writes = EnvironmentWrites(graph: graph)
    return graph.evaluatedViews.contains { type, evaluation in
      writes.writes(of: evaluation).contains { write in
        write.key == key
          && evaluation.reads(in: write.value).contains { read in
            !read.isProjection && read.phase.isEvaluation
              && type.property(read.property).map { $0.isDynamic && $0.storage != .foreign } == true
          }
      }
    }
  }

  /// Whether a view only reads what an object does not announce, such as another object that it holds.
  private func readsNothingAnnounced(of property: Property, in type: TypeInfo) -> Bool {
    guard let model = graph.model(of: property, in: type), model.isObservableObject,
      let evaluation = graph.evaluation(of: type.id)
    else { return false }
    let announced = Set(ModelRates.announced(by: model).map(\.name))
    let read = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation && !$0.isDerived }
    return !read.isEmpty
      && read.allSatisfy { read in
        guard let member = read.path.first else { return false }
        let stored = graph.storedReads(of: member, in: model)
        return !stored.isEmpty && stored.isDisjoint(with: announced)
      }
  }

  /// Whether the same code writes another member that is announced, so that who observes the object is updated anyway.
  private func isWrittenWithOthers(_ name: String, _ code: Code, of model: TypeInfo) -> Bool {
    guard model.isObservableObject,
      let block = code.ancestors.first(where: { [.function, .closure, .accessor].contains($0.kind) })
    else { return false }
    return ModelRates.announced(by: model).contains { member in
      member.name != name
        && graph.mentions(of: member.name, in: model).contains {
          $0.isWritten && block.contains($0) && !$0.isConditional(in: block)
            && !$0.isGuarded(for: [member.name], upTo: block)
        }
    }
  }

  // MARK: Rows

  /// Whether views keep state in rows that are known by the id of a type.
  func keepsStateInRows(of element: TypeInfo) -> Bool {
    graph.evaluatedViews.contains { type, evaluation in
      evaluation.calls(namedAnyOf: Views.makesRows).contains { call in
        guard let data = call.code.arguments.first?.firstChild, data.kind != .closure,
          ShownRows.elementType(of: data, type, graph)?.id == element.id
        else { return false }
        return RowsMadeAnew(graph).keepsState(in: call.code, of: type)
      }
    }
  }

  /// Whether the member around some code is used for each row, or by a view that is evaluated again and again.
  mutating func isUsedOften(_ code: Code) -> Bool {
    guard
      let member = code.ancestors.first(where: {
        [.function, .variable].contains($0.kind)
          && $0.parent.map { [.type, .file, .ifConfigClause].contains($0.kind) } == true
      })
    else { return true }
    for (type, evaluation) in graph.evaluatedViews {
      let uses = evaluation.evaluatedBlocks.filter { !$0.file.tree.ids(of: [member.name]).isEmpty }
        .flatMap { $0.descendants.filter { [.identifier, .member].contains($0.kind) && $0.name == member.name } }
        .filter { !evaluation.isDeferred($0) }
      if uses.isEmpty || isShownRarely(type) { continue }
      if graph.isBuiltBelowRow(type) || uses.contains(where: { $0.rows != nil }) { return true }
      if evaluationRate(of: type).isFrequent { return true }
    }
    return false
  }

  // MARK: Views that are evaluated with their parents

  /// Whether each parent observes the same object and passes something that differs with it: then a view is evaluated with its
  /// parent, whether it observes the object itself or not.
  func isEvaluatedAnyway(_ type: TypeInfo, with property: Property) -> Bool {
    graph.makersObserving(property, of: type)?.allSatisfy { maker in
      maker.child.arguments.contains { argument in
        switch graph.comparison(of: argument, to: type, in: maker.parent) {
        case .never: true
        case .function(let function):
          switch function.difference {
          case .view(let state), .values(let state): maker.properties.contains { state.contains($0) }
          case .generic: true
          case nil: false
          }
        case .equal, .unknown: false
        }
      }
    } ?? false
  }
}

extension Code {
  /// The call around that makes rows of it.
  var rows: Code? { ancestors.first { $0.kind == .call && Views.makesRows.contains($0.calledName) } }

  /// Whether it is done for each row, and not for the collection that the rows are made of.
  var isInRows: Bool {
    ancestors.contains { call in
      call.kind == .call && Views.makesRows.contains(call.calledName) && call.arguments.first?.contains(self) != true
    }
  }
}
