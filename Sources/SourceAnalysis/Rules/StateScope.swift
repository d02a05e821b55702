import SwiftUIModel
internal import Vocabulary

/// Where the state of one view is needed, and so where it could be owned.
struct StateScope {
  let graph: SourceGraph
  let type: TypeInfo
  let evaluation: Evaluation
  /// Whether a trace decides, so that what only may stand in the way does not silence a finding.
  let isSuspecting: Bool
  /// Where the body mentions helpers, by name. Asked about for each read and each write that stands in a helper; most state has none.
  private let mentions: OnDemand<[String: [Code]]>

  init(graph: SourceGraph, type: TypeInfo, evaluation: Evaluation, isSuspecting: Bool) {
    self.graph = graph
    self.type = type
    self.evaluation = evaluation
    self.isSuspecting = isSuspecting
    mentions = OnDemand { Self.mentionsOfHelpers(evaluation) }
  }

  private static func mentionsOfHelpers(_ evaluation: Evaluation) -> [String: [Code]] {
    let helpers = Set(evaluation.reads.compactMap { $0.via.first }).union(evaluation.writes.compactMap { $0.via.first })
    let names = evaluation.entries.flatMap { entry in
      helpers.isEmpty ? [] : entry.descendants(.identifier).filter { helpers.contains($0.name) }
    }
    return Dictionary(grouping: names, by: \.name)
  }

  func findings() -> [Draft] {
    // A change of the state of an app makes all of its windows anew.
    guard !evaluation.isIncomplete, graph.isView(type) || graph.index.conforms(type, toAnyOf: Protocols.scenes) else {
      return []
    }
    return type.storedProperties.compactMap { property in
      // A model kept in state never changes itself; what changes inside of it is tracked elsewhere.
      guard let storage = property.storage, storage == .state || isSuspecting && storage.isOwnedValue,
        graph.index.type(of: property, in: type)?.isReference != true
      else { return nil }
      let reads = evaluation.evaluationReads(of: property.name)
      let writes = Array(evaluation.writes(of: property.name))
      // A value that only `.task` fills once, or that nothing writes, evaluates nobody often.
      guard !reads.isEmpty else { return flagOfRows(property) }
      // Of what a trace shows to have stayed as it was nothing is saved.
      guard graph.mayHaveChanged(PropertyPath(property.name), of: type.id) else { return nil }
      return onlyWatched(property) ?? oneChild(property, reads) ?? ownFlag(property, reads) ?? oneSection(
        property, reads, writes)
        ?? onlyModifiers(property, reads, writes) ?? oneHelper(property, reads, writes)
    }
  }

  /// The body does nothing with the value but watch it: `onChange(of: time) { save() }`. Whoever shows it has a binding.
  private func onlyWatched(_ property: Property) -> Draft? {
    guard evaluation.isOnlyWatched(property.name) else { return nil }
    let bound = evaluation.children.filter { child in
      child.arguments.contains { $0.value.memberPath?.last == "$" + property.name }
    }
    // What a control of the system is given is shown by it.
    guard
      isSuspecting
        || bound.allSatisfy({ !Views.builtin.contains($0.name) })
          && (isDrivenFast(property) || bound.contains { writesOften($0, property) })
    else { return nil }
    guard let place = evaluation.evaluationReads(of: property.name).first?.code.start else { return nil }
    let others = bound.isEmpty ? "" : " and hands it to \(SourceGraph.list(Set(bound.map(\.name)).sorted()))"
    return Draft(
      "'\(type.name)' only watches '\(property.name)'\(others), and shows nothing of it, yet each change evaluates all of its body; "
        + "keep the value where no body of '\(type.name)' reads it",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .moveState(PropertyPath(property.name), to: .object),
      steps: [
        "keep '\(property.name)' in an @Observable object that '\(type.name)' owns in @State and hands on, without reading it",
        "do what the handler does where the object is written, or in a view without content that watches it",
      ],
      related: [.init(.reader, view: type.qualifiedName, place: place, message: "watched here")])
  }

