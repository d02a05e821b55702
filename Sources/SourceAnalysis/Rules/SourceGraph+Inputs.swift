/// What those who make a view give it.
extension SourceGraph {
  /// Whether all who make a view give an input a value that never changes, or none; those who hand an input of their own on
  /// are asked in turn.
  func isConstantInput(_ property: Property, of type: TypeInfo, depth: Int = 0) -> Bool {
    let made = (parents[type.id] ?? []).filter { !$0.child.code.isInPreview }
    guard !made.isEmpty, depth < 6 else { return false }
    let isNamed = made.contains { $0.child.arguments.contains { $0.property == property.name } }
    // What an initialiser makes of something else is no argument.
    guard isNamed || type.initializers.isEmpty else { return false }
    return made.allSatisfy { parent, child in
      guard let argument = child.arguments.first(where: { $0.property == property.name }) else { return true }
      if argument.value.isConstant { return true }
      // `size` of `private let size = 48.0`.
      guard let path = argument.value.memberPath?.filter({ $0 != "self" }), path.count == 1,
        let kept = index[parent].property(path[0]), !argument.value.isShadowed(path[0])
      else { return false }
      if let initial = kept.initialValue, kept.isLet { return initial.isConstant }
      return kept.isPlainInput && parent != type.id && isConstantInput(kept, of: index[parent], depth: depth + 1)
    }
  }
}
