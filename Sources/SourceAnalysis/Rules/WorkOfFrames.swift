import SwiftUIModel
internal import Vocabulary

/// What is made anew for each frame of an animation: `TimelineView(.animation) { _ in Bars(values: history.map { Bar($0) }) }`.
///
/// One pass over a collection is little in a body, and too much sixty times per second where the collection stays the same.
enum WorkOfFrames {
  static func findings(_ type: TypeInfo, _ evaluation: Evaluation) -> [Draft] {
    var seen: Set<Code> = []
    return evaluation.calls(namedAnyOf: Methods.maps).compactMap { call -> Draft? in
      guard call.phase.isEvaluation, call.code.callee?.kind == .member, let base = call.code.callee?.firstChild,
        call.code.arguments.contains(where: { $0.firstChild?.kind == .closure }), !call.code.isOfOptional,
        !HeavyCall.isSmall(base), !call.code.isInPreview, let frames = frames(around: call.code),
        let name = collection(of: base, in: type), seen.insert(frames).inserted
      else { return nil }
      return Draft(
        "each frame of '\(type.name)' makes all elements of '\(name)' anew; make them where '\(name)' changes, and keep them",
        at: call.code.nameStart, code: call.code, view: type, subject: .work(call.name), change: .moveWork(.pass),
        severity: .note,
        steps: ["keep the result in state, or in the model", "let the frames read it"])
    }
  }

  /// The view that shows its content anew for each frame.
  private static func frames(around code: Code) -> Code? {
    var inner = code
    for ancestor in code.ancestors {
      defer { inner = ancestor }
      if [.accessor, .function].contains(ancestor.kind) { return nil }
      guard ancestor.kind == .call, inner.kind == .argument, Views.ticks.contains(ancestor.calledName) else { continue }
      let schedule = ancestor.arguments.first?.firstChild
      // `.animation`, `.animation(minimumInterval: 1 / 30)`
      let name = schedule?.kind == .call ? schedule?.calledName : schedule?.name
      return name == Views.frameSchedule && ancestor.arguments.first != inner ? ancestor : nil
    }
    return nil
  }

  /// The stored property that a chain of methods goes over.
  private static func collection(of base: Code, in type: TypeInfo) -> String? {
    var base = base
    while base.kind == .call, base.callee?.kind == .member, let next = base.callee?.firstChild { base = next }
    guard let path = base.ownMemberPath, let property = type.property(path[0]), property.isStored,
      !(property.isLet && property.initialValue != nil)
    else { return nil }
    return path.joined(separator: ".")
  }
}
