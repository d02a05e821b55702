/// Comparison of view values.
extension AdviceTests {
  static let comparison: [Advice] = [
    Advice(
      rule: "missing_equatable_view", text: "an expensive view with comparable inputs says so",
      against:
        "struct Gallery: View {\n  @State private var zoom = 1.0\n  let names: [String]\n  var body: some View {\n    VStack {\n      Slider(value: $zoom)\n      Text(\"\\(zoom)\")\n      Wall(paintings: names.map { Painting(name: $0) })\n    }\n  }\n}\nstruct Painting { var name: String }\nstruct ↓Wall: View {\n  let paintings: [Painting]\n  var body: some View {\n    VStack {\n"
        + (1...30).map { "      Text(paintings[\($0)].name).font(.body)\n" }.joined() + "    }\n  }\n}",
      following:
        "struct Gallery: View {\n  @State private var zoom = 1.0\n  let names: [String]\n  var body: some View {\n    VStack {\n      Slider(value: $zoom)\n      Text(\"\\(zoom)\")\n      Wall(paintings: names.map { Painting(name: $0) })\n    }\n  }\n}\nstruct Painting: Equatable { var name: String }\nstruct Wall: View, Equatable {\n  let paintings: [Painting]\n  var body: some View {\n    VStack {\n"
        + (1...30).map { "      Text(paintings[\($0)].name).font(.body)\n" }.joined() + "    }\n  }\n}"),
    Advice(
      rule: "incomparable_argument", text: "a closure made anew in each evaluation never compares",
      against: """
        struct Jukebox: View {
          @State private var current = 0
          let songs: [Song]
          var body: some View {
            VStack {
              Text("\\(current)")
              ForEach(songs) { song in SongRow(song: song, play: ↓{ current += 1 }) }
            }
          }
        }
        struct SongRow: View {
          let song: Song
          let play: () -> Void
          var body: some View { Button(song.name, action: play) }
        }
        """,
      following: """
        struct Jukebox: View {
          @State private var current = 0
          let songs: [Song]
          var body: some View {
            VStack {
              Text("\\(current)")
              ForEach(songs) { song in SongRow(song: song, current: current) }
            }
          }
        }
        struct SongRow: View {
          let song: Song
          let current: Int
          var body: some View { Text("\\(song.name) \\(current)") }
        }
        """),
    Advice(
      rule: "equatable_never_asked", text: "what is plain memory asks its == behind .equatable()",
      against: """
        struct Dial: View, ↓Equatable {
          let level: Int
          let time: Double
          static func == (a: Dial, b: Dial) -> Bool { a.level == b.level }
          var body: some View { Text("\\(level)") }
        }
        struct Panel: View {
          let time: Double
          var body: some View { Dial(level: 1, time: time) }
        }
        """,
      following: """
        struct Dial: View, Equatable {
          let level: Int
          let time: Double
          static func == (a: Dial, b: Dial) -> Bool { a.level == b.level }
          var body: some View { Text("\\(level)") }
        }
        struct Panel: View {
          let time: Double
          var body: some View { Dial(level: 1, time: time).equatable() }
        }
        """),
    Advice(
      rule: "equatable_ignores_input", text: "== compares everything the body reads",
      against: """
        struct Chart: View, Equatable {
          let series: Series
          let ↓unit: String
          static func == (a: Chart, b: Chart) -> Bool { a.series.id == b.series.id }
          var body: some View { Text("\\(series.name) \\(unit)") }
        }
        """,
      following: """
        struct Chart: View, Equatable {
          let series: Series
          let unit: String
          static func == (a: Chart, b: Chart) -> Bool { a.series.id == b.series.id && a.unit == b.unit }
          var body: some View { Text("\\(series.name) \\(unit)") }
        }
        """),
    Advice(
      rule: "non_pod_expensive_view", text: "state of an expensive view moves behind a plain value",
      against:
        "struct Radio: View {\n  @State private var volume = 0.5\n  var body: some View {\n    VStack {\n      Slider(value: $volume)\n      Text(\"\\(volume)\")\n      Panel(station: 1)\n    }\n  }\n}\nstruct ↓Panel: View {\n  let station: Int\n  @State private var isLit = false\n  var body: some View {\n    VStack {\n      Toggle(\"Light\", isOn: $isLit)\n"
        + (1...65).map { "      Text(\"\\(station) of \($0)\")\n" }.joined()
        + "    }\n  }\n}",
      following: """
        struct Panel: View {
          let station: Int
          var body: some View { PanelContent(station: station) }
        }
        """),
    Advice(
      rule: "closure_binding", text: "project through a key path instead of writing a binding by hand",
      against: """
        struct Score: View {
          @Bindable var game: Game
          var body: some View {
            TextField("Name", text: ↓Binding(get: { game.name }, set: { game.name = $0 }))
          }
        }
        @Observable final class Game { var name = "" }
        """,
      following: """
        struct Score: View {
          @Bindable var game: Game
          var body: some View { TextField("Name", text: $game.name) }
        }
        @Observable final class Game { var name = "" }
        """),
    Advice(
      rule: "unstable_identity", text: "an identity that changes rebuilds what it names",
      against: """
        struct Feed: View {
          let posts: [Post]
          var body: some View { List(posts) { post in Text(post.title).id(↓UUID()) } }
        }
        """,
      following: """
        struct Feed: View {
          let posts: [Post]
          var body: some View { List(posts) { post in Text(post.title).id(post.id) } }
        }
        """),
  ]
}
