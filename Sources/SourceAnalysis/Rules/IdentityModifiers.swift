import SwiftUIModel
internal import Vocabulary

/// Values of `.id(…)` that become others while a view is shown, so that it is thrown away and made anew.
enum IdentityModifiers {
  /// `.id(tick)` where the view shows `tick` elsewhere and nothing below the modifier takes it.
  ///
  /// A value that is read for the id alone is there to reset on purpose, and one that is shown below changes what is shown.
  ///
  /// - Parameter isCertain: Whether only versions and counts count, which tell nothing apart.
  static func changingID(
    _ site: CallSite, _ type: TypeInfo, _ evaluation: Evaluation, isCertain: Bool = false
  ) -> Draft? {
    let call = site.code
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild, let base = call.callee?.firstChild else {
      return nil
    }
    // By member, since a model that gives the rows their data may give the id something else.
    func name(_ read: Read) -> PropertyPath { PropertyPath(read.property, read.path.first) }
    let below = Set(evaluation.reads(in: base).map(name))
      .union(evaluation.writes.filter { base.contains($0.code) }.map { PropertyPath($0.property) })
    let inside = evaluation.reads(in: value).filter {
      $0.phase.isEvaluation && !$0.isProjection && !$0.isDerived
    }
    // How many or which version is what is shown changed, and identifies nothing.
    let counted = Set(
      inside.filter { read in
        guard let member = read.path.last else { return !isCertain && isVersion(read.property) }
        return isCertain ? isVersion(member) : isQuantized(member)
      }.map(name))
    let holdsPages = base.kind == .call && Views.holdsPages.contains(base.chainRoot.calledName)
    let holdsRows =
      site.row != nil || base.kind == .call && Views.makesRows.contains(base.chainRoot.calledName)
      || base.descendants.contains { $0.kind == .call && Views.makesRows.contains($0.calledName) }
    // Nobody resets every row on purpose.
    let names = Set(inside.map(name)).subtracting(below.subtracting(counted)).filter { found in
      // Nor all of them with each key that is typed.
      if isCertain { return holdsRows && (counted.contains(found) || isTyped(found, type, evaluation)) }
      return counted.contains(found) || site.row != nil
        || evaluation.children.contains { $0.row != nil && base.contains($0.code) }
        || evaluation.reads.contains { read in
          name(read) == found && read.phase.isEvaluation && value != read.code && !value.contains(read.code)
        }
    }
    guard let path = names.min(by: { $0.text < $1.text }) else {
      return bumpedID(call, value, inside, type, evaluation)
        ?? (isCertain || !holdsRows && !holdsPages || site.row != nil
          ? nil : resettingID(call, value, inside.map(name), type, holdsPages: holdsPages))
    }
    return Draft(
      "the id of '\(base.chainRoot.calledName)' holds '\(path.text)', so each change of it throws the view and its state away; leave "
        + "it out of the id",
      at: value.start, code: call, view: type, subject: .id(.holding(path)), change: .keepIdentity(.view),
      severity: .note,
      steps: ["remove .id, or use an id of what is shown without '\(path.text)'"])
  }

  /// Whether each key typed into a control of the view changes some state: `TextField("Name", text: $name)`.
  private static func isTyped(_ path: PropertyPath, _ type: TypeInfo, _ evaluation: Evaluation) -> Bool {
    guard path.member == nil, let property = type.property(path.property), property.storage == .state else {
      return false
    }
    return SourceGraph.recurrence(of: property, in: evaluation)?.isTyping == true
  }

