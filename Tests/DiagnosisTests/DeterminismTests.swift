internal import Diagnosis
internal import SourceAnalysis
internal import Testing
internal import TraceAnalysis

/// The same input gives the same result to the last digit, in whatever order dictionaries hold what they hold.
@Suite struct DeterminismTests {
  /// A model of many members that are written as often as no binary fraction says, and views that show some of each.
  private static let source: String = {
    var model = "final class Store: ObservableObject {\n"
    var clocks = ""
    var views = ""
    for number in 0..<12 {
      model += "  @Published var part\(number) = 0.0\n"
      clocks +=
        "    Timer.scheduledTimer(withTimeInterval: 0.\(number + 11), repeats: true) { [self] _ in part\(number) += 1 }\n"
    }
    for number in 0..<6 {
      views += """
        struct Screen\(number): View {
          @ObservedObject var store: Store
          var body: some View { Leaf\(number)(text: "\\(store.part\(number)) \\(store.part\(number + 6))") }
        }
        struct Leaf\(number): View {
          let text: String
          var body: some View { Text(text) }
        }

        """
    }
    return model + "  func begin() {\n" + clocks + "  }\n}\n" + views
  }()

  private static let lines: [String] = {
    var lines: [String] = []
    for number in 0..<6 {
      lines += ["Screen\(number): @self, @identity, _store changed.", "Leaf\(number): @self changed."]
    }
    for turn in 0..<40 {
      for number in 0..<6 {
        lines.append("Screen\(number): _store changed.")
        if turn % 6 == number { lines.append("Leaf\(number): @self changed.") }
      }
    }
    return lines
  }()

  @Test func diagnosisIsTheSameEachTime() {
    var results: [[String]] = []
    for _ in 0..<12 {
      let diagnosis = DiagnosisTests.diagnose(Self.lines, ["App.swift": Self.source])
      var result: [String] = diagnosis.findings.map { "\($0.fingerprint) \($0.message)" }
      for change in diagnosis.changes { result.append("\(change.id) \(change.lead.saved) \(change.shares)") }
      results.append(result)
    }
    #expect(!results[0].isEmpty)
    #expect(Set(results).count == 1)
  }
}
