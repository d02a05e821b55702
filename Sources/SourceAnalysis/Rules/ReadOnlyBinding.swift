import SwiftUIModel
internal import Vocabulary

extension SourceGraph {
  /// Whether a type of the sources keeps a value of this one.
  fileprivate func isStored(_ type: TypeInfo) -> Bool {
    index.types.contains { owner in
      owner.storedProperties.contains { property in
        guard let text = property.typeText, let last = text.utf8.last else { return false }
        // What ends with a name ends with that of the type.
        if Words.isNameByte(last), !text.utf8.suffix(type.name.utf8.count).elementsEqual(type.name.utf8) {
          return false
        }
        return TypeName.base(text) == type.name
      }
    }
  }
}

extension SourceRule {
  /// A binding that nobody writes through.
  package static let readOnlyBinding: SourceRule = .init(
    id: "read_only_binding",
    summary: "a binding is only read",
    rationale: """
      A `@Binding` promises to write. When the view only shows the value, a `let` says so, is compared as a plain \
      value, and keeps the parent free to compute it.
      """,
    advice: [.bindingsOnlyToWrite], severity: .note, fix: .passAsLetOrBinding, isOptIn: true,
    page: Page(
      inTrace: """
        The child is evaluated with `@self, _name` where a plain value would compare equal
        """,
      neverReported: """
        bindings that are projected, written or handed to another view or to a representable
        """,
      limits: """
        a binding that another file writes through an extension of another type is not seen
        """),
    triggering: [
      "struct Badge: View {\n  @Binding var ↓count: Int\n  var body: some View { Text(\"\\(count)\") }\n}"
    ],
    nonTriggering: [
      """
      struct AddButton: View {
        @Binding var name: String
        let add: (String) -> Void
        var body: some View { Button("Add") { add(name) } }
      }
      """,
      "struct Camera: UIViewControllerRepresentable {\n  @Binding var image: UIImage?\n  final class Coordinator {\n    let picker: Camera\n    init(picker: Camera) { self.picker = picker }\n    func finish(_ found: UIImage) { picker.image = found }\n  }\n  func makeCoordinator() -> Coordinator { Coordinator(picker: self) }\n  func updateUIViewController(_ controller: UIViewController, context: Context) { show(image) }\n}",
      "struct ChildView: View {\n  @Binding var isSelected: Bool\n  var body: some View { Button(\"Toggle\") { isSelected.toggle() } }\n}",
      "struct Picker: View {\n  @Binding var count: Int\n  var body: some View { Stepper(\"\", value: $count) }\n}",
      "struct Badge: View {\n  let count: Int\n  var body: some View { Text(\"\\(count)\") }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation in
        evaluation.isIncomplete
          ? []
          : type.storedProperties.compactMap { property in
            guard property.storage == .binding else { return nil }
            // A binding that actions alone ask for tells the view of nothing, and a value would.
            guard graph.onlyReads(property, in: type), !evaluation.evaluationReads(of: property.name).isEmpty,
              !graph.conformanceRequirements(of: type).contains(property.name)
            else { return nil }
            return Draft(
              "'\(type.name)' never writes @Binding '\(property.name)'; take it as let, so that it compares as a plain value",
              at: property.place, code: property.code, view: type, subject: .property(property.name),
              change: .takeValue(PropertyPath(property.name)),
              steps: ["declare '\(property.name)' as let", "pass the value instead of the binding"])
          }
      }
    })
}

extension SourceGraph {
  /// Whether a view only reads the value of a binding.
  func onlyReads(_ binding: Property, in type: TypeInfo) -> Bool {
    let usages = mentions(of: binding.name, in: type)
    let mayWrite = usages.contains { usage in
      if usage.name != binding.name || usage.isWritten { return true }
      if usage.ancestors.contains(where: { $0.kind == .initializer }) {
        return usage.accessChain.parent?.kind == .assign
      }
      // A method called on it could change it.
      let chain = usage.accessChain
      if chain.kind == .member, chain.parent?.kind == .call, chain.parent?.callee == chain {
        return !Methods.onlyReads.contains(chain.name)
      }
      return false
    }
    // A coordinator that keeps the representable writes and reads the binding by a name of its own.
    return !usages.isEmpty && !mayWrite
      && !(type.isRepresentable && isStored(type))
  }
}
