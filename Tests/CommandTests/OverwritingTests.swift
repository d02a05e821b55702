internal import Foundation
internal import TestSupport
internal import Testing

/// No run writes over what it reads, whatever the file is called.
@Suite struct OverwritingTests {
  private func tool() throws -> Tool {
    let tool = try Tool()
    for index in 1...3 { try tool.write("runs/\(index).log", CommandTests.log) }
    try tool.write("run.log", CommandTests.log)
    try tool.write("App/Row.swift", "import SwiftUI\nstruct Row: View {\n  var body: some View { Text(\"a\") }\n}\n")
    #expect(try tool("baseline", "runs", "-o", "b.lock").exitCode == 0)
    #expect(try tool("run.log", "-o", "profile=p.profile").exitCode == 0)
    try tool.write("known.txt", "# whyredraw known findings 1\n")
    try tool.write(".whyredraw.yml", "gate: {slack: 1}\n")
    let files = FileManager.default
    let folder = tool.folder.path
    try files.createSymbolicLink(atPath: folder + "/soft.lock", withDestinationPath: "b.lock")
    try files.linkItem(atPath: folder + "/run.log", toPath: folder + "/hard.log")
    return tool
  }

  @Test(arguments: [
    ("gate runs --baseline b.lock -o json=b.lock", "b.lock: is the baseline that this run reads"),
    ("gate runs --baseline b.lock -o json=runs/../b.lock", "is the baseline 'b.lock' that this run reads"),
    ("gate runs --baseline soft.lock -o markdown=b.lock", "is the baseline 'soft.lock' that this run reads"),
    ("gate runs --baseline b.lock -o json=soft.lock", "is the baseline 'b.lock' that this run reads"),
    ("gate runs --baseline b.lock -o json=runs/2.log", "runs/2.log: is an input that this run reads"),
    ("gate runs --baseline b.lock --confirm run.log -o json=run.log", "is an input that this run reads"),
    ("gate runs --baseline b.lock -o json=.whyredraw.yml", "is the configuration"),
    ("gate runs --baseline b.lock --sources App -o json=App/Row.swift", "is a source that this run reads"),
    ("run.log -o json=run.log", "is an input that this run reads"),
    ("run.log -o json=hard.log", "is an input 'run.log' that this run reads"),
    ("run.log --sources App -o json=App/Row.swift", "is a source"),
    ("convert run.log -o ndjson=run.log", "is an input"),
    ("convert runs --format csv -o csv=runs/1.log", "is an input"),
    ("convert run.log -o rows=run.log", "is an input"),
    ("baseline runs -o runs/1.log", "is an input"),
    ("baseline runs --config .whyredraw.yml -o ./.whyredraw.yml", "is the configuration"),
    ("calibrate runs --write-config .whyredraw.yml", "is the configuration"),
    ("compare run.log runs/1.log -o json=runs/1.log", "is an input"),
    ("merge p.profile -o p.profile", "is an input"),
    ("lint App -o sarif=App/Row.swift", "is a source"),
    ("lint App --finding-baseline known.txt --write-finding-baseline ./known.txt", "is the file of known findings"),
    ("watch run.log --until-idle 0.1 --interval 0.05 -o json=run.log", "is an input"),
  ]) func whatIsReadIsNotWrittenOver(_ line: String, _ message: String) throws {
    let tool = try tool()
    func contents() throws -> [String: String] {
      let names = ["b.lock", "run.log", "runs/1.log", "runs/2.log", ".whyredraw.yml", "App/Row.swift", "known.txt"]
      return Dictionary(uniqueKeysWithValues: names.map { ($0, tool.text($0) ?? "") })
    }
    let before = try contents()
    let result = try run(
      Tool.executable.path, line.split(separator: " ").map(String.init), folder: tool.folder)
    #expect(result.exitCode == 73, "\(result.errors)")
    #expect(result.errors.contains(message) && result.errors.contains("name another file"), "\(result.errors)")
    #expect(try contents() == before)
  }

  /// A report of the last run in the folder of captures is no capture, and may be written anew.
  @Test func aReportAmongTheCapturesIsReplaced() throws {
    let tool = try tool()
    for _ in 1...2 {
      #expect(try tool("gate", "runs", "--baseline", "b.lock", "-o", "markdown=runs/gate.md").exitCode == 0)
      #expect(try tool("runs", "-o", "runs/report.html").exitCode == 0)
    }
  }

  @Test(arguments: ["run.log -o json=a.txt -o markdown=./a.txt", "run.log -o a.json -o json=App/../a.json"])
  func twoRenderingsDoNotShareAFile(_ line: String) throws {
    let tool = try tool()
    let result = try run(
      Tool.executable.path, line.split(separator: " ").map(String.init), folder: tool.folder)
    #expect(result.exitCode == 64 && result.errors.contains("'--output' names one file twice"), "\(result.errors)")
  }
}
