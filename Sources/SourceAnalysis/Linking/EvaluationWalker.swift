import SwiftUIModel

/// Follows the evaluation of one view through its body, helpers, closures and actions.
struct EvaluationWalker {
  /// A view that takes more steps than this is cut off and says so.
  private static let maximumSteps = 150_000
  private static let maximumHelperDepth = 16

  let index: SourceIndex
  let actions: ActionNames
  let repeated: RepeatedMethods
  let view: TypeInfo
  var result: EvaluationRecord

  struct Local {
    /// Properties that the value was computed from.
    var dependencies: Set<String> = []
    /// The local is another name for a property or a member of one.
    var alias: (property: String, path: [String])?
    var function: Code?
  }

  struct HelperKey: Hashable {
    var block: Code
    var phase: Phase
    var isInRow: Bool
  }

  var properties: [String: Property] = [:]
  var functions: [String: [Function]] = [:]
  var scopes: [[String: Local]] = [[:]]
  var phase = Phase.evaluation
  var via: [String] = []
  var rows: [Code] = []
  var visited: [HelperKey: Set<String>] = [:]
  var steps = 0

  init(index: SourceIndex, actions: ActionNames, repeated: RepeatedMethods, view: TypeInfo) {
    self.index = index
    self.actions = actions
    self.repeated = repeated
    self.view = view
    result = EvaluationRecord(view: view.id)
    for property in view.properties where !property.isStatic { properties[property.name] = property }
    for function in view.functions where !function.isStatic { functions[function.name, default: []].append(function) }
    addDefaults()
  }

  /// What extensions of the protocols that the view conforms to give it: `var me: Member { session.member }`.
  private mutating func addDefaults() {
    for name in view.conformances.sorted() {
      guard let id = index.resolve(name, near: view.code.file.path), index[id].kind == .protocol else { continue }
      for property in index[id].properties
      where !property.isStatic && property.getter != nil && properties[property.name] == nil {
        properties[property.name] = property
      }
      for function in index[id].functions
      where !function.isStatic && function.body != nil && view.functions.allSatisfy({ $0.name != function.name }) {
        functions[function.name, default: []].append(function)
      }
    }
  }

  mutating func run() -> Evaluation {
    for entry in Self.entries(of: view) {
      result.entries.append(entry.block)
      scopes = [[:]]
      for parameter in entry.parameters { define(parameter, Local()) }
      visitChildren(of: entry.block)
    }
    result.finish()
    return Evaluation(result)
  }

  /// Where the evaluation of a view, modifier, style, app or representable starts.
  static func entries(of type: TypeInfo) -> [(block: Code, parameters: [String])] {
    var entries: [(block: Code, parameters: [String])] = []
    for property in type.properties where property.name == EntryPoints.body && !property.isStatic {
      if let getter = property.getter { entries.append((getter, [])) }
    }
    for function in type.functions where !function.isStatic {
      let isBody =
        function.name == EntryPoints.body
        && function.parameters.contains { $0.label == EntryPoints.modifiedContent }
      if isBody || EntryPoints.functions.contains(function.name), let body = function.body {
        entries.append((body, function.parameters.map(\.name)))
      }
    }
    return entries
  }

  // MARK: - Names

  mutating func define(_ name: String, _ local: Local) {
    guard !name.isEmpty, name != "_" else { return }
    scopes[scopes.count - 1][name] = local
  }

