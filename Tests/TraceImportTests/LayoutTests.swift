internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceImport

/// One message in every capture layout, with all that the layout knows of it.
struct Layout: CustomTestStringConvertible, Sendable {
  var format: String
  /// The lines for a message; `at` is in microseconds.
  var lines: @Sendable (_ message: String, _ at: Int) -> [String]
  var process: ProcessIdentity
  /// The time of the layout's first message at 0 µs, `nil` when it has none.
  var start: Int64?
  var testDescription: String { format }

  static func json(_ message: String) -> String { message.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }

  // 2025-11-08 10:12:13.123456 in UTC.
  static let utc: Int64 = 1_762_596_733_123_456_000
  static let hour: Int64 = 3_600_000_000_000

  static func stamp(_ at: Int) -> String { "2025-11-08 10:12:13." + String(123_456 + at) }

  static let all: [Layout] = [
    Layout(format: "stdout", lines: { m, _ in [m] }, process: ProcessIdentity()),
    Layout(
      format: "log-default",
      lines: { m, at in
        [
          "\(stamp(at))+0100 0x1a2b     Info        0x0                  1234   0    My App: (SwiftUICore) "
            + "[com.apple.SwiftUI:Changed Body Properties] \(m)"
        ]
      }, process: ProcessIdentity(name: "My App", pid: 1234), start: utc - hour),
    Layout(
      format: "log-compact",
      lines: { m, at in
        [
          "\(stamp(at).prefix(23)) I  My App[1234:98ec] (SwiftUI) [com.apple.SwiftUI:Changed Body Properties] \(m)"
        ]
      }, process: ProcessIdentity(name: "My App", pid: 1234), start: utc - 456_000),
    Layout(
      format: "log-syslog",
      lines: { m, at in
        [
          "\(stamp(at))-0330  localhost MyApp[41737]: (SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] \(m)"
        ]
      }, process: ProcessIdentity(name: "MyApp", pid: 41737), start: utc + hour * 7 / 2),
    Layout(
      format: "xcode-console",
      lines: { m, at in ["\(stamp(at))+0000 MyApp[66666:442180] [Changed Body Properties] \(m)"] },
      process: ProcessIdentity(name: "MyApp", pid: 66666), start: utc),
    Layout(
      format: "console-app", lines: { m, at in ["info\t10:12:13.\(123_456 + at)+0000\tMy App\t\(m)"] },
      process: ProcessIdentity(name: "My App"), start: 36_733_123_456_000),
    Layout(
      format: "idevicesyslog",
      lines: { m, at in ["Nov  8 10:12:13.\(123_456 + at) MyApp(SwiftUICore)[77] <Info>: \(m)"] },
      process: ProcessIdentity(name: "MyApp", pid: 77), start: 973_678_333_123_456_000),
    Layout(
      format: "pymobiledevice3",
      lines: { m, at in
        ["\(stamp(at)) MyApp{SwiftUICore}[77] <INFO>: \(m) [com.apple.SwiftUI][Changed Body Properties]"]
      }, process: ProcessIdentity(name: "MyApp", pid: 77), start: utc),
    Layout(
      format: "pymobiledevice3-json",
      lines: { m, at in
        [
          "{\"pid\": 77, \"timestamp\": \"\(stamp(at).replacing(" ", with: "T"))\", \"image_name\": \"/S/SwiftUICore\", "
            + "\"filename\": \"/v/MyApp.app/MyApp\", \"message\": \"\(json(m))\", "
            + "\"label\": {\"subsystem\": \"com.apple.SwiftUI\", \"category\": \"Changed Body Properties\"}}"
        ]
      }, process: ProcessIdentity(name: "MyApp", pid: 77), start: utc),
    Layout(
      format: "log-ndjson",
      lines: { m, at in
        [
          "{\"traceID\":1,\"eventMessage\":\"\(json(m))\",\"category\":\"Changed Body Properties\","
            + "\"processImagePath\":\"\\/x\\/MyApp\",\"timestamp\":\"\(stamp(at))+0000\",\"processID\":12,"
            + "\"formatString\":\"%{public}s: %{public}s changed.\",\"backtrace\":{\"frames\":[{\"imageOffset\":1}]}}"
        ]
      }, process: ProcessIdentity(name: "MyApp", pid: 12), start: utc),
    Layout(
      format: "log-json",
      lines: { m, at in
        [
          "[{", "  \"traceID\" : 1,", "  \"eventMessage\" : \"\(json(m))\",",
          "  \"category\" : \"Changed Body Properties\",", "  \"processID\" : 12,",
          "  \"processImagePath\" : \"\\/x\\/MyApp\",", "  \"timestamp\" : \"\(stamp(at))+0000\"", "}]",
        ]
      }, process: ProcessIdentity(name: "MyApp", pid: 12), start: utc),
    Layout(
      format: "xcode-metadata",
      lines: { m, at in
        [
          m,
          "Type: Info | Timestamp: \(stamp(at))+00:00 | Process: MyApp | Library: SwiftUICore | Subsystem: "
            + "com.apple.SwiftUI | Category: Changed Body Properties | TID: 0xf700",
        ]
      }, process: ProcessIdentity(name: "MyApp"), start: utc),
  ]
}

