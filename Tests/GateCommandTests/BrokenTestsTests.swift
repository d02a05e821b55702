import Foundation
import TestSupport
import Testing

/// A log of `xcodebuild test` with two tests, each of which evaluates a few views.
private struct TestLog {
  enum End: String, CaseIterable {
    case passed, skipped, failed
    /// The app crashed, and the runner says so.
    case crashed
    /// The log ends.
    case silent
    /// The whole run failed, and no test says that it did.
    case runFailed
  }

  var style = Style.xcTest
  var run = 1
  var list = 12
  /// How much of the second test is there, and how it ends.
  var share = 1.0
  var end = End.passed

  enum Style: CaseIterable { case xcTest, swiftTesting, stamped }

  private func record(_ message: String, _ index: Int) -> String {
    guard style == .stamped else { return message }
    let milliseconds = index * (100 + run)
    let time = String(format: "10:%02d:%02d.%03d", milliseconds / 60000, milliseconds / 1000 % 60, milliseconds % 1000)
    return "{\"timestamp\":\"2026-03-08 \(time)000+0100\",\"processID\":5,\"processImagePath\":\"/x/MyApp\","
      + "\"subsystem\":\"com.apple.SwiftUI\",\"category\":\"Changed Body Properties\",\"eventMessage\":\"\(message)\"}"
  }

  private func start(_ test: String) -> String {
    style == .swiftTesting ? "◇ Test \(test)() started." : "Test Case '-[App.Screens \(test)]' started."
  }

  private func end(_ test: String, _ end: End) -> [String] {
    let seconds = "4.\(100 + run)"
    switch end {
    case .passed, .runFailed, .skipped:
      let word = end == .skipped ? "skipped" : "passed"
      if style == .swiftTesting {
        return [end == .skipped ? "➜ Test \(test)() skipped." : "✔ Test \(test)() passed after \(seconds) seconds."]
      }
      return ["Test Case '-[App.Screens \(test)]' \(word) (\(seconds) seconds)."]
    case .failed:
      return style == .swiftTesting
        ? [
          "✘ Test \(test)() failed after \(seconds) seconds with 1 issue.",
          "✘ Test run with 2 tests failed after 9 seconds with 1 issue.",
        ]
        : ["Test Case '-[App.Screens \(test)]' failed (\(seconds) seconds).", "** TEST FAILED **"]
    case .crashed:
      return [
        "",
        "Restarting after unexpected exit, crash, or test timeout in App.Screens/\(test)(); summary will include totals from "
          + "previous launches.", "** TEST FAILED **",
      ]
    case .silent: return []
    }
  }

