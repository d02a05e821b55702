/// A view of the app.
package struct ViewType: Hashable, Sendable {
  /// Given by the parent and no dynamic property.
  package struct Input: Hashable, Sendable {
    package var name: String
    package var type: String
    package init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
    var isClosure: Bool { type.contains("->") }
  }

  package struct DynamicProperty: Hashable, Sendable {
    package enum Wrapper: Hashable, Sendable {
      /// A value, or an `@Observable` model that the view owns.
      case state(Expression)
      case stateObject(Expression)
      case binding
      case observedObject
      case environmentObject
      case environment(key: String)
      case environmentModel
      case appStorage(key: String, Value)
    }

    package var name: String
    package var type: String
    package var wrapper: Wrapper

    package init(_ name: String, _ type: String, _ wrapper: Wrapper) {
      self.name = name
      self.type = type
      self.wrapper = wrapper
    }

    /// Whether the parent gives it.
    var isInput: Bool { wrapper == .binding || wrapper == .observedObject }
    var isPrivate: Bool { !isInput }
  }

  /// A computed property of the view.
  package struct Helper: Hashable, Sendable {
    package var name: String
    package var type: String
    package var value: Expression
    package init(_ name: String, _ type: String, _ value: Expression) {
      self.name = name
      self.type = type
      self.value = value
    }
  }

  /// With dots where it is nested: `RecipeList.Row`.
  package var name: String
  package var inputs: [Input]
  package var properties: [DynamicProperty]
  package var helpers: [Helper]
  package var body: [Node]
  /// Constants of the type that bodies share: `private static let formatter = DateFormatter()`.
  package var statics: [String: String] = [:]
  /// What its own `==` compares; `nil` for a view that is not Equatable.
  package var equality: [String]?
  package var isInstrumented: Bool
  /// Concrete arguments, for the name in the log: `Card<Recipe>`.
  package var genericArguments: String
  /// Parameters as the source declares them: `<Item: Identifiable>`.
  package var genericParameters: String
  /// A file of its own when set.
  package var file: String?

  package init(
    _ name: String, inputs: [(String, String)] = [], properties: [DynamicProperty] = [], helpers: [Helper] = [],
    equality: [String]? = nil, isInstrumented: Bool = true, genericParameters: String = "",
    genericArguments: String = "", file: String? = nil, body: [Node]
  ) {
    self.name = name
    self.inputs = inputs.map { Input($0.0, $0.1) }
    self.properties = properties
    self.helpers = helpers
    self.body = body
    self.equality = equality
    self.isInstrumented = isInstrumented
    self.genericParameters = genericParameters
    self.genericArguments = genericArguments
    self.file = file
  }

  /// As the log writes it.
  package var printedName: String { name + genericArguments }

  func property(_ name: String) -> DynamicProperty? { properties.first { $0.name == name } }
}

/// A piece of a body.
package indirect enum Node: Hashable, Sendable {
  case text(Expression)
  /// Lines of Swift that read nothing: `Divider()`.
  case code(String)
  case child(Child)
  /// `VStack(alignment: .leading) { … }`.
  case container(String, [Node])
  case forEach(Rows)
  case branch(Expression, [Node], else: [Node] = [])
  case button(String, Handler)
  /// `TextField("Name", text: $name)`: what stands before the binding, and the handler that writes through it.
  case control(String, Expression, Handler)
  case modified(Node, [Modifier])

  package struct Child: Hashable, Sendable {
    package var view: String
    package var arguments: [Expression.Argument]
    /// Built as `.equatable()`; without it an Equatable view is compared by `==` all the same.
    package var id: Identity

    package init(_ view: String, _ arguments: [(String, Expression)] = [], id: Identity = .structural) {
      self.view = view
      self.arguments = arguments.map { Expression.Argument($0.0, $0.1) }
      self.id = id
    }
  }

  package enum Identity: Hashable, Sendable {
    case structural
    /// `.id(UUID())`.
    case fresh
    case value(Expression)
  }

  package struct Rows: Hashable, Sendable {
    package enum ElementID: Hashable, Sendable {
      /// `Identifiable`.
      case id
      /// `id: \.self`.
      case value
      /// `enumerated()`, `id: \.offset`.
      case offset
      /// `Identifiable` with an `id` that is made anew at each access.
      case fresh
    }

    /// `List` and lazy stacks build only the rows on screen.
    package var container: String?
    package var collection: Expression
    package var element: String
    package var id: ElementID
    package var isLazy: Bool
    package var rows: [Node]

    package init(
      _ collection: Expression, _ element: String, id: ElementID = .id, in container: String? = nil,
      isLazy: Bool = false, _ rows: [Node]
    ) {
      self.container = container
      self.collection = collection
      self.element = element
      self.id = id
      self.isLazy = isLazy
      self.rows = rows
    }
  }

  package enum Modifier: Hashable, Sendable {
    /// `.padding()`.
    case code(String)
    case onTap(Handler)
    /// A timer of the view: `.onReceive(timer) { … }`.
    case onReceive(String, Handler)
    case onChange(of: Expression, Handler)
    /// `.onScrollGeometryChange(…)` and the like: text before the closure.
    case callback(String, Handler)
    case task(Handler)
    case environment(key: String, Expression)
    case environmentModel(Expression)
    case environmentObject(Expression)
    /// A modifier that reads a value: `.opacity(value)`.
    case reads(String, Expression)
  }

  package func with(_ modifiers: Modifier...) -> Node {
    if case .modified(let node, let before) = self { return .modified(node, before + modifiers) }
    return .modified(self, modifiers)
  }

  package static func child(_ view: String, _ arguments: [(String, Expression)] = [], id: Identity = .structural)
    -> Node
  {
    .child(Child(view, arguments, id: id))
  }
}
