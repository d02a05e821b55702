import SwiftUIModel
internal import Vocabulary

/// Rows of values that each evaluation of their view makes, where each value that is made gets an id of its own:
/// `struct Edge: Identifiable { let id = UUID() … }`, `var edges: [Edge] { relations.map { Edge(…) } }`, `ForEach(edges)`.
///
/// Every evaluation throws all of them away and builds others, whether they show anything else or not.
struct RowsMadeAnew {
  private let graph: SourceGraph
  /// A type whose values are each another, unless they are handed an id.
  struct Minted {
    var type: TypeInfo
    var id: Property
    /// The labels of the initialiser that makes up an id where none is given; `nil` where any does.
    var labels: Set<String>?

    /// Whether a call of the type makes up an id: `Edge(label: name)`; one that is handed its id keeps it.
    func isMadeUp(by call: Code) -> Bool {
      call.argument(Protocols.identity) == nil
        && labels.map { labels in call.arguments.allSatisfy { labels.contains($0.name) } } != false
    }
  }

  /// By their name as it is written where one is made.
  private let minted: [String: Minted]

  /// Data is followed through at most this many computed properties, functions and locals.
  private static let reach = 4

  init(_ graph: SourceGraph) {
    self.graph = graph
    minted = Dictionary(Self.minted(graph).map { ($0.type.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Values that are known by an id which each of them gets when it is made: `let id = UUID()`, `init(id: UUID = UUID(), …)`.
  static func minted(_ graph: SourceGraph) -> [Minted] {
    graph.index.types.compactMap { type in
      guard type.kind == .struct, let id = type.property(Protocols.identity), id.isStored,
        graph.index.conforms(type, toAnyOf: Protocols.identifiable), !graph.isView(type)
      else { return nil }
      if id.initialValue?.isFreshValue == true { return Minted(type: type, id: id) }
      guard id.initialValue == nil, let initializer = type.initializers.first(where: \.makesUpID) else { return nil }
      return Minted(type: type, id: id, labels: Set(initializer.parameters.map { $0.label == "_" ? "" : $0.label }))
    }
  }

  func findings() -> [Draft] {
    if minted.isEmpty { return [] }
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      // A view that is given nothing and depends on nothing is evaluated once.
      guard !type.storedProperties.allSatisfy({ $0.isLet && $0.initialValue != nil }) else { return [] }
      // The same values are mostly shown by several: nodes and their labels.
      var seen: Set<TypeID> = []
      return evaluation.calls(namedAnyOf: Views.makesRows).compactMap { call in
        guard call.phase.isEvaluation, !call.code.isInPreview, let element = element(of: call.code, type),
          !seen.contains(element.id), let finding = finding(call.code, of: element, type)
        else { return nil }
        seen.insert(element.id)
        return finding
      }
    }
  }

  /// The type of what rows are made of that are known by their own ids.
  private func element(of rows: Code, _ type: TypeInfo) -> TypeInfo? {
    guard let data = rows.arguments.first?.firstChild, data.kind != .closure, isByOwnID(rows) else { return nil }
    return ShownRows.elementType(of: Self.withoutNumbers(data), type, graph)
  }

  private func finding(_ rows: Code, of element: TypeInfo, _ type: TypeInfo) -> Draft? {
    guard let known = minted[element.name], known.type.id == element.id, let data = rows.arguments.first?.firstChild,
      let made = maker(of: element.name, in: data, of: type)
    else { return nil }
    // Rows that keep nothing look the same when they are made anew.
    let grounds = keepsState(in: rows, of: type) ? graph.grounds(forEvaluating: made.view) : nil
    return Draft(
      "each evaluation of '\(made.view.name)' makes every '\(element.name)' anew with an id of its own, so all of these rows are thrown "
        + "away and built anew; take the id from what they are made of",
      at: rows.start, code: rows, view: type, subject: .id(.fresh), change: .keepIdentity(.rows),
      severity: grounds == nil ? .note : nil, grounds: grounds,
      steps: ["replace 'id' of '\(element.name)' by one of what it is made of, or make the values where that changes"],
      related: [
        .init(.declaration, view: element.qualifiedName, place: known.id.place, message: "a new id for each value"),
        .init(.maker, view: made.view.qualifiedName, place: made.code.start, message: "made anew here"),
      ])
  }

  /// Whether some view of the rows keeps state, which is lost with it, or starts work when it appears.
  func keepsState(in rows: Code, of type: TypeInfo) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return false }
    if evaluation.calls.contains(where: { $0.row == rows && startsOrKeeps($0) }) { return true }
    return evaluation.children.contains { $0.row == rows && $0.type.map { keepsState($0, depth: 0) } == true }
  }

  /// Whether something that is built in a piece of code, and not presented from there, keeps state: a view of the app, a field, what
  /// scrolls, or a view of another module, of which nobody knows.
  func keepsState(inside code: Code, of type: TypeInfo) -> Bool {
    guard let evaluation = graph.evaluation(of: type.id) else { return true }
    let chain = code.outermostChain
    func isInside(_ part: Code) -> Bool { chain == part || chain.contains(part) }
    if evaluation.calls.contains(where: { isInside($0.code) && (startsOrKeeps($0) || Views.scrolls.contains($0.name)) })
    {
      return true
    }
    return evaluation.children.contains { child in
      guard isInside(child.code), !child.code.isShownByPresentation else { return false }
      return child.type.map { keepsState($0, depth: 0) } ?? !Views.builtin.contains(child.name)
    }
  }

  /// Whether a view keeps state of its own, or builds one that does.
  func keepsState(_ view: TypeID) -> Bool { keepsState(view, depth: 0) }

  private func keepsState(_ view: TypeID, depth: Int) -> Bool {
    guard depth < Self.reach else { return false }
    if graph.index[view].storedProperties.contains(where: { [.state, .object, .focus, .gesture].contains($0.storage) })
    {
      return true
    }
    guard let evaluation = graph.evaluation(of: view) else { return false }
    return evaluation.calls.contains(where: startsOrKeeps)
      || evaluation.children.contains { $0.type.map { $0 != view && keepsState($0, depth: depth + 1) } == true }
  }

  /// `onAppear`, `task`, a text field.
  private func startsOrKeeps(_ call: CallSite) -> Bool {
    [.appear, .task].contains(call.code.calledEvent) || Views.edits.contains(call.name)
  }

  /// `ForEach(edges)`, `id: \.id`, `id: \.element.id`.
  private func isByOwnID(_ rows: Code) -> Bool {
    guard let id = rows.argument(Labels.identity) else { return true }
    return id.kind == .keyPath && id.name.split(separator: ".").last.map(String.init) == Protocols.identity
  }

  /// `Array(edges.enumerated())`: what the numbers are given to.
  private static func withoutNumbers(_ data: Code) -> Code {
    guard data.kind == .call, let callee = data.callee else { return data }
    if callee.kind == .identifier, KnownTypes.collections.contains(callee.name),
      let inner = data.arguments.first?.firstChild
    {
      return withoutNumbers(inner)
    }
    guard callee.kind == .member, Methods.numbers.contains(callee.name), let base = callee.firstChild else {
      return data
    }
    return base
  }

  /// The view whose evaluation makes the values of some data, and where: the one that shows them, or one that hands them to it.
  private func maker(of name: String, in data: Code, of type: TypeInfo) -> (view: TypeInfo, code: Code)? {
    if let made = construction(of: name, in: data, of: type, depth: 0) { return (type, made) }
    let input = ([data] + Array(data.descendants)).lazy.compactMap { part -> String? in
      guard part.kind == .identifier, !part.isShadowed(part.name), type.property(part.name)?.isPlainInput == true else {
        return nil
      }
      return part.name
    }.first
    guard let input else { return nil }
    for (id, child) in graph.parents[type.id] ?? [] where child.phase.isEvaluation && !child.code.isInPreview {
      guard !child.code.isInPresentation,
        let value = child.arguments.first(where: { $0.property == input })?.value,
        let made = construction(of: name, in: value, of: graph.index[id], depth: 0)
      else { continue }
      return (graph.index[id], made)
    }
    return nil
  }

  /// Where data is made of new values, in the code itself or in what it asks for.
  private func construction(of name: String, in code: Code, of owner: TypeInfo, depth: Int) -> Code? {
    guard depth < Self.reach else { return nil }
    for part in [code] + Array(code.descendants) {
      if makes(part, name) { return part }
      if let (next, type) = followed(part, in: owner, near: code),
        let found = construction(of: name, in: next, of: type, depth: depth + 1)
      {
        return found
      }
    }
    return nil
  }

  /// `Edge(label: name)`, or `map(Edge.init)`.
  private func makes(_ code: Code, _ name: String) -> Bool {
    switch code.kind {
    case .call: code.calledName == name && minted[name]?.isMadeUp(by: code) == true
    case .member:
      code.name == "init" && code.firstChild?.name == name && code.parent?.kind == .argument
        && minted[name]?.labels == nil
    default: false
    }
  }

  /// What runs when a piece of code is evaluated: the value of a local, the getter of a computed property, the body of a
  /// function, of the view itself or of a model that it holds.
  private func followed(_ code: Code, in owner: TypeInfo, near data: Code) -> (code: Code, type: TypeInfo)? {
    switch code.kind {
    case .identifier:
      if code.isShadowed(code.name) {
        guard let value = ShownRows.local(code.name, at: code), !value.contains(data) else { return nil }
        return (value, owner)
      }
      return computed(code.name, isCalled: code.parent?.kind == .call && code.parent?.callee == code, in: owner)
    case .member:
      guard var path = code.memberPath else { return nil }
      if path.first == "self" { path.removeFirst() }
      let isCalled = code.parent?.kind == .call && code.parent?.callee == code
      if path.count == 1 { return computed(path[0], isCalled: isCalled, in: owner) }
      guard path.count == 2, !code.isShadowed(path[0]), let held = owner.property(path[0]), held.isStored,
        let model = graph.index.type(of: held, in: owner)
      else { return nil }
      return computed(path[1], isCalled: isCalled, in: model)
    default: return nil
    }
  }

  private func computed(_ name: String, isCalled: Bool, in owner: TypeInfo) -> (code: Code, type: TypeInfo)? {
    if isCalled {
      let functions = owner.functions.filter { $0.name == name }
      return functions.count == 1 ? functions[0].body.map { ($0, owner) } : nil
    }
    guard let property = owner.property(name), !property.isStored else { return nil }
    return property.getter.map { ($0, owner) }
  }
}

extension Function {
  /// Whether an initialiser makes up the id of a value where none is given: `init(id: UUID = UUID(), name: String)`.
  fileprivate var makesUpID: Bool {
    parameters.contains { parameter in
      parameter.name == Protocols.identity && parameter.code.first(.value)?.firstChild?.isFreshValue == true
    }
  }
}

extension SourceGraph {
  /// Whether what a finding says is thrown away keeps anything: views of constants and inputs look the same when they are built anew.
  package func losesState(_ finding: Finding) -> Bool {
    guard let name = finding.view, let file = finding.file, let id = index.resolve(name, near: file) else {
      return true
    }
    return RowsMadeAnew(self).keepsState(inside: finding.code, of: index[id])
  }
}
