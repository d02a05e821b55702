internal import Foundation
internal import TestSupport
internal import Testing

/// Events for other tools, checked against what those tools demand.
@Suite struct ConvertTests {
  static let sample = Repository.root.appendingPathComponent("SampleTraces/log-ndjson/macos-26/recipes-small.ndjson")
    .path
  static let bare = Repository.root.appendingPathComponent("SampleTraces/stdout/xcode-26/recipes-small.log").path

  private func object(_ result: CommandResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  @Test func ndjsonIsOneObjectALine() throws {
    let tool = try Tool()
    let result = try tool("convert", "--format", "ndjson", Self.sample)
    #expect(result.exitCode == 0)
    let rows = try result.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(rows.map { $0["index"] as? Int } == Array(0..<rows.count))
    #expect(rows.filter { $0["kind"] as? String == "evaluation" }.count == 34)
    #expect(rows.first?["view"] as? String == "RecipesApp.Root")
    #expect(rows.first?["process"] as? String == "Recipes")
    let times = rows.compactMap { $0["time"] as? Int }
    #expect(times == times.sorted() && times.count == rows.count)
  }

  @Test func csvHasTheSameNumberOfCellsInEveryRow() throws {
    let tool = try Tool()
    let rows = try tool("convert", "--format", "csv", Self.sample).text.components(separatedBy: "\r\n").dropLast()
    #expect(rows.first == "input,index,kind,time,process,pid,scenario,view,causes")
    #expect(rows.count == 36)
    #expect(rows.allSatisfy { !$0.contains(",=") && !$0.contains(",@") })
  }

  /// - Source: "Trace Event Format": the keys that each phase needs.
  @Test(arguments: [ConvertTests.sample, ConvertTests.bare])
  func chromeTraceHasWhatThePhasesNeed(input: String) throws {
    let tool = try Tool()
    let trace = try object(try tool("convert", "--format", "chrome-trace", input))
    let events = try #require(trace["traceEvents"] as? [[String: Any]])
    var tracks: Set<String> = []
    for event in events {
      #expect(event["name"] is String && event["pid"] is Int && event["tid"] is Int && event["ts"] is NSNumber)
      let track = "\(event["pid"] ?? 0)/\(event["tid"] ?? 0)"
      switch event["ph"] as? String {
      case "M": tracks.insert(track)
      case "i":
        #expect(["g", "p", "t"].contains(event["s"] as? String ?? ""))
        #expect(tracks.contains(track))
      case "B", "E": #expect(event["cat"] as? String == "scenario")
      default: Issue.record("unknown phase")
      }
    }
    #expect(events.filter { $0["cat"] as? String == "evaluation" }.count == 34)
  }

  /// - Source: `file-format-spec.ts` of speedscope: a sampled profile.
  @Test func speedscopeSamplesReferToFrames() throws {
    let tool = try Tool()
    let file = try object(try tool("convert", "--format", "speedscope", Self.bare))
    #expect(file["$schema"] as? String == "https://www.speedscope.app/file-format-schema.json")
    let frames = try #require((file["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    let profile = try #require((file["profiles"] as? [[String: Any]])?.first)
    let samples = try #require(profile["samples"] as? [[Int]])
    let weights = try #require(profile["weights"] as? [Int])
    #expect(profile["type"] as? String == "sampled" && profile["unit"] as? String == "none")
    #expect(samples.count == 34 && weights.count == 34 && profile["endValue"] as? Int == 34)
    #expect(samples.allSatisfy { !$0.isEmpty && $0.allSatisfy(frames.indices.contains) })
  }

  @Test func aFileAppearsWholeOrNotAtAll() throws {
    let tool = try Tool()
    #expect(try tool("convert", "--format", "ndjson", Self.bare, "-o", "out.ndjson").exitCode == 0)
    #expect(tool.text("out.ndjson")?.isEmpty == false)
    #expect(try tool("convert", "--format", "ndjson", Self.bare, "-o", "no/out.ndjson").exitCode == 73)
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.folder.path)
    #expect(names == ["out.ndjson"])
  }

  @Test func hostileNamesStayInert() throws {
    let tool = try Tool()
    try tool.write("run.log", "View<\"</script>|`\">: @self changed.\n=cmd<\"a,b\">: _x changed.\n")
    for format in ["ndjson", "csv", "chrome-trace", "speedscope"] {
      let text = try tool("convert", "--format", format, "run.log").text
      #expect(format == "csv" || !text.contains("</script>"))
    }
    _ = try object(try tool("convert", "--format", "chrome-trace", "run.log"))
    _ = try object(try tool("convert", "--format", "speedscope", "run.log"))
  }
}
