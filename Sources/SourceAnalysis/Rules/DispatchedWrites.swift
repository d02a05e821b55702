import SwiftUIModel
internal import Vocabulary

/// State that evaluating a view writes a moment later, in work that it dispatches, and that the view shows: each update
/// starts the next, whatever began the first.
enum DispatchedWrites {
  /// - Parameter areEndless: Whether only what can never come to rest counts, which no trace is needed for: another value each time.
  static func findings(_ graph: SourceGraph, areEndless: Bool = false) -> [Draft] {
    ownState(graph, areEndless: areEndless) + bindings(graph, areEndless: areEndless)
  }

  private static func isEndless(_ write: Write) -> Bool {
    WorkOfModels.alwaysDiffers(write.code)
      && !write.code.ancestors.prefix { ![.function, .accessor].contains($0.kind) }.contains {
        [.ifStatement, .guardStatement, .switchStatement, .ternary].contains($0.kind)
      }
  }

  /// What the update of a wrapped UIKit or AppKit view writes to a binding, while the view that hands it down shows the value.
  private static func bindings(_ graph: SourceGraph, areEndless: Bool) -> [Draft] {
    graph.evaluatedViews.flatMap { owner, evaluation -> [Draft] in
      var seen: Set<Code> = []
      return evaluation.children.flatMap { child -> [Draft] in
        guard let wrapped = child.type.map({ graph.index[$0] }), let updates = graph.evaluation(of: wrapped.id),
          wrapped.isRepresentable
        else { return [] }
        return child.arguments.compactMap { argument -> Draft? in
          guard let path = argument.value.memberPath?.filter({ $0 != "self" }), path.count == 1,
            path[0].hasPrefix("$"), let name = argument.property,
            let first = writeOfUpdate(to: name, of: wrapped, updates), !areEndless || isEndless(first)
          else { return nil }
          let source = String(path[0].dropFirst())
          guard let property = owner.property(source), [.state, .binding].contains(property.storage),
            !evaluation.evaluationReads(of: source).isEmpty, seen.insert(first.code).inserted
          else { return nil }
          return Draft(
            "each update of '\(wrapped.name)' writes '\(source)' of '\(owner.name)', which shows it and hands it down, so each update starts "
              + "the next; write only what differs",
            at: first.code.start, code: first.code, view: owner, subject: .cycle([PropertyPath(source)]),
            change: .breakLoop([PropertyPath(source)], .dispatched), severity: areEndless ? nil : .note,
            certainty: areEndless ? .certain : .possible,
            grounds: areEndless ? .wrong("each update leads to the next", first.code.start) : nil,
            steps: ["remember in the coordinator what was shown last", "write '\(name)' only when that differs"],
            related: [
              .init(.starter, view: wrapped.qualifiedName, place: child.code.nameStart, message: "its update writes it")
            ])
        }
      }
    }
  }

  /// Where the update of a wrapped view writes a binding, at once or a moment later, unless it only ever writes one and the same value:
  /// that is what is there from the second time on.
  private static func writeOfUpdate(to name: String, of type: TypeInfo, _ evaluation: Evaluation) -> Write? {
    let writes = evaluation.writes(of: name).filter { write in
      write.path.isEmpty && write.operation == "=" && (write.phase.isEvaluation || write.phase.event == .later)
        && !write.code.isGuarded(for: [name], upTo: nil)
    }
    guard type.property(name)?.storage == .binding,
      writes.contains(where: { $0.value?.isConstant != true }) || Set(writes.compactMap(\.value?.name)).count > 1
    else { return nil }
    return writes.min { $0.code.start < $1.code.start }
  }

  private static func ownState(_ graph: SourceGraph, areEndless: Bool) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard graph.isView(type), !evaluation.isIncomplete else { return [] }
      var written: [Code: [Write]] = [:]
      for write in evaluation.writes {
        guard write.phase.event == .later, let dispatch = write.phase.caller, write.path.isEmpty,
          let property = type.property(write.property), property.storage?.isAssignedValue == true,
          write.operation != "=" || write.value?.isConstant != true,
          !write.code.isGuarded(for: [write.property], upTo: nil),
          !areEndless || isEndless(write),
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
            severity: areEndless ? nil : .note, certainty: areEndless ? .certain : .possible,
            grounds: areEndless ? .wrong("each update leads to the next", first.code.start) : nil,
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
