/// How SwiftUI, Swift and the Observation module tell whether a value is another one.
extension Simulation {
  /// As inputs of views are compared: plain memory bit by bit, by `==` where the type has it, else field by field; objects
  /// by identity, closures as the options say.
  func isEqual(_ old: Value, _ new: Value, type: String) -> Bool {
    switch (old, new) {
    case (.fresh(let oldKind, let first), .fresh(let newKind, let second)):
      if oldKind == "closure", newKind == "closure" {
        switch options.functions {
        case .neverEqual: return !options.handedOnClosuresDiffer && first == second
        case .byCaptures: return closuresAreEqual(first, second)
        }
      }
      return oldKind == newKind && first == second
    case (.binding(let first), .binding(let second)):
      guard first.serial == nil, second.serial == nil, first.version == second.version else { return false }
      if case .constant(let old) = first.target, case .constant(let new) = second.target {
        return isEqual(old, new, type: type)
      }
      return first.target == second.target
    case (.list(_, let first), .list(_, let second)):
      return first == second && first != 0 || app.isEquatable(type) && areEqual(old, new)
    case (.record(let oldType, let first), .record(let newType, let second)):
      guard oldType == newType else { return false }
      if comparison.plainTypes.contains(oldType) { return haveSameBits(old, new) }
      if app.isEquatable(oldType) { return areEqual(old, new) }
      let fields = app.values.first { $0.name == oldType }?.fields ?? []
      return Set(first.keys) == Set(second.keys)
        && first.allSatisfy { name, value in
          isEqual(value, second[name] ?? .none, type: fields.first { $0.name == name }?.type ?? "")
        }
    case (.double, .double): return haveSameBits(old, new)
    case (.object, .object): return areEqual(old, new)
    default: return old == new
    }
  }

  private func haveSameBits(_ old: Value, _ new: Value) -> Bool {
    switch (old, new) {
    case (.double(let first), .double(let second)): first.bitPattern == second.bitPattern
    case (.record(let oldType, let first), .record(let newType, let second)):
      oldType == newType && first.count == second.count
        && first.allSatisfy { name, value in second[name].map { haveSameBits(value, $0) } ?? false }
    default: old == new
    }
  }

  /// Swift's `==`, with the operators that the app declares itself; classes without one by identity.
  func areEqual(_ old: Value, _ new: Value) -> Bool {
    guard comparison.hasOwnOperators else { return old.means(new) }
    switch (old, new) {
    case (.record(let oldType, let first), .record(let newType, let second)):
      guard oldType == newType else { return false }
      let compared = comparison.operators[oldType] ?? Array(Set(first.keys).union(second.keys))
      return compared.allSatisfy { areEqual(first[$0] ?? .none, second[$0] ?? .none) }
    case (.list(let first, _), .list(let second, _)):
      return first.count == second.count && zip(first, second).allSatisfy { areEqual($0, $1) }
    case (.object(let first), .object(let second)):
      guard first != second, objects[first].type == objects[second].type,
        let compared = app.models[objects[first].type].equality
      else { return first == second }
      return compared.allSatisfy { name in
        guard let old = objects[first].cells[name], let new = objects[second].cells[name] else { return false }
        return areEqual(cells[old].value, cells[new].value)
      }
    default: return old.means(new)
    }
  }

  /// Whether a write to `@State` is silent. Functions are another value with each write, whatever they capture.
  func stateIsEqual(_ old: Value, _ new: Value, type: String) -> Bool {
    if app.isEquatable(type), !type.hasPrefix("any ") { return areEqual(old, new) }
    return options.stateComparesEveryType && !type.contains("->") && isEqual(old, new, type: type)
  }

  /// Whether the setter of an `@Observable` property finds its value unchanged: by `==`, or the same object.
  func setterFindsEqual(_ old: Value, _ new: Value, type: String) -> Bool {
    if case .object = new { return areEqual(old, new) }
    return app.isEquatable(type) && !type.hasPrefix("any ") && areEqual(old, new)
  }

  /// The type of a value as Swift writes it, for values whose place does not say it.
  func typeName(of value: Value) -> String {
    switch value {
    case .record(let type, _): type
    case .object(let number): app.models[objects[number].type].name
    case .list(let elements, _): "[" + (elements.first.map { typeName(of: $0) } ?? "") + "]"
    default: ""
    }
  }
}

/// What the declarations of an app say of how its types compare.
struct TypeFacts {
  /// Structs and enums that are plain memory: numbers, flags and structs of these.
  let plainTypes: Set<String>
  /// What the `==` that types declare themselves look at.
  let operators: [String: [String]]
  let hasOwnOperators: Bool

  private static let plainFrameworkTypes: Set<String> = [
    "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Date", "Double", "Duration", "Float", "Int", "Int64", "UInt",
    "UUID",
  ]

  init(_ app: SimulatedApp) {
    operators = Dictionary(app.values.compactMap { type in type.equality.map { (type.name, $0) } }) { first, _ in first
    }
    hasOwnOperators = !operators.isEmpty || app.models.contains { $0.equality != nil }
    var plain: Set<String> = []
    var isGrowing = true
    while isGrowing {
      let more = app.values.filter { type in
        !plain.contains(type.name) && type.fields.allSatisfy { Self.isPlain($0.type, among: plain) }
      }
      plain.formUnion(more.map(\.name))
      isGrowing = !more.isEmpty
    }
    plainTypes = plain
  }

  private static func isPlain(_ type: String, among known: Set<String>) -> Bool {
    let wrapped = type.hasSuffix("?") ? String(type.dropLast()) : type
    return plainFrameworkTypes.contains(wrapped) || known.contains(wrapped)
  }

  /// A view of plain memory: every input is, and it has no dynamic property, since these refer to storage.
  func isPlainMemory(_ view: ViewType) -> Bool {
    view.properties.isEmpty && view.inputs.allSatisfy { Self.isPlain($0.type, among: plainTypes) }
  }
}
