/// Follows the evaluation of one view through its body, helpers, closures and actions.
struct EvaluationWalker {
  /// A view that takes more steps than this is cut off and says so.
  private static let maximumSteps = 150_000
  private static let maximumHelperDepth = 16

  let index: SourceIndex
  let actions: ActionNames
  let view: TypeInfo
  private(set) var result: Evaluation

  struct Local {
    /// Properties that the value was computed from.
    var origins: Set<String> = []
    /// The local is another name for a property or a member of one.
    var alias: (property: String, path: [String])?
    var function: Code?
  }

  private struct HelperKey: Hashable {
    var block: Code
    var phase: Phase
    var isInRow: Bool
  }

  private var properties: [String: Property] = [:]
  private var functions: [String: [Function]] = [:]
  private var scopes: [[String: Local]] = [[:]]
  private var phase = Phase.evaluation
  private var via: [String] = []
  private var rows: [Code] = []
  private var visited: [HelperKey: Set<String>] = [:]
  private var steps = 0

  init(index: SourceIndex, actions: ActionNames, view: TypeInfo) {
    self.index = index
    self.actions = actions
    self.view = view
    result = Evaluation(view: view.id)
    for property in view.properties where !property.isStatic { properties[property.name] = property }
    for function in view.functions where !function.isStatic { functions[function.name, default: []].append(function) }
  }

  mutating func run() -> Evaluation {
    for entry in Self.entries(of: view) {
      result.entries.append(entry.block)
      scopes = [[:]]
      for parameter in entry.parameters { define(parameter, Local()) }
      visitChildren(of: entry.block)
    }
    return result
  }

  /// Where the evaluation of a view, modifier, style, app or representable starts.
  static func entries(of type: TypeInfo) -> [(block: Code, parameters: [String])] {
    var entries: [(block: Code, parameters: [String])] = []
    for property in type.properties where property.name == "body" && !property.isStatic {
      if let getter = property.getter { entries.append((getter, [])) }
    }
    let names: Set<String> = [
      "makeBody", "updateUIView", "updateNSView", "updateUIViewController", "updateNSViewController",
    ]
    for function in type.functions where !function.isStatic {
      let isBody = function.name == "body" && function.parameters.contains { $0.label == "content" }
      if isBody || names.contains(function.name), let body = function.body {
        entries.append((body, function.parameters.map(\.name)))
      }
    }
    return entries
  }

  // MARK: - Names

  private mutating func define(_ name: String, _ local: Local) {
    guard !name.isEmpty, name != "_" else { return }
    scopes[scopes.count - 1][name] = local
  }

  private func local(_ name: String) -> Local? {
    for scope in scopes.reversed() {
      if let found = scope[name] { return found }
    }
    return nil
  }

  /// Members read of an identifier, and the outermost member node: `a.b.c()` gives `["b"]` and the call of `c` stays.
  static func suffix(of code: Code) -> (path: [String], end: Code) {
    var path: [String] = []
    var current = code
    while let parent = current.parent, parent.kind == .member, parent.firstChild == current {
      path.append(parent.name)
      current = parent
    }
    return (path, current)
  }

  private mutating func emit(
    _ property: String, path: [String], at code: Code, isProjection: Bool = false, isDerived: Bool = false
  ) {
    result.reads.append(
      Read(
        property: property, path: path, code: code, phase: phase, isProjection: isProjection, isDerived: isDerived,
        via: via, isInRow: !rows.isEmpty))
  }

  /// Visits `code` and answers which properties were read on the way.
  private mutating func origins(of code: Code) -> Set<String> {
    let before = result.reads.count
    visit(code)
    var found: Set<String> = []
    for read in result.reads[before...] where !read.isProjection { found.insert(read.property) }
    return found
  }

  private mutating func inScope(_ body: (inout Self) -> Void) {
    scopes.append([:])
    body(&self)
    scopes.removeLast()
  }

  // MARK: - Walking

  private mutating func visitChildren(of code: Code) {
    for child in code.children { visit(child) }
  }

