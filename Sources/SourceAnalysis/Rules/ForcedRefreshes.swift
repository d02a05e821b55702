import SwiftUIModel
internal import Vocabulary

/// State that is there to have a body evaluated: something toggles it whenever it hears of a change somewhere, and the body reads it for
/// nothing. Whether anything that is shown changed, nobody asks.
enum ForcedRefreshes {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      type.storedProperties.compactMap { property -> Draft? in
        guard property.storage == .state, evaluation.isReadForNothing(property.name) else { return nil }
        let writes = evaluation.writes(of: property.name)
        guard let write = writes.first(where: { $0.phase.event == .publisher || $0.phase.event == .notification }),
          writes.allSatisfy({ $0.path.isEmpty && isOther($0, than: property.name) })
        else { return nil }
        return Draft(
          "'\(write.phase.callerName)' writes '\(property.name)' only to have '\(type.name)' evaluated, whatever it was told of and whether "
            + "or not anything that is shown changed; keep what is shown in state, and write that when it differs",
          at: write.code.start, code: write.code, view: type, subject: .path(PropertyPath(property.name)),
          change: .writeOnlyOnChange(PropertyPath(property.name)), severity: .note,
          steps: [
            "keep what is worked out of it in state", "assign that only when it differs, and remove '\(property.name)'",
          ])
      }
    }
  }

  /// `refresh.toggle()`, `version += 1`, `id = UUID()`: another value each time.
  private static func isOther(_ write: Write, than name: String) -> Bool {
    guard write.operation == "=" else { return write.operation != "&" }
    return write.value.map { $0.isFreshValue || $0.mentionsOwnMember(name) } ?? false
  }
}

extension Code {
  /// `_ = refresh`, `let _ = refresh`: read for nothing but to be read.
  var isDiscarded: Bool {
    let chain = accessChain
    guard let parent = chain.parent else { return false }
    switch parent.kind {
    case .assign: return parent.firstChild.map { $0 != chain && $0.kind == .literal && $0.name.isEmpty } ?? false
    case .value:
      guard let variable = parent.parent, variable.kind == .variable, variable.name.isEmpty else { return false }
      return variable.all(.patternName).isEmpty
    default: return false
    }
  }
}