  /// `ScrollView { … }.id(selection)`: what is shown anyway is thrown away with what is not shown any more.
  /// `TabView { … }.id("screens-\(settings.showsAll)")`: with each page goes what it loaded, and where it was.
  private static func resettingID(
    _ call: Code, _ value: Code, _ paths: [PropertyPath], _ type: TypeInfo, holdsPages: Bool
  ) -> Draft? {
    let changing = paths.filter { path in
      type.property(path.property).map { $0.isDynamic || $0.environmentType != nil && path.member != nil } ?? false
    }
    guard let path = changing.min(by: { $0.text < $1.text }) else { return nil }
    if holdsPages {
      return Draft(
        "the id made of '\(path.text)' throws all pages away whenever it changes, with what they loaded and where they were; take it "
          + "off, and let what depends on '\(path.text)' follow it",
        at: value.start, code: call, view: type, subject: .id(.holding(path)), change: .keepIdentity(.view),
        severity: .note, certainty: .possible,
        steps: ["remove .id", "reload what depends on '\(path.text)' where it is shown"])
    }
    return Draft(
      "'.id(\(path.text))' throws all rows away whenever it changes, also those that are shown again; take it off, and scroll to the "
        + "top by the position of the scroll view",
      at: value.start, code: call, view: type, subject: .id(.holding(path)), change: .keepIdentity(.view),
      severity: .note, certainty: .possible,
      steps: [
        "remove .id", "where it is there to scroll to the top, set the scroll position when '\(path.text)' changes",
      ])
  }

  /// `.id(revision)` of a view that is given `matches`, where whoever counts `revision` up has just assigned `matches`: the view
  /// shows those anyway.
  private static func bumpedID(
    _ call: Code, _ value: Code, _ inside: [Read], _ type: TypeInfo, _ evaluation: Evaluation
  ) -> Draft? {
    guard let read = inside.first, inside.count == 1, value == read.code, read.path.isEmpty,
      let property = type.property(read.property), property.storage == .state,
      let base = call.callee?.firstChild,
      let shown = evaluation.children.first(where: { base.chainRoot == $0.code && !Views.builtin.contains($0.name) })
    else { return nil }
    let writes = evaluation.writes(of: property.name)
    guard !writes.isEmpty, writes.allSatisfy({ ["+=", "&+="].contains($0.operation) }) else { return nil }
    let given = evaluation.mentions(in: shown.code)
    // Each time, so that nothing is left that only a new view would show.
    let along = writes.map { write -> Set<String> in
      guard let function = write.code.enclosingFunction else { return [] }
      return Set(evaluation.writes.filter { function.contains($0.code) }.map(\.property)).intersection(given)
    }
    guard let common = along.first.map({ first in along.reduce(first) { $0.intersection($1) } }),
      let member = common.subtracting([property.name]).min()
    else { return nil }
    return Draft(
      "'.id(\(property.name))' throws '\(shown.name)' and its state away each time that '\(property.name)' is counted up, although "
        + "it is given '\(member)', which changes along with it; take the id off, and let it update to what it is given",
      at: value.start, code: call, view: type, subject: .id(.holding(PropertyPath(property.name))),
      change: .keepIdentity(.view), severity: .note, certainty: .possible,
      steps: [
        "remove .id and '\(property.name)'",
        "where '\(shown.name)' wraps a view of UIKit or AppKit, apply '\(member)' in its update method",
      ])
  }

  /// `.id(refreshToken)`, where what comes from outside makes the token another one: `onReceive(changes) { _ in refreshToken = UUID() }`.
  ///
  /// A view may well be reset on purpose; how often a trace shows.
  static func tokenID(_ site: CallSite, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    let call = site.code
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild, let base = call.callee?.firstChild,
      let path = value.ownMemberPath, path.count == 1, let token = type.property(path[0]), token.storage == .state,
      evaluation.reads(of: token.name).filter(\.phase.isEvaluation).allSatisfy({
        value.contains($0.code) || value == $0.code
      })
    else { return nil }
    let writes = evaluation.writes(of: token.name)
    let outside = writes.first { write in
      switch write.phase.finalEvent {
      case .publisher, .notification, .subscription, .timer, .change, .task: true
      default: false
      }
    }
    guard let outside, writes.allSatisfy({ $0.value?.isFreshValue == true || ["+=", "&+="].contains($0.operation) })
    else {
      return nil
    }
    let name = base.chainRoot.calledName
    return Draft(
      "'.id(\(token.name))' throws '\(name)' and all below it away each time that '\(outside.phase.callerName)' makes another "
        + "'\(token.name)'; take it off, and let what changed evaluate those who show it",
      at: value.start, code: call, view: type, subject: .id(.holding(PropertyPath(token.name))),
      change: .keepIdentity(.view), severity: .note, certainty: .possible,
      steps: ["remove .id and '\(token.name)'", "let the views below observe what they show"],
      related: [
        .init(.writer, view: type.qualifiedName, place: outside.code.start, message: "another one is made here")
      ])
  }

