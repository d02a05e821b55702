internal import Foundation
internal import TestSupport
internal import Testing

/// Trace bundles, exported by a stand-in for `xcrun` that answers as `xctrace` does on good and on bad days.
@Suite struct TraceBundleTests {
  static let updates = """
    <?xml version="1.0"?>
    <trace-query-result>
    <node xpath='//trace-toc[1]/run[1]/data[1]/table[1]'><schema name="swiftui-updates"><col><mnemonic>start</mnemonic>\
    </col><col><mnemonic>update-type</mnemonic></col><col><mnemonic>description</mnemonic></col><col><mnemonic>id</mnemonic>\
    </col></schema><row><start-time id="1">1000000</start-time><swiftui-update id="2">View Body Updates</swiftui-update>\
    <string id="3">List.body</string><uint32 id="4">7</uint32></row>
    <row><start-time id="5">2000000</start-time><swiftui-update ref="2"/><string id="6">Row.body</string>\
    <uint32 id="7">8</uint32></row>
    </node></trace-query-result>
    """
  static let causes = """
    <?xml version="1.0"?>
    <trace-query-result>
    <node xpath='//trace-toc[1]/run[1]/data[1]/table[2]'><schema name="swiftui-causes"><col><mnemonic>source-node-event-id\
    </mnemonic></col><col><mnemonic>source-node</mnemonic></col><col><mnemonic>destination-node-event-id</mnemonic></col>\
    <col><mnemonic>destination-node</mnemonic></col></schema><row><uint32 id="1">7</uint32><metadata id="2">\
    <string id="3">List.body</string></metadata><uint32 id="4">8</uint32><metadata id="5"><string id="6">Row.body</string>\
    </metadata></row></node></trace-query-result>
    """

  /// - Parameter causes: what the stand-in does when asked for the causes.
  private func tool(contents: String, causes: String) throws -> (Tool, [String: String]) {
    let tool = try Tool()
    try tool.write("App.trace/form.template", "")
    try tool.write("answers/toc", contents)
    try tool.write("answers/updates", Self.updates)
    try tool.write("answers/causes", Self.causes)
    let answers = tool.folder.appendingPathComponent("answers").path
    try tool.write(
      "bin/xcrun",
      """
      #!/bin/sh
      for argument in "$@"; do
        case "$argument" in --toc) what=toc ;; *swiftui-updates*) what=updates ;; *swiftui-causes*) what=causes ;; esac
        last="$argument"
      done
      if [ "$what" = causes ]; then \(causes); else cat '\(answers)'/$what > "$last"; fi
      """)
    let script = tool.folder.appendingPathComponent("bin/xcrun").path
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let path = tool.folder.appendingPathComponent("bin").path + ":/usr/bin:/bin"
    return (tool, ["PATH": path, "ANSWERS": answers])
  }

  private static let contents = """
    <?xml version="1.0"?><trace-toc><run number="1"><data><table schema="swiftui-updates"/><table schema="swiftui-causes"/>
    <table schema="kdebug"/></data></run></trace-toc>
    """

  @Test func tablesOfABundleAreOneRun() throws {
    let (tool, environment) = try tool(contents: Self.contents, causes: "cat \"$ANSWERS\"/causes > \"$last\"")
    let result = try tool("analyze", "App.trace", "--format", "json", environment: environment)
    #expect(result.exitCode == 0, "\(result.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let views = try #require(report["views"] as? [[String: Any]])
    let row = try #require(views.first { $0["name"] as? String == "Row" })
    #expect("\(row["triggeredBy"] ?? "")".contains("List"))
    #expect((report["inputs"] as? [Any])?.count == 2)
  }

  @Test func theTableOfContentsSaysWhereItWasRecorded() throws {
    let device =
      "<run number=\"1\"><info><target><device platform=\"iOS\" model=\"iPhone 17\" name=\"Ann's\" "
      + "os-version=\"26.1 (23B85)\"/></target></info>"
    let (tool, environment) = try tool(
      contents: Self.contents.replacing("<run number=\"1\">", with: device), causes: "true")
    let read = try tool("baseline", "App.trace", "-o", "read.lock", environment: environment)
    #expect(read.exitCode == 0, "\(read.errors)")
    let written = tool.text("read.lock") ?? ""
    #expect(written.contains("\n@device iPhone\\s17\n") && written.contains("\n@os iOS\\s26.1\n"), "\(written)")
    // Who names the place knows it better.
    let named = try tool("baseline", "App.trace", "-o", "named.lock", "--device", "lab 3", environment: environment)
    #expect(named.exitCode == 0, "\(named.errors)")
    let renamed = tool.text("named.lock") ?? ""
    #expect(renamed.contains("\n@device lab\\s3\n") && renamed.contains("\n@os iOS\\s26.1\n"), "\(renamed)")
  }

