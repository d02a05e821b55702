internal import Foundation
internal import Reporting
internal import Testing
internal import TraceAnalysis
internal import TraceImport
internal import Vocabulary

#if canImport(FoundationXML)
  internal import FoundationXML
#endif

/// The formats that other programs read, each checked as its reader reads it.
@Suite struct FindingsRendererTests {
  private func render(_ id: String, _ report: RedrawReport) throws -> String {
    try #require(allOutputFormats.first { $0.id == id }).render(report, RenderingOptions())
  }

  private func result(_ report: RedrawReport) throws -> [[String: Any]] {
    let root = try JSONSerialization.jsonObject(with: Data(render("sarif", report).utf8)) as? [String: Any]
    let run = try #require((root?["runs"] as? [[String: Any]])?.first)
    return try #require(run["results"] as? [[String: Any]])
  }

  private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// The schema that the standard publishes, where '.ci/setup test' could fetch it; ours is stricter and always there.
  private static var officialSchema: String {
    ProcessInfo.processInfo.environment["SARIF_SCHEMA"]
      ?? tests.deletingLastPathComponent().appendingPathComponent(".build/test-tools/sarif-schema-2.1.0.json").path
  }

  @Test(arguments: ["small", "sourced", "hostile"])
  func sarifIsWhatTheStandardAsksFor(_ name: String) throws {
    try validateSARIF(name, against: Self.tests.appendingPathComponent("Support/sarif-2.1.0-used.schema.json").path)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: officialSchema), "the official schema could not be fetched"),
    arguments: ["small", "sourced", "hostile"])
  func sarifIsValidByTheOfficialSchema(_ name: String) throws {
    try validateSARIF(name, against: Self.officialSchema)
  }

  private func validateSARIF(_ name: String, against schema: String) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let document = folder.appendingPathComponent("report.sarif")
    try Data(render("sarif", SampleReports.named(name)).utf8).write(to: document)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", Self.tests.appendingPathComponent("Support/validate_json.py").path, schema, document.path,
    ]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "needs python3 with 'pip install jsonschema': \(text)")
  }

  @Test func sarifHoldsPlacesFlowAndFix() throws {
    let results = try result(SampleReports.sourced)
    let first = try #require(results.first)
    #expect((first["partialFingerprints"] as? [String: String]) == ["whyredraw/v1": "aaaa000000000001"])
    let flows = try #require(first["codeFlows"] as? [[String: Any]])
    let steps = ((flows.first?["threadFlows"] as? [[String: Any]])?.first?["locations"] as? [Any])?.count
    #expect(steps == 2)
    #expect((first["relatedLocations"] as? [Any])?.count == 1)
    let fix = try #require((first["fixes"] as? [[String: Any]])?.first)
    let changes = try #require(fix["artifactChanges"] as? [[String: Any]])
    #expect(changes.count == 1)
    let replacements = try #require(changes.first?["replacements"] as? [[String: Any]])
    let regions = replacements.compactMap { $0["deletedRegion"] as? [String: Int] }
    // Two lines go for one that comes; then one is added after line 20.
    #expect(
      regions == [
        ["startLine": 5, "startColumn": 1, "endLine": 7, "endColumn": 1],
        ["startLine": 21, "startColumn": 1, "endLine": 21, "endColumn": 1],
      ])
    let inserted = replacements.compactMap { ($0["insertedContent"] as? [String: String])?["text"] }
    #expect(inserted == ["  // expandedID lives in RecipeRow.\n", "// added at the end\n"])
  }

  /// Half a fix would break somebody's code.
  @Test(arguments: ["-a\n+b", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n!b\n", "```\n", ""])
  func whatIsNoPatchIsNoFix(_ patch: String) throws {
    var report = SampleReports.sourced
    report.findings[0].patch = patch
    #expect(try result(report).first?["fixes"] == nil)
  }

  @Test func aFindingWithoutAPlaceIsShownAtItsTrace() throws {
    var report = SampleReports.small
    report.findings[0].location = nil
    let locations = try result(report).first?["locations"] as? [[String: Any]]
    let physical = locations?.first?["physicalLocation"] as? [String: Any]
    #expect((physical?["artifactLocation"] as? [String: String])?["uri"] == "run.ndjson")
    #expect(try render("checkstyle", report).contains("<file name=\"run.ndjson\">"))
    #expect(try render("gitlab", report).contains("\"path\": \"run.ndjson\""))
    #expect(try render("xcode", report).hasPrefix("error: "))
    #expect(try render("github", report).hasPrefix("::error title="))
    #expect(try render("junit", report).contains("run.ndjson"))
  }

  @Test func githubGetsTheWorstFirstAndNoMoreThanItShows() throws {
    var report = SampleReports.small
    let finding = report.findings[0]
    report.findings = (0..<40).map { index in
      var copy = finding
      copy.severity = index % 2 == 0 ? .note : .error
      return copy
    }
    let lines = try render("github", report).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.count { $0.hasPrefix("::notice ") } == 10)
    #expect(lines.first?.hasPrefix("::error ") == true)
    #expect(lines.contains { $0.hasPrefix("10 more findings of level error") })
  }

  /// No name ends a command, an element or a string of the format that it is in.
  @Test func hostileNamesStayText() throws {
    let report = SampleReports.hostile
    for line in try render("github", report).split(separator: "\n") {
      #expect(line.hasPrefix("::warning ") || line.hasPrefix("8 more findings"), "\(line)")
    }
    for id in ["checkstyle", "junit"] {
      let parser = XMLParser(data: Data(try render(id, report).utf8))
      #expect(parser.parse(), "\(id): \(String(describing: parser.parserError))")
    }
    let items = try JSONSerialization.jsonObject(with: Data(render("gitlab", report).utf8)) as? [[String: Any]]
    #expect(items?.compactMap { $0["description"] as? String } == SampleReports.hostileNames)
    let dot = try render("dot", report)
    for line in dot.split(separator: "\n").dropFirst().dropLast() where line.contains("label=") {
      // Quotation marks come in pairs once the escaped ones are gone.
      let bare = line.replacing("\\\\", with: "").replacing("\\\"", with: "")
      #expect(bare.count { $0 == "\"" } == 2, "\(line)")
    }
  }

  @Test func markdownIsFoundAgainAndDrawsTheGraph() throws {
    let text = try render("markdown", SampleReports.sourced)
    #expect(text.hasPrefix("<!-- whyredraw-report -->\n"))
    #expect(text.contains("```mermaid\nflowchart LR\n"))
    #expect(text.contains("changes 1 and 2 together take 849 updates down to 89 (between 69 and 119) – 89 % fewer"))
    #expect(text.contains("| `RecipeRow` | 800 | −100 | 770 | 20 |"))
    let hostile = try render("markdown", SampleReports.hostile)
    let graph = hostile.components(separatedBy: "```mermaid\n").last?.components(separatedBy: "\n```").first ?? ""
    for line in graph.split(separator: "\n").dropFirst() where line.contains("[\"") {
      #expect(line.count { $0 == "\"" } == 2 && !line.contains("`"), "\(line)")
    }
  }

  /// Two changes save the same: the second is told below the first, unless it alone is proven.
  @Test(arguments: [Grade.likely, .proven], [Grade.likely, .proven])
  func whatIsProvenIsNotFoldedBelowWhatIsLikely(_ first: Grade, _ second: Grade) throws {
    var report = SampleReports.sourced
    report.sources?.fixSet = nil
    report.diagnosedChanges = zip(report.findings, [first, second]).map { finding, grade in
      var lead = finding
      lead.grade = grade
      lead.severity = .warning
      return ReportedChange(id: lead.fingerprint, lead: lead, places: [.init(lead)])
    }
    report.diagnosedChanges?[1].shares = [.init(change: report.findings[0].fingerprint, updates: 700)]
    let title = report.findings[1].title
    let isFolded = first == .proven || second == .likely
    let terminal = try render("terminal", report)
    #expect(terminal.contains("▲ warning  \(title)") != isFolded, "\(terminal)")
    #expect(terminal.contains("or, instead, change 2: ") == isFolded, "\(terminal)")
    #expect(try render("html", report).contains("instead of 1") == isFolded)
    #expect(try render("json", report).contains("\"insteadOf\" : \"\(report.findings[0].fingerprint)\"") == isFolded)
  }

  @Test func aStepSummaryHoldsMoreThanAComment() throws {
    var report = SampleReports.small
    report.summary.views = (0..<4000).map {
      SampleReports.view("View\($0)", updates: 9, initial: 1, causes: [(.viewValue, 9)])
    }
    let comment = try render("markdown", report)
    let summary = try render("step-summary", report)
    #expect(comment.utf8.count <= 65_536 && comment.contains("_Shortened to fit a comment"))
    #expect(summary.utf8.count > 65_536 && summary.utf8.count <= 1_048_576)
  }
}
