import SwiftUIModel

/// What the sources say of conformances to Equatable.
enum EquatableTypes {
  /// Whether the sources say that a type has an `==`; enums without payloads have one without saying so, see
  /// `SourceIndex.isEquatable(_:near:inside:)`.
  static func isEquatable(_ type: TypeInfo, in index: SourceIndex) -> Bool {
    if type.attributes.contains(.comparesMembers) { return true }
    if type.functions.contains(where: { $0.name == "==" }) { return true }
    if type.kind == .enum, !type.conformances.isDisjoint(with: KnownTypes.rawValues) { return true }
    return index.conforms(type, toAnyOf: Protocols.equatable)
  }

  /// Whether the compiler could synthesise `==`: no closures, existentials or classes that are not Equatable.
  static func canConform(_ type: TypeInfo, in index: SourceIndex, depth: Int = 0) -> Bool {
    guard depth < 4 else { return false }
    let texts = type.storedProperties.map { $0.typeText ?? "" } + type.cases.flatMap(\.payload)
    return texts.allSatisfy { text in
      guard !text.isEmpty, !TypeName.isFunction(text), !text.contains("any "),
        !Views.erases.contains(where: text.contains), text != "Any",
        !text.contains("Error"), !TypeName.mentionsBinding(text), !text.contains("some ")
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
