internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import Vocabulary

/// Values that the times of a trace show to change many times per second: whoever writes them is named, whatever the code around
/// looks like.
@Suite struct SurgeTests {
  /// A model that is told of progress by somebody whom no table knows, and a few taps.
  private static func source(_ model: String, observed: String, write: String) -> String {
    """
    \(model) {
      \(observed) var progress = 0.0
      \(observed) var title = ""
      func session(_ session: Session, didSend bytes: Int) { \(write) }
      func rename(_ text: String) { title = text }
    }
    struct Page: View {
      \(observed.isEmpty ? "let" : "@ObservedObject var") upload: Upload
      var body: some View { ProgressView(value: upload.progress); Footer(); Button("Name") { upload.rename("x") } }
    }
    struct Footer: View { var body: some View { Text("") } }
    """
  }

  /// A log in which something changes so many times in each of some seconds.
  private static func log(_ cause: String, perSecond number: Int, seconds: Int) -> [String] {
    let first = line("Page: @self, @identity\(cause.hasPrefix("_") ? ", " + cause : "") changed.", 0, 0)
    return [first]
      + (1...seconds).flatMap { second in
        (0..<number).map { line("Page: \(cause) changed.", second, $0 * 1_000_000 / number) }
      }
  }

  private static func line(_ message: String, _ second: Int, _ microseconds: Int) -> String {
    let seconds = second < 10 ? "0\(second)" : "\(second)"
    let fraction = String("000000\(microseconds)".suffix(6))
    return "2025-11-08 10:12:\(seconds).\(fraction)+0100 App[1:2] [Changed Body Properties] \(message)"
  }

  private static func surge(_ lines: [String], _ source: String) -> DiagnosedFinding? {
    DiagnosisTests.diagnose(lines, ["App.swift": source]).findings.first { finding in
      if case .slowDown = finding.finding.change { true } else { false }
    }
  }

  @Test(arguments: [
    ("final class Upload: ObservableObject", "@Published", "_upload"),
    ("@Observable final class Upload", "", "\\Upload.progress"),
  ])
  func theWriteIsNamedAndTheRestOfTenPerSecondIsSaved(model: String, observed: String, cause: String) throws {
    let lines = Self.log(cause, perSecond: 40, seconds: 12)
    let found = try #require(
      Self.surge(lines, Self.source(model, observed: observed, write: "progress = Double(bytes)")))
    #expect(found.finding.rule == "hot_path_state_write")
    #expect(found.finding.place.line == 4)
    #expect(found.finding.message.contains("'progress' of 'Upload'"))
    let measured = try #require(found.measured)
    #expect(measured.updates == 480)
    // Some 10 of 40 in each of twelve seconds stay, of an object as many as are of this member.
    #expect((110...250).contains(try #require(measured.predicted)))
  }

  @Test(arguments: [(12, 20), (40, 1)]) func whatIsSlowOrShortIsNone(perSecond: Int, seconds: Int) {
    let lines = Self.log("\\Upload.progress", perSecond: perSecond, seconds: seconds)
    let source = Self.source(
      "@Observable final class Upload", observed: "", write: "progress = Double(bytes)")
    #expect(Self.surge(lines, source) == nil)
  }

  // MARK: - Ticks of a clock

  /// A watchdog that assigns a flag every three seconds, and a slider.
  private static let guarded = """
    final class Engine: ObservableObject {
      @Published var isSilent = false
      @Published var volume = 0.0
      @Published var name = ""
      private var isRunning = true
      private var hasSound = true
      func start() {
        Timer.scheduledTimer(withTimeInterval: 3, repeats: true) { [weak self] _ in
          guard let self else { return }
          self.isSilent = self.isRunning && !self.hasSound
        }
      }
      func set(_ value: Double) { volume = value }
    }
    struct Panel: View {
      @ObservedObject var engine: Engine
      var body: some View { Text("\\(engine.volume)"); Text(engine.name); Text(engine.isSilent ? "Silent" : "") }
    }
    """

  /// What comes as the clock of the sources ticks is its doing; what comes at other times is not.
  @Test(arguments: [(3.0, true), (2.3, false)]) func whatComesAtTicksIsOfTheClock(period: Double, isOfClock: Bool)
    throws
  {
    let ticks = (1...14).map { Int(Double($0) * period * 1_000_000) }
    let dragged = (0..<30).map { 20_200_000 + $0 * 17_000 }
    let lines =
      [Self.line("Panel: @self, @identity, _engine changed.", 0, 0)]
      + (ticks + dragged).sorted().map { Self.line("Panel: _engine changed.", $0 / 1_000_000, $0 % 1_000_000) }
    let findings = DiagnosisTests.diagnose(lines, ["App.swift": Self.guarded]).findings
    let found = try #require(findings.first { $0.finding.change == .writeOnlyOnChange(PropertyPath("isSilent")) })
    let measured = try #require(found.measured)
    if isOfClock { #expect((11...15).contains(found.saved)) }
    // Of ticks that were counted some are saved at least.
    let range = try #require(measured.range)
    #expect((range.upperBound < measured.updates) == isOfClock)
  }

  /// A log without times shows no rate.
  @Test func withoutTimesNothingIsSaid() {
    let lines = ["Page: @self, @identity changed."] + .init(repeating: "Page: \\Upload.progress changed.", count: 400)
    let source = Self.source("@Observable final class Upload", observed: "", write: "progress = Double(bytes)")
    #expect(Self.surge(lines, source) == nil)
  }

  /// What a finger moves has to be seen at each step.
  @Test func aDragIsNone() {
    let source = """
      struct Page: View {
        @State private var offset = 0.0
        var body: some View {
          Footer().offset(x: offset).gesture(DragGesture().onChanged { offset = $0.translation.width })
        }
      }
      struct Footer: View { var body: some View { Text("") } }
      """
    #expect(Self.surge(Self.log("_offset", perSecond: 60, seconds: 10), source) == nil)
  }

  /// What two handlers write for each other ends with the loop, and is not to be written more slowly.
  @Test func aLoopIsNoSurge() {
    let source = """
      struct Page: View {
        @State private var euros = 1
        @State private var cents = 100
        var body: some View {
          Text("\\(euros) \\(cents)")
            .onChange(of: euros) { _, value in cents = value * 100 }
            .onChange(of: cents) { _, value in euros = value / 100 + 1 }
        }
      }
      """
    let turns = (1...8).flatMap { second in
      (0..<60).map { Self.line("Page: \($0 % 2 == 0 ? "_euros" : "_cents") changed.", second, $0 * 16_666) }
    }
    let lines = [Self.line("Page: @self, @identity, _euros, _cents changed.", 0, 0)] + turns
    let findings = DiagnosisTests.diagnose(lines, ["App.swift": source]).findings
    #expect(findings.contains { $0.finding.rule == "update_loop" && $0.saved > 0 })
    #expect(Self.surge(lines, source) == nil)
  }

  /// Comments and configuration hold for what the trace finds as well.
  @Test func aCommentSilencesIt() {
    let source = Self.source(
      "@Observable final class Upload", observed: "",
      write: "\n// whyredraw:disable:next hot_path_state_write - shown in full\nprogress = Double(bytes)\n")
    #expect(Self.surge(Self.log("\\Upload.progress", perSecond: 40, seconds: 12), source) == nil)
  }
}
