internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import WhyRedrawKit

/// `Redraws` of captures: the tool's numbers, and no number where a capture is damaged.
@Suite struct ReadingTests {
  @Test(arguments: Repository.sampleTraces) func theNumbersAreTheTools(_ sample: String) throws {
    let path = Repository.root.appendingPathComponent("SampleTraces/\(sample)").path
    let redraws = try Redraws(contentsOf: path, allowsDamage: true)
    let bytes = Repository.bytes(of: "SampleTraces/\(sample)")
    #expect(try Redraws(bytes: bytes, allowsDamage: true) == redraws)
    let summary = RedrawSummary(profile(bytes))
    #expect(redraws.evaluations == summary.totals.evaluations)
    #expect(redraws.updates == summary.totals.updates)
    #expect(redraws.views.map(\.name) == summary.views.map(\.id.name))
    #expect(redraws.views.map(\.updates) == summary.views.map(\.updates))
    #expect(redraws.views.map(\.causes.count) == summary.views.map(\.causes.count))
    #expect(redraws.rootCauses.map(\.evaluations) == summary.rootCauses.map(\.blastRadius))
    #expect(redraws.includesFirstAppearances)
    #expect(redraws.log == "")
  }

  @Test func textIsReadAsWell() throws {
    let redraws = try Redraws(text: "Row: @self, @identity changed.\nRow: _isLiked changed.\nRow: unchanged.\n")
    #expect(redraws["Row"].evaluations == 2)
    #expect(redraws["Row"].initial == 1)
    #expect(redraws["Row"].updates == 1)
    #expect(redraws["Row"].unchanged == 1)
    #expect(redraws["Row"].causes.map(\.kind) == [.identity, .viewValue, .property])
    #expect("\(redraws["Row"])" == "Row: 1 update, 1 initial (@identity 1, @self 1, _isLiked 1)")
  }

  @Test func aProfileIsReadAsTheCaptureThatItIsOf() throws {
    let lines = "Feed: @self, @identity changed.\nRow: @self changed.\nFeed: _items changed.\nRow: @self changed.\n"
    let file = ProfileFile(inputs: [], runs: profile(Array(lines.utf8)).runs)
    #expect(try Redraws(text: file.text) == Redraws(text: lines))
    #expect(throws: CaptureError.self) { try Redraws(text: String(file.text.dropLast(30))) }
  }

  @Test func aMissingFileIsNamed() {
    let path = "/nowhere/session.log"
    #expect(throws: CaptureError.unreadable(path: path, reason: "No such file or directory")) {
      try Redraws(contentsOf: path)
    }
    #expect(
      CaptureError.unreadable(path: path, reason: "No such file or directory").description
        == "/nowhere/session.log: cannot be opened: No such file or directory")
  }

  @Test(arguments: ["", "hello\n", "PK\u{3}\u{4}\n"]) func whatIsNoCaptureIsRefused(_ text: String) throws {
    let error = #expect(throws: CaptureError.self) { try Redraws(text: text) }
    guard case .damaged(let issues) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(issues.first?.severity == .error)
    let redraws = try Redraws(text: text, allowsDamage: true)
    #expect(redraws.views.isEmpty)
    #expect(redraws.issues == issues)
  }

  @Test func aFolderIsRefused() {
    #expect(throws: CaptureError.self) { try Redraws(contentsOf: Repository.root.path) }
  }

  @Test func aCaptureThatWasCutOffIsRefusedUnlessDamageIsAllowed() throws {
    let whole = Repository.bytes(of: "SampleTraces/Scenarios/expanded-row/after/run-1.log.gz")
    let half = whole.prefix(whole.count / 2)
    let error = #expect(throws: CaptureError.self) { try Redraws(bytes: half) }
    #expect("\(try #require(error))".contains("the gzip data ends too early"))
    let redraws = try Redraws(bytes: half, allowsDamage: true)
    #expect(redraws.issues.contains { $0.severity == .error })
    #expect(try redraws.evaluations < Redraws(bytes: whole).evaluations)
  }

  /// Each test is a scenario of its own; the name alone means all of them.
  @Test func scenariosAreAddedUp() throws {
    func test(_ name: String, _ lines: String...) -> String {
      (["◇ Test \(name) started."] + lines + ["✔ Test \(name) passed after 0.001 seconds.", ""]).joined(separator: "\n")
    }
    let redraws = try Redraws(
      text: test("scrolls()", "Row: _a changed.", "Row: _a changed.", "Row: _b changed.")
        + test("likes()", "Row: _b changed.", "Row: _b changed.", "Row: _b changed."))
    let scenarios = redraws.views.compactMap(\.scenario).sorted()
    try #require(scenarios.count == 2)
    let row = redraws["Row"]
    #expect(row.evaluations == 6)
    #expect(row.scenario == nil)
    #expect(row.causes.map(\.name) == ["_b", "_a"])
    #expect(row.causes.map(\.evaluations) == [4, 2])
    #expect(scenarios.map { redraws["Row", scenario: $0].evaluations } == [3, 3])
    #expect(redraws["Row", scenario: "another"].evaluations == 0)
  }
}
