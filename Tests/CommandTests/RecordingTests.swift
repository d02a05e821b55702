internal import Foundation
internal import TestSupport
internal import Testing

/// Tables of one recording, given one by one in every way that inputs can be given.
@Suite struct RecordingTests {
  private func recording() throws -> Tool {
    let tool = try Tool()
    try tool.write("captures/updates.xml", TraceBundleTests.updates)
    try tool.write("captures/causes.xml", TraceBundleTests.causes)
    return tool
  }

  private func shell(_ tool: Tool, _ script: String) throws -> CommandResult {
    try run("/bin/sh", ["-c", "w='\(Tool.executable.path)'; cd captures; \(script)"], folder: tool.folder)
  }

  private func report(_ result: CommandResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  private static let pipes = "mkfifo u c; cat updates.xml > u 2> log & cat causes.xml > c 2> log & "

  @Test(
    arguments: [
      "$w updates.xml causes.xml --format json", pipes + "$w u c --format json", pipes + "$w c u --format json",
      "mkfifo u; cat updates.xml > u 2> log & $w u causes.xml --format json",
      "cat causes.xml | $w updates.xml - --format json",
      "mkfifo z; gzip -c causes.xml > z 2> log & cat updates.xml | $w - z --format json",
    ]) func pipesAreJoinedAsFilesAre(script: String) throws
  {
    let result = try shell(try recording(), script)
    #expect(result.exitCode == 0, "\(result.errors)")
    let report = try report(result)
    #expect(report["runs"] as? Int == 1)
    let roots = try #require(report["rootCauses"] as? [[String: Any]])
    #expect(roots.map { $0["view"] as? String } == ["List"])
    #expect(roots.map { $0["blastRadius"] as? Int } == [2])
  }

  @Test func eventsArePipedToConvertAsWell() throws {
    let tool = try recording()
    let files = try shell(tool, "$w convert updates.xml causes.xml --format csv | cut -d, -f2-")
    let piped = try shell(
      tool, Self.pipes + "$w convert u c --format csv | cut -d, -f2-")
    #expect(files.text.contains("Row,'@self"))
    #expect(piped.text == files.text)
  }

  @Test func tablesFurtherBackInAPipeAreNotTakenForAnotherRecordings() throws {
    let tool = try recording()
    var union = ExportBuilder(.xcode27)
    union.causes((0..<1000).map { ("@State x", UInt64($0), "Row.body", UInt64($0 + 5000)) })
    union.updates([.init(start: 1, id: 1, description: "Other.body")])
    try tool.write("captures/union.xml", union.bytes)
    let result = try shell(tool, "cat union.xml | $w updates.xml - --format json")
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("-: this was taken for a part of the recording before, by its beginning"))
    #expect(result.errors.contains("give a file"))
    let files = try shell(tool, "$w updates.xml union.xml --format json")
    #expect(files.exitCode == 0)
    #expect(try report(files)["runs"] as? Int == 2)
  }

  @Test func whatOnlyOrderPairsIsSaid() throws {
    let tool = try recording()
    try tool.write("captures/updates-2.xml", TraceBundleTests.updates)
    try tool.write("captures/causes-2.xml", TraceBundleTests.causes)
    func remarks(_ arguments: String) throws -> [String] {
      let report = try report(try shell(tool, "$w \(arguments) --format json"))
      let inputs = try #require(report["inputs"] as? [[String: Any]])
      return inputs.flatMap { $0["issues"] as? [[String: Any]] ?? [] }.compactMap { $0["message"] as? String }
    }
    let guess = "nothing but the order of the inputs says that this belongs to "
    let way = "; if it does not, name what belongs together: '--scenario NAME=FILE' for each file"
    #expect(
      try remarks("updates.xml causes.xml updates-2.xml causes-2.xml") == [
        guess + "'updates.xml'" + way, guess + "'updates-2.xml'" + way,
      ])
    #expect(try remarks("updates.xml causes.xml") == [])
    #expect(
      try remarks(
        "--scenario a=updates.xml --scenario a=causes.xml --scenario b=updates-2.xml --scenario b=causes-2.xml") == [])
  }

  @Test func thereMustBeSomethingToConvert() throws {
    let tool = try recording()
    try tool.write("out.csv", "kept")
    let result = try tool("convert", "captures/causes.xml", "--format", "csv", "-o", "out.csv")
    #expect(result.exitCode == 65)
    #expect(
      result.errors
        == "whyredraw: error: the inputs hold no body evaluations, so there is nothing to convert; give a redraw "
        + "log, or the export of swiftui-updates too\n")
    #expect(tool.text("out.csv") == "kept")
  }

  @Test func aFolderIsWatchedAsItIsAnalyzed() throws {
    let tool = try recording()
    let analyzed = try tool("captures", "--format", "json")
    let watched = try tool("watch", "captures", "--duration", "0.3", "--format", "json")
    #expect(watched.text == analyzed.text)
    #expect(try report(watched)["runs"] as? Int == 1)
  }

  @Test func theRunOfAWatchedExportIsChosen() throws {
    let tool = try Tool()
    var builder = ExportBuilder(.xcode27)
    for run in 1...2 {
      builder.updates([.init(start: UInt64(run), id: 1, description: "Run\(run).body")], run: run)
    }
    try tool.write("both.xml", builder.bytes)
    let watched = try tool("watch", "both.xml", "--run", "2", "--duration", "0.3", "--format", "json")
    #expect(watched.text == (try tool("both.xml", "--run", "2", "--format", "json").text))
    #expect(watched.text.contains("Run2") && !watched.text.contains("Run1"))
  }
}
