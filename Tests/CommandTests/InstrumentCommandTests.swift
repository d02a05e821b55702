internal import Foundation
internal import TestSupport
internal import Testing

@Suite struct InstrumentCommandTests {
  private static let view = "struct Row: View {\n  var body: some View {\n    Text(\"a\")\n  }\n}\n"
  private static let call = "    let _ = Self._logChanges()  // whyredraw:instrument\n"

  private func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write("App/Row.swift", Self.view)
    try tool.write("App/List.swift", Self.view.replacing("Row", with: "Feed.List"))
    try tool.write("App/Card.swift", "struct Card: View { var body: some View { Row() } }\r\n")
    try tool.write("AppTests/T.swift", "import XCTest\n" + Self.view)
    try tool.write("App/List.swift", "extension Feed {\n" + Self.view.replacing("Row", with: "List") + "}\n")
    return tool
  }

  private func text(_ tool: Tool, _ name: String) throws -> String {
    try String(contentsOf: tool.folder.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func instrumentsAndRestores() throws {
    let tool = try tool()
    let files = ["App/Row.swift", "App/List.swift", "App/Card.swift", "AppTests/T.swift"]
    let before = try files.map { try text(tool, $0) }
    let check = try tool("instrument", ".", "--check")
    #expect(check.exitCode == 0)
    let run = try tool("instrument", ".")
    #expect(run.exitCode == 0)
    #expect(run.errors == "whyredraw: instrumented 3 bodies in 3 of 4 files\n")
    #expect(try text(tool, "App/Row.swift").contains(Self.call))
    #expect(try text(tool, "AppTests/T.swift") == before[3])
    #expect(try tool("instrument", ".").errors.hasSuffix("instrumented 0 bodies in 0 of 4 files; 3 log already\n"))
    let left = try tool("instrument", ".", "--check")
    #expect(left.exitCode == 1)
    #expect(left.text.contains("App/Row.swift:4: instrumented; take it out with: whyredraw instrument App/Row.swift"))
    #expect(try tool("instrument", ".", "--remove").errors == "whyredraw: restored 3 bodies in 3 of 4 files\n")
    #expect(try files.map { try text(tool, $0) } == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path + "/App").count == 3)
  }

  @Test func aDryRunPrintsThePatch() throws {
    let tool = try tool()
    let dry = try tool("instrument", "App", "--dry-run")
    #expect(try text(tool, "App/Row.swift") == Self.view)
    #expect(dry.text.contains("--- a/App/Row.swift\n+++ b/App/Row.swift\n@@ -1,5 +1,8 @@\n"))
    #expect(dry.text.contains("+\(Self.call)"))
    #expect(dry.errors == "whyredraw: would instrument 3 bodies in 3 of 3 files\n")
  }

  @Test(arguments: [
    (["--only", "*ow"], ["Row.swift"]), (["--only", "Feed.*"], ["List.swift"]), (["--only", "List"], ["List.swift"]),
    (["--only", "App/C*.swift", "--only", "Row"], ["Card.swift", "Row.swift"]), (["--only", "Nothing"], []),
  ]) func onlyWhatMatchesIsInstrumented(_ options: [String], _ expected: [String]) throws {
    let tool = try tool()
    _ = try run(Tool.executable.path, ["instrument", "App"] + options, folder: tool.folder)
    let changed = try ["Card.swift", "List.swift", "Row.swift"].filter {
      try text(tool, "App/\($0)").contains("whyredraw:instrument")
    }
    #expect(changed == expected)
  }

  @Test func aReportSaysWhatToInstrument() throws {
    let tool = try tool()
    let line = "Feed.List: @self changed.\n"
    try tool.write("run.log", "Feed.List: @self, @identity changed.\n" + String(repeating: line, count: 30))
    #expect(try tool("run.log", "--output", "json=r.json").exitCode == 0)
    let run = try tool("instrument", "App", "--from", "r.json")
    #expect(run.errors.contains("instrumented 1 body in 1 of 3 files"))
    #expect(try text(tool, "App/List.swift").contains(Self.call))
    try tool.write("other.json", "{}")
    #expect(try tool("instrument", "App", "--from", "other.json").exitCode == 65)
    // With sources the report names the views itself, whatever it says of them in words.
    try tool.write(
      "named.json",
      #"{"schemaVersion": 1, "views": [{"name": "Feed.List", "instrumentation": "schreibe …", "#
        + #""instrumentedView": {"view": "Row", "location": {"file": "App/Row.swift", "line": 1, "column": 1}}}]}"#)
    #expect(try tool("instrument", "App", "--from", "named.json", "--dry-run").text.contains("+++ b/App/Row.swift"))
    #expect(try tool("instrument", "App", "--from", "missing.json").exitCode == 66)
  }

  @Test func theDeploymentTargetDecidesWhatIsCalled() throws {
    let tool = try tool()
    _ = try tool("instrument", "App/Row.swift", "--deployment-target", "16.4")
    #expect(try text(tool, "App/Row.swift").contains("Self._logChanges() } else { Self._printChanges() } }()"))
    _ = try tool("instrument", "App/Row.swift", "--remove")
    try tool.write(".whyredraw.yml", "deployment_target: 18\n")
    _ = try tool("instrument", "App/Row.swift")
    #expect(try text(tool, "App/Row.swift").contains(Self.call))
    _ = try tool("instrument", "App/Row.swift", "--remove")
    _ = try tool("instrument", "App/Row.swift", "--call", "print")
    #expect(try text(tool, "App/Row.swift").contains("let _ = Self._printChanges()  //"))
  }

  @Test func whatDoesNotParseIsRefusedAndTheRestDone() throws {
    let tool = try tool()
    let broken = "struct A: View {\n  var body: some View { Text(\"a\" }\n}\n"
    try tool.write("App/Broken.swift", broken)
    let run = try tool("instrument", "App")
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("error: App/Broken.swift:2:34: does not parse: expected ')'; left alone"))
    #expect(run.errors.contains("instrumented 3 bodies"))
    #expect(try text(tool, "App/Broken.swift") == broken)
  }

  /// The last of several files cannot be written, here because it would be larger than allowed.
  @Test func aFailureLeavesEveryFileWhole() throws {
    let tool = try tool()
    try tool.write("App/Z.swift", Self.view + String(repeating: "// A long file.\n", count: 1000))
    let command = "trap '' XFSZ; ulimit -f 4; exec '\(Tool.executable.path)' instrument App"
    let run = try run("/bin/sh", ["-c", command], folder: tool.folder)
    #expect(run.exitCode == 73)
    #expect(run.errors.contains("error: App/Z.swift: cannot be written: File too large; nothing was changed"))
    #expect(try text(tool, "App/Row.swift") == Self.view)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path + "/App").count == 4)
  }

  @Test func permissionsAndLinksStay() throws {
    let tool = try tool()
    let target = tool.folder.appendingPathComponent("Real.swift").path
    try tool.write("Real.swift", Self.view)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    let link = tool.folder.appendingPathComponent("App/Link.swift").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    _ = try tool("instrument", "App/Link.swift")
    #expect(try text(tool, "Real.swift").contains(Self.call))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
  }

  @Test func wrongUsageIsSaid() throws {
    let tool = try tool()
    #expect(try tool("instrument", "App", "--check", "--remove").exitCode == 64)
    #expect(try tool("instrument", "App", "--remove", "--only", "Row").exitCode == 64)
    #expect(try tool("instrument", "App", "--deployment-target", "new").exitCode == 64)
    let missing = try tool("instrument", "App", "nowhere")
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("nowhere: no such file or folder"))
  }
}
