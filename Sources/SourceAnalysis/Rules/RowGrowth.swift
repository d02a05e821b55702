import SwiftUIModel

/// Whether what rows show grows while they are shown: page by page, or by what arrives.
struct RowGrowth {
  let graph: SourceGraph

  /// Parents are asked this far for what a view is given.
  private static let deepest = 3

  /// Where elements are added to the data of a `ForEach` or `List`.
  func grounds(of rows: Code, in type: TypeInfo) -> Grounds? {
    rows.arguments.first?.firstChild.flatMap { grounds(ofData: $0, in: type, depth: 0) }
  }

  private func grounds(ofData data: Code, in type: TypeInfo, depth: Int) -> Grounds? {
    guard depth < Self.deepest else { return nil }
    for name in [data] + Array(data.descendants) where name.kind == .identifier && !name.isShadowed(name.name) {
      var path = name.accessChain.memberPath ?? [name.name]
      if path.first == "self" { path.removeFirst() }
      guard let first = path.first?.drop(while: { $0 == "$" }), let property = type.property(String(first)) else {
        continue
      }
      if let found = grounds(of: property, path.dropFirst().first, in: type, depth) { return found }
    }
    return nil
  }

  private func grounds(of property: Property, _ member: String?, in type: TypeInfo, _ depth: Int) -> Grounds? {
    guard property.isStored else {
      return property.getter.flatMap { grounds(ofData: $0, in: type, depth: depth + 1) }
    }
    if let model = graph.model(of: property, in: type) {
      guard let member else { return nil }
      return graph.storedReads(of: member, in: model).sorted().lazy.compactMap { addition(to: $0, in: model) }.first
    }
    if property.isPlainInput {
      for (id, child) in graph.parents[type.id] ?? [] where !child.code.isInPreview {
        guard let argument = child.arguments.first(where: { $0.property == property.name }) else { continue }
        if let found = grounds(ofData: argument.value, in: graph.index[id], depth: depth + 1) { return found }
      }
      return nil
    }
    return addition(to: property.name, in: type)
  }

  private func addition(to name: String, in type: TypeInfo) -> Grounds? {
    let usages = Usages(of: type)[name]
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
    if parent.kind == .assign, parent.name == "+=", parent.firstChild == chain {
      return Array(parent.children).last.map { !$0.isConstant && $0.kind != .array } ?? false
    }
    guard parent.kind == .call, parent.callee == chain, chain.kind == .member, Methods.mutates.contains(chain.name),
      chain.firstChild == usage || chain.firstChild?.name == usage.name
    else { return false }
    if parent.argument("contentsOf") != nil { return true }
    return Methods.adds.contains(chain.name) && ModelRates.isInStream(usage)
  }
}