  private mutating func visit(_ code: Code) {
    steps += 1
    guard steps < Self.maximumSteps else {
      result.isIncomplete = true
      return
    }
    switch code.kind {
    case .identifier: visitIdentifier(code, name: code.name)
    case .member: visitMember(code)
    case .call: visitCall(code)
    case .closure: visitClosure(code, parameters: [:])
    case .variable: visitVariable(code)
    case .optionalBinding: visitBinding(code)
    case .assign: visitAssignment(code)
    case .unary where code.name == "&":
      if let target = code.firstChild { write(to: target, at: code, operation: "&", value: nil) }
    case .function: define(code.name, Local(function: code.first(.block)))
    case .type, .attribute, .modifier, .typeAnnotation, .typeAlias, .importDecl: break
    case .block, .caseClause: inScope { $0.visitChildren(of: code) }
    case .ifStatement, .whileStatement, .doStatement: inScope { $0.visitChildren(of: code) }
    case .switchStatement: visitSwitch(code)
    case .forStatement: visitFor(code)
    case .macro: visitCallArguments(code, function: code.name, childType: nil)
    default: visitChildren(of: code)
    }
  }

  private mutating func visitIdentifier(_ code: Code, name: String) {
    let (path, _) = Self.suffix(of: code)
    if let local = local(name) {
      use(local, path: path, at: code, isProjection: false)
      return
    }
    if name.hasPrefix("$") || name.hasPrefix("_"), name.count > 1 {
      let plain = String(name.dropFirst())
      if let local = local(plain) { return use(local, path: path, at: code, isProjection: true) }
      if let property = properties[plain], property.isStored {
        // `$model.name` of an object reads nothing either: it makes a binding.
        return emit(plain, path: path, at: code, isProjection: path.first != "wrappedValue")
      }
      return
    }
    visitMemberOfSelf(code, name: name, path: path)
  }

  private mutating func visitMemberOfSelf(_ code: Code, name: String, path: [String]) {
    if let property = properties[name] {
      if property.isStored { return emit(name, path: path, at: code) }
      if let getter = property.getter { return inline(name, getter, at: code, parameters: [:]) }
      return
    }
    guard let candidates = functions[name], let function = candidates.first, let body = function.body else { return }
    // A method named as a value is handed on to be called later.
    let isCalled = code.parent?.kind == .call && code.parent?.callee == code
    if isCalled { return }
    if let argument = code.parent, argument.kind == .argument, let call = argument.parent, call.kind == .call {
      let isAction = actions.isAction(
        function: call.calledName, label: argument.name, isTrailing: false, call: call)
      let outer = phase
      if isAction, phase.isEvaluation { phase = Phase(trigger: call, triggerName: call.calledName) }
      inline(name, body, at: code, parameters: [:])
      phase = outer
      return
    }
    inline(name, body, at: code, parameters: [:])
  }

  private mutating func use(_ local: Local, path: [String], at code: Code, isProjection: Bool) {
    if let alias = local.alias {
      emit(alias.property, path: alias.path + path, at: code, isProjection: isProjection)
      return
    }
    for origin in local.origins.sorted() {
      emit(origin, path: [], at: code, isProjection: isProjection, isDerived: true)
    }
  }

  private mutating func visitMember(_ code: Code) {
    guard let base = code.firstChild else { return }
    if base.kind == .identifier, base.name == "self" {
      let (path, _) = Self.suffix(of: code)
      let name = code.name
      if name.hasPrefix("_"), name.count > 1, properties[name] == nil, properties[String(name.dropFirst())] != nil {
        return emit(String(name.dropFirst()), path: path, at: code, isProjection: path.first != "wrappedValue")
      }
      if name.hasPrefix("$") {
        return emit(String(name.dropFirst()), path: path, at: code, isProjection: true)
      }
      return visitMemberOfSelf(code, name: name, path: path)
    }
    visit(base)
  }

  /// Walks the body of a helper once per phase; later uses only repeat what it depends on.
  private mutating func inline(_ name: String, _ block: Code, at code: Code, parameters: [String: Local]) {
    let key = HelperKey(block: block, phase: phase, isInRow: !rows.isEmpty)
    var found: Set<String> = []
    if let known = visited[key] {
      found = known
    } else if via.count < Self.maximumHelperDepth {
      visited[key] = []
      let before = result.reads.count
      if !result.helpers.contains(where: { $0.block == block && $0.phase.isEvaluation == phase.isEvaluation }) {
        result.helpers.append((name, block, phase))
      }
      let outerScopes = scopes
      scopes = [parameters]
      via.append(name)
      visitChildren(of: block)
      via.removeLast()
      scopes = outerScopes
      for read in result.reads[before...] where !read.isProjection && read.phase == phase {
        found.insert(read.property)
      }
      visited[key] = found
    }
    for property in found.sorted() { emit(property, path: [], at: code, isDerived: true) }
  }

