import SwiftUIModel

/// Which stored property of a view an argument of its construction ends in.
enum ArgumentMapping {
  static func property(for argument: Code, of call: Code, in type: TypeInfo) -> String? {
    let label = argument.name
    let isTrailing = argument.flags.contains(.isTrailing)
    if let name = explicitInitializers(of: type, label: label, argument: argument, call: call) { return name }
    guard type.initializers.allSatisfy({ $0.code.parent?.detail == "extension" }) else { return nil }
    let inputs = memberwiseInputs(of: type)
    if !label.isEmpty { return inputs.first { $0.name == label }?.name }
    if isTrailing {
      let given = Set(call.arguments.map(\.name))
      return trailing(
        among: inputs.filter { input in
          !given.contains(input.name)
            && (TypeName.isFunction(input.typeText ?? "") || input.attributes.contains(.viewBuilder))
        }
      ) { $0.initialValue == nil && !($0.typeText?.hasSuffix("?") == true && !$0.isLet) }?.name
    }
    return nil
  }

  /// What an unlabelled trailing closure is matched with: the first function that has to be given, or else the first.
  private static func trailing<Input>(among inputs: [Input], isRequired: (Input) -> Bool) -> Input? {
    inputs.first(where: isRequired) ?? inputs.first
  }

  /// The stored properties that a memberwise initialiser takes, in order.
  static func memberwiseInputs(of type: TypeInfo) -> [Property] {
    type.storedProperties.filter { property in
      if property.isLet && property.initialValue != nil { return false }
      return property.wrapper?.isInput != false && !(property.isPrivate && property.initialValue != nil)
    }
  }

  private static func explicitInitializers(of type: TypeInfo, label: String, argument: Code, call: Code) -> String? {
    if type.initializers.isEmpty { return nil }
    // Of several initialisers only those that know all labels of the call are meant.
    let labels = call.arguments.filter { !$0.flags.contains(.isTrailing) && !$0.name.isEmpty }.map(\.name)
    let given = Set(call.arguments.map(\.name)).subtracting([""])
    for initializer in type.initializers {
      guard labels.allSatisfy({ label in initializer.parameters.contains { $0.label == label } }) else { continue }
      let parameters = initializer.parameters
      let parameter: Parameter?
      if label.isEmpty {
        if argument.flags.contains(.isTrailing) {
          parameter = trailing(
            among: parameters.filter { TypeName.isFunction($0.typeText) && !given.contains($0.label) }
          ) { $0.code.first(.value) == nil }
        } else {
          let position = call.arguments.firstIndex(of: argument) ?? 0
          parameter = position < parameters.count && parameters[position].label == "_" ? parameters[position] : nil
        }
      } else {
        parameter = parameters.first { $0.label == label }
      }
      guard let parameter, let body = initializer.body else { continue }
      for assignment in body.descendants where assignment.kind == .assign && assignment.name == "=" {
        let parts = Array(assignment.children)
        guard parts.count == 2, let target = parts[0].memberPath?.last else { continue }
        let names = [parameter.name, "_" + parameter.name]
        let mentions =
          parts[1].kind == .identifier && names.contains(parts[1].name)
          || parts[1].descendants.contains { $0.kind == .identifier && names.contains($0.name) }
        if mentions { return target.hasPrefix("_") ? String(target.dropFirst()) : target }
      }
    }
    return nil
  }
}
