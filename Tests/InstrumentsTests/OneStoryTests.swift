import Testing
import TraceAnalysis
import TraceImport

/// A log and an export of one session must tell one story.
@Suite struct OneStoryTests {
  /// One evaluation of a made-up session.
  private struct Step {
    var time: UInt64
    var view: String
    /// As a log writes them.
    var causes: [String]
    /// The place of the evaluation that made this one happen.
    var parent: Int?
    /// Names of the graph's nodes that lead here, besides the parent's body.
    var nodes: [String]
  }

  /// A small app: a root with a list of rows with badges, a header with a clock, a model.
  private static func session(seed: UInt64) -> [Step] {
    var random = SeededRandom(seed: seed)
    var steps: [Step] = []
    var now: UInt64 = 1_000_000_000
    func step(_ view: String, _ causes: [String], parent: Int? = nil, nodes: [String] = []) -> Int {
      now += 50_000
      steps.append(Step(time: now, view: view, causes: causes, parent: parent, nodes: nodes))
      return steps.count - 1
    }
    let inserted = ["@self", "@identity"]
    let creation = ["View Creation / Reuse"]
    let root = step("Root", ["@identity"], nodes: creation)
    let list = step("Library.List", inserted, parent: root, nodes: creation)
    _ = step("Header", inserted, parent: root, nodes: creation)
    func rows(of list: Int, _ count: Int) {
      for _ in 0..<count {
        let row = step("Library.Row", ["@self"], parent: list)
        _ = step("Badge<Recipe>", ["@self"], parent: row)
      }
    }
    rows(of: list, 4)
    for _ in 0..<Int.random(in: 20...40, using: &random) {
      now += UInt64.random(in: 200_000_000...900_000_000, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let list = step("Library.List", ["_expandedID"], nodes: ["@State expandedID"])
        rows(of: list, Int.random(in: 1...4, using: &random))
      case 1: _ = step("Header", ["_clock"], nodes: ["@State clock"])
      case 2:
        let list = step("Library.List", ["\\Store.<computed 0x000000034006f8b0 (Array<Recipe>)>"], nodes: ["@Observable Store.(Array<Recipe>)"])
        rows(of: list, 4)
      default:
        _ = step("Badge<Recipe>", ["_fontOption"], nodes: ["@AppStorage Badge.fontOption"])
      }
    }
    return steps
  }

  private func log(_ steps: [Step]) -> [UInt8] {
    let lines = steps.map { step in
      let microseconds = step.time / 1000
      let seconds = microseconds / 1_000_000
      let clock = "09:\(two(seconds / 60)):\(two(seconds % 60))." + String(String(1_000_000 + microseconds % 1_000_000).dropFirst())
      return "2026-03-14 \(clock)+0100 0x1a2b     Info        0x0                  4127   0    Recipes: "
        + "(SwiftUICore) [com.apple.SwiftUI:Changed Body Properties] \(step.view): \(step.causes.joined(separator: ", ")) changed."
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  private func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func export(_ steps: [Step], _ version: ExportBuilder.Version, withCauses: Bool) -> [UInt8] {
    var builder = ExportBuilder(version)
    builder.updates(
      steps.enumerated().map { index, step in
        // The root causes a real row has: where the chain began, and the bodies on the way.
        var start = index
        var bodies: [String] = []
        while let parent = steps[start].parent, steps[start].nodes.isEmpty {
          bodies.append(steps[parent].view + ".body")
          start = parent
        }
        var roots = steps[start].nodes + bodies.reversed()
        if start == index, let parent = steps[index].parent { roots.append(steps[parent].view + ".body") }
        return .init(
          start: step.time, duration: 20_000 + UInt64(index), id: UInt64(index + 1), description: step.view + ".body",
          category: step.causes.contains("@identity") ? "Creation" : "Update", roots: roots)
      })
    if withCauses {
      var edges: [(String, UInt64, String, UInt64)] = []
      for (index, step) in steps.enumerated() {
        if let parent = step.parent {
          edges.append((steps[parent].view + ".body", UInt64(parent + 1), step.view + ".body", UInt64(index + 1)))
        }
        for node in step.nodes { edges.append((node, UInt64(100_000 + index), step.view + ".body", UInt64(index + 1))) }
      }
      builder.causes(edges)
    }
    return builder.bytes
  }

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
    let steps = Self.session(seed: seed)
    let told = Story(summary(log(steps)))
    #expect(told.evaluations == steps.count)
    for version in [ExportBuilder.Version.xcode26, .xcode27] {
      #expect(Story(summary(export(steps, version, withCauses: true))) == told, "seed \(seed), with causes")
      #expect(Story(summary(export(steps, version, withCauses: false))) == told, "seed \(seed), without causes")
    }
  }

  @Test func recordedTriggersAreMarked() {
    let steps = Self.session(seed: 7)
    let recorded = summary(export(steps, .xcode26, withCauses: true))
    #expect(recorded.recordedTriggers == steps.count)
    #expect(summary(log(steps)).recordedTriggers == 0)
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
      _ = TraceReader.read(MemorySource(export(Self.session(seed: seed), .xcode27, withCauses: true)), into: builder)
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