@Suite struct LayoutTests {
  static let messages = [
    ("ContentView: @self, @identity, _count changed.", "ContentView: @self, @identity, _count"),
    ("BaseGraphView<Pair<A, B>>: \\Model.value changed.", "BaseGraphView<Pair<A, B>>: \\Model.value"),
    ("Row<(String, Int) -> Int>: @dependencies, @self changed.", "Row<(String, Int) -> Int>: @dependencies, @self"),
    ("CategoryList.Container: unchanged.", "CategoryList.Container unchanged"),
    ("Packed<Pack{String, Int}>: _a, @16, __b changed.", "Packed<Pack{String, Int}>: _a, @16, __b"),
  ]

  @Test(arguments: Layout.all)
  func everyLayoutGivesEveryMessage(layout: Layout) {
    let lines = Self.messages.enumerated().flatMap { layout.lines($0.element.0, $0.offset * 1000) }
    let reading = Reading(lines)
    #expect(reading.summary.format == layout.format)
    #expect(reading.summary.events == 4)
    #expect(reading.summary.unchanged == 1)
    #expect(reading.summary.issues.filter { $0.severity > .info }.isEmpty)
    // Outside of SwiftUI's category, 'unchanged' waits for other evidence and is not among the certain events.
    let expected = Self.messages.map(\.1).filter { reading.texts.contains($0) || !$0.hasSuffix("unchanged") }
    #expect(reading.texts == expected)
  }

  @Test(arguments: Layout.all)
  func processAndTimeAreRead(layout: Layout) {
    let reading = Reading(layout.lines("A: @self changed.", 0) + layout.lines("B: @self changed.", 5000))
    #expect(reading.events.map(\.process) == [layout.process, layout.process])
    #expect(reading.events.map(\.time) == [layout.start, layout.start.map { $0 + 5_000_000 }])
  }

  @Test(arguments: Layout.all)
  func namedFormatReadsTheSame(layout: Layout) throws {
    let lines = Self.messages.flatMap { layout.lines($0.0, 0) }
    let format = try #require(allTraceFormats.first { $0.id == layout.format })
    #expect(Reading(lines, format: format).texts == Reading(lines).texts)
  }

  @Test func everyFormatHasALayoutHere() {
    let covered = Set(Layout.all.map(\.format)).union(["xcodebuild"])
    #expect(Set(allTraceFormats.map(\.id)).isSubset(of: covered.union(["instruments"])))
  }

