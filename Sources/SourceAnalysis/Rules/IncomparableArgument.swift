import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An argument that never compares equal.
  package static let incomparableArgument: SourceRule = .init(
    id: "incomparable_argument",
    summary: "an argument of a child is made anew in each evaluation and never compares equal",
    rationale: """
      A child is skipped when all its inputs compare equal. A closure that captures changing values, a hand-written \
      `Binding(get:set:)`, an object or a struct of closures created in the parent's body differs each time, and the \
      child is evaluated with its parent whatever else happened. Pass values, key-path bindings, and objects that \
      somebody owns; keep closures free of what changes.
      """,
    advice: [.keyPathBindings, .equatableViews], severity: .note, fix: .makeArgumentsComparable,
    options: [
      Option(
        "minimum_elements", "elements of a child's body that count as expensive", standard: 8, isWaivedByTrace: true)
    ],
    page: Page(
      inTrace: "Evaluations with cause `@self` while nothing that the child shows changed",
      neverReported: "closures whose captures stay the same, bindings that are projected, and values that compare",
      limits: "whether two functions compare equal depends on what they capture: without a trace it is said with care"),
    triggering: [
      """
      struct Screen: View {
        let model: Model
        @State private var count = 0
        var body: some View {
          Text("\\(count)")
          Row(score: ↓Binding(get: { model.score }, set: { model.score = $0 }))
        }
      }
      struct Row: View {
        @Binding var score: Int
        var body: some View { Stepper("", value: $score) }
      }
      """,
      """
      final class Handler {}
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Text("\\(count)")
          Row(handler: ↓Handler())
        }
      }
      struct Row: View {
        let handler: Handler
        var body: some View { Text("") }
      }
      """,
      """
      struct Screen: View {
        @State private var filter = ""
        let items: [Item]
        var body: some View {
          List(items) { item in
            Row(item: item, onOpen: ↓{ open(item, filter) })
          }
          .navigationTitle(filter)
        }
      }
      struct Row: View {
        let item: Item
        let onOpen: () -> Void
        var body: some View { Button(item.name, action: onOpen) }
      }
      """,
      """
      struct Card<Content: View>: View {
        @ViewBuilder let ↓content: () -> Content
        var body: some View { VStack { content() } }
      }
      """,
      """
      struct Action { let run: () -> Void }
      struct Screen: View {
        var body: some View {
          Content().environment(\\.open, ↓Action { print("open") })
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Screen: View {
        @Bindable var model: Model
        let player: Player
        var body: some View { Row(player: player, score: $model[scoreFor: player]) }
      }
      """,
      """
      struct Screen: View {
        @State private var count = 0
        var body: some View {
          Row(title: "a") { Text("\\(count)") }
          Button("Add") { count += 1 }
        }
      }
      struct Row<Content: View>: View {
        let title: String
        @ViewBuilder let content: Content
        var body: some View { content }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        var seen: Set<Code> = []
        let children = evaluation.children.filter { $0.phase.isEvaluation && seen.insert($0.code).inserted }
        return joined(children.flatMap { child in arguments(of: child, in: type, evaluation, graph) })
          + environmentActions(type, evaluation, graph) + storedClosures(type, evaluation, graph)
      }
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Actions {
          let open: () -> Void
          let close: () -> Void
        }
        struct Panel: View {
          let ↓actions: Actions
          var body: some View { Button("Open", action: actions.open) }
        }
        """
      ]))

  /// One finding for all children of a type that are given the same argument in the same way.
  private static func joined(_ findings: [Draft]) -> [Draft] {
    var places: [String: Int] = [:]
    var result: [Draft] = []
    for finding in findings {
      if let first = places[finding.message] {
        result[first].related.append(
          .init(.repetition, view: finding.view, place: finding.place, message: "here as well"))
      } else {
        places[finding.message] = result.count
        result.append(finding)
      }
    }
    return result
  }

  private static func arguments(of child: Child, in type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph)
    -> [Draft]
  {
    guard !Views.builtin.contains(child.name), !child.code.isInPreview else { return [] }
    let childType = child.type.map { graph.index[$0] }
    guard childType.map(graph.isView) ?? UnknownViews.looksLikeView(child.name) else { return [] }
    return child.arguments.compactMap { argument in
      guard let reason = reason(argument, of: child, childType, type, evaluation, graph) else { return nil }
      let name = argument.property ?? (argument.label.isEmpty ? "the trailing closure" : argument.label)
      return Draft(
        "argument '\(name)' of '\(child.name)' never compares equal, because it is \(reason), so '\(child.name)' is evaluated with "
          + "every evaluation of '\(type.name)'",
        at: argument.value.start, code: argument.value, view: type, subject: .argument(name, child: child.name),
        change: .passComparable(.argument(name, child: child.name)),
        steps: [
          "pass '\(child.name)' values that compare equal: data instead of closures, $-projections instead of Binding(get:set:)"
        ],
        related: childType.map {
          [.init(.child, view: $0.qualifiedName, place: $0.code.nameStart, message: "the child")]
        } ?? []
      )
    }
  }

  private static func reason(
    _ argument: Child.Argument, of child: Child, _ childType: TypeInfo?, _ type: TypeInfo, _ evaluation: Evaluation,
    _ graph: SourceGraph
  ) -> String? {
    let value = made(argument.value)
    let property = argument.property.flatMap { childType?.property($0) }
    if value.kind == .call, Wrappers.bindings.contains(value.calledName), value.argument("get") != nil {
      return "a Binding made of closures"
    }
    if value.kind == .call, let path = value.callee?.memberPath, path.last?.startsUppercase == true {
      if let id = graph.index.resolve(path.joined(separator: "."), near: value.file.path, inside: type.id) {
        let made = graph.index[id]
        // An object handed to @StateObject or @ObservedObject has rules of its own.
        if made.kind == .class, property?.wrapper == nil { return "a new '\(made.name)' each time" }
        if made.kind == .struct, !EquatableTypes.isEquatable(made, in: graph.index), !graph.isView(made),
          value.arguments.contains(where: { $0.firstChild?.kind == .closure }),
          made.storedProperties.contains(where: { TypeName.isFunction($0.typeText ?? "") })
        {
          return "a '\(made.name)' of closures"
        }
      }
      return nil
    }
    if let stored = localClosureBinding(value, type) { return "the Binding '\(stored)' made of closures" }
    guard value.kind == .closure, let childType else { return nil }
    guard isStoredFunction(argument, property, childType), !child.code.isInPresentation,
      !EquatableTypes.isEquatable(childType, in: graph.index)
    else { return nil }
    let captured = changing(evaluation.mentions(in: value), type)
    let isExpensive =
      graph.evaluation(of: childType.id).map { ExpensiveViews.isExpensive(childType, $0, least: least(graph)) } ?? false
    guard child.row != nil || isExpensive else { return nil }
    if !captured.isEmpty { return "a closure that captures \(SourceGraph.list(captured))" }
    // Whatever it captures, a closure never compares equal; it matters where the parent changes for other reasons.
    let all = evaluation.mentions(in: value)
    guard isExpensive, !all.isEmpty, ExpensiveViews.busyParent(of: childType, graph) != nil else { return nil }
    return "a closure over \(SourceGraph.list(all.sorted()))"
  }

  /// What a local constant of the body stands for that is an object made there: `let formatter = RateFormatter()`.
  private static func made(_ value: Code) -> Code {
    guard value.kind == .identifier else { return value }
    for block in value.ancestors where block.kind == .block {
      let local = block.children.first { $0.kind == .variable && $0.name == value.name && $0.index < value.index }
      if let made = local?.initialValue { return made.kind == .call ? made : value }
    }
    return value
  }

  /// A computed property of the view that builds a closure binding.
  private static func localClosureBinding(_ value: Code, _ type: TypeInfo) -> String? {
    guard value.kind == .identifier, let property = type.property(value.name), let getter = property.getter,
      getter.descendants.contains(where: {
        $0.kind == .call && Wrappers.bindings.contains($0.calledName) && $0.argument("get") != nil
      }
      )
    else { return nil }
    return property.name
  }

  private static func isStoredFunction(_ argument: Child.Argument, _ property: Property?, _ child: TypeInfo) -> Bool {
    // Stored builders are reported where they are declared.
    if let property { return isAction(property) }
    return child.storedProperties.contains { $0.name == argument.label && isAction($0) }
  }

  /// A stored function that makes no view.
  private static func isAction(_ property: Property) -> Bool {
    guard let text = property.typeText, TypeName.isFunction(text), !property.attributes.contains(.viewBuilder) else {
      return false
    }
    let result = text.split(separator: ">").last.map(String.init)?.filter { $0.isLetter } ?? ""
    return !Conventions.contentEndings.contains(where: result.hasSuffix)
  }

  /// Captured properties whose values, not only whose storage, the closure holds.
  private static func changing(_ names: Set<String>, _ type: TypeInfo) -> [String] {
    names.filter { name in
      guard let property = type.property(name), property.isStored else { return false }
      return property.wrapper == nil && !property.isLet
        || property.storage?.isAssignedValue == true || property.storage == .observed
    }.sorted()
  }

  /// `.environment(\.key, Action { … })` with a struct of closures built in the body.
  private static func environmentActions(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    evaluation.calls(namedAnyOf: Modifiers.setsEnvironment).compactMap { call in
      guard call.phase.isEvaluation, call.code.arguments.count == 2,
        let key = call.code.arguments[0].firstChild, key.kind == .keyPath, let value = call.code.arguments[1].firstChild
      else { return nil }
      var made: TypeInfo?
      if value.kind == .call, let path = value.callee?.memberPath {
        if path.last?.startsUppercase == true, KnownTypes.values.contains(path.last ?? "") { return nil }
        made = graph.index.resolve(path.joined(separator: "."), near: value.file.path, inside: type.id).map {
          graph.index[$0]
        }
      }
      let holdsClosure = value.kind == .call && value.arguments.contains { $0.firstChild?.kind == .closure }
      guard value.kind == .closure || holdsClosure,
        value.kind == .closure || value.calledName.startsUppercase,
        made.map({ !EquatableTypes.isEquatable($0, in: graph.index) }) ?? true,
        !KnownTypes.actions.contains(value.calledName), !Wrappers.bindings.contains(value.calledName)
      else { return nil }
      return Draft(
        "the value of environment key '\(key.name)' is built from a closure in each evaluation of '\(type.name)' and never compares "
          + "equal, so every reader below is evaluated with it; keep one Equatable value",
        at: value.start, code: value, view: type, subject: .environmentValue(key: key.name),
        change: .passComparable(.environmentValue(key: key.name)),
        steps: ["give the action a type that is Equatable by what it captures, or keep it in an @Observable"])
    }
  }

  /// Inputs that hold closures by declaration: a stored builder, or a struct of closures.
  private static func storedClosures(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> [Draft] {
    guard graph.isView(type), !EquatableTypes.isEquatable(type, in: graph.index) else { return [] }
    return type.storedProperties.compactMap { property in
      guard property.isPlainInput, let text = property.typeText else { return nil }
      let builder = property.attributes.contains(.viewBuilder) ? text.filter { !$0.isWhitespace } : ""
      if builder.hasPrefix("()->"), !builder.hasSuffix("?") {
        return Draft(
          "'\(type.name)' stores its content as a closure, which never compares equal; call the builder in init and store the view",
          at: property.place, code: property.code, view: type, subject: .property(property.name),
          change: .passComparable(.input(PropertyPath(property.name))), severity: .note,
          steps: [
            "store '\(property.name)' as Content",
            "take @ViewBuilder \(property.name): () -> Content in init and assign \(property.name)()",
          ])
      }
      guard let id = graph.index.resolve(TypeName.base(text), near: property.code.file.path, inside: type.id) else {
        return nil
      }
      let value = graph.index[id]
      let closures = value.storedProperties.filter { TypeName.isFunction($0.typeText ?? "") }
      guard value.kind == .struct, closures.count >= 2, !EquatableTypes.isEquatable(value, in: graph.index),
        graph.isBuiltInRow(type) || ExpensiveViews.isExpensive(type, evaluation, least: least(graph))
      else { return nil }
      return Draft(
        "input '\(property.name)' of '\(type.name)' holds \(closures.count) closures and never compares equal, so the view is evaluated "
          + "with every evaluation of its parent; read the actions where they are called",
        at: property.place, code: property.code, view: type, subject: .property(property.name),
        change: .passComparable(.input(PropertyPath(property.name))), severity: .note,
        steps: ["move the actions into the leaf views that call them, or make '\(value.name)' Equatable by its data"],
        related: [.init(.declaration, place: value.code.nameStart, message: "the struct of closures")])
    }
  }

  private static func least(_ graph: SourceGraph) -> Int {
    SourceRule.incomparableArgument.option("minimum_elements", in: graph)
  }
}
