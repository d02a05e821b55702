import SourceAnalysis
import Testing

/// State that handlers make of other state: a copy where that is all, a loop where each is made of the other.
@Suite struct SuspectedLoopTests {
  private func places(_ rule: String, _ text: String) -> [MarkedSource.Mark] {
    SuspectedPatternTests.places(rule, [("Test.swift", text)])
  }

  private func expect(_ rule: String, _ marked: String) {
    let source = MarkedSource(marked)
    #expect(!source.marks.isEmpty)
    #expect(places(rule, source.text) == source.marks)
  }

  private func grid(columns: String, width: String) -> String {
    """
    struct Mosaic: View {
      let width: Double
      @State private var columns = 3
      @State private var side = 100.0
      var body: some View {
        Grid(columns: columns, side: side)
          .onChange(of: width) { side = fitting }
          .onChange(of: columns) { \(width) }
          .onChange(of: side) { \(columns) }
      }
      private var fitting: Double { width / Double(columns) }
    }
    """
  }

  @Test func stateMadeOfEachOtherIsALoopAndNoCopy() {
    let source = grid(columns: "↓columns = side < 120 ? 2 : 3", width: "↓side = fitting")
    expect("update_loop", source)
    #expect(places("derived_state_stored", source.replacing("↓", with: "")).isEmpty)
  }

  /// `$0.side` is a member of something else.
  @Test func aMemberOfTheSameNameIsNoWayBack() {
    expect(
      "derived_state_stored",
      """
      struct Prices: View {
        let items: [Item]
        @State private var rate = 1.0
        @State private var ↓total: Double = 0
        var body: some View {
          Text("\\(total)")
          Slider(value: $rate)
            .onChange(of: rate) { total = items.reduce(0) { $0 + $1.total * rate } }
        }
      }
      """)
  }

  private func split(_ function: String) -> String {
    """
    enum Rounding {
      \(function)
    }
    struct Split: View {
      @State private var cents = 0
      @State private var people = 2
      @State private var ↓share = 0
      var body: some View {
        Text("\\(share)")
        Stepper("People", value: $people)
          .onChange(of: cents) { share = Rounding.up(cents, dividedBy: people) }
          .onChange(of: people) { share = Rounding.up(cents, dividedBy: people) }
      }
    }
    """
  }

  @Test func aSumOfAStaticFunctionIsACopy() {
    expect(
      "derived_state_stored",
      split(
        """
        static func up(_ cents: Int, dividedBy people: Int) -> Int {
          guard people > 0 else { return 0 }
          return (cents + people - 1) / people
        }
        """))
  }

  @Test func whatAFunctionSearchesIsACache() {
    let source = split(
      "static func up(_ cents: Int, dividedBy people: Int) -> Int { Table.all.filter { $0 > cents }.count / people }")
    #expect(places("derived_state_stored", source.replacing("↓", with: "")).isEmpty)
  }

  private func card(_ modifiers: String, shown: String = "Quote(text: text, size: fontSize)") -> String {
    """
    struct Card: View {
      let text: String
      @State private var fontSize: CGFloat = 36
      var body: some View {
        \(shown)
          .background { GeometryReader { proxy in Color.clear.preference(key: HeightKey.self, value: proxy.size.height) } }
          \(modifiers)
      }
    }
    """
  }

  @Test func stepsUntilItFitsAreFeedback() {
    expect(
      "layout_feedback",
      card(".onPreferenceChange(HeightKey.self) { height in if height > 180, fontSize > 12 { ↓fontSize -= 2 } }"))
  }

  @Test func stepsOfATapAreNot() {
    #expect(places("layout_feedback", card(".onTapGesture { fontSize -= 2 }")).isEmpty)
  }

  /// A subscript of a model is a look-up as its method would be.
  @Test func aSubscriptOfTheModelReadsTheCollection() {
    let source = """
      @Observable final class Downloads {
        var fractions: [String: Double] = [:]
        subscript(progressOf item: Item) -> Double? { fractions[item.id] }
      }
      struct Cell: View {
        let item: Item
        let downloads: Downloads
        var body: some View { ProgressView(value: downloads[progressOf: item]) }
      }
      struct Items: View {
        let items: [Item]
        @State private var downloads = Downloads()
        var body: some View { List(items) { item in Cell(item: item, downloads: downloads) } }
      }
      """
    let rule = allSourceRules.first { $0.id == "collection_dependency_in_row" }
    let found = rule?.check(SourceGraph(files: [("Test.swift", source)])) ?? []
    #expect(found.map(\.view) == ["Cell"])
    #expect(found.first?.message.contains("'fractions'") == true)
  }

  private func bar(watching field: String, _ mark: String = "") -> String {
    """
    struct Identity { var url: URL?; var apps: [App] = [] }
    @Observable final class Reader {
      var identity = Identity()
      var url: URL? { identity.url }
      var apps: [App] { identity.apps }
      func refresh() { identity.apps = load() }
    }
    struct Bar: View {
      let reader: Reader
      var body: some View { Text("\\(reader.apps.count)").task(id: reader.\(field)) { \(mark)reader.refresh() } }
    }
    """
  }

  /// Work that writes one field of a struct starts itself only where it is started by that field.
  @Test func anotherFieldOfAStructIsNoWayBack() {
    #expect(places("update_loop", bar(watching: "url")).isEmpty)
    #expect(places("update_loop", bar(watching: "identity.url")).isEmpty)
    expect("update_loop", bar(watching: "apps", "↓"))
    expect("update_loop", bar(watching: "identity.apps", "↓"))
  }

  /// A query may hand out other objects with each evaluation, also with the one that its own copy made.
  @Test func aCopiedQueryIsALoop() {
    expect(
      "update_loop",
      """
      struct Favorites: View {
        @Query private var albums: [Album]
        @State private var query = ""
        @State private var shown: [Album] = []
        var body: some View {
          List(shown) { Text($0.name) }
            .searchable(text: $query)
            .onChange(of: query) { filter() }
            .↓onChange(of: albums) { filter() }
        }
        private func filter() { shown = albums.filter { $0.name.contains(query) } }
      }
      """)
  }
}
