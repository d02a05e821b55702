internal import Foundation
internal import Simulator
internal import SwiftParser
internal import SwiftSyntax
internal import TestSupport
internal import Testing
internal import TraceAnalysis

/// The scenarios in `SampleTraces/Scenarios/` are what the simulator makes; `UPDATE_SCENARIOS=1` writes them.
@Suite struct ScenarioTests {
  static let names = allScenarios.map(\.name)
  private static let folder = Repository.root.appendingPathComponent("SampleTraces/Scenarios")

  private func scenario(_ name: String) throws -> Scenario { try #require(allScenarios.first { $0.name == name }) }

  @Test(arguments: names) func filesAreCurrent(name: String) throws {
    let scenario = try scenario(name)
    let base = Self.folder.appendingPathComponent(name)
    let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SCENARIOS"] == "1"
    var files = scenario.texts().map { ($0.path, [UInt8]($0.text.utf8)) }
    files += try scenario.traces().map { ($0.path + ".gz", try gzipped($0.bytes)) }
    if isUpdating { try? FileManager.default.removeItem(at: base) }
    for (path, bytes) in files {
      let file = base.appendingPathComponent(path)
      if isUpdating {
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
      }
      // Other versions of gzip may pack the same bytes differently.
      let found = Repository.bytes(of: "SampleTraces/Scenarios/\(name)/\(path)")
      if path.hasSuffix(".gz") {
        let lines = Reading(found).events
        #expect(lines == Reading(bytes).events && !lines.isEmpty, "\(name)/\(path) is not current; run 'make samples'")
      } else {
        #expect(found == bytes, "\(name)/\(path) is not current; run 'make samples'")
      }
    }
    let walker = FileManager.default.enumerator(atPath: base.path)
    let present = Set(
      (walker?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") && !$0.hasSuffix("Sources") })
    let extra = present.subtracting(files.map(\.0))
    #expect(extra.isEmpty, "\(name): \(extra.sorted()); run 'make samples'")
  }

  @Test(arguments: names) func sourcesParseAndThePlaceIsThere(name: String) throws {
    let scenario = try scenario(name)
    for (path, text) in scenario.texts() where path.hasSuffix(".swift") {
      #expect(!Parser.parse(source: text).hasError, "\(name)/\(path):\n\(text)")
    }
    let expected = try #require(scenario.texts().first { $0.path == "expected.json" })
    #expect(!expected.text.contains("\"line\": 0"), "\(name): nothing has '\(scenario.expectation.marker)'")
  }

  @Test(arguments: names) func theImprovementSavesAndLeavesNoWaste(name: String) throws {
    let scenario = try scenario(name)
    guard scenario.savesUpdates else { return }
    let before = simulate(scenario.before, options: scenario.options)
    let after = simulate(scenario.after, options: scenario.options)
    #expect(after.evaluations.count < before.evaluations.count)
    for evaluation in after.evaluations {
      let isWaste = evaluation.isAvoidable || evaluation.verdict == .recreated
      #expect(!isWaste, "\(name): \(evaluation)")
    }
  }
}
