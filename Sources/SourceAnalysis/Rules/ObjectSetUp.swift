import SwiftUIModel

/// What a new object is set up with, and where it goes: whether one object could serve all uses.
enum ObjectSetUp {
  /// Names of locals, parameters and members that its arguments and the statements after it use; empty where all is constant.
  static func inputs(of call: Code) -> [String] {
    let (values, choices) = names(settingUp: call)
    return values.union(choices).sorted()
  }

  /// Whether it is set up in one of a few ways, each with constants: `if isToday { formatter.timeStyle = .short } else { … }`, or in one
  /// after the other.
  static func isOneOfAFew(_ call: Code) -> Bool {
    let (values, choices) = names(settingUp: call)
    return values.isEmpty && (!choices.isEmpty || isSetUpAgain(call))
  }

  /// `formatter.dateFormat = "EEEE"; …; formatter.dateFormat = "d MMM"`.
  private static func isSetUpAgain(_ call: Code) -> Bool {
    guard let local = local(of: call), let block = local.parent else { return false }
    let set = block.descendants(.assign).filter { $0.index > local.index }.compactMap { $0.firstChild?.memberPath }
      .filter { $0.count == 2 && $0[0] == local.name }
    return Set(set).count < set.count
  }

  /// What it is set up with, and what decides which of several ways that is done in.
  private static func names(settingUp call: Code) -> (values: Set<String>, choices: Set<String>) {
    var values = Set(call.arguments.flatMap { Self.names(in: $0) })
    var choices: Set<String> = []
    if let local = local(of: call), let block = local.parent {
      for code in block.descendants where code.index > local.index {
        let set = setting(code, of: local.name, in: block)
        values.formUnion(set.values)
        choices.formUnion(set.choices)
      }
      values.remove(local.name)
      choices.remove(local.name)
    }
    // `private func text(_ format: String)`, which is only asked for with constants.
    let chosen = values.filter { isParameterOfAFew($0, at: call) }
    return (values.subtracting(chosen), choices.union(chosen))
  }

  /// Whether it is put away for the next time: `formatters[format] = formatter`.
  static func isKept(_ call: Code) -> Bool {
    guard let local = local(of: call), let block = local.parent else { return false }
    return block.descendants.contains { code in
      guard code.kind == .identifier, code.name == local.name, let parent = code.parent else { return false }
      if parent.kind == .assign, parent.firstChild != code { return true }
      return parent.kind == .argument && parent.parent?.calledName.hasPrefix("set") == true
    }
  }

  /// The local that the object is the value of.
  private static func local(of call: Code) -> Code? {
    guard let value = call.parent, value.kind == .value, let local = value.parent, local.kind == .variable,
      local.parent?.kind == .block
    else { return nil }
    return local
  }

  /// Whether a name is a parameter of the private function around for which all who call that pass constants.
  private static func isParameterOfAFew(_ name: String, at code: Code) -> Bool {
    guard let function = code.ancestors.first(where: { [.function, .initializer].contains($0.kind) }),
      function.kind == .function,
      function.modifierNames.contains(where: { ["private", "fileprivate"].contains($0) }),
      let parameter = function.all(.parameter).first(where: { $0.detail == name })
    else { return false }
    let place = function.all(.parameter).prefix { $0 != parameter }.count
    let calls = code.file.root.descendants(.call).filter { $0.calledName == function.name && !function.contains($0) }
    return !calls.isEmpty
      && calls.allSatisfy { call in
        let given = call.argument(parameter.name) ?? (place < call.arguments.count ? call.arguments[place] : nil)
        return given?.firstChild?.isConstant == true
      }
  }

  /// What a statement uses that sets something of the object: `formatter.timeZone = zone`, `formatter.setZone(zone)`; and
  /// what decides whether it runs.
  private static func setting(_ code: Code, of name: String, in block: Code) -> (
    values: Set<String>, choices: Set<String>
  ) {
    var values: [Code]
    switch code.kind {
    case .assign:
      guard let target = code.firstChild, target.memberPath?.first == name else { return ([], []) }
      values = Array(code.children.dropFirst())
    case .call:
      // `applyTimeZone(to: formatter)`: what that sets it up with nobody sees here.
      if code.arguments.contains(where: { $0.firstChild?.memberPath == [name] }), !code.calledName.startsUppercase {
        return ([code.calledName], [])
      }
      guard let path = code.callee?.memberPath, path.count == 2, path[0] == name, path[1].hasPrefix("set") else {
        return ([], [])
      }
      values = code.arguments
    default: return ([], [])
    }
    var choices = code.ancestors.prefix { $0 != block }.flatMap { ancestor -> [Code] in
      ancestor.all(.conditions) + ancestor.all(.value)
    }
    // `formatter.dateFormat = isToday ? "HH:mm" : "d MMM"`.
    values = values.flatMap { value -> [Code] in
      guard value.kind == .ternary else { return [value] }
      let parts = Array(value.children)
      choices += parts.prefix(1)
      return Array(parts.dropFirst())
    }
    func all(_ codes: [Code]) -> Set<String> { codes.reduce(into: []) { $0.formUnion(names(in: $1)) } }
    return (all(values), all(choices))
  }

  private static func names(in code: Code) -> Set<String> {
    var names: Set<String> = []
    for part in [code] + Array(code.descendants) where part.kind == .member && KnownTypes.ofUser.contains(part.name) {
      // `TimeZone.current`: another one when the user travels, or changes a setting.
      names.insert(part.name)
    }
    for part in [code] + Array(code.descendants) where part.kind == .identifier && !part.name.startsUppercase {
      if part.name == "self" {
        if let member = part.parent, member.kind == .member { names.insert(member.name) }
      } else if part.name != "Self", !isConstant(part) {
        names.insert(part.name)
      }
    }
    return names
  }

  /// A local that stands for a constant: `let units: NSCalendar.Unit = [.hour, .minute]`.
  private static func isConstant(_ use: Code) -> Bool {
    guard let local = use.localDeclaration(of: use.name), local.flags.contains(.isLet), let value = local.initialValue,
      // A call may give something else each time.
      !([value] + Array(value.descendants)).contains(where: { $0.kind == .call })
    else { return false }
    return names(in: value).isEmpty
  }
}
