internal import Foundation
internal import TestSupport
internal import Testing
internal import TraceImport

/// One evaluation that came through two channels counts once; two that look alike count twice.
@Suite struct DuplicateTests {
  static let messages = [
    "A: @self, @identity, _x changed.", "B: @self changed.", "A: _x changed.", "B: @self changed.", "A: _y changed.",
  ]
  static func logged(_ message: String, _ index: Int) -> String {
    "2025-11-08 10:12:13.\(100_000 + index * 1000)+0100 MyApp[66:44] [Changed Body Properties] \(message)"
  }

  @Test func printedAndLoggedSideBySideIsOne() {
    let lines = Self.messages.enumerated().flatMap { [$0.element, Self.logged($0.element, $0.offset)] }
    let reading = Reading(lines)
    #expect(reading.summary.events == 5)
    #expect(reading.events.allSatisfy { $0.time != nil })
    #expect(reading.summary.issues.map(\.count) == [5])
    #expect(reading.summary.format == "xcode-console")
  }

  @Test func twoCapturesBehindEachOtherAreTwo() {
    let lines = Self.messages + Self.messages.enumerated().map { Self.logged($0.element, $0.offset) }
    let reading = Reading(lines)
    #expect(reading.summary.events == 10)
    #expect(reading.summary.format == "mixed")
  }

  /// Counts what is behind and beside pairs of a printed and a logged line.
  private func events(_ lines: [String]) -> Int {
    let summary = Reading(lines).summary
    return summary.events + summary.unchanged
  }

  private func pairs(_ message: String, _ count: Int) -> [String] {
    (0..<count).flatMap { [message, Self.logged(message, $0)] }
  }

  @Test func mirrorsThatAreNotPerfectCountOnce() {
    let root = "Root: _x changed."
    let pairs = pairs(root, 5)
    #expect(events(Array(pairs.dropFirst())) == 5)
    #expect(events(pairs + [root]) == 6)
    #expect(events(self.pairs(root, 2) + self.pairs("Root: unchanged.", 1)) == 3)
    #expect(events(self.pairs("Root: @self, request changed.", 1) + self.pairs("Root: request changed.", 1)) == 2)
    let dropped = (0..<100).flatMap { $0 % 10 == 9 ? [root] : [root, Self.logged(root, $0)] }
    #expect(events(dropped) == 100)
  }

  @Test func mirrorsMayBeginLateAndEndEarly() {
    let late = pairs("A: _x changed.", 3000) + pairs("B: _x changed.", 100)
    #expect(events(late) == 3100)
    #expect(events(Array(repeating: "A: _x changed.", count: 5000) + pairs("B: _x changed.", 100)) == 5100)
    #expect(events(pairs("A: _x changed.", 3000) + Array(repeating: "A: _x changed.", count: 1000)) == 4000)
  }

  @Test func standardOutputThatComesInBlocksIsOne() {
    let blocks = stride(from: 0, to: 200, by: 50).flatMap { start in
      let block = (start..<start + 50).map { "A: _x\($0 % 3) changed." }
      return block.enumerated().map { Self.logged($0.element, start + $0.offset) } + block
    }
    #expect(events(blocks) == 200)
    // In front of what it repeats it is another capture.
    let halves = stride(from: 0, to: 200, by: 50).flatMap { start in
      let block = (start..<start + 50).map { "A: _x\($0 % 3) changed." }
      return block + block.enumerated().map { Self.logged($0.element, start + $0.offset) }
    }
    #expect(events(halves) == 400)
  }

  @Test func twoProcessesAtTheSameMomentsAreTwo() {
    let other = Self.messages.enumerated().map {
      "2025-11-08 10:12:13.\(100_000 + $0.offset * 1000)+0100  localhost Other[77]: "
        + "[com.apple.SwiftUI:Changed Body Properties] \($0.element)"
    }
    #expect(events(Self.messages.enumerated().map { Self.logged($0.element, $0.offset) } + other) == 10)
  }

  @Test func differentViewsInTwoChannelsAreAllCounted() {
    let lines = Self.messages.enumerated().flatMap {
      ["Other\($0.offset): @self changed.", Self.logged($0.element, $0.offset)]
    }
    #expect(Reading(lines).summary.events == 10)
  }

  @Test func twoLogsOfTheSameMomentsAreOne() {
    let compact = Self.messages.enumerated().map {
      "2025-11-08 10:12:13.\(100 + $0.offset) I  MyApp[66:44] [com.apple.SwiftUI:Changed Body Properties] \($0.element)"
    }
    let lines = compact + Self.messages.enumerated().map { Self.logged($0.element, $0.offset) }
    #expect(Reading(lines).summary.events == 5)
  }

  @Test func oneOfTwoLogsMayBeginLateOrEndEarly() {
    func compact(_ index: Int) -> String {
      "2025-11-08 10:12:\(13 + index / 100).\("\(1000 + index % 100)".dropFirst()) I  MyApp[66:44] "
        + "[com.apple.SwiftUI:Changed Body Properties] A: _x\(index % 3) changed."
    }
    func prefixed(_ index: Int) -> String {
      "2025-11-08 10:12:\(13 + index / 100).\("\(1_000_456 + index % 100 * 1000)".dropFirst())+0100 MyApp[66:44] "
        + "[Changed Body Properties] A: _x\(index % 3) changed."
    }
    let pairs = (300..<600).flatMap { [compact($0), prefixed($0)] }
    #expect(events(pairs) == 300)
    #expect(events(pairs + (600..<800).map(prefixed)) == 500)
    #expect(events(pairs + (600..<800).map(compact)) == 500)
    #expect(events((0..<300).map(compact) + pairs) == 600)
    #expect(events((0..<300).map(compact) + (200..<400).map(prefixed)) == 400)
    // Two at one moment in each are two.
    #expect(events([compact(1), compact(1), prefixed(1), prefixed(1)]) == 2)
  }