  /// All reads are arguments of one kind of child.
  private func oneChild(_ property: Property, _ reads: [Read]) -> Draft? {
    var consumers: [Child] = []
    for read in reads where !isSuspecting || !isMentionOfViews(read) {
      let uses = uses(of: read)
      let found = uses.compactMap(consumer)
      guard !uses.isEmpty, found.count == uses.count else { return nil }
      consumers += found
    }
    guard let first = consumers.first, Set(consumers.map(\.name)).count == 1 else { return nil }
    // A container that gets it in its content only lays out; of views of other modules nothing is known.
    guard consumers.allSatisfy({ child in child.type != nil || child.row != nil }),
      !consumers.contains(where: { child in
        child.arguments.contains { argument in
          argument.value.kind == .closure && !evaluation.isAction(argument.value)
            && evaluation.reads(of: property.name).contains { argument.value.contains($0.code) }
        }
      })
    else { return nil }
    let isRow = first.row != nil
    let chain = !isRow ? chain(behind: consumers, of: property) : []
    // Its modifiers and the helpers that it alone is given belong to the child.
    let parts = consumers.map(\.code.outermostChain)
    let unaffected = chain.reduce(unaffected(by: property, besides: parts)) { $0 + $1.unaffected }
    let least = SourceRule.stateScopedTooHigh.option("minimum_unaffected_elements", in: graph)
    // What is written many times per second is too much for a few views as well, and what is typed for a list.
    let minimum =
      isDrivenFast(property) || isEdited(property) && hasRows(besides: parts)
      ? min(least, Self.leastBesideClock) : least
    // A body that is nothing but the child saves nothing by handing the state down.
    guard isRow || unaffected >= max(1, minimum) else { return nil }
    let isWrittenByChild =
      evaluation.writes.contains { write in
        guard write.property == property.name, isInside(write.code, write.via, of: parts) else { return false }
        // A tap on one row ends what another one shows; a pointer that leaves a row tells that row.
        return !isRow || Calls.runsInPairs.contains(write.phase.callerName)
          || isInside(write.code, write.via, of: consumers.map(\.code))
      }
      || evaluation.reads(of: property.name).contains {
        $0.isProjection && isInside($0.code, $0.via, of: parts)
      }
    // Rows of data that the parent loads are no state of the rows.
    if isRow, !isWrittenByChild || !reads.contains(where: { comparison(around: $0.code, within: first.code) != nil }) {
      return nil
    }
    guard isRow || isWrittenByChild || isIndependent(property) else { return nil }
    // Outside of rows the child must be the only one written for, or moving the state would cut another user off.
    if !isRow {
      let elsewhere = evaluation.writes(of: property.name).contains { write in
        !isInside(write.code, write.via, of: parts)
      }
      let projected = evaluation.reads(of: property.name).contains { read in
        read.isProjection && !isInside(read.code, read.via, of: parts)
      }
      // The owner's actions need it too.
      let readElsewhere = evaluation.reads(of: property.name).contains { read in
        !isInside(read.code, read.via, of: parts)
          // What goes along with the value: `elapsed += 1` of a clock.
          && read.phase.event?.isIndependentOfView != true
      }
      if projected || readElsewhere || elsewhere && !isIndependent(property) { return nil }
      if writesMore(property), !isSuspecting { return nil }
      // `Binding(get: { isExpanded || model.isMixed }, …)`: what the child is given is no longer this alone.
      if reads.contains(where: isMixed) { return nil }
    }
    let coordinates = isRow && reads.contains { comparison(around: $0.code, within: first.code) != nil }
    // Rows that get a flag and nothing that defeats their comparison are what this rule advises.
    if coordinates, !consumers.contains(where: takesClosure), !isPaired(property) { return nil }
    let owner = chain.last?.child.name ?? first.name
    let isBoundToPlace =
      !isRow
      && evaluation.writes(of: property.name).contains { write in
        !isInside(write.code, write.via, of: parts) && write.phase.event?.isIndependentOfView != true
      }
    var draft = Draft(
      isBoundToPlace
        ? messageOfObject(property, owner)
        : message(property, [first] + chain.map(\.child), coordinates: coordinates, isRow: isRow), at: property.place,
      code: property.code, view: type, subject: .property(property.name),
      change: .moveState(
        PropertyPath(property.name),
        to: owner == type.qualifiedName ? .part(first.code.start) : .view(owner, first.code.start)),
      severity: isRow || isHot(property) ? nil : .note,
      steps: isBoundToPlace
        ? stepsToObject(property, owner) : steps(property, child: chain.last?.child ?? first, coordinates: coordinates),
      related: [
        .init(
          .owner, view: owner, place: first.code.start, message: "the only child that gets it")
      ])
    // However seldom it changes, all rows pay for it.
    if isRow { draft.driver = .other }
    return draft
  }

