internal import Diagnosis
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// One change of an object evaluates all views that observe it: what the children of one show holds for the others.
@Suite struct PublicationTests {
  private static let downloads = """
    final class Downloads: ObservableObject {
      @Published var progress = 0.0
      @Published var failure: String? = nil
      func attach(_ session: Session) {
        session.onProgress = { [weak self] progress in self?.progress = progress }
        Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.failure = nil }
      }
    }
    struct Bar: View {
      let value: Double
      var body: some View { Text("\\(value)") }
    }
    struct Panel: View {
      @ObservedObject var downloads: Downloads
      var body: some View { Bar(value: downloads.progress) }
    }
    struct Row: View {
      let name: String
      @ObservedObject var downloads: Downloads
      var body: some View { Text(name + (downloads.failure ?? "")) }
    }
    """

  private static let appearance = ["Panel: @self, @identity, _downloads changed.", "Bar: @self changed."]
  private static let rows = [String](repeating: "Row: @self, @identity, _downloads changed.", count: 3)
  private static let rowsAgain = [String](repeating: "Row: _downloads changed.", count: 3)

  /// As `log --style compact` writes them: each group 100 ms after the one before, its lines a fifth of a millisecond apart.
  private static func log(_ groups: [[String]]) -> [String] {
    groups.enumerated().flatMap { group, lines in
      lines.enumerated().map { place, line in
        let microseconds = group * 100_000 + place * 200
        let (second, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(1_000_000 + rest).dropFirst()
        return "2026-03-01 12:00:\(String(100 + second).dropFirst()).\(digits) Df  Downloads[412:1a2b] "
          + "[com.apple.SwiftUI:Changed Body Properties] \(line)"
      }
    }
  }

  private static func diagnose(ticks: Int, _ tick: [String]) -> Diagnosis {
    DiagnosisTests.diagnose(
      log([appearance + rows] + .init(repeating: tick, count: ticks)), ["Downloads.swift": downloads])
  }

  @Test func whatOneObserverShowsIsNotWhatTheOthersRead() throws {
    let diagnosis = Self.diagnose(
      ticks: 20, ["Panel: _downloads changed.", "Bar: @self changed."] + Self.rowsAgain)
    let first = try #require(diagnosis.findings.first)
    #expect(first.finding.rule == "observable_object_fan_out")
    #expect(first.savedByView == ["Row": 60])
    // The bar shows that the progress was written, so nobody wrote the failure again.
    #expect(!diagnosis.findings.contains { $0.finding.rule == "redundant_state_write" && $0.saved >= 1 })
  }

  @Test func aChangeCountsOnceHoweverManyViewsPrintIt() throws {
    let diagnosis = Self.diagnose(
      ticks: 20, ["Panel: _downloads changed.", "Bar: @self changed."] + Self.rowsAgain)
    let changes = diagnosis.summary.rootCauses.filter { $0.cause.text == "_downloads" }.map(\.changes)
    #expect(changes == [20, 20], "the panel's and the three rows'")
  }

  @Test func whatNobodyShowsToDifferMayBeAnEqualValue() throws {
    let diagnosis = Self.diagnose(ticks: 20, ["Panel: _downloads changed."] + Self.rowsAgain)
    // The bar stayed as it was, so what was written is the failure, or the same progress once more.
    let first = try #require(diagnosis.findings.first { $0.finding.rule == "redundant_state_write" })
    #expect(first.saved >= 20)
  }

  /// That the object is read in parts only is certain; how often which part changed is not, where no child tells.
  @Test func whatRestsOnSharesSaysSo() throws {
    let diagnosis = Self.diagnose(ticks: 20, Self.rowsAgain)
    for finding in diagnosis.findings where finding.saved >= 1 && finding.saved < 60 {
      #expect(finding.measured?.range != nil, "\(finding.message)")
    }
  }

  /// A local is made of what is read where it is made, and a parameter is no property of the model.
  @Test func localsAndParametersAddNothing() throws {
    let source = """
      final class Recorder: ObservableObject {
        @Published var level = 0.0
        @Published var duration = 0
        @Published var failure: String? = nil
        func text(_ duration: Int) -> String { "\\(duration) s" }
        func summary(of name: String) -> String? { failure.map { name + $0 } }
        func start() { Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in self.level = .random(in: 0...1) } }
        func clear() { failure = nil }
        func stop() { duration = 1 }
      }
      struct Entry: View {
        let name: String
        @ObservedObject var recorder: Recorder
        var body: some View {
          Text(recorder.text(3))
          if let summary = recorder.summary(of: name) { Text(summary) }
        }
      }
      struct Meter: View {
        @ObservedObject var recorder: Recorder
        var body: some View { Text("\\(recorder.level) \\(recorder.duration)") }
      }
      """
    let tick = ["Meter: _recorder changed.", "Entry: _recorder changed.", "Entry: _recorder changed."]
    let inserted = ["Meter", "Entry", "Entry"].map { "\($0): @self, @identity, _recorder changed." }
    let diagnosis = DiagnosisTests.diagnose(
      Self.log([inserted] + .init(repeating: tick, count: 20)), ["Recorder.swift": source])
    let first = try #require(diagnosis.findings.first { $0.finding.rule == "observable_object_fan_out" })
    #expect((first.savedByView["Entry"] ?? 0) > 30)
    // Of the entry's updates that are left open none is blamed on the object itself.
    let entry = try #require(diagnosis.views.first { $0.key.name == "Entry" }?.value)
    #expect(!entry.candidates.contains { $0.name == "recorder" })
  }
}
