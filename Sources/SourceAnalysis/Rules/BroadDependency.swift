import SwiftUIModel
internal import Vocabulary

/// One property of a view that takes a whole model or configuration, and how much of it the view reads.
struct BroadDependency {
  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation
  let property: Property

  func finding() -> Draft? {
    if let finding = readInScene() { return finding }
    guard graph.isView(type) || isModifier, !isScene else { return nil }
    let isObject = property.storage == .observed || property.storage == .environmentObject
    let isEnvironmentModel = property.environmentType != nil
    let isConfiguration = property.wrapper == nil && isConfigurationLike
    guard isObject || isEnvironmentModel || isConfiguration else { return nil }
    let reads = evaluation.reads(of: property.name).filter { $0.phase.isEvaluation && !$0.isDerived }
    guard !reads.isEmpty, reads.allSatisfy({ !$0.isProjection || isOnlyShown($0) }),
      !graph.neverPublishes(property, in: type)
    else { return nil }
    if isConfiguration, isPlainReference { return nil }
    let writes = !evaluation.writes(of: property.name).isEmpty
    let members = Set(reads.compactMap(\.member))
    let whole = reads.filter(\.path.isEmpty)
    if members.isEmpty, isObject, !writes { return forwarded(whole) }
    // A publisher is subscribed to, not read.
    if members.contains(where: { $0.hasPrefix("$") }) { return nil }
    if isObject, readsAllPublished(members) || reads.contains(where: isMethodCall) { return nil }
    // Whoever would pass the value in its place would have to observe the object then.
    let isObservedAlone = isObject && (isModifier || isObservedHereOnly)
    if isObservedAlone, graph.options.hasTrace || !isOfLargeModel(beyond: members.count) { return nil }
    // What is read of it by another name is shown anew because the view observes it.
    if isObject, isNamedOtherwise { return nil }
    if let member = nestedObject(reads, isObject: isObject) {
      return Draft(
        "'\(type.name)' observes all of '\(property.name)' but uses only '\(member)' of it; pass '\(property.name).\(member)'",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
        steps: [
          "take '\(member)' as an input of '\(type.name)'", "pass '\(property.name).\(member)' where it is built",
        ])
    }
    guard whole.isEmpty, !writes else { return nil }
    let maximum = SourceRule.broadModelDependency.option("maximum_members_read", in: graph)
    // Reading the one value that holds the whole state is no narrow read.
    guard members.count <= maximum, !callsActions, members.isDisjoint(with: ["viewState", "state", "elements"]) else {
      return nil
    }
    guard isWider(than: members, isObject: isObject, isEnvironmentModel: isEnvironmentModel) else { return nil }
    if isEnvironmentModel { return structField(reads) }
    let kind = isObject ? "is evaluated for every published change of" : "takes the whole"
    if isObservedAlone { return observingPart(members) }
    let isKept = isObject && isUsedInActions
    return Draft(
      "'\(type.name)' reads only \(SourceGraph.list(members.sorted())) of '\(property.name)' but \(kind) "
        + "'\(modelName)'; pass the values it needs\(isKept ? ", and the object unobserved for its actions" : "")",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: members.sorted().map { "take '\($0)' as a let of '\(type.name)'" }
        + [isKept ? "declare '\(property.name)' as let, for the actions" : "remove '\(property.name)'"])
  }

  private var isModifier: Bool { graph.index.conforms(type, toAnyOf: Protocols.modifiers) }

  /// Whether the sources declare an `ObservableObject` that could tell its changes apart, and that publishes much else.
  private func isOfLargeModel(beyond read: Int) -> Bool {
    guard let model = graph.index.type(of: property, in: type), model.isObservableObject, model.kind == .class else {
      return false
    }
    return graph.announcedMembers(of: model).count >= read + Self.muchElse
  }

  private static let muchElse = 3