  /// `.id(Network.shared.status)`: what holds several views is made anew whenever what all share says something else.
  static func sharedID(_ site: CallSite, _ type: TypeInfo) -> Draft? {
    let call = site.code
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild, let base = call.callee?.firstChild,
      let path = value.memberPath, path.count > 2, path[0].startsUppercase,
      Conventions.namesOfSharedObjects.contains(path[1]), let member = path.last,
      !Conventions.identifierEndings.contains(where: member.hasSuffix), member != Protocols.identity,
      base.chainRoot.kind == .call
    else { return nil }
    let name = base.chainRoot.calledName
    return Draft(
      "'.id(\(path.joined(separator: ".")))' throws '\(name)' and all below it away whenever '\(member)' changes; take it off, and let "
        + "what depends on '\(member)' follow it",
      at: value.start, code: call, view: type, subject: .id(.holding(PropertyPath(member))),
      change: .keepIdentity(.view), severity: .note, certainty: .possible,
      steps: ["remove .id", "observe '\(member)' where it is shown"])
  }

  /// Whether a member says which version something is of, or how many there are.
  private static func isVersion(_ member: String) -> Bool {
    member == Methods.count || Conventions.versionWords.contains(where: member.lowercased().contains)
  }

  /// Whether a member says less than what it is a member of.
  private static func isQuantized(_ member: String) -> Bool {
    let name = member.lowercased()
    return Conventions.derivedMembers.contains(name)
      || Conventions.versionWords.contains(where: name.contains)
  }

  /// `.id(UUID())`: another id each time that the body is evaluated.
  static func freshID(_ call: Code, _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild,
      let base = call.callee?.firstChild, !isPlaceholder(base, evaluation, graph)
    else { return [] }
    let fresh = ([value] + Array(value.descendants)).first { code in
      code.kind == .call && code.arguments.isEmpty && KnownTypes.fresh.contains(code.calledName)
        || code.isCurrentInstant
        || code.kind == .call && Methods.isRandom.contains(code.calledName)
    }
    guard let fresh else { return [] }
    let draft = Draft(
      "a new id in each evaluation of '\(type.name)' throws the view and its state away; give it an id that stays",
      at: fresh.start, code: call, view: type, subject: .id(.fresh), change: .keepIdentity(.view),
      steps: ["remove .id, or use an id of what is shown"])
    return [draft]
  }

  /// A spinner or a plain area: made anew it looks the same and has lost nothing.
  private static func isPlaceholder(_ base: Code, _ evaluation: Evaluation, _ graph: SourceGraph) -> Bool {
    let root = base.chainRoot
    if let made = evaluation.children.first(where: { $0.code == root })?.type { return marksPlace(made, graph) }
    return root.kind == .call && Views.marksPlace.contains(root.calledName)
      && !root.descendants.contains { $0.kind == .closure }
      && !evaluation.children.contains { $0.type != nil && base.contains($0.code) }
  }

  /// `LoadingRow`: a view of the app that shows a spinner and nothing else, and keeps nothing.
  private static func marksPlace(_ view: TypeID, _ graph: SourceGraph, depth: Int = 0) -> Bool {
    guard depth < deepestPlaceholder, let evaluation = graph.evaluation(of: view),
      graph.index[view].storedProperties.allSatisfy({ $0.wrapper == nil })
    else { return false }
    let shown = evaluation.calls.filter { $0.phase.isEvaluation && Views.builtin.contains($0.name) }.map(\.name)
      .filter { !Views.arranges.contains($0) }
    return shown.allSatisfy(Views.marksPlace.contains)
      && evaluation.children.allSatisfy { child in
        child.type.map { marksPlace($0, graph, depth: depth + 1) }
          ?? (Views.builtin.contains(child.name) || !UnknownViews.looksLikeView(child.name))
      }
      && !(shown.isEmpty && evaluation.children.isEmpty)
  }

  private static let deepestPlaceholder = 3

  /// A view that is given nothing and depends on nothing is evaluated once.
  static func isEvaluatedAgain(_ type: TypeInfo) -> Bool {
    !type.storedProperties.allSatisfy { $0.isLet && $0.initialValue != nil }
  }
}
