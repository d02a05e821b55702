import Gate
import TestSupport
import Testing
import TraceAnalysis

@Suite struct MeasurementsTests {
  /// Rows of a list that appear, and then changes of which each leads to a number of rows.
  private static func log(_ rows: [Int]) -> [UInt8] {
    let start = "List: @self, @identity, _x changed.\n" + String(repeating: "Row: @self changed.\n", count: 6)
    let changes = rows.map { "List: _x changed.\n" + String(repeating: "Row: @self changed.\n", count: $0) }
    return Array((start + changes.joined()).utf8)
  }

  private static func value(_ view: String, _ metric: Metric, _ rows: [Int]) -> Int? {
    Measurements(profile(log(rows))).series[Unit(ViewUnit(view: view), metric)]?.first ?? nil
  }

  @Test(
    arguments: [
      ([3, 3, 3], 3), ([3], 3), ([6, 6, 1], 6), ([1, 1, 6], 1), ([6, 1], 1), ([0, 0, 5], 5), ([0, 0], 0), ([], 0),
    ] as [([Int], Int)])
  func anInteractionIsWhatIsEvaluatedTogether(_ rows: [Int], _ typical: Int) {
    #expect(Self.value("Row", .perInteraction, rows) == typical)
    #expect(Self.value("List", .perInteraction, rows) == (rows.isEmpty ? 0 : 1))
  }

  @Test func moreOfTheSameInteractionsAreNoMorePerInteraction() {
    for times in [1, 5, 40] {
      #expect(Self.value("Row", .perInteraction, [Int](repeating: 4, count: times)) == 4)
      #expect(Self.value("Row", .updates, [Int](repeating: 4, count: times)) == 4 * times)
    }
  }

  /// Every run is asked for by itself, and only what the sources declare has a number.
  @Test func avoidableUpdatesComeFromTheSources() {
    let both = profile(Self.log([1])).merged(with: profile(Self.log([2, 2])))
    let measurements = Measurements(both) { run in
      #expect(run.runs.count == 1)
      let rows = RedrawSummary(run).views.first { $0.id.name == "Row" }
      return [.init(name: "Row"): rows?.updates ?? 0]
    }
    #expect(measurements.series[Unit(ViewUnit(view: "Row"), .avoidable)] == [1, 4])
    #expect(measurements.series[Unit(ViewUnit(view: "List"), .avoidable)] == nil)
    #expect(!Measurements(both).metrics.contains(.avoidable))
  }
}
