import SwiftUIModel
internal import Vocabulary

/// What bodies run in members of other types, in static ones and in free functions: `store.visibleItems(for: query)`,
/// `Self.grouped(items)`.
///
/// A name is followed only where the sources say which declaration it means.
struct CalledWork {
  /// What is called, and what it runs.
  struct Target {
    var name: String
    /// `nil` of a free function.
    var owner: TypeInfo?
    var block: Code
  }

  private static let longestChain = 3

  let graph: SourceGraph
  /// Functions of the files, and methods of types of other modules: by name, which only one may have.
  private var functions: [String: [Target]] = [:]
  /// The work of the blocks that were looked at.
  private var known: [Code: Work?] = [:]

  private typealias Work = (work: HeavyCall, code: Code)

  init(_ graph: SourceGraph) {
    self.graph = graph
    for file in graph.index.files {
      for code in file.root.all(.function) {
        guard let block = code.first(.block) else { continue }
        functions[code.name, default: []].append(Target(name: code.name, owner: nil, block: block))
      }
    }
    for type in graph.index.types where type.kind == .extension {
      for function in type.functions where !function.isStatic && Methods.table[function.name] == nil {
        guard let block = function.body else { continue }
        functions[function.name, default: []].append(Target(name: function.name, owner: type, block: block))
      }
    }
  }

  // MARK: - What is called

  /// The declaration that a call of a body runs, where it is not one of the view's own, which the walk goes through.
  func target(of call: Code, in type: TypeInfo) -> Target? {
    guard let callee = call.callee else { return nil }
    let name = call.calledName
    if callee.kind == .identifier {
      guard !name.startsUppercase, type.functions.allSatisfy({ $0.name != name }), !callee.isShadowed(name) else {
        return nil
      }
      return only(name, isFree: true)
    }
    guard callee.kind == .member else { return nil }
    // `Renderer(text).view()`.
    if let base = callee.firstChild, let owner = made(by: base, in: type) {
      return method(name, of: owner, isStatic: false, call)
    }
    guard var path = callee.memberPath else { return only(name, isFree: false) }
    path.removeLast()
    if path.first == "self" { path.removeFirst() }
    guard let first = path.first else { return nil }
    if first == "Self" || first.startsUppercase {
      return ofType(path, name, call, in: type)
    }
    if callee.isShadowed(first) {
      // `var renderer = Renderer(text); renderer.view()`.
      let local = path.count == 1 ? callee.localDeclaration(of: first)?.initialValue : nil
      if let owner = local.flatMap({ made(by: $0, in: type) }) {
        return method(name, of: owner, isStatic: false, call)
      }
      return only(name, isFree: false)
    }
    guard let owner = graph.index.type(ofMembers: path[...], from: type) else { return only(name, isFree: false) }
    return method(name, of: owner, isStatic: false, call)
  }

  /// The type of the sources that code makes a value of, which is no view: those are evaluated for themselves.
  private func made(by code: Code, in type: TypeInfo) -> TypeInfo? {
    guard code.kind == .call, let path = code.callee?.memberPath, path.last?.startsUppercase == true,
      let id = graph.index.resolve(path.joined(separator: "."), near: code.file.path, inside: type.id)
    else { return nil }
    return graph.isView(graph.index[id]) ? nil : graph.index[id]
  }

  /// `Self.sorted(items)`, `Format.age(of: post)`, `Store.shared.recent()`.
  private func ofType(_ path: [String], _ name: String, _ call: Code, in type: TypeInfo) -> Target? {
    let isOwn = path[0] == "Self"
    let length = path.prefix { $0 == "Self" || $0.startsUppercase }.count
    let named = path.prefix(length).joined(separator: ".")
    guard
      let owner = isOwn && length == 1
        ? type : graph.index.resolve(named, near: call.file.path, inside: type.id).map({ graph.index[$0] })
    else { return nil }
    let rest = path.dropFirst(length)
    if rest.isEmpty { return method(name, of: owner, isStatic: true, call) }
    guard let shared = owner.properties.first(where: { $0.isStatic && $0.name == rest.first }),
      let held = graph.index.type(of: shared, in: owner),
      let holder = graph.index.type(ofMembers: rest.dropFirst(), from: held)
    else { return nil }
    return method(name, of: holder, isStatic: false, call)
  }

