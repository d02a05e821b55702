internal import SourceAnalysis
import SwiftUIModel

/// Whether a value that a row is given picks what belongs to the row's own element, so that one change of what it picks from
/// changes it in few rows: `selection == item.id`, `selected.contains(item.id)`, `drafts[item.id] ?? ""`, and helpers that do
/// so with what they are given.
struct RowSelection {
  /// The `ForEach` or `List`.
  let row: Code
  let parent: ViewFacts
  let graph: SourceGraph

  /// The names under which the row's closure knows its element, and locals made of it.
  private let names: Set<String>

  /// - Parameter value: Made in the row, such as a view with all that it is given.
  init(row: Code, of value: Code, in parent: ViewFacts, _ graph: SourceGraph) {
    self.row = row
    self.parent = parent
    self.graph = graph
    guard let closure = value.ancestors.first(where: { $0.kind == .closure && $0.parent?.parent == row }) else {
      names = []
      return
    }
    let parameters = closure.all(.parameter).map(\.detail)
    var names = Set(parameters.isEmpty ? ["$0"] : parameters)
    for local in closure.first(.block)?.children.filter({ $0.kind == .variable }) ?? [] {
      if let made = local.initialValue, Self.mentions(made, names) { names.insert(local.name) }
    }
    self.names = names
  }

  /// Whether a path names the closure's parameter, or a member of it.
  func isElement(_ path: [String]) -> Bool { path.first.map(names.contains) ?? false }

  /// Whether the value is made of the element and of nothing that the other rows show as well.
  ///
  /// - Parameter isIncomparable: Such as a binding made of closures: what its closures say about the element is the value.
  func isPicked(_ value: Code, _ reads: [Read], isIncomparable: Bool) -> Bool {
    if isIncomparable, Self.mentions(value, names) { return true }
    if isComparedAlone(value, reads) || isDataAlone(value, reads) { return true }
    let data = Set(reads.filter(isOfElement).map(\.property))
    // Where a call is given the element, what the element comes from is read of it as well.
    let others = reads.filter { !$0.isDerived || !data.contains($0.property) }
    return !others.isEmpty && others.allSatisfy { isPicked($0, in: value) }
  }

  /// What a read of the element depends on: what the rows are made from.
  func sources(of read: Read) -> [Read] {
    guard isOfElement(read), let data = row.arguments.first?.firstChild else { return [read] }
    let found = parent.evaluation.reads(in: data).filter { source in
      source.property == read.property && source.phase.isEvaluation && !source.isProjection
    }
    return found.isEmpty ? [read] : found.flatMap { parent.evaluation.originals(of: $0, in: data) }
  }

  private func isOfElement(_ read: Read) -> Bool { read.isDerived && names.contains(read.code.name) }

  private func isPicked(_ read: Read, in value: Code) -> Bool {
    if Self.isSelected(read.code, within: value, by: names) { return true }
    // What a helper or a model's method reads is picked by the parameters that are given the element.
    guard let call = ([read.code] + Array(read.code.ancestors)).first(where: { $0.kind == .call }),
      call == value || value.contains(call)
    else { return false }
    let name = call.calledName
    if read.isDerived, let helper = parent.type.functions.first(where: { $0.name == name }) {
      return reads(helper, of: call, [read.property])
    }
    guard !read.isDerived, read.path.last == name, let property = parent.property(read.property),
      let model = graph.index.type(of: property, in: parent.type),
      let method = model.functions.first(where: { $0.name == name })
    else { return false }
    return reads(method, of: call, Set(model.storedProperties.filter { !$0.isLet }.map(\.name)))
  }

  /// Whether a function uses the properties only to pick from them by what the call gives it of the element.
  private func reads(_ function: Function, of call: Code, _ properties: Set<String>) -> Bool {
    guard let body = function.body else { return false }
    var given: Set<String> = []
    for (position, argument) in call.arguments.enumerated() {
      guard let value = argument.firstChild, Self.mentions(value, names) else { continue }
      let parameter =
        function.parameters.first { $0.label == argument.name }
        ?? (position < function.parameters.count ? function.parameters[position] : nil)
      if let parameter { given.insert(parameter.name) }
    }
    let uses = body.descendants.filter { $0.kind == .identifier && properties.contains($0.name) }
    return !given.isEmpty && !uses.isEmpty && uses.allSatisfy { Self.isSelected($0, within: body, by: given) }
  }

  /// One side of the comparison is the state, the other belongs to the row.
  private func isComparedAlone(_ value: Code, _ reads: [Read]) -> Bool {
    guard value.kind == .binary, Operators.equalities.contains(value.name) else { return false }
    let sides = Array(value.children)
    guard sides.count == 2 else { return false }
    let depends = sides.map { side in
      reads.contains { !$0.isDerived && (side.contains($0.code) || side == $0.code) }
    }
    return depends[0] != depends[1]
  }

  /// `badges(for: item)`: what changes in the rows' own data changes in one row.
  private func isDataAlone(_ value: Code, _ reads: [Read]) -> Bool {
    guard value.kind == .call, let data = row.arguments.first,
      value.descendants.contains(where: { $0.kind == .argument && $0.firstChild?.memberPath.map(isElement) == true })
    else { return false }
    let shown = Set(parent.evaluation.reads(in: data).map(\.property))
    return reads.allSatisfy { shown.contains($0.property) }
  }

  /// Whether what is around the use answers for one of the names alone.
  private static func isSelected(_ use: Code, within limit: Code, by names: Set<String>) -> Bool {
    guard use != limit else { return false }
    var inner = use
    for ancestor in use.ancestors {
      switch ancestor.kind {
      case .binary where Operators.equalities.contains(ancestor.name):
        let other = ancestor.children.first { $0 != inner }
        if let other, mentions(other, names) { return true }
      case .call where Methods.looksUp.contains(ancestor.calledName), .subscriptCall:
        if ancestor.callee == inner, ancestor.arguments.contains(where: { mentions($0, names) }) { return true }
      // `holdings.filter { $0.sector == sector }`: each of them is in one row.
      case .call where Methods.filters.contains(ancestor.calledName) && ancestor.callee == inner:
        let parts = ancestor.arguments.flatMap(\.descendants)
        if parts.contains(where: { Operators.equalities.contains($0.name) && $0.kind == .binary && mentions($0, names) }
        ) {
          return true
        }
      default: break
      }
      if ancestor == limit { return false }
      inner = ancestor
    }
    return false
  }

  private static func mentions(_ code: Code, _ names: Set<String>) -> Bool {
    code.kind == .identifier && names.contains(code.name)
      || code.descendants(.identifier).contains { names.contains($0.name) }
  }
}
