internal import Diagnosis
internal import Foundation
internal import SourceAnalysis
internal import TestSupport
internal import Testing
internal import TraceAnalysis
internal import Vocabulary

/// The scenarios beside the samples: each wrong form gets the right advice first, each right form is left alone.
@Suite struct ScenarioTests {
  struct Expectation: Decodable {
    var rule: String
    var fix: String
    var view: String
    var file: String
    var line: Int
  }

  static let folder = Repository.root.appending(path: "SampleTraces/Scenarios")
  static let names: [String] = {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return found.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0 + "/expected.json").path) }
      .sorted()
  }()

  /// The sources of one side of a scenario, and its runs.
  struct Inputs {
    var sources: [(path: String, text: String)] = []
    var runs: [[UInt8]] = []

    /// - Parameter name: Of the scenario that the runs are put to.
    func profile(named name: String? = nil) -> TraceProfile {
      runs.reduce(TraceProfile()) { profile, run in
        let named = TestSupport.profile(run).runs.map { run in
          var run = run
          run.scenario = name ?? run.scenario
          return run
        }
        return profile.merged(with: TraceProfile(runs: named))
      }
    }
  }

  static func inputs(_ name: String, _ side: String) throws -> Inputs {
    let root = folder.appending(path: name)
    let paths = try #require(FileManager.default.enumerator(atPath: root.appending(path: side).path)).compactMap {
      $0 as? String
    }.sorted()
    var inputs = Inputs()
    for path in paths {
      let url = root.appending(path: side + "/" + path)
      if path.hasSuffix(".swift") {
        inputs.sources.append((side + "/" + path, try String(contentsOf: url, encoding: .utf8)))
      } else if path.hasPrefix("run-") {
        inputs.runs.append(Array(try Data(contentsOf: url)))
      }
    }
    return inputs
  }

  static func diagnose(_ name: String, _ side: String, linter: Linter = Linter()) throws -> Diagnosis {
    let inputs = try inputs(name, side)
    return Diagnosis(inputs.profile(), sources: DiagnosedApp.graph(inputs.sources), linter: linter)
  }

  @Test func thereAreScenarios() { #expect(Self.names.count >= 20) }

  @Test(arguments: names) func theFirstFindingIsTheFix(name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name + "/expected.json"))
    let expected = try JSONDecoder().decode(Expectation.self, from: data)
    let first = try #require(try Self.diagnose(name, "before").findings.first)
    #expect(first.finding.rule == expected.rule)
    #expect(first.finding.fix.rawValue == expected.fix)
    #expect(first.finding.place.file == expected.file)
    #expect(first.finding.place.line == expected.line)
  }

  /// What the first fix leaves of all updates, against what was recorded after it was made: in all places where the same is wrong.
  static func foretold() throws -> [DiagnosedApp.Foretold] {
    try names.compactMap { name in
      let before = try diagnose(name, "before")
      guard let first = before.changes.first, first.lead.measured?.predicted != nil else { return nil }
      let made =
        [first]
        + before.changes.dropFirst().filter { $0.lead.finding.rule == first.lead.finding.rule && $0.shares.isEmpty }
      let measured = made.compactMap(\.lead.measured).filter { $0.predicted != nil }
      let touched = measured.reduce(0) { $0 + $1.updates }
      let range = measured.reduce(0...0) { sum, measured in
        let range = measured.range ?? (measured.predicted ?? 0)...(measured.predicted ?? 0)
        return sum.lowerBound + range.lowerBound...sum.upperBound + range.upperBound
      }
      let total = before.summary.totals.updates + before.summary.totals.recreated
      let after = try diagnose(name, "after").summary.totals
      return .init(
        name: name, predicted: measured.reduce(0) { $0 + ($1.predicted ?? 0) }, range: range,
        left: after.updates + after.recreated - (total - touched))
    }
  }

  /// That and random apps together are held to a tenth by `SimulatedAppsTests`.
  @Test func whatIsLeftLiesInTheRangeThatWasPredicted() throws {
    let foretold = try Self.foretold()
    let held = DiagnosedApp.Foretold.held(foretold)
    // A tenth, or two updates of a short recording.
    let close = foretold.count { $0.isClose || abs($0.left - $0.predicted) <= 2 }
    #expect(foretold.count >= 20)
    #expect(held.share >= 0.95, "\(held)\n\(DiagnosedApp.Foretold.missed(foretold))")
    #expect(Double(close) >= 0.85 * Double(foretold.count), "\(DiagnosedApp.Foretold.missed(foretold))")
  }

  @Test(arguments: names) func theRightFormIsLeftAlone(name: String) throws {
    for finding in try Self.diagnose(name, "after").findings {
      #expect(finding.severity == .note, "\(finding.message)")
    }
  }
}