  // MARK: - Statements

  private mutating func visitVariable(_ code: Code) {
    if let value = code.initialValue {
      if let alias = alias(of: value) {
        define(code.name, Local(origins: [alias.property], alias: alias))
        return
      }
      let outer = phase
      // A closure kept in a local runs when it is called, which mostly is an action.
      if value.kind == .closure, phase.isEvaluation { phase = Phase(trigger: nil, triggerName: "closure") }
      let found = origins(of: value)
      phase = outer
      define(code.name, Local(origins: found))
      for pattern in code.all(.patternName) { define(pattern.name, Local(origins: found)) }
    } else {
      define(code.name, Local())
    }
    for accessor in code.all(.accessor) { visitChildren(of: accessor) }
  }

  /// The property that a value is nothing but another name for: `self.model`, `session.user`.
  private func alias(of value: Code) -> (property: String, path: [String])? {
    guard var path = value.memberPath else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard let first = path.first else { return nil }
    if let local = local(first) {
      return local.alias.map { ($0.property, $0.path + path.dropFirst()) }
    }
    // A value copied into a local is read; only objects can be another name for the same thing.
    guard let property = properties[first], property.isStored,
      index.type(of: property, in: view)?.isReference == true || property.wrapper != nil && path.count == 1
    else { return nil }
    if path.count > 1 { return nil }
    return (first, Array(path.dropFirst()))
  }

  private mutating func visitBinding(_ code: Code) {
    var found: Set<String> = []
    for child in code.children where child.kind != .patternName {
      found.formUnion(origins(of: child))
    }
    define(code.name, Local(origins: found))
    for pattern in code.all(.patternName) { define(pattern.name, Local(origins: found)) }
  }

  private mutating func visitSwitch(_ code: Code) {
    var found: Set<String> = []
    for child in code.children {
      if child.kind == .value {
        found = origins(of: child)
      } else if child.kind == .caseClause {
        inScope { walker in
          for pattern in child.all(.patternName) { walker.define(pattern.name, Local(origins: found)) }
          for part in child.children where part.kind != .patternName { walker.visit(part) }
        }
      } else {
        visit(child)
      }
    }
  }

  private mutating func visitFor(_ code: Code) {
    let found = code.first(.value).map { origins(of: $0) } ?? []
    inScope { walker in
      for pattern in code.all(.patternName) { walker.define(pattern.name, Local(origins: found)) }
      for child in code.children where child.kind != .patternName && child.kind != .value { walker.visit(child) }
    }
  }

  private mutating func visitAssignment(_ code: Code) {
    let parts = Array(code.children)
    guard parts.count == 2 else { return visitChildren(of: code) }
    write(to: parts[0], at: code, operation: code.name, value: parts[1])
    visit(parts[1])
  }

  private mutating func write(to target: Code, at code: Code, operation: String, value: Code?) {
    var current = target
    var path: [String] = []
    while true {
      if current.kind == .member {
        guard let base = current.firstChild else { return }
        if base.kind == .identifier, base.name == "self" {
          return record(current.name, path: path, at: code, operation: operation, value: value)
        }
        path.insert(current.name, at: 0)
        current = base
      } else if current.kind == .subscriptCall {
        for argument in current.arguments { visit(argument) }
        guard let base = current.callee else { return }
        current = base
      } else if current.kind == .identifier {
        return record(current.name, path: path, at: code, operation: operation, value: value)
      } else {
        return visit(target)
      }
    }
  }

  private mutating func record(_ name: String, path: [String], at code: Code, operation: String, value: Code?) {
    var property = name
    var members = path
    if let local = local(name) {
      guard let alias = local.alias else { return }
      property = alias.property
      members = alias.path + path
    } else if properties[name] == nil {
      guard name.hasPrefix("_") || name.hasPrefix("$"), properties[String(name.dropFirst())] != nil else { return }
      property = String(name.dropFirst())
    } else if properties[name]?.isStored == false {
      if let setter = properties[name]?.code.all(.accessor).first(where: { $0.name == "set" })?.first(.block) {
        inline(name, setter, at: code, parameters: ["newValue": Local()])
      }
      return
    }
    result.writes.append(
      Write(
        property: property, path: members, code: code, operation: operation, value: value, phase: phase, via: via))
  }

