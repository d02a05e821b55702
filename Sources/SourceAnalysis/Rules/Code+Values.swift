import SwiftUIModel

/// What code says: names, constants, views.
extension Code {
  /// Names that stand in the subtree as plain identifiers or members of `self`.
  package var mentionedNames: Set<String> {
    var names: Set<String> = []
    if kind == .identifier { names.insert(name) }
    for code in descendants where code.kind == .identifier || code.kind == .member { names.insert(code.name) }
    return names
  }

  /// The word `nil`.
  var isNil: Bool { kind == .literal && name == "nil" }

  /// A value that is the same in every run: a literal, an enum case, a static member.
  package var isConstant: Bool {
    switch kind {
    case .literal: true
    case .string: children.allSatisfy { $0.firstChild?.isConstant ?? true }
    case .member: firstChild == nil || firstChild?.kind == .identifier && firstChild?.name.startsUppercase == true
    case .unary: firstChild?.isConstant ?? false
    case .array, .tuple: children.allSatisfy { ($0.kind == .argument ? $0.firstChild : $0)?.isConstant ?? true }
    case .binary: children.allSatisfy(\.isConstant)
    case .call:
      (callee?.firstChild == nil && callee?.kind == .member)
        && arguments.allSatisfy { $0.firstChild?.isConstant ?? true }
    default: false
    }
  }

  /// Views that the subtree constructs: calls of capitalised names.
  var elementCount: Int {
    var count = kind == .call && calledName.startsUppercase ? 1 : 0
    for code in descendants(.call) {
      let name = code.calledName
      if name.startsUppercase, !KnownTypes.values.contains(name) { count += 1 }
    }
    return count
  }

  /// `isOpen`, `!model.isOpen`: a condition that is one value and nothing else.
  package var isPlainFlag: Bool {
    switch kind {
    case .conditions:
      let parts = Array(children)
      return parts.count == 1 && parts[0].isPlainFlag
    case .unary: return name == "!" && firstChild?.isPlainFlag == true
    case .identifier, .member: return memberPath != nil
    default: return false
    }
  }

  /// In a case of a switch over events: each is an occurrence of its own and not a value to keep.
  var isInEventCase: Bool {
    ancestors.prefix { ![.function, .accessor].contains($0.kind) }.contains { $0.kind == .caseClause }
  }

  /// `Date.now`.
  var isCurrentInstant: Bool {
    guard kind == .member, name == KnownTypes.currentInstant, let type = firstChild else { return false }
    return type.kind == .identifier && KnownTypes.instants.contains(type.name)
  }

  /// Whether a value is or holds one that differs each time it is made: `Sample(load: load, at: .now)`.
  package var holdsFreshValue: Bool {
    ([self] + Array(descendants)).contains { code in
      if code.isFreshValue { return true }
      // `.now` of the type that a parameter has; `DispatchTime.now()` is a call.
      return code.kind == .member && code.name == KnownTypes.currentInstant && code.firstChild == nil
        && code.parent?.kind == .argument
    }
  }

  /// A value that differs each time it is made.
  var isFreshValue: Bool {
    kind == .call && KnownTypes.fresh.contains(calledName) && arguments.isEmpty || isCurrentInstant
  }
}