  /// Where nobody around observes the object, the object itself has to tell its changes apart.
  private func observingPart(_ members: Set<String>) -> Draft? {
    guard let model = graph.index.type(of: property, in: type) else { return nil }
    let advice = ObservationAdvice(graph)
    let canTrack =
      advice.support(at: [model.code.file.path, property.code.file.path]) != .missing && advice.fits(model)
    return Draft(
      "'\(type.name)' reads only \(SourceGraph.list(members.sorted())) of '\(property.name)' but is evaluated for every published change "
        + "of '\(modelName)'; \(canTrack ? "make '\(modelName)' @Observable, or " : "")put what it reads into an object of its own",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: canTrack
        ? .publishPerMember(model: DeclaredType(model), observer: PropertyPath(property.name))
        : .partModel(DeclaredType(model)),
      severity: .note, certainty: .possible,
      steps: [
        canTrack
          ? "replace ObservableObject and @Published of '\(model.name)' by @Observable"
          : "move \(SourceGraph.list(members.sorted())) into an ObservableObject of its own, which '\(model.name)' holds",
        "let '\(type.name)' observe that",
      ])
  }

  /// Whether evaluation reads the same object through a variable of a file, or through its class: `Model.shared.count`.
  private var isNamedOtherwise: Bool {
    guard let model = graph.index.type(of: property, in: type) else { return false }
    return evaluation.evaluatedBlocks.contains { block in
      block.descendants.contains { code in
        guard code.kind == .identifier, let member = code.parent, member.kind == .member, member.firstChild == code,
          !evaluation.isDeferred(code)
        else { return false }
        if code.name == model.name { return member.parent?.kind == .member }
        return graph.globals.value[code.name].map { TypeName.base($0) } == model.name && type.property(code.name) == nil
          && !code.isShadowed(code.name)
      }
    }
  }

  /// `model.title(for: id)`: there is no value to pass in its place, and what it reads is its own affair.
  private func isMethodCall(_ read: Read) -> Bool {
    let end = EvaluationWalker.suffix(of: read.code).end
    return read.path.count == 1 && end.parent?.kind == .call && end.parent?.callee == end
  }

  /// `Lamp(flash: $radio.packets)`: a binding whose value the child only reads, so that a value would do.
  private func isOnlyShown(_ projection: Read) -> Bool {
    guard !projection.path.isEmpty else { return false }
    let value = projection.code.accessChain
    return evaluation.children.contains { child in
      child.arguments.contains { argument in
        guard argument.value == value, let id = child.type, let name = argument.property,
          let binding = graph.index[id].property(name), binding.storage == .binding
        else { return false }
        return graph.onlyReads(binding, in: graph.index[id])
      }
    }
  }

  private var isUsedInActions: Bool {
    evaluation.reads(of: property.name).contains { !$0.phase.isEvaluation }
      || evaluation.writes(of: property.name).contains { !$0.phase.isEvaluation }
  }

  /// A field of a struct that an `@Observable` holds: a change of any other field evaluates the row as well.
  ///
  /// What the model publishes as a whole costs the row nothing, since observation is per property.
  private func structField(_ reads: [Read]) -> Draft? {
    let model = graph.index.type(of: property, in: type)
    let fields = Set(reads.compactMap { field(of: $0, in: model) }).sorted()
    guard fields.count == 1, let field = fields.first, reads.allSatisfy({ self.field(of: $0, in: model) != nil }) else {
      return nil
    }
    return Draft(
      "each '\(type.name)' reads only '\(field)' of '\(property.name)' but depends on all of '\(field.prefix { $0 != "." })' in "
        + "'\(modelName)'; pass it the value",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: ["take '\(field)' as a let of '\(type.name)'", "remove '\(property.name)'"])
  }

  /// `theme.primaryColor` of `model.theme.primaryColor`, if the first may be a struct.
  private func field(of read: Read, in model: TypeInfo?) -> String? {
    var path = read.path
    let end = EvaluationWalker.suffix(of: read.code).end
    if end.parent?.kind == .call, end.parent?.callee == end { path = Array(path.dropLast()) }
    guard path.count >= 2 else { return nil }
    if let model, model.kind != .extension {
      guard let member = model.property(path[0]), member.isStored, let held = graph.index.type(of: member, in: model),
        held.kind == .struct, held.property(path[1])?.isStored == true, held.storedProperties.count >= 3
      else { return nil }
    }
    return path.prefix(2).joined(separator: ".")
  }

