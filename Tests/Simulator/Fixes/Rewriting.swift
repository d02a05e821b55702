/// What a rewriting changes; each closure gets a piece whose parts are rewritten already.
struct Rewriting {
  var expression: (Expression) -> Expression = { $0 }
  var statement: (Statement) -> [Statement] = { [$0] }
  /// Returns `nil` to leave a modifier out.
  var modifier: (Node.Modifier) -> Node.Modifier? = { $0 }
  var node: (Node) -> [Node] = { [$0] }
}

extension Rewriting {
  func callAsFunction(_ nodes: [Node]) -> [Node] { nodes.flatMap { self($0) } }

  func callAsFunction(_ node: Node) -> [Node] {
    let inner: Node =
      switch node {
      case .text(let text): .text(self(text))
      case .code: node
      case .child(var child):
        {
          child.arguments = child.arguments.map { .init($0.label, self($0.value)) }
          if case .value(let id) = child.id { child.id = .value(self(id)) }
          return .child(child)
        }()
      case .container(let head, let content): .container(head, self(content))
      case .forEach(var rows):
        {
          rows.collection = self(rows.collection)
          rows.rows = self(rows.rows)
          return .forEach(rows)
        }()
      case .branch(let condition, let yes, let no): .branch(self(condition), self(yes), else: self(no))
      case .button(let title, let handler): .button(title, self(handler))
      case .control(let head, let target, let handler): .control(head, self(target), self(handler))
      case .modified(let inner, let modifiers): modified(inner, modifiers)
      case .local(let name, let value, let content): .local(name, self(value), self(content))
      case .content: node
      case .reader(let head, let content): .reader(head, self(content))
      }
    return self.node(inner)
  }

  private func modified(_ inner: Node, _ modifiers: [Node.Modifier]) -> Node {
    let inner = self(inner)
    let modifiers = modifiers.compactMap { modifier in self.modifier(self(modifier)) }
    let node = inner.count == 1 ? inner[0] : .container("Group", inner)
    return modifiers.isEmpty ? node : .modified(node, modifiers)
  }

  private func callAsFunction(_ modifier: Node.Modifier) -> Node.Modifier {
    switch modifier {
    case .code: modifier
    case .onTap(let handler): .onTap(self(handler))
    case .onReceive(let publisher, let handler): .onReceive(publisher, self(handler))
    case .onChange(let expression, let handler): .onChange(of: self(expression), self(handler))
    case .callback(let head, let handler): .callback(head, self(handler))
    case .task(let handler): .task(self(handler))
    case .onAppear(let handler): .onAppear(self(handler))
    case .applies(var child):
      {
        child.arguments = child.arguments.map { .init($0.label, self($0.value)) }
        return .applies(child)
      }()
    case .environment(let key, let expression): .environment(key: key, self(expression))
    case .environmentModel(let expression): .environmentModel(self(expression))
    case .environmentObject(let expression): .environmentObject(self(expression))
    case .reads(let name, let expression): .reads(name, self(expression))
    }
  }

  func callAsFunction(_ handler: Handler) -> Handler {
    var handler = handler
    handler.statements = self(handler.statements)
    return handler
  }

  func callAsFunction(_ statements: [Statement]) -> [Statement] { statements.flatMap { self($0) } }

  private func callAsFunction(_ statement: Statement) -> [Statement] {
    let inner: Statement =
      switch statement {
      case .assign(let target, let value, let isGuarded): .assign(self(target), self(value), isGuarded: isGuarded)
      case .toggle(let target): .toggle(self(target))
      case .add(let target, let amount): .add(self(target), self(amount))
      case .append(let target, let element): .append(self(target), self(element))
      case .removeFirst(let target): .removeFirst(self(target))
      case .insertFirst(let target, let element): .insertFirst(self(target), self(element))
      case .toggleMembership(let target, let element): .toggleMembership(self(target), self(element))
      case .setField(let collection, let id, let field, let value):
        .setField(collection: self(collection), id: self(id), field: field, value: self(value))
      case .callInput(let name, let arguments): .callInput(name, arguments.map { self($0) })
      case .call(let base, let method, let arguments): .call(self(base), method, arguments.map { self($0) })
      case .when(let condition, let statements): .when(self(condition), self(statements))
      case .animated(let statements): .animated(self(statements))
      case .announce(let target): .announce(self(target))
      }
    return self.statement(inner)
  }

  func callAsFunction(_ expression: Expression) -> Expression {
    let inner: Expression =
      switch expression {
      case .literal, .constant, .name, .fresh: expression
      case .member(let base, let member): .member(self(base), member)
      case .call(let base, let method, let arguments): .call(self(base), method, arguments.map { self($0) })
      case .binary(let left, let sign, let right): .binary(self(left), sign, self(right))
      case .not(let operand): .not(self(operand))
      case .conditional(let test, let yes, let no): .conditional(self(test), self(yes), self(no))
      case .make(let type, let arguments): .make(type, arguments.map { .init($0.label, self($0.value)) })
      case .filter(let base, let condition): .filter(self(base), self(condition))
      case .map(let base, let transform): .map(self(base), self(transform))
      case .first(let base, let condition): .first(self(base), self(condition))
      case .optional(let base, let member): .optional(self(base), member)
      case .contains(let base, let element): .contains(self(base), self(element))
      case .count(let base): .count(self(base))
      case .interpolation(let pieces): .interpolation(pieces.map { self($0) })
      case .projection(let target): .projection(self(target))
      case .closureBinding(let target): .closureBinding(self(target))
      case .closure(let parameter, let statements): .closure(parameter: parameter, self(statements))
      case .function(let captures, let result): .function(captures: captures, self(result))
      case .builder(let content): .builder(self(content))
      case .method(let base, let name): .method(self(base), name)
      case .constantBinding(let value): .constantBinding(self(value))
      case .array(let elements): .array(elements.map { self($0) })
      case .dictionary(let entries): .dictionary(entries.map { .init($0.label, self($0.value)) })
      case .indices(let base): .indices(self(base))
      case .element(let base, let index): .element(self(base), self(index))
      }
    return self.expression(inner)
  }
}

extension Rewriting {
  /// Puts expressions in the place of names.
  static func replacing(_ names: [String: Expression]) -> Rewriting {
    Rewriting(expression: { expression in
      if case .name(let name) = expression { names[name] ?? expression } else { expression }
    })
  }
}

extension ViewType {
  mutating func rewrite(_ rewriting: Rewriting) {
    body = rewriting(body)
    for index in helpers.indices { helpers[index].value = rewriting(helpers[index].value) }
  }

  /// Every name that the body or a helper uses.
  var usedNames: Set<String> {
    var names: Set<String> = []
    let collecting = Rewriting(
      expression: {
        if case .name(let name) = $0 { names.insert(name) }
        return $0
      },
      statement: {
        if case .callInput(let name, _) = $0 { names.insert(name) }
        return [$0]
      })
    _ = collecting(body)
    for helper in helpers { _ = collecting(helper.value) }
    return names
  }
}

extension SimulatedApp {
  /// Rewrites every place where a view is built.
  mutating func changeUses(
    of view: String, in parent: String? = nil, _ body: @escaping (inout Node.Child, ViewType) -> Void
  ) {
    for index in views.indices where parent == nil || views[index].name == parent {
      let owner = views[index]
      views[index].rewrite(
        Rewriting(node: { node in
          guard case .child(var child) = node, child.view == view else { return [node] }
          body(&child, owner)
          return [.child(child)]
        }))
    }
  }
}
