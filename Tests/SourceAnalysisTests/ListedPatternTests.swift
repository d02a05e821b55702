import SourceAnalysis
import Testing

/// What a few files of an app show that may well be written again and again: it is listed there, for a recording to tell how often.
@Suite struct ListedPatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rule = "hot_path_state_write"
    var what: String
    var text: String
    var testDescription: String { "\(rule): \(what)" }
  }

  @Test(arguments: listed) func isListedAtTheMarks(_ example: Case) {
    let source = MarkedSource(example.text)
    #expect(!source.marks.isEmpty)
    #expect(Self.places(example.rule, source.text) == source.marks)
  }

  @Test(arguments: unlisted) func isNotListed(_ example: Case) {
    #expect(Self.places(example.rule, example.text).isEmpty)
  }

  /// Where a rule finds something in a file that is a part of an app.
  private static func places(_ rule: String, _ text: String) -> [MarkedSource.Mark] {
    let graph = SourceGraph(files: [("Test.swift", text)])
    let found = Set(Linter().review(graph).findings.map(\.finding).filter { $0.rule == rule }.map(\.place))
    return found.sorted().map { MarkedSource.Mark(line: $0.line, column: $0.column) }
  }

  static let listed = [
    Case(
      what: "keys typed into what all observe",
      text: """
        final class Settings: ObservableObject {
          @Published var names: [Int: String] = [:]
        }
        struct Names: View {
          @ObservedObject var settings: Settings
          let ids: [Int]
          var body: some View { ForEach(ids, id: \\.self) { ↓TextField("Name", text: name(of: $0)) } }
          private func name(of id: Int) -> Binding<String> {
            Binding(get: { settings.names[id] ?? "" }, set: { settings.names[id] = $0 })
          }
        }
        """),
    Case(
      what: "a task for each event",
      text: """
        struct Feed: View {
          @State private var isLoading = false
          var body: some View {
            ScrollView { Text(isLoading ? "Loading" : "") }
              .onPreferenceChange(OffsetKey.self) { offset in
                Task {
                  guard !isLoading else { return }
                  ↓isLoading = offset > 0
                }
              }
          }
        }
        """),
    Case(
      what: "a loop that nobody ends",
      text: """
        struct Spring: View {
          @State private var target = 0.0
          var body: some View { Circle().offset(x: target).onAppear { run() } }
          private func run() {
            Task { @MainActor in
              while !Task.isCancelled {
                ↓target = Double.random(in: 0...40)
                try? await Task.sleep(for: .seconds(1))
              }
            }
          }
        }
        """),
    Case(
      what: "a fast loop of a task",
      text: """
        struct Dream: View {
          @State private var time = 0.0
          var body: some View {
            GeometryReader { geometry in
              Canvas { context, size in context.opacity = time }
                .task {
                  while true {
                    ↓time += 1 / 30.0
                    try? await Task.sleep(nanoseconds: 33_333_333)
                  }
                }
            }
          }
        }
        """),
    Case(
      what: "state that follows what a sensor measures",
      text: """
        struct Track: View {
          let tracker: Tracker
          @State private var region = Region()
          var body: some View { Map(region: region).↓onChange(of: tracker.location?.timestamp) { follow() } }
          private func follow() {
            guard let location = tracker.location else { return }
            region = Region(center: location)
          }
        }
        """),
    Case(
      what: "what a model writes for each element of a stream",
      text: """
        @Observable final class Sessions {
          var selected = 0
          func follow(_ stream: AsyncStream<Int>) async {
            for await id in stream { ↓selected = id }
          }
        }
        """),
    Case(
      rule: "unstable_identity", what: "a conditional modifier of another module",
      text: """
        struct Badge: View {
          @State private var isOn = false
          var body: some View {
            Card().↓if(isOn) { $0.border(.red) }
            Toggle("", isOn: $isOn)
          }
        }
        """),
    Case(
      rule: "derived_state_stored", what: "what one side of a condition empties",
      text: """
        struct Selection: View {
          let range: Range<Int>?
          let layout: Layout
          @State private var ↓marks: [Mark] = []
          var body: some View {
            ForEach(marks) { Text($0.name) }
              .onChange(of: range, initial: true, update)
              .onChange(of: layout, initial: true, update)
          }
          private func update() {
            if let range { marks = layout.marks(of: range) } else { marks = [] }
          }
        }
        """),
  ]

  static let unlisted = [
    Case(
      what: "a buffer that somebody pastes",
      text: """
        @Observable final class Editor {
          var selection = 0
          func paste(_ buffer: AVAudioPCMBuffer) { selection = buffer.count }
          func pasteCopied() { paste(copied) }
        }
        """),
    Case(
      what: "what a sequence says yes or no to",
      text: """
        @Observable final class Purchases {
          var isPro = false
          func follow() async {
            for await update in Transaction.updates { isPro = update.isValid }
          }
        }
        """),
    Case(
      rule: "state_scoped_too_high", what: "a gesture that is on or off",
      text: """
        struct Sheet: View {
          @GestureState private var isDragging = false
          var body: some View {
            VStack {
              Content()
              Capsule().gesture(DragGesture().updating($isDragging) { _, state, _ in state = true })
            }
            .opacity(isDragging ? 0.5 : 1)
          }
        }
        """),
    Case(
      what: "keys typed into state",
      text: """
        struct Name: View {
          @State private var name = ""
          var body: some View { TextField("Name", text: Binding(get: { name }, set: { name = $0 })) }
        }
        """),
    Case(
      what: "a loop that the view ends",
      text: """
        struct Spring: View {
          @State private var target = 0.0
          var body: some View { Circle().offset(x: target).task { await run() } }
          private func run() async {
            while !Task.isCancelled {
              target = Double.random(in: 0...40)
              try? await Task.sleep(for: .seconds(1))
            }
          }
        }
        """),
    Case(
      what: "a loop that is kept to be ended",
      text: """
        struct Spring: View {
          @State private var target = 0.0
          @State private var loop: Task<Void, Never>?
          var body: some View { Circle().offset(x: target).onAppear { run() }.onDisappear { loop?.cancel() } }
          private func run() {
            loop = Task {
              while !Task.isCancelled {
                target = Double.random(in: 0...40)
                try? await Task.sleep(for: .seconds(1))
              }
            }
          }
        }
        """),
    Case(
      rule: "layout_feedback", what: "the steps of a loop beside a measurement",
      text: """
        struct Dream: View {
          @State private var time = 0.0
          var body: some View {
            GeometryReader { geometry in
              Text("").offset(x: time).task {
                while true {
                  time += 1 / 30.0
                  try? await Task.sleep(nanoseconds: 33_333_333)
                }
              }
            }
          }
        }
        """),
    Case(
      rule: "unstable_identity", what: "a modifier that is handed what it applies",
      text: """
        struct Badge: View {
          let isOn: Bool
          var body: some View { Card().when(.now) { print("now") } }
        }
        """),
  ]
}