  private func method(_ name: String, of owner: TypeInfo, isStatic: Bool, _ call: Code) -> Target? {
    let labels = call.arguments.filter { !$0.flags.contains(.isTrailing) }.map { $0.name.isEmpty ? "_" : $0.name }
    let found = owner.functions.first { function in
      function.name == name && function.isStatic == isStatic
        && labels.allSatisfy { label in function.parameters.contains { $0.label == label } }
    }
    return found?.body.map { Target(name: name, owner: owner, block: $0) }
  }

  /// The one function of that name; of several nothing tells which is meant.
  private func only(_ name: String, isFree: Bool) -> Target? {
    guard let all = functions[name], all.count == 1, (all[0].owner == nil) == isFree else { return nil }
    return all[0]
  }

  // MARK: - What it runs

  /// Blocks of other types that the bodies of the sources reach by calls and reads that can be followed.
  func reachedBlocks() -> Set<Code> {
    var reached: Set<Code> = []
    func reach(_ target: Target) {
      guard reached.insert(target.block).inserted else { return }
      for next in followed(from: target) { reach(next) }
    }
    for (type, evaluation) in graph.evaluatedViews {
      for call in evaluation.calls where call.phase.isEvaluation { target(of: call.code, in: type).map(reach) }
      for read in evaluation.reads where read.phase.isEvaluation { computed(read, in: type).map(reach) }
      for member in evaluation.evaluatedBlocks.flatMap({ $0.descendants(.member) }) where !evaluation.isDeferred(member)
      {
        computed(member, in: type).map(reach)
      }
    }
    return reached
  }

  /// The computed property of a model that a read evaluates.
  private func computed(_ read: Read, in type: TypeInfo) -> Target? {
    guard !read.isDerived, !read.isProjection, let member = read.path.first,
      let property = type.property(read.property),
      let model = graph.index.type(of: property, in: type), let getter = model.property(member)?.getter
    else { return nil }
    return Target(name: member, owner: model, block: getter)
  }

  /// The computed property that a member of a body evaluates, of a type that it names or of the element of a row:
  /// `EditorTarget.installed`, `editor.icon`, `Catalogue(resource: "all").entries`.
  private func computed(_ member: Code, in type: TypeInfo) -> Target? {
    if let owner = member.firstChild.flatMap({ made(by: $0, in: type) }) {
      return owner.property(member.name)?.getter.map { Target(name: member.name, owner: owner, block: $0) }
    }
    guard let path = member.memberPath, path.count == 2 else { return nil }
    let owner: TypeInfo?
    if path[0].startsUppercase {
      owner = graph.index.resolve(path[0], near: member.file.path, inside: type.id).map { graph.index[$0] }
    } else {
      owner = ShownRows.rowElement(path[0], at: member, type, graph)
    }
    guard let owner, !graph.isView(owner),
      let property = owner.properties.first(where: {
        $0.name == path[1] && $0.isStatic == path[0].startsUppercase
      }), let getter = property.getter
    else { return nil }
    return Target(name: path[1], owner: owner, block: getter)
  }

  /// Computed properties of the elements that a block goes through: `catalog.filter { $0.url != nil }`.
  private func ofElements(from target: Target, _ owner: TypeInfo) -> [Target] {
    target.block.descendants(.closure).flatMap { closure -> [Target] in
      guard closure.parent?.kind == .argument, let call = closure.parent?.parent,
        Methods.handsElements.contains(call.calledName),
        let path = call.callee?.firstChild?.memberPath?.drop(while: { $0 == "self" || $0 == "Self" }), path.count == 1,
        let text = owner.properties.first(where: { $0.name == path.first })?.typeText, TypeName.isCollection(text),
        let name = TypeName.elements(text).last,
        let id = graph.index.resolve(name, near: closure.file.path, inside: owner.id)
      else { return [] }
      let element = closure.first(.parameter)?.detail ?? "$0"
      return closure.descendants(.member).compactMap { member in
        guard member.firstChild?.kind == .identifier, member.firstChild?.name == element,
          let getter = graph.index[id].property(member.name)?.getter
        else { return nil }
        return Target(name: member.name, owner: graph.index[id], block: getter)
      }
    }
  }

