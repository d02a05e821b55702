import SwiftUIModel

/// Questions that several rules ask.
extension Property {
  /// Whether the view is evaluated for every change of the object.
  package var isObservedObject: Bool { wrapper?.observesObject ?? false }

  /// A stored value given by whoever builds the view.
  var isPlainInput: Bool { isStored && !isStatic && wrapper == nil && !(isLet && initialValue != nil) }

  /// Storage whose change evaluates the view anew.
  var isDynamic: Bool { isStored && !isStatic && wrapper != nil }

  package var place: SourcePlace { code.nameStart }
}

extension TypeInfo {
  /// The declaration and all extensions.
  package var allCode: [Code] { [code] + extensions }
}

/// Where the code of a type mentions its own members: `name`, `$name`, `_name` and `self.name`, found in one walk.
package struct Usages: Sendable {
  private var places: [String: [Code]] = [:]

  package init(of type: TypeInfo) {
    for part in type.allCode {
      for code in part.descendants {
        switch code.kind {
        case .identifier: break
        case .capture: guard code.firstChild == nil else { continue }
        case .member:
          guard let base = code.firstChild, base.kind == .identifier, base.name == "self" else { continue }
        default: continue
        }
        let name = code.name
        let isPrefixed = name.utf8.first == UInt8(ascii: "$") || name.utf8.first == UInt8(ascii: "_")
        if isPrefixed { places[String(name.dropFirst()), default: []].append(code) }
        places[name, default: []].append(code)
      }
    }
  }

  package subscript(name: String) -> [Code] { places[name] ?? [] }
}

extension CodeTree {
  func ids(of names: Set<String>) -> Set<UInt32> {
    var ids: Set<UInt32> = []
    if names.isEmpty { return ids }
    // A file has thousands of strings, and most differ in length already.
    let lengths = names.reduce(UInt64(0)) { $0 | 1 << UInt64(min($1.utf8.count, 63)) }
    for (id, text) in strings.enumerated()
    where lengths & 1 << UInt64(min(text.utf8.count, 63)) != 0 && names.contains(text) {
      ids.insert(UInt32(id))
    }
    return ids
  }
}

extension Code {
  /// The outermost member or subscript that starts with this name: `a.b[0].c` of `a`.
  package var accessChain: Code {
    var current = self
    while let parent = current.parent {
      let isBase = parent.firstChild == current && (parent.kind == .member || parent.kind == .subscriptCall)
      if isBase { current = parent } else { break }
    }
    return current
  }

  /// Whether this mention of a name writes to it.
  package var isWritten: Bool {
    let chain = accessChain
    guard let parent = chain.parent else { return false }
    if parent.kind == .assign, parent.firstChild == chain { return true }
    if parent.kind == .unary, parent.name == "&" { return true }
    if parent.kind == .call, parent.callee == chain, chain.kind == .member,
      EvaluationWalker.mutatingMethods.contains(chain.name)
    {
      return true
    }
    return false
  }

  var isInsideDebugCheck: Bool {
    ancestors.contains { $0.kind == .ifConfigClause && $0.name.contains("DEBUG") && !$0.name.contains("!DEBUG") }
  }

  /// Inside of a sheet or another presentation, which is not evaluated with the screen.
  var isPresented: Bool {
    let presenting: Set<String> = [
      "sheet", "fullScreenCover", "popover", "navigationDestination", "NavigationLink", "inspector",
    ]
    return ancestors.contains { $0.kind == .call && presenting.contains($0.calledName) }
  }

  /// Inside of a closure that a presentation or a link evaluates when it shows its content, not with the view around it.
  package var isInPresentedContent: Bool {
    ancestors.contains { closure in
      guard closure.kind == .closure, let argument = closure.parent, argument.name != "label",
        let call = argument.parent, call.kind == .call
      else { return false }
      if Self.presentingModifiers.contains(call.calledName) { return true }
      // `NavigationLink(destination: { … })`; with the destination trailing, the label is an argument before it.
      return call.calledName == "NavigationLink" && (argument.name == "destination" || call.argument("label") != nil)
    }
  }

  static let presentingModifiers: Set<String> = [
    "sheet", "fullScreenCover", "popover", "navigationDestination", "inspector",
  ]