  var text: String {
    var lines = ["Test Suite 'All tests' started at 2026-03-08 10:00:\(10 + run).000."]
    var index = 0
    for (test, end, share) in [("testFeed", End.passed, 1.0), ("testList", self.end, self.share)] {
      lines.append(start(test))
      var messages = (0..<6).map { "View\($0): @self, @identity, _x changed." }
      for _ in 0..<12 { messages += (1..<6).map { "View\($0): _x changed." } }
      for round in 0..<list { messages.insert("View0: _x changed.", at: 6 + round * (messages.count - 6) / list) }
      for message in messages.prefix(Int(Double(messages.count) * share)) {
        index += 1
        lines.append(record(message, index))
      }
      lines += self.end(test, end)
    }
    if end == .runFailed {
      lines.append(
        style == .swiftTesting ? "✘ Test run with 2 tests failed after 9 seconds with 1 issue." : "** TEST FAILED **")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension GateTool {
  fileprivate func write(_ folder: String, runs: ClosedRange<Int>, _ log: (Int) -> TestLog) throws {
    for run in runs { try write("\(folder)/run-\(run).log", log(run).text) }
  }

  /// Five runs that passed, and their baseline.
  fileprivate static func tested(_ style: TestLog.Style = .xcTest) throws -> GateTool {
    let tool = try GateTool()
    try tool.write("before", runs: 1...5) { TestLog(style: style, run: $0) }
    let written = try tool("baseline", "before", "-o", "Redraws.lock")
    #expect(written.exitCode == 0, "\(written.errors)")
    return tool
  }
}

/// A test that failed or crashed did less than it does: neither green nor a baseline, and it confirms nothing.
@Suite struct BrokenTestsTests {
  private func flat(_ text: String) -> String { text.replacing(/\n +/, with: " ") }

  @Test(arguments: TestLog.Style.allCases, TestLog.End.allCases)
  fileprivate func aTestThatDidNotPassIsNotGreen(_ style: TestLog.Style, _ end: TestLog.End) throws {
    let tool = try GateTool.tested(style)
    let isBroken = end != .passed && end != .skipped
    for broken in [11...11, 11...12, 11...15] {
      try tool.write("now", runs: 11...15) { run in
        TestLog(
          style: style, run: run, share: isBroken && broken.contains(run) ? 0.95 : 1,
          end: broken.contains(run) ? end : .passed)
      }
      let result = try tool("gate", "now")
      #expect(result.exitCode == (isBroken ? 2 : 0), "\(style) \(end) \(broken): \(result.text)\(result.errors)")
      if !isBroken { continue }
      #expect(result.text.hasPrefix("! inconclusive"), "\(result.text)")
      let runs = style == .swiftTesting ? "testList()" : "App.Screens/testList"
      let name = end == .runFailed ? "the run of the tests" : "the test '\(runs)'"
      let fate = end == .failed || end == .runFailed ? "failed" : "has no end"
      #expect(flat(result.text).contains("\(name) \(fate) in \(broken.count) of 5 runs"), "\(end): \(result.text)")
      #expect(!result.text.contains("improvement\n"), "\(result.text)")
      for format in ["json", "junit", "markdown", "html", "github"] {
        #expect(try tool("gate", "now", "--format", format).text.contains(fate), "\(format)")
      }
    }
  }

  @Test func aRiseThatIsClearAnywayIsRed() throws {
    let tool = try GateTool.tested()
    for broken in [11...11, 11...14, 11...15] {
      try tool.write("now", runs: 11...15) { run in
        TestLog(
          run: run, list: 36, share: broken.contains(run) ? 0.8 : 1, end: broken.contains(run) ? .crashed : .passed)
      }
      let result = try tool("gate", "now")
      #expect(result.exitCode == 1, "\(broken): \(result.text)")
      #expect(flat(result.text).contains("has no end in \(broken.count) of 5 runs"), "\(result.text)")
    }
  }

  @Test func theyMakeNoBaseline() throws {
    let tool = try GateTool()
    for end in [TestLog.End.failed, .crashed, .silent, .runFailed] {
      try tool.write("runs", runs: 1...5) { TestLog(run: $0, share: $0 == 2 ? 0.9 : 1, end: $0 == 2 ? end : .passed) }
      let refused = try tool("baseline", "runs", "-o", "Redraws.lock")
      #expect(refused.exitCode == 65, "\(end): \(refused.errors)")
      #expect(refused.errors.contains("error: runs/run-2.log: the "), "\(refused.errors)")
      #expect(refused.errors.contains("'--leave-out-failed'"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: tool.folder.appendingPathComponent("Redraws.lock").path))
      let written = try tool("baseline", "runs", "-o", "other.lock", "--leave-out-failed")
      #expect(written.exitCode == 0 && written.errors.contains("warning: runs/run-2.log: the "), "\(written.errors)")
      #expect(try tool.text("other.lock").contains("App.Screens/testList View0 updates 12 12 12 12\n"))
      #expect(
        try tool("gate", "runs/run-1.log", "runs/run-3.log", "runs/run-4.log", "--baseline", "other.lock").exitCode == 0
      )
    }
    try tool.write("none", runs: 1...3) { TestLog(run: $0, share: 0.9, end: .failed) }
    #expect(try tool("baseline", "none", "-o", "none.lock", "--leave-out-failed").exitCode == 65)
  }

  @Test func theyConfirmNothing() throws {
    let tool = try GateTool.tested()
    try tool.write("worse", runs: 11...15) { TestLog(run: $0, list: 24) }
    #expect(try tool("gate", "worse").exitCode == 1)
    for end in [TestLog.End.failed, .crashed, .silent, .runFailed] {
      try tool.write("again", runs: 21...25) { TestLog(run: $0, share: 0.3, end: end) }
      let result = try tool("gate", "worse", "--confirm", "again")
      #expect(result.exitCode == 2, "\(end): \(result.text)")
      #expect(flat(result.text).contains("those runs were not taken"), "\(end): \(result.text)")
    }
    try tool.write("again", runs: 21...25) { TestLog(run: $0, list: 24) }
    #expect(try tool("gate", "worse", "--confirm", "again").exitCode == 1)
    try tool.write("again", runs: 21...25) { TestLog(run: $0) }
    #expect(try tool("gate", "worse", "--confirm", "again").exitCode == 0)
  }

  @Test func profilesKeepThem() throws {
    let tool = try GateTool.tested()
    try tool.write("now", runs: 11...15) { TestLog(run: $0, share: 0.95, end: $0 == 12 ? .failed : .passed) }
    try tool.write("now", runs: 11...15) { TestLog(run: $0, end: $0 == 12 ? .failed : .passed) }
    for run in 11...15 { try tool("analyze", "now/run-\(run).log", "--output", "profile=parts/\(run).profile") }
    for run in 11...15 {
      try tool.write("parts/\(run).profile", try tool("analyze", "now/run-\(run).log", "--format", "profile").text)
    }
    let parts = (11...15).map { "parts/\($0).profile" }
    #expect(
      try run(GateTool.executable.path, ["merge"] + parts + ["-o", "all.profile"], folder: tool.folder).exitCode == 0)
    let merged = try tool("gate", "all.profile")
    #expect(
      merged.exitCode == 2 && flat(merged.text).contains("failed in 1 of 5 runs"), "\(merged.text)\(merged.errors)")
  }

