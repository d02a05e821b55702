internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// Waste that has one cause in several places: the part of a body that reads a value, copies kept by the same code.
@Suite struct PartTests {
  private func first(_ lines: [String], _ source: String) throws -> DiagnosedFinding {
    try #require(DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first)
  }

  private func times(_ count: Int, _ lines: [String]) -> [String] { (0..<count).flatMap { _ in lines } }

  // MARK: - The part that reads a value

  private func recorder(members: String = "", meter: String) -> String {
    """
    @Observable final class Recorder {
      private(set) var level = 0.0
      private(set) var takes: [String] = []
      var isMonitoring = false
      let folder = URL.documentsDirectory.appending(path: "Takes")
      \(members)
      func measure() async { for await power in AudioTap.powers() { level = power } }
      func start(_ name: String) { takes.append(name) }
      func stop() {}
    }
    struct RecorderScreen: View {
      @State private var recorder = Recorder()
      @State private var name = "Take 1"
      var body: some View {
        Form {
          Section("Input") {
            Text("Microphone")
            Text("48 kHz")
            Toggle("Monitor", isOn: $recorder.isMonitoring)
          }
          Section("Level") {
            \(meter)
          }
          Section("Take") {
            TextField("Name", text: $name)
            Transport(isIdle: recorder.takes.isEmpty) { recorder.start(name) }
            StopButton { recorder.stop() }
          }
          Section("Storage") {
            Text(recorder.folder.path)
            Text("Takes are kept for a month.")
            Text("Nothing is uploaded.")
          }
          Section("About") {
            Text("Recorder")
            Text("Version 3")
            Text("Made in Ghent")
          }
          Section("Help") {
            Text("Tap Record to begin.")
            Text("Tap Stop to end.")
            Text("Swipe a take to delete it.")
          }
        }
        .task { await recorder.measure() }
      }
    }
    struct Transport: View {
      let isIdle: Bool
      let start: () -> Void
      var body: some View { Button("Record", action: start).disabled(!isIdle) }
    }
    struct StopButton: View {
      let stop: () -> Void
      var body: some View { Button("Stop", action: stop) }
    }
    """
  }

  private func recording(_ cause: String) -> [String] {
    let children = ["Transport: @self changed.", "StopButton: @self changed."]
    return ["RecorderScreen: @self, @identity, _recorder, _name changed."] + children
      + times(60, ["RecorderScreen: \(cause) changed."] + children)
  }

