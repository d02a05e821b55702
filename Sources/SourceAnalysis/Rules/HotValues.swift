import SwiftUIModel
internal import Vocabulary

/// Values that change with every event while views show only coarser ones, stored in another way than by a callback
/// of the view: a trace tells how often they change.
enum HotValues {
  static func findings(_ graph: SourceGraph) -> [Draft] { ofBindings(graph) + members(graph) { _, _ in true } }

  /// Those that a gesture or a child writes through a binding.
  static func ofBindings(_ graph: SourceGraph) -> [Draft] { gestureStates(graph) + handedOut(graph) }

  /// The same without a trace: of members those that the sources show to be written again and again.
  static func findingsOfSources(_ graph: SourceGraph) -> [Draft] {
    let rates = ModelRates(graph, isWhole: true)
    return
      (gestureStates(graph) + handedOut(graph)
      + members(graph, countsObjects: true) { write, model in rates.rate(ofMember: write.member, of: model).isFrequent })
      .map { draft in
        var draft = draft
        draft.severity = .note
        return draft
      }
  }

  /// `@GestureState private var drag` with `.updating($drag)`, when the body shows only a coarser value.
  private static func gestureStates(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      type.storedProperties.compactMap { property -> Draft? in
        guard property.storage == .gesture,
          let updating = evaluation.calls.first(where: { call in
            Calls.events[call.name] == .gestureUpdate
              && call.code.arguments.first?.firstChild?.name == "$" + property.name
          }), Quantization(graph: graph, type: type).isShownCoarsely(property, evaluation, isHandedOut: true)
        else { return nil }
        return Draft(
          "'updating' writes '\(property.name)' for every event, so '\(type.name)' shows only one of a few values made of it, and "
            + "is evaluated for each of them; store that instead",
          at: updating.code.nameStart, code: updating.code, view: type, subject: .property(property.name),
          change: .writeOnThreshold(PropertyPath(property.name)),
          steps: ["make '\(property.name)' what the view shows", "assign it only when it differs"])
      }
    }
  }

  /// State that a child or modifier of the app writes for every event through a binding, while its owner shows only a
  /// coarser value: `ScrollReader(offset: $offset)`.
  private static func handedOut(_ graph: SourceGraph) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      evaluation.children.flatMap { child -> [Draft] in
        guard let id = child.type, child.phase.isEvaluation else { return [] }
        return child.arguments.compactMap { argument in
          guard argument.value.kind == .identifier, argument.value.name.hasPrefix("$"), let target = argument.property,
            let property = type.property(String(argument.value.name.dropFirst())), property.storage == .state,
            let write = hotWrite(of: target, in: graph.index[id], graph),
            Quantization(graph: graph, type: type).isShownCoarsely(property, evaluation, isHandedOut: true)
          else { return nil }
          return Draft(
            "'\(child.name)' writes '\(property.name)' for every event, so '\(type.name)' shows only one of a few values made of "
              + "it, and is evaluated for each of them; hand out and store that instead",
            at: property.place, code: property.code, view: type, subject: .property(property.name),
            change: .writeOnThreshold(PropertyPath(property.name)),
            steps: ["make '\(property.name)' what the view shows", "assign it only when it differs"],
            related: [.init(.writer, view: graph.index[id].qualifiedName, place: write.start, message: "written here")])
        }
      }
    }
  }

  /// Where a child writes its binding for every event: in a hot callback, or in a method of its coordinator.
  static func hotWrite(of binding: String, in child: TypeInfo, _ graph: SourceGraph) -> Code? {
    let own = graph.evaluation(of: child.id)?.writes.first { write in
      write.property == binding && Calls.runsPerEvent.contains(write.phase.finalCallerName)
        && !write.code.isGuarded(for: [binding], upTo: write.phase.caller)
    }
    if let own { return own.code }
    return child.code.all(.type).lazy.flatMap(\.descendants).first { code in
      guard code.kind == .assign, code.name == "=", let target = code.firstChild, target.kind == .member,
        target.name == binding || target.name == "wrappedValue" && target.firstChild?.name == binding
      else { return false }
      return code.ancestors.contains { $0.kind == .function } && !code.isGuarded(for: [binding], upTo: nil)
    }
  }

  /// Members of a model that a sensor, a timer or a scroll view keeps writing, while no view shows more of them than
  /// a coarser value.
  ///
  /// - Parameter countsObjects: Whether members of an `ObservableObject` count as well: how much of its changes they are a trace does not
  ///   say.
  private static func members(
    _ graph: SourceGraph, countsObjects: Bool = false, isOften: (MemberWrite, TypeInfo) -> Bool
  ) -> [Draft] {
    let writes = graph.memberWrites.value
    // Worked out of all that views show, and few writes come that far.
    let shown = OnDemand { CoarselyShown(graph) }
    return graph.index.types.flatMap { model -> [Draft] in
      guard model.isObservableClass || countsObjects && model.isObservableObject else { return [] }
      return writes[model.id].compactMap { write in
        guard write.path.isEmpty, model.isObservableClass || model.property(write.member)?.storage == .member,
          !write.value.isConstant, !graph.isGuarded(write.code, for: write.member), isOften(write, model),
          shown.value.contains(write.member, of: model)
        else { return nil }
        return Draft(
          "'\(write.member)' of '\(model.name)' is written for every event, while views show only one of a few values made of it; "
            + "compute that here and write it when it differs",
          at: write.code.start, code: write.code, view: model, subject: .property(write.member),
          change: .writeOnThreshold(PropertyPath(write.member)),
          steps: ["store what the views show of '\(write.member)'", "assign it only when it differs"])
      }
    }
  }
}

/// The members of models that every reading view shows only as a comparison, a step or a choice.
struct CoarselyShown {
  /// A stored member of a model that a view shows something of.
  struct Mention: Hashable {
    var model: TypeID
    var name: String
    var isQuantized: Bool
  }

  private var coarse: [TypeID: Set<String>] = [:]

  init(_ graph: SourceGraph) {
    var fine: [TypeID: Set<String>] = [:]
    for (type, evaluation) in graph.evaluatedViews {
      let mentions = graph.answers.shownMembers.value(for: type.id) { Self.mentions(type, evaluation, graph) }
      for mention in mentions {
        if mention.isQuantized {
          coarse[mention.model, default: []].insert(mention.name)
        } else {
          fine[mention.model, default: []].insert(mention.name)
        }
      }
    }
    for (model, names) in fine { coarse[model]?.subtract(names) }
  }

  /// What a view shows of members of models that hold one value of many, each once.
  private static func mentions(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Mention] {
    var found: Set<Mention> = []
    let inView = Quantization(graph: graph, type: type)
    for read in evaluation.reads where read.phase.isEvaluation && !read.isDerived {
      guard let member = read.path.first, let property = type.property(read.property),
        let model = graph.index.type(of: property, in: type),
        model.isObservableClass || model.isObservableObject
      else { continue }
      var quantizing = QuantizedMembers(graph: graph, model: model)
      // Of a collection a few values say nothing about how often it changes.
      let names = quantizing.wide(of: member)
      if names.isEmpty { continue }
      let isQuantized = !read.isProjection && (inView.isQuantized(read.code) || quantizing.quantizes(member))
      for name in names { found.insert(Mention(model: model.id, name: name, isQuantized: isQuantized)) }
    }
    return Array(found)
  }

  func contains(_ member: String, of model: TypeInfo) -> Bool { coarse[model.id]?.contains(member) ?? false }
}
