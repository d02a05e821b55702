import SwiftUIModel

/// What changes in the same turn as something else: who depends on both is evaluated for the other all the same.
extension SourceGraph {
  /// Whether whatever writes a member of a model also writes one of some others, or makes the member of one.
  ///
  /// - Parameter others: Stored members.
  func changes(_ member: String, of model: TypeInfo, alongWith others: Set<String>) -> Bool {
    guard !others.isEmpty, !writesOfOthers(to: model.id).contains(where: { $0.member == member }) else { return false }
    let writes = mentions(of: member, in: model).filter { $0.isWritten && $0.enclosingFunction?.kind != .initializer }
    return !writes.isEmpty
      && writes.allSatisfy { write in
        guard let runner = write.enclosingFunction else { return false }
        return isMade(write, ofAnyOf: others, in: model) || writesAny(of: others, in: runner, of: model)
          || callers(of: runner, in: model).contains { writesAny(of: others, in: $0, of: model) }
      }
  }

  /// The stored members that a method of a model writes whenever it is called, itself.
  func membersWritten(by method: String, of model: TypeInfo) -> Set<String> {
    let bodies = model.functions.filter { $0.name == method }.compactMap(\.body)
    return Set(
      model.storedProperties.map(\.name).filter { name in
        mentions(of: name, in: model).contains { code in
          code.isWritten && bodies.contains { $0.contains(code) && !code.isConditional(in: $0) }
        }
      })
  }

  /// `doneCount = jobs.filter { $0.isDone }.count`.
  private func isMade(_ write: Code, ofAnyOf others: Set<String>, in model: TypeInfo) -> Bool {
    guard let assignment = write.accessChain.parent, assignment.kind == .assign,
      let value = Array(assignment.children).last
    else { return false }
    return value.mentionedNames.contains { !storedReads(of: $0, in: model).isDisjoint(with: others) }
  }

  private func writesAny(of members: Set<String>, in runner: Code, of model: TypeInfo) -> Bool {
    members.contains { name in
      mentions(of: name, in: model).contains { code in
        code.isWritten && code.enclosingFunction == runner && !code.isConditional(in: runner)
          && !code.isGuarded(for: [name], upTo: runner)
      }
    }
  }

  /// Who calls a method of a model whenever it runs itself.
  private func callers(of method: Code, in model: TypeInfo) -> [Code] {
    guard method.kind == .function else { return [] }
    return mentions(of: method.name, in: model).compactMap { call in
      call.enclosingFunction.flatMap { $0 != method && !call.isConditional(in: $0) ? $0 : nil }
    }
  }
}
