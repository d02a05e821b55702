import SwiftUIModel
internal import Vocabulary

/// Which notes about a whole app are worth a person's time: those whose cost nothing shows to be paid while the view is on screen
/// ask for more than that nothing speaks against them.
extension ChangeRates {
  /// Whether to report a finding that is no more than a note. Of a part of an app too little is known to leave one out.
  mutating func isWorthANote(_ finding: Finding, rate: ChangeRate, grounds: Grounds?) -> Bool {
    guard isWhole, finding.draft.grounds == nil else { return true }
    guard rate != .never else { return false }
    guard let type = type(of: finding) else {
      if case .hoist = finding.change { return finding.draft.trigger == .other }
      return rate != .seldom
    }
    // Nobody sees what an update costs that comes so seldom; an object that nothing mentions can go all the same.
    if rate == .seldom || rate.recurrence?.isSlow == true {
      return isFreeToRemove(finding, in: type, observing: true) && !isShownRarely(type)
    }
    if rate.recurrence.map({ $0.isFrequent && !$0.isTyping }) != true, isPaidWhileShown(finding), isShownRarely(type) {
      return isFreeToRemove(finding, in: type, observing: false)
    }
    switch finding.draft.trigger {
    case .evaluation: return isWorthSparing(finding, in: type, rate)
    case .property(let path):
      if case .extract = finding.change { return rate.isOften }
      return rate.isOften || type.property(path.property).map { isEvaluatedAnyway(type, with: $0) } != true
    // That a view shows an old value is to be seen, once a parent has another one for it; rows get others under their ids.
    case .input: return grounds != nil || graph.parents[type.id]?.contains { $0.child.row != nil } ?? true
    case .members: return rateOfMembers(type) > .seldom && !isObservedRarely(type)
    case .other:
      if case .conformToEquatable(_, let member) = finding.change {
        let rate = models.rate(ofMember: member, of: type)
        return rate == .unknown || rate.recurrence?.isSlow == false
      }
      switch finding.change {
      // Rows that keep nothing have nothing to lose.
      case .keepIdentity(.rowsByPosition): return RowsMadeAnew(graph).keepsState(in: finding.code, of: type)
      // A few texts are no list that anybody waits for.
      case .makeLazy: return finding.severity > .note || grounds != nil
      case .writeOnThreshold(let path): return sparesMore(than: path.property, in: type)
      default: return true
      }
    }
  }

  /// Whether the advice is to remove a line that nothing needs, and that observes an object or does not.
  private func isFreeToRemove(_ finding: Finding, in type: TypeInfo, observing: Bool) -> Bool {
    guard case .stopDepending(let path) = finding.change, removesForNothing(finding) else { return false }
    return type.property(path.property)?.isObservedObject == observing
  }

  /// Whether what a finding is about costs as often as its view is evaluated or changes.
  private func isPaidWhileShown(_ finding: Finding) -> Bool {
    switch finding.change {
    case .makeLazy, .keepIdentity: true
    default: ![.other, .members].contains(finding.draft.trigger)
    }
  }

  /// Whether sparing work or evaluations pays that happen with each evaluation of the view.
  private func isWorthSparing(_ finding: Finding, in type: TypeInfo, _ rate: ChangeRate) -> Bool {
    switch finding.change {
    // To decode, to parse and to make such objects is too much whenever it happens.
    case .moveWork(.reading): return true
    case .hoist: return graph.evaluation(of: type.id) != nil
    case .moveWork:
      guard let recurrence = rate.recurrence, recurrence.isFrequent else { return false }
      // What is asked for several times costs that much more, whatever it is made of.
      guard case .work = finding.draft.subject else { return true }
      return !isMadeOf(recurrence, finding.code, in: type)
    case .extract, .cacheDerived: return rate.isOften
    default:
      // One evaluation more of a few small views for each key is nothing that anybody notices.
      return rate.recurrence.map { $0.isFrequent && (!$0.isTyping || isOfLargeView(finding)) } ?? false
    }
  }

  /// Whether the result differs with each change that evaluates the view, so that to keep it would save nothing.
  private func isMadeOf(_ recurrence: Recurrence, _ code: Code, in type: TypeInfo) -> Bool {
    guard let subject = recurrence.subject, let evaluation = graph.evaluation(of: type.id) else { return false }
    return evaluation.reads(in: code).contains { $0.property == subject || $0.path.contains(subject) }
      || code.mentionedNames.contains(subject)
  }

  /// The child that is given an argument, where it is a large part of the screen.
  private func isOfLargeView(_ finding: Finding) -> Bool {
    guard let child = finding.draft.related.first(where: { $0.role == .child })?.view, let file = finding.file,
      let id = graph.index.resolve(child, near: file), let evaluation = graph.evaluation(of: id)
    else { return false }
    return evaluation.evaluatedLineCount >= Self.largeView
  }

  /// Lines that evaluation runs.
  private static let largeView = 60

  /// Whether a view has something to evaluate besides what shows a property: a dragged thing that is all of its view is drawn at
  /// each step anyway.
  private func sparesMore(than name: String, in type: TypeInfo) -> Bool {
    guard let property = type.property(name), let evaluation = graph.evaluation(of: type.id),
      let entry = evaluation.entries.first
    else { return true }
    let sections = BodySections(graph: graph, type: type, evaluation: evaluation, changing: property)
    return sections.independent(in: entry).reduce(0) { $0 + $1.lines } >= Self.leastSpared
      || sections.readingPart(of: entry).map { evaluation.evaluatedLineCount - $0.lineCount >= Self.leastSpared }
        == true
  }

  /// Lines that need not be evaluated for each event.
  private static let leastSpared = 20

  // MARK: Views that are evaluated with their parents

  /// Whether each parent observes the same object and passes something that differs with it: then a view is evaluated with its
  /// parent, whether it observes the object itself or not.
  private func isEvaluatedAnyway(_ type: TypeInfo, with property: Property) -> Bool {
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
    let observers = graph.evaluatedViews.map(\.0).filter { view in
      view.storedProperties.contains { $0.isObservedObject && graph.model(of: $0, in: view)?.id == model.id }
    }
    return !observers.isEmpty && observers.allSatisfy { isShownRarely($0) }
  }

  /// How often a model changes; what a clock loads again now and then counts as seldom.
  private mutating func rateOfMembers(_ model: TypeInfo) -> ChangeRate {
    let rate = models.rate(ofAll: model)
    return rate.recurrence?.isSlow == true ? .seldom : rate
  }

  /// `AppearanceSettingsView`, or a view in `Settings/Panes`; not the button that opens them.
  private static func isNamedAsRare(_ type: TypeInfo) -> Bool {
    if Views.buttons.contains(where: type.name.hasSuffix) { return false }
    let folders = type.code.file.path.split(separator: "/").dropLast()
    return ([Substring(type.qualifiedName)] + folders).contains { name in
      Conventions.rarelyShownWords.contains { word in
        name.ranges(of: word).contains { range in
          range.upperBound == name.endIndex || !name[range.upperBound].isLowercase
        }
      }
    }
  }

  private func type(of finding: Finding) -> TypeInfo? {
    guard let name = finding.view, let file = finding.file, let id = graph.index.resolve(name, near: file) else {
      return nil
    }
    return graph.index[id]
  }
}
