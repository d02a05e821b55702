import SwiftUIModel

/// Observable models that their class keeps for everybody: `Downloads.shared`, by that name.
///
/// A body that reads a member of one depends on it as if the view held the model in a property. A class only so that all types
/// share one; it never changes.
final class SharedModels: Sendable {
  /// By class and member; `nil` where two classes of one name have it, so that nobody knows which is meant.
  private let byClass: [String: [String: Property?]]

  init(_ types: [CollectedType]) {
    var byClass: [String: [String: Property?]] = [:]
    for type in types where type.kind == .class && type.attributes.contains(.observableClass) {
      for property in type.properties
      where property.isStatic && property.isStored && TypeName.base(property.typeText ?? "") == type.name {
        let shared = Property(property.code, typeText: property.typeText, name: type.name + "." + property.name)
        let isFirst = byClass[type.name]?[property.name] == nil
        byClass[type.name, default: [:]][property.name] = .some(isFirst ? shared : nil)
      }
    }
    self.byClass = byClass
  }

  /// `Downloads.shared`, by the name that reads of it have.
  subscript(name: String) -> Property? {
    guard !byClass.isEmpty, let dot = name.firstIndex(of: ".") else { return nil }
    return self[String(name[..<dot]), String(name[name.index(after: dot)...])]
  }

  /// Asked for each name that a body mentions.
  subscript(owner: String, member: String?) -> Property? {
    guard let member, let members = byClass[owner], let shared = members[member] else { return nil }
    return shared
  }
}
