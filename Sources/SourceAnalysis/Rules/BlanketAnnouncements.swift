import SwiftUIModel
internal import Vocabulary

/// `objectWillChange.send()` in a method: all observers are evaluated, whatever of it they show.
enum BlanketAnnouncements {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.compactMap { type in
      let places = graph.announcedByHand(type)
      guard let first = places.first, graph.isObserved(type) else { return nil }
      let method = methodName(around: first) ?? "the code around"
      return Draft(
        "\(method) announces that '\(type.name)' may have changed, and not what, so all are evaluated who observe it, whatever they "
          + "show; publish the members that views show, and leave the announcement out",
        at: first.start, code: first, view: type, subject: .type(type.qualifiedName),
        change: .announceMembers(DeclaredType(type)), certainty: .possible,
        steps: [
          "make what views show of '\(type.name)' @Published, and assign it where it changes",
          "then take out objectWillChange.send(), or send it only where something else changed that is shown",
        ],
        related: places.dropFirst().map {
          .init(.repetition, view: type.qualifiedName, place: $0.start, message: "announced here as well")
        })
    }
  }

  /// The same without a trace, where a clock announces it at each tick: whether anything differs nobody asks.
  static func atEachTick(_ graph: SourceGraph) -> [Draft] {
    let repeated = graph.repeatedMethods
    return graph.index.types.compactMap { type in
      guard let send = graph.announcedByHand(type).first(where: { isTicked($0, repeated) }), !tellsTime(type)
      else { return nil }
      let method = methodName(around: send) ?? "a clock"
      return Draft(
        "\(method) announces a change of '\(type.name)' at each tick of a clock, whether or not anything that is shown differs, and "
          + "each time evaluates all who observe it; compare what they show with the last time, and announce it when it differs",
        at: send.start, code: send, view: type, subject: .type(type.qualifiedName),
        change: .announceMembers(DeclaredType(type)), severity: .note,
        steps: [
          "keep what is shown in @Published members",
          "assign them only when they differ, and take out objectWillChange.send()",
        ])
    }
  }

  /// `child.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }`: whatever changes in an object inside evaluates all who
  /// observe the one around it.
  static func sentOn(_ graph: SourceGraph) -> [Draft] {
    graph.index.types.compactMap { type in
      guard type.isObservableObject, type.kind == .class else { return nil }
      let sources = type.allCode.filter { !$0.file.tree.ids(of: [Protocols.changePublisher]).isEmpty }
        .flatMap { $0.descendants(.member) }
        .filter { $0.name == Protocols.changePublisher && $0.isSentOn && $0.firstChild?.isSelf == false }
      guard let first = sources.first, let child = first.firstChild?.ownMemberPath, !child.isEmpty else { return nil }
      return Draft(
        "'\(type.name)' announces each change of '\(child.joined(separator: "."))' as its own, which evaluates all who observe it, whatever "
          + "of either they show; hand the object to the views that show it, or publish the members that they show",
        at: first.start, code: first, view: type, subject: .member(Protocols.changePublisher, of: child[0]),
        change: .announceMembers(DeclaredType(type)), severity: .note, certainty: .possible,
        steps: [
          "let the views that show '\(child.joined(separator: "."))' observe it themselves, or publish what they show of it, assigned when it differs",
          "then take out what sends its announcements on",
        ],
        related: sources.dropFirst().map {
          .init(.repetition, view: type.qualifiedName, place: $0.start, message: "sent on here as well")
        })
    }
  }

  private static func methodName(around send: Code) -> String? {
    send.ancestors.first { $0.kind == .function }.map { "'\($0.name)'" }
  }

  private static func isTicked(_ send: Code, _ repeated: RepeatedMethods) -> Bool {
    var inner = send
    for ancestor in send.ancestors {
      switch ancestor.kind {
      case .ifStatement: if ancestor.first(.conditions).map(mayCompare) ?? true { return false }
      case .ternary, .guardStatement, .catchClause: return false
      case .block:
        let earlier = ancestor.children.prefix { $0.index < inner.index }
        if earlier.contains(where: { $0.kind == .guardStatement && $0.first(.conditions).map(mayCompare) ?? true }) {
          return false
        }
      case .call where inner.kind == .argument:
        if ancestor.repetition == .clock { return true }
        // `publishIfChanged(state) { objectWillChange.send() }`: who is handed the closure may compare first.
        if !Functions.runsWhatItIsGiven.contains(ancestor.calledName) { return false }
      case .whileStatement: return ancestor.repetition == .clock
      // What is handed something mostly has news of it.
      case .function:
        return ancestor.first(.parameter) == nil && repeated.repetition(of: ancestor)?.source == .clock
      case .initializer, .accessor, .type: return false
      default: break
      }
      inner = ancestor
    }
    return false
  }

  /// Whether members say how long something takes or took: then each tick shows another value.
  private static func tellsTime(_ type: TypeInfo) -> Bool {
    ComputedMember.all(of: type).contains { mayTellTime($0.typeText, $0.body) }
      || type.functions.contains { function in function.body.map { mayTellTime(function.returnText, $0) } ?? false }
  }

  private static func mayTellTime(_ text: String?, _ body: Code) -> Bool {
    guard let text, KnownTypes.reals.contains(TypeName.base(text)) || TypeName.base(text) == KnownTypes.ofStringLiterals
    else { return false }
    return body.descendants.contains { $0.isFreshValue || $0.name == KnownTypes.intervalSinceNow }
  }

  /// Whether a condition may say that something differs: it compares, or asks a local that the code around sets on the way.
  private static func mayCompare(_ conditions: Code) -> Bool {
    conditions.descendants.contains { code in
      switch code.kind {
      case .binary: return ["!=", "==", "!=="].contains(code.name)
      // `if refresh() { … }`: what a method answers is its own affair.
      case .call: return code.callee?.memberPath?.count == 1
      case .identifier:
        guard let local = code.localDeclaration(of: code.name) else { return false }
        guard local.flags.contains(.isLet), let value = local.initialValue else { return true }
        return ([value] + Array(value.descendants)).contains { ["!=", "!=="].contains($0.name) && $0.kind == .binary }
      default: return false
      }
    }
  }
}

extension SourceGraph {
  /// Whether some view observes an object of the model.
  func isObserved(_ model: TypeInfo) -> Bool {
    holders(of: model).contains { $0.property.isObservedObject }
  }
}
