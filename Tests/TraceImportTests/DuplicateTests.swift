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