  // MARK: - Calls and closures

  static let mutatingMethods: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "toggle", "sort", "reverse", "shuffle",
    "formUnion", "formIntersection", "subtract", "formSymmetricDifference", "merge", "popLast", "popFirst", "update",
    "updateValue", "swapAt", "negate", "removeValue", "removeSubrange", "replaceSubrange", "reserveCapacity", "move",
    "formRemainder", "addProduct", "resize", "prepend",
  ]

  private static let rowContainers: Set<String> = ["ForEach", "List", "Table", "OutlineGroup"]

  private mutating func visitCall(_ code: Code) {
    guard let callee = code.callee else { return visitChildren(of: code) }
    let name = code.calledName
    result.calls.append(CallSite(code: code, name: name, phase: phase, via: via, row: rows.last))

    if let function = functionOfSelf(callee) {
      let local = local(callee.name)
      let parameters = visitArguments(of: code, into: function)
      if local?.function == nil { inline(name, function.block, at: code, parameters: parameters) }
      return
    }
    var childType: TypeID?
    if let path = callee.memberPath, let last = path.last, last.first?.isUppercase == true {
      let typeName = path.filter { $0 != "SwiftUI" }.joined(separator: ".")
      childType = index.resolve(typeName, near: code.file.path, inside: view.id)
      addChild(code, name: typeName, type: childType)
    } else if callee.kind == .member, let base = callee.firstChild {
      if Self.mutatingMethods.contains(name), base.memberPath != nil || base.kind == .subscriptCall {
        write(to: base, at: code, operation: name, value: nil)
      }
      visit(base)
    } else if callee.kind == .identifier {
      if let local = local(name) {
        if let block = local.function { inline(name, block, at: code, parameters: [:]) }
        use(local, path: [], at: callee, isProjection: false)
      } else {
        visit(callee)
      }
    } else {
      visit(callee)
    }
    visitCallArguments(code, function: name, childType: childType)
  }

  private func functionOfSelf(_ callee: Code) -> (block: Code, parameters: [Parameter])? {
    var name = callee.name
    if callee.kind == .member {
      guard let base = callee.firstChild, base.kind == .identifier, base.name == "self" else { return nil }
    } else if callee.kind == .identifier {
      if local(name) != nil { return nil }
    } else {
      return nil
    }
    if name.hasPrefix("$") { name.removeFirst() }
    guard let candidates = functions[name], let call = callee.parent else { return nil }
    let labels = call.arguments.filter { !$0.flags.contains(.isTrailing) }.map { $0.name.isEmpty ? "_" : $0.name }
    let match = candidates.first { function in
      let names = function.parameters.map(\.label)
      return labels.allSatisfy { names.contains($0) }
    }
    guard let function = match ?? candidates.first, let body = function.body else { return nil }
    return (body, function.parameters)
  }

  private mutating func visitArguments(
    of call: Code, into function: (block: Code, parameters: [Parameter])
  ) -> [String: Local] {
    var parameters: [String: Local] = [:]
    for parameter in function.parameters { parameters[parameter.name] = Local() }
    for (position, argument) in call.arguments.enumerated() {
      guard let value = argument.firstChild else { continue }
      let parameter =
        function.parameters.first { $0.label == argument.name }
        ?? (position < function.parameters.count ? function.parameters[position] : nil)
      if value.kind == .closure, let parameter {
        let isAction = TypeName.returnsVoid(parameter.typeText) && !parameter.attributes.contains("ViewBuilder")
        let outer = phase
        if isAction, phase.isEvaluation { phase = Phase(trigger: call, triggerName: call.calledName) }
        visitClosure(value, parameters: [:])
        phase = outer
      } else {
        let found = origins(of: value)
        if let parameter { parameters[parameter.name] = Local(origins: found, alias: alias(of: value)) }
      }
    }
    return parameters
  }

  private mutating func addChild(_ code: Code, name: String, type: TypeID?) {
    var arguments: [Child.Argument] = []
    for argument in code.arguments {
      guard let value = argument.firstChild else { continue }
      arguments.append(
        Child.Argument(
          label: argument.name, value: value, isTrailing: argument.flags.contains(.isTrailing),
          property: type.flatMap { ArgumentMapping.property(for: argument, of: code, in: index[$0]) }))
    }
    result.children.append(
      Child(name: name, type: type, code: code, phase: phase, via: via, row: rows.last, arguments: arguments))
  }

  private mutating func visitCallArguments(_ call: Code, function: String, childType: TypeID?) {
    let isRowContainer = Self.rowContainers.contains(function) && phase.isEvaluation
    var data: Set<String> = []
    for argument in call.arguments {
      guard let value = argument.firstChild else { continue }
      guard value.kind == .closure else {
        let found = origins(of: value)
        if argument.name.isEmpty || data.isEmpty { data.formUnion(found) }
        if isRowContainer { data.formUnion(projections(in: value)) }
        continue
      }
      let isAction = isActionClosure(argument, of: call, function: function, childType: childType)
      let outer = phase
      if isAction, phase.isEvaluation {
        let name = function.isEmpty ? (argument.name.isEmpty ? "closure" : argument.name) : function
        phase = Phase(trigger: call, triggerName: function == "Binding" ? "set" : name)
      }
      let holdsRows =
        isRowContainer && !isAction && (function != "List" || call.arguments.count > 1 || hasParameter(value))
      if holdsRows { rows.append(call) }
      // Parameters of a data-driven closure carry the data: the element of a row, the value of `map`.
      let isElement = isRowContainer || Self.elementFunctions.contains(function)
      var found = isElement ? data : []
      if isElement, let base = call.callee?.firstChild, call.callee?.kind == .member {
        found.formUnion(result.reads.filter { base.contains($0.code) && $0.phase == outer }.map(\.property))
      }
      visitClosure(value, parameters: ["": Local(origins: found)])
      if holdsRows { rows.removeLast() }
      phase = outer
    }
  }

  private func projections(in code: Code) -> Set<String> {
    Set(result.reads.filter { $0.isProjection && code.contains($0.code) }.map(\.property))
  }

  private func hasParameter(_ closure: Code) -> Bool { closure.first(.parameter) != nil }

  private static let elementFunctions: Set<String> = [
    "map", "filter", "forEach", "compactMap", "flatMap", "sorted", "first", "contains", "allSatisfy", "reduce", "min",
    "max", "ifLet", "unwrap",
  ]

  private func isActionClosure(_ argument: Code, of call: Code, function: String, childType: TypeID?) -> Bool {
    if let childType {
      let type = index[childType]
      if let name = ArgumentMapping.property(for: argument, of: call, in: type),
        let property = type.property(name), let text = property.typeText, TypeName.isFunction(text)
      {
        return TypeName.returnsVoid(text) && !property.attributes.contains("ViewBuilder")
      }
      for initializer in type.initializers {
        if let parameter = initializer.parameters.first(where: { $0.label == argument.name }),
          TypeName.isFunction(parameter.typeText)
        {
          return TypeName.returnsVoid(parameter.typeText) && !parameter.attributes.contains("ViewBuilder")
        }
      }
    }
    return actions.isAction(
      function: function, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
  }

  private mutating func visitClosure(_ code: Code, parameters: [String: Local]) {
    inScope { walker in
      for child in code.children {
        switch child.kind {
        case .capture:
          if let value = child.firstChild {
            let found = walker.origins(of: value)
            walker.define(child.name, Local(origins: found))
          } else if child.name != "self" {
            walker.visitIdentifier(child, name: child.name)
          }
        case .parameter: walker.define(child.detail, parameters[""] ?? Local())
        default: break
        }
      }
      if let block = code.first(.block) {
        if let anonymous = parameters[""], !anonymous.origins.isEmpty { walker.define("$0", anonymous) }
        walker.visitChildren(of: block)
      }
    }
  }
}

extension TypeName {
  /// Whether a function type gives nothing back: `() -> Void`, `((Item) -> ())?`.
  package static func returnsVoid(_ text: String) -> Bool {
    guard let arrow = text.ranges(of: "->").last else { return false }
    let result = text[arrow.upperBound...].filter { !$0.isWhitespace && !"()?!".contains($0) }
    return result.isEmpty || result == "Void" || result == "Swift.Void"
  }
}
