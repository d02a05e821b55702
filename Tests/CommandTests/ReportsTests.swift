internal import Foundation
internal import TestSupport
internal import Testing

/// `Reports/` is what a newcomer opens first, and a golden file of every renderer at once.
@Suite struct ReportsTests {
  @Test func reportsAreCurrent() throws {
    let tool = try Tool()
    let script = Repository.root.appendingPathComponent("Tests/Support/render-reports").path
    let result = try run(
      script, [Tool.executable.path, tool.folder.appendingPathComponent("Reports").path], folder: Repository.root)
    #expect(result.exitCode == 0, "\(result.errors)")
    let fresh = try contents(tool.folder.appendingPathComponent("Reports"))
    let kept = try contents(Repository.root.appendingPathComponent("Reports"))
    #expect(Set(fresh.keys) == Set(kept.keys), "the files in Reports/ differ; run 'make demo'")
    for (name, text) in fresh where kept[name] != nil {
      #expect(kept[name] == text, "Reports/\(name) is out of date; run 'make demo'")
    }
  }

  @Test func everyJSONReportFitsTheSchema() throws {
    let files = try contents(Repository.root.appendingPathComponent("Reports")).keys.filter { $0.hasSuffix(".json") }
    #expect(!files.isEmpty)
    for file in files.sorted() {
      let result = try run(
        "/usr/bin/env",
        [
          "python3", "Tests/Support/validate_json.py", "Sources/Reporting/Schemas/report-v1.schema.json",
          "Reports/\(file)",
        ], folder: Repository.root)
      #expect(result.exitCode == 0, "\(file): \(result.text)\(result.errors)")
    }
  }

  @Test func samplesAreWhatTheScriptMakes() throws {
    let before = try contents(Repository.root.appendingPathComponent("SampleTraces"))
    let tool = try Tool()
    let result = try run(
      "/usr/bin/env", ["python3", "Tests/Support/make-samples.py", tool.folder.path], folder: Repository.root)
    #expect(result.exitCode == 0, "\(result.errors)")
    for (name, text) in try contents(tool.folder) where !name.hasSuffix(".gz") {
      #expect(before[name] == text, "SampleTraces/\(name) is out of date; run 'make samples'")
    }
  }

  private func contents(_ folder: URL) throws -> [String: String] {
    var result: [String: String] = [:]
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    for name in names {
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else { continue }
      result[name] = String(decoding: data, as: UTF8.self)
    }
    return result
  }
}
