internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import TraceImport

@Suite struct TimelineTests {
  /// Lines as `log --style compact` writes them, some milliseconds apart.
  private func timedLog(_ entries: [(milliseconds: Int, message: String)]) -> [String] {
    entries.map { entry in
      func pad(_ value: Int, _ digits: Int) -> String {
        String(repeating: "0", count: max(0, digits - String(value).count)) + String(value)
      }
      let seconds = entry.milliseconds / 1000
      let time = "\(pad(seconds / 3600, 2)):\(pad(seconds / 60 % 60, 2)):\(pad(seconds % 60, 2))"
      return "2026-03-01 \(time).\(pad(entry.milliseconds % 1000, 3)) Df  Recipes[412:1a2b] "
        + "[com.apple.SwiftUI:Changed Body Properties] \(entry.message)"
    }
  }

  private func randomEntries(_ seed: UInt64, _ count: Int) -> [(milliseconds: Int, message: String)] {
    var generator = SeededGenerator(seed: seed)
    var now = 0
    return (0..<count).map { _ in
      now += Int.random(in: 0..<10, using: &generator) == 0 ? Int.random(in: 0..<5000, using: &generator) : 1
      let view = Int.random(in: 0..<6, using: &generator)
      let cause = ["@self", "_a", "_b", "@self, @identity, _a", #"\Model.title"#].randomElement(using: &generator)
      return (now, "View\(view): \(cause ?? "@self") changed.")
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func timelineHoldsEveryEvaluationOnce(seed: UInt64) throws {
    let profile = profile(timedLog(randomEntries(seed, 3000)))
    let summary = RedrawSummary(profile)
    let timeline = try #require(summary.timelines.first)
    #expect(timeline.axis == .time && timeline.unplaced == 0)
    #expect(timeline.bucketCount <= 512)
    for strip in timeline.strips {
      let view = try #require(summary.views.first { $0.id.name == strip.view.name })
      #expect(strip.evaluations == view.evaluations)
      #expect(strip.cells.filter { $0.reason == .appearance }.reduce(0) { $0 + $1.evaluations } == view.initial)
      #expect(strip.cells.allSatisfy { (0..<timeline.bucketCount).contains($0.bucket) })
    }
  }

  /// Where all updates are kept one by one they say what the slices say, to the evaluation.
  @Test(arguments: 1...12 as ClosedRange<UInt64>, [true, false])
  func singleUpdatesAddUpToTheSlices(seed: UInt64, isTimed: Bool) throws {
    let entries = randomEntries(seed, 3000)
    let lines = isTimed ? timedLog(entries) : entries.map(\.message)
    let timeline = try #require(RedrawSummary(profile(lines, mostMoments: 3000)).timelines.first)
    #expect(timeline.moments.count == timeline.updateCount && timeline.momentsAreComplete)
    #expect(timeline.moments.map(\.time) == timeline.moments.map(\.time).sorted())
    var counted: [String: [Int: Int]] = [:]
    for moment in timeline.moments {
      let bucket = Int((moment.time - timeline.start) / timeline.width)
      for evaluation in timeline.updates[moment.update].evaluations {
        counted[evaluation.view, default: [:]][bucket * 4 + evaluation.reason.rawValue, default: 0] +=
          evaluation.repetitions
      }
    }
    for strip in timeline.strips {
      let cells = strip.cells.map { ($0.bucket * 4 + $0.reason.rawValue, $0.evaluations) }
      #expect(counted[strip.view.name] == Dictionary(uniqueKeysWithValues: cells))
    }
  }

  /// A change of an object evaluates each row that observes it, one right after the other; there are no more rows than were
  /// inserted.
  @Test(arguments: [(pause: 1, updates: [[3, 3]]), (pause: 20, updates: [[1, 1, 1, 1, 1, 1]])])
  func rowsOfOneChangeAreOneUpdate(pause: Int, updates: [[Int]]) throws {
    let inserted = (0..<3).map { (milliseconds: $0, message: "Row: @self, @identity, _store changed.") }
    let changed = (0..<6).map { (milliseconds: 1000 + $0 * pause, message: "Row: _store changed.") }
    let part = try #require(profile(timedLog(inserted + changed)).runs.first?.parts.first)
    let found = part.updates.dropFirst().flatMap { update in
      [[Int]](repeating: update.elements.map(\.repetitions), count: update.count)
    }
    #expect([found.flatMap(\.self)] == updates)
  }

  /// Memory stays bounded, and without being asked for nothing is kept.
  @Test func theFirstUpdatesAreKept() throws {
    let lines = timedLog((0..<500).map { ($0 * 200, "View\($0 % 7): _a changed.") })
    let timeline = try #require(RedrawSummary(profile(lines, mostMoments: 100)).timelines.first)
    #expect(timeline.moments.count == 100 && timeline.updateCount == 500)
    #expect(timeline.moments.last?.time == timeline.moments[0].time + 99 * 200_000_000)
    #expect(
      timeline.updates[timeline.moments[8].update].evaluations == [
        .init(view: "View1", causes: [.dynamicProperty("_a")], reason: .property, repetitions: 1)
      ])
    #expect(try #require(RedrawSummary(profile(lines)).timelines.first).moments.isEmpty)
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func withoutATimelineAllCountsAreTheSame(seed: UInt64) {
    let log = Array((timedLog(randomEntries(seed, 3000)).joined(separator: "\n") + "\n").utf8)
    let whole = RedrawSummary(profile(log))
    let counts = RedrawSummary(profile(log, options: ProfileOptions(keepsTimeline: false)))
    #expect(counts.totals == whole.totals && counts.views == whole.views)
    #expect(counts.rootCauses == whole.rootCauses && counts.parts == whole.parts)
    #expect(counts.timelines.isEmpty && !whole.timelines.isEmpty)
  }

  @Test func onlyTimesMakeATimelineWhereNobodyAsksForTheOrder() {
    var options = ProfileOptions()
    options.keepsOrder = false
    let log = (0..<300).map { "View\($0 % 7): _a changed." }
    let whole = RedrawSummary(profile(log))
    let counts = RedrawSummary(profile(Array((log.joined(separator: "\n") + "\n").utf8), options: options))
    #expect(counts.totals == whole.totals && counts.views == whole.views && counts.parts == whole.parts)
    #expect(counts.timelines.isEmpty && !whole.timelines.isEmpty)
    let timed = Array((timedLog(randomEntries(1, 300)).joined(separator: "\n") + "\n").utf8)
    #expect(RedrawSummary(profile(timed, options: options)).timelines == RedrawSummary(profile(timed)).timelines)
  }

  /// The resolution is the finest that fits: at twice the resolution there would be too many slices.
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func theResolutionIsTheFinestThatFits(seed: UInt64) throws {
    let entries = randomEntries(seed, 2000)
    let part = try #require(profile(timedLog(entries)).runs.first?.parts.first)
    let first = try #require(part.timeline.cells.first).bucket
    let last = try #require(part.timeline.cells.last).bucket
    #expect(last - first < 512)
    let span = Int64((entries.last?.milliseconds ?? 0) - entries[0].milliseconds) * 1_000_000
    if part.timeline.shift > 22 { #expect(span >> (part.timeline.shift - 1) >= 510) }
  }

  @Test func aLogWithoutTimesIsInOrder() throws {
    let lines = (0..<3000).map { "View\($0 % 7): _a changed." }
    let timeline = try #require(RedrawSummary(profile(lines)).timelines.first)
    #expect(timeline.axis == .order)
    #expect(timeline.bucketCount <= 512)
    #expect(timeline.strips.count == 7)
    #expect(timeline.strips.reduce(0) { $0 + $1.evaluations } == 3000)
  }

  @Test func whatIsNotKeptAsUpdatesIsOnTheTimelineToo() throws {
    var lines: [String] = []
    for index in 0..<40_000 {
      lines.append("Root: _x\(index % 5) changed.")
      for bit in 0..<16 where index >> bit & 1 == 1 { lines.append("Child\(bit): @self changed.") }
    }
    let summary = RedrawSummary(profile(lines))
    #expect(summary.withoutUpdate > 0)
    let timeline = try #require(summary.timelines.first)
    #expect(timeline.strips.reduce(0) { $0 + $1.evaluations } == lines.count)
  }

  @Test func aStepBackInTimeDividesNothing() throws {
    var entries = randomEntries(3, 500)
    entries += randomEntries(4, 500)
    let timeline = try #require(RedrawSummary(profile(timedLog(entries))).timelines.first)
    #expect(timeline.strips.reduce(0) { $0 + $1.evaluations } == 1000)
    for strip in timeline.strips {
      let keys = strip.cells.map { $0.bucket * 10 + $0.reason.rawValue }
      #expect(keys == keys.sorted() && Set(keys).count == keys.count)
    }
  }

  @Test func runsKeepTheirOwnTimelines() {
    let first = profile(timedLog(randomEntries(1, 300)))
    let second = profile(["A: _x changed.", "A: _x changed."])
    let summary = RedrawSummary(first.merged(with: second))
    #expect(summary.timelines.map(\.run) == [0, 1])
    #expect(summary.timelines.map(\.axis) == [.time, .order])
    #expect(RedrawSummary(first).timelines[0] == summary.timelines[0])
  }
}
