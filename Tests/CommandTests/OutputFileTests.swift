internal import Foundation
internal import TestSupport
internal import Testing

/// What commands write, and what they leave alone, whatever is at the path and whatever happens meanwhile.
@Suite struct OutputFileTests {
  /// Every option that takes a path, with the rest of a command that needs nothing else.
  private static let options: [(command: [String], option: String)] = [
    (["analyze", "run.log"], "--output"), (["analyze", "run.log", "--format", "json"], "--output"),
    (["analyze", "run.log"], "--sources"), (["analyze", "run.log"], "--config"),
    (["analyze", "run.log", "--sources", "App"], "--cache-path"), (["lint", "App", "--no-cache"], "--output"),
    (["lint", "App", "--no-cache"], "--finding-baseline"), (["lint", "App", "--no-cache"], "--write-finding-baseline"),
    (["lint", "App"], "--cache-path"), (["lint", "App", "--no-cache"], "--config"),
    (["baseline", "run.log"], "--output"),
    (["gate", "run.log"], "--baseline"), (["gate", "run.log", "--baseline", "Redraws.lock"], "--output"),
    (["calibrate", "run.log", "second.log"], "--write-config"), (["merge", "run.profile"], "--output"),
    (["convert", "run.log", "--format", "ndjson"], "--output"), (["compare", "run.log"], "--to"),
    (["instrument", "App", "--dry-run"], "--from"), (["record", "--from", "mac"], "--output"),
  ]

  private static let names = [
    "x", "r", "=", "a.", ".json", "a.b.", "..x", "x/", "a//", " ", "a b\nc.json", "e\u{301}.json", "\u{301}",
    "👩‍👩‍👧.md", "json=x", "json=.", String(repeating: "n", count: 250) + ".json",
    String(repeating: "n", count: 256) + ".json",
  ]

  private func tool() throws -> Tool {
    let tool = try Tool()
    try tool.write("run.log", CommandTests.log)
    try tool.write("second.log", CommandTests.log + "Row: @self changed.\n")
    try tool.write(
      "App/Row.swift", "struct Row: View {\n  var title: String\n  var body: some View { Text(title) }\n}\n")
    _ = try tool("baseline", "run.log", "-o", "Redraws.lock")
    _ = try tool("run.log", "--format", "profile", "-o", "profile=run.profile")
    return tool
  }

  @Test(arguments: names) func anyNameEndsWithACodeOfTheContract(_ name: String) throws {
    let tool = try tool()
    for (command, option) in Self.options {
      let result = try run(Tool.executable.path, command + [option, name], folder: tool.folder)
      #expect([0, 1, 2, 64, 65, 66, 73, 78].contains(result.exitCode), "\(command) \(option): \(result.errors)")
      #expect(!result.errors.contains("Fatal error"))
      #expect(try leftovers(tool).isEmpty)
    }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [
      "run.log", "run.log --format json", "lint App --no-cache --all --format json", "rules",
      "convert run.log --format ndjson", "gate run.log --baseline Redraws.lock", "run.log -o json=/dev/full",
      "convert run.log -o ndjson=/dev/full", "baseline run.log -o /dev/full",
    ])
  func whatCannotBeWrittenIsSaidOnce(_ arguments: String) throws {
    let script = "\"$0\" \(arguments) > /dev/full"
    let result = try run("/bin/sh", ["-c", script, Tool.executable.path], folder: try tool().folder)
    #expect(result.exitCode == 73)
    let said = result.errors.split(separator: "\n").filter { $0.hasPrefix("whyredraw: error: ") }
    #expect(said.count == 1 && said[0].contains(": cannot be written: "), "\(result.errors)")
  }

  @Test func aNameThatIsNoTextIsWrittenByteForByte() throws {
    let tool = try tool()
    let script = "\"$0\" run.log -o json=\"$(printf 'a\\377b')\" && cat \"$(printf 'a\\377b')\""
    let result = try run("/bin/sh", ["-c", script, Tool.executable.path], folder: tool.folder)
    #expect(result.exitCode == 0 && result.text.hasPrefix("{"), "\(result.errors)")
  }

