import SwiftUIModel
internal import Vocabulary

/// State that evaluating a view writes a moment later, in work that it dispatches, and that the view shows: each update
/// starts the next, whatever began the first.
enum DispatchedWrites {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type), !evaluation.isIncomplete else { return [] }
      var written: [Code: [Write]] = [:]
      for write in evaluation.writes {
        guard write.phase.event == .later, let dispatch = write.phase.caller, write.path.isEmpty,
          let property = type.property(write.property), property.storage?.isAssignedValue == true,
          write.value?.isConstant != true, !write.code.isGuarded(for: [write.property], upTo: nil),
          evaluation.reads(of: write.property).contains(where: {
            $0.phase.isEvaluation && !$0.isProjection
          })
        else { continue }
        written[dispatch, default: []].append(write)
      }
      if written.isEmpty { return [] }
      let dispatches = evaluation.calls.filter {
        written[$0.code] != nil && SourceRule.runsWithBody($0, evaluation)
      }
      var seen: Set<Code> = []
      return dispatches.filter { seen.insert($0.code).inserted }.flatMap { call -> [Draft] in
        let writes = written[call.code, default: []]
        guard let first = writes.min(by: { $0.code.start < $1.code.start }) else { return [] }
        let names = Set(writes.map(\.property)).sorted()
        let list = SourceGraph.list(names)
        return [
          Draft(
            "each evaluation of '\(type.name)' dispatches a write of \(list), which it reads, so each update starts the "
              + "next; keep what only the next evaluation needs in an object that nothing observes",
            at: first.code.start, code: first.code, view: type, subject: .cycle(names.map { PropertyPath($0) }),
            change: .breakLoop(names.map { PropertyPath($0) }, .dispatched),
            severity: .note, certainty: .possible,
            steps: [
              "keep \(list) in a class without published properties, held by '@State'",
              "or write in an action what an event changes",
            ],
            related: [
              .init(
                .starter, view: type.qualifiedName, place: call.code.nameStart,
                message: "dispatched by each evaluation")
            ])
        ]
      }
    }
  }
}