  func local(_ name: String) -> Local? {
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

  mutating func emit(
    _ property: String, path: [String], at code: Code, isProjection: Bool = false, isDerived: Bool = false
  ) {
    var path = path
    // `center[progressOf: mix]`: what the subscript of a type of the sources reads.
    if path.isEmpty, code.parent?.kind == .subscriptCall, code.parent?.callee == code,
      let model = properties[property].flatMap({ index.type(of: $0, in: view) }),
      model.functions.contains(where: { $0.name == Function.subscriptName })
    {
      path = [Function.subscriptName]
    }
    result.add(
      Read(
        property: property, path: path, code: code, phase: phase, isProjection: isProjection, isDerived: isDerived,
        via: via, isInRow: !rows.isEmpty))
  }

  /// Visits `code` and answers which properties were read on the way.
  mutating func dependencies(of code: Code) -> Set<String> {
    let before = result.reads.count
    visit(code)
    var found: Set<String> = []
    for read in result.reads[before...] where !read.isProjection { found.insert(read.property) }
    return found
  }

  mutating func inScope(_ body: (inout Self) -> Void) {
    scopes.append([:])
    body(&self)
    scopes.removeLast()
  }

  // MARK: - Walking

  mutating func visitChildren(of code: Code) {
    for child in code.children { visit(child) }
  }

  mutating func visit(_ code: Code) {
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

  mutating func visitIdentifier(_ code: Code, name: String) {
    let (path, _) = Self.suffix(of: code)
    if code.isOfSelf { return visitOwnMember(code, name: name, path: path) }
    if let local = local(name) {
      use(local, path: path, at: code, isProjection: false)
      return
    }
    // `_rows` may be a name like others.
    if name.hasPrefix("$") || name.hasPrefix("_"), name.count > 1, properties[name] == nil, functions[name] == nil {
      let plain = String(name.dropFirst())
      if let local = local(plain) { return use(local, path: path, at: code, isProjection: true) }
      if let property = properties[plain], property.isStored {
        // `$model.name` of an object reads nothing either: it makes a binding.
        return emit(plain, path: path, at: code, isProjection: path.first != "wrappedValue")
      }
      return
    }
    if let model = index.sharedModels[name, path.first], properties[name] == nil {
      // Handing the model on reads nothing of it.
      return path.count > 1 ? emitShared(model, path: Array(path.dropFirst()), at: code) : ()
    }
    visitMemberOfSelf(code, name: name, path: path)
  }

  private mutating func emitShared(_ model: Property, path: [String], at code: Code) {
    result.note(shared: model)
    emit(model.name, path: path, at: code)
  }

  mutating func visitMemberOfSelf(_ code: Code, name: String, path: [String]) {
    if let property = properties[name] {
      if property.isStored { return emit(name, path: path, at: code) }
      guard let getter = property.getter else { return }
      if let first = path.first, let held = part(givenBy: getter, with: first) {
        return emit(held[0], path: held.dropFirst() + path, at: code)
      }
      return inline(name, getter, at: code, parameters: [:])
    }
    guard let candidates = functions[name], let function = candidates.first, let body = function.body else { return }
    // A method named as a value is handed on to be called later.
    let isCalled = code.parent?.kind == .call && code.parent?.callee == code
    if isCalled { return }
    // A function that gives nothing back can only be meant to be called later.
    let givesNothing = KnownTypes.nothing.contains(function.returnText ?? "()")
    let outer = phase
    if let argument = Self.argument(made: code), let call = argument.parent, call.kind == .call {
      let isAction =
        givesNothing
        || actions.isAction(function: call.calledName, label: argument.name, isTrailing: false, call: call)
      if isAction, phase.isEvaluation {
        phase = Phase(
          caller: call, callerName: call.calledName,
          handedTo: HandedOnActions(index: index).finalCaller(of: argument, in: call, childType: nil))
      }
    } else if givesNothing, phase.isEvaluation {
      phase = Phase(caller: nil, callerName: name)
    }
    inline(name, body, at: code, parameters: [:])
    phase = outer
  }

  /// The argument that a value is, or is one of the choices for: `onBack: isLast ? goBack : nil`.
  private static func argument(made value: Code) -> Code? {
    var value = value
    while let parent = value.parent {
      switch parent.kind {
      case .argument where parent.parent?.kind == .call: return parent
      case .ternary where parent.firstChild != value, .binary where parent.name == "??", .tuple, .cast, .argument:
        value = parent
      default: return nil
      }
    }
    return nil
  }

  /// `["session", "member"]` of `var me: Member { session.member }`, a struct that has the member: another name for it.
  private func part(givenBy getter: Code, with member: String) -> [String]? {
    let body = getter.kind == .accessor ? getter.first(.block) ?? getter : getter
    let statements = Array(body.children)
    guard statements.count == 1,
      let value = statements[0].kind == .returnStatement ? statements[0].firstChild : statements[0],
      let path = value.memberPath.map({ Array($0.drop { $0 == "self" }) }), path.count == 2,
      let owner = properties[path[0]], owner.isStored, let model = index.type(of: owner, in: view),
      let held = model.property(path[1]), let type = index.type(of: held, in: model), type.kind == .struct,
      type.property(member) != nil
    else { return nil }
    return path
  }

  mutating func use(_ local: Local, path: [String], at code: Code, isProjection: Bool) {
    if let alias = local.alias {
      if let model = index.sharedModels[alias.property] {
        return isProjection || alias.path + path == [] ? () : emitShared(model, path: alias.path + path, at: code)
      }
      emit(alias.property, path: alias.path + path, at: code, isProjection: isProjection)
      return
    }
    for dependency in local.dependencies.sorted() {
      emit(dependency, path: [], at: code, isProjection: isProjection, isDerived: true)
    }
  }

  mutating func visitMember(_ code: Code) {
    guard let base = code.firstChild else { return }
    if base.isSelf { return visitOwnMember(code, name: code.name, path: Self.suffix(of: code).path) }
    visit(base)
  }

  /// `self.name`, `self.$name`, `self._name`.
  private mutating func visitOwnMember(_ code: Code, name: String, path: [String]) {
    if name.hasPrefix("_"), name.count > 1, properties[name] == nil, properties[String(name.dropFirst())] != nil {
      return emit(String(name.dropFirst()), path: path, at: code, isProjection: path.first != "wrappedValue")
    }
    if name.hasPrefix("$") {
      return emit(String(name.dropFirst()), path: path, at: code, isProjection: true)
    }
    visitMemberOfSelf(code, name: name, path: path)
  }

  /// Walks the body of a helper once per phase; later uses only repeat what it depends on.
  mutating func inline(_ name: String, _ block: Code, at code: Code, parameters: [String: Local]) {
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

  mutating func visitVariable(_ code: Code) {
    if let value = code.initialValue {
      // `let _ = version` reads it, and gives it no other name.
      if !code.name.isEmpty, let alias = alias(of: value) {
        define(code.name, Local(dependencies: [alias.property], alias: alias))
        return
      }
      let outer = phase
      // A closure kept in a local runs when it is called, which mostly is an action.
      if value.kind == .closure, phase.isEvaluation {
        result.actionClosures.append(value)
        phase = Phase(caller: nil, callerName: "closure")
      }
      let found = dependencies(of: value)
      phase = outer
      define(code.name, Local(dependencies: found))
      for pattern in code.all(.patternName) { define(pattern.name, Local(dependencies: found)) }
    } else {
      define(code.name, Local())
    }
    for accessor in code.all(.accessor) { visitChildren(of: accessor) }
  }

  /// The property that a value is nothing but another name for: `self.model`, `session.user`.
  func alias(of value: Code) -> (property: String, path: [String])? {
    guard var path = value.memberPath else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard let first = path.first else { return nil }
    if let local = local(first) {
      return local.alias.map { ($0.property, $0.path + path.dropFirst()) }
    }
    if let model = index.sharedModels[first, path.dropFirst().first], properties[first] == nil {
      return path.count == 2 ? (model.name, []) : nil
    }
    // A value copied into a local is read; only objects can be another name for the same thing.
    guard let property = properties[first], property.isStored,
      index.type(of: property, in: view)?.isReference == true || property.wrapper != nil && path.count == 1
    else { return nil }
    if path.count > 1 { return nil }
    return (first, Array(path.dropFirst()))
  }

  mutating func visitBinding(_ code: Code) {
    var found: Set<String> = []
    for child in code.children where child.kind != .patternName {
      found.formUnion(dependencies(of: child))
    }
    define(code.name, Local(dependencies: found))
    for pattern in code.all(.patternName) { define(pattern.name, Local(dependencies: found)) }
  }

  mutating func visitSwitch(_ code: Code) {
    var found: Set<String> = []
    for child in code.children {
      if child.kind == .value {
        found = dependencies(of: child)
      } else if child.kind == .caseClause {
        inScope { walker in
          for pattern in child.all(.patternName) { walker.define(pattern.name, Local(dependencies: found)) }
          for part in child.children where part.kind != .patternName { walker.visit(part) }
        }
      } else {
        visit(child)
      }
    }
  }

  mutating func visitFor(_ code: Code) {
    let found = code.first(.value).map { dependencies(of: $0) } ?? []
    inScope { walker in
      for pattern in code.all(.patternName) { walker.define(pattern.name, Local(dependencies: found)) }
      for child in code.children where child.kind != .patternName && child.kind != .value { walker.visit(child) }
    }
  }

  mutating func visitAssignment(_ code: Code) {
    let parts = Array(code.children)
    guard parts.count == 2 else { return visitChildren(of: code) }
    write(to: parts[0], at: code, operation: code.name, value: parts[1])
    visit(parts[1])
  }

  mutating func write(to target: Code, at code: Code, operation: String, value: Code?) {
    var current = target
    var path: [String] = []
    while true {
      if current.kind == .member {
        guard let base = current.firstChild else { return }
        path.insert(current.name, at: 0)
        current = base
      } else if current.kind == .subscriptCall {
        for argument in current.arguments { visit(argument) }
        guard let base = current.callee else { return }
        current = base
      } else if current.kind == .identifier {
        return record(
          current.name, path: path, at: code, operation: operation, value: value, isOfSelf: current.isOfSelf)
      } else {
        return visit(target)
      }
    }
  }

  /// - Parameter isOfSelf: Whether `self` stands before it, so that it is no local of that name: `self.progress = progress`.
  mutating func record(
    _ name: String, path: [String], at code: Code, operation: String, value: Code?, isOfSelf: Bool = false
  ) {
    var property = name
    var members = path
    if !isOfSelf, let local = local(name) {
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
    result.add(
      Write(
        property: property, path: members, code: code, operation: operation, value: value, phase: phase, via: via,
        told: repeated.repetition(telling: code)?.source))
  }
}
