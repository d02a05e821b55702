internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// Causes that sit a step away from where they show: behind a branch, a copy, a factory, a helper, or several views.
@Suite struct IndirectCauseTests {
  private func findings(_ lines: [String], _ source: String) -> [DiagnosedFinding] {
    DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
  }

  private func times(_ count: Int, _ lines: [String]) -> [String] { (0..<count).flatMap { _ in lines } }

  // MARK: - Branches

  private static let disclosed = """
    struct Row: View {
      let title: String
      let stops: [String]
      @State private var isOpen = false
      @State private var isStarred = false
      var body: some View {
        Text(title + (isStarred ? "*" : "")).onTapGesture { isOpen.toggle() }.onLongPressGesture { isStarred.toggle() }
        if isOpen { Stops(stops: stops) }
      }
    }
    struct Stops: View {
      let stops: [String]
      var body: some View { Text(stops.joined()) }
    }
    """

  /// A view without storage prints '@self' for its first appearance as for any other evaluation.
  @Test func whatABranchShowsAppears() {
    let lines =
      ["Row: @self, @identity, _isOpen, _isStarred changed."]
      + times(40, ["Row: _isOpen changed.", "Stops: @self changed.", "Row: _isOpen changed."])
    let found = findings(lines, Self.disclosed)
    #expect(!found.contains { $0.finding.view == "Stops" && $0.severity > .note })
  }

  @Test func whatOthersEvaluateBehindABranchDoesNot() throws {
    let lines =
      ["Row: @self, @identity, _isOpen, _isStarred changed."]
      + times(40, ["Row: _isStarred changed.", "Stops: @self changed."])
    let found = findings(lines, Self.disclosed)
    #expect(found.contains { $0.finding.view == "Stops" && $0.severity > .note })
  }

  // MARK: - Copies

  private static let tracker = """
    struct Flight: Equatable { var gate: String; var captain: String; var altitude: Int; var speed: Int }
    @Observable final class Tracker {
      var flight: Flight
      init(flight: Flight) { self.flight = flight }
      func receive(altitude: Int) {
        var next = flight
        next.altitude = altitude
        flight = next
      }
    }
    struct GateCard: View {
      let tracker: Tracker
      var body: some View { Text(tracker.flight.gate) }
    }
    struct Tape: View {
      let tracker: Tracker
      var body: some View { Text("\\(tracker.flight.altitude)") }
    }
    """

  private static let flown =
    ["GateCard: @self changed.", "Tape: @self changed."]
    + (0..<50).flatMap { _ in ["GateCard: \\Tracker.flight changed.", "Tape: \\Tracker.flight changed."] }

  @Test func membersWrittenThroughACopyAreWhatChanges() throws {
    let first = try #require(findings(Self.flown, Self.tracker).first { $0.saved > 0 })
    #expect(first.finding.rule == "struct_property_dependency")
    #expect(first.saved == 50)
  }

  @Test func aNewValueMayDifferInAllMembers() throws {
    let source = Self.tracker.replacing("var next = flight", with: "var next = Feed.latest()")
    #expect(findings(Self.flown, source).allSatisfy { $0.saved < 50 })
  }

  // MARK: - Derived state

  private func copied(_ value: String) -> [DiagnosedFinding] {
    let source = """
      struct Item: Identifiable, Equatable { let id: Int; var grams: Int; var isPacked: Bool }
      struct Screen: View {
        @State private var items: [Item] = []
        @State private var packed = 0
        var body: some View {
          Field(items: $items)
          Text("\\(packed)").onChange(of: items) { _, new in packed = \(value) }
        }
      }
      struct Field: View {
        @Binding var items: [Item]
        var body: some View { Button("Pack") { items[0].isPacked.toggle() } }
      }
      """
    let lines =
      ["Screen: @self, @identity, _items, _packed changed.", "Field: @self, @identity, _items changed."]
      + times(30, ["Screen: _items changed.", "Field: _items changed.", "Screen: _packed changed."])
    return findings(lines, source).filter { $0.finding.rule == "derived_state_stored" && $0.severity > .note }
  }

