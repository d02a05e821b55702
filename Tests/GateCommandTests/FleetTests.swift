import Foundation
import Reporting
import TestSupport
import Testing
import TraceAnalysis

/// The rows of many CI runs in two databases, asked by the same SQL.
@Suite struct FleetTests {
  private static let renderer = allOutputFormats.first { $0.id == "rows-csv" }

  private static func report(_ log: String, _ provenance: RunProvenance) -> RedrawReport {
    let runs = profile(Array(log.utf8))
    var report = RedrawReport(toolVersion: "0", inputs: [], summary: RedrawSummary(runs), findings: [])
    report.profile = runs
    report.provenance = provenance
    return report
  }

  /// The rows of simulated CI runs, one every 40 minutes on two systems: a commit per five runs, a view that gets worse on
  /// one of the systems with commit `c220`, and one that only jitters.
  private static func rows(runs: Int, seed: UInt64) throws -> String {
    let renderer = try #require(renderer)
    var generator = SeededGenerator(seed: seed)
    var text = ""
    for run in 0..<runs {
      var provenance = RunProvenance()
      provenance.runID = "\(run)"
      provenance.commit = "c\(run / 5)"
      provenance.environment = ["os": "iOS 26.\(run % 2)", "capture": "log"]
      let minutes = run * 40
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      let day = minutes / 1440
      provenance.time = "2026-0\(1 + day / 28)-\(two(1 + day % 28))T\(two(minutes / 60 % 24)):\(two(minutes % 60)):00Z"
      let feed = run >= 1100 && run % 2 == 1 ? 14 : 10
      let noisy = Int.random(in: 5...15, using: &generator)
      let log =
        "Feed: @self, @identity, _items changed.\nNoisy: @self, @identity, _a changed.\n\"Odd, <name>\": _x changed.\n"
        + String(repeating: "Feed: _items changed.\n", count: feed)
        + String(repeating: "Noisy: _a changed.\n", count: noisy)
      let csv = renderer.render(report(log, provenance), RenderingOptions())
      text += run == 0 ? csv : String(csv.drop { $0 != "\n" }.dropFirst())
    }
    return text
  }

  private struct Answer: Decodable, Equatable {
    enum Cell: Decodable, Equatable {
      case text(String)
      case number(Double)
      case null

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let number = try? container.decode(Double.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }
    }

    var query: String
    var columns: [String]
    var rows: [[Cell]]
  }

  private static func ask(_ engine: String, in folder: URL) throws -> [Answer] {
    let result = try run(
      "/usr/bin/env",
      [
        "python3", Repository.root.appendingPathComponent("Tests/Support/run-fleet.py").path, engine,
        Repository.root.appendingPathComponent("Documentation/Fleet").path,
      ], folder: folder)
    #expect(result.exitCode == 0, "\(engine): \(result.errors)")
    return try result.text.split(separator: "\n").map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
  }

  @Test func bothDatabasesGiveTheSameAnswers() throws {
    let tool = try GateTool()
    try tool.write("rows.csv", try Self.rows(runs: 1200, seed: 11))
    let one = try Self.ask("duckdb", in: tool.folder)
    let many = try Self.ask("clickhouse", in: tool.folder)
    #expect(one.count == 3)
    #expect(one == many)
    let worse = try #require(one.first { $0.query == "worse-this-week.sql" })
    #expect(worse.rows.count == 1)
    let row = try #require(worse.rows.first)
    let values = Dictionary(uniqueKeysWithValues: zip(worse.columns, row))
    #expect(
      values["view"] == .text("Feed") && values["os"] == .text("iOS 26.1") && values["since_commit"] == .text("c220"))
    #expect(values["median_before"] == .number(10) && values["median_now"] == .number(14))
    let noisiest = try #require(one.first { $0.query == "noisiest-views.sql" })
    #expect(noisiest.rows.first?.first == .text("Noisy"))
  }

  @Test func rowsAreTypedAndComplete() throws {
    let tool = try GateTool()
    try tool.write("a.log", GateTool.log(8))
    try tool.write("b.log", GateTool.log(9))
    let csv = try tool(
      "analyze", "a.log", "b.log", "--format", "rows-csv", "--os", "iOS 26", "--run-time", "2026-01-31T12:00:00Z",
      environment: ["GITHUB_SHA": "abc", "GITHUB_RUN_ID": "7"])
    let lines = csv.text.split(separator: "\n").map(String.init)
    let columns = try #require(lines.first).split(separator: ",").map(String.init)
    #expect(lines.contains { $0.hasPrefix("view,7,2026-01-31T12:00:00Z,abc,,iOS 26,,,,log,1,,,List,,,10,1,9,0,0,") })
    let json = try tool("analyze", "a.log", "b.log", "--format", "rows", "--os", "iOS 26")
    let objects = try json.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.count == lines.count - 1)
    for object in objects { #expect(Set(object.keys) == Set(columns)) }
    let updates = objects.filter { $0["kind"] as? String == "view" && $0["view"] as? String == "Row" }
    #expect(updates.compactMap { $0["updates"] as? Int } == [24, 27])
    #expect(
      try tool("convert", "a.log", "--format", "rows").text == (try tool("analyze", "a.log", "--format", "rows").text))
    #expect(try tool("analyze", "a.log", "--run-time", "yesterday").exitCode == 64)
    // The statements that make the tables name the same columns.
    for file in ["load.duckdb.sql", "load.clickhouse.sql"] {
      let sql = String(decoding: Repository.bytes(of: "Documentation/Fleet/\(file)"), as: UTF8.self)
      let named = sql.split(separator: "\n").filter { $0.hasPrefix("  ") }.compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
      #expect(named == columns, "\(file)")
    }
  }
}