  /// A record of one session in some layouts; the zones differ and the moments do not.
  private enum Style: CaseIterable {
    case compact, prefixed, defaultStyle, ndjson, console

    /// - Parameter hours: of the day in Paris, where compact was written.
    func line(_ message: String, _ index: Int, hours: Int = 10) -> String {
      let second = index / 100
      let rest = String(format: "%02d:%02d.%06d", second / 60 % 60, second % 60, index % 100 * 10_000 + 456)
      let hours = hours + second / 3600
      let pid = "[com.apple.SwiftUI:Changed Body Properties] \(message)"
      return switch self {
      // Without a zone, it cannot be compared with another zone.
      case .compact: "2025-11-08 \(hours):\(rest.dropLast(3)) I  MyApp[66:44] \(pid)"
      case .prefixed: "2025-11-08 \(hours):\(rest)+0100 MyApp[66:44] [Changed Body Properties] \(message)"
      case .defaultStyle: "2025-11-08 \(hours + 1):\(rest)+0200 0x1a2b Info 0x0 66 0 MyApp: (SwiftUICore) \(pid)"
      case .ndjson:
        #"{"traceID":1,"eventMessage":"\#(message)","category":"Changed Body Properties","#
          + #""processImagePath":"/x/MyApp","timestamp":"2025-11-08 \#(hours):\#(rest)+0100","processID":66}"#
      case .console: "info\t\(hours):\(rest)+0100\tMyApp\t\(message)"
      }
    }

    func capture(_ range: Range<Int>, hours: Int = 10) -> [String] {
      range.map { line("View\($0 % 7): _x\($0 % 3) changed.", $0, hours: hours) }
    }
  }

  @Test(arguments: Style.allCases)
  private func longCapturesBehindEachOtherAreOne(first: Style) {
    for second in Style.allCases where second != first && Set([first, second]) != [.compact, .defaultStyle] {
      let reading = Reading(first.capture(0..<6000) + second.capture(0..<6000))
      #expect(reading.summary.events == 6000, "\(second)")
      let issue = reading.summary.issues.first { $0.message.contains("counted once") }
      #expect(issue?.count == 6000)
      #expect(issue?.severity == .info)
    }
  }

  @Test func capturesOfSeveralRunsOfRecordsAreOne() {
    #expect(events(Style.compact.capture(0..<70_000) + Style.ndjson.capture(0..<70_000)) == 70_000)
  }

  @Test func longCapturesThatOverlapCountWhatBothHoldOnce() {
    let reading = Reading(
      Style.compact.capture(0..<6000) + Style.ndjson.capture(3000..<9000) + Style.prefixed.capture(0..<9000))
    #expect(reading.summary.events == 9000)
    // A log drops messages, and each capture may have lost others.
    let first = Style.compact.capture(0..<6000).enumerated().filter { $0.offset % 10 != 3 }.map(\.element)
    let second = Style.prefixed.capture(0..<6000).enumerated().filter { $0.offset % 10 != 7 }.map(\.element)
    #expect(events(first + second) == 6000)
  }

  @Test func runsAtOtherTimesAreCountedEach() {
    for second in [Style.ndjson, .prefixed, .defaultStyle] {
      #expect(events(Style.compact.capture(0..<6000) + second.capture(0..<6000, hours: 11)) == 12_000)
      #expect(events(Style.prefixed.capture(0..<20) + second.capture(90_000..<90_020)) == 40)
    }
  }

  @Test func rowsOfOneMomentAreCountedEachAndOnce() {
    let rows = (0..<700).map { _ in "Row: @self changed." }
    #expect(events(rows.map { Style.compact.line($0, 1) } + rows.map { Style.ndjson.line($0, 1) }) == 700)
    let fewer = rows.dropFirst(200).map { Style.prefixed.line($0, 1) }
    #expect(events(fewer + rows.map { Style.ndjson.line($0, 1) } + fewer) == 1000)
  }

  @Test func complaintsInTwoLayoutsAreOne() {
    let fault = "onChange(of: Int) action tried to update multiple times per frame."
    func lines(_ style: Style) -> [String] { [style.line("A: _x changed.", 1), style.line(fault, 2)] }
    let reading = Reading(lines(.prefixed) + lines(.defaultStyle))
    #expect(reading.texts == ["A: _x", "! multipleUpdatesPerFrame"])
  }

  @Test func aFollowedCaptureIsReadLikeAWholeOne() {
    let lines = Style.compact.capture(0..<6000) + Style.ndjson.capture(1000..<7000)
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let (followed, whole) = (Reading(bytes, pieceSize: 1000, isLive: true), Reading(bytes))
    #expect(followed.summary.events == 7000)
    #expect(followed.summary.issues == whole.summary.issues)
    #expect(followed.texts == whole.texts)
  }

  @Test func equalLinesInOneChannelAreAllCounted() {
    let lines = (0..<20).map { _ in Self.logged("Row: @self changed.", 1) }
    #expect(Reading(lines).summary.events == 20)
  }

  @Test func anyMixtureCountsEveryLine() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let lines = (0..<200).flatMap { index -> [String] in
        let layout = Layout.all.filter { $0.format != "xcode-metadata" }.randomElement(using: &generator)
        let message =
          "View\(Int.random(in: 0..<9, using: &generator)): _p\(Int.random(in: 0..<5, using: &generator)) changed."
        return layout?.lines(message, index * 977) ?? []
      }
      #expect(Reading(lines).summary.events == 200, "seed \(seed)")
    }
  }
}