  /// Whether `name` means something of a nearer scope here: a local, a parameter, or what `if let` or `guard let` binds.
  func isShadowed(_ name: String) -> Bool {
    var inner = self
    for ancestor in ancestors {
      switch ancestor.kind {
      case .closure, .function, .initializer, .subscriptDecl:
        if ancestor.children.contains(where: { $0.kind == .parameter && $0.detail == name }) { return true }
        if ancestor.kind != .closure { return false }
      case .accessor, .type: return false
      case .block, .caseClause:
        for sibling in ancestor.children {
          if sibling.index >= inner.index { break }
          if sibling.kind == .variable, sibling.binds(name) { return true }
          if sibling.kind == .guardStatement, let conditions = sibling.first(.conditions),
            conditions.children.contains(where: { $0.binds(name) })
          {
            return true
          }
          if sibling.kind == .patternName, sibling.name == name { return true }
        }
      case .conditions:
        if ancestor.children.contains(where: { $0.index < inner.index && $0.binds(name) }) { return true }
      case .ifStatement, .whileStatement:
        // What the conditions bind is not known in `else`.
        if ancestor.first(.block) == inner,
          ancestor.first(.conditions)?.children.contains(where: { $0.binds(name) }) == true
        {
          return true
        }
      case .forStatement:
        if inner.kind == .block, ancestor.children.contains(where: { $0.kind == .patternName && $0.name == name }) {
          return true
        }
      default: break
      }
      inner = ancestor
    }
    return false
  }

  private func binds(_ name: String) -> Bool {
    guard [.variable, .optionalBinding].contains(kind) else { return false }
    return self.name == name || all(.patternName).contains { $0.name == name }
  }

  /// Inside of `#Preview` or a `PreviewProvider`.
  var isInPreview: Bool {
    ancestors.contains { ancestor in
      ancestor.kind == .macro && ancestor.name == "Preview"
        || ancestor.kind == .type && (ancestor.name.hasSuffix("Previews") || ancestor.name.hasSuffix("_Preview"))
    }
  }

  var enclosingFunction: Code? {
    ancestors.first { [.function, .initializer, .accessor, .closure].contains($0.kind) }
  }

  /// Names that stand in the subtree as plain identifiers or members of `self`.
  package var mentionedNames: Set<String> {
    var names: Set<String> = []
    if kind == .identifier { names.insert(name) }
    for code in descendants where code.kind == .identifier || code.kind == .member { names.insert(code.name) }
    return names
  }

  /// A value that is the same in every run: a literal, an enum case, a static member.
  package var isConstant: Bool {
    switch kind {
    case .literal: true
    case .string: children.allSatisfy { $0.firstChild?.isConstant ?? true }
    case .member: firstChild == nil || firstChild?.kind == .identifier && firstChild?.name.startsUppercase == true
    case .unary: firstChild?.isConstant ?? false
    case .array, .tuple: children.allSatisfy { ($0.kind == .argument ? $0.firstChild : $0)?.isConstant ?? true }
    case .binary: children.allSatisfy(\.isConstant)
    case .call:
      (callee?.firstChild == nil && callee?.kind == .member)
        && arguments.allSatisfy { $0.firstChild?.isConstant ?? true }
    default: false
    }
  }

  /// Views that the subtree constructs: calls of capitalised names.
  var elementCount: Int {
    var count = kind == .call && calledName.startsUppercase ? 1 : 0
    for code in descendants
    where code.kind == .call && code.calledName.startsUppercase
      && !Self.valueTypes.contains(code.calledName)
    {
      count += 1
    }
    return count
  }

  static let valueTypes: Set<String> = [
    "Binding", "Date", "URL", "Task", "UUID", "CGFloat", "CGSize", "CGRect", "CGPoint", "String", "Int", "Double",
    "Array", "Set", "Color", "Font", "EdgeInsets", "GridItem", "Float", "IndexSet", "Calendar", "Data", "Notification",
    "UnitPoint", "Angle", "LocalizedStringKey", "LocalizedStringResource", "AnyTransition", "NSColor", "UIColor",
    "DragGesture", "TapGesture", "LongPressGesture", "MagnifyGesture", "Measurement", "NumberFormatter",
    "DateFormatter",
  ]