  /// Whether a closure that makes the value, such as a binding's, reads something else of the view as well.
  private func isMixed(_ read: Read) -> Bool {
    guard let closure = read.code.ancestors.first(where: { $0.kind == .closure }),
      read.code.ancestors.contains(where: { $0.kind == .binary && closure.contains($0) })
    else { return false }
    return closure.mentionedNames.contains { $0 != read.property && type.property($0) != nil }
      && closure.parent?.kind == .argument
      && closure.parent?.parent.map { Wrappers.bindings.contains($0.calledName) } == true
  }

  /// `hovered == item.id` in the content of a row that says itself when it begins and ends: the flag of a row that is no view yet.
  private func ownFlag(_ property: Property, _ reads: [Read]) -> Draft? {
    let uses = evaluation.reads(of: property.name).filter { !$0.isDerived }
    let writes = evaluation.writes(of: property.name)
    guard !writes.isEmpty, writes.allSatisfy({ Calls.runsInPairs.contains($0.phase.callerName) }),
      !uses.contains(where: \.isProjection)
    else { return nil }
    let contents = Set((uses.map(\.code) + writes.map(\.code)).map(rowContent))
    guard contents.count == 1, let content = contents.first ?? nil, let element = content.first(.parameter)?.detail
    else { return nil }
    let compared = reads.filter { !$0.isDerived }
    guard !compared.isEmpty,
      compared.allSatisfy({ comparison(around: $0.code, within: content)?.mentionedNames.contains(element) == true }),
      let part = compared[0].code.ancestors.prefix(while: { $0 != content }).last(where: { $0.kind != .block })
    else { return nil }
    var draft = Draft(
      "'\(property.name)' of '\(type.name)' says of one row that it is the one, each row compares itself with it and writes it, and each "
        + "change evaluates all of '\(type.name)'; make the row a view with a flag of its own",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .moveState(PropertyPath(property.name), to: .part(part.start)),
      steps: [
        "make \(part.linesText) a private view that takes what it shows of '\(element)'",
        "declare a Bool there as @State private, write it where '\(property.name)' is written now, and remove '\(property.name)'",
      ],
      related: [.init(.owner, view: type.qualifiedName, place: part.start, message: "each row compares itself here")])
    draft.driver = .other
    return draft
  }

  /// The closure with the content of one row around a piece of code.
  private func rowContent(_ code: Code) -> Code? {
    code.ancestors.first { closure in
      closure.kind == .closure && closure.first(.parameter) != nil
        && closure.ancestors.contains { $0.kind == .call && Views.makesRows.contains($0.calledName) }
        && !evaluation.isAction(closure)
    }
  }

  /// `$hovered` that goes down to rows, and each row compares it with itself and says when it begins and ends: the flag of a
  /// row, kept further up.
  private func flagOfRows(_ property: Property) -> Draft? {
    var (current, name, isRow) = (type, property.name, false)
    var seen: Set<TypeID> = []
    while seen.insert(current.id).inserted, let evaluation = graph.evaluation(of: current.id), !evaluation.isIncomplete
    {
      let uses = evaluation.reads(of: name).filter { !$0.isDerived }
      let writes = evaluation.writes(of: name)
      let compared = uses.filter { $0.phase.isEvaluation && !$0.isProjection }
      // The rows of a view on the way compare it where they are made.
      let isInRows = current.id != type.id && compared.allSatisfy(\.isInRow)
      if isRow || isInRows, !compared.isEmpty, !writes.isEmpty {
        let isOwn =
          writes.allSatisfy { Calls.runsInPairs.contains($0.phase.callerName) }
          && compared.allSatisfy { read in
            guard let parent = read.code.parent, parent.kind == .binary else { return false }
            return ["==", "!="].contains(parent.name)
          } && !uses.contains(where: \.isProjection)
        guard isOwn else { return nil }
        let row = isRow ? "'\(current.name)'" : "row of '\(current.name)'"
        return Draft(
          "'\(property.name)' of '\(type.name)' says of one \(row) that it is the one, and each change evaluates all of "
            + "them; let each \(row) own a flag",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .moveState(PropertyPath(property.name), to: .view(current.qualifiedName, compared[0].code.start)),
          steps: [
            isRow
              ? "declare a Bool in '\(current.name)' as @State private, and write it where '\(name)' is written now"
              : "make a view of each row, with a Bool as @State private that is written where '\(name)' is written now",
            "remove '\(property.name)' from '\(type.name)'",
          ],
          related: [
            .init(.owner, view: current.qualifiedName, place: compared[0].code.start, message: "each compares it here")
          ]
        )
      }
      // Handed on, and nothing else.
      guard writes.isEmpty, compared.isEmpty else { return nil }
      let binding = "$" + name
      func isHandedOn(_ argument: Child.Argument) -> Bool {
        argument.value.name == binding && argument.value.memberPath != nil
      }
      let children = evaluation.children.filter { $0.arguments.contains(where: isHandedOn) }
      guard children.count == 1, let id = children[0].type,
        let taken = children[0].arguments.first(where: isHandedOn)?.property
      else { return nil }
      (current, name, isRow) = (graph.index[id], taken, isRow || children[0].row != nil)
    }
    return nil
  }

