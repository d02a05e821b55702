import SwiftUIModel

/// Code that writes, and what it checks before.
extension Code {
  /// `asyncAfter(deadline: .now() + 0.7) { isLit.toggle() }`: what goes on so is a clock made by hand, as slow as it is meant to be.
  func isDelayed(in handler: Code) -> Bool {
    ancestors.prefix { $0 != handler }.contains { $0.kind == .call && $0.calledName == Functions.delayed }
  }

  /// Whether this mention of a name writes to it.
  package var isWritten: Bool {
    let chain = accessChain
    guard let parent = chain.parent else { return false }
    if parent.kind == .assign, parent.firstChild == chain { return true }
    if parent.kind == .unary, parent.name == "&" { return true }
    if parent.kind == .call, parent.callee == chain, chain.kind == .member,
      Methods.mutates.contains(chain.name)
    {
      return true
    }
    return false
  }

  /// Whether the write is behind a check of what is written: `if x != new { x = new }`, `guard x != new else { return }`.
  package func isGuarded(for names: Set<String>, upTo limit: Code?) -> Bool {
    isBehindCheck(of: names, upTo: limit, depth: 0)
  }

  private func isBehindCheck(of properties: Set<String>, upTo limit: Code?, depth: Int) -> Bool {
    let names = depth == 0 ? properties.union(localsMade(of: properties)) : properties
    var inner = self
    for ancestor in ancestors {
      if ancestor.kind == .ifStatement || ancestor.kind == .whileStatement,
        let conditions = ancestor.first(.conditions), !conditions.contains(self),
        conditions.compares(names) || clears && conditions.unwraps(names)
      {
        return true
      }
      if ancestor.kind == .ternary, let condition = ancestor.firstChild, condition.compares(names) { return true }
      if ancestor.kind == .block {
        for sibling in ancestor.children {
          if sibling.index >= inner.index { break }
          if sibling.kind == .guardStatement, let conditions = sibling.first(.conditions), conditions.compares(names) {
            return true
          }
          if sibling.kind == .ifStatement, let conditions = sibling.first(.conditions), conditions.compares(names),
            sibling.descendants.contains(where: { $0.kind == .returnStatement })
          {
            return true
          }
        }
      }
      if depth < Self.mostLocals, ancestor.kind == .closure, let calls = ancestor.callsOfLocal, !calls.isEmpty {
        return calls.allSatisfy { $0.isBehindCheck(of: names, upTo: limit, depth: depth + 1) }
      }
      if let limit, ancestor == limit { return false }
      if [.function, .initializer, .accessor].contains(ancestor.kind) { return false }
      inner = ancestor
    }
    return false
  }

  /// Closures in locals that call each other further are not followed.
  private static let mostLocals = 3

  /// `wasShown` of `let wasShown = isWide ? isShown : isListed`: to compare it is to compare what it is made of.
  private func localsMade(of names: Set<String>) -> Set<String> {
    var locals: Set<String> = []
    for block in ancestors where block.kind == .block {
      for local in block.children where local.kind == .variable {
        if let made = local.initialValue, made.kind != .closure, !made.mentionedNames.isDisjoint(with: names) {
          locals.insert(local.name)
        }
      }
      if let owner = block.parent, [.function, .initializer, .accessor].contains(owner.kind) { break }
    }
    return locals
  }

  /// Of a closure that a local holds, `let set = { … }`, the calls in the block of the local; `nil` of any other.
  private var callsOfLocal: [Code]? {
    guard let local = parent?.parent, local.kind == .variable, local.initialValue == self, let block = local.parent,
      block.kind == .block
    else { return nil }
    return block.descendants.filter { call in
      call.kind == .call && call.callee?.kind == .identifier && call.callee?.name == local.name
    }
  }

  /// `x = nil`.
  private var clears: Bool {
    guard kind == .assign, let value = Array(children).last else { return false }
    return value.kind == .literal && value.name == "nil"
  }

  /// `if let x`, `if let y = x`: not entered where there is nothing.
  private func unwraps(_ names: Set<String>) -> Bool {
    children.contains { binding in
      guard binding.kind == .optionalBinding else { return false }
      guard let value = binding.firstChild else { return names.contains(binding.name) }
      return value.memberPath?.last.map(names.contains) == true
    }
  }

  private func compares(_ names: Set<String>) -> Bool {
    let operators: Set<String> = ["!=", "==", "<", ">", "<=", ">=", "!==", "==="]
    let isSimple = kind == .binary && operators.contains(name) && !mentionedNames.isDisjoint(with: names)
    if isSimple { return true }
    for code in descendants {
      if code.kind == .binary, operators.contains(code.name), !code.mentionedNames.isDisjoint(with: names) {
        return true
      }
      // `if !isVisible { isVisible = true }` compares as well.
      if code.kind == .unary, code.name == "!", !code.mentionedNames.isDisjoint(with: names) { return true }
    }
    if kind == .conditions {
      for child in children where child.memberPath.map({ !names.isDisjoint(with: $0) }) == true { return true }
    }
    return false
  }
}
