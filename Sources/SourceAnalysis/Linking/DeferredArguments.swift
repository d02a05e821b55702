import SwiftUIModel

/// Arguments that are not evaluated where they stand.
extension SourceGraph {
  /// Whether the code is, or stands in, an argument that is evaluated later, and by some once only: an autoclosure.
  ///
  /// The memberwise initialiser takes the object of a `@StateObject` as one, since the wrapper does.
  func isDeferred(_ code: Code, in view: TypeInfo) -> Bool {
    for ancestor in code.ancestors {
      switch ancestor.kind {
      case .closure, .block, .accessor, .function, .initializer, .type, .file: return false
      case .argument: if let call = ancestor.parent, isAutoclosure(ancestor, of: call, in: view) { return true }
      default: break
      }
    }
    return false
  }

  private func isAutoclosure(_ argument: Code, of call: Code, in view: TypeInfo) -> Bool {
    // `models[id, default: Model()]`
    if call.kind == .subscriptCall { return argument.name == "default" }
    guard call.kind == .call else { return false }
    if call.calledName.startsUppercase {
      guard let path = call.callee?.memberPath,
        let id = index.resolve(path.joined(separator: "."), near: call.file.path, inside: view.id)
      else { return false }
      let type = index[id]
      if Self.takesAutoclosure(argument, of: call, among: type.initializers) { return true }
      guard !type.initializers.contains(where: { $0.code.parent?.detail != "extension" }),
        let name = ArgumentMapping.property(for: argument, of: call, in: type)
      else { return false }
      return type.property(name)?.storage == .object
    }
    let declared = view.functions.filter { $0.name == call.calledName } + (index.viewExtensions[call.calledName] ?? [])
    return Self.takesAutoclosure(argument, of: call, among: declared)
  }

  private static func takesAutoclosure(_ argument: Code, of call: Code, among functions: [Function]) -> Bool {
    let label = argument.name.isEmpty ? "_" : argument.name
    return functions.contains { function in
      function.parameters.contains { $0.label == label && $0.typeText.contains("@autoclosure") }
    }
  }
}
