import SwiftUIModel

/// What the rows are made of, as far as the sources say.
struct RowData {
  let code: Code
  let type: TypeInfo
  let graph: SourceGraph

  /// The cases of an enum, or the first few of something.
  var isSmall: Bool {
    guard let data = code.arguments.first?.firstChild else { return false }
    if ([data] + Array(data.descendants)).contains(where: isShortPrefix) { return true }
    guard let path = path(of: data), !path.isEmpty else { return false }
    if let element = elementType(path), element.kind == .enum { return true }
    return isCut(path)
  }

  /// Whether it may be any number of elements: what the view is given, shows of a model, asks a database for or works out of
  /// those. Settings, lists that are edited in place, parts of one value and kinds of providers are short.
  var mayBeLong: Bool {
    guard let data = code.arguments.first?.firstChild else { return false }
    let root = ([data] + Array(data.descendants)).first {
      $0.kind == .identifier && $0.name != "self" && !KnownTypes.collections.contains($0.name)
        && !Methods.pairs.contains($0.name)
    }
    return root.map { mayBeLong($0, depth: 0) } ?? false
  }

  private func mayBeLong(_ root: Code, depth: Int) -> Bool {
    guard depth < 4, !root.name.hasPrefix("$"), !root.isShadowed(root.name), let property = type.property(root.name)
    else { return false }
    let text = property.typeText ?? ""
    if text.contains("any ") { return false }
    if !property.isStored {
      // One of the parts that it is worked out of is enough.
      return property.getter?.descendants.contains { part in
        part.kind == .identifier && part.name != property.name && type.property(part.name) != nil
          && mayBeLong(part, depth: depth + 1)
      } ?? false
    }
    let chain = root.accessChain
    var members = (chain.memberPath ?? [root.name]).filter { $0 != "self" }
    if chain.parent?.kind == .call, chain.parent?.callee == chain { members.removeLast() }
    members.removeAll(where: Methods.positions.contains)
    let isModel = graph.model(of: property, in: type) != nil
    switch property.storage {
    case .query: return true
    case nil, .state, .binding: return isModel ? members.count == 2 : members.count == 1 && TypeName.isCollection(text)
    case .object, .observed, .bindable, .environmentObject, .environment: return members.count == 2
    default: return false
    }
  }

  private func isShortPrefix(_ code: Code) -> Bool {
    guard code.kind == .call, [Methods.limiting, Methods.limitingFromEnd].contains(code.calledName),
      code.arguments.count == 1, code.arguments[0].name.isEmpty, let count = code.arguments[0].firstChild
    else { return false }
    if count.kind == .literal { return Int(count.name).map { $0 <= 20 } ?? false }
    // Who names how many there are at most has thought of it; how many that are, a trace shows.
    guard !graph.options.hasTrace, let path = count.memberPath else { return false }
    return path.count == 2 && path[0].startsUppercase || type.property(path[path.count - 1])?.isLet == true
  }

  /// `items` of `Array(self.items.sorted().enumerated())`.
  private func path(of data: Code) -> [String]? {
    var current = data
    while current.memberPath == nil {
      guard current.kind == .call, let callee = current.callee else { return nil }
      if callee.kind == .member, let base = callee.firstChild {
        current = base
      } else if let inner = current.arguments.first?.firstChild {
        current = inner
      } else {
        return nil
      }
    }
    return current.memberPath.map { path in
      path.filter { $0 != "self" && $0 != "wrappedValue" && !Methods.givesIndices.contains($0) }
        .map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
    }
  }

  private func elementType(_ path: [String]) -> TypeInfo? {
    var owner = type
    for (position, name) in path.enumerated() {
      let text: String
      if position == 0, let parameter = parameterType(name) {
        text = parameter
      } else {
        guard let property = owner.property(name), let declared = property.environmentType ?? property.typeText else {
          return nil
        }
        text = declared
      }
      let isLast = position == path.count - 1
      let elements = isLast ? TypeName.elements(text) : [TypeName.base(text, keepsNesting: true)]
      guard elements.count == 1,
        let id = graph.index.resolve(elements[0], near: owner.code.file.path, inside: owner.id)
      else { return nil }
      owner = graph.index[id]
    }
    return owner
  }

  /// The type of a parameter of the function that holds the rows.
  private func parameterType(_ name: String) -> String? {
    let function = code.ancestors.first { $0.kind == .function || $0.kind == .accessor }
    return function?.children.first { $0.kind == .parameter && $0.detail == name }?.typeText
  }

  /// Whether a short `prefix` stands on the way from its source to the data, in the code of this type.
  private func isCut(_ path: [String]) -> Bool {
    guard let first = path.first, path.count == 1 else { return false }
    var names: Set<String> = [first]
    var pending = [first]
    for _ in 0..<5 {
      var next: Set<String> = []
      for name in pending {
        for value in values(of: name) {
          if ([value] + Array(value.descendants)).contains(where: isShortPrefix) { return true }
          let plain = ([value] + Array(value.descendants)).filter { $0.kind == .identifier && $0.name != "self" }
          next.formUnion(plain.map(\.name))
        }
      }
      pending = next.subtracting(names).sorted()
      names.formUnion(next)
    }
    return false
  }

  /// What is assigned or added to the name, or returned under it.
  private func values(of name: String) -> [Code] {
    var found: [Code] = []
    for part in type.allCode {
      for code in part.descendants {
        switch code.kind {
        case .variable where code.name == name:
          if let value = code.initialValue { found.append(value) }
          found += code.all(.accessor).filter { $0.name == "get" }
        case .function where code.name == name: if let block = code.first(.block) { found.append(block) }
        case .assign:
          let parts = Array(code.children)
          if parts.count == 2, parts[0].memberPath?.last == name { found.append(parts[1]) }
        case .forStatement:
          // Elements that a loop adds come from what it runs over.
          let adds = code.descendants.contains {
            $0.kind == .call && Methods.adds.contains($0.calledName) && $0.callee?.firstChild?.memberPath?.last == name
          }
          if adds, let value = code.first(.value) { found.append(value) }
        default: break
        }
      }
    }
    return found
  }
}
