/// Dependencies that are wider than what is read.
extension AdviceTests {
  static let dependencies: [Advice] = [
    Advice(
      rule: "broad_model_dependency", text: "a row takes the values it shows, not a model out of the environment",
      against: """
        struct Shelf: View {
          let wines: [Wine]
          var body: some View { List(wines) { wine in WineRow(wine: wine) } }
        }
        struct WineRow: View {
          @Environment(Store.self) private var ↓store
          let wine: Wine
          var body: some View { Text(wine.name).foregroundStyle(store.palette.accent) }
        }
        """,
      following: """
        struct Shelf: View {
          let wines: [Wine]
          let accent: Color
          var body: some View { List(wines) { wine in WineRow(wine: wine, accent: accent) } }
        }
        struct WineRow: View {
          let wine: Wine
          let accent: Color
          var body: some View { Text(wine.name).foregroundStyle(accent) }
        }
        """),
    Advice(
      rule: "observable_object_fan_out", text: "any published change evaluates all observers of an ObservableObject",
      against: """
        final class ↓Session: ObservableObject {
          @Published var name = ""
          @Published var unread = 0
          @Published var isOnline = false
        }
        struct Badge: View {
          @EnvironmentObject private var session: Session
          var body: some View { Text("\\(session.unread)") }
        }
        struct Lamp: View {
          @EnvironmentObject private var session: Session
          var body: some View { Circle().opacity(session.isOnline ? 1 : 0) }
        }
        struct Greeting: View {
          @EnvironmentObject private var session: Session
          var body: some View { Text(session.name) }
        }
        """,
      following: """
        @Observable final class Session {
          var name = ""
          var unread = 0
        }
        struct Badge: View {
          @Environment(Session.self) private var session
          var body: some View { Text("\\(session.unread)") }
        }
        struct Greeting: View {
          @Environment(Session.self) private var session
          var body: some View { Text(session.name) }
        }
        """),
    Advice(
      rule: "legacy_environment_object", text: "share a model through the environment as @Observable",
      against: """
        struct Badge: View {
          @EnvironmentObject private var ↓session: Session
          var body: some View { Text(session.name) }
        }
        """,
      following: """
        struct Badge: View {
          @Environment(Session.self) private var session
          var body: some View { Text(session.name) }
        }
        """),
    Advice(
      rule: "nested_observable_object", text: "changes inside of a published object reach no view",
      against: """
        final class Player: ObservableObject { @Published var time = 0.0 }
        final class Studio: ObservableObject { @Published var ↓player = Player() }
        """,
      following: """
        @Observable final class Player { var time = 0.0 }
        @Observable final class Studio { var player = Player() }
        """),
    Advice(
      rule: "collection_dependency_in_row", text: "rows that ask a shared collection depend on all of it",
      against: """
        @Observable final class Stars {
          var starred: [Place.ID] = []
          func isStarred(_ place: Place) -> Bool { starred.contains(place.id) }
        }
        struct Places: View {
          let places: [Place]
          var body: some View { List(places) { place in PlaceRow(place: place) } }
        }
        struct PlaceRow: View {
          let place: Place
          @Environment(Stars.self) private var stars
          var body: some View {
            HStack {
              Text(place.name)
              if stars.↓isStarred(place) { Image(systemName: "star.fill") }
            }
          }
        }
        """,
      following: """
        @Observable final class PlaceModel { var isStarred = false }
        struct Places: View {
          let places: [Place]
          let models: [Place.ID: PlaceModel]
          var body: some View { List(places) { place in PlaceRow(place: place, model: models[place.id]!) } }
        }
        struct PlaceRow: View {
          let place: Place
          let model: PlaceModel
          var body: some View {
            HStack {
              Text(place.name)
              if model.isStarred { Image(systemName: "star.fill") }
            }
          }
        }
        """),
    Advice(
      rule: "transitive_computed_dependency", text: "a computed property depends on all it searches",
      against: """
        @Observable final class Roster {
          var members: [Member] = []
          var captainID = 0
          var ↓hasCaptain: Bool { members.contains { $0.id == captainID } }
        }
        struct Crest: View {
          let roster: Roster
          var body: some View { Text(roster.hasCaptain ? "©" : "") }
        }
        """,
      following: """
        @Observable final class Roster {
          var members: [Member] = [] { didSet { update() } }
          var captainID = 0 { didSet { update() } }
          private(set) var hasCaptain = false
          private func update() { hasCaptain = members.contains { $0.id == captainID } }
        }
        struct Crest: View {
          let roster: Roster
          var body: some View { Text(roster.hasCaptain ? "©" : "") }
        }
        """),
    Advice(
      rule: "struct_property_dependency", text: "one field of a struct drags the whole struct",
      against: """
        struct Profile { var nick = ""; var motto = ""; var visits = 0 }
        @Observable final class Account { var profile = Profile() }
        struct Nick: View {
          let account: Account
          var body: some View { Text(account.↓profile.nick) }
        }
        """,
      following: """
        @Observable final class Account { var nick = ""; var motto = "" }
        struct Nick: View {
          let account: Account
          var body: some View { Text(account.nick) }
        }
        """),
    Advice(
      rule: "non_equatable_observable_property", text: "equal writes notify unless the type compares",
      against: """
        struct Gauge { var level: Double; var unit: String }
        @Observable final class Tank {
          var ↓gauge = Gauge(level: 0, unit: "l")
          func poll(_ level: Double) { gauge = Gauge(level: level, unit: "l") }
        }
        struct Dial: View {
          let tank: Tank
          var body: some View { Text("\\(tank.gauge.level)") }
        }
        """,
      following: """
        struct Gauge: Equatable { var level: Double; var unit: String }
        @Observable final class Tank {
          var gauge = Gauge(level: 0, unit: "l")
          func poll(_ level: Double) { gauge = Gauge(level: level, unit: "l") }
        }
        struct Dial: View {
          let tank: Tank
          var body: some View { Text("\\(tank.gauge.level)") }
        }
        """),
    Advice(
      rule: "volatile_environment_value", text: "values that change all the time stay out of the environment",
      against: """
        struct Clock: View {
          @State private var now = Date()
          var body: some View {
            Dials()
              .environment(\\.↓now, now)
              .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { now = $0 }
          }
        }
        """,
      following: """
        struct Clock: View {
          @State private var now = Date()
          var body: some View {
            Dials(now: now)
              .onReceive(Timer.publish(every: 1, on: .main, in: .common).autoconnect()) { now = $0 }
          }
        }
        """),
    Advice(
      rule: "closure_in_environment", text: "functions in custom keys never compare",
      against: """
        extension EnvironmentValues {
          @Entry var ↓report: (String) -> Void = { _ in }
        }
        """,
      following: """
        struct ReportAction { func callAsFunction(_ text: String) { send(text) } }
        extension EnvironmentValues {
          @Entry var report = ReportAction()
        }
        """),
    Advice(
      rule: "unstable_entry_default", text: "the default of a key is the same at each read",
      against: """
        final class Palette {}
        extension EnvironmentValues {
          @Entry var palette = ↓Palette()
        }
        """,
      following: """
        final class Palette {}
        extension EnvironmentValues {
          @Entry var palette = standardPalette
          private static let standardPalette = Palette()
        }
        """),
    Advice(
      rule: "dismiss_dependency", text: "the dismiss action belongs into the button that calls it",
      against:
        "struct Letter: View {\n  @Environment(\\.dismiss) private var ↓dismiss\n  var body: some View {\n    VStack {\n"
        + (1...85).map { "      Text(\"line \($0)\")\n" }.joined()
        + "      Button(\"Close\") { dismiss() }\n    }\n  }\n}",
      following: """
        struct CloseButton: View {
          @Environment(\\.dismiss) private var dismiss
          var body: some View { Button("Close") { dismiss() } }
        }
        """),
  ]
}
