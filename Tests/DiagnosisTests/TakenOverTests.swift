internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing

/// What a change leaves is counted with all that is made there: who takes the value over, and who runs a part of the body anyway.
@Suite struct TakenOverTests {
  private func saved(_ rule: String, _ lines: [String], _ source: String) throws -> [String: Int] {
    let found = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first { $0.finding.rule == rule }
    return try #require(found).savedByView
  }

  /// A view that keeps a value which one child alone is given, with more above and below it.
  @Test func whatTheNewOwnerMakesStays() throws {
    let source = """
      struct Page: View {
        @State private var now = Date()
        let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
        var body: some View {
          VStack {
            Clock(now: now)
            Text("1"); Text("2"); Text("3"); Text("4"); Text("5"); Text("6"); Text("7"); Text("8")
          }
          .onReceive(timer) { now = $0 }
        }
      }
      struct Clock: View {
        let now: Date
        var body: some View { VStack { Text("\\(now)"); Digits(now: now) } }
      }
      struct Digits: View {
        let now: Date
        var body: some View { Text("\\(now)") }
      }
      """
    let tick = ["Page: _now changed.", "Clock: @self changed.", "Digits: @self changed."]
    let lines =
      [
        "Page: @self, @identity, _now changed.", "Clock: @self, @identity changed.",
        "Digits: @self, @identity changed.",
      ]
      + (0..<50).flatMap { _ in tick }
    let saved = try saved("state_scoped_too_high", lines, source)
    #expect(saved["Page"] == 50)
    #expect(saved["Clock", default: 0] == 0)
    #expect(saved["Digits", default: 0] == 0)
  }

  /// A body that asks whether there is anything, around a content that another view runs, which nobody logs.
  @Test(arguments: [true, false]) func whatOthersRunStays(isRunByOther: Bool) throws {
    let source = """
      @Observable final class Pages { var shown: [Message] = [] }
      struct Screen: View {
        let pages: Pages
        var body: some View {
          \(isRunByOther ? "Boundary { Messages(messages: pages.shown, open: { pages.shown = [] }) }" : "Footer()")
            .onChange(of: pages.shown.isEmpty) { wait() }
        }
      }
      struct Messages: View {
        let messages: [Message]
        let open: () -> Void
        var body: some View { List(messages) { Cell(message: $0) } }
      }
      struct Cell: View {
        let message: Message
        var body: some View { Text(message.text) }
      }
      struct Footer: View { var body: some View { Text("") } }
      struct Boundary<Content: View>: View {
        private let content: () -> Content
        init(@ViewBuilder content: @escaping () -> Content) { self.content = content }
        var body: some View { content() }
      }
      """
    let below = isRunByOther ? ["Messages: @self changed.", "Cell: @self changed."] : []
    let lines =
      ["Screen: @self, @identity, _pages changed."]
      + (isRunByOther ? ["Messages: @self, @identity changed.", "Cell: @self, @identity changed."] : [])
      + (0..<100).flatMap { _ in ["Screen: \\Pages.shown changed."] + below }
    let saved = try saved("transitive_computed_dependency", lines, source)
    #expect(saved["Screen", default: 0] >= 98)
    #expect(saved["Messages", default: 0] == 0)
    #expect(saved["Cell", default: 0] == 0)
  }

  /// Two members that one method writes together: who reads one of them needs the changes of the other.
  @Test(arguments: [true, false]) func whatIsWrittenTogetherIsOneChange(areTogether: Bool) {
    let source = """
      final class Meter: ObservableObject {
        @Published private(set) var load: [Int] = []
        @Published private(set) var memory: [Int] = []
        func sample() { load = measured(1)\(areTogether ? "; memory = measured(2)" : "") }
        func other() { \(areTogether ? "" : "memory = measured(2)") }
      }
      struct LoadView: View {
        @ObservedObject var meter: Meter
        var body: some View { Text("\\(meter.load.count)") }
      }
      struct MemoryView: View {
        @ObservedObject var meter: Meter
        var body: some View { Text("\\(meter.memory.count)") }
      }
      """
    let lines =
      ["LoadView: @self, @identity, _meter changed.", "MemoryView: @self, @identity, _meter changed."]
      + (0..<100).flatMap { _ in ["LoadView: _meter changed.", "MemoryView: _meter changed."] }
    let parted = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first {
      $0.finding.rule == "observable_object_fan_out"
    }
    #expect(((parted?.saved ?? 0) > 0) != areTogether)
  }

  /// A value that is made with a time is another one whatever else in it stayed the same: neither parting the model nor comparing
  /// what is written along with it spares anything.
  @Test(arguments: [(".now", false), ("Date()", false), ("started", true)])
  func whatHoldsATimeIsAlwaysAnother(_ time: String, _ isSpared: Bool) {
    let source = """
      struct Sample { let load: Int; let at: Date }
      final class Meter: ObservableObject {
        @Published private(set) var latest: Sample?
        @Published private(set) var cores: [Int] = []
        private let started = Date()
        func start() { Timer.scheduledTimer(withTimeInterval: 2, repeats: true) { _ in self.sample() } }
        func sample() {
          cores = measured(1)
          latest = Sample(load: measured(2), at: \(time))
        }
      }
      struct LoadView: View {
        @ObservedObject var meter: Meter
        var body: some View { Gauge(load: meter.latest?.load ?? 0) }
      }
      struct Gauge: View {
        let load: Int
        var body: some View { Text("\\(load)") }
      }
      struct CoresView: View {
        @ObservedObject var meter: Meter
        var body: some View { Text("\\(meter.cores.count)") }
      }
      """
    let lines =
      ["LoadView: @self, @identity, _meter changed.", "Gauge: @self changed."]
      + (0..<100).flatMap { step in
        ["LoadView: _meter changed.", "CoresView: _meter changed."] + (step % 4 == 0 ? ["Gauge: @self changed."] : [])
      }
    let saved =
      DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.filter {
        ["observable_object_fan_out", "redundant_state_write"].contains($0.finding.rule)
      }.map(\.saved).max() ?? 0
    #expect((saved > 20) == isSpared)
  }
}
