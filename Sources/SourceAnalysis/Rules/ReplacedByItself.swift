import SwiftUIModel
internal import Vocabulary

/// A view that changes its own id when it appears: `.onAppear { round += 1 }.id(round)`. It is taken for another view, which appears,
/// and so on.
enum ReplacedByItself {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      evaluation.calls(namedAnyOf: Modifiers.setsIdentity).compactMap { site -> Draft? in
        guard site.phase.isEvaluation, let path = site.code.arguments.first?.firstChild?.ownMemberPath, path.count == 1,
          type.property(path[0])?.storage?.isAssignedValue == true, let inside = site.code.callee?.firstChild
        else { return nil }
        let write = evaluation.writes(of: path[0]).first { write in
          guard let caller = write.phase.caller, [.appear, .task].contains(write.phase.event), write.path.isEmpty,
            // Attached to what has the id, or to something in it.
            caller == inside || inside.contains(caller)
          else { return false }
          return WorkOfModels.alwaysDiffers(write.code) && SourceRule.isUnconditional(write, caller)
        }
        guard let write else { return nil }
        return Draft(
          "'\(path[0])' is the id of the view that changes it when it appears, so it is replaced by another one, which appears and changes "
            + "it again; change it for a reason, outside of what has it as its id",
          at: write.code.start, code: write.code, view: type, subject: .cycle([PropertyPath(path[0])]),
          change: .breakLoop([PropertyPath(path[0])], .handlers),
          grounds: .wrong("each appearance leads to the next", write.code.start),
          steps: ["move the modifier behind '.\(site.name)', or the write into an action"])
      }
    }
  }
}