  @Test func aSumOverAFilterIsACopy() {
    #expect(!copied("new.filter(\\.isPacked).reduce(0) { $0 + $1.grams }").isEmpty)
  }

  @Test func aSearchIsACache() {
    #expect(copied("new.sorted { $0.grams < $1.grams }.firstIndex(of: new[0]) ?? 0").isEmpty)
  }

  // MARK: - Factories

  private func formatted(_ declaration: String, _ use: String) -> [DiagnosedFinding] {
    let source = """
      extension DateFormatter {
        \(declaration)
      }
      struct Board: View {
        let times: [Date]
        @State private var ticks = 0
        var body: some View {
          Text("\\(ticks)").onTapGesture { ticks += 1 }
          Row(time: times[0], formatter: \(use))
        }
      }
      struct Row: View {
        let time: Date
        let formatter: DateFormatter
        var body: some View { Text(formatter.string(from: time)) }
      }
      """
    let lines =
      ["Board: @self, @identity, _ticks changed.", "Row: @self changed."]
      + times(40, ["Board: _ticks changed.", "Row: @self changed."])
    return findings(lines, source).filter { $0.finding.rule == "incomparable_argument" }
  }

  @Test func aFactoryMakesItsObjectAnew() throws {
    let made = formatted(
      "static func short() -> DateFormatter { let formatter = DateFormatter(); return formatter }", ".short()")
    #expect(try #require(made.first).saved == 40)
  }

  @Test func aStaticObjectIsTheSame() {
    #expect(formatted("static let short = DateFormatter()", ".short").isEmpty)
  }

  // MARK: - Work in bodies

  private static func impressions(_ call: String) -> String {
    """
    @Observable final class Counter {
      private(set) var seen = 0
      func note() { seen += 1 }
    }
    struct Tile: View {
      let title: String
      let counter: Counter
      @State private var isMuted = false
      var body: some View {
        \(call)
      }
      private func note() { DispatchQueue.main.async { counter.note() } }
    }
    struct Badge: View {
      let counter: Counter
      var body: some View { Text("\\(counter.seen)") }
    }
    """
  }

  private static let impressionLines =
    ["Tile: @self, @identity, _isMuted changed.", "Badge: @self changed."]
    + (0..<40).flatMap { _ in ["Tile: _isMuted changed.", "Badge: \\Counter.seen changed."] }

  @Test func aBodyThatWritesAModelIsMeasuredByWhoShowsIt() throws {
    let source = Self.impressions("let _ = note()\n        Button(title) { isMuted.toggle() }")
    let first = try #require(findings(Self.impressionLines, source).first)
    #expect(first.finding.rule == "side_effect_in_body")
    #expect(first.finding.view == "Tile")
    // One for the first appearance stays.
    #expect(first.saved == 39)
  }

  /// In an action of the body, of a helper, or of a view that nothing is known of; and where the name means another value.
  @Test(arguments: [
    "Button(title) { isMuted.toggle(); note() }", "controls",
    "Stepper(title) { note() } onDecrement: { isMuted.toggle() }",
    "Pad(title) { counter.note() }", "let counter = Probe(title)\nlet _ = counter.note()\nText(title)",
  ])
  func anActionThatWritesAModelIsNone(_ body: String) {
    let source =
      Self.impressions(body) + """
        extension Tile { var controls: some View { Button(title) { isMuted.toggle(); counter.note() } } }
        struct Probe { init(_ title: String) {}; func note() {} }
        """
    #expect(!findings(Self.impressionLines, source).contains { $0.finding.rule == "side_effect_in_body" })
  }

  // MARK: - Chains

