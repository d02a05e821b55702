import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// An expensive view whose own state makes comparing its inputs slow.
  package static let nonPodExpensiveView: SourceRule = .init(
    id: "non_pod_expensive_view",
    summary: "an expensive view with state of its own is compared field by field under a busy parent",
    rationale: """
      A view of plain values only is compared as memory. With property wrappers it is compared field by field, which costs \
      more, though equal values compare equal all the same: executed programs showed no evaluation that a wrapper view \
      would have spared, so without a trace this is about the cost of comparing. A plain wrapper that takes the values and \
      builds the view with state inside of it is compared cheaply. Look at larger costs first.
      """,
    advice: [.plainValueViews], severity: .note, fix: .wrapInPlainValueView, isOptIn: true,
    options: [
      Option(
        "minimum_lines", "lines of the body with its helpers that count as expensive", standard: 60,
        isWaivedByTrace: true)
    ],
    page: Page(
      inTrace: "Evaluations with cause `@self` and unchanged inputs",
      neverReported: "views without state of their own, small ones, and those that a quiet parent makes",
      limits: "what is expensive is judged by lines, calls and children"),
    triggering: [
      """
      struct Parent: View {
        @State private var text = ""
        var body: some View {
          TextField("", text: $text)
          Text(text)
          Detail(value: 1)
        }
      }
      struct ↓Detail: View {
        let value: Int
        @State private var isExpanded = false
        var body: some View {
          VStack {
      \((1...62).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            if isExpanded { Text("\\(value)") }
          }
        }
      }
      """
    ],
    nonTriggering: [
      """
      struct Parent: View {
        @State private var text = ""
        var body: some View {
          TextField("", text: $text)
          Text(text)
          Detail(value: 1, model: Model())
        }
      }
      struct Detail: View {
        let value: Int
        @State var model: Model
        var body: some View {
          VStack {
      \((1...62).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n"))
            Text(model.name)
          }
        }
      }
      """,
      """
      struct Parent: View {
        @State private var text = ""
        var body: some View {
          TextField("", text: $text)
          Text(text)
          FastView(title: "a", count: 1)
        }
      }
      struct FastView: View {
      let title: String
      let count: Int

      var body: some View {
      Text("\\(title): \\(count)")
      }
      }
      """,
    ],
    check: { graph in
      let minimum = SourceRule.nonPodExpensiveView.option("minimum_lines", in: graph)
      return graph.evaluatedViews.compactMap { type, evaluation in
        guard graph.isView(type), evaluation.lineCount >= minimum, !EquatableTypes.isEquatable(type, in: graph.index)
        else { return nil }
        let inputs = type.storedProperties.filter(\.isPlainInput)
        let own = type.storedProperties.filter { $0.storage?.isOwnedValue == true }
        let other = type.storedProperties.contains {
          $0.isObservedObject || $0.storage == .binding
        }
        // State that callers pass is an input, and hardly a plain one.
        let isPassed = own.contains { property in
          graph.passes(property.name, to: type)
            || !property.isPrivate && property.storage == .state && property.initialValue == nil
              && property.typeText?.hasSuffix("?") != true
        }
        guard !inputs.isEmpty, !own.isEmpty, !other, !isPassed,
          inputs.allSatisfy({ isPlainValue($0, in: type, graph) }),
          let (parent, child, cause) = ExpensiveViews.busyParent(of: type, graph)
        else { return nil }
        return Draft(
          "'\(type.name)' is expensive and has state, so '\(parent.name)' compares it field by field with every change of '\(cause)'; "
            + "wrap it in a view of plain values",
          at: type.code.nameStart, code: type.code, view: type, subject: .type(type.qualifiedName),
          change: .wrapInPlainValueView,
          steps: [
            "rename '\(type.name)' to a private inner view",
            "add a '\(type.name)' that only takes \(SourceGraph.list(inputs.map(\.name))) and builds it",
          ],
          related: [.init(.maker, view: parent.qualifiedName, place: child.code.start, message: "built here")])
      }
    },
    traces: TraceCheck(
      triggering: [
        """
        struct Parent: View {
          @State private var text = ""
          var body: some View {
            TextField("", text: $text)
            Text(text)
            Detail(value: 1)
          }
        }
        struct ↓Detail: View {
          let value: Int
          @State private var isExpanded = false
          var body: some View {
            Text("\\(value)")
            if isExpanded { Text("more") }
          }
        }
        """
      ]))

  /// Numbers, flags, texts and colours, and structs and enums of plain memory.
  private static func isPlainValue(_ property: Property, in type: TypeInfo, _ graph: SourceGraph) -> Bool {
    KnownTypes.cheap.contains(TypeName.base(property.typeText ?? ""))
      || graph.index.comparison(of: property, in: type) == .bitwise
  }
}