  /// How many children do not depend on the property.
  ///
  /// - Parameter parts: What gets the value: what is made for its arguments, here or in a helper, belongs to it.
  private func unaffected(by property: Property, besides parts: [Code]) -> Int {
    evaluation.children.count { child in
      child.phase.isEvaluation && child.code.elementCount > 0 && !isInside(child.code, child.via, of: parts)
        && !evaluation.dependencies(of: child.code, includingProjections: true).contains(property.name)
    }
  }

  /// The views that a child only hands the value on to, one after the other, and what each on the way makes besides.
  private func chain(behind consumers: [Child], of property: Property) -> [(child: Child, unaffected: Int)] {
    var chain: [(child: Child, unaffected: Int)] = []
    var (current, name) = (consumers, property.name)
    var seen: Set<TypeID> = [type.id]
    while current.count == 1, let id = current[0].type, seen.insert(id).inserted,
      let evaluation = graph.evaluation(of: id), !evaluation.isIncomplete,
      let argument = current[0].arguments.first(where: { $0.value.memberPath?.drop { $0 == "self" }.first == name }),
      let taken = argument.property.flatMap({ graph.index[id].property($0) }), taken.isPlainInput,
      // Who is given the binding as well writes the value itself.
      !current[0].arguments.contains(where: { $0.value.mentionedNames.contains("$" + name) })
    {
      let scope = StateScope(graph: graph, type: graph.index[id], evaluation: evaluation, isSuspecting: isSuspecting)
      let reads = evaluation.reads(of: taken.name).filter { !$0.isDerived }
      let next = reads.flatMap(scope.uses).map(scope.consumer)
      guard !reads.isEmpty, reads.allSatisfy({ $0.phase.isEvaluation && !$0.isProjection }), next.count == 1,
        let child = next[0], child.type != nil, child.row == nil
      else { break }
      chain.append((child, scope.unaffected(by: taken, besides: [child.code.outermostChain])))
      (current, name) = ([child], taken.name)
    }
    return chain
  }

  /// All that reads and writes it is reached through one part of the body that stands apart, such as `commentBar`.
  private func oneHelper(_ property: Property, _ reads: [Read], _ writes: [Write]) -> Draft? {
    guard isSuspecting || isDrivenFast(property), let name = reads.lazy.compactMap(\.via.first).first,
      let part = evaluation.helpers.first(where: { $0.name == name && $0.phase.isEvaluation })?.block,
      part.elementCount > 0, isSuspecting || holdsViews(besides: part), writes.allSatisfy({ $0.via.first == name }),
      evaluation.reads.allSatisfy({ read in
        // The mention of the part stands for what is read in it.
        read.property != property.name || read.via.first == name
          || read.isDerived && (read.code.kind == .call ? read.code.calledName : read.code.name) == name
      }),
      !writes.isEmpty || evaluation.reads(of: property.name).contains(where: { $0.isProjection }),
      evaluation.children.contains(where: { $0.phase.isEvaluation && $0.type != nil && !part.contains($0.code) })
    else { return nil }
    return Draft(
      "only '\(name)' uses '\(property.name)', yet each change evaluates all of '\(type.name)'; make it a view of its own that owns "
        + "the state",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .moveState(PropertyPath(property.name), to: .part(part.start)), severity: .note,
      steps: [
        "make '\(name)' a private view", "declare '\(property.name)' there as @State private and move its writes along",
      ],
      related: [.init(.owner, view: type.qualifiedName, place: part.start, message: "the only part that uses it")])
  }

  private func isHot(_ property: Property) -> Bool {
    evaluation.writes(of: property.name).contains {
      SourceGraph.isFrequent($0, of: property)
    }
  }

