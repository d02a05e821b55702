internal import Foundation
internal import TestSupport
internal import Testing

/// `compare A B` names what became of each prediction, in every form of the comparison.
@Suite struct ComparedPredictionTests {
  private static let scenario = Repository.root.appendingPathComponent("SampleTraces/Scenarios/expanded-row").path

  private static func lines(_ path: String) throws -> [String] {
    try run("/usr/bin/env", ["gzip", "-dc", "\(scenario)/\(path)"]).text.split(separator: "\n").map(String.init)
  }

  private static func flat(_ text: String) -> String {
    text.replacing(/<[^>]+>/, with: "").replacing("&#39;", with: "'").replacing(/\s+/, with: " ")
  }

  /// The change that was predicted, runs in which nothing came of it, and runs in which another view has the updates instead.
  @Test(arguments: [
    ("after", "24 were measured: held"), ("before", "missed, 216 more than predicted"),
    ("moved", "24 were measured: held; moved to 'Panel' (20)"),
  ]) func eachPredictionIsNamed(_ runs: String, _ outcome: String) throws {
    let tool = try Tool()
    var after = try Self.lines(runs == "before" ? "before/run-2.log.gz" : "after/run-1.log.gz")
    if runs == "moved", let last = after.last, let place = last.range(of: "RecipeRow:") {
      let head = last[..<place.lowerBound]
      after.append(head + "Panel: @self, @identity, _expandedRecipeID changed.")
      after += (0..<20).map { _ in head + "Panel: _expandedRecipeID changed." }
    }
    try tool.write("A.log", try Self.lines("before/run-1.log.gz").joined(separator: "\n") + "\n")
    try tool.write("B.log", after.joined(separator: "\n") + "\n")
    let sources = [
      "--sources-before", "\(Self.scenario)/before/Sources", "--sources-after", "\(Self.scenario)/after/Sources",
    ]
    for format in ["terminal", "markdown", "json", "html"] {
      let result = try run(
        Tool.executable.path, ["compare", "A.log", "B.log", "--format", format] + sources, folder: tool.folder)
      #expect(result.exitCode == 0, "\(result.errors)")
      let text = Self.flat(result.text)
      #expect(text.contains(outcome), "\(format): \(text)")
      // Whatever is said of a prediction ends with what became of it.
      let told = text.matches(
        of: /its fix was predicted to leave \d+ of \d+ updates in a run, \d+ (?:was|were) measured: (held|missed)/)
      #expect(told.count == text.matches(of: /its fix was predicted/).count && told.count >= 2, "\(format): \(text)")
    }
  }

  /// Each finding that was there and is not any more is named once, whatever became of its prediction.
  @Test(arguments: ["closure-binding", "legacy-environment-object", "unstable-id", "expanded-row"])
  func eachFindingThatIsGoneIsNamed(_ scenario: String) throws {
    let root = Repository.root.appendingPathComponent("SampleTraces/Scenarios/\(scenario)").path
    struct Report: Decodable {
      struct Finding: Decodable {
        struct Measured: Decodable { let avoidable: Int? }
        struct Location: Decodable { let file: String, line: Int, column: Int }
        let rule, message: String
        let location: Location?
        let measured: Measured?

        var place: String { location.map { "\($0.file):\($0.line):\($0.column)" } ?? "" }
      }
      let findings: [Finding]?
      let gone: [Finding]?
    }
    func report(_ arguments: [String]) throws -> Report {
      let result = try run(Tool.executable.path, arguments + ["--format", "json"], folder: Repository.root)
      return try JSONDecoder().decode(Report.self, from: Data(result.text.utf8))
    }
    let log = try #require(
      FileManager.default.contentsOfDirectory(atPath: "\(root)/before").sorted().first { $0.hasPrefix("run-") })
    let runs = ["\(root)/before/\(log)", "\(root)/before/\(log)"]
    let sources = ["\(root)/before/Sources", "\(root)/after/Sources"]
    func predicted(_ sources: String) throws -> [Report.Finding] {
      try report(["analyze", runs[0], "--sources", sources, "--no-cache"]).findings?
        .filter { ($0.measured?.avoidable ?? 0) > 0 } ?? []
    }
    let left = Set(try predicted(sources[1]).map(\.rule))
    let expected = try predicted(sources[0]).filter { !left.contains($0.rule) }
    #expect(!expected.isEmpty)
    let compare = ["compare"] + runs + ["--sources-before", sources[0], "--sources-after", sources[1]]
    let gone = try report(compare).gone ?? []
    for finding in expected {
      #expect(
        gone.count { $0.rule == finding.rule && $0.place == finding.place } == 1, "\(finding.rule) \(finding.place)")
    }
    // The run is of the app as it was: nothing was saved.
    for finding in gone {
      let outcome = finding.message.firstMatch(
        of: /(updates|re-creations) in a run, [\d,]+ were measured: (missed|that proves nothing)/)
      #expect(outcome != nil, "\(finding.message)")
    }
    for format in ["terminal", "html"] {
      let text = Self.flat(
        try run(Tool.executable.path, compare + ["--format", format], folder: Repository.root).text)
      for finding in gone { #expect(text.contains(": " + finding.message), "\(format): \(finding.place)") }
    }
  }
}