  private func clock(_ badge: String) -> [DiagnosedFinding] {
    let source = """
      struct Screen: View {
        @State private var elapsed = 0
        private let ticker = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          VStack { Board(elapsed: elapsed) }.onReceive(ticker) { _ in elapsed += 1 }
        }
      }
      struct Board: View {
        let elapsed: Int
        var body: some View {
          \(badge)
          Footer(text: "done")
        }
      }
      struct Badge: View {
        let seconds: Int
        var body: some View { Text("\\(seconds)") }
      }
      struct Footer: View {
        let text: String
        var body: some View { Text(text) }
      }
      """
    let lines =
      ["Screen: @self, @identity, _elapsed changed.", "Board: @self changed.", "Badge: @self changed."]
      + times(60, ["Screen: _elapsed changed.", "Board: @self changed.", "Badge: @self changed."])
    return findings(lines, source).filter { $0.finding.rule == "state_scoped_too_high" && $0.severity > .note }
  }

  @Test func stateIsFollowedThroughViewsThatHandItOn() throws {
    let first = try #require(clock("Badge(seconds: elapsed)").first)
    #expect(first.finding.view == "Screen")
    #expect(first.finding.related.first?.view == "Badge")
    #expect(first.saved == 120)
  }

  @Test func aViewThatUsesTheValueItselfKeepsIt() {
    #expect(clock("Badge(seconds: elapsed).opacity(elapsed > 9 ? 1 : 0.5)").isEmpty)
  }

  // MARK: - Bindings

  @Test func membersThatAreEditedAreNeeded() {
    let source = """
      struct Style: Equatable { var size = 12.0; var dim = 0.0; var hasNotes = true; var font = "" }
      struct Screen: View {
        @State private var style = Style()
        var body: some View {
          Text("").opacity(style.dim)
          Panel(style: $style)
        }
      }
      struct Panel: View {
        @Binding var style: Style
        var body: some View {
          Slider(value: $style.dim)
          Text("\\(style.dim) \\(style.size)")
          Stepper("", value: $style.size)
          Toggle("", isOn: $style.hasNotes)
        }
      }
      """
    let lines =
      ["Screen: @self, @identity, _style changed.", "Panel: @self, @identity, _style changed."]
      + times(60, ["Screen: _style changed.", "Panel: _style changed."])
    #expect(!findings(lines, source).contains { $0.finding.view == "Panel" && $0.severity > .note })
  }

  // MARK: - Steps in between

  /// An id in an extension of View, and one in the default of a protocol.
  @Test func identityBehindAStepIsFound() throws {
    let source = """
      @Observable final class Document { var revision = 0; var page = 0 }
      extension View { func refreshed(by token: some Hashable) -> some View { id(token) } }
      struct Screen: View {
        let document: Document
        var body: some View {
          VStack { Pane() }.refreshed(by: document.revision).overlay { Badge(document: document) }
        }
      }
      struct Badge: View {
        let document: Document
        var body: some View { Text("\\(document.revision)") }
      }
      struct Pane: View {
        @State private var size = 12
        var body: some View { Stepper("\\(size)", value: $size) }
      }
      """
    let lines =
      ["Screen: @self changed.", "Pane: @self, @identity, _size changed.", "Badge: @self changed."]
      + times(
        40,
        [
          "Screen: \\Document.revision changed.", "Pane: @self, @identity, _size changed.",
          "Badge: \\Document.revision changed.",
        ])
    let first = try #require(findings(lines, source).first)
    #expect(first.finding.rule == "unstable_identity")
    #expect(first.finding.view == "Screen")
  }

  /// `me` is another name for a part of the session, whichever type declares it.
  @Test(arguments: ["private var me: Member { session.member }", ""])
  func anotherNameForAPartIsThatPart(_ own: String) throws {
    let source = """
      struct Member: Equatable { var name: String; var points: Int; var seen: Int; var code: Int }
      @Observable final class Session {
        var member: Member
        init(member: Member) { self.member = member }
        func ping(at time: Int) { member.seen = time }
      }
      protocol MemberReading { var session: Session { get } }
      extension MemberReading { var me: Member { session.member } }
      struct Greeting: View\(own.isEmpty ? ", MemberReading" : "") {
        let session: Session
        \(own)
        var body: some View { Text(me.name) }
      }
      struct Seen: View {
        let session: Session
        var body: some View { Text("\\(session.member.seen)") }
      }
      """
    let lines =
      ["Greeting: @self changed.", "Seen: @self changed."]
      + times(50, ["Greeting: \\Session.member changed.", "Seen: \\Session.member changed."])
    let first = try #require(findings(lines, source).first)
    #expect(first.finding.rule == "struct_property_dependency")
    #expect(first.finding.view == "Greeting")
    #expect(first.saved == 50)
  }

