internal import Foundation
internal import TestSupport
internal import Testing

/// `record`, `mark` and `doctor` with stand-ins for Apple's tools.
@Suite struct RecordTests {
  private static let record =
    #"{"eventMessage":"Feed: _items changed.","subsystem":"com.apple.SwiftUI","category":"Changed Body Properties","processImagePath":"\/App","processID":412,"timestamp":"2025-11-08 10:12:13.123456+0100","messageType":"Info","eventType":"logEvent"}"#

  /// A folder with tools that note how they are called; a log goes on until it is ended.
  private func tool(_ scripts: [String: String]) throws -> (tool: Tool, environment: [String: String]) {
    let tool = try Tool()
    for (name, script) in scripts {
      try tool.write("bin/\(name)", "#!/bin/sh\necho \"\(name) $*\" >> \(tool.folder.path)/calls\n" + script)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: tool.folder.appendingPathComponent("bin/\(name)").path)
    }
    return (
      tool, ["PATH": tool.folder.path + "/bin:/usr/bin:/bin", "XDG_CACHE_HOME": tool.folder.path + "/cache"]
    )
  }

  private static let stream = """
    echo 'Filtering the log data using "category"'
    for n in 1 2 3; do echo '\(record)'; done
    exec sleep 30

    """

  @Test func theSimulatorsLogIsRecordedAndCanBeAnalyzed() throws {
    let (tool, environment) = try tool(["xcrun": Self.stream])
    let run = try run(
      Tool.executable.path, ["record", "-o", "a.ndjson.gz", "--duration", "1", "--process", "My\"App"],
      folder: tool.folder, environment: environment)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("recorded 4 lines, 0 marks; now: whyredraw a.ndjson.gz"))
    #expect(
      tool.text("calls")
        == "xcrun simctl spawn booted log stream --style ndjson --level info --predicate "
        + "category == \"Changed Body Properties\" AND process == \"My\\\"App\"\n")
    let report = try tool("a.ndjson.gz", "--format", "json").text
    #expect(report.contains("\"evaluations\" : 3"))
    #expect(report.contains("\"compression\" : \"gzip\""))
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.folder.path + "/cache/whyredraw/recordings") == [])
  }

  /// A terminal that is closed, as INT and TERM: what was recorded is there, and nothing runs on.
  @Test(arguments: ["HUP", "TERM", "INT"]) func aSignalEndsTheRecordingInOrder(_ signal: String) throws {
    let script = "echo $$ > child; echo '\(Self.record)'; echo '\(Self.record)'; exec sleep 30\n"
    let (tool, environment) = try tool(["log": script])
    let command = """
      '\(Tool.executable.path)' record --from mac -o a.gz -q & pid=$!
      until [ -s child ]; do sleep 0.1; done; sleep 1; kill -\(signal) $pid; wait $pid; echo $?
      kill -0 $(cat child) 2>/dev/null && echo 'still there'
      """
    let result = try run("/bin/bash", ["-mc", command], folder: tool.folder, environment: environment)
    #expect(result.text == "0\n", "\(result.errors)")
    #expect(try tool("a.gz", "--format", "json").text.contains("\"evaluations\" : 2"))
  }

  @Test func marksCutTheRecordingIntoScenarios() throws {
    let script = "echo '\(Self.record)'; sleep 1; echo '\(Self.record)'; echo '\(Self.record)'; exec sleep 30\n"
    let (tool, environment) = try tool(["log": script])
    let command = """
      '\(Tool.executable.path)' record --from mac -o a.gz -q & pid=$!
      sleep 0.5; '\(Tool.executable.path)' mark scroll; sleep 1; kill -INT $pid; wait $pid; echo $?
      """
    let result = try run("/bin/bash", ["-mc", command], folder: tool.folder, environment: environment)
    #expect(result.text == "0\n", "\(result.errors)")
    let report = try tool("a.gz", "--format", "csv").text
    #expect(report.contains("scroll"))
    let none = try run(Tool.executable.path, ["mark", "x"], folder: tool.folder, environment: environment)
    #expect(none.exitCode == 66)
    #expect(none.errors.contains("nothing is being recorded"))
  }

  @Test func aCommandIsRecordedToItsEnd() throws {
    let (tool, environment) = try tool(["xcrun": Self.stream, "xcodebuild": "sleep 0.5; echo tests; exit 3\n"])
    let run = try run(
      Tool.executable.path, ["record", "-o", "a.gz", "-q", "--", "xcodebuild", "test", "-scheme", "App"],
      folder: tool.folder, environment: environment)
    #expect(run.exitCode == 3)
    #expect(run.text == "tests\n")
    #expect(tool.text("calls")?.contains("xcodebuild test -scheme App\n") == true)
    #expect(try tool("a.gz", "--format", "json").text.contains("\"evaluations\" : 3"))
  }

  @Test func instrumentsSavesItsOwnTrace() throws {
    let (tool, environment) = try tool(["xcrun": "mkdir App.trace; exit 54\n"])
    let run = try run(
      Tool.executable.path,
      [
        "record", "--from", "instruments", "--device", "My iPhone", "--launch", "com.example.App", "--duration", "5",
        "-o", "App.trace",
      ],
      folder: tool.folder, environment: environment)
    #expect(run.exitCode == 0)
    #expect(
      tool.text("calls")
        == "xcrun xctrace record --template SwiftUI --output App.trace --device My iPhone --time-limit 5s --launch -- com.example.App\n"
    )
  }

  @Test func aRecorderThatFailsIsNoRecording() throws {
    let (tool, environment) = try tool(["xcrun": "echo 'No devices are booted.' >&2; exit 149\n"])
    let run = try run(Tool.executable.path, ["record", "-o", "a.gz"], folder: tool.folder, environment: environment)
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("'log stream' ended by itself with 149"))
    #expect(run.errors.contains("No devices are booted."))
  }

  #if os(Linux)
    @Test func withoutAMacItSaysWhatToRun() throws {
      let tool = try Tool()
      let run = try tool("record", "-o", "a.gz")
      #expect(run.exitCode == 66)
      #expect(
        run.errors.contains(
          "xcrun simctl spawn booted log stream --style ndjson --level info --predicate "
            + "'category == \"Changed Body Properties\"' | gzip > a.gz"))
      #expect(try tool("record", "-o", "a.gz", "--dry-run", "--from", "mac").text.hasPrefix("log stream --style"))
      #expect(try tool("doctor", "--for", "record").exitCode == 1)
    }
  #endif

  @Test func wrongUsageIsSaid() throws {
    let tool = try Tool()
    #expect(try tool("record").exitCode == 64)
    #expect(try tool("record", "-o", "a", "--from", "instruments").exitCode == 64)
    #expect(try tool("record", "-o", "a", "--launch", "x").exitCode == 64)
    #expect(try tool("record", "-o", "a", "--duration", "0").exitCode == 64)
  }

  // MARK: - doctor

  @Test func theDoctorNamesRemedies() throws {
    let (tool, environment) = try tool(["xcrun": "exit 1\n", "log": ""])
    try tool.write("A.swift", "struct A: View { var body: some View { Text(\"\") } }")
    let ill = try run(Tool.executable.path, ["doctor"], folder: tool.folder, environment: environment)
    #expect(ill.exitCode == 1)
    #expect(ill.text.contains("missing  Instruments    'xcrun xctrace version' fails"))
    #expect(ill.text.contains("missing  simulator      none is booted"))
    #expect(ill.text.contains("missing  logging        no view logs its changes"))
    #expect(ill.errors.contains("3 of 7 things are missing"))
    _ = try tool("instrument", ".")
    let well = try run(
      Tool.executable.path, ["doctor", "--for", "analyze"], folder: tool.folder, environment: environment)
    #expect(well.exitCode == 0)
    #expect(well.text.contains("ok       logging        1 of 1 bodies log their changes"))
    try tool.write(".whyredraw.yml", "rulez: {}\n")
    #expect(try tool("doctor", "--for", "analyze").exitCode == 1)
  }
}

