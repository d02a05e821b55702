import SourceAnalysis
import Testing

/// Each piece of advice that the rules stand for, with code that goes against it and code that follows it.
///
/// The rules' own examples document the rules; these were written from the advice alone, so that a rule which drifts away
/// from what it is for is noticed.
@Suite struct AdviceTests {
  struct Advice: Sendable, CustomTestStringConvertible {
    var rule: String
    /// In our words.
    var text: String
    /// Fires at each `↓` and nowhere else.
    var against: String
    var following: String
    var testDescription: String { "\(rule): \(text)" }
  }

  @Test(arguments: all) func codeAgainstItIsFound(_ advice: Advice) {
    let source = MarkedSource(advice.against)
    #expect(!source.marks.isEmpty)
    #expect(places(advice.rule, source.text) == source.marks)
  }

  @Test(arguments: all) func codeThatFollowsItIsNot(_ advice: Advice) {
    #expect(places(advice.rule, advice.following).isEmpty)
  }

  @Test func everyRuleStandsForSome() {
    #expect(Set(Self.all.map(\.rule)) == Set(allSourceRules.map(\.id)))
  }

  private func places(_ id: String, _ text: String) -> [MarkedSource.Mark] {
    guard let rule = allSourceRules.first(where: { $0.id == id }) else { return [] }
    return Linter.findings(of: rule, in: SourceGraph(files: [("Test.swift", text)])).map {
      MarkedSource.Mark(line: $0.place.line, column: $0.place.column)
    }
  }

  static let all: [Advice] = ownership + dependencies + comparison + writes + work + models

  // MARK: - State: where it lives, and how much of a body hangs on it

