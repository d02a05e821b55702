import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// A log and an export of one session must tell one story.
@Suite struct OneStoryTests {
  private func summary(_ bytes: [UInt8]) -> RedrawSummary {
    let builder = ProfileBuilder()
    _ = TraceReader.read(MemorySource(bytes), into: builder)
    return RedrawSummary(TraceProfile(runs: [builder.finish()]))
  }

  private struct Story: Hashable {
    var views: [String]
    var roots: [String]
    var evaluations: Int
    var initial: Int

    init(_ summary: RedrawSummary) {
      views = summary.views.map { view in
        "\(view.id.name) \(view.evaluations) \(view.initial) \(view.updates) "
          + view.causes.map { "\($0.cause.text):\($0.evaluations)" }.sorted().joined(separator: ",") + " from "
          + view.rootCauses.map { "\($0.view)/\($0.cause.text):\($0.evaluations)" }.sorted().joined(separator: ",")
          + " by " + view.triggers.map { "\($0.view):\($0.evaluations)" }.sorted().joined(separator: ",")
      }
      roots = summary.rootCauses.map { "\($0.view) \($0.cause.text) \($0.changes) \($0.blastRadius)" }
      evaluations = summary.totals.evaluations
      initial = summary.totals.initial
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func logAndExportAgree(seed: UInt64) {
    let session = SimulatedSession(seed: seed)
    let told = Story(summary(session.log))
    #expect(told.evaluations == session.steps.count)
    for version in [ExportBuilder.Version.xcode26, .xcode27] {
      #expect(Story(summary(session.export(version))) == told, "seed \(seed), with causes")
      #expect(Story(summary(session.export(version, withCauses: false))) == told, "seed \(seed), without causes")
    }
  }

  @Test func recordedTriggersAreMarked() {
    let session = SimulatedSession(seed: 7)
    let recorded = summary(session.export(.xcode26))
    #expect(recorded.recordedTriggers == session.steps.count)
    #expect(summary(session.log).recordedTriggers == 0)
  }

  /// A recorded trigger wins over what order and time suggest.
  @Test func recordedTriggersReplaceTheInference() {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, id: 1, description: "A.body"), .init(start: 1_010_000, id: 2, description: "B.body"),
      .init(start: 1_020_000, id: 3, description: "C.body"),
    ])
    builder.causes([("@State a", 90, "A.body", 1), ("A.body", 1, "B.body", 2), ("A.body", 1, "C.body", 3)])
    let result = summary(builder.bytes)
    #expect(result.views.first { $0.id.name == "C" }?.triggers.map(\.view) == ["A"])
    #expect(result.rootCauses.map(\.blastRadius) == [3])
  }

  @Test func profilesOfRecordingsAddUp() {
    func run(_ seed: UInt64) -> RunProfile {
      let builder = ProfileBuilder()
      _ = TraceReader.read(MemorySource(SimulatedSession(seed: seed).export(.xcode27)), into: builder)
      return builder.finish()
    }
    let both = RedrawSummary(TraceProfile(runs: [run(1)]).merged(with: TraceProfile(runs: [run(2)])))
    let first = RedrawSummary(TraceProfile(runs: [run(1)]))
    let second = RedrawSummary(TraceProfile(runs: [run(2)]))
    #expect(both.totals.evaluations == first.totals.evaluations + second.totals.evaluations)
    #expect(both.busyNanoseconds == (first.busyNanoseconds ?? 0) + (second.busyNanoseconds ?? 0))
    let edges = both.graph.edges.reduce(0) { $0 + $1.count }
    #expect(edges == first.graph.edges.reduce(0) { $0 + $1.count } + second.graph.edges.reduce(0) { $0 + $1.count })
  }
}
