/// What the modifiers, views and view modifiers of the sources do with the closures that they are given.
///
/// `.readSize { width = $0.width }` is an action that `onPreferenceChange` calls, if that is where the extension of `View`
/// hands its closure to.
struct HandedOnActions {
  let index: SourceIndex

  /// The parameter of a modifier of the sources that an argument is given to.
  func parameter(for argument: Code, of function: String) -> Parameter? {
    for declared in index.viewExtensions[function] ?? [] {
      let closures = declared.parameters.filter { TypeName.isFunction($0.typeText) }
      if argument.name.isEmpty {
        if argument.flags.contains(.isTrailing), let last = closures.last { return last }
      } else if let named = closures.first(where: { $0.label == argument.name }) {
        return named
      }
    }
    return nil
  }

  /// The call that a closure ends in; `nil` where it is not handed on.
  func finalCaller(of argument: Code, in call: Code, childType: TypeID?) -> Code? {
    finalCaller(of: argument, in: call, childType: childType, depth: 0)
  }

  private static let longestChain = 3

  private func finalCaller(of argument: Code, in call: Code, childType: TypeID?, depth: Int) -> Code? {
    guard depth < Self.longestChain else { return nil }
    if let childType {
      let type = index[childType]
      guard let name = ArgumentMapping.property(for: argument, of: call, in: type) else { return nil }
      return type.allCode.lazy.compactMap { caller(of: name, in: $0, depth: depth) }.first
    }
    guard let parameter = parameter(for: argument, of: call.calledName),
      let body = parameter.code.parent?.first(.block)
    else { return nil }
    return caller(of: parameter.name, in: body, depth: depth)
  }

  /// Whether a view of the sources runs what it is given in its actions alone, or the views that it hands it to do: the page behind
  /// a link of the app's own is made when somebody taps.
  func isRunLater(_ name: String, in type: TypeInfo, _ actions: ActionNames, depth: Int = 0) -> Bool {
    guard depth < Self.longestChain else { return false }
    let uses = type.allCode.filter { !$0.file.tree.ids(of: [name]).isEmpty }.flatMap(\.descendants).filter { code in
      code.name == name
        && (code.kind == .identifier && !code.isShadowed(name)
          || code.kind == .member && code.firstChild?.isSelf == true)
        && !code.ancestors.contains { $0.kind == .initializer }
    }
    return !uses.isEmpty && uses.allSatisfy { isRunLater($0, actions, depth) }
  }

  private func isRunLater(_ use: Code, _ actions: ActionNames, _ depth: Int) -> Bool {
    for argument in use.ancestors.prefix(while: { $0.kind != .type }) where argument.kind == .argument {
      guard let call = argument.parent, call.kind == .call else { continue }
      if argument.firstChild == use {
        // Handed on as it is.
        guard let path = call.callee?.memberPath, path.last?.startsUppercase == true,
          let id = index.resolve(path.joined(separator: "."), near: call.file.path),
          let name = ArgumentMapping.property(for: argument, of: call, in: index[id])
        else { return false }
        return isRunLater(name, in: index[id], actions, depth: depth + 1)
      }
      if argument.firstChild?.kind == .closure,
        actions.isAction(
          function: call.calledName, label: argument.name, isTrailing: argument.flags.contains(.isTrailing), call: call)
      {
        return true
      }
    }
    return false
  }

  /// The call that is given the closure, or in whose action it is called.
  private func caller(of name: String, in block: Code, depth: Int) -> Code? {
    for code in block.descendants where code.kind == .identifier && code.name == name {
      let isCalled = code.parent?.kind == .call && code.parent?.callee == code
      let argument = code.ancestors.first { ancestor in
        ancestor.kind == .argument && (!isCalled || ancestor.firstChild?.kind == .closure)
      }
      guard let argument, let call = argument.parent, call.kind == .call else { continue }
      let path = call.callee?.memberPath?.joined(separator: ".") ?? ""
      let type = call.calledName.startsUppercase ? index.resolve(path, near: call.file.path) : nil
      return finalCaller(of: argument, in: call, childType: type, depth: depth + 1) ?? call
    }
    return nil
  }
}
