import SwiftUIModel

/// Views that are built once for each element of a collection.
extension SourceGraph {
  /// Whether some parent in the sources builds the view as a row of a `ForEach` or `List`.
  package func isBuiltInRow(_ type: TypeInfo) -> Bool {
    parents[type.id]?.contains { $0.child.row != nil && !$0.child.code.isShownByPresentation } ?? false
  }

  /// Whether it is part of what some parent builds for each element of a `ForEach` or `List`.
  func isBuiltBelowRow(_ type: TypeInfo) -> Bool { rows(above: type) != nil }

  /// The `ForEach` or `List` that builds it, or what holds it, for each element.
  func rows(above type: TypeInfo) -> Code? {
    var seen: Set<TypeID> = []
    var pending = [type.id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let built = (parents[next] ?? []).filter { !$0.child.code.isShownByPresentation }
      if let row = built.first(where: { $0.child.row != nil && !isPage($0.child) })?.child.row { return row }
      pending += built.map(\.parent)
    }
    return nil
  }

  /// `ForEach(Tab.allCases) { tab in page(of: tab) }` in a `ZStack`, or of a few cases that each have a view of their own: a view that is
  /// built for one of the elements is a page, of which there is one.
  private func isPage(_ child: Child) -> Bool {
    guard let rows = child.row else { return false }
    let isChosen = child.code.ancestors.prefix { $0 != rows && $0.kind != .type }.contains {
      [.ifStatement, .switchStatement, .ternary].contains($0.kind)
    }
    guard isChosen else { return false }
    if let data = rows.arguments.first?.firstChild, data.kind != .closure, HeavyCall.isSmall(data) { return true }
    let container = rows.ancestors.first { $0.kind == .call && Views.evaluatesContent.contains($0.calledName) }
    return container.map { Views.showsInFront.contains($0.calledName) } ?? false
  }

  /// Whether code runs once for each row that a view builds: in the rows, or in a member that these ask for.
  func runsInRows(_ code: Code, of type: TypeInfo, depth: Int = 0) -> Bool {
    if code.isInRows { return true }
    guard depth < Self.longestWay,
      let member = code.ancestors.first(where: {
        [.function, .variable].contains($0.kind) && $0.parent?.kind == .type
      }), member.name != EntryPoints.body, let evaluation = evaluation(of: type.id)
    else { return false }
    return mentions(of: member.name, in: type).contains { use in
      !member.contains(use) && !evaluation.isDeferred(use) && runsInRows(use, of: type, depth: depth + 1)
    }
  }

  /// Members that ask each other are followed this far.
  private static let longestWay = 4

  /// Whether nothing but rows is made of it; where nobody makes it in the sources, by its name.
  func isRowWhereverBuilt(_ type: TypeInfo) -> Bool {
    let made = (parents[type.id] ?? []).filter { !$0.child.code.isShownByPresentation && !$0.child.code.isInPreview }
    if made.isEmpty { return Conventions.rowEndings.contains(where: type.name.hasSuffix) }
    return made.allSatisfy { $0.child.row != nil }
  }

  /// Whether it is a row, judging by where it is built or, where that is not in the sources, by its name.
  func looksLikeRow(_ type: TypeInfo) -> Bool {
    isBuiltInRow(type)
      || Conventions.rowEndings.contains(where: type.name.hasSuffix)
  }
}
