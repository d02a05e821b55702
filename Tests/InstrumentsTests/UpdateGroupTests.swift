import TestSupport
import Testing
import TraceAnalysis
import TraceImport

/// `swiftui-update-groups` says what SwiftUI evaluated together.
@Suite struct UpdateGroupTests {
  private func profile(groups: [(start: UInt64, duration: UInt64)]) -> RunProfile {
    var builder = ExportBuilder(.xcode27)
    builder.updates([
      .init(start: 1_000_000, id: 1, description: "List.body", roots: ["@State x"]),
      .init(start: 2_000_000, id: 2, description: "Row.body", roots: ["@State x", "List.body"]),
      // Close enough to the ones before to be taken for the same update.
      .init(start: 3_000_000, id: 3, description: "Header.body", roots: ["@State x"]),
      .init(start: 4_000_000, id: 4, description: "Row.body", roots: ["@State x", "List.body"]),
    ])
    builder.node(
      "swiftui-update-groups",
      [("start", "start-time"), ("duration", "duration"), ("label", "string"), ("process", "process")]
    ) {
      for group in groups {
        let cells = [
          $0.number("start-time", group.start), $0.number("duration", group.duration), $0.string("Transaction"),
          $0.process("Recipes (4127)"),
        ]
        $0.raw("<row>" + cells.joined() + "</row>\n")
      }
    }
    let fold = ProfileBuilder()
    _ = TraceReader.read(MemorySource(builder.bytes), into: fold)
    return fold.finish()
  }

  private func sizes(_ profile: RunProfile) -> [Int] {
    profile.parts.flatMap { $0.updates.map { $0.elements.reduce(0) { $0 + $1.repetitions } } }
  }

  @Test func withoutGroupsTimeDecides() { #expect(sizes(profile(groups: [])) == [4]) }

  @Test func groupsPartWhatTimeJoins() {
    #expect(sizes(profile(groups: [(900_000, 1_500_000), (2_900_000, 1_500_000)])) == [2, 2])
  }

  @Test func theOutermostGroupCounts() {
    let groups: [(start: UInt64, duration: UInt64)] = [
      (900_000, 1_500_000), (1_900_000, 200_000), (2_900_000, 1_500_000), (3_950_000, 100_000),
    ]
    #expect(sizes(profile(groups: groups)) == [2, 2])
  }

  @Test func corruptGroupsLastUntilTheNext() {
    #expect(sizes(profile(groups: [(900_000, .max), (2_900_000, 6_148_782_250_705_247_539)])) == [2, 2])
  }

  @Test func triggersAreSoughtInTheGroup() {
    let summary = RedrawSummary(TraceProfile(runs: [profile(groups: [(900_000, 1_500_000), (2_900_000, 1_500_000)])]))
    let row = summary.views.first { $0.id.name == "Row" }
    // The second row's list was evaluated in another group.
    #expect(row?.triggers.first { $0.view == "List" }?.evaluations == 1)
  }

  @Test func rootCausesAreRecordedWhereEdgesAre() {
    var builder = ExportBuilder()
    builder.updates([
      .init(start: 1_000_000, id: 1, description: "List.body", roots: ["@State x"]),
      .init(start: 1_100_000, id: 2, description: "Row.body", roots: ["List.body"]),
    ])
    func roots(_ bytes: [UInt8]) -> [Bool] {
      let fold = ProfileBuilder()
      _ = TraceReader.read(MemorySource(bytes), into: fold)
      return RedrawSummary(TraceProfile(runs: [fold.finish()])).rootCauses.map(\.isInferred)
    }
    #expect(roots(builder.bytes).allSatisfy { $0 })
    builder.causes([("@State x", 900, "List.body", 1), ("List.body", 1, "Row.body", 2)])
    #expect(roots(builder.bytes) == [false])
  }
}