  /// Whether the sources show that a clock, a sensor or an event writes it again and again, which no key and no drag does.
  private func isDriven(_ property: Property) -> Bool {
    guard let recurrence = SourceGraph.recurrence(of: property, in: evaluation) else { return false }
    // A number that a stream hands over is measured; other elements may come now and then.
    if recurrence.source == .sequence {
      return property.typeText.map { KnownTypes.reals.contains(TypeName.base($0)) }
        ?? (property.initialValue?.name.contains(".") == true)
    }
    return recurrence.goesOnByItself && recurrence.isFrequent
  }

  /// Whether the body makes several views of the app, or rows, beside a part of it: those are given their values anew each time.
  private func holdsViews(besides part: Code) -> Bool {
    let others = evaluation.children.filter { $0.type != nil && $0.phase.isEvaluation && !part.contains($0.code) }
    return others.count >= Self.leastBesideClock || others.contains { $0.row != nil }
  }

  /// The same, and not just once per second, which a few views can bear.
  private func isDrivenFast(_ property: Property) -> Bool {
    isDriven(property)
      && evaluation.writes(of: property.name).allSatisfy { write in
        write.phase.finalCaller?.clockPeriod.map { $0 < Self.second } ?? true
      }
  }

  private static let second = 1.0

  /// Whether each key or each step of a drag writes it.
  private func isEdited(_ property: Property) -> Bool {
    guard let recurrence = SourceGraph.recurrence(of: property, in: evaluation) else {
      return graph.isEditedBelow(property, evaluation)
    }
    return !recurrence.goesOnByItself && !recurrence.isOfSize
  }

  /// Whether the body makes rows of views beside some parts of it.
  private func hasRows(besides parts: [Code]) -> Bool {
    evaluation.children.contains { child in
      child.row != nil && child.phase.isEvaluation && !isInside(child.code, child.via, of: parts)
    }
  }

  /// Whether a child writes the binding that it is given for every event.
  private func writesOften(_ child: Child, _ property: Property) -> Bool {
    guard let id = child.type,
      let taken = child.arguments.first(where: { $0.value.memberPath?.last == "$" + property.name })?.property
    else { return false }
    if HotValues.hotWrite(of: taken, in: graph.index[id], graph) != nil { return true }
    // `PlayerEngine(currentTime: $currentTime)`, which writes it where no user does anything.
    return Conventions.namesOfClocks.contains(property.name.lowercased())
      && graph.evaluation(of: id)?.writes.contains { write in
        write.property == taken && !write.phase.isEvaluation && write.phase.event == nil
      } == true
  }

  private static let leastBesideClock = 2

  /// Whether what writes it is no business of the owner: a clock, a sensor, a stream. How often they write, a trace shows.
  private func isIndependent(_ property: Property) -> Bool {
    let writes = evaluation.writes(of: property.name)
    return isHot(property)
      || isSuspecting && !writes.isEmpty
        && writes.allSatisfy { $0.phase.event?.isIndependentOfView == true }
  }

  /// Whether a method that writes the state writes other state of the owner as well: it has to be parted before the state
  /// can go down to the child.
  private func writesMore(_ property: Property) -> Bool {
    evaluation.writes.contains { write in
      guard write.property == property.name, let helper = write.via.last else { return false }
      return evaluation.writes.contains { $0.property != property.name && $0.via.last == helper }
    }
  }

  private static func isInClosure(_ use: Code, within limit: Code) -> Bool {
    use.ancestors.prefix { $0 != limit }.contains { $0.kind == .closure }
  }

  /// The child whose argument a read is; `nil` when the owner uses the value itself.
  private func consumer(of use: Code) -> Child? {
    let candidates = evaluation.children.filter { child in
      child.code.contains(use) && child.phase.isEvaluation && !Views.builtin.contains(child.name)
        && (child.type.map { graph.isView(graph.index[$0]) } ?? UnknownViews.looksLikeView(child.name))
    }
    guard let child = candidates.max(by: { $0.code.index < $1.code.index }) else { return nil }
    // In a content closure of a container of the app the owner still uses it itself.
    let isArgument = child.arguments.contains {
      // `kind: .custom { … }` is content too.
      $0.value.kind != .closure && $0.value.contains(use) && !Self.isInClosure(use, within: $0.value) || $0.value == use
    }
    return isArgument ? child : nil
  }

  /// Whether a derived read is the mention of a helper that makes views: what is in it is looked at by itself.
  private func isMentionOfViews(_ read: Read) -> Bool {
    guard read.isDerived else { return false }
    let name = read.code.kind == .call ? read.code.calledName : read.code.name
    return evaluation.helpers.contains { helper in
      helper.name == name && evaluation.children.contains { helper.block.contains($0.code) }
    }
  }

