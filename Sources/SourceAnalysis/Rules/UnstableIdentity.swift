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
      "struct Poll: View {\n  @State private var options: [Option] = []\n  var body: some View {\n    ForEach(↓options.indices) { index in Text(options[index].title) }\n    Button(\"Add\") { options.append(Option()) }\n  }\n}",
      "struct Screen: View {\n  var body: some View { Text(\"\").id(↓UUID()) }\n}",
      "struct Screen: View {\n  @State private var tags: [Tag]\n  var body: some View {\n    ForEach(tags, id: ↓\\.self) { tag in Text(tag.name) }\n  }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(Array(items.enumerated()), id: ↓\\.offset) { _, item in Text(item.name) }\n  }\n}",
      "struct Item: Identifiable {\n  var id: UUID { ↓UUID() }\n  var name: String\n}",
      "struct Screen: View {\n  let kind: Int\n  var body: some View { section }\n  var section: some View {\n    switch kind {\n    case 0: return ↓AnyView(Text(\"a\"))\n    default: return AnyView(Image(\"b\"))\n    }\n  }\n}",
      "struct Screen: View {\n  let items: [Item]\n  var body: some View {\n    ForEach(items) { item in ↓AnyView(Text(item.name)) }\n  }\n}",
    ],
    nonTriggering: [
      "struct Steps: View {\n  let texts: [String]\n  var body: some View {\n    ForEach(Array(texts.enumerated()), id: \\.offset) { number, text in Text(\"\\(number + 1). \\(text)\") }\n  }\n}",
      "struct Steps: View {\n  let texts: [String]\n  var body: some View {\n    ForEach(Array(texts.enumerated()), id: \\.offset) { _, text in Text(text) }\n  }\n}\nstruct Screen: View {\n  var body: some View { Steps(texts: [\"first\", \"second\"]) }\n}",
      "struct Pages: View {\n  @State private var pages: [Page] = Page.standard\n  var body: some View {\n    ForEach(pages.indices, id: \\.self) { index in Text(pages[index].title) }\n  }\n}",
      "struct Screen: View {\n  let image: Image?\n  var content: AnyView? {\n    guard let image else { return nil }\n    return AnyView(image)\n  }\n  var body: some View { content }\n}",
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
    },
    suspect: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        evaluation.calls.filter { $0.phase.isEvaluation && $0.name == "id" }.compactMap {
          changingID($0.code, type, evaluation)
        } + swappedBranches(type, evaluation, graph, isSuspecting: true)
      }
    })

  /// `.id(tick)` where the view shows `tick` elsewhere and nothing below the modifier takes it.
  ///
  /// A value that is read for the id alone is there to reset on purpose, and one that is shown below changes what is shown.
  private static func changingID(_ call: Code, _ type: TypeInfo, _ evaluation: Evaluation) -> Finding? {
    guard call.arguments.count == 1, let value = call.arguments[0].firstChild, let base = call.callee?.firstChild else {
      return nil
    }
    let below = evaluation.mentions(in: base)
    let inside = evaluation.reads.filter {
      $0.phase.isEvaluation && !$0.isProjection && (value == $0.code || value.contains($0.code))
    }
    let names = Set(inside.map(\.property)).subtracting(below).filter { name in
      evaluation.reads.contains { read in
        read.property == name && read.phase.isEvaluation && value != read.code && !value.contains(read.code)
      }
    }
    guard let name = names.min() else { return nil }
    return Finding(
      "the id of '\(base.chainRoot.calledName)' holds '\(name)', so each change of it throws the view and its state away; leave "
        + "it out of the id",
      at: value.start, code: call, view: type, subject: "id." + name, severity: .note,
      steps: ["remove .id, or use an id of what is shown without '\(name)'"])
  }

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
    guard let id = call.argument("id"), id.kind == .keyPath else {
      return mayMove(data, call, type, graph) ? countedRange(call, data, type) : []
    }
    if id.name == "self" {
      if isIndices(data) { return mayMove(data, call, type, graph) ? [positions(call, at: id.start, type)] : [] }
      guard let element = elementType(of: data, type, graph), element.kind == .struct,
        !element.storedProperties.isEmpty,
        element.storedProperties.contains(where: { !$0.isLet }) || element.property("id") != nil
      else { return unknownElement(call, data, id, type, graph) }
      return [valueAsID(call, id, element.name, type)]
    }
    if isFixed(data) || !mayMove(data, call, type, graph) { return [] }
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
      let path = data.memberPath, path.first?.first?.isLowercase == true, path.last != "allCases",
      // Of locals and of what a pattern binds nothing is known.
      let first = path.first(where: { $0 != "self" }).flatMap({ type.property($0) }),
      first.typeText.map({ !stringTypes.contains(TypeName.elements($0).last ?? "") }) ?? true
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
    // A value that its row edits is no id of its own: it would change with each key.
    let isEdited = call.descendants.contains { code in
      code.kind == .subscriptCall
        && code.callee.map { ([$0] + Array($0.descendants)).contains { $0.name.hasPrefix("$") } } == true
    }
    let advice = isEdited ? "give each element an id of its own" : "identify them by the element"
    return Finding(
      "rows of '\(type.name)' are identified by position, so after inserting or removing one each row behind it shows another "
        + "element with the state of the old one; \(advice)",
      at: place, code: call, view: type, subject: "ForEach.position", severity: .note,
      steps: [isEdited ? "make the elements Identifiable" : "iterate over the elements and use an id of theirs"])
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

  private static let stringTypes: Set<String> = [
    "String", "Int", "Substring", "Character", "Double", "URL", "UUID", "Date",
  ]

  /// Whether elements can come, go or move while the rows are shown, as far as the sources tell.
  private static func mayMove(_ data: Code, _ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    if usesPositionAsContent(call) { return false }
    guard
      let root = ([data] + Array(data.descendants)).first(where: { code in
        code.kind == .identifier && code.name != "Array" && code.name != "self" && code.name != "zip"
          || code.kind == .member && code.firstChild?.kind == .identifier && code.firstChild?.name == "self"
      })
    else {
      return false
    }
    let name = root.name.hasPrefix("$") ? String(root.name.dropFirst()) : root.name
    guard let property = type.property(name) else { return false }
    let chain = Set(data.descendants.filter { $0.kind == .member }.map(\.name)).union([name])
    if !property.isStored { return computedMayMove(property, type, graph, depth: 0) }
    if property.isLet, property.initialValue != nil { return false }
    if property.isPlainInput {
      // What all callers write down does not change.
      let given = (graph.parents[type.id] ?? []).flatMap { $0.child.arguments.filter { $0.property == name } }
      return given.isEmpty
        || given.contains { argument in
          !argument.value.isConstant && argument.value.kind != .array
            && !(argument.value.memberPath?.first?.first?.isUppercase ?? false)
        }
    }
    switch property.wrapper {
    case "State", "Binding", nil:
      guard graph.index.type(of: property, in: type)?.isReference != true else { return isMutated(chain, graph) }
      let isChanged = graph.mentions(of: name, in: type).contains { usage in
        (usage.isWritten || isMutatedInPlace(usage)) && !usage.ancestors.contains { $0.kind == .initializer }
      }
      return isChanged || property.wrapper == "Binding"
    default: return isMutated(chain, graph)
    }
  }

  private static func computedMayMove(_ property: Property, _ type: TypeInfo, _ graph: SourceGraph, depth: Int) -> Bool
  {
    guard depth < 4, let getter = property.getter else { return false }
    return getter.mentionedNames.contains { name in
      guard let part = type.property(name), part.name != property.name else { return false }
      if !part.isStored { return computedMayMove(part, type, graph, depth: depth + 1) }
      return part.wrapper != nil && part.wrapper != "Environment"
    }
  }

  /// `items.append(…)`, `items[0].remove()`: a method that changes a collection, at the end of the access.
  private static func isMutatedInPlace(_ usage: Code) -> Bool {
    let chain = usage.accessChain
    return chain.parent?.kind == .call && chain.parent?.callee == chain && chain.kind == .member
      && EvaluationWalker.mutatingMethods.contains(chain.name)
  }

  /// Whether a member of one of the names is assigned or changed in place anywhere but in an initialiser.
  private static func isMutated(_ names: Set<String>, _ graph: SourceGraph) -> Bool {
    if graph.isWrittenInSkimmedCode(names) { return true }
    return graph.index.files.contains { file in
      let ids = file.tree.ids(of: names)
      guard !ids.isEmpty else { return false }
      return file.root.descendants.contains { code in
        ids.contains(code.node.name) && [.identifier, .member].contains(code.kind) && code.isWritten
          && !code.ancestors.contains { $0.kind == .initializer }
      }
    }
  }

  /// `ForEach(items.enumerated()) { index, item in Text("\(index + 1)") }`: the number is what the row shows, or where it is put.
  private static func usesPositionAsContent(_ call: Code) -> Bool {
    guard let closure = call.arguments.last?.firstChild, closure.kind == .closure, let block = closure.first(.block)
    else {
      return false
    }
    let name = closure.first(.parameter)?.detail ?? "$0"
    return block.descendants.contains { code in
      guard code.kind == .identifier, code.name == name else { return false }
      if let member = code.parent, member.kind == .member {
        return ["offset", "0"].contains(member.name) && !isSubscript(member)
      }
      return !isSubscript(code)
    }
  }

  private static func isSubscript(_ code: Code) -> Bool {
    code.ancestors.prefix { ![.block, .closure].contains($0.kind) }.contains { ancestor in
      ancestor.kind == .subscriptCall && ancestor.arguments.contains { $0.contains(code) }
    }
      || code.ancestors.prefix { ![.block, .closure].contains($0.kind) }.contains { ancestor in
        // `index == items.count - 1`: whether it is the last one.
        ancestor.kind == .binary && ["==", "!=", "<", ">", "<=", ">="].contains(ancestor.name)
          || ancestor.kind == .call
            && ["remove", "index", "distance", "insert", "swapAt"].contains(ancestor.calledName)
      }
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
    // `ForEach($items)` hands out bindings to the elements.
    guard let first = path.first, var property = type.property(String(first.drop { $0 == "$" })) else { return nil }
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
    // One kind of view only: nothing changes sides.
    if call.row == nil, !erasesSeveral(call.code) { return nil }
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

  /// Whether the member or closure around the erasure erases views of different kinds.
  private static func erasesSeveral(_ code: Code) -> Bool {
    guard
      let member = code.ancestors.first(where: {
        [.accessor, .function].contains($0.kind) || $0.kind == .closure && $0.parent?.kind == .argument
      })
    else { return false }
    let roots = member.descendants.filter { $0.kind == .call && $0.calledName == "AnyView" }.map { erasure in
      let root = erasure.arguments.first?.firstChild?.chainRoot
      return root.map { $0.kind == .call ? $0.calledName : $0.name } ?? ""
    }
    return Set(roots).count > 1
  }

  /// `if flag { Row(a).bold() } else { Row(a) }`: two identities for one view.
  ///
  /// - Parameter isSuspecting: Whether the two may be given different values.
  private static func swappedBranches(
    _ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph, isSuspecting: Bool = false
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
          first.calledName == second.calledName, first.calledName.first?.isUppercase == true,
          let name = isSuspecting ? first.calledName : sameView(first, second, type, graph)
        else { return nil }
        return Finding(
          "both branches build the same '\(name)', which loses its state whenever the condition changes; build it once and "
            + "put the condition into its modifiers",
          at: code.start, code: code, view: type, subject: "branches." + name, severity: .note,
          steps: ["build '\(name)' once", "turn the condition into an argument of the modifiers"])
      }
    }
  }

  /// The view with something to lose that both of two constructions build in the same way; of containers, that they hold.
  private static func sameView(_ first: Code, _ second: Code, _ type: TypeInfo, _ graph: SourceGraph) -> String? {
    func views(in code: Code) -> [Code] {
      if !BuiltinViews.contains(code.calledName) { return [code] }
      return code.descendants.filter { call in
        call.kind == .call && call.calledName.first?.isUppercase == true && !BuiltinViews.contains(call.calledName)
          && graph.index.resolve(call.calledName, near: type.code.file.path, inside: type.id) != nil
      }
    }
    let (mine, theirs) = (views(in: first), views(in: second))
    let isSame =
      mine.count == theirs.count
      && zip(mine, theirs).allSatisfy {
        $0.calledName == $1.calledName && Construction.canonical($0) == Construction.canonical($1)
      }
    guard isSame else { return nil }
    return mine.first { mayHoldState($0.calledName, in: type, graph) }?.calledName
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
