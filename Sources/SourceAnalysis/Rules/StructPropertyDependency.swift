import SwiftUIModel
internal import Vocabulary

extension SourceRule {
  /// One field of a struct in a model.
  package static let structPropertyDependency: SourceRule = .init(
    id: "struct_property_dependency",
    summary: "a view reads one field of a struct stored in an @Observable and depends on the whole struct",
    rationale: """
      Observation tracks stored properties, not the fields of a struct in them. A view that shows `session.user.name` is \
      evaluated when any other field of `user` changes. Expose the fields that views read as properties of the model.
      """,
    advice: [.observableGranularity], severity: .note, fix: .exposeFields, isOptInForApps: true,
    page: Page(
      inTrace: """
        Evaluations by the struct's key path although the field that is shown stayed the same
        """,
      neverReported: """
        views that use the whole struct or most of it
        """,
      limits: """
        how often the other fields are written is not known without a trace
        """),
    triggering: [
      """
      struct Screen: Equatable { var title = ""; var rows: [String] = []; var cursor = 0 }
      @Observable final class Terminal {
        var screen = Screen()
        func receive() { screen.cursor += 1 }
      }
      struct Chrome: View {
        let terminal: Terminal
        var body: some View { Text(title) }
        private var title: String {
          let screen = terminal.↓screen
          return screen.title.isEmpty ? "Terminal" : screen.title
        }
      }
      """,
      """
      struct User { var name: String; var email: String; var lastSeen: Date }
      @Observable final class Session { var user = User(name: "", email: "", lastSeen: .now) }
      struct Header: View {
        let session: Session
        var body: some View { Text(session.↓user.name) }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Screen: Equatable { var title = ""; var rows: [String] = []; var cursor = 0 }
      @Observable final class Terminal { var screen = Screen() }
      struct Chrome: View {
        let terminal: Terminal
        var body: some View {
          let screen = terminal.screen
          Text(screen.title)
          Body(screen: screen)
        }
      }
      """,
      """
      struct User { var name: String; var email: String; var lastSeen: Date }
      @Observable final class Session { var user = User(name: "", email: "", lastSeen: .now) }
      struct Header: View {
        let session: Session
        var body: some View { UserView(user: session.user) }
      }
      """,
      """
      @Observable final class Session { var userName = "" }
      struct Header: View {
        let session: Session
        var body: some View { Text(session.userName) }
      }
      """,
    ],
    check: { graph in fields(graph) },
    traces: TraceCheck(
      triggering: [
        """
        struct Position { var speed = 0.0; var heading = 0.0; var signal = 0 }
        @Observable final class Drone { var position = Position() }
        struct Screen: View {
          let drone: Drone
          var body: some View { Text("\\(drone.↓position.speed) \\(drone.position.heading)") }
        }
        """
      ],
      suspects: { graph in fields(graph, isSuspecting: true) }))

  /// - Parameter isSuspecting: Whether the struct may be known by a generic argument alone.
  private static func fields(_ graph: SourceGraph, isSuspecting: Bool = false) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation -> [Draft] in
      var byMember: [String: [Read]] = [:]
      for read in evaluation.reads
      where read.phase.isEvaluation && !read.isDerived && !read.isProjection && !read.path.isEmpty {
        byMember[read.property + "." + read.path[0], default: []].append(read)
      }
      return byMember.sorted { $0.key < $1.key }.compactMap { key, reads in
        guard let first = reads.first, let property = type.property(first.property),
          let model = graph.model(of: property, in: type), model.isObservableClass,
          let stored = model.property(first.path[0]),
          stored.isStored, !stored.isLet, !stored.attributes.contains(.untracked),
          let value = graph.index.type(of: stored, in: model)
            ?? (isSuspecting ? generic(stored, of: property, in: type, graph) : nil), value.kind == .struct,
          !TypeName.isCollection(stored.typeText ?? ""), value.storedProperties.filter({ !$0.isLet }).count >= 3
        else { return nil }
        // What is only watched is not shown, and a closure follows it.
        if !isSuspecting, reads.allSatisfy({ isWatched($0.code) }) { return nil }
        let fields = reads.reduce(into: Set<String>()) { $0.formUnion(self.fields(of: $1)) }
        guard isSuspecting ? fields.count < value.storedProperties.count(where: { !$0.isLet }) : fields.count == 1,
          fields.allSatisfy({ value.property($0)?.isStored == true })
        else { return nil }
        let shown = SourceGraph.list(fields.sorted())
        let path = PropertyPath(first.property, first.path[0])
        return Draft(
          "'\(type.name)' shows only \(shown) of '\(key)' but is evaluated when any field of '\(value.name)' changes; expose "
            + "\(shown) as \(fields.count == 1 ? "a property" : "properties") of '\(model.name)'",
          at: first.code.parent?.nameStart ?? first.code.start, code: first.code, view: type, subject: .path(path),
          change: .exposeFields(path, of: DeclaredType(model)),
          steps: [
            "add a stored \(shown) to '\(model.name)' and keep \(fields.count == 1 ? "it" : "them") in step with '\(stored.name)'",
            "read \(fields.count == 1 ? "it" : "them") in '\(type.name)'",
          ])
      }
    }
  }

  /// The fields of a struct that are read of it, itself or by the name of a local: `let screen = model.screen`. Empty for all of it.
  private static func fields(of read: Read) -> Set<String> {
    if read.path.count > 1 { return [read.path[1]] }
    guard let value = read.code.accessChain.parent, value.kind == .value, let local = value.parent,
      local.kind == .variable, local.flags.contains(.isLet), !local.name.isEmpty, let block = local.parent,
      block.kind == .block
    else { return [""] }
    let uses = block.descendants(.identifier).filter { $0.name == local.name && $0.index > local.index }
    return Set(
      uses.map { use in use.parent.flatMap { $0.kind == .member && $0.firstChild == use ? $0.name : nil } ?? "" })
  }

  /// `.onChange(of: model.preset.id)`.
  private static func isWatched(_ code: Code) -> Bool {
    code.ancestors.prefix { ![.block, .closure].contains($0.kind) }.contains { argument in
      argument.kind == .argument && argument.name == "of" && argument.parent?.calledEvent?.followsValue == true
    }
  }

  /// `state` of `Store<Checkout, Action>`: the one struct among the arguments, where a generic parameter is its type.
  private static func generic(_ stored: Property, of property: Property, in type: TypeInfo, _ graph: SourceGraph)
    -> TypeInfo?
  {
    guard let text = property.typeText ?? property.environmentType, let open = text.firstIndex(of: "<"),
      let name = stored.typeText, name.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    let arguments = text[text.index(after: open)...].split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
    let structs = arguments.compactMap { argument in
      graph.index.resolve(String(argument), near: property.code.file.path, inside: type.id).map { graph.index[$0] }
    }.filter { $0.kind == .struct }
    return structs.count == 1 ? structs[0] : nil
  }
}