  /// Where the body uses what is read: the place itself, also in a helper that makes the child it is for; or where it mentions
  /// the helper that reads.
  private func uses(of read: Read) -> [Code] {
    guard let helper = read.via.first, isSuspecting == false || consumer(of: read.code) == nil else {
      return [read.code]
    }
    return evaluation.entries.flatMap { entry in
      entry.descendants.filter { $0.kind == .identifier && $0.name == helper }
    }
  }

  private func takesClosure(_ child: Child) -> Bool {
    child.arguments.contains { argument in
      argument.value.kind == .closure || argument.isTrailing
        || child.type.flatMap { id in argument.property.flatMap { graph.index[id].property($0) } }
          .map { TypeName.isFunction($0.typeText ?? "") } == true
    }
  }

  private func isPaired(_ property: Property) -> Bool {
    evaluation.writes(of: property.name).contains {
      Calls.runsInPairs.contains($0.phase.callerName)
    }
  }

  private func comparison(around code: Code, within limit: Code) -> Code? {
    for ancestor in code.ancestors {
      if ancestor == limit { return nil }
      if ancestor.kind == .binary, ["==", "!="].contains(ancestor.name) { return ancestor }
      if ancestor.kind == .call, Methods.answers.contains(ancestor.calledName) { return ancestor }
      // `drafts[item.id]`: one entry for each row.
      if ancestor.kind == .subscriptCall, ancestor.callee?.contains(code) == true || ancestor.callee == code {
        return ancestor
      }
    }
    return nil
  }

  /// All reads lie in one small part of a large body, and the state is written often.
  private func oneSection(_ property: Property, _ reads: [Read], _ writes: [Write]) -> Draft? {
    guard let entry = evaluation.entries.first, isSuspecting || entry.lineCount >= 8 else { return nil }
    let inBody = reads.filter { entry.contains($0.code) }
    guard !inBody.isEmpty else { return nil }
    let shown = inBody.map(\.code)
    let uses = shown + writes.map(\.code).filter(entry.contains)
    let bound = evaluation.reads(of: property.name).filter {
      $0.isProjection && $0.phase.isEvaluation && entry.contains($0.code)
    }
    // Best a part that holds the fields that edit it and the writes as well; a timer may write from anywhere.
    guard
      let section = ViewSections.smallest(holding: uses + bound.map(\.code), in: entry)
        ?? ViewSections.smallest(holding: uses, in: entry) ?? ViewSections.smallest(holding: shown, in: entry),
      isSuspecting || section.kind != .ifStatement
        || section.lineCount * (isDrivenFast(property) && holdsViews(besides: section) ? 2 : 3) < entry.lineCount
    else { return nil }
    guard isOwnable(property, by: [section], writes), isSuspecting || !isMostOfBody(section) else { return nil }
    let unaffected = entry.elementCount - section.elementCount - Self.elements(besides: section, in: entry)
    let least = SourceRule.stateScopedTooHigh.option("minimum_unaffected_elements", in: graph)
    let isBesideViews = isDrivenFast(property) && holdsViews(besides: section)
    let minimum = isBesideViews ? min(least, Self.leastBesideClock) : least
    guard unaffected >= max(1, minimum), isSuspecting || section.lineCount * 2 <= entry.lineCount else { return nil }
    let hot = writes.contains { SourceGraph.isFrequent($0, of: property) }
    let helperHot = isWrittenByTimer(property)
    let local = writes.allSatisfy { section.contains($0.code) } && !writes.isEmpty
    let projectedElsewhere = evaluation.reads(of: property.name).contains {
      $0.isProjection && !section.contains($0.code)
    }
    guard isSuspecting || hot || helperHot || local && !projectedElsewhere && unaffected >= 2 * minimum else {
      return nil
    }
    let message = """
      '\(property.name)' is read only in the part at \(section.linesText), yet each change evaluates \
      all of '\(type.name)'; move that part into a view of its own that owns the state
      """
    return Draft(
      message, at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .moveState(PropertyPath(property.name), to: .part(section.start)),
      severity: hot || helperHot ? nil : .note,
      steps: [
        "extract \(section.linesText) into a private view",
        "declare '\(property.name)' there as @State private and move its writes along",
      ],
      related: [.init(.owner, view: type.qualifiedName, place: section.start, message: "the only part that reads it")])
  }