  @Test func wrappersOfBuildServicesAreTakenOff() {
    let lines = [
      "2025-08-10T01:38:41.7720000Z A: @self changed.", "[01:38:41]: ▸ B: _x changed.",
      "2026-09-08T19:54:27.000+09:00\t[os] 2026-09-08 19:54:27.100 Df Runner[1:a] (SwiftUI) C: @self changed.",
    ]
    let reading = Reading(lines)
    #expect(reading.texts == ["A: @self", "B: _x", "C: @self"])
    #expect(reading.events[2].process == ProcessIdentity(name: "Runner", pid: 1))
  }

  @Test func coloursByteOrderMarksAndNULsAreTakenOff() {
    let bytes: [UInt8] =
      [0xEF, 0xBB, 0xBF] + Array("A: @self changed.\n".utf8) + [0x1B] + Array("[32mB: @self changed.".utf8) + [0x1B]
      + Array("[0m\n".utf8) + [0] + Array("C: _x changed.\n".utf8) + [0xFF] + Array("D: _y changed.\r\n".utf8)
    #expect(Reading(bytes).texts == ["A: @self", "B: @self", "C: _x", "D: _y"])
  }

  @Test func aMessageMayGoOnInAnIndentedLine() {
    let lines = [
      "2023-04-13 03:31:54.896185+0400 0xe38a     Default     0x0                  11980  0",
      "  My App: (SwiftUI) [com.apple.SwiftUI:Changed Body Properties] A: @self changed.",
    ]
    let reading = Reading(lines)
    #expect(reading.texts == ["A: @self"])
    #expect(reading.events[0].process == ProcessIdentity(name: "My App", pid: 11980))
  }

  @Test func standardOutputBetweenMetadataHasNoTime() {
    let lines = [
      "A: @self changed.", "B: @self changed.", "Type: stdio", "C: @self changed.",
      "Type: Info | Timestamp: 2025-08-22 10:41:13.994158+09:00 | Process: MyApp",
    ]
    let reading = Reading(lines)
    #expect(reading.events.map(\.text) == ["A: @self", "B: @self", "C: @self"])
    #expect(reading.events.map { $0.time == nil } == [true, true, false])
  }

