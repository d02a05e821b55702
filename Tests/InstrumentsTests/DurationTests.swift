import TestSupport
import Testing
import TraceAnalysis
import TraceImport
import Vocabulary

@Suite struct DurationTests {
  private func summary(_ bytes: [UInt8]) -> RedrawSummary {
    let builder = ProfileBuilder()
    _ = TraceReader.read(MemorySource(bytes), into: builder)
    return RedrawSummary(TraceProfile(runs: [builder.finish()]))
  }

  @Test(arguments: 0..<20)
  func quantilesAreWithinTheStatedError(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let values = (0..<500).map { _ in
      UInt64.random(in: 0..<(1 << UInt64.random(in: 1...42, using: &random)), using: &random)
    }
    var histogram = DurationHistogram()
    for value in values { histogram.add(nanoseconds: value) }
    let sorted = values.sorted()
    for share in [0.01, 0.5, 0.95, 1] {
      let exact = Double(sorted[max(0, Int((share * 500).rounded(.up)) - 1)])
      let found = Double(try #require(histogram.quantile(share)))
      #expect(abs(found - exact) <= exact / 64 + 1, "seed \(seed), \(share)")
    }
    #expect(histogram.maximumNanoseconds == sorted.last)
    #expect(histogram.totalNanoseconds == values.reduce(0, +))
  }

  @Test(arguments: 0..<20)
  func histogramsOfPartsAddUp(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var whole = DurationHistogram()
    var parts = [DurationHistogram(), DurationHistogram(), DurationHistogram()]
    for _ in 0..<300 {
      let detail = EventDetail(
        duration: [.nanoseconds(UInt64.random(in: 0...5_000_000, using: &random)), .corrupt, .unknown].randomElement(
          using: &random)
          ?? .unknown, severity: UpdateSeverity.allCases.randomElement(using: &random))
      whole.add(detail)
      parts[Int.random(in: 0..<3, using: &random)].add(detail)
    }
    var sum = DurationHistogram()
    for part in parts.shuffled(using: &random) { sum.merge(part) }
    #expect(sum == whole)
  }

  @Test func hugeDurationsDoNotOverflow() {
    var histogram = DurationHistogram()
    histogram.add(nanoseconds: .max)
    histogram.add(nanoseconds: .max)
    #expect(histogram.totalNanoseconds == .max)
    #expect(histogram.quantile(0.5) != nil)
  }

  @Test func corruptDurationsAreLeftOutOfTheTimes() throws {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, duration: 2_000_000, id: 1, description: "A.body"),
      .init(start: 5_000_000, duration: .max, id: 2, description: "A.body"),
      .init(start: 9_000_000, duration: 600_000, id: 3, description: "A.body", severity: "Very High"),
    ])
    let view = try #require(summary(builder.bytes).views.first)
    let duration = try #require(view.duration)
    #expect(view.evaluations == 3)
    #expect(duration.count == 2)
    #expect(duration.untimed == 1)
    #expect(duration.totalNanoseconds == 2_600_000)
    #expect(duration.slowCount == 2)
    #expect(duration.severeCount == 1)
    #expect(duration.severities == [.low: 2, .veryHigh: 1])
  }

  @Test func slowBodiesAreFound() {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, duration: 2_000_000, id: 1, description: "Severe.body"),
      .init(start: 9_000_000, duration: 600_000, id: 2, description: "Slow.body"),
      .init(start: 19_000_000, duration: 500_000, id: 3, description: "Quick.body"),
    ])
    let findings = summary(builder.bytes).traceFindings.filter { $0.rule == "slow_body" }
    #expect(findings.map(\.view) == ["Severe", "Slow"])
    #expect(findings.map(\.severity) == [.error, .warning])
  }

  @Test func nestedUpdatesAreBusyOnce() {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, duration: 1_000_000, id: 1, description: "Outer.body"),
      .init(start: 1_100_000, duration: 200_000, id: 2, description: "Inner.body"),
      .init(start: 5_000_000, duration: 300_000, id: 3, description: "Inner.body"),
    ])
    #expect(summary(builder.bytes).busyNanoseconds == 1_300_000)
  }

  @Test func interruptionsNameWhatWasEvaluatedInThem() {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, duration: 1_000_000, id: 1, description: "Before.body"),
      .init(start: 10_000_000, duration: 4_000_000, id: 2, description: "List.body"),
      .init(start: 10_500_000, duration: 1_000_000, id: 3, description: "Row.body"),
      .init(start: 12_000_000, duration: 1_000_000, id: 4, description: "Row.body"),
      .init(start: 40_000_000, duration: 1_000_000, id: 5, description: "After.body"),
      .init(start: 41_000_000, duration: 1_000_000, id: 6, description: "Other.body", process: "Other (9)"),
    ])
    builder.causes([
      ("@State query", 90, "List.body", 2), ("List.body", 2, "Row.body", 3), ("List.body", 2, "Row.body", 4),
    ])
    builder.hitches([(12_000_000, 8_000_000, "Potentially expensive app update(s)"), (41_000_000, 500_000, "")])
    builder.hangs([(9_000_000, 30_000_000, "Microhang")])
    let result = summary(builder.bytes).interruptions
    #expect(result.map(\.kind) == [.hang, .hitch, .hitch])
    #expect(result[0].views.map { "\($0.view) \($0.evaluations)" } == ["Row 2", "List 1"])
    #expect(result[0].coveredNanoseconds == 4_000_000)
    #expect(result[0].rootCauses.map { "\($0.view) \($0.cause.text) \($0.evaluations)" } == ["List _query 3"])
    #expect(result[1].views.map(\.view) == ["List", "Row"])
    #expect(result[1].coveredNanoseconds == 2_000_000)
    #expect(result[2].views.map(\.view) == ["After"])
  }

  @Test func fanInAndFanOutCountEdges() {
    var builder = ExportBuilder()
    builder.causes([
      ("@State x", 1, "Row.body", 10), ("@State x", 1, "Row.body", 11), ("List.body", 2, "Row.body", 12),
      ("@State x", 1, "Row.body [skipped]", 13),
    ])
    let graph = summary(builder.bytes).graph
    #expect(graph.fanIn("Row").map { "\($0.name) \($0.count)" } == ["@State x 2", "List.body 1"])
    #expect(graph.fanOut("@State x").map { "\($0.name) \($0.count)" } == ["Row.body 2", "Row.body [skipped] 1"])
    #expect(graph.fanIn("Nothing").isEmpty)
  }
}
