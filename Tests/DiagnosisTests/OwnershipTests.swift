internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// Who should own what: state that one part of a view uses, objects that a view makes anew, values that nobody reads.
@Suite struct OwnershipTests {
  private func first(_ lines: [String], _ source: String) throws -> DiagnosedFinding {
    try #require(DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first)
  }

  private func screen(_ state: String, _ part: String, _ more: String = "") -> String {
    """
    struct Screen: View {
      let store: Store
      \(state)
      var body: some View {
        VStack {
          Toolbar(onSave: { store.save() })
          \(part)
          History(onOpen: { store.open($0) })
        }
        \(more)
      }
    }
    final class Store {
      var values: AsyncStream<Double> { AsyncStream { _ in } }
      func save() {}
      func publish(_ text: String) {}
      func open(_ id: Int) {}
    }
    struct Toolbar: View {
      let onSave: () -> Void
      var body: some View { Button("Save", action: onSave) }
    }
    struct History: View {
      let onOpen: (Int) -> Void
      var body: some View { Button("1") { onOpen(1) } }
    }
    struct Meter: View {
      let value: Double
      var body: some View { Text("\\(value)") }
    }
    """
  }

  private func changes(of name: String) -> [String] {
    ["Screen: @self, @identity, _\(name) changed.", "Toolbar: @self changed.", "History: @self changed."]
      + (0..<20).flatMap { _ in
        ["Screen: _\(name) changed.", "Toolbar: @self changed.", "History: @self changed."]
      }
  }

  @Test(arguments: [
    // A stream writes it, and one child shows it.
    (
      "value", "@State private var value = 0.0", "Meter(value: value)",
      ".task { for await new in store.values { value = new } }"
    ),
    // A gesture, in the modifiers of one child.
    (
      "drag", "@GestureState private var drag = CGSize.zero",
      "Image(\"card\").offset(drag).gesture(DragGesture().updating($drag) { $1 = $0.translation })", ""
    ),
    // Text that one editor edits and counts.
    (
      "notes", "@SceneStorage(\"notes\") private var notes = \"\"",
      "VStack { TextEditor(text: $notes); Text(\"\\(notes.count)\") }", ""
    ),
  ])
  func stateOfOnePartMovesThere(_ name: String, _ state: String, _ part: String, _ more: String) throws {
    let found = try first(changes(of: name), screen(state, part, more))
    #expect(found.finding.rule == "state_scoped_too_high")
    #expect(found.finding.subject.identity == name)
    #expect(found.saved >= 40)
  }

  /// What the owner's actions need has to stay.
  @Test func stateThatTheOwnerNeedsStays() throws {
    let source = screen(
      "@SceneStorage(\"notes\") private var notes = \"\"",
      "VStack { TextEditor(text: $notes); Text(\"\\(notes.count)\") }",
      ".toolbar { Button(\"Publish\") { store.publish(notes) } }")
    let found = DiagnosisTests.diagnose(changes(of: "notes"), ["App.swift": source]).findings
    #expect(!found.contains { $0.finding.rule == "state_scoped_too_high" && $0.saved > 0 })
  }

  private static let clients = """
    struct Clients: View {
      let book: Book
      var body: some View {
        Text("\\(book.revision)")
        ForEach(book.clients) { client in ClientRow(model: ClientModel(client)) }
      }
    }
    struct Client: Identifiable, Equatable { let id: Int; let name: String }
    @Observable final class Book { var revision = 0; var clients: [Client] = [] }
    final class ClientModel: ObservableObject {
      @Published var name = ""
      init(_ client: Client) { name = client.name }
    }
    struct ClientRow: View {
      @ObservedObject var model: ClientModel
      var body: some View { Text(model.name) }
    }
    """