  @Test func aLinkKeepsLeadingToTheFile() throws {
    let tool = try tool()
    try tool.write("real/report.json", "old")
    try link(tool, "out.json", to: "hop.json")
    try link(tool, "hop.json", to: "real/report.json")
    try link(tool, "new.json", to: "real/new.json")
    _ = try run("/bin/chmod", ["640", "real/report.json"], folder: tool.folder)
    #expect(try tool("run.log", "-o", "out.json", "-o", "new.json").exitCode == 0)
    for name in ["out.json", "hop.json", "new.json"] { #expect(try isLink(tool, name)) }
    #expect(tool.text("real/report.json")?.hasPrefix("{") == true && tool.text("real/new.json")?.hasPrefix("{") == true)
    let mode = try FileManager.default.attributesOfItem(atPath: tool.folder.path + "/real/report.json")[
      .posixPermissions]
    #expect(mode as? Int == 0o640)
    try link(tool, "loop.json", to: "loop.json")
    #expect(try tool("run.log", "-o", "loop.json").exitCode == 73)
  }

  @Test func whatIsNoRegularFileIsWrittenTo() throws {
    let tool = try tool()
    let script = """
      mkfifo pipe && { cat pipe >through & }
      "$0" run.log -o json=pipe && wait && test -p pipe && grep -q schemaVersion through || exit 3
      "$0" run.log -o csv=/dev/stdout --format terminal | grep -q '^view,module' || exit 4
      "$0" run.log -o json=/dev/stdout >redirected && grep -q schemaVersion redirected || exit 5
      "$0" run.log -o json=>(cat >substituted) || exit 6
      "$0" run.log -o json=/dev/null && test -c /dev/null || exit 7
      for i in 1 2 3 4 5 6 7 8 9 10; do grep -q schemaVersion substituted && exit 0; sleep 0.2; done
      exit 8
      """
    let result = try run("/usr/bin/env", ["bash", "-c", script, Tool.executable.path], folder: tool.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  /// Whoever guesses the name of a temporary file must not get another file overwritten by it.
  @Test func aPlantedLinkIsNeverFollowed() throws {
    let tool = try tool()
    try tool.write("victim", "precious")
    let script = "for i in 0 1 2; do ln -s victim \".whyredraw-$$-$i.tmp\"; done; exec \"$0\" run.log -o json=r.json"
    let result = try run("/bin/sh", ["-c", script, Tool.executable.path], folder: tool.folder)
    #expect(result.exitCode == 0 && tool.text("victim") == "precious", "\(result.errors)")
    #expect(tool.text("r.json")?.hasPrefix("{") == true)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT]) func signalsLeaveNothingBehind(_ code: Int32) throws {
    let tool = try tool()
    let process = Process()
    // Tests run on threads that block signals, and children inherit that.
    let unblocked =
      "import os, signal as s, sys; s.pthread_sigmask(s.SIG_SETMASK, []); s.signal(s.SIGINT, s.SIG_DFL); "
      + "os.execv(sys.argv[1], sys.argv[1:])"
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c", unblocked, Tool.executable.path, "convert", "-", "--format", "ndjson", "-o", "out.ndjson",
    ]
    process.currentDirectoryURL = tool.folder
    let input = Pipe()
    process.standardInput = input
    try process.run()
    for _ in 0..<500 where try leftovers(tool).isEmpty { usleep(20_000) }
    #expect(try !leftovers(tool).isEmpty, "the command has not begun to write")
    kill(process.processIdentifier, code)
    for _ in 0..<500 where process.isRunning { usleep(20_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == code)
    #expect(try leftovers(tool).isEmpty && tool.text("out.ndjson") == nil)
  }

  @Test func aClosedPipeEndsThePrintingAndNothingElse() throws {
    let tool = try tool()
    for index in 1...5 { try tool.write("before/\(index).log", CommandTests.log + "// \(index)\n") }
    for index in 1...5 {
      try tool.write(
        "after/\(index).log", CommandTests.log + String(repeating: "Row: _x changed.\n", count: 9) + "// \(index)\n")
    }
    #expect(try tool("baseline", "before", "-o", "five.lock").exitCode == 0)
    #expect(try tool("gate", "after", "--baseline", "five.lock").exitCode == 1)
    let script = """
      set -o pipefail
      "$0" gate after --baseline five.lock --verbose | true; test $? = 1 || exit 3
      "$0" run.log --fail-on note --all | true; code=$?; "$0" run.log --fail-on note --all >/dev/null; test $? = $code || exit 4
      "$0" run.log -o json=x.json --format html | head -1 >/dev/null || exit 5
      test -s x.json || exit 6
      "$0" lint App --no-cache --rule mutable_input --fail-on note | true; test $? = 1 || exit 7
      "$0" nothing.log 2>/dev/null | true; test $? = 66 || exit 8
      """
    let result = try run("/usr/bin/env", ["bash", "-c", script, Tool.executable.path], folder: tool.folder)
    #expect(result.exitCode == 0, "\(result.errors)")
  }

  // MARK: - Links that edits meet

  private static let view = "struct Row: View {\n  @State var isOn = false\n  var body: some View { Text(\"\") }\n}\n"

  @Test(arguments: [["lint", "App", "--fix", "--no-cache", "--rule", "non_private_state"], ["instrument", "App"]])
  func editsGoToTheRealFileOnceAndNowhereElse(_ command: [String]) throws {
    let tool = try Tool()
    try tool.write("App/Real.swift", Self.view)
    try tool.write("Elsewhere/Out.swift", Self.view)
    try link(tool, "App/Again.swift", to: "Real.swift")
    try link(tool, "App/Out.swift", to: "../Elsewhere/Out.swift")
    _ = try run("/bin/chmod", ["640", "App/Real.swift"], folder: tool.folder)
    let result = try run(Tool.executable.path, command, folder: tool.folder)
    #expect(result.exitCode == 65, "\(result.errors)")
    #expect(result.errors.contains("App/Out.swift: is a link that leads out of what was named; left alone"))
    #expect(tool.text("Elsewhere/Out.swift") == Self.view && tool.text("App/Real.swift") != Self.view)
    #expect(try isLink(tool, "App/Again.swift") && isLink(tool, "App/Out.swift"))
    let mode = try FileManager.default.attributesOfItem(atPath: tool.folder.path + "/App/Real.swift")[.posixPermissions]
    #expect(mode as? Int == 0o640)
    let calls = tool.text("App/Real.swift")?.components(separatedBy: "_logChanges").count ?? 0
    #expect(calls <= 2, "instrumented once")
    // A link that is named itself is meant.
    var named = command
    named[1] = "App/Out.swift"
    #expect(try run(Tool.executable.path, named, folder: tool.folder).exitCode == 0)
    #expect(try isLink(tool, "App/Out.swift") && tool.text("Elsewhere/Out.swift") != Self.view)
  }

  private func leftovers(_ tool: Tool) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: tool.folder.path).filter { $0.hasSuffix(".tmp") }
  }

  private func link(_ tool: Tool, _ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: tool.folder.path + "/" + name, withDestinationPath: destination)
  }

  private func isLink(_ tool: Tool, _ name: String) throws -> Bool {
    try FileManager.default.attributesOfItem(atPath: tool.folder.path + "/" + name)[.type] as? FileAttributeType
      == .typeSymbolicLink
  }
}
