import SwiftUIModel

/// What becomes of a value that is written to a property that holds an equal one.
package enum EqualWrite: Sendable, Hashable {
  /// Nobody hears of it.
  case silent
  /// It counts as a change.
  case announced
  /// The sources do not say how the values compare, or who keeps them.
  case unknown
}

extension SourceGraph {
  /// What becomes of an equal value that code of a view writes to a property that the view assigns by its name, such as
  /// `@State` or `@Binding`.
  ///
  /// - Source: executed programs, see `Documentation/Model.md`, "State".
  package func equalWrite(to property: Property, of view: TypeInfo) -> EqualWrite {
    guard property.storage?.isAssignedValue == true else { return .unknown }
    if property.storage == .binding, !isBoundToState(property, of: view) { return .unknown }
    return switch index.comparison(of: property, in: view) {
    // The same object is written, or another one.
    case .bitwise, .equality, .fieldByField, .identity: .silent
    // What is written is never what is there.
    case .function, .never: .announced
    case .unknown, nil: .unknown
    }
  }

  /// Whether all who build the view bind the property to state of their own.
  private func isBoundToState(_ property: Property, of view: TypeInfo) -> Bool {
    let makers = (parents[view.id] ?? []).filter { !$0.child.code.isInPreview }
    return !makers.isEmpty
      && makers.allSatisfy { maker in
        let argument = maker.child.arguments.first { ($0.property ?? $0.label) == property.name }
        guard let path = argument?.value.memberPath?.filter({ $0 != "self" }), path.count == 1, path[0].hasPrefix("$")
        else { return false }
        return index[maker.parent].property(String(path[0].dropFirst()))?.storage == .state
      }
  }
}