  /// Whether the write is behind a check of what is written: `if x != new { x = new }`, `guard x != new else { return }`.
  func isGuarded(for names: Set<String>, upTo limit: Code?) -> Bool {
    var inner = self
    for ancestor in ancestors {
      if ancestor.kind == .ifStatement || ancestor.kind == .whileStatement,
        let conditions = ancestor.first(.conditions), !conditions.contains(self), conditions.compares(names)
      {
        return true
      }
      if ancestor.kind == .ternary, let condition = ancestor.firstChild, condition.compares(names) { return true }
      if ancestor.kind == .block {
        for sibling in ancestor.children {
          if sibling.index >= inner.index { break }
          if sibling.kind == .guardStatement, let conditions = sibling.first(.conditions), conditions.compares(names) {
            return true
          }
          if sibling.kind == .ifStatement, let conditions = sibling.first(.conditions), conditions.compares(names),
            sibling.descendants.contains(where: { $0.kind == .returnStatement })
          {
            return true
          }
        }
      }
      if let limit, ancestor == limit { return false }
      if [.function, .initializer, .accessor].contains(ancestor.kind) { return false }
      inner = ancestor
    }
    return false
  }

  private func compares(_ names: Set<String>) -> Bool {
    let operators: Set<String> = ["!=", "==", "<", ">", "<=", ">=", "!==", "==="]
    let isSimple = kind == .binary && operators.contains(name) && !mentionedNames.isDisjoint(with: names)
    if isSimple { return true }
    for code in descendants {
      if code.kind == .binary, operators.contains(code.name), !code.mentionedNames.isDisjoint(with: names) {
        return true
      }
      // `if !isVisible { isVisible = true }` compares as well.
      if code.kind == .unary, code.name == "!", !code.mentionedNames.isDisjoint(with: names) { return true }
    }
    if kind == .conditions {
      for child in children where child.memberPath.map({ !names.isDisjoint(with: $0) }) == true { return true }
    }
    return false
  }
}

extension SourceGraph {
  /// Every mention of a member of the type in its own code.
  package func mentions(of name: String, in type: TypeInfo) -> [Code] {
    (usages[type.id] ?? Usages(of: type))[name]
  }

  static func list(_ names: some Collection<String>) -> String {
    let quoted = names.map { "'\($0)'" }
    switch quoted.count {
    case 0: return "nothing"
    case 1: return quoted[0]
    case 2...4: return quoted.dropLast().joined(separator: ", ") + " and " + (quoted.last ?? "")
    default: return quoted.prefix(3).joined(separator: ", ") + " and \(quoted.count - 3) more"
    }
  }

  /// The model type behind a property: `@Environment(Model.self)`, `@ObservedObject var x: Model`, `let model: Model`.
  func model(of property: Property, in type: TypeInfo) -> TypeInfo? {
    guard let model = index.type(of: property, in: type), model.isObservableClass || model.isObservableObject else {
      return nil
    }
    return model
  }

  /// Whether some parent in the sources builds the view as a row of a `ForEach` or `List`.
  package func isBuiltInRow(_ type: TypeInfo) -> Bool {
    parents[type.id]?.contains { $0.child.row != nil && !$0.child.code.isInPresentedContent } ?? false
  }

  /// Whether it is part of what some parent builds for each element of a `ForEach` or `List`.
  func isBuiltBelowRow(_ type: TypeInfo) -> Bool {
    var seen: Set<TypeID> = []
    var pending = [type.id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      if isBuiltInRow(index[next]) { return true }
      pending += (parents[next] ?? []).filter { !$0.child.code.isInPresentedContent }.map(\.parent)
    }
    return false
  }

  /// Whether it is a row, judging by where it is built or, where that is not in the sources, by its name.
  func looksLikeRow(_ type: TypeInfo) -> Bool {
    isBuiltInRow(type)
      || ["Row", "Cell", "RowView", "CellView", "Tile", "ItemView", "Chip", "ListItem"].contains {
        type.name.hasSuffix($0)
      }
  }

  /// Properties of the view that change while it is on screen, as far as the sources show writes or observation.
  func changingProperties(of type: TypeInfo, _ evaluation: Evaluation) -> [(property: Property, weight: Int)] {
    var found: [(property: Property, weight: Int)] = []
    for property in type.storedProperties where property.wrapper != nil {
      guard !evaluation.evaluationReads(of: property.name).isEmpty else { continue }
      let writes = evaluation.writes.filter { $0.property == property.name }
      switch property.storage {
      case .state, .defaults, .scene, .focus, .gesture:
        let projected = evaluation.reads.contains { $0.property == property.name && $0.isProjection }
        if index.type(of: property, in: type)?.isReference == true, !writes.contains(where: { $0.path.isEmpty }) {
          continue
        }
        let hot = writes.contains { SourceGraph.isFrequent($0, of: property) }
        let weight = writes.count + (projected ? 2 : 0) + (hot ? 10 : 0)
        if weight > 0 { found.append((property, weight)) }
      case .observed, .object, .environmentObject: found.append((property, 3))
      case .binding: found.append((property, 1))
      default: break
      }
    }
    return found.sorted { ($1.weight, $0.property.name) < ($0.weight, $1.property.name) }
  }

