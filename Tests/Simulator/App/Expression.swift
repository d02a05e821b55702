/// An expression of the app: it can be played and written as Swift.
package indirect enum Expression: Hashable, Sendable {
  case literal(Value)
  /// Swift text that stands for a value which never changes: `Recipe.samples`.
  case constant(String, Value)
  /// A property of the view or model, an input, a local of a closure.
  case name(String)
  case member(Expression, String)
  /// A method of a model or a helper of a value: `store.isFavorite(recipe)`.
  case call(Expression, String, [Expression])
  case binary(Expression, String, Expression)
  case not(Expression)
  case conditional(Expression, Expression, Expression)
  /// `RowStyle(color: color)`.
  case make(String, [Argument])
  /// `items.filter { $0.isDone }`: the condition names the element `$0`.
  case filter(Expression, Expression)
  /// `items.map { RowModel(item: $0) }`.
  case map(Expression, Expression)
  /// `items.first { $0.id == selectedID }`.
  case first(Expression, Expression)
  /// `user?.name`.
  case optional(Expression, String)
  case contains(Expression, Expression)
  case count(Expression)
  /// `"\(count) items"`: pieces of text and expressions.
  case interpolation([Expression])
  /// `$query`, `$store.query`.
  case projection(Expression)
  /// `Binding(get: { query }, set: { query = $0 })`.
  case closureBinding(Expression)
  case closure(parameter: String?, [Statement])
  /// A closure that only returns a value, `{ [title] in title.count }`: what the list names is captured by its value.
  case function(captures: [String] = [], Expression)
  /// `{ Row(item: item) }` for a view that runs it in its own body.
  case builder([Node])
  /// `store.refresh`, not called.
  case method(Expression, String)
  /// `.constant(3)`: a binding that stands for a value.
  case constantBinding(Expression)
  /// `[1, 2]`, made anew in each evaluation.
  case array([Expression])
  /// `["a": 1]`, made anew in each evaluation.
  case dictionary([Argument])
  /// `items.indices`.
  case indices(Expression)
  /// `items[index]`.
  case element(Expression, Expression)
  /// An object or value that never compares, made where it stands: `DateFormatter()`.
  case fresh(String)

  package struct Argument: Hashable, Sendable {
    package var label: String
    package var value: Expression
    package init(_ label: String, _ value: Expression) {
      self.label = label
      self.value = value
    }
  }
}

extension Expression: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A path of names, `store.query`; text is `.text("…")`.
  package init(stringLiteral path: String) {
    let parts = path.split(separator: ".").map(String.init)
    self = parts.dropFirst().reduce(.name(parts.first ?? "")) { .member($0, $1) }
  }
  package init(integerLiteral value: Int) { self = .literal(.int(value)) }
  package init(booleanLiteral value: Bool) { self = .literal(.bool(value)) }

  package static func text(_ text: String) -> Expression { .literal(.string(text)) }
  /// `store.query` of names and members alone.
  var path: String? {
    switch self {
    case .name(let name): name
    case .member(let base, let member): base.path.map { "\($0).\(member)" }
    default: nil
    }
  }
  package static func equal(_ left: Expression, _ right: Expression) -> Expression { .binary(left, "==", right) }
}

/// What an action does.
package indirect enum Statement: Hashable, Sendable {
  /// `target = value`; when guarded only if it differs.
  case assign(Expression, Expression, isGuarded: Bool = false)
  case toggle(Expression)
  case add(Expression, Expression)
  case append(Expression, Expression)
  case removeFirst(Expression)
  /// Puts an element in front.
  case insertFirst(Expression, Expression)
  /// In when it was out, out when it was in.
  case toggleMembership(Expression, Expression)
  /// `items[index].title = value` for the element with the identifier.
  case setField(collection: Expression, id: Expression, field: String, value: Expression)
  /// `onToggle()`, an input of the view.
  case callInput(String, [Expression])
  /// `store.refresh()`.
  case call(Expression, String, [Expression])
  case when(Expression, [Statement])
  /// `withAnimation { … }`: what it writes is a transaction of its own.
  case animated([Statement])
  /// `store.objectWillChange.send()`.
  case announce(Expression)
}