  /// Members of the same type that a block evaluates in turn.
  private func followed(from target: Target) -> [Target] {
    guard let owner = target.owner else { return [] }
    var found: [Target] = []
    for code in target.block.descendants where code.kind == .identifier && !isDeferred(code, in: target.block) {
      var name = code.name
      var use = code
      if name == "self" || name == "Self", let member = code.parent, member.kind == .member, member.firstChild == code {
        name = member.name
        use = member
      } else if code.isShadowed(name) {
        continue
      }
      if let getter = owner.properties.first(where: { $0.name == name })?.getter {
        found.append(Target(name: name, owner: owner, block: getter))
      } else if let call = use.parent, call.kind == .call, call.callee == use,
        let next = method(name, of: owner, isStatic: false, call) ?? method(name, of: owner, isStatic: true, call)
      {
        found.append(next)
      }
    }
    return found + handedOn(from: target, owner) + ofElements(from: target, owner)
  }

  /// Methods of what the type holds, or of a shared object, that a block calls: `builder.rows(for: records)`.
  private func handedOn(from target: Target, _ owner: TypeInfo) -> [Target] {
    target.block.descendants.compactMap { call in
      guard call.kind == .call, let path = call.callee?.memberPath?.drop(while: { $0 == "self" }), path.count > 1,
        let first = path.first
      else { return nil }
      // `EventStore.shared.exists(event)`.
      if first.startsUppercase, path.count > 2 {
        return isDeferred(call, in: target.block)
          ? nil : ofType(Array(path.dropLast()), call.calledName, call, in: owner)
      }
      guard owner.property(first)?.isStored == true, call.callee?.isShadowed(first) == false,
        !isDeferred(call, in: target.block), let holder = graph.index.type(ofMembers: path.dropLast(), from: owner)
      else { return nil }
      return method(call.calledName, of: holder, isStatic: false, call)
    }
  }

  /// The work of a block, itself or in what it calls.
  private mutating func work(of target: Target, depth: Int = 0) -> Work? {
    if let known = known[target.block] { return known }
    // What calls itself does no more than it does.
    known[target.block] = .some(nil)
    let found = ownWork(of: target) ?? calledWork(of: target, depth: depth)
    known[target.block] = .some(found)
    return found
  }

  private func ownWork(of target: Target) -> Work? {
    if target.block.keepsResults || target.block.descendants.contains(where: { $0.kind == .await }) { return nil }
    for code in target.block.descendants where code.kind == .call {
      guard let work = HeavyCall.work(of: code, graph), !isDeferred(code, in: target.block),
        !work.isLight || isOfStoredCollection(code, target)
      else { continue }
      return (work, code)
    }
    return gatheringLoop(of: target) ?? readingLoop(of: target) ?? nestedPass(of: target)
  }

  /// `records.map { record in columns.map { column in … } }`: once through a collection for each element of another.
  private func nestedPass(of target: Target) -> Work? {
    for outer in target.block.descendants where isPass(outer) && !isDeferred(outer, in: target.block) {
      guard let closure = outer.arguments.compactMap(\.firstChild).first(where: { $0.kind == .closure }) else {
        continue
      }
      let element = closure.first(.parameter)?.detail ?? "$0"
      for inner in closure.descendants where isPass(inner) {
        // What belongs to the element alone is part of it.
        guard let base = inner.callee?.firstChild, let path = base.memberPath?.drop(while: { $0 == "self" }),
          let root = path.first, root != element, root != "$0",
          base.localDeclaration(of: root)?.mentionedNames.contains(element) != true, !HeavyCall.isSmall(base)
        else { continue }
        return (
          HeavyCall(
            text: "goes through '\(path.joined(separator: "."))' for each element of a collection",
            subject: target.name, workload: .ordering),
          outer
        )
      }
    }
    return nil
  }

