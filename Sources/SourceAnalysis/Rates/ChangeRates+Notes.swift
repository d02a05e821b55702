import SwiftUIModel
internal import Vocabulary

/// Which notes about a whole app are worth a person's time: those that show how often something happens and that what a change
/// spares is more than a few lines. Removing a line that nothing needs costs nobody anything, so it needs less.
extension ChangeRates {
  /// Whether to report a finding that is no more than a note. Of a part of an app too little is known to leave one out.
  mutating func isWorthANote(_ finding: Finding, rate: ChangeRate, grounds: Grounds?) -> Bool {
    guard isWhole, finding.draft.grounds == nil else { return true }
    guard let type = type(of: finding) else { return isWorthANote(aboutNoView: finding, rate) }
    let rate = rate.recurrence?.isOfSize == true ? .unknown : rate
    // State that nothing mentions is dead code, and no business of redraws.
    if rate == .never { return false }
    // Nobody sees what an update costs that comes so seldom.
    if rate == .seldom { return false }
    if rate.recurrence?.isSlow == true, !removesForNothing(finding) {
      // Unless it is many things at a time.
      guard case .hoist = finding.change, graph.runsInRows(finding.code, of: type), !isCheap(finding) else {
        return false
      }
      return true
    }
    if rate.recurrence.map({ $0.isFrequent && !$0.isTyping }) != true, isPaidWhileShown(finding), isShownRarely(type) {
      return false
    }
    if isEvaluatedAlong(finding, in: type) || graph.isNeverMade(type) { return false }
    switch finding.draft.driver {
    case .evaluation: return sparesEvaluations(finding, in: type, rate)
    case .property(let path): return sparesUpdates(finding, by: path, in: type, rate)
    // That a view shows an old value is to be seen, once a parent has another one for it. What it changes itself, and objects,
    // may be meant so.
    case .input(let path):
      if case .completeEquality = finding.change { return grounds != nil || isMadeOfWhatChanges(path.property, type) }
      return grounds != nil || finding.draft.severity != .note && isGivenOthers(path.property, type)
    // Its grounds are a member that changes often and that somebody does not read.
    case .members: return grounds != nil && !isObservedRarely(type)
    case .other: return isWorthItself(finding, in: type, grounds)
    }
  }

  /// Whether a note about a whole app is said only to who asks for its rule.
  func isForWhoAsks(_ finding: Finding, rate: ChangeRate, grounds: Grounds?) -> Bool {
    if finding.isOptInForApps { return true }
    if case .moveWork = finding.change, rate.recurrence?.isFrequent != true, isSometimes(finding.code) { return true }
    // What nobody reads, or only actions do, changes seldom, unless the sources show something else: then it is dead code and no more.
    if case .stopDepending = finding.change, rate.recurrence?.isClockOrSensor != true { return true }
    // Most collections are short. Read by strangers, those were worth their time that the body goes through several times for each key
    // that somebody types, as one does who searches them.
    guard finding.change.traits.contains(.isOfUnknownSize) else { return false }
    guard finding.draft.isToBeDoneOnce, rate.recurrence?.isTyping == true, let type = type(of: finding) else {
      return true
    }
    return !isDoneSeveralTimes(finding, in: type)
  }

  /// Whether a helper that gives a value comes to some of its code only under a condition: `if text.hasPrefix("{") { … decode … }`.
  private func isSometimes(_ code: Code) -> Bool {
    guard
      let member = code.ancestors.first(where: {
        [.function, .variable].contains($0.kind) && $0.parent?.kind == .type
      }), !member.givesOpaqueValue, member.name != EntryPoints.body
    else { return false }
    return code.ancestors.prefix { $0 != member }.contains { ancestor in
      switch ancestor.kind {
      case .ifStatement:
        ancestor.first(.conditions)?.contains(code) != true
          && ancestor.first(.conditions)?.children.contains { $0.kind != .optionalBinding } == true
      case .caseClause, .ternary: true
      default: false
      }
    }
  }

  /// What is about a key of the environment, a function or a value that is no view.
  private mutating func isWorthANote(aboutNoView finding: Finding, _ rate: ChangeRate) -> Bool {
    switch finding.change {
    case .hoist: finding.draft.driver == .other && !isCheap(finding) && isUsedOften(finding.code)
    // Who reads the key is not evaluated for it as long as it is given a value somewhere.
    case .stabilizeDefault: finding.severity > .note
    // Nor do ids of types that nobody declares name the rows that lose theirs.
    case .useCallableStruct, .keepIdentity: false
    case .stopDepending, .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel,
      .observePerElement, .observeNested, .exposeFields, .cacheDerived, .storeEmptiness, .keepOutOfEnvironment,
      .moveState, .derive,
      .followParent, .takeValue, .ownObject, .extract, .compareView, .compareElements, .askEquality,
      .wrapInPlainValueView,
      .passComparable, .projectBinding, .conformToEquatable, .completeEquality, .writeOnlyOnChange, .writeOnThreshold,
      .slowDown, .announceMembers, .stopPublishing, .breakLoop, .moveWriteOutOfBody, .moveWork, .moveEffectOutOfBody,
      .makeLazy,
      .makePrivate, .useLet, .useTaskModifier, .captureValue, .inlineAutoclosure, .addMainActor, .ignoreInObservation,
      .guardDebugCode, .correctCommand:
      rate > .seldom
    }
  }

