/// Whether a body does its work again although nothing that the work is made from changed, as far as the sources tell.
///
/// Work that is done only when its input changed would be done as often elsewhere, so it is nothing to move. Work beside a
/// text that is typed, a drag or a clock is done for each of their steps.
enum RepeatedWork: Comparable {
  /// For its own input alone.
  case never
  /// Beside what changes now and then: a sheet that opens, a setting, a model whose rate nobody can tell.
  case sometimes
  /// Beside what changes many times per second or with each key, or once for each row.
  case often
}

extension SourceGraph {
  /// How often the code of a body runs for other reasons than its own input.
  func repetition(of call: CallSite, in type: TypeInfo, _ evaluation: Evaluation) -> RepeatedWork {
    if call.row != nil { return .often }
    return repetition(beside: inputs(of: call.code, evaluation), in: type, evaluation)
  }

  /// How often the view is evaluated for other reasons than that one of these properties changed.
  func repetition(beside inputs: Set<String>, in type: TypeInfo, _ evaluation: Evaluation) -> RepeatedWork {
    let others = changingProperties(of: type, evaluation).map(\.property).filter { !inputs.contains($0.name) }
    if others.contains(where: { Self.changesOften($0, in: evaluation) }) { return .often }
    if !others.isEmpty { return .sometimes }
    // A parent that hands in another value of anything else has the work done as well.
    return type.storedProperties.contains { $0.isPlainInput && !inputs.contains($0.name) } ? .sometimes : .never
  }

  /// The properties that the result of code is made from: what it reads itself or through locals, and all that a helper
  /// reads which it works the answer out for.
  package func inputs(of code: Code, _ evaluation: Evaluation) -> Set<String> {
    let helper = evaluation.helpers.last { $0.block.contains(code) && !$0.block.makesViews }
    if let helper { return evaluation.dependencies(of: helper.block) }
    var found = evaluation.dependencies(of: code)
    var pending = [code]
    var seen: Set<Code> = []
    while let next = pending.popLast() {
      for name in [next] + Array(next.descendants) where name.kind == .identifier {
        guard let local = name.localDeclaration(of: name.name), seen.insert(local).inserted else { continue }
        found.formUnion(evaluation.dependencies(of: local))
        pending.append(local)
      }
    }
    return found
  }
}

extension Code {
  /// The block of a helper whose declared type is a view.
  fileprivate var makesViews: Bool {
    ancestors.first { [.function, .variable, .subscriptDecl].contains($0.kind) }?.givesOpaqueValue == true
  }
}
