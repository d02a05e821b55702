import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A hand-written `==` that forgets an input.
  package static let equatableIgnoresInput: SourceRule = .init(
    id: "equatable_ignores_input",
    summary: "the == of an Equatable view leaves out an input that its body reads",
    rationale: """
      SwiftUI skips an `Equatable` view whenever `==` says so. An input that `==` does not compare can change without \
      the view following: it goes on showing the old value. Closures are left out on purpose and are not reported. Of a view \
      that is plain memory SwiftUI asks `==` only where `.equatable()` stands behind it; where that stands nowhere, what `==` \
      leaves out does no harm yet, and the finding is a note.
      """,
    advice: [.equatableViews], severity: .warning, fix: .completeEquality, isNoteWithoutTrace: true,
    isAboutCorrectness: true,
    page: Page(
      inTrace: "Nothing: the view stays as it was",
      neverReported: """
        inputs that the body does not read, bindings, actions, views that compare all they hold, what is only made of compared inputs; in \
        a whole app inputs that nothing is seen to change while the view is shown
        """,
      limits: "a `==` that calls another function to compare is not followed"),
    triggering: [
      """
      struct Row: View, Equatable {
        let title: String
        let ↓isOn: Bool
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
        var body: some View { Text(title).bold(isOn) }
      }
      """
    ],
    nonTriggering: [
      """
      struct Fixed<Value: Equatable, Content: View>: View, Equatable {
        let value: Value
        let content: Content
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
        var body: some View { content }
      }
      """,
      """
      struct Row: View {
        let title: String
        let count: Int
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
        var body: some View { Text(title + "\\(count)") }
      }
      """,
      // The same at each place that makes it.
      """
      struct Votes: View, Equatable {
        let count: Int
        let isVertical: Bool
        var size = 12.0
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.count == rhs.count }
        var body: some View { Text("\\(count)").font(.system(size: isVertical ? size : 10)) }
      }
      struct Post: View {
        private let large = 48.0
        let count: Int
        var body: some View { HStack { Votes(count: count, isVertical: true); Votes(count: 1, isVertical: false, size: large) } }
      }
      """,
      """
      struct ExpensiveView: View, Equatable {
        let data: SomeData
        let onTap: () -> Void

        static func == (lhs: Self, rhs: Self) -> Bool {
          lhs.data.id == rhs.data.id
        }

        var body: some View { Text(data.name).onTapGesture(perform: onTap) }
      }
      """,
      """
      struct Row: View, Equatable {
        let title: String
        @State private var isOn = false
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
        var body: some View { Text(title).bold(isOn) }
      }
      """,
      """
      struct Row: View, Equatable {
        let item: Item
        let title: String
        init(item: Item) {
          self.item = item
          let name = item.name.uppercased()
          title = "\\(name) \\(item.number)"
        }
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.item == rhs.item }
        var body: some View { Text(title) }
      }
      """,
      // A binding is followed whatever == says, and the id of a namespace stays what it is.
      """
      struct Row: View, Equatable {
        let title: String
        let space: Namespace.ID
        @Binding var isOn: Bool
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.title == rhs.title }
        var body: some View { Text(title).bold(isOn).matchedGeometryEffect(id: title, in: space) }
      }
      """,
      // Made of what is compared, at each place.
      """
      struct Badge: View, Equatable {
        let user: User
        let tier: Int
        static func == (lhs: Self, rhs: Self) -> Bool { lhs.user.name == rhs.user.name && lhs.user.tier == rhs.user.tier }
        var body: some View { Text(user.name).bold(tier > 1) }
      }
      struct Screen: View {
        let account: User
        var body: some View { Badge(user: account, tier: account.tier) }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        guard graph.isView(type), graph.index.conforms(type, toAnyOf: Protocols.equatable),
          let equality = type.functions.first(where: { $0.name == "==" && $0.isStatic }),
          let body = equality.body, equality.parameters.count == 2
        else { return [] }
        let compared = body.mentionedNames
        // A helper or a combined key compares what we cannot see.
        guard
          !body.descendants.contains(where: {
            $0.kind == .call && $0.calledName.first?.isLowercase == true && $0.callee?.kind == .identifier
          })
        else { return [] }
        return type.storedProperties.compactMap { property in
          // A binding is followed whatever == says, and so is what else has a wrapper.
          guard property.isPlainInput, !compared.contains(property.name),
            !TypeName.isFunction(property.typeText ?? "Function"),
            !property.attributes.contains(.viewBuilder), !evaluation.evaluationReads(of: property.name).isEmpty,
            graph.index.type(of: property, in: type)?.isReference != true
          else { return nil }
          // What the type is generic over need not be comparable, and other views never are.
          guard let text = property.typeText, !Protocols.isView(text),
            !Views.erases.contains(TypeName.base(TypeName.elements(text).first ?? text)),
            !KnownTypes.identitiesOfViews.contains(text), !isParameter(text, of: type, graph)
          else {
            return nil
          }
          // What each construction gives the same value never differs.
          if graph.isConstantInput(property, of: type) { return nil }
          // It differs only where something differs that is compared.
          if DerivedInputs.isMade(property.name, of: compared, in: type)
            || DerivedInputs.isPassed(property.name, beside: body.comparedPaths, to: type, graph)
          {
            return nil
          }
          let isComparable =
            property.typeText.flatMap {
              graph.index.isEquatable($0, near: type.code.file.path, inside: type.id)
            } ?? false
          let isAsked = !EqualityNeverAsked.isSkipped(type, graph)
          var draft = Draft(
            isAsked
              ? "'\(type.name)' shows '\(property.name)' but its == does not compare it, so the view keeps showing the old value; compare it too"
              : "'\(type.name)' shows '\(property.name)' but its == does not compare it; SwiftUI does not ask it while the view is plain "
                + "memory without .equatable(), and would show the old value once it does; compare it too",
            at: property.place, code: equality.code, view: type, subject: .property(property.name),
            change: .completeEquality(with: PropertyPath(property.name)),
            severity: !isAsked || !isComparable ? .note : nil,
            steps: [
              "add lhs.\(property.name) == rhs.\(property.name) to =="
                + (isComparable ? "" : "; where its type is not Equatable, compare what it is told by")
            ],
            related: [
              .init(.declaration, view: type.qualifiedName, place: equality.code.nameStart, message: "the comparison")
            ])
          // Whoever leaves an input out mostly knows that it stays what it is while the view does.
          draft.driver = .input(PropertyPath(property.name))
          return draft
        }
      }
    })

  /// Whether a type in a generic view is most likely one of its parameters: nothing declares it.
  private static func isParameter(_ text: String, of type: TypeInfo, _ graph: SourceGraph) -> Bool {
    type.isGeneric && KnownTypes.table[text] == nil && TypeName.base(text) == text
      && graph.index.resolve(text, near: type.code.file.path, inside: type.id) == nil
  }
}

extension Code {
  /// What a `==` asks of either side: `["user", "name"]` of `lhs.user.name == rhs.user.name`.
  fileprivate var comparedPaths: Set<[String]> {
    Set(
      descendants(.identifier).compactMap { side in
        guard let path = side.accessChain.memberPath, path.count > 1, path[0] == side.name else { return nil }
        return Array(path.dropFirst())
      })
  }
}
