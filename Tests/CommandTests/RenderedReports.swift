internal import Foundation
internal import TestSupport
internal import Testing
internal import Vocabulary

/// The folder that `Tests/Support/render-reports` fills, with what tests ask of it.
struct RenderedReports {
  private let folder: URL

  init() throws {
    folder = try TemporaryFolder.make()
    let script = Repository.root.appendingPathComponent("Tests/Support/render-reports").path
    let result = try run(script, [Tool.executable.path, folder.path], folder: Repository.root)
    guard result.exitCode == 0 else { throw Failure(description: result.errors) }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The names of the files that belong into `Reports/` of the repository.
  var committed: [String] { Self.files(in: folder) }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  func all(withExtension suffix: String) -> [URL] {
    let all = folder.appendingPathComponent("all")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: all.path)) ?? []
    return names.filter { $0.hasSuffix(".\(suffix)") }.sorted().map(all.appendingPathComponent)
  }

  /// Without what `make demo` writes and git ignores.
  static func files(in folder: URL) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0 != "all" && $0 != "index.html" }.sorted()
  }

  /// A few lines per report. Reports that say the same, as those of one session in many layouts, share them.
  func digests(of group: String) throws -> [String] {
    var names: [String: [String]] = [:]
    for file in all(withExtension: "json") {
      let name = file.deletingPathExtension().lastPathComponent
      guard Self.group(of: name) == group else { continue }
      names[try ReportDigest(json: file).text, default: []].append(name)
    }
    return names.map { $0.value.joined(separator: " ") + "\n" + $0.key }.sorted()
  }

  private static func group(of name: String) -> String {
    guard name.hasPrefix("scenario-") else { return "layouts" }
    return name.hasSuffix("-before") ? "scenarios-before" : "scenarios-after"
  }
}

/// What counts in one report: its headline, its numbers, the best findings and the views with the most updates.
private struct ReportDigest {
  let text: String

  init(json file: URL) throws {
    let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: file))
    let terminal = file.deletingPathExtension().appendingPathExtension("txt")
    let headline = try String(contentsOf: terminal, encoding: .utf8).prefix { $0 != "\n" }
    var lines = [String(headline), "\(report.totals) \(report.runs) runs"]
    if let set = report.sources?.fixSet {
      lines[1] += ", \(set.updatesBefore) → \(set.updatesAfter)"
    }
    lines += report.findings.prefix(3).map(\.description)
    if report.findings.count > 3 { lines.append("and \(report.findings.count - 3) more") }
    lines.append(report.views.prefix(4).map(\.description).joined(separator: ", "))
    text = lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private struct Report: Decodable {
    let totals: Totals
    let runs: Int
    let sources: Sources?
    let findings: [Finding]
    let views: [View]
  }

  private struct Totals: Decodable, CustomStringConvertible {
    let evaluations, initial, updates, views: Int
    let avoidable, likelyAvoidable: Int?

    var description: String {
      "\(evaluations) evaluations: \(initial) initial, \(updates) updates, \(avoidable ?? 0) avoidable, "
        + "\(likelyAvoidable ?? 0) likely; \(views) views"
    }
  }

  private struct Sources: Decodable {
    let fixSet: FixSet?

    struct FixSet: Decodable {
      let updatesBefore, updatesAfter: Int
    }
  }

  private struct Finding: Decodable, CustomStringConvertible {
    let rule, severity, grade: String
    let view: String?
    let measured: Measured?

    struct Measured: Decodable {
      let updates: Int
      let avoidable, predictedUpdates: Int?
    }

    var description: String {
      let numbers = measured.map { measured in
        ": \(measured.avoidable ?? 0) of \(measured.updates)"
          + (measured.predictedUpdates.map { ", then \($0)" } ?? "")
      }
      return "\(severity) \(view ?? "-") \(rule) \(grade)" + (numbers ?? "")
    }
  }

  private struct View: Decodable, CustomStringConvertible {
    let name: String
    let updates, floor: Int?

    var description: String { "\(name) \(updates ?? 0)" + (floor.map { " (floor \($0))" } ?? "") }
  }
}
