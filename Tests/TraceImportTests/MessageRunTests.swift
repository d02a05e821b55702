import Foundation
import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// What an app prints goes from stage to stage as messages alone; it has to mean what the same events would.
struct MessageRunTests {
  private static let views = ["Feed", "Feed.Row", "Header", "Card<Text>", "Footer"]
  private static let causes = ["@self", "_count", "@self, _title", "@identity, _count, _title", "@dependencies"]

  /// More lines than are passed on at once, with marks of phases where the seed puts them and around the ends of batches.
  private static func log(_ seed: UInt64) -> (lines: [String], texts: [String]) {
    var random = SeededGenerator(seed: seed)
    var marks: Set<Int> = [4095, 4096, 4097, 8191, 8192]
    for _ in 0..<20 { marks.insert(Int.random(in: 0..<9000, using: &random)) }
    marks = marks.filter { _ in Bool.random(using: &random) }
    var lines: [String] = []
    var texts: [String] = []
    for number in 0..<9000 {
      if marks.contains(number) {
        lines.append("== \(number)")
        texts.append("> \(number)")
      }
      let view = views.randomElement(using: &random) ?? ""
      let cause = causes.randomElement(using: &random) ?? ""
      lines.append("\(view): \(cause) changed.")
      texts.append("\(view): \(cause)")
    }
    return (lines, texts)
  }

  private static func phase(_ line: String) -> String? { line.hasPrefix("== ") ? String(line.dropFirst(3)) : nil }

  @Test(arguments: [1, 2, 3, 4] as [UInt64], [false, true])
  func printedLinesKeepTheirPlaceAmongPhases(seed: UInt64, isLive: Bool) {
    let (lines, texts) = Self.log(seed)
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let reading = Reading(bytes, pieceSize: isLive ? 70_000 : .max, marker: Self.phase, isLive: isLive)
    #expect(reading.texts.filter { $0 != "<" } == texts)
  }

  @Test(arguments: [5, 6, 7] as [UInt64])
  func runsAreCountedAsTheirEvents(seed: UInt64) {
    let bytes = Array((Self.log(seed).lines.joined(separator: "\n") + "\n").utf8)
    for window in [nil, 0...1_000_000] as [ClosedRange<Double>?] {
      let options = ProfileOptions(window: window)
      let runs = ProfileBuilder(options: options)
      let events = SpellingOut(ProfileBuilder(options: options))
      for sink in [runs, events] as [any TraceEventSink] {
        _ = TraceReader.read(MemorySource(bytes), options: ReadingOptions(scenarioMarker: Self.phase), into: sink)
      }
      #expect(events.hasReceivedEvents)
      #expect(runs.outsideWindow == events.builder.outsideWindow)
      #expect(runs.finish() == events.builder.finish())
    }
  }

  @Test func aLogBehindPrintedLinesIsReadToItsEnd() {
    let printed = (0..<5000).map { "Feed: _count\($0 % 7) changed." }
    let logged = (0..<5000).map { number in
      "2026-02-13 22:00:00.\(String(1000 + number % 9000).suffix(3)) I  App[1:2] [com.apple.SwiftUI:Changed Body Properties] "
        + "Header: _title\(number % 5) changed."
    }
    let reading = Reading(printed + logged + printed)
    #expect(reading.events.count { $0.time == nil } == 10_000)
    #expect(reading.events.count { $0.time != nil } == 5000)
  }
}

/// Receives everything as events, as sinks do that know of nothing else.
private final class SpellingOut: TraceEventSink {
  let builder: ProfileBuilder
  private(set) var hasReceivedEvents = false

  init(_ builder: ProfileBuilder) { self.builder = builder }

  func receive(_ events: UnsafeBufferPointer<TraceEvent>, symbols: TraceSymbols) {
    hasReceivedEvents = true
    builder.receive(events, symbols: symbols)
  }
}
