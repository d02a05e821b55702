import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// Owned state without `private`.
  package static let nonPrivateState: SourceRule = .init(
    id: "non_private_state",
    summary: "state that the view owns is not private",
    rationale: """
      A `@State` that is not private is part of the memberwise initialiser. Callers can then pass a value, which counts \
      only the first time, and readers cannot tell inputs from state. Where the view has an initialiser of its own, only \
      the second holds. Silent where an extension in another file needs the property.
      """,
    advice: [.statePrivacy], severity: .note, fix: .makePrivate, isOptIn: true,
    page: Page(
      inTrace: """
        Nothing
        """,
      neverReported: """
        state that a memberwise initialiser takes on purpose, with a value for previews
        """,
      limits: """
        opt-in: it costs no update by itself
        """),
    triggering: [
      "struct Screen: View {\n  @State var ↓isShown = false\n  @AppStorage(\"theme\") var ↓theme = \"light\"\n  var body: some View { Text(isShown ? theme : \"\") }\n}",
      "struct Screen: View {\n  @FocusState var ↓isFocused: Bool\n  var body: some View { TextField(\"\", text: t).focused($isFocused) }\n}",
    ],
    nonTriggering: [
      "struct Screen: View {\n  var body: some View { Text(\"\") }\n}\nstruct Screen_Previews: PreviewProvider {\n  struct Sample: View {\n    @State var isOn = false\n    var body: some View { Toggle(\"\", isOn: $isOn) }\n  }\n  static var previews: some View { Sample() }\n}",
      "protocol Foldable { var isOpen: Bool { get } }\nstruct Screen: View, Foldable {\n  @State var isOpen = false\n  var body: some View { Toggle(\"\", isOn: $isOpen) }\n}",
      "struct Screen: View {\n  @State private var isAnimating = false\n  @State private var selectedTab = 0\n  var body: some View { Text(\"\") }\n}",
      "struct Screen: View {\n  @State var isShown = false\n  var body: some View { Text(\"\") }\n}\n#Preview { Screen(isShown: true) }",
      "struct Screen: View {\n  @Binding var isShown: Bool\n  let title: String\n  var body: some View { Text(title) }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, _ in
        type.code.isInPreview
          ? []
          : type.storedProperties.compactMap { property in
            guard let wrapper = property.wrapper, wrapper.storage.isOwnedByView, !property.isPrivate,
              !property.isStatic, !property.modifiers.contains("private(set)")
            else { return nil }
            // Without a value it is an input: `state_from_parameter` says so.
            if wrapper.storage.keepsFirst, property.initialValue == nil,
              property.typeText?.hasSuffix("?") != true, type.initializers.isEmpty,
              property.wrapperCode?.arguments.isEmpty != false
            {
              return nil
            }
            if graph.passes(property.name, to: type) { return nil }
            // `private` would not compile.
            if graph.isUsedInOtherFiles(property, of: type)
              || graph.conformanceRequirements(of: type).contains(property.name)
            {
              return nil
            }
            return Draft(
              isInMemberwiseInitializer(property, wrapper, of: type, graph)
                ? "@\(wrapper) '\(property.name)' of '\(type.name)' is not private, so callers can pass a value that only counts the "
                  + "first time; make it private"
                : "@\(wrapper) '\(property.name)' belongs to '\(type.name)' alone, which nothing says; make it private",
              at: property.place, code: property.code, view: type, subject: .property(property.name),
              change: .makePrivate(PropertyPath(property.name)),
              steps: ["add private to '\(property.name)'"])
          }
      }
    })

  /// Whether callers could pass a value: no initialiser is written in the type, which they build, and the wrapper takes one.
  private static func isInMemberwiseInitializer(
    _ property: Property, _ wrapper: Wrapper, of type: TypeInfo, _ graph: SourceGraph
  ) -> Bool {
    guard wrapper.storage.keepsFirst || property.initialValue != nil,
      property.wrapperCode?.arguments
        .contains(where: { $0.name == "wrappedValue" || $0.name == "initialValue" }) != true
    else { return false }
    return !type.initializers.contains { $0.code.parent?.detail != "extension" }
      && !graph.index.conforms(type, toAnyOf: Protocols.builtBySystem)
  }
}

extension SourceGraph {
  /// Whether an extension in another file than the declaration's mentions the property.
  func isUsedInOtherFiles(_ property: Property, of type: TypeInfo) -> Bool {
    mentions(of: property.name, in: type).contains { $0.file !== property.code.file }
  }
}