  private func isPass(_ code: Code) -> Bool {
    code.kind == .call && code.callee?.kind == .member && !code.isOfOptional
      && (Methods.isPass.contains(code.calledName) || Methods.maps.contains(code.calledName))
      && code.arguments.contains { $0.firstChild?.kind == .closure }
  }

  /// `let characters = Array(text); while index < characters.count { … }`: a text is read to its end and parts are made of it.
  private func readingLoop(of target: Target) -> Work? {
    guard let function = target.block.parent, function.kind == .function,
      let result = function.first(.returnType)?.name,
      TypeName.isCollection(result) || KnownTypes.documents.contains(TypeName.base(result))
    else { return nil }
    let texts = Set(
      function.all(.parameter).filter { KnownTypes.texts.contains(TypeName.base($0.typeText ?? "")) }.map(\.detail))
    // `append(piece, to: &pieces)`: a helper may do it.
    let gathers = target.block.descendants.contains { code in
      code.kind == .call && Methods.adds.contains(code.calledName)
        || code.kind == .unary && code.name == "&" && code.parent?.kind == .argument
    }
    if texts.isEmpty || !gathers { return nil }
    for loop in target.block.descendants where !isDeferred(loop, in: target.block) {
      let head =
        loop.kind == .forStatement
        ? loop.first(.value)?.firstChild : loop.kind == .whileStatement ? loop.first(.conditions) : nil
      // A look for one place in a text ends at it.
      guard let head, !loop.descendants.contains(where: { $0.kind == .returnStatement }),
        let text = readText(by: head, isWhole: loop.kind == .forStatement, texts)
      else { continue }
      return (HeavyCall(text: "goes through all of '\(text)'", subject: target.name, workload: .reading), loop)
    }
    return nil
  }

  /// The text that the head of a loop goes through: `for character in text.enumerated()`, `while index < characters.count`. What it is
  /// split at, and what is looked for in it, is something else.
  private func readText(by head: Code, isWhole: Bool, _ texts: Set<String>) -> String? {
    var name = head
    if isWhole {
      while let base = name.kind == .call ? name.callee : name.kind == .member ? name.firstChild : nil {
        if name.kind == .member, !Methods.readsWhole.contains(name.name) { return nil }
        name = base
      }
      return text(of: name, texts)
    }
    return head.descendants.lazy.filter { code in
      code.accessChain.name == Methods.count
        && !code.ancestors.prefix(while: { $0 != head }).contains { $0.kind == .argument }
    }.compactMap { text(of: $0, texts) }.first
  }

  /// The parameter that a name stands for: itself, or `Array(text)` in a local.
  private func text(of name: Code, _ texts: Set<String>) -> String? {
    guard name.kind == .identifier else { return nil }
    guard let value = name.localDeclaration(of: name.name)?.initialValue else {
      return texts.contains(name.name) ? name.name : nil
    }
    guard value.kind == .call, KnownTypes.collections.contains(value.calledName),
      let given = value.arguments.first?.firstChild?.memberPath?.first
    else { return nil }
    return texts.contains(given) ? given : nil
  }

  /// `for word in words { … segments.append(…) }` over a parameter or a stored property: a pass over a whole collection.
  private func gatheringLoop(of target: Target) -> Work? {
    guard let function = target.block.parent else { return nil }
    let collections = function.children.reduce(into: Set<String>()) { names, parameter in
      guard parameter.kind == .parameter, let text = parameter.typeText, TypeName.isCollection(text) else { return }
      names.insert(parameter.detail)
    }
    for loop in target.block.descendants where loop.kind == .forStatement && !isDeferred(loop, in: target.block) {
      guard var value = loop.first(.value)?.firstChild else { continue }
      // `words.enumerated()` goes over `words`.
      while value.kind == .call, value.callee?.kind == .member, let base = value.callee?.firstChild { value = base }
      guard let path = value.memberPath?.filter({ $0 != "self" }), path.count == 1 else { continue }
      let isStored = target.owner?.property(path[0]).map {
        $0.isStored && $0.typeText.map(TypeName.isCollection) == true
      }
      guard collections.contains(path[0]) || isStored == true, CollectingLoops.gathers(loop) else { continue }
      return (HeavyCall(text: "loops over all of '\(path[0])'", subject: target.name, workload: .pass), loop)
    }
    return nil
  }