  @Test func nothingWrittenIsNotBelieved() throws {
    let (tool, environment) = try tool(contents: Self.contents, causes: ": > \"$last\"")
    let result = try tool("analyze", "App.trace", environment: environment)
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("wrote nothing (exit code 0); going on without"))
    #expect(result.text.contains("2 evaluations"))
  }

  @Test func aTableThatStopsInTheMiddleIsUsedAndReported() throws {
    let (tool, environment) = try tool(contents: Self.contents, causes: "head -c 400 \"$ANSWERS\"/causes > \"$last\"")
    let result = try tool("analyze", "App.trace", environment: environment)
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("ends in the middle of a row"))
    #expect(result.text.contains("2 evaluations"))
  }

  @Test func anAnswerWithoutATableIsNotBelieved() throws {
    let (tool, environment) = try tool(
      contents: Self.contents,
      causes: "printf '<?xml version=\"1.0\"?>\\n<trace-query-result>\\n</trace-query-result>\\n' > \"$last\"")
    let result = try tool("analyze", "App.trace", environment: environment)
    #expect(result.exitCode == 0)
    #expect(result.errors.contains("wrote a document without a table (exit code 0); going on without"))
    #expect(result.text.contains("2 evaluations"))
  }

  @Test func convertReadsTheTablesTogetherAndLeavesNothingBehind() throws {
    let (tool, environment) = try tool(contents: Self.contents, causes: "cat \"$ANSWERS\"/causes > \"$last\"")
    try tool.write("temporary/.keep", "")
    let temporary = tool.folder.appendingPathComponent("temporary").path
    let surroundings = environment.merging(["TMPDIR": temporary]) { $1 }
    let bundle = try tool("convert", "--format", "ndjson", "App.trace", environment: surroundings)
    #expect(bundle.exitCode == 0, "\(bundle.errors)")
    #expect(bundle.text.contains("@self"), "\(bundle.text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [".keep"])
    try tool.write("updates.xml", Self.updates)
    try tool.write("causes.xml", Self.causes)
    let files = try tool("convert", "--format", "ndjson", "updates.xml", "causes.xml")
    #expect(files.exitCode == 0 && files.text.contains("@self"), "\(files.text)")
  }

  @Test func watchJoinsTheTablesAndLeavesNothingBehind() throws {
    let (tool, environment) = try tool(contents: Self.contents, causes: "cat \"$ANSWERS\"/causes > \"$last\"")
    try tool.write("temporary/.keep", "")
    let temporary = tool.folder.appendingPathComponent("temporary").path
    let surroundings = environment.merging(["TMPDIR": temporary]) { $1 }
    let watched = try tool(
      "watch", "App.trace", "--duration", "0.3", "--format", "json", environment: surroundings)
    #expect(watched.exitCode == 0, "\(watched.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary) == [".keep"])
    #expect(watched.text == (try tool("App.trace", "--format", "json", environment: environment).text))
  }

  @Test func convertTakesTheRunThatIsWanted() throws {
    let tool = try Tool()
    let second = Self.updates.replacing("run[1]", with: "run[2]").replacing("Row.body", with: "Badge.body")
    let both =
      Self.updates.replacing("</trace-query-result>", with: "")
      + second.replacing("<?xml version=\"1.0\"?>", with: "").replacing("<trace-query-result>", with: "")
    try tool.write("both.xml", both)
    #expect(try tool("convert", "--format", "ndjson", "both.xml").exitCode == 65)
    let chosen = try tool("convert", "--format", "ndjson", "--run", "2", "both.xml")
    #expect(chosen.exitCode == 0, "\(chosen.errors)")
    #expect(chosen.text.contains("Badge") && !chosen.text.contains("Row"), "\(chosen.text)")
  }

  @Test func aBundleWithoutSwiftUISaysSo() throws {
    let (tool, environment) = try tool(
      contents: "<trace-toc><run number=\"1\"><data><table schema=\"time-profile\"/></data></run></trace-toc>",
      causes: "true")
    let result = try tool("analyze", "App.trace", environment: environment)
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("run 1 holds no tables of SwiftUI; record with the SwiftUI template"))
  }

  @Test func withoutXcodeItSaysWhatToRun() throws {
    let tool = try Tool()
    try tool.write("App.trace/form.template", "")
    let result = try tool("analyze", "App.trace", environment: ["PATH": "/nonexistent"])
    #expect(result.exitCode == 65)
    #expect(result.errors.contains("export it there: xcrun xctrace export --input 'App.trace' --xpath"))
  }

  @Test func updatesAndCausesGivenAsFilesAreOneRun() throws {
    let tool = try Tool()
    try tool.write("updates.xml", Self.updates)
    try tool.write("causes.xml", Self.causes)
    let result = try tool("analyze", "updates.xml", "causes.xml", "--format", "json")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let views = try #require(report["views"] as? [[String: Any]])
    #expect((views.first?["runs"] as? [Int])?.count == 1)
    #expect(
      try tool("analyze", "causes.xml", "--fan-in", "Row").text == "fan-in of Row: 1 edge from 1 node\n  1  List.body\n"
    )
    #expect(
      try tool("analyze", "causes.xml", "--fan-out", "List.body").text
        == "fan-out of List.body: 1 edge to 1 node\n  1  Row.body\n")
  }

  @Test func neighboursThatCannotBeHadAreAnError() throws {
    let tool = try Tool()
    try tool.write("updates.xml", Self.updates)
    try tool.write("causes.xml", Self.causes)
    let unknown = try tool("analyze", "causes.xml", "--fan-in", "Rwo")
    #expect(unknown.exitCode == 64)
    #expect(
      unknown.errors.contains("the cause graph has no node 'Rwo'; the nodes with the most edges are 'List.body'"))
    let none = try tool("analyze", "updates.xml", "--fan-in", "Row")
    #expect(none.exitCode == 65)
    #expect(none.errors.contains("the inputs hold no cause graph; give the export of swiftui-causes, too or alone"))
    // Nothing led to the list, and that is an answer.
    #expect(try tool("analyze", "causes.xml", "--fan-in", "List").text == "fan-in of List: no edges\n")
    let report = try tool("analyze", "causes.xml")
    #expect(report.exitCode == 65)
    #expect(report.errors.contains("or ask for '--fan-in VIEW' or '--fan-out NODE'"))
  }
}