  /// Two closures are in the way of the children; neither is evaluated once the meter is a view of its own.
  @Test(arguments: [#"\Recorder.level"#, #"\Recorder.<computed 0x0000000102901a40 (Double)>"#])
  func thePartThatReadsTheValueGoesOut(cause: String) throws {
    let finding = try first(recording(cause), recorder(meter: #"Gauge(value: recorder.level) { Text("Level") }"#))
    #expect(finding.finding.rule == "monolithic_body")
    #expect(finding.saved == 120)
    #expect(finding.measured?.updates == 180)
    // The new view follows the value instead.
    #expect(finding.measured?.predicted == 60)
    #expect(finding.message.contains("recorder.level"))
  }

  /// A getter without a symbol may be one of two members.
  @Test func anAddressThatMayBeEitherMemberNamesNone() throws {
    let source = recorder(
      members: "var gain = 0.5", meter: "Gauge(value: recorder.level * recorder.gain) { Text(\"Level\") }")
    let finding = try first(recording(#"\Recorder.<computed 0x0000000102901a40 (Double)>"#), source)
    #expect(!finding.message.contains("recorder.level"))
    #expect(!finding.message.contains("recorder.gain"))
  }

  /// What every part shows has no part of its own.
  @Test func aValueThatTwoEndsOfTheBodyReadIsNoPart() throws {
    let source = recorder(meter: #"Gauge(value: recorder.level) { Text("Level") }"#)
      .replacing(#"Text("Recorder")"#, with: #"Text("Recorder \(recorder.level)")"#)
    let finding = try first(recording(#"\Recorder.level"#), source)
    #expect(["incomparable_argument", "monolithic_body"].contains(finding.finding.rule))
    if case .extract(.part) = finding.finding.change { Issue.record("\(finding.message)") }
  }

  // MARK: - Copies

  /// One handler keeps both in step, so that both have to go before its update does.
  @Test func copiesThatOneHandlerKeepsGoTogether() throws {
    let source = """
      struct Booking: View {
        @State private var nights = 2.0
        @State private var subtotal = 0.0
        @State private var tax = 0.0
        var body: some View {
          Slider(value: $nights, in: 1...30)
          Text("\\(Int(nights)) nights")
          Text("\\(subtotal) and \\(tax)")
            .onAppear(perform: reprice)
            .onChange(of: nights) { reprice() }
        }
        private func reprice() {
          subtotal = 90 * nights
          tax = 2.5 * nights
        }
      }
      """
    let finding = try first(
      ["Booking: @self, @identity, _nights, _subtotal, _tax changed."]
        + times(40, ["Booking: _nights changed.", "Booking: _subtotal, _tax changed."]), source)
    #expect(finding.finding.rule == "derived_state_stored")
    #expect(finding.saved == 40)
    #expect(finding.finding.steps.contains { $0.contains("'tax'") })
  }

  /// A part that becomes a view of its own makes its children of what it always read: to take it out saves none of them, also where
  /// something else evaluates the rest of the body at the same time.
  @Test func aPartKeepsItsChildrenWhateverElseChanges() {
    let others = (0..<80).map { "      Text(\"Line \($0)\")" }.joined(separator: "\n")
    let source = """
      struct Entry: Identifiable { let id: Int; var words: [String] }
      @Observable final class Talk { var entries: [Entry] = []; var count = 0 }
      struct Pane: View {
        let talk: Talk
        var body: some View {
          VStack {
      \(others)
            Text("\\(talk.count)")
            EntryList(entries: talk.entries)
          }
        }
      }
      struct EntryList: View {
        let entries: [Entry]
        var body: some View { ForEach(entries) { EntryRow(entry: $0) } }
      }
      struct EntryRow: View {
        let entry: Entry
        var body: some View { Text(entry.words.joined()) }
      }
      """
    let log =
      ["Pane: @self, @identity changed.", "EntryList: @self changed."] + times(8, ["EntryRow: @self changed."])
      + times(
        60,
        [#"Pane: \Talk.count, \Talk.entries changed."#, "EntryList: @self changed."]
          + times(8, ["EntryRow: @self changed."]))
    let found = DiagnosisTests.diagnose(log, ["App.swift": source]).findings
    let parts = found.filter { $0.finding.change == .extract(.part(reading: PropertyPath("talk", "entries"))) }
    #expect(!parts.isEmpty, "\(found.map { ($0.finding.rule, $0.finding.change, $0.saved) })")
    #expect(parts.allSatisfy { $0.saved == 0 })
  }

  /// What several small parts of a large body show is taken out part by part, which spares the rest.
  @Test func severalSmallPartsGoOut() throws {
    func section(_ number: Int, _ reading: String) -> String {
      "  private var part\(number): some View {\n    VStack {\n"
        + (0..<20).map { "      Text(\"\(number) \($0)\")\n" }.joined() + "      \(reading)\n    }\n  }\n"
    }
    let source = """
      final class Strap: ObservableObject { @Published var rate = 0; @Published var isSyncing = false }
      struct Today: View {
        @EnvironmentObject var strap: Strap
        var body: some View {
          VStack {
            part0
            part1
            part2
            Chart(onTap: { print(strap) })
          }
        }
      \(section(0, "Text(\"\\(strap.rate)\")"))\(section(1, "if strap.isSyncing { Text(\"Syncing\") }"))\(section(2, "Text(\"end\")"))}
      struct Chart: View {
        let onTap: () -> Void
        var body: some View { Text("Chart") }
      }
      """
    let log =
      ["Today: @self, @identity, _strap changed.", "Chart: @self changed."]
      + times(60, ["Today: _strap changed.", "Chart: @self changed."])
    let finding = try #require(
      DiagnosisTests.diagnose(log, ["App.swift": source]).findings.first {
        $0.finding.change == .extract(.parts(reading: PropertyPath("strap")))
      })
    #expect(finding.severity > .note)
    #expect(finding.finding.places(.owner).count == 2)
  }

  /// Nobody keeps a body of many screens in mind: that it runs again and again is worth a warning, whichever of its parts did not
  /// have to.
  @Test(arguments: [(25, Severity.note), (80, .warning)]) func aGiantBodyThatRunsOftenIsAWarning(
    lines: Int, expected: Severity
  ) throws {
    let helpers = (0..<8).map { part in
      "  private var part\(part): some View {\n    VStack {\n"
        + (0..<lines).map { "      Text(\"\(part) \($0)\")\n" }.joined() + "    }\n  }\n"
    }
    let source = """
      struct Screen: View {
        @State private var query = ""
        var body: some View {
          let words = query.lowercased()
          VStack {
            TextField("", text: $query)
            Text(words)
            part0
            Text("Found for \\(query)")
      \((1..<8).map { "      part\($0)" }.joined(separator: "\n"))
          }
        }
      \(helpers.joined())}
      """
    let log = ["Screen: @self, @identity, _query changed."] + times(120, ["Screen: _query changed."])
    let found = DiagnosisTests.diagnose(log, ["App.swift": source]).findings
    #expect(found.filter { $0.finding.rule == "monolithic_body" }.map(\.severity).max() == expected)
  }
}
