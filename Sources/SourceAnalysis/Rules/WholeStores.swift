import SwiftUIModel
internal import Vocabulary

/// Content that observes all of a store of the Composable Architecture, and reads little of its state: `WithViewStore(store) { … }`
/// without a word about what it observes.
enum WholeStores {
  static func findings(_ graph: SourceGraph) -> [Draft] {
    let most = SourceRule.broadModelDependency.option("maximum_members_read", in: graph)
    return graph.evaluatedViews.flatMap { type, evaluation in
      evaluation.calls(namedAnyOf: [KnownTypes.observesStore]).compactMap { call -> Draft? in
        guard call.phase.isEvaluation, !call.code.isInPreview, let store = store(of: call.code, in: type),
          let content = call.code.arguments.last?.firstChild, content.kind == .closure,
          let read = members(readIn: content), !read.isEmpty, read.count <= most,
          holdsMore(store, than: read, in: type, graph)
        else { return nil }
        let names = read.sorted()
        return Draft(
          "what '\(KnownTypes.observesStore)' of '\(type.name)' holds reads only \(SourceGraph.list(names)), and is evaluated for each "
            + "change of the whole state; observe that alone",
          at: call.code.start, code: call.code, view: type, subject: .call(store.name),
          change: .narrowInput(PropertyPath(store.name)), severity: .note, certainty: .possible,
          steps: ["say what is observed: 'observe: \\.\(names[0])', or a struct of what the content shows"])
      }
    }
  }

  /// The store of the view that is observed as a whole; `nil` where the call says what of it.
  private static func store(of call: Code, in type: TypeInfo) -> Property? {
    guard let path = call.arguments.first?.firstChild?.ownMemberPath, path.count == 1,
      let store = type.property(path[0])
    else { return nil }
    guard let observed = call.argument(Labels.observedState) else { return store }
    // `observe: { $0 }`
    guard observed.kind == .closure, let block = observed.first(.block), Array(block.children).count == 1,
      block.firstChild?.kind == .identifier, block.firstChild?.name == "$0"
    else { return nil }
    return store
  }

  /// The members of the state that the content reads; `nil` where it hands the state on.
  private static func members(readIn content: Code) -> Set<String>? {
    let name = content.first(.parameter)?.detail ?? "$0"
    var read: Set<String> = []
    for use in content.descendants where use.kind == .identifier && use.name == name {
      guard let member = use.parent, member.kind == .member, member.firstChild == use, !member.name.hasPrefix("$")
      else {
        return nil
      }
      if member.name == KnownTypes.bindsToStore { return nil }
      if member.name != KnownTypes.sendsToStore { read.insert(member.name) }
    }
    return read
  }

  /// Whether the state has more than that, as far as the sources declare it.
  private static func holdsMore(_ store: Property, than read: Set<String>, in type: TypeInfo, _ graph: SourceGraph)
    -> Bool
  {
    // `StoreOf<Feature>`, `Store<AppState, AppAction>`
    let names = (store.typeText ?? "").split { "<,> ".contains($0) }
    guard names.count > 1 else { return true }
    let state = [names[1] + ".State", String(names[1])].lazy.compactMap {
      graph.index.resolve($0, near: type.code.file.path, inside: type.id)
    }.first
    guard let state else { return true }
    return graph.index[state].storedProperties.count > read.count
  }
}