  /// Of a unit test that shows no view nobody measures anything.
  @Test func aTestWithoutViewsIsToldAndDecidesNothing() throws {
    let tool = try GateTool.tested()
    for run in 11...15 {
      let failed = "Test Case '-[App.Sums testSum]' started.\nTest Case '-[App.Sums testSum]' failed (0.001 seconds).\n"
      try tool.write("now/\(run).log", failed + TestLog(run: run).text + "** TEST FAILED **\n")
    }
    let result = try tool("gate", "now")
    #expect(result.exitCode == 0, "\(result.text)")
    #expect(flat(result.text).contains("the test 'App.Sums/testSum' failed in 5 of 5 runs"), "\(result.text)")
  }

  @Test func analyzeRemarksItOnce() throws {
    let tool = try GateTool()
    try tool.write("run.log", TestLog(share: 0.9, end: .crashed).text)
    let report = try tool("run.log")
    #expect(report.exitCode == 0)
    #expect(
      flat(report.text + report.errors).components(separatedBy: "tests that did not pass").count == 2, "\(report.text)")
    try tool.write("skipped.log", TestLog(share: 0.9, end: .skipped).text)
    #expect(!(try tool("skipped.log").text.contains("did not pass")))
  }

  /// What a crashed test left open takes nothing of the tests that follow.
  @Test func whatFollowsACrashIsNotTheCrashedTestsOwn() throws {
    let tool = try GateTool()
    let lines = [
      "Test Case '-[App.A testA]' started.", "Row: @self, @identity, _x changed.", "Row: _x changed.",
      "Restarting after unexpected exit, crash, or test timeout in App.A/testA(); summary will include totals from previous launches.",
      "Test Case '-[App.A testB]' started.", "Row: _x changed.", "Test Case '-[App.A testB]' passed (1.000 seconds).",
      "Row: _x changed.", "Row: _x changed.",
    ]
    try tool.write("run.log", lines.joined(separator: "\n") + "\n")
    let csv = try tool("run.log", "--format", "csv").text
    #expect(csv.contains("App.A/testA") && csv.contains("App.A/testB"), "\(csv)")
    #expect(
      csv.split(whereSeparator: \.isNewline).contains { $0.contains("Row") && !$0.contains("App.A/test") }, "\(csv)")
  }

  /// `with 3 test cases` belongs to the words at the end, not to the name.
  @Test func aTestWithArgumentsHasAnEnd() throws {
    let tool = try GateTool()
    let lines = [
      "◇ Test rows(of:) started.", "◇ Test case passing 1 argument count → 3 to rows(of:) started.",
      "Row: @self, @identity, _x changed.", "Row: _x changed.",
      "✔ Test rows(of:) with 3 test cases passed after 1.001 seconds.",
      "✔ Test run with 1 test passed after 1.001 seconds.",
    ]
    for run in 1...3 { try tool.write("runs/\(run).log", lines.joined(separator: "\n") + "\n") }
    let written = try tool("baseline", "runs", "-o", "Redraws.lock")
    #expect(written.exitCode == 0, "\(written.errors)")
  }
}

/// The baseline's own captures tell nothing about another build, with times in every line or without.
@Suite struct OwnRunsTests {
  private func flat(_ text: String) -> String { text.replacing(/\n +/, with: " ") }

  @Test func ownTestLogsConfirmNothingAndOutvoteNobody() throws {
    let tool = try GateTool.tested()
    try tool.write("worse", runs: 11...15) { TestLog(run: $0, list: 24) }
    let acquitted = try tool("gate", "worse", "--confirm", "before")
    #expect(acquitted.exitCode == 2, "\(acquitted.text)")
    #expect(flat(acquitted.text).contains("5 of the further runs are the baseline's own"), "\(acquitted.text)")
    let own = try tool("gate", "before")
    #expect(own.exitCode == 0 && flat(own.text).contains("these runs are the baseline's own"), "\(own.text)")
    // By its content, not by its name.
    for run in 1...5 { try tool.write("copies/\(run + 7).txt", try tool.text("before/run-\(run).log")) }
    #expect(try tool("gate", "worse", "--confirm", "copies").exitCode == 2)
    let mixed = try run(
      GateTool.executable.path, ["gate", "worse/run-11.log", "worse/run-12.log", "worse/run-13.log", "copies"],
      folder: tool.folder)
    #expect(mixed.exitCode == 1 && flat(mixed.text).contains("and were not judged"), "\(mixed.text)")
    #expect(try tool.text("Redraws.lock").contains("@digests App.Screens/testList "))
  }

  /// A test that always does the same gives the same numbers, and is judged.
  @Test func equalNumbersOfOtherRunsAreNoCopies() throws {
    let tool = try GateTool.tested()
    try tool.write("worse", runs: 11...15) { TestLog(run: $0, list: 24) }
    try tool.write("calm", runs: 21...25) { TestLog(run: $0) }
    let calm = try tool("gate", "calm")
    #expect(calm.exitCode == 0 && !calm.text.contains("baseline's own"), "\(calm.text)")
    #expect(try tool("gate", "worse", "--confirm", "calm").exitCode == 0)
    // Without any time nobody can tell a copy from a run that did the same.
    let plain = try GateTool.prepared()
    #expect(!(try plain.text("Redraws.lock").contains("@digests")))
    #expect(!(try plain("gate", "before").text.contains("baseline's own")))
  }
}
