/// A closure that was made, to be called later.
struct Closure {
  var parameter: String?
  var statements: [Statement] = []
  /// The views of a builder.
  var content: [Node] = []
  var scope: Scope
  /// The code: closures of different code are never equal.
  var source: Expression
  /// Not gathered where no closure is compared by it.
  var captures: Captures?
}

/// What a closure took with it when it was made.
struct Captures {
  var values: [String: Value] = [:]
  /// The whole view, with the number of the value it had.
  var view: (instance: Int, value: Int)?
  /// The model in whose method it was made.
  var object: Int?
  /// In a generic type whatever is captured comes with the type's arguments.
  var isGeneric = false

  var isEmpty: Bool { values.isEmpty && view == nil && object == nil }
}

extension Simulation {
  func makeClosure(_ expression: Expression, _ scope: Scope) -> Value {
    let serial = nextSerial()
    var closure = Closure(scope: scope, source: expression)
    switch expression {
    case .closure(let parameter, let statements):
      closure.parameter = parameter
      closure.statements = statements
    case .builder(let content): closure.content = content
    case .method(let base, let name): closure.statements = [.call(base, name, [])]
    default: break
    }
    if options.functions == .byCaptures { closure.captures = captures(of: expression, scope) }
    closures[serial] = closure
    return .fresh(kind: "closure", serial: serial)
  }

  private func captures(of expression: Expression, _ scope: Scope) -> Captures {
    var captures = Captures()
    captures.isGeneric = scope.instance.map { !app.views[$0.type].genericParameters.isEmpty } ?? false
    // A method that is handed on takes its object along, however it was reached.
    if case .method(let base, _) = expression {
      captures.values["self"] = value(base, scope)
      return captures
    }
    for name in expression.usedNames {
      if case .function(let list, _) = expression, list.contains(name) {
        captures.values[name] = value(.name(name), scope)
      } else if let local = scope.locals[name] {
        captures.values[name] = local
      } else if let object = scope.object {
        if name == "self" || objects[object].cells[name] != nil { captures.object = object }
      } else if let instance = scope.instance, name == "self" || app.views[instance.type].declares(name) {
        captures.view = (instance.number, instance.valueNumber)
      }
    }
    return captures
  }

  /// Whether two closures are equal by their code and by what they captured.
  func closuresAreEqual(_ old: Int, _ new: Int) -> Bool {
    if old == new { return true }
    guard let old = closures[old], let new = closures[new], old.source == new.source,
      old.scope.instance?.type == new.scope.instance?.type, let before = old.captures, let after = new.captures
    else { return false }
    if after.isGeneric, !after.isEmpty { return false }
    return before.object == after.object && before.view?.instance == after.view?.instance
      && before.view?.value == after.view?.value && before.values.count == after.values.count
      && before.values.allSatisfy { name, value in
        after.values[name].map { isEqual(value, $0, type: typeName(of: $0)) } ?? false
      }
  }
}

extension Expression {
  /// Every name that the expression uses.
  var usedNames: Set<String> {
    var names: Set<String> = []
    _ = Rewriting(
      expression: {
        if case .name(let name) = $0 { names.insert(name) }
        return $0
      },
      statement: {
        if case .callInput(let name, _) = $0 { names.insert(name) }
        return [$0]
      })(self)
    return names
  }
}

extension ViewType {
  /// Whether a name in the body is the view's own.
  func declares(_ name: String) -> Bool {
    property(name) != nil || inputs.contains { $0.name == name } || helpers.contains { $0.name == name }
  }
}
