/// What a property, an argument or a text holds while an app is played.
package indirect enum Value: Hashable, Sendable {
  case none
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  /// A struct, or with no fields a case of an enum.
  case record(type: String, fields: [String: Value])
  /// Elements with the buffer that holds them: arrays whose elements do not compare are equal only to themselves.
  case list([Value], storage: Int)
  /// A model, by its number.
  case object(Int)
  /// Made anew in each evaluation: a closure, an object, storage of a type that does not compare.
  case fresh(kind: String, serial: Int)
  case binding(Projection)

  /// What a binding stands for.
  package struct Projection: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
      /// A stored value, or a field inside of it.
      case cell(Int, fields: [String])
      case constant(Value)
    }
    package var target: Target
    /// Set for a binding made of closures: each is another one.
    package var serial: Int?
    /// How often a model's property had changed when it was projected: the value is part of such a binding.
    package var version = 0
  }

  /// What it stands for, without what only makes it incomparable.
  var meaning: Value {
    switch self {
    case .list(let elements, _): .list(elements.map(\.meaning), storage: 0)
    case .record(let type, let fields): .record(type: type, fields: fields.mapValues(\.meaning))
    case .fresh(let kind, _): .fresh(kind: kind, serial: 0)
    case .binding(let projection): .binding(Projection(target: projection.target, serial: nil))
    default: self
    }
  }

  /// Whether both stand for the same; fast where they share their storage.
  func means(_ other: Value) -> Bool { self == other || meaning == other.meaning }

  package var isTrue: Bool { self == .bool(true) }

  package var elements: [Value] {
    if case .list(let elements, _) = self { elements } else { [] }
  }

  package subscript(field field: String) -> Value {
    if case .list(let elements, _) = self, let index = Int(field) {
      return elements.indices.contains(index) ? elements[index] : .none
    }
    return if case .record(_, let fields) = self { fields[field] ?? .none } else { .none }
  }

  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }
}

/// A struct or enum of the app.
package struct ValueType: Hashable, Sendable {
  package struct Field: Hashable, Sendable {
    package var name: String
    package var type: String
    package init(_ name: String, _ type: String) {
      self.name = name
      self.type = type
    }
  }

  package var name: String
  package var fields: [Field]
  /// Of an enum; empty for a struct.
  package var cases: [String]
  package var isEquatable: Bool
  /// The fields that its own `==` compares; `nil` where the compiler writes it.
  package var equality: [String]?
  package var isIdentifiable: Bool
  /// Constants that models and views start with, by their name: `Recipe.samples`.
  package var constants: [String: Value]
  /// What `id` is when it is not stored: `UUID()`.
  package var computedID: String?

  package init(
    _ name: String, fields: [(String, String)] = [], cases: [String] = [], isEquatable: Bool = true,
    equality: [String]? = nil, isIdentifiable: Bool = false, constants: [String: Value] = [:], computedID: String? = nil
  ) {
    self.name = name
    self.fields = fields.map { Field($0.0, $0.1) }
    self.cases = cases
    self.isEquatable = isEquatable
    self.equality = equality
    self.isIdentifiable = isIdentifiable
    self.constants = constants
    self.computedID = computedID
  }
}
