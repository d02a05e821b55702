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
      """
      struct Sender: Hashable {
        let senderID: String
        let time: Double
      }
      struct Reaction: Hashable {
        let id: String
        let senders: [Sender]
      }
      struct Reactions: View {
        let reactions: [Reaction]
        var body: some View {
          ForEach(reactions) { reaction in
            ForEach(reaction.senders, id: ↓\\.self) { sender in Text(sender.senderID) }
          }
        }
      }
      """,
      """
      struct Grid: View {
        let items: [Item]
        var body: some View {
          ForEach(Array(items.enumerated()), id: ↓\\.offset) { offset, item in
            Text(item.name).offset(x: shift(for: offset))
          }
        }
        func shift(for offset: Int) -> CGFloat { offset < items.count - 1 ? 0 : 8 }
      }
      """,
      """
      struct Banner: View {
        var body: some View {
          GeometryReader { proxy -> AnyView in
            let y = proxy.frame(in: .global).minY
            return ↓AnyView(Text("").offset(y: -y))
          }
        }
      }
      """,
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
      """
      struct Size: Hashable {
        let width: Int
        let height: Int
      }
      struct Sizes: View {
        let sizes: [Size]
        var body: some View { ForEach(sizes, id: \\.self) { Text("\\($0.width)") } }
      }
      """,
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
    guard let data = call.arguments.first?.firstChild, data.kind != .closure, !isInDialog(call) else { return [] }
    guard let id = call.argument("id"), id.kind == .keyPath else {
      return mayMove(data, call, type, graph) ? countedRange(call, data, type) : []
    }
    if id.name == "self" {
      if isIndices(data) { return mayMove(data, call, type, graph) ? [positions(call, at: id.start, type)] : [] }
      guard let element = elementType(of: data, type, graph), element.kind == .struct,
        isCoarseID(element)
      else { return unknownElement(call, data, id, type, graph) }
      return [valueAsID(call, id, element.name, type)]
    }
    if isFixed(data) || !mayMove(data, call, type, graph) { return [] }
    if id.name == "offset" || id.name == "0" && isEnumerated(data) { return [positions(call, at: id.start, type)] }
    return []
  }

  /// The buttons of a dialog do not change while it is shown.
  private static func isInDialog(_ call: Code) -> Bool {
    call.ancestors.contains { ancestor in
      ancestor.kind == .argument
        && ["alert", "confirmationDialog", "actionSheet", "contextMenu"].contains(ancestor.parent?.calledName ?? "")
    }
  }

  /// Whether the value is more than what identifies it: then two versions of one thing are different rows.
  private static func isCoarseID(_ element: TypeInfo) -> Bool {
    let stored = element.storedProperties.filter { !$0.isStatic }
    if stored.contains(where: { !$0.isLet }) || !stored.isEmpty && element.property("id") != nil { return true }
    return stored.count >= 2 && stored.contains { identifies($0.name) }
  }

  /// `key`, `senderID`, `uuid`: names of what stays the same while the rest of a value changes.
  private static func identifies(_ name: String) -> Bool {
    ["key", "identifier", "uuid", "guid"].contains(name)
      || ["ID", "Id", "Identifier", "UUID"].contains { name.hasSuffix($0) }
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
    guard elementType(of: data, type, graph) == nil, !isOfGenericElement(data, type),
      let closure = call.arguments.last?.firstChild,
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

  /// `[Element]`: who uses the view says what it shows, a text most of the time.
  private static func isOfGenericElement(_ data: Code, _ type: TypeInfo) -> Bool {
    guard let name = data.memberPath?.first(where: { $0 != "self" }), let text = type.property(name)?.typeText else {
      return false
    }
    return ["Element", "T", "Value", "Data"].contains(TypeName.base(TypeName.elements(text).last ?? ""))
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
    // What a case of an enum lists is always the same.
    if let owner = graph.index.type(of: property, in: type), owner.kind == .enum { return false }
    if showsPlainText(root, call, type, graph) { return false }
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
    default:
      // Of members of a value whose type nothing tells, nothing is known either.
      let isUnknown = property.typeText == nil && property.environmentType == nil && root.accessChain != root
      return !isUnknown && isMutated(chain, graph)
    }
  }

  /// Strings that nothing edits: they have no better id than their place, and a text has no state to lose.
  private static func showsPlainText(_ root: Code, _ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard var path = root.accessChain.memberPath else { return false }
    path.removeAll { ["self", "indices", "count", "enumerated"].contains($0) }
    guard let first = path.first, var property = type.property(first) else { return false }
    var owner = type
    for name in path.dropFirst() {
      guard let next = graph.index.type(of: property, in: owner), let member = next.property(name) else { return false }
      owner = next
      property = member
    }
    return TypeName.elements(property.typeText ?? "") == ["String"]
      && !call.descendants.contains { $0.name.hasPrefix("$") && $0.name.count > 2 }
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
        return ["offset", "0"].contains(member.name) && !isSubscript(member) && !isInModifier(member, of: block)
      }
      return !isSubscript(code) && !isInModifier(code, of: block)
    }
  }

  /// `.offset(x: shift(for: index))`: placed by its position, which the row does not show.
  private static func isInModifier(_ code: Code, of block: Code) -> Bool {
    for ancestor in code.ancestors.prefix(while: { $0 != block }) {
      switch ancestor.kind {
      case .closure, .string: return false
      case .argument:
        guard let call = ancestor.parent, call.kind == .call, placing.contains(call.calledName),
          let callee = call.callee, callee.kind == .member, let base = callee.firstChild, base.name != "self"
        else { continue }
        return true
      default: break
      }
    }
    return false
  }

  private static let placing: Set<String> = [
    "offset", "padding", "position", "zIndex", "opacity", "rotationEffect", "rotation3DEffect", "scaleEffect",
    "animation", "transition", "frame", "background", "foregroundStyle", "foregroundColor", "listRowBackground",
    "onAppear", "task",
  ]

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
    return root?.name.startsUppercase == true
  }

  private static func isEnumerated(_ data: Code) -> Bool {
    data.kind == .call && data.calledName == "enumerated"
      || data.descendants.contains { $0.kind == .call && $0.calledName == "enumerated" }
  }

  /// The type of one element, through properties, locals and the elements of the rows around.
  private static func elementType(of data: Code, _ type: TypeInfo, _ graph: SourceGraph, depth: Int = 0) -> TypeInfo? {
    guard depth < 6 else { return nil }
    if data.kind == .call, let callee = data.callee {
      // `Array(items)`, `items.sorted()`: the same elements.
      if callee.kind == .identifier, callee.name == "Array", let inner = data.arguments.first?.firstChild {
        return elementType(of: inner, type, graph, depth: depth + 1)
      }
      guard callee.kind == .member, let base = callee.firstChild,
        ["sorted", "filter", "reversed", "prefix", "suffix", "dropFirst", "dropLast"].contains(callee.name)
      else { return nil }
      return elementType(of: base, type, graph, depth: depth + 1)
    }
    guard var path = data.memberPath else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard let first = path.first else { return nil }
    var owner = type
    var property: Property
    if path.count > 1, let element = rowElement(first, at: data, type, graph, depth: depth) {
      guard let member = element.property(path[1]) else { return nil }
      owner = element
      property = member
      path.removeFirst()
    } else if let value = local(first, at: data) {
      return path.count == 1 ? elementType(of: value, type, graph, depth: depth + 1) : nil
    } else {
      // `ForEach($items)` hands out bindings to the elements.
      guard let found = type.property(String(first.drop { $0 == "$" })) else { return nil }
      property = found
    }
    for name in path.dropFirst() {
      guard let next = graph.index.type(of: property, in: owner), let member = next.property(name) else { return nil }
      owner = next
      property = member
    }
    guard let text = property.typeText, let name = TypeName.elements(text).last else { return nil }
    return graph.index.resolve(name, near: property.code.file.path, inside: owner.id).map { graph.index[$0] }
  }

  /// What the rows around `code` are made of, where `name` is the parameter of their closure.
  private static func rowElement(_ name: String, at code: Code, _ type: TypeInfo, _ graph: SourceGraph, depth: Int)
    -> TypeInfo?
  {
    for closure in code.ancestors where closure.kind == .closure {
      guard closure.all(.parameter).contains(where: { $0.detail == name }) else { continue }
      guard let call = closure.parent?.parent, ["ForEach", "List"].contains(call.calledName),
        let data = call.arguments.first?.firstChild, data.kind != .closure
      else { return nil }
      return elementType(of: data, type, graph, depth: depth + 1)
    }
    return nil
  }

  /// The value of a local that is declared before `code`.
  private static func local(_ name: String, at code: Code) -> Code? {
    for block in code.ancestors where block.kind == .block {
      let declaration = block.children.first {
        $0.kind == .variable && $0.name == name && $0.index < code.index
      }
      if let declaration { return declaration.initialValue }
    }
    return nil
  }

  private static func erasure(_ call: CallSite, _ type: TypeInfo) -> Finding? {
    guard !call.code.isInPreview else { return nil }
    // Handed to a function that asks for it.
    if let argument = call.code.parent, argument.kind == .argument, call.row == nil,
      argument.parent?.calledName.first?.isLowercase == true
    {
      return nil
    }
    if call.row == nil, let reader = geometryReader(around: call.code) {
      return Finding(
        "AnyView hides what the \(reader) of '\(type.name)' builds, anew with each change of the geometry; its closure is a "
          + "ViewBuilder and needs none",
        at: call.code.start, code: call.code, view: type, subject: "AnyView", severity: .note,
        steps: ["drop AnyView and return, and move statements that are no views out of the closure"])
    }
    // One kind of view only: nothing changes sides.
    if call.row == nil || !call.via.isEmpty, !erasesSeveral(call.code) { return nil }
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

  /// The reader whose closure gives back the erased view.
  private static func geometryReader(around code: Code) -> String? {
    var statement = code
    if let parent = statement.parent, parent.kind == .returnStatement { statement = parent }
    guard statement.parent?.kind == .block, let closure = statement.parent?.parent, closure.kind == .closure,
      let call = closure.parent?.parent, call.kind == .call, call.calledName == "GeometryReader"
    else { return nil }
    return call.calledName
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
          first.calledName == second.calledName, first.calledName.startsUppercase,
          let name = sameView(first, second, type, graph)
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
        call.kind == .call && call.calledName.startsUppercase && !BuiltinViews.contains(call.calledName)
          && graph.index.resolve(call.calledName, near: type.code.file.path, inside: type.id).map {
            graph.isView(graph.index[$0])
          } == true
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
