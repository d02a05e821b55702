internal import Foundation
internal import TestSupport
internal import Testing

/// The reports of all samples and scenarios, rendered once for these tests by the script that `make demo` runs.
///
/// The few in `Reports/` are what a newcomer opens first; of the others a few lines each are kept in `Goldens/`.
@Suite struct ReportsTests {
  private static let rendered = Result { try RenderedReports() }

  @Test func committedReportsAreCurrent() throws {
    let fresh = try Self.rendered.get().committed
    let kept = RenderedReports.files(in: Repository.root.appendingPathComponent("Reports"))
    #expect(Set(fresh) == Set(kept), "the files in Reports/ differ; run 'make demo'")
    #expect(kept.count < 10, "Reports/ is for the few reports that a newcomer should open")
    for name in Set(fresh).intersection(kept).sorted() {
      let isCurrent = try Self.rendered.get().text(name) == Repository.text(of: "Reports/\(name)")
      #expect(isCurrent, "Reports/\(name) is out of date; run 'make demo'")
    }
  }

  @Test func everythingThatTheIndexLinksToExists() throws {
    let reports = try Self.rendered.get()
    for (index, link) in [("index.html", #/href="([^"]+)"/#), ("README.md", #/\]\(([^):.][^):]*)\)/#)] {
      let targets = try reports.text(index).matches(of: link).map { String($0.1) }
      #expect(targets.count > 5)
      for target in targets {
        #expect(reports.exists(target), "\(index) links to \(target), which 'make demo' does not write")
      }
    }
  }

  @Test func everyJSONReportFitsTheSchema() throws {
    let files = try Self.rendered.get().all(withExtension: "json")
    #expect(!files.isEmpty)
    let result = try run(
      "/usr/bin/env",
      ["python3", "Tests/Support/validate_json.py", "Sources/Reporting/Schemas/report-v1.schema.json"]
        + files.map(\.path), folder: Repository.root)
    #expect(result.exitCode == 0, "\(result.text)\(result.errors)")
  }

  @Test func everyPageIsWhole() throws {
    for page in try Self.rendered.get().all(withExtension: "html") {
      #expect(try String(contentsOf: page, encoding: .utf8).hasSuffix("</html>\n"), "\(page.lastPathComponent)")
    }
  }

  @Test func samplesAreWhatTheScriptMakes() throws {
    let tool = try Tool()
    let result = try run(
      "/usr/bin/env", ["python3", "Tests/Support/make-samples.py", tool.folder.path], folder: Repository.root)
    #expect(result.exitCode == 0, "\(result.errors)")
    let walker = FileManager.default.enumerator(atPath: tool.folder.path)
    for case let name as String in try #require(walker) where !name.hasSuffix(".gz") {
      guard let text = tool.text(name) else { continue }
      let isCurrent = text == Repository.text(of: "SampleTraces/\(name)")
      #expect(isCurrent, "SampleTraces/\(name) is out of date; run 'make samples'")
    }
  }

  /// What counts in each report. Golden files change only with `UPDATE_GOLDENS=1`; a missing one fails.
  @Suite struct GoldenTests {
    @Test(arguments: ["scenarios-before", "scenarios-after", "layouts"])
    func reportsSayAsBefore(_ group: String) throws {
      let digests = try rendered.get().digests(of: group)
      let text = digests.joined(separator: "\n") + "\n"
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Goldens/\(group).txt")
      if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" { try Data(text.utf8).write(to: file) }
      let golden = try String(contentsOf: file, encoding: .utf8)
      #expect(text == golden, "run 'make goldens' when the change is meant")
      #expect(text.split(separator: "\n").count < 200, "a golden file is read in reviews")
    }
  }
}