  private mutating func calledWork(of target: Target, depth: Int) -> Work? {
    guard depth < Self.longestChain, !target.block.keepsResults else { return nil }
    for next in followed(from: target) {
      if let found = work(of: next, depth: depth + 1) { return found }
    }
    return nil
  }

  /// One pass counts where it goes over all that the model keeps.
  private func isOfStoredCollection(_ call: Code, _ target: Target) -> Bool {
    guard Methods.filters.contains(call.calledName), let owner = target.owner,
      owner.isObservableClass || owner.isObservableObject,
      let path = call.callee?.firstChild?.memberPath?.filter({ $0 != "self" }), path.count == 1,
      let property = owner.property(path[0]), property.isStored
    else { return false }
    return property.typeText.map(TypeName.isCollection) ?? false
  }

  /// In a closure that runs later.
  private func isDeferred(_ code: Code, in block: Code) -> Bool {
    code.ancestors.prefix { $0 != block }.contains { closure in
      guard closure.kind == .closure, let argument = closure.parent, argument.kind == .argument,
        let call = argument.parent
      else { return false }
      return graph.options.actions.isAction(
        function: call.calledName, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
    }
  }

  // MARK: - Findings

  mutating func findings(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<Code> = []
    var findings: [Draft] = []
    for call in evaluation.calls where call.phase.isEvaluation {
      guard let target = target(of: call.code, in: type), !isAction(target), let found = work(of: target),
        !call.code.isInPreview, !call.code.isInProcedure, !found.work.isLight || isBeside(call.code, type, evaluation),
        seen.insert(target.block).inserted
      else { continue }
      findings.append(
        draft(
          target, found, type, at: call.code.nameStart, call.code, subject: .work(target.name),
          isInRow: call.row?.contains(call.code) == true, isPresented: call.isPresented(in: evaluation)))
    }
    // Each place that asks for a member asks it as often as all of them do.
    var asked: [PropertyPath: Int] = [:]
    for read in evaluation.reads where read.phase.isEvaluation {
      guard let target = computed(read, in: type), let found = work(of: target), !read.code.isInPreview,
        !read.code.isInProcedure, !seen.contains(target.block)
      else { continue }
      var times = 1
      if found.work.isLight {
        let path = PropertyPath(read.property, target.name)
        times = asked[path] ?? AskedTimes(graph: graph).count(of: path, besides: target.block, in: type)
        asked[path] = times
        guard times >= AskedTimes.several || isBeside(read.code, type, evaluation) else { continue }
      }
      seen.insert(target.block)
      findings.append(
        draft(
          target, found, type, at: read.code.start, read.code, subject: .member(target.name, of: read.property),
          isInRow: read.isInRow, times: times))
    }
    for member in evaluation.evaluatedBlocks.flatMap({ $0.descendants(.member) }) {
      guard let target = computed(member, in: type), let found = work(of: target), !member.isInPreview,
        !evaluation.isDeferred(member), !member.isInProcedure, !found.work.isLight, seen.insert(target.block).inserted
      else { continue }
      findings.append(
        draft(
          target, found, type, at: member.start, member, subject: .work(target.name),
          isInRow: member.rows?.contains(member) == true && member.rows?.arguments.first?.contains(member) != true))
    }
    return findings
  }

  /// A method that gives nothing back: no body has a use for that, so it stands in a closure that somebody calls later.
  private func isAction(_ target: Target) -> Bool {
    target.block.parent.map { $0.kind == .function && $0.first(.returnType) == nil } ?? false
  }

  /// Whether the view is evaluated for other reasons than that the input changed.
  private func isBeside(_ code: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Bool {
    graph.repetition(beside: graph.inputs(of: code, evaluation), in: type, evaluation) > .never
  }

  private func draft(
    _ target: Target, _ found: Work, _ type: TypeInfo, at place: SourcePlace, _ code: Code,
    subject: Subject, isInRow: Bool, isPresented: Bool = false, times: Int = 1
  ) -> Draft {
    let name = target.owner.map { $0.kind == .extension ? target.name : $0.name + "." + target.name } ?? target.name
    let isFallback = code.isFallback
    let which =
      isFallback ? "an evaluation of '\(type.name)' that is given no value" : "each evaluation of '\(type.name)'"
    let isQuery = found.work.isQuery && !isFallback && !isPresented && !code.isInPresentation
    var draft = Draft(
      "\(which) asks \(times >= AskedTimes.several ? "\(times) times " : "")for '\(name)', which \(found.work.text); keep the result and refresh it when its "
        + "source changes",
      at: place, code: code, view: type, subject: subject, change: .moveWork(found.work.workload),
      severity: isQuery || isInRow && !found.work.isLight && !isFallback ? nil : .note,
      certainty: isFallback ? .possible : .certain,
      steps: ["store the result of '\(target.name)' and update it when its source changes"],
      related: [.init(.declaration, place: found.code.nameStart, message: "it \(found.work.text) here")])
    draft.isWorthWithoutTrace = isQuery
    draft.isForWhoAsks = found.work.isBrief
    return draft
  }
}

/// Loops of helpers that go over a whole collection of the view and gather what is shown: a filter by other means.
enum CollectingLoops {
  static func findings(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.evaluatedBlocks.compactMap { block -> Draft? in
      guard seen.insert(block).inserted,
        let loop = block.descendants.first(where: { isCollecting($0, in: block, type, evaluation) }),
        let name = loop.first(.value)?.firstChild?.memberPath?.joined(separator: ".")
      else { return nil }
      return Draft(
        "each evaluation of '\(type.name)' loops over '\(name)' to gather what it shows; do it in the model, or keep the result in "
          + "state and refresh it on change",
        at: loop.start, code: loop, view: type, subject: .work(name), change: .moveWork(.pass), severity: .note,
        steps: ["gather the elements where '\(name)' changes", "read the stored result in the body"])
    }
  }

  /// `for item in items where … { shown.append(item) }` over a stored collection, on evaluation.
  private static func isCollecting(_ loop: Code, in block: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Bool {
    guard loop.kind == .forStatement, !evaluation.isDeferred(loop), !loop.isInPreview,
      var path = loop.first(.value)?.firstChild?.memberPath
    else { return false }
    if path.first == "self" { path.removeFirst() }
    guard let property = path.first.flatMap({ type.property($0) }), property.isStored,
      path.count > 1 || property.typeText.map(TypeName.isCollection) == true,
      !loop.isShadowed(path[0])
    else { return false }
    return gathers(loop) { type.property($0) == nil }
  }

  /// Whether a loop adds to a collection, a local one as far as is told, and goes on to its end.
  static func gathers(_ loop: Code, isLocal: (String) -> Bool = { _ in true }) -> Bool {
    // A look for one element ends at it.
    let ends = loop.descendants.contains { $0.kind == .returnStatement }
    return !ends
      && loop.descendants.contains { code in
        code.kind == .call && Methods.adds.contains(code.calledName)
          && code.callee?.firstChild?.memberPath.map { $0.count == 1 && isLocal($0[0]) } == true
      }
  }
}

extension Code {
  /// In a method that gives nothing back: whoever calls it wants something done, which no body does.
  var isInProcedure: Bool {
    guard let function = ancestors.first(where: { [.function, .accessor, .type].contains($0.kind) }),
      function.kind == .function
    else { return false }
    return function.first(.returnType) == nil
  }
}
