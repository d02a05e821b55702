internal import Foundation
internal import Reporting
internal import Testing

@Suite struct JSONRendererTests {
  private func object(_ report: RedrawReport) throws -> [String: Any] {
    let renderer = try #require(allOutputFormats.first { $0.id == "json" })
    let data = Data(renderer.render(report, RenderingOptions()).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func first(_ list: Any?) throws -> [String: Any] {
    try #require((list as? [[String: Any]])?.first)
  }

  @Test func everyKeyOfTheContractIsThere() throws {
    let root = try object(SampleReports.small)
    func check(_ object: [String: Any], _ keys: String) {
      for key in keys.split(separator: " ") { #expect(object[String(key)] != nil, "\(key)") }
    }
    check(root, "schemaVersion tool inputs totals views rootCauses findings")
    let input = try first(root["inputs"])
    check(input, "path format compression bytes uncompressedBytes lines events issues")
    check(try first(input["issues"]), "severity message line count")
    check(
      try #require(root["totals"] as? [String: Any]),
      "evaluations initial recreated updates unchanged avoidable likelyAvoidable views durationNanoseconds")
    let view = try first(root["views"])
    check(
      view,
      """
      name module scenario source evaluations initial recreated updates unchanged avoidable likelyAvoidable runs \
      medianUpdates causes triggeredBy rootCauses duration
      """)
    #expect(view["source"] is NSNull)
    check(try first(view["causes"]), "kind name evaluations")
    check(try first(view["triggeredBy"]), "view evaluations")
    check(try first(view["rootCauses"]), "view cause evaluations")
    check(try first(root["rootCauses"]), "view cause changes blastRadius affected")
    let finding = try first(root["findings"])
    check(
      finding,
      """
      rule fix severity view location endLocation message grade measured steps related patch patchRefusal patchTier fingerprint
      """)
    check(try #require(finding["measured"] as? [String: Any]), "updates avoidable predictedUpdates")
    check(try first(finding["related"]), "view location message")
  }

  @Test func namesStayAsTheyAre() throws {
    let views = try #require(try object(SampleReports.hostile)["views"] as? [[String: Any]])
    #expect(views.compactMap { $0["name"] as? String } == SampleReports.hostileNames)
  }

  @Test func selectionCutsTheLists() throws {
    var report = SampleReports.small
    report.selection.top = 1
    #expect((try object(report)["views"] as? [Any])?.count == 1)
  }

  @Test(arguments: [false, true])
  func outputIsValidByItsSchema(_ isHostile: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = folder.appendingPathComponent("schema.json")
    let document = folder.appendingPathComponent("report.json")
    let renderer = try #require(allOutputFormats.first { $0.id == "json" })
    let report = isHostile ? SampleReports.hostile : SampleReports.small
    try Data(ReportSchema.text.utf8).write(to: schema)
    try Data(renderer.render(report, RenderingOptions()).utf8).write(to: document)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Support/validate_json.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script.path, schema.path, document.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "needs python3 with 'pip install jsonschema': \(text)")
  }
}
