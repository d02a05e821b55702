extension SourceRule {
  /// Owned state without `private`.
  package static let nonPrivateState: SourceRule = .init(
    id: "non_private_state",
    summary: "state that the view owns is not private",
    rationale: """
      A `@State` that is not private is part of the memberwise initialiser. Callers can then pass a value, which counts \
      only the first time, and readers cannot tell inputs from state.
      """,
    seeds: ["003"], severity: .note, fix: "make_private",
    triggering: [
      "struct Screen: View {\n  @State var ↓isShown = false\n  @AppStorage(\"theme\") var ↓theme = \"light\"\n  var body: some View { Text(isShown ? theme : \"\") }\n}",
      "struct Screen: View {\n  @FocusState var ↓isFocused: Bool\n  var body: some View { TextField(\"\", text: t).focused($isFocused) }\n}",
    ],
    nonTriggering: [
      "struct Screen: View {\n  @State private var isAnimating = false\n  @State private var selectedTab = 0\n  var body: some View { Text(\"\") }\n}",
      "struct Screen: View {\n  @State var isShown = false\n  var body: some View { Text(\"\") }\n}\n#Preview { Screen(isShown: true) }",
      "struct Screen: View {\n  @Binding var isShown: Bool\n  let title: String\n  var body: some View { Text(title) }\n}",
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, _ in
        type.storedProperties.compactMap { property in
          guard let wrapper = property.wrapper, Property.ownedWrappers.contains(wrapper), !property.isPrivate,
            !property.isStatic, !property.modifiers.contains("private(set)")
          else { return nil }
          // Without a value it is an input: `state_from_parameter` says so.
          if ["State", "StateObject"].contains(wrapper), property.initialValue == nil,
            property.typeText?.hasSuffix("?") != true, type.initializers.isEmpty,
            property.wrapperCode?.arguments.isEmpty != false
          {
            return nil
          }
          if graph.passes(property.name, to: type) { return nil }
          return Finding(
            "@\(wrapper) '\(property.name)' of '\(type.name)' is not private, so callers can pass a value that only counts the "
              + "first time; make it private",
            at: property.place, code: property.code, view: type, subject: property.name,
            steps: ["add private to '\(property.name)'"])
        }
      }
    })
}
