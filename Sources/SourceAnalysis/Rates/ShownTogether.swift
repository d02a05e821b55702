import SwiftUIModel

/// Whether two places of the views are on screen at once: of the branches of a condition one is, and what is presented mostly covers
/// what it comes out of.
struct ShownTogether {
  let graph: SourceGraph

  /// Whether nobody can use a control of one view while some code of another one, or of the same, is shown.
  ///
  /// - Complexity: bounded; where the views are made in more ways than are followed, the answer is no.
  func excludes(_ control: Code, of owner: TypeID, _ code: Code, of view: TypeID) -> Bool {
    var steps = Self.mostSteps
    let shown = ways(from: code, in: view, &steps)
    return ways(from: control, in: owner, &steps).allSatisfy { used in shown.allSatisfy { areApart($0, used) } }
  }

  /// The ways by which the views get to a piece of code, each as the places on it, the innermost first: where a helper is used, and
  /// where the view is made.
  private func ways(from code: Code, in view: TypeID, depth: Int = 0, _ steps: inout Int) -> [[Code]] {
    guard depth < Self.deepest, steps > 0 else { return [[code]] }
    steps -= 1
    let above = users(of: code, in: view)
    guard !above.isEmpty, above.count <= Self.most else { return [[code]] }
    let ways = above.flatMap { place, type in self.ways(from: place, in: type, depth: depth + 1, &steps) }
    return ways.count <= Self.most ? ways.map { [code] + $0 } : [[code]]
  }

  /// Where the member around some code is used; of a body, where its view is made.
  private func users(of code: Code, in view: TypeID) -> [(Code, TypeID)] {
    guard let evaluation = graph.evaluation(of: view) else { return [] }
    if evaluation.entries.contains(where: { $0.contains(code) }) {
      return (graph.parents[view] ?? []).filter { !$0.child.code.isInPreview }.map { ($0.child.code, $0.parent) }
    }
    let member = code.ancestors.first { [.function, .variable].contains($0.kind) && $0.parent?.kind == .type }
    guard let member, !member.name.isEmpty else { return [] }
    return graph.mentions(of: member.name, in: graph.index[view])
      .filter { use in !member.contains(use) && evaluation.evaluatedBlocks.contains { $0.contains(use) } }
      .map { ($0, view) }
  }

  /// Whether two ways part at a condition, or the first goes through what is presented and the other does not.
  private func areApart(_ shown: [Code], _ used: [Code]) -> Bool {
    shown.contains { first in used.contains { second in first.isApart(from: second) } }
  }

  private static let deepest = 6
  private static let most = 8
  private static let mostSteps = 200
}

extension Code {
  /// Whether this is not there, or covers the other, when the other is on screen: they stand in two branches of one condition, or
  /// this is presented.
  fileprivate func isApart(from other: Code) -> Bool {
    guard file === other.file, self != other else { return false }
    let isPresented = ancestors.prefix { !$0.contains(other) }.contains {
      $0.kind == .closure && $0.isContentOfPresentation && !$0.standsBeside
    }
    return isPresented || isOtherBranch(than: other)
  }

  /// Whether this closure makes what is presented beside the view.
  private var standsBeside: Bool {
    guard let name = parent?.parent?.calledName else { return false }
    return Modifiers.presents.contains(name) && !Modifiers.covers.contains(name)
  }

  /// Whether of the two only one runs at a time: they stand in two branches of one condition, or one in what a guard leaves by, and the
  /// other behind that.
  func isOtherBranch(than other: Code) -> Bool {
    guard file === other.file, self != other else { return false }
    var inner = self
    for ancestor in ancestors {
      if ancestor.contains(other) {
        guard let rival = ancestor.children.first(where: { $0 == other || $0.contains(other) }), rival != inner else {
          return false
        }
        if ancestor.chooses(inner), ancestor.chooses(rival) { return true }
        return inner.leaves(with: self) && inner.index < rival.index
          || rival.leaves(with: other) && rival.index < inner.index
      }
      inner = ancestor
    }
    return false
  }

  /// Whether it is a guard that leaves by some code in it.
  private func leaves(with code: Code) -> Bool {
    kind == .guardStatement && first(.block)?.contains(code) == true
  }

  /// Whether one of its children is a branch: of several one is run.
  private func chooses(_ branch: Code) -> Bool {
    switch kind {
    case .ifStatement: branch.kind == .block || branch.kind == .ifStatement
    case .switchStatement: branch.kind == .caseClause
    case .ternary: branch != firstChild
    default: false
    }
  }
}

extension [Code] {
  /// Of those of which only one runs at a time, the first; looking at many of them would take long, and tells nothing more.
  var runningTogether: [Code] {
    var kept: [Code] = []
    for code in self where kept.count >= Self.mostCompared || !kept.contains(where: { $0.isOtherBranch(than: code) }) {
      kept.append(code)
    }
    return kept
  }

  private static var mostCompared: Int { 100 }
}