  /// Whether a part holds more than half of what evaluation runs, itself or in the helpers that it mentions.
  private func isMostOfBody(_ part: Code) -> Bool {
    var names: Set<String> = []
    var lines = part.lineCount
    var pending = [part]
    while let next = pending.popLast() {
      for code in next.descendants(.identifier) where names.insert(code.name).inserted {
        for helper in evaluation.helpers where helper.name == code.name && helper.phase.isEvaluation {
          lines += helper.block.lineCount
          pending.append(helper.block)
        }
      }
    }
    return lines * 2 > evaluation.evaluatedLineCount && lines > part.lineCount
  }

  /// The elements that are not there while the part is: those of the other branches of conditions around it.
  private static func elements(besides part: Code, in entry: Code) -> Int {
    var inner = part
    var elements = 0
    for ancestor in part.ancestors {
      if ancestor == entry { break }
      if [.ifStatement, .switchStatement].contains(ancestor.kind) {
        elements += ancestor.elementCount - inner.elementCount
      }
      inner = ancestor
    }
    return elements
  }

  /// Whether a part of the body can own the state: nothing outside of it uses or writes it, and nothing else that the same
  /// handlers write evaluates the rest.
  private func isOwnable(_ property: Property, by parts: [Code], _ writes: [Write]) -> Bool {
    func isInside(_ code: Code, _ via: [String]) -> Bool { self.isInside(code, via, of: parts) }
    for read in evaluation.reads(of: property.name) where !isInside(read.code, read.via) {
      // What runs later somewhere else needs it there.
      guard read.phase.isEvaluation, !read.isProjection else {
        // A clock that writes it goes along, and what another one asks for stays where that is.
        if read.phase.event?.isIndependentOfView == true,
          writes.contains(where: { $0.phase == read.phase || $0.phase.event?.isIndependentOfView == true })
        {
          continue
        }
        return false
      }
    }
    for write in writes where !isInside(write.code, write.via) {
      let isPlaced =
        write.phase.caller.map { caller in parts.contains { $0.contains(caller) || $0 == caller } } ?? false
      guard isPlaced || write.phase.event?.isIndependentOfView == true else { return false }
      // A method of the view that fills several properties at once is its own business.
      if !write.via.isEmpty, !SourceGraph.isFrequent(write, of: property) { return false }
    }
    return !writes.contains { write in
      evaluation.writes.contains { other in
        other.property != property.name && other.phase == write.phase && other.via == write.via
          && Self.handler(of: other.code) == Self.handler(of: write.code)
          && evaluation.evaluationReads(of: other.property).contains { !isInside($0.code, $0.via) }
      }
    }
  }

  /// Whether code lies in parts of the body, or in a helper that only these mention.
  private func isInside(_ code: Code, _ via: [String], of parts: [Code]) -> Bool {
    if parts.contains(where: { $0.contains(code) || $0 == code }) { return true }
    guard let helper = via.first, let references = mentions.value[helper] else { return false }
    return references.allSatisfy { use in parts.contains { $0.contains(use) || $0 == use } }
  }

  /// The innermost closure or function around a write.
  private static func handler(of code: Code) -> Code? {
    code.ancestors.first { [.closure, .function, .accessor].contains($0.kind) }
  }

  /// Read only in arguments of modifiers, and written by a modifier of the app or a hot callback.
  private func onlyModifiers(_ property: Property, _ reads: [Read], _ writes: [Write]) -> Draft? {
    // The use of a helper that reads it is no read of its own.
    let reads = reads.filter { !$0.isDerived }
    guard evaluation.lineCount >= 40, !reads.isEmpty, reads.allSatisfy({ Self.modifier(around: $0.code) != nil }) else {
      return nil
    }
    let projections = evaluation.reads(of: property.name).filter { $0.isProjection }
    let isCustom =
      !projections.isEmpty
      && projections.allSatisfy { read in
        guard let call = Self.modifier(around: read.code) else { return false }
        return !Modifiers.writesBinding.contains(call.calledName)
      }
    let hot =
      !writes.isEmpty
      && writes.allSatisfy {
        Calls.runsPerEvent.contains($0.phase.callerName) && SourceGraph.isFrequent($0, of: property)
      }
    guard !reads.contains(where: { Self.modifier(around: $0.code)?.calledEvent == .change }) else { return nil }
    guard isCustom && writes.isEmpty || hot && projections.isEmpty else { return nil }
    // A modifier can own it only on the view whose chain holds all that reads and writes it.
    let chains = Set((reads + projections).compactMap { Self.modifier(around: $0.code)?.outermostChain })
    guard chains.count == 1, let chain = chains.first, isOwnable(property, by: [chain], writes),
      writes.allSatisfy({ write in
        guard let caller = write.phase.caller else { return false }
        return caller.outermostChain == chain
      })
    else { return nil }
    let names = Set(reads.compactMap { Self.modifier(around: $0.code)?.calledName }).sorted()
    return Draft(
      "'\(property.name)' serves only the modifier\(names.count == 1 ? "" : "s") \(SourceGraph.list(names)), yet each change evaluates all "
        + "\(evaluation.lineCount) lines of '\(type.name)'; move it into a ViewModifier that owns it",
      at: property.place, code: property.code, view: type, subject: .property(property.name),
      change: .moveState(PropertyPath(property.name), to: .modifier), severity: .note,
      steps: [
        "write a ViewModifier with '\(property.name)' as @State private",
        "apply it instead of \(SourceGraph.list(names))",
      ])
  }

