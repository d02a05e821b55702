import SwiftUIModel
internal import Vocabulary

/// Rows that look something up in a whole collection: `readPosts.contains { $0.id == post.id }` for each post.
///
/// One look is short; all rows together go through the collection as many times as there are rows.
struct RowLookups {
  let graph: SourceGraph

  func findings(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<[String]> = []
    return evaluation.calls(namedAnyOf: Methods.looksUp).compactMap { call -> Draft? in
      guard call.phase.isEvaluation, !call.code.isInPreview, Self.comparesElements(call.code),
        let path = collection(searchedBy: call, in: type),
        isForEachRow(call, path, in: type), seen.insert(path).inserted
      else { return nil }
      let name = path.joined(separator: ".")
      return Draft(
        "each row of '\(type.name)' searches '\(name)', so all rows together go through it as many times as there are rows; "
          + "keep a set or a dictionary of it, and ask that",
        at: call.code.nameStart, code: call.code, view: type, subject: .work(name), change: .moveWork(.ordering),
        severity: .note,
        steps: [
          "make a Set or a Dictionary of '\(name)' where it changes, or once in the body before the rows",
          "look each row's value up in that",
        ])
    }
  }

  /// `first(where:)`, `firstIndex(of:)` and `contains { … }`; what a set is asked for is found at once.
  private static func comparesElements(_ call: Code) -> Bool {
    call.arguments.contains { argument in
      argument.name == "where" || argument.name == "of" || argument.firstChild?.kind == .closure
    }
  }

  /// The stored or computed property of the view, or the member of a model, that is searched.
  private func collection(searchedBy call: CallSite, in type: TypeInfo) -> [String]? {
    guard let base = call.code.callee?.firstChild, call.code.callee?.kind == .member, !HeavyCall.isSmall(base),
      var path = base.memberPath
    else { return nil }
    if path.first == "self" { path.removeFirst() }
    guard let root = path.first, !base.isShadowed(root), let property = type.property(root), !property.isStatic,
      !Methods.givesIndices.contains(path.last ?? "")
    else { return nil }
    if path.count == 1 {
      // A constant of the view is short, and so is what an element of a row holds.
      if property.isStored, property.initialValue?.isConstant == true, property.isLet { return nil }
      if property.isPlainInput, graph.looksLikeRow(type), call.row == nil { return nil }
    }
    return path
  }

  /// Whether what is looked up is another thing for each row: what all rows ask for alike is found once, before them.
  private func asksForElement(_ call: Code, of rows: Code) -> Bool {
    guard let closure = rows.arguments.last?.firstChild, closure.kind == .closure else { return true }
    let elements = closure.all(.parameter).map(\.detail)
    // A lookup in another closure, whose own `$0` is what it looks through.
    if elements.isEmpty { return true }
    let asked = call.arguments.reduce(into: Set<String>()) { $0.formUnion($1.mentionedNames) }
    return asked.contains { name in
      if elements.contains(name) { return true }
      guard let local = call.localDeclaration(of: name) else { return call.binder(of: name) != nil }
      return !local.mentionedNames.isDisjoint(with: elements)
    }
  }

  /// Whether it is done for each row: in what makes the rows, or in the body of a row that asks an object all rows share.
  private func isForEachRow(_ call: CallSite, _ path: [String], in type: TypeInfo) -> Bool {
    if let rows = call.row {
      guard let data = rows.arguments.first?.firstChild, !data.contains(call.code), asksForElement(call.code, of: rows)
      else { return false }
      // The elements of what a row shows, which is that row's own.
      return data.kind == .closure || !HeavyCall.isSmall(data)
    }
    guard path.count > 1, graph.isBuiltInRow(type), let property = type.property(path[0]) else { return false }
    // A model of its own is what the row shows.
    return property.environmentType != nil || property.storage == .environmentObject
  }
}