  /// What is neither about the changes of a property nor about evaluations.
  private mutating func isWorthItself(_ finding: Finding, in type: TypeInfo, _ grounds: Grounds?) -> Bool {
    switch finding.change {
    // What is written anew is mostly another value, or nobody shows that it is not; objects that are made anew name their grounds.
    case .conformToEquatable, .ownObject: false
    case .cacheDerived(let member, _), .storeEmptiness(let member, _):
      graph.storedReads(of: member, in: type).contains { models.rate(ofMember: $0, of: type).isFrequent }
    // Views that show the inner object through the outer one show it as it was; elsewhere nobody is seen to.
    case .observeNested: finding.draft.severity != .note
    // Rows that keep nothing have nothing to lose.
    case .keepIdentity(.rowsByPosition):
      RowsMadeAnew(graph).keepsState(in: finding.code.rows ?? finding.code, of: type)
        && mayGainOrLose(finding.code.rows ?? finding.code, in: type)
        && mayBeKnownByElement(finding.code.rows ?? finding.code, in: type)
    case .keepIdentity(.rows):
      RowsMadeAnew(graph).keepsState(in: finding.code.rows ?? finding.code, of: type)
        && mayChangeInPlace(finding.code.rows ?? finding.code, in: type)
    // A view of constants and inputs looks the same when it is built anew.
    case .keepIdentity(.branches):
      mayChangeSides(finding.code, in: type) && RowsMadeAnew(graph).keepsState(inside: finding.code, of: type)
    case .keepIdentity(.rowsOfType): keepsStateInRows(of: type)
    // What stands once on a screen keeps its branch.
    case .keepIdentity(.erased): finding.code.rows != nil
    // A few texts are no list that anybody waits for: what is shown once is mostly a handful, also where it was loaded.
    case .makeLazy: grounds != nil
    // How many of the events are another value, and who has to follow each of them, a trace shows; read by strangers, one in three
    // of such notes was worth their time.
    case .writeOnThreshold: false
    // State that is chosen with a tap.
    case .moveState(let path, _): type.property(path.property).map { rate(of: $0, in: type).isFrequent } ?? false
    case .useCallableStruct: false
    // A size is measured anew and stays as it is, and so is a flag.
    case .breakLoop(let paths, .layout):
      !paths.contains { $0.property.tellsSize || type.property($0.property)?.isFlag == true }
    case .hoist: !isCheap(finding) && isUsedOften(finding.code)
    // An object more for each evaluation of who makes the view: that has to come often, or in rows.
    case .inlineAutoclosure: graph.isBuiltBelowRow(type) || remakingRate(of: type).isFrequent
    case .stopDepending, .readWhereUsed, .handOnUnobserved, .narrowInput, .publishPerMember, .partModel,
      .observePerElement, .exposeFields, .keepOutOfEnvironment, .stabilizeDefault, .derive, .followParent, .takeValue,
      .extract, .compareView, .compareElements, .askEquality, .wrapInPlainValueView, .passComparable, .projectBinding,
      .completeEquality,
      .keepIdentity, .writeOnlyOnChange, .slowDown, .announceMembers, .stopPublishing, .breakLoop, .moveWriteOutOfBody,
      .moveWork,
      .moveEffectOutOfBody, .makePrivate, .useLet, .useTaskModifier, .captureValue, .addMainActor,
      .ignoreInObservation, .guardDebugCode, .correctCommand:
      true
    }
  }

  /// Whether rows are given another value under the id that they keep: what they are known by stays.
  private func isGivenOthers(_ name: String, _ type: TypeInfo) -> Bool {
    guard let parents = graph.parents[type.id] else { return true }
    return parents.contains { _, child in
      guard let rows = child.row, let value = child.arguments.first(where: { $0.property == name })?.value,
        !value.isConstant
      else { return false }
      let element = rows.arguments.last?.firstChild?.first(.parameter)?.detail ?? "$0"
      guard let path = value.memberPath, path.first == element else { return true }
      let id = rows.argument(Labels.identity)?.name ?? Protocols.identity
      return id != "self" && path.dropFirst().joined(separator: ".") != id
    }
  }

