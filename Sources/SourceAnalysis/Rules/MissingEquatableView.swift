import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An expensive view that could be compared but is not.
  package static let missingEquatableView: SourceRule = .init(
    id: "missing_equatable_view",
    summary: "an expensive view with comparable inputs is evaluated with its parent because it is not Equatable",
    rationale: """
      When a parent is evaluated, SwiftUI compares the inputs of its children: plain memory bit by bit, Equatable values by \
      `==`, other structs field by field, so that most of what is made anew of equal parts is equal. Never equal is an \
      array or a dictionary made anew of values that are not `Equatable`; an `Equatable` view decides for itself and is \
      skipped. It pays for expensive bodies under parents that change for other reasons. Views whose own dynamic properties \
      change anyway gain nothing, nor do views whose inputs compare equal as they are; of a view that is plain memory the \
      `==` is not asked without `.equatable()`. Without a trace the rule asks for a container made anew. With a trace the \
      recorded updates decide.
      """,
    advice: [.equatableViews], severity: .note, fix: .addEquatableConformance, isOptInForApps: true,
    options: [
      Option("minimum_elements", "elements of a body that count as expensive", standard: 8, isWaivedByTrace: true),
      Option(
        "minimum_unequal_arguments", "arguments that certainly compare as different, at least", standard: 1,
        isWaivedByTrace: true),
    ],
    page: Page(
      inTrace: "Evaluations with cause `@self` under a parent whose changed state reaches none of the arguments",
      neverReported:
        "views whose inputs compare equal by themselves, small ones, and those with inputs that change anyway",
      limits: "what is expensive is judged by lines, calls and children"),
    triggering: [
      """
      struct Note: Identifiable { let id: Int; let title: String }
      struct Notes: View {
        let notes: [Note]
        @State private var query = ""
        @State private var selected: Int?
        @State private var checked: Set<Int> = []
        var body: some View {
          VStack {
            TextField("Find", text: $query)
            Text("\\(query) \\(checked.count)")
            List(notes) { note in
              NoteRow(note: note, onSelect: { selected = note.id }, onCheck: { checked.insert(note.id) })
            }
          }
        }
      }
      struct ↓NoteRow: View {
        let note: Note
        let onSelect: () -> Void
        let onCheck: () -> Void
        var body: some View {
          HStack {
            Text(note.title)
            Button("Open", action: onSelect)
            Button("Check", action: onCheck)
          }
        }
      }
      """,
      """
      struct Message { var text: String }
      struct Chat: View {
        @State private var draft = ""
        let texts: [String]
        var body: some View {
          Messages(messages: texts.map { Message(text: $0) })
          TextField("Draft", text: $draft)
          Text(draft)
        }
      }
      struct ↓Messages: View {
        let messages: [Message]
        var body: some View {
          List(messages.sorted { $0.text < $1.text }, id: \\.text) { message in
            Text(message.text)
          }
        }
      }
      """,
      """
      struct Run: View {
        let distance: Double
        @State private var seconds = 0
        private let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          VStack {
            Text("\\(seconds)")
            Stats(stats: [(label: "Distance", value: "\\(distance) km", icon: "figure.run")])
          }
          .onReceive(clock) { _ in seconds += 1 }
        }
      }
      struct ↓Stats: View {
        let stats: [(label: String, value: String, icon: String)]
        var body: some View {
          ForEach(stats, id: \\.label) { stat in
            VStack { Image(systemName: stat.icon); Text(stat.value); Text(stat.label) }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Message: Equatable { var text: String }
      struct Chat: View {
        @State private var draft = ""
        let messages: [Message]
        var body: some View {
          Messages(messages: messages)
          TextField("Draft", text: $draft)
          Text(draft)
        }
      }
      struct Messages: View {
        let messages: [Message]
        var body: some View {
          List(messages.sorted { $0.text < $1.text }, id: \\.text) { message in
            Text(message.text)
          }
        }
      }
      """,
      """
      struct ExpensiveView: View, Equatable {
      let data: SomeData

      static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.data.id == rhs.data.id // Custom equality check
      }

      var body: some View {
      // Expensive computation
      Text("")
      }
      }
      """,
      """
      struct Parent: View {
        @State private var draft = ""
        var body: some View {
          Label(title: "a")
          TextField("Draft", text: $draft)
          Text(draft)
        }
      }
      struct Label: View {
        let title: String
        var body: some View { Text(title) }
      }
      """,
    ],
    check: { graph in
      let found = graph.evaluatedViews.compactMap { type, evaluation -> Draft? in
        guard graph.isView(type), type.kind == .struct else { return nil }
        let inputs = type.storedProperties.filter { !$0.isStatic && !($0.isLet && $0.initialValue != nil) }
        let plain = inputs.filter(\.isPlainInput)
        // Object wrappers and bindings evaluate it anyway. What is told from the view alone comes first: most views end here.
        guard !plain.isEmpty, plain.contains(where: { !isCheap($0) }),
          !inputs.contains(where: { $0.isObservedObject || $0.storage == .query }),
          ExpensiveViews.isExpensive(
            type, evaluation, least: SourceRule.missingEquatableView.option("minimum_elements", in: graph)),
          type.conformances.isDisjoint(with: Protocols.logic), !EquatableTypes.isEquatable(type, in: graph.index),
          plain.allSatisfy({ isComparable($0, in: type, graph) })
        else { return nil }
        guard let (parent, child, cause) = ExpensiveViews.busyParent(of: type, graph) else { return nil }
        // Plain memory is compared as memory: an `==` would not be asked.
        guard !graph.index.isPlainMemory(type) else { return nil }
        let unequal = child.arguments.compactMap { containerMadeAnew($0, for: type, in: parent, graph) }
        let minimum = SourceRule.missingEquatableView.option("minimum_unequal_arguments", in: graph)
        guard unequal.count >= minimum else { return nil }
        // What a binding or a wrapper of the app's own brings may change just as often.
        if minimum > 0, inputs.contains(where: { $0.storage?.isSettledByView == false }) { return nil }
        let why =
          unequal.first.map {
            "'\(parent.name)' makes the argument '\($0.label)' of '\(type.name)' anew, a container of '\($0.element)', which is not "
              + "Equatable and so never compares equal; every change of '\(cause)' evaluates '\(type.name)' although it reaches none "
              + "of its inputs; make '\($0.element)' Equatable, and '\(type.name)' by the inputs that it shows"
          }
          ?? "a change of '\(cause)' in '\(parent.name)' reaches none of the inputs of '\(type.name)'; make '\(type.name)' Equatable, so "
          + "that it is not evaluated for it"
        return Draft(
          why,
          at: type.code.nameStart, code: type.code, view: type, subject: .type(type.qualifiedName),
          change: .compareView,
          steps: ["declare '\(type.name)' Equatable, comparing every stored input its body reads"],
          related: [.init(.maker, view: parent.qualifiedName, place: child.code.start, message: "built here")])
      }
      let known = Set(found.map(\.place))
      return found + graph.ofSourcesAlone { rowsOfFunctions(graph).filter { !known.contains($0.place) } }
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Point { var x: Int }
        struct Parent: View {
          @State private var draft = ""
          let points: [Point]
          var body: some View {
            Label1(points: points)
            TextField("Draft", text: $draft)
            Text(draft)
          }
        }
        struct ↓Label1: View {
          let points: [Point]
          var body: some View { Text("\\(points.count)") }
        }
        """,
        """
        struct Turn: Identifiable { let id: Int; var parts: [Part] }
        struct Part { var text: String }
        @Observable final class Talk {
          var turns: [Turn] = []
          private var parts: [Part] = []
          func receive(_ part: Part) {
            parts.append(part)
            turns = parts.enumerated().map { Turn(id: $0, parts: [$1]) }
          }
        }
        struct Transcript: View {
          let talk: Talk
          var body: some View { ForEach(talk.turns) { turn in TurnView(turn: turn) } }
        }
        struct ↓TurnView: View {
          let turn: Turn
          var body: some View { Text(turn.parts.map(\\.text).joined()) }
        }
        """,
      ], suspects: { graph in ElementsMadeAnew(graph, .values).findings() }))

  /// Rows that are given several functions, each another one after changes of what the rows do not show.
  private static func rowsOfFunctions(_ graph: SourceGraph) -> [Draft] {
    var seen: Set<TypeID> = []
    return graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      evaluation.children.compactMap { child in
        guard child.phase.isEvaluation, let id = child.type, !seen.contains(id),
          let functions = SourceRule.differentFunctions(of: child, in: type, evaluation, graph)
        else { return nil }
        seen.insert(id)
        let row = graph.index[id]
        let names = SourceGraph.list(functions.map { $0.property ?? $0.label })
        return Draft(
          "'\(type.name)' makes \(names) of '\(row.name)' anew, which capture what changes while it is shown, so every row is evaluated "
            + "with it; make '\(row.name)' Equatable by what it shows, and leave the functions out",
          at: row.code.nameStart, code: row.code, view: row, subject: .type(row.qualifiedName), change: .compareView,
          severity: .note, certainty: .possible,
          steps: [
            "declare '\(row.name)' Equatable, comparing every stored input that its body shows",
            "leave \(names) out of ==, where what they do depends on nothing else than the row's own data",
          ],
          related: [.init(.maker, view: type.qualifiedName, place: child.code.start, message: "made here")])
      }
    }
  }

  /// An argument that never compares equal, for the parent makes a container anew of values that are not Equatable.
  private static func containerMadeAnew(
    _ argument: Child.Argument, for child: TypeInfo, in parent: TypeInfo, _ graph: SourceGraph
  ) -> (label: String, element: String)? {
    guard let name = argument.property,
      case .never(.container(let element)) = graph.comparison(of: argument, to: child, in: parent)
    else { return nil }
    return (name, element)
  }

  /// Values whose comparison needs no type checker to be sure of.
  private static func isComparable(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let text = property.typeText, !TypeName.isFunction(text), !property.attributes.contains(.viewBuilder),
      !text.contains("any "), !Views.erases.contains(where: text.contains), !TypeName.mentionsBinding(text),
      !text.contains(Conventions.contentType)
    else { return false }
    return TypeName.elements(text).allSatisfy { name in
      guard let id = graph.index.resolve(name, near: property.code.file.path, inside: type.id) else { return true }
      let value = graph.index[id]
      return value.kind == .extension || EquatableTypes.isEquatable(value, in: graph.index)
        || !value.isReference && value.kind != .protocol && EquatableTypes.canConform(value, in: graph.index)
    }
  }

  /// Plain numbers, flags and strings are compared well without help.
  private static func isCheap(_ property: Property) -> Bool {
    KnownTypes.cheap.contains(TypeName.base(property.typeText ?? ""))
  }
}

/// Which views cost much, and which parents evaluate them for nothing.
enum ExpensiveViews {
  static let heavyCalls = Methods.isPass.union(Methods.sorts).union([Methods.decoding])

  /// - Parameter least: Elements of a body from which on it is.
  static func isExpensive(_ type: TypeInfo, _ evaluation: Evaluation, least: Int) -> Bool {
    let elements = evaluation.calls.filter { call in
      call.phase.isEvaluation && call.name.startsUppercase && !KnownTypes.values.contains(call.name)
    }.count
    if elements >= least { return true }
    let holdsRows = evaluation.calls.contains {
      (Views.makesRows.contains($0.name) || Views.draws.contains($0.name)) && $0.phase.isEvaluation
    }
    let isHeavy = evaluation.calls.contains { heavyCalls.contains($0.name) && $0.phase.isEvaluation }
    return holdsRows && (isHeavy || elements >= 4)
  }

  /// Whether something that changes evaluates the view.
  static func isBusy(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> Bool {
    !graph.changingProperties(of: type, evaluation).isEmpty
  }

  /// A parent in the sources with a changing property that reaches no argument of the child.
  static func busyParent(of type: TypeInfo, _ graph: SourceGraph) -> (parent: TypeInfo, child: Child, cause: String)? {
    for (id, child) in graph.parents[type.id] ?? [] where id != type.id {
      guard let evaluation = graph.evaluation(of: id), child.phase.isEvaluation, !child.code.isInPresentation,
        graph.isView(graph.index[id])
      else {
        continue
      }
      let parent = graph.index[id]
      let reaching = evaluation.mentions(in: child.code)
      let cause = graph.changingProperties(of: parent, evaluation).first {
        !reaching.contains($0.property.name) && $0.property.storage != .binding
      }
      if let cause { return (parent, child, cause.property.name) }
    }
    return nil
  }
}
