extension SourceRule {
  /// Identity that changes although the thing shown does not.
  package static let unstableIdentity: SourceRule = .init(
    id: "unstable_identity",
    summary: "the identity of a view changes between evaluations, so it is thrown away and built anew",
    rationale: """
      SwiftUI matches views by place in the hierarchy and by id. A new id each time (`.id(UUID())`), ids that are \
      positions or the values themselves, `AnyView` in place of branches, or two copies of one view in `if` and `else` \
      make it drop the old view with its state, animations and storage, and build another.
      """,
    seeds: ["004 §12"], severity: .warning, fix: "stabilise_identity",
    triggering: [
      "struct Screen: View {\n  var body: some View { Text(\"\").id(↓UUID()) }\n}",
      "struct Screen: View {\n  @State private var tags: [Tag]\n  var body: some View {\n    ForEach(tags, id: ↓\\.self) { tag in Text(tag.name) }\n  }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(Array(items.enumerated()), id: ↓\\.offset) { _, item in Text(item.name) }\n  }\n}",
      "struct Item: Identifiable {\n  var id: UUID { ↓UUID() }\n  var name: String\n}",
      "struct Screen: View {\n  let kind: Int\n  var body: some View { section }\n  var section: some View {\n    switch kind {\n    case 0: return ↓AnyView(Text(\"a\"))\n    default: return AnyView(Image(\"b\"))\n    }\n  }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(items) { item in ↓AnyView(Text(item.name)) }\n  }\n}",
    ],
    nonTriggering: [
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(items) { item in Text(item.name) }\n    ForEach(items, id: \\.name) { item in Text(item.name) }\n  }\n}",
      "struct Screen: View {\n  var body: some View { ForEach([\"a\", \"b\"], id: \\.self) { Text($0) } }\n}",
      "struct Screen: View {\n  let names: [String]\n  var body: some View { ForEach(names, id: \\.self) { Text($0) } }\n}",
      "struct Screen: View {\n  @State private var resetID = UUID()\n  var body: some View { Text(\"\").id(resetID) }\n}",
      "struct Item: Identifiable {\n  let id = UUID()\n  var name: String\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Finding] in
        var seen: Set<Code> = []
        var findings: [Finding] = []
        var erased = false
        for call in evaluation.calls where call.phase.isEvaluation && seen.insert(call.code).inserted {
          switch call.name {
          case "id": findings += freshID(call.code, type)
          case "ForEach", "List": findings += rows(call.code, type, graph)
          case "AnyView":
            guard !erased, let finding = erasure(call, type) else { continue }
            erased = true
            findings.append(finding)
          default: break
          }
        }
        return findings + swappedBranches(type, evaluation, graph)
      } + computedIDs(graph)
    })

  private static func freshID(_ call: Code, _ type: TypeInfo) -> [Finding] {
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild else { return [] }
    let fresh = ([value] + Array(value.descendants)).first { code in
      code.kind == .call && code.arguments.isEmpty && ["UUID", "Date"].contains(code.calledName)
        || code.kind == .member && code.memberPath == ["Date", "now"]
        || code.kind == .call && code.calledName == "random"
    }
    guard let fresh else { return [] }
    return [
      Finding(
        "a new id in each evaluation of '\(type.name)' throws the view and its state away; give it an id that stays",
        at: fresh.start, code: call, view: type, subject: "id", steps: ["remove .id, or use an id of what is shown"])
    ]
  }

  private static func rows(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> [Finding] {
    guard let data = call.arguments.first?.firstChild, data.kind != .closure else { return [] }
    guard let id = call.argument("id"), id.kind == .keyPath else { return countedRange(call, data, type) }
    if id.name == "self" {
      if isIndices(data) { return [positions(call, at: id.start, type)] }
      guard let element = elementType(of: data, type, graph), element.kind == .struct,
        !element.storedProperties.isEmpty,
        element.storedProperties.contains(where: { !$0.isLet }) || element.property("id") != nil
      else { return unknownElement(call, data, id, type, graph) }
      return [valueAsID(call, id, element.name, type)]
    }
    if isFixed(data) { return [] }
    if id.name == "offset" || id.name == "0" && isEnumerated(data) { return [positions(call, at: id.start, type)] }
    return []
  }

  private static func valueAsID(_ call: Code, _ id: Code, _ name: String, _ type: TypeInfo) -> Finding {
    Finding(
      "with \\.self the id of a row is the whole '\(name)', so a row whose value changes is thrown away and built anew; use a "
        + "stable id",
      at: id.start, code: call, view: type, subject: "ForEach.self", severity: .note,
      steps: ["make '\(name)' Identifiable, or name a key path that stays the same"])
  }

  /// Rows of state whose element type is not in the sources, but whose rows read members: a struct as its own id.
  private static func unknownElement(_ call: Code, _ data: Code, _ id: Code, _ type: TypeInfo, _ graph: SourceGraph)
    -> [Finding]
  {
    guard elementType(of: data, type, graph) == nil, let closure = call.arguments.last?.firstChild,
      closure.kind == .closure,
      let path = data.memberPath, path.first?.first?.isLowercase == true, path.last != "allCases"
    else { return [] }
    let element = closure.first(.parameter)?.detail ?? "$0"
    let members = Set(
      closure.descendants.compactMap { code -> String? in
        guard code.kind == .member, let base = code.firstChild, base.kind == .identifier, base.name == element else {
          return nil
        }
        return code.name
      })
    let ofStrings: Set<String> = [
      "self", "capitalized", "count", "isEmpty", "description", "rawValue", "title", "localizedName", "hashValue",
      "utf8", "lowercased", "uppercased", "isLetter", "self", "localized", "displayName", "formatted", "name", "label",
      "icon", "systemImage", "hasPrefix", "hasSuffix", "suffix", "prefix", "components", "split", "contains",
      "trimmingCharacters",
    ]
    if members.subtracting(ofStrings).isEmpty
      && !(members.contains("name") && data.memberPath.map { type.property($0[0])?.wrapper == "State" } == true)
    {
      return []
    }
    return [valueAsID(call, id, "element", type)]
  }

  private static func positions(_ call: Code, at place: SourcePlace, _ type: TypeInfo) -> Finding {
    Finding(
      "rows of '\(type.name)' are identified by position, so inserting or removing one rebuilds all after it; identify them by the "
        + "element",
      at: place, code: call, view: type, subject: "ForEach.position", severity: .note,
      steps: ["iterate over the elements and use an id of theirs"])
  }

  private static func countedRange(_ call: Code, _ data: Code, _ type: TypeInfo) -> [Finding] {
    guard call.calledName == "ForEach", data.kind == .binary, data.name == "..<", let end = Array(data.children).last,
      end.kind == .member, end.name == "count"
    else { return isIndices(data) && call.argument("id") == nil ? [positions(call, at: data.start, type)] : [] }
    return [positions(call, at: data.start, type)]
  }

  private static func isIndices(_ data: Code) -> Bool {
    data.kind == .member && data.name == "indices"
      || data.kind == .binary && data.name == "..<" && Array(data.children).last?.name == "count"
  }

  /// Data that belongs to a type, such as `Kind.sections`, does not change.
  private static func isFixed(_ data: Code) -> Bool {
    let root = ([data] + Array(data.descendants)).first { $0.kind == .identifier && $0.name != "Array" }
    return root?.name.first?.isUppercase == true
  }

  private static func isEnumerated(_ data: Code) -> Bool {
    data.kind == .call && data.calledName == "enumerated"
      || data.descendants.contains { $0.kind == .call && $0.calledName == "enumerated" }
  }

  private static func elementType(of data: Code, _ type: TypeInfo, _ graph: SourceGraph) -> TypeInfo? {
    guard var path = data.memberPath else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard let first = path.first, var property = type.property(first) else { return nil }
    var owner = type
    for name in path.dropFirst() {
      guard let next = graph.index.type(of: property, in: owner), let member = next.property(name) else { return nil }
      owner = next
      property = member
    }
    guard let text = property.typeText, let name = TypeName.elements(text).last else { return nil }
    return graph.index.resolve(name, near: property.code.file.path, inside: owner.id).map { graph.index[$0] }
  }

  private static func erasure(_ call: CallSite, _ type: TypeInfo) -> Finding? {
    guard !call.code.isInPreview else { return nil }
    // Handed to a function that asks for it.
    if let argument = call.code.parent, argument.kind == .argument, call.row == nil,
      argument.parent?.calledName.first?.isLowercase == true
    {
      return nil
    }
    let inBranch = call.code.ancestors.prefix { ![.accessor, .function, .closure].contains($0.kind) }.contains {
      [.ifStatement, .switchStatement, .guardStatement, .returnStatement].contains($0.kind)
    }
    let inClosure =
      call.code.parent?.kind == .block && call.code.parent?.parent?.kind == .closure
      || call.code.parent?.kind == .returnStatement
    guard call.row != nil || inBranch || inClosure || !call.via.isEmpty && call.code.parent?.kind == .block else {
      return nil
    }
    return Finding(
      "AnyView hides which view '\(type.name)' shows, so a change of branch or row rebuilds it; return some View from a @ViewBuilder",
      at: call.code.start, code: call.code, view: type, subject: "AnyView", severity: .note,
      steps: ["mark the helper @ViewBuilder, return some View and drop AnyView"])
  }

  /// `if flag { Row(a).bold() } else { Row(a) }`: two identities for one view.
  private static func swappedBranches(
    _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph
  ) -> [Finding] {
    let blocks = evaluation.entries + evaluation.helpers.filter(\.phase.isEvaluation).map(\.block)
    var seen: Set<Code> = []
    return blocks.flatMap { block in
      block.descendants.compactMap { code -> Finding? in
        // `if #available` never changes sides.
        guard code.kind == .ifStatement, code.first(.conditions)?.firstChild != nil, seen.insert(code).inserted else {
          return nil
        }
        let branches = code.children.filter { $0.kind == .block }
        guard branches.count == 2, let first = only(branches[0]), let second = only(branches[1]),
          first.calledName == second.calledName, !BuiltinViews.contains(first.calledName),
          first.calledName.first?.isUppercase == true,
          Construction.canonical(first) == Construction.canonical(second),
          mayHoldState(first.calledName, in: type, graph)
        else { return nil }
        return Finding(
          "both branches build the same '\(first.calledName)', which loses its state whenever the condition changes; build it once and "
            + "put the condition into its modifiers",
          at: code.start, code: code, view: type, subject: "branches." + first.calledName, severity: .note,
          steps: ["build '\(first.calledName)' once", "turn the condition into an argument of the modifiers"])
      }
    }
  }

  /// A view of the sources without storage of its own loses nothing; of others nothing is known.
  private static func mayHoldState(_ name: String, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let id = graph.index.resolve(name, near: type.code.file.path, inside: type.id) else { return true }
    let child = graph.index[id]
    return child.storedProperties.contains(where: \.isDynamic) || graph.evaluation(of: id)?.children.isEmpty != true
  }

  private static func only(_ block: Code) -> Code? {
    let children = Array(block.children)
    guard children.count == 1, children[0].kind == .call else { return nil }
    return children[0].chainRoot
  }

  /// `var id: UUID { UUID() }`.
  private static func computedIDs(_ graph: SourceGraph) -> [Finding] {
    graph.index.types.compactMap { type in
      guard let id = type.property("id"), !id.isStored, let getter = id.getter else { return nil }
      let value = getter.children.map { $0.kind == .returnStatement ? $0.firstChild ?? $0 : $0 }.last
      guard let value,
        let fresh = ([value] + Array(value.descendants)).first(where: {
          $0.kind == .call && $0.calledName == "UUID" && $0.arguments.isEmpty
        })
      else { return nil }
      return Finding(
        "'\(type.name)' has a new id at each read, so every evaluation rebuilds its rows; store the id",
        at: fresh.start, code: id.code,
        view: type, subject: "id", steps: ["store the id: let id = UUID()"])
    }
  }
}

/// A canonical text of a construction, to tell whether two are the same.
private enum Construction {
  static func canonical(_ code: Code) -> String {
    let parts = code.arguments.map { argument -> String in
      guard let value = argument.firstChild else { return "" }
      return argument.name + ":" + value.kind.rawValue.description + value.name
        + value.descendants.map { "\($0.kind.rawValue).\($0.name)" }.joined(separator: ",")
    }
    return parts.joined(separator: ";")
  }
}