  @Test func objectsMadeForRowsAreNoChangeOfTheirs() throws {
    let rows = [String](repeating: "ClientRow: @self, _model changed.", count: 5)
    let lines =
      ["Clients: @self changed."] + [String](repeating: "ClientRow: @self, @identity, _model changed.", count: 5)
      + (0..<10).flatMap { _ in ["Clients: \\Book.revision changed."] + rows }
      // What the object publishes itself is needed whoever owns it.
      + (0..<3).map { _ in "ClientRow: _model changed." }
    let found = try first(lines, Self.clients)
    #expect(found.finding.rule == "observed_object_created_inline")
    #expect(found.saved == 50)
  }

  /// Who makes its object anew loses it; moving the state of its parent only makes that rarer.
  @Test func anObjectThatIsLostComesFirst() throws {
    let source =
      screen(
        "@State private var value = 0.0", "Meter(value: value); Panel()",
        ".task { for await new in store.values { value = new } }"
      ).replacing("Toolbar(onSave: { store.save() })", with: "").replacing(
        "History(onOpen: { store.open($0) })", with: "")
        + """
        @Observable final class Bands { var all: [Double] = [] }
        struct Panel: View {
          let bands = Bands()
          var body: some View { Text("\\(bands.all.count)") }
        }
        """
    let lines =
      ["Screen: @self, @identity, _value changed.", "Meter: @self changed.", "Panel: @self changed."]
      + (0..<20).flatMap { _ in ["Screen: _value changed.", "Meter: @self changed.", "Panel: @self changed."] }
    #expect(try first(lines, source).finding.rule == "observable_not_in_state")
  }

  /// However often the value is written, these readers need not be told.
  @Test func aValueThatOnlyActionsUseIsTheReadersToLeave() throws {
    let source = """
      struct Map: View {
        let zoom: Zoom
        let seats: [Int]
        var body: some View {
          ForEach(seats, id: \\.self) { seat in Seat(seat: seat) }
            .environment(\\.zoomScale, zoom.scale)
        }
      }
      @Observable final class Zoom { var scale = 1.0 }
      extension EnvironmentValues { @Entry var zoomScale = 1.0 }
      struct Seat: View {
        let seat: Int
        @Environment(\\.zoomScale) private var scale
        var body: some View {
          Text("\\(seat)").gesture(DragGesture().onEnded { move($0.translation.width / scale) })
        }
        private func move(_ distance: Double) {}
      }
      """
    let seats = [String](repeating: "Seat: _scale changed.", count: 6)
    let lines =
      ["Map: @self changed."] + [String](repeating: "Seat: @self, @identity, _scale changed.", count: 6)
      + (0..<30).flatMap { _ in ["Map: \\Zoom.scale changed."] + seats }
    let found = try first(lines, source)
    #expect(found.finding.rule == "unused_dynamic_property")
    #expect(found.saved == 180)
  }

  /// An object that is only handed on needs nobody who observes it in between.
  @Test func handingOnIsNoReasonToObserve() throws {
    let source = """
      struct Shop: View {
        @ObservedObject var cart: Cart
        var body: some View {
          CartBar(cart: cart)
          Products(onAdd: { cart.add() })
        }
      }
      final class Cart: ObservableObject {
        @Published var count = 0
        func add() { count += 1 }
      }
      struct CartBar: View {
        @ObservedObject var cart: Cart
        var body: some View { Text("\\(cart.count)") }
      }
      struct Products: View {
        let onAdd: () -> Void
        var body: some View { Button("Add", action: onAdd) }
      }
      """
    let lines =
      [
        "Shop: @self, @identity, _cart changed.", "CartBar: @self, @identity, _cart changed.",
        "Products: @self changed.",
      ]
      + (0..<20).flatMap { _ in ["Shop: _cart changed.", "CartBar: _cart changed.", "Products: @self changed."] }
    let found = try first(lines, source)
    #expect(found.finding.fix == .removeDependency)
    #expect(found.saved == 40)
  }

