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
    seeds: ["003"], severity: .note, fix: "use_keypath_binding",
    triggering: [
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
    ],
    check: { graph in
      graph.evaluatedViews.flatMap { type, evaluation -> [Finding] in
        var seen: Set<Code> = []
        return evaluation.calls.compactMap { call in
          guard call.name == "Binding", seen.insert(call.code).inserted,
            let (path, hasEffects) = projection(of: call.code)
          else { return nil }
          let effect = hasEffects ? " and onChange for the rest of its setter" : ""
          return Finding(
            "this Binding(get:set:) reads and writes '\(path)' and is a new value in each evaluation of '\(type.name)'; project it with $\(effect)",
            at: call.code.start, code: call.code, view: type, subject: "binding." + path,
            steps: ["replace it by '$\(path)', through @Bindable where the object is @Observable"])
        }
      }
    })

  /// What getter and setter have in common: the path, and whether the setter does more than assign it.
  static func projection(of call: Code) -> (path: String, hasEffects: Bool)? {
    let closures = call.arguments.compactMap { $0.firstChild?.kind == .closure ? $0.firstChild : nil }
    guard closures.count == 2, let get = closures[0].first(.block), let set = closures[1].first(.block) else {
      return nil
    }
    let getter = Array(get.children)
    guard getter.count == 1, let value = getter.first.map({ $0.kind == .returnStatement ? $0.firstChild ?? $0 : $0 }),
      [.member, .identifier, .subscriptCall].contains(value.kind), isProjectable(value)
    else { return nil }
    let text = sourceText(value)
    let parameter = closures[1].first(.parameter)?.detail ?? "$0"
    let statements = Array(set.children)
    let assigns = statements.contains { statement in
      guard statement.kind == .assign, statement.name == "=" else { return false }
      let parts = Array(statement.children)
      return parts.count == 2 && sourceText(parts[0]) == text && !parts[0].flags.contains(.isOptional)
        && parts[1].kind == .identifier && parts[1].name == parameter
    }
    return assigns ? (text, statements.count > 1) : nil
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