  /// How a test ended, in the words of both runners; skipped tests and those with arguments are no failures.
  @Test(
    arguments: [
      (["Test Case '-[A.B c]' passed (0.1 seconds)."], nil), (["Test Case '-[A.B c]' skipped (0.1 seconds)."], nil),
      (["Test Case '-[A.B c]' failed (0.1 seconds).", "** TEST FAILED **"], .failed), ([], .unfinished),
      (
        ["Restarting after unexpected exit, crash, or test timeout in A.B/c(); summary will include totals."],
        .unfinished
      ),
      (["Test Case '-[A.B c]' passed (0.1 seconds).", "** TEST FAILED **"], .runFailed),
      (["Test Case '-[A.B c]' passed (0.1 seconds).", "** TEST EXECUTE FAILED **"], .runFailed),
      (["Test Case '-[A.B c]' passed (0.1 seconds).", "** TEST SUCCEEDED **"], nil),
      (
        [
          "Test Case '-[A.B c]' passed (0.1 seconds).",
          "✘ Test run with 2 tests failed after 0.2 seconds with 1 issue.",
        ], .runFailed
      ),
    ] as [([String], BrokenTest.Reason?)])
  func howATestEnded(_ lines: [String], _ reason: BrokenTest.Reason?) {
    let reading = Reading(["Test Case '-[A.B c]' started.", "A: @self, @identity, _x changed."] + lines)
    let scenario = reason == .runFailed ? nil : "A.B/c"
    #expect(reading.summary.brokenTests == (reason.map { [BrokenTest(scenario: scenario, reason: $0)] } ?? []))
    #expect(
      reading.summary.issues.contains { $0.message == BrokenTest.remark(on: reading.summary.brokenTests) }
        == (reason != nil))
  }

  @Test func swiftTestingSaysHowTestsEndedToo() {
    let reading = Reading([
      "◇ Test a() started.", "A: @self, @identity, _x changed.",
      "✘ Test a() recorded an issue at T.swift:3:5: Expectation failed",
      "✘ Test a() failed after 0.1 seconds with 1 issue.", "◇ Test b(of:) started.",
      "✔ Test b(of:) with 3 test cases passed after 0.1 seconds.", "◇ Test \"with 3 test cases\" started.",
      "✔ Test \"with 3 test cases\" passed after 0.1 seconds with 1 known issue.", "➜ Test c() skipped.",
      "◇ Test d() started.",
      "✘ Test run with 4 tests failed after 0.2 seconds with 1 issue.",
    ])
    #expect(
      reading.summary.brokenTests == [
        BrokenTest(scenario: "a()", reason: .failed), BrokenTest(scenario: "d()", reason: .unfinished),
      ])
  }

  /// What tells captures apart are the times that the runner writes, not what the app prints.
  @Test func capturesAreToldApartByTheirTimes() {
    func digest(_ seconds: String, _ update: String = "_x") -> Int? {
      Reading([
        "Test Case '-[A.B c]' started.", "A: \(update) changed.", "Test Case '-[A.B c]' passed (\(seconds) seconds).",
        "Test Case '-[A.B d]' started.", "Test Case '-[A.B d]' passed (\(seconds) seconds).",
      ]).summary.runDigest
    }
    #expect(
      digest("12.345") != nil && digest("12.345") == digest("12.345", "_y") && digest("12.345") != digest("12.346"))
    #expect(digest("0.001") == nil, "quick tests take as long again and again")
    #expect(Reading(["A: _x changed."]).summary.runDigest == nil)
  }

  @Test func testsAreScenarios() {
    let lines = [
      "Test Suite 'All tests' started at 2025-08-10 01:38:41.772.",
      "Test Case '-[AppUITests.Feed testScroll]' started.", "A: @self changed.",
      "Test Case '-[AppUITests.Feed testScroll]' passed (0.163 seconds).", "B: @self changed.",
      "◇ Test run started.", "◇ Test \"shows a list\" started.", "C: @self changed.",
      "✔ Test \"shows a list\" passed after 0.001 seconds.",
      "Test Case 'Feed.testOnLinux' started at 2025-08-10 01:38:41",
    ]
    let reading = Reading(lines)
    #expect(
      reading.texts == [
        "> AppUITests.Feed/testScroll", "A: @self", "<", "B: @self", "> shows a list", "C: @self", "<",
        "> Feed/testOnLinux",
      ])
    #expect(reading.summary.format == "xcodebuild")
  }

  @Test func faultsAreFoundInEveryKindOfLine() {
    let lines = [
      "Publishing changes from within view updates is not allowed, this will cause undefined behavior.",
      "2025-11-08 10:12:13.123456+0100 App[1:2] [SwiftUI] Modifying state during view update, this will cause undefined "
        + "behavior.", "onChange(of: Int) action tried to update multiple times per frame.",
      "{\"eventMessage\":\"Publishing changes from background threads is not allowed; make sure to publish values "
        + "from the main thread on model updates.\",\"processImagePath\":\"/x/App\"}",
      "A: @self changed.",
    ]
    #expect(
      Reading(lines).texts == [
        "! publishingWithinUpdate", "! modifyingStateDuringUpdate", "! multipleUpdatesPerFrame",
        "! publishingFromBackground", "A: @self",
      ])
  }

  @Test func midnightDoesNotTurnTimeBack() {
    let lines = [
      "info\t23:59:59.900000+0000\tApp\tA: @self changed.", "info\t00:00:00.100000+0000\tApp\tB: @self changed.",
    ]
    let times = Reading(lines).events.compactMap(\.time)
    #expect(times.count == 2 && times[1] - times[0] == 200_000_000)
  }
}
