internal import Vocabulary

extension SourceRule {
  /// State that its owner reads only to serve one kind of child or one section.
  package static let stateScopedTooHigh: SourceRule = .init(
    id: "state_scoped_too_high",
    summary: "state is owned by a view that reads it only for one child or one section",
    rationale: """
      Every change of a `@State` that `body` reads evaluates the whole body of its owner, and every sibling whose inputs \
      do not compare equal. When only one child needs the value, that child should own it: the change then stops there. \
      A parent that lets one row at a time be expanded has to keep the state; it can still hand each row a \
      `Bool` and make the row `Equatable`, so that only the rows whose flag changes are evaluated. Silent where the owner \
      needs the value elsewhere, in actions too, where somebody else writes it, and where the same handlers write other \
      state that evaluates the rest of the body anyway.
      """,
    advice: [.narrowStateScope, .limitInvalidation], severity: .warning, fix: .narrowStateScope,
    isNoteWithoutTrace: true, isOptInForApps: true,
    options: [
      Option(
        "minimum_unaffected_elements", "elements of the body that do not use the state, at least", standard: 5,
        isWaivedByTrace: true)
    ],
    page: Page(
      inTrace: """
        The owner is evaluated with cause `_name`, and most of the views evaluated with it show nothing of \
        the state
        """,
      neverReported: """
        state that the owner or its actions need elsewhere, that somebody else writes, or that several kinds \
        of children share; small bodies
        """,
      limits: """
        who builds a child outside of the sources is not known; how often state changes is judged by the \
        callback that writes it
        """),
    triggering: [
      """
      struct Servers: View {
        let servers: [Server]
        @State private var ↓hovered: String?
        var body: some View { Grid(servers: servers, hovered: $hovered) }
      }
      struct Grid: View {
        let servers: [Server]
        @Binding var hovered: String?
        var body: some View {
          LazyVStack {
            ForEach(servers) { server in
              Card(server: server, isHovered: hovered == server.id)
                .onHover { isInside in hovered = isInside ? server.id : nil }
            }
          }
        }
      }
      struct Card: View {
        let server: Server
        let isHovered: Bool
        var body: some View { Text(server.name).opacity(isHovered ? 1 : 0.5) }
      }
      """,
      """
      struct Pages: View {
        @State private var page = 0
        @State private var ↓offset = 0.0
        private let beat = Timer.publish(every: 1 / 20, on: .main, in: .common).autoconnect()
        var body: some View {
          TabView(selection: $page) {
            Welcome(offset: offset).tag(0)
            Feature(title: "Plan").tag(1)
            Feature(title: "Share").tag(2)
          }
          .onReceive(beat) { _ in offset += 0.1 }
        }
      }
      struct Welcome: View { let offset: Double; var body: some View { Text("\\(offset)") } }
      struct Feature: View { let title: String; var body: some View { Text(title) } }
      """,
      """
      struct Servers: View {
        let servers: [Server]
        @State private var ↓hovered: String?
        var body: some View {
          Table(servers) {
            TableColumn("Region") { server in Text(server.region) }
            TableColumn("") { server in
              Image(systemName: "star")
                .opacity(server.id == hovered ? 1 : 0)
                .onHover { hovered = $0 ? server.id : nil }
            }
          }
        }
      }
      """,
      """
      @main struct Recorder: App {
        @State private var ↓frame = 0
        let timer = Timer.publish(every: 0.4, on: .main, in: .common).autoconnect()
        var body: some Scene {
          MenuBarExtra {
            Text("Menu")
          } label: {
            Image("icon\\(frame)")
              .onReceive(timer) { _ in frame += 1 }
          }
          Window("Settings", id: "settings") {
            VStack {
              Text("1")
              Text("2")
              Text("3")
              Text("4")
            }
          }
        }
      }
      """,
      """
      struct RecipeListView: View {
          @State private var ↓expandedRecipeID: Recipe.ID?
          let recipes: [Recipe]

          var body: some View {
              List(recipes) { recipe in
                  RecipeRow(
                      recipe: recipe,
                      isExpanded: expandedRecipeID == recipe.id,
                      onToggle: { expandedRecipeID = recipe.id }
                  )
              }
          }
      }
      """,
      """
      struct Player: View {
        let title: String
        @State private var ↓time = 0.0
        var body: some View {
          VStack {
            Text(title)
            Image("cover")
            Divider()
            Text("Lyrics")
            Lyrics(title: title)
            Credits(title: title)
            VStack {
              ProgressView(value: time)
              Text("\\(time)")
            }
          }
          .onReceive(timer) { _ in time = player.time }
        }
      }
      """,
      """
      struct Page: View {
        @State private var ↓isOpen = false
        var body: some View {
          VStack {
            Text("Line 1")
            Text("Line 2")
            Text("Line 3")
            Text("Line 4")
            Text("Line 5")
            Text("Line 6")
            Text("Line 7")
            Text("Line 8")
            Text("Line 9")
            Text("Line 10")
            Text("Line 11")
            Text("Line 12")
            VStack {
              Button("More") { isOpen.toggle() }
              if isOpen { Text("Details") }
            }
          }
        }
      }
      """,
    ],
    nonTriggering: [
      """
      struct Servers: View {
        let servers: [Server]
        @State private var picked: String?
        var body: some View {
          List(servers) { server in
            Text(server.region)
              .bold(server.id == picked)
              .onTapGesture { picked = server.id }
          }
        }
      }
      """,
      """
      struct Gaps: View {
        @ObservedObject var model: GapsModel
        @State private var isExpanded = false
        var body: some View {
          Text(model.title)
          Disclosure(isExpanded: shown) { Text(model.summary) }
        }
        private var shown: Binding<Bool> {
          Binding(get: { isExpanded || model.isMixed }, set: { isExpanded = $0 })
        }
      }
      struct Disclosure<Content: View>: View {
        @Binding var isExpanded: Bool
        @ViewBuilder let content: Content
        var body: some View {
          Button("") { isExpanded.toggle() }
          if isExpanded { content }
        }
      }
      """,
      """
      struct Editor: View {
        let title: String
        @State private var reason = ""
        var body: some View {
          Sheet(title: title, canSend: reason != "") {
            TextField("Reason", text: $reason)
            Text("1")
            Text("2")
            Text("3")
            Text("4")
            Text("5")
            Text(reason)
          }
        }
      }
      struct Sheet<Content: View>: View {
        let title: String
        let canSend: Bool
        @ViewBuilder let content: Content
        var body: some View { content }
      }
      """,
      """
      struct Player: View {
        let title: String
        @State private var time = 0.0
        @State private var angle = 0.0
        var body: some View {
          VStack {
            Text(title).rotationEffect(.degrees(angle))
            Image("cover")
            Divider()
            Text("Lyrics")
            Lyrics(title: title)
            Credits(title: title)
            VStack {
              ProgressView(value: time)
              Text("\\(time)")
            }
          }
          .onReceive(timer) { _ in
            time = player.time
            angle = player.angle
          }
        }
      }
      """,
      """
      struct Download: View {
        @State private var state = 0
        private var status: Text {
          switch state {
          case 0: Text("Preparing")
          case 1: Text("Downloading")
          case 2: Text("Verifying")
          default: Text("Done")
          }
        }
        var body: some View {
          Status(status: status, progress: state).onReceive(publisher) { state = $0 }
        }
      }
      struct Status: View {
        let status: Text
        let progress: Int
        var body: some View { status }
      }
      """,
      """
      struct RecipeRow: View {
          let recipe: Recipe
          @State private var isExpanded = false

          var body: some View {
              VStack(alignment: .leading) {
                  Text(recipe.title)
                  if isExpanded { Text(recipe.description) }
              }
              .onTapGesture { isExpanded.toggle() }
          }
      }
      """,
      """
      struct Screen: View {
        @State private var isShown = false
        var body: some View {
          List(items) { ItemRow(item: $0) }
            .sheet(isPresented: $isShown) { Text("Hello") }
        }
      }
      """,
    ],
    check: { graph in findings(graph, isSuspecting: false) },
    traces: TraceCheck(
      listed: .only(ContinuousState.findings),
      triggering: [
        """
        struct Panel: View {
          let model: Model
          @GestureState private var ↓drag = CGSize.zero
          var body: some View {
            VStack {
              Capsule().gesture(DragGesture().updating($drag) { value, state, _ in state = value.translation })
              Details(model: model)
            }
            .offset(drag)
          }
        }
        """,
        """
        struct Page: View {
          @State private var ↓isOpen = false
          var body: some View {
            VStack {
              Text("Line 1")
              Text("Line 2")
              Text("Line 3")
              VStack {
                Button("More") { isOpen.toggle() }
                if isOpen { Text("Details") }
              }
            }
          }
        }
        """,
        """
        struct Screen: View {
          @State private var ↓time = 0.0
          var body: some View {
            ZStack {
              Backdrop()
              Engine(time: $time)
            }
            .onChange(of: time) { save() }
          }
          private func save() { UserDefaults.standard.set(time, forKey: "time") }
        }
        """,
        """
        struct Screen: View {
          @State private var offset: CGFloat = 0
          var body: some View {
            VStack {
              GeometryReader { proxy in
                let top = proxy.frame(in: .global).minY
                Banner().onChange(of: top) { _, new in ↓offset = new }
              }
              Title().opacity(offset / 100)
              Timeline()
            }
          }
        }
        """,
      ],
      suspects: { graph in findings(graph, isSuspecting: true) + ContinuousState.findings(graph) }))

  private static func findings(_ graph: SourceGraph, isSuspecting: Bool) -> [Draft] {
    graph.evaluatedViews.flatMap { type, evaluation in
      StateScope(graph: graph, type: type, evaluation: evaluation, isSuspecting: isSuspecting).findings()
    }
  }
}