/// What is made for other programs: completions, the manual, rules as JSON, the plugin.
@Suite struct DistributionTests {
  @Test(arguments: ["bash", "zsh", "fish"]) func completionsNameEveryCommand(_ shell: String) throws {
    let script = try Tool()("--generate-completion-script", shell).text
    for command in ["analyze", "lint", "instrument", "watch", "record", "mark", "doctor"] {
      #expect(script.contains(command))
    }
  }

  @Test func theManualNamesEveryOption() throws {
    let script = Repository.root.appendingPathComponent(".ci/manual").path
    let manual = try run("/usr/bin/env", ["python3", script, Tool.executable.path]).text
    #expect(manual.hasPrefix(".TH WHYREDRAW 1"))
    for text in [".SH INSTRUMENT", "\\fB\\-\\-until\\-idle\\fR", ".SH RECORD", "EXIT CODES"] {
      #expect(manual.contains(text), "\(text)")
    }
  }

  @Test func rulesAreListedAsJSON() throws {
    let text = try Tool()("rules", "--format", "json").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: [[String: Any]]])
    let rule = try #require(object["rules"]?.first { $0["id"] as? String == "mutable_input" })
    #expect(
      Set(rule.keys) == ["id", "severity", "summary", "rationale", "fix", "isOptIn", "triggering", "nonTriggering"])
  }

  /// Commands that the guide for coding agents shows are commands that there are.
  @Test func theGuideNamesRealCommands() throws {
    let guide = String(decoding: Repository.bytes(of: "Documentation/AGENTS.md"), as: UTF8.self)
    let help = try Tool()("--help").text
    let regex = try Regex("whyredraw ([a-z]+) ", as: (Substring, Substring).self)
    for match in guide.matches(of: regex) {
      #expect(help.contains("  \(match.output.1)"), "\(match.output.0)")
    }
  }

  /// A package that uses the plugin builds the plugin and nothing else.
  @Test func thePluginRunsInAPackage() throws {
    let tool = try Tool()
    let plugin = Repository.root.appendingPathComponent("Documentation/PackagePlugin").path
    try FileManager.default.copyItem(
      atPath: plugin, toPath: tool.folder.appendingPathComponent("WhyRedrawPlugin").path)
    try tool.write(
      "App/Package.swift",
      """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "App", dependencies: [.package(path: "../WhyRedrawPlugin")], targets: [.target(name: "App")])
      """)
    try tool.write(
      "App/Sources/App/Badge.swift",
      "struct Badge: View {\n  var title: String\n  var body: some View { Text(title) }\n}\n")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let environment = [
      "PATH": Tool.executable.deletingLastPathComponent().path + ":" + path,
      "XDG_CACHE_HOME": tool.folder.path + "/cache",
    ]
    func package(_ arguments: String...) throws -> CommandResult {
      try run(
        "/usr/bin/env", ["swift", "package", "--disable-sandbox"] + arguments,
        folder: tool.folder.appendingPathComponent("App"), environment: environment)
    }
    let lint = try package("whyredraw", "lint", "--rule=mutable_input", "--format=xcode")
    #expect(lint.text.contains("Badge.swift:2:7: note: nothing changes 'title' of 'Badge'"), "\(lint.errors)")
    #expect(lint.exitCode == 0)
    #expect(try package("whyredraw", "lint", "--rule=mutable_input", "--fail-on=note").exitCode != 0)
    let instrument = try package("--allow-writing-to-package-directory", "whyredraw", "instrument")
    #expect(tool.text("App/Sources/App/Badge.swift")?.contains("_logChanges") == true, "\(instrument.errors)")
    let checkouts = try? FileManager.default.contentsOfDirectory(atPath: tool.folder.path + "/App/.build/checkouts")
    #expect(checkouts ?? [] == [])
  }
}