  /// A class that is neither observed nor changes identity: taking it costs nothing, and actions need it.
  private var isPlainReference: Bool {
    if let model = graph.index.type(of: property, in: type), model.kind != .extension { return model.isReference }
    return evaluation.reads(of: property.name).contains { !$0.phase.isEvaluation }
      || evaluation.calls.contains { $0.code.callee?.memberPath?.first == property.name }
  }

  /// Whether nothing is published besides what the view reads.
  private func readsAllPublished(_ members: Set<String>) -> Bool {
    guard let model = graph.index.type(of: property, in: type), model.isObservableObject
    else { return false }
    let published = Set(graph.announcedMembers(of: model).map(\.name))
    let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.modelReads.storedReads(of: $1, in: model)) }
    return !published.isEmpty && published.isSubset(of: read)
  }

  /// Whether those who build the view do not observe the object themselves: then a value in its place would not be updated any
  /// more, or they would have to be evaluated for it, and are mostly larger.
  private var isObservedHereOnly: Bool {
    guard property.storage == .observed, property.initialValue == nil else { return !isObservedByMaker }
    return (graph.parents[type.id] ?? []).contains { id, child in
      guard !child.code.isInPreview,
        let argument = child.arguments.first(where: { ($0.property ?? $0.label) == property.name })
      else { return false }
      var path = argument.value.memberPath ?? []
      if path.first == "self" { path.removeFirst() }
      guard path.count == 1, let name = path.first else { return true }
      return graph.index[id].property(name)?.isObservedObject != true || argument.value.isShadowed(name)
    }
  }

  /// Whether all who build the view observe an object of the type as well. Where nobody in the sources builds it, one from the
  /// environment may well come from there; one that the view takes itself has nobody to pass a value.
  private var isObservedByMaker: Bool {
    let makers = (graph.parents[type.id] ?? []).filter { !$0.child.code.isInPreview && $0.parent != type.id }
    if makers.isEmpty { return property.initialValue == nil }
    let name = TypeName.base(property.typeText ?? "")
    return makers.allSatisfy { maker in
      graph.index[maker.parent].storedProperties.contains {
        $0.isObservedObject && TypeName.base($0.typeText ?? "") == name
      }
    }
  }

  private var isScene: Bool {
    graph.index.conforms(type, toAnyOf: Protocols.scenes)
  }

  /// An app or scene that reads members of a model: each change of them evaluates all windows.
  private func readInScene() -> Draft? {
    guard isScene, property.isDynamic, property.storage?.isSharedValue != true
    else { return nil }
    let model = graph.index.type(of: property, in: type)
    let name = TypeName.base(property.typeText ?? "")
    // A delegate that is no model tells nobody that it has changed.
    let isModel =
      model.map { $0.isObservableObject || $0.isObservable } ?? Conventions.modelEndings.contains(where: name.hasSuffix)
    guard isModel else { return nil }
    let reads = evaluation.reads(of: property.name).filter {
      $0.phase.isEvaluation && !$0.isDerived && !$0.isProjection && !$0.path.isEmpty
        && !$0.code.isInPresentation && !Self.decides($0)
    }
    let members = Set(reads.compactMap(\.member)).filter { name in
      guard let model else { return true }
      return graph.storedReads(of: name, in: model).contains { member in
        model.property(member).map { !$0.isLet && (model.isObservable || $0.isPublished) } ?? true
      }
    }.sorted()
    guard !members.isEmpty else { return nil }
    return Draft(
      "'\(type.name)' reads \(SourceGraph.list(members)) of '\(property.name)' for its scenes, so each change evaluates all of them; "
        + "read it in a view below",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .narrowInput(PropertyPath(property.name)), certainty: .possible,
      steps: ["move what reads '\(property.name)' into a view and pass it '\(property.name)'"])
  }

  /// `if settings.isSetUp { … }`: what a scene shows at all is settled once in a while, and some body has to ask.
  private static func decides(_ read: Read) -> Bool {
    let value = EvaluationWalker.suffix(of: read.code).end
    guard let parent = value.parent else { return false }
    // `.onChange(of: settings.isSetUp)` beside it.
    if parent.kind == .argument, parent.parent?.calledEvent?.followsValue == true { return true }
    return parent.kind == .conditions || parent.kind == .unary && parent.parent?.kind == .conditions
  }

  /// The one member through which everything goes, when it is an object or struct of its own.
  private func nestedObject(_ reads: [Read], isObject: Bool) -> String? {
    guard isObject, reads.count >= 3, reads.allSatisfy({ $0.path.count >= 2 }) else { return nil }
    let all =
      evaluation.reads(of: property.name).filter { !$0.isDerived }.map(\.path)
      + evaluation.writes(of: property.name).map(\.path)
    guard let member = reads.first?.path.first, all.allSatisfy({ $0.first == member && $0.count >= 2 }) else {
      return nil
    }
    guard Set(all.map { $0[1] }).subtracting(Methods.isOfCollections).count >= 2 else { return nil }
    return member
  }

  /// An observed object that is read only to hand it on: there is no value to pass in its place.
  private func forwarded(_ whole: [Read]) -> Draft? {
    let isHandedOn = whole.allSatisfy { read in
      guard let argument = read.code.accessChain.parent, argument.kind == .argument, let call = argument.parent else {
        return false
      }
      // A function that is given the object may read it: `palette.color(for: theme)`.
      guard call.kind == .call else { return false }
      return Modifiers.handsOutObject.contains(call.calledName)
        || call.calledName.startsUppercase && evaluation.children.contains { $0.code == call }
    }
    guard isHandedOn, !whole.isEmpty, !isActedOn else { return nil }
    // Actions have nothing else to take it from.
    if property.storage != .observed, isUsedInActions { return nil }
    let how = property.storage == .observed ? "a plain let" : "the environment of those that read it"
    return Draft(
      "'\(type.name)' observes '\(property.name)' only to hand it on, so it is evaluated for every published change; "
        + "\(how) is enough",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .handOnUnobserved(PropertyPath(property.name)), certainty: .possible,
      steps: ["stop observing '\(property.name)' in '\(type.name)'"])
  }

  private var isActedOn: Bool {
    evaluation.reads(of: property.name).contains { $0.isProjection }
  }

  /// A view that also calls the model from its actions needs it anyway.
  private var callsActions: Bool {
    property.storage != .observed && property.environmentType != nil
      && evaluation.reads(of: property.name).contains { !$0.phase.isEvaluation }
  }

  private var modelName: String {
    property.environmentType ?? property.typeText ?? property.name
  }

  private var isConfigurationLike: Bool {
    guard let text = property.typeText, !TypeName.isCollection(text), !TypeName.isFunction(text) else { return false }
    return Conventions.configurationEndings.contains { TypeName.base(text).hasSuffix($0) }
  }

  /// Whether there is more in the model than what is read, as far as the sources show.
  private func isWider(than members: Set<String>, isObject: Bool, isEnvironmentModel: Bool) -> Bool {
    if let model = graph.index.type(of: property, in: type), model.kind != .extension {
      if isObject, model.isObservableObject {
        return graph.announcedMembers(of: model).count > members.count + 1
      }
      let read = members.reduce(into: Set<String>()) { $0.formUnion(graph.modelReads.storedReads(of: $1, in: model)) }
      return model.storedProperties.count >= read.count + 3 && (isObject || isLeaf || !isEnvironmentModel)
    }
    if isEnvironmentModel { return isLeaf && members.count == 1 }
    return isObject || isLeaf
  }

  /// A small view that shows values: a row by name or place, or one with plain inputs and little else.
  private var isLeaf: Bool {
    graph.looksLikeRow(type)
  }
}
