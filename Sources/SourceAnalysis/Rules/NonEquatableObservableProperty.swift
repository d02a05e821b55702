extension SourceRule {
  /// A tracked property whose setter cannot compare.
  package static let nonEquatableObservableProperty: SourceRule = .init(
    id: "non_equatable_observable_property",
    summary: "a property of an @Observable has a type that is not Equatable, so equal writes notify too",
    rationale: """
      The setter that `@Observable` generates skips the notification when old and new value are equal, which it can only \
      tell for `Equatable` types. Arrays, sets, dictionaries and optionals are as comparable as what they hold. Enums \
      without payloads are `Equatable` by themselves; the conformance is then only worth writing down.
      """,
    seeds: ["003"], severity: .note, fix: "add_equatable_conformance",
    triggering: [
      """
      enum DeliveryStatus { case placed, preparing, shipped, delivered }
      @Observable final class Order { var ↓status: DeliveryStatus = .placed }
      """,
      """
      struct Item { var name: String }
      @Observable final class Store { var ↓items: [Item] = [] }
      """,
    ],
    nonTriggering: [
      """
      enum DeliveryStatus: Equatable { case placed, preparing, shipped, delivered }
      @Observable final class Order { var status: DeliveryStatus = .placed }
      """,
      "struct Item { let action: () -> Void }\n@Observable final class Store { var items: [Item] = [] }",
      "struct Item { var name: String }\nextension Item: Hashable {}\n@Observable final class Store { var items: [Item] = [] }",
      "enum Tab: String { case first, second }\n@Observable final class Store { var tab: Tab = .first }",
    ],
    check: { graph in
      graph.index.types.flatMap { type -> [Finding] in
        guard type.isObservableClass else { return [] }
        return type.storedProperties.compactMap { property in
          guard !property.isLet, !property.attributes.contains("ObservationIgnored"), property.wrapper == nil,
            let text = property.typeText, !property.isLazy
          else { return nil }
          for name in TypeName.elements(text) {
            guard let id = graph.index.resolve(name, near: property.code.file.path, inside: type.id) else { continue }
            let value = graph.index[id]
            guard [.struct, .enum].contains(value.kind), !EquatableTypes.isEquatable(value, in: graph.index),
              EquatableTypes.canConform(value, in: graph.index)
            else { continue }
            let isPlainEnum = value.kind == .enum && value.cases.allSatisfy { $0.payload.isEmpty }
            let message =
              isPlainEnum
              ? "'\(property.name)' can skip equal writes only while '\(value.name)' has no payloads; declare the enum Equatable to keep it so"
              : "every write of '\(property.name)' notifies its readers, even with an equal value, because '\(value.name)' is not Equatable"
            return Finding(
              message, at: property.place, code: value.code, view: type, subject: property.name,
              severity: isPlainEnum ? .note : nil, steps: ["declare '\(value.name)' Equatable"],
              related: [.init(place: value.code.nameStart, message: "'\(value.name)' is declared here")])
          }
          return nil
        }
      }
    })
}

/// What the sources say about comparing values.
enum EquatableTypes {
  private static let implying: Set<String> = [
    "Equatable", "Hashable", "Comparable", "Strideable", "BinaryInteger", "FloatingPoint", "OptionSet", "SetAlgebra",
    "RawRepresentable", "CodingKey", "AppEnum", "PersistableEnum", "Reducer",
  ]

  /// Raw values that make an enum comparable.
  private static let rawValues: Set<String> = [
    "String", "Int", "Character", "Double", "Float", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16",
    "UInt32", "UInt64",
  ]

  static func isEquatable(_ type: TypeInfo, in index: SourceIndex) -> Bool {
    if type.attributes.contains("Equatable") { return true }
    if type.functions.contains(where: { $0.name == "==" }) { return true }
    if type.kind == .enum, !type.conformances.isDisjoint(with: rawValues) { return true }
    return implying.contains { index.conforms(type, to: $0) }
  }

  /// Whether the compiler could synthesise `==`: no closures, existentials or classes that are not Equatable.
  static func canConform(_ type: TypeInfo, in index: SourceIndex, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    let texts = type.storedProperties.map { $0.typeText ?? "" } + type.cases.flatMap(\.payload)
    return texts.allSatisfy { text in
      guard !text.isEmpty, !TypeName.isFunction(text), !text.contains("any "), !text.contains("AnyView"), text != "Any",
        !text.contains("Error"), !text.contains("Binding<"), !text.contains("some ")
      else { return false }
      return TypeName.elements(text).allSatisfy { name in
        guard let id = index.resolve(name, near: type.code.file.path, inside: type.id) else {
          return !name.hasPrefix("(")
        }
        let value = index[id]
        if value.id == type.id || value.kind == .extension { return true }
        return isEquatable(value, in: index)
          || !value.isReference && value.kind != .protocol && canConform(value, in: index, depth: depth + 1)
      }
    }
  }
}
