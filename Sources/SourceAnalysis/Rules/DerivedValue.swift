import SwiftUIModel

/// Values that a computed property could work out each time as well: what costs more is kept for a reason.
enum DerivedValue {
  /// One pass over a collection that makes each element from one: `items.map { $0.scaled(by: factor) }`, and single passes
  /// such as `reduce`, also of what another one lets through. What sorts, groups or formats is worth keeping, and so is
  /// what a filter leaves.
  static func isPlainMapping(_ value: Code, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    let all = [value] + Array(value.descendants)
    guard let pass = all.first(where: { $0.kind == .call && Methods.isOnePass.contains($0.calledName) }),
      pass.callee?.kind == .member, var base = pass.callee?.firstChild
    else { return false }
    var passes = [pass]
    if Methods.leavesOneValue.contains(pass.calledName), base.kind == .call, base.callee?.kind == .member,
      Methods.filtersOrMaps.contains(base.calledName), let before = base.callee?.firstChild
    {
      passes.append(base)
      base = before
    }
    guard base.memberPath != nil || base.kind == .subscriptCall,
      !all.contains(where: { code in
        code.kind == .call && Methods.isOnePass.contains(code.calledName) && !passes.contains(code)
      })
    else { return false }
    let passNames = Set(passes.compactMap(\.callee))
    return all.allSatisfy { code in
      switch code.kind {
      case .await, .ifStatement, .switchStatement, .forStatement: return false
      case .closure:
        // One expression and no closure inside of it.
        return code.first(.block).map { Array($0.children).count == 1 } == true
          && !code.descendants.contains { $0.kind == .closure }
      case .call:
        if passes.contains(code) || isCheap(code.calledName) && !Methods.formats.contains(code.calledName) {
          return true
        }
        return passes.contains { $0.arguments.contains { $0.contains(code) } } && isCheapElementCall(code)
      case .member where passNames.contains(code): return true
      case .member: return !Conventions.expensiveWords.contains { code.name.lowercased().contains($0) }
      default: return true
      }
    }
  }

  /// `$0.scaled(by: factor)`, `Line(item: $0)`: a value made from a value.
  private static func isCheapElementCall(_ call: Code) -> Bool {
    let name = call.calledName.lowercased()
    guard !name.isEmpty, !Conventions.expensiveWords.contains(where: { name.contains($0) }) else { return false }
    if call.calledName.startsUppercase { return !KnownTypes.costly.contains(call.calledName) }
    guard let base = call.callee?.firstChild else { return false }
    return base.memberPath != nil
  }

  /// Sums and texts of a few values, such as `amount / Double(max(count, 1))`; what goes over a collection is a cache.
  static func isWorkedOut(_ value: Code, near type: TypeInfo, _ graph: SourceGraph, depth: Int = 0) -> Bool {
    ([value] + Array(value.descendants)).allSatisfy { code in
      switch code.kind {
      case .closure, .await, .forStatement, .whileStatement: return false
      case .call:
        if isCheap(code.calledName) { return true }
        // `Rounding.up(cents, dividedBy: people)`: a static function of the sources that works out as little.
        guard depth < 2, let path = code.callee?.memberPath, path.count == 2, path[0].startsUppercase,
          let id = graph.index.resolve(path[0], near: type.code.file.path, inside: type.id)
        else { return false }
        let functions = graph.index[id].functions.filter { $0.name == path[1] && $0.isStatic }
        return !functions.isEmpty
          && functions.allSatisfy { function in
            function.body.map { isWorkedOut($0, near: graph.index[id], graph, depth: depth + 1) } ?? false
          }
      default: return true
      }
    }
  }

  /// What a few values are made of at no cost worth a word: operators, conversions, the count of a collection, a look into a text,
  /// and an array of some values that is joined.
  static func isPlain(_ value: Code, in type: TypeInfo) -> Bool {
    if isPure(value, in: type) { return true }
    return ([value] + Array(value.descendants)).allSatisfy { code in
      switch code.kind {
      case .closure, .await, .forStatement, .whileStatement, .macro, .dictionary: return false
      case .call:
        guard let callee = code.callee else { return false }
        if callee.kind == .identifier || callee.name.startsUppercase {
          return isCheap(code.calledName) && callee.memberPath?.count == 1
        }
        guard callee.kind == .member, let base = callee.firstChild else { return false }
        if base.kind == .array { return code.calledName == Methods.joins }
        if isCheap(code.calledName), !Methods.formats.contains(code.calledName),
          !Methods.isOnePass.contains(code.calledName)
        {
          return true
        }
        return Methods.looksUp.contains(code.calledName) && isText(base, in: type)
      default: return true
      }
    }
  }

  /// Whether a value is a text by its declaration.
  private static func isText(_ value: Code, in type: TypeInfo) -> Bool {
    guard let path = value.ownMemberPath, path.count == 1, let text = type.property(path[0])?.typeText else {
      return false
    }
    return KnownTypes.texts.contains(text)
  }

  /// A function of a few values, or a conversion of one.
  private static func isCheap(_ name: String) -> Bool {
    Methods.isCheap.contains(name) || KnownTypes.scalars.contains(name)
  }

  /// Plain expressions: members, operators, literals; a call could be expensive, and then the copy is a cache.
  static func isPure(_ value: Code, in type: TypeInfo) -> Bool {
    if value.kind == .call, isCheapFunction(value, of: type) {
      return value.arguments.allSatisfy { $0.firstChild.map { isPure($0, in: type) } ?? false }
    }
    let allowed: Set<CodeTree.Kind> = [
      .identifier, .member, .binary, .unary, .ternary, .literal, .string, .argument, .subscriptCall, .tuple, .cast,
    ]
    return allowed.contains(value.kind) && value.descendants.allSatisfy { allowed.contains($0.kind) }
  }

  /// `Self.total(lines)`: a static function of the view that goes over its argument once.
  private static func isCheapFunction(_ call: Code, of type: TypeInfo) -> Bool {
    guard let path = call.callee?.memberPath, path.count == 2, path[0] == "Self" || path[0] == type.name,
      let function = type.functions.first(where: { $0.name == path[1] && $0.isStatic }), let body = function.body,
      Array(body.children).count == 1
    else { return false }
    let calls = body.descendants.filter { $0.kind == .call }
    return calls.count <= 1 && calls.allSatisfy { Methods.leavesOneValue.contains($0.calledName) }
  }
}