  private static let ownership: [Advice] = [
    Advice(
      rule: "state_scoped_too_high", text: "state that one child alone uses belongs to that child",
      against: """
        struct Library: View {
          @State private var ↓openBook: Book.ID?
          let books: [Book]
          var body: some View {
            List(books) { book in
              BookRow(book: book, isOpen: openBook == book.id, open: { openBook = book.id })
            }
          }
        }
        struct BookRow: View {
          let book: Book
          let isOpen: Bool
          let open: () -> Void
          var body: some View { Text(isOpen ? book.blurb : book.title).onTapGesture(perform: open) }
        }
        """,
      following: """
        struct Library: View {
          let books: [Book]
          var body: some View { List(books) { book in BookRow(book: book) } }
        }
        struct BookRow: View {
          let book: Book
          @State private var isOpen = false
          var body: some View { Text(isOpen ? book.blurb : book.title).onTapGesture { isOpen.toggle() } }
        }
        """),
    Advice(
      rule: "monolithic_body", text: "sections that do not use the changing state are views of their own",
      against: """
        struct Ticket: View {
          let show: Show
          @State private var seats = 1
          @State private var fare: Fare = .full
          var ↓body: some View {
            ScrollView {
              VStack {
                AsyncImage(url: show.poster)
                Text(show.name).font(.title)
                Text(show.hall)
                Text(show.synopsis)
                StarRow(count: show.stars)
              }
              Stepper("Seats: \\(seats)", value: $seats, in: 1...9)
              ForEach(Fare.allCases) { option in
                FareRow(option: option, isChosen: fare == option).onTapGesture { fare = option }
              }
              Total(price: show.price, seats: seats, fare: fare)
            }
          }
        }
        """,
      following: """
        struct Ticket: View {
          let show: Show
          @State private var seats = 1
          @State private var fare: Fare = .full
          var body: some View {
            ScrollView {
              ShowHeader(show: show)
              SeatPicker(seats: $seats)
              FarePicker(fare: $fare)
              Total(price: show.price, seats: seats, fare: fare)
            }
          }
        }
        """),
    Advice(
      rule: "state_from_parameter", text: "a value of the parent kept as state shows its first value for ever",
      against: """
        struct Caption: View {
          @State var ↓photo: Photo
          var body: some View { Text(photo.caption) }
        }
        """,
      following: """
        struct Caption: View {
          let photo: Photo
          var body: some View { Text(photo.caption) }
        }
        """),
    Advice(
      rule: "non_private_state", text: "what a view owns is private",
      against: """
        struct Drawer: View {
          @State var ↓isPulledOut = false
          @FocusState var ↓isSearching: Bool
          @AppStorage("drawer.side") var ↓side = "left"
          var body: some View { Toggle(side, isOn: $isPulledOut).focused($isSearching) }
        }
        """,
      following: """
        struct Drawer: View {
          @State private var isPulledOut = false
          @FocusState private var isSearching: Bool
          @AppStorage("drawer.side") private var side = "left"
          var body: some View { Toggle(side, isOn: $isPulledOut).focused($isSearching) }
        }
        """),
    Advice(
      rule: "derived_state_stored", text: "what follows from other state is computed, not stored",
      against: """
        struct Basket: View {
          @State private var goods: [Good] = []
          @State private var ↓amount = 0
          var body: some View {
            VStack {
              Text("\\(amount)")
              Button("Add") { goods.append(Good()) }
            }
            .onChange(of: goods) { amount = goods.count }
          }
        }
        """,
      following: """
        struct Basket: View {
          @State private var goods: [Good] = []
          private var amount: Int { goods.count }
          var body: some View {
            VStack {
              Text("\\(amount)")
              Button("Add") { goods.append(Good()) }
            }
          }
        }
        """),
    Advice(
      rule: "unused_dynamic_property", text: "an environment value that the body does not use still evaluates it",
      against: """
        struct Footer: View {
          @Environment(\\.colorScheme) private var ↓scheme
          var body: some View { Text("© the authors") }
        }
        """,
      following: """
        struct Footer: View {
          @Environment(\\.colorScheme) private var scheme
          var body: some View { Text("© the authors").foregroundStyle(scheme == .dark ? .white : .black) }
        }
        """),
    Advice(
      rule: "read_only_binding", text: "a child that only shows a value takes it as let",
      against: """
        struct Price: View {
          @Binding var ↓amount: Int
          var body: some View { Text("\\(amount) €") }
        }
        """,
      following: """
        struct Price: View {
          @Binding var amount: Int
          var body: some View { Button("\\(amount) €") { amount += 1 } }
        }
        """),
    Advice(
      rule: "mutable_input", text: "an input is let unless the view watches it",
      against: """
        struct Byline: View {
          var ↓author: String
          var body: some View { Text(author) }
        }
        """,
      following: """
        struct Byline: View {
          var author: String
          @State private var shown = ""
          var body: some View { Text(shown).onChange(of: author) { shown = author } }
        }
        """),
  ]

  // MARK: - Dependencies that are wider than what is read

