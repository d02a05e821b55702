import SwiftUIModel
internal import Vocabulary

/// Subscriptions whose handlers make the publisher send again: to a published property that they assign, or to `objectWillChange` of
/// an object that they have write what it publishes. Neither compares, so it goes on for as long as somebody listens.
enum RestartedSubscriptions {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.flatMap { ofOwnMember($0) } + ofViews(graph)
  }

  /// `$tags.map { … }.sink { self.tags = $0 }` without `removeDuplicates()`.
  private static func ofOwnMember(_ model: TypeInfo) -> [Draft] {
    guard model.isObservableObject else { return [] }
    let published = Set(model.storedProperties.filter { $0.storage == .member }.map(\.name))
    if published.isEmpty { return [] }
    return model.allCode.flatMap { $0.descendants(.call) }.compactMap { call -> Draft? in
      guard call.calledEvent == .publisher, let closure = call.arguments.last?.firstChild, closure.kind == .closure,
        let block = closure.first(.block), let source = source(of: call), published.contains(source),
        let write = block.allThatRuns.first(where: { assigns(source, $0) }),
        write.children.dropFirst().first(where: \.isConstant) == nil
      else { return nil }
      return Draft(
        "each value of '\(source)' has '\(call.calledName)' assign '\(source)', which is published whatever it was, and so on without end; "
          + "work the value out where it is first assigned, or add removeDuplicates()",
        at: write.start, code: write, view: model, subject: .cycle([PropertyPath(source)]),
        change: .breakLoop([PropertyPath(source)], .handlers),
        grounds: .wrong("each value leads to the next", write.start),
        steps: [
          "assign '\(source)' what it should be in a method, and subscribe to nothing",
          "or put .removeDuplicates() before '\(call.calledName)'",
        ])
    }
  }

  /// The published property at the beginning of a chain of operators; `nil` where one of them drops what is the same.
  private static func source(of call: Code) -> String? {
    guard var publisher = call.callee?.firstChild, call.callee?.kind == .member else { return nil }
    while publisher.kind == .call, let callee = publisher.callee, callee.kind == .member, let base = callee.firstChild {
      if Functions.dropsRepeats.contains(callee.name) || Methods.selects.contains(callee.name)
        || callee.name == Methods.limiting
      {
        return nil
      }
      publisher = base
    }
    guard let path = publisher.ownMemberPath, path.count == 1, path[0].hasPrefix("$") else { return nil }
    return String(path[0].dropFirst())
  }

  private static func assigns(_ name: String, _ statement: Code) -> Bool {
    guard statement.kind == .assign, statement.name == "=", let target = statement.firstChild else { return false }
    return target.ownMemberPath == [name] && !target.isShadowed(name)
  }

  /// `.onReceive(store.objectWillChange) { _ in store.reload() }`, where `reload` assigns what the store publishes.
  private static func ofViews(_ graph: SourceGraph) -> [Draft] {
    var work = WorkOfModels(graph)
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      evaluation.calls.compactMap { call -> Draft? in
        guard call.phase.isEvaluation, call.code.calledEvent == .publisher,
          var publisher = call.code.arguments.first?.firstChild, publisher.kind != .closure
        else { return nil }
        while publisher.kind == .call, let base = publisher.callee?.firstChild { publisher = base }
        guard let path = publisher.ownMemberPath, path.count == 2, path[1] == Protocols.changePublisher,
          let property = type.property(path[0]), let model = graph.index.type(of: property, in: type),
          model.isObservableObject
        else { return nil }
        let published = Set(model.publishedMembers.map(\.name))
        for inner in evaluation.calls where inner.phase.caller == call.code {
          guard let called = inner.code.callee?.ownMemberPath, called.count == 2, called[0] == path[0],
            inner.code.isFirstThing(in: call.code)
          else { continue }
          let written = work.writes(of: called[1], in: model).intersection(published).filter {
            work.alwaysWrites($0, in: called[1], of: model)
          }
          guard let first = written.min() else { continue }
          let target = PropertyPath(path[0], first)
          return Draft(
            "'\(called.joined(separator: "."))' assigns '\(first)', which makes '\(path[0])' announce another change, and that calls it again; "
              + "subscribe to what should cause it",
            at: inner.code.start, code: inner.code, view: type, subject: .cycle([target]),
            change: .breakLoop([target], .handlers),
            grounds: .wrong("each update leads to the next", inner.code.start),
            steps: ["subscribe to the publisher of what '\(called[1])' takes its values from"])
        }
        return nil
      }
    }
  }
}
