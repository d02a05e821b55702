import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// A hand-written binding that a key path expresses.
  package static let closureBinding: SourceRule = .init(
    id: "closure_binding",
    summary: "Binding(get:set:) is used where a $-projection would do",
    rationale: """
      A binding of closures is allocated in every evaluation and cannot be compared, so the child that takes it is \
      evaluated each time. Projecting a key path or a subscript (`$model.name`, `$model[id]`) makes a binding that \
      compares. Side effects of the setter belong into `onChange`. Transforms that no key path expresses are fine.
      """,
    advice: [.keyPathBindings], severity: .note, fix: .useKeyPathBinding,
    page: Page(
      inTrace: "Evaluations of the child with `@self, _binding`",
      neverReported: "transforms that no key path expresses",
      limits: "what a getter of the sources does is followed for one step"),
    triggering: [
      """
      @Observable final class Mixer { var gain = 0.8 }
      struct Console: View {
        let mixer: Mixer
        var body: some View { Fader(level: gain) }
        private var gain: Binding<Double> { ↓.init(get: { mixer.gain }, set: { mixer.gain = $0 }) }
      }
      struct Fader: View {
        @Binding var level: Double
        var body: some View { Slider(value: $level) }
      }
      """,
      """
      struct Screen: View {
        let model: Model
        let player: Player
        var body: some View {
          let binding = ↓Binding(
            get: { model[scoreFor: player] },
            set: { model[scoreFor: player] = $0 }
          )
          PlayerScoreRow(player: player, score: binding)
        }
      }
      """,
      """
      struct Screen: View {
        @EnvironmentObject var model: Model
        var body: some View {
          Toggle("On", isOn: ↓Binding(get: { model.database.isOn }, set: { value in
            model.database.isOn = value
            model.store()
          }))
        }
      }
      """,
      """
      struct IconStyle: ToggleStyle {
        func makeBody(configuration: Configuration) -> some View {
          Toggle(isOn: ↓Binding(get: { configuration.isOn }, set: { configuration.isOn = $0 })) { configuration.label }
        }
      }
      """,
      """
      @Observable final class Feed { var isMuted = false }
      struct FeedList: View {
        let store: Store
        var body: some View { row(store.first) }
        private func row(_ feed: Feed) -> some View {
          Toggle("", isOn: ↓Binding(get: { feed.isMuted }, set: { feed.isMuted = $0 }))
        }
      }
      """,
      """
      struct Form: View {
        @State private var draft = Draft()
        private var isOpen: Bool {
          get { draft.isOpen }
          nonmutating set { draft.isOpen = newValue }
        }
        var body: some View { Toggle("", isOn: ↓Binding(get: { isOpen }, set: { isOpen = $0 })) }
      }
      """,
      """
      struct Form: View {
        @Environment(Store.self) private var store
        var body: some View {
          @Bindable var store = store
          Picker("", selection: ↓Binding(get: { store.mode.rawValue }, set: { store.mode = Mode(rawValue: $0) ?? .dot })) {
            Text("Dot").tag("dot")
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Screen: View {
        @Bindable var model: Model
        let player: Player
        var body: some View { PlayerScoreRow(player: player, score: $model[scoreFor: player]) }
      }
      """,
      """
      struct Screen: View {
        @State private var celsius = 0.0
        var body: some View {
          Slider(value: Binding(get: { celsius * 9 / 5 + 32 }, set: { celsius = ($0 - 32) * 5 / 9 }))
        }
      }
      """,
      """
      struct Screen: View {
        @State private var error: String?
        var body: some View {
          Text("").alert("", isPresented: Binding(get: { error != nil }, set: { if !$0 { error = nil } })) {}
        }
      }
      """,
      """
      final class Feed { var isMuted = false }
      struct Screen: View {
        let feeds: [Feed]
        @State private var expiry: Date?
        private var days: Int {
          get { expiry?.days ?? 0 }
          nonmutating set { expiry = .now(plus: newValue) }
        }
        var body: some View {
          TextField("", value: Binding(get: { days }, set: { days = $0 }), format: .number)
          ForEach(feeds) { feed in
            Toggle("", isOn: Binding(get: { feed.isMuted }, set: { feed.isMuted = $0 }))
          }
        }
      }
      """,
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
        var seen: Set<Code> = []
        return evaluation.calls(namedAnyOf: Wrappers.bindings).compactMap { call in
          guard seen.insert(call.code).inserted,
            let (path, hasEffects, isRaw) = projection(of: call.code)
          else { return nil }
          let effect = hasEffects ? " and onChange for the rest of its setter" : ""
          guard let step = replacement(of: path, at: call.code, in: type, graph) else { return nil }
          return Draft(
            "this Binding(get:set:) reads and writes \(isRaw ? "the raw value of " : "")'\(path)' and is a new value in each evaluation "
              + "of '\(type.name)'; project it with $\(isRaw ? ", and tag the choices with the cases" : "")\(effect)",
            at: call.code.start, code: call.code, view: type, subject: .binding(path), change: .projectBinding,
            severity: isRaw ? .note : nil, steps: isRaw ? [step, "give the choices the cases as tags"] : [step])
        }
      }
    })

  /// What to write instead; `nil` where nothing shows that the root of the path has a projection.
  private static func replacement(
    of path: String, at call: Code, in type: TypeInfo, _ graph: SourceGraph
  ) -> String? {
    let root = String(path.prefix { $0 != "." && $0 != "[" })
    let rest = path.dropFirst(root.count)
    if !call.isShadowed(root), let property = type.property(root) {
      // A computed property has no `$`; what it stands for may have one.
      guard property.isStored else {
        guard let target = forwarded(property),
          type.property(String(target.prefix { $0 != "." && $0 != "[" }))?.isStored == true
        else { return nil }
        return replacement(of: target + rest, at: property.code, in: type, graph)
      }
      if let wrapper = property.wrapper, wrapper.storage != .environment {
        return wrapper.projects == .binding ? "replace it by '$\(path)'" : nil
      }
      guard property.wrapper == nil || property.environmentType != nil, !rest.isEmpty else { return nil }
      // Where the model is not in the sources it may be @Observable; one that is there has to be.
      guard graph.index.type(of: property, in: type)?.isObservableClass ?? isModelName(property) else { return nil }
      return "replace it by '$\(path)', after '@Bindable var \(root) = \(root)' in body or with @Bindable on '\(root)'"
    }
    // `@Bindable var model = model` in the body.
    if let local = call.localDeclaration(of: root), !rest.isEmpty,
      local.attributeNames.contains(where: { Wrappers.table[$0]?.projects == .binding })
    {
      return "replace it by '$\(path)'"
    }
    guard let typeText = parameterType(root, at: call) else { return nil }
    if KnownTypes.toggleConfigurations.contains(typeText), path == root + ".isOn" {
      return "replace it by '\(root).$isOn'"
    }
    guard !rest.isEmpty,
      let id = graph.index.resolve(typeText, near: call.file.path, inside: type.id), graph.index[id].isObservableClass
    else { return nil }
    return "replace it by '$\(path)', after '@Bindable var \(root) = \(root)'"
  }

  /// The path that a computed property reads and writes as it is: `get { form.name } nonmutating set { form.name = newValue }`.
  private static func forwarded(_ property: Property) -> String? {
    guard let getter = property.getter, let setter = property.code.all(.accessor).first(where: { $0.name == "set" }),
      let body = setter.first(.block), Array(getter.children).count == 1, Array(body.children).count == 1,
      let value = getter.firstChild.map({ $0.kind == .returnStatement ? $0.firstChild ?? $0 : $0 }),
      [.member, .subscriptCall].contains(value.kind), isProjectable(value), let assign = body.firstChild,
      assign.kind == .assign, assign.name == "="
    else { return nil }
    let parts = Array(assign.children)
    let text = sourceText(value)
    guard parts.count == 2, sourceText(parts[0]) == text, parts[1].kind == .identifier,
      parts[1].name == setter.first(.parameter)?.detail ?? "newValue", !text.hasPrefix(property.name + ".")
    else { return nil }
    return text
  }

  /// A type of another module that may be an object.
  private static func isModelName(_ property: Property) -> Bool {
    guard let text = property.environmentType ?? property.typeText else { return false }
    return !TypeName.isCollection(text) && !TypeName.isFunction(text) && property.wrapper == nil
      || property.environmentType != nil
  }

  /// The type of the parameter of the function around, if that is what the name means.
  private static func parameterType(_ name: String, at code: Code) -> String? {
    for ancestor in code.ancestors where [.closure, .function, .initializer, .block].contains(ancestor.kind) {
      if ancestor.kind == .block {
        if ancestor.children.contains(where: { $0.kind == .variable && $0.name == name && $0.index < code.index }) {
          return nil
        }
        continue
      }
      if let parameter = ancestor.children.first(where: { $0.kind == .parameter && $0.detail == name }) {
        return parameter.typeText
      }
      if ancestor.kind != .closure { return nil }
    }
    return nil
  }

  /// What getter and setter have in common: the path, and whether the setter does more than assign it.
  ///
  /// `isRaw`: it converts a raw value back and forth, which tags of the cases themselves make needless.
  static func projection(of call: Code) -> (path: String, hasEffects: Bool, isRaw: Bool)? {
    let closures = call.arguments.compactMap { $0.firstChild?.kind == .closure ? $0.firstChild : nil }
    guard closures.count == 2, let get = closures[0].first(.block), let set = closures[1].first(.block) else {
      return nil
    }
    let getter = Array(get.children)
    guard getter.count == 1, let value = getter.first.map({ $0.kind == .returnStatement ? $0.firstChild ?? $0 : $0 }),
      [.member, .identifier, .subscriptCall].contains(value.kind), isProjectable(value)
    else { return nil }
    let isRaw = value.kind == .member && value.name == Protocols.rawValue && value.firstChild?.kind == .member
    let text = sourceText(isRaw ? value.firstChild ?? value : value)
    let parameter = closures[1].first(.parameter)?.detail ?? "$0"
    let statements = Array(set.children)
    let assigns = statements.contains { statement in
      guard statement.kind == .assign, statement.name == "=" else { return false }
      let parts = Array(statement.children)
      return parts.count == 2 && sourceText(parts[0]) == text && !parts[0].flags.contains(.isOptional)
        && (isRaw
          ? ([parts[1]] + Array(parts[1].descendants)).contains {
            $0.kind == .call && $0.argument(Protocols.rawValue)?.name == parameter
          } : parts[1].kind == .identifier && parts[1].name == parameter)
    }
    return assigns ? (text, statements.count > 1, isRaw) : nil
  }

  /// A chain of members and subscripts from a name; a call in it is a transform.
  private static func isProjectable(_ value: Code) -> Bool {
    value.descendants.allSatisfy {
      [.member, .identifier, .subscriptCall, .argument, .literal, .string].contains($0.kind)
    }
      && !value.flags.contains(.isOptional)
  }

  /// The expression as a canonical text, `self.` left out.
  static func sourceText(_ code: Code) -> String {
    switch code.kind {
    case .identifier: return code.name
    case .member:
      guard let base = code.firstChild else { return "." + code.name }
      let text = sourceText(base)
      return text == "self" ? code.name : text + "." + code.name
    case .subscriptCall:
      let arguments = code.arguments.map { argument in
        (argument.name.isEmpty ? "" : argument.name + ": ") + (argument.firstChild.map(sourceText) ?? "")
      }
      return (code.callee.map(sourceText) ?? "") + "[" + arguments.joined(separator: ", ") + "]"
    case .literal, .string: return code.name
    default: return "…\(code.index)"
    }
  }
}