  private static let dependencies: [Advice] = [
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

  // MARK: - Comparison of view values

  private static let comparison: [Advice] = [
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

  // MARK: - Writes that should not happen

  private static let writes: [Advice] = [
    Advice(
      rule: "redundant_state_write", text: "compare before assigning what a publisher sends",
      against: """
        struct Meter: View {
          @State private var level = 0
          var body: some View { Text("\\(level)").onReceive(levels) { value in ↓level = value } }
        }
        """,
      following: """
        struct Meter: View {
          @State private var level = 0
          var body: some View {
            Text("\\(level)").onReceive(levels) { value in if level != value { level = value } }
          }
        }
        """),
    Advice(
      rule: "hot_path_state_write", text: "write when a threshold is crossed, not at each step of a scroll",
      against: """
        struct Page: View {
          @State private var showsTitle = false
          var body: some View {
            ScrollView { Content() }
              .navigationTitle(showsTitle ? "Page" : "")
              .onPreferenceChange(OffsetKey.self) { offset in ↓showsTitle = offset.y < -40 }
          }
        }
        """,
      following: """
        struct Page: View {
          @State private var showsTitle = false
          var body: some View {
            ScrollView { Content() }
              .navigationTitle(showsTitle ? "Page" : "")
              .onPreferenceChange(OffsetKey.self) { offset in
                let shows = offset.y < -40
                if shows != showsTitle { showsTitle = shows }
              }
          }
        }
        """),
    Advice(
      rule: "update_loop", text: "a change does not write what it watches",
      against: """
        struct Echo: View {
          @State private var count = 0
          var body: some View { Text("\\(count)").onChange(of: count) { ↓count += 1 } }
        }
        """,
      following: """
        struct Echo: View {
          @State private var count = 0
          var body: some View { Button("\\(count)") { count += 1 } }
        }
        """),
    Advice(
      rule: "layout_feedback", text: "what is measured does not decide the layout that is measured",
      against: """
        struct Banner: View {
          @State private var width: CGFloat = 0
          var body: some View {
            Text("Banner")
              .frame(width: width)
              .background(GeometryReader { proxy in Color.clear.preference(key: WidthKey.self, value: proxy.size.width) })
              .onPreferenceChange(WidthKey.self) { ↓width = $0 }
          }
        }
        """,
      following: """
        struct Banner: View {
          var body: some View { Text("Banner").frame(maxWidth: .infinity) }
        }
        """),
  ]

  // MARK: - Work in the wrong place

  private static let work: [Advice] = [
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

  // MARK: - Ownership of models, debugging

  private static let models: [Advice] = [
    Advice(
      rule: "observable_not_in_state", text: "a view that makes an @Observable keeps it in @State",
      against: """
        @Observable final class Timer { var seconds = 0 }
        struct Stopwatch: View {
          private let ↓timer = Timer()
          var body: some View { Text("\\(timer.seconds)") }
        }
        """,
      following: """
        @Observable final class Timer { var seconds = 0 }
        struct Stopwatch: View {
          @State private var timer = Timer()
          var body: some View { Text("\\(timer.seconds)") }
        }
        """),
    Advice(
      rule: "observed_object_created_inline", text: "an object that a view makes is its @StateObject",
      against: """
        final class Feed: ObservableObject { @Published var posts = 0 }
        struct Wall: View {
          @ObservedObject var ↓feed = Feed()
          var body: some View { Text("\\(feed.posts)") }
        }
        """,
      following: """
        final class Feed: ObservableObject { @Published var posts = 0 }
        struct Wall: View {
          @StateObject private var feed = Feed()
          var body: some View { Text("\\(feed.posts)") }
        }
        """),
    Advice(
      rule: "eager_state_object", text: "the autoclosure of StateObject gets the construction itself",
      against: """
        final class Reader: ObservableObject { init(book: Book) {} }
        struct Desk: View {
          @StateObject private var reader: Reader
          init(book: Book) {
            let reader = Reader(book: book)
            _reader = StateObject(wrappedValue: ↓reader)
          }
          var body: some View { Text("") }
        }
        """,
      following: """
        final class Reader: ObservableObject { init(book: Book) {} }
        struct Desk: View {
          @StateObject private var reader: Reader
          init(book: Book) { _reader = StateObject(wrappedValue: Reader(book: book)) }
          var body: some View { Text("") }
        }
        """),
    Advice(
      rule: "observable_not_main_actor", text: "models of views live on the main actor",
      against: """
        @Observable final class ↓Cart { var items = 0 }
        struct CartButton: View {
          let cart: Cart
          var body: some View { Text("\\(cart.items)") }
        }
        """,
      following: """
        @MainActor @Observable final class Cart { var items = 0 }
        struct CartButton: View {
          let cart: Cart
          var body: some View { Text("\\(cart.items)") }
        }
        """),
    Advice(
      rule: "wrapper_not_observation_ignored", text: "property wrappers in an @Observable are ignored by observation",
      against: """
        @Observable final class Options {
          @AppStorage("sound") var ↓hasSound = true
          var volume = 5
        }
        """,
      following: """
        @Observable final class Options {
          @ObservationIgnored @AppStorage("sound") var hasSound = true
          var volume = 5
        }
        """),
    Advice(
      rule: "debug_logging_unguarded", text: "logging of changes stays in debug builds",
      against: """
        struct Lamp: View {
          var body: some View {
            let _ = Self.↓_logChanges()
            Text("Lamp")
          }
        }
        """,
      following: """
        struct Lamp: View {
          var body: some View {
            #if DEBUG
              let _ = Self._logChanges()
            #endif
            Text("Lamp")
          }
        }
        """),
  ]
}