  /// Callbacks that run many times per second while something moves.
  static let hotTriggers: Set<String> = [
    "onPreferenceChange", "onScrollGeometryChange", "onGeometryChange", "onContinuousHover", "onChanged", "updating",
    "addPeriodicTimeObserver", "onScrollVisibilityChange", "onMapCameraChange",
  ]

  /// Whether the write happens many times per second, judging by the callback it stands in.
  package static func isHot(_ write: Write) -> Bool { isFrequent(write, of: nil) }

  static let frequentTriggers = hotTriggers.union(["onReceive", "scheduledTimer", "sink"])

  /// Whether the write happens many times per second or minute: geometry, drags, timers; not any notification.
  static func isFrequent(_ write: Write, of property: Property?) -> Bool {
    switch write.phase.origin {
    case "onReceive", "sink":
      guard let publisher = write.phase.trigger else { return false }
      let names = publisher.mentionedNames.union(publisher.descendants.filter { $0.kind == .member }.map(\.name))
      return names.contains { name in
        ["timer", "tick", "progress", "autoconnect", "clock", "time"].contains { name.lowercased().contains($0) }
      }
    case "onPreferenceChange": return isGeometric(write, property)
    case "onChange": return write.phase.trigger.map(isOfGeometry) ?? false
    case "task":
      // `while !Task.isCancelled { try? await Task.sleep(for: .seconds(1)); now = Date() }`
      return write.code.ancestors.prefix { $0 != write.phase.trigger }.contains { loop in
        loop.kind == .whileStatement && loop.descendants.contains { $0.kind == .call && $0.calledName == "sleep" }
      }
    case let name: return frequentTriggers.contains(name)
    }
  }

  /// `onChange(of: proxy.frame(in: .global).minY)`, where `proxy` is what a geometry reader hands out.
  static func isOfGeometry(_ change: Code) -> Bool {
    guard let watched = change.argument("of") else { return false }
    let names = watched.mentionedNames
    return change.ancestors.contains { closure in
      closure.kind == .closure && closure.parent?.parent?.calledName == "GeometryReader"
        && closure.all(.parameter).contains { names.contains($0.detail) }
    }
  }

  /// Sizes, positions and what holds them, by type, key or name.
  static func isGeometric(_ write: Write, _ property: Property?) -> Bool {
    let words = ["CGFloat", "CGSize", "CGRect", "CGPoint", "Double", "Anchor"]
    let text = (property?.typeText ?? "") + (property?.initialValue?.memberPath?.first ?? "")
    if words.contains(where: { text.contains($0) }) { return true }
    let key = write.phase.trigger?.arguments.first?.firstChild?.memberPath?.first ?? ""
    return ["Offset", "Size", "Frame", "Height", "Width", "Scroll", "Position", "Geometry", "Bounds", "Rect"].contains {
      key.contains($0) || write.property.contains($0) || write.property.hasPrefix($0.lowercased())
    }
  }
}

extension SourceRule {
  /// A view around a body, for examples.
  static func view(_ name: String = "Screen", _ members: String = "", body: String) -> String {
    "struct \(name): View {\n\(members)\n  var body: some View {\n\(body)\n  }\n}"
  }
}

extension StringProtocol {
  /// Whether it starts as the name of a type does.
  var startsUppercase: Bool {
    guard let byte = utf8.first else { return false }
    return byte < 0x80 ? byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") : first?.isUppercase == true
  }
}

/// Whether a write of one value leads to a write of another, step by step.
///
/// - Parameter targets: What is written when a value changes.
func leads<Node: Hashable>(from start: Node, to goal: Node, targets: (Node) -> [Node]) -> Bool {
  var pending = [start]
  var seen: Set<Node> = []
  while let next = pending.popLast() {
    if next == goal { return true }
    if seen.insert(next).inserted { pending += targets(next) }
  }
  return false
}

extension Code {
  /// `isOpen`, `!model.isOpen`: a condition that is one value and nothing else.
  package var isPlainFlag: Bool {
    switch kind {
    case .conditions:
      let parts = Array(children)
      return parts.count == 1 && parts[0].isPlainFlag
    case .unary: return name == "!" && firstChild?.isPlainFlag == true
    case .identifier, .member: return memberPath != nil
    default: return false
    }
  }
}