  /// The modifier whose argument, not whose base, holds the code.
  private static func modifier(around code: Code) -> Code? {
    var inner = code
    for ancestor in code.ancestors {
      if ancestor.kind == .closure || ancestor.kind == .block { return nil }
      if ancestor.kind == .call, inner.kind == .argument {
        guard ancestor.callee?.kind == .member, ancestor.calledName.first?.isLowercase == true,
          ancestor.callee?.firstChild?.chainRoot.kind == .call || ancestor.callee?.firstChild?.kind == .identifier
        else { return nil }
        return ancestor
      }
      inner = ancestor
    }
    return nil
  }

  /// Written from a timer or observer in a method that the body does not reach by a visible path.
  private func isWrittenByTimer(_ property: Property) -> Bool {
    graph.mentions(of: property.name, in: type).contains { usage in
      usage.isWritten
        && usage.ancestors.contains {
          $0.kind == .call && $0.calledEvent == .timer
        }
    }
  }

  /// - Parameter children: The one that gets the value, and those it hands it on to.
  private func message(_ property: Property, _ children: [Child], coordinates: Bool, isRow: Bool) -> String {
    let child = children[0]
    if children.count > 1 {
      let between = SourceGraph.list(children.dropLast().map(\.name))
      return """
        '\(type.name)' keeps '\(property.name)' only to hand it through \(between) to '\(children[children.count - 1].name)', \
        so each change evaluates all of them; let '\(children[children.count - 1].name)' own it
        """
    }
    if coordinates {
      return """
        every '\(child.name)' row compares itself with '\(property.name)' of '\(type.name)', so each change evaluates every row; \
        let each row own its flag, or keep it here, pass a Bool per row and make '\(child.name)' Equatable
        """
    }
    return """
      '\(type.name)' reads '\(property.name)' only to hand it to '\(child.name)', so each change evaluates both and all \
      siblings; let '\(child.name)' own it
      """
  }

  /// Where a modifier of the owner writes it, such as one that measures or collects what is below, the child cannot.
  private func messageOfObject(_ property: Property, _ reader: String) -> String {
    """
    '\(type.name)' reads '\(property.name)' only to hand it to '\(reader)', so each change evaluates both and all \
    siblings; keep it in an object that '\(type.name)' writes and only '\(reader)' reads
    """
  }

  private func stepsToObject(_ property: Property, _ reader: String) -> [String] {
    [
      "keep '\(property.name)' in an @Observable object that '\(type.name)' owns in @State, and write it there where it is written now",
      "hand the object to '\(reader)', and read it nowhere else",
    ]
  }

  private func steps(_ property: Property, child: Child, coordinates: Bool) -> [String] {
    if coordinates {
      return [
        "if rows need not know of each other, declare the flag in '\(child.name)' as @State private",
        "otherwise pass the comparison as a Bool and make '\(child.name)' Equatable, closures left out of ==",
      ]
    }
    return ["declare '\(property.name)' in '\(child.name)' as @State private", "remove it from '\(type.name)'"]
  }
}

extension Evaluation {
  /// Whether nothing in the closure is evaluated with the body.
  fileprivate func isAction(_ closure: Code) -> Bool {
    !reads.contains { closure.contains($0.code) && $0.phase.isEvaluation }
      && !calls.contains { closure.contains($0.code) && $0.phase.isEvaluation }
  }
}
