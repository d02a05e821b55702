import SwiftUIModel
internal import Vocabulary

/// `@Published` members that somebody assigns without comparing, whatever runs the assignment: a trace tells how often the
/// value was the same.
enum RepeatedPublishing {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    let writes = graph.memberWrites.value
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableObject else { return [] }
      return writes[model.id].compactMap { write in
        guard let property = model.property(write.member), property.storage == .member, mayRepeat(write, property)
        else { return nil }
        return Draft(
          "\(place(of: write)) assigns '\(([write.member] + write.path).joined(separator: "."))' without comparing, and each "
            + "assignment of a @Published property updates all observers of '\(model.name)'; write only when it differs",
          at: write.code.start, code: write.code, view: model, subject: .property(write.member),
          change: .writeOnlyOnChange(PropertyPath(write.member)), severity: .note,
          steps: ["compare with '\(write.member)' and assign only when different"])
      }
    }
  }

  private static func mayRepeat(_ write: MemberWrite, _ property: Property) -> Bool {
    !write.value.isFreshValue && !write.code.isGuarded(for: [write.path.last ?? write.member], upTo: nil)
      && !write.value.mentionsOwnMember(write.member) && !isBehindRemoveDuplicates(write)
  }

  private static func isBehindRemoveDuplicates(_ write: MemberWrite) -> Bool {
    guard let call = write.context?.parent?.parent, call.kind == .call else { return false }
    return call.callee?.descendants.contains { $0.kind == .member && Functions.dropsRepeats.contains($0.name) } ?? false
  }

  /// Words for what the assignment runs in.
  private static func place(of write: MemberWrite) -> String {
    guard let context = write.context else { return "the model" }
    if context.kind == .function { return "'\(context.name)'" }
    if context.kind == .closure {
      if let call = context.parent?.parent, context.parent?.kind == .argument, call.kind == .call,
        !call.calledName.isEmpty
      {
        return "'\(call.calledName)'"
      }
      if let assigned = context.parent, assigned.kind == .assign, let target = assigned.firstChild {
        return "'\(target.name)'"
      }
    }
    return "the code around"
  }
}

extension Code {
  /// Whether the subtree reads `name` or `self.name`, and not a member of something else that is called the same.
  func mentionsOwnMember(_ name: String) -> Bool {
    ([self] + Array(descendants)).contains { code in
      code.name == name
        && (code.kind == .identifier && !code.isShadowed(name)
          || code.kind == .member && code.firstChild?.kind == .identifier && code.firstChild?.name == "self")
    }
  }
}
