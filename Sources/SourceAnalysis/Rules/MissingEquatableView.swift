extension SourceRule {
  /// An expensive view that could be compared but is not.
  package static let missingEquatableView: SourceRule = .init(
    id: "missing_equatable_view",
    summary: "an expensive view with comparable inputs is evaluated with its parent because it is not Equatable",
    rationale: """
      When a parent is evaluated, SwiftUI compares the inputs of its children. Inputs that are large values, classes or \
      types without `Equatable` often compare as different; an `Equatable` view decides for itself and is skipped. It \
      pays for expensive bodies under parents that change for other reasons. Views whose own dynamic properties change \
      anyway gain nothing.
      """,
    seeds: ["004 §4"], severity: .note, fix: "add_equatable_conformance",
    options: [Option("minimum_elements", "elements of a body that count as expensive", standard: 8)],
    triggering: [
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
      struct ↓Messages: View {
        let messages: [Message]
        var body: some View {
          List(messages.sorted { $0.text < $1.text }, id: \\.text) { message in
            Text(message.text)
          }
        }
      }
      """
    ],
    nonTriggering: [
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
      graph.evaluatedViews.compactMap { type, evaluation in
        guard graph.isView(type), type.kind == .struct, !EquatableTypes.isEquatable(type, in: graph.index),
          !type.conformances.contains("Reducer")
        else { return nil }
        let inputs = type.storedProperties.filter { !$0.isStatic && !($0.isLet && $0.initialValue != nil) }
        let plain = inputs.filter(\.isPlainInput)
        guard !plain.isEmpty, plain.allSatisfy({ isComparable($0, in: type, graph) }),
          plain.contains(where: { !isCheap($0) }), ExpensiveViews.isExpensive(type, evaluation, graph)
        else { return nil }
        // Object wrappers and bindings evaluate it anyway.
        let changing: Set<String> = ["ObservedObject", "StateObject", "EnvironmentObject", "Query", "FetchRequest"]
        guard !inputs.contains(where: { $0.wrapper.map(changing.contains) == true }) else { return nil }
        guard let (parent, child, cause) = ExpensiveViews.busyParent(of: type, graph) else { return nil }
        return Finding(
          "'\(parent.name)' evaluates '\(type.name)' with every change of '\(cause)', which reaches none of its inputs; make "
            + "'\(type.name)' Equatable",
          at: type.code.nameStart, code: type.code, view: type, subject: type.qualifiedName,
          steps: ["declare '\(type.name)' Equatable, comparing every stored input its body reads"],
          related: [.init(view: parent.qualifiedName, place: child.code.start, message: "built here")])
      }
    })

  /// Values whose comparison needs no type checker to be sure of.
  private static func isComparable(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    guard let text = property.typeText, !TypeName.isFunction(text), !property.attributes.contains("ViewBuilder"),
      !text.contains("any "), !text.contains("AnyView"), !text.contains("Binding<"), !text.contains("Content")
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
    ["Int", "Bool", "Double", "CGFloat", "String", "Float", "Color", "UUID", "Date", "URL", "Int64", "UInt", "Font"]
      .contains(
        TypeName.base(property.typeText ?? ""))
  }
}

/// Which views cost much, and which parents evaluate them for nothing.
enum ExpensiveViews {
  static let heavyCalls: Set<String> = ["sorted", "filter", "reduce", "flatMap", "compactMap", "decode", "grouping"]

  static func isExpensive(_ type: TypeInfo, _ evaluation: Evaluation, _ graph: SourceGraph) -> Bool {
    let minimum = graph.options.rules["missing_equatable_view"]?["minimum_elements"] ?? 8
    let elements = evaluation.calls.filter { call in
      call.phase.isEvaluation && call.name.first?.isUppercase == true && !Code.valueTypes.contains(call.name)
    }.count
    if elements >= minimum { return true }
    let holdsRows = evaluation.calls.contains {
      ["ForEach", "List", "Chart", "Canvas", "Table"].contains($0.name) && $0.phase.isEvaluation
    }
    let isHeavy = evaluation.calls.contains { heavyCalls.contains($0.name) && $0.phase.isEvaluation }
    return holdsRows && (isHeavy || elements >= 4)
  }

  /// A parent in the sources with a changing property that reaches no argument of the child.
  static func busyParent(of type: TypeInfo, _ graph: SourceGraph) -> (parent: TypeInfo, child: Child, cause: String)? {
    for (id, child) in graph.parents[type.id] ?? [] where id != type.id {
      guard let evaluation = graph.evaluation(of: id), child.phase.isEvaluation, !child.code.isPresented,
        graph.isView(graph.index[id])
      else {
        continue
      }
      let parent = graph.index[id]
      let reaching = evaluation.mentions(in: child.code)
      let cause = graph.changingProperties(of: parent, evaluation).first {
        !reaching.contains($0.property.name) && $0.property.wrapper != "Binding"
      }
      if let cause { return (parent, child, cause.property.name) }
    }
    return nil
  }
}