  /// Whether a parent makes an input of state or of a model of its own: what it was given itself mostly stays what it was while it shows
  /// a view.
  private func isMadeOfWhatChanges(_ name: String, _ type: TypeInfo) -> Bool {
    (graph.parents[type.id] ?? []).contains { parent, child in
      guard !child.code.isInPreview, let argument = child.arguments.first(where: { $0.property == name }),
        let evaluation = graph.evaluation(of: parent)
      else { return false }
      return evaluation.reads(in: argument.value).contains { read in
        guard let property = graph.index[parent].property(read.property) else { return false }
        return switch property.storage {
        case .state, .binding, .object, .observed, .environmentObject, .query: true
        default: graph.model(of: property, in: graph.index[parent]) != nil && !read.path.isEmpty
        }
      }
    }
  }

  /// Whether some code writes a member of the elements that rows are made of, so that one of them may be another value. Elements
  /// that no source declares are mostly objects, which stay what they are.
  private func mayChangeInPlace(_ rows: Code, in type: TypeInfo) -> Bool {
    guard let data = rows.arguments.first?.firstChild, let element = ShownRows.elementType(of: data, type, graph) else {
      return false
    }
    return element.storedProperties.contains { property in
      !property.isLet && !property.isStatic && graph.assigns(property.name, of: element)
    }
  }

  /// Whether there may be other elements while the view is on screen. What a view shows of a constant list stays where it is.
  private mutating func mayGainOrLose(_ rows: Code, in type: TypeInfo) -> Bool {
    guard let data = rows.arguments.first?.firstChild else { return true }
    return mayChange(data, in: type)
  }

  /// Whether rows can have another id than their position: numbers and texts have none of their own, and pages are chosen by it.
  private func mayBeKnownByElement(_ rows: Code, in type: TypeInfo) -> Bool {
    let isPaged = rows.ancestors.contains {
      $0.kind == .call && Views.showsPages.contains($0.calledName) && $0.argument(Labels.selection) != nil
    }
    if isPaged { return false }
    let names = rows.arguments.first?.mentionedNames ?? []
    return !names.contains { name in
      type.property(name)?.typeText.map { KnownTypes.plain.contains(TypeName.elements($0).last ?? "") } == true
    }
  }

  /// Whether a condition may have another outcome while the view is on screen.
  private mutating func mayChangeSides(_ code: Code, in type: TypeInfo) -> Bool {
    guard let condition = code.first(.conditions) else { return true }
    return mayChange(condition, in: type)
  }

  /// Whether an expression may have another value while the view is on screen: by what the view keeps, or by what is known to
  /// change.
  private mutating func mayChange(_ value: Code, in type: TypeInfo) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return true }
    return evaluation.reads(in: value).contains { read in
      guard let property = type.property(read.property) else { return false }
      switch property.storage {
      case .state, .binding, .gesture: return true
      default: return self.rate(of: property, in: type) > .seldom
      }
    }
  }

  /// Whether what a finding is about costs as often as its view is evaluated or changes.
  private func isPaidWhileShown(_ finding: Finding) -> Bool {
    finding.change.traits.contains(.sparesAppearances) || ![.other, .members].contains(finding.draft.driver)
  }

  // MARK: Views that are seldom on screen

  /// Whether a view is only on screen now and then and for a short time: in the settings, in a dialog, or as the picture of a
  /// widget.
  func isShownRarely(_ type: TypeInfo, seen: Set<TypeID> = []) -> Bool {
    if Self.isNamedAsRare(type) { return true }
    let built = (graph.parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    guard !built.isEmpty, seen.count < Self.deepest, !seen.contains(type.id) else { return false }
    return built.allSatisfy { id, child in
      let parent = graph.index[id]
      return graph.index.conforms(parent, toAnyOf: Protocols.widgets)
        || child.code.ancestors.contains { $0.kind == .call && Views.settingsScene == $0.calledName }
        || isShownRarely(parent, seen: seen.union([type.id]))
    }
  }

  private static let deepest = 6

  /// Whether all views that observe a model are seldom on screen.
  private func isObservedRarely(_ model: TypeInfo) -> Bool {
    let observers = graph.holders(of: model).filter(\.property.isObservedObject).map(\.view)
    return !observers.isEmpty && observers.allSatisfy { isShownRarely($0) }
  }

  /// `AppearanceSettingsView`, or a view in `Settings/Panes`; not the button that opens them.
  private static func isNamedAsRare(_ type: TypeInfo) -> Bool {
    if Views.buttons.contains(where: type.name.hasSuffix) { return false }
    let path = type.code.file.path
    // Most have none of the words, and whole characters are compared below.
    let words = Conventions.rarelyShownWords.filter { type.qualifiedName.contains($0) || path.contains($0) }
    if words.isEmpty { return false }
    let folders = path.split(separator: "/").dropLast()
    return ([Substring(type.qualifiedName)] + folders).contains { name in
      words.contains { word in
        name.ranges(of: word).contains { range in
          range.upperBound == name.endIndex || !name[range.upperBound].isLowercase
        }
      }
    }
  }

  func type(of finding: Finding) -> TypeInfo? {
    guard let name = finding.view, let file = finding.file, let id = graph.index.resolve(name, near: file) else {
      return nil
    }
    return graph.index[id]
  }
}
