/// Work in the wrong place.
extension AdviceTests {
  static let work: [Advice] = [
    Advice(
      rule: "object_created_in_body", text: "formatters are made once",
      against: """
        struct Stamp: View {
          let day: Date
          var body: some View {
            let formatter = ↓DateFormatter()
            formatter.timeStyle = .none
            return Text(formatter.string(from: day))
          }
        }
        """,
      following: """
        struct Stamp: View {
          let day: Date
          private static let formatter: DateFormatter = {
            let formatter = DateFormatter()
            formatter.timeStyle = .none
            return formatter
          }()
          var body: some View { Text(Self.formatter.string(from: day)) }
        }
        """),
    Advice(
      rule: "heavy_work_in_body", text: "collections are sorted where they change",
      against: """
        struct Ranking: View {
          let players: [Player]
          var body: some View { List(players.↓sorted { $0.points > $1.points }) { Text($0.name) } }
        }
        """,
      following: """
        struct Ranking: View {
          let players: [Player]
          @State private var ranked: [Player] = []
          var body: some View {
            List(ranked) { Text($0.name) }
              .onChange(of: players, initial: true) { ranked = players.sorted { $0.points > $1.points } }
          }
        }
        """),
    Advice(
      rule: "eager_container", text: "long lists are built lazily",
      against: """
        struct Log: View {
          let entries: [Entry]
          var body: some View { ScrollView { ↓VStack { ForEach(entries) { entry in EntryRow(entry: entry) } } } }
        }
        """,
      following: """
        struct Log: View {
          let entries: [Entry]
          var body: some View { ScrollView { LazyVStack { ForEach(entries) { entry in EntryRow(entry: entry) } } } }
        }
        """),
    Advice(
      rule: "side_effect_in_body", text: "a body describes and does nothing else",
      against: """
        struct Door: View {
          var body: some View {
            let _ = ↓print("evaluated")
            Text("Door")
          }
        }
        """,
      following: """
        struct Door: View {
          var body: some View { Text("Door").onAppear { print("appeared") } }
        }
        """),
    Advice(
      rule: "unstructured_task", text: "work for a view ends with it",
      against: """
        struct News: View {
          @State private var items: [Item] = []
          var body: some View { List(items) { Text($0.name) }.↓onAppear { Task { items = await load() } } }
        }
        """,
      following: """
        struct News: View {
          @State private var items: [Item] = []
          var body: some View { List(items) { Text($0.name) }.task { items = await load() } }
        }
        """),
    Advice(
      rule: "off_main_closure_captures_state", text: "closures that run off the main thread capture values",
      against: """
        struct Pulse: View {
          @State private var isBlurred = false
          var body: some View {
            Text("Pulse").visualEffect { content, _ in content.blur(radius: ↓isBlurred ? 4 : 0) }
          }
        }
        """,
      following: """
        struct Pulse: View {
          @State private var isBlurred = false
          var body: some View {
            Text("Pulse").visualEffect { [isBlurred] content, _ in content.blur(radius: isBlurred ? 4 : 0) }
          }
        }
        """),
  ]
}
