import SwiftUIModel

/// Where the elements of collections come from: whether they grow while they are shown, page by page or by what arrives, and
/// whether they are loaded, so that there may be any number of them.
struct RowGrowth {
  let graph: SourceGraph

  /// Where something is found out about a stored member of a view or model.
  private typealias Leaf<Found> = (_ name: String, _ type: TypeInfo) -> Found?

  /// Parents are asked this far for what a view is given.
  private static let deepest = 3

  /// Where elements are added to the data of a `ForEach` or `List`.
  func grounds(of rows: Code, in type: TypeInfo) -> Grounds? {
    rows.arguments.first?.firstChild.flatMap { find(ofData: $0, in: type, depth: 0, leaf: addition) }
  }

  /// Whether something that code mentions is fetched, decoded or handed in from outside, and not put together one by one.
  func isLoaded(_ code: Code, in type: TypeInfo) -> Bool {
    find(ofData: code, in: type, depth: 0) { name, type in
      isLoaded(name, in: type) || addition(to: name, in: type) != nil ? true : nil
    } ?? false
  }

  private func find<Found>(ofData data: Code, in type: TypeInfo, depth: Int, leaf: Leaf<Found>) -> Found? {
    guard depth < Self.deepest else { return nil }
    for name in [data] + Array(data.descendants) where name.kind == .identifier {
      if name.isShadowed(name.name) {
        // A local of the same body.
        if let value = ShownRows.local(name.name, at: name), !value.contains(data),
          let found = find(ofData: value, in: type, depth: depth + 1, leaf: leaf)
        {
          return found
        }
        continue
      }
      var path = name.accessChain.memberPath ?? [name.name]
      if path.first == "self" { path.removeFirst() }
      guard let first = path.first?.drop(while: { $0 == "$" }), let property = type.property(String(first)) else {
        continue
      }
      if let found = find(of: property, path.dropFirst().first, in: type, depth, leaf) { return found }
    }
    return nil
  }

  private func find<Found>(
    of property: Property, _ member: String?, in type: TypeInfo, _ depth: Int, _ leaf: Leaf<Found>
  ) -> Found? {
    guard property.isStored else {
      return property.getter.flatMap { find(ofData: $0, in: type, depth: depth + 1, leaf: leaf) }
    }
    if let model = graph.model(of: property, in: type) {
      guard let member else { return nil }
      for stored in graph.storedReads(of: member, in: model).sorted() {
        if let found = leaf(stored, model) { return found }
      }
      return nil
    }
    if property.isPlainInput {
      for (id, child) in graph.parents[type.id] ?? [] where !child.code.isInPreview {
        guard let argument = child.arguments.first(where: { $0.property == property.name }) else { continue }
        if let found = find(ofData: argument.value, in: graph.index[id], depth: depth + 1, leaf: leaf) { return found }
      }
      return nil
    }
    return leaf(property.name, type)
  }

  /// A text is no collection of any length, whoever hands it in or adds to it.
  private func isText(_ name: String, of type: TypeInfo) -> Bool {
    guard let property = type.property(name) else { return false }
    if let text = property.typeText { return KnownTypes.cheap.contains(TypeName.base(text)) }
    return property.initialValue?.kind == .string
  }

  /// Whether a stored member is assigned what somebody waited for, decoded, or was handed by whoever loaded it.
  private func isLoaded(_ name: String, in type: TypeInfo) -> Bool {
    if type.property(name)?.storage == .query { return true }
    if isText(name, of: type) { return false }
    return graph.mentions(of: name, in: type).contains { usage in
      let chain = usage.accessChain
      guard let assignment = chain.parent, assignment.kind == .assign, assignment.firstChild == chain,
        let value = Array(assignment.children).last
      else { return false }
      return Self.isFromOutside(value, depth: 0)
    }
  }

  private static func isFromOutside(_ value: Code, depth: Int) -> Bool {
    guard depth < Self.deepest else { return false }
    return ([value] + Array(value.descendants)).contains { part in
      switch part.kind {
      case .await: return true
      case .call: return Methods.queries.contains(part.calledName) || part.calledName == Methods.decoding
      case .identifier:
        if let local = part.localDeclaration(of: part.name)?.initialValue, !local.contains(value) {
          return isFromOutside(local, depth: depth + 1)
        }
        return isHandedIn(part, around: value)
      default: return false
      }
    }
  }

  /// `publisher.sink { self.items = $0 }`, `for await items in stream`: the parameter of an action, or an element of a stream;
  /// those of closures in the value itself are elements of what it is made of.
  private static func isHandedIn(_ name: Code, around value: Code) -> Bool {
    let isElement = name.ancestors.contains { closure in
      closure.kind == .closure && value.contains(closure)
        && (name.name == "$0" || closure.all(.parameter).contains { $0.detail == name.name })
    }
    if isElement { return false }
    for ancestor in value.ancestors {
      switch ancestor.kind {
      case .function, .accessor, .initializer: return false
      case .forStatement where ancestor.flags.contains(.isSpecial):
        if ancestor.all(.patternName).contains(where: { $0.name == name.name }) { return true }
      case .closure:
        let parameters = ancestor.all(.parameter).map(\.detail)
        if parameters.contains(name.name) || parameters.isEmpty && name.name == "$0" { return true }
      default: break
      }
    }
    return false
  }

  private func addition(to name: String, in type: TypeInfo) -> Grounds? {
    if isText(name, of: type) { return nil }
    let usages = graph.mentions(of: name, in: type)
    return usages.first { Self.adds($0) && !Self.isSetUp(before: $0, usages) }.map { .growing(name, $0.start) }
  }

  /// `rows = members.map(row); rows.append(contentsOf: pending)`: put together anew each time, it does not grow.
  private static func isSetUp(before addition: Code, _ usages: [Code]) -> Bool {
    usages.contains { usage in
      let chain = usage.accessChain
      guard usage.index < addition.index, usage.file === addition.file, let assignment = chain.parent,
        assignment.kind == .assign, assignment.name == "=", assignment.firstChild == chain,
        let block = assignment.parent, block.kind == .block
      else { return false }
      return block.contains(addition)
        && !addition.ancestors.prefix { $0 != block }.contains {
          [.function, .closure, .forStatement].contains($0.kind)
        }
    }
  }

  /// `items += page`, `items.append(contentsOf: page)`, and one element for each event of a stream.
  private static func adds(_ usage: Code) -> Bool {
    let chain = usage.accessChain
    guard let parent = chain.parent, !usage.ancestors.contains(where: { $0.kind == .initializer }) else { return false }
    // `messages[index].text += chunk` adds to a text.
    if parent.kind == .assign, parent.name == "+=", parent.firstChild == chain, chain.name == usage.name {
      return Array(parent.children).last.map { !$0.isConstant && $0.kind != .array } ?? false
    }
    guard parent.kind == .call, parent.callee == chain, chain.kind == .member, Methods.mutates.contains(chain.name),
      chain.firstChild == usage || chain.firstChild?.name == usage.name
    else { return false }
    if parent.argument("contentsOf") != nil { return true }
    return Methods.adds.contains(chain.name) && ModelRates.isInStream(usage)
  }
}
