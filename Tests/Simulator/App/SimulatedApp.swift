/// An app as data: what is declared, how views are built, and what happens to it.
package struct SimulatedApp: Hashable, Sendable {
  package var name: String
  package var values: [ValueType]
  package var models: [ModelType]
  package var views: [ViewType]
  /// The view in the window.
  package var root: String
  /// What the view in the window is given.
  package var rootArguments: [Expression.Argument]
  package var environmentKeys: [EnvironmentKey]
  package var script: [Event]
  /// Swift that stands for itself, among the values.
  package var declarations: [String] = []
  /// Values that stand outside of every view: `let sharedStore = Store()`.
  package var globals: [Global] = []
  /// What could be improved, the best first once `rankFixes()` was called.
  package var fixes: [Fix]

  package init(
    name: String, values: [ValueType] = [], models: [ModelType] = [], views: [ViewType], root: String? = nil,
    environmentKeys: [EnvironmentKey] = [], globals: [Global] = [],
    rootArguments: [Expression.Argument] = [], script: [Event] = [], fixes: [Fix] = []
  ) {
    self.name = name
    self.values = values
    self.models = models
    self.views = views
    self.root = root ?? views.first?.name ?? ""
    self.environmentKeys = environmentKeys
    self.globals = globals
    self.rootArguments = rootArguments
    self.script = script
    self.fixes = fixes
  }

  package func view(_ name: String) -> ViewType? { views.first { $0.name == name } }
  package func model(_ name: String) -> ModelType? { models.first { $0.name == name } }

  package mutating func change(_ view: String, _ body: (inout ViewType) -> Void) {
    for index in views.indices where views[index].name == view { body(&views[index]) }
  }

  package mutating func changeModel(_ model: String, _ body: (inout ModelType) -> Void) {
    for index in models.indices where models[index].name == model { body(&models[index]) }
  }

  /// Whether values of a type, written as in Swift, compare with `==`.
  func isEquatable(_ type: String) -> Bool {
    if type.contains("->") { return false }
    let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    return !words.contains { word in
      values.contains { $0.name == word && !$0.isEquatable }
        || models.contains { $0.name == word && $0.equality == nil }
    }
  }
}

/// A value that stands outside of every view.
package struct Global: Hashable, Sendable {
  package var name: String
  package var type: String
  package var initial: Expression

  package init(_ name: String, _ type: String, _ initial: Expression) {
    self.name = name
    self.type = type
    self.initial = initial
  }
}

/// A custom key of the environment.
package struct EnvironmentKey: Hashable, Sendable {
  package var name: String
  package var type: String
  package var initial: Expression
  /// Whether `initial` is worked out of other keys by their names, instead of being the default.
  package var isDerived: Bool

  package init(_ name: String, _ type: String, _ initial: Expression, isDerived: Bool = false) {
    self.name = name
    self.type = type
    self.initial = initial
    self.isDerived = isDerived
  }
}

/// A class that views observe, or one that they only refer to.
package struct ModelType: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case observable, observableObject, plain }

  package struct Property: Hashable, Sendable {
    package var name: String
    package var type: String
    package var initial: Expression
    /// Without `@Published`, or with `@ObservationIgnored`.
    package var isSilent: Bool
    package init(_ name: String, _ type: String, _ initial: Expression, isSilent: Bool = false) {
      self.name = name
      self.type = type
      self.initial = initial
      self.isSilent = isSilent
    }
  }

  package struct Computed: Hashable, Sendable {
    package var name: String
    /// Without parameters it is a property.
    package var parameters: [ValueType.Field]
    package var type: String
    package var value: Expression
    package init(_ name: String, parameters: [(String, String)] = [], _ type: String, _ value: Expression) {
      self.name = name
      self.parameters = parameters.map { ValueType.Field($0.0, $0.1) }
      self.type = type
      self.value = value
    }
  }

  package var name: String
  package var kind: Kind
  package var properties: [Property]
  package var computed: [Computed]
  package var methods: [Handler]
  /// The properties that its own `==` compares; `nil` for a class that is not Equatable.
  package var equality: [String]?

  package init(
    _ name: String, _ kind: Kind = .observable, properties: [Property], computed: [Computed] = [],
    methods: [Handler] = [], equality: [String]? = nil
  ) {
    self.name = name
    self.kind = kind
    self.properties = properties
    self.computed = computed
    self.methods = methods
    self.equality = equality
  }
}

/// Statements with a name by which the script starts them; names are unique in an app.
package struct Handler: Hashable, Sendable {
  package var name: String
  package var parameters: [ValueType.Field]
  package var statements: [Statement]

  package init(_ name: String, parameters: [(String, String)] = [], _ statements: [Statement]) {
    self.name = name
    self.parameters = parameters.map { ValueType.Field($0.0, $0.1) }
    self.statements = statements
  }
}

/// Something that happens to the running app.
package struct Event: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A handler of one view: the `at`-th on screen that has it, counted around.
    case fire(String, at: Int = 0, Value = .none)
    /// A handler of every view that has it, as timers and publishers do.
    case fireAll(String, Value = .none)
    /// A method of a model, as the network's answer calls it.
    case send(model: String, String, Value = .none)
    /// A key that the system writes: `colorScheme`.
    case environment(String, Value)
    /// Rows further down come on screen.
    case scroll(by: Int)
    /// Several in one transaction.
    case together([Kind])
    /// A frame in which nothing happens.
    case idle
  }

  /// Milliseconds since the one before.
  package var pause: Int
  package var kind: Kind

  package init(after pause: Int = 400, _ kind: Kind) {
    self.pause = pause
    self.kind = kind
  }
}
