internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// What a trace names as having changed decides which part of a body is to be a view of its own.
@Suite struct NamedChangeTests {
  private func findings(_ lines: [String], _ source: String) -> [DiagnosedFinding] {
    DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
  }

  private func times(_ count: Int, _ lines: [String]) -> [String] { (0..<count).flatMap { _ in lines } }

  /// A page with a backdrop behind all of it, which alone shows how far a film is.
  private func watchPage(_ backdrop: String) -> String {
    """
    @Observable final class Player {
      var progress = 0.0
      var title = ""
      var chapters: [String] = []
      func report(_ time: Double) { progress = time }
    }
    struct WatchPage: View {
      @Environment(Player.self) private var player
      let notes: String
      private var fraction: Double { min(self.player.progress / 100, 1) }
      var body: some View {
        ScrollView {
          VStack {
            Text(self.player.title)
            Text(self.notes)
            Image("still")
            HStack { Text("Cast"); Text("Crew"); Image("more") }
            HStack { Text("Seen"); Text("Kept"); Image("more") }
            \((1...24).map { "HStack { Text(\"Scene \($0)\"); Image(\"more\") }" }.joined(separator: "\n"))
          }
        }
        .padding(.horizontal, 16)
        \(backdrop)
        .navigationTitle("")
      }
    }
    struct Backdrop: ViewModifier {
      let fraction: Double
      func body(content: Content) -> some View { content.opacity(fraction) }
    }
    extension View {
      func backdrop(fraction: Double) -> some View { modifier(Backdrop(fraction: fraction)) }
    }
    """
  }