  /// What the maker hands on as a whole changed in what somebody writes of it.
  @Test func membersThatNobodyWritesAreNotWhatChanged() throws {
    let source = """
      struct Config: Equatable { var size = 13.0; var wraps = true; var inset = 8.0; var encoding = "" }
      struct Editor: View {
        @State private var config = Config()
        var body: some View {
          Gutter(config: config)
          Page(config: config)
          Sizer(config: $config)
        }
      }
      struct Gutter: View { let config: Config; var body: some View { Text("").padding(config.inset) } }
      struct Page: View { let config: Config; var body: some View { Text("").font(.system(size: config.size)) } }
      struct Sizer: View { @Binding var config: Config; var body: some View { Slider(value: $config.size, in: 9...32) } }
      """
    let lines =
      [
        "Editor: @self, @identity, _config changed.", "Gutter: @self changed.", "Page: @self changed.",
        "Sizer: @self, @identity, _config changed.",
      ]
      + times(60, ["Editor: _config changed.", "Gutter: @self changed.", "Page: @self changed."])
    let found = findings(lines, source)
    let first = try #require(found.first)
    #expect(first.finding.rule == "broad_model_dependency")
    #expect(first.finding.view == "Gutter")
    #expect(first.saved == 60)
    #expect(!found.contains { $0.finding.view == "Page" && $0.severity > .note })
  }

  /// Rows compare a binding with themselves, and say themselves when that begins and ends.
  private func hovered(_ writing: String) -> [DiagnosedFinding] {
    let source = """
      struct Card: Identifiable, Equatable { let id: Int; var title: String }
      struct Board: View {
        let cards: [Card]
        @State private var hovered: Card.ID?
        var body: some View { ForEach(cards) { card in Tile(card: card, hovered: $hovered) } }
      }
      struct Tile: View {
        let card: Card
        @Binding var hovered: Card.ID?
        var body: some View { Text(card.title).shadow(radius: hovered == card.id ? 6 : 1).\(writing) }
      }
      """
    let lines =
      ["Board: @self, @identity, _hovered changed."] + times(10, ["Tile: @self, @identity, _hovered changed."])
      + times(40, times(10, ["Tile: _hovered changed."]))
    return findings(lines, source).filter { $0.saved > 0 }
  }

  @Test func aFlagOfARowBelongsToTheRow() throws {
    let first = try #require(hovered("onHover { inside in hovered = inside ? card.id : nil }").first)
    #expect(first.finding.rule == "state_scoped_too_high")
    #expect(first.finding.view == "Board")
  }

  @Test func aSelectionDoesNot() throws {
    let first = try #require(hovered("onTapGesture { hovered = card.id }").first)
    #expect(first.finding.rule == "broad_model_dependency")
  }

  /// A struct made of state changes with it in all of its members.
  @Test func whatIsWorkedOutOfStateIsNeeded() {
    let source = """
      struct Mixed: Hashable { let hue: Double; let depth: Double; let name = "" }
      struct Board: View {
        @State private var hue = 0.5
        @State private var depth = 0.8
        private var mixed: Mixed { Mixed(hue: hue, depth: depth) }
        var body: some View {
          Swatch(color: mixed)
          Ring(hue: $hue)
        }
      }
      struct Swatch: View { let color: Mixed; var body: some View { Text("\\(color.hue) \\(color.depth)") } }
      struct Ring: View { @Binding var hue: Double; var body: some View { Slider(value: $hue); Text("\\(hue)") } }
      """
    let lines =
      [
        "Board: @self, @identity, _hue, _depth changed.", "Swatch: @self changed.",
        "Ring: @self, @identity, _hue changed.",
      ] + times(60, ["Board: _hue changed.", "Swatch: @self changed.", "Ring: _hue changed."])
    #expect(findings(lines, source).allSatisfy { $0.severity == .note })
  }
}