  /// What a computed property makes anew is as new as what stands in the argument.
  @Test(arguments: ["actions", "self.actions", "made()"])
  func valuesMadeByHelpersAreFresh(_ argument: String) throws {
    let source = """
      struct Home: View {
        let account: Account
        private var actions: [QuickAction] { [QuickAction(title: "Pay", perform: account.pay)] }
        private func made() -> [QuickAction] {
          if account.isLocked { return [] }
          return [QuickAction(title: "Pay", perform: account.pay)]
        }
        var body: some View {
          Text("\\(account.balance)")
          Actions(actions: \(argument))
        }
      }
      struct QuickAction { let title: String; let perform: () -> Void }
      @Observable final class Account { var balance = 0.0; var isLocked = false; func pay() {} }
      struct Actions: View {
        let actions: [QuickAction]
        var body: some View { Text("\\(actions.count)") }
      }
      """
    let lines =
      ["Home: @self changed.", "Actions: @self changed."]
      + (0..<20).flatMap { _ in ["Home: \\Account.balance changed.", "Actions: @self changed."] }
    let found = try first(lines, source)
    #expect(["incomparable_argument", "missing_equatable_view"].contains(found.finding.rule))
    #expect(found.saved == 20)
  }
}

/// Work that a body does in evaluations that another change takes away goes with them.
@Suite struct WorkAndUpdatesTests {
  private static let source = """
    struct Page: View {
      let text: String
      @State private var progress = 0.0
      var body: some View {
        ScrollView {
          VStack {
            Text(stamp)
    \((1...40).map { "        Text(\"\($0)\")" }.joined(separator: "\n"))
          }
        }
          .onPreferenceChange(OffsetKey.self) { progress = $0 }
          .overlay { ProgressView(value: progress) }
      }
      private var stamp: String {
        let formatter = DateFormatter()
        formatter.dateStyle = .short
        return formatter.string(from: Date())
      }
    }
    """

  @Test func whoTakesTheUpdatesAwayComesBeforeWhoMakesThemCheaper() throws {
    let log =
      ["Page: @self, @identity, _progress changed."] + .init(repeating: "Page: _progress changed.", count: 400)
    let rules = DiagnosisTests.diagnose(log, ["Page.swift": Self.source]).findings.map(\.finding.rule)
    let write = try #require(rules.firstIndex(of: "hot_path_state_write"))
    let work = try #require(rules.firstIndex(of: "object_created_in_body"))
    #expect(write < work)
  }

  @Test func rowsThatScrollInDoTheWorkAsWell() throws {
    let source = """
      struct Row: View {
        let text: String
        var body: some View { Text(parsed) }
        private var parsed: AttributedString { (try? AttributedString(markdown: text)) ?? AttributedString(text) }
      }
      struct Feed: View {
        let texts: [String]
        var body: some View { List(texts, id: \\.self) { Row(text: $0) } }
      }
      """
    let log = ["Feed: @self, @identity changed."] + .init(repeating: "Row: @self, @identity changed.", count: 300)
    let found = try #require(
      DiagnosisTests.diagnose(log, ["Feed.swift": source]).findings.first { $0.finding.rule == "heavy_work_in_body" })
    #expect(found.severity == .warning)
  }

  // MARK: Objects made anew

  private static let made = """
    final class Player: ObservableObject { @Published var time = 0.0; func tick() { time += 1 } }
    struct Parent: View {
      @State private var n = 0
      var body: some View { Button("\\(n)") { n += 1 }; Screen() }
    }
    struct Screen: View {
      @ObservedObject var player = Player()
      var body: some View { Text("\\(player.time)") }
    }
    """

  /// What the object publishes while it is there evaluates the view whoever keeps it.
  @Test func anObjectThatIsKeptStillPublishes() throws {
    let lines =
      ["Parent: @self, @identity, _n changed.", "Screen: @self, @identity, _player changed."]
      + (0..<20).flatMap { _ in ["Parent: _n changed.", "Screen: @self, _player changed."] }
      + .init(repeating: "Screen: _player changed.", count: 100)
    let found = try #require(
      DiagnosisTests.diagnose(lines, ["App.swift": Self.made]).findings.first {
        $0.finding.rule == "observed_object_created_inline"
      })
    #expect(found.saved == 20)
  }
}