  private let watching =
    ["WatchPage: @self, @identity, _player changed."]
    + [String](repeating: #"WatchPage: \Player.progress changed."#, count: 400)

  @Test func whatAModifierIsGivenIsAPart() throws {
    let found = findings(watching, watchPage(".backdrop(fraction: self.fraction)"))
    let first = try #require(found.first)
    #expect(first.finding.change == .extract(.part(reading: PropertyPath("player", ["progress"]))))
    #expect(first.severity == .warning)
    #expect(first.finding.message.contains("let a modifier of its own read it"))
    #expect(first.finding.steps.first?.contains("into a modifier") == true)
  }

  /// Of which nothing changed is the reason of nothing, however much it looks like it.
  @Test func whatTheTraceDoesNotNameIsNoReason() {
    let lines =
      ["WatchPage: @self, @identity, _player changed."]
      + [String](repeating: #"WatchPage: \Player.chapters changed."#, count: 400)
    let found = findings(lines, watchPage(".backdrop(fraction: self.fraction)"))
    #expect(!found.contains { $0.finding.change == .extract(.part(reading: PropertyPath("player", ["progress"]))) })
  }

  /// `@dependencies` may be anything that is read.
  @Test func whatIsNotNamedMayBeAnything() {
    let lines =
      ["WatchPage: @self, @identity, _player changed."]
      + [String](repeating: "WatchPage: @dependencies changed.", count: 400)
    let found = findings(lines, watchPage(".backdrop(fraction: self.fraction)"))
    #expect(found.contains { $0.finding.change == .extract(.part(reading: PropertyPath("player", ["progress"]))) })
  }

  /// State that a finger moves with each frame, and that only the header above it shows.
  private let table = """
    struct Table: View {
      let rooms: [String]
      @State private var offset = 0.0
      var body: some View {
        VStack {
          VStack {
            Text("Times")
            Divider()
          }
          .offset(x: offset)
          ScrollView(.horizontal) {
            HStack {
              Color.clear
              LazyVStack {
                ForEach(rooms, id: \\.self) { room in
                  Text(room)
                }
                Spacer()
              }
              .gesture(
                DragGesture().onChanged { value in
                  offset = value.translation.width
                })
            }
          }
          HStack {
            Text("Seen")
            Text("Kept")
            Image("more")
          }
        }
      }
    }
    """

  /// As with a member of a model: what drives the body is shown in a part of it.
  @Test func stateThatDrivesABodyIsAReasonToPartIt() throws {
    let log = ["Table: @self, @identity, _offset changed."] + [String](repeating: "Table: _offset changed.", count: 400)
    let parting = try #require(
      findings(log, table).first { $0.finding.change == .extract(.part(reading: PropertyPath("offset"))) })
    #expect(parting.severity == .warning)
    let few = Array(log.prefix(100))
    #expect(!findings(few, table).contains { $0.severity > .note && $0.finding.change == parting.finding.change })
  }

  // MARK: - A part of it, or fewer of it

  /// An angle that each frame moves, and one small view of a page that shows it.
  private func globe(_ page: String) -> String {
    """
    @Observable final class Animator {
      var angle = 0.0
      func attach(to scene: Scene) { scene.subscribe { [weak self] event in self?.step(event.deltaTime) } }
      private func step(_ time: Double) { angle += time }
    }
    struct Globe: View {
      @State private var animator = Animator()
      @State private var month = 1
      var body: some View {
        VStack {
          RealityView { content in
            let scene = try? await Scene(named: "Earth")
            animator.attach(to: scene)
          }
          .frame(height: 300)
          Picker("Month", selection: $month) {
            Text("June").tag(1)
            Text("December").tag(2)
          }
          \((1...24).map { "HStack { Text(\"Month \($0)\"); Image(\"sun\") }" }.joined(separator: "\n"))
          \(page)
        }
      }
    }
    struct Dial: View {
      let angle: Double
      var body: some View { Circle().rotationEffect(.degrees(angle)) }
    }
    """
  }

  private func frames(_ lines: [String]) -> [String] {
    let first = ["Globe: @self, @identity, _animator, _month changed.", "Dial: @self, @identity changed."]
    return first.map { stamped($0, 0, 0) }
      + (1...8).flatMap { second in (0..<60).flatMap { frame in lines.map { stamped($0, second, frame * 16_000) } } }
  }

  private func stamped(_ message: String, _ second: Int, _ microseconds: Int) -> String {
    let fraction = String("000000\(microseconds)".suffix(6))
    return "2025-11-08 10:12:0\(second).\(fraction)+0100 App[1:2] [Changed Body Properties] \(message)"
  }

  /// A small view that reads what each frame moves need not see less of it: it comes before a slower clock.
  @Test func aPartThatReadsComesBeforeASlowerClock() throws {
    let log = frames([#"Globe: \Animator.angle changed."#, "Dial: @self changed."])
    let loud = findings(log, globe("Dial(angle: animator.angle)")).filter { $0.severity > .note }
    let first = try #require(loud.first)
    #expect(first.finding.change == .extract(.part(reading: PropertyPath("animator", ["angle"]))))
  }

  /// A binding to a member of a model that the maker holds: the trace names the member, and the view depends on it through the binding.
  @Test func aMemberBehindABindingIsFound() throws {
    let rows = (1...24).map { "HStack { Text(\"Chapter \($0)\"); Image(\"more\") }" }.joined(separator: "\n")
    let source = """
      @Observable final class Clock { var current = 0.0; var length = 0.0 }
      struct Film: View {
        @Bindable var clock: Clock
        var body: some View { Controls(time: $clock.current, length: $clock.length) }
      }
      struct Controls: View {
        @Binding var time: Double
        @Binding var length: Double
        var body: some View {
          VStack {
            VStack {
              \(rows)
            }
            Slider(value: $time, in: 0...length)
            Text("\\(time)")
          }
        }
      }
      """
    let lines =
      ["Film: @self, @identity, _clock changed.", "Controls: @self, @identity, _time, _length changed."]
      + times(400, [#"Controls: \Clock.current changed."#])
    let first = try #require(findings(lines, source).first)
    #expect(first.finding.rule == "monolithic_body" && first.finding.view == "Controls")
    #expect(first.severity == .warning && first.finding.message.contains("each change of 'time'"))
  }

  /// Writing a value less often leaves less to do than showing it in a small view, where both would do.
  @Test func aThresholdComesBeforeAPartOfItsOwn() throws {
    let rows = (1...60).map { "HStack { Text(\"Part \($0)\"); Image(\"more\") }" }.joined(separator: "\n")
    let source = """
      struct Article: View {
        @State private var progress = 0.0
        private var title: some View {
          VStack {
            Text("a")
            Text("b")
            HStack { Text("c"); Image("d") }
          }
        }
        var body: some View {
          VStack {
            ProgressView(value: progress)
              .progressViewStyle(LinearProgressViewStyle())
              .frame(height: 3)
            ScrollView {
              VStack {
                title
                \(rows)
              }
            }
            .onPreferenceChange(Offset.self) { offset in progress = min(max(offset / 800, 0), 1) }
          }
        }
      }
      struct Offset: PreferenceKey {
        static let defaultValue = 0.0
        static func reduce(value: inout Double, nextValue: () -> Double) { value = nextValue() }
      }
      """
    let lines = ["Article: @self, @identity, _progress changed."] + times(900, ["Article: _progress changed."])
    let found = findings(lines, source).filter { $0.severity > .note }
    #expect(found.map(\.finding.rule) == ["hot_path_state_write", "monolithic_body"])
  }
}
