/// A view of the app.
package struct ViewType: Hashable, Sendable {
  /// Given by the parent and no dynamic property.
  package struct Input: Hashable, Sendable {
    package var name: String
    package var type: String
    /// What it is where the parent does not give it.
    package var initial: Expression?
    package init(_ name: String, _ type: String, _ initial: Expression? = nil) {
      self.name = name
      self.type = type
      self.initial = initial
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
      /// A `DynamicProperty` of the app's own, with the properties it has; the body knows them as `filter.query`.
      case composed([DynamicProperty])
      /// In such a wrapper: memory that views do not depend on.
      case stored
    }

    package var name: String
    package var type: String
    package var wrapper: Wrapper
    /// What the log writes instead of `_name`: `request` for one that is stored without a wrapper, `@16` for a place
    /// inside of the view's memory.
    package var logName: String?

    package init(_ name: String, _ type: String, _ wrapper: Wrapper, logName: String? = nil) {
      self.name = name
      self.type = type
      self.wrapper = wrapper
      self.logName = logName
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
  /// A `ViewModifier`; what it modifies stands where it is used.
  package var isModifier = false
  /// What the log writes instead of the name: views nested in a generic one, cases of an enum.
  package var logName: String?
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
  package var printedName: String { logName ?? name + genericArguments }

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
  /// `let name = value` in front of views.
  case local(String, Expression, [Node])
  /// What a builder among the inputs makes: `content()`.
  case content(String)
  /// `GeometryReader { _ in … }`: a container of the framework that runs its closure itself.
  case reader(String, [Node])

  package struct Child: Hashable, Sendable {
    package var view: String
    package var arguments: [Expression.Argument]
    package var id: Identity
    /// Written with `.equatable()`: the view's own `==` is asked whatever it is made of.
    package var isEquatable: Bool

    package init(
      _ view: String, _ arguments: [(String, Expression)] = [], id: Identity = .structural, isEquatable: Bool = false
    ) {
      self.view = view
      self.arguments = arguments.map { Expression.Argument($0.0, $0.1) }
      self.id = id
      self.isEquatable = isEquatable
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
    case onAppear(Handler)
    /// `.modifier(Highlight(isOn: isOn))`: its view type is a modifier.
    case applies(Child)
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

  package static func child(
    _ view: String, _ arguments: [(String, Expression)] = [], id: Identity = .structural, isEquatable: Bool = false
  ) -> Node {
    .child(Child(view, arguments, id: id, isEquatable: isEquatable))
  }
}
