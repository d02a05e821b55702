import SwiftUIModel
internal import Vocabulary

/// What changes many times per second without any code of the view that writes it: a control that is dragged, a place on the
/// screen that is read while it scrolls, a clock in each row.
enum ContinuousUpdates {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      guard !evaluation.isIncomplete else { return [] }
      var seen: Set<Code> = []
      return evaluation.calls.compactMap { call -> Draft? in
        guard call.phase.isEvaluation, !call.code.isInPreview, seen.insert(call.code).inserted else { return nil }
        if Views.writesContinuously.contains(call.name), !call.code.hasFewSteps {
          return control(call.code, type, graph)
        }
        if Views.ticks.contains(call.name) {
          return clockOfRows(call, type, evaluation) ?? clock(call, type, graph) ?? idleClock(call, type)
        }
        if Views.givesGeometry.contains(call.name) { return place(call, type, evaluation) }
        return nil
      }
    }
  }

  /// `Slider(value: $theme.scale)`, where others observe the theme: each step of a drag evaluates them all.
  private static func control(_ call: Code, _ type: TypeInfo, _ graph: SourceGraph) -> Draft? {
    for argument in call.arguments {
      guard let path = argument.firstChild?.ownMemberPath, path.count >= 2, path[0].hasPrefix("$"),
        let property = type.property(String(path[0].dropFirst())),
        property.storage == .environmentObject || property.storage == .observed,
        isShared(property, in: type, graph)
      else { continue }
      let target = PropertyPath(property.name, Array(path.dropFirst()))
      return Draft(
        "'\(call.calledName)' writes '\(target.text)' at every step while it is dragged, and each write evaluates all who observe "
          + "'\(property.name)'; bind it to state of '\(type.name)', and write the model when the drag ends",
        at: call.start, code: call, view: type, subject: .path(target), change: .writeOnThreshold(target),
        severity: .note,
        steps: [
          "keep the value in state while it is dragged", "assign '\(target.text)' when editing ends, or debounced",
        ])
    }
    return nil
  }

  /// An object whose every change other views see, too.
  static func isShared(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let model = graph.index.type(of: property, in: type) else { return property.storage == .environmentObject }
    guard model.isObservableObject, model.publishedMembers.count >= 2 else { return false }
    if property.storage == .environmentObject { return true }
    return graph.evaluatedViews.contains { other, _ in
      other.id != type.id
        && other.storedProperties.contains {
          $0.isObservedObject && graph.index.type(of: $0, in: other)?.id == model.id
        }
    }
  }

  /// A clock of each row that evaluates more than the text which shows it.
  private static func clock(_ call: CallSite, _ type: TypeInfo, _ graph: SourceGraph) -> Draft? {
    let isRow = call.row?.contains(call.code) == true || graph.isBuiltBelowRow(type)
    let content = call.code.arguments.last?.firstChild
    // What moves with each frame is what the clock is for.
    let isPeriodic = call.code.arguments.first?.firstChild?.calledName == Views.periodicSchedule
    guard isRow, isPeriodic, let content, content.kind == .closure, content.elementCount >= leastElements else {
      return nil
    }
    return Draft(
      "each row of '\(type.name)' has a \(call.name) of its own, so all \(content.elementCount) views in it are evaluated by the clock, "
        + "row by row; put the \(call.name) around what shows the time alone",
      at: call.code.start, code: call.code, view: type, subject: .call(call.name),
      change: .writeOnThreshold(PropertyPath(call.name)),
      severity: .note,
      steps: ["move what does not show the time out of the \(call.name)", "or use a text that counts by itself"])
  }

  /// `TimelineView(.periodic(…)) { context in if let left = left(at: context.date) { … } }`: it ticks while there is nothing to show.
  private static func idleClock(_ call: CallSite, _ type: TypeInfo) -> Draft? {
    guard let schedule = call.code.arguments.first?.firstChild,
      schedule.calledName == Views.periodicSchedule || schedule.memberPath?.last == Views.frameSchedule,
      let content = call.code.arguments.last?.firstChild, content.kind == .closure, let block = content.first(.block),
      Array(block.children).count == 1, let decision = block.firstChild, decision.kind == .ifStatement,
      decision.all(.ifStatement).isEmpty,
      // Asked around it already, the clock stands still with it.
      !call.code.ancestors.prefix(while: { $0.kind != .accessor }).contains(where: { $0.kind == .ifStatement }),
      decision.all(.block).dropFirst().allSatisfy(showsNothing)
    else { return nil }
    return Draft(
      "the \(call.name) of '\(type.name)' goes on ticking while its content shows nothing; put it inside of the condition, which is "
        + "then asked when something changes",
      at: call.code.start, code: call.code, view: type, subject: .call(call.name),
      change: .writeOnThreshold(PropertyPath(call.name)), severity: .note, certainty: .possible,
      steps: [
        "ask around the \(call.name) whether there is anything to show",
        "put the \(call.name) around what shows the time alone",
      ])
  }

  /// `Color.clear.frame(width: 12)`, `EmptyView()`.
  private static func showsNothing(_ block: Code) -> Bool {
    block.children.allSatisfy { statement in
      let root = statement.chainRoot
      return root.memberPath == Views.clear || Views.showsNothing.contains(root.calledName)
    }
  }

  /// A clock around a list, which hands the time to each row: every tick makes all of them.
  private static func clockOfRows(_ call: CallSite, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard let content = call.code.arguments.last?.firstChild, content.kind == .closure,
      call.code.arguments.first?.firstChild?.calledName == Views.periodicSchedule,
      let context = content.first(.parameter)?.detail
    else { return nil }
    // `row(for: item, at: context.date)`: helpers that are given the time hand it on.
    let helpers = Set(
      content.descendants.filter { call in
        call.kind == .call && call.arguments.contains { $0.mentionedNames.contains(context) }
      }.map(\.calledName))
    let rows = evaluation.children.filter { child in
      child.type != nil && child.row != nil
        && (content.contains(child.code) || !helpers.isDisjoint(with: child.via))
    }
    guard let row = rows.first else { return nil }
    return Draft(
      "the \(call.name) of '\(type.name)' holds all rows, so each tick makes every '\(row.name)' anew; put a \(call.name) around the "
        + "text that shows the time, in the row",
      at: call.code.start, code: call.code, view: type, subject: .call(call.name),
      change: .writeOnThreshold(PropertyPath(call.name)),
      severity: .note,
      steps: [
        "take the \(call.name) from around the rows", "put one around what shows the time in '\(row.name)'",
        "or use a text that counts by itself",
      ], related: [.init(.child, view: row.name, place: row.code.start, message: "a row that each tick makes")])
  }

  private static let leastElements = 3

  /// `Banner(offset: proxy.frame(in: .global).minY)` in something that scrolls: all that the reader holds is evaluated for each
  /// step, in place of a modifier that moves it.
  private static func place(_ call: CallSite, _ type: TypeInfo, _ evaluation: Evaluation) -> Draft? {
    guard let closure = call.code.arguments.last?.firstChild, closure.kind == .closure,
      let proxy = closure.first(.parameter)?.detail, isScrolled(call, evaluation)
    else { return nil }
    let places = closure.descendants.filter { code in
      guard code.kind == .call, code.calledName == Views.placeOfGeometry,
        code.callee?.firstChild?.memberPath == [proxy], let member = code.parent, member.kind == .member,
        Views.movingEdges.contains(member.name)
      else { return false }
      return !evaluation.isDeferred(code) && !isToldOn(code, in: closure)
    }
    guard let first = places.first else { return nil }
    let isHandedOn = evaluation.children.contains { child in
      child.type != nil && child.arguments.contains { $0.value.contains(first) }
    }
    // What one modifier of one small view takes is as narrow as it gets.
    guard isHandedOn || closure.elementCount >= leastElements else { return nil }
    return Draft(
      "what the \(call.name) of '\(type.name)' holds is evaluated for each step of the scrolling, because it reads where it lies; "
        + "move it by visualEffect, or read the place in the smallest view that needs it",
      at: first.start, code: call.code, view: type, subject: .call(call.name),
      change: .writeOnThreshold(PropertyPath(proxy)),
      severity: .note,
      steps: [
        "apply what depends on the place with visualEffect or scrollTransition", "or let the child measure itself",
      ])
  }

  /// Handed to a preference or to a handler of changes: who stores it is what matters.
  private static func isToldOn(_ code: Code, in closure: Code) -> Bool {
    code.ancestors.prefix { $0 != closure }.contains { ancestor in
      ancestor.kind == .call
        && (Modifiers.setsPreference.contains(ancestor.calledName) || ancestor.calledEvent?.followsValue == true)
        && ancestor.arguments.contains { $0.contains(code) }
    }
  }

  /// Whether a scroll view or list holds the reader in this body.
  private static func isScrolled(_ call: CallSite, _ evaluation: Evaluation) -> Bool {
    if call.row != nil { return true }
    var places = [call.code]
    for name in call.via {
      for block in evaluation.evaluatedBlocks {
        places += block.descendants.filter { $0.kind == .identifier && $0.name == name }
      }
    }
    return places.contains { place in
      place.ancestors.contains { ancestor in
        ancestor.kind == .call
          && (Views.scrolls.contains(ancestor.calledName) || Views.makesRows.contains(ancestor.calledName)
            || Views.lazyStacks.contains(ancestor.calledName))
      }
    }
  }
}
